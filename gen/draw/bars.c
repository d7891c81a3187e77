/* Bars: one a row, side by side, one behind the other. */
#include <math.h>

#include "draw/layout.h"

enum {
    GHOST_PX = 56,
    BEHIND = 6,
    SMALL_PX = 11,
    LEAST_AXIS = 130,
    LEAST_BAR = 13,   /* of a group, with its gap, beside a value */
    MOST_LEGIBLE = 64 /* bars that have it, however high the chart gets */
};

double
wkd_right_end(const wkd_lay *l,
              double p0,
              const double *share,
              const double *width,
              size_t n)
{
    const double all = l->x1 - p0;
    double most = all - 14;
    for (size_t i = 0; i < n; i++) {
        if (share[i] > 0)
            most = fmin(most, (all - width[i] - BEHIND) / share[i]);
    }
    return p0 + fmax(most, fmax(.35 * all, fmin(all - 14, LEAST_AXIS)));
}

/* What the bars and their ranges span. */
static wk_status
bar_axis(wkd_lay *l, double lo, double hi)
{
    WKB_TRY(wkd_check_measured(l, 0, lo, hi));
    WKB_TRY(wkd_set_domain(l, 0, lo, hi, true));
    wkd_axis *x = &l->axis[0];
    if (!(x->hi > 0))
        x->hi = 0;
    return l->status;
}

static wk_status
prepare(wkd_lay *l, int key)
{
    double lo, hi;
    WKB_TRY(wkd_take_axis(l, 0, l->val));
    wkd_name_column(l);
    wkd_span_of(l, l->val, &lo, &hi);
    WKB_TRY(bar_axis(l, lo, hi));
    const double left = l->name_width > 0 ? l->x0 + l->name_width + 14 : l->x0;
    wkd_head(l, left, &l->axis[0], key);
    return l->status;
}

/* Where zero and both ends lie, with room for the texts behind the bars: of
 * row i the text is behind[i] wide and ends at end[i]. */
static void
place_axis(wkd_lay *l,
           const wkd_rows *r,
           const double *end,
           const double *behind,
           size_t n)
{
    wkd_axis *x = &l->axis[0];
    double *share = WKB_NEW(l->a, double, n);
    double before = 0;
    if (!share) {
        l->status = WK_ENOMEM;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (end[i] < 0)
            before = fmax(before, behind[i] + BEHIND);
        share[i] = end[i] >= 0 && x->hi > x->lo
                       ? (end[i] - x->lo) / (x->hi - x->lo)
                       : 0;
    }
    const double room = l->x1 - r->left;
    x->p0 = r->left +
            fmin(before, fmax(14, fmin(.3 * room, room - LEAST_AXIS - 14)));
    x->p1 = wkd_right_end(l, x->p0, share, behind, n);
    wkd_set_ticks(l, x, x->p1 - x->p0, true);
    wkd_rows_grid(l, r);
}

/* A text behind a bar that ends at x; inside if that alone fits. */
static void
put_value(wkd_lay *l, wkd_word w, double x, bool leftwards, wkd_box bar)
{
    w.has_halo = l->c->n_notes > 0;
    w.x = leftwards ? x - BEHIND : x + BEHIND;
    w.anchor = leftwards ? WKD_END : WKD_START;
    wkd_measure_word(l, &w);
    if (w.ink.x0 < l->x0 - .01 || w.ink.x1 > l->x1 + .01) {
        w.x = leftwards ? x + BEHIND : x - BEHIND;
        w.anchor = leftwards ? WKD_START : WKD_END;
        w.role = WKD_WORD_INSIDE;
        w.has_halo = false;
        wkd_measure_word(l, &w);
        if (w.ink.x0 < bar.x0 + BEHIND || w.ink.x1 > bar.x1 - BEHIND) {
            wkd_drop(l, 1);
            return;
        }
    }
    if (w.role != WKD_WORD_INSIDE && !leftwards)
        wkd_step_over_notes(l, &w);
    if (wkd_is_free(l, &w.ink, true))
        (void)wkd_add(l, w);
    else
        wkd_drop(l, 1);
}

