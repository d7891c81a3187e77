/* What the files of this folder share: faults, fields, columns being read. */
#ifndef WKL_READER_H
#define WKL_READER_H

#include "load/table.h"

enum {
    WKL_MAX_COLUMNS = 4096,
    WKL_MAX_FIELD = 1 << 20, /* bytes, as they stand in the file */
    WKL_MAX_FAULTS = 200,    /* reported of one file or table */
    WKL_FIRST_ROWS = 4096    /* room at first: a fault at the start reaches no
                                more, and of these all are estimated */
};

/* read.c */

/* The faults of one file: reported where they are found, counted here. */
typedef struct wkl_faults {
    wkb_diag *diag;
    uint32_t file; /* UINT32_MAX: none */
    size_t n;
    wk_status status; /* the last one's; WK_ENOMEM stays */
} wkl_faults;

/* Counts what a call came to, WK_OK too. False: read no further, since memory
 * is out or WKL_MAX_FAULTS have been reported (which is then noted). */
bool wkl_go_on(wkl_faults *f, wk_status status);
wkb_span wkl_span(const wkl_faults *f, size_t begin, size_t end);

/* encoding.c */

/* Whether all bytes are UTF-8 without NUL, control characters and
 * noncharacters; reports each line that is not. */
bool wkl_check_encoding(wkl_faults *f, wkb_str bytes);
/* Name of the first character of s that cannot be seen ("zero-width space"),
 * its place in *at; NULL if all can. */
const char *wkl_hidden(wkb_str s, size_t *at);
/* Whether a curly quote begins or ends s, or stands beside a comma or the end
 * of a line: someone meant it as a straight one. *at: its offset. */
bool wkl_curly_quote(wkb_str s, size_t *at);

/* csv.c */

/* One field: its place in the file, quotes left out; doubled: a quote in it is
 * written twice. */
typedef struct wkl_field {
    uint32_t begin, end;
    bool quoted, doubled;
} wkl_field;
typedef struct wkl_row {
    const wkl_field *field; /* the first WKL_MAX_COLUMNS of n */
    size_t n;               /* 0: an empty line */
    uint32_t begin, end;    /* end: before the line's end */
} wkl_row;
typedef bool (*wkl_row_fn)(void *ud, const wkl_row *row); /* false: stop */

/*
 * Reads bytes as RFC 4180, row by row, a byte-order mark left out. A fault of
 * form ends the reading: a quote that is not closed (at the place where it was
 * opened) or not doubled, text after a closing quote, a field over
 * WKL_MAX_FIELD. Memory of libcsv is malloc's: its hooks have no context.
 */
void wkl_csv_read(wkl_faults *f, wkb_str bytes, wkl_row_fn fn, void *ud);
/* The field that begins at *at in bytes that were read without fault; moves
 * *at to the next one of the row, or to bytes.n after the last. */
wkl_field wkl_csv_field(wkb_str bytes, size_t *at);

/* heading.c, cells.c */

typedef struct wkl_reader wkl_reader;
typedef struct wkl_build wkl_build;
typedef wk_status (*wkl_cell_fn)(wkl_reader *r,
                                 wkl_build *b,
                                 const wkl_field *f);

/* A column while it is read. */
struct wkl_build {
    wkl_column c;
    double *num; /* c.num and c.index, or NULL, while they are filled */
    uint32_t *index;
    WKB_LIST(wkl_extra) extra;
    wkl_cell_fn read; /* NULL: the heading is faulty, its cells are skipped */
    bool is_guess;    /* pure numbers as long as every filled cell is one */
    bool is_id;
};

struct wkl_reader {
    wkl_tables *all;
    wkb_str name, bytes;
    wkl_faults faults;
    wkl_build *col;
    size_t n_col, n_row;
    size_t cap, max_rows; /* room in the arrays, and the most ever needed */
    size_t most_bytes;    /* of rows at a time; 0: all that stand in bytes */
    uint32_t *row_at;
    bool text_only; /* all columns are text, whatever they hold */
    bool copies;    /* bytes will go: texts are copied into the pool */
    bool has_heading;
};

wkb_str wkl_raw(const wkl_reader *r, const wkl_field *f);
wkb_span wkl_field_span(const wkl_reader *r, const wkl_field *f);
/* The text of a field into the pool, doubled quotes made single. */
wk_status wkl_intern_field(wkl_reader *r, const wkl_field *f, uint32_t *out);

/* The heading row; faults are counted. False: stop. */
bool wkl_read_heading(wkl_reader *r, const wkl_row *row);
/* How the cells of the column are read, and room for cap of them. */
wk_status wkl_begin_cells(wkl_reader *r, wkl_build *b);
/* What the column was, now that all its cells are known. */
wk_status wkl_end_cells(wkl_reader *r, wkl_build *b);
/* Cell by cell of row number n_row. False: stop. */
bool wkl_read_cells(wkl_reader *r, const wkl_row *row);

/* The same for the cells read so far; later ones are held to it. */
wk_status wkl_settle_guess(wkl_reader *r, wkl_build *b);

/* read.c again */

/* A wkl_row_fn: heading, then cells; ud is the reader. */
bool wkl_take_row(void *ud, const wkl_row *row);

/* Reads a table, not added to t->table. False: it has faults. */
bool wkl_read_table(wkl_reader *r, wkb_str path, wkl_table *out);
/* Reports what is not one of the n names among the columns of tb, and which
 * of the first n_needed are missing. names[n]: all of them, for the hint. */
wk_status wkl_expect_columns(wkl_tables *t,
                             const wkl_table *tb,
                             const char *const *names,
                             size_t n_needed,
                             size_t n);

/* table.c */

/* Where a text of the pool is looked for first among by_id, to be masked. */
size_t wkl_id_slot(uint32_t text);
/* The row whose id is a text of the pool, or WKL_NONE. */
uint32_t wkl_row_of_text(const wkl_table *t, uint32_t text);

/* link.c, rivals.c */
/* Resolves the references of one table that is not among those of t. Faults
 * are counted. */
void wkl_link_one(wkl_tables *t, const wkl_table *tb, wkl_faults *f);
wk_status wkl_link_rivals(wkl_tables *t, uint32_t rivals);
/* "did you mean 'x'?" material: the nearest id of a table, empty if none. */
wkb_str wkl_nearest_id(const wkl_tables *t, const wkl_table *tb, wkb_str id);
wkb_str wkl_nearest_table(const wkl_tables *t, wkb_str name);
wkb_str wkl_nearest_column(const wkl_table *tb, wkb_str name);

#endif
