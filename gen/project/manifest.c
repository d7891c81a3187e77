/* manifest.json: the pages as the shares wrote them, with all inputs and
 * outputs of the site. */
#include "base/json.h"
#include "project/plan.h"

typedef struct writer {
    wkb_json json;
    wkb_out out;
    wk_plan *plan;
} writer;

static void
put_hash(writer *w, const wkb_hash *h)
{
    char text[WKB_HASH_DIGITS];
    wkb_fixed fixed = {text, sizeof text, 0};
    wkb_out out = wkb_out_to(wkb_put_fixed, &fixed);
    wkb_put_hash(&out, h);
    wkb_json_str(&w->json, "sha256", (wkb_str){text, fixed.n});
}

static wk_status
put_inputs(writer *w)
{
    const wk_project *p = w->plan->project;
    wkb_json_begin(&w->json, "inputs", '[');
    for (size_t i = 0; i < p->input.n; i++) {
        wkb_hash h;
        wkb_hash_of(&h, p->input.item[i].bytes);
        wkb_json_line(&w->json);
        wkb_json_begin(&w->json, NULL, '{');
        wkb_json_str(&w->json, "path", p->input.item[i].path);
        put_hash(w, &h);
        wkb_json_end(&w->json, '}');
    }
    wkb_json_end(&w->json, ']');
    return WK_OK;
}

static void
put_page(writer *w, const wkp_page *p)
{
    wkb_json_line(&w->json);
    wkb_put(&w->out, p->manifest);
    w->json.more = true;
}

static void
put_output(writer *w, const wkp_output *o)
{
    wkb_json_line(&w->json);
    wkb_json_begin(&w->json, NULL, '{');
    wkb_json_str(&w->json, "path", o->path);
    wkb_json_num(&w->json, "bytes", (double)o->n_bytes);
    put_hash(w, &o->hash);
    wkb_json_end(&w->json, '}');
}

wk_status
wkp_manifest(wkb_str *out, wk_plan *plan, const wkp_gathered *g)
{
    size_t n = g->output.n * 256; /* the pages, and about what the rest takes */
    for (size_t i = 0; i < g->page.n; i++)
        n += g->page.item[i]->manifest.n + 2;
    writer w = {.out = wkb_out_sized(&plan->arena, n), .plan = plan};
    w.json.out = &w.out;
    wkb_json_begin(&w.json, NULL, '{');
    wkb_json_str(&w.json, "workings", wkb_str_of(wk_version()));
    if (plan->site.page.title.n)
        wkb_json_str(&w.json, "title", plan->site.page.title);
    if (plan->site.page.license.n)
        wkb_json_str(&w.json, "license", plan->site.page.license);
    wkb_json_line(&w.json);
    WKB_TRY(put_inputs(&w));
    wkb_json_line(&w.json);
    wkb_json_begin(&w.json, "pages", '[');
    for (size_t i = 0; i < g->page.n; i++)
        put_page(&w, g->page.item[i]);
    wkb_json_end(&w.json, ']');
    wkb_json_line(&w.json);
    wkb_json_begin(&w.json, "outputs", '[');
    for (size_t i = 0; i < g->output.n; i++)
        put_output(&w, &g->output.item[i]);
    wkb_json_end(&w.json, ']');
    wkb_json_end(&w.json, '}');
    wkb_putc(&w.out, '\n');
    return wkb_out_text(&w.out, out);
}
