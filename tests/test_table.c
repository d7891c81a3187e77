/* Tables of a project: references, sources, rivals, definitions; places of
 * cells; what is written is read; memory that runs out. */
#include "base/num.h"
#include "load_help.h"

static const char *const data_tables[] = {"chips",
                                          "facts",
                                          "formats",
                                          "links",
                                          "models",
                                          "peaks",
                                          "prices",
                                          "measured_inference",
                                          "trends",
                                          "sources",
                                          "training_runs",
                                          "model_architectures"};

static const wkl_table *
table_of(const project *p, const char *name)
{
    const uint32_t i = wkl_find_table(&p->tables, wkb_str_of(name));
    assert_true(i != WKL_NONE);
    return p->tables.table.item[i];
}

/* ---- cases/link.txt ---- */

static wk_status
read_one(project *p, wkb_str name, wkb_str bytes)
{
    wkb_out path = wkb_out_kept(&p->said_arena);
    wkb_print(&path, "%S.csv", name);
    if (wkb_str_eq(name, WKB_STR("units")))
        return wkl_read_units(&p->tables, kept(&path), bytes);
    if (wkb_str_eq(name, WKB_STR("qualifiers")))
        return wkl_read_qualifiers(&p->tables, kept(&path), bytes);
    return wkl_read(&p->tables, kept(&path), name, bytes);
}

static void
put_rivals(wkb_out *o, const project *p)
{
    for (size_t i = 0; i < p->tables.rival.n; i++) {
        const wkl_rival *r = &p->tables.rival.item[i];
        if (o->n)
            wkb_puts(o, " ;; ");
        wkb_print(o,
                  "rival %z %d %d %d ",
                  i,
                  (int)r->table,
                  (int)r->row,
                  (int)r->column);
        if (!wku_known(&r->num))
            wkb_putc(o, '-');
        else if (wku_is_range(&r->num))
            wkb_print(o, "%g..%g", r->num.lo, r->num.hi);
        else
            wkb_put_num(o, r->num.v);
        wkb_puts(o, " (");
        wku_unit_put(o, &p->units, &r->unit);
        wkb_print(o, ") %q %q %q %q", r->value, r->source, r->locator, r->note);
        assert_int_equal(r->at, i);
    }
}

/* What the files of a case come to, once all are read. */
static void
link_case(project *p, wk_status status)
{
    if (status == WK_OK)
        status = wkl_link(&p->tables);
    assert_int_equal(status == WK_OK, p->diag.n_errors == 0);
    if (status != WK_OK)
        return;
    put_rivals(&p->said, p);
    const uint32_t a = wkl_find_table(&p->tables, WKB_STR("a"));
    if (a != WKL_NONE) {
        wkb_puts(&p->said, "a: ");
        put_table(&p->said, p, p->tables.table.item[a]);
    }
}

/* The lines up to the next that begins with one of marks. */
static wkb_str
lines_until(wkb_str *rest, const char *marks)
{
    const char *begin = rest->p;
    size_t n = 0;
    while (rest->n && !strchr(marks, rest->p[0])) {
        const wkb_str line = wkb_cut(rest, '\n');
        n = (size_t)(line.p - begin) + line.n + (rest->p != NULL);
    }
    return (wkb_str){begin, n};
}

static bool
run_case(wkb_str *rest)
{
    project p;
    wk_status status = WK_OK;
    assert_int_equal(project_open(&p, NULL), WK_OK);
    wkb_out want = wkb_out_kept(&p.said_arena);
    const wkb_str title = wkb_cut(rest, '\n');
    while (rest->n && rest->p[0] == '@') {
        const wkb_str name = wkb_cut(rest, '\n');
        const wkb_str bytes = lines_until(rest, "@>=\n");
        const wk_status one = read_one(&p, wkb_sub(name, 2, name.n), bytes);
        status = one != WK_OK ? one : status;
    }
    while (rest->n && rest->p[0] == '>') {
        const wkb_str line = wkb_cut(rest, '\n');
        if (want.n)
            wkb_puts(&want, " ;; ");
        wkb_put(&want, wkb_sub(line, 2, line.n));
    }
    (void)lines_until(rest, "=");
    link_case(&p, status);
    const wkb_str got = kept(&p.said);
    const bool same = wkb_str_eq(got, kept(&want));
    if (!same)
        (void)fprintf(stderr,
                      "link.txt %.*s\n  want %s\n   got %s\n",
                      (int)title.n,
                      title.p,
                      kept(&want).p,
                      got.p);
    project_close(&p);
    return same;
}

