/* Scans a template: partials, conditions and repetition are carried out; code
 * is copied, values, citations and blocks become placeholders. */
#include "compose/compose.h"

enum { DEEPEST = 32, DEEPEST_TAG = 64, MOST_NOTES = 1000 };

/* The scanner's place in one text. */
typedef struct scanner {
    wkt_page *p;
    wkb_span in;      /* the text that is scanned */
    wkb_str all;      /* its bytes */
    size_t at;        /* offset into all */
    bool skips;       /* nothing is put out: a branch not taken */
    size_t depth;     /* of conditions and lists */
    wkb_span stopped; /* the tag that ended the last stretch */
} scanner;

/* What ended a stretch. */
typedef enum stop { AT_END, AT_ELSE, AT_END_IF, AT_END_EACH } stop;

static wkb_span
span_at(const scanner *s, size_t begin, size_t end)
{
    return (wkb_span){
        s->in.file, s->in.begin + (uint32_t)begin, s->in.begin + (uint32_t)end};
}

static wkb_str
rest(const scanner *s)
{
    return wkb_sub(s->all, s->at, s->all.n);
}

static wk_status
copy(scanner *s, size_t begin, size_t end)
{
    return s->skips ? WK_OK : wkt_put_raw(s->p, span_at(s, begin, end));
}

static wk_status
error_at(const scanner *s, size_t begin, size_t end, const char *text)
{
    return wkb_error(
        s->p->env->diag, WK_ESYNTAX, span_at(s, begin, end), "%s", text);
}

static size_t
line_end(wkb_str all, size_t at)
{
    while (at < all.n && all.p[at] != '\n')
        at++;
    return at;
}

/* End of {{ ... }} behind `at`, which stands at its first brace; 0 if it has
 * none. Braces inside texts do not count. */
size_t
wkt_tag_end(wkb_str all, size_t at)
{
    bool quoted = false;
    for (size_t i = at + 2; i + 1 < all.n; i++) {
        quoted ^= all.p[i] == '"';
        if (!quoted && all.p[i] == '}' && all.p[i + 1] == '}')
            return i + 2;
        if (all.p[i] == '\n' && i + 1 < all.n && all.p[i + 1] == '\n')
            return 0;
    }
    return 0;
}

static bool
is_blank(wkb_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != ' ' && s.p[i] != '\t' && s.p[i] != '\r')
            return false;
    }
    return true;
}

/* A line that holds only a block tag vanishes: widens begin and end. */
static void
whole_line(wkb_str all, size_t *begin, size_t *end)
{
    size_t b = *begin, e = line_end(all, *end);
    while (b && all.p[b - 1] != '\n')
        b--;
    if (!is_blank(wkb_sub(all, b, *begin)) || !is_blank(wkb_sub(all, *end, e)))
        return;
    *begin = b;
    *end = e < all.n ? e + 1 : e;
}

static wk_status scan(scanner *s, stop *why);

/* Runs the scanner over a stretch up to its stop, putting out or not. */
static wk_status
stretch(scanner *s, bool skips, stop *why)
{
    const bool outer = s->skips;
    if (s->depth == DEEPEST_TAG) {
        (void)wkb_error(s->p->env->diag,
                        WK_ELIMIT,
                        span_at(s, s->at, s->at),
                        "conditions and lists nest more than %d deep\n"
                        "put some into a partial, or take them apart",
                        (int)DEEPEST_TAG);
        s->p->worst = WK_ELIMIT;
        return WK_ELIMIT; /* ends the page */
    }
    s->skips = outer || skips;
    s->depth++;
    const wk_status status = scan(s, why);
    s->depth--;
    s->skips = outer;
    return status;
}

static wk_status
unclosed(const scanner *s, size_t at, const char *tag)
{
    return wkb_error(s->p->env->diag,
                     WK_ESYNTAX,
                     span_at(s, at, at + 2),
                     "{{#%s}} without its {{/%s}}\nclose it",
                     tag,
                     tag);
}

static wk_status
scan_if(scanner *s, size_t begin, wkb_span test)
{
    bool yes = false;
    stop why = AT_END;
    if (!s->skips)
        WKB_TRY(wkt_fault(s->p, wkt_truth(s->p, test, &yes)));
    WKB_TRY(stretch(s, !yes, &why));
    if (why == AT_ELSE)
        WKB_TRY(stretch(s, yes, &why));
    return why == AT_END_IF ? WK_OK : unclosed(s, begin, "if");
}

