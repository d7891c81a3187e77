/* The arena: alignment, growing in place, marks, the limit, the allocator. */
#include "base/arena.h"

#include <stdlib.h>

#include "test.h"

/* Counts what is held, and fails once `left` calls have been made. */
typedef struct meter {
    size_t held;
    int left;
} meter;

static void *
metered(void *ud, void *p, size_t old_n, size_t new_n)
{
    meter *m = ud;
    if (new_n && m->left-- <= 0)
        return NULL;
    m->held = m->held - old_n + new_n;
    if (new_n)
        return realloc(p, new_n);
    free(p);
    return NULL;
}

static void
test_allocations_are_zeroed_and_aligned(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    for (size_t n = 0; n < 3000; n += 7) {
        char *p = WKB_NEW(&a, char, n);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(p[i], 0);
        memset(p, 'x', n);
    }
    wkb_arena_clear(&a);
}

static void
test_the_last_allocation_grows_in_place(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    int *p = WKB_NEW(&a, int, 3);
    p[2] = 7;
    int *q = wkb_grow(&a, p, 3, 100, sizeof *p);
    assert_ptr_equal(q, p);
    assert_int_equal(q[2], 7);
    assert_int_equal(q[99], 0);
    (void)WKB_NEW(&a, int, 1);
    int *r = wkb_grow(&a, q, 100, 101, sizeof *q);
    assert_ptr_not_equal(r, q);
    assert_int_equal(r[2], 7);
    assert_int_equal(r[100], 0);
    wkb_arena_clear(&a);
}

static void
test_a_mark_gives_back_what_came_later(void **state)
{
    (void)state;
    meter m = {0, 1000};
    wkb_arena a;
    wkb_arena_init(&a, metered, &m, 0);
    char *first = WKB_NEW(&a, char, 10);
    memcpy(first, "kept", 5);
    const wkb_mark mark = wkb_arena_mark(&a);
    const size_t held = m.held;
    for (int i = 0; i < 100; i++)
        assert_non_null(WKB_NEW(&a, char, 1000));
    assert_true(m.held > held);
    const size_t most = m.held;
    wkb_arena_rewind(&a, mark);
    assert_int_equal(m.held, most); /* kept for the next needs */
    for (int i = 0; i < 90; i++)
        assert_non_null(WKB_NEW(&a, char, 1000));
    assert_int_equal(m.held, most);
    assert_string_equal(first, "kept");
    wkb_arena_clear(&a);
    assert_int_equal(m.held, 0);
}

static void
test_the_limit_and_the_allocator_are_heeded(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 10000);
    assert_non_null(WKB_NEW(&a, char, 3000));
    assert_non_null(WKB_NEW(&a, char, 5000));
    assert_null(WKB_NEW(&a, char, 5000));
    assert_non_null(WKB_NEW(&a, char, 100));
    assert_true(a.bytes <= 10000);
    wkb_arena_clear(&a);

    meter m = {0, 1};
    wkb_arena_init(&a, metered, &m, 0);
    assert_non_null(WKB_NEW(&a, char, 10));
    assert_null(WKB_NEW(&a, char, 1 << 20));
    wkb_arena_clear(&a);
    assert_int_equal(m.held, 0);
}

static void
test_sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    assert_null(wkb_alloc(&a, SIZE_MAX / 2, 3));
    assert_null(wkb_grow(&a, NULL, 0, SIZE_MAX / 4, 8));
    wkb_arena_clear(&a);
}

static void
test_a_list_keeps_its_items(void **state)
{
    (void)state;
    wkb_arena a;
    WKB_LIST(size_t) list = {0};
    wkb_arena_init(&a, NULL, NULL, 0);
    for (size_t i = 0; i < 1000; i++) {
        size_t *item = WKB_PUSH(&a, &list);
        assert_non_null(item);
        *item = i;
        (void)WKB_NEW(&a, char, i % 3);
    }
    assert_int_equal(list.n, 1000);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(list.item[i], i);
    wkb_arena_clear(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allocations_are_zeroed_and_aligned),
        cmocka_unit_test(test_the_last_allocation_grows_in_place),
        cmocka_unit_test(test_a_mark_gives_back_what_came_later),
        cmocka_unit_test(test_the_limit_and_the_allocator_are_heeded),
        cmocka_unit_test(test_sizes_that_overflow_are_refused),
        cmocka_unit_test(test_a_list_keeps_its_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
