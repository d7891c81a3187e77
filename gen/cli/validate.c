/* validate: predictions beside what was measured, with the error of each. */
#include "cli/cli.h"

int
cli_validate(cli *c, int n, char **operand)
{
    (void)n;
    (void)operand;
    wk_project *p = cli_open(c);
    if (!p)
        return c->status;
    const wk_format format = c->json ? WK_JSON : WK_TEXT;
    (void)cli_note(c, wk_validate(p, c->by, format, cli_put, stdout));
    wk_close(p);
    return c->status;
}
