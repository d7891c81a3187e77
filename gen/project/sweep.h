/* A sweep that is under way. */
#ifndef WKP_SWEEP_H
#define WKP_SWEEP_H

#include "compute/grid.h"
#include "compute/lanes.h"
#include "compute/tally.h"
#include "load/stream.h"
#include "project/project.h"

struct wk_sweep_run {
    wk_project *p;
    wkb_arena own;     /* as long as the run */
    wkc_grid grid;     /* names in the order of --over; or */
    wkl_stream stream; /* the columns of a file */
    bool has_stream;
    size_t n_inputs;   /* names: axes or columns */
    wkc_binding *name; /* by input */
    wkc_expr expr;
    const wkc_code *code;
    wkc_lanes lanes;
    bool has_stats;
    wkc_stat stat[WKC_MOST_STATS];
    wkb_str stat_name[WKC_MOST_STATS];
    size_t n_stats;
    size_t by;       /* input, SIZE_MAX: none */
    double *key;     /* of the groups of a block */
    uint32_t *first; /* by value of the grid's list: the first that is equal,
                        or NULL where each has a group of its own */
    wkc_tally tally;
    bool has_heading; /* it is written */
};

/* sweep_over.c: "x=1:256 GB", one text of --over, as an axis in a. draws: the
 * grid draws, so that ranges are allowed. */
wk_status wkp_read_over(
    wk_project *p, wkb_arena *a, const char *text, bool draws, wkc_axis *out);

/* sweep_stats.c: "min,median,max" */
wk_status wkp_read_stats(wk_sweep_run *r, const char *text);

/* sweep_lines.c */
void wkp_put_heading(wk_sweep_run *r, wkb_out *out);
/* The line of a lane of the block: row: of the stream's piece. */
void wkp_put_line(wk_sweep_run *r, wkb_out *out, size_t lane, size_t row);
wk_status wkp_put_groups(wk_sweep_run *r, wkb_out *out);
/* What a lane stands for: "x = 3 GB, c = h100_sxm". */
wk_status
wkp_lane_text(wk_sweep_run *r, size_t lane, size_t row, wkb_str *text);

#endif
