/* Slope: what changed from one time, or case, to another. */
#include <math.h>
#include <stdlib.h>

#include "base/num.h"
#include "draw/layout.h"

enum { HEIGHT = 262, LINE = 15, BESIDE = 11 };

typedef struct side {
    double want, y;
    uint32_t row;
    wkb_str text;
} side;

static wk_status
prepare(wkd_lay *l)
{
    double lo, hi;
    if (l->cats.n != 2)
        return wkb_error(l->d,
                         WK_ETYPE,
                         l->c->channel[l->cat].at,
                         "a slope chart joins two of %q, and here are %z\n"
                         "write type: line, or choose two with where",
                         l->c->channel[l->cat].quantity.n
                             ? l->c->channel[l->cat].quantity
                             : l->c->channel[l->cat].name,
                         l->cats.n);
    WKB_TRY(wkd_take_axis(l, 1, l->val));
    wkd_span_of(l, l->val, &lo, &hi);
    WKB_TRY(wkd_set_domain(l, 1, lo, hi, lo > 0 && lo < .6 * hi));
    l->off_zero = !l->axis[1].is_log && l->axis[1].lo > 0;
    wkd_head(l, l->x0, &l->axis[1], WKD_NO_KEY);
    return l->status;
}

/* In time, if that is what stands across. */
static void
order(const wkd_lay *l, uint32_t at[2])
{
    const wku_num *n = l->num[l->cat];
    double v[2] = {0, 0};
    at[0] = 0;
    at[1] = 1;
    for (size_t i = 0; n && i < l->c->n_rows; i++)
        v[l->cat_of[i]] = wkd_best(&n[i]);
    if (v[1] < v[0]) {
        at[0] = 1;
        at[1] = 0;
    }
}

static uint32_t
n_series(const wkd_lay *l)
{
    return (uint32_t)(l->series.n ? l->series.n : 1);
}

static uint32_t
cell_of(const wkd_lay *l, uint32_t cat, uint32_t series)
{
    const uint32_t cell = wkd_cell(l, cat, series);
    if (!cell || l->is_out[cell - 1] ||
        isnan(wkd_best(&l->num[l->val][cell - 1])))
        return 0;
    return cell;
}

static wkb_str
name_of(const wkd_lay *l, uint32_t row)
{
    return l->series.n ? l->series.item[l->series_of[row]] : (wkb_str){NULL, 0};
}

static wkb_str
left_text(wkd_lay *l, uint32_t row)
{
    const wkb_str value = wkd_number(l, &l->axis[1], &l->num[l->val][row]);
    const wkb_str name = name_of(l, row);
    return name.n ? wkd_join(l, name, " ", value) : value;
}

/* "+12 %", from ten times on "x 12". */
static wkb_str
change_text(wkd_lay *l, double ratio)
{
    const double change = wkb_round((ratio - 1) * 100);
    if (ratio >= 10)
        return wkd_join(l,
                        WKB_STR("\xc3\x97\xe2\x80\xaf"),
                        "",
                        wkd_fixed(l, ratio, ratio < 20));
    const wkb_str text = wkd_fixed(l, fabs(change), fabs(change) < 9.5);
    const wkb_str sign = change == 0  ? WKB_STR("")
                         : change < 0 ? WKB_STR("\xe2\x88\x92")
                                      : WKB_STR("+");
    return wkd_join(
        l, sign, "", wkd_join(l, text, "\xe2\x80\xaf", WKB_STR("%")));
}

/* The value, and the change from a to it where that has a sense. */
static wkb_str
right_text(wkd_lay *l, uint32_t from, uint32_t to)
{
    const wkb_str value = wkd_number(l, &l->axis[1], &l->num[l->val][to]);
    if (!from)
        return l->series.n ? wkd_join(l, value, " ", name_of(l, to)) : value;
    const double a = wkd_best(&l->num[l->val][from - 1]);
    const double b = wkd_best(&l->num[l->val][to]);
    if (!(a > 0 && b >= 0))
        return value;
    return wkd_join(l, value, ", ", change_text(l, b / a));
}

