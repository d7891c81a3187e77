/* A scene as text, a line a mark or word, for tests. */
#include <math.h>

#include "draw/palette.h"

static const char *const kinds[WKD_KINDS] = {
    [WKD_LINE] = "line",
    [WKD_SEGMENTS] = "segments",
    [WKD_AREA] = "area",
    [WKD_RECTS] = "rects",
    [WKD_POINTS] = "points",
};
static const char *const shapes[WKD_SHAPES] = {
    [WKD_CIRCLE] = "circle",
    [WKD_SQUARE] = "square",
    [WKD_TRIANGLE] = "triangle",
    [WKD_DIAMOND] = "diamond",
};
static const char *const anchors[] = {
    [WKD_START] = "start", [WKD_MIDDLE] = "middle", [WKD_END] = "end"};
static const char *const faces[WKD_FACES] = {[WKD_REGULAR] = "",
                                             [WKD_BOLD] = " bold",
                                             [WKD_ITALIC] = " italic",
                                             [WKD_DISPLAY] = " display"};

/* To a tenth of a px. */
static void
put_px(wkb_out *out, double v)
{
    const double tenth = round(v * 10) / 10;
    wkb_put_num(out, tenth == 0 ? 0 : tenth);
}

static void
put_color(wkb_out *out, uint8_t color)
{
    if (color > WKD_D)
        wkb_print(out, " d%d", (int)color - WKD_D);
    else if (color > WKD_Q)
        wkb_print(out, " q%d", (int)color - WKD_Q);
    else if (color == WKD_HIGHLIGHT)
        wkb_puts(out, " hl");
    else if (color)
        wkb_print(out, " %d", (int)color);
}

static void
put_tail(wkb_out *out, uint8_t panel, uint32_t datum)
{
    if (panel)
        wkb_print(out, " panel=%d", (int)panel);
    if (datum != WKD_NO_DATUM)
        wkb_print(out, " datum=%d", (int)datum);
}

static void
put_mark(wkb_out *out, const wkd_scene *s, const wkd_mark *m)
{
    wkb_print(out, "%s %s", kinds[m->kind], wkd_role_name((wkd_role)m->role));
    put_color(out, m->color);
    if (m->kind == WKD_POINTS) {
        wkb_print(out, " %s r=", shapes[m->shape]);
        put_px(out, m->radius);
    }
    if (m->dash)
        wkb_print(out, " dash=%d", (int)m->dash);
    put_tail(out, m->panel, m->datum);
    for (size_t i = 0; i < m->n; i++) {
        wkb_putc(out, ' ');
        put_px(out, s->pt.item[m->first + i].x);
        wkb_putc(out, ',');
        put_px(out, s->pt.item[m->first + i].y);
    }
    wkb_putc(out, '\n');
}

static void
put_word(wkb_out *out, const wkd_word *w)
{
    wkb_print(out, "word %s", wkd_word_role_name((wkd_word_role)w->role));
    put_color(out, w->color);
    wkb_print(out, "%s ", faces[w->face]);
    put_px(out, w->size_px);
    wkb_print(out, " %s ", anchors[w->anchor]);
    put_px(out, w->x);
    wkb_putc(out, ',');
    put_px(out, w->y);
    if (w->angle != 0) {
        wkb_puts(out, " angle=");
        put_px(out, w->angle);
    }
    wkb_puts(out, w->has_halo ? " halo" : "");
    put_tail(out, w->panel, w->datum);
    wkb_print(out, " \"%e\"\n", w->s);
}

void
wkd_dump(wkb_out *out, const wkd_scene *s)
{
    wkb_puts(out, "scene ");
    put_px(out, s->width);
    wkb_putc(out, ' ');
    put_px(out, s->height);
    wkb_putc(out, '\n');
    for (size_t i = 0; i < s->plot.n; i++) {
        const wkd_box *p = &s->plot.item[i];
        const double v[] = {p->x0, p->y0, p->x1, p->y1};
        wkb_puts(out, "plot");
        for (size_t k = 0; k < 4; k++) {
            wkb_putc(out, ' ');
            put_px(out, v[k]);
        }
        wkb_putc(out, '\n');
    }
    for (size_t i = 0; i < s->mark.n; i++)
        put_mark(out, s, &s->mark.item[i]);
    for (size_t i = 0; i < s->word.n; i++)
        put_word(out, &s->word.item[i]);
    for (size_t i = 0; i < s->datum.n; i++) {
        const wkd_datum *d = &s->datum.item[i];
        wkb_print(
            out, "datum %d row %d \"%e\"", (int)i, (int)d->row, d->tooltip);
        if (d->href.n)
            wkb_print(out, " <%e>", d->href);
        wkb_putc(out, '\n');
    }
    if (s->note.n)
        wkb_print(out, "note \"%e\"\n", s->note);
}
