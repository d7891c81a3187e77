/* Runs blocks of lanes and looks for faults where a lane has no value. */
#include "compute/lanes.h"

#include <math.h>

#include "base/wide.h"

static wk_status
make_inputs(wkc_lanes *l, wkb_arena *a)
{
    l->input = WKB_NEW(a, double *, l->n_inputs + 1);
    if (!l->input)
        return WK_ENOMEM;
    for (size_t i = 0; i < l->n_inputs; i++) {
        l->input[i] = WKB_NEW(a, double, WKC_BLOCK);
        if (!l->input[i])
            return WK_ENOMEM;
    }
    return WK_OK;
}

wk_status
wkc_lanes_init(wkc_lanes *l,
               wkb_arena *a,
               const wkc_env *e,
               const wkc_code *c,
               size_t n_inputs)
{
    const bool ranged = c->n_ranged != 0;
    *l = (wkc_lanes){.env = e, .code = c, .scratch = a, .n_inputs = n_inputs};
    for (size_t i = 0; i < c->n; i++)
        l->has_folds |= c->ins[i].op == WKC_FOLD;
    WKB_TRY(make_inputs(l, a));
    l->slot = WKB_NEW(a, double, ranged ? 1 : c->n *WKC_BLOCK);
    l->value = WKB_NEW(a, double, ranged ? WKC_BLOCK : 1);
    l->low = ranged ? WKB_NEW(a, double, WKC_BLOCK) : NULL;
    l->high = ranged ? WKB_NEW(a, double, WKC_BLOCK) : NULL;
    if (!l->slot || !l->value || (ranged && (!l->low || !l->high)))
        return WK_ENOMEM;
    l->run = (wkc_run){.tables = e->tables,
                       .scratch = a,
                       .code = c,
                       .slot = l->slot,
                       .input = (const double *const *)l->input,
                       .undecided = SIZE_MAX};
    return WK_OK;
}

/* Corners, middles and samples for each lane by itself. */
static wk_status
run_ranges(wkc_lanes *l, size_t n, size_t *lane)
{
    wk_status status = WK_OK;
    for (size_t i = 0; i < n && status == WK_OK; i++) {
        const wkb_mark mark = wkb_arena_mark(l->scratch);
        double *input = WKB_NEW(l->scratch, double, l->n_inputs + 1);
        wkc_value v = {.num = {NAN, NAN, NAN}};
        for (size_t k = 0; input && k < l->n_inputs; k++)
            input[k] = l->input[k][i];
        status = input ? wkc_evaluate(&v, l->scratch, l->env, l->code, input)
                       : WK_ENOMEM;
        const bool known = v.status == WK_OK;
        l->value[i] = known ? v.num.v : (double)NAN;
        l->low[i] = known ? v.num.lo : (double)NAN;
        l->high[i] = known ? v.num.hi : (double)NAN;
        *lane = i;
        wkb_arena_rewind(l->scratch, mark);
    }
    return status;
}

WKB_WIDE static size_t
count_unknown(const double *x, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] != x[i];
    return count;
}

/* Whether some lane may have a fault: where its result is not known, or where
 * an operation can have hidden that a slot is not. */
static bool
may_have_faults(const wkc_lanes *l)
{
    const size_t n = l->run.lanes;
    if (count_unknown(l->value, n))
        return true;
    if (!l->code->may_hide)
        return false;
    return l->has_folds || count_unknown(l->slot, l->code->n * n);
}

static wk_status
examine(wkc_lanes *l, size_t *lane, wkc_cause *cause)
{
    for (size_t i = 0; i < l->run.lanes; i++) {
        size_t left_out = 0;
        if (!isnan(l->value[i]) && !l->code->may_hide)
            continue;
        const wkc_cause c = wkc_examine(&l->run, i, &left_out);
        WKB_TRY(l->run.status);
        if (c.status == WK_OK || c.status == WK_EUNKNOWN)
            continue;
        *lane = i;
        *cause = c;
        return c.status;
    }
    return WK_OK;
}

wk_status
wkc_lanes_run(wkc_lanes *l, size_t n, size_t *lane, wkc_cause *cause)
{
    *cause = (wkc_cause){.row = WKL_NONE};
    if (l->low)
        return run_ranges(l, n, lane);
    l->run.has_constants = l->run.lanes == n;
    l->run.lanes = n;
    wkc_run_code(&l->run);
    l->value = l->slot + (size_t)l->code->result * n;
    *lane = 0;
    WKB_TRY(l->run.status);
    return may_have_faults(l) ? examine(l, lane, cause) : WK_OK;
}
