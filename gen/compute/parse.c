/* Parser: one function a level of the grammar, over one lexer. */
#include "compute/parse.h"

/* Nested brackets, levels of the tree, operators in a row, nodes of a tree: so
 * that input bounds neither stack nor memory. */
enum { DEEPEST = 300, MOST_LEVELS = 1000, MOST_CHAINED = 4096 };
enum { MOST_NODES = 200000 };

typedef struct parser {
    wkb_arena *arena;
    wkc_lexer *x;
    uint32_t n_nodes;
    int depth;
} parser;

typedef wk_status (*level)(parser *p, wkc_node **out);

static wk_status parse_list(parser *p, wkc_node **out);
static wk_status parse_or(parser *p, wkc_node **out);
static wk_status parse_conv(parser *p, wkc_node **out);
static wk_status parse_unary(parser *p, wkc_node **out);

static const char too_deep[] =
    "the expression nests too deeply\n"
    "name its parts with let, or make a formula of them";
static const char too_long[] = "the expression has more than 4096 operations\n"
                               "split it into several values";

static wk_status
over(const parser *p, const char *message)
{
    (void)wkb_error(p->x->d, WK_ELIMIT, p->x->now.at, "%s", message);
    return WK_ELIMIT;
}

static wk_status
new_node(parser *p, wkc_kind kind, wkb_span at, wkc_node **out)
{
    *out = NULL;
    if (p->n_nodes == MOST_NODES)
        return over(p, too_long);
    wkc_node *n = WKB_NEW(p->arena, wkc_node, 1);
    *out = n;
    if (!n)
        return WK_ENOMEM;
    n->kind = kind;
    n->at = n->mark = at;
    n->limit = SIZE_MAX;
    n->id = p->n_nodes++;
    return WK_OK;
}

static wk_status
enter(parser *p)
{
    return ++p->depth > DEEPEST ? over(p, too_deep) : WK_OK;
}

/* Counts below among what stands under n. */
static wk_status
deepen(const parser *p, wkc_node *n, const wkc_node *below)
{
    if (below->depth >= n->depth)
        n->depth = below->depth + 1;
    return n->depth > MOST_LEVELS ? over(p, too_deep) : WK_OK;
}

/* Makes child the first child of n. */
static wk_status
adopt(const parser *p, wkc_node *n, wkc_node *child)
{
    n->child = child;
    return deepen(p, n, child);
}

/* The operator at the current token among n, or NONE. */
static wkc_operator
operator_at(const parser *p, const wkc_operator *ops, size_t n)
{
    const wkc_token *t = &p->x->now;
    if (t->kind != WKC_T_SIGN && t->kind != WKC_T_WORD)
        return WKC_OP_NONE;
    for (size_t i = 0; i < n; i++) {
        const char *sign = wkc_operators[ops[i]].sign;
        if (sign[0] == t->text.p[0] && wkb_str_eq(t->text, wkb_str_of(sign)))
            return ops[i];
    }
    return WKC_OP_NONE;
}

static wk_status
join(parser *p, wkc_operator op, wkc_node *left, level next, wkc_node **out)
{
    wkc_node *right = NULL, *n = NULL;
    const wkb_span mark = p->x->now.at;
    WKB_TRY(wkc_lex_next(p->x));
    WKB_TRY(next(p, &right));
    WKB_TRY(new_node(p, WKC_BINARY, left->at, &n));
    n->op = op;
    n->mark = mark;
    n->at.end = right->at.end;
    left->next = right;
    left->up = n;
    n->child = left;
    n->depth = left->depth + (left->kind != WKC_BINARY);
    *out = n;
    return deepen(p, n, right);
}

/* A chain of operators of one level, from left to right. */
static wk_status
chain(parser *p,
      const wkc_operator *ops,
      size_t n_ops,
      level next,
      wkc_node **out)
{
    WKB_TRY(next(p, out));
    for (int n = 0; n <= MOST_CHAINED; n++) {
        const wkc_operator op = operator_at(p, ops, n_ops);
        if (op == WKC_OP_NONE)
            return WK_OK;
        WKB_TRY(join(p, op, *out, next, out));
    }
    return over(p, too_long);
}

