/* From a request to a scene: title, panels, note. */
#include <math.h>

#include "draw/layout.h"

enum {
    PHONE_BELOW = 500,
    MARGIN = 16 /* on a phone, and of a file of its own */,
    PANEL_GAP = 24,
    PANEL_ROW_GAP = 32,
    PANEL_TITLE = 26,
    TITLE_LINES = 3,
    CAPTION_LINES = 8,
    CAPTION_STEP = 18
};

static const wkd_family *const families[WKT_CHART_TYPES] = {
    [WKT_BAR] = &wkd_bar,
    [WKT_GROUPED_BAR] = &wkd_grouped_bar,
    [WKT_STACKED_BAR] = &wkd_stacked_bar,
    [WKT_DOT] = &wkd_dots,
    [WKT_RANGE] = &wkd_range,
    [WKT_SCATTER] = &wkd_scatter,
    [WKT_LINE] = &wkd_line,
    [WKT_AREA] = &wkd_area,
    [WKT_ROOFLINE] = &wkd_roofline,
    [WKT_TIMELINE] = &wkd_timeline,
    [WKT_WAFFLE] = &wkd_waffle,
    [WKT_HEATMAP] = &wkd_heatmap,
    [WKT_SLOPE] = &wkd_slope,
};

/* Lines of one text, from l->y downwards. */
static void
put_lines(wkd_lay *l, wkd_word_role role, wkb_str s, double px, double step)
{
    wkb_str line[CAPTION_LINES];
    const wkd_face face = role == WKD_WORD_TITLE ? WKD_BOLD : WKD_REGULAR;
    const size_t most = role == WKD_WORD_CAPTION ? CAPTION_LINES : TITLE_LINES;
    const size_t n =
        wkd_wrap(l, s, (wkd_column){face, px, l->x1 - l->x0}, line, most);
    for (size_t i = 0; i < n; i++) {
        wkd_word w = wkd_say(role, line[i], l->x0, l->y + step);
        w.face = (uint8_t)face;
        w.size_px = px;
        (void)wkd_add(l, w);
        l->y += step;
    }
}

/* Baselines at 22 and 42, the picture from 56 on, where each is one line. */
static void
put_title(wkd_lay *l)
{
    if (!l->is_whole)
        return;
    l->y = 4;
    put_lines(l, WKD_WORD_TITLE, l->c->title, 18, 24);
    l->y -= 2;
    put_lines(l, WKD_WORD_SUBTITLE, l->c->subtitle, 15, 22);
    l->y += 14;
}

static void
put_caption(wkd_lay *l)
{
    if (!l->is_whole)
        return;
    l->y += 4;
    put_lines(l, WKD_WORD_CAPTION, l->s->note, 13, CAPTION_STEP);
    put_lines(l, WKD_WORD_CAPTION, l->c->caption, 13, CAPTION_STEP);
    l->y += 10;
}

static size_t
panels_across(const wkd_lay *l)
{
    if (l->is_phone || l->panels.n < 2)
        return 1;
    return l->panels.n == 2 || l->panels.n == 4 || l->cat >= 0 ? 2 : 3;
}

static double
panel_width(const wkd_lay *l, size_t across)
{
    const double gaps = (double)(across - 1) * PANEL_GAP;
    return (l->x1 - l->x0 - gaps) / (double)across;
}

static wk_status
put_panel(wkd_lay *l, const wkd_family *f)
{
    if (l->panels.n) {
        wkd_word w =
            wkd_say(WKD_WORD_NAME, l->panels.item[l->panel], l->x0, l->y + 12);
        w.face = WKD_BOLD;
        w.size_px = 13;
        (void)wkd_add_inside(l, w, l->x0, l->x1);
        l->y += PANEL_TITLE;
    }
    WKB_TRY(f->draw(l));
    return l->status;
}

static wk_status
put_panels(wkd_lay *l, const wkd_family *f)
{
    const size_t n = l->panels.n ? l->panels.n : 1;
    size_t across = panels_across(l);
    while (across > 1 &&
           !wkd_ticks_fit(
               l, &l->axis[0], panel_width(l, across) - l->axis[1].widest - 20))
        across--;
    l->panel_width = panel_width(l, across);
    const double left = l->x0, right = l->x1;
    double top = l->y + (l->panels.n && l->cat >= 0 ? 10 : 0), bottom = top;
    for (size_t i = 0; i < n; i++) {
        const size_t column = i % across;
        if (i && column == 0)
            top = bottom + (PANEL_ROW_GAP - 12);
        l->panel = (uint8_t)i;
        l->x0 = left + (double)column * (l->panel_width + PANEL_GAP);
        l->x1 = l->x0 + l->panel_width;
        l->y = top;
        WKB_TRY(put_panel(l, f));
        bottom = fmax(bottom, l->y);
    }
    l->x0 = left;
    l->x1 = right;
    l->y = bottom;
    return WK_OK;
}

static void
sentence(wkb_out *out, size_t n, const char *one, const char *many)
{
    if (n)
        wkb_print(out, n == 1 ? one : many, n);
}

/* What the areas of points count. */
static void
tell_size(wkd_lay *l, wkb_out *out)
{
    const wkt_channel *ch = &l->c->channel[WKT_SIZE];
    size_t most = l->c->n_rows;
    if (l->c->type != WKT_SCATTER || !l->num[WKT_SIZE])
        return;
    for (size_t i = 0; i < l->c->n_rows; i++) {
        const double v = wkd_best(&l->num[WKT_SIZE][i]);
        if (isnan(v) || l->is_out[i])
            continue;
        if (most == l->c->n_rows || v > wkd_best(&l->num[WKT_SIZE][most]))
            most = i;
    }
    if (most < l->c->n_rows)
        wkb_print(out,
                  " The area of a point is its %S, up to %S.",
                  ch->quantity.n ? ch->quantity : ch->name,
                  wkd_pretty(l, ch->text[most]));
}

