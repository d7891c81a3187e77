/* Evaluates a program: one lane for a value; corners, middles and samples for
 * what depends on ranges. */
#include <math.h>

#include "base/num.h"
#include "compute/run.h"

enum {
    MOST_RANGED = 16,      /* every corner is computed */
    MOST_WITH_MIDDLES = 6, /* beyond, samples stand for the middles */
    FEW_SAMPLES = 1000,
    MANY_SAMPLES = 10000,
    BLOCK = 64
};

/* The lanes of a range: corners first, then middles or samples. */
typedef struct plan {
    const wkc_env *e;
    const wkc_code *code;
    const double *const *input;
    wkb_arena *arena;
    uint64_t *first;  /* by slot, see wkc_run */
    size_t undecided; /* slot of a fold whose rows differ, or SIZE_MAX */
    wku_num *slot;    /* by slot: extremes so far */
    wkc_value *value;
    const wku_num *spread; /* of a second pass, for `holds`; else NULL */
    size_t k;              /* ranged inputs */
    uint64_t seed;
    wkc_lane_fn each; /* told of each lane, or NULL */
    void *each_ud;
    uint64_t left; /* steps that may still be taken */
} plan;

typedef enum phase { CORNERS, MIDDLES, SAMPLES } phase;

/* Uniform in 0 to 1, the same everywhere (splitmix64). */
static double
next_random(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* Coordinate of input j in the i-th lane of a phase. */
static double
coordinate_of(plan *p, phase ph, size_t i, size_t j)
{
    if (ph == SAMPLES)
        return next_random(&p->seed);
    if (ph == CORNERS)
        return (double)(i >> j & 1);
    const size_t corners = (size_t)1 << (p->k - 1);
    const size_t middle = i / corners, bits = i % corners;
    if (j == middle)
        return 0.5;
    return (double)(bits >> (j < middle ? j : j - 1) & 1);
}

static size_t
n_lanes(const plan *p, phase ph, bool many)
{
    switch (ph) {
    case CORNERS:
        return (size_t)1 << p->k;
    case MIDDLES:
        return p->k << (p->k - 1);
    case SAMPLES:
        break;
    }
    return many ? MANY_SAMPLES : FEW_SAMPLES;
}

void
wkc_widen(wku_num *n, double x)
{
    if (isnan(x))
        return;
    n->lo = isnan(n->lo) || x < n->lo ? x : n->lo;
    n->hi = isnan(n->hi) || x > n->hi ? x : n->hi;
}

/* A fault or a value that is not known in any lane is the whole's. */
static wk_status
check_lane(plan *p, wkc_run *r, size_t lane)
{
    const double x = r->slot[(size_t)p->code->result * r->lanes + lane];
    size_t left_out = 0;
    if (!isnan(x) && !p->code->may_hide)
        return WK_OK;
    const wkc_cause c = wkc_examine(r, lane, &left_out);
    if (left_out > p->value->n_left_out)
        p->value->n_left_out = left_out;
    if (c.status == WK_OK)
        return r->status;
    p->value->cause = c;
    if (c.status != WK_EUNKNOWN)
        return wkc_report_cause(p->e, &c);
    p->value->status = WK_EUNKNOWN;
    return WK_OK;
}

static wk_status
run_block(plan *p, wkc_run *r)
{
    wkc_run_code(r);
    WKB_TRY(r->status);
    for (size_t lane = 0; lane < r->lanes; lane++)
        WKB_TRY(check_lane(p, r, lane));
    for (size_t i = 0; i < p->code->n; i++) {
        for (size_t lane = 0; lane < r->lanes; lane++)
            wkc_widen(&p->slot[i], r->slot[i * r->lanes + lane]);
    }
    for (size_t lane = 0; p->each && lane < r->lanes; lane++)
        WKB_TRY(p->each(p->each_ud, r, lane));
    return WK_OK;
}

static wkc_run
new_run(plan *p, size_t lanes)
{
    return (wkc_run){.tables = p->e->tables,
                     .scratch = p->arena,
                     .code = p->code,
                     .lanes = lanes,
                     .slot = WKB_NEW(p->arena, double, p->code->n *lanes),
                     .input = p->input,
                     .ranged = p->code->ranged,
                     .n_ranged = p->code->n_ranged,
                     .one_input = true,
                     .fixed = true,
                     .left = p->left ? &p->left : NULL,
                     .spread = p->spread,
                     .undecided = SIZE_MAX};
}

static wk_status
run_phase(plan *p, phase ph, bool many)
{
    const size_t all = n_lanes(p, ph, many);
    const size_t lanes = all < BLOCK ? all : BLOCK;
    const wkb_mark mark = wkb_arena_mark(p->arena);
    double *coord = WKB_NEW(p->arena, double, p->k *lanes);
    wkc_run r = new_run(p, lanes);
    wk_status status = r.slot && coord ? WK_OK : WK_ENOMEM;
    r.fixed = false;
    r.coord = coord;
    r.stride = lanes;
    r.first = p->first;
    for (size_t at = 0; at < all && status == WK_OK; at += lanes) {
        r.lanes = at + lanes > all ? all - at : lanes;
        for (size_t i = 0; i < r.lanes; i++) {
            for (size_t j = 0; j < p->k; j++)
                coord[j * lanes + i] = coordinate_of(p, ph, at + i, j);
        }
        status = run_block(p, &r);
    }
    if (status == WK_OK && r.undecided != SIZE_MAX)
        p->undecided = r.undecided;
    wkb_arena_rewind(p->arena, mark);
    return status;
}

/* The value where every uncertain input has its best; NaN if one has none. */
static wk_status
run_best(plan *p, double *result)
{
    const wkb_mark mark = wkb_arena_mark(p->arena);
    double *coord = WKB_NEW(p->arena, double, p->k + 1);
    wkc_run r = new_run(p, 1);
    wk_status status = r.slot && coord ? WK_OK : WK_ENOMEM;
    if (status == WK_OK) {
        for (size_t j = 0; j < p->k; j++)
            coord[j] = NAN;
        r.coord = coord;
        r.stride = 1;
        r.is_best = true;
        wkc_run_code(&r);
        status = r.status;
    }
    if (status == WK_OK && p->k == 0)
        status = check_lane(p, &r, 0);
    for (size_t i = 0; status == WK_OK && i < p->code->n; i++) {
        p->slot[i].v = r.slot[i];
        if (p->k == 0)
            p->slot[i].lo = p->slot[i].hi = r.slot[i];
    }
    *result = status == WK_OK ? p->slot[p->code->result].v : (double)NAN;
    wkb_arena_rewind(p->arena, mark);
    return status;
}

static bool
is_outside(const wku_num *n, const wku_num *corners)
{
    return (n->lo < corners->lo && !wkb_same(n->lo, corners->lo)) ||
           (n->hi > corners->hi && !wkb_same(n->hi, corners->hi));
}

/* The ranges of all slots, by corners and what lies between them. */
static wk_status
run_ranges(plan *p)
{
    const wku_num *result = &p->slot[p->code->result];
    WKB_TRY(run_phase(p, CORNERS, false));
    const wku_num corners = *result;
    WKB_TRY(run_phase(p, p->k <= MOST_WITH_MIDDLES ? MIDDLES : SAMPLES, false));
    if (is_outside(result, &corners)) {
        p->value->is_sampled = true;
        WKB_TRY(run_phase(p, SAMPLES, true));
    }
    return WK_OK;
}

static wk_status
run_again(void *ud, wkc_lane_fn fn, void *fn_ud)
{
    plan *p = ud;
    p->seed = 0;
    p->each = fn;
    p->each_ud = fn_ud;
    const wk_status status = run_ranges(p);
    p->each = NULL;
    return status;
}

/* What no value may rest on: a choice of rows that differs between the lanes,
 * a division across zero. */
static wk_status
check_ranges(plan *p)
{
    const wkc_again g = {p->e, p->code, p->slot, p->arena, run_again, p};
    if (p->undecided != SIZE_MAX)
        return wkc_report_choice(&g, p->undecided);
    return wkc_check_divisors(&g);
}

/* `holds` looks at a whole range, so its slots are filled in a second pass. */
static bool
has_claims(const wkc_code *c)
{
    for (size_t i = 0; i < c->n; i++) {
        if (c->ins[i].op == WKC_HOLDS)
            return true;
    }
    return false;
}

static void
finish(wkc_value *v)
{
    wku_num *n = &v->num;
    if (isnan(n->v) && n->lo == n->hi)
        n->v = n->lo;
    if (v->type.kind == WKU_NUMBER || v->status != WK_OK || n->lo == n->hi)
        return;
    v->status = WK_EUNDECIDED;
    v->cause =
        (wkc_cause){.code = v->code, .slot = v->code->result, .row = WKL_NONE};
}

static wk_status
run_all(plan *p, wku_num *slot)
{
    for (size_t i = 0; i < p->code->n; i++)
        slot[i] = (wku_num){NAN, NAN, NAN};
    WKB_TRY(run_best(p, &p->value->num.v));
    if (p->k)
        WKB_TRY(run_ranges(p));
    p->value->num.lo = slot[p->code->result].lo;
    p->value->num.hi = slot[p->code->result].hi;
    return WK_OK;
}

/* The second pass, in which the slots' ranges are known. */
static wk_status
run_spread(plan *p, wku_num *slot)
{
    wku_num *spread = WKB_NEW(p->arena, wku_num, p->code->n);
    if (!spread)
        return WK_ENOMEM;
    for (size_t i = 0; i < p->code->n; i++) {
        spread[i] = slot[i];
        p->first[i] = 0;
    }
    p->spread = spread;
    p->value->status = WK_OK;
    return run_all(p, slot);
}

static wk_status
too_many(const plan *p)
{
    return wkb_error(p->e->diag,
                     WK_ELIMIT,
                     p->code->at[p->code->result],
                     "the value depends on %z ranges, more than %d\n"
                     "state a single value for some of them",
                     p->k,
                     (int)MOST_RANGED);
}

wk_status
wkc_evaluate(wkc_value *out,
             wkb_arena *a,
             const wkc_env *e,
             const wkc_code *c,
             const double *input)
{
    const double **by_input = WKB_NEW(a, const double *, c->n_inputs + 1);
    wku_num *slot = WKB_NEW(a, wku_num, c->n);
    plan p = {.e = e,
              .code = c,
              .input = by_input,
              .arena = a,
              .first = WKB_NEW(a, uint64_t, c->n),
              .slot = slot,
              .undecided = SIZE_MAX,
              .value = out,
              .k = c->n_ranged,
              .left = WKC_MOST_WORK};
    *out = (wkc_value){.code = c,
                       .type = c->result_type,
                       .num = {NAN, NAN, NAN},
                       .slot = slot,
                       .n_ranged = c->n_ranged};
    if (!by_input || !slot || !p.first)
        return WK_ENOMEM;
    if (p.k > MOST_RANGED)
        return too_many(&p);
    for (size_t i = 0; i < c->n_inputs; i++)
        by_input[i] = &input[i];
    wk_status status = run_all(&p, slot);
    if (status == WK_OK && p.k)
        status = check_ranges(&p);
    if (status == WK_OK && p.k && has_claims(c))
        status = run_spread(&p, slot);
    if (p.left == 0)
        return wkc_too_much_work(e, c);
    if (status == WK_OK)
        finish(out);
    return status;
}

static wk_status
visit_cells(plan *p, wkc_cell_fn visit, void *ud)
{
    double *coord = WKB_NEW(p->arena, double, p->k + 1);
    if (!coord)
        return WK_ENOMEM;
    /* Both ends of all ranges, since a branch may be taken at one alone. */
    for (int end = 0; end < (p->k ? 2 : 1); end++) {
        wkc_run r = new_run(p, 1);
        if (!r.slot)
            return WK_ENOMEM;
        for (size_t j = 0; j < p->k; j++)
            coord[j] = end;
        r.coord = coord;
        r.stride = 1;
        wkc_run_code(&r);
        wkc_visit(&r, 0, visit, ud);
        WKB_TRY(r.status);
    }
    return WK_OK;
}

wk_status
wkc_cells_of(const wkb_arena *like,
             const wkc_env *e,
             const wkc_code *c,
             const double *input,
             wkc_cell_fn visit,
             void *ud)
{
    wkb_arena own; /* apart from where visit keeps what it is told */
    wkb_arena *scratch = e->spare ? e->spare : &own;
    wkb_arena_init(&own, like->fn, like->ud, like->max_bytes);
    const wkb_mark mark = wkb_arena_mark(scratch);
    const double **by_input = WKB_NEW(scratch, const double *, c->n_inputs + 1);
    plan p = {.e = e,
              .code = c,
              .input = by_input,
              .arena = scratch,
              .k = c->n_ranged};
    for (size_t i = 0; by_input && i < c->n_inputs; i++)
        by_input[i] = &input[i];
    const wk_status status = by_input ? visit_cells(&p, visit, ud) : WK_ENOMEM;
    wkb_arena_rewind(scratch, mark);
    wkb_arena_clear(&own);
    return status;
}

wk_status
wkc_rows(const uint32_t **row,
         size_t *n,
         size_t *left_out,
         wkb_arena *a,
         const wkc_env *e,
         const wkc_code *c)
{
    wkc_value count;
    wkc_cause why;
    const wkc_fold *f = &c->fold[c->ins[c->result].c];
    *n = e->tables->table.item[f->table]->n_row;
    *left_out = 0;
    uint32_t *all = WKB_NEW(a, uint32_t, *n);
    double *low = WKB_NEW(a, double, c->n_ranged + 1); /* ends that decide */
    WKB_TRY(wkc_evaluate(&count, a, e, c, NULL));
    if (count.status == WK_EUNDECIDED)
        return wkb_error(e->diag,
                         WK_EUNDECIDED,
                         c->at[c->result],
                         "the condition holds on part of a range alone\n"
                         "narrow the range, or choose rows by another column");
    plan p = {.e = e, .code = c, .arena = a};
    wkc_run r = new_run(&p, 1);
    if (!all || !low || !r.slot)
        return WK_ENOMEM;
    r.coord = low;
    wkc_run_code(&r);
    if (!wkc_run_rows(&r, f, all, n, &why, left_out))
        return r.status == WK_OK ? wkc_report_cause(e, &why) : r.status;
    *row = all;
    return WK_OK;
}
