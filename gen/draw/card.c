/* Lays out the card of a page: words broken into lines, a chart beside them. */
#include "draw/card.h"

enum {
    LEAST_HEIGHT = 336, /* px; a chart makes it higher */
    CHART_HEIGHT = 470,
    MARGIN = 36,
    GAP = 28,
    MOST_LINES = 7,
    SMALL = 15 /* px, of what is not the title */
};

/* Where the next line goes. */
typedef struct page {
    wkd_scene *s;
    wkb_arena *a;
    const wkd_measure *m;
    double width; /* of the lines */
    double y;
} page;

/* A text in lines. */
typedef struct lines {
    wkb_str line[MOST_LINES];
    double width[MOST_LINES];
    size_t n;
    bool is_cut;  /* more words than lines */
    bool is_wide; /* a word is wider than a line */
} lines;

static wk_status
measure(const page *p, wkb_str s, wkd_face face, double size, double *width)
{
    wkd_extent e = {.width = 0};
    WKB_TRY(p->m->text(p->m->ud, s, face, size, &e));
    *width = e.width;
    return WK_OK;
}

/* The end of the next word from `at` on. */
static size_t
word_end(wkb_str s, size_t at)
{
    while (at < s.n && s.p[at] == ' ')
        at++;
    while (at < s.n && s.p[at] != ' ')
        at++;
    return at;
}

static wk_status
break_lines(const page *p,
            wkb_str s,
            wkd_face face,
            double size,
            size_t most,
            lines *out)
{
    size_t begin = 0, end = 0;
    *out = (lines){.n = 0};
    while (end < s.n) {
        double width = 0, fits = 0;
        size_t at = end;
        while (at < s.n) {
            const size_t next = word_end(s, at);
            WKB_TRY(measure(
                p, wkb_trim(wkb_sub(s, begin, next)), face, size, &width));
            if (width > p->width && at > begin)
                break;
            out->is_wide |= width > p->width;
            fits = width;
            at = next;
        }
        if (out->n == most) {
            out->is_cut = true;
            return WK_OK;
        }
        out->line[out->n] = wkb_trim(wkb_sub(s, begin, at));
        out->width[out->n++] = fits;
        begin = end = at;
    }
    return WK_OK;
}

/* The last line of a text that was cut: less, and an ellipsis. */
static wk_status
end_cut(const page *p, lines *l, wkd_face face, double size)
{
    const size_t last = l->n - 1;
    wkb_str s = l->line[last];
    for (;;) {
        wkb_out out = wkb_out_kept(p->a);
        wkb_print(&out, "%S\xe2\x80\xa6", s);
        WKB_TRY(wkb_out_text(&out, &l->line[last]));
        WKB_TRY(measure(p, l->line[last], face, size, &l->width[last]));
        if (l->width[last] <= p->width || s.n == 0)
            return WK_OK;
        s.n -= 1;
        while (s.n && s.p[s.n] != ' ') /* whole words, if there are several */
            s.n -= 1;
    }
}

static wk_status
put_word(page *p, wkb_str s, double width, wkd_word look)
{
    wkd_word *w = WKB_PUSH(p->a, &p->s->word);
    if (!w)
        return WK_ENOMEM;
    *w = look;
    w->s = s;
    w->x = MARGIN;
    w->y = p->y;
    w->width = width;
    w->datum = WKD_NO_DATUM;
    w->ink = (wkd_box){
        MARGIN, p->y - look.size_px, MARGIN + width, p->y + look.size_px / 4};
    return WK_OK;
}

static wk_status
put_lines(page *p, lines *l, wkd_word look, double height)
{
    if (l->is_cut)
        WKB_TRY(end_cut(p, l, (wkd_face)look.face, look.size_px));
    for (size_t i = 0; i < l->n; i++) {
        p->y += height;
        WKB_TRY(put_word(p, l->line[i], l->width[i], look));
    }
    return WK_OK;
}

/* As large as three lines allow. */
static wk_status
put_title(page *p, wkb_str title, size_t most)
{
    static const double sizes[] = {40, 36, 32, 28, 25, 22};
    lines l = {.n = 0};
    double size = sizes[0];
    for (size_t i = 0; i < WKB_COUNT(sizes); i++) {
        size = sizes[i];
        WKB_TRY(break_lines(p, title, WKD_DISPLAY, size, most, &l));
        if (!l.is_cut && !l.is_wide)
            break;
    }
    const wkd_word look = {
        .size_px = size, .face = WKD_DISPLAY, .role = WKD_WORD_TITLE};
    return put_lines(p, &l, look, size * 1.14);
}

