/* A scene as a PDF of one page, with the document's date or none. */
#include <cairo-pdf.h>

#include "draw/brush.h"

static const double pt_per_px = 174 / 25.4 * 72 / 640;

/* Cairo wants a text that ends. */
static wk_status
set_about(cairo_surface_t *surface,
          cairo_pdf_metadata_t what,
          wkb_str text,
          wkb_arena *a)
{
    const wkb_str kept = wkb_copy(a, text);
    if (!kept.p)
        return WK_ENOMEM;
    cairo_pdf_surface_set_metadata(surface, what, kept.p);
    return WK_OK;
}

static wk_status
put_about(cairo_surface_t *surface,
          const wkd_scene *s,
          const wkd_about *about,
          wkb_arena *a)
{
    wkb_out date = wkb_out_kept(a);
    wkb_str text = {"", 0};
    if (about->date.n) {
        wkb_print(&date, "%ST00:00:00Z", about->date);
        WKB_TRY(wkb_out_text(&date, &text));
    }
    /* An empty date is left out; else Cairo would ask the clock. */
    WKB_TRY(set_about(surface, CAIRO_PDF_METADATA_CREATE_DATE, text, a));
    WKB_TRY(set_about(surface, CAIRO_PDF_METADATA_TITLE, s->title, a));
    WKB_TRY(set_about(surface, CAIRO_PDF_METADATA_SUBJECT, s->alt, a));
    WKB_TRY(set_about(surface, CAIRO_PDF_METADATA_KEYWORDS, about->sources, a));
    return set_about(
        surface, CAIRO_PDF_METADATA_CREATOR, WKB_STR("workings"), a);
}

wk_status
wkd_pdf(wkb_out *out, const wkd_scene *s, const wkd_about *about, wkd_fonts *f)
{
    const wkb_mark mark = wkb_arena_mark(&f->scratch);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        wkd_put_bytes, out, s->width * pt_per_px, s->height * pt_per_px);
    cairo_t *cr = cairo_create(surface);
    wk_status status = put_about(surface, s, about, &f->scratch);
    cairo_scale(cr, pt_per_px, pt_per_px);
    if (status == WK_OK)
        status = wkd_paint(s, WKD_PRINT, f, cr);
    cairo_show_page(cr);
    const wk_status ended = wkd_end_surface(cr, surface, out);
    wkb_arena_rewind(&f->scratch, mark);
    return status != WK_OK ? status : ended;
}
