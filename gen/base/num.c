/* Decimal numbers: reading, the shortest digits, rounding half away. */
#include "base/num.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { EXACT_DIGITS = 15, EXACT_TENS = 22, LONGEST = 400 };

static const double tens[EXACT_TENS + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

size_t
wkb_num_length(wkb_str s)
{
    size_t i = wkb_digits(s, 0);
    if (i == 0)
        return 0;
    if (i < s.n && s.p[i] == '.' && wkb_digits(s, i + 1))
        i += 1 + wkb_digits(s, i + 1);
    if (i < s.n && (s.p[i] == 'e' || s.p[i] == 'E')) {
        const size_t sign =
            i + 1 < s.n && (s.p[i + 1] == '+' || s.p[i + 1] == '-');
        const size_t n = wkb_digits(s, i + 1 + sign);
        if (n)
            i += 1 + sign + n;
    }
    return i;
}

/* Under the C locale whatever the host has set; glibc gives a static object,
 * so that nothing is to be freed. */
static double
strtod_c(const char *text)
{
    return strtod_l(text, NULL, newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

/* The parts of a written number: its digits as an integer, how many there are
 * from the first that is not 0, and the power of ten to multiply by. */
typedef struct parts {
    uint64_t whole;
    int n;
    long exp;
} parts;

static long
exponent_at(wkb_str s, size_t i)
{
    long e = 0;
    const bool negative = i < s.n && s.p[i] == '-';
    if (i < s.n && (s.p[i] == '-' || s.p[i] == '+'))
        i++;
    for (; i < s.n; i++)
        e = e < 100000 ? e * 10 + (s.p[i] - '0') : e;
    return negative ? -e : e;
}

static parts
take_apart(wkb_str s)
{
    parts got = {0, 0, 0};
    bool after_point = false;
    size_t i = 0;
    for (; i < s.n && s.p[i] != 'e' && s.p[i] != 'E'; i++) {
        if (s.p[i] == '.') {
            after_point = true;
            continue;
        }
        got.n += got.n > 0 || s.p[i] != '0';
        if (got.n <= 18)
            got.whole = got.whole * 10 + (uint64_t)(s.p[i] - '0');
        got.exp += (got.n > 18) - after_point;
    }
    if (i < s.n)
        got.exp += exponent_at(s, i + 1);
    return got;
}

wk_status
wkb_num_read(wkb_str s, double *out)
{
    const parts got = take_apart(s);
    *out = 0;
    if (got.n == 0)
        return WK_OK;
    if (got.n <= EXACT_DIGITS && labs(got.exp) <= EXACT_TENS) {
        *out = got.exp < 0 ? (double)got.whole / tens[-got.exp]
                           : (double)got.whole * tens[got.exp];
        return WK_OK;
    }
    char text[LONGEST + 1];
    if (s.n > LONGEST)
        return WK_ERANGE;
    memcpy(text, s.p, s.n);
    text[s.n] = '\0';
    *out = strtod_c(text);
    return *out > 0 && isfinite(*out) ? WK_OK : WK_ERANGE;
}

enum { WORD = 8 }; /* characters that are read as one whole number */

static bool
is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first = 0;
    memcpy(&first, &one, 1);
    return first == 1;
}

static uint64_t
half_word(const char *p)
{
    uint32_t half = 0;
    memcpy(&half, p, sizeof half);
    return half;
}

/* 1 to 8 characters, the first in the lowest byte. */
static uint64_t
word_of(wkb_str s)
{
    const unsigned char *c = (const unsigned char *)s.p;
    if (s.n >= WORD / 2)
        return half_word(s.p) | half_word(s.p + s.n - WORD / 2)
                                    << 8 * (s.n - WORD / 2);
    return c[0] | (uint64_t)c[s.n / 2] << 8 * (s.n / 2) |
           (uint64_t)c[s.n - 1] << 8 * (s.n - 1);
}

/* Eight digits, the first in the lowest byte: neighbors are put together,
 * three times. */
static bool
word_value(uint64_t w, uint64_t *out)
{
    const uint64_t high = 0xf0f0f0f0f0f0f0f0u, zeros = 0x3030303030303030u;
    if ((w & high) != zeros ||
        ((w + 0x0606060606060606u) & high) != zeros) /* behind '9' */
        return false;
    w -= zeros;
    w = (w * 10 + (w >> 8)) & 0x00ff00ff00ff00ffu;
    w = (w * 100 + (w >> 16)) & 0x0000ffff0000ffffu;
    *out = (w * 10000 + (w >> 32)) & 0xffffffffu;
    return true;
}

/* At most 8 characters. */
static bool
short_num(wkb_str s, double *out)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t w = word_of(s), whole = 0;
    size_t n = s.n, places = 0;
    const uint64_t dots = w ^ 0x2e2e2e2e2e2e2e2eu; /* 0 where a point is */
    const uint64_t point = (dots - ones) & ~dots & 0x8080808080808080u;
    if (point) {
        const uint64_t before = ((point & (0 - point)) >> 7) - 1;
        const size_t at = (size_t)((before & ones) * ones >> 56);
        w = (w & before) | (w >> 8 & ~before);
        places = --n - at;
        if (at == 0 || places == 0)
            return false;
    }
    const unsigned room = 8 * (unsigned)(WORD - n);
    w = w << room | (0x3030303030303030u & (((uint64_t)1 << room) - 1));
    if (!word_value(w, &whole))
        return false;
    *out = (double)whole / tens[places];
    return true;
}

bool
wkb_num_simple(wkb_str s, double *out)
{
    uint64_t whole = 0;
    size_t i = 0, point = s.n;
    if (s.n == 0 || s.n > EXACT_DIGITS + 1)
        return false;
    if (s.n <= WORD && is_little_endian())
        return short_num(s, out);
    for (; i < s.n; i++) {
        const unsigned digit = (unsigned char)s.p[i] - (unsigned)'0';
        if (digit <= 9)
            whole = whole * 10 + digit;
        else if (s.p[i] == '.' && i > 0 && point == s.n)
            point = i;
        else
            return false;
    }
    const size_t places = point < s.n ? s.n - 1 - point : 0;
    if (s.n - (point < s.n) > EXACT_DIGITS || point + 1 == s.n)
        return false;
    *out = (double)whole / tens[places];
    return true;
}

static wkb_dec
stripped(wkb_dec d)
{
    while (d.n > 0 && d.digit[d.n - 1] == '0')
        d.n--;
    if (d.n == 0)
        d.exp = 0;
    return d;
}

/* The digits of v at n figures, through printf under whatever locale: only
 * its digits and exponent are taken, never its decimal point. */
static wkb_dec
at_figures(double v, int n)
{
    char text[64];
    wkb_dec d = {.negative = signbit(v) != 0, .exp = 1};
    (void)snprintf(text, sizeof text, "%.*e", n - 1, fabs(v));
    const char *p = text;
    for (; *p && *p != 'e'; p++) {
        if (*p >= '0' && *p <= '9' && d.n < 18)
            d.digit[d.n++] = *p;
    }
    if (*p == 'e')
        d.exp += (int)exponent_at(wkb_str_of(p + 1), 0);
    return stripped(d);
}

double
wkb_dec_value(const wkb_dec *d)
{
    char text[64];
    size_t n = 0;
    uint64_t whole = 0;
    const int exp = d->exp - d->n;
    for (int i = 0; i < d->n; i++)
        whole = whole * 10 + (uint64_t)(d->digit[i] - '0');
    double v = 0;
    if (d->n <= EXACT_DIGITS && abs(exp) <= EXACT_TENS) {
        v = exp < 0 ? (double)whole / tens[-exp] : (double)whole * tens[exp];
    } else {
        memcpy(text, d->digit, (size_t)d->n);
        n = (size_t)d->n;
        (void)snprintf(text + n, sizeof text - n, "e%d", exp);
        v = strtod_c(text);
    }
    return d->negative ? -v : v;
}

wkb_dec
wkb_dec_typed(wkb_str s)
{
    const parts got = take_apart(s);
    wkb_dec d = {.n = got.n < 18 ? got.n : 18};
    uint64_t whole = got.whole;
    for (int i = d.n; i > 0; i--, whole /= 10)
        d.digit[i - 1] = (char)('0' + whole % 10);
    const long exp = got.exp + d.n;
    d.exp = exp > 10000 ? 10000 : exp < -10000 ? -10000 : (int)exp;
    return stripped(d);
}

wkb_dec
wkb_dec_round(wkb_dec d, int n)
{
    if (n >= d.n)
        return d;
    if (n < 0)
        return (wkb_dec){0};
    const bool up = d.digit[n] >= '5';
    d.n = n;
    if (!up)
        return stripped(d);
    while (d.n > 0 && d.digit[d.n - 1] == '9')
        d.n--;
    if (d.n > 0) {
        d.digit[d.n - 1] = (char)(d.digit[d.n - 1] + 1);
        return d;
    }
    d.digit[0] = '1';
    d.n = 1;
    d.exp++;
    return d;
}

/* v at 12 figures as a whole number times a power of ten, where one product
 * tells it: unless the part to be dropped is close to a half. */
static bool
twelve_figures(double v, uint64_t *whole, int *exp)
{
    static const double least = 1e11, most = 1e12, close = 1e-3;
    int two = 0;
    (void)frexp(v, &two);
    int ten = WKB_FIGURES - 1 - (int)floor((two - 1) * 0.30102999566398120);
    if (abs(ten) >= EXACT_TENS)
        return false;
    double p = ten < 0 ? v / tens[-ten] : v * tens[ten];
    if (p >= most) {
        ten--;
        p = ten < 0 ? v / tens[-ten] : v * tens[ten];
    }
    const double below = floor(p), part = p - below;
    if (!(p >= least && p < most) || fabs(part - 0.5) < close)
        return false;
    *whole = (uint64_t)below + (part > 0.5);
    *exp = -ten;
    return true;
}

/* v at 12 figures by one product; false where that does not tell it. */
static bool
quick_dec(double v, wkb_dec *out)
{
    uint64_t whole = 0;
    wkb_dec d = {.negative = signbit(v) != 0, .n = WKB_FIGURES};
    if (!twelve_figures(fabs(v), &whole, &d.exp))
        return false;
    d.n += whole == 1000000000000; /* rounded up to one figure more */
    d.exp += d.n;
    for (int i = d.n; i > 0; i--, whole /= 10)
        d.digit[i - 1] = (char)('0' + whole % 10);
    *out = stripped(d);
    return true;
}

/* What reads back from few figures has no others: most values are rounded. */
wkb_dec
wkb_dec_of(double v)
{
    if (v == 0 || !isfinite(v))
        return (wkb_dec){0};
    wkb_dec quick;
    if (quick_dec(v, &quick) && wkb_dec_value(&quick) == v)
        return quick;
    const bool subnormal = fabs(v) < 0x1p-1022; /* of fewer figures */
    for (int n = subnormal ? 1 : EXACT_DIGITS; n < 17; n++) {
        const wkb_dec d = at_figures(v, n);
        if (wkb_dec_value(&d) == v)
            return d;
    }
    return at_figures(v, 17);
}

wkb_dec
wkb_dec_rounded(double v)
{
    wkb_dec d;
    if (v == 0 || !isfinite(v))
        return (wkb_dec){0};
    if (quick_dec(v, &d))
        return d;
    return wkb_dec_round(wkb_dec_of(v), WKB_FIGURES);
}

double
wkb_round(double v)
{
    uint64_t whole = 0;
    int exp = 0;
    if (v == 0 || !isfinite(v))
        return v;
    if (twelve_figures(fabs(v), &whole, &exp)) {
        const double size =
            exp < 0 ? (double)whole / tens[-exp] : (double)whole * tens[exp];
        return copysign(size, v);
    }
    const wkb_dec d = wkb_dec_rounded(v);
    return wkb_dec_value(&d);
}

bool
wkb_same(double a, double b)
{
    if (a == b)
        return true;
    if (!(fabs(a - b) <= 2e-11 * fabs(a)))
        return false;
    return wkb_round(a) == wkb_round(b);
}

static size_t
put_digits(char *out, const wkb_dec *d, int from, int to)
{
    size_t n = 0;
    for (int i = from; i < to; i++)
        out[n++] = (char)(i >= 0 && i < d->n ? d->digit[i] : '0');
    return n;
}

size_t
wkb_dec_write(char out[WKB_NUM_MAX], const wkb_dec *dec)
{
    const wkb_dec d = *dec;
    size_t n = 0;
    if (d.n == 0) {
        out[0] = '0';
        return 1;
    }
    if (d.negative)
        out[n++] = '-';
    if (d.exp < -4 || d.exp > 15) {
        out[n++] = d.digit[0];
        if (d.n > 1)
            out[n++] = '.';
        n += put_digits(out + n, &d, 1, d.n);
        const int exp = d.exp - 1;
        n += (size_t)snprintf(
            out + n, 8, "e%s%02d", exp < 0 ? "-" : "+", abs(exp));
        return n;
    }
    if (d.exp <= 0)
        out[n++] = '0';
    n += put_digits(out + n, &d, 0, d.exp);
    if (d.n > d.exp) {
        out[n++] = '.';
        n += put_digits(out + n, &d, d.exp, d.n);
    }
    return n;
}

static size_t
write_whole(char out[WKB_NUM_MAX], int64_t v)
{
    char digit[WKB_NUM_MAX];
    size_t n = 0, written = 0;
    for (uint64_t rest = (uint64_t)(v < 0 ? -v : v); rest || n == 0; rest /= 10)
        digit[n++] = (char)('0' + rest % 10);
    if (v < 0)
        out[written++] = '-';
    while (n)
        out[written++] = digit[--n];
    return written;
}

size_t
wkb_num_write(char out[WKB_NUM_MAX], double v)
{
    if (fabs(v) < 1e15 && v == trunc(v))
        return write_whole(out, (int64_t)v);
    const wkb_dec d = wkb_dec_of(v);
    return wkb_dec_write(out, &d);
}

void
wkb_sort(double *v, size_t n)
{
    for (size_t gap = n / 2; gap > 0; gap /= 2) { /* Shell's sort */
        for (size_t i = gap; i < n; i++) {
            const double x = v[i];
            size_t j = i;
            for (; j >= gap && v[j - gap] > x; j -= gap)
                v[j] = v[j - gap];
            v[j] = x;
        }
    }
}

uint64_t
wkb_rank(uint64_t n, double share, double *part)
{
    const double at = share * (double)(n - 1), whole = floor(at + 0.5);
    if (fabs(at - whole) <= 4 * DBL_EPSILON * at) {
        *part = 0;
        return (uint64_t)whole;
    }
    *part = at - floor(at);
    return (uint64_t)at;
}

double
wkb_between(double low, double high, double part)
{
    const double wide = high - low;
    return isinf(wide) ? low * (1 - part) + high * part : low + wide * part;
}

double
wkb_quantile(const double *x, size_t n, double share)
{
    double part = 0;
    if (n == 0)
        return NAN;
    const size_t below = (size_t)wkb_rank(n, share, &part);
    return part > 0 ? wkb_between(x[below], x[below + 1], part) : x[below];
}
