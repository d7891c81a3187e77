/* Fuzzes formula files beside a small world. A tidied file tidies to itself
 * and holds the same programs. */
#include "fuzz.h"

enum { CALL = 4096, PARAMS = 32 };

/* Tidies text; WK_OK: k holds what came out. */
static wk_status
tidied(wkb_str text, fuzz_kept *k)
{
    fuzz_heard h;
    wk_project *p = fuzz_open(&h);
    fuzz_text(&h, "formulas", text);
    fuzz_keep(k);
    const wk_status s = wk_fmt(p, text.p, text.n, fuzz_put, k);
    HOLDS((s == WK_OK) == (h.n_errors == 0));
    HOLDS(s == WK_OK || k->out.n == 0);
    wk_close(p);
    return s;
}

static wk_project *
load(fuzz_heard *h, wkb_str text, wk_status *status)
{
    wk_project *p = fuzz_open(h);
    fuzz_add_world(p, h);
    fuzz_add(p, h, "f.formulas", text);
    *status = wk_load(p);
    HOLDS((*status == WK_OK) == (h->n_errors == 0));
    return p;
}

/* "name(p0, p1)" with a name for each parameter that is a number or a row,
 * a text for the others. */
static wkb_str
call_of(const wkc_formula *f, wkc_binding *b, size_t *n_bound, char *call)
{
    static const char names[PARAMS][8] = {
        "qq0",  "qq1",  "qq2",  "qq3",  "qq4",  "qq5",  "qq6",  "qq7",
        "qq8",  "qq9",  "qq10", "qq11", "qq12", "qq13", "qq14", "qq15",
        "qq16", "qq17", "qq18", "qq19", "qq20", "qq21", "qq22", "qq23",
        "qq24", "qq25", "qq26", "qq27", "qq28", "qq29", "qq30", "qq31"};
    size_t n = (size_t)snprintf(call, CALL, "%.*s(", (int)f->name.n, f->name.p);
    *n_bound = 0;
    for (size_t i = 0; i < f->n_params && i < PARAMS; i++) {
        const wku_type *t = &f->param[i].type;
        const bool is_text = t->kind == WKU_TEXT;
        n += (size_t)snprintf(call + n,
                              CALL - n,
                              "%s%s",
                              i ? ", " : "",
                              is_text ? "\"a\"" : names[i]);
        if (is_text)
            continue;
        b[*n_bound] = (wkc_binding){.name = wkb_str_of(names[i]),
                                    .kind = t->kind == WKU_ROW ? WKC_BIND_ROW
                                                               : WKC_BIND_INPUT,
                                    .input = (uint32_t)*n_bound,
                                    .type = *t};
        *n_bound += 1;
    }
    n += (size_t)snprintf(call + n, CALL - n, ")");
    return (wkb_str){call, n};
}

static const wkc_code *
program_of(wk_project *p, fuzz_heard *h, const wkc_formula *f)
{
    static char call[CALL];
    wkc_binding b[PARAMS];
    wkc_bindings names = {.item = b};
    wkb_span at;
    wkc_expr *expr = WKB_NEW(&p->call, wkc_expr, 1);
    const wkc_code *code = NULL;
    if (f->name.n > CALL / 2 || f->n_params > PARAMS)
        return NULL;
    const wkb_str text = call_of(f, b, &names.n, call);
    HOLDS(expr);
    fuzz_text(h, "call", text);
    HOLDS(wkp_text(p, "call", text.p, text.n, &at) == WK_OK);
    const wkb_str bytes = p->diag.file.item[at.file].bytes;
    HOLDS(wkc_parse(expr, &p->call, bytes, at, &p->diag) == WK_OK);
    /* A text that its columns do not hold may be refused. */
    (void)wkc_compile(&code, &p->call, &p->env, expr, &names);
    h->n_files--;
    return code;
}

static void
same_formulas(wk_project *a, fuzz_heard *h, wk_project *b, fuzz_heard *i)
{
    HOLDS(wkp_begin(a) == WK_OK && wkp_begin(b) == WK_OK);
    HOLDS(a->formulas.formula.n == b->formulas.formula.n);
    for (size_t j = 0; j < a->formulas.formula.n; j++) {
        const wkc_formula *f = a->formulas.formula.item[j];
        const wkc_formula *g = b->formulas.formula.item[j];
        HOLDS(wkb_str_eq(f->name, g->name) && f->n_params == g->n_params);
        HOLDS(f->doc.n == g->doc.n && f->citation.n == g->citation.n);
        for (size_t k = 0; k < f->doc.n; k++)
            HOLDS(wkb_str_eq(f->doc.item[k], g->doc.item[k]));
        HOLDS(fuzz_same_type(&f->result, &g->result));
        for (size_t k = 0; k < f->n_params; k++)
            HOLDS(fuzz_same_type(&f->param[k].type, &g->param[k].type));
        fuzz_same_code(program_of(a, h, f), program_of(b, i, g));
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const wkb_str text = {(const char *)bytes, n};
    fuzz_heard h, i;
    fuzz_kept once, twice;
    wk_status first, second;
    const wk_status s = tidied(text, &once);
    wk_project *p = load(&h, text, &first);
    if (s == WK_OK) {
        const wkb_str tidy = fuzz_kept_text(&once);
        HOLDS(tidied(tidy, &twice) == WK_OK);
        HOLDS(wkb_str_eq(tidy, fuzz_kept_text(&twice)));
        wk_project *q = load(&i, tidy, &second);
        HOLDS(first == second);
        if (first == WK_OK)
            same_formulas(p, &h, q, &i);
        wk_close(q);
        wkb_arena_clear(&twice.arena);
    }
    wk_close(p);
    wkb_arena_clear(&once.arena);
    return 0;
}
