/* Scenes made by hand, and fonts, for the tests of painting. */
#ifndef TESTS_PAINT_HELP_H
#define TESTS_PAINT_HELP_H

#include <math.h>
#include <stdlib.h>

#include "base/file.h"
#include "draw/fonts.h"
#include "draw/paint.h"
#include "draw/svg.h"
#include "test.h"

/* A picture being made: a scene and the fonts it is measured with. */
typedef struct easel {
    wkb_arena arena;
    wkb_diag diag;
    char told[1024]; /* the last fault */
    wkd_fonts *fonts;
    wkd_scene scene;
} easel;

/* Where make put them, for this build. */
static inline const char *
fonts_folder(wkb_arena *a)
{
    const char *out = getenv("O");
    wkb_out o = wkb_out_kept(a);
    wkb_str path;
    wkb_print(&o, "%s/fonts", out ? out : "out");
    assert_int_equal(wkb_out_text(&o, &path), WK_OK);
    return path.p;
}

static inline void
keep_told(void *ud, const wk_diag *d)
{
    easel *e = ud;
    size_t n = strlen(d->message);
    if (n > sizeof e->told - 1)
        n = sizeof e->told - 1;
    memcpy(e->told, d->message, n);
    e->told[n] = 0;
}

static inline void
easel_init(easel *e, double width, double height)
{
    *e = (easel){.scene = {.width = width, .height = height}};
    wkb_arena_init(&e->arena, NULL, NULL, 0);
    e->diag.fn = keep_told;
    e->diag.ud = e;
    e->scene.title = WKB_STR("All that can be painted");
    e->scene.alt = WKB_STR("One of each mark & word, <made> by hand.");
    assert_int_equal(
        wkd_fonts_new(&e->fonts, &e->arena, fonts_folder(&e->arena), &e->diag),
        WK_OK);
}

static inline void
easel_clear(easel *e)
{
    wkd_fonts_free(e->fonts);
    wkb_arena_clear(&e->arena);
}

/* Adds a mark with n points, two numbers each. */
static inline wkd_mark *
add_mark(easel *e,
         wkd_kind kind,
         wkd_role role,
         int color,
         size_t n,
         const double *xy)
{
    wkd_mark *m = WKB_PUSH(&e->arena, &e->scene.mark);
    *m = (wkd_mark){.kind = (uint8_t)kind,
                    .role = (uint8_t)role,
                    .color = (uint8_t)color,
                    .datum = WKD_NO_DATUM,
                    .first = e->scene.pt.n,
                    .n = n};
    for (size_t i = 0; i < n; i++) {
        wkd_point *p = WKB_PUSH(&e->arena, &e->scene.pt);
        *p = (wkd_point){xy[2 * i], xy[2 * i + 1]};
    }
    return m;
}

static inline wkd_word *
add_word(easel *e, double x, double y, wkd_word_role role, const char *text)
{
    wkd_word *w = WKB_PUSH(&e->arena, &e->scene.word);
    *w = (wkd_word){.s = wkb_str_of(text),
                    .x = x,
                    .y = y,
                    .size_px = 12,
                    .role = (uint8_t)role,
                    .datum = WKD_NO_DATUM};
    return w;
}

static inline uint32_t
add_datum(easel *e, const char *tooltip, const char *href)
{
    wkd_datum *d = WKB_PUSH(&e->arena, &e->scene.datum);
    d->tooltip = wkb_str_of(tooltip);
    d->href = wkb_str_of(href);
    return (uint32_t)(e->scene.datum.n - 1);
}

/* One of each mark and word. */
static inline void
draw_all(easel *e)
{
    for (wkd_role role = 0; role < WKD_ROLES; role++) {
        const double x = 20. + role % 9 * 68, y = 40. + role / 9 * 60;
        const bool is_fill = role == WKD_SUNK || role == WKD_FILL ||
                             role == WKD_WASH || role == WKD_BAND ||
                             role == WKD_KEY || role == WKD_GHOST ||
                             role == WKD_EDGE;
        const double rect[] = {x, y, x + 50.25, y + 18};
        const double points[] = {x, y, x + 20, y + 10.123, x + 40, y - 5};
        const bool is_point = role == WKD_POINT || role == WKD_HOLLOW;
        wkd_mark *m =
            is_fill
                ? add_mark(e, WKD_RECTS, role, 1, 2, rect)
                : add_mark(
                      e, is_point ? WKD_POINTS : WKD_LINE, role, 2, 3, points);
        m->radius = 5;
        m->datum = role == WKD_FILL
                       ? add_datum(e, "H100 SXM: 3,350 GB/s", "chips.html#h")
                   : is_point ? add_datum(e, "A & B: <5>", "")
                              : WKD_NO_DATUM;
    }
    for (int color = 0; color <= WKD_D + WKD_STEPS; color++) {
        if ((color > WKD_HIGHLIGHT && color <= WKD_Q) ||
            (color > WKD_Q + WKD_STEPS && color <= WKD_D))
            continue;
        const double x = 20 + color * 21.5;
        const double rect[] = {x, 170, x + 18, 190};
        const double line[] = {x, 200, x + 18, 210};
        add_mark(e, WKD_RECTS, WKD_FILL, color, 2, rect);
        add_mark(e, WKD_SEGMENTS, WKD_JOIN, color, 2, line);
        wkd_word *w = add_word(e, x + 9, 184, WKD_WORD_INSIDE, "8");
        w->color = (uint8_t)color;
        w->anchor = WKD_MIDDLE;
        w->size_px = 11;
        w = add_word(e, x, 226, WKD_WORD_LABEL, "Ab");
        w->color = (uint8_t)color;
        w->face = WKD_BOLD;
    }
    for (int shape = 0; shape < WKD_SHAPES; shape++) {
        const double xy[] = {30 + shape * 30, 250};
        add_mark(e, WKD_POINTS, WKD_POINT, 1 + shape, 1, xy)->shape =
            (uint8_t)shape;
        e->scene.mark.item[e->scene.mark.n - 1].radius = 6;
    }
    for (int dash = 0; dash < WKD_DASHES; dash++) {
        const double xy[] = {160, 240 + dash * 5, 300, 240 + dash * 5};
        add_mark(e, WKD_LINE, WKD_STROKE, 3, 2, xy)->dash = (uint8_t)dash;
    }
    const double area[] = {320, 270, 340, 240, 380, 250, 400, 270};
    add_mark(e, WKD_AREA, WKD_BAND, 4, 4, area);
}

