/* chart: one chart as a picture. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

typedef struct source {
    wk_project *project;
    const char *name, *bytes;
    size_t n;
    wk_picture_format format;
} source;

/* The format that the output's name asks for. */
static bool
find_format(const char *name, wk_picture_format *out)
{
    static const struct {
        const char *suffix;
        wk_picture_format format;
    } rows[] = {{".svg", WK_SVG}, {".png", WK_PNG}, {".pdf", WK_PDF}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!cli_ends(name, rows[i].suffix))
            continue;
        *out = rows[i].format;
        return true;
    }
    return false;
}

/* A cli_make_fn. */
static wk_status
draw(cli *c, wk_sink_fn sink, void *sink_ud, void *ud)
{
    const source *from = ud;
    wk_chart *chart = NULL;
    wk_chart_options o = WK_CHART_OPTIONS_INIT;
    o.set = c->set.item;
    o.n_set = c->set.n;
    wk_status s = wk_chart_new(
        &chart, from->project, from->name, from->bytes, from->n, &o);
    if (s == WK_OK)
        s = wk_chart_write(chart, from->format, sink, sink_ud);
    if (s == WK_OK && c->verbose && !c->json)
        (void)printf("%s\n", wk_chart_text(chart));
    wk_chart_free(chart);
    return s;
}

int
cli_chart(cli *c, int n, char **operand)
{
    const bool is_input = strcmp(operand[0], "-") == 0;
    source from = {.name = is_input ? "standard input" : operand[0]};
    (void)n;
    if (!c->output || !find_format(c->output, &from.format)) {
        cli_complain(c,
                     WK_EUSAGE,
                     c->output ? "not a format that can be drawn"
                               : "no file to write",
                     "-o FILE.svg, -o FILE.png or -o FILE.pdf");
        return c->status;
    }
    char *bytes = cli_read(c, operand[0], &from.n);
    from.project = bytes ? cli_open(c) : NULL;
    from.bytes = bytes;
    if (from.project)
        cli_make_apart(c, draw, &from);
    free(bytes);
    wk_close(from.project);
    return c->status;
}
