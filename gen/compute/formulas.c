/* Reads formula files: comments, documentation, signatures. */
#include "compute/formulas.h"

void
wkc_formulas_init(wkc_formulas *f, wkb_arena *a)
{
    *f = (wkc_formulas){.arena = a};
}

static size_t
hash_of(wkb_str s)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

const wkc_formula *
wkc_formula_find(const wkc_formulas *f, wkb_str name)
{
    if (!f || f->n_by_name == 0)
        return NULL;
    const size_t mask = f->n_by_name - 1;
    for (size_t at = hash_of(name) & mask; f->by_name[at];
         at = (at + 1) & mask) {
        const size_t i = f->by_name[at] - 1;
        if (i < f->formula.n && wkb_str_eq(f->formula.item[i]->name, name))
            return f->formula.item[i];
    }
    return NULL;
}

static void
note_name(wkc_formulas *f, size_t i)
{
    const size_t mask = f->n_by_name - 1;
    size_t at = hash_of(f->formula.item[i]->name) & mask;
    while (f->by_name[at])
        at = (at + 1) & mask;
    f->by_name[at] = (uint32_t)i + 1;
    f->n_by_name_used++;
}

static wk_status
add_formula(wkc_formulas *f, wkc_formula *one)
{
    wkc_formula **slot = WKB_PUSH(f->arena, &f->formula);
    if (!slot)
        return WK_ENOMEM;
    *slot = one;
    if (2 * f->n_by_name_used < f->n_by_name) {
        note_name(f, f->formula.n - 1);
        return WK_OK;
    }
    const size_t n = f->n_by_name ? 2 * f->n_by_name : 64;
    uint32_t *by_name = WKB_NEW(f->arena, uint32_t, n);
    if (!by_name) {
        f->formula.n--;
        return WK_ENOMEM;
    }
    f->by_name = by_name;
    f->n_by_name = n;
    f->n_by_name_used = 0;
    for (size_t i = 0; i < f->formula.n; i++)
        note_name(f, i);
    return WK_OK;
}

bool
wkc_go_on(wkc_faults *f, wk_status status, wkb_span at, wkb_diag *d)
{
    if (status == WK_OK)
        return true;
    f->worst = status;
    if (status == WK_ENOMEM || ++f->n < WKC_MAX_FAULTS)
        return status != WK_ENOMEM;
    wkb_note(d,
             at,
             "%d faults are reported, those of later formulas are not",
             (int)WKC_MAX_FAULTS);
    return false;
}

/* Where a file is being read. */
typedef struct reader {
    wkc_formulas *to;
    wkb_str bytes;
    uint32_t file;
    wkb_diag *d;
    wkc_formula *next; /* gathers the documentation of the formula to come */
} reader;

static wkb_span
span_of(const reader *r, wkb_str s)
{
    const size_t begin = (size_t)(s.p - r->bytes.p);
    return (wkb_span){r->file, (uint32_t)begin, (uint32_t)(begin + s.n)};
}

/* The next line, without its end; *pos moves behind it. */
static wkb_str
line_at(wkb_str bytes, size_t *pos)
{
    size_t end = *pos;
    while (end < bytes.n && bytes.p[end] != '\n' && bytes.p[end] != '\r')
        end++;
    const wkb_str line = wkb_sub(bytes, *pos, end);
    if (end + 1 < bytes.n && bytes.p[end] == '\r' && bytes.p[end + 1] == '\n')
        end++;
    *pos = end < bytes.n ? end + 1 : end;
    return line;
}

static wk_status
add_citation(reader *r, wkb_str text)
{
    wkc_citation *c = WKB_PUSH(r->to->arena, &r->next->citation);
    if (!c)
        return WK_ENOMEM;
    c->id = wkb_trim(wkb_cut(&text, ','));
    c->locator = wkb_trim(text);
    c->at = span_of(r, c->id);
    return WK_OK;
}

static wk_status
add_example(reader *r, wkb_str text)
{
    wkb_span *at = WKB_PUSH(r->to->arena, &r->next->example);
    if (!at)
        return WK_ENOMEM;
    *at = span_of(r, text);
    return WK_OK;
}

