/* Tallies: counts, extremes and sums in one pass; quantiles exactly, by
 * keeping few values or by counting and narrowing many. */
#include "compute/tally.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "compute/tally_inside.h"

enum { SLOTS = 256, CARRY_MASK = (1 << 28) - 1 };

static const uint64_t odd = 0x9e3779b97f4a7c15u;

wk_status
wkc_tally_init(wkc_tally *t,
               wkb_arena *a,
               const wkc_stat *stat,
               size_t n,
               uint64_t expected)
{
    *t = (wkc_tally){.arena = a, .n_stats = n};
    for (size_t i = 0; i < n; i++) {
        t->stat[i] = stat[i];
        t->has_sums |=
            stat[i].kind == WKC_STAT_SUM || stat[i].kind == WKC_STAT_MEAN;
        t->has_quantiles |= stat[i].kind == WKC_STAT_QUANTILE;
    }
    t->mode = expected <= WKC_MOST_KEPT ? WKC_KEEP : WKC_COUNT;
    return WK_OK;
}

/* Twice the slots, all entries placed anew by `hash`. */
static wk_status
grow_slots(wkb_arena *a,
           uint32_t **slot,
           size_t *n_slot,
           const uint64_t *hash,
           size_t n)
{
    const size_t more = *n_slot ? *n_slot * 2 : SLOTS;
    uint32_t *grown = WKB_NEW(a, uint32_t, more);
    if (!grown)
        return WK_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        size_t at = hash[i] & (more - 1);
        while (grown[at])
            at = (at + 1) & (more - 1);
        grown[at] = (uint32_t)i + 1;
    }
    *slot = grown;
    *n_slot = more;
    return WK_OK;
}

static uint64_t
hash_key(double key)
{
    uint64_t bits;
    memcpy(&bits, &key, sizeof bits);
    return bits * odd >> 40;
}

static wk_status
make_room_for_group(wkc_tally *t)
{
    const size_t n = t->group.n;
    if (t->n_group_slot >= 2 * (n + 1))
        return WK_OK;
    uint64_t *hash = WKB_NEW(t->arena, uint64_t, n);
    if (!hash)
        return WK_ENOMEM;
    for (size_t i = 0; i < n; i++)
        hash[i] = hash_key(t->group.item[i].key);
    return grow_slots(t->arena, &t->group_slot, &t->n_group_slot, hash, n);
}

static wk_status
new_group(wkc_tally *t, double key, uint32_t *out)
{
    if (t->mode == WKC_NARROW || t->mode == WKC_COLLECT)
        return WK_ESYSTEM; /* these are not the values of the first pass */
    if (t->group.n == WKC_MOST_GROUPS)
        return WK_ELIMIT;
    WKB_TRY(make_room_for_group(t));
    wkc_group *g = WKB_PUSH(t->arena, &t->group);
    if (!g)
        return WK_ENOMEM;
    *g = (wkc_group){.key = key, .min = (double)INFINITY, .max = -INFINITY};
    for (size_t i = 0; t->has_quantiles && i < WKC_RECENT; i++) {
        if (!WKB_PUSH(t->arena, &t->recent))
            return WK_ENOMEM;
    }
    for (size_t i = 0; t->has_sums && i < WKC_LIMBS; i++) {
        if (!WKB_PUSH(t->arena, &t->limb))
            return WK_ENOMEM;
    }
    size_t at = hash_key(key) & (t->n_group_slot - 1);
    while (t->group_slot[at])
        at = (at + 1) & (t->n_group_slot - 1);
    t->group_slot[at] = (uint32_t)t->group.n;
    *out = (uint32_t)t->group.n - 1;
    if (key >= 0 && key < WKC_SMALL && key == (double)(size_t)key)
        t->small[(size_t)key] = *out + 1;
    return WK_OK;
}

