/* What every unit test includes: cmocka, and texts compared as texts. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/out.h"

/* The text of a kept output equals want. */
#define assert_text(out, want)                                \
    do {                                                      \
        wkb_str text_;                                        \
        assert_int_equal(wkb_out_text((out), &text_), WK_OK); \
        assert_string_equal(text_.p, (want));                 \
    } while (0)

/* The next of a fixed series of numbers, for properties. */
static inline uint64_t
next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* A wk_alloc_fn that gives memory *ud times, a size_t. */
static inline void *
rationed(void *ud, void *p, size_t old_n, size_t new_n)
{
    size_t *left = ud;
    (void)old_n;
    if (new_n == 0) {
        free(p);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    *left -= 1;
    return realloc(p, new_n);
}

/* The folder of the fonts that were made beside the program. */
static inline const char *
test_fonts(void)
{
    static char folder[1024];
    const char *out = getenv("O");
    (void)snprintf(folder, sizeof folder, "%s/fonts", out ? out : "out");
    return folder;
}

#endif
