/* Painting: text set and measured, SVG in both packings, PNG, PDF, the caller's
 * cairo_t; with `test_paint FOLDER` the same pictures as files, for paint.sh. */
#include <math.h>
#include <stdlib.h>

#include <cairo-pdf.h>
#include <png.h>

#include "paint_help.h"
#include "scene_help.h"

#include "base/store.h"
#include "draw/brush.h"
#include "draw/svg.h"

static const wkd_about about = {
    {"Maker 2023\nOther 2024", 21},
    {"chip,watts\nH100,700\n", 20},
    {"2026-11-30", 10},
};

static double
width_of(easel *e, const char *text, wkd_face face, double size)
{
    const wkd_measure m = wkd_fonts_measure(e->fonts);
    wkd_extent x;
    assert_int_equal(m.text(m.ud, wkb_str_of(text), face, size, &x), WK_OK);
    assert_true(x.ascent > .5 * size && x.descent > .1 * size);
    return x.width;
}

static bool
near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* ---- text ---- */

static void
test_measures(void **state)
{
    easel e;
    (void)state;
    easel_init(&e, 640, 400);
    for (wkd_face face = WKD_REGULAR; face <= WKD_ITALIC; face++) {
        const double ones = width_of(&e, "11111", face, 12);
        assert_true(near(ones, width_of(&e, "88888", face, 12)));
        assert_true(near(2 * ones, width_of(&e, "11111", face, 24)));
        assert_true(near(ones, width_of(&e, "11111", face, 12)));
    }
    /* one letter in two ways; a space that does not break; nothing */
    assert_true(near(width_of(&e, "\xc3\xa9", WKD_REGULAR, 12),
                     width_of(&e, "e\xcc\x81", WKD_REGULAR, 12)));
    assert_true(width_of(&e, "3\xe2\x80\xaf%", WKD_REGULAR, 12) <
                width_of(&e, "3 %", WKD_REGULAR, 12));
    assert_true(near(width_of(&e, "", WKD_REGULAR, 12), 0));
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
    assert_true(near(first, width_of(&e, "label 7", WKD_BOLD, 12)));
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
    assert_true(near(width, s.width));
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
    assert_int_equal(wkd_png(&o, &e.scene, 1, WKD_LIGHT, &about, e.fonts),
                     WK_ESYSTEM);
    assert_int_equal(wkd_pdf(&o, &e.scene, &about, e.fonts), WK_ESYSTEM);
    wkd_fonts_free(e.fonts);
    e.fonts = fonts;
    easel_clear(&e);
}

/* ---- pictures ---- */

typedef enum format { INLINE, ALONE, PNG_1, PNG_2, DARK, PDF, FORMATS } format;

static wk_status
paint(easel *e, format f, wkb_out *o)
{
    switch (f) {
    case INLINE:
        return wkd_svg(o, &e->scene, WKB_STR("fig-1"), false, e->fonts);
    case ALONE:
        return wkd_svg(o, &e->scene, WKB_STR("fig-1"), true, e->fonts);
    case PNG_1:
        return wkd_png(o, &e->scene, 1, WKD_LIGHT, &about, e->fonts);
    case PNG_2:
        return wkd_png(o, &e->scene, 2, WKD_LIGHT, &about, e->fonts);
    case DARK:
        return wkd_png(o, &e->scene, 1, WKD_DARK, &about, e->fonts);
    case PDF:
    default:
        return wkd_pdf(o, &e->scene, &about, e->fonts);
    }
}

static wkb_str
painted(easel *e, format f)
{
    wkb_out o = wkb_out_kept(&e->arena);
    wkb_str s;
    assert_int_equal(paint(e, f, &o), WK_OK);
    assert_int_equal(wkb_out_text(&o, &s), WK_OK);
    return s;
}

static void
easel_all(easel *e)
{
    easel_init(e, 640, 420);
    draw_all(e);
    write_all(e);
}

