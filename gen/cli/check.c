/* check: everything about the data and the formulas that can be wrong. */
#include "cli/cli.h"

static void
put_grouped(size_t n)
{
    char digits[32];
    const int len = snprintf(digits, sizeof digits, "%zu", n);
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0)
            (void)putchar(',');
        (void)putchar(digits[i]);
    }
}

/* "1,454 rows, ", "1 row, "; nothing where there are none. */
static void
put_count(size_t n, const char *one, const char *behind)
{
    if (n == 0)
        return;
    put_grouped(n);
    (void)printf(" %s%s%s", one, n == 1 ? "" : "s", behind);
}

/* "236 hold, 11 round differently": the claims by their verdict. */
static void
put_verdicts(const wk_check_report *r)
{
    const char *between = ": ";
    for (size_t v = 0; v < WK_VERDICT_COUNT; v++) {
        if (r->n_by_verdict[v] == 0)
            continue;
        (void)fputs(between, stdout);
        put_grouped(r->n_by_verdict[v]);
        (void)printf(" %s", wk_verdict_text((wk_verdict)v));
        between = ", ";
    }
    (void)putchar('\n');
}

static void
put_held(const wk_check_report *r)
{
    put_count(r->n_claims, "claim", "");
    if (r->n_claims)
        put_verdicts(r);
    put_count(r->n_conditions, "condition", "\n");
    put_count(r->n_predictions, "prediction", "\n");
}

static void
put_text(const cli *c, const wk_check_report *r)
{
    put_count(r->n_tables, "table", ", ");
    put_count(r->n_rows, "row", ", ");
    put_count(r->n_cells, "filled cell", "\n");
    if (r->n_with_status) {
        put_count(r->n_with_status, "row", " with a status, ");
        put_grouped(r->n_verified);
        (void)fputs(" of them verified\n", stdout);
    }
    put_count(r->n_formulas, "formula", "\n");
    put_count(r->n_expressions, "cell", " with an expression\n");
    put_count(r->n_rivals, "rival value", "\n");
    if (r->n_sources) {
        put_count(r->n_sources, "source", ", ");
        put_grouped(r->n_unused_sources);
        (void)fputs(" of them not cited\n", stdout);
    }
    put_held(r);
    (void)printf("%zu error%s, %zu warning%s\n",
                 c->n_errors,
                 c->n_errors == 1 ? "" : "s",
                 c->n_warnings,
                 c->n_warnings == 1 ? "" : "s");
}

static void
put_json(const cli *c, const wk_check_report *r)
{
    (void)printf("{\"tables\":%zu,\"rows\":%zu,\"cells\":%zu,"
                 "\"formulas\":%zu,\"expressions\":%zu,\"rivals\":%zu,"
                 "\"sources\":%zu,\"unused_sources\":%zu,\"verified\":%zu,"
                 "\"with_status\":%zu,\"conditions\":%zu,"
                 "\"predictions\":%zu,\"claims\":%zu,\"verdicts\":{",
                 r->n_tables,
                 r->n_rows,
                 r->n_cells,
                 r->n_formulas,
                 r->n_expressions,
                 r->n_rivals,
                 r->n_sources,
                 r->n_unused_sources,
                 r->n_verified,
                 r->n_with_status,
                 r->n_conditions,
                 r->n_predictions,
                 r->n_claims);
    for (size_t v = 0; v < WK_VERDICT_COUNT; v++)
        (void)printf("%s\"%s\":%zu",
                     v ? "," : "",
                     wk_verdict_text((wk_verdict)v),
                     r->n_by_verdict[v]);
    (void)printf(
        "},\"errors\":%zu,\"warnings\":%zu}\n", c->n_errors, c->n_warnings);
}

int
cli_check(cli *c, int n, char **operand)
{
    (void)n;
    (void)operand;
    wk_check_report r = {.size = sizeof r};
    wk_project *p = cli_open(c);
    if (p)
        (void)cli_note(c, wk_check(&r, p));
    cli_show_faults(c);
    if (c->json)
        put_json(c, &r);
    else if (!c->quiet)
        put_text(c, &r);
    wk_close(p);
    return c->status;
}
