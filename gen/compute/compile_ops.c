/* Operators and conversions: dimensions, percentages, qualifiers. */
#include <math.h>

#include "compute/compile.h"

bool
wkc_is_number(const wkc_term *t)
{
    return t->type.kind == WKU_NUMBER;
}

const char *
wkc_kind_name(wku_kind kind)
{
    static const char *const names[] = {
        [WKU_NUMBER] = "a quantity",
        [WKU_ANY] = "a cell with its own unit",
        [WKU_DATE] = "a date",
        [WKU_TEXT] = "a text",
        [WKU_BOOL] = "a condition",
        [WKU_ROW] = "a row",
        [WKU_ROWS] = "a list of rows",
        [WKU_EXPR] = "an expression",
    };
    return names[kind];
}

wkb_str
wkc_type_name(wkc_compiler *cc, const wku_type *t)
{
    wkb_str text = {0};
    wkb_out out = wkb_out_kept(cc->arena);
    if (t->kind == WKU_ROW || t->kind == WKU_ROWS) {
        wkb_print(&out,
                  "%s of %S",
                  wkc_kind_name(t->kind),
                  cc->tables->table.item[t->table]->name);
    } else if (t->kind != WKU_NUMBER) {
        wkb_puts(&out, wkc_kind_name(t->kind));
    } else if (wku_is_pure(&t->unit) && !wku_is_percent(cc->units, &t->unit)) {
        wkb_puts(&out, "a pure number");
    } else {
        wku_unit_put(&out, cc->units, &t->unit);
        wku_quals_put(&out, cc->axes, t->quals);
    }
    (void)wkb_out_text(&out, &text);
    return text;
}

/* How the clash of two operands is told. */
typedef struct phrase {
    const char *verb, *before, *between;
    bool swapped; /* 'add right to left' */
} phrase;

static phrase
phrase_for(const char *verb)
{
    static const phrase known[] = {
        {"add", "cannot add ", " to ", true},
        {"subtract", "cannot subtract ", " from ", true},
        {"compare", "cannot compare ", " with ", false},
    };
    for (size_t i = 0; i < WKB_COUNT(known); i++) {
        if (wkb_str_eq(wkb_str_of(known[i].verb), wkb_str_of(verb)))
            return known[i];
    }
    return (phrase){verb, NULL, NULL, false};
}

static wk_status
clash_of_units(wkc_compiler *cc,
               const wkc_term *x,
               const wkc_term *y,
               wkb_span at,
               const char *verb)
{
    const phrase p = phrase_for(verb);
    const wkb_str left = wkc_type_name(cc, &x->type);
    const wkb_str right = wkc_type_name(cc, &y->type);
    if (!p.before)
        return wkb_error(cc->d,
                         WK_EDIMENSION,
                         at,
                         "%s takes values of one dimension, not %q and %q\n"
                         "give both one dimension",
                         verb,
                         left,
                         right);
    return wkb_error(cc->d,
                     WK_EDIMENSION,
                     at,
                     "%s%q%s%q\ngive both sides one dimension",
                     p.before,
                     p.swapped ? right : left,
                     p.between,
                     p.swapped ? left : right);
}

static wk_status
clash_of_quals(wkc_compiler *cc,
               const wkc_term *x,
               const wkc_term *y,
               size_t axis,
               wkb_span at)
{
    const wku_axis *a = &cc->axes->axis[axis];
    const unsigned left = wku_tag(x->type.quals, axis);
    const unsigned right = wku_tag(y->type.quals, axis);
    const bool has_factor = a->factor[left - 1] > 0 && a->factor[right - 1] > 0;
    const wkb_str l = wku_tag_name(cc->axes, axis, left);
    const wkb_str r = wku_tag_name(cc->axes, axis, right);
    if (has_factor)
        return wkb_error(cc->d,
                         WK_EQUALIFIER,
                         at,
                         "one side is %q, the other %q\n"
                         "convert one side with 'to %S', or use ratio(a, b) "
                         "to compare across them",
                         l,
                         r,
                         r);
    return wkb_error(cc->d,
                     WK_EQUALIFIER,
                     at,
                     "one side is %q, the other %q\n"
                     "use figures of one kind, or ratio(a, b) to compare "
                     "across them",
                     l,
                     r);
}

