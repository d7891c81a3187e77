/* Lexer: numbers with their units, dates, words, signs; refusals with the
 * spelling that was meant. */
#include "compute/lex.h"

#include <string.h>

#include "base/num.h"

static wkb_str
rest_of(const wkc_lexer *x)
{
    return wkb_sub(x->bytes, x->pos, x->end);
}

static wkb_span
span(const wkc_lexer *x, size_t begin, size_t end)
{
    return (wkb_span){x->file, (uint32_t)begin, (uint32_t)end};
}

static void
skip_space(wkc_lexer *x)
{
    while (x->pos < x->end) {
        const char c = x->bytes.p[x->pos];
        if (c == '#') {
            while (x->pos < x->end && x->bytes.p[x->pos] != '\n')
                x->pos++;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            x->pos++;
        } else {
            return;
        }
    }
}

/* A unit directly after a number, after one space or none; a word of the
 * language is none. */
static void
take_unit(wkc_lexer *x, wkc_token *t)
{
    const size_t space = x->pos < x->end && x->bytes.p[x->pos] == ' ';
    const wkb_str s = wkb_sub(x->bytes, x->pos + space, x->end);
    const size_t n = wku_unit_length(s);
    if (n == 0 || wku_is_language_word(wkb_sub(s, 0, wkb_word_length(s))))
        return;
    t->unit = wkb_sub(s, 0, n);
    t->unit_at = span(x, x->pos + space, x->pos + space + n);
    x->pos += space + n;
}

static wk_status
ambiguous(const wkc_lexer *x, size_t n)
{
    return wkb_error(x->d,
                     WK_ENUMBER,
                     span(x, x->pos, x->pos + n),
                     "ambiguous number %q\nwrite numbers without grouping, "
                     "with a decimal point; between arguments put a space "
                     "after the comma",
                     wkb_sub(x->bytes, x->pos, x->pos + n));
}

static bool
is_whole(wkb_str s)
{
    size_t n = 0;
    while (n < s.n && wkb_is_digit(s.p[n]))
        n++;
    return n && n == wkb_num_length(s);
}

/* Bytes of what groups digits or stands for the point elsewhere: never a comma
 * alone, which parts arguments, unless a point and three digits stand before
 * it. */
static size_t
mark_length(wkb_str s, size_t n)
{
    static const char *const marks[] = {"_",
                                        "'",
                                        ".",
                                        " ",
                                        "\xc2\xa0",
                                        "\xe2\x80\xaf",
                                        "\xe2\x80\x89",
                                        "\xe2\x80\x99"};
    const wkb_str behind = wkb_sub(s, n, s.n);
    if (wkb_starts(behind, WKB_STR(",")))
        return n > 4 && s.p[0] != '0' && s.p[n - 4] == '.' &&
                       is_whole(wkb_sub(behind, 1, behind.n))
                   ? 1
                   : 0;
    for (size_t i = 0; i < WKB_COUNT(marks); i++) {
        if (wkb_starts(behind, wkb_str_of(marks[i])))
            return strlen(marks[i]);
    }
    return 0;
}

/* Length of digits with marks between them that begin at s, 0 for a number
 * that can be read in one way alone. */
static size_t
ambiguous_length(wkb_str s)
{
    size_t n = wku_grouped_length(s), found = n;
    if (n == 0)
        n = wkb_num_length(s);
    for (;;) {
        const size_t mark = mark_length(s, n);
        if (mark == 0 || n + mark >= s.n || !wkb_is_digit(s.p[n + mark]))
            return found;
        n += mark;
        n += wkb_num_length(wkb_sub(s, n, s.n));
        found = n;
    }
}

/* 0x10, 0b1, 0o7: its length, else 0. */
static size_t
other_base_length(wkb_str s)
{
    if (s.n < 3 || s.p[0] != '0' || !strchr("xXbBoO", s.p[1]) ||
        !wkb_is_digit(s.p[2]))
        return 0;
    return 1 + wkb_word_length(wkb_sub(s, 1, s.n));
}

/* One number without its unit: its length, checked. */
static wk_status
take_number(wkc_lexer *x, double *out)
{
    const wkb_str s = rest_of(x);
    const size_t n = wkb_num_length(s), grouped = ambiguous_length(s);
    const size_t other_base = other_base_length(s);
    if (grouped)
        return ambiguous(x, grouped);
    if (other_base)
        return wkb_error(x->d,
                         WK_ESYNTAX,
                         span(x, x->pos, x->pos + other_base),
                         "%q is a number of another base\nwrite it in decimal",
                         wkb_sub(s, 0, other_base));
    if (n > 1 && s.p[0] == '0' && wkb_is_digit(s.p[1]))
        return wkb_error(x->d,
                         WK_ESYNTAX,
                         span(x, x->pos, x->pos + n),
                         "a number does not begin with 0: %q\n"
                         "leave the leading zeros out",
                         wkb_sub(s, 0, n));
    if (wkb_num_read(wkb_sub(s, 0, n), out) != WK_OK)
        return wkb_error(x->d,
                         WK_ERANGE,
                         span(x, x->pos, x->pos + n),
                         "number %q is out of range\n"
                         "numbers go from 1e-307 to 1e308",
                         wkb_sub(s, 0, n));
    x->pos += n;
    return WK_OK;
}

