/* The words of a format, behind "|". */
#include "units/inside.h"

enum { MOST_FIGURES = WKB_FIGURES };

static const char *const words[] = {"sci", "words", "int", "plain", "human"};

static bool *
flag_of(wku_format *f, size_t i)
{
    bool *const flags[] = {&f->sci, &f->words, &f->whole, &f->plain, &f->human};
    return flags[i];
}

static wkb_str
word_by_number(const void *ud, size_t i)
{
    (void)ud;
    return wkb_str_of(words[i]);
}

static wk_status
twice(wkb_str word, wkb_span at, wkb_diag *d)
{
    return wkb_error(d,
                     WK_ESYNTAX,
                     at,
                     "%q: this is settled by a word before it\nleave one out",
                     word);
}

/* "3sf", "2dp": the digits, with the word's last two letters cut. */
static bool
is_rounding(wkb_str word, wkb_str *digits)
{
    if (!wkb_ends(word, WKB_STR("sf")) && !wkb_ends(word, WKB_STR("dp")))
        return false;
    *digits = wkb_sub(word, 0, word.n - 2);
    for (size_t i = 0; i < digits->n; i++) {
        if (!wkb_is_digit(digits->p[i]))
            return false;
    }
    return digits->n > 0;
}

static wk_status
take_rounding(
    wku_format *f, wkb_str word, wkb_str digits, wkb_span at, wkb_diag *d)
{
    const bool figures = word.p[word.n - 2] == 's';
    int n = 0;
    for (size_t i = 0; i < digits.n; i++)
        n = n < 1000 ? n * 10 + (digits.p[i] - '0') : n;
    if (n > MOST_FIGURES || (figures && n == 0))
        return wkb_error(d,
                         WK_ERANGE,
                         at,
                         "%q is out of bounds\nwrite %s to %d%s",
                         word,
                         figures ? "1sf" : "0dp",
                         (int)MOST_FIGURES,
                         figures ? "sf" : "dp");
    if (f->rounding != WKU_DEFAULT || f->whole)
        return twice(word, at, d);
    f->rounding = figures ? WKU_SF : WKU_DP;
    f->figures = n;
    return WK_OK;
}

/* int settles the rounding, the four others how the digits are written. */
static wk_status
take_flag(wku_format *f, size_t i, wkb_span at, wkb_diag *d)
{
    const wkb_str word = wkb_str_of(words[i]);
    const int writings = f->sci + f->words + f->plain + f->human;
    bool *flag = flag_of(f, i);
    const bool is_int = flag == &f->whole;
    if (*flag || (!is_int && writings) ||
        (is_int && f->rounding != WKU_DEFAULT))
        return twice(word, at, d);
    *flag = true;
    return WK_OK;
}

static wk_status
take_unit(wku_format *f, wku_units *u, wkb_str word, wkb_span at, wkb_diag *d)
{
    const size_t near =
        wku_is_unit_name(u, word)
            ? WKB_COUNT(words)
            : wkb_nearest(word, word_by_number, NULL, WKB_COUNT(words));
    if (near < WKB_COUNT(words))
        return wkb_error(d,
                         WK_EUNIT,
                         at,
                         "no format word %q\ndid you mean '%s'?",
                         word,
                         words[near]);
    const bool digits =
        word.n && wkb_is_digit(word.p[0]) && !wkb_starts(word, WKB_STR("1/"));
    if ((digits && !wkb_str_eq(word, WKB_STR("1"))) ||
        wkb_str_eq(word, WKB_STR("sf")) || wkb_str_eq(word, WKB_STR("dp")))
        return wkb_error(d,
                         WK_ESYNTAX,
                         at,
                         "no format word %q\n"
                         "write '3sf' for three figures, '3dp' for three "
                         "places",
                         word);
    if (f->has_unit)
        return twice(word, at, d);
    WKB_TRY(wku_unit_read(&f->unit, u, word, true, at, d));
    f->has_unit = true;
    return WK_OK;
}

wk_status
wku_format_word(
    wku_format *f, wku_units *u, wkb_str word, wkb_span at, wkb_diag *d)
{
    wkb_str digits;
    if (is_rounding(word, &digits))
        return take_rounding(f, word, digits, at, d);
    for (size_t i = 0; i < WKB_COUNT(words); i++) {
        if (wkb_str_eq(word, wkb_str_of(words[i])))
            return take_flag(f, i, at, d);
    }
    return take_unit(f, u, word, at, d);
}
