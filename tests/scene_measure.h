/* What the tests of scenes share with the fuzz target: a measure of 0.6 em a
 * code point, and where words and points lie. */
#ifndef SCENE_MEASURE_H
#define SCENE_MEASURE_H

#include "draw/scene.h"

static inline wk_status
scene_measure(void *ud, wkb_str s, wkd_face face, double size_px, wkd_extent *e)
{
    (void)ud;
    (void)face;
    e->width = .6 * size_px * (double)wkb_utf8_count(s);
    e->ascent = .76 * size_px;
    e->descent = .24 * size_px;
    return WK_OK;
}

static inline bool
scene_touch(const wkd_box *a, const wkd_box *b)
{
    const double slack = .01;
    return a->x0 + slack < b->x1 && b->x0 + slack < a->x1 &&
           a->y0 + slack < b->y1 && b->y0 + slack < a->y1;
}

/* Whether a point lies in the plot of a panel. */
static inline bool
scene_is_in_plot(const wkd_scene *s, const wkd_point *p)
{
    for (size_t i = 0; i < s->plot.n; i++) {
        const wkd_box *b = &s->plot.item[i];
        if (p->x >= b->x0 - .6 && p->x <= b->x1 + .6 && p->y >= b->y0 - .6 &&
            p->y <= b->y1 + .6)
            return true;
    }
    return false;
}

#endif
