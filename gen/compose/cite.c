/* Citations in Pandoc's form, and the references that close a page. */
#include <string.h>

#include "compose/compose.h"

static const wkl_table *
sources_table(const wkt_page *p)
{
    const wkl_tables *t = p->env->tables;
    const uint32_t n = wkl_find_table(t, WKB_STR("sources"));
    return n == WKL_NONE ? NULL : t->table.item[n];
}

wk_status
wkt_refer(wkt_page *p, wkb_str id, size_t *number)
{
    wkc_sources *all = &p->doc->sources;
    size_t i = 0;
    while (i < all->item.n && !wkb_str_eq(all->item.item[i].id, id))
        i++;
    *number = i + 1;
    if (i < all->item.n)
        return WK_OK;
    wkc_source *s = WKB_PUSH(p->arena, &all->item);
    if (!s)
        return WK_ENOMEM;
    *s = (wkc_source){id, {0}};
    return WK_OK;
}

size_t
wkt_known_source(const wkt_page *p, wkb_str text)
{
    const wkl_table *t = sources_table(p);
    size_t n = 0;
    while (n < text.n && (wkb_is_letter(text.p[n]) || wkb_is_digit(text.p[n]) ||
                          text.p[n] == '-' || text.p[n] == '.'))
        n++;
    while (n && text.p[n - 1] == '.')
        n--;
    const wkb_str id = wkb_sub(text, 0, n);
    return t && n && wkl_find_row(p->env->tables, t, id) != WKL_NONE ? n : 0;
}

static wkb_str
source_id(const void *ud, size_t i)
{
    const wkt_page *p = ud;
    return wkl_id(p->env->tables, sources_table(p), (uint32_t)i);
}

static wk_status
unknown_source(const wkt_page *p, wkb_str id, wkb_span at, bool has_words)
{
    const wkl_table *t = sources_table(p);
    const size_t n = t ? t->n_row : 0;
    const size_t near = wkb_nearest(id, source_id, p, n);
    const size_t known = wkt_known_source(p, id);
    if (known)
        return wkb_error(p->env->diag,
                         WK_ESOURCE,
                         at,
                         "unknown source %q\n"
                         "put a comma between the source and the place in it",
                         id);
    if (near < n)
        return wkb_error(p->env->diag,
                         WK_ESOURCE,
                         at,
                         "unknown source %q\ndid you mean %q?",
                         id,
                         source_id(p, near));
    return wkb_error(p->env->diag,
                     WK_ESOURCE,
                     at,
                     has_words
                         ? "unknown source %q\n"
                           "add it to sources.csv, or write \\@ for a sign"
                         : "unknown source %q\n"
                           "add it to sources.csv, or correct the id",
                     id);
}

/* "[see 1, p. 3]", a link to the entry of a source. */
static wk_status
put_link(
    wkt_page *p, wkb_str words, wkb_str id, wkb_str locator, wkt_node *into)
{
    size_t number = 0;
    wkb_out text = wkb_out_kept(p->arena), href = wkb_out_kept(p->arena);
    WKB_TRY(wkt_refer(p, id, &number));
    wkt_node *link = wkt_add(p->arena, into, WKT_LINK);
    wkb_print(&text, "[%S%s%z", words, words.n ? " " : "", number);
    if (locator.n)
        wkb_print(&text, ", %S", locator);
    wkb_putc(&text, ']');
    wkb_print(&href, "#ref-%z", number);
    if (!link || !wkt_add_text(p->arena, link, wkt_kept(p, &text)))
        return WK_ENOMEM;
    link->cls = WKB_STR("cite");
    link->href = wkt_kept(p, &href);
    return WK_OK;
}

wk_status
wkt_put_reference(wkt_page *p, wkb_str id, wkb_str locator, wkt_node *into)
{
    return put_link(p, (wkb_str){NULL, 0}, id, locator, into);
}

