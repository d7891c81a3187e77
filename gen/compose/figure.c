/* A chart in its page: the picture's place, its numbers as a table, its note,
 * where the data are from, three links, the entry of its workings. */
#include "compose/compose.h"

/* Beyond so many numbers the marks and the table lead to the chart's own entry
 * of the workings, not to one each. */
enum { MOST_ENTRIES = 240, MOST_AUTHORS = 6, MOST_CITED = 4 };

typedef struct figure {
    wkt_page *p;
    wkt_chart *c;
    const wkt_slot *s;
    wkt_node *node;
    size_t column[WKT_SHOWN]; /* channels in the order of the table */
    size_t n_columns;
    bool has_entries; /* each number has workings of its own */
} figure;

static bool
is_number(const wkt_channel *ch)
{
    return ch->is_used && ch->type.kind == WKU_NUMBER;
}

static void
order_columns(figure *f)
{
    size_t n = 0;
    f->n_columns = wkt_chart_columns(f->c, f->column);
    for (size_t i = 0; i < f->n_columns; i++)
        n += is_number(&f->c->channel[f->column[i]]);
    f->has_entries = n * f->c->n_rows <= MOST_ENTRIES;
}

/* ---- the numbers as a table ---- */

/* Fills the address that a row's mark leads to: the workings of its value,
 * which is y where both are numbers. */
static void
note_entry(figure *f, size_t row, size_t channel, const wkt_node *cell)
{
    wkb_str *href = &f->c->href[row];
    if (!href->n || channel == WKT_Y)
        *href = cell->child->href;
}

static wk_status
put_cell(figure *f, size_t row, size_t k, wkt_node *cell)
{
    const wkt_channel *ch = &f->c->channel[k];
    wkc_answer own = ch->answer[row], *r = &own;
    if (r->value.status != WK_OK)
        return wkt_put_unknown(f->p, cell);
    if (!is_number(ch))
        return wkt_add_value(f->p->arena, cell, ch->text[row]) ? WK_OK
                                                               : WK_ENOMEM;
    cell->align = WKT_RIGHT;
    wkb_str text;
    WKB_TRY(wkt_without_unit(f->p, &ch->type.unit, r, &text));
    if (!f->has_entries)
        return wkt_add_text(f->p->arena, cell, text) ? WK_OK : WK_ENOMEM;
    wkc_bindings names = f->s->names;
    names.has_row = true;
    WKB_TRY(wkt_put_number(f->p, r, text, r->in.expr.at, &names, cell));
    note_entry(f, row, k, cell);
    return WK_OK;
}

static wk_status
put_row(figure *f, size_t i, wkt_node *table)
{
    wkt_node *row = wkt_add(f->p->arena, table, WKT_ROW);
    if (!row)
        return WK_ENOMEM;
    for (size_t k = 0; k < f->n_columns; k++) {
        wkt_node *cell = wkt_add(f->p->arena, row, WKT_CELL);
        if (!cell)
            return WK_ENOMEM;
        cell->is_head = k == 0 && !is_number(&f->c->channel[f->column[k]]);
        WKB_TRY(put_cell(f, i, f->column[k], cell));
    }
    return WK_OK;
}

/* Several expressions have names of their own, but none together. */
static wkb_str
head_of(const wkt_channel *ch)
{
    return ch->quantity.n  ? ch->quantity
           : is_number(ch) ? WKB_STR("value")
                           : WKB_STR("of");
}

static wk_status
put_numbers(figure *f)
{
    wkt_node *table = wkt_add(f->p->arena, f->node, WKT_TABLE);
    wkt_node *head = table ? wkt_add(f->p->arena, table, WKT_ROW) : NULL;
    if (!head)
        return WK_ENOMEM;
    table->cls = WKB_STR("data");
    for (size_t k = 0; k < f->n_columns; k++) {
        const wkt_channel *ch = &f->c->channel[f->column[k]];
        WKB_TRY(wkt_put_column_head(f->p,
                                    head,
                                    head_of(ch),
                                    is_number(ch) ? &ch->type.unit : NULL,
                                    is_number(ch)));
    }
    for (size_t i = 0; i < f->c->n_rows; i++)
        WKB_TRY(put_row(f, i, table));
    return f->p->text.status;
}

/* ---- sources ---- */

static wk_status
add_source(figure *f, wkb_str id)
{
    wkc_sources *all = &f->c->sources;
    for (size_t i = 0; i < all->item.n; i++) {
        if (wkb_str_eq(all->item.item[i].id, id))
            return WK_OK;
    }
    wkc_source *s = WKB_PUSH(f->p->arena, &all->item);
    if (!s)
        return WK_ENOMEM;
    s->id = id;
    return WK_OK;
}

