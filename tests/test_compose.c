/* Composing pages: Markdown without anything of ours is cmark's, time stays
 * bounded whatever a template holds, memory may run out anywhere. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "load_help.h"
#include "tree.h"
#include "workings.h"

#define HOLDS assert_true
#include "compose_help.h"

typedef struct told {
    size_t n_errors;
    char last[512];
} told;

static void
hear(void *ud, const wk_diag *d)
{
    told *t = ud;
    if (d->level != WK_LEVEL_ERROR)
        return;
    t->n_errors++;
    (void)snprintf(t->last, sizeof t->last, "%u: %s", d->line, d->message);
}

static wk_project *
open_empty(told *t)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_project *p = NULL;
    *t = (told){0};
    o.diag = hear;
    o.diag_ud = t;
    assert_int_equal(wk_open(&p, &o), WK_OK);
    assert_int_equal(wk_load(p), WK_OK);
    return p;
}

static wk_status
compose(const wkt_document **out, wk_project *p, wkb_str text, bool html)
{
    const wkt_site site = {.html = html};
    wkt_document *doc = NULL;
    wkb_span at;
    assert_int_equal(wkp_begin(p), WK_OK);
    assert_int_equal(wkp_text(p, "page.md", text.p, text.n, &at), WK_OK);
    const wk_status status = compose_page(&doc, p, at.file, at.file, &site);
    *out = doc;
    return status;
}

static void
test_markdown_is_cmarks(void **state)
{
    wkb_arena a;
    told t;
    size_t n = 0;
    (void)state;
    wkb_arena_init(&a, NULL, NULL, 0);
    wk_project *p = open_empty(&t);
    wkb_str rest = tree_file(&a, "tests/cases/commonmark.txt");
    (void)tree_section(&rest, "=== ");
    for (; rest.n; n++) {
        const wkb_str name = wkb_cut(&rest, '\n');
        const wkb_str text = tree_section(&rest, "=== ");
        const wkt_document *doc = NULL;
        const wkt_site site = {.html = true};
        const wk_status status = compose(&doc, p, text, true);
        if (status != WK_OK)
            fail_msg("%.*s: %s", (int)name.n, name.p, t.last);
        const wkb_str ours = compose_common(&a, compose_html(&a, doc, &site));
        const wkb_str theirs = compose_cmark(&a, text);
        if (!wkb_str_eq(ours, theirs))
            fail_msg("%.*s\nours:\n%.*s\ncmark's:\n%.*s",
                     (int)name.n,
                     name.p,
                     (int)ours.n,
                     ours.p,
                     (int)theirs.n,
                     theirs.p);
    }
    assert_true(n >= 20);
    wk_close(p);
    wkb_arena_clear(&a);
}

/* "part" n times, between begin and end. */
static wkb_str
many(wkb_arena *a, const char *begin, const char *part, size_t n)
{
    wkb_out out = wkb_out_kept(a);
    wkb_str text;
    wkb_puts(&out, begin);
    for (size_t i = 0; i < n; i++)
        wkb_puts(&out, part);
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    return text;
}

/* What parsers of Markdown, ours or cmark, could take quadratic time for: a
 * tenth of what a template may have is composed, or refused, in seconds.
 * SLOW=BYTES tries more, and tells what each takes. */
