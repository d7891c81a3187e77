/* Running programs over lanes, and finding out why a lane has no value. */
#ifndef WKC_RUN_H
#define WKC_RUN_H

#include <math.h>

#include "compute/code.h"

enum { WKC_BLOCK = 256 }; /* lanes that stay in cache together */

enum { WKC_MOST_RANGED = 4096 }; /* uncertain inputs of one value */

/* operate.c: an operation of two operands, or of one (then b is not read), over
 * n lanes; out is none of them. Comparisons and conditions give 1 or 0. */
enum { WKC_MOST_SERVERS = 1000000 }; /* of erlang_b */
void
wkc_operate(wkc_op op, const double *a, const double *b, double *out, size_t n);

/* The rows that the fold of a program's result was made of, in order. */
typedef struct wkc_list {
    uint32_t *row; /* room for all of the table */
    size_t n, left_out;
    bool is_known; /* set once the fold has run without fault */
} wkc_list;

/* Told of each cell that a value depends on. */
typedef void (*wkc_cell_fn)(void *ud,
                            uint32_t table,
                            uint32_t row,
                            uint32_t column);

/*
 * One run of a program. Set up by the caller: env, code, lanes, slot (code->n
 * times lanes doubles), and what the program needs of the rest.
 */
typedef struct wkc_run {
    const wkl_tables *tables;
    wkb_arena *scratch;
    const wkc_code *code;
    size_t lanes;
    double *slot;               /* slot[i * lanes + lane] */
    bool has_constants;         /* slot holds those of the block before, of as
                                   many lanes */
    const double *const *input; /* by input: lanes values; of an inner program
                                   the one of its outer lane, see `fixed` */
    const wkc_ranged *ranged;   /* the inputs that coordinates are given for */
    size_t n_ranged;
    const double *coord; /* by ranged input, stride apart: 0 low to 1 high,
                            NaN for the best value */
    size_t stride;
    unsigned char *met; /* by ranged input: set where it is read, or NULL */
    size_t near;        /* the ranged input that was read last */
    bool one_input; /* inputs have a value for all lanes, not one for each */
    bool fixed;     /* an inner program: inputs and coordinates do not vary */
    size_t fixed_lane;
    const uint32_t *row; /* of a program over rows: the row of each lane */
    double variable;     /* of solve */
    const struct wkc_run *outer;
    size_t outer_lane;
    const wku_num *spread; /* for WKC_HOLDS on ranges, or NULL */
    uint64_t *chosen;      /* mixes in which rows were chosen, or NULL */
    uint64_t *first;       /* by slot: the rows chosen in the first lane of a
                              range, or NULL where lanes may differ */
    size_t undecided;      /* slot of a fold whose rows differ by lane, or
                              SIZE_MAX; set by the caller before */
    const struct wkc_watch *watch; /* told of what runs over rows, or NULL */
    wkc_cell_fn visit;             /* of cells that folds take in, or NULL */
    void *visit_ud;
    bool is_best;     /* the lane of best values: all coordinates are NaN */
    bool lacks_best;  /* a fold met a range that states no best value */
    uint32_t *picked; /* the row that a fold took its value from, or NULL */
    wkc_list *list;   /* takes the rows of the result, or NULL */
    size_t *left_out; /* by slot: 1 + the rows that a fold left out, 0 where it
                         has no value; of the one lane, or NULL: not kept */
    uint64_t *left;   /* steps that may still be taken, or NULL: no bound */
    wk_status status; /* WK_ENOMEM when memory ran out, WK_ELIMIT when the
                         steps did: what is in the slots then is nothing */
} wkc_run;

/* Told of a program over rows once a block of its lanes has run. */
typedef struct wkc_watch {
    wk_status (*block)(void *ud, wkc_run *in);
    void *ud;
} wkc_watch;

void wkc_run_code(wkc_run *r);
/* Sets up the run of an inner program for one lane of r; slot is NULL when
 * memory ran out, and nothing until the program has run to its end. */
wkc_run
wkc_inner_run(wkc_run *r, const wkc_code *code, size_t lane, size_t lanes);

/* The NaN of a range that states no best value, apart from that of what is
 * not known: known() and ?? must not take one for the other. */
double wkc_no_best(void);
bool wkc_is_no_best(double x);

/* The slots that instruction number at reads, and how many. */
enum { WKC_MOST_OPERANDS = 16 };
size_t
wkc_operands(const wkc_code *c, size_t at, uint16_t out[WKC_MOST_OPERANDS]);

/* Steps of one evaluation: a second or two of work. Folds and solve inside
 * each other multiply, so that a line of text could ask for years. */
#define WKC_MOST_WORK ((uint64_t)1 << 29)
/* Reports that an evaluation took more; WK_ELIMIT. */
wk_status wkc_too_much_work(const wkc_env *e, const wkc_code *c);

/* Why a slot has no value in a lane: a cell or input that is not known
 * (WK_EUNKNOWN), or an operation's fault. */
typedef struct wkc_cause {
    wk_status status; /* WK_OK: there is none */
    const wkc_code *code;
    size_t slot;
    uint32_t table, row, column; /* of a cell; of a fault inside rows the row */
    double a, b;                 /* operands */
} wkc_cause;

/*
 * Looks at all that lane's result depends on (not at branches not taken): the
 * first fault if there is one, even where ?? or known() hid it; else, where
 * the result is not known, the cell. *left_out grows by the rows that a where
 * could not decide.
 */
wkc_cause wkc_examine(wkc_run *r, size_t lane, size_t *left_out);

/* Which slots the result of this lane depends on, in scratch; NULL when memory
 * is out. */
const char *wkc_live_slots(wkc_run *r, size_t lane);

/* Tells visit of every cell that lane's result depends on, also inside folds.
 */
