/* Composes a page: front matter, expansion, the tree, its appendix. */
#include "compose/scan.h"

static wk_status
begin(wkt_page *p, wkb_arena *arena, const wkc_env *e, const wkt_template *t)
{
    *p = (wkt_page){.arena = arena, .env = e, .t = t};
    p->doc = WKB_NEW(arena, wkt_document, 1);
    p->text = wkb_out_kept(arena);
    wkb_pool_init(&p->anchors, arena);
    p->names = t->given;
    wkb_pool_init(&p->entry_key, arena);
    wkb_pool_init(&p->asked, arena);
    wkb_pool_init(&p->assumed, arena);
    wkt_known_init(&p->own, arena);
    p->known = t->known ? t->known : &p->own;
    if (!p->doc)
        return WK_ENOMEM;
    p->doc->path = t->path;
    p->doc->root = wkt_add(arena, NULL, WKT_DOCUMENT);
    return p->doc->root ? WK_OK : WK_ENOMEM;
}

/* The title may hold values too: that of a page made from a row. */
static wk_status
set_texts(wkt_page *p, uint32_t file)
{
    const wkb_str bytes = p->env->diag->file.item[file].bytes;
    wkb_str *const texts[] = {&p->doc->meta.title, &p->doc->meta.description};
    for (size_t i = 0; i < WKB_COUNT(texts); i++) {
        const wkb_str s = *texts[i];
        const bool inside =
            s.n && s.p >= bytes.p && s.p + s.n <= bytes.p + bytes.n;
        const wkb_span at = {file,
                             inside ? (uint32_t)(s.p - bytes.p) : 0,
                             inside ? (uint32_t)(s.p - bytes.p + (long)s.n)
                                    : 0};
        if (inside)
            WKB_TRY(wkt_address(p, at, &p->names, texts[i]));
    }
    return WK_OK;
}

/* The way back, at the end of a note's last paragraph. */
static wk_status
add_way_back(wkt_page *p, wkt_node *item, size_t number)
{
    wkb_out href = wkb_out_kept(p->arena);
    wkt_node *into = item->last;
    if (!into || into->kind != WKT_PARAGRAPH)
        into = wkt_add(p->arena, item, WKT_PARAGRAPH);
    if (!into || !wkt_add_text(p->arena, into, WKB_STR(" ")))
        return WK_ENOMEM;
    wkt_node *link = wkt_add(p->arena, into, WKT_LINK);
    if (!link || !wkt_add_text(p->arena, link, WKB_STR("Back")))
        return WK_ENOMEM;
    wkb_print(&href, "#fnref-%z", number);
    link->href = wkt_kept(p, &href);
    link->cls = WKB_STR("back");
    return href.status;
}

/* The paragraphs of a note, each freed of its indent. */
static wk_status
add_paragraphs(wkt_page *p, const wkt_note *n, wkt_node *item)
{
    const wkb_str all = wkt_source(p, n->text);
    for (size_t at = 0; at < all.n;) {
        size_t end = wkt_line_end(all, at);
        if (wkt_is_blank(wkb_sub(all, at, end))) {
            at = end + 1;
            continue;
        }
        while (end < all.n &&
               !wkt_is_blank(wkb_sub(all, end + 1, wkt_line_end(all, end + 1))))
            end = wkt_line_end(all, end + 1);
        const wkb_str one = wkt_trim(wkb_sub(all, at, end));
        const size_t first = p->text.n;
        WKB_TRY(wkt_expand(p, wkt_span(n->text, all, one)));
        WKB_TRY(wkt_parse(
            p,
            wkb_sub((wkb_str){p->text.p, p->text.n}, first, p->text.n),
            first,
            item));
        at = end + 1;
    }
    return WK_OK;
}

