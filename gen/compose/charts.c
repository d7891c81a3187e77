/* The chart directive: a request with every value computed. */
#include <math.h>

#include "compose/charts.h"

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

static wkb_str
nth_type(const void *ud, size_t i)
{
    (void)ud;
    return wkb_str_of(type_names[i]);
}

static wk_status
read_type(wkt_plot *g)
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

wk_status
wkt_chart_text(const wkt_plot *g, const wkt_yaml *n, wkb_str *out)
{
    WKB_TRY(wkt_plain_of(n, g->p->env->diag));
    *out = n->text;
    return n->verbatim ? wkt_texts(g->p, n->at, &g->s->names, out) : WK_OK;
}

static wk_status
read_text(wkt_plot *g, const char *key, wkb_str *out)
{
    const wkt_yaml *n = wkt_yaml_find(g->all, key);
    return n ? wkt_chart_text(g, n, out) : WK_OK;
}

/* x, y or [x, y] */
static wk_status
read_axes(wkt_plot *g, const char *key, bool *x, bool *y)
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

/* The expression of a row: of several, each has its turn. */
static wkb_span
expression_at(const wkt_plot *g, const wkt_channel *ch, size_t i)
{
    if (g->n_parts && ch == &g->c->channel[g->melted])
        return g->part[i % g->n_parts].at;
    return ch->at;
}

static wk_status
refuse_value(const wkt_plot *g, const wkt_channel *ch, wkb_span at)
{
    return wkb_error(g->p->env->diag,
                     WK_ETYPE,
                     at,
                     "the values of %q are of different kinds\n"
                     "draw one kind",
                     ch->name);
}

static wk_status
refuse_unit(const wkt_plot *g,
            const wkt_channel *ch,
            const wku_type *type,
            wkb_span at)
{
    wku_units *u = g->p->env->tables->units;
    return wkb_error(g->p->env->diag,
                     WK_EDIMENSION,
                     at,
                     "the values of %q are in %q and in %q\n"
                     "draw one quantity an axis",
                     ch->name,
                     wku_unit_text(u, &ch->type.unit),
                     wku_unit_text(u, &type->unit));
}

/* The first value tells the channel's type; a unit behind | or to is the
 * axis's own. */
static void
take_type(wkt_channel *ch, const wkc_answer *r)
{
    ch->type = r->value.type;
    ch->has_unit = r->format.has_unit || r->in.expr.root->kind == WKC_TO;
    if (r->format.has_unit)
        ch->type.unit = r->format.unit;
}

static wk_status
channel_value(wkt_plot *g, wkt_channel *ch, size_t i)
{
    wkc_answer r;
    const wkb_span at = expression_at(g, ch, i);
    wkc_bindings names = g->s->names;
    names.has_row = true;
    names.table = g->table;
    names.row = g->row[i];
    WKB_TRY(wkc_ask(&r, g->p->arena, g->p->env, at, &names));
    if (i && r.value.type.kind != ch->type.kind)
        return refuse_value(g, ch, at);
    if (i == 0)
        take_type(ch, &r);
    if (ch->type.kind == WKU_NUMBER &&
        !wku_same_dimension(&r.value.type.unit, &ch->type.unit))
        return refuse_unit(g, ch, &r.value.type, at);
    g->num[i] =
        r.value.status == WK_OK ? r.value.num : (wku_num){NAN, NAN, NAN};
    g->text[i] = r.value.status == WK_EUNKNOWN ? WKB_STR("not known") : r.text;
    g->answer[i] = r;
    return WK_OK;
}

static wk_status
make_room(wkt_plot *g, wkt_channel *ch)
{
    ch->num = g->num = WKB_NEW(g->p->arena, wku_num, g->c->n_rows);
    ch->text = g->text = WKB_NEW(g->p->arena, wkb_str, g->c->n_rows);
    ch->answer = g->answer = WKB_NEW(g->p->arena, wkc_answer, g->c->n_rows);
    return ch->num && ch->text && ch->answer ? WK_OK : WK_ENOMEM;
}

/* What the axis or the column is called: as `titles` says, else by the
 * expression. */
