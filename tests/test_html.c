/* HTML: every kind of node, the layout and its slots, what must not pass. */
#include "base/diag.h"
#include "tree.h"
#include "write/html.h"

/* A text in a static initializer. */
#define TEXT(literal)                   \
    {                                   \
        "" literal, sizeof(literal) - 1 \
    }

static wkb_arena arena;

static int
set_up(void **state)
{
    (void)state;
    wkb_arena_init(&arena, NULL, NULL, 0);
    return 0;
}

static int
tear_down(void **state)
{
    (void)state;
    wkb_arena_clear(&arena);
    return 0;
}

static void
assert_same_text(wkb_str name, wkb_out *out, wkb_str want)
{
    wkb_str got;
    assert_int_equal(wkb_out_text(out, &got), WK_OK);
    if (!wkb_str_eq(got, want))
        fail_msg("%.*s\nwant:\n%.*s\ngot:\n%s",
                 (int)name.n,
                 name.p,
                 (int)want.n,
                 want.p,
                 got.p);
}

static void
test_every_kind(void **state)
{
    wkb_str rest = tree_file(&arena, "tests/cases/write.txt");
    tree_case c;
    size_t n = 0;
    (void)state;
    for (; tree_next_case(&rest, &c); n++) {
        wkb_out out = wkb_out_kept(&arena);
        const wkt_document doc = {.root = tree_read(&arena, c.tree)};
        const wkw_request r = {.doc = &doc};
        wkw_page h = {.out = &out, .r = &r, .is_line_new = true};
        wkw_html_nodes(&h, doc.root);
        wkw_html_line(&h);
        assert_same_text(c.name, &out, c.html);
    }
    assert_true(n > 15);
}

static const wkt_site site = {.title = TEXT("A & B"),
                              .base_url = TEXT("https://example.org/w"),
                              .license = TEXT("Text under CC BY 4.0."),
                              .author = TEXT("Ada {L}")};

static wkt_document
document(const char *tree)
{
    return (wkt_document){
        .root = tree_read(&arena, wkb_str_of(tree)),
        .path = WKB_STR("guide/memory"),
        .meta = {.title = WKB_STR("Memory <1> & \"2\""), .markdown = true}};
}

static wkb_str
written(const wkw_request *r)
{
    wkb_out out = wkb_out_kept(&arena);
    wkb_str text;
    assert_int_equal(wkw_html.write(&out, r, NULL), WK_OK);
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    return text;
}

static void
assert_has(wkb_str text, const char *part)
{
    if (!strstr(text.p, part))
        fail_msg("no '%s' in\n%s", part, text.p);
}

static void
assert_has_not(wkb_str text, const char *part)
{
    if (strstr(text.p, part))
        fail_msg("'%s' in\n%s", part, text.p);
}

static void
test_the_built_in_layout(void **state)
{
    static const wkw_nav nav[] = {{TEXT("Guide"), TEXT("guide/memory.html")},
                                  {TEXT("Chips & more"), TEXT("chips.html")}};
    wkt_document doc = document("PARAGRAPH\n  TEXT text\n");
    (void)state;
    doc.meta.description = WKB_STR("What \"it\" is");
    wkw_request r = {.doc = &doc,
                     .site = &site,
                     .nav = nav,
                     .n_nav = WKB_COUNT(nav),
                     .root = WKB_STR("../")};
    const wkb_str page = written(&r);
    assert_has(page, "<!DOCTYPE html>\n<html lang=\"en\">\n");
    assert_has(page, "<title>Memory &lt;1&gt; &amp; &quot;2&quot;</title>\n");
    assert_has(page,
               "<meta name=\"description\" content=\"What &quot;it&quot; "
               "is\">\n");
    assert_has(
        page,
        "<link rel=\"canonical\" "
        "href=\"https://example.org/w/guide/memory.html\">\n"
        "<meta property=\"og:type\" content=\"article\">\n"
        "<meta property=\"og:site_name\" content=\"A &amp; B\">\n"
        "<meta property=\"og:title\" content=\"Memory &lt;1&gt; &amp; "
        "&quot;2&quot;\">\n"
        "<meta property=\"og:description\" content=\"What &quot;it&quot; "
        "is\">\n"
        "<meta property=\"og:url\" "
        "content=\"https://example.org/w/guide/memory.html\">\n"
        "<link rel=\"stylesheet\" href=\"../style.css\">\n");
    r.card = WKB_STR("cards/guide/memory-1.png");
    assert_has(written(&r),
               "<meta property=\"og:image\" "
               "content=\"https://example.org/w/cards/guide/memory-1.png\">\n"
               "<meta property=\"og:image:width\" content=\"1200\">\n"
               "<meta property=\"og:image:height\" content=\"630\">\n"
               "<meta property=\"og:image:alt\" content=\"Memory ");
    assert_has(page,
               "<a class=\"brand\" href=\"../index.html\">A &amp; B</a>"
               "<nav aria-label=\"Site\"><ul><li><a "
               "href=\"../guide/memory.html\" aria-current=\"page\">Guide</a>"
               "</li><li><a href=\"../chips.html\">Chips &amp; more</a></li>"
               "</ul></nav>");
    assert_has(page,
               "<h1>Memory &lt;1&gt; &amp; &quot;2&quot;</h1></header>\n\n"
               "<div class=\"body\">\n<p>text</p>\n</div>\n</article>");
    assert_has(page, "<p>Text under CC BY 4.0.</p>\n");
    assert_has(page,
               "<p>This page as <a href=\"../guide/memory.md\">Markdown</a>"
               "</p>\n");
    assert_has_not(page, "bibtex");
    assert_has_not(page, "{{");
}

