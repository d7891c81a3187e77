/* Cells into columns: one reader for each kind of column. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "load/reader.h"

wkb_str
wkl_raw(const wkl_reader *r, const wkl_field *f)
{
    return wkb_sub(r->bytes, f->begin, f->end);
}

wkb_span
wkl_field_span(const wkl_reader *r, const wkl_field *f)
{
    return wkl_span(&r->faults, f->begin, f->end);
}

/* "" is a quote. */
static wkb_str
undoubled(wkb_arena *a, wkb_str raw)
{
    const wkb_str copy = wkb_copy(a, raw);
    char *p = (char *)copy.p;
    size_t n = 0;
    for (size_t i = 0; p && i < raw.n; i++) {
        p[n++] = raw.p[i];
        i += raw.p[i] == '"';
    }
    return (wkb_str){p, n};
}

wk_status
wkl_intern_field(wkl_reader *r, const wkl_field *f, uint32_t *out)
{
    wkb_str text = wkl_raw(r, f);
    if (f->doubled) {
        text = undoubled(r->all->arena, text);
        if (!text.p)
            return WK_ENOMEM;
    }
    return wkb_intern(&r->all->texts, text, r->copies, out);
}

static wk_status
refuse_spaces(wkl_reader *r, const wkl_field *f)
{
    const wkb_str text = wkb_trim(wkl_raw(r, f));
    if (text.n == 0)
        return wkb_error(r->faults.diag,
                         WK_ECELL,
                         wkl_field_span(r, f),
                         "a cell of spaces\nleave it empty if its value is not "
                         "known");
    return wkb_error(r->faults.diag,
                     WK_ECELL,
                     wkl_field_span(r, f),
                     "spaces around %q\nremove them",
                     text);
}

static bool
has_spaces(wkb_str s)
{
    return wkb_trim(s).n != s.n;
}

/* [-] number, without unit, range or leading zero. */
static bool
read_plain(wkb_str s, double *out)
{
    const bool negative = s.n && s.p[0] == '-';
    const wkb_str digits = {s.p + negative, s.n - negative};
    double v = 0;
    if (digits.n > 1 && digits.p[0] == '0' && wkb_is_digit(digits.p[1]))
        return false;
    if (!wkb_num_simple(digits, &v) &&
        (digits.n == 0 || wkb_num_length(digits) != digits.n ||
         wkb_num_read(digits, &v) != WK_OK))
        return false;
    *out = negative ? 0 - v : v;
    return true;
}

static wk_status
add_extra(wkl_reader *r, wkl_build *b, const wku_num *num, const wku_unit *unit)
{
    wkl_extra *extra = WKB_PUSH(r->all->arena, &b->extra);
    if (!extra)
        return WK_ENOMEM;
    *extra = (wkl_extra){(uint32_t)r->n_row, *num, *unit};
    return WK_OK;
}

static wk_status
read_quantity(wkl_reader *r,
              wkl_build *b,
              const wkl_field *f,
              const wku_unit *declared)
{
    const wkb_str text = wkl_raw(r, f);
    wku_num num;
    wku_unit own = wku_one();
    bool has_own = false;
    if (has_spaces(text))
        return refuse_spaces(r, f);
    WKB_TRY(wku_read_cell(&num,
                          &own,
                          &has_own,
                          r->all->units,
                          declared,
                          text,
                          wkl_field_span(r, f),
                          r->faults.diag));
    b->num[r->n_row] = num.v;
    if (declared && !has_own && !wku_is_range(&num))
        return WK_OK;
    return add_extra(r, b, &num, has_own ? &own : &b->c.type.unit);
}

static wk_status
read_number(wkl_reader *r, wkl_build *b, const wkl_field *f)
{
    double v;
    if (read_plain(wkl_raw(r, f), &v)) {
        v *= b->c.type.unit.factor;
        if (isfinite(v)) {
            b->num[r->n_row] = v;
            return WK_OK;
        }
    }
    return read_quantity(r, b, f, &b->c.type.unit);
}

static wk_status
read_any(wkl_reader *r, wkl_build *b, const wkl_field *f)
{
    return read_quantity(r, b, f, NULL);
}

static wk_status
read_date(wkl_reader *r, wkl_build *b, const wkl_field *f)
{
    const wkb_str text = wkl_raw(r, f);
    if (has_spaces(text))
        return refuse_spaces(r, f);
    return wku_date_read(
        &b->num[r->n_row], text, wkl_field_span(r, f), r->faults.diag);
}

static wk_status
read_text(wkl_reader *r, wkl_build *b, const wkl_field *f)
{
    return wkl_intern_field(r, f, &b->index[r->n_row]);
}

