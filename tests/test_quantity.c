/* Quantities: cells, formats, printing, claims, dates. */
#include "units_help.h"

#include <locale.h>
#include <math.h>

static bool
take_unit(bench *b, wkb_str text, wku_unit *unit)
{
    return wku_unit_read(unit, &b->units, text, true, b->at, &b->diag) == WK_OK;
}

/* A value as a cell would hold it: its number and its unit. */
static bool
take_value(bench *b, wkb_str text, wku_num *num, wku_type *type)
{
    bool has_own = false;
    *type = (wku_type){.kind = WKU_NUMBER, .unit = wku_one()};
    if (wkb_str_eq(text, WKB_STR("not known"))) {
        *num = (wku_num){NAN, NAN, NAN};
        return true;
    }
    return wku_read_cell(num,
                         &type->unit,
                         &has_own,
                         &b->units,
                         NULL,
                         text,
                         b->at,
                         &b->diag) == WK_OK;
}

static bool
take_format(bench *b, wkb_str words, wku_format *f)
{
    *f = WKU_FORMAT_INIT;
    while (words.n) {
        const wkb_str word = wkb_cut(&words, ' ');
        if (wku_format_word(f, &b->units, word, b->at, &b->diag) != WK_OK)
            return false;
    }
    return true;
}

static void
print_it(bench *b,
         const wku_num *num,
         const wku_type *type,
         wkb_str words,
         wkb_str typed)
{
    wku_format f;
    wku_unit shown;
    if (!take_format(b, words, &f))
        return;
    const wk_status status =
        wku_print(&b->got, &b->units, num, type, &f, typed, &shown);
    if (status != WK_OK)
        wkb_print(&b->got, "%s", word_of(status));
    else
        assert_true(wku_same_dimension(&shown, &type->unit));
}

/* Computed: no figures entered. */
static void
case_print(bench *b, const wkb_str *field, size_t n)
{
    wku_num num;
    wku_type type;
    (void)n;
    if (take_value(b, field[1], &num, &type))
        print_it(b, &num, &type, field[2], (wkb_str){NULL, 0});
}

/* A cell or literal alone. */
static void
case_typed(bench *b, const wkb_str *field, size_t n)
{
    wku_num num;
    wku_type type;
    (void)n;
    if (take_value(b, field[1], &num, &type))
        print_it(b, &num, &type, field[2], field[1]);
}

static void
combine(bench *b, const wkb_str *field, bool divide)
{
    wku_num x, y;
    wku_type s, t, made;
    if (!take_value(b, field[1], &x, &s) || !take_value(b, field[2], &y, &t))
        return;
    made = s;
    if (divide)
        (void)wku_unit_div(&made.unit, &b->units, &s.unit, &t.unit);
    else
        (void)wku_unit_mul(&made.unit, &b->units, &s.unit, &t.unit);
    const wku_num z = {divide ? x.v / y.v : x.v * y.v,
                       divide ? x.lo / y.hi : x.lo * y.lo,
                       divide ? x.hi / y.lo : x.hi * y.hi};
    print_it(b, &z, &made, field[3], (wkb_str){NULL, 0});
}

static void
case_divide(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    combine(b, field, true);
}

static void
case_multiply(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    combine(b, field, false);
}

static void
case_word(bench *b, const wkb_str *field, size_t n)
{
    wku_format f;
    (void)n;
    if (take_format(b, field[1], &f))
        wkb_puts(&b->got, "ok");
}

static void
test_format(void **state)
{
    static const case_op ops[] = {
        {"print", 1, case_print},
        {"typed", 1, case_typed},
        {"divide", 1, case_divide},
        {"word", 1, case_word},
        {"multiply", 1, case_multiply},
    };
    (void)state;
    run_cases("tests/cases/format.tsv", ops, WKB_COUNT(ops));
}