static wk_status
take_range_end(wkc_lexer *x, wkc_token *t)
{
    t->kind = WKC_T_RANGE;
    x->pos += 2;
    if (x->pos == x->end || !wkb_is_digit(x->bytes.p[x->pos]))
        return wkb_error(x->d,
                         WK_ESYNTAX,
                         span(x, t->at.begin, x->pos),
                         "a range needs a number on both sides of '..'\n"
                         "write 5..6 without spaces, or range(a, b)");
    WKB_TRY(take_number(x, &t->hi));
    if (t->lo > t->hi)
        return wkb_error(x->d,
                         WK_ERANGE,
                         span(x, t->at.begin, x->pos),
                         "range %q runs backwards\nwrite the lower end first",
                         wkb_sub(x->bytes, t->at.begin, x->pos));
    return WK_OK;
}

/* A subtraction that looks like a date, or the other way round. */
static wk_status
refuse_half_date(const wkc_lexer *x, size_t date)
{
    const wkb_str s = rest_of(x);
    const size_t n = date ? date : 4;
    const wkb_str month = wkb_sub(s, 5, 7);
    if (date == 7 && (wkb_str_cmp(month, WKB_STR("01")) < 0 ||
                      wkb_str_cmp(month, WKB_STR("12")) > 0))
        return wkb_error(x->d,
                         WK_EDATE,
                         span(x, x->pos, x->pos + date),
                         "there is no date %q\n"
                         "months go from 01 to 12; to subtract, put spaces "
                         "round -",
                         wkb_sub(s, 0, date));
    if (date == 10 || (!date && (!is_whole(s) || wkb_num_length(s) != n)) ||
        s.n < n + 2 || s.p[n] != '-' ||
        wkb_num_length(wkb_sub(s, n + 1, s.n)) != 1)
        return WK_OK;
    return wkb_error(x->d,
                     WK_EDATE,
                     span(x, x->pos, x->pos + n + 2),
                     "%q is no date\n"
                     "write two digits for month and day, as in 2022-03-02; to "
                     "subtract, put spaces round -",
                     wkb_sub(s, 0, n + 2));
}

static wk_status
lex_number(wkc_lexer *x, wkc_token *t)
{
    const size_t date = wku_date_length(rest_of(x));
    WKB_TRY(refuse_half_date(x, date));
    if (date) {
        t->kind = WKC_T_DATE;
        t->text = wkb_sub(x->bytes, x->pos, x->pos + date);
        x->pos += date;
        return wku_date_read(
            &t->lo, t->text, span(x, t->at.begin, x->pos), x->d);
    }
    t->kind = WKC_T_NUMBER;
    WKB_TRY(take_number(x, &t->lo));
    t->hi = t->lo;
    if (wkb_starts(rest_of(x), WKB_STR("..")))
        WKB_TRY(take_range_end(x, t));
    t->text = wkb_sub(x->bytes, t->at.begin, x->pos);
    take_unit(x, t);
    return WK_OK;
}

static wk_status
lex_string(wkc_lexer *x, wkc_token *t)
{
    const wkb_str quote = {"\"\"", x->doubled ? 2 : 1};
    const size_t begin = x->pos + quote.n;
    size_t end = begin;
    while (end < x->end && x->bytes.p[end] != '"' && x->bytes.p[end] != '\n')
        end++;
    if (!wkb_starts(wkb_sub(x->bytes, end < x->end ? end : x->end, x->end),
                    quote))
        return wkb_error(x->d,
                         WK_ESYNTAX,
                         span(x, x->pos, end),
                         "text without its closing quote\n"
                         "end it with \" on the same line");
    t->kind = WKC_T_STRING;
    t->text = wkb_sub(x->bytes, begin, end);
    x->pos = end + quote.n;
    return WK_OK;
}

