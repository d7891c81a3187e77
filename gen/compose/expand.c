/* Expands a template: partials, conditions and repetition are carried out,
 * everything else that is computed becomes a placeholder. */
#include <math.h>

#include "compose/compose.h"

enum { MOST_BYTES = 1 << 20, MOST_PICTURES = 8000, MOST_FAULTS = 200 };

wk_status
wkt_fault(wkt_page *p, wk_status status)
{
    if (status == WK_OK || status == WK_ENOMEM)
        return status;
    p->worst = status;
    if (++p->n_faults < MOST_FAULTS)
        return WK_OK;
    wkb_note(p->env->diag,
             WKB_NOWHERE,
             "this page has more than %d faults; correct these first",
             (int)MOST_FAULTS);
    return WK_ELIMIT;
}

wkb_str
wkt_source(const wkt_page *p, wkb_span at)
{
    return wkb_sub(p->env->diag->file.item[at.file].bytes, at.begin, at.end);
}

wkb_span
wkt_span(wkb_span in, wkb_str all, wkb_str part)
{
    const uint32_t begin = in.begin + (uint32_t)(part.p - all.p);
    return (wkb_span){in.file, begin, begin + (uint32_t)part.n};
}

wkb_str
wkt_trim(wkb_str s)
{
    static const wkb_str blank = {" \t\r\n", 4};
    while (s.n && wkb_find(blank, s.p[0]) < blank.n)
        s = wkb_sub(s, 1, s.n);
    while (s.n && wkb_find(blank, s.p[s.n - 1]) < blank.n)
        s.n--;
    return s;
}

wkb_str
wkt_kept(wkt_page *p, wkb_out *out)
{
    wkb_str text;
    if (wkb_out_text(out, &text) != WK_OK)
        p->text.status = WK_ENOMEM;
    return text;
}

wkb_span
wkt_origin_of(const wkt_page *p, size_t out, size_t n)
{
    size_t lo = 0, hi = p->origin.n;
    while (hi - lo > 1) {
        const size_t mid = lo + (hi - lo) / 2;
        if (p->origin.item[mid].out <= out)
            lo = mid;
        else
            hi = mid;
    }
    if (p->origin.n == 0)
        return WKB_NOWHERE;
    const wkt_origin *o = &p->origin.item[lo];
    const size_t length = o->at.end - o->at.begin;
    const size_t off = out - o->out < length ? out - o->out : length;
    const size_t rest = length - off;
    wkb_span at = o->at;
    at.begin += (uint32_t)off;
    at.end = at.begin + (uint32_t)(n < rest ? n : rest);
    return at;
}

static wk_status
put_piece(wkt_page *p, wkb_span at, wkb_str text)
{
    if (text.n == 0)
        return WK_OK;
    wkt_origin *o = WKB_PUSH(p->arena, &p->origin);
    if (!o)
        return WK_ENOMEM;
    *o = (wkt_origin){p->text.n, at};
    wkb_put(&p->text, text);
    return p->text.status;
}

/* A partial on a line of its own is as deep as its tag. */
static wk_status
put_indent(wkt_page *p)
{
    const bool starts = p->text.n == 0 || p->text.p[p->text.n - 1] == '\n';
    return starts ? put_piece(p, p->indent_at, p->indent) : WK_OK;
}

wk_status
wkt_put_raw(wkt_page *p, wkb_span at)
{
    if (p->indent.n == 0)
        return put_piece(p, at, wkt_source(p, at));
    while (at.begin < at.end) {
        const wkb_str rest = wkt_source(p, at);
        const size_t n = wkb_find(rest, '\n');
        wkb_span line = at;
        line.end = at.begin + (uint32_t)(n < rest.n ? n + 1 : n);
        if (n > 0)
            WKB_TRY(put_indent(p));
        WKB_TRY(put_piece(p, line, wkt_source(p, line)));
        at.begin = line.end;
    }
    return p->text.status;
}

wk_status
wkt_put_placeholder(wkt_page *p, wkt_slot s)
{
    WKB_TRY(put_indent(p));
    wkt_origin *o = WKB_PUSH(p->arena, &p->origin);
    wkt_slot *slot = WKB_PUSH(p->arena, &p->slot);
    if (!o || !slot)
        return WK_ENOMEM;
    *o = (wkt_origin){p->text.n, s.at};
    s.names = p->names;
    *slot = s;
    wkb_print(&p->text, WKT_MARK_BEGIN "%z" WKT_MARK_END, p->slot.n - 1);
    return p->text.status;
}

/* Names are looked up where there are more than a few of them, as long as all
 * are different. */
static wk_status
note_names(wkt_page *p)
{
    enum { FEW = 16 };
    wkc_bindings *names = &p->names;
    uint32_t number = 0;
    if (names->n == FEW && !names->by_name) {
        p->bound.pool = WKB_NEW(p->arena, wkb_pool, 1);
        if (!p->bound.pool)
            return WK_ENOMEM;
        wkb_pool_init(p->bound.pool, p->arena);
    }
    if (!p->bound.pool)
        return WK_OK;
    for (size_t i = names->n_by_name; i < names->n; i++) {
        WKB_TRY(wkb_intern(p->bound.pool, names->item[i].name, false, &number));
        if (number < i) {
            p->bound.pool = NULL;
            return WK_OK;
        }
        names->by_name = p->bound.pool;
        names->n_by_name = i + 1;
    }
    return WK_OK;
}

/* Who knows fewer of the names reads no further, and behind the last of them
 * there is room; else all are copied. */
