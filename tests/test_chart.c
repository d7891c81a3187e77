/* wk_chart_*: a chart in memory, its words, its size, its formats, painted on
 * a surface of the caller's. */
#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "test.h"
#include "workings.h"

static const char kettles[] = "id,name,power [W],price [EUR]\n"
                              "small,Small one,1000,20\n"
                              "large,Large one,2200,35..40\n"
                              "odd,Odd one,,15\n";
static const char block[] = "type: bar\n"
                            "title: The large one draws the most\n"
                            "data: kettles\n"
                            "x: name\n"
                            "y: power\n";

/* A project with a table, and what was said of it last. */
typedef struct made {
    wk_project *p;
    wk_status last;
    char said[256];
} made;

static void
hear_last(void *ud, const wk_diag *d)
{
    made *m = ud;
    m->last = d->status;
    (void)snprintf(m->said,
                   sizeof m->said,
                   "%s:%u:%u: %s",
                   d->file ? d->file : "",
                   d->line,
                   d->column,
                   d->message);
}

static void
open_project(made *m)
{
    wk_options o = WK_OPTIONS_INIT;
    memset(m, 0, sizeof *m);
    o.diag = hear_last;
    o.diag_ud = m;
    o.fonts = test_fonts();
    assert_int_equal(wk_open(&m->p, &o), WK_OK);
    assert_int_equal(wk_add_csv(m->p, "kettles", kettles, sizeof kettles - 1),
                     WK_OK);
}

static void
close_project(made *m)
{
    wk_close(m->p);
}

static wk_chart *
new_chart(made *m)
{
    wk_chart *c = NULL;
    assert_int_equal(
        wk_chart_new(&c, m->p, "bars.yaml", block, sizeof block - 1, NULL),
        WK_OK);
    return c;
}

typedef struct bytes {
    char p[200000];
    size_t n, most;
} bytes;

static wk_status
keep(void *ud, const char *p, size_t n)
{
    bytes *b = ud;
    if (b->n + n > (b->most ? b->most : sizeof b->p))
        return WK_ESTOP;
    memcpy(b->p + b->n, p, n);
    b->n += n;
    return WK_OK;
}

static void
test_says_what_it_shows(void **state)
{
    made m;
    double width = 0, height = 0;
    (void)state;
    open_project(&m);
    wk_chart *c = new_chart(&m);
    assert_string_equal(wk_chart_text(c),
                        "Bar chart: power of 3 kettles, from 1 kW (Small one) "
                        "to 2.2 kW (Large one). Not known: Odd one.");
    wk_chart_size(c, &width, &height);
    assert_true(width == 640 && height > 100 && height < 400);
    wk_chart_free(c);
    wk_chart_free(NULL);
    close_project(&m);
}

static uint32_t
big_endian(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    return (uint32_t)u[0] << 24 | (uint32_t)u[1] << 16 | (uint32_t)u[2] << 8 |
           u[3];
}

static void
test_writes_each_format(void **state)
{
    static const struct {
        wk_picture_format format;
        const char *begins;
    } rows[] = {{WK_SVG, "<svg"}, {WK_PNG, "\x89PNG"}, {WK_PDF, "%PDF-"}};
    bytes *b = malloc(sizeof *b), *again = malloc(sizeof *again);
    made m;
    double width = 0, height = 0;
    (void)state;
    assert_true(b && again);
    open_project(&m);
    wk_chart *c = new_chart(&m);
    wk_chart_size(c, &width, &height);
    for (size_t i = 0; i < WKB_COUNT(rows); i++) {
        const size_t n = strlen(rows[i].begins);
        b->n = b->most = again->n = again->most = 0;
        assert_int_equal(wk_chart_write(c, rows[i].format, keep, b), WK_OK);
        assert_memory_equal(b->p, rows[i].begins, n);
        assert_int_equal(wk_chart_write(c, rows[i].format, keep, again), WK_OK);
        assert_int_equal(b->n, again->n);
        assert_memory_equal(b->p, again->p, b->n);
        if (rows[i].format == WK_PNG) {
            assert_true(big_endian(b->p + 16) == 2 * width);
            assert_true(big_endian(b->p + 20) == 2 * height);
        }
        b->n = 0;
        b->most = 1000;
        assert_int_equal(wk_chart_write(c, rows[i].format, keep, b), WK_ESTOP);
    }
    wk_chart_free(c);
    close_project(&m);
    free(b);
    free(again);
}