static void
test_same_bytes_each_time(void **state)
{
    easel e, other;
    (void)state;
    easel_all(&e);
    easel_all(&other);
    for (format f = 0; f < FORMATS; f++) {
        const wkb_str first = painted(&e, f);
        assert_true(first.n > 1000);
        assert_true(wkb_str_eq(first, painted(&e, f)));
        assert_true(wkb_str_eq(first, painted(&other, f)));
    }
    easel_clear(&other);
    easel_clear(&e);
}

static size_t
count(wkb_str s, wkb_str what)
{
    size_t n = 0;
    for (size_t i = 0; i + what.n <= s.n; i++)
        n += memcmp(s.p + i, what.p, what.n) == 0;
    return n;
}

static bool
holds(wkb_str s, const char *what)
{
    return count(s, wkb_str_of(what)) > 0;
}

/* As it stands in XML. */
static const char *
escaped(easel *e, wkb_str s)
{
    wkb_out o = wkb_out_kept(&e->arena);
    wkb_str text;
    wkb_putc(&o, '>');
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == '&')
            wkb_puts(&o, "&amp;");
        else if (s.p[i] == '<')
            wkb_puts(&o, "&lt;");
        else if (s.p[i] == '>')
            wkb_puts(&o, "&gt;");
        else
            wkb_putc(&o, s.p[i]);
    wkb_puts(&o, "</text>");
    assert_int_equal(wkb_out_text(&o, &text), WK_OK);
    return text.p;
}

static void
test_svg_has_every_word_and_mark(void **state)
{
    easel e;
    (void)state;
    easel_all(&e);
    for (format f = INLINE; f <= ALONE; f++) {
        const wkb_str s = painted(&e, f);
        size_t shapes = 0;
        for (size_t i = 0; i < e.scene.word.n; i++)
            assert_true(holds(s, escaped(&e, e.scene.word.item[i].s)));
        assert_int_equal(count(s, WKB_STR("<text")), e.scene.word.n);
        for (size_t i = 0; i < e.scene.mark.n; i++)
            shapes += e.scene.mark.item[i].kind == WKD_POINTS
                          ? e.scene.mark.item[i].n
                          : 1;
        assert_int_equal(
            count(s, WKB_STR("<path")) + count(s, WKB_STR("<circle")), shapes);
        assert_true(holds(s,
                          "aria-labelledby=\"fig-1-t fig-1-d\"><title "
                          "id=\"fig-1-t\">All that can be painted</title>"
                          "<desc id=\"fig-1-d\">One of each mark &amp; word, "
                          "&lt;made&gt; by hand.</desc>"));
        assert_true(holds(s,
                          "<a href=\"chips.html#h\"><title>H100 SXM: 3,350 "
                          "GB/s</title><path class=\"f1\""));
        assert_true(holds(s, "<g><title>A &amp; B: &lt;5&gt;</title><circle"));
        assert_true(holds(s, "role=\"group\"")); /* there is a link */
        assert_false(holds(s, "rgb("));          /* colors are classes */
        assert_int_equal(holds(s, "@font-face"), f == ALONE);
        assert_int_equal(holds(s, "prefers-color-scheme:dark"), f == ALONE);
    }
    easel_clear(&e);
}

static void
test_svg_without_links_is_an_image(void **state)
{
    easel e;
    (void)state;
    easel_init(&e, 360, 100);
    const double xy[] = {10, 20, 30, 40};
    add_mark(&e, WKD_RECTS, WKD_FILL, 1, 2, xy)->datum =
        add_datum(&e, "B200", "");
    add_word(&e, 12, 16, WKD_WORD_NAME, "B200")->datum = 0;
    wkb_out o = wkb_out_kept(&e.arena);
    assert_int_equal(wkd_svg(&o, &e.scene, WKB_STR("2 \"a\"<"), false, e.fonts),
                     WK_OK);
    assert_text(
        &o,
        "<svg class=\"phone\" id=\"chart-2--a--\" width=\"360\" height=\"100\" "
        "viewBox=\"0 0 360 100\" role=\"img\" "
        "aria-labelledby=\"chart-2--a---t chart-2--a---d\"><title "
        "id=\"chart-2--a---t\">All that can be painted</title><desc "
        "id=\"chart-2--a---d\">One of each mark &amp; word, &lt;made&gt; by "
        "hand.</desc><g><title>B200</title><path class=\"f1\" d=\"M10 "
        "20H30V40H10Z\"/></g><g paint-order=\"stroke\"><g><title>B200</title>"
        "<text x=\"12\" y=\"16\">B200</text></g></g></svg>");
    easel_clear(&e);
}