static wk_status
prefixed(parser *p, wkc_operator op, level next, wkc_node **out)
{
    wkc_node *n = NULL;
    WKB_TRY(enter(p));
    WKB_TRY(new_node(p, WKC_UNARY, p->x->now.at, &n));
    n->op = op;
    WKB_TRY(wkc_lex_next(p->x));
    WKB_TRY(next(p, &n->child));
    n->at.end = n->child->at.end;
    p->depth--;
    *out = n;
    return adopt(p, n, n->child);
}

static wk_status
number_node(parser *p, wkc_node **out)
{
    const wkc_token t = p->x->now;
    wkc_node *n = NULL;
    WKB_TRY(
        new_node(p, t.kind == WKC_T_RANGE ? WKC_RANGE : WKC_NUMBER, t.at, &n));
    n->name = t.text;
    n->unit = t.unit;
    n->unit_at = t.unit_at;
    n->value = t.lo;
    n->value2 = t.hi;
    *out = n;
    return wkc_lex_next(p->x);
}

static wk_status
literal_node(parser *p, wkc_kind kind, wkc_node **out)
{
    const wkc_token t = p->x->now;
    WKB_TRY(new_node(p, kind, t.at, out));
    (*out)->name = t.text;
    (*out)->value = t.lo;
    return wkc_lex_next(p->x);
}

static wk_status
expect(parser *p, const char *sign, const char *what)
{
    if (!wkc_lex_is(p->x, sign))
        return wkc_lex_unexpected(p->x, what);
    return wkc_lex_next(p->x);
}

/* Whether the token after the current word is `=`. */
static bool
is_named(const parser *p)
{
    wkc_lexer ahead = *p->x;
    ahead.d = NULL;
    return p->x->now.kind == WKC_T_WORD && wkc_lex_next(&ahead) == WK_OK &&
           wkc_lex_is(&ahead, "=");
}

static wk_status
parse_argument(parser *p, bool may_be_named, wkc_node **out)
{
    wkc_node *n = NULL;
    WKB_TRY(new_node(p, WKC_ARGUMENT, p->x->now.at, &n));
    if (may_be_named && is_named(p)) {
        n->name = p->x->now.text;
        WKB_TRY(wkc_lex_next(p->x));
        WKB_TRY(wkc_lex_next(p->x));
    }
    WKB_TRY(parse_list(p, &n->child));
    n->at.end = n->child->at.end;
    if (wkc_lex_is_word(p->x, "of")) {
        WKB_TRY(wkc_lex_next(p->x));
        WKB_TRY(parse_list(p, &n->of));
        n->at.end = n->of->at.end;
        WKB_TRY(deepen(p, n, n->of));
    }
    *out = n;
    return deepen(p, n, n->child);
}

static wk_status
parse_call(parser *p, wkb_span word, wkb_str name, wkc_node **out)
{
    wkc_node *n = NULL, **tail = NULL;
    WKB_TRY(enter(p));
    WKB_TRY(new_node(p, WKC_CALL, word, &n));
    n->name = name;
    tail = &n->child;
    WKB_TRY(wkc_lex_next(p->x));
    while (!wkc_lex_is(p->x, ")")) {
        WKB_TRY(parse_argument(p, !wkc_is_function(name), tail));
        WKB_TRY(deepen(p, n, *tail));
        tail = &(*tail)->next;
        if (wkc_lex_is(p->x, ":"))
            return wkb_error(p->x->d,
                             WK_ESYNTAX,
                             p->x->now.at,
                             "unexpected ':'\nnamed arguments take ="
                             " as in f(m, bytes = 2 B/param)");
        if (!wkc_lex_is(p->x, ","))
            break;
        WKB_TRY(wkc_lex_next(p->x));
        if (wkc_lex_is(p->x, ")"))
            return wkc_lex_unexpected(p->x, "one more argument, or no comma");
    }
    n->at.end = p->x->now.at.end;
    WKB_TRY(expect(p, ")", "a comma or )"));
    p->depth--;
    *out = n;
    return WK_OK;
}

static wk_status
parse_word(parser *p, wkc_node **out)
{
    const wkc_token t = p->x->now;
    if (wku_is_language_word(t.text))
        return wkb_error(p->x->d,
                         WK_ESYNTAX,
                         t.at,
                         "unexpected %q, a word of the language\n"
                         "expected a number, a name or ( here",
                         t.text);
    WKB_TRY(wkc_lex_next(p->x));
    if (wkc_lex_is(p->x, "("))
        return parse_call(p, t.at, t.text, out);
    WKB_TRY(new_node(p, WKC_NAME, t.at, out));
    (*out)->name = t.text;
    return WK_OK;
}

