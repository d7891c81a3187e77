/* Bounded whatever the input: deep, long and wide texts end in an answer or an
 * error soon; projects side by side and one after the other do not touch. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "test.h"
#include "workings.h"

enum { MB = 1 << 20, MOST_SECONDS = 2, SLOWER = 30, OPENS = 10000 };

/* Instrumented, or not optimised: limits are wider. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SLOW 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    !defined(__OPTIMIZE__)
#define IS_SLOW 1
#endif
#ifndef IS_SLOW
#define IS_SLOW 0
#endif

typedef struct text {
    char *p;
    size_t n, cap;
} text;

static void
add(text *t, const char *s, size_t times)
{
    const size_t n = strlen(s);
    if (t->n + n * times + 1 > t->cap) {
        t->cap = 2 * (t->n + n * times + 1);
        t->p = realloc(t->p, t->cap);
        assert_non_null(t->p);
    }
    for (size_t i = 0; i < times; i++) {
        memcpy(t->p + t->n, s, n);
        t->n += n;
    }
}

static text
made(const char *before, const char *s, size_t times, const char *after)
{
    text t = {0};
    add(&t, before, 1);
    add(&t, s, times);
    add(&t, after, 1);
    return t;
}

static double
seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void
assert_soon(double begin, int n_asked, const char *what)
{
    const double took = (seconds() - begin) / n_asked;
    (void)printf("# %s: %.2f s\n", what, took);
    assert_true(took < MOST_SECONDS * (IS_SLOW ? SLOWER : 1));
}

static wk_status
ignore(void *ud, const char *p, size_t n)
{
    (void)p;
    *(size_t *)ud += n;
    return WK_OK;
}

static void
count_faults(void *ud, const wk_diag *d)
{
    *(size_t *)ud += d->level == WK_LEVEL_ERROR;
}

static wk_project *
opened(size_t *n_faults)
{
    wk_project *p = NULL;
    wk_options o = WK_OPTIONS_INIT;
    o.diag = count_faults;
    o.diag_ud = n_faults;
    *n_faults = 0;
    assert_int_equal(wk_open(&p, &o), WK_OK);
    return p;
}

/* Evaluates, explains and frees; the same status both times. */
static wk_status
asked(const char *what, text t)
{
    size_t n_faults = 0, n = 0;
    const double begin = seconds();
    wk_project *p = opened(&n_faults);
    const wk_status s = wk_eval(p, t.p, t.n, WK_TEXT, ignore, &n);
    assert_true((s == WK_OK) == (n_faults == 0));
    assert_int_equal(wk_explain(p, t.p, t.n, WK_JSON, ignore, &n), s);
    wk_close(p);
    assert_soon(begin, 2, what);
    free(t.p);
    return s;
}

static void
deep_expressions(void **state)
{
    enum { DEEP = 100000 };
    (void)state;
    text t = made("", "(", DEEP, "1");
    add(&t, ")", DEEP);
    assert_int_equal(asked("parentheses", t), WK_ELIMIT);
    assert_int_equal(asked("open alone", made("", "(", DEEP, "")), WK_ELIMIT);
    assert_int_equal(asked("signs", made("", "- ", DEEP, "1")), WK_ELIMIT);
    assert_int_equal(asked("not", made("", "not ", DEEP, "1 = 1")), WK_ELIMIT);
    assert_int_equal(asked("calls", made("", "abs(", DEEP, "1")), WK_ELIMIT);
    assert_int_equal(asked("powers", made("", "1^", DEEP, "1")), WK_ELIMIT);
    assert_int_equal(asked("sum", made("", "1 + ", DEEP, "1")), WK_ELIMIT);
    assert_int_equal(asked("or", made("", "1 = 2 or ", DEEP, "1 = 1")),
                     WK_ELIMIT);
    assert_int_equal(asked("members", made("a", ".a", DEEP, "")), WK_ELIMIT);
    assert_int_equal(asked("brackets", made("a", "[a = a", DEEP, "")),
                     WK_ELIMIT);
    assert_int_equal(asked("conversions", made("1 s", " to s", DEEP, "")),
                     WK_ELIMIT);
    assert_int_equal(asked("a unit", made("1 s", "*s", DEEP, "")), WK_ELIMIT);
    assert_int_equal(asked("a wide call", made("max(1", ", 1", DEEP, ")")),
                     WK_ELIMIT);
    assert_int_equal(asked("digits", made("", "1", MB, "")), WK_ERANGE);
    assert_int_equal(asked("a word", made("", "a", MB, "")), WK_ENAME);
    assert_int_equal(asked("a text", made("\"", "a", MB, "\"")), WK_OK);
}

