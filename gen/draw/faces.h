/* Inside of wkd_fonts, for what hands glyphs to other libraries. */
#ifndef WKD_FACES_H
#define WKD_FACES_H

#include <cairo-ft.h>
#include <hb.h>

#include "draw/fonts.h"

/* A font file that was read. */
typedef struct wkd_open_font {
    hb_blob_t *bytes;
    hb_font_t *hb;            /* scaled to font units */
    double em;                /* font units */
    double ascent, descent;   /* em */
    cairo_font_face_t *cairo; /* NULL until it is first drawn */
} wkd_open_font;

struct wkd_fonts {
    const char *folder;
    wkb_diag *diag;
    wkb_arena scratch;  /* within one call */
    wkb_arena measured; /* texts and their widths */
    wkb_pool text[WKD_FACES];
    WKB_LIST(double) width[WKD_FACES]; /* of each text; em */
    wkd_open_font font[WKD_FONTS];
    hb_buffer_t *buffer;
};

/* Reads a font file, once. */
wk_status wkd_font_open(wkd_fonts *f, unsigned font);
/* The font for Cairo, borrowed. */
wk_status wkd_font_cairo(cairo_font_face_t **out, wkd_fonts *f, unsigned font);

#endif
