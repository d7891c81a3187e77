/* Looking things up in tables. */
#include "load/table.h"

#include "load/reader.h"

void
wkl_tables_init(
    wkl_tables *t, wkb_arena *a, wku_units *u, wku_axes *x, wkb_diag *d)
{
    *t = (wkl_tables){.arena = a, .units = u, .axes = x, .diag = d};
    wkb_pool_init(&t->texts, a);
}

uint32_t
wkl_find_table(const wkl_tables *t, wkb_str name)
{
    for (size_t i = 0; i < t->table.n; i++) {
        if (wkb_str_eq(t->table.item[i]->name, name))
            return (uint32_t)i;
    }
    return WKL_NONE;
}

uint32_t
wkl_find_column(const wkl_table *t, wkb_str name)
{
    for (size_t i = 0; i < t->n_col; i++) {
        if (wkb_str_eq(t->col[i].name, name))
            return (uint32_t)i;
    }
    return WKL_NONE;
}

size_t
wkl_id_slot(uint32_t text)
{
    /* ids of neighbouring rows stay neighbours in memory, with gaps between */
    return (size_t)text * 5;
}

uint32_t
wkl_row_of_text(const wkl_table *t, uint32_t text)
{
    if (t->n_by_id == 0 || text == WKL_NONE)
        return WKL_NONE;
    size_t at = wkl_id_slot(text) & (t->n_by_id - 1);
    while (t->by_id[at] && t->col[0].index[t->by_id[at] - 1] != text)
        at = (at + 1) & (t->n_by_id - 1);
    return t->by_id[at] ? t->by_id[at] - 1 : WKL_NONE;
}

uint32_t
wkl_find_row(const wkl_tables *all, const wkl_table *t, wkb_str id)
{
    return wkl_row_of_text(t, wkb_interned(&all->texts, id));
}

const wkl_extra *
wkl_extra_of(const wkl_column *c, uint32_t row)
{
    size_t low = 0, high = c->n_extra;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (c->extra[middle].row < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->n_extra && c->extra[low].row == row ? &c->extra[low] : NULL;
}

wkb_str
wkl_text(const wkl_tables *all, const wkl_column *c, uint32_t row)
{
    const bool has = c->type.kind == WKU_TEXT || c->type.kind == WKU_EXPR;
    if (!has || c->index[row] == WKL_NONE)
        return (wkb_str){"", 0};
    return all->texts.text.item[c->index[row]];
}

wkb_str
wkl_id(const wkl_tables *all, const wkl_table *t, uint32_t row)
{
    return t->has_id ? wkl_text(all, &t->col[0], row) : (wkb_str){"", 0};
}

wkb_span
wkl_cell_span(const wkl_tables *all,
              const wkl_table *t,
              uint32_t row,
              uint32_t column)
{
    const wkb_str bytes = all->diag->file.item[t->file].bytes;
    size_t at = t->row_at[row];
    wkl_field f = wkl_csv_field(bytes, &at);
    for (uint32_t i = 0; i < column; i++)
        f = wkl_csv_field(bytes, &at);
    return (wkb_span){t->file, f.begin, f.end};
}

wkb_str
wkl_text_at(const wkl_tables *all, wkb_span at)
{
    return wkb_sub(all->diag->file.item[at.file].bytes, at.begin, at.end);
}

void
wkl_cited(const wkl_tables *all,
          const wkl_table *t,
          uint32_t row,
          uint32_t column,
          wkb_str *sources,
          wkb_str *locator)
{
    *sources = *locator = (wkb_str){"", 0};
    if (column != WKL_NONE && t->col[column].source_column != WKL_NONE) {
        *sources = wkl_text(all, &t->col[t->col[column].source_column], row);
        if (sources->n)
            return; /* the row's locator is about the row's sources */
    }
    if (t->source_column != WKL_NONE)
        *sources = wkl_text(all, &t->col[t->source_column], row);
    if (t->locator_column != WKL_NONE)
        *locator = wkl_text(all, &t->col[t->locator_column], row);
}

wkb_str
wkl_next_source(wkb_str *list)
{
    while (list->n) {
        const wkb_str id = wkb_trim(wkb_cut(list, ';'));
        if (id.n)
            return id;
    }
    return (wkb_str){"", 0};
}