static void
test_link(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_str rest = read_file(&a, "tests/cases/link.txt");
    size_t n = 0, n_bad = 0;
    assert_non_null(rest.p);
    (void)lines_until(&rest, "=");
    while (rest.n) {
        n_bad += !run_case(&rest);
        n++;
    }
    wkb_arena_clear(&a);
    assert_true(n > 10);
    assert_int_equal(n_bad, 0);
}

/* ---- the tables of data/ and of the fixture ---- */

static size_t
read_folder(project *p, const char *folder, const char *const *names, size_t n)
{
    size_t rows = 0;
    for (size_t i = 0; i < n; i++) {
        wkb_out path = wkb_out_kept(&p->said_arena);
        wkb_print(&path, "%s/%s.csv", folder, names[i]);
        const wkb_str bytes = read_file(&p->said_arena, kept(&path).p);
        if (!bytes.p)
            continue;
        (void)wkl_read(&p->tables, kept(&path), wkb_str_of(names[i]), bytes);
    }
    (void)wkl_link(&p->tables);
    for (size_t i = 0; i < p->tables.table.n; i++)
        rows += p->tables.table.item[i]->n_row;
    return rows;
}

static void
test_fixture(void **state)
{
    (void)state;
    project p;
    assert_int_equal(project_open(&p, NULL), WK_OK);
    const size_t rows = read_folder(
        &p, "tests/fixture/data", data_tables, WKB_COUNT(data_tables));
    assert_string_equal(kept(&p.said).p, "");
    assert_int_equal(p.tables.table.n, WKB_COUNT(data_tables));
    assert_int_equal(rows, 1454);
    const wkl_table *chips = table_of(&p, "chips");
    const uint32_t row = wkl_find_row(&p.tables, chips, WKB_STR("h100_sxm"));
    const uint32_t col = wkl_find_column(chips, WKB_STR("bandwidth"));
    assert_true(row != WKL_NONE && col != WKL_NONE);
    assert_true(chips->col[col].num[row] == 3350e9 * 8);
    const wkb_str raw =
        wkl_text_at(&p.tables, wkl_cell_span(&p.tables, chips, row, col));
    assert_string_equal(wkb_copy(&p.arena, raw).p, "3350");
    assert_true(wkl_find_row(&p.tables, chips, WKB_STR("h100")) == WKL_NONE);
    assert_true(wkl_find_row(&p.tables, chips, WKB_STR("GPU")) == WKL_NONE);
    project_close(&p);
}

/* Every table that stands in data/, whatever it is, loads clean. */
static void
test_data(void **state)
{
    (void)state;
    project p;
    assert_int_equal(project_open(&p, NULL), WK_OK);
    const size_t rows =
        read_folder(&p, "data", data_tables, WKB_COUNT(data_tables));
    assert_string_equal(kept(&p.said).p, "");
    assert_true(p.tables.table.n >= 11);
    assert_true(rows > 1000);
    project_close(&p);
}

