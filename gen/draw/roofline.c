/* Roofline: what memory and arithmetic allow, and where cases lie under it. */
#include <math.h>

#include "draw/layout.h"

/* In units of the axes. */
typedef struct roof {
    double peak, slope, ridge;
} roof;

static roof
roof_of(const wkd_lay *l)
{
    const wkt_roof *r = &l->c->roof;
    const double peak = wkd_best(&r->peak) / l->axis[1].unit;
    const double ridge =
        wkd_best(&r->peak) / wkd_best(&r->bandwidth) / l->axis[0].unit;
    return (roof){peak, peak / ridge, ridge};
}

static double
under(const roof *r, double x)
{
    return fmin(r->peak, r->slope * x);
}

/* The axes' units are those of the request's numbers, or of the roof where
 * there are none. */
static void
take_unit(wkd_lay *l, int which, const wku_type *type)
{
    wkd_axis *x = &l->axis[which];
    wkb_out text = wkb_out_kept(l->a);
    x->is_used = x->is_log = true;
    x->unit = type->unit.factor;
    wku_unit_put(&text, l->c->units, &type->unit);
    x->unit_text = wkd_kept(l, &text);
}

static wk_status
check_roof(const wkd_lay *l)
{
    const wkt_roof *r = &l->c->roof;
    const double peak = wkd_best(&r->peak), bandwidth = wkd_best(&r->bandwidth);
    if (peak > 0 && bandwidth > 0 && isfinite(peak / bandwidth))
        return WK_OK;
    return wkb_error(l->d,
                     WK_EDOMAIN,
                     l->c->at,
                     "a roof needs a peak and a bandwidth above zero\n"
                     "write values that are known");
}

static bool
has_place(const wkd_lay *l, uint32_t row)
{
    return wkd_in_panel(l, row) && l->num[WKT_X] &&
           wkd_best(&l->num[WKT_X][row]) > 0;
}

static double
height_of(const wkd_lay *l, const roof *r, uint32_t row)
{
    const double y =
        l->num[WKT_Y] ? wkd_best(&l->num[WKT_Y][row]) : (double)NAN;
    return y > 0 ? y : under(r, wkd_best(&l->num[WKT_X][row]));
}

static wk_status
prepare(wkd_lay *l)
{
    const wkt_channel *ch = l->c->channel;
    double lo = INFINITY, hi = -INFINITY;
    WKB_TRY(check_roof(l));
    l->axis[0].ch = &ch[WKT_X];
    l->axis[1].ch = &ch[WKT_Y];
    take_unit(l, 0, &l->c->roof.ridge_type);
    take_unit(l, 1, &l->c->roof.peak_type);
    if (ch[WKT_X].is_used)
        WKB_TRY(wkd_take_axis(l, 0, WKT_X));
    if (ch[WKT_Y].is_used)
        WKB_TRY(wkd_take_axis(l, 1, WKT_Y));
    const roof r = roof_of(l);
    for (uint32_t i = 0; i < l->c->n_rows && l->num[WKT_X]; i++) {
        if (!l->is_out[i])
            wkd_widen(wkd_best(&l->num[WKT_X][i]), &lo, &hi);
    }
    lo = fmin(lo / 2, r.ridge / 60);
    hi = fmax(hi * 2, r.ridge * 7);
    WKB_TRY(wkd_set_domain(l, 0, lo, hi, false));
    lo = under(&r, l->axis[0].lo);
    for (uint32_t i = 0; i < l->c->n_rows && l->num[WKT_X]; i++) {
        if (!l->is_out[i])
            wkd_widen(height_of(l, &r, i) * .7, &lo, &hi);
    }
    WKB_TRY(wkd_set_domain(l, 1, lo, fmax(r.peak * 2.5, 0), false));
    wkd_set_ticks(l, &l->axis[1], 300, false);
    wkd_head(l, l->x0, &l->axis[1], WKD_NO_KEY);
    l->y += 23;
    return l->status;
}

static void
put_roof(wkd_lay *l, const roof *r)
{
    const wkd_axis *x = &l->axis[0], *y = &l->axis[1];
    const double ridge = wkd_at(x, r->ridge), peak = wkd_at(y, r->peak);
    const double left = wkd_at(y, under(r, x->lo));
    wkd_begin(l, WKD_AREA, WKD_WASH, 1);
    wkd_to(l, x->p0, y->p0);
    wkd_to(l, x->p0, left);
    wkd_to(l, ridge, peak);
    wkd_to(l, ridge, y->p0);
    wkd_begin(l, WKD_AREA, WKD_WASH, 2);
    wkd_to(l, ridge, y->p0);
    wkd_to(l, ridge, peak);
    wkd_to(l, x->p1, peak);
    wkd_to(l, x->p1, y->p0);
    wkd_begin(l, WKD_LINE, WKD_STROKE, 1);
    wkd_to(l, x->p0, left);
    wkd_to(l, ridge, peak);
    wkd_begin(l, WKD_LINE, WKD_STROKE, 2);
    wkd_to(l, ridge, peak);
    wkd_to(l, x->p1, peak);
    wkd_begin(l, WKD_LINE, WKD_LEAD, WKD_NEUTRAL);
    if (l->status != WK_OK)
        return;
    wkd_last(l)->dash = WKD_DASH_DOTS;
    wkd_to(l, ridge, peak);
    wkd_to(l, ridge, y->p0);
}

