/* build: the site, from templates/ into out/site/. */
#include <string.h>

#include "cli/cli.h"

static void
put_json(const wk_build_report *r)
{
    (void)printf("{\"pages\":%zu,\"files\":%zu,\"new\":%zu,\"changed\":%zu,"
                 "\"gone\":%zu,\"made\":%zu,\"numbers\":%zu,\"computed\":%zu,"
                 "\"claimed\":%zu,\"plain\":%zu,\"bare\":%zu,\"claims\":%zu,"
                 "\"links\":%zu,\"errors\":%zu,\"warnings\":%zu}\n",
                 r->n_pages,
                 r->n_files,
                 r->n_new,
                 r->n_changed,
                 r->n_gone,
                 r->n_made,
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

/* ---- a share in a child ---- */

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
    if (wk_plan_pages(s->plan))
        cli_take_memory();
    (void)cli_note(c, wk_plan_make(s->plan, s->i, s->n));
}

static void
make_shares(cli *c, wk_plan *plan, unsigned n_shares)
{
    pid_t pid[CLI_MOST_JOBS];
    share s = {.plan = plan, .n = n_shares};
    for (; s.i < n_shares; s.i++)
        pid[s.i] = cli_start(c, make_share, &s);
    for (unsigned i = 0; i < n_shares; i++)
        cli_wait(c, pid[i]);
}

/* ---- the command ---- */

static void
put_site(const cli *c, const char *out, const wk_build_report *r)
{
    cli_put_build(c, r);
    if (c->json)
        return;
    cli_put_count("", r->n_files, "file");
    (void)printf(" in %s/site: %zu new, %zu changed, %zu gone\n",
                 strcmp(c->dir, ".") == 0 ? "out" : out,
                 r->n_new,
                 r->n_changed,
                 r->n_gone);
    if (r->n_made == r->n_pages)
        return;
    cli_put_count("", r->n_made, "page");
    (void)printf(" made, %zu as before\n", r->n_pages - r->n_made);
}

static void
put_share(const cli *c, const char *out, const wk_plan *plan)
{
    if (c->json)
        (void)printf("{\"share\":%u,\"of\":%u,\"pages\":%zu}\n",
                     c->shard,
                     c->n_shards,
                     wk_plan_pages(plan));
    else
        (void)printf("share %u of %u in %s/.site/shares; when all are there: "
                     "workings merge\n",
                     c->shard,
                     c->n_shards,
                     strcmp(c->dir, ".") == 0 ? "out" : out);
}

/* What is made of a plan: one share, or all and the site. */
static void
make(cli *c, wk_plan *plan, bool merges, const char *out)
{
    wk_build_report r = {.size = sizeof r};
    const unsigned n_shares = c->sweep.jobs ? c->sweep.jobs : 1;
    if (c->n_shards) {
        const wk_status s =
            cli_note(c, wk_plan_make(plan, c->shard, c->n_shards));
        if (s == WK_OK && !c->quiet)
            put_share(c, out, plan);
        return;
    }
    if (!merges)
        make_shares(c, plan, n_shares);
    if (c->status != CLI_CLEAN)
        return;
    const wk_status s =
        cli_note(c, wk_plan_publish(&r, plan, merges ? 0 : n_shares));
    cli_show_faults(c);
    if (s == WK_OK && !c->quiet)
        put_site(c, out, &r);
}

static int
build(cli *c, int n, char **operand, bool merges)
{
    char out[4096];
    wk_build_options o = WK_BUILD_OPTIONS_INIT;
    wk_plan *plan = NULL;
    if (n)
        c->dir = operand[0];
    (void)snprintf(out, sizeof out, "%s/out", c->dir);
    o.out = out;
    o.change = tell_change;
    o.change_ud = c;
    o.drafts = c->drafts;
    o.shares_only = c->n_shards != 0;
    wk_project *p = cli_open(c);
    if (p && cli_note(c, wk_plan_new(&plan, p, &o)) == WK_OK)
        make(c, plan, merges, out);
    wk_plan_free(plan);
    cli_show_faults(c);
    wk_close(p);
    return c->status;
}

int
cli_build(cli *c, int n, char **operand)
{
    return build(c, n, operand, false);
}

int
cli_merge(cli *c, int n, char **operand)
{
    return build(c, n, operand, true);
}
