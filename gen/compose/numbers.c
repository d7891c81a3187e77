/* What stands for a placeholder: numbers with a way to their workings, claims,
 * held words, texts. */
#include <math.h>

#include "compose/compose.h"

static wk_status
note_number(wkt_page *p,
            const wkc_answer *r,
            wkt_number_kind kind,
            wkb_str text,
            wkb_str expression,
            wkb_span at,
            wkb_str anchor)
{
    wkb_out unit = wkb_out_kept(p->arena);
    const wku_num *n = &r->value.num;
    const bool known =
        r->value.status == WK_OK && r->value.type.kind == WKU_NUMBER;
    const double factor = r->shown.factor > 0 ? r->shown.factor : 1;
    wkt_number *number = WKB_PUSH(p->arena, &p->doc->number);
    if (!number)
        return WK_ENOMEM;
    if (known)
        wku_unit_put(&unit, p->env->tables->units, &r->shown);
    *number = (wkt_number){.kind = kind,
                           .text = text,
                           .expression = expression,
                           .unit = wkt_kept(p, &unit),
                           .value = known ? n->v / factor : (double)NAN,
                           .low = known ? n->lo / factor : (double)NAN,
                           .high = known ? n->hi / factor : (double)NAN,
                           .anchor = anchor,
                           .sentence = UINT32_MAX,
                           .sources = r->sources,
                           .at = at};
    return WK_OK;
}

static wk_status
note_held(wkt_page *p, const wkc_answer *r, wkb_span at)
{
    wkt_held *h = WKB_PUSH(p->arena, &p->doc->held);
    wkb_out now = wkb_out_kept(p->arena);
    const wku_format f = WKU_FORMAT_INIT;
    if (!h)
        return WK_ENOMEM;
    WKB_TRY(wkc_put_value(&now, p->env, &r->value, &r->in.expr, &f, NULL));
    *h = (wkt_held){.text = r->text,
                    .stated = wkt_source(p, r->in.claim),
                    .now = wkt_kept(p, &now),
                    .holds = r->in.is_when || r->verdict == WKU_HOLDS,
                    .is_condition = r->in.is_when,
                    .margin = r->margin,
                    .sentence = UINT32_MAX,
                    .at = at};
    return WK_OK;
}

static bool
is_plain_literal(const wkc_answer *r)
{
    return r->in.expr.root->kind == WKC_NUMBER && !r->has_claim;
}

static const char *
class_of(const wkc_answer *r)
{
    if (r->in.is_when)
        return "n claim words";
    return r->has_claim ? "n claim" : "n";
}

wk_status
wkt_put_number(wkt_page *p,
               const wkc_answer *r,
               wkb_str text,
               wkb_span at,
               const wkc_bindings *names,
               wkt_node *into)
{
    wkb_str anchor;
    const size_t n_entries = p->entry.n;
    const wkb_str expression = wkb_trim(wkt_source(p, r->in.expr.at));
    WKB_TRY(wkt_workings_entry(p, r, expression, r->text, names, &anchor));
    wkt_node *link = wkt_add(p->arena, into, WKT_LINK);
    wkb_out href = wkb_out_kept(p->arena);
    if (!link || !wkt_add_text(p->arena, link, text))
        return WK_ENOMEM;
    wkb_print(&href, "#%S", anchor);
    link->href = wkt_kept(p, &href);
    link->cls = wkb_str_of(class_of(r));
    link->at = at;
    if (p->entry.n > n_entries) /* the entry leads back to its first number */
        WKB_TRY(wkt_number_id(p, anchor, &link->id));
    WKB_TRY(note_number(p,
                        r,
                        r->has_claim ? WKT_CLAIMED : WKT_COMPUTED,
                        text,
                        expression,
                        at,
                        anchor));
    link->start = (int)p->doc->number.n; /* its number, from 1 */
    return WK_OK;
}

/* A claim that fails is told with the sentence's place by wkc_ask; the page
 * goes on, so that all faults are found. */
static wk_status
ask(wkt_page *p, wkb_span at, const wkc_bindings *names, wkc_answer *r)
{
    const wk_status status = wkc_ask(r, p->arena, p->env, at, names);
    if (r->text.p && (r->has_claim || r->in.is_when))
        WKB_TRY(note_held(p, r, at));
    p->doc->n_left_out += r->value.n_left_out;
    return status;
}

static bool
is_number(const wkc_answer *r)
{
    return r->value.type.kind == WKU_NUMBER || r->has_claim || r->in.is_when ||
           r->value.type.kind == WKU_DATE;
}