/* Along the slope, above its middle. */
static void
name_slope(wkd_lay *l)
{
    const wkd_axis *x = &l->axis[0], *y = &l->axis[1];
    const roof r = roof_of(l);
    const double x0 = x->p0, y0 = wkd_at(y, under(&r, x->lo));
    const double x1 = wkd_at(x, r.ridge), y1 = wkd_at(y, r.peak);
    const double angle = atan2(y1 - y0, x1 - x0);
    wkd_word w = wkd_say(WKD_WORD_LABEL,
                         wkd_join(l,
                                  WKB_STR("memory: "),
                                  "",
                                  wkd_pretty(l, l->c->roof.bandwidth_text)),
                         x0 + .45 * (x1 - x0) + 10 * sin(angle),
                         y0 + .45 * (y1 - y0) - 10 * cos(angle));
    w.angle = angle * 180 / acos(-1);
    w.anchor = WKD_MIDDLE;
    w.color = 1;
    wkd_measure_word(l, &w);
    if (w.width < .8 * hypot(x1 - x0, y1 - y0))
        wkd_add_free(l, w);
    else
        wkd_drop(l, 1);
}

static void
name_roof(wkd_lay *l, const roof *r)
{
    const wkd_axis *x = &l->axis[0], *y = &l->axis[1];
    const wku_num ridge = {r->ridge, r->ridge, r->ridge};
    wkd_word w = wkd_say(WKD_WORD_LABEL,
                         wkd_join(l,
                                  WKB_STR("arithmetic: "),
                                  "",
                                  wkd_pretty(l, l->c->roof.peak_text)),
                         x->p1,
                         wkd_at(y, r->peak) - 10);
    w.anchor = WKD_END;
    w.color = 2;
    wkd_add_free(l, w);
    w = wkd_say(WKD_WORD_VALUE,
                wkd_join(l, WKB_STR("balance: "), "", wkd_number(l, x, &ridge)),
                wkd_at(x, r->ridge) - 9,
                y->p0 - 10);
    w.face = WKD_BOLD;
    w.anchor = WKD_END;
    w.has_halo = true;
    wkd_add_free(l, w);
    name_slope(l);
}

static wkb_str
name_of(wkd_lay *l, const roof *r, uint32_t row)
{
    const wkt_channel *ch = &l->c->channel[WKT_LABEL];
    const double y = height_of(l, r, row);
    const wku_num n = {y, y, y};
    const wkb_str value = wkd_number(l, &l->axis[1], &n);
    if (!ch->is_used || ch->text[row].n == 0)
        return value;
    return wkd_join(l, ch->text[row], ": ", value);
}

static void
put_case(wkd_lay *l, const roof *r, uint32_t row)
{
    const double x = wkd_at(&l->axis[0], wkd_best(&l->num[WKT_X][row]));
    const double y = wkd_at(&l->axis[1], height_of(l, r, row));
    const uint8_t color = wkd_is_picked(l, row) ? WKD_HIGHLIGHT : 1;
    const double radius = color == WKD_HIGHLIGHT ? 6.5 : 5;
    const uint32_t datum = wkd_datum_of(l, row, name_of(l, r, row), WKT_X);
    wkd_point_at(l,
                 (wkd_dot){.role = WKD_POINT,
                           .color = color,
                           .shape = WKD_CIRCLE,
                           .radius = radius,
                           .x = x,
                           .y = y,
                           .datum = datum});
    wkd_avoid(l, (wkd_box){x - radius, y - radius, x + radius, y + radius});
}

static void
name_case(wkd_lay *l, const roof *r, uint32_t row)
{
    const uint8_t color = wkd_is_picked(l, row) ? WKD_HIGHLIGHT : 1;
    const double x = wkd_at(&l->axis[0], wkd_best(&l->num[WKT_X][row]));
    const double y = wkd_at(&l->axis[1], height_of(l, r, row));
    wkd_word w =
        wkd_say(color == WKD_HIGHLIGHT ? WKD_WORD_LABEL : WKD_WORD_VALUE,
                name_of(l, r, row),
                0,
                0);
    w.color = color;
    wkd_place(l, w, x, y, color == WKD_HIGHLIGHT ? 6.5 : 5);
}

/* Steps along the slope are in the way of labels. */
static void
avoid_roof(wkd_lay *l, const roof *r)
{
    const wkd_axis *x = &l->axis[0], *y = &l->axis[1];
    const double x0 = x->p0, y0 = wkd_at(y, under(r, x->lo));
    const double x1 = wkd_at(x, r->ridge), y1 = wkd_at(y, r->peak);
    for (int i = 0; i < 64; i++) {
        const double s = i / 63.0, px = x0 + s * (x1 - x0),
                     py = y0 + s * (y1 - y0);
        wkd_avoid(l, (wkd_box){px - 1, py - 1, px + 1, py + 1});
    }
    wkd_avoid(l, (wkd_box){x1, y1 - 2, x->p1, y1 + 2});
}

static wk_status
draw(wkd_lay *l)
{
    const double height = l->panels.n > 1 ? 200 : 300;
    wkd_plot(l, height, l->is_phone ? 4 : 14);
    WKB_TRY(l->status);
    const roof r = roof_of(l);
    put_roof(l, &r);
    avoid_roof(l, &r);
    for (uint32_t i = 0; i < l->c->n_rows && l->status == WK_OK; i++) {
        if (has_place(l, i))
            put_case(l, &r, i);
    }
    name_roof(l, &r);
    wkd_annotate(l);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < l->c->n_rows && l->status == WK_OK; i++) {
            if (has_place(l, i) && wkd_is_picked(l, i) == (pass == 0))
                name_case(l, &r, i);
        }
    }
    return l->status;
}

static wk_status
finish(wkd_lay *l)
{
    wkd_foot(l);
    return l->status;
}

const wkd_family wkd_roofline = {prepare, draw, finish};
