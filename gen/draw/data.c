/* The rows of a request put in order: categories, series, panels, and what a
 * logarithmic axis cannot show. */
#include <math.h>
#include <stdlib.h>

#include "draw/layout.h"

enum { MOST_CELLS = 1 << 20, MOST_PANELS = 24 };

uint32_t
wkd_n_series(const wkd_lay *l)
{
    return (uint32_t)(l->series.n ? l->series.n : 1);
}

bool
wkd_is_text(const wkt_channel *ch)
{
    return ch->is_used && ch->type.kind != WKU_NUMBER &&
           ch->type.kind != WKU_DATE;
}

double
wkd_best(const wku_num *n)
{
    if (!isnan(n->v))
        return n->v;
    return (n->lo + n->hi) / 2;
}

bool
wkd_in_panel(const wkd_lay *l, uint32_t row)
{
    return !l->is_out[row] && (!l->panel_of || l->panel_of[row] == l->panel);
}

uint32_t
wkd_cell(const wkd_lay *l, uint32_t cat, uint32_t series)
{
    const size_t n = wkd_n_series(l);
    return l->cell[(l->panel * l->cats.n + cat) * n + series];
}

bool
wkd_is_picked(const wkd_lay *l, uint32_t row)
{
    const wkt_channel *ch = &l->c->channel[WKT_PICK];
    return ch->is_used && ch->num[row].v == 1;
}

/* One mark picked out stands against neutral ones; else each series has its
 * color. */
uint8_t
wkd_color_of(const wkd_lay *l, uint32_t row)
{
    if (wkd_is_picked(l, row))
        return WKD_HIGHLIGHT;
    if (l->series.n == 0)
        return l->has_pick ? WKD_NEUTRAL : 1;
    return l->color[l->series_of[row]];
}

wkb_str
wkd_label_of(const wkd_lay *l, uint32_t row)
{
    const wkt_channel *ch = &l->c->channel[WKT_LABEL];
    if (ch->is_used)
        return ch->text[row];
    return l->cat >= 0 ? l->c->channel[l->cat].text[row] : (wkb_str){NULL, 0};
}

size_t
wkd_panel_cats(wkd_lay *l, uint32_t *out)
{
    size_t n = 0;
    for (size_t i = 0; i < l->cats.n; i++) {
        const uint32_t cat = l->order[i];
        for (uint32_t r = 0; r < l->c->n_rows; r++) {
            if (l->cat_of[r] == cat && wkd_in_panel(l, r)) {
                out[n++] = cat;
                break;
            }
        }
    }
    return n;
}

/* The texts of a channel, each once; the number of each row's in of. */
static wk_status
take_names(wkd_lay *l,
           const wkt_channel *ch,
           bool each_row,
           wkd_names *out,
           uint32_t **of)
{
    const size_t n = l->c->n_rows;
    wkb_pool pool;
    wkb_pool_init(&pool, l->a);
    *of = WKB_NEW(l->a, uint32_t, n);
    if (!*of)
        return WK_ENOMEM;
    if (each_row) {
        for (uint32_t i = 0; i < n; i++)
            (*of)[i] = i;
        *out = (wkd_names){ch->text, n};
        return WK_OK;
    }
    for (size_t i = 0; i < n; i++)
        WKB_TRY(wkb_intern(&pool, ch->text[i], false, &(*of)[i]));
    *out = (wkd_names){pool.text.item, pool.text.n};
    return WK_OK;
}

/* Dates as days; numbers stay in base units until the axis is known. */
static wk_status
take_numbers(wkd_lay *l, size_t k)
{
    const wkt_channel *ch = &l->c->channel[k];
    if (!ch->is_used || wkd_is_text(ch))
        return WK_OK;
    l->num[k] = WKB_NEW(l->a, wku_num, l->c->n_rows);
    if (!l->num[k])
        return WK_ENOMEM;
    for (size_t i = 0; i < l->c->n_rows; i++) {
        wku_num n = ch->num[i];
        if (ch->type.kind == WKU_DATE)
            n = (wku_num){wkd_day_of(n.v), wkd_day_of(n.v), wkd_day_of(n.v)};
        if (isinf(n.v) || isinf(n.lo) || isinf(n.hi))
            n = (wku_num){NAN, NAN, NAN};
        l->num[k][i] = n;
    }
    return WK_OK;
}

