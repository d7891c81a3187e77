/* Heatmap: a number in each cell of a grid, its step of a ramp behind it. */
#include <math.h>

#include "base/num.h"
#include "draw/layout.h"

enum {
    USUAL_ROW = 40,
    NAME_LINES = 3,
    LINE = 13,
    HATCH = 9,
    SMALL_PX = 11,
    MIDDLE = WKD_STEPS / 2,
    NARROW = 30
};

/* How numbers become steps: equal ones, equal ratios, or both ways from 0. */
typedef struct steps {
    enum { EQUAL, RATIOS, BOTH_WAYS } kind;
    double first, size; /* lower end of the first; width, or ratio */
    int n;
} steps;

typedef struct sheet {
    wkd_names col, row;
    uint32_t *col_of, *row_of;
    wkb_str name[2];                 /* of the columns and rows, for tooltips */
    double left, top, width, height; /* of the grid's cells */
} sheet;

static double
nice_above(double v)
{
    static const double of_ten[] = {1, 2, 5, 10};
    const double power = pow(10, floor(log10(v) + 1e-12));
    for (size_t i = 0; i < 4; i++) {
        if (of_ten[i] * power >= v * (1 - 1e-9))
            return of_ten[i] * power;
    }
    return 10 * power;
}

static steps
ratio_steps(double lo, double hi)
{
    static const double ratios[] = {2, 4, 10, 100, 1000, 1e6, 1e9, 1e12};
    for (size_t i = 0; i < WKB_COUNT(ratios); i++) {
        const double r = ratios[i];
        const double first = pow(r, floor(log(lo) / log(r) + 1e-9));
        const int n = (int)floor(log(hi / first) / log(r) + 1e-9) + 1;
        if (n <= WKD_STEPS)
            return (steps){RATIOS, first, r, n};
    }
    return (steps){EQUAL, 0, nice_above(hi / WKD_STEPS), WKD_STEPS};
}

static steps
steps_of(double lo, double hi)
{
    if (!(lo < hi))
        return (steps){EQUAL, lo, fabs(lo) > 0 ? fabs(lo) : 1, 1};
    if (lo < 0 && hi > 0)
        return (steps){
            BOTH_WAYS, 0, nice_above(fmax(-lo, hi) * 2 / WKD_STEPS), WKD_STEPS};
    if (lo > 0 && hi / lo > 8)
        return ratio_steps(lo, hi);
    double size = nice_above((hi - lo) / WKD_STEPS);
    double first = floor(lo / size + 1e-9) * size;
    int n = (int)ceil((hi - first) / size - 1e-9);
    while (n > WKD_STEPS) {
        size = nice_above(size * 1.01);
        first = floor(lo / size + 1e-9) * size;
        n = (int)ceil((hi - first) / size - 1e-9);
    }
    return (steps){EQUAL, first, size, n};
}

/* Which step a number lies in, from 0. */
static int
step_of(const steps *s, double v)
{
    double k = (v - s->first) / s->size;
    if (s->kind == BOTH_WAYS)
        k = round(v / s->size) + MIDDLE;
    else if (s->kind == RATIOS)
        k = log(v / s->first) / log(s->size);
    return (int)wkd_clamp(floor(k + 1e-9), 0, s->n - 1);
}

static uint8_t
color_of(const steps *s, int k)
{
    if (s->kind == BOTH_WAYS)
        return (uint8_t)(WKD_D + 1 + k);
    if (s->n < 2)
        return WKD_Q + 4;
    return (uint8_t)(WKD_Q + 1 + (k * (WKD_STEPS - 1)) / (s->n - 1));
}

static wk_status
take_names(wkd_lay *l, int channel, wkd_names *out, uint32_t **of)
{
    const wkt_channel *ch = &l->c->channel[channel];
    wkb_pool pool;
    wkb_pool_init(&pool, l->a);
    *of = WKB_NEW(l->a, uint32_t, l->c->n_rows);
    if (!*of)
        return WK_ENOMEM;
    for (size_t i = 0; i < l->c->n_rows; i++)
        WKB_TRY(wkb_intern(&pool, ch->text[i], false, &(*of)[i]));
    *out = (wkd_names){pool.text.item, pool.text.n};
    return WK_OK;
}

static double
widest(wkd_lay *l, const wkd_names *names)
{
    double most = 0;
    for (size_t i = 0; i < names->n && l->status == WK_OK; i++)
        most = fmax(most, wkd_width(l, names->item[i], WKD_REGULAR, 12));
    return most;
}