typedef struct path_step {
    char what; /* M, L, C, Z; 0 ends */
    double v[6];
} path_step;

static void
walk(cairo_t *cr, const path_step *s)
{
    cairo_new_path(cr);
    for (; s->what; s++)
        if (s->what == 'M')
            cairo_move_to(cr, s->v[0], s->v[1]);
        else if (s->what == 'L')
            cairo_line_to(cr, s->v[0], s->v[1]);
        else if (s->what == 'C')
            cairo_curve_to(
                cr, s->v[0], s->v[1], s->v[2], s->v[3], s->v[4], s->v[5]);
        else
            cairo_close_path(cr);
}

static void
test_paths_are_short(void **state)
{
    static const struct {
        path_step step[8];
        const char *want;
    } cases[] = {
        {{{'M', {10, 20}},
          {'L', {110, 20}},
          {'L', {110, 38}},
          {'L', {10, 38}},
          {'Z', {0}}},
         "M10 20H110V38H10Z"},
        {{{'M', {1, 1}},
          {'L', {2, 3}},
          {'M', {300.5, 1}},
          {'L', {301.25, 1}},
          {'L', {400, 1}}},
         "M1 1L2 3M300.5 1H400"},
        {{{'M', {.003, -.5}}, {'L', {100.502, 200.252}}, {'L', {101, 201}}},
         "M0-.5L100.5 200.25l.5 .75"},
        {{{'M', {5, 5}},
          {'C', {6, 6, 7, 7, 8, 8}},
          {'C', {9, 9, 10, 10, 11, 11}}},
         "M5 5C6 6 7 7 8 8c1 1 2 2 3 3"},
        {{{'M', {1e7, (double)NAN}}, {'L', {2, 2}}}, ""},
        {{{'M', {5, 5}}}, ""},
        {{{0, {0}}}, ""},
    };
    wkb_arena a;
    (void)state;
    wkb_arena_init(&a, NULL, NULL, 0);
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    for (size_t i = 0; i < WKB_COUNT(cases); i++) {
        cairo_t *cr = cairo_create(image);
        walk(cr, cases[i].step);
        cairo_path_t *path = cairo_copy_path(cr);
        wkb_out o = wkb_out_kept(&a);
        wkd_put_path(&o, path);
        if (*cases[i].want || i > 4)
            assert_text(&o, cases[i].want);
        else /* what is no place is some place, as a number */
            assert_true(o.n > 2 && !memchr(o.p, 'n', o.n));
        cairo_path_destroy(path);
        cairo_destroy(cr);
    }
    cairo_surface_destroy(image);
    wkb_arena_clear(&a);
}

/* Of very many marks, each has its own look. */
static void
test_very_many_marks(void **state)
{
    easel e;
    (void)state;
    easel_init(&e, 640, 400);
    for (int i = 0; i < 70000; i++) {
        const double xy[] = {i % 600, i / 600, i % 600 + 1, i / 600 + 1};
        add_mark(
            &e, WKD_RECTS, i == 66051 ? WKD_GHOST : WKD_FILL, i % 9, 2, xy);
    }
    const wkb_str s = painted(&e, INLINE);
    assert_int_equal(count(s, WKB_STR("<path")), 70000);
    assert_int_equal(count(s, WKB_STR("\"ghost\" d=\"M51 110h1v1H51Z\"")), 1);
    assert_int_equal(count(s, WKB_STR("\"f4\"")), 7778);
    easel_clear(&e);
}

/* ---- PNG and the caller's cairo_t ---- */

typedef struct source {
    wkb_str rest;
} source;

static void
read_bytes(png_structp png, png_bytep to, png_size_t n)
{
    source *s = png_get_io_ptr(png);
    assert_true(s->rest.n >= n);
    memcpy(to, s->rest.p, n);
    s->rest = wkb_sub(s->rest, n, s->rest.n);
}

