/* Makes the tables that a project has beside its own: formulas, parameters,
 * cited, uses. They are made as CSV and read like any other. */
#include "project/built_in.h"

/* ---- lines of CSV ---- */

static bool
is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* One space stands for many, and for none at the end. */
void
wkp_field(wkp_made *m, wkb_str text)
{
    if (m->n_fields++)
        wkb_putc(&m->csv, ',');
    wkb_putc(&m->csv, '"');
    while (text.n) {
        size_t n = 0;
        while (n < text.n && !is_space(text.p[n]) && text.p[n] != '"')
            n++;
        wkb_put(&m->csv, wkb_sub(text, 0, n));
        if (n < text.n && text.p[n] == '"') {
            wkb_puts(&m->csv, "\"\"");
            n++;
        }
        const size_t word = n;
        while (n < text.n && is_space(text.p[n]))
            n++;
        if (n > word && n < text.n)
            wkb_putc(&m->csv, ' ');
        text = wkb_sub(text, n, text.n);
    }
    wkb_putc(&m->csv, '"');
}

void
wkp_row_end(wkp_made *m)
{
    wkb_putc(&m->csv, '\n');
    m->n_fields = 0;
}

/* The field of what was put into a text. */
static void
put_kept(wkp_made *m, wkb_out *out)
{
    wkb_str text;
    if (wkb_out_text(out, &text) != WK_OK)
        m->csv.status = WK_ENOMEM;
    else
        wkp_field(m, text);
}

/* ---- formulas ---- */

void
wkp_put_doc(wkp_made *m, const wkc_formula *f, const char *label)
{
    static const char *const labels[] = {"assumes:", "limits:"};
    wkb_out out = wkb_out_kept(&m->project->call);
    wkb_str now = {0};
    for (size_t i = 0; i < f->doc.n; i++) {
        wkb_str line = f->doc.item[i];
        for (size_t k = 0; k < WKB_COUNT(labels); k++) {
            if (!wkb_starts(line, wkb_str_of(labels[k])))
                continue;
            now = wkb_str_of(labels[k]);
            line = wkb_sub(line, now.n, line.n);
        }
        if (wkb_str_eq(now, wkb_str_of(label)))
            wkb_print(&out, "%s%S", out.n ? " " : "", wkb_trim(line));
    }
    put_kept(m, &out);
}

static void
put_type(wkb_out *out, const wkc_type_text *t)
{
    wkb_put(out, t->text);
    for (size_t i = 0; i < t->n_quals; i++)
        wkb_print(out, " as %S", t->qual[i]);
}

/* The first line of its file, where that is a comment: what its formulas have
 * in common. */
static wkb_str
topic(const wkp_made *m, wkb_span at)
{
    wkb_str rest = m->project->diag.file.item[at.file].bytes;
    const wkb_str line = wkb_cut(&rest, '\n');
    if (!wkb_starts(line, WKB_STR("#")) || wkb_starts(line, WKB_STR("##")))
        return (wkb_str){0};
    return wkb_trim(wkb_sub(line, 1, line.n));
}

static void
put_citations(wkp_made *m, const wkc_formula *f, bool ids)
{
    wkb_out out = wkb_out_kept(&m->project->call);
    for (size_t i = 0; i < f->citation.n; i++)
        wkb_print(&out,
                  "%s%S",
                  i ? "; " : "",
                  ids ? f->citation.item[i].id : f->citation.item[i].locator);
    put_kept(m, &out);
}

static void
put_number(wkp_made *m, size_t n)
{
    wkb_out out = wkb_out_kept(&m->project->call);
    wkb_print(&out, "%z", n);
    put_kept(m, &out);
}

/* position: among the formulas of its file, from 1. */
static void
put_formula(wkp_made *m, const wkc_formula *f, size_t position)
{
    wk_project *p = m->project;
    wkb_file *file = &p->diag.file.item[f->at.file];
    const wkb_str whole = wkl_text_at(&p->tables, f->whole);
    wkb_out body = wkb_out_kept(&p->call), result = wkb_out_kept(&p->call);
    const wkc_printer printer = {.out = &body, .pretty = true};
    size_t head = f->body.at.begin - f->whole.begin;
    while (head && whole.p[head - 1] != '=')
        head--;
    wkb_str example = {0};
    if (f->example.n)
        example = wkl_text_at(&p->tables, f->example.item[0]);
    wkp_field(m, f->name);
    wkp_field(m, f->name);
    wkp_put_doc(m, f, "");
    wkp_put_doc(m, f, "assumes:");
    wkp_put_doc(m, f, "limits:");
    wkp_field(m, wkb_sub(whole, 0, head ? head - 1 : 0));
    put_type(&result, &f->written);
    put_kept(m, &result);
    wkc_put_expr(&printer, f->body.root);
    put_kept(m, &body);
    wkp_field(m, example);
    wkp_field(m, example);
    wkp_field(m, topic(m, f->at));
    wkp_field(m, file->name);
    put_number(m, wkb_place_in(file, f->at.begin).line);
    put_number(m, position);
    put_citations(m, f, true);
    put_citations(m, f, false);
    wkp_row_end(m);
}

static wk_status
put_formulas(wkp_made *m)
{
    const wkc_formulas *all = &m->project->formulas;
    wk_status worst = WK_OK;
    uint32_t file = UINT32_MAX;
    size_t position = 0;
    for (size_t i = 0; i < all->formula.n; i++) {
        const wkc_formula *f = all->formula.item[i];
        const wk_status status = wkp_compile_examples(m->project, f);
        worst = status == WK_OK ? worst : status;
        position = f->at.file == file ? position + 1 : 1;
        file = f->at.file;
        put_formula(m, f, position);
    }
    return worst;
}