static wk_status
put_value(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    wkc_answer r;
    WKB_TRY(ask(p, s->inner, &s->names, &r));
    if (r.value.status == WK_EUNDECIDED)
        return wkb_error(p->env->diag,
                         WK_EUNDECIDED,
                         s->inner,
                         "the value is undecided on its range\n"
                         "narrow the range, or write what holds on all of it");
    if (is_plain_literal(&r))
        WKB_TRY(
            note_number(p, &r, WKT_PLAIN, r.text, r.text, s->at, (wkb_str){0}));
    if (is_plain_literal(&r) || !is_number(&r))
        return wkt_add_text(p->arena, into, r.text) ? WK_OK : WK_ENOMEM;
    return wkt_put_number(p, &r, r.text, s->at, &s->names, into);
}

static wk_status
put_note(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    wkb_out text = wkb_out_kept(p->arena), href = wkb_out_kept(p->arena);
    wkb_out id = wkb_out_kept(p->arena);
    wkt_note *n = NULL;
    for (size_t i = 0; i < p->note.n; i++) {
        if (wkb_str_eq(p->note.item[i].name, s->word))
            n = &p->note.item[i];
    }
    if (!n)
        return wkb_error(p->env->diag,
                         WK_ENAME,
                         s->at,
                         "there is no footnote %q\n"
                         "write [^%S]: and its text at the start of a line",
                         s->word,
                         s->word);
    const bool first = n->number == 0;
    if (first)
        n->number = ++p->n_notes;
    wkt_node *super = wkt_add(p->arena, into, WKT_SUPER);
    wkt_node *link = super ? wkt_add(p->arena, super, WKT_LINK) : NULL;
    wkb_print(&text, "%z", n->number);
    wkb_print(&href, "#fn-%z", n->number);
    if (!link || !wkt_add_text(p->arena, link, wkt_kept(p, &text)))
        return WK_ENOMEM;
    link->href = wkt_kept(p, &href);
    link->cls = WKB_STR("fn");
    if (first) {
        wkb_print(&id, "fnref-%z", n->number);
        link->id = wkt_kept(p, &id);
    }
    return WK_OK;
}

wk_status
wkt_put_slot(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    wkt_node *bar = NULL;
    for (const wkt_node *n = into; n; n = n->parent) {
        if (n->kind == WKT_LINK || n->kind == WKT_IMAGE) {
            wkb_out text = wkb_out_kept(p->arena);
            WKB_TRY(wkt_put_plain(p, s, &text));
            return wkt_add_text(p->arena, into, wkt_kept(p, &text)) ? WK_OK
                                                                    : WK_ENOMEM;
        }
    }
    switch (s->kind) {
    case WKT_SLOT_VALUE:
        return put_value(p, s, into);
    case WKT_SLOT_CITE:
        return wkt_put_cite(p, s, into);
    case WKT_SLOT_NOTE:
        return put_note(p, s, into);
    case WKT_SLOT_DIRECTIVE:
        return wkt_put_directive(p, s, into);
    case WKT_SLOT_BAR:
        bar = wkt_add_text(p->arena, into, WKB_STR("|"));
        if (bar)
            bar->cls = WKB_STR("bar"); /* divides no cells */
        break;
    }
    return bar ? WK_OK : WK_ENOMEM;
}

wk_status
wkt_put_plain(wkt_page *p, const wkt_slot *s, wkb_out *out)
{
    wkc_answer r;
    if (s->kind == WKT_SLOT_BAR)
        wkb_putc(out, '|');
    if (s->kind == WKT_SLOT_VALUE) {
        WKB_TRY(ask(p, s->inner, &s->names, &r));
        wkb_put(out, r.text);
    } else if (s->kind != WKT_SLOT_BAR) {
        wkb_put(out, wkt_source(p, s->at));
    }
    return out->status;
}

wk_status
wkt_texts(wkt_page *p, wkb_span text, const wkc_bindings *names, wkb_str *out)
{
    const wkb_str all = wkt_source(p, text);
    wkb_out kept = wkb_out_kept(p->arena);
    for (size_t i = 0; i < all.n;) {
        size_t end = i + 2;
        const bool opens = wkb_starts(wkb_sub(all, i, all.n), WKB_STR("{{"));
        while (opens && end + 1 < all.n &&
               !(all.p[end] == '}' && all.p[end + 1] == '}'))
            end++;
        if (!opens || end + 1 >= all.n) {
            wkb_putc(&kept, all.p[i++]);
            continue;
        }
        const wkt_slot s = {.kind = WKT_SLOT_VALUE,
                            .inner =
                                wkt_span(text, all, wkb_sub(all, i + 2, end)),
                            .names = *names};
        WKB_TRY(wkt_fault(p, wkt_put_plain(p, &s, &kept)));
        i = end + 2;
    }
    *out = wkt_kept(p, &kept);
    return kept.status;
}
