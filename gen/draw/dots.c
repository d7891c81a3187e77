/* Rows of points and of ranges. */
#include <math.h>

#include "draw/layout.h"

enum {
    BESIDE = 6,
    SMALL_PX = 11,
    BASE_ROOM = 14,
    LEAST_AXIS = 150,
    COVERS = 4
};

static uint32_t
n_series(const wkd_lay *l)
{
    return (uint32_t)(l->series.n ? l->series.n : 1);
}

static double
low_of(const wku_num *n)
{
    return wku_is_range(n) ? fmin(n->lo, wkd_best(n)) : n->v;
}

static double
high_of(const wku_num *n)
{
    return wku_is_range(n) ? fmax(n->hi, wkd_best(n)) : n->v;
}

/* The cells of a category with the lowest and the highest end; false if none
 * is known. */
static bool
ends_of(const wkd_lay *l, uint32_t cat, uint32_t *first, uint32_t *last)
{
    double lo = INFINITY, hi = -INFINITY;
    for (uint32_t k = 0; k < n_series(l); k++) {
        const uint32_t cell = wkd_cell(l, cat, k);
        if (!cell || l->is_out[cell - 1] ||
            !wku_known(&l->num[l->val][cell - 1]))
            continue;
        const wku_num *n = &l->num[l->val][cell - 1];
        if (low_of(n) < lo) {
            lo = low_of(n);
            *first = cell - 1;
        }
        if (high_of(n) > hi) {
            hi = high_of(n);
            *last = cell - 1;
        }
    }
    return lo <= hi;
}

/* An axis of which both ends leave room for a text. */
static wk_status
place_axis(wkd_lay *l, const wkd_rows *r, double before, double after)
{
    wkd_axis *x = &l->axis[0];
    const double room = l->x1 - r->left;
    const double most = fmax(14, fmin(.3 * room, (room - LEAST_AXIS) / 2));
    x->p0 = r->left + fmin(before, most);
    x->p1 = l->x1 - fmin(fmax(after, 14), most);
    wkd_set_ticks(l, x, x->p1 - x->p0, true);
    wkd_rows_grid(l, r);
    return l->status;
}

static wkb_str
name_of(wkd_lay *l, uint32_t row)
{
    const wkb_str cat = l->cats.item[l->cat_of[row]];
    if (l->series.n == 0)
        return cat;
    return wkd_join(l, cat, ", ", l->series.item[l->series_of[row]]);
}

static wkd_word
value_at(wkd_lay *l, uint32_t row, double x, double y, bool before)
{
    const wkb_str text = wkd_number(l, &l->axis[0], &l->num[l->val][row]);
    const uint8_t color = wkd_color_of(l, row);
    wkd_word w = wkd_say(
        color == WKD_HIGHLIGHT ? WKD_WORD_LABEL : WKD_WORD_VALUE, text, x, y);
    w.color = color;
    w.anchor = before ? WKD_END : WKD_START;
    w.has_halo = true;
    return w;
}

/* Of two at one place the first is the larger, so that both are seen. */
static bool
is_covered(const wkd_lay *l, const wkd_rows *r, size_t i, uint32_t k)
{
    const wkd_axis *x = &l->axis[0];
    const uint32_t cell = wkd_cell(l, r->cat[i], k);
    for (uint32_t j = k + 1; j < n_series(l); j++) {
        const uint32_t other = wkd_cell(l, r->cat[i], j);
        if (other && !l->is_out[other - 1] &&
            fabs(wkd_at(x, l->num[l->val][other - 1].v) -
                 wkd_at(x, l->num[l->val][cell - 1].v)) < COVERS)
            return true;
    }
    return false;
}

static void
put_dot(wkd_lay *l, uint32_t row, double y, double radius)
{
    const wkd_axis *x = &l->axis[0];
    const wku_num *n = &l->num[l->val][row];
    const uint32_t series = l->series.n ? l->series_of[row] : 0;
    const uint32_t datum = wkd_datum_of(l, row, name_of(l, row), l->val);
    const uint8_t color = wkd_color_of(l, row);
    if (wku_is_range(n)) {
        wkd_begin(l, WKD_SEGMENTS, WKD_JOIN, color);
        wkd_to(l, wkd_at(x, n->lo), y);
        wkd_to(l, wkd_at(x, n->hi), y);
        if (l->status == WK_OK)
            wkd_last(l)->datum = datum;
    }
    if (isnan(n->v) && wku_is_range(n))
        return;
    wkd_point_at(l,
                 (wkd_dot){.role = series < 4 ? WKD_POINT : WKD_HOLLOW,
                           .color = color,
                           .shape = (wkd_shape)(series % WKD_SHAPES),
                           .radius = radius,
                           .x = wkd_at(x, n->v),
                           .y = y,
                           .datum = datum});
}

