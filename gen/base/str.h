/* Byte strings as views: compare, cut, spell-check, UTF-8, interning. */
#ifndef WKB_STR_H
#define WKB_STR_H

#include <string.h>

#include "base/arena.h"

/* The smallest ones are here, so that a call costs no more than its work. */
static inline wkb_str
wkb_str_of(const char *terminated)
{
    return (wkb_str){terminated, terminated ? strlen(terminated) : 0};
}

static inline bool
wkb_str_eq(wkb_str a, wkb_str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline wkb_str
wkb_sub(wkb_str s, size_t begin, size_t end)
{
    return (wkb_str){begin ? s.p + begin : s.p, end - begin};
}

static inline bool
wkb_starts(wkb_str s, wkb_str with)
{
    return s.n >= with.n && wkb_str_eq((wkb_str){s.p, with.n}, with);
}

static inline bool
wkb_ends(wkb_str s, wkb_str with)
{
    return s.n >= with.n && wkb_str_eq(wkb_sub(s, s.n - with.n, s.n), with);
}

int wkb_str_cmp(wkb_str a, wkb_str b); /* by bytes, as memcmp */
wkb_str wkb_trim(wkb_str s);           /* spaces and tabs at both ends */

/* Cuts *rest at the first c: returns what stands before it and moves *rest
 * behind it; without c returns all and leaves {NULL, 0}. */
wkb_str wkb_cut(wkb_str *rest, char c);
/* Offset of c, or s.n. */
size_t wkb_find(wkb_str s, char c);

/* A copy in the arena, terminated by a NUL that is not counted; p NULL if out.
 */
wkb_str wkb_copy(wkb_arena *a, wkb_str s);

static inline bool
wkb_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* How many digits stand from byte i on. */
static inline size_t
wkb_digits(wkb_str s, size_t i)
{
    size_t n = 0;
    while (i + n < s.n && wkb_is_digit(s.p[i + n]))
        n++;
    return n;
}

static inline bool
wkb_is_letter(char c) /* ASCII letters and _ */
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool wkb_is_word(wkb_str s);       /* letter { letter | digit | _ } */
size_t wkb_word_length(wkb_str s); /* of the word that s begins with */
char wkb_lower(char c);            /* of ASCII */

/* Of n candidates the nearest to s at edit distance 1 to 3 (and less than
 * half its length, so that short words suggest little); n if none. */
typedef wkb_str (*wkb_name_fn)(const void *ud, size_t i);
size_t wkb_nearest(wkb_str s, wkb_name_fn name, const void *ud, size_t n);

/* Length of the valid UTF-8 sequence at s, its code point in *cp; 0 if there
 * is none (overlong, surrogate, beyond U+10FFFF, cut off). */
size_t wkb_utf8(wkb_str s, uint32_t *cp);
size_t wkb_utf8_count(wkb_str s); /* code points; a bad byte counts as one */

/* Texts by number: equal texts have equal numbers, from 0. */
typedef struct wkb_pool {
    wkb_arena *arena;
    WKB_LIST(wkb_str) text;
    uint64_t *slot; /* open addressing: half a hash, then number + 1, so that
                       other texts need not be looked at */
    size_t n_slot;  /* a power of two */
} wkb_pool;
void wkb_pool_init(wkb_pool *pool, wkb_arena *a);
/* WK_OK, or WK_ENOMEM. The text is copied if it is new and copy is set. */
wk_status wkb_intern(wkb_pool *pool, wkb_str s, bool copy, uint32_t *out);
/* The number of a text, or UINT32_MAX. */
uint32_t wkb_interned(const wkb_pool *pool, wkb_str s);

#endif
