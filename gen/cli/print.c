/* One fault as a person reads it: place, message, the line, a caret, a hint. */
#include <stdint.h>
#include <string.h>

#include "cli/cli.h"

enum {
    ROOM = 100,
    BEFORE = 40
}; /* columns of a line; of them before a caret */

/* What stands for one code point, or for a byte that begins none. */
typedef struct glyph {
    char text[20];
    size_t n;         /* bytes that it stands for */
    unsigned columns; /* on a terminal */
} glyph;

static size_t
read_utf8(const char *p, size_t n, uint32_t *cp)
{
    const unsigned char first = (unsigned char)*p;
    const size_t len = first < 0x80    ? 1
                       : first < 0xc2  ? 0
                       : first < 0xe0  ? 2
                       : first < 0xf0  ? 3
                       : first <= 0xf4 ? 4
                                       : 0;
    if (len == 0 || len > n)
        return 0;
    *cp = len == 1 ? first : first & (0x7fu >> len);
    for (size_t i = 1; i < len; i++) {
        if (((unsigned char)p[i] & 0xc0) != 0x80)
            return 0;
        *cp = *cp << 6 | ((unsigned char)p[i] & 0x3f);
    }
    return len;
}

typedef struct span {
    uint32_t first, last;
} span;

static bool
is_in(uint32_t cp, const span *list)
{
    while (list->last && cp > list->last)
        list++;
    return list->last && cp >= list->first;
}

/* Shown as \xNN: what steers a terminal, hides, or turns the text round. */
static const span hidden[] = {{0, 0x1f},
                              {0x7f, 0x9f},
                              {0xad, 0xad},
                              {0x61c, 0x61c},
                              {0x200b, 0x200f},
                              {0x2028, 0x202e},
                              {0x2060, 0x206f},
                              {0xfdd0, 0xfdef},
                              {0xfeff, 0xfeff},
                              {0, 0}};
static const span combining[] = {
    {0x300, 0x36f}, {0x1ab0, 0x1aff}, {0x20d0, 0x20ff}, {0, 0}};
static const span wide[] = {{0x1100, 0x115f},
                            {0x2e80, 0xa4cf},
                            {0xac00, 0xd7a3},
                            {0xf900, 0xfaff},
                            {0xfe30, 0xfe6f},
                            {0xff00, 0xff60},
                            {0xffe0, 0xffe6},
                            {0x1f300, 0x1faff},
                            {0x20000, 0x3fffd},
                            {0, 0}};

static glyph
glyph_at(const char *p, size_t n)
{
    static const char hex[] = "0123456789ABCDEF";
    glyph g = {.n = 1};
    uint32_t cp = 0;
    const size_t len = read_utf8(p, n, &cp);
    if (len)
        g.n = len;
    if (len && !is_in(cp, hidden)) {
        memcpy(g.text, p, len);
        g.columns = is_in(cp, combining) ? 0 : is_in(cp, wide) ? 2 : 1;
        return g;
    }
    for (size_t i = 0; i < g.n; i++) {
        const unsigned char c = (unsigned char)p[i];
        const char shown[4] = {'\\', 'x', hex[c >> 4], hex[c & 15]};
        memcpy(g.text + 4 * i, shown, 4);
    }
    g.columns = (unsigned)(4 * g.n);
    return g;
}

static void
put_shown(FILE *f, const char *s)
{
    for (size_t n = strlen(s); n;) {
        const glyph g = glyph_at(s, n);
        (void)fputs(g.text, f);
        s += g.n;
        n -= g.n;
    }
}

/* Where the marked part of a line lies and which part of it is shown, in
 * columns from 0. */
typedef struct layout {
    size_t caret, end;
    size_t from, to, whole;
} layout;

static layout
lay_out(const cli_fault *f)
{
    layout l = {0};
    size_t point = 1; /* code points, counted as f->column is */
    for (size_t i = 0; i < f->text_n; point++) {
        const glyph g = glyph_at(f->text + i, f->text_n - i);
        l.caret += point < f->column ? g.columns : 0;
        l.end += point < (size_t)f->column + f->width ? g.columns : 0;
        l.whole += g.columns;
        i += g.n;
    }
    if (l.end <= l.caret)
        l.end = l.caret + 1; /* behind the end of the line */
    if (l.whole > ROOM) {
        l.from = l.caret > BEFORE ? l.caret - BEFORE : 0;
        if (l.from + ROOM > l.whole)
            l.from = l.whole - ROOM;
    }
    l.to = l.whole > ROOM ? l.from + ROOM : l.whole;
    return l;
}

