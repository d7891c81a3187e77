/* Runs a program: one loop over the lanes for each instruction. */
#include "compute/run.h"

#include <math.h>
#include <string.h>

/* A quiet NaN with a mark of its own; no operation is trusted to keep it. */
#define NO_BEST UINT64_C(0x7ff8000000000b57)

double
wkc_no_best(void)
{
    const uint64_t bits = NO_BEST;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

bool
wkc_is_no_best(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits == NO_BEST;
}

static double
coordinate(const wkc_run *r, size_t input, size_t lane)
{
    return r->coord[input * r->stride + (r->fixed ? r->fixed_lane : lane)];
}

/* The value at t between lo and hi, exact at both ends; best where t is NaN. */
static double
between(double lo, double hi, double best, double t)
{
    if (isnan(t))
        return isnan(best) ? wkc_no_best() : best;
    return t == 0 ? lo : t == 1 ? hi : lo + t * (hi - lo);
}

/* Each cell that is met row by row is an input of its own; as a rule the one
 * behind that of the row before. */
static size_t
input_of(wkc_run *r, const wkc_ins *ins, uint32_t row)
{
    if (ins->k != WKC_BY_ROW)
        return (size_t)ins->k;
    for (size_t i = 0; i < r->n_ranged; i++) {
        const size_t at = (r->near + 1 + i) % r->n_ranged;
        const wkc_ranged *x = &r->ranged[at];
        if (x->table != ins->b || x->column != ins->c || x->row != row)
            continue;
        r->near = at;
        return at;
    }
    return r->n_ranged;
}

static void
meet(const wkc_run *r, size_t input)
{
    if (r->met)
        r->met[input] = 1;
}

static double
ranged_cell(wkc_run *r, const wkc_ins *ins, uint32_t row, size_t lane)
{
    const wkl_column *c = &r->tables->table.item[ins->b]->col[ins->c];
    const wkl_extra *e = wkl_extra_of(c, row);
    if (!e || !wku_is_range(&e->num))
        return wkc_cell_value(c, row);
    const size_t input = input_of(r, ins, row);
    if (input >= r->n_ranged)
        return wkc_cell_value(c, row);
    meet(r, input);
    /* Rows of a list are chosen once, since a condition is the same in every
     * lane: by the best value, or the lower end. */
    const double t = r->coord          ? coordinate(r, input, lane)
                     : isnan(e->num.v) ? 0
                                       : (double)NAN;
    return between(e->num.lo, e->num.hi, e->num.v, t);
}

static void
run_cell(wkc_run *r, const wkc_ins *ins, double *out)
{
    const double *row = r->slot + (size_t)ins->a * r->lanes;
    const wkl_column *c = &r->tables->table.item[ins->b]->col[ins->c];
    if (ins->k == WKC_EXACT && c->num) {
        const double *num = c->num;
        for (size_t i = 0; i < r->lanes; i++)
            out[i] = isnan(row[i]) ? (double)NAN : num[(uint32_t)row[i]];
        return;
    }
    for (size_t i = 0; i < r->lanes; i++) {
        if (isnan(row[i]))
            out[i] = NAN;
        else if (ins->k == WKC_EXACT)
            out[i] = wkc_cell_value(c, (uint32_t)row[i]);
        else
            out[i] = ranged_cell(r, ins, (uint32_t)row[i], i);
    }
}

static void
run_spread(const wkc_run *r, const wkc_ins *ins, double *out)
{
    const double *lo = r->slot + (size_t)ins->a * r->lanes;
    const double *hi = r->slot + (size_t)ins->b * r->lanes;
    meet(r, ins->c);
    for (size_t i = 0; i < r->lanes; i++) {
        out[i] = lo[i] <= hi[i] ? between(lo[i],
                                          hi[i],
                                          lo[i] == hi[i] ? lo[i] : (double)NAN,
                                          coordinate(r, ins->c, i))
                                : (double)NAN;
    }
}

static void
run_find(const wkc_run *r, const wkc_ins *ins, double *out)
{
    const wkc_lookup *l = &r->code->lookup[ins->c];
    for (size_t i = 0; i < r->lanes; i++) {
        double key[WKC_MOST_OPERANDS];
        size_t n_found = 0;
        for (size_t k = 0; k < l->n; k++)
            key[k] = r->slot[(size_t)l->slot[k] * r->lanes + i];
        const uint32_t row = wkc_find_row(r->tables, l, key, &n_found);
        out[i] = n_found == 1 ? (double)row : (double)NAN;
    }
}

static void
run_holds(const wkc_run *r, const wkc_ins *ins, double *out)
{
    const double *a = r->slot + (size_t)ins->a * r->lanes;
    for (size_t i = 0; i < r->lanes; i++) {
        double margin;
        const wku_num num =
            r->spread ? r->spread[ins->a] : (wku_num){a[i], a[i], a[i]};
        const wku_verdict v = wku_holds(&num, &r->code->claim[ins->c], &margin);
        out[i] = v == WKU_FAILS_UNKNOWN ? (double)NAN : v == WKU_HOLDS;
    }
}

static bool
is_same_everywhere(const wkc_fold *f)
{
    return (!f->where || f->where->is_constant) &&
           (!f->sort || f->sort->is_constant) &&
           (!f->term || f->term->is_constant);
}

/* Where the rows that a condition chooses differ between the lanes of a
 * range, the condition is undecided. */
static void
compare_choice(wkc_run *r, size_t at, uint64_t chosen)
{
    if (r->first[at] == 0)
        r->first[at] = chosen | 1;
    else if (r->first[at] != (chosen | 1) && r->undecided == SIZE_MAX)
        r->undecided = at;
}

static void
run_fold(wkc_run *r, const wkc_ins *ins, size_t at, double *out)
{
    const wkc_fold *f = &r->code->fold[ins->c];
    const bool once = is_same_everywhere(f);
    for (size_t i = 0; i < r->lanes && r->status == WK_OK; i++) {
        wkc_cause why;
        size_t left_out = 0;
        uint64_t chosen = 0;
        uint64_t *const outer = r->chosen;
        r->chosen = &chosen;
        r->lacks_best = false;
        out[i] = once && i ? out[0] : wkc_run_fold(r, f, i, &why, &left_out);
        if (r->left_out && !isnan(out[i]))
            r->left_out[at] = 1 + left_out;
        if (r->lacks_best)
            out[i] = wkc_no_best();
        r->chosen = outer;
        if (outer)
            *outer = (*outer ^ chosen) * 0x9e3779b97f4a7c15u;
        if (r->first && !once)
            compare_choice(r, at, chosen);
    }
}

static void
run_solve(wkc_run *r, const wkc_ins *ins, double *out)
{
    for (size_t i = 0; i < r->lanes && r->status == WK_OK; i++) {
        wkc_cause why;
        out[i] = wkc_run_solve(r, ins, i, &why);
    }
}

static void
fill(double *out, size_t n, double v)
{
    for (size_t i = 0; i < n; i++)
        out[i] = v;
}

static void
run_given(const wkc_run *r, const wkc_ins *ins, double *out)
{
    const wkc_run *o = r->outer;
    const double *in = NULL;
    switch (ins->op) {
    case WKC_INPUT:
        in = r->input[(size_t)ins->k];
        if (r->fixed || r->one_input)
            fill(out, r->lanes, in[r->one_input ? 0 : r->fixed_lane]);
        else
            memcpy(out, in, r->lanes * sizeof *out);
        break;
    case WKC_OUTER:
        fill(
            out,
            r->lanes,
            o->slot[(size_t)r->code->outer[ins->a] * o->lanes + r->outer_lane]);
        break;
    case WKC_LANE:
        for (size_t i = 0; i < r->lanes; i++)
            out[i] = r->row[i];
        break;
    case WKC_VARIABLE:
        fill(out, r->lanes, r->variable);
        break;
    default:
        if (!r->has_constants)
            fill(out, r->lanes, ins->k);
        break;
    }
}

static void
run_if(const wkc_run *r, const wkc_ins *ins, double *out)
{
    const double *test = r->slot + (size_t)ins->a * r->lanes;
    const double *yes = r->slot + (size_t)ins->b * r->lanes;
    const double *no = r->slot + (size_t)ins->c * r->lanes;
    for (size_t i = 0; i < r->lanes; i++)
        out[i] = isnan(test[i]) ? (double)NAN : test[i] == 1 ? yes[i] : no[i];
}

static void
run_one(wkc_run *r, size_t at)
{
    const wkc_ins *ins = &r->code->ins[at];
    const double *a = r->slot + (size_t)ins->a * r->lanes;
    const double *b = r->slot + (size_t)ins->b * r->lanes;
    double *out = r->slot + at * r->lanes;
    const wkc_op op = (wkc_op)ins->op;
    if (op <= WKC_VARIABLE)
        run_given(r, ins, out);
    else if (op == WKC_CELL)
        run_cell(r, ins, out);
    else if (op == WKC_FIND)
        run_find(r, ins, out);
    else if (op == WKC_FOLD)
        run_fold(r, ins, at, out);
    else if (op == WKC_SOLVE)
        run_solve(r, ins, out);
    else if (op == WKC_HOLDS)
        run_holds(r, ins, out);
    else if (op == WKC_SPREAD)
        run_spread(r, ins, out);
    else if (op == WKC_IF)
        run_if(r, ins, out);
    else
        wkc_operate(op, a, b, out, r->lanes);
}

/* What depends on a range without best value has none either: known() of it
 * and ?? behind it are not decided by its NaN. */
static void
keep_no_best(wkc_run *r, size_t at)
{
    uint16_t operand[WKC_MOST_OPERANDS];
    const size_t n = wkc_operands(r->code, at, operand);
    const wkc_op op = (wkc_op)r->code->ins[at].op;
    double *out = r->slot + at * r->lanes;
    for (size_t i = 0; i < r->lanes; i++) {
        for (size_t k = 0; k < n; k++) {
            const double x = r->slot[(size_t)operand[k] * r->lanes + i];
            const bool hidden =
                op == WKC_KNOWN || (op == WKC_ELSE && k == 0) || isnan(out[i]);
            if (hidden && wkc_is_no_best(x))
                out[i] = wkc_no_best();
        }
        if (op == WKC_SOLVE && isnan(out[i]))
            out[i] = wkc_no_best(); /* its sides hang on a range */
    }
}

/* In steps: an instruction beside its lanes; a server of erlang_b; a cell that
 * may be a range. */
enum { INSTRUCTION_COST = 8, SERVER_COST = 16, RANGE_COST = 8 };

static uint64_t
cost_of(const wkc_run *r, const wkc_ins *ins)
{
    const double *b = r->slot + (size_t)ins->b * r->lanes;
    double each = 1;
    if (ins->op == WKC_FIND)
        each =
            (double)r->tables->table.item[r->code->lookup[ins->c].table]->n_row;
    if (ins->op == WKC_CELL && ins->k == WKC_BY_ROW)
        each = RANGE_COST;
    for (size_t i = 0; ins->op == WKC_ERLANG_B && i < r->lanes; i++)
        each = b[i] <= WKC_MOST_SERVERS ? fmax(each, SERVER_COST * b[i]) : each;
    return INSTRUCTION_COST + (uint64_t)each * r->lanes;
}

/* Takes the cost of an instruction off what is left. */
static bool
may_run(wkc_run *r, const wkc_ins *ins)
{
    if (!r->left)
        return true;
    const uint64_t cost = cost_of(r, ins);
    if (cost < *r->left) {
        *r->left -= cost;
        return true;
    }
    *r->left = 0;
    r->status = WK_ELIMIT;
    return false;
}

void
wkc_run_code(wkc_run *r)
{
    for (size_t i = 0; i < r->code->n && r->status == WK_OK; i++) {
        if (!may_run(r, &r->code->ins[i]))
            return;
        run_one(r, i);
        if (r->is_best)
            keep_no_best(r, i);
    }
}

wkc_run
wkc_inner_run(wkc_run *r, const wkc_code *code, size_t lane, size_t lanes)
{
    return (wkc_run){
        .tables = r->tables,
        .scratch = r->scratch,
        .code = code,
        .lanes = lanes,
        .slot = wkb_alloc_raw(r->scratch, code->n * lanes * sizeof(double)),
        .input = r->input,
        .ranged = r->ranged,
        .n_ranged = r->n_ranged,
        .one_input = r->one_input,
        .coord = r->coord,
        .met = r->met,
        .near = SIZE_MAX,
        .watch = r->watch,
        .stride = r->stride,
        .fixed = true,
        .fixed_lane = r->fixed ? r->fixed_lane : lane,
        .outer = r,
        .outer_lane = lane,
        .chosen = r->chosen,
        .is_best = r->is_best,
        .left = r->left,
    };
}
