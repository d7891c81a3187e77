/* Fonts cut to what is shown, as WOFF2. */
#ifndef WKD_CUT_H
#define WKD_CUT_H

#include "draw/fonts.h"
#include "draw/scene.h"

/* Cut fonts as base64, until the next scene is cut; empty: nothing is shown
 * with it. */
typedef struct wkd_cut {
    wkb_str font[WKD_FONTS];
} wkd_cut;

/* Cuts each font to what the words of a scene show, set as wkd_set does, and
 * to what is of a kind with it: with one digit come all, so that the charts of
 * a site share a few cut fonts, which are kept. */
wk_status wkd_cut_scene(wkd_cut *out, wkd_fonts *f, const wkd_scene *s);

/* Puts a font of the fixed repertoire (Latin, Greek, arrows, mathematics) that
 * a site serves; of the fallback only what no other has. Packed as small as can
 * be, which takes a third of a second. */
wk_status wkd_font_serve(wkb_out *out, wkd_fonts *f, unsigned font);
/* "inter-400.woff2"; static. */
const char *wkd_font_served(unsigned font);

#endif
