/* Why a lane has no value: the first slot that is not a number while its
 * inputs are. */
#include <math.h>

#include "compute/run.h"

/* How many of a, b, c an instruction reads. */
static unsigned
n_operands(wkc_op op)
{
    if (op == WKC_IF)
        return 3;
    if (op <= WKC_VARIABLE || op == WKC_FIND || op == WKC_FOLD)
        return 0;
    if (op == WKC_CELL || op == WKC_HOLDS || op == WKC_NEG || op == WKC_NOT ||
        op == WKC_KNOWN || (op >= WKC_SQRT && op <= WKC_ROUND))
        return 1;
    return 2;
}

static double
value_at(const wkc_run *r, size_t slot, size_t lane)
{
    return r->slot[slot * r->lanes + lane];
}

/* Operand a or b as a slot; what is no slot of this program has no value. */
static double
operand(const wkc_run *r, size_t at, unsigned which, size_t lane)
{
    const wkc_ins *ins = &r->code->ins[at];
    if (which >= n_operands((wkc_op)ins->op))
        return NAN;
    return value_at(r, which ? ins->b : ins->a, lane);
}

size_t
wkc_operands(const wkc_code *c, size_t at, uint16_t out[WKC_MOST_OPERANDS])
{
    const wkc_ins *ins = &c->ins[at];
    size_t n = 0;
    if (ins->op != WKC_FIND) {
        out[0] = ins->a;
        out[1] = ins->b;
        out[2] = ins->c;
        return n_operands((wkc_op)ins->op);
    }
    for (; n < c->lookup[ins->c].n; n++)
        out[n] = c->lookup[ins->c].slot[n];
    return n;
}

/* The operands that count in this lane, and how many. What settles an `and` or
 * `or` on its left guards what stands behind; on its right it hides no fault.
 */
static size_t
live_operands(const wkc_run *r,
              size_t at,
              size_t lane,
              uint16_t out[WKC_MOST_OPERANDS])
{
    const wkc_ins *ins = &r->code->ins[at];
    const wkc_op op = (wkc_op)ins->op;
    const double settles = op == WKC_AND ? 0 : 1;
    const size_t n = wkc_operands(r->code, at, out);
    if (op != WKC_IF && op != WKC_ELSE && op != WKC_AND && op != WKC_OR)
        return n;
    const double a = value_at(r, ins->a, lane);
    if (op == WKC_ELSE)
        return isnan(a) ? 2 : 1;
    if (op != WKC_IF)
        return a == settles ? 1 : 2;
    out[1] = a == 1 ? ins->b : ins->c;
    return isnan(a) ? 1 : 2;
}

static bool
has_unknown_operand(const wkc_run *r, size_t at, size_t lane, uint16_t *first)
{
    uint16_t slot[WKC_MOST_OPERANDS];
    const size_t n = live_operands(r, at, lane, slot);
    for (size_t i = 0; i < n; i++) {
        if (isnan(value_at(r, slot[i], lane))) {
            *first = slot[i];
            return true;
        }
    }
    return false;
}

static wk_status
fault_of(const wkc_run *r, const wkc_ins *ins, size_t lane, const wkc_cause *c)
{
    size_t n_found = 0;
    double key[WKC_MOST_OPERANDS];
    switch (ins->op) {
    case WKC_DIV:
        return c->b == 0 ? WK_EZERO : WK_ERANGE;
    case WKC_ADD:
    case WKC_SUB:
    case WKC_MUL:
    case WKC_SPREAD:
        return WK_ERANGE;
    case WKC_POW:
        return c->a == 0 && c->b < 0 ? WK_EZERO : WK_EDOMAIN;
    case WKC_DATE_SUB:
        return WK_EDATE;
    case WKC_INPUT:
    case WKC_HOLDS:
        return WK_EUNKNOWN;
    case WKC_FIND:
        for (size_t i = 0; i < r->code->lookup[ins->c].n; i++)
            key[i] = value_at(r, r->code->lookup[ins->c].slot[i], lane);
        (void)wkc_find_row(r->tables, &r->code->lookup[ins->c], key, &n_found);
        return n_found ? WK_EMANY : WK_ENONE;
    default:
        return WK_EDOMAIN;
    }
}