static void
put_unknown_row(wkd_lay *l, const wkd_rows *r, double y)
{
    const double x =
        l->axis[0].is_log ? r->left + 4 : wkd_at(&l->axis[0], 0) + 4;
    wkd_word w = wkd_say(WKD_WORD_UNKNOWN, WKB_STR("not known"), x, y + 4);
    w.has_halo = true;
    wkd_add_free(l, w);
}

static void
put_dots(wkd_lay *l, const wkd_rows *r, size_t i)
{
    const wkd_axis *x = &l->axis[0];
    const double y = wkd_row_center(r, i);
    uint32_t first = 0, last = 0;
    if (!ends_of(l, r->cat[i], &first, &last)) {
        put_unknown_row(l, r, y);
        return;
    }
    const double lo = wkd_at(x, low_of(&l->num[l->val][first]));
    const double hi = wkd_at(x, high_of(&l->num[l->val][last]));
    if (first != last) {
        wkd_begin(l, WKD_SEGMENTS, WKD_JOIN, WKD_NEUTRAL);
        wkd_to(l, wkd_at(x, wkd_best(&l->num[l->val][first])), y);
        wkd_to(l, wkd_at(x, wkd_best(&l->num[l->val][last])), y);
    }
    for (uint32_t k = 0; k < n_series(l); k++) {
        const uint32_t cell = wkd_cell(l, r->cat[i], k);
        const double usual = l->series.n ? 5.5 : 6;
        if (cell && !l->is_out[cell - 1] &&
            wku_known(&l->num[l->val][cell - 1]))
            put_dot(l,
                    cell - 1,
                    y,
                    fmin(usual + (is_covered(l, r, i, k) ? 2.5 : 0),
                         fmax(2.6, .55 * r->step)));
    }
    if (r->step < 13)
        return;
    wkd_add_free(l, value_at(l, last, hi + BESIDE + 4, y + 4, false));
    if (first != last)
        wkd_add_free(l, value_at(l, first, lo - BESIDE - 4, y + 4, true));
}

/* The widest of the values, as texts. */
static double
widest_value(wkd_lay *l)
{
    double most = 0;
    for (uint32_t i = 0; i < l->c->n_rows && l->status == WK_OK; i++) {
        const wku_num *n = &l->num[l->val][i];
        if (!wku_known(n))
            continue;
        const wkb_str text = wkd_number(l, &l->axis[0], n);
        most = fmax(most, wkd_width(l, text, WKD_BOLD, 12));
    }
    return most;
}

static void
pad_log(const wkd_axis *x, double *lo, double *hi)
{
    if (x->is_log)
        wkd_pad_log(lo, hi, .03, 1.02);
}

static void
head_of_rows(wkd_lay *l, int key)
{
    const double left = l->name_width > 0 ? l->x0 + l->name_width + 14 : l->x0;
    if (l->axis[0].is_log)
        wkd_set_ticks(l,
                      &l->axis[0],
                      l->panel_width * (l->name_width > 0 ? .5 : .7),
                      true);
    wkd_head(l, left, &l->axis[0], key);
}

static wk_status
prepare_dots(wkd_lay *l)
{
    double lo, hi;
    WKB_TRY(wkd_take_axis(l, 0, l->val));
    wkd_name_column(l);
    wkd_span_of(l, l->val, &lo, &hi);
    pad_log(&l->axis[0], &lo, &hi);
    WKB_TRY(wkd_set_domain(l, 0, lo, hi, true));
    head_of_rows(l, WKD_KEY_POINTS);
    return l->status;
}

static wk_status
draw_dots(wkd_lay *l)
{
    wkd_rows r = {0};
    const double room = widest_value(l) + BESIDE + 8;
    const bool both = l->series.n > 1 || l->axis[0].lo < 0;
    WKB_TRY(wkd_rows_of(l, &r, 30, 13));
    WKB_TRY(place_axis(l, &r, both ? room : 0, room));
    wkd_rows_names(l, &r);
    for (size_t i = 0; i < r.n && l->status == WK_OK; i++)
        put_dots(l, &r, i);
    wkd_annotate(l);
    return l->status;
}

/* The base of a tornado in units of its axis; NaN: there is none. */
static double
base_of(const wkd_lay *l)
{
    return l->c->has_base ? wkd_best(&l->c->base) / l->axis[0].unit
                          : (double)NAN;
}

