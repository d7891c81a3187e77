/* Directives: let and assume name values, calc shows them as worked sums. */
#include "compose/compose.h"

bool
wkt_is_directive(wkb_str word)
{
    static const char *const words[] = {
        "let", "calc", "table", "assume", "chart"};
    for (size_t i = 0; i < WKB_COUNT(words); i++) {
        if (wkb_str_eq(word, wkb_str_of(words[i])))
            return true;
    }
    return false;
}

/* One `name = expression` of a block, with the lines that continue it. */
typedef struct line {
    wkb_span name, expr;
} line;

static size_t
item_end(wkb_str all, size_t at, size_t indent)
{
    for (;;) {
        while (at < all.n && all.p[at] != '\n')
            at++;
        size_t next = at + 1;
        for (size_t i = 0; i < indent && next < all.n && all.p[next] == ' ';
             i++)
            next++;
        if (next >= all.n || (all.p[next] != ' ' && all.p[next] != '\t'))
            return at < all.n ? at + 1 : at;
        at++;
    }
}

/* A line that goes on with the one before, but looks like one of its own. */
static wk_status
refuse_second(const wkt_page *p, wkb_span block, wkb_str all, wkb_str item)
{
    wkb_str rest = item;
    (void)wkb_cut(&rest, '\n');
    while (rest.p) {
        const wkb_str one = wkb_cut(&rest, '\n');
        const size_t equals = wkb_find(one, '=');
        const wkb_str name = wkb_trim(wkb_sub(one, 0, equals));
        if (equals < one.n && wkb_is_word(name) && !wku_is_language_word(name))
            return wkb_error(p->env->diag,
                             WK_ESYNTAX,
                             wkt_span(block, all, name),
                             "an indented line goes on with the one before\n"
                             "begin %q where the line above begins",
                             name);
    }
    return WK_OK;
}

static wk_status
cut_line(
    const wkt_page *p, wkb_span block, wkb_str all, wkb_str item, line *out)
{
    const size_t equals = wkb_find(item, '=');
    const wkb_str name = wkb_trim(wkb_sub(item, 0, equals));
    if (equals < item.n && wku_is_language_word(name))
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         wkt_span(block, all, name),
                         "%q is a word of the language\nname it otherwise",
                         name);
    if (equals == item.n || !wkb_is_word(name))
        return wkb_error(
            p->env->diag,
            WK_ESYNTAX,
            wkt_span(block, all, wkb_sub(item, 0, wkb_find(item, '\n'))),
            "a line of this block is name = expression\n"
            "name the value, or begin a comment with #");
    WKB_TRY(refuse_second(p, block, all, item));
    out->name = wkt_span(block, all, name);
    out->expr = wkt_span(block, all, wkb_sub(item, equals + 1, item.n));
    return WK_OK;
}

/* The next line of a block at *at; false at its end. */
static bool
next_line(wkb_str all, size_t indent, size_t *at, wkb_str *item)
{
    while (*at < all.n) {
        const size_t end = item_end(all, *at, indent);
        *item = wkb_sub(all, *at, end);
        *at = end;
        const wkb_str text = wkb_trim(*item);
        if (text.n && text.p[0] != '#' && text.p[0] != '\n' &&
            text.p[0] != '\r')
            return true;
    }
    return false;
}

static bool
is_taken(const wkt_page *p, wkb_str name)
{
    return wkc_find_binding(&p->names, name) != WKL_NONE ||
           wkl_find_table(p->env->tables, name) != WKL_NONE;
}

wk_status
wkt_check_name(const wkt_page *p, wkb_span name)
{
    const wkb_str text = wkt_source(p, name);
    if (wku_is_language_word(text))
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         name,
                         "%q is a word of the language\nname it otherwise",
                         text);
    if (wkc_find_binding(&p->names, text) != WKL_NONE)
        return wkb_error(p->env->diag,
                         WK_EDUPLICATE,
                         name,
                         "%q has a meaning already\nname it otherwise",
                         text);
    return WK_OK;
}

