/* What the painters share. */
#ifndef WKD_BRUSH_H
#define WKD_BRUSH_H

#include "draw/faces.h"
#include "draw/paint.h"

/* Chooses what the next fill or stroke of a mark is made with. */
typedef void (*wkd_source_fn)(
    void *ud, cairo_t *cr, size_t mark, wkd_token token, double opacity);

/* Paints the shape of each mark, without words. */
void wkd_paint_marks(const wkd_scene *s,
                     cairo_t *cr,
                     wkd_source_fn source,
                     void *ud);

/* The fault of a cairo_t, or WK_OK. */
wk_status wkd_cairo_status(cairo_status_t status);
/* Ends a surface and tells the fault of it or of what drew on it, or of the
 * sink it was put into (NULL: none). Takes both. */
wk_status wkd_end_surface(cairo_t *cr, cairo_surface_t *surface, wkb_out *out);
/* A cairo_write_func_t into a wkb_out. */
cairo_status_t wkd_put_bytes(void *ud, const unsigned char *p, unsigned n);

#endif