static wk_status
add_doc(reader *r, wkb_str line)
{
    static const wkb_str source = {"source:", 7}, example = {"example:", 8};
    const wkb_str text = wkb_trim(wkb_sub(line, 2, line.n));
    if (wkb_starts(text, source))
        return add_citation(r, wkb_trim(wkb_sub(text, source.n, text.n)));
    if (wkb_starts(text, example))
        return add_example(r, wkb_trim(wkb_sub(text, example.n, text.n)));
    wkb_str *doc = WKB_PUSH(r->to->arena, &r->next->doc);
    if (!doc)
        return WK_ENOMEM;
    *doc = text;
    return WK_OK;
}

/* The lines that continue a formula begin with white space; empty ones and
 * comments may stand between them. */
static size_t
end_of_formula(wkb_str bytes, size_t pos)
{
    size_t end = pos;
    while (pos < bytes.n) {
        const wkb_str line = line_at(bytes, &pos);
        if (line.n && line.p[0] != ' ' && line.p[0] != '\t')
            break;
        if (wkb_trim(line).n)
            end = pos;
    }
    return end;
}

static wk_status
parse_quals(wkc_lexer *x, wkc_type_text *t)
{
    while (wkc_lex_is_word(x, "as")) {
        if (t->n_quals == WKB_COUNT(t->qual))
            return wkc_lex_unexpected(x, "at most four qualifiers");
        WKB_TRY(wkc_lex_next(x));
        WKB_TRY(wkc_lex_unit(x, &t->qual[t->n_quals], &t->qual_at[t->n_quals]));
        if (t->qual[t->n_quals].n == 0)
            return wkc_lex_unexpected(x, "a qualifier");
        t->n_quals++;
    }
    return WK_OK;
}

static wk_status
parse_type(wkc_lexer *x, wkc_type_text *t, const char *expected)
{
    WKB_TRY(wkc_lex_next(x));
    WKB_TRY(wkc_lex_unit(x, &t->text, &t->at));
    if (t->text.n == 0)
        return wkc_lex_unexpected(x, expected);
    return parse_quals(x, t);
}

static bool
is_taken(const wkc_formula *f, wkb_str name, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (wkb_str_eq(f->param[i].name, name))
            return true;
    }
    return false;
}

/* A word of the language names nothing. */
static wk_status
check_name(const wkc_lexer *x, const char *expected)
{
    if (x->now.kind != WKC_T_WORD)
        return wkc_lex_unexpected(x, expected);
    if (!wku_is_language_word(x->now.text))
        return WK_OK;
    return wkb_error(x->d,
                     WK_ESYNTAX,
                     x->now.at,
                     "%q is a word of the language\nchoose another name",
                     x->now.text);
}

static wk_status
parse_param(reader *r, wkc_lexer *x, wkc_formula *f, wkc_param *p)
{
    WKB_TRY(check_name(x, "a parameter's name"));
    p->name = x->now.text;
    p->at = p->written.at = x->now.at;
    if (is_taken(f, p->name, (size_t)(p - f->param)))
        return wkb_error(x->d,
                         WK_EDUPLICATE,
                         p->at,
                         "parameter %q stands twice\nrename one of them",
                         p->name);
    WKB_TRY(wkc_lex_next(x));
    if (wkc_lex_is(x, ":"))
        WKB_TRY(parse_type(x, &p->written, "a table, text or a unit"));
    if (!wkc_lex_is(x, "="))
        return WK_OK;
    p->has_fallback = true;
    WKB_TRY(wkc_lex_next(x));
    return wkc_parse_from(&p->fallback, r->to->arena, x);
}

static wk_status
parse_params(reader *r, wkc_lexer *x, wkc_formula *f)
{
    size_t cap = 0;
    while (!wkc_lex_is(x, ")")) {
        void *list = f->param;
        wkc_param *p =
            wkb_push_(r->to->arena, &list, &f->n_params, &cap, sizeof *p);
        if (!p)
            return WK_ENOMEM;
        f->param = list;
        WKB_TRY(parse_param(r, x, f, p));
        if (!wkc_lex_is(x, ","))
            break;
        WKB_TRY(wkc_lex_next(x));
        if (wkc_lex_is(x, ")"))
            return wkc_lex_unexpected(x, "one more parameter, or no comma");
    }
    if (wkc_lex_is(x, "->"))
        return wkb_error(x->d,
                         WK_ESYNTAX,
                         x->now.at,
                         "unexpected '->'\nclose the parameters before it: )");
    if (!wkc_lex_is(x, ")"))
        return wkc_lex_unexpected(x, "a comma or )");
    return wkc_lex_next(x);
}

