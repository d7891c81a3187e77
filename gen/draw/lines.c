/* Lines with their bands, and areas one upon the other. */
#include <math.h>
#include <stdlib.h>

#include "draw/layout.h"

enum { LINE_STEP = 15, BESIDE = 8, MOST_POINTS = 12 };

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

static uint32_t
n_series(const wkd_lay *l)
{
    return (uint32_t)(l->series.n ? l->series.n : 1);
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
take_x(wkd_lay *l)
{
    double lo, hi;
    WKB_TRY(wkd_take_axis(l, 0, WKT_X));
    wkd_span_of(l, WKT_X, &lo, &hi);
    wkd_date_span(l, WKT_X, &lo, &hi);
    return wkd_set_domain(l, 0, lo, hi, false);
}

static wk_status
head(wkd_lay *l, int key)
{
    wkd_set_ticks(l, &l->axis[1], 240, false);
    wkd_head(l, l->x0, &l->axis[1], key);
    l->y += 23;
    return l->status;
}

static bool
is_free_domain(const wkd_lay *l)
{
    return isnan(l->c->domain[1][0]) && isnan(l->c->domain[1][1]);
}

static wk_status
prepare_line(wkd_lay *l)
{
    wkd_axis *y = &l->axis[1];
    double lo, hi;
    WKB_TRY(take_x(l));
    WKB_TRY(wkd_take_axis(l, 1, WKT_Y));
    wkd_span_of(l, WKT_Y, &lo, &hi);
    if (y->is_log && lo > 0) {
        const double pad = pow(hi / lo, .03) * 1.02;
        hi *= pad;
        lo /= pad;
    }
    WKB_TRY(wkd_set_domain(l, 1, lo, hi, lo > 0 && lo < .5 * hi));
    y->is_whole = !y->is_log && !y->is_date && is_free_domain(l);
    return head(l, l->panels.n > 1 ? WKD_KEY_FILLS : WKD_NO_KEY);
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

/* The labels at the right ends. */
typedef struct end_label {
    double y, want; /* where it stands, and where its line ends */
    double x;       /* of the end */
    wkb_str text;
    uint8_t color;
} end_label;

static int
by_want(const void *a, const void *b)
{
    const end_label *p = a, *q = b;
    return (p->want > q->want) - (p->want < q->want);
}

static wkd_word
end_word(const end_label *label)
{
    wkd_word w = wkd_say(WKD_WORD_LABEL, label->text, 0, 0);
    w.color = label->color;
    return w;
}

/* Those that end before the right edge are labelled where they end. */
static void
put_inner_labels(wkd_lay *l, const end_label *label, size_t n, double edge)
{
    for (size_t i = 0; i < n; i++) {
        if (label[i].x < edge)
            wkd_place(l, end_word(&label[i]), label[i].x, label[i].want, 5);
    }
}

static size_t
keep_near(end_label *label, size_t n, double edge)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (label[i].x >= edge)
            label[kept++] = label[i];
    }
    return kept;
}

static void
put_end_labels(wkd_lay *l, end_label *label, size_t n)
{
    const wkd_box plot = wkd_plot_box(l);
    const double lo = plot.y0 - 4, hi = plot.y1;
    const size_t most = (size_t)((hi - lo) / LINE_STEP);
    double *y = WKB_NEW(l->a, double, n);
    if (!y)
        return;
    n = keep_near(label, n, plot.x1 - 16);
    if (n > most) {
        wkd_drop(l, n - most);
        n = most;
    }
    qsort(label, n, sizeof *label, by_want);
    for (size_t i = 0; i < n; i++)
        y[i] = label[i].want;
    (void)wkd_spread(y, n, LINE_STEP, lo, hi);
    for (size_t i = 0; i < n; i++) {
        if (fabs(y[i] - label[i].want) > 8)
            wkd_segment(l,
                        WKD_LEAD,
                        label[i].x + 5,
                        label[i].want,
                        plot.x1 + BESIDE - 2,
                        y[i]);
        wkd_word w = end_word(&label[i]);
        w.x = plot.x1 + BESIDE;
        w.y = y[i] + 4;
        w.s = wkd_fit(l, w.s, WKD_BOLD, 12, l->x1 - w.x);
        wkd_add_free(l, w);
    }
}

