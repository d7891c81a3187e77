/* Texts in Markdown: escaped where they would be read as something else. */
#include "write/markdown.h"

#include <string.h>

#include "base/str.h"

enum { ASCII = 128, DELETE = 127 };

static bool
is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
is_alnum(char c)
{
    return wkb_is_digit(c) || (wkb_is_letter(c) && c != '_');
}

static wkw_edge
edge_of(uint32_t cp)
{
    if (cp < ASCII)
        return is_space((char)cp)   ? WKW_SPACE
               : is_alnum((char)cp) ? WKW_LETTER
                                    : WKW_MARK;
    if (cp == 0xa0 || cp == 0x1680 || (cp >= 0x2000 && cp <= 0x200a) ||
        cp == 0x202f || cp == 0x205f || cp == 0x3000)
        return WKW_SPACE;
    return WKW_OTHER;
}

wkw_edge
wkw_edge_of_first(wkb_str s)
{
    uint32_t cp = 0;
    if (s.n == 0)
        return WKW_DELIMITER; /* unknown: nothing is built on it */
    return wkb_utf8(s, &cp) ? edge_of(cp) : WKW_MARK;
}

wkw_edge
wkw_edge_of_last(wkb_str s)
{
    enum { LONGEST = 4 };
    uint32_t cp = 0;
    if (s.n == 0)
        return WKW_DELIMITER;
    for (size_t n = 1; n <= LONGEST && n <= s.n; n++) {
        if (wkb_utf8(wkb_sub(s, s.n - n, s.n), &cp) == n)
            return edge_of(cp);
    }
    return WKW_MARK;
}

/* The breaks that are owed, if something stands before them. A tag alone in a
 * line would begin a block of HTML: it has no soft break behind it. */
static void
put_breaks(wkw_md *m)
{
    const bool is_first = m->is_block_new && m->is_line_new;
    const size_t n = is_first ? 0 : m->n_hard;
    const bool has_lines = !m->in_table && !m->in_heading;
    const bool is_soft = m->is_soft && m->has_text && n == 0 && !is_first;
    for (size_t i = 0; i < n && !has_lines; i++)
        wkb_puts(m->out, "<br>");
    m->n_hard = 0;
    m->is_soft = false;
    if (n && !has_lines) {
        m->owes_space = false;
        m->last = WKW_SPACE;
    }
    for (size_t i = 0; has_lines && i < n + is_soft; i++) {
        wkb_puts(m->out, is_soft ? "" : "\\");
        wkw_md_end_line(m);
        wkw_md_begin_line(m);
        m->is_block_new = false;
    }
}

static void
begin_text(wkw_md *m)
{
    if (m->n_hard || m->is_soft)
        put_breaks(m);
    if (m->owes_space && !m->is_line_new) {
        wkb_putc(m->out, ' ');
        m->last = WKW_SPACE;
        m->n_w = 0;
    }
    m->owes_space = false;
    m->is_line_new = false;
}

void
wkw_md_raw(wkw_md *m, const char *s, wkw_edge last)
{
    begin_text(m);
    m->has_text = m->has_text || s[0] != '<';
    wkb_puts(m->out, s);
    m->last = last;
    m->is_counting = false;
}

void
wkw_md_anchor(wkw_md *m, wkb_str id)
{
    if (id.n == 0)
        return;
    wkw_md_raw(m, "<a id=\"", WKW_MARK);
    wkw_put_escaped(m->out, id, &wkw_html_escapes);
    wkb_puts(m->out, "\"></a>");
}

/* Characters that may need a backslash, and when. */
typedef enum need {
    NEVER,
    ALWAYS,
    AT_START,     /* of a line, or in a heading */
    UNDER_LINE,   /* at the start of a line under another */
    AS_BULLET,    /* at the start of a line, before no letter or digit */
    AFTER_COUNT,  /* behind the digits that begin a line, before a space */
    BEFORE_OPEN,  /* before '[', or where another node may bring one */
    BEFORE_NAME,  /* before what could be an entity */
    BETWEEN_NONE, /* unless it stands inside a word */
    DOUBLE,       /* before itself or % */
    IN_ADDRESS,   /* where an address would become a link */
    IN_MAIL       /* the same, where no backslash helps */
} need;

static const unsigned char needs[ASCII] = {
    ['\\'] = ALWAYS,     ['`'] = ALWAYS,      ['*'] = ALWAYS,
    ['['] = ALWAYS,      [']'] = ALWAYS,      ['<'] = ALWAYS,
    ['|'] = ALWAYS,      ['$'] = ALWAYS,      ['~'] = ALWAYS,
    ['#'] = AT_START,    ['>'] = AT_START,    ['='] = UNDER_LINE,
    ['+'] = AS_BULLET,   ['-'] = AS_BULLET,   [':'] = IN_ADDRESS,
    ['.'] = AFTER_COUNT, [')'] = AFTER_COUNT, ['!'] = BEFORE_OPEN,
    ['@'] = IN_MAIL,     ['&'] = BEFORE_NAME, ['_'] = BETWEEN_NONE,
    ['{'] = DOUBLE,
};

