/* report: one document with all it needs inside. */
#include <stdlib.h>

#include "cli/cli.h"

typedef struct source {
    wk_project *project;
    const char *name, *bytes;
    size_t n;
} source;

/* A cli_make_fn. */
static wk_status
make(cli *c, wk_sink_fn sink, void *sink_ud, void *ud)
{
    const source *from = ud;
    wk_report_options o = WK_REPORT_OPTIONS_INIT;
    o.format = cli_ends(c->output, ".md") ? WK_MARKDOWN : WK_HTML;
    o.set = c->set.item;
    o.n_set = c->set.n;
    o.sink = sink;
    o.ud = sink_ud;
    return wk_report(from->project, from->name, from->bytes, from->n, &o);
}

int
cli_report(cli *c, int n, char **operand)
{
    source from = {.name = operand[0]};
    (void)n;
    if (!c->output ||
        !(cli_ends(c->output, ".html") || cli_ends(c->output, ".md"))) {
        cli_complain(c,
                     WK_EUSAGE,
                     c->output ? "not a format that can be written"
                               : "no file to write",
                     "-o FILE.html or -o FILE.md");
        return c->status;
    }
    char *bytes = cli_read(c, operand[0], &from.n);
    from.project = bytes ? cli_open(c) : NULL;
    from.bytes = bytes;
    if (from.project)
        cli_make_apart(c, make, &from);
    free(bytes);
    wk_close(from.project);
    return c->status;
}
