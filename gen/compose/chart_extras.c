/* What a chart block says beyond its encodings: domain, colors, annotations,
 * the roof of a roofline, the base of a tornado. */
#include <math.h>

#include "compose/charts.h"

static wk_status
expect_expression(const wkt_plot *g, const wkt_yaml *n)
{
    if (n->kind == WKT_YAML_SCALAR && n->verbatim)
        return WK_OK;
    return wkb_error(g->p->env->diag,
                     WK_ESYNTAX,
                     n->at,
                     "%q takes one expression\nwrite it without quotes",
                     n->key.n ? n->key : n->text);
}

/* A value that no row is needed for. */
static wk_status
ask(wkt_plot *g, const wkt_yaml *n, wkc_answer *out)
{
    WKB_TRY(expect_expression(g, n));
    return wkc_ask(out, g->p->arena, g->p->env, n->at, &g->s->names);
}

/* A number or date of the dimension of a channel. */
static wk_status
ask_on(wkt_plot *g, const wkt_yaml *n, const wkt_channel *ch, wku_num *out)
{
    wkc_answer r;
    wku_units *u = g->p->env->tables->units;
    WKB_TRY(ask(g, n, &r));
    if (r.value.type.kind != ch->type.kind ||
        (ch->type.kind != WKU_NUMBER && ch->type.kind != WKU_DATE))
        return wkb_error(g->p->env->diag,
                         WK_ETYPE,
                         n->at,
                         "this is no value along %s\n"
                         "write a %s",
                         ch->name.p,
                         ch->type.kind == WKU_DATE ? "date" : "quantity");
    if (ch->type.kind == WKU_NUMBER &&
        !wku_same_dimension(&r.value.type.unit, &ch->type.unit))
        return wkb_error(g->p->env->diag,
                         WK_EDIMENSION,
                         n->at,
                         "the axis is in %q, this in %q\n"
                         "write a value of the axis's dimension",
                         wku_unit_text(u, &ch->type.unit),
                         wku_unit_text(u, &r.value.type.unit));
    if (r.value.status != WK_OK)
        return wkb_error(g->p->env->diag,
                         WK_EUNKNOWN,
                         n->at,
                         "the value is not known\nfill the cell");
    *out = r.value.num;
    return WK_OK;
}

/* x: [low, high], y: [low, high] */
static wk_status
read_domain(wkt_plot *g)
{
    static const char *const known[] = {"x", "y"};
    const wkt_yaml *all = wkt_yaml_find(g->all, "domain");
    for (int i = 0; i < 4; i++)
        g->c->domain[i / 2][i % 2] = NAN;
    if (!all)
        return WK_OK;
    WKB_TRY(wkt_yaml_expect(all, WKT_YAML_MAP, g->p->env->diag));
    WKB_TRY(wkt_yaml_unknown(all, known, WKB_COUNT(known), g->p->env->diag));
    for (size_t k = WKT_X; k <= WKT_Y; k++) {
        const wkt_yaml *n = wkt_yaml_find(all, known[k]);
        wku_num end;
        if (!n)
            continue;
        if (n->kind != WKT_YAML_LIST || !n->child || !n->child->next ||
            n->child->next->next)
            return wkb_error(g->p->env->diag,
                             WK_ESYNTAX,
                             n->at,
                             "a domain has two ends\nwrite [low, high]");
        WKB_TRY(ask_on(g, n->child, &g->c->channel[k], &end));
        g->c->domain[k][0] = end.v;
        WKB_TRY(ask_on(g, n->child->next, &g->c->channel[k], &end));
        g->c->domain[k][1] = end.v;
    }
    return WK_OK;
}

/* name: 1 to 8 */
static wk_status
read_colors(wkt_plot *g)
{
    const wkt_yaml *all = wkt_yaml_find(g->all, "colors");
    size_t n = 0;
    if (!all)
        return WK_OK;
    WKB_TRY(wkt_yaml_expect(all, WKT_YAML_MAP, g->p->env->diag));
    for (const wkt_yaml *one = all->child; one; one = one->next)
        n++;
    wkt_color *to = WKB_NEW(g->p->arena, wkt_color, n);
    if (!to)
        return WK_ENOMEM;
    g->c->colors = to;
    for (const wkt_yaml *one = all->child; one; one = one->next) {
        if (one->kind != WKT_YAML_SCALAR || one->text.n != 1 ||
            one->text.p[0] < '1' || one->text.p[0] > '8')
            return wkb_error(g->p->env->diag,
                             WK_ENAME,
                             one->at,
                             "%q is no color\nwrite a number from 1 to 8",
                             one->text);
        to[g->c->n_colors++] =
            (wkt_color){one->key, (uint8_t)(one->text.p[0] - '0'), one->at};
    }
    return WK_OK;
}

