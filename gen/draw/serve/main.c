/* Cuts the fonts in a folder for pages, beside them; run by make. */
#include "base/store.h"
#include "draw/cut.h"

static wk_status
serve(const char *folder, wkb_arena *a)
{
    wkb_diag d = {0};
    wkb_store store;
    wkd_fonts *fonts;
    WKB_TRY(wkb_store_open(&store, folder, &d));
    wk_status status = wkd_fonts_new(&fonts, a, folder, &d);
    for (unsigned i = 0; i < WKD_FONTS && status == WK_OK; i++) {
        wkb_out out = wkb_out_kept(a);
        wkb_str bytes;
        status = wkd_font_serve(&out, fonts, i);
        if (status == WK_OK)
            status = wkb_out_text(&out, &bytes);
        if (status == WK_OK)
            status = wkb_store_write(&store, wkd_font_served(i), bytes);
    }
    wkd_fonts_free(fonts);
    wkb_store_close(&store);
    return status;
}

int
main(int argc, char **argv)
{
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    const wk_status status = argc == 2 ? serve(argv[1], &a) : WK_EUSAGE;
    wkb_arena_clear(&a);
    return status == WK_OK ? 0 : 3;
}
