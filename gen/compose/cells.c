/* Cells of tables whose columns have one unit, named in the head. */
#include "compose/compose.h"

wkb_str
wkt_column_title(wkt_page *p, wkb_str text)
{
    wkb_out out = wkb_out_kept(p->arena);
    text = wkb_trim(wkb_sub(text, 0, wkb_find(text, '|')));
    size_t i = text.n;
    while (i && (wkb_is_letter(text.p[i - 1]) || wkb_is_digit(text.p[i - 1]) ||
                 text.p[i - 1] == '.'))
        i--;
    if (i == 0) { /* one name, perhaps through references */
        while (wkb_find(text, '.') < text.n)
            (void)wkb_cut(&text, '.');
    }
    for (size_t k = 0; k < text.n; k++)
        wkb_putc(&out, text.p[k] == '_' ? ' ' : text.p[k]);
    return wkt_kept(p, &out);
}

wkb_str
wkt_without_unit(wkt_page *p, const wku_unit *unit, const wkc_answer *r)
{
    wkb_out name = wkb_out_kept(p->arena), text = wkb_out_kept(p->arena);
    wku_format f = {.has_unit = true, .unit = *unit};
    wku_unit shown = r->shown;
    wkb_str s = r->text;
    if (shown.shown != unit->shown &&
        wkc_put_value(&text, p->env, &r->value, &r->in.expr, &f, &shown) ==
            WK_OK)
        s = wkt_kept(p, &text);
    wku_unit_put(&name, p->env->tables->units, &shown);
    const wkb_str u = wkt_kept(p, &name);
    if (u.n && wkb_ends(s, u) && s.n > u.n && s.p[s.n - u.n - 1] == ' ')
        s.n -= u.n + 1;
    return s;
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
