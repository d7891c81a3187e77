/* Cells as lanes hold them, and the row whose cells have given values. */
#include <math.h>

#include "base/num.h"
#include "compute/run.h"

/* A date agrees at the coarser precision of the two. */
bool
wkc_key_holds(const wkl_column *c, uint32_t row, double key)
{
    const double cell = wkc_cell_value(c, row);
    if (c->type.kind != WKU_DATE || isnan(cell) || isnan(key))
        return wkb_same(cell, key);
    return wku_date_compare(cell, key) == 0;
}

uint32_t
wkc_find_row(const wkl_tables *tables,
             const wkc_lookup *l,
             const double *key,
             size_t *n_found)
{
    const wkl_table *t = tables->table.item[l->table];
    uint32_t found = WKL_NONE;
    *n_found = 0;
    for (uint32_t row = 0; row < t->n_row && *n_found < 2; row++) {
        size_t i = 0;
        while (i < l->n && wkc_key_holds(&t->col[l->column[i]], row, key[i]))
            i++;
        if (i < l->n)
            continue;
        found = *n_found ? found : row;
        *n_found += 1;
    }
    return found;
}
