/* Prints a tree: one space round operators, none inside brackets. */
#include "compute/print.h"

static void put(const wkc_printer *p, const wkc_node *n);

static void
put_number(const wkc_printer *p, const wkc_node *n)
{
    wkb_put(p->out, n->name);
    if (n->unit.n)
        wkb_print(p->out, " %S", n->unit);
}

static void
put_list(const wkc_printer *p, const wkc_node *first)
{
    for (const wkc_node *n = first; n; n = n->next) {
        put(p, n);
        if (n->next)
            wkb_puts(p->out, ", ");
    }
}

static void
put_argument(const wkc_printer *p, const wkc_node *n)
{
    if (n->name.n)
        wkb_print(p->out, "%S = ", n->name);
    put(p, n->child);
    if (n->of) {
        wkb_puts(p->out, " of ");
        put(p, n->of);
    }
}

static const char *
sign_of(const wkc_printer *p, const wkc_node *n)
{
    if (p->pretty && n->op == WKC_OP_MUL)
        return "\xc3\x97";
    if (p->pretty && (n->op == WKC_OP_SUB || n->op == WKC_OP_NEG))
        return "\xe2\x88\x92";
    return wkc_operators[n->op].sign;
}

/* Directly behind a unit ^ would belong to it: 3 s ^ 2 is no 3 s^2. */
static bool
ends_in_unit(const wkc_node *n)
{
    return (n->kind == WKC_NUMBER || n->kind == WKC_RANGE) && n->unit.n &&
           !n->grouped;
}

/* The operator of n and its right side; the left one is written. */
static void
put_right(const wkc_printer *p, const wkc_node *n)
{
    if (n->op == WKC_OP_POW && !ends_in_unit(n->child))
        wkb_putc(p->out, '^');
    else
        wkb_print(p->out, " %s ", sign_of(p, n));
    put(p, n->child->next);
}

static void
put_binary(const wkc_printer *p, const wkc_node *n)
{
    size_t above = 0;
    const wkc_node *x = wkc_innermost(n, &above);
    for (const wkc_node *y = n; y != x; y = y->child) {
        if (y->child->grouped)
            wkb_putc(p->out, '(');
    }
    put(p, x->child);
    for (; above; above--, x = x->up) {
        put_right(p, x);
        if (x->grouped)
            wkb_putc(p->out, ')');
    }
    put_right(p, n);
}

static void
put_select(const wkc_printer *p, const wkc_node *n)
{
    put(p, n->child);
    if (n->where) {
        wkb_puts(p->out, " where ");
        put(p, n->where);
    }
    if (n->sort) {
        wkb_puts(p->out, " sort by ");
        put(p, n->sort);
        wkb_puts(p->out, n->desc ? " desc" : "");
    }
    if (n->limit != SIZE_MAX)
        wkb_print(p->out, " limit %z", n->limit);
}

static void
put_kind(const wkc_printer *p, const wkc_node *n)
{
    wkb_out *out = p->out;
    switch (n->kind) {
    case WKC_NUMBER:
    case WKC_RANGE:
        put_number(p, n);
        break;
    case WKC_DATE:
    case WKC_NAME:
        wkb_put(out, n->name);
        break;
    case WKC_TEXT:
        wkb_print(out, "\"%S\"", n->name);
        break;
    case WKC_MEMBER:
        put(p, n->child);
        wkb_print(out, ".%S", n->name);
        break;
    case WKC_BY_ID:
        put(p, n->child);
        wkb_print(out, "[\"%S\"]", n->name);
        break;
    case WKC_LOOKUP:
        put(p, n->child);
        wkb_putc(out, '[');
        put_list(p, n->child->next);
        wkb_putc(out, ']');
        break;
    case WKC_KEY:
        wkb_print(out, "%S = ", n->name);
        put(p, n->child);
        break;
    case WKC_CALL:
        wkb_print(out, "%S(", n->name);
        put_list(p, n->child);
        wkb_putc(out, ')');
        break;
    case WKC_ARGUMENT:
        put_argument(p, n);
        break;
    case WKC_UNARY:
        wkb_print(out, n->op == WKC_OP_NOT ? "%s " : "%s", sign_of(p, n));
        put(p, n->child);
        break;
    case WKC_BINARY:
        put_binary(p, n);
        break;
    case WKC_TO:
    case WKC_AS:
        put(p, n->child);
        wkb_print(out, n->kind == WKC_TO ? " to %S" : " as %S", n->unit);
        break;
    case WKC_SELECT:
        put_select(p, n);
        break;
    }
}

static void
put(const wkc_printer *p, const wkc_node *n)
{
    if (p->stand_in && p->stand_in(p->ud, p->out, n))
        return;
    if (n->grouped)
        wkb_putc(p->out, '(');
    put_kind(p, n);
    if (n->grouped)
        wkb_putc(p->out, ')');
}

void
wkc_put_expr(const wkc_printer *p, const wkc_node *n)
{
    put(p, n);
}
