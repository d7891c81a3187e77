/* Calls of formulas: arguments matched, checked, and the body expanded. */
#include "compute/compile.h"

static wkb_str
param_name(const void *ud, size_t i)
{
    const wkc_formula *f = ud;
    return f->param[i].name;
}

static wk_status
unknown_parameter(const wkc_compiler *cc,
                  const wkc_formula *f,
                  const wkc_node *arg)
{
    const size_t near = wkb_nearest(arg->name, param_name, f, f->n_params);
    wkb_out out = wkb_out_kept(cc->arena);
    wkb_str names = {0};
    for (size_t i = 0; i < f->n_params; i++)
        wkb_print(&out, i ? ", %S" : "%S", f->param[i].name);
    WKB_TRY(wkb_out_text(&out, &names));
    if (near < f->n_params)
        return wkb_error(cc->d,
                         WK_ECALL,
                         arg->at,
                         "%q has no parameter %q\ndid you mean %q?",
                         f->name,
                         arg->name,
                         f->param[near].name);
    return wkb_error(cc->d,
                     WK_ECALL,
                     arg->at,
                     "%q has no parameter %q\n%s%S",
                     f->name,
                     arg->name,
                     f->n_params ? "name one of its parameters: "
                                 : "leave it out: it has none",
                     names);
}

/* Which argument each parameter gets; NULL: its default. */
static wk_status
match(const wkc_compiler *cc,
      const wkc_formula *f,
      const wkc_node *n,
      const wkc_node **given)
{
    size_t next = 0;
    for (const wkc_node *a = n->child; a; a = a->next) {
        size_t i = next;
        if (a->name.n) {
            i = 0;
            while (i < f->n_params && !wkb_str_eq(f->param[i].name, a->name))
                i++;
            if (i == f->n_params)
                return unknown_parameter(cc, f, a);
            next = SIZE_MAX;
        } else if (next == SIZE_MAX) {
            return wkb_error(cc->d,
                             WK_ECALL,
                             a->at,
                             "an argument without a name stands behind a "
                             "named one\nname it too");
        }
        if (i >= f->n_params)
            return wkb_error(cc->d,
                             WK_ECALL,
                             a->at,
                             f->n_params == 1
                                 ? "%q takes %z argument\nleave this one out"
                                 : "%q takes %z arguments\nleave this one out",
                             f->name,
                             f->n_params);
        if (given[i] || a->of)
            return wkb_error(cc->d,
                             WK_ECALL,
                             a->at,
                             given[i] ? "parameter %q is given twice\n"
                                        "leave one out"
                                      : "parameter %q takes one value\n"
                                        "reduce the rows first: max(x of rows)",
                             f->param[i].name);
        given[i] = a;
        next = next == SIZE_MAX ? next : next + 1;
    }
    return WK_OK;
}

static wk_status
wrong_argument(wkc_compiler *cc,
               wk_status status,
               const wkc_formula *f,
               size_t i,
               const wkc_node *n,
               const wkc_term *t)
{
    const wkc_param *p = &f->param[i];
    return wkb_error(cc->d,
                     status,
                     n->at,
                     "parameter %q of %S takes %q, not %q\n"
                     "give it a value of that kind",
                     p->name,
                     f->name,
                     wkc_type_name(cc, &p->type),
                     wkc_type_name(cc, &t->type));
}

/* A parameter that names a tag takes only values that state it. */
static wk_status
check_tags(wkc_compiler *cc,
           const wkc_formula *f,
           size_t i,
           const wkc_node *n,
           const wkc_term *t)
{
    const wkc_param *p = &f->param[i];
    for (size_t axis = 0; axis < cc->axes->n; axis++) {
        const unsigned wanted = wku_tag(p->type.quals, axis);
        const unsigned stated = wku_tag(t->type.quals, axis);
        const wku_axis *a = &cc->axes->axis[axis];
        if (!wanted || wanted == stated)
            continue;
        const wkb_str tag = wku_tag_name(cc->axes, axis, wanted);
        if (!stated)
            return wkb_error(cc->d,
                             WK_EQUALIFIER,
                             n->at,
                             "parameter %q of %S wants %q, and the argument "
                             "does not state it\n"
                             "if it is so, write 'as %S' behind it",
                             p->name,
                             f->name,
                             tag,
                             tag);
        return wkb_error(cc->d,
                         WK_EQUALIFIER,
                         n->at,
                         "parameter %q of %S wants %q, and the argument is "
                         "%q\n%s%S",
                         p->name,
                         f->name,
                         tag,
                         wku_tag_name(cc->axes, axis, stated),
                         a->factor[wanted - 1] > 0 && a->factor[stated - 1] > 0
                             ? "convert it: to "
                             : "use the figure that is ",
                         tag);
    }
    return WK_OK;
}

