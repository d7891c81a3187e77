/* Folds: programs inside a program, over the rows of a table for one lane. */
#include <math.h>
#include <string.h>

#include "compute/run.h"

/* What is done with the values that a program has for some rows: returns
 * false to stop. */
typedef struct sweep {
    wkc_run *r;
    size_t lane;
    const uint32_t *row;
    size_t n;
    double *value;      /* by row */
    wkc_cause *why;     /* of the first fault */
    wkc_cause *unknown; /* of the first value that is not known */
    size_t *left_out;   /* rows inside whose own folds left out, or NULL */
    bool is_taken;      /* the cells of these rows make the result */
    bool is_test;       /* which value is not known does not matter */
} sweep;

/* Whether no lane of a run can be at fault, so that none has to be examined:
 * what comes from outside is known, or examined there. */
static bool
is_safe(const sweep *s, const wkc_run *in)
{
    if (!s->is_test || !in->code->is_simple)
        return false;
    for (size_t i = 0; i < in->code->n_outer; i++) {
        const size_t slot = in->code->outer[i];
        if (isnan(s->r->slot[slot * s->r->lanes + s->lane]))
            return false;
    }
    return true;
}

/* Takes the value of lane i, the row number at; false on a fault. */
static bool
take_value(const sweep *s, wkc_run *in, size_t i, size_t at, bool safe)
{
    const double x = in->slot[(size_t)in->code->result * in->lanes + i];
    s->value[at] = x;
    if (wkc_is_no_best(x))
        s->r->lacks_best = true;
    if (s->is_taken && s->r->visit)
        wkc_visit(in, i, s->r->visit, s->r->visit_ud);
    if (safe || (!isnan(x) && !in->code->may_hide))
        return true;
    wkc_cause c = wkc_examine(in, i, s->left_out);
    if (c.row == WKL_NONE) {
        c.table = in->code->table;
        c.row = in->row[i];
    }
    if (c.status == WK_EUNKNOWN && s->unknown->status == WK_OK)
        *s->unknown = c;
    if (c.status == WK_OK || c.status == WK_EUNKNOWN)
        return true;
    *s->why = c;
    return false;
}

/* Runs a program over rows in blocks; false on a fault. */
static bool
run_over(const sweep *s, const wkc_code *code)
{
    const wkb_mark mark = wkb_arena_mark(s->r->scratch);
    const size_t lanes = s->n < WKC_BLOCK ? s->n : WKC_BLOCK;
    wkc_run in = wkc_inner_run(s->r, code, s->lane, lanes);
    bool sound = in.slot != NULL;
    if (!in.slot)
        s->r->status = WK_ENOMEM;
    const bool safe = is_safe(s, &in);
    for (size_t at = 0; at < s->n && sound; at += lanes) {
        if (at + in.lanes > s->n)
            in.lanes = s->n - at;
        in.row = s->row + at;
        wkc_run_code(&in);
        sound = in.status == WK_OK;
        for (size_t i = 0; i < in.lanes && sound; i++)
            sound = take_value(s, &in, i, at + i, safe);
    }
    if (in.status != WK_OK)
        s->r->status = in.status;
    wkb_arena_rewind(s->r->scratch, mark);
    return sound && s->r->status == WK_OK;
}

/* The rows of a fold in one lane. */
typedef struct rows {
    uint32_t *row;
    double *value;
    size_t n;
} rows;

static void
keep_true(const sweep *s, rows *out, size_t *left_out)
{
    size_t n = 0;
    uint64_t mix = 1469598103934665603u;
    for (size_t i = 0; i < s->n; i++) {
        if (isnan(s->value[i]))
            *left_out += 1;
        if (s->value[i] != 1)
            continue;
        out->row[n++] = s->row[i];
        mix = (mix ^ s->row[i]) * 1099511628211u;
    }
    out->n = n;
    if (s->r->chosen)
        *s->r->chosen = (*s->r->chosen ^ mix) * 0x9e3779b97f4a7c15u;
}

