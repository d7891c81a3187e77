/* Waffle: a cell a count, filled by column (on a phone by row). */
#include <math.h>

#include "draw/layout.h"

enum { MOST_CELLS = 640, KEY_STEP = 26, PHONE_KEY_STEP = 24 };

static wk_status
refuse(const wkd_lay *l, uint32_t row)
{
    return wkb_error(l->d,
                     WK_EDOMAIN,
                     l->c->channel[l->val].at,
                     "row %q has %S, which a waffle cannot show\n"
                     "write type: bar",
                     l->c->row_id ? l->c->row_id[row] : wkd_label_of(l, row),
                     l->c->channel[l->val].text[row]);
}

static double
sum_of(const wkd_lay *l, uint32_t cat)
{
    double sum = 0;
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        const double v = wkd_best(&l->num[l->val][i]);
        if (l->cat_of[i] == cat && wkd_in_panel(l, i) && !isnan(v))
            sum += v;
    }
    return sum;
}

/* Whether a part of it, or all, is not known. */
static bool
lacks(const wkd_lay *l, uint32_t cat)
{
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        if (l->cat_of[i] == cat && wkd_in_panel(l, i) &&
            isnan(wkd_best(&l->num[l->val][i])))
            return true;
    }
    return false;
}

static wkb_str
count_text(wkd_lay *l, uint32_t cat)
{
    const double sum = sum_of(l, cat);
    const wku_num n = {sum, sum, sum};
    return lacks(l, cat) ? WKB_STR("not known")
                         : wkd_number(l, &l->axis[0], &n);
}

/* What a cell stands for: 1, or 2, 5, 10 ... of them. */
static double
cell_worth(double total, bool is_count)
{
    static const double steps[] = {1, 2, 5};
    double worth = 1;
    if (!(total > 0))
        return 1;
    int i = is_count ? 0 : 3 * ((int)floor(log10(total / MOST_CELLS)) - 1);
    do {
        const int power = (int)floor(i / 3.0);
        worth = steps[i - 3 * power] * pow(10, power);
        i++;
    } while (total / worth > MOST_CELLS);
    return worth;
}

static wk_status
prepare(wkd_lay *l)
{
    double most = 0;
    bool is_count = true;
    WKB_TRY(wkd_take_axis(l, 0, l->val));
    if (l->cats.n > WKD_SERIES + 1)
        return wkb_error(l->d,
                         WK_ELIMIT,
                         l->c->channel[l->cat].at,
                         "%z parts are more than the %d colors that can be "
                         "told apart\njoin the small ones, or write type: bar",
                         l->cats.n,
                         (int)WKD_SERIES);
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        const double v = wkd_best(&l->num[l->val][i]);
        if (v < 0)
            return refuse(l, i);
        is_count = is_count && (isnan(v) || v == floor(v));
    }
    const size_t n = l->panels.n ? l->panels.n : 1;
    for (l->panel = 0; l->panel < n; l->panel++) {
        double total = 0;
        for (uint32_t c = 0; c < l->cats.n; c++)
            total += sum_of(l, c);
        most = fmax(most, total);
    }
    l->panel = 0;
    l->per_cell = cell_worth(most, is_count);
    if (l->axis[0].unit_text.n) {
        wkd_head(l, l->x0, &l->axis[0], WKD_NO_KEY);
        l->y += 8;
    }
    return l->status;
}

/* A color to each, neutral to the ninth. */
static uint8_t
color_of(const wkd_lay *l, uint32_t cat)
{
    if (l->has_pick) {
        for (uint32_t i = 0; i < l->c->n_rows; i++) {
            if (l->cat_of[i] == cat && wkd_is_picked(l, i))
                return WKD_HIGHLIGHT;
        }
        return WKD_NEUTRAL;
    }
    for (size_t i = 0; i < l->c->n_colors; i++) {
        if (wkb_str_eq(l->c->colors[i].series, l->cats.item[cat]))
            return l->c->colors[i].color;
    }
    return cat < WKD_SERIES ? (uint8_t)(cat + 1) : WKD_NEUTRAL;
}

static size_t
cells_of(const wkd_lay *l, uint32_t cat)
{
    const double v = sum_of(l, cat);
    const double n = round(v / l->per_cell);
    return v > 0 && n < 1 ? 1 : (size_t)n;
}

typedef struct grid {
    double cell, gap;
    size_t across, down;
} grid;

/* Beside the cells stands the key, as wide as it needs, up to a share. */
static grid
grid_of(const wkd_lay *l, size_t n, double key)
{
    const double room = l->x1 - l->x0;
    const bool narrow = l->is_phone || l->panels.n > 1;
    grid g = {.cell = narrow ? 9 : 11, .gap = 2};
    const double beside = room - 18 - fmin(key, .5 * room);
    const double share = narrow ? room : fmin(beside, 36 * 13);
    g.across = (size_t)((share + g.gap) / (g.cell + g.gap));
    g.down = n ? (n + g.across - 1) / g.across : 1;
    return g;
}