/* The place in a source as it is read: escapes undone, on one line. */
static wk_status
read_locator(wkt_page *p, wkb_str text, wkb_str *out)
{
    wkb_out kept = wkb_out_kept(p->arena);
    text = wkt_trim(text);
    for (size_t i = 0; i < text.n; i++) {
        const char next = i + 1 < text.n ? text.p[i + 1] : '\0';
        const bool is_space = text.p[i] == ' ' || text.p[i] == '\n' ||
                              text.p[i] == '\r' || text.p[i] == '\t';
        if (text.p[i] == '\\' && next > ' ' && next < 0x7f &&
            !wkb_is_letter(next) && !wkb_is_digit(next))
            wkb_putc(&kept, text.p[++i]);
        else if (!is_space)
            wkb_putc(&kept, text.p[i]);
        else if (kept.n && kept.p[kept.n - 1] != ' ')
            wkb_putc(&kept, ' ');
    }
    *out = wkt_kept(p, &kept);
    return kept.status;
}

static wk_status
check_words(const wkt_page *p,
            const wkt_slot *s,
            wkb_str words,
            const char *cannot)
{
    if (words.n == 0 || !memmem(words.p, words.n, "{{", 2))
        return WK_OK;
    return wkb_error(
        p->env->diag,
        WK_ESYNTAX,
        wkt_span(s->inner, wkt_source(p, s->inner), wkt_trim(words)),
        "%s hold {{ }}\nwrite the number itself",
        cannot);
}

/* Where the sign of a source stands: at the start, or behind words; s.n: it has
 * none. */
static size_t
find_sign(wkb_str s)
{
    size_t i = 0;
    while (i < s.n &&
           (s.p[i] != '@' || (i && s.p[i - 1] != ' ' && s.p[i - 1] != '-' &&
                              s.p[i - 1] != '\n')))
        i++;
    return i;
}

/* "words @key, locator" of one source; -@key leaves out the author, whom we do
 * not print. */
static wk_status
put_one(wkt_page *p, const wkt_slot *s, wkb_str one, wkt_node *into)
{
    const wkb_str whole = wkt_source(p, s->inner);
    const size_t sign = find_sign(one);
    wkb_str words = wkb_sub(one, 0, sign < one.n ? sign : 0);
    wkb_str locator = wkb_sub(one, sign < one.n ? sign + 1 : 0, one.n);
    if (wkb_ends(words, WKB_STR("-")))
        words.n--;
    locator = wkt_trim(locator);
    const wkb_str id = wkt_trim(wkb_cut(&locator, ','));
    const wkl_table *t = sources_table(p);
    if (!t || wkl_find_row(p->env->tables, t, id) == WKL_NONE)
        return unknown_source(
            p, id, wkt_span(s->inner, whole, id), words.n != 0);
    WKB_TRY(check_words(p, s, words, "the words before a source cannot"));
    WKB_TRY(check_words(p, s, locator, "the place in a source cannot"));
    WKB_TRY(read_locator(p, words, &words));
    WKB_TRY(read_locator(p, locator, &locator));
    return put_link(p, words, id, locator, into);
}

wk_status
wkt_put_cite(wkt_page *p, const wkt_slot *s, wkt_node *into)
{
    wkb_str rest = wkt_source(p, s->inner);
    for (bool first = true; rest.p; first = false) {
        const wkb_str one = wkb_cut(&rest, ';');
        if (!first && !wkt_add_text(p->arena, into, WKB_STR(" ")))
            return WK_ENOMEM;
        WKB_TRY(wkt_fault(p, put_one(p, s, one, into)));
    }
    return WK_OK;
}

static wkb_str
field(const wkt_page *p, uint32_t row, const char *column)
{
    const wkl_table *t = sources_table(p);
    const uint32_t c = wkl_find_column(t, wkb_str_of(column));
    return c == WKL_NONE
               ? (wkb_str){0}
               : wkl_text_at(p->env->tables,
                             wkl_cell_span(p->env->tables, t, row, c));
}

wkb_str
wkt_source_field(const wkt_page *p, wkb_str id, const char *column)
{
    const wkl_table *t = sources_table(p);
    const uint32_t row = t ? wkl_find_row(p->env->tables, t, id) : WKL_NONE;
    return row == WKL_NONE ? (wkb_str){0} : field(p, row, column);
}