/* Every source that a value rests on, in the order of the rows. */
static wk_status
gather_sources(figure *f)
{
    for (size_t i = 0; i < f->c->n_rows; i++) {
        for (size_t k = 0; k < f->n_columns; k++) {
            const wkc_sources *s =
                &f->c->channel[f->column[k]].answer[i].sources;
            for (size_t j = 0; j < s->item.n; j++)
                WKB_TRY(add_source(f, s->item.item[j].id));
        }
    }
    return WK_OK;
}

/* Whether a name stood before in the list, which is short. */
static bool
is_named(const wkb_str *name, size_t n, wkb_str one)
{
    for (size_t i = 0; i < n; i++) {
        if (wkb_str_eq(name[i], one))
            return true;
    }
    return false;
}

/* One author, or the maker of a database, with the first few that are from
 * them; the entry of the workings has all. */
static wk_status
put_author(figure *f, wkt_node *into, const wkb_str *author, size_t first)
{
    const wkc_sources *all = &f->c->sources;
    wkb_out text = wkb_out_kept(f->p->arena);
    wkb_print(&text, "%S ", author[first]);
    if (!wkt_add_text(f->p->arena, into, wkt_kept(f->p, &text)))
        return WK_ENOMEM;
    size_t n = 0;
    for (size_t i = first; i < all->item.n && n < MOST_CITED; i++) {
        if (!wkb_str_eq(author[i], author[first]))
            continue;
        WKB_TRY(
            wkt_put_reference(f->p, all->item.item[i].id, (wkb_str){0}, into));
        n += 1;
    }
    return WK_OK;
}

/* Makers stand before who collected from them. */
static bool
is_collection(wkb_str kind)
{
    return wkb_str_eq(kind, WKB_STR("database")) ||
           wkb_str_eq(kind, WKB_STR("dataset")) ||
           wkb_str_eq(kind, WKB_STR("news"));
}

/* "Data: NVIDIA [1][3], AMD [2] and 4 more." */
static wk_status
put_authors(figure *f, wkt_node *into, wkb_str *author)
{
    const wkc_sources *all = &f->c->sources;
    const wkt_page *p = f->p;
    size_t named = 0, more = 0;
    for (size_t i = 0; i < all->item.n; i++)
        author[i] = wkt_author(p, all->item.item[i].id);
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < all->item.n; i++) {
            const wkb_str kind =
                wkt_source_field(p, all->item.item[i].id, "kind");
            if (is_collection(kind) != (pass == 1) ||
                is_named(author, i, author[i]))
                continue;
            if (named == MOST_AUTHORS) {
                more += 1;
                continue;
            }
            if (!wkt_add_text(p->arena,
                              into,
                              named++ ? WKB_STR(", ") : WKB_STR("Data: ")))
                return WK_ENOMEM;
            WKB_TRY(put_author(f, into, author, i));
        }
    }
    wkb_out rest = wkb_out_kept(p->arena);
    if (more)
        wkb_print(&rest, ", and %z more", more);
    wkb_putc(&rest, '.');
    return wkt_add_text(p->arena, into, wkt_kept(f->p, &rest)) ? WK_OK
                                                               : WK_ENOMEM;
}

/* The same in the picture's file, where there are no references. */
static wk_status
set_caption(figure *f, const wkt_node *line)
{
    wkb_out out = wkb_out_kept(f->p->arena);
    for (const wkt_node *n = line->child; n; n = n->next) {
        wkb_str s = n->kind == WKT_TEXT ? n->text : (wkb_str){NULL, 0};
        if (n->next && n->next->kind == WKT_LINK && wkb_ends(s, WKB_STR(" ")))
            s.n -= 1;
        wkb_put(&out, s);
    }
    f->c->caption = wkt_kept(f->p, &out);
    return f->p->text.status;
}

static wk_status
put_sources(figure *f)
{
    if (f->c->sources.item.n == 0)
        return WK_OK;
    wkt_node *n = wkt_add(f->p->arena, f->node, WKT_PARAGRAPH);
    wkb_str *author = WKB_NEW(f->p->arena, wkb_str, f->c->sources.item.n);
    if (!n || !author)
        return WK_ENOMEM;
    WKB_TRY(put_authors(f, n, author));
    return set_caption(f, n);
}

/* ---- links ---- */

/* charts/PAGE/ID and suffix, as the page's file sees it. */
static wkb_str
file_of(figure *f, const char *suffix)
{
    wkb_out out = wkb_out_kept(f->p->arena), name = wkb_out_kept(f->p->arena);
    const wkb_str path = f->p->doc->path;
    for (size_t i = 0; i < path.n; i++) {
        if (path.p[i] == '/')
            wkb_puts(&out, "../");
    }
    wkt_chart_path(&name, path, f->c->id, suffix);
    wkb_put_path(&out, wkt_kept(f->p, &name));
    return wkt_kept(f->p, &out);
}

