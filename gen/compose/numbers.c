/* What stands for a placeholder: numbers with a way to their workings, claims,
 * held words, texts. */
#include <math.h>
#include <string.h>

#include "compose/compose.h"

static wk_status
parsed(wkt_page *p, wkb_span at, const wkc_interpolation **out)
{
    const wkb_diag *d = p->env->diag;
    const wkb_str key = {(const char *)&at, sizeof at};
    uint32_t number = 0;
    WKB_TRY(wkb_intern(&p->asked, key, true, &number));
    if (number == p->parsed.n && !WKB_PUSH(p->arena, &p->parsed))
        return WK_ENOMEM;
    if (!p->parsed.item[number]) {
        wkc_interpolation *in = WKB_NEW(p->arena, wkc_interpolation, 1);
        if (!in)
            return WK_ENOMEM;
        WKB_TRY(wkc_parse_interpolation(
            in, p->arena, d->file.item[at.file].bytes, at, p->env->diag));
        p->parsed.item[number] = in;
    }
    *out = p->parsed.item[number];
    return WK_OK;
}

wk_status
wkt_ask(wkt_page *p, wkb_span at, const wkc_bindings *names, wkc_answer *out)
{
    const wkc_interpolation *in = NULL;
    *out = (wkc_answer)WKC_ANSWER_INIT;
    WKB_TRY(parsed(p, at, &in));
    return wkc_ask_on_page(out, p->arena, p->env, in, names);
}

static wk_status
note_number(wkt_page *p,
            const wkc_answer *r,
            wkt_number_kind kind,
            wkb_str text,
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
                           .expression = wkb_trim(wkt_source(p, r->in.expr.at)),
                           .unit = wkt_kept(p, &unit),
                           .value = known ? n->v / factor : (double)NAN,
                           .low = known ? n->lo / factor : (double)NAN,
                           .high = known ? n->hi / factor : (double)NAN,
                           .anchor = anchor,
                           .sentence = UINT32_MAX,
                           .sources = r->sources,
                           .at = at};
    if (r->has_claim || r->in.is_when)
        number->held = (uint32_t)p->doc->held.n;
    return WK_OK;
}

static wk_status
note_held(wkt_page *p, const wkc_answer *r)
{
    wkt_held *h = WKB_PUSH(p->arena, &p->doc->held);
    wkb_out now = wkb_out_kept(p->arena);
    const wku_format f = WKU_FORMAT_INIT;
    if (!h)
        return WK_ENOMEM;
    WKB_TRY(wkc_put_value(&now, p->env, &r->value, &r->in.expr, &f, NULL));
    *h = (wkt_held){.text = r->text,
                    .stated = wkb_trim(wkt_source(
                        p, r->has_claim ? r->in.claim : r->in.expr.at)),
                    .now = wkt_kept(p, &now),
                    .holds = r->in.is_when || r->verdict == WKU_HOLDS,
                    .is_condition = r->in.is_when,
                    .margin = r->margin,
                    .sentence = UINT32_MAX,
                    .at = r->has_claim ? r->in.claim : r->in.expr.at};
    return WK_OK;
}

static bool
is_plain_literal(const wkc_answer *r)
{
    return r->in.expr.root->kind == WKC_NUMBER && !r->has_claim;
}

static const char *
class_of(const wkt_page *p, const wkc_answer *r)
{
    const wkc_node *root = r->in.expr.root;
    if (r->value.status == WK_EUNKNOWN)
        return "n unknown";
    if (r->in.is_when)
        return "n claim words";
    if (r->has_claim)
        return "n claim";
    return root->kind == WKC_NAME && wkt_is_assumed(p, root->name) ? "n assume"
                                                                   : "n";
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
    link->cls = wkb_str_of(class_of(p, r));
    link->at = at;
    if (p->entry.n > n_entries) /* the entry leads back to its first number */
        WKB_TRY(wkt_number_id(p, anchor, &link->id));
    WKB_TRY(note_number(
        p, r, r->has_claim ? WKT_CLAIMED : WKT_COMPUTED, text, at, anchor));
    link->number = (uint32_t)p->doc->number.n;
    return WK_OK;
}

/* A claim that fails is told with the sentence's place by wkc_ask; the page
 * goes on, so that all faults are found. */
