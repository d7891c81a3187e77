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
                       .may_hide = b->may_hide};
    return WK_OK;
}

/* What a name can be, in the order of the search. */
typedef struct found {
    const wkc_scope *scope;
    uint32_t index; /* column, parameter, binding, table */
    enum { IN_NOTHING, IN_COLUMN, IN_PARAM, IN_VARIABLE, IN_BINDING, IN_TABLE } in;
} found;

static uint32_t
param_of(const wkc_formula *f, wkb_str name)
{
    for (uint32_t i = 0; i < f->n_params; i++) {
        if (wkb_str_eq(f->param[i].name, name))
            return i;
    }
    return WKL_NONE;
}

static uint32_t
binding_of(const wkc_bindings *list, wkb_str name)
{
    for (uint32_t i = 0; i < list->n; i++) {
        if (wkb_str_eq(list->item[i].name, name))
            return i;
    }
    return WKL_NONE;
}

static found
found_in(const wkc_compiler *cc, const wkc_scope *s, wkb_str name)
{
    found f = {.scope = s, .index = WKL_NONE};
    switch (s->kind) {
    case WKC_IN_ROWS:
        f.index = wkl_find_column(
            cc->tables->table.item[s->row.type.table], name);
        f.in = IN_COLUMN;
        break;
    case WKC_IN_FORMULA:
        f.index = param_of(s->formula, name);
        f.in = IN_PARAM;
        break;
    case WKC_IN_SOLVE:
        f.index = wkb_str_eq(s->variable, name) ? 0 : WKL_NONE;
        f.in = IN_VARIABLE;
        break;
    case WKC_IN_BINDINGS:
        f.index = binding_of(&s->bindings, name);
        f.in = IN_BINDING;
        break;
    }
    if (f.index == WKL_NONE)
        f.in = IN_NOTHING;
    return f;
}

/* All meanings of a name, at most 2: more than one is an error. */
static size_t
find_name(const wkc_compiler *cc,
          const wkc_scope *s,
          wkb_str name,
          found hit[2])
{
    size_t n = 0;
    for (; s && n < 2; s = s->up) {
        hit[n] = found_in(cc, s, name);
        n += hit[n].in != IN_NOTHING;
    }
    if (n < 2) {
        hit[n] = (found){NULL, wkl_find_table(cc->tables, name), IN_TABLE};
        n += hit[n].index != WKL_NONE;
    }
    return n;
}

