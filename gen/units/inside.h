/* What the files of this folder share among themselves. */
#ifndef WKU_INSIDE_H
#define WKU_INSIDE_H

#include "base/num.h"
#include "units/quantity.h"

/* The built-in names, in the order of the table in unit.c. */
enum {
    WKU_N_PERCENT,
    WKU_N_S,
    WKU_N_MIN,
    WKU_N_H,
    WKU_N_D,
    WKU_N_WEEK,
    WKU_N_MONTH,
    WKU_N_YEAR,
    WKU_N_YEAR_365,
    WKU_N_BIT,
    WKU_N_B,
    WKU_N_FLOP,
    WKU_N_OP,
    WKU_N_MAC,
    WKU_N_TOKEN,
    WKU_N_PARAM,
    WKU_N_G,
    WKU_N_M,
    WKU_N_K,
    WKU_N_GCO2E,
    WKU_N_TCO2E,
    WKU_N_J,
    WKU_N_W,
    WKU_N_WH,
    WKU_N_HZ,
    WKU_N_USD,
    WKU_N_EUR,
    WKU_N_GBP,
    WKU_N_JPY,
    WKU_N_CNY,
    WKU_N_BUILT_IN
};

/* A prefix: 10^exp, or 2^exp if it is binary. Number 0 is none; those of one
 * kind stand in a row, so that number + 1 is the next larger or smaller. */
typedef struct wku_prefix {
    wkb_str text;
    uint8_t kind; /* WKU_UP, WKU_DOWN or WKU_BINARY */
    int8_t exp;
    double factor;
} wku_prefix;
enum {
    WKU_P_K = 1,     /* k M G T P E Z Y */
    WKU_P_MILLI = 9, /* m u n p f */
    WKU_P_KI = 14,   /* Ki Mi Gi Ti Pi Ei */
    WKU_PREFIXES = 20,
    WKU_UP_STEPS = 8,
    WKU_DOWN_STEPS = 5,
    WKU_BINARY_STEPS = 6
};
extern const wku_prefix wku_prefixes[WKU_PREFIXES];

/* The name and prefix that text spells; exp is 1. */
bool wku_find(const wku_units *u, wkb_str text, wku_factor *out);
/* The number of a prefix spelled so, 0 if there is none. */
uint8_t wku_prefix_find(wkb_str text);
/* Whether the name may bear the prefix. */
bool wku_takes_prefix(const wku_name *name, uint8_t prefix);

/* The factors a unit is shown with, base units where it has no shown form. */
wku_shown wku_shown_of(const wku_units *u, const wku_unit *a);
/* The unit of these factors: exponents, factor and number. Errors: WK_ELIMIT
 * (exponents beyond -127..127, a factor beyond a double), WK_ENOMEM. */
wk_status wku_show(wku_unit *out, wku_units *u, const wku_shown *shown);

/* Reports that word, at byte offset `from` of a unit's text, names none, with
 * the question or suggestion that fits. */
typedef struct wku_word {
    wkb_str word;
    char before; /* '/' or '*' where it stands behind one, else 0 */
    bool in_sum; /* after a number: a name may have been meant */
    wkb_span at;
} wku_word;
wk_status wku_no_unit(const wku_units *u, const wku_word *w, wkb_diag *d);

/* Writes d at `places` decimals (negative: whole, rounded to tens, ...), with
 * a comma between groups of three if grouped. What is not 0 is written with
 * one figure where it would round to 0. */
void wku_put_places(wkb_out *out, wkb_dec d, int places, bool grouped);
/* " x 10^n" with the sign of multiplication and superscripts. */
void wku_put_power(wkb_out *out, int power);
/* " million" for 6, " billion" for 9, ...; nothing for 0. */
void wku_put_scale(wkb_out *out, int scale);
/* d rounded to `places` decimals. */
wkb_dec wku_round_places(wkb_dec d, int places);

/* Figures of a number as it was entered: trailing zeros of a whole number are
 * none, those after a point are. */
int wku_figures_entered(wkb_str number);

/* " gigabytes per second": the unit in words, singular if one. */
void
wku_put_words(wkb_out *out, const wku_units *u, const wku_unit *unit, bool one);

/* The numbers in a text as it was entered ("38..43", "40 [38..43]"), without
 * sign and unit; how many there are (at most 3), 0 if it is neither. */
size_t wku_entered(wkb_str text, wkb_str number[3]);

/* A cursor over the text of a cell or claim, which stands at `span`. */
typedef struct wku_cursor {
    wkb_str text;
    size_t at;
    wkb_span span;
    wkb_diag *d;
} wku_cursor;
wkb_str wku_rest(const wku_cursor *c);
wkb_span wku_from_here(const wku_cursor *c);
/* read.c: the number of n bytes at the cursor, which moves behind it. */
wk_status wku_take_number(wku_cursor *c, size_t n, bool negative, double *out);

/* Refusals of a cell: where a number is due and none stands; a number of n
 * bytes that is spelled otherwise; what follows it and is no unit; a best
 * value with a broken range, from byte `begin` on. */
wk_status wku_refuse_start(const wku_cursor *c);
wk_status wku_check_spelling(const wku_cursor *c, size_t n);
wk_status wku_check_rest(const wku_cursor *c, bool is_range);
wk_status wku_refuse_bracket(const wku_cursor *c, size_t begin);

/* The span of bytes from..to of a text that stands at `at`. */
wkb_span wku_span(wkb_span at, size_t from, size_t to);

#endif
