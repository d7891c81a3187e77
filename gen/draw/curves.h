/* What lines and areas share: their axes, and the names at the right ends. */
#ifndef WKD_CURVES_H
#define WKD_CURVES_H

#include "draw/layout.h"

wk_status wkd_take_x(wkd_lay *l);
/* The title of the upright axis, and the key where there are many panels. */
wk_status wkd_curve_head(wkd_lay *l, int key);
bool wkd_is_free_domain(const wkd_lay *l); /* of the upright axis */
double wkd_curve_height(const wkd_lay *l);
/* Beside the plot: the names of the lines, or the last value. */
double wkd_room_for_names(wkd_lay *l);
wk_status wkd_curve_finish(wkd_lay *l);

/* The labels at the right ends. */
typedef struct wkd_end_label {
    double y, want; /* where it stands, and where its line ends */
    double x;       /* of the end */
    wkb_str text;
    uint8_t color;
} wkd_end_label;
wkd_word wkd_end_word(const wkd_end_label *label);
/* Beside the plot, for those that end at its right edge; sorts label. */
void wkd_put_end_labels(wkd_lay *l, wkd_end_label *label, size_t n);

#endif