wk_status
wkc_agree(wkc_compiler *cc,
          const wkc_term *x,
          const wkc_term *y,
          wkb_span at,
          const char *verb,
          wku_type *out)
{
    size_t clash = WKU_AXES;
    const wku_type given = x->type;
    if (!wkc_is_number(x) || !wkc_is_number(y))
        return wkb_error(cc->d,
                         WK_ETYPE,
                         at,
                         "cannot %s %s and %s\ncheck what both sides are",
                         phrase_for(verb).before ? verb : "use together",
                         wkc_kind_name(x->type.kind),
                         wkc_kind_name(y->type.kind));
    if (!wku_same_dimension(&x->type.unit, &y->type.unit))
        return clash_of_units(cc, x, y, at, verb);
    const wku_quals quals =
        wku_quals_union(cc->axes, x->type.quals, y->type.quals, false, &clash);
    if (clash != WKU_AXES)
        return clash_of_quals(cc, x, y, clash, at);
    *out = given;
    out->quals = quals;
    return WK_OK;
}

static bool
is_literal_one(const wkc_term *t)
{
    const wkc_ins *ins = &t->home->ins.item[t->slot];
    return ins->op == WKC_CONST && ins->k == 1 && wku_is_pure(&t->type.unit) &&
           t->type.unit.shown == 0;
}

/* A percentage is added to 1 or to another percentage, and nothing else. */
static wk_status
check_percent(wkc_compiler *cc,
              const wkc_term *x,
              const wkc_term *y,
              wkc_op op,
              wkb_span at)
{
    const bool left = wku_is_percent(cc->units, &x->type.unit);
    const bool right = wku_is_percent(cc->units, &y->type.unit);
    if (left == right || is_literal_one(x) || is_literal_one(y))
        return WK_OK;
    if (left && !wku_is_pure(&y->type.unit))
        return WK_OK; /* a clash of units, told as such */
    return wkb_error(cc->d,
                     WK_EPERCENT,
                     at,
                     "a percentage beside a number can be read in two ways\n"
                     "write %s(x, p) for a part of x, or the share as a number",
                     op == WKC_ADD ? "increase" : "decrease");
}

wk_status
wkc_plus(wkc_compiler *cc,
         wkc_builder *b,
         wkc_op op,
         const wkc_term *const pair[2],
         wkb_span at,
         wkc_term *out)
{
    const wkc_term *x = pair[0], *y = pair[1];
    wku_type type = {0};
    if (wkc_is_number(x) && wkc_is_number(y))
        WKB_TRY(check_percent(cc, x, y, op, at));
    WKB_TRY(wkc_agree(cc, x, y, at, op == WKC_ADD ? "add" : "subtract", &type));
    if (wku_is_percent(cc->units, &y->type.unit))
        type.unit = y->type.unit;
    out->type = type;
    return wkc_emit2(cc, b, op, pair, at, out);
}

