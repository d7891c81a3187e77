/* Texts of numbers: from the one formatter, in the unit of an axis. */
#include <math.h>

#include "base/num.h"
#include "draw/layout.h"

static const char narrow[] = "\xe2\x80\xaf"; /* U+202F */
static const char minus[] = "\xe2\x88\x92";  /* U+2212 */

/* A hyphen before a digit, at the beginning or behind something that is no
 * letter or digit, is a minus. */
static bool
is_minus(wkb_str s, size_t i)
{
    const bool is_after = i == 0 || s.p[i - 1] == ' ' || s.p[i - 1] == '(';
    return s.p[i] == '-' && i + 1 < s.n && wkb_is_digit(s.p[i + 1]) && is_after;
}

wkb_str
wkd_pretty(wkd_lay *l, wkb_str s)
{
    wkb_out out = wkb_out_kept(l->a);
    for (size_t i = 0; i < s.n; i++) {
        const bool behind = i && wkb_is_digit(s.p[i - 1]);
        if (s.p[i] == ' ' && behind)
            wkb_puts(&out, narrow);
        else if (is_minus(s, i))
            wkb_puts(&out, minus);
        else
            wkb_putc(&out, s.p[i]);
    }
    return wkd_kept(l, &out);
}

static wkb_str
print(wkd_lay *l, const wku_num *n, const wku_type *type, const wku_format *f)
{
    wkb_out out = wkb_out_kept(l->a);
    const wk_status status =
        wku_print(&out, l->c->units, n, type, f, (wkb_str){NULL, 0}, NULL);
    if (status != WK_OK && l->status == WK_OK)
        l->status = status;
    return wkd_pretty(l, wkd_kept(l, &out));
}

static wku_type
pure(void)
{
    return (wku_type){.kind = WKU_NUMBER, .unit = wku_one()};
}

/* As a tick that bears its unit, of at most three figures. */
static wkb_str
with_prefix(wkd_lay *l, const wkd_axis *x, const wku_num *n)
{
    enum { MOST = 3 };
    const wku_num base = {wkb_round(n->v * x->unit),
                          wkb_round(n->lo * x->unit),
                          wkb_round(n->hi * x->unit)};
    const wkb_dec d = wkb_dec_rounded(wkd_best(n));
    wku_format f = WKU_FORMAT_INIT;
    if (!wku_is_range(n) && d.n > 0 && d.n < MOST) {
        f.rounding = WKU_SF;
        f.figures = d.n;
    }
    return print(l, &base, &x->ch->type, &f);
}

/* In the axis's unit, which is not printed: it stands in the title, or at each
 * tick, and then at each value. What has at most four figures is printed as it
 * is, thousands are whole, unless the values lie closer together. */
wkb_str
wkd_number(wkd_lay *l, const wkd_axis *x, const wku_num *n)
{
    const wku_type type = pure();
    wku_format f = WKU_FORMAT_INIT;
    const wkb_dec d = wkb_dec_rounded(wkd_best(n));
    const int own = d.n > d.exp ? d.n - d.exp : 0;
    if (x->bears_units)
        return with_prefix(l, x, n);
    if (!wku_is_range(n) && d.exp <= 6 &&
        (d.exp > 3 || (d.n <= 4 && d.exp > -6))) {
        f.rounding = WKU_DP;
        f.figures = d.exp <= 3 ? own : 0;
    }
    if (x->places && d.exp <= 6) {
        f.rounding = WKU_DP;
        f.figures = own < x->places ? own : x->places;
    }
    return print(l, n, &type, &f);
}

wkb_str
wkd_fixed(wkd_lay *l, double v, int places)
{
    const wku_type type = pure();
    const double rounded = wkb_round(v);
    const wku_num n = {rounded, rounded, rounded};
    wku_format f = WKU_FORMAT_INIT;
    f.rounding = WKU_DP;
    f.figures = places > 0 ? places : 0;
    return v == 0 ? WKB_STR("0") : print(l, &n, &type, &f);
}

wkb_str
wkd_power(wkd_lay *l, double v)
{
    wkb_out out = wkb_out_kept(l->a);
    const wkb_dec d = wkb_dec_rounded(v);
    if (d.n == 0)
        return WKB_STR("0");
    if (d.n == 1 && d.digit[0] == '1') {
        wkb_puts(&out, d.negative ? "\xe2\x88\x92" : "");
    } else {
        wkb_dec one = d;
        one.exp = 1;
        char text[WKB_NUM_MAX];
        const size_t n = wkb_dec_write(text, &one);
        wkb_put(&out, (wkb_str){text, n});
        wkb_print(&out, "%s\xc3\x97%s", narrow, narrow);
    }
    wkb_puts(&out, "10");
    wku_put_superscript(&out, d.exp - 1);
    return wkd_kept(l, &out);
}

wkb_str
wkd_tick_with_unit(wkd_lay *l, const wkd_axis *x, double v)
{
    const double base = wkb_round(v * x->unit);
    const wku_num n = {base, base, base};
    const wkb_dec d = wkb_dec_rounded(v);
    wku_format f = WKU_FORMAT_INIT;
    f.rounding = WKU_SF;
    f.figures = d.n > 0 ? d.n : 1;
    if (x->is_binary) { /* 1 to 512 of what the prefix stands for */
        const long p = lround(log2(v)) % 10;
        f.figures = wkb_dec_of(ldexp(1, (int)(p < 0 ? p + 10 : p))).exp;
    }
    return print(l, &n, &x->ch->type, &f);
}
