/* Between the passes of a tally: which values a quantile may be among. */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "compute/tally_inside.h"

enum {
    MOST_RANKS = 2 * WKC_MOST_STATS,
    PART = 1 << WKC_STEP,
    SOME = 32, /* values that tell where a rank lies, to about INNER of them */
    INNER = 3
};

double
wkc_ranks(uint64_t n, double share, uint64_t rank[2])
{
    double part = 0;
    rank[0] = wkb_rank(n, share, &part);
    rank[1] = part > 0 && rank[0] + 1 < n ? rank[0] + 1 : rank[0];
    return part;
}

static bool
is_among(const wkc_target *x, uint64_t key)
{
    return x->bits == 0 || key >> (64 - x->bits) == x->prefix;
}

wk_status
wkc_narrow_one(wkc_tally *t, uint32_t group, double v)
{
    const wkc_group *g = &t->group.item[group];
    const uint64_t key = wkc_order_key(v);
    for (uint32_t i = g->first_target; i < g->first_target + g->n_targets;
         i++) {
        wkc_target *x = &t->target.item[i];
        if (!is_among(x, key))
            continue;
        if (x->settled)
            return WK_OK;
        if (t->mode == WKC_COLLECT)
            return wkc_keep_one(t, i, v);
        x->count[key << x->bits >> (64 - WKC_STEP)]++;
        x->min = v < x->min ? v : x->min;
        x->max = v > x->max ? v : x->max;
        return WK_OK;
    }
    return WK_OK;
}

/* The ranks that the quantiles of a group need, ascending, each once. */
static size_t
ranks_of(const wkc_tally *t, const wkc_group *g, uint64_t out[MOST_RANKS])
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_stats && !g->n_unknown; i++) {
        uint64_t rank[2];
        if (t->stat[i].kind != WKC_STAT_QUANTILE)
            continue;
        (void)wkc_ranks(g->n, t->stat[i].share, rank);
        for (size_t k = 0; k < 2; k++) {
            size_t at = n;
            while (at > 0 && out[at - 1] > rank[k])
                at--;
            if (at > 0 && out[at - 1] == rank[k])
                continue;
            memmove(out + at + 1, out + at, (n - at) * sizeof *out);
            out[at] = rank[k];
            n++;
        }
    }
    return n;
}

/* Adds a target to the last group of the new list, unless it is there. */
static wk_status
add_target(wkc_tally *t, const wkc_target *x)
{
    wkc_group *g = &t->group.item[x->group];
    if (g->n_targets == 0)
        g->first_target = (uint32_t)t->target.n;
    for (size_t i = 0; i < g->n_targets; i++) {
        if (t->target.item[g->first_target + i].below == x->below)
            return WK_OK;
    }
    wkc_target *slot = WKB_PUSH(t->arena, &t->target);
    if (!slot)
        return WK_ENOMEM;
    *slot = *x;
    g->n_targets++;
    return WK_OK;
}

/* All values of each group. */
static wk_status
take_all(wkc_tally *t)
{
    for (size_t i = 0; i < t->group.n; i++) {
        const wkc_group *g = &t->group.item[i];
        const wkc_target all = {.group = (uint32_t)i, .n = g->n - g->n_unknown};
        WKB_TRY(add_target(t, &all));
    }
    return WK_OK;
}

static bool
page_before(const wkc_page *a, const wkc_page *b)
{
    return a->group != b->group ? a->group < b->group : a->octave < b->octave;
}

static void
sort_pages(wkc_page **page, size_t n)
{
    for (size_t gap = n / 2; gap > 0; gap /= 2) {
        for (size_t i = gap; i < n; i++) {
            wkc_page *p = page[i];
            size_t j = i;
            for (; j >= gap && page_before(p, page[j - gap]); j -= gap)
                page[j] = page[j - gap];
            page[j] = p;
        }
    }
}