static wk_status
add_notes(wkt_page *p)
{
    if (p->n_notes == 0)
        return WK_OK;
    wkt_node *s = wkt_add(p->arena, p->doc->root, WKT_SECTION);
    wkt_node *list = s ? wkt_add(p->arena, s, WKT_LIST) : NULL;
    if (!list)
        return WK_ENOMEM;
    s->cls = WKB_STR("notes");
    list->is_ordered = true;
    list->start = 1;
    for (size_t number = 1; number <= p->n_notes; number++) {
        for (size_t i = 0; i < p->note.n; i++) {
            const wkt_note *n = &p->note.item[i];
            wkb_out id = wkb_out_kept(p->arena);
            if (n->number != number)
                continue;
            wkt_node *item = wkt_add(p->arena, list, WKT_ITEM);
            if (!item)
                return WK_ENOMEM;
            wkb_print(&id, "fn-%z", number);
            item->id = wkt_kept(p, &id);
            WKB_TRY(add_paragraphs(p, n, item));
            list->is_loose |= item->child != item->last;
            WKB_TRY(add_way_back(p, item, number));
        }
    }
    return WK_OK;
}

static void
warn_unused_notes(wkt_page *p)
{
    enum { MOST = 20 };
    size_t n = 0;
    for (size_t i = 0; i < p->note.n && n < MOST; i++) {
        if (p->note.item[i].number == 0 && ++n)
            wkb_warn(p->env->diag,
                     WK_ENAME,
                     p->note.item[i].at,
                     "nothing refers to the footnote %q\n"
                     "refer to it, or delete it",
                     p->note.item[i].name);
    }
}

/* document.date is the page's. */
static wk_status
bind_date(wkt_page *p)
{
    const wkt_meta *m = &p->doc->meta;
    wkc_expr *date = m->date.n ? WKB_NEW(p->arena, wkc_expr, 1) : NULL;
    if (!date)
        return m->date.n ? WK_ENOMEM : WK_OK;
    WKB_TRY(wkc_parse(date,
                      p->arena,
                      p->env->diag->file.item[m->date_at.file].bytes,
                      m->date_at,
                      p->env->diag));
    if (date->root->kind == WKC_NUMBER) { /* a year alone */
        date->root->kind = WKC_DATE;
        WKB_TRY(wku_date_read(
            &date->root->value, m->date, m->date_at, p->env->diag));
    }
    const wkc_binding b = {
        .name = WKB_STR(WKC_DOCUMENT_DATE), .kind = WKC_BIND_LET, .let = date};
    return wkt_bind(p, &b);
}

static wk_status
make(wkt_page *p, uint32_t file)
{
    uint32_t body = 0;
    const wkb_str bytes = p->env->diag->file.item[file].bytes;
    WKB_TRY(wkt_read_meta(
        &p->doc->meta, &body, p->arena, p->env, file, p->t->site));
    WKB_TRY(bind_date(p));
    WKB_TRY(set_texts(p, file));
    WKB_TRY(wkt_expand(p, (wkb_span){file, body, (uint32_t)bytes.n}));
    if (p->is_too_long)
        return p->worst;
    WKB_TRY(wkt_check_sets(p));
    WKB_TRY(wkt_parse(p, (wkb_str){p->text.p, p->text.n}, 0, p->doc->root));
    WKB_TRY(add_notes(p));
    warn_unused_notes(p);
    WKB_TRY(wkt_finish(p));
    WKB_TRY(wkt_put_workings(p));
    return wkt_references(p, p->doc->root);
}

wk_status
wkt_compose(wkt_document **out,
            wkb_arena *page,
            const wkc_env *e,
            const wkt_template *t)
{
    wkt_page p;
    *out = NULL;
    WKB_TRY(begin(&p, page, e, t));
    const wk_status status = make(&p, t->file);
    if (status != WK_OK)
        return status;
    *out = p.doc;
    return p.text.status != WK_OK ? p.text.status : p.worst;
}

wk_status
wkt_compose_chart(wkt_document **out,
                  wkb_arena *page,
                  const wkc_env *e,
                  const wkt_template *t)
{
    wkt_page p;
    *out = NULL;
    WKB_TRY(begin(&p, page, e, t));
    const uint32_t n = (uint32_t)e->diag->file.item[t->file].bytes.n;
    const wkb_span all = {t->file, 0, n};
    const wkt_slot s = {.kind = WKT_SLOT_DIRECTIVE,
                        .at = {t->file, 0, n ? 1 : 0},
                        .inner = all,
                        .word = WKB_STR("chart"),
                        .names = p.names};
    WKB_TRY(wkt_put_chart(&p, &s, p.doc->root));
    WKB_TRY(wkt_check_sets(&p));
    *out = p.doc;
    return p.text.status != WK_OK ? p.text.status : p.worst;
}
