/* Labels beside marks: where there is room, in a fixed order of trial. */
#include <math.h>

#include "draw/layout.h"

static const double gap = 4; /* px between a mark and its label */

void
wkd_avoid(wkd_lay *l, wkd_box box)
{
    wkd_box *to = l->status == WK_OK ? WKB_PUSH(l->a, &l->obstacle) : NULL;
    if (to)
        *to = box;
    else if (l->status == WK_OK)
        l->status = WK_ENOMEM;
}

void
wkd_drop(wkd_lay *l, size_t n)
{
    l->s->n_dropped += n;
}

static bool
overlap(const wkd_box *a, const wkd_box *b, double margin)
{
    return a->x0 < b->x1 + margin && b->x0 < a->x1 + margin &&
           a->y0 < b->y1 + margin && b->y0 < a->y1 + margin;
}

bool
wkd_is_free(const wkd_lay *l, const wkd_box *box, bool of_marks)
{
    for (size_t i = 0; i < l->s->word.n; i++) {
        if (overlap(box, &l->s->word.item[i].ink, 1))
            return false;
    }
    for (size_t i = 0; of_marks && i < l->obstacle.n; i++) {
        if (overlap(box, &l->obstacle.item[i], 0))
            return false;
    }
    return true;
}

bool
wkd_has_room(wkd_lay *l, wkd_word *w)
{
    const double slack = .01;
    wkd_measure_word(l, w);
    return w->ink.x0 >= l->x0 - slack && w->ink.x1 <= l->x1 + slack &&
           wkd_is_free(l, &w->ink, false);
}

void
wkd_add_free(wkd_lay *l, wkd_word w)
{
    if (wkd_has_room(l, &w))
        (void)wkd_add(l, w);
    else
        wkd_drop(l, 1);
}

/* Directions of trial: right, left, above, below, then between them. */
static const struct {
    double x, y;
    wkd_anchor anchor;
} tries[] = {{1, 0, WKD_START},
             {-1, 0, WKD_END},
             {0, -1, WKD_MIDDLE},
             {0, 1, WKD_MIDDLE},
             {.7, -.7, WKD_START},
             {.7, .7, WKD_START},
             {-.7, -.7, WKD_END},
             {-.7, .7, WKD_END}};

/* The word at a distance from a point, in one of the directions. */
static void
put_at(wkd_lay *l, wkd_word *w, wkd_point at, double distance, size_t k)
{
    const double cap = .73 * w->size_px; /* height of capitals */
    w->anchor = (uint8_t)tries[k].anchor;
    w->x = at.x + distance * tries[k].x;
    w->y = at.y + distance * tries[k].y + cap * (1 + tries[k].y) / 2;
    wkd_measure_word(l, w);
}

static bool
fits(const wkd_lay *l, const wkd_word *w)
{
    const wkd_box plot = wkd_plot_box(l);
    return w->ink.x0 >= l->x0 && w->ink.x1 <= l->x1 &&
           w->ink.y0 >= plot.y0 - 12 && w->ink.y1 <= plot.y1 - 1 &&
           wkd_is_free(l, &w->ink, true);
}

static bool
try_round(wkd_lay *l, wkd_word *w, wkd_point at, double distance)
{
    for (size_t k = 0; k < WKB_COUNT(tries) && l->status == WK_OK; k++) {
        put_at(l, w, at, distance, k);
        if (fits(l, w))
            return true;
    }
    return false;
}

/* From the mark's edge straight to the word's nearest point. */
typedef struct lead {
    wkd_point from, to;
} lead;

static lead
lead_of(const wkd_word *w, wkd_point at, double radius)
{
    const double x = wkd_clamp(at.x, w->ink.x0, w->ink.x1);
    const double y = wkd_clamp(at.y, w->ink.y0, w->ink.y1);
    const double far = fmax(hypot(x - at.x, y - at.y), 1);
    const double share = (radius + 1) / far, stop = (far - 2) / far;
    return (lead){
        {at.x + share * (x - at.x), at.y + share * (y - at.y)},
        {at.x + stop * (x - at.x), at.y + stop * (y - at.y)},
    };
}

/* Whether it crosses neither words nor marks; then it is in the way of what
 * comes after. */
static bool
is_clear(wkd_lay *l, const lead *s, bool keep)
{
    const double length = hypot(s->to.x - s->from.x, s->to.y - s->from.y);
    const int n = (int)(length / 3) + 1;
    for (int i = 0; i <= n; i++) {
        const double x = s->from.x + (s->to.x - s->from.x) * i / n;
        const double y = s->from.y + (s->to.y - s->from.y) * i / n;
        const wkd_box dot = {x - .5, y - .5, x + .5, y + .5};
        if (keep)
            wkd_avoid(l, dot);
        else if (!wkd_is_free(l, &dot, true))
            return false;
    }
    return true;
}

static bool
place_far(wkd_lay *l, wkd_word *w, wkd_point at, double radius)
{
    static const double rings[] = {14, 20, 27, 36};
    for (size_t i = 0; i < WKB_COUNT(rings); i++) {
        for (size_t k = 0; k < WKB_COUNT(tries) && l->status == WK_OK; k++) {
            put_at(l, w, at, radius + rings[i], k);
            const lead s = lead_of(w, at, radius + 1);
            if (!fits(l, w) || !is_clear(l, &s, false))
                continue;
            wkd_segment(l, WKD_LEAD, s.from.x, s.from.y, s.to.x, s.to.y);
            return is_clear(l, &s, true);
        }
    }
    return false;
}

void
wkd_place(wkd_lay *l, wkd_word w, double x, double y, double radius)
{
    const wkd_point at = {x, y};
    if (w.s.n == 0 || l->status != WK_OK)
        return;
    w.has_halo = true;
    w.s = wkd_fit(l, w.s, (wkd_face)w.face, w.size_px, (l->x1 - l->x0) / 2);
    if (try_round(l, &w, at, radius + gap) || place_far(l, &w, at, radius))
        (void)wkd_add(l, w);
    else
        wkd_drop(l, 1);
}

/* Heights that are too near are joined to a block round their mean; blocks
 * that then touch are joined as well. */
bool
wkd_spread(double *y, size_t n, double between, double lo, double hi)
{
    if (n == 0 || (double)(n - 1) * between > hi - lo)
        return n == 0;
    for (size_t pass = 0; pass < 4 * n; pass++) {
        bool moved = false;
        for (size_t i = 0; i + 1 < n; i++) {
            const double lack = between - (y[i + 1] - y[i]);
            if (lack <= 1e-6)
                continue;
            y[i] -= lack / 2;
            y[i + 1] += lack / 2;
            moved = true;
        }
        if (!moved)
            break;
    }
    for (size_t i = 0; i < n; i++)
        y[i] = fmax(y[i], i ? y[i - 1] + between : lo);
    for (size_t i = n; i-- > 0;)
        y[i] = fmin(y[i], i + 1 < n ? y[i + 1] - between : hi);
    return true;
}
