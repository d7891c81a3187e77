/* The one formatter: which unit, how many figures, and the text. */
#include <math.h>

#include "units/date.h"
#include "units/inside.h"

enum { ENTERED_MAX = 6, DEFAULT_FIGURES = 3, VALUES = 3 };
enum { WORDS_FROM = 6, SCI_FROM = 15 }; /* powers of ten */

typedef enum family {
    STAYS,   /* no prefix is chosen: h, %, 1/h, USD/Mtoken, token */
    WORDED,  /* param, token, money with a prefix, which is dropped */
    DECIMAL, /* k M G ..., m u n ... */
    BINARY,
    TIME /* s, climbing to min, h, d, year */
} family;

typedef enum style { DIGITS, WORDS, SCI } style;

/* One value or range on its way to a text. */
typedef struct job {
    wku_units *u;
    const wku_format *f;
    double value[VALUES]; /* in base units: v; lo, hi; or v, lo, hi */
    size_t n;
    int entered[VALUES]; /* figures each was entered with */
    bool as_entered, fixed;
    bool apart; /* ends too far apart for the same places */
    wku_unit unit;
    wkb_dec dec[VALUES]; /* in the unit, scale taken out */
    style style;
    int scale, places;
} job;

/* What is computed is first rounded to 12 significant digits. */
static wkb_dec
in_unit(double value, double factor)
{
    return wkb_dec_round(wkb_dec_of(value / factor), WKB_FIGURES);
}

static int
figures_of(const job *j)
{
    if (j->f->rounding == WKU_SF)
        return j->f->figures;
    if (j->f->human)
        return 1;
    if (j->as_entered || j->f->plain)
        return WKB_FIGURES;
    return DEFAULT_FIGURES;
}

static bool
by_places(const job *j)
{
    return j->f->rounding == WKU_DP || j->f->whole;
}

/* As it will be rounded in a unit; rounding comes before the prefix. */
static wkb_dec
rounded(const job *j, wkb_dec d)
{
    if (by_places(j))
        return wku_round_places(d, j->f->whole ? 0 : j->f->figures);
    return wkb_dec_round(d, figures_of(j));
}

/* The largest of the values decides prefix and words. */
static size_t
lead_of(const job *j)
{
    size_t lead = 0;
    for (size_t i = 1; i < j->n; i++) {
        if (fabs(j->value[i]) > fabs(j->value[lead]))
            lead = i;
    }
    return lead;
}

static double
lead_value(const job *j)
{
    return fabs(j->value[lead_of(j)]);
}

static family
family_of(const job *j, const wku_unit *unit)
{
    const wku_shown s = wku_shown_of(j->u, unit);
    if (s.n == 0 || s.f[0].exp != 1)
        return STAYS;
    const wku_name *name = &j->u->name.item[s.f[0].name];
    if (name->takes_words)
        return s.f[0].prefix ? WORDED : STAYS;
    if (name->prefixes == 0)
        return STAYS;
    if (wku_prefixes[s.f[0].prefix].kind == WKU_BINARY)
        return BINARY;
    if (s.f[0].name == WKU_N_S && s.n == 1)
        return TIME;
    return DECIMAL;
}

/* The unit with another prefix or name on its first factor. */
static wk_status
with_first(job *j, uint16_t name, uint8_t prefix)
{
    wku_shown s = wku_shown_of(j->u, &j->unit);
    s.f[0].name = name;
    s.f[0].prefix = prefix;
    return wku_show(&j->unit, j->u, &s);
}

static wku_factor
first_of(const job *j)
{
    return wku_shown_of(j->u, &j->unit).f[0];
}

static uint8_t
prefix_of_step(int step)
{
    if (step == 0)
        return 0;
    return (uint8_t)(step > 0 ? WKU_P_K + step - 1 : WKU_P_MILLI - step - 1);
}

/* The steps of a thousand that a name's prefixes allow. */
static void
bounds_of(const job *j, uint16_t name, int *bottom, int *top)
{
    const uint8_t kinds = j->u->name.item[name].prefixes;
    *top = kinds & WKU_UP ? WKU_UP_STEPS : 0;
    *bottom = kinds & WKU_DOWN ? -WKU_DOWN_STEPS : 0;
}

/* From a tonne on CO2e is told in tonnes, which are what is reported. */
static wk_status
with_step(job *j, uint16_t name, int step)
{
    if (name == WKU_N_GCO2E && step >= 2 && !j->as_entered)
        return with_first(j, WKU_N_TCO2E, 0);
    return with_first(j, name, prefix_of_step(step));
}

