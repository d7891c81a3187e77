/* Cuts fonts with HarfBuzz: to the words of one picture, or to the repertoire
 * that a site serves. */
#include "draw/cut.h"

#include <hb-subset.h>

#include "draw/faces.h"
#include "draw/woff2.h"

/* Brotli's: quick, within an eighth of the best; and the best. */
enum { QUICK = 6, SMALLEST = 11 };

/* Characters first to last. */
typedef struct stretch {
    hb_codepoint_t first, last;
} stretch;

static const stretch repertoire[] = {
    {0x20, 0x7e},
    {0xa0, 0x17f}, /* Latin */
    {0x218, 0x21b},
    {0x2c6, 0x2dd}, /* accents that stand alone */
    {0x300, 0x30c}, /* accents that stand on a letter */
    {0x391, 0x3c9}, /* Greek */
    {0x2002, 0x2027},
    {0x202f, 0x205f}, /* spaces, dashes, quotation marks */
    {0x2070, 0x209c},
    {0x20a0, 0x20bf}, /* superiors, inferiors, currencies */
    {0x2100, 0x218b}, /* letterlike, fractions */
    {0x2190, 0x21ff},
    {0x2200, 0x22ff}, /* arrows, mathematics */
    {0x25a0, 0x25ff},
    {0x2713, 0x2717}, /* shapes, marks */
};

/* What wkd_set leaves in effect for Latin; other writing keeps its rules. */
static const hb_tag_t few_features[] = {
    HB_TAG('t', 'n', 'u', 'm'),
    HB_TAG('k', 'e', 'r', 'n'),
    HB_TAG('m', 'a', 'r', 'k'),
    HB_TAG('m', 'k', 'm', 'k'),
    HB_TAG('c', 'c', 'm', 'p'),
    HB_TAG('l', 'o', 'c', 'l'),
};

static void
choose_features(hb_subset_input_t *in, bool is_few)
{
    hb_set_t *tags = hb_subset_input_set(in, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG);
    if (is_few)
        hb_set_clear(tags);
    for (size_t i = 0; i < WKB_COUNT(few_features); i++)
        hb_set_add(tags, few_features[i]);
    if (!is_few)
        hb_set_add(tags, HB_TAG('z', 'e', 'r', 'o'));
}

/* The font with the characters of a set, as WOFF2 in the arena. */
static wk_status
cut(wkb_str *out,
    wkb_arena *a,
    const wkd_open_font *font,
    const hb_set_t *shown,
    bool is_few,
    int quality)
{
    hb_subset_input_t *in = hb_subset_input_create_or_fail();
    if (!in)
        return WK_ENOMEM;
    hb_set_union(hb_subset_input_unicode_set(in), shown);
    choose_features(in, is_few);
    hb_subset_input_set_flags(in, HB_SUBSET_FLAGS_NO_HINTING);
    hb_face_t *face = hb_subset_or_fail(hb_font_get_face(font->hb), in);
    hb_subset_input_destroy(in);
    if (!face)
        return WK_ENOMEM;
    hb_blob_t *bytes = hb_face_reference_blob(face);
    hb_face_destroy(face);
    unsigned n;
    const char *p = hb_blob_get_data(bytes, &n);
    const wk_status status =
        n ? wkd_woff2(out, a, (wkb_str){p, n}, quality) : WK_ENOMEM;
    hb_blob_destroy(bytes);
    return status;
}

static void
add_text(hb_set_t *shown, wkb_str s)
{
    for (size_t i = 0, n; i < s.n; i += n) {
        uint32_t cp;
        n = wkb_utf8(wkb_sub(s, i, s.n), &cp);
        if (n == 0)
            return;
        hb_set_add(shown, cp);
    }
}

static wk_status
add_word(hb_set_t *const *shown, wkd_fonts *f, const wkd_word *w)
{
    wkd_setting set;
    const wkd_face face = (wkd_face)w->face;
    WKB_TRY(wkd_font_open(f, face));
    if (wkd_is_plain(f, w->s, face)) {
        add_text(shown[face], w->s);
        return WK_OK;
    }
    const wkb_mark mark = wkb_arena_mark(&f->scratch);
    const wk_status status = wkd_set(&set, &f->scratch, f, w->s, face);
    for (size_t i = 0; i < set.n; i++)
        add_text(shown[set.run[i].font],
                 wkb_sub(w->s, set.run[i].begin, set.run[i].end));
    wkb_arena_rewind(&f->scratch, mark);
    return status;
}

void
wkd_drop_cuts(wkd_fonts *f)
{
    for (size_t i = 0; i < f->cut.n; i++)
        hb_set_destroy(f->cut.item[i].shown);
    f->cut.item = NULL;
    f->cut.n = f->cut.cap = 0;
    wkb_arena_clear(&f->cuts);
}

