/* The drawing module where it is a file of its own: beside the program, or
 * where it was installed. */
#include <dlfcn.h>
#include <string.h>

#include "base/file.h"
#include "project/module.h"

/* From the program's folder; WKP_MODULES comes from the Makefile. The loader's
 * $ORIGIN would do, but for sanitizers, which open files in its stead. */
static const char *const places[] = {
    "/draw.so",
    "/" WKP_MODULES "/draw.so",
};

/* A NUL-terminated path from the program's folder. */
static wk_status
from_program(const char **out, wkb_arena *a, const char *place)
{
    wkb_str path = {"", 0};
    wkb_out o = wkb_out_kept(a);
    wkb_put_program_folder(&o);
    wkb_puts(&o, place);
    WKB_TRY(wkb_out_text(&o, &path));
    *out = path.p;
    return WK_OK;
}

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
    const char *why = NULL, *path = NULL;
    *out = NULL;
    for (size_t i = 0; i < WKB_COUNT(places); i++) {
        WKB_TRY(from_program(&path, a, places[i]));
        void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
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
    for (size_t i = 0; i < WKB_COUNT(folders); i++) {
        WKB_TRY(from_program(out, a, folders[i]));
        if (wkb_dir_exists(*out))
            break;
    }
    return WK_OK;
}

/* A folder whose files are being told. */
typedef struct told {
    wkb_out *out;
    wkb_arena *arena;
    const char *folder;
} told;

static wk_status
put_file(void *ud, const char *name)
{
    const told *t = ud;
    wkb_out path = wkb_out_kept(t->arena);
    wkb_str text;
    wkb_print(&path, "%s/%s", t->folder, name);
    WKB_TRY(wkb_out_text(&path, &text));
    wkb_print(t->out, "%s ", name);
    (void)wkb_put_file_mark(t->out, text.p);
    wkb_putc(t->out, '\n');
    return t->out->status;
}

wk_status
wkp_put_program(wkb_out *out, wkb_arena *a, wkb_str fonts)
{
    told t = {.out = out, .arena = a, .folder = fonts.p};
    wkb_dir dir = {NULL, NULL};
    const wk_files files = wkb_dir_files(&dir);
    const char *path = NULL;
    if (!wkb_put_file_mark(out, "/proc/self/exe"))
        return WK_ENONE;
    for (size_t i = 0; i < WKB_COUNT(places); i++) {
        WKB_TRY(from_program(&path, a, places[i]));
        (void)wkb_put_file_mark(out, path);
        wkb_putc(out, '\n');
    }
    if (fonts.n == 0)
        WKB_TRY(wkp_fonts_installed(&t.folder, a));
    dir.path = t.folder;
    return wkb_dir_exists(t.folder) ? files.list(files.ud, "", put_file, &t)
                                    : WK_OK;
}
