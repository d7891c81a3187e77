/* Parts of a tally: begun as a copy of the plan of a pass, handed over as
 * records. */
#include <math.h>
#include <string.h>

#include "compute/tally_inside.h"

typedef struct header {
    bool is_chunk;
    wkc_mode mode;
    size_t n_groups, n_limbs, n_pages, n_targets, n_values;
} header;

/* What narrowing found of one target. */
typedef struct found {
    double min, max;
    uint64_t count[1 << WKC_STEP];
} found;

wk_status
wkc_tally_part(wkc_tally *part,
               const wkc_tally *whole,
               wkb_arena *a,
               wkb_out *out)
{
    const bool is_first = whole->mode == WKC_KEEP || whole->mode == WKC_COUNT;
    *part = *whole;
    part->arena = a;
    part->out = out;
    part->record = wkb_out_kept(a);
    part->chunk = NULL;
    part->n_kept = 0;
    if (is_first) { /* the groups are the part's own */
        part->group.item = NULL;
        part->group.n = part->group.cap = 0;
        part->group_slot = NULL;
        part->n_group_slot = 0;
        part->limb.item = NULL;
        part->limb.n = part->limb.cap = 0;
        part->page.item = NULL;
        part->page.n = part->page.cap = 0;
        part->page_slot = NULL;
        part->recent.item = NULL;
        part->recent.n = part->recent.cap = 0;
        memset(part->small, 0, sizeof part->small);
        part->n_page_slot = 0;
    }
    part->target.item = WKB_NEW(a, wkc_target, whole->target.n);
    if (!part->target.item)
        return WK_ENOMEM;
    for (size_t i = 0; i < whole->target.n; i++) {
        wkc_target *x = &part->target.item[i];
        *x = whole->target.item[i];
        if (x->count)
            x->count = WKB_NEW(a, uint64_t, 1 << WKC_STEP);
        if (whole->target.item[i].count && !x->count)
            return WK_ENOMEM;
    }
    return WK_OK;
}

static void
put_raw(wkb_out *out, const void *p, size_t n)
{
    wkb_put(out, (wkb_str){p, n});
}

/* Keys of the part's groups, since the whole numbers them otherwise. */
static void
put_keys(wkb_out *out, const wkc_tally *t)
{
    for (size_t i = 0; i < t->group.n; i++)
        put_raw(out, &t->group.item[i].key, sizeof(double));
}

/* One call of the sink for a record. */
static wk_status
hand_over(wkc_tally *t)
{
    wkb_str record;
    WKB_TRY(wkb_out_text(&t->record, &record));
    wkb_put(t->out, record);
    t->record.n = 0;
    return t->out->status;
}

wk_status
wkc_put_chunk(wkc_tally *t)
{
    wkb_out *kept = &t->record;
    wkc_chunk *c = t->chunk;
    const header h = {.is_chunk = true,
                      .mode = t->mode,
                      .n_groups = t->mode == WKC_KEEP ? t->group.n : 0,
                      .n_values = c->n};
    put_raw(kept, &h, sizeof h);
    if (h.n_groups)
        put_keys(kept, t);
    put_raw(kept, c->group, c->n * sizeof *c->group);
    put_raw(kept, c->value, c->n * sizeof *c->value);
    c->n = 0;
    return hand_over(t);
}

static void
put_targets(wkb_out *out, const wkc_tally *t)
{
    for (size_t i = 0; i < t->target.n; i++) {
        const wkc_target *x = &t->target.item[i];
        found f = {x->min, x->max, {0}};
        if (x->count)
            memcpy(f.count, x->count, sizeof f.count);
        put_raw(out, &f, sizeof f);
    }
}

wk_status
wkc_tally_end(wkc_tally *t)
{
    const bool is_first = t->mode == WKC_KEEP || t->mode == WKC_COUNT;
    if (t->chunk && t->chunk->n)
        WKB_TRY(wkc_put_chunk(t));
    wkb_out *kept = &t->record;
    const header h = {.mode = t->mode,
                      .n_groups = is_first ? t->group.n : 0,
                      .n_limbs = is_first ? t->limb.n : 0,
                      .n_pages = is_first ? t->page.n : 0,
                      .n_targets = t->mode == WKC_NARROW ? t->target.n : 0};
    put_raw(kept, &h, sizeof h);
    put_raw(kept, t->group.item, h.n_groups * sizeof *t->group.item);
    put_raw(kept, t->limb.item, h.n_limbs * sizeof *t->limb.item);
    for (size_t i = 0; i < h.n_pages; i++)
        put_raw(kept, t->page.item[i], sizeof *t->page.item[i]);
    if (h.n_targets)
        put_targets(kept, t);
    return hand_over(t);
}

/* The next n bytes of a record; false if it has no more. */
static bool
next(wkb_str *record, void *out, size_t n)
{
    if (record->n < n)
        return false;
    if (n)
        memcpy(out, record->p, n);
    *record = wkb_sub(*record, n, record->n);
    return true;
}

/* The values of a record of a chunk: their groups or targets, as the part
 * numbers them, then themselves. */
typedef struct kept {
    const char *group, *value;
    size_t n;
    const uint32_t *number; /* by the part's group; NULL: targets */
    size_t most;
} kept;

/* The group of a value as the whole numbers it; false if there is none. */
static bool
number_of(const kept *k, size_t i, uint32_t *out)
{
    uint32_t group = 0;
    memcpy(&group, k->group + i * sizeof group, sizeof group);
    if (group >= k->most)
        return false;
    *out = k->number ? k->number[group] : group;
    return true;
}