/* A value is checked where it is named, used or not; a list has no value. */
static wk_status
bind_expression(wkt_page *p, wkb_span name, wkb_span text)
{
    wkc_expr *expr = WKB_NEW(p->arena, wkc_expr, 1);
    const wkc_code *code = NULL;
    const wkb_str word = wkt_source(p, name);
    if (!expr)
        return WK_ENOMEM;
    if (is_taken(p, word))
        return wkb_error(p->env->diag,
                         WK_EDUPLICATE,
                         name,
                         "%q has a meaning already\nname it otherwise",
                         word);
    WKB_TRY(wkc_parse(expr,
                      p->arena,
                      p->env->diag->file.item[text.file].bytes,
                      text,
                      p->env->diag));
    const wkc_node *root = expr->root;
    const bool is_list =
        root->kind == WKC_SELECT ||
        (root->kind == WKC_NAME &&
         wkl_find_table(p->env->tables, root->name) != WKL_NONE);
    if (!is_list)
        WKB_TRY(wkc_compile(&code, p->arena, p->env, expr, &p->names));
    const wkc_binding b = {.name = word, .kind = WKC_BIND_LET, .let = expr};
    return wkt_bind(p, &b);
}

static wk_status
define_lines(wkt_page *p, const wkt_slot *s)
{
    const wkb_str all = wkt_source(p, s->inner);
    wkb_str item;
    for (size_t at = 0; next_line(all, s->indent, &at, &item);) {
        line l = {.name = WKB_NOWHERE, .expr = WKB_NOWHERE};
        wk_status status = cut_line(p, s->inner, all, item, &l);
        if (status == WK_OK)
            status = bind_expression(p, l.name, l.expr);
        WKB_TRY(wkt_fault(p, status));
    }
    return WK_OK;
}

/* --set NAME=VALUE replaces an assumption, in its dimension. */
static wk_status
replaced(wkt_page *p, wkb_span name, const wkc_expr **out)
{
    const wkb_str word = wkt_source(p, name);
    for (size_t i = 0; i < p->t->set.n; i++) {
        if (wkb_str_eq(p->t->set.item[i].name, word))
            *out = p->t->set.item[i].let;
    }
    return WK_OK;
}

static wkb_str
type_text(wkt_page *p, const wku_type *t)
{
    const wkl_tables *all = p->env->tables;
    wkb_out out = wkb_out_kept(p->arena);
    if (t->kind == WKU_NUMBER)
        return wku_unit_text(all->units, &t->unit);
    if (t->kind == WKU_ROW)
        wkb_print(&out, "a row of %S", all->table.item[t->table]->name);
    else
        wkb_puts(&out,
                 t->kind == WKU_DATE   ? "a date"
                 : t->kind == WKU_TEXT ? "a text"
                 : t->kind == WKU_BOOL ? "a condition"
                                       : "a list of rows");
    return wkt_kept(p, &out);
}

static bool
is_same_kind(const wku_type *a, const wku_type *b)
{
    if (a->kind != b->kind)
        return false;
    return a->kind == WKU_ROW || a->kind == WKU_ROWS
               ? a->table == b->table
               : wku_same_dimension(&a->unit, &b->unit);
}

/* A number for a percentage can be meant as its hundredth. */
static wk_status
refuse_bare_share(const wkt_page *p, const wkc_expr *now)
{
    return wkb_error(p->env->diag,
                     WK_EDIMENSION,
                     now->at,
                     "the assumption is in '%%', this value has no unit\n"
                     "write it with its unit: 20 %% for a fifth");
}

