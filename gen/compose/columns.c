/* The table directive: expressions over the rows of a list. */
#include <math.h>
#include <string.h>

#include "compose/compose.h"

enum { MOST_COLUMNS = 32, MOST_ROWS = 2000 };

typedef struct column {
    wkb_span at;   /* its expression */
    wkb_str title; /* as written, or empty */
    bool is_number, has_unit;
    wku_unit unit;      /* of every cell, in the head */
    wkc_answer *answer; /* by row */
} column;

typedef struct grid {
    wkt_page *p;
    const wkt_slot *s;
    column column[MOST_COLUMNS];
    size_t n_columns;
    uint32_t table;
    const uint32_t *row;
    size_t n_rows;
} grid;

static wk_status
add_column(grid *g, wkb_span at, wkb_str title)
{
    if (g->n_columns == MOST_COLUMNS)
        return wkb_error(g->p->env->diag,
                         WK_ELIMIT,
                         at,
                         "a table has at most %d columns\nsplit it",
                         (int)MOST_COLUMNS);
    g->column[g->n_columns++] = (column){.at = at, .title = title};
    return WK_OK;
}

/* "a, f(b, c), d": cut at commas outside brackets and texts. */
static wk_status
cut_columns(grid *g, wkb_span at)
{
    const wkb_str all = wkt_source(g->p, at);
    size_t begin = 0, depth = 0;
    bool quoted = false;
    for (size_t i = 0; i <= all.n; i++) {
        const char c = i < all.n ? all.p[i] : ',';
        quoted ^= c == '"';
        if (!quoted && (c == '(' || c == '['))
            depth++;
        if (!quoted && (c == ')' || c == ']') && depth)
            depth--;
        if (c != ',' || ((quoted || depth) && i < all.n))
            continue;
        const wkb_str one = wkb_trim(wkb_sub(all, begin, i));
        WKB_TRY(add_column(g, wkt_span(at, all, one), (wkb_str){0}));
        begin = i + 1;
    }
    return WK_OK;
}

static wk_status
read_columns(grid *g, const wkt_yaml *columns, wkb_span at)
{
    if (columns && columns->kind == WKT_YAML_SCALAR && columns->verbatim)
        return cut_columns(g, columns->at);
    if (!columns || columns->kind != WKT_YAML_LIST)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         columns ? columns->at : at,
                         "a table needs columns\n"
                         "write columns: name, launched, memory");
    for (const wkt_yaml *one = columns->child; one; one = one->next) {
        const bool has_title =
            one->kind == WKT_YAML_MAP && one->child && !one->child->next;
        const wkt_yaml *expr = has_title ? one->child : one;
        if (expr->kind != WKT_YAML_SCALAR || !expr->verbatim)
            return wkb_error(g->p->env->diag,
                             WK_ESYNTAX,
                             expr->at,
                             "a column is an expression, without quotes\n"
                             "write - memory, or - Its heading: memory / tdp");
        WKB_TRY(wkt_no_braces(expr->key, expr->key_at, g->p->env->diag));
        WKB_TRY(add_column(g, expr->at, expr->key));
    }
    return WK_OK;
}

static wk_status
read_rows(grid *g, const wkt_yaml *data, wkb_span at)
{
    if (!data || data->kind != WKT_YAML_SCALAR || !data->verbatim)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         data ? data->at : at,
                         "this block needs data\n"
                         "write data: and a table, with where, sort, limit");
    WKB_TRY(
        wkt_list(g->p, data->at, &g->s->names, &g->table, &g->row, &g->n_rows));
    if (g->n_rows <= MOST_ROWS)
        return WK_OK;
    return wkb_error(g->p->env->diag,
                     WK_ELIMIT,
                     data->at,
                     "%z rows are more than the %d of one table\n"
                     "choose some with where or limit",
                     g->n_rows,
                     (int)MOST_ROWS);
}

static wk_status
refuse_unit(const grid *g, const column *c, const wku_unit *unit)
{
    wku_units *u = g->p->env->tables->units;
    return wkb_error(g->p->env->diag,
                     WK_EDIMENSION,
                     c->at,
                     "the values of this column are in %q and in %q\n"
                     "choose rows of one quantity, or write a list with "
                     "{{#each}}",
                     wku_unit_text(u, &c->unit),
                     wku_unit_text(u, unit));
}