static wk_status
parse_group(parser *p, wkc_node **out)
{
    const uint32_t begin = p->x->now.at.begin;
    WKB_TRY(enter(p));
    WKB_TRY(wkc_lex_next(p->x));
    WKB_TRY(parse_list(p, out));
    (*out)->grouped = true;
    (*out)->at.begin = begin;
    (*out)->at.end = p->x->now.at.end;
    p->depth--;
    return expect(p, ")", ")");
}

static wk_status
parse_primary(parser *p, wkc_node **out)
{
    const wkc_lexer *x = p->x;
    switch (x->now.kind) {
    case WKC_T_NUMBER:
    case WKC_T_RANGE:
        return number_node(p, out);
    case WKC_T_DATE:
        return literal_node(p, WKC_DATE, out);
    case WKC_T_STRING:
        return literal_node(p, WKC_TEXT, out);
    case WKC_T_WORD:
        return parse_word(p, out);
    case WKC_T_SIGN:
        if (wkc_lex_is(x, "("))
            return parse_group(p, out);
        break;
    case WKC_T_END:
        break;
    }
    return wkc_lex_unexpected(x, "a number, a name or (");
}

static wk_status
parse_key(parser *p, wkc_node **out)
{
    wkc_node *n = NULL;
    if (p->x->now.kind != WKC_T_WORD)
        return wkc_lex_unexpected(p->x, "a column, as in [chip = c]");
    WKB_TRY(new_node(p, WKC_KEY, p->x->now.at, &n));
    n->name = p->x->now.text;
    WKB_TRY(wkc_lex_next(p->x));
    if (!wkc_lex_is(p->x, "="))
        return wkb_error(p->x->d,
                         WK_ESYNTAX,
                         p->x->now.at,
                         "expected = after the column %q\n"
                         "[ ] takes column = value alone; other conditions "
                         "stand after where",
                         n->name);
    WKB_TRY(wkc_lex_next(p->x));
    WKB_TRY(parse_conv(p, &n->child));
    n->at.end = n->child->at.end;
    *out = n;
    return deepen(p, n, n->child);
}

static wk_status
parse_brackets(parser *p, wkc_node *base, wkc_node **out)
{
    wkc_node *n = NULL;
    WKB_TRY(enter(p));
    WKB_TRY(new_node(p, WKC_LOOKUP, base->at, &n));
    WKB_TRY(adopt(p, n, base));
    n->mark = p->x->now.at;
    WKB_TRY(wkc_lex_next(p->x));
    if (p->x->now.kind == WKC_T_STRING) {
        n->kind = WKC_BY_ID;
        n->name = p->x->now.text;
        n->mark = p->x->now.at;
        WKB_TRY(wkc_lex_next(p->x));
    } else {
        wkc_node **tail = &base->next;
        for (;;) {
            WKB_TRY(parse_key(p, tail));
            WKB_TRY(deepen(p, n, *tail));
            tail = &(*tail)->next;
            if (!wkc_lex_is(p->x, ","))
                break;
            WKB_TRY(wkc_lex_next(p->x));
        }
    }
    n->at.end = p->x->now.at.end;
    WKB_TRY(expect(p, "]", "a comma or ]"));
    p->depth--;
    *out = n;
    return WK_OK;
}

static wk_status
parse_member(parser *p, wkc_node *base, wkc_node **out)
{
    wkc_node *n = NULL;
    WKB_TRY(wkc_lex_next(p->x));
    if (p->x->now.kind != WKC_T_WORD)
        return wkc_lex_unexpected(p->x, "a row or column");
    WKB_TRY(new_node(p, WKC_MEMBER, base->at, &n));
    WKB_TRY(adopt(p, n, base));
    n->name = p->x->now.text;
    n->mark = p->x->now.at;
    n->at.end = p->x->now.at.end;
    *out = n;
    return wkc_lex_next(p->x);
}

static wk_status
parse_postfix(parser *p, wkc_node **out)
{
    WKB_TRY(parse_primary(p, out));
    for (;;) {
        if (wkc_lex_is(p->x, "."))
            WKB_TRY(parse_member(p, *out, out));
        else if (wkc_lex_is(p->x, "["))
            WKB_TRY(parse_brackets(p, *out, out));
        else
            return WK_OK;
    }
}

