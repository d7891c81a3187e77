/* Ticks: three to eight with a label on each axis. */
#include <math.h>

#include "base/num.h"
#include "draw/layout.h"

enum {
    MOST_STEPS = 400,
    GAP_PX = 10,
    USUAL_TICKS = 6,
    FEW_TICKS = 5,
    MOST_PLACES = 7
};

/* Ticks that may be taken, before their labels are looked at. */
typedef struct ticks {
    size_t n;
    double v[MOST_STEPS];
    int places; /* of a linear step */
    int date;   /* months of a step; 0: days */
    double step;
} ticks;

static void
add(ticks *t, double v)
{
    if (t->n < MOST_STEPS)
        t->v[t->n++] = v;
}

/* A multiple of step inside the axis, ends forgiven a little. */
static void
multiples(ticks *t, const wkd_axis *x, double step)
{
    const double slack = 1e-9 * (x->hi - x->lo);
    t->n = 0;
    t->step = step;
    double k = ceil((x->lo - slack) / step);
    while (k * step <= x->hi + slack && t->n < MOST_STEPS)
        add(t, wkb_round(k++ * step) + 0.0);
}

/* Steps of 1, 2, 5 times a power of ten; of an axis of GiB, powers of two. */
static double
nice_step(const wkd_axis *x, int i)
{
    static const double of_ten[] = {1, 2, 5};
    if (x->is_binary)
        return ldexp(1, i);
    const int power = (int)floor(i / 3.0);
    return of_ten[i - 3 * power] * pow(10, power);
}

static int
first_step(const wkd_axis *x, double least)
{
    int i = x->is_binary ? (int)floor(log2(least)) - 1
                         : 3 * ((int)floor(log10(least)) - 1);
    while (nice_step(x, i) < least * (1 - 1e-9))
        i++;
    return i;
}

/* The ends moved out to a tick. */
static void
widen_to(wkd_axis *x, double step)
{
    x->lo = floor(x->lo / step + 1e-9) * step;
    x->hi = ceil(x->hi / step - 1e-9) * step;
}

/* Whether ends moved out to ticks leave more than a fifth of the axis empty. */
static bool
is_wasteful(const wkd_axis *x, double lo, double hi)
{
    return hi - lo < .8 * (x->hi - x->lo);
}

static bool
is_in(size_t n, size_t most)
{
    return n >= WKD_FEWEST_TICKS && n <= most;
}

/* The largest number of ticks up to most. */
static bool
linear(ticks *t, wkd_axis *x, size_t most)
{
    const double span = x->hi - x->lo;
    const double lo = x->lo, hi = x->hi;
    int i = first_step(x, span / ((double)most + 1));
    for (int end = i + 8; i < end; i++) {
        const double step = nice_step(x, i);
        if (x->is_whole)
            widen_to(x, step);
        if (is_wasteful(x, lo, hi)) {
            x->lo = lo;
            x->hi = hi;
        }
        multiples(t, x, step);
        if (is_in(t->n, most))
            return true;
        x->lo = lo;
        x->hi = hi;
    }
    return false;
}

/* Every k-th of too many ticks, so that three to most are left. */
static bool
thin(ticks *t, size_t most)
{
    for (size_t stride = 1; stride <= t->n; stride++) {
        for (size_t first = 0; first < stride; first++) {
            const size_t n = (t->n - first + stride - 1) / stride;
            if (first >= t->n || !is_in(n, most))
                continue;
            for (size_t i = 0; i < n; i++)
                t->v[i] = t->v[first + i * stride];
            t->n = n;
            return true;
        }
    }
    return false;
}

/* Where no nice step gives so many, every second or third of a finer one. */
static void
finer_linear(ticks *t, const wkd_axis *x, size_t most)
{
    const int first = first_step(x, (x->hi - x->lo) / (4.0 * (double)most));
    for (int i = first; i < first + 10; i++) {
        multiples(t, x, nice_step(x, i));
        if (is_in(t->n, most))
            return;
    }
    for (int i = first + 10; i-- > first - 6;) {
        multiples(t, x, nice_step(x, i));
        if (thin(t, most))
            return;
    }
}

/* Three ticks as far apart as they can be. */
static void
outermost(ticks *t, const wkd_axis *x)
{
    const int first = first_step(x, (x->hi - x->lo) / 12.0);
    multiples(t, x, nice_step(x, first));
    const size_t half = t->n ? (t->n - 1) / 2 : 0;
    if (half == 0)
        return;
    t->v[1] = t->v[half];
    t->v[2] = t->v[2 * half];
    t->n = 3;
}

