/* Escaped texts and addresses, the same for every format. */
#include "write/put.h"

#include <string.h>

#include "base/str.h"

enum { ASCII = 128, DELETE = 127, FIRST_PRINTABLE = ' ' };

const wkw_escapes wkw_html_escapes = {
    {['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"}};

char
wkw_byte(wkb_str s, size_t i)
{
    if (i < s.n)
        return s.p[i];
    return '\0';
}

static void
put_run(wkb_out *out, wkb_str run, bool is_plain)
{
    if (is_plain)
        wkb_put(out, run);
    else
        wkb_put_shown(out, run);
}

void
wkw_put_escaped(wkb_out *out, wkb_str s, const wkw_escapes *e)
{
    size_t begin = 0;
    bool is_plain = true;
    for (size_t i = 0; i < s.n; i++) {
        const unsigned char c = (unsigned char)s.p[i];
        if (c >= FIRST_PRINTABLE && c < DELETE && !e->of[c])
            continue; /* as most are */
        const bool is_space = c == '\n' || c == '\t';
        if (c >= ASCII || c == DELETE || (c < FIRST_PRINTABLE && !is_space)) {
            is_plain = false;
        } else if (is_space || e->of[c]) {
            put_run(out, wkb_sub(s, begin, i), is_plain);
            if (e->of[c])
                wkb_puts(out, e->of[c]);
            else
                wkb_putc(out, (char)c);
            begin = i + 1;
            is_plain = true;
        }
    }
    put_run(out, wkb_sub(s, begin, s.n), is_plain);
}

static bool
is_letter(char c)
{
    return wkb_is_letter(c) && c != '_';
}

/* The scheme of an address, without its colon: a letter, then letters, digits,
 * '+', '-' and '.'; empty if it has none. */
static wkb_str
scheme_of(wkb_str href)
{
    const size_t n = wkb_find(href, ':');
    if (n == href.n || n == 0 || !is_letter(href.p[0]))
        return (wkb_str){NULL, 0};
    for (size_t i = 1; i < n; i++) {
        const char c = href.p[i];
        if (!is_letter(c) && !wkb_is_digit(c) && !strchr("+-.", c))
            return (wkb_str){NULL, 0};
    }
    return wkb_sub(href, 0, n);
}

static bool
is_word(wkb_str s, const char *lower)
{
    size_t i = 0;
    for (; i < s.n && lower[i]; i++) {
        const bool is_upper = s.p[i] >= 'A' && s.p[i] <= 'Z';
        if (s.p[i] + (is_upper ? 'a' - 'A' : 0) != lower[i])
            return false;
    }
    return i == s.n && !lower[i];
}

bool
wkw_is_safe(wkb_str href)
{
    static const char *const refused[] = {
        "javascript", "data", "vbscript", "file", "blob"};
    if (wkb_starts(href, WKB_STR("//")))
        return false;
    const wkb_str scheme = scheme_of(href);
    for (size_t i = 0; i < WKB_COUNT(refused); i++) {
        if (scheme.n && is_word(scheme, refused[i]))
            return false;
    }
    return true;
}

static bool
may_stand_in_address(unsigned char c)
{
    return c < ASCII && c != '\0' &&
           (wkb_is_letter((char)c) || wkb_is_digit((char)c) ||
            strchr("-.+!*'(),%#@?=;:/&$~", c));
}

void
wkw_put_address(wkb_out *out, wkb_str href, const wkw_escapes *e)
{
    static const char hex[] = "0123456789ABCDEF";
    size_t begin = 0;
    for (size_t i = 0; i < href.n; i++) {
        const unsigned char c = (unsigned char)href.p[i];
        const bool stands = may_stand_in_address(c);
        if (stands && !e->of[c])
            continue;
        const char coded[4] = {'%', hex[c >> 4], hex[c & 15], '\0'};
        wkb_put(out, wkb_sub(href, begin, i));
        wkb_puts(out, stands ? e->of[c] : coded);
        begin = i + 1;
    }
    wkb_put(out, wkb_sub(href, begin, href.n));
}

bool
wkw_has_class(const wkt_node *n, const char *name)
{
    const wkb_str wanted = wkb_str_of(name);
    for (wkb_str rest = n->cls; rest.n;) {
        if (wkb_str_eq(wkb_cut(&rest, ' '), wanted))
            return true;
    }
    return false;
}

static wkt_align
cell_align(const wkt_node *row, size_t i)
{
    const wkt_node *c = row ? row->child : NULL;
    while (c && i > 0) {
        c = c->next;
        i -= 1;
    }
    return c ? c->align : WKT_NO_ALIGN;
}

wkt_align
wkw_column_align(const wkt_node *head, size_t i)
{
    const wkt_align align = cell_align(head, i);
    return align == WKT_NO_ALIGN ? cell_align(head->next, i) : align;
}

void
wkw_put_page_url(wkb_out *out, const wkw_request *r, const char *suffix)
{
    static const wkw_escapes none = {{['&'] = "&amp;"}};
    if (!r->site || r->site->base_url.n == 0)
        return;
    const wkb_str base = r->site->base_url;
    wkw_put_address(out, base, &none);
    if (!wkb_ends(base, WKB_STR("/")))
        wkb_putc(out, '/');
    wkb_put_path(out, r->doc->path);
    wkb_puts(out, suffix);
}

wkb_str
wkw_title_of(const wkt_document *doc)
{
    if (doc->meta.title.n)
        return doc->meta.title;
    return doc->heading.n ? doc->heading.item[0].text : doc->path;
}
