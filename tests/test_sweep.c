/* Sweeps: lanes against one by one evaluation, statistics against sorting,
 * shares against the whole, memory that runs out. */
#include <math.h>
#include <stdlib.h>

#include "compute/tally.h"
#include "project/sweep.h"
#include "test.h"

static uint64_t seed = 20261130;

static double
random_unit(void)
{
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* A project of two small tables, from memory. */
static wk_project *
open_small(const wk_options *o)
{
    static const char chips[] =
        "id,kind,bandwidth [GB/s],peak [TFLOP/s],tdp [W]\n"
        "a,gpu,3350,989.5,700\n"
        "b,gpu,192.4,1.58,\n"
        "c,tpu,819,197,300..400\n"
        "d,cpu,460.8,5.3,360\n";
    wk_project *p = NULL;
    if (wk_open(&p, o) != WK_OK)
        return NULL;
    if (wk_add_csv(p, "chips", chips, sizeof chips - 1) == WK_OK &&
        wk_load(p) == WK_OK)
        return p;
    wk_close(p);
    return NULL;
}

static const char *const over[] = {"c=chips",
                                   "x=1..200 GB",
                                   "y=-3:3",
                                   "z=1:1e6*9 FLOP",
                                   "w=0,1,2.5,1e-7,4e300"};

static const char *const expressions[] = {
    "max(x / c.bandwidth, z / c.peak) + y * x / c.bandwidth",
    "min(y, w) - max(w, y * 2) + abs(y) / 7",
    "if(y > w, x / c.bandwidth, 1 s)",
    "if(w = 0, 0 GB, x / w)",
    "c.tdp ?? 1 W",
    "known(c.tdp) and y >= 0 or w < 1",
    "floor(w / 1e290) + ceil(y / 2) + round(y * 0.3)",
    "sqrt(abs(y)) + exp(y) + ln(2 + abs(y)) + log2(8) * log10(10 + abs(y))",
    "(y + 4)^2.5",
    "sum(bandwidth of chips where bandwidth < c.bandwidth) + 0 * x / 1 s",
    "count(chips where kind = c.kind)",
    "solve(u, 0..500 GB, u / 2, x)",
    "c.kind = \"gpu\" and not y = w",
    "chips[kind = \"tpu\", bandwidth = 819 GB/s].peak * y",
};

/* One lane by itself. */
static double
alone(wk_sweep_run *r, size_t lane)
{
    double input[8];
    wkc_value v;
    const wkb_mark mark = wkb_arena_mark(&r->own);
    for (size_t k = 0; k < r->n_inputs; k++)
        input[k] = r->lanes.input[k][lane];
    const wk_status s = wkc_evaluate(&v, &r->own, &r->p->env, r->code, input);
    assert_int_equal(s, WK_OK);
    const double x = v.status == WK_OK ? v.num.v : (double)NAN;
    wkb_arena_rewind(&r->own, mark);
    return x;
}

static void
lanes_are_values(void **state)
{
    (void)state;
    wk_project *p = open_small(NULL);
    assert_non_null(p);
    for (size_t e = 0; e < WKB_COUNT(expressions); e++) {
        wk_sweep_options o = WK_SWEEP_OPTIONS_INIT;
        wk_sweep_run *r = NULL;
        o.over = over;
        o.n_over = WKB_COUNT(over);
        o.n_random = 2000;
        o.seed = e;
        assert_int_equal(
            wk_sweep_begin(&r, p, expressions[e], strlen(expressions[e]), &o),
            WK_OK);
        for (uint64_t at = 0; at < o.n_random; at += WKC_BLOCK) {
            const size_t n =
                o.n_random - at < 200 ? (size_t)(o.n_random - at) : 200;
            size_t lane = 0;
            wkc_cause cause;
            wkc_grid_fill(&r->grid, at, n, r->lanes.input, r->key, SIZE_MAX);
            assert_int_equal(wkc_lanes_run(&r->lanes, n, &lane, &cause), WK_OK);
            for (size_t i = 0; i < n; i++) {
                const double want = alone(r, i), got = r->lanes.value[i];
                if (!(isnan(want) && isnan(got)) &&
                    memcmp(&want, &got, sizeof want) != 0)
                    fail_msg("%s: %.17g alone, %.17g in a lane",
                             expressions[e],
                             want,
                             got);
            }
        }
        wk_sweep_end(r);
    }
    wk_close(p);
}

static int
by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Values of several kinds: spread, equal, few, signed, tiny. */
static double
sample(int kind, size_t i)
{
    const double u = random_unit();
    switch (kind) {
    case 0:
        return u * 1000;
    case 1:
        return floor(u * 4) - 1;
    case 2:
        return exp((u - 0.5) * 1000);
    case 3:
        return (u - 0.5) * 1e-300;
    case 4:
        return 1 + u * 1e-12;
    default:
        return i % 3 ? 5 : -u;
    }
}

static double
want_quantile(const double *sorted, size_t n, double share)
{
    const double at = (double)(n - 1) * share;
    const size_t low = (size_t)at;
    const double part = at - (double)low;
    if (part == 0 || low + 1 == n)
        return sorted[low];
    return sorted[low] + (sorted[low + 1] - sorted[low]) * part;
}

static wk_status
take(void *ud, const char *p, size_t n)
{
    return wkc_tally_take(ud, (wkb_str){p, n});
}

enum { VALUES = 60000, GROUPS = 3 };

static void
one_tally(int kind, uint64_t expected, size_t n_parts)
{
    static double value[VALUES], key[VALUES], sorted[VALUES];
    static const wkc_stat stat[] = {{WKC_STAT_COUNT, 0},
                                    {WKC_STAT_MIN, 0},
                                    {WKC_STAT_MAX, 0},
                                    {WKC_STAT_SUM, 0},
                                    {WKC_STAT_QUANTILE, 0.5},
                                    {WKC_STAT_QUANTILE, 0.999}};
    wkb_arena a, own;
    wkc_tally t, part;
    bool again = true;
    wkb_arena_init(&a, NULL, NULL, 0);
    for (size_t i = 0; i < VALUES; i++) {
        value[i] = sample(kind, i);
        key[i] = (double)(i * 7919 % 10 % GROUPS) * 1e5;
    }
    assert_int_equal(wkc_tally_init(&t, &a, stat, WKB_COUNT(stat), expected),
                     WK_OK);
    while (again) {
        for (size_t k = 0; k < n_parts; k++) {
            wkb_out out = wkb_out_to(take, &t);
            const size_t begin = VALUES * k / n_parts,
                         end = VALUES * (k + 1) / n_parts;
            wkb_arena_init(&own, NULL, NULL, 0);
            assert_int_equal(wkc_tally_part(&part, &t, &own, &out), WK_OK);
            assert_int_equal(
                wkc_tally_add(&part, key + begin, value + begin, end - begin),
                WK_OK);
            assert_int_equal(wkc_tally_end(&part), WK_OK);
            wkb_arena_clear(&own);
        }
        assert_int_equal(wkc_tally_next(&t, &again), WK_OK);
    }
    assert_int_equal(t.group.n, GROUPS);
    for (size_t g = 0; g < GROUPS; g++) {
        size_t n = 0;
        double size = 0;
        long double sum = 0;
        for (size_t i = 0; i < VALUES; i++) {
            if (key[i] != t.group.item[g].key)
                continue;
            sum += (long double)value[i];
            size += fabs(value[i]);
            sorted[n++] = value[i];
        }
        qsort(sorted, n, sizeof *sorted, by_value);
        assert_true(wkc_tally_stat(&t, g, 0) == (double)n);
        assert_true(wkc_tally_stat(&t, g, 1) == sorted[0]);
        assert_true(wkc_tally_stat(&t, g, 2) == sorted[n - 1]);
        assert_true(fabs(wkc_tally_stat(&t, g, 3) - (double)sum) <=
                    1e-15 * size);
        assert_true(wkc_tally_stat(&t, g, 4) == want_quantile(sorted, n, 0.5));
        assert_true(wkc_tally_stat(&t, g, 5) ==
                    want_quantile(sorted, n, 0.999));
    }
    wkb_arena_clear(&a);
}

static void
statistics(void **state)
{
    (void)state;
    for (int kind = 0; kind < 6; kind++) {
        one_tally(kind, 0, 1); /* kept */
        one_tally(kind, 0, 3);
        one_tally(kind, UINT32_MAX, 1); /* counted, then narrowed */
        one_tally(kind, UINT32_MAX, 3);
    }
}

/* Additions in any order, of numbers far apart, leave nothing behind. */
static void
exact_sums(void **state)
{
    static const double number[] = {
        1e308, 1, -1e308, 5e-324, 1e-30, -1, 1e20, -5e-324, -1e20, 3};
    int64_t limb[WKC_LIMBS] = {0};
    (void)state;
    for (size_t i = 0; i < WKB_COUNT(number); i++)
        wkc_exact_add(limb, number[i]);
    wkc_exact_add(limb, -1e-30);
    assert_true(wkc_exact_value(limb) == 3);
    wkc_exact_add(limb, -4);
    wkc_exact_carry(limb);
    assert_true(wkc_exact_value(limb) == -1);
    for (int i = 0; i < 1000000; i++)
        wkc_exact_add(limb, 0.1);
    wkc_exact_add(limb, 1);
    assert_true(fabs(wkc_exact_value(limb) - 100000.0) < 1e-10);
}

typedef struct text {
    char p[1 << 16];
    size_t n;
} text;

static wk_status
keep(void *ud, const char *p, size_t n)
{
    text *t = ud;
    if (n > sizeof t->p - t->n)
        return WK_ELIMIT;
    memcpy(t->p + t->n, p, n);
    t->n += n;
    return WK_OK;
}

static wk_status
read_scenarios(void *ud, uint64_t at, char *bytes, size_t room, size_t *n)
{
    const wkb_str all = wkb_str_of(ud);
    const size_t left = at < all.n ? all.n - (size_t)at : 0;
    *n = left < room ? left : room;
    *n = *n > 3 ? 3 : *n; /* a few at a time will do */
    memcpy(bytes, all.p + (left ? at : 0), *n);
    return WK_OK;
}

static wk_status
sweep_file(wk_project *p, const char *stats, text *out)
{
    static char scenarios[] = "chip [@chips],x [GB],note\r\n"
                              "a,1,\"one, \"\"1\"\"\"\r\n"
                              "b,2 TB,two\r\n"
                              "a,,three\r\n"
                              "d,4,";
    static const char expr[] =
        "if(note = \"two\", 2, 1) * x / chip.bandwidth to ms";
    wk_sweep_options o = WK_SWEEP_OPTIONS_INIT;
    o.from = read_scenarios;
    o.from_ud = scenarios;
    o.stats = stats;
    o.by = stats ? "chip" : NULL;
    out->n = 0;
    return wk_sweep(p, expr, sizeof expr - 1, &o, keep, out);
}

static void
is_text(const text *got, const char *want)
{
    if (got->n != strlen(want) || memcmp(got->p, want, got->n) != 0)
        fail_msg("want:\n%s\ngot:\n%.*s", want, (int)got->n, got->p);
}

static void
files_from_memory(void **state)
{
    static text out;
    (void)state;
    wk_project *p = open_small(NULL);
    assert_non_null(p);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(sweep_file(p, NULL, &out), WK_OK);
        is_text(&out,
                "chip [@chips],x [GB],note,value [ms]\n"
                "a,1,\"one, \"\"1\"\"\",0.298507462687\n"
                "b,2 TB,two,20790.02079\n"
                "a,,three,\n"
                "d,4,,\n");
        assert_int_equal(sweep_file(p, "count,max", &out), WK_OK);
        is_text(&out,
                "chip [@chips],count,max [ms]\n"
                "a,2,\n"
                "b,1,20790.02079\n"
                "d,1,\n");
    }
    wk_close(p);
}

