/* What is refused, word for word: each line of cases/refusals.tsv is what may
 * stand between {{ }}, or after "def " a formula, and what is told of it.
 * With GOLDEN set in the environment the file is rewritten. */
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "test.h"

enum { LINE = 4096 };

static const char chips[] =
    "id,kind,launched [date],bandwidth [TB/s],dense [TFLOP/s dense],tdp [W],"
    "link [GB/s both_ways],twin [@chips],misc [any],calc [expr]\n"
    "a,gpu,2020,2,312,400,600,b,15 %,2 * 3 GB\n"
    "b,gpu,2022-03-22,3..4,989.5,700,900,,3 d,chips.c.calc\n"
    "c,tpu,,0.9,,,,a,,chips.b.calc\n";
static const char peaks[] = "chip [@chips],mode,rate [FLOP/s]\n"
                            "a,x,1\na,y,2\nb,x,3\n";
static const char formulas[] = "twice(x) -> 1 = 2 * x\n"
                               "time(n: B, c: chips) -> s = n / c.bandwidth\n"
                               "say(t: text) -> 1 = if(t = t, 1, 2)\n";

static void
hear(void *ud, const wk_diag *d)
{
    static const char *const levels[] = {"note: ", "warning: ", ""};
    wkb_out *said = ud;
    if (said->n)
        wkb_puts(said, " && ");
    if (d->file && strcmp(d->file, "expression") != 0 &&
        strcmp(d->file, "def.formulas") != 0)
        wkb_print(said, "%s:%d:", d->file, (int)d->line);
    if (d->file)
        wkb_print(said, "%d+%d: ", (int)d->column, (int)d->width);
    wkb_print(said,
              "%s%s: %s",
              levels[d->level],
              wk_status_word(d->status),
              d->message);
    if (d->hint)
        wkb_print(said, " | %s", d->hint);
}

static wk_status
keep(void *ud, const char *p, size_t n)
{
    wkb_put(ud, (wkb_str){p, n});
    return WK_OK;
}

/* What comes of one line, in the arena; a value is told as it is printed. */
static wkb_str
told(wkb_arena *a, wkb_str ask)
{
    wk_project *p = NULL;
    wk_options o = WK_OPTIONS_INIT;
    wkb_out said = wkb_out_kept(a), value = wkb_out_kept(a);
    wkb_str text;
    o.diag = hear;
    o.diag_ud = &said;
    const bool def = wkb_starts(ask, WKB_STR("def "));
    assert_int_equal(wk_open(&p, &o), WK_OK);
    assert_int_equal(wk_add_csv(p, "chips", chips, strlen(chips)), WK_OK);
    assert_int_equal(wk_add_csv(p, "peaks", peaks, strlen(peaks)), WK_OK);
    assert_int_equal(wk_add_formulas(p, "world", formulas, strlen(formulas)),
                     WK_OK);
    if (def)
        assert_int_equal(wk_add_formulas(p, "def", ask.p + 4, ask.n - 4),
                         WK_OK);
    const wk_status s =
        def ? wk_load(p) : wk_eval(p, ask.p, ask.n, WK_TEXT, keep, &value);
    assert_true(s == WK_OK || said.n > 0);
    wk_close(p);
    assert_int_equal(wkb_out_text(said.n ? &said : &value, &text), WK_OK);
    return wkb_trim(wkb_cut(&text, '\n'));
}

static bool
one_line(FILE *golden, char *line)
{
    wkb_arena a;
    char *want = strchr(line, '\t');
    if (line[0] == '#' || !want) {
        if (golden)
            (void)fprintf(golden, "%s\n", line);
        return true;
    }
    *want++ = '\0';
    wkb_arena_init(&a, NULL, NULL, 0);
    const wkb_str got = told(&a, wkb_str_of(line));
    const bool good = wkb_str_eq(got, wkb_str_of(want));
    if (!good && !golden)
        (void)printf("# %s\n#   want %s\n#   got  %.*s\n",
                     line,
                     want,
                     (int)got.n,
                     got.p);
    if (golden)
        (void)fprintf(golden, "%s\t%.*s\n", line, (int)got.n, got.p);
    wkb_arena_clear(&a);
    return good || golden;
}

static void
refusals(void **state)
{
    static const char path[] = "tests/cases/refusals.tsv";
    static char text[1 << 18];
    FILE *f = fopen(path, "rb");
    size_t n = 0, n_bad = 0;
    (void)state;
    assert_non_null(f);
    const size_t size = fread(text, 1, sizeof text - 1, f);
    (void)fclose(f);
    assert_true(size < sizeof text - 1);
    FILE *golden = getenv("GOLDEN") ? fopen(path, "wb") : NULL;
    for (wkb_str rest = {text, size}; rest.n; n++) {
        char line[LINE];
        const wkb_str s = wkb_cut(&rest, '\n');
        assert_true(s.n < sizeof line);
        memcpy(line, s.p, s.n);
        line[s.n] = '\0';
        n_bad += !one_line(golden, line);
    }
    if (golden)
        (void)fclose(golden);
    assert_true(n > 0);
    assert_int_equal(n_bad, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
