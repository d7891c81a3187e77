/* The table `cited`: what each source is cited for, a line for each row of a
 * table, rival or formula. */
#include <math.h>

#include "project/built_in.h"

/* A row of a table that is being said. */
typedef struct row {
    wkp_made *m;
    const wkl_table *t;
    uint32_t number, row;
} row;

static const wkl_tables *
tables_of(const row *r)
{
    return &r->m->project->tables;
}

/* Columns that say who and where, not what. */
static bool
is_about(const wkl_column *c)
{
    static const char *const names[] = {
        "id", "name", "source", "locator", "status", "note"};
    for (size_t i = 0; i < WKB_COUNT(names); i++) {
        if (wkb_str_eq(c->name, wkb_str_of(names[i])))
            return true;
    }
    return wkb_ends(c->name, WKB_STR(".source"));
}

static wkb_str
name_of_row(const wkl_tables *t, const wkl_table *of, uint32_t number)
{
    if (of->name_column != WKL_NONE) {
        const wkb_str name = wkl_text(t, &of->col[of->name_column], number);
        if (name.n)
            return name;
    }
    return of->has_id ? wkl_id(t, of, number) : (wkb_str){0};
}

/* The text of a reference or a text that helps to name a row. */
static wkb_str
label(const row *r, const wkl_column *c)
{
    const wkl_tables *t = tables_of(r);
    if (is_about(c) || (c->type.kind != WKU_ROW && c->type.kind != WKU_TEXT) ||
        !c->index || c->index[r->row] == WKL_NONE)
        return (wkb_str){0};
    return c->type.kind == WKU_TEXT
               ? wkl_text(t, c, r->row)
               : name_of_row(t, t->table.item[c->type.table], c->index[r->row]);
}

/* The name of a row; else what its first references and short texts say. */
static wkb_str
name_of(const row *r)
{
    enum { MOST_LABELS = 3, LONGEST = 32 };
    const wkl_tables *t = tables_of(r);
    wkb_out out = wkb_out_kept(&r->m->project->call);
    wkb_str text;
    size_t n = 0;
    if (r->t->name_column != WKL_NONE)
        return name_of_row(t, r->t, r->row);
    for (uint32_t c = 0; c < r->t->n_col && n < MOST_LABELS; c++) {
        const wkb_str one = label(r, &r->t->col[c]);
        if (one.n == 0 || one.n > LONGEST)
            continue;
        wkb_print(&out, "%s%S", n ? ", " : "", one);
        n++;
    }
    if (n == 0)
        return name_of_row(t, r->t, r->row);
    if (wkb_out_text(&out, &text) != WK_OK)
        r->m->csv.status = WK_ENOMEM;
    return text;
}

static bool
is_quantity(const wkl_column *c)
{
    return c->type.kind == WKU_NUMBER || c->type.kind == WKU_ANY;
}

/* Puts the value of a cell as it was entered; false where it is not known. */
static bool
put_value(const row *r, uint32_t column, wkb_out *out)
{
    const wkl_tables *t = tables_of(r);
    const wkl_column *c = &r->t->col[column];
    const wkl_extra *own = is_quantity(c) ? wkl_extra_of(c, r->row) : NULL;
    const wku_format plain = WKU_FORMAT_INIT;
    wku_type type = c->type;
    wku_num n = {NAN, NAN, NAN};
    if (own) {
        n = own->num;
        type.unit = own->unit;
    } else if (c->num) {
        n.v = n.lo = n.hi = c->num[r->row];
    }
    if (isnan(n.v) && isnan(n.lo))
        return false;
    if (type.kind == WKU_DATE) {
        wku_date_put(out, n.v);
        return true;
    }
    type.kind = WKU_NUMBER;
    const wkb_str typed =
        wkl_text_at(t, wkl_cell_span(t, r->t, r->row, column));
    const wk_status status =
        wku_print(out, t->units, &n, &type, &plain, typed, NULL);
    if (status != WK_OK)
        r->m->csv.status = status;
    return true;
}

/* "link_bandwidth 900 GB/s": a cell with the name of its column. */
static void
put_cell(const row *r, uint32_t column, wkb_out *out)
{
    wkb_out value = wkb_out_kept(&r->m->project->call);
    wkb_str text;
    if (!put_value(r, column, &value))
        return;
    if (wkb_out_text(&value, &text) != WK_OK) {
        r->m->csv.status = WK_ENOMEM;
        return;
    }
    wkb_puts(out, out->n ? ", " : "");
    for (size_t i = 0; i < r->t->col[column].name.n; i++) {
        const char c = r->t->col[column].name.p[i];
        wkb_putc(out, c == '_' ? ' ' : c);
    }
    wkb_print(out, " %S", text);
}

static wkb_str
longest_text(const row *r)
{
    wkb_str longest = {0};
    for (uint32_t c = 0; c < r->t->n_col; c++) {
        const wkl_column *col = &r->t->col[c];
        if (col->type.kind != WKU_TEXT || is_about(col))
            continue;
        const wkb_str text = wkl_text(tables_of(r), col, r->row);
        longest = text.n > longest.n ? text : longest;
    }
    return longest;
}

/* What the sources of a row stand for: its quantities and dates but those
 * that have sources of their own; where it has no quantity, its longest text.
 */
