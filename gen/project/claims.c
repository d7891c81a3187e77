/* Holds conditions and claims that stand in tables to the arithmetic. */
#include <math.h>

#include "project/project.h"

#define VERDICT_TEXT(name, text) [WK_VERDICT_##name] = (text),

const char *
wk_verdict_text(wk_verdict v)
{
    static const char *const texts[] = {WK_VERDICT_LIST(VERDICT_TEXT)};
    return (size_t)v < WKB_COUNT(texts) ? texts[v] : "no such verdict";
}

wkb_str
wkp_kept(wkb_out *out)
{
    wkb_str text;
    return wkb_out_text(out, &text) == WK_OK ? text : WKB_STR("(no memory)");
}

wkb_str
wkp_row_name(wk_project *p, const wkl_table *t, uint32_t row)
{
    wkb_out out = wkb_out_kept(&p->call);
    if (!t->has_id)
        return WKB_STR("this row");
    wkb_print(&out, "%q", wkl_id(&p->tables, t, row));
    return wkp_kept(&out);
}

wkb_str
wkp_cell_text(const wk_project *p,
              const wkl_table *t,
              uint32_t row,
              uint32_t column)
{
    if (column == WKL_NONE)
        return (wkb_str){0};
    return wkl_text(&p->tables, &t->col[column], row);
}

uint32_t
wkp_column(const wkl_table *t, const char *name, wku_kind kind)
{
    const uint32_t c = wkl_find_column(t, wkb_str_of(name));
    return c != WKL_NONE && t->col[c].type.kind == kind ? c : WKL_NONE;
}

wk_status
wkp_cell_read(wk_project *p, wkp_cell *c, bool *is_filled)
{
    c->at = wkl_cell_span(&p->tables, c->table, c->row, c->column);
    *is_filled = c->at.begin < c->at.end;
    if (!*is_filled)
        return WK_OK;
    WKB_TRY(wkc_parse_cell(&c->expr,
                           &p->call,
                           p->diag.file.item[c->at.file].bytes,
                           c->at,
                           &p->diag));
    WKB_TRY(wkc_compile(&c->code, &p->call, &p->env, &c->expr, NULL));
    return wkc_evaluate(&c->value, &p->call, &p->env, c->code, NULL);
}

/* unit: in which it is printed, or NULL. */
static wkb_str
value_text(wk_project *p, const wkp_cell *c, const wku_unit *unit)
{
    wkb_out out = wkb_out_kept(&p->call);
    wku_format f = WKU_FORMAT_INIT;
    f.has_unit = unit != NULL;
    if (unit)
        f.unit = *unit;
    (void)wkc_put_value(&out, &p->env, &c->value, &c->expr, &f, NULL);
    return wkp_kept(&out);
}

static bool
is_true(const wkp_cell *c, const wkc_node *n)
{
    const wkc_place *place = &c->code->frame[0].place[n->id];
    return place->is_set && c->value.slot[place->slot].lo == 1;
}

/* Of conditions joined by `and` the first that is not true. */
static const wkc_node *
culprit(const wkp_cell *c, const wkc_node *n)
{
    while (n->kind == WKC_BINARY && n->op == WKC_OP_AND)
        n = is_true(c, n->child) ? n->child->next : n->child;
    return n;
}

static bool
is_comparison(const wkc_node *n)
{
    return n->kind == WKC_BINARY && n->op >= WKC_OP_EQ && n->op <= WKC_OP_GE;
}

/* One side of a comparison: what was typed as it stands, else its value. */
static void
put_side(wk_project *p, wkb_out *out, const wkp_cell *c, const wkc_node *n)
{
    const wkc_printer printer = {.out = out};
    const wkc_place *place = &c->code->frame[0].place[n->id];
    if (n->kind == WKC_NUMBER || n->kind == WKC_RANGE || n->kind == WKC_DATE ||
        n->kind == WKC_TEXT || !place->is_set)
        wkc_put_expr(&printer, n);
    else
        wkc_put_place(out, &p->env, &c->value, place);
}

/* "12.3 USD/h <= 5 USD/h", or the condition as it is written. */
static wkb_str
condition_text(wk_project *p, const wkp_cell *c)
{
    wkb_out out = wkb_out_kept(&p->call);
    const wkc_printer printer = {.out = &out};
    const wkc_node *n = culprit(c, c->expr.root);
    if (is_comparison(n)) {
        put_side(p, &out, c, n->child);
        wkb_print(&out, " %s ", wkc_operators[n->op].sign);
        put_side(p, &out, c, n->child->next);
    } else {
        wkc_put_expr(&printer, n);
    }
    return wkp_kept(&out);
}

