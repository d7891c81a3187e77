/* Output: sinks, kept text, and the small format of messages. */
#include "base/out.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"

wkb_out
wkb_out_to(wk_sink_fn fn, void *ud)
{
    return (wkb_out){.fn = fn, .ud = ud};
}

wkb_out
wkb_out_kept(wkb_arena *a)
{
    return (wkb_out){.arena = a};
}

wkb_out
wkb_out_sized(wkb_arena *a, size_t n)
{
    wkb_out out = {.arena = a, .p = wkb_alloc_raw(a, n + 1), .cap = n + 1};
    if (!out.p)
        return (wkb_out){.arena = a, .status = WK_ENOMEM};
    out.p[0] = '\0';
    return out;
}

wk_status
wkb_put_fixed(void *ud, const char *p, size_t n)
{
    wkb_fixed *f = ud;
    const size_t room = f->size - f->n;
    const size_t taken = n < room ? n : room;
    memcpy(f->p + f->n, p, taken);
    f->n += taken;
    return WK_OK;
}

static void
keep(wkb_out *o, wkb_str s)
{
    if (o->cap - o->n < s.n + 1) {
        size_t cap = o->cap ? o->cap * 2 : 128;
        if (cap < o->n + s.n + 1)
            cap = o->n + s.n + 1;
        char *p = wkb_grow_raw(o->arena, o->p, o->cap, cap);
        if (!p) {
            o->status = WK_ENOMEM;
            return;
        }
        o->p = p;
        o->cap = cap;
    }
    memcpy(o->p + o->n, s.p, s.n);
    o->n += s.n;
    o->p[o->n] = '\0';
}

void
wkb_put_on(wkb_out *o, wkb_str s)
{
    if (o->status != WK_OK || s.n == 0)
        return;
    if (o->fn)
        o->status = o->fn(o->ud, s.p, s.n);
    else
        keep(o, s);
}

wk_status
wkb_out_text(wkb_out *o, wkb_str *text)
{
    *text = (wkb_str){o->p ? o->p : "", o->n};
    if (o->p) {
        wkb_trim_raw(o->arena, o->p, o->cap, o->n + 1);
        o->cap = o->n + 1;
    }
    return o->status;
}

void
wkb_put_num(wkb_out *o, double v)
{
    char text[WKB_NUM_MAX];
    wkb_put(o, (wkb_str){text, wkb_num_write(text, v)});
}

static void
put_hex(wkb_out *o, unsigned char c)
{
    static const char hex[] = "0123456789ABCDEF";
    const char text[4] = {'\\', 'x', hex[c >> 4], hex[c & 15]};
    wkb_put(o, (wkb_str){text, 4});
}

/* Control characters, zero-width and direction marks, noncharacters. */
static bool
must_be_shown(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp == 0xad ||
           cp == 0x61c || (cp >= 0x200b && cp <= 0x200f) ||
           (cp >= 0x2028 && cp <= 0x202e) || (cp >= 0x2060 && cp <= 0x206f) ||
           cp == 0x34f || cp == 0x115f || cp == 0x1160 || cp == 0x180e ||
           cp == 0x3164 || cp == 0xffa0 || (cp >= 0xfff9 && cp <= 0xfffb) ||
           cp == 0xfeff || (cp >= 0xfdd0 && cp <= 0xfdef) ||
           (cp >= 0xe0000 && cp <= 0xe0fff) || (cp & 0xfffe) == 0xfffe;
}

void
wkb_put_path(wkb_out *o, wkb_str path)
{
    static const char hex[] = "0123456789ABCDEF";
    static const wkb_str plain = {"-._~/,+=@!", 10};
    for (size_t i = 0; i < path.n; i++) {
        const unsigned char c = (unsigned char)path.p[i];
        const bool is_plain = wkb_is_letter((char)c) || wkb_is_digit((char)c) ||
                              wkb_find(plain, (char)c) < plain.n;
        if (!is_plain)
            wkb_putc(o, '%');
        wkb_putc(o, is_plain ? (char)c : hex[c >> 4]);
        if (!is_plain)
            wkb_putc(o, hex[c & 15]);
    }
}

void
wkb_put_shown(wkb_out *o, wkb_str s)
{
    size_t plain = 0, i = 0;
    while (i < s.n) {
        uint32_t cp = 0;
        if (s.p[i] >= ' ' && s.p[i] <= '~') { /* ASCII, as most is */
            i++;
            continue;
        }
        const size_t n = wkb_utf8(wkb_sub(s, i, s.n), &cp);
        if (n && !must_be_shown(cp)) {
            i += n;
            continue;
        }
        wkb_put(o, wkb_sub(s, plain, i));
        for (const size_t end = i + (n ? n : 1); i < end; i++)
            put_hex(o, (unsigned char)s.p[i]);
        plain = i;
    }
    wkb_put(o, wkb_sub(s, plain, s.n));
}

void
wkb_vprint(wkb_out *o, const char *fmt, va_list args)
{
    for (const char *p = fmt; *p; p++) {
        const char *plain = p;
        while (*p && *p != '%')
            p++;
        wkb_put(o, (wkb_str){plain, (size_t)(p - plain)});
        if (*p == '%')
            p++;
        switch (*p) {
        case '\0':
            return;
        case 's':
            wkb_puts(o, va_arg(args, const char *));
            break;
        case 'S':
            wkb_put(o, va_arg(args, wkb_str));
            break;
        case 'e':
            wkb_put_shown(o, va_arg(args, wkb_str));
            break;
        case 'q':
            wkb_putc(o, '\'');
            wkb_put_shown(o, va_arg(args, wkb_str));
            wkb_putc(o, '\'');
            break;
        case 'd':
            wkb_put_num(o, va_arg(args, int));
            break;
        case 'z':
            wkb_put_num(o, (double)va_arg(args, size_t));
            break;
        case 'g':
            wkb_put_num(o, va_arg(args, double));
            break;
        default:
            wkb_putc(o, *p);
            break;
        }
    }
}

void
wkb_print(wkb_out *o, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    wkb_vprint(o, fmt, args);
    va_end(args);
}