static void
test_the_heading_of_the_text_is_the_pages(void **state)
{
    const wkt_document doc = document("HEADING level=1 id=top\n  TEXT A \n"
                                      "  CODE b\nPARAGRAPH\n  TEXT text\n");
    const wkw_request r = {.doc = &doc};
    const wkb_str page = written(&r);
    (void)state;
    assert_has(page,
               "<h1><span id=\"top\">A <code>b</code></span></h1></header>");
    assert_has(page, "<div class=\"body\">\n<p>text</p>\n</div>\n</article>");
}

static void
test_contents(void **state)
{
    wkt_heading g[] = {{WKB_STR("One"), WKB_STR("one"), 2},
                       {WKB_STR("deep"), WKB_STR("deep"), 3},
                       {WKB_STR("Two <b>"), WKB_STR("two"), 2}};
    wkt_document doc =
        document("SECTION cls=workings\n  HEADING level=2 id=workings\n"
                 "    TEXT Workings\n");
    (void)state;
    doc.heading.item = g;
    doc.heading.n = 2;
    const wkw_request r = {.doc = &doc};
    assert_has_not(written(&r), "On this page");
    doc.heading.n = 3;
    assert_has(written(&r),
               "<nav aria-label=\"On this page\"><ol>\n"
               "<li><a href=\"#one\">One</a></li>\n"
               "<li><a href=\"#two\">Two &lt;b&gt;</a></li>\n"
               "<li><a href=\"#workings\">Workings</a></li>\n"
               "</ol></nav></details>");
}

static void
test_how_to_cite(void **state)
{
    wkt_document doc = document("PARAGRAPH\n  TEXT text\n");
    const wkw_request r = {.doc = &doc, .site = &site};
    (void)state;
    doc.meta.date = WKB_STR("2026-11-03");
    doc.meta.title = WKB_STR("50 % of {x_1} & <more>");
    const wkb_str page = written(&r);
    assert_has(page, "<p>Data of 3 November 2026.</p>\n");
    assert_has(page,
               "<pre><code>@misc{guide-memory-2026,\n"
               "  author = {Ada \\{L\\}},\n"
               "  title = {{50 \\% of \\{x\\_1\\} \\&amp; &lt;more&gt;}},\n"
               "  howpublished = {A \\&amp; B},\n"
               "  year = {2026},\n"
               "  note = {Data of 3 November 2026},\n"
               "  url = {https://example.org/w/guide/memory.html}\n"
               "}</code></pre>");
    doc.meta.date = WKB_STR("2026-11");
    assert_has(written(&r), "Data of November 2026.");
    doc.meta.date = WKB_STR("2026-13-01");
    assert_has(written(&r), "Data of 2026-13-01.");
    doc.meta.date = WKB_STR("2026");
    assert_has(written(&r), "year = {2026},");
}

static wk_status
embed(void *ud, wkb_str href, wkb_out *out)
{
    (void)ud;
    wkb_print(out, "data:image/png;base64,%S", href);
    return WK_OK;
}