wk_status
wkt_bind(wkt_page *p, const wkc_binding *b)
{
    const wkc_bindings before = p->names;
    const bool is_last = p->bound.all.n && before.item == p->bound.all.item &&
                         before.n == p->bound.all.n;
    if (!is_last)
        p->bound = (wkt_bound){.pool = NULL};
    for (size_t i = p->bound.all.n; i <= before.n; i++) {
        wkc_binding *slot = WKB_PUSH(p->arena, &p->bound.all);
        if (!slot)
            return WK_ENOMEM;
        *slot = i < before.n ? before.item[i] : *b;
    }
    p->names.item = p->bound.all.item;
    p->names.n = p->bound.all.n;
    return note_names(p);
}

wk_status
wkt_truth(wkt_page *p, wkb_span text, bool *out)
{
    wkc_answer r;
    *out = false;
    WKB_TRY(wkt_ask(p, text, &p->names, &r));
    if (r.value.type.kind != WKU_BOOL || r.has_claim || r.in.is_when)
        return wkb_error(p->env->diag,
                         WK_ETYPE,
                         text,
                         "if takes a condition\n"
                         "compare something, as in {{#if x > 0}}");
    if (r.value.status == WK_EUNDECIDED) {
        wkb_out both = wkb_out_kept(p->arena);
        wkc_put_comparison(&both, p->env, r.value.code, r.value.slot);
        return wkb_error(p->env->diag,
                         WK_EUNDECIDED,
                         text,
                         "the condition holds on part of the range alone%S\n"
                         "write wording that is true either way, or narrow "
                         "the range",
                         wkt_kept(p, &both));
    }
    if (r.value.status != WK_OK)
        return wkb_error(p->env->diag,
                         r.value.status,
                         text,
                         "the condition is %S\n"
                         "write wording that is true either way, or narrow "
                         "what it rests on",
                         r.text);
    *out = r.value.num.v == 1;
    return WK_OK;
}

wk_status
wkt_list(wkt_page *p,
         wkb_span text,
         const wkc_bindings *names,
         uint32_t *table,
         const uint32_t **row,
         size_t *n)
{
    wkc_expr *expr = WKB_NEW(p->arena, wkc_expr, 1);
    const wkc_code *code = NULL;
    size_t left_out = 0;
    if (!expr)
        return WK_ENOMEM;
    WKB_TRY(wkc_parse(expr,
                      p->arena,
                      p->env->diag->file.item[text.file].bytes,
                      text,
                      p->env->diag));
    WKB_TRY(wkc_compile_list(&code, table, p->arena, p->env, expr, names));
    WKB_TRY(wkc_rows(row, n, &left_out, p->arena, p->env, code));
    p->doc->n_left_out += left_out;
    return WK_OK;
}

/* What cmark takes quadratic time for is refused before. */
static wk_status
check_size(wkt_page *p, wkb_span body, wkb_str text)
{
    for (size_t i = 0; i + 1 < text.n; i++)
        p->n_pictures += text.p[i] == '!' && text.p[i + 1] == '[';
    if (text.n <= MOST_BYTES && p->n_pictures <= MOST_PICTURES)
        return WK_OK;
    return wkb_error(p->env->diag,
                     WK_ELIMIT,
                     (wkb_span){body.file, body.begin, body.begin},
                     "the text has more than 1 MiB, or more than %d "
                     "pictures\nsplit it into several pages",
                     (int)MOST_PICTURES);
}

/* Among them are those that stand for placeholders. */
static bool
is_noncharacter(uint32_t cp)
{
    return (cp >= 0xfdd0 && cp <= 0xfdef) || (cp & 0xfffe) == 0xfffe;
}

static wk_status
refuse_noncharacter(wkt_page *p, wkb_span body, wkb_str text, wkb_str bad)
{
    return wkb_error(p->env->diag,
                     WK_EENCODING,
                     wkt_span(body, text, bad),
                     "a noncharacter, %q, may not stand in a text\n"
                     "delete it",
                     bad);
}

/* UTF-8 without control characters and noncharacters, wherever they stand; the
 * first that is none ends the check. */
static wk_status
check_bytes(wkt_page *p, wkb_span body, wkb_str text)
{
    for (size_t i = 0; i < text.n;) {
        const unsigned char c = (unsigned char)text.p[i];
        uint32_t cp = c;
        const bool is_text =
            (c >= ' ' && c < 0x7f) || c == '\n' || c == '\t' || c == '\r';
        const size_t n =
            c < 0x80 ? is_text : wkb_utf8(wkb_sub(text, i, text.n), &cp);
        if (n && is_noncharacter(cp))
            WKB_TRY(wkt_fault(
                p,
                refuse_noncharacter(p, body, text, wkb_sub(text, i, i + n))));
        if (n) {
            i += n;
            continue;
        }
        const wkb_str bad = wkb_sub(text, i, i + 1);
        return wkb_error(p->env->diag,
                         WK_EENCODING,
                         wkt_span(body, text, bad),
                         c < 0x80 ? "control character %q\nremove it"
                                  : "%q is no UTF-8\nsave the file as UTF-8",
                         bad);
    }
    return WK_OK;
}

wk_status
wkt_expand(wkt_page *p, wkb_span body)
{
    const wkb_str text = wkt_source(p, body);
    const size_t n_faults = p->n_faults;
    wk_status status = check_bytes(p, body, text);
    if (p->n_faults > n_faults) /* told, each by itself */
        return status;
    if (status == WK_OK)
        status = check_size(p, body, text);
    if (status != WK_OK)
        return wkt_fault(p, status);
    return wkt_scan(p, body);
}