/* What the types ask of their encodings. */
typedef enum need { ANY, ROWS, PAIRS, GRID, EVENTS } need;

static const struct {
    need need;
    bool each_row; /* every row is a category of its own */
    bool has_cells;
} wants[WKT_CHART_TYPES] = {
    [WKT_BAR] = {ROWS, true, false},
    [WKT_GROUPED_BAR] = {ROWS, false, true},
    [WKT_STACKED_BAR] = {ROWS, false, true},
    [WKT_DOT] = {ROWS, false, true},
    [WKT_RANGE] = {ROWS, false, true},
    [WKT_SCATTER] = {PAIRS, false, false},
    [WKT_LINE] = {PAIRS, false, false},
    [WKT_AREA] = {PAIRS, false, false},
    [WKT_ROOFLINE] = {ANY, false, false},
    [WKT_TIMELINE] = {EVENTS, false, false},
    [WKT_WAFFLE] = {ROWS, false, false},
    [WKT_HEATMAP] = {GRID, false, false},
    [WKT_SLOPE] = {ROWS, false, true},
};

static wk_status
lacks(const wkd_lay *l, const wkt_channel *ch, const char *what)
{
    return wkb_error(l->d,
                     WK_ETYPE,
                     ch && ch->is_used ? ch->at : l->c->at,
                     "a %s chart %s",
                     wkt_chart_type_name(l->c->type),
                     what);
}

/* Names along one axis, numbers along the other. */
static wk_status
find_rows(wkd_lay *l)
{
    const wkt_channel *ch = l->c->channel;
    const bool is_number[] = {
        ch[WKT_X].is_used && ch[WKT_X].type.kind == WKU_NUMBER,
        ch[WKT_Y].is_used && ch[WKT_Y].type.kind == WKU_NUMBER};
    if (is_number[WKT_X] && ch[WKT_Y].is_used && !is_number[WKT_Y]) {
        l->val = WKT_X;
        l->cat = WKT_Y;
    } else if (is_number[WKT_Y] && ch[WKT_X].is_used) {
        l->val = WKT_Y;
        l->cat = WKT_X;
    } else if (is_number[WKT_X] || is_number[WKT_Y]) {
        l->val = is_number[WKT_X] ? WKT_X : WKT_Y;
        l->cat = ch[WKT_LABEL].is_used   ? WKT_LABEL
                 : ch[WKT_COLOR].is_used ? WKT_COLOR
                                         : WKD_NO_CHANNEL;
    }
    if (l->val >= 0 && l->cat >= 0)
        return WK_OK;
    return lacks(l,
                 &ch[WKT_X],
                 "needs names and numbers\n"
                 "write x: and a quantity, y: and what names each");
}

static wk_status
find_pairs(wkd_lay *l)
{
    const wkt_channel *ch = l->c->channel;
    l->val = WKT_Y;
    for (size_t k = WKT_X; k <= WKT_Y; k++) {
        if (!ch[k].is_used || wkd_is_text(&ch[k]))
            return lacks(l,
                         &ch[k],
                         "needs numbers or dates along x and y\n"
                         "for names along an axis write type: dot or bar");
    }
    return WK_OK;
}

static wk_status
find_grid(wkd_lay *l)
{
    const wkt_channel *ch = l->c->channel;
    l->val = WKT_COLOR;
    if (!ch[WKT_X].is_used || !ch[WKT_Y].is_used)
        return lacks(l,
                     NULL,
                     "needs x and y\n"
                     "write x: and y: and what names columns and rows");
    if (!ch[WKT_COLOR].is_used || ch[WKT_COLOR].type.kind != WKU_NUMBER)
        return lacks(l,
                     &ch[WKT_COLOR],
                     "needs a number in each cell\n"
                     "write color: and a quantity");
    return WK_OK;
}

