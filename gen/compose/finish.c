/* What is known once the tree stands: headings and anchors, sentences, the
 * numbers that were typed into the prose. */
#include <string.h>

#include "base/num.h"
#include "compose/compose.h"

/* What no word of a heading holds beyond ASCII: signs, spaces, pictures, what
 * hides or turns text. */
static bool
is_word_sign(uint32_t cp)
{
    static const struct {
        uint32_t first, last;
    } others[] = {
        {0x80, 0xa9},     {0xab, 0xb4},       {0xb6, 0xb9},
        {0xbb, 0xbf},     {0xd7, 0xd7},       {0xf7, 0xf7},
        {0x34f, 0x34f},   {0x115f, 0x1160},   {0x180e, 0x180e},
        {0x3164, 0x3164}, {0xffa0, 0xffa0},   {0x55a, 0x55f},
        {0x589, 0x58a},   {0x5be, 0x5be},     {0x5c0, 0x5c0},
        {0x5f3, 0x5f4},   {0x600, 0x60f},     {0x61b, 0x61f},
        {0x66a, 0x66d},   {0x6d4, 0x6d4},     {0x964, 0x965},
        {0x2000, 0x206f}, {0x20a0, 0x20cf},   {0x2190, 0x2bff},
        {0x2e00, 0x2e7f}, {0x3000, 0x3004},   {0x3008, 0x3020},
        {0x3030, 0x3030}, {0x30fb, 0x30fb},   {0xd800, 0xf8ff},
        {0xfd3e, 0xfd3f}, {0xfe00, 0xfe6f},   {0xfeff, 0xff0f},
        {0xff1a, 0xff20}, {0xff3b, 0xff40},   {0xff5b, 0xff65},
        {0xffe0, 0xffff}, {0x1f000, 0x1faff}, {0xe0000, 0x10ffff},
    };
    for (size_t i = 0; i < WKB_COUNT(others); i++) {
        if (cp >= others[i].first && cp <= others[i].last)
            return false;
    }
    return true;
}

/* Letters and digits of any script, small where ASCII, with a hyphen for
 * whatever stands between. */
static wkb_str
slug(wkt_page *p, wkb_str text)
{
    wkb_out out = wkb_out_kept(p->arena);
    bool dash = false;
    for (size_t i = 0, n = 1; i < text.n; i += n) {
        uint32_t cp = 0;
        const char c = wkb_lower(text.p[i]);
        const bool is_ascii = (unsigned char)c < 0x80;
        n = wkb_utf8(wkb_sub(text, i, text.n), &cp);
        n = n ? n : 1;
        if (is_ascii ? !wkb_is_digit(c) && !(c >= 'a' && c <= 'z')
                     : !is_word_sign(cp)) {
            dash = out.n > 0;
            continue;
        }
        if (dash)
            wkb_putc(&out, '-');
        dash = false;
        if (is_ascii)
            wkb_putc(&out, c);
        else
            wkb_put(&out, wkb_sub(text, i, i + n));
    }
    if (out.n == 0)
        wkb_puts(&out, "section");
    return wkt_kept(p, &out);
}

/* Anchors that a page has of itself: of its own sections, of numbers and
 * their workings, of footnotes, sources and figures. */
static bool
is_own_anchor(wkb_str id)
{
    static const char *const words[] = {"main", "sources", "workings"};
    static const char *const marks[] = {
        "w-", "n-", "fn-", "fnref-", "ref-", "f-", "wf-"};
    for (size_t i = 0; i < WKB_COUNT(words); i++) {
        if (wkb_str_eq(id, wkb_str_of(words[i])))
            return true;
    }
    if (id.n == 0 || !wkb_is_digit(id.p[id.n - 1]))
        return false;
    for (size_t i = 0; i < WKB_COUNT(marks); i++) {
        if (wkb_starts(id, wkb_str_of(marks[i])))
            return true;
    }
    return false;
}

/* A heading's slug, apart from the anchors that the page has of itself. */
static wkb_str
anchor_of(wkt_page *p, wkb_str title)
{
    const wkb_str id = slug(p, title);
    wkb_out out = wkb_out_kept(p->arena);
    if (!is_own_anchor(id))
        return id;
    wkb_print(&out, "section-%S", id);
    return wkt_kept(p, &out);
}

/* A heading's text without the marks of sources and notes, whose numbers
 * change with what is cited before. */