/* Spellings of other languages, and what they are here. */
static const struct {
    const char *typed, *hint;
} foreign[] = {
    {"==", "equality is one ="},
    {"**", "write ^ for a power"},
    {"&&", "write and"},
    {"||", "write or"},
    {"<>", "write != for not equal"},
    {"!", "write not, or != for not equal"},
    {"\xc3\x97", "write * to multiply"},
    {"\xc2\xb7", "write * to multiply"},
    {"\xc3\xb7", "write / to divide"},
    {"\xe2\x88\x92", "write the minus sign as -"},
    {"\xe2\x80\x93", "write the minus sign as -, a range as 5..6"},
    {"\xe2\x89\xa4", "write <="},
    {"\xe2\x89\xa5", "write >="},
    {"\xe2\x89\xa0", "write !="},
    {"\xe2\x80\x9c", "write straight quotes: \""},
    {"\xe2\x80\x9d", "write straight quotes: \""},
    {"'", "write straight double quotes: \""},
    {"$", "write 5 USD for an amount of money"},
    {"{", "double braces belong in templates"},
    {"&", "write and"},
    {";", "separate arguments by commas"},
};

/* Characters that look like others, or like nothing. */
static const struct {
    uint32_t from, to;
    const char *hint;
} unlike[] = {
    {0x00a0, 0x00a0, "write a plain space"},
    {0x00ad, 0x00ad, "remove it: it cannot be seen"},
    {0x00b2, 0x00b3, "write a power as in m^2"},
    {0x00b5, 0x00b5, "write u for micro, as in 5 us"},
    {0x00b9, 0x00b9, "write a power as in m^2"},
    {0x00bc, 0x00be, "write a fraction as 1/2 or 0.5"},
    {0x00a2, 0x00a5, "write the currency behind the number, as in 5 USD"},
    {0x03bc, 0x03bc, "write u for micro, as in 5 us"},
    {0x0660, 0x0669, "write digits as 0 to 9"},
    {0x06f0, 0x06f9, "write digits as 0 to 9"},
    {0x0966, 0x096f, "write digits as 0 to 9"},
    {0x2000, 0x200a, "write a plain space"},
    {0x200b, 0x200f, "remove it: it cannot be seen"},
    {0x2014, 0x2015, "write the minus sign as -"},
    {0x2028, 0x202e, "remove it: it cannot be seen"},
    {0x202f, 0x202f, "write a plain space"},
    {0x205f, 0x205f, "write a plain space"},
    {0x2060, 0x206f, "remove it: it cannot be seen"},
    {0x2070, 0x2079, "write a power as in m^2"},
    {0x2080, 0x2089, "write digits as 0 to 9"},
    {0x20a0, 0x20bf, "write the currency behind the number, as in 5 USD"},
    {0x2010, 0x2011, "write the minus sign as -"},
    {0x2215, 0x2215, "write / to divide"},
    {0x2217, 0x2217, "write * to multiply"},
    {0x2248, 0x2248, "write ~ before a stated number"},
    {0x3000, 0x3000, "write a plain space"},
    {0xfeff, 0xfeff, "remove it: it cannot be seen"},
    {0xff05, 0xff05, "write %"},
    {0xff0e, 0xff0e, "write a point as ."},
    {0xff10, 0xff19, "write digits as 0 to 9"},
};

static const char *
hint_of(uint32_t cp)
{
    for (size_t i = 0; i < WKB_COUNT(unlike); i++) {
        if (cp >= unlike[i].from && cp <= unlike[i].to)
            return unlike[i].hint;
    }
    return cp >= 0x80 ? "outside of texts write letters, digits and signs of "
                        "ASCII alone"
                      : "see workings(5) for the grammar";
}

static wk_status
unknown_character(const wkc_lexer *x)
{
    const wkb_str s = rest_of(x);
    uint32_t cp = 0;
    size_t n = wkb_utf8(s, &cp);
    const char *hint = hint_of(n ? cp : 0);
    if (n == 0)
        n = 1;
    for (size_t i = 0; i < WKB_COUNT(foreign); i++) {
        const wkb_str typed = wkb_str_of(foreign[i].typed);
        if (wkb_starts(s, typed)) {
            hint = foreign[i].hint;
            n = typed.n;
            break;
        }
    }
    return wkb_error(x->d,
                     WK_ESYNTAX,
                     span(x, x->pos, x->pos + n),
                     "unexpected %q\n%s",
                     wkb_sub(s, 0, n),
                     hint);
}

