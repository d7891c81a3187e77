/* Reads data/site.yaml. */
#include "project/site.h"

typedef struct reader {
    wkp_site *site;
    wkb_arena *arena;
    wk_project *project;
    wkb_diag *diag;
} reader;

static wk_status
read_text(wkb_str *out, const reader *r, const wkt_yaml *n)
{
    WKB_TRY(wkt_yaml_expect(n, WKT_YAML_SCALAR, r->diag));
    *out = n->text;
    return WK_OK;
}

static wk_status
read_title(const reader *r, const wkt_yaml *n)
{
    return read_text(&r->site->page.title, r, n);
}

static wk_status
read_license(const reader *r, const wkt_yaml *n)
{
    return read_text(&r->site->page.license, r, n);
}

static wk_status
read_author(const reader *r, const wkt_yaml *n)
{
    return read_text(&r->site->page.author, r, n);
}

/* Characters that an address may hold as they are. */
static bool
is_address(wkb_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        const unsigned char c = (unsigned char)s.p[i];
        if (c <= ' ' || c >= 0x7f || c == '"' || c == '<' || c == '>')
            return false;
    }
    return true;
}

static wk_status
read_base_url(const reader *r, const wkt_yaml *n)
{
    wkb_str url;
    WKB_TRY(read_text(&url, r, n));
    const bool has_scheme = wkb_starts(url, WKB_STR("https://")) ||
                            wkb_starts(url, WKB_STR("http://"));
    if (!has_scheme || !is_address(url) || wkb_find(url, '?') < url.n ||
        wkb_find(url, '#') < url.n)
        return wkb_error(r->diag,
                         WK_ESYNTAX,
                         n->at,
                         "no address of a site: %q\nwrite "
                         "https://example.org/path",
                         url);
    while (wkb_ends(url, WKB_STR("/")))
        url.n--;
    r->site->page.base_url = url;
    return WK_OK;
}

static wk_status
read_html(const reader *r, const wkt_yaml *n)
{
    return wkt_yaml_bool(&r->site->page.html, n, r->diag);
}

static wk_status
read_strict(const reader *r, const wkt_yaml *n)
{
    return wkt_yaml_bool(&r->site->page.is_strict, n, r->diag);
}

static wk_status
read_terms(const reader *r, const wkt_yaml *n)
{
    size_t count = 0;
    wk_status status = wkt_yaml_expect(n, WKT_YAML_LIST, r->diag);
    if (status != WK_OK)
        return status;
    for (const wkt_yaml *c = n->child; c; c = c->next)
        count++;
    wkb_str *term = WKB_NEW(r->arena, wkb_str, count);
    if (!term)
        return WK_ENOMEM;
    r->site->page.term = term;
    for (const wkt_yaml *c = n->child; c; c = c->next) {
        const wk_status one = read_text(term++, r, c);
        status = one == WK_OK ? status : one;
    }
    r->site->page.n_terms = count;
    return status;
}

static wk_status
read_shelf(const reader *r, const wkt_yaml *n)
{
    wku_unit second, own;
    wku_num num;
    bool has_own = false;
    const wkb_span unit_at = n->at;
    wkp_shelf *s = WKB_PUSH(r->arena, &r->site->shelf);
    if (!s)
        return WK_ENOMEM;
    WKB_TRY(wkt_yaml_expect(n, WKT_YAML_SCALAR, r->diag));
    WKB_TRY(wku_unit_read(
        &second, &r->project->units, WKB_STR("s"), false, unit_at, r->diag));
    WKB_TRY(wku_read_cell(&num,
                          &own,
                          &has_own,
                          &r->project->units,
                          &second,
                          n->text,
                          n->at,
                          r->diag));
    if (!has_own || wku_is_range(&num) || !(num.v > 0))
        return wkb_error(r->diag,
                         WK_ETYPE,
                         n->at,
                         "%q is no length of time\nwrite 180 d",
                         n->text);
    *s = (wkp_shelf){n->key, num.v};
    return WK_OK;
}

static wk_status
read_shelf_life(const reader *r, const wkt_yaml *n)
{
    wk_status status = wkt_yaml_expect(n, WKT_YAML_MAP, r->diag);
    for (const wkt_yaml *c = n->child; c && n->kind == WKT_YAML_MAP;
         c = c->next) {
        const wk_status one = read_shelf(r, c);
        status = one == WK_OK ? status : one;
    }
    return status;
}

/* PAGE, or Text: PAGE */
static wk_status
read_nav_page(const reader *r, const wkt_yaml *n)
{
    wkp_nav *nav = WKB_PUSH(r->arena, &r->site->nav);
    if (!nav)
        return WK_ENOMEM;
    if (n->kind == WKT_YAML_MAP && n->child && !n->child->next)
        n = n->child;
    WKB_TRY(read_text(&nav->path, r, n));
    nav->text = n->key;
    nav->at = n->at;
    if (wkb_ends(nav->path, WKB_STR(".md")))
        nav->path.n -= 3;
    return WK_OK;
}

static wk_status
read_nav(const reader *r, const wkt_yaml *n)
{
    wk_status status = wkt_yaml_expect(n, WKT_YAML_LIST, r->diag);
    for (const wkt_yaml *c = n->child; c && n->kind == WKT_YAML_LIST;
         c = c->next) {
        const wk_status one = read_nav_page(r, c);
        status = one == WK_OK ? status : one;
    }
    return status;
}

static const struct {
    const char *name;
    wk_status (*read)(const reader *r, const wkt_yaml *n);
} keys[] = {
    {"title", read_title},
    {"base_url", read_base_url},
    {"license", read_license},
    {"author", read_author},
    {"terms", read_terms},
    {"html", read_html},
    {"strict", read_strict},
    {"shelf_life", read_shelf_life},
    {"nav", read_nav},
};

static wk_status
read_keys(const reader *r, const wkt_yaml *root)
{
    const char *name[WKB_COUNT(keys)];
    for (size_t i = 0; i < WKB_COUNT(keys); i++)
        name[i] = keys[i].name;
    wk_status status = wkt_yaml_unknown(root, name, WKB_COUNT(keys), r->diag);
    for (size_t i = 0; i < WKB_COUNT(keys); i++) {
        const wkt_yaml *n = wkt_yaml_find(root, keys[i].name);
        const wk_status one = n ? keys[i].read(r, n) : WK_OK;
        if (one == WK_ENOMEM)
            return one;
        status = one == WK_OK ? status : one;
    }
    return status;
}

wk_status
wkp_site_read(wkp_site *out, wkb_arena *a, wk_project *p)
{
    const reader r = {out, a, p, &p->diag};
    const wkp_input *in = wkp_find_input(p, WKB_STR("data/site.yaml"));
    wkt_yaml *root = NULL;
    *out = (wkp_site){0};
    if (!in)
        return WK_OK;
    const wkb_span all = {in->file, 0, (uint32_t)in->bytes.n};
    WKB_TRY(wkt_yaml_read(&root, a, in->bytes, all, &p->diag));
    return read_keys(&r, root);
}
