/* What every command does with a project: open it, take its output. */
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

wk_project *
cli_open(cli *c)
{
    wk_options o = WK_OPTIONS_INIT;
    wk_project *p = NULL;
    o.diag = cli_take_fault;
    o.diag_ud = c;
    o.alloc = allocate;
    (void)cli_note(c, wk_open_dir(&p, c->dir, &o));
    return p;
}
