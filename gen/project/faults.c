/* Diagnostics kept to be sorted, and told. */
#include <stdlib.h>

#include "project/plan.h"

static wkb_str
keep(wkp_faults *f, const char *text)
{
    const wkb_str s = wkb_str_of(text);
    const wkb_str copy = s.n ? wkb_copy(f->arena, s) : s;
    if (s.n && !copy.p)
        f->status = WK_ENOMEM;
    return copy;
}

static void
hear(void *ud, const wk_diag *d)
{
    wkp_faults *f = ud;
    wkp_fault *slot = WKB_PUSH(f->arena, &f->item);
    if (!slot) {
        f->status = WK_ENOMEM;
        return;
    }
    *slot = (wkp_fault){.level = d->level,
                        .status = d->status,
                        .line = d->line,
                        .column = d->column,
                        .width = d->width,
                        .file = keep(f, d->file),
                        .message = keep(f, d->message),
                        .hint = keep(f, d->hint)};
    if (d->text)
        slot->text = wkb_copy(f->arena, (wkb_str){d->text, d->text_n});
}

wkp_listener
wkp_faults_begin(wkp_faults *f, wk_project *p)
{
    const wkp_listener before = {p->diag.fn, p->diag.ud};
    p->diag.fn = hear;
    p->diag.ud = f;
    return before;
}

void
wkp_faults_end(wk_project *p, wkp_listener before)
{
    p->diag.fn = before.fn;
    p->diag.ud = before.ud;
}

static int
compare(const void *a, const void *b)
{
    const wkp_fault *x = a, *y = b;
    const int file = wkb_str_cmp(x->file, y->file);
    if (file)
        return file;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->column != y->column)
        return x->column < y->column ? -1 : 1;
    if (x->level != y->level)
        return x->level > y->level ? -1 : 1;
    return wkb_str_cmp(x->message, y->message);
}

static bool
is_same(const wkp_fault *a, const wkp_fault *b)
{
    return compare(a, b) == 0;
}

static const char *
or_null(wkb_str s)
{
    return s.n ? s.p : NULL;
}

wk_status
wkp_faults_tell(wkp_faults *f, wk_project *p, wk_build_report *report)
{
    wk_status status = f->status;
    if (f->item.n)
        qsort(f->item.item, f->item.n, sizeof *f->item.item, compare);
    for (size_t i = 0; i < f->item.n; i++) {
        const wkp_fault *x = &f->item.item[i];
        if (i && is_same(x, x - 1)) /* of a partial, from many pages */
            continue;
        const wk_diag d = {.size = sizeof d,
                           .level = x->level,
                           .status = x->status,
                           .file = or_null(x->file),
                           .line = x->line,
                           .column = x->column,
                           .width = x->width,
                           .message = x->message.p,
                           .hint = or_null(x->hint),
                           .text = x->text.p,
                           .text_n = x->text.n};
        report->n_errors += x->level == WK_LEVEL_ERROR;
        report->n_warnings += x->level == WK_LEVEL_WARNING;
        if (x->level == WK_LEVEL_ERROR && status == WK_OK)
            status = x->status;
        if (p->diag.fn)
            p->diag.fn(p->diag.ud, &d);
    }
    return status;
}
