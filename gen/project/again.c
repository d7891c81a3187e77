/* The records of the last build, taken again where nothing that its pages came
 * from has changed: neither plan nor program, nor a file of the site. */
#include "base/num.h"
#include "project/module.h"
#include "project/plan.h"

static const char reads[] = ".site/reads";

/* The first line: whose records these are, and of how many shares. */
static wk_status
put_head(wkb_out *out, wk_plan *plan, size_t n_shares)
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
    wkb_print(out, "\t%z\n", n_shares);
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

/* All records of the last build, if it was this program's and of as many
 * shares. */
static wk_status
read_last(wkb_str *out, wk_plan *plan, unsigned n_shares)
{
    const wkb_store quiet = {plan->store.fd, plan->store.path, NULL};
    wkb_out head = wkb_out_kept(&plan->page);
    wkb_str begin;
    WKB_TRY(put_head(&head, plan, n_shares));
    WKB_TRY(wkb_out_text(&head, &begin));
    if (!plan->last.p)
        WKB_TRY(wkb_store_read(&quiet, reads, &plan->arena, &plan->last));
    if (!wkb_starts(plan->last, begin))
        return WK_ENONE;
    *out = wkb_sub(plan->last, begin.n, plan->last.n);
    return WK_OK;
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
are_there(wk_plan *plan, const wkp_record *r)
{
    for (size_t i = 0; i < r->copy.n; i++) {
        if (!is_there(plan, &r->copy.item[i]))
            return false;
    }
    for (size_t i = 0; i < r->page.n; i++) {
        const wkp_page *p = r->page.item[i];
        for (size_t k = 0; k < p->output.n; k++) {
            if (!is_there(plan, &p->output.item[k]))
                return false;
        }
    }
    return true;
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
