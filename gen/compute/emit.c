/* Instructions into programs: equal ones once, outer slots passed inwards. */
#include <math.h>
#include <string.h>

#include "compute/compile.h"

wk_status
wkc_too_long(const wkc_compiler *cc, wkb_span at)
{
    return wkb_error(cc->d,
                     WK_ELIMIT,
                     at,
                     "the expression has more than %d operations once its "
                     "formulas are expanded\nsplit it into several values",
                     (int)WKC_MOST_OPS);
}

static uint64_t
bits_of(double k)
{
    uint64_t bits = 0;
    memcpy(&bits, &k, sizeof bits);
    return bits;
}

static bool
is_equal(const wkc_ins *x, const wkc_ins *y)
{
    return x->op == y->op && x->a == y->a && x->b == y->b && x->c == y->c &&
           bits_of(x->k) == bits_of(y->k);
}

static size_t
hash_of(const wkc_ins *ins)
{
    const uint64_t k = bits_of(ins->k);
    uint64_t h = ins->op;
    h = (h ^ ins->a) * 0x9e3779b97f4a7c15u;
    h = (h ^ ins->b) * 0x9e3779b97f4a7c15u;
    h = (h ^ ins->c) * 0x9e3779b97f4a7c15u;
    h = (h ^ k) * 0x9e3779b97f4a7c15u;
    return (size_t)(h ^ h >> 29);
}

static bool
grow_slot_of(wkc_builder *b)
{
    const size_t n = b->n_slot_of ? b->n_slot_of * 2 : 32;
    uint32_t *slot_of = WKB_NEW(b->arena, uint32_t, n);
    if (!slot_of)
        return false;
    for (size_t i = 0; i < b->ins.n; i++) {
        size_t at = hash_of(&b->ins.item[i]) & (n - 1);
        while (slot_of[at])
            at = (at + 1) & (n - 1);
        slot_of[at] = (uint32_t)i + 1;
    }
    b->slot_of = slot_of;
    b->n_slot_of = n;
    return true;
}

static wk_status
append(wkc_compiler *cc,
       wkc_builder *b,
       const wkc_ins *ins,
       const wku_type *type,
       wkb_span at)
{
    cc->n_ops += ins->op != WKC_CONST; /* a number is no operation */
    if (cc->n_ops > WKC_MOST_OPS || b->ins.n == WKC_MOST_SLOTS)
        return wkc_too_long(cc, at);
    wkc_ins *i = WKB_PUSH(b->arena, &b->ins);
    wku_type *t = WKB_PUSH(b->arena, &b->type);
    wkb_span *p = WKB_PUSH(b->arena, &b->at);
    if (!i || !t || !p)
        return WK_ENOMEM;
    *i = *ins;
    *t = *type;
    *p = at;
    return WK_OK;
}

wk_status
wkc_emit(wkc_compiler *cc,
         wkc_builder *b,
         wkc_ins ins,
         const wku_type *type,
         wkb_span at,
         wkc_term *out)
{
    if (b->ins.n * 2 >= b->n_slot_of && !grow_slot_of(b))
        return WK_ENOMEM;
    size_t i = hash_of(&ins) & (b->n_slot_of - 1);
    while (b->slot_of[i] && !is_equal(&b->ins.item[b->slot_of[i] - 1], &ins))
        i = (i + 1) & (b->n_slot_of - 1);
    if (b->slot_of[i] == 0) {
        WKB_TRY(append(cc, b, &ins, type, at));
        b->slot_of[i] = (uint32_t)b->ins.n;
    }
    const wku_type given = *type;
    *out = (wkc_term){
        .type = given, .home = b, .slot = (uint16_t)(b->slot_of[i] - 1)};
    return WK_OK;
}

static wk_status
capture(wkc_compiler *cc,
        wkc_builder *b,
        uint16_t parent_slot,
        const wku_type *type,
        wkb_span at,
        uint16_t *slot)
{
    size_t i = 0;
    wkc_term inner;
    while (i < b->outer.n && b->outer.item[i] != parent_slot)
        i++;
    if (i == b->outer.n) {
        uint16_t *o = WKB_PUSH(b->arena, &b->outer);
        if (!o)
            return WK_ENOMEM;
        *o = parent_slot;
    }
    b->varies = true;
    const wkc_ins ins = {.op = WKC_OUTER, .a = (uint16_t)i};
    WKB_TRY(wkc_emit(cc, b, ins, type, at, &inner));
    *slot = inner.slot;
    return WK_OK;
}

wk_status
wkc_use(wkc_compiler *cc,
        wkc_builder *b,
        const wkc_term *t,
        wkb_span at,
        uint16_t *slot)
{
    if (t->home == b || !b->parent) {
        *slot = t->slot;
        return WK_OK;
    }
    /* Constants are cheaper written again than passed in. */
    const wkc_ins *ins = &t->home->ins.item[t->slot];
    if (ins->op == WKC_CONST) {
        wkc_term again;
        WKB_TRY(wkc_emit(cc, b, *ins, &t->type, at, &again));
        *slot = again.slot;
        return WK_OK;
    }
    uint16_t outside = 0;
    WKB_TRY(wkc_use(cc, b->parent, t, at, &outside));
    return capture(cc, b, outside, &t->type, at, slot);
}