static void
test_png_holds_the_pixels(void **state)
{
    easel e;
    (void)state;
    easel_all(&e);
    source s = {painted(&e, PNG_2)};
    png_structp png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &s, read_bytes);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    assert_int_equal(png_get_image_width(png, info), 1280);
    assert_int_equal(png_get_image_height(png, info), 840);
    assert_int_equal(png_get_x_pixels_per_meter(png, info), 7559);

    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1280, 840);
    cairo_t *cr = cairo_create(image);
    cairo_set_source_rgb(cr, 0xFB / 255., 0xFA / 255., 0xF7 / 255.);
    cairo_paint(cr);
    cairo_scale(cr, 2, 2);
    assert_int_equal(wkd_paint(&e.scene, WKD_LIGHT, e.fonts, cr), WK_OK);
    cairo_surface_flush(image);
    const unsigned char *ours = cairo_image_surface_get_data(image);
    const size_t stride = (size_t)cairo_image_surface_get_stride(image);
    png_bytepp rows = png_get_rows(png, info);
    size_t differ = 0, ink = 0;
    for (size_t y = 0; y < 840; y++)
        for (size_t x = 0; x < 1280; x++) {
            uint32_t pixel;
            memcpy(&pixel, ours + y * stride + 4 * x, 4);
            const png_bytep p = rows[y] + 3 * x;
            const uint32_t theirs =
                (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
            differ += (pixel & 0xffffff) != theirs;
            ink += theirs != 0xFBFAF7;
        }
    assert_int_equal(differ, 0);
    assert_true(ink > 50000);

    png_textp text;
    const int n = png_get_text(png, info, &text, NULL);
    wkb_out o = wkb_out_kept(&e.arena);
    for (int i = 0; i < n; i++)
        wkb_print(&o, "%s=%s;", text[i].key, text[i].text);
    assert_text(&o,
                "Title=All that can be painted;Description=One of each mark & "
                "word, <made> by hand.;Source=Maker 2023\nOther 2024;"
                "Data=chip,watts\nH100,700\n;Creation Time=2026-11-30;");
    cairo_destroy(cr);
    cairo_surface_destroy(image);
    png_destroy_read_struct(&png, &info, NULL);
    easel_clear(&e);
}

static void
test_leaves_the_callers_cairo_as_it_was(void **state)
{
    easel e;
    (void)state;
    easel_all(&e);
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 640, 420);
    cairo_t *cr = cairo_create(image);
    cairo_set_line_width(cr, 7);
    cairo_set_tolerance(cr, .5);
    cairo_set_operator(cr, CAIRO_OPERATOR_ADD);
    cairo_translate(cr, 3, 4);
    cairo_font_face_t *face = cairo_get_font_face(cr);
    cairo_matrix_t m;
    assert_int_equal(wkd_paint(&e.scene, WKD_DARK, e.fonts, cr), WK_OK);
    cairo_get_matrix(cr, &m);
    assert_true(m.x0 == 3 && m.y0 == 4 && m.xx == 1);
    assert_true(cairo_get_line_width(cr) == 7 && cairo_get_tolerance(cr) == .5);
    assert_int_equal(cairo_get_operator(cr), CAIRO_OPERATOR_ADD);
    assert_ptr_equal(cairo_get_font_face(cr), face);
    /* one in error stays so and is told */
    cairo_restore(cr);
    assert_int_equal(wkd_paint(&e.scene, WKD_DARK, e.fonts, cr), WK_ESYSTEM);
    cairo_destroy(cr);
    cairo_surface_destroy(image);
    easel_clear(&e);
}

static void
test_too_large(void **state)
{
    easel e;
    (void)state;
    easel_init(&e, 640, 400);
    wkb_out o = wkb_out_kept(&e.arena);
    assert_int_equal(wkd_png(&o, &e.scene, 60, WKD_LIGHT, &about, e.fonts),
                     WK_ELIMIT);
    e.scene.width = (double)NAN;
    assert_int_equal(wkd_png(&o, &e.scene, 1, WKD_LIGHT, &about, e.fonts),
                     WK_ELIMIT);
    easel_clear(&e);
}

