/* Reading a unit from text. */
#include <math.h>

#include "units/inside.h"

static size_t
name_length(wkb_str s)
{
    size_t n = 0;
    if (s.n == 0)
        return 0;
    if (s.p[0] == '%')
        return 1;
    if (!wkb_is_letter(s.p[0]))
        return 0;
    while (n < s.n && (wkb_is_letter(s.p[n]) || wkb_is_digit(s.p[n])))
        n++;
    return n;
}

/* "^2" or "^-1" at s; a ^ without a whole number is none of the unit's. */
static size_t
power_length(wkb_str s)
{
    size_t n = 1;
    if (s.n < 2 || s.p[0] != '^')
        return 0;
    n += s.p[1] == '-';
    const size_t sign = n;
    while (n < s.n && wkb_is_digit(s.p[n]))
        n++;
    return n > sign ? n : 0;
}

/* A name and its power; % takes none, so that 50 %^2 is (50 %)^2. */
static size_t
factor_length(wkb_str s)
{
    const size_t n = name_length(s);
    if (n == 0 || s.p[0] == '%')
        return n;
    return n + power_length(wkb_sub(s, n, s.n));
}

size_t
wku_unit_length(wkb_str s)
{
    size_t n = factor_length(s);
    while (n && n + 1 < s.n && (s.p[n] == '/' || s.p[n] == '*')) {
        const size_t more = factor_length(wkb_sub(s, n + 1, s.n));
        if (more == 0)
            break;
        n += 1 + more;
    }
    return n;
}

/* A cursor over one unit's text. */
typedef struct reader {
    wku_units *u;
    wkb_str text;
    size_t at;
    bool may_be_one;
    wkb_span span;
    wkb_diag *d;
    wku_shown shown;
} reader;

static wkb_str
rest_of(const reader *r)
{
    return wkb_sub(r->text, r->at, r->text.n);
}

static char
peek(const reader *r)
{
    if (r->at == r->text.n)
        return '\0';
    return r->text.p[r->at];
}

/* The byte before the cursor, 0 at the start. */
static char
before(const reader *r)
{
    if (r->at == 0)
        return '\0';
    return r->text.p[r->at - 1];
}

/* "GB / s", or words behind the unit. */
static wk_status
spaced(const reader *r, wkb_span here)
{
    const wkb_str after = wkb_trim(rest_of(r));
    const bool joined = before(r) == '/' || before(r) == '*' || r->at == 0 ||
                        (after.n && (after.p[0] == '/' || after.p[0] == '*'));
    return wkb_error(r->d,
                     WK_EUNIT,
                     here,
                     "a unit has no space inside: %q\n%s",
                     r->text,
                     joined ? "leave the space out"
                            : "write the unit alone, with nothing behind it");
}

/* What stands where a name is due, or between names, and is neither. */
static wk_status
not_a_name(reader *r)
{
    static const struct {
        const char *begins, *message, *hint;
    } odd[] = {
        {"(",
         "a unit has no parentheses",
         "write a / before each factor below the line, as in 'FLOP/s/W'"},
        {"-",
         "a unit has no '-'",
         "join units by * and /, as in 'kW*h' and 'GB/s'"},
        {"^",
         "a unit's power is a whole number",
         "write it with digits, as in 'm^2'"},
        {"\xc2\xb2", "a unit's power is written with ^", "write '^2'"},
        {"\xc2\xb3", "a unit's power is written with ^", "write '^3'"},
        {"\xe2\x81\xbb",
         "a unit's power is written with ^",
         "write '^-1', or a / before the unit"},
        {"\xc2\xb7", "units are multiplied by *", "write '*'"},
        {"\xe2\x8b\x85", "units are multiplied by *", "write '*'"},
        {"\xc3\x97", "units are multiplied by *", "write '*'"},
    };
    const wkb_str rest = rest_of(r);
    const wkb_span here = wku_span(r->span, r->at, r->at + 1);
    if (rest.n == 0)
        return wkb_error(r->d,
                         WK_EUNIT,
                         here,
                         "the unit %q breaks off\nwrite what follows the %s",
                         r->text,
                         before(r) == '*' ? "*" : "/");
    if (rest.p[0] == ' ')
        return spaced(r, here);
    if (wkb_is_digit(rest.p[0]))
        return wkb_error(r->d,
                         WK_EUNIT,
                         here,
                         "there is a number in the unit %q\n"
                         "write a prefix, as in 'USD/Mtoken'",
                         r->text);
    for (size_t i = 0; i < WKB_COUNT(odd); i++) {
        if (wkb_starts(rest, wkb_str_of(odd[i].begins)))
            return wkb_error(r->d,
                             WK_EUNIT,
                             here,
                             "%s: %q\n%s",
                             odd[i].message,
                             r->text,
                             odd[i].hint);
    }
    return wkb_error(r->d,
                     WK_EUNIT,
                     here,
                     "%q is no unit\n"
                     "join names of units by * and /, as in 'GB/s'",
                     r->text);
}

/* A sign such as the euro's stands where a name is due: up to what ends it. */
static size_t
odd_name_length(wkb_str s)
{
    size_t n = 0;
    while (n < s.n && s.p[n] != '/' && s.p[n] != '*' && s.p[n] != ' ' &&
           s.p[n] != '^' && s.p[n] != '(' && s.p[n] != ')')
        n++;
    return n && !wkb_is_digit(s.p[0]) ? n : 0;
}

