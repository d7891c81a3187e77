/* Inside the compiler: programs being built, scopes, typed terms. Only the
 * compile_*.c files include this. */
#ifndef WKC_COMPILE_H
#define WKC_COMPILE_H

#include "compute/run.h"

enum {
    WKC_MOST_OPS = 4096,
    WKC_MOST_SLOTS = 4 * WKC_MOST_OPS, /* of one program, constants too */
    WKC_MOST_CALLS = 64,
    WKC_MOST_STEPS = 200000,
    WKC_DEEPEST = 1500 /* levels of all trees, so that input bounds the stack */
};

typedef struct wkc_scope wkc_scope;
typedef struct wkc_builder wkc_builder;

/* What a subtree became: a slot of some program, with its type there. */
typedef struct wkc_term {
    wku_type type;
    const wkc_builder *home;
    uint16_t slot;
    const wkc_node *list; /* of ROWS: the tree, and where its names live */
    const wkc_scope *list_scope;
} wkc_term;

/* A formula already expanded with the same arguments, or a name of the
 * document already compiled. */
typedef struct wkc_expansion {
    const void *of; /* the wkc_formula, or the wkc_expr */
    size_t n_arguments;
    const wkc_term *argument;
    wkc_term result;
    uint32_t frame;
} wkc_expansion;

/* A program being built. */
struct wkc_builder {
    wkc_builder *parent;
    wkb_arena *arena;
    WKB_LIST(wkc_ins) ins;
    WKB_LIST(wku_type) type;
    WKB_LIST(wkb_span) at;
    WKB_LIST(uint16_t) outer;
    WKB_LIST(wkc_lookup) lookup;
    WKB_LIST(wkc_fold) fold;
    WKB_LIST(const wkc_code *) solve;
    WKB_LIST(wku_claim) claim;
    WKB_LIST(wkc_expansion) expansion;
    uint32_t *slot_of; /* open addressing over ins: slot + 1 */
    size_t n_slot_of;
    uint32_t table; /* its lanes' rows, or WKL_NONE */
    bool varies;    /* an outer slot, input or range came up */
    bool may_hide;
};

/* Where names are looked up: the innermost first. */
struct wkc_scope {
    const wkc_scope *up;
    enum { WKC_IN_ROWS, WKC_IN_FORMULA, WKC_IN_SOLVE, WKC_IN_BINDINGS } kind;
    wkc_term row;               /* ROWS: the row of this lane */
    const wkc_formula *formula; /* FORMULA */
    const wkc_term *argument;   /* FORMULA: by parameter */
    wkb_str variable;           /* SOLVE */
    wkc_term value;             /* SOLVE */
    wkc_bindings bindings;      /* BINDINGS */
};

/* The cells of kind expression that are being expanded, innermost first. */
typedef struct wkc_opened {
    const struct wkc_opened *up;
    uint32_t table, row, column;
} wkc_opened;

/* The defaults that are being compiled, innermost first. */
typedef struct wkc_defaulted {
    const struct wkc_defaulted *up;
    const wkc_param *param;
} wkc_defaulted;

typedef struct wkc_compiler {
    wkb_arena *arena;
    const wkc_env *env;
    const wkl_tables *tables;
    wku_units *units;
    const wku_axes *axes;
    wkb_diag *d;
    size_t n_ops, n_steps, n_calls, depth;
    size_t n_inputs;
    WKB_LIST(wkc_ranged) ranged;
    WKB_LIST(const wkc_formula *) formula; /* expanded so far, each once */
    WKB_LIST(wkc_frame) frame;
    uint32_t now; /* frame being filled; UINT32_MAX: none (inside rows) */
    const wkc_formula *stack[WKC_MOST_CALLS];
    const wkc_opened *opened;
    const wkc_defaulted *defaulted;
    const wkc_node
        *asked; /* by known(); NULL then: an empty cell without unit */
} wkc_compiler;

/* compile.c */
wk_status wkc_term_of(wkc_compiler *cc,
                      wkc_builder *b,
                      const wkc_scope *s,
                      const wkc_node *n,
                      wkc_term *out);
/* The same, and it must be a number. */
wk_status wkc_number_of(wkc_compiler *cc,
                        wkc_builder *b,
                        const wkc_scope *s,
                        const wkc_node *n,
                        wkc_term *out);
wk_status wkc_truth_of(wkc_compiler *cc,
                       wkc_builder *b,
                       const wkc_scope *s,
                       const wkc_node *n,
                       wkc_term *out);
/* t, the term of n, must be a condition. */
wk_status
wkc_must_be_truth(wkc_compiler *cc, const wkc_node *n, const wkc_term *t);
/* The two ends of a range literal. */
wk_status wkc_range_ends(wkc_compiler *cc,
                         wkc_builder *b,
                         const wkc_scope *s,
                         const wkc_node *n,
                         wkc_term end[2]);
