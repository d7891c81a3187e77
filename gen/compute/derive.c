/* Derivations: walks the frames of a program and puts the numbers in. */
#include "compute/derive.h"

#include <math.h>

#include "base/num.h"

/* Where a derivation is being made. */
typedef struct maker {
    wkc_derivation *to;
    wkb_arena *arena;
    const wkc_env *e;
    const wkc_value *v;
    bool *seen; /* by frame */
    wk_status status;
} maker;

/* One frame while its step is made. */
typedef struct stage {
    maker *m;
    const wkc_frame *frame;
    wkc_step *step;
    wkb_str *value; /* by node: its value as a text, once it was asked for */
} stage;

static const wkl_table *
table_at(const wkl_tables *t, uint32_t table)
{
    return t->table.item[table];
}

/* The text of the cell that a place is, empty if it is none; *type then bears
 * the unit that the cell brings. */
static wkb_str
entered(const wkc_env *e,
        const wkc_value *v,
        const wkc_place *place,
        wku_type *type)
{
    const wkc_ins *ins = &v->code->ins[place->slot];
    *type = place->type;
    if (ins->op != WKC_CELL || place->type.kind != WKU_NUMBER)
        return (wkb_str){0};
    const double row = v->slot[ins->a].v;
    if (isnan(row))
        return (wkb_str){0};
    const wkl_table *t = table_at(e->tables, ins->b);
    const wkl_extra *own = wkl_extra_of(&t->col[ins->c], (uint32_t)row);
    if (own)
        type->unit = own->unit;
    return wkl_text_at(e->tables,
                       wkl_cell_span(e->tables, t, (uint32_t)row, ins->c));
}

static void
put_unknown(wkb_out *out, const wkc_env *e, const wkc_value *v)
{
    const wkc_cause *c = &v->cause;
    wkb_puts(out, "not known");
    if (c->code && c->code->ins[c->slot].op == WKC_CELL) {
        wkb_puts(out, " (");
        wkc_put_address(out, e->tables, c->table, c->row, c->column);
        wkb_putc(out, ')');
    }
}

/* A value that is no quantity: its kind tells how it is written. */
static void
put_other(wkb_out *out, const wkc_env *e, const wku_type *type, double x)
{
    const wkl_tables *t = e->tables;
    switch (type->kind) {
    case WKU_DATE:
        wku_date_put(out, x);
        break;
    case WKU_BOOL:
        wkb_puts(out, x == 1 ? "true" : "false");
        break;
    case WKU_TEXT:
        wkb_put_shown(out, t->texts.text.item[(size_t)x]);
        break;
    case WKU_ROW:
        if (table_at(t, type->table)->has_id)
            wkb_put(out, wkl_id(t, table_at(t, type->table), (uint32_t)x));
        else
            wkc_put_address(out, t, type->table, (uint32_t)x, WKL_NONE);
        break;
    case WKU_NUMBER:
    case WKU_ANY:
    case WKU_ROWS:
    case WKU_EXPR:
        break;
    }
}

wk_status
wkc_put_value(wkb_out *out,
              const wkc_env *e,
              const wkc_value *v,
              const wkc_expr *expr,
              const wku_format *f,
              wku_unit *shown)
{
    const wkc_node *root = expr->root;
    size_t axis;
    unsigned tag;
    wku_format format = *f;
    wku_type type = v->type;
    wkb_str typed = {0};
    if (shown)
        *shown = v->type.unit;
    if (v->status == WK_EUNKNOWN)
        put_unknown(out, e, v);
    else if (v->status == WK_EUNDECIDED)
        wkb_puts(out, "undecided");
    else if (v->type.kind != WKU_NUMBER)
        put_other(out, e, &v->type, v->num.v);
    if (v->status != WK_OK || v->type.kind != WKU_NUMBER)
        return out->status;
    if (root->kind == WKC_TO && !format.has_unit &&
        !wku_qual_find(e->tables->axes, root->unit, &axis, &tag)) {
        format.has_unit = true;
        format.unit = v->type.unit;
    }
    while (root->kind == WKC_AS) /* what is stated of it changes no number */
        root = root->child;
    if (root->kind == WKC_NUMBER || root->kind == WKC_RANGE) {
        typed = root->name;
    } else {
        const wkc_place place = {
            true, v->code->result, 0, v->code->result_type};
        if (root->kind == WKC_MEMBER || root->kind == WKC_NAME)
            typed = entered(e, v, &place, &type);
    }
    return wku_print(
        out, e->tables->units, &v->num, &type, &format, typed, shown);
}

