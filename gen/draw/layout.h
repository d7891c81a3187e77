/* Inside draw: a chart while it is laid out. Only this folder includes it. */
#ifndef WKD_LAYOUT_H
#define WKD_LAYOUT_H

#include "draw/palette.h"

enum { WKD_MOST_TICKS = 8, WKD_FEWEST_TICKS = 3, WKD_MOST_LABELS = 60 };

/* An axis of numbers or dates. Values are in its own unit: dates in days, all
 * else in `unit` base units. */
typedef struct wkd_axis {
    const wkt_channel *ch;
    bool is_used, is_log, is_date, is_binary;
    bool is_whole; /* its ends are ticks */
    bool may_bear_units;
    bool bears_units;  /* each tick bears its own: 1 kB, 1 MB */
    double unit;       /* base units in one of the axis */
    int power;         /* the part of unit that is a power of ten: 6 */
    int places;        /* that tell its values apart where they are close; 0 */
    wkb_str unit_text; /* "million USD"; empty: a pure number */
    double lo, hi;     /* what it spans */
    double p0, p1;     /* px of lo and of hi */
    size_t n;          /* labelled ticks */
    double tick[WKD_MOST_TICKS];
    wkb_str text[WKD_MOST_TICKS];
    bool is_between; /* labels of dates stand between tick and tick */
    bool by_year;    /* those are years, else months */
    double widest;   /* px of the widest label */
} wkd_axis;

/* Texts that occur in the data, each once, in the order of the rows. */
typedef struct wkd_names {
    const wkb_str *item;
    size_t n;
} wkd_names;

enum { WKD_NO_CHANNEL = -1 };

typedef struct wkd_lay {
    wkb_arena *a;
    const wkt_chart *c;
    const wkd_measure *m;
    wkb_diag *d;
    wkd_scene *s;
    wk_status status; /* sticky */
    bool is_phone, is_whole;
    double x0, x1; /* where the panel may draw */
    double panel_width;
    double y; /* the next free height */
    uint8_t panel;
    /* data.c */
    int cat, val;               /* channels of rows and their values */
    wku_num *num[WKT_CHANNELS]; /* in units of their axis; NULL: no numbers */
    bool *is_out;               /* rows left out */
    wkd_names cats, series, panels;
    uint32_t *cat_of, *series_of, *panel_of; /* of each row */
    uint32_t *order;  /* of the categories, from the top */
    uint32_t *cell;   /* row + 1 of category and series; 0: none */
    uint8_t *color;   /* of each series */
    bool has_pick;    /* some row is picked out */
    wkd_axis axis[2]; /* across, upwards */
    /* frame.c */
    double name_width; /* of the column of names; 0: names stand above */
    WKB_LIST(wkd_box) obstacle; /* what labels should not cover */
    bool off_zero;              /* the axis of values does not start at zero */
    double per_cell;            /* of a waffle, in units of its axis */
} wkd_lay;

/* put.c: marks and words. Each is a no-op once the status is bad. */
double wkd_width(wkd_lay *l, wkb_str s, wkd_face face, double size_px);
/* s, or as much of it as fits, with an ellipsis. */
wkb_str
wkd_fit(wkd_lay *l, wkb_str s, wkd_face face, double size_px, double most);
/* Begins a mark; its points follow. */
void wkd_begin(wkd_lay *l, wkd_kind kind, wkd_role role, uint8_t color);
void wkd_to(wkd_lay *l, double x, double y);
wkd_mark *wkd_last(wkd_lay *l); /* the mark begun last */
void wkd_segment(
    wkd_lay *l, wkd_role role, double x0, double y0, double x1, double y1);
