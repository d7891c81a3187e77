/* What a cell holds where a number is due, and what is said of it. */
#include "units/inside.h"

size_t
wku_grouped_length(wkb_str s)
{
    size_t n = wkb_digits(s, 0);
    if (n < 1 || n > 3)
        return 0;
    size_t end = 0;
    while (n < s.n && s.p[n] == ',' && wkb_digits(s, n + 1) == 3) {
        n += 4;
        end = n;
    }
    return end;
}

/* The separators people group digits with, as bytes. */
static size_t
separator_length(wkb_str s)
{
    static const char *const marks[] = {",",
                                        ".",
                                        " ",
                                        "_",
                                        "'",
                                        "\xc2\xa0",
                                        "\xe2\x80\xaf",
                                        "\xe2\x80\x89",
                                        "\xe2\x80\x99",
                                        "\xcb\x99",
                                        "\xc2\xb7"};
    for (size_t i = 0; i < WKB_COUNT(marks); i++) {
        const wkb_str mark = wkb_str_of(marks[i]);
        if (wkb_starts(s, mark))
            return mark.n;
    }
    return 0;
}

/* Digits with separators between them: 1,979  1.234,5  1 234  12,34,567. */
typedef struct grouped {
    size_t n;           /* bytes; 0 if there is no separator */
    size_t groups;      /* digit runs */
    size_t last_at;     /* offset of the last separator */
    size_t last_digits; /* behind it */
    bool mixed;         /* the last separator differs from the first */
    bool threes;        /* every run behind the first has three digits */
} grouped;

static grouped
grouped_at(wkb_str s)
{
    grouped g = {.groups = 1, .threes = true};
    size_t i = wkb_digits(s, 0), first = 0;
    if (i == 0)
        return g;
    for (;;) {
        const wkb_str rest = wkb_sub(s, i, s.n);
        const size_t sep = separator_length(rest);
        const size_t n = sep ? wkb_digits(s, i + sep) : 0;
        if (n == 0)
            break;
        if (g.groups == 1)
            first = i;
        g.mixed = s.p[i] != s.p[first];
        g.threes &= n == 3;
        g.groups++;
        g.last_at = i;
        g.last_digits = n;
        i += sep + n;
        g.n = i;
    }
    return g;
}

/* The digits of a grouped number; a point instead of the last separator if it
 * is a decimal one. Returns the length. */
enum { SPELLED_MAX = 40 };
static size_t
spell(char out[SPELLED_MAX], wkb_str s, const grouped *g, bool decimal)
{
    size_t n = 0;
    for (size_t i = 0; i < g->n && n < SPELLED_MAX; i++) {
        if (decimal && i == g->last_at)
            out[n++] = '.';
        else if (wkb_is_digit(s.p[i]))
            out[n++] = s.p[i];
    }
    return n;
}

static wk_status
ambiguous(const wku_cursor *c, size_t begin, const grouped *g)
{
    const wkb_str s = wkb_sub(c->text, begin, c->text.n);
    const wkb_span at = wku_span(c->span, begin, begin + g->n);
    const wkb_str seen = wkb_sub(s, 0, g->n);
    char whole[SPELLED_MAX], point[SPELLED_MAX];
    const wkb_str as_whole = {whole, spell(whole, s, g, false)};
    const wkb_str as_point = {point, spell(point, s, g, true)};
    const bool comma = s.p[g->last_at] == ',' || s.p[g->last_at] == '.';
    if (g->mixed && comma)
        return wkb_error(c->d,
                         WK_ENUMBER,
                         at,
                         "%q can be read in two ways\n"
                         "write %S: a decimal point and no grouping",
                         seen,
                         as_point);
    if (g->groups == 2 && comma && g->threes)
        return wkb_error(c->d,
                         WK_ENUMBER,
                         at,
                         "%q can be read in two ways\nwrite %S or %S",
                         seen,
                         as_whole,
                         as_point);
    if (g->groups == 2 && comma)
        return wkb_error(c->d,
                         WK_ENUMBER,
                         at,
                         "%q can be read in two ways\n"
                         "write %S: the decimal mark is a point",
                         seen,
                         as_point);
    return wkb_error(c->d,
                     WK_ENUMBER,
                     at,
                     "%q can be read in two ways\nwrite %S, without grouping",
                     seen,
                     as_whole);
}

