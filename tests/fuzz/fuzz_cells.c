/* Fuzzes cells: a unit, a line end, the text of a cell. Numbers, dates and
 * claims; what is written plainly reads back. */
#include "fuzz.h"

typedef struct world {
    wkb_arena arena;
    wku_units units;
    wkb_diag diag;
    fuzz_heard heard;
    wkb_str text;
    wkb_span at;
} world;

static void
begin(world *w, wkb_str text)
{
    uint32_t file = 0;
    *w = (world){.text = text};
    wkb_arena_init(&w->arena, NULL, NULL, 0);
    HOLDS(wku_units_init(&w->units, &w->arena) == WK_OK);
    w->diag = (wkb_diag){.fn = fuzz_hear, .ud = &w->heard};
    HOLDS(wkb_diag_add(&w->diag, &w->arena, WKB_STR("cell"), text, &file) ==
          WK_OK);
    fuzz_text(&w->heard, "cell", text);
    w->at = (wkb_span){file, 0, (uint32_t)text.n};
}

/* read(write(x)) = x, at full precision and at the figures kept. */
static void
number(wkb_str s)
{
    const size_t n = wkb_num_length(s);
    char text[WKB_NUM_MAX];
    double v = 0, again = 0;
    HOLDS(n <= s.n);
    if (n == 0 || wkb_num_read(wkb_sub(s, 0, n), &v) != WK_OK)
        return;
    HOLDS(isfinite(v) && v >= 0);
    const wkb_str written = {text, wkb_num_write(text, v)};
    HOLDS(wkb_num_length(written) == written.n);
    HOLDS(wkb_num_read(written, &again) == WK_OK && again == v);
    const wkb_dec d = wkb_dec_of(v), typed = wkb_dec_typed(wkb_sub(s, 0, n));
    HOLDS(wkb_dec_value(&d) == v);
    HOLDS(typed.n <= 18 && d.n <= 17);
    HOLDS(wkb_same(v, wkb_round(v)) && wkb_round(v) == wkb_round(wkb_round(v)));
}

static wkb_str
printed(world *w,
        const wku_num *n,
        const wku_unit *unit,
        const wku_format *f,
        wkb_str typed,
        wk_status *status)
{
    wkb_out out = wkb_out_kept(&w->arena);
    wkb_str text = {0};
    const wku_type type = {.kind = WKU_NUMBER, .unit = *unit};
    *status = wku_print(&out, &w->units, n, &type, f, typed, NULL);
    HOLDS(*status == WK_OK || *status == WK_ERANGE);
    HOLDS(wkb_out_text(&out, &text) == WK_OK);
    return text;
}

/* Twelve figures in the cell's unit, plainly written, are the value. */
static void
print_and_read(world *w, const wku_num *n, const wku_unit *unit)
{
    wku_format f = WKU_FORMAT_INIT;
    wku_num back;
    wku_unit own;
    bool has_own = false;
    wk_status status;
    f.plain = f.has_unit = true;
    f.unit = *unit;
    const wkb_str text = printed(w, n, unit, &f, (wkb_str){0}, &status);
    if (status != WK_OK)
        return;
    status = wku_read_cell(
        &back, &own, &has_own, &w->units, unit, text, WKB_NOWHERE, NULL);
    /* A whole range may be told by one number at twelve figures. */
    if (status == WK_ERANGE && wku_is_range(n))
        return;
    HOLDS(status == WK_OK);
    HOLDS(isnan(back.v) == isnan(n->v) || !wku_is_range(&back));
    HOLDS(wkb_same(back.lo / unit->factor, n->lo / unit->factor));
    HOLDS(wkb_same(back.hi / unit->factor, n->hi / unit->factor));
}

