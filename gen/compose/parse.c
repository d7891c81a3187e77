/* cmark begins and ends here: its tree becomes ours, its placeholders the
 * nodes they stand for. */
#include <cmark.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "compose/compose.h"

/*
 * cmark's allocator takes no context and must not fail: this is the library's
 * one thread-local pointer, to the arena of the text being parsed and the way
 * out when it is full.
 */
typedef struct way_out {
    wkb_arena *arena;
    jmp_buf full;
} way_out;
static _Thread_local way_out *parsing;

typedef struct header {
    size_t n;
    size_t pad; /* keeps what follows aligned */
} header;

static void *
cmark_take(size_t n, size_t size)
{
    header *h = size && n > SIZE_MAX / 2 / size
                    ? NULL
                    : wkb_alloc(parsing->arena, 1, sizeof *h + n * size);
    if (!h)
        longjmp(parsing->full, 1); // NOLINT(cert-err52-cpp): no other way
    h->n = n * size;
    return h + 1;
}

static void *
cmark_resize(void *p, size_t n)
{
    void *q = cmark_take(n ? n : 1, 1);
    if (p) {
        const header *h = (header *)p - 1;
        memcpy(q, p, h->n < n ? h->n : n);
    }
    return q;
}

static void
cmark_give(void *p)
{
    (void)p; /* the arena goes as a whole */
}

/* Where a tree is being converted. */
typedef struct converter {
    wkt_page *p;
    wkb_str text;
    size_t first;   /* offset of the text in what was expanded */
    size_t line_at; /* offset of line `line` */
    int line;
} converter;

/* Origin of a block; lines are asked for in rising order mostly. */
static wkb_span
place_of(converter *c, cmark_node *n)
{
    const int line = cmark_node_get_start_line(n);
    if (line < c->line) {
        c->line = 1;
        c->line_at = 0;
    }
    while (c->line < line && c->line_at < c->text.n) {
        c->line_at += wkb_find(wkb_sub(c->text, c->line_at, c->text.n), '\n');
        c->line_at += c->line_at < c->text.n;
        c->line++;
    }
    const size_t column = (size_t)cmark_node_get_start_column(n);
    return wkt_origin_of(
        c->p, c->first + c->line_at + (column ? column - 1 : 0), 1);
}

static wkb_str
own(converter *c, const char *text)
{
    return wkb_copy(c->p->arena, wkb_str_of(text ? text : ""));
}

/* The slot of the placeholder that s begins with; its length in *n. */
static const wkt_slot *
slot_at(const wkt_page *p, wkb_str s, size_t *n)
{
    const wkb_str begin = WKB_STR(WKT_MARK_BEGIN);
    double number = 0;
    if (!wkb_starts(s, begin))
        return NULL;
    const wkb_str digits = wkb_sub(s, begin.n, s.n);
    const size_t length = wkb_num_length(digits);
    if (wkb_num_read(wkb_sub(digits, 0, length), &number) != WK_OK ||
        (size_t)number >= p->slot.n)
        return NULL;
    *n = begin.n + length + begin.n;
    return &p->slot.item[(size_t)number];
}

/* Text between placeholders and what they stand for. */
static wk_status
put_pieces(wkt_page *p, wkb_str text, wkt_node *into)
{
    size_t plain = 0;
    for (size_t i = 0; i < text.n;) {
        size_t n = 0;
        const wkt_slot *s = slot_at(p, wkb_sub(text, i, text.n), &n);
        if (!s) {
            i++;
            continue;
        }
        if (i > plain && !wkt_add_text(p->arena, into, wkb_sub(text, plain, i)))
            return WK_ENOMEM;
        WKB_TRY(wkt_fault(p, wkt_put_slot(p, s, into)));
        i += n;
        plain = i;
    }
    if (plain < text.n &&
        !wkt_add_text(p->arena, into, wkb_sub(text, plain, text.n)))
        return WK_ENOMEM;
    return WK_OK;
}

/* Where no node may stand: answers as plain text, or (in code) the source. */
static wk_status
plain_pieces(wkt_page *p, wkb_str text, bool is_code, wkb_str *out)
{
    wkb_out kept = wkb_out_kept(p->arena);
    for (size_t i = 0; i < text.n;) {
        size_t n = 0;
        const wkt_slot *s = slot_at(p, wkb_sub(text, i, text.n), &n);
        if (!s) {
            wkb_putc(&kept, text.p[i++]);
            continue;
        }
        if (is_code)
            wkb_put(&kept, wkt_source(p, s->at));
        else
            WKB_TRY(wkt_fault(p, wkt_put_plain(p, s, &kept)));
        i += n;
    }
    *out = wkt_kept(p, &kept);
    return kept.status;
}

