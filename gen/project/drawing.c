/* Drawing: opened when the first chart is drawn, kept until the project is
 * closed. */
#include "project/drawing.h"

#include "write/csv.h"

wk_status
wkp_drawing_open(wk_project *p)
{
    const char *folder = NULL;
    const wkp_module *m = NULL;
    if (p->module)
        return WK_OK;
    WKB_TRY(wkp_module_get(&m, &folder, &p->arena, &p->diag));
    if (p->fonts_folder.n)
        folder = p->fonts_folder.p;
    WKB_TRY(m->fonts_new(&p->fonts, &p->arena, folder, &p->diag));
    p->module = m;
    return WK_OK;
}

void
wkp_drawing_close(wk_project *p)
{
    if (p->module)
        p->module->fonts_free(p->fonts);
    p->module = NULL;
    p->fonts = NULL;
}

wk_status
wkp_scene(wkd_scene **out,
          wkb_arena *a,
          wk_project *p,
          const wkt_chart *c,
          wkd_size size)
{
    WKB_TRY(wkp_drawing_open(p));
    const wkd_measure measure = p->module->measure(p->fonts);
    return p->module->layout(out, a, c, &measure, size, &p->diag);
}

/* ---- a picture of its own ---- */

static void
put_sources(wkb_out *out, const wk_project *p, const wkt_chart *c)
{
    const wkl_tables *t = &p->tables;
    const uint32_t n = wkl_find_table(t, WKB_STR("sources"));
    const wkl_table *of = n == WKL_NONE ? NULL : t->table.item[n];
    for (size_t i = 0; i < c->sources.item.n; i++) {
        const wkb_str id = c->sources.item.item[i].id;
        const uint32_t row = of ? wkl_find_row(t, of, id) : WKL_NONE;
        const uint32_t title =
            of ? wkl_find_column(of, WKB_STR("title")) : WKL_NONE;
        wkb_put(out, id);
        if (row != WKL_NONE && title != WKL_NONE)
            wkb_print(
                out, ": %S", wkl_text_at(t, wkl_cell_span(t, of, row, title)));
        wkb_putc(out, '\n');
    }
}

wk_status
wkp_put_picture(wkb_out *out, const wkp_drawn *d, wk_picture_format format)
{
    wkb_out sources = wkb_out_kept(d->arena), data = wkb_out_kept(d->arena);
    wk_project *p = d->project;
    wkd_about about = {.date = d->date};
    const wkp_module *m = p->module;
    if (format == WK_SVG)
        return m->svg(out, d->scene, d->chart->id, true, p->fonts);
    put_sources(&sources, p, d->chart);
    wkw_csv_chart(&data, d->chart, &p->units, &p->axes);
    WKB_TRY(wkb_out_text(&sources, &about.sources));
    WKB_TRY(wkb_out_text(&data, &about.data));
    if (format == WK_PDF)
        return m->pdf(out, d->scene, &about, p->fonts);
    return m->png(out, d->scene, d->scale, WKD_LIGHT, &about, p->fonts);
}

/* ---- in a page ---- */

static wk_status
put_width(const wkp_pictures *d,
          const wkt_chart *c,
          wkb_out *svg,
          double width,
          wkb_str *note)
{
    wkd_scene *s = NULL;
    wk_project *p = d->project;
    wkb_out name = wkb_out_kept(d->arena);
    wkb_str id;
    WKB_TRY(wkp_scene(&s, d->arena, p, c, (wkd_size){.width = width}));
    wkb_print(&name, "%S-%s", c->id, width == WKP_WIDE ? "wide" : "phone");
    WKB_TRY(wkb_out_text(&name, &id));
    *note = s->note;
    return p->module->svg(svg, s, id, false, p->fonts);
}

wk_status
wkp_picture(void *ud, const wkt_chart *c, wkb_out *svg, wkb_str *note)
{
    wkb_str narrow;
    WKB_TRY(put_width(ud, c, svg, WKP_WIDE, note));
    return put_width(ud, c, svg, WKP_PHONE, &narrow);
}
