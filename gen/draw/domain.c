/* What a picture would show otherwise than it is: outside a domain that is asked
 * for it would stand at the edge, below zero as no size, a range as its middle. */
#include <math.h>

#include "base/num.h"
#include "draw/layout.h"

static wkb_str
row_name(const wkd_lay *l, size_t row)
{
    return l->c->row_id ? l->c->row_id[row] : wkd_label_of(l, (uint32_t)row);
}

static wk_status
refuse_row(const wkd_lay *l, size_t k, size_t row)
{
    const wkt_channel *ch = &l->c->channel[k];
    return wkb_error(l->d,
                     WK_EDOMAIN,
                     ch->at,
                     "row %q has the %S %S, outside the domain of %s\n"
                     "widen the domain, or choose other rows with where",
                     row_name(l, row),
                     ch->quantity.n ? ch->quantity : ch->name,
                     ch->text[row],
                     k == WKT_X ? "x" : "y");
}

static bool
is_outside(double v, double low, double high)
{
    return (v < low && !wkb_same(v, low)) || (v > high && !wkb_same(v, high));
}

/* NaN, of an end that is not asked for, is left of nothing. */
wk_status
wkd_check_domain(const wkd_lay *l, size_t k)
{
    const bool is_date = l->c->channel[k].type.kind == WKU_DATE;
    double end[2];
    for (size_t i = 0; i < WKB_COUNT(end); i++) {
        end[i] = l->c->domain[k][i];
        end[i] = is_date ? wkd_day_of(end[i]) : end[i];
    }
    if (end[0] >= end[1])
        return WK_OK; /* told when the axis is made */
    for (size_t i = 0; i < l->c->n_rows && l->num[k]; i++) {
        const wku_num *n = &l->num[k][i];
        if (!l->is_out[i] && (is_outside(n->v, end[0], end[1]) ||
                              is_outside(n->lo, end[0], end[1]) ||
                              is_outside(n->hi, end[0], end[1])))
            return refuse_row(l, k, i);
    }
    return WK_OK;
}

wk_status
wkd_check_sizes(const wkd_lay *l)
{
    const wkt_channel *ch = &l->c->channel[WKT_SIZE];
    for (size_t i = 0; i < l->c->n_rows && l->num[WKT_SIZE]; i++) {
        const wku_num *n = &l->num[WKT_SIZE][i];
        if (!l->is_out[i] && (n->v < 0 || n->lo < 0))
            return wkb_error(l->d,
                             WK_EDOMAIN,
                             ch->at,
                             "row %q has the size %S, which no area has\n"
                             "choose other rows with where, or leave out size:",
                             row_name(l, i),
                             ch->text[i]);
    }
    return WK_OK;
}

wk_status
wkd_check_ends(const wkd_lay *l)
{
    const wkt_channel *ch = &l->c->channel[l->val];
    for (size_t i = 0; i < l->c->n_rows && l->c->has_base; i++) {
        const wku_num *n = &l->num[l->val][i];
        if (!l->is_out[i] && isnan(n->v) && wku_is_range(n))
            return wkb_error(l->d,
                             WK_EDOMAIN,
                             ch->at,
                             "row %q has the %S %S, a range, where a bar ends "
                             "at one value\nleave out base:, or give the value "
                             "a best one, as in 40 [38..43]",
                             row_name(l, i),
                             ch->quantity.n ? ch->quantity : ch->name,
                             ch->text[i]);
    }
    return WK_OK;
}

/* What begins at zero is measured from there. */
wk_status
wkd_check_measured(const wkd_lay *l, int which, double lo, double hi)
{
    const wkd_axis *x = &l->axis[which];
    const bool is_x = x->ch == &l->c->channel[WKT_X];
    const double *asked = l->c->domain[is_x ? WKT_X : WKT_Y];
    if (asked[0] > 0 || asked[1] < 0)
        return wkb_error(l->d,
                         WK_EDOMAIN,
                         x->ch->at,
                         "%ss begin at zero, which is outside the domain\n"
                         "write 0 as its lower end, or type: %s",
                         l->c->type == WKT_AREA ? "area" : "bar",
                         l->c->type == WKT_AREA ? "line" : "dot");
    const double low = asked[0] / x->unit, high = asked[1] / x->unit;
    if (is_outside(lo, low, high) || is_outside(hi, low, high))
        return wkb_error(l->d,
                         WK_EDOMAIN,
                         x->ch->at,
                         "the parts together lie outside the domain of %s\n"
                         "widen the domain",
                         is_x ? "x" : "y");
    return WK_OK;
}
