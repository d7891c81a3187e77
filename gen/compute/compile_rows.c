/* Tables, rows and cells: names that the data gives. */
#include <math.h>

#include "compute/compile.h"

void
wkc_tell(const wkc_compiler *cc,
         wkc_read_kind kind,
         uint32_t table,
         uint32_t column,
         uint32_t row)
{
    const wkc_read read = {kind, table, column, row, NULL};
    if (cc->env->on_read)
        cc->env->on_read(cc->env->ud, &read);
}

wk_status
wkc_row_of(wkc_compiler *cc,
           wkc_builder *b,
           uint32_t table,
           uint32_t row,
           wkb_span at,
           wkc_term *out)
{
    const wku_type type = {
        .kind = WKU_ROW, .unit = wku_one(), .table = (uint16_t)table};
    return wkc_emit_const(cc, b, row, &type, at, out);
}

/* Names to suggest: ids of rows, names of columns. */
typedef struct names {
    const wkl_tables *tables;
    const wkl_table *table;
} names;

static wkb_str
id_name(const void *ud, size_t i)
{
    const names *n = ud;
    return wkl_id(n->tables, n->table, (uint32_t)i);
}

static wkb_str
column_name(const void *ud, size_t i)
{
    const names *n = ud;
    return n->table->col[i].name;
}

static wk_status
no_row(wkc_compiler *cc,
       const wkl_table *t,
       wk_status status,
       wkb_str id,
       wkb_span at)
{
    const names all = {cc->tables, t};
    const size_t near = wkb_nearest(id, id_name, &all, t->n_row);
    if (near < t->n_row)
        return wkb_error(cc->d,
                         status,
                         at,
                         "table %q has no row %q\ndid you mean %q?",
                         t->name,
                         id,
                         id_name(&all, near));
    return wkb_error(
        cc->d,
        status,
        at,
        "table %q has no row %q\nwrite one of its ids: they are in %S",
        t->name,
        id,
        cc->d->file.item[t->file].name);
}

static wk_status
named_row(wkc_compiler *cc,
          wkc_builder *b,
          uint32_t table,
          const wkc_node *n,
          wkc_term *out)
{
    const wkl_table *t = cc->tables->table.item[table];
    const bool by_id = n->kind == WKC_BY_ID;
    if (!t->has_id)
        return wkb_error(cc->d,
                         WK_ENAME,
                         n->mark,
                         "table %q has no id column\n"
                         "find a row by its columns: %S[column = value]",
                         t->name,
                         t->name);
    const uint32_t row = wkl_find_row(cc->tables, t, n->name);
    wkc_tell(cc, WKC_READ_HEADING, table, WKL_NONE, row);
    if (row == WKL_NONE)
        return no_row(cc, t, by_id ? WK_ENONE : WK_ENAME, n->name, n->mark);
    return wkc_row_of(cc, b, table, row, n->at, out);
}

wk_status
wkc_by_id(wkc_compiler *cc, wkc_builder *b, const wkc_node *n, wkc_term *out)
{
    const uint32_t table = n->child->kind == WKC_NAME
                               ? wkl_find_table(cc->tables, n->child->name)
                               : WKL_NONE;
    if (table == WKL_NONE && n->child->kind == WKC_NAME)
        return wkb_error(cc->d,
                         WK_ENAME,
                         n->child->at,
                         "no table is called %q\n"
                         "correct the name, or add data/%S.csv",
                         n->child->name,
                         n->child->name);
    if (table == WKL_NONE)
        return wkb_error(cc->d,
                         WK_ENAME,
                         n->child->at,
                         "[\"id\"] stands after a table\n"
                         "write table[\"id\"]");
    return named_row(cc, b, table, n, out);
}