wkb_str
wkt_author(const wkt_page *p, wkb_str id)
{
    const wkb_str authors = wkt_source_field(p, id, "authors");
    const wkb_str title = wkt_source_field(p, id, "title");
    return authors.n ? authors : title.n ? title : id;
}

static void
put_part(wkb_out *out, const char *before, wkb_str text, const char *after)
{
    if (text.n)
        wkb_print(out, "%s%S%s", before, text, after);
}

/* Ended by a point, unless it ends itself. */
static void
put_sentence(wkb_out *out, wkb_str text)
{
    const char last = text.n ? text.p[text.n - 1] : '\0';
    const bool ends = last == '.' || last == '?' || last == '!';
    put_part(out, "", text, ends ? " " : ". ");
}

/* "Authors (year). Title. Container. "; without authors the year stands behind
 * the title. */
static void
put_work(const wkt_page *p, uint32_t row, wkb_out *out)
{
    const wkb_str authors = field(p, row, "authors");
    const wkb_str year = field(p, row, "year");
    const wkb_str title = field(p, row, "title");
    const wkb_str first = authors.n ? authors : title;
    if (year.n && first.n) {
        wkb_put(out, first);
        put_part(out, " (", year, "). ");
    } else {
        put_sentence(out, first);
        put_part(out, "(", year, "). ");
    }
    if (authors.n)
        put_sentence(out, title);
    put_sentence(out, field(p, row, "container"));
}

static wk_status
add_reference(wkt_page *p, wkt_node *list, size_t i)
{
    wkb_out id = wkb_out_kept(p->arena), text = wkb_out_kept(p->arena);
    wkb_out tail = wkb_out_kept(p->arena);
    const wkc_source *s = &p->doc->sources.item.item[i];
    const wkl_table *t = sources_table(p);
    const uint32_t row = t ? wkl_find_row(p->env->tables, t, s->id) : WKL_NONE;
    wkt_node *item = wkt_add(p->arena, list, WKT_ITEM);
    wkt_node *para = item ? wkt_add(p->arena, item, WKT_PARAGRAPH) : NULL;
    if (!para)
        return WK_ENOMEM;
    wkb_print(&id, "ref-%z", i + 1);
    item->id = wkt_kept(p, &id);
    if (row == WKL_NONE)
        return wkt_add_text(p->arena, para, s->id) ? WK_OK : WK_ENOMEM;
    put_work(p, row, &text);
    const wkb_str url = field(p, row, "url");
    const wkb_str accessed = field(p, row, "accessed");
    wkb_str all = wkt_kept(p, &text);
    if (url.n == 0)
        all = wkb_trim(all);
    if (!wkt_add_text(p->arena, para, all))
        return WK_ENOMEM;
    if (url.n) {
        wkt_node *link = wkt_add(p->arena, para, WKT_LINK);
        if (!link || !wkt_add_text(p->arena, link, url))
            return WK_ENOMEM;
        link->href = url;
    }
    put_part(&tail, " (read ", accessed, ")");
    return wkt_add_text(p->arena, para, wkt_kept(p, &tail)) ? WK_OK : WK_ENOMEM;
}

static wkt_node *
section(wkt_page *p, wkt_node *root, const char *id, const char *title)
{
    wkt_node *s = wkt_add(p->arena, root, WKT_SECTION);
    wkt_node *h = s ? wkt_add(p->arena, s, WKT_HEADING) : NULL;
    if (!h || !wkt_add_text(p->arena, h, wkb_str_of(title)))
        return NULL;
    s->cls = wkb_str_of(id);
    h->level = 2;
    h->id = wkb_str_of(id);
    return s;
}

wk_status
wkt_references(wkt_page *p, wkt_node *root)
{
    if (p->doc->sources.item.n == 0)
        return WK_OK;
    wkt_node *s = section(p, root, "sources", "Sources");
    wkt_node *list = s ? wkt_add(p->arena, s, WKT_LIST) : NULL;
    if (!list)
        return WK_ENOMEM;
    list->is_ordered = true;
    list->start = 1;
    list->cls = WKB_STR("refs");
    for (size_t i = 0; i < p->doc->sources.item.n; i++)
        WKB_TRY(add_reference(p, list, i));
    return WK_OK;
}
