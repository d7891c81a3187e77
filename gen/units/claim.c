/* Stated values: reading what stands behind ~, and the rule of ~. */
#include <math.h>

#include "units/inside.h"

static void
skip_spaces(wku_cursor *c)
{
    while (c->at < c->text.n && c->text.p[c->at] == ' ')
        c->at++;
}

static bool
take(wku_cursor *c, const char *what)
{
    const wkb_str w = wkb_str_of(what);
    if (!wkb_starts(wku_rest(c), w))
        return false;
    c->at += w.n;
    return true;
}

static wk_status
expected(const wku_cursor *c, const char *what, const char *hint)
{
    return wkb_error(c->d,
                     WK_ESYNTAX,
                     wku_from_here(c),
                     "%s is expected here\n%s",
                     what,
                     hint);
}

static wku_bound
read_bound(wku_cursor *c)
{
    static const struct {
        const char *sign;
        wku_bound bound;
    } signs[] = {{">=", WKU_AT_LEAST},
                 {"<=", WKU_AT_MOST},
                 {">", WKU_MORE},
                 {"<", WKU_LESS}};
    skip_spaces(c);
    for (size_t i = 0; i < WKB_COUNT(signs); i++) {
        if (take(c, signs[i].sign)) {
            skip_spaces(c);
            return signs[i].bound;
        }
    }
    return WKU_ABOUT;
}

/* The decimal place of the last figure of a number as typed. */
static int
last_place(wkb_str number)
{
    const wkb_dec d = wkb_dec_typed(number);
    return d.n ? d.exp - wku_figures_entered(number) : 0;
}

static wk_status
refuse_grouped(const wku_cursor *c, size_t n)
{
    char digits[64];
    size_t used = 0;
    const wkb_str seen = wkb_sub(c->text, c->at, c->at + n);
    for (size_t i = 0; i < n && used < sizeof digits; i++) {
        if (seen.p[i] != ',')
            digits[used++] = seen.p[i];
    }
    return wkb_error(c->d,
                     WK_ENUMBER,
                     wku_span(c->span, c->at, c->at + n),
                     "%q can be read in two ways\n"
                     "write %S; it is printed with its grouping",
                     seen,
                     (wkb_str){digits, used});
}

static wk_status
read_number(wku_cursor *c, double *out, int *place)
{
    const bool negative = take(c, "-");
    const size_t grouped = wku_grouped_length(wku_rest(c));
    const size_t n = wkb_num_length(wku_rest(c));
    if (grouped)
        return refuse_grouped(c, grouped);
    if (n == 0)
        return expected(c, "a number", "write it as in '~ 300'");
    const wkb_str number = wkb_sub(c->text, c->at, c->at + n);
    if (number.p[0] == '0' && n > 1 && wkb_is_digit(number.p[1]))
        return wkb_error(c->d,
                         WK_ESYNTAX,
                         wku_span(c->span, c->at, c->at + n),
                         "%q begins with a zero\nleave it out",
                         number);
    WKB_TRY(wku_take_number(c, n, negative, out));
    *place = last_place(number);
    return WK_OK;
}

static wk_status
read_stated(wku_cursor *c, wku_claim *claim)
{
    const size_t begin = c->at;
    WKB_TRY(read_number(c, &claim->stated.v, &claim->places_lo));
    claim->places_hi = claim->places_lo;
    claim->stated.lo = claim->stated.hi = claim->stated.v;
    if (take(c, "..")) {
        claim->is_range = true;
        claim->stated.v = NAN;
        WKB_TRY(read_number(c, &claim->stated.hi, &claim->places_hi));
    }
    claim->number = wkb_sub(c->text, begin, c->at);
    if (claim->is_range && !(claim->stated.lo < claim->stated.hi))
        return wkb_error(c->d,
                         WK_ERANGE,
                         wku_span(c->span, begin, c->at),
                         "the range %q does not ascend\n"
                         "write the smaller end first",
                         claim->number);
    return WK_OK;
}

/* The word "within" is none of the units. */
static bool
within_follows(const wku_cursor *c)
{
    const wkb_str s = wku_rest(c);
    return wkb_starts(s, WKB_STR("within")) && (s.n == 6 || s.p[6] == ' ');
}

static wk_status
read_unit(wku_cursor *c, wku_claim *claim, wku_units *u)
{
    const wkb_str s = wku_rest(c);
    const bool over = wkb_starts(s, WKB_STR("1/"));
    const size_t from = over ? 2 : 0;
    const size_t n = wku_unit_length(wkb_sub(s, from, s.n));
    if (n == 0 || within_follows(c))
        return WK_OK;
    const wkb_span at = wku_span(c->span, c->at, c->at + from + n);
    WKB_TRY(wku_unit_read(
        &claim->unit, u, wkb_sub(s, 0, from + n), true, at, c->d));
    claim->has_unit = true;
    c->at += from + n;
    return WK_OK;
}

