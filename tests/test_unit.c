/* Units: reading with its questions, algebra, units.csv. */
#include "units_help.h"

#include <math.h>

#include "units/unit.h"

static void
put_unit(bench *b, const wku_unit *unit)
{
    wkb_put(&b->got, wku_unit_text(&b->units, unit));
    wkb_print(&b->got, " = %g", unit->factor);
}

static bool
take_unit(bench *b, wkb_str text, wku_unit *unit)
{
    return wku_unit_read(unit, &b->units, text, true, b->at, &b->diag) == WK_OK;
}

static void
case_unit(bench *b, const wkb_str *field, size_t n)
{
    wku_unit unit;
    (void)n;
    if (wku_unit_read(&unit, &b->units, field[1], false, b->at, &b->diag) ==
        WK_OK)
        put_unit(b, &unit);
}

static void
case_heading(bench *b, const wkb_str *field, size_t n)
{
    wku_unit unit;
    (void)n;
    if (take_unit(b, field[1], &unit))
        put_unit(b, &unit);
}

static void
case_length(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    wkb_put(&b->got, wkb_sub(field[1], 0, wku_unit_length(field[1])));
}

static void
combine(bench *b, const wkb_str *field, bool divide)
{
    wku_unit x, y, z;
    if (!take_unit(b, field[1], &x) || !take_unit(b, field[2], &y))
        return;
    const wk_status status = divide ? wku_unit_div(&z, &b->units, &x, &y)
                                    : wku_unit_mul(&z, &b->units, &x, &y);
    if (status == WK_OK)
        put_unit(b, &z);
    else
        wkb_puts(&b->got, word_of(status));
}

static void
case_mul(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    combine(b, field, false);
}

static void
case_div(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    combine(b, field, true);
}

static void
case_pow(bench *b, const wkb_str *field, size_t n)
{
    wku_unit x, y;
    const bool negative = wkb_starts(field[2], WKB_STR("-"));
    const wkb_str digits = wkb_sub(field[2], negative, field[2].n);
    double power = 0;
    (void)n;
    assert_int_equal(wkb_num_read(digits, &power), WK_OK);
    const int k = (int)(negative ? -power : power);
    if (!take_unit(b, field[1], &x))
        return;
    const wk_status status = wku_unit_pow(&y, &b->units, &x, k);
    if (status == WK_OK)
        put_unit(b, &y);
    else
        wkb_puts(&b->got, word_of(status));
}

static void
case_sqrt(bench *b, const wkb_str *field, size_t n)
{
    wku_unit x, y;
    (void)n;
    if (!take_unit(b, field[1], &x))
        return;
    const wk_status status = wku_unit_sqrt(&y, &b->units, &x);
    if (status == WK_OK)
        put_unit(b, &y);
    else
        wkb_puts(&b->got, word_of(status));
}

/* name, definition, prefixes; then the unit that field 4 spells. */
static void
case_define(bench *b, const wkb_str *field, size_t n)
{
    wku_unit unit;
    const wk_status status =
        wku_units_define(&b->units,
                         field[1],
                         field[2],
                         field[3],
                         (const wkb_span[3]){b->at, b->at, b->at},
                         &b->diag);
    if (status == WK_OK && n > 4 && take_unit(b, field[4], &unit))
        put_unit(b, &unit);
}

static void
test_cases(void **state)
{
    static const case_op ops[] = {
        {"unit", 1, case_unit},
        {"heading", 1, case_heading},
        {"length", 1, case_length},
        {"mul", 1, case_mul},
        {"div", 1, case_div},
        {"pow", 1, case_pow},
        {"sqrt", 1, case_sqrt},
        {"define", 1, case_define},
    };
    (void)state;
    run_cases("tests/cases/units.tsv", ops, WKB_COUNT(ops));
}

/* A generator of our own, so that a seed gives the same cases everywhere. */
typedef struct dice {
    uint64_t s;
} dice;

static uint32_t
roll(dice *d, uint32_t n)
{
    d->s = d->s * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(d->s >> 33) % n;
}

static double
ulps(double a, double b)
{
    return fabs(a - b) / (nextafter(fabs(a), INFINITY) - fabs(a));
}

static const char *const plain_units[] = {
    "s",     "min",   "h",         "d",
    "week",  "month", "year",      "bit",
    "B",     "FLOP",  "MAC",       "OP",
    "token", "param", "g",         "m",
    "K",     "gCO2e", "J",         "W",
    "Wh",    "Hz",    "USD",       "EUR",
    "GBP",   "B/s",   "FLOP/s",    "B/token",
    "USD/h", "W*h",   "USD/token", "FLOP/param/token",
};

static const char *const any_units[] = {
    "ms",       "us",     "kB",     "GiB",        "TB/s",
    "TFLOP/s",  "Mtoken", "kUSD/h", "USD/Mtoken", "kWh",
    "MHz",      "%",      "%/year", "gCO2e/kWh",  "tCO2e",
    "year_365", "km",     "Gbit/s", "KiB/token",  "mW",
};

static wku_unit
unit_of(bench *b, const char *text)
{
    wku_unit unit;
    assert_int_equal(
        wku_unit_read(
            &unit, &b->units, wkb_str_of(text), true, b->at, &b->diag),
        WK_OK);
    return unit;
}

