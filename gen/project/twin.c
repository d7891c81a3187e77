/* The site's folder and its twin: linked, exchanged, linked back. */
#include "base/num.h"
#include "project/plan.h"

static const char site[] = "site", stage[] = ".site/stage";
static const char twin[] = ".site/twin", old[] = ".site/old";

/* What two names of one file, in different folders, are called. */
typedef struct names {
    wkb_str from, to;
} names;

static wk_status
name(wkb_str *out, wk_plan *plan, const char *folder, wkb_str path)
{
    wkb_out text = wkb_out_kept(&plan->page);
    wkb_print(&text, "%s/%S", folder, path);
    return wkb_out_text(&text, out);
}

/* ---- recovery ---- */

wk_status
wkp_recover(wk_plan *plan)
{
    const wkb_store *s = &plan->store;
    WKB_TRY(wkp_keep_shares(plan));
    if (!wkb_store_exists(s, old))
        return WK_OK;
    if (wkb_store_exists(s, site))
        return wkb_store_remove(s, old);
    /* Between two renames: the stage was whole, so it becomes the site. */
    if (!wkb_store_exists(s, stage))
        return wkb_store_move(s, old, site);
    WKB_TRY(wkb_store_remove(s, twin));
    WKB_TRY(wkb_store_move(s, stage, site));
    return wkb_store_move(s, old, stage);
}

/* ---- the twin ---- */

static wkb_str
manifest_inode(char out[WKB_NUM_MAX], const wk_plan *plan)
{
    const uint64_t inode = wkb_store_inode(&plan->store, "site/manifest.json");
    size_t n = 0;
    for (uint64_t rest = inode; rest; rest /= 10)
        out[n++] = (char)('0' + rest % 10);
    return (wkb_str){out, n};
}

static bool
twins_agree(wk_plan *plan)
{
    char text[WKB_NUM_MAX];
    const uint64_t inode = wkb_store_inode(&plan->store, "site/manifest.json");
    return inode &&
           wkb_store_has(&plan->store, twin, manifest_inode(text, plan)) &&
           inode == wkb_store_inode(&plan->store, ".site/stage/manifest.json");
}

static wk_status
link_all(const wkb_store *s,
         wk_plan *plan,
         const wkb_paths *files,
         bool *copied)
{
    for (size_t i = 0; i < files->n; i++) {
        const wkb_mark mark = wkb_arena_mark(&plan->page);
        names n;
        WKB_TRY(name(&n.from, plan, site, files->item[i]));
        WKB_TRY(name(&n.to, plan, stage, files->item[i]));
        WKB_TRY(wkb_store_link(s, n.from.p, n.to.p, copied));
        wkb_arena_rewind(&plan->page, mark);
    }
    return WK_OK;
}

/* The stage holds what the site holds; *files are their names. */
static wk_status
make_twin(const wkb_store *s, wk_plan *plan, wkb_paths *files, bool *copied)
{
    WKB_TRY(wkb_store_list(s, site, &plan->arena, files));
    if (twins_agree(plan))
        return wkb_store_remove(s, twin);
    WKB_TRY(wkb_store_remove(s, twin));
    WKB_TRY(wkb_store_remove(s, stage));
    return link_all(s, plan, files, copied);
}

/* ---- what changes ---- */

typedef struct change {
    wkb_str path;
    wk_change what;
    const wkp_output *output; /* NULL: gone */
} change;
typedef WKB_LIST(change) changes;

static wk_status
add_change(wk_plan *plan, changes *c, change one)
{
    change *slot = WKB_PUSH(&plan->arena, c);
    if (!slot)
        return WK_ENOMEM;
    *slot = one;
    return WK_OK;
}

/* Both lists are in the order of their bytes. */
static wk_status
find_changes(wk_plan *plan,
             changes *c,
             const wkb_paths *files,
             const wkp_gathered *g)
{
    size_t f = 0;
    for (size_t i = 0; i < g->output.n; i++) {
        const wkp_output *o = &g->output.item[i];
        int order = 1;
        while (f < files->n &&
               (order = wkb_str_cmp(files->item[f], o->path)) < 0)
            WKB_TRY(
                add_change(plan, c, (change){files->item[f++], WK_GONE, NULL}));
        const bool is_there = f < files->n && order == 0;
        f += is_there;
        if (o->is_written)
            WKB_TRY(add_change(
                plan, c, (change){o->path, is_there ? WK_CHANGED : WK_NEW, o}));
    }
    for (; f < files->n; f++)
        WKB_TRY(add_change(plan, c, (change){files->item[f], WK_GONE, NULL}));
    return WK_OK;
}

/* Deletes in the stage what goes: first, so that a folder can become a file.
 */
