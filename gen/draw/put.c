/* Marks and words as they are added to a scene. */
#include <math.h>

#include "draw/layout.h"

enum { TEXT_PX = 12 };
/* Of the letters that are used, capitals with accents included. */
static const double tallest = .8, deepest = .24;

static const wkb_str ellipsis = {"\xe2\x80\xa6", 3};

wkb_str
wkd_kept(wkd_lay *l, wkb_out *out)
{
    wkb_str text = {NULL, 0};
    const wk_status status = wkb_out_text(out, &text);
    if (status != WK_OK)
        l->status = status;
    return text;
}

wkb_str
wkd_join(wkd_lay *l, wkb_str a, const char *between, wkb_str b)
{
    wkb_out out = wkb_out_kept(l->a);
    wkb_print(&out, "%S%s%S", a, between, b);
    return wkd_kept(l, &out);
}

/* "U+65E5": at least four digits. */
static void
tell_lacking(wkd_lay *l, wkb_str s, uint32_t cp)
{
    static const char digits[] = "0123456789ABCDEF";
    char hex[6];
    for (size_t i = 0; i < sizeof hex; i++)
        hex[i] = digits[cp >> (20 - 4 * i) & 15];
    const size_t skip = cp > 0xfffff ? 0 : cp > 0xffff ? 1 : 2;
    (void)wkb_error(l->d,
                    WK_EENCODING,
                    l->c->at,
                    "the fonts have no U+%S, which stands in %q\n"
                    "write it with Latin, Greek, Cyrillic, Hebrew or Arabic "
                    "letters, arrows or mathematics",
                    (wkb_str){hex + skip, sizeof hex - skip},
                    s);
}

static wkd_extent
extent(wkd_lay *l, wkb_str s, wkd_face face, double size_px)
{
    wkd_extent e = {0};
    if (l->status != WK_OK || s.n == 0)
        return e;
    const wk_status status = l->m->text(l->m->ud, s, face, size_px, &e);
    if (status == WK_EENCODING)
        tell_lacking(l, s, e.lacking);
    if (status != WK_OK)
        l->status = status;
    return e;
}

double
wkd_width(wkd_lay *l, wkb_str s, wkd_face face, double size_px)
{
    return extent(l, s, face, size_px).width;
}

/* Marks that combine with the letter before them, and joiners. */
static bool
is_combining(uint32_t cp)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x300, 0x36F},
                  {0x483, 0x489},
                  {0x591, 0x5C7},
                  {0x610, 0x61A},
                  {0x64B, 0x65F},
                  {0x900, 0x903},
                  {0x93A, 0x94F},
                  {0xE31, 0xE3A},
                  {0xE47, 0xE4E},
                  {0x1AB0, 0x1AFF},
                  {0x1DC0, 0x1DFF},
                  {0x200C, 0x200D},
                  {0x20D0, 0x20FF},
                  {0xFE00, 0xFE0F},
                  {0xFE20, 0xFE2F}};
    for (size_t i = 0; i < WKB_COUNT(ranges); i++) {
        if (cp >= ranges[i].first && cp <= ranges[i].last)
            return true;
    }
    return false;
}

static size_t
step_at(wkb_str s, size_t at, uint32_t *cp)
{
    const size_t n = wkb_utf8(wkb_sub(s, at, s.n), cp);
    if (n == 0)
        *cp = 0xFFFD;
    return n ? n : 1;
}

/* The end of the n-th letter with all that combines with it. */
static size_t
letter_end(wkb_str s, size_t n)
{
    size_t at = 0;
    uint32_t cp = 0;
    while (at < s.n) {
        const size_t step = step_at(s, at, &cp);
        if (!is_combining(cp) && n-- == 0)
            break;
        at += step;
    }
    return at;
}

/* The longest beginning of s, of whole letters, that with the ellipsis is at
 * most so wide. */
wkb_str
wkd_fit(wkd_lay *l, wkb_str s, wkd_face face, double size_px, double most)
{
    size_t lo = 0, hi = wkb_utf8_count(s);
    if (wkd_width(l, s, face, size_px) <= most || l->status != WK_OK)
        return s;
    while (lo < hi) {
        const size_t mid = (lo + hi + 1) / 2;
        const wkb_str head = wkb_sub(s, 0, letter_end(s, mid));
        const wkb_str text = wkd_join(l, wkb_trim(head), "", ellipsis);
        if (wkd_width(l, text, face, size_px) <= most)
            lo = mid;
        else
            hi = mid - 1;
        if (l->status != WK_OK)
            return s;
    }
    const wkb_str head = wkb_sub(s, 0, letter_end(s, lo));
    return wkd_join(l, wkb_trim(head), "", ellipsis);
}

