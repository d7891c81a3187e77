/* Scenes: every type with easy, hard and absurd data, as text; what holds of
 * all of them, on those and on random data; what is refused. */
#include "scene_help.h"

enum { SMALL = 26 /* rows that are dumped in full */, RANDOM_CHARTS = 4000 };

/* ---- what holds of every scene ---- */

static wkt_chart_type laid_out; /* for messages */

static void
fail_scene(const wkd_scene *s, const char *what, wkb_str word)
{
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_out out = wkb_out_kept(&a);
    wkb_str text;
    wkd_dump(&out, s);
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    printf("%s\n", text.p);
    fail_msg("%s: %s: '%.*s'",
             wkt_chart_type_name(laid_out),
             what,
             (int)word.n,
             word.p);
}

static bool
touch(const wkd_box *a, const wkd_box *b)
{
    const double slack = .01;
    return a->x0 + slack < b->x1 && b->x0 + slack < a->x1 &&
           a->y0 + slack < b->y1 && b->y0 + slack < a->y1;
}

static void
check_words(const wkd_scene *s)
{
    for (size_t i = 0; i < s->word.n; i++) {
        const wkd_word *w = &s->word.item[i];
        if (w->ink.x0 < -.01 || w->ink.x1 > s->width + .01 ||
            w->ink.y0 < -.01 || w->ink.y1 > s->height + .01)
            fail_scene(s, "leaves the frame", w->s);
        if (w->s.n == 0)
            fail_scene(s, "a word without letters", w->s);
        for (size_t k = 0; k < i; k++) {
            if (touch(&w->ink, &s->word.item[k].ink)) {
                printf("with '%.*s'\n",
                       (int)s->word.item[k].s.n,
                       s->word.item[k].s.p);
                fail_scene(s, "touches another word", w->s);
            }
        }
    }
}

static bool
is_inside(const wkd_scene *s, const wkd_point *p)
{
    for (size_t i = 0; i < s->plot.n; i++) {
        const wkd_box *b = &s->plot.item[i];
        if (p->x >= b->x0 - .6 && p->x <= b->x1 + .6 && p->y >= b->y0 - .6 &&
            p->y <= b->y1 + .6)
            return true;
    }
    return false;
}

/* What stands for data lies inside the plot, everything inside the frame. */
static void
check_marks(const wkd_scene *s)
{
    for (size_t i = 0; i < s->mark.n; i++) {
        const wkd_mark *m = &s->mark.item[i];
        if (m->n == 0 || m->first + m->n > s->pt.n)
            fail_scene(s, "a mark without points", WKB_STR(""));
        if (m->datum != WKD_NO_DATUM && m->datum >= s->datum.n)
            fail_scene(s, "no such datum", WKB_STR(""));
        for (size_t k = m->first; k < m->first + m->n; k++) {
            const wkd_point *p = &s->pt.item[k];
            if (!(p->x >= -.01 && p->x <= s->width + .01 && p->y >= -.01 &&
                  p->y <= s->height + .01))
                fail_scene(s, "a mark leaves the frame", WKB_STR(""));
            if (m->datum != WKD_NO_DATUM && !is_inside(s, p))
                fail_scene(
                    s, "a mark leaves the plot", wkb_str_of("of a datum"));
        }
    }
}

/* A word's datum is a mark's, before it: the link that the keyboard meets. */
static void
check_datums(const wkd_scene *s)
{
    for (size_t i = 0; i < s->word.n; i++) {
        const wkd_word *w = &s->word.item[i];
        bool has_mark = w->datum == WKD_NO_DATUM;
        for (size_t k = 0; !has_mark && k < s->mark.n; k++)
            has_mark = s->mark.item[k].datum == w->datum;
        if (!has_mark)
            fail_scene(s, "a word of a datum without a mark", w->s);
    }
}

static bool
has_rows(wkt_chart_type t)
{
    return t == WKT_BAR || t == WKT_GROUPED_BAR || t == WKT_STACKED_BAR ||
           t == WKT_DOT || t == WKT_RANGE;
}

static bool
has_axes(wkt_chart_type t)
{
    return t == WKT_SCATTER || t == WKT_LINE || t == WKT_AREA ||
           t == WKT_ROOFLINE;
}

/* Three to eight labelled ticks on each axis of each panel. */
static void
check_ticks(const wkd_scene *s, wkt_chart_type t)
{
    for (size_t p = 0; p < s->plot.n; p++) {
        size_t across = 0, up = 0;
        for (size_t i = 0; i < s->word.n; i++) {
            const wkd_word *w = &s->word.item[i];
            if (w->role != WKD_WORD_TICK || w->panel != p || w->size_px < 12)
                continue;
            if (w->anchor == WKD_MIDDLE && w->y > s->plot.item[p].y1)
                across++;
            if (w->anchor == WKD_END && w->x < s->plot.item[p].x0)
                up++;
        }
        if ((has_rows(t) || has_axes(t)) && (across < 3 || across > 8))
            fail_scene(s, "labelled ticks across", wkb_str_of("3 to 8"));
        if (has_axes(t) && (up < 3 || up > 8))
            fail_scene(s, "labelled ticks upwards", wkb_str_of("3 to 8"));
    }
}

