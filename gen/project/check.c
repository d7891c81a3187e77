/* Checks all that can be checked without documents. */
#include <math.h>

#include "project/built_in.h"

/* Marks the sources that something cites. */
typedef struct marks {
    wk_project *p;
    const wkl_table *sources;
    bool *cited; /* by row of sources */
} marks;

static void
mark_list(const marks *m, wkb_str list)
{
    for (;;) {
        const wkb_str id = wkl_next_source(&list);
        if (id.n == 0)
            return;
        const uint32_t row = wkl_find_row(&m->p->tables, m->sources, id);
        if (row != WKL_NONE)
            m->cited[row] = true;
    }
}

static bool
cites(const wkl_table *t, uint32_t column)
{
    return column == t->source_column ||
           wkb_ends(t->col[column].name, WKB_STR(".source"));
}

static void
mark_tables(const marks *m)
{
    const wkl_tables *t = &m->p->tables;
    for (size_t i = 0; i < t->table.n; i++) {
        const wkl_table *of = t->table.item[i];
        for (uint32_t c = 0; c < of->n_col && !of->is_built_in; c++) {
            for (uint32_t row = 0; cites(of, c) && row < of->n_row; row++)
                mark_list(m, wkl_text(t, &of->col[c], row));
        }
    }
    for (size_t i = 0; i < m->p->cited.text.n; i++)
        mark_list(m, m->p->cited.text.item[i]);
    for (size_t i = 0; i < m->p->formulas.formula.n; i++) {
        const wkc_formula *f = m->p->formulas.formula.item[i];
        for (size_t k = 0; k < f->citation.n; k++)
            mark_list(m, f->citation.item[k].id);
    }
}

/* A source that nothing cites says in its note that it is background. */
static bool
is_background(const wkl_tables *t, const wkl_table *sources, uint32_t row)
{
    const uint32_t note = wkl_find_column(sources, WKB_STR("note"));
    return note != WKL_NONE && wkb_starts(wkl_text(t, &sources->col[note], row),
                                          WKB_STR("background"));
}

static wk_status
check_sources(wk_project *p, wk_check_report *out)
{
    const wkl_tables *t = &p->tables;
    const uint32_t n = wkl_find_table(t, WKB_STR("sources"));
    if (n == WKL_NONE)
        return WK_OK;
    marks m = {p, t->table.item[n], NULL};
    m.cited = WKB_NEW(&p->call, bool, m.sources->n_row);
    if (!m.cited)
        return WK_ENOMEM;
    mark_tables(&m);
    out->n_sources = m.sources->n_row;
    for (uint32_t row = 0; row < m.sources->n_row; row++) {
        if (m.cited[row] || is_background(t, m.sources, row))
            continue;
        out->n_unused_sources++;
        wkb_warn(&p->diag,
                 WK_ESOURCE,
                 wkl_cell_span(t, m.sources, row, 0),
                 "nothing cites the source %q\n"
                 "cite it, delete it, or begin its note with 'background'",
                 wkl_id(t, m.sources, row));
    }
    return WK_OK;
}

/* Every cell that is an expression has a value, known or not. */
static wk_status
check_expressions(wk_project *p,
                  const wkl_table *t,
                  uint32_t column,
                  wk_check_report *out)
{
    wk_status worst = WK_OK;
    for (uint32_t row = 0; row < t->n_row && worst != WK_ENOMEM; row++) {
        wkp_cell cell = {.table = t, .row = row, .column = column};
        bool is_filled = false;
        const wkb_mark mark = wkb_arena_mark(&p->call);
        const wk_status status = wkp_cell_read(p, &cell, &is_filled);
        wkb_arena_rewind(&p->call, mark);
        out->n_expressions += is_filled;
        worst = status == WK_OK ? worst : status;
    }
    return worst;
}

/* A column of expressions, by what its name and its table make of it. */
static wk_status
check_column(wk_project *p,
             const wkl_table *t,
             uint32_t column,
             wk_check_report *out)
{
    const wkb_str name = t->col[column].name;
    if (wkb_str_eq(name, WKB_STR("holds")))
        return wkp_check_conditions(p, t, column, out);
    if (!wkb_str_eq(name, WKB_STR("expression")))
        return check_expressions(p, t, column, out);
    if (wkp_is_claims(t))
        return wkp_check_claims(p, t, out);
    if (wkp_is_predictions(t))
        return wkp_check_predictions(p, t, out);
    return check_expressions(p, t, column, out);
}

static void
count_status(wk_project *p, const wkl_table *t, wk_check_report *out)
{
    const uint32_t c = wkl_find_column(t, WKB_STR("status"));
    for (uint32_t row = 0; c != WKL_NONE && row < t->n_row; row++) {
        const wkb_str status = wkl_text(&p->tables, &t->col[c], row);
        out->n_with_status += status.n > 0;
        out->n_verified += wkb_str_eq(status, WKB_STR("verified"));
    }
}

static bool
is_filled(const wkl_column *c, uint32_t row)
{
    if (c->index)
        return c->index[row] != WKL_NONE;
    return !isnan(c->num[row]) || wkl_extra_of(c, row);
}

static wk_status
check_table(wk_project *p, const wkl_table *t, wk_check_report *out)
{
    wk_status worst = WK_OK;
    out->n_tables++;
    out->n_rows += t->n_row;
    count_status(p, t, out);
    for (uint32_t c = 0; c < t->n_col; c++) {
        for (uint32_t row = 0; row < t->n_row; row++)
            out->n_cells += is_filled(&t->col[c], row);
        if (t->col[c].type.kind != WKU_EXPR)
            continue;
        const wk_status status = check_column(p, t, c, out);
        if (status == WK_ENOMEM)
            return status;
        worst = status == WK_OK ? worst : status;
    }
    return worst;
}

wk_status
wk_check(wk_check_report *out, wk_project *p)
{
    wk_status worst = WK_OK;
    *out = (wk_check_report){.size = sizeof *out};
    WKB_TRY(wkp_begin(p));
    for (size_t i = 0; i < p->tables.table.n; i++) {
        const wkl_table *t = p->tables.table.item[i];
        const wk_status status =
            t->is_built_in ? WK_OK : check_table(p, t, out);
        if (status == WK_ENOMEM)
            return status;
        worst = status == WK_OK ? worst : status;
    }
    const wk_status examples = wkp_check_examples(p);
    if (examples == WK_ENOMEM)
        return examples;
    worst = examples == WK_OK ? worst : examples;
    WKB_TRY(check_sources(p, out));
    out->n_formulas = p->formulas.formula.n;
    out->n_rivals = p->tables.rival.n;
    out->n_errors = p->diag.n_errors;
    out->n_warnings = p->diag.n_warnings;
    return worst;
}
