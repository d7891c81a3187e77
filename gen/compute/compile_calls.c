/* Calls: the functions of the language, and formulas expanded in place. */
#include <math.h>

#include "compute/compile.h"

/* Where a call is being compiled. */
typedef struct call {
    wkc_compiler *cc;
    wkc_builder *b;
    const wkc_scope *s;
    const wkc_node *n;
    const wkc_node *arg[3]; /* the trees of the first arguments, or n */
    size_t n_args;
} call;

typedef enum function_kind {
    F_PURE, /* op on a pure number, gives one */
    F_KEEP, /* op on any quantity, keeps its type */
    F_SQRT,
    F_FOLD,    /* over rows */
    F_EXTREME, /* min, max: over rows or arguments */
    F_IF,
    F_KNOWN,
    F_PERCENT, /* increase, decrease */
    F_RATIO,
    F_RANGE,
    F_ERLANG,
    F_SOLVE,
    F_HOLDS
} function_kind;

typedef struct function {
    const char *name;
    function_kind kind;
    int op; /* a wkc_op or wkc_fold_kind */
    size_t n_args;
    const char *usage;
} function;

static const function functions[] = {
    {"sqrt", F_SQRT, WKC_SQRT, 1, "sqrt(x)"},
    {"exp", F_PURE, WKC_EXP, 1, "exp(x)"},
    {"ln", F_PURE, WKC_LN, 1, "ln(x)"},
    {"log2", F_PURE, WKC_LOG2, 1, "log2(x)"},
    {"log10", F_PURE, WKC_LOG10, 1, "log10(x)"},
    {"floor", F_PURE, WKC_FLOOR, 1, "floor(x)"},
    {"ceil", F_PURE, WKC_CEIL, 1, "ceil(x)"},
    {"round", F_PURE, WKC_ROUND, 1, "round(x)"},
    {"abs", F_KEEP, WKC_ABS, 1, "abs(x)"},
    {"min", F_EXTREME, WKC_FOLD_MIN, 0, "min(a, b) or min(column of rows)"},
    {"max", F_EXTREME, WKC_FOLD_MAX, 0, "max(a, b) or max(column of rows)"},
    {"sum", F_FOLD, WKC_FOLD_SUM, 0, "sum(column of rows)"},
    {"mean", F_FOLD, WKC_FOLD_MEAN, 0, "mean(column of rows)"},
    {"median", F_FOLD, WKC_FOLD_MEDIAN, 0, "median(column of rows)"},
    {"quantile",
     F_FOLD,
     WKC_FOLD_QUANTILE,
     0,
     "quantile(10 %, column of rows)"},
    {"first", F_FOLD, WKC_FOLD_FIRST, 0, "first(rows)"},
    {"last", F_FOLD, WKC_FOLD_LAST, 0, "last(rows)"},
    {"count", F_FOLD, WKC_FOLD_COUNT, 0, "count(rows)"},
    {"if", F_IF, WKC_IF, 3, "if(condition, a, b)"},
    {"known", F_KNOWN, WKC_KNOWN, 1, "known(x)"},
    {"increase", F_PERCENT, WKC_ADD, 2, "increase(x, 5 %)"},
    {"decrease", F_PERCENT, WKC_SUB, 2, "decrease(x, 5 %)"},
    {"ratio", F_RATIO, WKC_DIV, 2, "ratio(a, b)"},
    {"range", F_RANGE, WKC_SPREAD, 2, "range(low, high)"},
    {"erlang_b", F_ERLANG, WKC_ERLANG_B, 2, "erlang_b(load, servers)"},
    {"solve", F_SOLVE, WKC_SOLVE, 4, "solve(u, 10..100 %, a, b)"},
    {"holds", F_HOLDS, WKC_HOLDS, 2, "holds(x, \"~ 300\")"},
};

static const function *
function_of(wkb_str name)
{
    for (size_t i = 0; i < WKB_COUNT(functions); i++) {
        if (wkb_str_eq(name, wkb_str_of(functions[i].name)))
            return &functions[i];
    }
    return NULL;
}

