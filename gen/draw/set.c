/* Sets a line of text: the order of reading, a font for each character, its
 * glyphs; and measures it. */
#include <fribidi/fribidi.h>

#include "draw/faces.h"

enum { RTL_FROM = 0x590, MAX_TEXT = 1 << 16, MAX_MEASURED = 4096 };

/* A text by characters. */
typedef struct letters {
    wkb_str s;
    size_t n;
    FriBidiChar *cp;
    uint32_t *at; /* bytes; n + 1 of them */
    FriBidiLevel *level;
    uint8_t *font;
    hb_script_t *script;
} letters;

typedef struct setter {
    wkd_fonts *f;
    wkb_arena *a;
    wkd_face face;
    letters l;
    WKB_LIST(wkd_run) run;
} setter;

static bool
has(const wkd_fonts *f, unsigned font, hb_codepoint_t cp)
{
    hb_codepoint_t glyph;
    return hb_font_get_nominal_glyph(f->font[font].hb, cp, &glyph);
}

bool
wkd_is_plain(const wkd_fonts *f, wkb_str s, wkd_face face)
{
    for (size_t i = 0, n; i < s.n; i += n) {
        uint32_t cp;
        n = wkb_utf8(wkb_sub(s, i, s.n), &cp);
        const bool is_ours = cp < RTL_FROM || (cp >= 0x2000 && cp <= 0x22ff);
        if (n == 0 || !is_ours || !has(f, face, cp))
            return false;
    }
    return true;
}

static wk_status
lack(setter *s, uint32_t cp)
{
    s->f->lacking = cp;
    return WK_EENCODING;
}

static wk_status
decode(setter *s)
{
    letters *l = &s->l;
    const size_t room = l->s.n + 1;
    l->cp = WKB_NEW(s->a, FriBidiChar, room);
    l->at = WKB_NEW(s->a, uint32_t, room);
    l->level = WKB_NEW(s->a, FriBidiLevel, room);
    l->font = WKB_NEW(s->a, uint8_t, room);
    l->script = WKB_NEW(s->a, hb_script_t, room);
    if (!l->cp || !l->at || !l->level || !l->font || !l->script)
        return WK_ENOMEM;
    for (size_t i = 0, n; i < l->s.n; i += n) {
        uint32_t cp;
        n = wkb_utf8(wkb_sub(l->s, i, l->s.n), &cp);
        if (n == 0)
            return lack(s, 0xfffd);
        l->at[l->n] = (uint32_t)i;
        l->cp[l->n++] = cp;
    }
    l->at[l->n] = (uint32_t)l->s.n;
    return WK_OK;
}

static wk_status
find_levels(setter *s)
{
    const letters *l = &s->l;
    const FriBidiStrIndex n = (FriBidiStrIndex)l->n;
    FriBidiCharType *type = WKB_NEW(s->a, FriBidiCharType, l->n);
    FriBidiBracketType *bracket = WKB_NEW(s->a, FriBidiBracketType, l->n);
    FriBidiParType base = FRIBIDI_PAR_LTR;
    if (!type || !bracket)
        return WK_ENOMEM;
    fribidi_get_bidi_types(l->cp, n, type);
    fribidi_get_bracket_types(l->cp, n, type, bracket);
    return fribidi_get_par_embedding_levels_ex(
               type, bracket, n, &base, l->level)
               ? WK_OK
               : WK_ENOMEM;
}

/* Stands on the character before it, or is not seen. */
static bool
is_attached(hb_codepoint_t cp)
{
    switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), cp)) {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_FORMAT:
        return true;
    default:
        return false;
    }
}

static bool
is_unseen(hb_codepoint_t cp)
{
    return hb_unicode_general_category(hb_unicode_funcs_get_default(), cp) ==
               HB_UNICODE_GENERAL_CATEGORY_FORMAT ||
           (cp >= 0xfe00 && cp <= 0xfe0f);
}

/* First of the characters begin to end that the font lacks; end if none. */
static size_t
first_lacking(const setter *s, unsigned font, size_t begin, size_t end)
{
    while (begin < end &&
           (has(s->f, font, s->l.cp[begin]) || is_unseen(s->l.cp[begin])))
        begin++;
    return begin;
}

