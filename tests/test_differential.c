/* Numbers in and out against strtod and printf: a part of a million values,
 * all of them with DIFFERENTIAL=full in the environment. */
#define _POSIX_C_SOURCE 200809L /* uselocale */

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/num.h"
#include "test.h"

enum { FULL = 1000000, QUICK = 50000, TEXT = 64 };

static size_t
n_values(uint64_t *seed)
{
    const char *how = getenv("DIFFERENTIAL");
    *seed = 20260301;
    (void)printf("# seed %llu\n", (unsigned long long)*seed);
    return how && strcmp(how, "full") == 0 ? FULL : QUICK;
}

/* A positive double of any size, or a number as people write them. */
static double
next_value(uint64_t *seed)
{
    const uint64_t bits = next_random(seed), how = next_random(seed) % 4;
    double v = (double)(bits % 1000000) / 1000;
    if (how == 0)
        return v;
    if (how == 1)
        return (double)(bits >> 11) * 0x1p-40;
    const uint64_t any = bits >> 1;
    memcpy(&v, &any, sizeof v);
    return v - v == 0 && v >= 0x1p-1022 ? v : (double)how;
}

/* strtod and printf speak C within the tests, whatever the host's locale. */
static locale_t c, host;

static int
begin(void **state)
{
    (void)state;
    c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    host = uselocale(c);
    return c == (locale_t)0;
}

static int
end(void **state)
{
    (void)state;
    (void)uselocale(host);
    freelocale(c);
    return 0;
}

static double
read_by(const char *text)
{
    return strtod(text, NULL);
}

static void
read_as_strtod(void **state)
{
    uint64_t seed;
    (void)state;
    for (size_t i = n_values(&seed); i > 0; i--) {
        char text[TEXT];
        double got = 0;
        const uint64_t digits = next_random(&seed) >> next_random(&seed) % 64;
        const int exp = (int)(next_random(&seed) % 600) - 310;
        const int n = snprintf(
            text, sizeof text, "%llue%d", (unsigned long long)digits, exp);
        const double want = read_by(text);
        const wk_status s = wkb_num_read((wkb_str){text, (size_t)n}, &got);
        if (s == WK_OK)
            assert_true(got == want);
        else
            assert_true(want - want != 0 || want < 0x1p-1022);
    }
}

static void
write_as_printf(void **state)
{
    uint64_t seed;
    (void)state;
    for (size_t i = n_values(&seed); i > 0; i--) {
        char text[WKB_NUM_MAX + 1];
        const double v = next_value(&seed);
        const size_t n = wkb_num_write(text, v);
        text[n] = '\0';
        assert_true(read_by(text) == v);
        /* No shorter text reads back. */
        const wkb_dec d = wkb_dec_of(v);
        if (d.n > 1 && d.n <= 17) {
            char shorter[TEXT];
            (void)snprintf(shorter, sizeof shorter, "%.*e", d.n - 2, v);
            assert_true(read_by(shorter) != v);
        }
    }
}

/* Rounding to n figures is printf's, but for ties, which go away from 0. */
static void
round_as_printf(void **state)
{
    uint64_t seed;
    size_t n_ties = 0;
    (void)state;
    for (size_t i = n_values(&seed); i > 0; i--) {
        char text[TEXT];
        const double v = next_value(&seed);
        const int n = 1 + (int)(next_random(&seed) % 12);
        const wkb_dec d = wkb_dec_of(v), r = wkb_dec_round(d, n);
        if (d.n == n + 1 && d.digit[n] == '5') {
            n_ties++;
            continue;
        }
        (void)snprintf(text, sizeof text, "%.*e", n - 1, v);
        assert_true(wkb_dec_value(&r) == read_by(text));
    }
    (void)printf("# %zu ties\n", n_ties);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_as_strtod),
        cmocka_unit_test(write_as_printf),
        cmocka_unit_test(round_as_printf),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
