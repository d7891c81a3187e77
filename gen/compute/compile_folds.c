/* Lists of rows and what reduces them: a condition, an order and a term are
 * programs of their own whose lanes are the rows of a table. */
#include <math.h>

#include "compute/compile.h"

/* A list is its tree and the scope of its names; it is compiled where it is
 * reduced, in the program that needs it. */
wk_status
wkc_list_table(wkc_compiler *cc,
               wkc_builder *b,
               const wkc_scope *s,
               const wkc_node *n,
               wkc_term *out)
{
    *out = (wkc_term){.home = b, .list = n, .list_scope = s};
    out->type.kind = WKU_ROWS;
    out->type.unit = wku_one();
    if (n->kind == WKC_NAME) {
        out->type.table = (uint16_t)wkl_find_table(cc->tables, n->name);
        return WK_OK;
    }
    wkc_term base;
    WKB_TRY(wkc_term_of(cc, b, s, n->child, &base));
    if (base.type.kind != WKU_ROWS)
        return wkb_error(cc->d,
                         WK_ETYPE,
                         n->child->at,
                         "%s where a table is wanted\n"
                         "where, sort and limit stand after a table",
                         wkc_kind_name(base.type.kind));
    if (base.list->kind == WKC_SELECT)
        return wkb_error(cc->d,
                         WK_ETYPE,
                         n->child->at,
                         "this list is chosen already\n"
                         "put all conditions into one where");
    out->type.table = base.type.table;
    return WK_OK;
}

/* The scope in which a list's rows are seen: the row of the lane first. */
static wk_status
rows_scope(wkc_compiler *cc,
           wkc_builder *rows,
           uint32_t table,
           const wkc_scope *outside,
           wkc_scope *s)
{
    const wkc_ins ins = {.op = WKC_LANE};
    const wku_type type = {
        .kind = WKU_ROW, .unit = wku_one(), .table = (uint16_t)table};
    *s = (wkc_scope){.up = outside, .kind = WKC_IN_ROWS};
    return wkc_emit(cc, rows, ins, &type, WKB_NOWHERE, &s->row);
}

/* One of a list's programs. */
static wk_status
row_program(wkc_compiler *cc,
            wkc_builder *b,
            const wkc_scope *s,
            const wkc_node *n,
            uint32_t table,
            const wkc_code **out)
{
    wkc_builder *rows = WKB_NEW(cc->arena, wkc_builder, 1);
    wkc_scope *inner = WKB_NEW(cc->arena, wkc_scope, 1);
    wkc_term result;
    if (!rows || !inner)
        return WK_ENOMEM;
    wkc_builder_init(rows, cc, b, table);
    WKB_TRY(rows_scope(cc, rows, table, s, inner));
    WKB_TRY(wkc_term_of(cc, rows, inner, n, &result));
    WKB_TRY(wkc_builder_end(cc, rows, &result, n->at, out));
    b->varies = b->varies || !(*out)->is_constant;
    return WK_OK;
}

static wk_status
sort_program(wkc_compiler *cc,
             wkc_builder *b,
             const wkc_term *list,
             wkc_fold *f)
{
    const wkc_node *n = list->list->sort;
    WKB_TRY(row_program(cc, b, list->list_scope, n, f->table, &f->sort));
    const wku_kind kind = f->sort->result_type.kind;
    if (kind == WKU_NUMBER || kind == WKU_DATE || kind == WKU_TEXT)
        return WK_OK;
    return wkb_error(cc->d,
                     WK_ETYPE,
                     n->at,
                     "%s has no order\nsort by a quantity, a date or a text",
                     wkc_kind_name(kind));
}

/* The rows of a list: condition, order, limit. */
static wk_status
choose(wkc_compiler *cc, wkc_builder *b, const wkc_term *list, wkc_fold *f)
{
    const wkc_node *n = list->list;
    f->table = list->type.table;
    f->limit = SIZE_MAX;
    wkc_tell(cc, WKC_READ_ROWS, f->table, WKL_NONE, WKL_NONE);
    if (n->kind != WKC_SELECT)
        return WK_OK;
    f->desc = n->desc;
    f->limit = n->limit;
    if (n->sort)
        WKB_TRY(sort_program(cc, b, list, f));
    if (!n->where)
        return WK_OK;
    WKB_TRY(
        row_program(cc, b, list->list_scope, n->where, f->table, &f->where));
    if (f->where->result_type.kind == WKU_BOOL)
        return WK_OK;
    return wkb_error(cc->d,
                     WK_ETYPE,
                     n->where->at,
                     "%s where a condition is wanted\n"
                     "compare it with something, as in tdp > 500 W",
                     wkc_kind_name(f->where->result_type.kind));
}

