/* One CSV file: forms, headings, cells, refusals; cases/csv.tsv. */
#include "load_help.h"

/* What a file comes to: its faults, else the table. */
static wkb_str
outcome(wkb_arena *a, wkb_str bytes, const char *name)
{
    project p;
    wkb_out got = wkb_out_kept(a);
    assert_int_equal(project_open(&p, NULL), WK_OK);
    const wk_status status =
        wkl_read(&p.tables, WKB_STR("t.csv"), wkb_str_of(name), bytes);
    wkb_put(&got, kept(&p.said));
    assert_int_equal(status == WK_OK, p.diag.n_errors == 0);
    assert_int_equal(status == WK_OK, p.tables.table.n == 1);
    if (status == WK_OK)
        put_table(&got, &p, p.tables.table.item[0]);
    const wkb_str text = wkb_copy(a, kept(&got));
    project_close(&p);
    return text;
}

static size_t
run_case(wkb_str line, unsigned number)
{
    wkb_arena a;
    wkb_str rest = line;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_str input = wkb_cut(&rest, '\t');
    const bool is_sources = wkb_starts(input, WKB_STR("sources:"));
    if (is_sources)
        input = wkb_sub(input, 8, input.n);
    wkb_out bytes = wkb_out_kept(&a);
    put_unescaped(&bytes, input);
    const wkb_str got = outcome(&a, kept(&bytes), is_sources ? "sources" : "t");
    const bool same = wkb_str_eq(got, rest);
    if (!same)
        (void)fprintf(stderr,
                      "csv.tsv:%u:\n  want %.*s\n   got %.*s\n",
                      number,
                      (int)rest.n,
                      rest.p,
                      (int)(got.n < 2000 ? got.n : 2000),
                      got.p);
    wkb_arena_clear(&a);
    return same ? 0 : 1;
}

static void
test_cases(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_str rest = read_file(&a, "tests/cases/csv.tsv");
    size_t n_bad = 0, n = 0;
    assert_non_null(rest.p);
    for (unsigned number = 1; rest.n; number++) {
        const wkb_str line = wkb_cut(&rest, '\n');
        if (line.n == 0 || line.p[0] == '#')
            continue;
        n_bad += run_case(line, number);
        n++;
    }
    wkb_arena_clear(&a);
    assert_true(n > 100);
    assert_int_equal(n_bad, 0);
}

/* A quote that is never closed is told at the place where it was opened,
 * wherever that is. */
static void
test_unclosed_anywhere(void **state)
{
    (void)state;
    static const char good[] = "a,b\nx,\"p\nq\"\ny,z\n";
    for (size_t at = 4; at < sizeof good - 1; at++) {
        wkb_arena a;
        wkb_arena_init(&a, NULL, NULL, 0);
        const bool begins = good[at - 1] == ',' || good[at - 1] == '\n';
        wkb_out o = wkb_out_kept(&a), want = wkb_out_kept(&a);
        wkb_put(&o, (wkb_str){good, at});
        wkb_putc(&o, '"');
        wkb_put(&o, (wkb_str){good + at, sizeof good - 1 - at});
        const wkb_place place = wkb_place_of(kept(&o), at);
        wkb_print(
            &want, "t.csv:%d:%d: error: ", (int)place.line, (int)place.column);
        const wkb_str got = outcome(&a, kept(&o), "t");
        assert_true(wkb_find(got, '|') == got.n); /* never a table */
        if (begins && at > 11)
            assert_true(wkb_starts(got, kept(&want)));
        wkb_arena_clear(&a);
    }
}

/* Empty, quoted and plain fields, with and without an end of the last line:
 * always as many fields as there are commas and one. */
