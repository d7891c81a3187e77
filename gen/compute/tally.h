/* Statistics of many values by group, exact, in little memory, and in parts
 * that can be made side by side. */
#ifndef WKC_TALLY_H
#define WKC_TALLY_H

#include "base/out.h"
#include "base/str.h"

typedef enum wkc_stat_kind {
    WKC_STAT_COUNT,
    WKC_STAT_MIN,
    WKC_STAT_MAX,
    WKC_STAT_SUM,
    WKC_STAT_MEAN,
    WKC_STAT_QUANTILE
} wkc_stat_kind;

typedef struct wkc_stat {
    wkc_stat_kind kind;
    double share; /* of a quantile: 0.5 is the median */
} wkc_stat;

enum {
    WKC_MOST_STATS = 16,
    WKC_MOST_GROUPS = 1 << 16,
    WKC_LIMBS = 68 /* of an exact sum */
};

typedef struct wkc_group {
    double key;            /* NaN: not known */
    uint64_t n, n_unknown; /* all values, and those not known */
    double min, max;       /* of those known */
    uint32_t n_targets, first_target;
} wkc_group;

/* Values of a group whose keys agree in their first bits: a median is among
 * them. */
typedef struct wkc_target {
    uint32_t group;
    unsigned bits;     /* how many agree; 0: any */
    uint64_t prefix;   /* those bits, at the low end */
    uint64_t below, n; /* values of the group below these, and these */
    bool settled;      /* these are all equal: min */
    double min, max;   /* while narrowing */
    uint64_t *count;   /* while narrowing: by their next WKC_STEP bits */
    double *value;     /* while keeping */
    size_t n_value;
} wkc_target;

/* How many values share a group, a sign, an exponent. */
typedef struct wkc_page {
    uint32_t group, octave;
    uint32_t count[256]; /* by the next 8 bits */
} wkc_page;

/* Values kept as they came. */
enum { WKC_CHUNK = 1 << 15 };
typedef struct wkc_chunk {
    struct wkc_chunk *next;
    size_t n;
    uint32_t group[WKC_CHUNK];
    double value[WKC_CHUNK];
} wkc_chunk;

/* Pages of a group that were met last, at the low bits of their octaves. */
typedef struct wkc_recent {
    wkc_page *page;
    uint32_t octave; /* 0: none, since no page of a number has it */
} wkc_recent;
enum { WKC_RECENT = 16, WKC_SMALL = 1024 };

typedef enum wkc_mode {
    WKC_KEEP,   /* all values */
    WKC_COUNT,  /* how many there are in each octave */
    WKC_NARROW, /* how many of the targets' are in each part of them */
    WKC_COLLECT /* the values of the targets */
} wkc_mode;

typedef struct wkc_tally {
    wkb_arena *arena;
    wkc_stat stat[WKC_MOST_STATS];
    size_t n_stats;
    bool has_sums, has_quantiles;
    wkc_mode mode;
    WKB_LIST(wkc_group) group;
    uint32_t small[WKC_SMALL]; /* by a whole key below it: group + 1 */
    uint32_t *group_slot;      /* open addressing by key: group + 1 */
    size_t n_group_slot;
    WKB_LIST(int64_t) limb; /* WKC_LIMBS a group */
    WKB_LIST(wkc_page *) page;
    WKB_LIST(wkc_recent) recent; /* WKC_RECENT a group */
    uint32_t *page_slot;
    size_t n_page_slot;
    WKB_LIST(wkc_target) target;
    wkc_chunk *chunk; /* the last one first */
    size_t n_kept;
    wkb_out *out;   /* of a part: where records go; else NULL */
    wkb_out record; /* being made */
} wkc_tally;

/* expected: how many values will come, as far as is known, or 0. */
wk_status wkc_tally_init(wkc_tally *t,
                         wkb_arena *a,
                         const wkc_stat *stat,
                         size_t n,
                         uint64_t expected);

/*
 * A part of a tally's next pass, in an arena of its own: values are added to
 * it, and what it comes to is written as records that wkc_tally_take takes in
 * any order. Records are for this program on this machine.
 */
wk_status wkc_tally_part(wkc_tally *part,
                         const wkc_tally *whole,
                         wkb_arena *a,
                         wkb_out *out);
/* n values (NaN: not known) with the key of the group of each. */
wk_status wkc_tally_add(wkc_tally *part,
                        const double *key,
                        const double *value,
                        size_t n);
wk_status wkc_tally_end(wkc_tally *part);

/* Adds a record to the whole. A record is one call of the part's sink. */
wk_status wkc_tally_take(wkc_tally *t, wkb_str record);
/* Ends a pass; *again: another one is needed, over the same values. */
wk_status wkc_tally_next(wkc_tally *t, bool *again);

/* A statistic of a group; NaN where a value of the group is not known. */
double wkc_tally_stat(const wkc_tally *t, size_t group, size_t stat);

/* exact.c: a sum of doubles without rounding. */
void wkc_exact_add(int64_t *limb, double x);
/* Carries; at least once in 2^28 additions. */
void wkc_exact_carry(int64_t *limb);
double wkc_exact_value(const int64_t *limb);

#endif