static wk_status
check_replacement(wkt_page *p, const wkc_expr *now, wkb_span value)
{
    wkc_expr was;
    const wkc_code *a = NULL, *b = NULL;
    WKB_TRY(wkc_parse(&was,
                      p->arena,
                      p->env->diag->file.item[value.file].bytes,
                      value,
                      p->env->diag));
    WKB_TRY(wkc_compile(&a, p->arena, p->env, &was, NULL));
    WKB_TRY(wkc_compile(&b, p->arena, p->env, now, NULL));
    const wku_units *u = p->env->tables->units;
    const wkc_kind kind = now->root->kind;
    const bool is_literal = kind == WKC_NUMBER || kind == WKC_RANGE;
    if (is_literal && wku_is_percent(u, &a->result_type.unit) &&
        wku_is_pure(&b->result_type.unit) &&
        !wku_is_percent(u, &b->result_type.unit))
        return refuse_bare_share(p, now);
    if (is_same_kind(&a->result_type, &b->result_type))
        return WK_OK;
    return wkb_error(p->env->diag,
                     WK_EDIMENSION,
                     now->at,
                     a->result_type.kind == WKU_NUMBER &&
                             b->result_type.kind == WKU_NUMBER
                         ? "the assumption is in %q, this value in %q\n"
                           "set it in the assumption's dimension"
                         : "the assumption is %q, this value %q\n"
                           "set what is of the assumption's kind",
                     type_text(p, &a->result_type),
                     type_text(p, &b->result_type));
}

static wk_status
define_assumption(wkt_page *p, const wkt_yaml *one)
{
    static const char *const known[] = {"value", "why", "owner"};
    const wkc_expr *now = NULL;
    WKB_TRY(wkt_yaml_expect(one, WKT_YAML_MAP, p->env->diag));
    if (!wkb_is_word(one->key) || wku_is_language_word(one->key))
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         one->key_at,
                         wkb_is_word(one->key)
                             ? "%q is a word of the language\nname it otherwise"
                             : "%q is no name\nbegin it with a letter, and go "
                               "on with letters, digits and _ alone",
                         one->key);
    WKB_TRY(wkt_yaml_unknown(one, known, WKB_COUNT(known), p->env->diag));
    const wkt_yaml *owner = wkt_yaml_find(one, "owner");
    if (owner)
        WKB_TRY(wkt_no_braces(owner->text, owner->at, p->env->diag));
    const wkt_yaml *value = wkt_yaml_find(one, "value");
    if (!value || value->kind != WKT_YAML_SCALAR || !value->verbatim)
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         one->key_at,
                         "the assumption %q has no value\n"
                         "write value: and a quantity, without quotes",
                         one->key);
    uint32_t number = 0;
    WKB_TRY(wkb_intern(&p->assumed, one->key, false, &number));
    WKB_TRY(replaced(p, one->key_at, &now));
    if (now) {
        const wk_status status = check_replacement(p, now, value->at);
        WKB_TRY(wkt_fault(p, status));
        now = status == WK_OK ? now : NULL;
    }
    if (!now)
        return bind_expression(p, one->key_at, value->at);
    const wkc_binding b = {.name = one->key, .kind = WKC_BIND_LET, .let = now};
    return wkt_bind(p, &b);
}

wk_status
wkt_read_block(wkt_page *p, const wkt_slot *s, wkt_yaml **out)
{
    WKB_TRY(wkt_yaml_read(out,
                          p->arena,
                          p->env->diag->file.item[s->inner.file].bytes,
                          s->inner,
                          p->env->diag));
    return wkt_yaml_expect(*out, WKT_YAML_MAP, p->env->diag);
}

static wkb_str
assumed_name(const void *ud, size_t i)
{
    const wkt_page *p = ud;
    return p->assumed.text.item[i];
}

wk_status
wkt_check_sets(wkt_page *p)
{
    for (size_t i = 0; i < p->t->set.n; i++) {
        const wkc_binding *b = &p->t->set.item[i];
        const size_t near =
            wkb_nearest(b->name, assumed_name, p, p->assumed.text.n);
        wkb_span at = b->let->at;
        if (wkt_is_assumed(p, b->name))
            continue;
        at.begin = 0; /* --set NAME=VALUE is a text of its own */
        at.end = (uint32_t)b->name.n;
        WKB_TRY(wkt_fault(
            p,
            near < p->assumed.text.n
                ? wkb_error(p->env->diag,
                            WK_ENAME,
                            at,
                            "nothing here assumes %q\ndid you mean %q?",
                            b->name,
                            p->assumed.text.item[near])
                : wkb_error(p->env->diag,
                            WK_ENAME,
                            at,
                            "nothing here assumes %q\n"
                            "set what an assume block of the document names",
                            b->name)));
    }
    return WK_OK;
}