static void
test_cited(void **state)
{
    (void)state;
    project p;
    wkb_str sources, locator;
    assert_int_equal(project_open(&p, NULL), WK_OK);
    assert_int_equal(wkl_read(&p.tables,
                              WKB_STR("a.csv"),
                              WKB_STR("a"),
                              WKB_STR("id,x,x.source,source,locator\n"
                                      "p,1,k,l; m,p. 3\n"
                                      "q,2,,l,\n")),
                     WK_OK);
    const wkl_table *a = table_of(&p, "a");
    wkl_cited(&p.tables, a, 0, 1, &sources, &locator);
    assert_true(wkb_str_eq(sources, WKB_STR("k")) && locator.n == 0);
    wkl_cited(&p.tables, a, 0, 0, &sources, &locator);
    assert_true(wkb_str_eq(locator, WKB_STR("p. 3")));
    assert_true(wkb_str_eq(wkl_next_source(&sources), WKB_STR("l")));
    assert_true(wkb_str_eq(wkl_next_source(&sources), WKB_STR("m")));
    assert_int_equal(wkl_next_source(&sources).n, 0);
    wkl_cited(&p.tables, a, 1, 1, &sources, &locator);
    assert_true(wkb_str_eq(sources, WKB_STR("l")) && locator.n == 0);
    wkl_cited(&p.tables, a, 0, WKL_NONE, &sources, &locator);
    assert_true(wkb_str_eq(sources, WKB_STR("l; m")));
    project_close(&p);
}

/* ---- what is written is read ---- */

typedef struct draw {
    uint64_t x;
} draw;

static size_t
below(draw *r, size_t n)
{
    r->x = r->x * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(r->x >> 33) % n;
}

/* A cell as it is meant, and as it is written in the file. */
static void
make_cell(draw *r, size_t kind, wkb_out *cell)
{
    static const char *const pieces[] = {
        "a", "\"", ",", "\n", "\r\n", " ", "\xc3\xa9", "'", "\t", "\r", "x"};
    static const char *const dates[] = {"2022", "2022-03", "2024-02-29"};
    if (below(r, 6) == 0)
        return;
    if (kind == 0) {
        for (size_t n = 1 + below(r, 6); n; n--)
            wkb_puts(cell, pieces[below(r, WKB_COUNT(pieces))]);
    } else if (kind == 1) {
        wkb_print(cell,
                  "%s%g",
                  below(r, 2) ? "-" : "",
                  (double)below(r, 1u << 30) / 64);
    } else {
        wkb_puts(cell, dates[below(r, WKB_COUNT(dates))]);
    }
}

static void
write_cell(draw *r, wkb_out *file, wkb_str cell)
{
    bool quote = below(r, 4) == 0 || (cell.n && cell.p[0] == '"');
    for (size_t i = 0; i < cell.n; i++)
        quote |= strchr(",\"\n\r", cell.p[i]) != NULL;
    if (quote)
        wkb_putc(file, '"');
    for (size_t i = 0; i < cell.n; i++) {
        wkb_putc(file, cell.p[i]);
        if (cell.p[i] == '"')
            wkb_putc(file, '"');
    }
    if (quote)
        wkb_putc(file, '"');
}

/* What the place of a cell shows, quotes made single again. */
static wkb_str
shown_at(wkb_arena *a, const project *p, uint32_t row, uint32_t col)
{
    wkb_out o = wkb_out_kept(a);
    const wkb_str raw = wkl_text_at(
        &p->tables,
        wkl_cell_span(&p->tables, p->tables.table.item[0], row, col));
    for (size_t i = 0; i < raw.n; i++) {
        wkb_putc(&o, raw.p[i]);
        i += raw.p[i] == '"';
    }
    return kept(&o);
}

static void
check_cell(
    const project *p, wkb_arena *a, uint32_t row, uint32_t i, wkb_str want)
{
    const wkl_column *c = &p->tables.table.item[0]->col[i];
    wkb_out got = wkb_out_kept(a);
    if (c->type.kind == WKU_TEXT)
        wkb_put(&got, wkl_text(&p->tables, c, row));
    else if (c->num[row] != c->num[row])
        wkb_puts(&got, "");
    else if (c->type.kind == WKU_DATE)
        wku_date_put(&got, c->num[row]);
    else
        wkb_put_num(&got, c->num[row]);
    if (!wkb_str_eq(kept(&got), want) && c->type.kind == WKU_NUMBER)
        assert_string_equal(want.p, "-0");
    else
        assert_string_equal(kept(&got).p, want.p);
    assert_string_equal(shown_at(a, p, row, i).p, want.p);
}

