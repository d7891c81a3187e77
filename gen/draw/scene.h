/* A scene: a chart laid out as plain data, which a painter draws as it stands.
 * Lengths are px of the drawing at 1x, x to the right, y downwards, the origin
 * at the upper left. Marks first in their order, then the words over them. */
#ifndef WKD_SCENE_H
#define WKD_SCENE_H

#include "compose/chart.h"
#include "draw/text.h"

typedef struct wkd_point {
    double x, y;
} wkd_point;

typedef struct wkd_box {
    double x0, y0, x1, y1;
} wkd_box;

/* What shape the points of a mark make. */
typedef enum wkd_kind {
    WKD_LINE,     /* all joined, stroked */
    WKD_SEGMENTS, /* each two joined, stroked */
    WKD_AREA,     /* all joined and closed, filled */
    WKD_RECTS,    /* each two: upper left and lower right corner */
    WKD_POINTS,   /* a shape of radius `radius` at each */
    WKD_KINDS
} wkd_kind;

/* What a mark is; how each is painted is in palette.h. */
// clang-format off
#define WKD_ROLE_LIST(X)                                                      \
    X(GRID, "grid")     /* across the value */                                \
    X(AXIS, "axis")     /* axis line, tick lines, stems */                    \
    X(ZERO, "zero")     /* the line at zero, the base of a tornado */         \
    X(SUNK, "sunk")     /* a quiet ground: the band of years */               \
    X(UNDER, "under")   /* 4 px of page colour, under a reference line */     \
    X(REF, "ref")       /* a reference line */                                \
    X(LEAD, "lead")     /* from a mark to its label; isolines */              \
    X(GHOST, "ghost")   /* dotted outline: not known */                       \
    X(HATCH, "hatch")   /* lines across a cell that has no value */           \
    X(EDGE, "cellb")    /* outline of a pale cell */                          \
    X(FILL, "fill")     /* bar, cell, part */                                 \
    X(WASH, "wash")     /* a fill at 10 % */                                  \
    X(BAND, "band")     /* a fill at 20 %: the range of a line */             \
    X(STROKE, "line")   /* a line of data */                                  \
    X(JOIN, "join")     /* 2 px between two values of one thing; a range */   \
    X(SPAN, "span")     /* 2 px of ink: the range of a bar */                 \
    X(POINT, "pt")      /* full: measured or computed; edge in page colour */ \
    X(HOLLOW, "hollow") /* stated or promised; also the ends of a gap */      \
    X(KEY, "key")       /* a swatch of the key: a fill without an edge */
// clang-format on

#define WKD_ROLE_ENUM(name, text) WKD_##name,
typedef enum wkd_role { WKD_ROLE_LIST(WKD_ROLE_ENUM) WKD_ROLES } wkd_role;

/* Color: 0 neutral, 1 to 8 the series, then what follows. */
enum {
    WKD_NEUTRAL = 0,
    WKD_SERIES = 8,
    WKD_HIGHLIGHT = 9,
    WKD_Q = 10, /* WKD_Q + 1 to 7: the sequential ramp */
    WKD_D = 20, /* WKD_D + 1 to 7: the diverging ramp */
    WKD_STEPS = 7
};

typedef enum wkd_shape {
    WKD_CIRCLE,
    WKD_SQUARE,
    WKD_TRIANGLE,
    WKD_DIAMOND,
    WKD_SHAPES
} wkd_shape;

typedef enum wkd_dash {
    WKD_SOLID,
    WKD_DASH_LONG,  /* 7 4 */
    WKD_DASH_DOTS,  /* 2 4 */
    WKD_DASH_MIXED, /* 9 3 2 3 */
    WKD_DASH_REF,   /* 5 3 */
    WKD_DASH_GHOST, /* 2 3 */
    WKD_DASHES
} wkd_dash;

#define WKD_NO_DATUM UINT32_MAX

