/* The classes of an SVG, and the style that gives them a meaning in a file. */
#include <string.h>

#include "draw/svg.h"

/* The class of a role; NULL: its color says all. */
static const char *
role_class(wkd_role role)
{
    return role == WKD_FILL || role == WKD_KEY ? NULL : wkd_role_name(role);
}

static const char *const dash_class[WKD_DASHES] = {
    [WKD_DASH_LONG] = "dash2",
    [WKD_DASH_DOTS] = "dash3",
    [WKD_DASH_MIXED] = "dash4",
    [WKD_DASH_REF] = "dash5",
    [WKD_DASH_GHOST] = "dash6",
};

/* Families of tokens that have classes, and the first letter of those: f1 for
 * --c1; the others bear the token's name. */
typedef enum color_use { AS_FILL, AS_STROKE } color_use;

static bool
is_of_color(wkd_token t)
{
    return t < WKD_TOKEN_NONE && t >= WKD_TOKEN_C0;
}

/* "neutral", "c1", "hl", "neutral-t": 0, 1, h. */
static char
color_letter(wkd_token t)
{
    const char *name = wkd_tints[t].name;
    if (name[0] == 'n')
        return '0';
    if (name[0] == 'h')
        return 'h';
    return name[1];
}

static void
put_color_class(wkb_out *out, wkd_token t, color_use use)
{
    if (t >= WKD_TOKEN_C0 && t <= WKD_TOKEN_CH)
        wkb_putc(out, use == AS_STROKE ? 's' : 'f');
    else if (t >= WKD_TOKEN_T0 && t <= WKD_TOKEN_TH)
        wkb_putc(out, 't');
    else if (use == AS_STROKE) {
        wkb_print(out, "s%s", wkd_tints[t].name);
        return;
    } else {
        wkb_puts(out, wkd_tints[t].name);
        return;
    }
    wkb_putc(out, color_letter(t));
}

/* Classes with spaces between. */
typedef struct classes {
    wkb_out *out;
    bool more;
} classes;

static void
next_class(classes *c)
{
    if (c->more)
        wkb_putc(c->out, ' ');
    c->more = true;
}

static void
put_class(classes *c, const char *name)
{
    if (!name)
        return;
    next_class(c);
    wkb_puts(c->out, name);
}

void
wkd_put_mark_class(wkb_out *out, const wkd_mark *m)
{
    classes c = {out, false};
    const wkd_look look = wkd_mark_look(m);
    put_class(&c, role_class((wkd_role)m->role));
    if (is_of_color(look.fill)) {
        next_class(&c);
        put_color_class(out, look.fill, AS_FILL);
    }
    if (is_of_color(look.stroke)) {
        next_class(&c);
        put_color_class(out, look.stroke, AS_STROKE);
    }
    if (m->dash)
        put_class(&c, dash_class[m->dash]);
}

/* NULL: as all words are. */
static const char *
word_class(wkd_token t)
{
    return t == WKD_TOKEN_INK ? NULL : t == WKD_TOKEN_INK_2 ? "tk" : "nk";
}

static const char *const face_class[WKD_FACES] = {
    [WKD_BOLD] = "b", [WKD_ITALIC] = "it", [WKD_DISPLAY] = "dp"};

enum { USUAL_PX = 12, SMALL_PX = 11 };

void
wkd_put_word_class(wkb_out *out, const wkd_word *w)
{
    classes c = {out, false};
    const wkd_token t = wkd_word_look(w);
    if (is_of_color(t)) {
        next_class(&c);
        put_color_class(out, t, AS_FILL);
    } else {
        put_class(&c, word_class(t));
    }
    put_class(&c, face_class[w->face]);
    if (w->size_px == SMALL_PX)
        put_class(&c, "sm");
    if (w->has_halo)
        put_class(&c, "halo");
}

static void
put_paint(wkb_out *out, const char *what, wkd_token t)
{
    if (t == WKD_TOKEN_NONE)
        wkb_print(out, "%s:none;", what);
    else
        wkb_print(out, "%s:var(--%s);", what, wkd_tints[t].name);
}

