/* The heading declares the column: `name [unit qualifier ...]`. */
#include "load/reader.h"

/* A heading, cut up; all views into the file. */
typedef struct heading {
    wkl_reader *r;
    wkb_str text;
    wkb_str name, inside; /* inside: of the brackets */
    bool has_bracket;
} heading;

static wkb_span
span_of(const heading *h, wkb_str part)
{
    const size_t begin = (size_t)(part.p - h->r->bytes.p);
    return wkl_span(&h->r->faults, begin, begin + part.n);
}

static wkb_diag *
diag_of(const heading *h)
{
    return h->r->faults.diag;
}

/* name with _ for whatever a name cannot hold; empty if that makes none. */
static wkb_str
suggestion(const heading *h, wkb_str name)
{
    const wkb_str copy = wkb_copy(h->r->all->arena, name);
    char *p = (char *)copy.p;
    for (size_t i = 0; i < copy.n; i++) {
        if ((unsigned char)p[i] >= 0x80)
            return (wkb_str){0};
        if (!wkb_is_letter(p[i]) && !wkb_is_digit(p[i]))
            p[i] = '_';
    }
    return wkb_is_word(copy) ? copy : (wkb_str){0};
}

static wk_status
refuse_name(const heading *h, wkb_str name)
{
    const size_t round = wkb_find(h->text, '(');
    const wkb_str before = wkb_trim(wkb_sub(h->text, 0, round));
    const wkb_str instead = suggestion(h, name);
    const wkb_span at = span_of(h, name);
    if (!h->has_bracket && wkb_is_word(before) && wkb_ends(name, WKB_STR(")")))
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         at,
                         "heading %q is no name\nwrite the unit in square "
                         "brackets: '%e [%e]'",
                         name,
                         before,
                         wkb_sub(h->text, round + 1, h->text.n - 1));
    if (instead.n)
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         at,
                         "heading %q is no name\nwrite letters, digits and _ "
                         "alone: %q",
                         name,
                         instead);
    return wkb_error(
        diag_of(h),
        WK_EHEADING,
        at,
        "heading %q is no name\nbegin with a letter a to z, and go "
        "on with letters, digits and _ alone",
        name);
}

/* The name, and ".source" behind it. */
static wk_status
check_name(const heading *h)
{
    wkb_str rest = h->name;
    const wkb_str name = wkb_cut(&rest, '.');
    if (rest.p && wkb_is_word(name) && !wkb_str_eq(rest, WKB_STR("source")))
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         span_of(h, h->name),
                         "heading %q is no name\nonly '.source' may follow a "
                         "column's name",
                         h->name);
    if (!wkb_is_word(name))
        return refuse_name(h, h->name);
    if (wku_is_language_word(name))
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         span_of(h, name),
                         "heading %q is a word of the language\nrename the "
                         "column: no expression could read it",
                         name);
    return WK_OK;
}

static wk_status
check_seen(const heading *h)
{
    size_t at = 0;
    if (h->text.n == 0)
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         span_of(h, h->text),
                         "a column without a heading\nname it, or remove it");
    const char *hidden = wkl_hidden(h->text, &at);
    if (hidden)
        return wkb_error(diag_of(h),
                         WK_EENCODING,
                         span_of(h, wkb_sub(h->text, at, h->text.n)),
                         "a %s in the heading %q\nremove it",
                         hidden,
                         h->text);
    if (wkb_trim(h->text).n != h->text.n)
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         span_of(h, h->text),
                         "spaces around the heading %q\nremove them",
                         wkb_trim(h->text));
    return WK_OK;
}

static wk_status
cut_brackets(heading *h)
{
    const wkb_str s = h->text;
    const size_t open = wkb_find(s, '[');
    h->name = wkb_trim(wkb_sub(s, 0, open));
    h->has_bracket = open < s.n;
    if (!h->has_bracket)
        return WK_OK;
    const size_t close = wkb_find(s, ']');
    if (close == s.n || close < open)
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         span_of(h, s),
                         "heading %q lacks its ']'\nwrite 'name [unit]'",
                         s);
    if (close + 1 != s.n)
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         span_of(h, wkb_sub(s, close + 1, s.n)),
                         "text after the ']' of heading %q\nwrite 'name "
                         "[unit]'",
                         s);
    h->inside = wkb_trim(wkb_sub(s, open + 1, close));
    if (h->inside.n == 0)
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         span_of(h, s),
                         "heading %q declares nothing\nwrite a unit, 'date', "
                         "'text', 'any', 'expr' or '@table', or leave the "
                         "brackets out",
                         s);
    return WK_OK;
}

static bool
is_always_text(wkb_str name)
{
    static const char *const names[] = {
        "id", "name", "source", "locator", "status", "note"};
    for (size_t i = 0; i < WKB_COUNT(names); i++) {
        if (wkb_str_eq(name, wkb_str_of(names[i])))
            return true;
    }
    return wkb_ends(name, WKB_STR(".source"));
}