static wk_status
name_channel(wkt_plot *g, wkt_channel *ch)
{
    const wkt_yaml *titles = wkt_yaml_find(g->all, "titles");
    const wkt_yaml *own =
        titles ? wkt_yaml_find(titles, channel_names[ch - g->c->channel])
               : NULL;
    wkb_out title = wkb_out_kept(g->p->arena);
    const bool is_melted = g->n_parts && ch == &g->c->channel[g->melted];
    ch->quantity =
        is_melted ? WKB_STR("") : wkt_column_title(g->p, ch->expression);
    if (own)
        WKB_TRY(wkt_chart_text(g, own, &ch->quantity));
    wkb_put(&title, ch->quantity);
    if (ch->type.kind == WKU_NUMBER && !wku_is_pure(&ch->type.unit)) {
        wkb_puts(&title, ch->quantity.n ? ", " : "");
        wku_unit_put(&title, g->p->env->tables->units, &ch->type.unit);
    }
    ch->title = wkt_kept(g->p, &title);
    return WK_OK;
}

static wk_status
read_channel(wkt_plot *g, size_t k)
{
    wkt_channel *ch = &g->c->channel[k];
    const wkt_yaml *n = wkt_yaml_find(g->all, channel_names[k]);
    ch->name = wkb_str_of(channel_names[k]);
    if (!n)
        return WK_OK;
    const bool is_melted = g->n_parts && k == g->melted;
    if (!is_melted && (n->kind != WKT_YAML_SCALAR || !n->verbatim))
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         n->at,
                         "%q takes one expression\nwrite it without quotes",
                         ch->name);
    if (!g->row)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         n->at,
                         "%q is computed for each row\n"
                         "write data: and a table",
                         ch->name);
    ch->is_used = true;
    ch->at = n->at;
    ch->expression = is_melted ? g->melted_text : n->text;
    WKB_TRY(make_room(g, ch));
    for (size_t i = 0; i < g->c->n_rows; i++)
        WKB_TRY(channel_value(g, ch, i));
    return name_channel(g, ch);
}

/* Several expressions for x or y: each row counts once for each of them, and
 * what they are called tells the series apart (of a slope, the two sides). */
static wk_status
name_parts(wkt_plot *g)
{
    const size_t k = g->c->type == WKT_SLOPE
                         ? (g->melted == WKT_X ? WKT_Y : WKT_X)
                         : WKT_COLOR;
    wkt_channel *ch = &g->c->channel[k];
    const wkt_yaml *taken = wkt_yaml_find(g->all, channel_names[k]);
    if (g->n_parts == 0)
        return WK_OK;
    if (taken)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         taken->at,
                         "%q stands for the several expressions of '%s'\n"
                         "leave it out",
                         taken->key,
                         channel_names[g->melted]);
    ch->is_used = true;
    ch->at = g->c->channel[g->melted].at;
    ch->type = (wku_type){.kind = WKU_TEXT};
    WKB_TRY(make_room(g, ch));
    for (size_t i = 0; i < g->c->n_rows; i++) {
        const wkb_str name = g->part[i % g->n_parts].name;
        g->text[i] = name;
        g->answer[i] = (wkc_answer){
            .text = name, .value = {.type = ch->type, .status = WK_OK}};
    }
    return WK_OK;
}

static wk_status
add_part(wkt_plot *g, const wkt_yaml *n)
{
    if (n->kind != WKT_YAML_SCALAR || !n->verbatim ||
        g->n_parts == WKT_MOST_PARTS)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         n->at,
                         "here stand up to %d expressions\n"
                         "write each without quotes, with a name before it",
                         (int)WKT_MOST_PARTS);
    WKB_TRY(wkt_no_braces(n->key, n->key_at, g->p->env->diag));
    const wkb_str name = n->key.n ? n->key : wkt_column_title(g->p, n->text);
    g->part[g->n_parts++] = (wkt_part){name, n->at};
    return WK_OK;
}

static wk_status
read_parts(wkt_plot *g)
{
    wkb_out text = wkb_out_kept(g->p->arena);
    for (size_t k = WKT_X; k <= WKT_Y; k++) {
        const wkt_yaml *n = wkt_yaml_find(g->all, channel_names[k]);
        if (!n || n->kind == WKT_YAML_SCALAR)
            continue;
        if (g->n_parts)
            return wkb_error(g->p->env->diag,
                             WK_ESYNTAX,
                             n->at,
                             "one of x and y may have several expressions\n"
                             "write one for the other");
        g->melted = k;
        for (const wkt_yaml *one = n->child; one; one = one->next) {
            wkb_print(&text, "%s%S", g->n_parts ? ", " : "", one->text);
            WKB_TRY(add_part(g, one));
        }
    }
    g->melted_text = wkt_kept(g->p, &text);
    return WK_OK;
}

