/* The font files, each read when it is first needed, and text set with them
 * glyph by glyph. */
#ifndef WKD_FONTS_H
#define WKD_FONTS_H

#include "base/diag.h"
#include "base/hash.h"
#include "draw/text.h"

/* The files; the first ones are the faces of wkd_face. */
typedef enum wkd_font {
    WKD_FONT_MONO = WKD_FACES,
    WKD_FONT_FALLBACK, /* for what the others lack */
    WKD_FONTS
} wkd_font;
const char *wkd_font_file(unsigned font);

/* An open set of fonts; used by one thread at a time. What Cairo still holds
 * of it may outlive it. */
typedef struct wkd_fonts wkd_fonts;

/* The files are found in a folder; nothing is read yet. *out lives in the
 * arena and is to be freed with wkd_fonts_free before it. */
wk_status
wkd_fonts_new(wkd_fonts **out, wkb_arena *a, const char *folder, wkb_diag *d);
void wkd_fonts_free(wkd_fonts *f); /* NULL is fine */

/* The hash of all files, which are read for it. */
wk_status wkd_fonts_hash(wkb_hash *out, wkd_fonts *f);

typedef struct wkd_glyph {
    uint32_t id;
    uint32_t at;            /* byte in the text where what it shows begins */
    double advance, dx, dy; /* em; dy upwards */
} wkd_glyph;

/* Glyphs of one font in one direction, from left to right. */
typedef struct wkd_run {
    unsigned font;
    bool is_rtl;
    uint8_t level;     /* of embedding, odd where is_rtl */
    size_t begin, end; /* bytes of the text */
    const wkd_glyph *glyph;
    size_t n;
} wkd_run;

typedef struct wkd_setting {
    const wkd_run *run; /* from left to right */
    size_t n;
    double width; /* em */
} wkd_setting;

/*
 * Sets one line of text: tabular figures (Inter Display has none), kerning, no
 * ligatures; what reads from right to left is turned inside a line that runs
 * from left to right.
 * The glyphs live in a.
 * Errors: WK_EENCODING, not told, for a character that no font has; WK_ESYSTEM,
 * told, for a font that cannot be read; WK_ELIMIT; WK_ENOMEM.
 */
wk_status
wkd_set(wkd_setting *out, wkb_arena *a, wkd_fonts *f, wkb_str s, wkd_face face);

/* Measures with these fonts. */
wkd_measure wkd_fonts_measure(wkd_fonts *f);

#endif
