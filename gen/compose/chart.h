/* A chart request: data already computed; what draws it evaluates nothing. */
#ifndef WKT_CHART_H
#define WKT_CHART_H

#include "compose/node.h"
#include "compute/answer.h"

typedef enum wkt_chart_type {
    WKT_BAR,
    WKT_GROUPED_BAR,
    WKT_STACKED_BAR,
    WKT_DOT,
    WKT_RANGE,
    WKT_SCATTER,
    WKT_LINE,
    WKT_AREA,
    WKT_ROOFLINE,
    WKT_TIMELINE,
    WKT_WAFFLE,
    WKT_HEATMAP,
    WKT_SLOPE,
    WKT_CHART_TYPES
} wkt_chart_type;

/* Values of one encoding, n_rows of them: numbers in base units (NaN: not
 * known), dates as in date.h, or texts. */
typedef struct wkt_channel {
    wkb_str name;       /* x, y, color, label, size, facet */
    wkb_str expression; /* as written */
    wkb_str title;      /* for the axis: the expression's name, with unit */
    bool is_used;
    wku_type type;
    const wku_num *num;
    const wkb_str *text;
    const wkc_answer *answer;
} wkt_channel;

enum { WKT_X, WKT_Y, WKT_COLOR, WKT_LABEL, WKT_SIZE, WKT_FACET, WKT_CHANNELS };

typedef struct wkt_chart {
    wkt_chart_type type;
    wkb_str id, title, subtitle, note, alt;
    wkb_str data, table; /* the list as written, and its table */
    bool log_x, log_y, zero_x, zero_y, drop;
    double domain[2][2]; /* of x and y, in base units; NaN: from the data */
    wkt_channel channel[WKT_CHANNELS];
    size_t n_rows;
    const wkb_str *href; /* where each row's mark leads; NULL: nowhere */
    wkc_sources sources; /* all that the values rest on */
    wkb_span at;
} wkt_chart;

#endif
