/* Qualifiers: what units cannot keep apart (LANGUAGE 3). */
#ifndef WKU_QUALS_H
#define WKU_QUALS_H

#include "units/unit.h"

/* 4 bits an axis: the number of its tag from 1; 0 = not stated. */
typedef uint64_t wku_quals;
enum { WKU_AXES = 16, WKU_TAGS = 15 };

/* Where an axis lives: a base dimension, or on any unit but a pure number. */
enum { WKU_LIVES_ON_ANY = WKU_BASES };

typedef struct wku_axis {
    wkb_str name;
    uint8_t lives_on;
    bool restate; /* `as` may replace one tag by another; / across is allowed */
    wkb_str tag[WKU_TAGS];
    double factor[WKU_TAGS]; /* 0: no factor, `to` is refused */
    size_t n_tags;
} wku_axis;

typedef struct wku_axes {
    wku_axis axis[WKU_AXES];
    size_t n;
} wku_axes;

void wku_axes_init(wku_axes *x);
/* A row of qualifiers.csv; lives_on names the base dimension ("time"), a unit
 * of it ("s"), or "any". factor NaN: none. at: of tag, lives_on, axis. */
wk_status wku_axes_define(wku_axes *x,
                          wku_units *u,
                          wkb_str axis,
                          wkb_str tag,
                          wkb_str lives_on,
                          double factor,
                          bool restate,
                          const wkb_span at[3],
                          wkb_diag *d);

/* The axis (index) and tag (from 1) of a qualifier; false if there is none. */
bool
wku_qual_find(const wku_axes *x, wkb_str name, size_t *axis, unsigned *tag);
/* Reads one qualifier's name into *out; unknown: WK_EQUALIFIER, nearest. */
wk_status wku_qual_read(
    wku_quals *out, const wku_axes *x, wkb_str name, wkb_span at, wkb_diag *d);

unsigned wku_tag(wku_quals q, size_t axis); /* 0: not stated */
wku_quals wku_with_tag(wku_quals q, size_t axis, unsigned tag);
/* Rule 4: q without the tags whose dimension does not occur in the unit. */
wku_quals wku_quals_live(const wku_axes *x, wku_quals q, const wku_unit *unit);
/* Whether the axis's dimension occurs in the unit. */
bool wku_axis_lives(const wku_axes *x, size_t axis, const wku_unit *unit);

/* The union of both; the first axis on which they state different tags is in
 * *clash (WKU_AXES: none). keep_restating: rule 3's exception under division,
 * on an axis with restate different tags are no clash and both go. */
wku_quals wku_quals_union(const wku_axes *x,
                          wku_quals a,
                          wku_quals b,
                          bool keep_restating,
                          size_t *clash);
wku_quals wku_quals_common(wku_quals a, wku_quals b); /* tags both have */

wkb_str wku_tag_name(const wku_axes *x, size_t axis, unsigned tag);
/* " as dense as peak", or nothing: as it is written behind a unit. */
void wku_quals_put(wkb_out *out, const wku_axes *x, wku_quals q);

#endif
