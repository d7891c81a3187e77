/* Answers what may stand between {{ }}: a value, a claim, held words. */
#include "compute/answer.h"

#include <math.h>
#include <string.h>

/* Where an answer is made. */
typedef struct asked {
    wkb_arena *arena;
    const wkc_env *e;
} asked;

/* The words behind |, cut at spaces. */
static wk_status
read_words(const asked *a, wkb_span words, wku_format *f)
{
    const wkb_str bytes = a->e->diag->file.item[words.file].bytes;
    size_t at = words.begin;
    *f = WKU_FORMAT_INIT;
    while (at < words.end) {
        size_t end = at;
        while (end < words.end && !strchr(" \t\r\n", bytes.p[end]))
            end++;
        const wkb_span span = {words.file, (uint32_t)at, (uint32_t)end};
        if (end > at)
            WKB_TRY(wku_format_word(f,
                                    a->e->tables->units,
                                    wkb_sub(bytes, at, end),
                                    span,
                                    a->e->diag));
        at = end + 1;
    }
    return WK_OK;
}

static wk_status
check_format(const asked *a, const wkc_answer *r)
{
    const wku_type *t = &r->value.type;
    const bool is_number = t->kind == WKU_NUMBER;
    if (!is_number)
        return wkb_error(a->e->diag,
                         WK_ETYPE,
                         r->in.words,
                         "format words are for quantities\n"
                         "leave out what stands behind |");
    if (!r->format.has_unit || wku_same_dimension(&r->format.unit, &t->unit))
        return WK_OK;
    return wkb_error(a->e->diag,
                     WK_EDIMENSION,
                     r->in.words,
                     "the value is in %q, the format in %q\n"
                     "name a unit of the value's dimension",
                     wku_unit_text(a->e->tables->units, &t->unit),
                     wku_unit_text(a->e->tables->units, &r->format.unit));
}

const char *
wkc_verdict_name(wku_verdict v)
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
wkc_put_share(wkb_out *out, wku_units *u, double share)
{
    const wku_num n = {share, share, share};
    const wku_type pure = {.kind = WKU_NUMBER, .unit = wku_one()};
    wku_format f = WKU_FORMAT_INIT;
    f.rounding = WKU_SF;
    f.figures = 2;
    f.has_unit = true;
    WKB_TRY(wku_unit_read(&f.unit, u, WKB_STR("%"), false, WKB_NOWHERE, NULL));
    return wku_print(out, u, &n, &pure, &f, (wkb_str){0}, NULL);
}

wk_status
wkc_put_margin(wkb_out *out, wku_units *u, double margin)
{
    if (!isfinite(margin))
        return WK_OK;
    wkb_puts(out, ", off by ");
    return wkc_put_share(out, u, margin);
}

/* The cells that a value was made from, each once, in the order of the steps. */
typedef struct resting {
    WKB_LIST(const wkc_used *) item;
} resting;

static wk_status
add_used(const asked *a, resting *all, const wkc_used *u)
{
    if (u->at.file >= a->e->diag->file.n)
        return WK_OK;
    for (size_t i = 0; i < all->item.n; i++) {
        if (wkb_str_eq(all->item.item[i]->address, u->address))
            return WK_OK;
    }
    const wkc_used **slot = WKB_PUSH(a->arena, &all->item);
    if (!slot)
        return WK_ENOMEM;
    *slot = u;
    return WK_OK;
}

/* ": CELL (FILE:LINE), ..." of what a value rests on. */
static wk_status
put_cells(const asked *a, const wkc_value *v, wkb_out *out)
{
    enum { MOST = 12 };
    wkc_derivation d;
    resting all = {{0}};
    WKB_TRY(wkc_derive(&d, a->arena, a->e, v));
    for (size_t i = 0; i < d.step.n; i++) {
        for (size_t k = 0; k < d.step.item[i].cell.n; k++)
            WKB_TRY(add_used(a, &all, &d.step.item[i].cell.item[k]));
    }
    for (size_t i = 0; i < all.item.n && i < MOST; i++) {
        const wkc_used *u = all.item.item[i];
        wkb_file *f = &a->e->diag->file.item[u->at.file];
        wkb_print(out,
                  "%s%S (%S:%d)",
                  i ? ", " : ": ",
                  u->address,
                  f->name,
                  (int)wkb_place_in(f, u->at.begin).line);
    }
    if (all.item.n > MOST)
        wkb_print(out, " and %z more", all.item.n - MOST);
    return out->status;
}

