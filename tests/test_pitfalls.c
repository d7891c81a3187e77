/* What users of other tools tripped over: cases/pitfalls.tsv, each case with
 * the exact message and hint, through the public functions alone. */
#include <stdio.h>

#include "load_help.h"
#include "workings.h"

enum { LINE = 1 << 14 };

/* What came of a case: the value or the message, and its hint. */
typedef struct outcome {
    char want[LINE], hint[LINE];
    bool has_failed;
} outcome;

/* Appends to a text of LINE bytes; what does not fit is cut. */
static void
append(char *to, const char *p, size_t n)
{
    const size_t at = strlen(to), room = LINE - 1 - at;
    memcpy(to + at, p, n < room ? n : room);
    to[at + (n < room ? n : room)] = '\0';
}

static void
hear(void *ud, const wk_diag *d)
{
    outcome *o = ud;
    char place[LINE];
    const char *file = d->file ? d->file : "";
    if (d->level != WK_LEVEL_ERROR)
        return;
    if (o->has_failed) {
        append(o->want, " ;; ", 4);
        append(o->hint, " ;; ", 4);
    }
    o->has_failed = true;
    (void)snprintf(
        place, sizeof place, "%s:%u:%u: error: ", file, d->line, d->column);
    append(o->want, place, strlen(place));
    append(o->want, d->message, strlen(d->message));
    if (d->hint)
        append(o->hint, d->hint, strlen(d->hint));
}

static wk_status
keep(void *ud, const char *p, size_t n)
{
    append(ud, p, n);
    return WK_OK;
}

static void
ask(wk_project *p, outcome *o, const char *expr, wk_format format)
{
    char text[LINE] = "";
    const wk_status s = wk_eval(p, expr, strlen(expr), format, keep, text);
    text[strcspn(text, "\n")] = '\0';
    if (s == WK_OK && !o->has_failed)
        append(o->want, text, strlen(text));
    assert_true(s == WK_OK || o->has_failed);
}

static wk_project *
open_for(outcome *o)
{
    wk_project *p = NULL;
    wk_options with = WK_OPTIONS_INIT;
    with.diag = hear;
    with.diag_ud = o;
    assert_int_equal(wk_open(&p, &with), WK_OK);
    return p;
}

/* eval, json: over the fixture. */
static void
over_fixture(outcome *o, wkb_str kind, wkb_str input)
{
    wk_project *p = NULL;
    wk_options with = WK_OPTIONS_INIT;
    with.diag = hear;
    with.diag_ud = o;
    assert_int_equal(wk_open_dir(&p, "tests/fixture", &with), WK_OK);
    ask(p, o, input.p, wkb_str_eq(kind, WKB_STR("json")) ? WK_JSON : WK_TEXT);
    wk_close(p);
}

/* csv: a table t, and what an expression behind `=>` is over it; formulas: a
 * file of them, likewise. */
static void
over_bytes(outcome *o, wkb_arena *a, wkb_str kind, wkb_str input)
{
    wkb_out bytes = wkb_out_kept(a), expr = wkb_out_kept(a);
    size_t at = 0;
    while (at < input.n &&
           !wkb_starts(wkb_sub(input, at, input.n), WKB_STR(" => ")))
        at++;
    put_unescaped(&bytes, wkb_sub(input, 0, at));
    put_unescaped(
        &expr, at < input.n ? wkb_sub(input, at + 4, input.n) : WKB_STR("1"));
    wk_project *p = open_for(o);
    if (wkb_str_eq(kind, WKB_STR("csv")))
        assert_int_equal(wk_add_csv(p, "t", kept(&bytes).p, bytes.n), WK_OK);
    else
        assert_int_equal(wk_add_formulas(p, "t", kept(&bytes).p, bytes.n),
                         WK_OK);
    ask(p, o, kept(&expr).p, WK_TEXT);
    wk_close(p);
}

static size_t
run_case(wkb_str line, unsigned number)
{
    static outcome o;
    wkb_arena a;
    wkb_str rest = line;
    wkb_arena_init(&a, NULL, NULL, 0);
    const wkb_str id = wkb_cut(&rest, '\t'), kind = wkb_cut(&rest, '\t');
    const wkb_str input = wkb_copy(&a, wkb_cut(&rest, '\t'));
    const wkb_str want = wkb_cut(&rest, '\t');
    o.want[0] = o.hint[0] = '\0';
    o.has_failed = false;
    if (wkb_str_eq(kind, WKB_STR("eval")) || wkb_str_eq(kind, WKB_STR("json")))
        over_fixture(&o, kind, input);
    else
        over_bytes(&o, &a, kind, input);
    const bool same = wkb_str_eq(wkb_str_of(o.want), want) &&
                      wkb_str_eq(wkb_str_of(o.hint), rest);
    if (!same)
        (void)fprintf(stderr,
                      "pitfalls.tsv:%u:\n%.*s\t%.*s\t%.*s\t%s%s%s\n",
                      number,
                      (int)id.n,
                      id.p,
                      (int)kind.n,
                      kind.p,
                      (int)input.n,
                      input.p,
                      o.want,
                      o.hint[0] ? "\t" : "",
                      o.hint);
    wkb_arena_clear(&a);
    return same ? 0 : 1;
}

/* Which of an area's pitfalls have a case. */
typedef struct area {
    const char *prefix; /* "units-7." */
    unsigned n;         /* numbered from 1 */
    unsigned cases[64];
} area;

static void
count(area *areas, size_t n, wkb_str id)
{
    for (size_t i = 0; i < n; i++) {
        const wkb_str prefix = wkb_str_of(areas[i].prefix);
        if (!wkb_starts(id, prefix))
            continue;
        const unsigned long k = strtoul(id.p + prefix.n, NULL, 10);
        assert_true(k >= 1 && k <= areas[i].n && k < 64);
        areas[i].cases[k]++;
        return;
    }
    fail_msg("no area for %.*s", (int)id.n, id.p);
}

static void
test_cases(void **state)
{
    (void)state;
    area areas[] = {{"units-7.", 23, {0}},
                    {"number-", 9, {0}},
                    {"unit-", 12, {0}},
                    {"csv-", 20, {0}},
                    {"ready-", 34, {0}},
                    {"hostile-", 40, {0}}};
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_str rest = read_file(&a, "tests/cases/pitfalls.tsv");
    size_t n_bad = 0;
    assert_non_null(rest.p);
    for (unsigned number = 1; rest.n; number++) {
        const wkb_str line = wkb_cut(&rest, '\n');
        wkb_str id = line;
        if (line.n == 0 || line.p[0] == '#')
            continue;
        count(areas, WKB_COUNT(areas), wkb_cut(&id, '\t'));
        n_bad += run_case(line, number);
    }
    wkb_arena_clear(&a);
    assert_int_equal(n_bad, 0);
    for (size_t i = 0; i < WKB_COUNT(areas); i++) {
        for (unsigned k = 1; k <= areas[i].n; k++) {
            if (areas[i].cases[k] == 0)
                fail_msg("%s%u has no case", areas[i].prefix, k);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
