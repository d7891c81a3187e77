/* Evaluates a program: one lane for a value; corners, middles and samples for
 * what depends on ranges. */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "compute/corners.h"

enum {
    MOST_CORNERED = 16,    /* every corner is computed */
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
    const wku_num *spread;       /* of a second pass, for `holds`; else NULL */
    size_t k;                    /* ranged inputs that are read */
    const uint32_t *active;      /* which these are */
    unsigned char *met;          /* by ranged input: whether a lane read it */
    const unsigned char *corner; /* of the lanes that are run, or NULL */
    const wkc_goal *goal;        /* told of them */
    size_t n_goals;
    double *told;
    uint64_t seed;
    wkc_lane_fn each; /* told of each lane, or NULL */
    void *each_ud;
    const wkc_watch *watch; /* of what runs over rows, or NULL */
    wkc_list *list;         /* of a program without ranges, or NULL */
    uint64_t left;          /* steps that may still be taken */
} plan;

typedef enum phase { CORNERS, MIDDLES, SAMPLES, GIVEN } phase;

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
    if (ph == GIVEN)
        return p->corner[i * p->k + j];
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
    case GIVEN:
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

static double
goal_in(const wkc_run *r, const wkc_goal *g, size_t lane)
{
    const double a = r->slot[(size_t)g->a * r->lanes + lane];
    return g->is_difference ? a - r->slot[(size_t)g->b * r->lanes + lane] : a;
}

static void
tell_goals(const plan *p, const wkc_run *r, size_t at)
{
    for (size_t lane = 0; lane < r->lanes; lane++) {
        for (size_t g = 0; g < p->n_goals; g++)
            p->told[(at + lane) * p->n_goals + g] =
                goal_in(r, &p->goal[g], lane);
    }
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
                     .met = p->met,
                     .watch = p->watch,
                     .undecided = SIZE_MAX};
}

/* Coordinates of a block of lanes; inputs that no lane reads stay low. */
static void
place_lanes(plan *p, phase ph, size_t at, const wkc_run *r, double *coord)
{
    for (size_t i = 0; i < r->lanes; i++) {
        for (size_t j = 0; j < p->k; j++)
            coord[p->active[j] * r->stride + i] =
                coordinate_of(p, ph, at + i, j);
    }
}

static wk_status
run_lanes(plan *p, phase ph, size_t all)
{
    const size_t lanes = all < BLOCK ? all : BLOCK;
    const wkb_mark mark = wkb_arena_mark(p->arena);
    double *coord = WKB_NEW(p->arena, double, p->code->n_ranged *lanes);
    wkc_run r = new_run(p, lanes);
    wk_status status = r.slot && coord ? WK_OK : WK_ENOMEM;
    r.fixed = false;
    r.coord = coord;
    r.stride = lanes;
    r.first = p->first;
    for (size_t at = 0; at < all && status == WK_OK; at += lanes) {
        r.lanes = at + lanes > all ? all - at : lanes;
        place_lanes(p, ph, at, &r, coord);
        status = run_block(p, &r);
        if (status == WK_OK && p->told)
            tell_goals(p, &r, at);
    }
    if (status == WK_OK && r.undecided != SIZE_MAX)
        p->undecided = r.undecided;
    wkb_arena_rewind(p->arena, mark);
    return status;
}

static wk_status
run_phase(plan *p, phase ph, bool many)
{
    return run_lanes(p, ph, n_lanes(p, ph, many));
}

static wk_status
run_corners(void *ud, const unsigned char *corner, size_t n, double *goal)
{
    plan *p = ud;
    p->corner = corner;
    p->told = goal;
    const wk_status status = run_lanes(p, GIVEN, n);
    p->told = NULL;
    return status;
}

/* All corners, or those that matter. */
static wk_status
run_all_corners(plan *p)
{
    wkc_goal goal[WKC_MOST_GOALS];
    if (p->k <= MOST_CORNERED)
        return run_phase(p, CORNERS, false);
    const wkb_mark mark = wkb_arena_mark(p->arena);
    p->goal = goal;
    p->n_goals = wkc_goals_of(p->code, goal);
    const wkc_corners c = {p->arena, p->k, p->n_goals, run_corners, p};
    const wk_status status = wkc_extreme_corners(&c);
    wkb_arena_rewind(p->arena, mark);
    p->goal = NULL;
    return status;
}

