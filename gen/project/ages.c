/* How old sources are: at the date of a page that cites them, and today. */
#include <math.h>

#include "project/plan.h"

enum { DAY = 86400 };

typedef struct shelf {
    wk_plan *plan;
    const wkl_tables *tables;
    const wkl_table *sources;
    uint32_t kind, accessed; /* columns */
} shelf;

/* False: nothing is kept of ages. */
static bool
find_shelf(shelf *s, wk_plan *plan)
{
    const wkl_tables *t = &plan->project->tables;
    const uint32_t n = wkl_find_table(t, WKB_STR("sources"));
    if (n == WKL_NONE || plan->site.shelf.n == 0)
        return false;
    const wkl_table *sources = t->table.item[n];
    *s = (shelf){plan,
                 t,
                 sources,
                 wkl_find_column(sources, WKB_STR("kind")),
                 wkl_find_column(sources, WKB_STR("accessed"))};
    return s->kind != WKL_NONE && s->accessed != WKL_NONE &&
           sources->col[s->accessed].type.kind == WKU_DATE;
}

/* Days by which a source is older on a date than its kind may be; 0 if it is
 * not, or if that cannot be told. */
static double
too_old(const shelf *s, uint32_t row, double date)
{
    const wkb_str kind = wkl_text(s->tables, &s->sources->col[s->kind], row);
    const double read = s->sources->col[s->accessed].num[row];
    for (size_t i = 0; i < s->plan->site.shelf.n && !isnan(read); i++) {
        const wkp_shelf *one = &s->plan->site.shelf.item[i];
        if (!wkb_str_eq(one->kind, kind))
            continue;
        const double over = wku_date_difference(date, read) - one->seconds;
        return over > 0 ? ceil(over / DAY) : 0;
    }
    return 0;
}

static void
check_page(const shelf *s, const wkp_page *p)
{
    const wkp_input *in = wkp_find_input(s->plan->project, p->maker);
    double date = NAN;
    if (!in || !p->date.n ||
        wku_date_read(&date, p->date, WKB_NOWHERE, NULL) != WK_OK)
        return;
    for (size_t i = 0; i < p->sources.item.n; i++) {
        const wkb_str id = p->sources.item.item[i].id;
        const uint32_t row = wkl_find_row(s->tables, s->sources, id);
        const double days = row == WKL_NONE ? 0 : too_old(s, row, date);
        if (days > 0)
            wkb_warn(&s->plan->project->diag,
                     WK_ESOURCE,
                     (wkb_span){in->file, 0, 0},
                     "the source %q was %g d past its shelf life at the "
                     "page's date\nread it again and change its 'accessed'",
                     id,
                     days);
    }
}

static wk_status
check_today(const shelf *s, const char *today)
{
    double date = NAN;
    WKB_TRY(wku_date_read(
        &date, wkb_str_of(today), WKB_NOWHERE, &s->plan->project->diag));
    for (uint32_t row = 0; row < s->sources->n_row; row++) {
        const double days = too_old(s, row, date);
        if (days > 0)
            wkb_warn(&s->plan->project->diag,
                     WK_ESOURCE,
                     wkl_cell_span(s->tables, s->sources, row, s->accessed),
                     "the source %q is %g d past its shelf life\nread it "
                     "again and change its 'accessed'",
                     wkl_id(s->tables, s->sources, row),
                     days);
    }
    return WK_OK;
}

wk_status
wkp_check_ages(wk_plan *plan, wkp_gathered *g)
{
    shelf s;
    wk_status status = WK_OK;
    if (!find_shelf(&s, plan))
        return WK_OK;
    const wkp_listener before = wkp_faults_begin(&g->faults, plan->project);
    for (size_t i = 0; i < g->page.n; i++)
        check_page(&s, g->page.item[i]);
    if (plan->options.today)
        status = check_today(&s, plan->options.today);
    wkp_faults_end(plan->project, before);
    return status;
}