void
wkd_rect(wkd_lay *l, wkd_role role, uint8_t color, wkd_box box, uint32_t datum);
typedef struct wkd_dot {
    wkd_role role;
    uint8_t color;
    wkd_shape shape;
    double radius, x, y;
    uint32_t datum;
} wkd_dot;
void wkd_point_at(wkd_lay *l, wkd_dot dot);
/* A word, 12 px and regular unless it says otherwise. */
wkd_word wkd_say(wkd_word_role role, wkb_str s, double x, double y);
/* Measures and adds it; false if it could not be added. */
bool wkd_add(wkd_lay *l, wkd_word w);
/* Moves or cuts it so that it stands inside x0 to x1; the other adds it. */
void wkd_move_inside(wkd_lay *l, wkd_word *w, double x0, double x1);
bool wkd_add_inside(wkd_lay *l, wkd_word w, double x0, double x1);
void wkd_measure_word(wkd_lay *l, wkd_word *w);
/* Lines of s that are at most so wide; at most n of them, the last one cut. */
typedef struct wkd_column {
    wkd_face face;
    double size_px, width;
} wkd_column;
size_t wkd_wrap(wkd_lay *l, wkb_str s, wkd_column in, wkb_str *line, size_t n);
uint32_t wkd_datum_of(wkd_lay *l, uint32_t row, wkb_str name, int channel);
uint32_t wkd_datum_text(wkd_lay *l, uint32_t row, wkb_str name, wkb_str text);
wkb_str wkd_kept(wkd_lay *l, wkb_out *out);
wkb_str wkd_join(wkd_lay *l, wkb_str a, const char *between, wkb_str b);

/* number.c: texts of numbers, from the one formatter */
wkb_str wkd_number(wkd_lay *l, const wkd_axis *x, const wku_num *n);
wkb_str wkd_fixed(wkd_lay *l, double v, int places);
wkb_str wkd_power(wkd_lay *l, double v); /* 10^n, 2 x 10^n */
wkb_str wkd_tick_with_unit(wkd_lay *l, const wkd_axis *x, double v);
/* Spaces before units made narrow and unbreakable, a true minus. */
wkb_str wkd_pretty(wkd_lay *l, wkb_str s);

/* date.c: days from the first of March of year 0; a year or a month alone
 * lies in its middle. */
double wkd_day_of(double date);
double wkd_day_of_year(long year, int month); /* its first day; month from 1 */
void wkd_year_of(double day, long *year, int *month, int *day_of_month);
const char *wkd_month_name(int month); /* Jan; from 1 */

/* data.c */
wk_status wkd_take_data(wkd_lay *l);
/* domain.c: that x or y of each row lies in the domain that is asked for; that
 * what is measured from zero does, from lo to hi. */
wk_status wkd_check_domain(const wkd_lay *l, size_t k);
wk_status wkd_check_sizes(const wkd_lay *l); /* no area is below zero */
wk_status wkd_check_ends(const wkd_lay *l);  /* from a base to one value */
wk_status wkd_check_measured(const wkd_lay *l, int which, double lo, double hi);
bool wkd_is_text(const wkt_channel *ch);
double wkd_best(const wku_num *n); /* the middle where only a range is known */
uint32_t wkd_cell(const wkd_lay *l, uint32_t cat, uint32_t series);
uint8_t wkd_color_of(const wkd_lay *l, uint32_t row);
bool wkd_is_picked(const wkd_lay *l, uint32_t row);
wkb_str wkd_label_of(const wkd_lay *l, uint32_t row);
bool wkd_in_panel(const wkd_lay *l, uint32_t row);
/* Categories that stand in the panel, in order; how many. */
size_t wkd_panel_cats(wkd_lay *l, uint32_t *out);

/* axis.c */
wk_status wkd_take_axis(wkd_lay *l, int which, int channel);
void wkd_span_of(const wkd_lay *l, int channel, double *lo, double *hi);
void wkd_date_span(const wkd_lay *l, int channel, double *lo, double *hi);
void wkd_widen(double v, double *lo, double *hi);
/* Ends of a logarithmic axis a little outside the data's: by that share of
 * their ratio and that factor, less where they lie within twice each other. */
void wkd_pad_log(double *lo, double *hi, double share, double factor);
/* Sets what the axis spans, from the data's ends and the request. */
wk_status
wkd_set_domain(wkd_lay *l, int which, double lo, double hi, bool from_zero);
double wkd_at(const wkd_axis *x, double v);
wkb_str wkd_axis_title(wkd_lay *l, const wkd_axis *x);

/* ticks.c */
/* Whether the unit may take a prefix that suits each tick. */
bool wkd_takes_prefixes(const wkd_lay *l, const wkd_axis *x);
/* Chooses the labelled ticks of an axis length_px long; the labels of one that
 * is_across do not touch. */