static wk_status
check_href(wkt_page *p, wkb_str href, wkb_span at)
{
    static const char *const schemes[] = {
        "http", "https", "mailto", "ftp", "doi"};
    const size_t colon = wkb_find(href, ':');
    const wkb_str scheme = wkb_sub(href, 0, colon);
    if (wkb_starts(href, WKB_STR("//")))
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         at,
                         "the address %q leaves out its scheme\n"
                         "begin it with https:",
                         href);
    for (size_t i = 0; i < colon && colon < href.n; i++) {
        if (href.p[i] == '/' || href.p[i] == '#' || href.p[i] == '?')
            return WK_OK; /* the colon belongs to a path */
    }
    if (colon == href.n)
        return WK_OK;
    for (size_t i = 0; i < WKB_COUNT(schemes); i++) {
        if (wkb_str_eq(scheme, wkb_str_of(schemes[i])))
            return WK_OK;
    }
    return wkb_error(p->env->diag,
                     WK_ESYNTAX,
                     at,
                     "links with %q are refused\n"
                     "link to a page, or to an https: address",
                     wkb_sub(href, 0, colon + 1));
}

static wk_status
take_link(converter *c, cmark_node *from, wkt_node *n)
{
    wkt_page *p = c->p;
    WKB_TRY(plain_pieces(p, own(c, cmark_node_get_url(from)), false, &n->href));
    WKB_TRY(
        plain_pieces(p, own(c, cmark_node_get_title(from)), false, &n->title));
    WKB_TRY(wkt_fault(p, check_href(p, n->href, n->at)));
    wkt_link *l = WKB_PUSH(p->arena, &p->doc->link);
    if (!l)
        return WK_ENOMEM;
    *l = (wkt_link){n->href, n->at};
    return WK_OK;
}

/* Kinds that need no more than their name. */
static wkt_kind
kind_of(cmark_node_type type)
{
    switch (type) {
    case CMARK_NODE_BLOCK_QUOTE:
        return WKT_QUOTE;
    case CMARK_NODE_LIST:
        return WKT_LIST;
    case CMARK_NODE_ITEM:
        return WKT_ITEM;
    case CMARK_NODE_CODE_BLOCK:
        return WKT_CODE_BLOCK;
    case CMARK_NODE_HTML_BLOCK:
        return WKT_HTML_BLOCK;
    case CMARK_NODE_PARAGRAPH:
        return WKT_PARAGRAPH;
    case CMARK_NODE_HEADING:
        return WKT_HEADING;
    case CMARK_NODE_THEMATIC_BREAK:
        return WKT_RULE;
    case CMARK_NODE_SOFTBREAK:
        return WKT_SOFT_BREAK;
    case CMARK_NODE_LINEBREAK:
        return WKT_LINE_BREAK;
    case CMARK_NODE_CODE:
        return WKT_CODE;
    case CMARK_NODE_HTML_INLINE:
        return WKT_HTML_INLINE;
    case CMARK_NODE_EMPH:
        return WKT_EMPHASIS;
    case CMARK_NODE_STRONG:
        return WKT_STRONG;
    case CMARK_NODE_LINK:
        return WKT_LINK;
    case CMARK_NODE_IMAGE:
        return WKT_IMAGE;
    default:
        return WKT_TEXT;
    }
}

static wk_status
refuse_html(wkt_page *p, const wkt_node *n)
{
    if (p->t->site->html)
        return WK_OK;
    return wkb_error(p->env->diag,
                     WK_ESYNTAX,
                     n->at,
                     "raw HTML is refused\n"
                     "write Markdown, or set html: true in site.yaml");
}

/* What a node of cmark's says of itself beside its children. */
static wk_status
take_fields(converter *c, cmark_node *from, wkt_node *n)
{
    wkt_page *p = c->p;
    const bool is_code = n->kind == WKT_CODE || n->kind == WKT_CODE_BLOCK;
    switch (n->kind) {
    case WKT_HEADING:
        n->level = (uint8_t)cmark_node_get_heading_level(from);
        return WK_OK;
    case WKT_LIST:
        n->is_ordered = cmark_node_get_list_type(from) == CMARK_ORDERED_LIST;
        n->start = cmark_node_get_list_start(from);
        n->is_loose = !cmark_node_get_list_tight(from);
        return WK_OK;
    case WKT_CODE_BLOCK:
        n->title = own(c, cmark_node_get_fence_info(from));
        break;
    case WKT_LINK:
    case WKT_IMAGE:
        return take_link(c, from, n);
    case WKT_HTML_BLOCK:
    case WKT_HTML_INLINE:
        WKB_TRY(wkt_fault(p, refuse_html(p, n)));
        break;
    default:
        if (!is_code)
            return WK_OK;
        break;
    }
    return plain_pieces(
        p, own(c, cmark_node_get_literal(from)), is_code, &n->text);
}