/* The column's unit (empty: any), the text. */
static void
case_cell(bench *b, const wkb_str *field, size_t n)
{
    wku_num num;
    wku_unit unit, own;
    bool has_own = false;
    (void)n;
    if (field[1].n && !take_unit(b, field[1], &unit))
        return;
    if (wku_read_cell(&num,
                      &own,
                      &has_own,
                      &b->units,
                      field[1].n ? &unit : NULL,
                      field[2],
                      b->at,
                      &b->diag) != WK_OK) {
        assert_true(isnan(num.v) && isnan(num.lo) && isnan(num.hi));
        return;
    }
    if (!wku_known(&num)) {
        wkb_puts(&b->got, "not known");
        return;
    }
    if (isnan(num.v))
        wkb_puts(&b->got, "no best");
    else
        wkb_put_num(&b->got, num.v);
    if (wku_is_range(&num))
        wkb_print(&b->got, " from %g to %g", num.lo, num.hi);
    if (has_own)
        wkb_print(&b->got, " in %S", wku_unit_text(&b->units, &own));
}

static void
case_grouped(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    wkb_print(&b->got, "%z", wku_grouped_length(field[1]));
}

static void
case_date(bench *b, const wkb_str *field, size_t n)
{
    double date;
    (void)n;
    if (wku_date_read(&date, field[1], b->at, &b->diag) != WK_OK)
        return;
    wkb_print(&b->got, "%g ", date);
    wku_date_put(&b->got, date);
}

static void
case_datelength(bench *b, const wkb_str *field, size_t n)
{
    (void)n;
    wkb_print(&b->got, "%z", wku_date_length(field[1]));
}

/* Order and difference in seconds of two dates. */
static void
case_dates(bench *b, const wkb_str *field, size_t n)
{
    double x, y;
    (void)n;
    if (wku_date_read(&x, field[1], b->at, &b->diag) != WK_OK ||
        wku_date_read(&y, field[2], b->at, &b->diag) != WK_OK)
        return;
    assert_int_equal(wku_date_compare(x, y), -wku_date_compare(y, x));
    const double apart = wku_date_difference(x, y);
    wkb_print(&b->got, "%d ", wku_date_compare(x, y));
    if (isnan(apart))
        wkb_puts(&b->got, "not known");
    else
        wkb_print(&b->got, "%g d", apart / 86400);
}

static void
test_cells(void **state)
{
    static const case_op ops[] = {
        {"cell", 2, case_cell},
        {"grouped", 1, case_grouped},
        {"date", 1, case_date},
        {"datelength", 1, case_datelength},
        {"dates", 1, case_dates},
    };
    (void)state;
    run_cases("tests/cases/cells.tsv", ops, WKB_COUNT(ops));
}

static const char *const verdicts[] = {
    "holds", "fails", "fails (not known)", "fails (range)"};

/* A value, a claim: the verdict and the margin. A claim without a unit is in
 * that of the value, as behind `to`. */
static void
case_claim(bench *b, const wkb_str *field, size_t n)
{
    wku_num num;
    wku_type type;
    wku_claim claim;
    double margin = 0;
    (void)n;
    if (!take_value(b, field[1], &num, &type) ||
        wku_claim_read(&claim, &b->units, field[2], b->at, &b->diag) != WK_OK)
        return;
    if (!claim.has_unit)
        claim.unit = type.unit;
    const wku_verdict verdict = wku_holds(&num, &claim, &margin);
    wkb_print(&b->got, "%s", verdicts[verdict]);
    if (isfinite(margin)) {
        margin = wkb_round(margin);
        const wkb_dec rounded = wkb_dec_round(wkb_dec_of(margin), 4);
        wkb_print(&b->got, " %g", wkb_dec_value(&rounded));
    }
}

static void
case_stated(bench *b, const wkb_str *field, size_t n)
{
    wku_claim claim;
    (void)n;
    if (wku_claim_read(&claim, &b->units, field[1], b->at, &b->diag) == WK_OK)
        wku_claim_put(&b->got, &b->units, &claim);
}

static void
test_claims(void **state)
{
    static const case_op ops[] = {
        {"claim", 2, case_claim},
        {"stated", 1, case_stated},
    };
    (void)state;
    run_cases("tests/cases/claims.tsv", ops, WKB_COUNT(ops));
}