static void
put_unknown(wkd_lay *l, uint32_t row, double x, double y, double height)
{
    const wkb_str text = WKB_STR("not known");
    const uint32_t datum = wkd_datum_text(l, row, wkd_label_of(l, row), text);
    const double width = wkd_width(l, text, WKD_ITALIC, 12);
    const bool leftwards = x + GHOST_PX + 8 + width > l->x1;
    const wkd_box plot = wkd_plot_box(l);
    const double end =
        wkd_clamp(leftwards ? x - GHOST_PX : x + GHOST_PX, plot.x0, plot.x1);
    const wkd_box box = {x, y - height / 2, end, y + height / 2};
    wkd_rect(l, WKD_GHOST, WKD_NEUTRAL, box, datum);
    wkd_word w =
        wkd_say(WKD_WORD_UNKNOWN, text, leftwards ? end - 8 : end + 8, y + 4);
    w.anchor = leftwards ? WKD_END : WKD_START;
    w.datum = datum;
    wkd_add_free(l, w);
}

/* The end of a bar without a best value is the lower end of its range, and a
 * pale part goes on to the upper one. */
static double
solid_end(const wku_num *n)
{
    return isnan(n->v) ? n->lo : n->v;
}

static double
outer_end(const wku_num *n)
{
    const double v = solid_end(n);
    if (!wku_is_range(n))
        return v;
    return v < 0 ? fmin(v, n->lo) : fmax(v, n->hi);
}

static void
put_range(wkd_lay *l, const wku_num *n, uint8_t color, wkd_box bar, uint32_t d)
{
    const wkd_axis *x = &l->axis[0];
    const double y = (bar.y0 + bar.y1) / 2;
    if (!wku_is_range(n))
        return;
    if (isnan(n->v)) {
        const wkd_box pale = {
            wkd_at(x, n->lo), bar.y0, wkd_at(x, n->hi), bar.y1};
        wkd_rect(l, WKD_BAND, color, pale, d);
        return;
    }
    wkd_begin(l, WKD_SEGMENTS, WKD_SPAN, WKD_NEUTRAL);
    wkd_to(l, wkd_at(x, n->lo), y);
    wkd_to(l, wkd_at(x, n->hi), y);
    if (l->status == WK_OK)
        wkd_last(l)->datum = d;
}

typedef struct bar_style {
    double y, height, px;
    uint8_t color;
    wkb_str name;
} bar_style;

/* One bar from zero, with its range and its value. */
static void
put_bar(wkd_lay *l, uint32_t row, bar_style st)
{
    const wkd_axis *x = &l->axis[0];
    const wku_num *n = &l->num[l->val][row];
    const double zero = wkd_at(x, 0);
    if (!wku_known(n)) {
        put_unknown(l, row, zero, st.y, st.height);
        return;
    }
    const double end = wkd_at(x, solid_end(n));
    const uint32_t datum = wkd_datum_of(l, row, st.name, l->val);
    const wkd_box bar = {fmin(zero, end),
                         st.y - st.height / 2,
                         fmax(zero, end),
                         st.y + st.height / 2};
    wkd_rect(l, WKD_FILL, st.color, bar, datum);
    put_range(l, n, st.color, bar, datum);
    wkd_word w = wkd_say(WKD_WORD_VALUE, wkd_number(l, x, n), 0, st.y + 4);
    w.size_px = st.px;
    w.datum = datum;
    w.color = st.color;
    if (st.color == WKD_HIGHLIGHT) {
        w.role = WKD_WORD_LABEL;
        w.face = WKD_BOLD;
    }
    put_value(l, w, wkd_at(x, outer_end(n)), outer_end(n) < 0, bar);
}

/* Ends and widths of what stands behind the bars of all cells. */
typedef struct behind {
    double *end, *width;
    size_t n;
} behind;

