/* The words of an expression: one token at a time over a span of a text. */
#ifndef WKC_LEX_H
#define WKC_LEX_H

#include "units/date.h"
#include "units/quantity.h"

typedef enum wkc_token_kind {
    WKC_T_END,
    WKC_T_NUMBER, /* with its unit, if one follows */
    WKC_T_RANGE,  /* number..number, with its unit */
    WKC_T_DATE,
    WKC_T_STRING,
    WKC_T_WORD,
    WKC_T_SIGN /* an operator or bracket */
} wkc_token_kind;

typedef struct wkc_token {
    wkc_token_kind kind;
    wkb_span at;
    wkb_str text; /* a string without its quotes, a number without unit */
    wkb_str unit; /* empty: none */
    wkb_span unit_at;
    double lo, hi; /* numbers; a date is in lo */
} wkc_token;

typedef struct wkc_lexer {
    wkb_str bytes; /* the whole file */
    uint32_t file;
    size_t pos, end;
    wkb_diag *d;
    bool doubled;  /* the text stands in a quoted cell: " is written "" */
    wkc_token now; /* the token that is read and not yet used */
} wkc_lexer;

/* Starts on bytes text.begin to text.end of a file and reads one token. */
wk_status
wkc_lex_begin(wkc_lexer *x, wkb_str bytes, wkb_span text, wkb_diag *d);
/* Goes on to the next token. */
wk_status wkc_lex_next(wkc_lexer *x);
bool wkc_lex_is(const wkc_lexer *x, const char *sign);
bool wkc_lex_is_word(const wkc_lexer *x, const char *word);
/* The token before the current one has ended; takes a unit or qualifier's
 * text that stands there ("1", "1/h", "GB/s", "dense"), then goes on. Empty
 * if none stands there. */
wk_status wkc_lex_unit(wkc_lexer *x, wkb_str *text, wkb_span *at);

/* "unexpected ..., expected WHAT" at the current token. */
wk_status wkc_lex_unexpected(const wkc_lexer *x, const char *expected);

#endif