static void
test_time_is_bounded(void **state)
{
    static const struct {
        const char *begin, *part;
    } rows[] = {
        {"", "["},
        {"", "![a"},
        {"", "!["},
        {"", "]"},
        {"", "[a]("},
        {"", "[a](<b"},
        {"", "[]("},
        {"", "**a "},
        {"", "a** "},
        {"", "*a_ "},
        {"", "_a* "},
        {"", "***a"},
        {"", "> "},
        {"", ">"},
        {"", "- "},
        {"", "1. "},
        {"", "`a``b```"},
        {"", "` `` ``` "},
        {"", "<"},
        {"", "<a "},
        {"", "<!-- "},
        {"", "<?"},
        {"", "<![CDATA["},
        {"", "&"},
        {"", "&amp"},
        {"", "\\*\n"},
        {"", "a\n"},
        {"", "# a\n"},
        {"", "- a\n"},
        {"", "-\n"},
        {"", "a | b\n"},
        {"|a|\n|-|\n", "|1|\n"},
        {"", "{{ 1 }}"},
        {"", "{{"},
        {"", "{{ 1 "},
        {"", "{{#if 1 > 2}}"},
        {"", "{{#if 1 > 2}}{{/if}}\n"},
        {"", "{{/if}}"},
        {"", "[@a] "},
        {"", "[^a]"},
        {"", "[^a]: b\n"},
        {"", "[a]: b\n"},
        {"[a]: b\n", "[a] "},
        {"", "```\n"},
        {"", "```let\na = 1\n```\n"},
        {"```let\n", "a = 1\n"},
        {"", "12 "},
        {"", "a@b.c "},
        {"", "https://a.b "},
        {"", "\\"},
        {"", "<b>"},
        {"", "\t"},
        {"- a\n", " \t- b\n"},
        {"", "    a\n"},
        {"", "a  \n"},
        {"", "---\n"},
        {"---\n", "a: b\n"},
        {"---\na:\n", "  - b\n"},
        {"", "a\n===\n"},
        {"", "~~~\n"},
        {"", "[a]()"},
        {"", "![](a)"},
        {"", "\xef\xbf\xbd"},
        {"", "{{> part}}\n"},
        {"", ". A"},
        {"", "A. "},
    };
    (void)state;
    for (size_t i = 0; i < WKB_COUNT(rows); i++) {
        enum { SIZE = 100000 };
        const size_t size =
            getenv("SLOW") ? strtoul(getenv("SLOW"), NULL, 10) : SIZE;
        wkb_arena a;
        told t;
        const wkt_document *doc = NULL;
        wkb_arena_init(&a, NULL, NULL, 0);
        wk_project *p = open_empty(&t);
        const size_t n = size / strlen(rows[i].part);
        const wkb_str text = many(&a, rows[i].begin, rows[i].part, n);
        const clock_t begin = clock();
        const wk_status status = compose(&doc, p, text, true);
        const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (getenv("SLOW"))
            print_message("# %.3f s '%s' %s %s\n",
                          seconds,
                          rows[i].part,
                          wk_status_word(status),
                          t.last);
        if (seconds > 5)
            fail_msg("'%s' takes %.1f s", rows[i].part, seconds);
        assert_true((status == WK_OK) == (t.n_errors == 0) ||
                    status == WK_ENOMEM);
        wk_close(p);
        wkb_arena_clear(&a);
    }
}

/* The project in tests/documents, whose pages use all there is. */
static const char *const files[] = {"data/site.yaml",
                                    "data/kettles.csv",
                                    "data/hostile.csv",
                                    "data/sources.csv",
                                    "data/units.csv",
                                    "data/kitchen.formulas",
                                    "templates/_layout.html",
                                    "templates/_other.html",
                                    "templates/_part.md",
                                    "templates/_deeper.md",
                                    "templates/cites.md",
                                    "templates/claims.md",
                                    "templates/code.md",
                                    "templates/dates.md",
                                    "templates/interpolation.md",
                                    "templates/kettle.svg",
                                    "templates/lists.md",
                                    "templates/matter.md",
                                    "templates/pipes.md",
                                    "templates/sums.md",
                                    "templates/wording.md",
                                    "templates/rows/kettle.md",
                                    "templates/sub/_deeper.md",
                                    "templates/sub/partials.md"};

static wk_status
count_bytes(void *ud, const char *path, const char *bytes, size_t n)
{
    size_t *all = ud;
    const bool is_picture = strstr(path, ".png") != NULL;
    for (size_t i = 0; i < n && !is_picture; i++)
        *all = *all * 31 + (unsigned char)bytes[i];
    return WK_OK;
}

