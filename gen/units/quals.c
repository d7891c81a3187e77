/* Qualifiers: axes, tags and the rules by which they meet. */
#include "units/quals.h"

#include <math.h>

#define TEXT(literal)                \
    {                                \
        literal, sizeof(literal) - 1 \
    }

/* clang-format off */
static const wku_axis built_in[] = {
    {TEXT("sparsity"), WKU_OPERATION, false,
     {TEXT("dense"), TEXT("sparse")}, {0, 0}, 2},
    {TEXT("direction"), WKU_INFORMATION, false,
     {TEXT("one_way"), TEXT("both_ways")}, {1, 2}, 2},
    {TEXT("attainment"), WKU_LIVES_ON_ANY, true,
     {TEXT("peak"), TEXT("achieved")}, {0, 0}, 2},
    {TEXT("tokens"), WKU_TOKEN, false,
     {TEXT("input"), TEXT("output"), TEXT("cached")}, {0, 0, 0}, 3},
    {TEXT("parameters"), WKU_PARAM, false,
     {TEXT("total"), TEXT("active")}, {0, 0}, 2},
};
/* clang-format on */

void
wku_axes_init(wku_axes *x)
{
    *x = (wku_axes){.n = WKB_COUNT(built_in)};
    for (size_t i = 0; i < x->n; i++)
        x->axis[i] = built_in[i];
}

static wkb_str
all_tags(const wku_axes *x, size_t i)
{
    for (size_t axis = 0; axis < x->n; axis++) {
        if (i < x->axis[axis].n_tags)
            return x->axis[axis].tag[i];
        i -= x->axis[axis].n_tags;
    }
    return (wkb_str){NULL, 0};
}

static wkb_str
tag_by_number(const void *ud, size_t i)
{
    return all_tags(ud, i);
}

static size_t
count_tags(const wku_axes *x)
{
    size_t n = 0;
    for (size_t axis = 0; axis < x->n; axis++)
        n += x->axis[axis].n_tags;
    return n;
}

bool
wku_qual_find(const wku_axes *x, wkb_str name, size_t *axis, unsigned *tag)
{
    for (size_t i = 0; i < x->n; i++) {
        for (size_t k = 0; k < x->axis[i].n_tags; k++) {
            if (wkb_str_eq(name, x->axis[i].tag[k])) {
                *axis = i;
                *tag = (unsigned)k + 1;
                return true;
            }
        }
    }
    return false;
}

wk_status
wku_qual_read(
    wku_quals *out, const wku_axes *x, wkb_str name, wkb_span at, wkb_diag *d)
{
    size_t axis = 0;
    unsigned tag = 0;
    *out = 0;
    if (wku_qual_find(x, name, &axis, &tag)) {
        *out = wku_with_tag(0, axis, tag);
        return WK_OK;
    }
    const size_t n = count_tags(x);
    const size_t near = wkb_nearest(name, tag_by_number, x, n);
    if (near < n)
        return wkb_error(d,
                         WK_EQUALIFIER,
                         at,
                         "no qualifier %q\ndid you mean %q?",
                         name,
                         all_tags(x, near));
    return wkb_error(d,
                     WK_EQUALIFIER,
                     at,
                     "no qualifier %q\n"
                     "write one of those built in (dense, one_way, peak, "
                     "input, total ...), or define it in qualifiers.csv",
                     name);
}

unsigned
wku_tag(wku_quals q, size_t axis)
{
    return (unsigned)(q >> (4 * axis)) & 15u;
}

wku_quals
wku_with_tag(wku_quals q, size_t axis, unsigned tag)
{
    const wku_quals mask = (wku_quals)15 << (4 * axis);
    return (q & ~mask) | (wku_quals)tag << (4 * axis);
}

bool
wku_axis_lives(const wku_axes *x, size_t axis, const wku_unit *unit)
{
    const uint8_t on = x->axis[axis].lives_on;
    return on == WKU_LIVES_ON_ANY ? !wku_is_pure(unit) : unit->exp[on] != 0;
}