static wk_status
list_of(wkc_compiler *cc,
        wkc_builder *b,
        const wkc_scope *s,
        const wkc_node *n,
        wkc_term *out)
{
    WKB_TRY(wkc_term_of(cc, b, s, n, out));
    if (out->type.kind == WKU_ROWS)
        return WK_OK;
    return wkb_error(cc->d,
                     WK_ETYPE,
                     n->at,
                     "%s where a list of rows is wanted\n"
                     "write a table, or table where condition",
                     wkc_kind_name(out->type.kind));
}

/* What reduces the terms: the type of the result from that of the term. */
static wk_status
check_term(wkc_compiler *cc,
           const wkc_node *n,
           wkc_fold_kind kind,
           const wku_type *type)
{
    if (kind == WKC_FOLD_FIRST || kind == WKC_FOLD_LAST ||
        type->kind == WKU_NUMBER)
        return WK_OK;
    if (type->kind == WKU_DATE &&
        (kind == WKC_FOLD_MIN || kind == WKC_FOLD_MAX))
        return wkb_error(cc->d,
                         WK_ETYPE,
                         n->at,
                         "dates have no least or greatest here\n"
                         "write first(table sort by %S).%S",
                         n->name,
                         n->name);
    return wkb_error(cc->d,
                     WK_ETYPE,
                     n->at,
                     "%s cannot be reduced to one number\n"
                     "reduce a quantity",
                     wkc_kind_name(type->kind));
}

static wk_status
emit_fold(wkc_compiler *cc,
          wkc_builder *b,
          const wkc_fold *f,
          const wku_type *type,
          wkb_span at,
          wkc_term *out)
{
    wkc_fold *slot = WKB_PUSH(b->arena, &b->fold);
    if (!slot)
        return WK_ENOMEM;
    *slot = *f;
    b->may_hide = true;
    const wkc_ins ins = {.op = WKC_FOLD, .c = (uint16_t)(b->fold.n - 1)};
    return wkc_emit(cc, b, ins, type, at, out);
}

wk_status
wkc_count_of(wkc_compiler *cc,
             wkc_builder *b,
             const wkc_term *list,
             wkb_span at,
             wkc_term *out)
{
    wkc_fold f = {.kind = WKC_FOLD_COUNT};
    const wku_type type = {.kind = WKU_NUMBER, .unit = wku_one()};
    WKB_TRY(choose(cc, b, list, &f));
    return emit_fold(cc, b, &f, &type, at, out);
}

/* quantile(10 %, x of rows): its first argument. */
static wk_status
share_of(wkc_compiler *cc,
         wkc_builder *b,
         const wkc_scope *s,
         const wkc_node *n,
         double *share)
{
    wkc_term t;
    WKB_TRY(wkc_number_of(cc, b, s, n->child, &t));
    if (!n->of && wku_is_pure(&t.type.unit) && wkc_constant(cc, &t, share) &&
        *share >= 0 && *share <= 1)
        return WK_OK;
    return wkb_error(cc->d,
                     WK_ECALL,
                     n->at,
                     "%s",
                     "quantile takes a number from 0 % to 100 % first\n"
                     "as in quantile(10 %, tdp of chips where known(tdp))");
}

wk_status
wkc_fold_of(wkc_compiler *cc,
            wkc_builder *b,
            const wkc_scope *s,
            const wkc_node *n,
            wkc_fold_kind kind,
            wkc_term *out)
{
    wkc_term list;
    const wkc_node *arg = n->child;
    wkc_fold f = {.kind = kind};
    wku_type type = {.kind = WKU_NUMBER, .unit = wku_one()};
    const bool has_share = kind == WKC_FOLD_QUANTILE;
    if (has_share && arg && arg->next) {
        WKB_TRY(share_of(cc, b, s, arg, &f.share));
        arg = arg->next;
    }
    if (!arg || arg->next || (has_share && arg == n->child))
        return wkb_error(
            cc->d,
            WK_ECALL,
            n->at,
            has_share ? "%q takes a share and one list of rows\n"
                        "as in %S"
                      : "%q takes one list of rows\n"
                        "as in %S",
            n->name,
            has_share ? WKB_STR("quantile(10 %, bandwidth of chips)")
            : kind == WKC_FOLD_COUNT ? WKB_STR("count(chips where tdp > 500 W)")
                                     : WKB_STR("max(bandwidth of chips)"));
    if (kind == WKC_FOLD_COUNT && arg->of)
        return wkb_error(cc->d,
                         WK_ECALL,
                         arg->at,
                         "count counts rows\nleave out the part before of");
    WKB_TRY(list_of(cc, b, s, arg->of ? arg->of : arg->child, &list));
    WKB_TRY(choose(cc, b, &list, &f));
    if (arg->of) {
        WKB_TRY(row_program(cc, b, s, arg->child, f.table, &f.term));
        type = f.term->result_type;
        WKB_TRY(check_term(cc, arg->child, kind, &type));
    } else if (kind == WKC_FOLD_FIRST || kind == WKC_FOLD_LAST) {
        type.kind = WKU_ROW;
        type.table = (uint16_t)f.table;
    } else if (kind != WKC_FOLD_COUNT) {
        return wkb_error(cc->d,
                         WK_ECALL,
                         n->at,
                         "%q of what?\nwrite %S(column of rows)",
                         n->name,
                         n->name);
    }
    return emit_fold(cc, b, &f, &type, n->at, out);
}

