/* What a page that has all inside takes from elsewhere: as data: addresses. */
#include "project/drawing.h"
#include "project/plan.h"
#include "write/csv.h"

wk_status
wkp_put_data_address(wkb_out *out, const char *type, wkb_str bytes)
{
    wkb_print(out, "data:%s;base64,", type);
    wkb_put_base64(out, bytes);
    return out->status;
}

/* The chart whose numbers are the file of that address, or NULL. */
static wk_status
find_chart(const wkp_pictures *d, wkb_str href, const wkt_chart **out)
{
    *out = NULL;
    for (size_t i = 0; i < d->doc->chart.n; i++) {
        wkb_out path = wkb_out_kept(d->arena), coded = wkb_out_kept(d->arena);
        wkb_str name;
        wkt_chart_path(&path, d->doc->path, d->doc->chart.item[i]->id, ".csv");
        WKB_TRY(wkb_out_text(&path, &name));
        wkb_put_path(&coded, name);
        WKB_TRY(wkb_out_text(&coded, &name));
        if (wkb_ends(href, name))
            *out = d->doc->chart.item[i];
    }
    return WK_OK;
}

static const char *
type_of(wkb_str name)
{
    static const struct {
        const char *suffix, *type;
    } rows[] = {{".png", "image/png"},
                {".jpg", "image/jpeg"},
                {".jpeg", "image/jpeg"},
                {".gif", "image/gif"},
                {".webp", "image/webp"},
                {".avif", "image/avif"},
                {".svg", "image/svg+xml"}};
    for (size_t i = 0; i < WKB_COUNT(rows); i++) {
        if (wkb_ends(name, wkb_str_of(rows[i].suffix)))
            return rows[i].type;
    }
    return NULL;
}

/* A file below templates/, beside the template or from the top. */
static wk_status
find_picture(const wkp_pictures *d, wkb_str href, const wkp_input **out)
{
    const wkb_str folder[] = {d->folder, {"", 0}};
    *out = NULL;
    for (size_t i = 0; i < WKB_COUNT(folder) && !*out; i++) {
        wkb_out path = wkb_out_kept(d->arena), below = wkb_out_kept(d->arena);
        wkb_str name;
        if (!wkp_resolve(&below, folder[i], href))
            continue;
        WKB_TRY(wkb_out_text(&below, &name));
        wkb_print(&path, "templates/%S", name);
        WKB_TRY(wkb_out_text(&path, &name));
        *out = wkp_find_input(d->project, name);
    }
    return WK_OK;
}

wk_status
wkp_embed(void *ud, wkb_str href, wkb_out *address)
{
    const wkp_pictures *d = ud;
    wk_project *p = d->project;
    const wkt_chart *chart;
    const wkp_input *in;
    WKB_TRY(find_chart(d, href, &chart));
    if (chart) {
        wkb_out csv = wkb_out_kept(d->arena);
        wkb_str bytes;
        wkw_csv_chart(&csv, chart, &p->units, &p->axes);
        WKB_TRY(wkb_out_text(&csv, &bytes));
        return wkp_put_data_address(address, "text/csv;charset=utf-8", bytes);
    }
    WKB_TRY(find_picture(d, href, &in));
    const char *type = type_of(href);
    if (in && type)
        return wkp_put_data_address(address, type, in->bytes);
    return wkb_error(&p->diag,
                     WK_EREFERENCE,
                     WKB_NOWHERE,
                     "no picture %q to put inside\nput it below templates/, as "
                     "PNG, JPEG, GIF, WebP, AVIF or SVG",
                     href);
}
