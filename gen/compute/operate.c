/* Operations on lanes: each takes arrays of n values and fills another. What is
 * not known is NaN, and so is what would be infinite. */
#include <math.h>

#include "base/num.h"
#include "base/wide.h"
#include "compute/run.h"

enum { FEW = 8 }; /* lanes, which wide vectors do not pay for */

/* Infinity is never a value. */
static double
value_of(double x)
{
    return x - x == 0 ? x : (double)NAN;
}

/* Nearest whole number if x is within 1e-9 of it. */
static double
snapped(double x)
{
    const double r = round(x);
    return fabs(x - r) <= 1e-9 ? r : x;
}

static double
erlang_b(double load, double servers)
{
    const double n = snapped(servers);
    if (!(load >= 0) || n != floor(n) || n < 0 || n > WKC_MOST_SERVERS)
        return NAN;
    double blocked = 1;
    for (long k = 1; k <= (long)n; k++)
        blocked = load * blocked / ((double)k + load * blocked);
    return blocked;
}

static double
both(double a, double b)
{
    if (a == 0 || b == 0)
        return 0;
    return isnan(a) || isnan(b) ? (double)NAN : 1;
}

static double
either(double a, double b)
{
    if (a == 1 || b == 1)
        return 1;
    return isnan(a) || isnan(b) ? (double)NAN : 0;
}

static double
ordered(wkc_op op, int order)
{
    switch (op) {
    case WKC_DATE_EQ:
        return order == 0;
    case WKC_DATE_NE:
        return order != 0;
    case WKC_DATE_LT:
        return order < 0;
    case WKC_DATE_LE:
        return order <= 0;
    case WKC_DATE_GT:
        return order > 0;
    default:
        return order >= 0;
    }
}

/* These loops are written so that the compiler makes vectors of them: without
 * branches, and out is never an operand. */
#define FOR_LANES     for (size_t i = 0; i < n; i++)
#define KNOWN2(value) (isunordered(a[i], b[i]) ? (double)NAN : (value))

static void
run_add(const double *a, const double *b, double *restrict out, size_t n)
{
    FOR_LANES out[i] = value_of(a[i] + b[i]);
}

static void
run_sub(const double *a, const double *b, double *restrict out, size_t n)
{
    FOR_LANES out[i] = value_of(a[i] - b[i]);
}

static void
run_mul(const double *a, const double *b, double *restrict out, size_t n)
{
    FOR_LANES out[i] = value_of(a[i] * b[i]);
}

static void
run_div(const double *a, const double *b, double *restrict out, size_t n)
{
    FOR_LANES out[i] = value_of(a[i] / b[i]);
}

static void
run_min(const double *a, const double *b, double *restrict out, size_t n)
{
    FOR_LANES out[i] = KNOWN2(a[i] < b[i] ? a[i] : b[i]);
}

static void
run_max(const double *a, const double *b, double *restrict out, size_t n)
{
    FOR_LANES out[i] = KNOWN2(a[i] > b[i] ? a[i] : b[i]);
}

static void
run_arithmetic(
    wkc_op op, const double *a, const double *b, double *out, size_t n)
{
    switch (op) {
    case WKC_ADD:
        run_add(a, b, out, n);
        break;
    case WKC_SUB:
        run_sub(a, b, out, n);
        break;
    case WKC_MUL:
        run_mul(a, b, out, n);
        break;
    case WKC_DIV:
        run_div(a, b, out, n);
        break;
    case WKC_MIN:
        run_min(a, b, out, n);
        break;
    case WKC_MAX:
        run_max(a, b, out, n);
        break;
    case WKC_POW:
        FOR_LANES out[i] = KNOWN2(value_of(pow(a[i], b[i])));
        break;
    case WKC_ERLANG_B:
        FOR_LANES out[i] = KNOWN2(erlang_b(a[i], b[i]));
        break;
    default: /* WKC_DATE_SUB */
        FOR_LANES out[i] = KNOWN2(wku_date_difference(a[i], b[i]));
        break;
    }
}