static const char solve_help[] =
    "solve takes a name, a range and two expressions\n"
    "as in solve(u, 10..100 %, cost(u), 2 USD/h)";

/* The two ends of the interval: a..b or range(a, b). */
static wk_status
interval(wkc_compiler *cc,
         wkc_builder *b,
         const wkc_scope *s,
         const wkc_node *n,
         wkc_term end[2])
{
    wku_type type;
    const wkc_node *a = n->child, *z = a ? a->next : NULL;
    if (n->kind == WKC_RANGE)
        return wkc_range_ends(cc, b, s, n, end);
    if (n->kind != WKC_CALL || !wkb_str_eq(n->name, WKB_STR("range")) || !z ||
        z->next)
        return wkb_error(cc->d, WK_ECALL, n->at, "%s", solve_help);
    WKB_TRY(wkc_number_of(cc, b, s, a->child, &end[0]));
    WKB_TRY(wkc_number_of(cc, b, s, z->child, &end[1]));
    WKB_TRY(wkc_agree(cc, &end[0], &end[1], n->at, "range", &type));
    end[0].type = end[1].type = type;
    return WK_OK;
}

static wk_status
difference(wkc_compiler *cc,
           wkc_builder *f,
           const wkc_scope *s,
           const wkc_node *a,
           wkc_term *out)
{
    wkc_term x, y;
    const wkc_term *const pair[2] = {&x, &y};
    WKB_TRY(wkc_number_of(cc, f, s, a->child, &x));
    WKB_TRY(wkc_number_of(cc, f, s, a->next->child, &y));
    WKB_TRY(wkc_agree(cc, &x, &y, a->next->at, "compare", &out->type));
    return wkc_emit2(cc, f, WKC_SUB, pair, a->at, out);
}

static wk_status
emit_solve(wkc_compiler *cc,
           wkc_builder *b,
           const wkc_code *f,
           const wkc_term end[2],
           wkb_span at,
           wkc_term *out)
{
    const wku_type type = end[0].type;
    wkc_ins ins = {.op = WKC_SOLVE, .c = (uint16_t)b->solve.n};
    const wkc_code **slot = WKB_PUSH(b->arena, &b->solve);
    if (!slot)
        return WK_ENOMEM;
    *slot = f;
    WKB_TRY(wkc_use(cc, b, &end[0], at, &ins.a));
    WKB_TRY(wkc_use(cc, b, &end[1], at, &ins.b));
    b->varies = b->varies || !f->is_constant;
    b->may_hide = true;
    return wkc_emit(cc, b, ins, &type, at, out);
}

wk_status
wkc_solve_of(wkc_compiler *cc,
             wkc_builder *b,
             const wkc_scope *s,
             const wkc_node *n,
             wkc_term *out)
{
    const wkc_node *name = n->child;
    const wkc_node *range = name ? name->next : NULL;
    const wkc_node *left = range ? range->next : NULL;
    wkc_term end[2], result;
    wkc_builder *f = WKB_NEW(cc->arena, wkc_builder, 1);
    wkc_scope *inner = WKB_NEW(cc->arena, wkc_scope, 1);
    const wkc_code *code = NULL;
    if (!f || !inner)
        return WK_ENOMEM;
    if (!left || !left->next || left->next->next ||
        name->child->kind != WKC_NAME)
        return wkb_error(cc->d, WK_ECALL, n->at, "%s", solve_help);
    WKB_TRY(interval(cc, b, s, range->child, end));
    wkc_builder_init(f, cc, b, WKL_NONE);
    *inner = (wkc_scope){
        .up = s, .kind = WKC_IN_SOLVE, .variable = name->child->name};
    const wkc_ins ins = {.op = WKC_VARIABLE};
    WKB_TRY(wkc_emit(cc, f, ins, &end[0].type, name->at, &inner->value));
    WKB_TRY(difference(cc, f, inner, left, &result));
    WKB_TRY(wkc_builder_end(cc, f, &result, left->at, &code));
    return emit_solve(cc, b, code, end, n->at, out);
}
