/* What the files of tallies share among themselves. */
#ifndef WKC_TALLY_INSIDE_H
#define WKC_TALLY_INSIDE_H

#include <string.h>

#include "compute/tally.h"

enum {
    WKC_MOST_KEPT = 1 << 21, /* values at most, in all */
    WKC_STEP = 8             /* bits a pass that narrows */
};

/* Whole numbers in the order of the doubles. */
static inline uint64_t
wkc_order_key(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t sign = (uint64_t)1 << 63;
    return bits & sign ? ~bits : bits | sign;
}

/* tally.c */
/* The group with a key, a new one unless there is one. */
wk_status wkc_group_of(wkc_tally *t, double key, uint32_t *out);
wk_status
wkc_page_of(wkc_tally *t, uint32_t group, uint32_t octave, wkc_page **out);
/* Counts a value in its octave. */
wk_status wkc_count_one(wkc_tally *t, uint32_t group, double x);
/* A chunk that is not full; a part hands over the one that is. */
wk_status wkc_room_to_keep(wkc_tally *t);
wk_status wkc_keep_one(wkc_tally *t, uint32_t group, double x);
/* Counts what was kept so far, and what comes. */
wk_status wkc_stop_keeping(wkc_tally *t);

/* tally_narrow.c */
/* The two ranks between which a quantile of n values lies, and how far. */
double wkc_ranks(uint64_t n, double share, uint64_t rank[2]);
wk_status wkc_narrow_one(wkc_tally *t, uint32_t group, double v);

/* tally_parts.c */
/* Writes the chunk that is being filled as a record, and empties it. */
wk_status wkc_put_chunk(wkc_tally *t);

#endif