static int
places_of(double step)
{
    const wkb_dec d = wkb_dec_rounded(step);
    return d.n > d.exp ? d.n - d.exp : 0;
}

/* Powers of ten, each times the n factors, every step-th power. */
static void
powers(ticks *t, const wkd_axis *x, const double *factor, size_t n, int step)
{
    const int first = (int)floor(log10(x->lo) / step) - 1;
    const int last = (int)ceil(log10(x->hi) / step) + 1;
    t->n = 0;
    for (int p = first; p <= last; p++) {
        for (size_t i = 0; i < n; i++) {
            const double v = wkb_round(factor[i] * pow(10, p * step));
            if (v >= x->lo * (1 - 1e-9) && v <= x->hi * (1 + 1e-9))
                add(t, v);
        }
    }
}

/* Powers of two; over many of them those that a prefix stands for. */
static bool
binary_powers(ticks *t, const wkd_axis *x, size_t most)
{
    const bool is_wide = x->hi / x->lo > 4096;
    if (is_wide && !x->may_bear_units)
        return false;
    for (int step = is_wide ? 5 : 1; step < 400; step += is_wide ? 5 : 1) {
        t->n = 0;
        for (int p = (int)ceil(log2(x->lo) / step - 1e-9);
             ldexp(1, p * step) <= x->hi * (1 + 1e-9);
             p++)
            add(t, ldexp(1, p * step));
        if (t->n <= most)
            return t->n >= WKD_FEWEST_TICKS;
    }
    return false;
}

/* Powers of ten, then 1-2-5, then 1-3, then every second, third ... power; of
 * what is narrower than all of these, steps of one size. */
static void
logarithmic(ticks *t, wkd_axis *x, size_t most)
{
    static const double factors[] = {1, 2, 5, 1, 3};
    static const struct {
        size_t first, n;
    } sets[] = {{0, 1}, {0, 3}, {3, 2}};
    if (x->is_binary && binary_powers(t, x, most))
        return;
    for (size_t i = 0; i < WKB_COUNT(sets); i++) {
        powers(t, x, factors + sets[i].first, sets[i].n, 1);
        if (is_in(t->n, most))
            return;
    }
    for (int step = 2; step < 400; step++) {
        powers(t, x, factors, 1, step);
        if (is_in(t->n, most))
            return;
    }
    powers(t, x, factors, 1, 1);
    if (thin(t, most))
        return;
    powers(t, x, factors, 3, 1);
    if (thin(t, most))
        return;
    finer_linear(t, x, most);
    t->places = places_of(t->step);
}

/* Dates: steps of days, months, years. */
static void
month_steps(ticks *t, const wkd_axis *x, int months)
{
    long year;
    int month, day;
    wkd_year_of(x->lo, &year, &month, &day);
    t->n = 0;
    t->date = months;
    long k = (year * 12 + month - 1) / months * months;
    for (; t->n < MOST_STEPS; k += months) {
        const double v = wkd_day_of_year(k / 12, (int)(k % 12) + 1);
        if (v > x->hi + .5)
            return;
        if (v >= x->lo - .5)
            add(t, v);
    }
}

static void
day_steps(ticks *t, const wkd_axis *x, int days)
{
    t->n = 0;
    t->date = 0;
    double k = ceil(x->lo / days);
    while (k * days <= x->hi && t->n < MOST_STEPS)
        add(t, k++ * days);
}

static bool
stands_between(const ticks *t)
{
    return t->date == 12 || t->date == 1;
}

/* Labels of years and months stand in the middle of them. */
static size_t
labels_of(const ticks *t, const wkd_axis *x)
{
    size_t n = 0;
    if (!stands_between(t))
        return t->n;
    for (size_t i = 0; i < t->n; i++)
        n += t->v[i] + (t->date == 12 ? 183 : 15) <= x->hi;
    return n;
}

static const int day_sizes[] = {1, 2, 7, 14};
static const int month_sizes[] = {
    1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12000, 24000};

/* The k-th size of step, days first; false if that is too small to be tried. */
static bool
date_steps(ticks *t, const wkd_axis *x, size_t k)
{
    const double span = x->hi - x->lo;
    if (k < WKB_COUNT(day_sizes)) {
        if (span / day_sizes[k] > 40)
            return false;
        day_steps(t, x, day_sizes[k]);
        return true;
    }
    const int months = month_sizes[k - WKB_COUNT(day_sizes)];
    if (span / (months * 30.0) > 60)
        return false;
    month_steps(t, x, months);
    return true;
}

/* Steps of dates do not come in every size: where there is nothing between,
 * every second or third of a smaller step. */
