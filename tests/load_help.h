/* What the tests of tables share: case files, diagnostics and tables as text,
 * an allocator that fails. */
#ifndef LOAD_HELP_H
#define LOAD_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "load/table.h"

/* An allocator whose k-th allocation fails (0: none); it counts. */
typedef struct failing {
    size_t n, fail_at;
    size_t held; /* blocks not given back */
} failing;

static inline void *
failing_alloc(void *ud, void *p, size_t old_n, size_t new_n)
{
    failing *f = ud;
    (void)old_n;
    if (new_n == 0) {
        f->held -= p != NULL;
        free(p);
        return NULL;
    }
    if (++f->n == f->fail_at)
        return NULL;
    f->held += p == NULL;
    return realloc(p, new_n);
}

/* A project's worth of tables, and what was said while they were read. */
typedef struct project {
    wkb_arena arena, said_arena;
    wku_units units;
    wku_axes axes;
    wkb_diag diag;
    wkl_tables tables;
    wkb_out said;
} project;

static inline void
keep_diag(void *ud, const wk_diag *d)
{
    static const char *const levels[] = {"note", "warning", "error"};
    project *p = ud;
    if (p->said.n)
        wkb_puts(&p->said, " ;; ");
    if (d->file)
        wkb_print(
            &p->said, "%s:%d:%d: ", d->file, (int)d->line, (int)d->column);
    wkb_print(&p->said, "%s: %s", levels[d->level], d->message);
    if (d->hint)
        wkb_print(&p->said, " > %s", d->hint);
}

static inline wk_status
project_open(project *p, failing *f)
{
    memset(p, 0, sizeof *p);
    wkb_arena_init(&p->arena, f ? failing_alloc : NULL, f, 0);
    wkb_arena_init(&p->said_arena, NULL, NULL, 0);
    p->said = wkb_out_kept(&p->said_arena);
    p->diag.fn = keep_diag;
    p->diag.ud = p;
    const wk_status status = wku_units_init(&p->units, &p->arena);
    wku_axes_init(&p->axes);
    wkl_tables_init(&p->tables, &p->arena, &p->units, &p->axes, &p->diag);
    return status;
}

static inline void
project_close(project *p)
{
    wkb_arena_clear(&p->arena);
    wkb_arena_clear(&p->said_arena);
}

static inline wkb_str
kept(wkb_out *o)
{
    wkb_str text;
    assert_int_equal(wkb_out_text(o, &text), WK_OK);
    return text;
}

/* The whole of a file, in the arena; p NULL if it cannot be read. */
static inline wkb_str
read_file(wkb_arena *a, const char *path)
{
    FILE *file = fopen(path, "rb");
    wkb_out out = wkb_out_kept(a);
    char piece[4096];
    if (!file)
        return (wkb_str){NULL, 0};
    for (size_t n; (n = fread(piece, 1, sizeof piece, file)) > 0;)
        wkb_put(&out, (wkb_str){piece, n});
    (void)fclose(file);
    return kept(&out);
}

/* \n \r \t \0 \\ \xNN, and \{N|text} for N times the text. */
static inline void
put_unescaped(wkb_out *o, wkb_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != '\\' || i + 1 == s.n) {
            wkb_putc(o, s.p[i]);
            continue;
        }
        const char c = s.p[++i];
        char *end = NULL;
        if (c == 'x') {
            const char hex[3] = {s.p[i + 1], s.p[i + 2], 0};
            wkb_putc(o, (char)strtoul(hex, NULL, 16));
            i += 2;
        } else if (c == '{') {
            const unsigned long n = strtoul(s.p + i + 1, &end, 10);
            const size_t begin = (size_t)(end + 1 - s.p);
            i = begin + wkb_find(wkb_sub(s, begin, s.n), '}');
            wkb_out once = wkb_out_kept(o->arena);
            put_unescaped(&once, wkb_sub(s, begin, i));
            for (unsigned long k = 0; k < n; k++)
                wkb_put(o, kept(&once));
        } else {
            static const char from[] = "nrt0\\", to[] = "\n\r\t\0\\";
            const char *at = strchr(from, c);
            wkb_putc(o, at ? to[at - from] : c);
        }
    }
}

static inline void
put_num(wkb_out *o, const wkl_column *c, uint32_t row, const project *p)
{
    const wkl_extra *extra = wkl_extra_of(c, row);
    const bool known = c->num[row] == c->num[row];
    if (known)
        wkb_put_num(o, c->num[row]);
    if (extra && wku_is_range(&extra->num))
        wkb_print(
            o, known ? " [%g..%g]" : "%g..%g", extra->num.lo, extra->num.hi);
    if (extra) {
        wkb_putc(o, ' ');
        wkb_putc(o, '(');
        wku_unit_put(o, &p->units, &extra->unit);
        wkb_putc(o, ')');
    }
    if (!known && !extra)
        wkb_putc(o, '-');
}

static inline void
put_cell(wkb_out *o, const project *p, const wkl_column *c, uint32_t row)
{
    switch (c->type.kind) {
    case WKU_NUMBER:
    case WKU_ANY:
        put_num(o, c, row, p);
        break;
    case WKU_DATE:
        if (c->num[row] == c->num[row])
            wku_date_put(o, c->num[row]);
        else
            wkb_putc(o, '-');
        break;
    case WKU_TEXT:
    case WKU_EXPR:
        if (c->index[row] == WKL_NONE)
            wkb_putc(o, '-');
        else
            wkb_print(o, "%q", wkl_text(&p->tables, c, row));
        break;
    case WKU_ROW:
        if (c->index[row] == WKL_NONE)
            wkb_putc(o, '-');
        else
            wkb_print(o, "@%d", (int)c->index[row]);
        break;
    case WKU_BOOL:
    case WKU_ROWS:
        fail();
    }
}

/* "id:text x:number[GB/s as dense] | 'a', 1e9 | 'b', -" */
static inline void
put_table(wkb_out *o, const project *p, const wkl_table *t)
{
    static const char *const kinds[] = {[WKU_NUMBER] = "number",
                                        [WKU_ANY] = "any",
                                        [WKU_DATE] = "date",
                                        [WKU_TEXT] = "text",
                                        [WKU_ROW] = "row",
                                        [WKU_EXPR] = "expr"};
    for (size_t i = 0; i < t->n_col; i++) {
        const wkl_column *c = &t->col[i];
        wkb_print(o, "%s%S:%s", i ? " " : "", c->name, kinds[c->type.kind]);
        if (c->type.kind == WKU_NUMBER && !wku_is_pure(&c->type.unit)) {
            wkb_putc(o, '[');
            wku_unit_put(o, &p->units, &c->type.unit);
            wku_quals_put(o, &p->axes, c->type.quals);
            wkb_putc(o, ']');
        }
    }
    for (uint32_t row = 0; row < t->n_row; row++) {
        for (size_t i = 0; i < t->n_col; i++) {
            wkb_puts(o, i ? ", " : " | ");
            put_cell(o, p, &t->col[i], row);
        }
    }
}

#endif
