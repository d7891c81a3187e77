/* Scenes painted: on a cairo_t, as SVG, PNG, PDF. The same scene and fonts
 * always give the same bytes (PNG: on one kind of processor). */
#ifndef WKD_PAINT_H
#define WKD_PAINT_H

#include <cairo.h>

#include "draw/fonts.h"
#include "draw/palette.h"

typedef enum wkd_theme {
    WKD_LIGHT,
    WKD_DARK,
    WKD_PRINT, /* light, black on white */
    WKD_THEMES
} wkd_theme;
uint32_t wkd_color(wkd_theme theme, wkd_token token); /* 0xRRGGBB */

/*
 * Errors of all painters: WK_ENOMEM; WK_ESYSTEM, told, for a font that cannot be
 * read; WK_EENCODING, not told, for a character that no font has, which layout
 * finds before; that of the sink; WK_ELIMIT for a picture too large. What was
 * put until then is not a picture.
 */

/* Paints a scene from the origin on, one unit a px, nothing under it; what is
 * set in cr stays as it was. A word has its halo where something of the scene
 * is under it. Errors of cr too: WK_ESYSTEM. */
wk_status
wkd_paint(const wkd_scene *s, wkd_theme theme, wkd_fonts *f, cairo_t *cr);

/*
 * An <svg> element with real text, for light and dark. Ids begin with id, which
 * is to be unique in the page.
 * For a page: classes, which its style sheet paints; no font inside.
 * is_alone: a file, with colours, ground and the cut fonts inside.
 */
wk_status wkd_svg(
    wkb_out *out, const wkd_scene *s, wkb_str id, bool is_alone, wkd_fonts *f);

/* What a picture says of itself besides its title; empty: nothing. */
typedef struct wkd_about {
    wkb_str sources; /* one a line */
    wkb_str data;    /* CSV */
    wkb_str date;    /* YYYY-MM-DD, of the document */
} wkd_about;

/* scale: pixels to a px. */
wk_status wkd_png(wkb_out *out,
                  const wkd_scene *s,
                  double scale,
                  wkd_theme theme,
                  const wkd_about *about,
                  wkd_fonts *f);

/* One page as large as the scene, 640 px being 174 mm. */
wk_status
wkd_pdf(wkb_out *out, const wkd_scene *s, const wkd_about *about, wkd_fonts *f);

#endif