/* An image's children are its alternative text. */
static wk_status
close_image(wkt_page *p, wkt_node *n)
{
    wkb_out text = wkb_out_kept(p->arena);
    for (const wkt_node *k = n->child; k; k = k->next)
        wkt_put_text(&text, k);
    n->child = n->last = NULL;
    n->text = wkt_kept(p, &text);
    return text.status;
}

enum { DEEPEST = 64 };

static wk_status
enter_node(converter *c, cmark_node *from, wkt_node **into, size_t *depth)
{
    const cmark_node_type type = cmark_node_get_type(from);
    if (type == CMARK_NODE_DOCUMENT)
        return WK_OK;
    if (type == CMARK_NODE_TEXT)
        return put_pieces(c->p, own(c, cmark_node_get_literal(from)), *into);
    wkt_node *n = wkt_add(c->p->arena, *into, kind_of(type));
    if (!n)
        return WK_ENOMEM;
    if (cmark_node_get_start_line(from) > 0 && n->kind < WKT_TEXT)
        n->at = place_of(c, from);
    WKB_TRY(take_fields(c, from, n));
    if (cmark_node_first_child(from) || n->kind == WKT_PARAGRAPH ||
        n->kind == WKT_HEADING || n->kind == WKT_ITEM || n->kind == WKT_LINK ||
        n->kind == WKT_IMAGE || n->kind == WKT_QUOTE ||
        n->kind == WKT_EMPHASIS || n->kind == WKT_STRONG || n->kind == WKT_LIST)
        *into = n;
    else
        return WK_OK;
    if (++*depth > DEEPEST)
        return wkb_error(c->p->env->diag,
                         WK_ELIMIT,
                         n->at,
                         "lists and quotes nest more than %d deep\n"
                         "flatten them",
                         (int)DEEPEST);
    return WK_OK;
}

static wk_status
leave_node(converter *c, cmark_node *from, wkt_node **into, size_t *depth)
{
    const cmark_node_type type = cmark_node_get_type(from);
    wkt_node *n = *into;
    if (type == CMARK_NODE_DOCUMENT || kind_of(type) != n->kind)
        return WK_OK;
    if (n->kind == WKT_IMAGE)
        WKB_TRY(close_image(c->p, n));
    if (n->kind == WKT_HEADING)
        WKB_TRY(wkt_take_heading(c->p, n));
    *into = n->parent;
    *depth -= 1;
    return WK_OK;
}

static wk_status
convert(converter *c, cmark_node *root, wkt_node *into)
{
    size_t depth = 0;
    wk_status status = WK_OK;
    cmark_iter *it = cmark_iter_new(root);
    for (cmark_event_type ev = cmark_iter_next(it);
         ev != CMARK_EVENT_DONE && status == WK_OK;
         ev = cmark_iter_next(it)) {
        cmark_node *from = cmark_iter_get_node(it);
        status = ev == CMARK_EVENT_ENTER ? enter_node(c, from, &into, &depth)
                                         : leave_node(c, from, &into, &depth);
    }
    return status;
}

/* A paragraph that holds one directive alone gives way to its blocks. */
static void
unwrap(wkt_node *n)
{
    for (wkt_node *k = n->child, *next = NULL; k; k = next) {
        next = k->next;
        unwrap(k);
    }
    wkt_node *only = n->child;
    if (n->kind != WKT_PARAGRAPH || !only || only->next || !n->parent ||
        only->kind >= WKT_TEXT)
        return;
    /* The block takes the paragraph's place among its parent's children. */
    wkt_node *parent = n->parent;
    only->parent = parent;
    only->next = n->next;
    wkt_node **link = &parent->child;
    while (*link != n)
        link = &(*link)->next;
    *link = only;
    if (parent->last == n)
        parent->last = only;
}

/* Apart from the function that calls setjmp, whose own variables a way out
 * would leave undefined. */
__attribute__((noinline)) static wk_status
read_tree(converter *c, cmark_mem *mem, wkt_node *into)
{
    const wkb_str text = c->text;
    cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, mem);
    cmark_parser_feed(parser, text.p ? text.p : "", text.n);
    cmark_node *root = cmark_parser_finish(parser);
    cmark_consolidate_text_nodes(root);
    return convert(c, root, into);
}

wk_status
wkt_parse(wkt_page *p, wkb_str text, size_t first, wkt_node *into)
{
    cmark_mem mem = {cmark_take, cmark_resize, cmark_give};
    way_out out = {.arena = p->arena};
    way_out *const before = parsing;
    converter c = {.p = p, .text = text, .first = first, .line = 1};
    volatile wk_status status = WK_ENOMEM;
    parsing = &out;
    if (setjmp(out.full) == 0) // NOLINT(cert-err52-cpp): no other way
        status = read_tree(&c, &mem, into);
    parsing = before;
    if (status == WK_OK)
        unwrap(into);
    return status == WK_OK ? wkt_pipe_tables(p, into) : status;
}
