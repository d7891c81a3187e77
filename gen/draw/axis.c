/* Axes of numbers and dates: their unit, what they span, where a value lies. */
#include <math.h>

#include "base/num.h"
#include "draw/layout.h"
#include "units/date.h"

/* Numbers on an axis have at most so many digits before the point, and begin
 * at most so many places behind it. */
enum { MOST_DIGITS = 5, MOST_ZEROS = 2 };
enum { MOST_POWER = 12 }; /* trillion */

void
wkd_widen(double v, double *lo, double *hi)
{
    if (isnan(v))
        return;
    *lo = fmin(*lo, v);
    *hi = fmax(*hi, v);
}

void
wkd_pad_log(double *lo, double *hi, double share, double factor)
{
    if (!(*lo > 0 && *hi >= *lo))
        return;
    const double ratio = *hi / *lo, part = fmin(1, log(ratio) / log(2));
    const double pad = pow(ratio, share) * (1 + (factor - 1) * part);
    *lo /= pad;
    *hi *= pad;
}

void
wkd_span_of(const wkd_lay *l, int channel, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t i = 0; i < l->c->n_rows && l->num[channel]; i++) {
        const wku_num *n = &l->num[channel][i];
        if (l->is_out[i])
            continue;
        wkd_widen(n->v, lo, hi);
        wkd_widen(n->lo, lo, hi);
        wkd_widen(n->hi, lo, hi);
    }
}

/* The days that dates without a day or a month stand for. */
void
wkd_date_span(const wkd_lay *l, int channel, double *lo, double *hi)
{
    const wkt_channel *ch = &l->c->channel[channel];
    for (size_t i = 0; ch->type.kind == WKU_DATE && i < l->c->n_rows; i++) {
        const double mid = l->num[channel][i].v;
        long year;
        int month, day;
        if (isnan(mid) || l->is_out[i] || wku_date_has_day(ch->num[i].v))
            continue;
        wkd_year_of(mid, &year, &month, &day);
        const bool has_month = wku_date_has_month(ch->num[i].v);
        wkd_widen(wkd_day_of_year(year, has_month ? month : 1), lo, hi);
        wkd_widen(wkd_day_of_year(has_month ? year : year + 1,
                                  has_month ? month + 1 : 1),
                  lo,
                  hi);
    }
}

/* Digits before the point; 0 or less: zeros behind it. */
static int
digits_of(double v)
{
    return v == 0 ? 1 : wkb_dec_rounded(fabs(v)).exp;
}

/* The unit that the formatter would choose for the largest value. */
static wk_status
chosen_unit(wkd_lay *l, const wkt_channel *ch, double most, wku_unit *unit)
{
    wkb_out out = wkb_out_kept(l->a);
    const wku_num n = {most, most, most};
    const wku_format f = WKU_FORMAT_INIT;
    return wku_print(
        &out, l->c->units, &n, &ch->type, &f, (wkb_str){NULL, 0}, unit);
}

static bool
is_legible(double v)
{
    const int n = digits_of(v);
    return n <= MOST_DIGITS && n > -MOST_ZEROS;
}

/* A power of ten in words, or as one, before the unit. */
static wkb_str
scaled_unit(wkd_lay *l, int power, wkb_str unit)
{
    static const char *const words[] = {
        "", "thousand", "million", "billion", "trillion"};
    if (power == 0)
        return unit;
    const wkb_str scale = power > 0 && power <= MOST_POWER
                              ? wkb_str_of(words[power / 3])
                              : wkd_power(l, pow(10, power));
    return wkd_join(l, scale, unit.n ? " " : "", unit);
}

/* As the values are written if that is legible, else as the formatter would
 * write the largest (of a logarithmic axis the middle); what no prefix makes
 * legible is counted in millions. */
static wk_status
choose_unit(wkd_lay *l, wkd_axis *x, double least, double most)
{
    wku_unit unit = x->ch->type.unit;
    const double shown = x->is_log ? sqrt(least) * sqrt(most) : most;
    const bool may = !x->ch->has_unit && most > 0 && isfinite(most) &&
                     (!x->is_log || most / least < 1e7);
    wkb_out text = wkb_out_kept(l->a);
    if (may && !is_legible(shown / unit.factor))
        WKB_TRY(chosen_unit(l, x->ch, shown, &unit));
    x->unit = unit.factor;
    wku_unit_put(&text, l->c->units, &unit);
    x->unit_text = wkd_kept(l, &text);
    x->is_binary = x->unit_text.n > 2 && x->unit_text.p[1] == 'i' &&
                   (x->unit_text.p[2] == 'B' || x->unit_text.p[2] == 'b');
    if (!isfinite(shown) || shown == 0 || is_legible(shown / x->unit) ||
        (x->is_log && most / least > 1e4))
        return l->status;
    x->power = (int)floor((digits_of(shown / x->unit) - 1) / 3.0) * 3;
    x->unit *= pow(10, x->power);
    x->unit_text = scaled_unit(l, x->power, x->unit_text);
    return l->status;
}

/* All values of a channel, once the unit of its axis is known. */
static void
into_unit(wkd_lay *l, int channel, double unit)
{
    for (size_t i = 0; i < l->c->n_rows && l->num[channel]; i++) {
        wku_num *n = &l->num[channel][i];
        *n = (wku_num){n->v / unit, n->lo / unit, n->hi / unit};
    }
}

/* Places behind the point that values which differ by less than a fiftieth
 * need to be told apart. */
