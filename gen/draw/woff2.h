/* The packing of fonts for the web. */
#ifndef WKD_WOFF2_H
#define WKD_WOFF2_H

#include "base/out.h"

/*
 * An OpenType font as WOFF2, its tables as they are.
 *   quality: of Brotli, 0 to 11
 * Errors: WK_ENOMEM; WK_ESYSTEM if it is no font.
 */
wk_status wkd_woff2(wkb_str *out, wkb_arena *a, wkb_str bytes, int quality);

#endif