wku_quals
wku_quals_live(const wku_axes *x, wku_quals q, const wku_unit *unit)
{
    for (size_t i = 0; i < x->n; i++) {
        if (wku_tag(q, i) && !wku_axis_lives(x, i, unit))
            q = wku_with_tag(q, i, 0);
    }
    return q;
}

wku_quals
wku_quals_union(const wku_axes *x,
                wku_quals a,
                wku_quals b,
                bool keep_restating,
                size_t *clash)
{
    wku_quals made = 0;
    *clash = WKU_AXES;
    for (size_t i = 0; i < x->n; i++) {
        const unsigned s = wku_tag(a, i), t = wku_tag(b, i);
        const bool differ = s && t && s != t;
        if (differ && keep_restating && x->axis[i].restate)
            continue;
        if (differ && *clash == WKU_AXES)
            *clash = i;
        made = wku_with_tag(made, i, s ? s : t);
    }
    return made;
}

wku_quals
wku_quals_common(wku_quals a, wku_quals b)
{
    wku_quals made = 0;
    for (size_t i = 0; i < WKU_AXES; i++) {
        if (wku_tag(a, i) == wku_tag(b, i))
            made = wku_with_tag(made, i, wku_tag(a, i));
    }
    return made;
}

wkb_str
wku_tag_name(const wku_axes *x, size_t axis, unsigned tag)
{
    return tag ? x->axis[axis].tag[tag - 1] : (wkb_str){"", 0};
}

void
wku_quals_put(wkb_out *out, const wku_axes *x, wku_quals q)
{
    for (size_t i = 0; i < x->n; i++) {
        if (wku_tag(q, i))
            wkb_print(out, " as %S", wku_tag_name(x, i, wku_tag(q, i)));
    }
}

/* qualifiers.csv */

static wk_status
check_new_tag(const wku_axes *x,
              const wku_units *u,
              wkb_str tag,
              wkb_span at,
              wkb_diag *d)
{
    size_t axis = 0;
    unsigned number = 0;
    if (!wkb_is_word(tag))
        return wkb_error(d,
                         WK_EQUALIFIER,
                         at,
                         "%q is no name for a qualifier\n"
                         "write a letter, then letters, digits or _",
                         tag);
    if (wku_is_language_word(tag))
        return wkb_error(d,
                         WK_EQUALIFIER,
                         at,
                         "%q is a word of the language\n"
                         "choose another name for the qualifier",
                         tag);
    if (wku_is_unit_name(u, tag))
        return wkb_error(d,
                         WK_EDUPLICATE,
                         at,
                         "%q is a unit\n"
                         "choose another name for the qualifier",
                         tag);
    if (wku_qual_find(x, tag, &axis, &number))
        return wkb_error(d,
                         WK_EDUPLICATE,
                         at,
                         "there is a qualifier %q already, on the axis %q\n"
                         "choose another name",
                         tag,
                         x->axis[axis].name);
    return WK_OK;
}

/* What a dimension is called, and a unit that has it. */
static const struct {
    const char *name, *unit;
} dimensions[] = {
    {"time", "s"},
    {"information", "bit"},
    {"operation", "FLOP"},
    {"parameter", "param"},
    {"mass", "g"},
    {"length", "m"},
    {"temperature", "K"},
};

static wkb_str
unit_of_dimension(wkb_str text)
{
    for (size_t i = 0; i < WKB_COUNT(dimensions); i++) {
        if (wkb_str_eq(text, wkb_str_of(dimensions[i].name)))
            return wkb_str_of(dimensions[i].unit);
    }
    return text;
}

