/* Makes the pages of a share: composed, written, recorded. */
#include "project/drawing.h"
#include "project/reads.h"

static const wkw_writer *const writers[] = {&wkw_html, &wkw_markdown};

wkb_str
wkp_folder_of(wkb_str path)
{
    while (path.n && path.p[path.n - 1] != '/')
        path.n--;
    return path;
}

wk_status
wkp_root_of(wkb_str *out, wkb_arena *a, wkb_str path)
{
    wkb_out root = wkb_out_kept(a);
    for (path = wkp_folder_of(path); path.n; path.n--) {
        if (path.p[path.n - 1] == '/')
            wkb_puts(&root, "../");
    }
    return wkb_out_text(&root, out);
}

/* ---- files of a share ---- */

static wk_status
write_file(wkp_share *s, wkp_output *o, wkb_str bytes)
{
    wk_plan *plan = s->plan;
    const wkb_mark mark = wkb_arena_mark(&plan->page);
    wkb_out site = wkb_out_kept(&plan->page), own = wkb_out_kept(&plan->page);
    wkb_str at, to;
    wkb_print(&site, "site/%S", o->path);
    wkb_print(&own, "%s/%S", s->folder, o->path);
    WKB_TRY(wkb_out_text(&site, &at));
    WKB_TRY(wkb_out_text(&own, &to));
    wk_status status = WK_OK;
    if (plan->options.shares_only ||
        !wkb_store_has(&plan->store, at.p, bytes)) {
        o->is_written = true;
        status = wkb_store_write(&plan->store, to.p, bytes);
    }
    wkb_arena_rewind(&plan->page, mark);
    return status;
}

static wk_status
keep_file(wk_plan *plan, wkb_str path, wkb_str bytes)
{
    wkp_file *k = WKB_PUSH(&plan->arena, &plan->kept);
    if (!k)
        return WK_ENOMEM;
    k->path = wkb_copy(&plan->arena, path);
    k->bytes = wkb_copy(&plan->arena, bytes);
    return k->path.p && k->bytes.p ? WK_OK : WK_ENOMEM;
}

wk_status
wkp_put_file(wkp_share *s, wkb_str path, wkb_str bytes, wkb_str maker)
{
    wkp_output o = {.path = path, .n_bytes = bytes.n, .maker = maker};
    wkb_hash_of(&o.hash, bytes);
    switch (s->plan->target) {
    case WKP_NOWHERE:
        break;
    case WKP_FOLDER:
        WKB_TRY(write_file(s, &o, bytes));
        break;
    case WKP_CALLBACK:
        WKB_TRY(keep_file(s->plan, path, bytes));
        break;
    }
    wkp_put_output(&s->record, &o);
    return s->record.status;
}

/* ---- a page ---- */

/* Where a template's partials are looked for. */
typedef struct beside {
    wk_plan *plan;
    const wkp_input *input;
} beside;

static wk_status
find_partial(void *ud, wkb_str name, uint32_t *file)
{
    const beside *b = ud;
    wkb_out out = wkb_out_kept(&b->plan->page);
    wkb_str text;
    wkb_print(&out, "_%S.md", name);
    WKB_TRY(wkb_out_text(&out, &text));
    const wkp_input *in = wkp_find_beside(b->plan, b->input, text);
    if (!in)
        return WK_ENAME;
    *file = in->file;
    return WK_OK;
}

static wkb_str
page_of_row(void *ud, uint32_t table, uint32_t row)
{
    const beside *b = ud;
    const wk_plan *plan = b->plan;
    for (size_t i = 0; i < plan->row_pages.n; i++) {
        const wkp_row_pages *r = &plan->row_pages.item[i];
        if (r->table == table && row < r->n && r->path[row].n)
            return r->path[row];
    }
    return (wkb_str){0};
}

wk_status
wkp_compose(wkt_document **out,
            wkb_arena *a,
            wk_plan *plan,
            const wkp_job *job,
            const wkc_bindings *set)
{
    wk_project *p = plan->project;
    beside b = {plan, job->input};
    const wkc_binding row = {
        .name = job->meta.each_name,
        .kind = WKC_BIND_ROW,
        .row = job->row,
        .type = {.kind = WKU_ROW, .table = (uint16_t)job->table}};
    wkt_template t = {.file = job->input->file,
                      .path = job->path,
                      .partial = find_partial,
                      .row_page = page_of_row,
                      .ud = &b,
                      .site = &plan->site.page,
                      .known = &plan->known};
    if (job->has_row)
        t.given = (wkc_bindings){.item = &row, .n = 1};
    if (set)
        t.set = *set;
    const wk_status status = job->is_page
                                 ? wkt_compose(out, a, &p->env, &t)
                                 : wkt_compose_chart(out, a, &p->env, &t);
    p->diag.file.n = p->n_files;
    return status;
}

static bool
wants(const wkt_meta *m, size_t writer)
{
    return writer == 0 ? m->html : m->markdown;
}