static int
places_between(double lo, double hi)
{
    enum { MOST = 9 };
    const double span = hi - lo;
    if (!(span > 0) || span > .02 * fmax(fabs(lo), fabs(hi)))
        return 0;
    return (int)wkd_clamp(1 - floor(log10(span)), 0, MOST);
}

wk_status
wkd_take_axis(wkd_lay *l, int which, int channel)
{
    wkd_axis *x = &l->axis[which];
    double lo, hi;
    x->ch = &l->c->channel[channel];
    x->is_used = true;
    x->unit = 1;
    x->is_date = x->ch->type.kind == WKU_DATE;
    x->is_log = l->c->type == WKT_ROOFLINE ||
                (channel == WKT_X && l->c->log_x) ||
                (channel == WKT_Y && l->c->log_y);
    x->may_bear_units = wkd_takes_prefixes(l, x);
    if (x->is_date)
        return WK_OK;
    wkd_span_of(l, channel, &lo, &hi);
    WKB_TRY(choose_unit(l, x, lo, fmax(fabs(lo), fabs(hi))));
    into_unit(l, channel, x->unit);
    x->places = places_between(lo / x->unit, hi / x->unit);
    return WK_OK;
}

/* Ends that differ, around what the data have. */
static void
part_ends(const wkd_axis *x, double *lo, double *hi)
{
    if (!(*lo <= *hi)) {
        *lo = x->is_log ? 1 : 0;
        *hi = x->is_log ? 10 : 1;
    }
    const double least = x->is_date ? 0 : 1e-8; /* of a difference to show */
    if (*hi - *lo > least * fmax(fabs(*lo), fabs(*hi)))
        return;
    const double v = *lo;
    if (x->is_date) {
        *lo = v - 200;
        *hi = v + 200;
    } else if (x->is_log) {
        *lo = v / 3;
        *hi = v * 3;
    } else {
        const bool is_count = v != 0 && v == floor(v) && fabs(v) < 4;
        const double half = is_count ? 1 : fabs(v) / 2;
        *lo = v == 0 ? 0 : v - half;
        *hi = v == 0 ? 1 : v + half;
    }
}

static double
asked_end(const wkd_lay *l, const wkd_axis *x, int end)
{
    const int channel = x->ch == &l->c->channel[WKT_X] ? 0 : 1;
    const double v = l->c->domain[channel][end];
    return x->is_date ? wkd_day_of(v) : v / x->unit;
}

wk_status
wkd_set_domain(wkd_lay *l, int which, double lo, double hi, bool from_zero)
{
    wkd_axis *x = &l->axis[which];
    const bool is_x = x->ch == &l->c->channel[WKT_X];
    const double asked[] = {asked_end(l, x, 0), asked_end(l, x, 1)};
    if (x->is_log && (asked[0] <= 0 || asked[1] <= 0))
        return wkb_error(l->d,
                         WK_EDOMAIN,
                         x->ch->at,
                         "the domain of a logarithmic axis begins above zero\n"
                         "write a positive number");
    if (!x->is_log && !x->is_date &&
        (from_zero || (is_x ? l->c->zero_x : l->c->zero_y)) && lo <= hi) {
        lo = fmin(lo, 0);
        hi = fmax(hi, 0);
    }
    part_ends(x, &lo, &hi);
    x->lo = isnan(asked[0]) ? lo : asked[0];
    x->hi = isnan(asked[1]) ? hi : asked[1];
    if (!x->is_log && x->hi - x->lo < 4)
        x->is_binary = false; /* fractions are read in tenths */
    if (x->lo < x->hi)
        return WK_OK;
    return wkb_error(l->d,
                     WK_EDOMAIN,
                     x->ch->at,
                     "the domain has no values between its ends\n"
                     "write the lower end first");
}

double
wkd_clamp(double v, double lo, double hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

double
wkd_at(const wkd_axis *x, double v)
{
    const double share = x->is_log ? log10(v / x->lo) / log10(x->hi / x->lo)
                                   : (v - x->lo) / (x->hi - x->lo);
    return x->p0 + (x->p1 - x->p0) * wkd_clamp(share, 0, 1);
}

static wkb_str
capital(wkd_lay *l, wkb_str s)
{
    char *copy = WKB_NEW(l->a, char, s.n + 1);
    if (!copy || s.n == 0)
        return s;
    for (size_t i = 0; i < s.n; i++)
        copy[i] = s.p[i];
    if (copy[0] >= 'a' && copy[0] <= 'z')
        copy[0] = (char)(copy[0] - 'a' + 'A');
    return (wkb_str){copy, s.n};
}

/* Of a roofline that names no quantity of its own. */
static wkb_str
usual_quantity(const wkd_lay *l, const wkd_axis *x)
{
    return x == &l->axis[0] ? WKB_STR("Arithmetic per byte read")
                            : WKB_STR("Attainable rate");
}

wkb_str
wkd_axis_title(wkd_lay *l, const wkd_axis *x)
{
    wkb_str title = capital(l, x->ch->quantity);
    if (title.n == 0 && l->c->type == WKT_ROOFLINE)
        title = usual_quantity(l, x);
    if (!x->bears_units && x->unit_text.n)
        title = wkd_join(l, title, title.n ? ", " : "", x->unit_text);
    if (x->is_log)
        title = wkd_join(l, title, "", WKB_STR(" (log scale)"));
    return title;
}