/* What cells hold in place of a number: the beginning, and what to do. */
typedef struct instead {
    const char *begins;
    bool alone; /* only where nothing follows */
    const char *what, *hint;
} instead;

/* clang-format off */
static const char leave_empty[] = "leave the cell empty if it is not known";
static const char as_range[] =
    "write a range, as in 0..5, or the number alone and say so in the note";
static const instead no_numbers[] = {
    {"=", false, "a formula", "write its value, or head the column [expr]"},
    {"+", false, "a number with a sign too many", "leave the + out"},
    {"..", false, "no range", "write its lower end, as in 5..6"},
    {"-.", false, "a number without a digit before the point",
     "write 0 before the point, as in -0.5"},
    {".", false, "a number without a digit before the point",
     "write 0 before the point, as in 0.5"},
    {"~", false, "no number", "write the number alone and say so in the note"},
    {"\xe2\x89\x88", false, "no number",
     "write the number alone and say so in the note"},
    {"<", false, "no number", as_range},
    {">", false, "no number", as_range},
    {"\xe2\x89\xa4", false, "no number", as_range},
    {"\xe2\x89\xa5", false, "no number", as_range},
    {"\xc2\xb1", false, "no number", "write a range, as in 4..6"},
    {"\xe2\x88\x92", false, "a number with another sign than '-'",
     "write '-', the hyphen of the keyboard"},
    {"(", false, "no number",
     "write '-' before a negative number, or say it in the note"},
    {"$", false, "no number", "write the currency behind it, as in 5 USD"},
    {"\xe2\x82\xac", false, "no number",
     "write the currency behind it, as in 5 EUR"},
    {"\xc2\xa3", false, "no number",
     "write the currency behind it, as in 5 GBP"},
    {"'", false, "no number", "leave the ' out"},
    {"\"", false, "no number", "leave the quotes out"},
    {"-", true, "no number", leave_empty},
    {"", false, "no number", leave_empty},
};

/* What follows a number and is no unit. */
static const instead no_units[] = {
    {"+", false, "no number", as_range},
    {"-", false, "no number", "write a range with two points, as in 5..6"},
    {"\xe2\x80\x93", false, "no number",
     "write a range with two points, as in 5..6"},
    {" - ", false, "no number", "write a range with two points, as in 5..6"},
    {" \xe2\x80\x93 ", false, "no number",
     "write a range with two points, as in 5..6"},
    {" to ", false, "no number", "write a range with two points, as in 5..6"},
    {"\xe2\x80\xa6", false, "no number",
     "write a range with two points, as in 5..6"},
    {"...", false, "no number", "write a range with two points, as in 5..6"},
    {" ..", false, "no range", "leave the spaces round .. out"},
    {".. ", false, "no range", "leave the spaces round .. out"},
    {"..", false, "no range", "write its upper end, as in 5..6"},
    {"\xc2\xb1", false, "no number", "write a range, as in 4..6"},
    {" \xc2\xb1", false, "no number", "write a range, as in 4..6"},
    {"/", false, "no number", "write the value, as in 0.5 for 1/2"},
    {":", false, "no number", "write the value, as in 0.5 for 1:2"},
    {"^", false, "no number", "write the value, as in 8e9"},
    {"*", false, "no number", "write the value, as in 8e9"},
    {"\xc3\x97", false, "no number", "write the value, as in 8e9"},
    {" \xc3\x97", false, "no number", "write the value, as in 8e9"},
    {".", false, "a number without a digit behind the point",
     "leave the point out"},
    {"e", true, "a number without an exponent", "leave the e out"},
    {"E", true, "a number without an exponent", "leave the E out"},
    {"e+", true, "a number without an exponent", "leave the e out"},
    {"e-", true, "a number without an exponent", "leave the e out"},
    {"?", true, "no number", "leave the ? out and say so in the note"},
    {"~", true, "no number", "leave the ~ out and say so in the note"},
    {"[", false, "no best value with a range",
     "write it as in 40 [38..43], with one space"},
    {" [", false, "no best value with a range", "write it as in 40 [38..43]"},
    {"  [", false, "no best value with a range",
     "write it as in 40 [38..43], with one space"},
    {"  ", false, "no number with a unit",
     "leave one space before the unit, or none"},
    {"\xc2\xa0", false, "no number with a unit",
     "write a plain space before the unit"},
    {"\xe2\x80\xaf", false, "no number with a unit",
     "write a plain space before the unit"},
    {"\xe2\x80\x89", false, "no number with a unit",
     "write a plain space before the unit"},
};
/* clang-format on */