static void
put_title(wkb_out *out, const wkt_node *n)
{
    static const char *const marks[] = {"cite", "fn", "back"};
    for (size_t i = 0; i < WKB_COUNT(marks); i++) {
        if (!wkb_str_eq(n->cls, wkb_str_of(marks[i])))
            continue;
        if (out->n && out->p[out->n - 1] == ' ')
            out->n--;
        return;
    }
    if (n->kind == WKT_SOFT_BREAK || n->kind == WKT_LINE_BREAK)
        wkb_putc(out, ' ');
    if (n->kind != WKT_HTML_INLINE)
        wkb_put(out, n->text);
    for (const wkt_node *c = n->child; c; c = c->next)
        put_title(out, c);
}

static bool
is_anchor(const wkt_page *p, wkb_str id)
{
    return wkb_interned(&p->anchors, id) != UINT32_MAX;
}

wk_status
wkt_add_anchor(wkt_page *p, wkb_str id, wkb_span at)
{
    uint32_t number = 0;
    wkt_anchor *a = WKB_PUSH(p->arena, &p->doc->anchor);
    if (!a)
        return WK_ENOMEM;
    *a = (wkt_anchor){id, at};
    return wkb_intern(&p->anchors, id, false, &number);
}

/* Two headings of one text would share an anchor: the second is told. */
wk_status
wkt_take_heading(wkt_page *p, wkt_node *n)
{
    wkb_out text = wkb_out_kept(p->arena);
    put_title(&text, n);
    const wkb_str title = wkb_trim(wkt_kept(p, &text));
    n->id = anchor_of(p, title);
    if (is_anchor(p, n->id))
        WKB_TRY(wkt_fault(
            p,
            wkb_error(p->env->diag,
                      WK_EDUPLICATE,
                      n->at,
                      "two headings of this page have the anchor '#%S'\n"
                      "word one of them otherwise",
                      n->id)));
    p->section = n->id;
    p->n_in_section = 0;
    wkt_heading *h = WKB_PUSH(p->arena, &p->doc->heading);
    if (!h)
        return WK_ENOMEM;
    *h = (wkt_heading){title, n->id, n->level};
    return wkt_add_anchor(p, n->id, n->at);
}

/* A text of a block: where it stands there, and in the expanded text. */
typedef struct piece_of {
    size_t at, n, place;
} piece_of;

/* The text of a block, and where its numbers stand in it. */
typedef struct block {
    wkt_page *p;
    wkb_out text;
    WKB_LIST(size_t) at;     /* offset of a number */
    WKB_LIST(size_t) number; /* its index among the page's */
    WKB_LIST(piece_of) piece;
    size_t next; /* number that no sentence has taken */
} block;

static wk_status
gather(block *b, const wkt_node *n)
{
    if (n->kind == WKT_SOFT_BREAK || n->kind == WKT_LINE_BREAK)
        wkb_putc(&b->text, ' ');
    if (n->number > 0) {
        size_t *at = WKB_PUSH(b->p->arena, &b->at);
        size_t *number = WKB_PUSH(b->p->arena, &b->number);
        if (!at || !number)
            return WK_ENOMEM;
        *at = b->text.n;
        *number = n->number - 1;
    }
    if (wkb_str_eq(n->cls, WKB_STR("cite")) && b->text.n &&
        b->text.p[b->text.n - 1] == ' ')
        b->text.n--; /* the space before what is left out */
    if (wkb_str_eq(n->cls, WKB_STR("cite")) ||
        wkb_str_eq(n->cls, WKB_STR("fn")) ||
        wkb_str_eq(n->cls, WKB_STR("back")))
        return WK_OK;
    if (n->is_verbatim) {
        piece_of *piece = WKB_PUSH(b->p->arena, &b->piece);
        if (!piece)
            return WK_ENOMEM;
        *piece = (piece_of){b->text.n, n->text.n, n->place - 1};
    }
    if (n->kind != WKT_HTML_INLINE)
        wkb_put(&b->text, n->text);
    for (const wkt_node *c = n->child; c; c = c->next)
        WKB_TRY(gather(b, c));
    return WK_OK;
}

/* A sentence ends at . ! or ? before white space and no small letter. */
static size_t
sentence_end(wkb_str s, size_t at)
{
    for (size_t i = at; i < s.n; i++) {
        if (s.p[i] != '.' && s.p[i] != '!' && s.p[i] != '?')
            continue;
        if (i + 1 == s.n)
            return s.n;
        size_t k = i + 1;
        while (k < s.n && s.p[k] == ' ')
            k++;
        if (k > i + 1 && (k == s.n || s.p[k] < 'a' || s.p[k] > 'z'))
            return k;
    }
    return s.n;
}

