/* The table directive: expressions over the rows of a list. */
#include "compose/compose.h"

enum { MOST_COLUMNS = 32, MOST_ROWS = 2000 };

typedef struct grid {
    wkt_page *p;
    const wkt_slot *s;
    wkb_span column[MOST_COLUMNS];
    size_t n_columns;
    wku_unit unit[MOST_COLUMNS]; /* of each column, once it is known */
    bool has_unit[MOST_COLUMNS], is_number[MOST_COLUMNS];
    uint32_t table;
    const uint32_t *row;
    size_t n_rows;
} grid;

static wk_status
add_column(grid *g, wkb_span at)
{
    if (g->n_columns == MOST_COLUMNS)
        return wkb_error(g->p->env->diag,
                         WK_ELIMIT,
                         at,
                         "a table has at most %d columns\nsplit it",
                         (int)MOST_COLUMNS);
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
        WKB_TRY(add_column(g, wkt_span(at, all, one)));
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
        if (one->kind != WKT_YAML_SCALAR || !one->verbatim)
            return wkb_error(g->p->env->diag,
                             WK_ESYNTAX,
                             one->at,
                             "a column is an expression, without quotes\n"
                             "write it as in data/");
        WKB_TRY(add_column(g, one->at));
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
put_cell(grid *g, size_t c, const wkc_bindings *names, wkt_node *cell)
{
    wkc_answer r;
    WKB_TRY(wkc_ask(&r, g->p->arena, g->p->env, g->column[c], names));
    const bool is_number = r.value.type.kind == WKU_NUMBER;
    g->is_number[c] = g->is_number[c] || is_number;
    cell->align = is_number ? WKT_RIGHT : WKT_NO_ALIGN;
    if (r.value.status == WK_EUNKNOWN)
        return wkt_put_unknown(g->p, cell);
    if (!is_number)
        return wkt_add_text(g->p->arena, cell, r.text) ? WK_OK : WK_ENOMEM;
    if (!g->has_unit[c]) {
        g->has_unit[c] = true;
        g->unit[c] = r.value.type.unit;
    }
    return wkt_put_number(g->p,
                          &r,
                          wkt_without_unit(g->p, &g->unit[c], &r),
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
        WKB_TRY(put_cell(g, c, &names, cell));
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
            wkt_column_title(g->p, wkt_source(g->p, g->column[c])),
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
