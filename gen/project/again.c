/* The records of the last build, taken again where nothing that its pages came
 * from has changed: all of a share of the same plan, else single pages. */
#include <stdlib.h>

#include "base/num.h"
#include "project/module.h"
#include "project/reads.h"

static const char reads[] = ".site/reads";

/* Whose records these are: the beginning of the first line. */
static wk_status
put_program(wkb_out *out, wk_plan *plan)
{
    wkb_out program = wkb_out_kept(&plan->page);
    wkb_hash h;
    wkb_str text;
    WKB_TRY(
        wkp_put_program(&program, &plan->page, plan->project->fonts_folder));
    WKB_TRY(wkb_out_text(&program, &text));
    wkb_hash_of(&h, text);
    wkb_puts(out, "workings reads 1\t");
    wkb_put_hash(out, &h);
    wkb_putc(out, '\t');
    return out->status;
}

static wk_status
put_head(wkb_out *out, wk_plan *plan, size_t n_shares)
{
    WKB_TRY(put_program(out, plan));
    wkb_print(out, "%z\n", n_shares);
    return out->status;
}

wk_status
wkp_put_reads(wkb_str *out, wk_plan *plan)
{
    size_t n = 256;
    for (size_t i = 0; i < plan->taken.n; i++)
        n += plan->taken.item[i].n + 32;
    wkb_out text = wkb_out_sized(&plan->page, n);
    const wk_status status = put_head(&text, plan, plan->taken.n);
    if (status != WK_OK && status != WK_ENONE)
        return status;
    for (size_t i = 0; i < plan->taken.n; i++) {
        wkb_print(&text, "record\t%z\n", plan->taken.item[i].n);
        wkb_put(&text, plan->taken.item[i]);
    }
    return wkb_out_text(&text, out);
}

/* Takes a record off the front of what follows the head. */
static bool
take_record(wkb_str *rest, wkb_str *record)
{
    double n = 0;
    wkb_str line = wkb_cut(rest, '\n');
    const wkb_str tag = wkb_cut(&line, '\t');
    if (!wkb_str_eq(tag, WKB_STR("record")) || line.n == 0 ||
        wkb_num_length(line) != line.n || wkb_num_read(line, &n) != WK_OK ||
        n > (double)rest->n)
        return false;
    *record = wkb_sub(*rest, 0, (size_t)n);
    *rest = wkb_sub(*rest, (size_t)n, rest->n);
    return true;
}

/* What stands behind the first line of the last build's records, or behind its
 * beginning. */
static wk_status
read_behind(wkb_str *out, wk_plan *plan, wkb_out *begin)
{
    const wkb_store quiet = {plan->store.fd, plan->store.path, NULL};
    wkb_str text;
    WKB_TRY(wkb_out_text(begin, &text));
    if (!plan->last.p)
        WKB_TRY(wkb_store_read(&quiet, reads, &plan->arena, &plan->last));
    if (!wkb_starts(plan->last, text))
        return WK_ENONE;
    *out = wkb_sub(plan->last, text.n, plan->last.n);
    return WK_OK;
}

/* All records of the last build, if it was this program's and of as many
 * shares. */
static wk_status
read_last(wkb_str *out, wk_plan *plan, unsigned n_shares)
{
    wkb_out head = wkb_out_kept(&plan->page);
    WKB_TRY(put_head(&head, plan, n_shares));
    return read_behind(out, plan, &head);
}

wk_status
wkp_last_record(wkp_record *out,
                wkb_str *text,
                wk_plan *plan,
                unsigned share,
                unsigned n_shares)
{
    wkb_str all;
    WKB_TRY(read_last(&all, plan, n_shares));
    for (unsigned i = 0; i <= share; i++) {
        if (!take_record(&all, text))
            return WK_ENONE;
    }
    WKB_TRY(wkp_record_read(out, &plan->arena, *text));
    const bool is_same = wkb_hash_eq(&out->plan, &plan->hash) &&
                         out->share == share && out->n_shares == n_shares;
    return is_same ? WK_OK : WK_ENONE;
}