/* ---- parameters ---- */

static const char *
kind_of(const wkc_param *p)
{
    switch (p->type.kind) {
    case WKU_ROW:
        return "row";
    case WKU_TEXT:
        return "text";
    default:
        return p->written.text.n ? "quantity" : "number";
    }
}

static wk_status
put_parameters(wkp_made *m)
{
    wk_project *p = m->project;
    for (size_t i = 0; i < p->formulas.formula.n; i++) {
        const wkc_formula *f = p->formulas.formula.item[i];
        for (size_t k = 0; k < f->n_params; k++) {
            const wkc_param *one = &f->param[k];
            wkb_out type = wkb_out_kept(&p->call);
            const wkb_str none = {0};
            wkp_field(m, f->name);
            wkp_field(m, one->name);
            wkp_field(m, wkb_str_of(kind_of(one)));
            put_type(&type, &one->written);
            put_kept(m, &type);
            wkp_field(m,
                      one->has_fallback
                          ? wkl_text_at(&p->tables, one->fallback.at)
                          : none);
            wkp_row_end(m);
        }
    }
    return WK_OK;
}

/* ---- the tables ---- */

typedef struct recipe {
    const char *name, *heading;
    wk_status (*put)(wkp_made *m);
    bool needs_documents;
} recipe;

/* References are texts where the table that they refer to is another's. */
#define FORMULA "formula [@formulas],"
#define CITES   "cites [@sources],"
static const recipe recipes[] = {
    {"formulas",
     "id,name,about [text],assumes [text],limits [text],signature [text],"
     "result [text],body [text],example [expr],example_text [text],"
     "topic [text],file [text],line,position,source,locator",
     put_formulas,
     false},
    {"parameters",
     FORMULA "name,kind [text],takes [text],default [text]",
     put_parameters,
     false},
    {"cited",
     CITES "table [text],row [text],name,says [text],chosen [text],locator",
     wkp_put_cited,
     false},
    {"uses",
     FORMULA CITES "table [text],row [text],user [text],name,page [text],"
                   "in_table [text],in_row [text]",
     wkp_put_uses,
     true},
};

/* A heading; its references become texts where there is no such table. */
static void
put_heading(wkp_made *m, const char *heading)
{
    const wkl_tables *t = &m->project->tables;
    wkb_str rest = wkb_str_of(heading);
    while (rest.p) {
        const wkb_str one = wkb_cut(&rest, ',');
        const size_t at = wkb_find(one, '@');
        const wkb_str to = wkb_sub(one, at + 1, one.n ? one.n - 1 : 0);
        const uint32_t table = at < one.n ? wkl_find_table(t, to) : WKL_NONE;
        const bool is_lost =
            at < one.n && (table == WKL_NONE || !t->table.item[table]->has_id);
        wkb_put(&m->csv, is_lost ? wkb_sub(one, 0, at) : one);
        wkb_puts(&m->csv, is_lost ? "text]" : "");
        wkb_putc(&m->csv, rest.p ? ',' : '\n');
    }
}

static wk_status
make(wk_project *p, const recipe *r)
{
    wkp_made m = {.project = p, .csv = wkb_out_kept(&p->call)};
    wkb_out path = wkb_out_kept(&p->arena);
    wkb_str csv, at;
    put_heading(&m, r->heading);
    WKB_TRY(r->put(&m));
    WKB_TRY(wkb_out_text(&m.csv, &csv));
    wkb_print(&path, "the table %s", r->name);
    WKB_TRY(wkb_out_text(&path, &at));
    csv = wkb_copy(&p->arena, csv);
    if (!csv.p)
        return WK_ENOMEM;
    WKB_TRY(wkl_read_built_in(&p->tables, at, wkb_str_of(r->name), csv));
    p->n_files = p->diag.file.n;
    return WK_OK;
}

/* Whether a letter or digit stands at i. */
static bool
goes_on(wkb_str text, size_t i)
{
    return i < text.n && (wkb_is_letter(text.p[i]) || wkb_is_digit(text.p[i]));
}

/* Whether a text holds a word: what may well mean the table. */
static bool
holds_word(wkb_str text, wkb_str word)
{
    for (size_t i = 0; i + word.n <= text.n; i++) {
        if (text.p[i] == word.p[0] &&
            wkb_starts(wkb_sub(text, i, text.n), word) &&
            !goes_on(text, i + word.n) && (i == 0 || !goes_on(text, i - 1)))
            return true;
    }
    return false;
}

/* `parameters` and `uses` refer to `formulas`. */
static bool
is_wanted(const wk_project *p, size_t i, wkb_str text)
{
    if (wkl_find_table(&p->tables, wkb_str_of(recipes[i].name)) != WKL_NONE)
        return false;
    for (size_t k = i; k < WKB_COUNT(recipes); k++) {
        if ((k == i || i == 0) && holds_word(text, wkb_str_of(recipes[k].name)))
            return true;
    }
    return false;
}

wk_status
wkp_built_in(wk_project *p, wkb_str text)
{
    for (size_t i = 0; i < WKB_COUNT(recipes); i++) {
        if (recipes[i].needs_documents && is_wanted(p, i, text) &&
            !p->has_documents)
            WKB_TRY(wkp_documents(p)); /* which may make it */
        if (is_wanted(p, i, text))
            WKB_TRY(make(p, &recipes[i]));
    }
    return WK_OK;
}
