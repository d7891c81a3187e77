/* Timeline: events above and below a band of years; on a phone downwards. */
#include <math.h>
#include <stdlib.h>

#include "draw/layout.h"
#include "units/date.h"

enum {
    BAND = 24,
    EVENT = 44,
    YEARS = 52,
    SMALL_PX = 11,
    MOST_LEVELS = 12,  /* of stems, both ways */
    MOST_LISTED = 200, /* events one below the other on a wide picture */
    MANY = 12          /* that stand closer in a list */
};

typedef struct event {
    double day, x;
    uint32_t row;
    int level; /* of its stem, even ones upwards; -1: no place */
    wkd_anchor anchor;
    double width; /* of its two lines */
} event;

/* How far apart the levels of stems are, and how high a text is. */
typedef struct pitch {
    double up, down, text;
    int levels;
    double gap; /* from a text to another's stem */
} pitch;
static const pitch roomy = {44, 40, 29, MOST_LEVELS, 6};

/* Length of a stem, upwards negative. */
static double
tip_of(const pitch *p, int level)
{
    const int n = level / 2;
    return level % 2 ? 44 + p->down * n : -34 - p->up * n;
}

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
box_at(const pitch *p, const event *e, int level, wkd_anchor anchor)
{
    const double tip = tip_of(p, level);
    const double top = tip < 0 ? tip - 26 : tip - 8;
    const double left = anchor == WKD_START ? e->x - 4 : e->x + 4 - e->width;
    return (wkd_box){left, top, left + e->width, top + p->text};
}

static bool
touch(const wkd_box *a, const wkd_box *b, double gap)
{
    return a->x0 < b->x1 + gap && b->x0 < a->x1 + gap && a->y0 < b->y1 + 2 &&
           b->y0 < a->y1 + 2;
}

static wkd_box
stem_of(const pitch *p, const event *e, int level)
{
    const double tip = tip_of(p, level);
    return (wkd_box){e->x - 1, fmin(tip, 0), e->x + 1, fmax(tip, 0)};
}

/* Its text and its stem touch no other's text, nor its text their stems. */
static bool
is_free(const pitch *p,
        const event *all,
        size_t n,
        const event *e,
        int level,
        wkd_anchor anchor)
{
    const wkd_box text = box_at(p, e, level, anchor);
    const wkd_box stem = stem_of(p, e, level);
    for (size_t i = 0; i < n; i++) {
        const event *other = &all[i];
        if (other->level < 0 || other->level % 2 != level % 2)
            continue;
        const wkd_box box = box_at(p, other, other->level, other->anchor);
        const wkd_box post = stem_of(p, other, other->level);
        if (touch(&text, &box, 6) || touch(&stem, &box, p->gap) ||
            touch(&text, &post, p->gap))
            return false;
    }
    return true;
}

/* Where the next event follows closely, its stem goes beside a text that
 * stands to the left. */
static bool
find_level(wkd_lay *l, event *all, size_t i, bool is_crowded)
{
    event *e = &all[i];
    for (int k = 0; k < roomy.levels; k++) {
        for (int right = 0; right < 2; right++) {
            const wkd_anchor anchor =
                (right == 1) != is_crowded ? WKD_END : WKD_START;
            const wkd_box box = box_at(&roomy, e, k, anchor);
            if (box.x0 < l->x0 || box.x1 > l->x1 ||
                !is_free(&roomy, all, i, e, k, anchor))
                continue;
            e->level = k;
            e->anchor = anchor;
            return true;
        }
    }
    return false;
}

/* From left to right, each as near to the band as it can; how many have no
 * place. */
static size_t
place_in_turn(wkd_lay *l, event *all, size_t n)
{
    size_t lost = 0;
    for (size_t i = 0; i < n; i++) {
        const bool is_crowded =
            i + 1 < n && all[i + 1].x - all[i].x < all[i].width;
        lost += !find_level(l, all, i, is_crowded);
    }
    return lost;
}

static bool
take_level(const pitch *p, event *all, size_t n, event *e, wkd_anchor anchor)
{
    for (int k = 0; k < p->levels; k++) {
        if (!is_free(p, all, n, e, k, anchor))
            continue;
        e->level = k;
        e->anchor = anchor;
        return true;
    }
    return false;
}

/* From right to left, each text to the right of its stem, under those of the
 * events before it, where there is no place to the left; what would leave the
 * frame is left out. */
