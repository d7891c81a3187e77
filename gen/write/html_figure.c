/* Figures as HTML: head, picture, numbers, caption with its links. */
#include "write/html.h"

#include "base/str.h"

static void
put_line_of(wkw_page *h, const char *cls, wkb_str text)
{
    if (text.n == 0)
        return;
    wkb_puts(h->out, *cls ? "<p" : "<p>");
    if (*cls)
        wkb_print(h->out, " class=\"%s\">", cls);
    wkw_put_escaped(h->out, text, &wkw_html_escapes);
    wkb_puts(h->out, "</p>\n");
}

/* The parts of a figure that its children make. */
typedef enum figure_part { HEAD, BODY, FOOT, PICTURE } figure_part;

static figure_part
part_of(const wkt_node *n)
{
    if (wkw_has_class(n, "ft") || wkw_has_class(n, "fs"))
        return HEAD;
    if (wkw_has_class(n, "picture"))
        return PICTURE; /* for formats into which nothing is drawn */
    return n->kind == WKT_TABLE || n->kind == WKT_DIV ? BODY : FOOT;
}

static bool
has_part(const wkt_node *figure, figure_part part)
{
    for (const wkt_node *c = figure->child; c; c = c->next) {
        if (part_of(c) == part)
            return true;
    }
    return false;
}

static void
put_part(wkw_page *h, const wkt_node *figure, figure_part part)
{
    for (const wkt_node *c = figure->child; c; c = c->next) {
        if (part_of(c) == part)
            wkw_html_node(h, c);
    }
}

static void
put_figure_head(wkw_page *h, const wkt_node *n)
{
    const bool has_own = has_part(n, HEAD);
    if (!has_own && (!n->chart || n->chart->title.n == 0))
        return;
    wkb_puts(h->out, "<header>\n");
    h->is_line_new = true;
    if (has_own) {
        put_part(h, n, HEAD);
    } else {
        put_line_of(h, "ft", n->chart->title);
        put_line_of(h, "fs", n->chart->subtitle);
    }
    wkb_puts(h->out, "</header>\n");
}

/* Whether there is a picture of the chart, which then has been put. */
static bool
put_picture(wkw_page *h, const wkt_node *n, wkb_str *note)
{
    const wkw_request *r = h->r;
    if (!r->picture || !n->chart)
        return false;
    const wk_status s = r->picture(r->ud, n->chart, h->out, note);
    if (s != WK_OK && s != WK_ENONE)
        h->out->status = s;
    return s == WK_OK;
}

static void
put_figure_body(wkw_page *h, const wkt_node *n, wkb_str *note)
{
    const bool is_drawn = put_picture(h, n, note) && has_part(n, BODY);
    if (is_drawn)
        wkb_puts(h->out,
                 "\n<details class=\"numbers\"><summary>The numbers as a "
                 "table</summary>\n");
    h->is_line_new = true;
    put_part(h, n, BODY);
    if (is_drawn)
        wkb_puts(h->out, "</details>\n");
}

/* What a link of the list leads to: a link, with all around it. */
static const wkt_node *
link_in(const wkt_node *item)
{
    while (item && item->kind != WKT_LINK)
        item = item->child;
    return item;
}

/* The name that a file is saved under: the last part of its address. */
static wkb_str
name_in(wkb_str href)
{
    while (wkb_find(href, '/') < href.n)
        (void)wkb_cut(&href, '/');
    return href;
}

/* Where all must be inside, the data are, to be saved; the picture, which is
 * there to be embedded by its address, has none. */
static void
put_inside(wkw_page *h, const wkt_node *link)
{
    const wkw_request *r = h->r;
    if (!wkw_has_class(link, "file") || !r->embed)
        return;
    wkb_puts(h->out, "<li><a href=\"");
    const wk_status s = r->embed(r->ud, link->href, h->out);
    if (s != WK_OK)
        h->out->status = s;
    wkb_putc(h->out, '"');
    wkw_html_attribute(h, "download", name_in(link->href));
    wkb_putc(h->out, '>');
    wkw_html_nodes(h, link);
    wkb_puts(h->out, "</a></li>\n");
}

static void
put_links(wkw_page *h, const wkt_node *list)
{
    wkb_puts(h->out, "<ul class=\"links\">\n");
    for (const wkt_node *item = list->child; item; item = item->next) {
        const wkt_node *link = link_in(item);
        const bool is_file = link && (wkw_has_class(link, "file") ||
                                      wkw_has_class(link, "picture"));
        h->is_line_new = true;
        if (is_file && h->r->is_self_contained)
            put_inside(h, link);
        else
            wkw_html_node(h, item);
    }
    wkb_puts(h->out, "</ul>\n");
    h->is_line_new = true;
}

/* The note of the picture as it was drawn, which tells what had no room,
 * stands for that of the chart. */
static void
put_foot(wkw_page *h, const wkt_node *figure, wkb_str note)
{
    if (note.n)
        put_line_of(h, "", note);
    h->is_line_new = true;
    for (const wkt_node *c = figure->child; c; c = c->next) {
        const bool is_note = wkw_has_class(c, "left");
        if (part_of(c) != FOOT || (is_note && note.n))
            continue;
        if (c->kind == WKT_LIST && wkw_has_class(c, "links"))
            put_links(h, c);
        else if (is_note && figure->chart)
            put_line_of(h, "", figure->chart->note);
        else
            wkw_html_node(h, c);
    }
}

void
wkw_html_figure(wkw_page *h, const wkt_node *n)
{
    const wkb_str own = n->chart ? n->chart->note : (wkb_str){NULL, 0};
    const wkb_str id = n->id.n || !n->chart ? n->id : n->chart->id;
    const bool has_foot = has_part(n, FOOT);
    wkb_str note = {NULL, 0};
    wkw_html_line(h);
    wkb_puts(h->out, "<figure class=\"fig");
    wkb_print(h->out, n->cls.n ? " %e\"" : "\"", n->cls);
    if (id.n)
        wkw_html_attribute(h, "id", id);
    wkb_puts(h->out, ">\n");
    put_figure_head(h, n);
    put_figure_body(h, n, &note);
    if (!has_foot && !note.n)
        note = own;
    if (has_foot || note.n) {
        wkb_puts(h->out, "<figcaption>\n");
        put_foot(h, n, note);
        wkb_puts(h->out, "</figcaption>\n");
    }
    wkb_puts(h->out, "</figure>\n");
    h->is_line_new = true;
}