/* Whether x stands before y; not known stands last in either direction. */
static bool
before(const wkc_run *r, const wkc_fold *f, double x, double y)
{
    if (isnan(x) || isnan(y))
        return !isnan(x) && isnan(y);
    if (f->sort->result_type.kind == WKU_TEXT) {
        const wkb_str *text = r->tables->texts.text.item;
        const int order = wkb_str_cmp(text[(size_t)x], text[(size_t)y]);
        return f->desc ? order > 0 : order < 0;
    }
    return f->desc ? x > y : x < y;
}

/* Stable merge sort of rows by their keys, from the bottom up. */
static bool
sort_rows(wkc_run *r, const wkc_fold *f, rows *by)
{
    uint32_t *row = WKB_NEW(r->scratch, uint32_t, by->n);
    double *key = WKB_NEW(r->scratch, double, by->n);
    if (!row || !key) {
        r->status = WK_ENOMEM;
        return false;
    }
    for (size_t width = 1; width < by->n; width *= 2) {
        for (size_t begin = 0; begin < by->n; begin += 2 * width) {
            size_t i = begin, j = begin + width, out = begin;
            const size_t mid = j < by->n ? j : by->n;
            const size_t end = mid + width < by->n ? mid + width : by->n;
            for (; out < end; out++) {
                const bool right =
                    i >= mid ||
                    (j < end && before(r, f, by->value[j], by->value[i]));
                const size_t from = right ? j++ : i++;
                row[out] = by->row[from];
                key[out] = by->value[from];
            }
        }
        memcpy(by->row, row, by->n * sizeof *row);
        memcpy(by->value, key, by->n * sizeof *key);
    }
    return true;
}

/* A column of texts or references, and the value that a condition asks of it:
 * where a row has another, the condition is false whatever else it says. */
typedef struct key {
    const uint32_t *index;
    double value;
} key;

/* The value of an operand that is the same for all rows; NaN if it is none. */
static double
fixed_value(const sweep *s, const wkc_code *c, size_t at)
{
    const wkc_ins *ins = &c->ins[at];
    if (ins->op == WKC_CONST)
        return ins->k;
    if (ins->op == WKC_OUTER)
        return s->r->slot[(size_t)c->outer[ins->a] * s->r->lanes + s->lane];
    return NAN;
}

/* Looks for `column = value` among what `and` joins. */
static bool
find_key(const sweep *s, const wkc_code *c, size_t at, key *out)
{
    const wkc_ins *ins = &c->ins[at];
    if (ins->op == WKC_AND)
        return find_key(s, c, ins->a, out) || find_key(s, c, ins->b, out);
    if (ins->op != WKC_EQ)
        return false;
    for (int i = 0; i < 2; i++) {
        const wkc_ins *cell = &c->ins[i ? ins->b : ins->a];
        if (cell->op != WKC_CELL || c->ins[cell->a].op != WKC_LANE)
            continue;
        const wkl_column *col =
            &s->r->tables->table.item[cell->b]->col[cell->c];
        *out = (key){col->index, fixed_value(s, c, i ? ins->a : ins->b)};
        if (col->index && !isnan(out->value) &&
            (col->type.kind == WKU_TEXT || col->type.kind == WKU_ROW))
            return true;
    }
    return false;
}

/* Leaves out the rows for which the condition is false at a glance. */
static void
narrow(const sweep *s, const wkc_code *c, rows *out)
{
    key k;
    size_t n = 0;
    if (!find_key(s, c, c->result, &k))
        return;
    for (size_t i = 0; i < out->n; i++) {
        const uint32_t at = k.index[out->row[i]];
        if (at == WKL_NONE || (double)at == k.value)
            out->row[n++] = out->row[i];
    }
    out->n = n;
}