wk_status
wkc_column_of(
    wkc_compiler *cc, uint32_t table, wkb_str name, wkb_span at, uint32_t *out)
{
    const wkl_table *t = cc->tables->table.item[table];
    const names all = {cc->tables, t};
    *out = wkl_find_column(t, name);
    if (*out != WKL_NONE)
        return WK_OK;
    const size_t near = wkb_nearest(name, column_name, &all, t->n_col);
    if (near < t->n_col)
        return wkb_error(cc->d,
                         WK_ENAME,
                         at,
                         "table %q has no column %q\n"
                         "did you mean '%S'? (columns are in %S:1)",
                         t->name,
                         name,
                         wkl_text_at(cc->tables, t->col[near].heading),
                         cc->d->file.item[t->file].name);
    return wkb_error(cc->d,
                     WK_ENAME,
                     at,
                     "table %q has no column %q\n"
                     "name one of its columns: they are in %S:1",
                     t->name,
                     name,
                     cc->d->file.item[t->file].name);
}

static wk_status
row_column(wkc_compiler *cc,
           wkc_builder *b,
           const wkc_term *row,
           const wkc_node *n,
           wkc_term *out)
{
    uint32_t column = 0;
    WKB_TRY(wkc_column_of(cc, row->type.table, n->name, n->mark, &column));
    return wkc_cell(cc, b, row, column, n, out);
}

wk_status
wkc_member(wkc_compiler *cc,
           wkc_builder *b,
           const wkc_scope *s,
           const wkc_node *n,
           wkc_term *out)
{
    wkc_term base;
    const wkc_node *child = n->child;
    WKB_TRY(wkc_term_of(cc, b, s, child, &base));
    if (base.type.kind == WKU_ROWS && child->kind == WKC_NAME &&
        base.list == child)
        return named_row(cc, b, base.type.table, n, out);
    if (base.type.kind == WKU_ROW)
        return row_column(cc, b, &base, n, out);
    return wkb_error(cc->d,
                     WK_ETYPE,
                     n->mark,
                     "%s has no '.%S'\n%s",
                     wkc_kind_name(base.type.kind),
                     n->name,
                     base.type.kind == WKU_ROWS
                         ? "take one row: first(rows).column, or write "
                           "max(column of rows)"
                         : "a point stands after a table or a row");
}

static bool
has_range(const wkl_column *c, double row)
{
    if (isnan(row)) {
        for (size_t i = 0; i < c->n_extra; i++) {
            if (wku_is_range(&c->extra[i].num))
                return true;
        }
        return false;
    }
    const wkl_extra *e = wkl_extra_of(c, (uint32_t)row);
    return e && wku_is_range(&e->num);
}

/* An empty cell that should say what it is, told with its file and line. */
static wk_status
refuse_empty(wkc_compiler *cc,
             const wkl_table *t,
             uint32_t row,
             uint32_t column,
             wkb_span at)
{
    const wkb_span cell = wkl_cell_span(cc->tables, t, row, column);
    const wkb_file *file = &cc->d->file.item[t->file];
    return wkb_error(cc->d,
                     WK_EUNKNOWN,
                     at,
                     t->col[column].type.kind == WKU_EXPR
                         ? "the cell of %q is empty: it has no expression\n"
                           "fill it in %S:%d, or use another"
                         : "the cell of %q is empty, so its unit is not known\n"
                           "fill it in %S:%d, or use another",
                     t->col[column].name,
                     file->name,
                     (int)wkb_place_of(file->bytes, cell.begin).line);
}

/* A cell that brings its own unit has it where its row is named. */
static wk_status
own_unit(wkc_compiler *cc,
         const wkl_table *t,
         uint32_t row,
         uint32_t column,
         wkb_span at,
         wku_type *type)
{
    const wkl_extra *e = wkl_extra_of(&t->col[column], row);
    type->kind = WKU_NUMBER;
    if (!e)
        return refuse_empty(cc, t, row, column, at);
    type->unit = e->unit;
    return WK_OK;
}

