/* Folds: programs inside a program, over the rows of a table for one lane. */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "compute/choose.h"

static double
reduced(const wkc_fold *f, double *v, size_t n)
{
    const wkc_fold_kind kind = f->kind;
    double x = kind == WKC_FOLD_SUM || kind == WKC_FOLD_MEAN ? 0 : v[0];
    switch (kind) {
    case WKC_FOLD_MIN:
        for (size_t i = 1; i < n; i++)
            x = v[i] < x ? v[i] : x;
        return x;
    case WKC_FOLD_MAX:
        for (size_t i = 1; i < n; i++)
            x = v[i] > x ? v[i] : x;
        return x;
    case WKC_FOLD_SUM:
    case WKC_FOLD_MEAN:
        for (size_t i = 0; i < n; i++)
            x += v[i];
        return kind == WKC_FOLD_SUM ? x : x / (double)n;
    case WKC_FOLD_MEDIAN:
        wkb_sort(v, n);
        return wkb_quantile(v, n, 0.5);
    case WKC_FOLD_QUANTILE:
        wkb_sort(v, n);
        return wkb_quantile(v, n, f->share);
    case WKC_FOLD_FIRST:
        return v[0];
    case WKC_FOLD_LAST:
        return v[n - 1];
    case WKC_FOLD_COUNT:
        return (double)n;
    }
    return NAN;
}

/* The term of each row that is chosen; only the ends for first and last. */
static bool
terms(const wkc_pass *s, const wkc_fold *f, wkc_chosen *chosen)
{
    wkc_pass inner = *s;
    if (f->kind == WKC_FOLD_LAST)
        chosen->row[0] = chosen->row[chosen->n - 1];
    if (f->kind == WKC_FOLD_FIRST || f->kind == WKC_FOLD_LAST)
        chosen->n = 1;
    inner.row = chosen->row;
    inner.n = chosen->n;
    inner.value = chosen->value;
    inner.is_taken = true;
    if (f->term)
        return wkc_run_over(&inner, f->term);
    for (size_t i = 0; i < chosen->n; i++)
        chosen->value[i] = chosen->row[i];
    return true;
}

/* The first of the rows whose term is the extreme x. */
static void
pick(const wkc_run *r, const wkc_fold *f, const wkc_chosen *chosen, double x)
{
    if (!r->picked || (f->kind != WKC_FOLD_MIN && f->kind != WKC_FOLD_MAX))
        return;
    for (size_t i = 0; i < chosen->n; i++) {
        if (chosen->value[i] == x) {
            *r->picked = chosen->row[i];
            return;
        }
    }
}

static void
keep_list(const wkc_run *r,
          const wkc_fold *f,
          const wkc_chosen *chosen,
          size_t left_out)
{
    if (!r->list || f != &r->code->fold[r->code->ins[r->code->result].c])
        return;
    memcpy(r->list->row, chosen->row, chosen->n * sizeof *chosen->row);
    r->list->n = chosen->n;
    r->list->left_out = left_out;
    r->list->is_known = true;
}

static double
fold_rows(const wkc_pass *s,
          const wkc_fold *f,
          wkc_chosen *chosen,
          size_t *left_out)
{
    if (!wkc_choose_rows(s, f, chosen, left_out))
        return NAN;
    if (f->kind == WKC_FOLD_COUNT) {
        keep_list(s->r, f, chosen, *left_out);
        return (double)chosen->n;
    }
    if (chosen->n == 0 && f->kind == WKC_FOLD_SUM)
        return 0;
    if (chosen->n == 0) {
        s->why->status = WK_ENONE;
        return NAN;
    }
    if (!terms(s, f, chosen))
        return NAN;
    for (size_t i = 0; i < chosen->n; i++) {
        if (isnan(chosen->value[i])) {
            *s->why = *s->unknown;
            return NAN;
        }
    }
    const double x = reduced(f, chosen->value, chosen->n);
    pick(s->r, f, chosen, x);
    if (x - x != 0)
        s->why->status = WK_ERANGE;
    return x - x == 0 ? x : (double)NAN;
}

double
wkc_run_fold(wkc_run *r,
             const wkc_fold *f,
             size_t lane,
             wkc_cause *why,
             size_t *left_out)
{
    const wkb_mark mark = wkb_arena_mark(r->scratch);
    const size_t n = r->tables->table.item[f->table]->n_row;
    wkc_cause unknown = {.row = WKL_NONE};
    wkc_chosen all = {wkb_alloc_raw(r->scratch, n * sizeof(uint32_t)),
                      wkb_alloc_raw(r->scratch, n * sizeof(double)),
                      n};
    wkc_pass s = {.r = r,
                  .lane = lane,
                  .why = why,
                  .unknown = &unknown,
                  .left_out = left_out};
    double x = NAN;
    *why = (wkc_cause){.row = WKL_NONE};
    if (all.row && all.value) {
        for (size_t i = 0; i < n; i++)
            all.row[i] = (uint32_t)i;
        x = fold_rows(&s, f, &all, left_out);
    } else {
        r->status = WK_ENOMEM;
    }
    wkb_arena_rewind(r->scratch, mark);
    return x;
}

/* A fold once more, in the lane of best values; NaN when memory is out. */
static double
fold_again(
    const wkl_tables *tables,
    wkb_arena *scratch,
    const wkc_value *v,
    const wkc_fold *f,
    // NOLINTNEXTLINE(readability-non-const-parameter): the fold writes it
    uint32_t *picked)
{
    size_t ignored = 0;
    double x = NAN;
    wkc_cause why;
    const wkb_mark mark = wkb_arena_mark(scratch);
    wkc_run r = {.tables = tables,
                 .scratch = scratch,
                 .code = v->code,
                 .lanes = 1,
                 .slot = WKB_NEW(scratch, double, v->code->n),
                 .ranged = v->code->ranged,
                 .n_ranged = v->code->n_ranged,
                 .undecided = SIZE_MAX,
                 .picked = picked};
    for (size_t i = 0; r.slot && i < v->code->n; i++)
        r.slot[i] = isnan(v->slot[i].v) ? v->slot[i].lo : v->slot[i].v;
    if (r.slot)
        x = wkc_run_fold(&r, f, 0, &why, &ignored);
    wkb_arena_rewind(scratch, mark);
    return x;
}

uint32_t
wkc_extreme_row(const wkl_tables *tables,
                wkb_arena *scratch,
                const wkc_value *v,
                size_t slot)
{
    const wkc_ins *ins = &v->code->ins[slot];
    uint32_t row = WKL_NONE;
    if (ins->op == WKC_FOLD && !v->n_ranged)
        (void)fold_again(tables, scratch, v, &v->code->fold[ins->c], &row);
    return row;
}

double
wkc_rows_of_fold(const wkl_tables *tables,
                 wkb_arena *scratch,
                 const wkc_value *v,
                 size_t slot)
{
    wkc_fold f = v->code->fold[v->code->ins[slot].c];
    f.kind = WKC_FOLD_COUNT;
    return fold_again(tables, scratch, v, &f, NULL);
}