/* NAME in LIST */
static bool
cut_each(wkb_str text, wkb_str *name, wkb_str *list)
{
    size_t n = 0;
    while (n < text.n &&
           (wkb_is_letter(text.p[n]) || (n && wkb_is_digit(text.p[n]))))
        n++;
    *name = wkb_sub(text, 0, n);
    *list = wkb_trim(wkb_sub(text, n, text.n));
    if (n == 0 || !wkb_starts(*list, WKB_STR("in ")))
        return false;
    *list = wkb_trim(wkb_sub(*list, 3, list->n));
    return true;
}

static wk_status
repeat(scanner *s,
       size_t begin,
       wkb_str name,
       uint32_t table,
       const uint32_t *row,
       size_t n)
{
    const wkc_bindings before = s->p->names;
    const size_t body = s->at;
    stop why = AT_END;
    for (size_t i = 0; i < n; i++) {
        const wkc_binding b = {.name = name,
                               .kind = WKC_BIND_ROW,
                               .row = row[i],
                               .type = {.kind = WKU_ROW,
                                        .unit = wku_one(),
                                        .table = (uint16_t)table}};
        s->p->names = before;
        WKB_TRY(wkt_bind(s->p, &b));
        s->at = body;
        WKB_TRY(stretch(s, false, &why));
    }
    s->p->names = before;
    if (n == 0)
        WKB_TRY(stretch(s, true, &why));
    return why == AT_END_EACH ? WK_OK : unclosed(s, begin, "each");
}

static wk_status
scan_each(scanner *s, size_t begin, wkb_span inner)
{
    wkb_str name, list;
    uint32_t table = 0;
    const uint32_t *row = NULL;
    size_t n = 0;
    const wkb_str text = wkt_source(s->p, inner);
    const bool is_whole = cut_each(text, &name, &list);
    if (!is_whole)
        WKB_TRY(wkt_fault(
            s->p,
            wkb_error(s->p->env->diag,
                      WK_ESYNTAX,
                      inner,
                      "each needs a name and a list\n"
                      "as in {{#each c in chips where known(tdp)}}")));
    if (is_whole && !s->skips)
        WKB_TRY(wkt_fault(s->p,
                          wkt_list(s->p,
                                   wkt_span(inner, text, list),
                                   &s->p->names,
                                   &table,
                                   &row,
                                   &n)));
    return repeat(s, begin, name, table, row, n);
}

/* Adds what stands before a tag to what stands before each line of its text. */
static wk_status
indent(wkt_page *p, wkb_span at)
{
    wkb_out all = wkb_out_kept(p->arena);
    if (at.begin == at.end)
        return WK_OK;
    wkb_print(&all, "%S%S", p->indent, wkt_source(p, at));
    p->indent = wkt_kept(p, &all);
    p->indent_at = at;
    return all.status;
}

/* The tag stands at `open`. On a line of its own its text is as deep as it;
 * within a line it brings no line end. */
static wk_status
scan_partial(scanner *s, size_t open, size_t line, wkb_span inner)
{
    uint32_t file = 0;
    wkt_page *p = s->p;
    if (s->skips)
        return WK_OK;
    const wkb_str name = wkt_source(p, inner);
    const wk_status found =
        p->t->partial ? p->t->partial(p->t->ud, name, &file) : WK_ENAME;
    if (found != WK_OK)
        return wkb_error(p->env->diag,
                         found,
                         inner,
                         "there is no partial %q\n"
                         "add _%S.md beside the page, or in templates/",
                         name,
                         name);
    if (p->depth == DEEPEST)
        return wkb_error(p->env->diag,
                         WK_ERECURSION,
                         inner,
                         "partials include each other more than %d deep\n"
                         "break the circle",
                         (int)DEEPEST);
    wkb_str bytes = p->env->diag->file.item[file].bytes;
    const bool ends_line =
        line < open || s->at == 0 || s->all.p[s->at - 1] == '\n';
    const wkb_str outer = p->indent;
    if (!ends_line && wkb_ends(bytes, WKB_STR("\n")))
        bytes.n--;
    WKB_TRY(indent(p, span_at(s, line, open)));
    p->depth++;
    const wk_status status =
        wkt_expand(p, (wkb_span){file, 0, (uint32_t)bytes.n});
    p->depth--;
    p->indent = outer;
    return status;
}

