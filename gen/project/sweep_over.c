/* What --over says: steps, equal ratios, a list, a range to draw from, the
 * rows of a table. */
#include <math.h>

#include "base/num.h"
#include "project/sweep.h"

enum { MOST_VALUES = 1 << 24 }; /* that are held: lists, ratios, rows */

/* A cursor over the text behind the = */
typedef struct over {
    wk_project *p;
    wkb_arena *a;
    wkb_str text;
    wkb_span at;
    size_t i;
    bool draws;
    wkc_axis *out;
} over;

static wkb_str
rest(const over *o)
{
    return wkb_sub(o->text, o->i, o->text.n);
}

static wkb_span
span(const over *o, size_t begin, size_t end)
{
    return (wkb_span){
        o->at.file, o->at.begin + (uint32_t)begin, o->at.begin + (uint32_t)end};
}

static bool
take(over *o, wkb_str word)
{
    if (!wkb_starts(rest(o), word))
        return false;
    o->i += word.n;
    return true;
}

static wk_status
take_number(over *o, double *out)
{
    while (take(o, WKB_STR(" ")))
        ;
    const double sign = take(o, WKB_STR("-")) ? -1 : 1;
    const size_t n = wkb_num_length(rest(o)), at = o->i;
    if (n == 0)
        return wkb_error(&o->p->diag,
                         WK_ESYNTAX,
                         span(o, o->i, o->text.n),
                         "a number is missing\nwrite x=1:256, x=1:1e6*13, "
                         "x=1,2,4 GB, x=1..200 (with --random), or c=TABLE");
    if (wkb_num_read(wkb_sub(rest(o), 0, n), out) != WK_OK)
        return wkb_error(&o->p->diag,
                         WK_ERANGE,
                         span(o, at, at + n),
                         "number %q is out of range\n"
                         "numbers go from 1e-307 to 1e308",
                         wkb_sub(rest(o), 0, n));
    *out *= sign;
    o->i += n;
    return WK_OK;
}

/* Infinity is no value. */
static wk_status
check_size(const over *o, double base)
{
    if (isfinite(base))
        return WK_OK;
    return wkb_error(&o->p->diag,
                     WK_ERANGE,
                     o->at,
                     "a number is too large in base units\n"
                     "numbers go up to 1e308");
}

/* Up to `end` or the text's: one unit, or none. */
static wk_status
take_unit(over *o, char end, wku_unit *unit, bool *has_unit)
{
    wkb_str s = rest(o);
    s = wkb_sub(s, 0, wkb_find(s, end));
    o->i += s.n;
    s = wkb_trim(s);
    const size_t begin = s.n ? (size_t)(s.p - o->text.p) : o->i;
    *has_unit = s.n != 0;
    *unit = wku_one();
    if (s.n == 0)
        return WK_OK;
    return wku_unit_read(
        unit, &o->p->units, s, false, span(o, begin, begin + s.n), &o->p->diag);
}

static wk_status
backwards(const over *o)
{
    return wkb_error(&o->p->diag,
                     WK_ERANGE,
                     o->at,
                     "the values run backwards\nwrite the lower end first");
}

static wk_status
too_many(const over *o)
{
    return wkb_error(&o->p->diag,
                     WK_ELIMIT,
                     o->at,
                     "too many values\na name takes up to %d that are listed, "
                     "and 4 billion in steps",
                     (int)MOST_VALUES);
}

/* 1:256 in steps of one. */
static wk_status
steps(over *o, double lo, double hi)
{
    const double n = floor(hi - lo + 1e-9) + 1;
    if (hi < lo)
        return backwards(o);
    if (!(n < UINT32_MAX))
        return too_many(o);
    if (n > 1 && fmax(fabs(lo), fabs(hi)) >= 1e12)
        return wkb_error(&o->p->diag,
                         WK_ERANGE,
                         o->at,
                         "steps of one do not show in numbers of more than 12 "
                         "figures\nstep from 0, and add the rest in the "
                         "expression");
    WKB_TRY(check_size(o, lo * o->out->type.unit.factor));
    WKB_TRY(check_size(o, hi * o->out->type.unit.factor));
    o->out->kind = WKC_AXIS_STEPS;
    o->out->first = lo;
    o->out->n = (size_t)n;
    return WK_OK;
}

