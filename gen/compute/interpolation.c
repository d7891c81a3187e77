/* Whole texts: an expression, and what may stand between {{ }}. */
#include <string.h>

#include "compute/parse.h"

static wk_status
parse_whole(wkc_expr *out, wkb_arena *a, wkc_lexer *x)
{
    WKB_TRY(wkc_parse_from(out, a, x));
    if (x->now.kind != WKC_T_END)
        return wkc_lex_unexpected(x, "an operator or the end");
    return WK_OK;
}

wk_status
wkc_parse(
    wkc_expr *out, wkb_arena *a, wkb_str bytes, wkb_span text, wkb_diag *d)
{
    wkc_lexer x;
    WKB_TRY(wkc_lex_begin(&x, bytes, text, d));
    return parse_whole(out, a, &x);
}

wk_status
wkc_parse_cell(
    wkc_expr *out, wkb_arena *a, wkb_str bytes, wkb_span cell, wkb_diag *d)
{
    wkc_lexer x;
    WKB_TRY(wkc_lex_begin(&x, bytes, cell, d));
    if (cell.begin > 0 && bytes.p[cell.begin - 1] == '"') {
        x.doubled = true; /* nothing else stands before a cell */
        x.pos = cell.begin;
        WKB_TRY(wkc_lex_next(&x));
    }
    return parse_whole(out, a, &x);
}

static wk_status
parse_when(wkc_interpolation *out, wkb_arena *a, wkc_lexer *x)
{
    out->is_when = true;
    out->when = out->expr.root->name;
    if (out->when.n && memmem(out->when.p, out->when.n, "{{", 2))
        return wkb_error(x->d,
                         WK_ESYNTAX,
                         out->expr.root->at,
                         "words held to a condition cannot hold {{ }}\n"
                         "end them before the value, which is held by ~");
    WKB_TRY(wkc_lex_next(x));
    return parse_whole(&out->expr, a, x);
}

static wk_status
refuse_no_words(const wkc_interpolation *in, const wkc_lexer *x)
{
    const wkb_str words = wkb_sub(x->bytes, in->words.begin, in->words.end);
    if (wkb_trim(words).n)
        return WK_OK;
    return wkb_error(x->d,
                     WK_ESYNTAX,
                     x->now.at,
                     "no format word stands behind |\n"
                     "write one, as in {{ x | 3sf }}, or leave | out");
}

wk_status
wkc_parse_interpolation(wkc_interpolation *out,
                        wkb_arena *a,
                        wkb_str bytes,
                        wkb_span text,
                        wkb_diag *d)
{
    wkc_lexer x;
    *out = (wkc_interpolation){.claim = {text.file, text.end, text.end},
                               .words = {text.file, text.end, text.end}};
    WKB_TRY(wkc_lex_begin(&x, bytes, text, d));
    WKB_TRY(wkc_parse_from(&out->expr, a, &x));
    if (out->expr.root->kind == WKC_TEXT && wkc_lex_is_word(&x, "when"))
        return parse_when(out, a, &x);
    if (wkc_lex_is(&x, "~")) {
        out->claim.begin = x.now.at.begin;
        return WK_OK;
    }
    if (wkc_lex_is(&x, "|")) {
        out->words.begin = x.now.at.end;
        return refuse_no_words(out, &x);
    }
    if (x.now.kind != WKC_T_END)
        return wkc_lex_unexpected(&x, "an operator, ~, | or the end");
    return WK_OK;
}
