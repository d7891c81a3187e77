/* What stands around a page's text: title, metadata, navigation, contents,
 * foot. */
#include "write/html.h"

#include "base/str.h"

static const wkt_site no_site;

static const wkt_site *
site_of(const wkw_page *h)
{
    return h->r->site ? h->r->site : &no_site;
}

static void
put_escaped(wkw_page *h, wkb_str s)
{
    wkw_put_escaped(h->out, s, &wkw_html_escapes);
}

void
wkw_html_title(wkw_page *h)
{
    put_escaped(h, wkw_title_of(h->r->doc));
}

static void
put_lang(wkw_page *h)
{
    const wkb_str lang = h->r->doc->meta.lang;
    put_escaped(h, lang.n ? lang : WKB_STR("en"));
}

/* CSS cannot end its element: what would is written otherwise. */
static void
put_style(wkw_page *h)
{
    wkb_str rest = h->r->style.n ? h->r->style : wkw_builtin_style();
    wkb_puts(h->out, "<style>\n");
    while (rest.n) {
        const wkb_str before = wkb_cut(&rest, '<');
        wkb_put(h->out, before);
        if (rest.p)
            wkb_puts(h->out, rest.n && rest.p[0] == '/' ? "<\\" : "<");
    }
    wkb_puts(h->out, "</style>");
}

static void
put_property(wkw_page *h, const char *name, wkb_str content)
{
    if (content.n == 0)
        return;
    wkb_print(h->out, "<meta property=\"og:%s\"", name);
    wkw_html_attribute(h, "content", content);
    wkb_puts(h->out, ">\n");
}

/* What stands for the page where it is linked (Open Graph). */
static void
put_card(wkw_page *h)
{
    const wkw_request *r = h->r;
    const wkb_str base = site_of(h)->base_url;
    if (base.n == 0 || r->is_self_contained)
        return;
    put_property(h, "type", WKB_STR("article"));
    put_property(h, "site_name", site_of(h)->title);
    put_property(h, "title", wkw_title_of(r->doc));
    put_property(h, "description", r->doc->meta.description);
    wkb_puts(h->out, "<meta property=\"og:url\" content=\"");
    wkw_put_page_url(h->out, r, ".html");
    wkb_puts(h->out, "\">\n");
    if (r->card.n == 0)
        return;
    wkb_puts(h->out, "<meta property=\"og:image\" content=\"");
    wkw_put_address(h->out, base, &wkw_html_escapes);
    if (!wkb_ends(base, WKB_STR("/")))
        wkb_putc(h->out, '/');
    wkb_put_path(h->out, r->card);
    wkb_puts(h->out,
             "\">\n<meta property=\"og:image:width\" content=\"1200\">\n"
             "<meta property=\"og:image:height\" content=\"630\">\n");
    put_property(h, "image:alt", wkw_title_of(r->doc));
    wkb_puts(h->out,
             "<meta name=\"twitter:card\" "
             "content=\"summary_large_image\">\n");
}

static void
put_meta(wkw_page *h)
{
    const wkw_request *r = h->r;
    const wkt_meta *m = &r->doc->meta;
    if (m->description.n) {
        wkb_puts(h->out, "<meta name=\"description\"");
        wkw_html_attribute(h, "content", m->description);
        wkb_puts(h->out, ">\n");
    }
    if (site_of(h)->author.n) {
        wkb_puts(h->out, "<meta name=\"author\"");
        wkw_html_attribute(h, "content", site_of(h)->author);
        wkb_puts(h->out, ">\n");
    }
    if (site_of(h)->base_url.n && !r->is_self_contained) {
        wkb_puts(h->out, "<link rel=\"canonical\" href=\"");
        wkw_put_page_url(h->out, r, ".html");
        wkb_puts(h->out, "\">\n");
    }
    put_card(h);
    if (r->style.n || r->is_self_contained)
        put_style(h);
    else
        wkb_print(
            h->out, "<link rel=\"stylesheet\" href=\"%Sstyle.css\">", r->root);
}

/* href is the path of a page as an address. */
static bool
is_this_page(const wkw_page *h, wkb_str href)
{
    char coded[sizeof "%XX"];
    wkb_str path = h->r->doc->path;
    for (; path.n; path = wkb_sub(path, 1, path.n)) {
        wkb_fixed one = {coded, sizeof coded, 0};
        wkb_out out = wkb_out_to(wkb_put_fixed, &one);
        wkb_put_path(&out, wkb_sub(path, 0, 1));
        if (!wkb_starts(href, (wkb_str){coded, one.n}))
            return false;
        href = wkb_sub(href, one.n, href.n);
    }
    return wkb_str_eq(href, WKB_STR(".html"));
}

static void
put_site_address(wkw_page *h, wkb_str href)
{
    static const wkw_escapes escapes = {{['&'] = "&amp;", ['\''] = "&#x27;"}};
    wkb_puts(h->out, " href=\"");
    wkw_put_address(h->out, h->r->root, &escapes);
    wkw_put_address(h->out, href, &escapes);
    wkb_putc(h->out, '"');
}

