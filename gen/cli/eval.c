/* eval: a value, a claim or a condition, as text or JSON. */
#include "cli/cli.h"

int
cli_eval(cli *c, int n, char **operand)
{
    const wk_format format = c->json ? WK_JSON : WK_TEXT;
    return cli_each(c, n, operand, wk_eval, format);
}
