/* Text set and measured, and the fonts it is set with. */
#include "paint_help.h"

static double
width_of(easel *e, const char *text, wkd_face face, double size)
{
    const wkd_measure m = wkd_fonts_measure(e->fonts);
    wkd_extent x;
    assert_int_equal(m.text(m.ud, wkb_str_of(text), face, size, &x), WK_OK);
    assert_true(x.ascent > .5 * size && x.descent > .1 * size);
    return x.width;
}

static void
test_measures(void **state)
{
    easel e;
    (void)state;
    easel_init(&e, 640, 400);
    for (wkd_face face = WKD_REGULAR; face <= WKD_ITALIC; face++) {
        const double ones = width_of(&e, "11111", face, 12);
        assert_true(is_near(ones, width_of(&e, "88888", face, 12)));
        assert_true(is_near(2 * ones, width_of(&e, "11111", face, 24)));
        assert_true(is_near(ones, width_of(&e, "11111", face, 12)));
    }
    /* one letter in two ways; a space that does not break; nothing */
    assert_true(is_near(width_of(&e, "\xc3\xa9", WKD_REGULAR, 12),
                        width_of(&e, "e\xcc\x81", WKD_REGULAR, 12)));
    assert_true(width_of(&e, "3\xe2\x80\xaf%", WKD_REGULAR, 12) <
                width_of(&e, "3 %", WKD_REGULAR, 12));
    assert_true(is_near(width_of(&e, "", WKD_REGULAR, 12), 0));
    /* kerning, and no ligature that would hide it */
    assert_true(width_of(&e, "AVAVAV", WKD_REGULAR, 12) <
                3 * width_of(&e, "A", WKD_REGULAR, 12) +
                    3 * width_of(&e, "V", WKD_REGULAR, 12) - 1);
    easel_clear(&e);
}

/* Widths are forgotten when there are many, and come out the same again. */
static void
test_measures_many(void **state)
{
    easel e;
    char text[16];
    (void)state;
    easel_init(&e, 640, 400);
    const double first = width_of(&e, "label 7", WKD_BOLD, 12);
    for (int i = 0; i < 10000; i++) {
        wkb_fixed fixed = {text, sizeof text - 1, 0};
        wkb_out o = wkb_out_to(wkb_put_fixed, &fixed);
        wkb_print(&o, "label %d", i);
        text[fixed.n] = 0;
        (void)width_of(&e, text, i % 2 ? WKD_BOLD : WKD_REGULAR, 12);
    }
    assert_true(is_near(first, width_of(&e, "label 7", WKD_BOLD, 12)));
    easel_clear(&e);
}

static wkd_setting
set(easel *e, const char *text)
{
    wkd_setting s;
    assert_int_equal(
        wkd_set(&s, &e->arena, e->fonts, wkb_str_of(text), WKD_REGULAR), WK_OK);
    return s;
}

static void
test_orders_what_reads_from_right_to_left(void **state)
{
    easel e;
    (void)state;
    easel_init(&e, 640, 400);
    /* shalom 12 abc: 12 stands left of the Hebrew word */
    const wkd_setting s = set(&e,
                              "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d 12 "
                              "abc");
    assert_int_equal(s.n, 5);
    assert_int_equal(s.run[0].begin, 9); /* 12 */
    assert_false(s.run[0].is_rtl);
    assert_int_equal(s.run[0].font, WKD_REGULAR);
    assert_true(s.run[1].is_rtl);
    assert_true(s.run[2].is_rtl);
    assert_int_equal(s.run[2].begin, 0);
    assert_int_equal(s.run[2].font, WKD_FONT_FALLBACK);
    /* the last letter stands first */
    assert_int_equal(s.run[2].glyph[0].at, 6);
    assert_int_equal(s.run[4].end, 15);
    double width = 0;
    for (size_t i = 0; i < s.n; i++)
        for (size_t j = 0; j < s.run[i].n; j++)
            width += s.run[i].glyph[j].advance;
    assert_true(is_near(width, s.width));
    /* what Inter lacks comes from the other font, and only that */
    const wkd_setting mixed = set(&e, "a \xe2\x88\x9d b");
    assert_int_equal(mixed.n, 3);
    assert_int_equal(mixed.run[1].font, WKD_FONT_FALLBACK);
    assert_int_equal(mixed.run[1].end - mixed.run[1].begin, 3);
    easel_clear(&e);
}

static void
test_refuses_what_no_font_has(void **state)
{
    easel e;
    wkd_extent x;
    (void)state;
    easel_init(&e, 640, 400);
    const wkd_measure m = wkd_fonts_measure(e.fonts);
    assert_int_equal(
        m.text(m.ud, WKB_STR("H100 \xe6\x97\xa5"), WKD_BOLD, 12, &x),
        WK_EENCODING);
    assert_int_equal(x.lacking, 0x65e5);
    assert_int_equal(
        m.text(m.ud, WKB_STR("\xf0\x9f\x98\x80\xf0\xaf\xa0\x80"), 0, 12, &x),
        WK_EENCODING);
    assert_int_equal(m.text(m.ud, WKB_STR("a\xff"), 0, 12, &x), WK_EENCODING);
    assert_int_equal(m.text(m.ud, WKB_STR("a\n"), 0, 12, &x), WK_EENCODING);
    easel_clear(&e);
}

static void
test_tells_a_font_that_is_not_there(void **state)
{
    easel e;
    (void)state;
    easel_init(&e, 640, 400);
    write_all(&e);
    wkd_fonts *fonts = e.fonts;
    assert_int_equal(wkd_fonts_new(&e.fonts, &e.arena, "tests", &e.diag),
                     WK_OK);
    wkb_out o = wkb_out_kept(&e.arena);
    assert_int_equal(wkd_svg(&o, &e.scene, WKB_STR("x"), true, e.fonts),
                     WK_ESYSTEM);
    assert_string_equal(
        e.told,
        "cannot open 'tests/Inter-Regular.otf': No such file or directory");
    assert_int_equal(wkd_png(&o, &e.scene, 1, WKD_LIGHT, &easel_about, e.fonts),
                     WK_ESYSTEM);
    assert_int_equal(wkd_pdf(&o, &e.scene, &easel_about, e.fonts), WK_ESYSTEM);
    wkd_fonts_free(e.fonts);
    e.fonts = fonts;
    easel_clear(&e);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_measures_many),
        cmocka_unit_test(test_orders_what_reads_from_right_to_left),
        cmocka_unit_test(test_refuses_what_no_font_has),
        cmocka_unit_test(test_tells_a_font_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
