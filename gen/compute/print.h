/* Expressions back to text: tidied, or with the numbers put in. */
#ifndef WKC_PRINT_H
#define WKC_PRINT_H

#include "compute/parse.h"

/* What stands for a node, operators aside; false: it is written as it is. */
typedef bool (*wkc_stand_in_fn)(void *ud, wkb_out *out, const wkc_node *n);

typedef struct wkc_printer {
    wkb_out *out;
    wkc_stand_in_fn stand_in; /* or NULL */
    void *ud;
    bool pretty; /* × and − for * and - */
} wkc_printer;

/* Reads back as the same tree where nothing stands in and it is not pretty. */
void wkc_put_expr(const wkc_printer *p, const wkc_node *n);

#endif
