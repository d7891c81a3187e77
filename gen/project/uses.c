/* What depends on a cell: formulas, cells that are expressions, pages. */
#include "project/plan.h"

/* The cell asked for, and whether something that is compiled reads it. */
typedef struct question {
    const wkl_tables *tables;
    uint32_t table, row, column;
    bool reads;
} question;

static void
hear(void *ud, const wkc_read *r)
{
    question *q = ud;
    if (r->table != q->table)
        return;
    if (r->kind == WKC_READ_COLUMN && r->column == q->column)
        q->reads = true;
    if (r->kind == WKC_READ_CELL && r->column == q->column && r->row == q->row)
        q->reads = true;
}

/* Whether a formula reads the cell, itself or through others. */
static wk_status
formula_reads(wk_project *p, question *q, wkc_formula *f)
{
    wkc_env env = p->env;
    const wkb_mark mark = wkb_arena_mark(&p->call);
    env.on_read = hear;
    env.ud = q;
    q->reads = false;
    const wk_status status = wkc_formula_check(&env, f, &p->call);
    wkb_arena_rewind(&p->call, mark);
    return status;
}

static wk_status
expression_reads(wk_project *p, question *q, wkb_span cell)
{
    wkc_env env = p->env;
    wkc_expr expr;
    const wkc_code *code = NULL;
    const wkb_mark mark = wkb_arena_mark(&p->call);
    env.on_read = hear;
    env.ud = q;
    q->reads = false;
    wk_status status = wkc_parse_cell(
        &expr, &p->call, p->diag.file.item[cell.file].bytes, cell, &p->diag);
    if (status == WK_OK)
        status = wkc_compile(&code, &p->call, &env, &expr, NULL);
    wkb_arena_rewind(&p->call, mark);
    return status;
}

/* Where the answers go. */
typedef struct answer {
    wkb_out out;
    wkb_json json;
    bool is_json;
    wk_project *p;
} answer;

static void
tell(answer *a, const char *kind, wkb_str name, wkb_span at)
{
    wkb_file *f = &a->p->diag.file.item[at.file];
    const wkb_place place = wkb_place_in(f, at.begin);
    if (!a->is_json) {
        wkb_print(
            &a->out, "%s %S  %S:%d\n", kind, name, f->name, (int)place.line);
        return;
    }
    wkb_json_begin(&a->json, NULL, '{');
    wkb_json_str(&a->json, "kind", wkb_str_of(kind));
    wkb_json_str(&a->json, "name", name);
    wkb_json_str(&a->json, "file", f->name);
    wkb_json_num(&a->json, "line", place.line);
    wkb_json_end(&a->json, '}');
}

static wk_status
ask_formulas(answer *a, question *q)
{
    wk_project *p = a->p;
    for (size_t i = 0; i < p->formulas.formula.n; i++) {
        wkc_formula *f = p->formulas.formula.item[i];
        WKB_TRY(formula_reads(p, q, f));
        if (q->reads)
            tell(a, "formula", f->name, f->at);
    }
    return WK_OK;
}

static wk_status
ask_cell(answer *a, question *q, uint32_t table, uint32_t row, uint32_t column)
{
    const wkl_tables *t = &a->p->tables;
    const wkb_span at = wkl_cell_span(t, t->table.item[table], row, column);
    wkb_out address = wkb_out_kept(&a->p->call);
    wkb_str name;
    if (at.begin == at.end)
        return WK_OK;
    WKB_TRY(expression_reads(a->p, q, at));
    if (!q->reads)
        return WK_OK;
    wkc_put_address(&address, t, table, row, column);
    WKB_TRY(wkb_out_text(&address, &name));
    tell(a, "cell", name, at);
    return WK_OK;
}

static wk_status
ask_cells(answer *a, question *q)
{
    const wkl_tables *t = &a->p->tables;
    for (uint32_t table = 0; table < t->table.n; table++) {
        const wkl_table *of = t->table.item[table];
        for (uint32_t c = 0; c < of->n_col; c++) {
            if (of->col[c].type.kind != WKU_EXPR)
                continue;
            for (uint32_t row = 0; row < of->n_row; row++)
                WKB_TRY(ask_cell(a, q, table, row, c));
        }
    }
    return WK_OK;
}

