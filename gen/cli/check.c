/* check: everything about the data and the formulas that can be wrong. */
#include "cli/cli.h"

static void
put_text(const cli *c, const wk_check_report *r, const wk_build_report *built)
{
    if (r->n_tables) {
        cli_put_count("", r->n_tables, "table");
        cli_put_count(", ", r->n_rows, "row");
        cli_put_count(", ", r->n_cells, "filled cell");
        (void)printf("; %zu of %zu rows with a status are verified\n",
                     r->n_verified,
                     r->n_with_status);
    }
    if (r->n_tables || r->n_formulas) {
        cli_put_count("", r->n_formulas, "formula");
        cli_put_count(", ", r->n_expressions, "expression");
        cli_put_count(" in cells, ", r->n_rivals, "rival value");
        cli_put_count(", ", r->n_sources, "source");
        (void)printf(", %zu of them not cited\n", r->n_unused_sources);
    }
    if (built->n_pages)
        cli_put_build(c, built);
    cli_put_count("", c->n_errors, "error");
    cli_put_count(", ", c->n_warnings, "warning");
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

/* With -v, each statement with its margin. */
static void
tell_claim(void *ud, const wk_claim *claim)
{
    const cli *c = ud;
    if (!c->verbose || c->json)
        return;
    (void)printf("%s:%u:%u: %s '%s'",
                 claim->file ? claim->file : "",
                 claim->line,
                 claim->column,
                 claim->holds ? "holds" : "fails",
                 claim->text);
    if (claim->margin == claim->margin) /* a number, not a condition */
        (void)printf(
            ": now %s, off by %.1f %%", claim->now, claim->margin * 100 + 0.0);
    (void)putchar('\n');
}

/* All but writing. */
static void
check_documents(cli *c, wk_project *p, wk_build_report *built)
{
    wk_build_options o = WK_BUILD_OPTIONS_INIT;
    o.claim = tell_claim;
    o.claim_ud = c;
    o.today = c->today;
    o.drafts = c->drafts;
    o.bare = 1;
    const wk_status s = cli_note(c, wk_build(built, p, &o));
    if (s != WK_OK && c->n_fault == 0)
        cli_complain(c, s, wk_status_text(s), NULL);
}

int
cli_check(cli *c, int n, char **operand)
{
    (void)n;
    (void)operand;
    wk_check_options o = WK_CHECK_OPTIONS_INIT;
    wk_check_report r = {.size = sizeof r};
    wk_build_report built = {.size = sizeof built};
    wk_project *p = cli_open(c);
    o.today = c->today;
    if (p) {
        check_documents(c, p, &built);
        (void)cli_note(c, wk_check(p, &o, &r));
    }
    cli_show_faults(c);
    if (c->json)
        put_json(c, &r);
    else if (!c->quiet)
        put_text(c, &r, &built);
    wk_close(p);
    return c->status;
}