static wk_status
parse_power(parser *p, wkc_node **out)
{
    WKB_TRY(parse_postfix(p, out));
    if (!wkc_lex_is(p->x, "^"))
        return WK_OK;
    WKB_TRY(enter(p));
    WKB_TRY(join(p, WKC_OP_POW, *out, parse_unary, out));
    p->depth--;
    return WK_OK;
}

static wk_status
parse_unary(parser *p, wkc_node **out)
{
    if (!wkc_lex_is(p->x, "-"))
        return parse_power(p, out);
    WKB_TRY(prefixed(p, WKC_OP_NEG, parse_unary, out));
    if ((*out)->child->kind == WKC_RANGE && !(*out)->child->grouped)
        return wkb_error(p->x->d,
                         WK_ESYNTAX,
                         (*out)->at,
                         "the minus sign of a range belongs to one end\n"
                         "write range(-5, 5), or -(5..6)");
    return WK_OK;
}

static wk_status
parse_product(parser *p, wkc_node **out)
{
    static const wkc_operator ops[] = {WKC_OP_MUL, WKC_OP_DIV};
    return chain(p, ops, WKB_COUNT(ops), parse_unary, out);
}

static wk_status
parse_sum(parser *p, wkc_node **out)
{
    static const wkc_operator ops[] = {WKC_OP_ADD, WKC_OP_SUB};
    return chain(p, ops, WKB_COUNT(ops), parse_product, out);
}

static wk_status
parse_else(parser *p, wkc_node **out)
{
    static const wkc_operator ops[] = {WKC_OP_ELSE};
    WKB_TRY(chain(p, ops, WKB_COUNT(ops), parse_sum, out));
    for (const wkc_node *n = *out;
         n->kind == WKC_BINARY && !n->grouped && n->op == WKC_OP_ELSE;
         n = n->child) {
        if (wkc_is_bare_arithmetic(n->child) ||
            wkc_is_bare_arithmetic(n->child->next))
            return wkb_error(p->x->d,
                             WK_ESYNTAX,
                             n->mark,
                             "?? beside arithmetic can be read in two ways\n"
                             "put parentheses round one side: (a ?? b) * 2");
    }
    return WK_OK;
}

/* `x to B * 37` reads as if the conversion were multiplied, or the unit. */
static wk_status
check_behind_unit(const parser *p, const wkc_node *n)
{
    static const wkc_operator ops[] = {
        WKC_OP_ADD, WKC_OP_SUB, WKC_OP_MUL, WKC_OP_DIV, WKC_OP_POW};
    const wkc_operator op = operator_at(p, ops, WKB_COUNT(ops));
    if (op == WKC_OP_NONE)
        return WK_OK;
    return wkb_error(p->x->d,
                     WK_ESYNTAX,
                     p->x->now.at,
                     "unexpected %q behind a unit\n"
                     "put the conversion in parentheses: (x %s %S) %s y",
                     p->x->now.text,
                     n->kind == WKC_TO ? "to" : "as",
                     n->unit,
                     wkc_operators[op].sign);
}

static wk_status
parse_conv(parser *p, wkc_node **out)
{
    WKB_TRY(parse_else(p, out));
    while (wkc_lex_is_word(p->x, "to") || wkc_lex_is_word(p->x, "as")) {
        const bool to = wkc_lex_is_word(p->x, "to");
        wkc_node *n = NULL;
        WKB_TRY(new_node(p, to ? WKC_TO : WKC_AS, (*out)->at, &n));
        WKB_TRY(adopt(p, n, *out));
        n->mark = p->x->now.at;
        WKB_TRY(wkc_lex_next(p->x));
        WKB_TRY(wkc_lex_unit(p->x, &n->unit, &n->unit_at));
        if (n->unit.n == 0)
            return wkc_lex_unexpected(
                p->x, to ? "a unit or a qualifier" : "a qualifier");
        n->at.end = n->unit_at.end;
        *out = n;
        WKB_TRY(check_behind_unit(p, n));
    }
    return WK_OK;
}

