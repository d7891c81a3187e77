/* Reads of a page as they are heard. */
#include "project/reads.h"

void
wkp_reads_begin(wkp_reads *r, const wk_plan *plan, wkb_arena *a)
{
    *r = (wkp_reads){.plan = plan, .arena = a};
    wkb_pool_init(&r->key, a);
}

static void
put_key(wkb_out *out, const wkl_tables *tables, const wkc_read *r)
{
    const wkl_table *t =
        r->kind == WKC_READ_FORMULA ? NULL : tables->table.item[r->table];
    switch (r->kind) {
    case WKC_READ_HEADING:
        wkb_print(out, "heading %S", t->name);
        break;
    case WKC_READ_ROWS:
        wkb_print(out, "rows %S", t->name);
        break;
    case WKC_READ_COLUMN:
        wkb_print(out, "column %S.%S", t->name, t->col[r->column].name);
        break;
    case WKC_READ_CELL:
        wkb_puts(out, "cell ");
        wkc_put_address(out, tables, r->table, r->row, r->column);
        break;
    case WKC_READ_FORMULA:
        wkb_print(out, "formula %S", r->formula->name);
        break;
    }
}

/* A read as a number, not 0. */
static uint64_t
number_of(const wkc_read *r)
{
    if (r->kind == WKC_READ_FORMULA)
        return (uint64_t)(uintptr_t)r->formula << 3 | 7;
    return ((((uint64_t)r->table << 12 ^ r->column) << 32 ^ r->row) << 3) +
           (uint64_t)r->kind + 1;
}

/* The same for a need; no read has its lowest bits. */
static uint64_t
number_of_need(const wkp_need *n)
{
    return ((((uint64_t)n->table << 3 | n->kind) << 32 | n->at) << 3) + 6;
}

static bool
grow_seen(wkp_reads *all)
{
    const uint64_t *old = all->seen;
    const size_t n = all->cap;
    all->cap = n ? n * 2 : 256;
    all->seen = WKB_NEW(all->arena, uint64_t, all->cap);
    for (size_t i = 0; all->seen && i < n; i++) {
        size_t at = old[i] * 0x9e3779b97f4a7c15u >> 20 & (all->cap - 1);
        while (old[i] && all->seen[at])
            at = (at + 1) & (all->cap - 1);
        if (old[i])
            all->seen[at] = old[i];
    }
    return all->seen != NULL;
}

/* Whether a number is heard for the first time. */
static bool
is_new(wkp_reads *all, uint64_t number)
{
    if (all->n_seen * 2 >= all->cap && !grow_seen(all)) {
        all->status = WK_ENOMEM;
        return false;
    }
    size_t at = number * 0x9e3779b97f4a7c15u >> 20 & (all->cap - 1);
    while (all->seen[at] && all->seen[at] != number)
        at = (at + 1) & (all->cap - 1);
    if (all->seen[at])
        return false;
    all->seen[at] = number;
    all->n_seen++;
    return true;
}

static void
add_need(wkp_reads *all, wkp_need_kind kind, uint32_t table, uint32_t at)
{
    const wkp_need need = {kind, table, at};
    if (all->status != WK_OK || !is_new(all, number_of_need(&need)))
        return;
    wkp_need *slot = WKB_PUSH(all->arena, &all->need);
    if (slot)
        *slot = need;
    else
        all->status = WK_ENOMEM;
}

void
wkp_need_source(wkp_reads *r, wkb_str id)
{
    const wkl_tables *tables = &r->plan->project->tables;
    const uint32_t table = wkl_find_table(tables, WKB_STR("sources"));
    if (table == WKL_NONE)
        return;
    const uint32_t row = wkl_find_row(tables, tables->table.item[table], id);
    if (row != WKL_NONE)
        add_need(r, WKP_NEED_ROW, table, row);
}

/* Headings and formulas are what every page rests on. */
static void
need(wkp_reads *all, const wkc_read *r)
{
    switch (r->kind) {
    case WKC_READ_ROWS:
        add_need(all, WKP_NEED_COLUMN, r->table, 0); /* the ids */
        break;
    case WKC_READ_COLUMN:
        add_need(all, WKP_NEED_COLUMN, r->table, r->column);
        break;
    case WKC_READ_HEADING:
        if (r->row == WKL_NONE)
            break;
        add_need(all, WKP_NEED_ROW, r->table, r->row);
        break;
    case WKC_READ_CELL:
        add_need(all, WKP_NEED_ROW, r->table, r->row);
        break;
    case WKC_READ_FORMULA:
        break;
    }
}

void
wkp_hear_read(void *ud, const wkc_read *r)
{
    wkp_reads *all = ud;
    if (all->status != WK_OK || !is_new(all, number_of(r)))
        return;
    char text[512];
    wkb_fixed fixed = {text, sizeof text, 0};
    wkb_out out = wkb_out_to(wkb_put_fixed, &fixed);
    uint32_t number = 0;
    need(all, r);
    put_key(&out, &all->plan->project->tables, r);
    const wk_status status =
        wkb_intern(&all->key, (wkb_str){text, fixed.n}, true, &number);
    if (status != WK_OK)
        all->status = status;
}
