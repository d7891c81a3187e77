/* Inside of wkd_fonts, for what hands glyphs to other libraries. */
#ifndef WKD_FACES_H
#define WKD_FACES_H

#include <cairo-ft.h>
#include <hb.h>

#include "draw/fonts.h"

/* Sizes of text that one picture has round its labels, at most. */
enum { WKD_HALOS = 4 };

/* A font file that was read. */
typedef struct wkd_open_font {
    hb_blob_t *bytes;
    hb_font_t *hb;            /* scaled to font units */
    double em;                /* font units */
    double ascent, descent;   /* em */
    cairo_font_face_t *cairo; /* NULL until it is first drawn */
    struct wkd_halo {
        cairo_font_face_t *cairo; /* NULL: none */
        double width_em;
    } halo[WKD_HALOS]; /* the last ones, round robin */
    size_t n_halos;
} wkd_open_font;

/* A font that was cut for a picture. */
typedef struct wkd_kept_cut {
    unsigned font;
    hb_set_t *shown;
    wkb_str base64;
} wkd_kept_cut;

struct wkd_fonts {
    const char *folder;
    wkb_diag *diag;
    wkb_arena scratch;  /* within one call */
    wkb_arena measured; /* texts and their widths */
    wkb_pool text[WKD_FACES];
    WKB_LIST(double) width[WKD_FACES]; /* of each text; em */
    wkd_open_font font[WKD_FONTS];
    hb_buffer_t *buffer;
    wkb_arena cuts; /* what follows, and its texts */
    WKB_LIST(wkd_kept_cut) cut;
    uint32_t lacking; /* the last character that no font had */
};

/* Reads a font file, once. */
wk_status wkd_font_open(wkd_fonts *f, unsigned font);
/* Whether all of a text reads from left to right in the face's own font, which
 * is open, as nearly every text does. */
bool wkd_is_plain(const wkd_fonts *f, wkb_str s, wkd_face face);
/* The font for Cairo, borrowed. */
wk_status wkd_font_cairo(cairo_font_face_t **out, wkd_fonts *f, unsigned font);
/* Forgets the fonts that were cut. */
void wkd_drop_cuts(wkd_fonts *f);

/* A font whose glyphs are the same outlines, stroked, so that Cairo keeps them
 * as it keeps glyphs; borrowed, until WKD_HALOS others were asked for. */
wk_status wkd_font_halo(cairo_font_face_t **out,
                        wkd_fonts *f,
                        unsigned font,
                        double width_em);

#endif
