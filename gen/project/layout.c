/* Lays a formula out on lines: an expression that is too long breaks before
 * the loosest operator of the smallest bracket depth, or behind a comma. */
#include "project/layout.h"

enum { WIDTH = 80, INDENT = 4 };

/* Where the text has got to. */
typedef struct page {
    wkb_out *out;
    wkb_arena *arena;
    size_t column, indent, line;
    wk_status status;
} page;

static void
put_text(page *g, wkb_str s)
{
    wkb_put(g->out, s);
    g->column += wkb_utf8_count(s);
}

static void
new_line(page *g)
{
    wkb_putc(g->out, '\n');
    g->line++;
    for (g->column = 0; g->column < g->indent; g->column++)
        wkb_putc(g->out, ' ');
}

/* A sink that counts characters, and stops when they are too many. */
static wk_status
count(void *ud, const char *p, size_t n)
{
    size_t *width = ud;
    *width += wkb_utf8_count((wkb_str){p, n});
    return *width <= WIDTH ? WK_OK : WK_ESTOP;
}

/* Characters of a node on one line, exact up to WIDTH. */
static size_t
width_of(const wkc_node *n)
{
    size_t width = 0;
    wkb_out out = wkb_out_to(count, &width);
    const wkc_printer p = {.out = &out};
    wkc_put_expr(&p, n);
    return width;
}

static void
put_flat(page *g, const wkc_node *n)
{
    const wkc_printer p = {.out = g->out};
    wkc_put_expr(&p, n);
    g->column += width_of(n);
}

/* Whether width characters, and tail of what must follow, have room. */
static bool
fits(const page *g, size_t width, size_t tail)
{
    return g->column + width + tail <= WIDTH;
}

/* tail: characters that follow on the same line. */
static void put_node(page *g, const wkc_node *n, size_t tail);

/* An operand; whether it took more than one line. Operators that bind more
 * strongly than the one beside it stand deeper. */
static bool
put_operand(page *g, const wkc_node *n, size_t tail)
{
    const size_t line = g->line, indent = g->indent;
    if (n->kind == WKC_BINARY && !n->grouped)
        g->indent += INDENT;
    put_node(g, n, tail);
    g->indent = indent;
    return g->line != line;
}

/* An operator and its right side, on the next line where the operand before
 * it took more than one. */
static bool
put_right(page *g, const wkc_node *n, bool broke, size_t tail)
{
    const wkc_node *right = n->child->next;
    const wkb_str sign = wkb_str_of(wkc_operators[n->op].sign);
    if (!broke && fits(g, width_of(right), tail + sign.n + 2))
        put_text(g, WKB_STR(" "));
    else
        new_line(g);
    put_text(g, sign);
    put_text(g, WKB_STR(" "));
    return put_operand(g, right, tail);
}

/* Operands joined by operators of one strength, from the left. */
static void
put_chain(page *g, const wkc_node *n, size_t tail)
{
    size_t above = 0;
    const wkc_node *x = n;
    while (x->child->kind == WKC_BINARY && !x->child->grouped &&
           x->child->op != WKC_OP_POW &&
           wkc_operators[x->child->op].strength ==
               wkc_operators[n->op].strength) {
        x = x->child;
        above++;
    }
    bool broke = put_operand(g, x->child, 0);
    for (; above; above--, x = x->up)
        broke = put_right(g, x, broke, 0);
    (void)put_right(g, n, broke, tail);
}

/* The arguments of `if` stand on lines of their own. */
static void
put_call(page *g, const wkc_node *n, size_t tail)
{
    const bool is_if = wkb_str_eq(n->name, WKB_STR("if"));
    put_text(g, n->name);
    put_text(g, WKB_STR("("));
    g->indent += INDENT;
    bool must_break = is_if; /* also behind what took several lines */
    for (const wkc_node *c = n->child; c; c = c->next) {
        const size_t after = c->next ? 1 : tail + 1;
        const bool is_first = c == n->child;
        if (!is_first && !must_break && fits(g, width_of(c), after + 1))
            put_text(g, WKB_STR(" "));
        else if (!is_first)
            new_line(g);
        const size_t begun = g->line;
        put_node(g, c, after);
        must_break = is_if || g->line != begun;
        if (c->next)
            put_text(g, WKB_STR(","));
    }
    g->indent -= INDENT;
    put_text(g, WKB_STR(")"));
}

/* A line that begins with a word of the language. */
static void
put_clause(page *g, const char *word, const wkc_node *n, size_t tail)
{
    new_line(g);
    put_text(g, wkb_str_of(word));
    put_text(g, WKB_STR(" "));
    put_node(g, n, tail);
}

static void
put_name(page *g, wkb_str name)
{
    if (name.n == 0)
        return;
    put_text(g, name);
    put_text(g, WKB_STR(" = "));
}

/* [NAME =] TERM of LIST */
static void
put_of(page *g, const wkc_node *n, size_t tail)
{
    put_name(g, n->name);
    put_node(g, n->child, 0);
    put_clause(g, "of", n->of, tail);
}

