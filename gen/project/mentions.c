/* What a text mentions by name: formulas that it calls, rows that it names,
 * sources that it cites. Names are found in the text, without compiling it. */
#include "project/built_in.h"

enum { DEEPEST = 32 }; /* partials within each other */

typedef struct scan {
    wk_project *p;
    wkp_mention_fn fn;
    void *ud;
    const wkp_input *beside; /* the template: partials are looked for there */
    size_t depth;
} scan;

static wk_status
tell_row(const scan *s, uint32_t table, wkb_str id)
{
    const wkl_table *t = s->p->tables.table.item[table];
    wkp_mention m = {.table = table};
    m.row = t->has_id ? wkl_find_row(&s->p->tables, t, id) : WKL_NONE;
    return m.row == WKL_NONE ? WK_OK : s->fn(s->ud, &m);
}

static wk_status
tell_formula(const scan *s, wkb_str name)
{
    const wkp_mention m = {.formula = wkc_formula_find(&s->p->formulas, name),
                           .table = WKL_NONE,
                           .row = WKL_NONE};
    return m.formula ? s->fn(s->ud, &m) : WK_OK;
}

/* A word and what stands behind it: "f(", "t.row", t["row"]. */
static wk_status
scan_word(const scan *s, wkb_str word, wkb_str behind)
{
    const uint32_t table = wkl_find_table(&s->p->tables, word);
    if (wkb_starts(behind, WKB_STR("(")))
        return tell_formula(s, word);
    if (table == WKL_NONE)
        return WK_OK;
    if (wkb_starts(behind, WKB_STR("[\""))) {
        wkb_str id = wkb_sub(behind, 2, behind.n);
        return tell_row(s, table, wkb_cut(&id, '"'));
    }
    if (!wkb_starts(behind, WKB_STR(".")))
        return WK_OK;
    const wkb_str rest = wkb_sub(behind, 1, behind.n);
    return tell_row(s, table, wkb_sub(rest, 0, wkb_word_length(rest)));
}

/* Behind the text that begins at i, in quotes. */
static size_t
text_end(wkb_str s, size_t i)
{
    for (i++; i < s.n && s.p[i] != '"';)
        i++;
    return i < s.n ? i + 1 : i;
}

static wk_status
scan_expression(const scan *s, wkb_str expr)
{
    for (size_t i = 0; i < expr.n;) {
        const size_t n = wkb_word_length(wkb_sub(expr, i, expr.n));
        const bool is_chained =
            i && (expr.p[i - 1] == '.' || wkb_is_digit(expr.p[i - 1]));
        if (expr.p[i] == '"') {
            i = text_end(expr, i);
            continue;
        }
        if (n && !is_chained)
            WKB_TRY(scan_word(
                s, wkb_sub(expr, i, i + n), wkb_sub(expr, i + n, expr.n)));
        i += n ? n : 1;
    }
    return WK_OK;
}

wk_status
wkp_mentions(wk_project *p, wkb_str expr, wkp_mention_fn fn, void *ud)
{
    const scan s = {.p = p, .fn = fn, .ud = ud};
    return scan_expression(&s, expr);
}

static wk_status scan_template(scan *s, wkb_str text);

/* _NAME.md beside the template, or in templates/. */
static wk_status
scan_partial(scan *s, wkb_str name)
{
    wkb_str folder = s->beside->path;
    if (s->depth == DEEPEST)
        return WK_OK; /* told when the page is made */
    while (folder.n && folder.p[folder.n - 1] != '/')
        folder.n--;
    const wkb_str folders[] = {folder, WKB_STR("templates/")};
    for (size_t i = 0; i < WKB_COUNT(folders); i++) {
        wkb_out out = wkb_out_kept(&s->p->call);
        wkb_str path;
        wkb_print(&out, "%S_%S.md", folders[i], name);
        WKB_TRY(wkb_out_text(&out, &path));
        const wkp_input *in = wkp_find_input(s->p, path);
        if (!in)
            continue;
        s->depth++;
        WKB_TRY(scan_template(s, in->bytes));
        s->depth--;
        break;
    }
    return WK_OK;
}

/* What stands between {{ and }}. */
static wk_status
scan_tag(scan *s, wkb_str inner)
{
    inner = wkb_trim(inner);
    if (wkb_starts(inner, WKB_STR(">")))
        return scan_partial(s, wkb_trim(wkb_sub(inner, 1, inner.n)));
    return scan_expression(s, inner);
}

/* The sources of [words @key, locator; @key]. */
static wk_status
scan_cite(const scan *s, wkb_str inner)
{
    const uint32_t sources = wkl_find_table(&s->p->tables, WKB_STR("sources"));
    while (sources != WKL_NONE && inner.p) {
        wkb_str one = wkb_cut(&inner, ';');
        const size_t sign = wkb_find(one, '@');
        one = wkb_sub(one, sign < one.n ? sign + 1 : 0, one.n);
        WKB_TRY(tell_row(s, sources, wkb_trim(wkb_cut(&one, ','))));
    }
    return WK_OK;
}

