/* What layout makes of the cases of scenes.txt, painted; with `test_painted
 * FOLDER TIMES` pictures as files, for paint.sh. */
#include <math.h>

#include "paint_help.h"
#include "scene_help.h"

#include "base/store.h"
#include "draw/brush.h"

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
        if (!is_near(x.width, w->width))
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
        cmocka_unit_test(test_halos_that_are_left_out),
        cmocka_unit_test(test_every_chart_has_its_words),
        cmocka_unit_test(test_every_kind_in_every_format),
    };
    if (argc == 3)
        return make_files(argv[1], atoi(argv[2]));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