static void
check_note(const wkd_scene *s)
{
    wkb_str rest = s->note;
    bool tells = false;
    while (rest.n && !tells) {
        tells = wkb_starts(rest, WKB_STR("no room"));
        rest = wkb_sub(rest, 1, rest.n);
    }
    if (tells != (s->n_dropped > 0))
        fail_scene(s, "labels that were dropped are told", s->note);
}

static void
check_scene(const wkd_scene *s, wkt_chart_type t)
{
    laid_out = t;
    check_words(s);
    check_marks(s);
    check_datums(s);
    check_ticks(s, t);
    check_note(s);
}

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

/* ---- random charts ---- */

static uint64_t seed = 0x9e3779b97f4a7c15; /* of all random charts */

static size_t
any(size_t n)
{
    return (size_t)(next_random(&seed) >> 20) % n;
}

static wkb_str
random_name(scene_case *c, size_t kinds)
{
    static const char *const parts[] = {
        "chip",
        "Llama 3.1 ",
        "a",
        "B200 (HGX, SXM)",
        "\xc3\x85ngstr\xc3\xb6m ",
        "e\xcc\x81\xcc\x82 ",
        "\xd7\xa9\xd7\x91\xd7\x91",
        "a very long name that goes on and on "};
    wkb_out out = wkb_out_kept(&c->arena);
    wkb_str text;
    const size_t n = any(3);
    for (size_t i = 0; i < n; i++)
        wkb_puts(&out, parts[any(WKB_COUNT(parts))]);
    wkb_print(&out, "%d", (int)any(kinds));
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    return text;
}

static double
random_number(int kind)
{
    const double u = (double)any(1000000) / 1e6;
    switch (kind) {
    case 0:
        return floor(u * 100);
    case 1:
        return pow(10, 40 * u - 20);
    case 2:
        return 200 * u - 100;
    case 3:
        return 1000 + 1e-6 * u;
    case 4:
        return 7;
    default:
        return pow(10, 3 * u);
    }
}

static wkt_channel *
use(scene_case *c, int k, const char *unit)
{
    static const char *const names[] = {
        "x", "y", "color", "label", "size", "facet", "detail", "highlight"};
    wkt_channel *ch = &c->chart.channel[k];
    ch->name = wkb_str_of(names[k]);
    ch->quantity = ch->title =
        any(9) ? wkb_str_of(names[k]) : random_name(c, 5);
    ch->is_used = true;
    ch->at = c->chart.at;
    ch->num = WKB_NEW(&c->arena, wku_num, SCENE_ROWS);
    ch->text = WKB_NEW(&c->arena, wkb_str, SCENE_ROWS);
    assert_non_null(ch->num);
    assert_non_null(ch->text);
    scene_type(c, ch, wkb_str_of(unit));
    return ch;
}

static void
random_names(scene_case *c, int k, size_t kinds, bool each)
{
    wkt_channel *ch = use(c, k, ".");
    for (size_t i = 0; i < c->chart.n_rows; i++) {
        wkb_str name = random_name(c, kinds);
        if (!each && i >= kinds)
            name = ch->text[any(kinds)];
        ((wkb_str *)(uintptr_t)ch->text)[i] = name;
    }
}

static void
random_numbers(scene_case *c, int k)
{
    static const char *const units[] = {
        "-", "GB", "GiB", "%", "USD", "FLOP", "s", "TFLOP/s", "param"};
    wkt_channel *ch = use(c, k, units[any(WKB_COUNT(units))]);
    const int kind = (int)any(6);
    for (size_t i = 0; i < c->chart.n_rows; i++) {
        const double v = random_number(kind) * ch->type.unit.factor;
        wku_num n = {v, v, v};
        if (any(12) == 0)
            n.v = n.lo = n.hi = NAN;
        else if (any(6) == 0)
            n = (wku_num){
                any(2) ? v : (double)NAN, v - fabs(v) / 4, v + fabs(v) / 3};
        ((wku_num *)(uintptr_t)ch->num)[i] = n;
        ((wkb_str *)(uintptr_t)ch->text)[i] = scene_text(c, ch, &n);
    }
}