static wk_status
find_channels(wkd_lay *l)
{
    const wkt_channel *ch = l->c->channel;
    l->cat = l->val = WKD_NO_CHANNEL;
    switch (wants[l->c->type].need) {
    case ROWS:
        return find_rows(l);
    case PAIRS:
        return find_pairs(l);
    case GRID:
        return find_grid(l);
    case EVENTS:
        if (ch[WKT_X].is_used && ch[WKT_LABEL].is_used &&
            (ch[WKT_X].type.kind == WKU_DATE || l->c->n_rows == 0))
            return WK_OK;
        return lacks(l,
                     &ch[WKT_X],
                     "needs dates and names\n"
                     "write x: and a date, label: and what names it");
    case ANY:
        break;
    }
    if (!l->c->roof.is_used)
        return lacks(l,
                     NULL,
                     "needs its roof\n"
                     "write peak: and bandwidth:, as of one chip");
    l->val = WKT_Y;
    if (l->c->n_rows == 0 ||
        (ch[WKT_X].is_used && ch[WKT_X].type.kind == WKU_NUMBER))
        return WK_OK;
    return lacks(l,
                 &ch[WKT_X],
                 "needs a number along x\n"
                 "write x: and operations per byte");
}

static bool
on_log_axis(const wkd_lay *l, size_t k)
{
    const bool rows = wants[l->c->type].need == ROWS;
    if (rows)
        return (int)k == l->val && (k == WKT_X ? l->c->log_x : l->c->log_y);
    if (l->c->type == WKT_ROOFLINE)
        return k == WKT_X || k == WKT_Y;
    return (k == WKT_X && l->c->log_x) || (k == WKT_Y && l->c->log_y);
}

static bool
is_above_zero(const wku_num *n)
{
    return !wku_known(n) || (!(n->v <= 0) && !(n->lo <= 0) && !(n->hi <= 0));
}

static wk_status
refuse_row(const wkd_lay *l, size_t k, uint32_t row)
{
    const wkt_channel *ch = &l->c->channel[k];
    return wkb_error(l->d,
                     WK_EDOMAIN,
                     ch->at,
                     "row %q has the %S %S, which a logarithmic axis cannot "
                     "show\nwrite drop: note to leave such rows out, or take "
                     "%s out of log:",
                     l->c->row_id ? l->c->row_id[row] : wkd_label_of(l, row),
                     ch->quantity.n ? ch->quantity : ch->name,
                     ch->text[row],
                     k == WKT_X ? "x" : "y");
}

/* A logarithm shows what is above zero alone. */
static wk_status
check_log(wkd_lay *l)
{
    for (size_t k = WKT_X; k <= WKT_Y; k++) {
        const bool is_log = l->num[k] && on_log_axis(l, k);
        if (is_log && l->c->channel[k].type.kind == WKU_DATE)
            return wkb_error(l->d,
                             WK_EDOMAIN,
                             l->c->channel[k].at,
                             "dates have no logarithm\ntake %s out of log:",
                             k == WKT_X ? "x" : "y");
        for (uint32_t i = 0; is_log && i < l->c->n_rows; i++) {
            if (is_above_zero(&l->num[k][i]) || l->is_out[i])
                continue;
            if (!l->c->drop)
                return refuse_row(l, k, i);
            l->is_out[i] = true;
            l->s->n_left_out++;
        }
    }
    return WK_OK;
}

/* The value that orders a category: of bars and dots the largest, of stacks
 * the sum, of ranges the width. */
static double
weight_of(const wkd_lay *l, uint32_t cat)
{
    double most = -INFINITY, sum = 0, lo = INFINITY, hi = -INFINITY;
    bool any = false;
    for (size_t i = 0; i < l->c->n_rows; i++) {
        const wku_num *n = &l->num[l->val][i];
        const double v = wkd_best(n);
        if (l->cat_of[i] != cat || isnan(v))
            continue;
        any = true;
        most = fmax(most, v);
        sum += v;
        lo = fmin(lo, fmin(v, isnan(n->lo) ? v : n->lo));
        hi = fmax(hi, fmax(v, isnan(n->hi) ? v : n->hi));
    }
    if (!any)
        return -INFINITY;
    if (l->c->type == WKT_RANGE)
        return hi - lo;
    return l->c->type == WKT_STACKED_BAR || l->c->type == WKT_WAFFLE ? sum
                                                                     : most;
}

typedef struct weighed {
    double weight;
    uint32_t cat;
} weighed;