wk_status
wkc_times(wkc_compiler *cc,
          wkc_builder *b,
          wkc_op op,
          const wkc_term *const pair[2],
          wkb_span at,
          wkc_term *out)
{
    size_t clash = WKU_AXES;
    const wku_type *x = &pair[0]->type, *y = &pair[1]->type;
    wku_type type = {.kind = WKU_NUMBER};
    if (x->kind != WKU_NUMBER || y->kind != WKU_NUMBER)
        return wkb_error(cc->d,
                         WK_ETYPE,
                         at,
                         "cannot %s %s and %s\n"
                         "arithmetic takes quantities on both sides",
                         op == WKC_MUL ? "multiply" : "divide",
                         wkc_kind_name(x->kind),
                         wkc_kind_name(y->kind));
    type.quals =
        wku_quals_union(cc->axes, x->quals, y->quals, op == WKC_DIV, &clash);
    if (clash != WKU_AXES)
        return clash_of_quals(cc, pair[0], pair[1], clash, at);
    const wk_status status =
        op == WKC_MUL ? wku_unit_mul(&type.unit, cc->units, &x->unit, &y->unit)
                      : wku_unit_div(&type.unit, cc->units, &x->unit, &y->unit);
    if (status == WK_ELIMIT)
        return wkb_error(cc->d,
                         status,
                         at,
                         "the unit's exponents grow beyond 127\n"
                         "check the formula: no quantity has such a unit");
    WKB_TRY(status);
    type.quals = wku_quals_live(cc->axes, type.quals, &type.unit);
    out->type = type;
    return wkc_emit2(cc, b, op, pair, at, out);
}

/* The whole number that stands as an exponent: 2, -1, (3). */
static bool
whole_exponent(const wkc_node *n, int *out)
{
    const bool negative = n->kind == WKC_UNARY && n->op == WKC_OP_NEG;
    const wkc_node *number = negative ? n->child : n;
    if (number->kind != WKC_NUMBER || number->unit.n ||
        number->value != floor(number->value) || number->value > 1e6)
        return false;
    *out = negative ? -(int)number->value : (int)number->value;
    return true;
}

static wk_status
power(wkc_compiler *cc,
      wkc_builder *b,
      const wkc_node *n,
      const wkc_term *const pair[2],
      wkc_term *out)
{
    int exponent = 0;
    const wku_type *x = &pair[0]->type, *y = &pair[1]->type;
    wku_type type = {.kind = WKU_NUMBER, .unit = wku_one()};
    if (!wkc_is_number(pair[0]) || !wkc_is_number(pair[1]))
        return wkb_error(cc->d,
                         WK_ETYPE,
                         n->mark,
                         "cannot raise %s to %s\n"
                         "arithmetic takes quantities on both sides",
                         wkc_kind_name(x->kind),
                         wkc_kind_name(y->kind));
    if (!wku_is_pure(&y->unit))
        return wkb_error(cc->d,
                         WK_EDIMENSION,
                         n->child->next->at,
                         "an exponent is a pure number, not %q\n"
                         "divide it by a unit first, as in t / 1 year",
                         wkc_type_name(cc, y));
    if (!wku_is_pure(&x->unit)) {
        if (!whole_exponent(n->child->next, &exponent))
            return wkb_error(cc->d,
                             WK_EDIMENSION,
                             n->mark,
                             "%q takes a whole number as exponent\n"
                             "divide by a unit first, as in (x / 1 %S) ^ y",
                             wkc_type_name(cc, x),
                             wku_unit_text(cc->units, &x->unit));
        const wk_status status =
            wku_unit_pow(&type.unit, cc->units, &x->unit, exponent);
        if (status == WK_ELIMIT)
            return wkb_error(cc->d,
                             status,
                             n->mark,
                             "the unit's exponents grow beyond 127\n"
                             "check the formula: no quantity has such a unit");
        WKB_TRY(status);
        type.quals = wku_quals_live(cc->axes, x->quals, &type.unit);
    }
    out->type = type;
    return wkc_emit2(cc, b, WKC_POW, pair, n->mark, out);
}

wk_status
wkc_year_as_date(wkc_compiler *cc,
                 wkc_builder *b,
                 wkc_term *t,
                 const wkc_node *n)
{
    const wkc_ins *ins = &t->home->ins.item[t->slot];
    const wku_type date = {.kind = WKU_DATE, .unit = wku_one()};
    if (!wkc_is_number(t) || ins->op != WKC_CONST || ins->k < 1000 ||
        ins->k > 9999 || ins->k != floor(ins->k) || t->type.unit.shown)
        return WK_OK;
    return wkc_emit_const(cc, b, ins->k * 10000, &date, n->at, t);
}

