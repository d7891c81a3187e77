/* Byte strings: cutting, comparing, UTF-8, suggestions. */
#include "base/str.h"

#include <stdio.h>

#include "test.h"

static void
test_cut_takes_what_stands_before(void **state)
{
    (void)state;
    wkb_str rest = WKB_STR("a;b");
    assert_true(wkb_str_eq(wkb_cut(&rest, ';'), WKB_STR("a")));
    assert_true(wkb_str_eq(wkb_cut(&rest, ';'), WKB_STR("b")));
    assert_null(rest.p);
}

static void
test_utf8_refuses_overlong_and_surrogates(void **state)
{
    (void)state;
    uint32_t cp = 0;
    assert_int_equal(wkb_utf8(WKB_STR("\xe2\x80\xa6"), &cp), 3);
    assert_int_equal(cp, 0x2026);
    assert_int_equal(wkb_utf8(WKB_STR("\xc0\x80"), &cp), 0);
    assert_int_equal(wkb_utf8(WKB_STR("\xed\xa0\x80"), &cp), 0);
    assert_int_equal(wkb_utf8(WKB_STR("\xf4\x90\x80\x80"), &cp), 0);
    assert_int_equal(wkb_utf8(WKB_STR("\xe2\x80"), &cp), 0);
}

static void
test_interned_texts_have_one_number(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_pool pool;
    uint32_t n = 0;
    char text[8];
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_pool_init(&pool, &a);
    assert_int_equal(wkb_interned(&pool, WKB_STR("0")), UINT32_MAX);
    for (int again = 0; again < 2; again++) {
        for (uint32_t i = 0; i < 1000; i++) {
            (void)snprintf(text, sizeof text, "%u", i);
            const wkb_str s = wkb_str_of(text);
            assert_int_equal(wkb_intern(&pool, s, true, &n), WK_OK);
            assert_int_equal(n, i);
        }
    }
    assert_int_equal(wkb_interned(&pool, WKB_STR("999")), 999);
    assert_int_equal(wkb_interned(&pool, WKB_STR("1000")), UINT32_MAX);
    wkb_arena_clear(&a);
}

static const wkb_str names[] = {
    {"bandwidth", 9}, {"memory", 6}, {"m", 1}, {"bandwith_2", 10}};

static wkb_str
name_at(const void *ud, size_t i)
{
    (void)ud;
    return names[i];
}

static void
test_nearest_suggests_a_likely_name(void **state)
{
    (void)state;
    const size_t n = WKB_COUNT(names);
    assert_int_equal(wkb_nearest(WKB_STR("bandwith"), name_at, NULL, n), 0);
    assert_int_equal(wkb_nearest(WKB_STR("memroy"), name_at, NULL, n), 1);
    assert_int_equal(wkb_nearest(WKB_STR("n"), name_at, NULL, n), n);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_takes_what_stands_before),
        cmocka_unit_test(test_utf8_refuses_overlong_and_surrogates),
        cmocka_unit_test(test_interned_texts_have_one_number),
        cmocka_unit_test(test_nearest_suggests_a_likely_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
