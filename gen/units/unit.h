/* Units: dimensions as small exponents, a factor to the base units, and how
 * the unit is shown. */
#ifndef WKU_UNIT_H
#define WKU_UNIT_H

#include "base/diag.h"
#include "base/out.h"
#include "base/str.h"

/* Base dimensions: the built-in ones first; currencies and what units.csv
 * leaves undefined take the rest. Base units: s, bit, FLOP, token, param, g,
 * m, K, gCO2e, and each currency. */
enum { WKU_BASES = 24 };
typedef enum wku_base {
    WKU_TIME,
    WKU_INFORMATION,
    WKU_OPERATION,
    WKU_TOKEN,
    WKU_PARAM,
    WKU_MASS,
    WKU_LENGTH,
    WKU_TEMPERATURE,
    WKU_CO2E,
    WKU_BUILT_IN_BASES
} wku_base;

/* A value v in this unit is v * factor in base units. A pure number has no
 * exponent; % is pure with factor 0.01. */
typedef struct wku_unit {
    int8_t exp[WKU_BASES];
    double factor;
    uint32_t shown; /* index into the registry's shown units; 0: none */
} wku_unit;

/* One factor of a shown unit: an entry of the registry, its prefix (index
 * into the prefixes, 0 = none) and its power. */
typedef struct wku_factor {
    uint16_t name;
    uint8_t prefix;
    int8_t exp;
} wku_factor;

enum { WKU_FACTORS = 8 };
typedef struct wku_shown {
    wku_factor f[WKU_FACTORS];
    size_t n;
} wku_shown;

/* A unit's name, its size in base units, and which prefixes may precede it. */
typedef struct wku_name {
    wkb_str name;
    int8_t exp[WKU_BASES];
    double factor;
    uint8_t prefixes; /* set of WKU_UP, WKU_DOWN, WKU_BINARY */
    bool takes_words; /* printed with "million", never with a prefix */
} wku_name;
enum { WKU_UP = 1, WKU_DOWN = 2, WKU_BINARY = 4 };

/* The units of one project. Shown units are interned as they come up, so the
 * registry grows while expressions are compiled. */
typedef struct wku_units {
    wkb_arena *arena;
    WKB_LIST(wku_name) name;
    WKB_LIST(wku_shown) shown;
    WKB_LIST(wku_unit) of_shown; /* the unit that each of them is */
    wkb_pool factors;            /* their factors as bytes, by number */
    size_t n_bases;
} wku_units;

wk_status wku_units_init(wku_units *u, wkb_arena *a);

/*
 * Adds a unit of units.csv. definition: a number and a unit ("7 d"), or empty
 * for a dimension of its own. prefixes: any of the words "up", "down",
 * "binary" separated by spaces; empty for none. at: of the three. Errors: name that
 * exists or collides with a prefixed unit, or is a word of the language; bad
 * definition; no base dimension left.
 */
wk_status wku_units_define(wku_units *u,
                           wkb_str name,
                           wkb_str definition,
                           wkb_str prefixes,
                           const wkb_span at[3],
                           wkb_diag *d);

/*
 * Length of the text at the start of s that is to be read as a unit: letters,
 * digits and _ of a name or %, ^ with a whole number, and on over / and * as
 * long as a letter or % follows at once. Looks no name up. 0 if s begins with
 * neither a letter nor %.
 */
size_t wku_unit_length(wkb_str s);

/*
 * Reads a unit, all of text: "GB/s", "FLOP/param/token", "%", and where
 * may_be_one is set also "1" and "1/h". at: the span of text, for errors:
 * unknown names get the question or the nearest name (FLOPS, b, K, M, plural,
 * milli-bytes ... LANGUAGE section 2), WK_EUNIT.
 */
wk_status wku_unit_read(wku_unit *out,
                        wku_units *u,
                        wkb_str text,
                        bool may_be_one,
                        wkb_span at,
                        wkb_diag *d);
/* Whether text is the name of one unit, prefix included ("ms", not "GB/s"). */
bool wku_is_unit_name(const wku_units *u, wkb_str text);

wku_unit wku_one(void);
bool wku_same_dimension(const wku_unit *a, const wku_unit *b);
bool wku_is_pure(const wku_unit *a);
bool wku_is_percent(const wku_units *u, const wku_unit *a); /* shown as % */

/*
 * Algebra; the result's shown unit is composed as LANGUAGE 7.4 wants it read:
 * factors of one name join; factors of one dimension cancel (s against d, B
 * against bit); % and Hz and J, Wh, W dissolve beside other factors (kW * h is
 * kWh, FLOP * MHz is FLOP/s, USD/kWh * kW is USD/h); prefixes of a denominator
 * go when two shown units are composed (TFLOP/s / (TB/s) is FLOP/B), and stay
 * when one side is pure (USD/Mtoken * 2). The factor is that of what is shown.
 * Errors: WK_ELIMIT when an exponent leaves -127..127, WK_ENOMEM.
 */
wk_status
wku_unit_mul(wku_unit *out, wku_units *u, const wku_unit *a, const wku_unit *b);
wk_status
wku_unit_div(wku_unit *out, wku_units *u, const wku_unit *a, const wku_unit *b);
wk_status wku_unit_pow(wku_unit *out, wku_units *u, const wku_unit *a, int n);
/* WK_EDIMENSION if an exponent is odd. */
wk_status wku_unit_sqrt(wku_unit *out, wku_units *u, const wku_unit *a);

/* As it is written after a number: "GB/s", "1/h", "FLOP/param/token", "";
 * a unit without a shown form is written in base units. */
void wku_unit_put(wkb_out *out, const wku_units *u, const wku_unit *a);
/* Its text in the arena of the registry, for messages: 'a pure number' if so.
 */
wkb_str wku_unit_text(wku_units *u, const wku_unit *a);

/* The words of the language, which are no names (LANGUAGE 4). */
bool wku_is_language_word(wkb_str s);

#endif