static bool
stairs_down(wkd_lay *l, const pitch *p, event *all, size_t n)
{
    for (size_t i = n; i-- > 0;) {
        const bool leaves = all[i].x - 4 + all[i].width > l->x1;
        const bool may_turn = all[i].x + 4 - all[i].width >= l->x0;
        if (leaves || take_level(p, all, n, &all[i], WKD_START) ||
            (may_turn && take_level(p, all, n, &all[i], WKD_END)))
            continue;
        return false;
    }
    return true;
}

/* What would have left it, from left to right, each text to the left. */
static bool
stairs_up(wkd_lay *l, const pitch *p, event *all, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const bool leaves = all[i].x - 4 + all[i].width > l->x1;
        if (leaves && !take_level(p, all, n, &all[i], WKD_END))
            return false;
    }
    return true;
}

/* So that no stem meets a text; whichever comes first, the other may find no
 * place. */
static bool
place_in_stairs(wkd_lay *l, const pitch *p, event *all, size_t n)
{
    for (int up_first = 0; up_first < 2; up_first++) {
        for (size_t i = 0; i < n; i++)
            all[i].level = -1;
        if (up_first ? stairs_up(l, p, all, n) && stairs_down(l, p, all, n)
                     : stairs_down(l, p, all, n) && stairs_up(l, p, all, n))
            return true;
    }
    return false;
}

static void
put_stem(wkd_lay *l, const pitch *p, const event *e, double above, double below)
{
    if (e->level < 0) {
        put_event(l, e, e->x, above);
        return;
    }
    const double tip = tip_of(p, e->level);
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
            day += x->by_year ? 183 : 15;
        wkd_word w =
            wkd_say(WKD_WORD_TICK, x->text[i], wkd_at(x, day), band.y0 + 16);
        w.anchor = WKD_MIDDLE;
        wkd_move_inside(l, &w, l->x0, l->x1);
        wkd_add_free(l, w);
    }
}

/* Chooses how close the levels stand; false if a list is better. */
static bool
place_events(wkd_lay *l, pitch *p, event *all, size_t n)
{
    const bool has_second = l->c->channel[WKT_SECOND].is_used;
    *p = roomy;
    const size_t lost = place_in_turn(l, all, n);
    if (lost == 0)
        return true;
    const pitch close =
        has_second ? (pitch){34, 34, 29, 12, 1} : (pitch){20, 20, 14, 20, 1};
    *p = close;
    if (place_in_stairs(l, p, all, n))
        return true;
    if (n <= MOST_LISTED)
        return false;
    for (size_t i = 0; i < n; i++)
        all[i].level = -1;
    *p = roomy;
    wkd_drop(l, place_in_turn(l, all, n));
    return true;
}

static wk_status
draw_across(wkd_lay *l, const pitch *p, const event *all, size_t n)
{
    double above = 0, below = 0;
    for (size_t i = 0; i < n; i++) {
        if (all[i].level < 0)
            continue;
        above = fmax(above, -tip_of(p, all[i].level) + 28);
        below = fmax(below, tip_of(p, all[i].level) + 24);
    }
    const wkd_box band = {
        l->x0, l->y + above + 6, l->x1, l->y + above + 6 + BAND};
    wkd_box *plot = WKB_PUSH(l->a, &l->s->plot);
    if (!plot)
        return WK_ENOMEM;
    *plot = (wkd_box){l->x0, l->y, l->x1, band.y1 + below};
    put_years(l, band);
    for (size_t i = 0; i < n && l->status == WK_OK; i++)
        put_stem(l, p, &all[i], band.y0, band.y1);
    l->y = band.y1 + fmax(below, 8) + 4;
    return l->status;
}

/* A list: columns of rows of one height. */
typedef struct list {
    bool has_months, is_one_line;
    double step, width, dates;
    size_t rows;
} list;

static list
list_of(wkd_lay *l, size_t n)
{
    enum { COLUMN_GAP = 24 };
    const bool is_wide = !l->is_phone && l->panels.n < 2;
    const bool has_second = l->c->channel[WKT_SECOND].is_used;
    const size_t columns = is_wide ? 2 : 1;
    const list usual = {false, false, EVENT, l->x1 - l->x0, YEARS, n};
    if (!is_wide && n <= MANY)
        return usual;
    return (list){
        .has_months = true,
        .is_one_line = is_wide,
        .step = has_second && !is_wide ? 36 : 24,
        .width = (l->x1 - l->x0 - (double)(columns - 1) * COLUMN_GAP) /
                 (double)columns,
        .dates = 14 + wkd_width(l, WKB_STR("Mar 2022"), WKD_REGULAR, 12),
        .rows = (n + columns - 1) / columns,
    };
}