static void
test_last_fields(void **state)
{
    (void)state;
    static const char *const fields[] = {"", "\"\"", "x", "\"x\"", "\"x\"\"\""};
    static const char *const seen[] = {"-", "-", "'x'", "'x'", "'x\"'"};
    static const char *const ends[] = {"", "\n", "\r\n", "\r"};
    for (size_t i = 0; i < 5 * 5 * 4; i++) {
        wkb_arena a;
        wkb_arena_init(&a, NULL, NULL, 0);
        wkb_out o = wkb_out_kept(&a), want = wkb_out_kept(&a);
        const char *end = ends[i / 25];
        wkb_print(&o,
                  "a [text],b [text]%s%s,%s%s",
                  *end ? end : "\n",
                  fields[i % 5],
                  fields[i / 5 % 5],
                  end);
        wkb_print(
            &want, "a:text b:text | %s, %s", seen[i % 5], seen[i / 5 % 5]);
        const wkb_str got = outcome(&a, kept(&o), "t");
        assert_string_equal(got.p, kept(&want).p);
        wkb_arena_clear(&a);
    }
}

/* As many columns as there may be, one more, and a million. */
static void
test_many_columns(void **state)
{
    (void)state;
    static const size_t counts[] = {4096, 4097, 1000000};
    for (size_t i = 0; i < 3; i++) {
        wkb_arena a;
        wkb_arena_init(&a, NULL, NULL, 0);
        wkb_out o = wkb_out_kept(&a);
        for (size_t k = 0; k < counts[i]; k++)
            wkb_print(&o, k ? ",c%z" : "c%z", k);
        wkb_puts(&o, "\n");
        const wkb_str got = outcome(&a, kept(&o), "t");
        if (counts[i] == 4096)
            assert_true(wkb_ends(got, WKB_STR(" c4095:number")));
        else
            assert_true(wkb_ends(got,
                                 WKB_STR("columns; a table has at most 4096 > "
                                         "make rows of columns that repeat")));
        wkb_arena_clear(&a);
    }
}

/* So many faults that the rest is left out. */
static void
test_many_faults(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_out o = wkb_out_kept(&a);
    wkb_puts(&o, "a,b\n");
    for (size_t k = 0; k < 100000; k++)
        wkb_puts(&o, "x\n");
    const wkb_str got = outcome(&a, kept(&o), "t");
    assert_true(wkb_ends(got,
                         WKB_STR(" ;; t.csv:1:1: note: 200 faults are "
                                 "reported, the rest of the table is not")));
    assert_true(wkb_find(got, ';') < got.n);
    assert_non_null(strstr(got.p, "t.csv:201:2: error"));
    assert_null(strstr(got.p, "t.csv:202:2: error"));
    wkb_arena_clear(&a);
}

/* A file whose places would not fit is refused without being looked at. */
static void
test_large_file(void **state)
{
    (void)state;
    const wkb_str bytes = {"id\n", UINT32_MAX};
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    assert_string_equal(
        outcome(&a, bytes, "t").p,
        "error: 't.csv' has more than 4294967294 bytes > split it");
    wkb_arena_clear(&a);
}

/* A space belongs to its field wherever it stands: around a text, or where
 * libcsv is given the rest of a file that had none so far. */
static void
test_spaces_far_into_a_file(void **state)
{
    (void)state;
    for (size_t n = 0; n < 200000; n += 66000) {
        wkb_arena a;
        wkb_arena_init(&a, NULL, NULL, 0);
        wkb_out o = wkb_out_kept(&a);
        wkb_puts(&o, "a [text],b [text]\n");
        size_t n_rows = 2;
        for (; o.n < n; n_rows++)
            wkb_puts(&o, "xxxxxxx,yyyyyyy\n");
        wkb_puts(&o, " x ,y\t\n \"x\",y\n");
        const wkb_str got = outcome(&a, kept(&o), "t");
        wkb_out want = wkb_out_kept(&a);
        wkb_print(&want,
                  "t.csv:%z:2: error: space before a quote > remove it: a "
                  "quote opens a field only as its first character",
                  n_rows + 1);
        assert_true(wkb_starts(got, kept(&want)));
        wkb_arena_clear(&a);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_unclosed_anywhere),
        cmocka_unit_test(test_last_fields),
        cmocka_unit_test(test_many_columns),
        cmocka_unit_test(test_many_faults),
        cmocka_unit_test(test_large_file),
        cmocka_unit_test(test_spaces_far_into_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
