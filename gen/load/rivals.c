/* rivals.csv: what other sources say of a cell. */
#include <math.h>

#include "base/num.h"
#include "load/reader.h"

enum { MOST_KEYS = 16 };
enum { TABLE, ROW, COLUMN, VALUE, SOURCE, LOCATOR, NOTE, N_COLUMNS };

static const char *const column_names[] = {
    "table",
    "row",
    "column",
    "value",
    "source",
    "locator",
    "note",
    "table, row, column, value, source, locator, note"};

/* One row of rivals.csv while it is read. */
typedef struct reading {
    wkl_tables *t;
    const wkl_table *rivals;
    const uint32_t *at; /* of the columns in rivals.csv, or WKL_NONE */
    wkl_rival now;
} reading;

static wkb_str
text_of(const reading *r, int which)
{
    if (r->at[which] == WKL_NONE)
        return (wkb_str){"", 0};
    return wkl_text(r->t, &r->rivals->col[r->at[which]], r->now.at);
}

static wkb_span
span_of(const reading *r, int which)
{
    return wkl_cell_span(r->t, r->rivals, r->now.at, r->at[which]);
}

/* A name that is not there: with the nearest, or without. */
static wk_status
refuse_name(const reading *r, int which, const char *what, wkb_str near)
{
    const wkb_str name = text_of(r, which);
    if (name.n == 0)
        return wkb_error(r->t->diag,
                         WK_ECELL,
                         span_of(r, which),
                         "a rival without a %s\nfill the cell in",
                         column_names[which]);
    if (near.n)
        return wkb_error(r->t->diag,
                         WK_ENAME,
                         span_of(r, which),
                         "there is no %s %q\ndid you mean %q?",
                         what,
                         name,
                         near);
    return wkb_error(r->t->diag,
                     WK_ENAME,
                     span_of(r, which),
                     "there is no %s %q\ncorrect it: a rival belongs to a cell "
                     "of the tables",
                     what,
                     name);
}

/* What the row has in one of its columns. */
typedef struct key {
    const wkl_column *c;
    uint32_t index; /* text of the pool or row; WKL_NONE matches nothing */
    double num;
} key;

static wk_status
refuse_key(const reading *r, wkb_str text)
{
    return wkb_error(r->t->diag,
                     WK_ESYNTAX,
                     span_of(r, ROW),
                     "%q names no row\nwrite an id, or 'column = \"value\"' "
                     "with commas between",
                     text);
}

static bool
is_quoted(wkb_str s)
{
    return s.n >= 2 && s.p[0] == '"' && s.p[s.n - 1] == '"';
}

static wk_status
read_key_value(const reading *r, key *k, wkb_str value)
{
    const wkb_str inner =
        is_quoted(value) ? wkb_sub(value, 1, value.n - 1) : value;
    wku_num num = {0, 0, 0};
    wku_unit own;
    bool has_own;
    switch (k->c->type.kind) {
    case WKU_TEXT:
        k->index = wkb_interned(&r->t->texts, inner);
        return WK_OK;
    case WKU_ROW:
        k->index =
            wkl_find_row(r->t, r->t->table.item[k->c->type.table], inner);
        return WK_OK;
    case WKU_DATE:
        return wku_date_read(&k->num, inner, span_of(r, ROW), r->t->diag);
    case WKU_NUMBER:
        WKB_TRY(wku_read_cell(&num,
                              &own,
                              &has_own,
                              r->t->units,
                              &k->c->type.unit,
                              value,
                              span_of(r, ROW),
                              r->t->diag));
        k->num = num.v;
        return WK_OK;
    case WKU_ANY:
    case WKU_EXPR:
    case WKU_BOOL:
    case WKU_ROWS:
        break;
    }
    return wkb_error(r->t->diag,
                     WK_ETYPE,
                     span_of(r, ROW),
                     "column %q cannot choose a row\nuse a column of texts, "
                     "references, dates or numbers",
                     k->c->name);
}

/* Cuts "name = value" off *rest, at a comma outside quotes. */
static wk_status
read_key(const reading *r, const wkl_table *tb, wkb_str *rest, key *out)
{
    const wkb_str name = wkb_trim(wkb_cut(rest, '='));
    const uint32_t column = wkl_find_column(tb, name);
    size_t end = 0;
    *out = (key){tb->col, WKL_NONE, (double)NAN};
    if (!rest->p || !wkb_is_word(name))
        return refuse_key(r, text_of(r, ROW));
    if (column == WKL_NONE)
        return wkb_error(r->t->diag,
                         WK_ENAME,
                         span_of(r, ROW),
                         "table '%S' has no column %q\ncorrect the name",
                         tb->name,
                         name);
    for (bool quoted = false; end < rest->n; end++) {
        quoted ^= rest->p[end] == '"';
        if (rest->p[end] == ',' && !quoted)
            break;
    }
    const wkb_str value = wkb_trim(wkb_sub(*rest, 0, end));
    *rest = end < rest->n ? wkb_sub(*rest, end + 1, rest->n) : (wkb_str){0};
    out->c = &tb->col[column];
    if (value.n == 0)
        return refuse_key(r, text_of(r, ROW));
    return read_key_value(r, out, value);
}

static bool
matches(const key *k, uint32_t row)
{
    if (k->c->index)
        return k->index != WKL_NONE && k->c->index[row] == k->index;
    if (isnan(k->c->num[row]) || isnan(k->num))
        return false;
    if (k->c->type.kind == WKU_DATE)
        return wku_date_compare(k->c->num[row], k->num) == 0;
    return wkb_same(k->c->num[row], k->num);
}

