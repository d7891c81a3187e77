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

const wkc_node *
wkc_innermost(const wkc_node *n, size_t *above)
{
    for (*above = 0; n->child->kind == WKC_BINARY; ++*above)
        n = n->child;
    return n;
}

bool
wkc_is_bare_arithmetic(const wkc_node *n)
{
    return n->kind == WKC_BINARY && !n->grouped && n->op != WKC_OP_POW &&
           wkc_operators[n->op].strength > wkc_operators[WKC_OP_ELSE].strength;
}