/* A tag that begins with #, / or >; *why is set where it ends a stretch. */
static wk_status
scan_block_tag(scanner *s, size_t begin, size_t end, stop *why, bool *ends)
{
    static const struct {
        const char *word;
        stop why;
    } stops[] = {
        {"#else", AT_ELSE}, {"/if", AT_END_IF}, {"/each", AT_END_EACH}};
    const wkb_str inner = wkb_trim(wkb_sub(s->all, begin + 2, end - 2));
    const wkb_span at = wkt_span(s->in, s->all, inner);
    size_t line_begin = begin, line_after = end;
    whole_line(s->all, &line_begin, &line_after);
    s->at = line_after;
    for (size_t i = 0; i < WKB_COUNT(stops); i++) {
        if (wkb_str_eq(inner, wkb_str_of(stops[i].word))) {
            *why = stops[i].why;
            *ends = true;
            s->stopped = span_at(s, begin, end);
            return WK_OK;
        }
    }
    const wkb_str words[] = {WKB_STR("#if "), WKB_STR("#each "), WKB_STR(">")};
    for (size_t i = 0; i < WKB_COUNT(words); i++) {
        if (!wkb_starts(inner, words[i]))
            continue;
        const wkb_str text = wkb_trim(wkb_sub(inner, words[i].n, inner.n));
        const wkb_span what = wkt_span(s->in, s->all, text);
        return i == 0   ? scan_if(s, begin, what)
               : i == 1 ? scan_each(s, begin, what)
                        : scan_partial(s, begin, line_begin, what);
    }
    return wkb_error(s->p->env->diag,
                     WK_ESYNTAX,
                     at,
                     "unknown tag %q\n"
                     "there are #if, #else, /if, #each, /each and > partial",
                     inner);
}

static wk_status
scan_value(scanner *s, size_t begin, size_t end)
{
    const wkt_slot slot = {.kind = WKT_SLOT_VALUE,
                           .at = span_at(s, begin, end),
                           .inner = span_at(s, begin + 2, end - 2)};
    s->at = end;
    return s->skips ? WK_OK : wkt_put_placeholder(s->p, slot);
}

/* Length of a run of c. */
static size_t
run_of(wkb_str s, char c)
{
    size_t n = 0;
    while (n < s.n && s.p[n] == c)
        n++;
    return n;
}

/* Code between backticks, copied as it is; without its end the backticks are
 * text. */
static wk_status
scan_code(scanner *s)
{
    const size_t begin = s->at, n = run_of(rest(s), '`');
    size_t i = begin + n;
    while (i < s->all.n) {
        const wkb_str after = wkb_sub(s->all, i, s->all.n);
        const size_t here = run_of(after, '`');
        if (here == n) {
            s->at = i + n;
            return copy(s, begin, s->at);
        }
        if (wkb_starts(after, WKB_STR("\n\n")))
            break;
        i += here ? here : 1;
    }
    s->at = begin + n;
    return copy(s, begin, s->at);
}

/* [@key, ...] and [^name]: their end behind `at`, 0 if it is none. */
static size_t
bracket_end(wkb_str all, size_t at)
{
    for (size_t i = at + 2; i < all.n && all.p[i] != '\n'; i++) {
        if (all.p[i] == ']')
            return i > at + 2 ? i + 1 : 0;
        if (all.p[i] == '[')
            return 0;
    }
    return 0;
}

/* The text of a footnote goes on over indented lines. */
static size_t
note_end(wkb_str all, size_t at)
{
    size_t end = line_end(all, at);
    while (end + 1 < all.n &&
           (all.p[end + 1] == ' ' || all.p[end + 1] == '\t') &&
           !is_blank(wkb_sub(all, end + 1, line_end(all, end + 1))))
        end = line_end(all, end + 1);
    return end;
}

static wk_status
add_note(scanner *s, wkb_str name, size_t begin, size_t text)
{
    wkt_page *p = s->p;
    const size_t end = note_end(s->all, text);
    s->at = end < s->all.n ? end + 1 : end;
    if (s->skips)
        return WK_OK;
    for (size_t i = 0; i < p->note.n; i++) {
        if (wkb_str_eq(p->note.item[i].name, name))
            return wkb_error(p->env->diag,
                             WK_EDUPLICATE,
                             span_at(s, begin, text),
                             "footnote %q stands twice\nrename one",
                             name);
    }
    if (p->note.n == MOST_NOTES)
        return wkb_error(p->env->diag,
                         WK_ELIMIT,
                         span_at(s, begin, text),
                         "a page has at most %d footnotes\nsplit it",
                         (int)MOST_NOTES);
    wkt_note *n = WKB_PUSH(p->arena, &p->note);
    if (!n)
        return WK_ENOMEM;
    *n = (wkt_note){.name = name,
                    .at = span_at(s, begin, text),
                    .text = span_at(s, text, end)};
    return WK_OK;
}

