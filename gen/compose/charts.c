/* The chart directive: a request with every value computed. */
#include <math.h>

#include "compose/compose.h"

static const char *const type_names[WKT_CHART_TYPES] = {
    [WKT_BAR] = "bar",
    [WKT_GROUPED_BAR] = "grouped-bar",
    [WKT_STACKED_BAR] = "stacked-bar",
    [WKT_DOT] = "dot",
    [WKT_RANGE] = "range",
    [WKT_SCATTER] = "scatter",
    [WKT_LINE] = "line",
    [WKT_AREA] = "area",
    [WKT_ROOFLINE] = "roofline",
    [WKT_TIMELINE] = "timeline",
    [WKT_WAFFLE] = "waffle",
    [WKT_HEATMAP] = "heatmap",
    [WKT_SLOPE] = "slope",
};

static const char *const channel_names[WKT_CHANNELS] = {
    [WKT_X] = "x",
    [WKT_Y] = "y",
    [WKT_COLOR] = "color",
    [WKT_LABEL] = "label",
    [WKT_SIZE] = "size",
    [WKT_FACET] = "facet",
    [WKT_SECOND] = "detail",
    [WKT_PICK] = "highlight",
    [WKT_ADDRESS] = "link",
};

const char *
wkt_chart_type_name(wkt_chart_type type)
{
    return type_names[type];
}

/* A chart while it is made. */
typedef struct plot {
    wkt_page *p;
    const wkt_slot *s;
    wkt_chart *c;
    const wkt_yaml *all;
    uint32_t table;
    const uint32_t *row;
} plot;

static wkb_str
nth_type(const void *ud, size_t i)
{
    (void)ud;
    return wkb_str_of(type_names[i]);
}

static wk_status
read_type(plot *g)
{
    const wkt_yaml *type = wkt_yaml_find(g->all, "type");
    const wkb_str word = type ? type->text : (wkb_str){0};
    for (size_t i = 0; i < WKT_CHART_TYPES; i++) {
        if (wkb_str_eq(word, wkb_str_of(type_names[i]))) {
            g->c->type = (wkt_chart_type)i;
            return WK_OK;
        }
    }
    const size_t near = wkb_nearest(word, nth_type, NULL, WKT_CHART_TYPES);
    if (type && near < WKT_CHART_TYPES)
        return wkb_error(g->p->env->diag,
                         WK_ENAME,
                         type->at,
                         "there is no chart of type %q\ndid you mean '%s'?",
                         word,
                         type_names[near]);
    return wkb_error(g->p->env->diag,
                     WK_ENAME,
                     type ? type->at : g->s->at,
                     "a chart needs its type\n"
                     "write type: bar, scatter, line, dot, ...");
}

static wk_status
read_text(plot *g, const char *key, wkb_str *out)
{
    const wkt_yaml *n = wkt_yaml_find(g->all, key);
    if (!n)
        return WK_OK;
    WKB_TRY(wkt_yaml_expect(n, WKT_YAML_SCALAR, g->p->env->diag));
    *out = n->text;
    return n->verbatim ? wkt_texts(g->p, n->at, &g->s->names, out) : WK_OK;
}

/* x, y or [x, y] */
static wk_status
read_axes(plot *g, const char *key, bool *x, bool *y)
{
    const wkt_yaml *n = wkt_yaml_find(g->all, key);
    const wkt_yaml *one = n && n->kind == WKT_YAML_LIST ? n->child : n;
    for (; one; one = n->kind == WKT_YAML_LIST ? one->next : NULL) {
        if (wkb_str_eq(one->text, WKB_STR("x")))
            *x = true;
        else if (wkb_str_eq(one->text, WKB_STR("y")))
            *y = true;
        else
            return wkb_error(g->p->env->diag,
                             WK_ENAME,
                             one->at,
                             "%q is no axis\nwrite x, y or [x, y]",
                             one->text);
    }
    return WK_OK;
}

static wk_status
channel_value(plot *g, wkt_channel *ch, size_t i, wkb_span at)
{
    wkc_answer r;
    wkc_bindings names = g->s->names;
    names.has_row = true;
    names.table = g->table;
    names.row = g->row[i];
    WKB_TRY(wkc_ask(&r, g->p->arena, g->p->env, at, &names));
    if (i && r.value.type.kind != ch->type.kind)
        return wkb_error(g->p->env->diag,
                         WK_ETYPE,
                         at,
                         "the values of %q are of different kinds\n"
                         "draw one kind",
                         ch->name);
    if (i == 0)
        ch->type = r.value.type;
    ((wku_num *)(uintptr_t)ch->num)[i] =
        r.value.status == WK_OK ? r.value.num : (wku_num){NAN, NAN, NAN};
    ((wkb_str *)(uintptr_t)ch->text)[i] = r.text;
    ((wkc_answer *)(uintptr_t)ch->answer)[i] = r;
    return WK_OK;
}