static int
by_want(const void *a, const void *b)
{
    const side *p = a, *q = b;
    if (p->want != q->want)
        return p->want < q->want ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

/* The first of them, and what is picked out. */
static size_t
keep_picked(const wkd_lay *l, side *s, size_t n, size_t most)
{
    size_t picked = 0, kept = 0, others = 0;
    for (size_t i = 0; i < n; i++)
        picked += wkd_is_picked(l, s[i].row);
    for (size_t i = 0; i < n && kept < most; i++) {
        const bool is_picked = wkd_is_picked(l, s[i].row);
        if (is_picked || others + picked < most) {
            others += !is_picked;
            s[kept++] = s[i];
        }
    }
    return kept;
}

static wk_status
put_side(wkd_lay *l, side *s, size_t n, double x, bool is_left)
{
    const wkd_box plot = wkd_plot_box(l);
    const size_t most = (size_t)((plot.y1 - plot.y0 + 8) / LINE);
    double *y = WKB_NEW(l->a, double, n);
    if (!y)
        return WK_ENOMEM;
    qsort(s, n, sizeof *s, by_want);
    if (n > most) {
        wkd_drop(l, n - most);
        n = keep_picked(l, s, n, most);
    }
    for (size_t i = 0; i < n; i++)
        y[i] = s[i].want;
    (void)wkd_spread(y, n, LINE, plot.y0 - 4, plot.y1 + 4);
    for (size_t i = 0; i < n && l->status == WK_OK; i++) {
        const uint8_t color = wkd_color_of(l, s[i].row);
        const double at = is_left ? x - BESIDE : x + BESIDE;
        if (fabs(y[i] - s[i].want) > 4)
            wkd_segment(l,
                        WKD_LEAD,
                        is_left ? x - 6 : x + 6,
                        s[i].want,
                        is_left ? at + 2 : at - 2,
                        y[i]);
        wkd_word w = wkd_say(WKD_WORD_LABEL, s[i].text, at, y[i] + 4);
        w.color = color;
        w.face = color == WKD_HIGHLIGHT ? WKD_BOLD : WKD_REGULAR;
        w.anchor = is_left ? WKD_END : WKD_START;
        w.s = wkd_fit(
            l, w.s, (wkd_face)w.face, 12, is_left ? at - l->x0 : l->x1 - at);
        (void)wkd_add(l, w);
    }
    return l->status;
}

static void
put_point(wkd_lay *l, uint32_t row, double x)
{
    const uint32_t series = l->series.n ? l->series_of[row] : 0;
    wkd_point_at(
        l,
        (wkd_dot){.role = series < 4 ? WKD_POINT : WKD_HOLLOW,
                  .color = wkd_color_of(l, row),
                  .shape = (wkd_shape)(series % WKD_SHAPES),
                  .radius = 5.5,
                  .x = x,
                  .y = wkd_at(&l->axis[1], wkd_best(&l->num[l->val][row])),
                  .datum = wkd_datum_of(l, row, name_of(l, row), l->val)});
}

static void
put_range(wkd_lay *l, uint32_t row, double x)
{
    const wku_num *n = &l->num[l->val][row];
    if (!wku_is_range(n))
        return;
    wkd_begin(l, WKD_SEGMENTS, WKD_JOIN, wkd_color_of(l, row));
    wkd_to(l, x, wkd_at(&l->axis[1], n->lo));
    wkd_to(l, x, wkd_at(&l->axis[1], n->hi));
}

static void
put_line(wkd_lay *l, uint32_t a, uint32_t b, double xa, double xb)
{
    static const wkd_dash dashes[] = {
        WKD_SOLID, WKD_DASH_LONG, WKD_DASH_DOTS, WKD_DASH_MIXED};
    const wkd_axis *y = &l->axis[1];
    if (a && b) {
        const uint8_t color = wkd_color_of(l, a - 1);
        wkd_begin(l, WKD_LINE, WKD_STROKE, color);
        wkd_to(l, xa, wkd_at(y, wkd_best(&l->num[l->val][a - 1])));
        wkd_to(l, xb, wkd_at(y, wkd_best(&l->num[l->val][b - 1])));
        if (l->status == WK_OK && color >= 1 && color <= WKD_SERIES)
            wkd_last(l)->dash = (uint8_t)dashes[(color - 1) % 4];
    }
    if (a) {
        put_range(l, a - 1, xa);
        put_point(l, a - 1, xa);
    }
    if (b) {
        put_range(l, b - 1, xb);
        put_point(l, b - 1, xb);
    }
}

typedef struct sides {
    side *left, *right;
    size_t n_left, n_right;
    double widest[2];
} sides;

static wk_status
take_sides(wkd_lay *l, const uint32_t at[2], sides *s)
{
    const uint32_t n = n_series(l);
    *s = (sides){.left = WKB_NEW(l->a, side, n),
                 .right = WKB_NEW(l->a, side, n)};
    if (!s->left || !s->right)
        return WK_ENOMEM;
    for (uint32_t k = 0; k < n && l->status == WK_OK; k++) {
        const uint32_t a = cell_of(l, at[0], k), b = cell_of(l, at[1], k);
        if (a) {
            const wkb_str text = left_text(l, a - 1);
            s->left[s->n_left++] = (side){.row = a - 1, .text = text};
            s->widest[0] = fmax(s->widest[0], wkd_width(l, text, WKD_BOLD, 12));
        }
        if (b) {
            const wkb_str text = right_text(l, a, b - 1);
            s->right[s->n_right++] = (side){.row = b - 1, .text = text};
            s->widest[1] = fmax(s->widest[1], wkd_width(l, text, WKD_BOLD, 12));
        }
    }
    return l->status;
}

static void
place_sides(const wkd_lay *l, side *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        s[i].want = wkd_at(&l->axis[1], wkd_best(&l->num[l->val][s[i].row]));
}

static void
put_frame(wkd_lay *l, const uint32_t at[2], double xa, double xb)
{
    const wkd_box plot = wkd_plot_box(l);
    const double x[] = {xa, xb};
    for (int k = 0; k < 2; k++) {
        wkd_segment(l, WKD_AXIS, x[k], plot.y0 - 8, x[k], plot.y1);
        wkd_word w =
            wkd_say(WKD_WORD_TICK, l->cats.item[at[k]], x[k], plot.y0 - 18);
        w.anchor = WKD_MIDDLE;
        w.s = wkd_fit(l, w.s, WKD_REGULAR, 12, fmax(xb - xa - 8, 24));
        wkd_measure_word(l, &w);
        w.x += fmax(0, l->x0 - w.ink.x0) - fmax(0, w.ink.x1 - l->x1);
        wkd_add_free(l, w);
    }
}

static void
put_zero(wkd_lay *l, double xa, double xb)
{
    const wkd_axis *y = &l->axis[1];
    if (y->is_log || y->lo > 0 || y->hi < 0)
        return;
    const double zero = wkd_at(y, 0);
    wkd_segment(l, WKD_ZERO, xa - 4, zero, xb + 4, zero);
    wkd_word w = wkd_say(WKD_WORD_TICK, WKB_STR("0"), xa - 9, zero + 4);
    w.anchor = WKD_END;
    if (wkd_has_room(l, &w))
        (void)wkd_add(l, w);
}

static wk_status
draw(wkd_lay *l)
{
    uint32_t at[2];
    sides s;
    wkd_axis *y = &l->axis[1];
    const double room = l->x1 - l->x0, most = .36 * room;
    order(l, at);
    WKB_TRY(take_sides(l, at, &s));
    const double xa = l->x0 + fmin(s.widest[0], most) + BESIDE + 1;
    const double xb = l->x1 - fmin(s.widest[1], most) - BESIDE - 1;
    const size_t most_names = s.n_left > s.n_right ? s.n_left : s.n_right;
    const double names = fmin((double)most_names, WKD_MOST_LABELS) * LINE - 8;
    const double height = fmax(HEIGHT, names);
    const wkd_box box = {xa, l->y + 44, xb, l->y + 44 + height};
    wkd_box *plot = WKB_PUSH(l->a, &l->s->plot);
    if (!plot)
        return WK_ENOMEM;
    *plot = box;
    y->p0 = box.y1;
    y->p1 = box.y0;
    put_frame(l, at, xa, xb);
    for (uint32_t k = 0; k < n_series(l) && l->status == WK_OK; k++)
        put_line(l, cell_of(l, at[0], k), cell_of(l, at[1], k), xa, xb);
    place_sides(l, s.left, s.n_left);
    place_sides(l, s.right, s.n_right);
    WKB_TRY(put_side(l, s.left, s.n_left, xa, true));
    WKB_TRY(put_side(l, s.right, s.n_right, xb, false));
    put_zero(l, xa, xb);
    wkd_annotate(l);
    l->y = box.y1 + 16;
    return l->status;
}

const wkd_family wkd_slope = {prepare, draw, NULL};