/* The last space before a byte; 0 if there is none. */
static size_t
space_before(wkb_str s, size_t at)
{
    while (at > 0 && s.p[--at] != ' ')
        ;
    return at;
}

/* The first space behind a byte; the end if there is none. */
static size_t
space_behind(wkb_str s, size_t at)
{
    while (++at < s.n && s.p[at] != ' ')
        ;
    return at;
}

/* How much of s goes on one line: all, or up to the last space before which it
 * fits; 0 if there is none. Each word makes a text wider, so the search begins
 * where the line would end if all letters were alike. */
static size_t
line_end(wkd_lay *l, wkb_str s, wkd_face face, double size_px, double most)
{
    const double wide = wkd_width(l, s, face, size_px);
    if (!(wide > most))
        return s.n;
    size_t fits = 0, exceeds = s.n;
    const double share = most > 0 ? most / wide : 0;
    size_t at = space_before(s, (size_t)((double)s.n * share) + 1);
    if (at == 0)
        at = space_behind(s, 0);
    while (at > fits && at < exceeds) {
        if (wkd_width(l, wkb_sub(s, 0, at), face, size_px) > most) {
            exceeds = at;
            at = space_before(s, at);
        } else {
            fits = at;
            at = space_behind(s, at);
        }
    }
    return fits;
}

size_t
wkd_wrap(wkd_lay *l, wkb_str s, wkd_column in, wkb_str *line, size_t n)
{
    size_t i = 0;
    for (s = wkb_trim(s); i < n && s.n && l->status == WK_OK; i++) {
        const size_t end = line_end(l, s, in.face, in.size_px, in.width);
        if (end == s.n || end == 0 || i + 1 == n) {
            line[i] = wkd_fit(l, s, in.face, in.size_px, in.width);
            return i + 1;
        }
        line[i] = wkb_sub(s, 0, end);
        s = wkb_trim(wkb_sub(s, end, s.n));
    }
    return i;
}

void
wkd_begin(wkd_lay *l, wkd_kind kind, wkd_role role, uint8_t color)
{
    wkd_mark *m = l->status == WK_OK ? WKB_PUSH(l->a, &l->s->mark) : NULL;
    if (!m) {
        l->status = l->status == WK_OK ? WK_ENOMEM : l->status;
        return;
    }
    *m = (wkd_mark){.kind = (uint8_t)kind,
                    .role = (uint8_t)role,
                    .color = color,
                    .panel = l->panel,
                    .datum = WKD_NO_DATUM,
                    .first = l->s->pt.n};
}

wkd_mark *
wkd_last(wkd_lay *l)
{
    return &l->s->mark.item[l->s->mark.n - 1];
}

void
wkd_to(wkd_lay *l, double x, double y)
{
    wkd_point *p = l->status == WK_OK ? WKB_PUSH(l->a, &l->s->pt) : NULL;
    if (!p) {
        l->status = l->status == WK_OK ? WK_ENOMEM : l->status;
        return;
    }
    *p = (wkd_point){x, y};
    wkd_last(l)->n++;
}

void
wkd_segment(
    wkd_lay *l, wkd_role role, double x0, double y0, double x1, double y1)
{
    const wkd_mark *m = l->s->mark.n ? wkd_last(l) : NULL;
    if (!m || m->kind != WKD_SEGMENTS || m->role != role ||
        m->panel != l->panel || m->dash != WKD_SOLID ||
        m->datum != WKD_NO_DATUM)
        wkd_begin(l, WKD_SEGMENTS, role, WKD_NEUTRAL);
    wkd_to(l, x0, y0);
    wkd_to(l, x1, y1);
}

void
wkd_rect(wkd_lay *l, wkd_role role, uint8_t color, wkd_box box, uint32_t datum)
{
    wkd_begin(l, WKD_RECTS, role, color);
    wkd_to(l, fmin(box.x0, box.x1), fmin(box.y0, box.y1));
    wkd_to(l, fmax(box.x0, box.x1), fmax(box.y0, box.y1));
    if (l->status == WK_OK)
        wkd_last(l)->datum = datum;
}

