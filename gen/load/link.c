/* References between tables, and the sources that cells cite. */
#include "load/reader.h"

enum { MOST_SEARCHED = 20000 }; /* rows, for a suggestion */

typedef struct ids {
    const wkl_tables *all;
    const wkl_table *table;
} ids;

static wkb_str
id_at(const void *ud, size_t i)
{
    const ids *x = ud;
    return wkl_id(x->all, x->table, (uint32_t)i);
}

wkb_str
wkl_nearest_id(const wkl_tables *t, const wkl_table *tb, wkb_str id)
{
    const ids x = {t, tb};
    const size_t n = tb->n_row < MOST_SEARCHED ? tb->n_row : MOST_SEARCHED;
    const size_t i = wkb_nearest(id, id_at, &x, n);
    return i < n ? id_at(&x, i) : (wkb_str){"", 0};
}

static wkb_str
table_at(const void *ud, size_t i)
{
    const wkl_tables *t = ud;
    return t->table.item[i]->name;
}

wkb_str
wkl_nearest_table(const wkl_tables *t, wkb_str name)
{
    const size_t i = wkb_nearest(name, table_at, t, t->table.n);
    return i < t->table.n ? t->table.item[i]->name : (wkb_str){"", 0};
}

static wkb_str
column_at(const void *ud, size_t i)
{
    const wkl_table *tb = ud;
    return tb->col[i].name;
}

wkb_str
wkl_nearest_column(const wkl_table *tb, wkb_str name)
{
    const size_t i = wkb_nearest(name, column_at, tb, tb->n_col);
    return i < tb->n_col ? tb->col[i].name : (wkb_str){"", 0};
}

/* What is linked: one table, and the tables it points to. */
typedef struct linking {
    wkl_tables *t;
    const wkl_table *table;
    const wkl_table *sources; /* or NULL */
    wkl_faults faults;
} linking;

static wk_status
refuse_table(const linking *l, const wkl_column *c)
{
    const wkb_str near = wkl_nearest_table(l->t, c->refers_to);
    if (near.n)
        return wkb_error(l->faults.diag,
                         WK_EREFERENCE,
                         c->heading,
                         "there is no table %q\ndid you mean %q?",
                         c->refers_to,
                         near);
    return wkb_error(l->faults.diag,
                     WK_EREFERENCE,
                     c->heading,
                     "there is no table %q\nadd %e.csv, or correct the heading",
                     c->refers_to,
                     c->refers_to);
}

static wk_status
refuse_row(const linking *l, uint32_t row, uint32_t column, wkb_str id)
{
    const wkl_column *c = &l->table->col[column];
    const wkl_table *to = l->t->table.item[c->type.table];
    const wkb_span at = wkl_cell_span(l->t, l->table, row, column);
    const wkb_str near = wkl_nearest_id(l->t, to, id);
    if (near.n)
        return wkb_error(l->faults.diag,
                         WK_EREFERENCE,
                         at,
                         "table '%S' has no row %q\ndid you mean %q?",
                         to->name,
                         id,
                         near);
    return wkb_error(l->faults.diag,
                     WK_EREFERENCE,
                     at,
                     "table '%S' has no row %q\nadd the row, or correct the id",
                     to->name,
                     id);
}

/* Texts of the pool become rows of the other table. */
static bool
link_column(linking *l, uint32_t column)
{
    wkl_column *c = (wkl_column *)&l->table->col[column];
    uint32_t *index = (uint32_t *)c->index;
    const uint32_t to = wkl_find_table(l->t, c->refers_to);
    if (to == WKL_NONE)
        return wkl_go_on(&l->faults, refuse_table(l, c));
    const wkl_table *other = l->t->table.item[to];
    c->type.table = (uint16_t)to;
    if (!other->has_id)
        return wkl_go_on(&l->faults,
                         wkb_error(l->faults.diag,
                                   WK_EREFERENCE,
                                   c->heading,
                                   "table '%S' has no ids to refer to\nmake "
                                   "'id' its first column",
                                   other->name));
    for (uint32_t row = 0; row < l->table->n_row; row++) {
        const uint32_t text = index[row];
        index[row] = wkl_row_of_text(other, text);
        if (text == WKL_NONE || index[row] != WKL_NONE)
            continue;
        const wkb_str id = l->t->texts.text.item[text];
        if (!wkl_go_on(&l->faults, refuse_row(l, row, column, id)))
            return false;
    }
    return true;
}

void
wkl_link_one(wkl_tables *t, const wkl_table *tb, wkl_faults *f)
{
    linking l = {.t = t, .table = tb, .faults = *f};
    for (uint32_t c = 0; c < tb->n_col; c++) {
        if (tb->col[c].type.kind == WKU_ROW && tb->col[c].index &&
            !link_column(&l, c))
            break;
    }
    *f = l.faults;
}

/* The place of part of a cell; the cell's, where quotes are doubled in it. */
static wkb_span
span_in_cell(const linking *l, wkb_span cell, wkb_str whole, wkb_str part)
{
    const size_t before = (size_t)(part.p - whole.p);
    if (whole.n != cell.end - cell.begin)
        return cell;
    return wkl_span(
        &l->faults, cell.begin + before, cell.begin + before + part.n);
}

