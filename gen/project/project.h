/* A project in memory: its tables and formulas, and what a call needs. */
#ifndef WKP_PROJECT_H
#define WKP_PROJECT_H

#include "compute/answer.h"

typedef enum wkp_input_kind {
    WKP_CSV,
    WKP_FORMULAS,
    WKP_SITE,     /* data/site.yaml */
    WKP_TEMPLATE, /* templates/NAME.md, partials too */
    WKP_COPY,     /* any other file below templates/ */
    WKP_INPUT_KINDS
} wkp_input_kind;
typedef struct wkp_input {
    wkp_input_kind kind;
    wkb_str path;  /* in the project */
    wkb_str name;  /* without its folder and, of data, its suffix */
    wkb_str bytes; /* all of it */
    uint32_t file; /* of the diag; of documents alone */
} wkp_input;

struct wk_project {
    wkb_arena arena; /* until wk_close */
    wkb_arena call;  /* until the next call */
    wkb_arena spare; /* within one */
    wkb_diag diag;
    wku_units units;
    wku_axes axes;
    wkl_tables tables;
    wkc_formulas formulas;
    wkc_env env;
    wk_files files;            /* where documents are read from, or nothing */
    const struct wkb_dir *dir; /* whose these are; NULL: the caller's own */
    WKB_LIST(wkp_input) input;
    wkb_pool cited;     /* sources that documents cite, once they are made */
    bool has_documents; /* templates and site.yaml are among the inputs */
    bool is_loaded;
    wk_status loaded; /* what loading came to */
    size_t n_files;   /* of the diag: beyond them stand texts of a call */
    const struct wkp_module *module; /* what draws; NULL: not needed yet */
    struct wkd_fonts *fonts;
    wkb_str fonts_folder; /* the caller's; empty: as installed */
    wkb_str look; /* of all pictures: program, fonts, colors; empty: unread */
};

/* Loads if that was not done, and forgets the call before. */
wk_status wkp_begin(wk_project *p);
/* The same, and reads the documents if that was not done. */
wk_status wkp_documents(wk_project *p);
/* built_in.c: makes those of the tables formulas, parameters, cited and uses
 * that a text may name, once. */
wk_status wkp_built_in(wk_project *p, wkb_str text);
/* An input by its path, once documents are read; or NULL. */
const wkp_input *wkp_find_input(const wk_project *p, wkb_str path);
/* Gives a text of this call a number among the files. */
wk_status wkp_text(
    wk_project *p, const char *name, const char *text, size_t n, wkb_span *out);

/* An interpolation, evaluated. */
typedef wkc_answer wkp_result;

/* A false claim or condition is reported: WK_ECLAIM; *out is filled. */
wk_status
wkp_evaluate(wk_project *p, wkp_result *out, const char *expr, size_t n);
/* {"value":...} of a result, as members of the object that is open. */
void wkp_json_value(wk_project *p, wkb_json *j, const wkp_result *r);

/* A number of base units with three figures, in a unit. */
wk_status wkp_put_quantity(wk_project *p,
                           wkb_out *out,
                           double value,
                           const wku_unit *unit);

/* A cell of kind expression and its value, until the arena `call` is
 * rewound. */
typedef struct wkp_cell {
    const wkl_table *table;
    uint32_t row, column;
    wkb_span at;
    wkc_expr expr;
    const wkc_code *code;
    wkc_value value;
} wkp_cell;
/* Evaluates the cell that table, row and column name; *is_filled unless it is
 * empty. A fault is reported and its status returned. */
wk_status wkp_cell_read(wk_project *p, wkp_cell *c, bool *is_filled);
/* A text for a message that is told anyway: where memory is out, it says so. */
wkb_str wkp_kept(wkb_out *out);
/* "'id'", or "this row" where a table has no ids. */
wkb_str wkp_row_name(wk_project *p, const wkl_table *t, uint32_t row);
/* The text of a cell of column, or empty where it has none. */
wkb_str wkp_cell_text(const wk_project *p,
                      const wkl_table *t,
                      uint32_t row,
                      uint32_t column);
/* A column of a kind by its name, or WKL_NONE. */
uint32_t wkp_column(const wkl_table *t, const char *name, wku_kind kind);

/* claims.c: the conditions of a column named `holds`, and the claims of a
 * table with the columns `expression [expr]` and `stated [text]`. Every fault
 * is reported; the status is that of one. */
wk_status wkp_check_conditions(wk_project *p,
                               const wkl_table *t,
                               uint32_t column,
                               wk_check_report *out);
bool wkp_is_claims(const wkl_table *t);
wk_status
wkp_check_claims(wk_project *p, const wkl_table *t, wk_check_report *out);

/* What a prediction is: the best that can be measured, the least (of a time),
 * or neither. */
typedef enum wkp_bound { WKP_ESTIMATE, WKP_CEILING, WKP_FLOOR } wkp_bound;

/* A row of a table with the columns `measurement [@table]`, `quantity [text]`
 * (a column of that table) and `expression [expr]`. */
typedef struct wkp_prediction {
    wkp_cell cell;
    bool is_filled;      /* else it is left out, and the note says why */
    const wkl_table *of; /* where it was measured */
    uint32_t of_row, of_column;
    wkb_str quantity, note;
    wkp_bound bound;
    bool has_unit; /* what was measured states one */
    wku_unit unit;
    double measured, predicted; /* in base units; NaN: not known */
} wkp_prediction;

/* predictions.c */
bool wkp_is_predictions(const wkl_table *t);
/* Reads and evaluates a row. Faults are reported. */
wk_status wkp_prediction_read(wk_project *p,
                              wkp_prediction *out,
                              const wkl_table *t,
                              uint32_t row);
/* "'id'", or "decode of 'measurement'" where the table has no ids. */
wkb_str wkp_prediction_name(wk_project *p, const wkp_prediction *q);
/* Both known, and the measurement better than its bound allows. */
bool wkp_is_beyond(const wkp_prediction *q);
wk_status
wkp_check_predictions(wk_project *p, const wkl_table *t, wk_check_report *out);
/* The text of the cell that by names, a column of the predictions or of the
 * measurements, or a path through references ("chip.vendor"). */
bool wkp_prediction_key(const wk_project *p,
                        const wkp_prediction *q,
                        wkb_str by,
                        wkb_str *out);

/* Whether a part of a path begins with _: a partial or a layout. */
bool wkp_is_partial(wkb_str name);

#endif
