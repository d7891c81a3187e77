/* What holds of every scene. */
#ifndef SCENE_CHECK_H
#define SCENE_CHECK_H

#include "scene_help.h"

/* For messages. */
static const char *laid_out;
static uint64_t scene_seed; /* of a random chart; 0: none */

static inline void
fail_scene(const wkd_scene *s, const char *what, wkb_str word)
{
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_out out = wkb_out_kept(&a);
    wkb_str text;
    wkd_dump(&out, s);
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    printf("%s\n", text.p);
    fail_msg("seed %llu: %s: %s: '%.*s'",
             (unsigned long long)scene_seed,
             laid_out,
             what,
             (int)word.n,
             word.p);
}

static inline void
check_words(const wkd_scene *s)
{
    for (size_t i = 0; i < s->word.n; i++) {
        const wkd_word *w = &s->word.item[i];
        if (w->ink.x0 < -.01 || w->ink.x1 > s->width + .01 ||
            w->ink.y0 < -.01 || w->ink.y1 > s->height + .01)
            fail_scene(s, "leaves the frame", w->s);
        if (w->s.n == 0)
            fail_scene(s, "a word without letters", w->s);
        for (size_t k = 0; k < i; k++) {
            if (scene_touch(&w->ink, &s->word.item[k].ink)) {
                printf("with '%.*s'\n",
                       (int)s->word.item[k].s.n,
                       s->word.item[k].s.p);
                fail_scene(s, "touches another word", w->s);
            }
        }
    }
}

static inline bool
stands_for_data(const wkd_mark *m)
{
    return m->datum != WKD_NO_DATUM || m->role == WKD_STROKE ||
           m->role == WKD_BAND || m->role == WKD_SPAN || m->role == WKD_JOIN;
}

/* What stands for data lies inside the plot, everything inside the frame. */
static inline void
check_marks(const wkd_scene *s)
{
    for (size_t i = 0; i < s->mark.n; i++) {
        const wkd_mark *m = &s->mark.item[i];
        if (m->n == 0 || m->first + m->n > s->pt.n)
            fail_scene(s, "a mark without points", WKB_STR(""));
        if (m->datum != WKD_NO_DATUM && m->datum >= s->datum.n)
            fail_scene(s, "no such datum", WKB_STR(""));
        for (size_t k = m->first; k < m->first + m->n; k++) {
            const wkd_point *p = &s->pt.item[k];
            if (!(p->x >= -.01 && p->x <= s->width + .01 && p->y >= -.01 &&
                  p->y <= s->height + .01))
                fail_scene(s, "a mark leaves the frame", WKB_STR(""));
            if (stands_for_data(m) && !scene_is_in_plot(s, p))
                fail_scene(
                    s, "a mark leaves the plot", wkb_str_of("of a datum"));
        }
    }
}

/* A word's datum is a mark's, before it: the link that the keyboard meets. */
static inline void
check_datums(const wkd_scene *s)
{
    for (size_t i = 0; i < s->word.n; i++) {
        const wkd_word *w = &s->word.item[i];
        bool has_mark = w->datum == WKD_NO_DATUM;
        for (size_t k = 0; !has_mark && k < s->mark.n; k++)
            has_mark = s->mark.item[k].datum == w->datum;
        if (!has_mark)
            fail_scene(s, "a word of a datum without a mark", w->s);
    }
}

static inline bool
has_rows(wkt_chart_type t)
{
    return t == WKT_BAR || t == WKT_GROUPED_BAR || t == WKT_STACKED_BAR ||
           t == WKT_DOT || t == WKT_RANGE;
}

static inline bool
has_axes(wkt_chart_type t)
{
    return t == WKT_SCATTER || t == WKT_LINE || t == WKT_AREA ||
           t == WKT_ROOFLINE;
}

/* Three to eight labelled ticks on each axis of each panel; less across where
 * they have no room, which is told. */
static inline void
check_ticks(const wkd_scene *s, wkt_chart_type t)
{
    for (size_t p = 0; p < s->plot.n; p++) {
        const size_t least = s->n_dropped ? 1 : 3;
        size_t across = 0, up = 0, in_band = 0;
        for (size_t i = 0; i < s->word.n; i++) {
            const wkd_word *w = &s->word.item[i];
            if (w->role != WKD_WORD_TICK || w->panel != p || w->size_px < 12)
                continue;
            if (w->anchor == WKD_MIDDLE && w->y > s->plot.item[p].y1)
                across++;
            if (w->anchor == WKD_END && w->x < s->plot.item[p].x0)
                up++;
            if (w->anchor == WKD_MIDDLE && w->y < s->plot.item[p].y1)
                in_band++;
        }
        if (t == WKT_TIMELINE && in_band && (in_band < 3 || in_band > 8))
            fail_scene(s, "labelled ticks of the band", wkb_str_of("3 to 8"));
        if ((has_rows(t) || has_axes(t)) && (across < least || across > 8))
            fail_scene(s, "labelled ticks across", wkb_str_of("3 to 8"));
        if (has_axes(t) && (up < 3 || up > 8))
            fail_scene(s, "labelled ticks upwards", wkb_str_of("3 to 8"));
    }
}

static inline void
check_note(const wkd_scene *s)
{
    wkb_str rest = s->note;
    bool tells = false;
    while (rest.n && !tells) {
        tells = wkb_starts(rest, WKB_STR("no room"));
        rest = wkb_sub(rest, 1, rest.n);
    }
    if (tells != (s->n_dropped > 0))
        fail_scene(s, "labels that were dropped are told", s->note);
}

static inline void
check_scene(const wkd_scene *s, wkt_chart_type t)
{
    laid_out = wkt_chart_type_name(t);
    check_words(s);
    check_marks(s);
    check_datums(s);
    check_ticks(s, t);
    check_note(s);
}

#endif