static wk_status
prepare_range(wkd_lay *l)
{
    double lo, hi;
    WKB_TRY(wkd_check_ends(l));
    WKB_TRY(wkd_take_axis(l, 0, l->val));
    wkd_name_column(l);
    wkd_span_of(l, l->val, &lo, &hi);
    if (l->axis[0].is_log && base_of(l) <= 0)
        return wkb_error(l->d,
                         WK_EDOMAIN,
                         l->axis[0].ch->at,
                         "the base is not above zero, which a logarithmic "
                         "axis cannot show\ntake %s out of log:",
                         l->val == WKT_X ? "x" : "y");
    wkd_widen(base_of(l), &lo, &hi);
    pad_log(&l->axis[0], &lo, &hi);
    const bool from_zero = lo > 0 && lo < .2 * hi;
    WKB_TRY(wkd_set_domain(l, 0, lo, hi, from_zero));
    if (!l->axis[0].is_log) {
        l->axis[0].is_whole =
            isnan(l->c->domain[l->val][0]) && isnan(l->c->domain[l->val][1]);
    }
    head_of_rows(l, l->c->has_base ? WKD_KEY_FILLS : WKD_NO_KEY);
    if (l->c->has_base)
        l->y += BASE_ROOM;
    return l->status;
}

/* From one value to another, with a text beside its outer end. */
static void
put_span(wkd_lay *l, uint32_t row, double from, double to, wkd_box at)
{
    const wkd_axis *x = &l->axis[0];
    const uint32_t datum = wkd_datum_of(l, row, name_of(l, row), l->val);
    const wkd_box box = {wkd_at(x, from), at.y0, wkd_at(x, to), at.y1};
    wkd_rect(l, WKD_FILL, wkd_color_of(l, row), box, datum);
}

static void
put_end(wkd_lay *l, wkb_str text, wkd_point at, double off, bool before)
{
    wkd_word w = wkd_say(WKD_WORD_TICK,
                         text,
                         wkd_at(&l->axis[0], at.x) + (before ? -off : off),
                         at.y + 4);
    w.size_px = SMALL_PX;
    w.anchor = before ? WKD_END : WKD_START;
    w.has_halo = true;
    wkd_add_free(l, w);
}

static wkb_str
end_text(wkd_lay *l, uint32_t row, double v)
{
    const wkt_channel *label = &l->c->channel[WKT_LABEL];
    const wku_num n = {v, v, v};
    if (label->is_used && l->cat != WKT_LABEL && l->c->has_base)
        return wkd_pretty(l, label->text[row]);
    return wkd_number(l, &l->axis[0], &n);
}

/* The values of a row on one side of the base, the furthest first. */
typedef struct reach {
    double v;
    uint32_t row;
} reach;

static size_t
reaches_of(const wkd_lay *l, uint32_t cat, double base, bool below, reach *out)
{
    size_t n = 0;
    for (uint32_t k = 0; k < n_series(l) && n < WKD_SERIES; k++) {
        const uint32_t cell = wkd_cell(l, cat, k);
        if (!cell || l->is_out[cell - 1] ||
            !wku_known(&l->num[l->val][cell - 1]))
            continue;
        const double v = wkd_best(&l->num[l->val][cell - 1]);
        if ((v < base) != below)
            continue;
        size_t at = n++;
        for (; at && fabs(out[at - 1].v - base) < fabs(v - base); at--)
            out[at] = out[at - 1];
        out[at] = (reach){v, cell - 1};
    }
    return n;
}

/* The text of a shorter bar stands on the longer one that goes on behind it,
 * if there is room. */
static void
put_inner_end(wkd_lay *l, const reach *outer, const reach *own, wkd_box at)
{
    const wkd_axis *x = &l->axis[0];
    const double from = wkd_at(x, own->v), to = wkd_at(x, outer->v);
    wkd_word w = wkd_say(WKD_WORD_INSIDE,
                         end_text(l, own->row, own->v),
                         to < from ? from - BESIDE : from + BESIDE,
                         (at.y0 + at.y1) / 2 + 4);
    w.size_px = SMALL_PX;
    w.face = WKD_REGULAR;
    w.color = wkd_color_of(l, outer->row);
    w.anchor = to < from ? WKD_END : WKD_START;
    wkd_measure_word(l, &w);
    if (w.width + 2 * BESIDE <= fabs(to - from) && at.y1 - at.y0 >= 13)
        wkd_add_free(l, w);
    else
        wkd_drop(l, 1);
}

