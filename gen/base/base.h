/* The few types that every folder uses: byte strings, spans, statuses.
 * Abbreviations allowed in names: str num diag ud col dec. */
#ifndef WKB_BASE_H
#define WKB_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "workings.h"

/* A view of n bytes, not terminated; valid as long as what it points into. */
typedef struct wkb_str {
    const char *p;
    size_t n;
} wkb_str;

/* Bytes begin to end of one of the project's files; the file is an index into
 * the list of a wkb_diag. Line and column are worked out when reporting. */
typedef struct wkb_span {
    uint32_t file, begin, end;
} wkb_span;

#define WKB_STR(literal) ((wkb_str){"" literal, sizeof(literal) - 1})
#define WKB_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Returns a failing status at once; only where nothing foreign is open. */
#define WKB_TRY(call)                             \
    do {                                          \
        const wk_status wkb_try_status_ = (call); \
        if (wkb_try_status_ != WK_OK)             \
            return wkb_try_status_;               \
    } while (0)

#endif