static wk_status
define_assumptions(wkt_page *p, const wkt_slot *s)
{
    wkt_yaml *all = NULL;
    WKB_TRY(wkt_read_block(p, s, &all));
    for (const wkt_yaml *one = all->child; one; one = one->next)
        WKB_TRY(wkt_fault(p, define_assumption(p, one)));
    return WK_OK;
}

wk_status
wkt_define(wkt_page *p, const wkt_slot *s)
{
    if (wkb_str_eq(s->word, WKB_STR("let")) ||
        wkb_str_eq(s->word, WKB_STR("calc")))
        return define_lines(p, s);
    if (wkb_str_eq(s->word, WKB_STR("assume")))
        return define_assumptions(p, s);
    return WK_OK;
}

/* What stood before a name, and its expression; of two, which is a fault, the
 * last. */
static const wkc_binding *
named(const wkt_slot *s, wkb_str name, wkc_bindings *before)
{
    const wkc_bindings *all = &s->names;
    const uint32_t first = wkc_find_binding(all, name);
    if (first == WKL_NONE)
        return NULL;
    size_t i = all->n;
    while (i > all->n_by_name && !wkb_str_eq(all->item[i - 1].name, name))
        i--;
    *before = *all;
    before->n = i > all->n_by_name ? i - 1 : first;
    return &all->item[before->n];
}

static wk_status
add_span(wkt_page *p,
         wkt_node *into,
         const char *cls,
         const char *before,
         wkb_str text)
{
    wkb_out out = wkb_out_kept(p->arena);
    wkt_node *n = wkt_add(p->arena, into, WKT_SPAN);
    wkb_print(&out, "%s%S", before, text);
    if (!n || !wkt_add_text(p->arena, n, wkt_kept(p, &out)))
        return WK_ENOMEM;
    n->cls = wkb_str_of(cls);
    return WK_OK;
}

/* per_token is read as "per token". */
static wkb_str
as_words(wkt_page *p, wkb_str name)
{
    wkb_out out = wkb_out_kept(p->arena);
    for (size_t i = 0; i < name.n; i++)
        wkb_putc(&out, name.p[i] == '_' ? ' ' : name.p[i]);
    return wkt_kept(p, &out);
}

static wk_status
put_sum(wkt_page *p,
        wkb_str name,
        wkb_span expr,
        const wkc_bindings *names,
        wkt_node *list)
{
    wkc_answer r;
    wkc_derivation d;
    wkb_str symbols, numbers;
    WKB_TRY(wkc_ask(&r, p->arena, p->env, expr, names));
    WKB_TRY(wkc_derive(&d, p->arena, p->env, &r.value));
    wkt_sum_of(&d, &symbols, &numbers);
    wkt_node *def = wkt_add(p->arena, list, WKT_DEF);
    wkt_node *term = def ? wkt_add(p->arena, def, WKT_TERM) : NULL;
    wkt_node *detail = def ? wkt_add(p->arena, def, WKT_DETAIL) : NULL;
    if (!term || !detail || !wkt_add_text(p->arena, term, as_words(p, name)))
        return WK_ENOMEM;
    WKB_TRY(add_span(p, detail, "sym", "", symbols));
    if (numbers.n && !wkb_str_eq(numbers, r.text))
        WKB_TRY(add_span(p, detail, "put", "= ", numbers));
    wkt_node *res = wkt_add(p->arena, detail, WKT_SPAN);
    if (!res || !wkt_add_text(p->arena, res, WKB_STR("= ")))
        return WK_ENOMEM;
    res->cls = WKB_STR("res");
    return wkt_put_number(p, &r, r.text, expr, names, res);
}

static wk_status
put_calc(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    const wkb_str all = wkt_source(p, s->inner);
    wkt_node *list = wkt_add(p->arena, into, WKT_DEFS);
    wkb_str item;
    if (!list)
        return WK_ENOMEM;
    list->cls = WKB_STR("calc");
    for (size_t at = 0; next_line(all, s->indent, &at, &item);) {
        const wkb_str name = wkb_trim(wkb_sub(item, 0, wkb_find(item, '=')));
        wkc_bindings before = {0};
        const wkc_binding *b = named(s, name, &before);
        if (b && b->kind == WKC_BIND_LET) /* else it is a fault, told */
            WKB_TRY(wkt_fault(p, put_sum(p, name, b->let->at, &before, list)));
    }
    return WK_OK;
}