/* A new frame for an expression; its number, UINT32_MAX where none is kept. */
wk_status wkc_frame_begin(wkc_compiler *cc,
                          const wkc_builder *b,
                          const wkc_formula *f,
                          const wkc_expr *expr,
                          uint32_t *out);
/* Notes that node n of the current frame is explained by another frame. */
void wkc_frame_link(wkc_compiler *cc, const wkc_node *n, uint32_t frame);
/* The expansion of a formula or name that b holds already, or NULL. */
const wkc_expansion *wkc_expanded(const wkc_builder *b,
                                  const void *of,
                                  const wkc_term *argument,
                                  size_t n_arguments);
wk_status wkc_remember(wkc_builder *b, const wkc_expansion *e);
void wkc_builder_init(wkc_builder *b,
                      wkc_compiler *cc,
                      wkc_builder *parent,
                      uint32_t table);
/* Closes a program; result is brought into it. */
wk_status wkc_builder_end(wkc_compiler *cc,
                          wkc_builder *b,
                          const wkc_term *result,
                          wkb_span at,
                          const wkc_code **out);
wk_status wkc_too_long(const wkc_compiler *cc, wkb_span at);

/* emit.c */
/* The slot of ins in b, a new one unless an equal one is there. */
wk_status wkc_emit(wkc_compiler *cc,
                   wkc_builder *b,
                   wkc_ins ins,
                   const wku_type *type,
                   wkb_span at,
                   wkc_term *out);
/* The slot of a term in b, passed inwards where it lives further out. */
wk_status wkc_use(wkc_compiler *cc,
                  wkc_builder *b,
                  const wkc_term *t,
                  wkb_span at,
                  uint16_t *slot);
wk_status wkc_emit1(wkc_compiler *cc,
                    wkc_builder *b,
                    wkc_op op,
                    const wkc_term *a,
                    wkb_span at,
                    wkc_term *out); /* out->type is the type to give it */
wk_status wkc_emit2(wkc_compiler *cc,
                    wkc_builder *b,
                    wkc_op op,
                    const wkc_term *const pair[2],
                    wkb_span at,
                    wkc_term *out);
wk_status wkc_emit_const(wkc_compiler *cc,
                         wkc_builder *b,
                         double k,
                         const wku_type *type,
                         wkb_span at,
                         wkc_term *out);
/* Number of an uncertain input, a new one unless it is known. */
wk_status
wkc_ranged_input(wkc_compiler *cc, const wkc_ranged *key, uint16_t *out);
/* lo..hi where at stands in the text. */
wk_status wkc_emit_spread(wkc_compiler *cc,
                          wkc_builder *b,
                          const wkc_term *const ends[2],
                          wkb_span at,
                          wkc_term *out);
/* The value of a term that is the same whatever the lanes: constants, cells
 * of named rows, look-ups by constants. NaN if its cell is not known. */
bool wkc_constant(const wkc_compiler *cc, const wkc_term *t, double *value);

/* names.c */
/* document.X, which is no row: what the page says of itself. Its bindings have
 * the names WKC_DOCUMENT_DATE. */
bool wkc_is_document(const wkc_compiler *cc, const wkc_node *n);
wk_status wkc_document(wkc_compiler *cc,
                       wkc_builder *b,
                       const wkc_scope *s,
                       const wkc_node *n,
                       wkc_term *out);
wk_status wkc_name_of(wkc_compiler *cc,
                      wkc_builder *b,
                      const wkc_scope *s,
                      const wkc_node *n,
                      wkc_term *out);
/* Whether a scope gives a name a meaning (tables aside). */
bool wkc_stands_for(const wkc_compiler *cc, const wkc_scope *s, wkb_str name);

/* compile_ops.c: operators; compile_convert.c: to and as */
/* left: the term of the left side. */
wk_status wkc_binary(wkc_compiler *cc,
                     wkc_builder *b,
                     const wkc_scope *s,
                     const wkc_node *n,
                     const wkc_term *left,
                     wkc_term *out);
wk_status wkc_unary(wkc_compiler *cc,
                    wkc_builder *b,
                    const wkc_scope *s,
                    const wkc_node *n,
                    wkc_term *out);
wk_status wkc_convert(wkc_compiler *cc,
                      wkc_builder *b,
                      const wkc_scope *s,
                      const wkc_node *n,
                      wkc_term *out);
/* x and y must agree as for + (dimension, qualifiers); verb says what for. */
wk_status wkc_agree(wkc_compiler *cc,
                    const wkc_term *x,
                    const wkc_term *y,
                    wkb_span at,
                    const char *verb,
                    wku_type *out);
