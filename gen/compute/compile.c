/* The compiler: from a tree to a program, names and literals; operators,
 * rows and calls have files of their own. */
#include "compute/compile.h"

#include <math.h>

void
wkc_builder_init(wkc_builder *b,
                 wkc_compiler *cc,
                 wkc_builder *parent,
                 uint32_t table)
{
    *b = (wkc_builder){.parent = parent, .arena = cc->arena, .table = table};
}

/* Whether nothing in the program can fail: cells without ranges, comparisons
 * and what joins them. */
static bool
is_simple(const wkc_builder *b)
{
    for (size_t i = 0; i < b->ins.n; i++) {
        const wkc_ins *ins = &b->ins.item[i];
        const bool is_cell = ins->op == WKC_CELL && ins->k == WKC_EXACT;
        const bool is_given =
            ins->op == WKC_CONST || ins->op == WKC_LANE || ins->op == WKC_OUTER;
        const bool compares = ins->op >= WKC_EQ && ins->op <= WKC_DATE_GE;
        const bool joins = ins->op >= WKC_AND && ins->op <= WKC_KNOWN;
        if (!is_cell && !is_given && !compares && !joins)
            return false;
    }
    return true;
}

wk_status
wkc_builder_end(wkc_compiler *cc,
                wkc_builder *b,
                const wkc_term *result,
                wkb_span at,
                const wkc_code **out)
{
    uint16_t slot = 0;
    WKB_TRY(wkc_use(cc, b, result, at, &slot));
    wkc_code *code = WKB_NEW(cc->arena, wkc_code, 1);
    *out = code;
    if (!code)
        return WK_ENOMEM;
    *code = (wkc_code){.ins = b->ins.item,
                       .type = b->type.item,
                       .at = b->at.item,
                       .n = b->ins.n,
                       .result = slot,
                       .result_type = result->type,
                       .lookup = b->lookup.item,
                       .fold = b->fold.item,
                       .solve = b->solve.item,
                       .claim = b->claim.item,
                       .outer = b->outer.item,
                       .n_outer = b->outer.n,
                       .table = b->table,
                       .is_constant = !b->varies,
                       .may_hide = b->may_hide,
                       .is_simple = is_simple(b)};
    return WK_OK;
}

/* `2 m` where m is a parameter: every word of the unit is looked up. */
static wk_status
check_unit_names(wkc_compiler *cc, const wkc_scope *s, const wkc_node *n)
{
    wkb_str rest = n->unit;
    size_t at = n->unit_at.begin;
    while (rest.n) {
        size_t length = 0;
        while (length < rest.n && (wkb_is_letter(rest.p[length]) ||
                                   (length && wkb_is_digit(rest.p[length]))))
            length++;
        const wkb_str word = wkb_sub(rest, 0, length);
        if (length && wkc_stands_for(cc, s, word))
            return wkb_error(
                cc->d,
                WK_EAMBIGUOUS,
                (wkb_span){n->at.file, (uint32_t)at, (uint32_t)(at + length)},
                "%q directly after a number is a unit, and here it is a name "
                "too\nwrite * between number and name, or rename %q",
                word,
                word);
        const size_t step = length ? length : 1;
        rest = wkb_sub(rest, step, rest.n);
        at += step;
    }
    return WK_OK;
}

static wk_status
unit_of_literal(wkc_compiler *cc,
                const wkc_scope *s,
                const wkc_node *n,
                wku_type *out)
{
    *out = (wku_type){.kind = WKU_NUMBER, .unit = wku_one()};
    if (n->unit.n == 0)
        return WK_OK;
    WKB_TRY(check_unit_names(cc, s, n));
    return wku_unit_read(
        &out->unit, cc->units, n->unit, false, n->unit_at, cc->d);
}

static wk_status
scaled(wkc_compiler *cc,
       wkc_builder *b,
       double value,
       const wku_type *type,
       const wkc_node *n,
       wkc_term *out)
{
    const double k = value * type->unit.factor;
    if (isfinite(k))
        return wkc_emit_const(cc, b, k, type, n->at, out);
    return wkb_error(cc->d,
                     WK_ERANGE,
                     n->at,
                     "the number is too large in base units\n"
                     "numbers go up to 1e308");
}

