/* Tells what nothing is under, so that a halo there would not be seen. */
#include <math.h>

#include "draw/brush.h"

static wkd_box
around(wkd_point p, wkd_point q, double margin)
{
    return (wkd_box){fmin(p.x, q.x) - margin,
                     fmin(p.y, q.y) - margin,
                     fmax(p.x, q.x) + margin,
                     fmax(p.y, q.y) + margin};
}

static bool
overlap(wkd_box a, wkd_box b)
{
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/* How far from its points a mark may be painted, at most. */
static double
reach(const wkd_mark *m)
{
    static const double miter = 10;
    static const struct {
        double radii, pens;
    } of_shape[WKD_SHAPES] = {[WKD_CIRCLE] = {1, .5},
                              [WKD_SQUARE] = {.9, .5},
                              [WKD_TRIANGLE] = {1.2, 1},
                              [WKD_DIAMOND] = {1.3, .75}};
    const wkd_look look = wkd_mark_look(m);
    const double pen = look.stroke == WKD_TOKEN_NONE ? 0 : look.width;
    if (m->kind == WKD_POINTS)
        return m->radius * of_shape[m->shape].radii +
               pen * of_shape[m->shape].pens;
    if (!look.is_round && (m->kind == WKD_LINE || m->kind == WKD_AREA))
        return pen / 2 * miter;
    return pen / 2;
}

/* Whether a mark may be painted in a box. Its pieces count as the upright
 * rectangles round them. */
static bool
is_under(const wkd_mark *m, const wkd_point *p, wkd_box box)
{
    const bool is_single = m->kind == WKD_POINTS;
    const bool is_paired = m->kind == WKD_RECTS || m->kind == WKD_SEGMENTS;
    const double margin = reach(m);
    wkd_box all = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (size_t i = is_single ? 0 : 1; i < m->n; i += is_paired ? 2 : 1) {
        const wkd_box piece = around(p[is_single ? i : i - 1], p[i], margin);
        if (m->kind != WKD_AREA && overlap(piece, box))
            return true;
        all = (wkd_box){fmin(all.x0, piece.x0),
                        fmin(all.y0, piece.y0),
                        fmax(all.x1, piece.x1),
                        fmax(all.y1, piece.y1)};
    }
    return m->kind == WKD_AREA && overlap(all, box);
}

bool
wkd_is_bare(const wkd_scene *s, const wkd_word *w)
{
    /* Of the size: what letters have beside and above their box. */
    static const double beside = .06, above = .25;
    const double least = w->angle == 0 ? beside : above;
    const double dx = WKD_HALO_PX + least * w->size_px;
    const double dy = WKD_HALO_PX + above * w->size_px;
    const wkd_box box = {
        w->ink.x0 - dx, w->ink.y0 - dy, w->ink.x1 + dx, w->ink.y1 + dy};
    if (!(w->ink.x1 > w->ink.x0))
        return false; /* not measured */
    for (size_t i = 0; i < s->mark.n; i++)
        if (is_under(&s->mark.item[i], s->pt.item + s->mark.item[i].first, box))
            return false;
    for (const wkd_word *o = s->word.item; o < w; o++) {
        const double margin = above * o->size_px;
        if (overlap(around((wkd_point){o->ink.x0, o->ink.y0},
                           (wkd_point){o->ink.x1, o->ink.y1},
                           margin),
                    box))
            return false;
    }
    return true;
}