static double
printed_back(bench *b, double v, const char *unit)
{
    wku_type type = {.kind = WKU_NUMBER, .unit = wku_one()};
    wku_format f = WKU_FORMAT_INIT;
    wku_unit own;
    bool has_own = false;
    wkb_str text;
    wku_num back;
    const wku_num num = {v, v, v};
    f.plain = true;
    assert_true(take_unit(b, wkb_str_of(unit), &type.unit));
    b->got.n = 0;
    const wk_status status = wku_print(
        &b->got, &b->units, &num, &type, &f, (wkb_str){NULL, 0}, NULL);
    assert_int_equal(status, WK_OK);
    assert_int_equal(wkb_out_text(&b->got, &text), WK_OK);
    assert_int_equal(
        wku_read_cell(
            &back, &own, &has_own, &b->units, NULL, text, b->at, &b->diag),
        WK_OK);
    return back.v;
}

/* What plain prints reads back as the value at 12 figures. */
static void
test_plain_reads_back(void **state)
{
    static const char *const units[] = {"1",
                                        "s",
                                        "GB/s",
                                        "KiB",
                                        "USD",
                                        "token/s",
                                        "%",
                                        "kWh",
                                        "bit",
                                        "FLOP/B",
                                        "month",
                                        "MFLOP",
                                        "m"};
    static const double odd[] = {
        0, 9007199254740991.0, 9007199254740992.0, 9007199254740993.0, 5e-310};
    bench b;
    (void)state;
    bench_open(&b, WKB_STR(""));
    for (size_t u = 0; u < WKB_COUNT(units); u++) {
        for (int exp = -30; exp <= 30; exp++) {
            const wkb_dec ten = {.exp = exp + 1, .n = 1, .digit = "1"};
            const double p = wkb_dec_value(&ten);
            const double tries[] = {p,
                                    nextafter(p, 0),
                                    nextafter(p, INFINITY),
                                    -p,
                                    p * 3.14159265358979,
                                    -p / 7};
            for (size_t i = 0; i < WKB_COUNT(tries); i++) {
                const double back = printed_back(&b, tries[i], units[u]);
                assert_true(fabs(back - tries[i]) <= 5.1e-12 * fabs(tries[i]));
                if (u == 0)
                    assert_true(back == wkb_round(tries[i]));
            }
        }
    }
    for (size_t i = 0; i < WKB_COUNT(odd); i++)
        assert_true(printed_back(&b, odd[i], "1") == wkb_round(odd[i]));
    wkb_arena_clear(&b.arena);
}

/* What is not zero never prints as 0, and never without a digit. */
static void
test_never_zero(void **state)
{
    static const char *const formats[] = {"",
                                          "1sf",
                                          "3sf",
                                          "0dp",
                                          "2dp",
                                          "sci",
                                          "int",
                                          "plain",
                                          "human",
                                          "words",
                                          "plain 2dp",
                                          "2dp sci"};
    bench b;
    (void)state;
    bench_open(&b, WKB_STR(""));
    for (size_t k = 0; k < WKB_COUNT(formats); k++) {
        for (int exp = -25; exp <= 25; exp++) {
            const wkb_dec d = {.exp = exp, .n = 3, .digit = "473"};
            const double v = wkb_dec_value(&d);
            const wku_num num = {v, v, v};
            const wku_type type = {.kind = WKU_NUMBER, .unit = wku_one()};
            bool seen = false;
            b.got.n = 0;
            print_it(
                &b, &num, &type, wkb_str_of(formats[k]), (wkb_str){NULL, 0});
            for (size_t i = 0; i < b.got.n; i++) {
                if (b.got.p[i] == 'e' || (unsigned char)b.got.p[i] == 0xc3)
                    break;
                seen |= b.got.p[i] >= '1' && b.got.p[i] <= '9';
            }
            assert_true(seen);
        }
    }
    wkb_arena_clear(&b.arena);
}

/* A reader given noise tells one fault or none, within the text. */
typedef struct listener {
    size_t n, text_n;
} listener;

static void
count_fault(void *ud, const wk_diag *d)
{
    listener *l = ud;
    l->n++;
    assert_non_null(d->message);
    assert_non_null(d->hint);
    assert_true(d->column >= 1 && d->column <= l->text_n + 1);
    assert_true(d->width >= 1 && d->width <= l->text_n + 1);
}

