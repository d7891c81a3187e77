/* How a page is cited, and dates as they are read. */
#include "write/html.h"

#include "base/str.h"

enum { YEAR = 4, MONTH_END = 7, DAY_END = 10, TEN = 10 };

static const char *const months[] = {"January",
                                     "February",
                                     "March",
                                     "April",
                                     "May",
                                     "June",
                                     "July",
                                     "August",
                                     "September",
                                     "October",
                                     "November",
                                     "December"};

/* YYYY-MM-DD or YYYY-MM: the month from 1; 0 for any other text. */
static size_t
month_of(wkb_str date)
{
    if (date.n != MONTH_END && date.n != DAY_END)
        return 0;
    for (size_t i = 0; i < date.n; i++) {
        const bool is_hyphen = i == YEAR || i == MONTH_END;
        if (is_hyphen ? date.p[i] != '-' : !wkb_is_digit(date.p[i]))
            return 0;
    }
    const size_t month = (size_t)(date.p[YEAR + 1] - '0') * TEN +
                         (size_t)(date.p[YEAR + 2] - '0');
    return month <= WKB_COUNT(months) ? month : 0;
}

void
wkw_put_date(wkb_out *out, wkb_str date)
{
    const size_t month = month_of(date);
    if (month == 0) {
        wkw_put_escaped(out, date, &wkw_html_escapes);
        return;
    }
    if (date.n == DAY_END) {
        const size_t tens = date.p[MONTH_END + 1] == '0' ? 1 : 0;
        wkb_put(out, wkb_sub(date, MONTH_END + 1 + tens, DAY_END));
        wkb_putc(out, ' ');
    }
    wkb_print(out, "%s %S", months[month - 1], wkb_sub(date, 0, YEAR));
}

/* Letters and digits of a path; the rest is left out. */
static void
put_key(wkw_page *h)
{
    const wkb_str path = h->r->doc->path, date = h->r->doc->meta.date;
    bool is_apart = false;
    for (size_t i = 0; i < path.n; i++) {
        const char c = path.p[i];
        const bool stands = wkb_is_letter(c) || wkb_is_digit(c);
        if (stands && is_apart)
            wkb_putc(h->out, '-');
        if (stands)
            wkb_putc(h->out, c);
        is_apart = !stands && (is_apart || i > 0);
    }
    if (month_of(date) || date.n == YEAR)
        wkb_print(h->out, "-%S", wkb_sub(date, 0, YEAR));
}

/* TeX's own characters, inside HTML. */
static const wkw_escapes tex = {{['&'] = "\\&amp;",
                                 ['<'] = "&lt;",
                                 ['>'] = "&gt;",
                                 ['"'] = "&quot;",
                                 ['\\'] = "{\\textbackslash}",
                                 ['{'] = "\\{",
                                 ['}'] = "\\}",
                                 ['%'] = "\\%",
                                 ['$'] = "\\$",
                                 ['#'] = "\\#",
                                 ['_'] = "\\_",
                                 ['~'] = "{\\textasciitilde}",
                                 ['^'] = "{\\textasciicircum}",
                                 ['\n'] = " "}};

static void
put_field(wkw_page *h, const char *name, wkb_str value)
{
    if (value.n == 0)
        return;
    wkb_print(h->out, ",\n  %s = {", name);
    wkw_put_escaped(h->out, value, &tex);
    wkb_putc(h->out, '}');
}

void
wkw_html_bibtex(wkw_page *h)
{
    const wkt_document *doc = h->r->doc;
    const wkt_site *site = h->r->site;
    wkb_puts(h->out,
             "<details class=\"citeas\"><summary>Cite this page</summary>\n"
             "<pre><code>@misc{");
    put_key(h);
    put_field(h, "author", site ? site->author : (wkb_str){NULL, 0});
    wkb_puts(h->out, ",\n  title = {{");
    wkw_put_escaped(h->out, wkw_title_of(doc), &tex);
    wkb_puts(h->out, "}}");
    put_field(h, "howpublished", site ? site->title : (wkb_str){NULL, 0});
    if (month_of(doc->meta.date) || doc->meta.date.n == YEAR)
        put_field(h, "year", wkb_sub(doc->meta.date, 0, YEAR));
    wkb_puts(h->out, ",\n  note = {Data of ");
    wkw_put_date(h->out, doc->meta.date);
    wkb_putc(h->out, '}');
    if (site && site->base_url.n) {
        wkb_puts(h->out, ",\n  url = {");
        wkw_put_page_url(h->out, h->r, ".html");
        wkb_putc(h->out, '}');
    }
    wkb_puts(h->out, "\n}</code></pre></details>\n");
}