/* Fails at the n-th allocation, and from then on. */
typedef struct failing {
    size_t left, held;
} failing;

static void *
allocate(void *ud, void *p, size_t old_n, size_t new_n)
{
    failing *f = ud;
    if (new_n == 0) {
        free(p);
        f->held -= old_n;
        return NULL;
    }
    if (f->left == 0)
        return NULL;
    f->left--;
    void *q = realloc(p, new_n);
    f->held += q ? new_n - old_n : 0;
    return q;
}

static void
memory_runs_out(void **state)
{
    static text out;
    (void)state;
    size_t n = 1, n_failed = 0;
    for (bool done = false; !done; n++) {
        failing f = {n, 0};
        wk_options o = WK_OPTIONS_INIT;
        o.alloc = allocate;
        o.alloc_ud = &f;
        wk_project *p = open_small(&o);
        wk_status s = p ? WK_OK : WK_ENOMEM;
        if (s == WK_OK)
            s = sweep_file(p, NULL, &out);
        if (s == WK_OK)
            s = sweep_file(p, "count,median,mean", &out);
        done = s == WK_OK;
        if (!done)
            assert_int_equal(s, WK_ENOMEM);
        n_failed += !done;
        wk_close(p);
        assert_int_equal(f.held, 0);
    }
    assert_true(n_failed > 10);
}

