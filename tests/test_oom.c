/* Lost memory: every job with the 1st, 2nd, ... allocation failing until it
 * gets through. The status says so, nothing leaks, and the project closes. */
#include "workings.h"

#include <stdlib.h>

#include "test.h"

typedef struct meter {
    size_t held; /* bytes */
    int left;    /* calls until one fails; it fails once and all after it */
} meter;

static void *
metered(void *ud, void *p, size_t old_n, size_t new_n)
{
    meter *m = ud;
    if (new_n == 0) {
        m->held -= old_n;
        free(p);
        return NULL;
    }
    if (m->left-- <= 0)
        return NULL;
    m->held += new_n - old_n;
    return realloc(p, new_n);
}

static wk_status
drop(void *ud, const char *bytes, size_t n)
{
    (void)ud;
    (void)bytes;
    (void)n;
    return WK_OK;
}

static const char chips[] =
    "id,name,kind,memory [GB],bandwidth [GB/s],tdp [W],at [date],e [expr],"
    "source\n"
    "a,Alpha,gpu,80,3350,700,2022-03,chips.b.memory * 2,s1\n"
    "b,Beta,gpu,192 GiB,8000,1000 [900..1100],2024,1 + 1,s1; s2\n"
    "c,Gamma,tpu,95,2765,,2023-08-01,,s2\n";
static const char sources[] = "id,title\ns1,One\ns2,Two\n";
static const char rivals[] = "table,row,column,value,source,locator,note\n"
                             "chips,a,memory,81,s2,p. 2,\n";
static const char units[] = "unit,definition,prefixes,note\nfoo,3 d,,\n";
static const char axes[] = "axis,qualifier,lives_on,factor,restate\n"
                           "level,low,kg,1,\nlevel,high,kg,2,\n";
static const char formulas[] =
    "## Once.\n## source: s1, p. 1\n"
    "read_time(c: chips, n: B = 1 GB) -> s = (c.memory + n) / c.bandwidth\n"
    "twice(c: chips) -> ms = 2 * read_time(c)\n";

typedef wk_status (*ask_fn)(wk_project *p, const char *text, wk_format format);

static wk_status
do_eval(wk_project *p, const char *text, wk_format format)
{
    return wk_eval(p, text, strlen(text), format, drop, NULL);
}

static wk_status
do_explain(wk_project *p, const char *text, wk_format format)
{
    return wk_explain(p, text, strlen(text), format, drop, NULL);
}

static wk_status
do_get(wk_project *p, const char *text, wk_format format)
{
    wk_value v;
    (void)format;
    return wk_get(&v, p, text, strlen(text));
}

static wk_status
do_check(wk_project *p, const char *text, wk_format format)
{
    wk_check_options o = WK_CHECK_OPTIONS_INIT;
    wk_check_report r;
    (void)format;
    o.today = text;
    return wk_check(p, &o, &r);
}

static wk_status
do_uses(wk_project *p, const char *text, wk_format format)
{
    return wk_uses(p, text, strlen(text), format, drop, NULL);
}

static wk_status
do_fmt(wk_project *p, const char *text, wk_format format)
{
    (void)format;
    return wk_fmt(p, text, strlen(text), drop, NULL);
}

static const struct job {
    ask_fn ask;
    const char *text;
    wk_format format;
    wk_status want;
} jobs[] = {
    {do_eval, "16 GB / 3.35 TB/s | us 2sf", WK_TEXT, WK_OK},
    {do_eval, "twice(chips.b) ~ 90 ms", WK_JSON, WK_ECLAIM},
    {do_eval, "\"big\" when chips.b.memory > 100 GB", WK_TEXT, WK_OK},
    {do_eval, "chips.a.memry", WK_TEXT, WK_ENAME},
    {do_eval, "1 GB + 1 s", WK_TEXT, WK_EDIMENSION},
    {do_eval, "chips.a.e to GiB", WK_TEXT, WK_OK},
    {do_explain, "twice(chips.a) * (5..6) / 3..4", WK_COLOR, WK_OK},
    {do_explain,
     "max(memory of chips where tdp > 1 W sort by at limit 2)",
     WK_JSON,
     WK_OK},
    {do_explain, "solve(u, 1..100 %, u * chips.a.tdp, 35 W)", WK_TEXT, WK_OK},
    {do_get, "chips.c.at", WK_TEXT, WK_OK},
    {do_check, "2026-01-01", WK_TEXT, WK_OK},
    {do_uses, "chips.a.memory", WK_JSON, WK_OK},
    {do_uses, "chips.b.memory", WK_TEXT, WK_OK},
    {do_fmt, "f( x )->1 = x+1 # one\n", WK_TEXT, WK_OK},
};

static wk_status
add(wk_project *p, const char *name, const char *csv)
{
    return wk_add_csv(p, name, csv, strlen(csv));
}

static wk_status
run(meter *m, const struct job *j)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_project *p = NULL;
    o.alloc = metered;
    o.alloc_ud = m;
    wk_status s = wk_open(&p, &o);
    if (s == WK_OK)
        s = add(p, "chips", chips);
    if (s == WK_OK)
        s = add(p, "sources", sources);
    if (s == WK_OK)
        s = add(p, "rivals", rivals);
    if (s == WK_OK)
        s = add(p, "units", units);
    if (s == WK_OK)
        s = add(p, "qualifiers", axes);
    if (s == WK_OK)
        s = wk_add_formulas(p, "f", formulas, strlen(formulas));
    if (s == WK_OK)
        s = wk_load(p);
    if (s == WK_OK)
        s = j->ask(p, j->text, j->format);
    wk_close(p);
    return s;
}

static void
test_every_allocation_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        int n = 0;
        for (;; n++) {
            meter m = {0, n};
            const wk_status s = run(&m, &jobs[i]);
            if (m.held)
                fail_msg("'%s' leaks with allocation %d", jobs[i].text, n);
            if (m.left >= 0 && s == jobs[i].want)
                break;
            if (s != WK_ENOMEM)
                fail_msg("'%s': '%s' with allocation %d",
                         jobs[i].text,
                         wk_status_word(s),
                         n);
            assert_true(n < 100000);
        }
        print_message("# %d allocations: %s\n", n, jobs[i].text);
    }
}

static void
test_a_limit_is_the_same(void **state)
{
    (void)state;
    wk_status s = WK_ENOMEM;
    for (size_t kib = 0; s == WK_ENOMEM && kib < 4096; kib += 8) {
        wk_options o = WK_OPTIONS_INIT;
        wk_project *p = NULL;
        o.max_bytes = kib * 1024 + 1;
        s = wk_open(&p, &o);
        if (s == WK_OK)
            s = add(p, "chips", "id,memory [GB]\na,80\n");
        if (s == WK_OK)
            s = do_eval(p, "chips.a.memory * 2", WK_TEXT);
        wk_close(p);
    }
    assert_int_equal(s, WK_OK);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_a_limit_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
