/* Faults of documents, word for word: tests/cases/faults.txt on the data of
 * tests/documents. A case is
 *
 *     === name
 *     the template
 *     --- its faults
 *     6:3+2: error: message > hint
 *
 * with the place and width of each; "+++ path" begins another file, and a
 * path stands before the place where it is not the template's. GOLDEN=1
 * rewrites the faults; the diff is read. */
#include <stdlib.h>

#include "tree.h"
#include "workings.h"

static const char cases_path[] = "tests/cases/faults.txt";
static const char page_path[] = "templates/page.md";
static const char *const data[] = {"kettles.csv",
                                   "hostile.csv",
                                   "sources.csv",
                                   "units.csv",
                                   "kitchen.formulas"};

typedef struct told {
    wkb_out text;
    size_t n_errors;
} told;

static void
hear(void *ud, const wk_diag *d)
{
    static const char *const levels[] = {
        [WK_LEVEL_NOTE] = "note",
        [WK_LEVEL_WARNING] = "warning",
        [WK_LEVEL_ERROR] = "error",
    };
    told *t = ud;
    t->n_errors += d->level == WK_LEVEL_ERROR;
    if (d->file && strcmp(d->file, page_path) != 0)
        wkb_print(&t->text, "%s:", d->file);
    if (d->file)
        wkb_print(&t->text,
                  "%d:%d+%d: ",
                  (int)d->line,
                  (int)d->column,
                  (int)d->width);
    wkb_print(&t->text, "%s: %s", levels[d->level], d->message);
    if (d->hint)
        wkb_print(&t->text, " > %s", d->hint);
    wkb_putc(&t->text, '\n');
}

static wk_status
ignore(void *ud, const char *path, const char *bytes, size_t n)
{
    (void)ud;
    (void)path;
    (void)bytes;
    (void)n;
    return WK_OK;
}

static void
add_data(wk_project *p, wkb_arena *a)
{
    for (size_t i = 0; i < WKB_COUNT(data); i++) {
        char from[64], to[64];
        (void)snprintf(from, sizeof from, "tests/documents/data/%s", data[i]);
        (void)snprintf(to, sizeof to, "data/%s", data[i]);
        const wkb_str bytes = tree_file(a, from);
        assert_int_equal(wk_add_file(p, to, bytes.p, bytes.n), WK_OK);
    }
}

/* A line, in which <<1B>> is that byte. */
static void
put_line(wkb_out *out, wkb_str line)
{
    for (size_t i = 0; i < line.n; i++) {
        const wkb_str rest = wkb_sub(line, i, line.n);
        const bool is_byte = wkb_starts(rest, WKB_STR("<<")) && rest.n >= 6 &&
                             wkb_starts(wkb_sub(rest, 4, 6), WKB_STR(">>"));
        wkb_putc(out,
                 is_byte ? (char)strtoul(rest.p + 2, NULL, 16) : line.p[i]);
        i += is_byte ? 5 : 0;
    }
    wkb_putc(out, '\n');
}

/* The files of a case: the template, and what "+++" lines begin. */
static void
add_case(wk_project *p, wkb_arena *a, wkb_str text)
{
    const char *path = page_path;
    while (text.p) {
        wkb_out one = wkb_out_kept(a);
        wkb_str bytes;
        const char *next = NULL;
        while (text.n && !next) {
            const wkb_str line = wkb_cut(&text, '\n');
            if (wkb_starts(line, WKB_STR("+++ ")))
                next = wkb_copy(a, wkb_sub(line, 4, line.n)).p;
            else
                put_line(&one, line);
        }
        assert_int_equal(wkb_out_text(&one, &bytes), WK_OK);
        assert_int_equal(wk_add_file(p, path, bytes.p, bytes.n), WK_OK);
        if (!next)
            return;
        path = next;
    }
}

static wkb_str
faults_of(wkb_arena *a, wkb_str name, wkb_str text)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_build_options b = WK_BUILD_OPTIONS_INIT;
    wk_build_report r;
    wk_project *p = NULL;
    wkb_str out;
    told t = {.text = wkb_out_kept(a)};
    o.diag = hear;
    o.diag_ud = &t;
    b.file = ignore;
    assert_int_equal(wk_open(&p, &o), WK_OK);
    add_data(p, a);
    add_case(p, a, text);
    const wk_status status = wk_build(&r, p, &b);
    if ((status != WK_OK) != (t.n_errors > 0))
        fail_msg("%.*s: %s with %zu errors",
                 (int)name.n,
                 name.p,
                 wk_status_word(status),
                 t.n_errors);
    wk_close(p);
    assert_int_equal(wkb_out_text(&t.text, &out), WK_OK);
    return out;
}

static void
test_faults(void **state)
{
    wkb_arena a;
    size_t n = 0, n_bad = 0;
    (void)state;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_str rest = tree_file(&a, cases_path);
    wkb_out all = wkb_out_kept(&a);
    wkb_print(&all, "%S", tree_section(&rest, "=== "));
    while (rest.n) {
        const wkb_str name = wkb_cut(&rest, '\n');
        wkb_str want = tree_section(&rest, "=== ");
        const wkb_str text = tree_section(&want, "--- its faults");
        const bool is_there = wkb_cut(&want, '\n').n > 0;
        const wkb_str got = faults_of(&a, name, text);
        n += wkb_starts(name, WKB_STR("=== "));
        wkb_print(&all, "%S\n%S--- its faults\n%S", name, text, got);
        if (wkb_str_eq(got, want) && is_there)
            continue;
        n_bad++;
        print_message("# %.*s\n# want:\n%.*s# got:\n%.*s",
                      (int)name.n,
                      name.p,
                      (int)want.n,
                      want.p,
                      (int)got.n,
                      got.p);
    }
    if (getenv("GOLDEN")) {
        FILE *f = fopen(cases_path, "wb");
        wkb_str bytes;
        assert_non_null(f);
        assert_int_equal(wkb_out_text(&all, &bytes), WK_OK);
        assert_int_equal(fwrite(bytes.p, 1, bytes.n, f), bytes.n);
        assert_int_equal(fclose(f), 0);
        n_bad = 0;
    }
    wkb_arena_clear(&a);
    assert_true(n > 50);
    assert_int_equal(n_bad, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