/* Offset of `what` in s from i on, or s.n. */
static size_t
find(wkb_str s, size_t i, wkb_str what)
{
    while (i < s.n && !wkb_starts(wkb_sub(s, i, s.n), what))
        i++;
    return i;
}

/* Length of the run of one sign at i. */
static size_t
run_at(wkb_str s, size_t i)
{
    size_t n = 0;
    while (i + n < s.n && s.p[i + n] == s.p[i])
        n++;
    return n;
}

/* Whether a fence begins at i: three signs, and before them on their line
 * nothing but an indent and the marks of quotes. */
static bool
is_fence(wkb_str s, size_t i)
{
    if (i >= s.n || (s.p[i] != '`' && s.p[i] != '~') || run_at(s, i) < 3)
        return false;
    while (i && (s.p[i - 1] == ' ' || s.p[i - 1] == '>'))
        i--;
    return i == 0 || s.p[i - 1] == '\n';
}

/* Behind the fence that closes the one at i; *end is where the text of the
 * block ends. */
static size_t
fence_end(wkb_str s, size_t i, size_t *end)
{
    const size_t n = run_at(s, i);
    for (size_t at = find(s, i, WKB_STR("\n")); at < s.n;
         at = find(s, at + 1, WKB_STR("\n"))) {
        size_t k = at + 1;
        while (k < s.n && (s.p[k] == ' ' || s.p[k] == '>'))
            k++;
        *end = at;
        if (k < s.n && s.p[k] == s.p[i] && run_at(s, k) >= n)
            return k + run_at(s, k);
    }
    *end = s.n;
    return s.n;
}

/* Behind code between backticks, else behind them. */
static size_t
code_end(wkb_str s, size_t i)
{
    const size_t n = run_at(s, i);
    for (size_t k = i + n; k < s.n;) {
        const size_t here = s.p[k] == '`' ? run_at(s, k) : 0;
        if (here == n)
            return k + n;
        if (wkb_starts(wkb_sub(s, k, s.n), WKB_STR("\n\n")))
            break;
        k += here ? here : 1;
    }
    return i + n;
}

/* Whether a fence at i opens a block that computes. */
static bool
opens_block(wkb_str s, size_t i)
{
    static const char *const words[] = {
        "let", "calc", "table", "assume", "chart"};
    wkb_str line = wkb_sub(s, i, s.n);
    line = wkb_trim(wkb_cut(&line, '\n'));
    line = line.n ? wkb_sub(line, run_at(line, 0), line.n) : line;
    line = wkb_trim(line);
    for (size_t k = 0; k < WKB_COUNT(words); k++) {
        if (wkb_starts(line, wkb_str_of(words[k])))
            return true;
    }
    return false;
}

/* A block from its fence at *i to the fence that closes it; other code is
 * passed over. */
static wk_status
scan_fence(const scan *s, wkb_str text, size_t *i)
{
    const size_t begin = *i;
    size_t end = 0;
    *i = fence_end(text, begin, &end);
    return opens_block(text, begin)
               ? scan_expression(s, wkb_sub(text, begin, end))
               : WK_OK;
}

/* Whether s begins with a bracket in which a source is named. */
static bool
opens_cite(wkb_str s)
{
    if (!wkb_starts(s, WKB_STR("[")) || wkb_starts(s, WKB_STR("[^")))
        return false;
    const wkb_str inner = wkb_sub(s, 1, wkb_find(s, ']'));
    return wkb_find(inner, '@') < inner.n && wkb_find(inner, '{') == inner.n;
}

static wk_status
scan_template(scan *s, wkb_str text)
{
    for (size_t i = 0; i < text.n;) {
        const wkb_str rest = wkb_sub(text, i, text.n);
        const bool is_tag = wkb_starts(rest, WKB_STR("{{"));
        const bool is_cite = opens_cite(rest);
        if (is_fence(text, i)) {
            WKB_TRY(scan_fence(s, text, &i));
            continue;
        }
        if (text.p[i] == '`' || text.p[i] == '\\') {
            i = text.p[i] == '`'                    ? code_end(text, i)
                : wkb_starts(rest, WKB_STR("\\{{")) ? i + 3
                                                    : i + 2;
            continue;
        }
        if (!is_tag && !is_cite) {
            i++;
            continue;
        }
        const size_t end = find(text, i, is_tag ? WKB_STR("}}") : WKB_STR("]"));
        const wkb_str inner = wkb_sub(text, i + (is_tag ? 2 : 1), end);
        WKB_TRY(is_tag ? scan_tag(s, inner) : scan_cite(s, inner));
        i = end < text.n ? end + 1 : end;
    }
    return WK_OK;
}

wk_status
wkp_mentions_of_template(wk_project *p,
                         const wkp_input *in,
                         wkp_mention_fn fn,
                         void *ud)
{
    scan s = {.p = p, .fn = fn, .ud = ud, .beside = in};
    return scan_template(&s, in->bytes);
}