void wkc_visit(wkc_run *r, size_t lane, wkc_cell_fn visit, void *ud);

/* Reports a cause that is a fault, at its place. Returns its status. where:
 * of which values it is true ("where x = 3"), or empty. */
wk_status wkc_report_cause(const wkc_env *e, const wkc_cause *c);
wk_status
wkc_report_cause_of(const wkc_env *e, const wkc_cause *c, wkb_str where);

/* The row that a look-up finds; *n_found counts (stops at 2). */
uint32_t wkc_find_row(const wkl_tables *tables,
                      const wkc_lookup *l,
                      const double *key,
                      size_t *n_found);
static inline double
wkc_cell_value(const wkl_column *c, uint32_t row)
{
    if (c->num)
        return c->num[row];
    return c->index[row] == WKL_NONE ? (double)NAN : (double)c->index[row];
}
/* Whether a cell is the value that a look-up asks for. */
bool wkc_key_holds(const wkl_column *c, uint32_t row, double key);

/* folds.c: the rows of the list whose count() is the whole program, in order;
 * *row in a. A fault, or a condition over a range, is reported. */
wk_status wkc_rows_of(uint32_t **row,
                      size_t *n,
                      wkb_arena *a,
                      const wkc_env *e,
                      const wkc_code *c);

/* Makes a range hold x, unless x is NaN. */
void wkc_widen(wku_num *n, double x);

/* folds.c: one fold or solve in one lane; *why says why it is NaN. */
double wkc_run_fold(wkc_run *r,
                    const wkc_fold *f,
                    size_t lane,
                    wkc_cause *why,
                    size_t *left_out);
/* Whether the condition of a fold holds for a row in one lane, NaN if that is
 * not known; slot, where not NULL, grows by what the condition's slots are. */
double wkc_run_condition(
    wkc_run *r, const wkc_fold *f, size_t lane, uint32_t row, wku_num *slot);
double
wkc_run_solve(wkc_run *r, const wkc_ins *ins, size_t lane, wkc_cause *why);

/* A value: the trace is the program and its slots. */
typedef struct wkc_value {
    const wkc_code *code;
    wku_type type;
    wku_num num;         /* in base units; not a number kind: in v */
    wk_status status;    /* WK_OK, WK_EUNKNOWN or WK_EUNDECIDED */
    wkc_cause cause;     /* where it is not known */
    const wku_num *slot; /* by slot: over all lanes */
    size_t n_left_out;
    bool is_sampled; /* an extreme lies inside the ranges */
    size_t n_ranged;
} wkc_value;

/* The row that the extreme in a slot of v came from; WKL_NONE where that is
 * none, or where ranges may move it. */
uint32_t wkc_extreme_row(const wkl_tables *tables,
                         wkb_arena *scratch,
                         const wkc_value *v,
                         size_t slot);

/* How many rows the fold in a slot of v is over; NaN if that is not known. */
double wkc_rows_of_fold(const wkl_tables *tables,
                        wkb_arena *scratch,
                        const wkc_value *v,
                        size_t slot);

/* Evaluates a program; input: one value an input, or NULL. A fault is
 * reported and its status returned; not known and undecided are values. */
wk_status wkc_evaluate(wkc_value *out,
                       wkb_arena *a,
                       const wkc_env *e,
                       const wkc_code *c,
                       const double *input);

/* ranges.c: what an evaluation over ranges must refuse. Told of each lane once
 * it has run. */
typedef wk_status (*wkc_lane_fn)(void *ud, wkc_run *r, size_t lane);
/* Runs every lane of an evaluation once more. */
typedef struct wkc_again {
    const wkc_env *e;
    const wkc_code *code;
    const wku_num *slot; /* over all lanes */
    wkb_arena *arena;
    wk_status (*run)(void *ud,
                     wkc_lane_fn fn,
                     const wkc_watch *watch,
                     void *fn_ud);
    void *ud;
} wkc_again;

/* divisors.c: WK_EZERO where a divisor is negative in one lane and positive in
 * another: no corner need be zero for the quotient to have no bounds. */
wk_status wkc_check_divisors(const wkc_again *g);
/* Reports which row a `where` chooses in some lanes alone, with the range and
 * the threshold: WK_EUNDECIDED. at: the slot of the fold. */
wk_status wkc_report_choice(const wkc_again *g, size_t at);
/* The range of a slot, in the unit of its type. */
void wkc_put_range(wkb_out *out,
                   const wkc_env *e,
                   const wkc_code *code,
                   size_t at,
                   const wku_num *n);
/* " (1-3 against 2)": the comparison that a condition hangs on, nothing if
 * there is none; slot: what the slots of code are over all lanes. */
void wkc_put_comparison(wkb_out *out,
                        const wkc_env *e,
                        const wkc_code *code,
                        const wku_num *slot);

/* The rows of a list that wkc_compile_list compiled, in their order; *row
 * lives in the arena. A fault is reported; a condition that a range leaves
 * undecided is one. */
wk_status wkc_rows(const uint32_t **row,
                   size_t *n,
                   size_t *left_out,
                   wkb_arena *a,
                   const wkc_env *e,
                   const wkc_code *c);
/* folds.c: the same in one lane of a run. */
bool wkc_run_rows(wkc_run *r,
                  const wkc_fold *f,
                  uint32_t *row,
                  size_t *n,
                  wkc_cause *why,
                  size_t *left_out);

/* The cells that a value without inputs depends on, over its ranges. Works in
 * an arena of its own, with the allocator of `like`. */
wk_status wkc_cells_of(const wkb_arena *like,
                       const wkc_env *e,
                       const wkc_value *v,
                       wkc_cell_fn visit,
                       void *ud);

#endif
