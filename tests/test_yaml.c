/* YAML as a tree with places; cases/yaml.tsv. */
#include "compose/yaml.h"
#include "load_help.h"

/* Before the text, in the same file: places must count it. */
static const char before[] = "\xe2\x86\x92 ---\n";

/* {key=text, key=[a, b]}, every node's bytes at its place behind @ where they
 * are not the text. */
static void
put_node(wkb_out *o, wkb_str bytes, const wkt_yaml *n)
{
    if (n->key.n) {
        const wkb_str at = wkb_sub(bytes, n->key_at.begin, n->key_at.end);
        wkb_print(o, "%e=", n->key);
        if (!wkb_str_eq(at, n->key))
            wkb_print(o, "@%q", at);
    }
    const wkb_str there = wkb_sub(bytes, n->at.begin, n->at.end);
    if (n->kind == WKT_YAML_SCALAR) {
        wkb_print(o, n->quoted ? "%q" : "%e", n->text);
        if (!n->verbatim)
            wkb_print(o, "@%q", there);
        else if (!wkb_str_eq(there, n->text))
            wkb_print(o, "WRONG PLACE %q", there);
        return;
    }
    wkb_putc(o, n->kind == WKT_YAML_MAP ? '{' : '[');
    for (const wkt_yaml *c = n->child; c; c = c->next) {
        put_node(o, bytes, c);
        if (c->next)
            wkb_puts(o, ", ");
    }
    wkb_putc(o, n->kind == WKT_YAML_MAP ? '}' : ']');
}

static wkb_str
outcome(wkb_arena *a, wkb_str text)
{
    static const char *const known[] = {"title", "date", "formats", "strict"};
    project p;
    wkb_out bytes = wkb_out_kept(a), got = wkb_out_kept(a);
    wkt_yaml *root = NULL;
    uint32_t file = 0;
    assert_int_equal(project_open(&p, NULL), WK_OK);
    wkb_puts(&bytes, before);
    wkb_put(&bytes, text);
    const wkb_str all = kept(&bytes);
    const wkb_span at = {0, sizeof before - 1, (uint32_t)all.n};
    assert_int_equal(wkb_diag_add(&p.diag, &p.arena, WKB_STR("t"), all, &file),
                     WK_OK);
    const wk_status status = wkt_yaml_read(&root, &p.arena, all, at, &p.diag);
    assert_int_equal(status == WK_OK, p.diag.n_errors == 0);
    assert_int_equal(status == WK_OK, root != NULL);
    if (root && wkt_yaml_find(root, "title")) {
        const wkt_yaml *strict = wkt_yaml_find(root, "strict");
        bool is_strict = false;
        (void)wkt_yaml_unknown(root, known, WKB_COUNT(known), &p.diag);
        if (strict)
            (void)wkt_yaml_bool(&is_strict, strict, &p.diag);
    }
    wkb_put(&got, kept(&p.said));
    if (!p.diag.n_errors)
        put_node(&got, all, root);
    project_close(&p);
    return kept(&got);
}

static void
test_cases(void **state)
{
    (void)state;
    wkb_arena a;
    wkb_arena_init(&a, NULL, NULL, 0);
    wkb_str rest = read_file(&a, "tests/cases/yaml.tsv");
    size_t n_bad = 0, n = 0;
    assert_non_null(rest.p);
    while (rest.n) {
        wkb_str want = wkb_cut(&rest, '\n');
        if (want.n == 0 || want.p[0] == '#')
            continue;
        wkb_out text = wkb_out_kept(&a);
        const wkb_str input = wkb_cut(&want, '\t');
        put_unescaped(&text, input);
        const wkb_str got = outcome(&a, kept(&text));
        n++;
        if (wkb_str_eq(got, want))
            continue;
        n_bad++;
        (void)fprintf(stderr,
                      "yaml.tsv: %.*s\n  want %.*s\n   got %.*s\n",
                      (int)input.n,
                      input.p,
                      (int)want.n,
                      want.p,
                      (int)got.n,
                      got.p);
    }
    wkb_arena_clear(&a);
    assert_true(n > 30);
    assert_int_equal(n_bad, 0);
}

/* Memory that runs out anywhere is told, never more. */
static void
test_memory(void **state)
{
    (void)state;
    static const char text[] = "a: [1, \"\\u00e4\", {b: 2}]\nc: |\n  x\n  y\n";
    const wkb_str bytes = {text, sizeof text - 1};
    for (size_t k = 1;; k++) {
        failing f = {.fail_at = k};
        wkb_arena a;
        wkt_yaml *root = NULL;
        wkb_arena_init(&a, failing_alloc, &f, 0);
        const wk_status status = wkt_yaml_read(
            &root, &a, bytes, (wkb_span){0, 0, (uint32_t)bytes.n}, NULL);
        wkb_arena_clear(&a);
        assert_int_equal(f.held, 0);
        if (status == WK_OK)
            break;
        assert_int_equal(status, WK_ENOMEM);
        assert_null(root);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
