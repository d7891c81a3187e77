/* solve: where two sides of an equation meet, a program inside a program. */
#include <math.h>

#include "compute/run.h"

enum { MOST_HALVINGS = 2000 };

/* a - b at one value of the unknown. */
static double
difference_at(wkc_run *in, double x, wkc_cause *why)
{
    size_t ignored = 0;
    in->variable = x;
    wkc_run_code(in);
    if (in->status != WK_OK)
        return NAN;
    const double y = in->slot[in->code->result];
    if (isnan(y))
        *why = wkc_examine(in, 0, &ignored);
    return y;
}

/* Halves the interval until no number lies between its ends. */
static double
bisect(wkc_run *in, double lo, double hi, wkc_cause *why)
{
    const double at_lo = difference_at(in, lo, why);
    const double at_hi = isnan(at_lo) ? NAN : difference_at(in, hi, why);
    if (isnan(at_hi))
        return NAN;
    const bool both = at_lo == 0 && at_hi == 0 && lo < hi; /* which of them? */
    if (!both && (at_lo == 0 || at_hi == 0))
        return at_lo == 0 ? lo : hi;
    if (both || (at_lo < 0) == (at_hi < 0)) {
        why->status = both ? WK_EMANY : WK_EDOMAIN;
        return NAN;
    }
    double below = at_lo, above = at_hi;
    for (int i = 0; i < MOST_HALVINGS && in->status == WK_OK; i++) {
        const double mid = lo + (hi - lo) / 2;
        if (mid <= lo || mid >= hi)
            break;
        const double y = difference_at(in, mid, why);
        if (isnan(y))
            return NAN;
        if (y == 0)
            return mid;
        if ((y < 0) == (at_lo < 0)) {
            lo = mid;
            below = y;
        } else {
            hi = mid;
            above = y;
        }
    }
    /* A difference that grows on both sides of where its sign changes jumps
     * there, as 1 / x does at 0: the two sides do not meet. */
    if (fabs(below) > fabs(at_lo) && fabs(above) > fabs(at_hi)) {
        why->status = WK_EDOMAIN;
        return NAN;
    }
    return lo + (hi - lo) / 2;
}

double
wkc_run_solve(wkc_run *r, const wkc_ins *ins, size_t lane, wkc_cause *why)
{
    const wkb_mark mark = wkb_arena_mark(r->scratch);
    const double lo = r->slot[(size_t)ins->a * r->lanes + lane];
    const double hi = r->slot[(size_t)ins->b * r->lanes + lane];
    double x = NAN;
    *why = (wkc_cause){.row = WKL_NONE};
    if (isnan(lo) || isnan(hi))
        return NAN;
    wkc_run in = wkc_inner_run(r, r->code->solve[ins->c], lane, 1);
    in.watch = NULL; /* what it tries on its way is no value of a range */
    if (!in.slot)
        r->status = WK_ENOMEM;
    else if (lo > hi)
        why->status = WK_ERANGE;
    else
        x = bisect(&in, lo, hi, why);
    if (in.status != WK_OK)
        r->status = in.status;
    wkb_arena_rewind(r->scratch, mark);
    return x;
}
