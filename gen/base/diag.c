/* Diagnostics: places worked out only when something is reported. */
#include "base/diag.h"

#include <string.h>

#include "base/out.h"
#include "base/str.h"

wk_status
wkb_diag_add(
    wkb_diag *d, wkb_arena *a, wkb_str name, wkb_str bytes, uint32_t *out)
{
    if (bytes.n >= UINT32_MAX || d->file.n >= UINT32_MAX - 1)
        return WK_ELIMIT;
    wkb_file *f = WKB_PUSH(a, &d->file);
    if (!f)
        return WK_ENOMEM;
    *f = (wkb_file){.name = name, .bytes = bytes};
    *out = (uint32_t)(d->file.n - 1);
    return WK_OK;
}

/* The ends of lines in s, looked for only once each: lines end at LF, CRLF or
 * a lone CR. */
typedef struct line_ends {
    wkb_str s;
    size_t lf, cr; /* the next of each, or s.n */
} line_ends;

/* The end of the line that begins at begin. */
static size_t
line_end(line_ends *e, size_t begin)
{
    if (e->lf < begin)
        e->lf = begin + wkb_find(wkb_sub(e->s, begin, e->s.n), '\n');
    if (e->cr < begin)
        e->cr = begin + wkb_find(wkb_sub(e->s, begin, e->s.n), '\r');
    return e->lf < e->cr ? e->lf : e->cr;
}

wkb_place
wkb_place_of(wkb_str bytes, size_t at)
{
    wkb_place place = {.line = 1};
    line_ends ends = {bytes, wkb_find(bytes, '\n'), wkb_find(bytes, '\r')};
    size_t begin = 0;
    if (at > bytes.n)
        at = bytes.n;
    if (bytes.n >= 3 && memcmp(bytes.p, "\xef\xbb\xbf", 3) == 0)
        begin = 3; /* a byte-order mark has no column */
    if (at < begin)
        at = begin;
    size_t end = line_end(&ends, begin);
    while (end < at) {
        const bool pair = ends.lf == end + 1 && end + 1 < bytes.n;
        if (end + 1 + pair > at)
            break;
        begin = end + 1 + pair;
        end = line_end(&ends, begin);
        place.line++;
    }
    place.text = wkb_sub(bytes, begin, end);
    place.column = 1 + (unsigned)wkb_utf8_count(wkb_sub(bytes, begin, at));
    return place;
}

enum { MESSAGE_MAX = 4096 };

static unsigned
width_of(wkb_place place, wkb_str bytes, wkb_span at)
{
    const size_t line = (size_t)(place.text.p - bytes.p);
    const size_t line_end = line + place.text.n;
    const size_t begin = at.begin < line ? line : at.begin;
    const size_t end = at.end < line_end ? at.end : line_end;
    if (end <= begin)
        return 1;
    return (unsigned)wkb_utf8_count(wkb_sub(bytes, begin, end));
}

static void
report(wkb_diag *d,
       wk_level level,
       wk_status status,
       wkb_span at,
       const char *fmt,
       va_list args)
{
    if (!d)
        return;
    d->n_errors += level == WK_LEVEL_ERROR;
    d->n_warnings += level == WK_LEVEL_WARNING;
    if (!d->fn)
        return;
    char text[MESSAGE_MAX + 1];
    wkb_fixed f = {text, MESSAGE_MAX, 0};
    wkb_out out = wkb_out_to(wkb_put_fixed, &f);
    wkb_vprint(&out, fmt, args);
    text[f.n] = '\0';
    char *hint = strchr(text, '\n');
    if (hint)
        *hint++ = '\0';
    wk_diag told = {.size = sizeof told,
                    .level = level,
                    .status = status,
                    .message = text,
                    .hint = hint};
    if (at.file < d->file.n) {
        const wkb_file *file = &d->file.item[at.file];
        const wkb_place place = wkb_place_of(file->bytes, at.begin);
        told.file = file->name.p;
        told.line = place.line + (unsigned)file->lines_before;
        told.column = place.column;
        told.width = width_of(place, file->bytes, at);
        told.text = place.text.p;
        told.text_n = place.text.n;
    }
    d->fn(d->ud, &told);
}

wk_status
wkb_error(wkb_diag *d, wk_status status, wkb_span at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    report(d, WK_LEVEL_ERROR, status, at, fmt, args);
    va_end(args);
    return status;
}

void
wkb_warn(wkb_diag *d, wk_status status, wkb_span at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    report(d, WK_LEVEL_WARNING, status, at, fmt, args);
    va_end(args);
}

void
wkb_note(wkb_diag *d, wkb_span at, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    report(d, WK_LEVEL_NOTE, WK_OK, at, fmt, args);
    va_end(args);
}

const char *
wkb_error_text(int error)
{
    const char *text = strerrordesc_np(error);
    return text ? text : "unknown error";
}