static wk_status
delete_gone(const wkb_store *s, wk_plan *plan, const changes *c)
{
    for (size_t i = 0; i < c->n; i++) {
        wkb_str at;
        if (c->item[i].what != WK_GONE)
            continue;
        WKB_TRY(name(&at, plan, stage, c->item[i].path));
        WKB_TRY(wkb_store_remove(s, at.p));
        wkb_store_prune(s, at.p, stage);
    }
    return WK_OK;
}

static wk_status
move_in(const wkb_store *s, wk_plan *plan, const changes *c)
{
    for (size_t i = 0; i < c->n; i++) {
        const change *one = &c->item[i];
        names n;
        if (one->what == WK_GONE)
            continue;
        WKB_TRY(name(&n.from, plan, one->output->folder, one->path));
        WKB_TRY(name(&n.to, plan, stage, one->path));
        WKB_TRY(wkb_store_move(s, n.from.p, n.to.p));
    }
    return WK_OK;
}

static wk_status
link_back(const wkb_store *s, wk_plan *plan, const changes *c, bool *copied)
{
    WKB_TRY(delete_gone(s, plan, c));
    for (size_t i = 0; i < c->n; i++) {
        names n;
        if (c->item[i].what == WK_GONE)
            continue;
        WKB_TRY(name(&n.from, plan, site, c->item[i].path));
        WKB_TRY(name(&n.to, plan, stage, c->item[i].path));
        WKB_TRY(wkb_store_link(s, n.from.p, n.to.p, copied));
    }
    return WK_OK;
}

/* ---- the step ---- */

/* What a kill leaves in between, wkp_recover completes. */
static wk_status
rename_twice(const wkb_store *s)
{
    wkb_note(s->diag,
             WKB_NOWHERE,
             "the file system cannot exchange folders: the site was away for "
             "a moment");
    WKB_TRY(wkb_store_move(s, site, old));
    WKB_TRY(wkb_store_move(s, stage, site));
    return wkb_store_move(s, old, stage);
}

static wk_status
exchange(const wkb_store *s)
{
    if (!wkb_store_exists(s, site))
        return wkb_store_move(s, stage, site);
    const wk_status status = wkb_store_exchange(s, site, stage);
    return status == WK_ENONE ? rename_twice(s) : status;
}

/* The site is in place already: what fails here costs the next build time. */
static void
finish(wk_plan *plan, const changes *c, bool is_first, bool *copied)
{
    const wkb_store quiet = {plan->store.fd, plan->store.path, NULL};
    char text[WKB_NUM_MAX];
    wkb_paths files = {0};
    wkb_str reads;
    wk_status status = WK_OK;
    if (is_first) {
        status = wkb_store_list(&quiet, site, &plan->page, &files);
        if (status == WK_OK)
            status = link_all(&quiet, plan, &files, copied);
    } else {
        status = link_back(&quiet, plan, c, copied);
    }
    if (status == WK_OK && plan->n_kept < plan->taken.n) {
        status = wkp_put_reads(&reads, plan);
        if (status == WK_OK)
            status = wkb_store_write(&quiet, ".site/reads", reads);
    }
    if (status == WK_OK)
        status = wkb_store_write(&quiet, twin, manifest_inode(text, plan));
    (void)wkb_store_remove(&quiet, WKP_SHARES);
    if (status != WK_OK)
        wkb_note(&plan->project->diag,
                 WKB_NOWHERE,
                 "the site is in place; its copy for the next build is not, "
                 "and will be made again");
}

static void
tell(const wk_plan *plan, const changes *c, wk_build_report *report)
{
    for (size_t i = 0; i < c->n; i++) {
        report->n_new += c->item[i].what == WK_NEW;
        report->n_changed += c->item[i].what == WK_CHANGED;
        report->n_gone += c->item[i].what == WK_GONE;
        if (plan->options.change)
            plan->options.change(
                plan->options.change_ud, c->item[i].path.p, c->item[i].what);
    }
}

wk_status
wkp_put_in_place(wk_plan *plan, const wkp_gathered *g, wk_build_report *report)
{
    const wkb_store *s = &plan->store;
    const bool is_first = !wkb_store_exists(s, site);
    wkb_paths files = {0};
    changes c = {0};
    bool copied = false;
    WKB_TRY(make_twin(s, plan, &files, &copied));
    WKB_TRY(find_changes(plan, &c, &files, g));
    if (c.n) {
        WKB_TRY(delete_gone(s, plan, &c));
        WKB_TRY(move_in(s, plan, &c));
        WKB_TRY(exchange(s));
    }
    finish(plan, &c, is_first, &copied);
    if (copied)
        wkb_note(&plan->project->diag,
                 WKB_NOWHERE,
                 "the file system has no hard links: files were copied");
    tell(plan, &c, report);
    return WK_OK;
}