static behind
texts_behind(wkd_lay *l, double px)
{
    behind b = {WKB_NEW(l->a, double, l->c->n_rows),
                WKB_NEW(l->a, double, l->c->n_rows),
                0};
    if (!b.end || !b.width) {
        l->status = WK_ENOMEM;
        return b;
    }
    for (uint32_t i = 0; i < l->c->n_rows && l->status == WK_OK; i++) {
        const wku_num *n = &l->num[l->val][i];
        if (!wku_known(n))
            continue;
        const wkb_str text = wkd_number(l, &l->axis[0], n);
        b.end[b.n] = outer_end(n);
        b.width[b.n++] = wkd_width(l, text, WKD_BOLD, px);
    }
    return b;
}

static wk_status
prepare_bar(wkd_lay *l)
{
    return prepare(l, WKD_KEY_FILLS);
}

static wk_status
draw_bar(wkd_lay *l)
{
    wkd_rows r = {0};
    WKB_TRY(wkd_rows_of(l, &r, 30, 18));
    const behind b = texts_behind(l, 12);
    WKB_TRY(l->status);
    place_axis(l, &r, b.end, b.width, b.n);
    wkd_rows_names(l, &r);
    for (size_t i = 0; i < r.n && l->status == WK_OK; i++) {
        const uint32_t row = r.cat[i];
        put_bar(l,
                row,
                (bar_style){.y = wkd_row_center(&r, i),
                            .height = r.bar,
                            .px = 12,
                            .color = wkd_color_of(l, row),
                            .name = wkd_label_of(l, row)});
    }
    wkd_annotate(l);
    return l->status;
}

static wkb_str
cell_name(wkd_lay *l, uint32_t cat, uint32_t series)
{
    if (l->series.n == 0)
        return l->cats.item[cat];
    return wkd_join(l, l->cats.item[cat], ", ", l->series.item[series]);
}

static double
group_top(const wkd_rows *r, size_t i)
{
    return wkd_row_center(r, i) - r->bar / 2;
}

/* Bars so thin that a value is higher than one keep other bars' values off. */
static void
avoid_thin_bars(wkd_lay *l, const wkd_rows *r)
{
    const wkd_axis *x = &l->axis[0];
    const uint32_t n_series = wkd_n_series(l);
    const double each = r->bar / n_series;
    for (size_t i = 0; each < LEAST_BAR - .1 && i < r->n; i++) {
        for (uint32_t k = 0; k < n_series && l->status == WK_OK; k++) {
            const uint32_t cell = wkd_cell(l, r->cat[i], k);
            if (!cell || l->is_out[cell - 1] ||
                !wku_known(&l->num[l->val][cell - 1]))
                continue;
            const double zero = wkd_at(x, 0), y = group_top(r, i) + each * k;
            const double end = wkd_at(x, outer_end(&l->num[l->val][cell - 1]));
            wkd_avoid(l,
                      (wkd_box){fmin(zero, end), y, fmax(zero, end), y + each});
        }
    }
}

static wk_status
draw_grouped(wkd_lay *l)
{
    wkd_rows r = {0};
    const uint32_t n_series = wkd_n_series(l);
    if (l->cats.n * n_series <= MOST_LEGIBLE)
        r.least = LEAST_BAR / 15.0 * (15.0 * n_series + 18);
    WKB_TRY(wkd_rows_of(l, &r, 15.0 * n_series + 18, 15.0 * n_series));
    const behind b = texts_behind(l, SMALL_PX);
    WKB_TRY(l->status);
    place_axis(l, &r, b.end, b.width, b.n);
    wkd_rows_names(l, &r);
    avoid_thin_bars(l, &r);
    const double each = r.bar / n_series;
    for (size_t i = 0; i < r.n; i++) {
        const double top = group_top(&r, i);
        for (uint32_t k = 0; k < n_series && l->status == WK_OK; k++) {
            const uint32_t cell = wkd_cell(l, r.cat[i], k);
            if (cell && !l->is_out[cell - 1])
                put_bar(l,
                        cell - 1,
                        (bar_style){.y = top + each * (k + .5),
                                    .height = each > 4 ? each - 2 : each,
                                    .px = SMALL_PX,
                                    .color = wkd_color_of(l, cell - 1),
                                    .name = cell_name(l, r.cat[i], k)});
        }
    }
    wkd_annotate(l);
    return l->status;
}

