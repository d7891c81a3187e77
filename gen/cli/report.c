/* report: one document with all it needs inside. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static bool
ends(const char *s, const char *with)
{
    const size_t n = strlen(s), m = strlen(with);
    return n >= m && strcmp(s + n - m, with) == 0;
}

/* A document as it is made; nothing is written until it is whole. */
typedef struct made {
    char *p;
    size_t n, cap;
} made;

static wk_status
keep(void *ud, const char *bytes, size_t n)
{
    made *m = ud;
    if (m->cap - m->n < n) {
        const size_t cap = (m->n + n) * 2;
        char *grown = realloc(m->p, cap);
        if (!grown)
            return WK_ENOMEM;
        m->p = grown;
        m->cap = cap;
    }
    memcpy(m->p + m->n, bytes, n);
    m->n += n;
    return WK_OK;
}

/* Beside its target, then renamed. */
static void
write_file(cli *c, const made *m)
{
    char part[4096], message[4400];
    const bool fits =
        (size_t)snprintf(part, sizeof part, "%s.part", c->output) < sizeof part;
    FILE *f = fits ? fopen(part, "wb") : NULL;
    bool good = f && fwrite(m->p, 1, m->n, f) == m->n;
    if (f && fclose(f) != 0)
        good = false;
    if (good && rename(part, c->output) == 0)
        return;
    char why[256] = "";
    const char *text = strerror_r(errno, why, sizeof why);
    (void)snprintf(
        message, sizeof message, "cannot write '%s': %s", c->output, text);
    cli_complain(c, WK_ESYSTEM, message, "check the path and its permissions");
    if (f)
        (void)remove(part);
}

static void
make(cli *c, const char *template, const char *bytes, size_t n)
{
    made m = {NULL, 0, 0};
    wk_report_options o = WK_REPORT_OPTIONS_INIT;
    wk_project *p = cli_open(c);
    if (!p)
        return;
    o.format = ends(c->output, ".md") ? WK_MARKDOWN : WK_HTML;
    o.set = c->set.item;
    o.n_set = c->set.n;
    o.sink = keep;
    o.ud = &m;
    const wk_status s = cli_note(c, wk_report(p, template, bytes, n, &o));
    if (s == WK_OK)
        write_file(c, &m);
    free(m.p);
    cli_show_faults(c);
    wk_close(p);
}

int
cli_report(cli *c, int n, char **operand)
{
    size_t size = 0;
    (void)n;
    if (!c->output || !(ends(c->output, ".html") || ends(c->output, ".md"))) {
        cli_complain(c,
                     WK_EUSAGE,
                     c->output ? "not a format that can be written"
                               : "no file to write",
                     "-o FILE.html or -o FILE.md");
        return c->status;
    }
    char *bytes = cli_read(c, operand[0], &size);
    if (bytes)
        make(c, operand[0], bytes, size);
    free(bytes);
    return c->status;
}
