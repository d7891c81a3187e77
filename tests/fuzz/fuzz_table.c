/* Fuzzes tables together with expressions over them: the bytes are choices, so
 * that nearly every input is well formed. What an expression gives for rows
 * all together is what it gives for each row by name, in whatever order the
 * rows stand. */
#include "fuzz.h"

enum { MOST_ROWS = 4, TEXT = 16384, MOST_DEPTH = 4, LONG_ENOUGH = 400 };

typedef struct text {
    char p[TEXT];
    size_t n;
} text;

static void
put(text *t, const char *s)
{
    const size_t n = strlen(s);
    HOLDS(t->n + n < TEXT);
    memcpy(t->p + t->n, s, n + 1);
    t->n += n;
}

static void
put_char(text *t, char c)
{
    HOLDS(t->n + 1 < TEXT);
    t->p[t->n++] = c;
    t->p[t->n] = '\0';
}

static void
put_int(text *t, unsigned i)
{
    char s[16];
    (void)snprintf(s, sizeof s, "%u", i);
    put(t, s);
}

/* Tables: t, whose rows are asked about, and u beside it. */

static const char *const numbers[] = {
    "", "0", "1", "3", "0.5", "1e3", "-2", "12345.678", "1e-300", "7e299"};
static const char *const ranges[] = {
    "1..2", "4 [3..5]", "0.5..0.6", "-1..1", "2 [1..2]", "5"};

static void
put_cell(fuzz_choices *c, text *t, bool ranged)
{
    put(t, ",");
    if (ranged && fuzz_pick(c, 4) == 0)
        put(t, ranges[fuzz_pick(c, WKB_COUNT(ranges))]);
    else
        put(t, numbers[fuzz_pick(c, WKB_COUNT(numbers))]);
}

static void
put_row(fuzz_choices *c, text *t, unsigned row, unsigned n, bool ranged)
{
    static const char *const texts[] = {"", "x", "y", "\"a \"\"b\"\", c\""};
    static const char *const dates[] = {
        "", "2020", "2020-03", "2020-03-01", "2019-12-31"};
    put(t, "r");
    put_int(t, row);
    put_cell(c, t, ranged);
    if (fuzz_pick(c, 5) == 1)
        put(t, t->p[t->n - 1] == ',' ? "" : " MiB");
    put_cell(c, t, ranged);
    put_cell(c, t, ranged);
    put(t, ",");
    put(t, texts[fuzz_pick(c, WKB_COUNT(texts))]);
    put(t, ",");
    put(t, dates[fuzz_pick(c, WKB_COUNT(dates))]);
    put(t, ",");
    const unsigned to = fuzz_pick(c, n + 1);
    if (to) {
        put(t, "r");
        put_int(t, to - 1);
    }
    put(t, "\n");
}

static const char heading[] =
    "id,a [GB],b [GB/s],n [1],k [text],day [date],r [@t]\n";

/* The rows one after the other in `row`. */
static unsigned
make_rows(fuzz_choices *c, text row[MOST_ROWS], bool ranged)
{
    const unsigned n = 1 + fuzz_pick(c, MOST_ROWS);
    for (unsigned i = 0; i < n; i++) {
        row[i].n = 0;
        put_row(c, &row[i], i, n, ranged);
    }
    return n;
}

static void
make_beside(fuzz_choices *c, text *t)
{
    t->n = 0;
    put(t, "name,p [MB],q\n");
    for (unsigned i = fuzz_pick(c, 4); i > 0; i--) {
        put(t, "x");
        put_cell(c, t, false);
        put_cell(c, t, false);
        put(t, "\n");
    }
}

/* Expressions: @ stands before a column of t. */

typedef enum kind { PURE, BYTES, TIME, RATE, TRUTH, KINDS } kind;

/* What each kind is made of: an upper-case letter is an expression of that
 * kind (P B T R C), anything else stands for itself. */