static wk_status
parse_name(const reader *r, wkc_lexer *x, wkc_formula *f)
{
    WKB_TRY(check_name(x, "a formula: name(parameters) -> unit ="));
    f->name = x->now.text;
    f->at = x->now.at;
    if (wkc_is_function(f->name))
        return wkb_error(r->d,
                         WK_ENAME,
                         f->at,
                         "%q is a function of the language\n"
                         "give the formula another name",
                         f->name);
    const wkc_formula *other = wkc_formula_find(r->to, f->name);
    if (other) {
        (void)wkb_error(r->d,
                        WK_EDUPLICATE,
                        f->at,
                        "formula %q stands twice\nrename or delete one",
                        f->name);
        wkb_note(r->d, other->at, "the other one is here");
        return WK_EDUPLICATE;
    }
    WKB_TRY(wkc_lex_next(x));
    if (!wkc_lex_is(x, "("))
        return wkc_lex_unexpected(x, "( and the parameters");
    return wkc_lex_next(x);
}

static wk_status
parse_formula(reader *r, wkc_lexer *x, wkc_formula *f)
{
    WKB_TRY(wkc_lex_begin(x, r->bytes, f->whole, r->d));
    WKB_TRY(parse_name(r, x, f));
    WKB_TRY(parse_params(r, x, f));
    if (!wkc_lex_is(x, "->"))
        return wkc_lex_unexpected(x, "-> and the unit of the result");
    WKB_TRY(parse_type(x, &f->written, "the unit of the result"));
    if (!wkc_lex_is(x, "="))
        return wkc_lex_unexpected(x, "= and the expression");
    WKB_TRY(wkc_lex_next(x));
    WKB_TRY(wkc_parse_from(&f->body, r->to->arena, x));
    if (x->now.kind != WKC_T_END)
        return wkc_lex_unexpected(x, "an operator, or the end of the formula");
    return WK_OK;
}

static wk_status
new_formula(reader *r)
{
    r->next = WKB_NEW(r->to->arena, wkc_formula, 1);
    return r->next ? WK_OK : WK_ENOMEM;
}

/* The formula that begins at line; *pos moves behind it. */
static wk_status
read_formula(reader *r, wkb_str line, size_t *pos)
{
    wkc_lexer x;
    wkc_formula *f = r->next;
    f->whole = span_of(r, line);
    *pos = end_of_formula(r->bytes, *pos);
    f->whole.end = (uint32_t)*pos;
    WKB_TRY(new_formula(r));
    WKB_TRY(parse_formula(r, &x, f));
    return add_formula(r->to, f);
}

static wk_status
read_line(reader *r, wkb_str line, size_t *pos)
{
    if (wkb_starts(line, WKB_STR("##")))
        return add_doc(r, line);
    if (wkb_trim(line).n == 0) /* a blank line ends a documentation */
        return r->next->doc.n || r->next->citation.n || r->next->example.n
                   ? new_formula(r)
                   : WK_OK;
    if (line.p[0] == '#')
        return WK_OK;
    if (line.p[0] == ' ' || line.p[0] == '\t')
        return wkb_error(r->d,
                         WK_ESYNTAX,
                         span_of(r, wkb_trim(line)),
                         "an indented line continues nothing\n"
                         "begin a formula at the start of the line");
    return read_formula(r, line, pos);
}

wk_status
wkc_formulas_read(wkc_formulas *f, wkb_str bytes, uint32_t file, wkb_diag *d)
{
    reader r = {.to = f, .bytes = bytes, .file = file, .d = d};
    wkc_faults faults = {0};
    size_t pos = wkb_starts(bytes, WKB_STR("\xef\xbb\xbf")) ? 3 : 0;
    WKB_TRY(new_formula(&r));
    while (pos < bytes.n) {
        const wkb_str line = line_at(bytes, &pos);
        const wk_status status = read_line(&r, line, &pos);
        if (!wkc_go_on(&faults, status, span_of(&r, line), d))
            break;
    }
    return faults.worst;
}