static wk_status
choose_decimal(job *j)
{
    const uint16_t name = first_of(j).name;
    int bottom = 0, top = 0;
    bounds_of(j, name, &bottom, &top);
    WKB_TRY(with_first(j, name, 0));
    wkb_dec d = in_unit(lead_value(j), j->unit.factor);
    const int wanted = d.exp > 0 ? (d.exp - 1) / 3 : (d.exp - 3) / 3;
    if (wanted > top ? top > 0 : wanted < bottom && bottom < 0)
        return WK_OK; /* beyond the prefixes: x 10^n */
    int step = wanted > top ? top : wanted < bottom ? bottom : wanted;
    d.exp -= 3 * step;
    if (rounded(j, d).exp > 3 && step < top)
        step++;
    return with_step(j, name, step);
}

static wk_status
choose_binary(job *j)
{
    const uint16_t name = first_of(j).name;
    WKB_TRY(with_first(j, name, 0));
    double v = lead_value(j) / j->unit.factor;
    int step = 0;
    for (; step < WKU_BINARY_STEPS && v >= 1024; step++)
        v /= 1024;
    const wkb_dec r = rounded(j, in_unit(v, 1));
    if (step < WKU_BINARY_STEPS && wkb_dec_value(&r) >= 1024)
        step++;
    const uint8_t prefix = (uint8_t)(step ? WKU_P_KI + step - 1 : 0);
    return with_first(j, name, prefix);
}

static wk_status
choose_time(job *j)
{
    static const uint16_t climb[] = {WKU_N_YEAR, WKU_N_D, WKU_N_H, WKU_N_MIN};
    for (size_t i = 0; i < WKB_COUNT(climb); i++) {
        const double factor = j->u->name.item[climb[i]].factor;
        const wkb_dec r = rounded(j, in_unit(lead_value(j), factor));
        if (wkb_dec_value(&r) >= 2)
            return with_first(j, climb[i], 0);
    }
    return choose_decimal(j);
}

/* Values as entered move by powers of ten only, which keep their figures. */
static wk_status
choose_unit(job *j, const wku_unit *given)
{
    j->unit = j->fixed ? j->f->unit : *given;
    if (j->fixed || lead_value(j) == 0)
        return WK_OK;
    const family kin = family_of(j, &j->unit);
    const bool bare = j->f->sci || j->f->words;
    if (kin == STAYS || (kin == WORDED && j->as_entered))
        return WK_OK;
    if (kin == WORDED || bare)
        return with_first(j, first_of(j).name, 0);
    if (kin == BINARY)
        return j->as_entered ? WK_OK : choose_binary(j);
    if (kin == TIME && !j->as_entered)
        return choose_time(j);
    return choose_decimal(j);
}

static bool
is_whole(const wkb_dec *d)
{
    return d->n <= d->exp || d->n == 0;
}

static bool
all_whole(const job *j)
{
    bool whole = true;
    for (size_t i = 0; i < j->n; i++)
        whole &= is_whole(&j->dec[i]) && j->dec[i].exp <= WORDS_FROM;
    return whole;
}

/* Whether a large number here is written in words: pure numbers, and units
 * that bear no prefix and could not climb to one. */
static bool
may_take_words(const job *j)
{
    if (by_places(j))
        return false;
    const wku_shown s = wku_shown_of(j->u, &j->unit);
    if (s.n && s.f[0].prefix)
        return false;
    const family kin = family_of(j, &j->unit);
    return kin == STAYS || kin == WORDED || (kin == TIME && !j->fixed);
}

/* The smallest of the values that is not 0. */
static size_t
least_of(const job *j)
{
    size_t least = lead_of(j);
    for (size_t i = 0; i < j->n; i++) {
        if (j->dec[i].n && j->dec[i].exp < j->dec[least].exp)
            least = i;
    }
    return least;
}

/* Powers of ten between the largest value and the least. */
static int
spread(const job *j)
{
    return j->dec[lead_of(j)].exp - j->dec[least_of(j)].exp;
}

static void
choose_style(job *j)
{
    const wkb_dec lead = j->dec[lead_of(j)];
    const wkb_dec r = rounded(j, lead);
    const int power = (r.n ? r.exp : lead.exp) - 1;
    j->style = DIGITS;
    j->scale = 0;
    if (lead.n == 0 || j->f->plain)
        return;
    if (j->f->sci || power >= SCI_FROM || power < -WORDS_FROM) {
        j->style = SCI;
        j->scale = power;
    } else if (j->f->words ? power >= 3
                           : may_take_words(j) && power >= WORDS_FROM &&
                                 spread(j) <= 3) {
        j->style = WORDS;
        j->scale = power / 3 * 3;
    }
}

/* Places that show a value with so many figures, after rounding. */
static int
places_for(wkb_dec d, int figures)
{
    return figures - wkb_dec_round(d, figures).exp;
}

