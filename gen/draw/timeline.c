/* Timeline: events above and below a band of years; on a phone downwards. */
#include <math.h>
#include <stdlib.h>

#include "draw/layout.h"

enum { BAND = 24, EVENT = 44, YEARS = 52, SMALL_PX = 11, MOST_LEVELS = 12 };

typedef struct event {
    double day, x;
    uint32_t row;
    int level; /* index of levels; -1: no place */
    wkd_anchor anchor;
    double width; /* of its two lines */
} event;

/* Lengths of stems, upwards negative. */
static const double levels[MOST_LEVELS] = {
    -34, 44, -78, 84, -122, 124, -166, 164, -210, 204, -254, 244};

static int
by_day(const void *a, const void *b)
{
    const event *p = a, *q = b;
    if (p->day != q->day)
        return p->day < q->day ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

static wk_status
take_events(wkd_lay *l, event **out, size_t *n)
{
    *n = 0;
    *out = WKB_NEW(l->a, event, l->c->n_rows);
    if (!*out)
        return WK_ENOMEM;
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        const double day = wkd_best(&l->num[WKT_X][i]);
        if (wkd_in_panel(l, i) && !isnan(day))
            (*out)[(*n)++] = (event){.day = day, .row = i, .level = -1};
    }
    qsort(*out, *n, sizeof **out, by_day);
    return WK_OK;
}

static wk_status
prepare(wkd_lay *l)
{
    double lo, hi;
    WKB_TRY(wkd_take_axis(l, 0, WKT_X));
    wkd_span_of(l, WKT_X, &lo, &hi);
    const double pad = .03 * (hi - lo);
    WKB_TRY(wkd_set_domain(l, 0, lo - pad, hi + pad, false));
    wkd_put_key(l, l->x0, l->has_pick ? WKD_NO_KEY : WKD_KEY_POINTS);
    return l->status;
}

static wkb_str
name_of(const wkd_lay *l, const event *e)
{
    return l->c->channel[WKT_LABEL].text[e->row];
}

static wkb_str
second_of(wkd_lay *l, const event *e)
{
    const wkt_channel *ch = &l->c->channel[WKT_SECOND];
    return ch->is_used ? wkd_pretty(l, ch->text[e->row]) : (wkb_str){NULL, 0};
}

static void
put_event(wkd_lay *l, const event *e, double x, double y)
{
    const uint32_t series = l->series.n ? l->series_of[e->row] : 0;
    wkd_point_at(
        l,
        (wkd_dot){.role = series < 4 ? WKD_POINT : WKD_HOLLOW,
                  .color = wkd_color_of(l, e->row),
                  .shape = (wkd_shape)(series % WKD_SHAPES),
                  .radius = 6,
                  .x = x,
                  .y = y,
                  .datum = wkd_datum_of(l, e->row, name_of(l, e), WKT_X)});
}

static void
put_lines(wkd_lay *l, const event *e, double x, double y, wkd_anchor anchor)
{
    const double room = l->x1 - l->x0;
    wkd_word w = wkd_say(WKD_WORD_NAME, name_of(l, e), x, y);
    w.face = WKD_BOLD;
    w.anchor = (uint8_t)anchor;
    w.s = wkd_fit(l, w.s, WKD_BOLD, 12, fmin(room * .45, room));
    if (wkd_color_of(l, e->row) == WKD_HIGHLIGHT) {
        w.role = WKD_WORD_LABEL;
        w.color = WKD_HIGHLIGHT;
    }
    (void)wkd_add(l, w);
    w = wkd_say(WKD_WORD_NOTE, second_of(l, e), x, y + 15);
    w.size_px = SMALL_PX;
    w.anchor = (uint8_t)anchor;
    w.s = wkd_fit(l, w.s, WKD_REGULAR, SMALL_PX, room * .45);
    (void)wkd_add(l, w);
}

/* What the text of an event covers at a level, the band's edge being 0. */
static wkd_box
box_at(const event *e, size_t level, wkd_anchor anchor)
{
    const double tip = levels[level];
    const double top = tip < 0 ? tip - 26 : tip - 8;
    const double left = anchor == WKD_START ? e->x - 4 : e->x + 4 - e->width;
    return (wkd_box){left, top, left + e->width, top + 29};
}

static bool
touch(const wkd_box *a, const wkd_box *b)
{
    return a->x0 < b->x1 + 6 && b->x0 < a->x1 + 6 && a->y0 < b->y1 + 2 &&
           b->y0 < a->y1 + 2;
}

/* Its text and its stem touch no other's text, nor its text their stems. */
static bool
is_free(
    const event *all, size_t n, const event *e, size_t level, wkd_anchor anchor)
{
    const wkd_box text = box_at(e, level, anchor);
    const bool up = levels[level] < 0;
    const wkd_box stem = {
        e->x - 1, up ? levels[level] : 0, e->x + 1, up ? 0 : levels[level]};
    for (size_t i = 0; i < n; i++) {
        if (all[i].level < 0 || (levels[all[i].level] < 0) != up)
            continue;
        const size_t other = (size_t)all[i].level;
        const wkd_box box = box_at(&all[i], other, all[i].anchor);
        const wkd_box post = {all[i].x - 1,
                              up ? levels[other] : 0,
                              all[i].x + 1,
                              up ? 0 : levels[other]};
        if (touch(&text, &box) || touch(&stem, &box) || touch(&text, &post))
            return false;
    }
    return true;
}

/* Where the next event follows closely, its stem goes beside a text that
 * stands to the left. */
