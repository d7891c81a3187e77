/* Scatter: points by two values, the named ones labelled. */
#include <math.h>
#include <stdlib.h>

#include "draw/layout.h"

enum { MANY = 150 }; /* points that are small */
static const double faint = 3.6, plain = 5.2, picked = 6;

/* Ends of both axes: whole steps, or a little more than the data. */
static wk_status
take_ends(wkd_lay *l, int which, int channel)
{
    wkd_axis *x = &l->axis[which];
    double lo, hi;
    WKB_TRY(wkd_take_axis(l, which, channel));
    wkd_span_of(l, channel, &lo, &hi);
    if (x->is_log)
        wkd_pad_log(&lo, &hi, .05, 1.03);
    const bool is_free =
        isnan(l->c->domain[channel][0]) && isnan(l->c->domain[channel][1]);
    const bool zero = !x->is_log && !x->is_date && lo > 0 && lo < .4 * hi;
    if (!x->is_log && lo < hi) {
        const double pad = (l->num[WKT_SIZE] ? .06 : .03) * (hi - lo);
        lo -= lo >= 0 && lo < pad ? lo : pad;
        hi += pad;
    }
    WKB_TRY(wkd_set_domain(l, which, lo, hi, zero));
    x->is_whole = !x->is_log && !x->is_date && is_free;
    return l->status;
}

static wk_status
prepare(wkd_lay *l)
{
    WKB_TRY(take_ends(l, 0, WKT_X));
    WKB_TRY(take_ends(l, 1, WKT_Y));
    wkd_set_ticks(l, &l->axis[1], 300, false);
    wkd_head(l, l->x0, &l->axis[1], WKD_KEY_POINTS);
    l->y += 23;
    return l->status;
}

static bool
has_place(const wkd_lay *l, uint32_t row)
{
    return wkd_in_panel(l, row) && !isnan(wkd_best(&l->num[WKT_X][row])) &&
           !isnan(wkd_best(&l->num[WKT_Y][row]));
}

static wkb_str
label_of(const wkd_lay *l, uint32_t row)
{
    const wkt_channel *ch = &l->c->channel[WKT_LABEL];
    return ch->is_used ? ch->text[row] : (wkb_str){NULL, 0};
}

/* What has no name where others have is drawn faintly. */
static bool
is_named(const wkd_lay *l, uint32_t row)
{
    return label_of(l, row).n || !l->c->channel[WKT_LABEL].is_used;
}

static uint8_t
color_of(const wkd_lay *l, uint32_t row)
{
    return is_named(l, row) || wkd_is_picked(l, row) ? wkd_color_of(l, row)
                                                     : WKD_NEUTRAL;
}

static double
radius_of(const wkd_lay *l, uint32_t row)
{
    double lo, hi;
    if (!l->num[WKT_SIZE]) {
        return wkd_is_picked(l, row)                      ? picked
               : is_named(l, row) && l->c->n_rows <= MANY ? plain
                                                          : faint;
    }
    wkd_span_of(l, WKT_SIZE, &lo, &hi);
    const double v = wkd_best(&l->num[WKT_SIZE][row]);
    return isnan(v) || !(hi > 0) ? 3 : 3 + 13 * sqrt(fmax(v, 0) / hi);
}

/* A range, which labels keep off. */
static void
put_span(wkd_lay *l, uint8_t color, wkd_point a, wkd_point b)
{
    wkd_begin(l, WKD_SEGMENTS, WKD_JOIN, color);
    wkd_to(l, a.x, a.y);
    wkd_to(l, b.x, b.y);
    wkd_avoid(l,
              (wkd_box){fmin(a.x, b.x) - 1,
                        fmin(a.y, b.y) - 1,
                        fmax(a.x, b.x) + 1,
                        fmax(a.y, b.y) + 1});
}

