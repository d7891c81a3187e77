/* The site through the public functions: from memory, to a callback. */
#include "load_help.h"
#include "test.h"

#include "workings.h"

static const struct {
    const char *path, *text;
} files[] = {
    {"data/site.yaml",
     "title: T & <b>\nbase_url: https://example.org/t/\n"
     "nav: [index, Kettles: kettle/small]\n"},
    {"data/sources.csv", "id,title,note\nbook,A book,background\n"},
    {"data/kettles.csv",
     "id,name,power [W],source\nsmall,small,1000,book\n"
     "large,large,2200,book\n"},
    {"templates/index.md",
     "---\ntitle: Home\ndate: 2026-01-02\n---\n\n## One\n\n"
     "It draws {{ kettles.large.power ~ 2200 W }}; see "
     "[small](kettle/small.html#k).\n"},
    {"templates/kettle.md",
     "---\ntitle: \"{{ k.name }}\"\neach: k in kettles\n"
     "formats: [html, md]\n---\n\n## K\n\n{{ k.power }} "
     "[home](../index.html#one) [data](../data/kettles.csv)\n"},
    {"templates/a b/pic.svg", "<svg/>"},
};

/* What was built: a line a file, and every byte. */
typedef struct built {
    wkb_arena arena;
    wkb_out names, bytes, said;
    size_t n_cards;
} built;

static wk_status
take_file(void *ud, const char *path, const char *bytes, size_t n)
{
    built *b = ud;
    if (strncmp(path, "cards/", 6) == 0) { /* named by what they show */
        b->n_cards += n > 1000;
        wkb_print(&b->bytes, "== %s %z\n", path, n);
        return b->bytes.status;
    }
    wkb_print(&b->names, "%s\n", path);
    if (strncmp(path, "fonts/", 6) != 0) /* else a text ends there */
        wkb_print(&b->bytes, "== %s\n%S", path, (wkb_str){bytes, n});
    return b->bytes.status;
}

static void
hear(void *ud, const wk_diag *d)
{
    built *b = ud;
    if (d->file)
        wkb_print(
            &b->said, "%s:%d:%d: ", d->file, (int)d->line, (int)d->column);
    wkb_print(&b->said, "%s\n", d->message);
}

static void
begin(built *b)
{
    *b = (built){.n_cards = 0};
    wkb_arena_init(&b->arena, NULL, NULL, 0);
    b->names = wkb_out_kept(&b->arena);
    b->bytes = wkb_out_kept(&b->arena);
    b->said = wkb_out_kept(&b->arena);
}

/* A project of the files above, one of them replaced. */
static wk_status
open_project(
    wk_project **p, built *b, failing *f, const char *path, const char *text)
{
    wk_options o = WK_OPTIONS_INIT;
    bool replaced = path == NULL;
    wk_status status = WK_OK;
    o.diag = hear;
    o.diag_ud = b;
    o.alloc = f ? failing_alloc : NULL;
    o.alloc_ud = f;
    o.fonts = test_fonts();
    status = wk_open(p, &o);
    for (size_t i = 0; i < WKB_COUNT(files) && status == WK_OK; i++) {
        const bool is_it = path && strcmp(path, files[i].path) == 0;
        const char *bytes = is_it ? text : files[i].text;
        replaced = replaced || is_it;
        status = wk_add_file(*p, files[i].path, bytes, strlen(bytes));
    }
    if (!replaced && status == WK_OK)
        status = wk_add_file(*p, path, text, strlen(text));
    return status;
}

/* Builds in n shares; wk_build for 0. */
static wk_status
build(built *b, wk_project *p, unsigned n, wk_build_report *r)
{
    wk_build_options o = WK_BUILD_OPTIONS_INIT;
    wk_plan *plan = NULL;
    o.file = take_file;
    o.file_ud = b;
    if (n == 0)
        return wk_build(r, p, &o);
    wk_status status = wk_plan_new(&plan, p, &o);
    for (unsigned i = 0; i < n && status == WK_OK; i++)
        status = wk_plan_make(plan, i, n);
    if (status == WK_OK)
        status = wk_plan_publish(r, plan, n);
    wk_plan_free(plan);
    return status;
}