static wk_status
needs_named_row(wkc_compiler *cc, const wkl_column *c, wkb_span at)
{
    return wkb_error(cc->d,
                     WK_EDIMENSION,
                     at,
                     "each cell of %q %s\nread it through a row that is named: "
                     "table.row.%S",
                     c->name,
                     c->type.kind == WKU_ANY ? "brings its own unit"
                                             : "is an expression of its own",
                     c->name);
}

static wk_status
is_open(wkc_compiler *cc, const wkc_opened *o, wkb_span at)
{
    for (const wkc_opened *up = cc->opened; up; up = up->up) {
        if (up->table == o->table && up->row == o->row &&
            up->column == o->column)
            return wkb_error(cc->d,
                             WK_ERECURSION,
                             at,
                             "the cell's expression needs the cell itself\n"
                             "break the circle");
    }
    return WK_OK;
}

/* A cell of kind expression: its text compiled where it is read, in a frame of
 * its own, so that a derivation goes on into it. */
static wk_status
expression_cell(wkc_compiler *cc,
                wkc_builder *b,
                const wkc_opened *o,
                const wkc_node *n,
                wkc_term *out)
{
    wkc_expr *expr = WKB_NEW(cc->arena, wkc_expr, 1);
    uint32_t frame = UINT32_MAX;
    const wkc_scope nothing = {.kind = WKC_IN_BINDINGS};
    const wkb_span at = n->at;
    const wkl_table *t = cc->tables->table.item[o->table];
    const wkb_span cell = wkl_cell_span(cc->tables, t, o->row, o->column);
    if (!expr)
        return WK_ENOMEM;
    WKB_TRY(is_open(cc, o, at));
    if (cell.begin == cell.end)
        return refuse_empty(cc, t, o->row, o->column, at);
    WKB_TRY(wkc_parse_cell(
        expr, cc->arena, cc->d->file.item[cell.file].bytes, cell, cc->d));
    const uint32_t now = cc->now;
    const wkc_opened *opened = cc->opened;
    WKB_TRY(wkc_frame_begin(cc, b, NULL, expr, &frame));
    wkc_frame_link(cc, n, frame);
    cc->now = frame;
    cc->opened = o;
    const wk_status status = wkc_term_of(cc, b, &nothing, expr->root, out);
    cc->now = now;
    cc->opened = opened;
    if (status == WK_OK && frame != UINT32_MAX)
        cc->frame.item[frame].result =
            (wkc_place){true, out->slot, 0, out->type};
    return status;
}

/* The input that a cell is; where the row is not named, one for each range of
 * the column. */
static wk_status
ranged_inputs(wkc_compiler *cc,
              uint32_t table,
              uint32_t column,
              double row,
              uint16_t *out)
{
    const wkl_column *c = &cc->tables->table.item[table]->col[column];
    wkc_ranged key = {.table = table, .column = column};
    if (!isnan(row)) {
        key.row = (uint32_t)row;
        return wkc_ranged_input(cc, &key, out);
    }
    for (size_t i = 0; i < c->n_extra && cc->ranged.n <= WKC_MOST_RANGED; i++) {
        key.row = c->extra[i].row;
        if (wku_is_range(&c->extra[i].num))
            WKB_TRY(wkc_ranged_input(cc, &key, out));
    }
    return WK_OK;
}

static wk_status
cell_op(wkc_compiler *cc,
        wkc_builder *b,
        const wkc_term *row,
        uint32_t column,
        wkb_span at,
        wkc_term *out)
{
    double at_row = NAN;
    uint16_t input = 0;
    const wku_type type = out->type;
    const bool is_named = wkc_constant(cc, row, &at_row) && !isnan(at_row);
    const wkl_column *c = &cc->tables->table.item[row->type.table]->col[column];
    wkc_ins ins = {.op = WKC_CELL,
                   .b = row->type.table,
                   .c = (uint16_t)column,
                   .k = WKC_EXACT};
    wkc_tell(cc,
             is_named ? WKC_READ_CELL : WKC_READ_COLUMN,
             row->type.table,
             column,
             is_named ? (uint32_t)at_row : WKL_NONE);
    if (has_range(c, at_row)) {
        WKB_TRY(ranged_inputs(cc, row->type.table, column, at_row, &input));
        ins.k = is_named ? input : WKC_BY_ROW;
        b->varies = true;
    }
    WKB_TRY(wkc_use(cc, b, row, at, &ins.a));
    return wkc_emit(cc, b, ins, &type, at, out);
}

