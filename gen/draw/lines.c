/* Lines, with their bands. */
#include <math.h>
#include <stdlib.h>

#include "draw/curves.h"

enum { MOST_POINTS = 12 };

typedef struct spot {
    double x;
    uint32_t row;
} spot;

/* The rows of one series in the panel, by x. */
typedef struct path {
    spot *at;
    size_t n;
    uint32_t series;
} path;

static int
by_x(const void *a, const void *b)
{
    const spot *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

static wk_status
take_path(wkd_lay *l, uint32_t series, path *p)
{
    p->series = series;
    p->n = 0;
    p->at = WKB_NEW(l->a, spot, l->c->n_rows);
    if (!p->at)
        return WK_ENOMEM;
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        const double x = wkd_best(&l->num[WKT_X][i]);
        if (!wkd_in_panel(l, i) || isnan(x) ||
            (l->series.n && l->series_of[i] != series))
            continue;
        p->at[p->n++] = (spot){x, i};
    }
    qsort(p->at, p->n, sizeof *p->at, by_x);
    return WK_OK;
}

static wk_status
prepare_line(wkd_lay *l)
{
    wkd_axis *y = &l->axis[1];
    double lo, hi;
    WKB_TRY(wkd_take_x(l));
    WKB_TRY(wkd_take_axis(l, 1, WKT_Y));
    wkd_span_of(l, WKT_Y, &lo, &hi);
    if (y->is_log)
        wkd_pad_log(&lo, &hi, .03, 1.02);
    WKB_TRY(wkd_set_domain(l, 1, lo, hi, lo > 0 && lo < .5 * hi));
    y->is_whole = !y->is_log && !y->is_date && wkd_is_free_domain(l);
    return wkd_curve_head(l, l->panels.n > 1 ? WKD_KEY_FILLS : WKD_NO_KEY);
}

static double
px(const wkd_lay *l, const spot *s)
{
    return wkd_at(&l->axis[0], s->x);
}

static double
py(const wkd_lay *l, const spot *s)
{
    return wkd_at(&l->axis[1], wkd_best(&l->num[WKT_Y][s->row]));
}

static bool
is_known(const wkd_lay *l, const spot *s)
{
    return wku_known(&l->num[WKT_Y][s->row]);
}

static uint8_t
path_color(const wkd_lay *l, const path *p)
{
    for (size_t i = 0; i < p->n; i++) {
        if (wkd_is_picked(l, p->at[i].row))
            return WKD_HIGHLIGHT;
    }
    return l->series.n ? l->color[p->series] : l->has_pick ? WKD_NEUTRAL : 1;
}

static wkd_dash
path_dash(const wkd_lay *l, const path *p)
{
    static const wkd_dash dashes[] = {
        WKD_SOLID, WKD_DASH_LONG, WKD_DASH_DOTS, WKD_DASH_MIXED};
    const uint8_t color = path_color(l, p);
    if (color == WKD_HIGHLIGHT || color == WKD_NEUTRAL)
        return WKD_SOLID;
    return dashes[(color - 1) % 4];
}

/* The run of known values that begins at i: its end. */
static size_t
run_end(const wkd_lay *l, const path *p, size_t i)
{
    while (i < p->n && is_known(l, &p->at[i]))
        i++;
    return i;
}

static void
put_band(wkd_lay *l, const path *p, size_t from, size_t to)
{
    bool any = false;
    for (size_t i = from; i < to; i++)
        any = any || wku_is_range(&l->num[WKT_Y][p->at[i].row]);
    if (!any || to - from < 2)
        return;
    wkd_begin(l, WKD_AREA, WKD_BAND, path_color(l, p));
    for (size_t i = from; i < to; i++) {
        const wku_num *n = &l->num[WKT_Y][p->at[i].row];
        const double v = wku_is_range(n) ? n->hi : n->v;
        wkd_to(l, px(l, &p->at[i]), wkd_at(&l->axis[1], v));
    }
    for (size_t i = to; i-- > from;) {
        const wku_num *n = &l->num[WKT_Y][p->at[i].row];
        const double v = wku_is_range(n) ? n->lo : n->v;
        wkd_to(l, px(l, &p->at[i]), wkd_at(&l->axis[1], v));
    }
}

static void
put_point(wkd_lay *l, const path *p, const spot *s, wkd_role role)
{
    const wkb_str name = l->series.n ? l->series.item[p->series]
                                     : l->c->channel[WKT_X].text[s->row];
    const wkt_channel *y = &l->c->channel[WKT_Y];
    const wkb_str x = l->c->channel[WKT_X].text[s->row];
    wkb_str text = wkd_pretty(l, y->text[s->row]);
    if (l->series.n)
        text = wkd_join(l, wkd_pretty(l, x), ", ", text);
    wkd_point_at(l,
                 (wkd_dot){.role = role,
                           .color = path_color(l, p),
                           .shape = (wkd_shape)(p->series % WKD_SHAPES),
                           .radius = 4,
                           .x = px(l, s),
                           .y = py(l, s),
                           .datum = wkd_datum_text(l, s->row, name, text)});
}

/* A lone range without a best value, and all others beside their gap. */
static void
put_lone(wkd_lay *l, const path *p, const spot *s)
{
    const wku_num *n = &l->num[WKT_Y][s->row];
    if (wku_is_range(n)) {
        wkd_begin(l, WKD_SEGMENTS, WKD_JOIN, path_color(l, p));
        wkd_to(l, px(l, s), wkd_at(&l->axis[1], n->lo));
        wkd_to(l, px(l, s), wkd_at(&l->axis[1], n->hi));
    }
    put_point(l, p, s, WKD_HOLLOW);
}

