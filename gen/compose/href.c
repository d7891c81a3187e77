/* Addresses of links and pictures: where they stand, which are refused. */
#include <string.h>

#include "compose/compose.h"

/* The address itself, where it stands as it is in the link that begins there.
 */
static wkb_span
address_at(const wkt_page *p, wkb_str href, wkb_span at)
{
    if (at.file >= p->env->diag->file.n || href.n == 0)
        return at;
    const wkb_str all = p->env->diag->file.item[at.file].bytes;
    enum { FURTHEST = 4096 };
    const size_t end = at.begin + (size_t)FURTHEST;
    const wkb_str link = wkb_sub(all, at.begin, end < all.n ? end : all.n);
    const char *text_end = link.n ? memmem(link.p, link.n, "](", 2) : NULL;
    size_t i = text_end ? (size_t)(text_end - link.p) + 2 : link.n;
    if (wkb_starts(link, WKB_STR("<")))
        i = 1;
    else if (i < link.n && link.p[i] == '<')
        i++;
    if (wkb_starts(link, href)) /* a definition, a directive's text */
        i = 0;
    if (!wkb_starts(wkb_sub(link, i, link.n), href))
        return at;
    at.begin += (uint32_t)i;
    at.end = at.begin + (uint32_t)href.n;
    return at;
}

static wk_status
check_href(wkt_page *p, wkb_str href, wkb_span place)
{
    const wkb_span at = address_at(p, href, place);
    static const char *const schemes[] = {
        "http", "https", "mailto", "ftp", "doi"};
    const size_t colon = wkb_find(href, ':');
    const wkb_str scheme = wkb_sub(href, 0, colon);
    if (wkb_starts(href, WKB_STR("//")))
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         at,
                         "the address %q leaves out its scheme\n"
                         "begin it with https:",
                         href);
    for (size_t i = 0; i < colon && colon < href.n; i++) {
        if (href.p[i] == '/' || href.p[i] == '#' || href.p[i] == '?')
            return WK_OK; /* the colon belongs to a path */
    }
    if (colon == href.n)
        return WK_OK;
    for (size_t i = 0; i < WKB_COUNT(schemes); i++) {
        if (wkb_str_eq(scheme, wkb_str_of(schemes[i])))
            return WK_OK;
    }
    return wkb_error(p->env->diag,
                     WK_ESYNTAX,
                     at,
                     "links with %q are refused\n"
                     "link to a page, or to an https: address",
                     wkb_sub(href, 0, colon + 1));
}

wk_status
wkt_lead_to(wkt_page *p, wkt_node *n, wkb_str href, wkb_span at)
{
    wkt_link *l = WKB_PUSH(p->arena, &p->doc->link);
    if (!l)
        return WK_ENOMEM;
    *l = (wkt_link){href, at};
    n->href = href;
    return wkt_fault(p, check_href(p, href, at));
}