static wk_status
read_note(wkt_plot *g, const wkt_yaml *n, wkt_mark_note *to)
{
    static const char *const known[] = {"x", "y", "text"};
    WKB_TRY(wkt_yaml_expect(n, WKT_YAML_MAP, g->p->env->diag));
    WKB_TRY(wkt_yaml_unknown(n, known, WKB_COUNT(known), g->p->env->diag));
    to->at = n->at;
    for (size_t k = WKT_X; k <= WKT_Y; k++) {
        const wkt_yaml *value = wkt_yaml_find(n, known[k]);
        if (!value)
            continue;
        to->has[k] = true;
        WKB_TRY(ask_on(g, value, &g->c->channel[k], &to->num[k]));
    }
    if (!to->has[0] && !to->has[1])
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         n->at,
                         "an annotation stands at a value\n"
                         "write x: or y: and an expression");
    const wkt_yaml *text = wkt_yaml_find(n, "text");
    return text ? wkt_chart_text(g, text, &to->text) : WK_OK;
}

static wk_status
read_notes(wkt_plot *g)
{
    enum { MOST_NOTES = 24 };
    const wkt_yaml *all = wkt_yaml_find(g->all, "annotate");
    if (!all)
        return WK_OK;
    WKB_TRY(wkt_yaml_expect(all, WKT_YAML_LIST, g->p->env->diag));
    wkt_mark_note *to = WKB_NEW(g->p->arena, wkt_mark_note, MOST_NOTES);
    if (!to)
        return WK_ENOMEM;
    g->c->notes = to;
    for (const wkt_yaml *one = all->child; one; one = one->next) {
        if (g->c->n_notes == MOST_NOTES)
            return wkb_error(g->p->env->diag,
                             WK_ELIMIT,
                             one->at,
                             "a chart has at most %d annotations\n"
                             "keep those that the text speaks of",
                             (int)MOST_NOTES);
        WKB_TRY(read_note(g, one, &to[g->c->n_notes]));
        g->c->n_notes++;
    }
    return WK_OK;
}

static wk_status
ask_limit(wkt_plot *g, const char *key, wkc_answer *out)
{
    const wkt_yaml *n = wkt_yaml_find(g->all, key);
    if (!n)
        return wkb_error(g->p->env->diag,
                         WK_ESYNTAX,
                         g->s->at,
                         "a roofline needs %s\n"
                         "write peak: and bandwidth:, as of one chip",
                         key);
    WKB_TRY(ask(g, n, out));
    if (out->value.type.kind == WKU_NUMBER && out->value.status == WK_OK &&
        out->value.num.v > 0)
        return WK_OK;
    return wkb_error(g->p->env->diag,
                     WK_EDOMAIN,
                     n->at,
                     "the %s of a roof is a quantity above zero\n"
                     "write one that is known",
                     key);
}

/* What x and y count must be what the roof is made of. */
static wk_status
check_roof(wkt_plot *g, const wkt_channel *ch, const wku_unit *unit)
{
    wku_units *u = g->p->env->tables->units;
    if (!ch->is_used || (ch->type.kind == WKU_NUMBER &&
                         wku_same_dimension(&ch->type.unit, unit)))
        return WK_OK;
    return wkb_error(
        g->p->env->diag,
        WK_EDIMENSION,
        ch->at,
        "the roof is in %q here, %s in %q\n"
        "%s",
        wku_unit_text(u, unit),
        ch->name.p,
        ch->type.kind == WKU_NUMBER ? wku_unit_text(u, &ch->type.unit)
                                    : WKB_STR("no unit"),
        ch == &g->c->channel[WKT_X] ? "along x stands peak divided by bandwidth"
                                    : "along y stands what peak is");
}

