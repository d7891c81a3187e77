/* Mathematics as MathML: words, numbers and signs of a line. */
#include "write/html.h"

#include <string.h>

#include "base/str.h"

typedef enum token_kind { NOTHING, WORD, NUMBER, SIGN } token_kind;

static bool
is_bracket(char c)
{
    return c != '\0' && strchr("()[],", c) != NULL;
}

static bool
is_sign(wkb_str s)
{
    static const char *const signs[] = {"+",
                                        "-",
                                        "/",
                                        "*",
                                        "=",
                                        "<",
                                        ">",
                                        "^",
                                        "|",
                                        "\xc3\x97",      /* times */
                                        "\xc3\xb7",      /* divided by */
                                        "\xc2\xb7",      /* dot */
                                        "\xe2\x88\x92",  /* minus */
                                        "\xe2\x88\x9d",  /* proportional */
                                        "\xe2\x88\x88",  /* in */
                                        "\xe2\x89\x88",  /* about */
                                        "\xe2\x89\xa0",  /* not equal */
                                        "\xe2\x89\xa4",  /* at most */
                                        "\xe2\x89\xa5"}; /* at least */
    for (size_t i = 0; i < WKB_COUNT(signs); i++) {
        if (wkb_str_eq(s, wkb_str_of(signs[i])))
            return true;
    }
    return false;
}

static token_kind
kind_of(wkb_str token)
{
    if (is_bracket(token.p[0]) || is_sign(token))
        return SIGN;
    return wkb_is_digit(token.p[0]) ? NUMBER : WORD;
}

/* The next token: a bracket or comma, or what stands up to one or a space. A
 * comma between digits groups them. */
static wkb_str
take(wkb_str *rest)
{
    size_t n = 1;
    while (n < rest->n && !is_bracket(rest->p[0])) {
        const char c = rest->p[n];
        const bool groups = c == ',' && wkb_is_digit(rest->p[n - 1]) &&
                            n + 1 < rest->n && wkb_is_digit(rest->p[n + 1]);
        if (c == ' ' || c == '\n' || (is_bracket(c) && !groups))
            break;
        n += 1;
    }
    const wkb_str token = wkb_sub(*rest, 0, n);
    *rest = wkb_sub(*rest, n, rest->n);
    return token;
}

static void
put_token(wkw_page *h, token_kind kind, wkb_str token)
{
    static const char *const tag[] = {
        [WORD] = "mi", [NUMBER] = "mn", [SIGN] = "mo"};
    wkb_print(h->out, "<%s>", tag[kind]);
    if (wkb_str_eq(token, WKB_STR("-")))
        wkb_puts(h->out, "\xe2\x88\x92");
    else
        wkw_put_escaped(h->out, token, &wkw_html_escapes);
    wkb_print(h->out, "</%s>", tag[kind]);
}

static void
put_words(wkw_page *h, wkb_str text)
{
    token_kind last = NOTHING;
    while (text.n) {
        if (text.p[0] == ' ' || text.p[0] == '\n') {
            text = wkb_sub(text, 1, text.n);
            continue;
        }
        const wkb_str token = take(&text);
        const token_kind kind = kind_of(token);
        if (kind == WORD && (last == WORD || last == NUMBER))
            wkb_puts(h->out, "<mspace width=\"0.25em\"></mspace>");
        put_token(h, kind, token);
        last = kind;
    }
}

static void put_terms(wkw_page *h, const wkt_node *parent);

static void
put_term(wkw_page *h, const wkt_node *n)
{
    static const char *const tags[WKT_KINDS] = {
        [WKT_FRACTION] = "mfrac",
        [WKT_POWER] = "msup",
        [WKT_SUPER] = "msup",
    };
    const char *const tag = tags[n->kind] ? tags[n->kind] : "mrow";
    if (n->kind == WKT_TEXT || n->kind == WKT_CODE) {
        put_words(h, n->text);
        return;
    }
    const bool is_raised = n->kind == WKT_SUPER; /* by nothing before it */
    wkb_print(h->out, is_raised ? "<%s><mrow></mrow><mrow>" : "<%s>", tag);
    put_terms(h, n);
    wkb_print(h->out, is_raised ? "</mrow></%s>" : "</%s>", tag);
}

static void
put_terms(wkw_page *h, const wkt_node *parent)
{
    const bool is_pair =
        parent->kind == WKT_FRACTION || parent->kind == WKT_POWER;
    if (h->depth >= WKW_DEPTH) {
        h->out->status = WK_ELIMIT;
        return;
    }
    h->depth += 1;
    for (const wkt_node *n = parent->child; n; n = n->next) {
        const bool is_bare = n->kind == WKT_TEXT || n->kind == WKT_CODE;
        if (is_pair && is_bare)
            wkb_puts(h->out, "<mrow>");
        put_term(h, n);
        if (is_pair && is_bare)
            wkb_puts(h->out, "</mrow>");
    }
    h->depth -= 1;
}

void
wkw_html_math(wkw_page *h, const wkt_node *n)
{
    wkb_puts(h->out, "<math");
    if (n->id.n)
        wkw_html_attribute(h, "id", n->id);
    wkb_putc(h->out, '>');
    if (n->kind == WKT_MATH)
        put_terms(h, n);
    else
        put_term(h, n);
    wkb_puts(h->out, "</math>");
    h->is_line_new = false;
}
