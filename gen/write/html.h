/* The parts of the HTML writer. */
#ifndef WKW_HTML_H
#define WKW_HTML_H

#include "write/put.h"

/* A page being written. */
typedef struct wkw_page {
    wkb_out *out;
    const wkw_request *r;
    bool is_line_new;  /* nothing stands in the line yet */
    const char *space; /* between number and unit; NULL: as it is */
    size_t n_tables;
    size_t depth;
} wkw_page;

/* Puts a node, or all its children: what cmark would write for what Markdown
 * has, but without a slash in empty tags. */
void wkw_html_node(wkw_page *h, const wkt_node *n);
void wkw_html_nodes(wkw_page *h, const wkt_node *parent);

/* What needs more than a tag. */
void wkw_html_table(wkw_page *h, const wkt_node *n);
void wkw_html_figure(wkw_page *h, const wkt_node *n);
void wkw_html_math(wkw_page *h, const wkt_node *n);

/* The pieces: a new line if none has begun; text; <tag with class and id>. */
void wkw_html_line(wkw_page *h);
void wkw_html_text(wkw_page *h, wkb_str s);
void wkw_html_open(wkw_page *h, const char *tag, const wkt_node *n);
void wkw_html_close(wkw_page *h, const char *tag);
void wkw_html_attribute(wkw_page *h, const char *name, wkb_str value);
/* The text below n, for an attribute or a title. */
void wkw_html_plain(wkw_page *h, const wkt_node *n);

/* The slots of a layout but its content (html_page.c). */
void wkw_html_slot(wkw_page *h, wkw_slot slot);
void wkw_html_title(wkw_page *h);
/* "30 November 2026" for 2026-11-30; what is not a date as it is. */
void wkw_put_date(wkb_out *out, wkb_str date);
/* The entry of a page for a bibliography; escaped for HTML. */
void wkw_html_bibtex(wkw_page *h);

/* Cuts *rest at its first slot: true with the text before it and its name;
 * false with the last text, *rest then empty or at a '{{' without end. */
bool wkw_layout_next(wkb_str *rest, wkb_str *before, wkb_str *name);
wkw_slot wkw_slot_named(wkb_str name); /* WKW_SLOTS: none */

#endif