static wk_status
put_link(
    figure *f, wkt_node *list, const char *text, const char *cls, wkb_str href)
{
    wkt_page *p = f->p;
    wkt_node *item = wkt_add(p->arena, list, WKT_ITEM);
    wkt_node *para = item ? wkt_add(p->arena, item, WKT_PARAGRAPH) : NULL;
    wkt_node *link = para ? wkt_add(p->arena, para, WKT_LINK) : NULL;
    if (!link || !wkt_add_text(p->arena, link, wkb_str_of(text)))
        return WK_ENOMEM;
    link->cls = wkb_str_of(cls);
    link->href = href;
    return WK_OK;
}

static wkb_str
entry_of(figure *f, const char *before)
{
    wkb_out out = wkb_out_kept(f->p->arena);
    wkb_print(&out, "%sw%S", before, f->c->id);
    return wkt_kept(f->p, &out);
}

static wk_status
put_links(figure *f)
{
    wkt_node *list = wkt_add(f->p->arena, f->node, WKT_LIST);
    if (!list)
        return WK_ENOMEM;
    list->cls = WKB_STR("links");
    WKB_TRY(put_link(f, list, "Data (CSV)", "file", file_of(f, ".csv")));
    WKB_TRY(put_link(f, list, "How this was made", "how", entry_of(f, "#")));
    return put_link(f, list, "Picture (SVG)", "picture", file_of(f, ".svg"));
}

/* Where no picture can be drawn into the page, its file stands for it. */
static wk_status
put_picture(figure *f)
{
    wkt_node *para = wkt_add(f->p->arena, f->node, WKT_PARAGRAPH);
    wkt_node *image = para ? wkt_add(f->p->arena, para, WKT_IMAGE) : NULL;
    if (!image)
        return WK_ENOMEM;
    para->cls = WKB_STR("picture");
    image->text = f->c->alt;
    image->href = file_of(f, ".svg");
    return WK_OK;
}

static wk_status
put_note(figure *f)
{
    if (f->c->note.n == 0)
        return WK_OK;
    wkt_node *n = wkt_add(f->p->arena, f->node, WKT_PARAGRAPH);
    if (!n || !wkt_add_text(f->p->arena, n, f->c->note))
        return WK_ENOMEM;
    n->cls = WKB_STR("left"); /* what was left out */
    return WK_OK;
}

/* A mark leads where its author says, else to the workings of its value, or of
 * the chart. */
static void
set_addresses(figure *f)
{
    const wkt_channel *own = &f->c->channel[WKT_ADDRESS];
    const wkb_str entry = entry_of(f, "#");
    for (size_t i = 0; i < f->c->n_rows; i++) {
        wkb_str *href = &f->c->href[i];
        if (own->is_used && own->text[i].n)
            *href = own->text[i];
        else if (href->n == 0)
            *href = entry;
    }
}

wk_status
wkt_put_figure(wkt_page *p, const wkt_slot *s, wkt_chart *c, wkt_node *into)
{
    figure f = {.p = p, .c = c, .s = s};
    f.node = wkt_add(p->arena, into, WKT_FIGURE);
    c->href = WKB_NEW(p->arena, wkb_str, c->n_rows);
    if (!f.node || !c->href)
        return WK_ENOMEM;
    c->units = p->env->tables->units;
    f.node->chart = c;
    f.node->id = c->id;
    f.node->cls = WKB_STR("bleed");
    f.node->at = s->at;
    order_columns(&f);
    WKB_TRY(gather_sources(&f));
    WKB_TRY(wkt_chart_alt(p, c));
    WKB_TRY(put_picture(&f));
    p->is_in_chart = true;
    const wk_status status = put_numbers(&f);
    p->is_in_chart = false;
    if (status != WK_OK)
        return status;
    set_addresses(&f);
    WKB_TRY(put_note(&f));
    WKB_TRY(put_sources(&f));
    return put_links(&f);
}

/* ---- the entry of its workings ---- */

static wk_status
add_code(wkt_page *p, wkt_node *list, const char *term, wkb_str text)
{
    wkt_node *def = wkt_add(p->arena, list, WKT_DEF);
    wkt_node *t = def ? wkt_add(p->arena, def, WKT_TERM) : NULL;
    wkt_node *d = def ? wkt_add(p->arena, def, WKT_DETAIL) : NULL;
    wkt_node *code = d ? wkt_add(p->arena, d, WKT_CODE) : NULL;
    if (!t || !code || !wkt_add_text(p->arena, t, wkb_str_of(term)))
        return WK_ENOMEM;
    code->text = text;
    return WK_OK;
}

