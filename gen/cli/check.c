/* check: everything about the data and the formulas that can be wrong. */
#include "cli/cli.h"

/* "1,454 rows", "1 row" */
static void
put_count(const char *before, size_t n, const char *one)
{
    char digits[32];
    const int len = snprintf(digits, sizeof digits, "%zu", n);
    (void)fputs(before, stdout);
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0)
            (void)putchar(',');
        (void)putchar(digits[i]);
    }
    (void)printf(" %s%s", one, n == 1 ? "" : "s");
}

static void
put_text(const cli *c, const wk_check_report *r)
{
    if (r->n_tables) {
        put_count("", r->n_tables, "table");
        put_count(", ", r->n_rows, "row");
        put_count(", ", r->n_cells, "filled cell");
        (void)printf("; %zu of %zu rows with a status are verified\n",
                     r->n_verified,
                     r->n_with_status);
    }
    if (r->n_tables || r->n_formulas) {
        put_count("", r->n_formulas, "formula");
        put_count(", ", r->n_expressions, "expression");
        put_count(" in cells, ", r->n_rivals, "rival value");
        put_count(", ", r->n_sources, "source");
        (void)printf(", %zu of them not cited\n", r->n_unused_sources);
    }
    put_count("", c->n_errors, "error");
    put_count(", ", c->n_warnings, "warning");
    (void)putchar('\n');
}

static void
put_json(const cli *c, const wk_check_report *r)
{
    (void)printf("{\"tables\":%zu,\"rows\":%zu,\"cells\":%zu,"
                 "\"formulas\":%zu,\"expressions\":%zu,\"rivals\":%zu,"
                 "\"sources\":%zu,\"unused_sources\":%zu,\"verified\":%zu,"
                 "\"with_status\":%zu,\"errors\":%zu,\"warnings\":%zu}\n",
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
                 c->n_errors,
                 c->n_warnings);
}

int
cli_check(cli *c, int n, char **operand)
{
    (void)n;
    (void)operand;
    wk_check_options o = WK_CHECK_OPTIONS_INIT;
    wk_check_report r = {.size = sizeof r};
    wk_project *p = cli_open(c);
    o.today = c->today;
    if (p)
        (void)cli_note(c, wk_check(p, &o, &r));
    cli_show_faults(c);
    if (c->json)
        put_json(c, &r);
    else if (!c->quiet)
        put_text(c, &r);
    wk_close(p);
    return c->status;
}
