/* The operators: how they are written and how strongly they bind. */
#include "compute/parse.h"

const wkc_operator_info wkc_operators[WKC_OPERATORS] = {
    [WKC_OP_OR] = {"or", 1},
    [WKC_OP_AND] = {"and", 2},
    [WKC_OP_NOT] = {"not", 3},
    [WKC_OP_EQ] = {"=", 4},
    [WKC_OP_NE] = {"!=", 4},
    [WKC_OP_LT] = {"<", 4},
    [WKC_OP_LE] = {"<=", 4},
    [WKC_OP_GT] = {">", 4},
    [WKC_OP_GE] = {">=", 4},
    [WKC_OP_ELSE] = {"??", 6},
    [WKC_OP_ADD] = {"+", 7},
    [WKC_OP_SUB] = {"-", 7},
    [WKC_OP_MUL] = {"*", 8},
    [WKC_OP_DIV] = {"/", 8},
    [WKC_OP_NEG] = {"-", 9},
    [WKC_OP_POW] = {"^", 10},
};