/* 1:1e6*13, each the same multiple of the one before; to 12 figures, so that
 * what is printed is what was used. */
static wk_status
ratios(over *o, double lo, double hi, double n)
{
    const double factor = o->out->type.unit.factor;
    if (!(lo > 0) || hi < lo || n < 2 || n != floor(n))
        return wkb_error(&o->p->diag,
                         WK_ERANGE,
                         o->at,
                         "equal ratios need ends above 0, the lower first, and "
                         "two values or more\nwrite x=1:1e6*13 for 13 values");
    if (n > MOST_VALUES)
        return too_many(o);
    WKB_TRY(check_size(o, hi * factor));
    double *v = WKB_NEW(o->a, double, (size_t)n);
    if (!v)
        return WK_ENOMEM;
    for (size_t i = 0; i < (size_t)n; i++)
        v[i] = wkb_round(lo * pow(hi / lo, (double)i / (n - 1))) * factor;
    v[(size_t)n - 1] = hi * factor;
    o->out->value = v;
    o->out->n = (size_t)n;
    return WK_OK;
}

static wk_status
range(over *o, double lo, double hi)
{
    if (!o->draws)
        return wkb_error(&o->p->diag,
                         WK_EUSAGE,
                         o->at,
                         "a range is to be drawn from\nadd --random N, or "
                         "write its values: x=1:256, x=1:1e6*13, x=1,2,4");
    if (hi < lo)
        return backwards(o);
    o->out->kind = WKC_AXIS_DRAWN;
    o->out->lo = lo * o->out->type.unit.factor;
    o->out->hi = hi * o->out->type.unit.factor;
    o->out->n = 1;
    return check_size(o, o->out->hi - o->out->lo);
}

/* An item of a list brings its unit or takes the last one's. */
typedef struct item {
    double value;
    wku_unit unit;
    bool has_unit;
} item;

static wk_status
check_item(const over *o, const item *one, const wku_unit *last)
{
    if (wku_same_dimension(&one->unit, last))
        return WK_OK;
    return wkb_error(&o->p->diag,
                     WK_EDIMENSION,
                     o->at,
                     "%q and %q in one list\ngive its values one dimension",
                     wku_unit_text(&o->p->units, &one->unit),
                     wku_unit_text(&o->p->units, last));
}

/* The first number is read; the rest of the list follows. */
static wk_status
list(over *o, double first)
{
    WKB_LIST(item) items = {0};
    double value = first;
    bool more = true;
    while (more) {
        item *one = WKB_PUSH(o->a, &items);
        if (!one)
            return WK_ENOMEM;
        one->value = value;
        WKB_TRY(take_unit(o, ',', &one->unit, &one->has_unit));
        more = take(o, WKB_STR(","));
        if (more)
            WKB_TRY(take_number(o, &value));
    }
    const wku_unit last = items.item[items.n - 1].unit;
    double *v = WKB_NEW(o->a, double, items.n);
    if (!v)
        return WK_ENOMEM;
    for (size_t i = 0; i < items.n; i++) {
        item *one = &items.item[i];
        if (!one->has_unit)
            one->unit = last;
        WKB_TRY(check_item(o, one, &last));
        v[i] = one->value * one->unit.factor;
        WKB_TRY(check_size(o, v[i]));
    }
    o->out->type.unit = last;
    o->out->value = v;
    o->out->n = items.n;
    return WK_OK;
}