static void
test_files(void **state)
{
    (void)state;
    wk_project *p = NULL;
    wk_build_report r;
    built b;
    begin(&b);
    assert_int_equal(open_project(&p, &b, NULL, NULL, NULL), WK_OK);
    assert_int_equal(build(&b, p, 0, &r), WK_OK);
    assert_text(&b.said, "");
    assert_text(&b.names,
                "404.html\na b/pic.svg\ndata/kettles.csv\ndata/sources.csv\n"
                "feed.xml\nfonts/dejavu-sans-400.woff2\n"
                "fonts/inter-400-italic.woff2\nfonts/inter-400.woff2\n"
                "fonts/inter-700.woff2\nfonts/inter-display-600.woff2\n"
                "fonts/jetbrains-mono-400.woff2\nindex.html\nkettle/"
                "large.html\nkettle/large.md\n"
                "kettle/small.html\nkettle/small.md\nrobots.txt\nsitemap.xml\n"
                "style.css\nmanifest.json\n");
    assert_int_equal(r.n_pages, 3);
    assert_int_equal(b.n_cards, 3);
    assert_int_equal(r.n_files, 23);
    assert_int_equal(r.n_claims, 1);
    assert_int_equal(r.n_links, 5);
    const char *all = kept(&b.bytes).p;
    assert_non_null(strstr(all, "<title>T &amp; &lt;b&gt;</title>"));
    assert_non_null(
        strstr(all, "<loc>https://example.org/t/kettle/large.html</loc>"));
    assert_non_null(strstr(all, "<updated>2026-01-02T00:00:00Z</updated>"));
    assert_non_null(strstr(all, "\"sentence\":\"It draws 2,200"));
    wk_close(p);
    wkb_arena_clear(&b.arena);
}

/* However a build is shared out, and again: the same bytes. */
static void
test_shares(void **state)
{
    (void)state;
    wk_project *p = NULL;
    wk_build_report r;
    built first;
    begin(&first);
    assert_int_equal(open_project(&p, &first, NULL, NULL, NULL), WK_OK);
    assert_int_equal(build(&first, p, 1, &r), WK_OK);
    for (unsigned n = 1; n <= 7; n += 2) {
        built b;
        begin(&b);
        assert_int_equal(build(&b, p, n, &r), WK_OK);
        assert_true(wkb_str_eq(kept(&b.bytes), kept(&first.bytes)));
        wkb_arena_clear(&b.arena);
    }
    wk_close(p);
    wkb_arena_clear(&first.arena);
}

/* Faults of a site, word for word: nothing is written. */
static void
test_faults(void **state)
{
    static const struct {
        const char *path, *text, *want;
    } cases[] = {
        {"data/site.yaml",
         "titel: x\n",
         "data/site.yaml:1:1: no key 'titel' here\n"},
        {"data/site.yaml",
         "base_url: example.org\n",
         "data/site.yaml:1:11: no address of a site: 'example.org'\n"},
        {"data/site.yaml",
         "shelf_life:\n  news: 3\n",
         "data/site.yaml:2:9: '3' is no length of time\n"},
        {"data/site.yaml",
         "nav: [idnex]\n",
         "data/site.yaml:1:7: no page 'idnex'\n"},
        {"data/site.yaml",
         "terms: x\nhtml: yes\n",
         "data/site.yaml:1:1: 'terms' should be a list\n"
         "data/site.yaml:2:7: neither true nor false: 'yes'\n"},
        {"templates/b.md",
         "---\ntitle: B\n---\n\n[x](idnex.html) [y](../x.html) [z](/x.html) "
         "[w](kettle/small.html#l)\n",
         "templates/b.md:5:5: no page or file 'idnex.html' in the site\n"
         "templates/b.md:5:21: a link that leads out of the site\n"
         "templates/b.md:5:36: a link that begins with '/' depends on where "
         "the site stands\n"
         "templates/b.md:5:49: no heading or number #l in 'kettle/small'\n"},
        {"templates/kettle/small.md",
         "---\ntitle: S\n---\n\n## K\n",
         "templates/kettle/small.md:1:1: two templates make the page "
         "'kettle/small'\n"},
    };
    (void)state;
    for (size_t i = 0; i < WKB_COUNT(cases); i++) {
        wk_project *p = NULL;
        wk_build_report r;
        built b;
        begin(&b);
        assert_int_equal(
            open_project(&p, &b, NULL, cases[i].path, cases[i].text), WK_OK);
        assert_int_not_equal(build(&b, p, 0, &r), WK_OK);
        assert_text(&b.said, cases[i].want);
        assert_text(&b.names, "");
        wk_close(p);
        wkb_arena_clear(&b.arena);
    }
}