static void
test_all_inside(void **state)
{
    const wkt_document doc =
        document("PARAGRAPH\n  IMAGE href=a.png the alt\n");
    wkw_request r = {.doc = &doc,
                     .site = &site,
                     .is_self_contained = true,
                     .style = WKB_STR("a { content: \"</style><b>\" }\n")};
    wkb_str page = written(&r);
    (void)state;
    assert_has(page, "<style>\na { content: \"<\\/style><b>\" }\n</style>\n");
    assert_has(page, "<p>the alt</p>");
    assert_has(page, "<span class=\"brand\">A &amp; B</span>");
    assert_has_not(page, "<link");
    assert_has_not(page, ".md\"");
    r.embed = embed;
    r.style = (wkb_str){NULL, 0};
    page = written(&r);
    assert_has(page,
               "<img src=\"data:image/png;base64,a.png\" alt=\"the alt\">");
    assert_has(page, "<style>\n/* workings:");
}

static wk_status
draw(void *ud, const wkt_chart *c, wkb_out *svg, wkb_str *note)
{
    (void)note;
    const wk_status *status = ud;
    if (*status == WK_OK)
        wkb_print(svg, "<svg><title>%S</title></svg>", c->alt);
    return *status;
}

static void
test_a_figure(void **state)
{
    static const wkt_chart chart = {.id = TEXT("c1"),
                                    .title = TEXT("Most & all"),
                                    .subtitle = TEXT("of it"),
                                    .note = TEXT("2 left out"),
                                    .alt = TEXT("bars")};
    wkt_document doc = document("FIGURE\n  TABLE\n    ROW\n      CELL head\n"
                                "        TEXT a\n");
    wk_status status = WK_ENONE;
    const wkw_request r = {.doc = &doc, .picture = draw, .ud = &status};
    (void)state;
    doc.root->child->chart = &chart;
    const char *const head = "<figure class=\"fig\" id=\"c1\">\n<header>\n"
                             "<p class=\"ft\">Most &amp; all</p>\n"
                             "<p class=\"fs\">of it</p>\n</header>\n";
    const char *const foot =
        "<figcaption>\n<p>2 left out</p>\n</figcaption>\n</figure>\n";
    const wkb_str plain = written(&r);
    assert_has(plain, head);
    assert_has(plain, foot);
    assert_has(plain, "aria-label=\"Most &amp; all, may scroll sideways\"");
    assert_has_not(plain, "<details class=\"numbers\"");
    status = WK_OK;
    assert_has(written(&r),
               "</header>\n<svg><title>bars</title></svg>\n"
               "<details class=\"numbers\"><summary>The numbers as a "
               "table</summary>\n<div class=\"tw\"");
    wkb_out out = wkb_out_kept(&arena);
    status = WK_ESYSTEM;
    assert_int_equal(wkw_html.write(&out, &r, NULL), WK_ESYSTEM);
}

static void
test_addresses(void **state)
{
    static const struct {
        wkb_str href;
        bool is_safe;
    } rows[] = {
        {TEXT("guide.html"), true},
        {TEXT("#x"), true},
        {TEXT(""), true},
        {TEXT("https://example.org/"), true},
        {TEXT("mailto:a@b.c"), true},
        {TEXT("a/javascript:b"), true},
        {TEXT("javascript:x"), false},
        {TEXT("JAVAscript:x"), false},
        {TEXT("data:text/html,x"), false},
        {TEXT("vbscript:x"), false},
        {TEXT("file:///etc/passwd"), false},
        {TEXT("blob:x"), false},
        {TEXT("//example.org"), false},
    };
    (void)state;
    for (size_t i = 0; i < WKB_COUNT(rows); i++)
        assert_int_equal(wkw_is_safe(rows[i].href), rows[i].is_safe);
}

typedef struct said {
    char text[256];
} said;

static void
hear(void *ud, const wk_diag *d)
{
    said *s = ud;
    (void)snprintf(s->text,
                   sizeof s->text,
                   "%s:%u:%u: %s | %s",
                   d->file,
                   d->line,
                   d->column,
                   d->message,
                   d->hint ? d->hint : "");
}

static wk_status
read_layout(const char *text, wkw_layout *l, said *s)
{
    wkb_diag d = {.fn = hear, .ud = s};
    uint32_t file = 0;
    s->text[0] = '\0';
    assert_int_equal(
        wkb_diag_add(
            &d, &arena, WKB_STR("_layout.html"), wkb_str_of(text), &file),
        WK_OK);
    return wkw_layout_read(l, &arena, wkb_str_of(text), file, &d);
}

