/* What every command does with a project: open it, take its output. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

wk_status
cli_put(void *ud, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, ud) == n ? WK_OK : WK_ESYSTEM;
}

void
cli_put_count(const char *before, size_t n, const char *one)
{
    char digits[32];
    const int len = snprintf(digits, sizeof digits, "%zu", n);
    (void)fputs(before, stdout);
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0)
            (void)putchar(',');
        (void)putchar(digits[i]);
    }
    (void)printf(" %s%s", one, n == 1 ? "" : "s");
}

static char *
read_all(FILE *f, size_t *n)
{
    char *bytes = NULL;
    for (size_t room = 1 << 16; !ferror(f); room *= 2) {
        char *grown = realloc(bytes, room);
        if (!grown)
            break;
        bytes = grown;
        *n += fread(bytes + *n, 1, room - *n, f);
        if (*n < room)
            break;
    }
    if (bytes && feof(f) && !ferror(f))
        return bytes;
    free(bytes);
    return NULL;
}

char *
cli_read(cli *c, const char *path, size_t *n)
{
    char message[1024];
    FILE *f = fopen(path, "rb");
    *n = 0;
    char *bytes = f ? read_all(f, n) : NULL;
    if (!bytes) {
        char why[256] = "";
        const char *text = strerror_r(errno, why, sizeof why);
        (void)snprintf(
            message, sizeof message, "cannot read '%s': %s", path, text);
        cli_complain(c, WK_ESYSTEM, message, "check the path");
    }
    if (f)
        (void)fclose(f);
    return bytes;
}

/* Tables of the command line, which stand for those of the project. */
typedef struct given {
    wk_given item[CLI_LISTED];
    char path[CLI_LISTED][128];
    char *bytes[CLI_LISTED];
    size_t n;
} given;

static bool
take_data(cli *c, given *g)
{
    for (size_t i = 0; i < c->data.n; i++) {
        const char *equals = strchr(c->data.item[i], '=');
        const int name = (int)(equals - c->data.item[i]);
        char *path = g->path[i];
        g->bytes[i] = cli_read(c, equals + 1, &g->item[i].n);
        if (!g->bytes[i])
            return false;
        (void)snprintf(path,
                       sizeof g->path[i],
                       "data/%.*s.csv",
                       name < 100 ? name : 100,
                       c->data.item[i]);
        g->item[i].path = path;
        g->item[i].bytes = g->bytes[i];
        g->n++;
    }
    return true;
}

static wk_project *
open_with(cli *c, const given *g)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_project *p = NULL;
    o.diag = cli_take_fault;
    o.diag_ud = c;
    o.given = g->item;
    o.n_given = g->n;
    const wk_status s = cli_note(c, wk_open_dir(&p, c->dir, &o));
    if (s == WK_OK)
        return p;
    if (c->n_fault == 0)
        cli_complain(c, s, wk_status_text(s), NULL);
    wk_close(p);
    return NULL;
}

wk_project *
cli_open(cli *c)
{
    given *g = calloc(1, sizeof *g);
    wk_project *p = g && take_data(c, g) ? open_with(c, g) : NULL;
    if (!g)
        cli_complain(c, WK_ENOMEM, wk_status_text(WK_ENOMEM), NULL);
    for (size_t i = 0; g && i < CLI_LISTED; i++)
        free(g->bytes[i]);
    free(g);
    return p;
}
