/* Layouts: HTML with slots, cut once. */
#include "write/html.h"

#include "base/str.h"

static const char *const slot_names[WKW_SLOTS] = {
    [WKW_TITLE] = "title",
    [WKW_META] = "meta",
    [WKW_NAV] = "nav",
    [WKW_TOC] = "toc",
    [WKW_CONTENT] = "content",
    [WKW_FOOT] = "foot",
    [WKW_LANG] = "lang",
};

static wkb_str
slot_name(const void *ud, size_t i)
{
    (void)ud;
    return wkb_str_of(slot_names[i]);
}

/* Offset of two equal characters, or s.n. */
static size_t
find_pair(wkb_str s, char c)
{
    for (size_t i = 0; i + 1 < s.n; i++) {
        if (s.p[i] == c && s.p[i + 1] == c)
            return i;
    }
    return s.n;
}

wkw_slot
wkw_slot_named(wkb_str name)
{
    for (size_t i = 0; i < WKW_SLOTS; i++) {
        if (wkb_str_eq(name, wkb_str_of(slot_names[i])))
            return (wkw_slot)i;
    }
    return WKW_SLOTS;
}

bool
wkw_layout_next(wkb_str *rest, wkb_str *before, wkb_str *name)
{
    const size_t begin = find_pair(*rest, '{');
    const wkb_str inside = wkb_sub(*rest, begin, rest->n);
    const size_t end = find_pair(inside, '}');
    *before = wkb_sub(*rest, 0, begin);
    if (end == inside.n) {
        *rest = inside;
        return false;
    }
    *name = wkb_trim(wkb_sub(inside, 2, end));
    *rest = wkb_sub(inside, end + 2, inside.n);
    return true;
}

static wk_status
refuse_slot(wkb_str name, wkb_span at, wkb_diag *d)
{
    const size_t near = wkb_nearest(name, slot_name, NULL, WKW_SLOTS);
    if (near < WKW_SLOTS)
        return wkb_error(d,
                         WK_ENAME,
                         at,
                         "a layout has no slot %q\ndid you mean '%s'?",
                         name,
                         slot_names[near]);
    return wkb_error(d,
                     WK_ENAME,
                     at,
                     "a layout has no slot %q\n"
                     "the slots are title, meta, nav, toc, content, foot and "
                     "lang",
                     name);
}

typedef WKB_LIST(wkb_str) piece_list;
typedef WKB_LIST(wkw_slot) slot_list;

static bool
push(wkb_arena *a, piece_list *piece, wkb_str text)
{
    wkb_str *p = WKB_PUSH(a, piece);
    if (p)
        *p = text;
    return p != NULL;
}

static bool
has_slot(const slot_list *slot, wkw_slot wanted)
{
    for (size_t i = 0; i < slot->n; i++) {
        if (slot->item[i] == wanted)
            return true;
    }
    return false;
}

wk_status
wkw_layout_read(
    wkw_layout *out, wkb_arena *a, wkb_str bytes, uint32_t file, wkb_diag *d)
{
    wkb_str rest = bytes, before, name;
    piece_list piece = {0};
    slot_list slot = {0};
    *out = (wkw_layout){0};
    if (bytes.n > UINT32_MAX)
        return wkb_error(d, WK_ELIMIT, WKB_NOWHERE, "the layout is too large");
    while (wkw_layout_next(&rest, &before, &name)) {
        const wkw_slot s = wkw_slot_named(name);
        const uint32_t begin = (uint32_t)(before.p + before.n - bytes.p);
        const uint32_t end = (uint32_t)(rest.p - bytes.p);
        if (s == WKW_SLOTS)
            return refuse_slot(name, (wkb_span){file, begin, end}, d);
        if (s == WKW_CONTENT && has_slot(&slot, s))
            return wkb_error(d,
                             WK_EDUPLICATE,
                             (wkb_span){file, begin, end},
                             "a second {{content}}\nput the page's text in "
                             "one place");
        wkw_slot *p = WKB_PUSH(a, &slot);
        if (!p || !push(a, &piece, before))
            return WK_ENOMEM;
        *p = s;
    }
    const uint32_t at = (uint32_t)(bytes.n - rest.n);
    if (rest.n)
        return wkb_error(
            d, WK_ESYNTAX, (wkb_span){file, at, at + 2}, "'{{' without '}}'");
    if (!has_slot(&slot, WKW_CONTENT))
        return wkb_error(d,
                         WK_ESYNTAX,
                         (wkb_span){file, 0, 0},
                         "a layout without {{content}}\nput {{content}} where "
                         "the page's text belongs");
    if (!push(a, &piece, before))
        return WK_ENOMEM;
    *out = (wkw_layout){piece.item, slot.item, slot.n};
    return WK_OK;
}