static wk_status
numbers(over *o)
{
    double lo = 0, hi = 0, n = 0;
    bool has_unit;
    o->out->type = (wku_type){.kind = WKU_NUMBER, .unit = wku_one()};
    WKB_TRY(take_number(o, &lo));
    const bool is_range = take(o, WKB_STR(".."));
    const bool is_steps = !is_range && take(o, WKB_STR(":"));
    if (!is_range && !is_steps)
        return list(o, lo);
    WKB_TRY(take_number(o, &hi));
    const bool is_ratio = is_steps && take(o, WKB_STR("*"));
    if (is_ratio)
        WKB_TRY(take_number(o, &n));
    WKB_TRY(take_unit(o, '\0', &o->out->type.unit, &has_unit));
    if (is_range)
        return range(o, lo, hi);
    return is_ratio ? ratios(o, lo, hi, n) : steps(o, lo, hi);
}

/* The rows of a list, through the program of count(LIST). */
static wk_status
rows(over *o, wkb_str bytes)
{
    wk_project *p = o->p;
    wkc_expr list = {0};
    const wkc_code *code = NULL;
    uint32_t *row = NULL;
    size_t n = 0;
    WKB_TRY(wkc_parse(&list, o->a, bytes, o->at, &p->diag));
    wkc_node *call = WKB_NEW(o->a, wkc_node, 2);
    if (!call)
        return WK_ENOMEM;
    wkc_node *argument = call + 1;
    *argument = (wkc_node){.kind = WKC_ARGUMENT,
                           .at = o->at,
                           .mark = o->at,
                           .child = list.root,
                           .id = list.n_nodes};
    *call = (wkc_node){.kind = WKC_CALL,
                       .at = o->at,
                       .mark = o->at,
                       .name = WKB_STR("count"),
                       .child = argument,
                       .id = list.n_nodes + 1};
    list.root = call;
    list.n_nodes += 2;
    WKB_TRY(wkc_compile(&code, o->a, &p->env, &list, NULL));
    WKB_TRY(wkc_rows_of(&row, &n, o->a, &p->env, code));
    double *v = WKB_NEW(o->a, double, n);
    if (!v)
        return WK_ENOMEM;
    for (size_t i = 0; i < n; i++)
        v[i] = row[i];
    o->out->type = (wku_type){.kind = WKU_ROW,
                              .unit = wku_one(),
                              .table = (uint16_t)code->fold[0].table};
    o->out->value = v;
    o->out->n = n;
    return WK_OK;
}

static wk_status
refuse_name(const over *o, wkb_str name)
{
    return wkb_error(
        &o->p->diag,
        WK_EUSAGE,
        o->at,
        "%q is no name\nwrite NAME=VALUES, with a name of letters, "
        "digits and _ that is no word of the language",
        name);
}

wk_status
wkp_read_over(
    wk_project *p, wkb_arena *a, const char *text, bool draws, wkc_axis *out)
{
    wkb_span at;
    const wkb_str whole = wkb_str_of(text);
    WKB_TRY(wkp_text(p, "--over", text, whole.n, &at));
    const wkb_str bytes = p->diag.file.item[at.file].bytes;
    const size_t equals = wkb_find(bytes, '=');
    const wkb_str name = wkb_trim(wkb_sub(bytes, 0, equals));
    over o = {.p = p, .a = a, .at = at, .draws = draws, .out = out};
    *out = (wkc_axis){.name = name};
    if (equals == bytes.n || !wkb_is_word(name) || wku_is_language_word(name))
        return refuse_name(&o, name);
    o.at.begin += (uint32_t)equals + 1;
    o.text = wkb_sub(bytes, equals + 1, bytes.n);
    const wkb_str values = wkb_trim(o.text);
    const bool is_number =
        values.n && (wkb_is_digit(values.p[0]) || values.p[0] == '-');
    WKB_TRY(is_number ? numbers(&o) : rows(&o, bytes));
    if (out->n == 0)
        return wkb_error(&p->diag,
                         WK_ENONE,
                         o.at,
                         "no values for %q\nloosen the condition",
                         name);
    return WK_OK;
}
