/* Rows of a table that a list names: its condition, order and limit, programs
 * whose lanes are the rows. */
#include <math.h>
#include <string.h>

#include "compute/choose.h"

/* Whether no lane of a run can be at fault, so that none has to be examined:
 * what comes from outside is known, or examined there. */
static bool
is_safe(const wkc_pass *s, const wkc_run *in)
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
take_value(const wkc_pass *s, wkc_run *in, size_t i, size_t at, bool safe)
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

bool
wkc_run_over(const wkc_pass *s, const wkc_code *code)
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
        if (in.status == WK_OK && in.watch)
            in.status = in.watch->block(in.watch->ud, &in);
        sound = in.status == WK_OK;
        for (size_t i = 0; i < in.lanes && sound; i++)
            sound = take_value(s, &in, i, at + i, safe);
    }
    if (in.status != WK_OK)
        s->r->status = in.status;
    wkb_arena_rewind(s->r->scratch, mark);
    return sound && s->r->status == WK_OK;
}

static void
keep_true(const wkc_pass *s, wkc_chosen *out, size_t *left_out)
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
sort_rows(wkc_run *r, const wkc_fold *f, wkc_chosen *by)
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
fixed_value(const wkc_pass *s, const wkc_code *c, size_t at)
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
find_key(const wkc_pass *s, const wkc_code *c, size_t at, key *out)
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
narrow(const wkc_pass *s, const wkc_code *c, wkc_chosen *out)
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
keep_where(const wkc_pass *s,
           const wkc_fold *f,
           wkc_chosen *out,
           size_t *left_out)
{
    wkc_pass inner = *s;
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
    if (!wkc_run_over(&inner, f->where))
        return false;
    keep_true(&inner, out, is_built_in ? &unsaid : left_out);
    return true;
}

bool
wkc_choose_rows(const wkc_pass *s,
                const wkc_fold *f,
                wkc_chosen *out,
                size_t *left_out)
{
    if (f->where && !keep_where(s, f, out, left_out))
        return false;
    if (f->sort && out->n) {
        wkc_pass inner = *s;
        wkc_cause ignored = {0};
        inner.unknown = &ignored;
        inner.value = out->value;
        inner.row = out->row;
        inner.n = out->n;
        if (!wkc_run_over(&inner, f->sort) || !sort_rows(s->r, f, out))
            return false;
    }
    if (out->n > f->limit)
        out->n = f->limit;
    return true;
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
    wkc_chosen all = {row, WKB_NEW(r->scratch, double, *n), *n};
    const wkc_pass s = {
        .r = r, .why = why, .unknown = &unknown, .left_out = left_out};
    *why = (wkc_cause){.row = WKL_NONE};
    if (!all.value) {
        r->status = WK_ENOMEM;
        return false;
    }
    for (size_t i = 0; i < *n; i++)
        row[i] = (uint32_t)i;
    if (!wkc_choose_rows(&s, f, &all, left_out))
        return false;
    *n = all.n;
    return true;
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
    wkc_pass s = {.r = &r, .why = &why, .unknown = &unknown};
    wkc_chosen all = {.n = e->tables->table.item[f->table]->n_row};
    if (c->n_ranged)
        return refuse_ranged_list(e, c);
    all.row = WKB_NEW(a, uint32_t, all.n);
    all.value = WKB_NEW(a, double, all.n);
    if (!r.slot || !all.row || !all.value)
        return WK_ENOMEM;
    wkc_run_code(&r); /* what a condition takes from outside */
    for (size_t i = 0; i < all.n; i++)
        all.row[i] = (uint32_t)i;
    const bool chosen = wkc_choose_rows(&s, f, &all, &left_out);
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
    }
    const bool has_run = in.slot && in.status == WK_OK;
    if (has_run)
        truth = in.slot[f->where->result];
    for (size_t i = 0; has_run && slot && i < f->where->n; i++)
        wkc_widen(&slot[i], in.slot[i]);
    if (!has_run)
        r->status = WK_ENOMEM;
    wkb_arena_rewind(r->scratch, mark);
    return truth;
}
