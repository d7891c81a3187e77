/* A scene as SVG: the shapes as Cairo has them, in few bytes, the words as
 * text, and what the eye does not see: title, description, tooltips, links.
 * Cairo's own SVG surface is not asked: to print numbers took it ten times as
 * long as all of this. */
#include <string.h>

#include "draw/brush.h"
#include "draw/svg.h"

typedef struct svg {
    wkb_out *out;
    const wkd_scene *s;
    wkb_str id;
    uint32_t datum;   /* whose group is open */
    bool in_words;    /* of marks that stand before */
    wk_status status; /* of Cairo's paths */
} svg;

/* ---- texts ---- */

static const char *
escape_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return (unsigned char)c < 0x20 && c != '\t' && c != '\n'
                   ? "\xef\xbf\xbd"
                   : NULL;
    }
}

static void
put_text(wkb_out *out, wkb_str s)
{
    size_t plain = 0, i = 0;
    while (i < s.n) {
        uint32_t cp;
        const size_t n = wkb_utf8(wkb_sub(s, i, s.n), &cp);
        const char *e = n ? escape_of(s.p[i]) : "\xef\xbf\xbd";
        if (!e) {
            i += n;
            continue;
        }
        wkb_put(out, wkb_sub(s, plain, i));
        wkb_puts(out, e);
        plain = ++i;
    }
    wkb_put(out, wkb_sub(s, plain, s.n));
}

static void
put_px(wkb_out *out, const char *name, double v)
{
    wkb_print(out, " %s=\"", name);
    wkd_put_px(out, v);
    wkb_putc(out, '"');
}

/* An id of letters, digits, _ and -, so that it can be named in a style. */
static wk_status
clean_id(wkb_str *out, wkb_arena *a, wkb_str id)
{
    enum { MAX_ID = 200 };
    wkb_out o = wkb_out_kept(a);
    if (id.n == 0 || !wkb_is_letter(*id.p))
        wkb_puts(&o, "chart-");
    for (size_t i = 0; i < id.n && i < MAX_ID; i++) {
        const char c = id.p[i];
        const bool is_plain = wkb_is_letter(c) || wkb_is_digit(c);
        wkb_put(&o, is_plain ? wkb_sub(id, i, i + 1) : WKB_STR("-"));
    }
    return wkb_out_text(&o, out);
}

/* ---- groups: what marks and words of one datum share ---- */

static const wkd_datum *
datum_of(const svg *v, uint32_t datum)
{
    return datum < v->s->datum.n ? &v->s->datum.item[datum] : NULL;
}

static void
close_group(svg *v)
{
    const wkd_datum *d = datum_of(v, v->datum);
    v->datum = WKD_NO_DATUM;
    if (d && (d->href.n || d->tooltip.n))
        wkb_puts(v->out, d->href.n ? "</a>" : "</g>");
}

static void
open_group(svg *v, uint32_t datum)
{
    if (datum == v->datum)
        return;
    close_group(v);
    const wkd_datum *d = datum_of(v, datum);
    v->datum = datum;
    if (!d)
        return;
    if (d->href.n) {
        wkb_puts(v->out, "<a href=\"");
        put_text(v->out, d->href);
        /* One stop for the keyboard and one link to be read: the mark. */
        wkb_puts(v->out,
                 v->in_words ? "\" tabindex=\"-1\" aria-hidden=\"true\">"
                             : "\">");
    } else if (d->tooltip.n) {
        wkb_puts(v->out, "<g>");
    }
    if (d->tooltip.n) {
        wkb_puts(v->out, "<title>");
        put_text(v->out, d->tooltip);
        wkb_puts(v->out, "</title>");
    }
}

/* ---- marks ---- */

static void
put_shape(wkb_out *out, const wkd_mark *m, const cairo_path_t *path)
{
    wkd_point center;
    double radius;
    const bool is_circle = m->kind == WKD_POINTS && m->shape == WKD_CIRCLE &&
                           wkd_path_circle(path, &center, &radius);
    wkb_puts(out, is_circle ? "<circle class=\"" : "<path class=\"");
    wkd_put_mark_class(out, m);
    wkb_putc(out, '"');
    if (is_circle) {
        put_px(out, "cx", center.x);
        put_px(out, "cy", center.y);
        put_px(out, "r", radius);
    } else {
        wkb_puts(out, " d=\"");
        wkd_put_path(out, path);
        wkb_putc(out, '"');
    }
    wkb_puts(out, "/>");
}

static void
take_shape(void *ud, cairo_t *cr, const wkd_mark *m, const wkd_look *look)
{
    svg *v = ud;
    cairo_path_t *path = cairo_copy_path(cr);
    (void)look;
    if (path->status != CAIRO_STATUS_SUCCESS) {
        v->status = wkd_cairo_status(path->status);
    } else if (path->num_data) {
        open_group(v, m->datum);
        put_shape(v->out, m, path);
    }
    cairo_path_destroy(path);
}

