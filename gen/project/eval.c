/* Evaluates what may stand between {{ }} and writes it. */
#include <math.h>

#include "base/num.h"
#include "project/project.h"

/* The words behind |, cut at spaces. */
static wk_status
read_words(wk_project *p, wkb_span words, wku_format *f)
{
    const wkb_str bytes = p->diag.file.item[words.file].bytes;
    size_t at = words.begin;
    *f = WKU_FORMAT_INIT;
    while (at < words.end) {
        size_t end = at;
        while (end < words.end && bytes.p[end] != ' ')
            end++;
        const wkb_span span = {words.file, (uint32_t)at, (uint32_t)end};
        if (end > at)
            WKB_TRY(wku_format_word(
                f, &p->units, wkb_sub(bytes, at, end), span, &p->diag));
        at = end + 1;
    }
    return WK_OK;
}

static wk_status
check_format(wk_project *p, const wkp_result *r)
{
    const wku_type *t = &r->value.type;
    const bool is_number = t->kind == WKU_NUMBER;
    if (!is_number)
        return wkb_error(&p->diag,
                         WK_ETYPE,
                         r->in.words,
                         "format words are for quantities\n"
                         "leave out what stands behind |");
    if (!r->format.has_unit || wku_same_dimension(&r->format.unit, &t->unit))
        return WK_OK;
    return wkb_error(&p->diag,
                     WK_EDIMENSION,
                     r->in.words,
                     "the value is in %q, the format in %q\n"
                     "name a unit of the value's dimension",
                     wku_unit_text(&p->units, &t->unit),
                     wku_unit_text(&p->units, &r->format.unit));
}

static const char *
verdict_text(wku_verdict v)
{
    static const char *const texts[] = {
        [WKU_HOLDS] = "holds",
        [WKU_FAILS] = "fails",
        [WKU_FAILS_UNKNOWN] = "fails (not known)",
        [WKU_FAILS_RANGE] = "fails (range)",
    };
    return texts[v];
}

wk_status
wkp_put_share(wk_project *p, wkb_out *out, double share)
{
    const wku_num n = {share, share, share};
    const wku_type pure = {.kind = WKU_NUMBER, .unit = wku_one()};
    wku_format f = WKU_FORMAT_INIT;
    f.rounding = WKU_SF;
    f.figures = 2;
    f.has_unit = true;
    WKB_TRY(wku_unit_read(
        &f.unit, &p->units, WKB_STR("%"), false, WKB_NOWHERE, NULL));
    return wku_print(out, &p->units, &n, &pure, &f, (wkb_str){0}, NULL);
}

wk_status
wkp_put_quantity(wk_project *p,
                 wkb_out *out,
                 double value,
                 const wku_unit *unit)
{
    const wku_num n = {value, value, value};
    const wku_type type = {.kind = WKU_NUMBER, .unit = *unit};
    wku_format f = WKU_FORMAT_INIT;
    f.rounding = WKU_SF;
    f.figures = 3;
    f.has_unit = true;
    f.unit = *unit;
    return wku_print(out, &p->units, &n, &type, &f, (wkb_str){0}, NULL);
}

wk_status
wkp_put_margin(wk_project *p, wkb_out *out, double margin)
{
    if (!isfinite(margin))
        return WK_OK;
    wkb_puts(out, ", off by ");
    return wkp_put_share(p, out, margin);
}

static wk_status
claim_fails(wk_project *p, const wkp_result *r)
{
    wkb_out value = wkb_out_kept(&p->call), off = wkb_out_kept(&p->call);
    const wku_format f = WKU_FORMAT_INIT;
    wkb_str now, margin;
    WKB_TRY(wkc_put_value(&value, &p->env, &r->value, &r->in.expr, &f, NULL));
    WKB_TRY(wkb_out_text(&value, &now));
    WKB_TRY(wkp_put_margin(p, &off, r->margin));
    WKB_TRY(wkb_out_text(&off, &margin));
    const wkb_str stated = wkb_sub(p->diag.file.item[r->in.claim.file].bytes,
                                   r->in.claim.begin,
                                   r->in.claim.end);
    return wkb_error(&p->diag,
                     WK_ECLAIM,
                     r->in.claim,
                     "the value is %S, which does not hold '%e'%S\n"
                     "correct the statement, or what it rests on",
                     now,
                     stated,
                     margin);
}

static wk_status
hold(wk_project *p, wkp_result *r)
{
    wkb_out out = wkb_out_kept(&p->call);
    r->verdict = r->value.status == WK_EUNKNOWN
                     ? WKU_FAILS_UNKNOWN
                     : wku_holds(&r->value.num, &r->claim, &r->margin);
    wku_claim_put(&out, &p->units, &r->claim);
    WKB_TRY(wkb_out_text(&out, &r->text));
    r->shown = r->claim.unit;
    return r->verdict == WKU_HOLDS ? WK_OK : claim_fails(p, r);
}