/* A character and what is attached to it come from one font. */
static wk_status
choose_fonts(setter *s)
{
    letters *l = &s->l;
    for (size_t i = 0, end; i < l->n; i = end) {
        end = i + 1;
        while (end < l->n && is_attached(l->cp[end]))
            end++;
        unsigned font = s->face;
        if (first_lacking(s, font, i, end) < end) {
            font = WKD_FONT_FALLBACK;
            WKB_TRY(wkd_font_open(s->f, font));
            const size_t bad = first_lacking(s, font, i, end);
            if (bad < end)
                return lack(s, l->cp[bad]);
        }
        for (; i < end; i++)
            l->font[i] = (uint8_t)font;
    }
    return WK_OK;
}

/* What belongs to no script of its own goes with what stands before it, or, at
 * the beginning, behind it. */
static void
find_scripts(letters *l)
{
    hb_unicode_funcs_t *u = hb_unicode_funcs_get_default();
    hb_script_t now = HB_SCRIPT_COMMON;
    for (size_t i = 0; i < l->n; i++) {
        const hb_script_t own = hb_unicode_script(u, l->cp[i]);
        if (own != HB_SCRIPT_COMMON && own != HB_SCRIPT_INHERITED)
            now = own;
        l->script[i] = now;
    }
    now = HB_SCRIPT_LATIN;
    for (size_t i = l->n; i-- > 0;) {
        if (l->script[i] == HB_SCRIPT_COMMON)
            l->script[i] = now;
        now = l->script[i];
    }
}

static const hb_feature_t features[] = {
    {HB_TAG('t', 'n', 'u', 'm'), 1, 0, HB_FEATURE_GLOBAL_END},
    {HB_TAG('c', 'a', 'l', 't'), 0, 0, HB_FEATURE_GLOBAL_END},
    {HB_TAG('l', 'i', 'g', 'a'), 0, 0, HB_FEATURE_GLOBAL_END},
    {HB_TAG('c', 'l', 'i', 'g'), 0, 0, HB_FEATURE_GLOBAL_END},
};

static wk_status
keep_glyphs(setter *s, wkd_run *run)
{
    unsigned n;
    hb_buffer_t *b = s->f->buffer;
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(b, &n);
    const hb_glyph_position_t *pos = hb_buffer_get_glyph_positions(b, NULL);
    const double em = s->f->font[run->font].em;
    wkd_glyph *g = WKB_NEW(s->a, wkd_glyph, n);
    if (!g || !hb_buffer_allocation_successful(b))
        return WK_ENOMEM;
    for (unsigned i = 0; i < n; i++)
        g[i] = (wkd_glyph){info[i].codepoint,
                           info[i].cluster,
                           pos[i].x_advance / em,
                           pos[i].x_offset / em,
                           pos[i].y_offset / em};
    run->glyph = g;
    run->n = n;
    return WK_OK;
}

