/* Pipe tables, cut from a paragraph's own inlines: no cell is parsed twice. */
#include "compose/compose.h"

enum { MOST_COLUMNS = 64 };

/* The inlines of one line, cut at bars. */
typedef struct cut {
    wkt_page *p;
    wkt_node *row; /* filled; NULL while counting lines */
    wkt_node *cell;
    size_t n_cells;
} cut;

static bool
has_bar(const wkt_node *n)
{
    for (const wkt_node *c = n->child; c; c = c->next) {
        if (c->kind == WKT_TEXT && c->cls.n == 0 &&
            wkb_find(c->text, '|') < c->text.n)
            return true;
        if (c->kind == WKT_SOFT_BREAK)
            return false;
    }
    return false;
}

/* The second line of a table: |, -, : and spaces, at least one dash. */
static bool
is_delimiter(wkb_str s)
{
    size_t dashes = 0, bars = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != '|' && s.p[i] != '-' && s.p[i] != ':' && s.p[i] != ' ')
            return false;
        dashes += s.p[i] == '-';
        bars += s.p[i] == '|';
    }
    return dashes > 0 && bars > 0;
}

static size_t
read_alignments(wkb_str s, wkt_align out[MOST_COLUMNS])
{
    size_t n = 0;
    s = wkb_trim(s);
    if (s.n && s.p[0] == '|')
        s = wkb_sub(s, 1, s.n);
    if (s.n && s.p[s.n - 1] == '|')
        s.n--;
    while (s.p && n < MOST_COLUMNS) {
        const wkb_str one = wkb_trim(wkb_cut(&s, '|'));
        const bool left = one.n && one.p[0] == ':';
        const bool right = one.n && one.p[one.n - 1] == ':';
        out[n++] = left && right ? WKT_CENTER
                   : right       ? WKT_RIGHT
                   : left        ? WKT_LEFT
                                 : WKT_NO_ALIGN;
    }
    return n;
}

static wk_status
next_cell(cut *c)
{
    c->cell = wkt_add(c->p->arena, c->row, WKT_CELL);
    c->n_cells++;
    return c->cell ? WK_OK : WK_ENOMEM;
}

static wkb_str
right_trimmed(wkb_str s)
{
    while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
        s.n--;
    return s;
}

/* Takes out the spaces at a cell's ends, and texts of nothing else. */
static void
trim_cell(wkt_node *cell)
{
    if (cell->last && cell->last->kind == WKT_TEXT)
        cell->last->text = right_trimmed(cell->last->text);
    if (cell->child && cell->child->kind == WKT_TEXT) {
        wkt_node *first = cell->child;
        size_t n = 0;
        while (n < first->text.n && first->text.p[n] == ' ')
            n++;
        first->text = wkb_sub(first->text, n, first->text.n);
        first->place += first->is_verbatim ? (uint32_t)n : 0;
    }
    for (wkt_node *k = cell->child, *next = NULL; k; k = next) {
        next = k->next;
        if (k->kind == WKT_TEXT && k->text.n == 0)
            wkt_remove(k);
    }
}

/* A text node of the line, split at its bars. */
static wk_status
cut_text(cut *c, const wkt_node *n, bool is_first, bool is_last)
{
    wkb_str s = n->text;
    if (is_first && wkb_trim(s).n && wkb_trim(s).p[0] == '|')
        (void)wkb_cut(&s, '|');
    while (s.p) {
        const bool more = wkb_find(s, '|') < s.n;
        const wkb_str piece = wkb_cut(&s, '|');
        wkt_node *k =
            piece.n ? wkt_add_text(c->p->arena, c->cell, piece) : NULL;
        if (piece.n && !k)
            return WK_ENOMEM;
        if (k) {
            k->is_verbatim = n->is_verbatim;
            k->place = n->place;
            k->place += n->is_verbatim ? (uint32_t)(piece.p - n->text.p) : 0;
        }
        const bool ends = is_last && wkb_trim(s).n == 0;
        if (more && !ends)
            WKB_TRY(next_cell(c));
        if (!more || ends)
            break;
    }
    return WK_OK;
}

/* In a table \| is a bar in code too. */
static wk_status
free_bars(wkt_page *p, wkt_node *n)
{
    for (wkt_node *k = n->child; k; k = k->next)
        WKB_TRY(free_bars(p, k));
    if (n->kind != WKT_CODE || wkb_find(n->text, '|') == n->text.n)
        return WK_OK;
    wkb_out out = wkb_out_kept(p->arena);
    for (size_t i = 0; i < n->text.n; i++) {
        const bool is_escape =
            wkb_starts(wkb_sub(n->text, i, n->text.n), WKB_STR("\\|"));
        wkb_putc(&out, n->text.p[i += is_escape]);
    }
    n->text = wkt_kept(p, &out);
    return out.status;
}