static bool
same_bits(double a, double b)
{
    uint64_t x = 0, y = 0;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

/* The number of the group with a key, UINT32_MAX if there is none. */
static uint32_t
find_group(const wkc_tally *t, double key)
{
    size_t at = hash_key(key) & (t->n_group_slot - 1);
    while (t->group_slot[at]) {
        const uint32_t g = t->group_slot[at] - 1;
        if (same_bits(t->group.item[g].key, key))
            return g;
        at = (at + 1) & (t->n_group_slot - 1);
    }
    return UINT32_MAX;
}

wk_status
wkc_group_of(wkc_tally *t, double key, uint32_t *out)
{
    key = isnan(key) ? (double)NAN : key + 0; /* one NaN, one zero */
    *out = t->n_group_slot ? find_group(t, key) : UINT32_MAX;
    return *out == UINT32_MAX ? new_group(t, key, out) : WK_OK;
}

static uint64_t
hash_page(uint32_t group, uint32_t octave)
{
    return (((uint64_t)group << 12 | octave) * odd) >> 40;
}

static wk_status
new_page(wkc_tally *t, uint32_t group, uint32_t octave, wkc_page **out)
{
    if (t->n_page_slot < 4 * (t->page.n + 1)) {
        uint64_t *hash = WKB_NEW(t->arena, uint64_t, t->page.n);
        if (!hash)
            return WK_ENOMEM;
        for (size_t i = 0; i < t->page.n; i++)
            hash[i] =
                hash_page(t->page.item[i]->group, t->page.item[i]->octave);
        WKB_TRY(grow_slots(
            t->arena, &t->page_slot, &t->n_page_slot, hash, t->page.n));
    }
    // NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers
    wkc_page **slot = WKB_PUSH(t->arena, &t->page);
    *out = WKB_NEW(t->arena, wkc_page, 1);
    if (!slot || !*out)
        return WK_ENOMEM;
    *slot = *out;
    (*out)->group = group;
    (*out)->octave = octave;
    size_t at = hash_page(group, octave) & (t->n_page_slot - 1);
    while (t->page_slot[at])
        at = (at + 1) & (t->n_page_slot - 1);
    t->page_slot[at] = (uint32_t)t->page.n;
    return WK_OK;
}

wk_status
wkc_page_of(wkc_tally *t, uint32_t group, uint32_t octave, wkc_page **out)
{
    size_t at = hash_page(group, octave);
    while (t->n_page_slot && t->page_slot[at & (t->n_page_slot - 1)]) {
        *out = t->page.item[t->page_slot[at & (t->n_page_slot - 1)] - 1];
        if ((*out)->group == group && (*out)->octave == octave)
            return WK_OK;
        at++;
    }
    return new_page(t, group, octave, out);
}

wk_status
wkc_count_one(wkc_tally *t, uint32_t group, double x)
{
    const uint64_t key = wkc_order_key(x);
    const uint32_t octave = (uint32_t)(key >> 52);
    wkc_recent *r =
        &t->recent.item[(size_t)group * WKC_RECENT + octave % WKC_RECENT];
    if (r->octave != octave) {
        WKB_TRY(wkc_page_of(t, group, octave, &r->page));
        r->octave = octave;
    }
    r->page->count[key >> 44 & 255]++;
    return WK_OK;
}

static wk_status
new_chunk(wkc_tally *t)
{
    wkc_chunk *c = wkb_alloc_raw(t->arena, sizeof *c);
    if (!c)
        return WK_ENOMEM;
    c->n = 0;
    c->next = t->chunk;
    t->chunk = c;
    return WK_OK;
}

wk_status
wkc_room_to_keep(wkc_tally *t)
{
    if (t->chunk && t->chunk->n < WKC_CHUNK)
        return WK_OK;
    if (t->chunk && t->out)
        return wkc_put_chunk(t);
    return new_chunk(t);
}

wk_status
wkc_keep_one(wkc_tally *t, uint32_t group, double x)
{
    WKB_TRY(wkc_room_to_keep(t));
    wkc_chunk *c = t->chunk;
    c->group[c->n] = group;
    c->value[c->n++] = x;
    t->n_kept++;
    return WK_OK;
}

wk_status
wkc_stop_keeping(wkc_tally *t)
{
    t->mode = WKC_COUNT;
    for (wkc_chunk *c = t->chunk; c; c = c->next) {
        for (size_t i = 0; i < c->n; i++)
            WKB_TRY(wkc_count_one(t, c->group[i], c->value[i]));
        c->n = 0;
    }
    t->chunk = NULL;
    t->n_kept = 0;
    return WK_OK;
}

/* What every value adds to, in the first pass. */
static void
add_to_group(wkc_tally *t, uint32_t group, double x)
{
    wkc_group *g = &t->group.item[group];
    g->n++;
    if (isnan(x)) {
        g->n_unknown++;
        return;
    }
    g->min = x < g->min ? x : g->min;
    g->max = x > g->max ? x : g->max;
    if (!t->has_sums)
        return;
    int64_t *limb = &t->limb.item[(size_t)group * WKC_LIMBS];
    wkc_exact_add(limb, x);
    if ((g->n & CARRY_MASK) == 0)
        wkc_exact_carry(limb);
}

static wk_status
add_first(wkc_tally *t, uint32_t group, double x)
{
    add_to_group(t, group, x);
    if (isnan(x) || !t->has_quantiles)
        return WK_OK;
    if (t->mode == WKC_COUNT)
        return wkc_count_one(t, group, x);
    WKB_TRY(wkc_keep_one(t, group, x));
    return t->n_kept > WKC_MOST_KEPT ? wkc_stop_keeping(t) : WK_OK;
}

/* Most keys are small whole numbers. */
static inline wk_status
fast_group(wkc_tally *t, double key, uint32_t *out)
{
    const uint32_t small =
        key >= 0 && key < WKC_SMALL ? (uint32_t)(int32_t)key : 0;
    *out = t->small[small] - 1;
    if ((double)(int32_t)small == key && *out != UINT32_MAX)
        return WK_OK;
    return wkc_group_of(t, key, out);
}

wk_status
wkc_tally_add(wkc_tally *t, const double *key, const double *value, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const bool is_first = t->mode == WKC_KEEP || t->mode == WKC_COUNT;
        uint32_t group = 0;
        WKB_TRY(fast_group(t, key[i], &group));
        if (is_first)
            WKB_TRY(add_first(t, group, value[i]));
        else if (!isnan(value[i]))
            WKB_TRY(wkc_narrow_one(t, group, value[i]));
    }
    return WK_OK;
}

