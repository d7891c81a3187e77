/* Front matter: what a page says of itself. */
#include "compose/compose.h"

/* Three dashes, and blanks behind them. */
static bool
is_rule(wkb_str line)
{
    return wkb_starts(line, WKB_STR("---")) && wkt_trim(line).n == 3;
}

/* The text between the two lines of dashes; *body is what follows. WK_ENONE:
 * the page begins with none. */
static wk_status
find_matter(wkb_str bytes, wkb_span *matter, uint32_t *body, wkb_diag *d)
{
    size_t at = wkb_starts(bytes, WKB_STR("\xef\xbb\xbf")) ? 3 : 0;
    *body = (uint32_t)at;
    wkb_str first_line = wkb_sub(bytes, at, bytes.n);
    first_line.n = wkb_find(first_line, '\n');
    if (!is_rule(first_line) || at + first_line.n == bytes.n)
        return WK_ENONE;
    const size_t begin = at + first_line.n + 1;
    for (at = begin; at < bytes.n;) {
        wkb_str line = wkb_sub(bytes, at, bytes.n);
        line.n = wkb_find(line, '\n');
        const size_t next = at + line.n + (at + line.n < bytes.n);
        if (is_rule(line)) {
            matter->begin = (uint32_t)begin;
            matter->end = (uint32_t)at;
            *body = (uint32_t)next;
            return WK_OK;
        }
        at = next;
    }
    const wkb_span first = {matter->file, *body, *body + 3};
    return wkb_error(d,
                     WK_ESYNTAX,
                     first,
                     "front matter without its end\n"
                     "end it with a line of ---, or draw a line with ***");
}

static wk_status
read_format(wkt_meta *out, const wkt_yaml *one, wkb_diag *d)
{
    if (wkb_str_eq(one->text, WKB_STR("html")))
        out->html = true;
    else if (wkb_str_eq(one->text, WKB_STR("md")))
        out->markdown = true;
    else
        return wkb_error(d,
                         WK_ENAME,
                         one->at,
                         wkb_str_eq(one->text, WKB_STR("pdf"))
                             ? "pages cannot be written as %q yet\nwrite html "
                               "or md, and print the page for a PDF"
                             : "%q is no format\nwrite html or md",
                         one->text);
    return WK_OK;
}

static wk_status
read_formats(wkt_meta *out, const wkt_yaml *n, wkb_diag *d)
{
    wk_status worst = WK_OK;
    out->html = false;
    if (n->kind == WKT_YAML_SCALAR)
        return read_format(out, n, d);
    if (n->kind == WKT_YAML_LIST && !n->child)
        return wkb_error(d,
                         WK_ENONE,
                         n->at,
                         "a page without a format is not written\nwrite html "
                         "or md, or take out 'formats:'");
    for (const wkt_yaml *one = n->child; one; one = one->next) {
        const wk_status status = read_format(out, one, d);
        worst = status == WK_OK ? worst : status;
    }
    return worst;
}

static wk_status
read_each(wkt_meta *out, const wkt_yaml *n, wkb_str bytes, wkb_diag *d)
{
    wkb_str text = wkb_sub(bytes, n->at.begin, n->at.end);
    size_t i = 0;
    while (i < text.n && text.p[i] != ' ')
        i++;
    out->each_name = wkb_sub(text, 0, i);
    wkb_str list = wkb_trim(wkb_sub(text, i, text.n));
    if (!n->verbatim || !wkb_is_word(out->each_name) ||
        !wkb_starts(list, WKB_STR("in ")))
        return wkb_error(d,
                         WK_ESYNTAX,
                         n->at,
                         "each needs a name and a list\n"
                         "as in each: c in chips where known(tdp)");
    if (wku_is_language_word(out->each_name))
        return wkb_error(d,
                         WK_ESYNTAX,
                         wkt_span(n->at, text, out->each_name),
                         "%q is a word of the language\nname it otherwise",
                         out->each_name);
    list = wkb_trim(wkb_sub(list, 3, list.n));
    out->each_list = wkt_span(n->at, text, list);
    return WK_OK;
}

