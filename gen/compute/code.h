/* The one form: an expression compiled to a straight-line program over lanes.
 * The trace of a value is the program and its slots. */
#ifndef WKC_CODE_H
#define WKC_CODE_H

#include "compute/formulas.h"

/* Each instruction fills slot i of its own number; a, b, c are earlier slots.
 * Rows, interned texts and dates are whole numbers in the same lanes, truth
 * is 1 or 0, not known is NaN. */
typedef enum wkc_op {
    WKC_CONST,    /* k */
    WKC_INPUT,    /* lanes given by the caller: number k */
    WKC_OUTER,    /* a slot of the program around this one: outer[a] */
    WKC_LANE,     /* the row this lane stands for */
    WKC_VARIABLE, /* what `solve` looks for */
    WKC_CELL,     /* row a of table b, column c; k: ranged input, WKC_EXACT,
                     or WKC_BY_ROW: that of the row's own cell */
    WKC_FIND,     /* the row that lookup[c] finds */
    WKC_FOLD,     /* over rows: fold[c] */
    WKC_SOLVE,    /* between a and b: solve[c] */
    WKC_HOLDS,    /* claim[c] on a */
    WKC_SPREAD,   /* a..b; c: ranged input */
    WKC_ADD,
    WKC_SUB,
    WKC_MUL,
    WKC_DIV,
    WKC_POW,
    WKC_NEG,
    WKC_MIN,
    WKC_MAX,
    WKC_EQ,
    WKC_NE,
    WKC_LT,
    WKC_LE,
    WKC_GT,
    WKC_GE,
    WKC_DATE_EQ,
    WKC_DATE_NE,
    WKC_DATE_LT,
    WKC_DATE_LE,
    WKC_DATE_GT,
    WKC_DATE_GE,
    WKC_DATE_SUB,
    WKC_AND,
    WKC_OR,
    WKC_NOT,
    WKC_IF,   /* a ? b : c */
    WKC_ELSE, /* a ?? b */
    WKC_KNOWN,
    WKC_SQRT,
    WKC_EXP,
    WKC_LN,
    WKC_LOG2,
    WKC_LOG10,
    WKC_ABS,
    WKC_FLOOR,
    WKC_CEIL,
    WKC_ROUND,
    WKC_ERLANG_B,
    WKC_OPS
} wkc_op;

enum { WKC_EXACT = -1, WKC_BY_ROW = -2 };

typedef struct wkc_ins {
    uint8_t op;
    uint16_t a, b, c;
    double k;
} wkc_ins;

struct wkc_code;

/* table[column = slot, ...] */
typedef struct wkc_lookup {
    uint32_t table;
    size_t n;
    const uint32_t *column;
    const uint16_t *slot;
} wkc_lookup;

typedef enum wkc_fold_kind {
    WKC_FOLD_MIN,
    WKC_FOLD_MAX,
    WKC_FOLD_SUM,
    WKC_FOLD_MEAN,
    WKC_FOLD_MEDIAN,
    WKC_FOLD_QUANTILE,
    WKC_FOLD_FIRST,
    WKC_FOLD_LAST,
    WKC_FOLD_COUNT
} wkc_fold_kind;

typedef struct wkc_fold {
    wkc_fold_kind kind;
    uint32_t table;
    const struct wkc_code *where, *sort, *term; /* or NULL */
    bool desc;
    size_t limit; /* SIZE_MAX: none */
    double share; /* QUANTILE: 0 is the least, 1 the greatest */
} wkc_fold;

/* One use of an expression: the whole, or a formula's body at one call. Tells
 * which slot each node of the tree became. */
typedef struct wkc_place {
    bool is_set;
    uint16_t slot;
    uint32_t frame; /* of a call: the use of its formula, else 0 */
    wku_type type;
} wkc_place;
typedef struct wkc_frame {
    const wkc_formula *formula; /* NULL: the whole expression */
    const wkc_expr *expr;
    wkc_place *place;          /* by node */
    const wkc_place *argument; /* by parameter of the formula */
    wkc_place result;
} wkc_frame;

/* An uncertain input: a cell, or a range written in an expression. The same
 * one is one input wherever it is met. */
typedef struct wkc_ranged {
    uint32_t table, row, column; /* WKL_NONE where it has none */
    wkb_span at;
    double lo, hi;
    const void *home; /* the program of a range with computed ends */
} wkc_ranged;

