/* uses: the formulas that read a cell, its column or its table. */
#include <string.h>

#include "cli/cli.h"

int
cli_uses(cli *c, int n, char **operand)
{
    (void)n;
    wk_project *p = cli_open(c);
    if (!p)
        return c->status;
    const wk_format format = c->json ? WK_JSON : WK_TEXT;
    const char *cell = operand[0];
    (void)cli_note(c, wk_uses(p, cell, strlen(cell), format, cli_put, stdout));
    wk_close(p);
    return c->status;
}