static wk_status
refuse_source(const linking *l, wkb_span at, wkb_str id)
{
    wkb_diag *d = l->faults.diag;
    const wkb_str near = wkl_nearest_id(l->t, l->sources, id);
    if (wkb_find(id, ',') < id.n)
        return wkb_error(d,
                         WK_ESOURCE,
                         at,
                         "%q is no source\nput '; ' between two sources, not a "
                         "comma",
                         id);
    if (near.n)
        return wkb_error(d,
                         WK_ESOURCE,
                         at,
                         "there is no source %q\ndid you mean %q?",
                         id,
                         near);
    if (wkb_find(id, ' ') < id.n)
        return wkb_error(d,
                         WK_ESOURCE,
                         at,
                         "%q is no source\nwrite ids of sources.csv, with '; ' "
                         "between two",
                         id);
    return wkb_error(d,
                     WK_ESOURCE,
                     at,
                     "there is no source %q\nadd it to sources.csv, or correct "
                     "the id",
                     id);
}

/* The first fault of a list "a; b". */
static wk_status
check_list(const linking *l, uint32_t row, uint32_t column)
{
    const wkb_str whole = wkl_text(l->t, &l->table->col[column], row);
    for (wkb_str rest = whole; rest.p;) {
        const wkb_str piece = wkb_cut(&rest, ';');
        const wkb_str id = wkb_trim(piece);
        if (id.n && wkl_find_row(l->t, l->sources, id) != WKL_NONE)
            continue;
        const wkb_span cell = wkl_cell_span(l->t, l->table, row, column);
        const wkb_span at = span_in_cell(l, cell, whole, id.n ? id : piece);
        if (id.n)
            return refuse_source(l, at, id);
        return wkb_error(l->faults.diag,
                         WK_ESOURCE,
                         at,
                         "an empty source in %q\nput '; ' between two sources, "
                         "and nothing after the last",
                         whole);
    }
    return WK_OK;
}

/* Equal lists that follow each other are looked at once. */
static bool
check_sources(linking *l, uint32_t column)
{
    const uint32_t *index = l->table->col[column].index;
    uint32_t good = WKL_NONE;
    for (uint32_t row = 0; row < l->table->n_row; row++) {
        if (index[row] == good || index[row] == WKL_NONE)
            continue;
        const wk_status status = check_list(l, row, column);
        good = status == WK_OK ? index[row] : good;
        if (!wkl_go_on(&l->faults, status))
            return false;
    }
    return true;
}

/* Cells that cite, without a table to cite from: one fault a table. */
static bool
refuse_all_sources(linking *l, uint32_t column)
{
    const uint32_t *index = l->table->col[column].index;
    uint32_t row = 0;
    while (row < l->table->n_row && index[row] == WKL_NONE)
        row++;
    if (row == l->table->n_row)
        return true;
    (void)wkl_go_on(&l->faults,
                    wkb_error(l->faults.diag,
                              WK_ESOURCE,
                              wkl_cell_span(l->t, l->table, row, column),
                              "'%S' cites sources, and there is no table "
                              "'sources'\nadd sources.csv with a row for each "
                              "id that is cited",
                              l->table->name));
    return false;
}

static bool
is_source_column(const wkl_table *tb, uint32_t column)
{
    const wkl_column *c = &tb->col[column];
    return column == tb->source_column ||
           (c->type.kind == WKU_TEXT && wkb_ends(c->name, WKB_STR(".source")));
}

static void
link_table(linking *l)
{
    for (uint32_t i = 0; i < l->table->n_col; i++) {
        if (l->table->col[i].type.kind == WKU_ROW && !link_column(l, i))
            return;
    }
    for (uint32_t i = 0; i < l->table->n_col; i++) {
        if (!is_source_column(l->table, i))
            continue;
        if (!(l->sources ? check_sources(l, i) : refuse_all_sources(l, i)))
            return;
    }
}

wk_status
wkl_link(wkl_tables *t)
{
    const uint32_t sources = wkl_find_table(t, WKB_STR("sources"));
    const uint32_t rivals = wkl_find_table(t, WKB_STR("rivals"));
    wk_status status = WK_OK;
    for (size_t i = 0; i < t->table.n; i++) {
        linking l = {
            .t = t,
            .table = t->table.item[i],
            .sources = sources == WKL_NONE ? NULL : t->table.item[sources],
            .faults = {.diag = t->diag, .file = t->table.item[i]->file}};
        link_table(&l);
        if (l.faults.status == WK_ENOMEM)
            return WK_ENOMEM;
        status = l.faults.status != WK_OK ? l.faults.status : status;
    }
    if (rivals == WKL_NONE || status != WK_OK)
        return status;
    return wkl_link_rivals(t, rivals);
}

wk_status
wkl_read_built_in(wkl_tables *t, wkb_str path, wkb_str name, wkb_str bytes)
{
    WKB_TRY(wkl_read(t, path, name, bytes));
    wkl_table *own = t->table.item[t->table.n - 1];
    wkl_faults f = {.diag = t->diag, .file = own->file};
    own->is_built_in = true;
    wkl_link_one(t, own, &f);
    return f.status;
}
