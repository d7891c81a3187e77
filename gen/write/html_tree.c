/* The tree as HTML: one row a kind, a function where a tag is not enough. */
#include "write/html.h"

#include "base/str.h"

void
wkw_html_line(wkw_page *h)
{
    if (!h->is_line_new)
        wkb_putc(h->out, '\n');
    h->is_line_new = true;
}

static void
end_line(wkw_page *h)
{
    wkb_putc(h->out, '\n');
    h->is_line_new = true;
}

/* Mono breaks inside a name of several words: behind a low line, a point or a
 * bracket that a letter follows. */
static bool
may_break(wkb_str s, size_t i)
{
    const char next = wkw_byte(s, i + 1);
    return (s.p[i] == '_' && next != '\0') ||
           ((s.p[i] == '.' || s.p[i] == '(') && wkb_is_letter(next));
}

static void
put_mono(wkw_page *h, wkb_str s)
{
    size_t begin = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (!may_break(s, i))
            continue;
        wkw_put_number(
            h->out, wkb_sub(s, begin, i + 1), h->space, &wkw_html_escapes);
        wkb_puts(h->out, "<wbr>");
        begin = i + 1;
    }
    wkw_put_number(h->out, wkb_sub(s, begin, s.n), h->space, &wkw_html_escapes);
}

void
wkw_html_text(wkw_page *h, wkb_str s)
{
    if (s.n == 0)
        return;
    h->is_line_new = false;
    if (h->space && h->space[0] == WKW_FIXED_SPACE[0])
        put_mono(h, s);
    else if (h->space)
        wkw_put_number(h->out, s, h->space, &wkw_html_escapes);
    else
        wkw_put_escaped(h->out, s, &wkw_html_escapes);
}

void
wkw_html_attribute(wkw_page *h, const char *name, wkb_str value)
{
    wkb_putc(h->out, ' ');
    wkb_puts(h->out, name);
    wkb_puts(h->out, "=\"");
    wkw_put_escaped(h->out, value, &wkw_html_escapes);
    wkb_putc(h->out, '"');
}

static void
put_address(wkw_page *h, const char *name, wkb_str href)
{
    static const wkw_escapes escapes = {{['&'] = "&amp;", ['\''] = "&#x27;"}};
    wkb_putc(h->out, ' ');
    wkb_puts(h->out, name);
    wkb_puts(h->out, "=\"");
    wkw_put_address(h->out, href, &escapes);
    wkb_putc(h->out, '"');
}

static void
put_names(wkw_page *h, const wkt_node *n)
{
    if (n->cls.n)
        wkw_html_attribute(h, "class", n->cls);
    if (n->id.n)
        wkw_html_attribute(h, "id", n->id);
}

void
wkw_html_open(wkw_page *h, const char *tag, const wkt_node *n)
{
    wkb_putc(h->out, '<');
    wkb_puts(h->out, tag);
    put_names(h, n);
    wkb_putc(h->out, '>');
    h->is_line_new = false;
}

void
wkw_html_close(wkw_page *h, const char *tag)
{
    wkb_puts(h->out, "</");
    wkb_puts(h->out, tag);
    wkb_putc(h->out, '>');
    h->is_line_new = false;
}

static wk_status
take_plain(void *ud, const char *bytes, size_t n)
{
    wkw_page *h = ud;
    wkw_put_escaped(h->out, (wkb_str){bytes, n}, &wkw_html_escapes);
    return h->out->status;
}

void
wkw_html_plain(wkw_page *h, const wkt_node *n)
{
    wkb_out plain = wkb_out_to(take_plain, h);
    wkt_put_text(&plain, n);
}

