/* Publishes: reads what the shares left, makes what looks across pages, and
 * puts the site in place, or tells the faults. */
#include <stdlib.h>

#include "project/plan.h"

/* Where the files wait that look across pages. */
#define ACROSS WKP_SHARES "/across"

static wk_status
no_record(wk_plan *plan, const char *what, unsigned share, unsigned n_shares)
{
    return wkb_error(&plan->project->diag,
                     WK_EUSAGE,
                     WKB_NOWHERE,
                     "share %d of %d %s\nmake all shares of this plan, then "
                     "publish",
                     (int)share,
                     (int)n_shares,
                     what);
}

/* From this plan, or from the folder where another process left it. */
static wk_status
find_record(wk_plan *plan, unsigned share, unsigned n_shares, wkb_str *out)
{
    wkb_str folder, path;
    wkb_out name = wkb_out_kept(&plan->arena);
    if (plan->record.n == n_shares) {
        *out = plan->record.item[share];
        return WK_OK;
    }
    if (plan->target != WKP_FOLDER)
        return no_record(plan, "is not made", share, n_shares);
    WKB_TRY(wkp_share_folder(&folder, plan, share, n_shares));
    wkb_print(&name, "%S.record", folder);
    WKB_TRY(wkb_out_text(&name, &path));
    const wk_status status =
        wkb_store_read(&plan->store, path.p, &plan->arena, out);
    if (status == WK_ENONE)
        return no_record(plan, "is not made", share, n_shares);
    return status;
}

static wk_status
take_outputs(wk_plan *plan, wkp_gathered *g, const wkp_output *o, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        wkp_output *slot = WKB_PUSH(&plan->arena, &g->output);
        if (!slot)
            return WK_ENOMEM;
        *slot = o[i];
        slot->folder = g->folder;
        slot->is_written = o[i].is_written && g->folder;
    }
    return WK_OK;
}

/* A file of a share that was made elsewhere may be the site's already. */
static wk_status
drop_unchanged(wk_plan *plan, wkp_gathered *g)
{
    for (size_t i = 0; i < g->output.n; i++) {
        wkp_output *o = &g->output.item[i];
        const wkb_mark mark = wkb_arena_mark(&plan->page);
        wkb_out share = wkb_out_kept(&plan->page);
        wkb_out site = wkb_out_kept(&plan->page);
        wkb_str from, to, bytes = {0};
        if (!o->is_written)
            continue;
        wkb_print(&share, "%s/%S", o->folder, o->path);
        wkb_print(&site, "site/%S", o->path);
        WKB_TRY(wkb_out_text(&share, &from));
        WKB_TRY(wkb_out_text(&site, &to));
        if (wkb_store_exists(&plan->store, to.p) &&
            wkb_store_read(&plan->store, from.p, &plan->page, &bytes) ==
                WK_OK &&
            wkb_store_has(&plan->store, to.p, bytes))
            o->is_written = false;
        wkb_arena_rewind(&plan->page, mark);
    }
    return WK_OK;
}

static wk_status
take_record(wk_plan *plan, wkp_gathered *g, const wkp_record *r)
{
    WKB_TRY(take_outputs(plan, g, r->copy.item, r->copy.n));
    for (size_t i = 0; i < r->page.n; i++) {
        wkp_page *p = r->page.item[i];
        wkp_page **slot = WKB_PUSH(&plan->arena, &g->page);
        if (!slot)
            return WK_ENOMEM;
        *slot = p;
        WKB_TRY(take_outputs(plan, g, p->output.item, p->output.n));
    }
    for (size_t i = 0; i < r->fault.n; i++) {
        wkp_fault *slot = WKB_PUSH(&plan->arena, &g->faults.item);
        if (!slot)
            return WK_ENOMEM;
        *slot = r->fault.item[i];
    }
    return WK_OK;
}