/* On a phone the longer names go to the side, and many columns downwards. */
static wk_status
take_sheet(wkd_lay *l, sheet *s)
{
    WKB_TRY(take_names(l, WKT_X, &s->col, &s->col_of));
    WKB_TRY(take_names(l, WKT_Y, &s->row, &s->row_of));
    const bool is_wide = s->col.n > 4 && s->col.n > s->row.n;
    if (!l->is_phone || (!is_wide && widest(l, &s->col) <= widest(l, &s->row)))
        return l->status;
    const sheet t = *s;
    s->col = t.row;
    s->row = t.col;
    s->col_of = t.row_of;
    s->row_of = t.col_of;
    return l->status;
}

static wk_status
prepare(wkd_lay *l)
{
    double lo, hi;
    WKB_TRY(wkd_take_axis(l, 0, WKT_COLOR));
    wkd_span_of(l, WKT_COLOR, &lo, &hi);
    l->axis[0].lo = lo;
    l->axis[0].hi = hi;
    wkd_head(l, l->x0, &l->axis[0], WKD_NO_KEY);
    l->y += 8;
    return l->status;
}

/* Names of columns on up to three lines; how many lines there are. */
static size_t
put_columns(wkd_lay *l, const sheet *s, bool is_trial)
{
    size_t most = 0;
    for (size_t i = 0; i < s->col.n && l->status == WK_OK; i++) {
        wkb_str line[NAME_LINES];
        const double x = s->left + s->width * ((double)i + .5);
        const bool is_narrow = s->width < NARROW; /* where there is room */
        const size_t n = wkd_wrap(
            l,
            s->col.item[i],
            (wkd_column){WKD_REGULAR, SMALL_PX, is_narrow ? 80 : s->width - 4},
            line,
            is_narrow ? 1 : NAME_LINES);
        most = n > most ? n : most;
        for (size_t k = 0; k < n && !is_trial; k++) {
            wkd_word w = wkd_say(WKD_WORD_NAME,
                                 line[k],
                                 x,
                                 s->top - 6 - LINE * (double)(n - 1 - k));
            w.size_px = SMALL_PX;
            w.anchor = WKD_MIDDLE;
            if (wkd_has_room(l, &w))
                (void)wkd_add(l, w);
            else if (k == 0)
                wkd_drop(l, 1);
        }
    }
    return most;
}

static void
put_row_names(wkd_lay *l, const sheet *s)
{
    for (size_t i = 0; i < s->row.n && l->status == WK_OK; i++) {
        wkd_word w = wkd_say(WKD_WORD_NAME,
                             s->row.item[i],
                             s->left - 10,
                             s->top + s->height * ((double)i + .5) + 4);
        w.anchor = WKD_END;
        w.s = wkd_fit(l, w.s, WKD_REGULAR, 12, s->left - 10 - l->x0);
        wkd_add_free(l, w);
    }
}

static void
put_hatch(wkd_lay *l, wkd_box b)
{
    const double h = b.y1 - b.y0;
    if (h <= 0 || b.x1 <= b.x0)
        return;
    wkd_begin(l, WKD_SEGMENTS, WKD_HATCH, WKD_NEUTRAL);
    for (int i = 0; HATCH * i < b.x1 - b.x0; i++) {
        const double k = HATCH * i;
        const double run = fmin(h, b.x1 - b.x0 - k);
        wkd_to(l, b.x0 + k, b.y1);
        wkd_to(l, b.x0 + k + run, b.y1 - run);
    }
}

static void
put_text(wkd_lay *l, wkd_word w, const wkd_box *cell)
{
    w.x = (cell->x0 + cell->x1) / 2;
    w.y = (cell->y0 + cell->y1) / 2 + 4;
    w.anchor = WKD_MIDDLE;
    wkd_measure_word(l, &w);
    if (w.width + 4 > cell->x1 - cell->x0) {
        w.size_px = SMALL_PX;
        w.face = w.face == WKD_BOLD ? WKD_REGULAR : w.face;
        wkd_measure_word(l, &w);
    }
    if (w.width + 2 <= cell->x1 - cell->x0 &&
        w.ink.y1 - w.ink.y0 <= cell->y1 - cell->y0)
        (void)wkd_add(l, w);
    else
        wkd_drop(l, 1);
}

