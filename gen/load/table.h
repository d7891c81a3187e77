/* CSV tables as typed columns with units and sources (LANGUAGE 1). */
#ifndef WKL_TABLE_H
#define WKL_TABLE_H

#include "units/date.h"
#include "units/quantity.h"

#define WKL_NONE UINT32_MAX /* no row, no text, no column: not known */

/* What few cells have beyond a number: a range, or a unit of their own. */
typedef struct wkl_extra {
    uint32_t row;
    wku_num num;   /* in base units, as the column's */
    wku_unit unit; /* the cell's own unit, else the column's */
} wkl_extra;

typedef struct wkl_column {
    wkb_str name;
    wku_type type;     /* WKU_NUMBER, ANY, DATE, TEXT, ROW (type.table: the
                           table referred to) or EXPR */
    wkb_str refers_to; /* of WKU_ROW: the table's name */
    wkb_span heading;  /* the heading's cell */
    const double *num; /* n_row values: NUMBER and ANY in base units (a range
                           holds its best value here, or NaN), DATE as in
                           date.h; NaN: not known */
    const uint32_t *index;  /* n_row: TEXT and EXPR texts of the pool, ROW rows
                              of the other table; WKL_NONE: not known */
    const wkl_extra *extra; /* by row; of ANY every filled cell is there */
    size_t n_extra;
    uint32_t source_column; /* X.source of this column X, or WKL_NONE */
} wkl_column;

typedef struct wkl_table {
    wkb_str name;
    uint32_t file; /* of the diag's list; its bytes hold the table */
    const wkl_column *col;
    size_t n_col, n_row;
    const uint32_t *row_at; /* byte offset of a row */
    bool has_id;            /* the first column is `id` */
    bool is_built_in;       /* made from the others, not read from a file */
    const uint32_t *by_id;  /* open addressing over id texts: row + 1 */
    size_t n_by_id;         /* a power of two */
    uint32_t source_column, locator_column, name_column; /* or WKL_NONE */
} wkl_table;

/* What another source says of a cell (rivals.csv). */
typedef struct wkl_rival {
    uint32_t table, row, column;
    uint32_t at; /* row in rivals.csv */
    wku_num num; /* of NUMBER and ANY columns, in base units */
    wku_unit unit;
    wkb_str value, source, locator, note;
} wkl_rival;

/* All tables of a project. */
typedef struct wkl_tables {
    wkb_arena *arena;
    wku_units *units;
    wku_axes *axes;
    wkb_diag *diag;
    wkb_pool texts;
    WKB_LIST(wkl_table *) table;
    WKB_LIST(wkl_rival) rival;
} wkl_tables;

void wkl_tables_init(
    wkl_tables *t, wkb_arena *a, wku_units *u, wku_axes *x, wkb_diag *d);

/*
 * Reads one CSV file; bytes and name are borrowed as long as the tables live.
 * path is what diagnostics say; name is the table's. Every fault of the file
 * is reported with its place, one a cell; the status is the last one's, and
 * the table is then not added. Texts are interned in t->texts. References and
 * sources are checked by wkl_link, once all tables are read.
 * A name that is no name of the language (LANGUAGE 1: letters, digits, _), or
 * that is taken, is refused.
 */
wk_status wkl_read(wkl_tables *t, wkb_str path, wkb_str name, wkb_str bytes);

/* The same, of a text that the program made, with its references resolved:
 * names of the project go before it, and a text that none of its cells holds
 * may be asked for. */
wk_status
wkl_read_built_in(wkl_tables *t, wkb_str path, wkb_str name, wkb_str bytes);

/* units.csv (unit,definition,prefixes,note) and qualifiers.csv
 * (axis,qualifier,lives_on,factor,restate); to be read before all tables. */
wk_status wkl_read_units(wkl_tables *t, wkb_str path, wkb_str bytes);
wk_status wkl_read_qualifiers(wkl_tables *t, wkb_str path, wkb_str bytes);

/* Whether a text that is no table (a file of formulas) is UTF-8 that can be
 * shown; reports each line that is not. */
wk_status wkl_check_text(wkb_diag *d, uint32_t file, wkb_str bytes);

/* Resolves references between tables, checks every source id against the
 * table `sources`, reads `rivals` into t->rival. Reports every fault. */
wk_status wkl_link(wkl_tables *t);

/* The number of a table, column, row; WKL_NONE if there is none. */
uint32_t wkl_find_table(const wkl_tables *t, wkb_str name);
uint32_t wkl_find_column(const wkl_table *t, wkb_str name);
uint32_t wkl_find_row(const wkl_tables *all, const wkl_table *t, wkb_str id);

/* A cell's own data beside its number, or NULL. */
const wkl_extra *wkl_extra_of(const wkl_column *c, uint32_t row);
/* The text of a TEXT or EXPR cell, or of an id; empty if not known. */
wkb_str wkl_text(const wkl_tables *all, const wkl_column *c, uint32_t row);
wkb_str wkl_id(const wkl_tables *all, const wkl_table *t, uint32_t row);
/* Place of a cell, as it stands in the file, quotes left out. */
wkb_span wkl_cell_span(const wkl_tables *all,
                       const wkl_table *t,
                       uint32_t row,
                       uint32_t column);
/* The text of the file at a span. */
wkb_str wkl_text_at(const wkl_tables *all, wkb_span at);
/* Sources that cite a cell ("a; b") and the locator that says where: those of
 * X.source if the column has one and it is filled, else of the row. */
void wkl_cited(const wkl_tables *all,
               const wkl_table *t,
               uint32_t row,
               uint32_t column,
               wkb_str *sources,
               wkb_str *locator);
/* Cuts the next id off a list "a; b"; empty at its end. */
wkb_str wkl_next_source(wkb_str *list);

#endif
