/* Makes what looks across pages: index, 404, feed, site map, data, styles. */
#include <stdlib.h>

#include "project/drawing.h"
#include "project/plan.h"

enum { FEED_ENTRIES = 50 };

/* Text of XML: what would be mark-up is escaped. */
static void
put_xml(wkb_out *out, wkb_str s)
{
    static const struct {
        char c;
        const char *entity;
    } escapes[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    size_t plain = 0;
    for (size_t i = 0; i < s.n; i++) {
        for (size_t k = 0; k < WKB_COUNT(escapes); k++) {
            if (s.p[i] != escapes[k].c)
                continue;
            wkb_put(out, wkb_sub(s, plain, i));
            wkb_puts(out, escapes[k].entity);
            plain = i + 1;
        }
    }
    wkb_put(out, wkb_sub(s, plain, s.n));
}

/* The address of a page, the same as it gives itself. */
static void
put_address(wkb_out *out, const wk_plan *plan, wkb_str path)
{
    put_xml(out, plan->site.page.base_url);
    wkb_putc(out, '/');
    wkb_put_path(out, path);
    wkb_puts(out, ".html");
}

static void
put_site_address(wkb_out *out, const wk_plan *plan)
{
    put_xml(out, plan->site.page.base_url);
    wkb_putc(out, '/');
}

static bool
has_html(const wkp_page *p)
{
    for (size_t i = 0; i < p->output.n; i++) {
        if (wkb_ends(p->output.item[i].path, WKB_STR(".html")))
            return true;
    }
    return false;
}

static bool
has_output(const wkp_gathered *g, wkb_str path)
{
    return wkp_find_output(g, path) != NULL;
}

/* Puts a file that no template makes, unless one does. */
static wk_status
put_text(wkp_share *s, const wkp_gathered *g, wkb_str path, wkb_out *out)
{
    wkb_str bytes;
    WKB_TRY(wkb_out_text(out, &bytes));
    if (has_output(g, path))
        return WK_OK;
    return wkp_put_file(s, path, bytes, WKB_STR(""));
}

static wk_status
put_sitemap(wkp_share *s, const wkp_gathered *g)
{
    wkb_out out = wkb_out_kept(&s->plan->page);
    wkb_puts(&out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset "
             "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (size_t i = 0; i < g->page.n; i++) {
        const wkp_page *p = g->page.item[i];
        if (!has_html(p) || wkb_str_eq(p->path, WKB_STR("404")))
            continue;
        wkb_puts(&out, "<url><loc>");
        put_address(&out, s->plan, p->path);
        wkb_puts(&out, "</loc>");
        if (p->date.n)
            wkb_print(&out, "<lastmod>%S</lastmod>", p->date);
        wkb_puts(&out, "</url>\n");
    }
    wkb_puts(&out, "</urlset>\n");
    return put_text(s, g, WKB_STR("sitemap.xml"), &out);
}

/* Newest first. */
static int
compare_dates(const void *a, const void *b)
{
    const wkp_page *x = *(wkp_page *const *)a, *y = *(wkp_page *const *)b;
    const int date = wkb_str_cmp(y->date, x->date);
    return date ? date : wkb_str_cmp(x->path, y->path);
}

/* The first moment of a date. */
static void
put_moment(wkb_out *out, wkb_str date)
{
    wkb_put(out, date);
    wkb_puts(out, date.n == 4 ? "-01-01" : date.n == 7 ? "-01" : "");
    wkb_puts(out, "T00:00:00Z");
}

static void
put_entry(wkb_out *out, const wk_plan *plan, const wkp_page *p)
{
    wkb_puts(out, "<entry>\n<title>");
    put_xml(out, p->title);
    wkb_puts(out, "</title>\n<link href=\"");
    put_address(out, plan, p->path);
    wkb_puts(out, "\"/>\n<id>");
    put_address(out, plan, p->path);
    wkb_puts(out, "</id>\n<updated>");
    put_moment(out, p->date);
    wkb_puts(out, "</updated>\n");
    if (p->description.n) {
        wkb_puts(out, "<summary>");
        put_xml(out, p->description);
        wkb_puts(out, "</summary>\n");
    }
    wkb_puts(out, "</entry>\n");
}

/* A reader of feeds needs an author; ours is the site where none is named. */
static void
put_feed_head(wkb_out *out, const wk_plan *plan, wkb_str newest)
{
    const wkt_site *site = &plan->site.page;
    wkb_puts(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>");
    put_xml(out, site->title);
    wkb_puts(out, "</title>\n<link href=\"");
    put_site_address(out, plan);
    wkb_puts(out, "\"/>\n<link rel=\"self\" href=\"");
    put_xml(out, site->base_url);
    wkb_puts(out, "/feed.xml\"/>\n<id>");
    put_site_address(out, plan);
    wkb_puts(out, "</id>\n<author><name>");
    put_xml(out, site->author.n ? site->author : site->title);
    wkb_puts(out, "</name></author>\n<updated>");
    put_moment(out, newest);
    wkb_puts(out, "</updated>\n");
}

static wk_status
put_feed(wkp_share *s, const wkp_gathered *g)
{
    wkb_arena *a = &s->plan->page;
    wkb_out out = wkb_out_kept(a);
    wkp_page **dated = WKB_NEW(a, wkp_page *, g->page.n);
    size_t n = 0;
    if (!dated)
        return WK_ENOMEM;
    for (size_t i = 0; i < g->page.n; i++) {
        if (g->page.item[i]->date.n && has_html(g->page.item[i]))
            dated[n++] = g->page.item[i];
    }
    if (n == 0)
        return WK_OK;
    qsort(dated, n, sizeof *dated, compare_dates);
    put_feed_head(&out, s->plan, dated[0]->date);
    for (size_t i = 0; i < n && i < FEED_ENTRIES; i++)
        put_entry(&out, s->plan, dated[i]);
    wkb_puts(&out, "</feed>\n");
    return put_text(s, g, WKB_STR("feed.xml"), &out);
}

static wk_status
put_robots(wkp_share *s, const wkp_gathered *g)
{
    wkb_out out = wkb_out_kept(&s->plan->page);
    wkb_puts(&out, "User-agent: *\nAllow: /\n");
    if (s->plan->site.page.base_url.n)
        wkb_print(
            &out, "Sitemap: %S/sitemap.xml\n", s->plan->site.page.base_url);
    return put_text(s, g, WKB_STR("robots.txt"), &out);
}

/* Tables and formulas, as they are, to be taken along. */
static wk_status
put_data(wkp_share *s, const wkp_gathered *g)
{
    const wk_project *p = s->plan->project;
    for (size_t i = 0; i < p->input.n; i++) {
        const wkp_input *in = &p->input.item[i];
        if (in->kind != WKP_CSV && in->kind != WKP_FORMULAS)
            continue;
        wkb_out path = wkb_out_kept(&s->plan->page);
        wkb_str to;
        wkb_print(&path,
                  "data/%S%s",
                  in->name,
                  in->kind == WKP_CSV ? ".csv" : ".formulas");
        WKB_TRY(wkb_out_text(&path, &to));
        if (!has_output(g, to))
            WKB_TRY(wkp_put_file(s, to, in->bytes, in->path));
    }
    return WK_OK;
}

/* ---- pages that no template makes ---- */

static wk_status
begin_page(wkt_document **out, wkb_arena *a, const char *path, wkb_str title)
{
    wkt_document *doc = WKB_NEW(a, wkt_document, 1);
    if (!doc)
        return WK_ENOMEM;
    doc->path = wkb_str_of(path);
    doc->meta.title = title;
    doc->meta.lang = WKB_STR("en");
    doc->meta.html = true;
    doc->root = wkt_add(a, NULL, WKT_DOCUMENT);
    wkt_node *h = doc->root ? wkt_add(a, doc->root, WKT_HEADING) : NULL;
    if (!h || !wkt_add_text(a, h, title))
        return WK_ENOMEM;
    h->level = 1;
    *out = doc;
    return WK_OK;
}

static wk_status
write_page(wkp_share *s, const wkt_document *doc, wkb_str root)
{
    wk_plan *plan = s->plan;
    wkw_request r = {.doc = doc,
                     .site = &plan->site.page,
                     .nav = plan->nav,
                     .n_nav = plan->n_nav,
                     .root = root};
    wkb_out out = wkb_out_kept(&plan->page), path = wkb_out_kept(&plan->page);
    wkb_str bytes, to;
    WKB_TRY(wkp_layout_of(&r.layout, plan, NULL));
    WKB_TRY(wkw_html.write(&out, &r, &plan->project->diag));
    WKB_TRY(wkb_out_text(&out, &bytes));
    wkb_print(&path, "%S.html", doc->path);
    WKB_TRY(wkb_out_text(&path, &to));
    return wkp_put_file(s, to, bytes, WKB_STR(""));
}

static wk_status
add_entry(wkb_arena *a, wkt_node *list, const wkp_page *p)
{
    wkb_out href = wkb_out_kept(a);
    wkt_node *item = wkt_add(a, list, WKT_ITEM);
    wkt_node *par = item ? wkt_add(a, item, WKT_PARAGRAPH) : NULL;
    wkt_node *link = par ? wkt_add(a, par, WKT_LINK) : NULL;
    if (!link || !wkt_add_text(a, link, p->title.n ? p->title : p->path))
        return WK_ENOMEM;
    wkb_put_path(&href, p->path);
    wkb_puts(&href, ".html");
    return wkb_out_text(&href, &link->href);
}

static wk_status
put_index(wkp_share *s, const wkp_gathered *g)
{
    wkb_arena *a = &s->plan->page;
    wkt_document *doc = NULL;
    const wkb_str title = s->plan->site.page.title;
    if (has_output(g, WKB_STR("index.html")) || g->page.n == 0)
        return WK_OK;
    WKB_TRY(begin_page(&doc, a, "index", title.n ? title : WKB_STR("Pages")));
    wkt_node *list = wkt_add(a, doc->root, WKT_LIST);
    if (!list)
        return WK_ENOMEM;
    for (size_t i = 0; i < g->page.n; i++) {
        if (has_html(g->page.item[i]))
            WKB_TRY(add_entry(a, list, g->page.item[i]));
    }
    return write_page(s, doc, WKB_STR(""));
}

/* The path of the site's address: a page that is shown anywhere must not link
 * relative to itself. */
static wkb_str
path_of_address(wkb_str url)
{
    const size_t scheme = wkb_find(url, ':') + 3;
    if (url.n <= scheme)
        return (wkb_str){NULL, 0};
    const wkb_str rest = wkb_sub(url, scheme, url.n);
    return wkb_sub(rest, wkb_find(rest, '/'), rest.n);
}

static wk_status
put_not_found(wkp_share *s, const wkp_gathered *g)
{
    wkb_arena *a = &s->plan->page;
    wkt_document *doc = NULL;
    wkb_out root = wkb_out_kept(a);
    wkb_str to;
    if (has_output(g, WKB_STR("404.html")))
        return WK_OK;
    WKB_TRY(begin_page(
        &doc, a, "404", WKB_STR("There is no page at this address.")));
    wkb_print(&root, "%S/", path_of_address(s->plan->site.page.base_url));
    WKB_TRY(wkb_out_text(&root, &to));
    wkt_node *par = wkt_add(a, doc->root, WKT_PARAGRAPH);
    if (!par || !wkt_add_text(a, par, WKB_STR("Start at ")))
        return WK_ENOMEM;
    wkt_node *link = wkt_add(a, par, WKT_LINK);
    if (!link || !wkt_add_text(a, link, WKB_STR("the home page")))
        return WK_ENOMEM;
    link->href = to;
    return write_page(s, doc, to);
}

typedef struct serving {
    wkp_share *share;
    const wkp_gathered *gathered;
} serving;

static wk_status
put_font(void *ud, wkb_str name, wkb_str bytes)
{
    serving *s = ud;
    wkb_out out = wkb_out_kept(&s->share->plan->page);
    wkb_str path;
    wkb_print(&out, "fonts/%S", name);
    WKB_TRY(wkb_out_text(&out, &path));
    if (has_output(s->gathered, path))
        return WK_OK;
    return wkp_put_file(s->share, path, bytes, WKB_STR(""));
}

/* The style sheet, if no template is one, and the fonts that it names. */
static wk_status
put_style(wkp_share *s, const wkp_gathered *g)
{
    wk_project *p = s->plan->project;
    wkb_out style = wkb_out_kept(&s->plan->page);
    serving to = {s, g};
    const wkp_input *own = wkp_find_input(p, WKB_STR("templates/style.css"));
    wkb_put(&style, wkw_builtin_style());
    WKB_TRY(put_text(s, g, WKB_STR("style.css"), &style));
    return wkp_each_font(p,
                         &s->plan->page,
                         own ? own->bytes : wkw_builtin_style(),
                         put_font,
                         &to);
}

wk_status
wkp_make_across(wkp_share *s, const wkp_gathered *g)
{
    WKB_TRY(put_style(s, g));
    WKB_TRY(put_data(s, g));
    WKB_TRY(put_index(s, g));
    WKB_TRY(put_not_found(s, g));
    WKB_TRY(put_robots(s, g));
    if (!s->plan->site.page.base_url.n)
        return WK_OK;
    WKB_TRY(put_sitemap(s, g));
    return put_feed(s, g);
}
