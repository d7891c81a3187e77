/* One document, with all it needs inside. */
#include "project/drawing.h"
#include "project/plan.h"

/* The folder of the template below templates/, if it is there. */
static wkb_str
folder_below(wkb_str path)
{
    const wkb_str top = WKB_STR("templates/"), folder = wkp_folder_of(path);
    return wkb_starts(folder, top) ? wkb_sub(folder, top.n, folder.n)
                                   : (wkb_str){"", 0};
}

static wk_status
write_document(wkp_one *one, const wk_report_options *o)
{
    wk_plan *plan = &one->plan;
    const wkw_writer *w = o->format == WK_MARKDOWN ? &wkw_markdown : &wkw_html;
    const wkp_input *style = wkp_find_beside(plan, NULL, WKB_STR("style.css"));
    wkp_pictures pictures = {.project = plan->project,
                             .arena = &plan->page,
                             .doc = one->doc,
                             .folder = folder_below(one->input.path)};
    wkw_request r = {.doc = one->doc,
                     .site = &plan->site.page,
                     .picture = wkp_picture,
                     .embed = wkp_embed,
                     .ud = &pictures,
                     .is_self_contained = true};
    wkb_out out = wkb_out_kept(&plan->page);
    wkb_str bytes;
    WKB_TRY(wkp_style_inside(&r.style,
                             plan->project,
                             &plan->page,
                             style ? style->bytes : wkw_builtin_style()));
    WKB_TRY(wkp_layout_of(&r.layout, plan, &one->job));
    WKB_TRY(w->write(&out, &r, &plan->project->diag));
    WKB_TRY(wkb_out_text(&out, &bytes));
    return o->sink ? o->sink(o->ud, bytes.p, bytes.n) : WK_OK;
}

wk_status
wk_report(wk_project *p,
          const char *name,
          const char *bytes,
          size_t n,
          const wk_report_options *o)
{
    static const wk_report_options none = WK_REPORT_OPTIONS_INIT;
    wkp_one one;
    o = o ? o : &none;
    wk_status status = wkp_one_begin(&one, p, name, (wkb_str){bytes, n}, true);
    if (status == WK_OK)
        status = wkp_one_compose(&one, o->set, o->n_set);
    if (status == WK_OK)
        status = write_document(&one, o);
    wkp_one_end(&one);
    return status;
}