/* Solves and sums in each other: what they would take multiplies. */
static void
nested_work(void **state)
{
    (void)state;
    assert_int_equal(
        asked("solves",
              made("solve(p, 0..9, solve(q, 0..9, solve(r, 0..9, solve(v, "
                   "0..9, solve(w, 0..9, solve(z, 0..9, z, w), v), r), q), p)",
                   "",
                   0,
                   ", 5.1)")),
        WK_ELIMIT);
    assert_int_equal(
        asked("ranges", made("0..1", " + erlang_b(1..2, 9e5)", 12, "")),
        WK_ELIMIT);
}

static wk_status
loaded(const char *what, text t, bool is_csv, size_t most_faults)
{
    size_t n_faults = 0;
    const double begin = seconds();
    wk_project *p = opened(&n_faults);
    assert_int_equal((is_csv ? wk_add_csv : wk_add_formulas)(p, "t", t.p, t.n),
                     WK_OK);
    const wk_status s = wk_load(p);
    assert_true((s == WK_OK) == (n_faults == 0));
    assert_true(n_faults <= most_faults);
    wk_close(p);
    assert_soon(begin, 1, what);
    free(t.p);
    return s;
}

static void
large_tables(void **state)
{
    enum { ROWS = 300000, WIDE = 1000000, HUGE_FIELD = 100 * MB };
    (void)state;
    assert_int_equal(loaded("a field of 100 MB",
                            made("id,name\nx,\"", "a", HUGE_FIELD, "\"\n"),
                            true,
                            2),
                     WK_ELIMIT);
    assert_int_equal(loaded("a field without its quote",
                            made("id,name\nx,\"", "a\n", HUGE_FIELD / 2, ""),
                            true,
                            2),
                     WK_ELIMIT);
    assert_int_equal(
        loaded("a million columns", made("a", ",a", WIDE, "\n"), true, 201),
        WK_ELIMIT);
    assert_int_equal(loaded("a row of a million fields",
                            made("id,x\na", ",1", WIDE, "\n"),
                            true,
                            201),
                     WK_ECSV);
    assert_int_equal(
        loaded(
            "a fault a row", made("id,x [GB]\n", "a,b\n", ROWS, ""), true, 201),
        WK_EDUPLICATE);
    assert_int_equal(
        loaded("empty lines", made("x [GB]\n", "\n", 10 * MB, ""), true, 201),
        WK_OK);
}

enum { FORMULAS = 10000 };

/* f0 calls f1 and f2, f1 calls f2 and f3, up to `chain` deep. */
static text
formulas(size_t chain)
{
    text t = {0};
    char line[128];
    for (size_t i = 0; i < FORMULAS; i++) {
        const bool last = i % chain >= chain - 2 || i + 2 >= FORMULAS;
        (void)snprintf(line,
                       sizeof line,
                       last ? "f%zu(x) -> 1 = x + %zu\n"
                            : "f%zu(x) -> 1 = f%zu(x) + f%zu(x)\n",
                       i,
                       i + 1,
                       i + 2);
        add(&t, line, 1);
    }
    return t;
}