static bool
stands_for_something(const wkc_compiler *cc, const wkc_scope *s, wkb_str name)
{
    for (; s; s = s->up) {
        if (found_in(cc, s, name).in != IN_NOTHING)
            return true;
    }
    return false;
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
        if (length && stands_for_something(cc, s, word))
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

static const char *
meaning(const found *f)
{
    static const char *const names[] = {
        [IN_NOTHING] = "nothing",  [IN_COLUMN] = "a column",
        [IN_PARAM] = "a parameter", [IN_VARIABLE] = "the unknown of solve",
        [IN_BINDING] = "a name of this document", [IN_TABLE] = "a table",
    };
    return names[f->in];
}

/* Every name that would do here, for suggestions. */
typedef struct candidates {
    const wkc_compiler *cc;
    const wkc_scope *s;
} candidates;

static wkb_str
nth_of_scope(const wkc_compiler *cc, const wkc_scope *s, size_t *i)
{
    size_t n = 0;
    wkb_str name = {0};
    switch (s->kind) {
    case WKC_IN_ROWS: {
        const wkl_table *t = cc->tables->table.item[s->row.type.table];
        n = t->n_col;
        name = *i < n ? t->col[*i].name : name;
        break;
    }
    case WKC_IN_FORMULA:
        n = s->formula->n_params;
        name = *i < n ? s->formula->param[*i].name : name;
        break;
    case WKC_IN_SOLVE:
        n = 1;
        name = s->variable;
        break;
    case WKC_IN_BINDINGS:
        n = s->bindings.n;
        name = *i < n ? s->bindings.item[*i].name : name;
        break;
    }
    if (*i < n)
        return name;
    *i -= n;
    return (wkb_str){0};
}

static wkb_str
candidate(const void *ud, size_t i)
{
    const candidates *c = ud;
    for (const wkc_scope *s = c->s; s; s = s->up) {
        const wkb_str name = nth_of_scope(c->cc, s, &i);
        if (name.n)
            return name;
    }
    return i < c->cc->tables->table.n ? c->cc->tables->table.item[i]->name
                                      : (wkb_str){0};
}

static wk_status
unknown_name(wkc_compiler *cc, const wkc_scope *s, const wkc_node *n)
{
    const candidates all = {cc, s};
    size_t count = cc->tables->table.n;
    for (const wkc_scope *up = s; up; up = up->up) {
        size_t i = SIZE_MAX;
        (void)nth_of_scope(cc, up, &i);
        count += SIZE_MAX - i;
    }
    const size_t near = wkb_nearest(n->name, candidate, &all, count);
    if (near < count)
        return wkb_error(cc->d,
                         WK_ENAME,
                         n->at,
                         "nothing is called %q here\ndid you mean %q?",
                         n->name,
                         candidate(&all, near));
    return wkb_error(cc->d,
                     WK_ENAME,
                     n->at,
                     "nothing is called %q here\n%s",
                     n->name,
                     wku_is_unit_name(cc->units, n->name)
                         ? "a unit stands after a number, as in 1 h"
                         : "a name is a table, a parameter, or a column "
                           "where rows are chosen");
}

static bool
same_type(const wku_type *x, const wku_type *y)
{
    return x->kind == y->kind && x->table == y->table &&
           x->quals == y->quals && x->unit.shown == y->unit.shown &&
           wku_same_dimension(&x->unit, &y->unit);
}

const wkc_expansion *
wkc_expanded(const wkc_builder *b,
             const void *of,
             const wkc_term *argument,
             size_t n_arguments)
{
    for (size_t i = 0; i < b->expansion.n; i++) {
        const wkc_expansion *e = &b->expansion.item[i];
        size_t same = 0;
        while (e->of == of && same < n_arguments &&
               e->argument[same].home == argument[same].home &&
               e->argument[same].slot == argument[same].slot &&
               same_type(&e->argument[same].type, &argument[same].type))
            same++;
        if (e->of == of && same == n_arguments)
            return e;
    }
    return NULL;
}

wk_status
wkc_remember(wkc_builder *b, const wkc_expansion *e)
{
    wkc_expansion *slot = WKB_PUSH(b->arena, &b->expansion);
    if (!slot)
        return WK_ENOMEM;
    *slot = *e;
    return WK_OK;
}

wk_status
wkc_frame_begin(wkc_compiler *cc,
                const wkc_builder *b,
                const wkc_formula *f,
                const wkc_expr *expr,
                uint32_t *out)
{
    *out = UINT32_MAX;
    if (cc->now == UINT32_MAX || b->parent)
        return WK_OK;
    wkc_frame *frame = WKB_PUSH(cc->arena, &cc->frame);
    if (!frame)
        return WK_ENOMEM;
    *frame =
        (wkc_frame){.formula = f,
                    .expr = expr,
                    .place = WKB_NEW(cc->arena, wkc_place, expr->n_nodes)};
    *out = (uint32_t)(cc->frame.n - 1);
    return frame->place ? WK_OK : WK_ENOMEM;
}

void
wkc_frame_link(wkc_compiler *cc, const wkc_node *n, uint32_t frame)
{
    if (cc->now != UINT32_MAX && frame != UINT32_MAX && n)
        cc->frame.item[cc->now].place[n->id].frame = frame;
}

static wk_status
let_term(wkc_compiler *cc,
         wkc_builder *b,
         const wkc_scope *s,
         uint32_t index,
         const wkc_node *n,
         wkc_term *out)
{
    const wkc_expr *let = s->bindings.item[index].let;
    const wkc_expansion *known = wkc_expanded(b, let, NULL, 0);
    const uint32_t now = cc->now;
    uint32_t frame = UINT32_MAX;
    if (known) {
        wkc_frame_link(cc, n, known->frame);
        *out = known->result;
        return WK_OK;
    }
    wkc_scope *inner = WKB_NEW(cc->arena, wkc_scope, 1);
    if (!inner)
        return WK_ENOMEM;
    *inner = *s;
    inner->bindings.n = index; /* what stood before it, not itself */
    WKB_TRY(wkc_frame_begin(cc, b, NULL, let, &frame));
    wkc_frame_link(cc, n, frame);
    cc->now = frame;
    const wk_status status = wkc_term_of(cc, b, inner, let->root, out);
    cc->now = now;
    WKB_TRY(status);
    if (out->type.kind == WKU_ROWS)
        return WK_OK;
    if (frame != UINT32_MAX)
        cc->frame.item[frame].result =
            (wkc_place){true, out->slot, 0, out->type};
    const wkc_expansion e = {.of = let, .result = *out, .frame = frame};
    return wkc_remember(b, &e);
}

static wk_status
binding_term(wkc_compiler *cc,
             wkc_builder *b,
             const found *f,
             const wkc_node *n,
             wkc_term *out)
{
    const wkc_binding *bound = &f->scope->bindings.item[f->index];
    wkc_ins ins = {.op = WKC_INPUT, .k = bound->input};
    switch (bound->kind) {
    case WKC_BIND_LET:
        return let_term(cc, b, f->scope, f->index, n, out);
    case WKC_BIND_ROW:
        return wkc_row_of(
            cc, b, bound->type.table, bound->row, n->at, out);
    case WKC_BIND_INPUT:
        break;
    }
    b->varies = true;
    if (bound->input >= cc->n_inputs)
        cc->n_inputs = bound->input + 1;
    return wkc_emit(cc, b, ins, &bound->type, n->at, out);
}

static wk_status
name_term(wkc_compiler *cc,
          wkc_builder *b,
          const wkc_scope *s,
          const wkc_node *n,
          wkc_term *out)
{
    found hit[2];
    const size_t n_hits = find_name(cc, s, n->name, hit);
    if (n_hits == 0)
        return unknown_name(cc, s, n);
    if (n_hits > 1)
        return wkb_error(cc->d,
                         WK_EAMBIGUOUS,
                         n->at,
                         "%q is both %s and %s\nrename one of them",
                         n->name,
                         meaning(&hit[0]),
                         meaning(&hit[1]));
    switch (hit[0].in) {
    case IN_COLUMN:
        return wkc_cell(
            cc, b, &hit[0].scope->row, hit[0].index, n->at, out);
    case IN_PARAM:
        *out = hit[0].scope->argument[hit[0].index];
        return WK_OK;
    case IN_VARIABLE:
        *out = hit[0].scope->value;
        return WK_OK;
    case IN_BINDING:
        return binding_term(cc, b, &hit[0], n, out);
    case IN_TABLE:
    case IN_NOTHING:
        break;
    }
    return wkc_list_table(cc, b, s, n, out);
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
        WKB_TRY(wkb_intern(
            &cc->env->tables->texts, n->name, true, &text));
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
        return name_term(cc, b, s, n, out);
    case WKC_MEMBER:
        return wkc_member(cc, b, s, n, out);
    case WKC_BY_ID:
        return wkc_by_id(cc, b, n, out);
    case WKC_LOOKUP:
        return wkc_find(cc, b, s, n, out);
    case WKC_CALL:
        return wkc_call(cc, b, s, n, out);
    case WKC_UNARY:
        return wkc_unary(cc, b, s, n, out);
    case WKC_BINARY:
        return wkc_binary(cc, b, s, n, out);
    case WKC_TO:
    case WKC_AS:
        return wkc_convert(cc, b, s, n, out);
    case WKC_SELECT:
        return wkc_list_table(cc, b, s, n, out);
    case WKC_KEY:
    case WKC_ARGUMENT:
        break;
    }
    return WK_ESYNTAX;
}

