/* Fills lanes with the values of a grid, or with draws. */
#include "compute/grid.h"

#include <assert.h>
#include <string.h>

#include "base/wide.h"

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
fill_cycle(const wkc_axis *a,
           uint64_t stride,
           uint64_t first,
           size_t n,
           double *value,
           double *index)
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

/* The double with these bits. Numbers are made of bits rather than converted,
 * since this is what the compiler makes vectors of. */
static double
of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void
fill_drawn(const wkc_axis *a,
           const uint64_t *bits,
           size_t n,
           double *restrict value)
{
    const double lo = a->lo, wide = a->hi - a->lo;
    const uint64_t one = (uint64_t)0x3ff << 52; /* 1 to 2, less 1 */
    for (size_t i = 0; i < n; i++)
        value[i] = lo + (of_bits(bits[i] >> 12 | one) - 1) * wide;
}

/* Whole numbers from 0 to below a->n. */
static void
fill_index(const wkc_axis *a,
           const uint64_t *bits,
           size_t n,
           double *restrict index)
{
    const uint64_t big = (uint64_t)0x433 << 52; /* 2^52 */
    const uint32_t n_values = (uint32_t)a->n;
    for (size_t i = 0; i < n; i++) {
        const uint64_t at = (uint64_t)(uint32_t)(bits[i] >> 32) * n_values;
        index[i] = of_bits(at >> 32 | big) - 0x1p52;
    }
}

static void
fill_chosen(const wkc_axis *a,
            const uint64_t *bits,
            size_t n,
            double *restrict value,
            double *restrict index)
{
    fill_index(a, bits, n, index);
    for (size_t i = 0; a->kind == WKC_AXIS_STEPS && i < n; i++)
        value[i] = (a->first + index[i]) * a->type.unit.factor;
    for (size_t i = 0; a->kind == WKC_AXIS_LIST && i < n; i++)
        value[i] = a->value[(uint32_t)(int64_t)index[i]];
}

WKB_WIDE static void
fill_draws(const wkc_grid *g,
           uint64_t first,
           size_t n,
           double *const *value,
           double *index,
           size_t by)
{
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t bits[BLOCK];
    double unused[BLOCK];
    for (size_t j = 0; j < g->n_axes; j++) {
        const wkc_axis *a = &g->axis[j];
        fill_bits(g->seed * 0xd1342543de82ef95u +
                      (first * g->n_axes + j + 1) * odd,
                  g->n_axes * odd,
                  n,
                  bits);
        if (a->kind == WKC_AXIS_DRAWN)
            fill_drawn(a, bits, n, value[j]);
        else
            fill_chosen(a, bits, n, value[j], j == by ? index : unused);
    }
}

void
wkc_grid_fill(const wkc_grid *g,
              uint64_t first,
              size_t n,
              double *const *value,
              double *index,
              size_t by)
{
    uint64_t stride = 1;
    assert(n <= BLOCK);
    if (g->draws) {
        fill_draws(g, first, n, value, index, by);
        return;
    }
    for (size_t j = g->n_axes; j-- > 0; stride *= g->axis[j].n)
        fill_cycle(
            &g->axis[j], stride, first, n, value[j], j == by ? index : NULL);
}
