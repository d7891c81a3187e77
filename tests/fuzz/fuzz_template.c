/* Fuzzes templates over a small world of tables and formulas. A fault has a
 * place inside the template; a page that has none is written, twice alike, its
 * elements nest; what has nothing of ours in it has the HTML of cmark. */
#include "fuzz.h"

#include "../compose_help.h"

static wk_project *world;
static fuzz_heard heard;

static wk_project *
the_world(void)
{
    static unsigned n_uses;
    if (world && ++n_uses % 256 == 0) {
        wk_close(world);
        world = NULL;
    }
    if (!world) {
        world = fuzz_open(&heard);
        fuzz_add_world(world, &heard);
        const wkb_str sources =
            WKB_STR("id,title,year,url\nbook,A book,2020,https://a.example\n");
        fuzz_add(world, &heard, "sources.csv", sources);
        HOLDS(wk_load(world) == WK_OK);
    }
    return world;
}

static uint32_t
add_text(wk_project *p, const char *name, wkb_str text)
{
    wkb_span at;
    HOLDS(wkp_text(p, name, text.p, text.n, &at) == WK_OK);
    return at.file;
}

static wkb_str
written(wk_project *p,
        const wkw_writer *w,
        const wkt_document *doc,
        const wkt_site *site)
{
    const wkw_request r = {.doc = doc, .site = site};
    wkb_out out = wkb_out_kept(&p->call);
    wkb_str text;
    const wk_status s = w->write(&out, &r, &p->diag);
    HOLDS(s == WK_OK || s == WK_ELIMIT);
    HOLDS(wkb_out_text(&out, &text) == s || s == WK_ELIMIT);
    return s == WK_OK ? text : (wkb_str){0};
}

static const wkt_document *
composed(wk_project *p, wkb_str text, const wkt_site *site)
{
    wkt_document *doc = NULL;
    HOLDS(wkp_begin(p) == WK_OK);
    const uint32_t file = add_text(p, "page.md", text);
    const uint32_t part =
        add_text(p, "_part.md", WKB_STR("part {{ chips.a.tdp }}\n"));
    const size_t before = heard.n_errors;
    const wk_status s = compose_page(&doc, p, file, part, site);
    HOLDS((s == WK_OK) == (heard.n_errors == before));
    HOLDS(s != WK_OK || doc);
    return s == WK_OK ? doc : NULL;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const wkt_site closed = {.title = {"T", 1}};
    static const wkt_site open = {.html = true};
    const wkb_str text = {(const char *)bytes, n};
    wk_project *p = the_world();
    const size_t n_files = heard.n_files;
    fuzz_text(&heard, "page.md", text);
    fuzz_text(&heard, "_part.md", WKB_STR("part {{ chips.a.tdp }}\n"));
    const wkt_document *doc = composed(p, text, &closed);
    if (doc) {
        const wkb_str html = written(p, &wkw_html, doc, &closed);
        HOLDS(compose_is_balanced(compose_html(&p->call, doc, &closed)));
        HOLDS(wkb_str_eq(html, written(p, &wkw_html, doc, &closed)));
        (void)written(p, &wkw_markdown, doc, &closed);
    }
    doc = compose_is_plain(text) ? composed(p, text, &open) : NULL;
    if (doc) {
        const wkb_str ours =
            compose_common(&p->call, compose_html(&p->call, doc, &open));
        const wkb_str theirs = compose_cmark(&p->call, text);
        if (!wkb_str_eq(ours, theirs))
            (void)fprintf(stderr,
                          "ours:\n%.*s\ntheirs:\n%.*s\n",
                          (int)ours.n,
                          ours.p,
                          (int)theirs.n,
                          theirs.p);
        HOLDS(wkb_str_eq(ours, theirs));
    }
    heard.n_files = n_files;
    return 0;
}
