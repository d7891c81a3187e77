/* Cases of units and quantities: one line each, fields separated by tabs, the
 * first the operation, the last what is wanted. With GOLDEN set in the
 * environment the file is rewritten with what came out. */
#ifndef UNITS_HELP_H
#define UNITS_HELP_H

#include "base/num.h"
#include "units/date.h"
#include "units/quantity.h"

#include "test.h"

enum { FIELDS = 6 };

typedef struct bench {
    wkb_arena arena;
    wku_units units;
    wku_axes axes;
    wkb_diag diag;
    wkb_out got;
    wkb_span at; /* of the text under test */
} bench;

#define STATUS_WORD(name, word, text) word,
static inline const char *
word_of(wk_status status)
{
    static const char *const words[] = {WK_STATUS_LIST(STATUS_WORD)};
    return words[status];
}

/* "5+3: unit: message | hint", the column and the width of the mark. */
static inline void
note_fault(void *ud, const wk_diag *d)
{
    bench *b = ud;
    if (b->got.n)
        wkb_puts(&b->got, " && ");
    wkb_print(&b->got,
              "%d+%d: %s: %s",
              (int)d->column,
              (int)d->width,
              word_of(d->status),
              d->message);
    if (d->hint)
        wkb_print(&b->got, " | %s", d->hint);
}

static inline void
bench_open(bench *b, wkb_str text)
{
    uint32_t file = 0;
    memset(b, 0, sizeof *b);
    wkb_arena_init(&b->arena, NULL, NULL, 0);
    assert_int_equal(wku_units_init(&b->units, &b->arena), WK_OK);
    wku_axes_init(&b->axes);
    b->diag.fn = note_fault;
    b->diag.ud = b;
    b->got = wkb_out_kept(&b->arena);
    assert_int_equal(
        wkb_diag_add(&b->diag, &b->arena, WKB_STR("case"), text, &file), WK_OK);
    b->at = (wkb_span){file, 0, (uint32_t)text.n};
}

typedef void (*case_fn)(bench *b, const wkb_str *field, size_t n);
typedef struct case_op {
    const char *name;
    size_t text; /* the field that faults are told of */
    case_fn run;
} case_op;

static inline wkb_str
file_bytes(const char *path)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *p = malloc(1 << 20);
    assert_non_null(p);
    const size_t n = fread(p, 1, 1 << 20, f);
    (void)fclose(f);
    return (wkb_str){p, n};
}

static inline void
put_line(FILE *to, wkb_str line, wkb_str got)
{
    size_t end = line.n;
    while (end && line.p[end - 1] != '\t')
        end--;
    if (to)
        fprintf(to, "%.*s%.*s\n", (int)end, line.p, (int)got.n, got.p);
}

/* Runs one line; whether it came out as wanted. */
static inline int
run_line(const case_op *ops, size_t n_ops, wkb_str line, FILE *golden)
{
    wkb_str field[FIELDS], rest = line;
    size_t n = 0;
    while (rest.p && n < FIELDS)
        field[n++] = wkb_cut(&rest, '\t');
    for (size_t i = 0; i < n_ops; i++) {
        bench b;
        wkb_str got;
        if (!wkb_str_eq(field[0], wkb_str_of(ops[i].name)))
            continue;
        bench_open(&b, field[ops[i].text]);
        ops[i].run(&b, field, n - 1);
        assert_int_equal(wkb_out_text(&b.got, &got), WK_OK);
        const int same = wkb_str_eq(got, field[n - 1]);
        if (!same && !golden)
            fprintf(stderr,
                    "%.*s\n    got: %.*s\n",
                    (int)line.n,
                    line.p,
                    (int)got.n,
                    got.p);
        put_line(golden, line, got);
        wkb_arena_clear(&b.arena);
        return same;
    }
    fprintf(stderr, "no operation: %.*s\n", (int)line.n, line.p);
    return 0;
}

static inline void
run_cases(const char *path, const case_op *ops, size_t n_ops)
{
    const wkb_str bytes = file_bytes(path);
    FILE *golden = getenv("GOLDEN") ? fopen(path, "wb") : NULL;
    size_t n = 0, failed = 0;
    for (wkb_str rest = bytes; rest.n;) {
        const wkb_str line = wkb_cut(&rest, '\n');
        if (line.n == 0 || line.p[0] == '#') {
            if (golden)
                fprintf(golden, "%.*s\n", (int)line.n, line.p);
            continue;
        }
        n++;
        failed += !run_line(ops, n_ops, line, golden);
    }
    if (golden)
        (void)fclose(golden);
    free((void *)(uintptr_t)bytes.p);
    printf("%s: %zu cases, %zu failed\n", path, n, failed);
    assert_true(n > 0);
    if (!golden)
        assert_int_equal(failed, 0);
}

#endif