static wkb_str
axis_title(const plot *g, const wkt_channel *ch)
{
    wkb_out out = wkb_out_kept(g->p->arena);
    for (size_t i = 0; i < ch->expression.n; i++) {
        const char c = ch->expression.p[i];
        wkb_putc(&out, c == '_' || c == '.' ? ' ' : c);
    }
    if (ch->type.kind == WKU_NUMBER && !wku_is_pure(&ch->type.unit)) {
        wkb_puts(&out, ", ");
        wku_unit_put(&out, g->p->env->tables->units, &ch->type.unit);
    }
    return wkt_kept(g->p, &out);
}

static wk_status
read_channel(plot *g, size_t k)
{
    wkt_channel *ch = &g->c->channel[k];
    const wkt_yaml *n = wkt_yaml_find(g->all, channel_names[k]);
    ch->name = wkb_str_of(channel_names[k]);
    if (!n)
        return WK_OK;
    if (n->kind != WKT_YAML_SCALAR || !n->verbatim)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         n->at,
                         "%q takes one expression\nwrite it without quotes",
                         ch->name);
    ch->is_used = true;
    ch->expression = n->text;
    ch->num = WKB_NEW(g->p->arena, wku_num, g->c->n_rows);
    ch->text = WKB_NEW(g->p->arena, wkb_str, g->c->n_rows);
    ch->answer = WKB_NEW(g->p->arena, wkc_answer, g->c->n_rows);
    if (!ch->num || !ch->text || !ch->answer)
        return WK_ENOMEM;
    for (size_t i = 0; i < g->c->n_rows; i++)
        WKB_TRY(channel_value(g, ch, i, n->at));
    ch->title = axis_title(g, ch);
    return WK_OK;
}

static wk_status
read_rows(plot *g)
{
    const wkt_yaml *data = wkt_yaml_find(g->all, "data");
    if (!data || data->kind != WKT_YAML_SCALAR || !data->verbatim)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         data ? data->at : g->s->at,
                         "a chart needs data\n"
                         "write data: and a table, with where, sort, limit");
    WKB_TRY(wkt_list(
        g->p, data->at, &g->s->names, &g->table, &g->row, &g->c->n_rows));
    g->c->data = data->text;
    g->c->table = g->p->env->tables->table.item[g->table]->name;
    return WK_OK;
}

static wk_status
read_chart(plot *g)
{
    static const char *const known[] = {"type",
                                        "title",
                                        "subtitle",
                                        "note",
                                        "data",
                                        "x",
                                        "y",
                                        "color",
                                        "label",
                                        "size",
                                        "facet",
                                        "log",
                                        "zero",
                                        "domain",
                                        "drop"};
    wkt_chart *c = g->c;
    WKB_TRY(wkt_yaml_unknown(g->all, known, WKB_COUNT(known), g->p->env->diag));
    WKB_TRY(read_type(g));
    WKB_TRY(read_text(g, "title", &c->title));
    WKB_TRY(read_text(g, "subtitle", &c->subtitle));
    WKB_TRY(read_text(g, "note", &c->note));
    WKB_TRY(read_axes(g, "log", &c->log_x, &c->log_y));
    WKB_TRY(read_axes(g, "zero", &c->zero_x, &c->zero_y));
    c->drop = wkt_yaml_find(g->all, "drop") != NULL;
    for (int i = 0; i < 4; i++)
        c->domain[i / 2][i % 2] = NAN;
    WKB_TRY(read_rows(g));
    for (size_t k = 0; k < WKT_CHANNELS; k++)
        WKB_TRY(read_channel(g, k));
    if (c->title.n)
        return WK_OK;
    return wkb_error(g->p->env->diag,
                     WK_ESYNTAX,
                     g->s->at,
                     "a chart needs a title\n"
                     "write title: and what it shows, as a sentence");
}

wk_status
wkt_put_chart(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    wkt_yaml *all = NULL;
    wkb_out id = wkb_out_kept(p->arena);
    wkt_chart *c = WKB_NEW(p->arena, wkt_chart, 1);
    const wkt_chart **slot = WKB_PUSH(p->arena, &p->doc->chart);
    if (!c || !slot)
        return WK_ENOMEM;
    *slot = c;
    c->at = s->at;
    wkb_print(&id, "f-%z", ++p->n_charts);
    c->id = wkt_kept(p, &id);
    WKB_TRY(wkt_yaml_read(&all,
                          p->arena,
                          p->env->diag->file.item[s->inner.file].bytes,
                          s->inner,
                          p->env->diag));
    WKB_TRY(wkt_yaml_expect(all, WKT_YAML_MAP, p->env->diag));
    plot g = {.p = p, .s = s, .c = c, .all = all};
    WKB_TRY(read_chart(&g));
    return wkt_put_figure(p, s, c, into);
}