/* A condition that some lanes of its ranges fulfil alone. */
static wk_status
undecided(wk_project *p, const wkp_result *r)
{
    wkb_out out = wkb_out_kept(&p->call);
    wkb_str text;
    wkc_put_comparison(&out, &p->env, r->value.code, r->value.slot);
    WKB_TRY(wkb_out_text(&out, &text));
    return wkb_error(&p->diag,
                     WK_EUNDECIDED,
                     r->in.expr.at,
                     "the condition holds on part of the range alone%S\n"
                     "narrow the range, or write what holds on all of it",
                     text);
}

/* "words" when condition */
static wk_status
hold_condition(wk_project *p, wkp_result *r)
{
    const wkc_value *v = &r->value;
    const wkb_span at = r->in.expr.at;
    r->text = r->in.when;
    if (v->type.kind != WKU_BOOL)
        return wkb_error(&p->diag,
                         WK_ETYPE,
                         at,
                         "when needs a condition\n"
                         "compare the value with something, as in x > 0");
    if (v->status == WK_OK && v->num.v == 1)
        return WK_OK;
    if (v->status == WK_OK)
        return wkb_error(&p->diag,
                         WK_ECLAIM,
                         at,
                         "the condition does not hold, so %q is not true\n"
                         "correct the words, or what they rest on",
                         r->in.when);
    if (v->status == WK_EUNDECIDED)
        return undecided(p, r);
    wkb_out why = wkb_out_kept(&p->call);
    wkb_str text;
    const wku_format f = WKU_FORMAT_INIT;
    WKB_TRY(wkc_put_value(&why, &p->env, v, &r->in.expr, &f, NULL));
    WKB_TRY(wkb_out_text(&why, &text));
    return wkb_error(&p->diag,
                     WK_EUNKNOWN,
                     at,
                     "the condition is %S\nfill the cell, or ask known(x)",
                     text);
}

static wk_status
print_value(wk_project *p, wkp_result *r)
{
    wkb_out out = wkb_out_kept(&p->call);
    if (r->in.words.begin < r->in.words.end) {
        WKB_TRY(read_words(p, r->in.words, &r->format));
        WKB_TRY(check_format(p, r));
    }
    WKB_TRY(wkc_put_value(
        &out, &p->env, &r->value, &r->in.expr, &r->format, &r->shown));
    return wkb_out_text(&out, &r->text);
}

static void
tell_left_out(wk_project *p, const wkp_result *r)
{
    if (r->value.n_left_out)
        wkb_note(&p->diag,
                 r->in.expr.at,
                 r->value.n_left_out == 1
                     ? "%z row was left out: its condition is not known"
                     : "%z rows were left out: their condition is not known",
                 r->value.n_left_out);
}

wk_status
wkp_evaluate(wk_project *p, wkp_result *out, const char *expr, size_t n)
{
    wkb_span at;
    const wkc_code *code = NULL;
    *out = (wkp_result){.format = WKU_FORMAT_INIT, .margin = NAN};
    WKB_TRY(wkp_text(p, "expression", expr, n, &at));
    const wkb_str bytes = p->diag.file.item[at.file].bytes;
    WKB_TRY(wkc_parse_interpolation(&out->in, &p->call, bytes, at, &p->diag));
    WKB_TRY(wkc_compile(&code, &p->call, &p->env, &out->in.expr, NULL));
    out->has_claim = out->in.claim.begin < out->in.claim.end;
    if (out->has_claim) {
        WKB_TRY(wku_claim_read(
            &out->claim,
            &p->units,
            wkb_sub(bytes, out->in.claim.begin, out->in.claim.end),
            out->in.claim,
            &p->diag));
        WKB_TRY(wkc_claim_fits(&p->env,
                               &out->claim,
                               out->in.expr.root,
                               &code->result_type,
                               out->in.claim));
    }
    WKB_TRY(wkc_evaluate(&out->value, &p->call, &p->env, code, NULL));
    WKB_TRY(wkc_sources_of(&out->sources, &p->call, &p->env, code, NULL));
    tell_left_out(p, out);
    if (out->has_claim)
        return hold(p, out);
    if (out->in.is_when)
        return hold_condition(p, out);
    return print_value(p, out);
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
    (void)wkb_out_text(&unit, &text);
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
        wkb_json_str(j, "claim", wkb_str_of(verdict_text(r->verdict)));
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