static void
put_cell(wkd_lay *l, const sheet *s, const steps *st, uint32_t row)
{
    const double x = s->left + s->width * s->col_of[row];
    const double y = s->top + s->height * s->row_of[row];
    const double in = fmin(s->width, s->height) > 6 ? 1 : 0;
    const wkd_box cell = {
        x + in, y + in, x + s->width - in, y + s->height - in};
    const wku_num *n = &l->num[WKT_COLOR][row];
    const wkb_str name = wkd_join(
        l, s->row.item[s->row_of[row]], ", ", s->col.item[s->col_of[row]]);
    const uint32_t datum = wkd_datum_of(l, row, name, WKT_COLOR);
    if (!wku_known(n)) {
        wkd_rect(l, WKD_EDGE, WKD_NEUTRAL, cell, datum);
        put_hatch(l, cell);
        wkd_word w = wkd_say(WKD_WORD_UNKNOWN, WKB_STR("not known"), 0, 0);
        w.size_px = SMALL_PX;
        w.has_halo = true;
        put_text(l, w, &cell);
        return;
    }
    const uint8_t color = color_of(st, step_of(st, wkd_best(n)));
    const bool is_pale = (color > WKD_Q && color <= WKD_Q + 3) ||
                         (color >= WKD_D + 3 && color <= WKD_D + 5);
    wkd_rect(l, WKD_FILL, color, cell, datum);
    if (is_pale && in > 0)
        wkd_rect(
            l,
            WKD_EDGE,
            WKD_NEUTRAL,
            (wkd_box){cell.x0 + .5, cell.y0 + .5, cell.x1 - .5, cell.y1 - .5},
            datum);
    wkd_word w = wkd_say(WKD_WORD_INSIDE, wkd_number(l, &l->axis[0], n), 0, 0);
    w.color = color;
    w.datum = datum;
    put_text(l, w, &cell);
}

static wk_status
refuse_twice(const wkd_lay *l, const sheet *s, uint32_t row)
{
    return wkb_error(l->d,
                     WK_EDUPLICATE,
                     l->c->channel[WKT_COLOR].at,
                     "two rows give a value for %q and %q\n"
                     "draw one a cell: choose with where",
                     s->col.item[s->col_of[row]],
                     s->row.item[s->row_of[row]]);
}

/* Of what no row tells: not that it is not known. */
static void
put_no_cell(wkd_lay *l, wkd_box cell)
{
    put_hatch(l, cell);
    wkd_word w = wkd_say(WKD_WORD_NOTE,
                         WKB_STR("\xe2\x80\x93"),
                         (cell.x0 + cell.x1) / 2,
                         (cell.y0 + cell.y1) / 2 + 4);
    w.anchor = WKD_MIDDLE;
    w.has_halo = true;
    wkd_measure_word(l, &w);
    if (w.ink.x0 > cell.x0 && w.ink.x1 < cell.x1 && w.ink.y0 > cell.y0 &&
        w.ink.y1 < cell.y1)
        (void)wkd_add(l, w);
}

static wk_status
put_cells(wkd_lay *l, const sheet *s, const steps *st)
{
    bool *taken = WKB_NEW(l->a, bool, s->col.n * s->row.n);
    if (!taken)
        return WK_ENOMEM;
    for (uint32_t i = 0; i < l->c->n_rows && l->status == WK_OK; i++) {
        bool *cell = &taken[s->row_of[i] * s->col.n + s->col_of[i]];
        if (!wkd_in_panel(l, i))
            continue;
        if (*cell)
            return refuse_twice(l, s, i);
        *cell = true;
        put_cell(l, s, st, i);
    }
    for (size_t k = 0; k < s->col.n * s->row.n; k++) {
        const size_t row = k / s->col.n;
        const double x = s->left + s->width * (double)(k % s->col.n);
        const double y = s->top + s->height * (double)row;
        if (!taken[k])
            put_no_cell(
                l,
                (wkd_box){x + 1, y + 1, x + s->width - 1, y + s->height - 1});
    }
    return l->status;
}

static void
shape_sheet(wkd_lay *l, sheet *s)
{
    const double names = fmin(widest(l, &s->row), .36 * (l->x1 - l->x0));
    const double many = 520 / (double)s->row.n;
    s->left = l->x0 + names + 12;
    s->width = (l->x1 - s->left) / (double)s->col.n;
    s->height = fmin(USUAL_ROW, fmax(many, s->row.n <= 60 ? 17 : 2));
    const size_t lines = put_columns(l, s, true);
    s->top = l->y + LINE * (double)(lines ? lines : 1) + 8;
}

