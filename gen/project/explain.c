/* Writes a derivation: as a worked sum for a person, or as JSON. */
#include <math.h>

#include "project/project.h"

/* Where an explanation is written. */
typedef struct page {
    wk_project *p;
    wkb_out *out;
    bool color;
    const wkp_result *r;
    const wkc_derivation *d;
} page;

#define BOLD  "\x1b[1m"
#define FAINT "\x1b[2m"
#define GREEN "\x1b[32m"
#define RESET "\x1b[0m"

static void
painted(const page *g, const char *color, wkb_str text)
{
    if (g->color)
        wkb_puts(g->out, color);
    wkb_put_shown(g->out, text);
    if (g->color)
        wkb_puts(g->out, RESET);
}

static void
pad(const page *g, wkb_str text, size_t width)
{
    for (size_t n = wkb_utf8_count(text); n < width; n++)
        wkb_putc(g->out, ' ');
}

static void
put_signature(const page *g, const wkc_step *s)
{
    wkb_out text = wkb_out_kept(&g->p->call);
    wkb_str line;
    wkb_put(&text, s->name);
    for (size_t i = 0; s->formula && i < s->formula->n_params; i++)
        wkb_print(&text, "%s%S", i ? ", " : "(", s->formula->param[i].name);
    if (s->formula && s->formula->n_params)
        wkb_putc(&text, ')');
    if (wkb_out_text(&text, &line) != WK_OK)
        g->out->status = WK_ENOMEM;
    painted(g, BOLD, line);
    wkb_putc(g->out, '\n');
}

static void
put_doc(const page *g, const wkc_formula *f)
{
    for (size_t i = 0; f && i < f->doc.n; i++) {
        wkb_puts(g->out, "  ");
        painted(g, FAINT, f->doc.item[i]);
        wkb_putc(g->out, '\n');
    }
}

static void
put_line(const page *g, wkb_str text)
{
    if (text.n)
        wkb_print(g->out, "    = %e\n", text);
}

static size_t
count_of(wkb_str list)
{
    size_t n = 0;
    while (wkl_next_source(&list).n)
        n++;
    return n;
}

/* Ids with their locators where they are as many; else the ids, then the
 * locator of all. */
static void
put_cited(const page *g, wkb_str sources, wkb_str locator)
{
    const bool paired = count_of(sources) == count_of(locator);
    const char *between = "  [";
    if (sources.n == 0)
        return;
    for (wkb_str id; (id = wkl_next_source(&sources)).n; between = "; ") {
        wkb_print(g->out, "%s%e", between, id);
        if (paired)
            wkb_print(g->out, ", %e", wkl_next_source(&locator));
    }
    if (locator.n && !paired)
        wkb_print(g->out, ": %e", locator);
    wkb_putc(g->out, ']');
}

static wkb_str
place_text(const page *g, wkb_span at)
{
    wkb_out text = wkb_out_kept(&g->p->call);
    wkb_str s = {0};
    wkb_file *f = &g->p->diag.file.item[at.file];
    wkb_print(&text, "%S:%d", f->name, (int)wkb_place_in(f, at.begin).line);
    if (wkb_out_text(&text, &s) != WK_OK)
        g->out->status = WK_ENOMEM;
    return s;
}

/* A rival's number in its unit, anything else as it stands. */
static wkb_str
rival_value(const page *g, const wkl_rival *r)
{
    wkb_out text = wkb_out_kept(&g->p->call);
    wkb_str s = r->value;
    const wku_format plain = WKU_FORMAT_INIT;
    const wkl_column *c = &g->p->tables.table.item[r->table]->col[r->column];
    const wku_type type = {.kind = WKU_NUMBER, .unit = r->unit};
    if (c->type.kind != WKU_NUMBER && c->type.kind != WKU_ANY)
        return s;
    const wk_status printed =
        wku_print(&text, &g->p->units, &r->num, &type, &plain, r->value, NULL);
    if (printed == WK_ENOMEM)
        text.status = printed;
    if (wkb_out_text(&text, &s) != WK_OK)
        g->out->status = WK_ENOMEM;
    return s;
}

static void
put_rivals(const page *g, const wkc_used *u)
{
    const wkl_tables *t = &g->p->tables;
    for (size_t i = 0; i < t->rival.n; i++) {
        const wkl_rival *r = &t->rival.item[i];
        if (r->table != u->table || r->row != u->at_row ||
            r->column != u->column)
            continue;
        wkb_print(g->out, "      another source says %S", rival_value(g, r));
        put_cited(g, r->source, r->locator);
        if (r->note.n)
            wkb_print(g->out, "  %e", r->note);
        wkb_putc(g->out, '\n');
    }
}

