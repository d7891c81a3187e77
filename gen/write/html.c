/* A page as HTML: the layout, its slots, the text. */
#include "write/html.h"

#include "base/str.h"

static bool
is_title(const wkt_node *n)
{
    return n && n->kind == WKT_HEADING && n->level == 1;
}

/* Where the layout shows the title itself, that of the text goes there. */
static void
put_heading(wkw_page *h)
{
    const wkt_node *first = h->r->doc->root->child;
    if (!is_title(first)) {
        wkw_html_title(h);
        return;
    }
    if (first->id.n) {
        wkb_puts(h->out, "<span");
        wkw_html_attribute(h, "id", first->id);
        wkb_putc(h->out, '>');
    }
    wkw_html_nodes(h, first);
    if (first->id.n)
        wkb_puts(h->out, "</span>");
}

static void
put_content(wkw_page *h, bool layout_shows_title)
{
    const wkt_node *n = h->r->doc->root->child;
    h->is_line_new = true;
    if (!is_title(n) && !layout_shows_title) {
        wkb_puts(h->out, "<h1>");
        wkw_html_title(h);
        wkb_puts(h->out, "</h1>\n");
    }
    if (is_title(n) && layout_shows_title)
        n = n->next;
    for (; n; n = n->next)
        wkw_html_node(h, n);
    wkw_html_line(h);
}

/* The first {{title}} is the page's name, a second its heading. */
typedef struct page {
    wkw_page html;
    size_t n_titles;
    bool shows_title;
} page;

static void
put_slot(page *p, wkw_slot slot)
{
    if (slot == WKW_CONTENT) {
        put_content(&p->html, p->shows_title);
        return;
    }
    if (slot == WKW_TITLE && p->n_titles++ > 0)
        put_heading(&p->html);
    else
        wkw_html_slot(&p->html, slot);
}

static void
put_layout(page *p, const wkw_layout *l)
{
    size_t n_titles = 0;
    for (size_t i = 0; i < l->n_slots; i++)
        n_titles += l->slot[i] == WKW_TITLE;
    p->shows_title = n_titles > 1;
    for (size_t i = 0; i < l->n_slots; i++) {
        wkb_put(p->html.out, l->piece[i]);
        put_slot(p, l->slot[i]);
    }
    wkb_put(p->html.out, l->piece[l->n_slots]);
}

static void
put_builtin_layout(page *p)
{
    wkb_str rest = wkw_builtin_layout(), before, name;
    p->shows_title = true;
    while (wkw_layout_next(&rest, &before, &name)) {
        wkb_put(p->html.out, before);
        put_slot(p, wkw_slot_named(name));
    }
    wkb_put(p->html.out, before);
}

static wk_status
write_html(wkb_out *out, const wkw_request *r, wkb_diag *d)
{
    page p = {.html = {.out = out, .r = r, .is_line_new = true}};
    (void)d;
    if (r->layout)
        put_layout(&p, r->layout);
    else
        put_builtin_layout(&p);
    return out->status;
}

const wkw_writer wkw_html = {"html", ".html", write_html};
