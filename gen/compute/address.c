/* What a cell is called, and the sources that a value rests on. */
#include "compute/derive.h"

static const wkl_table *
table_at(const wkl_tables *t, uint32_t table)
{
    return t->table.item[table];
}

enum { MOST_KEYS = 64 };

/* Columns whose texts or references together name a row. */
typedef struct keys {
    const uint32_t *index[MOST_KEYS];
    size_t n;
} keys;

static bool
agree(const keys *k, uint32_t row, uint32_t other)
{
    size_t i = 0;
    while (i < k->n && k->index[i][row] == k->index[i][other])
        i++;
    return i == k->n;
}

/* The first of the other rows, from number `from` on, that agrees with this one
 * in these columns; n_row if none does. */
static uint32_t
next_like(const wkl_table *t, uint32_t row, const keys *k, uint32_t from)
{
    const uint32_t *first = k->index[0];
    const uint32_t wanted = first[row];
    while (from < t->n_row &&
           (first[from] != wanted || from == row || !agree(k, row, from)))
        from++;
    return from;
}

static wkb_str
key_text(const wkl_tables *t, const wkl_column *c, uint32_t row)
{
    if (c->type.kind == WKU_ROW && c->index[row] != WKL_NONE)
        return wkl_id(t, table_at(t, c->type.table), c->index[row]);
    return wkl_text(t, c, row);
}

/* The first column alone, where it tells the row apart; else [column =
 * "text", ...] with as many leading columns as do. */
static void
put_key(wkb_out *out, const wkl_tables *t, const wkl_table *table, uint32_t row)
{
    keys k = {.n = 0};
    const char *between = "[";
    uint32_t like = 0; /* those before it differ in fewer columns already */
    for (size_t c = 0; c < table->n_col && c < MOST_KEYS; c++) {
        const wkl_column *col = &table->col[c];
        if ((col->type.kind != WKU_TEXT && col->type.kind != WKU_ROW) ||
            col->index[row] == WKL_NONE || table->n_col > MOST_KEYS)
            continue;
        k.index[k.n++] = col->index;
        like = next_like(table, row, &k, like);
        const bool is_unique = like == table->n_row;
        const wkb_str text = key_text(t, col, row);
        if (c == 0 && is_unique && wkb_is_word(text)) {
            wkb_print(out, ".%S", text);
            return;
        }
        wkb_print(out, "%s%S = \"%e\"", between, col->name, text);
        between = ", ";
        if (is_unique)
            break;
    }
    wkb_putc(out, ']');
}

void
wkc_put_address(wkb_out *out,
                const wkl_tables *t,
                uint32_t table,
                uint32_t row,
                uint32_t column)
{
    const wkl_table *of = table_at(t, table);
    const wkb_str id = of->has_id ? wkl_id(t, of, row) : (wkb_str){0};
    wkb_put(out, of->name);
    if (!of->has_id)
        put_key(out, t, of, row);
    else
        wkb_print(out, wkb_is_word(id) ? ".%S" : "[\"%S\"]", id);
    if (column != WKL_NONE)
        wkb_print(out, ".%S", of->col[column].name);
}

static wk_status
add_source(wkc_sources *to, wkb_arena *a, wkb_str id, wkb_str locator)
{
    for (size_t i = to->item.n; i > 0; i--) { /* most often the last */
        if (wkb_str_eq(to->item.item[i - 1].id, id) &&
            wkb_str_eq(to->item.item[i - 1].locator, locator))
            return WK_OK;
    }
    wkc_source *s = WKB_PUSH(a, &to->item);
    if (!s)
        return WK_ENOMEM;
    *s = (wkc_source){id, locator};
    return WK_OK;
}

/* Gathers the sources of cells as they are visited. */
typedef struct gatherer {
    wkc_sources *to;
    wkb_arena *arena;
    const wkl_tables *tables;
    wkb_str sources, locator; /* of the cell before: a row's are the same */
    wk_status status;
} gatherer;

/* "a; b" cited at "x; y": the locators go with the ids where they are as
 * many, else the whole locator with each. */
static void
gather_cell(void *ud, uint32_t table, uint32_t row, uint32_t column)
{
    gatherer *g = ud;
    wkb_str sources, locator;
    size_t n_ids = 0, n_places = 0;
    if (table_at(g->tables, table)->is_built_in)
        return;
    wkl_cited(
        g->tables, table_at(g->tables, table), row, column, &sources, &locator);
    if (wkb_str_eq(sources, g->sources) && wkb_str_eq(locator, g->locator))
        return;
    g->sources = sources;
    g->locator = locator;
    for (wkb_str s = sources; wkl_next_source(&s).n;)
        n_ids++;
    for (wkb_str s = locator; wkl_next_source(&s).n;)
        n_places++;
    while (g->status == WK_OK) {
        const wkb_str id = wkl_next_source(&sources);
        if (id.n == 0)
            return;
        g->status =
            add_source(g->to,
                       g->arena,
                       id,
                       n_ids == n_places ? wkl_next_source(&locator) : locator);
    }
}

wk_status
wkc_sources_of(wkc_sources *out,
               wkb_arena *a,
               const wkc_env *e,
               const wkc_value *v)
{
    const wkc_code *c = v->code;
    gatherer g = {.to = out, .arena = a, .tables = e->tables};
    *out = (wkc_sources){0};
    for (size_t i = 0; i < c->n_formulas; i++) {
        const wkc_formula *f = c->formula[i];
        for (size_t k = 0; k < f->citation.n; k++)
            WKB_TRY(add_source(
                out, a, f->citation.item[k].id, f->citation.item[k].locator));
    }
    WKB_TRY(wkc_cells_of(a, e, v, gather_cell, &g));
    return g.status;
}