static wk_status
read_roof(wkt_plot *g)
{
    wkc_answer peak, bandwidth;
    wkt_roof *r = &g->c->roof;
    if (g->c->type != WKT_ROOFLINE)
        return WK_OK;
    WKB_TRY(ask_limit(g, "peak", &peak));
    WKB_TRY(ask_limit(g, "bandwidth", &bandwidth));
    *r = (wkt_roof){.is_used = true,
                    .peak = peak.value.num,
                    .bandwidth = bandwidth.value.num,
                    .peak_text = peak.text,
                    .bandwidth_text = bandwidth.text,
                    .peak_type = peak.value.type,
                    .ridge_type = {.kind = WKU_NUMBER}};
    r->peak_type.unit = peak.shown;
    WKB_TRY(wku_unit_div(&r->ridge_type.unit,
                         g->p->env->tables->units,
                         &peak.value.type.unit,
                         &bandwidth.value.type.unit));
    WKB_TRY(check_roof(g, &g->c->channel[WKT_X], &r->ridge_type.unit));
    return check_roof(g, &g->c->channel[WKT_Y], &r->peak_type.unit);
}

static wk_status
read_base(wkt_plot *g)
{
    const wkt_yaml *n = wkt_yaml_find(g->all, "base");
    const wkt_channel *x = &g->c->channel[WKT_X];
    if (!n)
        return WK_OK;
    g->c->has_base = true;
    return ask_on(
        g,
        n,
        x->is_used && x->type.kind == WKU_NUMBER ? x : &g->c->channel[WKT_Y],
        &g->c->base);
}

/* What only some charts have: where it would be passed over, it is refused. */
static wk_status
check_belongs(const wkt_plot *g)
{
    static const struct {
        const char *key;
        wkt_chart_type type;
    } of[] = {{"peak", WKT_ROOFLINE},
              {"bandwidth", WKT_ROOFLINE},
              {"base", WKT_RANGE},
              {"size", WKT_SCATTER}};
    for (size_t i = 0; i < WKB_COUNT(of); i++) {
        const wkt_yaml *n = wkt_yaml_find(g->all, of[i].key);
        if (n && g->c->type != of[i].type)
            return wkb_error(g->p->env->diag,
                             WK_ENAME,
                             n->at,
                             "a %s chart has no '%s'\n"
                             "leave it out, or write type: %s",
                             wkt_chart_type_name(g->c->type),
                             of[i].key,
                             wkt_chart_type_name(of[i].type));
    }
    const wkt_yaml *colors = wkt_yaml_find(g->all, "colors");
    if (colors && !g->c->channel[WKT_COLOR].is_used && g->c->type != WKT_WAFFLE)
        return wkb_error(g->p->env->diag,
                         WK_ENAME,
                         colors->at,
                         "there are no series to give colors to\n"
                         "write color: and what names the series");
    return WK_OK;
}

static wk_status
check_kind(const wkt_plot *g,
           size_t channel,
           wku_kind kind,
           const char *what,
           const char *remedy)
{
    const wkt_channel *ch = &g->c->channel[channel];
    if (!ch->is_used || g->c->n_rows == 0 || ch->type.kind == kind)
        return WK_OK;
    return wkb_error(g->p->env->diag,
                     WK_ETYPE,
                     ch->at,
                     "%q takes %s\n%s",
                     ch->name,
                     what,
                     remedy);
}

/* Names have no logarithm, and no axis that could begin at zero. */
static wk_status
check_axes(const wkt_plot *g)
{
    const wkt_chart *c = g->c;
    const bool is_log[] = {c->log_x, c->log_y};
    for (size_t k = WKT_X; k <= WKT_Y; k++) {
        const wkt_channel *ch = &c->channel[k];
        if (is_log[k] && ch->is_used && c->n_rows &&
            ch->type.kind != WKU_NUMBER && ch->type.kind != WKU_DATE)
            return wkb_error(g->p->env->diag,
                             WK_ETYPE,
                             wkt_yaml_find(g->all, "log")->at,
                             "along %s stand names, which have no logarithm\n"
                             "take %s out of log:",
                             ch->name.p,
                             ch->name.p);
    }
    return WK_OK;
}

wk_status
wkt_chart_extras(wkt_plot *g)
{
    WKB_TRY(check_belongs(g));
    WKB_TRY(check_axes(g));
    WKB_TRY(check_kind(g,
                       WKT_PICK,
                       WKU_BOOL,
                       "a condition",
                       "write one that is true of the row to pick out, as "
                       "id = \"...\""));
    WKB_TRY(check_kind(g,
                       WKT_SIZE,
                       WKU_NUMBER,
                       "a quantity",
                       "write a column of numbers, or leave it out"));
    WKB_TRY(read_domain(g));
    WKB_TRY(read_colors(g));
    WKB_TRY(read_notes(g));
    WKB_TRY(read_roof(g));
    return read_base(g);
}
