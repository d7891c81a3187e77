/* Byte strings: views, suggestions, UTF-8 and the pool of interned texts. */
#include "base/str.h"

#include <string.h>

int
wkb_str_cmp(wkb_str a, wkb_str b)
{
    const size_t n = a.n < b.n ? a.n : b.n;
    const int order = n ? memcmp(a.p, b.p, n) : 0;
    return order ? order : (a.n > b.n) - (a.n < b.n);
}

wkb_str
wkb_trim(wkb_str s)
{
    while (s.n && (s.p[0] == ' ' || s.p[0] == '\t'))
        s = wkb_sub(s, 1, s.n);
    while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
        s.n -= 1;
    return s;
}

size_t
wkb_find(wkb_str s, char c)
{
    const char *at = s.n ? memchr(s.p, c, s.n) : NULL;
    return at ? (size_t)(at - s.p) : s.n;
}

wkb_str
wkb_cut(wkb_str *rest, char c)
{
    const size_t at = wkb_find(*rest, c);
    const wkb_str before = wkb_sub(*rest, 0, at);
    *rest = at < rest->n ? wkb_sub(*rest, at + 1, rest->n) : (wkb_str){0};
    return before;
}

wkb_str
wkb_copy(wkb_arena *a, wkb_str s)
{
    char *p = wkb_alloc_raw(a, s.n + 1);
    if (!p)
        return (wkb_str){NULL, 0};
    if (s.n)
        memcpy(p, s.p, s.n);
    p[s.n] = '\0';
    return (wkb_str){p, s.n};
}

size_t
wkb_word_length(wkb_str s)
{
    size_t n = 0;
    while (n < s.n && (wkb_is_letter(s.p[n]) || (n && wkb_is_digit(s.p[n]))))
        n++;
    return n;
}

bool
wkb_is_word(wkb_str s)
{
    return s.n && wkb_word_length(s) == s.n;
}

char
wkb_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

enum { LONGEST_NAME = 64, FARTHEST = 3 };

/* Edit distance of two names (insert, delete, replace, swap of neighbours),
 * or FARTHEST + 1 if it is more than that. */
static size_t
distance(wkb_str a, wkb_str b)
{
    size_t row[3][LONGEST_NAME + 1];
    if (a.n > LONGEST_NAME || b.n > LONGEST_NAME)
        return FARTHEST + 1;
    if (a.n > b.n + FARTHEST || b.n > a.n + FARTHEST)
        return FARTHEST + 1;
    for (size_t j = 0; j <= b.n; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= a.n; i++) {
        size_t *now = row[i % 3];
        const size_t *last = row[(i + 2) % 3], *older = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= b.n; j++) {
            const bool same = a.p[i - 1] == b.p[j - 1];
            size_t best = last[j - 1] + !same;
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
                a.p[i - 2] == b.p[j - 1] && older[j - 2] + 1 < best)
                best = older[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[a.n % 3][b.n];
}

size_t
wkb_nearest(wkb_str s, wkb_name_fn name, const void *ud, size_t n)
{
    size_t best = n, best_distance = FARTHEST + 1;
    for (size_t i = 0; i < n; i++) {
        const wkb_str other = name(ud, i);
        const size_t d = distance(s, other);
        if (d < best_distance && d * 2 < s.n + 1 && other.n) {
            best = i;
            best_distance = d;
        }
    }
    return best;
}

size_t
wkb_utf8(wkb_str s, uint32_t *cp)
{
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (s.n == 0)
        return 0;
    const unsigned char first = (unsigned char)s.p[0];
    const size_t n = first < 0x80           ? 1
                     : (first >> 5) == 0x06 ? 2
                     : (first >> 4) == 0x0e ? 3
                     : (first >> 3) == 0x1e ? 4
                                            : 0;
    if (n == 0 || n > s.n)
        return 0;
    uint32_t v = n == 1 ? first : first & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        const unsigned char c = (unsigned char)s.p[i];
        if ((c & 0xc0) != 0x80)
            return 0;
        v = v << 6 | (c & 0x3f);
    }
    if (v < smallest[n] || v > 0x10ffff || (v >= 0xd800 && v < 0xe000))
        return 0;
    *cp = v;
    return n;
}

