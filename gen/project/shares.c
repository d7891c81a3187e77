/* Shares that other processes left in the folder: which are of this plan. */
#include "base/num.h"
#include "project/plan.h"

/* "3-of-8.record": its numbers; false if a path is none. */
static bool
read_name(wkb_str path, unsigned *share, unsigned *n_shares)
{
    double number[2] = {0};
    wkb_str rest = path;
    for (int i = 0; i < 2; i++) {
        const size_t n = wkb_num_length(rest);
        const wkb_str behind = wkb_sub(rest, n, rest.n);
        const wkb_str between = i ? WKB_STR(".record") : WKB_STR("-of-");
        if (n == 0 || n > 4 || !wkb_starts(behind, between) ||
            wkb_num_read(wkb_sub(rest, 0, n), &number[i]) != WK_OK)
            return false;
        rest = wkb_sub(behind, between.n, behind.n);
    }
    *share = (unsigned)number[0];
    *n_shares = (unsigned)number[1];
    return rest.n == 0 && *share < *n_shares;
}

static bool
is_ours(wk_plan *plan, wkb_str path)
{
    const wkb_mark mark = wkb_arena_mark(&plan->page);
    wkb_out at = wkb_out_kept(&plan->page);
    wkb_str name, text;
    wkp_record r;
    unsigned share = 0, n_shares = 0;
    wkb_print(&at, WKP_SHARES "/%S", path);
    const bool ours =
        read_name(path, &share, &n_shares) &&
        wkb_out_text(&at, &name) == WK_OK &&
        wkb_store_read(&plan->store, name.p, &plan->page, &text) == WK_OK &&
        wkp_record_read(&r, &plan->page, text) == WK_OK &&
        wkb_hash_eq(&r.plan, &plan->hash);
    wkb_arena_rewind(&plan->page, mark);
    return ours;
}

/* The records of this plan, among the files of all shares. */
static wk_status
list_ours(wk_plan *plan, const wkb_paths *all, wkb_paths *ours)
{
    for (size_t i = 0; i < all->n; i++) {
        const wkb_str path = all->item[i];
        if (wkb_find(path, '/') < path.n || !is_ours(plan, path))
            continue;
        wkb_str *slot = WKB_PUSH(&plan->arena, ours);
        if (!slot)
            return WK_ENOMEM;
        *slot = path;
    }
    return WK_OK;
}

/* Whether a file is a record of ours, or lies in the folder of one. */
static bool
is_kept(const wkb_paths *ours, wkb_str path)
{
    wkb_str rest = path;
    const wkb_str top = wkb_cut(&rest, '/');
    for (size_t i = 0; i < ours->n; i++) {
        const wkb_str record = ours->item[i];
        if (wkb_str_eq(path, record) ||
            (rest.p && wkb_str_eq(top, wkb_sub(record, 0, record.n - 7))))
            return true;
    }
    return false;
}

wk_status
wkp_keep_shares(wk_plan *plan)
{
    wkb_paths all = {0}, ours = {0};
    const wkb_store *s = &plan->store;
    WKB_TRY(wkb_store_list(s, WKP_SHARES, &plan->arena, &all));
    WKB_TRY(list_ours(plan, &all, &ours));
    if (ours.n == 0)
        return wkb_store_remove(s, WKP_SHARES);
    for (size_t i = 0; i < all.n; i++) {
        wkb_out out = wkb_out_kept(&plan->page);
        wkb_str path;
        if (is_kept(&ours, all.item[i]))
            continue;
        wkb_print(&out, WKP_SHARES "/%S", all.item[i]);
        WKB_TRY(wkb_out_text(&out, &path));
        WKB_TRY(wkb_store_remove(s, path.p));
        wkb_store_prune(s, path.p, WKP_SHARES);
    }
    return WK_OK;
}

wk_status
wkp_count_shares(wk_plan *plan, unsigned *n_shares)
{
    wkb_paths all = {0}, ours = {0};
    unsigned share = 0, n = 0;
    if (plan->target == WKP_FOLDER) {
        WKB_TRY(wkb_store_list(&plan->store, WKP_SHARES, &plan->arena, &all));
        WKB_TRY(list_ours(plan, &all, &ours));
    }
    for (size_t i = 0; i < ours.n; i++) {
        (void)read_name(ours.item[i], &share, &n);
        if (*n_shares && n != *n_shares)
            return wkb_error(&plan->project->diag,
                             WK_EMANY,
                             WKB_NOWHERE,
                             "there are shares of %d and shares of %d\nmake "
                             "all of one number",
                             (int)*n_shares,
                             (int)n);
        *n_shares = n;
    }
    if (*n_shares)
        return WK_OK;
    return wkb_error(&plan->project->diag,
                     WK_ENONE,
                     WKB_NOWHERE,
                     "there is no share of this plan\nmake them: workings "
                     "build --shard 0/2, then 1/2");
}