static const instead *
instead_of(const instead *list, size_t n, wkb_str s)
{
    for (size_t i = 0; i < n; i++) {
        const wkb_str begins = wkb_str_of(list[i].begins);
        if (wkb_starts(s, begins) && (!list[i].alone || s.n == begins.n))
            return &list[i];
    }
    return NULL;
}

static wk_status
refuse(const wku_cursor *c, const instead *i, wkb_span at)
{
    return wkb_error(
        c->d, WK_ECELL, at, "%q is %s\n%s", c->text, i->what, i->hint);
}

static bool
has_digit(wkb_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (wkb_is_digit(s.p[i]))
            return true;
    }
    return false;
}

wk_status
wku_refuse_start(const wku_cursor *c)
{
    static const instead with_words = {
        "",
        false,
        "no number",
        "write the number first, and what else is to be said in the note"};
    const wkb_str s = wku_rest(c);
    const instead *i = instead_of(no_numbers, WKB_COUNT(no_numbers), s);
    if (i == &no_numbers[WKB_COUNT(no_numbers) - 1] && has_digit(s))
        i = &with_words;
    return refuse(c, i, wku_from_here(c));
}

/* "5 1/h" is no grouped number. */
static bool
over_follows(wkb_str s, const grouped *g)
{
    return g->groups == 2 &&
           wkb_starts(wkb_sub(s, g->last_at, s.n), WKB_STR(" 1/"));
}

/* A leading zero, a base, digits that are grouped. */
wk_status
wku_check_spelling(const wku_cursor *c, size_t n)
{
    const wkb_str s = wku_rest(c);
    const grouped g = grouped_at(s);
    if (n < s.n && s.p[0] == '0' && n == 1 &&
        (s.p[1] == 'x' || s.p[1] == 'X' || s.p[1] == 'b' || s.p[1] == 'o') &&
        s.n > 2)
        return wkb_error(c->d,
                         WK_ECELL,
                         wku_from_here(c),
                         "%q is a number of another base\n"
                         "write it in decimal",
                         s);
    if (g.n > n && !over_follows(s, &g))
        return ambiguous(c, c->at, &g);
    if (n > 1 && s.p[0] == '0' && wkb_is_digit(s.p[1]))
        return wkb_error(c->d,
                         WK_ECELL,
                         wku_span(c->span, c->at, c->at + n),
                         "%q begins with a zero\n"
                         "leave it out, or head the column [text]",
                         wkb_sub(s, 0, n));
    return WK_OK;
}

static const instead no_number_with_unit = {
    "", false, "no number with a unit", "write the number, then its unit"};

/* ASCII that begins no unit; $ is asked about by the reader of units. */
static bool
is_mark(char c)
{
    return c > ' ' && c < 0x7f && c != '%' && c != '$' && !wkb_is_letter(c);
}

wk_status
wku_check_rest(const wku_cursor *c, bool is_range)
{
    static const instead three_ends = {
        "..", false, "no range", "write two ends, as in 5..6"};
    const wkb_str s = wku_rest(c);
    if (is_range && wkb_starts(s, WKB_STR("..")))
        return refuse(c, &three_ends, wku_from_here(c));
    const instead *odd = instead_of(no_units, WKB_COUNT(no_units), s);
    if (odd)
        return refuse(c, odd, wku_span(c->span, 0, c->text.n));
    if (is_mark(s.p[0]))
        return refuse(c, &no_number_with_unit, wku_from_here(c));
    return WK_OK;
}

wk_status
wku_refuse_bracket(const wku_cursor *c, size_t begin)
{
    const instead *shape =
        instead_of(no_units, WKB_COUNT(no_units), WKB_STR(" ["));
    return refuse(c, shape, wku_span(c->span, begin, c->text.n));
}