/* Stacks: sums of what is known, upwards and downwards from zero. */
typedef struct stack {
    double up, down;
    bool lacks; /* a part is not known */
    bool has_best, is_range;
    wku_num total;
} stack;

static stack
stack_of(const wkd_lay *l, uint32_t cat)
{
    const uint32_t n_series = wkd_n_series(l);
    stack s = {.has_best = true};
    for (uint32_t k = 0; k < n_series; k++) {
        const uint32_t cell = wkd_cell(l, cat, k);
        if (!cell)
            continue;
        const wku_num *n = &l->num[l->val][cell - 1];
        const double v = wkd_best(n);
        const bool is_range = wku_is_range(n);
        s.lacks = s.lacks || isnan(v);
        s.up += v > 0 ? v : 0;
        s.down += v < 0 ? v : 0;
        s.has_best = s.has_best && !isnan(n->v);
        s.is_range = s.is_range || is_range;
        s.total.lo += is_range ? n->lo : v;
        s.total.hi += is_range ? n->hi : v;
    }
    s.total.v = s.has_best ? s.up + s.down : (double)NAN;
    if (!s.is_range)
        s.total.v = s.total.lo = s.total.hi = s.up + s.down;
    return s;
}

static wk_status
prepare_stacked(wkd_lay *l)
{
    double lo = 0, hi = 0;
    WKB_TRY(wkd_take_axis(l, 0, l->val));
    wkd_name_column(l);
    const size_t n = l->panels.n ? l->panels.n : 1;
    for (l->panel = 0; l->panel < n; l->panel++) {
        for (uint32_t c = 0; c < l->cats.n; c++) {
            const stack s = stack_of(l, c);
            hi = fmax(hi, fmax(s.up, s.lacks ? 0 : s.total.hi));
            lo = fmin(lo, fmin(s.down, s.lacks ? 0 : s.total.lo));
        }
    }
    l->panel = 0;
    WKB_TRY(bar_axis(l, lo, hi));
    const double left = l->name_width > 0 ? l->x0 + l->name_width + 14 : l->x0;
    wkd_head(l, left, &l->axis[0], WKD_KEY_FILLS);
    return l->status;
}

static wkb_str
total_text(wkd_lay *l, const stack *s)
{
    if (s->lacks)
        return WKB_STR("not known");
    return wkd_number(l, &l->axis[0], &s->total);
}

/* A part's value stands in it where there is room to spare. */
static void
put_part(wkd_lay *l, uint32_t row, wkd_box box, wkb_str name)
{
    const uint32_t datum = wkd_datum_of(l, row, name, l->val);
    const uint8_t color = wkd_color_of(l, row);
    wkd_rect(l, WKD_FILL, color, box, datum);
    const wkb_str text = wkd_number(l, &l->axis[0], &l->num[l->val][row]);
    wkd_word w = wkd_say(WKD_WORD_INSIDE,
                         text,
                         (box.x0 + box.x1) / 2,
                         (box.y0 + box.y1) / 2 + 4);
    w.size_px = SMALL_PX;
    w.face = WKD_REGULAR;
    w.anchor = WKD_MIDDLE;
    w.color = color;
    w.datum = datum;
    wkd_measure_word(l, &w);
    if (w.width + 12 <= box.x1 - box.x0 && box.y1 - box.y0 >= 13 &&
        wkd_is_free(l, &w.ink, true))
        (void)wkd_add(l, w);
}

static void
put_stack(wkd_lay *l, const wkd_rows *r, size_t i)
{
    const wkd_axis *x = &l->axis[0];
    const uint32_t n_series = wkd_n_series(l);
    const double y = wkd_row_center(r, i);
    double up = 0, down = 0;
    for (uint32_t k = 0; k < n_series && l->status == WK_OK; k++) {
        const uint32_t cell = wkd_cell(l, r->cat[i], k);
        const double v =
            cell ? wkd_best(&l->num[l->val][cell - 1]) : (double)NAN;
        if (isnan(v))
            continue;
        double *at = v < 0 ? &down : &up;
        const double a = wkd_at(x, *at), b = wkd_at(x, *at + v);
        const double gap = *at != 0 && fabs(b - a) > 3 ? .75 : 0;
        const wkd_box box = {fmin(a, b) + (v > 0 ? gap : 0),
                             y - r->bar / 2,
                             fmax(a, b) - (v < 0 ? gap : 0),
                             y + r->bar / 2};
        *at += v;
        put_part(l, cell - 1, box, cell_name(l, r->cat[i], k));
    }
}