/* The answers of a column; its unit is the one that is asked for, or that of
 * the heading or of `to`, or that of its largest value. */
static wk_status
answer_column(grid *g, column *c)
{
    double largest = -1;
    wkc_bindings names = g->s->names;
    names.has_row = true;
    names.table = g->table;
    c->answer = WKB_NEW(g->p->arena, wkc_answer, g->n_rows);
    for (size_t i = 0; c->answer && i < g->n_rows; i++) {
        wkc_answer *r = &c->answer[i];
        names.row = g->row[i];
        WKB_TRY(wkt_ask(g->p, c->at, &names, r));
        const bool is_known = r->value.status == WK_OK;
        const wkc_kind kind = r->in.expr.root->kind;
        const bool is_set =
            kind == WKC_NAME || kind == WKC_MEMBER || kind == WKC_TO;
        const double size = is_known ? fabs(r->value.num.hi) : -1;
        if (r->value.type.kind != WKU_NUMBER)
            continue;
        c->is_number = true;
        if (c->has_unit && !wku_same_dimension(&c->unit, &r->value.type.unit))
            return refuse_unit(g, c, &r->value.type.unit);
        if (c->has_unit && (is_set || r->format.has_unit || size <= largest))
            continue;
        c->has_unit = true;
        largest = size;
        c->unit = is_known && (r->format.has_unit || !is_set)
                      ? r->shown
                      : r->value.type.unit;
    }
    return c->answer || g->n_rows == 0 ? WK_OK : WK_ENOMEM;
}

/* What a column is called: its last name in words (that before `.name`), or
 * the expression without what `to` says, which stands under it. */
static wkb_str
title_of(const grid *g, const column *c)
{
    wkb_out out = wkb_out_kept(g->p->arena);
    wkb_str text = wkt_source(g->p, c->at);
    const wkc_node *root = g->n_rows ? c->answer[0].in.expr.root : NULL;
    if (c->title.n)
        return c->title;
    if (root && root->kind == WKC_TO)
        root = root->child;
    if (root)
        text = wkt_source(g->p, root->at);
    const bool is_name =
        root && (root->kind == WKC_NAME || root->kind == WKC_MEMBER);
    if (is_name && wkb_ends(text, WKB_STR(".name")))
        text.n -= strlen(".name");
    while (is_name && wkb_find(text, '.') < text.n)
        (void)wkb_cut(&text, '.');
    for (size_t i = 0; i < text.n; i++) {
        const char ch = text.p[i];
        const bool is_first = is_name && i == 0 && ch >= 'a' && ch <= 'z';
        if (ch == '*')
            wkb_puts(&out, "\xc3\x97");
        else
            wkb_putc(&out,
                     is_first    ? (char)(ch - 'a' + 'A')
                     : ch == '_' ? ' '
                                 : ch);
    }
    return wkt_kept(g->p, &out);
}

/* The row that a value names: itself, or through the text of its column
 * `name` or `id`. */
static bool
named_row(const wkt_page *p, const wkc_value *v, uint32_t *table, uint32_t *row)
{
    const wkc_ins *ins = &v->code->ins[v->code->result];
    *table = v->type.table;
    double number = v->num.v;
    if (v->type.kind == WKU_TEXT && ins->op == WKC_CELL) {
        const wkl_table *t = p->env->tables->table.item[ins->b];
        if (ins->c != t->name_column && (ins->c != 0 || !t->has_id))
            return false;
        *table = ins->b;
        number = v->slot[ins->a].v;
    } else if (v->type.kind != WKU_ROW) {
        return false;
    }
    if (isnan(number))
        return false;
    *row = (uint32_t)number;
    return true;
}

/* From the page at `from` to another: "../models/x.html". */
static void
put_way(wkb_out *out, wkb_str from, wkb_str to)
{
    size_t common = 0;
    for (size_t i = 0; i < from.n && i < to.n && from.p[i] == to.p[i]; i++)
        common = from.p[i] == '/' ? i + 1 : common;
    for (size_t i = common; i < from.n; i++)
        wkb_puts(out, from.p[i] == '/' ? "../" : "");
    wkb_put_path(out, wkb_sub(to, common, to.n));
    wkb_puts(out, ".html");
}