static wk_status
count_all(wkc_tally *t, const kept *k)
{
    for (size_t i = 0; i < k->n; i++) {
        uint32_t group = 0;
        double v = 0;
        if (!number_of(k, i, &group))
            return WK_ESYSTEM;
        memcpy(&v, k->value + i * sizeof v, sizeof v);
        WKB_TRY(wkc_count_one(t, group, v));
    }
    return WK_OK;
}

static wk_status
keep_all(wkc_tally *t, const kept *k)
{
    for (size_t i = 0; i < k->n;) {
        WKB_TRY(wkc_room_to_keep(t));
        wkc_chunk *c = t->chunk;
        const size_t room = WKC_CHUNK - c->n;
        const size_t n = k->n - i < room ? k->n - i : room;
        memcpy(c->value + c->n,
               k->value + i * sizeof *c->value,
               n * sizeof *c->value);
        for (size_t j = 0; j < n; j++) {
            if (!number_of(k, i + j, &c->group[c->n + j]))
                return WK_ESYSTEM;
        }
        c->n += n;
        t->n_kept += n;
        i += n;
    }
    return WK_OK;
}

static wk_status
take_chunk(wkc_tally *t, const header *h, wkb_str r)
{
    uint32_t *number = WKB_NEW(t->arena, uint32_t, h->n_groups);
    if (!number)
        return WK_ENOMEM;
    for (size_t i = 0; i < h->n_groups; i++) {
        double key;
        if (!next(&r, &key, sizeof key))
            return WK_ESYSTEM;
        WKB_TRY(wkc_group_of(t, key, &number[i]));
    }
    if (r.n != h->n_values * (sizeof(uint32_t) + sizeof(double)))
        return WK_ESYSTEM;
    const kept k = {.group = r.p,
                    .value = r.p + h->n_values * sizeof(uint32_t),
                    .n = h->n_values,
                    .number = h->n_groups ? number : NULL,
                    .most = h->n_groups ? h->n_groups : t->target.n};
    WKB_TRY(t->mode == WKC_COUNT ? count_all(t, &k) : keep_all(t, &k));
    if (t->mode == WKC_KEEP && t->n_kept > WKC_MOST_KEPT)
        return wkc_stop_keeping(t);
    return WK_OK;
}

static void
join(wkc_group *to, const wkc_group *from)
{
    to->n += from->n;
    to->n_unknown += from->n_unknown;
    to->min = from->min < to->min ? from->min : to->min;
    to->max = from->max > to->max ? from->max : to->max;
}

static wk_status
take_groups(wkc_tally *t, const header *h, wkb_str *r, uint32_t *number)
{
    for (size_t i = 0; i < h->n_groups; i++) {
        wkc_group g;
        if (!next(r, &g, sizeof g))
            return WK_ESYSTEM;
        WKB_TRY(wkc_group_of(t, g.key, &number[i]));
        join(&t->group.item[number[i]], &g);
    }
    for (size_t i = 0; i < h->n_limbs; i++) {
        int64_t limb;
        if (!next(r, &limb, sizeof limb))
            return WK_ESYSTEM;
        t->limb
            .item[(size_t)number[i / WKC_LIMBS] * WKC_LIMBS + i % WKC_LIMBS] +=
            limb;
    }
    for (size_t i = 0; h->n_limbs && i < h->n_groups; i++)
        wkc_exact_carry(&t->limb.item[(size_t)number[i] * WKC_LIMBS]);
    return WK_OK;
}

static wk_status
take_pages(wkc_tally *t, const header *h, wkb_str *r, const uint32_t *number)
{
    if (h->mode == WKC_COUNT && t->mode == WKC_KEEP)
        WKB_TRY(wkc_stop_keeping(t));
    for (size_t i = 0; i < h->n_pages; i++) {
        wkc_page p;
        wkc_page *to = NULL;
        if (!next(r, &p, sizeof p) || p.group >= h->n_groups)
            return WK_ESYSTEM;
        WKB_TRY(wkc_page_of(t, number[p.group], p.octave, &to));
        for (size_t k = 0; k < WKB_COUNT(p.count); k++)
            to->count[k] += p.count[k];
    }
    return WK_OK;
}

static wk_status
take_targets(wkc_tally *t, const header *h, wkb_str *r)
{
    for (size_t i = 0; i < h->n_targets; i++) {
        wkc_target *x = &t->target.item[i];
        found f;
        if (!next(r, &f, sizeof f))
            return WK_ESYSTEM;
        if (x->settled)
            continue;
        x->min = f.min < x->min ? f.min : x->min;
        x->max = f.max > x->max ? f.max : x->max;
        for (size_t k = 0; k < WKB_COUNT(f.count); k++)
            x->count[k] += f.count[k];
    }
    return WK_OK;
}

wk_status
wkc_tally_take(wkc_tally *t, wkb_str record)
{
    header h;
    if (!next(&record, &h, sizeof h))
        return WK_ESYSTEM;
    if (h.is_chunk)
        return take_chunk(t, &h, record);
    uint32_t *number = WKB_NEW(t->arena, uint32_t, h.n_groups);
    if (!number)
        return WK_ENOMEM;
    WKB_TRY(take_groups(t, &h, &record, number));
    WKB_TRY(take_pages(t, &h, &record, number));
    if (h.n_targets > t->target.n)
        return WK_ESYSTEM;
    return take_targets(t, &h, &record);
}
