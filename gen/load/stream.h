/* A CSV file read piece by piece, in memory that does not grow with it. */
#ifndef WKL_STREAM_H
#define WKL_STREAM_H

#include "load/table.h"

/* Puts at most room bytes of a file from byte `at` on; *n = 0: its end. */
typedef wk_status (*wkl_read_fn)(
    void *ud, uint64_t at, char *bytes, size_t room, size_t *n);

struct wkl_reader;

typedef struct wkl_stream {
    wkl_tables *all;
    struct wkl_reader *reader;
    wkb_arena own; /* columns; behind mark, what a piece needs beside them */
    wkb_mark mark;
    size_t cap; /* of the columns, when the mark was set */
    wkl_read_fn read;
    void *ud;
    wkl_table table; /* the rows of the piece, references resolved; columns
                         that are not wanted have neither num nor index */
    wkl_column *col; /* table.col */
    bool *is_wanted; /* by column */
    wkb_str heading; /* its row, without the line's end */
    char *bytes;
    size_t n;                    /* bytes held, from begin_at on */
    size_t piece_n;              /* of these: the piece */
    uint64_t begin_at, first_at; /* of the piece; of the first one */
    uint64_t lines, first_lines; /* before the piece; before the first one */
    char line_end;               /* LF, or CR where the headings end so */
    bool ended;
} wkl_stream;

/*
 * Opens a file and reads its headings, which declare units and types like any
 * table's. A column without brackets holds pure numbers if its filled cells in
 * the first piece are numbers. Refused, beside what wkl_read refuses: columns
 * of kind any and expr, cells with a range. Faults are reported with their
 * place.
 */
wk_status wkl_stream_open(wkl_stream *s,
                          wkl_tables *t,
                          wkb_arena *a,
                          wkb_str path,
                          wkl_read_fn read,
                          void *ud);
void wkl_stream_close(wkl_stream *s);

/* From now on only the cells of wanted columns are read and checked. */
void wkl_stream_want(wkl_stream *s, const bool *is_wanted);
/* Back to the first row. */
void wkl_stream_rewind(wkl_stream *s);

/* The next piece of whole rows; its cells are read if `reads` is set. *more:
 * there was one. */
wk_status wkl_stream_next(wkl_stream *s, bool reads, bool *more);

/* A row of the piece as it stands in the file, without its end. */
wkb_str wkl_stream_row(const wkl_stream *s, size_t row);

#endif