/* (a * b) / b has a's dimension; without prefixes, which composition drops,
 * its factor too, up to the unit of that dimension which is shown. */
static void
test_algebra(void **state)
{
    bench b;
    (void)state;
    bench_open(&b, WKB_STR(""));
    for (size_t i = 0; i < WKB_COUNT(plain_units); i++) {
        for (size_t k = 0; k < WKB_COUNT(any_units); k++) {
            const wku_unit x = unit_of(&b, plain_units[i]);
            const wku_unit y = unit_of(&b, any_units[k]);
            wku_unit xy, back, square, root;
            assert_int_equal(wku_unit_mul(&xy, &b.units, &x, &y), WK_OK);
            assert_int_equal(wku_unit_div(&back, &b.units, &xy, &y), WK_OK);
            assert_true(wku_same_dimension(&back, &x));
            assert_int_equal(wku_unit_pow(&square, &b.units, &y, 2), WK_OK);
            assert_int_equal(wku_unit_sqrt(&root, &b.units, &square), WK_OK);
            assert_true(wku_same_dimension(&root, &y));
            if (any_units[k][0] != '%') /* a power drops it */
                assert_true(ulps(root.factor, y.factor) <= 2);
        }
    }
    for (size_t i = 0; i < WKB_COUNT(plain_units); i++) {
        const wku_unit x = unit_of(&b, plain_units[i]);
        const wku_unit y = unit_of(&b, "CNY");
        wku_unit xy, back;
        assert_int_equal(wku_unit_mul(&xy, &b.units, &x, &y), WK_OK);
        assert_int_equal(wku_unit_div(&back, &b.units, &xy, &y), WK_OK);
        assert_true(ulps(back.factor, x.factor) <= 2);
    }
    wkb_arena_clear(&b.arena);
}

/* What a unit is written as reads back as the same unit. */
static void
test_written_reads_back(void **state)
{
    dice d = {20261130};
    bench b;
    (void)state;
    print_message("seed 20261130\n");
    bench_open(&b, WKB_STR(""));
    for (int i = 0; i < 20000; i++) {
        wku_unit x = unit_of(&b, any_units[roll(&d, WKB_COUNT(any_units))]);
        wku_unit y, back;
        for (uint32_t n = roll(&d, 4); n; n--) {
            const wku_unit z =
                unit_of(&b, plain_units[roll(&d, WKB_COUNT(plain_units))]);
            const wk_status status = roll(&d, 2)
                                         ? wku_unit_mul(&y, &b.units, &x, &z)
                                         : wku_unit_div(&y, &b.units, &x, &z);
            assert_int_equal(status, WK_OK);
            x = y;
        }
        if (wku_is_pure(&x))
            continue;
        const wkb_str text = wku_unit_text(&b.units, &x);
        const wk_status status =
            wku_unit_read(&back, &b.units, text, true, b.at, &b.diag);
        assert_int_equal(status, WK_OK);
        assert_true(wku_same_dimension(&x, &back));
        assert_true(x.factor == back.factor);
        assert_true(text.p[0] == '1' || wku_unit_length(text) == text.n);
    }
    wkb_arena_clear(&b.arena);
}

static void
test_converts_there_and_back(void **state)
{
    dice d = {7};
    bench b;
    (void)state;
    bench_open(&b, WKB_STR(""));
    for (size_t i = 0; i < WKB_COUNT(any_units); i++) {
        const wku_unit x = unit_of(&b, any_units[i]);
        for (int k = 0; k < 1000; k++) {
            const double v = roll(&d, 1u << 30) * 1e-6 + 1e-9;
            assert_true(ulps(v, v * x.factor / x.factor) <= 2);
        }
    }
    wkb_arena_clear(&b.arena);
}

/* Every step of memory may fail; then it is told, and nothing breaks. */
static wk_status
some_work(wkb_arena *a)
{
    wku_units u;
    wku_unit x, y, z;
    WKB_TRY(wku_units_init(&u, a));
    for (int i = 1; i < 120; i++) {
        WKB_TRY(wku_unit_read(
            &x, &u, WKB_STR("TFLOP/s/USD"), false, WKB_NOWHERE, NULL));
        WKB_TRY(wku_unit_pow(&y, &u, &x, i));
        WKB_TRY(wku_unit_sqrt(&z, &u, &x) == WK_EDIMENSION ? WK_OK : WK_EUSAGE);
        WKB_TRY(wku_unit_text(&u, &y).n ? WK_OK : WK_ENOMEM);
    }
    const wkb_span at[3] = {WKB_NOWHERE, WKB_NOWHERE, WKB_NOWHERE};
    return wku_units_define(
        &u, WKB_STR("sol"), WKB_STR("1.03 d"), WKB_STR(""), at, NULL);
}

static void
test_out_of_memory(void **state)
{
    wk_status status = WK_ENOMEM;
    size_t n = 0;
    (void)state;
    for (; status == WK_ENOMEM; n++) {
        wkb_arena a;
        size_t left = n;
        wkb_arena_init(&a, rationed, &left, 0);
        status = some_work(&a);
        wkb_arena_clear(&a);
    }
    assert_int_equal(status, WK_OK);
    assert_true(n > 2);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_algebra),
        cmocka_unit_test(test_written_reads_back),
        cmocka_unit_test(test_converts_there_and_back),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