/* "3sf". */
static wk_status
read_figures(wku_cursor *c, wku_claim *claim)
{
    const wkb_str s = wku_rest(c);
    size_t n = 0;
    int v = 0;
    for (; n < s.n && wkb_is_digit(s.p[n]); n++)
        v = v < 1000 ? v * 10 + (s.p[n] - '0') : v;
    if (n == 0 || !wkb_starts(wkb_sub(s, n, s.n), WKB_STR("sf")))
        return WK_OK;
    if (v < 1 || v > WKB_FIGURES)
        return wkb_error(c->d,
                         WK_ERANGE,
                         wku_span(c->span, c->at, c->at + n),
                         "%q is out of bounds\nwrite 1sf to %dsf",
                         wkb_sub(s, 0, n + 2),
                         (int)WKB_FIGURES);
    claim->figures = v;
    c->at += n + 2;
    return WK_OK;
}

static wk_status
read_within(wku_cursor *c, wku_claim *claim)
{
    if (!within_follows(c))
        return WK_OK;
    const size_t begin = c->at;
    int place = 0;
    c->at += 6;
    skip_spaces(c);
    WKB_TRY(read_number(c, &claim->within, &place));
    skip_spaces(c);
    if (!take(c, "%"))
        return expected(c, "'%'", "write the margin as in 'within 5 %'");
    const wkb_span at = wku_span(c->span, begin, c->at);
    if (claim->within < 0)
        return wkb_error(c->d,
                         WK_ERANGE,
                         at,
                         "a margin is not negative\nwrite it without '-'");
    if (claim->bound != WKU_ABOUT)
        return wkb_error(c->d,
                         WK_ESYNTAX,
                         at,
                         "a bound has no margin\n"
                         "leave out the sign before the number, or 'within'");
    claim->within /= 100;
    return WK_OK;
}

static wk_status
check_figures(const wku_cursor *c, const wku_claim *claim)
{
    if (claim->is_range && claim->bound != WKU_ABOUT)
        return wkb_error(c->d,
                         WK_ESYNTAX,
                         c->span,
                         "a bound is one number\n"
                         "leave out the sign before the range, or state one "
                         "end");
    return WK_OK;
}

/* Nsf moves the place of the last figure: ~ 300 3sf states 300 to the ones. */
static void
apply_figures(wku_claim *claim)
{
    if (claim->figures == 0)
        return;
    const wkb_dec lo = wkb_dec_of(claim->stated.lo);
    const wkb_dec hi = wkb_dec_of(claim->stated.hi);
    claim->places_lo = lo.n ? lo.exp - claim->figures : claim->places_lo;
    claim->places_hi = hi.n ? hi.exp - claim->figures : claim->places_hi;
}

wk_status
wku_claim_read(
    wku_claim *out, wku_units *u, wkb_str text, wkb_span at, wkb_diag *d)
{
    wku_cursor c = {text, 0, at, d};
    *out = (wku_claim){.within = NAN, .unit = wku_one()};
    if (!take(&c, "~"))
        return expected(&c, "'~'", "write it as in '~ 300'");
    out->bound = read_bound(&c);
    WKB_TRY(read_stated(&c, out));
    skip_spaces(&c);
    WKB_TRY(read_unit(&c, out, u));
    skip_spaces(&c);
    WKB_TRY(read_figures(&c, out));
    skip_spaces(&c);
    WKB_TRY(read_within(&c, out));
    skip_spaces(&c);
    if (c.at < text.n)
        return expected(&c,
                        "the end of the claim",
                        "write a number, its unit, then '3sf' or 'within 5 %' "
                        "where needed");
    apply_figures(out);
    return check_figures(&c, out);
}

/* The rule */

static bool
same_dec(wkb_dec a, wkb_dec b)
{
    if (a.n != b.n || (a.n && (a.exp != b.exp || a.negative != b.negative)))
        return false;
    for (int i = 0; i < a.n; i++) {
        if (a.digit[i] != b.digit[i])
            return false;
    }
    return true;
}

/* Whether d lies halfway between its neighbours of so many figures; *below is
 * the nearer to 0. */
static bool
is_tie(wkb_dec d, int figures, wkb_dec *below)
{
    if (figures < 0 || d.n != figures + 1 || d.digit[figures] != '5')
        return false;
    d.n = figures;
    while (d.n > 0 && d.digit[d.n - 1] == '0')
        d.n--;
    *below = d;
    return true;
}

/* Whether x, of WKB_FIGURES figures, rounds to n at the figures that n states,
 * the last of them at a decimal place; a tie serves both neighbours. */
