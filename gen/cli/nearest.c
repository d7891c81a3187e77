/* The name that was meant, for the hint of an unknown one. */
#include <string.h>

#include "cli/cli.h"

enum { LONGEST = 63 };

static size_t
least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to insert, delete or replace. */
static size_t
distance(const char *a, const char *b)
{
    size_t row[LONGEST + 1];
    const size_t n = strlen(b);
    if (n > LONGEST)
        return n;
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (; *a; a++) {
        size_t corner = row[0]++;
        for (size_t j = 1; j <= n; j++) {
            const size_t above = row[j];
            row[j] =
                least(least(above, row[j - 1]) + 1, corner + (*a != b[j - 1]));
            corner = above;
        }
    }
    return row[n];
}

const char *
cli_nearest(const char *s, const char *const *name, size_t n)
{
    const char *best = NULL;
    size_t best_distance = least(3, strlen(s) / 2) + 1;
    for (size_t i = 0; i < n; i++) {
        const size_t d = distance(s, name[i]);
        if (d < best_distance) {
            best = name[i];
            best_distance = d;
        }
    }
    return best;
}
