/* check: everything about the data and the formulas that can be wrong. */
#include "cli/cli.h"

static void
print_report(const cli *c, const wk_check_report *r)
{
    (void)c;
    (void)r;
}

int
cli_check(cli *c, int n, char **operand)
{
    (void)n;
    (void)operand;
    wk_project *p = cli_open(c);
    if (!p)
        return c->status;
    wk_check_options o = WK_CHECK_OPTIONS_INIT;
    wk_check_report r = {0};
    o.today = c->today;
    (void)cli_note(c, wk_check(p, &o, &r));
    if (!c->quiet)
        print_report(c, &r);
    wk_close(p);
    return c->status;
}
