/* What the fuzz targets share: faults that are counted, output that is kept,
 * and properties that end the run when they do not hold. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workings.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

enum { FUZZ_MOST = 1 << 16 };

typedef struct fuzz_text {
    char p[FUZZ_MOST];
    size_t n;
} fuzz_text;

#define FUZZ_HOLDS(property)                                           \
    do {                                                               \
        if (!(property)) {                                             \
            (void)fprintf(                                             \
                stderr, "%s:%d: %s\n", __FILE__, __LINE__, #property); \
            abort();                                                   \
        }                                                              \
    } while (0)

/* A wk_sink_fn that keeps what fits; ud is a fuzz_text. */
static inline wk_status
fuzz_keep(void *ud, const char *bytes, size_t n)
{
    fuzz_text *t = ud;
    if (n > FUZZ_MOST - t->n)
        return WK_ESTOP;
    memcpy(t->p + t->n, bytes, n);
    t->n += n;
    return WK_OK;
}

/* A wk_diag_fn that counts errors and looks at what it is told. */
static inline void
fuzz_count(void *ud, const wk_diag *d)
{
    size_t *n = ud;
    FUZZ_HOLDS(d->message && d->message[0]);
    FUZZ_HOLDS(!d->file || !d->line || (d->column && d->width));
    *n += d->level == WK_LEVEL_ERROR;
}

static inline wk_project *
fuzz_open(size_t *n_errors)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_project *p = NULL;
    o.diag = fuzz_count;
    o.diag_ud = n_errors;
    o.max_bytes = (size_t)64 << 20;
    FUZZ_HOLDS(wk_open(&p, &o) == WK_OK);
    return p;
}

static inline void
fuzz_add(wk_project *p, const char *name, const char *csv)
{
    FUZZ_HOLDS(wk_add_csv(p, name, csv, strlen(csv)) == WK_OK);
}

/* Statuses for which no fault has a place to be told. */
static inline int
fuzz_is_told(wk_status s, size_t n_errors)
{
    return s == WK_OK || n_errors || s == WK_ENOMEM || s == WK_ESTOP;
}

#endif
