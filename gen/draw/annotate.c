/* Values that the request points out: reference lines, and points. */
#include <math.h>

#include "draw/layout.h"

/* In units of the axis, dates in days; NaN: not asked for, or outside. */
static double
value_on(const wkd_axis *x, const wku_num *n)
{
    const double best = wkd_best(n);
    const double v = x->is_date ? wkd_day_of(best) : best / x->unit;
    return v >= x->lo && v <= x->hi ? v : NAN;
}

wkb_str
wkd_with_unit(wkd_lay *l, wkb_str number, const wkd_axis *x)
{
    if (x->unit_text.n == 0 || x->bears_units)
        return number;
    return wkd_join(l, number, "\xe2\x80\xaf", x->unit_text);
}

static wkb_str
text_of(wkd_lay *l, const wkt_mark_note *n, const wkd_axis *x, double v)
{
    const wku_num num = {v, v, v};
    if (n->text.n || x->is_date)
        return n->text;
    return wkd_with_unit(l, wkd_number(l, x, &num), x);
}

/* A dashed line over one of the page's colour. */
static void
reference(wkd_lay *l, double x0, double y0, double x1, double y1)
{
    wkd_segment(l, WKD_UNDER, x0, y0, x1, y1);
    wkd_avoid(l, (wkd_box){x0 - 2, y0 - 2, x1 + 2, y1 + 2});
    wkd_begin(l, WKD_LINE, WKD_REF, WKD_NEUTRAL);
    wkd_to(l, x0, y0);
    wkd_to(l, x1, y1);
}

/* The words of a line: at its left, above, else below, else further right. */
static void
name_level(wkd_lay *l, wkb_str text, double y)
{
    const wkd_box plot = wkd_plot_box(l);
    const double down[] = {-7, 16}, across[] = {0, .25, .5, .75};
    wkd_word w = wkd_say(WKD_WORD_NOTE, text, 0, 0);
    w.has_halo = true;
    w.s = wkd_fit(l, text, WKD_REGULAR, 12, plot.x1 - plot.x0 - 12);
    for (size_t k = 0; k < 8; k++) {
        w.x = plot.x0 + 6 + across[k / 2] * (plot.x1 - plot.x0);
        w.y = y + down[k % 2];
        wkd_measure_word(l, &w);
        if (w.ink.x1 <= plot.x1 && w.ink.y0 >= plot.y0 - 16 &&
            w.ink.y1 <= plot.y1 && wkd_is_free(l, &w.ink, true)) {
            (void)wkd_add(l, w);
            return;
        }
    }
    wkd_drop(l, 1);
}

/* Beside an upright line, from its upper end downwards. */
static void
name_upright(wkd_lay *l, wkb_str text, double x, double y0)
{
    const wkd_box plot = wkd_plot_box(l);
    wkd_word w = wkd_say(WKD_WORD_NOTE, text, 0, 0);
    w.has_halo = true;
    w.s = wkd_fit(l, text, WKD_REGULAR, 12, plot.x1 - plot.x0 - 12);
    for (int k = 0; k < 16; k++) {
        w.anchor = k % 2 ? WKD_END : WKD_START;
        w.x = x + (k % 2 ? -6 : 6);
        w.y = y0 + 14 * (k / 2.0 - k % 2 / 2.0);
        wkd_measure_word(l, &w);
        if (w.ink.x1 <= l->x1 && w.ink.x0 >= l->x0 && w.ink.y1 <= plot.y1 &&
            wkd_is_free(l, &w.ink, true)) {
            (void)wkd_add(l, w);
            return;
        }
    }
    wkd_drop(l, 1);
}

static void
point_out(wkd_lay *l, wkb_str text, double x, double y)
{
    wkd_word w = wkd_say(WKD_WORD_LABEL, text, 0, 0);
    wkd_point_at(l,
                 (wkd_dot){.role = WKD_POINT,
                           .color = WKD_HIGHLIGHT,
                           .shape = WKD_CIRCLE,
                           .radius = 6,
                           .x = x,
                           .y = y,
                           .datum = WKD_NO_DATUM});
    w.color = WKD_HIGHLIGHT;
    wkd_avoid(l, (wkd_box){x - 6, y - 6, x + 6, y + 6});
    wkd_place(l, w, x, y, 6);
}

/* Of x and y, which one the axis shows. */
static int
channel_of(const wkd_lay *l, const wkd_axis *x)
{
    return x->ch == &l->c->channel[WKT_X] ? 0 : 1;
}

static bool
is_on(const wkd_lay *l, const wkt_mark_note *n, int axis)
{
    const wkd_axis *x = &l->axis[axis];
    return x->is_used && n->has[channel_of(l, x)];
}