static wk_status
read_noise(bench *b, wkb_str text, int reader)
{
    wku_num num;
    wku_unit unit;
    wku_claim claim;
    wku_format f = WKU_FORMAT_INIT;
    double date;
    bool has_own;
    switch (reader) {
    case 0:
        return wku_read_cell(
            &num, &unit, &has_own, &b->units, NULL, text, b->at, &b->diag);
    case 1:
        return wku_unit_read(&unit, &b->units, text, true, b->at, &b->diag);
    case 2:
        return wku_claim_read(&claim, &b->units, text, b->at, &b->diag);
    case 3:
        return wku_date_read(&date, text, b->at, &b->diag);
    default:
        return wku_format_word(&f, &b->units, text, b->at, &b->diag);
    }
}

static void
test_noise(void **state)
{
    static const char *const pieces[] = {"1",        "0",
                                         "5",        "38",
                                         "..",       ".",
                                         ",",        "-",
                                         "+",        " ",
                                         "[",        "]",
                                         "e",        "E",
                                         "/",        "*",
                                         "^",        "%",
                                         "~",        "GB",
                                         "s",        "token",
                                         "FLOPS",    "K",
                                         "m",        "b",
                                         "within",   "sf",
                                         "dp",       "3sf",
                                         ">=",       "<",
                                         "\xc2\xb5", "\xe2\x80\x93",
                                         "\xff",     "'",
                                         "$",        "999",
                                         "_",        "(",
                                         "2022",     "1/",
                                         "USD",      "M",
                                         "Ki"};
    uint64_t seed = 4242;
    bench b;
    (void)state;
    print_message("seed 4242\n");
    for (int i = 0; i < 60000; i++) {
        char text[64];
        size_t n = 0;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t r = seed >> 20;
        const bool claim = i % 5 == 2;
        if (claim)
            text[n++] = '~';
        for (size_t k = r % 7; k && n < 50; k--) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            r = seed >> 33;
            const char *piece = pieces[r % WKB_COUNT(pieces)];
            memcpy(text + n, piece, strlen(piece));
            n += strlen(piece);
        }
        listener l = {0, n};
        const wkb_str s = {text, n};
        bench_open(&b, s);
        b.diag.fn = count_fault;
        b.diag.ud = &l;
        const wk_status status = read_noise(&b, s, i % 5);
        assert_int_equal(l.n, status != WK_OK);
        wkb_arena_clear(&b.arena);
    }
}

/* Memory that runs out is told as such, at every step. */
static wk_status
print_much(wkb_arena *a)
{
    wku_units u;
    wku_type type = {.kind = WKU_NUMBER};
    const wku_format f = WKU_FORMAT_INIT;
    WKB_TRY(wku_units_init(&u, a));
    for (int exp = -15; exp < 30; exp++) {
        const wkb_dec d = {.exp = exp, .n = 1, .digit = "7"};
        const double v = wkb_dec_value(&d);
        const wku_num num = {v, v, v};
        WKB_TRY(wku_unit_read(
            &type.unit, &u, WKB_STR("J/token/s"), false, WKB_NOWHERE, NULL));
        wkb_out out = wkb_out_kept(a);
        WKB_TRY(wku_print(&out, &u, &num, &type, &f, (wkb_str){NULL, 0}, NULL));
    }
    return WK_OK;
}

static void
test_out_of_memory(void **state)
{
    wk_status status = WK_ENOMEM;
    size_t n = 0;
    (void)state;
    for (; status != WK_OK; n++) {
        wkb_arena a;
        size_t left = n;
        wkb_arena_init(&a, rationed, &left, 0);
        status = print_much(&a);
        wkb_arena_clear(&a);
        assert_true(status == WK_OK || status == WK_ENOMEM);
    }
    assert_true(n > 2);
}

/* The host's locale changes nothing. */
static void
test_locales(void **state)
{
    static const char *const names[] = {
        "de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8"};
    for (size_t i = 0; i < WKB_COUNT(names); i++) {
        if (!setlocale(LC_ALL, names[i])) {
            print_message("no locale %s here\n", names[i]);
            continue;
        }
        test_format(state);
        test_cells(state);
        test_claims(state);
        test_plain_reads_back(state);
    }
    (void)setlocale(LC_ALL, "C");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_plain_reads_back),
        cmocka_unit_test(test_never_zero),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_locales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
