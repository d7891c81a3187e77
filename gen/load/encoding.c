/* Before a file is parsed: is it UTF-8, and can all of it be seen? */
#include <string.h>

#include "load/reader.h"

enum { BLOCK = 256 };

typedef struct hidden {
    uint32_t first, last;
    const char *name;
} hidden;

static const hidden hiddens[] = {
    {0x0000, 0x0000, "NUL byte"},
    {0x0001, 0x001f, "control character"},
    {0x007f, 0x009f, "control character"},
    {0x00a0, 0x00a0, "no-break space"},
    {0x00ad, 0x00ad, "soft hyphen"},
    {0x061c, 0x061c, "direction mark"},
    {0x180e, 0x180e, "vowel separator"},
    {0x200b, 0x200b, "zero-width space"},
    {0x200c, 0x200d, "zero-width joiner"},
    {0x200e, 0x200f, "direction mark"},
    {0x2028, 0x2029, "line separator"},
    {0x202a, 0x202e, "direction mark"},
    {0x202f, 0x202f, "no-break space"},
    {0x2060, 0x2060, "word joiner"},
    {0x2061, 0x2064, "invisible operator"},
    {0x2066, 0x2069, "direction mark"},
    {0x206a, 0x206f, "format character"},
    {0xfe00, 0xfe0f, "variation selector"},
    {0xfeff, 0xfeff, "byte-order mark"},
    {0xfdd0, 0xfdef, "noncharacter"},
};

static const char *
hidden_name(uint32_t cp)
{
    if ((cp & 0xfffe) == 0xfffe)
        return "noncharacter";
    for (size_t i = 0; i < WKB_COUNT(hiddens); i++) {
        if (cp >= hiddens[i].first && cp <= hiddens[i].last)
            return hiddens[i].name;
    }
    return NULL;
}

const char *
wkl_hidden(wkb_str s, size_t *at)
{
    for (size_t i = 0; i < s.n;) {
        uint32_t cp = 0;
        const size_t n = wkb_utf8(wkb_sub(s, i, s.n), &cp);
        const char *name = n ? hidden_name(cp) : "byte that is not UTF-8";
        if (name) {
            *at = i;
            return name;
        }
        i += n;
    }
    return NULL;
}

static bool
is_curly(wkb_str s, size_t i)
{
    static const char curly[][4] = {"\xe2\x80\x98",
                                    "\xe2\x80\x99",
                                    "\xe2\x80\x9a",
                                    "\xe2\x80\x9c",
                                    "\xe2\x80\x9d",
                                    "\xe2\x80\x9e"};
    for (size_t k = 0; k < WKB_COUNT(curly); k++) {
        if (wkb_starts(wkb_sub(s, i, s.n), (wkb_str){curly[k], 3}))
            return true;
    }
    return false;
}

static bool
parts_fields(wkb_str s, size_t i)
{
    return i >= s.n || s.p[i] == ',' || s.p[i] == '\n' || s.p[i] == '\r';
}

bool
wkl_curly_quote(wkb_str s, size_t *at)
{
    for (size_t i = 0; i + 3 <= s.n; i++) {
        if (s.p[i] != '\xe2' || !is_curly(s, i))
            continue;
        if (i == 0 || parts_fields(s, i - 1) || parts_fields(s, i + 3)) {
            *at = i;
            return true;
        }
    }
    return false;
}

static bool
is_utf16(wkb_str s)
{
    if (s.n < 2)
        return false;
    return memcmp(s.p, "\xff\xfe", 2) == 0 || memcmp(s.p, "\xfe\xff", 2) == 0 ||
           (s.p[0] == '\0') != (s.p[1] == '\0');
}

/* Plain: printable ASCII, tabs and line ends. Written so that compilers make
 * vector code of it. */
static bool
is_plain(const char *p, size_t n)
{
    unsigned char odd = 0;
    for (size_t i = 0; i < n; i++) {
        const signed char c = (signed char)p[i]; /* below 0 from 0x80 on */
        odd |= (unsigned char)((c == 0x7f) | ((c < 0x20) & (c != '\n') &
                                              (c != '\r') & (c != '\t')));
    }
    return odd == 0;
}

static wk_status
refuse_bytes(wkl_faults *f, wkb_str s, size_t at)
{
    uint32_t cp = 0;
    const size_t n = wkb_utf8(wkb_sub(s, at, s.n), &cp);
    const wkb_span span = wkl_span(f, at, at + (n ? n : 1));
    const wkb_str shown = wkb_sub(s, at, at + (n ? n : 1));
    const unsigned char c = (unsigned char)s.p[at];
    if (n)
        return wkb_error(f->diag,
                         WK_EENCODING,
                         span,
                         "%s %q\nremove it",
                         hidden_name(cp),
                         shown);
    if (c < 0xa0)
        return wkb_error(f->diag,
                         WK_EENCODING,
                         span,
                         "byte %q is not UTF-8\nsave the file as UTF-8",
                         shown);
    const char latin[2] = {(char)(0xc0 | c >> 6), (char)(0x80 | (c & 0x3f))};
    return wkb_error(f->diag,
                     WK_EENCODING,
                     span,
                     "byte %q is not UTF-8\nsave the file as UTF-8; as Latin-1 "
                     "the byte would be %q",
                     shown,
                     (wkb_str){latin, 2});
}

static bool
is_allowed(uint32_t cp)
{
    if (cp < 0x20)
        return cp == '\n' || cp == '\r' || cp == '\t';
    return !(cp >= 0x7f && cp < 0xa0) && !(cp >= 0xfdd0 && cp <= 0xfdef) &&
           (cp & 0xfffe) != 0xfffe;
}

/* Code point by code point through a block; where to go on, or s.n after a
 * fault that ends the reading. */
static size_t
check_block(wkl_faults *f, wkb_str s, size_t i)
{
    const size_t end = s.n - i > BLOCK ? i + BLOCK : s.n;
    while (i < end) {
        uint32_t cp = 0;
        const size_t n = wkb_utf8(wkb_sub(s, i, s.n), &cp);
        if (n && is_allowed(cp)) {
            i += n;
            continue;
        }
        if (!wkl_go_on(f, refuse_bytes(f, s, i)))
            return s.n;
        return i + wkb_find(wkb_sub(s, i, s.n), '\n');
    }
    return i;
}

bool
wkl_check_encoding(wkl_faults *f, wkb_str bytes)
{
    const size_t before = f->n;
    if (is_utf16(bytes)) {
        (void)wkl_go_on(f,
                        wkb_error(f->diag,
                                  WK_EENCODING,
                                  wkl_span(f, 0, 0),
                                  "the file is UTF-16\nsave it as UTF-8"));
        return false;
    }
    for (size_t i = 0; i < bytes.n;) {
        if (bytes.n - i >= BLOCK && is_plain(bytes.p + i, BLOCK))
            i += BLOCK;
        else
            i = check_block(f, bytes, i);
    }
    return f->n == before && f->status != WK_ENOMEM;
}

wk_status
wkl_check_text(wkb_diag *d, uint32_t file, wkb_str bytes)
{
    wkl_faults f = {.diag = d, .file = file};
    return wkl_check_encoding(&f, bytes) ? WK_OK : f.status;
}