static int
heavier(const void *a, const void *b)
{
    const weighed *p = a, *q = b;
    if (p->weight != q->weight)
        return p->weight > q->weight ? -1 : 1;
    return (p->cat > q->cat) - (p->cat < q->cat);
}

/* By value, largest first, unless the data or time have their own order. */
static wk_status
order_cats(wkd_lay *l)
{
    const wkt_channel *ch = l->cat >= 0 ? &l->c->channel[l->cat] : NULL;
    const bool keeps =
        l->c->is_sorted || !ch || !wkd_is_text(ch) || l->c->type == WKT_SLOPE;
    l->order = WKB_NEW(l->a, uint32_t, l->cats.n);
    weighed *w = WKB_NEW(l->a, weighed, l->cats.n);
    if (!l->order || !w)
        return WK_ENOMEM;
    for (uint32_t i = 0; i < l->cats.n; i++)
        w[i] = (weighed){keeps ? 0 : -INFINITY, i};
    if (!keeps && wants[l->c->type].each_row) {
        for (uint32_t i = 0; i < l->cats.n; i++) {
            const double v = wkd_best(&l->num[l->val][i]);
            w[i].weight = isnan(v) ? -INFINITY : v;
        }
    } else if (!keeps) {
        for (uint32_t i = 0; i < l->cats.n; i++)
            w[i].weight = weight_of(l, i);
    }
    qsort(w, l->cats.n, sizeof *w, heavier);
    for (size_t i = 0; i < l->cats.n; i++)
        l->order[i] = w[i].cat;
    return WK_OK;
}

/* Which row stands for a category and a series: one at most. */
static wk_status
take_cells(wkd_lay *l)
{
    const size_t n_series = wkd_n_series(l);
    const size_t panels = l->panels.n ? l->panels.n : 1;
    if (l->cats.n * n_series > MOST_CELLS)
        return wkb_error(l->d,
                         WK_ELIMIT,
                         l->c->at,
                         "%z categories of %z series are too many to draw\n"
                         "choose some with where or limit",
                         l->cats.n,
                         n_series);
    l->cell = WKB_NEW(l->a, uint32_t, l->cats.n * n_series * panels);
    if (!l->cell)
        return WK_ENOMEM;
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        const size_t panel = l->panel_of ? l->panel_of[i] : 0;
        const uint32_t series = l->series.n ? l->series_of[i] : 0;
        uint32_t *cell =
            &l->cell[(panel * l->cats.n + l->cat_of[i]) * n_series + series];
        if (*cell)
            return wkb_error(
                l->d,
                WK_EDUPLICATE,
                l->c->channel[l->val].at,
                "two rows give a value for %q%s%S%s\n"
                "draw one a name: choose with where, or add color:",
                l->cats.item[l->cat_of[i]],
                l->series.n ? " and '" : "",
                l->series.n ? l->series.item[series] : (wkb_str){NULL, 0},
                l->series.n ? "'" : "");
        *cell = i + 1;
    }
    return WK_OK;
}

static wk_status
refuse_colors(const wkd_lay *l)
{
    return wkb_error(l->d,
                     WK_ELIMIT,
                     l->c->channel[WKT_COLOR].at,
                     "%z series are more than the %d colors that can be told "
                     "apart\nsplit them with facet:, or pick some out with "
                     "highlight:",
                     l->series.n,
                     (int)WKD_SERIES);
}

/* The color that the author gave to a series. */
static const wkt_color *
given_color(const wkd_lay *l, size_t series)
{
    for (size_t i = 0; i < l->c->n_colors; i++) {
        if (wkb_str_eq(l->c->colors[i].series, l->series.item[series]))
            return &l->c->colors[i];
    }
    return NULL;
}

static wk_status
give_colors(wkd_lay *l, bool *taken)
{
    for (size_t i = 0; i < l->series.n; i++) {
        const wkt_color *given = given_color(l, i);
        if (!given)
            continue;
        if (taken[given->color])
            return wkb_error(l->d,
                             WK_EDUPLICATE,
                             given->at,
                             "color %d is given to two series\n"
                             "give %q one of its own",
                             (int)given->color,
                             given->series);
        taken[given->color] = true;
        l->color[i] = given->color;
    }
    return WK_OK;
}

