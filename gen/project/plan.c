/* Plans a build: inputs, pages, where the site goes; and all steps in one. */
#include "project/plan.h"

static wk_status
add_hash(wkb_out *all, wkb_str name, wkb_str bytes)
{
    wkb_hash h;
    wkb_hash_of(&h, bytes);
    wkb_print(all, "%S ", name);
    wkb_put_hash(all, &h);
    wkb_putc(all, '\n');
    return all->status;
}

/* A plan is another as soon as an input, the program or an option is. */
static wk_status
hash_plan(wk_plan *plan)
{
    const wk_project *p = plan->project;
    const wkb_mark mark = wkb_arena_mark(&plan->page);
    wkb_out all = wkb_out_kept(&plan->page);
    wkb_str text;
    wkb_print(&all, "%s %d\n", wk_version(), plan->options.drafts != 0);
    for (size_t i = 0; i < p->input.n; i++)
        WKB_TRY(add_hash(&all, p->input.item[i].path, p->input.item[i].bytes));
    WKB_TRY(wkb_out_text(&all, &text));
    wkb_hash_of(&plan->hash, text);
    wkb_arena_rewind(&plan->page, mark);
    return WK_OK;
}

static wk_status
open_target(wk_plan *plan)
{
    wkb_diag *d = &plan->project->diag;
    bool waited = false;
    if (plan->options.file)
        plan->target = WKP_CALLBACK;
    if (!plan->options.out)
        return WK_OK;
    if (plan->options.file)
        return wkb_error(d,
                         WK_EUSAGE,
                         WKB_NOWHERE,
                         "a site goes to a folder or to a callback, not to "
                         "both\nset one of out and file");
    plan->target = WKP_FOLDER;
    const wkb_str out = wkb_copy(&plan->arena, wkb_str_of(plan->options.out));
    if (!out.p)
        return WK_ENOMEM;
    WKB_TRY(wkb_store_open(&plan->store, out.p, d));
    const bool is_shared = plan->options.shares_only != 0;
    WKB_TRY(wkb_store_lock(
        &plan->store, ".site/lock", is_shared, &plan->lock, &waited));
    if (waited)
        wkb_note(d, WKB_NOWHERE, "waited for another build of this site");
    return is_shared ? WK_OK : wkp_recover(plan);
}

/* Faults of front matter wait for those of the pages, so that all are told
 * together. */
static wk_status
list_pages(wk_plan *plan)
{
    const wkp_listener before = wkp_faults_begin(&plan->faults, plan->project);
    wk_status status = wkp_plan_pages(plan);
    if (status == WK_OK)
        status = wkp_plan_nav(plan);
    wkp_faults_end(plan->project, before);
    return status == WK_OK ? plan->faults.status : status;
}

/* A folder without any page is more likely the wrong folder than a site that
 * should be emptied. */
static wk_status
check_pages(const wk_plan *plan)
{
    const wk_project *p = plan->project;
    bool has_page = !plan->options.out;
    for (size_t i = 0; i < p->input.n; i++) {
        const wkp_input *in = &p->input.item[i];
        has_page =
            has_page || (in->kind == WKP_TEMPLATE && !wkp_is_partial(in->name));
    }
    return has_page
               ? WK_OK
               : wkb_error(&plan->project->diag,
                           WK_ENONE,
                           WKB_NOWHERE,
                           "there is no page to build: templates/ holds no "
                           "Markdown file\n"
                           "write templates/index.md, or name the folder of "
                           "the project: workings build DIR");
}

static wk_status
begin(wk_plan *plan)
{
    wk_project *p = plan->project;
    WKB_TRY(wkp_documents(p));
    WKB_TRY(wkp_site_read(&plan->site, &plan->arena, p));
    WKB_TRY(hash_plan(plan));
    WKB_TRY(list_pages(plan));
    WKB_TRY(check_pages(plan));
    return open_target(plan);
}

wk_status
wk_plan_new(wk_plan **out, wk_project *p, const wk_build_options *o)
{
    static const wk_build_options none = WK_BUILD_OPTIONS_INIT;
    wkb_arena arena;
    *out = NULL;
    wkb_arena_init(&arena, p->arena.fn, p->arena.ud, p->arena.max_bytes);
    wk_plan *plan = WKB_NEW(&arena, wk_plan, 1);
    if (!plan)
        return WK_ENOMEM;
    plan->arena = arena; /* it holds the plan itself */
    plan->project = p;
    plan->options = o ? *o : none;
    plan->store.fd = plan->lock = -1;
    plan->faults.arena = &plan->arena;
    wkb_arena_init(&plan->page, arena.fn, arena.ud, arena.max_bytes);
    wkt_known_init(&plan->known, &plan->arena);
    const wk_status status = begin(plan);
    if (status == WK_OK)
        *out = plan;
    else
        wk_plan_free(plan);
    return status;
}

size_t
wk_plan_pages(const wk_plan *plan)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->job.n; i++)
        n += plan->job.item[i].is_page;
    return n;
}

void
wk_plan_free(wk_plan *plan)
{
    if (!plan)
        return;
    wkb_arena own = plan->arena; /* outside the memory that goes */
    wkb_store_unlock(&plan->lock);
    wkb_store_close(&plan->store);
    wkb_arena_clear(&plan->page);
    wkb_arena_clear(&own);
}

wk_status
wk_build(wk_build_report *out, wk_project *p, const wk_build_options *o)
{
    wk_plan *plan = NULL;
    *out = (wk_build_report){.size = sizeof *out};
    WKB_TRY(wk_plan_new(&plan, p, o));
    wk_status status = wk_plan_make(plan, 0, 1);
    if (status == WK_OK)
        status = wk_plan_publish(out, plan, 1);
    wk_plan_free(plan);
    return status;
}