static wkc_op
compare_op(wkc_operator op, wku_kind kind)
{
    static const wkc_op ops[WKC_OPERATORS][2] = {
        [WKC_OP_EQ] = {WKC_EQ, WKC_DATE_EQ},
        [WKC_OP_NE] = {WKC_NE, WKC_DATE_NE},
        [WKC_OP_LT] = {WKC_LT, WKC_DATE_LT},
        [WKC_OP_LE] = {WKC_LE, WKC_DATE_LE},
        [WKC_OP_GT] = {WKC_GT, WKC_DATE_GT},
        [WKC_OP_GE] = {WKC_GE, WKC_DATE_GE},
    };
    return ops[op][kind == WKU_DATE];
}

static wk_status
compare(wkc_compiler *cc,
        wkc_builder *b,
        const wkc_node *n,
        wkc_term side[2],
        wkc_term *out)
{
    wku_type ignored = {0};
    const bool ordered = n->op != WKC_OP_EQ && n->op != WKC_OP_NE;
    if (side[0].type.kind == WKU_DATE)
        WKB_TRY(wkc_year_as_date(cc, b, &side[1], n->child->next));
    if (side[1].type.kind == WKU_DATE)
        WKB_TRY(wkc_year_as_date(cc, b, &side[0], n->child));
    const wku_kind kind = side[0].type.kind, other = side[1].type.kind;
    const bool is_text = (kind == WKU_TEXT || kind == WKU_ROW) &&
                         (other == WKU_TEXT || other == WKU_ROW);
    if (is_text && !ordered)
        WKB_TRY(wkc_compare_texts(cc, b, n, side));
    else if (kind == WKU_NUMBER && other == WKU_NUMBER)
        WKB_TRY(wkc_agree(
            cc, &side[0], &side[1], n->child->next->at, "compare", &ignored));
    else if (kind != other || is_text || kind == WKU_ROWS ||
             (kind == WKU_BOOL && ordered))
        return wkb_error(cc->d,
                         WK_ETYPE,
                         n->mark,
                         "cannot compare %s with %s by %s\n"
                         "check what both sides are",
                         wkc_kind_name(kind),
                         wkc_kind_name(other),
                         wkc_operators[n->op].sign);
    const wkc_term *const pair[2] = {&side[0], &side[1]};
    out->type = (wku_type){.kind = WKU_BOOL, .unit = wku_one()};
    return wkc_emit2(cc, b, compare_op(n->op, kind), pair, n->mark, out);
}

static wk_status
logic(wkc_compiler *cc,
      wkc_builder *b,
      const wkc_scope *s,
      const wkc_node *n,
      const wkc_term *left,
      wkc_term *out)
{
    wkc_term right;
    const wkc_term *const pair[2] = {left, &right};
    WKB_TRY(wkc_must_be_truth(cc, n->child, left));
    WKB_TRY(wkc_truth_of(cc, b, s, n->child->next, &right));
    b->may_hide = true;
    out->type = left->type;
    return wkc_emit2(
        cc, b, n->op == WKC_OP_AND ? WKC_AND : WKC_OR, pair, n->mark, out);
}

static wk_status
otherwise(wkc_compiler *cc,
          wkc_builder *b,
          const wkc_node *n,
          wkc_term side[2],
          wkc_term *out)
{
    const wkc_term *const pair[2] = {&side[0], &side[1]};
    wku_type type = side[0].type;
    if (wkc_is_number(&side[0]) && wkc_is_number(&side[1]))
        WKB_TRY(wkc_agree(cc, &side[0], &side[1], n->mark, "??", &type));
    else if (type.kind != side[1].type.kind ||
             type.table != side[1].type.table || type.kind == WKU_ROWS)
        return wkb_error(cc->d,
                         WK_ETYPE,
                         n->mark,
                         "?? needs values of one kind, not %s and %s\n"
                         "supply what the left side would have been",
                         wkc_kind_name(type.kind),
                         wkc_kind_name(side[1].type.kind));
    b->may_hide = true;
    out->type = type;
    return wkc_emit2(cc, b, WKC_ELSE, pair, n->mark, out);
}