/* The cell that an expression names, taken from what it reads. */
static void
note_cell(void *ud, const wkc_read *r)
{
    question *q = ud;
    if (r->kind == WKC_READ_CELL) {
        q->table = r->table;
        q->row = r->row;
        q->column = r->column;
    }
}

static wk_status
find_cell(wk_project *p, const char *cell, size_t n, question *q)
{
    wkb_span at;
    wkc_expr expr;
    const wkc_code *code = NULL;
    wkc_env env = p->env;
    env.on_read = note_cell;
    env.ud = q;
    WKB_TRY(wkp_text(p, "cell", cell, n, &at));
    WKB_TRY(wkc_parse(
        &expr, &p->call, p->diag.file.item[at.file].bytes, at, &p->diag));
    if (expr.root->kind == WKC_MEMBER)
        WKB_TRY(wkc_compile(&code, &p->call, &env, &expr, NULL));
    if (q->column != WKL_NONE)
        return WK_OK;
    return wkb_error(&p->diag,
                     WK_EUSAGE,
                     at,
                     "%q is no cell\nwrite table.row.column",
                     p->diag.file.item[at.file].bytes);
}

/* Whether a page was recorded to read the cell, its column among them. */
static bool
page_reads(const wkp_page *p, wkb_str cell, wkb_str column)
{
    for (size_t i = 0; i < p->read.n; i++) {
        if (wkb_str_eq(p->read.item[i], cell) ||
            wkb_str_eq(p->read.item[i], column))
            return true;
    }
    return false;
}

static wk_status
tell_pages(answer *a, const question *q, wk_plan *plan)
{
    wk_project *p = a->p;
    const wkl_table *t = p->tables.table.item[q->table];
    wkb_out cell = wkb_out_kept(&plan->arena), col = wkb_out_kept(&plan->arena);
    wkb_str cell_key, column_key;
    wkp_record r;
    wkb_puts(&cell, "cell ");
    wkc_put_address(&cell, &p->tables, q->table, q->row, q->column);
    wkb_print(&col, "column %S.%S", t->name, t->col[q->column].name);
    WKB_TRY(wkb_out_text(&cell, &cell_key));
    WKB_TRY(wkb_out_text(&col, &column_key));
    WKB_TRY(wk_plan_make(plan, 0, 1));
    WKB_TRY(wkp_record_read(&r, &plan->arena, plan->record.item[0]));
    for (size_t i = 0; i < r.page.n; i++) {
        const wkp_page *page = r.page.item[i];
        const wkp_input *in = wkp_find_input(p, page->maker);
        if (in && page_reads(page, cell_key, column_key))
            tell(a, "page", page->path, (wkb_span){in->file, 0, 0});
    }
    return WK_OK;
}

/* Faults of pages are for those who build them. */
static wk_status
ask_pages(answer *a, const question *q)
{
    wk_plan *plan = NULL;
    WKB_TRY(wk_plan_new(&plan, a->p, NULL));
    const wk_status status = tell_pages(a, q, plan);
    wk_plan_free(plan);
    return status;
}

wk_status
wk_uses(wk_project *p,
        const char *cell,
        size_t n,
        wk_format format,
        wk_sink_fn sink,
        void *ud)
{
    question q = {.tables = &p->tables,
                  .table = WKL_NONE,
                  .row = WKL_NONE,
                  .column = WKL_NONE};
    answer a = {
        .out = wkb_out_to(sink, ud), .is_json = format == WK_JSON, .p = p};
    a.json.out = &a.out;
    WKB_TRY(wkp_begin(p));
    WKB_TRY(find_cell(p, cell, n, &q));
    if (a.is_json)
        wkb_json_begin(&a.json, NULL, '[');
    WKB_TRY(ask_formulas(&a, &q));
    WKB_TRY(ask_cells(&a, &q));
    WKB_TRY(ask_pages(&a, &q));
    if (a.is_json) {
        wkb_json_end(&a.json, ']');
        wkb_putc(&a.out, '\n');
    }
    return a.out.status;
}