/* A number that stands in the expression, as it would be typed. */
static wkb_str
literal(const wkc_value *v,
        const wkc_place *place,
        const wku_type *type,
        char text[WKB_NUM_MAX])
{
    const wkc_ins *ins = &v->code->ins[place->slot];
    if (ins->op != WKC_CONST || ins->k < 0 || isnan(ins->k))
        return (wkb_str){0};
    const wkb_dec d = wkb_dec_rounded(ins->k / type->unit.factor);
    return (wkb_str){text, wkb_dec_write(text, &d)};
}

void
wkc_put_place(wkb_out *out,
              const wkc_env *e,
              const wkc_value *v,
              const wkc_place *place)
{
    const wku_format plain = WKU_FORMAT_INIT;
    wku_num n = v->slot[place->slot];
    if (isnan(n.v) && n.lo == n.hi) /* the same at all ends of a range */
        n.v = n.lo;
    if (place->type.kind != WKU_NUMBER) {
        if (isnan(n.v))
            wkb_puts(out, "not known");
        else
            put_other(out, e, &place->type, n.v);
        return;
    }
    wku_type type;
    char text[WKB_NUM_MAX];
    wkb_str typed = entered(e, v, place, &type);
    if (typed.n == 0)
        typed = literal(v, place, &type, text);
    const wk_status printed =
        wku_print(out, e->tables->units, &n, &type, &plain, typed, NULL);
    if (printed == WK_ENOMEM)
        out->status = printed;
}

static bool
is_call_of_formula(const wkc_node *n)
{
    return n->kind == WKC_CALL && !wkc_is_function(n->name);
}

static bool
is_leaf(const stage *s, const wkc_node *n)
{
    const wkc_place *place = &s->frame->place[n->id];
    if (!place->is_set)
        return false;
    if (n->kind == WKC_CALL) {
        const uint8_t op = s->m->v->code->ins[place->slot].op;
        return is_call_of_formula(n) || op == WKC_FOLD || op == WKC_SOLVE;
    }
    return n->kind == WKC_NAME || n->kind == WKC_MEMBER ||
           n->kind == WKC_BY_ID || n->kind == WKC_LOOKUP;
}

static wkb_str
kept(maker *m, wkb_out *out)
{
    wkb_str text;
    if (wkb_out_text(out, &text) != WK_OK)
        m->status = WK_ENOMEM;
    return text;
}

static wkb_str
value_of(const stage *s, const wkc_node *n)
{
    wkb_str *text = &s->value[n->id];
    if (!text->p) {
        wkb_out out = wkb_out_kept(s->m->arena);
        wkc_put_place(&out, s->m->e, s->m->v, &s->frame->place[n->id]);
        *text = kept(s->m, &out);
    }
    return *text;
}

static bool
put_leaf(void *ud, wkb_out *out, const wkc_node *n)
{
    const stage *s = ud;
    if (!is_leaf(s, n))
        return false;
    const wkb_str text = value_of(s, n);
    /* A range's dash is no minus sign, and a sign no operator. */
    const wku_num *n_put = &s->m->v->slot[s->frame->place[n->id].slot];
    const bool apart =
        (text.n && text.p[0] == '-') ||
        (s->frame->place[n->id].type.kind == WKU_NUMBER &&
         wku_is_range(n_put) && isnan(n_put->v) && n != s->frame->expr->root);
    wkb_print(out, apart ? "(%S)" : "%S", text);
    return true;
}

static wkb_str
expression_text(stage *s, bool with_numbers)
{
    wkb_out out = wkb_out_kept(s->m->arena);
    const wkc_printer p = {.out = &out,
                           .stand_in = with_numbers ? put_leaf : NULL,
                           .ud = s,
                           .pretty = true};
    wkc_put_expr(&p, s->frame->expr->root);
    return kept(s->m, &out);
}

static bool
is_listed(const wkc_step *step, uint32_t table, uint32_t row, uint32_t column)
{
    for (size_t i = 0; i < step->cell.n; i++) {
        const wkc_used *u = &step->cell.item[i];
        if (u->table == table && u->at_row == row && u->column == column)
            return true;
    }
    return false;
}

/* A cell that is put in, under the name that the formula gives it. */
static wkc_used *
add_used(const stage *s, uint32_t table, uint32_t row, uint32_t column)
{
    maker *m = s->m;
    const wkl_tables *t = m->e->tables;
    const wkl_table *of = table_at(t, table);
    wkc_used *u = WKB_PUSH(m->arena, &s->step->cell);
    if (!u) {
        m->status = WK_ENOMEM;
        return NULL;
    }
    wkb_out address = wkb_out_kept(m->arena);
    wkc_put_address(&address, t, table, row, column);
    u->address = kept(m, &address);
    u->table = table;
    u->at_row = row;
    u->column = column;
    u->at = wkl_cell_span(t, of, row, column);
    if (of->name_column != WKL_NONE)
        u->row = wkl_text(t, &of->col[of->name_column], row);
    wkl_cited(t, of, row, column, &u->sources, &u->locator);
    const uint32_t note = wkl_find_column(of, WKB_STR("note"));
    if (note != WKL_NONE)
        u->note = wkl_text(t, &of->col[note], row);
    return u;
}

