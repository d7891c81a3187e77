/* Cuts a file into pieces of whole rows, and reads these as a table is. */
#include "load/stream.h"

#include <string.h>

#include "load/reader.h"

enum { PIECE_BYTES = 1 << 18 };

/* Fills the buffer behind what is left of the piece before. */
static wk_status
fill(wkl_stream *s)
{
    while (!s->ended && s->n < PIECE_BYTES) {
        size_t n = 0;
        WKB_TRY(s->read(s->ud,
                        s->begin_at + s->n,
                        s->bytes + s->n,
                        PIECE_BYTES - s->n,
                        &n));
        s->n += n;
        s->ended = n == 0;
    }
    return WK_OK;
}

/* In bytes first, since these are counted as vectors. */
static size_t
count(const char *p, size_t n, char c)
{
    size_t sum = 0;
    for (size_t at = 0; at < n;) {
        const size_t end = n - at < UINT8_MAX ? n : at + UINT8_MAX;
        uint8_t some = 0;
        for (; at < end; at++)
            some = (uint8_t)(some + (p[at] == c));
        sum += some;
    }
    return sum;
}

/* The byte after the last line's end before `end`, or 0. */
static size_t
last_line(const char *p, size_t end, char line_end)
{
    while (end > 0 && p[end - 1] != line_end)
        end--;
    return end;
}

/* Where the last whole row ends: at a line's end with an even number of
 * quotes before it. 0: there is none. */
static size_t
find_cut(const char *p, size_t n, char line_end)
{
    size_t end = last_line(p, n, line_end);
    size_t quotes = count(p, end, '"');
    while (end > 0 && quotes % 2 != 0) {
        const size_t before = last_line(p, end - 1, line_end);
        quotes -= count(p + before, end - before, '"');
        end = before;
    }
    return end;
}

static wk_status
cut_piece(wkl_stream *s)
{
    WKB_TRY(fill(s));
    s->piece_n = s->ended ? s->n : find_cut(s->bytes, s->n, s->line_end);
    if (s->piece_n || s->n == 0)
        return WK_OK;
    wkb_file *f = &s->all->diag->file.item[s->table.file];
    wkb_file_change(f, (wkb_str){s->bytes, s->n}, s->lines);
    return wkb_error(s->all->diag,
                     WK_ELIMIT,
                     (wkb_span){s->table.file, 0, 1},
                     "a row of more than 256 KiB\nis a quote not closed, or do "
                     "lines not end in LF?");
}

static void
drop_piece(wkl_stream *s)
{
    s->lines += count(s->bytes, s->piece_n, s->line_end);
    s->begin_at += s->piece_n;
    s->n -= s->piece_n;
    memmove(s->bytes, s->bytes + s->piece_n, s->n);
    s->piece_n = 0;
}

/* The bytes of the piece, where faults and fields are looked for. */
static void
show_piece(wkl_stream *s)
{
    wkl_reader *r = s->reader;
    r->bytes = (wkb_str){s->bytes, s->piece_n};
    wkb_file *f = &s->all->diag->file.item[r->faults.file];
    wkb_file_change(f, r->bytes, s->lines);
}

static wk_status
refuse_cells(wkl_stream *s, const wkl_build *b)
{
    const wkb_span at = wkl_cell_span(s->all,
                                      &s->table,
                                      b->extra.item[b->extra.n - 1].row,
                                      (uint32_t)(b - s->reader->col));
    return wkb_error(s->all->diag,
                     WK_ERANGE,
                     at,
                     "a range in a row of scenarios\nstate a single value, and "
                     "the ends in rows of their own");
}

/* A cell with a unit of its own is fine, a range is not. */
static wk_status
check_cells(wkl_stream *s)
{
    wkl_reader *r = s->reader;
    for (size_t i = 0; i < r->n_col; i++) {
        wkl_build *b = &r->col[i];
        for (; b->extra.n; b->extra.n--) {
            if (wku_is_range(&b->extra.item[b->extra.n - 1].num))
                return refuse_cells(s, b);
        }
    }
    return WK_OK;
}