/* Whether the site still has a file as it was made. */
static bool
is_there(wk_plan *plan, const wkp_output *o)
{
    const wkb_store quiet = {plan->store.fd, plan->store.path, NULL};
    const wkb_mark mark = wkb_arena_mark(&plan->page);
    wkb_out at = wkb_out_kept(&plan->page);
    wkb_str path, bytes;
    wkb_hash h;
    wkb_print(&at, "site/%S", o->path);
    bool is_same =
        wkb_out_text(&at, &path) == WK_OK &&
        wkb_store_read(&quiet, path.p, &plan->page, &bytes) == WK_OK &&
        bytes.n == o->n_bytes;
    if (is_same) {
        wkb_hash_of(&h, bytes);
        is_same = wkb_hash_eq(&h, &o->hash);
    }
    wkb_arena_rewind(&plan->page, mark);
    return is_same;
}

static bool
has_outputs(wk_plan *plan, const wkp_page *p)
{
    for (size_t k = 0; k < p->output.n; k++) {
        if (!is_there(plan, &p->output.item[k]))
            return false;
    }
    return true;
}

static bool
are_there(wk_plan *plan, const wkp_record *r)
{
    for (size_t i = 0; i < r->copy.n; i++) {
        if (!is_there(plan, &r->copy.item[i]))
            return false;
    }
    for (size_t i = 0; i < r->page.n; i++) {
        if (!has_outputs(plan, r->page.item[i]))
            return false;
    }
    return true;
}

static int
compare_paths(const void *a, const void *b)
{
    const wkp_page *x = *(wkp_page *const *)a, *y = *(wkp_page *const *)b;
    return wkb_str_cmp(x->path, y->path);
}

/* The pages of all records of the last build, if this program made it. */
static wk_status
read_pages(wk_plan *plan)
{
    wkb_out begin = wkb_out_kept(&plan->page);
    wkb_str all, text;
    WKB_TRY(put_program(&begin, plan));
    WKB_TRY(read_behind(&all, plan, &begin));
    (void)wkb_cut(&all, '\n');
    while (take_record(&all, &text)) {
        wkp_record r;
        WKB_TRY(wkp_record_read(&r, &plan->arena, text));
        for (size_t i = 0; i < r.page.n; i++) {
            // NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers
            wkp_page **slot = WKB_PUSH(&plan->arena, &plan->old);
            if (!slot)
                return WK_ENOMEM;
            *slot = r.page.item[i];
        }
    }
    if (plan->old.n)
        qsort(
            plan->old.item, plan->old.n, sizeof *plan->old.item, compare_paths);
    return WK_OK;
}

static wkp_page *
page_at(const wk_plan *plan, wkb_str path)
{
    size_t begin = 0, end = plan->old.n;
    while (begin < end) {
        const size_t mid = begin + (end - begin) / 2;
        const int order = wkb_str_cmp(plan->old.item[mid]->path, path);
        if (order == 0)
            return plan->old.item[mid];
        if (order < 0)
            begin = mid + 1;
        else
            end = mid;
    }
    return NULL;
}

wk_status
wkp_last_page(wkp_page **out, wk_plan *plan, const wkp_job *job)
{
    wkb_hash now;
    *out = NULL;
    if (plan->target != WKP_FOLDER || plan->options.shares_only)
        return WK_OK;
    if (!plan->has_old) {
        const wk_status status = read_pages(plan);
        if (status == WK_ENOMEM)
            return status;
        plan->old.n = status == WK_OK ? plan->old.n : 0;
        plan->has_old = true;
    }
    wkp_page *p = page_at(plan, job->path);
    if (!p || !p->has_made || !wkb_str_eq(p->maker, job->input->path))
        return WK_OK;
    const wk_status status =
        wkp_hash_needs(&now, plan, job, p->need.item, p->need.n);
    if (status != WK_OK)
        return status == WK_ENONE ? WK_OK : status;
    if (wkb_hash_eq(&now, &p->made) && has_outputs(plan, p))
        *out = p;
    return WK_OK;
}

bool
wkp_still_stands(wk_plan *plan, unsigned share, unsigned n_shares)
{
    wkp_record r;
    wkb_str text;
    return plan->target == WKP_FOLDER && !plan->options.shares_only &&
           wkp_last_record(&r, &text, plan, share, n_shares) == WK_OK &&
           are_there(plan, &r);
}
