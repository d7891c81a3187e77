/* One formula, tidied. */
#ifndef WKP_LAYOUT_H
#define WKP_LAYOUT_H

#include "project/project.h"

/* Signature and body, with a line end; reads back as the same formula. */
wk_status wkp_lay_out(wkb_out *out, wkb_arena *a, const wkc_formula *f);

#endif
