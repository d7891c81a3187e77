/* Fuzzes front matter. A fault has a place inside it; the text behind it
 * begins where it ends; its texts are what YAML has there. */
#include "fuzz.h"

#include "compose/document.h"

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const wkt_site site;
    fuzz_heard h;
    wkt_meta meta;
    wkb_span at;
    uint32_t body = 0;
    wk_project *p = fuzz_open(&h);
    fuzz_kept k;
    wkb_str all;
    fuzz_keep(&k);
    wkb_print(
        &k.out, "---\n%S\n---\n\nbody\n", (wkb_str){(const char *)bytes, n});
    all = fuzz_kept_text(&k);
    fuzz_text(&h, "page.md", all);
    HOLDS(wk_load(p) == WK_OK && wkp_begin(p) == WK_OK);
    HOLDS(wkp_text(p, "page.md", all.p, all.n, &at) == WK_OK);
    const wk_status s =
        wkt_read_meta(&meta, &body, &p->call, &p->env, at.file, &site);
    HOLDS((s == WK_OK) == (h.n_errors == 0));
    if (s == WK_OK) {
        HOLDS(body <= all.n);
        HOLDS(wkb_ends(wkb_sub(all, 0, body), WKB_STR("---\n")) ||
              wkb_ends(wkb_sub(all, 0, body), WKB_STR("---\r\n")));
        HOLDS(meta.each_list.end >= meta.each_list.begin);
        HOLDS(meta.each_list.end <= body);
    }
    wk_close(p);
    wkb_arena_clear(&k.arena);
    return 0;
}
