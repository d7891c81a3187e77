/* What the painters share. */
#ifndef WKD_BRUSH_H
#define WKD_BRUSH_H

#include "draw/faces.h"
#include "draw/paint.h"

/* The ground's color round the letters of a word that has a halo. */
enum { WKD_HALO_PX = 2 };

/* Takes the shape of a mark, of points one by one: the path of cr is it, and
 * its pen is set. */
typedef void (*wkd_shape_fn)(void *ud,
                             cairo_t *cr,
                             const wkd_mark *m,
                             const wkd_look *look);

/* The shape of each mark in their order, without words. */
void wkd_each_shape(const wkd_scene *s, cairo_t *cr, wkd_shape_fn fn, void *ud);

/* Whether nothing of a scene is painted before a word of it where its halo is:
 * then the halo, of the ground's color, is not to be seen. */
bool wkd_is_bare(const wkd_scene *s, const wkd_word *w);

/* The fault of a cairo_t, or WK_OK. */
wk_status wkd_cairo_status(cairo_status_t status);
/* Ends a surface and tells the fault of it or of what drew on it, or of the
 * sink it was put into (NULL: none). Takes both. */
wk_status wkd_end_surface(cairo_t *cr, cairo_surface_t *surface, wkb_out *out);
/* A cairo_write_func_t into a wkb_out. */
cairo_status_t wkd_put_bytes(void *ud, const unsigned char *p, unsigned n);

#endif
