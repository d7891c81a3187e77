/* What a value over ranges must not rest on: rows that are chosen at some
 * corners alone. */
#include <math.h>

#include "compute/run.h"

void
wkc_put_range(wkb_out *out,
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
    wkc_put_range(out, e, code, code->ins[at].a, &slot[code->ins[at].a]);
    wkb_puts(out, " against ");
    wkc_put_range(out, e, code, code->ins[at].b, &slot[code->ins[at].b]);
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
    WKB_TRY(g->run(g->ud, see_rows, NULL, c));
    while (c->row < c->n && c->seen[c->row] != 3)
        c->row++;
    if (c->row == c->n)
        return WK_OK;
    for (size_t i = 0; i < c->fold->where->n; i++)
        slot[i] = (wku_num){NAN, NAN, NAN};
    c->slot = slot;
    return g->run(g->ud, see_row, NULL, c);
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