/* date - date is a duration, shown in days if both are known to have one. */
static wk_status
date_difference(wkc_compiler *cc,
                wkc_builder *b,
                const wkc_node *n,
                const wkc_term *const pair[2],
                wkc_term *out)
{
    double x = 0, y = 0;
    wku_type type = {.kind = WKU_NUMBER};
    const bool in_days = wkc_constant(cc, pair[0], &x) &&
                         wkc_constant(cc, pair[1], &y) && wku_date_has_day(x) &&
                         wku_date_has_day(y);
    WKB_TRY(wku_unit_read(&type.unit,
                          cc->units,
                          in_days ? WKB_STR("d") : WKB_STR("month"),
                          false,
                          n->mark,
                          cc->d));
    out->type = type;
    return wkc_emit2(cc, b, WKC_DATE_SUB, pair, n->mark, out);
}

static wk_status
arithmetic(wkc_compiler *cc,
           wkc_builder *b,
           const wkc_node *n,
           const wkc_term *const pair[2],
           wkc_term *out)
{
    const bool left = pair[0]->type.kind == WKU_DATE;
    const bool right = pair[1]->type.kind == WKU_DATE;
    if (n->op == WKC_OP_SUB && left && right)
        return date_difference(cc, b, n, pair, out);
    if (left || right)
        return wkb_error(
            cc->d,
            WK_ETYPE,
            n->mark,
            "the only arithmetic with dates is date - date\n"
            "a year beside a minus sign is no date; write 2020-01");
    switch (n->op) {
    case WKC_OP_ADD:
        return wkc_plus(cc, b, WKC_ADD, pair, n->child->next->at, out);
    case WKC_OP_SUB:
        return wkc_plus(cc, b, WKC_SUB, pair, n->child->next->at, out);
    case WKC_OP_MUL:
        return wkc_times(cc, b, WKC_MUL, pair, n->child->next->at, out);
    case WKC_OP_DIV:
        return wkc_times(cc, b, WKC_DIV, pair, n->child->next->at, out);
    default:
        return power(cc, b, n, pair, out);
    }
}

wk_status
wkc_binary(wkc_compiler *cc,
           wkc_builder *b,
           const wkc_scope *s,
           const wkc_node *n,
           const wkc_term *left,
           wkc_term *out)
{
    wkc_term side[2] = {*left};
    const wkc_term *const pair[2] = {&side[0], &side[1]};
    if (n->op == WKC_OP_AND || n->op == WKC_OP_OR)
        return logic(cc, b, s, n, left, out);
    WKB_TRY(wkc_term_of(cc, b, s, n->child->next, &side[1]));
    if (n->op == WKC_OP_ELSE)
        return otherwise(cc, b, n, side, out);
    if (wkc_operators[n->op].strength == wkc_operators[WKC_OP_EQ].strength)
        return compare(cc, b, n, side, out);
    return arithmetic(cc, b, n, pair, out);
}

wk_status
wkc_unary(wkc_compiler *cc,
          wkc_builder *b,
          const wkc_scope *s,
          const wkc_node *n,
          wkc_term *out)
{
    wkc_term x;
    if (n->op == WKC_OP_NOT)
        WKB_TRY(wkc_truth_of(cc, b, s, n->child, &x));
    else
        WKB_TRY(wkc_number_of(cc, b, s, n->child, &x));
    out->type = x.type;
    return wkc_emit1(
        cc, b, n->op == WKC_OP_NOT ? WKC_NOT : WKC_NEG, &x, n->at, out);
}
