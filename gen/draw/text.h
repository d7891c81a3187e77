/* Measuring text: one service, so that layout needs no fonts. */
#ifndef WKD_TEXT_H
#define WKD_TEXT_H

#include "base/str.h"

typedef enum wkd_face {
    WKD_REGULAR,
    WKD_BOLD,
    WKD_ITALIC,
    WKD_DISPLAY, /* Inter Display SemiBold */
    WKD_FACES
} wkd_face;

/* Of one line of text, in px, measured from its origin: the left end of its
 * baseline, whatever way the text runs. */
typedef struct wkd_extent {
    double width;           /* advance */
    double ascent, descent; /* of the face at that size, both positive */
    uint32_t lacking;       /* with WK_EENCODING: what the fonts lack first */
} wkd_extent;

/* text: measures s, UTF-8 in one line, digits in tabular figures. Errors:
 * WK_ENOMEM; WK_EENCODING, not told, for a character that the fonts lack;
 * WK_ESYSTEM, told, for a font that cannot be read. */
typedef struct wkd_measure {
    void *ud;
    wk_status (*text)(
        void *ud, wkb_str s, wkd_face face, double size_px, wkd_extent *out);
} wkd_measure;

#endif