/* A condition that a cell with a range decides chooses rows like any other. */
static void
test_rows_with_ranges(void **state)
{
    static const char table[] = "id,heat [W]\nlow,5\nwide,20..30\nnone,\n";
    static const char page[] =
        "---\ntitle: R\n---\n{{#each s in stoves where known(heat) and "
        "heat > 10 W}}\n- {{ s.id }} of {{ s.heat }}\n{{/each}}\n";
    (void)state;
    wk_project *p = NULL;
    wk_build_report r;
    built b;
    begin(&b);
    assert_int_equal(open_project(&p, &b, NULL, "templates/r.md", page), WK_OK);
    assert_int_equal(wk_add_file(p, "data/stoves.csv", table, sizeof table - 1),
                     WK_OK);
    assert_int_equal(build(&b, p, 0, &r), WK_OK);
    wkb_str all;
    assert_int_equal(wkb_out_text(&b.bytes, &all), WK_OK);
    assert_non_null(strstr(all.p, "<li>wide of"));
    assert_null(strstr(all.p, "<li>low of"));
    wk_close(p);
    wkb_arena_clear(&b.arena);
}

/* Memory that runs out anywhere is told, and all of it comes back. */
static void
test_memory(void **state)
{
    (void)state;
    size_t step = 1;
    for (size_t k = 1;; k += step) {
        failing f = {.fail_at = k};
        wk_project *p = NULL;
        wk_build_report r;
        built b;
        begin(&b);
        wk_status status = open_project(&p, &b, &f, NULL, NULL);
        if (status == WK_OK)
            status = build(&b, p, 2, &r);
        wk_close(p);
        if (status != WK_OK && status != WK_ENOMEM)
            (void)fprintf(stderr, "%zu: %s", k, kept(&b.said).p);
        wkb_arena_clear(&b.arena);
        assert_int_equal(f.held, 0);
        if (status == WK_OK)
            break;
        assert_int_equal(status, WK_ENOMEM);
        step = k / 64 + 1;
    }
}

static void
test_report(void **state)
{
    (void)state;
    static const char text[] =
        "---\ntitle: Memo\n---\n\n```assume\nload:\n  value: 40 %\n  why: x\n"
        "```\n\nIt is {{ load }} of {{ kettles.large.power }}.\n";
    static const char *const set[] = {"load=60 %"};
    wk_report_options o = WK_REPORT_OPTIONS_INIT;
    wk_project *p = NULL;
    built b;
    begin(&b);
    o.format = WK_MARKDOWN;
    o.set = set;
    o.n_set = 1;
    o.sink = NULL;
    assert_int_equal(open_project(&p, &b, NULL, NULL, NULL), WK_OK);
    assert_int_equal(wk_report(p, "memo.md", text, sizeof text - 1, &o), WK_OK);
    assert_text(&b.said, "");
    wk_close(p);
    wkb_arena_clear(&b.arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_rows_with_ranges),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