/* The value where every uncertain input has its best; NaN if one has none. */
static wk_status
run_best(plan *p, double *result)
{
    const wkb_mark mark = wkb_arena_mark(p->arena);
    const size_t n_ranged = p->code->n_ranged;
    double *coord = WKB_NEW(p->arena, double, n_ranged + 1);
    wkc_run r = new_run(p, 1);
    size_t *left_out = WKB_NEW(p->arena, size_t, p->code->n);
    wk_status status = r.slot && coord && left_out ? WK_OK : WK_ENOMEM;
    if (status == WK_OK) {
        for (size_t j = 0; j < n_ranged; j++)
            coord[j] = NAN;
        r.coord = coord;
        r.left_out = left_out;
        r.list = p->list;
        r.stride = 1;
        r.is_best = true;
        wkc_run_code(&r);
        status = r.status;
    }
    if (status == WK_OK && n_ranged == 0)
        status = check_lane(p, &r, 0);
    for (size_t i = 0; status == WK_OK && i < p->code->n; i++) {
        p->slot[i].v = r.slot[i];
        if (n_ranged == 0)
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
    WKB_TRY(run_all_corners(p));
    const wku_num corners = *result;
    WKB_TRY(run_phase(p, p->k <= MOST_WITH_MIDDLES ? MIDDLES : SAMPLES, false));
    if (is_outside(result, &corners)) {
        p->value->is_sampled = true;
        WKB_TRY(run_phase(p, SAMPLES, true));
    }
    return WK_OK;
}

/* Takes in the inputs that were read; whether there is a new one. */
static bool
take_met(plan *p, uint32_t *active)
{
    const size_t before = p->k;
    p->k = 0;
    for (size_t i = 0; i < p->code->n_ranged; i++) {
        if (p->met[i])
            active[p->k++] = (uint32_t)i;
    }
    return p->k > before;
}

/* A column has an input for each of its ranges, of which a condition on rows
 * may leave few: what is read is found out first, and again if a lane read
 * more. */
static wk_status
run_read_ranges(plan *p)
{
    const size_t n = p->code->n_ranged;
    uint32_t *active = WKB_NEW(p->arena, uint32_t, n);
    p->met = WKB_NEW(p->arena, unsigned char, n);
    if (!active || !p->met)
        return WK_ENOMEM;
    p->active = active;
    p->k = 0;
    if (n <= MOST_WITH_MIDDLES)
        memset(p->met, 1, n);
    else
        WKB_TRY(run_lanes(p, CORNERS, 1));
    while (take_met(p, active)) {
        for (size_t i = 0; i < p->code->n; i++)
            p->slot[i].lo = p->slot[i].hi = (double)NAN;
        p->undecided = SIZE_MAX;
        p->seed = 0;
        p->value->is_sampled = false;
        memset(p->first, 0, p->code->n * sizeof *p->first);
        WKB_TRY(run_ranges(p));
    }
    return WK_OK;
}

static wk_status
run_again(void *ud, wkc_lane_fn fn, const wkc_watch *watch, void *fn_ud)
{
    plan *p = ud;
    p->seed = 0;
    p->each = fn;
    p->each_ud = fn_ud;
    p->watch = watch;
    const wk_status status = run_ranges(p);
    p->each = NULL;
    p->watch = NULL;
    return status;
}

/* What no value may rest on: a choice of rows that differs between the lanes,
 * a division across zero. */
static wk_status
check_ranges(plan *p)
{
    const wkc_again g = {p->e, p->code, p->slot, p->arena, run_again, p};
    WKB_TRY(wkc_check_divisors(&g));
    if (p->undecided != SIZE_MAX)
        return wkc_report_choice(&g, p->undecided);
    return WK_OK;
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
    if (p->code->n_ranged)
        WKB_TRY(run_read_ranges(p));
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
                     "the value depends on more than %d ranges\n"
                     "state a single value for some of them",
                     (int)WKC_MOST_RANGED);
}