static wk_status
ask(wkt_page *p, wkb_span at, const wkc_bindings *names, wkc_answer *r)
{
    const wk_status status = wkt_ask(p, at, names, r);
    if (r->text.p && (r->has_claim || r->in.is_when))
        WKB_TRY(note_held(p, r));
    p->doc->n_left_out += r->value.n_left_out;
    if (status != WK_OK || r->value.status != WK_EUNDECIDED)
        return status;
    return wkb_error(p->env->diag,
                     WK_EUNDECIDED,
                     at,
                     "the value is undecided on its range\n"
                     "narrow the range, or write what holds on all of it");
}

static bool
is_number(const wkc_answer *r)
{
    return r->value.type.kind == WKU_NUMBER || r->has_claim || r->in.is_when ||
           r->value.type.kind == WKU_DATE;
}

/* "not known" alone: the workings say which cell it is. */
static wkb_str
without_cause(const wkc_answer *r)
{
    return r->value.status == WK_EUNKNOWN ? WKB_STR("not known") : r->text;
}

/* A claim that fails stands in its sentence all the same. */
static bool
is_there(const wkc_answer *r)
{
    return r->text.p && is_number(r);
}

/* The answer, noted if it is a number, and in *number which of the document's,
 * from 1; 0 if it is none. */
static wk_status
ask_plain(wkt_page *p, const wkt_slot *s, wkc_answer *r, uint32_t *number)
{
    *number = 0;
    const wk_status status = ask(p, s->inner, &s->names, r);
    if (status == WK_ENOMEM || !is_there(r))
        return status;
    const wkt_number_kind kind = is_plain_literal(r) ? WKT_PLAIN
                                 : r->has_claim      ? WKT_CLAIMED
                                                     : WKT_COMPUTED;
    WKB_TRY(note_number(p, r, kind, r->text, s->at, (wkb_str){0}));
    *number = (uint32_t)p->doc->number.n;
    return status;
}

wkt_node *
wkt_add_value(wkb_arena *a, wkt_node *into, wkb_str text)
{
    wkt_node *n = wkt_add_text(a, into, text);
    if (n)
        n->cls = WKB_STR("value");
    return n;
}

static wk_status
put_value(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    wkc_answer r;
    const wk_status status = ask(p, s->inner, &s->names, &r);
    if (status == WK_OK && is_number(&r) && !is_plain_literal(&r))
        return wkt_put_number(p, &r, without_cause(&r), s->at, &s->names, into);
    const bool is_missing = status != WK_OK && !is_there(&r);
    const wkb_str gap = WKB_STR("\xe2\x80\xa6"); /* in the sentence told */
    wkt_node *n = wkt_add_value(p->arena, into, is_missing ? gap : r.text);
    if (!n || status == WK_ENOMEM)
        return WK_ENOMEM;
    if (is_missing || !is_number(&r))
        return status;
    WKB_TRY(note_number(p, &r, WKT_PLAIN, r.text, s->at, (wkb_str){0}));
    n->number = (uint32_t)p->doc->number.n;
    return status;
}

/* In a link's text a number is no link of its own. */
static wk_status
put_in_link(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    wkc_answer r;
    uint32_t number = 0;
    if (s->kind != WKT_SLOT_VALUE)
        return wkt_put_plain(p, s, NULL);
    const wk_status status = ask_plain(p, s, &r, &number);
    if (status == WK_ENOMEM || !r.text.p)
        return status;
    wkt_node *n = wkt_add_value(p->arena, into, without_cause(&r));
    if (!n)
        return WK_ENOMEM;
    n->number = number;
    return status;
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

/* Signs that were escaped: text, wherever they stand. */
static bool
is_sign(const wkt_slot *s)
{
    return s->kind == WKT_SLOT_BAR || s->kind == WKT_SLOT_BRACES;
}

static wkb_str
sign_of(const wkt_slot *s)
{
    return s->kind == WKT_SLOT_BAR ? WKB_STR("|") : WKB_STR("{{");
}

wk_status
wkt_put_slot(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    wkt_node *sign = NULL;
    bool in_link = false;
    for (const wkt_node *n = into; n; n = n->parent)
        in_link = in_link || n->kind == WKT_LINK || n->kind == WKT_IMAGE;
    if (in_link && !is_sign(s))
        return put_in_link(p, s, into);
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
    case WKT_SLOT_BRACES:
        sign = wkt_add_text(p->arena, into, sign_of(s));
        if (sign && s->kind == WKT_SLOT_BAR)
            sign->cls = WKB_STR("bar"); /* divides no cells */
        break;
    }
    return sign ? WK_OK : WK_ENOMEM;
}