static wk_status
unknown_name(reader *r, size_t n)
{
    const wku_word w = {.word = wkb_sub(r->text, r->at, r->at + n),
                        .before = before(r),
                        .in_sum = !r->may_be_one,
                        .at = wku_span(r->span, r->at, r->at + n)};
    return wku_no_unit(r->u, &w, r->d);
}

static wk_status
read_power(reader *r, int *power)
{
    const size_t n = power_length(rest_of(r));
    *power = 1;
    if (peek(r) != '^')
        return WK_OK;
    if (n == 0)
        return not_a_name(r);
    const wkb_span here = wku_span(r->span, r->at, r->at + n);
    const bool below = r->text.p[r->at + 1] == '-';
    int v = 0;
    for (size_t i = r->at + 1 + below; i < r->at + n; i++)
        v = v < 1000 ? v * 10 + (r->text.p[i] - '0') : v;
    if (v == 0 || v > INT8_MAX)
        return wkb_error(r->d,
                         WK_EUNIT,
                         here,
                         "a unit's power is 1 to %d or -1 to -%d\n%s",
                         (int)INT8_MAX,
                         (int)INT8_MAX,
                         v ? "write a smaller power" : "leave the unit out");
    r->at += n;
    *power = below ? -v : v;
    return WK_OK;
}

/* Adds a factor; the same name above and below the line is a slip. */
static wk_status
add_factor(reader *r, wku_factor f, wkb_span here)
{
    for (size_t i = 0; i < r->shown.n; i++) {
        wku_factor *old = &r->shown.f[i];
        if (old->name != f.name)
            continue;
        const wkb_str name = r->u->name.item[f.name].name;
        if ((old->exp > 0) != (f.exp > 0))
            return wkb_error(r->d,
                             WK_EUNIT,
                             here,
                             "%q stands above and below the line in %q\n"
                             "leave it out on both sides",
                             name,
                             r->text);
        if (old->prefix != f.prefix)
            continue;
        if (old->exp + f.exp > INT8_MAX || old->exp + f.exp < -INT8_MAX)
            return wkb_error(r->d,
                             WK_ELIMIT,
                             here,
                             "too high a power of %q\nwrite fewer",
                             name);
        old->exp = (int8_t)(old->exp + f.exp);
        return WK_OK;
    }
    if (r->shown.n == WKU_FACTORS)
        return wkb_error(r->d,
                         WK_ELIMIT,
                         here,
                         "a unit has at most %d factors\n"
                         "define a unit of your own in units.csv",
                         (int)WKU_FACTORS);
    r->shown.f[r->shown.n++] = f;
    return WK_OK;
}

static wk_status
read_factor(reader *r, int sign)
{
    const size_t begin = r->at;
    const size_t n = name_length(rest_of(r));
    wku_factor f;
    int power = 1;
    if (n == 0) {
        const size_t odd = odd_name_length(rest_of(r));
        return odd ? unknown_name(r, odd) : not_a_name(r);
    }
    if (!wku_find(r->u, wkb_sub(r->text, begin, begin + n), &f))
        return unknown_name(
            r, n + odd_name_length(wkb_sub(r->text, begin + n, r->text.n)));
    r->at += n;
    if (f.name == WKU_N_PERCENT && peek(r) == '^')
        return wkb_error(r->d,
                         WK_EUNIT,
                         wku_span(r->span, r->at, r->at + 1),
                         "%% takes no power\nwrite (50 %%)^2");
    WKB_TRY(read_power(r, &power));
    f.exp = (int8_t)(sign * power);
    return add_factor(r, f, wku_span(r->span, begin, r->at));
}

/* Factors above the line come first, as they are printed. */
static wku_shown
above_first(const wku_shown *s)
{
    wku_shown sorted = {.n = 0};
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (size_t i = 0; i < s->n; i++) {
            if ((s->f[i].exp > 0) == (sign > 0))
                sorted.f[sorted.n++] = s->f[i];
        }
    }
    return sorted;
}

static wk_status
read_all(reader *r)
{
    int sign = 1;
    if (r->may_be_one && wkb_starts(r->text, WKB_STR("1/"))) {
        r->at = 2;
        sign = -1;
    }
    WKB_TRY(read_factor(r, sign));
    while (r->at < r->text.n) {
        const char c = peek(r);
        if (c != '/' && c != '*')
            return not_a_name(r);
        r->at++;
        WKB_TRY(read_factor(r, c == '/' ? -1 : 1));
    }
    return WK_OK;
}

wk_status
wku_unit_read(wku_unit *out,
              wku_units *u,
              wkb_str text,
              bool may_be_one,
              wkb_span at,
              wkb_diag *d)
{
    reader r = {u, text, 0, may_be_one, at, d, {.n = 0}};
    *out = wku_one();
    if (text.n == 0)
        return wkb_error(
            d, WK_EUNIT, at, "no unit stands here\nwrite one, as in 'GB/s'");
    if (may_be_one && wkb_str_eq(text, WKB_STR("1")))
        return WK_OK;
    WKB_TRY(read_all(&r));
    r.shown = above_first(&r.shown);
    const wk_status status = wku_show(out, u, &r.shown);
    if (status == WK_ELIMIT)
        return wkb_error(d,
                         status,
                         at,
                         "the unit %q is too large or too small\n"
                         "write smaller powers",
                         text);
    return status;
}
