/* The tree as Markdown that GitHub and CommonMark read back as it is. */
#include "write/markdown.h"

#include "base/num.h"
#include "base/str.h"

static void put_block(wkw_md *m, const wkt_node *n);
static void put_blocks(wkw_md *m, const wkt_node *parent);

static void
put_frame(wkw_md *m, const wkw_frame *f)
{
    if (!f)
        return;
    put_frame(m, f->outer);
    if (f->is_quote || !*f->is_begun) {
        wkb_put(m->out, f->mark);
        if (f->is_begun)
            *f->is_begun = true;
        return;
    }
    for (size_t i = 0; i < f->mark.n; i++)
        wkb_putc(m->out, ' ');
}

void
wkw_md_begin_line(wkw_md *m)
{
    put_frame(m, m->frame);
    m->is_block_new = true;
    m->is_line_new = true;
    m->owes_space = m->is_soft = m->has_text = false;
    m->n_hard = 0;
    m->is_counting = false;
    m->last = WKW_SPACE;
}

void
wkw_md_end_line(wkw_md *m)
{
    wkb_putc(m->out, '\n');
    m->is_line_new = true;
}

/* A line with nothing but the marks of the quotes it stands in. */
static void
put_blank_line(wkw_md *m)
{
    const wkw_frame *f = m->frame;
    while (f && !f->is_quote)
        f = f->outer;
    if (f) {
        put_frame(m, f->outer);
        wkb_putc(m->out, '>');
    }
    wkw_md_end_line(m);
}

/* The anchors of a block and of those that it is the first line of. */
static void
put_anchors(wkw_md *m, const wkt_node *n)
{
    if (n == m->anchored)
        return;
    if (n->parent && n->parent->child == n && n->kind != WKT_CELL)
        put_anchors(m, n->parent);
    wkw_md_anchor(m, n->id);
}

static bool
has_anchors(const wkw_md *m, const wkt_node *n)
{
    for (; n && n != m->anchored;
         n = n->parent && n->parent->child == n ? n->parent : NULL) {
        if (n->id.n)
            return true;
    }
    return false;
}

/* Before a block that holds no inlines: a paragraph of anchors. */
static void
put_anchor_paragraph(wkw_md *m, const wkt_node *n)
{
    if (!has_anchors(m, n))
        return;
    wkw_md_begin_line(m);
    put_anchors(m, n);
    wkw_md_end_line(m);
    put_blank_line(m);
}

static bool
is_sum_line(const wkt_node *n)
{
    return n && n->kind == WKT_PARAGRAPH && wkw_has_class(n, "m");
}

/* The next line of the same sum. */
static bool
goes_on(const wkt_node *n)
{
    return is_sum_line(n) && !wkw_has_class(n, "let");
}

/* The value of an entry of the workings stands out; the lines of its sum keep
 * together. */
static void
put_paragraph(wkw_md *m, const wkt_node *n)
{
    const bool is_value = wkw_has_class(n, "v");
    const bool has_stars = !wkw_md_has_blank_edge(n);
    wkw_md_begin_line(m);
    put_anchors(m, n);
    if (is_value) {
        wkw_md_raw(m, has_stars ? "**" : "<strong>", WKW_DELIMITER);
        m->n_strong += 1;
    }
    wkw_md_inlines(m, n);
    if (is_value) {
        wkw_md_raw(m, has_stars ? "**" : "</strong>", WKW_DELIMITER);
        m->n_strong -= 1;
    }
    if (is_sum_line(n) && goes_on(n->next))
        wkb_putc(m->out, '\\');
    wkw_md_end_line(m);
}

static void
put_heading(wkw_md *m, const wkt_node *n)
{
    enum { DEEPEST = 6 };
    wkw_md_begin_line(m);
    for (int i = 0; i < n->level && i < DEEPEST; i++)
        wkb_putc(m->out, '#');
    m->is_line_new = false;
    m->owes_space = true;
    m->in_heading = true;
    put_anchors(m, n);
    wkw_md_inlines(m, n);
    m->in_heading = false;
    wkw_md_end_line(m);
}

static void
put_quote(wkw_md *m, const wkt_node *n)
{
    const wkw_frame quote = {
        .outer = m->frame, .mark = WKB_STR("> "), .is_quote = true};
    m->frame = &quote;
    put_blocks(m, n);
    m->frame = quote.outer;
}

/* The marker of an item: another than that of a list just before, which would
 * go on otherwise. */
