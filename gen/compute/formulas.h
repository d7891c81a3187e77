/* Formula files: documentation, signature, body (LANGUAGE 5). */
#ifndef WKC_FORMULAS_H
#define WKC_FORMULAS_H

#include "compute/parse.h"
#include "load/table.h"

/* A type as it is written in a signature. */
typedef struct wkc_type_text {
    wkb_str text; /* a table, "text", a unit; empty: a pure number */
    wkb_span at;
    wkb_str qual[4];
    wkb_span qual_at[4];
    size_t n_quals;
} wkc_type_text;

typedef struct wkc_param {
    wkb_str name;
    wkb_span at;
    wkc_type_text written;
    wku_type type; /* once linked */
    bool has_fallback;
    wkc_expr fallback; /* the default */
} wkc_param;

/* "## source: id, locator" */
typedef struct wkc_citation {
    wkb_str id, locator;
    wkb_span at; /* the id */
} wkc_citation;

typedef struct wkc_formula {
    wkb_str name;
    wkb_span at;           /* the name */
    wkb_span whole;        /* signature and body */
    WKB_LIST(wkb_str) doc; /* lines, without "## " */
    WKB_LIST(wkc_citation) citation;
    WKB_LIST(wkb_span) example; /* "## example: expression" */
    wkc_param *param;
    size_t n_params;
    wkc_type_text written;
    wku_type result;
    wkc_expr body;
    bool is_sound; /* its types are known and its body was checked */
} wkc_formula;

typedef struct wkc_formulas {
    wkb_arena *arena;
    WKB_LIST(wkc_formula *) formula;
    uint32_t *by_name; /* open addressing over names: number + 1 */
    size_t n_by_name;  /* a power of two, or 0 */
    size_t n_by_name_used;
} wkc_formulas;

/* Counts faults while formulas are gone through, one after the other. False:
 * go no further, since memory is out or WKC_MAX_FAULTS have been reported
 * (which is then noted at the formula). worst: the last fault's status. */
enum { WKC_MAX_FAULTS = 200 };
typedef struct wkc_faults {
    size_t n;
    wk_status worst;
} wkc_faults;
bool wkc_go_on(wkc_faults *f, wk_status status, wkb_span at, wkb_diag *d);

void wkc_formulas_init(wkc_formulas *f, wkb_arena *a);

/*
 * Reads one formula file, number `file` of the diag's list; its bytes are
 * borrowed. Goes on behind a faulty formula; the status is the last fault's.
 * Types are resolved by wkc_formulas_link, once all tables are read.
 */
wk_status
wkc_formulas_read(wkc_formulas *f, wkb_str bytes, uint32_t file, wkb_diag *d);

/* Resolves the types of all signatures and the sources. */
wk_status wkc_formulas_link(wkc_formulas *f, const wkl_tables *t);

/* NULL if there is none. */
const wkc_formula *wkc_formula_find(const wkc_formulas *f, wkb_str name);

#endif
