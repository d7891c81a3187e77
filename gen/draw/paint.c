/* Paints a scene on a cairo_t: shapes, then words glyph by glyph. */
#include <math.h>
#include <string.h>

#include "draw/brush.h"

static const double pi = 3.14159265358979323846;
static const double tolerance = .02;    /* px, of arcs */
static const double box_tolerance = .1; /* px, far below any radius */

uint32_t
wkd_color(wkd_theme theme, wkd_token token)
{
    if (theme == WKD_PRINT && token == WKD_TOKEN_BG)
        return 0xFFFFFF;
    if (theme == WKD_PRINT && token == WKD_TOKEN_INK)
        return 0;
    return theme == WKD_DARK ? wkd_tints[token].dark : wkd_tints[token].light;
}

wk_status
wkd_cairo_status(cairo_status_t status)
{
    switch ((int)status) {
    case CAIRO_STATUS_SUCCESS:
        return WK_OK;
    case CAIRO_STATUS_NO_MEMORY:
        return WK_ENOMEM;
    case CAIRO_STATUS_INVALID_SIZE:
        return WK_ELIMIT;
    default:
        return WK_ESYSTEM;
    }
}

wk_status
wkd_end_surface(cairo_t *cr, cairo_surface_t *surface, wkb_out *out)
{
    const wk_status drawn = wkd_cairo_status(cairo_status(cr));
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    const wk_status ended = wkd_cairo_status(cairo_surface_status(surface));
    cairo_surface_destroy(surface);
    if (out && out->status != WK_OK)
        return out->status;
    return drawn != WK_OK ? drawn : ended;
}

cairo_status_t
wkd_put_bytes(void *ud, const unsigned char *p, unsigned n)
{
    wkb_out *out = ud;
    wkb_put(out, (wkb_str){(const char *)p, n});
    return out->status == WK_OK ? CAIRO_STATUS_SUCCESS
                                : CAIRO_STATUS_WRITE_ERROR;
}

static void
add_shape(cairo_t *cr, const wkd_mark *m, wkd_point at)
{
    wkd_point corner[4];
    const size_t n =
        wkd_shape_corners((wkd_shape)m->shape, at, m->radius, corner);
    cairo_new_path(cr);
    if (n == 0)
        cairo_arc(cr, at.x, at.y, m->radius, 0, 2 * pi);
    for (size_t i = 0; i < n; i++)
        cairo_line_to(cr, corner[i].x, corner[i].y);
    cairo_close_path(cr);
}

static void
add_rects(cairo_t *cr, const wkd_point *p, size_t n)
{
    for (size_t i = 0; i + 1 < n; i += 2)
        cairo_rectangle(
            cr, p[i].x, p[i].y, p[i + 1].x - p[i].x, p[i + 1].y - p[i].y);
}

/* The path of a mark that is no row of points. */
static void
add_path(cairo_t *cr, const wkd_mark *m, const wkd_point *p)
{
    cairo_new_path(cr);
    if (m->kind == WKD_RECTS) {
        add_rects(cr, p, m->n);
        return;
    }
    for (size_t i = 0; i < m->n; i++)
        if (i == 0 || (m->kind == WKD_SEGMENTS && i % 2 == 0))
            cairo_move_to(cr, p[i].x, p[i].y);
        else
            cairo_line_to(cr, p[i].x, p[i].y);
    if (m->kind == WKD_AREA)
        cairo_close_path(cr);
}

