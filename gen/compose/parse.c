/* cmark begins and ends here: its tree becomes ours, its placeholders the
 * nodes they stand for. */
#include <cmark.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

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
    size_t first;          /* offset of the text in what was expanded */
    WKB_LIST(size_t) line; /* where each begins */
    size_t cursor, end; /* in the block at hand: what is read, where it ends */
} converter;

/* Lines as cmark counts them: behind LF, CR LF or CR. */
static wk_status
index_lines(converter *c)
{
    for (size_t i = 0; i <= c->text.n; i++) {
        const char before = i ? c->text.p[i - 1] : '\n';
        const bool begins =
            before == '\n' ||
            (before == '\r' && !(i < c->text.n && c->text.p[i] == '\n'));
        size_t *at = begins ? WKB_PUSH(c->p->arena, &c->line) : NULL;
        if (begins && !at)
            return WK_ENOMEM;
        if (at)
            *at = i;
    }
    return WK_OK;
}

static size_t
line_at(const converter *c, int line)
{
    const size_t i = line > 0 ? (size_t)line - 1 : 0;
    return i < c->line.n ? c->line.item[i] : c->text.n;
}

/* Origin of a block; its inlines are looked for from there on. */
static wkb_span
place_of(converter *c, cmark_node *n)
{
    const size_t column = (size_t)cmark_node_get_start_column(n);
    c->end = line_at(c, cmark_node_get_end_line(n) + 1);
    c->cursor =
        line_at(c, cmark_node_get_start_line(n)) + (column ? column - 1 : 0);
    if (c->cursor > c->end) /* a tab, which counts as several columns */
        c->cursor = c->end;
    return wkt_origin_of(c->p, c->first + c->cursor, 1);
}

/*
 * cmark's places of inlines cannot be relied on, so their bytes are looked
 * for in the block, each behind the one before. True if they stand there as
 * they are: *at is where; else they are escaped, or not far behind it.
 */
static bool
follow(converter *c, wkb_str bytes, size_t *at)
{
    enum { FURTHEST = 1024 };
    const size_t end = c->cursor + bytes.n + FURTHEST;
    const wkb_str rest =
        wkb_sub(c->text, c->cursor, end < c->end ? end : c->end);
    const char *found = bytes.n && bytes.n <= rest.n
                            ? memmem(rest.p, rest.n, bytes.p, bytes.n)
                            : NULL;
    *at = c->cursor;
    if (!found)
        return false;
    *at += (size_t)(found - rest.p);
    c->cursor = *at + bytes.n;
    return true;
}

/* Origin of the link or picture that begins next. */
static wkb_span
follow_link(converter *c)
{
    const char *const p = c->text.p;
    size_t at = c->cursor;
    while (p && at < c->end && p[at] != '[' && p[at] != '<' && p[at] != '!')
        at++;
    if (at < c->end)
        c->cursor = at + 1;
    return wkt_origin_of(c->p, c->first + at, 1);
}

/* To the next line, whatever of this one was found. */
static void
follow_break(converter *c)
{
    const wkb_str rest = wkb_sub(c->text, c->cursor, c->end);
    const size_t n = wkb_find(rest, '\n');
    if (n < rest.n)
        c->cursor += n + 1;
}

/* Passes the (address "title") behind a link's text. */
static void
pass_target(converter *c)
{
    const wkb_str rest = wkb_sub(c->text, c->cursor, c->end);
    size_t i = 0, depth = 0;
    while (i < rest.n && rest.p[i] != ']' && rest.p[i] != '\n')
        i++;
    if (wkb_starts(rest, WKB_STR(">")) || i + 1 >= rest.n ||
        rest.p[i + 1] != '(')
        return;
    for (i += 1; i < rest.n && rest.p[i] != '\n'; i++) {
        depth += rest.p[i] == '(';
        depth -= rest.p[i] == ')' && depth;
        if (depth == 0)
            break;
    }
    c->cursor += i;
}

static wkb_str
own(converter *c, const char *text)
{
    return wkb_copy(c->p->arena, wkb_str_of(text ? text : ""));
}

/* Braces that the scanner took for code, and cmark for text: what stands
 * between them would be printed as it is typed. */