/* Whether known() asks for just this cell, and it is empty. */
static bool
is_asked_and_empty(const wkc_compiler *cc,
                   const wkc_term *row,
                   double at_row,
                   uint32_t column,
                   wkb_span at)
{
    const wkc_node *n = cc->asked;
    if (!n || n->at.file != at.file || n->at.begin != at.begin ||
        n->at.end != at.end)
        return false;
    const wkl_table *t = cc->tables->table.item[row->type.table];
    const wkb_span cell =
        wkl_cell_span(cc->tables, t, (uint32_t)at_row, column);
    return cell.begin == cell.end;
}

wk_status
wkc_cell(wkc_compiler *cc,
         wkc_builder *b,
         const wkc_term *row,
         uint32_t column,
         const wkc_node *n,
         wkc_term *out)
{
    double at_row = NAN;
    const wkb_span at = n->at;
    const wkl_table *t = cc->tables->table.item[row->type.table];
    const wkl_column *c = &t->col[column];
    wku_type type = c->type;
    if (type.kind == WKU_ANY || type.kind == WKU_EXPR) {
        if (!wkc_constant(cc, row, &at_row))
            return needs_named_row(cc, c, at);
        if (isnan(at_row))
            return wkb_error(cc->d,
                             WK_EUNKNOWN,
                             at,
                             "no row is known here, so the cell has no unit\n"
                             "name the row");
        if (is_asked_and_empty(cc, row, at_row, column, at)) {
            cc->asked = NULL; /* says so to known() */
            type = (wku_type){.kind = WKU_NUMBER, .unit = wku_one()};
            return wkc_emit_const(cc, b, 0, &type, at, out);
        }
    }
    if (type.kind == WKU_EXPR) {
        const wkc_opened o = {
            cc->opened, row->type.table, (uint32_t)at_row, column};
        return expression_cell(cc, b, &o, n, out);
    }
    if (type.kind == WKU_ANY)
        WKB_TRY(own_unit(cc, t, (uint32_t)at_row, column, at, &type));
    out->type = type;
    return cell_op(cc, b, row, column, at, out);
}

/* Distinct texts of a column, to suggest one. */
typedef struct held {
    const wkl_tables *tables;
    const wkl_column *column;
} held;

static wkb_str
held_text(const void *ud, size_t i)
{
    const held *h = ud;
    return wkl_text(h->tables, h->column, (uint32_t)i);
}

/* The column behind a term, if it is a cell of some row. */
static const wkl_column *
column_behind(const wkc_compiler *cc, const wkc_term *t, const wkl_table **of)
{
    const wkc_builder *b = t->home;
    const wkc_ins *ins = &b->ins.item[t->slot];
    if (ins->op != WKC_CELL)
        return NULL;
    *of = cc->tables->table.item[ins->b];
    return &(*of)->col[ins->c];
}

/* That a text is among the cells of a column is read from all of them. */
static void
tell_column(const wkc_compiler *cc, const wkl_table *t, const wkl_column *c)
{
    wkc_tell(cc,
             WKC_READ_COLUMN,
             wkl_find_table(cc->tables, t->name),
             (uint32_t)(c - t->col),
             WKL_NONE);
}