static void
put_heading(wkw_page *h, const wkt_node *n)
{
    static const char *const tag[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
    const size_t level = n->level ? n->level - 1u : 0;
    const char *const t = tag[level < WKB_COUNT(tag) ? level : 0];
    wkw_html_line(h);
    wkw_html_open(h, t, n);
    wkw_html_nodes(h, n);
    wkw_html_close(h, t);
    end_line(h);
}

/* A section is named by its heading, where that has an id; without a heading
 * it is none. */
static void
put_section(wkw_page *h, const wkt_node *n)
{
    const wkt_node *const first = n->child;
    const bool has_heading = first && first->kind == WKT_HEADING;
    const char *const tag = has_heading ? "section" : "div";
    wkw_html_line(h);
    wkb_putc(h->out, '<');
    wkb_puts(h->out, tag);
    put_names(h, n);
    if (has_heading && first->id.n)
        wkw_html_attribute(h, "aria-labelledby", first->id);
    wkb_puts(h->out, ">\n");
    h->is_line_new = true;
    wkw_html_nodes(h, n);
    wkw_html_line(h);
    wkb_print(h->out, "</%s>\n", tag);
}

static bool
is_in_tight_item(const wkt_node *n)
{
    const wkt_node *item = n->parent;
    return item && item->kind == WKT_ITEM && item->parent &&
           item->parent->kind == WKT_LIST && !item->parent->is_loose;
}

static void
put_paragraph(wkw_page *h, const wkt_node *n)
{
    if (is_in_tight_item(n) && !n->cls.n && !n->id.n) {
        if (n != n->parent->child)
            wkw_html_line(h);
        wkw_html_nodes(h, n);
        return;
    }
    wkw_html_line(h);
    wkw_html_open(h, "p", n);
    wkw_html_nodes(h, n);
    wkw_html_close(h, "p");
    end_line(h);
}

static void
put_list(wkw_page *h, const wkt_node *n)
{
    wkw_html_line(h);
    wkb_puts(h->out, n->is_ordered ? "<ol" : "<ul");
    if (n->is_ordered && n->start != 1)
        wkb_print(h->out, " start=\"%d\"", n->start);
    put_names(h, n);
    wkb_puts(h->out, ">\n");
    h->is_line_new = true;
    wkw_html_nodes(h, n);
    wkb_puts(h->out, n->is_ordered ? "</ol>\n" : "</ul>\n");
}

static void
put_code_block(wkw_page *h, const wkt_node *n)
{
    wkb_str info = n->title;
    const wkb_str word = wkb_cut(&info, ' ');
    wkw_html_line(h);
    wkb_puts(h->out, "<pre");
    put_names(h, n);
    wkb_puts(h->out, "><code");
    if (word.n) {
        wkb_puts(h->out, " class=\"language-");
        wkw_put_escaped(h->out, word, &wkw_html_escapes);
        wkb_putc(h->out, '"');
    }
    wkb_putc(h->out, '>');
    wkw_put_escaped(h->out, n->text, &wkw_html_escapes);
    wkb_puts(h->out, "</code></pre>\n");
    h->is_line_new = true;
}

static void
put_rule(wkw_page *h, const wkt_node *n)
{
    wkw_html_line(h);
    wkw_html_open(h, "hr", n);
    end_line(h);
}

static void
put_html(wkw_page *h, const wkt_node *n)
{
    const bool is_block = n->kind == WKT_HTML_BLOCK;
    if (is_block)
        wkw_html_line(h);
    wkb_put(h->out, n->text);
    h->is_line_new = wkb_ends(n->text, WKB_STR("\n"));
    if (is_block)
        wkw_html_line(h);
}

/* <dt>, <dd>: what holds blocks has lines of its own. */
static void
put_detail(wkw_page *h, const wkt_node *n)
{
    const char *const tag = n->kind == WKT_TERM ? "dt" : "dd";
    wkw_html_line(h);
    wkw_html_open(h, tag, n);
    wkw_html_nodes(h, n);
    wkw_html_close(h, tag);
    end_line(h);
}

static void
put_text(wkw_page *h, const wkt_node *n)
{
    wkw_html_text(h, n->text);
}

static void
put_soft_break(wkw_page *h, const wkt_node *n)
{
    (void)n;
    end_line(h);
}

static void
put_line_break(wkw_page *h, const wkt_node *n)
{
    (void)n;
    wkb_puts(h->out, "<br>\n");
    h->is_line_new = true;
}

static void
put_link(wkw_page *h, const wkt_node *n)
{
    const bool is_safe = wkw_is_safe(n->href);
    const char *const tag = is_safe ? "a" : "span";
    wkb_putc(h->out, '<');
    wkb_puts(h->out, tag);
    if (is_safe)
        put_address(h, "href", n->href);
    if (n->title.n)
        wkw_html_attribute(h, "title", n->title);
    put_names(h, n);
    wkb_putc(h->out, '>');
    h->is_line_new = false;
    wkw_html_nodes(h, n);
    wkw_html_close(h, tag);
}

/* Where it cannot be taken from a file of the project. */
static bool
is_remote(wkb_str href)
{
    return wkb_starts(href, WKB_STR("http://")) ||
           wkb_starts(href, WKB_STR("https://"));
}

/* In a page of its own a picture is inside, or its alternative stands for it.
 */
static void
put_image(wkw_page *h, const wkt_node *n)
{
    const wkw_request *r = h->r;
    h->is_line_new = false;
    if (!wkw_is_safe(n->href) ||
        (r->is_self_contained && (!r->embed || is_remote(n->href)))) {
        wkw_html_text(h, n->text);
        return;
    }
    wkb_puts(h->out, "<img");
    if (r->is_self_contained) {
        wkb_puts(h->out, " src=\"");
        const wk_status s = r->embed(r->ud, n->href, h->out);
        if (s != WK_OK)
            h->out->status = s;
        wkb_putc(h->out, '"');
    } else {
        put_address(h, "src", n->href);
    }
    wkw_html_attribute(h, "alt", n->text);
    if (n->title.n)
        wkw_html_attribute(h, "title", n->title);
    put_names(h, n);
    wkb_putc(h->out, '>');
}

static void
put_code(wkw_page *h, const wkt_node *n)
{
    const char *const outer = h->space;
    h->space = outer ? WKW_FIXED_SPACE : NULL;
    wkw_html_open(h, "code", n);
    wkw_html_text(h, n->text);
    wkw_html_close(h, "code");
    h->space = outer;
}

static void
put_span(wkw_page *h, const wkt_node *n)
{
    const bool has_names = n->cls.n || n->id.n;
    if (has_names)
        wkw_html_open(h, "span", n);
    wkw_html_nodes(h, n);
    if (has_names)
        wkw_html_close(h, "span");
}

/* How a kind is put: by a function, or between tags; a block begins and ends
 * a line, and has its children on lines of their own. */
typedef struct kind_row {
    const char *tag;
    bool is_block, has_lines;
    void (*put)(wkw_page *h, const wkt_node *n);
} kind_row;

static const kind_row kinds[WKT_KINDS] = {
    [WKT_DOCUMENT] = {.put = wkw_html_nodes},
    [WKT_SECTION] = {.put = put_section},
    [WKT_DIV] = {.tag = "div", .is_block = true, .has_lines = true},
    [WKT_HEADING] = {.put = put_heading},
    [WKT_PARAGRAPH] = {.put = put_paragraph},
    [WKT_QUOTE] = {.tag = "blockquote", .is_block = true, .has_lines = true},
    [WKT_LIST] = {.put = put_list},
    [WKT_ITEM] = {.tag = "li", .is_block = true},
    [WKT_CODE_BLOCK] = {.put = put_code_block},
    [WKT_RULE] = {.put = put_rule},
    [WKT_HTML_BLOCK] = {.put = put_html},
    [WKT_TABLE] = {.put = wkw_html_table},
    [WKT_CAPTION] = {.tag = "p", .is_block = true}, /* outside of tables */
    [WKT_DEFS] = {.tag = "dl", .is_block = true, .has_lines = true},
    [WKT_DEF] = {.tag = "div", .is_block = true},
    [WKT_TERM] = {.put = put_detail},
    [WKT_DETAIL] = {.put = put_detail},
    [WKT_FIGURE] = {.put = wkw_html_figure},
    [WKT_TEXT] = {.put = put_text},
    [WKT_SOFT_BREAK] = {.put = put_soft_break},
    [WKT_LINE_BREAK] = {.put = put_line_break},
    [WKT_EMPHASIS] = {.tag = "em"},
    [WKT_STRONG] = {.tag = "strong"},
    [WKT_CODE] = {.put = put_code},
    [WKT_LINK] = {.put = put_link},
    [WKT_IMAGE] = {.put = put_image},
    [WKT_SPAN] = {.put = put_span},
    [WKT_SUPER] = {.tag = "sup"},
    [WKT_HTML_INLINE] = {.put = put_html},
    [WKT_MATH] = {.put = wkw_html_math},
    [WKT_FRACTION] = {.put = wkw_html_math},
    [WKT_POWER] = {.put = wkw_html_math},
};

/* Where numbers are set: number links, key figures, the workings, but for the
 * words about a formula; in mono with another space. */
static const char *
space_in(const wkt_node *n, const char *outer)
{
    static const struct {
        wkt_kind kind;
        const char *cls, *space;
    } rows[] = {
        {WKT_LINK, "n", WKW_NARROW_SPACE},
        {WKT_SPAN, "n", WKW_NARROW_SPACE},
        {WKT_DEFS, "keys", WKW_NARROW_SPACE},
        {WKT_DEFS, "stats", WKW_NARROW_SPACE},
        {WKT_DEFS, "calc", WKW_FIXED_SPACE},
        {WKT_PARAGRAPH, "m", WKW_FIXED_SPACE},
        {WKT_PARAGRAPH, "f", NULL},
        {WKT_SECTION, "w", WKW_NARROW_SPACE},
        {WKT_DIV, "w", WKW_NARROW_SPACE},
    };
    for (size_t i = 0; i < WKB_COUNT(rows); i++) {
        if (n->kind == rows[i].kind && wkw_has_class(n, rows[i].cls) &&
            (!outer || !rows[i].space ||
             rows[i].space[0] == WKW_FIXED_SPACE[0]))
            return rows[i].space;
    }
    return outer;
}

static void
put_between_tags(wkw_page *h, const wkt_node *n, const kind_row *row)
{
    if (row->is_block)
        wkw_html_line(h);
    wkw_html_open(h, row->tag, n);
    if (row->has_lines)
        end_line(h);
    wkw_html_nodes(h, n);
    if (row->has_lines)
        wkw_html_line(h);
    wkw_html_close(h, row->tag);
    if (row->is_block)
        end_line(h);
}

void
wkw_html_node(wkw_page *h, const wkt_node *n)
{
    const kind_row *const row = &kinds[n->kind];
    const char *const outer = h->space;
    if (h->depth >= WKW_DEPTH) {
        h->out->status = WK_ELIMIT;
        return;
    }
    h->depth += 1;
    h->space = space_in(n, outer);
    if (row->put)
        row->put(h, n);
    else if (row->tag)
        put_between_tags(h, n, row);
    h->space = outer;
    h->depth -= 1;
}

void
wkw_html_nodes(wkw_page *h, const wkt_node *parent)
{
    for (const wkt_node *n = parent->child; n; n = n->next)
        wkw_html_node(h, n);
}