wk_status
wkc_range_ends(wkc_compiler *cc,
               wkc_builder *b,
               const wkc_scope *s,
               const wkc_node *n,
               wkc_term end[2])
{
    wku_type type;
    WKB_TRY(unit_of_literal(cc, s, n, &type));
    WKB_TRY(scaled(cc, b, n->value, &type, n, &end[0]));
    return scaled(cc, b, n->value2, &type, n, &end[1]);
}

static wk_status
number_literal(wkc_compiler *cc,
               wkc_builder *b,
               const wkc_scope *s,
               const wkc_node *n,
               wkc_term *out)
{
    wku_type type;
    wkc_term end[2];
    const wkc_term *const ends[2] = {&end[0], &end[1]};
    if (n->kind == WKC_NUMBER) {
        WKB_TRY(unit_of_literal(cc, s, n, &type));
        return scaled(cc, b, n->value, &type, n, out);
    }
    WKB_TRY(wkc_range_ends(cc, b, s, n, end));
    out->type = end[0].type;
    return wkc_emit_spread(cc, b, ends, n->at, out);
}

static wk_status
literal_term(wkc_compiler *cc,
             wkc_builder *b,
             const wkc_scope *s,
             const wkc_node *n,
             wkc_term *out)
{
    wku_type type = {.kind = WKU_DATE, .unit = wku_one()};
    uint32_t text = 0;
    switch (n->kind) {
    case WKC_DATE:
        return wkc_emit_const(cc, b, n->value, &type, n->at, out);
    case WKC_TEXT:
        type.kind = WKU_TEXT;
        WKB_TRY(wkb_intern(&cc->env->tables->texts, n->name, true, &text));
        return wkc_emit_const(cc, b, text, &type, n->at, out);
    default:
        return number_literal(cc, b, s, n, out);
    }
}

static wk_status
dispatch(wkc_compiler *cc,
         wkc_builder *b,
         const wkc_scope *s,
         const wkc_node *n,
         wkc_term *out)
{
    switch (n->kind) {
    case WKC_NUMBER:
    case WKC_RANGE:
    case WKC_DATE:
    case WKC_TEXT:
        return literal_term(cc, b, s, n, out);
    case WKC_NAME:
        return wkc_name_of(cc, b, s, n, out);
    case WKC_MEMBER:
        return wkc_is_document(cc, n) ? wkc_document(cc, b, s, n, out)
                                      : wkc_member(cc, b, s, n, out);
    case WKC_BY_ID:
        return wkc_by_id(cc, b, n, out);
    case WKC_LOOKUP:
        return wkc_find(cc, b, s, n, out);
    case WKC_CALL:
        return wkc_call(cc, b, s, n, out);
    case WKC_UNARY:
        return wkc_unary(cc, b, s, n, out);
    case WKC_TO:
    case WKC_AS:
        return wkc_convert(cc, b, s, n, out);
    case WKC_SELECT:
        return wkc_list_table(cc, b, s, n, out);
    case WKC_BINARY: /* its left side comes first */
    case WKC_KEY:
    case WKC_ARGUMENT:
        break;
    }
    return WK_ESYNTAX;
}

/* left: of a BINARY, the term of its left side. */
static wk_status
one_term(wkc_compiler *cc,
         wkc_builder *b,
         const wkc_scope *s,
         const wkc_node *n,
         const wkc_term *left,
         wkc_term *out)
{
    *out = (wkc_term){0};
    if (++cc->n_steps > WKC_MOST_STEPS)
        return wkc_too_long(cc, n->at);
    if (++cc->depth > WKC_DEEPEST)
        return wkb_error(cc->d,
                         WK_ELIMIT,
                         n->at,
                         "the expression nests too deeply once its formulas "
                         "and cells are expanded\nmake the way to the values "
                         "shorter");
    const uint32_t frame = cc->now;
    WKB_TRY(left ? wkc_binary(cc, b, s, n, left, out)
                 : dispatch(cc, b, s, n, out));
    cc->depth--;
    if (frame != UINT32_MAX && !b->parent && out->type.kind != WKU_ROWS) {
        wkc_place *place = &cc->frame.item[frame].place[n->id];
        place->is_set = true;
        place->slot = out->slot;
        place->type = out->type;
    }
    return WK_OK;
}

