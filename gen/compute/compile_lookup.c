/* table[column = value, ...]: the one row with these values. */
#include <math.h>

#include "compute/compile.h"

/* One `column = value` of a look-up. */
typedef struct key {
    uint32_t column;
    wkc_term value;
} key;

static wk_status
wrong_key(wkc_compiler *cc,
          const wkc_node *n,
          const wku_type *holds,
          const wku_type *given)
{
    return wkb_error(cc->d,
                     WK_ETYPE,
                     n->child->at,
                     "column %q holds %S, not %S\n"
                     "compare it with what it holds",
                     n->name,
                     wkc_type_name(cc, holds),
                     wkc_type_name(cc, given));
}

static wk_status
key_of(wkc_compiler *cc,
       wkc_builder *b,
       const wkc_scope *s,
       const wkc_node *n,
       uint32_t table,
       key *out)
{
    WKB_TRY(wkc_column_of(cc, table, n->name, n->mark, &out->column));
    const wku_type *type =
        &cc->tables->table.item[table]->col[out->column].type;
    wkc_term *value = &out->value;
    WKB_TRY(wkc_term_of(cc, b, s, n->child, value));
    if (type->kind == WKU_ROW && value->type.kind == WKU_TEXT)
        WKB_TRY(wkc_text_to_row(cc, b, value, type->table, n->child->at));
    if (type->kind == WKU_DATE)
        WKB_TRY(wkc_year_as_date(cc, b, value, n->child));
    if (type->kind == WKU_NUMBER && value->type.kind == WKU_NUMBER) {
        wku_type ignored;
        const wkc_term of_column = {.type = *type};
        return wkc_agree(cc, &of_column, value, n->at, "compare", &ignored);
    }
    if (type->kind == WKU_TEXT && value->type.kind == WKU_TEXT) {
        const wkl_table *t = cc->tables->table.item[table];
        return wkc_text_is_held(
            cc, WK_ENONE, t, &t->col[out->column], value, n->child->at);
    }
    if (type->kind != value->type.kind || type->table != value->type.table ||
        type->kind == WKU_ANY || type->kind == WKU_EXPR)
        return wrong_key(cc, n, type, &value->type);
    return WK_OK;
}

/* The number of an equal look-up of this program, a new one if there is none.
 */
static wk_status
add_lookup(wkc_builder *b, const wkc_lookup *l, uint16_t *out)
{
    for (size_t i = 0; i < b->lookup.n; i++) {
        const wkc_lookup *o = &b->lookup.item[i];
        size_t same = 0;
        while (same < l->n && o->n == l->n && o->table == l->table &&
               o->column[same] == l->column[same] &&
               o->slot[same] == l->slot[same])
            same++;
        if (same == l->n && o->n == l->n && o->table == l->table) {
            *out = (uint16_t)i;
            return WK_OK;
        }
    }
    wkc_lookup *slot = WKB_PUSH(b->arena, &b->lookup);
    if (!slot)
        return WK_ENOMEM;
    *slot = *l;
    *out = (uint16_t)(b->lookup.n - 1);
    return WK_OK;
}

static void
list_row(const wkc_compiler *cc, const wkl_table *t, uint32_t row)
{
    const uint32_t at = t->row_at[row];
    wkb_note(cc->d, (wkb_span){t->file, at, at + 1}, "this row matches");
}

/* Every row that has the values, so that the reader can tell them apart. */
static void
list_rows(const wkc_compiler *cc, const wkc_lookup *l, const double *values)
{
    const wkl_table *t = cc->tables->table.item[l->table];
    for (uint32_t row = 0; row < t->n_row; row++) {
        size_t i = 0;
        while (i < l->n && wkc_key_holds(&t->col[l->column[i]], row, values[i]))
            i++;
        if (i == l->n)
            list_row(cc, t, row);
    }
}

/* What is known while compiling is told while compiling: a look-up by
 * constants finds exactly one row. */
static wk_status
check_constant_lookup(const wkc_compiler *cc,
                      const wkc_lookup *l,
                      const wkc_node *n,
                      const double *values)
{
    size_t n_found = 0;
    const wkl_table *t = cc->tables->table.item[l->table];
    (void)wkc_find_row(cc->tables, l, values, &n_found);
    for (size_t i = 0; i < l->n; i++) {
        if (isnan(values[i]))
            return WK_OK;
    }
    if (n_found == 1)
        return WK_OK;
    if (n_found == 0)
        return wkb_error(cc->d,
                         WK_ENONE,
                         n->at,
                         "no row of %q has these values\n"
                         "correct one of them: the rows are in %S",
                         t->name,
                         cc->d->file.item[t->file].name);
    (void)wkb_error(cc->d,
                    WK_EMANY,
                    n->at,
                    "more than one row of %q has these values\n"
                    "name one more column, so that one row is left",
                    t->name);
    list_rows(cc, l, values);
    return WK_EMANY;
}

enum { MOST_KEYS = 16 };

static wk_status
emit_lookup(wkc_compiler *cc,
            wkc_builder *b,
            const wkc_lookup *l,
            const wkc_node *n,
            wkc_term *out)
{
    double values[MOST_KEYS];
    size_t n_known = 0;
    wkc_ins ins = {.op = WKC_FIND};
    const wku_type type = {
        .kind = WKU_ROW, .unit = wku_one(), .table = (uint16_t)l->table};
    wkc_tell(cc, WKC_READ_ROWS, l->table, WKL_NONE, WKL_NONE);
    for (size_t i = 0; i < l->n; i++) {
        const wkc_term part = {.home = b, .slot = l->slot[i]};
        wkc_tell(cc, WKC_READ_COLUMN, l->table, l->column[i], WKL_NONE);
        n_known += wkc_constant(cc, &part, &values[i]);
    }
    if (n_known == l->n)
        WKB_TRY(check_constant_lookup(cc, l, n, values));
    WKB_TRY(add_lookup(b, l, &ins.c));
    return wkc_emit(cc, b, ins, &type, n->at, out);
}

wk_status
wkc_find(wkc_compiler *cc,
         wkc_builder *b,
         const wkc_scope *s,
         const wkc_node *n,
         wkc_term *out)
{
    size_t i = 0;
    wkc_term base;
    uint32_t *column = WKB_NEW(cc->arena, uint32_t, MOST_KEYS);
    uint16_t *slot = WKB_NEW(cc->arena, uint16_t, MOST_KEYS);
    if (!column || !slot)
        return WK_ENOMEM;
    WKB_TRY(wkc_term_of(cc, b, s, n->child, &base));
    if (base.type.kind != WKU_ROWS || base.list->kind != WKC_NAME)
        return wkb_error(cc->d,
                         WK_ETYPE,
                         n->mark,
                         "[ ] stands after a table\n"
                         "write table[column = value]");
    for (const wkc_node *k = n->child->next; k; k = k->next, i++) {
        key one;
        if (i == MOST_KEYS)
            return wkb_error(cc->d,
                             WK_ELIMIT,
                             k->at,
                             "more than %d columns in [ ]\nleave some out",
                             (int)MOST_KEYS);
        WKB_TRY(key_of(cc, b, s, k, base.type.table, &one));
        WKB_TRY(wkc_use(cc, b, &one.value, k->at, &slot[i]));
        column[i] = one.column;
    }
    const wkc_lookup l = {base.type.table, i, column, slot};
    return emit_lookup(cc, b, &l, n, out);
}