static wk_status
label_ends(wkd_lay *l, const path *p, size_t n)
{
    end_label *label = WKB_NEW(l->a, end_label, n);
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
        label[k++] =
            (end_label){.want = py(l, s),
                        .x = px(l, s),
                        .text = l->series.n ? l->series.item[p[i].series]
                                            : wkd_number(l, &l->axis[1], &best),
                        .color = color};
    }
    end_label *at_end = WKB_NEW(l->a, end_label, n);
    if (!at_end)
        return WK_ENOMEM;
    for (size_t i = 0; i < k; i++)
        at_end[i] = label[i];
    put_end_labels(l, at_end, k);
    put_inner_labels(l, label, k, wkd_plot_box(l).x1 - 16);
    return l->status;
}

/* Beside the plot: the names of the lines, or the last value. */
static double
room_for_names(wkd_lay *l)
{
    double most = 0;
    if (l->panels.n > 1)
        return 12;
    for (size_t i = 0; i < l->series.n && l->status == WK_OK; i++)
        most = fmax(most, wkd_width(l, l->series.item[i], WKD_BOLD, 12));
    for (uint32_t i = 0; l->series.n == 0 && i < l->c->n_rows; i++) {
        const double v = wkd_best(&l->num[WKT_Y][i]);
        const wku_num best = {v, v, v};
        const wkb_str text = wkd_number(l, &l->axis[1], &best);
        if (!isnan(v))
            most = fmax(most, wkd_width(l, text, WKD_BOLD, 12));
    }
    return fmin(most + BESIDE + 2, .38 * (l->x1 - l->x0));
}

static double
plot_height(const wkd_lay *l)
{
    return l->panels.n > 1 ? 160 : 250;
}

static wk_status
draw_line(wkd_lay *l)
{
    const uint32_t n = n_series(l);
    path *p = WKB_NEW(l->a, path, n);
    if (!p)
        return WK_ENOMEM;
    wkd_plot(l, plot_height(l), room_for_names(l));
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
    if (l->panels.n < 2)
        WKB_TRY(label_ends(l, p, n));
    wkd_annotate(l);
    return l->status;
}

static wk_status
finish(wkd_lay *l)
{
    wkd_foot(l);
    return l->status;
}

/* Areas: at each x the parts of all series, from the bottom. */
typedef struct heap {
    double *x;
    size_t n_x;
    double *v;     /* n_x by series; NaN: not known */
    uint32_t *row; /* the same */
} heap;

static int
ascending(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static wk_status
take_heap(wkd_lay *l, heap *h)
{
    const size_t n = n_series(l);
    size_t k = 0;
    h->n_x = 0;
    h->x = WKB_NEW(l->a, double, l->c->n_rows);
    if (!h->x)
        return WK_ENOMEM;
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        const double x = wkd_best(&l->num[WKT_X][i]);
        if (wkd_in_panel(l, i) && !isnan(x))
            h->x[k++] = x;
    }
    qsort(h->x, k, sizeof *h->x, ascending);
    for (size_t i = 0; i < k; i++) {
        if (h->n_x == 0 || h->x[i] != h->x[h->n_x - 1])
            h->x[h->n_x++] = h->x[i];
    }
    h->v = WKB_NEW(l->a, double, h->n_x *n);
    h->row = WKB_NEW(l->a, uint32_t, h->n_x * n);
    if (!h->v || !h->row)
        return WK_ENOMEM;
    for (size_t i = 0; i < h->n_x * n; i++)
        h->v[i] = NAN;
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        const double x = wkd_best(&l->num[WKT_X][i]);
        const double *at = wkd_in_panel(l, i) && !isnan(x)
                               ? bsearch(&x, h->x, h->n_x, sizeof x, ascending)
                               : NULL;
        if (!at)
            continue;
        const size_t cell =
            (size_t)(at - h->x) * n + (l->series.n ? l->series_of[i] : 0);
        h->v[cell] = wkd_best(&l->num[WKT_Y][i]);
        h->row[cell] = i;
    }
    return WK_OK;
}

static bool
is_whole(const heap *h, size_t i, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (isnan(h->v[i * n + k]))
            return false;
    }
    return true;
}

static double
sum_to(const heap *h, size_t i, size_t n, size_t k)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++)
        sum += h->v[i * n + j];
    return sum;
}

static wk_status
refuse_negative(const wkd_lay *l)
{
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        if (wkd_best(&l->num[WKT_Y][i]) < 0)
            return wkb_error(l->d,
                             WK_EDOMAIN,
                             l->c->channel[WKT_Y].at,
                             "row %q has %S, which an area cannot show\n"
                             "write type: line",
                             l->c->row_id ? l->c->row_id[i]
                                          : l->c->channel[WKT_X].text[i],
                             l->c->channel[WKT_Y].text[i]);
    }
    return WK_OK;
}

