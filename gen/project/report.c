/* One document, with all it needs inside. */
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
read_sets(wk_plan *plan, const wk_report_options *o, wkc_bindings *out)
{
    wkc_binding *item = WKB_NEW(&plan->arena, wkc_binding, o->n_set);
    if (!item)
        return WK_ENOMEM;
    for (size_t i = 0; i < o->n_set; i++)
        WKB_TRY(read_set(plan, &item[i], o->set[i]));
    *out = (wkc_bindings){.item = item, .n = o->n_set};
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
write_document(wk_plan *plan,
               const wkp_job *job,
               const wkt_document *doc,
               const wk_report_options *o)
{
    const wkw_writer *w = o->format == WK_MARKDOWN ? &wkw_markdown : &wkw_html;
    const wkp_input *style = wkp_find_beside(plan, NULL, WKB_STR("style.css"));
    wkw_request r = {.doc = doc,
                     .site = &plan->site.page,
                     .style = style ? style->bytes : wkw_builtin_style(),
                     .is_self_contained = true};
    wkb_out out = wkb_out_kept(&plan->page);
    wkb_str bytes;
    WKB_TRY(wkp_layout_of(&r.layout, plan, job));
    WKB_TRY(w->write(&out, &r, &plan->project->diag));
    WKB_TRY(wkb_out_text(&out, &bytes));
    return o->sink ? o->sink(o->ud, bytes.p, bytes.n) : WK_OK;
}

static wk_status
make(wk_plan *plan, wkp_input *in, const wk_report_options *o)
{
    wk_project *p = plan->project;
    wkt_document *doc = NULL;
    wkc_bindings set;
    wkb_span all;
    uint32_t body = 0;
    wkp_job job = {.input = in, .path = bare_name(in->name), .is_page = true};
    WKB_TRY(wkp_documents(p));
    WKB_TRY(wkp_site_read(&plan->site, &plan->arena, p));
    WKB_TRY(put_text(p, in->path.p, in->bytes, &all));
    in->file = all.file;
    WKB_TRY(read_sets(plan, o, &set));
    WKB_TRY(wkt_read_meta(
        &job.meta, &body, &plan->arena, &p->env, in->file, &plan->site.page));
    if (job.meta.each_list.begin != job.meta.each_list.end)
        return wkb_error(&p->diag,
                         WK_EUSAGE,
                         job.meta.each_list,
                         "a template of many pages is no report\ntake out "
                         "'each:', or use 'workings build'");
    const size_t n_files = p->n_files;
    p->n_files = p->diag.file.n; /* ours stay while the page is made */
    wk_status status = wkp_compose(&doc, &plan->page, plan, &job, &set);
    if (status == WK_OK)
        status = write_document(plan, &job, doc, o);
    p->n_files = n_files;
    return status;
}

wk_status
wk_report(wk_project *p,
          const char *name,
          const char *bytes,
          size_t n,
          const wk_report_options *o)
{
    static const wk_report_options none = WK_REPORT_OPTIONS_INIT;
    wk_plan plan = {.project = p};
    wkp_input in = {.kind = WKP_TEMPLATE,
                    .path = wkb_str_of(name),
                    .name = wkb_str_of(name),
                    .bytes = {bytes, n}};
    wkb_arena_init(&plan.arena, p->arena.fn, p->arena.ud, p->arena.max_bytes);
    wkb_arena_init(&plan.page, p->arena.fn, p->arena.ud, p->arena.max_bytes);
    const wk_status status = make(&plan, &in, o ? o : &none);
    wkb_arena_clear(&plan.page);
    wkb_arena_clear(&plan.arena);
    return status;
}
