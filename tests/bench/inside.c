/* Costs inside a running process, in nanoseconds of CPU time: opening the
 * data, a scalar from text to value, a compiled program, a lane. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "project/sweep.h"

enum { RUNS = 9 };

static double
now_ns(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int
compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of RUNS runs of n calls each. */
static double
cost(void (*fn)(void *ud), void *ud, size_t n)
{
    double ns[RUNS];
    for (size_t i = 0; i < RUNS; i++) {
        const double begin = now_ns();
        for (size_t k = 0; k < n; k++)
            fn(ud);
        ns[i] = (now_ns() - begin) / (double)n;
    }
    qsort(ns, RUNS, sizeof *ns, compare);
    return ns[RUNS / 2];
}

typedef struct job {
    const char *dir, *expr;
    wk_project *p;
    wk_sweep_run *run;
    size_t lanes;
} job;

static void
open_and_close(void *ud)
{
    const job *j = ud;
    wk_project *p = NULL;
    if (wk_open_dir(&p, j->dir, NULL) != WK_OK)
        exit(1);
    wk_close(p);
}

static void
get(void *ud)
{
    const job *j = ud;
    wk_value v;
    if (wk_get(&v, j->p, j->expr, strlen(j->expr)) != WK_OK)
        exit(1);
}

/* Parse, check, evaluate; nothing is printed. */
static void
evaluate(void *ud)
{
    const job *j = ud;
    wkb_span at;
    wkc_expr expr;
    const wkc_code *code = NULL;
    wkc_value v;
    wk_project *p = j->p;
    if (wkp_begin(p) != WK_OK ||
        wkp_text(p, "e", j->expr, strlen(j->expr), &at) != WK_OK ||
        wkc_parse(
            &expr, &p->call, p->diag.file.item[at.file].bytes, at, &p->diag) !=
            WK_OK ||
        wkc_compile(&code, &p->call, &p->env, &expr, NULL) != WK_OK ||
        wkc_evaluate(&v, &p->call, &p->env, code, NULL) != WK_OK)
        exit(1);
}

static void
run_lanes(void *ud)
{
    const job *j = ud;
    size_t lane = 0;
    wkc_cause cause;
    if (wkc_lanes_run(&j->run->lanes, j->lanes, &lane, &cause) != WK_OK)
        exit(1);
}

/* A program of five terms over names. */
static void
begin_lanes(job *j)
{
    static const char *const over[] = {"a=1..2 GB/s", "b=1..2 GB", "c=1..9"};
    static const char expr[] = "max(b / a, b * 2 / a) + c * b / a + 1 s";
    wk_sweep_options o = WK_SWEEP_OPTIONS_INIT;
    o.over = over;
    o.n_over = 3;
    o.n_random = 1 << 20;
    if (wk_sweep_begin(&j->run, j->p, expr, sizeof expr - 1, &o) != WK_OK)
        exit(1);
    wkc_grid_fill(
        &j->run->grid, 0, WKC_BLOCK, j->run->lanes.input, NULL, SIZE_MAX);
}

int
main(int argc, char **argv)
{
    static const char *const exprs[] = {
        "16 GB / 3350 GB/s to ms",
        "16 GB / chips.h100_sxm.bandwidth to ms",
    };
    job j = {.dir = argc > 1 ? argv[1] : "."};
    (void)printf("open and check the data\t%.0f ns\n",
                 cost(open_and_close, &j, 10));
    if (wk_open_dir(&j.p, j.dir, NULL) != WK_OK)
        return 1;
    for (size_t i = 0; i < 2; i++) {
        j.expr = exprs[i];
        (void)printf("parse, check, evaluate %s\t%.0f ns\n",
                     j.expr,
                     cost(evaluate, &j, 20000));
        (void)printf("wk_get %s\t%.0f ns\n", j.expr, cost(get, &j, 20000));
    }
    begin_lanes(&j);
    j.lanes = 1;
    (void)printf("five terms compiled, one value\t%.0f ns\n",
                 cost(run_lanes, &j, 100000));
    j.lanes = WKC_BLOCK;
    (void)printf("five terms compiled, a lane of %d\t%.2f ns\n",
                 (int)WKC_BLOCK,
                 cost(run_lanes, &j, 20000) / WKC_BLOCK);
    wk_sweep_end(j.run);
    wk_close(j.p);
    return 0;
}
