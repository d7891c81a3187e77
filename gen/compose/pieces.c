/* Placeholders in texts that hold no nodes: attributes, code, raw HTML. */
#include "base/num.h"
#include "compose/compose.h"

const wkt_slot *
wkt_slot_at(const wkt_page *p, wkb_str s, size_t *n)
{
    const wkb_str begin = WKB_STR(WKT_MARK_BEGIN);
    double number = 0;
    if (!wkb_starts(s, begin))
        return NULL;
    const wkb_str digits = wkb_sub(s, begin.n, s.n);
    const size_t length = wkb_num_length(digits);
    if (wkb_num_read(wkb_sub(digits, 0, length), &number) != WK_OK ||
        (size_t)number >= p->slot.n)
        return NULL;
    *n = begin.n + length + begin.n;
    return &p->slot.item[(size_t)number];
}

wk_status
wkt_plain_pieces(wkt_page *p, wkb_str text, bool is_code, wkb_str *out)
{
    wkb_out kept = wkb_out_kept(p->arena);
    for (size_t i = 0; i < text.n;) {
        size_t n = 0;
        const wkt_slot *s = wkt_slot_at(p, wkb_sub(text, i, text.n), &n);
        if (!s) {
            wkb_putc(&kept, text.p[i++]);
            continue;
        }
        if (is_code)
            wkb_put(&kept, wkt_source(p, s->at));
        else
            WKB_TRY(wkt_fault(p, wkt_put_plain(p, s, &kept)));
        i += n;
    }
    *out = wkt_kept(p, &kept);
    return kept.status;
}

/* How far a text of HTML has come: in a tag, or in what is no text at all. */
typedef struct html_state {
    bool in_tag;
    char quote;
    const char *until; /* what ends a script, style or comment; NULL: in none */
} html_state;

static bool
opens(wkb_str s, const char *lower)
{
    for (size_t i = 0; lower[i]; i++) {
        const char c = i < s.n ? s.p[i] : '\0';
        if (wkb_lower(c) != lower[i])
            return false;
    }
    return true;
}

static void
read_html(html_state *h, wkb_str rest)
{
    static const struct {
        const char *begin, *end;
    } codes[] = {{"<script", "</script"},
                 {"<style", "</style"},
                 {"<!--", "-->"},
                 {"<!", ">"},
                 {"<?", ">"}};
    const char c = rest.p[0];
    if (h->until) {
        h->until = opens(rest, h->until) ? NULL : h->until;
    } else if (h->quote) {
        h->quote = c == h->quote ? '\0' : h->quote;
    } else if (h->in_tag) {
        h->quote = c == '"' || c == '\'' ? c : '\0';
        h->in_tag = c != '>';
    } else {
        for (size_t i = 0; i < WKB_COUNT(codes) && !h->until; i++)
            h->until = opens(rest, codes[i].begin) ? codes[i].end : NULL;
        h->in_tag = c == '<' && !h->until;
    }
}

static void
put_escaped(wkb_out *out, wkb_str s)
{
    static const char *const escapes[128] = {['&'] = "&amp;",
                                             ['<'] = "&lt;",
                                             ['>'] = "&gt;",
                                             ['"'] = "&quot;",
                                             ['\''] = "&#39;",
                                             ['$'] = "&#36;"};
    for (size_t i = 0; i < s.n; i++) {
        const unsigned char c = (unsigned char)s.p[i];
        if (c < 128 && escapes[c])
            wkb_puts(out, escapes[c]);
        else
            wkb_putc(out, s.p[i]);
    }
}

/* A value is shown between the tags of raw HTML; inside a tag only a number
 * can stand, since a text could be an address or a script. */
static wk_status
put_in_html(wkt_page *p, const wkt_slot *s, const html_state *h, wkb_out *out)
{
    wkb_out text = wkb_out_kept(p->arena);
    const size_t n_numbers = p->doc->number.n;
    if (s->kind == WKT_SLOT_BAR) { /* no Markdown here: as it is typed */
        wkb_put(out, wkt_source(p, s->at));
        return out->status;
    }
    WKB_TRY(wkt_put_plain(p, s, &text));
    const wkb_str value = wkt_kept(p, &text);
    if ((h->in_tag || h->until) && p->doc->number.n == n_numbers &&
        s->kind != WKT_SLOT_BRACES)
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         s->at,
                         "inside a tag of raw HTML only numbers can stand\n"
                         "write a link or a picture as Markdown");
    put_escaped(out, value);
    return text.status;
}

wk_status
wkt_html_pieces(wkt_page *p, wkb_str text, wkb_str *out)
{
    wkb_out kept = wkb_out_kept(p->arena);
    html_state h = {0};
    for (size_t i = 0; i < text.n;) {
        size_t n = 0;
        const wkt_slot *s = wkt_slot_at(p, wkb_sub(text, i, text.n), &n);
        if (s) {
            WKB_TRY(wkt_fault(p, put_in_html(p, s, &h, &kept)));
            i += n;
            continue;
        }
        read_html(&h, wkb_sub(text, i, text.n));
        wkb_putc(&kept, text.p[i++]);
    }
    *out = wkt_kept(p, &kept);
    return kept.status;
}
