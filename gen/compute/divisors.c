/* A division by a range that spans zero: no corner need be zero for the
 * quotient to have no bounds. */
#include <math.h>

#include "compute/run.h"

/* What one division divides by, over the lanes in which it counts. Inside of
 * folds it is another division in each row. */
typedef struct divisor {
    uint64_t key;
    const wkc_code *code;
    size_t slot; /* of the division */
    uint32_t row;
    wku_num by;
} divisor;

typedef struct divisors {
    wkb_arena *arena;
    WKB_LIST(divisor) all;
    uint32_t *at; /* by key: the number of a divisor, from 1 */
    size_t n_at;
} divisors;

static bool
spans_zero(const wku_num *n)
{
    return n->lo < 0 && n->hi > 0;
}

/* The slot that instruction i of a lane divides by, or SIZE_MAX. */
static size_t
divisor_of(const wkc_run *r, size_t i, size_t lane)
{
    const wkc_ins *ins = &r->code->ins[i];
    if (ins->op == WKC_DIV)
        return ins->b;
    if (ins->op == WKC_POW && r->slot[ins->b * r->lanes + lane] < 0)
        return ins->a;
    return SIZE_MAX;
}

static bool
divides(const wkc_code *c)
{
    for (size_t i = 0; i < c->n; i++) {
        if (c->ins[i].op == WKC_DIV || c->ins[i].op == WKC_POW)
            return true;
    }
    return false;
}

static bool
varies(const wkc_code *c)
{
    return c && !c->is_constant;
}

/* Whether a program over rows inside of c divides by what a range may move. */
static bool
divides_inside(const wkc_code *c)
{
    for (size_t i = 0; i < c->n; i++) {
        if (c->ins[i].op != WKC_FOLD)
            continue;
        const wkc_fold *f = &c->fold[c->ins[i].c];
        const wkc_code *const part[] = {f->where, f->sort, f->term};
        for (size_t k = 0; k < WKB_COUNT(part); k++) {
            if (varies(part[k]) &&
                (divides(part[k]) || divides_inside(part[k])))
                return true;
        }
    }
    return false;
}

static uint64_t
mixed(uint64_t a, uint64_t b)
{
    return ((a ^ b) + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ (a >> 29);
}

/* Tells a program in a lane from all others, by the rows around it. */
static uint64_t
place_of(const wkc_run *r, size_t lane)
{
    uint64_t key = 1;
    for (; r; r = r->outer) {
        key = mixed(key, (uint64_t)(uintptr_t)r->code);
        if (r->row)
            key = mixed(key, r->row[lane]);
        lane = r->outer_lane;
    }
    return key;
}

static wk_status
grow(divisors *d)
{
    const size_t n = d->n_at ? 2 * d->n_at : 256;
    if (d->all.n * 2 < d->n_at)
        return WK_OK;
    uint32_t *at = WKB_NEW(d->arena, uint32_t, n);
    if (!at)
        return WK_ENOMEM;
    for (size_t i = 0; i < d->all.n; i++) {
        size_t k = d->all.item[i].key & (n - 1);
        while (at[k])
            k = (k + 1) & (n - 1);
        at[k] = (uint32_t)i + 1;
    }
    d->at = at;
    d->n_at = n;
    return WK_OK;
}

/* The entry of a division; NULL when memory is out. */
static divisor *
entry_of(divisors *d, const wkc_run *r, size_t lane, size_t slot)
{
    const uint64_t key = mixed(place_of(r, lane), slot);
    if (grow(d) != WK_OK)
        return NULL;
    size_t k = key & (d->n_at - 1);
    while (d->at[k] && d->all.item[d->at[k] - 1].key != key)
        k = (k + 1) & (d->n_at - 1);
    if (d->at[k])
        return &d->all.item[d->at[k] - 1];
    divisor *x = WKB_PUSH(d->arena, &d->all);
    if (!x)
        return NULL;
    d->at[k] = (uint32_t)d->all.n;
    *x = (divisor){
        key, r->code, slot, r->row ? r->row[lane] : WKL_NONE, {NAN, NAN, NAN}};
    return x;
}

static wk_status
see_lane(void *ud, wkc_run *r, size_t lane)
{
    const wkb_mark mark = wkb_arena_mark(r->scratch);
    const char *live = wkc_live_slots(r, lane);
    for (size_t i = 0; live && i < r->code->n; i++) {
        const size_t by = live[i] ? divisor_of(r, i, lane) : SIZE_MAX;
        divisor *x = by == SIZE_MAX ? NULL : entry_of(ud, r, lane, i);
        if (by != SIZE_MAX && !x)
            return WK_ENOMEM;
        if (x)
            wkc_widen(&x->by, r->slot[by * r->lanes + lane]);
    }
    wkb_arena_rewind(r->scratch, mark);
    return live ? WK_OK : WK_ENOMEM;
}

static wk_status
see_block(void *ud, wkc_run *in)
{
    if (in->code->is_constant || !divides(in->code))
        return WK_OK;
    for (size_t i = 0; i < in->lanes; i++)
        WKB_TRY(see_lane(ud, in, i));
    return WK_OK;
}

static wk_status
report(const wkc_again *g, const divisor *x)
{
    wkb_out out = wkb_out_kept(g->arena);
    wkb_str text;
    const wkc_ins *ins = &x->code->ins[x->slot];
    const size_t by = ins->op == WKC_DIV ? ins->b : ins->a;
    wkc_put_range(&out, g->e, x->code, by, &x->by);
    WKB_TRY(wkb_out_text(&out, &text));
    (void)wkb_error(g->e->diag,
                    WK_EZERO,
                    x->code->at[x->slot],
                    "division by a range that spans zero: %S\n"
                    "narrow the range, or guard it: if(b > 0, a / b, …)",
                    text);
    if (x->row != WKL_NONE) {
        const wkl_table *t = g->e->tables->table.item[x->code->table];
        const uint32_t at = t->row_at[x->row];
        wkb_note(g->e->diag,
                 (wkb_span){t->file, at, at + 1},
                 "in this row of %q",
                 t->name);
    }
    return WK_EZERO;
}

/* Whether some lane of the program itself may divide across zero. */
static bool
may_span(const wkc_again *g)
{
    for (size_t i = 0; i < g->code->n; i++) {
        const wkc_ins *ins = &g->code->ins[i];
        if ((ins->op == WKC_DIV && spans_zero(&g->slot[ins->b])) ||
            (ins->op == WKC_POW && spans_zero(&g->slot[ins->a]) &&
             g->slot[ins->b].lo < 0))
            return true;
    }
    return false;
}

wk_status
wkc_check_divisors(const wkc_again *g)
{
    wkb_arena own; /* apart from what a run takes and gives back */
    divisors d = {.arena = &own};
    const wkc_watch watch = {see_block, &d};
    if (!may_span(g) && !divides_inside(g->code))
        return WK_OK;
    wkb_arena_init(&own, g->arena->fn, g->arena->ud, g->arena->max_bytes);
    wk_status status = g->run(g->ud, see_lane, &watch, &d);
    for (size_t i = 0; status == WK_OK && i < d.all.n; i++) {
        if (spans_zero(&d.all.item[i].by))
            status = report(g, &d.all.item[i]);
    }
    wkb_arena_clear(&own);
    return status;
}
