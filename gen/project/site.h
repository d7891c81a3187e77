/* What data/site.yaml says of the whole site. */
#ifndef WKP_SITE_H
#define WKP_SITE_H

#include "compose/document.h"
#include "compose/yaml.h"
#include "project/project.h"

/* A page of the navigation. */
typedef struct wkp_nav {
    wkb_str text; /* empty: the page's title */
    wkb_str path; /* without suffix */
    wkb_span at;
} wkp_nav;

/* How long a source of a kind may stand unread. */
typedef struct wkp_shelf {
    wkb_str kind;
    double seconds;
} wkp_shelf;

typedef struct wkp_site {
    wkt_site page; /* what pages are told of it */
    WKB_LIST(wkp_nav) nav;
    WKB_LIST(wkp_shelf) shelf;
} wkp_site;

/* Reads data/site.yaml; without one, a site without a title. Reports every
 * fault. */
wk_status wkp_site_read(wkp_site *out, wkb_arena *a, wk_project *p);

#endif
