/* SHA-256, the one hash that is written down. */
#ifndef WKB_HASH_H
#define WKB_HASH_H

#include "base/out.h"

enum { WKB_HASH_BYTES = 32, WKB_HASH_DIGITS = 64 };

typedef struct wkb_hash {
    unsigned char byte[WKB_HASH_BYTES];
} wkb_hash;

void wkb_hash_of(wkb_hash *out, wkb_str bytes);
bool wkb_hash_eq(const wkb_hash *a, const wkb_hash *b);
/* As 64 hexadecimal digits. */
void wkb_put_hash(wkb_out *out, const wkb_hash *h);
/* Reads what wkb_put_hash wrote; false if it is none. */
bool wkb_hash_read(wkb_hash *out, wkb_str text);

#endif