/* A text; one that names a row with a page of its own leads there. */
static wk_status
put_text(wkt_page *p, const wkc_answer *r, wkt_node *cell)
{
    uint32_t table = 0, row = 0;
    wkb_str page = {0};
    if (p->t->row_page && named_row(p, &r->value, &table, &row))
        page = p->t->row_page(p->t->ud, table, row);
    if (page.n == 0 || wkb_str_eq(page, p->t->path))
        return wkt_add_value(p->arena, cell, r->text) ? WK_OK : WK_ENOMEM;
    wkb_out href = wkb_out_kept(p->arena);
    wkt_node *link = wkt_add(p->arena, cell, WKT_LINK);
    if (!link || !wkt_add_value(p->arena, link, r->text))
        return WK_ENOMEM;
    put_way(&href, p->t->path, page);
    link->href = wkt_kept(p, &href);
    return href.status;
}

static wk_status
put_cell(grid *g,
         const column *c,
         size_t i,
         const wkc_bindings *names,
         wkt_node *cell)
{
    wkc_answer *r = &c->answer[i];
    wkb_str number;
    cell->align = c->is_number ? WKT_RIGHT : WKT_NO_ALIGN;
    if (r->value.status == WK_EUNKNOWN)
        return wkt_put_unknown(g->p, cell);
    if (r->value.type.kind != WKU_NUMBER) {
        WKB_TRY(put_text(g->p, r, cell));
        return wkt_mark_verdict(g->p, cell);
    }
    WKB_TRY(wkt_without_unit(g->p, &c->unit, r, &number));
    return wkt_put_number(g->p, r, number, c->at, names, cell);
}

static wk_status
put_row(grid *g, size_t i, wkt_node *table)
{
    wkt_node *row = wkt_add(g->p->arena, table, WKT_ROW);
    wkc_bindings names = g->s->names;
    names.has_row = true;
    names.table = g->table;
    names.row = g->row[i];
    if (!row)
        return WK_ENOMEM;
    for (size_t c = 0; c < g->n_columns; c++) {
        wkt_node *cell = wkt_add(g->p->arena, row, WKT_CELL);
        if (!cell)
            return WK_ENOMEM;
        cell->is_head = c == 0;
        WKB_TRY(put_cell(g, &g->column[c], i, &names, cell));
    }
    return WK_OK;
}

/* Once the answers are there, the head knows each column's unit. */
static wk_status
put_head(const grid *g, wkt_node *head)
{
    for (size_t i = 0; i < g->n_columns; i++) {
        const column *c = &g->column[i];
        WKB_TRY(wkt_put_column_head(g->p,
                                    head,
                                    title_of(g, c),
                                    c->has_unit ? &c->unit : NULL,
                                    c->is_number));
    }
    return WK_OK;
}

static wk_status
put_grid(grid *g, wkt_node *into)
{
    wkt_node *table = wkt_add(g->p->arena, into, WKT_TABLE);
    wkt_node *head = table ? wkt_add(g->p->arena, table, WKT_ROW) : NULL;
    if (!head)
        return WK_ENOMEM;
    table->cls = WKB_STR("data");
    for (size_t c = 0; c < g->n_columns; c++)
        WKB_TRY(answer_column(g, &g->column[c]));
    WKB_TRY(put_head(g, head));
    for (size_t i = 0; i < g->n_rows; i++)
        WKB_TRY(put_row(g, i, table));
    return WK_OK;
}

wk_status
wkt_put_table(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    static const char *const known[] = {"data", "columns"};
    wkt_yaml *all = NULL;
    grid *g = WKB_NEW(p->arena, grid, 1);
    if (!g)
        return WK_ENOMEM;
    g->p = p;
    g->s = s;
    WKB_TRY(wkt_read_block(p, s, &all));
    WKB_TRY(wkt_yaml_unknown(all, known, WKB_COUNT(known), p->env->diag));
    WKB_TRY(read_rows(g, wkt_yaml_find(all, "data"), s->at));
    WKB_TRY(read_columns(g, wkt_yaml_find(all, "columns"), s->at));
    return put_grid(g, into);
}
