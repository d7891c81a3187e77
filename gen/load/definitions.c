/* units.csv and qualifiers.csv: what a project adds to the built-in ones. */
#include <math.h>

#include "load/reader.h"

/* A file of definitions: its columns, and what a row of them does. */
typedef struct definitions {
    const char *name;
    const char *columns[8]; /* and all of them, for the hint */
    size_t n_needed, n;
    wk_status (*define)(wkl_tables *t, const wkb_str *cell, const wkb_span *at);
} definitions;

enum { UNIT, DEFINITION, PREFIXES };
enum { AXIS, QUALIFIER, LIVES_ON, FACTOR, RESTATE };

static wk_status
define_unit(wkl_tables *t, const wkb_str *cell, const wkb_span *at)
{
    return wku_units_define(
        t->units, cell[UNIT], cell[DEFINITION], cell[PREFIXES], at, t->diag);
}

static wk_status
define_qualifier(wkl_tables *t, const wkb_str *cell, const wkb_span *at)
{
    const wkb_span named[3] = {at[QUALIFIER], at[LIVES_ON], at[AXIS]};
    wku_num factor = {(double)NAN, 0, 0};
    wku_unit own;
    const wku_unit one = wku_one();
    bool has_own;
    const bool restate = wkb_str_eq(cell[RESTATE], WKB_STR("1"));
    if (cell[FACTOR].n)
        WKB_TRY(wku_read_cell(&factor,
                              &own,
                              &has_own,
                              t->units,
                              &one,
                              cell[FACTOR],
                              at[FACTOR],
                              t->diag));
    if (cell[FACTOR].n && !(factor.v > 0))
        return wkb_error(t->diag,
                         WK_ERANGE,
                         at[FACTOR],
                         "factor %q is not above 0\nleave it empty if there is "
                         "no factor",
                         cell[FACTOR]);
    if (!restate && cell[RESTATE].n && !wkb_str_eq(cell[RESTATE], WKB_STR("0")))
        return wkb_error(t->diag,
                         WK_ECELL,
                         at[RESTATE],
                         "restate is %q\nwrite 1, or leave it empty",
                         cell[RESTATE]);
    return wku_axes_define(t->axes,
                           t->units,
                           cell[AXIS],
                           cell[QUALIFIER],
                           cell[LIVES_ON],
                           factor.v,
                           restate,
                           named,
                           t->diag);
}

static const definitions units = {"units",
                                  {"unit",
                                   "definition",
                                   "prefixes",
                                   "note",
                                   "unit, definition, prefixes, note"},
                                  2,
                                  4,
                                  define_unit};

static const definitions qualifiers = {
    "qualifiers",
    {"axis",
     "qualifier",
     "lives_on",
     "factor",
     "restate",
     "note",
     "axis, qualifier, lives_on, factor, restate, note"},
    3,
    6,
    define_qualifier};

static bool
define_row(wkl_tables *t,
           const definitions *what,
           const wkl_table *tb,
           uint32_t row,
           wkl_faults *f)
{
    wkb_str cell[8] = {{0}};
    wkb_span at[8];
    for (size_t i = 0; i < what->n; i++) {
        const uint32_t column =
            wkl_find_column(tb, wkb_str_of(what->columns[i]));
        cell[i] = (wkb_str){"", 0};
        at[i] = wkl_span(f, tb->row_at[row], tb->row_at[row]);
        if (column == WKL_NONE)
            continue;
        cell[i] = wkl_text(t, &tb->col[column], row);
        at[i] = wkl_cell_span(t, tb, row, column);
    }
    return wkl_go_on(f, what->define(t, cell, at));
}

static wk_status
read_definitions(wkl_tables *t,
                 const definitions *what,
                 wkb_str path,
                 wkb_str bytes)
{
    wkl_reader r = {.all = t,
                    .name = wkb_str_of(what->name),
                    .bytes = bytes,
                    .text_only = true};
    wkl_table tb;
    if (!wkl_read_table(&r, path, &tb))
        return r.faults.status;
    WKB_TRY(wkl_expect_columns(t, &tb, what->columns, what->n_needed, what->n));
    for (uint32_t row = 0; row < tb.n_row; row++) {
        if (!define_row(t, what, &tb, row, &r.faults))
            break;
    }
    return r.faults.status;
}

wk_status
wkl_read_units(wkl_tables *t, wkb_str path, wkb_str bytes)
{
    return read_definitions(t, &units, path, bytes);
}

wk_status
wkl_read_qualifiers(wkl_tables *t, wkb_str path, wkb_str bytes)
{
    return read_definitions(t, &qualifiers, path, bytes);
}