/* Whether a step before this one shows the same cell. */
static bool
stands_above(const page *g, const wkc_step *s, const wkc_used *u)
{
    for (const wkc_step *o = g->d->step.item; o < s; o++) {
        for (size_t i = 0; i < o->cell.n; i++) {
            const wkc_used *v = &o->cell.item[i];
            if (v->table == u->table && v->at_row == u->at_row &&
                v->column == u->column)
                return true;
        }
    }
    return false;
}

static void
put_origin(const page *g, const wkc_step *s, const wkc_used *u)
{
    if (stands_above(g, s, u)) {
        wkb_puts(g->out, "  ");
        painted(g, FAINT, WKB_STR("as above"));
        return;
    }
    wkb_puts(g->out, "  ");
    if (u->row.n)
        wkb_print(g->out, "%e, ", u->row);
    painted(g, FAINT, place_text(g, u->at));
    put_cited(g, u->sources, u->locator);
}

/* A cell's value, with what its heading states of it. */
static wkb_str
cell_value(const page *g, const wkc_used *u)
{
    wkb_out text = wkb_out_kept(&g->p->call);
    wkb_str s = u->value;
    wkb_put(&text, u->value);
    wku_quals_put(&text,
                  &g->p->axes,
                  g->p->tables.table.item[u->table]->col[u->column].type.quals);
    if (wkb_out_text(&text, &s) != WK_OK)
        g->out->status = WK_ENOMEM;
    return s;
}

static void
put_remarks(const page *g, const wkc_step *s)
{
    for (size_t i = 0; i < s->remark.n; i++)
        wkb_print(g->out, "  %e\n", s->remark.item[i]);
}

static void
put_cells(const page *g, const wkc_step *s)
{
    size_t symbol = 0, value = 0;
    put_remarks(g, s);
    for (size_t i = 0; i < s->cell.n; i++) {
        const size_t a = wkb_utf8_count(s->cell.item[i].symbol);
        const size_t b = wkb_utf8_count(cell_value(g, &s->cell.item[i]));
        symbol = a > symbol ? a : symbol;
        value = b > value ? b : value;
    }
    if (s->cell.n)
        wkb_puts(g->out, "  where\n");
    for (size_t i = 0; i < s->cell.n; i++) {
        const wkc_used *u = &s->cell.item[i];
        wkb_print(g->out, "    %e", u->symbol);
        pad(g, u->symbol, symbol);
        wkb_puts(g->out, " = ");
        painted(g, GREEN, cell_value(g, u));
        pad(g, cell_value(g, u), value);
        put_origin(g, s, u);
        wkb_putc(g->out, '\n');
        if (!stands_above(g, s, u))
            put_rivals(g, u);
    }
}

static void
put_citations(const page *g, const wkc_formula *f)
{
    for (size_t i = 0; f && i < f->citation.n; i++) {
        const wkc_citation *c = &f->citation.item[i];
        wkb_print(g->out, "  formula after %e", c->id);
        if (c->locator.n)
            wkb_print(g->out, ", %e", c->locator);
        wkb_puts(g->out, "  ");
        painted(g, FAINT, place_text(g, f->at));
        wkb_putc(g->out, '\n');
    }
}

static void
put_step(const page *g, const wkc_step *s)
{
    wkb_putc(g->out, '\n');
    if (s->name.n)
        put_signature(g, s);
    put_doc(g, s->formula);
    put_line(g, s->symbols);
    put_line(g, s->numbers);
    put_line(g, s->result);
    put_cells(g, s);
    put_citations(g, s->formula);
}

static wkb_str
source_field(const page *g, uint32_t row, const char *column)
{
    const wkl_tables *t = &g->p->tables;
    const wkl_table *sources =
        t->table.item[wkl_find_table(t, WKB_STR("sources"))];
    const uint32_t c = wkl_find_column(sources, wkb_str_of(column));
    if (c == WKL_NONE || row == WKL_NONE)
        return (wkb_str){0};
    return wkl_text_at(t, wkl_cell_span(t, sources, row, c));
}

static uint32_t
source_row(const page *g, wkb_str id)
{
    const wkl_tables *t = &g->p->tables;
    const uint32_t n = wkl_find_table(t, WKB_STR("sources"));
    return n == WKL_NONE ? WKL_NONE : wkl_find_row(t, t->table.item[n], id);
}

static bool
is_repeated(const wkc_sources *s, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (wkb_str_eq(s->item.item[k].id, s->item.item[i].id))
            return true;
    }
    return false;
}

static bool
is_ended(wkb_str text)
{
    const char last = text.n ? text.p[text.n - 1] : '\0';
    return last == '.' || last == '?' || last == '!';
}

