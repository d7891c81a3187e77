/* What a page reads while it is made, and what that comes to: a page whose
 * reads all come to the same is the same page. */
#ifndef WKP_READS_H
#define WKP_READS_H

#include "project/plan.h"

/* Hears what is read: texts for who asks (`uses`), needs for the next build. */
typedef struct wkp_reads {
    const wk_plan *plan;
    wkb_arena *arena;
    uint64_t *seen; /* open addressing over reads as numbers, 0: none */
    size_t n_seen, cap;
    wkb_pool key; /* "cell chips.b200.memory" */
    WKB_LIST(wkp_need) need;
    wk_status status;
} wkp_reads;

void wkp_reads_begin(wkp_reads *r, const wk_plan *plan, wkb_arena *a);
/* A wkc_read_fn; ud is the reads. */
void wkp_hear_read(void *ud, const wkc_read *read);
/* The row of a source that a page cites. */
void wkp_need_source(wkp_reads *r, wkb_str id);

/*
 * What a page comes from: all but rows of tables and other pages' templates,
 * its own template, and the rows and columns it needs; a row with the sources
 * that it names and the rows that it refers to. WK_ENONE, not reported, if one
 * of these is no more there.
 */
wk_status wkp_hash_needs(wkb_hash *out,
                         wk_plan *plan,
                         const wkp_job *job,
                         const wkp_need *need,
                         size_t n);

#endif