static void
round_trip(draw *r)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    static const char *const heads[] = {"[text]", "", "[date]"};
    enum { MOST = 6 };
    project p;
    size_t kind[MOST];
    wkb_str cell[MOST * MOST];
    const size_t n_col = 1 + below(r, MOST), n_row = below(r, MOST);
    const char *end = ends[below(r, 3)];
    assert_int_equal(project_open(&p, NULL), WK_OK);
    wkb_arena *a = &p.said_arena;
    wkb_out file = wkb_out_kept(a);
    if (below(r, 4) == 0)
        wkb_puts(&file, "\xef\xbb\xbf");
    for (size_t i = 0; i < n_col; i++) {
        kind[i] = below(r, 3);
        wkb_print(&file, "%sc%z %s", i ? "," : "", i, heads[kind[i]]);
        while (file.p[file.n - 1] == ' ')
            file.n--;
    }
    for (size_t k = 0; k < n_row * n_col; k++) {
        wkb_out one = wkb_out_kept(a);
        wkb_puts(&file, k % n_col ? "," : end);
        make_cell(r, kind[k % n_col], &one);
        cell[k] = kept(&one);
        write_cell(r, &file, cell[k]);
    }
    if (n_col == 1 || below(r, 2))
        wkb_puts(&file, end);
    assert_int_equal(
        wkl_read(&p.tables, WKB_STR("r.csv"), WKB_STR("r"), kept(&file)),
        WK_OK);
    assert_int_equal(p.tables.table.item[0]->n_row, n_row);
    for (size_t k = 0; k < n_row * n_col; k++)
        check_cell(
            &p, a, (uint32_t)(k / n_col), (uint32_t)(k % n_col), cell[k]);
    project_close(&p);
}

static void
test_round_trip(void **state)
{
    (void)state;
    draw r = {20260101};
    print_message("seed %u\n", (unsigned)r.x);
    for (int i = 0; i < 5000; i++)
        round_trip(&r);
}

/* A plain number is read here, any other cell by units: with the same value,
 * to the bit. */
static void
test_plain_numbers(void **state)
{
    (void)state;
    static const char *const heads[] = {"GB/s", "%", "year", "USD/Mtoken", "1"};
    draw r = {11};
    print_message("seed %u\n", (unsigned)r.x);
    for (int i = 0; i < 5000; i++) {
        project p;
        const char *head = heads[below(&r, WKB_COUNT(heads))];
        assert_int_equal(project_open(&p, NULL), WK_OK);
        wkb_out file = wkb_out_kept(&p.said_arena);
        wkb_print(&file, "x [%s],y [%s]\n", head, head);
        wkb_out cell = wkb_out_kept(&p.said_arena);
        wkb_print(&cell,
                  "%s%z.%ze%s%z",
                  below(&r, 2) ? "-" : "",
                  below(&r, 1000),
                  below(&r, 1u << below(&r, 31)),
                  below(&r, 2) ? "-" : "",
                  below(&r, 30));
        wkb_print(&file,
                  "%S,%S%s\n",
                  kept(&cell),
                  kept(&cell),
                  strcmp(head, "1") == 0 ? "" : " ");
        if (strcmp(head, "1") != 0) {
            file.n -= 1;
            wkb_print(&file, "%s\n", head);
        }
        assert_int_equal(
            wkl_read(&p.tables, WKB_STR("t.csv"), WKB_STR("t"), kept(&file)),
            WK_OK);
        const wkl_table *t = p.tables.table.item[0];
        assert_true(t->col[0].num[0] == t->col[1].num[0]);
        assert_int_equal(t->col[0].n_extra, 0);
        project_close(&p);
    }
}