static void
test_layouts(void **state)
{
    static const struct {
        const char *text;
        wk_status status;
        const char *said;
    } rows[] = {
        {"<p>{{ titel }}{{content}}",
         WK_ENAME,
         "_layout.html:1:4: a layout has no slot 'titel' | did you mean "
         "'title'?"},
        {"{{content}}\n{{quite}}",
         WK_ENAME,
         "_layout.html:2:1: a layout has no slot 'quite' | the slots are "
         "title, meta, nav, toc, content, foot and lang"},
        {"{{content}} {{ foot",
         WK_ESYNTAX,
         "_layout.html:1:13: '{{' without '}}' | "},
        {"<p>",
         WK_ESYNTAX,
         "_layout.html:1:1: a layout without {{content}} | put {{content}} "
         "where the page's text belongs"},
    };
    wkw_layout l;
    said s;
    (void)state;
    for (size_t i = 0; i < WKB_COUNT(rows); i++) {
        assert_int_equal(read_layout(rows[i].text, &l, &s), rows[i].status);
        assert_string_equal(s.text, rows[i].said);
    }
}

static void
test_a_layout_of_ones_own(void **state)
{
    const wkt_document doc = document("PARAGRAPH\n  TEXT text\n");
    const wkw_request r = {.doc = &doc};
    wkw_request own = r;
    wkw_layout l;
    said s;
    (void)state;
    assert_int_equal(
        read_layout(
            "{{ lang }}<title>{{title}}</title>|{{ content }}|", &l, &s),
        WK_OK);
    own.layout = &l;
    assert_string_equal(written(&own).p,
                        "en<title>Memory &lt;1&gt; &amp; &quot;2&quot;"
                        "</title>|<h1>Memory &lt;1&gt; &amp; &quot;2&quot;"
                        "</h1>\n<p>text</p>\n|");
    /* The layout of templates/ is the one that is compiled in. */
    const wkb_str file = tree_file(&arena, "templates/_layout.html");
    assert_true(wkb_str_eq(file, wkw_builtin_layout()));
    assert_int_equal(read_layout(file.p, &l, &s), WK_OK);
    assert_string_equal(written(&own).p, written(&r).p);
    assert_true(wkb_str_eq(tree_file(&arena, "templates/style.css"),
                           wkw_builtin_style()));
}

static wk_status
take_some(void *ud, const char *bytes, size_t n)
{
    size_t *left = ud;
    (void)bytes;
    if (*left < n)
        return WK_ESYSTEM;
    *left -= n;
    return WK_OK;
}

/* A sink that fails ends the page with its status, wherever that is. */
static void
test_a_sink_that_fails(void **state)
{
    const wkw_writer *const writers[] = {&wkw_html, &wkw_markdown};
    const wkt_document doc =
        document("PARAGRAPH\n  TEXT text\nLIST\n  ITEM\n    PARAGRAPH\n"
                 "      TEXT a\xff\nTABLE\n  ROW\n    CELL head\n"
                 "      TEXT a\n");
    const wkw_request r = {.doc = &doc};
    (void)state;
    for (size_t i = 0; i < WKB_COUNT(writers); i++) {
        wk_status status = WK_ESYSTEM;
        size_t room = 0;
        for (; status != WK_OK && room < 10000; room++) {
            size_t left = room;
            wkb_out out = wkb_out_to(take_some, &left);
            status = writers[i]->write(&out, &r, NULL);
            assert_true(status == WK_OK || status == WK_ESYSTEM);
        }
        assert_true(room > 20 && room < 10000);
    }
}

static void
test_a_tree_too_deep(void **state)
{
    wkt_node *root = wkt_add(&arena, NULL, WKT_DOCUMENT), *n = root;
    (void)state;
    for (size_t i = 0; i <= WKW_DEPTH; i++)
        n = wkt_add(&arena, n, WKT_QUOTE);
    n = wkt_add(&arena, n, WKT_PARAGRAPH);
    assert_non_null(wkt_add_text(&arena, n, WKB_STR("x")));
    const wkt_document doc = {.root = root};
    const wkw_request r = {.doc = &doc};
    wkb_out out = wkb_out_kept(&arena);
    assert_int_equal(wkw_html.write(&out, &r, NULL), WK_ELIMIT);
    out = wkb_out_kept(&arena);
    assert_int_equal(wkw_markdown.write(&out, &r, NULL), WK_ELIMIT);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_kind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            test_the_built_in_layout, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            test_the_heading_of_the_text_is_the_pages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_contents, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_how_to_cite, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_all_inside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_figure, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_addresses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_layouts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            test_a_layout_of_ones_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            test_a_sink_that_fails, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            test_a_tree_too_deep, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
