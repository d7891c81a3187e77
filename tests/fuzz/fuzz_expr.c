/* Fuzzes what may stand between {{ }}, over a small world of tables and
 * formulas. An expression printed and read again is the same program; lanes
 * together give what each gives alone; asking twice gives the same. */
#include "fuzz.h"

enum { LANES = 5, INPUTS = 2, MOST_RANGED = 16 };

/* The world is made once; every so often anew, since units and texts that
 * expressions bring are kept until it is closed. */
static wk_project *world;
static fuzz_heard heard;

static wk_project *
the_world(void)
{
    static unsigned n_uses;
    if (world && ++n_uses % 512 == 0) {
        wk_close(world);
        world = NULL;
    }
    if (!world) {
        world = fuzz_open(&heard);
        fuzz_add_world(world, &heard);
        HOLDS(wk_load(world) == WK_OK);
    }
    return world;
}

/* c is a row, x an amount of data, y a pure number. */
static void
bind(const wk_project *p, wkc_binding b[3])
{
    wku_unit byte;
    HOLDS(
        wku_unit_read(
            &byte, p->tables.units, WKB_STR("GB"), false, WKB_NOWHERE, NULL) ==
        WK_OK);
    b[0] = (wkc_binding){.name = WKB_STR("c"),
                         .kind = WKC_BIND_ROW,
                         .row = 0,
                         .type = {.kind = WKU_ROW, .table = 0}};
    b[1] = (wkc_binding){.name = WKB_STR("x"),
                         .kind = WKC_BIND_INPUT,
                         .input = 0,
                         .type = {.kind = WKU_NUMBER, .unit = byte}};
    b[2] = (wkc_binding){.name = WKB_STR("y"),
                         .kind = WKC_BIND_INPUT,
                         .input = 1,
                         .type = {.kind = WKU_NUMBER, .unit = wku_one()}};
}

static const double inputs[INPUTS][LANES] = {
    {8e9, 0, NAN, -3, 1.6e12},
    {1, 0.5, 7, NAN, -2},
};

static double
coordinate(size_t input, size_t lane)
{
    return (double)((input * 7 + lane * 3) % 8) / 7;
}

/* Runs lanes first..first+n-1 in an arena of their own. */
static void
run(wk_project *p, const wkc_code *code, size_t first, size_t n, double *out)
{
    wkb_arena scratch;
    const double *by_input[INPUTS] = {&inputs[0][first], &inputs[1][first]};
    wkb_arena_init(&scratch, NULL, NULL, 0);
    double *coord = WKB_NEW(&scratch, double, code->n_ranged *n);
    wkc_run r = {.tables = &p->tables,
                 .scratch = &scratch,
                 .code = code,
                 .lanes = n,
                 .slot = WKB_NEW(&scratch, double, code->n *n),
                 .input = by_input,
                 .coord = coord,
                 .stride = n,
                 .undecided = SIZE_MAX};
    HOLDS(r.slot && coord);
    for (size_t j = 0; j < code->n_ranged; j++) {
        for (size_t i = 0; i < n; i++)
            coord[j * n + i] = coordinate(j, first + i);
    }
    wkc_run_code(&r);
    HOLDS(r.status == WK_OK || r.status == WK_ELIMIT);
    for (size_t i = 0; i < n; i++)
        out[i] = r.status == WK_OK ? r.slot[code->result * n + i] : NAN;
    wkb_arena_clear(&scratch);
}

static void
lanes_agree(wk_project *p, const wkc_code *code)
{
    double together[LANES], alone = 0;
    if (code->n_ranged > MOST_RANGED || code->n_inputs > INPUTS)
        return;
    run(p, code, 0, LANES, together);
    for (size_t i = 0; i < LANES; i++) {
        run(p, code, i, 1, &alone);
        HOLDS(fuzz_same_bits(together[i], alone));
    }
}

static wkb_str
printed(wk_project *p, const wkc_node *root)
{
    wkb_out out = wkb_out_kept(&p->call);
    wkb_str text;
    const wkc_printer printer = {.out = &out};
    wkc_put_expr(&printer, root);
    HOLDS(wkb_out_text(&out, &text) == WK_OK);
    return text;
}

/* Parses and compiles a text; NULL if it does not come to a program. */
static const wkc_code *
compiled(wk_project *p, wkb_str text, wkc_interpolation *in)
{
    wkc_binding b[3];
    wkb_span at;
    const wkc_code *code = NULL;
    const wkc_bindings names = {.item = b, .n = 3};
    const size_t before = heard.n_errors;
    bind(p, b);
    HOLDS(wkp_text(p, "expression", text.p, text.n, &at) == WK_OK);
    const wkb_str bytes = p->diag.file.item[at.file].bytes;
    wk_status s = wkc_parse_interpolation(in, &p->call, bytes, at, &p->diag);
    if (s == WK_OK)
        s = wkc_compile(&code, &p->call, &p->env, &in->expr, &names);
    else
        in->expr.root = NULL;
    HOLDS((s == WK_OK) == (heard.n_errors == before));
    HOLDS(s != WK_OK || code);
    return code;
}

static void
print_and_read(wk_project *p, wkb_str text)
{
    wkc_interpolation in, back;
    HOLDS(wkp_begin(p) == WK_OK);
    const wkc_code *code = compiled(p, text, &in);
    if (!in.expr.root)
        return;
    const wkb_str once = printed(p, in.expr.root);
    heard.file[heard.n_files - 1].bytes = once;
    const wkc_code *again = compiled(p, once, &back);
    HOLDS(back.expr.root);
    HOLDS(back.expr.n_nodes == in.expr.n_nodes);
    HOLDS(wkb_str_eq(once, printed(p, back.expr.root)));
    fuzz_same_code(code, again);
    heard.file[heard.n_files - 1].bytes = text;
    if (code)
        lanes_agree(p, code);
}

static wk_status
asked(wk_project *p, wkb_str text, wk_format f, bool explain, fuzz_kept *k)
{
    const size_t before = heard.n_errors;
    fuzz_keep(k);
    const wk_status s =
        (explain ? wk_explain : wk_eval)(p, text.p, text.n, f, fuzz_put, k);
    HOLDS((s == WK_OK) == (heard.n_errors == before));
    /* A value is one line. */
    const wkb_str out = fuzz_kept_text(k);
    HOLDS(explain || s != WK_OK || wkb_find(out, '\n') + 1 == out.n);
    return s;
}

static void
ask_twice(wk_project *p, wkb_str text, wk_format f, bool explain)
{
    fuzz_kept a, b;
    const wk_status first = asked(p, text, f, explain, &a);
    HOLDS(asked(p, text, f, explain, &b) == first);
    HOLDS(wkb_str_eq(fuzz_kept_text(&a), fuzz_kept_text(&b)));
    wkb_arena_clear(&a.arena);
    wkb_arena_clear(&b.arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    const wkb_str text = {(const char *)bytes, n};
    wk_project *p = the_world();
    const size_t n_files = heard.n_files;
    fuzz_text(&heard, "expression", text);
    print_and_read(p, text);
    ask_twice(p, text, WK_TEXT, false);
    ask_twice(p, text, WK_JSON, false);
    ask_twice(p, text, WK_TEXT, true);
    ask_twice(p, text, WK_JSON, true);
    heard.n_files = n_files;
    return 0;
}