static void
add_cell(const stage *s, const wkc_node *n, const wkc_place *place)
{
    maker *m = s->m;
    const wkc_ins *ins = &m->v->code->ins[place->slot];
    const double row = m->v->slot[ins->a].v;
    if (isnan(row) || is_listed(s->step, ins->b, (uint32_t)row, ins->c))
        return;
    wkc_used *u = add_used(s, ins->b, (uint32_t)row, ins->c);
    if (!u)
        return;
    wkb_out symbol = wkb_out_kept(m->arena);
    const wkc_printer p = {.out = &symbol};
    wkc_put_expr(&p, n);
    u->symbol = kept(m, &symbol);
    u->value = value_of(s, n);
}

/* The cell that max or min over a column took its value from. */
static void
add_extreme(const stage *s, const wkc_node *n, const wkc_place *place)
{
    const maker *m = s->m;
    const wkc_fold *f = &m->v->code->fold[m->v->code->ins[place->slot].c];
    const wkc_ins *term = f->term ? &f->term->ins[f->term->result] : NULL;
    if (!term || term->op != WKC_CELL || f->term->ins[term->a].op != WKC_LANE)
        return;
    const uint32_t row =
        wkc_extreme_row(m->e->tables, m->arena, m->v, place->slot);
    if (row == WKL_NONE || is_listed(s->step, f->table, row, term->c))
        return;
    wkc_used *u = add_used(s, f->table, row, term->c);
    if (!u)
        return;
    u->symbol = u->address;
    u->value = value_of(s, n);
}

typedef void (*visit_fn)(stage *s, const wkc_node *n);
static void walk(stage *s, const wkc_node *n, visit_fn visit);

/* Only the branch that was taken, where that is known. */
static bool
walk_if(stage *s, const wkc_node *n, visit_fn visit)
{
    const wkc_node *test = n->child;
    if (n->kind != WKC_CALL || !wkb_str_eq(n->name, WKB_STR("if")))
        return false;
    const wkc_place *place = &s->frame->place[test->child->id];
    const double taken = place->is_set ? s->m->v->slot[place->slot].v : NAN;
    if (isnan(taken))
        return false;
    walk(s, test, visit);
    walk(s, taken == 1 ? test->next : test->next->next, visit);
    return true;
}

static void
walk_chain(stage *s, const wkc_node *n, visit_fn visit)
{
    size_t above = 0;
    const wkc_node *x = wkc_innermost(n, &above);
    walk(s, x->child, visit);
    for (; above; above--, x = x->up) {
        walk(s, x->child->next, visit);
        visit(s, x);
    }
    walk(s, n->child->next, visit);
}

static void
walk(stage *s, const wkc_node *n, visit_fn visit)
{
    if (!n)
        return;
    visit(s, n);
    if (walk_if(s, n, visit))
        return;
    if (n->kind == WKC_MEMBER && s->frame->place[n->id].is_set &&
        s->m->v->code->ins[s->frame->place[n->id].slot].op == WKC_CELL &&
        n->child->kind == WKC_MEMBER)
        return; /* the reference on the way is not an input */
    if (n->kind == WKC_BINARY) {
        walk_chain(s, n, visit);
        return;
    }
    for (const wkc_node *c = n->child; c; c = c->next)
        walk(s, c, visit);
    walk(s, n->of, visit);
    walk(s, n->where, visit);
    walk(s, n->sort, visit);
}

static void
visit_cell(stage *s, const wkc_node *n)
{
    const wkc_place *place = &s->frame->place[n->id];
    if (n->kind == WKC_CALL && place->is_set &&
        s->m->v->code->ins[place->slot].op == WKC_FOLD)
        add_extreme(s, n, place);
    if ((n->kind == WKC_MEMBER || n->kind == WKC_NAME) && place->is_set &&
        s->m->v->code->ins[place->slot].op == WKC_CELL &&
        place->type.kind != WKU_ROW)
        add_cell(s, n, place);
}

static void
add_remark(stage *s, wkb_out *text)
{
    const wkb_str remark = kept(s->m, text);
    for (size_t i = 0; i < s->step->remark.n; i++) {
        if (wkb_str_eq(s->step->remark.item[i], remark))
            return;
    }
    wkb_str *one = WKB_PUSH(s->m->arena, &s->step->remark);
    if (one)
        *one = remark;
    else
        s->m->status = WK_ENOMEM;
}

