/* What is chosen before a value is written: unit, style, scale, places. */
#include <math.h>

#include "units/job.h"

enum { DEFAULT_FIGURES = 3 };
enum { WORDS_FROM = 6, SCI_FROM = 15 }; /* powers of ten */

typedef enum family {
    STAYS,   /* no prefix is chosen: h, %, 1/h, USD/Mtoken, token */
    WORDED,  /* param, token, money with a prefix, which is dropped */
    DECIMAL, /* k M G ..., m u n ... */
    BINARY,
    TIME /* s, climbing to min, h, d, year */
} family;

/* What is computed is first rounded to 12 significant digits. */
static wkb_dec
in_unit(double value, double factor)
{
    return wkb_dec_rounded(value / factor);
}

int
wku_job_figures(const wku_job *j)
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
by_places(const wku_job *j)
{
    return j->f->rounding == WKU_DP || j->f->whole;
}

/* As it will be rounded in a unit; rounding comes before the prefix. */
wkb_dec
wku_job_rounded(const wku_job *j, wkb_dec d)
{
    if (by_places(j))
        return wku_round_places(d, j->f->whole ? 0 : j->f->figures);
    return wkb_dec_round(d, wku_job_figures(j));
}

/* The largest of the values decides prefix and words. */
static size_t
lead_of(const wku_job *j)
{
    size_t lead = 0;
    for (size_t i = 1; i < j->n; i++) {
        if (fabs(j->value[i]) > fabs(j->value[lead]))
            lead = i;
    }
    return lead;
}

static double
lead_value(const wku_job *j)
{
    return fabs(j->value[lead_of(j)]);
}

static family
family_of(const wku_job *j, const wku_unit *unit)
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
with_first(wku_job *j, uint16_t name, uint8_t prefix)
{
    wku_shown s = wku_shown_of(j->u, &j->unit);
    s.f[0].name = name;
    s.f[0].prefix = prefix;
    return wku_show(&j->unit, j->u, &s);
}

static wku_factor
first_of(const wku_job *j)
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
bounds_of(const wku_job *j, uint16_t name, int *bottom, int *top)
{
    const uint8_t kinds = j->u->name.item[name].prefixes;
    *top = kinds & WKU_UP ? WKU_UP_STEPS : 0;
    *bottom = kinds & WKU_DOWN ? -WKU_DOWN_STEPS : 0;
}

/* From a tonne on CO2e is told in tonnes, which are what is reported. */
static wk_status
with_step(wku_job *j, uint16_t name, int step)
{
    if (name == WKU_N_GCO2E && step >= 2 && !j->as_entered)
        return with_first(j, WKU_N_TCO2E, 0);
    return with_first(j, name, prefix_of_step(step));
}

static wk_status
choose_decimal(wku_job *j)
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
    if (wku_job_rounded(j, d).exp > 3 && step < top)
        step++;
    return with_step(j, name, step);
}

static wk_status
choose_binary(wku_job *j)
{
    const uint16_t name = first_of(j).name;
    WKB_TRY(with_first(j, name, 0));
    double v = lead_value(j) / j->unit.factor;
    int step = 0;
    for (; step < WKU_BINARY_STEPS && v >= 1024; step++)
        v /= 1024;
    const wkb_dec r = wku_job_rounded(j, in_unit(v, 1));
    if (step < WKU_BINARY_STEPS && wkb_dec_value(&r) >= 1024)
        step++;
    const uint8_t prefix = (uint8_t)(step ? WKU_P_KI + step - 1 : 0);
    return with_first(j, name, prefix);
}

static wk_status
choose_time(wku_job *j)
{
    static const uint16_t climb[] = {WKU_N_YEAR, WKU_N_D, WKU_N_H, WKU_N_MIN};
    for (size_t i = 0; i < WKB_COUNT(climb); i++) {
        const double factor = j->u->name.item[climb[i]].factor;
        if (lead_value(j) < factor) /* however it is rounded, at most 1 */
            continue;
        const wkb_dec r = wku_job_rounded(j, in_unit(lead_value(j), factor));
        if (wkb_dec_value(&r) >= 2)
            return with_first(j, climb[i], 0);
    }
    return choose_decimal(j);
}

/* Values as entered move by powers of ten only, which keep their figures. */
static wk_status
choose_unit(wku_job *j, const wku_unit *given)
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
all_whole(const wku_job *j)
{
    bool whole = true;
    for (size_t i = 0; i < j->n; i++)
        whole &= is_whole(&j->dec[i]) && j->dec[i].exp <= WORDS_FROM;
    return whole;
}