wk_status
wkc_term_of(wkc_compiler *cc,
            wkc_builder *b,
            const wkc_scope *s,
            const wkc_node *n,
            wkc_term *out)
{
    size_t above = 0;
    if (n->kind != WKC_BINARY)
        return one_term(cc, b, s, n, NULL, out);
    const wkc_node *x = wkc_innermost(n, &above);
    WKB_TRY(one_term(cc, b, s, x->child, NULL, out));
    for (;; above--, x = x->up) {
        const wkc_term left = *out;
        WKB_TRY(one_term(cc, b, s, x, &left, out));
        if (above == 0)
            return WK_OK;
    }
}

static wk_status
wrong_kind(wkc_compiler *cc, const wkc_term *t, wkb_span at, const char *wanted)
{
    return wkb_error(cc->d,
                     WK_ETYPE,
                     at,
                     "%s where %s is wanted\n%s",
                     wkc_kind_name(t->type.kind),
                     wanted,
                     t->type.kind == WKU_ROW
                         ? "name one of its columns: row.column"
                     : t->type.kind == WKU_ROWS
                         ? "reduce it: count(rows), max(column of rows), "
                           "first(rows)"
                     : t->type.kind == WKU_BOOL ? "use if(condition, a, b)"
                                                : "check the expression");
}

wk_status
wkc_number_of(wkc_compiler *cc,
              wkc_builder *b,
              const wkc_scope *s,
              const wkc_node *n,
              wkc_term *out)
{
    WKB_TRY(wkc_term_of(cc, b, s, n, out));
    if (!wkc_is_number(out))
        return wrong_kind(cc, out, n->at, "a quantity");
    return WK_OK;
}

wk_status
wkc_truth_of(wkc_compiler *cc,
             wkc_builder *b,
             const wkc_scope *s,
             const wkc_node *n,
             wkc_term *out)
{
    WKB_TRY(wkc_term_of(cc, b, s, n, out));
    return wkc_must_be_truth(cc, n, out);
}

wk_status
wkc_must_be_truth(wkc_compiler *cc, const wkc_node *n, const wkc_term *t)
{
    if (t->type.kind == WKU_BOOL)
        return WK_OK;
    return wkb_error(cc->d,
                     WK_ETYPE,
                     n->at,
                     "%s where a condition is wanted\n"
                     "compare it with something, as in x > 0",
                     wkc_kind_name(t->type.kind));
}

static wk_status
begin(wkc_compiler *cc, wkb_arena *a, const wkc_env *e)
{
    *cc = (wkc_compiler){.arena = a,
                         .env = e,
                         .tables = e->tables,
                         .units = e->tables->units,
                         .axes = e->tables->axes,
                         .d = e->diag,
                         .now = UINT32_MAX};
    return WK_OK;
}

/* The scopes of the caller's names: a row's columns first, then the others. */
typedef struct outside {
    wkc_scope names, row;
} outside;

static wk_status
given_scope(wkc_compiler *cc,
            wkc_builder *b,
            const wkc_bindings *names,
            wkb_span at,
            outside *s)
{
    *s = (outside){.names = {.kind = WKC_IN_BINDINGS}};
    if (names)
        s->names.bindings = *names;
    if (!names || !names->has_row)
        return WK_OK;
    s->row = (wkc_scope){.up = &s->names, .kind = WKC_IN_ROWS};
    return wkc_row_of(cc, b, names->table, names->row, at, &s->row.row);
}

static wk_status
finish(wkc_compiler *cc,
       wkc_builder *b,
       const wkc_term *result,
       wkb_span at,
       const wkc_code **out)
{
    const wkc_code *made = NULL;
    WKB_TRY(wkc_builder_end(cc, b, result, at, &made));
    wkc_code *code = WKB_NEW(cc->arena, wkc_code, 1);
    if (!code)
        return WK_ENOMEM;
    *code = *made;
    code->ranged = cc->ranged.item;
    code->n_ranged = cc->ranged.n;
    code->n_inputs = cc->n_inputs;
    cc->frame.item[0].result = (wkc_place){true, result->slot, 0, result->type};
    code->formula = cc->formula.item;
    code->n_formulas = cc->formula.n;
    code->frame = cc->frame.item;
    code->n_frames = cc->frame.n;
    *out = code;
    return WK_OK;
}

/* What both kinds of compilation begin with: the term of the whole. */
static wk_status
whole_term(wkc_compiler *cc,
           wkc_builder *b,
           outside *s,
           const wkc_expr *expr,
           const wkc_bindings *names,
           wkc_term *result)
{
    uint32_t whole = 0;
    wkc_builder_init(b, cc, NULL, WKL_NONE);
    cc->now = 0; /* frames are kept */
    WKB_TRY(wkc_frame_begin(cc, b, NULL, expr, &whole));
    WKB_TRY(given_scope(cc, b, names, expr->at, s));
    return wkc_term_of(cc,
                       b,
                       names && names->has_row ? &s->row : &s->names,
                       expr->root,
                       result);
}