static wk_status
claim_fails(const asked *a, const wkc_answer *r)
{
    wkb_out value = wkb_out_kept(a->arena), off = wkb_out_kept(a->arena);
    wkb_out from = wkb_out_kept(a->arena);
    wku_format f = WKU_FORMAT_INIT;
    wkb_str now, margin, cells;
    f.has_unit = r->claim.has_unit;
    f.unit = r->claim.unit;
    WKB_TRY(wkc_put_value(&value, a->e, &r->value, &r->in.expr, &f, NULL));
    WKB_TRY(wkb_out_text(&value, &now));
    WKB_TRY(wkc_put_margin(&off, a->e->tables->units, r->margin));
    WKB_TRY(wkb_out_text(&off, &margin));
    WKB_TRY(put_cells(a, &r->value, &from));
    WKB_TRY(wkb_out_text(&from, &cells));
    const wkb_str stated =
        wkb_trim(wkb_sub(a->e->diag->file.item[r->in.claim.file].bytes,
                         r->in.claim.begin,
                         r->in.claim.end));
    return wkb_error(a->e->diag,
                     WK_ECLAIM,
                     r->in.claim,
                     "the value is %S, which does not hold '%e'%S\n"
                     "correct the statement, or what it rests on%S",
                     now,
                     stated,
                     margin,
                     cells);
}

static wk_status
hold(const asked *a, wkc_answer *r)
{
    wkb_out out = wkb_out_kept(a->arena);
    r->verdict = r->value.status == WK_EUNKNOWN
                     ? WKU_FAILS_UNKNOWN
                     : wku_holds(&r->value.num, &r->claim, &r->margin);
    wku_claim_put(&out, a->e->tables->units, &r->claim);
    WKB_TRY(wkb_out_text(&out, &r->text));
    r->shown = r->claim.unit;
    return r->verdict == WKU_HOLDS ? WK_OK : claim_fails(a, r);
}

/* A condition that some lanes of its ranges fulfil alone. */
static wk_status
undecided(const asked *a, const wkc_answer *r)
{
    wkb_out out = wkb_out_kept(a->arena);
    wkb_str text;
    wkc_put_comparison(&out, a->e, r->value.code, r->value.slot);
    WKB_TRY(wkb_out_text(&out, &text));
    return wkb_error(a->e->diag,
                     WK_EUNDECIDED,
                     r->in.expr.at,
                     "the condition holds on part of the range alone%S\n"
                     "narrow the range, or write what holds on all of it",
                     text);
}

static wk_status
words_fail(const asked *a, const wkc_answer *r)
{
    wkb_out from = wkb_out_kept(a->arena);
    wkb_str cells;
    WKB_TRY(put_cells(a, &r->value, &from));
    WKB_TRY(wkb_out_text(&from, &cells));
    return wkb_error(a->e->diag,
                     WK_ECLAIM,
                     r->in.expr.at,
                     "the condition does not hold, so %q is not true\n"
                     "correct the words, or what they rest on%S",
                     r->in.when,
                     cells);
}

/* "words" when condition */
static wk_status
hold_condition(const asked *a, wkc_answer *r)
{
    const wkc_value *v = &r->value;
    const wkb_span at = r->in.expr.at;
    r->text = r->in.when;
    if (v->type.kind != WKU_BOOL)
        return wkb_error(a->e->diag,
                         WK_ETYPE,
                         at,
                         "when needs a condition\n"
                         "compare the value with something, as in x > 0");
    if (v->status == WK_OK && v->num.v == 1)
        return WK_OK;
    if (v->status == WK_OK)
        return words_fail(a, r);
    if (v->status == WK_EUNDECIDED)
        return undecided(a, r);
    wkb_out why = wkb_out_kept(a->arena);
    wkb_str text;
    const wku_format f = WKU_FORMAT_INIT;
    WKB_TRY(wkc_put_value(&why, a->e, v, &r->in.expr, &f, NULL));
    WKB_TRY(wkb_out_text(&why, &text));
    return wkb_error(a->e->diag,
                     WK_EUNKNOWN,
                     at,
                     "the condition is %S\nfill the cell, or ask known(x)",
                     text);
}

/* A text that states something, "~ >= 1000", printed as a claim would be:
 * "at least 1,000". */