/* The points of a run: all where there are few, else those at a gap, which
 * are hollow. */
static void
put_run_points(wkd_lay *l, const path *p, size_t from, size_t to)
{
    const bool has_points = p->n <= MOST_POINTS && l->panels.n < 2;
    for (size_t k = from; k < to; k++) {
        const bool at_gap =
            (k == from && from > 0) || (k + 1 == to && to < p->n);
        if (at_gap || has_points)
            put_point(l,
                      p,
                      &p->at[k],
                      at_gap || p->series >= 4 ? WKD_HOLLOW : WKD_POINT);
    }
}

static void
put_run(wkd_lay *l, const path *p, size_t from, size_t to)
{
    wkd_begin(l, WKD_LINE, WKD_STROKE, path_color(l, p));
    if (l->status != WK_OK)
        return;
    wkd_last(l)->dash = (uint8_t)path_dash(l, p);
    for (size_t k = from; k < to; k++)
        wkd_to(l, px(l, &p->at[k]), py(l, &p->at[k]));
    put_run_points(l, p, from, to);
}

/* One line to each run, no bridge over a gap. */
static void
put_runs(wkd_lay *l, const path *p)
{
    for (size_t i = 0; i < p->n; i++) {
        const size_t end = run_end(l, p, i);
        if (end - i == 1)
            put_lone(l, p, &p->at[i]);
        else if (end > i)
            put_run(l, p, i, end);
        i = end > i ? end : i;
    }
}

static void
put_bands(wkd_lay *l, const path *p)
{
    for (size_t i = 0; i < p->n; i++) {
        const size_t end = run_end(l, p, i);
        put_band(l, p, i, end);
        i = end > i ? end : i;
    }
}

/* Labels inside the plot keep off the lines. */
static void
avoid_run(wkd_lay *l, const path *p, size_t from, size_t to)
{
    enum { STEP = 6, MOST_PX = 4000 };
    for (size_t i = from; i + 1 < to && l->status == WK_OK; i++) {
        const double x = px(l, &p->at[i]), y = py(l, &p->at[i]);
        const double dx = px(l, &p->at[i + 1]) - x;
        const double dy = py(l, &p->at[i + 1]) - y;
        const int n = 1 + (int)(fmin(hypot(dx, dy), MOST_PX) / STEP);
        for (int k = 0; k <= n; k++) {
            const double ax = x + dx * k / n, ay = y + dy * k / n;
            wkd_avoid(l, (wkd_box){ax - 1, ay - 1, ax + 1, ay + 1});
        }
    }
}

static void
avoid_paths(wkd_lay *l, const path *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < p[i].n; k++) {
            const size_t end = run_end(l, &p[i], k);
            avoid_run(l, &p[i], k, end);
            k = end > k ? end : k;
        }
    }
}

/* Those that end before the right edge are labelled where they end. */
static void
put_inner_labels(wkd_lay *l, const wkd_end_label *label, size_t n, double edge)
{
    for (size_t i = 0; i < n; i++) {
        if (label[i].x < edge)
            wkd_place(l, wkd_end_word(&label[i]), label[i].x, label[i].want, 5);
    }
}

static wk_status
label_ends(wkd_lay *l, const path *p, size_t n)
{
    wkd_end_label *label = WKB_NEW(l->a, wkd_end_label, n);
    size_t k = 0;
    if (!label)
        return WK_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        size_t last = p[i].n;
        while (last && !is_known(l, &p[i].at[last - 1]))
            last--;
        if (last == 0)
            continue;
        const spot *s = &p[i].at[last - 1];
        const double v = wkd_best(&l->num[WKT_Y][s->row]);
        const wku_num best = {v, v, v};
        const uint8_t color = path_color(l, &p[i]);
        label[k++] = (wkd_end_label){
            .want = py(l, s),
            .x = px(l, s),
            .text = l->series.n ? l->series.item[p[i].series]
                                : wkd_number(l, &l->axis[1], &best),
            .color = color};
    }
    wkd_end_label *at_end = WKB_NEW(l->a, wkd_end_label, n);
    if (!at_end)
        return WK_ENOMEM;
    for (size_t i = 0; i < k; i++)
        at_end[i] = label[i];
    wkd_put_end_labels(l, at_end, k);
    avoid_paths(l, p, n);
    put_inner_labels(l, label, k, wkd_plot_box(l).x1 - 16);
    return l->status;
}

static wk_status
draw_line(wkd_lay *l)
{
    const uint32_t n = wkd_n_series(l);
    path *p = WKB_NEW(l->a, path, n);
    if (!p)
        return WK_ENOMEM;
    wkd_plot(l, wkd_curve_height(l), wkd_room_for_names(l));
    WKB_TRY(l->status);
    for (uint32_t i = 0; i < n; i++)
        WKB_TRY(take_path(l, i, &p[i]));
    for (uint32_t i = 0; i < n; i++)
        put_bands(l, &p[i]);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < n; i++) {
            if ((path_color(l, &p[i]) == WKD_HIGHLIGHT) == (pass == 1))
                put_runs(l, &p[i]);
        }
    }
    wkd_keep_off_notes(l);
    if (l->panels.n < 2)
        WKB_TRY(label_ends(l, p, n));
    wkd_annotate(l);
    return l->status;
}

const wkd_family wkd_line = {prepare_line, draw_line, wkd_curve_finish};
