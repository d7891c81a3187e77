/* The charts of a page: their numbers as CSV, their pictures. */
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

static wk_status
put_chart(wkp_share *s, const wkp_job *job, const wkt_chart *c)
{
    wk_project *p = s->plan->project;
    wkb_out csv = wkb_out_kept(&s->plan->page);
    wkb_str bytes;
    wkw_csv_chart(&csv, c, &p->units, &p->axes);
    WKB_TRY(wkb_out_text(&csv, &bytes));
    return put_file(s, job, c, ".csv", bytes);
}

wk_status
wkp_put_charts(wkp_share *s, const wkp_job *job, const wkt_document *doc)
{
    for (size_t i = 0; i < doc->chart.n; i++)
        WKB_TRY(put_chart(s, job, doc->chart.item[i]));
    return WK_OK;
}
