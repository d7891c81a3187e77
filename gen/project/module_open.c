/* The drawing module where it is a file of its own: beside the program, or
 * where it was installed. */
#include <dlfcn.h>
#include <string.h>

#include "base/file.h"
#include "project/module.h"

/* WKP_MODULES comes from the Makefile: from the program to the folder. The
 * loader puts the program's folder for $ORIGIN. */
static const char *const places[] = {
    "$ORIGIN/draw.so",
    "$ORIGIN/" WKP_MODULES "/draw.so",
};

/* What the loader said that tells most: that a library is missing, rather than
 * that the module is not at this place. */
static const char *
reason(const char *now, const char *before)
{
    return !before || !strstr(now, "draw.so: cannot open") ? now : before;
}

static wk_status
no_module(wkb_diag *d, const char *why)
{
    return wkb_error(d,
                     WK_ESYSTEM,
                     WKB_NOWHERE,
                     "the part that draws cannot be loaded: %s\ninstall the "
                     "program again, with its draw.so and the libraries that "
                     "it needs",
                     why);
}

typedef const wkp_module *(*drawing_fn)(const char **fonts, wkb_arena *a);

static wk_status
ask(const wkp_module **out,
    const char **fonts,
    wkb_arena *a,
    void *handle,
    wkb_diag *d)
{
    drawing_fn drawing;
    void *symbol = dlsym(handle, "wkp_drawing");
    if (!symbol)
        return no_module(d, "draw.so is of another program");
    memcpy(&drawing, &symbol, sizeof drawing);
    const wkp_module *m = drawing(fonts, a);
    if (!m)
        return WK_ENOMEM;
    if (m->size != sizeof(wkp_module) || strcmp(m->version, WK_VERSION) != 0)
        return no_module(d, "draw.so is of another version");
    *out = m;
    return WK_OK;
}

wk_status
wkp_module_get(const wkp_module **out,
               const char **fonts,
               wkb_arena *a,
               wkb_diag *d)
{
    char text[512];
    const char *why = NULL;
    *out = NULL;
    for (size_t i = 0; i < WKB_COUNT(places); i++) {
        void *handle = dlopen(places[i], RTLD_NOW | RTLD_LOCAL);
        if (handle)
            return ask(out, fonts, a, handle, d);
        // NOLINTNEXTLINE(concurrency-mt-unsafe): glibc's is of the thread
        const char *said = dlerror();
        if (reason(said, why) == said) {
            wkb_fixed fixed = {text, sizeof text - 1, 0};
            (void)wkb_put_fixed(&fixed, said, strlen(said));
            text[fixed.n] = 0;
            why = text;
        }
    }
    return no_module(d, why);
}

wk_status
wkp_fonts_installed(const char **out, wkb_arena *a)
{
    static const char *const folders[] = {"/fonts", "/" WKP_MODULES "/fonts"};
    wkb_str path = {"", 0};
    for (size_t i = 0; i < WKB_COUNT(folders); i++) {
        wkb_out o = wkb_out_kept(a);
        wkb_put_program_folder(&o);
        wkb_puts(&o, folders[i]);
        WKB_TRY(wkb_out_text(&o, &path));
        if (wkb_dir_exists(path.p))
            break;
    }
    *out = path.p;
    return WK_OK;
}