/* One line's inlines become a row; returns what follows its break. */
static wk_status
cut_row(cut *c, wkt_node *n, wkt_node **rest)
{
    bool first = true;
    c->n_cells = 0;
    WKB_TRY(next_cell(c));
    while (n && n->kind != WKT_SOFT_BREAK && n->kind != WKT_LINE_BREAK) {
        wkt_node *next = n->next;
        const bool last = !next || next->kind == WKT_SOFT_BREAK ||
                          next->kind == WKT_LINE_BREAK;
        if (n->kind == WKT_TEXT && n->cls.n == 0) {
            WKB_TRY(cut_text(c, n, first, last));
        } else {
            WKB_TRY(free_bars(c->p, n));
            wkt_append(c->cell, n);
        }
        first = false;
        n = next;
    }
    for (wkt_node *k = c->row->child; k; k = k->next)
        trim_cell(k);
    *rest = n ? n->next : NULL;
    return WK_OK;
}

/* Words that a cell begins with and that are a verdict (VISUAL 5). */
static const char *
verdict_class(wkb_str word)
{
    static const struct {
        const char *word, *cls;
    } rows[] = {
        {"fits", "v fits"},
        {"holds", "v fits"},
        {"does not fit", "v not"},
        {"does not hold", "v not"},
        {"rounds differently", "v not"},
        {"misleading comparison", "v not"},
        {"disputed", "v not"},
        {"broken", "v not"},
        {"not checkable", "v unk"},
        {"not known", "v unk"},
    };
    for (size_t i = 0; i < WKB_COUNT(rows); i++) {
        if (wkb_str_eq(word, wkb_str_of(rows[i].word)))
            return rows[i].cls;
    }
    return NULL;
}

wk_status
wkt_mark_verdict(wkt_page *p, wkt_node *cell)
{
    wkt_node *word = cell->child;
    if (!word || word->kind != WKT_TEXT || cell->is_head ||
        (word->next && !wkb_str_eq(word->cls, WKB_STR("value"))))
        return WK_OK;
    const char *cls = verdict_class(wkb_trim(word->text));
    wkt_node *span = cls ? wkt_add(p->arena, NULL, WKT_SPAN) : NULL;
    if (!span)
        return cls ? WK_ENOMEM : WK_OK;
    span->cls = wkb_str_of(cls);
    span->at = word->at;
    span->parent = cell;
    span->next = word->next;
    cell->child = span;
    if (cell->last == word)
        cell->last = span;
    wkt_append(span, word);
    return WK_OK;
}

/* The text of the second line, empty if it is not one text alone. */
static wkb_str
second_line(const wkt_node *para)
{
    const wkt_node *n = para->child;
    while (n && n->kind != WKT_SOFT_BREAK)
        n = n->next;
    n = n ? n->next : NULL;
    if (!n || n->kind != WKT_TEXT ||
        (n->next && n->next->kind != WKT_SOFT_BREAK))
        return (wkb_str){0};
    return n->text;
}

/* Where a line begins: where its first text that is known to stand there. */
static wkb_span
line_place(const wkt_page *p, const wkt_node *n, wkb_span otherwise)
{
    for (; n && n->kind != WKT_SOFT_BREAK && n->kind != WKT_LINE_BREAK;
         n = n->next) {
        if (n->kind == WKT_TEXT && n->place)
            return wkt_origin_of(p, n->place - 1, 1);
    }
    return otherwise;
}

static wk_status
wrong_cells(
    const wkt_page *p, wkb_span at, size_t line, size_t want, size_t got)
{
    return wkb_error(p->env->diag,
                     WK_ESYNTAX,
                     at,
                     "row %z of the table has %z cell%s, its head %z\n"
                     "write a bar between cells, \\| for a bar inside one",
                     line,
                     got,
                     got == 1 ? "" : "s",
                     want);
}

static wk_status
make_table(wkt_page *p, wkt_node *para)
{
    wkt_align align[MOST_COLUMNS] = {WKT_NO_ALIGN};
    const size_t n = read_alignments(second_line(para), align);
    wkt_node *rest = para->child;
    wkt_node own = {.kind = WKT_TABLE, .at = para->at};
    size_t line = 0;
    for (bool head = true; rest; head = false, line++) {
        cut c = {.p = p, .row = wkt_add(p->arena, &own, WKT_ROW)};
        if (!c.row)
            return WK_ENOMEM;
        const wkb_span at = line_place(p, rest, para->at);
        WKB_TRY(cut_row(&c, rest, &rest));
        if (c.n_cells != n)
            return wrong_cells(p, at, line + 1, n, c.n_cells);
        size_t i = 0;
        for (wkt_node *k = c.row->child; k; k = k->next) {
            k->align = align[i++];
            k->is_head = head;
            WKB_TRY(wkt_mark_verdict(p, k));
        }
        if (head) { /* the line of dashes */
            while (rest && rest->kind != WKT_SOFT_BREAK)
                rest = rest->next;
            rest = rest ? rest->next : NULL;
        }
    }
    para->kind = WKT_TABLE;
    para->child = para->last = NULL;
    while (own.child) {
        wkt_node *row = own.child;
        own.child = row->next;
        wkt_append(para, row);
    }
    return WK_OK;
}

wk_status
wkt_pipe_tables(wkt_page *p, wkt_node *root)
{
    if (root->kind == WKT_PARAGRAPH && has_bar(root) &&
        is_delimiter(second_line(root)))
        return wkt_fault(p, make_table(p, root));
    for (wkt_node *n = root->child; n; n = n->next) {
        if (n->kind < WKT_TEXT)
            WKB_TRY(wkt_pipe_tables(p, n));
    }
    return WK_OK;
}
