/* The workings of a page's numbers: one appendix, an entry a number. */
#include "compose/compose.h"

static wkt_node *
add_line(wkt_page *p,
         wkt_node *into,
         const char *cls,
         const char *before,
         wkb_str text)
{
    wkt_node *n = wkt_add(p->arena, into, WKT_PARAGRAPH);
    wkb_out out = wkb_out_kept(p->arena);
    if (!n)
        return NULL;
    wkb_print(&out, "%s%S", before, text);
    n->cls = wkb_str_of(cls);
    return wkt_add_text(p->arena, n, wkt_kept(p, &out)) ? n : NULL;
}

void
wkt_sum_of(const wkc_derivation *d, wkb_str *symbols, wkb_str *numbers)
{
    const wkc_step *s = &d->step.item[0];
    /* A single call or name is explained by what it stands for. */
    while (s->numbers.n == 0 && s + 1 < d->step.item + d->step.n &&
           s[1].depth == s->depth + 1)
        s++;
    *symbols = s->symbols;
    *numbers = s->numbers;
}

static wk_status
add_cited(wkt_page *p, wkt_node *into, wkb_str sources, wkb_str locator)
{
    size_t n_ids = 0, n_places = 0;
    for (wkb_str s = sources; wkl_next_source(&s).n;)
        n_ids++;
    for (wkb_str s = locator; wkl_next_source(&s).n;)
        n_places++;
    for (wkb_str id; (id = wkl_next_source(&sources)).n;) {
        size_t number = 0;
        wkb_out text = wkb_out_kept(p->arena), href = wkb_out_kept(p->arena);
        const wkb_str place =
            n_ids == n_places ? wkl_next_source(&locator) : (wkb_str){0};
        WKB_TRY(wkt_refer(p, id, &number));
        if (!wkt_add_text(p->arena, into, WKB_STR(" ")))
            return WK_ENOMEM;
        wkt_node *link = wkt_add(p->arena, into, WKT_LINK);
        wkb_print(&text, "[%z", number);
        if (place.n)
            wkb_print(&text, ", %S", place);
        wkb_putc(&text, ']');
        wkb_print(&href, "#ref-%z", number);
        if (!link || !wkt_add_text(p->arena, link, wkt_kept(p, &text)))
            return WK_ENOMEM;
        link->cls = WKB_STR("cite");
        link->href = wkt_kept(p, &href);
    }
    return WK_OK;
}

/* A row for each cell: its path, its value, its sources. */
static wk_status
add_cells(wkt_page *p, wkt_node *into, const wkc_step *s)
{
    wkt_node *list = NULL;
    for (size_t i = 0; i < s->cell.n; i++) {
        const wkc_used *u = &s->cell.item[i];
        if (!list)
            list = wkt_add(p->arena, into, WKT_DEFS);
        wkt_node *def = list ? wkt_add(p->arena, list, WKT_DEF) : NULL;
        wkt_node *term = def ? wkt_add(p->arena, def, WKT_TERM) : NULL;
        wkt_node *code = term ? wkt_add(p->arena, term, WKT_CODE) : NULL;
        wkt_node *detail = def ? wkt_add(p->arena, def, WKT_DETAIL) : NULL;
        if (!code || !detail || !wkt_add_text(p->arena, detail, u->value))
            return WK_ENOMEM;
        list->cls = WKB_STR("cells");
        code->text = u->address;
        WKB_TRY(add_cited(p, detail, u->sources, u->locator));
    }
    return WK_OK;
}

wk_status
wkt_put_formula(wkt_page *p, wkt_node *into, const wkc_step *s)
{
    const wkc_formula *f = s->formula;
    wkt_node *line = add_line(p, into, "f", "", s->name);
    if (!line)
        return WK_ENOMEM;
    if (f->doc.n) {
        wkb_out doc = wkb_out_kept(p->arena);
        wkb_print(&doc, ": %S", f->doc.item[0]);
        if (!wkt_add_text(p->arena, line, wkt_kept(p, &doc)))
            return WK_ENOMEM;
    }
    for (size_t i = 0; i < f->citation.n; i++)
        WKB_TRY(add_cited(
            p, line, f->citation.item[i].id, f->citation.item[i].locator));
    return WK_OK;
}

static wk_status
add_step(wkt_page *p, wkt_node *into, const wkc_step *s, wkb_str result)
{
    if (s->formula)
        WKB_TRY(wkt_put_formula(p, into, s));
    if (!add_line(p, into, "m", "= ", s->symbols))
        return WK_ENOMEM;
    if (s->numbers.n && !wkb_str_eq(s->numbers, result) &&
        !add_line(p, into, "m put", "= ", s->numbers))
        return WK_ENOMEM;
    if (!add_line(p, into, "m res", "= ", result))
        return WK_ENOMEM;
    return add_cells(p, into, s);
}

