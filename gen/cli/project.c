/* What every command does with a project: open it, take its output. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cli/cli.h"

enum { LARGE = 1 << 15 };

static void *
take_pages(size_t n)
{
    void *p = mmap(NULL,
                   n,
                   PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
                   -1,
                   0);
    return p == MAP_FAILED ? NULL : p;
}

/* A wk_alloc_fn: large blocks come with all their pages, since a page that is
 * first met costs more than the reading of what it holds (tests/bench). */
static void *
allocate(void *ud, void *p, size_t old_n, size_t new_n)
{
    (void)ud;
    void *q = NULL;
    if (new_n)
        q = new_n < LARGE ? malloc(new_n) : take_pages(new_n);
    if (new_n && !q)
        return NULL;
    if (p && q)
        memcpy(q, p, old_n < new_n ? old_n : new_n);
    if (p && old_n < LARGE)
        free(p);
    else if (p)
        (void)munmap(p, old_n);
    return q;
}

wk_status
cli_put(void *ud, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, ud) == n ? WK_OK : WK_ESYSTEM;
}

void
cli_put_grouped(size_t n)
{
    char digits[32];
    const int len = snprintf(digits, sizeof digits, "%zu", n);
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0)
            (void)putchar(',');
        (void)putchar(digits[i]);
    }
}

void
cli_put_count(const char *before, size_t n, const char *one)
{
    (void)fputs(before, stdout);
    cli_put_grouped(n);
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
    const bool is_input = strcmp(path, "-") == 0;
    FILE *f = is_input ? stdin : fopen(path, "rb");
    *n = 0;
    char *bytes = f ? read_all(f, n) : NULL;
    if (!bytes) {
        char why[256] = "";
        const char *text = strerror_r(errno, why, sizeof why);
        (void)snprintf(
            message, sizeof message, "cannot read '%s': %s", path, text);
        cli_complain(c, WK_ESYSTEM, message, "check the path");
    }
    if (f && !is_input)
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
    o.alloc = allocate;
    (void)cli_note(c, wk_open_dir(&p, c->dir, &o));
    return p;
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