static void
put_dash(wkb_out *out, wkd_dash dash)
{
    double length[4];
    const size_t n = wkd_dash_lengths(dash, length);
    for (size_t i = 0; i < n; i++)
        wkb_print(out, i ? " %g" : "stroke-dasharray:%g", length[i]);
    if (n)
        wkb_putc(out, ';');
}

void
wkd_put_role_rule(wkb_out *out, const char *before, wkd_role role)
{
    const wkd_mark m = {.role = (uint8_t)role};
    const wkd_look look = wkd_mark_look(&m);
    const bool has_stroke = look.stroke != WKD_TOKEN_NONE;
    if (!role_class(role))
        return;
    wkb_print(out, "%s.%s{", before, role_class(role));
    if (!is_of_color(look.fill))
        if (has_stroke || look.fill != WKD_TOKEN_NONE)
            put_paint(out, "fill", look.fill);
    if (has_stroke && !is_of_color(look.stroke))
        put_paint(out, "stroke", look.stroke);
    if (has_stroke)
        wkb_print(out, "stroke-width:%g;", look.width);
    put_dash(out, look.dash);
    if (look.is_round)
        wkb_puts(out, "stroke-linecap:round;stroke-linejoin:round;");
    if (look.opacity < 1)
        wkb_print(out, "opacity:%g;", look.opacity);
    wkb_putc(out, '}');
}

static void
put_color_rule(wkb_out *out, const char *before, wkd_token t, color_use use)
{
    wkb_print(out, "%s.", before);
    put_color_class(out, t, use);
    wkb_putc(out, '{');
    put_paint(out, use == AS_STROKE ? "stroke" : "fill", t);
    wkb_putc(out, '}');
}

void
wkd_put_color_rule(wkb_out *out, const char *before, wkd_token t)
{
    put_color_rule(out, before, t, AS_FILL);
    if (t <= WKD_TOKEN_CH)
        put_color_rule(out, before, t, AS_STROKE);
}

/* ---- the style of a file ---- */

/* What a scene makes use of. */
typedef struct used {
    bool token[WKD_TOKENS], fill[WKD_TOKENS], stroke[WKD_TOKENS];
    bool role[WKD_ROLES], dash[WKD_DASHES], face[WKD_FACES];
    bool tick, unknown, small, halo;
} used;

static void
use_mark(used *u, const wkd_mark *m)
{
    const wkd_look look = wkd_mark_look(m);
    u->role[m->role] = true;
    u->dash[m->dash] = true;
    if (look.fill < WKD_TOKENS)
        u->token[look.fill] = u->fill[look.fill] = true;
    if (look.stroke < WKD_TOKENS)
        u->token[look.stroke] = u->stroke[look.stroke] = true;
}

static void
use_word(used *u, const wkd_word *w)
{
    const wkd_token t = wkd_word_look(w);
    u->token[t] = u->fill[t] = true;
    u->face[w->face] = true;
    u->tick |= t == WKD_TOKEN_INK_2;
    u->unknown |= t == WKD_TOKEN_UNK;
    u->small |= w->size_px == SMALL_PX;
    u->halo |= w->has_halo;
}

static void
put_hex(wkb_out *out, uint32_t rgb)
{
    static const char digits[] = "0123456789ABCDEF";
    wkb_putc(out, '#');
    for (int shift = 20; shift >= 0; shift -= 4)
        wkb_putc(out, digits[rgb >> shift & 15]);
}

static void
put_tokens(wkb_out *out, const char *before, const used *u, wkd_theme theme)
{
    wkb_print(out, "%s{", before);
    for (wkd_token t = 0; t < WKD_TOKENS; t++)
        if (u->token[t]) {
            wkb_print(out, "--%s:", wkd_tints[t].name);
            put_hex(out, wkd_color(theme, t));
            wkb_putc(out, ';');
        }
    wkb_puts(out, "}");
}

