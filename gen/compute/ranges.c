/* What a value over ranges must not rest on: rows that are chosen at some
 * corners alone, a division by a range that spans zero. */
#include <math.h>

#include "compute/run.h"

static bool
spans_zero(const wku_num *n)
{
    return n->lo < 0 && n->hi > 0;
}

/* The slot that instruction i divides by, or SIZE_MAX. */
static size_t
divisor_of(const wkc_again *g, size_t i)
{
    const wkc_ins *ins = &g->code->ins[i];
    if (ins->op == WKC_DIV)
        return ins->b;
    if (ins->op == WKC_POW && g->slot[ins->b].lo < 0)
        return ins->a;
    return SIZE_MAX;
}

/* Divisors over the lanes in which they count. */
typedef struct divisors {
    const wkc_again *g;
    wku_num *live; /* by slot of the division */
} divisors;

static wk_status
see_divisors(void *ud, wkc_run *r, size_t lane)
{
    const divisors *d = ud;
    const wkb_mark mark = wkb_arena_mark(r->scratch);
    const char *live = wkc_live_slots(r, lane);
    for (size_t i = 0; live && i < r->code->n; i++) {
        const size_t by = live[i] ? divisor_of(d->g, i) : SIZE_MAX;
        if (by != SIZE_MAX)
            wkc_widen(&d->live[i], r->slot[by * r->lanes + lane]);
    }
    wkb_arena_rewind(r->scratch, mark);
    return live ? WK_OK : WK_ENOMEM;
}

static void
put_slot(wkb_out *out,
         const wkc_env *e,
         const wkc_code *code,
         size_t at,
         const wku_num *n)
{
    const wku_format f = WKU_FORMAT_INIT;
    const wku_num range = {n->lo == n->hi ? n->lo : (double)NAN, n->lo, n->hi};
    const wk_status printed = wku_print(
        out, e->tables->units, &range, &code->type[at], &f, (wkb_str){0}, NULL);
    if (printed == WK_ENOMEM)
        out->status = printed;
}

static wk_status
report_divisor(const wkc_again *g, size_t i, const wku_num *n)
{
    wkb_out out = wkb_out_kept(g->arena);
    wkb_str text;
    put_slot(&out, g->e, g->code, divisor_of(g, i), n);
    WKB_TRY(wkb_out_text(&out, &text));
    return wkb_error(g->e->diag,
                     WK_EZERO,
                     g->code->at[i],
                     "division by a range that spans zero: %S\n"
                     "narrow the range, or guard it: if(b > 0, a / b, …)",
                     text);
}

wk_status
wkc_check_divisors(const wkc_again *g)
{
    size_t i = 0;
    while (i < g->code->n && (divisor_of(g, i) == SIZE_MAX ||
                              !spans_zero(&g->slot[divisor_of(g, i)])))
        i++;
    if (i == g->code->n)
        return WK_OK;
    divisors d = {g, WKB_NEW(g->arena, wku_num, g->code->n)};
    if (!d.live)
        return WK_ENOMEM;
    for (i = 0; i < g->code->n; i++)
        d.live[i] = (wku_num){NAN, NAN, NAN};
    WKB_TRY(g->run(g->ud, see_divisors, &d));
    for (i = 0; i < g->code->n; i++) {
        if (spans_zero(&d.live[i]))
            return report_divisor(g, i, &d.live[i]);
    }
    return WK_OK;
}

/* The comparison of numbers that makes slot `at` true in some lanes alone. */
static size_t
comparison_behind(const wkc_code *code, const wku_num *slot, size_t at)
{
    const wkc_ins *ins = &code->ins[at];
    size_t found = SIZE_MAX;
    if (slot[at].lo == slot[at].hi)
        return SIZE_MAX;
    if (ins->op >= WKC_EQ && ins->op <= WKC_GE)
        return code->type[ins->a].kind == WKU_NUMBER ? at : SIZE_MAX;
    if (ins->op != WKC_AND && ins->op != WKC_OR && ins->op != WKC_NOT)
        return SIZE_MAX;
    found = comparison_behind(code, slot, ins->a);
    if (found == SIZE_MAX && ins->op != WKC_NOT)
        found = comparison_behind(code, slot, ins->b);
    return found;
}

