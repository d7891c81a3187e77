/* What the needs of a page come to, as hashes: of rows, of columns, and of all
 * that every page rests on. */
#include <string.h>

#include "project/reads.h"

typedef struct wkp_contents contents;

/* A hash, once it was asked for. */
typedef struct known {
    wkb_hash hash;
    bool is_known;
} known;

/* Of a table. */
typedef struct parts {
    known *row, *column;
    size_t n_key; /* leading columns that tell the rows apart */
} parts;

struct wkp_contents {
    wkb_hash base;
    parts *table;
    size_t n_table;
    uint32_t sources; /* the table, or WKL_NONE */
};

/* ---- what every page rests on ---- */

/* The table that an input is, if pages may read single rows of it. */
static const wkl_table *
table_of(const wkl_tables *t, const wkp_input *in)
{
    if (in->kind != WKP_CSV || wkb_str_eq(in->name, WKB_STR("rivals")))
        return NULL;
    const uint32_t i = wkl_find_table(t, in->name);
    if (i == WKL_NONE)
        return NULL;
    const wkl_table *table = t->table.item[i];
    return t->diag->file.item[table->file].bytes.p == in->bytes.p ? table
                                                                  : NULL;
}

/* Of a table its headings, of a page's template nothing, of the rest all. */
static wkb_str
common_part(const wkl_tables *t, const wkp_input *in)
{
    const wkl_table *table = table_of(t, in);
    if (table)
        return wkb_sub(
            in->bytes, 0, table->n_row ? table->row_at[0] : in->bytes.n);
    if (in->kind == WKP_TEMPLATE && !wkp_is_partial(in->name))
        return wkb_sub(in->bytes, 0, 0);
    return in->bytes;
}

static void
put_hash_of(wkb_out *out, wkb_str bytes)
{
    wkb_hash h;
    wkb_hash_of(&h, bytes);
    wkb_put(out, (wkb_str){(const char *)h.byte, sizeof h.byte});
}

/* A heading may leave open what its column holds. */
static void
put_kinds(wkb_out *out, const wkl_tables *t)
{
    for (size_t i = 0; i < t->table.n; i++) {
        for (size_t k = 0; k < t->table.item[i]->n_col; k++)
            wkb_print(out, "%d ", (int)t->table.item[i]->col[k].type.kind);
    }
}

static wk_status
hash_base(wkb_hash *out, wk_plan *plan)
{
    const wk_project *p = plan->project;
    const wkb_mark mark = wkb_arena_mark(&plan->arena);
    wkb_out all = wkb_out_kept(&plan->arena);
    wkb_str text;
    wkb_print(&all, "%s %d\n", wk_version(), plan->options.drafts != 0);
    for (size_t i = 0; i < p->input.n; i++) {
        wkb_print(&all, "%e\n", p->input.item[i].path);
        put_hash_of(&all, common_part(&p->tables, &p->input.item[i]));
    }
    put_kinds(&all, &p->tables);
    for (size_t i = 0; i < plan->job.n; i++) {
        const wkp_job *j = &plan->job.item[i];
        wkb_print(&all,
                  "%e %e %z\n",
                  j->path,
                  j->input->path,
                  j->has_row ? (size_t)j->row + 1 : 0);
    }
    for (size_t i = 0; i < plan->n_nav; i++)
        wkb_print(&all, "%e %e\n", plan->nav[i].text, plan->nav[i].href);
    const wk_status status = wkb_out_text(&all, &text);
    if (status == WK_OK)
        wkb_hash_of(out, text);
    wkb_arena_rewind(&plan->arena, mark);
    return status;
}

static wk_status
begin(wk_plan *plan)
{
    const wkl_tables *t = &plan->project->tables;
    contents *c = WKB_NEW(&plan->arena, contents, 1);
    if (!c)
        return WK_ENOMEM;
    c->n_table = t->table.n;
    c->table = WKB_NEW(&plan->arena, parts, c->n_table);
    c->sources = wkl_find_table(t, WKB_STR("sources"));
    if (!c->table)
        return WK_ENOMEM;
    WKB_TRY(hash_base(&c->base, plan));
    plan->contents = c;
    return WK_OK;
}

