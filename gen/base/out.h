/* Output goes to a sink with a sticky status, so that a writer makes fifty
 * calls and checks once. */
#ifndef WKB_OUT_H
#define WKB_OUT_H

#include <stdarg.h>

#include "base/str.h"

typedef struct wkb_out {
    wk_sink_fn fn; /* NULL: the bytes are kept in the arena */
    void *ud;
    wk_status status;
    wkb_arena *arena;
    char *p;
    size_t n, cap;
} wkb_out;

wkb_out wkb_out_to(wk_sink_fn fn, void *ud);
wkb_out wkb_out_kept(wkb_arena *a);
/* The same, with room for n bytes from the start. */
wkb_out wkb_out_sized(wkb_arena *a, size_t n);
/* What was kept, terminated by a NUL that is not counted. */
wk_status wkb_out_text(wkb_out *o, wkb_str *text);

/* A sink into size bytes of the caller's; what does not fit is cut. */
typedef struct wkb_fixed {
    char *p;
    size_t size, n;
} wkb_fixed;
wk_status wkb_put_fixed(void *ud, const char *p, size_t n); /* ud: wkb_fixed */

/* The same as wkb_put, for when there is no room, or a sink. */
void wkb_put_on(wkb_out *o, wkb_str s);

static inline void
wkb_put(wkb_out *o, wkb_str s)
{
    if (o->cap - o->n <= s.n || s.n == 0 || o->status != WK_OK) {
        wkb_put_on(o, s);
        return;
    }
    memcpy(o->p + o->n, s.p, s.n);
    o->n += s.n;
    o->p[o->n] = '\0';
}

static inline void
wkb_puts(wkb_out *o, const char *terminated)
{
    wkb_put(o, wkb_str_of(terminated));
}

static inline void
wkb_putc(wkb_out *o, char c)
{
    wkb_put(o, (wkb_str){&c, 1});
}

void wkb_put_num(wkb_out *o, double v); /* shortest digits */
/* s with control characters, bad UTF-8 and characters that reorder or hide
 * text shown as \xNN, byte by byte. */
void wkb_put_shown(wkb_out *o, wkb_str s);

/* A path as an address: all that could be read otherwise there as %XX. */
void wkb_put_path(wkb_out *o, wkb_str path);

/* Our own small format: %s char *, %S wkb_str as it is, %e wkb_str shown
 * safely, %q the same in '', %d int, %z size_t, %g double, %%.
 * Never printf: no locale, and strings need no end. */
void wkb_print(wkb_out *o, const char *fmt, ...);
void wkb_vprint(wkb_out *o, const char *fmt, va_list args);

void wkb_put_base64(wkb_out *out, wkb_str s);

#endif