/* A file of the site as it is. */
static wk_status
find_file(void *ud, wkb_str path, wkb_str *bytes)
{
    wk_plan *plan = ud;
    wkb_out name = wkb_out_kept(&plan->page);
    wkb_str at;
    if (plan->target != WKP_FOLDER)
        return WK_ENONE;
    wkb_print(&name, "site/%S", path);
    WKB_TRY(wkb_out_text(&name, &at));
    return wkb_store_read(&plan->store, at.p, &plan->page, bytes);
}

/* The page's picture, for where it is linked: its address must be known. */
static wk_status
put_card(wkp_share *s,
         const wkp_job *job,
         const wkt_document *doc,
         wkb_str *path)
{
    wk_plan *plan = s->plan;
    wkp_card card;
    if (plan->site.page.base_url.n == 0 || plan->target == WKP_NOWHERE)
        return WK_OK;
    const wkp_card_request r = {.project = plan->project,
                                .arena = &plan->page,
                                .doc = doc,
                                .site = &plan->site.page,
                                .find = find_file,
                                .ud = plan};
    WKB_TRY(wkp_card_make(&card, &r));
    *path = card.path;
    if (card.path.n == 0)
        return WK_OK;
    return wkp_put_file(s, card.path, card.bytes, job->input->path);
}

static wk_status
write_page(wkp_share *s,
           const wkp_job *job,
           const wkt_document *doc,
           wkb_str card,
           const wkw_writer *w)
{
    wk_plan *plan = s->plan;
    wkp_pictures pictures = {
        .project = plan->project, .arena = &plan->page, .doc = doc};
    wkw_request r = {.doc = doc,
                     .site = &plan->site.page,
                     .nav = plan->nav,
                     .n_nav = plan->n_nav,
                     .card = card,
                     .picture = wkp_picture,
                     .ud = &pictures};
    wkb_out out = wkb_out_kept(&plan->page), name = wkb_out_kept(&plan->page);
    wkb_str bytes, path;
    WKB_TRY(wkp_root_of(&r.root, &plan->page, job->path));
    WKB_TRY(wkp_layout_of(&r.layout, plan, job));
    wkb_print(&name, "%S%s", job->path, w->suffix);
    WKB_TRY(wkb_out_text(&name, &path));
    WKB_TRY(w->write(&out, &r, &plan->project->diag));
    WKB_TRY(wkb_out_text(&out, &bytes));
    return wkp_put_file(s, path, bytes, job->input->path);
}

static bool
is_of_template(const wk_project *p, wkb_span at)
{
    return at.file < p->diag.file.n &&
           wkb_starts(p->diag.file.item[at.file].name, WKB_STR("templates/"));
}

/* Whether all places that the record tells are in templates, where they stay
 * as long as what the page rests on does: bytes of a table move. */
static bool
has_lasting_places(const wk_project *p, const wkt_document *doc)
{
    for (size_t i = 0; i < doc->held.n; i++) {
        if (!is_of_template(p, doc->held.item[i].at))
            return false;
    }
    for (size_t i = 0; i < doc->link.n; i++) {
        if (!is_of_template(p, doc->link.item[i].at))
            return false;
    }
    for (size_t i = 0; i < doc->number.n; i++) {
        if (!is_of_template(p, doc->number.item[i].at))
            return false;
    }
    return true;
}

/* What the next build compares. A page of which a fault was told is made
 * again, and tells it again. */
static wk_status
record_needs(wkp_share *s,
             const wkp_job *job,
             const wkt_document *doc,
             wkp_reads *r)
{
    wkb_hash made;
    for (size_t i = 0; i < doc->sources.item.n; i++)
        wkp_need_source(r, doc->sources.item.item[i].id);
    if (r->status != WK_OK || s->faults->item.n != s->n_told ||
        !has_lasting_places(s->plan->project, doc))
        return r->status;
    const wk_status status =
        wkp_hash_needs(&made, s->plan, job, r->need.item, r->need.n);
    if (status == WK_OK)
        wkp_put_needs(&s->record, r->need.item, r->need.n, &made);
    return status == WK_ENONE ? WK_OK : status;
}

static wk_status
record_page(wkp_share *s,
            const wkp_job *job,
            const wkt_document *doc,
            wkp_reads *r)
{
    wk_plan *plan = s->plan;
    wkb_str card = {NULL, 0}, manifest;
    WKB_TRY(wkp_manifest_page(
        &manifest, &plan->page, &plan->project->diag, doc, job->input->path));
    wkp_put_page(&s->record, doc, job->input->path, manifest);
    WKB_TRY(wkp_put_charts(s, job, doc));
    for (size_t i = 0; i < r->key.text.n; i++)
        wkp_put_read(&s->record, r->key.text.item[i]);
    if (doc->meta.html)
        WKB_TRY(put_card(s, job, doc, &card));
    for (size_t i = 0; i < WKB_COUNT(writers); i++) {
        if (wants(&doc->meta, i))
            WKB_TRY(write_page(s, job, doc, card, writers[i]));
    }
    if (plan->target == WKP_FOLDER)
        WKB_TRY(record_needs(s, job, doc, r));
    return s->record.status;
}