static wk_status
scan_bracket(scanner *s, size_t end)
{
    const size_t begin = s->at;
    const bool is_note = s->all.p[begin + 1] == '^';
    const wkb_str inner = wkb_sub(s->all, begin + 2, end - 1);
    const bool starts = begin == 0 || s->all.p[begin - 1] == '\n';
    if (is_note && starts && end < s->all.n && s->all.p[end] == ':')
        return add_note(s, inner, begin, end + 1);
    const wkt_slot slot = {.kind = is_note ? WKT_SLOT_NOTE : WKT_SLOT_CITE,
                           .at = span_at(s, begin, end),
                           .inner = span_at(s, begin + 2, end - 1),
                           .word = inner};
    s->at = end;
    return s->skips ? WK_OK : wkt_put_placeholder(s->p, slot);
}

/* A fence that begins at `at` behind its indent: its length, its info. */
typedef struct fence {
    size_t n, begin; /* backticks or tildes; start of its line */
    char c;
    wkb_str info;
    size_t prefix; /* bytes before it on its line */
} fence;

/* Before a fence only white space and the marks of quotes may stand. */
static bool
fence_at(wkb_str all, size_t line, fence *f)
{
    size_t i = line;
    while (i < all.n && (all.p[i] == ' ' || all.p[i] == '>'))
        i++;
    const size_t end = line_end(all, i);
    f->c = i < all.n ? all.p[i] : '\0';
    f->n = f->c == '`' || f->c == '~' ? run_of(wkb_sub(all, i, end), f->c) : 0;
    f->begin = line;
    f->prefix = i - line;
    f->info = wkb_trim(wkb_sub(all, i + f->n, end));
    if (f->info.n && f->info.p[f->info.n - 1] == '\r')
        f->info.n--;
    return f->n >= 3 && (f->c == '~' || wkb_find(f->info, '`') == f->info.n);
}

/* Offset of the line that closes a fence, or the end. */
static size_t
fence_close(wkb_str all, const fence *f, size_t *content)
{
    size_t at = line_end(all, f->begin);
    at = at < all.n ? at + 1 : at;
    *content = at;
    while (at < all.n) {
        fence g;
        if (fence_at(all, at, &g) && g.c == f->c && g.n >= f->n &&
            g.info.n == 0)
            return at;
        at = line_end(all, at);
        at = at < all.n ? at + 1 : at;
    }
    return all.n;
}

static wk_status
scan_directive(scanner *s, const fence *f, size_t content, size_t close)
{
    const size_t after = line_end(s->all, close);
    const wkt_slot slot = {
        .kind = WKT_SLOT_DIRECTIVE,
        .at = span_at(s, f->begin + f->prefix, content ? content - 1 : 0),
        .inner = span_at(s, content, close),
        .word = f->info,
        .indent = f->prefix};
    s->at = after < s->all.n ? after + 1 : after;
    if (s->skips)
        return WK_OK;
    const size_t mark = f->begin + f->prefix;
    if (close == s->all.n)
        return error_at(s,
                        mark,
                        mark + f->n,
                        "a block without its closing fence\n"
                        "end it with the same row of backticks");
    if (wkb_find(wkb_sub(s->all, f->begin, mark), '>') < f->prefix)
        return error_at(s,
                        mark,
                        mark + f->n,
                        "a block inside a quote\n"
                        "put it before the quote, or behind it");
    WKB_TRY(wkt_fault(s->p, wkt_define(s->p, &slot)));
    if (wkb_str_eq(f->info, WKB_STR("let")))
        return WK_OK;
    WKB_TRY(wkt_put_raw(s->p, span_at(s, f->begin, f->begin + f->prefix)));
    WKB_TRY(wkt_put_placeholder(s->p, slot));
    wkb_puts(&s->p->text, "\n\n");
    return s->p->text.status;
}

/* A fence at the start of a line: code is copied, a directive taken. */
static wk_status
scan_fence(scanner *s, const fence *f)
{
    size_t content = 0;
    const size_t close = fence_close(s->all, f, &content);
    const size_t after = line_end(s->all, close);
    if (wkt_is_directive(f->info))
        return scan_directive(s, f, content, close);
    s->at = after < s->all.n ? after + 1 : after;
    return copy(s, f->begin, s->at);
}