/* The year where it begins, with the months of its events if there is room;
 * nothing where the event before has the same. */
static wkb_str
date_of(wkd_lay *l, const list *in, const event *e, const event *before)
{
    const wku_num *date = &l->c->channel[WKT_X].num[e->row];
    wkb_out out = wkb_out_kept(l->a);
    long year, last = 0;
    int month, day, last_month = 0;
    wkd_year_of(e->day, &year, &month, &day);
    if (before)
        wkd_year_of(before->day, &last, &last_month, &day);
    const bool is_new = !before || year != last;
    const bool has_month = in->has_months &&
                           l->c->channel[WKT_X].type.kind == WKU_DATE &&
                           wku_date_has_month(date->v);
    if (has_month && (is_new || month != last_month))
        wkb_puts(&out, wkd_month_name(month));
    if (is_new)
        wkb_print(&out, has_month ? " %d" : "%d", (int)year);
    return wkd_kept(l, &out);
}

static void
put_listed(wkd_lay *l, const list *in, const event *e, wkd_point at)
{
    const double left = at.x + 18, right = at.x - in->dates + in->width;
    const wkb_str second = second_of(l, e);
    const double lift =
        second.n && !in->is_one_line ? in->step < EVENT ? -2 : 0 : 4;
    put_event(l, e, at.x, at.y);
    wkd_word w = wkd_say(WKD_WORD_NAME, name_of(l, e), left, at.y + lift);
    w.face = WKD_BOLD;
    if (wkd_color_of(l, e->row) == WKD_HIGHLIGHT) {
        w.role = WKD_WORD_LABEL;
        w.color = WKD_HIGHLIGHT;
    }
    const double share = in->is_one_line && second.n ? .62 : 1;
    w.s = wkd_fit(l, w.s, WKD_BOLD, 12, share * (right - left));
    wkd_measure_word(l, &w);
    (void)wkd_add(l, w);
    const double after = in->is_one_line ? left + w.width + 8 : left;
    const double down = in->is_one_line ? 4 : in->step < EVENT ? 12 : 16;
    if (second.n == 0)
        return;
    w = wkd_say(WKD_WORD_NOTE, second, after, at.y + down);
    (void)wkd_add_inside(l, w, after, right);
}

/* Downwards, an event a row, the date at the left. */
static wk_status
draw_down(wkd_lay *l, const event *all, size_t n)
{
    const list in = list_of(l, n);
    const double top = l->y + 2;
    const double bottom = top + in.step * (double)in.rows;
    wkd_box *plot = WKB_PUSH(l->a, &l->s->plot);
    if (!plot)
        return WK_ENOMEM;
    *plot = (wkd_box){l->x0, top, l->x1, bottom};
    for (size_t i = 0; i < n && l->status == WK_OK; i++) {
        const size_t column = i / in.rows, line = i % in.rows;
        const double left = l->x0 + (in.width + 24) * (double)column;
        const double axis = left + in.dates;
        const double y =
            top + (in.step < EVENT ? in.step / 2 : 18) + in.step * (double)line;
        if (line == 0) {
            const size_t rest = n - i < in.rows ? n - i : in.rows;
            wkd_segment(
                l, WKD_AXIS, axis, top, axis, top + in.step * (double)rest);
        }
        wkd_word w =
            wkd_say(WKD_WORD_TICK,
                    date_of(l, &in, &all[i], line ? &all[i - 1] : NULL),
                    in.has_months ? axis - 12 : left,
                    y + 4);
        w.anchor = in.has_months ? WKD_END : WKD_START;
        (void)wkd_add(l, w);
        put_listed(l, &in, &all[i], (wkd_point){axis, y});
    }
    l->y = bottom + 4;
    return l->status;
}

static wk_status
draw(wkd_lay *l)
{
    event *all;
    size_t n;
    pitch p = roomy;
    wkd_axis *x = &l->axis[0];
    WKB_TRY(take_events(l, &all, &n));
    if (l->is_phone || l->panels.n > 1)
        return draw_down(l, all, n);
    x->p0 = l->x0 + 14;
    x->p1 = l->x1 - 14;
    wkd_set_ticks(l, x, x->p1 - x->p0, true);
    for (size_t i = 0; i < n; i++)
        measure(l, &all[i]);
    return place_events(l, &p, all, n) ? draw_across(l, &p, all, n)
                                       : draw_down(l, all, n);
}

const wkd_family wkd_timeline = {prepare, draw, NULL};