wk_status
wkc_emit1(wkc_compiler *cc,
          wkc_builder *b,
          wkc_op op,
          const wkc_term *a,
          wkb_span at,
          wkc_term *out)
{
    wkc_ins ins = {.op = (uint8_t)op};
    const wku_type type = out->type;
    WKB_TRY(wkc_use(cc, b, a, at, &ins.a));
    return wkc_emit(cc, b, ins, &type, at, out);
}

wk_status
wkc_emit2(wkc_compiler *cc,
          wkc_builder *b,
          wkc_op op,
          const wkc_term *const pair[2],
          wkb_span at,
          wkc_term *out)
{
    wkc_ins ins = {.op = (uint8_t)op};
    const wku_type type = out->type;
    WKB_TRY(wkc_use(cc, b, pair[0], at, &ins.a));
    WKB_TRY(wkc_use(cc, b, pair[1], at, &ins.b));
    return wkc_emit(cc, b, ins, &type, at, out);
}

wk_status
wkc_emit_const(wkc_compiler *cc,
               wkc_builder *b,
               double k,
               const wku_type *type,
               wkb_span at,
               wkc_term *out)
{
    const wkc_ins ins = {.op = WKC_CONST, .k = k};
    const wku_type given = *type;
    return wkc_emit(cc, b, ins, &given, at, out);
}

static bool
is_same_input(const wkc_ranged *x, const wkc_ranged *y)
{
    return x->table == y->table && x->row == y->row && x->column == y->column &&
           x->at.file == y->at.file && x->at.begin == y->at.begin &&
           x->lo == y->lo && x->hi == y->hi && x->home == y->home;
}

wk_status
wkc_ranged_input(wkc_compiler *cc, const wkc_ranged *key, uint16_t *out)
{
    size_t i = 0;
    while (i < cc->ranged.n && !is_same_input(&cc->ranged.item[i], key))
        i++;
    *out = (uint16_t)i;
    if (i < cc->ranged.n)
        return WK_OK;
    wkc_ranged *r = WKB_PUSH(cc->arena, &cc->ranged);
    if (!r)
        return WK_ENOMEM;
    *r = *key;
    return WK_OK;
}

/* Two literals are two inputs even where they are written alike, so their
 * place is part of the key; a literal met twice through a name is one. */
wk_status
wkc_emit_spread(wkc_compiler *cc,
                wkc_builder *b,
                const wkc_term *const ends[2],
                wkb_span at,
                wkc_term *out)
{
    wkc_ins ins = {.op = WKC_SPREAD};
    const wku_type type = out->type;
    WKB_TRY(wkc_use(cc, b, ends[0], at, &ins.a));
    WKB_TRY(wkc_use(cc, b, ends[1], at, &ins.b));
    wkc_ranged key = {WKL_NONE, WKL_NONE, WKL_NONE, at, 0, 0, NULL};
    const wkc_ins *lo = &b->ins.item[ins.a], *hi = &b->ins.item[ins.b];
    if (lo->op == WKC_CONST && hi->op == WKC_CONST) {
        key.lo = lo->k;
        key.hi = hi->k;
    } else {
        key.lo = ins.a;
        key.hi = ins.b;
        key.home = b;
    }
    WKB_TRY(wkc_ranged_input(cc, &key, &ins.c));
    b->varies = true;
    return wkc_emit(cc, b, ins, &type, at, out);
}

enum { MOST_KEYS = 16 };

static bool
constant_find(const wkc_compiler *cc,
              const wkc_builder *b,
              const wkc_lookup *l,
              double *value)
{
    double key[MOST_KEYS];
    size_t n_found = 0;
    for (size_t i = 0; i < l->n; i++) {
        const wkc_term part = {.home = b, .slot = l->slot[i]};
        if (i == MOST_KEYS || !wkc_constant(cc, &part, &key[i]))
            return false;
    }
    const uint32_t row = wkc_find_row(cc->tables, l, key, &n_found);
    *value = n_found == 1 ? (double)row : NAN;
    return true;
}

bool
wkc_constant(const wkc_compiler *cc, const wkc_term *t, double *value)
{
    const wkc_builder *b = t->home;
    const wkc_ins *ins = &b->ins.item[t->slot];
    wkc_term part = {.home = b, .slot = ins->a};
    switch (ins->op) {
    case WKC_CONST:
        *value = ins->k;
        return true;
    case WKC_OUTER:
        part = (wkc_term){.home = b->parent, .slot = b->outer.item[ins->a]};
        return wkc_constant(cc, &part, value);
    case WKC_CELL:
        if (!wkc_constant(cc, &part, value))
            return false;
        if (!isnan(*value)) {
            const wkl_table *table = cc->tables->table.item[ins->b];
            *value = wkc_cell_value(&table->col[ins->c], (uint32_t)*value);
        }
        return true;
    case WKC_FIND:
        return constant_find(cc, b, &b->lookup.item[ins->c], value);
    default:
        return false;
    }
}