/* Keeps the rows for which the condition is true. */
static bool
keep_where(const sweep *s, const wkc_fold *f, rows *out, size_t *left_out)
{
    sweep inner = *s;
    wkc_cause ignored = {0};
    const bool is_built_in = s->r->tables->table.item[f->table]->is_built_in;
    size_t unsaid = 0;        /* empty cells of such a table hide no fact */
    inner.unknown = &ignored; /* an undecided row is left out */
    inner.is_test = true;
    inner.is_taken = f->kind == WKC_FOLD_COUNT && !is_built_in;
    if (!inner.is_taken || !s->r->visit) /* else every cell is met */
        narrow(s, f->where, out);
    inner.value = out->value;
    inner.row = out->row;
    inner.n = out->n;
    if (!run_over(&inner, f->where))
        return false;
    keep_true(&inner, out, is_built_in ? &unsaid : left_out);
    return true;
}

/* Condition, order, limit. */
static bool
choose_rows(const sweep *s, const wkc_fold *f, rows *out, size_t *left_out)
{
    if (f->where && !keep_where(s, f, out, left_out))
        return false;
    if (f->sort && out->n) {
        sweep inner = *s;
        wkc_cause ignored = {0};
        inner.unknown = &ignored;
        inner.value = out->value;
        inner.row = out->row;
        inner.n = out->n;
        if (!run_over(&inner, f->sort) || !sort_rows(s->r, f, out))
            return false;
    }
    if (out->n > f->limit)
        out->n = f->limit;
    return true;
}

static void
sort_values(double *v, size_t n)
{
    for (size_t gap = n / 2; gap > 0; gap /= 2) { /* Shell's sort */
        for (size_t i = gap; i < n; i++) {
            const double x = v[i];
            size_t j = i;
            for (; j >= gap && v[j - gap] > x; j -= gap)
                v[j] = v[j - gap];
            v[j] = x;
        }
    }
}

/* Between two values a straight line: with one share of n - 1 steps from the
 * least to the greatest, as most statistics programs have it by default. */
static double
quantile(double *v, size_t n, double share)
{
    const double at = (double)(n - 1) * share;
    const size_t below = (size_t)at;
    const double part = at - (double)below;
    sort_values(v, n);
    return part > 0 ? v[below] + (v[below + 1] - v[below]) * part : v[below];
}

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
        return quantile(v, n, 0.5);
    case WKC_FOLD_QUANTILE:
        return quantile(v, n, f->share);
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
terms(const sweep *s, const wkc_fold *f, rows *chosen)
{
    sweep inner = *s;
    if (f->kind == WKC_FOLD_LAST)
        chosen->row[0] = chosen->row[chosen->n - 1];
    if (f->kind == WKC_FOLD_FIRST || f->kind == WKC_FOLD_LAST)
        chosen->n = 1;
    inner.row = chosen->row;
    inner.n = chosen->n;
    inner.value = chosen->value;
    inner.is_taken = true;
    if (f->term)
        return run_over(&inner, f->term);
    for (size_t i = 0; i < chosen->n; i++)
        chosen->value[i] = chosen->row[i];
    return true;
}

/* The first of the rows whose term is the extreme x. */
static void
pick(const wkc_run *r, const wkc_fold *f, const rows *chosen, double x)
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