static void
put_fonts(wkb_out *out, wkb_str id, const wkd_cut *cut)
{
    static const char *const kinds[WKD_FONTS] = {
        [WKD_REGULAR] = "400",
        [WKD_BOLD] = "700",
        [WKD_ITALIC] = "400;font-style:italic",
        [WKD_DISPLAY] = "600",
        [WKD_FONT_MONO] = "400",
        [WKD_FONT_FALLBACK] = "400 700",
    };
    for (size_t i = 0; i < WKD_FONTS; i++)
        if (cut->font[i].n) {
            wkb_print(out,
                      "@font-face{font-family:\"%S%s\";font-weight:%s;"
                      "src:url(data:font/woff2;base64,",
                      id,
                      i == WKD_FONT_FALLBACK ? "-more" : "",
                      kinds[i]);
            wkb_put(out, cut->font[i]);
            wkb_puts(out, ")}");
        }
}

static void
put_word_rules(wkb_out *out, const char *before, const used *u)
{
    if (u->tick)
        wkb_print(out, "%s.tk{fill:var(--ink-2)}", before);
    if (u->unknown)
        wkb_print(out, "%s.nk{fill:var(--unk)}", before);
    if (u->face[WKD_BOLD])
        wkb_print(out, "%s.b{font-weight:700}", before);
    if (u->face[WKD_ITALIC])
        wkb_print(out, "%s.it{font-style:italic}", before);
    if (u->face[WKD_DISPLAY])
        wkb_print(out, "%s.dp{font-weight:600}", before);
    if (u->small)
        wkb_print(out, "%s.sm{font-size:11px}", before);
    if (u->halo)
        wkb_print(out,
                  "%s.halo{stroke:var(--bg);stroke-width:4px;"
                  "stroke-linejoin:round}",
                  before);
}

static void
put_mark_rules(wkb_out *out, const char *before, const used *u)
{
    for (wkd_role r = 0; r < WKD_ROLES; r++)
        if (u->role[r])
            wkd_put_role_rule(out, before, r);
    for (wkd_token t = WKD_TOKEN_C0; t < WKD_TOKENS; t++) {
        if (u->fill[t])
            put_color_rule(out, before, t, AS_FILL);
        if (u->stroke[t])
            put_color_rule(out, before, t, AS_STROKE);
    }
    for (wkd_dash d = WKD_DASH_LONG; d < WKD_DASHES; d++)
        if (u->dash[d]) {
            wkb_print(out, "%s.%s{", before, dash_class[d]);
            put_dash(out, d);
            wkb_putc(out, '}');
        }
}

void
wkd_put_style(wkb_out *out, const wkd_scene *s, wkb_str id, const wkd_cut *cut)
{
    used u = {.token = {[WKD_TOKEN_BG] = true, [WKD_TOKEN_INK] = true}};
    char before[256];
    wkb_fixed fixed = {before, sizeof before - 2, 0};
    wkb_out name = wkb_out_to(wkb_put_fixed, &fixed);
    for (size_t i = 0; i < s->mark.n; i++)
        use_mark(&u, &s->mark.item[i]);
    for (size_t i = 0; i < s->word.n; i++)
        use_word(&u, &s->word.item[i]);
    wkb_print(&name, "#%S", id);
    before[fixed.n] = 0;
    wkb_puts(out, "<style>");
    put_fonts(out, id, cut);
    put_tokens(out, before, &u, WKD_LIGHT);
    wkb_puts(out, "@media screen and (prefers-color-scheme:dark){");
    put_tokens(out, before, &u, WKD_DARK);
    wkb_puts(out, "}");
    memcpy(before + fixed.n, " ", 2);
    wkb_print(out,
              "%stext{font:400 12px/1 \"%S\",\"%S-more\",sans-serif;"
              "fill:var(--ink);font-variant-numeric:tabular-nums;"
              "font-variant-ligatures:none}%s.ground{fill:var(--bg)}",
              before,
              id,
              id,
              before);
    put_word_rules(out, before, &u);
    put_mark_rules(out, before, &u);
    wkb_puts(out, "</style>");
}