static void
put_source(const page *g, wkb_str id)
{
    const uint32_t row = source_row(g, id);
    wkb_print(g->out, "  %e", id);
    if (row == WKL_NONE) {
        wkb_putc(g->out, '\n');
        return;
    }
    const wkb_str authors = source_field(g, row, "authors");
    const wkb_str year = source_field(g, row, "year");
    const wkb_str title = source_field(g, row, "title");
    const wkb_str url = source_field(g, row, "url");
    const wkb_str accessed = source_field(g, row, "accessed");
    const wkb_str first = authors.n ? authors : title;
    wkb_puts(g->out, "\n     ");
    if (first.n)
        wkb_print(g->out, " %e", first);
    if (year.n)
        wkb_print(g->out, " (%e)", year);
    if ((first.n && !is_ended(first)) || year.n)
        wkb_putc(g->out, '.');
    if (authors.n && title.n)
        wkb_print(g->out, is_ended(title) ? " %e" : " %e.", title);
    if (url.n)
        wkb_print(g->out, " %e", url);
    if (accessed.n)
        wkb_print(g->out, " (read %e)", accessed);
    wkb_putc(g->out, '\n');
}

/* How a statement is held: the value, what is stated, by how much it is off. */
static wk_status
put_claim(const page *g)
{
    const wkb_span at = g->r->in.claim;
    wku_format f = WKU_FORMAT_INIT;
    wkb_out text = wkb_out_kept(&g->p->call);
    wkb_str value;
    f.has_unit = g->r->claim.has_unit;
    f.unit = g->r->claim.unit;
    WKB_TRY(wkc_put_value(
        &text, &g->p->env, &g->r->value, &g->r->in.expr, &f, NULL));
    WKB_TRY(wkb_out_text(&text, &value));
    put_line(g, value);
    wkb_print(g->out,
              "  stated: %e  %s",
              wkb_trim(wkb_sub(
                  g->p->diag.file.item[at.file].bytes, at.begin, at.end)),
              wkc_verdict_name(g->r->verdict));
    WKB_TRY(wkc_put_margin(g->out, &g->p->units, g->r->margin));
    wkb_putc(g->out, '\n');
    return g->out->status;
}

static void
put_when(const page *g)
{
    const bool holds = g->r->value.num.v == 1;
    const char *const word = g->r->value.status != WK_OK
                                 ? wk_status_word(g->r->value.status)
                             : holds ? "true"
                                     : "false";
    put_line(g, wkb_str_of(word));
    wkb_print(g->out,
              "  stated: \"%e\"  %s\n",
              g->r->in.when,
              g->r->value.status == WK_OK && holds ? "holds" : "fails");
}

static wk_status
put_text(const page *g)
{
    const wkc_sources *s = &g->r->sources;
    const wkc_step *first = &g->d->step.item[0];
    painted(g, BOLD, first->symbols);
    put_line(g, (wkb_str){0});
    wkb_puts(g->out, "\n");
    put_line(g, first->numbers);
    if (g->r->has_claim)
        WKB_TRY(put_claim(g));
    else if (g->r->in.is_when)
        put_when(g);
    else
        put_line(g, g->r->text);
    put_cells(g, first);
    if (g->r->value.is_sampled)
        wkb_puts(g->out,
                 "  the extreme lies inside the ranges: 10,000 samples "
                 "with a fixed seed beside their corners\n");
    for (size_t i = 1; i < g->d->step.n; i++)
        put_step(g, &g->d->step.item[i]);
    if (s->item.n)
        wkb_puts(g->out, "\nsources\n");
    for (size_t i = 0; i < s->item.n; i++) {
        if (!is_repeated(s, i))
            put_source(g, s->item.item[i].id);
    }
    return g->out->status;
}

static void
json_place(const page *g, wkb_json *j, wkb_span at)
{
    wkb_file *f = &g->p->diag.file.item[at.file];
    wkb_json_str(j, "file", f->name);
    wkb_json_num(j, "line", wkb_place_in(f, at.begin).line);
}

static void
json_rivals(const page *g, wkb_json *j, const wkc_used *u)
{
    const wkl_tables *t = &g->p->tables;
    wkb_json_begin(j, "rivals", '[');
    for (size_t i = 0; i < t->rival.n; i++) {
        const wkl_rival *r = &t->rival.item[i];
        if (r->table != u->table || r->row != u->at_row ||
            r->column != u->column)
            continue;
        wkb_json_begin(j, NULL, '{');
        wkb_json_str(j, "value", r->value);
        wkb_json_str(j, "source", r->source);
        wkb_json_str(j, "locator", r->locator);
        wkb_json_end(j, '}');
    }
    wkb_json_end(j, ']');
}

