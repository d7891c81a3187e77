/* fmt: tidies formula files in place, or tells which are not tidy. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

typedef struct text {
    char *p;
    size_t n, cap;
} text;

/* A wk_sink_fn that keeps what it is given. */
static wk_status
keep(void *ud, const char *bytes, size_t n)
{
    text *t = ud;
    if (n > t->cap - t->n) {
        const size_t cap = (t->n + n) * 2;
        char *grown = realloc(t->p, cap);
        if (!grown)
            return WK_ENOMEM;
        t->p = grown;
        t->cap = cap;
    }
    memcpy(t->p + t->n, bytes, n);
    t->n += n;
    return WK_OK;
}

static bool
read_all(text *t, FILE *f)
{
    char block[4096];
    size_t n = 0;
    while ((n = fread(block, 1, sizeof block, f)) > 0) {
        if (keep(t, block, n) != WK_OK)
            return false;
    }
    return !ferror(f);
}

static bool
read_file(cli *c, text *t, const char *name)
{
    FILE *f = fopen(name, "rb");
    const bool ok = f && read_all(t, f);
    if (!ok)
        cli_complain_of_file(c, "read", name);
    if (f)
        (void)fclose(f);
    return ok;
}

/* Beside the file, then renamed, so that nobody finds half of it. */
static bool
replace_file(const char *name, const text *t)
{
    char beside[4096];
    struct stat was;
    const int len = snprintf(beside, sizeof beside, "%s.XXXXXX", name);
    if (len < 0 || (size_t)len >= sizeof beside || stat(name, &was) != 0)
        return false;
    const int fd = mkstemp(beside);
    if (fd < 0)
        return false;
    bool ok = write(fd, t->p, t->n) == (ssize_t)t->n &&
              fchmod(fd, was.st_mode & 07777) == 0;
    ok = close(fd) == 0 && ok && rename(beside, name) == 0;
    if (!ok)
        (void)unlink(beside);
    return ok;
}

/* What becomes of a tidied text: standard output for standard input, else
 * the file, where it differs. */
static void
deliver(cli *c, const char *name, const text *was, const text *now)
{
    const bool same = was->n == now->n &&
                      (was->n == 0 || memcmp(was->p, now->p, was->n) == 0);
    if (strcmp(name, "-") == 0 && !c->check) {
        (void)cli_put(stdout, now->p, now->n);
    } else if (!same && c->check) {
        (void)printf("%s\n", name);
        if (c->status == CLI_CLEAN)
            c->status = CLI_WRONG;
    } else if (!same) {
        if (!replace_file(name, now))
            cli_complain_of_file(c, "write", name);
        else if (!c->quiet)
            (void)printf("%s\n", name);
    }
}

static void
tidy(cli *c, wk_project *p, const char *name)
{
    text was = {0}, now = {0};
    const bool is_input = strcmp(name, "-") == 0;
    c->input = name;
    if (is_input ? read_all(&was, stdin) : read_file(c, &was, name)) {
        const wk_status s = wk_fmt(p, was.p, was.n, keep, &now);
        if (cli_note(c, s) == WK_OK)
            deliver(c, name, &was, &now);
    }
    cli_show_faults(c);
    free(was.p);
    free(now.p);
}

/* Without operands: the formula files of the project. */
static void
tidy_project(cli *c, wk_project *p)
{
    char pattern[4096];
    glob_t found;
    (void)snprintf(pattern, sizeof pattern, "%s/data/*.formulas", c->dir);
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            tidy(c, p, found.gl_pathv[i]);
    }
    globfree(&found);
}

int
cli_fmt(cli *c, int n, char **operand)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_project *p = NULL;
    o.diag = cli_take_fault;
    o.diag_ud = c;
    if (cli_note(c, wk_open(&p, &o)) != WK_OK)
        return c->status;
    for (int i = 0; i < n; i++)
        tidy(c, p, operand[i]);
    if (n == 0)
        tidy_project(c, p);
    wk_close(p);
    return c->status;
}
