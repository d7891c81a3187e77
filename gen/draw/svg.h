/* The parts of the SVG painter. */
#ifndef WKD_SVG_H
#define WKD_SVG_H

#include "draw/cut.h"
#include "draw/paint.h"

/* svg_path.c: Cairo's paths as text. */

/* Puts a path in few bytes, rounded to 1/100 px. */
void wkd_put_path(wkb_out *out, const cairo_path_t *path);
/* Whether a path is a circle of curves. */
bool
wkd_path_circle(const cairo_path_t *path, wkd_point *center, double *radius);
/* v rounded to 1/100, without needless figures. */
void wkd_put_px(wkb_out *out, double v);

/* svg_style.c: classes, and what they mean. */

/* Put the classes of a mark or word, with spaces between; nothing if none. */
void wkd_put_mark_class(wkb_out *out, const wkd_mark *m);
void wkd_put_word_class(wkb_out *out, const wkd_word *w);
/* Put the rule of a role, a color or a face as style.css has it: selector
 * before the class, for example "svg ". */
void wkd_put_role_rule(wkb_out *out, const char *before, wkd_role role);
void wkd_put_color_rule(wkb_out *out, const char *before, wkd_token t);

/* The style of a picture that is a file: its fonts, colors, and what the
 * classes in it mean, all for the element with that id. */
void
wkd_put_style(wkb_out *out, const wkd_scene *s, wkb_str id, const wkd_cut *cut);

#endif
