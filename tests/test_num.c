/* Numbers: reading, writing, rounding, under whatever locale the host set. */
#include "base/num.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "test.h"

static double
read_num(const char *text)
{
    double v = -1;
    const wkb_str s = wkb_str_of(text);
    assert_int_equal(wkb_num_length(s), s.n);
    assert_int_equal(wkb_num_read(s, &v), WK_OK);
    return v;
}

static void
assert_written(double v, const char *want)
{
    char text[WKB_NUM_MAX];
    const size_t n = wkb_num_write(text, v);
    assert_int_equal(n, strlen(want));
    assert_memory_equal(text, want, n);
}

static void
test_length_ends_where_the_number_does(void **state)
{
    (void)state;
    assert_int_equal(wkb_num_length(WKB_STR("12.5 GB")), 4);
    assert_int_equal(wkb_num_length(WKB_STR("3e8m")), 3);
    assert_int_equal(wkb_num_length(WKB_STR("3em")), 1);
    assert_int_equal(wkb_num_length(WKB_STR("3.")), 1);
    assert_int_equal(wkb_num_length(WKB_STR("5..6")), 1);
    assert_int_equal(wkb_num_length(WKB_STR("-1")), 0);
    assert_int_equal(wkb_num_length(WKB_STR("1E+05x")), 5);
}

/* Most texts of up to nine of these are digits with a point, or nearly. */
static void
test_simple_numbers_are_read_as_all_are(void **state)
{
    static const char all[] = "0123456789012345678901234567.../:e-+ \xb0\x01";
    uint32_t seed = 1;
    (void)state;
    for (int i = 0; i < 300000; i++) {
        char text[9];
        double quick = -1, v = -2;
        seed = seed * 1664525u + 1013904223u;
        const wkb_str s = {text, 1 + (seed >> 16) % sizeof text};
        const unsigned most = seed & 1 << 12 ? 31 : sizeof all - 1;
        for (size_t k = 0; k < s.n; k++) {
            seed = seed * 1664525u + 1013904223u;
            text[k] = all[(seed >> 8) % most];
        }
        const bool is_number = wkb_num_length(s) == s.n &&
                               wkb_find(s, 'e') == s.n &&
                               wkb_num_read(s, &v) == WK_OK;
        assert_int_equal(wkb_num_simple(s, &quick), is_number);
        assert_true(!is_number || quick == v);
    }
}

static void
test_reading_gives_the_nearest_double(void **state)
{
    (void)state;
    assert_true(read_num("0") == 0);
    assert_true(read_num("0.000") == 0);
    assert_true(read_num("3.35e3") == 3350);
    assert_true(read_num("0.1") == 0.1);
    assert_true(read_num("1e22") == 1e22);
    assert_true(read_num("1e23") == 1e23);
    assert_true(read_num("123456789012345678901234567890") ==
                123456789012345678901234567890.0);
    assert_true(read_num("2.2250738585072014e-308") == 2.2250738585072014e-308);
    double v;
    assert_int_equal(wkb_num_read(WKB_STR("1e400"), &v), WK_ERANGE);
    assert_int_equal(wkb_num_read(WKB_STR("1e-400"), &v), WK_ERANGE);
    assert_int_equal(wkb_num_read(WKB_STR("1e99999999999999"), &v), WK_ERANGE);
}

static void
test_writing_is_short_and_plain(void **state)
{
    (void)state;
    assert_written(0, "0");
    assert_written(-0.0, "0");
    assert_written(0.1, "0.1");
    assert_written(-2.5, "-2.5");
    assert_written(100, "100");
    assert_written(0.00001, "0.00001");
    assert_written(0.000001, "1e-06");
    assert_written(999999999999999, "999999999999999");
    assert_written(1e15, "1e+15");
    assert_written(4.77611940299, "4.77611940299");
    assert_written(1.5e300, "1.5e+300");
}

static void
test_what_is_written_reads_back(void **state)
{
    (void)state;
    uint64_t seed = 20260101;
    print_message("# seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 100000; i++) {
        const uint64_t bits = next_random(&seed);
        double v, back = 0;
        char text[WKB_NUM_MAX];
        memcpy(&v, &bits, sizeof v);
        v = fabs(v);
        if (!isfinite(v) || v == 0)
            continue;
        const wkb_str s = {text, wkb_num_write(text, v)};
        assert_int_equal(wkb_num_length(s), s.n);
        assert_int_equal(wkb_num_read(s, &back), WK_OK);
        assert_true(back == v);
    }
}

static void
assert_rounded(const char *typed, int figures, double want)
{
    const wkb_dec d = wkb_dec_typed(wkb_str_of(typed));
    const wkb_dec r = wkb_dec_round(d, figures);
    const double got = wkb_dec_value(&r);
    if (got != want)
        fail_msg("%s to %d figures is %.17g", typed, figures, got);
}

static void
test_rounding_is_half_away_on_decimal_digits(void **state)
{
    (void)state;
    assert_rounded("989.5", 3, 990);
    assert_rounded("989.4", 3, 989);
    assert_rounded("2.5", 1, 3);
    assert_rounded("0.125", 2, 0.13);
    assert_rounded("1.005", 3, 1.01);
    assert_rounded("2.675", 3, 2.68);
    assert_rounded("999.9", 3, 1000);
    assert_rounded("5", 0, 10);
    assert_rounded("4.9", 0, 0);
    assert_rounded("5", -1, 0);
}

static void
test_twelve_figures_are_kept(void **state)
{
    (void)state;
    assert_true(wkb_round(1.0 / 3) == 0.333333333333);
    assert_true(wkb_round(-2.0 / 3) == -0.666666666667);
    assert_true(wkb_round(0.1 + 0.2) == 0.3);
    assert_true(wkb_round(0) == 0);
    assert_true(isnan(wkb_round(NAN)));
    assert_true(wkb_same(0.1 + 0.2, 0.3));
    assert_true(wkb_same(1e300 / 3 * 3, 1e300));
    assert_false(wkb_same(1, 1.00000000001));
    assert_false(wkb_same(1, NAN));
    assert_false(wkb_same(0, 1e-300));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_length_ends_where_the_number_does),
        cmocka_unit_test(test_simple_numbers_are_read_as_all_are),
        cmocka_unit_test(test_reading_gives_the_nearest_double),
        cmocka_unit_test(test_writing_is_short_and_plain),
        cmocka_unit_test(test_what_is_written_reads_back),
        cmocka_unit_test(test_rounding_is_half_away_on_decimal_digits),
        cmocka_unit_test(test_twelve_figures_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
