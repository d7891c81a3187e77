/* Expressions as trees (LANGUAGE 4). */
#ifndef WKC_PARSE_H
#define WKC_PARSE_H

#include "compute/lex.h"

typedef enum wkc_kind {
    WKC_NUMBER,   /* value, unit */
    WKC_RANGE,    /* value..value2, unit */
    WKC_DATE,     /* value */
    WKC_TEXT,     /* name */
    WKC_NAME,     /* name */
    WKC_MEMBER,   /* child.name */
    WKC_BY_ID,    /* child["name"] */
    WKC_LOOKUP,   /* child[KEY, ...] */
    WKC_KEY,      /* name = child */
    WKC_CALL,     /* name(ARGUMENT, ...) */
    WKC_ARGUMENT, /* [name =] child [of child] */
    WKC_UNARY,    /* op child: - and not */
    WKC_BINARY,   /* child op child */
    WKC_TO,       /* child to unit-or-qualifier (in unit) */
    WKC_AS,       /* child as qualifier (in unit) */
    WKC_SELECT    /* child where child sort by child desc limit n */
} wkc_kind;

typedef enum wkc_operator {
    WKC_OP_NONE,
    WKC_OP_ADD,
    WKC_OP_SUB,
    WKC_OP_MUL,
    WKC_OP_DIV,
    WKC_OP_POW,
    WKC_OP_EQ,
    WKC_OP_NE,
    WKC_OP_LT,
    WKC_OP_LE,
    WKC_OP_GT,
    WKC_OP_GE,
    WKC_OP_AND,
    WKC_OP_OR,
    WKC_OP_ELSE, /* ?? */
    WKC_OP_NEG,
    WKC_OP_NOT,
    WKC_OPERATORS
} wkc_operator;

typedef struct wkc_operator_info {
    const char *sign;
    int strength; /* weakest first */
} wkc_operator_info;
extern const wkc_operator_info wkc_operators[WKC_OPERATORS];

typedef struct wkc_node {
    wkc_kind kind;
    wkc_operator op;
    bool grouped;  /* stands in parentheses */
    bool desc;     /* of a SELECT */
    wkb_span at;   /* all of it */
    wkb_span mark; /* where a caret points: the operator, the name */
    wkb_str name, unit;
    wkb_span unit_at;
    double value, value2;
    size_t limit; /* of a SELECT; SIZE_MAX: none */
    struct wkc_node *child, *next;
    struct wkc_node *up;           /* the BINARY this is the left side of */
    struct wkc_node *of;           /* of an ARGUMENT */
    struct wkc_node *where, *sort; /* of a SELECT */
    uint32_t id;    /* its number within the expression, from 0 */
    uint32_t depth; /* levels below it; left sides of operators add none */
} wkc_node;

typedef struct wkc_expr {
    wkc_node *root;
    uint32_t n_nodes;
    wkb_span at;
} wkc_expr;

/* Operators in a row hang by their left sides, a level each, so that they are
 * walked without recursion: gives the innermost of those whose outermost is n,
 * a BINARY. *above: how many hold it, each the `up` of the one before, the last
 * n (or what n is a copy of). */
const wkc_node *wkc_innermost(const wkc_node *n, size_t *above);

/* Whether n is a sum, product or quotient outside parentheses. */
bool wkc_is_bare_arithmetic(const wkc_node *n);

/* Parses all of a text. */
wk_status wkc_parse(
    wkc_expr *out, wkb_arena *a, wkb_str bytes, wkb_span text, wkb_diag *d);
/* Parses the text of a cell; in a quoted cell " is written "". */
wk_status wkc_parse_cell(
    wkc_expr *out, wkb_arena *a, wkb_str bytes, wkb_span cell, wkb_diag *d);
/* Parses from the lexer's current token as far as the expression goes. */
wk_status wkc_parse_from(wkc_expr *out, wkb_arena *a, wkc_lexer *x);

/* What may stand between {{ }}: an expression, then a claim, format words, or
 * a text that holds when the expression does. */
typedef struct wkc_interpolation {
    wkc_expr expr;
    wkb_span claim; /* from ~ on; begin = end: none */
    wkb_span words; /* behind | ; begin = end: none */
    bool is_when;
    wkb_str when; /* the text before `when` */
} wkc_interpolation;
wk_status wkc_parse_interpolation(wkc_interpolation *out,
                                  wkb_arena *a,
                                  wkb_str bytes,
                                  wkb_span text,
                                  wkb_diag *d);

/* Whether a name is a function of the language (so that its arguments are not
 * named ones). */
bool wkc_is_function(wkb_str name);

#endif