/* Of a tornado: each value from the base outwards. */
static void
put_tornado(wkd_lay *l, const wkd_rows *r, size_t i, double base)
{
    const double y = wkd_row_center(r, i), half = fmin(8, r->bar / 2);
    const wkd_box at = {0, y - half, 0, y + half};
    for (int below = 0; below < 2; below++) {
        reach all[WKD_SERIES];
        const size_t n = reaches_of(l, r->cat[i], base, below == 1, all);
        for (size_t k = 0; k < n && l->status == WK_OK; k++) {
            put_span(l, all[k].row, base, all[k].v, at);
            if (r->step < 13)
                continue;
            if (k)
                put_inner_end(l, &all[k - 1], &all[k], at);
            else
                put_end(l,
                        end_text(l, all[k].row, all[k].v),
                        (wkd_point){all[k].v, y},
                        BESIDE,
                        below == 1);
        }
    }
}

/* A range of its own: a bar from end to end, the best value as a point. */
static void
put_interval(wkd_lay *l, const wkd_rows *r, size_t i)
{
    const wkd_axis *x = &l->axis[0];
    const double y = wkd_row_center(r, i);
    uint32_t first = 0, last = 0;
    if (!ends_of(l, r->cat[i], &first, &last)) {
        put_unknown_row(l, r, y);
        return;
    }
    const wku_num *a = &l->num[l->val][first], *b = &l->num[l->val][last];
    const double lo = low_of(a), hi = high_of(b);
    const double half = fmin(6, r->bar / 2);
    if (hi > lo)
        put_span(l, first, lo, hi, (wkd_box){0, y - half, 0, y + half});
    if (first == last && !isnan(a->v))
        wkd_point_at(l,
                     (wkd_dot){.role = WKD_HOLLOW,
                               .color = wkd_color_of(l, first),
                               .shape = WKD_CIRCLE,
                               .radius = fmin(5, half + 1),
                               .x = wkd_at(x, a->v),
                               .y = y,
                               .datum = wkd_datum_of(
                                   l, first, name_of(l, first), l->val)});
    if (r->step < 13)
        return;
    if (hi > lo)
        put_end(l, end_text(l, first, lo), (wkd_point){lo, y}, BESIDE, true);
    put_end(l,
            end_text(l, last, hi),
            (wkd_point){hi, y},
            hi > lo ? BESIDE : 11,
            false);
}

static void
put_base(wkd_lay *l, const wkd_rows *r, double base)
{
    const wkd_axis *x = &l->axis[0];
    const wkd_box plot = wkd_plot_box(l);
    const wku_num n = {base, base, base};
    wkd_segment(
        l, WKD_ZERO, wkd_at(x, base), r->top - 2, wkd_at(x, base), plot.y1);
    wkd_word w =
        wkd_say(WKD_WORD_VALUE,
                wkd_join(l, WKB_STR("base "), "", wkd_number(l, x, &n)),
                wkd_at(x, base),
                plot.y0 - 5);
    w.face = WKD_BOLD;
    w.anchor = WKD_MIDDLE;
    (void)wkd_add_inside(l, w, l->x0, l->x1);
}

/* The widest text that stands beside an end. */
static double
widest_end(wkd_lay *l)
{
    double most = 0;
    for (uint32_t i = 0; i < l->c->n_rows && l->status == WK_OK; i++) {
        const wku_num *n = &l->num[l->val][i];
        if (!wku_known(n))
            continue;
        const double v[] = {low_of(n), high_of(n)};
        for (size_t k = 0; k < 2; k++)
            most =
                fmax(most,
                     wkd_width(l, end_text(l, i, v[k]), WKD_REGULAR, SMALL_PX));
    }
    return most;
}

static wk_status
draw_range(wkd_lay *l)
{
    wkd_rows r = {0};
    const double base = base_of(l), room = widest_end(l) + BESIDE + 2;
    WKB_TRY(wkd_rows_of(l, &r, 30, 16));
    WKB_TRY(place_axis(l, &r, room, room));
    wkd_rows_names(l, &r);
    if (!isnan(base))
        put_base(l, &r, base);
    for (size_t i = 0; i < r.n && l->status == WK_OK; i++) {
        if (isnan(base))
            put_interval(l, &r, i);
        else
            put_tornado(l, &r, i, base);
    }
    wkd_annotate(l);
    return l->status;
}

const wkd_family wkd_dots = {prepare_dots, draw_dots, NULL};
const wkd_family wkd_range = {prepare_range, draw_range, NULL};
