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

void
wkb_file_change(wkb_file *f, wkb_str bytes, uint64_t lines_before)
{
    *f = (wkb_file){
        .name = f->name, .bytes = bytes, .lines_before = lines_before};
}

/* Lines that end in bytes [from, to) of s: at LF, CRLF or a lone CR. */
static size_t
ends_between(wkb_str s, size_t from, size_t to)
{
    size_t n = 0;
    for (size_t i = from; i < to; i++) {
        i += wkb_find(wkb_sub(s, i, to), '\n');
        n += i < to;
    }
    for (size_t i = from; i < to; i++) {
        i += wkb_find(wkb_sub(s, i, to), '\r');
        n += i < to && (i + 1 == s.n || s.p[i + 1] != '\n');
    }
    return n;
}

/* The whole line that a byte stands in, without its end. */
static wkb_str
line_around(wkb_str s, size_t at)
{
    const bool in_pair =
        at && at < s.n && s.p[at] == '\n' && s.p[at - 1] == '\r';
    size_t begin = in_pair ? at - 1 : at;
    size_t end = begin;
    while (begin && s.p[begin - 1] != '\n' && s.p[begin - 1] != '\r')
        begin--;
    while (end < s.n && s.p[end] != '\n' && s.p[end] != '\r')
        end++;
    if (begin == 0 && wkb_starts(s, WKB_STR("\xef\xbb\xbf")))
        begin = 3; /* a byte-order mark has no column */
    return wkb_sub(s, begin, end);
}

/* Moves the place to a byte of the same line; false if it is in another, or
 * what lies between begins within a character. */
static bool
move_along(wkb_file *f, size_t at)
{
    const wkb_str line = f->seen.text;
    const size_t from = f->seen_at < at ? f->seen_at : at;
    const size_t to = f->seen_at < at ? at : f->seen_at;
    const wkb_str between = wkb_sub(f->bytes, from, to);
    if (f->seen.line == 0 || f->bytes.p + from < line.p ||
        f->bytes.p + to > line.p + line.n ||
        (between.n && (between.p[0] & 0xc0) == 0x80))
        return false;
    const unsigned n = (unsigned)wkb_utf8_count(between);
    f->seen.column = from == at ? f->seen.column - n : f->seen.column + n;
    f->seen_at = at;
    return true;
}

wkb_place
wkb_place_in(wkb_file *f, size_t at)
{
    const wkb_str s = f->bytes;
    wkb_place *const p = &f->seen;
    if (at > s.n)
        at = s.n;
    if (at < 3 && wkb_starts(s, WKB_STR("\xef\xbb\xbf")))
        at = 3;
    if (move_along(f, at))
        return *p;
    if (p->line == 0)
        p->line = 1; /* of byte 0 */
    if (f->seen_at <= at)
        p->line += (unsigned)ends_between(s, f->seen_at, at);
    else
        p->line -= (unsigned)ends_between(s, at, f->seen_at);
    f->seen_at = at;
    p->text = line_around(s, at);
    p->column =
        1 + (unsigned)wkb_utf8_count(wkb_sub(s, (size_t)(p->text.p - s.p), at));
    return *p;
}

wkb_place
wkb_place_of(wkb_str bytes, size_t at)
{
    wkb_file f = {.bytes = bytes};
    return wkb_place_in(&f, at);
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

/* How much of a text that was cut is whole characters. */
static size_t
whole(const char *text, size_t n)
{
    size_t at = n;
    uint32_t cp;
    while (at > 0 && ((unsigned char)text[at - 1] & 0xc0) == 0x80)
        at--;
    if (at == 0 || (unsigned char)text[at - 1] < 0x80)
        return at;
    return wkb_utf8((wkb_str){text + at - 1, n - at + 1}, &cp) ? n : at - 1;
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
    text[f.n == MESSAGE_MAX ? whole(text, f.n) : f.n] = '\0';
    char *hint = strchr(text, '\n');
    if (hint)
        *hint++ = '\0';
    if (hint && !*hint) /* a long message left it no room */
        hint = NULL;
    wk_diag told = {.size = sizeof told,
                    .level = level,
                    .status = status,
                    .message = text,
                    .hint = hint};
    if (at.file < d->file.n) {
        wkb_file *file = &d->file.item[at.file];
        const wkb_place place = wkb_place_in(file, at.begin);
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