static const char *const forms[KINDS][16] = {
    [PURE] = {"2",
              "@n",
              "0.25",
              "B / B",
              "P + P",
              "P * P",
              "P - P",
              "P ^ 2",
              "floor(P)",
              "sqrt(abs(P))",
              "if(C, P, P)",
              "count(u where q > P)",
              "sum(q * P of u)",
              "@r.n",
              "P ?? P",
              "round(P)"},
    [BYTES] = {"3 GB",
               "@a",
               "@r.a",
               "B + B",
               "B - B",
               "P * B",
               "R * T",
               "if(C, B, B)",
               "max(B, B)",
               "min(B, B, B)",
               "B ?? B",
               "-B",
               "sum(p of u)",
               "max(p + B of u where p < B)",
               "B to MiB",
               "@r.r.a"},
    [TIME] = {"5 ms", "B / R", "T + T", "T * P", "1 d", "abs(T)", NULL},
    [RATE] = {"2 GB/s", "@b", "B / T", "R * P", "R to Gbit/s", NULL},
    [TRUTH] = {"B < B",
               "P = P",
               "@k = \"x\"",
               "@day >= 2020-03",
               "not C",
               "C and C",
               "C or C",
               "known(@a)",
               "known(B)",
               "T != T",
               "@day < @r.day",
               "P <= P",
               NULL},
};

static kind
kind_of(char c)
{
    static const char letters[KINDS + 1] = "PBTRC";
    const char *at = c ? strchr(letters, c) : NULL;
    return at ? (kind)(at - letters) : KINDS;
}

static void
put_expr(fuzz_choices *c, text *t, kind k, int depth)
{
    unsigned n = 0;
    while (n < 16 && forms[k][n])
        n++;
    const bool leaf = depth == 0 || t->n > LONG_ENOUGH;
    const char *form = forms[k][fuzz_pick(c, n)];
    if (leaf) /* the first of a kind stands alone, those of TRUTH nearly */
        form =
            k == TRUTH ? "known(@a)" : forms[k][fuzz_pick(c, 2) && k != TIME];
    put(t, "(");
    for (; *form; form++) {
        const bool inner = kind_of(*form) != KINDS && !leaf &&
                           (form[1] < 'A' || form[1] > 'z');
        if (inner)
            put_expr(c, t, kind_of(*form), depth - 1);
        else
            put_char(t, *form);
    }
    put(t, ")");
}

/* The expression with its columns as those of row i of t, or as they stand in
 * a list. */
static void
put_for(
    text *out, const char *before, const text *e, int row, const char *after)
{
    out->n = 0;
    put(out, before);
    for (size_t i = 0; i < e->n; i++) {
        if (e->p[i] != '@') {
            put_char(out, e->p[i]);
        } else if (row >= 0) {
            put(out, "t.r");
            put_int(out, (unsigned)row);
            put(out, ".");
        }
    }
    put(out, after);
}

typedef struct answer {
    enum { VALUE, UNKNOWN, FAULT } is;
    wku_num num;
} answer;

/* What did not agree, for the person who looks into it. */
static void
show(wk_project *p, const text *e, answer x, answer y)
{
    for (size_t i = 0; i < p->diag.file.n; i++)
        (void)fprintf(stderr,
                      "%.*s",
                      (int)p->diag.file.item[i].bytes.n,
                      p->diag.file.item[i].bytes.p);
    (void)fprintf(stderr,
                  "\n%s\n%d %a %a %a\n%d %a %a %a\n",
                  e->p,
                  (int)x.is,
                  x.num.v,
                  x.num.lo,
                  x.num.hi,
                  (int)y.is,
                  y.num.v,
                  y.num.lo,
                  y.num.hi);
}

static answer
ask(wk_project *p, fuzz_heard *h, const text *e)
{
    wkc_interpolation in;
    wkc_value v;
    wkb_span at;
    const wkc_code *code = NULL;
    fuzz_text(h, "expression", (wkb_str){e->p, e->n});
    HOLDS(wkp_begin(p) == WK_OK);
    /* Not printed: a value may be beyond a double in its unit. */
    HOLDS(wkp_text(p, "expression", e->p, e->n, &at) == WK_OK);
    wk_status s = wkc_parse_interpolation(
        &in, &p->call, p->diag.file.item[at.file].bytes, at, &p->diag);
    if (s == WK_OK)
        s = wkc_compile(&code, &p->call, &p->env, &in.expr, NULL);
    if (s == WK_OK)
        s = wkc_evaluate(&v, &p->call, &p->env, code, NULL);
    h->n_files--;
    answer a = {.is = FAULT};
    if (s != WK_OK)
        return a;
    a.is = v.status == WK_OK ? VALUE : UNKNOWN;
    a.num = v.num;
    HOLDS(a.is != VALUE || wku_known(&a.num));
    const bool in_order =
        isnan(a.num.v) || (a.num.lo <= a.num.v && a.num.v <= a.num.hi);
    if (a.is == VALUE && !in_order)
        show(p, e, a, a);
    HOLDS(a.is != VALUE || in_order);
    return a;
}

