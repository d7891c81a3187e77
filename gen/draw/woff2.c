/* Writes WOFF2: a directory of tables, then all of them in one Brotli stream. */
#include "draw/woff2.h"

#include <string.h>

#include <brotli/encode.h>

enum {
    SFNT_HEAD = 12,
    SFNT_ENTRY = 16,
    HEAD = 48,
    MAX_TABLES = 64,
    ANY_TAG = 63,
    AS_IS = 3 << 6, /* glyf and loca, not transformed */
    MAX_FONT = 1 << 24
};

typedef struct table {
    uint32_t tag;
    wkb_str bytes;
} table;

typedef struct font {
    uint32_t flavor;
    size_t n;
    table table[MAX_TABLES];
} font;

#define TAG(a, b, c, d)                                               \
    ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | \
     (uint32_t)(d))
static const uint32_t glyf = TAG('g', 'l', 'y', 'f');
static const uint32_t loca = TAG('l', 'o', 'c', 'a');
static const uint32_t head = TAG('h', 'e', 'a', 'd');

static uint32_t
get4(wkb_str s, size_t at)
{
    const unsigned char *p = (const unsigned char *)s.p + at;
    return TAG(p[0], p[1], p[2], p[3]);
}

static void
put4(wkb_out *o, uint32_t v)
{
    const char b[4] = {
        (char)(v >> 24), (char)(v >> 16), (char)(v >> 8), (char)v};
    wkb_put(o, (wkb_str){b, 4});
}

static void
put2(wkb_out *o, unsigned v)
{
    const char b[2] = {(char)(v >> 8), (char)v};
    wkb_put(o, (wkb_str){b, 2});
}

/* Seven bits a byte, the highest first. */
static void
put_base128(wkb_out *o, uint32_t v)
{
    for (unsigned shift = 28; shift > 0; shift -= 7)
        if (v >> shift)
            wkb_putc(o, (char)((v >> shift & 127) | 128));
    wkb_putc(o, (char)(v & 127));
}

/* The directory of tables; false if it is broken. */
static bool
read_tables(font *f, wkb_str s)
{
    if (s.n < SFNT_HEAD || s.n > MAX_FONT)
        return false;
    f->flavor = get4(s, 0);
    f->n = get4(s, 4) >> 16;
    if (f->n > MAX_TABLES || s.n < SFNT_HEAD + f->n * SFNT_ENTRY)
        return false;
    for (size_t i = 0; i < f->n; i++) {
        const size_t at = SFNT_HEAD + i * SFNT_ENTRY;
        const size_t begin = get4(s, at + 8), n = get4(s, at + 12);
        if (begin > s.n || n > s.n - begin)
            return false;
        f->table[i] = (table){get4(s, at), {s.p + begin, n}};
    }
    return true;
}

/* The format wants loca right behind glyf. */
static void
order_tables(font *f)
{
    for (size_t i = 0; i < f->n; i++)
        for (size_t j = i + 2; f->table[i].tag == glyf && j < f->n; j++)
            if (f->table[j].tag == loca) {
                const table t = f->table[j];
                memmove(
                    &f->table[i + 2], &f->table[i + 1], (j - i - 1) * sizeof t);
                f->table[i + 1] = t;
            }
}