typedef struct wkc_code {
    const wkc_ins *ins;
    const wku_type *type;
    const wkb_span *at;
    size_t n;
    uint16_t result;
    wku_type result_type;
    const wkc_lookup *lookup;
    const wkc_fold *fold;
    const struct wkc_code *const *solve; /* a - b, over WKC_VARIABLE */
    const wku_claim *claim;
    const uint16_t *outer; /* slots of the program around this one */
    size_t n_outer;
    uint32_t table;   /* lanes are its rows; WKL_NONE: they are values */
    bool is_constant; /* no outer slot, input or range: the same everywhere */
    bool may_hide;    /* holds an operation that can swallow a fault */
    bool is_simple;   /* holds none that can be at fault, and no range */
    const wkc_ranged *ranged; /* uncertain inputs, of the whole program */
    size_t n_ranged;
    size_t n_inputs;
    const wkc_formula *const *formula; /* every formula that was expanded */
    size_t n_formulas;
    const wkc_frame *frame; /* of the outermost program; 0 is the whole */
    size_t n_frames;
} wkc_code;

/* What a program reads, told while it is compiled. */
typedef enum wkc_read_kind {
    WKC_READ_HEADING, /* and a row that is named, or WKL_NONE */
    WKC_READ_ROWS,
    WKC_READ_COLUMN,
    WKC_READ_CELL,
    WKC_READ_FORMULA
} wkc_read_kind;
typedef struct wkc_read {
    wkc_read_kind kind;
    uint32_t table, column, row;
    const wkc_formula *formula;
} wkc_read;
typedef void (*wkc_read_fn)(void *ud, const wkc_read *r);

typedef struct wkc_env {
    wkl_tables *tables;
    const wkc_formulas *formulas;
    wkb_diag *diag;
    wkc_read_fn on_read; /* or NULL */
    void *ud;
    wkb_arena *spare; /* for what is forgotten at once, or NULL */
} wkc_env;

/* A name that stands for something where an expression is compiled. */
typedef struct wkc_binding {
    wkb_str name;
#define WKC_DOCUMENT_DATE "document.date" /* no name that could be given */
    enum { WKC_BIND_LET, WKC_BIND_ROW, WKC_BIND_INPUT } kind;
    const wkc_expr *let; /* LET: compiled where it is used */
    uint32_t row;        /* ROW: of type.table */
    uint32_t input;      /* INPUT: number of the caller's lanes */
    wku_type type;       /* ROW, INPUT */
} wkc_binding;
typedef struct wkc_bindings {
    const wkc_binding *item;
    size_t n;
    const wkb_pool *by_name; /* name i of it is item i, for the first of */
    size_t n_by_name;        /* them, this many; NULL and 0: for none */
    bool has_row;            /* the columns of this row are names too */
    uint32_t table, row;
} wkc_bindings;

/* The first of a name, or WKL_NONE. */
uint32_t wkc_find_binding(const wkc_bindings *list, wkb_str name);

/*
 * Compiles an expression: names, units and qualifiers are checked and resolved
 * here, before any number is read. Faults go to e->diag with their place.
 * expr must live as long as the code. A list of rows as the whole expression
 * is an error (WK_ETYPE).
 */
wk_status wkc_compile(const wkc_code **out,
                      wkb_arena *a,
                      const wkc_env *e,
                      const wkc_expr *expr,
                      const wkc_bindings *names);

/*
 * Compiles a list of rows, all of the expression; *table is theirs. The rows
 * are what wkc_rows gives.
 */
wk_status wkc_compile_list(const wkc_code **out,
                           uint32_t *table,
                           wkb_arena *a,
                           const wkc_env *e,
                           const wkc_expr *expr,
                           const wkc_bindings *names);

/* Whether a claim may be made of a value of type t, whose expression is root:
 * its dimension, and that it bears a unit unless the expression is pure or
 * ends in `to`; sets the claim's unit where it bears none. */
wk_status wkc_claim_fits(const wkc_env *e,
                         wku_claim *claim,
                         const wkc_node *root,
                         const wku_type *t,
                         wkb_span at);

/* Checks one formula's body against its signature, from headings alone. */
wk_status wkc_formula_check(const wkc_env *e, wkc_formula *f, wkb_arena *a);
/* All of them; sets is_sound. */
wk_status
wkc_formulas_check(const wkc_env *e, wkc_formulas *f, wkb_arena *scratch);

#endif