static bool
is_same(answer x, answer y)
{
    return x.is == y.is &&
           (x.is != VALUE || (fuzz_same_bits(x.num.v, y.num.v) &&
                              fuzz_same_bits(x.num.lo, y.num.lo) &&
                              fuzz_same_bits(x.num.hi, y.num.hi)));
}

static void
same_answer(wk_project *p, const text *e, answer x, answer y)
{
    if (!is_same(x, y))
        show(p, e, x, y);
    HOLDS(is_same(x, y));
}

/* What comes of one row after the other. */
static answer
together(const answer *row, unsigned n, bool is_sum)
{
    answer all = {.is = VALUE, .num = {0, 0, 0}};
    double x = is_sum ? 0 : row[0].num.v;
    for (unsigned i = 0; i < n; i++) {
        if (row[i].is == FAULT || all.is == FAULT)
            all.is = FAULT;
        else if (row[i].is == UNKNOWN)
            all.is = UNKNOWN;
        else if (is_sum)
            x += row[i].num.v;
        else
            x = row[i].num.v > x ? row[i].num.v : x;
    }
    if (all.is == VALUE && !isfinite(x))
        all.is = FAULT;
    all.num = (wku_num){x, x, x};
    return all;
}

static void
rows_agree(
    wk_project *p, fuzz_heard *h, const text *e, const answer *row, unsigned n)
{
    static text t;
    char where[64];
    put_for(&t, "max(", e, -1, " of t)");
    same_answer(p, &t, ask(p, h, &t), together(row, n, false));
    put_for(&t, "sum(", e, -1, " of t)");
    same_answer(p, &t, ask(p, h, &t), together(row, n, true));
    for (unsigned i = 0; i < n; i++) {
        (void)snprintf(where, sizeof where, " of t where id = \"r%u\")", i);
        put_for(&t, "first(", e, -1, where);
        same_answer(p, &t, ask(p, h, &t), row[i]);
    }
}

static void
load(wk_project **p,
     fuzz_heard *h,
     text *table,
     const text row[MOST_ROWS],
     unsigned n,
     const text *beside,
     bool backwards)
{
    *p = fuzz_open(h);
    table->n = 0;
    put(table, heading);
    for (unsigned i = 0; i < n; i++)
        put(table, row[backwards ? n - 1 - i : i].p);
    fuzz_add(*p, h, "t.csv", (wkb_str){table->p, table->n});
    fuzz_add(*p, h, "u.csv", (wkb_str){beside->p, beside->n});
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static text row[MOST_ROWS], beside, table[2], e, t;
    fuzz_choices c = {bytes, n};
    fuzz_heard h, g;
    wk_project *p = NULL, *q = NULL;
    answer answers[MOST_ROWS];
    const bool ranged = fuzz_pick(&c, 3) == 1;
    const unsigned n_rows = make_rows(&c, row, ranged);
    make_beside(&c, &beside);
    e.n = 0;
    put_expr(&c,
             &e,
             (kind)fuzz_pick(&c, RATE + 1),
             1 + (int)fuzz_pick(&c, MOST_DEPTH));
    load(&p, &h, &table[0], row, n_rows, &beside, false);
    load(&q, &g, &table[1], row, n_rows, &beside, true);
    const wk_status status = wk_load(p);
    HOLDS(status == wk_load(q));
    for (unsigned i = 0; status == WK_OK && i < n_rows; i++) {
        put_for(&t, "", &e, (int)i, "");
        answers[i] = ask(p, &h, &t);
        same_answer(p, &t, answers[i], ask(q, &g, &t));
    }
    /* One range of a column is one input for all its rows. */
    if (status == WK_OK && !ranged)
        rows_agree(p, &h, &e, answers, n_rows);
    wk_close(p);
    wk_close(q);
    return 0;
}
