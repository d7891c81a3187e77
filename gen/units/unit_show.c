/* How units are shown: their factors, and the text of these. */
#include <math.h>
#include <string.h>

#include "units/inside.h"

/* The name of a base dimension's own unit. */
static uint16_t
base_name(const wku_units *u, size_t base)
{
    size_t i = 0;
    for (; i + 1 < u->name.n; i++) {
        const wku_name *name = &u->name.item[i];
        int others = 0;
        for (size_t k = 0; k < WKU_BASES; k++)
            others += k != base && name->exp[k];
        if (!others && name->exp[base] == 1 && name->factor == 1)
            break;
    }
    return (uint16_t)i;
}

wku_shown
wku_shown_of(const wku_units *u, const wku_unit *a)
{
    static const int8_t pure[WKU_BASES];
    wku_shown s = u->shown.item[a->shown];
    if (a->shown || memcmp(a->exp, pure, sizeof pure) == 0)
        return s;
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (size_t i = 0; i < u->n_bases && s.n < WKU_FACTORS; i++) {
            if (a->exp[i] && (a->exp[i] > 0) == (sign > 0))
                s.f[s.n++] = (wku_factor){base_name(u, i), 0, a->exp[i]};
        }
    }
    return s;
}

static double
whole_power(double v, int n)
{
    double made = 1;
    for (int i = 0; i < n; i++)
        made *= v;
    return made;
}

/* Above the line and below it apart, so that 1e6 stays exact until the end. */
static double
factor_of(const wku_units *u, const wku_shown *s)
{
    double above = 1, below = 1;
    for (size_t i = 0; i < s->n; i++) {
        const wku_factor *f = &s->f[i];
        const double one =
            u->name.item[f->name].factor * wku_prefixes[f->prefix].factor;
        if (f->exp > 0)
            above *= whole_power(one, f->exp);
        else
            below *= whole_power(one, -f->exp);
    }
    return above / below;
}

static wk_status
dimension_of(wku_unit *out, const wku_units *u, const wku_shown *s)
{
    for (size_t k = 0; k < WKU_BASES; k++) {
        int sum = 0;
        for (size_t i = 0; i < s->n; i++)
            sum += s->f[i].exp * u->name.item[s->f[i].name].exp[k];
        if (sum > INT8_MAX || sum < -INT8_MAX)
            return WK_ELIMIT;
        out->exp[k] = (int8_t)sum;
    }
    return WK_OK;
}

/* Gives a unit the number of what it is shown as. */
static wk_status
add_shown(wku_units *u, const wku_shown *shown, wkb_str factors, wku_unit *made)
{
    wku_shown *s = WKB_PUSH(u->arena, &u->shown);
    wku_unit *unit = WKB_PUSH(u->arena, &u->of_shown);
    if (!s || !unit || wkb_intern(&u->factors, factors, true, &made->shown)) {
        u->shown.n = u->of_shown.n = u->factors.text.n;
        return WK_ENOMEM;
    }
    *s = *shown;
    *unit = *made;
    return WK_OK;
}

wk_status
wku_show(wku_unit *out, wku_units *u, const wku_shown *shown)
{
    const wkb_str factors = {(const char *)shown->f,
                             shown->n * sizeof *shown->f};
    const uint32_t known = wkb_interned(&u->factors, factors);
    wku_unit made = wku_one();
    if (known != UINT32_MAX) {
        *out = u->of_shown.item[known];
        return WK_OK;
    }
    *out = made;
    WKB_TRY(dimension_of(&made, u, shown));
    made.factor = factor_of(u, shown);
    if (!isfinite(made.factor) || !(made.factor > 0))
        return WK_ELIMIT;
    WKB_TRY(add_shown(u, shown, factors, &made));
    *out = made;
    return WK_OK;
}

/* % takes no exponent, so it stands as often as it counts. */
static void
put_factor(wkb_out *out,
           const wku_units *u,
           const wku_factor *f,
           int power,
           char between)
{
    wkb_put(out, wku_prefixes[f->prefix].text);
    wkb_put(out, u->name.item[f->name].name);
    for (int i = 1; f->name == WKU_N_PERCENT && i < power; i++)
        wkb_print(out, between == '*' ? "*%%" : "/%%");
    if (power != 1 && f->name != WKU_N_PERCENT)
        wkb_print(out, "^%d", power);
}

void
wku_unit_put(wkb_out *out, const wku_units *u, const wku_unit *a)
{
    const wku_shown s = wku_shown_of(u, a);
    size_t above = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.f[i].exp < 0)
            continue;
        if (above++)
            wkb_putc(out, '*');
        put_factor(out, u, &s.f[i], s.f[i].exp, '*');
    }
    if (above == 0 && s.n)
        wkb_putc(out, '1');
    for (size_t i = 0; i < s.n; i++) {
        if (s.f[i].exp < 0) {
            wkb_putc(out, '/');
            put_factor(out, u, &s.f[i], -s.f[i].exp, '/');
        }
    }
}

wkb_str
wku_unit_text(wku_units *u, const wku_unit *a)
{
    wkb_str text;
    if (wku_is_pure(a) && a->shown == 0)
        return WKB_STR("a pure number");
    wkb_out out = wkb_out_kept(u->arena);
    wku_unit_put(&out, u, a);
    return wkb_out_text(&out, &text) == WK_OK ? text : WKB_STR("");
}