static void
find_level(wkd_lay *l, event *all, size_t i, bool is_crowded)
{
    event *e = &all[i];
    for (size_t k = 0; k < MOST_LEVELS; k++) {
        for (int right = 0; right < 2; right++) {
            const wkd_anchor anchor =
                (right == 1) != is_crowded ? WKD_END : WKD_START;
            const wkd_box box = box_at(e, k, anchor);
            if (box.x0 < l->x0 || box.x1 > l->x1 ||
                !is_free(all, i, e, k, anchor))
                continue;
            e->level = (int)k;
            e->anchor = anchor;
            return;
        }
    }
    wkd_drop(l, 1);
}

static void
put_stem(wkd_lay *l, const event *e, double above, double below)
{
    if (e->level < 0) {
        put_event(l, e, e->x, above);
        return;
    }
    const double tip = levels[e->level];
    const double edge = tip < 0 ? above : below, y = edge + tip;
    wkd_segment(l, WKD_LEAD, e->x, edge, e->x, y + (tip < 0 ? 4 : -10));
    put_event(l, e, e->x, edge);
    const double dx = e->anchor == WKD_START ? -4 : 4;
    put_lines(l, e, e->x + dx, y + (tip < 0 ? -16 : 4), e->anchor);
}

static void
measure(wkd_lay *l, event *e)
{
    const double room = (l->x1 - l->x0) * .45;
    const double a = wkd_width(l, name_of(l, e), WKD_BOLD, 12);
    const double b = wkd_width(l, second_of(l, e), WKD_REGULAR, SMALL_PX);
    e->width = fmin(fmax(a, b), room);
    e->x = wkd_at(&l->axis[0], e->day);
}

static void
put_years(wkd_lay *l, wkd_box band)
{
    const wkd_axis *x = &l->axis[0];
    wkd_rect(l, WKD_SUNK, WKD_NEUTRAL, band, WKD_NO_DATUM);
    for (size_t i = 0; i < x->n; i++) {
        double day = x->tick[i];
        if (x->is_between)
            day += x->text[i].n == 4 ? 183 : 15;
        wkd_word w =
            wkd_say(WKD_WORD_TICK, x->text[i], wkd_at(x, day), band.y0 + 16);
        w.anchor = WKD_MIDDLE;
        (void)wkd_add_inside(l, w, l->x0, l->x1);
    }
}

static wk_status
draw_across(wkd_lay *l, event *all, size_t n)
{
    wkd_axis *x = &l->axis[0];
    double above = 0, below = 0;
    x->p0 = l->x0 + 14;
    x->p1 = l->x1 - 14;
    wkd_set_ticks(l, x, x->p1 - x->p0, true);
    for (size_t i = 0; i < n; i++)
        measure(l, &all[i]);
    for (size_t i = 0; i < n && l->status == WK_OK; i++) {
        find_level(
            l, all, i, i + 1 < n && all[i + 1].x - all[i].x < all[i].width);
        if (all[i].level < 0)
            continue;
        above = fmax(above, -levels[all[i].level] + 28);
        below = fmax(below, levels[all[i].level] + 24);
    }
    const wkd_box band = {
        l->x0, l->y + above + 6, l->x1, l->y + above + 6 + BAND};
    wkd_box *plot = WKB_PUSH(l->a, &l->s->plot);
    if (!plot)
        return WK_ENOMEM;
    *plot = (wkd_box){l->x0, l->y, l->x1, band.y1 + below};
    put_years(l, band);
    for (size_t i = 0; i < n && l->status == WK_OK; i++)
        put_stem(l, &all[i], band.y0, band.y1);
    l->y = band.y1 + fmax(below, 8) + 4;
    return l->status;
}

/* Downwards, an event a row, the year at the left. */
static wk_status
draw_down(wkd_lay *l, const event *all, size_t n)
{
    const double axis = l->x0 + YEARS;
    const double top = l->y + 2, bottom = top + EVENT * (double)n;
    wkd_box *plot = WKB_PUSH(l->a, &l->s->plot);
    long before = -1;
    if (!plot)
        return WK_ENOMEM;
    *plot = (wkd_box){l->x0, top, l->x1, bottom};
    wkd_segment(l, WKD_AXIS, axis, top, axis, bottom);
    for (size_t i = 0; i < n && l->status == WK_OK; i++) {
        const double y = top + 18 + EVENT * (double)i;
        wkb_out year = wkb_out_kept(l->a);
        long number;
        int month, day;
        wkd_year_of(all[i].day, &number, &month, &day);
        wkb_print(&year, "%d", (int)number);
        if (number != before)
            (void)wkd_add(
                l, wkd_say(WKD_WORD_TICK, wkd_kept(l, &year), l->x0, y + 4));
        before = number;
        put_event(l, &all[i], axis, y);
        const double lift = second_of(l, &all[i]).n ? 0 : 4;
        wkd_word w =
            wkd_say(WKD_WORD_NAME, name_of(l, &all[i]), axis + 18, y + lift);
        w.face = WKD_BOLD;
        (void)wkd_add_inside(l, w, axis + 18, l->x1);
        w = wkd_say(WKD_WORD_NOTE, second_of(l, &all[i]), axis + 18, y + 16);
        (void)wkd_add_inside(l, w, axis + 18, l->x1);
    }
    l->y = bottom + 4;
    return l->status;
}

static wk_status
draw(wkd_lay *l)
{
    event *all;
    size_t n;
    WKB_TRY(take_events(l, &all, &n));
    return l->is_phone || l->panels.n > 1 ? draw_down(l, all, n)
                                          : draw_across(l, all, n);
}

const wkd_family wkd_timeline = {prepare, draw, NULL};
