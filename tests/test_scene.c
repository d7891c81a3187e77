/* Scenes: every type with easy, hard and absurd data, as text; what is
 * refused; memory that ends. */
#include "scene_check.h"

enum { SMALL = 26 /* rows that are dumped in full */ };

/* ---- cases ---- */

/* Of a large scene the counts and the first lines alone. */
static void
put_scene(wkb_out *out, const wkd_scene *s, bool in_full)
{
    wkb_out whole = wkb_out_kept(out->arena);
    wkb_str text;
    wkd_dump(in_full ? out : &whole, s);
    if (in_full)
        return;
    assert_int_equal(wkb_out_text(&whole, &text), WK_OK);
    wkb_print(out,
              "%z marks, %z words, %z dropped, note \"%S\"\n",
              s->mark.n,
              s->word.n,
              s->n_dropped,
              s->note);
    for (int i = 0; i < 12; i++)
        wkb_print(out, "%S\n", wkb_cut(&text, '\n'));
}

static void
run_case(scene_case *c, wkb_out *out)
{
    static const double widths[] = {640, 360};
    for (size_t k = 0; k < WKB_COUNT(widths); k++) {
        wkd_scene *s, *again;
        assert_int_equal(scene_lay_out(c, widths[k], false, &s), WK_OK);
        check_scene(s, c->chart.type);
        put_scene(out, s, c->chart.n_rows <= SMALL);
        assert_int_equal(scene_lay_out(c, widths[k], true, &again), WK_OK);
        check_scene(again, c->chart.type);
    }
}

/* The next "== name" and its lines. */
static bool
next_case(wkb_str *rest, wkb_str *name, wkb_str *body)
{
    while (rest->n && !wkb_starts(*rest, WKB_STR("== ")))
        (void)wkb_cut(rest, '\n');
    if (rest->n == 0)
        return false;
    *name = wkb_cut(rest, '\n');
    *name = wkb_sub(*name, 3, name->n);
    size_t end = 0;
    while (end < rest->n &&
           !(rest->p[end] == '=' && end && rest->p[end - 1] == '\n'))
        end++;
    *body = wkb_sub(*rest, 0, end);
    *rest = wkb_sub(*rest, end, rest->n);
    return true;
}

static wkb_str
bytes_of(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *p = malloc(1 << 22);
    assert_non_null(p);
    const size_t n = f ? fread(p, 1, 1 << 22, f) : 0;
    if (f)
        (void)fclose(f);
    return (wkb_str){p, n};
}

/* One file a type. */
static void
compare(const char *type, wkb_str got)
{
    char path[96];
    (void)snprintf(path, sizeof path, "tests/golden/scenes/%s.txt", type);
    if (getenv("GOLDEN")) {
        FILE *f = fopen(path, "wb");
        assert_non_null(f);
        assert_int_equal(fwrite(got.p, 1, got.n, f), got.n);
        assert_int_equal(fclose(f), 0);
        return;
    }
    const wkb_str want = bytes_of(path);
    wkb_str a = want, b = got;
    for (int line = 1; a.n || b.n; line++) {
        const wkb_str x = wkb_cut(&a, '\n'), y = wkb_cut(&b, '\n');
        if (!wkb_str_eq(x, y))
            fail_msg("%s:%d\nwant %.*s\ngot  %.*s",
                     path,
                     line,
                     (int)x.n,
                     x.p,
                     (int)y.n,
                     y.p);
    }
    free((void *)(uintptr_t)want.p);
}

static void
test_cases(void **state)
{
    wkb_arena a;
    (void)state;
    const wkb_str all = bytes_of("tests/cases/scenes.txt");
    wkb_arena_init(&a, NULL, NULL, 0);
    for (int t = 0; t < WKT_CHART_TYPES; t++) {
        const char *type = wkt_chart_type_name((wkt_chart_type)t);
        wkb_str rest = all, name, body, text;
        wkb_out out = wkb_out_kept(&a);
        size_t n = 0;
        while (next_case(&rest, &name, &body)) {
            scene_case c;
            scene_open(&c);
            scene_read(&c, body);
            if ((int)c.chart.type == t) {
                wkb_print(&out, "== %S\n", name);
                run_case(&c, &out);
                n++;
            }
            scene_close(&c);
        }
        assert_true(n >= 2);
        assert_int_equal(wkb_out_text(&out, &text), WK_OK);
        compare(type, text);
    }
    wkb_arena_clear(&a);
    free((void *)(uintptr_t)all.p);
}

/* ---- refusals ---- */

/* Lines of a case, then "want TEXT". */
static void
test_refusals(void **state)
{
    (void)state;
    const wkb_str all = bytes_of("tests/cases/scene_refusals.txt");
    wkb_str rest = all, name, body, got;
    size_t n = 0, failed = 0;
    for (; next_case(&rest, &name, &body); n++) {
        scene_case c;
        wkd_scene *s;
        wkb_str lines = body, want = {NULL, 0};
        scene_open(&c);
        while (lines.n) {
            wkb_str line = wkb_cut(&lines, '\n');
            if (wkb_starts(line, WKB_STR("want")))
                want = wkb_trim(wkb_sub(line, 4, line.n));
            else if (line.n)
                scene_line(&c, line);
        }
        const wk_status status = scene_lay_out(&c, 640, false, &s);
        assert_int_equal(wkb_out_text(&c.faults, &got), WK_OK);
        got = wkb_sub(got, 0, got.n ? got.n - 1 : 0);
        if (status == WK_OK || s || !wkb_str_eq(got, want)) {
            printf("%.*s\n  want %.*s\n  got  %.*s\n",
                   (int)name.n,
                   name.p,
                   (int)want.n,
                   want.p,
                   (int)got.n,
                   got.p);
            failed++;
        }
        scene_close(&c);
    }
    assert_true(n > 8);
    assert_int_equal(failed, 0);
    free((void *)(uintptr_t)all.p);
}

/* ---- lost memory ---- */

static void
test_lost_memory(void **state)
{
    const wkb_str all = bytes_of("tests/cases/scenes.txt");
    wkb_str rest = all, name, body;
    (void)state;
    while (next_case(&rest, &name, &body)) {
        scene_case c;
        scene_open(&c);
        scene_read(&c, body);
        wk_status status = WK_ENOMEM;
        for (size_t n = 0; status == WK_ENOMEM && c.chart.n_rows < 80; n++) {
            wkb_arena a;
            wkd_scene *s;
            size_t left = n;
            const wkd_measure measure = {NULL, scene_measure};
            wkb_arena_init(&a, rationed, &left, 0);
            status = wkd_layout(
                &s, &a, &c.chart, &measure, (wkd_size){640, true}, &c.diag);
            assert_true(status == WK_OK || (status == WK_ENOMEM && !s));
            wkb_arena_clear(&a);
        }
        scene_close(&c);
    }
    free((void *)(uintptr_t)all.p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_lost_memory),
    };
    cmocka_set_test_filter(getenv("ONLY")); /* NULL: all */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