bool
wkc_is_function(wkb_str name)
{
    return function_of(name) != NULL;
}

static wk_status
number_argument(const call *c, size_t i, wkc_term *out)
{
    return wkc_number_of(c->cc, c->b, c->s, c->arg[i], out);
}

static wk_status
pure_argument(const call *c, size_t i, wkc_term *out)
{
    WKB_TRY(number_argument(c, i, out));
    if (wku_is_pure(&out->type.unit))
        return WK_OK;
    const wkb_str unit = wku_unit_text(c->cc->units, &out->type.unit);
    return wkb_error(c->cc->d,
                     WK_EDIMENSION,
                     c->arg[i]->at,
                     "%S takes a pure number, not %q\n"
                     "divide by a unit first, as in %S(x / 1 %S)",
                     c->n->name,
                     wkc_type_name(c->cc, &out->type),
                     c->n->name,
                     unit);
}

static wk_status
call_pure(const call *c, const function *f, wkc_term *out)
{
    wkc_term x;
    WKB_TRY(pure_argument(c, 0, &x));
    out->type = (wku_type){.kind = WKU_NUMBER, .unit = wku_one()};
    return wkc_emit1(c->cc, c->b, (wkc_op)f->op, &x, c->n->at, out);
}

static wk_status
call_keep(const call *c, const function *f, wkc_term *out)
{
    wkc_term x;
    WKB_TRY(number_argument(c, 0, &x));
    out->type = x.type;
    return wkc_emit1(c->cc, c->b, (wkc_op)f->op, &x, c->n->at, out);
}

static wk_status
call_sqrt(const call *c, wkc_term *out)
{
    wkc_term x;
    wku_type type = {.kind = WKU_NUMBER};
    WKB_TRY(number_argument(c, 0, &x));
    const wk_status status =
        wku_unit_sqrt(&type.unit, c->cc->units, &x.type.unit);
    if (status == WK_EDIMENSION)
        return wkb_error(c->cc->d,
                         status,
                         c->arg[0]->at,
                         "the square root of %q has half a dimension\n"
                         "divide by a unit first",
                         wkc_type_name(c->cc, &x.type));
    WKB_TRY(status);
    type.quals = wku_quals_live(c->cc->axes, x.type.quals, &type.unit);
    out->type = type;
    return wkc_emit1(c->cc, c->b, WKC_SQRT, &x, c->n->at, out);
}

/* min or max of two or more arguments, folded in pairs. */
static wk_status
call_extreme(const call *c, const function *f, wkc_term *out)
{
    wkc_term so_far, next;
    const wkc_term *const pair[2] = {&so_far, &next};
    const wkc_node *arg = c->n->child;
    const wkc_op op = f->op == WKC_FOLD_MIN ? WKC_MIN : WKC_MAX;
    if (arg && (arg->of || !arg->next)) {
        WKB_TRY(wkc_term_of(
            c->cc, c->b, c->s, arg->of ? arg->of : arg->child, &next));
        if (next.type.kind == WKU_ROWS)
            return wkc_fold_of(
                c->cc, c->b, c->s, c->n, (wkc_fold_kind)f->op, out);
    }
    if (!arg || !arg->next)
        return wkb_error(c->cc->d,
                         WK_ECALL,
                         c->n->at,
                         "%q takes two values or more, or a list of rows\n"
                         "write %s",
                         c->n->name,
                         f->usage);
    WKB_TRY(wkc_number_of(c->cc, c->b, c->s, arg->child, &so_far));
    for (arg = arg->next; arg; arg = arg->next) {
        wku_type type;
        WKB_TRY(wkc_number_of(c->cc, c->b, c->s, arg->child, &next));
        WKB_TRY(wkc_agree(c->cc, &so_far, &next, arg->at, f->name, &type));
        out->type = type;
        WKB_TRY(wkc_emit2(c->cc, c->b, op, pair, c->n->at, out));
        so_far = *out;
    }
    return WK_OK;
}

