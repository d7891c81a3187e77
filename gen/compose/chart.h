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
    wkb_str name;       /* x, y, color, label, size, facet ... */
    wkb_str expression; /* as written */
    wkb_str quantity;   /* what it is, without unit: "rated power" */
    wkb_str title;      /* the same with its unit, for the head of a table */
    bool is_used;
    bool has_unit; /* the author named the unit, behind | or to */
    wku_type type; /* its unit: that of the values as they are printed */
    const wku_num *num;
    const wkb_str *text; /* as printed, with unit */
    const wkc_answer *answer;
    wkb_span at;
} wkt_channel;

enum {
    WKT_X,
    WKT_Y,
    WKT_COLOR,
    WKT_LABEL,
    WKT_SIZE,
    WKT_FACET,
    WKT_SECOND,  /* a second line under a label */
    WKT_PICK,    /* true: the mark to pick out */
    WKT_ADDRESS, /* the address a mark leads to */
    WKT_CHANNELS
};

/* A value of an axis that is pointed out: a reference line, or, with both, a
 * point. */
typedef struct wkt_mark_note {
    bool has[2];    /* of x and y */
    wku_num num[2]; /* in base units, dates as in date.h */
    wkb_str text;
    wkb_span at;
} wkt_mark_note;

/* Of a roofline: what arithmetic and memory allow, in base units. */
typedef struct wkt_roof {
    bool is_used;
    wku_num peak, bandwidth; /* ratio: of the dimension of x */
    wkb_str peak_text, bandwidth_text;
    wku_type peak_type, ridge_type;
} wkt_roof;

/* A color that the author gave to a series: 1 to 8. */
typedef struct wkt_color {
    wkb_str series;
    uint8_t color;
    wkb_span at;
} wkt_color;

typedef struct wkt_chart {
    wkt_chart_type type;
    wkb_str id, title, subtitle, note, caption, alt;
    wkb_str data, table; /* the list as written, and its table */
    bool log_x, log_y, zero_x, zero_y, drop;
    bool is_sorted;      /* the data have an order of their own */
    double domain[2][2]; /* of x and y, in base units; NaN: from the data */
    wkt_channel channel[WKT_CHANNELS];
    size_t n_rows;
    wkb_str *href;         /* where each row's mark leads; NULL: nowhere */
    const wkb_str *row_id; /* of the table, for faults; NULL: none */
    wkt_roof roof;
    bool has_base; /* of a tornado, in base units of the value axis */
    wku_num base;
    const wkt_mark_note *notes;
    size_t n_notes;
    const wkt_color *colors;
    size_t n_colors;
    wkc_sources sources; /* all that the values rest on */
    wku_units *units;    /* for the one formatter */
    wkb_span at;
} wkt_chart;

/* The channels that its table shows, each expression once: what names a row
 * first, then what is known of it. */
enum { WKT_SHOWN = 7 };
size_t wkt_chart_columns(const wkt_chart *c, size_t out[WKT_SHOWN]);

const char *wkt_chart_type_name(wkt_chart_type type);

#endif