/* ---- parts of tables ---- */

static wkb_str
row_bytes(const wkl_tables *t, const wkl_table *table, uint32_t row)
{
    const wkb_str all = t->diag->file.item[table->file].bytes;
    const size_t end = row + 1 < table->n_row ? table->row_at[row + 1] : all.n;
    return wkb_sub(all, table->row_at[row], end);
}

/* NUL stands in no file. */
static void
put_piece(wkb_out *out, wkb_str bytes)
{
    wkb_put(out, bytes);
    wkb_putc(out, '\0');
}

static bool
is_of_id(char c)
{
    return wkb_is_letter(c) || wkb_is_digit(c) || c == '-' || c == '.';
}

/* Rows of sources that a row names, in whatever cell. */
static void
put_sources(wkb_out *out, const wkl_tables *t, uint32_t sources, wkb_str row)
{
    for (size_t i = 0; i < row.n && sources != WKL_NONE;) {
        size_t end = i;
        while (end < row.n && is_of_id(row.p[end]))
            end++;
        const wkl_table *s = t->table.item[sources];
        const uint32_t at =
            end > i ? wkl_find_row(t, s, wkb_sub(row, i, end)) : WKL_NONE;
        if (at != WKL_NONE)
            put_piece(out, row_bytes(t, s, at));
        i = end + (end == i);
    }
}

/* What a row without id is called depends on all the others. */
static void
put_row(wkb_out *out,
        const wkl_tables *t,
        uint32_t sources,
        uint32_t table,
        uint32_t row)
{
    const wkl_table *own = t->table.item[table];
    const wkb_str bytes = row_bytes(t, own, row);
    put_piece(out, bytes);
    if (!own->has_id)
        wkc_put_address(out, t, table, row, 0);
    for (size_t i = 0; i < own->n_col; i++) {
        const wkl_column *c = &own->col[i];
        if (c->type.kind == WKU_ROW && c->index && c->index[row] != WKL_NONE)
            put_piece(
                out, row_bytes(t, t->table.item[c->type.table], c->index[row]));
    }
    if (table != sources)
        put_sources(out, t, sources, bytes);
}

static void
put_cell(wkb_out *out,
         const wkl_tables *t,
         const wkl_table *own,
         uint32_t row,
         uint32_t column)
{
    if (column != WKL_NONE)
        put_piece(out, wkl_text_at(t, wkl_cell_span(t, own, row, column)));
}

static bool
is_of_key(const wkl_column *c)
{
    return c->index && (c->type.kind == WKU_TEXT || c->type.kind == WKU_ROW);
}

static uint64_t
hash_key(const wkl_table *t, uint32_t row, size_t n)
{
    uint64_t h = 0;
    for (size_t i = 0; i < n; i++) {
        if (is_of_key(&t->col[i]))
            h = (h ^ t->col[i].index[row]) * 0x9e3779b97f4a7c15u;
    }
    return h >> 20;
}

static bool
have_same_key(const wkl_table *t, uint32_t a, uint32_t b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (is_of_key(&t->col[i]) && t->col[i].index[a] != t->col[i].index[b])
            return false;
    }
    return true;
}

/* slot: room for n_slot rows, more than the table has. */
static bool
are_apart(const wkl_table *t, size_t n, uint32_t *slot, size_t n_slot)
{
    memset(slot, 0, n_slot * sizeof *slot);
    for (uint32_t i = 0; i < t->n_row; i++) {
        size_t at = hash_key(t, i, n) & (n_slot - 1);
        for (; slot[at]; at = (at + 1) & (n_slot - 1)) {
            if (have_same_key(t, i, slot[at] - 1, n))
                return false;
        }
        slot[at] = i + 1;
    }
    return true;
}

/* Rows of a table without ids are called by as many of their leading texts as
 * tell them apart: how many columns hold these. */