static wkc_cause
cell_cause(const wkc_run *r, const wkc_ins *ins, size_t at, size_t lane)
{
    return (wkc_cause){.status = WK_EUNKNOWN,
                       .code = r->code,
                       .slot = at,
                       .table = ins->b,
                       .row = (uint32_t)value_at(r, ins->a, lane),
                       .column = ins->c};
}

static wkc_cause trace(wkc_run *r, size_t at, size_t lane);

/* The cause at a slot that is NaN while its operands are not. */
static wkc_cause
origin(wkc_run *r, size_t at, size_t lane, size_t *left_out)
{
    const wkc_ins *ins = &r->code->ins[at];
    wkc_cause c = {.code = r->code,
                   .slot = at,
                   .row = WKL_NONE,
                   .a = operand(r, at, 0, lane),
                   .b = operand(r, at, 1, lane)};
    wkc_cause inner = {.row = WKL_NONE};
    switch (ins->op) {
    case WKC_CELL:
        return cell_cause(r, ins, at, lane);
    case WKC_OUTER: {
        wkc_run outer = *r->outer;
        return trace(&outer, r->code->outer[ins->a], r->outer_lane);
    }
    case WKC_FOLD:
        (void)wkc_run_fold(r, &r->code->fold[ins->c], lane, &inner, left_out);
        break;
    case WKC_SOLVE:
        (void)wkc_run_solve(r, ins, lane, &inner);
        break;
    default:
        c.status = fault_of(r, ins, lane, &c);
        return c;
    }
    if (inner.code)
        return inner;
    c.status = inner.status;
    return c;
}

/* Follows a NaN down to where it began. */
static wkc_cause
trace(wkc_run *r, size_t at, size_t lane)
{
    uint16_t next = 0;
    size_t ignored = 0;
    while (has_unknown_operand(r, at, lane, &next))
        at = next;
    return origin(r, at, lane, &ignored);
}

static bool
is_fault(const wkc_cause *c)
{
    return c->status != WK_OK && c->status != WK_EUNKNOWN;
}

/* The best value of a range that states none is not a fault. */
static bool
is_range_without_best(const wkc_run *r, size_t at, size_t lane)
{
    const wkc_ins *ins = &r->code->ins[at];
    return ins->op == WKC_SPREAD &&
           value_at(r, ins->a, lane) <= value_at(r, ins->b, lane);
}

static wkc_cause
first_fault(wkc_run *r, const char *live, size_t lane, size_t *left_out)
{
    const wkc_cause none = {.row = WKL_NONE};
    uint16_t ignored;
    for (size_t i = 0; i <= r->code->result; i++) {
        const bool is_fold = r->code->ins[i].op == WKC_FOLD;
        if (!live[i] || (!isnan(value_at(r, i, lane)) && !is_fold) ||
            has_unknown_operand(r, i, lane, &ignored) ||
            is_range_without_best(r, i, lane))
            continue;
        if (r->left_out && r->left_out[i]) { /* it had no fault */
            *left_out += r->left_out[i] - 1;
            continue;
        }
        const wkc_cause c = origin(r, i, lane, left_out);
        if (is_fault(&c))
            return c;
    }
    return none;
}

const char *
wkc_live_slots(wkc_run *r, size_t lane)
{
    char *live = WKB_NEW(r->scratch, char, r->code->n);
    if (!live) {
        r->status = WK_ENOMEM;
        return NULL;
    }
    live[r->code->result] = 1;
    for (size_t i = r->code->result + (size_t)1; i-- > 0;) {
        uint16_t slot[WKC_MOST_OPERANDS];
        const size_t n = live[i] ? live_operands(r, i, lane, slot) : 0;
        for (size_t k = 0; k < n; k++)
            live[slot[k]] = 1;
    }
    return live;
}

wkc_cause
wkc_examine(wkc_run *r, size_t lane, size_t *left_out)
{
    const wkb_mark mark = wkb_arena_mark(r->scratch);
    const size_t result = r->code->result;
    wkc_cause c = {.row = WKL_NONE};
    const char *live = wkc_live_slots(r, lane);
    if (!live)
        return c;
    c = first_fault(r, live, lane, left_out);
    if (!is_fault(&c) && isnan(value_at(r, result, lane)))
        c = trace(r, result, lane);
    wkb_arena_rewind(r->scratch, mark);
    return c;
}

