/* Reads font files and opens them for HarfBuzz and Cairo. */
#include <stdlib.h>
#include <string.h>

#include <freetype/ftmodapi.h>
#include <hb-ot.h>

#include "base/file.h"
#include "draw/faces.h"

static const char *const files[WKD_FONTS] = {
    [WKD_REGULAR] = "Inter-Regular.otf",
    [WKD_BOLD] = "Inter-Bold.otf",
    [WKD_ITALIC] = "Inter-Italic.otf",
    [WKD_DISPLAY] = "InterDisplay-SemiBold.otf",
    [WKD_FONT_MONO] = "JetBrainsMono-Regular.ttf",
    [WKD_FONT_FALLBACK] = "DejaVuSans.ttf",
};

const char *
wkd_font_file(unsigned font)
{
    return files[font];
}

wk_status
wkd_fonts_new(wkd_fonts **out, wkb_arena *a, const char *folder, wkb_diag *d)
{
    *out = NULL;
    wkd_fonts *f = WKB_NEW(a, wkd_fonts, 1);
    const wkb_str kept = wkb_copy(a, wkb_str_of(folder));
    if (!f || !kept.p)
        return WK_ENOMEM;
    f->folder = kept.p;
    f->diag = d;
    wkb_arena_init(&f->scratch, a->fn, a->ud, 0);
    wkb_arena_init(&f->measured, a->fn, a->ud, 0);
    wkb_arena_init(&f->cuts, a->fn, a->ud, 0);
    for (size_t i = 0; i < WKD_FACES; i++)
        wkb_pool_init(&f->text[i], &f->measured);
    f->buffer = hb_buffer_create();
    if (!hb_buffer_allocation_successful(f->buffer))
        return WK_ENOMEM;
    *out = f;
    return WK_OK;
}

void
wkd_fonts_free(wkd_fonts *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < WKD_FONTS; i++) {
        for (size_t j = 0; j < WKD_HALOS; j++)
            cairo_font_face_destroy(f->font[i].halo[j].cairo);
        cairo_font_face_destroy(f->font[i].cairo);
        hb_font_destroy(f->font[i].hb);
        hb_blob_destroy(f->font[i].bytes);
    }
    hb_buffer_destroy(f->buffer);
    wkd_drop_cuts(f);
    wkb_arena_clear(&f->measured);
    wkb_arena_clear(&f->scratch);
}

/* Bytes by malloc, since Cairo may keep a font longer than any arena lives. */
typedef struct bytes {
    char *p;
    size_t n, cap;
} bytes;

static wk_status
take(void *ud, const char *p, size_t n)
{
    bytes *b = ud;
    if (b->cap - b->n < n) {
        const size_t cap = 2 * b->cap + n;
        char *grown = realloc(b->p, cap);
        if (!grown)
            return WK_ENOMEM;
        b->p = grown;
        b->cap = cap;
    }
    memcpy(b->p + b->n, p, n);
    b->n += n;
    return WK_OK;
}

static wk_status
read_file(const wkd_fonts *f, const char *name, hb_blob_t **out)
{
    enum { USUAL = 1 << 19 };
    wkb_dir dir = {f->folder, f->diag};
    const wk_files all = wkb_dir_files(&dir);
    bytes b = {malloc(USUAL), 0, USUAL};
    if (!b.p)
        return WK_ENOMEM;
    const wk_status status = all.read(all.ud, name, take, &b);
    if (status != WK_OK || b.n > UINT32_MAX / 2) {
        free(b.p);
        return status != WK_OK ? status : WK_ELIMIT;
    }
    char *fitting = realloc(b.p, b.n + 1);
    if (fitting)
        b.p = fitting;
    *out = hb_blob_create_or_fail(
        b.p, (unsigned)b.n, HB_MEMORY_MODE_READONLY, b.p, free);
    return *out ? WK_OK : WK_ENOMEM; /* it has freed b.p */
}

/* The font of a file, with as many units to the em as it was drawn with. */
static wk_status
open_font(wkd_open_font *o)
{
    hb_face_t *face = hb_face_create(o->bytes, 0);
    o->hb = hb_font_create(face);
    o->em = hb_face_get_upem(face);
    const bool is_font = hb_face_get_glyph_count(face) > 0;
    hb_face_destroy(face);
    hb_font_extents_t e;
    if (!is_font || !hb_font_get_h_extents(o->hb, &e))
        return WK_ESYSTEM;
    o->ascent = e.ascender / o->em;
    o->descent = -e.descender / o->em;
    return WK_OK;
}

wk_status
wkd_font_open(wkd_fonts *f, unsigned font)
{
    wkd_open_font *o = &f->font[font];
    if (o->hb)
        return WK_OK;
    wkd_open_font new = {.bytes = NULL};
    WKB_TRY(read_file(f, files[font], &new.bytes));
    const wk_status status = open_font(&new);
    if (status == WK_OK) {
        *o = new;
        return WK_OK;
    }
    hb_font_destroy(new.hb);
    hb_blob_destroy(new.bytes);
    return wkb_error(f->diag,
                     status,
                     WKB_NOWHERE,
                     "'%s/%s' is not a font\ninstall the program's fonts again",
                     f->folder,
                     files[font]);
}