static wk_status
call_if(const call *c, wkc_term *out)
{
    wkc_term test, yes, no;
    wkc_ins ins = {.op = WKC_IF};
    WKB_TRY(wkc_truth_of(c->cc, c->b, c->s, c->arg[0], &test));
    WKB_TRY(wkc_term_of(c->cc, c->b, c->s, c->arg[1], &yes));
    WKB_TRY(wkc_term_of(c->cc, c->b, c->s, c->arg[2], &no));
    wku_type type = yes.type;
    if (wkc_is_number(&yes) && wkc_is_number(&no)) {
        WKB_TRY(wkc_agree(c->cc, &yes, &no, c->arg[2]->at, "if", &type));
        type.quals = wku_quals_common(yes.type.quals, no.type.quals);
    } else if (type.kind != no.type.kind || type.table != no.type.table ||
               type.kind == WKU_ROWS) {
        return wkb_error(c->cc->d,
                         WK_ETYPE,
                         c->arg[2]->at,
                         "if gives %s or %s\nboth branches must be of one kind",
                         wkc_kind_name(type.kind),
                         wkc_kind_name(no.type.kind));
    }
    WKB_TRY(wkc_use(c->cc, c->b, &test, c->n->at, &ins.a));
    WKB_TRY(wkc_use(c->cc, c->b, &yes, c->n->at, &ins.b));
    WKB_TRY(wkc_use(c->cc, c->b, &no, c->n->at, &ins.c));
    return wkc_emit(c->cc, c->b, ins, &type, c->n->at, out);
}

/* A cell that brings its own unit or expression may be asked for though it is
 * empty and nothing else could be done with it. */
static wk_status
call_known(const call *c, wkc_term *out)
{
    wkc_term x;
    const wku_type truth = {.kind = WKU_BOOL, .unit = wku_one()};
    const wkc_node *before = c->cc->asked;
    c->cc->asked = c->arg[0];
    const wk_status status = wkc_term_of(c->cc, c->b, c->s, c->arg[0], &x);
    const bool is_empty = c->cc->asked != c->arg[0];
    c->cc->asked = before;
    WKB_TRY(status);
    if (is_empty)
        return wkc_emit_const(c->cc, c->b, 0, &truth, c->n->at, out);
    if (x.type.kind == WKU_ROWS)
        return wkb_error(c->cc->d,
                         WK_ETYPE,
                         c->arg[0]->at,
                         "a list of rows is always known\n"
                         "ask for one value of a row");
    c->b->may_hide = true;
    out->type = truth;
    return wkc_emit1(c->cc, c->b, WKC_KNOWN, &x, c->n->at, out);
}

/* increase(x, p) = x * (1 + p) */
static wk_status
call_percent(const call *c, const function *f, wkc_term *out)
{
    wkc_term x, share, one, factor;
    const wkc_term *const sum[2] = {&one, &share};
    const wkc_term *const product[2] = {&x, &factor};
    const wku_type pure = {.kind = WKU_NUMBER, .unit = wku_one()};
    WKB_TRY(number_argument(c, 0, &x));
    WKB_TRY(pure_argument(c, 1, &share));
    WKB_TRY(wkc_emit_const(c->cc, c->b, 1, &pure, c->n->at, &one));
    factor.type = pure;
    WKB_TRY(wkc_emit2(c->cc, c->b, (wkc_op)f->op, sum, c->n->at, &factor));
    out->type = x.type;
    return wkc_emit2(c->cc, c->b, WKC_MUL, product, c->n->at, out);
}

/* Divides across qualifiers; that it does is seen in the formula. */
static wk_status
call_ratio(const call *c, wkc_term *out)
{
    wkc_term x, y;
    const wkc_term *const pair[2] = {&x, &y};
    wku_type ignored;
    WKB_TRY(number_argument(c, 0, &x));
    WKB_TRY(number_argument(c, 1, &y));
    wkc_term plain = y;
    plain.type.quals = x.type.quals;
    WKB_TRY(wkc_agree(c->cc, &x, &plain, c->n->at, "ratio", &ignored));
    out->type = (wku_type){.kind = WKU_NUMBER, .unit = wku_one()};
    return wkc_emit2(c->cc, c->b, WKC_DIV, pair, c->n->at, out);
}

