/* The tree: adding, moving, reading as text, dumping for tests. */
#include "compose/node.h"

#define KIND_NAME(name) [WKT_##name] = (#name),

const char *
wkt_kind_name(wkt_kind kind)
{
    static const char *const names[] = {WKT_KIND_LIST(KIND_NAME)};
    return names[kind];
}

void
wkt_append(wkt_node *parent, wkt_node *n)
{
    n->parent = parent;
    n->next = NULL;
    if (parent->last)
        parent->last->next = n;
    else
        parent->child = n;
    parent->last = n;
}

wkt_node *
wkt_add(wkb_arena *a, wkt_node *parent, wkt_kind kind)
{
    wkt_node *n = WKB_NEW(a, wkt_node, 1);
    if (!n)
        return NULL;
    n->kind = kind;
    if (parent) {
        n->at = parent->at;
        wkt_append(parent, n);
    }
    return n;
}

wkt_node *
wkt_add_text(wkb_arena *a, wkt_node *parent, wkb_str text)
{
    wkt_node *n = wkt_add(a, parent, WKT_TEXT);
    if (n)
        n->text = text;
    return n;
}

void
wkt_remove(wkt_node *n)
{
    wkt_node *parent = n->parent, *before = NULL;
    for (wkt_node *c = parent ? parent->child : NULL; c && c != n; c = c->next)
        before = c;
    if (!parent)
        return;
    if (before)
        before->next = n->next;
    else
        parent->child = n->next;
    if (parent->last == n)
        parent->last = before;
    n->parent = n->next = NULL;
}

void
wkt_put_text(wkb_out *out, const wkt_node *n)
{
    if (n->kind == WKT_SOFT_BREAK || n->kind == WKT_LINE_BREAK)
        wkb_putc(out, ' ');
    if (n->kind != WKT_HTML_INLINE && n->kind != WKT_HTML_BLOCK)
        wkb_put(out, n->text);
    for (const wkt_node *c = n->child; c; c = c->next) {
        wkt_put_text(out, c);
        if (n->kind == WKT_FRACTION && c->next)
            wkb_puts(out, " / ");
        if (n->kind == WKT_POWER && c->next)
            wkb_putc(out, '^');
    }
}

static void
dump_field(wkb_out *out, const char *name, wkb_str text)
{
    if (text.n)
        wkb_print(out, " %s=%q", name, text);
}

static void
dump(wkb_out *out, const wkt_node *n, size_t depth)
{
    for (size_t i = 0; i < depth; i++)
        wkb_puts(out, "  ");
    wkb_puts(out, wkt_kind_name(n->kind));
    if (n->level)
        wkb_print(out, " %d", (int)n->level);
    if (n->is_ordered)
        wkb_print(out, " from %d", n->start);
    if (n->is_loose)
        wkb_puts(out, " loose");
    if (n->is_head)
        wkb_puts(out, " head");
    if (n->align)
        wkb_print(out, " align %d", (int)n->align);
    dump_field(out, "text", n->text);
    dump_field(out, "href", n->href);
    dump_field(out, "id", n->id);
    dump_field(out, "cls", n->cls);
    dump_field(out, "title", n->title);
    wkb_putc(out, '\n');
    for (const wkt_node *c = n->child; c; c = c->next)
        dump(out, c, depth + 1);
}

void
wkt_dump(wkb_out *out, const wkt_node *n)
{
    dump(out, n, 0);
}