/* Each row once for each part. */
static wk_status
repeat_rows(wkt_plot *g)
{
    const size_t n = g->n_parts ? g->n_parts : 1;
    uint32_t *row = WKB_NEW(g->p->arena, uint32_t, g->c->n_rows * n);
    wkb_str *id = WKB_NEW(g->p->arena, wkb_str, g->c->n_rows * n);
    if (!row || !id)
        return WK_ENOMEM;
    const wkl_tables *all = g->p->env->tables;
    for (size_t i = 0; i < g->c->n_rows * n; i++) {
        row[i] = g->row[i / n];
        id[i] = wkl_id(all, all->table.item[g->table], row[i]);
    }
    g->row = row;
    g->c->row_id = id;
    g->c->n_rows *= n;
    return WK_OK;
}

/* Whether the list's text has an order of its own. */
static bool
has_order(wkb_str data)
{
    bool quoted = false;
    for (size_t i = 0; i < data.n; i++) {
        quoted ^= data.p[i] == '"';
        if (!quoted &&
            wkb_starts(wkb_sub(data, i, data.n), WKB_STR(" sort by ")))
            return true;
    }
    return false;
}

static wk_status
read_rows(wkt_plot *g)
{
    const wkt_yaml *data = wkt_yaml_find(g->all, "data");
    if (!data && g->c->type == WKT_ROOFLINE)
        return WK_OK;
    if (!data || data->kind != WKT_YAML_SCALAR || !data->verbatim)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         data ? data->at : g->s->at,
                         "a chart needs data\n"
                         "write data: and a table, with where, sort, limit");
    WKB_TRY(wkt_list(
        g->p, data->at, &g->s->names, &g->table, &g->row, &g->c->n_rows));
    g->c->data = data->text;
    g->c->is_sorted = has_order(data->text);
    g->c->table = g->p->env->tables->table.item[g->table]->name;
    return repeat_rows(g);
}

static wk_status
read_texts(wkt_plot *g)
{
    wkt_chart *c = g->c;
    WKB_TRY(read_text(g, "title", &c->title));
    WKB_TRY(read_text(g, "subtitle", &c->subtitle));
    WKB_TRY(read_text(g, "note", &c->note));
    if (c->title.n)
        return WK_OK;
    return wkb_error(g->p->env->diag,
                     WK_ESYNTAX,
                     g->s->at,
                     "a chart needs a title\n"
                     "write title: and what it shows, as a sentence");
}

static wk_status
read_drop(wkt_plot *g)
{
    const wkt_yaml *n = wkt_yaml_find(g->all, "drop");
    g->c->drop = n != NULL;
    if (!n || wkb_str_eq(n->text, WKB_STR("note")))
        return WK_OK;
    return wkb_error(g->p->env->diag,
                     WK_ENAME,
                     n->at,
                     "rows are dropped with a note alone\n"
                     "write drop: note");
}

/* Of channels, by name. */
static wk_status
check_titles(const wkt_plot *g)
{
    const wkt_yaml *n = wkt_yaml_find(g->all, "titles");
    if (!n)
        return WK_OK;
    WKB_TRY(wkt_yaml_expect(n, WKT_YAML_MAP, g->p->env->diag));
    return wkt_yaml_unknown(
        n, channel_names, WKB_COUNT(channel_names), g->p->env->diag);
}

static wk_status
read_chart(wkt_plot *g)
{
    static const char *const known[] = {
        "type",   "title",     "subtitle", "note", "data",      "x",
        "y",      "color",     "label",    "size", "facet",     "detail",
        "link",   "highlight", "log",      "zero", "domain",    "drop",
        "titles", "colors",    "annotate", "peak", "bandwidth", "base"};
    wkt_chart *c = g->c;
    WKB_TRY(wkt_yaml_unknown(g->all, known, WKB_COUNT(known), g->p->env->diag));
    WKB_TRY(read_type(g));
    WKB_TRY(read_texts(g));
    WKB_TRY(read_axes(g, "log", &c->log_x, &c->log_y));
    WKB_TRY(read_axes(g, "zero", &c->zero_x, &c->zero_y));
    WKB_TRY(read_drop(g));
    WKB_TRY(check_titles(g));
    WKB_TRY(read_parts(g));
    WKB_TRY(read_rows(g));
    for (size_t k = 0; k < WKT_CHANNELS; k++)
        WKB_TRY(read_channel(g, k));
    WKB_TRY(name_parts(g));
    return wkt_chart_extras(g);
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
    c->units = p->env->tables->units;
    wkb_print(&id, "f-%z", ++p->n_charts);
    c->id = wkt_kept(p, &id);
    WKB_TRY(wkt_read_block(p, s, &all));
    wkt_plot g = {.p = p, .s = s, .c = c, .all = all};
    WKB_TRY(read_chart(&g));
    return wkt_put_figure(p, s, c, into);
}