/* What a condition came to, where it is not true. */
static wk_status
condition_fails(wk_project *p, const wkp_cell *c)
{
    const wkb_str name = wkp_row_name(p, c->table, c->row);
    if (c->value.status == WK_EUNKNOWN)
        return wkb_error(&p->diag,
                         WK_EUNKNOWN,
                         c->at,
                         "whether %S holds is %S\n"
                         "fill the cell, or ask known(x)",
                         name,
                         value_text(p, c, NULL));
    if (c->value.status == WK_EUNDECIDED)
        return wkb_error(
            &p->diag,
            WK_EUNDECIDED,
            c->at,
            "%S is undecided: %S holds on part of the range alone\n"
            "narrow the range, or write what holds on all of it",
            name,
            condition_text(p, c));
    return wkb_error(&p->diag,
                     WK_ECLAIM,
                     c->at,
                     "%S does not hold: %S is false\n"
                     "correct the cells that it reads, or the condition",
                     name,
                     condition_text(p, c));
}

static wk_status
no_condition(wk_project *p, const wkp_cell *c, const char *hint)
{
    return wkb_error(&p->diag,
                     WK_ETYPE,
                     c->at,
                     "%S has a value here, %S, and no condition\n%s",
                     wkp_row_name(p, c->table, c->row),
                     value_text(p, c, NULL),
                     hint);
}

static wk_status
check_condition(wk_project *p, const wkp_cell *c)
{
    if (c->value.type.kind != WKU_BOOL)
        return no_condition(
            p, c, "compare it with something, as in x <= 5 USD/h");
    if (c->value.status == WK_OK && c->value.num.v == 1)
        return WK_OK;
    return condition_fails(p, c);
}

wk_status
wkp_check_conditions(wk_project *p,
                     const wkl_table *t,
                     uint32_t column,
                     wk_check_report *out)
{
    wk_status worst = WK_OK;
    for (uint32_t row = 0; row < t->n_row && worst != WK_ENOMEM; row++) {
        wkp_cell c = {.table = t, .row = row, .column = column};
        bool is_filled;
        const wkb_mark mark = wkb_arena_mark(&p->call);
        wk_status status = wkp_cell_read(p, &c, &is_filled);
        if (status == WK_OK && is_filled)
            status = check_condition(p, &c);
        wkb_arena_rewind(&p->call, mark);
        out->n_expressions += is_filled;
        out->n_conditions += is_filled;
        worst = status == WK_OK ? worst : status;
    }
    return worst;
}

/* A table of claims: its columns. */
typedef struct claims {
    wk_project *p;
    const wkl_table *t;
    uint32_t expression, stated, verdict, why; /* the last two may be none */
} claims;

bool
wkp_is_claims(const wkl_table *t)
{
    return wkp_column(t, "expression", WKU_EXPR) != WKL_NONE &&
           wkp_column(t, "stated", WKU_TEXT) != WKL_NONE;
}

/* One claim while it is tried. */
typedef struct trial {
    const claims *of;
    wkp_cell cell;
    wkb_str stated;
    wku_claim claim;
    wk_verdict verdict;
    wku_verdict came_out;
    double margin;
} trial;

static wkb_span
span_of(const trial *t, uint32_t column)
{
    return wkl_cell_span(&t->of->p->tables, t->of->t, t->cell.row, column);
}

/* Where a fault of the claim as a whole is shown: its verdict, if it has a
 * column for that, else what it states. */
static wkb_span
claim_span(const trial *t)
{
    if (t->of->verdict != WKL_NONE)
        return span_of(t, t->of->verdict);
    return t->stated.n ? span_of(t, t->of->stated) : t->cell.at;
}

static wk_status
read_verdict(trial *t)
{
    const claims *of = t->of;
    const wkb_str word = wkp_cell_text(of->p, of->t, t->cell.row, of->verdict);
    t->verdict = WK_VERDICT_HOLDS;
    if (word.n == 0)
        return WK_OK;
    for (size_t v = 0; v < WK_VERDICT_COUNT; v++) {
        t->verdict = (wk_verdict)v;
        if (wkb_str_eq(word, wkb_str_of(wk_verdict_text(t->verdict))))
            return WK_OK;
    }
    return wkb_error(&of->p->diag,
                     WK_ECELL,
                     span_of(t, of->verdict),
                     "%q is no verdict\n"
                     "write holds, rounds differently, misleading comparison, "
                     "disputed or not checkable",
                     word);
}

/* `why` says more of every claim but one that simply holds. */
static wk_status
check_why(const trial *t)
{
    const claims *of = t->of;
    const wkb_str why = wkp_cell_text(of->p, of->t, t->cell.row, of->why);
    if (of->why == WKL_NONE || t->verdict == WK_VERDICT_HOLDS || why.n)
        return WK_OK;
    return wkb_error(&of->p->diag,
                     WK_ECELL,
                     span_of(t, of->verdict),
                     "%S has the verdict '%s' and no reason\n"
                     "say in the column 'why' what is wrong with it",
                     wkp_row_name(of->p, of->t, t->cell.row),
                     wk_verdict_text(t->verdict));
}

static wk_status
read_stated(trial *t)
{
    wk_project *p = t->of->p;
    t->stated = wkp_cell_text(p, t->of->t, t->cell.row, t->of->stated);
    if (t->stated.n == 0)
        return WK_OK;
    return wku_claim_read(
        &t->claim, &p->units, t->stated, span_of(t, t->of->stated), &p->diag);
}

