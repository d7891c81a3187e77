/* Cells of tables whose columns have one unit, named in the head. */
#include "compose/compose.h"

/* Without what stands behind | and without a last `to UNIT`, `as WORD`. */
static wkb_str
bare_expression(wkb_str s)
{
    size_t depth = 0;
    s = wkb_trim(wkb_sub(s, 0, wkb_find(s, '|')));
    for (size_t i = s.n; i > 0; i--) {
        const wkb_str rest = wkb_sub(s, i - 1, s.n);
        depth += rest.p[0] == ')' || rest.p[0] == ']';
        depth -= depth && (rest.p[0] == '(' || rest.p[0] == '[');
        if (depth == 0 && (wkb_starts(rest, WKB_STR(" to ")) ||
                           wkb_starts(rest, WKB_STR(" as "))))
            return bare_expression(wkb_sub(s, 0, i - 1));
    }
    return s;
}

/* The formula's name, where all of s is one call. */
static wkb_str
call_name(wkb_str s)
{
    const size_t open = wkb_find(s, '(');
    size_t depth = 0;
    if (open == s.n || !wkb_is_word(wkb_sub(s, 0, open)))
        return s;
    for (size_t i = open; i < s.n; i++) {
        depth += s.p[i] == '(';
        depth -= s.p[i] == ')';
        if (depth == 0)
            return i + 1 == s.n ? wkb_sub(s, 0, open) : s;
    }
    return s;
}

/* The last name of a path through references; what a row is called goes by
 * the name of the reference. */
static wkb_str
path_name(wkb_str s)
{
    wkb_str rest = s, last = s, before = {NULL, 0};
    for (size_t i = 0; i < s.n; i++) {
        if (!wkb_is_letter(s.p[i]) && !wkb_is_digit(s.p[i]) && s.p[i] != '.')
            return s;
    }
    while (rest.p) {
        before = last;
        last = wkb_cut(&rest, '.');
    }
    const bool is_name = wkb_str_eq(last, WKB_STR("name"));
    return is_name && last.p != s.p ? before : last;
}

wkb_str
wkt_column_title(wkt_page *p, wkb_str expression)
{
    wkb_out out = wkb_out_kept(p->arena);
    expression = path_name(call_name(bare_expression(expression)));
    for (size_t k = 0; k < expression.n; k++)
        wkb_putc(&out, (char)(expression.p[k] == '_' ? ' ' : expression.p[k]));
    return wkt_kept(p, &out);
}

wk_status
wkt_without_unit(wkt_page *p,
                 const wku_unit *unit,
                 wkc_answer *r,
                 wkb_str *number)
{
    wkb_out name = wkb_out_kept(p->arena), text = wkb_out_kept(p->arena);
    wku_format f = r->format;
    f.has_unit = true;
    f.unit = *unit;
    if (r->shown.shown != unit->shown) {
        WKB_TRY(wkc_put_value(
            &text, p->env, &r->value, &r->in.expr, &f, &r->shown));
        r->text = wkt_kept(p, &text);
    }
    wku_unit_put(&name, p->env->tables->units, &r->shown);
    const wkb_str u = wkt_kept(p, &name);
    *number = r->text;
    if (u.n && wkb_ends(r->text, u) && r->text.n > u.n &&
        r->text.p[r->text.n - u.n - 1] == ' ')
        number->n -= u.n + 1;
    return p->text.status;
}

wk_status
wkt_put_unknown(wkt_page *p, wkt_node *cell)
{
    wkt_node *n = wkt_add(p->arena, cell, WKT_SPAN);
    if (!n || !wkt_add_text(p->arena, n, WKB_STR("not known")))
        return WK_ENOMEM;
    n->cls = WKB_STR("unknown");
    return WK_OK;
}

wk_status
wkt_put_column_head(wkt_page *p,
                    wkt_node *row,
                    wkb_str title,
                    const wku_unit *unit,
                    bool is_number)
{
    wkt_node *cell = wkt_add(p->arena, row, WKT_CELL);
    wkb_out name = wkb_out_kept(p->arena);
    if (!cell || !wkt_add_text(p->arena, cell, title))
        return WK_ENOMEM;
    cell->is_head = true;
    cell->align = is_number ? WKT_RIGHT : WKT_NO_ALIGN;
    if (!unit)
        return WK_OK;
    wku_unit_put(&name, p->env->tables->units, unit);
    const wkb_str u = wkt_kept(p, &name);
    wkt_node *span = u.n ? wkt_add(p->arena, cell, WKT_SPAN) : NULL;
    if (!span)
        return p->text.status;
    span->cls = WKB_STR("u");
    return wkt_add_text(p->arena, span, u) ? WK_OK : WK_ENOMEM;
}