/* TABLE where CONDITION sort by KEY desc limit N */
static void
put_select(page *g, const wkc_node *n, size_t tail)
{
    wkb_out out = wkb_out_kept(g->arena);
    wkb_str end = {0};
    if (n->sort && n->desc)
        wkb_puts(&out, " desc");
    if (n->limit != SIZE_MAX)
        wkb_print(&out, " limit %z", n->limit);
    if (wkb_out_text(&out, &end) != WK_OK)
        g->status = WK_ENOMEM;
    put_node(g, n->child, 0);
    tail += end.n;
    if (n->where)
        put_clause(g, "where", n->where, n->sort ? 0 : tail);
    if (n->sort)
        put_clause(g, "sort by", n->sort, tail);
    put_text(g, end);
}

/* A node that is nothing but its child with something before or behind. */
static bool
put_wrapper(page *g, const wkc_node *n, size_t tail)
{
    wkb_out out = wkb_out_kept(g->arena);
    wkb_str text = {0};
    const bool is_behind =
        n->kind == WKC_TO || n->kind == WKC_AS || n->kind == WKC_MEMBER;
    if (n->kind == WKC_MEMBER)
        wkb_print(&out, ".%S", n->name);
    else if (is_behind)
        wkb_print(&out, n->kind == WKC_TO ? " to %S" : " as %S", n->unit);
    else if (n->kind != WKC_ARGUMENT)
        return false;
    if (wkb_out_text(&out, &text) != WK_OK)
        g->status = WK_ENOMEM;
    if (!is_behind)
        put_name(g, n->name);
    put_node(g, n->child, tail + text.n);
    put_text(g, text);
    return true;
}

static void
put_open(page *g, const wkc_node *n, size_t tail)
{
    if (n->kind == WKC_BINARY && n->op != WKC_OP_POW) {
        put_chain(g, n, tail);
    } else if (n->kind == WKC_CALL) {
        put_call(g, n, tail);
    } else if (n->kind == WKC_ARGUMENT && n->of) {
        put_of(g, n, tail);
    } else if (n->kind == WKC_SELECT) {
        put_select(g, n, tail);
    } else if (!put_wrapper(g, n, tail)) {
        wkc_node bare = *n;
        bare.grouped = false; /* the caller wrote the parentheses */
        put_flat(g, &bare);
    }
}

static void
put_node(page *g, const wkc_node *n, size_t tail)
{
    if (fits(g, width_of(n), tail)) {
        put_flat(g, n);
    } else if (n->grouped) {
        put_text(g, WKB_STR("("));
        g->indent += INDENT;
        put_open(g, n, tail + 1);
        g->indent -= INDENT;
        put_text(g, WKB_STR(")"));
    } else {
        put_open(g, n, tail);
    }
}

static wkb_str
type_text(page *g, const wkc_type_text *t)
{
    wkb_out out = wkb_out_kept(g->arena);
    wkb_str text = {0};
    wkb_put(&out, t->text);
    for (size_t i = 0; i < t->n_quals; i++)
        wkb_print(&out, " as %S", t->qual[i]);
    if (wkb_out_text(&out, &text) != WK_OK)
        g->status = WK_ENOMEM;
    return text;
}

static wkb_str
param_text(page *g, const wkc_param *p)
{
    wkb_out out = wkb_out_kept(g->arena);
    const wkc_printer printer = {.out = &out};
    wkb_str text = {0};
    wkb_put(&out, p->name);
    if (p->written.text.n)
        wkb_print(&out, ": %S", type_text(g, &p->written));
    if (p->has_fallback) {
        wkb_puts(&out, " = ");
        wkc_put_expr(&printer, p->fallback.root);
    }
    if (wkb_out_text(&out, &text) != WK_OK)
        g->status = WK_ENOMEM;
    return text;
}

/* Continued twice as deep as the body that follows. */
static void
put_signature(page *g, const wkc_formula *f)
{
    const wkb_str result = type_text(g, &f->written);
    const size_t tail = wkb_utf8_count(result) + sizeof ") ->  =" - 1;
    put_text(g, f->name);
    put_text(g, WKB_STR("("));
    g->indent = 2 * (size_t)INDENT;
    for (size_t i = 0; i < f->n_params; i++) {
        const bool is_last = i + 1 == f->n_params;
        const wkb_str param = param_text(g, &f->param[i]);
        const bool is_room =
            fits(g, wkb_utf8_count(param), (i > 0) + (is_last ? tail : 1));
        if (i > 0 && is_room)
            put_text(g, WKB_STR(" "));
        else if (i > 0)
            new_line(g);
        put_text(g, param);
        if (!is_last)
            put_text(g, WKB_STR(","));
    }
    put_text(g, WKB_STR(") -> "));
    put_text(g, result);
    put_text(g, WKB_STR(" ="));
}

wk_status
wkp_lay_out(wkb_out *out, wkb_arena *a, const wkc_formula *f)
{
    page g = {.out = out, .arena = a};
    put_signature(&g, f);
    g.indent = INDENT;
    if (g.line == 0 && fits(&g, width_of(f->body.root), 1))
        put_text(&g, WKB_STR(" "));
    else
        new_line(&g);
    put_node(&g, f->body.root, 0);
    wkb_putc(out, '\n');
    return g.status == WK_OK ? out->status : g.status;
}
