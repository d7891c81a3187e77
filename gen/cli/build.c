/* build: the site, from templates/ into out/site/. */
#include <string.h>

#include "cli/cli.h"

static void
put_json(const wk_build_report *r)
{
    (void)printf("{\"pages\":%zu,\"files\":%zu,\"new\":%zu,\"changed\":%zu,"
                 "\"gone\":%zu,\"numbers\":%zu,\"computed\":%zu,"
                 "\"claimed\":%zu,\"plain\":%zu,\"bare\":%zu,\"claims\":%zu,"
                 "\"links\":%zu,\"errors\":%zu,\"warnings\":%zu}\n",
                 r->n_pages,
                 r->n_files,
                 r->n_new,
                 r->n_changed,
                 r->n_gone,
                 r->n_numbers,
                 r->n_computed,
                 r->n_claimed,
                 r->n_plain,
                 r->n_bare,
                 r->n_claims,
                 r->n_links,
                 r->n_errors,
                 r->n_warnings);
}

void
cli_put_build(const cli *c, const wk_build_report *r)
{
    if (c->json) {
        put_json(r);
        return;
    }
    cli_put_count("", r->n_pages, "page");
    cli_put_count(", ", r->n_numbers, "number");
    (void)printf(": %zu computed, %zu claimed, %zu plain, %zu bare\n",
                 r->n_computed,
                 r->n_claimed,
                 r->n_plain,
                 r->n_bare);
    cli_put_count("", r->n_claims, "statement");
    (void)fputs(" held to the data", stdout);
    cli_put_count(", ", r->n_links, "link");
    (void)putchar('\n');
}

static void
tell_change(void *ud, const char *path, wk_change what)
{
    static const char *const words[] = {"new", "changed", "gone"};
    const cli *c = ud;
    if (c->verbose && !c->json)
        (void)printf("%-8s %s\n", words[what], path);
}

/* One share of a plan, made in a process of its own: libraries that draw may
 * end theirs when memory is out. */
typedef struct share {
    wk_plan *plan;
    unsigned i, n;
} share;

/* A cli_work_fn. */
static void
make_share(cli *c, void *ud)
{
    const share *s = ud;
    (void)cli_note(c, wk_plan_make(s->plan, s->i, s->n));
}

static wk_status
make(cli *c, wk_project *p, const wk_build_options *o, wk_build_report *r)
{
    share s = {.n = c->sweep.jobs ? c->sweep.jobs : 1};
    pid_t pid[CLI_MOST_JOBS];
    wk_status status = wk_plan_new(&s.plan, p, o);
    for (s.i = 0; status == WK_OK && s.i < s.n; s.i++)
        pid[s.i] = cli_start(c, make_share, &s);
    for (unsigned i = 0; status == WK_OK && i < s.n; i++)
        cli_wait(c, pid[i]);
    if (status == WK_OK)
        status = c->status == CLI_CLEAN
                     ? cli_note(c, wk_plan_publish(r, s.plan, s.n))
                     : WK_ESTOP; /* told by the process */
    else
        (void)cli_note(c, status);
    wk_plan_free(s.plan);
    return status;
}

int
cli_build(cli *c, int n, char **operand)
{
    char out[4096];
    wk_build_options o = WK_BUILD_OPTIONS_INIT;
    wk_build_report r = {.size = sizeof r};
    if (n)
        c->dir = operand[0];
    (void)snprintf(out, sizeof out, "%s/out", c->dir);
    o.out = out;
    o.change = tell_change;
    o.change_ud = c;
    o.drafts = c->drafts;
    wk_project *p = cli_open(c);
    const wk_status s = p ? make(c, p, &o, &r) : WK_EUSAGE;
    cli_show_faults(c);
    wk_close(p);
    if (s != WK_OK || c->quiet)
        return c->status;
    cli_put_build(c, &r);
    if (c->json)
        return c->status;
    cli_put_count("", r.n_files, "file");
    (void)printf(" in %s/site: %zu new, %zu changed, %zu gone\n",
                 strcmp(c->dir, ".") == 0 ? "out" : out,
                 r.n_new,
                 r.n_changed,
                 r.n_gone);
    return c->status;
}