static wk_status
prepare_area(wkd_lay *l)
{
    heap h;
    const size_t n = n_series(l), panels = l->panels.n ? l->panels.n : 1;
    double hi = -INFINITY;
    WKB_TRY(take_x(l));
    WKB_TRY(refuse_negative(l));
    WKB_TRY(wkd_take_axis(l, 1, WKT_Y));
    for (l->panel = 0; l->panel < panels; l->panel++) {
        WKB_TRY(take_heap(l, &h));
        for (size_t i = 0; i < h.n_x; i++) {
            if (is_whole(&h, i, n))
                hi = fmax(hi, sum_to(&h, i, n, n));
        }
    }
    l->panel = 0;
    WKB_TRY(wkd_set_domain(l, 1, 0, hi, true));
    l->axis[1].is_whole = is_free_domain(l);
    return head(l, l->panels.n > 1 ? WKD_KEY_FILLS : WKD_NO_KEY);
}

/* One part over one run of whole stacks. */
static void
put_part(wkd_lay *l, const heap *h, size_t k, size_t from, size_t to)
{
    const size_t n = n_series(l);
    const uint8_t color = l->series.n ? l->color[k] : 1;
    const uint32_t row = h->row[from * n + k];
    const wkb_str name =
        l->series.n ? l->series.item[k] : l->c->channel[WKT_Y].quantity;
    const double gap = k ? 1.5 : 0;
    wkd_begin(l, WKD_AREA, WKD_FILL, color);
    for (size_t i = from; i < to; i++)
        wkd_to(l,
               wkd_at(&l->axis[0], h->x[i]),
               wkd_at(&l->axis[1], sum_to(h, i, n, k + 1)));
    for (size_t i = to; i-- > from;) {
        const double top = wkd_at(&l->axis[1], sum_to(h, i, n, k + 1));
        const double base = wkd_at(&l->axis[1], sum_to(h, i, n, k));
        wkd_to(l, wkd_at(&l->axis[0], h->x[i]), fmax(top, base - gap));
    }
    if (l->status == WK_OK)
        wkd_last(l)->datum = wkd_datum_text(l, row, (wkb_str){NULL, 0}, name);
}

/* A stack between two gaps is a line a part. */
static void
put_lone_stack(wkd_lay *l, const heap *h, size_t i)
{
    const size_t n = n_series(l);
    const double x = wkd_at(&l->axis[0], h->x[i]);
    for (size_t k = 0; k < n; k++) {
        wkd_begin(l, WKD_SEGMENTS, WKD_JOIN, l->series.n ? l->color[k] : 1);
        wkd_to(l, x, wkd_at(&l->axis[1], sum_to(h, i, n, k)));
        wkd_to(l, x, wkd_at(&l->axis[1], sum_to(h, i, n, k + 1)));
    }
}

static void
put_heap(wkd_lay *l, const heap *h)
{
    const size_t n = n_series(l);
    for (size_t from = 0; from < h->n_x; from++) {
        size_t to = from;
        while (to < h->n_x && is_whole(h, to, n))
            to++;
        for (size_t k = 0; k < n && to - from > 1; k++)
            put_part(l, h, k, from, to);
        if (to - from == 1)
            put_lone_stack(l, h, from);
        from = to > from ? to : from;
    }
}

/* The name of each part beside the middle of its last height. */
static wk_status
label_parts(wkd_lay *l, const heap *h)
{
    const size_t n = n_series(l);
    size_t last = h->n_x;
    end_label *label = WKB_NEW(l->a, end_label, n);
    if (!label)
        return WK_ENOMEM;
    while (last && !is_whole(h, last - 1, n))
        last--;
    if (last == 0 || l->series.n == 0)
        return WK_OK;
    for (size_t k = 0; k < n; k++) {
        const double a = sum_to(h, last - 1, n, k);
        const double b = sum_to(h, last - 1, n, k + 1);
        label[k] = (end_label){.want = wkd_at(&l->axis[1], (a + b) / 2),
                               .x = wkd_at(&l->axis[0], h->x[last - 1]),
                               .text = l->series.item[k],
                               .color = l->color[k]};
    }
    put_end_labels(l, label, n);
    return l->status;
}

static wk_status
draw_area(wkd_lay *l)
{
    heap h;
    wkd_plot(l, plot_height(l), l->series.n ? room_for_names(l) : 12);
    WKB_TRY(l->status);
    WKB_TRY(take_heap(l, &h));
    put_heap(l, &h);
    if (l->panels.n < 2)
        WKB_TRY(label_parts(l, &h));
    wkd_annotate(l);
    return l->status;
}

const wkd_family wkd_line = {prepare_line, draw_line, finish};
const wkd_family wkd_area = {prepare_area, draw_area, finish};