void
wkc_put_comparison(wkb_out *out,
                   const wkc_env *e,
                   const wkc_code *code,
                   const wku_num *slot)
{
    const size_t at = comparison_behind(code, slot, code->result);
    if (at == SIZE_MAX)
        return;
    wkb_puts(out, ": ");
    put_slot(out, e, code, code->ins[at].a, &slot[code->ins[at].a]);
    wkb_puts(out, " against ");
    put_slot(out, e, code, code->ins[at].b, &slot[code->ins[at].b]);
}

/* Which rows a condition chooses, over the lanes. */
typedef struct choice {
    const wkc_fold *fold;
    size_t n;
    unsigned char *seen; /* by row: 1 left out, 2 chosen, 3 both */
    uint32_t row;        /* the one that is looked at closely */
    wku_num *slot;       /* of the condition in that row */
} choice;

static wk_status
see_rows(void *ud, wkc_run *r, size_t lane)
{
    choice *c = ud;
    for (size_t i = 0; i < c->n && r->status == WK_OK; i++) {
        const uint32_t row = (uint32_t)i;
        const double truth = wkc_run_condition(r, c->fold, lane, row, NULL);
        c->seen[i] |= truth == 1 ? 2 : 1;
    }
    return r->status;
}

static wk_status
see_row(void *ud, wkc_run *r, size_t lane)
{
    choice *c = ud;
    (void)wkc_run_condition(r, c->fold, lane, c->row, c->slot);
    return r->status;
}

/* Finds the first row that is chosen in some lanes alone; c->slot is NULL
 * where there is none, since an outer condition decides. */
static wk_status
look_closely(const wkc_again *g, choice *c)
{
    c->seen = WKB_NEW(g->arena, unsigned char, c->n);
    wku_num *slot = WKB_NEW(g->arena, wku_num, c->fold->where->n);
    if (!c->seen || !slot)
        return WK_ENOMEM;
    WKB_TRY(g->run(g->ud, see_rows, c));
    while (c->row < c->n && c->seen[c->row] != 3)
        c->row++;
    if (c->row == c->n)
        return WK_OK;
    for (size_t i = 0; i < c->fold->where->n; i++)
        slot[i] = (wku_num){NAN, NAN, NAN};
    c->slot = slot;
    return g->run(g->ud, see_row, c);
}

static void
note_row(const wkc_again *g, const choice *c)
{
    const wkl_table *t = g->e->tables->table.item[c->fold->table];
    const uint32_t at = t->row_at[c->row];
    wkb_note(g->e->diag,
             (wkb_span){t->file, at, at + 1},
             "in this row of %q",
             t->name);
}

wk_status
wkc_report_choice(const wkc_again *g, size_t at)
{
    const wkc_fold *f = &g->code->fold[g->code->ins[at].c];
    choice c = {.fold = f, .n = g->e->tables->table.item[f->table]->n_row};
    wkb_out out = wkb_out_kept(g->arena);
    wkb_span place = g->code->at[at];
    wkb_str text;
    if (f->where && !f->where->is_constant)
        WKB_TRY(look_closely(g, &c));
    if (c.slot) {
        wkc_put_comparison(&out, g->e, f->where, c.slot);
        place = f->where->at[f->where->result];
    }
    WKB_TRY(wkb_out_text(&out, &text));
    (void)wkb_error(g->e->diag,
                    WK_EUNDECIDED,
                    place,
                    "the condition holds on part of a range alone%S\n"
                    "narrow the range, or compare it with what lies outside",
                    text);
    if (c.slot)
        note_row(g, &c);
    return WK_EUNDECIDED;
}
