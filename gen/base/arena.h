/* Memory that is given back all at once: a project, a page, a call's scratch. */
#ifndef WKB_ARENA_H
#define WKB_ARENA_H

#include "base/base.h"

typedef struct wkb_block wkb_block;

typedef struct wkb_arena {
    wkb_block *top;
    wkb_block *spare; /* those that a rewind freed, for the next needs */
    wk_alloc_fn fn;   /* NULL: the C library's */
    void *ud;
    size_t bytes, max_bytes; /* held now, and the limit (0: none) */
} wkb_arena;

/* A place to return to with wkb_rewind. */
typedef struct wkb_mark {
    wkb_block *top;
    size_t used;
} wkb_mark;

void wkb_arena_init(wkb_arena *a, wk_alloc_fn fn, void *ud, size_t max_bytes);
void wkb_arena_clear(wkb_arena *a);
/* The same, but keeps the memory for what comes next. */
void wkb_arena_empty(wkb_arena *a);

/* n objects of size bytes, zeroed and aligned for any type; NULL when memory
 * or the arena's limit is out. n = 0 gives a valid pointer. */
void *wkb_alloc(wkb_arena *a, size_t n, size_t size);
#define WKB_NEW(a, T, n) ((T *)wkb_alloc((a), (n), sizeof(T)))

/* n bytes as they come, for what is filled at once. */
void *wkb_alloc_raw(wkb_arena *a, size_t n);

/* Copies old_n of the objects at p into room for new_n (new ones zeroed),
 * in place if p was the last thing allocated; NULL when out, p untouched. */
void *
wkb_grow(wkb_arena *a, const void *p, size_t old_n, size_t new_n, size_t size);

/* The same of bytes, the new ones as they come. */
void *wkb_grow_raw(wkb_arena *a, const void *p, size_t old_n, size_t new_n);

/* Gives back the end of what was grown raw, if it was allocated last. */
void wkb_trim_raw(wkb_arena *a, const void *p, size_t old_n, size_t new_n);

wkb_mark wkb_arena_mark(const wkb_arena *a);
void wkb_arena_rewind(wkb_arena *a, wkb_mark mark);

/* Appends one element to a growing array {T *item; size_t n, cap}: returns its
 * address, zeroed, or NULL when memory is out. */
void *wkb_push_(wkb_arena *a, void **item, size_t *n, size_t *cap, size_t size);
#define WKB_LIST(T)    \
    struct {           \
        T *item;       \
        size_t n, cap; \
    }
#define WKB_PUSH(a, list)             \
    wkb_push_((a),                    \
              (void **)&(list)->item, \
              &(list)->n,             \
              &(list)->cap,           \
              sizeof(*(list)->item))

#endif