/* What a quotient of two qualifiers sets side by side. */
static void
remark_ratio(stage *s, const wkc_node *n)
{
    const wku_axes *axes = s->m->e->tables->axes;
    const wkc_place *side[2] = {&s->frame->place[n->child->child->id],
                                &s->frame->place[n->child->next->child->id]};
    for (size_t axis = 0; axis < axes->n; axis++) {
        const unsigned a = wku_tag(side[0]->type.quals, axis);
        const unsigned b = wku_tag(side[1]->type.quals, axis);
        if (a == 0 || b == 0 || a == b)
            continue;
        wkb_out text = wkb_out_kept(s->m->arena);
        wkb_print(&text,
                  "crosses %S: %S over %S",
                  axes->axis[axis].name,
                  wku_tag_name(axes, axis, a),
                  wku_tag_name(axes, axis, b));
        add_remark(s, &text);
    }
}

static void
remark_rows(stage *s, const wkc_place *place)
{
    const maker *m = s->m;
    const wkc_fold *f = &m->v->code->fold[m->v->code->ins[place->slot].c];
    if (f->kind >= WKC_FOLD_FIRST)
        return;
    const double n =
        wkc_rows_of_fold(m->e->tables, m->arena, m->v, place->slot);
    if (isnan(n))
        return;
    wkb_out text = wkb_out_kept(m->arena);
    wkb_print(&text,
              "over %d row%s of %S",
              (int)n,
              n == 1 ? "" : "s",
              table_at(m->e->tables, f->table)->name);
    add_remark(s, &text);
}

static void
visit_remark(stage *s, const wkc_node *n)
{
    const wkc_place *place = &s->frame->place[n->id];
    if (n->kind != WKC_CALL || !place->is_set)
        return;
    if (wkb_str_eq(n->name, WKB_STR("ratio")))
        remark_ratio(s, n);
    else if (s->m->v->code->ins[place->slot].op == WKC_FOLD)
        remark_rows(s, place);
}

static void make_step(maker *m, uint32_t number, wkb_str name, size_t depth);

static void
visit_frame(stage *s, const wkc_node *n)
{
    const wkc_place *place = &s->frame->place[n->id];
    const size_t depth = s->step->depth + 1;
    if (place->frame == 0 || s->m->seen[place->frame])
        return;
    make_step(s->m, place->frame, n->name, depth);
}

/* An expression that is one call, name or literal has no numbers to put in. */
static bool
is_single(const wkc_node *n)
{
    return n->kind == WKC_NUMBER || n->kind == WKC_RANGE ||
           n->kind == WKC_NAME || n->kind == WKC_MEMBER ||
           is_call_of_formula(n);
}

static void
make_step(maker *m, uint32_t number, wkb_str name, size_t depth)
{
    const wkc_frame *frame = &m->v->code->frame[number];
    wkc_step *step = WKB_PUSH(m->arena, &m->to->step);
    const size_t at = m->to->step.n - 1;
    if (!step) {
        m->status = WK_ENOMEM;
        return;
    }
    m->seen[number] = true;
    *step = (wkc_step){.formula = frame->formula, .name = name, .depth = depth};
    stage s = {.m = m,
               .frame = frame,
               .step = step,
               .value = WKB_NEW(m->arena, wkb_str, frame->expr->n_nodes)};
    if (!s.value) {
        m->status = WK_ENOMEM;
        return;
    }
    wkb_out result = wkb_out_kept(m->arena);
    step->symbols = expression_text(&s, false);
    if (!is_single(frame->expr->root))
        step->numbers = expression_text(&s, true);
    if (wkb_str_eq(step->numbers, step->symbols))
        step->numbers = (wkb_str){0};
    if (frame->result.is_set)
        wkc_put_place(&result, m->e, m->v, &frame->result);
    step->result = kept(m, &result);
    if (wkb_str_eq(step->numbers, step->result))
        step->numbers = (wkb_str){0}; /* a number put in is the result */
    walk(&s, frame->expr->root, visit_cell);
    walk(&s, frame->expr->root, visit_remark);
    /* The list of steps may move while others are added. */
    wkc_step own = m->to->step.item[at];
    s.step = &own;
    walk(&s, frame->expr->root, visit_frame);
}

wk_status
wkc_derive(wkc_derivation *out,
           wkb_arena *a,
           const wkc_env *e,
           const wkc_value *v)
{
    maker m = {.to = out,
               .arena = a,
               .e = e,
               .v = v,
               .seen = WKB_NEW(a, bool, v->code->n_frames)};
    *out = (wkc_derivation){0};
    if (!m.seen)
        return WK_ENOMEM;
    make_step(&m, 0, (wkb_str){0}, 0);
    return m.status;
}
