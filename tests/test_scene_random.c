/* Random charts of every type, with all that is absurd. SEED=n begins at that
 * one, MANY=n does so many; a failure names its seed. */
#include "scene_check.h"

enum { CHARTS = 3000, MISSING_KINDS = 10, NUMBER_KINDS = 12 };

static uint64_t seed;

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
        "\xd8\xb1\xd9\x82\xd8\xa7\xd9\x82\xd8\xa9 ",
        ("NVIDIA H100 Tensor Core GPU in its SXM5 form with 80 GB of HBM3 and "
         "NVLink four "),
        "a_word_of_many_letters_that_has_no_space_to_be_broken_at_anywhere",
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

/* A number of a kind; of some, near those of the same chart. */
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
    case 5:
        return 0;
    case 6:
        return -1e6 * u;
    case 7:
        return 1000 + 9 * u;
    case 8:
        return pow(10, 15 * floor(3 * u) - 15);
    case 9:
        return floor(4 * u) * 1e-7;
    case 10:
        return 100 + 700 * u;
    default:
        return pow(10, 3 * u);
    }
}

/* Nothing, here and there, or all at the start, in the middle, at the end. */
static bool
is_missing(int how, size_t i, size_t n)
{
    switch (how) {
    case 0:
        return any(4) == 0;
    case 1:
        return i < n / 3;
    case 2:
        return i >= n / 3 && i < n - n / 3;
    case 3:
        return i >= n - n / 3;
    default:
        return any(40) == 0;
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

/* As in a table: each of one name with each of another. */
static void
crossed_names(scene_case *c, int k, size_t every, size_t kinds)
{
    wkt_channel *ch = use(c, k, ".");
    const wkb_str stem = random_name(c, 9);
    for (size_t i = 0; i < c->chart.n_rows; i++) {
        wkb_out out = wkb_out_kept(&c->arena);
        wkb_print(&out, "%S %d", stem, (int)(i / every % kinds));
        assert_int_equal(
            wkb_out_text(&out, &((wkb_str *)(uintptr_t)ch->text)[i]), WK_OK);
    }
}

static wku_num
random_range(double v)
{
    return (wku_num){
        any(2) ? v : (double)NAN, v - fabs(v) / 4, v + fabs(v) / 3};
}

static void
random_numbers(scene_case *c, int k)
{
    static const char *const units[] = {
        "-", "GB", "GiB", "%", "USD", "FLOP", "s", "TFLOP/s", "param", "USD/h"};
    wkt_channel *ch = use(c, k, units[any(WKB_COUNT(units))]);
    const int kind = (int)any(NUMBER_KINDS), how = (int)any(MISSING_KINDS);
    const size_t ranges = any(3) ? 0 : 1 + any(6);
    for (size_t i = 0; i < c->chart.n_rows; i++) {
        const double v = random_number(kind) * ch->type.unit.factor;
        wku_num n = {v, v, v};
        if (is_missing(how, i, c->chart.n_rows))
            n.v = n.lo = n.hi = NAN;
        else if (ranges && any(ranges) == 0)
            n = random_range(v);
        ((wku_num *)(uintptr_t)ch->num)[i] = n;
        ((wkb_str *)(uintptr_t)ch->text)[i] = scene_text(c, ch, &n);
    }
}

static void
random_dates(scene_case *c, int k)
{
    const int how = (int)any(MISSING_KINDS);
    wkt_channel *ch = use(c, k, "date");
    const int from = 1900 + (int)any(130);
    const int span = any(3) ? 1 + (int)any(60) : 1 + (int)any(2);
    for (size_t i = 0; i < c->chart.n_rows; i++) {
        wkb_out out = wkb_out_kept(&c->arena);
        double date = (from + (int)any((size_t)span)) * 1e4;
        if (any(2))
            date += (1 + (double)any(12)) * 100;
        if (any(2) && fmod(date, 1e4) > 0)
            date += 1 + (double)any(28);
        if (is_missing(how, i, c->chart.n_rows))
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

static void
random_events(scene_case *c)
{
    random_dates(c, WKT_X);
    random_names(c, WKT_LABEL, 50, true);
    if (any(2))
        random_names(c, WKT_SECOND, 50, true);
}

static void
random_pairs(scene_case *c, bool dates)
{
    if (dates)
        random_dates(c, WKT_X);
    else
        random_numbers(c, WKT_X);
    random_numbers(c, WKT_Y);
    if (any(2))
        random_names(c, WKT_LABEL, 50, true);
    if (c->chart.type == WKT_SCATTER && any(3) == 0)
        random_numbers(c, WKT_SIZE);
}

/* Rows with a value, with series or without. */
static void
random_rows(scene_case *c)
{
    const wkt_chart_type t = c->chart.type;
    const bool is_crossed = t != WKT_BAR && t != WKT_WAFFLE && any(4);
    random_numbers(c, WKT_X);
    if (is_crossed) {
        const size_t series = 1 + any(9);
        crossed_names(
            c, WKT_Y, t == WKT_SLOPE ? 1 : series, t == WKT_SLOPE ? 2 : 600);
        crossed_names(c,
                      WKT_COLOR,
                      t == WKT_SLOPE ? 2 : 1,
                      t == WKT_SLOPE ? 600 : series);
        return;
    }
    random_names(c, WKT_Y, t == WKT_SLOPE ? 2 : 1 + any(9), t == WKT_BAR);
    if (any(2) || t == WKT_SLOPE)
        random_names(c, WKT_COLOR, 1 + any(10), false);
}

/* Encodings such as the type asks for. */
static void
random_encodings(scene_case *c)
{
    const wkt_chart_type t = c->chart.type;
    if (t == WKT_HEATMAP) {
        const size_t columns = 1 + any(20);
        crossed_names(c, WKT_X, 1, columns);
        crossed_names(c, WKT_Y, columns, 600);
        random_numbers(c, WKT_COLOR);
    } else if (t == WKT_TIMELINE || has_axes(t)) {
        if (t == WKT_TIMELINE)
            random_events(c);
        else
            random_pairs(c, t != WKT_ROOFLINE && any(3) == 0);
        if (any(2))
            random_names(c, WKT_COLOR, 1 + any(9), false);
    } else {
        random_rows(c);
    }
    if (t == WKT_ROOFLINE)
        scene_roof(
            c, any(2) ? WKB_STR("989 TFLOP/s, 3.35 TB/s") : WKB_STR("5, 1e-9"));
}

static size_t
random_count(void)
{
    static const size_t counts[] = {1, 2, 3, 5, 8, 13, 24, 60, 90};
    return any(40) == 0 ? 500 : counts[any(WKB_COUNT(counts))];
}

static void
random_texts(scene_case *c)
{
    static const char long_title[] =
        "A title of two hundred letters says what the picture shows, then says "
        "it once more in other words, and then goes on to say what it does not "
        "show, though nobody asked for that, or read on until here, at last.";
    c->chart.title = any(4) ? WKB_STR("A") : wkb_str_of(long_title);
    if (any(3) == 0)
        c->chart.subtitle = wkb_str_of(long_title);
    if (any(3) == 0)
        c->chart.caption = wkb_str_of(long_title);
}

static void
random_chart(scene_case *c)
{
    c->chart.type = (wkt_chart_type)any(WKT_CHART_TYPES);
    c->chart.n_rows = random_count();
    random_encodings(c);
    random_texts(c);
    if (any(4) == 0)
        random_truth(c);
    if (any(5) == 0)
        random_names(c, WKT_FACET, 1 + any(12), false);
    c->chart.log_x = any(4) == 0;
    c->chart.log_y = any(4) == 0;
    c->chart.zero_x = any(5) == 0;
    c->chart.zero_y = any(5) == 0;
    c->chart.drop = any(3) > 0;
    c->chart.is_sorted = any(2) == 0;
    const bool may_note = c->chart.channel[WKT_X].type.kind != WKU_DATE;
    for (size_t i = any(4) ? 0 : 1 + any(3); may_note && i; i--)
        scene_note(c, any(2) ? WKB_STR("x 5 = here") : WKB_STR("y 5 = there"));
    if (any(2) && c->chart.type == WKT_RANGE) {
        c->chart.has_base = true;
        c->chart.base = c->chart.channel[WKT_X].num[0];
    }
}

/* At both widths, in a page or as a file: sound, or refused with a remedy. */
static bool
run_one(uint64_t n)
{
    static const double widths[] = {640, 360};
    bool done = false;
    for (size_t k = 0; k < WKB_COUNT(widths); k++) {
        scene_case c;
        wkd_scene *s;
        wkb_str faults;
        seed = scene_seed = n;
        for (int i = 0; i < 3; i++)
            (void)any(2); /* neighbours differ */
        scene_open(&c);
        random_chart(&c);
        const wk_status status = scene_lay_out(&c, widths[k], any(3) == 0, &s);
        assert_int_equal(wkb_out_text(&c.faults, &faults), WK_OK);
        done = status == WK_OK;
        if (done)
            check_scene(s, c.chart.type);
        else if (wkb_find(faults, '|') == faults.n)
            fail_msg("seed %llu: status %d, '%s'",
                     (unsigned long long)n,
                     (int)status,
                     faults.p);
        scene_close(&c);
    }
    return done;
}

static void
test_random(void **state)
{
    const char *first = getenv("SEED"), *many = getenv("MANY");
    const uint64_t from = first ? strtoull(first, NULL, 10) : 1;
    const uint64_t count = many ? strtoull(many, NULL, 10) : CHARTS;
    uint64_t done = 0;
    (void)state;
    for (uint64_t i = 0; i < count; i++)
        done += run_one(from + i);
    printf("seeds %llu to %llu: %llu charts were laid out\n",
           (unsigned long long)from,
           (unsigned long long)(from + count - 1),
           (unsigned long long)done);
    assert_true(count < 100 || done > count / 3);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