typedef struct wkd_mark {
    uint8_t kind;    /* wkd_kind */
    uint8_t role;    /* wkd_role */
    uint8_t color;   /* above */
    uint8_t shape;   /* wkd_shape, of WKD_POINTS */
    uint8_t dash;    /* wkd_dash, of lines */
    uint8_t panel;   /* of a small multiple, from 0 */
    double radius;   /* of WKD_POINTS */
    uint32_t datum;  /* index into scene->datum, or WKD_NO_DATUM */
    size_t first, n; /* points: scene->pt[first] to [first + n - 1] */
} wkd_mark;

// clang-format off
#define WKD_WORD_LIST(X)                                                      \
    X(TICK, "tk")         /* a value on an axis */                            \
    X(AXIS_TITLE, "at")                                                       \
    X(NAME, "name")       /* of a row, a column, a panel; ink */              \
    X(LABEL, "label")     /* of a mark or a series, in the text colour of its \
                             color */                                         \
    X(VALUE, "value")     /* ink */                                           \
    X(INSIDE, "in")       /* on a fill of its color */                        \
    X(NOTE, "an")         /* secondary */                                     \
    X(UNKNOWN, "nk")      /* not known: italic */                             \
    X(TITLE, "ft")        /* of a whole picture; as are the next two */       \
    X(SUBTITLE, "fs")                                                         \
    X(CAPTION, "fc")
// clang-format on

#define WKD_WORD_ENUM(name, text) WKD_WORD_##name,
typedef enum wkd_word_role {
    WKD_WORD_LIST(WKD_WORD_ENUM) WKD_WORD_ROLES
} wkd_word_role;

typedef enum wkd_anchor { WKD_START, WKD_MIDDLE, WKD_END } wkd_anchor;

/* One line of text. It is set from left to right as a whole (a run that reads
 * from right to left inside it is the painter's matter), so that the anchor
 * means left, middle, right. */
typedef struct wkd_word {
    wkb_str s;
    double x, y;    /* of the anchor on the baseline */
    double angle;   /* degrees, clockwise round (x, y); 0 for nearly all */
    double size_px; /* 11 to 18 */
    double width;   /* as measured */
    uint8_t face;   /* wkd_face */
    uint8_t role;   /* wkd_word_role */
    uint8_t color;  /* as of a mark; of LABEL and INSIDE */
    uint8_t anchor; /* wkd_anchor */
    bool has_halo;  /* 4 px of page colour round it */
    uint8_t panel;
    uint32_t datum;
    wkd_box ink; /* what it covers, turned if it is turned */
} wkd_word;

/* What marks and words of one datum show when they are pointed at. */
typedef struct wkd_datum {
    uint32_t row;    /* of the request */
    wkb_str tooltip; /* "H100 SXM: 3,350 GB/s" */
    wkb_str href;    /* empty: no link */
} wkd_datum;

typedef struct wkd_scene {
    double width, height;
    WKB_LIST(wkd_box) plot; /* of each panel: inside the axes */
    WKB_LIST(wkd_point) pt;
    WKB_LIST(wkd_mark) mark;
    WKB_LIST(wkd_word) word;
    WKB_LIST(wkd_datum) datum;
    wkb_str title, alt; /* of the picture; for <title> and metadata */
    wkb_str note;       /* the request's, and what was left out: "3 labels
                            had no room; the table has them." */
    size_t n_dropped;   /* labels without a place */
    size_t n_left_out;  /* rows that the chart cannot show */
    uint16_t shown[4];  /* the colors used, as a set of bits */
} wkd_scene;

/* How large, and with what round it. */
typedef struct wkd_size {
    double width;  /* 640 or 360 */
    bool is_whole; /* with title, subtitle, note and caption: a file of its
                      own; else a page sets them round the picture */
} wkd_size;

/*
 * Lays out a chart. The scene lives in a, and so does what it points to,
 * except the request's own texts.
 * Errors, with the place in the request: a non-positive value on a log axis
 * (unless `drop`), bars on a log axis, no mark at all, more series than
 * colors, encodings that the type needs and lacks.
 */
wk_status wkd_layout(wkd_scene **out,
                     wkb_arena *a,
                     const wkt_chart *c,
                     const wkd_measure *m,
                     wkd_size size,
                     wkb_diag *d);

/* The scene as text, a line a mark or word, for tests. */
void wkd_dump(wkb_out *out, const wkd_scene *s);

#endif