static wk_status
read_share(wk_plan *plan, wkp_gathered *g, unsigned share, unsigned n_shares)
{
    wkb_str text = {NULL, 0}, folder;
    wkp_record r;
    WKB_TRY(find_record(plan, share, n_shares, &text));
    WKB_TRY(wkp_share_folder(&folder, plan, share, n_shares));
    g->folder = folder.p;
    const wk_status status = wkp_record_read(&r, &plan->arena, text);
    if (status == WK_ESYNTAX)
        return no_record(plan, "left no readable record", share, n_shares);
    if (status != WK_OK)
        return status;
    if (!wkb_hash_eq(&r.plan, &plan->hash) || r.share != share ||
        r.n_shares != n_shares)
        return no_record(plan, "is of another plan", share, n_shares);
    const bool is_kept = r.is_kept;
    if (is_kept) {
        g->folder = NULL; /* its files are the site's */
        plan->n_kept++;
        const wk_status last =
            wkp_last_record(&r, &text, plan, share, n_shares);
        if (last != WK_OK)
            return last == WK_ENOMEM
                       ? last
                       : no_record(plan, "is no more", share, n_shares);
    }
    wkb_str *taken = WKB_PUSH(&plan->arena, &plan->taken);
    if (!taken)
        return WK_ENOMEM;
    *taken = text;
    g->n_kept += is_kept ? r.page.n : r.n_kept;
    return take_record(plan, g, &r);
}

static int
compare_pages(const void *a, const void *b)
{
    const wkp_page *x = *(wkp_page *const *)a, *y = *(wkp_page *const *)b;
    return wkb_str_cmp(x->path, y->path);
}

static int
compare_outputs(const void *a, const void *b)
{
    const wkp_output *x = a, *y = b;
    const int order = wkb_str_cmp(x->path, y->path);
    return order ? order : wkb_str_cmp(x->maker, y->maker);
}

static void
sort(wkp_gathered *g)
{
    if (g->page.n)
        qsort(g->page.item, g->page.n, sizeof *g->page.item, compare_pages);
    if (g->output.n)
        qsort(g->output.item,
              g->output.n,
              sizeof *g->output.item,
              compare_outputs);
}

/* Two templates may make one file without being two pages of one path. */
static void
refuse_twice(wk_plan *plan, wkp_gathered *g)
{
    const wkp_listener before = wkp_faults_begin(&g->faults, plan->project);
    for (size_t i = 1; i < g->output.n; i++) {
        const wkp_output *a = &g->output.item[i - 1], *b = &g->output.item[i];
        const wkp_input *in = wkp_find_input(plan->project, b->maker);
        if (wkb_ends(a->maker, WKB_STR(".md")) &&
            wkb_ends(b->maker, WKB_STR(".md")))
            continue; /* told when the pages were planned */
        if (wkb_str_eq(a->path, b->path) && !wkb_str_eq(a->maker, b->maker))
            (void)wkb_error(&plan->project->diag,
                            WK_EDUPLICATE,
                            in ? (wkb_span){in->file, 0, 0} : WKB_NOWHERE,
                            "two templates make the file '%e'\nthe other is "
                            "%e; rename one of them",
                            b->path,
                            a->maker);
    }
    wkp_faults_end(plan->project, before);
}

/* What was made across pages, gathered like the pages. */
static wk_status
take_across(wk_plan *plan, wkp_gathered *g, wkb_out *made)
{
    wkb_str text;
    wkp_record r;
    WKB_TRY(wkb_out_text(made, &text));
    WKB_TRY(wkp_record_read(&r, &plan->arena, text));
    g->folder = ACROSS;
    WKB_TRY(take_record(plan, g, &r));
    sort(g);
    return WK_OK;
}