void
wkc_visit(wkc_run *r, size_t lane, wkc_cell_fn visit, void *ud)
{
    const wkb_mark mark = wkb_arena_mark(r->scratch);
    const char *live = wkc_live_slots(r, lane);
    for (size_t i = 0; live && i < r->code->n; i++) {
        const wkc_ins *ins = &r->code->ins[i];
        if (!live[i])
            continue;
        const double row =
            ins->op == WKC_CELL ? value_at(r, ins->a, lane) : NAN;
        if (!isnan(row))
            visit(ud, ins->b, (uint32_t)row, ins->c);
        if (ins->op == WKC_FOLD) {
            wkc_cause why;
            size_t left_out = 0;
            r->visit = visit;
            r->visit_ud = ud;
            (void)wkc_run_fold(
                r, &r->code->fold[ins->c], lane, &why, &left_out);
            r->visit = NULL;
        }
    }
    wkb_arena_rewind(r->scratch, mark);
}

/* What an operation's fault is called, and what to do. */
static const char *
fault_text(const wkc_cause *c)
{
    const wkc_op op = (wkc_op)c->code->ins[c->slot].op;
    switch (op) {
    case WKC_DIV:
        return c->status == WK_EZERO
                   ? "division by zero\n"
                     "guard it: if(b = 0, …, a / b)"
                   : "the quotient is too large\nnumbers go up to 1e308";
    case WKC_SQRT:
        return "the square root of a negative number\ncheck the operand";
    case WKC_LN:
    case WKC_LOG2:
    case WKC_LOG10:
        return "the logarithm of a number that is not positive\n"
               "check the operand";
    case WKC_POW:
        return "this power has no value\n"
               "a negative number takes whole exponents, 0 positive ones, "
               "and numbers go up to 1e308";
    case WKC_ERLANG_B:
        return "erlang_b takes a load of 0 or more and a whole number of "
               "servers, 0 to 1e6\nround the servers up with ceil";
    case WKC_SPREAD:
        return "the range runs backwards\nwrite the lower end first";
    case WKC_SOLVE:
        if (c->status == WK_EMANY)
            return "the two sides are equal at both ends of the interval\n"
                   "narrow it, so that one of them is left";
        return c->status == WK_ERANGE
                   ? "the interval runs backwards\nwrite the lower end first"
                   : "the two sides do not cross in the interval\n"
                     "widen it, or compare the sides at both ends";
    case WKC_DATE_SUB:
        return "a date that states a year alone has no distance\n"
               "state the month";
    case WKC_FOLD:
        return c->status == WK_ENONE
                   ? "the list has no rows\nloosen the condition"
                   : "the sum is too large\nnumbers go up to 1e308";
    case WKC_FIND:
        return c->status == WK_ENONE
                   ? "no row has these values\ncheck the values in [ ]"
                   : "more than one row has these values\n"
                     "name one more column in [ ]";
    default:
        return "the result is too large\nnumbers go up to 1e308";
    }
}

wk_status
wkc_too_much_work(const wkc_env *e, const wkc_code *c)
{
    return wkb_error(e->diag,
                     WK_ELIMIT,
                     c->at[c->result],
                     "the value takes too long to work out\n"
                     "nest fewer sums and solves in each other, or state fewer "
                     "ranges");
}

wk_status
wkc_report_cause(const wkc_env *e, const wkc_cause *c)
{
    return wkc_report_cause_of(e, c, (wkb_str){0});
}

wk_status
wkc_report_cause_of(const wkc_env *e, const wkc_cause *c, wkb_str where)
{
    wkb_str hint = wkb_str_of(fault_text(c));
    const wkb_str what = wkb_cut(&hint, '\n');
    const wkl_tables *t = e->tables;
    const wkb_span at = c->code->at[c->slot];
    (void)wkb_error(e->diag,
                    c->status,
                    at,
                    "%S%s%e\n%S",
                    what,
                    where.n ? " where " : "",
                    where,
                    hint);
    if (c->row != WKL_NONE) {
        const wkl_table *table = t->table.item[c->table];
        const uint32_t place = table->row_at[c->row];
        wkb_note(e->diag,
                 (wkb_span){table->file, place, place + 1},
                 "in this row of %q",
                 table->name);
    }
    return c->status;
}
