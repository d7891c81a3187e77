/* Arena: blocks in a chain, allocation by moving a mark. */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

struct wkb_block {
    wkb_block *below;
    size_t size, used; /* bytes after the header */
};

enum {
    ALIGN = 16,
    FIRST_BLOCK = 4096,
    LARGEST_STEP = 1 << 20,
    FIRST_LIST = 128 /* bytes of a list's first elements, about */
};
#define HEADER ((sizeof(wkb_block) + ALIGN - 1) / ALIGN * ALIGN)

static void *
c_library_alloc(void *ud, void *p, size_t old_n, size_t new_n)
{
    (void)ud;
    (void)old_n;
    if (new_n == 0) {
        free(p);
        return NULL;
    }
    return realloc(p, new_n);
}

void
wkb_arena_init(wkb_arena *a, wk_alloc_fn fn, void *ud, size_t max_bytes)
{
    *a = (wkb_arena){
        .fn = fn ? fn : c_library_alloc, .ud = ud, .max_bytes = max_bytes};
}

static void
give_back(wkb_arena *a, wkb_block *b)
{
    const size_t whole = HEADER + b->size;
    a->bytes -= whole;
    (void)a->fn(a->ud, b, whole, 0);
}

static void
drop_spares(wkb_arena *a)
{
    while (a->spare) {
        wkb_block *b = a->spare;
        a->spare = b->below;
        give_back(a, b);
    }
}

/* The top block becomes a spare one: a rewind in a loop would otherwise take
 * the same memory from the system again and again. */
static void
drop_top(wkb_arena *a)
{
    wkb_block *b = a->top;
    a->top = b->below;
    b->below = a->spare;
    a->spare = b;
}

void
wkb_arena_clear(wkb_arena *a)
{
    while (a->top)
        drop_top(a);
    drop_spares(a);
}

void
wkb_arena_empty(wkb_arena *a)
{
    while (a->top)
        drop_top(a);
}

/* Small blocks that a need passes over go: what follows them is larger. A need
 * of more than a step is rare, and leaves them. */
static bool
use_spare(wkb_arena *a, size_t need)
{
    while (a->spare && a->spare->size < need && need <= LARGEST_STEP) {
        wkb_block *small = a->spare;
        a->spare = small->below;
        give_back(a, small);
    }
    wkb_block *b = a->spare;
    if (!b || b->size < need)
        return false;
    a->spare = b->below;
    b->below = a->top;
    b->used = 0;
    a->top = b;
    return true;
}

static bool
add_block(wkb_arena *a, size_t need)
{
    if (use_spare(a, need))
        return true;
    size_t size = a->top ? a->top->size * 2 : FIRST_BLOCK;
    if (size > LARGEST_STEP)
        size = LARGEST_STEP;
    if (size < need)
        size = need;
    if (size > SIZE_MAX - HEADER)
        return false;
    if (a->max_bytes && size + HEADER > a->max_bytes - a->bytes)
        drop_spares(a);
    if (a->max_bytes && size + HEADER > a->max_bytes - a->bytes) {
        size = need; /* near the limit: no more than asked for */
        if (size + HEADER > a->max_bytes - a->bytes)
            return false;
    }
    wkb_block *b = a->fn(a->ud, NULL, 0, HEADER + size);
    if (!b)
        return false;
    *b = (wkb_block){a->top, size, 0};
    a->top = b;
    a->bytes += HEADER + size;
    return true;
}

static char *
room(const wkb_block *b)
{
    return (char *)b + HEADER;
}

static size_t
aligned(size_t n)
{
    return (n + ALIGN - 1) / ALIGN * ALIGN;
}

void *
wkb_alloc_raw(wkb_arena *a, size_t n)
{
    if (n > SIZE_MAX / 2)
        return NULL;
    const size_t bytes = aligned(n + (n == 0));
    if (!a->top || a->top->size - a->top->used < bytes) {
        if (!add_block(a, bytes))
            return NULL;
    }
    void *p = room(a->top) + a->top->used;
    a->top->used += bytes;
    return p;
}

void *
wkb_alloc(wkb_arena *a, size_t n, size_t size)
{
    if (size && n > (SIZE_MAX / 2) / size)
        return NULL;
    void *p = wkb_alloc_raw(a, n * size);
    if (p)
        memset(p, 0, aligned(n * size + (n * size == 0)));
    return p;
}

/* Grows in place where p is the last allocation and the block has room. */
static void *
extend(const wkb_arena *a, const void *p, size_t old_bytes, size_t new_bytes)
{
    wkb_block *b = a->top;
    const size_t held = aligned(old_bytes);
    if (!b || held == 0 || b->used < held)
        return NULL;
    char *last = room(b) + b->used - held;
    const size_t more = aligned(new_bytes) - held;
    if (last != p || b->size - b->used < more)
        return NULL;
    b->used += more;
    return last;
}

void *
wkb_grow_raw(wkb_arena *a, const void *p, size_t old_n, size_t new_n)
{
    void *q = extend(a, p, old_n, new_n);
    if (q)
        return q;
    q = wkb_alloc_raw(a, new_n);
    if (q && old_n)
        memcpy(q, p, old_n < new_n ? old_n : new_n);
    return q;
}

void
wkb_trim_raw(wkb_arena *a, const void *p, size_t old_n, size_t new_n)
{
    wkb_block *b = a->top;
    const size_t held = aligned(old_n);
    if (b && b->used >= held && room(b) + b->used - held == p)
        b->used -= held - aligned(new_n);
}

void *
wkb_grow(wkb_arena *a, const void *p, size_t old_n, size_t new_n, size_t size)
{
    if (size && new_n > (SIZE_MAX / 2) / size)
        return NULL;
    void *q = extend(a, p, old_n * size, new_n * size);
    if (q) {
        memset(
            (char *)q + old_n * size, 0, aligned(new_n * size) - old_n * size);
        return q;
    }
    const size_t kept = old_n < new_n ? old_n * size : new_n * size;
    q = wkb_alloc_raw(a, new_n * size);
    if (!q)
        return NULL;
    if (kept)
        memcpy(q, p, kept);
    memset((char *)q + kept, 0, aligned(new_n * size) - kept);
    return q;
}

wkb_mark
wkb_arena_mark(const wkb_arena *a)
{
    return (wkb_mark){a->top, a->top ? a->top->used : 0};
}

void
wkb_arena_rewind(wkb_arena *a, wkb_mark mark)
{
    while (a->top != mark.top)
        drop_top(a);
    if (a->top)
        a->top->used = mark.used;
}

void *
wkb_push_(wkb_arena *a, void **item, size_t *n, size_t *cap, size_t size)
{
    if (*n == *cap) {
        const size_t first = size < FIRST_LIST / 8   ? 8
                             : size < FIRST_LIST / 2 ? FIRST_LIST / size
                                                     : 1;
        const size_t grown = *cap ? *cap * 2 : first;
        if (grown > SIZE_MAX / 2 / size)
            return NULL;
        void *p = wkb_grow_raw(a, *item, *n * size, grown * size);
        if (!p)
            return NULL;
        *item = p;
        *cap = grown;
    }
    char *slot = (char *)*item + *n * size;
    memset(slot, 0, size);
    *n += 1;
    return slot;
}
