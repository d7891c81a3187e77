/* Diagnostics: where, what is wrong, what to do. */
#ifndef WKB_DIAG_H
#define WKB_DIAG_H

#include "base/arena.h"

/* Line and column (both from 1, the column in code points) of a byte. */
typedef struct wkb_place {
    unsigned line, column;
    wkb_str text; /* the whole line, without its end */
} wkb_place;

/* A text that spans point into: a file, or an expression that was given. */
typedef struct wkb_file {
    wkb_str name, bytes;
    uint64_t lines_before; /* of a piece of a file: the lines that precede it */
    wkb_place seen;        /* that was asked for last; line 0: none was */
    size_t seen_at;
} wkb_file;

/* The bytes of a file are others from now on. */
void wkb_file_change(wkb_file *f, wkb_str bytes, uint64_t lines_before);

typedef struct wkb_diag {
    wk_diag_fn fn; /* NULL: nobody listens, statuses alone tell */
    void *ud;
    WKB_LIST(wkb_file) file;
    size_t n_errors, n_warnings;
} wkb_diag;

/* Adds a text, borrowed; its number in *out. */
wk_status wkb_diag_add(
    wkb_diag *d, wkb_arena *a, wkb_str name, wkb_str bytes, uint32_t *out);

/*
 * Report one fault. fmt is as for wkb_print; what stands after its first
 * newline is the hint. The text is built in a fixed buffer, so that reporting
 * needs no memory. wkb_error returns status, for `return wkb_error(...)`.
 * A NULL d reports nothing.
 */
wk_status
wkb_error(wkb_diag *d, wk_status status, wkb_span at, const char *fmt, ...);
void wkb_warn(wkb_diag *d, wk_status status, wkb_span at, const char *fmt, ...);
void wkb_note(wkb_diag *d, wkb_span at, const char *fmt, ...);

/* Where a byte stands, counted from its file's beginning; or from the place
 * that was asked for last, so that many places one behind the other take no
 * longer than the file. */
wkb_place wkb_place_of(wkb_str bytes, size_t at);
wkb_place wkb_place_in(wkb_file *f, size_t at);

/* Texts without a file: the whole of nothing. */
#define WKB_NOWHERE ((wkb_span){UINT32_MAX, 0, 0})

/* The words for an errno, in English whatever the host's locale; static. */
const char *wkb_error_text(int error);

#endif
