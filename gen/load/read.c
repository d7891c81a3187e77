/* Reads one file into a table: rows, ids, duplicates. */
#include "load/reader.h"

bool
wkl_go_on(wkl_faults *f, wk_status status)
{
    if (status == WK_OK || f->status == WK_ENOMEM)
        return f->status != WK_ENOMEM;
    f->status = status;
    if (status == WK_ENOMEM)
        return false;
    f->n++;
    if (f->n < WKL_MAX_FAULTS)
        return true;
    wkb_note(f->diag,
             wkl_span(f, 0, 0),
             "%d faults are reported, the rest of the table is not",
             (int)WKL_MAX_FAULTS);
    return false;
}

wkb_span
wkl_span(const wkl_faults *f, size_t begin, size_t end)
{
    return (wkb_span){f->file, (uint32_t)begin, (uint32_t)end};
}

/* At most this many rows: each ends a line, but for the last. */
static size_t
count_lines(wkb_str s)
{
    size_t n = 1;
    for (wkb_str rest = s; rest.n; n++)
        (void)wkb_cut(&rest, '\n');
    for (wkb_str rest = s; rest.n;) {
        (void)wkb_cut(&rest, '\r');
        n += rest.n && rest.p[0] != '\n';
    }
    return n;
}

static wk_status
refuse_empty_line(wkl_reader *r, const wkl_row *row)
{
    return wkb_error(r->faults.diag,
                     WK_ECSV,
                     wkl_span(&r->faults, row->begin, row->end),
                     "an empty line\nremove it: a row has %z fields",
                     r->n_col);
}

/* A field with a line end in it swallowed rows, perhaps. */
static const wkl_field *
long_field(const wkl_reader *r, const wkl_row *row)
{
    const size_t n = row->n < WKL_MAX_COLUMNS ? row->n : WKL_MAX_COLUMNS;
    for (size_t i = 0; i < n; i++) {
        const wkb_str raw = wkl_raw(r, &row->field[i]);
        if (row->field[i].quoted && wkb_find(raw, '\n') < raw.n)
            return &row->field[i];
    }
    return NULL;
}

/* Where a row of the wrong length went wrong, and what to do about it. */
static const char *
ragged_cure(const wkl_reader *r, const wkl_row *row, size_t *at)
{
    const wkl_field *swallowed = long_field(r, row);
    size_t curly = 0;
    if (wkl_curly_quote(wkb_sub(r->bytes, row->begin, row->end), &curly)) {
        *at = row->begin + curly;
        return "a curly quote opens no field and closes none: write a "
               "straight one";
    }
    if (swallowed) {
        *at = swallowed->begin - 1;
        return "the field in quotes goes on over several lines: is the quote "
               "that closes it where it should be?";
    }
    if (row->n < r->n_col) {
        *at = row->end;
        return "write a comma for each empty field";
    }
    *at = r->n_col < WKL_MAX_COLUMNS ? row->field[r->n_col].begin
                                     : row->field[r->n_col - 1].end;
    return "put a field that holds a comma in quotes";
}

static wk_status
refuse_ragged(wkl_reader *r, const wkl_row *row)
{
    size_t at = 0;
    const char *cure = ragged_cure(r, row, &at);
    const wkb_span span = wkl_span(&r->faults, at, row->end);
    if (row->n < r->n_col)
        return wkb_error(r->faults.diag,
                         WK_ECSV,
                         span,
                         "the row ends after %z of %z fields\n%s",
                         row->n,
                         r->n_col,
                         cure);
    return wkb_error(r->faults.diag,
                     WK_ECSV,
                     span,
                     "the row has %z fields, %z too many\n%s",
                     row->n,
                     row->n - r->n_col,
                     cure);
}

bool
wkl_take_row(void *ud, const wkl_row *row)
{
    wkl_reader *r = ud;
    if (!r->has_heading) {
        if (!wkl_read_heading(r, row))
            return false;
        r->row_at = WKB_NEW(r->all->arena, uint32_t, r->cap);
        return r->row_at || wkl_go_on(&r->faults, WK_ENOMEM);
    }
    const wkl_field empty = {row->begin, row->begin, false, false};
    const wkl_row one = {&empty, 1, row->begin, row->end};
    if (row->n == 0 && r->n_col == 1)
        return wkl_read_cells(r, &one);
    if (row->n == 0)
        return wkl_go_on(&r->faults, refuse_empty_line(r, row));
    if (row->n != r->n_col)
        return wkl_go_on(&r->faults, refuse_ragged(r, row));
    return wkl_read_cells(r, row);
}