wk_status
wkc_compile(const wkc_code **out,
            wkb_arena *a,
            const wkc_env *e,
            const wkc_expr *expr,
            const wkc_bindings *names)
{
    wkc_compiler cc;
    wkc_builder b;
    outside s;
    wkc_term result;
    *out = NULL;
    WKB_TRY(begin(&cc, a, e));
    WKB_TRY(whole_term(&cc, &b, &s, expr, names, &result));
    if (result.type.kind == WKU_ROWS)
        return wrong_kind(&cc, &result, expr->root->at, "one value");
    return finish(&cc, &b, &result, expr->root->at, out);
}

wk_status
wkc_compile_list(const wkc_code **out,
                 uint32_t *table,
                 wkb_arena *a,
                 const wkc_env *e,
                 const wkc_expr *expr,
                 const wkc_bindings *names)
{
    wkc_compiler cc;
    wkc_builder b;
    outside s;
    wkc_term list, count;
    *out = NULL;
    WKB_TRY(begin(&cc, a, e));
    WKB_TRY(whole_term(&cc, &b, &s, expr, names, &list));
    if (list.type.kind != WKU_ROWS)
        return wkb_error(cc.d,
                         WK_ETYPE,
                         expr->root->at,
                         "%s where a list of rows is wanted\n"
                         "write a table, or table where condition",
                         wkc_kind_name(list.type.kind));
    *table = list.type.table;
    WKB_TRY(wkc_count_of(&cc, &b, &list, expr->root->at, &count));
    return finish(&cc, &b, &count, expr->root->at, out);
}

/* Stand-ins for the arguments: inputs of the declared types. */
static wk_status
stand_ins(wkc_compiler *cc,
          wkc_builder *b,
          const wkc_formula *f,
          const wkc_term **out)
{
    wkc_term *argument = WKB_NEW(cc->arena, wkc_term, f->n_params);
    if (!argument)
        return WK_ENOMEM;
    for (size_t i = 0; i < f->n_params; i++) {
        const wkc_ins ins = {.op = WKC_INPUT, .k = (double)i};
        WKB_TRY(wkc_emit(
            cc, b, ins, &f->param[i].type, f->param[i].at, &argument[i]));
    }
    *out = argument;
    return WK_OK;
}

/* A default has the parameter's type. */
static wk_status
check_fallbacks(wkc_compiler *cc, wkc_builder *b, const wkc_formula *f)
{
    const wkc_scope nothing = {.kind = WKC_IN_BINDINGS};
    for (size_t i = 0; i < f->n_params; i++) {
        wkc_term t;
        if (!f->param[i].has_fallback)
            continue;
        WKB_TRY(wkc_term_of(cc, b, &nothing, f->param[i].fallback.root, &t));
        WKB_TRY(wkc_fits(cc, f, i, f->param[i].fallback.root, &t));
    }
    return WK_OK;
}

wk_status
wkc_formula_check(const wkc_env *e, wkc_formula *f, wkb_arena *a)
{
    wkc_compiler cc;
    wkc_builder b;
    wkc_term result;
    const wkc_term *argument = NULL;
    WKB_TRY(begin(&cc, a, e));
    wkc_builder_init(&b, &cc, NULL, WKL_NONE);
    WKB_TRY(stand_ins(&cc, &b, f, &argument));
    WKB_TRY(check_fallbacks(&cc, &b, f));
    return wkc_expand(&cc, &b, f, argument, NULL, &result);
}

wk_status
wkc_formulas_check(const wkc_env *e, wkc_formulas *f, wkb_arena *scratch)
{
    wkc_faults faults = {0};
    for (size_t i = 0; i < f->formula.n; i++) {
        wkc_formula *one = f->formula.item[i];
        if (!one->is_sound)
            continue;
        const wkb_mark mark = wkb_arena_mark(scratch);
        const wk_status status = wkc_formula_check(e, one, scratch);
        wkb_arena_rewind(scratch, mark);
        one->is_sound = status == WK_OK;
        if (!wkc_go_on(&faults, status, one->at, e->diag))
            break;
    }
    return faults.worst;
}