/* With one of a kind come all. */
static void
add_kinds(hb_set_t *shown)
{
    static const stretch kinds[] = {
        {' ', '/'}, {'0', '9'}, {':', '@'}, {'A', 'Z'}, {'[', '`'}, {'a', 'z'}};
    static const hb_codepoint_t of_digits[] = {
        '%', ',', '.', '+', 0x2212, 0x2013, 0xd7, 0x202f};
    for (size_t i = 0; i < WKB_COUNT(kinds); i++) {
        hb_codepoint_t next = kinds[i].first - 1;
        if (hb_set_next(shown, &next) && next <= kinds[i].last)
            hb_set_add_range(shown, kinds[i].first, kinds[i].last);
    }
    for (size_t i = 0; hb_set_has(shown, '0') && i < WKB_COUNT(of_digits); i++)
        hb_set_add(shown, of_digits[i]);
}

/* The base64 of a font cut to a set, which is taken if it is new. */
static wk_status
find_cut(wkb_str *out, wkd_fonts *f, unsigned font, hb_set_t **shown)
{
    for (size_t i = 0; i < f->cut.n; i++)
        if (f->cut.item[i].font == font &&
            hb_set_is_equal(f->cut.item[i].shown, *shown)) {
            *out = f->cut.item[i].base64;
            return WK_OK;
        }
    wkb_str woff2;
    wkb_out text = wkb_out_kept(&f->cuts);
    const wkb_mark mark = wkb_arena_mark(&f->scratch);
    wk_status status = cut(&woff2,
                           &f->scratch,
                           &f->font[font],
                           *shown,
                           font != WKD_FONT_FALLBACK,
                           QUICK);
    if (status == WK_OK) {
        wkb_put_base64(&text, woff2);
        status = wkb_out_text(&text, out);
    }
    wkb_arena_rewind(&f->scratch, mark);
    WKB_TRY(status);
    wkd_kept_cut *kept = WKB_PUSH(&f->cuts, &f->cut);
    if (!kept)
        return WK_ENOMEM;
    *kept = (wkd_kept_cut){font, *shown, *out};
    *shown = NULL;
    return WK_OK;
}

wk_status
wkd_cut_scene(wkd_cut *out, wkd_fonts *f, const wkd_scene *s)
{
    enum { MOST = 64 };
    hb_set_t *shown[WKD_FONTS];
    wk_status status = WK_OK;
    *out = (wkd_cut){{{NULL, 0}}};
    if (f->cut.n > MOST)
        wkd_drop_cuts(f);
    for (size_t i = 0; i < WKD_FONTS; i++)
        shown[i] = hb_set_create();
    for (size_t i = 0; i < s->word.n && status == WK_OK; i++)
        status = add_word(shown, f, &s->word.item[i]);
    for (unsigned i = 0; i < WKD_FONTS && status == WK_OK; i++) {
        add_kinds(shown[i]);
        if (!hb_set_allocation_successful(shown[i]))
            status = WK_ENOMEM;
        else if (!hb_set_is_empty(shown[i]))
            status = find_cut(&out->font[i], f, i, &shown[i]);
    }
    for (size_t i = 0; i < WKD_FONTS; i++)
        hb_set_destroy(shown[i]);
    return status;
}

/* Takes away what a font has itself. */
static void
drop_known(hb_set_t *shown, const wkd_open_font *font)
{
    hb_set_t *known = hb_set_create();
    hb_face_collect_unicodes(hb_font_get_face(font->hb), known);
    hb_set_subtract(shown, known);
    hb_set_destroy(known);
}

wk_status
wkd_font_serve(wkb_out *out, wkd_fonts *f, unsigned font)
{
    wkb_str bytes = {NULL, 0};
    WKB_TRY(wkd_font_open(f, font));
    WKB_TRY(wkd_font_open(f, WKD_REGULAR));
    hb_set_t *shown = hb_set_create();
    for (size_t i = 0; i < WKB_COUNT(repertoire); i++)
        hb_set_add_range(shown, repertoire[i].first, repertoire[i].last);
    if (font == WKD_FONT_FALLBACK)
        drop_known(shown, &f->font[WKD_REGULAR]);
    const wkb_mark mark = wkb_arena_mark(&f->scratch);
    const wk_status status =
        hb_set_allocation_successful(shown)
            ? cut(&bytes, &f->scratch, &f->font[font], shown, false, SMALLEST)
            : WK_ENOMEM;
    hb_set_destroy(shown);
    wkb_put(out, bytes);
    wkb_arena_rewind(&f->scratch, mark);
    return status != WK_OK ? status : out->status;
}

const char *
wkd_font_served(unsigned font)
{
    static const char *const names[WKD_FONTS] = {
        [WKD_REGULAR] = "inter-400.woff2",
        [WKD_BOLD] = "inter-700.woff2",
        [WKD_ITALIC] = "inter-400-italic.woff2",
        [WKD_DISPLAY] = "inter-display-600.woff2",
        [WKD_FONT_MONO] = "jetbrains-mono-400.woff2",
        [WKD_FONT_FALLBACK] = "dejavu-sans-400.woff2",
    };
    return names[font];
}
