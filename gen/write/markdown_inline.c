/* Inlines as Markdown: emphasis, links, code, mathematics on one line. */
#include "write/markdown.h"

#include <string.h>

#include "base/str.h"

static void put_inline(wkw_md *m, const wkt_node *n);

void
wkw_md_inlines(wkw_md *m, const wkt_node *n)
{
    for (const wkt_node *c = n->child; c; c = c->next)
        put_inline(m, c);
}

/* How the Markdown of a node begins, or ends. */
static wkw_edge
edge(const wkt_node *n, bool is_end)
{
    for (; n; n = is_end ? n->last : n->child) {
        if (n->kind == WKT_TEXT)
            return is_end ? wkw_edge_of_last(n->text)
                          : wkw_edge_of_first(n->text);
        if (n->kind == WKT_SOFT_BREAK || n->kind == WKT_LINE_BREAK)
            return WKW_SPACE;
        if (n->kind == WKT_EMPHASIS || n->kind == WKT_STRONG)
            return WKW_DELIMITER;
        if (n->kind != WKT_SPAN || n->id.n)
            return WKW_MARK;
    }
    return WKW_DELIMITER;
}

bool
wkw_md_has_blank_edge(const wkt_node *n)
{
    return edge(n->child, false) == WKW_SPACE ||
           edge(n->last, true) == WKW_SPACE;
}

/* What follows a node in its block. */
static wkw_edge
edge_behind(const wkt_node *n)
{
    for (; n && n->kind >= WKT_TEXT; n = n->parent) {
        if (n->next)
            return edge(n->next, false);
        if (!n->parent || n->parent->kind == WKT_SPAN)
            continue;
        if (n->parent->kind == WKT_EMPHASIS || n->parent->kind == WKT_STRONG)
            return WKW_DELIMITER;
        return n->parent->kind >= WKT_TEXT ? WKW_MARK : WKW_SPACE;
    }
    return WKW_SPACE;
}

static bool
is_apart(wkw_edge e)
{
    return e == WKW_SPACE || e == WKW_MARK || e == WKW_TICK;
}

/*
 * Stars would be read back as this emphasis: they touch what they enclose,
 * stand apart from what they do not, or part letters from letters; and no
 * star is their neighbor. Where that is not certain, HTML says it.
 */
static bool
may_use_stars(const wkw_md *m, const wkt_node *n)
{
    const bool is_parted = m->owes_space || m->n_hard || m->is_soft;
    const wkw_edge before = is_parted ? WKW_SPACE : m->last;
    const wkw_edge behind = edge_behind(n);
    const wkw_edge first = edge(n->child, false), last = edge(n->last, true);
    const bool is_inner = m->n_strong + m->n_emphasis > 0;
    const size_t n_same = n->kind == WKT_STRONG ? m->n_strong : m->n_emphasis;
    if (n_same || first == WKW_SPACE || last == WKW_SPACE ||
        first == WKW_DELIMITER || last == WKW_DELIMITER ||
        before == WKW_DELIMITER || behind == WKW_DELIMITER)
        return false;
    if (is_inner && (!is_apart(before) || !is_apart(behind)))
        return false;
    return (first == WKW_LETTER || is_apart(before)) &&
           (last == WKW_LETTER || is_apart(behind));
}

static void
put_emphasis(wkw_md *m, const wkt_node *n)
{
    const bool is_strong = n->kind == WKT_STRONG;
    const bool has_stars = may_use_stars(m, n);
    const char *const star = is_strong ? "**" : "*";
    size_t *const inside = is_strong ? &m->n_strong : &m->n_emphasis;
    if (!n->child)
        return;
    if (has_stars)
        wkw_md_raw(m, star, WKW_DELIMITER);
    else
        wkw_md_raw(m, is_strong ? "<strong>" : "<em>", WKW_MARK);
    *inside += 1;
    wkw_md_inlines(m, n);
    *inside -= 1;
    if (has_stars)
        wkw_md_raw(m, star, WKW_DELIMITER);
    else
        wkw_md_raw(m, is_strong ? "</strong>" : "</em>", WKW_MARK);
}

