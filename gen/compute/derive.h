/* Derivations: plain data taken from the trace of a value. */
#ifndef WKC_DERIVE_H
#define WKC_DERIVE_H

#include "base/json.h"
#include "compute/print.h"
#include "compute/run.h"

/* Sources with their locators, each pair once, in the order met. */
typedef struct wkc_source {
    wkb_str id, locator;
} wkc_source;
typedef struct wkc_sources {
    WKB_LIST(wkc_source) item;
} wkc_sources;

/* A cell that a step puts in. */
typedef struct wkc_used {
    wkb_str symbol;  /* as the formula calls it: m.active_params */
    wkb_str address; /* models.llama_3_8b.active_params */
    wkb_str row;     /* the row's name column, or its id */
    wkb_str value;   /* printed */
    wkb_str sources, locator, note;
    uint32_t table, column;
    uint32_t at_row;
    wkb_span at;
} wkc_used;

/* One formula, name or the expression itself: in symbols, with the numbers
 * put in, its result. */
typedef struct wkc_step {
    const wkc_formula *formula; /* NULL: the expression, or a name */
    wkb_str name;               /* empty: the expression itself */
    wkb_str symbols;            /* m.active_params × f.stored / c.bandwidth */
    wkb_str numbers; /* 8.03 billion param × 2 B/param / 3.35 TB/s; empty
                        where it would only repeat */
    wkb_str result;
    WKB_LIST(wkc_used) cell;
    WKB_LIST(wkb_str)
    remark;       /* "crosses direction: both_ways over one_way",
                                 "over 22 rows of chips" */
    size_t depth; /* calls above it */
} wkc_step;

typedef struct wkc_derivation {
    WKB_LIST(wkc_step) step;
} wkc_derivation;

wk_status wkc_derive(wkc_derivation *out,
                     wkb_arena *a,
                     const wkc_env *e,
                     const wkc_value *v);

/* Every source the value rests on: of its cells and of its formulas. */
wk_status wkc_sources_of(wkc_sources *out,
                         wkb_arena *a,
                         const wkc_env *e,
                         const wkc_value *v);

/* A value as prose prints it: the text of a cell or literal printed alone as
 * it was entered, `to` fixing the unit. shown may be NULL. */
wk_status wkc_put_value(wkb_out *out,
                        const wkc_env *e,
                        const wkc_value *v,
                        const wkc_expr *expr,
                        const wku_format *f,
                        wku_unit *shown);
/* The value of one place of the trace. */
void wkc_put_place(wkb_out *out,
                   const wkc_env *e,
                   const wkc_value *v,
                   const wkc_place *place);
/* "models.gpt_4.active_params", for a cell. */
void wkc_put_address(wkb_out *out,
                     const wkl_tables *t,
                     uint32_t table,
                     uint32_t row,
                     uint32_t column);

#endif