/* Where the text of a block from `begin` on stands in the template. */
static wkb_span
place_of(const block *b, wkb_span at, size_t begin)
{
    for (size_t i = 0; i < b->piece.n; i++) {
        const piece_of *t = &b->piece.item[i];
        if (begin >= t->at && begin < t->at + t->n)
            return wkt_origin_of(b->p, t->place + begin - t->at, 1);
    }
    return at;
}

/* The numbers of a sentence get it; one that is false is told. */
static void
number_in(block *b, wkb_span at, size_t begin, size_t end)
{
    wkt_document *doc = b->p->doc;
    const uint32_t sentence = (uint32_t)doc->sentence.n - 1;
    bool is_false = false;
    for (; b->next < b->at.n && b->at.item[b->next] < end; b->next++) {
        wkt_number *n = &doc->number.item[b->number.item[b->next]];
        n->sentence = sentence;
        if (n->held == 0)
            continue;
        doc->held.item[n->held - 1].sentence = sentence;
        is_false = is_false || !doc->held.item[n->held - 1].holds;
    }
    if (is_false)
        wkb_note(b->p->env->diag,
                 place_of(b, at, begin),
                 "a sentence that is not true: %q",
                 doc->sentence.item[sentence]);
}

static wk_status
add_sentences(wkt_page *p, const wkt_node *leaf)
{
    block b = {.p = p, .text = wkb_out_kept(p->arena)};
    WKB_TRY(gather(&b, leaf));
    const wkb_str all = wkt_kept(p, &b.text);
    for (size_t at = 0; at < all.n;) {
        const size_t end = sentence_end(all, at);
        wkb_str *s = WKB_PUSH(p->arena, &p->doc->sentence);
        if (!s)
            return WK_ENOMEM;
        *s = wkb_trim(wkb_sub(all, at, end));
        number_in(&b, leaf->at, at, end);
        at = end;
    }
    return WK_OK;
}

/* Years and dates are no numbers of the prose. */
static bool
is_year(wkb_str s)
{
    return s.n == 4 &&
           (wkb_starts(s, WKB_STR("19")) || wkb_starts(s, WKB_STR("20")));
}

/* Length of what a person reads as one number at i: a date, or digits, points
 * and commas. */
static size_t
digits_length(wkb_str s, size_t i)
{
    const size_t date = wku_date_length(wkb_sub(s, i, s.n));
    size_t n = 0;
    while (i + n < s.n && (wkb_is_digit(s.p[i + n]) ||
                           ((s.p[i + n] == '.' || s.p[i + n] == ',') &&
                            i + n + 1 < s.n && wkb_is_digit(s.p[i + n + 1]))))
        n++;
    return date > n ? date : n;
}

wkb_str
wkt_meant(wkb_arena *a, wkb_str number)
{
    enum { MOST_FIGURES = 6 };
    wkb_out out = wkb_out_kept(a), text = wkb_out_kept(a);
    for (size_t i = 0; i < number.n; i++) {
        if (wku_grouped_length(number) != number.n || number.p[i] != ',')
            wkb_putc(&out, number.p[i]);
    }
    const wkb_str plain = {out.p, out.n};
    const bool has_zero =
        plain.n > 1 && plain.p[0] == '0' && wkb_is_digit(plain.p[1]);
    if (plain.n && wkb_num_length(plain) == plain.n && !has_zero &&
        plain.n <= MOST_FIGURES + (wkb_find(plain, '.') < plain.n))
        return plain;
    wkb_print(&text, "\"%S\"", number);
    return text.status == WK_OK ? (wkb_str){text.p, text.n} : number;
}

static wk_status
note_bare(wkt_page *p, wkb_str number, wkb_span at)
{
    wkt_number *n = WKB_PUSH(p->arena, &p->doc->number);
    if (!n)
        return WK_ENOMEM;
    *n = (wkt_number){
        .kind = WKT_BARE, .text = number, .sentence = UINT32_MAX, .at = at};
    if (!p->doc->meta.is_strict)
        return WK_OK;
    return wkt_fault(
        p,
        wkb_error(p->env->diag,
                  WK_ECLAIM,
                  at,
                  "%q is typed into the prose\n"
                  "compute it, hold it to the data with ~, or mark it as "
                  "meant: {{ %S }}",
                  number,
                  wkt_meant(p->arena, number)));
}