wk_status wkc_times(wkc_compiler *cc,
                    wkc_builder *b,
                    wkc_op op,
                    const wkc_term *const pair[2],
                    wkb_span at,
                    wkc_term *out);
wk_status wkc_plus(wkc_compiler *cc,
                   wkc_builder *b,
                   wkc_op op,
                   const wkc_term *const pair[2],
                   wkb_span at,
                   wkc_term *out);
bool wkc_is_number(const wkc_term *t);
/* What a kind is called in messages. */
const char *wkc_kind_name(wku_kind kind);
/* A type as a person writes it: 'GB/s as one_way', 'a row of chips'. */
wkb_str wkc_type_name(wkc_compiler *cc, const wku_type *t);

/* compile_rows.c: tables, rows, cells, lists */
wk_status wkc_member(wkc_compiler *cc,
                     wkc_builder *b,
                     const wkc_scope *s,
                     const wkc_node *n,
                     wkc_term *out);
wk_status
wkc_by_id(wkc_compiler *cc, wkc_builder *b, const wkc_node *n, wkc_term *out);
wk_status wkc_find(wkc_compiler *cc,
                   wkc_builder *b,
                   const wkc_scope *s,
                   const wkc_node *n,
                   wkc_term *out);
wk_status wkc_row_of(wkc_compiler *cc,
                     wkc_builder *b,
                     uint32_t table,
                     uint32_t row,
                     wkb_span at,
                     wkc_term *out);
wk_status wkc_cell(wkc_compiler *cc,
                   wkc_builder *b,
                   const wkc_term *row,
                   uint32_t column,
                   const wkc_node *n,
                   wkc_term *out);
/* The number of a column; unknown: WK_ENAME with the nearest. */
wk_status wkc_column_of(
    wkc_compiler *cc, uint32_t table, wkb_str name, wkb_span at, uint32_t *out);
/* An id written as text becomes the row of the table that it names. */
/* A bare year beside a date is that year. */
wk_status wkc_year_as_date(wkc_compiler *cc,
                           wkc_builder *b,
                           wkc_term *t,
                           const wkc_node *n);
wk_status wkc_text_to_row(wkc_compiler *cc,
                          wkc_builder *b,
                          wkc_term *text,
                          uint32_t table,
                          wkb_span at);
/* Whether a text written out stands in some cell of a column of t; status is
 * that of the error. */
wk_status wkc_text_is_held(wkc_compiler *cc,
                           wk_status status,
                           const wkl_table *t,
                           const wkl_column *c,
                           const wkc_term *text,
                           wkb_span at);
/* Two terms of kind text, or row and text, made comparable. */
wk_status wkc_compare_texts(wkc_compiler *cc,
                            wkc_builder *b,
                            const wkc_node *n,
                            wkc_term pair[2]);
void wkc_tell(const wkc_compiler *cc,
              wkc_read_kind kind,
              uint32_t table,
              uint32_t column,
              uint32_t row);

/* compile_calls.c: functions, folds, formulas, solve */
wk_status wkc_call(wkc_compiler *cc,
                   wkc_builder *b,
                   const wkc_scope *s,
                   const wkc_node *n,
                   wkc_term *out);
/* compile_folds.c */
/* The rows of a list, as the one fold that counts them. */
wk_status wkc_count_of(wkc_compiler *cc,
                       wkc_builder *b,
                       const wkc_term *list,
                       wkb_span at,
                       wkc_term *out);
wk_status wkc_fold_of(wkc_compiler *cc,
                      wkc_builder *b,
                      const wkc_scope *s,
                      const wkc_node *n,
                      wkc_fold_kind kind,
                      wkc_term *out);
wk_status wkc_solve_of(wkc_compiler *cc,
                       wkc_builder *b,
                       const wkc_scope *s,
                       const wkc_node *n,
                       wkc_term *out);
/* The table of a list's tree; WKL_NONE and an error if it is none. */
wk_status wkc_list_table(wkc_compiler *cc,
                         wkc_builder *b,
                         const wkc_scope *s,
                         const wkc_node *n,
                         wkc_term *out);
/* Whether a term may be the argument of parameter i (dimension, qualifiers,
 * table); a percentage for a pure number becomes one. */
wk_status wkc_fits(wkc_compiler *cc,
                   const wkc_formula *f,
                   size_t i,
                   const wkc_node *n,
                   wkc_term *t);
wk_status wkc_formula_call(wkc_compiler *cc,
                           wkc_builder *b,
                           const wkc_scope *s,
                           const wkc_node *n,
                           wkc_term *out);
/* The body with its arguments in their slots, its result declared. call: the
 * node that calls it, or NULL. */
wk_status wkc_expand(wkc_compiler *cc,
                     wkc_builder *b,
                     const wkc_formula *f,
                     const wkc_term *argument,
                     const wkc_node *call,
                     wkc_term *out);

#endif