/* More rows than there is room for at first, in each kind of column. */
static void
test_many_rows(void **state)
{
    (void)state;
    enum { ROWS = 70000 };
    project p;
    assert_int_equal(project_open(&p, NULL), WK_OK);
    wkb_out file = wkb_out_kept(&p.said_arena);
    wkb_puts(&file, "id,n,m [GB],t,late,d [date]\n");
    for (size_t i = 0; i < ROWS; i++)
        wkb_print(&file,
                  "r%z,%z,%z..%z,t%z,%s,2022\n",
                  i,
                  i,
                  i,
                  i + 1,
                  i % 7,
                  i == ROWS - 1 ? "x"
                  : i % 3       ? "-1.50"
                                : "");
    assert_int_equal(
        wkl_read(&p.tables, WKB_STR("r.csv"), WKB_STR("r"), kept(&file)),
        WK_OK);
    const wkl_table *t = p.tables.table.item[0];
    assert_int_equal(t->n_row, ROWS);
    assert_int_equal(t->col[3].type.kind, WKU_TEXT);
    assert_int_equal(t->col[4].type.kind, WKU_TEXT);
    for (uint32_t i = 0; i < ROWS; i++) {
        const wkl_extra *extra = wkl_extra_of(&t->col[2], i);
        assert_int_equal(wkl_find_row(&p.tables, t, wkl_id(&p.tables, t, i)),
                         i);
        assert_true(t->col[1].num[i] == i && t->col[5].num[i] == 20220000);
        assert_true(extra && extra->num.lo == i * 8e9);
        assert_int_equal(wkl_text(&p.tables, &t->col[3], i).p[1], '0' + i % 7);
        assert_int_equal(wkl_text(&p.tables, &t->col[4], i).n,
                         i == ROWS - 1 ? 1
                         : i % 3       ? 5
                                       : 0);
    }
    project_close(&p);
}

/* Any bytes: never a crash, faults or a table, and the same again. */
static void
test_any_bytes(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "id",      ",",     ",",    "\"",           "\"\"",     "\n",
        "\n",      "\r",    "x",    " [GB/s]",      "[@t]",     "3",
        "-1e3",    "2..3",  "\x80", "\xe2\x80\x9d", "a.source", "[date]",
        "2022-03", "1,979", "[any]"};
    draw r = {7};
    print_message("seed %u\n", (unsigned)r.x);
    for (int i = 0; i < 20000; i++) {
        project p;
        assert_int_equal(project_open(&p, NULL), WK_OK);
        wkb_out file = wkb_out_kept(&p.said_arena);
        for (size_t n = below(&r, 14); n; n--)
            wkb_puts(&file, pieces[below(&r, WKB_COUNT(pieces))]);
        wk_status status =
            wkl_read(&p.tables, WKB_STR("t.csv"), WKB_STR("t"), kept(&file));
        assert_int_equal(status == WK_OK, p.diag.n_errors == 0);
        if (status == WK_OK)
            status = wkl_link(&p.tables);
        assert_int_equal(status == WK_OK, p.diag.n_errors == 0);
        project_close(&p);
    }
}

/* ---- memory that runs out ---- */

static wk_status
read_all(project *p, failing *f, size_t more_bytes)
{
    static const wkb_str units = {"unit,definition\nsprint,14 d\n", 28};
    const wk_status opened = project_open(p, f);
    if (more_bytes)
        p->arena.max_bytes = p->arena.bytes + more_bytes;
    if (opened != WK_OK)
        return opened;
    WKB_TRY(wkl_read_units(&p->tables, WKB_STR("units.csv"), units));
    WKB_TRY(wkl_read(&p->tables,
                     WKB_STR("a.csv"),
                     WKB_STR("a"),
                     WKB_STR("id,b [@a],x [GB],y,z [any],w,source\n"
                             "p,q,1..2,3,4 GB/s,1,k\n"
                             "q,,\"\",4,5,\"x \"\"y\"\"\",k; k\n")));
    WKB_TRY(wkl_read(&p->tables,
                     WKB_STR("sources.csv"),
                     WKB_STR("sources"),
                     WKB_STR("id\nk\n")));
    WKB_TRY(wkl_read(&p->tables,
                     WKB_STR("rivals.csv"),
                     WKB_STR("rivals"),
                     WKB_STR("table,row,column,value\n"
                             "a,\"b = \"\"q\"\"\",x,3 sprint*GB/d\n")));
    return wkl_link(&p->tables);
}

