/* Tags of blocks: conditions, repetition and partials, carried out where they
 * stand. */
#include "compose/scan.h"

enum {
    DEEPEST = 32,
    DEEPEST_TAG = 64,
    MOST_STRETCHES = 100000,
    MOST_TEXT = 4 << 20 /* bytes */
};

/* A line that holds only a block tag vanishes: widens begin and end. */
static void
whole_line(wkb_str all, size_t *begin, size_t *end)
{
    size_t b = *begin, e = wkt_line_end(all, *end);
    while (b && all.p[b - 1] != '\n')
        b--;
    if (!wkt_is_blank(wkb_sub(all, b, *begin)) ||
        !wkt_is_blank(wkb_sub(all, *end, e)))
        return;
    *begin = b;
    *end = e < all.n ? e + 1 : e;
}

/* Tags that cross: told once, and what follows is not read. */
static wk_status
give_up(wkt_scanner *s, wk_status status)
{
    s->is_broken = true;
    s->at = s->all.n;
    return status;
}

/* The page ends here: it is neither read on nor made. */
static wk_status
too_long(wkt_scanner *s, wkb_span at)
{
    (void)give_up(s, WK_OK);
    if (s->p->is_too_long)
        return WK_OK;
    s->p->is_too_long = true;
    return wkb_error(s->p->env->diag,
                     WK_ELIMIT,
                     at,
                     "the page grows beyond %d MiB, or %d repetitions\n"
                     "list fewer rows, or make several pages",
                     (int)(MOST_TEXT >> 20),
                     (int)MOST_STRETCHES);
}

/* Runs the scanner over a stretch up to its stop, putting out or not. */
static wk_status
stretch(wkt_scanner *s, bool skips, wkt_stop *why)
{
    const bool outer = s->skips;
    const size_t at = s->at;
    if (s->depth == DEEPEST_TAG)
        return give_up(s,
                       wkb_error(s->p->env->diag,
                                 WK_ELIMIT,
                                 wkt_scan_span(s, at, at),
                                 "conditions and lists nest more than %d deep\n"
                                 "put some into a partial, or take them apart",
                                 (int)DEEPEST_TAG));
    if (++s->p->n_stretches > MOST_STRETCHES || s->p->text.n > MOST_TEXT)
        return too_long(s, wkt_scan_span(s, at, at));
    s->skips = outer || skips;
    s->depth++;
    const wk_status status = wkt_scan_on(s, why);
    s->depth--;
    s->skips = outer;
    return status;
}

/* A block whose text ended otherwise than at its closing tag. */
static wk_status
unclosed(wkt_scanner *s, size_t at, const char *tag, wkt_stop why)
{
    wkb_diag *d = s->p->env->diag;
    const bool is_told = s->is_broken || s->n_unknown > 0;
    if (why != WKT_AT_END || s->is_broken)
        (void)give_up(s, WK_OK);
    if (is_told)
        return WK_OK;
    if (why == WKT_AT_ELSE)
        return wkb_error(d,
                         WK_ESYNTAX,
                         s->stopped,
                         tag[0] == 'i'
                             ? "a second {{#else}}\nput another {{#if}} "
                               "behind the first, and close both"
                             : "{{#else}} belongs to no {{#if}} here\n"
                               "close the {{#if}} that it belongs to behind "
                               "it, or take it out");
    return wkb_error(d,
                     WK_ESYNTAX,
                     wkt_scan_span(s, at, at + 2),
                     "{{#%s}} without its {{/%s}}\nclose it",
                     tag,
                     tag);
}

static wk_status
scan_if(wkt_scanner *s, size_t begin, wkb_span test)
{
    bool yes = false;
    wkt_stop why = WKT_AT_END;
    if (!s->skips)
        WKB_TRY(wkt_fault(s->p, wkt_truth(s->p, test, &yes)));
    WKB_TRY(stretch(s, !yes, &why));
    if (why == WKT_AT_ELSE)
        WKB_TRY(stretch(s, yes, &why));
    return why == WKT_AT_END_IF ? WK_OK : unclosed(s, begin, "if", why);
}

/* NAME in LIST */
static bool
cut_each(wkb_str text, wkb_str *name, wkb_str *list)
{
    const size_t n = wkb_word_length(text);
    *name = wkb_sub(text, 0, n);
    *list = wkt_trim(wkb_sub(text, n, text.n));
    if (n == 0 || !wkb_starts(*list, WKB_STR("in")) ||
        wkb_word_length(*list) != 2)
        return false;
    *list = wkt_trim(wkb_sub(*list, 2, list->n));
    return true;
}

