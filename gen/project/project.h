/* A project in memory: its tables and formulas, and what a call needs. */
#ifndef WKP_PROJECT_H
#define WKP_PROJECT_H

#include "compute/answer.h"

typedef enum wkp_input_kind { WKP_CSV, WKP_FORMULAS } wkp_input_kind;
typedef struct wkp_input {
    wkp_input_kind kind;
    wkb_str path, name, bytes;
} wkp_input;

struct wk_project {
    wkb_arena arena; /* until wk_close */
    wkb_arena call;  /* until the next call */
    wkb_diag diag;
    wku_units units;
    wku_axes axes;
    wkl_tables tables;
    wkc_formulas formulas;
    wkc_env env;
    WKB_LIST(wkp_input) input;
    bool is_loaded;
    wk_status loaded; /* what loading came to */
    size_t n_files;   /* of the diag: beyond them stand texts of a call */
};

/* Loads if that was not done, and forgets the call before. */
wk_status wkp_begin(wk_project *p);
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

#endif