static wkb_str
item_mark(char text[WKB_NUM_MAX + 2], const wkt_node *list, int i, char sign)
{
    enum { LARGEST = 999999999 };
    size_t n = 0;
    if (list->is_ordered) {
        const int number = list->start <= LARGEST - i ? list->start + i : i;
        n = wkb_num_write(text, number < 0 ? 0 : number);
    }
    text[n] = sign;
    text[n + 1] = ' ';
    return (wkb_str){text, n + 2};
}

static void
put_item(wkw_md *m, const wkt_node *item, wkb_str mark)
{
    bool is_begun = false;
    wkw_frame frame = {.outer = m->frame, .mark = mark, .is_begun = &is_begun};
    m->frame = &frame;
    m->list_before = '\0';
    put_blocks(m, item);
    if (!is_begun) { /* nothing inside: no space behind the marker */
        frame.mark.n -= item->id.n == 0;
        wkw_md_begin_line(m);
        put_anchors(m, item);
        wkw_md_end_line(m);
    }
    m->frame = frame.outer;
}

static char
list_sign(const wkw_md *m, bool is_ordered)
{
    if (is_ordered)
        return m->list_before == '.' ? ')' : '.';
    return m->list_before == '-' ? '+' : '-';
}

/* A file beside the page, of which there is none where all must be inside. */
static bool
is_outside(const wkw_md *m, const wkt_node *n)
{
    if (!m->r->is_self_contained)
        return false;
    while (n->child && !n->cls.n && n->kind != WKT_LINK)
        n = n->child;
    return wkw_has_class(n, "picture") || wkw_has_class(n, "file");
}

static void
put_list(wkw_md *m, const wkt_node *n)
{
    const char sign = list_sign(m, n->is_ordered);
    int i = 0;
    for (const wkt_node *item = n->child; item; item = item->next) {
        char text[WKB_NUM_MAX + 2];
        if (is_outside(m, item))
            continue;
        if (i && n->is_loose)
            put_blank_line(m);
        put_item(m, item, item_mark(text, n, i++, sign));
    }
    m->list_before = sign;
}

/* Lines as they are, behind what stands before each. */
static void
put_lines(wkw_md *m, wkb_str text, bool is_raw)
{
    static const wkw_escapes nothing;
    while (text.n) {
        const wkb_str line = wkb_cut(&text, '\n');
        if (line.n == 0) {
            put_blank_line(m);
            continue;
        }
        wkw_md_begin_line(m);
        if (is_raw)
            wkb_put(m->out, line);
        else
            wkw_put_escaped(m->out, line, &nothing);
        wkw_md_end_line(m);
    }
}

enum { LEAST_FENCE = 3 };

