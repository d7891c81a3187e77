/* A value or range on its way to a text: what is chosen before it is written.
 */
#ifndef WKU_JOB_H
#define WKU_JOB_H

#include "units/inside.h"

enum { WKU_VALUES = 3 };

typedef enum wku_style {
    WKU_DIGITS,
    WKU_WORDS, /* million, billion */
    WKU_SCI    /* x 10^n */
} wku_style;

typedef struct wku_job {
    wku_units *u;
    const wku_format *f;
    double value[WKU_VALUES]; /* in base units: v; lo, hi; or v, lo, hi */
    size_t n;
    int entered[WKU_VALUES]; /* figures each was entered with */
    bool as_entered;         /* rule 5 */
    bool fixed;              /* the format names the unit */
    bool apart;              /* ends too far apart for the same places */
    wku_unit unit;
    wkb_dec dec[WKU_VALUES]; /* in the unit, scale taken out */
    wku_style style;
    int scale, places;
} wku_job;

/* Chooses unit, style, scale and places for values of the given unit. Errors:
 * WK_ERANGE where a value is beyond a double in its unit, WK_ENOMEM. */
wk_status wku_lay_out(wku_job *j, const wku_unit *given);

/* Figures to be shown, and d as it will be rounded. */
int wku_job_figures(const wku_job *j);
wkb_dec wku_job_rounded(const wku_job *j, wkb_dec d);
/* Whether both ends of a range round to the same. */
bool wku_ends_look_alike(const wku_job *j, int places);
/* Places that show a value with so many figures, after rounding. */
int wku_places_for(wkb_dec d, int figures);
/* Places of one value by itself; a count has none. */
int wku_own_places(const wku_job *j, wkb_dec d);

#endif