static void
annotate_one(wkd_lay *l, const wkt_mark_note *n)
{
    const wkd_box plot = wkd_plot_box(l);
    double v[2] = {NAN, NAN};
    for (int k = 0; k < 2; k++) {
        const wkd_axis *x = &l->axis[k];
        if (is_on(l, n, k))
            v[k] = value_on(x, &n->num[channel_of(l, x)]);
    }
    if (!isnan(v[0]) && !isnan(v[1])) {
        point_out(
            l, n->text, wkd_at(&l->axis[0], v[0]), wkd_at(&l->axis[1], v[1]));
    } else if (!isnan(v[1]) && !is_on(l, n, 0)) {
        const double y = wkd_at(&l->axis[1], v[1]);
        reference(l, plot.x0, y, plot.x1, y);
        name_level(l, text_of(l, n, &l->axis[1], v[1]), y);
    } else if (!isnan(v[0]) && !is_on(l, n, 1)) {
        const double x = wkd_at(&l->axis[0], v[0]);
        reference(l, x, plot.y0, x, plot.y1);
        name_upright(l,
                     text_of(l, n, &l->axis[0], v[0]),
                     x,
                     l->axis[1].is_used ? plot.y0 + 12 : plot.y0 + 2);
    } else if (is_on(l, n, 0) || is_on(l, n, 1)) {
        l->status = wkb_error(l->d,
                              WK_EDOMAIN,
                              n->at,
                              "the annotation stands outside the axes\n"
                              "write a domain: that holds it, or leave it out");
    } else {
        wkd_drop(l, 1);
    }
}

/* Words that fill more than half of the width stand on several lines. */
double
wkd_room_for_notes(wkd_lay *l, double width)
{
    enum { LINE = 14, MOST_LINES = 4 };
    double all = 0, most = 0;
    size_t n = 0;
    for (size_t i = 0; i < l->c->n_notes && l->status == WK_OK; i++) {
        const wkt_mark_note *note = &l->c->notes[i];
        if (!is_on(l, note, 0) || is_on(l, note, 1))
            continue;
        const double w = wkd_width(l, note->text, WKD_REGULAR, 12) + 12;
        all += w;
        most = fmax(most, w);
        n++;
    }
    if (n == 0)
        return 0;
    const double lines = n == 1 || all < width / 2 ? 1 : (double)n;
    return 12 + LINE * (fmin(lines, MOST_LINES) - 1);
}

static bool
stands_on(const wkd_word *w, double x)
{
    return w->ink.x0 < x + 4 && w->ink.x1 > x - 4;
}

void
wkd_step_over_notes(wkd_lay *l, wkd_word *w)
{
    const wkd_axis *x = &l->axis[0];
    const wkd_word first = *w;
    bool moved = true;
    while (moved && l->status == WK_OK) {
        moved = false;
        for (size_t i = 0; i < l->c->n_notes; i++) {
            const wkt_mark_note *n = &l->c->notes[i];
            const double v = is_on(l, n, 0) && !is_on(l, n, 1)
                                 ? value_on(x, &n->num[channel_of(l, x)])
                                 : (double)NAN;
            if (isnan(v) || !stands_on(w, wkd_at(x, v)))
                continue;
            w->x += wkd_at(x, v) + 6 - w->ink.x0;
            wkd_measure_word(l, w);
            moved = true;
        }
    }
    if (w->ink.x1 > l->x1)
        *w = first;
}

void
wkd_keep_off_notes(wkd_lay *l)
{
    const wkd_box plot = wkd_plot_box(l);
    for (size_t i = 0; i < l->c->n_notes && l->status == WK_OK; i++) {
        const wkt_mark_note *n = &l->c->notes[i];
        const int k = is_on(l, n, 0) ? 0 : 1;
        if (!is_on(l, n, k) || is_on(l, n, 1 - k))
            continue;
        const wkd_axis *x = &l->axis[k];
        const double v = value_on(x, &n->num[channel_of(l, x)]);
        const double at = isnan(v) ? v : wkd_at(x, v);
        if (isnan(v))
            continue;
        wkd_avoid(l,
                  k == 0 ? (wkd_box){at - 4, plot.y0, at + 4, plot.y1}
                         : (wkd_box){plot.x0, at - 4, plot.x1, at + 4});
    }
}

/* Lines first, so that the words of points keep off them. */
void
wkd_annotate(wkd_lay *l)
{
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < l->c->n_notes && l->status == WK_OK; i++) {
            const wkt_mark_note *n = &l->c->notes[i];
            if ((n->has[0] && n->has[1]) == (pass == 1))
                annotate_one(l, n);
        }
    }
}
