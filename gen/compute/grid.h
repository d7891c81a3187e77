/* The scenarios of a sweep: what each name stands for in each lane. */
#ifndef WKC_GRID_H
#define WKC_GRID_H

#include "units/quantity.h"

typedef enum wkc_axis_kind {
    WKC_AXIS_LIST,  /* value[0] to value[n - 1] */
    WKC_AXIS_STEPS, /* (first + i) * type.unit.factor */
    WKC_AXIS_DRAWN  /* anywhere from lo to hi; only in a grid that draws */
} wkc_axis_kind;

/* What one name stands for; values are in base units, rows whole numbers. */
typedef struct wkc_axis {
    wkb_str name;
    wku_type type;
    wkc_axis_kind kind;
    size_t n; /* at most UINT32_MAX; DRAWN: 1 */
    const double *value;
    double first, lo, hi;
} wkc_axis;

/* Every combination of the axes, the first one slowest; or n_lanes draws. */
typedef struct wkc_grid {
    const wkc_axis *axis;
    size_t n_axes;
    uint64_t n_lanes;
    bool draws;
    uint64_t seed;
} wkc_grid;

/*
 * What the axes stand for in lanes first to first + n - 1. A draw depends on
 * the seed, the lane and the axis alone, so that any part can be made by
 * itself.
 *   value: by axis, n values each
 *   index: n values, which of its values axis `by` takes; or NULL
 */
void wkc_grid_fill(const wkc_grid *g,
                   uint64_t first,
                   size_t n,
                   double *const *value,
                   double *index,
                   size_t by);

#endif