static wkt_node *
add_cell(wkt_page *p, wkt_node *row, wkb_str text, bool is_head)
{
    wkt_node *cell = wkt_add(p->arena, row, WKT_CELL);
    if (!cell)
        return NULL;
    cell->is_head = is_head;
    return text.n == 0 || wkt_add_value(p->arena, cell, text) ? cell : NULL;
}

/* The entry that was made last is that of an assumption. */
static wk_status
say_assumed(wkt_page *p, wkb_str why)
{
    wkb_out said = wkb_out_kept(p->arena);
    wkt_entry *e = &p->entry.item[p->entry.n - 1];
    if (e->said.n)
        return WK_OK;
    wkb_print(&said, "Assumed%s%S", why.n ? ": " : "", why);
    if (!wkb_ends(why, WKB_STR(".")))
        wkb_putc(&said, '.');
    e->said = wkt_kept(p, &said);
    return said.status;
}

static wk_status
put_assumption(wkt_page *p,
               const wkt_slot *s,
               const wkt_yaml *one,
               wkt_node *table)
{
    wkc_answer r;
    wkc_bindings before = {0};
    const wkc_binding *b = named(s, one->key, &before);
    const wkt_yaml *why = wkt_yaml_find(one, "why");
    const wkt_yaml *owner = wkt_yaml_find(one, "owner");
    wkb_str reason = why ? why->text : (wkb_str){0};
    if (!b)
        return WK_OK; /* a fault, told where it was defined */
    if (why)
        WKB_TRY(wkt_fault(p, wkt_plain_of(why, p->env->diag)));
    if (why && why->verbatim)
        WKB_TRY(wkt_texts(p, why->at, &s->names, &reason));
    wkt_node *row = wkt_add(p->arena, table, WKT_ROW);
    wkt_node *name = row ? add_cell(p, row, as_words(p, one->key), true) : NULL;
    wkt_node *value = name ? add_cell(p, row, (wkb_str){0}, false) : NULL;
    if (!value || !add_cell(p, row, reason, false) ||
        !add_cell(p, row, owner ? owner->text : (wkb_str){0}, false))
        return WK_ENOMEM;
    WKB_TRY(wkc_ask(&r, p->arena, p->env, b->let->at, &before));
    WKB_TRY(wkt_put_number(p, &r, r.text, b->let->at, &before, value));
    value->last->cls = WKB_STR("n assume");
    return say_assumed(p, reason);
}

static wk_status
put_assumptions(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    static const char *const heads[] = {"Assumption", "Value", "Why", "Owner"};
    wkt_yaml *all = NULL;
    WKB_TRY(wkt_read_block(p, s, &all));
    wkt_node *table = wkt_add(p->arena, into, WKT_TABLE);
    wkt_node *head = table ? wkt_add(p->arena, table, WKT_ROW) : NULL;
    if (!head)
        return WK_ENOMEM;
    table->cls = WKB_STR("assume");
    for (size_t i = 0; i < WKB_COUNT(heads); i++) {
        if (!add_cell(p, head, wkb_str_of(heads[i]), true))
            return WK_ENOMEM;
    }
    for (const wkt_yaml *one = all->child; one; one = one->next)
        WKB_TRY(wkt_fault(p, put_assumption(p, s, one, table)));
    return WK_OK;
}

wk_status
wkt_put_directive(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    if (into->kind != WKT_PARAGRAPH || into->child)
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         s->at,
                         "a block stands on lines of its own\n"
                         "put an empty line before it");
    if (wkb_str_eq(s->word, WKB_STR("calc")))
        return put_calc(p, s, into);
    if (wkb_str_eq(s->word, WKB_STR("assume")))
        return put_assumptions(p, s, into);
    if (wkb_str_eq(s->word, WKB_STR("table")))
        return wkt_put_table(p, s, into);
    return wkt_put_chart(p, s, into);
}