/* In order; what is picked out leaves the others neutral. */
static wk_status
color_series(wkd_lay *l)
{
    bool taken[WKD_SERIES + 1] = {false};
    l->color = WKB_NEW(l->a, uint8_t, l->series.n);
    if (!l->color)
        return WK_ENOMEM;
    const wkt_chart_type t = l->c->type;
    if (l->has_pick && (t == WKT_LINE || t == WKT_SLOPE || t == WKT_DOT))
        return WK_OK; /* all neutral: labels tell them apart */
    if (l->series.n > WKD_SERIES)
        return refuse_colors(l);
    WKB_TRY(give_colors(l, taken));
    uint8_t next = 1;
    for (size_t i = 0; i < l->series.n; i++) {
        if (l->color[i])
            continue;
        while (taken[next])
            next++;
        taken[next] = true;
        l->color[i] = next;
    }
    return WK_OK;
}

static bool
has_series(const wkd_lay *l)
{
    const wkt_channel *color = &l->c->channel[WKT_COLOR];
    return color->is_used && l->val != WKT_COLOR && l->cat != WKT_COLOR &&
           l->c->type != WKT_WAFFLE;
}

static wk_status
take_series(wkd_lay *l)
{
    const wkt_channel *ch = &l->c->channel[WKT_COLOR];
    if (!has_series(l) && (l->c->type == WKT_LINE || l->c->type == WKT_SLOPE))
        ch = &l->c->channel[WKT_LABEL];
    else if (!has_series(l))
        return WK_OK;
    if (!ch->is_used)
        return WK_OK;
    WKB_TRY(take_names(l, ch, false, &l->series, &l->series_of));
    return color_series(l);
}

static wk_status
take_panels(wkd_lay *l)
{
    const wkt_channel *facet = &l->c->channel[WKT_FACET];
    if (!facet->is_used)
        return WK_OK;
    WKB_TRY(take_names(l, facet, false, &l->panels, &l->panel_of));
    if (l->panels.n <= MOST_PANELS)
        return WK_OK;
    return wkb_error(l->d,
                     WK_ELIMIT,
                     facet->at,
                     "%z small charts are more than the %d of one figure\n"
                     "choose some with where",
                     l->panels.n,
                     (int)MOST_PANELS);
}

static wk_status
check_bars(const wkd_lay *l)
{
    const wkt_chart_type t = l->c->type;
    const bool has_bars = t == WKT_BAR || t == WKT_GROUPED_BAR ||
                          t == WKT_STACKED_BAR || t == WKT_AREA;
    if (!has_bars || !on_log_axis(l, (size_t)l->val))
        return WK_OK;
    return wkb_error(l->d,
                     WK_EDOMAIN,
                     l->c->channel[l->val].at,
                     "%ss begin at zero, which a logarithmic axis does not "
                     "have\nwrite type: %s, or take %s out of log:",
                     t == WKT_AREA ? "area" : "bar",
                     t == WKT_AREA ? "line" : "dot",
                     l->val == WKT_X ? "x" : "y");
}

wk_status
wkd_take_data(wkd_lay *l)
{
    const size_t n = l->c->n_rows;
    WKB_TRY(find_channels(l));
    WKB_TRY(check_bars(l));
    l->is_out = WKB_NEW(l->a, bool, n);
    if (!l->is_out)
        return WK_ENOMEM;
    for (size_t k = 0; k < WKT_CHANNELS; k++)
        WKB_TRY(take_numbers(l, k));
    WKB_TRY(check_log(l));
    WKB_TRY(wkd_check_domain(l, WKT_X));
    WKB_TRY(wkd_check_domain(l, WKT_Y));
    WKB_TRY(wkd_check_sizes(l));
    for (uint32_t i = 0; i < n; i++)
        l->has_pick = l->has_pick || wkd_is_picked(l, i);
    WKB_TRY(take_panels(l));
    WKB_TRY(take_series(l));
    if (l->cat < 0)
        return WK_OK;
    WKB_TRY(take_names(l,
                       &l->c->channel[l->cat],
                       wants[l->c->type].each_row,
                       &l->cats,
                       &l->cat_of));
    WKB_TRY(order_cats(l));
    return wants[l->c->type].has_cells ? take_cells(l) : WK_OK;
}
