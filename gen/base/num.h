/* Decimal numbers in and out, never through the host's locale. */
#ifndef WKB_NUM_H
#define WKB_NUM_H

#include "base/base.h"

enum { WKB_FIGURES = 12 }; /* what is printed, compared or stored */

/* Length of the number that s begins with (digits [. digits] [e [+-] digits]),
 * 0 if none. An e without digits behind it is not part of the number. */
size_t wkb_num_length(wkb_str s);

/* Whether all of s is a number of at most 15 digits without an exponent, as
 * most are; *out is then its value. False says nothing. */
bool wkb_num_simple(wkb_str s, double *out);

/* The nearest double to a text that wkb_num_length measured whole.
 * Errors: WK_ERANGE if it is too large, or too small to tell from 0. */
wk_status wkb_num_read(wkb_str s, double *out);

/* A decimal number 0.d1 d2 d3 ... x 10^exp; n = 0 is zero. */
typedef struct wkb_dec {
    bool negative;
    int exp, n;
    char digit[20]; /* '0' to '9'; no zero first or last */
} wkb_dec;

/* The shortest decimal that reads back as v (finite). */
wkb_dec wkb_dec_of(double v);
/* The figures of a text that wkb_num_length measured whole, at most 18. */
wkb_dec wkb_dec_typed(wkb_str s);
/* Keeps n figures (n may be 0 or negative: rounds to a higher place), half
 * away from zero. */
wkb_dec wkb_dec_round(wkb_dec d, int n);
double wkb_dec_value(const wkb_dec *d);

/* v rounded to WKB_FIGURES significant digits; of a finite v its decimal. */
wkb_dec wkb_dec_rounded(double v);
double wkb_round(double v);
/* Agree in their first WKB_FIGURES significant digits. */
bool wkb_same(double a, double b);

/* Shortest text of a finite v: plain digits from 1e-5 to 1e15, else with e.
 * Returns its length. */
enum { WKB_NUM_MAX = 32 };
size_t wkb_num_write(char out[WKB_NUM_MAX], double v);
size_t wkb_dec_write(char out[WKB_NUM_MAX], const wkb_dec *d);

void wkb_sort(double *v, size_t n); /* ascending, in place */
/* A quantile of n ascending numbers, between two of them on a straight line:
 * with one share of n - 1 steps from the least to the greatest, as most
 * statistics programs have it by default. NaN if there is none. */
double wkb_quantile(const double *x, size_t n, double share);
/* Of n of them the number, from 0, that a quantile stands at or behind; *part:
 * how far from there to the next. 7 % of 300 steps are 21, not a little more,
 * though no double is 0.07. */
uint64_t wkb_rank(uint64_t n, double share, double *part);
/* Between low (part 0) and high (part 1). */
double wkb_between(double low, double high, double part);

#endif