static int
places_entered(const job *j)
{
    int places = 0;
    for (size_t i = 0; i < j->n; i++) {
        const int own = j->entered[i] - j->dec[i].exp;
        places = j->dec[i].n && own > places ? own : places;
    }
    return places;
}

/* Zeros at the end of every value's decimals go: 5 billion, not 5.00. */
static int
without_zeros(const job *j, int places)
{
    for (; places > 0; places--) {
        for (size_t i = 0; i < j->n; i++) {
            const wkb_dec r = wku_round_places(j->dec[i], places);
            if (r.n - r.exp >= places && r.n)
                return places;
        }
    }
    return places;
}

static bool
ends_look_alike(const job *j, int places)
{
    const wkb_dec lo = wku_round_places(j->dec[j->n - 2], places);
    const wkb_dec hi = wku_round_places(j->dec[j->n - 1], places);
    return wkb_dec_value(&lo) == wkb_dec_value(&hi);
}

/* The same places for all: so many figures of the largest, one less of the
 * least; by default more where the ends of a range would look alike. */
static int
places_of_figures(job *j, int figures)
{
    const bool by_default = j->f->rounding == WKU_DEFAULT && !j->f->human;
    int places = places_for(j->dec[lead_of(j)], figures);
    j->apart = spread(j) > 2;
    if (!j->apart) {
        const int fewer =
            places_for(j->dec[least_of(j)], figures > 1 ? figures - 1 : 1);
        places = fewer > places ? fewer : places;
    }
    for (int more = 0; by_default && j->n > 1 && more < 3; more++)
        places += ends_look_alike(j, places);
    if (by_default && j->style == WORDS)
        return without_zeros(j, places);
    return places;
}

static int
choose_places(job *j)
{
    const bool by_default = j->f->rounding == WKU_DEFAULT && !j->f->human;
    const wku_shown s = wku_shown_of(j->u, &j->unit);
    j->apart = false;
    if (j->f->whole && j->style == DIGITS)
        return 0;
    if (j->f->rounding == WKU_DP)
        return j->f->figures;
    if (j->dec[lead_of(j)].n == 0)
        return 0;
    if (by_default && j->as_entered)
        return places_entered(j);
    if (by_default && s.n == 0 && j->style == DIGITS && all_whole(j))
        return 0;
    return places_of_figures(
        j, j->f->plain || j->f->whole ? DEFAULT_FIGURES : figures_of(j));
}

static void
shift(job *j, int powers)
{
    for (size_t i = 0; i < j->n; i++)
        j->dec[i].exp -= j->dec[i].n ? powers : 0;
}

/* 9.996 x 10^11 to two places is 1.00 x 10^12, 999.96 million to one 1.0
 * billion. */
static void
carry(job *j)
{
    const wkb_dec r = wku_round_places(j->dec[lead_of(j)], j->places);
    const int step = j->style == SCI ? 1 : 3;
    if (j->style == DIGITS || r.exp <= step ||
        (j->style == WORDS && j->scale == 12))
        return;
    j->scale += step;
    shift(j, step);
}

/* Ends too far apart have places, and powers of ten, of their own. */
static void
put_apart(wkb_out *out, const job *j, wkb_dec d)
{
    const int figures = figures_of(j);
    const int power = wkb_dec_round(d, figures).exp - 1;
    if (j->style != SCI) {
        wku_put_places(out, d, places_for(d, figures), true);
        return;
    }
    d.exp -= power;
    wku_put_places(out, d, figures - 1, true);
    wku_put_power(out, power + j->scale);
}

static void
put_value(wkb_out *out, const job *j, size_t i)
{
    const wkb_dec d = j->dec[i];
    const bool exact = j->f->rounding == WKU_DEFAULT && !j->f->whole;
    if (j->f->plain && (exact || d.exp > SCI_FROM || d.exp < -WORDS_FROM)) {
        const wkb_dec r = rounded(j, d);
        wkb_put_num(out, wkb_dec_value(r.n && !exact ? &r : &d));
    } else if (j->apart && d.n && !j->f->plain) {
        put_apart(out, j, d);
    } else {
        wku_put_places(out, d, j->places, !j->f->plain);
    }
}

static void
put_ends(wkb_out *out, const job *j, size_t first)
{
    const bool negative = j->value[first] < 0 || j->value[first + 1] < 0;
    put_value(out, j, first);
    wkb_puts(out, j->f->plain ? ".." : negative ? " to " : "\xe2\x80\x93");
    put_value(out, j, first + 1);
}

static void
put_range(wkb_out *out, const job *j)
{
    const bool bracket = j->style == SCI && !j->apart;
    if (!j->apart && !j->f->plain && ends_look_alike(j, j->places)) {
        put_value(out, j, j->n - 1);
        return;
    }
    wkb_puts(out, bracket ? "(" : "");
    put_ends(out, j, 0);
    wkb_puts(out, bracket ? ")" : "");
}

