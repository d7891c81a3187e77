/* Diagnostics: places in lines of all kinds, messages and hints. */
#include "base/diag.h"

#include "base/str.h"
#include "test.h"

static void
assert_place(wkb_str bytes, size_t at, unsigned line, unsigned column)
{
    const wkb_place p = wkb_place_of(bytes, at);
    assert_int_equal(p.line, line);
    assert_int_equal(p.column, column);
}

static void
test_places_in_lines_of_all_kinds(void **state)
{
    (void)state;
    assert_place(WKB_STR("a\nb"), 0, 1, 1);
    assert_place(WKB_STR("a\nb"), 2, 2, 1);
    assert_place(WKB_STR("a\r\nbc"), 4, 2, 2);
    assert_place(WKB_STR("a\rbc"), 3, 2, 2);
    assert_place(WKB_STR("a\n\nb"), 2, 2, 1);
    assert_place(WKB_STR("é€x"), 5, 1, 3);
    assert_place(WKB_STR("\xef\xbb\xbf"
                         "ab"),
                 4,
                 1,
                 2);
    assert_place(WKB_STR("ab"), 99, 1, 3);
    assert_place(WKB_STR(""), 0, 1, 1);
    const wkb_place p = wkb_place_of(WKB_STR("a\r\nbc\r\nd"), 4);
    assert_true(wkb_str_eq(p.text, WKB_STR("bc")));
}

/* All kinds of line ends, characters that are broken off, and every way from
 * one byte to another. */
static void
test_a_place_does_not_depend_on_the_one_before(void **state)
{
    static const char text[] = "\xef\xbb\xbf"
                               "a\r\n\r\r\n\xc3\xa9x\n\n\xe2\x82"
                               "b\r\xe2\x82\xac\n\x82\r";
    (void)state;
    for (size_t first = 0; first <= sizeof text; first++) {
        for (size_t next = 0; next <= sizeof text; next++) {
            wkb_file f = {.bytes = {text, sizeof text - 1}};
            (void)wkb_place_in(&f, first);
            const wkb_place p = wkb_place_in(&f, next);
            const wkb_place alone = wkb_place_of(f.bytes, next);
            assert_int_equal(p.line, alone.line);
            assert_int_equal(p.column, alone.column);
            assert_ptr_equal(p.text.p, alone.text.p);
            assert_int_equal(p.text.n, alone.text.n);
        }
    }
}

/* What lies before the last place is not read for the next: else many places
 * would take the square of the file's length. */
static void
test_places_are_counted_on(void **state)
{
    char text[] = "aaa\nbbb\nccc\nddd\n";
    wkb_file f = {.bytes = {text, sizeof text - 1}};
    (void)state;
    assert_int_equal(wkb_place_in(&f, 9).line, 3);
    memset(text, '\n', 8);
    assert_int_equal(wkb_place_in(&f, 13).line, 4);
    assert_int_equal(wkb_place_in(&f, 10).line, 3);
    wkb_file_change(&f, (wkb_str){text, sizeof text - 1}, 0);
    assert_int_equal(wkb_place_in(&f, 13).line, 10);
}

typedef struct heard {
    int n;
    wk_diag last;
    char message[64], hint[64];
} heard;

static void
hear(void *ud, const wk_diag *d)
{
    heard *h = ud;
    h->n++;
    h->last = *d;
    (void)strncpy(h->message, d->message, sizeof h->message - 1);
    if (d->hint)
        (void)strncpy(h->hint, d->hint, sizeof h->hint - 1);
}

static void
test_a_report_has_place_message_and_hint(void **state)
{
    (void)state;
    wkb_arena a;
    heard h = {0};
    wkb_diag d = {.fn = hear, .ud = &h};
    uint32_t file = 9;
    wkb_arena_init(&a, NULL, NULL, 0);
    assert_int_equal(
        wkb_diag_add(&d, &a, WKB_STR("x.csv"), WKB_STR("a\nb é c\n"), &file),
        WK_OK);
    assert_int_equal(wkb_error(&d,
                               WK_EUNIT,
                               (wkb_span){file, 4, 8},
                               "no unit %q\nwrite '%s'",
                               WKB_STR("é"),
                               "e"),
                     WK_EUNIT);
    assert_int_equal(h.n, 1);
    assert_string_equal(h.last.file, "x.csv");
    assert_int_equal(h.last.line, 2);
    assert_int_equal(h.last.column, 3);
    assert_int_equal(h.last.width, 3);
    assert_int_equal(h.last.text_n, 6);
    assert_string_equal(h.message, "no unit 'é'");
    assert_string_equal(h.hint, "write 'e'");
    wkb_warn(&d, WK_ESOURCE, WKB_NOWHERE, "old");
    assert_null(h.last.file);
    assert_int_equal(d.n_errors, 1);
    assert_int_equal(d.n_warnings, 1);
    assert_int_equal(wkb_error(NULL, WK_EUNIT, WKB_NOWHERE, "x"), WK_EUNIT);
    wkb_arena_clear(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places_in_lines_of_all_kinds),
        cmocka_unit_test(test_a_place_does_not_depend_on_the_one_before),
        cmocka_unit_test(test_places_are_counted_on),
        cmocka_unit_test(test_a_report_has_place_message_and_hint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
