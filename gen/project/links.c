/* Holds every link between pages to what there is. */
#include <stdlib.h>

#include "project/plan.h"

static int
compare_output(const void *key, const void *item)
{
    const wkb_str *path = key;
    const wkp_output *o = item;
    return wkb_str_cmp(*path, o->path);
}

const wkp_output *
wkp_find_output(const wkp_gathered *g, wkb_str path)
{
    if (g->output.n == 0)
        return NULL;
    return bsearch(&path,
                   g->output.item,
                   g->output.n,
                   sizeof *g->output.item,
                   compare_output);
}

static int
compare_page(const void *key, const void *item)
{
    const wkb_str *path = key;
    const wkp_page *const *p = item;
    return wkb_str_cmp(*path, (*p)->path);
}

/* The page that makes a file, or NULL. */
static const wkp_page *
page_of(const wkp_gathered *g, wkb_str file)
{
    while (file.n && file.p[file.n - 1] != '.')
        file.n--;
    if (file.n == 0 || g->page.n == 0)
        return NULL;
    file.n--;
    const wkp_page *const *p = bsearch(
        &file, g->page.item, g->page.n, sizeof *g->page.item, compare_page);
    return p ? *p : NULL;
}

static int
compare_job(const void *key, const void *item)
{
    const wkb_str *path = key;
    const wkp_job *j = item;
    return wkb_str_cmp(*path, j->path);
}

/* Whether a file is one that a page of the plan makes. */
static bool
is_planned(const wk_plan *plan, wkb_str file)
{
    if (!wkb_ends(file, WKB_STR(".html")) || plan->job.n == 0)
        return false;
    file.n -= 5;
    return bsearch(&file,
                   plan->job.item,
                   plan->job.n,
                   sizeof *plan->job.item,
                   compare_job) != NULL;
}

/* "https:", "mailto:" */
static bool
has_scheme(wkb_str href)
{
    const size_t colon = wkb_find(href, ':');
    return colon < href.n && colon < wkb_find(href, '/') &&
           colon < wkb_find(href, '?') && colon < wkb_find(href, '#');
}

static int
hex_digit(char c)
{
    if (wkb_is_digit(c))
        return c - '0';
    const char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Puts a part of an address with %20 undone. */
static void
put_decoded(wkb_out *out, wkb_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        const bool is_code = s.p[i] == '%' && i + 2 < s.n &&
                             hex_digit(s.p[i + 1]) >= 0 &&
                             hex_digit(s.p[i + 2]) >= 0;
        if (!is_code) {
            wkb_putc(out, s.p[i]);
            continue;
        }
        wkb_putc(out,
                 (char)(hex_digit(s.p[i + 1]) * 16 + hex_digit(s.p[i + 2])));
        i += 2;
    }
}

/* Takes the last part off a path that ends in '/'; false if there is none. */
static bool
go_up(wkb_out *path)
{
    if (path->n == 0)
        return false;
    path->n--;
    while (path->n && path->p[path->n - 1] != '/')
        path->n--;
    return true;
}

bool
wkp_resolve(wkb_out *out, wkb_str page, wkb_str href)
{
    while (page.n && page.p[page.n - 1] != '/')
        page.n--;
    wkb_put(out, page);
    while (href.p) {
        const wkb_str part = wkb_cut(&href, '/');
        const bool is_last = !href.p;
        if (wkb_str_eq(part, WKB_STR(".."))) {
            if (!go_up(out))
                return false;
        } else if (part.n && !wkb_str_eq(part, WKB_STR("."))) {
            put_decoded(out, part);
            if (!is_last)
                wkb_putc(out, '/');
        }
    }
    if (out->n == 0 || out->p[out->n - 1] == '/')
        wkb_puts(out, "index.html");
    return true;
}

static wkb_str
anchor_name(const void *ud, size_t i)
{
    const wkp_page *p = ud;
    return p->anchor.item[i];
}

static void
check_anchor(wkb_diag *d, const wkt_link *l, const wkp_page *to, wkb_str id)
{
    for (size_t i = 0; i < to->anchor.n; i++) {
        if (wkb_str_eq(to->anchor.item[i], id))
            return;
    }
    const size_t near = wkb_nearest(id, anchor_name, to, to->anchor.n);
    if (near < to->anchor.n)
        (void)wkb_error(d,
                        WK_EREFERENCE,
                        l->at,
                        "no heading or number #%e in '%e'\ndid you mean "
                        "'#%e'?",
                        id,
                        to->path,
                        to->anchor.item[near]);
    else
        (void)wkb_error(d,
                        WK_EREFERENCE,
                        l->at,
                        "no heading or number #%e in '%e'\nlink to the page, "
                        "or to one of its headings",
                        id,
                        to->path);
}