static void
set_pen(cairo_t *cr, const wkd_look *look)
{
    double length[4];
    const size_t n = wkd_dash_lengths(look->dash, length);
    cairo_set_dash(cr, length, (int)n, 0);
    cairo_set_line_width(cr, look->width);
    cairo_set_line_cap(
        cr, look->is_round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(
        cr, look->is_round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
}

void
wkd_each_shape(const wkd_scene *s, cairo_t *cr, wkd_shape_fn fn, void *ud)
{
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING);
    cairo_set_miter_limit(cr, 10);
    for (size_t i = 0; i < s->mark.n; i++) {
        const wkd_mark *m = &s->mark.item[i];
        const wkd_point *p = s->pt.item + m->first;
        const wkd_look look = wkd_mark_look(m);
        set_pen(cr, &look);
        if (m->kind != WKD_POINTS) {
            add_path(cr, m, p);
            fn(ud, cr, m, &look);
        }
        for (size_t j = 0; m->kind == WKD_POINTS && j < m->n; j++) {
            add_shape(cr, m, p[j]);
            fn(ud, cr, m, &look);
        }
    }
    cairo_new_path(cr);
}

static void
set_color(cairo_t *cr, uint32_t rgb, double opacity)
{
    cairo_set_source_rgba(cr,
                          (rgb >> 16 & 255) / 255.,
                          (rgb >> 8 & 255) / 255.,
                          (rgb & 255) / 255.,
                          opacity);
}

/* Shapes being painted. */
typedef struct painter {
    wkd_theme theme;
    double edge; /* tolerance of what Cairo makes of a path */
} painter;

static void
paint_shape(void *ud, cairo_t *cr, const wkd_mark *m, const wkd_look *look)
{
    const painter *p = ud;
    (void)m;
    cairo_set_tolerance(cr, p->edge);
    if (look->fill != WKD_TOKEN_NONE) {
        set_color(cr, wkd_color(p->theme, look->fill), look->opacity);
        cairo_fill_preserve(cr);
    }
    if (look->stroke != WKD_TOKEN_NONE) {
        set_color(cr, wkd_color(p->theme, look->stroke), look->opacity);
        cairo_stroke_preserve(cr);
    }
    cairo_set_tolerance(cr, tolerance);
}

/* A PDF holds curves as they are: there the tolerance is only of the box that
 * Cairo measures round them. */
static double
edge_tolerance(cairo_t *cr)
{
    const cairo_surface_type_t type =
        cairo_surface_get_type(cairo_get_group_target(cr));
    return type == CAIRO_SURFACE_TYPE_PDF ? box_tolerance : tolerance;
}

/* Words being painted. */
typedef struct writer {
    cairo_t *cr;
    wkd_theme theme;
    wkd_fonts *f;
} writer;

/* A run as Cairo takes it. */
typedef struct inked {
    cairo_glyph_t *glyph;
    cairo_text_cluster_t *cluster;
    int n, n_clusters;
} inked;

/* Which bytes of the text each glyph shows, in the order of the bytes. */
static void
add_clusters(inked *k, const wkd_run *r)
{
    for (size_t i = 0, begin = r->begin; i < r->n;) {
        const size_t first = r->is_rtl ? r->n - 1 - i : i;
        const uint32_t at = r->glyph[first].at;
        size_t n = 0, end = r->end;
        for (; i < r->n; i++, n++) {
            const uint32_t next = r->glyph[r->is_rtl ? r->n - 1 - i : i].at;
            if (next != at) {
                end = next;
                break;
            }
        }
        k->cluster[k->n_clusters++] =
            (cairo_text_cluster_t){(int)(end - begin), (int)n};
        begin = end;
    }
}

static wk_status
ink(inked *k, wkb_arena *a, const wkd_run *r, double size, double *x)
{
    k->n = (int)r->n;
    k->n_clusters = 0;
    k->glyph = WKB_NEW(a, cairo_glyph_t, r->n);
    k->cluster = WKB_NEW(a, cairo_text_cluster_t, r->n);
    if (!k->glyph || !k->cluster)
        return WK_ENOMEM;
    for (size_t i = 0; i < r->n; i++) {
        const wkd_glyph *g = &r->glyph[i];
        k->glyph[i] = (cairo_glyph_t){g->id, *x + g->dx * size, -g->dy * size};
        *x += g->advance * size;
    }
    add_clusters(k, r);
    return WK_OK;
}

/* Halos are glyphs, since that is many times faster than paths; to a reader of
 * the text they are spaces. */
static wk_status
show_halo(const writer *w, const inked *k)
{
    wkb_arena *a = &w->f->scratch;
    char *spaces = wkb_alloc_raw(a, (size_t)k->n);
    cairo_text_cluster_t *each = WKB_NEW(a, cairo_text_cluster_t, (size_t)k->n);
    if (!spaces || !each)
        return WK_ENOMEM;
    memset(spaces, ' ', (size_t)k->n);
    for (int i = 0; i < k->n; i++)
        each[i] = (cairo_text_cluster_t){1, 1};
    cairo_show_text_glyphs(w->cr, spaces, k->n, k->glyph, k->n, each, k->n, 0);
    return WK_OK;
}

/* One run at x on the baseline: its halo, or itself. */
static wk_status
paint_run(const writer *w,
          const wkd_word *word,
          const wkd_run *r,
          double *x,
          bool is_halo)
{
    inked k;
    cairo_font_face_t *face;
    WKB_TRY(wkd_font_cairo(&face, w->f, r->font));
    WKB_TRY(ink(&k, &w->f->scratch, r, word->size_px, x));
    if (is_halo)
        WKB_TRY(wkd_font_halo(
            &face, w->f, r->font, 2 * WKD_HALO_PX / word->size_px));
    cairo_set_font_face(w->cr, face);
    cairo_set_font_size(w->cr, word->size_px);
    if (is_halo)
        return show_halo(w, &k);
    cairo_show_text_glyphs(w->cr,
                           word->s.p + r->begin,
                           (int)(r->end - r->begin),
                           k.glyph,
                           k.n,
                           k.cluster,
                           k.n_clusters,
                           r->is_rtl ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : 0);
    return WK_OK;
}

static wk_status
paint_runs(const writer *w,
           const wkd_word *word,
           const wkd_setting *set,
           bool is_halo)
{
    static const double before[] = {
        [WKD_START] = 0, [WKD_MIDDLE] = .5, [WKD_END] = 1};
    double x = -set->width * word->size_px * before[word->anchor];
    set_color(w->cr,
              wkd_color(w->theme, is_halo ? WKD_TOKEN_BG : wkd_word_look(word)),
              1);
    for (size_t i = 0; i < set->n; i++)
        WKB_TRY(paint_run(w, word, &set->run[i], &x, is_halo));
    return WK_OK;
}

static wk_status
paint_word(const writer *w, const wkd_scene *s, const wkd_word *word)
{
    wkd_setting set;
    WKB_TRY(wkd_set(&set, &w->f->scratch, w->f, word->s, (wkd_face)word->face));
    cairo_save(w->cr);
    cairo_translate(w->cr, word->x, word->y);
    cairo_rotate(w->cr, word->angle * pi / 180);
    wk_status status = WK_OK;
    if (word->has_halo && !wkd_is_bare(s, word))
        status = paint_runs(w, word, &set, true);
    if (status == WK_OK)
        status = paint_runs(w, word, &set, false);
    cairo_restore(w->cr);
    return status;
}

static wk_status
paint_words(const writer *w, const wkd_scene *s)
{
    for (size_t i = 0; i < s->word.n; i++) {
        const wkb_mark mark = wkb_arena_mark(&w->f->scratch);
        const wk_status status = paint_word(w, s, &s->word.item[i]);
        wkb_arena_rewind(&w->f->scratch, mark);
        WKB_TRY(status);
    }
    return WK_OK;
}

/* Outlines as they were drawn, whatever the surface prefers. */
static void
set_font_options(cairo_t *cr)
{
    cairo_font_options_t *o = cairo_font_options_create();
    cairo_font_options_set_antialias(o, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(o, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(o, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cr, o);
    cairo_font_options_destroy(o);
}

wk_status
wkd_paint(const wkd_scene *s, wkd_theme theme, wkd_fonts *f, cairo_t *cr)
{
    const writer w = {cr, theme, f};
    painter p = {theme, edge_tolerance(cr)};
    cairo_save(cr);
    cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
    cairo_set_tolerance(cr, tolerance);
    set_font_options(cr);
    wkd_each_shape(s, cr, paint_shape, &p);
    const wk_status status = paint_words(&w, s);
    cairo_restore(cr);
    return status != WK_OK ? status : wkd_cairo_status(cairo_status(cr));
}