static wk_status
count_key(size_t *out, wkb_arena *a, const wkl_table *t)
{
    const wkb_mark mark = wkb_arena_mark(a);
    size_t n_slot = 2, n = 1;
    while (n_slot < t->n_row * 2)
        n_slot *= 2;
    uint32_t *slot = WKB_NEW(a, uint32_t, n_slot);
    if (!slot)
        return WK_ENOMEM;
    while (n < t->n_col &&
           !(is_of_key(&t->col[n - 1]) && are_apart(t, n, slot, n_slot)))
        n++;
    wkb_arena_rewind(a, mark);
    *out = n;
    return WK_OK;
}

/* Each cell with what is said of it beside its value: what its row is called,
 * and where it comes from. */
static void
put_column(wkb_out *out,
           const wkl_tables *t,
           const wkl_table *own,
           size_t n_key,
           uint32_t column)
{
    for (uint32_t i = 0; i < own->n_row; i++) {
        wkb_str sources, locator;
        wkl_cited(t, own, i, column, &sources, &locator);
        for (uint32_t k = 0; k < n_key; k++)
            put_cell(out, t, own, i, k);
        put_cell(out, t, own, i, own->name_column);
        put_cell(out, t, own, i, column);
        put_piece(out, sources);
        put_piece(out, locator);
    }
}

static wk_status
make_parts(parts *p, wkb_arena *a, const wkl_table *t)
{
    if (p->row)
        return WK_OK;
    p->n_key = t->has_id; /* no cell of a table that is made is an address */
    if (!t->has_id && !t->is_built_in)
        WKB_TRY(count_key(&p->n_key, a, t));
    p->column = WKB_NEW(a, known, t->n_col + 1);
    p->row = p->column ? WKB_NEW(a, known, t->n_row + 1) : NULL;
    return p->row ? WK_OK : WK_ENOMEM;
}

/* The hash of a row, or of a column. */
static wk_status
hash_part(const wkb_hash **out, wk_plan *plan, const wkp_need *need)
{
    contents *c = plan->contents;
    const wkl_tables *t = &plan->project->tables;
    const bool is_row = need->kind == WKP_NEED_ROW;
    parts *p = &c->table[need->table];
    WKB_TRY(make_parts(p, &plan->arena, t->table.item[need->table]));
    known *k = &(is_row ? p->row : p->column)[need->at];
    *out = &k->hash;
    if (k->is_known)
        return WK_OK;
    const wkb_mark mark = wkb_arena_mark(&plan->arena);
    wkb_out text = wkb_out_kept(&plan->arena);
    wkb_str bytes;
    put_piece(&text, t->table.item[need->table]->name);
    if (is_row)
        put_row(&text, t, c->sources, need->table, need->at);
    else
        put_column(&text, t, t->table.item[need->table], p->n_key, need->at);
    const wk_status status = wkb_out_text(&text, &bytes);
    if (status == WK_OK)
        wkb_hash_of(&k->hash, bytes);
    k->is_known = status == WK_OK;
    wkb_arena_rewind(&plan->arena, mark);
    return status;
}

/* ---- a page ---- */

static bool
is_there(const contents *c, const wkl_tables *t, const wkp_need *n)
{
    if (n->table >= c->n_table)
        return false;
    const wkl_table *own = t->table.item[n->table];
    return n->at < (n->kind == WKP_NEED_ROW ? own->n_row : own->n_col);
}

wk_status
wkp_hash_needs(wkb_hash *out,
               wk_plan *plan,
               const wkp_job *job,
               const wkp_need *need,
               size_t n)
{
    if (!plan->contents)
        WKB_TRY(begin(plan));
    wkb_out all = wkb_out_sized(&plan->page, 128 + n * sizeof *out);
    wkb_str text;
    wkb_put(&all,
            (wkb_str){(const char *)plan->contents->base.byte, sizeof *out});
    wkb_print(&all, "%e\n", job->path);
    put_hash_of(&all, job->input->bytes);
    for (size_t i = 0; i < n; i++) {
        const wkb_hash *part;
        if (!is_there(plan->contents, &plan->project->tables, &need[i]))
            return WK_ENONE;
        WKB_TRY(hash_part(&part, plan, &need[i]));
        wkb_put(&all, (wkb_str){(const char *)part->byte, sizeof *part});
    }
    WKB_TRY(wkb_out_text(&all, &text));
    wkb_hash_of(out, text);
    return WK_OK;
}