wk_status
wkc_fits(wkc_compiler *cc,
         const wkc_formula *f,
         size_t i,
         const wkc_node *n,
         wkc_term *t)
{
    const wku_type *p = &f->param[i].type;
    if (p->kind != t->type.kind)
        return wrong_argument(cc, WK_ETYPE, f, i, n, t);
    if (p->kind == WKU_ROW && p->table != t->type.table)
        return wrong_argument(cc, WK_ETYPE, f, i, n, t);
    if (p->kind != WKU_NUMBER)
        return WK_OK;
    if (!wku_same_dimension(&p->unit, &t->type.unit))
        return wrong_argument(cc, WK_EDIMENSION, f, i, n, t);
    WKB_TRY(check_tags(cc, f, i, n, t));
    if (wku_is_pure(&p->unit))
        t->type.unit = p->unit; /* 5 % for a pure number is 0.05 */
    return WK_OK;
}

/* The default of parameter i: a tree of its own, without names around it. */
static wk_status
fallback(wkc_compiler *cc,
         wkc_builder *b,
         const wkc_formula *f,
         size_t i,
         wkc_term *out)
{
    static const wkc_scope nothing = {.kind = WKC_IN_BINDINGS};
    const wkc_node *root = f->param[i].fallback.root;
    const uint32_t now = cc->now;
    const wkc_defaulted here = {cc->defaulted, &f->param[i]};
    for (const wkc_defaulted *up = cc->defaulted; up; up = up->up) {
        if (up->param == here.param)
            return wkb_error(cc->d,
                             WK_ERECURSION,
                             root->at,
                             "the default of %q needs itself\n"
                             "write a value that does not call %q without it",
                             here.param->name,
                             f->name);
    }
    cc->now = UINT32_MAX;
    cc->defaulted = &here;
    const wk_status status = wkc_term_of(cc, b, &nothing, root, out);
    cc->now = now;
    cc->defaulted = here.up;
    WKB_TRY(status);
    return wkc_fits(cc, f, i, root, out);
}

wk_status
wkc_formula_call(wkc_compiler *cc,
                 wkc_builder *b,
                 const wkc_scope *s,
                 const wkc_node *n,
                 wkc_term *out)
{
    const wkc_formula *f = wkc_formula_find(cc->env->formulas, n->name);
    wkc_term *argument = WKB_NEW(cc->arena, wkc_term, f->n_params);
    const wkc_node **given =
        WKB_NEW(cc->arena, const wkc_node *, f->n_params + 1);
    if (!argument || !given)
        return WK_ENOMEM;
    if (!f->is_sound)
        return wkb_error(cc->d,
                         WK_ENAME,
                         n->mark,
                         "formula %q has a fault of its own\nmend it first",
                         n->name);
    WKB_TRY(match(cc, f, n, given));
    for (size_t i = 0; i < f->n_params; i++) {
        if (!given[i] && !f->param[i].has_fallback)
            return wkb_error(cc->d,
                             WK_ECALL,
                             n->at,
                             "%q misses its argument %q\n"
                             "every parameter without a default needs one",
                             f->name,
                             f->param[i].name);
        if (!given[i]) {
            WKB_TRY(fallback(cc, b, f, i, &argument[i]));
            continue;
        }
        WKB_TRY(wkc_term_of(cc, b, s, given[i]->child, &argument[i]));
        WKB_TRY(wkc_fits(cc, f, i, given[i]->child, &argument[i]));
    }
    return wkc_expand(cc, b, f, argument, n, out);
}

static wk_status
remember_formula(wkc_compiler *cc, const wkc_formula *f)
{
    for (size_t i = 0; i < cc->formula.n; i++) {
        if (cc->formula.item[i] == f)
            return WK_OK;
    }
    const wkc_formula **slot = WKB_PUSH(cc->arena, &cc->formula);
    if (!slot)
        return WK_ENOMEM;
    *slot = f;
    return WK_OK;
}