/* ---- sinks and memory that fail ---- */

static wk_status
take_some(void *ud, const char *p, size_t n)
{
    size_t *left = ud;
    (void)p;
    if (n > *left)
        return WK_ESTOP;
    *left -= n;
    return WK_OK;
}

static void
test_a_full_sink(void **state)
{
    easel e;
    (void)state;
    easel_all(&e);
    for (format f = 0; f < FORMATS; f++) {
        const size_t whole = painted(&e, f).n;
        for (size_t room = 0; room < whole; room += whole / 9) {
            size_t left = room;
            wkb_out o = wkb_out_to(take_some, &left);
            assert_int_equal(paint(&e, f, &o), WK_ESTOP);
        }
        size_t left = whole;
        wkb_out o = wkb_out_to(take_some, &left);
        assert_int_equal(paint(&e, f, &o), WK_OK);
        assert_int_equal(left, 0);
    }
    easel_clear(&e);
}

static void *
alloc_some(void *ud, void *p, size_t old_n, size_t new_n)
{
    int *left = ud;
    (void)old_n;
    if (new_n == 0) {
        free(p);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(p, new_n) : NULL;
}

/* Our own memory; that of Cairo and HarfBuzz is the C library's. */
static void
test_without_memory(void **state)
{
    easel e;
    (void)state;
    easel_all(&e);
    for (format f = 0; f < FORMATS; f++) {
        wk_status status = WK_ENOMEM;
        int n = 0;
        for (; status != WK_OK && n < 1000; n++) {
            int left = n;
            size_t room = SIZE_MAX;
            wkb_arena a;
            wkd_fonts *fonts = NULL;
            wkb_arena_init(&a, alloc_some, &left, 0);
            wkb_out o = wkb_out_to(take_some, &room);
            status = wkd_fonts_new(&fonts, &a, fonts_folder(&e.arena), &e.diag);
            if (status == WK_OK) {
                wkd_fonts *kept = e.fonts;
                e.fonts = fonts;
                status = paint(&e, f, &o);
                e.fonts = kept;
            }
            wkd_fonts_free(fonts);
            wkb_arena_clear(&a);
            assert_true(status == WK_OK || status == WK_ENOMEM);
        }
        assert_int_equal(status, WK_OK);
        assert_true(n > 1);
    }
    easel_clear(&e);
}

/* ---- the style sheet ---- */

static wkb_str
read_style(easel *e)
{
    wkb_store store;
    wkb_str s;
    assert_int_equal(wkb_store_open(&store, "templates", &e->diag), WK_OK);
    assert_int_equal(wkb_store_read(&store, "style.css", &e->arena, &s), WK_OK);
    wkb_store_close(&store);
    /* without spaces, as rules are put */
    char *p = wkb_alloc(&e->arena, s.n + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        const bool is_inside =
            i && i + 1 < s.n && wkb_is_letter(s.p[i + 1]) &&
            (wkb_is_digit(s.p[i - 1]) || wkb_is_letter(s.p[i - 1]));
        const bool is_number = i && i + 1 < s.n && wkb_is_digit(s.p[i - 1]) &&
                               wkb_is_digit(s.p[i + 1]);
        const bool is_selector = i && i + 1 < s.n && s.p[i + 1] == '.';
        if ((s.p[i] != ' ' && s.p[i] != '\n') || is_inside || is_number ||
            is_selector)
            p[n++] = s.p[i];
    }
    return (wkb_str){p, n};
}

static void
test_style_sheet_agrees(void **state)
{
    easel e;
    (void)state;
    easel_init(&e, 640, 400);
    const wkb_str style = read_style(&e);
    for (int i = 0; i < (int)WKD_ROLES + (int)WKD_TOKENS; i++) {
        wkb_out o = wkb_out_kept(&e.arena);
        wkb_str rules;
        if (i < (int)WKD_ROLES)
            wkd_put_role_rule(&o, "svg ", (wkd_role)i);
        else if (i - (int)WKD_ROLES >= (int)WKD_TOKEN_C0)
            wkd_put_color_rule(&o, "svg ", (wkd_token)(i - (int)WKD_ROLES));
        assert_int_equal(wkb_out_text(&o, &rules), WK_OK);
        while (rules.n) {
            const wkb_str rule = wkb_cut(&rules, '}');
            if (count(style, rule) != 1)
                print_error("style.css lacks: %.*s}\n", (int)rule.n, rule.p);
            assert_int_equal(count(style, rule), 1);
        }
    }
    easel_clear(&e);
}

/* ---- what layout makes of the cases of scenes.txt ---- */

typedef void (*scene_fn)(easel *e, const char *name, double width, void *ud);

static wkb_str
read_cases(easel *e)
{
    wkb_store store;
    wkb_str s;
    assert_int_equal(wkb_store_open(&store, "tests/cases", &e->diag), WK_OK);
    assert_int_equal(wkb_store_read(&store, "scenes.txt", &e->arena, &s),
                     WK_OK);
    wkb_store_close(&store);
    return s;
}

/* Offset of what in s, or s.n. */
static size_t
find_in(wkb_str s, const char *what)
{
    const size_t n = strlen(what);
    for (size_t i = 0; i + n <= s.n; i++)
        if (memcmp(s.p + i, what, n) == 0)
            return i;
    return s.n;
}

static void
lay_out(easel *e,
        wkb_str lines,
        bool is_whole,
        const char *name,
        scene_fn fn,
        void *ud)
{
    static const double widths[] = {640, 360};
    const wkd_measure m = wkd_fonts_measure(e->fonts);
    for (size_t i = 0; i < WKB_COUNT(widths); i++) {
        scene_case *c = calloc(1, sizeof *c);
        wkd_scene *s;
        assert_non_null(c);
        scene_open(c);
        scene_read(c, lines);
        if (wkd_layout(&s,
                       &c->arena,
                       &c->chart,
                       &m,
                       (wkd_size){widths[i], is_whole},
                       &c->diag) == WK_OK) {
            const wkd_scene kept = e->scene;
            e->scene = *s;
            fn(e, name, widths[i], ud);
            e->scene = kept;
        }
        scene_close(c);
        free(c);
    }
}

/* Each chart of the cases that can be drawn, or the easy one of each type. */
static void
each_scene(easel *e, bool is_whole, bool all, scene_fn fn, void *ud)
{
    wkb_str rest = read_cases(e);
    for (;;) {
        const size_t at = find_in(rest, "== ");
        if (at == rest.n)
            return;
        rest = wkb_sub(rest, at + 3, rest.n);
        const wkb_str name = wkb_copy(&e->arena, wkb_cut(&rest, '\n'));
        const wkb_str lines = wkb_sub(rest, 0, find_in(rest, "\n\n"));
        if (all || wkb_ends(name, WKB_STR(" easy")))
            lay_out(e, lines, is_whole, name.p, fn, ud);
    }
}

static void
has_its_words(easel *e, const char *name, double width, void *ud)
{
    size_t *n = ud;
    const wkb_str s = painted(e, INLINE);
    for (size_t i = 0; i < e->scene.word.n; i++)
        if (!holds(s, escaped(e, e->scene.word.item[i].s)))
            fail_msg("%s at %g lacks a word", name, width);
    assert_int_equal(count(s, WKB_STR("<text")), e->scene.word.n);
    for (size_t i = 0; i < e->scene.word.n; i++) {
        const wkd_word *w = &e->scene.word.item[i];
        const wkd_measure m = wkd_fonts_measure(e->fonts);
        wkd_extent x;
        assert_int_equal(m.text(m.ud, w->s, (wkd_face)w->face, w->size_px, &x),
                         WK_OK);
        if (!near(x.width, w->width))
            fail_msg("%s: a word was set otherwise than measured", name);
    }
    if (strcmp(name, "bar easy") == 0)
        assert_in_range(s.n, 500, 12 * 1024 / 2);
    *n += 1;
}

static void
paints_whole(easel *e, const char *name, double width, void *ud)
{
    size_t *n = ud;
    const wkb_mark mark = wkb_arena_mark(&e->arena);
    (void)width;
    for (format f = ALONE; f < FORMATS; f++)
        if (painted(e, f).n < 1000)
            fail_msg("%s is nearly empty", name);
    wkb_arena_rewind(&e->arena, mark);
    *n += 1;
}

/* Whether the pixels of a box, 2 to a px, are as they were: white. */
static bool
is_white(cairo_surface_t *image, wkd_box box)
{
    const unsigned char *pixel = cairo_image_surface_get_data(image);
    const int stride = cairo_image_surface_get_stride(image);
    const int x0 = (int)fmax(2 * box.x0, 0), y0 = (int)fmax(2 * box.y0, 0);
    const int width = cairo_image_surface_get_width(image);
    const int height = cairo_image_surface_get_height(image);
    for (int y = y0; y < 2 * box.y1 && y < height; y++)
        for (int x = x0; x < 2 * box.x1 && x < width; x++) {
            uint32_t rgb;
            memcpy(&rgb, pixel + (size_t)y * (size_t)stride + 4 * x, 4);
            if ((rgb & 0xffffff) != 0xffffff)
                return false;
        }
    return true;
}

/* Where a halo is left out, no mark was painted. */
static void
has_bare_words(easel *e, const char *name, double width, void *ud)
{
    size_t *n = ud;
    wkd_scene marks = e->scene;
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                   (int)ceil(2 * e->scene.width),
                                   (int)ceil(2 * e->scene.height));
    cairo_t *cr = cairo_create(image);
    marks.word.n = 0;
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_scale(cr, 2, 2);
    assert_int_equal(wkd_paint(&marks, WKD_LIGHT, e->fonts, cr), WK_OK);
    cairo_surface_flush(image);
    for (size_t i = 0; i < e->scene.word.n; i++) {
        const wkd_word *w = &e->scene.word.item[i];
        const wkd_box halo = {
            w->ink.x0 - 2, w->ink.y0 - 2, w->ink.x1 + 2, w->ink.y1 + 2};
        if (!w->has_halo || !wkd_is_bare(&e->scene, w))
            continue;
        *n += 1;
        if (!is_white(image, halo))
            fail_msg("%s at %g: the halo of %.*s would be seen",
                     name,
                     width,
                     (int)w->s.n,
                     w->s.p);
    }
    cairo_destroy(cr);
    cairo_surface_destroy(image);
}