static void
put_values(wkb_out *out, const job *j)
{
    if (j->n == 1) {
        put_value(out, j, 0);
    } else if (j->n == 2) {
        put_range(out, j);
    } else {
        put_value(out, j, 0);
        wkb_puts(out, j->f->plain ? " [" : " (");
        put_ends(out, j, 1);
        wkb_puts(out, j->f->plain ? "]" : ")");
    }
}

static bool
is_one(const job *j)
{
    const wkb_dec r = wku_round_places(j->dec[0], j->places);
    return j->n == 1 && j->scale == 0 && r.n == 1 && r.exp == 1 &&
           r.digit[0] == '1' && j->places <= 0;
}

static void
put_job(wkb_out *out, const job *j)
{
    put_values(out, j);
    if (j->style == SCI && !j->apart)
        wku_put_power(out, j->scale);
    if (j->style == WORDS)
        wku_put_scale(out, j->scale);
    const wku_shown s = wku_shown_of(j->u, &j->unit);
    if (s.n == 0)
        return;
    if (j->f->human) {
        wku_put_words(out, j->u, &j->unit, is_one(j));
        return;
    }
    wkb_putc(out, ' ');
    wku_unit_put(out, j->u, &j->unit);
}

static wk_status
lay_out(job *j, const wku_unit *given)
{
    WKB_TRY(choose_unit(j, given));
    for (size_t i = 0; i < j->n; i++) {
        j->dec[i] = in_unit(j->value[i], j->unit.factor);
        if (j->dec[i].n == 0 && j->value[i] != 0)
            return WK_ERANGE; /* beyond a double in this unit */
    }
    choose_style(j);
    shift(j, j->scale);
    j->places = choose_places(j);
    carry(j);
    return WK_OK;
}

/* Rule 5: the figures entered, where they say all there is in this unit. */
static void
take_entered(job *j, wkb_str typed)
{
    wkb_str number[VALUES];
    j->as_entered = false;
    if (typed.n == 0 || j->f->rounding != WKU_DEFAULT || j->f->human ||
        j->f->plain || j->f->whole || wku_entered(typed, number) != j->n)
        return;
    for (size_t i = 0; i < j->n; i++) {
        j->entered[i] = wku_figures_entered(number[i]);
        if (j->entered[i] > ENTERED_MAX)
            return;
    }
    j->as_entered = true;
}

static bool
says_all(const job *j)
{
    for (size_t i = 0; i < j->n; i++) {
        if (j->dec[i].n > j->entered[i])
            return false;
    }
    return true;
}

static bool
take_values(job *j, const wku_num *n)
{
    j->n = 0;
    if (!wku_known(n))
        return false;
    if (!isnan(n->v))
        j->value[j->n++] = n->v;
    if (wku_is_range(n)) {
        j->value[j->n++] = n->lo;
        j->value[j->n++] = n->hi;
    }
    for (size_t i = 0; i < j->n; i++) {
        if (!isfinite(j->value[i]))
            return false;
    }
    return j->n != 0;
}

static bool
put_other_kinds(wkb_out *out, const wku_num *n, const wku_type *t)
{
    if (t->kind == WKU_DATE)
        wku_date_put(out, n->v);
    else if (t->kind == WKU_BOOL)
        wkb_puts(out, n->v != 0 ? "true" : "false");
    else
        return false;
    return true;
}

bool
wku_known(const wku_num *n)
{
    return !isnan(n->v) || (!isnan(n->lo) && !isnan(n->hi));
}

bool
wku_is_range(const wku_num *n)
{
    return !isnan(n->lo) && !isnan(n->hi) && (isnan(n->v) || n->lo != n->hi);
}

wk_status
wku_print(wkb_out *out,
          wku_units *u,
          const wku_num *n,
          const wku_type *t,
          const wku_format *f,
          wkb_str typed,
          wku_unit *shown)
{
    job j = {.u = u, .f = f, .fixed = f->has_unit};
    if (shown)
        *shown = f->has_unit ? f->unit : t->unit;
    if (f->has_unit && !wku_same_dimension(&f->unit, &t->unit))
        return WK_EDIMENSION;
    if (!take_values(&j, n)) {
        wkb_puts(out, "not known");
        return out->status;
    }
    if (put_other_kinds(out, n, t))
        return out->status;
    take_entered(&j, typed);
    WKB_TRY(lay_out(&j, &t->unit));
    if (j.as_entered && !says_all(&j)) {
        j.as_entered = false;
        WKB_TRY(lay_out(&j, &t->unit));
    }
    if (shown)
        *shown = j.unit;
    put_job(out, &j);
    return out->status;
}