static wk_status
add_qualifier(const heading *h, wku_type *type, wkb_str word, wkb_str unit)
{
    const wku_axes *axes = h->r->all->axes;
    wku_quals one = 0;
    size_t axis = 0, clash = WKU_AXES;
    unsigned tag = 0;
    WKB_TRY(wku_qual_read(&one, axes, word, span_of(h, word), diag_of(h)));
    if (!wku_qual_find(axes, word, &axis, &tag))
        return WK_EQUALIFIER;
    if (!wku_axis_lives(axes, axis, &type->unit))
        return wkb_error(diag_of(h),
                         WK_EQUALIFIER,
                         span_of(h, word),
                         "%q (%e) says nothing of a quantity in %q\nremove it, "
                         "or correct the unit",
                         word,
                         axes->axis[axis].name,
                         unit);
    const wku_quals both =
        wku_quals_union(axes, type->quals, one, false, &clash);
    if (clash < WKU_AXES)
        return wkb_error(
            diag_of(h),
            WK_EQUALIFIER,
            span_of(h, word),
            "%q beside %q: a value has one of them\nremove one",
            word,
            wku_tag_name(axes, clash, wku_tag(type->quals, clash)));
    type->quals = both;
    return WK_OK;
}

static wk_status
declare_unit(const heading *h, wkl_column *c)
{
    wkb_str rest = h->inside;
    const wkb_str unit = wkb_cut(&rest, ' ');
    size_t axis;
    unsigned tag;
    c->type.kind = WKU_NUMBER;
    if (wku_qual_find(h->r->all->axes, unit, &axis, &tag))
        return wkb_error(diag_of(h),
                         WK_EHEADING,
                         span_of(h, unit),
                         "the qualifier %q without a unit\nwrite the unit "
                         "before it, as in 'bandwidth [GB/s one_way]'",
                         unit);
    WKB_TRY(wku_unit_read(&c->type.unit,
                          h->r->all->units,
                          unit,
                          true,
                          span_of(h, unit),
                          diag_of(h)));
    while (rest.n) {
        const wkb_str word = wkb_cut(&rest, ' ');
        if (word.n)
            WKB_TRY(add_qualifier(h, &c->type, word, unit));
    }
    return WK_OK;
}

static wk_status
declare_reference(const heading *h, wkl_column *c)
{
    c->type.kind = WKU_ROW;
    c->refers_to = wkb_sub(h->inside, 1, h->inside.n);
    if (wkb_is_word(c->refers_to))
        return WK_OK;
    return wkb_error(diag_of(h),
                     WK_EHEADING,
                     span_of(h, h->inside),
                     "%q names no table\nwrite '@' and the name of a table",
                     h->inside);
}

static wk_status
declare(const heading *h, wkl_column *c)
{
    static const struct {
        const char *word;
        wku_kind kind;
    } kinds[] = {{"date", WKU_DATE},
                 {"text", WKU_TEXT},
                 {"any", WKU_ANY},
                 {"expr", WKU_EXPR}};
    for (size_t i = 0; i < WKB_COUNT(kinds); i++) {
        if (wkb_str_eq(h->inside, wkb_str_of(kinds[i].word))) {
            c->type.kind = kinds[i].kind;
            return WK_OK;
        }
    }
    if (h->inside.p[0] == '@')
        return declare_reference(h, c);
    return declare_unit(h, c);
}

static wk_status
read_one(wkl_reader *r, wkl_build *b, const wkl_field *f)
{
    heading h = {.r = r, .text = wkl_raw(r, f)};
    b->c = (wkl_column){.heading = wkl_field_span(r, f),
                        .source_column = WKL_NONE,
                        .type = {.kind = WKU_TEXT, .unit = wku_one()}};
    WKB_TRY(check_seen(&h));
    WKB_TRY(cut_brackets(&h));
    WKB_TRY(check_name(&h));
    b->c.name = h.name;
    if (h.has_bracket)
        WKB_TRY(declare(&h, &b->c));
    else
        b->is_guess = !is_always_text(h.name) && !r->text_only;
    if ((is_always_text(h.name) || r->text_only) && b->c.type.kind != WKU_TEXT)
        return wkb_error(diag_of(&h),
                         WK_EHEADING,
                         span_of(&h, h.inside),
                         "%q is always text, not %q\nremove the brackets, or "
                         "rename the column",
                         h.name,
                         h.inside);
    return WK_OK;
}

/* Of two names: letters differ from their capitals in one bit, which no two
 * other characters of a name differ in alone. */
static bool
same_but_case(wkb_str a, wkb_str b)
{
    const unsigned bit = 'a' ^ 'A';
    for (size_t i = 0; a.n == b.n && i < a.n; i++) {
        const bool letter = wkb_is_letter(a.p[i]) && wkb_is_letter(b.p[i]);
        const unsigned differ = (unsigned)(a.p[i] ^ b.p[i]);
        if (differ != 0 && !(letter && differ == bit))
            return false;
    }
    return a.n == b.n;
}

