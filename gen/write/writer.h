/* Writers: one file a format, from the tree alone. */
#ifndef WKW_WRITER_H
#define WKW_WRITER_H

#include "compose/document.h"

/* _layout.html, cut at its slots: pieces[0] slot[0] pieces[1] ... */
typedef enum wkw_slot {
    WKW_TITLE,
    WKW_META,
    WKW_NAV,
    WKW_TOC,
    WKW_CONTENT,
    WKW_FOOT,
    WKW_LANG, /* of the page, for <html lang> */
    WKW_SLOTS
} wkw_slot;
typedef struct wkw_layout {
    const wkb_str *piece; /* n_slots + 1 */
    const wkw_slot *slot;
    size_t n_slots;
} wkw_layout;
/* Cuts a layout. The first {{title}} is the page's name, for <title>; a second
 * is its heading, for <h1>: without one, {{content}} begins with the <h1>.
 * {{nav}} holds the site's name and its places. {{content}} is required; an
 * unknown slot is refused with the nearest. */
wk_status wkw_layout_read(
    wkw_layout *out, wkb_arena *a, wkb_str bytes, uint32_t file, wkb_diag *d);

/* A place of the site's navigation. */
typedef struct wkw_nav {
    wkb_str text, href; /* relative to the site's root: "guide.html" */
} wkw_nav;

typedef struct wkw_request {
    const wkt_document *doc;
    const wkt_site *site;
    const wkw_layout *layout; /* HTML; NULL: the built-in one */
    const wkw_nav *nav;
    size_t n_nav;
    wkb_str root;  /* from the page to the site's root: "" or "../" */
    wkb_str card;  /* a picture of the page below that root; empty: none */
    wkb_str style; /* the style sheet's text, put inside; empty: linked */
    bool is_self_contained;
    /* Puts the SVG of a chart; NULL or WK_ENONE: its table stands alone.
     * *note: what the drawn picture says below it, if it is not the chart's
     * note alone. */
    wk_status (*picture)(void *ud,
                         const wkt_chart *c,
                         wkb_out *svg,
                         wkb_str *note);
    /* Puts the data: address of a picture, or of the numbers of a chart, where
     * all must be inside; NULL: its alternative text stands for it. */
    wk_status (*embed)(void *ud, wkb_str href, wkb_out *address);
    void *ud;
} wkw_request;

typedef struct wkw_writer {
    const char *name, *suffix;
    wk_status (*write)(wkb_out *out, const wkw_request *r, wkb_diag *d);
} wkw_writer;

/* What a project without _layout.html and style.css gets; static. */
wkb_str wkw_builtin_layout(void);
wkb_str wkw_builtin_style(void);

extern const wkw_writer wkw_html;     /* ".html" */
extern const wkw_writer wkw_markdown; /* ".md" */

#endif
