/* What every command does with a project: open it, take its output. */
#include "cli/cli.h"

wk_status
cli_put(void *ud, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, ud) == n ? WK_OK : WK_ESYSTEM;
}

wk_project *
cli_open(cli *c)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_project *p = NULL;
    o.diag = cli_take_fault;
    o.diag_ud = c;
    (void)cli_note(c, wk_open_dir(&p, c->dir, &o));
    return p;
}
