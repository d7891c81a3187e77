/* The pages of a site: its templates, their rows, navigation, layouts. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "project/plan.h"

bool
wkp_is_partial(wkb_str name)
{
    while (name.p) {
        if (wkb_starts(wkb_cut(&name, '/'), WKB_STR("_")))
            return true;
    }
    return false;
}

static wkb_str
join(wkb_arena *a, const char *fmt, wkb_str x, wkb_str y)
{
    wkb_out out = wkb_out_kept(a);
    wkb_str text = {NULL, 0};
    wkb_print(&out, fmt, x, y);
    return wkb_out_text(&out, &text) == WK_OK ? text : (wkb_str){NULL, 0};
}

static wk_status
add_job(wk_plan *plan, const wkp_job *job)
{
    wkp_job *slot = WKB_PUSH(&plan->arena, &plan->job);
    if (!slot)
        return WK_ENOMEM;
    *slot = *job;
    return job->path.p ? WK_OK : WK_ENOMEM;
}

/* What an id becomes in a path: ids are letters, digits, _ - and dots. */
static wk_status
add_row(wk_plan *plan,
        const wkp_job *job,
        const wkl_table *t,
        uint32_t row,
        wkb_str *path)
{
    wkp_job one = *job;
    const wkb_str id = wkl_id(&plan->project->tables, t, row);
    one.has_row = true;
    one.row = row;
    one.path = join(&plan->arena, "%S/%S", job->path, id);
    *path = job->meta.html ? one.path : (wkb_str){0};
    return add_job(plan, &one);
}

static wk_status
add_rows(wk_plan *plan, wkp_job *job)
{
    wk_project *p = plan->project;
    const wkc_code *code = NULL;
    wkc_expr expr;
    const uint32_t *row = NULL;
    size_t n = 0, left_out = 0;
    const wkb_span list = job->meta.each_list;
    WKB_TRY(wkc_parse(&expr, &plan->arena, job->input->bytes, list, &p->diag));
    WKB_TRY(wkc_compile_list(
        &code, &job->table, &plan->arena, &p->env, &expr, NULL));
    const wkl_table *t = p->tables.table.item[job->table];
    if (!t->has_id)
        return wkb_error(&p->diag,
                         WK_ETYPE,
                         list,
                         "rows of %q have no id to name pages by\nlist a "
                         "table whose first column is 'id'",
                         t->name);
    WKB_TRY(wkc_rows(&row, &n, &left_out, &plan->arena, &p->env, code));
    wkp_row_pages *pages = WKB_PUSH(&plan->arena, &plan->row_pages);
    wkb_str *path = WKB_NEW(&plan->arena, wkb_str, t->n_row);
    if (!pages || !path)
        return WK_ENOMEM;
    *pages = (wkp_row_pages){job->table, path, t->n_row};
    for (size_t i = 0; i < n; i++)
        WKB_TRY(add_row(plan, job, t, row[i], &path[row[i]]));
    return WK_OK;
}

static wk_status
add_page(wk_plan *plan, const wkp_input *in)
{
    wk_project *p = plan->project;
    uint32_t body = 0;
    wkp_job job = {.input = in, .is_page = true};
    WKB_TRY(wkt_read_meta(
        &job.meta, &body, &plan->arena, &p->env, in->file, &plan->site.page));
    if (job.meta.is_draft && !plan->options.drafts) {
        wkb_str *slot = WKB_PUSH(&plan->arena, &plan->draft);
        if (!slot)
            return WK_ENOMEM;
        *slot = wkb_sub(in->name, 0, in->name.n - 3);
        return WK_OK;
    }
    job.path = wkb_copy(&plan->arena, wkb_sub(in->name, 0, in->name.n - 3));
    if (job.meta.each_list.begin != job.meta.each_list.end)
        return add_rows(plan, &job);
    return add_job(plan, &job);
}

