/* Fills lanes with the values of a grid, or with draws. */
#include "compute/grid.h"

#include <assert.h>

enum { BLOCK = 256 };

static double
value_of(const wkc_axis *a, size_t i)
{
    return a->kind == WKC_AXIS_LIST
               ? a->value[i]
               : (a->first + (double)i) * a->type.unit.factor;
}

/* Which value of an axis with `stride` lanes for each: runs of equal ones. */
static void
fill_cycle(const wkc_axis *a, uint64_t stride, uint64_t first, size_t n, double *value, double *index)
{
    size_t i = (size_t)(first / stride % a->n);
    uint64_t left = stride - first % stride;
    for (size_t at = 0; at < n;) {
        const double v = value_of(a, i);
        const size_t run = left < n - at ? (size_t)left : n - at;
        for (size_t k = at; k < at + run; k++)
            value[k] = v;
        for (size_t k = at; index && k < at + run; k++)
            index[k] = (double)i;
        at += run;
        i = i + 1 < a->n ? i + 1 : 0;
        left = stride;
    }
}

/* 64 random bits for each lane (splitmix64, entered at any place). */
static void
fill_bits(uint64_t start, uint64_t step, size_t n, uint64_t *bits)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t z = start + i * step;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        bits[i] = z ^ z >> 31;
    }
}

static void
fill_drawn(const wkc_axis *a, const uint64_t *bits, size_t n, double *value)
{
    const double lo = a->lo, wide = a->hi - a->lo;
    for (size_t i = 0; i < n; i++)
        value[i] = lo + (double)(int64_t)(bits[i] >> 11) * 0x1p-53 * wide;
}

static void
fill_chosen(const wkc_axis *a, const uint64_t *bits, size_t n, double *value, double *index)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t at = (bits[i] >> 32) * a->n >> 32;
        value[i] = value_of(a, at);
        if (index)
            index[i] = (double)at;
    }
}

static void
fill_draws(const wkc_grid *g, uint64_t first, size_t n, double *const *value, double *index, size_t by)
{
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t bits[BLOCK];
    for (size_t j = 0; j < g->n_axes; j++) {
        const wkc_axis *a = &g->axis[j];
        fill_bits(g->seed * 0xd1342543de82ef95u + (first * g->n_axes + j + 1) * odd, g->n_axes * odd, n, bits);
        if (a->kind == WKC_AXIS_DRAWN)
            fill_drawn(a, bits, n, value[j]);
        else
            fill_chosen(a, bits, n, value[j], j == by ? index : NULL);
    }
}

void
wkc_grid_fill(const wkc_grid *g, uint64_t first, size_t n, double *const *value, double *index, size_t by)
{
    uint64_t stride = 1;
    assert(n <= BLOCK);
    if (g->draws) {
        fill_draws(g, first, n, value, index, by);
        return;
    }
    for (size_t j = g->n_axes; j-- > 0; stride *= g->axis[j].n)
        fill_cycle(&g->axis[j], stride, first, n, value[j], j == by ? index : NULL);
}
