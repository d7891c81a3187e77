/* Names: a column of the rows in scope, a parameter, a name of the document,
 * a table; never two at once. */
#include "compute/compile.h"

/* What a name can be, in the order of the search. */
typedef struct found {
    const wkc_scope *scope;
    uint32_t index; /* column, parameter, binding, table */
    enum {
        IN_NOTHING,
        IN_COLUMN,
        IN_PARAM,
        IN_VARIABLE,
        IN_BINDING,
        IN_TABLE
    } in;
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

uint32_t
wkc_find_binding(const wkc_bindings *list, wkb_str name)
{
    const uint32_t known =
        list->by_name ? wkb_interned(list->by_name, name) : WKL_NONE;
    if (known < list->n_by_name && known < list->n)
        return known;
    for (size_t i = list->n_by_name; i < list->n; i++) {
        if (wkb_str_eq(list->item[i].name, name))
            return (uint32_t)i;
    }
    return WKL_NONE;
}

static found
found_in(const wkc_compiler *cc, const wkc_scope *s, wkb_str name)
{
    found f = {.scope = s, .index = WKL_NONE};
    switch (s->kind) {
    case WKC_IN_ROWS:
        f.index =
            wkl_find_column(cc->tables->table.item[s->row.type.table], name);
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
        f.index = wkc_find_binding(&s->bindings, name);
        f.in = IN_BINDING;
        break;
    }
    if (f.index == WKL_NONE)
        f.in = IN_NOTHING;
    return f;
}

/* All meanings of a name, at most 2: more than one is an error, but that a
 * table which the program makes gives way. */
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
        const uint32_t table = wkl_find_table(cc->tables, name);
        hit[n] = (found){NULL, table, IN_TABLE};
        n += table != WKL_NONE &&
             (n == 0 || !cc->tables->table.item[table]->is_built_in);
    }
    return n;
}

bool
wkc_stands_for(const wkc_compiler *cc, const wkc_scope *s, wkb_str name)
{
    for (; s; s = s->up) {
        if (found_in(cc, s, name).in != IN_NOTHING)
            return true;
    }
    return false;
}

static const char *
meaning(const found *f)
{
    static const char *const names[] = {
        [IN_NOTHING] = "nothing",
        [IN_COLUMN] = "a column",
        [IN_PARAM] = "a parameter",
        [IN_VARIABLE] = "the unknown of solve",
        [IN_BINDING] = "a name of this document",
        [IN_TABLE] = "a table",
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
    if (wkc_is_function(n->name) ||
        wkc_formula_find(cc->env->formulas, n->name))
        return wkb_error(cc->d,
                         WK_ENAME,
                         n->at,
                         "nothing but a formula is called %q here\n"
                         "write its arguments behind it: %S(...)",
                         n->name,
                         n->name);
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
        return wkc_row_of(cc, b, bound->type.table, bound->row, n->at, out);
    case WKC_BIND_INPUT:
        break;
    }
    b->varies = true;
    if (bound->input >= cc->n_inputs)
        cc->n_inputs = bound->input + 1;
    return wkc_emit(cc, b, ins, &bound->type, n->at, out);
}

wk_status
wkc_name_of(wkc_compiler *cc,
            wkc_builder *b,
            const wkc_scope *s,
            const wkc_node *n,
            wkc_term *out)
{
    found hit[2];
    const size_t n_hits = find_name(cc, s, n->name, hit);
    if (n_hits == 0)
        return unknown_name(cc, s, n);
    if (n_hits > 1 && hit[0].in == IN_COLUMN && hit[1].in == IN_COLUMN)
        return wkb_error(cc->d,
                         WK_EAMBIGUOUS,
                         n->at,
                         "%q is a column of the list inside and of the one "
                         "around it\n"
                         "make a formula of the inner list, with what it takes "
                         "from outside as parameters",
                         n->name);
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
        return wkc_cell(cc, b, &hit[0].scope->row, hit[0].index, n, out);
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

bool
wkc_is_document(const wkc_compiler *cc, const wkc_node *n)
{
    const wkb_str word = WKB_STR("document");
    return n->child && n->child->kind == WKC_NAME &&
           wkb_str_eq(n->child->name, word) &&
           wkl_find_table(cc->tables, word) == WKL_NONE;
}

wk_status
wkc_document(wkc_compiler *cc,
             wkc_builder *b,
             const wkc_scope *s,
             const wkc_node *n,
             wkc_term *out)
{
    const wkb_str word = WKB_STR(WKC_DOCUMENT_DATE);
    wkc_node *name = WKB_NEW(cc->arena, wkc_node, 1);
    if (!name)
        return WK_ENOMEM;
    if (!wkb_str_eq(n->name, WKB_STR("date")))
        return wkb_error(cc->d,
                         WK_ENAME,
                         n->at,
                         "a document has no %q\nthere is document.date",
                         n->name);
    if (!wkc_stands_for(cc, s, word))
        return wkb_error(cc->d,
                         WK_ENAME,
                         n->at,
                         "there is no date of a document here\n"
                         "write date: in the front matter of the page");
    *name = *n;
    name->kind = WKC_NAME;
    name->name = word;
    name->child = NULL;
    return wkc_name_of(cc, b, s, name, out);
}