static bool
must_escape(const wkw_md *m, wkb_str s, size_t i, bool is_start)
{
    const char c = s.p[i], next = wkw_byte(s, i + 1);
    const char before = wkw_byte(s, i - 1); /* i - 1 is beyond it for 0 */
    switch ((need)needs[(unsigned char)c]) {
    case NEVER:
        return false;
    case ALWAYS:
        return true;
    case AT_START:
        return is_start || (m->in_heading && c == '#');
    case UNDER_LINE:
        return is_start && !m->is_block_new;
    case AS_BULLET:
        return is_start && !is_alnum(next);
    case AFTER_COUNT:
        return (m->is_counting && (next == '\0' || is_space(next))) ||
               (c == '.' && m->n_w >= 3 && !m->in_link);
    case BEFORE_OPEN:
        return (next == '\0' && !m->ends) || next == '[';
    case BEFORE_NAME:
        return (next == '\0' && !m->ends) || next == '#' || is_alnum(next);
    case BETWEEN_NONE:
        return !is_alnum(before) || !is_alnum(next);
    case DOUBLE:
        return next == '{' || next == '%' ||
               (next == '\0' && !m->ends && before != '{');
    case IN_MAIL:
        return false;
    case IN_ADDRESS:
        return (is_start && next == '-') || (next == '/' && !m->in_link) ||
               (next == '\0' && !m->ends && (before == 'p' || before == 's'));
    }
    return true;
}

/* Between a name and a host: a reader would make a link of it. */
static bool
is_mail(const wkw_md *m, wkb_str s, size_t i)
{
    const char before = wkw_byte(s, i - 1); /* i - 1 is beyond it for 0 */
    return !m->in_link && is_alnum(wkw_byte(s, i + 1)) && before != '\0' &&
           (is_alnum(before) || strchr("._-+", before));
}

/* A backslash of what is shown as \xNN is doubled. */
static wk_status
take_shown(void *ud, const char *bytes, size_t n)
{
    wkb_out *out = ud;
    if (bytes[0] == '\\')
        wkb_putc(out, '\\');
    wkb_put(out, (wkb_str){bytes, n});
    return out->status;
}

static bool
is_plain_byte(unsigned char c)
{
    return c < ASCII && c > ' ' && c != DELETE;
}

/* Bytes beyond ASCII and control characters from s.p[i]; their end. */
static size_t
put_beyond(wkw_md *m, wkb_str s, size_t i)
{
    size_t end = i;
    while (end < s.n && !is_plain_byte((unsigned char)s.p[end]) &&
           !is_space(s.p[end]))
        end += 1;
    wkb_out shown = wkb_out_to(take_shown, m->out);
    wkb_put_shown(&shown, wkb_sub(s, i, end));
    m->last = wkw_edge_of_last(wkb_sub(s, i, end));
    m->is_counting = false;
    return end;
}

/* Characters from s.p[i] that stand for themselves; their end. */
static size_t
put_run(wkw_md *m, wkb_str s, size_t i)
{
    size_t end = i;
    bool is_count = m->is_counting;
    while (end < s.n && is_plain_byte((unsigned char)s.p[end]) &&
           needs[(unsigned char)s.p[end]] == NEVER) {
        is_count = is_count && wkb_is_digit(s.p[end]);
        m->n_w = s.p[end] == 'w' || s.p[end] == 'W' ? m->n_w + 1 : 0;
        end += 1;
    }
    wkb_put(m->out, wkb_sub(s, i, end));
    m->last = wkw_edge_of_last(wkb_sub(s, i, end));
    m->is_counting = is_count;
    return end;
}

void
wkw_md_text(wkw_md *m, wkb_str s)
{
    for (size_t i = 0; i < s.n;) {
        const unsigned char c = (unsigned char)s.p[i];
        if (is_space((char)c)) {
            m->owes_space = true;
            i += 1;
            continue;
        }
        const bool ends_line = m->n_hard || m->is_soft;
        const bool is_start = (m->is_line_new || ends_line) && !m->in_table;
        begin_text(m);
        m->has_text = true;
        if (is_start)
            m->is_counting = wkb_is_digit((char)c);
        if (!is_plain_byte(c)) {
            i = put_beyond(m, s, i);
        } else if (needs[c] == NEVER) {
            i = put_run(m, s, i);
        } else if (m->in_number && c == '-' &&
                   wkw_is_minus(wkb_sub(s, 0, i), wkb_sub(s, i + 1, s.n))) {
            wkb_puts(m->out, WKW_MINUS);
            m->last = WKW_OTHER;
            m->is_counting = false;
            i += 1;
        } else {
            if (c == '@' && is_mail(m, s, i))
                wkb_puts(m->out, "<!-- -->"); /* parts it from the name */
            if (must_escape(m, s, i, is_start))
                wkb_putc(m->out, '\\');
            wkb_putc(m->out, (char)c);
            m->last = WKW_MARK;
            m->is_counting = false;
            m->n_w = 0;
            i += 1;
        }
    }
}
