/* The one formatter. */
#include <math.h>

#include "units/date.h"
#include "units/job.h"

enum { ENTERED_MAX = 6 };
enum { PLAIN_FROM = 15, PLAIN_DOWN = -6 }; /* powers of ten in plain digits */

/* Ends too far apart have places, and powers of ten, of their own. */
static void
put_apart(wkb_out *out, const wku_job *j, wkb_dec d)
{
    const int figures = wku_job_figures(j);
    const int power = wkb_dec_round(d, figures).exp - 1;
    if (j->style != WKU_SCI) {
        wku_put_places(out, d, wku_own_places(j, d), !j->f->plain);
        return;
    }
    d.exp -= power;
    wku_put_places(out, d, figures - 1, true);
    wku_put_power(out, power + j->scale);
}

static void
put_value(wkb_out *out, const wku_job *j, size_t i)
{
    const wkb_dec d = j->dec[i];
    const bool exact = j->f->rounding == WKU_DEFAULT && !j->f->whole;
    if (j->f->plain && (exact || d.exp > PLAIN_FROM || d.exp < PLAIN_DOWN)) {
        const wkb_dec r = wku_job_rounded(j, d);
        wkb_put_num(out, wkb_dec_value(r.n && !exact ? &r : &d));
    } else if (j->apart && d.n) {
        put_apart(out, j, d);
    } else {
        wku_put_places(out, d, j->places, !j->f->plain);
    }
}

static void
put_ends(wkb_out *out, const wku_job *j, size_t first)
{
    const bool negative = j->value[first] < 0 || j->value[first + 1] < 0;
    put_value(out, j, first);
    wkb_puts(out, j->f->plain ? ".." : negative ? " to " : "\xe2\x80\x93");
    put_value(out, j, first + 1);
}

static void
put_range(wkb_out *out, const wku_job *j)
{
    const bool bracket = j->style == WKU_SCI && !j->apart;
    if (!j->apart && !j->f->plain && wku_ends_look_alike(j, j->places)) {
        put_value(out, j, j->n - 1);
        return;
    }
    wkb_puts(out, bracket ? "(" : "");
    put_ends(out, j, 0);
    wkb_puts(out, bracket ? ")" : "");
}

static void
put_values(wkb_out *out, const wku_job *j)
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
is_one(const wku_job *j)
{
    const wkb_dec r = wku_round_places(j->dec[0], j->places);
    return j->n == 1 && j->scale == 0 && r.n == 1 && r.exp == 1 &&
           r.digit[0] == '1' && j->places <= 0;
}

static void
put_job(wkb_out *out, const wku_job *j)
{
    put_values(out, j);
    if (j->style == WKU_SCI && !j->apart)
        wku_put_power(out, j->scale);
    if (j->style == WKU_WORDS)
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

/* Rule 5: the figures entered, where they say all there is in this unit. */
static void
take_entered(wku_job *j, wkb_str typed)
{
    wkb_str number[WKU_VALUES];
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
says_all(const wku_job *j)
{
    for (size_t i = 0; i < j->n; i++) {
        if (j->dec[i].n > j->entered[i])
            return false;
    }
    return true;
}

static bool
take_values(wku_job *j, const wku_num *n)
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

wk_status /* NOLINTNEXTLINE(readability-function-size): the contract's */
wku_print(wkb_out *out,
          wku_units *u,
          const wku_num *n,
          const wku_type *t,
          const wku_format *f,
          wkb_str typed,
          wku_unit *shown)
{
    wku_job j = {.u = u, .f = f, .fixed = f->has_unit};
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
    WKB_TRY(wku_lay_out(&j, &t->unit));
    if (j.as_entered && !says_all(&j)) {
        j.as_entered = false;
        WKB_TRY(wku_lay_out(&j, &t->unit));
    }
    if (shown)
        *shown = j.unit;
    put_job(out, &j);
    return out->status;
}
