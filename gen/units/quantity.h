/* Quantities: reading one, printing one (the one formatter), the rule of ~. */
#ifndef WKU_QUANTITY_H
#define WKU_QUANTITY_H

#include "units/quals.h"

typedef enum wku_kind {
    WKU_NUMBER,
    WKU_ANY, /* a column of which each cell brings its own unit */
    WKU_DATE,
    WKU_TEXT,
    WKU_BOOL,
    WKU_ROW,
    WKU_ROWS,
    WKU_EXPR /* a column of which each cell is an expression */
} wku_kind;

typedef struct wku_type {
    wku_kind kind;
    wku_unit unit;
    wku_quals quals;
    uint16_t table; /* of a row, of rows */
} wku_type;

/* In base units. lo = hi = v: exact; v alone NaN: a range without a best
 * value; all NaN: not known. */
typedef struct wku_num {
    double v, lo, hi;
} wku_num;

bool wku_known(const wku_num *n);
bool wku_is_range(const wku_num *n);

/*
 * Reads the text of a cell (LANGUAGE 1: "3350", "3.35e3", "38..43",
 * "40 [38..43]", "-5", each with a unit behind it or none; the unit belongs to
 * both ends). own: the cell's own unit if it brings one (*has_own), else
 * *out is in `unit`; either way *out is in base units. Errors at the place
 * within the text: WK_ENUMBER for an ambiguous number (1,979 1.234,5 "1 234"
 * 1_234), WK_ECELL for text that is no number (0x10, n/a, =1+1, .5, 007),
 * WK_ERANGE for a range that does not ascend, WK_EUNIT, WK_EDIMENSION for a
 * unit of another dimension than `unit` (unit NULL: any).
 */
wk_status wku_read_cell(wku_num *out,
                        wku_unit *own,
                        bool *has_own,
                        wku_units *u,
                        const wku_unit *unit,
                        wkb_str text,
                        wkb_span at,
                        wkb_diag *d);

/* Whether a number begins at s as a grouped one would: 1,979 (one to three
 * digits, a comma, exactly three digits, no digit); its length, else 0. */
size_t wku_grouped_length(wkb_str s);

/* How a value is printed: the words after "|". */
typedef struct wku_format {
    enum { WKU_DEFAULT, WKU_SF, WKU_DP } rounding;
    int figures;
    bool sci, words, whole, plain, human;
    bool has_unit;
    wku_unit unit;
} wku_format;
#define WKU_FORMAT_INIT ((wku_format){.rounding = WKU_DEFAULT})

/* One word of a format: "3sf", "2dp", "sci", "words", "int", "plain", "human"
 * or a unit. Errors: unknown word (nearest), given twice. */
wk_status wku_format_word(
    wku_format *f, wku_units *u, wkb_str word, wkb_span at, wkb_diag *d);

/*
 * Prints n, of type t, as LANGUAGE 7 says; never a qualifier. typed: the text
 * of the number as it was entered where a cell or literal is printed alone
 * (rule 5), else empty. The unit printed is in *shown if that is not NULL (its
 * prefix chosen). Not known prints "not known"; a best value with its range
 * "40 (38-43) %" with an en dash. What `to` fixed is handed over as the
 * format's unit. Errors: WK_EDIMENSION if the format's unit is of another
 * dimension (the caller has the place to say so), WK_ERANGE if the value is
 * beyond a double in its unit, WK_ENOMEM.
 */
wk_status wku_print(wkb_out *out,
                    wku_units *u,
                    const wku_num *n,
                    const wku_type *t,
                    const wku_format *f,
                    wkb_str typed,
                    wku_unit *shown);

/* An exponent as raised figures, below ten thousand. */
void wku_put_superscript(wkb_out *out, int n);

/* A stated value: what stands behind ~. */
typedef enum wku_bound {
    WKU_ABOUT,
    WKU_AT_LEAST,
    WKU_AT_MOST,
    WKU_MORE,
    WKU_LESS
} wku_bound;
typedef struct wku_claim {
    wku_bound bound;
    wku_num stated;           /* in `unit`, not in base units */
    int places_lo, places_hi; /* decimal place of the last figure stated: 300
                                 states 2, 0.10 states -2; how many figures
                                 are stated follows from it */
    bool is_range, has_unit;
    wku_unit unit;
    double within;  /* share; NaN: the rule of figures and 10 % */
    wkb_str number; /* as typed, without the unit */
    int figures;    /* "3sf"; 0: as typed */
} wku_claim;

/* Reads all of text, which begins with ~. at: its span. */
wk_status wku_claim_read(
    wku_claim *out, wku_units *u, wkb_str text, wkb_span at, wkb_diag *d);

typedef enum wku_verdict {
    WKU_HOLDS,
    WKU_FAILS,
    WKU_FAILS_UNKNOWN, /* the value is not known */
    WKU_FAILS_RANGE    /* holds at one end only */
} wku_verdict;
/* The rule of ~ (LANGUAGE 7.9). The claim's dimension must be the value's;
 * without a unit of its own its `unit` is set by the caller to that of `to`.
 * One value is never held to a stated range.
 * *margin: (value - stated) / stated, of the worse end for a range. */
wku_verdict wku_holds(const wku_num *n, const wku_claim *c, double *margin);
/* The stated value as it is printed in a text: grouped, with its unit. */
void wku_claim_put(wkb_out *out, wku_units *u, const wku_claim *c);

#endif
