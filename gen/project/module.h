/* The drawing module: the program opens it when a chart is first needed, the
 * libraries have it inside. What draws nothing loads nothing of Cairo. */
#ifndef WKP_MODULE_H
#define WKP_MODULE_H

#include "draw/card.h"
#include "draw/cut.h"
#include "draw/paint.h"

/* The functions of draw/ that the project calls. */
typedef struct wkp_module {
    size_t size;
    const char *version; /* of the program that it was made with */
    wk_status (*fonts_new)(wkd_fonts **out,
                           wkb_arena *a,
                           const char *folder,
                           wkb_diag *d);
    void (*fonts_free)(wkd_fonts *f);
    wk_status (*fonts_hash)(wkb_hash *out, wkd_fonts *f);
    uint32_t (*color)(wkd_theme theme, wkd_token token);
    wkd_measure (*measure)(wkd_fonts *f);
    wk_status (*layout)(wkd_scene **out,
                        wkb_arena *a,
                        const wkt_chart *c,
                        const wkd_measure *m,
                        wkd_size size,
                        wkb_diag *d);
    wk_status (*card)(wkd_scene **out,
                      double *scale,
                      wkb_arena *a,
                      const wkd_card_text *t,
                      const wkd_scene *chart,
                      const wkd_measure *m);
    wk_status (*svg)(wkb_out *out,
                     const wkd_scene *s,
                     wkb_str id,
                     bool is_alone,
                     wkd_fonts *f);
    wk_status (*png)(wkb_out *out,
                     const wkd_scene *s,
                     double scale,
                     wkd_theme theme,
                     const wkd_about *about,
                     wkd_fonts *f);
    wk_status (*pdf)(wkb_out *out,
                     const wkd_scene *s,
                     const wkd_about *about,
                     wkd_fonts *f);
    wk_status (*paint)(const wkd_scene *s,
                       wkd_theme theme,
                       wkd_fonts *f,
                       cairo_t *cr);
} wkp_module;

/* The folder of the fonts that were installed, in the arena; nothing is
 * loaded. It need not be there. */
wk_status wkp_fonts_installed(const char **out, wkb_arena *a);

/*
 * What tells this program, its module and the fonts in a folder (of no length:
 * as installed) from any other, on this machine: a line a file.
 * Errors: WK_ENONE in a library, whose code may be anywhere.
 */
wk_status wkp_put_program(wkb_out *out, wkb_arena *a, wkb_str fonts);

/*
 * The module, and the folder of its fonts, in the arena. To be asked for once
 * a project; a module stays loaded until the process ends.
 * Errors, told: WK_ESYSTEM if there is none, or one of another version.
 */
wk_status wkp_module_get(const wkp_module **out,
                         const char **fonts,
                         wkb_arena *a,
                         wkb_diag *d);

#endif