static wk_status
refuse_braces(const converter *c, size_t begin)
{
    const wkb_str rest = wkb_sub(c->text, begin, c->cursor);
    const char *found = rest.n ? memmem(rest.p, rest.n, "{{", (size_t)2) : NULL;
    if (!found)
        return WK_OK; /* &#123; */
    return wkb_error(
        c->p->env->diag,
        WK_ESYNTAX,
        wkt_origin_of(
            c->p, c->first + begin + (size_t)(found - rest.p), (size_t)2),
        "{{ between two ` that are no code: they stand in different blocks\n"
        "write \\` for a sign, \\{{ for two braces");
}

/* Whether the brackets that end at `close` stand behind a word, as a[i][j]. */
static bool
is_index(wkb_str text, size_t close)
{
    size_t open = close;
    while (open && text.p[open] != '[')
        open--;
    const char before = open && text.p[open] == '[' ? text.p[open - 1] : ' ';
    return wkb_is_letter(before) || wkb_is_digit(before) || before == ')' ||
           before == ']';
}

/* [words][name] that is still text has a name that nothing defines. */
static wk_status
refuse_reference(const converter *c, wkb_str text, size_t begin)
{
    const wkb_str source = wkb_sub(c->text, begin, c->cursor);
    for (size_t i = 0; i + 2 < text.n; i++) {
        const wkb_str name = wkb_sub(text, i + 2, text.n);
        const size_t n = wkb_find(name, ']');
        if (text.p[i] != ']' || text.p[i + 1] != '[' || n == 0 || n == name.n ||
            is_index(text, i))
            continue;
        const wkb_str all = wkb_sub(text, i, i + n + 3);
        const char *found =
            source.n ? memmem(source.p, source.n, all.p, all.n) : NULL;
        if (!found) /* escaped */
            continue;
        const size_t from = c->first + begin + (size_t)(found - source.p) + 1;
        const wkb_span last = wkt_origin_of(c->p, from + n + 1, 1);
        wkb_span at = wkt_origin_of(c->p, from, 1);
        if (at.file == last.file && at.begin < last.end)
            at.end = last.end;
        return wkb_error(c->p->env->diag,
                         WK_ENAME,
                         at,
                         "nothing says where %q leads\n"
                         "write %S: and its address on a line of its own, or "
                         "\\[ for a bracket",
                         wkb_sub(all, 1, all.n),
                         wkb_sub(all, 1, all.n));
    }
    return WK_OK;
}

static wk_status
put_text(converter *c, wkb_str text, wkt_node *into)
{
    size_t at = 0;
    wkt_node *n = text.n ? wkt_add_text(c->p->arena, into, text) : NULL;
    const size_t begin = c->cursor;
    if (!n)
        return text.n ? WK_ENOMEM : WK_OK;
    n->is_verbatim = follow(c, text, &at);
    n->place = (uint32_t)(c->first + at + 1);
    if (memmem(text.p, text.n, "{{", (size_t)2))
        return wkt_fault(c->p, refuse_braces(c, begin));
    return wkt_fault(c->p, refuse_reference(c, text, begin));
}

/* Text between placeholders and what they stand for. */
static wk_status
put_pieces(converter *c, wkb_str text, wkt_node *into)
{
    wkt_page *p = c->p;
    size_t plain = 0, at = 0;
    for (size_t i = 0; i < text.n;) {
        size_t n = 0;
        const wkt_slot *s = wkt_slot_at(p, wkb_sub(text, i, text.n), &n);
        if (!s) {
            i++;
            continue;
        }
        WKB_TRY(put_text(c, wkb_sub(text, plain, i), into));
        (void)follow(c, wkb_sub(text, i, i + n), &at);
        WKB_TRY(wkt_fault(p, wkt_put_slot(p, s, into)));
        i += n;
        plain = i;
    }
    return put_text(c, wkb_sub(text, plain, text.n), into);
}