static void
test_paints_on_a_surface_of_the_callers(void **state)
{
    made m;
    (void)state;
    open_project(&m);
    wk_chart *c = new_chart(&m);
    cairo_surface_t *image =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 700, 400);
    cairo_t *cr = cairo_create(image);
    cairo_matrix_t before, after;
    size_t n = 0;
    cairo_translate(cr, 10, 20);
    cairo_get_matrix(cr, &before);
    assert_int_equal(wk_chart_paint(c, cr), WK_OK);
    cairo_get_matrix(cr, &after);
    assert_memory_equal(&before, &after, sizeof before);
    cairo_surface_flush(image);
    const unsigned char *p = cairo_image_surface_get_data(image);
    for (size_t i = 0; i < 700u * 400u; i++)
        n += p[4 * i + 3] != 0;
    assert_in_range(n, 2000, 200000);
    for (size_t i = 0; i < 700u * 19u; i++) /* nothing above the origin */
        assert_int_equal(p[4 * i + 3], 0);
    cairo_destroy(cr);
    cairo_surface_destroy(image);
    wk_chart_free(c);
    close_project(&m);
}

static void
test_refuses_what_is_no_chart(void **state)
{
    static const struct {
        const char *name, *text;
        wk_status status;
        const char *said;
    } rows[] = {
        {"a.yaml",
         "type: bat\n",
         WK_ENAME,
         "a.yaml:1:7: there is no chart of type 'bat'"},
        {"a.yaml",
         "type: bar\ntitle: T\ndata: kettles\nx: name\ny: weight\n",
         WK_ENAME,
         "a.yaml:5:4: nothing is called 'weight' here"},
        {"a.md",
         "Nothing.\n",
         WK_ENONE,
         "a.md:1:1: a template of 0 charts is no picture"},
        {"a.md",
         "---\neach: k in kettles\n---\n{{ k.name }}\n",
         WK_EUSAGE,
         "a.md:2:12: a template of many pages is no report"},
    };
    made m;
    (void)state;
    open_project(&m);
    for (size_t i = 0; i < WKB_COUNT(rows); i++) {
        wk_chart *c = NULL;
        assert_int_equal(wk_chart_new(&c,
                                      m.p,
                                      rows[i].name,
                                      rows[i].text,
                                      strlen(rows[i].text),
                                      NULL),
                         rows[i].status);
        assert_null(c);
        assert_string_equal(m.said, rows[i].said);
    }
    wk_chart_free(new_chart(&m)); /* the project is as good as before */
    close_project(&m);
}

static void
test_fonts_that_are_not_there(void **state)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_chart *c = NULL;
    made m = {.last = WK_OK};
    (void)state;
    o.diag = hear_last;
    o.diag_ud = &m;
    o.fonts = "tests";
    assert_int_equal(wk_open(&m.p, &o), WK_OK);
    assert_int_equal(wk_add_csv(m.p, "kettles", kettles, sizeof kettles - 1),
                     WK_OK);
    assert_int_equal(
        wk_chart_new(&c, m.p, "bars.yaml", block, sizeof block - 1, NULL),
        WK_ESYSTEM);
    assert_null(c);
    assert_non_null(strstr(m.said, "Inter-"));
    wk_close(m.p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_says_what_it_shows),
        cmocka_unit_test(test_writes_each_format),
        cmocka_unit_test(test_paints_on_a_surface_of_the_callers),
        cmocka_unit_test(test_refuses_what_is_no_chart),
        cmocka_unit_test(test_fonts_that_are_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