/* One run that runs out somewhere, or not; whether it got through. */
static bool
run_short(failing f, size_t more_bytes)
{
    project p;
    const wk_status status = read_all(&p, &f, more_bytes);
    assert_true(status == WK_OK || status == WK_ENOMEM);
    assert_string_equal(kept(&p.said).p, "");
    project_close(&p);
    assert_int_equal(f.held, 0);
    return status == WK_OK;
}

/* Each block that is asked for fails once; then the arena's limit stands at
 * each place in turn, near which it asks for no more than is needed. */
static void
test_out_of_memory(void **state)
{
    (void)state;
    size_t k = 1, bytes = 16;
    while (!run_short((failing){.fail_at = k}, 0))
        k++;
    assert_true(k > 1);
    while (!run_short((failing){.fail_at = 0}, bytes))
        bytes += 16;
    assert_true(bytes > 4096);
}

/* A guessed number takes eight bytes a row, a row's place four; little more is
 * held, however many rows there are. */
static void
test_rows_take_what_they_are(void **state)
{
    enum { ROWS = 200000, BYTES = 8 + 8 + 4 };
    project p;
    wkb_arena a;
    wkb_str text;
    (void)state;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_out out = wkb_out_kept(&a);
    wkb_puts(&out, "a,b\n");
    for (size_t i = 0; i < ROWS; i++)
        wkb_puts(&out, "12345,67.5\n");
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    assert_int_equal(project_open(&p, NULL), WK_OK);
    const size_t before = p.arena.bytes;
    assert_int_equal(wkl_read(&p.tables, WKB_STR("t.csv"), WKB_STR("t"), text),
                     WK_OK);
    assert_true(p.arena.bytes - before < (size_t)ROWS * BYTES * 3 / 2);
    project_close(&p);
    wkb_arena_clear(&a);
}

/* A column that seemed to be one of numbers: they are texts again. */
static void
test_a_late_text(void **state)
{
    enum { ROWS = 5000 };
    project p;
    wkb_arena a;
    wkb_str text;
    (void)state;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_out out = wkb_out_kept(&a);
    wkb_puts(&out, "a,b\n");
    for (size_t i = 0; i < ROWS; i++)
        wkb_print(&out, i % 3 ? "x,%z\n" : "\"y, z\",\"-%z.50\"\n", i);
    wkb_puts(&out, "x,\nx,n/a\n");
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    assert_int_equal(project_open(&p, NULL), WK_OK);
    assert_int_equal(wkl_read(&p.tables, WKB_STR("t.csv"), WKB_STR("t"), text),
                     WK_OK);
    const wkl_column *b = &p.tables.table.item[0]->col[1];
    assert_int_equal(b->type.kind, WKU_TEXT);
    assert_null(b->num);
    assert_true(wkb_str_eq(wkl_text(&p.tables, b, 4999), WKB_STR("4999")));
    assert_true(wkb_str_eq(wkl_text(&p.tables, b, 4998), WKB_STR("-4998.50")));
    assert_int_equal(b->index[ROWS], WKL_NONE);
    assert_true(wkb_str_eq(wkl_text(&p.tables, b, ROWS + 1), WKB_STR("n/a")));
    project_close(&p);
    wkb_arena_clear(&a);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_link),
        cmocka_unit_test(test_fixture),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_cited),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_plain_numbers),
        cmocka_unit_test(test_many_rows),
        cmocka_unit_test(test_rows_take_what_they_are),
        cmocka_unit_test(test_a_late_text),
        cmocka_unit_test(test_any_bytes),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
