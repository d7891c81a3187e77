/* Writing the digits of a number: places, groups, powers, words. */
#include "units/inside.h"

wkb_dec
wku_round_places(wkb_dec d, int places)
{
    return wkb_dec_round(d, d.exp + places);
}

static char
digit_of(const wkb_dec *d, int i)
{
    if (i < 0 || i >= d->n)
        return '0';
    return d->digit[i];
}

static void
put_whole(wkb_out *out, const wkb_dec *d, bool grouped)
{
    if (d->n == 0 || d->exp <= 0) {
        wkb_putc(out, '0');
        return;
    }
    for (int i = 0; i < d->exp; i++) {
        if (grouped && i && (d->exp - i) % 3 == 0)
            wkb_putc(out, ',');
        wkb_putc(out, digit_of(d, i));
    }
}

void
wku_put_places(wkb_out *out, wkb_dec d, int places, bool grouped)
{
    wkb_dec r = wku_round_places(d, places);
    if (r.n == 0 && d.n) { /* never 0: one figure instead */
        r = wkb_dec_round(d, 1);
        places = 1 - r.exp;
    }
    if (r.negative && r.n)
        wkb_putc(out, '-');
    put_whole(out, &r, grouped);
    if (places <= 0)
        return;
    wkb_putc(out, '.');
    for (int i = 0; i < places; i++)
        wkb_putc(out, digit_of(&r, r.n ? r.exp + i : -1));
}

void
wku_put_superscript(wkb_out *out, int n)
{
    static const char *const digits[10] = {"\xe2\x81\xb0",
                                           "\xc2\xb9",
                                           "\xc2\xb2",
                                           "\xc2\xb3",
                                           "\xe2\x81\xb4",
                                           "\xe2\x81\xb5",
                                           "\xe2\x81\xb6",
                                           "\xe2\x81\xb7",
                                           "\xe2\x81\xb8",
                                           "\xe2\x81\xb9"};
    const int size = n < 0 ? -n : n;
    if (n < 0)
        wkb_puts(out, "\xe2\x81\xbb");
    for (int unit = 1000; unit > 0; unit /= 10) {
        if (size >= unit || unit == 1)
            wkb_puts(out, digits[size / unit % 10]);
    }
}

void
wku_put_power(wkb_out *out, int power)
{
    wkb_puts(out, " \xc3\x97 10");
    wku_put_superscript(out, power);
}

void
wku_put_scale(wkb_out *out, int scale)
{
    static const char *const words[] = {
        "", " thousand", " million", " billion", " trillion"};
    wkb_puts(out, words[scale / 3]);
}

/* The part before e, and whether it holds a point. */
static wkb_str
mantissa_of(wkb_str number, bool *has_point)
{
    size_t n = 0;
    while (n < number.n && number.p[n] != 'e' && number.p[n] != 'E')
        n++;
    const wkb_str m = wkb_sub(number, 0, n);
    *has_point = wkb_find(m, '.') < m.n;
    return m;
}

int
wku_figures_entered(wkb_str number)
{
    bool has_point = false;
    const wkb_str m = mantissa_of(number, &has_point);
    int n = 0, zeros = 0;
    for (size_t i = 0; i < m.n; i++) {
        if (m.p[i] == '.' || (n == 0 && m.p[i] == '0'))
            continue;
        n++;
        zeros = m.p[i] == '0' ? zeros + 1 : 0;
    }
    return has_point ? n : n - zeros;
}

static wkb_str
skip(wkb_str s, const char *what)
{
    const wkb_str w = wkb_str_of(what);
    return wkb_starts(s, w) ? wkb_sub(s, w.n, s.n) : s;
}

/* Takes a number off the front of *rest; false if none stands there. */
static bool
take_number(wkb_str *rest, wkb_str *number)
{
    const wkb_str s = skip(*rest, "-");
    const size_t n = wkb_num_length(s);
    *number = wkb_sub(s, 0, n);
    *rest = wkb_sub(s, n, s.n);
    return n != 0;
}

size_t
wku_entered(wkb_str text, wkb_str number[3])
{
    wkb_str rest = wkb_trim(text);
    if (!take_number(&rest, &number[0]))
        return 0;
    if (wkb_starts(rest, WKB_STR(".."))) {
        rest = skip(rest, "..");
        return take_number(&rest, &number[1]) ? 2 : 0;
    }
    if (!wkb_starts(rest, WKB_STR(" [")))
        return 1;
    rest = skip(rest, " [");
    if (!take_number(&rest, &number[1]))
        return 0;
    rest = skip(rest, "..");
    return take_number(&rest, &number[2]) ? 3 : 0;
}