static void
json_cells(const page *g, wkb_json *j, const wkc_step *s)
{
    wkb_json_begin(j, "cells", '[');
    for (size_t i = 0; i < s->cell.n; i++) {
        const wkc_used *u = &s->cell.item[i];
        wkb_json_begin(j, NULL, '{');
        wkb_json_str(j, "symbol", u->symbol);
        wkb_json_str(j, "cell", u->address);
        wkb_json_str(j, "row", u->row);
        wkb_json_str(j, "value", u->value);
        json_place(g, j, u->at);
        wkb_json_str(j, "sources", u->sources);
        wkb_json_str(j, "locator", u->locator);
        wkb_json_str(j, "note", u->note);
        json_rivals(g, j, u);
        wkb_json_end(j, '}');
    }
    wkb_json_end(j, ']');
}

static void
json_formula(const page *g, wkb_json *j, const wkc_formula *f)
{
    wkb_json_begin(j, "doc", '[');
    for (size_t i = 0; i < f->doc.n; i++)
        wkb_json_str(j, NULL, f->doc.item[i]);
    wkb_json_end(j, ']');
    json_place(g, j, f->at);
    wkb_json_begin(j, "sources", '[');
    for (size_t i = 0; i < f->citation.n; i++) {
        wkb_json_begin(j, NULL, '{');
        wkb_json_str(j, "id", f->citation.item[i].id);
        wkb_json_str(j, "locator", f->citation.item[i].locator);
        wkb_json_end(j, '}');
    }
    wkb_json_end(j, ']');
}

static void
json_steps(const page *g, wkb_json *j)
{
    wkb_json_begin(j, "steps", '[');
    for (size_t i = 0; i < g->d->step.n; i++) {
        const wkc_step *s = &g->d->step.item[i];
        wkb_json_begin(j, NULL, '{');
        wkb_json_str(j, "name", s->name);
        wkb_json_num(j, "depth", (double)s->depth);
        wkb_json_str(j, "symbols", s->symbols);
        wkb_json_str(j, "numbers", s->numbers);
        wkb_json_str(j, "result", i ? s->result : g->r->text);
        json_cells(g, j, s);
        wkb_json_begin(j, "remarks", '[');
        for (size_t k = 0; k < s->remark.n; k++)
            wkb_json_str(j, NULL, s->remark.item[k]);
        wkb_json_end(j, ']');
        if (s->formula)
            json_formula(g, j, s->formula);
        wkb_json_end(j, '}');
    }
    wkb_json_end(j, ']');
}

static void
json_references(const page *g, wkb_json *j)
{
    static const char *const fields[] = {
        "authors", "title", "container", "year", "url", "accessed"};
    wkb_json_begin(j, "references", '[');
    for (size_t i = 0; i < g->r->sources.item.n; i++) {
        const wkc_source *s = &g->r->sources.item.item[i];
        const uint32_t row = source_row(g, s->id);
        wkb_json_begin(j, NULL, '{');
        wkb_json_str(j, "id", s->id);
        wkb_json_str(j, "locator", s->locator);
        for (size_t k = 0; row != WKL_NONE && k < WKB_COUNT(fields); k++)
            wkb_json_str(j, fields[k], source_field(g, row, fields[k]));
        wkb_json_end(j, '}');
    }
    wkb_json_end(j, ']');
}

static void
put_json(const page *g)
{
    wkb_json j = {.out = g->out};
    wkb_json_begin(&j, NULL, '{');
    wkb_json_str(&j, "expression", g->d->step.item[0].symbols);
    wkp_json_value(g->p, &j, g->r);
    json_steps(g, &j);
    json_references(g, &j);
    wkb_json_end(&j, '}');
    wkb_putc(g->out, '\n');
}

wk_status
wk_explain(wk_project *p,
           const char *expr,
           size_t n,
           wk_format format,
           wk_sink_fn sink,
           void *ud)
{
    wkp_result r;
    wkc_derivation d;
    wkb_out out = wkb_out_to(sink, ud);
    const page g = {p, &out, format == WK_COLOR, &r, &d};
    WKB_TRY(wkp_begin(p));
    WKB_TRY(wkp_built_in(p, (wkb_str){expr, n}));
    const wk_status status = wkp_evaluate(p, &r, expr, n);
    if (status != WK_OK && !(status == WK_ECLAIM && r.text.p))
        return status;
    WKB_TRY(wkc_derive(&d, &p->call, &p->env, &r.value));
    if (format == WK_JSON)
        put_json(&g);
    else
        WKB_TRY(put_text(&g));
    return out.status == WK_OK ? status : out.status;
}