static wk_status
make_across(wk_plan *plan, wkp_gathered *g)
{
    wkp_share s = {
        .plan = plan, .folder = ACROSS, .record = wkb_out_kept(&plan->arena)};
    const wkp_listener before = wkp_faults_begin(&g->faults, plan->project);
    wkp_put_record_head(&s.record, &plan->hash, 0, 1, false);
    wk_status status = wkp_make_across(&s, g);
    wkp_faults_end(plan->project, before);
    wkb_arena_clear(&plan->page);
    if (status != WK_OK)
        return status;
    return take_across(plan, g, &s.record);
}

static wk_status
make_manifest(wk_plan *plan, wkp_gathered *g)
{
    wkp_share s = {
        .plan = plan, .folder = ACROSS, .record = wkb_out_kept(&plan->arena)};
    wkb_str bytes;
    WKB_TRY(wkp_manifest(&bytes, plan, g));
    wkp_put_record_head(&s.record, &plan->hash, 0, 1, false);
    WKB_TRY(wkp_put_file(&s, WKB_STR("manifest.json"), bytes, WKB_STR("")));
    return take_across(plan, g, &s.record);
}

static void
count(wk_build_report *out, const wkp_gathered *g)
{
    size_t kinds[WKP_NUMBER_KINDS] = {0};
    out->n_pages = g->page.n;
    out->n_made = g->page.n - g->n_kept;
    for (size_t i = 0; i < g->page.n; i++) {
        const wkp_page *p = g->page.item[i];
        out->n_links += p->link.n;
        out->n_claims += p->held.n;
        for (size_t k = 0; k < WKP_NUMBER_KINDS; k++)
            kinds[k] += p->n_numbers[k];
    }
    out->n_computed = kinds[WKT_COMPUTED];
    out->n_claimed = kinds[WKT_CLAIMED];
    out->n_plain = kinds[WKT_PLAIN];
    out->n_bare = kinds[WKT_BARE];
    for (size_t i = 0; i < WKB_COUNT(kinds); i++)
        out->n_numbers += kinds[i];
}

/* Every statement that was held to the data, in the order of the pages. */
static void
tell_claims(wk_plan *plan, const wkp_gathered *g)
{
    const wkb_diag *d = &plan->project->diag;
    if (!plan->options.claim)
        return;
    for (size_t i = 0; i < g->page.n; i++) {
        for (size_t k = 0; k < g->page.item[i]->held.n; k++) {
            const wkt_held *h = &g->page.item[i]->held.item[k];
            wk_claim c = {.size = sizeof c,
                          .text = h->text.p,
                          .stated = h->stated.p,
                          .now = h->now.p,
                          .margin = h->margin,
                          .holds = h->holds};
            if (h->at.file < d->file.n) {
                wkb_file *f = &d->file.item[h->at.file];
                const wkb_place at = wkb_place_in(f, h->at.begin);
                c.file = f->name.p;
                c.line = at.line;
                c.column = at.column;
            }
            plan->options.claim(plan->options.claim_ud, &c);
        }
    }
}

/* Numbers that nobody computed, for who asks. */
static void
warn_bare(wk_plan *plan, wkp_gathered *g)
{
    if (!plan->options.bare)
        return;
    const wkp_listener before = wkp_faults_begin(&g->faults, plan->project);
    for (size_t i = 0; i < g->page.n; i++) {
        const wkp_page *p = g->page.item[i];
        for (size_t k = 0; k < p->bare.n; k++) {
            const wkp_bare *b = &p->bare.item[k];
            wkb_warn(&plan->project->diag,
                     WK_ECLAIM,
                     b->at,
                     "a number that is typed: %q\ncompute it, or write "
                     "{{ %S }} if it is meant as typed",
                     b->text,
                     wkt_meant(&plan->project->call, b->text));
        }
    }
    wkp_faults_end(plan->project, before);
}

static int
compare_kept(const void *a, const void *b)
{
    const wkp_file *x = a, *y = b;
    return wkb_str_cmp(x->path, y->path);
}

