/* Inside compose: a chart while its block is read. */
#ifndef WKT_CHARTS_H
#define WKT_CHARTS_H

#include "compose/compose.h"

enum { WKT_MOST_PARTS = 12 };

/* One of several expressions for x or y, and what it is called. */
typedef struct wkt_part {
    wkb_str name;
    wkb_span at;
} wkt_part;

typedef struct wkt_plot {
    wkt_page *p;
    const wkt_slot *s;
    wkt_chart *c;
    const wkt_yaml *all;
    uint32_t table;
    const uint32_t *row; /* of the table, n_rows of them */
    wkt_part part[WKT_MOST_PARTS];
    size_t n_parts, melted; /* the channel that has them; 0: none */
    wkb_str melted_text;
    wku_num *num; /* of the channel at hand */
    wkb_str *text;
    wkc_answer *answer;
} wkt_plot;

/* A text, with its interpolations answered. */
wk_status wkt_chart_text(const wkt_plot *g, const wkt_yaml *n, wkb_str *out);
/* chart_extras.c: domain, colors, annotations, roof, base */
wk_status wkt_chart_extras(wkt_plot *g);

#endif
