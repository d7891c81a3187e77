/* Qualifiers: the rules by which tags meet, qualifiers.csv. */
#include "units_help.h"

#include <math.h>

static wku_quals
tags(bench *b, wkb_str names)
{
    wku_quals q = 0, one = 0;
    while (names.n) {
        const wkb_str name = wkb_cut(&names, ' ');
        if (wku_qual_read(&one, &b->axes, name, b->at, &b->diag) == WK_OK)
            q |= one;
    }
    return q;
}

static void
case_read(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    wku_quals_put(&b->got, &b->axes, tags(b, field[1]));
}

static void
unite(bench *b, const wkb_str *field, bool divide)
{
    size_t clash = 0;
    const wku_quals q = wku_quals_union(
        &b->axes, tags(b, field[1]), tags(b, field[2]), divide, &clash);
    if (clash == WKU_AXES)
        wku_quals_put(&b->got, &b->axes, q);
    else
        wkb_print(&b->got, "clash on %S", b->axes.axis[clash].name);
}

static void
case_union(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    unite(b, field, false);
}

static void
case_over(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    unite(b, field, true);
}

static void
case_common(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    wku_quals_put(&b->got,
                  &b->axes,
                  wku_quals_common(tags(b, field[1]), tags(b, field[2])));
}

static void
case_live(bench *b, const wkb_str *field, size_t n)
{
    wku_unit unit;
    (void)n;
    if (wku_unit_read(&unit, &b->units, field[2], true, b->at, &b->diag) ==
        WK_OK)
        wku_quals_put(&b->got,
                      &b->axes,
                      wku_quals_live(&b->axes, tags(b, field[1]), &unit));
}

/* axis, tag, lives_on, "factor restate"; then the tag is read. */
static void
case_define(bench *b, const wkb_str *field, size_t n)
{
    wkb_str rest = field[4];
    double factor = NAN;
    const wkb_str number = wkb_cut(&rest, ' ');
    (void)n;
    if (number.n)
        (void)wkb_num_read(number, &factor);
    if (wku_axes_define(&b->axes,
                        &b->units,
                        field[1],
                        field[2],
                        field[3],
                        factor,
                        rest.n > 0,
                        (const wkb_span[3]){b->at, b->at, b->at},
                        &b->diag) == WK_OK)
        wku_quals_put(&b->got, &b->axes, tags(b, field[2]));
}

static void
test_cases(void **state)
{
    static const case_op ops[] = {
        {"read", 1, case_read},
        {"union", 1, case_union},
        {"over", 1, case_over},
        {"common", 1, case_common},
        {"live", 1, case_live},
        {"define", 2, case_define},
    };
    (void)state;
    run_cases("tests/cases/quals.tsv", ops, WKB_COUNT(ops));
}

static void
test_limits(void **state)
{
    bench b;
    wk_status status = WK_OK;
    size_t n = 0;
    (void)state;
    bench_open(&b, WKB_STR(""));
    for (; status == WK_OK; n++) {
        char tag[] = {'q', (char)('a' + n), '\0'};
        status = wku_axes_define(&b.axes,
                                 &b.units,
                                 WKB_STR("one"),
                                 wkb_str_of(tag),
                                 WKB_STR("any"),
                                 NAN,
                                 false,
                                 (const wkb_span[3]){b.at, b.at, b.at},
                                 NULL);
    }
    assert_int_equal(status, WK_ELIMIT);
    assert_int_equal(n - 1, WKU_TAGS);
    assert_int_equal(b.axes.axis[5].factor[0], 0);
    status = WK_OK;
    for (n = 0; status == WK_OK; n++) {
        char axis[] = {'x', (char)('a' + n), '\0'};
        char tag[] = {'z', (char)('a' + n), '\0'};
        status = wku_axes_define(&b.axes,
                                 &b.units,
                                 wkb_str_of(axis),
                                 wkb_str_of(tag),
                                 WKB_STR("token"),
                                 2,
                                 true,
                                 (const wkb_span[3]){b.at, b.at, b.at},
                                 NULL);
    }
    assert_int_equal(status, WK_ELIMIT);
    assert_int_equal(b.axes.n, WKU_AXES);
    for (size_t i = 0; i < WKU_AXES; i++)
        assert_int_equal(wku_tag(wku_with_tag(~(wku_quals)0, i, 3), i), 3);
    wkb_arena_clear(&b.arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
