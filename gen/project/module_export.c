/* The one name that the drawing module shows. */
#include "project/module.h"

WK_API const wkp_module *wkp_drawing(const char **fonts, wkb_arena *a);

const wkp_module *
wkp_drawing(const char **fonts, wkb_arena *a)
{
    const wkp_module *m;
    return wkp_module_get(&m, fonts, a, NULL) == WK_OK ? m : NULL;
}