static wk_status
evaluate(wkc_value *out,
         wkb_arena *a,
         const wkc_env *e,
         const wkc_code *c,
         const double *input,
         wkc_list *list)
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
              .list = list,
              .left = WKC_MOST_WORK};
    *out = (wkc_value){.code = c,
                       .type = c->result_type,
                       .num = {NAN, NAN, NAN},
                       .slot = slot,
                       .n_ranged = c->n_ranged};
    if (!by_input || !slot || !p.first)
        return WK_ENOMEM;
    if (c->n_ranged > WKC_MOST_RANGED)
        return too_many(&p);
    for (size_t i = 0; i < c->n_inputs; i++)
        by_input[i] = &input[i];
    wk_status status = run_all(&p, slot);
    if (status == WK_OK && c->n_ranged)
        status = check_ranges(&p);
    if (status == WK_OK && c->n_ranged && has_claims(c))
        status = run_spread(&p, slot);
    if (p.left == 0)
        return wkc_too_much_work(e, c);
    if (status == WK_OK)
        finish(out);
    return status;
}

wk_status
wkc_evaluate(wkc_value *out,
             wkb_arena *a,
             const wkc_env *e,
             const wkc_code *c,
             const double *input)
{
    return evaluate(out, a, e, c, input, NULL);
}

/* The cells of a value that has one lane, which its slots are. */
static wk_status
visit_lane(plan *p, const wkc_value *v, wkc_cell_fn visit, void *ud)
{
    wkc_run r = new_run(p, 1);
    if (!r.slot)
        return WK_ENOMEM;
    for (size_t i = 0; i < p->code->n; i++)
        r.slot[i] = v->slot[i].v;
    wkc_visit(&r, 0, visit, ud);
    return r.status;
}

static wk_status
visit_lanes(plan *p, wkc_cell_fn visit, void *ud)
{
    const size_t n_ranged = p->code->n_ranged;
    double *coord = WKB_NEW(p->arena, double, n_ranged + 1);
    if (!coord)
        return WK_ENOMEM;
    /* Both ends of all ranges, since a branch may be taken at one alone. */
    for (int end = 0; end < 2; end++) {
        wkc_run r = new_run(p, 1);
        if (!r.slot)
            return WK_ENOMEM;
        for (size_t j = 0; j < n_ranged; j++)
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
             const wkc_value *v,
             wkc_cell_fn visit,
             void *ud)
{
    wkb_arena own; /* apart from where visit keeps what it is told */
    wkb_arena *scratch = e->spare ? e->spare : &own;
    wkb_arena_init(&own, like->fn, like->ud, like->max_bytes);
    const wkb_mark mark = wkb_arena_mark(scratch);
    plan p = {.e = e, .code = v->code, .arena = scratch};
    const wk_status status = v->code->n_ranged ? visit_lanes(&p, visit, ud)
                                               : visit_lane(&p, v, visit, ud);
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
    wkc_list list = {.row = all};
    if (!all || !low)
        return WK_ENOMEM;
    WKB_TRY(evaluate(&count, a, e, c, NULL, c->n_ranged ? NULL : &list));
    if (list.is_known) {
        *row = all;
        *n = list.n;
        *left_out = list.left_out;
        return WK_OK;
    }
    if (count.status == WK_EUNDECIDED)
        return wkb_error(e->diag,
                         WK_EUNDECIDED,
                         c->at[c->result],
                         "the condition holds on part of a range alone\n"
                         "narrow the range, or choose rows by another column");
    plan p = {.e = e, .code = c, .arena = a};
    wkc_run r = new_run(&p, 1);
    if (!r.slot)
        return WK_ENOMEM;
    r.coord = low;
    wkc_run_code(&r);
    if (!wkc_run_rows(&r, f, all, n, &why, left_out))
        return r.status == WK_OK ? wkc_report_cause(e, &why) : r.status;
    *row = all;
    return WK_OK;
}