/* The line, with … for what is left out; the column where it begins in *at. */
static void
put_line(FILE *f, const cli_fault *fault, const layout *l, size_t *at)
{
    size_t column = 0;
    bool begun = false;
    (void)fputs(l->from ? "…" : "", f);
    *at = l->from;
    for (size_t i = 0; i < fault->text_n;) {
        const glyph g = glyph_at(fault->text + i, fault->text_n - i);
        if (column >= l->from && column + g.columns <= l->to) {
            if (!begun)
                *at = column;
            begun = true;
            (void)fputs(g.text, f);
        }
        column += g.columns;
        i += g.n;
    }
    (void)fputs(l->to < l->whole ? "…" : "", f);
}

static void
put_source(FILE *f, const cli_fault *fault, const char *green, const char *off)
{
    const layout l = lay_out(fault);
    size_t at = 0;
    (void)fprintf(f, "%5u | ", fault->line);
    put_line(f, fault, &l, &at);
    (void)fprintf(f,
                  "\n      | %s%*s",
                  green,
                  (int)(l.caret - at + (l.from ? 1 : 0)),
                  "");
    (void)fputc('^', f);
    const size_t last = l.to > l.caret && l.end > l.to ? l.to : l.end;
    for (size_t i = l.caret + 1; i < last; i++)
        (void)fputc('~', f);
    (void)fprintf(f, "%s\n", off);
}

void
cli_print_fault(FILE *f, const cli_fault *fault, bool color)
{
    static const char *const name[] = {"note", "warning", "error"};
    static const char *const paint[] = {"\033[36m", "\033[35m", "\033[31m"};
    const char *bold = color ? "\033[1m" : "", *off = color ? "\033[0m" : "";
    const char *own = color ? paint[fault->level] : "";
    (void)fputs(bold, f);
    put_shown(f, fault->file ? fault->file : "workings");
    if (fault->file && fault->line)
        (void)fprintf(f, ":%u:%u", fault->line, fault->column);
    (void)fprintf(f, ": %s%s%s: ", own, name[fault->level], off);
    put_shown(f, fault->message);
    (void)fputc('\n', f);
    if (fault->file && fault->line && fault->text)
        put_source(f, fault, color ? "\033[32m" : "", off);
    if (fault->hint) {
        (void)fprintf(f, "   %shint:%s ", bold, off);
        put_shown(f, fault->hint);
        (void)fputc('\n', f);
    }
}

static void
put_json_string(FILE *f, const char *s)
{
    (void)fputc('"', f);
    for (size_t n = strlen(s); n;) {
        uint32_t cp = 0;
        size_t len = read_utf8(s, n, &cp);
        if (len == 0) {
            (void)fputs("\xef\xbf\xbd", f); /* no JSON spells a bad byte */
            len = 1;
        } else if (cp < 0x20 || cp == 0x7f) {
            (void)fprintf(f, "\\u%04x", (unsigned)cp);
        } else {
            if (cp == '"' || cp == '\\')
                (void)fputc('\\', f);
            (void)fwrite(s, 1, len, f);
        }
        s += len;
        n -= len;
    }
    (void)fputc('"', f);
}

static void
put_json_text(FILE *f, const char *key, const char *text)
{
    (void)fprintf(f, ",\"%s\":", key);
    if (text)
        put_json_string(f, text);
    else
        (void)fputs("null", f);
}

static void
put_json_number(FILE *f, const char *key, unsigned n)
{
    if (n)
        (void)fprintf(f, ",\"%s\":%u", key, n);
    else
        (void)fprintf(f, ",\"%s\":null", key);
}

void
cli_json_fault(FILE *f, const cli_fault *fault)
{
    static const char *const name[] = {"note", "warning", "error"};
    (void)fprintf(f, "{\"level\":\"%s\"", name[fault->level]);
    put_json_text(f,
                  "kind",
                  fault->status == WK_OK ? NULL
                                         : wk_status_word(fault->status));
    put_json_text(f, "file", fault->file);
    put_json_number(f, "line", fault->line);
    put_json_number(f, "column", fault->column);
    put_json_text(f, "message", fault->message);
    put_json_text(f, "hint", fault->hint);
    (void)fputs("}\n", f);
}
