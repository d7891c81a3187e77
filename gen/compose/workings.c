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

/* Whether symbols are no more than name, or a call of it. */
static bool
stands_for(wkb_str symbols, wkb_str name)
{
    const wkb_str rest = wkb_sub(symbols, name.n, symbols.n);
    size_t depth = 0;
    if (!wkb_starts(symbols, name) || name.n == 0)
        return false;
    for (size_t i = 0; i < rest.n; i++) {
        depth += rest.p[i] == '(';
        depth -= rest.p[i] == ')' && depth;
        if (depth == 0)
            return i + 1 == rest.n && rest.p[i] == ')';
    }
    return rest.n == 0;
}

void
wkt_sum_of(const wkc_derivation *d, wkb_str *symbols, wkb_str *numbers)
{
    const wkc_step *s = &d->step.item[0];
    const wkc_step *const end = s + d->step.n;
    /* A single call or name is explained by what it stands for. */
    while (s->numbers.n == 0 && s + 1 < end && s[1].depth == s->depth + 1 &&
           stands_for(s->symbols, s[1].name))
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
        const wkb_str place =
            n_ids == n_places ? wkl_next_source(&locator) : (wkb_str){0};
        if (!wkt_add_text(p->arena, into, WKB_STR(" ")))
            return WK_ENOMEM;
        WKB_TRY(wkt_put_reference(p, id, place, into));
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

static wkb_str
behind_last(wkb_str s, char c)
{
    size_t i = s.n;
    while (i && s.p[i - 1] != c)
        i--;
    return wkb_sub(s, i, s.n);
}

static size_t
count(wkb_str s, char c)
{
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == c;
    return n;
}

/* A name for a list: that has no value to be shown. */
static bool
names_list(const wkc_step *s)
{
    return !s->formula && s->numbers.n == 0 && s->cell.n == 0 &&
           s->result.n == 0;
}

/* A name for a row, of which the cells read are shown. */
static bool
names_row(const wkc_step *s)
{
    return !s->formula && s->numbers.n == 0 && s->cell.n == 0 && s->result.n &&
           wkb_str_eq(behind_last(s->symbols, '.'), s->result);
}

/* A number as it was typed: 1.5 l, not 2 - 5. */
static bool
is_literal(const wkc_step *s)
{
    wkb_str unit = s->symbols;
    const wkb_str number = wkb_cut(&unit, ' ');
    return !s->formula && s->numbers.n == 0 && s->cell.n == 0 && number.n &&
           wkb_is_digit(number.p[0]) && wkb_find(number, '(') == number.n &&
           wkb_find(unit, ' ') == unit.n &&
           (unit.n == 0 || wkb_is_letter(unit.p[0]) || unit.p[0] == '%');
}

/* A cell alone, of which its row below says all. */
static bool
is_cell(const wkc_step *s)
{
    return !s->formula && s->numbers.n == 0 && s->cell.n == 1 &&
           (wkb_str_eq(s->symbols, s->cell.item[0].address) ||
            count(s->symbols, '.') < 2) &&
           wkb_find(s->symbols, ' ') == s->symbols.n &&
           wkb_find(s->symbols, '(') == s->symbols.n;
}

/* symbols = numbers put in = result; a name stands before its own. */
static wk_status
add_sum(wkt_page *p, wkt_node *into, const wkc_step *s, wkb_str result)
{
    wkb_out out = wkb_out_kept(p->arena);
    const bool is_named = !s->formula && s->name.n;
    const bool is_short = is_literal(s) || names_list(s);
    const bool is_range = is_literal(s) && count(s->symbols, '.') > 1;
    if (is_named)
        wkb_print(&out, "%S = ", s->name);
    else
        wkb_puts(&out, "= ");
    wkb_put(&out, is_range ? result : s->symbols);
    if (is_named && wkt_is_assumed(p, s->name))
        wkb_puts(&out, ", assumed");
    const wkb_str first = wkt_kept(p, &out);
    if (!add_line(p, into, is_named ? "m let" : "m", "", first))
        return WK_ENOMEM;
    if (is_short)
        return WK_OK;
    if (s->numbers.n && !wkb_str_eq(s->numbers, result) &&
        !add_line(p, into, "m put", "= ", s->numbers))
        return WK_ENOMEM;
    return add_line(p, into, "m res", "= ", result) ? WK_OK : WK_ENOMEM;
}

/* Whether a step's sum says more than what stands there already: the first
 * step is the number itself, perhaps a cell, a number as typed, or a name,
 * which the next step then tells. */
static bool
has_sum(const wkc_derivation *d, size_t i)
{
    const wkc_step *s = &d->step.item[i];
    const wkc_step *next = i + 1 < d->step.n ? s + 1 : NULL;
    if (i)
        return !names_row(s);
    return !is_cell(s) && !is_literal(s) &&
           !(next && !next->formula && wkb_str_eq(s->symbols, next->name));
}

static wk_status
add_step(wkt_page *p,
         wkt_node *into,
         const wkc_derivation *d,
         size_t i,
         wkb_str result)
{
    const wkc_step *s = &d->step.item[i];
    if (s->formula)
        WKB_TRY(wkt_put_formula(p, into, s));
    if (has_sum(d, i))
        WKB_TRY(add_sum(p, into, s, result));
    for (size_t k = 0; k < s->remark.n; k++) {
        if (!add_line(p, into, "f", "", s->remark.item[k]))
            return WK_ENOMEM;
    }
    return add_cells(p, into, s);
}

bool
wkt_is_assumed(const wkt_page *p, wkb_str name)
{
    return wkb_interned(&p->assumed, name) != UINT32_MAX;
}

/* How the text is held to the value. */
static wk_status
say_held(wkt_page *p, const wkc_answer *r, wkb_str *said)
{
    static const char *const bounds[] = {[WKU_ABOUT] = "",
                                         [WKU_AT_LEAST] = "at least ",
                                         [WKU_AT_MOST] = "at most ",
                                         [WKU_MORE] = "more than ",
                                         [WKU_LESS] = "less than "};
    wkb_out out = wkb_out_kept(p->arena);
    wku_format f = WKU_FORMAT_INIT;
    *said = (wkb_str){0};
    if (r->in.is_when)
        wkb_puts(&out, "The words are held to this condition.");
    if (r->has_claim) {
        f.has_unit = r->claim.has_unit;
        f.unit = r->claim.unit;
        wkb_print(
            &out, "The text states %s%S", bounds[r->claim.bound], r->text);
        wkb_puts(&out, r->margin == 0 ? ", which is the value" : "; it is ");
        if (r->margin != 0)
            WKB_TRY(
                wkc_put_value(&out, p->env, &r->value, &r->in.expr, &f, NULL));
        if (r->margin != 0 && r->claim.bound == WKU_ABOUT)
            WKB_TRY(wkc_put_margin(&out, p->env->tables->units, r->margin));
        wkb_putc(&out, '.');
    }
    if (out.n)
        *said = wkt_kept(p, &out);
    return out.status;
}

/* A key of which there is no other. */
static wk_status
unlike_others(wkt_page *p, uint32_t *number)
{
    wkb_out key = wkb_out_kept(p->arena);
    wkb_print(&key, "row %z", p->entry.n);
    const wkb_str text = wkt_kept(p, &key);
    return key.status != WK_OK ? key.status
                               : wkb_intern(&p->entry_key, text, false, number);
}

/* The number of an entry's key: equal for the same expression, printed alike,
 * with the same names, in a chart or not. */
static wk_status
key_of(wkt_page *p, const wkt_entry *e, uint32_t *number)
{
    wkb_out key = wkb_out_kept(p->arena);
    const size_t names = (size_t)(uintptr_t)e->names;
    wkb_print(&key,
              "%z %z %s %z %S %z %S %S",
              names,
              e->n_names,
              e->is_of_chart ? "chart" : "",
              e->expression.n,
              e->expression,
              e->text.n,
              e->text,
              e->said);
    const wkb_str text = wkt_kept(p, &key);
    if (key.status != WK_OK)
        return key.status;
    return wkb_intern(&p->entry_key, text, false, number);
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
    WKB_TRY(wkt_add_anchor(p, *anchor, WKB_NOWHERE));
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
    wkt_entry e = {.expression = expression,
                   .text = text,
                   .names = names->item,
                   .n_names = names->n,
                   .value = r->value,
                   .is_of_chart = p->is_in_chart};
    uint32_t number = (uint32_t)p->entry.n;
    WKB_TRY(say_held(p, r, &e.said));
    if (names->has_row) /* no other is the same */
        WKB_TRY(unlike_others(p, &number));
    else
        WKB_TRY(key_of(p, &e, &number));
    if (number < p->entry.n) {
        *anchor = p->entry.item[number].anchor;
        return WK_OK;
    }
    WKB_TRY(new_anchor(p, anchor));
    wkt_entry *kept = WKB_PUSH(p->arena, &p->entry);
    if (!kept)
        return WK_ENOMEM;
    e.anchor = *anchor;
    *kept = e;
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
    if (e->said.n && !add_line(p, n, "of", "", e->said))
        return WK_ENOMEM;
    WKB_TRY(wkc_derive(&d, p->arena, p->env, &e->value));
    for (size_t i = 0; i < d.step.n; i++) {
        const bool as_printed = i == 0 && e->said.n == 0;
        WKB_TRY(add_step(
            p, n, &d, i, as_printed ? e->text : d.step.item[i].result));
    }
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