/* A name that addresses and lists can hold: UTF-8, and nothing that hides. */
static wk_status
check_name(wk_plan *plan, const wkp_input *in)
{
    wkb_out shown = wkb_out_kept(&plan->arena);
    wkb_put_shown(&shown, in->name);
    if (shown.n == in->name.n || shown.status != WK_OK)
        return shown.status;
    return wkb_error(&plan->project->diag,
                     WK_EENCODING,
                     (wkb_span){in->file, 0, 0},
                     "a file's name that cannot be shown as it is, %q\n"
                     "rename it in letters that can be seen",
                     in->name);
}

/* Whether a file would hide what every build makes: the manifest, a table. */
static bool
hides_output(const wk_project *p, wkb_str name)
{
    const wkb_str folder = WKB_STR("data/");
    assert(name.p);
    if (wkb_str_eq(name, WKB_STR("manifest.json")))
        return true;
    for (size_t i = 0; i < p->input.n && wkb_starts(name, folder); i++) {
        const wkp_input *in = &p->input.item[i];
        const wkb_str rest = wkb_sub(name, folder.n, name.n);
        if ((in->kind == WKP_CSV || in->kind == WKP_FORMULAS) &&
            wkb_ends(in->path, rest) && in->path.n == name.n)
            return true;
    }
    return false;
}

static wk_status
add_input(wk_plan *plan, const wkp_input *in)
{
    if ((in->kind != WKP_TEMPLATE && in->kind != WKP_COPY) ||
        wkp_is_partial(in->name))
        return WK_OK;
    WKB_TRY(check_name(plan, in));
    if (in->kind == WKP_COPY && hides_output(plan->project, in->name))
        return wkb_error(&plan->project->diag,
                         WK_EDUPLICATE,
                         (wkb_span){in->file, 0, 0},
                         "this file would hide '%e', which the build makes\n"
                         "rename it",
                         in->name);
    if (in->kind == WKP_COPY)
        return add_job(plan, &(wkp_job){.input = in, .path = in->name});
    return add_page(plan, in);
}

static int
compare_jobs(const void *a, const void *b)
{
    const wkp_job *x = a, *y = b;
    const int order = wkb_str_cmp(x->path, y->path);
    return order ? order : (x->input > y->input) - (x->input < y->input);
}

static wk_status
refuse_twice(wk_plan *plan, const wkp_job *a, const wkp_job *b)
{
    return wkb_error(&plan->project->diag,
                     WK_EDUPLICATE,
                     (wkb_span){b->input->file, 0, 0},
                     "two templates make the page %q\nthe other is %e; rename "
                     "one of them, or the row",
                     b->path,
                     a->input->path);
}

wk_status
wkp_plan_pages(wk_plan *plan)
{
    const wk_project *p = plan->project;
    for (size_t i = 0; i < p->input.n; i++) {
        if (add_input(plan, &p->input.item[i]) == WK_ENOMEM)
            return WK_ENOMEM;
    }
    if (plan->job.n)
        qsort(
            plan->job.item, plan->job.n, sizeof *plan->job.item, compare_jobs);
    for (size_t i = 1; i < plan->job.n; i++) {
        const wkp_job *a = &plan->job.item[i - 1], *b = &plan->job.item[i];
        if (wkb_str_eq(a->path, b->path) && a->is_page == b->is_page)
            (void)refuse_twice(plan, a, b);
    }
    return WK_OK;
}

/* ---- navigation ---- */

static const wkp_job *
find_page(const wk_plan *plan, wkb_str path)
{
    for (size_t i = 0; i < plan->job.n; i++) {
        const wkp_job *j = &plan->job.item[i];
        if (j->is_page && wkb_str_eq(j->path, path))
            return j;
    }
    return NULL;
}

static wkb_str
job_path(const void *ud, size_t i)
{
    const wk_plan *plan = ud;
    const wkp_job *j = &plan->job.item[i];
    return j->is_page ? j->path : (wkb_str){NULL, 0};
}

