/* Tables as HTML. */
#include "write/html.h"

#include <string.h>

#include "base/str.h"

static const wkt_node *
caption_of(const wkt_node *table)
{
    const wkt_node *first = table->child;
    return first && first->kind == WKT_CAPTION ? first : NULL;
}

static wkb_str
chart_title(const wkt_node *figure)
{
    return figure && figure->kind == WKT_FIGURE && figure->chart
               ? figure->chart->title
               : (wkb_str){NULL, 0};
}

static void
put_label(wkw_page *h, const wkt_node *table)
{
    const wkb_str title = chart_title(table->parent);
    wkb_puts(h->out, " aria-label=\"");
    if (caption_of(table))
        wkw_html_plain(h, caption_of(table));
    else if (title.n)
        wkw_put_escaped(h->out, title, &wkw_html_escapes);
    else
        wkb_print(h->out, "Table %z", h->n_tables);
    wkb_puts(h->out, ", may scroll sideways\"");
}

/* A date, or another short word that a hyphen would break. */
static bool
is_short_word(const wkt_node *cell)
{
    enum { LONGEST = 12 };
    const wkt_node *c = cell->child;
    return c && !c->next && c->kind == WKT_TEXT && c->text.n <= LONGEST &&
           wkb_find(c->text, '-') < c->text.n &&
           wkb_find(c->text, ' ') == c->text.n;
}

static void
put_cell_classes(wkw_page *h, const wkt_node *cell, wkt_align align)
{
    static const char *const cls[] = {
        [WKT_NO_ALIGN] = "",
        [WKT_LEFT] = "",
        [WKT_CENTER] = "mid",
        [WKT_RIGHT] = "q",
    };
    const char *own = cls[align];
    if (!*own && is_short_word(cell))
        own = "nw";
    if (cell->cls.n == 0 && !*own)
        return;
    wkb_print(h->out, " class=\"%s%s", own, *own && cell->cls.n ? " " : "");
    wkw_put_escaped(h->out, cell->cls, &wkw_html_escapes);
    wkb_putc(h->out, '"');
}

/* An empty cell heads nothing. */
static void
put_cell(wkw_page *h, const wkt_node *cell, wkt_align align, bool is_in_head)
{
    const bool is_head = (is_in_head || cell->is_head) && cell->child;
    wkb_puts(h->out, is_head ? "<th" : "<td");
    if (is_head)
        wkb_puts(h->out, is_in_head ? " scope=\"col\"" : " scope=\"row\"");
    put_cell_classes(h, cell, align);
    if (cell->id.n)
        wkw_html_attribute(h, "id", cell->id);
    wkb_putc(h->out, '>');
    wkw_html_nodes(h, cell);
    wkb_puts(h->out, is_head ? "</th>" : "</td>");
}

static void
put_row(wkw_page *h, const wkt_node *row, bool is_head)
{
    size_t i = 0;
    wkw_html_open(h, "tr", row);
    for (const wkt_node *c = row->child; c; c = c->next, i++) {
        const char *const outer = h->space;
        if (c->align == WKT_RIGHT && !is_head && !outer)
            h->space = WKW_NARROW_SPACE;
        put_cell(h, c, is_head ? wkw_column_align(row, i) : c->align, is_head);
        h->space = outer;
    }
    wkb_puts(h->out, "</tr>\n");
}

void
wkw_html_table(wkw_page *h, const wkt_node *n)
{
    const wkt_node *const caption = caption_of(n);
    const wkt_node *row = caption ? caption->next : n->child;
    h->n_tables += 1;
    wkw_html_line(h);
    wkb_puts(h->out, "<div class=\"tw\" role=\"group\" tabindex=\"0\"");
    put_label(h, n);
    wkb_putc(h->out, '>');
    wkw_html_open(h, "table", n);
    wkb_putc(h->out, '\n');
    if (caption) {
        wkw_html_open(h, "caption", caption);
        wkw_html_nodes(h, caption);
        wkb_puts(h->out, "</caption>\n");
    }
    if (row) {
        wkb_puts(h->out, "<thead>\n");
        put_row(h, row, true);
        wkb_puts(h->out, "</thead>\n");
        row = row->next;
    }
    if (row)
        wkb_puts(h->out, "<tbody>\n");
    for (const wkt_node *r = row; r; r = r->next)
        put_row(h, r, false);
    wkb_puts(h->out, row ? "</tbody>\n</table></div>\n" : "</table></div>\n");
    h->is_line_new = true;
}