static void
dates(ticks *t, const wkd_axis *x, size_t most)
{
    const size_t n = WKB_COUNT(day_sizes) + WKB_COUNT(month_sizes);
    for (size_t k = 0; k < n; k++) {
        if (date_steps(t, x, k) && is_in(labels_of(t, x), most))
            return;
    }
    for (size_t k = n; k-- > 0;) {
        if (!date_steps(t, x, k) || !thin(t, most))
            continue;
        t->date = t->date == 1 ? 2 : t->date == 12 ? 24 : t->date;
        return;
    }
}

static wkb_str
date_text(wkd_lay *l, const ticks *t, size_t i)
{
    wkb_out out = wkb_out_kept(l->a);
    long year;
    int month, day;
    wkd_year_of(t->v[i], &year, &month, &day);
    if (t->date >= 12) {
        wkb_print(&out, "%d", (int)year);
    } else if (t->date) {
        wkb_puts(&out, wkd_month_name(month));
        if (i == 0 || month == 1)
            wkb_print(&out, " %d", (int)year);
    } else {
        wkb_print(&out, "%d %s", day, wkd_month_name(month));
        if (i == 0)
            wkb_print(&out, " %d", (int)year);
    }
    return wkd_kept(l, &out);
}

/* Whether a tick of a logarithmic axis can be written in full. */
static bool
is_plain(double v)
{
    return v == 0 || (fabs(v) > .99e-4 && fabs(v) < 1.01e6);
}

bool
wkd_takes_prefixes(const wkd_lay *l, const wkd_axis *x)
{
    const wku_unit *unit = &x->ch->type.unit;
    if (!unit->shown || x->ch->has_unit)
        return false;
    const wku_shown *s = &l->c->units->shown.item[unit->shown];
    return s->n && s->f[0].exp == 1 &&
           l->c->units->name.item[s->f[0].name].prefixes & WKU_UP;
}

/* Whether each tick bears its unit, with a prefix, in a short text. */
static bool
try_units(wkd_lay *l, wkd_axis *x)
{
    enum { LONGEST = 9 };
    if (!x->may_bear_units || x->tick[0] * x->unit < 1e-15 ||
        x->tick[x->n - 1] * x->unit > 1e27)
        return false;
    for (size_t i = 0; i < x->n; i++) {
        x->text[i] = wkd_tick_with_unit(l, x, x->tick[i]);
        if (wkb_utf8_count(x->text[i]) > LONGEST)
            return false;
    }
    return true;
}

static void
log_texts(wkd_lay *l, wkd_axis *x)
{
    bool plain = true;
    for (size_t i = 0; i < x->n; i++)
        plain = plain && is_plain(x->tick[i]);
    x->bears_units = !plain && x->n && try_units(l, x);
    if (!plain && !x->bears_units)
        x->may_bear_units = false;
    for (size_t i = 0; i < x->n && !x->bears_units; i++) {
        const double v = x->tick[i];
        x->text[i] = plain ? wkd_fixed(l, v, places_of(v)) : wkd_power(l, v);
    }
}

static void
take(wkd_lay *l, wkd_axis *x, const ticks *t)
{
    x->n = 0;
    x->is_between = x->is_date && stands_between(t);
    x->by_year = t->date == 12;
    for (size_t i = 0; i < t->n && x->n < WKD_MOST_TICKS; i++) {
        const bool is_cut =
            x->is_between && t->v[i] + (t->date == 12 ? 183 : 15) > x->hi;
        if (is_cut)
            continue;
        x->tick[x->n] = t->v[i];
        x->text[x->n] = x->is_date ? date_text(l, t, i)
                        : t->places > MOST_PLACES
                            ? wkd_power(l, t->v[i])
                            : wkd_fixed(l, t->v[i], t->places);
        x->n++;
    }
    if (x->is_log)
        log_texts(l, x);
    x->widest = 0;
    for (size_t i = 0; i < x->n; i++)
        x->widest = fmax(x->widest, wkd_width(l, x->text[i], WKD_REGULAR, 12));
}

static void
find(ticks *t, wkd_axis *x, size_t most)
{
    t->date = t->places = 0;
    t->n = 0;
    if (!(x->lo < x->hi) || (x->is_log && x->lo <= 0))
        return; /* no axis */
    if (x->is_date) {
        dates(t, x, most);
    } else if (x->is_log) {
        logarithmic(t, x, most);
    } else {
        if (!linear(t, x, most))
            finer_linear(t, x, most);
        t->places = places_of(t->step);
    }
}

/* Whether the labels leave a gap when they stand side by side, those at the
 * ends moved in. */