static void
test_halos_that_are_left_out(void **state)
{
    easel e;
    size_t n = 0;
    (void)state;
    easel_init(&e, 640, 400);
    each_scene(&e, false, true, has_bare_words, &n);
    assert_in_range(n, 100, 100000);
    easel_clear(&e);
}

static void
test_every_chart_has_its_words(void **state)
{
    easel e;
    size_t n = 0;
    (void)state;
    easel_init(&e, 640, 400);
    each_scene(&e, false, true, has_its_words, &n);
    assert_in_range(n, 90, 1000);
    easel_clear(&e);
}

static void
test_every_kind_in_every_format(void **state)
{
    easel e;
    size_t n = 0;
    (void)state;
    easel_init(&e, 640, 400);
    each_scene(&e, true, false, paints_whole, &n);
    assert_int_equal(n, 2 * WKT_CHART_TYPES);
    easel_clear(&e);
}

/* ---- pictures as files ---- */

static wk_status
write_files(easel *e, const char *folder)
{
    static const char *const names[FORMATS] = {
        "inline.svg", "alone.svg", "1.png", "2.png", "dark.png", "a.pdf"};
    wkb_store store;
    WKB_TRY(wkb_store_open(&store, folder, &e->diag));
    wk_status status = WK_OK;
    for (format f = 0; f < FORMATS && status == WK_OK; f++) {
        wkb_out o = wkb_out_kept(&e->arena);
        wkb_str s;
        status = paint(e, f, &o);
        if (status == WK_OK)
            status = wkb_out_text(&o, &s);
        if (status == WK_OK)
            status = wkb_store_write(&store, names[f], s);
    }
    wkb_store_close(&store);
    return status;
}

