/* Output: the small format, sticky statuses, text shown safely. */
#include "base/out.h"

#include "base/str.h"
#include "test.h"

static wkb_arena arena;

static int
set_up(void **state)
{
    (void)state;
    wkb_arena_init(&arena, NULL, NULL, 0);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    wkb_arena_clear(&arena);
    return 0;
}

static void
test_the_small_format(void **state)
{
    (void)state;
    wkb_out o = wkb_out_kept(&arena);
    wkb_print(&o, "%s %S %d %z %g %%|", "a", WKB_STR("b"), -3, (size_t)4, 0.5);
    wkb_print(&o, "%q", WKB_STR("c\td"));
    assert_text(&o, "a b -3 4 0.5 %|'c\\x09d'");
}

static void
test_a_text_may_go_on(void **state)
{
    (void)state;
    wkb_out o = wkb_out_kept(&arena), sized = wkb_out_sized(&arena, 3);
    wkb_str begin, text;
    wkb_puts(&sized, "abcd"); /* more than there is room for */
    assert_text(&sized, "abcd");
    wkb_puts(&o, "begun");
    assert_int_equal(wkb_out_text(&o, &begin), WK_OK);
    char *other = wkb_alloc_raw(&arena, 8);
    assert_non_null(other);
    memset(other, 'x', 8);
    wkb_puts(&o, ", ended");
    assert_int_equal(wkb_out_text(&o, &text), WK_OK);
    assert_string_equal(begin.p, "begun");
    assert_string_equal(text.p, "begun, ended");
    assert_memory_equal(other, "xxxxxxxx", 8);
}

static void
test_what_steers_or_hides_is_shown(void **state)
{
    (void)state;
    wkb_out o = wkb_out_kept(&arena);
    wkb_put_shown(&o, WKB_STR("é\x1b[31m\0 \xff\xe2\x80\xae\xef\xb7\x90 €"));
    assert_text(&o, "é\\x1B[31m\\x00 \\xFF\\xE2\\x80\\xAE\\xEF\\xB7\\x90 €");
}

static wk_status
take_three(void *ud, const char *bytes, size_t n)
{
    int *calls = ud;
    (void)bytes;
    (void)n;
    return ++*calls < 3 ? WK_OK : WK_ESYSTEM;
}

static void
test_a_failure_sticks(void **state)
{
    (void)state;
    int calls = 0;
    wkb_out o = wkb_out_to(take_three, &calls);
    for (int i = 0; i < 10; i++)
        wkb_puts(&o, "x");
    assert_int_equal(o.status, WK_ESYSTEM);
    assert_int_equal(calls, 3);
}

static void
test_a_full_arena_is_a_status(void **state)
{
    (void)state;
    wkb_arena small;
    wkb_str text;
    wkb_arena_init(&small, NULL, NULL, 8192);
    wkb_out o = wkb_out_kept(&small);
    for (int i = 0; i < 10000; i++)
        wkb_puts(&o, "0123456789");
    assert_int_equal(wkb_out_text(&o, &text), WK_ENOMEM);
    wkb_arena_clear(&small);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_small_format),
        cmocka_unit_test(test_a_text_may_go_on),
        cmocka_unit_test(test_what_steers_or_hides_is_shown),
        cmocka_unit_test(test_a_failure_sticks),
        cmocka_unit_test(test_a_full_arena_is_a_status),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
