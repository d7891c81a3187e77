/* explain: how a value came about, down to its cells and sources. */
#include "cli/cli.h"

int
cli_explain(cli *c, int n, char **operand)
{
    const wk_format text = cli_colors(stdout) ? WK_COLOR : WK_TEXT;
    return cli_each(c, n, operand, wk_explain, c->json ? WK_JSON : text);
}
