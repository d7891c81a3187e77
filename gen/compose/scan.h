/* The scanner of templates: what its two files share. */
#ifndef WKT_SCAN_H
#define WKT_SCAN_H

#include "compose/compose.h"

/* The scanner's place in one text. */
typedef struct wkt_scanner {
    wkt_page *p;
    wkb_span in;      /* the text that is scanned */
    wkb_str all;      /* its bytes */
    size_t at;        /* offset into all */
    bool skips;       /* nothing is put out: a branch not taken */
    size_t depth;     /* of conditions and lists */
    wkb_span stopped; /* the tag that ended the last stretch */
    bool is_broken;   /* tags cross: the rest is not read */
    size_t n_unknown; /* tags that open nothing that is known */
} wkt_scanner;

/* What ended a stretch. */
typedef enum wkt_stop {
    WKT_AT_END,
    WKT_AT_ELSE,
    WKT_AT_END_IF,
    WKT_AT_END_EACH
} wkt_stop;

/* scan.c */
wkb_span wkt_scan_span(const wkt_scanner *s, size_t begin, size_t end);
size_t wkt_line_end(wkb_str all, size_t at);
bool wkt_is_blank(wkb_str s);
/* Goes on to the end of the text, or behind the tag that ends a stretch. */
wk_status wkt_scan_on(wkt_scanner *s, wkt_stop *why);
/* tags.c */
/* A tag that begins with #, / or >; *why is set where it ends a stretch. */
wk_status wkt_scan_tag(
    wkt_scanner *s, size_t begin, size_t end, wkt_stop *why, bool *ends);

#endif