/* "any", the name of a dimension, or a unit of one base dimension. */
static wk_status
read_lives_on(
    uint8_t *out, wku_units *u, wkb_str text, wkb_span at, wkb_diag *d)
{
    wku_unit unit;
    size_t n = 0, base = 0;
    *out = WKU_LIVES_ON_ANY;
    if (wkb_str_eq(text, WKB_STR("any")))
        return WK_OK;
    if (text.n == 0)
        return wkb_error(d,
                         WK_EQUALIFIER,
                         at,
                         "the axis lives on no dimension\n"
                         "fill lives_on: a unit such as 'token', or 'any'");
    WKB_TRY(wku_unit_read(&unit, u, unit_of_dimension(text), false, at, d));
    for (size_t i = 0; i < WKU_BASES; i++) {
        if (unit.exp[i]) {
            n += unit.exp[i] == 1 ? 1 : 2;
            base = i;
        }
    }
    if (n != 1)
        return wkb_error(d,
                         WK_EQUALIFIER,
                         at,
                         "%q is not one dimension\n"
                         "write a unit such as 'token', or 'any'",
                         text);
    *out = (uint8_t)base;
    return WK_OK;
}

/* The axis of that name, or a new one; NULL where the row contradicts those
 * before it. */
static wku_axis *
axis_for(wku_axes *x, wkb_str name, uint8_t lives_on, bool restate)
{
    for (size_t i = 0; i < x->n; i++) {
        wku_axis *a = &x->axis[i];
        if (wkb_str_eq(a->name, name))
            return a->lives_on == lives_on && a->restate == restate ? a : NULL;
    }
    wku_axis *a = &x->axis[x->n++];
    *a = (wku_axis){.name = name, .lives_on = lives_on, .restate = restate};
    return a;
}

static bool
has_axis(const wku_axes *x, wkb_str name)
{
    for (size_t i = 0; i < x->n; i++) {
        if (wkb_str_eq(x->axis[i].name, name))
            return true;
    }
    return false;
}

wk_status /* NOLINTNEXTLINE(readability-function-size): the contract's */
wku_axes_define(wku_axes *x,
                wku_units *u,
                wkb_str axis,
                wkb_str tag,
                wkb_str lives_on,
                double factor,
                bool restate,
                const wkb_span at[3],
                wkb_diag *d)
{
    uint8_t base = 0;
    if (!wkb_is_word(axis))
        return wkb_error(d,
                         WK_EQUALIFIER,
                         at[2],
                         "%q is no name for an axis\n"
                         "write a letter, then letters, digits or _",
                         axis);
    WKB_TRY(check_new_tag(x, u, tag, at[0], d));
    WKB_TRY(read_lives_on(&base, u, lives_on, at[1], d));
    if (factor <= 0 || isinf(factor))
        return wkb_error(d,
                         WK_ERANGE,
                         at[0],
                         "the factor of %q is not above 0\n"
                         "write a positive factor, or none",
                         tag);
    if (x->n == WKU_AXES && !has_axis(x, axis))
        return wkb_error(d,
                         WK_ELIMIT,
                         at[0],
                         "no room for another axis, there are %d\ngive an axis "
                         "up, or put its tags on another",
                         (int)WKU_AXES);
    const wkb_str kept_axis = wkb_copy(u->arena, axis);
    const wkb_str kept_tag = wkb_copy(u->arena, tag);
    if (!kept_axis.p || !kept_tag.p)
        return WK_ENOMEM;
    wku_axis *a = axis_for(x, kept_axis, base, restate);
    if (!a)
        return wkb_error(d,
                         WK_EQUALIFIER,
                         at[0],
                         "the axis %q lives elsewhere, or may not be restated\n"
                         "give lives_on and restate as in the axis's other "
                         "rows",
                         axis);
    if (a->n_tags == WKU_TAGS)
        return wkb_error(d,
                         WK_ELIMIT,
                         at[0],
                         "no room for another tag on the axis %q, there are "
                         "%d\ngive a tag up, or begin another axis",
                         axis,
                         (int)WKU_TAGS);
    a->tag[a->n_tags] = kept_tag;
    a->factor[a->n_tags++] = isnan(factor) ? 0 : factor;
    return WK_OK;
}