size_t
wkb_utf8_count(wkb_str s)
{
    size_t count = 0;
    for (size_t i = 0; i < s.n; count++) {
        uint32_t cp;
        const size_t n = wkb_utf8(wkb_sub(s, i, s.n), &cp);
        i += n ? n : 1;
    }
    return count;
}

void
wkb_pool_init(wkb_pool *pool, wkb_arena *a)
{
    *pool = (wkb_pool){.arena = a};
}

/* The last bytes of a text, fewer than eight, without a call. */
static uint64_t
last_bytes(const char *p, size_t n)
{
    uint32_t low = 0, high = 0;
    if (n < sizeof low)
        return n == 0 ? 0
                      : (uint64_t)(unsigned char)p[0] |
                            (uint64_t)(unsigned char)p[n / 2] << 8 |
                            (uint64_t)(unsigned char)p[n - 1] << 16;
    memcpy(&low, p, sizeof low);
    memcpy(&high, p + n - sizeof high, sizeof high);
    return low | (uint64_t)high << 32;
}

/* Eight bytes at a time; its values never show. */
static uint64_t
hash(wkb_str s)
{
    const uint64_t k = 0x9e3779b97f4a7c15u;
    uint64_t h = s.n * k, w = 0;
    for (; s.n >= sizeof w; s = wkb_sub(s, sizeof w, s.n)) {
        memcpy(&w, s.p, sizeof w);
        h = (h ^ w) * k;
        h ^= h >> 32;
    }
    h = (h ^ last_bytes(s.p, s.n)) * k;
    h ^= h >> 32;
    return h * k;
}

enum { NUMBER_BITS = 32 };

static uint32_t
number_of(uint64_t slot)
{
    return (uint32_t)slot;
}

/* The slot that holds s, or the empty one where it would go. */
static size_t
probe(const wkb_pool *pool, wkb_str s, uint64_t h)
{
    size_t i = (size_t)(h >> NUMBER_BITS) & (pool->n_slot - 1);
    for (; pool->slot[i]; i = (i + 1) & (pool->n_slot - 1)) {
        if (pool->slot[i] >> NUMBER_BITS == h >> NUMBER_BITS &&
            wkb_str_eq(pool->text.item[number_of(pool->slot[i]) - 1], s))
            break;
    }
    return i;
}

static bool
grow_slots(wkb_pool *pool, size_t n)
{
    uint64_t *slot = WKB_NEW(pool->arena, uint64_t, n);
    if (!slot)
        return false;
    for (size_t k = 0; k < pool->n_slot; k++) {
        size_t i = (size_t)(pool->slot[k] >> NUMBER_BITS) & (n - 1);
        if (pool->slot[k] == 0)
            continue;
        while (slot[i])
            i = (i + 1) & (n - 1);
        slot[i] = pool->slot[k];
    }
    pool->slot = slot;
    pool->n_slot = n;
    return true;
}

wk_status
wkb_intern(wkb_pool *pool, wkb_str s, bool copy, uint32_t *out)
{
    if (pool->text.n * 2 >= pool->n_slot &&
        !grow_slots(pool, pool->n_slot ? pool->n_slot * 2 : 64))
        return WK_ENOMEM;
    const uint64_t h = hash(s);
    const size_t at = probe(pool, s, h);
    if (pool->slot[at] == 0) {
        const wkb_str kept = copy ? wkb_copy(pool->arena, s) : s;
        wkb_str *text =
            kept.p || !copy ? WKB_PUSH(pool->arena, &pool->text) : NULL;
        if (!text)
            return WK_ENOMEM;
        *text = kept;
        pool->slot[at] = h >> NUMBER_BITS << NUMBER_BITS | pool->text.n;
    }
    *out = number_of(pool->slot[at]) - 1;
    return WK_OK;
}

uint32_t
wkb_interned(const wkb_pool *pool, wkb_str s)
{
    if (pool->n_slot == 0)
        return UINT32_MAX;
    const uint64_t found = pool->slot[probe(pool, s, hash(s))];
    return found ? number_of(found) - 1 : UINT32_MAX;
}
