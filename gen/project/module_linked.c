/* The drawing module where it is linked in: in the libraries, the tests, and
 * in the module itself. */
#include <dlfcn.h>
#include <string.h>

#include "base/file.h"
#include "project/module.h"

/* WKP_LIBDIR comes from the Makefile. */
static const char installed[] = WKP_LIBDIR "/workings/fonts";

static const wkp_module module = {
    .size = sizeof(wkp_module),
    .version = WK_VERSION,
    .fonts_new = wkd_fonts_new,
    .fonts_free = wkd_fonts_free,
    .fonts_hash = wkd_fonts_hash,
    .color = wkd_color,
    .measure = wkd_fonts_measure,
    .layout = wkd_layout,
    .card = wkd_card,
    .svg = wkd_svg,
    .png = wkd_png,
    .pdf = wkd_pdf,
    .paint = wkd_paint,
};

/* A folder beside the file that this code was loaded from; NULL: not there. */
static wk_status
beside(const char **out, wkb_arena *a, const char *folder)
{
    Dl_info here;
    wkb_str path;
    *out = NULL;
    if (!dladdr((const void *)&module, &here) || !here.dli_fname)
        return WK_OK;
    const char *slash = strrchr(here.dli_fname, '/');
    if (!slash)
        return WK_OK;
    wkb_out o = wkb_out_kept(a);
    wkb_put(&o, (wkb_str){here.dli_fname, (size_t)(slash - here.dli_fname)});
    wkb_puts(&o, folder);
    WKB_TRY(wkb_out_text(&o, &path));
    *out = wkb_dir_exists(path.p) ? path.p : NULL;
    return WK_OK;
}

wk_status
wkp_fonts_installed(const char **out, wkb_arena *a)
{
    WKB_TRY(beside(out, a, "/fonts"));
    if (!*out)
        WKB_TRY(beside(out, a, "/workings/fonts"));
    if (!*out)
        *out = installed;
    return WK_OK;
}

wk_status
wkp_module_get(const wkp_module **out,
               const char **fonts,
               wkb_arena *a,
               wkb_diag *d)
{
    (void)d;
    *out = &module;
    return wkp_fonts_installed(fonts, a);
}

wk_status
wkp_put_program(wkb_out *out, wkb_arena *a, wkb_str fonts)
{
    (void)out;
    (void)a;
    (void)fonts;
    return WK_ENONE;
}