static void
run_comparison(
    wkc_op op, const double *a, const double *b, double *out, size_t n)
{
    switch (op) {
    case WKC_EQ:
        FOR_LANES out[i] = KNOWN2(wkb_same(a[i], b[i]));
        break;
    case WKC_NE:
        FOR_LANES out[i] = KNOWN2(!wkb_same(a[i], b[i]));
        break;
    case WKC_LT:
        FOR_LANES out[i] = KNOWN2(a[i] < b[i] && !wkb_same(a[i], b[i]));
        break;
    case WKC_LE:
        FOR_LANES out[i] = KNOWN2(a[i] <= b[i] || wkb_same(a[i], b[i]));
        break;
    case WKC_GT:
        FOR_LANES out[i] = KNOWN2(a[i] > b[i] && !wkb_same(a[i], b[i]));
        break;
    case WKC_GE:
        FOR_LANES out[i] = KNOWN2(a[i] >= b[i] || wkb_same(a[i], b[i]));
        break;
    case WKC_AND:
        FOR_LANES out[i] = both(a[i], b[i]);
        break;
    case WKC_OR:
        FOR_LANES out[i] = either(a[i], b[i]);
        break;
    case WKC_ELSE:
        FOR_LANES out[i] = isnan(a[i]) ? b[i] : a[i];
        break;
    default:
        FOR_LANES out[i] = KNOWN2(ordered(op, wku_date_compare(a[i], b[i])));
        break;
    }
}

static void
run_unary(wkc_op op, const double *a, double *out, size_t n)
{
    switch (op) {
    case WKC_NEG:
        FOR_LANES out[i] = -a[i];
        break;
    case WKC_NOT:
        FOR_LANES out[i] = 1 - a[i];
        break;
    case WKC_KNOWN:
        FOR_LANES out[i] = !isnan(a[i]);
        break;
    case WKC_SQRT:
        FOR_LANES out[i] = sqrt(a[i]);
        break;
    case WKC_EXP:
        FOR_LANES out[i] = value_of(exp(a[i]));
        break;
    case WKC_LN:
        FOR_LANES out[i] = value_of(log(a[i]));
        break;
    case WKC_LOG2:
        FOR_LANES out[i] = value_of(log2(a[i]));
        break;
    case WKC_LOG10:
        FOR_LANES out[i] = value_of(log10(a[i]));
        break;
    case WKC_ABS:
        FOR_LANES out[i] = fabs(a[i]);
        break;
    case WKC_FLOOR:
        FOR_LANES out[i] = floor(snapped(a[i]));
        break;
    case WKC_CEIL:
        FOR_LANES out[i] = ceil(snapped(a[i]));
        break;
    default: /* WKC_ROUND */
        FOR_LANES out[i] = round(wkb_round(a[i]));
        break;
    }
}

static void
operate(wkc_op op, const double *a, const double *b, double *out, size_t n)
{
    if ((op >= WKC_ADD && op <= WKC_POW) || op == WKC_MIN || op == WKC_MAX ||
        op == WKC_ERLANG_B || op == WKC_DATE_SUB)
        run_arithmetic(op, a, b, out, n);
    else if ((op >= WKC_EQ && op <= WKC_DATE_GE) || op == WKC_AND ||
             op == WKC_OR || op == WKC_ELSE)
        run_comparison(op, a, b, out, n);
    else
        run_unary(op, a, out, n);
}

WKB_WIDE static void
operate_wide(wkc_op op, const double *a, const double *b, double *out, size_t n)
{
    operate(op, a, b, out, n);
}

void
wkc_operate(wkc_op op, const double *a, const double *b, double *out, size_t n)
{
    if (n < FEW)
        operate(op, a, b, out, n);
    else
        operate_wide(op, a, b, out, n);
}
