/* The same bytes in every language of the host: all that the case files ask,
 * as text and JSON, and what explain says of it. With `print` it writes them
 * to standard output, for locale.sh to compare between processors. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "workings.h"

enum { LINE = 1 << 14 };

/* A text that grows; aborts the test when memory is out. */
typedef struct text {
    char *p;
    size_t n, cap;
} text;

static wk_status
grow(void *ud, const char *p, size_t n)
{
    text *t = ud;
    if (t->cap - t->n < n) {
        t->cap = 2 * (t->cap + n);
        char *grown = realloc(t->p, t->cap);
        if (!grown)
            abort();
        t->p = grown;
    }
    memcpy(t->p + t->n, p, n);
    t->n += n;
    return WK_OK;
}

static void
hear(void *ud, const wk_diag *d)
{
    char place[64];
    (void)snprintf(place, sizeof place, "%u:%u: ", d->line, d->column);
    (void)grow(ud, place, strlen(place));
    (void)grow(ud, d->message, strlen(d->message));
    (void)grow(ud, "\n", 1);
}

/* The first column of a case file; the third of pitfalls.tsv. */
static void
ask_all(wk_project *p, text *out, const char *file, int column)
{
    static char line[LINE];
    size_t n_asked = 0;
    FILE *f = fopen(file, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        char *expr = line;
        for (int i = 0; i < column && expr; i++) {
            expr = strchr(expr, '\t');
            expr += expr != NULL;
        }
        if (!expr || line[0] == '#')
            continue;
        const size_t n = strcspn(expr, "\t\n");
        (void)wk_eval(p, expr, n, WK_TEXT, grow, out);
        (void)wk_eval(p, expr, n, WK_JSON, grow, out);
        (void)wk_explain(p, expr, n, WK_TEXT, grow, out);
        n_asked++;
    }
    assert_true(n_asked > 200);
    (void)fclose(f);
}

static text
everything(void)
{
    text out = {0};
    wk_project *p = NULL;
    wk_options o = WK_OPTIONS_INIT;
    o.diag = hear;
    o.diag_ud = &out;
    assert_int_equal(wk_open_dir(&p, "tests/fixture", &o), WK_OK);
    ask_all(p, &out, "tests/cases/language_cases.tsv", 0);
    ask_all(p, &out, "tests/cases/pitfalls.tsv", 2);
    wk_close(p);
    return out;
}

static void
test_locales(void **state)
{
    (void)state;
    static const char *const languages[] = {"C",
                                            "de_DE.UTF-8",
                                            "fr_FR.UTF-8",
                                            "tr_TR.UTF-8",
                                            "ar_EG.UTF-8",
                                            "hi_IN",
                                            "ps_AF"};
    const text want = everything();
    assert_true(want.n > 50000);
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        if (!setlocale(LC_ALL, languages[i])) {
            (void)printf("# no locale %s\n", languages[i]);
            continue;
        }
        const text got = everything();
        assert_int_equal(got.n, want.n);
        assert_memory_equal(got.p, want.p, want.n);
        free(got.p);
    }
    (void)setlocale(LC_ALL, "");
    free(want.p);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_locales)};
    if (argc == 2 && strcmp(argv[1], "print") == 0) {
        const text all = everything();
        const size_t n = fwrite(all.p, 1, all.n, stdout);
        free(all.p);
        return n == all.n ? 0 : 3;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
