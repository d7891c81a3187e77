/* Extremes over more ranges than every corner can be made of. */
#ifndef WKC_CORNERS_H
#define WKC_CORNERS_H

#include "compute/run.h"

/* What a value hangs on: a slot, or the difference of two. */
typedef struct wkc_goal {
    uint16_t a, b;
    bool is_difference;
} wkc_goal;

/* The result first, then what decides (sides of comparisons, divisors, what
 * roots and logarithms are taken of), then all other quantities. */
enum { WKC_MOST_GOALS = 64 };
size_t wkc_goals_of(const wkc_code *c, wkc_goal out[WKC_MOST_GOALS]);

enum { WKC_CORNER_LANES = 64 };
typedef struct wkc_corners {
    wkb_arena *arena;
    size_t k, n_goals; /* inputs, goals */
    /* Runs n lanes, at most WKC_CORNER_LANES; corner[lane * k + input] is 0 at
     * the low end, 1 at the high one; fills goal[lane * n_goals + number]. */
    wk_status (*run)(void *ud,
                     const unsigned char *corner,
                     size_t n,
                     double *goal);
    void *ud;
} wkc_corners;

/*
 * Moves each input alone, from where all are low and from where all are high,
 * then together those that move a goal one way. The corners that are run hold
 * the extremes of every goal that each input moves in one direction only; where
 * one turns, the first goal is climbed further.
 */
wk_status wkc_extreme_corners(const wkc_corners *c);

#endif
