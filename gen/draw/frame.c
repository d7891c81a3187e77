/* What stands round the marks: key, titles of axes, grid, ticks, names. */
#include <math.h>

#include "draw/layout.h"

enum {
    KEY_ROW = 20,
    KEY_HEIGHT = 23,
    TITLE_DOWN = 11, /* baseline of the first line */
    PLOT_DOWN = 23,  /* from the axis title to the plot */
    FOOT = 46,       /* of a plot, with the title of the axis across */
    TICK_DOWN = 19,  /* from the plot to the labels of its ticks */
    ROWS_TICK_DOWN = 16,
    NAME_GAP = 14,
    LEAST_LINE = 13, /* of a value beside its bar */
    SOLID_BELOW = 4,
    HATCH = 9
};

wkd_box
wkd_plot_box(const wkd_lay *l)
{
    const wkd_box none = {0, 0, 0, 0}; /* memory is out */
    return l->s->plot.n ? l->s->plot.item[l->s->plot.n - 1] : none;
}

static void
put_swatch(wkd_lay *l, double x, double y, size_t i, int key)
{
    const uint8_t color = l->color[i];
    if (key == WKD_KEY_FILLS) {
        const wkd_box box = {x, y - 9, x + 10, y + 1};
        wkd_rect(l, WKD_KEY, color, box, WKD_NO_DATUM);
        return;
    }
    wkd_point_at(l,
                 (wkd_dot){.role = i < 4 ? WKD_POINT : WKD_HOLLOW,
                           .color = color,
                           .shape = (wkd_shape)(i % WKD_SHAPES),
                           .radius = 5,
                           .x = x + 5,
                           .y = y - 4,
                           .datum = WKD_NO_DATUM});
}

void
wkd_put_key(wkd_lay *l, double left, int key)
{
    double x = left, y = l->y + TITLE_DOWN;
    if (key == WKD_NO_KEY || l->series.n < 2)
        return;
    for (size_t i = 0; i < l->series.n && l->status == WK_OK; i++) {
        wkd_word w = wkd_say(WKD_WORD_LABEL, l->series.item[i], 0, y);
        w.color = l->color[i];
        w.s = wkd_fit(l, w.s, WKD_BOLD, w.size_px, l->x1 - left - 15);
        wkd_measure_word(l, &w);
        if (x > left && x + 15 + w.width > l->x1) {
            x = left;
            y += KEY_ROW;
        }
        put_swatch(l, x, y, i, key);
        w.x = x + 15;
        w.y = y;
        (void)wkd_add(l, w);
        x = w.x + w.width + 14;
    }
    l->y = y - TITLE_DOWN + KEY_HEIGHT;
}

void
wkd_head(wkd_lay *l, double left, const wkd_axis *x, int key)
{
    wkd_put_key(l, left, key);
    const wkb_str title = wkd_axis_title(l, x);
    wkb_str line[2];
    const size_t n = wkd_wrap(
        l, title, (wkd_column){WKD_REGULAR, 12, l->x1 - left}, line, 2);
    for (size_t i = 0; i < n; i++) {
        (void)wkd_add_inside(
            l,
            wkd_say(WKD_WORD_AXIS_TITLE, line[i], left, l->y + TITLE_DOWN),
            l->x0,
            l->x1);
        l->y += i + 1 < n ? 15 : TITLE_DOWN;
    }
}

static void
add_plot(wkd_lay *l, wkd_box box)
{
    wkd_box *to = l->status == WK_OK ? WKB_PUSH(l->a, &l->s->plot) : NULL;
    if (to)
        *to = box;
    else if (l->status == WK_OK)
        l->status = WK_ENOMEM;
}

