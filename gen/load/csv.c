/* RFC 4180 through libcsv, with places, limits and refusals of our own. */
#include <csv.h>
#include <string.h>

#include "load/reader.h"

enum { PIECE = 1 << 16 }; /* bytes a call: libcsv cannot be told to stop */

typedef struct parsing {
    wkl_faults *faults;
    wkb_str bytes;
    size_t at; /* where the next field begins, an opening quote with it */
    size_t row_begin;
    size_t n; /* fields of the row so far */
    bool stop;
    wkl_row_fn fn;
    void *ud;
    wkl_field field[WKL_MAX_COLUMNS];
} parsing;

/* libcsv would trim what this calls a space. */
static int
no_space(unsigned char c)
{
    (void)c;
    return 0;
}

/* Where there is nothing to trim, libcsv need not ask for every character. */
static void
keep_spaces(struct csv_parser *p, wkb_str s)
{
    const bool has_spaces = wkb_find(s, ' ') < s.n || wkb_find(s, '\t') < s.n;
    csv_set_space_func(p, has_spaces ? no_space : NULL);
}

static size_t
count_quotes(const char *p, size_t n)
{
    size_t count = 0;
    for (wkb_str s = {p, n}; s.n;) {
        const size_t at = wkb_find(s, '"');
        if (at == s.n)
            break;
        count++;
        s = wkb_sub(s, at + 1, s.n);
    }
    return count;
}

static bool
opens_quote(const parsing *c)
{
    return c->at < c->bytes.n && c->bytes.p[c->at] == '"';
}

static void
refuse(parsing *c, wk_status reported)
{
    (void)wkl_go_on(c->faults, reported);
    c->stop = true;
}

/* Rare ones are calls of their own: what is usual has less to save then. */
__attribute__((noinline)) static void
refuse_long(parsing *c)
{
    const wkb_span at = wkl_span(c->faults, c->at, c->at + 1);
    if (opens_quote(c))
        refuse(c,
               wkb_error(c->faults->diag,
                         WK_ELIMIT,
                         at,
                         "a field of more than 1 MiB\nis the quote that opens "
                         "it closed? keep texts of this size in a file"));
    else
        refuse(c,
               wkb_error(c->faults->diag,
                         WK_ELIMIT,
                         at,
                         "a field of more than 1 MiB\nkeep texts of this size "
                         "in a file"));
}

static inline void
add_field(parsing *c, wkl_field f)
{
    if (f.end - f.begin > WKL_MAX_FIELD) {
        refuse_long(c);
        return;
    }
    if (c->n < WKL_MAX_COLUMNS)
        c->field[c->n] = f;
    c->n++;
    c->at = (size_t)f.end + f.quoted + 1;
}

/* A quote that is doubled in the file is one here. */
__attribute__((noinline)) static void
on_quoted(parsing *c, const char *p, size_t n)
{
    const size_t begin = c->at + 1, doubled = count_quotes(p, n);
    add_field(c,
              (wkl_field){(uint32_t)begin,
                          (uint32_t)(begin + n + doubled),
                          true,
                          doubled != 0});
}

/* The places follow from what libcsv gives: a field without quotes is as long
 * in the file as here, one with quotes longer by each quote that is doubled. */
static void
on_field(void *p, size_t n, void *ud)
{
    parsing *c = ud;
    if (c->stop)
        return;
    if (opens_quote(c))
        on_quoted(c, p, n);
    else
        add_field(
            c,
            (wkl_field){(uint32_t)c->at, (uint32_t)(c->at + n), false, false});
}

static void
on_row(int end_char, void *ud)
{
    parsing *c = ud;
    if (c->stop)
        return;
    if (c->n == 0 && end_char == '\n' && c->at > 0 &&
        c->bytes.p[c->at - 1] == '\r') { /* the other half of a CRLF */
        c->row_begin = ++c->at;
        return;
    }
    if (c->n == 0)
        c->at++;
    const wkl_row row = {
        c->field, c->n, (uint32_t)c->row_begin, (uint32_t)(c->at - 1)};
    c->stop = !c->fn(c->ud, &row);
    c->row_begin = c->at;
    c->n = 0;
}

static unsigned
line_of(const parsing *c, size_t at)
{
    return wkb_place_of(c->bytes, at).line;
}

/* A curly quote in the open field that may have been meant to close it. */
static bool
curly_after(const parsing *c, unsigned *line)
{
    size_t at = 0;
    size_t end = c->at + WKL_MAX_FIELD;
    end = end < c->bytes.n ? end : c->bytes.n;
    const wkb_str open = wkb_sub(c->bytes, c->at, end);
    const bool found = open.n && wkl_curly_quote(open, &at);
    *line = found ? line_of(c, c->at + at) : 0;
    return found;
}