static void
random_dates(scene_case *c, int k)
{
    wkt_channel *ch = use(c, k, "date");
    const int from = 1900 + (int)any(130), span = 1 + (int)any(60);
    for (size_t i = 0; i < c->chart.n_rows; i++) {
        wkb_out out = wkb_out_kept(&c->arena);
        double date = (from + (int)any((size_t)span)) * 1e4;
        if (any(2))
            date += (1 + (double)any(12)) * 100;
        if (any(2) && fmod(date, 1e4) > 0)
            date += 1 + (double)any(28);
        if (any(15) == 0)
            date = NAN;
        ((wku_num *)(uintptr_t)ch->num)[i] = (wku_num){date, date, date};
        if (!isnan(date))
            wku_date_put(&out, date);
        assert_int_equal(
            wkb_out_text(&out, &((wkb_str *)(uintptr_t)ch->text)[i]), WK_OK);
    }
}

static void
random_truth(scene_case *c)
{
    wkt_channel *ch = use(c, WKT_PICK, "bool");
    for (size_t i = 0; i < c->chart.n_rows; i++)
        ((wku_num *)(uintptr_t)ch->num)[i].v = any(8) == 0;
}

/* Encodings such as the type asks for. */
static void
random_encodings(scene_case *c)
{
    const wkt_chart_type t = c->chart.type;
    if (t == WKT_HEATMAP) {
        random_names(c, WKT_X, 1 + any(12), false);
        random_names(c, WKT_Y, 1 + any(12), false);
        random_numbers(c, WKT_COLOR);
        return;
    }
    if (t == WKT_TIMELINE) {
        random_dates(c, WKT_X);
        random_names(c, WKT_LABEL, 50, true);
        if (any(2))
            random_names(c, WKT_SECOND, 50, true);
    } else if (has_axes(t)) {
        if (any(3) || t == WKT_ROOFLINE)
            random_numbers(c, WKT_X);
        else
            random_dates(c, WKT_X);
        random_numbers(c, WKT_Y);
        if (any(2))
            random_names(c, WKT_LABEL, 50, true);
    } else {
        random_numbers(c, WKT_X);
        random_names(c, WKT_Y, t == WKT_SLOPE ? 2 : 1 + any(9), t == WKT_BAR);
    }
    if (any(2) || t == WKT_SLOPE)
        random_names(c, WKT_COLOR, 1 + any(10), false);
    if (t == WKT_ROOFLINE)
        scene_roof(
            c, any(2) ? WKB_STR("989 TFLOP/s, 3.35 TB/s") : WKB_STR("5, 1e-9"));
}

static void
random_chart(scene_case *c)
{
    c->chart.type = (wkt_chart_type)any(WKT_CHART_TYPES);
    c->chart.n_rows = 1 + (any(5) ? any(12) : any(90));
    random_encodings(c);
    if (any(4) == 0)
        random_truth(c);
    if (any(5) == 0)
        random_names(c, WKT_FACET, 1 + any(4), false);
    c->chart.log_x = any(4) == 0;
    c->chart.log_y = any(4) == 0;
    c->chart.zero_x = any(5) == 0;
    c->chart.zero_y = any(5) == 0;
    c->chart.drop = any(2) == 0;
    c->chart.is_sorted = any(2) == 0;
    if (any(4) == 0 && c->chart.channel[WKT_X].type.kind != WKU_DATE)
        scene_note(c, any(2) ? WKB_STR("x 5 = here") : WKB_STR("y 5 = there"));
    if (any(6) == 0 && c->chart.type == WKT_RANGE) {
        c->chart.has_base = true;
        c->chart.base = c->chart.channel[WKT_X].num[0];
    }
}

/* Whatever comes is laid out well or refused with a remedy. */
static void
test_random(void **state)
{
    size_t done = 0;
    (void)state;
    for (int i = 0; i < RANDOM_CHARTS * (getenv("MANY") ? 10 : 1); i++) {
        scene_case c;
        wkd_scene *s;
        wkb_str faults;
        scene_open(&c);
        random_chart(&c);
        const double width = any(2) ? 640 : 360;
        const wk_status status = scene_lay_out(&c, width, any(3) == 0, &s);
        assert_int_equal(wkb_out_text(&c.faults, &faults), WK_OK);
        if (status == WK_OK) {
            done++;
            check_scene(s, c.chart.type);
        } else if (wkb_find(faults, '|') == faults.n) {
            fail_msg("chart %d: status %d, '%s'", i, (int)status, faults.p);
        }
        scene_close(&c);
    }
    printf("%zu of %d random charts were laid out\n", done, RANDOM_CHARTS);
    assert_true(done > RANDOM_CHARTS / 3);
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
            const wkd_measure measure = {NULL, fake_text};
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
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_lost_memory),
    };
    cmocka_set_test_filter(getenv("ONLY")); /* NULL: all */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