static const wkt_entry *
known_entry(const wkt_page *p,
            wkb_str expression,
            wkb_str text,
            const wkc_bindings *names)
{
    for (size_t i = 0; i < p->entry.n; i++) {
        const wkt_entry *e = &p->entry.item[i];
        if (wkb_str_eq(e->expression, expression) &&
            wkb_str_eq(e->text, text) && e->names == names->item &&
            e->n_names == names->n && !names->has_row && !e->is_of_chart)
            return e;
    }
    return NULL;
}

static wk_status
new_anchor(wkt_page *p, wkb_str *anchor)
{
    wkb_out id = wkb_out_kept(p->arena);
    wkb_print(&id,
              "w-%S%s%z",
              p->section,
              p->section.n ? "-" : "",
              ++p->n_in_section);
    *anchor = wkt_kept(p, &id);
    wkt_anchor *a = WKB_PUSH(p->arena, &p->doc->anchor);
    if (!a)
        return WK_ENOMEM;
    *a = (wkt_anchor){*anchor, WKB_NOWHERE};
    return id.status;
}

wk_status
wkt_workings_entry(wkt_page *p,
                   const wkc_answer *r,
                   wkb_str expression,
                   wkb_str text,
                   const wkc_bindings *names,
                   wkb_str *anchor)
{
    const wkt_entry *known = known_entry(p, expression, text, names);
    if (known) {
        *anchor = known->anchor;
        return WK_OK;
    }
    WKB_TRY(new_anchor(p, anchor));
    wkt_entry *e = WKB_PUSH(p->arena, &p->entry);
    if (!e)
        return WK_ENOMEM;
    *e = (wkt_entry){.expression = expression,
                     .text = text,
                     .anchor = *anchor,
                     .names = names->item,
                     .n_names = names->n,
                     .value = r->value,
                     .is_of_chart = p->is_in_chart};
    return WK_OK;
}

wk_status
wkt_number_id(wkt_page *p, wkb_str anchor, wkb_str *id)
{
    wkb_out out = wkb_out_kept(p->arena);
    wkb_print(&out, "n%S", wkb_sub(anchor, 1, anchor.n));
    *id = wkt_kept(p, &out);
    return out.status;
}

static wk_status
add_way_back(wkt_page *p, const wkt_entry *e, wkt_node *into)
{
    wkb_str id;
    wkb_out href = wkb_out_kept(p->arena);
    wkt_node *para = wkt_add(p->arena, into, WKT_PARAGRAPH);
    wkt_node *link = para ? wkt_add(p->arena, para, WKT_LINK) : NULL;
    if (!link || !wkt_add_text(p->arena, link, WKB_STR("Back to the text")))
        return WK_ENOMEM;
    WKB_TRY(wkt_number_id(p, e->anchor, &id));
    wkb_print(&href, "#%S", id);
    para->cls = WKB_STR("back");
    link->href = wkt_kept(p, &href);
    return href.status;
}

static wk_status
put_entry(wkt_page *p, const wkt_entry *e, wkt_node *into)
{
    wkc_derivation d;
    wkt_node *n = wkt_add(p->arena, into, WKT_DIV);
    if (!n)
        return WK_ENOMEM;
    /* on paper there is no table of a chart, so nothing leads there */
    n->cls = e->is_of_chart ? WKB_STR("w mark") : WKB_STR("w");
    n->id = e->anchor;
    if (!add_line(p, n, "v", "", e->text))
        return WK_ENOMEM;
    WKB_TRY(wkc_derive(&d, p->arena, p->env, &e->value));
    for (size_t i = 0; i < d.step.n; i++)
        WKB_TRY(add_step(
            p, n, &d.step.item[i], i ? d.step.item[i].result : e->text));
    return add_way_back(p, e, n);
}

/* Written last, so that what the prose cites is numbered first. */
wk_status
wkt_put_workings(wkt_page *p)
{
    if (p->entry.n == 0 && p->doc->chart.n == 0)
        return WK_OK;
    wkt_node *s = wkt_add(p->arena, p->doc->root, WKT_SECTION);
    wkt_node *h = s ? wkt_add(p->arena, s, WKT_HEADING) : NULL;
    if (!h || !wkt_add_text(p->arena, h, WKB_STR("Workings")))
        return WK_ENOMEM;
    s->cls = h->id = WKB_STR("workings");
    h->level = 2;
    for (size_t i = 0; i < p->entry.n; i++)
        WKB_TRY(put_entry(p, &p->entry.item[i], s));
    for (size_t i = 0; i < p->doc->chart.n; i++) {
        if (p->doc->chart.item[i]->alt.n) /* else it is at fault */
            WKB_TRY(wkt_put_chart_entry(p, p->doc->chart.item[i], s));
    }
    return WK_OK;
}
