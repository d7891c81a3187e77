/* Answers what may stand between {{ }} (LANGUAGE 4: interpolation). */
#ifndef WKC_ANSWER_H
#define WKC_ANSWER_H

#include <math.h>

#include "compute/derive.h"

typedef struct wkc_answer {
    wkc_interpolation in;
    wkc_value value;
    wku_format format;
    wku_claim claim;
    bool has_claim;
    wku_verdict verdict;
    double margin;
    wkb_str text;   /* as it is printed */
    wku_unit shown; /* the unit printed */
    wkc_sources sources;
} wkc_answer;
#define WKC_ANSWER_INIT                          \
    {                                            \
        .format = WKU_FORMAT_INIT, .margin = NAN \
    }

/*
 * Parses, compiles and evaluates the text at a span. names: what names stand
 * for, or NULL. A false claim or condition is reported: WK_ECLAIM, and *out is
 * filled. What *out holds lives in the arena.
 */
wk_status wkc_ask(wkc_answer *out,
                  wkb_arena *arena,
                  const wkc_env *e,
                  wkb_span text,
                  const wkc_bindings *names);
/* The same of what was parsed, which must live as long as the answer; the
 * sources of texts and conditions, which a page does not cite, are not
 * gathered. */
wk_status wkc_ask_on_page(wkc_answer *out,
                          wkb_arena *arena,
                          const wkc_env *e,
                          const wkc_interpolation *in,
                          const wkc_bindings *names);
/* "holds", "fails", "fails (not known)", "fails (range)". */
const char *wkc_verdict_name(wku_verdict v);
/* A share in percent with two figures; ", off by" and a margin, if finite. */
wk_status wkc_put_share(wkb_out *out, wku_units *u, double share);
wk_status wkc_put_margin(wkb_out *out, wku_units *u, double margin);

#endif