/* Sets bytes begin to end, which share font, script and direction. */
static wk_status
set_run(setter *s, wkd_run run, hb_script_t script)
{
    hb_buffer_t *b = s->f->buffer;
    hb_buffer_clear_contents(b);
    hb_buffer_set_cluster_level(b, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES);
    hb_buffer_add_utf8(b,
                       s->l.s.p,
                       (int)s->l.s.n,
                       (unsigned)run.begin,
                       (int)(run.end - run.begin));
    hb_buffer_set_direction(b,
                            run.is_rtl ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(b, script);
    hb_buffer_set_language(b, hb_language_from_string("en", 2));
    hb_shape(s->f->font[run.font].hb, b, features, WKB_COUNT(features));
    WKB_TRY(keep_glyphs(s, &run));
    wkd_run *kept = WKB_PUSH(s->a, &s->run);
    if (!kept)
        return WK_ENOMEM;
    *kept = run;
    return WK_OK;
}

static void
turn(wkd_run *run, size_t n)
{
    for (size_t i = 0, j = n; i + 1 < j; i++) {
        const wkd_run r = run[i];
        run[i] = run[--j];
        run[j] = r;
    }
}

/* From the order of reading to that of the line: from the highest level down,
 * each stretch at or above it is turned round. */
static void
turn_runs(wkd_run *run, size_t n)
{
    unsigned top = 0;
    for (size_t i = 0; i < n; i++)
        top = run[i].level > top ? run[i].level : top;
    for (; top > 0; top--)
        for (size_t i = 0, end; i < n; i = end + 1) {
            for (end = i; end < n && run[end].level >= top; end++)
                ;
            turn(run + i, end - i);
        }
}

static bool
goes_on(const letters *l, size_t i, size_t end)
{
    return end < l->n && l->font[end] == l->font[i] &&
           l->level[end] == l->level[i] && l->script[end] == l->script[i];
}

static wk_status
set_mixed(setter *s)
{
    letters *l = &s->l;
    WKB_TRY(decode(s));
    WKB_TRY(find_levels(s));
    WKB_TRY(choose_fonts(s));
    find_scripts(l);
    for (size_t i = 0, end; i < l->n; i = end) {
        end = i + 1;
        while (goes_on(l, i, end))
            end++;
        const uint8_t level = (uint8_t)l->level[i];
        WKB_TRY(set_run(s,
                        (wkd_run){.font = l->font[i],
                                  .is_rtl = level % 2 == 1,
                                  .level = level,
                                  .begin = l->at[i],
                                  .end = l->at[end]},
                        l->script[i]));
    }
    turn_runs(s->run.item, s->run.n);
    return WK_OK;
}

wk_status
wkd_set(wkd_setting *out, wkb_arena *a, wkd_fonts *f, wkb_str s, wkd_face face)
{
    setter t = {.f = f, .a = a, .face = face, .l = {.s = s}};
    *out = (wkd_setting){NULL, 0, 0};
    if (s.n > MAX_TEXT)
        return WK_ELIMIT;
    WKB_TRY(wkd_font_open(f, face));
    WKB_TRY(
        wkd_is_plain(f, s, face)
            ? set_run(&t, (wkd_run){.font = face, .end = s.n}, HB_SCRIPT_LATIN)
            : set_mixed(&t));
    out->run = t.run.item;
    out->n = t.run.n;
    for (size_t i = 0; i < out->n; i++)
        for (size_t j = 0; j < out->run[i].n; j++)
            out->width += out->run[i].glyph[j].advance;
    return WK_OK;
}

/* Forgets all widths when there are too many, as a site has no end. */
static void
make_room(wkd_fonts *f)
{
    size_t n = 0;
    for (size_t i = 0; i < WKD_FACES; i++)
        n += f->width[i].n;
    if (n < MAX_MEASURED)
        return;
    wkb_arena_clear(&f->measured);
    for (size_t i = 0; i < WKD_FACES; i++) {
        wkb_pool_init(&f->text[i], &f->measured);
        f->width[i].item = NULL;
        f->width[i].n = f->width[i].cap = 0;
    }
}

/* The width of a text in em, which most charts ask for more than once. */
static wk_status
find_width(double *out, wkd_fonts *f, wkb_str s, wkd_face face)
{
    const uint32_t known = wkb_interned(&f->text[face], s);
    if (known != UINT32_MAX) {
        *out = f->width[face].item[known];
        return WK_OK;
    }
    make_room(f);
    wkd_setting set;
    const wkb_mark mark = wkb_arena_mark(&f->scratch);
    const wk_status status = wkd_set(&set, &f->scratch, f, s, face);
    wkb_arena_rewind(&f->scratch, mark);
    WKB_TRY(status);
    *out = set.width;
    uint32_t number;
    double *width = WKB_PUSH(&f->measured, &f->width[face]);
    if (!width)
        return WK_ENOMEM;
    *width = set.width;
    if (wkb_intern(&f->text[face], s, true, &number) == WK_OK)
        return WK_OK;
    f->width[face].n--;
    return WK_ENOMEM;
}

static wk_status
measure(void *ud, wkb_str s, wkd_face face, double size_px, wkd_extent *out)
{
    wkd_fonts *f = ud;
    double width;
    *out = (wkd_extent){0};
    const wk_status status = find_width(&width, f, s, face);
    if (status != WK_OK) {
        out->lacking = f->lacking;
        return status;
    }
    const wkd_open_font *o = &f->font[face];
    *out = (wkd_extent){.width = width * size_px,
                        .ascent = o->ascent * size_px,
                        .descent = o->descent * size_px};
    return WK_OK;
}

wkd_measure
wkd_fonts_measure(wkd_fonts *f)
{
    return (wkd_measure){f, measure};
}
