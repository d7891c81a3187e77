/* A program over blocks of lanes that the caller fills: a sweep. */
#ifndef WKC_LANES_H
#define WKC_LANES_H

#include "compute/run.h"

typedef struct wkc_lanes {
    const wkc_env *env;
    const wkc_code *code;
    wkb_arena *scratch;
    double **input; /* by input: room for WKC_BLOCK values, filled by the
                       caller; also of inputs that the program does not read */
    size_t n_inputs;
    double *slot;
    double *value, *low, *high; /* the results of a block; value alone where
                                   nothing is uncertain (low NULL) */
    wkc_run run;
    bool has_folds;
} wkc_lanes;

/* n_inputs: at least those of the code. */
wk_status wkc_lanes_init(wkc_lanes *l,
                         wkb_arena *a,
                         const wkc_env *e,
                         const wkc_code *c,
                         size_t n_inputs);

/*
 * Runs n lanes, at most WKC_BLOCK, over the inputs. Each lane comes to the
 * value that wkc_evaluate gives for its inputs alone, bit by bit; not known is
 * NaN. A fault's status is returned; *lane is then the first that has one and
 * *cause what to report, unless its code is NULL: then it is reported.
 */
wk_status wkc_lanes_run(wkc_lanes *l, size_t n, size_t *lane, wkc_cause *cause);

#endif
