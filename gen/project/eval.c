/* Evaluates what may stand between {{ }} and writes it. */
#include <math.h>

#include "base/num.h"
#include "project/project.h"

wk_status
wkp_evaluate(wk_project *p, wkp_result *out, const char *expr, size_t n)
{
    wkb_span at;
    *out = (wkp_result){0};
    WKB_TRY(wkp_text(p, "expression", expr, n, &at));
    return wkc_ask(out, &p->call, &p->env, at, NULL);
}

static void
json_quals(wk_project *p, wkb_json *j, wku_quals q)
{
    wkb_json_begin(j, "qualifiers", '[');
    for (size_t axis = 0; axis < p->axes.n; axis++) {
        const unsigned tag = wku_tag(q, axis);
        if (tag)
            wkb_json_str(j, NULL, wku_tag_name(&p->axes, axis, tag));
    }
    wkb_json_end(j, ']');
}

static void
json_sources(wkb_json *j, const wkc_sources *s)
{
    wkb_json_begin(j, "sources", '[');
    for (size_t i = 0; i < s->item.n; i++) {
        size_t before = 0;
        while (before < i &&
               !wkb_str_eq(s->item.item[before].id, s->item.item[i].id))
            before++;
        if (before == i)
            wkb_json_str(j, NULL, s->item.item[i].id);
    }
    wkb_json_end(j, ']');
}

static void
json_number(wk_project *p, wkb_json *j, const wkp_result *r)
{
    const wku_num *n = &r->value.num;
    const bool known = r->value.status == WK_OK;
    const bool is_range = known && wku_is_range(n);
    const double factor = r->shown.factor;
    wkb_out unit = wkb_out_kept(&p->call);
    wkb_str text = {0};
    wku_unit_put(&unit, &p->units, &r->shown);
    const wk_status named = wkb_out_text(&unit, &text);
    if (named != WK_OK)
        j->out->status = named;
    wkb_json_num(j, "value", known ? n->v / factor : (double)NAN);
    wkb_json_str(j, "unit", text);
    wkb_json_num(j, "low", is_range ? n->lo / factor : (double)NAN);
    wkb_json_num(j, "high", is_range ? n->hi / factor : (double)NAN);
}

/* A condition is true or false, anything else its text. */
static void
json_other(wkb_json *j, const wkp_result *r)
{
    const wkc_value *v = &r->value;
    if (v->status != WK_OK)
        wkb_json_null(j, "value");
    else if (v->type.kind == WKU_BOOL)
        wkb_json_bool(j, "value", v->num.v == 1);
    else
        wkb_json_str(j, "value", r->text);
    wkb_json_str(j, "unit", (wkb_str){0});
    wkb_json_null(j, "low");
    wkb_json_null(j, "high");
}

void
wkp_json_value(wk_project *p, wkb_json *j, const wkp_result *r)
{
    if (r->value.type.kind == WKU_NUMBER)
        json_number(p, j, r);
    else
        json_other(j, r);
    wkb_json_str(j, "text", r->text);
    json_quals(p, j, r->value.type.quals);
    json_sources(j, &r->sources);
    if (r->value.status != WK_OK)
        wkb_json_str(j, "status", wkb_str_of(wk_status_word(r->value.status)));
    if (r->value.is_sampled)
        wkb_json_bool(j, "sampled", true);
    if (r->has_claim) {
        wkb_json_str(j, "claim", wkb_str_of(wkc_verdict_name(r->verdict)));
        wkb_json_num(j, "margin", r->margin);
    }
}

static wk_status
write_result(wk_project *p,
             const wkp_result *r,
             wk_format format,
             wk_sink_fn sink,
             void *ud)
{
    wkb_out out = wkb_out_to(sink, ud);
    wkb_json j = {.out = &out};
    if (format == WK_JSON) {
        wkb_json_begin(&j, NULL, '{');
        wkp_json_value(p, &j, r);
        wkb_json_end(&j, '}');
    } else {
        wkb_put_shown(&out, r->text);
    }
    wkb_putc(&out, '\n');
    return out.status;
}

wk_status
wk_eval(wk_project *p,
        const char *expr,
        size_t n,
        wk_format format,
        wk_sink_fn sink,
        void *ud)
{
    wkp_result r;
    WKB_TRY(wkp_begin(p));
    WKB_TRY(wkp_built_in(p, (wkb_str){expr, n}));
    const wk_status status = wkp_evaluate(p, &r, expr, n);
    if (status == WK_OK)
        return write_result(p, &r, format, sink, ud);
    if (status == WK_ECLAIM && r.text.p && format == WK_JSON)
        WKB_TRY(write_result(p, &r, format, sink, ud));
    return status;
}

static wk_status
source_ids(wk_project *p, wk_value *out, const wkc_sources *s)
{
    const char **ids = WKB_NEW(&p->call, const char *, s->item.n + 1);
    if (!ids)
        return WK_ENOMEM;
    for (size_t i = 0; i < s->item.n; i++) {
        const wkb_str id = wkb_copy(&p->call, s->item.item[i].id);
        if (!id.p)
            return WK_ENOMEM;
        ids[i] = id.p;
    }
    out->sources = ids;
    out->n_sources = s->item.n;
    return WK_OK;
}

wk_status
wk_get(wk_value *out, wk_project *p, const char *expr, size_t n)
{
    wkp_result r;
    wkb_str text, name;
    *out =
        (wk_value){.size = sizeof *out, .value = NAN, .low = NAN, .high = NAN};
    WKB_TRY(wkp_begin(p));
    WKB_TRY(wkp_built_in(p, (wkb_str){expr, n}));
    WKB_TRY(wkp_evaluate(p, &r, expr, n));
    wkb_out unit = wkb_out_kept(&p->call);
    wku_unit_put(&unit, &p->units, &r.shown);
    WKB_TRY(wkb_out_text(&unit, &name));
    text = wkb_copy(&p->call, r.text);
    if (!text.p)
        return WK_ENOMEM;
    out->text = text.p;
    out->unit = name.p;
    if (r.value.type.kind == WKU_NUMBER && r.value.status == WK_OK) {
        out->value = wkb_round(r.value.num.v / r.shown.factor);
        out->low = wkb_round(r.value.num.lo / r.shown.factor);
        out->high = wkb_round(r.value.num.hi / r.shown.factor);
    }
    return source_ids(p, out, &r.sources);
}
