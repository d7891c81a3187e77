/* The table directive: expressions over the rows of a list. */
#include <math.h>

#include "compose/compose.h"

enum { MOST_COLUMNS = 32, MOST_ROWS = 2000 };

typedef struct grid {
    wkt_page *p;
    const wkt_slot *s;
    wkb_span column[MOST_COLUMNS];
    wkb_str heading[MOST_COLUMNS]; /* empty: from the expression */
    size_t n_columns;
    wku_unit unit[MOST_COLUMNS]; /* of each column, once it is known */
    bool has_unit[MOST_COLUMNS], is_number[MOST_COLUMNS];
    wkc_answer *answer; /* row by row */
    uint32_t table;
    const uint32_t *row;
    size_t n_rows;
} grid;

static wk_status
add_column(grid *g, wkb_str heading, wkb_span at)
{
    if (g->n_columns == MOST_COLUMNS)
        return wkb_error(g->p->env->diag,
                         WK_ELIMIT,
                         at,
                         "a table has at most %d columns\nsplit it",
                         (int)MOST_COLUMNS);
    g->heading[g->n_columns] = heading;
    g->column[g->n_columns++] = at;
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
        WKB_TRY(add_column(g, (wkb_str){0}, wkt_span(at, all, one)));
        begin = i + 1;
    }
    return WK_OK;
}

/* An expression, or `Heading: expression`. */
static wk_status
read_column(grid *g, const wkt_yaml *one)
{
    const bool is_named =
        one->kind == WKT_YAML_MAP && one->child && !one->child->next;
    const wkt_yaml *of = is_named ? one->child : one;
    if (of->kind != WKT_YAML_SCALAR || !of->verbatim)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         of->at,
                         "a column is an expression, without quotes, or a "
                         "heading and an expression\n"
                         "write memory, or Memory: memory | GB");
    return add_column(g, is_named ? of->key : (wkb_str){0}, of->at);
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
    for (const wkt_yaml *one = columns->child; one; one = one->next)
        WKB_TRY(read_column(g, one));
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
    wkb_print(out, "%S.html", wkb_sub(to, common, to.n));
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
        return wkt_add_text(p->arena, cell, r->text) ? WK_OK : WK_ENOMEM;
    wkb_out href = wkb_out_kept(p->arena);
    wkt_node *link = wkt_add(p->arena, cell, WKT_LINK);
    if (!link || !wkt_add_text(p->arena, link, r->text))
        return WK_ENOMEM;
    put_way(&href, p->t->path, page);
    link->href = wkt_kept(p, &href);
    return href.status;
}

/* The unit of a column: what the format or `to` says, the heading's where it
 * prints a cell; else the one that its largest value is shown in. */
static wku_unit
unit_of(const grid *g, size_t c)
{
    const wkc_answer *largest = NULL;
    for (size_t i = 0; i < g->n_rows; i++) {
        const wkc_answer *r = &g->answer[i * g->n_columns + c];
        const wkc_kind root = r->in.expr.root->kind;
        if (r->value.type.kind != WKU_NUMBER || r->value.status != WK_OK)
            continue;
        if (r->format.has_unit)
            return r->format.unit;
        if (root == WKC_NAME || root == WKC_MEMBER || root == WKC_TO)
            return r->value.type.unit;
        if (!largest || fabs(r->value.num.hi) > fabs(largest->value.num.hi))
            largest = r;
    }
    return largest ? largest->shown : wku_one();
}

static wk_status
ask_column(grid *g, size_t c)
{
    wkc_bindings names = g->s->names;
    names.has_row = true;
    names.table = g->table;
    for (size_t i = 0; i < g->n_rows; i++) {
        wkc_answer *r = &g->answer[i * g->n_columns + c];
        names.row = g->row[i];
        WKB_TRY(
            wkc_ask_on_page(r, g->p->arena, g->p->env, g->column[c], &names));
        g->is_number[c] |= r->value.type.kind == WKU_NUMBER;
        g->has_unit[c] |=
            r->value.type.kind == WKU_NUMBER && r->value.status != WK_EUNKNOWN;
    }
    g->unit[c] = unit_of(g, c);
    return WK_OK;
}

static wk_status
ask_all(grid *g)
{
    g->answer = WKB_NEW(g->p->arena, wkc_answer, g->n_rows * g->n_columns);
    if (!g->answer)
        return WK_ENOMEM;
    for (size_t c = 0; c < g->n_columns; c++)
        WKB_TRY(ask_column(g, c));
    return WK_OK;
}

static wk_status
put_cell(grid *g,
         size_t c,
         const wkc_answer *r,
         const wkc_bindings *names,
         wkt_node *cell)
{
    const bool is_number = r->value.type.kind == WKU_NUMBER;
    cell->align = is_number ? WKT_RIGHT : WKT_NO_ALIGN;
    if (r->value.status == WK_EUNKNOWN)
        return wkt_put_unknown(g->p, cell);
    if (!is_number)
        return put_text(g->p, r, cell);
    return wkt_put_number(g->p,
                          r,
                          wkt_without_unit(g->p, &g->unit[c], r),
                          g->column[c],
                          names,
                          cell);
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
        WKB_TRY(put_cell(g, c, &g->answer[i * g->n_columns + c], &names, cell));
    }
    return WK_OK;
}

/* Once the rows are there, the head knows each column's unit. */
static wk_status
put_head(grid *g, wkt_node *head)
{
    for (size_t c = 0; c < g->n_columns; c++)
        WKB_TRY(wkt_put_column_head(
            g->p,
            head,
            g->heading[c].n
                ? g->heading[c]
                : wkt_column_title(g->p, wkt_source(g->p, g->column[c])),
            g->has_unit[c] ? &g->unit[c] : NULL,
            g->is_number[c]));
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
    WKB_TRY(ask_all(g));
    for (size_t i = 0; i < g->n_rows; i++)
        WKB_TRY(put_row(g, i, table));
    return put_head(g, head);
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
    WKB_TRY(wkt_yaml_read(&all,
                          p->arena,
                          p->env->diag->file.item[s->inner.file].bytes,
                          s->inner,
                          p->env->diag));
    WKB_TRY(wkt_yaml_expect(all, WKT_YAML_MAP, p->env->diag));
    WKB_TRY(wkt_yaml_unknown(all, known, WKB_COUNT(known), p->env->diag));
    WKB_TRY(read_rows(g, wkt_yaml_find(all, "data"), s->at));
    WKB_TRY(read_columns(g, wkt_yaml_find(all, "columns"), s->at));
    return put_grid(g, into);
}