static wk_status
call_range(const call *c, wkc_term *out)
{
    wkc_term lo, hi;
    const wkc_term *const ends[2] = {&lo, &hi};
    wku_type type;
    WKB_TRY(number_argument(c, 0, &lo));
    WKB_TRY(number_argument(c, 1, &hi));
    WKB_TRY(wkc_agree(c->cc, &lo, &hi, c->n->at, "range", &type));
    out->type = type;
    return wkc_emit_spread(c->cc, c->b, ends, c->n->at, out);
}

static wk_status
call_erlang(const call *c, wkc_term *out)
{
    wkc_term load, servers;
    const wkc_term *const pair[2] = {&load, &servers};
    WKB_TRY(pure_argument(c, 0, &load));
    WKB_TRY(pure_argument(c, 1, &servers));
    out->type = (wku_type){.kind = WKU_NUMBER, .unit = wku_one()};
    return wkc_emit2(c->cc, c->b, WKC_ERLANG_B, pair, c->n->at, out);
}

wk_status
wkc_claim_fits(const wkc_env *e,
               wku_claim *claim,
               const wkc_node *root,
               const wku_type *t,
               wkb_span at)
{
    wku_units *units = e->tables->units;
    size_t axis;
    unsigned tag;
    const bool converts =
        root->kind == WKC_TO &&
        !wku_qual_find(e->tables->axes, root->unit, &axis, &tag);
    if (t->kind != WKU_NUMBER)
        return wkb_error(e->diag,
                         WK_ETYPE,
                         at,
                         "%s is not held to a number\n"
                         "write \"words\" when condition",
                         wkc_kind_name(t->kind));
    if (!claim->has_unit && !wku_is_pure(&t->unit) && !converts)
        return wkb_error(e->diag,
                         WK_ECLAIMUNIT,
                         at,
                         "the stated number has no unit, the value is in %q\n"
                         "write the unit behind it, or end the expression in "
                         "'to %S'",
                         wku_unit_text(units, &t->unit),
                         wku_unit_text(units, &t->unit));
    if (!claim->has_unit)
        claim->unit = converts ? t->unit : wku_one();
    if (wku_same_dimension(&claim->unit, &t->unit))
        return WK_OK;
    return wkb_error(e->diag,
                     WK_EDIMENSION,
                     at,
                     "the value is in %q, the stated number in %q\n"
                     "state it in a unit of the value's dimension",
                     wku_unit_text(units, &t->unit),
                     wku_unit_text(units, &claim->unit));
}

static wk_status
call_holds(const call *c, wkc_term *out)
{
    wkc_term x, text;
    double value = NAN;
    wkc_ins ins = {.op = WKC_HOLDS, .c = (uint16_t)c->b->claim.n};
    const wku_type type = {.kind = WKU_BOOL, .unit = wku_one()};
    wkb_span at = c->arg[1]->at;
    WKB_TRY(number_argument(c, 0, &x));
    WKB_TRY(wkc_term_of(c->cc, c->b, c->s, c->arg[1], &text));
    if (text.type.kind != WKU_TEXT || !wkc_constant(c->cc, &text, &value) ||
        isnan(value))
        return wkb_error(c->cc->d,
                         WK_ETYPE,
                         at,
                         "holds needs the claim as a text that is known\n"
                         "as in holds(x, \"~ 300\")");
    if (c->arg[1]->kind == WKC_TEXT)
        at = (wkb_span){at.file, at.begin + 1, at.end - 1};
    wku_claim *claim = WKB_PUSH(c->b->arena, &c->b->claim);
    if (!claim)
        return WK_ENOMEM;
    WKB_TRY(wku_claim_read(claim,
                           c->cc->units,
                           c->cc->tables->texts.text.item[(uint32_t)value],
                           at,
                           c->cc->d));
    WKB_TRY(wkc_claim_fits(c->cc->env, claim, c->arg[0], &x.type, at));
    WKB_TRY(wkc_use(c->cc, c->b, &x, c->n->at, &ins.a));
    return wkc_emit(c->cc, c->b, ins, &type, c->n->at, out);
}