static void
many_formulas(void **state)
{
    (void)state;
    assert_int_equal(
        loaded("formulas that call each other", formulas(40), false, 0), WK_OK);
    assert_int_equal(
        loaded("formulas in one chain", formulas(FORMULAS), false, 200),
        WK_ELIMIT);
    assert_int_equal(loaded("a formula that calls itself",
                            made("f(x) -> 1 = f(x)", " + f(x)", 200, "\n"),
                            false,
                            1),
                     WK_ERECURSION);
    assert_int_equal(loaded("formulas of one name",
                            made("", "f(x) -> 1 = x\n", FORMULAS, ""),
                            false,
                            200),
                     WK_EDUPLICATE);
}

/* Blocks that a project holds. */
static void *
counting_alloc(void *ud, void *p, size_t old_n, size_t new_n)
{
    long *held = ud;
    (void)old_n;
    if (new_n == 0) {
        *held -= p != NULL;
        free(p);
        return NULL;
    }
    *held += p == NULL;
    return realloc(p, new_n);
}

static long
most_kb(void)
{
    struct rusage use;
    assert_int_equal(getrusage(RUSAGE_SELF, &use), 0);
    return use.ru_maxrss;
}

static void
one_project(wk_options *o)
{
    static const char csv[] = "id,x [GB]\na,1\nb,2..3\n";
    static const char lines[] = "f(n: B) -> B = 2 * n\n";
    static const char ask[] = "f(t.b.x)";
    wk_project *p = NULL;
    wk_value v;
    assert_int_equal(wk_open(&p, o), WK_OK);
    assert_int_equal(wk_add_csv(p, "t", csv, strlen(csv)), WK_OK);
    assert_int_equal(wk_add_formulas(p, "f", lines, strlen(lines)), WK_OK);
    assert_int_equal(wk_get(&v, p, ask, strlen(ask)), WK_OK);
    assert_true(v.low == 4 && v.high == 6);
    wk_close(p);
}

static void
opens_and_closes(void **state)
{
    long held = 0, before = 0;
    wk_options o = WK_OPTIONS_INIT;
    (void)state;
    o.alloc = counting_alloc;
    o.alloc_ud = &held;
    for (int i = 0; i < OPENS; i++) {
        one_project(&o);
        assert_int_equal(held, 0);
        if (i == OPENS / 10)
            before = most_kb();
    }
    (void)printf("# %ld KB more\n", most_kb() - before);
    assert_true(most_kb() - before < 1024 * (IS_SLOW ? 64 : 1));
}

/* Questions about all of the tables, asked by two threads at once. */
static void *
ask_all(void *ud)
{
    static const char *const asks[] = {
        "max(bandwidth of chips)",
        "weight_read_time(models.llama_3_1_405b, chips.h100_sxm, formats.bf16)",
        "sum(tdp of chips where known(tdp)) to kW",
        "solve(u, 1..100 GB, u / chips.h100_sxm.bandwidth, 1 ms)",
        "nothing.of.this | 3sf"};
    size_t *n = ud;
    wk_project *p = NULL;
    if (wk_open_dir(&p, "tests/fixture", NULL) != WK_OK)
        return NULL;
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
            (void)wk_eval(p, asks[i], strlen(asks[i]), WK_JSON, ignore, n);
            (void)wk_explain(p, asks[i], strlen(asks[i]), WK_TEXT, ignore, n);
        }
    }
    wk_close(p);
    return ud;
}

static void
two_threads(void **state)
{
    pthread_t thread[2];
    size_t n[2] = {0, 0};
    (void)state;
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask_all, &n[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *done = NULL;
        assert_int_equal(pthread_join(thread[i], &done), 0);
        assert_ptr_equal(done, &n[i]);
    }
    assert_true(n[0] > 0);
    assert_int_equal(n[0], n[1]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_expressions),
        cmocka_unit_test(nested_work),
        cmocka_unit_test(large_tables),
        cmocka_unit_test(many_formulas),
        cmocka_unit_test(opens_and_closes),
        cmocka_unit_test(two_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