static wkb_str
output_name(const void *ud, size_t i)
{
    const wkp_gathered *g = ud;
    return g->output.item[i].path;
}

static void
refuse_target(wkb_diag *d, const wkt_link *l, const wkp_gathered *g, wkb_str to)
{
    const size_t near = wkb_nearest(to, output_name, g, g->output.n);
    if (near < g->output.n)
        (void)wkb_error(d,
                        WK_EREFERENCE,
                        l->at,
                        "no page or file '%e' in the site\ndid you mean "
                        "'%e', told from the site's root?",
                        to,
                        g->output.item[near].path);
    else
        (void)wkb_error(d,
                        WK_EREFERENCE,
                        l->at,
                        "no page or file '%e' in the site\na template a/b.md "
                        "makes a/b.html; data/ holds the tables",
                        to);
}

/* cmark tells the block of a link alone: the address itself is looked for in
 * it, so that each link of a paragraph has a place of its own. */
static wkt_link
located(const wkb_diag *d, const wkt_link *l)
{
    wkt_link found = *l;
    if (l->at.file >= d->file.n || l->href.n == 0)
        return found;
    const wkb_str bytes = d->file.item[l->at.file].bytes;
    const wkb_str before = WKB_STR("(<: \"'");
    for (size_t i = l->at.begin; i + l->href.n <= bytes.n; i++) {
        const wkb_str here = wkb_sub(bytes, i, bytes.n);
        if (wkb_starts(here, WKB_STR("\n\n")))
            break;
        const bool begins = i && wkb_find(before, bytes.p[i - 1]) < before.n;
        if (!begins || !wkb_starts(here, l->href))
            continue;
        found.at.begin = (uint32_t)i;
        found.at.end = (uint32_t)(i + l->href.n);
        break;
    }
    return found;
}

static wk_status
check_link(wk_plan *plan,
           const wkp_gathered *g,
           const wkp_page *from,
           const wkt_link *link)
{
    wkb_diag *d = &plan->project->diag;
    const wkt_link in_place = located(d, link), *l = &in_place;
    wkb_str rest = l->href;
    wkb_out out = wkb_out_kept(&plan->page);
    wkb_str to;
    if (has_scheme(l->href))
        return WK_OK;
    const wkb_str before = wkb_cut(&rest, '#');
    wkb_out anchor = wkb_out_kept(&plan->page);
    wkb_str address = before, id;
    put_decoded(&anchor, rest);
    WKB_TRY(wkb_out_text(&anchor, &id));
    address = wkb_cut(&address, '?');
    if (before.n == 0) {
        if (id.n)
            check_anchor(d, l, from, id);
        return WK_OK;
    }
    if (before.p[0] == '/') {
        (void)wkb_error(d,
                        WK_EREFERENCE,
                        l->at,
                        "a link that begins with '/' depends on where the "
                        "site stands\nwrite it relative to this page");
        return WK_OK;
    }
    const bool is_inside = wkp_resolve(&out, from->path, address);
    if (out.status != WK_OK)
        return out.status;
    if (!is_inside) {
        (void)wkb_error(d,
                        WK_EREFERENCE,
                        l->at,
                        "a link that leads out of the site\ntake out '..'");
        return WK_OK;
    }
    WKB_TRY(wkb_out_text(&out, &to));
    const wkp_page *page = page_of(g, to);
    if (wkb_str_eq(to, WKB_STR("manifest.json")))
        return WK_OK; /* made last, and always */
    if (!wkp_find_output(g, to) && is_planned(plan, to))
        return WK_OK; /* it has faults of its own */
    if (!wkp_find_output(g, to))
        refuse_target(d, l, g, to);
    else if (id.n && page)
        check_anchor(d, l, page, id);
    return WK_OK;
}

wk_status
wkp_check_links(wk_plan *plan, wkp_gathered *g)
{
    const wkp_listener before = wkp_faults_begin(&g->faults, plan->project);
    const wkb_mark mark = wkb_arena_mark(&plan->page);
    wk_status status = WK_OK;
    for (size_t i = 0; i < g->page.n && status == WK_OK; i++) {
        const wkp_page *p = g->page.item[i];
        for (size_t k = 0; k < p->link.n && status == WK_OK; k++)
            status = check_link(plan, g, p, &p->link.item[k]);
        wkb_arena_rewind(&plan->page, mark);
    }
    wkp_faults_end(plan->project, before);
    return status == WK_OK ? g->faults.status : status;
}
