/* The examples in the documentation of formulas: `## example: f(1, 2)`. */
#include "project/built_in.h"

wk_status
wkp_compile_examples(wk_project *p, const wkc_formula *f)
{
    wk_status worst = WK_OK;
    for (size_t i = 0; i < f->example.n; i++) {
        const wkb_mark mark = wkb_arena_mark(&p->call);
        const wkb_span at = f->example.item[i];
        const wkc_code *code = NULL;
        wkc_expr expr;
        wk_status status = wkc_parse(
            &expr, &p->call, p->diag.file.item[at.file].bytes, at, &p->diag);
        if (status == WK_OK)
            status = wkc_compile(&code, &p->call, &p->env, &expr, NULL);
        wkb_arena_rewind(&p->call, mark);
        worst = status == WK_OK ? worst : status;
    }
    return worst;
}

/* Whether a formula is called. */
typedef struct wanted {
    const wkc_formula *formula;
    bool is_called;
} wanted;

static wk_status
hear(void *ud, const wkp_mention *m)
{
    wanted *w = ud;
    w->is_called |= m->formula == w->formula;
    return WK_OK;
}

static wk_status
check_one(wk_project *p, const wkc_formula *f, wkb_span at)
{
    wkc_answer r;
    wanted w = {.formula = f};
    WKB_TRY(wkp_mentions(p, wkl_text_at(&p->tables, at), hear, &w));
    if (!w.is_called)
        return wkb_error(&p->diag,
                         WK_ECALL,
                         at,
                         "the example of %q does not call it\nwrite "
                         "%S(...)",
                         f->name,
                         f->name);
    WKB_TRY(wkc_ask(&r, &p->call, &p->env, at, NULL));
    if (r.value.status == WK_OK)
        return WK_OK;
    return wkb_error(&p->diag,
                     r.value.status,
                     at,
                     "the example of %q is %S\nchoose one with a value",
                     f->name,
                     r.text);
}

wk_status
wkp_check_examples(wk_project *p)
{
    wk_status worst = WK_OK;
    for (size_t i = 0; i < p->formulas.formula.n; i++) {
        const wkc_formula *f = p->formulas.formula.item[i];
        for (size_t k = 0; k < f->example.n; k++) {
            const wkb_mark mark = wkb_arena_mark(&p->call);
            const wk_status status = check_one(p, f, f->example.item[k]);
            wkb_arena_rewind(&p->call, mark);
            if (status == WK_ENOMEM)
                return status;
            worst = status == WK_OK ? worst : status;
        }
    }
    return worst;
}