void wkd_set_ticks(wkd_lay *l, wkd_axis *x, double length_px, bool is_across);
/* Whether that can be done on a length. */
bool wkd_ticks_fit(wkd_lay *l, const wkd_axis *x, double length_px);
/* Whether v, a minor tick of a logarithmic axis, is due: 2 to 9. */
size_t wkd_minor_ticks(const wkd_axis *x, double *out, size_t most);

/* labels.c */
/* Moves n heights, in order, so that each is gap from the next, all between
 * lo and hi; false if there is no room. */
bool wkd_spread(double *y, size_t n, double gap, double lo, double hi);
/* Adds a word beside a mark of that radius where there is room, with a line
 * to it if it is far; else counts it. */
void wkd_place(wkd_lay *l, wkd_word w, double x, double y, double radius);
bool wkd_is_free(const wkd_lay *l, const wkd_box *box, bool of_marks);
/* Measures it: whether it stands inside x0 to x1 and touches no word. */
bool wkd_has_room(wkd_lay *l, wkd_word *w);
/* Adds it if it has room, else counts it. */
void wkd_add_free(wkd_lay *l, wkd_word w);
void wkd_avoid(wkd_lay *l, wkd_box box);
void wkd_drop(wkd_lay *l, size_t n);

/* frame.c */
/* Key and title of the value axis above the plot; what they need of height. */
void wkd_head(wkd_lay *l, double left, const wkd_axis *x, int key);
enum { WKD_NO_KEY, WKD_KEY_FILLS, WKD_KEY_POINTS };
void wkd_put_key(wkd_lay *l, double left, int key);
/* A plot with both axes, of that height; right: what labels need beside it.
 * The words of the axes are set. */
void wkd_plot(wkd_lay *l, double height, double right);
void wkd_foot(wkd_lay *l); /* the title of the axis across */
/* Rows of categories: step from one to the next, thickness of a bar. */
typedef struct wkd_rows {
    size_t n;
    uint32_t *cat;
    double top, step, bar, left;
    double least;  /* of the step, where there is room; 0: a line of text */
    bool is_above; /* names stand above their bar */
} wkd_rows;
void wkd_name_column(wkd_lay *l);
wk_status wkd_rows_of(wkd_lay *l, wkd_rows *r, double usual, double bar);
double wkd_row_center(const wkd_rows *r, size_t i);
/* The names, and the grid with its ticks: after x.p0 and x.p1 are set. */
void wkd_rows_grid(wkd_lay *l, const wkd_rows *r);
void wkd_rows_names(wkd_lay *l, const wkd_rows *r);

/* A chart without a column for the color is one series. */
uint32_t wkd_n_series(const wkd_lay *l);

/* The request's reference lines and points over a plot; what they need above
 * rows. */
void wkd_annotate(wkd_lay *l);
void wkd_keep_off_notes(wkd_lay *l); /* words that follow leave lines free */
/* Moves a word that stands behind a mark to the right of the upright lines it
 * would stand on; it stays where there is no room for that. */
void wkd_step_over_notes(wkd_lay *l, wkd_word *w);
double wkd_room_for_notes(wkd_lay *l, double width);
wkb_str wkd_with_unit(wkd_lay *l, wkb_str number, const wkd_axis *x);
/* The right end that leaves room for a text behind each of n shares of the
 * length from p0 to x1. */
double wkd_right_end(const wkd_lay *l,
                     double p0,
                     const double *share,
                     const double *width,
                     size_t n);
double wkd_clamp(double v, double lo, double hi);
wkd_box wkd_plot_box(const wkd_lay *l);

/* One file a family: each draws the panel at hand, from l->y downwards. */
typedef struct wkd_family {
    wk_status (*prepare)(wkd_lay *l); /* axes, domains, head */
    wk_status (*draw)(wkd_lay *l);    /* one panel */
    wk_status (*finish)(wkd_lay *l);  /* what stands under all; or NULL */
} wkd_family;
extern const wkd_family wkd_bar, wkd_grouped_bar, wkd_stacked_bar, wkd_dots,
    wkd_range, wkd_scatter, wkd_line, wkd_area, wkd_roofline, wkd_timeline,
    wkd_waffle, wkd_heatmap, wkd_slope;

#endif
