/* The charts of a page: their numbers as CSV, their pictures. */
#include "project/drawing.h"
#include "project/plan.h"
#include "write/csv.h"

static wk_status
put_file(wkp_share *s,
         const wkp_job *job,
         const wkt_chart *c,
         const char *suffix,
         wkb_str bytes)
{
    wkb_out name = wkb_out_kept(&s->plan->page);
    wkb_str path;
    wkt_chart_path(&name, job->path, c->id, suffix);
    WKB_TRY(wkb_out_text(&name, &path));
    return wkp_put_file(s, path, bytes, job->input->path);
}

/* A picture that is embedded elsewhere leads to its page, if its address is
 * known. */
static wk_status
set_addresses(wkp_share *s, const wkp_job *job, wkd_scene *scene)
{
    const wkb_str base = s->plan->site.page.base_url;
    const char *slash = wkb_ends(base, WKB_STR("/")) ? "" : "/";
    for (size_t i = 0; i < scene->datum.n; i++) {
        wkb_str *href = &scene->datum.item[i].href;
        wkb_out out = wkb_out_kept(&s->plan->page);
        const bool is_here = wkb_starts(*href, WKB_STR("#"));
        if (href->n == 0 || wkb_find(*href, ':') < href->n)
            continue;
        if (base.n) {
            wkb_print(&out, "%S%s", base, slash);
            wkb_put_path(&out, is_here ? job->path : wkp_folder_of(job->path));
            wkb_print(&out, "%s%S", is_here ? ".html" : "", *href);
        }
        WKB_TRY(wkb_out_text(&out, href));
    }
    return WK_OK;
}

static wk_status
put_picture(wkp_share *s, const wkp_job *job, const wkt_chart *c)
{
    wk_project *p = s->plan->project;
    wkb_arena *a = &s->plan->page;
    const wkd_size size = {.width = WKP_WIDE, .is_whole = true};
    wkb_out svg = wkb_out_kept(a);
    wkd_scene *scene;
    wkb_str bytes;
    WKB_TRY(wkp_scene(&scene, a, p, c, size));
    WKB_TRY(set_addresses(s, job, scene));
    const wkp_drawn d = {.project = p,
                         .arena = a,
                         .chart = c,
                         .scene = scene,
                         .date = job->meta.date};
    WKB_TRY(wkp_put_picture(&svg, &d, WK_SVG));
    WKB_TRY(wkb_out_text(&svg, &bytes));
    return put_file(s, job, c, ".svg", bytes);
}

static wk_status
put_chart(wkp_share *s, const wkp_job *job, const wkt_chart *c)
{
    wk_project *p = s->plan->project;
    wkb_out csv = wkb_out_kept(&s->plan->page);
    wkb_str bytes;
    wkw_csv_chart(&csv, c, &p->units, &p->axes);
    WKB_TRY(wkb_out_text(&csv, &bytes));
    WKB_TRY(put_file(s, job, c, ".csv", bytes));
    return put_picture(s, job, c);
}

wk_status
wkp_put_charts(wkp_share *s, const wkp_job *job, const wkt_document *doc)
{
    for (size_t i = 0; i < doc->chart.n; i++)
        WKB_TRY(put_chart(s, job, doc->chart.item[i]));
    return WK_OK;
}
