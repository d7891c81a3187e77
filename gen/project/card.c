/* The picture of a page, for where it is linked. */
#include "project/drawing.h"
#include "write/put.h"

/* The title, what the page is about, its first chart. */
static wk_status
lay_out(wkd_scene **out, double *scale, const wkp_card_request *r)
{
    wk_project *p = r->project;
    const wkd_measure measure = p->module->measure(p->fonts);
    const wkt_chart *first = r->doc->chart.n ? r->doc->chart.item[0] : NULL;
    wkd_scene *chart = NULL;
    wkd_card_text t = {.site = r->site->title,
                       .title = wkw_title_of(r->doc),
                       .text = r->doc->meta.description};
    if (t.text.n == 0 && first)
        t.text = first->title;
    if (first)
        WKB_TRY(wkp_scene(
            &chart, r->arena, p, first, (wkd_size){.width = WKP_WIDE}));
    return p->module->card(out, scale, r->arena, &t, chart, &measure);
}

/* What does not change from page to page: program, fonts, colors. */
static wk_status
look_of(wk_project *p)
{
    wkb_out out = wkb_out_kept(&p->arena);
    wkb_hash fonts;
    if (p->look.n)
        return WK_OK;
    WKB_TRY(p->module->fonts_hash(&fonts, p->fonts));
    wkb_puts(&out, wk_version());
    wkb_put_hash(&out, &fonts);
    for (int i = 0; i < WKD_TOKENS; i++)
        wkb_print(&out, " %d", (int)p->module->color(WKD_LIGHT, (wkd_token)i));
    return wkb_out_text(&out, &p->look);
}

/* What the picture is made from, in eight digits. */
static wk_status
name_card(
    wkb_str *out, wkb_arena *a, wk_project *p, const wkd_scene *s, wkb_str page)
{
    enum { DIGITS = 8 };
    char digits[WKB_HASH_DIGITS];
    wkb_fixed fixed = {digits, sizeof digits, 0};
    wkb_out hex = wkb_out_to(wkb_put_fixed, &fixed);
    wkb_out svg = wkb_out_kept(a), name = wkb_out_kept(a);
    wkb_str text;
    wkb_hash hash;
    WKB_TRY(look_of(p));
    wkb_put(&svg, p->look);
    WKB_TRY(p->module->svg(&svg, s, WKB_STR("card"), false, p->fonts));
    WKB_TRY(wkb_out_text(&svg, &text));
    wkb_hash_of(&hash, text);
    wkb_put_hash(&hex, &hash);
    wkb_print(&name, "cards/%S-%S.png", page, (wkb_str){digits, DIGITS});
    return wkb_out_text(&name, out);
}

/* Drawing takes longer than all else that makes a page: a picture that the
 * site has already is taken from there. */
static wk_status
draw(wkp_card *out, const wkp_card_request *r, const wkd_scene *s, double scale)
{
    const wkd_about about = {.date = r->doc->meta.date};
    wk_project *p = r->project;
    wkb_out png = wkb_out_kept(r->arena);
    WKB_TRY(name_card(&out->path, r->arena, p, s, r->doc->path));
    if (r->find && r->find(r->ud, out->path, &out->bytes) == WK_OK)
        return WK_OK;
    WKB_TRY(p->module->png(&png, s, scale, WKD_LIGHT, &about, p->fonts));
    return wkb_out_text(&png, &out->bytes);
}

wk_status
wkp_card_make(wkp_card *out, const wkp_card_request *r)
{
    wk_project *p = r->project;
    const wk_diag_fn listener = p->diag.fn;
    const size_t n_errors = p->diag.n_errors;
    wkd_scene *s = NULL;
    double scale = 1;
    *out = (wkp_card){.path = {NULL, 0}};
    WKB_TRY(wkp_drawing_open(p));
    p->diag.fn = NULL; /* a page may be titled in letters that no font has */
    wk_status status = lay_out(&s, &scale, r);
    if (status == WK_OK)
        status = draw(out, r, s, scale);
    p->diag.fn = listener;
    p->diag.n_errors = n_errors;
    if (status != WK_EENCODING)
        return status;
    *out = (wkp_card){.path = {NULL, 0}};
    return WK_OK;
}