static uint32_t
column_named(const wkl_reader *r, const char *name)
{
    for (size_t i = 0; i < r->n_col; i++) {
        if (wkb_str_eq(r->col[i].c.name, wkb_str_of(name)))
            return (uint32_t)i;
    }
    return WKL_NONE;
}

static wk_status
refuse_twice(wkl_reader *r, size_t first, size_t second)
{
    size_t at = r->row_at[second];
    const wkl_field f = wkl_csv_field(r->bytes, &at);
    return wkb_error(r->faults.diag,
                     WK_EDUPLICATE,
                     wkl_field_span(r, &f),
                     "id %q is also that of line %d\ngive each row an id of "
                     "its own",
                     wkl_raw(r, &f),
                     (int)wkb_place_of(r->bytes, r->row_at[first]).line);
}

/* Places ids in a table of slots; reports those that are taken. */
static void
find_ids(wkl_reader *r, wkl_table *out)
{
    const uint32_t *index = r->col[0].index;
    size_t n = 2;
    while (n < r->n_row * 2)
        n *= 2;
    uint32_t *slot = WKB_NEW(r->all->arena, uint32_t, n);
    if (!slot) {
        (void)wkl_go_on(&r->faults, WK_ENOMEM);
        return;
    }
    for (size_t i = 0; i < r->n_row; i++) {
        size_t at = wkl_id_slot(index[i]) & (n - 1);
        if (index[i] == WKL_NONE)
            continue;
        while (slot[at] && index[slot[at] - 1] != index[i])
            at = (at + 1) & (n - 1);
        if (slot[at] == 0)
            slot[at] = (uint32_t)i + 1;
        else if (!wkl_go_on(&r->faults, refuse_twice(r, slot[at] - 1, i)))
            return;
    }
    out->by_id = slot;
    out->n_by_id = n;
}

static wk_status
finish_column(wkl_reader *r, wkl_build *b, wkl_column *out)
{
    const wk_status status = wkl_end_cells(r, b);
    *out = b->c;
    if (out->type.kind == WKU_TEXT || out->type.kind == WKU_ROW ||
        out->type.kind == WKU_EXPR)
        out->index = b->index;
    else
        out->num = b->num;
    out->extra = b->extra.item;
    out->n_extra = b->extra.n;
    return status;
}

static bool
finish(wkl_reader *r, wkl_table *out)
{
    if (r->col[0].is_id && !r->text_only && r->col[0].index)
        find_ids(r, out);
    wkl_column *col = WKB_NEW(r->all->arena, wkl_column, r->n_col);
    if (!col)
        return wkl_go_on(&r->faults, WK_ENOMEM);
    for (size_t i = 0; i < r->n_col; i++) {
        if (!wkl_go_on(&r->faults, finish_column(r, &r->col[i], &col[i])))
            return false;
    }
    out->name = r->name;
    out->file = r->faults.file;
    out->col = col;
    out->n_col = r->n_col;
    out->n_row = r->n_row;
    out->row_at = r->row_at;
    out->has_id = r->col[0].is_id && !r->text_only;
    out->source_column = column_named(r, "source");
    out->locator_column = column_named(r, "locator");
    out->name_column = column_named(r, "name");
    return r->faults.status == WK_OK;
}

/* The bytes among the files of the diag, under a name that is terminated. */
static bool
add_file(wkl_reader *r, wkb_str path)
{
    wkl_faults *f = &r->faults;
    const wkb_str name = wkb_copy(r->all->arena, path);
    if (!name.p)
        return wkl_go_on(f, WK_ENOMEM);
    const wk_status status =
        wkb_diag_add(r->all->diag, r->all->arena, name, r->bytes, &f->file);
    if (status == WK_ELIMIT)
        (void)wkb_error(f->diag,
                        WK_ELIMIT,
                        WKB_NOWHERE,
                        "%q has more than %g bytes\nsplit it",
                        name,
                        (double)UINT32_MAX - 1);
    (void)wkl_go_on(f, status);
    return status == WK_OK;
}

