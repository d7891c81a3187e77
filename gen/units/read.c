/* Reading a cell: numbers, ranges, units, and what is refused. */
#include <math.h>

#include "units/date.h"
#include "units/inside.h"

wk_status
wku_take_number(wku_cursor *c, size_t n, bool negative, double *out)
{
    const wkb_str number = wkb_sub(c->text, c->at, c->at + n);
    double v = 0;
    if (wkb_num_read(number, &v) != WK_OK)
        return wkb_error(c->d,
                         WK_ERANGE,
                         wku_span(c->span, c->at, c->at + n),
                         "%q is beyond what a number can hold\n"
                         "write it in a larger or smaller unit",
                         number);
    c->at += n;
    *out = negative ? -v : v;
    return WK_OK;
}

/* One end: ["-"] number. */
static wk_status
read_end(wku_cursor *c, double *out)
{
    const bool negative = c->at < c->text.n && c->text.p[c->at] == '-';
    *out = NAN;
    c->at += negative;
    const size_t n = wkb_num_length(wku_rest(c));
    if (n == 0) {
        c->at -= negative;
        return wku_refuse_start(c);
    }
    WKB_TRY(wku_check_spelling(c, n));
    return wku_take_number(c, n, negative, out);
}

/* end ".." end, the first already read into r->lo from `begin`. */
static wk_status
read_upper(wku_cursor *c, wku_num *r, size_t begin)
{
    c->at += 2;
    WKB_TRY(read_end(c, &r->hi));
    if (r->lo < r->hi)
        return WK_OK;
    return wkb_error(c->d,
                     WK_ERANGE,
                     wku_span(c->span, begin, c->at),
                     "the range %q does not ascend\n"
                     "write the smaller end first%s",
                     wkb_sub(c->text, begin, c->at),
                     r->lo == r->hi ? ", or one number alone" : "");
}

static bool
digit_or_sign_at(wkb_str s, size_t i)
{
    if (i < s.n && s.p[i] == '-')
        i++;
    return i < s.n && wkb_is_digit(s.p[i]);
}

static bool
upper_follows(const wku_cursor *c)
{
    const wkb_str s = wku_rest(c);
    return wkb_starts(s, WKB_STR("..")) && digit_or_sign_at(s, 2);
}

/* " [" end ".." end "]" behind the best value v. */
static wk_status
read_bracket(wku_cursor *c, wku_num *r)
{
    const size_t begin = c->at + 2;
    c->at += 2;
    WKB_TRY(read_end(c, &r->lo));
    if (!upper_follows(c))
        return wku_refuse_bracket(c, begin);
    WKB_TRY(read_upper(c, r, begin));
    if (c->at == c->text.n || c->text.p[c->at] != ']')
        return wku_refuse_bracket(c, begin);
    if (r->v < r->lo || r->v > r->hi)
        return wkb_error(c->d,
                         WK_ERANGE,
                         wku_span(c->span, 0, c->at + 1),
                         "the best value lies outside its range: %q\n"
                         "write the range so that it holds the value",
                         c->text);
    c->at++;
    return WK_OK;
}

static wk_status
read_value(wku_cursor *c, wku_num *r)
{
    const size_t begin = c->at;
    WKB_TRY(read_end(c, &r->v));
    r->lo = r->hi = r->v;
    if (upper_follows(c)) {
        r->v = NAN;
        return read_upper(c, r, begin);
    }
    const wkb_str s = wku_rest(c);
    if (wkb_starts(s, WKB_STR(" [")) && digit_or_sign_at(s, 2))
        return read_bracket(c, r);
    return WK_OK;
}

static wk_status
check_dimension(const wku_cursor *c,
                wku_units *u,
                const wku_unit *own,
                const wku_unit *unit,
                wkb_span at)
{
    if (!unit || wku_same_dimension(own, unit))
        return WK_OK;
    if (wku_is_pure(unit))
        return wkb_error(c->d,
                         WK_EDIMENSION,
                         at,
                         "%q bears a unit, the column is a pure number\n"
                         "leave the unit out, or head the column [%S]",
                         c->text,
                         wku_unit_text(u, own));
    if (wkb_str_eq(wku_unit_text(u, own), WKB_STR("B")) &&
        wku_is_unit_name(u, wku_unit_text(u, unit)))
        return wkb_error(c->d,
                         WK_EDIMENSION,
                         at,
                         "%q is in bytes, the column in '%S'\n"
                         "write e9 if a billion was meant, as in 8e9",
                         c->text,
                         wku_unit_text(u, unit));
    return wkb_error(c->d,
                     WK_EDIMENSION,
                     at,
                     "%q is in '%S', the column in '%S'\n"
                     "write the value in the column's dimension",
                     c->text,
                     wku_unit_text(u, own),
                     wku_unit_text(u, unit));
}

/* "5 d..6 d": a unit, then the points of a range. */
static bool
unit_inside_range(wkb_str s)
{
    const size_t n = wku_unit_length(s);
    return n && wkb_starts(wkb_sub(s, n, s.n), WKB_STR(".."));
}

static wk_status
read_own_unit(wku_cursor *c, wku_unit *own, wku_units *u)
{
    const wkb_str s = wku_rest(c);
    c->at += s.p[0] == ' ';
    if (unit_inside_range(wku_rest(c)))
        return wkb_error(c->d,
                         WK_ECELL,
                         wku_from_here(c),
                         "%q has its unit inside the range\n"
                         "write it once, at the end, as in 5..6 d",
                         c->text);
    return wku_unit_read(own,
                         u,
                         wku_rest(c),
                         wkb_starts(wku_rest(c), WKB_STR("1/")),
                         wku_from_here(c),
                         c->d);
}

static void
to_base(wku_num *n, double factor)
{
    n->v *= factor;
    n->lo *= factor;
    n->hi *= factor;
}

wk_status /* NOLINTNEXTLINE(readability-function-size): the contract's */
wku_read_cell(wku_num *out,
              wku_unit *own,
              bool *has_own,
              wku_units *u,
              const wku_unit *unit,
              wkb_str text,
              wkb_span at,
              wkb_diag *d)
{
    const wkb_str trimmed = wkb_trim(text);
    const size_t before = text.n ? (size_t)(trimmed.p - text.p) : 0;
    wku_cursor c = {trimmed, 0, wku_span(at, before, before + trimmed.n), d};
    *out = (wku_num){NAN, NAN, NAN};
    *own = unit ? *unit : wku_one();
    *has_own = false;
    if (trimmed.n == 0)
        return WK_OK;
    if (wku_date_length(trimmed) == trimmed.n)
        return wkb_error(d,
                         WK_ECELL,
                         c.span,
                         "%q is a date\nhead the column [date]",
                         trimmed);
    wku_num read = {NAN, NAN, NAN};
    WKB_TRY(read_value(&c, &read));
    if (c.at < trimmed.n) {
        WKB_TRY(wku_check_rest(&c, isnan(read.v)));
        wku_unit found;
        WKB_TRY(read_own_unit(&c, &found, u));
        WKB_TRY(check_dimension(&c, u, &found, unit, c.span));
        *own = found;
        *has_own = true;
    }
    to_base(&read, own->factor);
    if (isinf(read.v) || isinf(read.lo) || isinf(read.hi))
        return wkb_error(d,
                         WK_ERANGE,
                         c.span,
                         "%q is beyond what a number can hold\n"
                         "write it in a smaller unit",
                         trimmed);
    *out = read;
    return WK_OK;
}