void
wkd_point_at(wkd_lay *l, wkd_dot dot)
{
    wkd_begin(l, WKD_POINTS, dot.role, dot.color);
    wkd_to(l, dot.x, dot.y);
    if (l->status != WK_OK)
        return;
    wkd_last(l)->shape = (uint8_t)dot.shape;
    wkd_last(l)->radius = dot.radius;
    wkd_last(l)->datum = dot.datum;
}

wkd_word
wkd_say(wkd_word_role role, wkb_str s, double x, double y)
{
    wkd_word w = {.s = s,
                  .x = x,
                  .y = y,
                  .size_px = TEXT_PX,
                  .face = WKD_REGULAR,
                  .role = (uint8_t)role,
                  .anchor = WKD_START,
                  .datum = WKD_NO_DATUM};
    if (role == WKD_WORD_UNKNOWN)
        w.face = WKD_ITALIC;
    if (role == WKD_WORD_LABEL || role == WKD_WORD_INSIDE)
        w.face = WKD_BOLD;
    return w;
}

/* The box of a word that is turned round its anchor. */
static wkd_box
turned(const wkd_word *w, double left, double up, double down)
{
    const double angle = w->angle * acos(-1) / 180;
    const double c = cos(angle), s = sin(angle);
    const double xs[] = {left, left + w->width}, ys[] = {-up, down};
    wkd_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < 4; i++) {
        const double x = xs[i & 1], y = ys[i >> 1];
        const double px = w->x + c * x - s * y, py = w->y + s * x + c * y;
        box.x0 = fmin(box.x0, px);
        box.x1 = fmax(box.x1, px);
        box.y0 = fmin(box.y0, py);
        box.y1 = fmax(box.y1, py);
    }
    return box;
}

void
wkd_measure_word(wkd_lay *l, wkd_word *w)
{
    static const double shares[] = {
        [WKD_START] = 0, [WKD_MIDDLE] = .5, [WKD_END] = 1};
    const wkd_extent e = extent(l, w->s, (wkd_face)w->face, w->size_px);
    const double up = fmin(e.ascent, tallest * w->size_px);
    const double down = fmin(e.descent, deepest * w->size_px);
    w->width = e.width;
    w->ink = turned(w, -shares[w->anchor] * e.width, up, down);
}

bool
wkd_add(wkd_lay *l, wkd_word w)
{
    if (w.s.n == 0)
        return true;
    wkd_measure_word(l, &w);
    wkd_word *to = l->status == WK_OK ? WKB_PUSH(l->a, &l->s->word) : NULL;
    if (!to) {
        l->status = l->status == WK_OK ? WK_ENOMEM : l->status;
        return false;
    }
    w.panel = l->panel;
    *to = w;
    return true;
}

void
wkd_move_inside(wkd_lay *l, wkd_word *w, double x0, double x1)
{
    w->s = wkd_fit(l, w->s, (wkd_face)w->face, w->size_px, x1 - x0);
    wkd_measure_word(l, w);
    if (w->ink.x1 > x1)
        w->x -= w->ink.x1 - x1;
    else if (w->ink.x0 < x0)
        w->x += x0 - w->ink.x0;
    wkd_measure_word(l, w);
}

bool
wkd_add_inside(wkd_lay *l, wkd_word w, double x0, double x1)
{
    wkd_move_inside(l, &w, x0, x1);
    return wkd_add(l, w);
}

uint32_t
wkd_datum_text(wkd_lay *l, uint32_t row, wkb_str name, wkb_str text)
{
    const wkt_channel *address = &l->c->channel[WKT_ADDRESS];
    wkd_datum *d = l->status == WK_OK ? WKB_PUSH(l->a, &l->s->datum) : NULL;
    if (!d) {
        l->status = l->status == WK_OK ? WK_ENOMEM : l->status;
        return WKD_NO_DATUM;
    }
    d->row = row;
    d->tooltip = name.n ? wkd_join(l, name, ": ", text) : text;
    const wkb_str *href = l->c->href         ? l->c->href
                          : address->is_used ? address->text
                                             : NULL;
    if (href && row < l->c->n_rows)
        d->href = href[row];
    return (uint32_t)(l->s->datum.n - 1);
}

uint32_t
wkd_datum_of(wkd_lay *l, uint32_t row, wkb_str name, int channel)
{
    const wkt_channel *ch = &l->c->channel[channel];
    const wkb_str text =
        ch->text ? wkd_pretty(l, ch->text[row]) : (wkb_str){NULL, 0};
    return wkd_datum_text(l, row, name, text);
}
