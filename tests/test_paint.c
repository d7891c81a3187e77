/* Painting: SVG in both packings, PNG, PDF, the caller's cairo_t. */
#include <cairo-pdf.h>
#include <png.h>

#include "paint_help.h"

#include "base/store.h"
#include "draw/brush.h"

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
    assert_int_equal(
        wkd_png(&o, &e.scene, 60, WKD_LIGHT, &easel_about, e.fonts), WK_ELIMIT);
    e.scene.width = (double)NAN;
    assert_int_equal(wkd_png(&o, &e.scene, 1, WKD_LIGHT, &easel_about, e.fonts),
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

int
main(void)
{
    const struct CMUnitTest tests[] = {
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