static size_t
fence_for(wkb_str text, char c)
{
    size_t longest = LEAST_FENCE - 1, run = 0;
    for (size_t i = 0; i < text.n; i++) {
        run = text.p[i] == c ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest + 1;
}

static void
put_fence(wkw_md *m, char c, size_t n, wkb_str info)
{
    static const wkw_escapes escapes = {
        {['\\'] = "\\\\", ['&'] = "\\&", ['\n'] = " "}};
    wkw_md_begin_line(m);
    for (size_t i = 0; i < n; i++)
        wkb_putc(m->out, c);
    wkw_put_escaped(m->out, info, &escapes);
    wkw_md_end_line(m);
}

static void
put_code_block(wkw_md *m, const wkt_node *n)
{
    const char c = wkb_find(n->title, '`') < n->title.n ? '~' : '`';
    const size_t length = fence_for(n->text, c);
    put_anchor_paragraph(m, n);
    put_fence(m, c, length, n->title);
    put_lines(m, n->text, false);
    put_fence(m, c, length, (wkb_str){NULL, 0});
}

static void
put_rule(wkw_md *m, const wkt_node *n)
{
    put_anchor_paragraph(m, n);
    wkw_md_begin_line(m);
    wkb_puts(m->out, "***");
    wkw_md_end_line(m);
}

static void
put_html(wkw_md *m, const wkt_node *n)
{
    put_anchor_paragraph(m, n);
    put_lines(m, n->text, true);
}

static void
put_row(wkw_md *m, const wkt_node *row, size_t n_columns)
{
    const wkt_node *c = row->child;
    wkw_md_begin_line(m);
    wkb_putc(m->out, '|');
    for (size_t i = 0; i < n_columns; i++, c = c ? c->next : NULL) {
        m->is_line_new = false;
        m->owes_space = true;
        m->last = WKW_SPACE;
        if (c)
            wkw_md_anchor(m, c->id);
        if (i == 0)
            wkw_md_anchor(m, row->id);
        if (c)
            wkw_md_inlines(m, c);
        wkb_puts(m->out, " |");
    }
    wkw_md_end_line(m);
}

static void
put_alignment(wkw_md *m, const wkt_node *head)
{
    static const char *const dashes[] = {
        [WKT_NO_ALIGN] = " --- |",
        [WKT_LEFT] = " :-- |",
        [WKT_CENTER] = " :-: |",
        [WKT_RIGHT] = " --: |",
    };
    wkw_md_begin_line(m);
    wkb_putc(m->out, '|');
    size_t i = 0;
    for (const wkt_node *c = head->child; c; c = c->next)
        wkb_puts(m->out, dashes[wkw_column_align(head, i++)]);
    wkw_md_end_line(m);
}

static void
put_caption(wkw_md *m, const wkt_node *holder)
{
    wkw_md_begin_line(m);
    put_anchors(m, holder);
    wkw_md_inlines(m, holder);
    wkw_md_end_line(m);
    put_blank_line(m);
}

static void
put_table(wkw_md *m, const wkt_node *n)
{
    const wkt_node *head = n->child;
    size_t n_columns = 0;
    if (head && head->kind == WKT_CAPTION) {
        put_caption(m, head);
        head = head->next;
    } else {
        put_anchor_paragraph(m, n);
    }
    if (!head)
        return;
    for (const wkt_node *c = head->child; c; c = c->next)
        n_columns += 1;
    m->in_table = true;
    put_row(m, head, n_columns);
    put_alignment(m, head);
    for (const wkt_node *row = head->next; row; row = row->next)
        put_row(m, row, n_columns);
    m->in_table = false;
}

static bool
is_block(const wkt_node *n)
{
    return n && n->kind < WKT_TEXT;
}

/* Term: details, on one line of a list; details that hold blocks follow. */
static void
put_def(wkw_md *m, const wkt_node *def)
{
    bool is_begun = false, has_lines = false;
    const wkw_frame frame = {
        .outer = m->frame, .mark = WKB_STR("- "), .is_begun = &is_begun};
    m->frame = &frame;
    m->list_before = '\0';
    wkw_md_begin_line(m);
    put_anchors(m, def);
    for (const wkt_node *c = def->child; c; c = c->next) {
        if (is_block(c->child)) {
            if (!has_lines)
                wkw_md_end_line(m);
            has_lines = true;
            put_blank_line(m);
            put_blocks(m, c);
            continue;
        }
        m->owes_space = c != def->child;
        wkw_md_anchor(m, c->id);
        wkw_md_inlines(m, c);
        if (c->kind == WKT_TERM)
            wkw_md_raw(m, ":", WKW_MARK);
    }
    if (!has_lines)
        wkw_md_end_line(m);
    m->frame = frame.outer;
}

static void
put_defs(wkw_md *m, const wkt_node *n)
{
    for (const wkt_node *def = n->child; def; def = def->next)
        put_def(m, def);
    m->list_before = '-';
}

static void
put_title_line(wkw_md *m, const wkt_node *n, wkb_str text, bool is_strong)
{
    if (text.n == 0)
        return;
    wkw_md_begin_line(m);
    if (is_strong) {
        put_anchors(m, n);
        if (n->id.n == 0)
            wkw_md_anchor(m, n->chart->id);
        wkw_md_raw(m, "<strong>", WKW_MARK);
    }
    wkw_md_text(m, text);
    if (is_strong)
        wkw_md_raw(m, "</strong>", WKW_MARK);
    wkw_md_end_line(m);
    put_blank_line(m);
}

/* Whether the children of a figure say its title and note themselves. */
static bool
has_own(const wkt_node *figure, bool is_title)
{
    for (const wkt_node *c = figure->child; c; c = c->next) {
        if (is_title ? wkw_has_class(c, "ft")
                     : c->kind == WKT_CAPTION || c->kind == WKT_PARAGRAPH)
            return true;
    }
    return false;
}

static void
put_figure(wkw_md *m, const wkt_node *n)
{
    const struct wkt_chart *c = n->chart;
    if (c && !has_own(n, true)) {
        put_title_line(m, n, c->title, true);
        m->anchored = c->title.n ? n : m->anchored;
        put_title_line(m, n, c->subtitle, false);
    }
    put_blocks(m, n);
    if (c && c->note.n && !has_own(n, false)) {
        put_blank_line(m);
        wkw_md_begin_line(m);
        wkw_md_text(m, c->note);
        wkw_md_end_line(m);
    }
}

static void (*const blocks[WKT_KINDS])(wkw_md *, const wkt_node *) = {
    [WKT_DOCUMENT] = put_blocks,
    [WKT_SECTION] = put_blocks,
    [WKT_DIV] = put_blocks,
    [WKT_HEADING] = put_heading,
    [WKT_PARAGRAPH] = put_paragraph,
    [WKT_QUOTE] = put_quote,
    [WKT_LIST] = put_list,
    [WKT_CODE_BLOCK] = put_code_block,
    [WKT_RULE] = put_rule,
    [WKT_HTML_BLOCK] = put_html,
    [WKT_TABLE] = put_table,
    [WKT_CAPTION] = put_paragraph,
    [WKT_DEFS] = put_defs,
    [WKT_FIGURE] = put_figure,
};

/* The workings hold numbers, but for the words about a formula. */
static bool
holds_numbers(const wkt_node *n, bool outer)
{
    if (n->kind == WKT_PARAGRAPH && wkw_has_class(n, "f"))
        return false;
    return outer || (n->kind == WKT_DIV && wkw_has_class(n, "w")) ||
           (n->kind == WKT_DEFS &&
            (wkw_has_class(n, "calc") || wkw_has_class(n, "keys") ||
             wkw_has_class(n, "stats")));
}

static void
put_block(wkw_md *m, const wkt_node *n)
{
    const bool outer = m->in_number;
    if (m->depth >= WKW_DEPTH) {
        m->out->status = WK_ELIMIT;
        return;
    }
    m->depth += 1;
    if (n->kind != WKT_LIST && n->kind != WKT_SECTION && n->kind != WKT_DIV)
        m->list_before = '\0';
    m->in_number = holds_numbers(n, outer);
    if (blocks[n->kind])
        blocks[n->kind](m, n);
    m->in_number = outer;
    m->depth -= 1;
}

/* Whether two blocks of a tight item may follow each other without a line
 * between them and still be two. */
static bool
may_touch(const wkt_node *before, const wkt_node *n)
{
    const bool is_code = before->kind == WKT_CODE_BLOCK;
    if (is_sum_line(before) && goes_on(n))
        return true;
    if (n->parent->kind != WKT_ITEM || n->parent->parent->is_loose)
        return false;
    if (is_code && n->kind == WKT_PARAGRAPH)
        return true;
    if (!is_code && before->kind != WKT_PARAGRAPH)
        return false;
    if (n->kind == WKT_LIST)
        return n->child && n->child->child && (!n->is_ordered || n->start == 1);
    return n->kind == WKT_CODE_BLOCK || n->kind == WKT_QUOTE;
}

/* Has no line of its own. */
static bool
is_empty(const wkw_md *m, const wkt_node *n)
{
    static const bool holds[WKT_KINDS] = {
        [WKT_SECTION] = true,
        [WKT_DIV] = true,
        [WKT_PARAGRAPH] = true,
        [WKT_QUOTE] = true,
        [WKT_LIST] = true,
        [WKT_TABLE] = true,
        [WKT_CAPTION] = true,
        [WKT_DEFS] = true,
    };
    return (holds[n->kind] && !n->child) || is_outside(m, n);
}

static void
put_blocks(wkw_md *m, const wkt_node *parent)
{
    const wkt_node *before = NULL;
    for (const wkt_node *n = parent->child; n; n = n->next) {
        if (is_empty(m, n))
            continue;
        if (before && !may_touch(before, n))
            put_blank_line(m);
        put_block(m, n);
        before = n;
    }
}

static wk_status
write_markdown(wkb_out *out, const wkw_request *r, wkb_diag *d)
{
    const wkt_node *root = r->doc->root, *first = root->child;
    wkw_md m = {.out = out, .r = r};
    (void)d;
    if (!first || first->kind != WKT_HEADING || first->level != 1) {
        wkb_putc(out, '#');
        m.owes_space = true;
        m.in_heading = true;
        wkw_md_text(&m, wkw_title_of(r->doc));
        m.in_heading = false;
        wkw_md_end_line(&m);
        if (first)
            put_blank_line(&m);
    }
    put_blocks(&m, root);
    return out->status;
}

const wkw_writer wkw_markdown = {"markdown", ".md", write_markdown};
