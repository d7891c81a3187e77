/* The table `uses`: which formula, page or cell names which formula, row or
 * source. */
#include "compose/document.h"
#include "project/built_in.h"

/* Who mentions, and what it mentioned already. */
typedef struct user {
    wkp_made *m;
    const char *by; /* formula, page, cell */
    wkb_str name, page, in, in_row;
    const wkc_formula *self; /* a formula does not use itself */
    wkb_pool said;
} user;

static uint32_t
sources_of(const wk_project *p)
{
    return wkl_find_table(&p->tables, WKB_STR("sources"));
}

/* Whether the user mentions this for the first time. */
static wk_status
is_first(user *u, const wkp_mention *m, bool *first)
{
    wk_project *p = u->m->project;
    wkb_out key = wkb_out_kept(&p->call);
    wkb_str text;
    uint32_t number = 0;
    const size_t before = u->said.text.n;
    if (m->formula)
        wkb_print(&key, "%S()", m->formula->name);
    else
        wkb_print(&key, "%d %d", (int)m->table, (int)m->row);
    WKB_TRY(wkb_out_text(&key, &text));
    WKB_TRY(wkb_intern(&u->said, text, true, &number));
    *first = u->said.text.n > before;
    return WK_OK;
}

static wk_status
put_use(void *ud, const wkp_mention *m)
{
    user *u = ud;
    const wkl_tables *t = &u->m->project->tables;
    const bool is_row = !m->formula;
    const wkl_table *table = is_row ? t->table.item[m->table] : NULL;
    const wkb_str none = {0};
    const wkb_str id = is_row ? wkl_id(t, table, m->row) : m->formula->name;
    const bool is_source = is_row && m->table == sources_of(u->m->project);
    bool first = false;
    if (m->formula && m->formula == u->self)
        return WK_OK;
    WKB_TRY(is_first(u, m, &first));
    if (!first)
        return WK_OK;
    wkp_field(u->m, m->formula ? m->formula->name : none);
    wkp_field(u->m, is_source ? id : none);
    wkp_field(u->m, is_row ? table->name : WKB_STR("formulas"));
    wkp_field(u->m, id);
    wkp_field(u->m, wkb_str_of(u->by));
    wkp_field(u->m, u->name);
    wkp_field(u->m, u->page);
    wkp_field(u->m, u->in);
    wkp_field(u->m, u->in_row);
    wkp_row_end(u->m);
    return WK_OK;
}

static user
begin(wkp_made *m, const char *by, wkb_str name)
{
    user u = {.m = m, .by = by, .name = name};
    wkb_pool_init(&u.said, &m->project->call);
    return u;
}

static wk_status
put_formulas(wkp_made *m)
{
    const wk_project *p = m->project;
    for (size_t i = 0; i < p->formulas.formula.n; i++) {
        const wkc_formula *f = p->formulas.formula.item[i];
        user u = begin(m, "formula", f->name);
        u.self = f;
        WKB_TRY(wkp_mentions(
            m->project, wkl_text_at(&p->tables, f->whole), put_use, &u));
    }
    return WK_OK;
}

static wk_status
put_cell(wkp_made *m, uint32_t table, uint32_t row, uint32_t column)
{
    wk_project *p = m->project;
    const wkl_table *of = p->tables.table.item[table];
    const wkb_str expr = wkl_text(&p->tables, &of->col[column], row);
    wkb_out address = wkb_out_kept(&p->call);
    wkb_str name;
    if (expr.n == 0)
        return WK_OK;
    wkc_put_address(&address, &p->tables, table, row, column);
    WKB_TRY(wkb_out_text(&address, &name));
    user u = begin(m, "cell", name);
    u.in = of->name;
    u.in_row = of->has_id ? wkl_id(&p->tables, of, row) : (wkb_str){0};
    return wkp_mentions(p, expr, put_use, &u);
}

static wk_status
put_cells(wkp_made *m)
{
    const wkl_tables *t = &m->project->tables;
    for (uint32_t table = 0; table < t->table.n; table++) {
        const wkl_table *of = t->table.item[table];
        for (uint32_t c = 0; c < of->n_col && !of->is_built_in; c++) {
            if (of->col[c].type.kind != WKU_EXPR)
                continue;
            for (uint32_t row = 0; row < of->n_row; row++)
                WKB_TRY(put_cell(m, table, row, c));
        }
    }
    return WK_OK;
}

static bool
has_value(wkb_str text)
{
    for (size_t i = 0; i + 1 < text.n; i++) {
        if (text.p[i] == '{' && text.p[i + 1] == '{')
            return true;
    }
    return false;
}

/* The pages for each row of a table go by their folder, and by its index. */
static wk_status
name_pages(user *u, wkb_str path)
{
    wk_project *p = u->m->project;
    wkb_out in = wkb_out_kept(&p->call), name = wkb_out_kept(&p->call);
    wkb_out page = wkb_out_kept(&p->call);
    wkb_str index;
    wkb_print(&in, "templates/%S/index.md", path);
    wkb_print(&name, "every page of %S/", path);
    wkb_print(&page, "%S/index.html", path);
    WKB_TRY(wkb_out_text(&in, &index));
    WKB_TRY(wkb_out_text(&name, &u->name));
    return wkp_find_input(p, index) ? wkb_out_text(&page, &u->page) : WK_OK;
}

static wk_status
put_page(wkp_made *m, const wkp_input *in)
{
    static const wkt_site none;
    wk_project *p = m->project;
    wkt_meta meta;
    uint32_t body = 0;
    wkb_out page = wkb_out_kept(&p->call);
    const wkb_str path = wkb_sub(in->name, 0, in->name.n - 3);
    const wk_status read =
        wkt_read_meta(&meta, &body, &p->call, &p->env, in->file, &none);
    if (read != WK_OK || meta.is_draft || !meta.html)
        return read == WK_ENOMEM ? read : WK_OK;
    user u = begin(
        m, "page", meta.title.n && !has_value(meta.title) ? meta.title : path);
    wkb_print(&page, "%S.html", path);
    if (meta.each_list.begin != meta.each_list.end)
        WKB_TRY(name_pages(&u, path));
    else
        WKB_TRY(wkb_out_text(&page, &u.page));
    return wkp_mentions_of_template(p, in, put_use, &u);
}

/* Faults of front matter are told when the pages are planned. */
static wk_status
put_pages(wkp_made *m)
{
    wk_project *p = m->project;
    const wkb_diag before = p->diag;
    wk_status status = WK_OK;
    p->diag.fn = NULL;
    for (size_t i = 0; i < p->input.n && status == WK_OK; i++) {
        const wkp_input *in = &p->input.item[i];
        if (in->kind == WKP_TEMPLATE && !wkp_is_partial(in->name))
            status = put_page(m, in);
    }
    p->diag.fn = before.fn;
    p->diag.n_errors = before.n_errors;
    p->diag.n_warnings = before.n_warnings;
    return status;
}

wk_status
wkp_put_uses(wkp_made *m)
{
    WKB_TRY(put_formulas(m));
    WKB_TRY(put_cells(m));
    return put_pages(m);
}
