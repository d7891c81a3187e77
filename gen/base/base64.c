/* Bytes as text, three of them in four characters. */
#include "base/out.h"

/* Four characters for at most three bytes. */
static void
encode(char *four, const unsigned char *p, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned v = (unsigned)p[0] << 16 |
                       (n > 1 ? (unsigned)p[1] << 8 : 0u) | (n > 2 ? p[2] : 0u);
    for (size_t k = 0; k < 4; k++)
        four[k] = '=';
    for (size_t k = 0; k <= n && k < 4; k++)
        four[k] = digits[v >> (18 - 6 * k) & 63];
}

void
wkb_put_base64(wkb_out *out, wkb_str s)
{
    enum { BLOCK = 1024 };
    const unsigned char *p = (const unsigned char *)s.p;
    char block[BLOCK];
    size_t full = 0;
    for (size_t i = 0; i < s.n; i += 3) {
        encode(block + full, p + i, s.n - i);
        full += 4;
        if (full < BLOCK)
            continue;
        wkb_put(out, (wkb_str){block, full});
        full = 0;
    }
    wkb_put(out, (wkb_str){block, full});
}