static wk_status
put_marks(svg *v)
{
    cairo_surface_t *none = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *cr = cairo_create(none);
    /* Circles are the only curves, and a circle is told by few points. */
    cairo_set_tolerance(cr, 1);
    wkd_each_shape(v->s, cr, take_shape, v);
    close_group(v);
    WKB_TRY(wkd_end_surface(cr, none, v->out));
    return v->status;
}

/* ---- words ---- */

static void
put_word_class(wkb_out *out, const wkd_word *w)
{
    char text[64];
    wkb_fixed fixed = {text, sizeof text, 0};
    wkb_out o = wkb_out_to(wkb_put_fixed, &fixed);
    wkd_put_word_class(&o, w);
    if (fixed.n)
        wkb_print(out, " class=\"%S\"", (wkb_str){text, fixed.n});
}

static void
put_word(svg *v, const wkd_word *w)
{
    static const char *const anchors[] = {[WKD_START] = "",
                                          [WKD_MIDDLE] =
                                              " text-anchor=\"middle\"",
                                          [WKD_END] = " text-anchor=\"end\""};
    wkb_puts(v->out, "<text");
    put_word_class(v->out, w);
    put_px(v->out, "x", w->x);
    put_px(v->out, "y", w->y);
    wkb_puts(v->out, anchors[w->anchor]);
    if (w->size_px != 12 && w->size_px != 11) {
        wkb_puts(v->out, " style=\"font-size:");
        wkd_put_px(v->out, w->size_px);
        wkb_puts(v->out, "px\"");
    }
    if (w->angle != 0) {
        wkb_puts(v->out, " transform=\"rotate(");
        wkd_put_px(v->out, w->angle);
        wkb_putc(v->out, ' ');
        wkd_put_px(v->out, w->x);
        wkb_putc(v->out, ' ');
        wkd_put_px(v->out, w->y);
        wkb_puts(v->out, ")\"");
    }
    wkb_putc(v->out, '>');
    put_text(v->out, w->s);
    wkb_puts(v->out, "</text>");
}

static void
put_words(svg *v)
{
    if (v->s->word.n == 0)
        return;
    v->in_words = true;
    wkb_puts(v->out, "<g paint-order=\"stroke\">");
    for (size_t i = 0; i < v->s->word.n; i++) {
        open_group(v, v->s->word.item[i].datum);
        put_word(v, &v->s->word.item[i]);
    }
    close_group(v);
    wkb_puts(v->out, "</g>");
}

/* ---- the element ---- */

static bool
has_links(const wkd_scene *s)
{
    for (size_t i = 0; i < s->datum.n; i++)
        if (s->datum.item[i].href.n)
            return true;
    return false;
}

/* What is a picture to a screen reader holds nothing to be reached; with links
 * it is a group. */
static void
put_head(svg *v, bool is_alone)
{
    const wkd_scene *s = v->s;
    wkb_puts(v->out, "<svg");
    if (is_alone)
        wkb_puts(v->out, " xmlns=\"http://www.w3.org/2000/svg\"");
    else
        wkb_puts(v->out,
                 s->width < 500 ? " class=\"phone\"" : " class=\"wide\"");
    wkb_print(v->out, " id=\"%S\"", v->id);
    put_px(v->out, "width", s->width);
    put_px(v->out, "height", s->height);
    wkb_puts(v->out, " viewBox=\"0 0 ");
    wkd_put_px(v->out, s->width);
    wkb_putc(v->out, ' ');
    wkd_put_px(v->out, s->height);
    wkb_print(v->out,
              "\" role=\"%s\" aria-labelledby=\"%S-t %S-d\"><title "
              "id=\"%S-t\">",
              has_links(s) ? "group" : "img",
              v->id,
              v->id,
              v->id);
    put_text(v->out, s->title);
    wkb_print(v->out, "</title><desc id=\"%S-d\">", v->id);
    put_text(v->out, s->alt);
    wkb_puts(v->out, "</desc>");
}

static wk_status
put_svg(svg *v, bool is_alone, wkd_fonts *f)
{
    put_head(v, is_alone);
    if (is_alone) {
        wkd_cut cut;
        WKB_TRY(wkd_cut_scene(&cut, f, v->s));
        wkd_put_style(v->out, v->s, v->id, &cut);
        wkb_puts(v->out,
                 "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>");
    }
    WKB_TRY(put_marks(v));
    put_words(v);
    wkb_puts(v->out, "</svg>");
    return v->out->status;
}

wk_status
wkd_svg(
    wkb_out *out, const wkd_scene *s, wkb_str id, bool is_alone, wkd_fonts *f)
{
    svg v = {.out = out, .s = s, .datum = WKD_NO_DATUM};
    const wkb_mark mark = wkb_arena_mark(&f->scratch);
    wk_status status = clean_id(&v.id, &f->scratch, id);
    if (status == WK_OK)
        status = put_svg(&v, is_alone, f);
    wkb_arena_rewind(&f->scratch, mark);
    return status;
}