static size_t
find_matches(const wkl_table *tb, const key *keys, size_t n, uint32_t found[2])
{
    size_t n_found = 0;
    for (uint32_t row = 0; row < tb->n_row && n_found < 2; row++) {
        size_t i = 0;
        while (i < n && matches(&keys[i], row))
            i++;
        if (i == n)
            found[n_found++] = row;
    }
    return n_found;
}

static int
line_of(const reading *r, const wkl_table *tb, uint32_t row)
{
    wkb_file *f = &r->t->diag->file.item[tb->file];
    return (int)wkb_place_in(f, tb->row_at[row]).line;
}

static wk_status
find_by_keys(reading *r, const wkl_table *tb)
{
    const wkb_str text = text_of(r, ROW);
    key keys[MOST_KEYS];
    uint32_t found[2] = {WKL_NONE, WKL_NONE};
    size_t n = 0;
    for (wkb_str rest = text; rest.p; n++) {
        if (n == MOST_KEYS)
            return refuse_key(r, text);
        WKB_TRY(read_key(r, tb, &rest, &keys[n]));
    }
    const size_t n_found = find_matches(tb, keys, n, found);
    r->now.row = found[0];
    if (n_found == 1)
        return WK_OK;
    if (n_found == 0)
        return wkb_error(r->t->diag,
                         WK_ENONE,
                         span_of(r, ROW),
                         "no row of '%S' has %e\ncorrect a value, or add the "
                         "row",
                         tb->name,
                         text);
    return wkb_error(r->t->diag,
                     WK_EMANY,
                     span_of(r, ROW),
                     "more than one row of '%S' has %e (lines %d and %d)\nadd "
                     "a column that tells them apart",
                     tb->name,
                     text,
                     line_of(r, tb, found[0]),
                     line_of(r, tb, found[1]));
}

static wk_status
find_row(reading *r, const wkl_table *tb)
{
    const wkb_str text = text_of(r, ROW);
    r->now.row = wkl_find_row(r->t, tb, text);
    if (r->now.row != WKL_NONE)
        return WK_OK;
    if (wkb_find(text, '=') < text.n)
        return find_by_keys(r, tb);
    return refuse_name(r, ROW, "row", wkl_nearest_id(r->t, tb, text));
}

static wk_status
read_value(reading *r, const wkl_column *c)
{
    const wkb_span at = span_of(r, VALUE);
    const bool is_number = c->type.kind == WKU_NUMBER;
    bool has_own = false;
    double date;
    r->now.unit = c->type.unit;
    if (r->now.value.n == 0)
        return refuse_name(r, VALUE, "value", (wkb_str){"", 0});
    if (c->type.kind == WKU_DATE)
        return wku_date_read(&date, r->now.value, at, r->t->diag);
    if (c->type.kind == WKU_ROW &&
        wkl_find_row(r->t, r->t->table.item[c->type.table], r->now.value) ==
            WKL_NONE)
        return refuse_name(r,
                           VALUE,
                           "row",
                           wkl_nearest_id(r->t,
                                          r->t->table.item[c->type.table],
                                          r->now.value));
    if (!is_number && c->type.kind != WKU_ANY)
        return WK_OK;
    wku_unit own = c->type.unit;
    WKB_TRY(wku_read_cell(&r->now.num,
                          &own,
                          &has_own,
                          r->t->units,
                          is_number ? &c->type.unit : NULL,
                          r->now.value,
                          at,
                          r->t->diag));
    if (has_own)
        r->now.unit = own;
    return WK_OK;
}

static wk_status
read_rival(reading *r)
{
    r->now.table = wkl_find_table(r->t, text_of(r, TABLE));
    if (r->now.table == WKL_NONE)
        return refuse_name(
            r, TABLE, "table", wkl_nearest_table(r->t, text_of(r, TABLE)));
    const wkl_table *tb = r->t->table.item[r->now.table];
    r->now.column = wkl_find_column(tb, text_of(r, COLUMN));
    if (r->now.column == WKL_NONE)
        return refuse_name(
            r, COLUMN, "column", wkl_nearest_column(tb, text_of(r, COLUMN)));
    WKB_TRY(find_row(r, tb));
    r->now.num = (wku_num){(double)NAN, (double)NAN, (double)NAN};
    r->now.value = text_of(r, VALUE);
    r->now.source = text_of(r, SOURCE);
    r->now.locator = text_of(r, LOCATOR);
    r->now.note = text_of(r, NOTE);
    return read_value(r, &tb->col[r->now.column]);
}

wk_status
wkl_link_rivals(wkl_tables *t, uint32_t rivals)
{
    const wkl_table *tb = t->table.item[rivals];
    wkl_faults f = {.diag = t->diag, .file = tb->file};
    uint32_t at[N_COLUMNS];
    WKB_TRY(wkl_expect_columns(t, tb, column_names, SOURCE, N_COLUMNS));
    for (int i = 0; i < N_COLUMNS; i++)
        at[i] = wkl_find_column(tb, wkb_str_of(column_names[i]));
    for (uint32_t row = 0; row < tb->n_row; row++) {
        reading r = {.t = t, .rivals = tb, .at = at, .now = {.at = row}};
        const wk_status status = read_rival(&r);
        if (!wkl_go_on(&f, status))
            return f.status;
        if (status != WK_OK)
            continue;
        wkl_rival *kept = WKB_PUSH(t->arena, &t->rival);
        if (!kept)
            return WK_ENOMEM;
        *kept = r.now;
    }
    return f.status;
}
