/* Fuzzes tables: the first byte says what the text is (a table, units,
 * qualifiers, rivals). A table that is read, written again and read again is
 * the same. */
#include "fuzz.h"

static const char *const paths[] = {
    "t.csv", "units.csv", "qualifiers.csv", "rivals.csv", "sources.csv"};

/* A field in quotes, those inside doubled. */
static void
put_field(wkb_out *o, wkb_str raw, bool doubled)
{
    wkb_putc(o, '"');
    for (size_t i = 0; i < raw.n; i++) {
        if (raw.p[i] == '"')
            wkb_puts(o, "\"\"");
        else
            wkb_putc(o, raw.p[i]);
        if (doubled && raw.p[i] == '"')
            i++; /* as it stands in the file it is two already */
    }
    wkb_putc(o, '"');
}

/* Whether the field at a span stands in quotes. */
static bool
is_quoted(const wkl_tables *all, wkb_span at)
{
    const wkb_str bytes = all->diag->file.item[at.file].bytes;
    return at.begin > 0 && bytes.p[at.begin - 1] == '"' && at.end < bytes.n &&
           bytes.p[at.end] == '"';
}

static void
put_at(wkb_out *o, const wkl_tables *all, wkb_span at)
{
    put_field(o, wkl_text_at(all, at), is_quoted(all, at));
}

static void
put_table(wkb_out *o, const wkl_tables *all, const wkl_table *t)
{
    for (uint32_t i = 0; i < t->n_col; i++) {
        wkb_puts(o, i ? "," : "");
        put_at(o, all, t->col[i].heading);
    }
    for (uint32_t row = 0; row < t->n_row; row++) {
        for (uint32_t i = 0; i < t->n_col; i++) {
            wkb_puts(o, i ? "," : "\r\n");
            put_at(o, all, wkl_cell_span(all, t, row, i));
        }
    }
    wkb_puts(o, "\r\n");
}

static void
same_cells(const wkl_tables *x,
           const wkl_column *a,
           const wkl_tables *y,
           const wkl_column *b,
           uint32_t row)
{
    HOLDS(!a->num == !b->num && !a->index == !b->index);
    if (a->num) {
        const wkl_extra *p = wkl_extra_of(a, row), *q = wkl_extra_of(b, row);
        HOLDS(fuzz_same_bits(a->num[row], b->num[row]));
        HOLDS(!p == !q);
        HOLDS(!p || (fuzz_same_bits(p->num.lo, q->num.lo) &&
                     fuzz_same_bits(p->num.hi, q->num.hi) &&
                     wku_same_dimension(&p->unit, &q->unit)));
    }
    if (a->index && a->type.kind == WKU_ROW)
        HOLDS(a->index[row] == b->index[row]);
    else if (a->index)
        HOLDS(wkb_str_eq(wkl_text(x, a, row), wkl_text(y, b, row)));
}

static void
same_tables(const wkl_tables *x,
            const wkl_table *a,
            const wkl_tables *y,
            const wkl_table *b)
{
    HOLDS(a->n_col == b->n_col && a->n_row == b->n_row);
    HOLDS(a->has_id == b->has_id);
    for (size_t i = 0; i < a->n_col; i++) {
        HOLDS(wkb_str_eq(a->col[i].name, b->col[i].name));
        HOLDS(fuzz_same_type(&a->col[i].type, &b->col[i].type));
        for (uint32_t row = 0; row < a->n_row; row++)
            same_cells(x, &a->col[i], y, &b->col[i], row);
    }
    for (uint32_t row = 0; a->has_id && row < a->n_row; row++)
        HOLDS(wkl_find_row(x, a, wkl_id(x, a, row)) == row);
}

static wk_status
load(wk_project *p, fuzz_heard *h, const char *path, wkb_str bytes)
{
    fuzz_add(p, h, path, bytes);
    if (strcmp(path, "sources.csv") != 0)
        fuzz_add(p, h, "sources.csv", WKB_STR("id,title\ns1,One\ns2,Two\n"));
    fuzz_add(p, h, "o.csv", WKB_STR("id,x [GB]\na,1\nb,2 [1..3]\nc,\n"));
    const wk_status status = wk_load(p);
    HOLDS((status == WK_OK) == (h->n_errors == 0));
    HOLDS(status == wk_load(p));
    return status;
}

static void
write_and_read(const wk_project *p)
{
    fuzz_heard h;
    fuzz_kept k;
    wk_project *again = fuzz_open(&h);
    const wkl_tables *all = &p->tables;
    const uint32_t n = wkl_find_table(all, WKB_STR("t"));
    HOLDS(n != WKL_NONE);
    fuzz_keep(&k);
    put_table(&k.out, all, all->table.item[n]);
    HOLDS(load(again, &h, "t.csv", fuzz_kept_text(&k)) == WK_OK);
    const uint32_t m = wkl_find_table(&again->tables, WKB_STR("t"));
    same_tables(
        all, all->table.item[n], &again->tables, again->tables.table.item[m]);
    wk_close(again);
    wkb_arena_clear(&k.arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    fuzz_heard h;
    if (n == 0)
        return 0;
    const size_t kind = bytes[0] % WKB_COUNT(paths);
    wk_project *p = fuzz_open(&h);
    const wkb_str text = {(const char *)bytes + 1, n - 1};
    if (load(p, &h, paths[kind], text) == WK_OK && kind == 0)
        write_and_read(p);
    wk_close(p);
    return 0;
}