/* What lies below zero alone has its total at the left. */
static bool
ends_before(const stack *s)
{
    return s->up == 0 && s->down < 0;
}

static double
outer_total(const stack *s)
{
    if (ends_before(s))
        return s->lacks ? s->down : fmin(s->down, s->total.lo);
    return s->lacks ? s->up : fmax(s->up, s->total.hi);
}

static void
put_total(wkd_lay *l, const wkd_rows *r, size_t i)
{
    const wkd_axis *x = &l->axis[0];
    const stack s = stack_of(l, r->cat[i]);
    const double y = wkd_row_center(r, i);
    const bool before = ends_before(&s);
    double end = wkd_at(x, outer_total(&s));
    wkd_word w = wkd_say(s.lacks ? WKD_WORD_UNKNOWN : WKD_WORD_VALUE,
                         total_text(l, &s),
                         0,
                         y + 4);
    w.face = s.lacks ? WKD_ITALIC : WKD_BOLD;
    w.has_halo = true;
    if (s.lacks && !before) {
        const wkd_box box = {
            end + 1, y - r->bar / 2, end + GHOST_PX, y + r->bar / 2};
        if (box.x1 + BEHIND <= l->x1) {
            wkd_rect(l, WKD_GHOST, WKD_NEUTRAL, box, WKD_NO_DATUM);
            end = box.x1;
        }
    }
    if (s.is_range && !s.lacks) {
        wkd_begin(l, WKD_SEGMENTS, WKD_SPAN, WKD_NEUTRAL);
        wkd_to(l, wkd_at(x, s.total.lo), y);
        wkd_to(l, wkd_at(x, s.total.hi), y);
    }
    w.x = before ? end - BEHIND : end + BEHIND;
    w.anchor = before ? WKD_END : WKD_START;
    wkd_measure_word(l, &w);
    if (!before)
        wkd_step_over_notes(l, &w);
    wkd_add_free(l, w);
}

/* Of all panels, so that they share one scale. */
static behind
totals_behind(wkd_lay *l)
{
    const uint8_t panel = l->panel;
    const size_t panels = l->panels.n ? l->panels.n : 1;
    behind b = {WKB_NEW(l->a, double, panels * l->cats.n),
                WKB_NEW(l->a, double, panels * l->cats.n),
                0};
    if (!b.end || !b.width) {
        l->status = WK_ENOMEM;
        return b;
    }
    for (l->panel = 0; l->panel < panels; l->panel++) {
        for (uint32_t c = 0; c < l->cats.n && l->status == WK_OK; c++) {
            const stack s = stack_of(l, c);
            const double text = wkd_width(l, total_text(l, &s), WKD_BOLD, 12);
            b.end[b.n] = outer_total(&s);
            b.width[b.n++] = text + (s.lacks ? GHOST_PX : 0);
        }
    }
    l->panel = panel;
    return b;
}

static wk_status
draw_stacked(wkd_lay *l)
{
    wkd_rows r = {0};
    WKB_TRY(wkd_rows_of(l, &r, 44, 22));
    const behind b = totals_behind(l);
    WKB_TRY(l->status);
    place_axis(l, &r, b.end, b.width, b.n);
    wkd_rows_names(l, &r);
    wkd_keep_off_notes(l);
    for (size_t i = 0; i < r.n; i++)
        put_stack(l, &r, i);
    wkd_annotate(l);
    for (size_t i = 0; i < r.n; i++)
        put_total(l, &r, i);
    return l->status;
}

const wkd_family wkd_bar = {prepare_bar, draw_bar, NULL};
const wkd_family wkd_grouped_bar = {prepare_bar, draw_grouped, NULL};
const wkd_family wkd_stacked_bar = {prepare_stacked, draw_stacked, NULL};