static inline void
write_all(easel *e)
{
    static const char *const texts[] = {
        "3,350 GB/s (log scale)",
        "Bandwidth, TB/s \xe2\x89\x88 10\xc2\xb3",
        "H100 SXM \xc3\x97 8",
        "Stra\xc3\x9f"
        "e, \xc3\x89"
        "cole, e\xcc\x81",
        "\xce\xa9 \xe2\x88\x9d \xe2\x88\x88 \xd0\x96",
        "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d 123 abc (\xd8\xb9\xd8\xb1\xd8\xa8)",
    };
    for (size_t i = 0; i < WKB_COUNT(texts); i++) {
        wkd_word *w = add_word(e,
                               300,
                               20 + 16. * (double)i + 270,
                               i == 0   ? WKD_WORD_TICK
                               : i == 1 ? WKD_WORD_AXIS_TITLE
                                        : WKD_WORD_NAME,
                               texts[i]);
        w->anchor = (uint8_t)(i % 3);
        w->has_halo = i == 2;
    }
    wkd_word *w = add_word(e, 20, 20, WKD_WORD_TITLE, e->scene.title.p);
    w->size_px = 18;
    w->face = WKD_BOLD;
    w = add_word(e, 620, 380, WKD_WORD_UNKNOWN, "not known");
    w->face = WKD_ITALIC;
    w->angle = -90;
    w = add_word(e, 420, 300, WKD_WORD_NOTE, "Display 42");
    w->face = WKD_DISPLAY;
    w->size_px = 20;
}

/* ---- painted ---- */

static const wkd_about easel_about = {
    {"Maker 2023\nOther 2024", 21},
    {"chip,watts\nH100,700\n", 20},
    {"2026-11-30", 10},
};

static inline bool
is_near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

typedef enum format { INLINE, ALONE, PNG_1, PNG_2, DARK, PDF, FORMATS } format;

static inline wk_status
paint(easel *e, format f, wkb_out *o)
{
    switch (f) {
    case INLINE:
        return wkd_svg(o, &e->scene, WKB_STR("fig-1"), false, e->fonts);
    case ALONE:
        return wkd_svg(o, &e->scene, WKB_STR("fig-1"), true, e->fonts);
    case PNG_1:
        return wkd_png(o, &e->scene, 1, WKD_LIGHT, &easel_about, e->fonts);
    case PNG_2:
        return wkd_png(o, &e->scene, 2, WKD_LIGHT, &easel_about, e->fonts);
    case DARK:
        return wkd_png(o, &e->scene, 1, WKD_DARK, &easel_about, e->fonts);
    case PDF:
    default:
        return wkd_pdf(o, &e->scene, &easel_about, e->fonts);
    }
}

static inline wkb_str
painted(easel *e, format f)
{
    wkb_out o = wkb_out_kept(&e->arena);
    wkb_str s;
    assert_int_equal(paint(e, f, &o), WK_OK);
    assert_int_equal(wkb_out_text(&o, &s), WK_OK);
    return s;
}

static inline void
easel_all(easel *e)
{
    easel_init(e, 640, 420);
    draw_all(e);
    write_all(e);
}

static inline size_t
count(wkb_str s, wkb_str what)
{
    size_t n = 0;
    for (size_t i = 0; i + what.n <= s.n; i++)
        n += memcmp(s.p + i, what.p, what.n) == 0;
    return n;
}

static inline bool
holds(wkb_str s, const char *what)
{
    return count(s, wkb_str_of(what)) > 0;
}

/* As it stands in XML. */
static inline const char *
escaped(easel *e, wkb_str s)
{
    wkb_out o = wkb_out_kept(&e->arena);
    wkb_str text;
    wkb_putc(&o, '>');
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] == '&')
            wkb_puts(&o, "&amp;");
        else if (s.p[i] == '<')
            wkb_puts(&o, "&lt;");
        else if (s.p[i] == '>')
            wkb_puts(&o, "&gt;");
        else
            wkb_putc(&o, s.p[i]);
    wkb_puts(&o, "</text>");
    assert_int_equal(wkb_out_text(&o, &text), WK_OK);
    return text.p;
}

#endif