static wk_status
lex_sign(wkc_lexer *x, wkc_token *t)
{
    static const char *const signs[] = {
        "!=", "<=", ">=", "??", "->", "(", ")", "[", "]", ",", ".", "=",
        "<",  ">",  "+",  "-",  "*",  "/", "^", ":", "~", "|", "%"};
    const wkb_str s = rest_of(x);
    for (size_t i = 0; i < 4 && i < WKB_COUNT(foreign); i++) {
        if (wkb_starts(s, wkb_str_of(foreign[i].typed)))
            return unknown_character(x);
    }
    if (wkb_starts(s, WKB_STR("..")))
        return wkb_error(x->d,
                         WK_ESYNTAX,
                         span(x, x->pos, x->pos + 2),
                         "'..' stands between two numbers alone\n"
                         "write a range as 5..6 d: no spaces in it, its unit "
                         "once, behind; computed ends as range(a, b)");
    if (s.n > 1 && s.p[0] == '.' && wkb_is_digit(s.p[1]))
        return wkb_error(x->d,
                         WK_ESYNTAX,
                         span(x, x->pos, x->pos + 2),
                         "a number does not begin with a point\n"
                         "write 0%S",
                         wkb_sub(s, 0, 1 + wkb_num_length(wkb_sub(s, 1, s.n))));
    for (size_t i = 0; i < WKB_COUNT(signs); i++) {
        const wkb_str sign = wkb_str_of(signs[i]);
        if (wkb_starts(s, sign)) {
            t->kind = WKC_T_SIGN;
            t->text = sign;
            x->pos += sign.n;
            return WK_OK;
        }
    }
    return unknown_character(x);
}

wk_status
wkc_lex_next(wkc_lexer *x)
{
    const size_t behind = x->pos;
    skip_space(x);
    const size_t begin = x->pos < x->end ? x->pos : behind;
    wkc_token t = {.kind = WKC_T_END, .at = span(x, begin, begin)};
    if (x->pos < x->end) {
        const wkb_str s = rest_of(x);
        if (wkb_is_digit(s.p[0])) {
            WKB_TRY(lex_number(x, &t));
        } else if (s.p[0] == '"') {
            WKB_TRY(lex_string(x, &t));
        } else if (wkb_is_letter(s.p[0])) {
            t.kind = WKC_T_WORD;
            t.text = wkb_sub(s, 0, wkb_word_length(s));
            x->pos += t.text.n;
        } else {
            WKB_TRY(lex_sign(x, &t));
        }
        t.at.end = (uint32_t)x->pos;
    }
    x->now = t;
    return WK_OK;
}

wk_status
wkc_lex_begin(wkc_lexer *x, wkb_str bytes, wkb_span text, wkb_diag *d)
{
    *x = (wkc_lexer){.bytes = bytes,
                     .file = text.file,
                     .pos = text.begin,
                     .end = text.end,
                     .d = d};
    return wkc_lex_next(x);
}

bool
wkc_lex_is(const wkc_lexer *x, const char *sign)
{
    return x->now.kind == WKC_T_SIGN &&
           wkb_str_eq(x->now.text, wkb_str_of(sign));
}

bool
wkc_lex_is_word(const wkc_lexer *x, const char *word)
{
    return x->now.kind == WKC_T_WORD &&
           wkb_str_eq(x->now.text, wkb_str_of(word));
}

wk_status
wkc_lex_unit(wkc_lexer *x, wkb_str *text, wkb_span *at)
{
    x->pos = x->now.at.begin;
    const wkb_str s = rest_of(x);
    size_t n = 0;
    if (wkb_starts(s, WKB_STR("1/")) && s.n > 2)
        n = 2 + wku_unit_length(wkb_sub(s, 2, s.n));
    else if (s.n && s.p[0] == '1' && !(s.n > 1 && wkb_is_digit(s.p[1])))
        n = 1;
    else
        n = wku_unit_length(s);
    *text = wkb_sub(s, 0, n);
    *at = span(x, x->pos, x->pos + n);
    x->pos += n;
    return wkc_lex_next(x);
}

/* Words and signs of other languages where none can stand here. */
static const struct {
    const char *typed, *hint;
} strange[] = {
    {"->", "write to before a unit, as in 16 GB to GiB"},
    {"per", "write / in a unit, as in 3 USD/h"},
    {"of", "write * for a part of something, as in 5 % * x"},
    {"in", "write to before a unit, as in 16 GB to GiB"},
};

wk_status
wkc_lex_unexpected(const wkc_lexer *x, const char *expected)
{
    const wkc_token *t = &x->now;
    const wkb_str seen = wkb_sub(x->bytes, t->at.begin, t->at.end);
    for (size_t i = 0; i < WKB_COUNT(strange); i++) {
        if (wkb_str_eq(seen, wkb_str_of(strange[i].typed)))
            return wkb_error(x->d,
                             WK_ESYNTAX,
                             t->at,
                             "unexpected %q\n%s",
                             seen,
                             strange[i].hint);
    }
    if (t->kind == WKC_T_END)
        return wkb_error(x->d,
                         WK_ESYNTAX,
                         t->at,
                         "the expression ends too early\nexpected %s here",
                         expected);
    return wkb_error(x->d,
                     WK_ESYNTAX,
                     t->at,
                     "unexpected %q\nexpected %s here",
                     seen,
                     expected);
}
