/* Opens the drawing module as the program does, and measures two words. */
#include <stdio.h>

#include "project/module.h"

static void
tell(void *ud, const wk_diag *d)
{
    (void)ud;
    printf("3: %s\n", d->message);
}

static wk_status
measure(wkb_arena *a, wkb_diag *d)
{
    const wkp_module *module;
    const char *folder;
    wkd_fonts *fonts;
    wkd_extent x;
    WKB_TRY(wkp_module_get(&module, &folder, a, d));
    WKB_TRY(module->fonts_new(&fonts, a, folder, d));
    const wkd_measure m = module->measure(fonts);
    wk_status status = WK_OK;
    for (wkd_face face = WKD_REGULAR; face <= WKD_BOLD; face++)
        if (status == WK_OK)
            status = m.text(m.ud, WKB_STR("H100"), face, 12, &x);
    module->fonts_free(fonts);
    if (status == WK_OK && !(x.width > 24 && x.width < 36))
        status = WK_ERANGE;
    return status;
}

int
main(void)
{
    wkb_arena a;
    wkb_diag d = {.fn = tell};
    wkb_arena_init(&a, NULL, NULL, 0);
    const wk_status status = measure(&a, &d);
    wkb_arena_clear(&a);
    return status == WK_OK ? 0 : 3;
}