/* The value at a rank: the targets hold it once they are narrow. */
static double
ranked(const wkc_tally *t, const wkc_group *g, uint64_t rank)
{
    for (size_t i = 0; i < g->n_targets; i++) {
        const wkc_target *x = &t->target.item[g->first_target + i];
        if (rank < x->below || rank >= x->below + x->n)
            continue;
        if (x->value)
            return x->value[rank - x->below];
        return x->min;
    }
    return NAN;
}

static double
quantile(const wkc_tally *t, const wkc_group *g, double share)
{
    uint64_t rank[2];
    const double part = wkc_ranks(g->n, share, rank);
    const double low = ranked(t, g, rank[0]);
    if (rank[1] == rank[0])
        return low;
    return wkb_between(low, ranked(t, g, rank[1]), part);
}

double
wkc_tally_stat(const wkc_tally *t, size_t group, size_t stat)
{
    const wkc_group *g = &t->group.item[group];
    const int64_t *limb = t->limb.item + group * WKC_LIMBS;
    const wkc_stat *s = &t->stat[stat];
    if (s->kind == WKC_STAT_COUNT)
        return (double)g->n;
    if (g->n_unknown)
        return NAN;
    switch (s->kind) {
    case WKC_STAT_MIN:
        return g->min;
    case WKC_STAT_MAX:
        return g->max;
    case WKC_STAT_SUM:
        return wkc_exact_value(limb);
    case WKC_STAT_MEAN:
        return wkc_exact_value(limb) / (double)g->n;
    case WKC_STAT_QUANTILE:
        return quantile(t, g, s->share);
    case WKC_STAT_COUNT:
        break;
    }
    return NAN;
}