static void
put_directory(wkb_out *o, const font *f)
{
    static const uint32_t known[] = {
        TAG('c', 'm', 'a', 'p'),
        TAG('h', 'e', 'a', 'd'),
        TAG('h', 'h', 'e', 'a'),
        TAG('h', 'm', 't', 'x'),
        TAG('m', 'a', 'x', 'p'),
        TAG('n', 'a', 'm', 'e'),
        TAG('O', 'S', '/', '2'),
        TAG('p', 'o', 's', 't'),
        TAG('c', 'v', 't', ' '),
        TAG('f', 'p', 'g', 'm'),
        TAG('g', 'l', 'y', 'f'),
        TAG('l', 'o', 'c', 'a'),
        TAG('p', 'r', 'e', 'p'),
        TAG('C', 'F', 'F', ' '),
    };
    for (size_t i = 0; i < f->n; i++) {
        const uint32_t tag = f->table[i].tag;
        const unsigned version = tag == glyf || tag == loca ? AS_IS : 0;
        unsigned name = 0;
        while (name < WKB_COUNT(known) && known[name] != tag)
            name++;
        if (name < WKB_COUNT(known)) {
            wkb_putc(o, (char)(version | name));
        } else {
            wkb_putc(o, (char)(version | ANY_TAG));
            put4(o, tag);
        }
        put_base128(o, (uint32_t)f->table[i].bytes.n);
    }
}

/* All tables, one behind the other; head says that they were packed. */
static void
put_tables(wkb_out *o, const font *f)
{
    enum { FLAGS = 16, PACKED = 8 };
    for (size_t i = 0; i < f->n; i++) {
        const size_t begin = o->n;
        wkb_put(o, f->table[i].bytes);
        if (f->table[i].tag == head && f->table[i].bytes.n > FLAGS &&
            o->status == WK_OK)
            o->p[begin + FLAGS] = (char)(o->p[begin + FLAGS] | PACKED);
    }
}

static wk_status
pack(wkb_str *out, wkb_arena *a, wkb_str s, int quality)
{
    size_t n = BrotliEncoderMaxCompressedSize(s.n);
    uint8_t *p = wkb_alloc_raw(a, n);
    int window = BROTLI_MIN_WINDOW_BITS;
    while (window < BROTLI_DEFAULT_WINDOW && (size_t)1 << window < s.n)
        window++;
    if (!p || !BrotliEncoderCompress(quality,
                                     window,
                                     BROTLI_MODE_FONT,
                                     s.n,
                                     (const uint8_t *)s.p,
                                     &n,
                                     p))
        return WK_ENOMEM;
    *out = (wkb_str){(const char *)p, n};
    return WK_OK;
}

static size_t
padded(size_t n)
{
    return (n + 3) / 4 * 4;
}

static void
put_head(wkb_out *o, const font *f, size_t length, size_t packed)
{
    size_t size = SFNT_HEAD;
    for (size_t i = 0; i < f->n; i++)
        size += SFNT_ENTRY + padded(f->table[i].bytes.n);
    put4(o, TAG('w', 'O', 'F', '2'));
    put4(o, f->flavor);
    put4(o, (uint32_t)length);
    put2(o, (unsigned)f->n);
    put2(o, 0);
    put4(o, (uint32_t)size);
    put4(o, (uint32_t)packed);
    put4(o, 1 << 16); /* version 1.0 */
    for (size_t i = 0; i < 5; i++)
        put4(o, 0); /* neither metadata nor private data */
}

wk_status
wkd_woff2(wkb_str *out, wkb_arena *a, wkb_str bytes, int quality)
{
    font f;
    wkb_str tables, packed, directory;
    *out = (wkb_str){NULL, 0};
    if (!read_tables(&f, bytes))
        return WK_ESYSTEM;
    order_tables(&f);
    wkb_out all = wkb_out_kept(a);
    put_tables(&all, &f);
    WKB_TRY(wkb_out_text(&all, &tables));
    WKB_TRY(pack(&packed, a, tables, quality));
    wkb_out entries = wkb_out_kept(a);
    put_directory(&entries, &f);
    WKB_TRY(wkb_out_text(&entries, &directory));
    const size_t length = HEAD + directory.n + packed.n;
    wkb_out o = wkb_out_kept(a);
    put_head(&o, &f, padded(length), packed.n);
    wkb_put(&o, directory);
    wkb_put(&o, packed);
    wkb_put(&o, (wkb_str){"\0\0\0", padded(length) - length});
    return wkb_out_text(&o, out);
}