static wk_status
parse_compare(parser *p, wkc_node **out)
{
    static const wkc_operator ops[] = {
        WKC_OP_EQ, WKC_OP_NE, WKC_OP_LE, WKC_OP_LT, WKC_OP_GE, WKC_OP_GT};
    WKB_TRY(parse_conv(p, out));
    wkc_operator op = operator_at(p, ops, WKB_COUNT(ops));
    if (op == WKC_OP_NONE)
        return WK_OK;
    WKB_TRY(join(p, op, *out, parse_conv, out));
    if (operator_at(p, ops, WKB_COUNT(ops)) == WKC_OP_NONE)
        return WK_OK;
    return wkb_error(p->x->d,
                     WK_ESYNTAX,
                     p->x->now.at,
                     "comparisons do not chain\nwrite a < b and b < c");
}

static wk_status
parse_not(parser *p, wkc_node **out)
{
    if (wkc_lex_is_word(p->x, "not"))
        return prefixed(p, WKC_OP_NOT, parse_not, out);
    return parse_compare(p, out);
}

static wk_status
parse_and(parser *p, wkc_node **out)
{
    static const wkc_operator ops[] = {WKC_OP_AND};
    return chain(p, ops, WKB_COUNT(ops), parse_not, out);
}

static wk_status
parse_or(parser *p, wkc_node **out)
{
    static const wkc_operator ops[] = {WKC_OP_OR};
    return chain(p, ops, WKB_COUNT(ops), parse_and, out);
}

static wk_status
parse_limit(parser *p, wkc_node *n)
{
    const wkc_token *t = &p->x->now;
    WKB_TRY(wkc_lex_next(p->x));
    if (t->kind != WKC_T_NUMBER || t->unit.n || t->lo < 1 || t->lo > 1e9 ||
        wkb_find(t->text, '.') < t->text.n ||
        wkb_find(t->text, 'e') < t->text.n)
        return wkc_lex_unexpected(p->x, "a whole number of rows, 1 or more,");
    n->limit = (size_t)t->lo;
    n->at.end = t->at.end;
    return wkc_lex_next(p->x);
}

static wk_status
parse_sort(parser *p, wkc_node *n)
{
    WKB_TRY(wkc_lex_next(p->x));
    if (!wkc_lex_is_word(p->x, "by"))
        return wkc_lex_unexpected(p->x, "by, as in sort by launched");
    WKB_TRY(wkc_lex_next(p->x));
    WKB_TRY(parse_conv(p, &n->sort));
    n->at.end = n->sort->at.end;
    WKB_TRY(deepen(p, n, n->sort));
    if (wkc_lex_is_word(p->x, "desc")) {
        n->desc = true;
        n->at.end = p->x->now.at.end;
        WKB_TRY(wkc_lex_next(p->x));
    }
    return WK_OK;
}

static wk_status
parse_select(parser *p, wkc_node *base, wkc_node **out)
{
    wkc_node *n = NULL;
    WKB_TRY(new_node(p, WKC_SELECT, base->at, &n));
    WKB_TRY(adopt(p, n, base));
    if (wkc_lex_is_word(p->x, "where")) {
        n->mark = p->x->now.at;
        WKB_TRY(wkc_lex_next(p->x));
        WKB_TRY(parse_or(p, &n->where));
        WKB_TRY(deepen(p, n, n->where));
        n->at.end = n->where->at.end;
    }
    if (wkc_lex_is_word(p->x, "sort"))
        WKB_TRY(parse_sort(p, n));
    if (wkc_lex_is_word(p->x, "limit"))
        WKB_TRY(parse_limit(p, n));
    *out = n;
    return WK_OK;
}

static wk_status
parse_list(parser *p, wkc_node **out)
{
    WKB_TRY(enter(p));
    WKB_TRY(parse_or(p, out));
    if (wkc_lex_is_word(p->x, "where") || wkc_lex_is_word(p->x, "sort") ||
        wkc_lex_is_word(p->x, "limit"))
        WKB_TRY(parse_select(p, *out, out));
    p->depth--;
    return WK_OK;
}

wk_status
wkc_parse_from(wkc_expr *out, wkb_arena *a, wkc_lexer *x)
{
    parser p = {.arena = a, .x = x};
    *out = (wkc_expr){.at = x->now.at};
    WKB_TRY(parse_list(&p, &out->root));
    out->n_nodes = p.n_nodes;
    out->at = out->root->at;
    return WK_OK;
}
