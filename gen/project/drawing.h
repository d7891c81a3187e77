/* Drawing, once it is needed: the module, its fonts, a chart as a scene. */
#ifndef WKP_DRAWING_H
#define WKP_DRAWING_H

#include "compose/document.h"
#include "project/module.h"
#include "project/project.h"

/* The widths of a drawing, px: beside text, and on a phone. */
enum { WKP_WIDE = 640, WKP_PHONE = 360 };

/* Opens what draws, once a project. Errors, told: WK_ESYSTEM. */
wk_status wkp_drawing_open(wk_project *p);
void wkp_drawing_close(wk_project *p);

/* A chart laid out; the scene lives in a. Faults are told. */
wk_status wkp_scene(wkd_scene **out,
                    wkb_arena *a,
                    wk_project *p,
                    const wkt_chart *c,
                    wkd_size size);

/* A chart drawn as a picture of its own. */
typedef struct wkp_drawn {
    wk_project *project;
    wkb_arena *arena;
    const wkt_chart *chart;
    const wkd_scene *scene;
    wkb_str date; /* of the document, or empty */
    double scale; /* of a PNG */
} wkp_drawn;
wk_status
wkp_put_picture(wkb_out *out, const wkp_drawn *d, wk_picture_format format);

/* The picture that stands for a page where it is linked, as PNG. path is empty
 * if no font has what its title needs. find: gives the bytes of a file of the
 * site as it is; or NULL. */
typedef struct wkp_card {
    wkb_str path, bytes;
} wkp_card;
typedef struct wkp_card_request {
    wk_project *project;
    wkb_arena *arena;
    const wkt_document *doc;
    const wkt_site *site;
    wk_status (*find)(void *ud, wkb_str path, wkb_str *bytes);
    void *ud;
} wkp_card_request;
wk_status wkp_card_make(wkp_card *out, const wkp_card_request *r);

/* For wkw_request: both widths into a page; ud is a wkp_pictures. */
typedef struct wkp_pictures {
    wk_project *project;
    wkb_arena *arena;
    const wkt_document *doc;
    wkb_str folder; /* of the template, below templates/ */
} wkp_pictures;
wk_status
wkp_picture(void *ud, const wkt_chart *c, wkb_out *svg, wkb_str *note);
/* The same: the data: address of a chart's numbers, or of a picture that lies
 * in templates/. Errors, told: WK_EREFERENCE if there is none. */
wk_status wkp_embed(void *ud, wkb_str href, wkb_out *address);

/* data:TYPE;base64,... */
wk_status wkp_put_data_address(wkb_out *out, const char *type, wkb_str bytes);

/* fonts.c: the cut fonts that a style sheet names, url("fonts/NAME.woff2"),
 * and that were installed. */

/* Tells each, once for each time that it is named. */
typedef wk_status (*wkp_font_fn)(void *ud, wkb_str name, wkb_str bytes);
wk_status wkp_each_font(
    wk_project *p, wkb_arena *a, wkb_str style, wkp_font_fn fn, void *ud);
/* The style sheet with its fonts inside. */
wk_status
wkp_style_inside(wkb_str *out, wk_project *p, wkb_arena *a, wkb_str style);

#endif
