/* A scene as PNG: Cairo's pixels, libpng's level 6 without filters, which for
 * charts is both fast and small. */
#include <math.h>
#include <string.h>

#include <png.h>

#include "draw/brush.h"

static const double px_per_m = 96 / .0254;

/* A picture on its way out. */
typedef struct picture {
    wkb_out *out;
    const wkd_scene *scene;
    const wkd_about *about;
    wk_status status; /* what libpng stumbled over */
} picture;

static void
stop(png_structp png, png_const_charp text)
{
    picture *p = png_get_error_ptr(png);
    (void)text;
    if (p->status == WK_OK)
        p->status = p->out->status != WK_OK ? p->out->status : WK_ENOMEM;
    png_longjmp(png, 1);
}

static void
ignore(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void
put(png_structp png, png_bytep bytes, png_size_t n)
{
    picture *p = png_get_io_ptr(png);
    wkb_put(p->out, (wkb_str){(const char *)bytes, n});
    if (p->out->status != WK_OK)
        png_error(png, "sink");
}

static void
flush(png_structp png)
{
    (void)png;
}

static void
put_text(png_structp png, png_infop info, const char *key, wkb_str value)
{
    char name[16];
    if (value.n == 0)
        return;
    memcpy(name, key, strlen(key) + 1);
    char *text = png_malloc(png, value.n + 1);
    memcpy(text, value.p, value.n);
    text[value.n] = 0;
    png_text t = {.compression = value.n > 512 ? PNG_ITXT_COMPRESSION_zTXt
                                               : PNG_ITXT_COMPRESSION_NONE,
                  .key = name,
                  .text = text,
                  .itxt_length = value.n};
    png_set_text(png, info, &t, 1);
    png_free(png, text);
}

static void
put_about(png_structp png, png_infop info, const picture *p)
{
    put_text(png, info, "Title", p->scene->title);
    put_text(png, info, "Description", p->scene->alt);
    put_text(png, info, "Source", p->about->sources);
    put_text(png, info, "Data", p->about->data);
    put_text(png, info, "Creation Time", p->about->date);
}

/* Cairo's 32 bits a pixel, in the order of the processor, to three bytes. */
static void
pack_row(unsigned char *to, const unsigned char *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t pixel;
        memcpy(&pixel, from + 4 * i, 4);
        to[3 * i] = (unsigned char)(pixel >> 16);
        to[3 * i + 1] = (unsigned char)(pixel >> 8);
        to[3 * i + 2] = (unsigned char)pixel;
    }
}

static void
put_rows(png_structp png, cairo_surface_t *image, unsigned char *row)
{
    const unsigned char *pixel = cairo_image_surface_get_data(image);
    const int stride = cairo_image_surface_get_stride(image);
    const int height = cairo_image_surface_get_height(image);
    const size_t width = (size_t)cairo_image_surface_get_width(image);
    for (int y = 0; y < height; y++) {
        pack_row(row, pixel + (size_t)y * (size_t)stride, width);
        png_write_row(png, row);
    }
}

/* libpng leaves it by longjmp; so what is freed stands with the caller. */
static void
encode(png_structp png,
       png_infop info,
       picture *p,
       cairo_surface_t *image,
       unsigned char *row)
{
    const png_uint_32 dots = (png_uint_32)lround(
        px_per_m * cairo_image_surface_get_width(image) / p->scene->width);
    png_set_write_fn(png, p, put, flush);
    png_set_compression_level(png, 6);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_set_IHDR(png,
                 info,
                 (png_uint_32)cairo_image_surface_get_width(image),
                 (png_uint_32)cairo_image_surface_get_height(image),
                 8,
                 PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_pHYs(png, info, dots, dots, PNG_RESOLUTION_METER);
    put_about(png, info, p);
    png_write_info(png, info);
    put_rows(png, image, row);
    png_write_end(png, NULL);
}

static wk_status
write_image(picture *p, cairo_surface_t *image, wkb_arena *a)
{
    const size_t width = (size_t)cairo_image_surface_get_width(image);
    unsigned char *row = wkb_alloc_raw(a, 3 * width);
    if (!row)
        return WK_ENOMEM;
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, p, stop, ignore);
    if (!png)
        return WK_ENOMEM;
    png_infop info = png_create_info_struct(png);
    if (!info)
        p->status = WK_ENOMEM;
    else if (setjmp(png_jmpbuf(png)) == 0)
        encode(png, info, p, image, row);
    png_destroy_write_struct(&png, &info);
    return p->status;
}

static void
paint_ground(cairo_t *cr, wkd_theme theme)
{
    const uint32_t rgb = wkd_color(theme, WKD_TOKEN_BG);
    cairo_set_source_rgb(cr,
                         (rgb >> 16 & 255) / 255.,
                         (rgb >> 8 & 255) / 255.,
                         (rgb & 255) / 255.);
    cairo_paint(cr);
}

/* Paints into pixels and writes them. */
static wk_status
draw(picture *p,
     cairo_surface_t *image,
     double scale,
     wkd_theme theme,
     wkd_fonts *f)
{
    cairo_t *cr = cairo_create(image);
    paint_ground(cr, theme);
    cairo_scale(cr, scale, scale);
    wk_status status = wkd_paint(p->scene, theme, f, cr);
    cairo_surface_flush(image);
    if (status == WK_OK)
        status = wkd_cairo_status(cairo_surface_status(image));
    if (status == WK_OK)
        status = write_image(p, image, &f->scratch);
    const wk_status ended = wkd_end_surface(cr, image, p->out);
    return status != WK_OK ? status : ended;
}

/* The pixels lie in the arena, where those of the next picture find them. */
wk_status
wkd_png(wkb_out *out,
        const wkd_scene *s,
        double scale,
        wkd_theme theme,
        const wkd_about *about,
        wkd_fonts *f)
{
    enum { MAX_SIDE = 32767 };
    const double width = ceil(s->width * scale);
    const double height = ceil(s->height * scale);
    if (!(width >= 1 && width <= MAX_SIDE && height >= 1 && height <= MAX_SIDE))
        return WK_ELIMIT;
    const int stride =
        cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, (int)width);
    const wkb_mark mark = wkb_arena_mark(&f->scratch);
    unsigned char *pixel =
        wkb_alloc_raw(&f->scratch, (size_t)stride * (size_t)height);
    picture p = {out, s, about, WK_OK};
    wk_status status = WK_ENOMEM;
    if (pixel)
        status = draw(
            &p,
            cairo_image_surface_create_for_data(
                pixel, CAIRO_FORMAT_RGB24, (int)width, (int)height, stride),
            scale,
            theme,
            f);
    wkb_arena_rewind(&f->scratch, mark);
    return status;
}
