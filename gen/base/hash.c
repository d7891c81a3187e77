/* SHA-256 through libcrypto. */
#include "base/hash.h"

#include <openssl/evp.h>
#include <string.h>

static const char digits[] = "0123456789abcdef";

wk_status
wkb_hash_of(wkb_hash *out, wkb_str bytes)
{
    unsigned int n = 0;
    *out = (wkb_hash){{0}};
    if (!EVP_Digest(bytes.p, bytes.n, out->byte, &n, EVP_sha256(), NULL))
        return WK_ENOMEM;
    return WK_OK;
}

bool
wkb_hash_eq(const wkb_hash *a, const wkb_hash *b)
{
    return memcmp(a->byte, b->byte, WKB_HASH_BYTES) == 0;
}

void
wkb_put_hash(wkb_out *out, const wkb_hash *h)
{
    char text[2 * WKB_HASH_BYTES];
    for (size_t i = 0; i < WKB_HASH_BYTES; i++) {
        text[2 * i] = digits[h->byte[i] >> 4];
        text[2 * i + 1] = digits[h->byte[i] & 15];
    }
    wkb_put(out, (wkb_str){text, sizeof text});
}

bool
wkb_hash_read(wkb_hash *out, wkb_str text)
{
    if (text.n != 2 * WKB_HASH_BYTES)
        return false;
    for (size_t i = 0; i < text.n; i++) {
        const char *at = memchr(digits, text.p[i], 16);
        if (!at)
            return false;
        const unsigned char half = (unsigned char)(at - digits);
        unsigned char *b = &out->byte[i / 2];
        *b = (unsigned char)(i % 2 ? *b | half : half << 4);
    }
    return true;
}
