/* A document on its own, apart from a site: for a report, for a chart. */
#include "project/plan.h"

static wk_status
put_text(wk_project *p, const char *label, wkb_str text, wkb_span *out)
{
    out->begin = 0;
    out->end = (uint32_t)text.n;
    return wkb_diag_add(
        &p->diag, &p->arena, wkb_str_of(label), text, &out->file);
}

/* NAME=VALUE as a name that stands for an expression. */
static wk_status
read_set(wk_plan *plan, wkc_binding *out, const char *text)
{
    wk_project *p = plan->project;
    wkb_str rest = wkb_str_of(text);
    wkc_expr *expr = WKB_NEW(&plan->arena, wkc_expr, 1);
    wkb_span at;
    if (!expr)
        return WK_ENOMEM;
    WKB_TRY(put_text(p, "--set", rest, &at));
    const wkb_str name = wkb_trim(wkb_cut(&rest, '='));
    if (!wkb_is_word(name) || !rest.p)
        return wkb_error(
            &p->diag, WK_EUSAGE, at, "not NAME=VALUE\nwrite load=60 %%");
    at.begin = (uint32_t)(rest.p - text);
    *out = (wkc_binding){.name = name, .kind = WKC_BIND_LET, .let = expr};
    return wkc_parse(
        expr, &plan->arena, p->diag.file.item[at.file].bytes, at, &p->diag);
}

static wk_status
read_sets(wk_plan *plan,
          const char *const *set,
          size_t n_set,
          wkc_bindings *out)
{
    wkc_binding *item = WKB_NEW(&plan->arena, wkc_binding, n_set);
    if (!item)
        return WK_ENOMEM;
    for (size_t i = 0; i < n_set; i++) {
        WKB_TRY(read_set(plan, &item[i], set[i]));
        for (size_t k = 0; k < i; k++) {
            if (wkb_str_eq(item[k].name, item[i].name))
                return wkb_error(&plan->project->diag,
                                 WK_EDUPLICATE,
                                 item[i].let->at,
                                 "%q is set twice\ngive it one value",
                                 item[i].name);
        }
    }
    *out = (wkc_bindings){.item = item, .n = n_set};
    return WK_OK;
}

/* The name of a template without folder and suffix. */
static wkb_str
bare_name(wkb_str name)
{
    for (size_t i = name.n; i > 0; i--) {
        if (name.p[i - 1] == '/')
            return bare_name(wkb_sub(name, i, name.n));
    }
    return wkb_ends(name, WKB_STR(".md")) ? wkb_sub(name, 0, name.n - 3) : name;
}

static wk_status
read_meta(wk_plan *plan, wkp_job *job)
{
    wk_project *p = plan->project;
    uint32_t body = 0;
    if (!job->is_page)
        return WK_OK;
    WKB_TRY(wkt_read_meta(&job->meta,
                          &body,
                          &plan->arena,
                          &p->env,
                          job->input->file,
                          &plan->site.page));
    if (job->meta.each_list.begin == job->meta.each_list.end)
        return WK_OK;
    return wkb_error(&p->diag,
                     WK_EUSAGE,
                     job->meta.each_list,
                     "a template of many pages is no report\ntake out 'each:', "
                     "or use 'workings build'");
}

wk_status
wkp_one_begin(
    wkp_one *one, wk_project *p, const char *name, wkb_str bytes, bool is_page)
{
    wk_plan *plan = &one->plan;
    *one = (wkp_one){.plan = {.project = p}, .n_files = p->n_files};
    wkb_arena_init(&plan->arena, p->arena.fn, p->arena.ud, p->arena.max_bytes);
    wkb_arena_init(&plan->page, p->arena.fn, p->arena.ud, p->arena.max_bytes);
    wkt_known_init(&plan->known, &plan->arena);
    WKB_TRY(wkp_documents(p));
    one->n_files = p->n_files;
    WKB_TRY(wkp_site_read(&plan->site, &plan->arena, p));
    one->input = (wkp_input){.kind = WKP_TEMPLATE};
    one->input.path = one->input.name =
        wkb_copy(&plan->arena, wkb_str_of(name));
    one->input.bytes = wkb_copy(&plan->arena, bytes);
    if (!one->input.path.p || !one->input.bytes.p)
        return WK_ENOMEM;
    one->job = (wkp_job){.input = &one->input,
                         .path = bare_name(one->input.name),
                         .is_page = is_page};
    return WK_OK;
}

wk_status
wkp_one_compose(wkp_one *one, const char *const *set, size_t n_set)
{
    wk_plan *plan = &one->plan;
    wk_project *p = plan->project;
    wkb_span all;
    wkc_bindings sets;
    WKB_TRY(put_text(p, one->input.path.p, one->input.bytes, &all));
    one->input.file = all.file;
    WKB_TRY(read_sets(plan, set, n_set, &sets));
    WKB_TRY(read_meta(plan, &one->job));
    p->n_files = p->diag.file.n; /* ours stay while the page is made */
    return wkp_compose(&one->doc, &plan->page, plan, &one->job, &sets);
}

void
wkp_one_end(wkp_one *one)
{
    one->plan.project->n_files = one->n_files;
    wkb_arena_clear(&one->plan.page);
    wkb_arena_clear(&one->plan.arena);
}