wk_status
wkc_text_is_held(wkc_compiler *cc,
                 wk_status status,
                 const wkl_table *t,
                 const wkl_column *c,
                 const wkc_term *text,
                 wkb_span at)
{
    const wkc_ins *ins = &text->home->ins.item[text->slot];
    if (ins->op != WKC_CONST || t->is_built_in)
        return WK_OK;
    tell_column(cc, t, c);
    for (size_t i = 0; i < t->n_row; i++) {
        if (c->index[i] == (uint32_t)ins->k)
            return WK_OK;
    }
    const held h = {cc->tables, c};
    const wkb_str s = cc->tables->texts.text.item[(uint32_t)ins->k];
    const size_t near = wkb_nearest(s, held_text, &h, t->n_row);
    if (near < t->n_row)
        return wkb_error(cc->d,
                         status,
                         at,
                         "no cell of '%S.%S' holds %q\ndid you mean %q?",
                         t->name,
                         c->name,
                         s,
                         held_text(&h, near));
    return wkb_error(cc->d,
                     status,
                     at,
                     "no cell of '%S.%S' holds %q\n"
                     "write one of its values: they are in %S",
                     t->name,
                     c->name,
                     s,
                     cc->d->file.item[t->file].name);
}

/* An id written as text becomes the row it names. */
wk_status
wkc_text_to_row(wkc_compiler *cc,
                wkc_builder *b,
                wkc_term *text,
                uint32_t table,
                wkb_span at)
{
    const wkl_table *t = cc->tables->table.item[table];
    const wkc_ins *ins = &text->home->ins.item[text->slot];
    double value = 0;
    if (ins->op != WKC_CONST && !wkc_constant(cc, text, &value))
        return wkb_error(cc->d,
                         WK_ETYPE,
                         at,
                         "a reference is compared with a row, or with an id "
                         "written out\nwrite the id in quotes");
    if (ins->op == WKC_CONST)
        value = ins->k;
    if (isnan(value) || !t->has_id)
        return wkb_error(cc->d,
                         WK_ETYPE,
                         at,
                         "this text names no row of %q\nwrite an id",
                         t->name);
    const wkb_str id = cc->tables->texts.text.item[(uint32_t)value];
    const uint32_t row = wkl_find_row(cc->tables, t, id);
    wkc_tell(cc, WKC_READ_HEADING, table, WKL_NONE, row);
    if (row == WKL_NONE)
        return no_row(cc, t, WK_EREFERENCE, id, at);
    return wkc_row_of(cc, b, table, row, at, text);
}

/* A text that is compared with a column stands in some cell of it. */
static wk_status
text_is_held(wkc_compiler *cc,
             const wkc_term *column,
             const wkc_term *text,
             wkb_span at)
{
    const wkl_table *t = NULL;
    const wkl_column *c = column_behind(cc, column, &t);
    return c ? wkc_text_is_held(cc, WK_EREFERENCE, t, c, text, at) : WK_OK;
}

wk_status
wkc_compare_texts(wkc_compiler *cc,
                  wkc_builder *b,
                  const wkc_node *n,
                  wkc_term pair[2])
{
    const wkc_node *const side[2] = {n->child, n->child->next};
    for (int i = 0; i < 2; i++) {
        const wkc_term *other = &pair[1 - i];
        if (pair[i].type.kind != WKU_TEXT)
            continue;
        if (other->type.kind == WKU_ROW)
            WKB_TRY(wkc_text_to_row(
                cc, b, &pair[i], other->type.table, side[i]->at));
        else
            WKB_TRY(text_is_held(cc, other, &pair[i], side[i]->at));
    }
    if (pair[0].type.kind == pair[1].type.kind &&
        pair[0].type.table == pair[1].type.table)
        return WK_OK;
    return wkb_error(cc->d,
                     WK_ETYPE,
                     n->mark,
                     "cannot compare %q with %q\n"
                     "compare rows of one table",
                     wkc_type_name(cc, &pair[0].type),
                     wkc_type_name(cc, &pair[1].type));
}
