/* Predictions beside measurements: what was found, ready to be shown. */
#ifndef WKP_VALIDATE_H
#define WKP_VALIDATE_H

#include "project/project.h"

/* A prediction that was read; texts and tables outlive its evaluation. */
typedef struct wkp_entry {
    wkb_str id, group;
    const wkl_table *of; /* where it was measured */
    uint32_t of_row, of_column;
    wkb_str quantity;
    wkp_bound bound;
    bool is_left_out, is_beyond;
    wku_unit unit;
    double measured, predicted; /* in base units; NaN: not known */
    double error;      /* (predicted - measured) / measured; NaN: no such */
    double efficiency; /* measured / predicted; of a floor the inverse */
    bool derives; /* its efficiency makes the range; else it is tried on it */
} wkp_entry;

/* What the entries of a group come to. */
typedef struct wkp_group {
    wkb_str name;
    const wkp_entry **entry; /* by error; those without one last */
    size_t n, n_compared, n_unknown, n_left_out, n_beyond;
    double median_error, median_size; /* of the errors and of their sizes */
    double near;                      /* share within 25 % */
    const wkp_entry *worst;           /* NULL: none */
    bool has_range;
    double low, mid, high; /* quantiles of the efficiency that derives */
    size_t n_derive, n_tried, n_inside;
} wkp_group;

typedef struct wkp_validation {
    wkb_str by;
    bool has_column;  /* some prediction has a column of that name */
    wkp_entry *entry; /* in the order of the files */
    size_t n;
    wkp_group *group; /* in the order in which they came up */
    size_t n_groups;
    wkp_group all; /* its range is that of the groups, each for its own */
} wkp_validation;

/* validate_show.c */
wk_status
wkp_show_validation(wk_project *p, wkb_out *out, const wkp_validation *v);
void wkp_json_validation(wk_project *p, wkb_out *out, const wkp_validation *v);

#endif