/* The cell of a row that was read before. */
static wkl_field
read_before(const wkl_reader *r, const wkl_build *b, size_t row)
{
    size_t at = r->row_at[row];
    wkl_field f = wkl_csv_field(r->bytes, &at);
    for (const wkl_build *c = r->col; c < b; c++)
        f = wkl_csv_field(r->bytes, &at);
    return f;
}

/* A guess that was wrong: the numbers read so far were texts. */
static wk_status
become_text(wkl_reader *r, wkl_build *b)
{
    if (!b->index)
        b->index = wkb_alloc_raw(r->all->arena, r->cap * sizeof *b->index);
    if (!b->index)
        return WK_ENOMEM;
    for (size_t i = 0; i < r->n_row; i++) {
        b->index[i] = WKL_NONE;
        if (!b->num || isnan(b->num[i]))
            continue;
        const wkl_field f = read_before(r, b, i);
        WKB_TRY(wkl_intern_field(r, &f, &b->index[i]));
    }
    b->num = NULL;
    b->is_guess = false;
    b->c.type.kind = WKU_TEXT;
    b->read = read_text;
    return WK_OK;
}

/* Numbers, none of the rows so far known. */
static wk_status
begin_numbers(wkl_reader *r, wkl_build *b)
{
    b->num = wkb_alloc_raw(r->all->arena, r->cap * sizeof *b->num);
    if (!b->num)
        return WK_ENOMEM;
    for (size_t i = 0; i < r->n_row; i++)
        b->num[i] = (double)NAN;
    return WK_OK;
}

static wk_status
read_guess(wkl_reader *r, wkl_build *b, const wkl_field *f)
{
    double v;
    if (!read_plain(wkl_raw(r, f), &v)) {
        WKB_TRY(become_text(r, b));
        return read_text(r, b, f);
    }
    if (!b->num)
        WKB_TRY(begin_numbers(r, b));
    b->num[r->n_row] = v;
    return WK_OK;
}

wk_status
wkl_end_cells(wkl_reader *r, wkl_build *b)
{
    if (!b->is_guess)
        return WK_OK;
    b->c.type.kind = WKU_NUMBER;
    return b->num ? WK_OK : begin_numbers(r, b);
}

wk_status
wkl_settle_guess(wkl_reader *r, wkl_build *b)
{
    if (!b->is_guess)
        return WK_OK;
    b->is_guess = false;
    b->c.type.kind = WKU_NUMBER;
    b->read = read_number;
    return b->num ? WK_OK : begin_numbers(r, b);
}

static bool
is_id_char(char c, bool in_sources)
{
    return (c >= 'a' && c <= 'z') || wkb_is_digit(c) || c == '_' ||
           (in_sources && (c == '-' || c == '.'));
}

/* [a-z][a-z0-9_]*, in sources also - and . */
static bool
is_id(wkb_str s, bool in_sources)
{
    if (s.n == 0 || s.p[0] < 'a' || s.p[0] > 'z')
        return false;
    for (size_t i = 1; i < s.n; i++) {
        if (!is_id_char(s.p[i], in_sources))
            return false;
    }
    return true;
}

/* text made into an id, or empty. */
static wkb_str
id_suggestion(wkb_arena *a, wkb_str text, bool in_sources)
{
    const wkb_str copy = wkb_copy(a, text);
    char *p = (char *)copy.p;
    for (size_t i = 0; i < copy.n; i++) {
        p[i] = wkb_lower(p[i]);
        if ((unsigned char)p[i] >= 0x80)
            return (wkb_str){0};
        if (!is_id_char(p[i], in_sources))
            p[i] = '_';
    }
    return is_id(copy, in_sources) ? copy : (wkb_str){0};
}

static wk_status
refuse_id(wkl_reader *r, const wkl_field *f, bool in_sources)
{
    wkb_diag *d = r->faults.diag;
    const wkb_str text = wkl_raw(r, f);
    const wkb_span at = wkl_field_span(r, f);
    size_t hidden_at = 0;
    if (text.n == 0)
        return wkb_error(
            d, WK_ECELL, at, "an empty id\ngive the row an id of its own");
    const char *hidden = wkl_hidden(text, &hidden_at);
    if (hidden)
        return wkb_error(d,
                         WK_EENCODING,
                         wkl_span(&r->faults, f->begin + hidden_at, f->end),
                         "a %s in the id %q\nremove it",
                         hidden,
                         text);
    const char *also = in_sources ? ", - and ." : "";
    const wkb_str instead =
        id_suggestion(r->all->arena, wkb_trim(text), in_sources);
    if (instead.n)
        return wkb_error(d,
                         WK_ECELL,
                         at,
                         "%q is no id\nwrite small letters, digits, _%s alone: "
                         "%q",
                         text,
                         also,
                         instead);
    return wkb_error(d,
                     WK_ECELL,
                     at,
                     "%q is no id\nbegin with a small letter, and go on with "
                     "small letters, digits, _%s alone",
                     text,
                     also);
}