/* A page of charts; its script says how far each word's width in the browser
 * is from ours at most, and what all words are. */
typedef struct page {
    wkb_out out, words, widths;
    size_t n;
} page;

static void
add_chart(easel *e, const char *name, double width, void *ud)
{
    page *p = ud;
    char id[32];
    wkb_fixed fixed = {id, sizeof id, 0};
    wkb_out o = wkb_out_to(wkb_put_fixed, &fixed);
    (void)name;
    if (width < 500)
        return;
    wkb_print(&o, "chart-%z", ++p->n);
    assert_int_equal(
        wkd_svg(&p->out, &e->scene, (wkb_str){id, fixed.n}, false, e->fonts),
        WK_OK);
    for (size_t i = 0; i < e->scene.word.n; i++) {
        const wkd_word *w = &e->scene.word.item[i];
        wkb_print(&p->words, "%S\n", w->s);
        wkb_put_num(&p->widths, w->width);
        wkb_puts(&p->widths, ",");
    }
}

static wk_status
write_page(easel *e, const char *folder)
{
    static const char script[] =
        "<pre id=words></pre><pre id=off></pre><script>"
        "document.fonts.ready.then(() => {"
        "const t = [...document.querySelectorAll('svg text')];"
        "const far = Math.max(...t.map((x, i) => "
        "Math.abs(x.getComputedTextLength() - want[i])));"
        "const put = (id, s) => "
        "document.getElementById(id).textContent = s;"
        "put('words', t.map(x => x.textContent).join('\\n'));"
        "put('off', t.length + ' words, ' + "
        "(far < .1 ? 'as wide as measured' : far));"
        "});</script>";
    page p = {wkb_out_kept(&e->arena),
              wkb_out_kept(&e->arena),
              wkb_out_kept(&e->arena),
              0};
    wkb_store store;
    wkb_str text, words, widths;
    each_scene(e, false, false, add_chart, &p);
    WKB_TRY(wkb_out_text(&p.widths, &widths));
    wkb_print(&p.out, "<script>const want = [%S];</script>", widths);
    wkb_puts(&p.out, script);
    WKB_TRY(wkb_out_text(&p.out, &text));
    WKB_TRY(wkb_out_text(&p.words, &words));
    WKB_TRY(wkb_store_open(&store, folder, &e->diag));
    wk_status status = wkb_store_write(&store, "charts.html", text);
    if (status == WK_OK)
        status = wkb_store_write(&store, "words.txt", words);
    wkb_store_close(&store);
    return status;
}