static wk_status
scan_noncharacter(scanner *s, size_t n)
{
    const size_t at = s->at;
    s->at += n;
    return wkb_error(s->p->env->diag,
                     WK_EENCODING,
                     span_at(s, at, at + n),
                     "a noncharacter, %q, may not stand in a text\n"
                     "delete it",
                     wkb_sub(s->all, at, at + n));
}

static bool
is_noncharacter(uint32_t cp)
{
    return (cp >= 0xfdd0 && cp <= 0xfdef) || (cp & 0xfffe) == 0xfffe;
}

/* One thing at the scanner's place; a fault goes on behind it. */
static wk_status
scan_one(scanner *s, stop *why, bool *ends)
{
    const wkb_str r = rest(s);
    const size_t begin = s->at;
    uint32_t cp = 0;
    if (wkb_starts(r, WKB_STR("\\{{"))) {
        s->at += 3;
        return copy(s, begin + 1, s->at);
    }
    if (r.p[0] == '\\' && r.n > 1) {
        s->at += 2;
        if (r.p[1] != '|' || s->skips)
            return copy(s, begin, s->at);
        const wkt_slot bar = {.kind = WKT_SLOT_BAR,
                              .at = span_at(s, begin, s->at)};
        return wkt_put_placeholder(s->p, bar);
    }
    if (wkb_starts(r, WKB_STR("{{"))) {
        const size_t end = wkt_tag_end(s->all, begin);
        s->at = begin + 2;
        if (!end)
            return error_at(s,
                            begin,
                            begin + 2,
                            "{{ without its }}\nwrite \\{{ for two braces");
        const wkb_str inner = wkb_trim(wkb_sub(s->all, begin + 2, end - 2));
        if (inner.n &&
            (inner.p[0] == '#' || inner.p[0] == '/' || inner.p[0] == '>'))
            return scan_block_tag(s, begin, end, why, ends);
        return scan_value(s, begin, end);
    }
    if (r.p[0] == '`')
        return scan_code(s);
    if (r.n > 2 && r.p[0] == '[' && (r.p[1] == '@' || r.p[1] == '^')) {
        const size_t end = bracket_end(s->all, begin);
        if (end)
            return scan_bracket(s, end);
    }
    const size_t n = wkb_utf8(r, &cp);
    if (n && is_noncharacter(cp))
        return scan_noncharacter(s, n);
    s->at += n ? n : 1;
    return copy(s, begin, s->at);
}

static bool
at_line_start(const scanner *s)
{
    return s->at == 0 || s->all.p[s->at - 1] == '\n';
}

/* Bytes that begin nothing, copied together. */
static size_t
plain_length(const scanner *s)
{
    static const wkb_str special = {"\\{`[\n\xef\xf0\xf1\xf2\xf3\xf4", 11};
    size_t n = s->at;
    while (n < s->all.n && wkb_find(special, s->all.p[n]) == special.n)
        n++;
    return n - s->at;
}

static wk_status
scan(scanner *s, stop *why)
{
    bool ends = false;
    *why = AT_END;
    while (s->at < s->all.n && !ends) {
        fence f;
        const size_t n = plain_length(s);
        if (at_line_start(s) && fence_at(s->all, s->at, &f)) {
            WKB_TRY(wkt_fault(s->p, scan_fence(s, &f)));
        } else if (n) {
            s->at += n;
            WKB_TRY(copy(s, s->at - n, s->at));
        } else if (rest(s).p[0] == '\n') {
            s->at++;
            WKB_TRY(copy(s, s->at - 1, s->at));
        } else {
            WKB_TRY(wkt_fault(s->p, scan_one(s, why, &ends)));
        }
    }
    return WK_OK;
}

wk_status
wkt_scan(wkt_page *p, wkb_span body)
{
    stop why = AT_END;
    scanner s = {.p = p, .in = body, .all = wkt_source(p, body)};
    while (s.at < s.all.n) {
        WKB_TRY(scan(&s, &why));
        if (why != AT_END)
            WKB_TRY(
                wkt_fault(p,
                          wkb_error(p->env->diag,
                                    WK_ESYNTAX,
                                    s.stopped,
                                    "a closing tag without its opening one\n"
                                    "delete it, or open it")));
    }
    return p->text.status;
}
