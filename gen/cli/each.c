/* Expressions from the command line or, for -, one a line of the input. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

typedef struct job {
    wk_project *project;
    cli_show_fn show;
    wk_format format;
} job;

static void
one(cli *c, const job *j, const char *expr, size_t n)
{
    (void)cli_note(c, j->show(j->project, expr, n, j->format, cli_put, stdout));
    cli_show_faults(c);
}

/* Each line but blank ones and comments. */
static void
lines_of_input(cli *c, const job *j)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t n = 0;
    c->input = "-";
    for (c->line = 0; (n = getline(&line, &room, stdin)) >= 0; c->line++) {
        while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
            n--;
        const size_t blank = strspn(line, " \t\r\n");
        if (blank < (size_t)n && line[blank] != '#')
            one(c, j, line, (size_t)n);
    }
    if (ferror(stdin))
        cli_complain(c, WK_ESYSTEM, "cannot read standard input", NULL);
    c->input = NULL;
    free(line);
}

int
cli_each(cli *c, int n, char **operand, cli_show_fn show, wk_format format)
{
    const job j = {.project = cli_open(c), .show = show, .format = format};
    for (int i = 0; j.project && i < n; i++) {
        if (strcmp(operand[i], "-") == 0)
            lines_of_input(c, &j);
        else
            one(c, &j, operand[i], strlen(operand[i]));
    }
    wk_close(j.project);
    return c->status;
}
