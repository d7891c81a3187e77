/* Dates: a year, a month or a day, in one whole number yyyymmdd (months and
 * days that are not stated are 00), so that they go through lanes. */
#ifndef WKU_DATE_H
#define WKU_DATE_H

#include "units/unit.h"

/* Length of a date (dddd-dd or dddd-dd-dd, not followed by a digit) at s, 0
 * if none. */
size_t wku_date_length(wkb_str s);
/* Reads "2022", "2022-03" or "2022-03-22", all of text. Errors: WK_EDATE for
 * an impossible date (2024-02-30) and other spellings (03/04/2024: which of
 * them is the month?). */
wk_status wku_date_read(double *out, wkb_str text, wkb_span at, wkb_diag *d);
void wku_date_put(wkb_out *out, double date);
bool wku_date_has_month(double date);
bool wku_date_has_day(double date);
/* -1, 0, 1 at the coarser precision of the two. */
int wku_date_compare(double a, double b);
/* a - b in seconds: days if both have a day, else months (a twelfth of 365.25
 * days); NaN if either states a year alone. */
double wku_date_difference(double a, double b);

#endif