static wk_status
report_unclosed(const parsing *c)
{
    wkb_diag *d = c->faults->diag;
    const wkb_span at = wkl_span(c->faults, c->at, c->at + 1);
    unsigned line;
    if (curly_after(c, &line))
        return wkb_error(d,
                         WK_ECSV,
                         at,
                         "a quote that is never closed\nthe curly quote in "
                         "line %d closes nothing: write a straight one",
                         (int)line);
    return wkb_error(d,
                     WK_ECSV,
                     at,
                     "a quote that is never closed\nclose it, and write a "
                     "quote inside the field twice");
}

static wk_status
report_after_quote(const parsing *c, size_t at)
{
    wkb_diag *d = c->faults->diag;
    const wkb_span span = wkl_span(c->faults, at, at + 1);
    const unsigned opened = line_of(c, c->at);
    unsigned line;
    if (curly_after(c, &line))
        return wkb_error(d,
                         WK_ECSV,
                         span,
                         "text after the closing quote of a field that was "
                         "opened in line %d\nthe curly quote in line %d closes "
                         "nothing: write a straight one",
                         (int)opened,
                         (int)line);
    if (opened != line_of(c, at))
        return wkb_error(d,
                         WK_ECSV,
                         span,
                         "text after the closing quote of a field that was "
                         "opened in line %d\nis a quote missing there? a quote "
                         "inside a field is written twice",
                         (int)opened);
    return wkb_error(d,
                     WK_ECSV,
                     span,
                     "text after a closing quote\nwrite a quote inside a field "
                     "twice, or a comma before the text");
}

static wk_status
report_stray_quote(const parsing *c, size_t at)
{
    const wkb_str before = wkb_sub(c->bytes, c->at, at);
    const wkb_span span = wkl_span(c->faults, at, at + 1);
    if (wkb_trim(before).n == 0)
        return wkb_error(c->faults->diag,
                         WK_ECSV,
                         span,
                         "space before a quote\nremove it: a quote opens a "
                         "field only as its first character");
    return wkb_error(c->faults->diag,
                     WK_ECSV,
                     span,
                     "a quote in a field that does not begin with one\nput the "
                     "whole field in quotes and write this one twice");
}

/* What libcsv refused at offset at. Nothing but csv_free may follow. */
static void
refuse_form(parsing *c, struct csv_parser *p, size_t at)
{
    if (csv_error(p) != CSV_EPARSE)
        refuse(c, WK_ENOMEM);
    else if (at >= c->bytes.n)
        refuse(c, report_unclosed(c));
    else if (opens_quote(c))
        refuse(c, report_after_quote(c, at));
    else
        refuse(c, report_stray_quote(c, at));
}

static void
feed(parsing *c, struct csv_parser *p)
{
    const wkb_str s = c->bytes;
    for (size_t i = c->at; i < s.n && !c->stop; i += PIECE) {
        const size_t n = s.n - i < PIECE ? s.n - i : PIECE;
        keep_spaces(p, wkb_sub(s, i, i + n));
        const size_t took = csv_parse(p, s.p + i, n, on_field, on_row, c);
        if (c->stop)
            return;
        if (took < n) {
            refuse_form(c, p, i + took);
            return;
        }
        if (i + n > c->at + WKL_MAX_FIELD + 2)
            refuse_long(c);
    }
    if (!c->stop && csv_fini(p, on_field, on_row, c) != 0)
        refuse_form(c, p, s.n);
}

void
wkl_csv_read(wkl_faults *f, wkb_str bytes, wkl_row_fn fn, void *ud)
{
    const size_t mark = wkb_starts(bytes, WKB_STR("\xef\xbb\xbf")) ? 3 : 0;
    parsing c;
    c.faults = f;
    c.bytes = bytes;
    c.at = c.row_begin = mark;
    c.n = 0;
    c.stop = false;
    c.fn = fn;
    c.ud = ud;
    struct csv_parser p;
    if (csv_init(&p, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL) != 0) {
        (void)wkl_go_on(f, WK_ENOMEM);
        return;
    }
    csv_set_blk_size(&p, PIECE);
    feed(&c, &p);
    csv_free(&p);
}

wkl_field
wkl_csv_field(wkb_str s, size_t *at)
{
    size_t i = *at;
    wkl_field f = {(uint32_t)i, (uint32_t)i, i < s.n && s.p[i] == '"', false};
    if (f.quoted) {
        f.begin++;
        for (i++; i < s.n; i++) {
            if (s.p[i] != '"')
                continue;
            if (i + 1 == s.n || s.p[i + 1] != '"')
                break;
            f.doubled = true;
            i++;
        }
        f.end = (uint32_t)i++;
    } else {
        while (i < s.n && s.p[i] != ',' && s.p[i] != '\n' && s.p[i] != '\r')
            i++;
        f.end = (uint32_t)i;
    }
    *at = i < s.n && s.p[i] == ',' ? i + 1 : s.n;
    return f;
}
