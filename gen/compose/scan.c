/* Scans a template: code is copied, values, citations and blocks become
 * placeholders, tags of blocks are carried out. */
#include "compose/scan.h"

enum { MOST_NOTES = 1000 };

wkb_span
wkt_scan_span(const wkt_scanner *s, size_t begin, size_t end)
{
    return (wkb_span){
        s->in.file, s->in.begin + (uint32_t)begin, s->in.begin + (uint32_t)end};
}

static wkb_str
rest(const wkt_scanner *s)
{
    return wkb_sub(s->all, s->at, s->all.n);
}

static wk_status
copy(wkt_scanner *s, size_t begin, size_t end)
{
    return s->skips ? WK_OK : wkt_put_raw(s->p, wkt_scan_span(s, begin, end));
}

static wk_status
error_at(const wkt_scanner *s, size_t begin, size_t end, const char *text)
{
    return wkb_error(
        s->p->env->diag, WK_ESYNTAX, wkt_scan_span(s, begin, end), "%s", text);
}

size_t
wkt_line_end(wkb_str all, size_t at)
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

bool
wkt_is_blank(wkb_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != ' ' && s.p[i] != '\t' && s.p[i] != '\r')
            return false;
    }
    return true;
}

static wk_status
scan_value(wkt_scanner *s, size_t begin, size_t end)
{
    const wkt_slot slot = {.kind = WKT_SLOT_VALUE,
                           .at = wkt_scan_span(s, begin, end),
                           .inner = wkt_scan_span(s, begin + 2, end - 2)};
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
scan_code(wkt_scanner *s)
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

static bool
is_blank_line(wkb_str all, size_t at)
{
    return wkt_is_blank(wkb_sub(all, at, wkt_line_end(all, at)));
}

/* The end of [...] behind `at`, 0 if it has none: [^name] on its line, all
 * others in their paragraph. */
static size_t
bracket_end(wkb_str all, size_t at)
{
    const bool is_note = wkb_starts(wkb_sub(all, at, all.n), WKB_STR("[^"));
    for (size_t i = at + 1; i < all.n; i++) {
        const char c = all.p[i];
        if (c == ']')
            return i > at + 2 ? i + 1 : 0;
        if (c == '[' || (c == '\n' && (is_note || is_blank_line(all, i + 1))))
            return 0;
        i += c == '\\';
    }
    return 0;
}

/* A citation that is none: [@ without its end. */
static wk_status
check_bracket(const wkt_scanner *s)
{
    const size_t begin = s->at;
    const char first = begin + 2 < s->all.n ? s->all.p[begin + 2] : '\0';
    if (wkb_starts(rest(s), WKB_STR("[@")) && wkb_is_letter(first))
        return error_at(s,
                        begin,
                        begin + 2,
                        "a citation without its ]\n"
                        "close it; no [ can stand in it");
    return WK_OK;
}

/* Whether a bracket is [words @source]: no text of a link, and a source behind
 * white space or a hyphen. */
static bool
cites_behind_words(const wkt_scanner *s, size_t begin, size_t end)
{
    const char next = end < s->all.n ? s->all.p[end] : '\0';
    if (end == 0 || next == '(' || next == '[' || next == ':')
        return false;
    for (size_t i = begin + 2; i + 2 < end; i++) {
        const char before = s->all.p[i - 1];
        if (s->all.p[i] == '@' && wkb_is_letter(s->all.p[i + 1]) &&
            (before == ' ' || before == '\n' || before == '-'))
            return true;
    }
    return false;
}

static bool
begins_deep(wkb_str line)
{
    return wkb_starts(line, WKB_STR("    ")) || wkb_starts(line, WKB_STR("\t"));
}

/* Behind the blank lines that begin at `at`. */
static size_t
past_blank(wkb_str all, size_t at)
{
    while (at < all.n && is_blank_line(all, at)) {
        at = wkt_line_end(all, at);
        at = at < all.n ? at + 1 : at;
    }
    return at;
}

/* The text of a footnote goes on over indented lines, and behind empty ones
 * over those that are indented by four. */
static size_t
note_end(wkb_str all, size_t at)
{
    size_t end = wkt_line_end(all, at);
    while (end + 1 < all.n) {
        const size_t next = past_blank(all, end + 1);
        const wkb_str line = wkb_sub(all, next, wkt_line_end(all, next));
        const bool goes_on =
            next == end + 1 ? line.n && (line.p[0] == ' ' || line.p[0] == '\t')
                            : begins_deep(line);
        if (!goes_on)
            break;
        end = wkt_line_end(all, next);
    }
    return end;
}

/* What is no paragraph: a list, a block, a quote, a heading, code. */
static bool
is_other_block(wkb_str line)
{
    const wkb_str s = wkb_trim(line);
    size_t digits = 0;
    while (digits < s.n && wkb_is_digit(s.p[digits]))
        digits++;
    const char c = digits < s.n ? s.p[digits] : '\0';
    const char next = digits + 1 < s.n ? s.p[digits + 1] : ' ';
    if (digits)
        return next == ' ' && (c == '.' || c == ')');
    return c == '>' || c == '|' || wkb_starts(s, WKB_STR("```")) ||
           wkb_starts(s, WKB_STR("~~~")) || wkb_starts(s, WKB_STR("##")) ||
           (next == ' ' && (c == '-' || c == '+' || c == '*' || c == '#'));
}

/* A note holds paragraphs: what a later one begins with is freed of its indent,
 * and would be a list, a block or code. */
static wk_status
check_note(const wkt_scanner *s, size_t text, size_t end)
{
    bool is_first = false;
    for (size_t at = wkt_line_end(s->all, text) + 1; at < end;
         at = wkt_line_end(s->all, at) + 1) {
        const size_t stop = wkt_line_end(s->all, at);
        const wkb_str line = wkb_sub(s->all, at, stop);
        const bool is_blank = wkt_is_blank(line);
        const size_t indent = wkb_starts(line, WKB_STR("\t")) ? 1 : 4;
        if (is_first && !is_blank &&
            (begins_deep(wkb_sub(line, indent, line.n)) ||
             is_other_block(line)))
            return error_at(s,
                            at,
                            stop,
                            "a footnote holds paragraphs alone\n"
                            "write this as text, or put it outside the note");
        is_first = is_blank;
    }
    return WK_OK;
}

/* A line that is not indented ends the note, and reads as if it did not. */
static wk_status
check_note_end(const wkt_scanner *s, size_t end)
{
    const size_t next = end < s->all.n ? end + 1 : end;
    const wkb_str line = wkb_sub(s->all, next, wkt_line_end(s->all, next));
    if (line.n && !wkt_is_blank(line) &&
        (wkb_is_letter(line.p[0]) || (unsigned char)line.p[0] >= 0x80))
        return error_at(s,
                        next,
                        next + line.n,
                        "a line behind a footnote\n"
                        "indent it if it belongs to the note, or put an empty "
                        "line before it");
    return WK_OK;
}

static wk_status
add_note(wkt_scanner *s, wkb_str name, size_t begin, size_t text)
{
    wkt_page *p = s->p;
    const size_t end = note_end(s->all, text);
    s->at = end < s->all.n ? end + 1 : end;
    if (s->skips)
        return WK_OK;
    WKB_TRY(wkt_fault(p, check_note(s, text, end)));
    WKB_TRY(wkt_fault(p, check_note_end(s, end)));
    for (size_t i = 0; i < p->note.n; i++) {
        if (wkb_str_eq(p->note.item[i].name, name))
            return wkb_error(p->env->diag,
                             WK_EDUPLICATE,
                             wkt_scan_span(s, begin, text),
                             "footnote %q stands twice\nrename one",
                             name);
    }
    if (p->note.n == MOST_NOTES)
        return wkb_error(p->env->diag,
                         WK_ELIMIT,
                         wkt_scan_span(s, begin, text),
                         "a page has at most %d footnotes\nsplit it",
                         (int)MOST_NOTES);
    wkt_note *n = WKB_PUSH(p->arena, &p->note);
    if (!n)
        return WK_ENOMEM;
    *n = (wkt_note){.name = name,
                    .at = wkt_scan_span(s, begin, text),
                    .text = wkt_scan_span(s, text, end)};
    return WK_OK;
}

static wk_status
scan_bracket(wkt_scanner *s, size_t end)
{
    const size_t begin = s->at;
    const bool is_note = s->all.p[begin + 1] == '^';
    const size_t from = begin + (is_note || s->all.p[begin + 1] == '@' ? 2 : 1);
    const wkb_str inner = wkb_sub(s->all, from, end - 1);
    size_t line = begin;
    while (line && begin - line < 4 && s->all.p[line - 1] == ' ')
        line--;
    const bool starts =
        begin - line < 4 && (line == 0 || s->all.p[line - 1] == '\n');
    if (is_note && starts && end < s->all.n && s->all.p[end] == ':')
        return add_note(s, inner, begin, end + 1);
    const wkt_slot slot = {.kind = is_note ? WKT_SLOT_NOTE : WKT_SLOT_CITE,
                           .at = wkt_scan_span(s, begin, end),
                           .inner = wkt_scan_span(s, from, end - 1),
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
    const size_t end = wkt_line_end(all, i);
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
    size_t at = wkt_line_end(all, f->begin);
    at = at < all.n ? at + 1 : at;
    *content = at;
    while (at < all.n) {
        fence g;
        if (fence_at(all, at, &g) && g.c == f->c && g.n >= f->n &&
            g.info.n == 0)
            return at;
        at = wkt_line_end(all, at);
        at = at < all.n ? at + 1 : at;
    }
    return all.n;
}

static wk_status
scan_directive(wkt_scanner *s, const fence *f, size_t content, size_t close)
{
    const size_t after = wkt_line_end(s->all, close);
    const wkt_slot slot = {
        .kind = WKT_SLOT_DIRECTIVE,
        .at = wkt_scan_span(s, f->begin + f->prefix, content ? content - 1 : 0),
        .inner = wkt_scan_span(s, content, close),
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
    WKB_TRY(
        wkt_put_raw(s->p, wkt_scan_span(s, f->begin, f->begin + f->prefix)));
    WKB_TRY(wkt_put_placeholder(s->p, slot));
    wkb_puts(&s->p->text, "\n\n");
    return s->p->text.status;
}

/* A fence at the start of a line: code is copied, a directive taken. */
static wk_status
scan_fence(wkt_scanner *s, const fence *f)
{
    size_t content = 0;
    const size_t close = fence_close(s->all, f, &content);
    const size_t after = wkt_line_end(s->all, close);
    if (wkt_is_directive(f->info))
        return scan_directive(s, f, content, close);
    s->at = after < s->all.n ? after + 1 : after;
    return copy(s, f->begin, s->at);
}

/* A backslash and what stands behind it: read by cmark, but for bars and
 * braces. */
static wk_status
scan_escape(wkt_scanner *s)
{
    const size_t begin = s->at;
    const bool is_braces = wkb_starts(rest(s), WKB_STR("\\{{"));
    s->at += is_braces ? 3 : 2;
    if ((!is_braces && s->all.p[begin + 1] != '|') || s->skips)
        return copy(s, begin, s->at);
    return wkt_put_placeholder(
        s->p,
        (wkt_slot){.kind = is_braces ? WKT_SLOT_BRACES : WKT_SLOT_BAR,
                   .at = wkt_scan_span(s, begin, s->at)});
}

/* One thing at the scanner's place; a fault goes on behind it. */
static wk_status
scan_one(wkt_scanner *s, wkt_stop *why, bool *ends)
{
    const wkb_str r = rest(s);
    const size_t begin = s->at;
    if (r.p[0] == '\\' && r.n > 1)
        return scan_escape(s);
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
            return wkt_scan_tag(s, begin, end, why, ends);
        return scan_value(s, begin, end);
    }
    if (r.p[0] == '`')
        return scan_code(s);
    if (r.n > 2 && r.p[0] == '[') {
        const size_t end = bracket_end(s->all, begin);
        if (end && (r.p[1] == '@' || r.p[1] == '^' ||
                    cites_behind_words(s, begin, end)))
            return scan_bracket(s, end);
        if (!s->skips)
            WKB_TRY(wkt_fault(s->p, check_bracket(s)));
    }
    s->at++;
    return copy(s, begin, s->at);
}

static bool
at_line_start(const wkt_scanner *s)
{
    return s->at == 0 || s->all.p[s->at - 1] == '\n';
}

/* Bytes that begin nothing, copied together. */
static size_t
plain_length(const wkt_scanner *s)
{
    static const wkb_str special = {"\\{`[\n", 5};
    size_t n = s->at;
    while (n < s->all.n && wkb_find(special, s->all.p[n]) == special.n)
        n++;
    return n - s->at;
}

wk_status
wkt_scan_on(wkt_scanner *s, wkt_stop *why)
{
    bool ends = false;
    *why = WKT_AT_END;
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
    wkt_stop why = WKT_AT_END;
    wkt_scanner s = {.p = p, .in = body, .all = wkt_source(p, body)};
    while (s.at < s.all.n) {
        WKB_TRY(wkt_scan_on(&s, &why));
        if (why != WKT_AT_END && s.n_unknown)
            s.n_unknown--;
        else if (why != WKT_AT_END)
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