static wk_status
read_id(wkl_reader *r, wkl_build *b, const wkl_field *f)
{
    const bool in_sources = wkb_str_eq(r->name, WKB_STR("sources"));
    if (!is_id(wkl_raw(r, f), in_sources))
        return refuse_id(r, f, in_sources);
    return wkl_intern_field(r, f, &b->index[r->n_row]);
}

wk_status
wkl_begin_cells(wkl_reader *r, wkl_build *b)
{
    static const wkl_cell_fn readers[] = {[WKU_NUMBER] = read_number,
                                          [WKU_ANY] = read_any,
                                          [WKU_DATE] = read_date,
                                          [WKU_TEXT] = read_text,
                                          [WKU_ROW] = read_text,
                                          [WKU_EXPR] = read_text};
    const wku_kind kind = b->c.type.kind;
    const bool is_text =
        kind == WKU_TEXT || kind == WKU_ROW || kind == WKU_EXPR;
    if (is_text && !b->is_guess) {
        b->index = wkb_alloc_raw(r->all->arena, r->cap * sizeof *b->index);
        if (!b->index)
            return WK_ENOMEM;
    }
    if (!is_text)
        WKB_TRY(begin_numbers(r, b));
    b->read = b->is_guess ? read_guess : readers[kind];
    if (b == r->col && wkb_str_eq(b->c.name, WKB_STR("id")) && !r->text_only)
        b->read = read_id;
    return WK_OK;
}

static void
set_unknown(wkl_build *b, size_t row)
{
    if (b->num)
        b->num[row] = (double)NAN;
    if (b->index)
        b->index[row] = WKL_NONE;
}

/* Room for cap instead of n rows of what is not NULL, as it comes: every row
 * fills its cells. */
static wk_status
grow(wkl_reader *r, void **array, size_t cap, size_t size)
{
    if (!*array)
        return WK_OK;
    *array = wkb_grow_raw(r->all->arena, *array, r->n_row * size, cap * size);
    return *array ? WK_OK : WK_ENOMEM;
}

/* For all rows, if they are as long as those before byte `at`, and for some
 * more. */
static wk_status
make_room(wkl_reader *r, size_t at)
{
    const double all = (double)r->n_row * (double)r->bytes.n / (double)at;
    const size_t likely = (size_t)(all + all / 32) + 1;
    size_t cap = likely < 2 * r->cap ? 2 * r->cap : likely;
    if (cap > r->max_rows)
        cap = r->max_rows;
    assert(r->cap < cap);
    WKB_TRY(grow(r, (void **)&r->row_at, cap, sizeof *r->row_at));
    for (size_t i = 0; i < r->n_col; i++) {
        wkl_build *b = &r->col[i];
        WKB_TRY(grow(r, (void **)&b->num, cap, sizeof *b->num));
        WKB_TRY(grow(r, (void **)&b->index, cap, sizeof *b->index));
    }
    r->cap = cap;
    return WK_OK;
}

/* Most cells: a number without sign or leading zero in a column of them. What
 * this leaves is read by read_number, which tells of faults. */
static bool
is_quick(const wkl_reader *r, wkl_build *b, const wkl_field *f)
{
    const wkb_str s = {r->bytes.p + f->begin, f->end - f->begin};
    double v = 0;
    if ((s.p[0] == '0' && s.n > 1 && s.p[1] != '.') || !wkb_num_simple(s, &v))
        return false;
    b->num[r->n_row] = v * b->c.type.unit.factor;
    return isfinite(b->num[r->n_row]);
}

bool
wkl_read_cells(wkl_reader *r, const wkl_row *row)
{
    if (r->n_row == r->cap && !wkl_go_on(&r->faults, make_room(r, row->begin)))
        return false;
    r->row_at[r->n_row] = row->begin;
    for (size_t i = 0; i < r->n_col; i++) {
        wkl_build *b = &r->col[i];
        const wkl_field *f = &row->field[i];
        if (!b->read)
            continue;
        if (f->begin == f->end) {
            set_unknown(b, r->n_row);
            if (b->read != read_id)
                continue;
        } else if (b->read == read_number && is_quick(r, b, f)) {
            continue;
        }
        const wk_status status = b->read(r, b, f);
        if (status == WK_OK)
            continue;
        set_unknown(b, r->n_row);
        if (!wkl_go_on(&r->faults, status))
            return false;
    }
    r->n_row++;
    return true;
}