static void
show_columns(wkl_stream *s)
{
    const wkl_reader *r = s->reader;
    for (size_t i = 0; i < r->n_col; i++) {
        const wkl_build *b = &r->col[i];
        const uint16_t table = s->col[i].type.table;
        const bool is_text =
            b->c.type.kind == WKU_TEXT || b->c.type.kind == WKU_ROW;
        const wkb_str name = s->col[i].name, refers_to = s->col[i].refers_to;
        s->col[i] = b->c;
        s->col[i].name = name;
        s->col[i].refers_to = refers_to;
        s->col[i].type.table = table;
        s->col[i].num = b->read && !is_text ? b->num : NULL;
        s->col[i].index = b->read && is_text ? b->index : NULL;
    }
    s->table.n_row = r->n_row;
}

/* Reads the bytes shown; what that takes beside the columns goes with them. */
static wk_status
read_bytes(wkl_stream *s)
{
    wkl_reader *r = s->reader;
    wkl_faults *f = &r->faults;
    if (wkl_check_encoding(f, r->bytes))
        wkl_csv_read(f, r->bytes, wkl_take_row, r);
    return f->status;
}

/* Drops what the piece before needed; what it grew stays. */
static void
make_room(wkl_stream *s)
{
    if (s->cap == s->reader->cap)
        wkb_arena_rewind(&s->own, s->mark);
    s->cap = s->reader->cap;
    s->mark = wkb_arena_mark(&s->own);
}

static wk_status
read_piece(wkl_stream *s)
{
    wkl_reader *r = s->reader;
    wkb_arena *const outside = s->all->arena;
    make_room(s);
    show_piece(s);
    r->n_row = 0;
    for (size_t i = 0; i < r->n_col; i++) {
        r->col[i].extra.item = NULL;
        r->col[i].extra.n = r->col[i].extra.cap = 0;
    }
    s->all->arena = &s->own;
    wk_status status = read_bytes(s);
    s->all->arena = outside;
    s->table.row_at = r->row_at;
    if (status != WK_OK || r->n_row == 0)
        return status;
    show_columns(s);
    WKB_TRY(check_cells(s));
    wkl_link_one(s->all, &s->table, &r->faults);
    return r->faults.status;
}

static wk_status
refuse_column(wkl_stream *s, const wkl_column *c)
{
    return wkb_error(s->all->diag,
                     WK_EHEADING,
                     c->heading,
                     "a column of this kind cannot be read row by row\ndeclare "
                     "a unit, or compute the value in the expression");
}

/* Names are copied, since the bytes of the headings will go. */
static wk_status
keep_headings(wkl_stream *s, wkb_arena *a)
{
    wkl_reader *r = s->reader;
    s->col = WKB_NEW(a, wkl_column, r->n_col);
    s->is_wanted = WKB_NEW(a, bool, r->n_col);
    if (!s->col || !s->is_wanted)
        return WK_ENOMEM;
    for (size_t i = 0; i < r->n_col; i++) {
        wkl_column *c = &r->col[i].c;
        if (c->type.kind == WKU_ANY || c->type.kind == WKU_EXPR)
            return refuse_column(s, c);
        c->name = wkb_copy(a, c->name);
        c->refers_to = wkb_copy(a, c->refers_to);
        if (!c->name.p || !c->refers_to.p)
            return WK_ENOMEM;
        if (r->col[i].is_guess) {
            r->col[i].num = WKB_NEW(&s->own, double, r->cap);
            r->col[i].index = WKB_NEW(&s->own, uint32_t, r->cap);
        }
        if (r->col[i].is_guess && (!r->col[i].num || !r->col[i].index))
            return WK_ENOMEM;
        s->col[i] = *c;
        s->is_wanted[i] = true;
    }
    s->table.col = s->col;
    s->table.n_col = r->n_col;
    s->table.file = r->faults.file;
    return WK_OK;
}

/* At an LF, or at a CR that no LF follows. */
static bool
ends_line(const wkl_stream *s, size_t at)
{
    return s->bytes[at] == '\n' ||
           (s->bytes[at] == '\r' && at + 1 < s->n && s->bytes[at + 1] != '\n');
}