/* Faults of a page do not end the build: the next page is made. */
static bool
is_of_system(wk_status status)
{
    return status == WK_ENOMEM || status == WK_ESYSTEM || status == WK_ESTOP;
}

static wk_status
make_page(wkp_share *s, const wkp_job *job)
{
    wk_project *p = s->plan->project;
    wkt_document *doc = NULL;
    wkp_reads r;
    wkp_reads_begin(&r, s->plan, &s->plan->page);
    s->n_told = s->faults->item.n;
    p->env.on_read = wkp_hear_read;
    p->env.ud = &r;
    wk_status status = wkp_compose(&doc, &s->plan->page, s->plan, job, NULL);
    p->env.on_read = NULL;
    p->env.ud = NULL;
    if (status == WK_OK)
        status = r.status;
    if (status == WK_OK)
        status = record_page(s, job, doc, &r);
    wkb_arena_empty(&s->plan->page);
    return is_of_system(status) ? status : WK_OK;
}

static wk_status
keep_or_make(wkp_share *s, const wkp_job *job)
{
    wkp_page *last = NULL;
    const wk_status status = wkp_last_page(&last, s->plan, job);
    if (status == WK_OK && last)
        wkp_put_again(&s->record, last);
    s->n_kept += last != NULL;
    wkb_arena_empty(&s->plan->page);
    if (status != WK_OK)
        return status;
    return last ? s->record.status : make_page(s, job);
}

static wk_status
make_job(wkp_share *s, const wkp_job *job)
{
    if (job->is_page)
        return keep_or_make(s, job);
    return wkp_put_file(
        s, job->input->name, job->input->bytes, job->input->path);
}

/* Copied files first: in a record they stand before the first page. */
static wk_status
make_jobs(wkp_share *s, unsigned share, unsigned n_shares, bool pages)
{
    const wk_plan *plan = s->plan;
    for (size_t i = share; i < plan->job.n; i += n_shares) {
        if (plan->job.item[i].is_page == pages)
            WKB_TRY(make_job(s, &plan->job.item[i]));
    }
    return WK_OK;
}

static wk_status
make_all(wkp_share *s, unsigned share, unsigned n_shares)
{
    wk_plan *plan = s->plan;
    wkp_faults faults = {.arena = &plan->arena};
    const wkp_listener before = wkp_faults_begin(&faults, plan->project);
    s->faults = &faults;
    wkp_put_record_head(&s->record, &plan->hash, share, n_shares, false);
    wk_status status = make_jobs(s, share, n_shares, false);
    if (status == WK_OK)
        status = make_jobs(s, share, n_shares, true);
    wkp_faults_end(plan->project, before);
    s->faults = NULL;
    if (is_of_system(status)) { /* publishing will not come to tell them */
        wk_build_report unread = {0};
        (void)wkp_faults_tell(&faults, plan->project, &unread);
        return status;
    }
    wkp_put_kept(&s->record, s->n_kept);
    for (size_t i = 0; i < faults.item.n; i++)
        wkp_put_fault(&s->record, &faults.item.item[i]);
    return s->record.status;
}

static wk_status
put_record(wkp_share *s)
{
    wk_plan *plan = s->plan;
    wkb_str *slot = WKB_PUSH(&plan->arena, &plan->record);
    wkb_out path = wkb_out_kept(&plan->arena);
    wkb_str at;
    if (!slot)
        return WK_ENOMEM;
    WKB_TRY(wkb_out_text(&s->record, slot));
    if (plan->target != WKP_FOLDER)
        return WK_OK;
    wkb_print(&path, "%s.record", s->folder);
    WKB_TRY(wkb_out_text(&path, &at));
    return wkb_store_write(&plan->store, at.p, *slot);
}

wk_status
wkp_share_folder(wkb_str *out, wk_plan *plan, unsigned share, unsigned n)
{
    wkb_out name = wkb_out_kept(&plan->arena);
    wkb_print(&name, WKP_SHARES "/%d-of-%d", (int)share, (int)n);
    return wkb_out_text(&name, out);
}

wk_status
wk_plan_make(wk_plan *plan, unsigned share, unsigned n_shares)
{
    wkp_share s = {.plan = plan, .record = wkb_out_kept(&plan->arena)};
    wkb_str folder;
    if (n_shares == 0 || share >= n_shares || n_shares > WKP_MOST_SHARES)
        return wkb_error(&plan->project->diag,
                         WK_EUSAGE,
                         WKB_NOWHERE,
                         "there is no share %d of %d\nshares are counted from "
                         "0, at most %d",
                         (int)share,
                         (int)n_shares,
                         WKP_MOST_SHARES);
    WKB_TRY(wkp_share_folder(&folder, plan, share, n_shares));
    s.folder = folder.p;
    if (plan->target == WKP_FOLDER)
        WKB_TRY(wkb_store_remove(&plan->store, folder.p));
    if (wkp_still_stands(plan, share, n_shares))
        wkp_put_record_head(&s.record, &plan->hash, share, n_shares, true);
    else
        WKB_TRY(make_all(&s, share, n_shares));
    return put_record(&s);
}