static void
put_row_values(const row *r, wkb_out *out)
{
    bool has_quantity = false;
    for (uint32_t c = 0; c < r->t->n_col; c++) {
        const wkl_column *col = &r->t->col[c];
        const uint32_t own = col->source_column;
        if (is_about(col) || !col->num ||
            (own != WKL_NONE &&
             wkl_text(tables_of(r), &r->t->col[own], r->row).n))
            continue;
        const size_t before = out->n;
        put_cell(r, c, out);
        has_quantity |= is_quantity(col) && out->n > before;
    }
    const wkb_str text = has_quantity ? (wkb_str){0} : longest_text(r);
    if (text.n)
        wkb_print(out, "%s%S", out->n ? ", " : "", text);
}

/* A line for each of "a; b", its locator beside it where there are as many. */
static void
put_lines(const row *r,
          wkb_str sources,
          wkb_str locator,
          wkb_str says,
          wkb_str chosen)
{
    size_t n_ids = 0, n_places = 0;
    const wkb_str name = name_of(r);
    for (wkb_str s = sources; wkl_next_source(&s).n;)
        n_ids++;
    for (wkb_str s = locator; wkl_next_source(&s).n;)
        n_places++;
    for (wkb_str id; (id = wkl_next_source(&sources)).n;) {
        wkp_field(r->m, id);
        wkp_field(r->m, r->t->name);
        wkp_field(r->m,
                  r->t->has_id ? wkl_id(tables_of(r), r->t, r->row)
                               : (wkb_str){0});
        wkp_field(r->m, name);
        wkp_field(r->m, says);
        wkp_field(r->m, chosen);
        wkp_field(r->m,
                  n_ids == n_places ? wkl_next_source(&locator) : locator);
        wkp_row_end(r->m);
    }
}

static wkb_str
kept(const row *r, wkb_out *out)
{
    wkb_str text;
    if (wkb_out_text(out, &text) != WK_OK)
        r->m->csv.status = WK_ENOMEM;
    return text;
}

static wkb_str
text_in(const row *r, uint32_t column)
{
    return column == WKL_NONE
               ? (wkb_str){0}
               : wkl_text(tables_of(r), &r->t->col[column], r->row);
}

static void
put_row(const row *r)
{
    const wkb_str none = {0};
    wkb_out says = wkb_out_kept(&r->m->project->call);
    const wkb_str sources = text_in(r, r->t->source_column);
    const wkb_str locator = text_in(r, r->t->locator_column);
    if (sources.n) {
        put_row_values(r, &says);
        put_lines(r, sources, locator, kept(r, &says), none);
    }
    for (uint32_t c = 0; c < r->t->n_col; c++) {
        const wkb_str own = text_in(r, r->t->col[c].source_column);
        wkb_out one = wkb_out_kept(&r->m->project->call);
        if (own.n == 0)
            continue;
        put_cell(r, c, &one);
        put_lines(r, own, locator, kept(r, &one), none);
    }
}

static void
put_rivals(wkp_made *m)
{
    const wkl_tables *t = &m->project->tables;
    for (size_t i = 0; i < t->rival.n; i++) {
        const wkl_rival *v = &t->rival.item[i];
        const row r = {m, t->table.item[v->table], v->table, v->row};
        const wkl_column *c = &r.t->col[v->column];
        const wku_num *n = &v->num;
        const wku_format plain = WKU_FORMAT_INIT;
        wku_type type = {.kind = WKU_NUMBER, .unit = v->unit};
        wkb_out says = wkb_out_kept(&m->project->call);
        wkb_out chosen = wkb_out_kept(&m->project->call);
        for (size_t k = 0; k < c->name.n; k++)
            wkb_putc(&says, c->name.p[k] == '_' ? ' ' : c->name.p[k]);
        wkb_putc(&says, ' ');
        if (is_quantity(c) &&
            wku_print(&says, t->units, n, &type, &plain, v->value, NULL) !=
                WK_OK)
            m->csv.status = WK_ENOMEM;
        if (!is_quantity(c))
            wkb_put(&says, v->value);
        if (c->num && !put_value(&r, v->column, &chosen))
            wkb_puts(&chosen, "not known");
        if (c->type.kind == WKU_TEXT)
            wkb_put(&chosen, wkl_text(t, c, v->row));
        put_lines(
            &r, v->source, v->locator, kept(&r, &says), kept(&r, &chosen));
    }
}

static void
put_formulas(wkp_made *m)
{
    const wkc_formulas *all = &m->project->formulas;
    const wkb_str none = {0};
    for (size_t i = 0; i < all->formula.n; i++) {
        const wkc_formula *f = all->formula.item[i];
        for (size_t k = 0; k < f->citation.n; k++) {
            wkp_field(m, f->citation.item[k].id);
            wkp_field(m, WKB_STR("formulas"));
            wkp_field(m, f->name);
            wkp_field(m, f->name);
            wkp_put_doc(m, f, "");
            wkp_field(m, none);
            wkp_field(m, f->citation.item[k].locator);
            wkp_row_end(m);
        }
    }
}

wk_status
wkp_put_cited(wkp_made *m)
{
    const wkl_tables *t = &m->project->tables;
    for (uint32_t i = 0; i < t->table.n; i++) {
        const wkl_table *of = t->table.item[i];
        if (of->is_built_in || wkb_str_eq(of->name, WKB_STR("rivals")))
            continue;
        for (uint32_t k = 0; k < of->n_row; k++) {
            const row r = {m, of, i, k};
            put_row(&r);
        }
    }
    put_rivals(m);
    put_formulas(m);
    return m->csv.status;
}