/* The heading is read twice: first alone, so that its bytes may go. */
static wk_status
read_headings(wkl_stream *s, wkb_arena *a)
{
    wkl_reader *r = s->reader;
    size_t end = 0;
    while (end < s->n && !ends_line(s, end))
        end++;
    s->line_end = end < s->n ? s->bytes[end] : '\n';
    s->piece_n = end < s->n ? end + 1 : end;
    show_piece(s);
    WKB_TRY(read_bytes(s));
    if (!r->has_heading)
        return wkb_error(s->all->diag,
                         WK_EHEADING,
                         wkl_span(&r->faults, 0, 0),
                         "an empty file\nwrite a row of headings");
    WKB_TRY(keep_headings(s, a));
    while (end > 0 && s->bytes[end - 1] == '\r')
        end--;
    const size_t mark = wkb_starts(r->bytes, WKB_STR("\xef\xbb\xbf")) ? 3 : 0;
    s->heading = wkb_copy(a, wkb_sub(r->bytes, mark, end));
    return s->heading.p ? WK_OK : WK_ENOMEM;
}

static wk_status
settle_guesses(wkl_stream *s)
{
    bool more = false;
    s->first_at = s->piece_n;
    s->first_lines = 1;
    WKB_TRY(wkl_stream_next(s, true, &more));
    for (size_t i = 0; i < s->reader->n_col; i++) {
        wkl_build *b = &s->reader->col[i];
        WKB_TRY(wkl_settle_guess(s->reader, b));
        s->col[i].type.kind = b->c.type.kind;
        if (b->c.type.kind == WKU_ROW)
            s->col[i].type.table =
                (uint16_t)wkl_find_table(s->all, s->col[i].refers_to);
    }
    wkl_stream_rewind(s);
    return WK_OK;
}

static wk_status
begin(wkl_stream *s, wkb_arena *a)
{
    wkb_arena *const outside = s->all->arena;
    WKB_TRY(fill(s));
    s->all->arena = &s->own;
    wk_status status = read_headings(s, a);
    if (status == WK_OK)
        status = settle_guesses(s);
    s->all->arena = outside;
    return status;
}

wk_status
wkl_stream_open(wkl_stream *s,
                wkl_tables *t,
                wkb_arena *a,
                wkb_str path,
                wkl_read_fn read,
                void *ud)
{
    wkl_reader *r = WKB_NEW(a, wkl_reader, 1);
    const wkb_str name = wkb_copy(a, path);
    *s = (wkl_stream){.all = t,
                      .reader = r,
                      .read = read,
                      .ud = ud,
                      .bytes = WKB_NEW(a, char, PIECE_BYTES)};
    wkb_arena_init(&s->own, a->fn, a->ud, a->max_bytes);
    if (!r || !s->bytes || !name.p)
        return WK_ENOMEM;
    *r = (wkl_reader){.all = t,
                      .name = name,
                      .copies = true,
                      .max_rows = PIECE_BYTES,
                      .most_bytes = PIECE_BYTES};
    r->faults.diag = t->diag;
    WKB_TRY(
        wkb_diag_add(t->diag, t->arena, name, (wkb_str){0}, &r->faults.file));
    return begin(s, a);
}

void
wkl_stream_close(wkl_stream *s)
{
    wkb_arena_clear(&s->own);
}

void
wkl_stream_want(wkl_stream *s, const bool *is_wanted)
{
    for (size_t i = 0; i < s->reader->n_col; i++) {
        s->is_wanted[i] = is_wanted[i];
        if (!is_wanted[i])
            s->reader->col[i].read = NULL;
    }
}

void
wkl_stream_rewind(wkl_stream *s)
{
    s->begin_at = s->first_at;
    s->lines = s->first_lines;
    s->n = s->piece_n = 0;
    s->ended = false;
}

wk_status
wkl_stream_next(wkl_stream *s, bool reads, bool *more)
{
    drop_piece(s);
    WKB_TRY(cut_piece(s));
    s->table.n_row = 0;
    *more = s->piece_n != 0;
    return *more && reads ? read_piece(s) : WK_OK;
}

wkb_str
wkl_stream_row(const wkl_stream *s, size_t row)
{
    const size_t begin = s->table.row_at[row];
    size_t end =
        row + 1 < s->table.n_row ? s->table.row_at[row + 1] : s->piece_n;
    while (end > begin &&
           (s->bytes[end - 1] == '\n' || s->bytes[end - 1] == '\r'))
        end--;
    return (wkb_str){s->bytes + begin, end - begin};
}