static void
put_cells(wkd_lay *l, const grid *g, uint32_t cat, size_t from, size_t to)
{
    const double step = g->cell + g->gap;
    const bool by_row = l->is_phone || l->panels.n > 1;
    uint32_t row = 0;
    while (row < l->c->n_rows &&
           !(l->cat_of[row] == cat && wkd_in_panel(l, row)))
        row++;
    const wkb_str count = count_text(l, cat);
    const uint32_t datum = wkd_datum_text(
        l,
        row,
        l->cats.item[cat],
        lacks(l, cat) ? count : wkd_with_unit(l, count, &l->axis[0]));
    wkd_begin(l, WKD_RECTS, WKD_FILL, color_of(l, cat));
    if (l->status != WK_OK)
        return;
    wkd_last(l)->datum = datum;
    for (size_t i = from; i < to && l->status == WK_OK; i++) {
        const size_t column = by_row ? i % g->across : i / g->down;
        const size_t line = by_row ? i / g->across : i % g->down;
        const double x = l->x0 + (double)column * step;
        const double y = l->y + 2 + (double)line * step;
        wkd_to(l, x, y);
        wkd_to(l, x + g->cell, y + g->cell);
    }
}

/* Count and name beside a swatch. */
static void
put_key(wkd_lay *l, uint32_t cat, double x, double y, double widest)
{
    const uint8_t color = color_of(l, cat);
    wkd_rect(
        l, WKD_KEY, color, (wkd_box){x, y - 10, x + 11, y + 1}, WKD_NO_DATUM);
    wkd_word w = wkd_say(lacks(l, cat) ? WKD_WORD_UNKNOWN : WKD_WORD_LABEL,
                         count_text(l, cat),
                         x + 18,
                         y);
    w.color = color;
    (void)wkd_add(l, w);
    const double left = x + 18 + widest + 8;
    w = wkd_say(WKD_WORD_LABEL, l->cats.item[cat], left, y);
    w.color = color;
    w.face = WKD_REGULAR;
    w.s = wkd_fit(l, w.s, WKD_REGULAR, 12, l->x1 - left);
    (void)wkd_add(l, w);
}

static wk_status
draw(wkd_lay *l)
{
    const bool below = l->is_phone || l->panels.n > 1;
    uint32_t *cat = WKB_NEW(l->a, uint32_t, l->cats.n);
    size_t total = 0, from = 0;
    if (!cat)
        return WK_ENOMEM;
    const size_t n = wkd_panel_cats(l, cat);
    for (size_t i = 0; i < n; i++)
        total += cells_of(l, cat[i]);
    double widest = 0, names = 0;
    for (size_t i = 0; i < n; i++) {
        widest =
            fmax(widest, wkd_width(l, count_text(l, cat[i]), WKD_BOLD, 12));
        names =
            fmax(names, wkd_width(l, l->cats.item[cat[i]], WKD_REGULAR, 12));
    }
    const grid g = grid_of(l, total, 18 + widest + 8 + names + 1);
    const double step = g.cell + g.gap;
    const size_t columns = below ? g.across : (total + g.down - 1) / g.down;
    const double width = (double)columns * step;
    const double height = (double)g.down * step;
    wkd_box *plot = WKB_PUSH(l->a, &l->s->plot);
    if (!plot)
        return WK_ENOMEM;
    *plot = (wkd_box){l->x0, l->y, l->x0 + width + 1, l->y + height + 3};
    for (size_t i = 0; i < n; i++) {
        const size_t to = from + cells_of(l, cat[i]);
        if (to > from)
            put_cells(l, &g, cat[i], from, to);
        from = to;
    }
    const double left = below ? l->x0 : l->x0 + width + 18;
    double y = below ? l->y + height + 22 : l->y + 14;
    for (size_t i = 0; i < n; i++) {
        put_key(l, cat[i], left, y, widest);
        y += below ? PHONE_KEY_STEP : KEY_STEP;
    }
    l->y = fmax(l->y + height + 4, y - 16);
    return l->status;
}

static wk_status
finish(wkd_lay *l)
{
    if (l->per_cell == 1 && l->axis[0].unit_text.n == 0)
        return WK_OK;
    const wkb_str text = wkd_tick_with_unit(l, &l->axis[0], l->per_cell);
    (void)wkd_add_inside(l,
                         wkd_say(WKD_WORD_NOTE,
                                 wkd_join(l, WKB_STR("one cell: "), "", text),
                                 l->x0,
                                 l->y + 14),
                         l->x0,
                         l->x1);
    l->y += 18;
    return l->status;
}

const wkd_family wkd_waffle = {prepare, draw, finish};
