/* Which rows a list names, and programs that run over them. */
#ifndef WKC_CHOOSE_H
#define WKC_CHOOSE_H

#include "compute/run.h"

/* One pass of a program over some rows, and what becomes of its values. */
typedef struct wkc_pass {
    wkc_run *r;
    size_t lane;
    const uint32_t *row;
    size_t n;
    double *value;      /* by row */
    wkc_cause *why;     /* of the first fault */
    wkc_cause *unknown; /* of the first value that is not known */
    size_t *left_out;   /* rows inside whose own folds left out, or NULL */
    bool is_taken;      /* the cells of these rows make the result */
    bool is_test;       /* which value is not known does not matter */
} wkc_pass;

/* The rows of a fold in one lane. */
typedef struct wkc_chosen {
    uint32_t *row;
    double *value;
    size_t n;
} wkc_chosen;

/* Runs a program over rows in blocks; false on a fault. */
bool wkc_run_over(const wkc_pass *s, const wkc_code *code);
/* Condition, order, limit; false on a fault. */
bool wkc_choose_rows(const wkc_pass *s,
                     const wkc_fold *f,
                     wkc_chosen *out,
                     size_t *left_out);

#endif