/* The counted part in which a rank lies; first: the group's first page. */
static wk_status
target_in_pages(wkc_tally *t, size_t first, uint64_t rank)
{
    const uint32_t group = t->page.item[first]->group;
    uint64_t below = 0;
    for (size_t i = first; i < t->page.n; i++) {
        const wkc_page *p = t->page.item[i];
        for (size_t k = 0; k < WKB_COUNT(p->count); k++) {
            const wkc_target x = {.group = group,
                                  .bits = 20,
                                  .prefix = (uint64_t)p->octave << 8 | k,
                                  .below = below,
                                  .n = p->count[k]};
            if (rank < below + x.n)
                return add_target(t, &x);
            below += x.n;
        }
    }
    return WK_OK;
}

static wk_status
targets_from_pages(wkc_tally *t)
{
    sort_pages(t->page.item, t->page.n);
    for (size_t i = 0; i < t->page.n; i++) {
        const uint32_t group = t->page.item[i]->group;
        uint64_t rank[MOST_RANKS];
        if (i && t->page.item[i - 1]->group == group)
            continue;
        const size_t n = ranks_of(t, &t->group.item[group], rank);
        for (size_t k = 0; k < n; k++)
            WKB_TRY(target_in_pages(t, i, rank[k]));
    }
    return WK_OK;
}

/* The part of a target in which a rank lies. */
static wk_status
narrow_target(wkc_tally *t, const wkc_target *x, uint64_t rank)
{
    uint64_t below = x->below;
    if (x->settled || x->min == x->max) {
        wkc_target done = *x;
        done.count = NULL;
        done.settled = true;
        return add_target(t, &done);
    }
    for (size_t k = 0; k < PART; k++) {
        const wkc_target part = {
            .group = x->group,
            .bits = x->bits + WKC_STEP < 64 ? x->bits + WKC_STEP : 64,
            .prefix = x->prefix << WKC_STEP | k,
            .below = below,
            .n = x->count[k]};
        if (rank < below + part.n)
            return add_target(t, &part);
        below += part.n;
    }
    return WK_OK;
}

static wk_status
narrow_targets(wkc_tally *t)
{
    const wkc_target *old = t->target.item;
    const size_t n_old = t->target.n;
    size_t at = 0;
    t->target.item = NULL; /* a new list */
    t->target.n = t->target.cap = 0;
    for (size_t i = 0; i < t->group.n; i++)
        t->group.item[i].n_targets = 0;
    while (at < n_old) {
        const uint32_t group = old[at].group;
        uint64_t rank[MOST_RANKS];
        const size_t n = ranks_of(t, &t->group.item[group], rank);
        size_t end = at;
        while (end < n_old && old[end].group == group)
            end++;
        for (size_t k = 0; k < n; k++) {
            size_t x = at;
            while (x + 1 < end && rank[k] >= old[x].below + old[x].n)
                x++;
            WKB_TRY(narrow_target(t, &old[x], rank[k]));
        }
        at = end;
    }
    return WK_OK;
}

/* Collects where the values are few enough, else narrows. */
static wk_status
begin_pass(wkc_tally *t, bool *again)
{
    uint64_t n = 0;
    bool is_open = false;
    for (size_t i = 0; i < t->target.n; i++) {
        const wkc_target *x = &t->target.item[i];
        n += x->settled ? 0 : x->n;
        is_open |= !x->settled;
    }
    *again = is_open;
    t->mode = n <= WKC_MOST_KEPT ? WKC_COLLECT : WKC_NARROW;
    for (size_t i = 0; i < t->target.n && t->mode == WKC_NARROW; i++) {
        wkc_target *x = &t->target.item[i];
        if (x->settled)
            continue;
        x->count = WKB_NEW(t->arena, uint64_t, PART);
        if (!x->count)
            return WK_ENOMEM;
        x->min = (double)INFINITY;
        x->max = -INFINITY;
    }
    return WK_OK;
}

/* Moves what is below a bound (or, if `reaches`, at it) to the front of
 * v[begin..end); where the rest begins. Without a branch for each value: which
 * way it goes cannot be foreseen. */