/* The longest run of c in s. */
static size_t
longest_run(wkb_str s, char c)
{
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < s.n; i++) {
        run = s.p[i] == c ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* In a link that begins a block "]:" would define a reference. */
static bool
defines_reference(const wkw_md *m, wkb_str code)
{
    for (size_t i = 0; m->in_link && i + 1 < code.n; i++) {
        if (code.p[i] == ']' && code.p[i + 1] == ':')
            return true;
    }
    return false;
}

static void
put_code(wkw_md *m, const wkt_node *n)
{
    const wkw_escapes escapes = {
        {['\n'] = " ", ['\t'] = " ", ['|'] = m->in_table ? "\\|" : NULL}};
    const wkb_str s = n->text;
    const size_t ticks = longest_run(s, '`') + 1;
    const bool is_padded = s.n && (s.p[0] == '`' || s.p[s.n - 1] == '`' ||
                                   s.p[0] == ' ' || s.p[s.n - 1] == ' ');
    const bool joins = m->last == WKW_TICK && !m->owes_space && !m->n_hard;
    if (s.n == 0)
        return;
    if (defines_reference(m, s)) {
        wkw_md_raw(m, "<code>", WKW_MARK);
        wkw_md_text(m, s);
        wkw_md_raw(m, "</code>", WKW_MARK);
        return;
    }
    wkw_md_raw(m, joins ? "<!-- -->" : "", WKW_TICK);
    for (size_t i = 0; i < ticks; i++)
        wkb_putc(m->out, '`');
    wkb_puts(m->out, is_padded ? " " : "");
    wkw_put_escaped(m->out, s, &escapes);
    wkb_puts(m->out, is_padded ? " " : "");
    for (size_t i = 0; i < ticks; i++)
        wkb_putc(m->out, '`');
}

/* (address "title") */
static void
put_target(wkw_md *m, const wkt_node *n)
{
    static const wkw_escapes address = {{['('] = "\\(",
                                         [')'] = "\\)",
                                         ['&'] = "&amp;",
                                         ['$'] = "%24",
                                         ['*'] = "%2A",
                                         ['~'] = "%7E"}};
    /* cmark looks for the end of a title past a backslash before it. */
    static const wkw_escapes title = {{['"'] = "&quot;",
                                       ['\\'] = "&#92;",
                                       ['&'] = "&amp;",
                                       ['<'] = "&lt;",
                                       ['|'] = "&#124;",
                                       ['$'] = "&#36;",
                                       ['`'] = "&#96;",
                                       ['\n'] = " "}};
    wkb_putc(m->out, '(');
    wkw_put_address(m->out, n->href, &address);
    if (n->title.n) {
        wkb_puts(m->out, " \"");
        wkw_put_escaped(m->out, n->title, &title);
        wkb_putc(m->out, '"');
    }
    wkb_putc(m->out, ')');
}

/* A link that shows its own address is <address>, which nothing in it may end
 * or make an entity. */
static bool
shows_address(const wkt_node *n)
{
    const wkt_node *c = n->child;
    if (!c || c->next || c->kind != WKT_TEXT || n->title.n ||
        !wkb_str_eq(c->text, n->href) ||
        !(wkb_starts(n->href, WKB_STR("https://")) ||
          wkb_starts(n->href, WKB_STR("http://"))))
        return false;
    for (size_t i = 0; i < n->href.n; i++) {
        const char ch = n->href.p[i];
        if (!wkb_is_letter(ch) && !wkb_is_digit(ch) &&
            !strchr(".:/-?=#%+,@&", ch))
            return false;
    }
    return true; /* without a ';' there is no entity */
}

static void
put_link(wkw_md *m, const wkt_node *n)
{
    wkw_md_anchor(m, n->id);
    if (!m->in_link && shows_address(n)) {
        wkw_md_raw(m, "<", WKW_MARK);
        wkb_put(m->out, n->href);
        wkb_putc(m->out, '>');
        return;
    }
    if (m->in_link || !wkw_is_safe(n->href) || !n->child) {
        wkw_md_inlines(m, n);
        return;
    }
    m->in_link = true;
    wkw_md_raw(m, "[", WKW_MARK);
    wkw_md_inlines(m, n);
    m->in_link = false;
    wkw_md_raw(m, "]", WKW_MARK);
    put_target(m, n);
}

static void
put_image(wkw_md *m, const wkt_node *n)
{
    if (!wkw_is_safe(n->href)) {
        wkw_md_text(m, n->text);
        return;
    }
    const bool in_link = m->in_link;
    wkw_md_raw(m, "![", WKW_MARK);
    m->in_link = true; /* no address in it becomes one */
    wkw_md_text(m, n->text);
    m->in_link = in_link;
    wkw_md_raw(m, "]", WKW_MARK);
    put_target(m, n);
}

static void
put_text(wkw_md *m, const wkt_node *n)
{
    m->ends = !n->next && n->parent && n->parent->kind < WKT_TEXT;
    wkw_md_text(m, n->text);
    m->ends = false;
}

/* Breaks wait for what follows: at the end of a block they are none. */
static void
put_soft_break(wkw_md *m, const wkt_node *n)
{
    (void)n;
    m->owes_space = true;
    m->is_soft = !m->in_table && !m->in_heading;
}

static void
put_line_break(wkw_md *m, const wkt_node *n)
{
    (void)n;
    m->n_hard += 1;
}

/* A unit stands under its column's name in a page, behind it here. */
static void
put_comma(wkw_md *m)
{
    m->owes_space = false;
    wkw_md_text(m, WKB_STR(","));
    m->owes_space = true;
}

/* Spans that a page sets on lines of their own stand apart here too. */
static void
put_span(wkw_md *m, const wkt_node *n)
{
    static const char *const apart[] = {
        "u", "put", "res", "src", "dt", "sym", "cell"};
    for (size_t i = 0; i < WKB_COUNT(apart); i++) {
        if (m->last != WKW_DELIMITER && wkw_has_class(n, apart[i]))
            m->owes_space = true;
    }
    if (wkw_has_class(n, "u") && m->in_table && m->last != WKW_SPACE)
        put_comma(m);
    wkw_md_anchor(m, n->id);
    wkw_md_inlines(m, n);
}

static void
put_super(wkw_md *m, const wkt_node *n)
{
    wkw_md_raw(m, "<sup>", WKW_MARK);
    wkw_md_inlines(m, n);
    wkw_md_raw(m, "</sup>", WKW_MARK);
}

static void
put_html(wkw_md *m, const wkt_node *n)
{
    wkw_md_raw(m, "", WKW_MARK);
    wkb_put(m->out, n->text);
}

/* Several terms, which a fraction or a power must hold together. */
static bool
is_compound(const wkt_node *n)
{
    if (n->kind == WKT_TEXT)
        return wkb_find(n->text, ' ') < n->text.n;
    if (n->child && n->child->next)
        return true;
    return n->kind == WKT_FRACTION || (n->child && is_compound(n->child));
}

static void
put_term(wkw_md *m, const wkt_node *n)
{
    const bool is_held = is_compound(n);
    if (is_held)
        wkw_md_text(m, WKB_STR("("));
    put_inline(m, n);
    if (is_held)
        wkw_md_text(m, WKB_STR(")"));
}

static void
put_fraction(wkw_md *m, const wkt_node *n)
{
    if (!n->child || !n->child->next)
        return;
    put_term(m, n->child);
    wkw_md_text(m, WKB_STR(" / "));
    put_term(m, n->child->next);
}

static void
put_power(wkw_md *m, const wkt_node *n)
{
    if (!n->child || !n->child->next)
        return;
    put_term(m, n->child);
    wkw_md_raw(m, "<sup>", WKW_MARK);
    put_inline(m, n->child->next);
    wkw_md_raw(m, "</sup>", WKW_MARK);
}

/* What holds numbers alone, so that a hyphen in it may be a minus. */
static bool
holds_numbers(const wkt_node *n)
{
    return wkw_has_class(n, "n") && !wkw_has_class(n, "words");
}

static void
put_inline(wkw_md *m, const wkt_node *n)
{
    const bool outer = m->in_number;
    static void (*const put[WKT_KINDS])(wkw_md *, const wkt_node *) = {
        [WKT_TEXT] = put_text,
        [WKT_SOFT_BREAK] = put_soft_break,
        [WKT_LINE_BREAK] = put_line_break,
        [WKT_EMPHASIS] = put_emphasis,
        [WKT_STRONG] = put_emphasis,
        [WKT_CODE] = put_code,
        [WKT_LINK] = put_link,
        [WKT_IMAGE] = put_image,
        [WKT_SPAN] = put_span,
        [WKT_SUPER] = put_super,
        [WKT_HTML_INLINE] = put_html,
        [WKT_MATH] = wkw_md_inlines,
        [WKT_FRACTION] = put_fraction,
        [WKT_POWER] = put_power,
    };
    if (m->depth >= WKW_DEPTH) {
        m->out->status = WK_ELIMIT;
        return;
    }
    m->depth += 1;
    m->in_number = outer || holds_numbers(n);
    if (put[n->kind])
        put[n->kind](m, n);
    m->in_number = outer;
    m->depth -= 1;
}