static bool
stand_apart(wkd_lay *l, const wkd_axis *x, double length_px)
{
    wkd_axis at = *x;
    double end = -INFINITY, left = l->x0, right = l->x1;
    if (fabs(x->p1 - x->p0 - length_px) > 1) { /* not placed yet */
        at.p0 = left = 0;
        at.p1 = right = length_px;
    }
    for (size_t i = 0; i < x->n; i++) {
        const double w = wkd_width(l, x->text[i], WKD_REGULAR, 12);
        const double center =
            wkd_clamp(wkd_at(&at, x->tick[i]), left + w / 2, right - w / 2);
        if (center - w / 2 < end + GAP_PX)
            return false;
        end = center + w / 2;
    }
    return true;
}

/* Texts that have no room side by side, as powers of ten. */
static void
shorten(wkd_lay *l, wkd_axis *x)
{
    x->widest = 0;
    for (size_t i = 0; i < x->n; i++) {
        const wkb_str power = wkd_power(l, x->tick[i]);
        if (wkb_utf8_count(power) < wkb_utf8_count(x->text[i]))
            x->text[i] = power;
        x->widest = fmax(x->widest, wkd_width(l, x->text[i], WKD_REGULAR, 12));
    }
}

/* "Jan 2005" as 2005; then the first without its year, if another has one. */
static void
shorten_dates(wkd_lay *l, wkd_axis *x, double length_px)
{
    enum { YEAR = 4 };
    size_t with_year = 0;
    for (size_t i = 1; i < x->n; i++) {
        const wkb_str s = x->text[i];
        if (s.n <= YEAR || !wkb_is_digit(s.p[s.n - 1]))
            continue;
        x->text[i] = wkb_sub(s, s.n - YEAR, s.n);
        with_year++;
    }
    const wkb_str first = x->n ? x->text[0] : (wkb_str){NULL, 0};
    if (with_year && first.n > YEAR + 1 && !stand_apart(l, x, length_px))
        x->text[0] = wkb_sub(first, 0, first.n - YEAR - 1);
}

void
wkd_set_ticks(wkd_lay *l, wkd_axis *x, double length_px, bool is_across)
{
    ticks *t = WKB_NEW(l->a, ticks, 1);
    size_t most = l->is_phone || l->panels.n > 1 || (is_across && l->cat >= 0)
                      ? FEW_TICKS
                  : x->is_log ? WKD_MOST_TICKS
                              : USUAL_TICKS;
    const double lo = x->lo, hi = x->hi;
    if (!t) {
        l->status = WK_ENOMEM;
        return;
    }
    if (!is_across && length_px < 200)
        most = FEW_TICKS;
    for (;; most--) {
        x->lo = lo;
        x->hi = hi;
        find(t, x, most);
        take(l, x, t);
        if (x->is_binary && x->is_log && !x->may_bear_units) {
            find(t, x, most); /* powers of ten then */
            take(l, x, t);
        }
        if (!is_across || l->status != WK_OK || stand_apart(l, x, length_px))
            return;
        if (most == WKD_FEWEST_TICKS)
            break;
    }
    if (x->is_date)
        shorten_dates(l, x, length_px);
    if (!x->is_log && !x->is_date) {
        outermost(t, x);
        t->places = places_of(t->step);
        take(l, x, t);
    }
    if (!x->is_log)
        return;
    if (x->bears_units) { /* one unit for all then, in the title */
        x->may_bear_units = x->bears_units = false;
        find(t, x, WKD_FEWEST_TICKS);
        take(l, x, t);
    }
    shorten(l, x);
}

bool
wkd_ticks_fit(wkd_lay *l, const wkd_axis *x, double length_px)
{
    wkd_axis trial = *x;
    if (!x->is_used || x->lo >= x->hi || l->c->type == WKT_HEATMAP)
        return true; /* nothing stands across */
    wkd_set_ticks(l, &trial, length_px, true);
    return stand_apart(l, &trial, length_px);
}

size_t
wkd_minor_ticks(const wkd_axis *x, double *out, size_t most)
{
    size_t n = 0;
    if (!x->is_log || !(x->lo > 0) || log10(x->hi / x->lo) > 4.5)
        return 0;
    for (int p = (int)floor(log10(x->lo)); p <= (int)ceil(log10(x->hi)); p++) {
        for (int m = 1; m < 10 && n < most; m++) {
            const double v = m * pow(10, p);
            bool is_labelled = v < x->lo || v > x->hi;
            for (size_t i = 0; i < x->n; i++)
                is_labelled = is_labelled || wkb_same(v, x->tick[i]);
            if (!is_labelled)
                out[n++] = v;
        }
    }
    return n;
}
