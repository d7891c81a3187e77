/* `to` and `as`: units and qualifiers restated. */
#include "compute/compile.h"

static wk_status
axis_must_live(wkc_compiler *cc,
               const wkc_node *n,
               size_t axis,
               const wkc_term *x)
{
    if (wku_axis_lives(cc->axes, axis, &x->type.unit))
        return WK_OK;
    return wkb_error(cc->d,
                     WK_EQUALIFIER,
                     n->unit_at,
                     "%q says nothing of %q\n"
                     "%q belongs to another dimension: leave it out",
                     n->unit,
                     wkc_type_name(cc, &x->type),
                     n->unit);
}

static wk_status
state(wkc_compiler *cc, const wkc_node *n, const wkc_term *x, wkc_term *out)
{
    size_t axis = 0;
    unsigned tag = 0;
    wku_quals ignored = 0;
    WKB_TRY(wku_qual_read(&ignored, cc->axes, n->unit, n->unit_at, cc->d));
    (void)wku_qual_find(cc->axes, n->unit, &axis, &tag);
    WKB_TRY(axis_must_live(cc, n, axis, x));
    const unsigned stated = wku_tag(x->type.quals, axis);
    if (stated && stated != tag && !cc->axes->axis[axis].restate)
        return wkb_error(
            cc->d,
            WK_EQUALIFIER,
            n->unit_at,
            "the value states %q already\n%s",
            wku_tag_name(cc->axes, axis, stated),
            cc->axes->axis[axis].factor[tag - 1] > 0
                ? "convert it with to instead of as"
                : "no factor leads from one to the other: use the other cell");
    *out = *x;
    out->type.quals = wku_with_tag(x->type.quals, axis, tag);
    return WK_OK;
}

static wk_status
change_tag(wkc_compiler *cc,
           wkc_builder *b,
           const wkc_node *n,
           const wkc_term *x,
           wkc_term *out)
{
    size_t axis = 0;
    unsigned tag = 0;
    wkc_term factor;
    const wku_type one = {.kind = WKU_NUMBER, .unit = wku_one()};
    (void)wku_qual_find(cc->axes, n->unit, &axis, &tag);
    WKB_TRY(axis_must_live(cc, n, axis, x));
    const wku_axis *a = &cc->axes->axis[axis];
    const unsigned stated = wku_tag(x->type.quals, axis);
    if (!stated)
        return wkb_error(cc->d,
                         WK_EQUALIFIER,
                         n->unit_at,
                         "the value does not state what it is, so it cannot "
                         "be converted to %q\nsay it first: x as %S",
                         n->unit,
                         a->tag[0]);
    if (!(a->factor[tag - 1] > 0 && a->factor[stated - 1] > 0))
        return wkb_error(cc->d,
                         WK_EQUALIFIER,
                         n->unit_at,
                         "no fixed factor leads from %q to %q\n"
                         "use the other cell; ratio(a, b) compares the two",
                         wku_tag_name(cc->axes, axis, stated),
                         n->unit);
    WKB_TRY(wkc_emit_const(cc,
                           b,
                           a->factor[tag - 1] / a->factor[stated - 1],
                           &one,
                           n->mark,
                           &factor));
    const wkc_term *const pair[2] = {x, &factor};
    out->type = x->type;
    out->type.quals = wku_with_tag(x->type.quals, axis, tag);
    return wkc_emit2(cc, b, WKC_MUL, pair, n->mark, out);
}

/* Names of all qualifiers, to suggest one. */
static wkb_str
tag_name(const void *ud, size_t i)
{
    const wku_axes *x = ud;
    return x->axis[i / WKU_TAGS].tag[i % WKU_TAGS];
}

/* A qualifier that is spelt wrong is not taken for a unit. */
static wk_status
check_spelling(wkc_compiler *cc, const wkc_node *n)
{
    const size_t count = cc->axes->n * WKU_TAGS;
    const size_t near = n->unit.n > 3 && wkb_is_word(n->unit) &&
                                !wku_is_unit_name(cc->units, n->unit)
                            ? wkb_nearest(n->unit, tag_name, cc->axes, count)
                            : count;
    if (near >= count)
        return WK_OK;
    return wkb_error(cc->d,
                     WK_EUNIT,
                     n->unit_at,
                     "no qualifier and no unit is called %q\n"
                     "did you mean %q?",
                     n->unit,
                     tag_name(cc->axes, near));
}

wk_status
wkc_convert(wkc_compiler *cc,
            wkc_builder *b,
            const wkc_scope *s,
            const wkc_node *n,
            wkc_term *out)
{
    wkc_term x;
    wku_unit unit;
    size_t axis = 0;
    unsigned tag = 0;
    WKB_TRY(wkc_number_of(cc, b, s, n->child, &x));
    if (n->kind == WKC_AS)
        return state(cc, n, &x, out);
    if (wku_qual_find(cc->axes, n->unit, &axis, &tag))
        return change_tag(cc, b, n, &x, out);
    WKB_TRY(check_spelling(cc, n));
    WKB_TRY(wku_unit_read(&unit, cc->units, n->unit, true, n->unit_at, cc->d));
    if (!wku_same_dimension(&unit, &x.type.unit))
        return wkb_error(cc->d,
                         WK_EDIMENSION,
                         n->unit_at,
                         "cannot convert %q to %q\n"
                         "name a unit of its dimension",
                         wkc_type_name(cc, &x.type),
                         n->unit);
    *out = x;
    out->type.unit = unit;
    return WK_OK;
}