/* What is not zero is never printed as zero. */
static void
print_all_ways(world *w, const wku_num *n, const wku_unit *unit)
{
    static const char *const words[] = {
        "3sf", "2dp", "sci", "words", "int", "plain", "human", "12sf", "0dp"};
    for (size_t i = 0; i <= WKB_COUNT(words); i++) {
        wku_format f = WKU_FORMAT_INIT;
        wk_status status;
        if (i < WKB_COUNT(words))
            HOLDS(wku_format_word(
                      &f, &w->units, wkb_str_of(words[i]), WKB_NOWHERE, NULL) ==
                  WK_OK);
        const wkb_str typed = i % 2 ? (wkb_str){0} : w->text;
        const wkb_str text = printed(w, n, unit, &f, typed, &status);
        if (status != WK_OK)
            continue;
        HOLDS(text.n && fuzz_is_plain_text(text.p));
        if (wku_is_range(n))
            continue;
        size_t at = 0;
        while (at < text.n && text.p[at] != ' ' &&
               (text.p[at] < '1' || text.p[at] > '9'))
            at++;
        HOLDS((at < text.n && text.p[at] != ' ') == (n->v != 0));
    }
}

static void
cell(world *w, const wku_unit *unit)
{
    wku_num n;
    wku_unit own;
    bool has_own = false;
    const size_t before = w->heard.n_errors;
    const wk_status status = wku_read_cell(
        &n, &own, &has_own, &w->units, unit, w->text, w->at, &w->diag);
    HOLDS((status == WK_OK) == (w->heard.n_errors == before));
    if (status != WK_OK || (!wku_known(&n) && !wku_is_range(&n)))
        return;
    HOLDS(n.lo <= n.hi);
    HOLDS(isnan(n.v) || (n.lo <= n.v && n.v <= n.hi));
    HOLDS(!has_own || !unit || wku_same_dimension(&own, unit));
    const wku_unit one = wku_one();
    const wku_unit *in = has_own ? &own : unit ? unit : &one;
    print_and_read(w, &n, in);
    print_all_ways(w, &n, in);
}

static void
date(world *w)
{
    double d = NAN, back = NAN;
    wkb_out out = wkb_out_kept(&w->arena);
    wkb_str text;
    HOLDS(wku_date_length(w->text) <= w->text.n);
    if (wku_date_read(&d, w->text, w->at, &w->diag) != WK_OK)
        return;
    wku_date_put(&out, d);
    HOLDS(wkb_out_text(&out, &text) == WK_OK);
    HOLDS(wku_date_read(&back, text, WKB_NOWHERE, NULL) == WK_OK && back == d);
    HOLDS(wku_date_compare(d, back) == 0);
    HOLDS(!wku_date_has_month(d) || wku_date_difference(d, back) == 0);
}

static void
claim(world *w, const wku_unit *unit)
{
    wku_claim c;
    double margin = NAN;
    wkb_out out = wkb_out_kept(&w->arena);
    wkb_str text;
    if (wku_claim_read(&c, &w->units, w->text, w->at, &w->diag) != WK_OK)
        return;
    if (!c.has_unit && unit)
        c.unit = *unit;
    wku_claim_put(&out, &w->units, &c);
    HOLDS(wkb_out_text(&out, &text) == WK_OK && text.n);
    const double f = c.unit.factor;
    const wku_num stated = {c.stated.v * f, c.stated.lo * f, c.stated.hi * f};
    const wku_verdict v = wku_holds(&stated, &c, &margin);
    /* What is stated holds of itself, unless more or less is asked. */
    if (isfinite(stated.lo) && isfinite(stated.hi) && c.bound <= WKU_AT_MOST &&
        stated.lo > 1e-290 && isfinite(margin))
        HOLDS(v == WKU_HOLDS);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    world w;
    wku_unit unit;
    wkb_str rest = {(const char *)bytes, n};
    const wkb_str in = wkb_cut(&rest, '\n');
    begin(&w, rest.p ? rest : in);
    const bool has_unit =
        rest.p &&
        wku_unit_read(&unit, &w.units, in, true, WKB_NOWHERE, NULL) == WK_OK;
    number(w.text);
    cell(&w, has_unit ? &unit : NULL);
    if (w.text.n && w.text.p[0] == '~')
        claim(&w, has_unit ? &unit : NULL);
    else
        date(&w);
    wkb_arena_clear(&w.arena);
    return 0;
}
