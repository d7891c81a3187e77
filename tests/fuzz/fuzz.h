/* What fuzz targets share: properties that must hold, faults that have a place
 * inside their input, projects in memory, programs compared. */
#ifndef FUZZ_H
#define FUZZ_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "project/project.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* Ends the program where a property does not hold, so that the fuzzer keeps
 * the input. */
#define HOLDS(condition)                                \
    do {                                                \
        if (!(condition)) {                             \
            (void)fprintf(stderr,                       \
                          "%s:%d: does not hold: %s\n", \
                          __FILE__,                     \
                          __LINE__,                     \
                          #condition);                  \
            abort();                                    \
        }                                               \
    } while (0)

/* Bytes as choices, so that most inputs are well formed. */
typedef struct fuzz_choices {
    const uint8_t *p;
    size_t n;
} fuzz_choices;

/* A number below n; 0 when the bytes are used up. */
static inline unsigned
fuzz_pick(fuzz_choices *c, unsigned n)
{
    if (c->n == 0)
        return 0;
    c->n--;
    return *c->p++ % n;
}

enum { FUZZ_FILES = 8 };

typedef struct fuzz_file {
    const char *name;
    wkb_str bytes;
} fuzz_file;

/* What was told, and of which texts it may be told. */
typedef struct fuzz_heard {
    fuzz_file file[FUZZ_FILES];
    size_t n_files, n_errors;
    wk_status last;
    char message[512]; /* of the last error */
} fuzz_heard;

/* The bytes of line number `wanted` of a text, without its end. */
static inline wkb_str
fuzz_line(wkb_str s, unsigned wanted)
{
    size_t begin = wkb_starts(s, WKB_STR("\xef\xbb\xbf")) ? 3 : 0;
    for (unsigned line = 1;; line++) {
        size_t end = begin;
        while (end < s.n && s.p[end] != '\n' && s.p[end] != '\r')
            end++;
        if (line == wanted)
            return wkb_sub(s, begin, end);
        HOLDS(end < s.n); /* there are as many lines */
        const bool pair =
            s.p[end] == '\r' && end + 1 < s.n && s.p[end + 1] == '\n';
        begin = end + 1 + pair;
    }
}

static inline bool
fuzz_is_plain_text(const char *p)
{
    const wkb_str s = wkb_str_of(p);
    for (size_t at = 0; at < s.n;) {
        uint32_t cp = 0;
        const size_t n = wkb_utf8(wkb_sub(s, at, s.n), &cp);
        if (n == 0 || cp < ' ' || cp == 0x7f)
            return false;
        at += n;
    }
    return s.n > 0;
}

static inline void
fuzz_check_place(const fuzz_heard *h, const wk_diag *d)
{
    const fuzz_file *f = NULL;
    for (size_t i = 0; i < h->n_files; i++) {
        if (strcmp(h->file[i].name, d->file) == 0)
            f = &h->file[i];
    }
    HOLDS(f != NULL);
    HOLDS(d->line >= 1 && d->column >= 1 && d->width >= 1);
    const wkb_str line = fuzz_line(f->bytes, d->line);
    HOLDS(line.n == d->text_n);
    HOLDS(line.n == 0 || memcmp(line.p, d->text, line.n) == 0);
    /* The end of a line may be marked, nothing behind it; CR LF counts two. */
    const size_t count = wkb_utf8_count(line);
    HOLDS(d->column <= count + 2);
    HOLDS(d->width == 1 || d->column + d->width - 1 <= count);
}

static inline void
fuzz_hear(void *ud, const wk_diag *d)
{
    fuzz_heard *h = ud;
    HOLDS(d->size == sizeof *d);
    if (!fuzz_is_plain_text(d->message))
        (void)fprintf(stderr, "message: %s\n", d->message);
    HOLDS(fuzz_is_plain_text(d->message));
    HOLDS(!d->hint || d->hint[0]);
    if (d->file)
        fuzz_check_place(h, d);
    if (d->level != WK_LEVEL_ERROR)
        return;
    HOLDS(d->status != WK_OK);
    h->n_errors++;
    h->last = d->status;
    (void)snprintf(h->message, sizeof h->message, "%s", d->message);
}

static inline void
fuzz_text(fuzz_heard *h, const char *name, wkb_str bytes)
{
    HOLDS(h->n_files < FUZZ_FILES);
    h->file[h->n_files++] = (fuzz_file){name, bytes};
}

/* A project that tells h. */
static inline wk_project *
fuzz_open(fuzz_heard *h)
{
    wk_project *p = NULL;
    wk_options o = WK_OPTIONS_INIT;
    *h = (fuzz_heard){0};
    o.diag = fuzz_hear;
    o.diag_ud = h;
    HOLDS(wk_open(&p, &o) == WK_OK);
    return p;
}

/* path: what diagnostics call it, "t.csv" or "f.formulas". */
static inline void
fuzz_add(wk_project *p, fuzz_heard *h, const char *path, wkb_str bytes)
{
    char name[64];
    const char *dot = strchr(path, '.');
    (void)snprintf(name, sizeof name, "%.*s", (int)(dot - path), path);
    fuzz_text(h, path, bytes);
    HOLDS((strcmp(dot, ".csv") == 0 ? wk_add_csv : wk_add_formulas)(
              p, name, bytes.p, bytes.n) == WK_OK);
}

/* A sink that keeps. */
typedef struct fuzz_kept {
    wkb_arena arena;
    wkb_out out;
} fuzz_kept;

static inline void
fuzz_keep(fuzz_kept *k)
{
    wkb_arena_init(&k->arena, NULL, NULL, 0);
    k->out = wkb_out_kept(&k->arena);
}

static inline wk_status
fuzz_put(void *ud, const char *p, size_t n)
{
    fuzz_kept *k = ud;
    wkb_put(&k->out, (wkb_str){p, n});
    return WK_OK;
}

static inline wkb_str
fuzz_kept_text(fuzz_kept *k)
{
    wkb_str s;
    HOLDS(wkb_out_text(&k->out, &s) == WK_OK);
    return s;
}

static inline bool
fuzz_same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Apart by at most n units in the last place. */
static inline bool
fuzz_near(double a, double b, int n)
{
    for (; n && a != b; n--)
        a = nextafter(a, b);
    return a == b;
}

static inline bool
fuzz_same_type(const wku_type *a, const wku_type *b)
{
    return a->kind == b->kind && a->quals == b->quals && a->table == b->table &&
           (a->kind != WKU_NUMBER ||
            (wku_same_dimension(&a->unit, &b->unit) &&
             fuzz_same_bits(a->unit.factor, b->unit.factor)));
}

static inline void
fuzz_same_code(const wkc_code *a, const wkc_code *b)
{
    if (!a || !b) {
        HOLDS(!a && !b);
        return;
    }
    HOLDS(a->n == b->n && a->result == b->result);
    HOLDS(a->table == b->table && a->is_constant == b->is_constant);
    HOLDS(a->may_hide == b->may_hide && a->n_outer == b->n_outer);
    HOLDS(fuzz_same_type(&a->result_type, &b->result_type));
    for (size_t i = 0; i < a->n; i++) {
        const wkc_ins *x = &a->ins[i], *y = &b->ins[i];
        HOLDS(x->op == y->op && x->a == y->a && x->b == y->b && x->c == y->c);
        HOLDS(fuzz_same_bits(x->k, y->k));
        HOLDS(fuzz_same_type(&a->type[i], &b->type[i]));
        if (x->op == WKC_FOLD) {
            const wkc_fold *f = &a->fold[x->c], *g = &b->fold[y->c];
            HOLDS(f->kind == g->kind && f->table == g->table);
            HOLDS(f->desc == g->desc && f->limit == g->limit);
            fuzz_same_code(f->where, g->where);
            fuzz_same_code(f->sort, g->sort);
            fuzz_same_code(f->term, g->term);
        } else if (x->op == WKC_SOLVE) {
            fuzz_same_code(a->solve[x->c], b->solve[y->c]);
        } else if (x->op == WKC_FIND) {
            const wkc_lookup *f = &a->lookup[x->c], *g = &b->lookup[y->c];
            HOLDS(f->table == g->table && f->n == g->n);
            for (size_t j = 0; j < f->n; j++)
                HOLDS(f->column[j] == g->column[j] && f->slot[j] == g->slot[j]);
        }
    }
}

/* A small world of tables and formulas for expressions to ask about. */
static inline void
fuzz_add_world(wk_project *p, fuzz_heard *h)
{
    const wkb_str chips = WKB_STR(
        "id,name,kind,launched [date],bandwidth [TB/s],memory [GB],"
        "dense [TFLOP/s dense],tdp [W],link [GB/s both_ways],twin [@chips],"
        "misc [any],calc [expr],price [USD]\n"
        "a,Chip A,gpu,2020-05,2,80,312,400,600,b,15 %,2 * 3 GB,10000\n"
        "b,Chip B,gpu,2022-03-22,3.35,80,989.5,700,900,,1200000,"
        "chips.a.memory to GB,25000..30000\n"
        "c,Chip C,tpu,2017,0.9,16 GiB,,192,,a,3 d,max(tdp of chips),"
        "5 [4..6]\n");
    const wkb_str models = WKB_STR(
        "id,params [param total],active [param active],layers\n"
        "m1,8e9,8e9,32\nm2,405e9,405e9,126\nm3,1.8e12,280e9..300e9,0\n");
    const wkb_str formulas = WKB_STR(
        "read_time(n: B, c: chips) -> s = n / c.bandwidth\n"
        "twice(x) -> 1 = 2 * x\n"
        "cost(p: USD, n = 8) -> USD = p * n\n"
        "move(n: B, b: GB/s as one_way = 1 GB/s as one_way) -> s = n / b\n"
        "size(m: models, f: B/param = 2 B/param) -> B = m.params * f\n");
    fuzz_add(p, h, "chips.csv", chips);
    fuzz_add(p, h, "models.csv", models);
    fuzz_add(p, h, "world.formulas", formulas);
}

#endif
