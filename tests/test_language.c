/* The language on real tables: each line of a file of cases is an expression
 * and what comes of it, with the tables of the fixture or those of data/. */
#include <math.h>
#include <stdio.h>

#include "base/num.h"
#include "project/project.h"
#include "test.h"

enum { LINE = 4096 };

typedef struct bench {
    wk_project *p;
    wk_status last; /* of the diagnostics */
    char message[LINE];
} bench;

static void
hear(void *ud, const wk_diag *d)
{
    bench *b = ud;
    if (d->level != WK_LEVEL_ERROR || b->last != WK_OK)
        return;
    b->last = d->status;
    (void)snprintf(b->message, sizeof b->message, "%s", d->message);
}

static int
open_folder(void **state, const char *folder)
{
    static bench b;
    wk_options o = WK_OPTIONS_INIT;
    o.diag = hear;
    o.diag_ud = &b;
    b = (bench){0};
    if (wk_open_dir(&b.p, folder, &o) != WK_OK) {
        (void)printf("# %s\n", b.message);
        return 1;
    }
    *state = &b;
    return 0;
}

static int
open_fixture(void **state)
{
    return open_folder(state, "tests/fixture");
}

static int
open_data(void **state)
{
    return open_folder(state, ".");
}

static int
close_folder(void **state)
{
    bench *b = *state;
    wk_close(b->p);
    return 0;
}

static wk_status
keep(void *ud, const char *p, size_t n)
{
    char *line = ud;
    const size_t at = strlen(line);
    if (at + n < LINE) {
        memcpy(line + at, p, n);
        line[at + n] = '\0';
    }
    return WK_OK;
}

/* The value as the cases write it: in the unit of the case. */
static void
value_text(bench *b, const wkp_result *r, const char *want, char out[LINE])
{
    const wkc_value *v = &r->value;
    double wanted[2] = {NAN, NAN};
    char unit[LINE] = "", quals[LINE] = "";
    wkb_str text = wkb_str_of(want);
    const size_t as =
        (size_t)(strstr(want, " as ") ? strstr(want, " as ") - want
                                      : (long)text.n);
    text.n = as;
    size_t i = 0;
    for (int end = 0; end < 2; end++) {
        const double sign = i < text.n && text.p[i] == '-' ? -1 : 1;
        i += sign < 0;
        const size_t n = wkb_num_length(wkb_sub(text, i, text.n));
        if (n == 0)
            break;
        (void)wkb_num_read(wkb_sub(text, i, i + n), &wanted[end]);
        wanted[end] *= sign;
        i += n;
        if (!wkb_starts(wkb_sub(text, i, text.n), WKB_STR("..")))
            break;
        i += 2;
    }
    if (isnan(wanted[1]))
        wanted[1] = wanted[0];
    wku_unit u = wku_one();
    if (i < text.n && text.p[i] == ' ') {
        (void)snprintf(
            unit, sizeof unit, "%.*s", (int)(text.n - i - 1), text.p + i + 1);
        assert_int_equal(
            wku_unit_read(
                &u, &b->p->units, wkb_str_of(unit), true, WKB_NOWHERE, NULL),
            WK_OK);
    }
    const double lo = v->num.lo / u.factor, hi = v->num.hi / u.factor;
    wkb_out kept = wkb_out_kept(&b->p->call);
    wku_quals_put(&kept, &b->p->axes, v->type.quals);
    wkb_str q;
    (void)wkb_out_text(&kept, &q);
    (void)snprintf(quals, sizeof quals, "%.*s", (int)q.n, q.p);
    const bool same = fabs(lo - wanted[0]) <= 1e-5 * fabs(wanted[0]) &&
                      fabs(hi - wanted[1]) <= 1e-5 * fabs(wanted[1]) &&
                      wku_same_dimension(&u, &v->type.unit);
    const char *stated = want + as;
    /* Tags that the case does not name are not asked for. */
    if (same && (*stated == '\0' || strcmp(stated, quals) == 0))
        (void)snprintf(out, LINE, "%s", want);
    else
        (void)snprintf(
            out, LINE, "%.10g..%.10g %.99s%.99s", lo, hi, unit, quals);
}

static const char *
claim_text(const wkp_result *r)
{
    static const char *const texts[] = {
        "holds", "fails", "fails (not known)", "fails (range)"};
    return texts[r->verdict];
}