static void
upright_ticks(wkd_lay *l, const wkd_axis *y, wkd_box plot)
{
    double minor[64];
    for (size_t i = 0; i < y->n; i++) {
        const double at = wkd_at(y, y->tick[i]);
        const bool is_zero = y->tick[i] == 0 && !y->is_log && !y->is_date;
        if (!is_zero)
            wkd_segment(l, WKD_GRID, plot.x0, at, plot.x1, at);
        wkd_word w = wkd_say(WKD_WORD_TICK, y->text[i], plot.x0 - 8, at + 4);
        w.anchor = WKD_END;
        (void)wkd_add(l, w);
    }
    const size_t n = wkd_minor_ticks(y, minor, WKB_COUNT(minor));
    for (size_t i = 0; i < n; i++) {
        const double at = wkd_at(y, minor[i]);
        wkd_segment(l, WKD_AXIS, plot.x0, at, plot.x0 + 4, at);
    }
    if (y->is_log)
        wkd_segment(l, WKD_AXIS, plot.x0, plot.y0, plot.x0, plot.y1);
}

/* Of numbers that lie close together three may be too wide for their axis. */
static void
put_tick(wkd_lay *l, wkd_word w)
{
    w.anchor = WKD_MIDDLE;
    wkd_move_inside(l, &w, l->x0, l->x1);
    wkd_add_free(l, w);
}

static void
across_tick_label(wkd_lay *l, const wkd_axis *x, size_t i, double y)
{
    double at = wkd_at(x, x->tick[i]);
    long year;
    int month, day;
    if (x->is_between) {
        wkd_year_of(x->tick[i], &year, &month, &day);
        const bool is_year = x->by_year;
        at = wkd_at(x, x->tick[i] + (is_year ? 183 : 15));
    }
    put_tick(l, wkd_say(WKD_WORD_TICK, x->text[i], at, y));
}

static void
across_ticks(wkd_lay *l, const wkd_axis *x, wkd_box plot)
{
    double minor[64];
    for (size_t i = 0; i < x->n; i++) {
        const double at = wkd_at(x, x->tick[i]);
        wkd_segment(l, WKD_AXIS, at, plot.y1, at, plot.y1 + 5);
        across_tick_label(l, x, i, plot.y1 + TICK_DOWN);
    }
    const size_t n = wkd_minor_ticks(x, minor, WKB_COUNT(minor));
    for (size_t i = 0; i < n; i++) {
        const double at = wkd_at(x, minor[i]);
        wkd_segment(l, WKD_AXIS, at, plot.y1, at, plot.y1 + 3);
    }
}

void
wkd_plot(wkd_lay *l, double height, double right)
{
    wkd_axis *x = &l->axis[0], *y = &l->axis[1];
    wkd_box plot = {.y0 = l->y, .y1 = l->y + height, .x1 = l->x1 - right};
    y->p0 = plot.y1;
    y->p1 = plot.y0;
    wkd_set_ticks(l, y, height, false);
    plot.x0 = l->x0 + y->widest + 8;
    x->p0 = plot.x0;
    x->p1 = plot.x1;
    wkd_set_ticks(l, x, plot.x1 - plot.x0, true);
    add_plot(l, plot);
    if (l->status != WK_OK)
        return;
    upright_ticks(l, y, plot);
    const bool has_zero = !y->is_log && !y->is_date && y->lo <= 0 && y->hi >= 0;
    const double base = has_zero ? wkd_at(y, 0) : plot.y1;
    if (base < plot.y1 - .5)
        wkd_segment(l, WKD_AXIS, plot.x0, plot.y1, plot.x1, plot.y1);
    wkd_segment(
        l, has_zero ? WKD_ZERO : WKD_AXIS, plot.x0, base, plot.x1, base);
    across_ticks(l, x, plot);
    l->y = plot.y1 + TICK_DOWN + 5;
}

void
wkd_foot(wkd_lay *l)
{
    wkd_word w = wkd_say(WKD_WORD_AXIS_TITLE,
                         wkd_axis_title(l, &l->axis[0]),
                         wkd_plot_box(l).x1,
                         l->y + 14);
    if (l->axis[0].is_date)
        return; /* years need no name */
    w.anchor = WKD_END;
    (void)wkd_add_inside(l, w, l->x0, l->x1);
    l->y += 22;
}

/* The column of names is as wide as the longest of them, up to a share of the
 * whole; on a phone the names stand above their bars. */
