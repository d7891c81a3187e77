/* Markdown: every kind of node, and read back by cmark it is the same. */
#include <cmark.h>

#include "tree.h"
#include "write/html.h"

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

static wkb_str
markdown(const wkt_node *root)
{
    wkt_document doc = {.meta = {.title = WKB_STR("T")}};
    const wkw_request r = {.doc = &doc};
    wkb_out out = wkb_out_kept(&arena);
    wkb_str text;
    doc.root = (wkt_node *)root;
    assert_int_equal(wkw_markdown.write(&out, &r, NULL), WK_OK);
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    return text;
}

static void
test_every_kind(void **state)
{
    wkb_str rest = tree_file(&arena, "tests/cases/write.txt");
    tree_case c;
    (void)state;
    while (tree_next_case(&rest, &c)) {
        const wkb_str got = markdown(tree_read(&arena, c.tree));
        if (!wkb_str_eq(got, c.markdown))
            fail_msg("%.*s\nwant:\n%.*s\ngot:\n%s",
                     (int)c.name.n,
                     c.name.p,
                     (int)c.markdown.n,
                     c.markdown.p,
                     got.p);
    }
}

/* HTML without white space, anchors, and the title that Markdown adds: what
 * two ways to the same text have in common. */
static wkb_str
bare_html(wkb_str html)
{
    static const char *const dropped[] = {"<a id=\"", "<h1>T</h1>", "<!-- -->"};
    wkb_out out = wkb_out_kept(&arena);
    wkb_str text;
    for (size_t i = 0; i < html.n; i++) {
        const wkb_str rest = wkb_sub(html, i, html.n);
        if (wkb_starts(rest, wkb_str_of(dropped[0])))
            i += (size_t)(strstr(rest.p, "</a>") - rest.p) + 3;
        else if (wkb_starts(rest, wkb_str_of(dropped[1])))
            i += strlen(dropped[1]) - 1;
        else if (wkb_starts(rest, wkb_str_of(dropped[2])))
            i += strlen(dropped[2]) - 1;
        else if (wkb_starts(rest, WKB_STR(" />")))
            i += 1; /* <br />, <hr /> are our <br>, <hr> */
        else if (!strchr(" \n\t", html.p[i]))
            wkb_putc(&out, html.p[i]);
    }
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    return text;
}

static wkb_str
read_back(wkb_str text)
{
    char *html = cmark_markdown_to_html(text.p, text.n, CMARK_OPT_UNSAFE);
    const wkb_str bare = bare_html(wkb_str_of(html));
    free(html);
    return bare;
}

static wkb_str
own_html(const wkt_node *root)
{
    const wkt_document doc = {.root = (wkt_node *)root};
    const wkw_request r = {.doc = &doc};
    wkb_out out = wkb_out_kept(&arena);
    wkb_str text;
    wkw_page h = {.out = &out, .r = &r, .is_line_new = true};
    wkw_html_nodes(&h, root);
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    return bare_html(text);
}

static void
assert_reads_back(const wkt_node *root)
{
    const wkb_str text = markdown(root);
    const wkb_str want = own_html(root), got = read_back(text);
    size_t same = 0;
    while (same < want.n && same < got.n && want.p[same] == got.p[same])
        same += 1;
    if (!wkb_str_eq(want, got)) {
        print_message("# %s\n", text.p);
        print_message("# after: %.*s\n", (int)same, want.p);
        print_message("# want: %s\n", want.p + same);
        print_message("# got:  %s\n", got.p + same);
    }
    assert_true(wkb_str_eq(want, got));
}

static uint64_t seed;

static size_t
pick(size_t n)
{
    return (size_t)(next_random(&seed) >> 11) % n;
}

/* Pieces that Markdown could read as something else, alone or together. */
static wkb_str
random_text(void)
{
    static const char *const pieces[] = {
        "a",     "Z",    "9",    " ",
        " ",     "  ",   ".",    ",",
        "1.",    "12)",  "#",    "##",
        "-",     "--",   "+",    "*",
        "**",    "_",    "__",   "`",
        "``",    "~~~",  "=",    "==",
        ">",     "<",    "&",    ";",
        "!",     "[",    "]",    "(",
        ")",     "^",    "|",    "$",
        "\\",    "\"",   "'",    ":",
        "://",   "www",  "@",    "{",
        "{{",    "}",    "%",    "/",
        "é",     "–",    "µ",    "\xc2\xa0",
        "×",     "\n",   "\t",   "&amp;",
        "&#35;", "<b>",  "</a>", "<!--",
        "-->",   "](x)", "![",   "[^1]:",
        "---",   "===",  ":-:",  "\xe2\x80\x8f",
        "http",  "\\\\", "x_y",  "word"};
    wkb_out out = wkb_out_kept(&arena);
    wkb_str text;
    for (size_t n = 1 + pick(5); n > 0; n--)
        wkb_puts(&out, pieces[pick(WKB_COUNT(pieces))]);
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    return text;
}