static double
fold_rows(const sweep *s, const wkc_fold *f, rows *chosen, size_t *left_out)
{
    if (!choose_rows(s, f, chosen, left_out))
        return NAN;
    if (f->kind == WKC_FOLD_COUNT)
        return (double)chosen->n;
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

bool
wkc_run_rows(wkc_run *r,
             const wkc_fold *f,
             uint32_t *row,
             size_t *n,
             wkc_cause *why,
             size_t *left_out)
{
    wkc_cause unknown = {.row = WKL_NONE};
    rows all = {row, WKB_NEW(r->scratch, double, *n), *n};
    const sweep s = {
        .r = r, .why = why, .unknown = &unknown, .left_out = left_out};
    *why = (wkc_cause){.row = WKL_NONE};
    if (!all.value) {
        r->status = WK_ENOMEM;
        return false;
    }
    for (size_t i = 0; i < *n; i++)
        row[i] = (uint32_t)i;
    if (!choose_rows(&s, f, &all, left_out))
        return false;
    *n = all.n;
    return true;
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
    rows all = {wkb_alloc_raw(r->scratch, n * sizeof(uint32_t)),
                wkb_alloc_raw(r->scratch, n * sizeof(double)),
                n};
    sweep s = {.r = r,
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

static wk_status
refuse_ranged_list(const wkc_env *e, const wkc_code *c)
{
    return wkb_error(e->diag,
                     WK_EUNDECIDED,
                     c->at[c->result],
                     "which rows these are depends on a range\n"
                     "choose them by what is certain");
}

wk_status
wkc_rows_of(uint32_t **row,
            size_t *n,
            wkb_arena *a,
            const wkc_env *e,
            const wkc_code *c)
{
    const wkc_fold *f = &c->fold[c->ins[c->result].c];
    wkc_cause why = {.row = WKL_NONE}, unknown = why;
    size_t left_out = 0;
    wkc_run r = {.tables = e->tables,
                 .scratch = a,
                 .code = c,
                 .lanes = 1,
                 .slot = WKB_NEW(a, double, c->n),
                 .undecided = SIZE_MAX};
    sweep s = {.r = &r, .why = &why, .unknown = &unknown};
    rows all = {.n = e->tables->table.item[f->table]->n_row};
    if (c->n_ranged)
        return refuse_ranged_list(e, c);
    all.row = WKB_NEW(a, uint32_t, all.n);
    all.value = WKB_NEW(a, double, all.n);
    if (!r.slot || !all.row || !all.value)
        return WK_ENOMEM;
    wkc_run_code(&r); /* what a condition takes from outside */
    for (size_t i = 0; i < all.n; i++)
        all.row[i] = (uint32_t)i;
    const bool chosen = choose_rows(&s, f, &all, &left_out);
    WKB_TRY(r.status);
    if (!chosen)
        return wkc_report_cause(e, &why);
    *row = all.row;
    *n = all.n;
    return WK_OK;
}

double
wkc_run_condition(
    wkc_run *r, const wkc_fold *f, size_t lane, uint32_t row, wku_num *slot)
{
    const wkb_mark mark = wkb_arena_mark(r->scratch);
    wkc_run in = wkc_inner_run(r, f->where, lane, 1);
    double truth = NAN;
    if (in.slot) {
        in.row = &row;
        wkc_run_code(&in);
        truth = in.slot[f->where->result];
        for (size_t i = 0; slot && i < f->where->n; i++)
            wkc_widen(&slot[i], in.slot[i]);
    }
    if (!in.slot || in.status != WK_OK)
        r->status = WK_ENOMEM;
    wkb_arena_rewind(r->scratch, mark);
    return truth;
}

uint32_t
wkc_extreme_row(const wkl_tables *tables,
                wkb_arena *scratch,
                const wkc_value *v,
                size_t slot)
{
    const wkc_ins *ins = &v->code->ins[slot];
    uint32_t row = WKL_NONE;
    size_t ignored = 0;
    wkc_cause why;
    if (ins->op != WKC_FOLD || v->n_ranged)
        return WKL_NONE;
    const wkb_mark mark = wkb_arena_mark(scratch);
    wkc_run r = {.tables = tables,
                 .scratch = scratch,
                 .code = v->code,
                 .lanes = 1,
                 .slot = WKB_NEW(scratch, double, v->code->n),
                 .undecided = SIZE_MAX,
                 .picked = &row};
    for (size_t i = 0; r.slot && i < v->code->n; i++)
        r.slot[i] = v->slot[i].v;
    if (r.slot)
        (void)wkc_run_fold(&r, &v->code->fold[ins->c], 0, &why, &ignored);
    wkb_arena_rewind(scratch, mark);
    return row;
}