bool
wkl_read_table(wkl_reader *r, wkb_str path, wkl_table *out)
{
    wkl_faults *f = &r->faults;
    *out = (wkl_table){0};
    f->diag = r->all->diag;
    f->file = UINT32_MAX;
    if (!add_file(r, path) || !wkl_check_encoding(f, r->bytes))
        return false;
    r->max_rows = count_lines(r->bytes);
    wkl_csv_read(f, r->bytes, wkl_take_row, r);
    if (f->status != WK_ENOMEM && !r->has_heading && f->n == 0)
        (void)wkl_go_on(f,
                        wkb_error(f->diag,
                                  WK_EHEADING,
                                  wkl_span(f, 0, 0),
                                  "an empty file\nwrite a row of headings"));
    if (f->status == WK_ENOMEM || !r->row_at)
        return false;
    return finish(r, out);
}

static wk_status
refuse_table_name(wkl_tables *t, uint32_t file, wkb_str name)
{
    const wkb_span at = {file, 0, 0};
    if (!wkb_is_word(name))
        return wkb_error(t->diag,
                         WK_ENAME,
                         at,
                         "table name %q is no name\nbegin the file's name with "
                         "a letter, and go on with letters, digits and _ alone",
                         name);
    if (wku_is_language_word(name))
        return wkb_error(t->diag,
                         WK_ENAME,
                         at,
                         "table name %q is a word of the language\nrename the "
                         "file: no expression could read it",
                         name);
    if (wkl_find_table(t, name) != WKL_NONE)
        return wkb_error(t->diag,
                         WK_EDUPLICATE,
                         at,
                         "there is a table %q already\nrename one of the files",
                         name);
    return WK_OK;
}

wk_status
wkl_read(wkl_tables *t, wkb_str path, wkb_str name, wkb_str bytes)
{
    wkl_reader r = {.all = t,
                    .name = name,
                    .bytes = bytes,
                    .text_only = wkb_str_eq(name, WKB_STR("rivals"))};
    wkl_table *table = WKB_NEW(t->arena, wkl_table, 1);
    if (!table)
        return WK_ENOMEM;
    const bool read = wkl_read_table(&r, path, table);
    if (r.faults.status == WK_ENOMEM || r.faults.file == UINT32_MAX)
        return r.faults.status;
    const wk_status named = refuse_table_name(t, r.faults.file, name);
    if (named != WK_OK || !read)
        return named != WK_OK ? named : r.faults.status;
    if (t->table.n >= UINT16_MAX)
        return wkb_error(t->diag,
                         WK_ELIMIT,
                         WKB_NOWHERE,
                         "more than %d tables\njoin some of them",
                         (int)UINT16_MAX);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers
    wkl_table **slot = WKB_PUSH(t->arena, &t->table);
    if (!slot)
        return WK_ENOMEM;
    *slot = table;
    return WK_OK;
}

wk_status
wkl_expect_columns(wkl_tables *t,
                   const wkl_table *tb,
                   const char *const *names,
                   size_t n_needed,
                   size_t n)
{
    wk_status status = WK_OK;
    for (size_t i = 0; i < tb->n_col; i++) {
        size_t k = 0;
        while (k < n && !wkb_str_eq(tb->col[i].name, wkb_str_of(names[k])))
            k++;
        if (k == n)
            status = wkb_error(t->diag,
                               WK_EHEADING,
                               tb->col[i].heading,
                               "%q is no column of '%S'\nits columns are "
                               "%s",
                               tb->col[i].name,
                               tb->name,
                               names[n]);
    }
    for (size_t k = 0; k < n_needed; k++) {
        if (wkl_find_column(tb, wkb_str_of(names[k])) == WKL_NONE)
            status = wkb_error(t->diag,
                               WK_EHEADING,
                               (wkb_span){tb->file, 0, 0},
                               "'%S' has no column '%s'\nits columns are %s",
                               tb->name,
                               names[k],
                               names[n]);
    }
    return status;
}