wk_status
wkt_put_plain(wkt_page *p, const wkt_slot *s, wkb_out *out)
{
    wkc_answer r;
    uint32_t number = 0;
    if (is_sign(s)) {
        wkb_put(out, sign_of(s));
        return out->status;
    }
    if (s->kind != WKT_SLOT_VALUE)
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         s->at,
                         "inside a link only values can stand\n"
                         "put citations, footnotes and blocks behind it");
    const wk_status status = ask_plain(p, s, &r, &number);
    wkb_put(out, without_cause(&r));
    return status != WK_OK ? status : out->status;
}

static wk_status
unended(const wkt_page *p, wkb_span at)
{
    at.end = at.begin + 2;
    return wkb_error(p->env->diag,
                     WK_ESYNTAX,
                     at,
                     "{{ without its }}\nwrite \\{{ for two braces");
}

/* Text between braces is answered; of the rest, prose is looked through for
 * numbers that were typed. */
static wk_status
answer_texts(wkt_page *p,
             wkb_span text,
             const wkc_bindings *names,
             bool is_prose,
             wkb_str *out)
{
    const wkb_str all = wkt_source(p, text);
    wkb_out kept = wkb_out_kept(p->arena);
    size_t plain = 0;
    for (size_t i = 0; i <= all.n;) {
        const wkb_str rest = wkb_sub(all, i, all.n);
        const bool escapes = wkb_starts(rest, WKB_STR("\\{{"));
        const bool opens = wkb_starts(rest, WKB_STR("{{"));
        const size_t end = opens ? wkt_tag_end(all, i) : 0;
        if (opens && end == 0)
            WKB_TRY(wkt_fault(p, unended(p, wkt_span(text, all, rest))));
        if (end == 0 && !escapes && i++ < all.n)
            continue;
        const wkb_str before = wkb_sub(all, plain, end || escapes ? i : all.n);
        wkb_put(&kept, before);
        if (is_prose)
            WKB_TRY(wkt_bare_text(p, before, wkt_span(text, all, before)));
        if (escapes) {
            plain = i + 1;
            i += 3;
            continue;
        }
        if (end == 0)
            break;
        const wkt_slot s = {
            .kind = WKT_SLOT_VALUE,
            .at = wkt_span(text, all, wkb_sub(all, i, end)),
            .inner = wkt_span(text, all, wkb_sub(all, i + 2, end - 2)),
            .names = *names};
        WKB_TRY(wkt_fault(p, wkt_put_plain(p, &s, &kept)));
        plain = i = end;
    }
    *out = wkt_kept(p, &kept);
    return kept.status;
}

wk_status
wkt_texts(wkt_page *p, wkb_span text, const wkc_bindings *names, wkb_str *out)
{
    return answer_texts(p, text, names, true, out);
}

wk_status
wkt_address(wkt_page *p, wkb_span text, const wkc_bindings *names, wkb_str *out)
{
    return answer_texts(p, text, names, false, out);
}

static bool
has_braces(wkb_str s)
{
    return s.n && memmem(s.p, s.n, "{{", 2);
}

wk_status
wkt_plain_of(const wkt_yaml *n, wkb_diag *d)
{
    WKB_TRY(wkt_yaml_expect(n, WKT_YAML_SCALAR, d));
    if (n->verbatim || !has_braces(n->text))
        return WK_OK;
    return wkb_error(d,
                     WK_ESYNTAX,
                     n->at,
                     "a text of several lines, or with escapes, cannot hold "
                     "{{ }}\n"
                     "write it on one line, in the other kind of quotes");
}

wk_status
wkt_no_braces(wkb_str text, wkb_span at, wkb_diag *d)
{
    if (!has_braces(text))
        return WK_OK;
    return wkb_error(d,
                     WK_ESYNTAX,
                     at,
                     "a name or a heading cannot hold {{ }}\n"
                     "write what it says, or put the value into a text");
}