static void
put_brand(wkw_page *h)
{
    const wkb_str title = site_of(h)->title;
    const bool is_link = !h->r->is_self_contained;
    if (!is_link && title.n == 0)
        return;
    wkb_puts(h->out, is_link ? "<a class=\"brand\"" : "<span class=\"brand\"");
    if (is_link)
        put_site_address(h, WKB_STR("index.html"));
    wkb_putc(h->out, '>');
    put_escaped(h, title.n ? title : WKB_STR("Home"));
    wkb_puts(h->out, is_link ? "</a>" : "</span>");
}

static void
put_nav(wkw_page *h)
{
    const wkw_request *r = h->r;
    put_brand(h);
    if (r->n_nav == 0 || r->is_self_contained)
        return;
    wkb_puts(h->out, "<nav aria-label=\"Site\"><ul>");
    for (size_t i = 0; i < r->n_nav; i++) {
        wkb_puts(h->out, "<li><a");
        put_site_address(h, r->nav[i].href);
        if (is_this_page(h, r->nav[i].href))
            wkb_puts(h->out, " aria-current=\"page\"");
        wkb_putc(h->out, '>');
        put_escaped(h, r->nav[i].text);
        wkb_puts(h->out, "</a></li>");
    }
    wkb_puts(h->out, "</ul></nav>");
}

enum { TOC_LEVEL = 2, TOC_LEAST = 3 };

static void
put_toc_line(wkw_page *h, wkb_str id, wkb_str text, const wkt_node *heading)
{
    wkb_puts(h->out, "<li><a href=\"#");
    wkw_put_address(h->out, id, &wkw_html_escapes);
    wkb_puts(h->out, "\">");
    if (heading)
        wkw_html_plain(h, heading);
    else
        put_escaped(h, text);
    wkb_puts(h->out, "</a></li>\n");
}

/* The lines of the contents, or with h NULL only their number: the headings of
 * the text, then those of the sections that compose adds. */
static size_t
put_toc_lines(wkw_page *h, const wkt_document *doc)
{
    size_t n = 0;
    for (size_t i = 0; i < doc->heading.n; i++) {
        const wkt_heading *g = &doc->heading.item[i];
        if (g->level != TOC_LEVEL || g->id.n == 0)
            continue;
        n += 1;
        if (h)
            put_toc_line(h, g->id, g->text, NULL);
    }
    for (const wkt_node *s = doc->root->child; s; s = s->next) {
        const wkt_node *g = s->kind == WKT_SECTION ? s->child : NULL;
        if (!g || g->kind != WKT_HEADING || g->level != TOC_LEVEL ||
            g->id.n == 0)
            continue;
        n += 1;
        if (h)
            put_toc_line(h, g->id, g->text, g);
    }
    return n;
}

/* Contents of the page, where it has sections enough to be looked up. */
static void
put_toc(wkw_page *h)
{
    if (put_toc_lines(NULL, h->r->doc) < TOC_LEAST)
        return;
    wkb_puts(h->out,
             "<details class=\"toc\"><summary>On this page</summary>"
             "<nav aria-label=\"On this page\"><ol>\n");
    (void)put_toc_lines(h, h->r->doc);
    wkb_puts(h->out, "</ol></nav></details>");
}

static void
put_formats(wkw_page *h)
{
    const wkt_meta *m = &h->r->doc->meta;
    const struct {
        bool is_there;
        const char *suffix, *name;
    } format[] = {{m->markdown, ".md", "Markdown"}, {m->pdf, ".pdf", "PDF"}};
    const char *before = "<p>This page as ";
    if (h->r->is_self_contained)
        return;
    for (size_t i = 0; i < WKB_COUNT(format); i++) {
        if (!format[i].is_there)
            continue;
        wkb_puts(h->out, before);
        wkb_puts(h->out, "<a href=\"");
        wkw_put_address(h->out, h->r->root, &wkw_html_escapes);
        wkb_put_path(h->out, h->r->doc->path);
        wkb_print(h->out, "%s\">%s</a>", format[i].suffix, format[i].name);
        before = " and ";
    }
    if (m->markdown || m->pdf)
        wkb_puts(h->out, "</p>\n");
}

static void
put_foot(wkw_page *h)
{
    const wkt_document *doc = h->r->doc;
    if (doc->meta.date.n || doc->number.n)
        wkb_puts(h->out, "<p>");
    if (doc->meta.date.n) {
        wkb_puts(h->out, "Data of ");
        wkw_put_date(h->out, doc->meta.date);
        wkb_puts(h->out, doc->number.n ? ". " : ".");
    }
    if (doc->number.n)
        wkb_puts(h->out,
                 "A number with a dotted line under it leads to its "
                 "workings.");
    if (doc->meta.date.n || doc->number.n)
        wkb_puts(h->out, "</p>\n");
    if (site_of(h)->license.n) {
        wkb_puts(h->out, "<p>");
        put_escaped(h, site_of(h)->license);
        wkb_puts(h->out, "</p>\n");
    }
    put_formats(h);
    if (doc->meta.date.n)
        wkw_html_bibtex(h);
}

void
wkw_html_slot(wkw_page *h, wkw_slot slot)
{
    static void (*const put[WKW_SLOTS])(wkw_page *) = {
        [WKW_TITLE] = wkw_html_title,
        [WKW_META] = put_meta,
        [WKW_NAV] = put_nav,
        [WKW_TOC] = put_toc,
        [WKW_FOOT] = put_foot,
        [WKW_LANG] = put_lang,
    };
    if (slot < WKW_SLOTS && put[slot])
        put[slot](h);
}