/* A break behind it would be the first of its block. */
static bool
is_blank(const wkt_node *n)
{
    return !n || n->kind == WKT_SOFT_BREAK ||
           (n->kind == WKT_TEXT && bare_html(n->text).n == 0);
}

static void
add_inlines(wkt_node *parent, size_t depth, bool in_link)
{
    static const wkt_kind kinds[] = {WKT_TEXT,
                                     WKT_TEXT,
                                     WKT_TEXT,
                                     WKT_CODE,
                                     WKT_EMPHASIS,
                                     WKT_STRONG,
                                     WKT_LINK,
                                     WKT_SUPER,
                                     WKT_SOFT_BREAK,
                                     WKT_LINE_BREAK};
    for (size_t n = 1 + pick(4); n > 0; n--) {
        const wkt_kind kind = kinds[pick(WKB_COUNT(kinds))];
        const bool holds = kind == WKT_EMPHASIS || kind == WKT_STRONG ||
                           kind == WKT_LINK || kind == WKT_SUPER;
        const bool breaks = kind == WKT_SOFT_BREAK || kind == WKT_LINE_BREAK;
        if ((holds && depth == 0) || (kind == WKT_LINK && in_link) ||
            (breaks && is_blank(parent->last)))
            continue;
        wkt_node *c = wkt_add(&arena, parent, kind);
        if (kind == WKT_TEXT || kind == WKT_CODE)
            c->text = random_text();
        if (kind == WKT_CODE && wkb_trim(c->text).n == 0)
            c->text = WKB_STR("c");
        if (kind == WKT_LINK)
            c->href = WKB_STR("a_(b)?c=d&amp;e");
        if (holds)
            add_inlines(c, depth - 1, in_link || kind == WKT_LINK);
    }
    /* What holds nothing would be left out, what ends in a break ends before
     * it. */
    wkt_node *last = wkt_add(&arena, parent, WKT_TEXT);
    last->text = pick(2) ? WKB_STR("z") : WKB_STR("!");
}

static void
add_blocks(wkt_node *parent, size_t depth)
{
    static const wkt_kind kinds[] = {WKT_PARAGRAPH,
                                     WKT_PARAGRAPH,
                                     WKT_HEADING,
                                     WKT_CODE_BLOCK,
                                     WKT_RULE,
                                     WKT_QUOTE,
                                     WKT_LIST};
    for (size_t n = 1 + pick(3); n > 0; n--) {
        const wkt_kind kind = kinds[pick(depth ? WKB_COUNT(kinds) : 5)];
        wkt_node *c = wkt_add(&arena, parent, kind);
        if (kind == WKT_PARAGRAPH || kind == WKT_HEADING)
            add_inlines(c, 3, false);
        if (kind == WKT_HEADING)
            c->level = (uint8_t)(2 + pick(3));
        if (kind == WKT_CODE_BLOCK) {
            wkb_out out = wkb_out_kept(&arena);
            wkb_print(&out, "%S\n\n%S\n", random_text(), random_text());
            assert_int_equal(wkb_out_text(&out, &c->text), WK_OK);
        }
        if (kind == WKT_QUOTE)
            add_blocks(c, depth - 1);
        if (kind != WKT_LIST)
            continue;
        c->is_ordered = pick(2);
        c->start = (int)pick(12);
        c->is_loose = true; /* two items that end in text keep it so */
        for (size_t i = 2 + pick(2); i > 0; i--) {
            wkt_node *item = wkt_add(&arena, c, WKT_ITEM);
            add_blocks(item, depth - 1);
            add_inlines(wkt_add(&arena, item, WKT_PARAGRAPH), 1, false);
        }
    }
}

static void
test_random_inlines_read_back(void **state)
{
    (void)state;
    for (uint64_t i = 1; i <= 20000; i++) {
        wkb_mark mark = wkb_arena_mark(&arena);
        wkt_node *root = wkt_add(&arena, NULL, WKT_DOCUMENT);
        seed = i * 0x9e3779b97f4a7c15u;
        add_inlines(wkt_add(&arena, root, WKT_PARAGRAPH), 3, false);
        assert_reads_back(root);
        wkb_arena_rewind(&arena, mark);
    }
}

static void
test_random_blocks_read_back(void **state)
{
    (void)state;
    for (uint64_t i = 1; i <= 5000; i++) {
        wkb_mark mark = wkb_arena_mark(&arena);
        wkt_node *root = wkt_add(&arena, NULL, WKT_DOCUMENT);
        seed = i * 0x9e3779b97f4a7c15u;
        add_blocks(root, 3);
        assert_reads_back(root);
        wkb_arena_rewind(&arena, mark);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_kind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            test_random_inlines_read_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            test_random_blocks_read_back, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
