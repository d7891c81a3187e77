/* The picture that stands for a page where it is linked: its title, what it is
 * about, its site, and a chart of it if there is one. */
#ifndef WKD_CARD_H
#define WKD_CARD_H

#include "draw/scene.h"

enum { WKD_CARD_WIDTH = 1200, WKD_CARD_HEIGHT = 630 }; /* pixels */

typedef struct wkd_card_text {
    wkb_str site, title, text; /* site, text: may be empty */
} wkd_card_text;

/*
 * Lays out a card of the shape of 1200 by 630; *scale makes it as many pixels.
 * chart: a scene without words round it, or NULL. Titles that are too long end
 * in an ellipsis. The card points into the texts and the chart.
 * Errors: those of the measure, WK_ENOMEM.
 */
wk_status wkd_card(wkd_scene **out,
                   double *scale,
                   wkb_arena *a,
                   const wkd_card_text *t,
                   const wkd_scene *chart,
                   const wkd_measure *m);

#endif