/* Where a number of a text stands in the template: where its bytes are, or, of
 * a text that is escaped there, the next like them from *from on. */
static wkb_span
place_in(const wkt_page *p, const wkt_node *n, wkb_str number, size_t *from)
{
    enum { FURTHEST = 1024 };
    const wkb_str all = {p->text.p, p->text.n};
    const size_t end = *from + n->text.n + FURTHEST;
    const wkb_str rest = wkb_sub(all, *from, end < all.n ? end : all.n);
    size_t at = *from + (size_t)(number.p - n->text.p);
    if (n->place == 0)
        return n->at;
    if (!n->is_verbatim) {
        const char *found = memmem(rest.p, rest.n, number.p, number.n);
        if (!found)
            return n->at;
        at = *from + (size_t)(found - rest.p);
        *from = at + number.n;
    }
    return wkt_origin_of(p, at, number.n);
}

/* A node's text, or one that stands as it is at a span. */
typedef struct prose {
    wkb_str text;
    const wkt_node *node; /* NULL: at */
    wkb_span at;
} prose;

static wk_status
find_bare(wkt_page *p, const prose *t)
{
    const wkb_str s = t->text;
    size_t from = t->node && t->node->place ? t->node->place - 1 : 0;
    for (size_t i = 0; i < s.n; i++) {
        const bool inside =
            i && (wkb_is_letter(s.p[i - 1]) || wkb_is_digit(s.p[i - 1]));
        if (!wkb_is_digit(s.p[i]) || inside)
            continue;
        const size_t length = digits_length(s, i);
        const wkb_str number = wkb_sub(s, i, i + length);
        const bool is_date = wku_date_length(number) == number.n;
        const wkb_span at = t->node ? place_in(p, t->node, number, &from)
                                    : wkt_span(t->at, s, number);
        bool is_named = false;
        WKB_TRY(wkt_is_in_name(p, s, i, i + length, &is_named));
        if (!is_year(number) && !is_date && !is_named)
            WKB_TRY(note_bare(p, number, at));
        i += length - 1;
    }
    return WK_OK;
}

wk_status
wkt_bare_text(wkt_page *p, wkb_str text, wkb_span at)
{
    const prose t = {text, NULL, at};
    return find_bare(p, &t);
}

static bool
holds_inlines(const wkt_node *n)
{
    return n->child && n->child->kind >= WKT_TEXT && n->kind < WKT_TEXT;
}

/* An address that stands for itself. */
static bool
shows_address(const wkt_node *n)
{
    const wkt_node *c = n->child;
    return n->kind == WKT_LINK && c && !c->next && c->kind == WKT_TEXT &&
           wkb_ends(n->href, c->text);
}

static wk_status
walk_prose(wkt_page *p, const wkt_node *n)
{
    if (n->kind == WKT_TEXT) {
        const prose t = {n->text, n, n->at};
        return n->cls.n ? WK_OK : find_bare(p, &t);
    }
    if (n->kind == WKT_CODE || (n->kind == WKT_LINK && n->cls.n) ||
        shows_address(n) || n->kind == WKT_DEFS || n->kind == WKT_FIGURE ||
        wkb_str_eq(n->cls, WKB_STR("data")))
        return WK_OK;
    for (const wkt_node *c = n->child; c; c = c->next)
        WKB_TRY(walk_prose(p, c));
    return WK_OK;
}

static wk_status
walk_sentences(wkt_page *p, const wkt_node *n)
{
    if (n->kind == WKT_CODE_BLOCK || n->kind == WKT_TABLE ||
        n->kind == WKT_FIGURE)
        return WK_OK;
    if (holds_inlines(n))
        return add_sentences(p, n);
    for (const wkt_node *c = n->child; c; c = c->next)
        WKB_TRY(walk_sentences(p, c));
    return WK_OK;
}

static wk_status
add_ids(wkt_page *p, const wkt_node *n)
{
    if (n->id.n && n->kind != WKT_HEADING && !is_anchor(p, n->id))
        WKB_TRY(wkt_add_anchor(p, n->id, n->at));
    for (const wkt_node *c = n->child; c; c = c->next)
        WKB_TRY(add_ids(p, c));
    return WK_OK;
}

wk_status
wkt_finish(wkt_page *p)
{
    WKB_TRY(walk_sentences(p, p->doc->root));
    WKB_TRY(walk_prose(p, p->doc->root));
    return add_ids(p, p->doc->root);
}