static void
put_spans(wkd_lay *l, uint32_t row, uint8_t color, double x, double y)
{
    const wku_num *nx = &l->num[WKT_X][row], *ny = &l->num[WKT_Y][row];
    const wkd_axis *ax = &l->axis[0], *ay = &l->axis[1];
    if (wku_is_range(nx))
        put_span(l,
                 color,
                 (wkd_point){wkd_at(ax, nx->lo), y},
                 (wkd_point){wkd_at(ax, nx->hi), y});
    if (wku_is_range(ny))
        put_span(l,
                 color,
                 (wkd_point){x, wkd_at(ay, ny->lo)},
                 (wkd_point){x, wkd_at(ay, ny->hi)});
}

static wkb_str
tooltip_of(wkd_lay *l, uint32_t row)
{
    const wkt_channel *ch = l->c->channel;
    wkb_out out = wkb_out_kept(l->a);
    wkb_print(&out,
              "%S, %S",
              wkd_pretty(l, ch[WKT_X].text[row]),
              wkd_pretty(l, ch[WKT_Y].text[row]));
    if (ch[WKT_SIZE].is_used)
        wkb_print(&out, ", %S", wkd_pretty(l, ch[WKT_SIZE].text[row]));
    return wkd_kept(l, &out);
}

static void
put_point(wkd_lay *l, uint32_t row)
{
    const double x = wkd_at(&l->axis[0], wkd_best(&l->num[WKT_X][row]));
    const double y = wkd_at(&l->axis[1], wkd_best(&l->num[WKT_Y][row]));
    const uint32_t series = l->series.n ? l->series_of[row] : 0;
    const uint8_t color = color_of(l, row);
    const double r = radius_of(l, row);
    put_spans(l, row, color, x, y);
    wkd_point_at(l,
                 (wkd_dot){.role = series < 4 ? WKD_POINT : WKD_HOLLOW,
                           .color = color,
                           .shape = (wkd_shape)(series % WKD_SHAPES),
                           .radius = r,
                           .x = x,
                           .y = y,
                           .datum = wkd_datum_text(
                               l, row, label_of(l, row), tooltip_of(l, row))});
    wkd_avoid(l, (wkd_box){x - r, y - r, x + r, y + r});
}

static void
put_label(wkd_lay *l, uint32_t row)
{
    const uint8_t color = color_of(l, row);
    wkd_word w = wkd_say(WKD_WORD_LABEL, label_of(l, row), 0, 0);
    if (color != WKD_HIGHLIGHT)
        w.face = WKD_REGULAR;
    w.color = color;
    w.datum = WKD_NO_DATUM;
    wkd_place(l,
              w,
              wkd_at(&l->axis[0], wkd_best(&l->num[WKT_X][row])),
              wkd_at(&l->axis[1], wkd_best(&l->num[WKT_Y][row])),
              radius_of(l, row));
}

/* What is picked out is labelled first, then in the order of the rows. */
static void
put_labels(wkd_lay *l)
{
    size_t n = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < l->c->n_rows && l->status == WK_OK; i++) {
            if (!has_place(l, i) || label_of(l, i).n == 0 ||
                wkd_is_picked(l, i) == (pass == 1))
                continue;
            if (n++ < WKD_MOST_LABELS)
                put_label(l, i);
            else
                wkd_drop(l, 1);
        }
    }
}

/* Large points first, so that small ones stay in sight. */
static wk_status
put_points(wkd_lay *l)
{
    for (uint32_t i = 0; i < l->c->n_rows && l->status == WK_OK; i++) {
        if (has_place(l, i) && !wkd_is_picked(l, i))
            put_point(l, i);
    }
    for (uint32_t i = 0; i < l->c->n_rows && l->status == WK_OK; i++) {
        if (has_place(l, i) && wkd_is_picked(l, i))
            put_point(l, i);
    }
    return l->status;
}

static wk_status
draw(wkd_lay *l)
{
    const double height = l->panels.n > 1 ? 200 : l->is_phone ? 320 : 340;
    wkd_plot(l, height, l->is_phone ? 4 : 12);
    WKB_TRY(l->status);
    WKB_TRY(put_points(l));
    wkd_annotate(l);
    put_labels(l);
    return l->status;
}

static wk_status
finish(wkd_lay *l)
{
    wkd_foot(l);
    return l->status;
}

const wkd_family wkd_scatter = {prepare, draw, finish};