static wk_status
drop(void *ud, const char *bytes, size_t n)
{
    (void)ud;
    (void)bytes;
    (void)n;
    return WK_OK;
}

/* What a caller may get wrong. */
static void
calls_without_sense(void **state)
{
    static const char *const names[] = {"x=1:3"};
    wk_project *p = open_small(NULL);
    wk_sweep_options o = WK_SWEEP_OPTIONS_INIT;
    wk_sweep_run *r = NULL;
    (void)state;
    assert_non_null(p);
    assert_int_equal(wk_sweep(p, "1", 1, NULL, drop, NULL), WK_EUSAGE);
    o.over = names;
    o.n_over = 1;
    assert_int_equal(wk_sweep_begin(&r, p, "x", 1, &o), WK_OK);
    assert_int_equal(wk_sweep_share(r, 0, 0, drop, NULL), WK_EUSAGE);
    assert_int_equal(wk_sweep_share(r, 2, 2, drop, NULL), WK_EUSAGE);
    assert_int_equal(wk_sweep_share(r, 1, 2, drop, NULL), WK_OK);
    wk_sweep_end(r);
    wk_close(p);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_are_values),
        cmocka_unit_test(statistics),
        cmocka_unit_test(exact_sums),
        cmocka_unit_test(files_from_memory),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(calls_without_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