/* Whether another value of what it belongs to is known: else the row of the
 * picture says that none is. */
static bool
has_known(const wkd_lay *l, size_t row)
{
    if (!isnan(wkd_best(&l->num[l->val][row])))
        return true;
    for (size_t i = 0; i < l->c->n_rows; i++) {
        if (l->cat_of[i] == l->cat_of[row] &&
            (!l->panel_of || l->panel_of[i] == l->panel_of[row]) &&
            !isnan(wkd_best(&l->num[l->val][i])))
            return true;
    }
    return false;
}

/* Whether a row has no place, since what places it is not known. */
static bool
is_unplaced(const wkd_lay *l, size_t row)
{
    static const bool by[WKT_CHART_TYPES][2] = {
        [WKT_SCATTER] = {true, true},
        [WKT_LINE] = {true, false},
        [WKT_AREA] = {true, false},
        [WKT_TIMELINE] = {true, false},
        [WKT_ROOFLINE] = {true, false},
    };
    const wkt_chart_type t = l->c->type;
    bool lacks = (t == WKT_SLOPE || (t == WKT_DOT && has_known(l, row))) &&
                 isnan(wkd_best(&l->num[l->val][row]));
    for (size_t k = WKT_X; k <= WKT_Y; k++)
        lacks = lacks ||
                (by[t][k] && l->num[k] && isnan(wkd_best(&l->num[k][row])));
    return lacks && !l->is_out[row];
}

static size_t
unplaced(const wkd_lay *l)
{
    size_t n = 0;
    for (size_t i = 0; i < l->c->n_rows; i++)
        n += is_unplaced(l, i);
    return n;
}

/* The request's note, and what the picture does not show. */
static void
put_note(wkd_lay *l)
{
    wkb_out out = wkb_out_kept(l->a);
    wkb_put(&out, l->c->note);
    if (l->c->note.n && l->c->note.p[l->c->note.n - 1] != '.')
        wkb_putc(&out, '.');
    tell_size(l, &out);
    sentence(&out,
             unplaced(l),
             " %z row has no place: what places it is not known.",
             " %z rows have no place: what places them is not known.");
    sentence(&out,
             l->s->n_left_out,
             " %z row that is not above zero is left out.",
             " %z rows that are not above zero are left out.");
    sentence(&out,
             l->s->n_dropped,
             " %z label had no room; the table has it.",
             " %z labels had no room; the table has them.");
    if (l->off_zero)
        wkb_puts(&out, " The axis does not start at zero.");
    l->s->note = wkb_trim(wkd_kept(l, &out));
}

/* A chart shows something: a mark that stands for a row, or the roof. */
static wk_status
check_marks(const wkd_lay *l)
{
    for (size_t i = 0; i < l->s->mark.n; i++) {
        const wkd_mark *m = &l->s->mark.item[i];
        const bool is_unknown = m->role == WKD_GHOST || m->role == WKD_EDGE;
        if ((m->datum != WKD_NO_DATUM && !is_unknown) || m->role == WKD_STROKE)
            return WK_OK;
    }
    return wkb_error(l->d,
                     WK_ENONE,
                     l->c->at,
                     l->s->n_left_out
                         ? "no mark is left: all rows are left out\n"
                           "take x or y out of log:"
                         : "there is nothing to draw: no row has a value\n"
                           "choose other rows, or fill the cells");
}

/* Rows one below the other are bounded in number, not in sense. */
static wk_status
check_size(const wkd_lay *l)
{
    enum { MOST_ROWS = 20000 };
    if (l->c->n_rows <= MOST_ROWS)
        return WK_OK;
    return wkb_error(l->d,
                     WK_ELIMIT,
                     l->c->at,
                     "%z rows are more than the %d of one chart\n"
                     "choose some with where or limit",
                     l->c->n_rows,
                     (int)MOST_ROWS);
}

static wk_status
lay_out(wkd_lay *l)
{
    const wkd_family *f = families[l->c->type];
    WKB_TRY(check_size(l));
    if (l->c->n_rows == 0 && l->c->type != WKT_ROOFLINE)
        return check_marks(l);
    WKB_TRY(wkd_take_data(l));
    l->panel_width = panel_width(l, panels_across(l));
    put_title(l);
    WKB_TRY(f->prepare(l));
    WKB_TRY(put_panels(l, f));
    if (f->finish)
        WKB_TRY(f->finish(l));
    WKB_TRY(l->status);
    WKB_TRY(check_marks(l));
    put_note(l);
    put_caption(l);
    l->s->height = ceil(l->y + 2);
    return l->status;
}

wk_status
wkd_layout(wkd_scene **out,
           wkb_arena *a,
           const wkt_chart *c,
           const wkd_measure *m,
           wkd_size size,
           wkb_diag *d)
{
    *out = NULL;
    wkd_scene *s = WKB_NEW(a, wkd_scene, 1);
    wkd_lay *l = WKB_NEW(a, wkd_lay, 1);
    if (!s || !l)
        return WK_ENOMEM;
    l->a = a;
    l->c = c;
    l->m = m;
    l->d = d;
    l->s = s;
    l->is_phone = size.width < PHONE_BELOW;
    l->is_whole = size.is_whole;
    l->x0 = l->is_phone || l->is_whole ? MARGIN : 0;
    l->x1 = size.width - l->x0;
    s->width = size.width;
    s->title = c->title;
    s->alt = c->alt;
    WKB_TRY(lay_out(l));
    *out = s;
    return WK_OK;
}
