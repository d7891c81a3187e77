/* SHA-256 through libcrypto, by its direct functions: EVP brings in all of
 * the library, whose loading takes longer than a small command. */
#include "base/hash.h"

#define OPENSSL_API_COMPAT 10101
#include <openssl/sha.h>
#include <string.h>

#include "base/str.h"

static const wkb_str digits = {"0123456789abcdef", 16};

void
wkb_hash_of(wkb_hash *out, wkb_str bytes)
{
    SHA256_CTX state;
    (void)SHA256_Init(&state);
    (void)SHA256_Update(&state, bytes.p, bytes.n);
    (void)SHA256_Final(out->byte, &state);
}

bool
wkb_hash_eq(const wkb_hash *a, const wkb_hash *b)
{
    return memcmp(a->byte, b->byte, WKB_HASH_BYTES) == 0;
}

void
wkb_put_hash(wkb_out *out, const wkb_hash *h)
{
    char text[WKB_HASH_DIGITS];
    for (size_t i = 0; i < WKB_HASH_BYTES; i++) {
        text[2 * i] = digits.p[h->byte[i] >> 4];
        text[2 * i + 1] = digits.p[h->byte[i] & 15];
    }
    wkb_put(out, (wkb_str){text, sizeof text});
}

bool
wkb_hash_read(wkb_hash *out, wkb_str text)
{
    if (text.n != WKB_HASH_DIGITS)
        return false;
    for (size_t i = 0; i < text.n; i++) {
        const size_t half = wkb_find(digits, text.p[i]);
        if (half == digits.n)
            return false;
        unsigned char *b = &out->byte[i / 2];
        *b = (unsigned char)(i % 2 ? *b | half : half << 4);
    }
    return true;
}