static size_t
gather(double *v, size_t begin, size_t end, double bound, bool reaches)
{
    size_t to = begin;
    for (size_t i = begin; i < end; i++) {
        const double x = v[i];
        v[i] = v[to];
        v[to] = x;
        to += (x < bound) | (reaches & (x == bound));
    }
    return to;
}

static uint64_t
random_bits(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static void
sort_few(double *v, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const double x = v[i];
        size_t j = i;
        for (; j > 0 && v[j - 1] > x; j--)
            v[j] = v[j - 1];
        v[j] = x;
    }
}

/* A value of v[begin..end) that is likely a little to the inner side of the
 * one at `rank`, so that most of the others are beyond it. */
static double
pivot_near(
    const double *v, size_t begin, size_t end, size_t rank, uint64_t *seed)
{
    double some[SOME];
    const size_t n = end - begin;
    if (n < (size_t)SOME * 2)
        return v[begin + (size_t)random_bits(seed) % n];
    for (size_t i = 0; i < SOME; i++)
        some[i] = v[begin + (size_t)random_bits(seed) % n];
    sort_few(some, SOME);
    const size_t at = (size_t)((double)(rank - begin) / (double)n * SOME);
    return some[at < SOME / 2 ? at + INNER : at - INNER];
}

/* Moves what belongs at `rank` of v[begin..end) there, what is smaller before
 * it and what is larger behind it. */
static void
select_rank(double *v, size_t begin, size_t end, size_t rank)
{
    uint64_t seed = 1;
    while (end - begin > 1) {
        const double pivot = pivot_near(v, begin, end, rank, &seed);
        const size_t below = gather(v, begin, end, pivot, false);
        if (below > begin) {
            end = rank < below ? below : end;
            begin = rank < below ? begin : below;
            continue;
        }
        begin = gather(v, begin, end, pivot, true); /* none is smaller */
        if (rank < begin)
            return;
    }
}

/* What was kept, each value at its target. */
static wk_status
share_out(wkc_tally *t)
{
    for (size_t i = 0; i < t->target.n; i++) {
        wkc_target *x = &t->target.item[i];
        if (x->settled)
            continue;
        if (x->n > SIZE_MAX / sizeof *x->value)
            return WK_ENOMEM;
        x->value = wkb_alloc_raw(t->arena, (size_t)x->n * sizeof *x->value);
        if (!x->value)
            return WK_ENOMEM;
    }
    for (const wkc_chunk *c = t->chunk; c; c = c->next) {
        for (size_t i = 0; i < c->n; i++) {
            const uint32_t at = t->mode == WKC_KEEP
                                    ? t->group.item[c->group[i]].first_target
                                    : c->group[i];
            wkc_target *x = &t->target.item[at];
            if (x->n_value < x->n)
                x->value[x->n_value++] = c->value[i];
        }
    }
    return WK_OK;
}

static void
select_ranks(wkc_tally *t)
{
    for (size_t i = 0; i < t->target.n; i++) {
        wkc_target *x = &t->target.item[i];
        uint64_t rank[MOST_RANKS];
        const size_t n = ranks_of(t, &t->group.item[x->group], rank);
        size_t begin = 0;
        for (size_t k = 0; k < n; k++) {
            if (rank[k] < x->below || rank[k] >= x->below + x->n_value)
                continue;
            const size_t at = (size_t)(rank[k] - x->below);
            select_rank(x->value, begin, x->n_value, at);
            begin = at + 1;
        }
    }
}

wk_status
wkc_tally_next(wkc_tally *t, bool *again)
{
    *again = false;
    if (!t->has_quantiles)
        return WK_OK;
    if (t->mode == WKC_COUNT)
        WKB_TRY(targets_from_pages(t));
    else if (t->mode == WKC_NARROW)
        WKB_TRY(narrow_targets(t));
    else if (t->mode == WKC_KEEP)
        WKB_TRY(take_all(t));
    if (t->mode == WKC_COUNT || t->mode == WKC_NARROW)
        return begin_pass(t, again);
    WKB_TRY(share_out(t));
    select_ranks(t);
    return WK_OK;
}
