/* Composing a template in memory, and what must hold of every page: shared by
 * tests and fuzz targets. HOLDS(condition) is defined by who includes it. */
#ifndef TESTS_COMPOSE_HELP_H
#define TESTS_COMPOSE_HELP_H

#include <cmark.h>
#include <stdlib.h>
#include <string.h>

#include "project/project.h"
#include "write/html.h"

static inline wk_status
compose_partial(void *ud, wkb_str name, uint32_t *file)
{
    const uint32_t *part = ud;
    *file = *part;
    return wkb_str_eq(name, WKB_STR("part")) ? WK_OK : WK_ENAME;
}

/* A page of the text that is file `file`; {{> part}} is file `part`. */
static inline wk_status
compose_page(wkt_document **out,
             wk_project *p,
             uint32_t file,
             uint32_t part,
             const wkt_site *site)
{
    const wkt_template t = {.file = file,
                            .path = WKB_STR("page"),
                            .partial = compose_partial,
                            .ud = &part,
                            .site = site};
    return wkt_compose(out, &p->call, &p->env, &t);
}

/* The page's blocks alone. */
static inline wkb_str
compose_html(wkb_arena *a, const wkt_document *doc, const wkt_site *site)
{
    const wkw_request r = {.doc = doc, .site = site};
    wkb_out out = wkb_out_kept(a);
    wkb_str text;
    wkw_page h = {.out = &out, .r = &r, .is_line_new = true};
    wkw_html_nodes(&h, doc->root);
    HOLDS(wkb_out_text(&out, &text) == WK_OK);
    return text;
}

static inline bool
compose_is_void(wkb_str tag)
{
    static const char *const all[] = {"br", "hr", "img", "wbr", "meta", "link"};
    for (size_t i = 0; i < WKB_COUNT(all); i++) {
        if (wkb_str_eq(tag, wkb_str_of(all[i])))
            return true;
    }
    return false;
}

/* Every element that is opened is closed, in its order, and nothing else looks
 * like one: so no text has become HTML. */
static inline bool
compose_is_balanced(wkb_str s)
{
    enum { DEEPEST = 4096 };
    static wkb_str open[DEEPEST];
    size_t depth = 0;
    for (size_t i = wkb_find(s, '<'); i < s.n;) {
        const wkb_str rest = wkb_sub(s, i + 1, s.n);
        const size_t end = wkb_find(rest, '>');
        const bool closes = wkb_starts(rest, WKB_STR("/"));
        size_t n = closes;
        while (n < rest.n &&
               (wkb_is_letter(rest.p[n]) || wkb_is_digit(rest.p[n])))
            n++;
        const wkb_str tag = wkb_sub(rest, closes, n);
        if (end == rest.n || tag.n == 0)
            return false;
        if (closes && (depth == 0 || !wkb_str_eq(open[--depth], tag)))
            return false;
        if (!closes && !compose_is_void(tag)) {
            if (depth == DEEPEST)
                return true;
            open[depth++] = tag;
        }
        i += 1 + end;
        i += wkb_find(wkb_sub(s, i, s.n), '<');
    }
    return depth == 0;
}

static inline bool
compose_holds(wkb_str s, wkb_str part)
{
    for (size_t i = 0; i + part.n <= s.n; i++) {
        if (wkb_starts(wkb_sub(s, i, s.n), part))
            return true;
    }
    return false;
}

/* Whether a text has nothing that is ours, and nothing that we show otherwise:
 * then its HTML is cmark's. */
static inline bool
compose_is_plain(wkb_str s)
{
    static const char *const ours[] = {"{{",
                                       "[^",
                                       "|",
                                       "```",
                                       "~~~",
                                       "&#",
                                       "&shy",
                                       "&zw",
                                       "lrm",
                                       "rlm",
                                       "&NoB",
                                       "&Inv",
                                       "&App",
                                       "&it;",
                                       "&ic;",
                                       "&af;",
                                       "&Neg",
                                       "&Zero"};
    if (wkb_starts(s, WKB_STR("---")) || wkb_starts(s, WKB_STR("\xef\xbb\xbf")))
        return false;
    if (compose_holds(s, WKB_STR("[")) && compose_holds(s, WKB_STR("@")))
        return false; /* words may stand before a source */
    for (size_t i = 0; i < WKB_COUNT(ours); i++) {
        if (compose_holds(s, wkb_str_of(ours[i])))
            return false;
    }
    for (size_t i = 0; i < s.n;) {
        uint32_t cp = 0;
        const size_t n = wkb_utf8(wkb_sub(s, i, s.n), &cp);
        if (n == 0 || (cp < ' ' && cp != '\n') || (cp >= 0x7f && cp < 0xa0) ||
            cp > 0x17f)
            return false;
        i += n;
    }
    return true;
}

/* HTML as both write it: no ids of headings, no slash in empty tags. */
static inline wkb_str
compose_common(wkb_arena *a, wkb_str html)
{
    wkb_out out = wkb_out_kept(a);
    wkb_str text;
    for (size_t i = 0; i < html.n; i++) {
        const wkb_str rest = wkb_sub(html, i, html.n);
        const bool is_heading =
            wkb_starts(rest, WKB_STR("<h")) && rest.n > 8 && rest.p[2] >= '1' &&
            rest.p[2] <= '6' &&
            wkb_starts(wkb_sub(rest, 3, rest.n), WKB_STR(" id=\""));
        if (is_heading) {
            wkb_put(&out, wkb_sub(rest, 0, 3));
            i += wkb_find(rest, '>') - 1;
        } else if (wkb_starts(rest, WKB_STR(" />"))) {
            wkb_putc(&out, '>');
            i += 2;
        } else {
            wkb_putc(&out, html.p[i]);
        }
    }
    HOLDS(wkb_out_text(&out, &text) == WK_OK);
    return text;
}

/* The HTML that cmark makes of a text, as compose_common has it. */
static inline wkb_str
compose_cmark(wkb_arena *a, wkb_str s)
{
    char *html = cmark_markdown_to_html(
        s.n ? s.p : "", s.n, CMARK_OPT_UNSAFE | CMARK_OPT_DEFAULT);
    HOLDS(html != NULL);
    const wkb_str common = compose_common(a, wkb_str_of(html));
    free(html);
    return common;
}

#endif