static wk_status
print_stated(const asked *a, wkc_answer *r)
{
    static const char *const bounds[] = {[WKU_ABOUT] = "",
                                         [WKU_AT_LEAST] = "at least ",
                                         [WKU_AT_MOST] = "at most ",
                                         [WKU_MORE] = "more than ",
                                         [WKU_LESS] = "less than "};
    wkb_out out = wkb_out_kept(a->arena);
    const wkl_tables *tables = a->e->tables;
    wku_claim claim;
    WKB_TRY(wku_claim_read(&claim,
                           tables->units,
                           tables->texts.text.item[(size_t)r->value.num.v],
                           r->in.words,
                           a->e->diag));
    wkb_puts(&out, bounds[claim.bound]);
    wku_claim_put(&out, tables->units, &claim);
    return wkb_out_text(&out, &r->text);
}

static bool
asks_stated(const asked *a, const wkc_answer *r)
{
    const wkb_span at = r->in.words;
    const wkb_str words = wkb_trim(
        wkb_sub(a->e->diag->file.item[at.file].bytes, at.begin, at.end));
    return r->value.type.kind == WKU_TEXT && r->value.status == WK_OK &&
           wkb_str_eq(words, WKB_STR("stated"));
}

static wk_status
print_value(const asked *a, wkc_answer *r)
{
    wkb_out out = wkb_out_kept(a->arena);
    if (asks_stated(a, r))
        return print_stated(a, r);
    if (r->in.words.begin < r->in.words.end) {
        WKB_TRY(read_words(a, r->in.words, &r->format));
        WKB_TRY(check_format(a, r));
    }
    WKB_TRY(wkc_put_value(
        &out, a->e, &r->value, &r->in.expr, &r->format, &r->shown));
    return wkb_out_text(&out, &r->text);
}

static void
tell_left_out(const asked *a, const wkc_answer *r)
{
    if (r->value.n_left_out)
        wkb_note(a->e->diag,
                 r->in.expr.at,
                 r->value.n_left_out == 1
                     ? "%z row was left out: its condition is not known"
                     : "%z rows were left out: their condition is not known",
                 r->value.n_left_out);
}

static wk_status
read_claim(const asked *a, wkc_answer *r, const wku_type *type)
{
    const wkb_span at = r->in.claim;
    r->has_claim = at.begin < at.end;
    if (!r->has_claim)
        return WK_OK;
    WKB_TRY(wku_claim_read(
        &r->claim,
        a->e->tables->units,
        wkb_sub(a->e->diag->file.item[at.file].bytes, at.begin, at.end),
        at,
        a->e->diag));
    return wkc_claim_fits(a->e, &r->claim, r->in.expr.root, type, at);
}

/* A text or a condition on a page cites nothing. */
static bool
is_cited(const wkc_answer *r)
{
    const wku_kind kind = r->value.type.kind;
    return r->has_claim || r->in.is_when || kind == WKU_NUMBER ||
           kind == WKU_DATE;
}

static wk_status
answer(const asked *a,
       wkc_answer *out,
       const wkc_interpolation *in,
       const wkc_bindings *names,
       bool is_page)
{
    const wkc_code *code = NULL;
    const wkc_env *e = a->e;
    out->in = *in;
    WKB_TRY(wkc_compile(&code, a->arena, e, &in->expr, names));
    WKB_TRY(read_claim(a, out, &code->result_type));
    WKB_TRY(wkc_evaluate(&out->value, a->arena, e, code, NULL));
    if (!is_page || is_cited(out))
        WKB_TRY(wkc_sources_of(&out->sources, a->arena, e, &out->value));
    tell_left_out(a, out);
    if (out->has_claim)
        return hold(a, out);
    if (out->in.is_when)
        return hold_condition(a, out);
    return print_value(a, out);
}

wk_status
wkc_ask(wkc_answer *out,
        wkb_arena *arena,
        const wkc_env *e,
        wkb_span text,
        const wkc_bindings *names)
{
    const asked a = {arena, e};
    const wkb_str bytes = e->diag->file.item[text.file].bytes;
    wkc_interpolation *in = WKB_NEW(arena, wkc_interpolation, 1);
    *out = (wkc_answer)WKC_ANSWER_INIT;
    if (!in)
        return WK_ENOMEM;
    WKB_TRY(wkc_parse_interpolation(in, arena, bytes, text, e->diag));
    return answer(&a, out, in, names, false);
}

wk_status
wkc_ask_on_page(wkc_answer *out,
                wkb_arena *arena,
                const wkc_env *e,
                const wkc_interpolation *in,
                const wkc_bindings *names)
{
    const asked a = {arena, e};
    *out = (wkc_answer)WKC_ANSWER_INIT;
    return answer(&a, out, in, names, true);
}