/* In the order of paths, but the manifest last: who has it has all. */
static wk_status
give_files(wk_plan *plan)
{
    const wk_build_options *o = &plan->options;
    const wkp_file *manifest = NULL;
    if (plan->kept.n)
        qsort(plan->kept.item,
              plan->kept.n,
              sizeof *plan->kept.item,
              compare_kept);
    for (size_t i = 0; i < plan->kept.n; i++) {
        const wkp_file *f = &plan->kept.item[i];
        if (wkb_str_eq(f->path, WKB_STR("manifest.json")))
            manifest = f;
        else
            WKB_TRY(o->file(o->file_ud, f->path.p, f->bytes.p, f->bytes.n));
    }
    if (!manifest)
        return WK_OK;
    return o->file(
        o->file_ud, manifest->path.p, manifest->bytes.p, manifest->bytes.n);
}

/* What documents cite, for wk_check. */
static wk_status
note_cited(wk_plan *plan, const wkp_gathered *g)
{
    wk_project *p = plan->project;
    uint32_t number = 0;
    for (size_t i = 0; i < g->page.n; i++) {
        const wkc_sources *s = &g->page.item[i]->sources;
        for (size_t k = 0; k < s->item.n; k++)
            WKB_TRY(wkb_intern(&p->cited, s->item.item[k].id, true, &number));
    }
    return WK_OK;
}

static bool
has_error(const wkp_faults *f)
{
    for (size_t i = 0; i < f->item.n; i++) {
        if (f->item.item[i].level == WK_LEVEL_ERROR)
            return true;
    }
    return false;
}

static wk_status
gather(wk_plan *plan, wkp_gathered *g, unsigned n_shares)
{
    for (unsigned i = 0; i < n_shares; i++)
        WKB_TRY(read_share(plan, g, i, n_shares));
    if (plan->target == WKP_FOLDER && plan->record.n == 0)
        WKB_TRY(drop_unchanged(plan, g));
    for (size_t i = 0; i < plan->faults.item.n; i++) {
        wkp_fault *slot = WKB_PUSH(&plan->arena, &g->faults.item);
        if (!slot)
            return WK_ENOMEM;
        *slot = plan->faults.item.item[i];
    }
    sort(g);
    refuse_twice(plan, g);
    WKB_TRY(make_across(plan, g));
    if (!has_error(&plan->faults)) /* else pages are not even known */
        WKB_TRY(wkp_check_links(plan, g));
    WKB_TRY(wkp_check_ages(plan, g));
    warn_bare(plan, g);
    WKB_TRY(note_cited(plan, g));
    return g->faults.status;
}

static wk_status
put(wk_plan *plan, wkp_gathered *g, wk_build_report *out)
{
    WKB_TRY(make_manifest(plan, g));
    out->n_files = g->output.n;
    switch (plan->target) {
    case WKP_NOWHERE:
        return WK_OK;
    case WKP_FOLDER:
        return wkp_put_in_place(plan, g, out);
    case WKP_CALLBACK:
        return give_files(plan);
    }
    return WK_OK;
}

wk_status
wk_plan_publish(wk_build_report *out, wk_plan *plan, unsigned n_shares)
{
    wkp_gathered g = {.faults = {.arena = &plan->arena}};
    *out = (wk_build_report){.size = sizeof *out};
    wk_status status = WK_OK;
    if (n_shares == 0)
        status = wkp_count_shares(plan, &n_shares);
    if (status == WK_OK)
        status = gather(plan, &g, n_shares);
    count(out, &g);
    tell_claims(plan, &g);
    const wk_status told = wkp_faults_tell(&g.faults, plan->project, out);
    if (status == WK_OK)
        status = told;
    if (status == WK_OK)
        status = put(plan, &g, out);
    /* A share that is still to come leaves the others where they are. */
    if (status != WK_OK && status != WK_EUSAGE && plan->target == WKP_FOLDER)
        (void)wkb_store_remove(&plan->store, WKP_SHARES);
    return status;
}
