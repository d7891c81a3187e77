/* What was expanded already, and which slot each node of a tree became. */
#include "compute/compile.h"

static bool
same_type(const wku_type *x, const wku_type *y)
{
    return x->kind == y->kind && x->table == y->table && x->quals == y->quals &&
           x->unit.shown == y->unit.shown &&
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
    *frame = (wkc_frame){.formula = f,
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