static wk_status
repeat(wkt_scanner *s,
       size_t begin,
       wkb_str name,
       uint32_t table,
       const uint32_t *row,
       size_t n)
{
    const wkc_bindings before = s->p->names;
    const wkt_bound bound = s->p->bound;
    const size_t body = s->at;
    wkt_stop why = WKT_AT_END;
    for (size_t i = 0; i < n && !s->is_broken; i++) {
        const wkc_binding b = {.name = name,
                               .kind = WKC_BIND_ROW,
                               .row = row[i],
                               .type = {.kind = WKU_ROW,
                                        .unit = wku_one(),
                                        .table = (uint16_t)table}};
        s->p->names = before;
        s->p->bound = (wkt_bound){.pool = NULL}; /* each row has its own */
        WKB_TRY(wkt_bind(s->p, &b));
        s->at = body;
        WKB_TRY(stretch(s, false, &why));
    }
    s->p->names = before;
    s->p->bound = bound;
    if (n == 0)
        WKB_TRY(stretch(s, true, &why));
    return why == WKT_AT_END_EACH ? WK_OK : unclosed(s, begin, "each", why);
}

static wk_status
scan_each(wkt_scanner *s, size_t begin, wkb_span inner)
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
        WKB_TRY(
            wkt_fault(s->p, wkt_check_name(s->p, wkt_span(inner, text, name))));
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
scan_partial(wkt_scanner *s, size_t open, size_t line, wkb_span inner)
{
    uint32_t file = 0;
    wkt_page *p = s->p;
    if (s->skips)
        return WK_OK;
    const wkb_str name = wkt_source(p, inner);
    const wk_status found =
        p->t->partial ? p->t->partial(p->t->ud, name, &file) : WK_ENAME;
    if (found != WK_OK &&
        (wkb_find(name, '.') < name.n || wkb_find(name, '/') < name.n ||
         wkb_starts(name, WKB_STR("_"))))
        return wkb_error(p->env->diag,
                         found,
                         inner,
                         "there is no partial %q\n"
                         "a partial is named without path, _ and ending: "
                         "{{> part}} is _part.md",
                         name);
    if (found != WK_OK)
        return wkb_error(p->env->diag,
                         found,
                         inner,
                         name.n ? "there is no partial %q\n"
                                  "add _%S.md beside the page, or in templates/"
                                : "a partial without a name\n"
                                  "write {{> part}} for _part.md",
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
    if (wkb_starts(bytes, WKB_STR("---\n")) ||
        wkb_starts(bytes, WKB_STR("---\r\n")))
        return wkb_error(p->env->diag,
                         WK_ESYNTAX,
                         (wkb_span){file, 0, 3},
                         "a partial has no front matter\n"
                         "write it in the page, or draw a line with ***");
    if (++p->n_stretches > MOST_STRETCHES || p->text.n > MOST_TEXT)
        return too_long(s, inner);
    const bool ends_line =
        line < open || s->at == 0 || s->all.p[s->at - 1] == '\n';
    const wkb_str outer = p->indent;
    if (!ends_line && wkb_ends(bytes, WKB_STR("\n")))
        bytes.n--;
    WKB_TRY(indent(p, wkt_scan_span(s, line, open)));
    p->depth++;
    const wk_status status =
        wkt_expand(p, (wkb_span){file, 0, (uint32_t)bytes.n});
    p->depth--;
    p->indent = outer;
    return p->is_too_long ? give_up(s, status) : status;
}

/* Length of the word behind a tag's sign. */
static size_t
word_of(wkb_str inner)
{
    return wkb_word_length(wkb_sub(inner, 1, inner.n));
}

wk_status
wkt_scan_tag(
    wkt_scanner *s, size_t begin, size_t end, wkt_stop *why, bool *ends)
{
    static const struct {
        const char *word;
        wkt_stop why;
    } stops[] = {{"#else", WKT_AT_ELSE},
                 {"/if", WKT_AT_END_IF},
                 {"/each", WKT_AT_END_EACH}};
    const wkb_str inner = wkt_trim(wkb_sub(s->all, begin + 2, end - 2));
    const wkb_span at = wkt_span(s->in, s->all, inner);
    size_t line_begin = begin, line_after = end;
    whole_line(s->all, &line_begin, &line_after);
    s->at = line_after;
    for (size_t i = 0; i < WKB_COUNT(stops); i++) {
        if (wkb_str_eq(inner, wkb_str_of(stops[i].word))) {
            *why = stops[i].why;
            *ends = true;
            s->stopped = wkt_scan_span(s, begin, end);
            return WK_OK;
        }
    }
    const wkb_str words[] = {WKB_STR("#if"), WKB_STR("#each"), WKB_STR(">")};
    for (size_t i = 0; i < WKB_COUNT(words); i++) {
        if (!wkb_starts(inner, words[i]) ||
            (words[i].p[0] == '#' && 1 + word_of(inner) != words[i].n))
            continue;
        const wkb_str text = wkt_trim(wkb_sub(inner, words[i].n, inner.n));
        const wkb_span what = wkt_span(s->in, s->all, text);
        return i == 0   ? scan_if(s, begin, what)
               : i == 1 ? scan_each(s, begin, what)
                        : scan_partial(s, begin, line_begin, what);
    }
    s->n_unknown += inner.p[0] == '#';
    return wkb_error(s->p->env->diag,
                     WK_ESYNTAX,
                     at,
                     wkb_starts(inner, WKB_STR("#else "))
                         ? "unknown tag %q\nwrite {{#else}}{{#if ...}} and "
                           "close both"
                         : "unknown tag %q\nthere are #if, #else, /if, "
                           "#each, /each and > partial",
                     inner);
}
