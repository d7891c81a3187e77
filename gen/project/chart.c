/* One chart on its own: a block, or that of a template, laid out and drawn. */
#include "project/drawing.h"
#include "project/plan.h"

struct wk_chart {
    wkb_arena arena; /* it holds the chart itself */
    wkp_one one;
    const wkt_chart *request;
    wkd_scene *scene;
    double scale; /* of a PNG */
};

static wk_status
find_chart(wk_chart *c)
{
    const wkt_document *doc = c->one.doc;
    if (doc->chart.n == 1) {
        c->request = doc->chart.item[0];
        return WK_OK;
    }
    return wkb_error(&c->one.plan.project->diag,
                     doc->chart.n ? WK_EMANY : WK_ENONE,
                     doc->chart.n ? doc->chart.item[1]->at
                                  : (wkb_span){c->one.input.file, 0, 0},
                     doc->chart.n ? "a template of %z charts is no picture\n"
                                    "put the one to draw into a file of its "
                                    "own"
                                  : "a template of %z charts is no picture\n"
                                    "add a chart block",
                     doc->chart.n);
}

static wk_status
make(wk_chart *c, const wk_chart_options *o)
{
    WKB_TRY(wkp_one_compose(&c->one, o->set, o->n_set));
    WKB_TRY(find_chart(c));
    const wkd_size size = {.width = o->width > 0 ? o->width : WKP_WIDE,
                           .is_whole = true};
    c->scale = o->scale > 0 ? o->scale : 2;
    return wkp_scene(
        &c->scene, &c->one.plan.page, c->one.plan.project, c->request, size);
}

wk_status
wk_chart_new(wk_chart **out,
             wk_project *p,
             const char *name,
             const char *bytes,
             size_t n,
             const wk_chart_options *o)
{
    static const wk_chart_options none = WK_CHART_OPTIONS_INIT;
    const bool is_page = wkb_ends(wkb_str_of(name), WKB_STR(".md"));
    wkb_arena arena;
    *out = NULL;
    wkb_arena_init(&arena, p->arena.fn, p->arena.ud, p->arena.max_bytes);
    wk_chart *c = WKB_NEW(&arena, wk_chart, 1);
    if (!c)
        return WK_ENOMEM;
    c->arena = arena;
    wk_status status =
        wkp_one_begin(&c->one, p, name, (wkb_str){bytes, n}, is_page);
    if (status == WK_OK)
        status = make(c, o ? o : &none);
    if (status == WK_OK)
        *out = c;
    else
        wk_chart_free(c);
    return status;
}

const char *
wk_chart_text(const wk_chart *c)
{
    return c->request->alt.p;
}

void
wk_chart_size(const wk_chart *c, double *width, double *height)
{
    *width = c->scene->width;
    *height = c->scene->height;
}

wk_status
wk_chart_write(wk_chart *c, wk_picture_format format, wk_sink_fn sink, void *ud)
{
    wkb_out out = wkb_out_to(sink, ud);
    const wkp_drawn d = {.project = c->one.plan.project,
                         .arena = &c->one.plan.page,
                         .chart = c->request,
                         .scene = c->scene,
                         .date = c->one.job.meta.date,
                         .scale = c->scale};
    WKB_TRY(wkp_put_picture(&out, &d, format));
    return out.status;
}

wk_status
wk_chart_paint(wk_chart *c, cairo_t *cr)
{
    const wk_project *p = c->one.plan.project;
    return p->module->paint(c->scene, WKD_LIGHT, p->fonts, cr);
}

void
wk_chart_free(wk_chart *c)
{
    if (!c)
        return;
    wkb_arena own = c->arena; /* outside the memory that goes */
    wkp_one_end(&c->one);
    wkb_arena_clear(&own);
}
