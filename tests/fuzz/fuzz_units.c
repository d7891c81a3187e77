/* Fuzzes units: two lines are two units. What is printed reads back, and the
 * algebra holds. */
#include "fuzz.h"

typedef struct world {
    wkb_arena arena;
    wku_units units;
    wku_axes axes;
    wkb_diag diag;
    fuzz_heard heard;
} world;

static void
begin(world *w)
{
    *w = (world){0};
    wkb_arena_init(&w->arena, NULL, NULL, 0);
    HOLDS(wku_units_init(&w->units, &w->arena) == WK_OK);
    wku_axes_init(&w->axes);
    w->diag = (wkb_diag){.fn = fuzz_hear, .ud = &w->heard};
}

static wk_status
read_unit(world *w, wku_unit *out, const char *name, wkb_str text)
{
    uint32_t file = 0;
    HOLDS(wkb_diag_add(&w->diag, &w->arena, wkb_str_of(name), text, &file) ==
          WK_OK);
    fuzz_text(&w->heard, name, text);
    const size_t before = w->heard.n_errors;
    const wk_status status =
        wku_unit_read(out,
                      &w->units,
                      text,
                      true,
                      (wkb_span){file, 0, (uint32_t)text.n},
                      &w->diag);
    HOLDS((status == WK_OK) == (w->heard.n_errors == before));
    return status;
}

/* What is printed reads back as the same unit and prints the same again. */
static void
print_and_read(world *w, const wku_unit *a)
{
    wku_unit b;
    const wkb_str text = wku_unit_text(&w->units, a);
    wkb_out out = wkb_out_kept(&w->arena);
    wkb_str bare;
    wku_unit_put(&out, &w->units, a);
    HOLDS(wkb_out_text(&out, &bare) == WK_OK);
    if (bare.n == 0) {
        HOLDS(wku_is_pure(a));
        return;
    }
    HOLDS(wku_unit_read(&b, &w->units, bare, true, WKB_NOWHERE, NULL) == WK_OK);
    HOLDS(wku_same_dimension(a, &b));
    HOLDS(fuzz_near(a->factor, b.factor, 2));
    HOLDS(wkb_str_eq(text, wku_unit_text(&w->units, &b)));
}

static bool
mul(world *w, wku_unit *out, const wku_unit *a, const wku_unit *b)
{
    const wk_status status = wku_unit_mul(out, &w->units, a, b);
    HOLDS(status == WK_OK || status == WK_ELIMIT);
    if (status == WK_OK)
        print_and_read(w, out);
    return status == WK_OK;
}

static bool
div_by(world *w, wku_unit *out, const wku_unit *a, const wku_unit *b)
{
    const wk_status status = wku_unit_div(out, &w->units, a, b);
    HOLDS(status == WK_OK || status == WK_ELIMIT);
    if (status == WK_OK)
        print_and_read(w, out);
    return status == WK_OK;
}

static void
algebra(world *w, const wku_unit *a, const wku_unit *b)
{
    wku_unit ab, ba, back, over, square, root;
    if (mul(w, &ab, a, b)) {
        HOLDS(mul(w, &ba, b, a));
        HOLDS(wku_same_dimension(&ab, &ba));
        if (div_by(w, &back, &ab, b)) {
            HOLDS(wku_same_dimension(&back, a));
            /* Shown alike, they are the same unit. */
            HOLDS(!wkb_str_eq(wku_unit_text(&w->units, &back),
                              wku_unit_text(&w->units, a)) ||
                  fuzz_near(back.factor, a->factor, 2));
        }
    }
    if (div_by(w, &over, a, a))
        HOLDS(wku_is_pure(&over));
    if (wku_unit_pow(&square, &w->units, a, 2) == WK_OK) {
        print_and_read(w, &square);
        HOLDS(mul(w, &ab, a, a) && wku_same_dimension(&ab, &square));
        HOLDS(wku_unit_sqrt(&root, &w->units, &square) == WK_OK);
        HOLDS(wku_same_dimension(&root, a));
        print_and_read(w, &root);
    }
}

static void
define(world *w, wkb_str text)
{
    uint32_t file = 0;
    wku_unit u;
    wkb_str rest = text;
    const wkb_str name = wkb_cut(&rest, ',');
    const wkb_str definition = wkb_cut(&rest, ',');
    HOLDS(wkb_diag_add(&w->diag, &w->arena, WKB_STR("def"), text, &file) ==
          WK_OK);
    fuzz_text(&w->heard, "def", text);
    const wkb_span whole = {file, 0, (uint32_t)text.n};
    if (wku_units_define(&w->units,
                         name,
                         definition,
                         rest,
                         (const wkb_span[3]){whole, whole, whole},
                         &w->diag) != WK_OK)
        return;
    HOLDS(wku_is_unit_name(&w->units, name));
    HOLDS(wku_unit_read(&u, &w->units, name, false, WKB_NOWHERE, NULL) ==
          WK_OK);
    print_and_read(w, &u);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    world w;
    wku_unit a, b;
    wkb_str rest = {(const char *)bytes, n};
    const wkb_str first = wkb_cut(&rest, '\n'), second = wkb_cut(&rest, '\n');
    begin(&w);
    if (rest.n)
        define(&w, rest);
    HOLDS(wku_unit_length(first) <= first.n);
    const bool is_first = read_unit(&w, &a, "first", first) == WK_OK;
    const bool is_second = read_unit(&w, &b, "second", second) == WK_OK;
    if (is_first)
        print_and_read(&w, &a);
    if (is_first && is_second)
        algebra(&w, &a, &b);
    wkb_arena_clear(&w.arena);
    return 0;
}