static wk_status
take_link(converter *c, cmark_node *from, wkt_node *n)
{
    wkt_page *p = c->p;
    WKB_TRY(
        wkt_plain_pieces(p, own(c, cmark_node_get_url(from)), false, &n->href));
    WKB_TRY(wkt_plain_pieces(
        p, own(c, cmark_node_get_title(from)), false, &n->title));
    return wkt_lead_to(p, n, n->href, n->at);
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

/* A block named almost as one of ours: Chart, charts. */
static wk_status
refuse_near(const wkt_page *p, const wkt_node *n, wkb_str word)
{
    char lower[sizeof "assumes"];
    if (word.n == 0 || word.n >= sizeof lower)
        return WK_OK;
    for (size_t i = 0; i < word.n; i++)
        lower[i] = wkb_lower(word.p[i]);
    const size_t length = word.n - (lower[word.n - 1] == 's');
    const wkb_str near = {lower, length};
    if (!wkt_is_directive(near))
        return WK_OK;
    return wkb_error(p->env->diag,
                     WK_ENAME,
                     n->at,
                     "there is no block %q\ndid you mean %q?",
                     word,
                     near);
}

/* A block that the scanner did not take would be shown as code. */
static wk_status
refuse_directive(const wkt_page *p, const wkt_node *n)
{
    wkb_str rest = n->title;
    const wkb_str word = wkb_cut(&rest, ' ');
    if (!wkt_is_directive(word))
        return refuse_near(p, n, word);
    if (rest.n)
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         n->at,
                         "nothing stands behind the name of a %S block\n"
                         "take out %q",
                         word,
                         rest);
    return wkb_error(p->env->diag,
                     WK_ESYNTAX,
                     n->at,
                     "a %S block begins a line of its own\n"
                     "put it on the next line, indented",
                     word);
}

static bool
is_in_image(const wkt_node *n)
{
    while (n && n->kind != WKT_IMAGE)
        n = n->parent;
    return n != NULL;
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
        WKB_TRY(wkt_fault(p, refuse_directive(p, n)));
        break;
    case WKT_LINK:
    case WKT_IMAGE:
        return take_link(c, from, n);
    case WKT_HTML_BLOCK:
    case WKT_HTML_INLINE:
        WKB_TRY(wkt_fault(p, refuse_html(p, n)));
        if (is_in_image(n)) { /* a tag there is words of the text */
            n->kind = WKT_TEXT;
            break;
        }
        return wkt_html_pieces(
            p, own(c, cmark_node_get_literal(from)), &n->text);
    default:
        if (!is_code)
            return WK_OK;
        break;
    }
    return wkt_plain_pieces(
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
    size_t at = 0;
    if (type == CMARK_NODE_DOCUMENT)
        return WK_OK;
    if (type == CMARK_NODE_TEXT)
        return put_pieces(c, own(c, cmark_node_get_literal(from)), *into);
    wkt_node *n = wkt_add(c->p->arena, *into, kind_of(type));
    if (!n)
        return WK_ENOMEM;
    if (cmark_node_get_start_line(from) > 0 && n->kind < WKT_TEXT)
        n->at = place_of(c, from);
    else if (n->kind == WKT_LINK || n->kind == WKT_IMAGE)
        n->at = follow_link(c);
    else if (n->kind == WKT_CODE)
        (void)follow(c, wkb_str_of(cmark_node_get_literal(from)), &at);
    else if (n->kind == WKT_HTML_INLINE &&
             follow(c, wkb_str_of(cmark_node_get_literal(from)), &at))
        n->at = wkt_origin_of(c->p, c->first + at, (size_t)1);
    else if (n->kind == WKT_SOFT_BREAK || n->kind == WKT_LINE_BREAK)
        follow_break(c);
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
    if (n->kind == WKT_LINK || n->kind == WKT_IMAGE)
        pass_target(c);
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
    converter c = {.p = p, .text = text, .first = first};
    WKB_TRY(index_lines(&c));
    volatile wk_status status = WK_ENOMEM;
    parsing = &out;
    if (setjmp(out.full) == 0) // NOLINT(cert-err52-cpp): no other way
        status = read_tree(&c, &mem, into);
    parsing = before;
    if (status == WK_OK)
        unwrap(into);
    return status == WK_OK ? wkt_pipe_tables(p, into) : status;
}