static wk_status
enter_formula(wkc_compiler *cc, const wkc_formula *f, const wkc_node *call)
{
    const wkb_span at = call ? call->at : f->at;
    const wkc_read read = {
        .kind = WKC_READ_FORMULA, .table = WKL_NONE, .formula = f};
    for (size_t i = 0; i < cc->n_calls; i++) {
        if (cc->stack[i] == f)
            return wkb_error(cc->d,
                             WK_ERECURSION,
                             at,
                             "formula %q calls itself\nformulas do not recur",
                             f->name);
    }
    if (cc->n_calls == WKC_MOST_CALLS)
        return wkb_error(cc->d,
                         WK_ELIMIT,
                         at,
                         "formulas call each other more than %d deep\n"
                         "make the chain shorter",
                         (int)WKC_MOST_CALLS);
    cc->stack[cc->n_calls++] = f;
    if (cc->env->on_read)
        cc->env->on_read(cc->env->ud, &read);
    return remember_formula(cc, f);
}

/* The result has the unit that is declared, and its tags. */
static wk_status
declare(wkc_compiler *cc, const wkc_formula *f, wkc_term *t)
{
    const wkb_span at = f->body.root->at;
    size_t clash = WKU_AXES;
    if (!wkc_is_number(t) ||
        !wku_same_dimension(&t->type.unit, &f->result.unit))
        return wkb_error(cc->d,
                         wkc_is_number(t) ? WK_EDIMENSION : WK_ETYPE,
                         at,
                         "formula %q declares %q and gives %q\n"
                         "correct the unit behind ->, or the expression",
                         f->name,
                         wkc_type_name(cc, &f->result),
                         wkc_type_name(cc, &t->type));
    const wku_quals quals = wku_quals_union(
        cc->axes, t->type.quals, f->result.quals, false, &clash);
    if (clash != WKU_AXES)
        return wkb_error(
            cc->d,
            WK_EQUALIFIER,
            at,
            "formula %q declares %q and gives %q\n"
            "correct what stands behind ->, or the expression",
            f->name,
            wku_tag_name(cc->axes, clash, wku_tag(f->result.quals, clash)),
            wku_tag_name(cc->axes, clash, wku_tag(t->type.quals, clash)));
    t->type.unit = f->result.unit;
    t->type.quals = quals;
    return WK_OK;
}

static wk_status
frame_arguments(wkc_compiler *cc,
                const wkc_formula *f,
                const wkc_term *argument,
                uint32_t frame)
{
    if (frame == UINT32_MAX)
        return WK_OK;
    wkc_place *place = WKB_NEW(cc->arena, wkc_place, f->n_params);
    if (!place)
        return WK_ENOMEM;
    for (size_t i = 0; i < f->n_params; i++)
        place[i] = (wkc_place){true, argument[i].slot, 0, argument[i].type};
    cc->frame.item[frame].argument = place;
    return WK_OK;
}

static wk_status
expand_body(wkc_compiler *cc,
            wkc_builder *b,
            const wkc_formula *f,
            const wkc_term *argument,
            wkc_expansion *e)
{
    const uint32_t now = cc->now;
    wkc_scope *s = WKB_NEW(cc->arena, wkc_scope, 1);
    if (!s)
        return WK_ENOMEM;
    *s =
        (wkc_scope){.kind = WKC_IN_FORMULA, .formula = f, .argument = argument};
    WKB_TRY(wkc_frame_begin(cc, b, f, &f->body, &e->frame));
    WKB_TRY(frame_arguments(cc, f, argument, e->frame));
    cc->now = e->frame;
    const wk_status status = wkc_term_of(cc, b, s, f->body.root, &e->result);
    cc->now = now;
    WKB_TRY(status);
    WKB_TRY(declare(cc, f, &e->result));
    if (e->frame != UINT32_MAX)
        cc->frame.item[e->frame].result =
            (wkc_place){true, e->result.slot, 0, e->result.type};
    return WK_OK;
}

wk_status
wkc_expand(wkc_compiler *cc,
           wkc_builder *b,
           const wkc_formula *f,
           const wkc_term *argument,
           const wkc_node *call,
           wkc_term *out)
{
    const wkc_expansion *known = wkc_expanded(b, f, argument, f->n_params);
    wkc_expansion e = {.of = f,
                       .argument = argument,
                       .n_arguments = f->n_params,
                       .frame = UINT32_MAX};
    if (known) {
        wkc_frame_link(cc, call, known->frame);
        *out = known->result;
        return WK_OK;
    }
    WKB_TRY(enter_formula(cc, f, call));
    const wk_status status = expand_body(cc, b, f, argument, &e);
    if (status != WK_OK) {
        if (call && status != WK_ENOMEM && status != WK_ERECURSION &&
            status != WK_ELIMIT)
            wkb_note(cc->d, call->at, "in this call of %q", f->name);
        return status;
    }
    cc->n_calls--;
    wkc_frame_link(cc, call, e.frame);
    WKB_TRY(wkc_remember(b, &e));
    *out = e.result;
    return WK_OK;
}