static wk_status
draw(wkd_lay *l)
{
    sheet s;
    const steps st = steps_of(l->axis[0].lo, l->axis[0].hi);
    WKB_TRY(take_sheet(l, &s));
    if (s.col.n * s.row.n > 1 << 16)
        return wkb_error(l->d,
                         WK_ELIMIT,
                         l->c->at,
                         "%z by %z cells are too many to draw\n"
                         "choose some with where or limit",
                         s.col.n,
                         s.row.n);
    shape_sheet(l, &s);
    wkd_box *plot = WKB_PUSH(l->a, &l->s->plot);
    if (!plot)
        return WK_ENOMEM;
    *plot = (wkd_box){s.left, s.top, l->x1, s.top + s.height * (double)s.row.n};
    (void)put_columns(l, &s, false);
    put_row_names(l, &s);
    WKB_TRY(put_cells(l, &s, &st));
    l->y = s.top + s.height * (double)s.row.n + 4;
    return l->status;
}

/* The lower end of a step; of both ways its middle. */
static double
edge_of(const steps *st, int k)
{
    if (st->kind == RATIOS)
        return st->first * pow(st->size, k);
    if (st->kind == BOTH_WAYS)
        return (k - MIDDLE) * st->size;
    return st->first + k * st->size;
}

static wkb_str
what_steps_mean(wkd_lay *l, const steps *st)
{
    const wkb_str unit = l->axis[0].unit_text;
    const wku_num n = {st->size, st->size, st->size};
    if (st->kind != RATIOS)
        return unit;
    const wkb_str rule =
        st->size == 2 ? WKB_STR("each step doubles")
                      : wkd_join(l,
                                 WKB_STR("each step \xc3\x97\xe2\x80\xaf"),
                                 "",
                                 wkd_number(l, &l->axis[0], &n));
    return unit.n ? wkd_join(l, unit, "; ", rule) : rule;
}

static void
put_key_texts(wkd_lay *l, const steps *st, double x, double width)
{
    const int last = st->kind == BOTH_WAYS ? st->n - 1 : st->n;
    const double half = st->kind == BOTH_WAYS ? width / 2 : 0;
    double end = -INFINITY;
    for (int k = 0; k <= last; k++) {
        const double v = wkb_round(edge_of(st, k));
        const wku_num n = {v, v, v};
        wkd_word w = wkd_say(WKD_WORD_TICK,
                             st->kind == RATIOS && st->size >= 100
                                 ? wkd_power(l, v)
                                 : wkd_number(l, &l->axis[0], &n),
                             x + half + width * k,
                             l->y + 26);
        w.size_px = SMALL_PX;
        w.anchor = WKD_MIDDLE;
        wkd_measure_word(l, &w);
        if (w.ink.x0 < l->x0) {
            w.x += l->x0 - w.ink.x0;
            wkd_measure_word(l, &w);
        }
        if (w.ink.x0 < end + 6 || w.ink.x1 > l->x1)
            continue;
        (void)wkd_add(l, w);
        end = w.ink.x1;
    }
}

/* The key under the grid. */
static wk_status
finish(wkd_lay *l)
{
    const steps st = steps_of(l->axis[0].lo, l->axis[0].hi);
    const double width = l->is_phone ? 26 : 30, x = l->x0 + 4;
    if (!(l->axis[0].lo < l->axis[0].hi))
        return l->status;
    l->panel = 0;
    for (int k = 0; k < st.n; k++) {
        const wkd_box box = {
            x + width * k, l->y + 2, x + width * (k + 1), l->y + 12};
        wkd_rect(l, WKD_KEY, color_of(&st, k), box, WKD_NO_DATUM);
        wkd_rect(l, WKD_EDGE, WKD_NEUTRAL, box, WKD_NO_DATUM);
    }
    put_key_texts(l, &st, x, width);
    wkd_word w = wkd_say(WKD_WORD_NOTE,
                         what_steps_mean(l, &st),
                         x + width * st.n + 12,
                         l->y + 11);
    w.size_px = SMALL_PX;
    w.s = wkd_fit(l, w.s, WKD_REGULAR, SMALL_PX, l->x1 - w.x);
    (void)wkd_add(l, w);
    l->y += 30;
    return l->status;
}

const wkd_family wkd_heatmap = {prepare, draw, finish};