void
wkd_name_column(wkd_lay *l)
{
    const double most = l->panel_width * .42;
    const bool is_above = l->is_phone && l->cats.n <= WKD_MOST_LABELS;
    l->name_width = 0;
    for (size_t i = 0; i < l->cats.n && !is_above && l->status == WK_OK; i++) {
        const double w = wkd_width(l, l->cats.item[i], WKD_REGULAR, 12);
        l->name_width = fmax(l->name_width, fmin(w, most));
    }
}

double
wkd_row_center(const wkd_rows *r, size_t i)
{
    return r->top + r->step * (double)i +
           (r->is_above ? 17 + fmax(r->bar, LEAST_LINE) / 2 : r->step / 2);
}

/* Room for all rows: the usual step, less where they are many. */
wk_status
wkd_rows_of(wkd_lay *l, wkd_rows *r, double usual, double bar)
{
    const double share = bar / usual;
    r->cat = WKB_NEW(l->a, uint32_t, l->cats.n);
    if (!r->cat)
        return WK_ENOMEM;
    r->n = wkd_panel_cats(l, r->cat);
    r->is_above = l->is_phone && l->cats.n <= WKD_MOST_LABELS;
    r->left = l->x0 + (l->name_width > 0 ? l->name_width + NAME_GAP : 0);
    r->top = l->y + 15 + wkd_room_for_notes(l, l->x1 - r->left);
    r->step = usual;
    r->bar = bar;
    const double many = 480 / (double)(l->cats.n ? l->cats.n : 1);
    if (many < usual) {
        const double line = r->least > 0 ? r->least : 17;
        const double least =
            l->cats.n <= WKD_MOST_LABELS ? fmin(usual, line) : 2;
        r->step = fmax(many, least);
        r->bar = fmin(bar, fmax(1, share * r->step));
        if (r->step < SOLID_BELOW)
            r->bar = r->step; /* a gap of less than a px is a blur */
    }
    if (r->is_above)
        r->step = fmax(r->bar, LEAST_LINE) + 26;
    return WK_OK;
}

/* Names in order; one that would touch another has no place. */
void
wkd_rows_names(wkd_lay *l, const wkd_rows *r)
{
    for (size_t i = 0; i < r->n && l->status == WK_OK; i++) {
        const double y = r->is_above ? r->top + r->step * (double)i + 12
                                     : wkd_row_center(r, i) + 4;
        wkd_word w = wkd_say(WKD_WORD_NAME,
                             l->cats.item[r->cat[i]],
                             r->is_above ? l->x0 : r->left - NAME_GAP + 2,
                             y);
        w.anchor = r->is_above ? WKD_START : WKD_END;
        w.has_halo = r->is_above;
        w.s = wkd_fit(l,
                      w.s,
                      WKD_REGULAR,
                      w.size_px,
                      r->is_above ? l->x1 - l->x0 : l->name_width);
        wkd_add_free(l, w);
    }
}

void
wkd_rows_grid(wkd_lay *l, const wkd_rows *r)
{
    const wkd_axis *x = &l->axis[0];
    const double y1 = r->top + r->step * (double)r->n + 4;
    double minor[64];
    add_plot(l, (wkd_box){r->left, l->y + 9, l->x1, y1});
    for (size_t i = 0; i < x->n; i++) {
        const double at = wkd_at(x, x->tick[i]);
        const bool is_zero = x->tick[i] == 0 && !x->is_log && !r->is_above;
        wkd_segment(l, is_zero ? WKD_ZERO : WKD_GRID, at, l->y + 9, at, y1);
        put_tick(l,
                 wkd_say(WKD_WORD_TICK, x->text[i], at, y1 + ROWS_TICK_DOWN));
    }
    const size_t n = wkd_minor_ticks(x, minor, WKB_COUNT(minor));
    for (size_t i = 0; i < n; i++) {
        const double at = wkd_at(x, minor[i]);
        wkd_segment(l, WKD_AXIS, at, y1, at, y1 + 3);
    }
    if (x->is_log)
        wkd_segment(l, WKD_AXIS, x->p0, y1, x->p1, y1);
    l->y = y1 + ROWS_TICK_DOWN + 6;
}