/* A language's code as browsers take it: en, de-CH, zh-Hant-TW. */
static wk_status
check_lang(const wkt_yaml *n, wkb_diag *d)
{
    enum { FIRST_MOST = 3, OTHERS_MOST = 8 };
    wkb_str rest = n->text;
    for (size_t part = 0; rest.p; part++) {
        const wkb_str one = wkb_cut(&rest, '-');
        bool is_good = one.n >= (part ? 1 : 2) &&
                       one.n <= (part ? OTHERS_MOST : FIRST_MOST);
        for (size_t i = 0; i < one.n; i++)
            is_good =
                is_good && one.p[i] != '_' &&
                (wkb_is_letter(one.p[i]) || (part && wkb_is_digit(one.p[i])));
        if (!is_good)
            return wkb_error(d,
                             WK_ENAME,
                             n->at,
                             "%q is no code of a language\n"
                             "write en, de or pt-BR",
                             n->text);
    }
    return WK_OK;
}

static wk_status
read_date(wkt_meta *out, const wkt_yaml *n, wkb_diag *d)
{
    double date = 0;
    out->date = n->text;
    out->date_at = n->at;
    return wku_date_read(&date, n->text, n->at, d);
}

static wk_status
read_keys(wkt_meta *out, const wkt_yaml *all, wkb_str bytes, wkb_diag *d)
{
    const struct {
        const char *key;
        wkb_str *text;
    } texts[] = {{"title", &out->title},
                 {"description", &out->description},
                 {"lang", &out->lang},
                 {"layout", &out->layout}};
    const wkt_yaml *n = NULL;
    for (size_t i = 0; i < WKB_COUNT(texts); i++) {
        n = wkt_yaml_find(all, texts[i].key);
        if (!n)
            continue;
        WKB_TRY(wkt_plain_of(n, d));
        *texts[i].text = n->text;
        if (texts[i].text == &out->layout)
            out->layout_at = n->at;
    }
    if ((n = wkt_yaml_find(all, "lang")) && n->text.n)
        WKB_TRY(check_lang(n, d));
    if ((n = wkt_yaml_find(all, "date")))
        WKB_TRY(read_date(out, n, d));
    if ((n = wkt_yaml_find(all, "formats")))
        WKB_TRY(read_formats(out, n, d));
    if ((n = wkt_yaml_find(all, "strict")))
        WKB_TRY(wkt_yaml_bool(&out->is_strict, n, d));
    if ((n = wkt_yaml_find(all, "draft")))
        WKB_TRY(wkt_yaml_bool(&out->is_draft, n, d));
    if ((n = wkt_yaml_find(all, "each")))
        WKB_TRY(read_each(out, n, bytes, d));
    return WK_OK;
}

wk_status
wkt_read_meta(wkt_meta *out,
              uint32_t *body,
              wkb_arena *a,
              const wkc_env *e,
              uint32_t file,
              const wkt_site *site)
{
    static const char *const known[] = {"title",
                                        "description",
                                        "date",
                                        "lang",
                                        "formats",
                                        "strict",
                                        "each",
                                        "layout",
                                        "draft"};
    wkt_yaml *all = NULL;
    const wkb_str bytes = e->diag->file.item[file].bytes;
    wkb_span matter = {file, 0, 0};
    *out = (wkt_meta){.lang = WKB_STR("en"),
                      .html = true,
                      .is_strict = site->is_strict,
                      .each_list = {file, 0, 0}};
    const wk_status found = find_matter(bytes, &matter, body, e->diag);
    if (found != WK_OK)
        return found == WK_ENONE ? WK_OK : found;
    WKB_TRY(wkt_yaml_read(&all, a, bytes, matter, e->diag));
    WKB_TRY(wkt_yaml_expect(all, WKT_YAML_MAP, e->diag));
    WKB_TRY(wkt_yaml_unknown(all, known, WKB_COUNT(known), e->diag));
    return read_keys(out, all, bytes, e->diag);
}