/* All pictures `times` times over, into the same files; a page with a
 * chart of each type. */
static int
make_files(const char *folder, int times)
{
    easel e;
    wk_status status = WK_OK;
    easel_all(&e);
    for (int i = 0; i < times && status == WK_OK; i++)
        status = write_files(&e, folder);
    if (status == WK_OK)
        status = write_page(&e, folder);
    easel_clear(&e);
    return status == WK_OK ? 0 : 1;
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_measures_many),
        cmocka_unit_test(test_orders_what_reads_from_right_to_left),
        cmocka_unit_test(test_refuses_what_no_font_has),
        cmocka_unit_test(test_tells_a_font_that_is_not_there),
        cmocka_unit_test(test_same_bytes_each_time),
        cmocka_unit_test(test_svg_has_every_word_and_mark),
        cmocka_unit_test(test_svg_without_links_is_an_image),
        cmocka_unit_test(test_paths_are_short),
        cmocka_unit_test(test_very_many_marks),
        cmocka_unit_test(test_png_holds_the_pixels),
        cmocka_unit_test(test_leaves_the_callers_cairo_as_it_was),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_a_full_sink),
        cmocka_unit_test(test_without_memory),
        cmocka_unit_test(test_style_sheet_agrees),
        cmocka_unit_test(test_halos_that_are_left_out),
        cmocka_unit_test(test_every_chart_has_its_words),
        cmocka_unit_test(test_every_kind_in_every_format),
    };
    if (argc == 3)
        return make_files(argv[1], atoi(argv[2]));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