/* Counts, of which every digit is shown: rounding carries none over. */
static bool
are_counts(const wku_job *j)
{
    return j->f->rounding == WKU_DEFAULT && !j->f->human && !j->f->sci &&
           !j->f->words && wku_shown_of(j->u, &j->unit).n == 0 && all_whole(j);
}

/* Whether a large number here is written in words: pure numbers, and units
 * that bear no prefix and could not climb to one. */
static bool
may_take_words(const wku_job *j)
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
least_of(const wku_job *j)
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
spread(const wku_job *j)
{
    return j->dec[lead_of(j)].exp - j->dec[least_of(j)].exp;
}

static void
choose_style(wku_job *j)
{
    const wkb_dec lead = j->dec[lead_of(j)];
    const wkb_dec r = wku_job_rounded(j, lead);
    const int power = (r.n ? r.exp : lead.exp) - 1;
    j->style = WKU_DIGITS;
    j->scale = 0;
    if (lead.n == 0 || j->f->plain || are_counts(j))
        return;
    if (j->f->sci || power >= SCI_FROM || power < -WORDS_FROM) {
        j->style = WKU_SCI;
        j->scale = power;
    } else if (j->f->words ? power >= 3
                           : may_take_words(j) && power >= WORDS_FROM &&
                                 spread(j) <= 3) {
        j->style = WKU_WORDS;
        j->scale = power / 3 * 3;
    }
}

/* Places that show a value with so many figures, after rounding. */
int
wku_places_for(wkb_dec d, int figures)
{
    return figures - wkb_dec_round(d, figures).exp;
}

int
wku_own_places(const wku_job *j, wkb_dec d)
{
    const bool by_default = j->f->rounding == WKU_DEFAULT && !j->f->human;
    if (by_default && is_whole(&d) && d.exp <= WORDS_FROM &&
        wku_shown_of(j->u, &j->unit).n == 0)
        return 0;
    return wku_places_for(d, wku_job_figures(j));
}

static int
places_entered(const wku_job *j)
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
without_zeros(const wku_job *j, int places)
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

bool
wku_ends_look_alike(const wku_job *j, int places)
{
    const wkb_dec lo = wku_round_places(j->dec[j->n - 2], places);
    const wkb_dec hi = wku_round_places(j->dec[j->n - 1], places);
    return wkb_dec_value(&lo) == wkb_dec_value(&hi);
}

/* The same places for all: so many figures of the largest, one less of the
 * least; by default more where the ends of a range would look alike. */
static int
places_of_figures(wku_job *j, int figures)
{
    const bool by_default = j->f->rounding == WKU_DEFAULT && !j->f->human;
    int places = wku_places_for(j->dec[lead_of(j)], figures);
    j->apart = spread(j) > 2;
    if (!j->apart) {
        const int fewer =
            wku_places_for(j->dec[least_of(j)], figures > 1 ? figures - 1 : 1);
        places = fewer > places ? fewer : places;
    }
    for (int more = 0; by_default && j->n > 1 && more < 3; more++)
        places += wku_ends_look_alike(j, places);
    if (by_default && j->style == WKU_WORDS)
        return without_zeros(j, places);
    return places;
}

static int
choose_places(wku_job *j)
{
    const bool by_default = j->f->rounding == WKU_DEFAULT && !j->f->human;
    const wku_shown s = wku_shown_of(j->u, &j->unit);
    j->apart = false;
    if (j->f->whole && j->style == WKU_DIGITS)
        return 0;
    if (j->f->rounding == WKU_DP)
        return j->f->figures;
    if (j->dec[lead_of(j)].n == 0)
        return 0;
    if (by_default && j->as_entered)
        return places_entered(j);
    if (by_default && s.n == 0 && j->style == WKU_DIGITS && all_whole(j))
        return 0;
    return places_of_figures(
        j, j->f->whole ? DEFAULT_FIGURES : wku_job_figures(j));
}

static void
shift(wku_job *j, int powers)
{
    for (size_t i = 0; i < j->n; i++)
        j->dec[i].exp -= j->dec[i].n ? powers : 0;
}

/* 9.996 x 10^11 to two places is 1.00 x 10^12, 999.96 million to one 1.0
 * billion. */
static void
carry(wku_job *j)
{
    const wkb_dec r = wku_round_places(j->dec[lead_of(j)], j->places);
    const int step = j->style == WKU_SCI ? 1 : 3;
    if (j->style == WKU_DIGITS || r.exp <= step ||
        (j->style == WKU_WORDS && j->scale == 12))
        return;
    j->scale += step;
    shift(j, step);
}

wk_status
wku_lay_out(wku_job *j, const wku_unit *given)
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
