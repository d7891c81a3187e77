/* Fuzzes charts: the bytes choose a table and a block, so that most can be
 * drawn; one is read, then laid out with a measure of 0.6 em a code point. No
 * two words overlap, none leaves the frame, marks of data lie inside the plot,
 * axes have three to eight labelled ticks, and the same comes of it again. */
#include "fuzz.h"

#include "../scene_measure.h"
#include "compose/document.h"

#define PICK(c, list) ((list)[fuzz_pick((c), WKB_COUNT(list))])

static const char *const numbers[] = {"",
                                      "0",
                                      "1",
                                      "2",
                                      "3.5",
                                      "700",
                                      "1e3",
                                      "-2",
                                      "12345.678",
                                      "1e-12",
                                      "7e18",
                                      "99.999",
                                      "1..3",
                                      "40 [38..43]"};
static const char *const names[] = {"",
                                    "H100",
                                    "a",
                                    "A name that goes on for rather long",
                                    "\xce\xb1\xce\xb2",
                                    "iiiiiiii",
                                    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"};
static const char *const dates[] = {
    "", "2020", "2020-03", "2020-03-01", "1969", "2020-04"};

static void
put_table(fuzz_choices *c, wkb_out *o)
{
    wkb_puts(o, "id,n [W],m [GB],k [1],name,kind,day [date]\n");
    for (unsigned i = 0, rows = 1 + fuzz_pick(c, 40); i < rows; i++)
        wkb_print(o,
                  "r%d,%s,%s,%s,%s,%s,%s\n",
                  (int)i,
                  PICK(c, numbers),
                  PICK(c, numbers),
                  PICK(c, numbers),
                  PICK(c, names),
                  PICK(c, names),
                  PICK(c, dates));
}

static bool
has_two_axes(wkt_chart_type t)
{
    return t == WKT_SCATTER || t == WKT_LINE || t == WKT_AREA ||
           t == WKT_ROOFLINE;
}

static void
put_block(fuzz_choices *c, wkb_out *o)
{
    static const char *const numeric[] = {"n", "m", "k", "n / 2", "m / 1 GB"};
    static const char *const named[] = {"id", "name", "kind", "id"};
    static const char *const keys[] = {"color: kind\n",
                                       "label: name\n",
                                       "facet: kind\n",
                                       "size: k\n",
                                       "log: x\n",
                                       "zero: y\n",
                                       "drop: true\nnote: Some\n",
                                       "subtitle: Below the title\n",
                                       "highlight: n > 2 W\n",
                                       "detail: kind\n"};
    const wkt_chart_type t = (wkt_chart_type)fuzz_pick(c, WKT_CHART_TYPES);
    const bool has_names = !has_two_axes(t) && t != WKT_TIMELINE;
    unsigned used = 0;
    wkb_print(o, "type: %s\ntitle: A title\n", wkt_chart_type_name(t));
    wkb_puts(o, fuzz_pick(c, 4) ? "data: t\n" : "data: t where n > 0 W\n");
    wkb_print(o, "x: %s\n", fuzz_pick(c, 5) ? PICK(c, numeric) : "day");
    if (t == WKT_HEATMAP)
        wkb_puts(o, "color: n\n");
    wkb_print(o, "y: %s\n", has_names ? PICK(c, named) : PICK(c, numeric));
    for (unsigned i = fuzz_pick(c, 4); i > 0; i--) {
        const unsigned key = fuzz_pick(c, WKB_COUNT(keys));
        if (!(used & 1u << key))
            wkb_puts(o, keys[key]);
        used |= 1u << key;
    }
    if (t == WKT_ROOFLINE)
        wkb_puts(o, "peak: 989 TFLOP/s\nbandwidth: 3.35 TB/s\n");
}

static void
words_hold(const wkd_scene *s)
{
    for (size_t i = 0; i < s->word.n; i++) {
        const wkd_word *w = &s->word.item[i];
        HOLDS(w->s.n > 0);
        HOLDS(w->ink.x0 >= -.01 && w->ink.x1 <= s->width + .01);
        HOLDS(w->ink.y0 >= -.01 && w->ink.y1 <= s->height + .01);
        for (size_t k = 0; k < i; k++)
            HOLDS(!scene_touch(&w->ink, &s->word.item[k].ink));
    }
}

static void
marks_hold(const wkd_scene *s)
{
    for (size_t i = 0; i < s->mark.n; i++) {
        const wkd_mark *m = &s->mark.item[i];
        HOLDS(m->n > 0 && m->first + m->n <= s->pt.n);
        HOLDS(m->datum == WKD_NO_DATUM || m->datum < s->datum.n);
        for (size_t k = m->first; k < m->first + m->n; k++) {
            const wkd_point *p = &s->pt.item[k];
            HOLDS(p->x >= -.01 && p->x <= s->width + .01);
            HOLDS(p->y >= -.01 && p->y <= s->height + .01);
            HOLDS(m->datum == WKD_NO_DATUM || scene_is_in_plot(s, p));
        }
    }
}

/* Words of ticks of a panel: below it, or left of it. */
static size_t
count_ticks(const wkd_scene *s, size_t panel, bool below)
{
    const wkd_box *b = &s->plot.item[panel];
    size_t n = 0;
    for (size_t i = 0; i < s->word.n; i++) {
        const wkd_word *w = &s->word.item[i];
        if (w->role != WKD_WORD_TICK || w->panel != panel || w->size_px < 12)
            continue;
        n += below ? w->anchor == WKD_MIDDLE && w->y > b->y1
                   : w->anchor == WKD_END && w->x < b->x0;
    }
    return n;
}

static void
ticks_hold(const wkd_scene *s, wkt_chart_type t)
{
    const bool has_both =
        t == WKT_SCATTER || t == WKT_LINE || t == WKT_AREA || t == WKT_ROOFLINE;
    const bool has_one = has_both || t == WKT_BAR || t == WKT_GROUPED_BAR ||
                         t == WKT_STACKED_BAR || t == WKT_DOT || t == WKT_RANGE;
    for (size_t p = 0; p < s->plot.n; p++) {
        const size_t across = count_ticks(s, p, true);
        const size_t up = count_ticks(s, p, false);
        HOLDS(!has_one || (across >= 3 && across <= 8));
        HOLDS(!has_both || (up >= 3 && up <= 8));
    }
}

/* The scene as text; empty if the chart is refused. */
static wkb_str
laid_out(wk_project *p, fuzz_heard *h, const wkt_chart *c, wkd_size size)
{
    const wkd_measure m = {.text = scene_measure};
    const size_t before = h->n_errors;
    wkb_out out = wkb_out_kept(&p->call);
    wkd_scene *s = NULL;
    wkb_str text;
    const wk_status status = wkd_layout(&s, &p->call, c, &m, size, &p->diag);
    HOLDS((status == WK_OK) == (h->n_errors == before));
    if (status != WK_OK)
        return (wkb_str){0};
    words_hold(s);
    marks_hold(s);
    ticks_hold(s, c->type);
    wkd_dump(&out, s);
    HOLDS(wkb_out_text(&out, &text) == WK_OK);
    return text;
}

static void
draw(wk_project *p, fuzz_heard *h, wkb_str block, wkd_size size)
{
    static const wkt_site site;
    wkb_span at;
    wkt_document *doc = NULL;
    HOLDS(wkp_begin(p) == WK_OK);
    fuzz_text(h, "chart", block);
    HOLDS(wkp_text(p, "chart", block.p, block.n, &at) == WK_OK);
    const wkt_template t = {
        .file = at.file, .path = WKB_STR("chart"), .site = &site};
    if (wkt_compose_chart(&doc, &p->call, &p->env, &t) != WK_OK)
        return;
    HOLDS(doc->chart.n == 1);
    const wkt_chart *c = doc->chart.item[0];
    HOLDS(wkb_str_eq(laid_out(p, h, c, size), laid_out(p, h, c, size)));
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    fuzz_choices c = {bytes, n};
    fuzz_heard h;
    fuzz_kept table, block;
    wk_project *p = fuzz_open(&h);
    fuzz_keep(&table);
    fuzz_keep(&block);
    const wkd_size size = {.width = fuzz_pick(&c, 2) ? 360 : 640,
                           .is_whole = fuzz_pick(&c, 2) == 1};
    put_block(&c, &block.out);
    put_table(&c, &table.out);
    fuzz_add(p, &h, "t.csv", fuzz_kept_text(&table));
    if (wk_load(p) == WK_OK)
        draw(p, &h, fuzz_kept_text(&block), size);
    wk_close(p);
    wkb_arena_clear(&table.arena);
    wkb_arena_clear(&block.arena);
    return 0;
}