static wk_status
put_text(page *p, wkb_str text, size_t most)
{
    lines l;
    const wkd_word look = {
        .size_px = SMALL, .face = WKD_REGULAR, .role = WKD_WORD_SUBTITLE};
    WKB_TRY(break_lines(p, text, WKD_REGULAR, SMALL, most, &l));
    p->y += 10;
    return put_lines(p, &l, look, SMALL * 1.5);
}

/* The mark of the site, over the dotted line that its numbers wear. */
static wk_status
put_site(page *p, wkb_str site)
{
    double width = 0;
    const wkd_word look = {
        .size_px = SMALL + 1, .face = WKD_BOLD, .role = WKD_WORD_NAME};
    p->y = MARGIN + SMALL;
    if (site.n == 0)
        return WK_OK;
    WKB_TRY(measure(p, site, WKD_BOLD, look.size_px, &width));
    WKB_TRY(put_word(p, site, width, look));
    wkd_mark *m = WKB_PUSH(p->a, &p->s->mark);
    wkd_point *from = WKB_PUSH(p->a, &p->s->pt);
    wkd_point *to = WKB_PUSH(p->a, &p->s->pt);
    if (!m || !from || !to)
        return WK_ENOMEM;
    from = &p->s->pt.item[p->s->pt.n - 2];
    *from = (wkd_point){MARGIN, p->y + 6};
    *to = (wkd_point){MARGIN + width, p->y + 6};
    *m = (wkd_mark){.kind = WKD_LINE,
                    .role = WKD_STROKE,
                    .color = 1,
                    .dash = WKD_DASH_DOTS,
                    .datum = WKD_NO_DATUM,
                    .first = p->s->pt.n - 2,
                    .n = 2};
    return WK_OK;
}

/* The chart's marks and words, moved. */
static wk_status
put_chart(page *p, const wkd_scene *chart, double dx, double dy)
{
    const size_t before = p->s->pt.n;
    for (size_t i = 0; i < chart->pt.n; i++) {
        wkd_point *pt = WKB_PUSH(p->a, &p->s->pt);
        if (!pt)
            return WK_ENOMEM;
        *pt = (wkd_point){chart->pt.item[i].x + dx, chart->pt.item[i].y + dy};
    }
    for (size_t i = 0; i < chart->mark.n; i++) {
        wkd_mark *m = WKB_PUSH(p->a, &p->s->mark);
        if (!m)
            return WK_ENOMEM;
        *m = chart->mark.item[i];
        m->first += before;
        m->datum = WKD_NO_DATUM;
    }
    for (size_t i = 0; i < chart->word.n; i++) {
        wkd_word *w = WKB_PUSH(p->a, &p->s->word);
        if (!w)
            return WK_ENOMEM;
        *w = chart->word.item[i];
        w->x += dx;
        w->y += dy;
        w->ink.x0 += dx;
        w->ink.x1 += dx;
        w->ink.y0 += dy;
        w->ink.y1 += dy;
        w->datum = WKD_NO_DATUM;
    }
    return WK_OK;
}

/* As high as the chart needs, and as wide as that makes it. */
static void
set_size(page *p, const wkd_scene *chart, double *scale)
{
    double height = LEAST_HEIGHT;
    if (chart && chart->height + 2 * MARGIN > CHART_HEIGHT)
        height = chart->height + 2 * MARGIN;
    else if (chart)
        height = CHART_HEIGHT;
    *scale = WKD_CARD_HEIGHT / height;
    p->s->height = (WKD_CARD_HEIGHT - 0.001) / *scale;
    p->s->width = (WKD_CARD_WIDTH - 0.001) / *scale;
    p->width = p->s->width - 2 * MARGIN - (chart ? chart->width + GAP : 0);
}

wk_status
wkd_card(wkd_scene **out,
         double *scale,
         wkb_arena *a,
         const wkd_card_text *t,
         const wkd_scene *chart,
         const wkd_measure *m)
{
    page p = {.s = WKB_NEW(a, wkd_scene, 1), .a = a, .m = m};
    *out = NULL;
    if (!p.s)
        return WK_ENOMEM;
    set_size(&p, chart, scale);
    p.s->title = p.s->alt = t->title;
    WKB_TRY(put_site(&p, t->site));
    p.y += chart ? 24 : 36;
    WKB_TRY(put_title(&p, t->title, chart ? 6 : 3));
    WKB_TRY(put_text(&p, t->text, chart ? 6 : 4));
    if (chart) {
        const double dy = (p.s->height - chart->height) / 2;
        WKB_TRY(put_chart(&p, chart, p.s->width - MARGIN - chart->width, dy));
        for (size_t i = 0; i < WKB_COUNT(p.s->shown); i++)
            p.s->shown[i] = chart->shown[i];
    }
    p.s->shown[0] |= 1u << 1;
    *out = p.s;
    return WK_OK;
}
