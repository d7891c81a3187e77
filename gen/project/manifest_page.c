/* A page in manifest.json: its numbers with their sentences, its claims and
 * charts. Its share writes it, publishing puts the pages behind each other. */
#include "base/json.h"
#include "project/record.h"

typedef struct writer {
    wkb_json json;
    wkb_arena *arena;
    const wkb_diag *diag;
} writer;

static void
put_optional(writer *w, const char *key, wkb_str value)
{
    if (value.n)
        wkb_json_str(&w->json, key, value);
}

/* Template and line: where the text stands. */
static void
put_place(writer *w, wkb_span at)
{
    const wkb_diag *d = w->diag;
    if (at.file >= d->file.n)
        return;
    wkb_file *f = &d->file.item[at.file];
    wkb_json_str(&w->json, "file", f->name);
    wkb_json_num(&w->json, "line", wkb_place_in(f, at.begin).line);
}

static void
put_sentence(writer *w, const wkt_document *p, uint32_t n)
{
    if (n < p->sentence.n)
        wkb_json_str(&w->json, "sentence", p->sentence.item[n]);
}

static void
put_number(writer *w, const wkt_document *p, const wkt_number *n)
{
    static const char *const kinds[] = {[WKT_COMPUTED] = "computed",
                                        [WKT_CLAIMED] = "claimed",
                                        [WKT_PLAIN] = "plain",
                                        [WKT_BARE] = "bare"};
    wkb_json *j = &w->json;
    wkb_json_line(j);
    wkb_json_begin(j, NULL, '{');
    wkb_json_str(j, "text", n->text);
    wkb_json_str(
        j,
        "kind",
        wkb_str_of((size_t)n->kind < WKB_COUNT(kinds) ? kinds[n->kind] : ""));
    if (n->kind != WKT_BARE) {
        wkb_json_num(j, "value", n->value);
        wkb_json_num(j, "low", n->low);
        wkb_json_num(j, "high", n->high);
        wkb_json_str(j, "unit", n->unit);
        wkb_json_str(j, "expression", n->expression);
        put_optional(w, "anchor", n->anchor);
        wkb_json_begin(j, "sources", '[');
        for (size_t i = 0; i < n->sources.item.n; i++)
            wkb_json_str(j, NULL, n->sources.item.item[i].id);
        wkb_json_end(j, ']');
    }
    put_sentence(w, p, n->sentence);
    put_place(w, n->at);
    wkb_json_end(j, '}');
}

static void
put_held(writer *w, const wkt_document *p, const wkt_held *h)
{
    wkb_json *j = &w->json;
    wkb_json_line(j);
    wkb_json_begin(j, NULL, '{');
    wkb_json_str(j, "text", h->text);
    wkb_json_str(j, h->is_condition ? "condition" : "stated", h->stated);
    wkb_json_str(j, "now", h->now);
    if (!h->is_condition)
        wkb_json_num(j, "margin", h->margin);
    put_sentence(w, p, h->sentence);
    put_place(w, h->at);
    wkb_json_end(j, '}');
}

static void
put_chart(writer *w, const wkt_document *p, const wkt_chart *c)
{
    static const char *const files[][2] = {{"picture", ".svg"},
                                           {"data", ".csv"}};
    wkb_json *j = &w->json;
    wkb_json_line(j);
    wkb_json_begin(j, NULL, '{');
    wkb_json_str(j, "id", c->id);
    wkb_json_str(j, "type", wkb_str_of(wkt_chart_type_name(c->type)));
    wkb_json_str(j, "title", c->title);
    wkb_json_str(j, "text", c->alt);
    for (size_t i = 0; i < WKB_COUNT(files); i++) {
        wkb_out out = wkb_out_kept(w->arena);
        wkb_str path = {NULL, 0};
        wkt_chart_path(&out, p->path, c->id, files[i][1]);
        if (wkb_out_text(&out, &path) == WK_OK)
            wkb_json_str(j, files[i][0], path);
    }
    put_place(w, c->at);
    wkb_json_end(j, '}');
}

wk_status
wkp_manifest_page(wkb_str *out,
                  wkb_arena *a,
                  const wkb_diag *d,
                  const wkt_document *p,
                  wkb_str maker)
{
    wkb_out text = wkb_out_kept(a);
    writer own = {.json = {.out = &text}, .arena = a, .diag = d};
    writer *const w = &own;
    wkb_json *const j = &own.json;
    wkb_json_begin(j, NULL, '{');
    wkb_json_str(j, "path", p->path);
    wkb_json_str(j, "template", maker);
    wkb_json_str(j, "title", p->meta.title);
    put_optional(w, "date", p->meta.date);
    wkb_json_begin(j, "numbers", '[');
    for (size_t i = 0; i < p->number.n; i++)
        put_number(w, p, &p->number.item[i]);
    wkb_json_end(j, ']');
    wkb_json_begin(j, "claims", '[');
    for (size_t i = 0; i < p->held.n; i++)
        put_held(w, p, &p->held.item[i]);
    wkb_json_end(j, ']');
    wkb_json_begin(j, "charts", '[');
    for (size_t i = 0; i < p->chart.n; i++)
        put_chart(w, p, p->chart.item[i]);
    wkb_json_end(j, ']');
    wkb_json_begin(j, "sources", '[');
    for (size_t i = 0; i < p->sources.item.n; i++)
        wkb_json_str(j, NULL, p->sources.item.item[i].id);
    wkb_json_end(j, ']');
    wkb_json_end(j, '}');
    return wkb_out_text(&text, out);
}
