/* Trees of documents from indented lines, for the tests of the writers:
 *
 *     PARAGRAPH cls=lede
 *       TEXT It takes \x20
 *       LINK href=#w-1 cls='n claim'
 *         TEXT 4.8 ms
 *
 * After the kind stand level=2 start=3 align=right cls= id= href= title= and
 * the words ordered, loose, head; what follows is text: \n, \\, \xNN. */
#ifndef TESTS_TREE_H
#define TESTS_TREE_H

#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "compose/document.h"
#include "test.h"

static inline wkb_str
tree_unescaped(wkb_arena *a, wkb_str s)
{
    wkb_out o = wkb_out_kept(a);
    wkb_str text;
    for (size_t i = 0; i < s.n; i++) {
        char hex[3] = {0};
        if (s.p[i] != '\\' || i + 1 == s.n) {
            wkb_putc(&o, s.p[i]);
        } else if (s.p[++i] == 'x' && i + 2 < s.n) {
            memcpy(hex, s.p + i + 1, 2);
            wkb_putc(&o, (char)strtoul(hex, NULL, 16));
            i += 2;
        } else {
            wkb_putc(&o, s.p[i] == 'n' ? '\n' : s.p[i]);
        }
    }
    assert_int_equal(wkb_out_text(&o, &text), WK_OK);
    return text;
}

static inline wkt_kind
tree_kind(wkb_str name)
{
    for (int i = 0; i < WKT_KINDS; i++) {
        if (wkb_str_eq(name, wkb_str_of(wkt_kind_name((wkt_kind)i))))
            return (wkt_kind)i;
    }
    fail_msg("no kind %.*s", (int)name.n, name.p);
    return WKT_KINDS;
}

static inline wkt_align
tree_align(wkb_str name)
{
    static const char *const names[] = {"", "left", "center", "right"};
    for (size_t i = 0; i < WKB_COUNT(names); i++) {
        if (wkb_str_eq(name, wkb_str_of(names[i])))
            return (wkt_align)i;
    }
    return WKT_NO_ALIGN;
}

/* One key=value, the value perhaps in ''; false if it is text. */
static inline bool
tree_field(wkb_arena *a, wkt_node *n, wkb_str *rest)
{
    const struct {
        const char *name;
        wkb_str *to;
    } texts[] = {{"cls", &n->cls},
                 {"id", &n->id},
                 {"href", &n->href},
                 {"title", &n->title}};
    wkb_str s = *rest;
    wkb_str value = wkb_cut(&s, ' ');
    const wkb_str key =
        wkb_find(value, '=') < value.n ? wkb_cut(&value, '=') : value;
    if (value.n && value.p[0] == '\'' && value.p != key.p) {
        value = wkb_sub(*rest, (size_t)(value.p - rest->p) + 1, rest->n);
        const size_t n_value = wkb_find(value, '\'');
        s = n_value + 2 <= value.n ? wkb_sub(value, n_value + 2, value.n)
                                   : (wkb_str){NULL, 0};
        value.n = n_value;
    }
    *rest = s;
    for (size_t i = 0; i < WKB_COUNT(texts); i++) {
        if (wkb_str_eq(key, wkb_str_of(texts[i].name))) {
            *texts[i].to = tree_unescaped(a, value);
            return true;
        }
    }
    if (wkb_str_eq(key, WKB_STR("level")))
        n->level = (uint8_t)(value.p[0] - '0');
    else if (wkb_str_eq(key, WKB_STR("start")))
        n->start = atoi(value.p);
    else if (wkb_str_eq(key, WKB_STR("align")))
        n->align = tree_align(value);
    else if (wkb_str_eq(key, WKB_STR("ordered")))
        n->is_ordered = true;
    else if (wkb_str_eq(key, WKB_STR("loose")))
        n->is_loose = true;
    else if (wkb_str_eq(key, WKB_STR("head")))
        n->is_head = true;
    else
        return false;
    return true;
}

static inline void
tree_line(wkb_arena *a, wkt_node *parent, wkb_str line)
{
    wkt_node *n = wkt_add(a, parent, tree_kind(wkb_cut(&line, ' ')));
    assert_non_null(n);
    n->start = 1;
    while (line.n) {
        const wkb_str all = line;
        if (n->kind == WKT_TEXT || !tree_field(a, n, &line)) {
            n->text = tree_unescaped(a, all);
            return;
        }
    }
}

/* The root of a tree; lines are indented by two spaces a level. */
static inline wkt_node *
tree_read(wkb_arena *a, wkb_str lines)
{
    enum { DEEPEST = 64 };
    wkt_node *at[DEEPEST + 1] = {wkt_add(a, NULL, WKT_DOCUMENT)};
    while (lines.n) {
        wkb_str line = wkb_cut(&lines, '\n');
        size_t depth = 0;
        while (wkb_starts(line, WKB_STR("  ")) && ++depth < DEEPEST)
            line = wkb_sub(line, 2, line.n);
        if (line.n == 0)
            continue;
        assert_non_null(at[depth]);
        tree_line(a, at[depth], line);
        at[depth + 1] = at[depth]->last;
    }
    return at[0];
}

/* A file of cases: "=== name", the tree, "--- html", its HTML, "--- markdown",
 * its Markdown. */
typedef struct tree_case {
    wkb_str name, tree, html, markdown;
} tree_case;

static inline wkb_str
tree_section(wkb_str *rest, const char *end)
{
    const wkb_str stop = wkb_str_of(end);
    const wkb_str all = *rest;
    while (rest->n && !wkb_starts(*rest, stop))
        (void)wkb_cut(rest, '\n');
    return (wkb_str){all.p, all.n - rest->n};
}

static inline bool
tree_next_case(wkb_str *rest, tree_case *c)
{
    (void)tree_section(rest, "=== ");
    if (rest->n == 0)
        return false;
    c->name = wkb_cut(rest, '\n');
    c->tree = tree_section(rest, "--- html");
    (void)wkb_cut(rest, '\n');
    c->html = tree_section(rest, "--- markdown");
    (void)wkb_cut(rest, '\n');
    c->markdown = tree_section(rest, "=== ");
    return true;
}

static inline wkb_str
tree_file(wkb_arena *a, const char *path)
{
    FILE *f = fopen(path, "rb");
    wkb_out o = wkb_out_kept(a);
    wkb_str text;
    char some[4096];
    assert_non_null(f);
    for (size_t n; (n = fread(some, 1, sizeof some, f)) > 0;)
        wkb_put(&o, (wkb_str){some, n});
    (void)fclose(f);
    assert_int_equal(wkb_out_text(&o, &text), WK_OK);
    return text;
}

#endif