static bool
is_draft(const wk_plan *plan, wkb_str path)
{
    for (size_t i = 0; i < plan->draft.n; i++) {
        if (wkb_str_eq(plan->draft.item[i], path))
            return true;
    }
    return false;
}

static void
refuse_nav(wk_plan *plan, const wkp_nav *n)
{
    const size_t near = wkb_nearest(n->path, job_path, plan, plan->job.n);
    wkb_diag *d = &plan->project->diag;
    if (near < plan->job.n)
        (void)wkb_error(d,
                        WK_EREFERENCE,
                        n->at,
                        "no page %q\ndid you mean '%S'?",
                        n->path,
                        plan->job.item[near].path);
    else
        (void)wkb_error(d,
                        WK_EREFERENCE,
                        n->at,
                        "no page %q\nwrite its path below templates/, without "
                        "'.md'",
                        n->path);
}

wk_status
wkp_plan_nav(wk_plan *plan)
{
    wkw_nav *nav = WKB_NEW(&plan->arena, wkw_nav, plan->site.nav.n);
    if (!nav)
        return WK_ENOMEM;
    plan->nav = nav;
    for (size_t i = 0; i < plan->site.nav.n; i++) {
        const wkp_nav *n = &plan->site.nav.item[i];
        const wkp_job *j = find_page(plan, n->path);
        if (!j && !is_draft(plan, n->path))
            refuse_nav(plan, n);
        if (!j)
            continue;
        nav->text = n->text.n ? n->text : j->meta.title;
        wkb_out href = wkb_out_kept(&plan->arena);
        wkb_put_path(&href, n->path);
        wkb_puts(&href, ".html");
        WKB_TRY(wkb_out_text(&href, &nav->href));
        nav++;
    }
    plan->n_nav = (size_t)(nav - plan->nav);
    return WK_OK;
}

/* ---- files beside a template ---- */

const wkp_input *
wkp_find_beside(wk_plan *plan, const wkp_input *beside, wkb_str name)
{
    const wkb_mark mark = wkb_arena_mark(&plan->page);
    const wkp_input *in = NULL;
    if (beside)
        in = wkp_find_input(
            plan->project,
            join(&plan->page, "%S%S", wkp_folder_of(beside->path), name));
    if (!in)
        in = wkp_find_input(
            plan->project,
            join(&plan->page, "%S%S", WKB_STR("templates/"), name));
    wkb_arena_rewind(&plan->page, mark);
    return in;
}

static wk_status
read_layout(const wkw_layout **out, wk_plan *plan, const wkp_input *in)
{
    wkp_layout *l = NULL;
    for (size_t i = 0; i < plan->layout.n; i++) {
        l = &plan->layout.item[i];
        if (l->input == in) {
            *out = l->is_good ? &l->layout : NULL;
            return l->is_good ? WK_OK : WK_ENAME;
        }
    }
    l = WKB_PUSH(&plan->arena, &plan->layout);
    if (!l)
        return WK_ENOMEM;
    l->input = in;
    WKB_TRY(wkw_layout_read(
        &l->layout, &plan->arena, in->bytes, in->file, &plan->project->diag));
    l->is_good = true;
    *out = &l->layout;
    return WK_OK;
}

wk_status
wkp_layout_of(const wkw_layout **out, wk_plan *plan, const wkp_job *job)
{
    const wkb_str wanted =
        job && job->meta.layout.n ? job->meta.layout : WKB_STR("layout");
    const wkb_str name = join(&plan->page, "_%S%S", wanted, WKB_STR(".html"));
    const wkp_input *in =
        name.p ? wkp_find_beside(plan, job ? job->input : NULL, name) : NULL;
    *out = NULL;
    if (!name.p)
        return WK_ENOMEM;
    if (in)
        return read_layout(out, plan, in);
    if (!job || !job->meta.layout.n)
        return WK_OK;
    return wkb_error(&plan->project->diag,
                     WK_ENAME,
                     job->meta.layout_at,
                     "no layout %q\nadd templates/%S, or take out 'layout:'",
                     wanted,
                     name);
}