/* Plans and makes the pages, without what looks across them. */
static wk_status
make_all(
    told *t, failing *f, size_t max_bytes, const wkb_str *text, size_t *sum)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_build_options b = WK_BUILD_OPTIONS_INIT;
    wk_build_report r;
    wk_project *p = NULL;
    *t = (told){0};
    *sum = 0;
    o.diag = hear;
    o.diag_ud = t;
    o.alloc = failing_alloc;
    o.alloc_ud = f;
    o.max_bytes = max_bytes;
    b.file = count_bytes;
    b.file_ud = sum;
    wk_status status = wk_open(&p, &o);
    for (size_t i = 0; i < WKB_COUNT(files) && status == WK_OK; i++)
        status = wk_add_file(p, files[i], text[i].p, text[i].n);
    if (status == WK_OK)
        status = wk_build(&r, p, &b);
    wk_close(p);
    assert_int_equal(f->held, 0);
    if (status != WK_OK && status != WK_ENOMEM)
        fail_msg("%s: %s", wk_status_word(status), t->last);
    return status;
}

/* Memory that runs out anywhere is told, nothing is kept, and what gets
 * through is the same. */
static void
test_memory_runs_out(void **state)
{
    wkb_arena a;
    wkb_str text[WKB_COUNT(files)];
    told t;
    size_t want = 0, got = 0, n_failed = 0;
    (void)state;
    wkb_arena_init(&a, NULL, NULL, 0);
    for (size_t i = 0; i < WKB_COUNT(files); i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "tests/documents/%s", files[i]);
        text[i] = tree_file(&a, path);
    }
    failing none = {.fail_at = 0};
    assert_int_equal(make_all(&t, &none, 0, text, &want), WK_OK);
    for (size_t k = 1, step = 1;; k += step, step = k / 16 + 1) {
        failing f = {.fail_at = k};
        if (make_all(&t, &f, 0, text, &got) == WK_OK)
            break;
        n_failed++;
    }
    assert_int_equal(got, want);
    for (size_t bytes = 65536;; bytes += bytes / 32) {
        failing f = {.fail_at = 0};
        if (make_all(&t, &f, bytes, text, &got) == WK_OK)
            break;
        n_failed++;
    }
    assert_int_equal(got, want);
    assert_true(n_failed > 40);
    wkb_arena_clear(&a);
}

/* What a page holds of n names, a list among them. */
static size_t
bytes_of_names(size_t n)
{
    wkb_arena a;
    told t = {0};
    const wkt_document *doc = NULL;
    wkb_str text;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_out out = wkb_out_kept(&a);
    wk_project *p = NULL;
    wk_options o = WK_OPTIONS_INIT;
    o.diag = hear;
    o.diag_ud = &t;
    assert_int_equal(wk_open(&p, &o), WK_OK);
    assert_int_equal(wk_add_csv(p, "rows", "id\nx\ny\n", 7), WK_OK);
    for (size_t i = 0; i < n; i++) {
        wkb_print(&out, "```let\na%z = %z GB\n```\n", i, i + 1);
        if (i * 2 == n)
            wkb_puts(&out, "{{#each c in rows}}\nx\n{{/each}}\n");
    }
    wkb_print(&out, "{{ a%z }} and {{ a0 }}\n", n - 1);
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    if (compose(&doc, p, text, false) != WK_OK)
        fail_msg("%s", t.last);
    assert_int_equal(doc->number.n, 2);
    const size_t bytes = p->call.bytes;
    wk_close(p);
    wkb_arena_clear(&a);
    return bytes;
}

/* Each name once, not all before it again. */
static void
test_names_take_what_they_are(void **state)
{
    (void)state;
    const size_t few = bytes_of_names(1000);
    assert_true(bytes_of_names(4000) < 6 * few);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_markdown_is_cmarks),
        cmocka_unit_test(test_time_is_bounded),
        cmocka_unit_test(test_names_take_what_they_are),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