wk_status
wkc_term_of(wkc_compiler *cc,
            wkc_builder *b,
            const wkc_scope *s,
            const wkc_node *n,
            wkc_term *out)
{
    *out = (wkc_term){0};
    if (++cc->n_steps > WKC_MOST_STEPS || ++cc->depth > WKC_DEEPEST)
        return wkc_too_long(cc, n->at);
    const uint32_t frame = cc->now;
    WKB_TRY(dispatch(cc, b, s, n, out));
    cc->depth--;
    if (frame != UINT32_MAX && !b->parent && out->type.kind != WKU_ROWS) {
        wkc_place *place = &cc->frame.item[frame].place[n->id];
        place->is_set = true;
        place->slot = out->slot;
        place->type = out->type;
    }
    return WK_OK;
}

static wk_status
wrong_kind(wkc_compiler *cc,
           const wkc_term *t,
           wkb_span at,
           const char *wanted)
{
    return wkb_error(cc->d,
                     WK_ETYPE,
                     at,
                     "%s where %s is wanted\n%s",
                     wkc_kind_name(t->type.kind),
                     wanted,
                     t->type.kind == WKU_ROW ? "name one of its columns: row.column"
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
    if (out->type.kind == WKU_BOOL)
        return WK_OK;
    return wkb_error(cc->d,
                     WK_ETYPE,
                     n->at,
                     "%s where a condition is wanted\n"
                     "compare it with something, as in x > 0",
                     wkc_kind_name(out->type.kind));
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

wk_status
wkc_compile(const wkc_code **out,
            wkb_arena *a,
            const wkc_env *e,
            const wkc_expr *expr,
            const wkc_bindings *names)
{
    wkc_compiler cc;
    wkc_builder b;
    wkc_term result;
    uint32_t whole = 0;
    const wkc_scope s = {.kind = WKC_IN_BINDINGS,
                         .bindings = names ? *names : (wkc_bindings){0}};
    *out = NULL;
    WKB_TRY(begin(&cc, a, e));
    wkc_builder_init(&b, &cc, NULL, WKL_NONE);
    cc.now = 0; /* frames are kept */
    WKB_TRY(wkc_frame_begin(&cc, &b, NULL, expr, &whole));
    WKB_TRY(wkc_term_of(&cc, &b, &s, expr->root, &result));
    if (result.type.kind == WKU_ROWS)
        return wrong_kind(&cc, &result, expr->root->at, "one value");
    wkc_code *code = NULL;
    const wkc_code *made = NULL;
    WKB_TRY(wkc_builder_end(&cc, &b, &result, expr->root->at, &made));
    code = WKB_NEW(a, wkc_code, 1);
    if (!code)
        return WK_ENOMEM;
    *code = *made;
    code->n_ranged = cc.ranged.n;
    code->n_inputs = cc.n_inputs;
    cc.frame.item[0].result =
        (wkc_place){true, result.slot, 0, result.type};
    code->formula = cc.formula.item;
    code->n_formulas = cc.formula.n;
    code->frame = cc.frame.item;
    code->n_frames = cc.frame.n;
    *out = code;
    return WK_OK;
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
        WKB_TRY(
            wkc_term_of(cc, b, &nothing, f->param[i].fallback.root, &t));
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
    wk_status worst = WK_OK;
    for (size_t i = 0; i < f->formula.n; i++) {
        wkc_formula *one = f->formula.item[i];
        if (!one->is_sound)
            continue;
        const wkb_mark mark = wkb_arena_mark(scratch);
        const wk_status status = wkc_formula_check(e, one, scratch);
        wkb_arena_rewind(scratch, mark);
        if (status == WK_ENOMEM)
            return status;
        one->is_sound = status == WK_OK;
        worst = status == WK_OK ? worst : status;
    }
    return worst;
}