/* "the value is 4.78 ms, stated ~ 5 ms, off by -4.5 %" */
static wkb_str
outcome_text(const trial *t)
{
    wk_project *p = t->of->p;
    wkb_out out = wkb_out_kept(&p->call);
    wkb_print(
        &out,
        "the value is %S, stated %e",
        value_text(p, &t->cell, t->claim.has_unit ? &t->claim.unit : NULL),
        t->stated);
    (void)wkc_put_margin(&out, &p->units, t->margin);
    return wkp_kept(&out);
}

static wk_status
contradicted(const trial *t)
{
    wk_project *p = t->of->p;
    const wkb_str name = wkp_row_name(p, t->of->t, t->cell.row);
    if (t->came_out == WKU_HOLDS)
        return wkb_error(&p->diag,
                         WK_ECLAIM,
                         claim_span(t),
                         "%S holds, though its verdict is '%s': %S\n"
                         "write the verdict 'holds'",
                         name,
                         wk_verdict_text(t->verdict),
                         outcome_text(t));
    return wkb_error(&p->diag,
                     WK_ECLAIM,
                     claim_span(t),
                     "%S does not hold: %S\n"
                     "correct the claim, or the cells that it rests on",
                     name,
                     outcome_text(t));
}

/* EXPRESSION STATED, as it would stand between {{ }}. */
static wk_status
try_value(trial *t)
{
    wk_project *p = t->of->p;
    const wkp_cell *c = &t->cell;
    WKB_TRY(wkc_claim_fits(&p->env,
                           &t->claim,
                           c->expr.root,
                           &c->code->result_type,
                           span_of(t, t->of->stated)));
    if (c->value.status != WK_OK)
        return condition_fails(p, c);
    t->came_out = wku_holds(&c->value.num, &t->claim, &t->margin);
    const bool holds = t->came_out == WKU_HOLDS;
    if ((t->verdict == WK_VERDICT_HOLDS && !holds) ||
        (t->verdict == WK_VERDICT_ROUNDS && holds))
        return contradicted(t);
    return WK_OK;
}

/* An expression alone is a condition. */
static wk_status
try_condition(trial *t)
{
    const wkp_cell *c = &t->cell;
    if (c->value.type.kind != WKU_BOOL)
        return no_condition(
            t->of->p, c, "fill 'stated', or compare it with something");
    if (t->verdict == WK_VERDICT_ROUNDS)
        return wkb_error(&t->of->p->diag,
                         WK_ECELL,
                         claim_span(t),
                         "%S states no number that could round differently\n"
                         "fill 'stated', or give it another verdict",
                         wkp_row_name(t->of->p, t->of->t, c->row));
    if (c->value.status == WK_OK &&
        (c->value.num.v == 1 || t->verdict != WK_VERDICT_HOLDS))
        return WK_OK;
    return condition_fails(t->of->p, c);
}

static wk_status
nothing_to_try(const trial *t)
{
    if (t->verdict != WK_VERDICT_HOLDS && t->verdict != WK_VERDICT_ROUNDS)
        return WK_OK;
    return wkb_error(&t->of->p->diag,
                     WK_ECELL,
                     claim_span(t),
                     "%S has no expression, so nothing shows that it %s\n"
                     "fill 'expression', or write 'not checkable'",
                     wkp_row_name(t->of->p, t->of->t, t->cell.row),
                     t->verdict == WK_VERDICT_HOLDS ? "holds"
                                                    : "rounds differently");
}

static wk_status
try_claim(trial *t, bool *is_filled)
{
    WKB_TRY(read_verdict(t));
    WKB_TRY(wkp_cell_read(t->of->p, &t->cell, is_filled));
    WKB_TRY(check_why(t));
    WKB_TRY(read_stated(t));
    if (!*is_filled)
        return nothing_to_try(t);
    return t->stated.n ? try_value(t) : try_condition(t);
}

wk_status
wkp_check_claims(wk_project *p, const wkl_table *t, wk_check_report *out)
{
    const claims of = {p,
                       t,
                       wkp_column(t, "expression", WKU_EXPR),
                       wkp_column(t, "stated", WKU_TEXT),
                       wkp_column(t, "verdict", WKU_TEXT),
                       wkp_column(t, "why", WKU_TEXT)};
    wk_status worst = WK_OK;
    for (uint32_t row = 0; row < t->n_row && worst != WK_ENOMEM; row++) {
        bool is_filled = false;
        trial one = {.of = &of,
                     .cell = {.table = t, .row = row, .column = of.expression}};
        const wkb_mark mark = wkb_arena_mark(&p->call);
        const wk_status status = try_claim(&one, &is_filled);
        wkb_arena_rewind(&p->call, mark);
        out->n_expressions += is_filled;
        out->n_claims++;
        out->n_by_verdict[one.verdict]++;
        worst = status == WK_OK ? worst : status;
    }
    return worst;
}