static wk_status
check_taken(wkl_reader *r, size_t i)
{
    const wkl_column *c = &r->col[i].c;
    for (size_t k = 0; k < i; k++) {
        const wkb_str other = r->col[k].c.name;
        if (!same_but_case(other, c->name))
            continue;
        if (wkb_str_eq(other, c->name))
            return wkb_error(r->faults.diag,
                             WK_EDUPLICATE,
                             c->heading,
                             "heading %q stands over columns %z and %z\nrename "
                             "one of them",
                             other,
                             k + 1,
                             i + 1);
        return wkb_error(r->faults.diag,
                         WK_EDUPLICATE,
                         c->heading,
                         "headings %q (column %z) and %q (column %z) differ "
                         "only in case\nrename one of them",
                         other,
                         k + 1,
                         c->name,
                         i + 1);
    }
    return WK_OK;
}

/* X.source belongs to column X. */
static wk_status
find_cited(wkl_reader *r, size_t i)
{
    const wkl_column *c = &r->col[i].c;
    const wkb_str end = WKB_STR(".source");
    if (!wkb_ends(c->name, end))
        return WK_OK;
    const wkb_str x = wkb_sub(c->name, 0, c->name.n - end.n);
    for (size_t k = 0; k < r->n_col; k++) {
        if (wkb_str_eq(r->col[k].c.name, x)) {
            r->col[k].c.source_column = (uint32_t)i;
            return WK_OK;
        }
    }
    return wkb_error(r->faults.diag,
                     WK_EHEADING,
                     c->heading,
                     "%q cites column %q, which is not there\ncorrect the "
                     "name, or add the column",
                     c->name,
                     x);
}

static bool
refuse_row(wkl_reader *r, const wkl_row *row)
{
    const wkb_span at = wkl_span(&r->faults, row->begin, row->end);
    if (row->n == 0)
        (void)wkl_go_on(&r->faults,
                        wkb_error(r->faults.diag,
                                  WK_EHEADING,
                                  at,
                                  "an empty line where the headings should "
                                  "be\nremove it"));
    else
        (void)wkl_go_on(&r->faults,
                        wkb_error(r->faults.diag,
                                  WK_ELIMIT,
                                  wkl_span(&r->faults,
                                           row->field[WKL_MAX_COLUMNS - 1].end,
                                           row->end),
                                  "%z columns; a table has at most %d\nmake "
                                  "rows of columns that repeat",
                                  row->n,
                                  (int)WKL_MAX_COLUMNS));
    return false;
}

/* One column whose heading holds what parts fields elsewhere. */
static bool
is_other_dialect(const wkl_reader *r, const wkl_row *row)
{
    const wkb_str s = wkl_raw(r, &row->field[0]);
    return row->n == 1 && (wkb_find(s, ';') < s.n || wkb_find(s, '\t') < s.n);
}

static wk_status
refuse_dialect(wkl_reader *r, const wkl_row *row)
{
    return wkb_error(r->faults.diag,
                     WK_EHEADING,
                     wkl_field_span(r, &row->field[0]),
                     "no comma between the headings\nseparate fields with "
                     "commas, and write decimals with a point");
}

bool
wkl_read_heading(wkl_reader *r, const wkl_row *row)
{
    wkl_faults *f = &r->faults;
    r->has_heading = true;
    if (row->n == 0 || row->n > WKL_MAX_COLUMNS)
        return refuse_row(r, row);
    if (is_other_dialect(r, row)) {
        (void)wkl_go_on(f, refuse_dialect(r, row));
        return false;
    }
    r->col = WKB_NEW(r->all->arena, wkl_build, row->n);
    if (!r->col)
        return wkl_go_on(f, WK_ENOMEM);
    r->n_col = row->n;
    const size_t most =
        (r->most_bytes ? r->most_bytes : r->bytes.n - row->begin) / row->n + 1;
    r->max_rows = r->max_rows < most ? r->max_rows : most;
    r->cap = r->max_rows < WKL_FIRST_ROWS ? r->max_rows : WKL_FIRST_ROWS;
    for (size_t i = 0; i < r->n_col; i++) {
        wk_status status = read_one(r, &r->col[i], &row->field[i]);
        if (status == WK_OK)
            status = check_taken(r, i);
        if (!wkl_go_on(f, status))
            return false;
        if (status == WK_OK && !wkl_go_on(f, wkl_begin_cells(r, &r->col[i])))
            return false;
    }
    for (size_t i = 0; i < r->n_col; i++) {
        if (!wkl_go_on(f, find_cited(r, i)))
            return false;
    }
    r->col[0].is_id = wkb_str_eq(r->col[0].c.name, WKB_STR("id"));
    return true;
}