wk_status
wkd_fonts_hash(wkb_hash *out, wkd_fonts *f)
{
    wkb_hash each[WKD_FONTS];
    for (unsigned i = 0; i < WKD_FONTS; i++) {
        unsigned n;
        WKB_TRY(wkd_font_open(f, i));
        const char *p = hb_blob_get_data(f->font[i].bytes, &n);
        wkb_hash_of(&each[i], (wkb_str){p, n});
    }
    wkb_hash_of(out, (wkb_str){(const char *)each, sizeof each});
    return WK_OK;
}

/* A FreeType library for each font, since Cairo may drop a font in any thread;
 * by its parts, since FT_Init_FreeType lets the environment change glyphs. */
typedef struct drawn {
    struct FT_MemoryRec_ memory;
    FT_Library library;
    FT_Face face;
    hb_blob_t *bytes;
} drawn;

static void *
ft_alloc(FT_Memory memory, long size)
{
    (void)memory;
    return malloc((size_t)size);
}

static void
ft_free(FT_Memory memory, void *p)
{
    (void)memory;
    free(p);
}

static void *
ft_realloc(FT_Memory memory, long old_size, long size, void *p)
{
    (void)memory;
    (void)old_size;
    return realloc(p, (size_t)size);
}

static void
free_drawn(void *ud)
{
    drawn *d = ud;
    if (d->face)
        FT_Done_Face(d->face);
    if (d->library)
        FT_Done_Library(d->library);
    hb_blob_destroy(d->bytes);
    free(d);
}

static cairo_font_face_t *
cairo_font(drawn *d)
{
    static const cairo_user_data_key_t key;
    unsigned n;
    const char *p = hb_blob_get_data(d->bytes, &n);
    if (FT_New_Library(&d->memory, &d->library))
        return NULL;
    FT_Add_Default_Modules(d->library);
    if (FT_New_Memory_Face(
            d->library, (const FT_Byte *)p, (FT_Long)n, 0, &d->face))
        return NULL;
    cairo_font_face_t *c = cairo_ft_font_face_create_for_ft_face(
        d->face, FT_LOAD_NO_HINTING | FT_LOAD_NO_AUTOHINT);
    if (cairo_font_face_status(c) == CAIRO_STATUS_SUCCESS &&
        cairo_font_face_set_user_data(c, &key, d, free_drawn) ==
            CAIRO_STATUS_SUCCESS)
        return c;
    cairo_font_face_destroy(c);
    return NULL;
}

wk_status
wkd_font_cairo(cairo_font_face_t **out, wkd_fonts *f, unsigned font)
{
    WKB_TRY(wkd_font_open(f, font));
    wkd_open_font *o = &f->font[font];
    *out = o->cairo;
    if (o->cairo)
        return WK_OK;
    drawn *d = calloc(1, sizeof *d);
    if (!d)
        return WK_ENOMEM;
    d->memory = (struct FT_MemoryRec_){NULL, ft_alloc, ft_free, ft_realloc};
    d->bytes = hb_blob_reference(o->bytes);
    *out = o->cairo = cairo_font(d);
    if (*out)
        return WK_OK;
    free_drawn(d);
    return WK_ENOMEM;
}

/* ---- halos ---- */

static const cairo_user_data_key_t halo_key;

typedef struct halo {
    cairo_font_face_t *of;
    double width_em;
} halo;

static void
free_halo(void *ud)
{
    halo *h = ud;
    cairo_font_face_destroy(h->of);
    free(h);
}

static cairo_status_t
stroke_glyph(cairo_scaled_font_t *font,
             unsigned long id,
             cairo_t *cr,
             cairo_text_extents_t *extents)
{
    const halo *h = cairo_font_face_get_user_data(
        cairo_scaled_font_get_font_face(font), &halo_key);
    const cairo_glyph_t glyph = {id, 0, 0};
    (void)extents;
    cairo_set_font_face(cr, h->of);
    cairo_set_font_size(cr, 1);
    cairo_glyph_path(cr, &glyph, 1);
    cairo_set_line_width(cr, h->width_em);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cr);
    return cairo_status(cr);
}

static cairo_font_face_t *
new_halo(cairo_font_face_t *of, double width_em)
{
    halo *h = malloc(sizeof *h);
    cairo_font_face_t *c = cairo_user_font_face_create();
    if (!h || cairo_font_face_set_user_data(c, &halo_key, h, free_halo) !=
                  CAIRO_STATUS_SUCCESS) {
        cairo_font_face_destroy(c);
        free(h);
        return NULL;
    }
    *h = (halo){cairo_font_face_reference(of), width_em};
    cairo_user_font_face_set_render_glyph_func(c, stroke_glyph);
    return c;
}

wk_status
wkd_font_halo(cairo_font_face_t **out,
              wkd_fonts *f,
              unsigned font,
              double width_em)
{
    cairo_font_face_t *face;
    WKB_TRY(wkd_font_cairo(&face, f, font));
    wkd_open_font *o = &f->font[font];
    for (size_t i = 0; i < WKD_HALOS; i++)
        if (o->halo[i].cairo && o->halo[i].width_em == width_em) {
            *out = o->halo[i].cairo;
            return WK_OK;
        }
    *out = new_halo(face, width_em);
    if (!*out)
        return WK_ENOMEM;
    struct wkd_halo *oldest = &o->halo[o->n_halos++ % WKD_HALOS];
    cairo_font_face_destroy(oldest->cairo);
    *oldest = (struct wkd_halo){*out, width_em};
    return WK_OK;
}