static bool
rounds_to(double x, double n, int place)
{
    const wkb_dec d = wkb_dec_of(x), whole = wkb_dec_of(n);
    const int typed = whole.exp - place;
    const int figures = typed < WKB_FIGURES ? typed : WKB_FIGURES;
    const wkb_dec stated = wkb_dec_round(whole, figures);
    wkb_dec below;
    if (same_dec(wkb_dec_round(d, figures), stated))
        return true;
    return is_tie(d, figures, &below) && same_dec(below, stated);
}

static double
margin_of(double x, double n)
{
    if (n == 0)
        return x == 0 ? 0 : x > 0 ? INFINITY : -INFINITY;
    return wkb_round((x - n) / n);
}

static bool
about(const wku_claim *c, double x, double n, int place)
{
    const double off = fabs(margin_of(x, n));
    if (!isnan(c->within))
        return off <= c->within || wkb_same(off, c->within);
    return off <= 0.1 && rounds_to(x, n, place);
}

static bool
end_holds(const wku_claim *c, double x, double n, int place)
{
    const bool same = wkb_same(x, n);
    switch (c->bound) {
    case WKU_ABOUT:
        return about(c, x, n, place);
    case WKU_AT_LEAST:
        return x > n || same;
    case WKU_AT_MOST:
        return x < n || same;
    case WKU_MORE:
        return x > n && !same;
    case WKU_LESS:
        return x < n && !same;
    }
    return false;
}

/* The margin of the worse end: under a lower bound the lower end, under an upper
 * one the upper; else the one that is further off. */
static double
worse_margin(wku_bound bound, double lo, double hi)
{
    switch (bound) {
    case WKU_AT_LEAST:
    case WKU_MORE:
        return lo;
    case WKU_AT_MOST:
    case WKU_LESS:
        return hi;
    case WKU_ABOUT:
        break;
    }
    return fabs(hi) > fabs(lo) ? hi : lo;
}

wku_verdict
wku_holds(const wku_num *n, const wku_claim *c, double *margin)
{
    *margin = NAN;
    if (!wku_known(n))
        return WKU_FAILS_UNKNOWN;
    const bool range = wku_is_range(n);
    const double lo = wkb_round((range ? n->lo : n->v) / c->unit.factor);
    const double hi = wkb_round((range ? n->hi : n->v) / c->unit.factor);
    const double off_lo = margin_of(lo, c->stated.lo);
    const double off_hi = margin_of(hi, c->stated.hi);
    *margin = worse_margin(c->bound, off_lo, off_hi);
    const bool lo_holds = end_holds(c, lo, c->stated.lo, c->places_lo);
    const bool hi_holds = end_holds(c, hi, c->stated.hi, c->places_hi);
    if (lo_holds && hi_holds && (range || !c->is_range))
        return WKU_HOLDS;
    return range && (lo_holds || hi_holds) ? WKU_FAILS_RANGE : WKU_FAILS;
}

/* Printing what was stated */

/* Without an exponent the digits are those typed; with one, words or x 10^n
 * as for any number. */
static void
put_stated(wkb_out *out, wkb_str number)
{
    const int figures = wku_figures_entered(number);
    wkb_dec d = wkb_dec_typed(number);
    const int power = d.exp - 1;
    if (wkb_find(number, 'e') == number.n &&
        wkb_find(number, 'E') == number.n) {
        const size_t point = wkb_find(number, '.');
        const int places = (int)(number.n - point) - (point < number.n);
        wku_put_places(out, d, places, true);
        return;
    }
    const bool sci = d.n && (power >= 15 || power < -6);
    const int scale = sci ? power : power >= 6 ? power / 3 * 3 : 0;
    d.exp -= d.n ? scale : 0;
    const int places = figures - d.exp;
    wku_put_places(out, d, d.n && places > 0 ? places : 0, true);
    if (sci)
        wku_put_power(out, scale);
    else
        wku_put_scale(out, d.n ? scale : 0);
}

void
wku_claim_put(wkb_out *out, wku_units *u, const wku_claim *c)
{
    wkb_str number[3];
    const size_t n = wku_entered(c->number, number);
    const bool negative = c->stated.lo < 0;
    for (size_t i = 0; i < n; i++) {
        const double end = i ? c->stated.hi : c->stated.lo;
        if (i)
            wkb_puts(out, negative ? " to " : "\xe2\x80\x93");
        if (end < 0)
            wkb_putc(out, '-');
        put_stated(out, number[i]);
    }
    if (c->has_unit && wku_shown_of(u, &c->unit).n) {
        wkb_putc(out, ' ');
        wku_unit_put(out, u, &c->unit);
    }
}