static wk_status
call_function(call *c, const function *f, wkc_term *out)
{
    switch (f->kind) {
    case F_PURE:
        return call_pure(c, f, out);
    case F_KEEP:
        return call_keep(c, f, out);
    case F_SQRT:
        return call_sqrt(c, out);
    case F_FOLD:
        return wkc_fold_of(c->cc, c->b, c->s, c->n, (wkc_fold_kind)f->op, out);
    case F_EXTREME:
        return call_extreme(c, f, out);
    case F_IF:
        return call_if(c, out);
    case F_KNOWN:
        return call_known(c, out);
    case F_PERCENT:
        return call_percent(c, f, out);
    case F_RATIO:
        return call_ratio(c, out);
    case F_RANGE:
        return call_range(c, out);
    case F_ERLANG:
        return call_erlang(c, out);
    case F_SOLVE:
        return wkc_solve_of(c->cc, c->b, c->s, c->n, out);
    case F_HOLDS:
        return call_holds(c, out);
    }
    return WK_ECALL;
}

static wk_status
check_count(const call *c, const function *f)
{
    if (f->n_args && c->n_args != f->n_args)
        return wkb_error(c->cc->d,
                         WK_ECALL,
                         c->n->at,
                         f->n_args == 1
                             ? "%q takes %z argument, not %z\nwrite %s"
                             : "%q takes %z arguments, not %z\nwrite %s",
                         c->n->name,
                         f->n_args,
                         c->n_args,
                         f->usage);
    for (const wkc_node *a = c->n->child; a; a = a->next) {
        if (a->of && f->kind != F_FOLD && f->kind != F_EXTREME)
            return wkb_error(c->cc->d,
                             WK_ECALL,
                             a->at,
                             "%q does not reduce rows\nwrite %s",
                             c->n->name,
                             f->usage);
    }
    return WK_OK;
}

static wkb_str
callable_name(const void *ud, size_t i)
{
    const wkc_formulas *f = ud;
    if (i < WKB_COUNT(functions))
        return wkb_str_of(functions[i].name);
    return f->formula.item[i - WKB_COUNT(functions)]->name;
}

static wk_status
unknown_call(const wkc_compiler *cc, const wkc_node *n)
{
    const wkc_formulas *f = cc->env->formulas;
    const size_t count = WKB_COUNT(functions) + (f ? f->formula.n : 0);
    const size_t near = wkb_nearest(n->name, callable_name, f, count);
    if (near < count)
        return wkb_error(cc->d,
                         WK_ENAME,
                         n->mark,
                         "no formula or function is called %q\n"
                         "did you mean %q?",
                         n->name,
                         callable_name(f, near));
    return wkb_error(cc->d,
                     WK_ENAME,
                     n->mark,
                     "no formula or function is called %q\n"
                     "formulas stand in data/*.formulas",
                     n->name);
}

wk_status
wkc_call(wkc_compiler *cc,
         wkc_builder *b,
         const wkc_scope *s,
         const wkc_node *n,
         wkc_term *out)
{
    call c = {.cc = cc, .b = b, .s = s, .n = n, .arg = {n, n, n}};
    const function *f = function_of(n->name);
    if (!f) {
        if (!wkc_formula_find(cc->env->formulas, n->name))
            return unknown_call(cc, n);
        return wkc_formula_call(cc, b, s, n, out);
    }
    for (const wkc_node *a = n->child; a; a = a->next, c.n_args++) {
        if (c.n_args < WKB_COUNT(c.arg))
            c.arg[c.n_args] = a->child;
    }
    WKB_TRY(check_count(&c, f));
    return call_function(&c, f, out);
}