static wk_status
link_quals(wku_type *out, const wkc_type_text *w, const wkl_tables *t)
{
    for (size_t i = 0; i < w->n_quals; i++) {
        wku_quals one = 0;
        size_t clash = WKU_AXES, axis = 0;
        unsigned tag = 0;
        WKB_TRY(
            wku_qual_read(&one, t->axes, w->qual[i], w->qual_at[i], t->diag));
        (void)wku_qual_find(t->axes, w->qual[i], &axis, &tag);
        if (!wku_axis_lives(t->axes, axis, &out->unit))
            return wkb_error(t->diag,
                             WK_EQUALIFIER,
                             w->qual_at[i],
                             "%q does not fit the unit %q\n"
                             "leave it out, or correct the unit",
                             w->qual[i],
                             w->text);
        out->quals = wku_quals_union(t->axes, out->quals, one, false, &clash);
        if (clash != WKU_AXES)
            return wkb_error(t->diag,
                             WK_EQUALIFIER,
                             w->qual_at[i],
                             "%q contradicts the qualifier before it\n"
                             "keep one of them",
                             w->qual[i]);
    }
    return WK_OK;
}

static wkb_str
table_name(const void *ud, size_t i)
{
    const wkl_tables *t = ud;
    return t->table.item[i]->name;
}

/* A unit, or nearly a table. */
static wk_status
link_unit(wku_type *out,
          const wkc_type_text *w,
          const wkl_tables *t,
          bool is_result)
{
    const size_t n = t->table.n;
    const size_t near = is_result || !wkb_is_word(w->text) ||
                                wku_is_unit_name(t->units, w->text)
                            ? n
                            : wkb_nearest(w->text, table_name, t, n);
    if (near < n)
        return wkb_error(t->diag,
                         WK_EUNIT,
                         w->at,
                         "%q is neither a table nor a unit\n"
                         "did you mean %q?",
                         w->text,
                         t->table.item[near]->name);
    return wku_unit_read(&out->unit, t->units, w->text, true, w->at, t->diag);
}

/* A result has a unit; a parameter may also be a row or a text. */
static wk_status
link_type(wku_type *out,
          const wkc_type_text *w,
          const wkl_tables *t,
          bool is_result)
{
    const uint32_t table = is_result ? WKL_NONE : wkl_find_table(t, w->text);
    *out = (wku_type){.kind = WKU_NUMBER, .unit = wku_one()};
    if (w->text.n == 0)
        return WK_OK;
    if (table != WKL_NONE) {
        out->kind = WKU_ROW;
        out->table = (uint16_t)table;
    } else if (!is_result && wkb_str_eq(w->text, WKB_STR("text"))) {
        out->kind = WKU_TEXT;
    } else {
        WKB_TRY(link_unit(out, w, t, is_result));
    }
    if (w->n_quals && out->kind != WKU_NUMBER)
        return wkb_error(t->diag,
                         WK_EQUALIFIER,
                         w->qual_at[0],
                         "a qualifier needs a unit before it\nleave it out");
    return link_quals(out, w, t);
}

static wk_status
link_sources(const wkc_formula *f, const wkl_tables *t)
{
    wk_status worst = WK_OK;
    const uint32_t n = wkl_find_table(t, WKB_STR("sources"));
    const wkl_table *sources = n == WKL_NONE ? NULL : t->table.item[n];
    for (size_t i = 0; i < f->citation.n; i++) {
        const wkc_citation *c = &f->citation.item[i];
        if (sources && wkl_find_row(t, sources, c->id) != WKL_NONE)
            continue;
        worst = wkb_error(t->diag,
                          WK_ESOURCE,
                          c->at,
                          "unknown source %q\n"
                          "add it to sources.csv, or correct the id",
                          c->id);
    }
    return worst;
}

static wk_status
link_formula(wkc_formula *f, const wkl_tables *t)
{
    wk_status worst = link_sources(f, t);
    for (size_t i = 0; i < f->n_params; i++) {
        wkc_param *p = &f->param[i];
        const wk_status status = link_type(&p->type, &p->written, t, false);
        worst = status == WK_OK ? worst : status;
    }
    const wk_status status = link_type(&f->result, &f->written, t, true);
    worst = status == WK_OK ? worst : status;
    f->is_sound = worst == WK_OK;
    return worst;
}

wk_status
wkc_formulas_link(wkc_formulas *f, const wkl_tables *t)
{
    wkc_faults faults = {0};
    for (size_t i = 0; i < f->formula.n; i++) {
        wkc_formula *one = f->formula.item[i];
        if (!wkc_go_on(&faults, link_formula(one, t), one->at, t->diag))
            break;
    }
    return faults.worst;
}