static wk_status
add_expressions(wkt_page *p, const wkt_chart *c, wkt_node *into)
{
    wkt_node *list = wkt_add(p->arena, into, WKT_DEFS);
    if (!list)
        return WK_ENOMEM;
    list->cls = WKB_STR("cells");
    WKB_TRY(add_code(p, list, "data", c->data));
    for (size_t k = 0; k < WKT_CHANNELS; k++) {
        const wkt_channel *ch = &c->channel[k];
        if (ch->is_used)
            WKB_TRY(add_code(p, list, ch->name.p, ch->expression));
    }
    return WK_OK;
}

/* The formulas of the first row, each once. */
static wk_status
add_formulas(wkt_page *p, const wkt_chart *c, wkt_node *into)
{
    WKB_LIST(const wkc_formula *) told = {NULL, 0, 0};
    for (size_t k = 0; k < WKT_CHANNELS && c->n_rows; k++) {
        const wkt_channel *ch = &c->channel[k];
        wkc_derivation d;
        if (!is_number(ch))
            continue;
        WKB_TRY(wkc_derive(&d, p->arena, p->env, &ch->answer[0].value));
        for (size_t i = 0; i < d.step.n; i++) {
            const wkc_step *s = &d.step.item[i];
            size_t j = 0;
            while (j < told.n && told.item[j] != s->formula)
                j++;
            if (!s->formula || j < told.n)
                continue;
            const wkc_formula **slot = WKB_PUSH(p->arena, &told);
            if (!slot)
                return WK_ENOMEM;
            *slot = s->formula;
            WKB_TRY(wkt_put_formula(p, into, s));
        }
    }
    return WK_OK;
}

/* Every source; the caption names the first few. */
static wk_status
add_all_sources(wkt_page *p, const wkt_chart *c, wkt_node *into)
{
    if (c->sources.item.n == 0)
        return WK_OK;
    wkt_node *n = wkt_add(p->arena, into, WKT_PARAGRAPH);
    if (!n || !wkt_add_text(p->arena, n, WKB_STR("Its values rest on ")))
        return WK_ENOMEM;
    n->cls = WKB_STR("f");
    for (size_t i = 0; i < c->sources.item.n; i++) {
        if (i && !wkt_add_text(p->arena, n, WKB_STR(" ")))
            return WK_ENOMEM;
        WKB_TRY(
            wkt_put_reference(p, c->sources.item.item[i].id, (wkb_str){0}, n));
    }
    return WK_OK;
}

static wk_status
add_way_back(wkt_page *p, const wkt_chart *c, wkt_node *into)
{
    wkb_out href = wkb_out_kept(p->arena);
    wkt_node *para = wkt_add(p->arena, into, WKT_PARAGRAPH);
    wkt_node *link = para ? wkt_add(p->arena, para, WKT_LINK) : NULL;
    if (!link || !wkt_add_text(p->arena, link, WKB_STR("Back to the chart")))
        return WK_ENOMEM;
    wkb_print(&href, "#%S", c->id);
    para->cls = WKB_STR("back");
    link->href = wkt_kept(p, &href);
    return href.status;
}

static wk_status
add_text(wkt_page *p, wkt_node *into, const char *cls, wkb_str text)
{
    wkt_node *n = wkt_add(p->arena, into, WKT_PARAGRAPH);
    if (!n || !wkt_add_text(p->arena, n, text))
        return WK_ENOMEM;
    n->cls = wkb_str_of(cls);
    return WK_OK;
}

wk_status
wkt_put_chart_entry(wkt_page *p, const wkt_chart *c, wkt_node *into)
{
    wkb_out id = wkb_out_kept(p->arena), rows = wkb_out_kept(p->arena);
    wkt_node *n = wkt_add(p->arena, into, WKT_DIV);
    if (!n)
        return WK_ENOMEM;
    wkb_print(&id, "w%S", c->id);
    wkb_print(&rows,
              c->n_rows == 1 ? "A chart of %z row:" : "A chart of %z rows:",
              c->n_rows);
    n->cls = WKB_STR("w");
    n->id = wkt_kept(p, &id);
    wkt_anchor *a = WKB_PUSH(p->arena, &p->doc->anchor);
    if (!a)
        return WK_ENOMEM;
    *a = (wkt_anchor){n->id, WKB_NOWHERE};
    WKB_TRY(add_text(p, n, "v", c->title));
    WKB_TRY(add_text(p, n, "f", wkt_kept(p, &rows)));
    WKB_TRY(add_expressions(p, c, n));
    WKB_TRY(add_formulas(p, c, n));
    WKB_TRY(add_all_sources(p, c, n));
    return add_way_back(p, c, n);
}