static void
result_text(bench *b, const char *expr, const char *want, char out[LINE])
{
    wkp_result r;
    b->last = WK_OK;
    assert_int_equal(wkp_begin(b->p), WK_OK);
    const wk_status s = wkp_evaluate(b->p, &r, expr, strlen(expr));
    if (s != WK_OK && !(s == WK_ECLAIM && r.has_claim)) {
        (void)snprintf(out, LINE, "error: %s", wk_status_word(b->last));
        return;
    }
    if (r.has_claim) {
        (void)snprintf(out, LINE, "%s", claim_text(&r));
    } else if (r.value.status != WK_OK || r.value.type.kind == WKU_BOOL ||
               r.value.type.kind == WKU_DATE) {
        (void)snprintf(out, LINE, "%.*s", (int)r.text.n, r.text.p);
    } else if (r.value.type.kind == WKU_NUMBER) {
        value_text(b, &r, want, out);
    } else {
        (void)snprintf(out, LINE, "\"%.*s\"", (int)r.text.n, r.text.p);
    }
    /* `not known` without a place asks only that. */
    if (strncmp(want, "not known", 9) == 0 &&
        strncmp(out, "not known", 9) == 0 &&
        (want[9] == '\0' || strcmp(want, "not known (condition)") == 0))
        (void)snprintf(out, LINE, "%s", want);
}

/* A formula as a file would define it. */
static void
definition_text(bench *b, const char *text, char out[LINE])
{
    wk_project *p = b->p;
    wkb_span at;
    b->last = WK_OK;
    assert_int_equal(wkp_begin(p), WK_OK);
    assert_int_equal(wkp_text(p, "def", text, strlen(text), &at), WK_OK);
    const size_t before = p->formulas.formula.n;
    wk_status s = wkc_formulas_read(
        &p->formulas, p->diag.file.item[at.file].bytes, at.file, &p->diag);
    if (s == WK_OK)
        s = wkc_formulas_link(&p->formulas, &p->tables);
    if (s == WK_OK)
        s = wkc_formula_check(
            &p->env, p->formulas.formula.item[before], &p->call);
    p->formulas.formula.n = before;
    if (s == WK_OK)
        (void)snprintf(out, LINE, "loads");
    else
        (void)snprintf(out, LINE, "error: %s", wk_status_word(b->last));
}

static void
printed_text(bench *b, const char *expr, char out[LINE])
{
    out[0] = '\0';
    b->last = WK_OK;
    const wk_status s = wk_eval(b->p, expr, strlen(expr), WK_TEXT, keep, out);
    out[strcspn(out, "\n")] = '\0';
    if (s != WK_OK)
        (void)snprintf(out, LINE, "error: %s", wk_status_word(b->last));
}

static void
one_case(bench *b, char *expr, const char *want, char out[LINE])
{
    char *words = strstr(expr, " | ");
    if (strncmp(expr, "def ", 4) == 0) {
        definition_text(b, expr + 4, out);
    } else if (words) {
        if (strcmp(words, " | default") == 0)
            *words = '\0';
        printed_text(b, expr, out);
    } else {
        result_text(b, expr, want, out);
    }
}

static void
run_cases(bench *b, const char *file)
{
    char line[LINE], got[LINE];
    size_t n = 0, n_bad = 0;
    FILE *f = fopen(file, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char *want = strchr(line, '\t');
        if (line[0] == '#' || !want)
            continue;
        *want++ = '\0';
        want[strcspn(want, "\t\n")] = '\0';
        n++;
        char expr[LINE];
        (void)snprintf(expr, sizeof expr, "%s", line);
        one_case(b, expr, want, got);
        if (strcmp(got, want) != 0) {
            n_bad++;
            (void)printf("# %s\n#   want %s\n#   got  %s\n", line, want, got);
        }
    }
    (void)fclose(f);
    (void)printf("# %s: %zu cases, %zu bad\n", file, n, n_bad);
    assert_true(n > 0);
    assert_int_equal(n_bad, 0);
}

static void
language_cases(void **state)
{
    run_cases(*state, "tests/cases/language_cases.tsv");
}

static void
formula_examples(void **state)
{
    run_cases(*state, "tests/cases/formula_examples.tsv");
}

static void
buyer_errors(void **state)
{
    run_cases(*state, "tests/cases/buyer_errors.tsv");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            language_cases, open_fixture, close_folder),
        cmocka_unit_test_setup_teardown(
            formula_examples, open_data, close_folder),
        cmocka_unit_test_setup_teardown(buyer_errors, open_data, close_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
