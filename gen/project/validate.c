/* Sets predictions beside what was measured, and sums up their errors. */
#include "project/validate.h"

#include <math.h>

#include "base/num.h"

enum { LEAST_TO_DERIVE = 5 };
static const double NEAR = 0.25;           /* an error counted as near */
static const double LOW = 0.1, HIGH = 0.9; /* quantiles of a range */

static wk_status
add_entry(wk_project *p, wkp_validation *v, const wkl_table *t, uint32_t row)
{
    wkp_prediction q;
    wkb_str group;
    const wkb_mark mark = wkb_arena_mark(&p->call);
    const wk_status status = wkp_prediction_read(p, &q, t, row);
    wkb_arena_rewind(&p->call, mark);
    if (status != WK_OK)
        return status;
    v->has_column |= wkp_prediction_key(p, &q, v->by, &group);
    v->entry[v->n++] =
        (wkp_entry){.id = t->has_id ? wkl_id(&p->tables, t, row)
                                    : wkl_id(&p->tables, q.of, q.of_row),
                    .group = group.n ? group : WKB_STR("(none)"),
                    .of = q.of,
                    .of_row = q.of_row,
                    .of_column = q.of_column,
                    .quantity = q.quantity,
                    .bound = q.bound,
                    .is_left_out = !q.is_filled,
                    .is_beyond = wkp_is_beyond(&q),
                    .unit = q.unit,
                    .measured = q.measured,
                    .predicted = q.predicted,
                    .error = NAN,
                    .efficiency = NAN};
    return WK_OK;
}

static void
compare(wkp_entry *e)
{
    if (isnan(e->measured) || isnan(e->predicted) || e->measured == 0 ||
        e->predicted == 0)
        return;
    e->error = (e->predicted - e->measured) / e->measured;
    e->efficiency = e->bound == WKP_FLOOR ? e->predicted / e->measured
                                          : e->measured / e->predicted;
}

static wk_status
no_column(wk_project *p, wkb_str by)
{
    return wkb_error(&p->diag,
                     WK_ENAME,
                     WKB_NOWHERE,
                     "no prediction or measurement has a column %q\n"
                     "group by one that they have, such as quantity",
                     by);
}

/* Reads every prediction; a fault is told and the others are read. */
static wk_status
gather(wk_project *p, wkp_validation *v)
{
    const wkl_tables *t = &p->tables;
    wk_status worst = WK_OK;
    size_t n = 0;
    for (size_t i = 0; i < t->table.n; i++)
        n += wkp_is_predictions(t->table.item[i]) ? t->table.item[i]->n_row : 0;
    if (n == 0)
        return wkb_error(
            &p->diag,
            WK_ENONE,
            WKB_NOWHERE,
            "no table holds predictions\n"
            "give one the columns measurement [@table], quantity [text] and "
            "expression [expr]");
    v->entry = WKB_NEW(&p->call, wkp_entry, n);
    if (!v->entry)
        return WK_ENOMEM;
    for (size_t i = 0; i < t->table.n && worst != WK_ENOMEM; i++) {
        const wkl_table *of = t->table.item[i];
        const size_t n_row = wkp_is_predictions(of) ? of->n_row : 0;
        for (uint32_t row = 0; row < n_row && worst != WK_ENOMEM; row++) {
            const wk_status status = add_entry(p, v, of, row);
            worst = status == WK_OK ? worst : status;
        }
    }
    for (size_t i = 0; i < v->n; i++)
        compare(&v->entry[i]);
    return worst;
}

/* Stable; errors that are not known last. */
static void
sort_entries(const wkp_entry **e, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const wkp_entry *x = e[i];
        size_t j = i;
        for (; j && !isnan(x->error) && !(e[j - 1]->error <= x->error); j--)
            e[j] = e[j - 1];
        e[j] = x;
    }
}

static void
count(wkp_group *g)
{
    for (size_t i = 0; i < g->n; i++) {
        const wkp_entry *e = g->entry[i];
        g->n_compared += isnan(e->error) ? 0 : 1;
        g->n_left_out += e->is_left_out;
        g->n_unknown += isnan(e->error) && !e->is_left_out;
        g->n_beyond += e->is_beyond;
        if (!isnan(e->error) &&
            (!g->worst || fabs(e->error) > fabs(g->worst->error)))
            g->worst = e;
    }
}

static wk_status
sum_errors(wk_project *p, wkp_group *g)
{
    const wkb_mark mark = wkb_arena_mark(&p->call);
    double *error = WKB_NEW(&p->call, double, g->n_compared);
    size_t n = 0, near = 0;
    if (!error)
        return WK_ENOMEM;
    for (size_t i = 0; i < g->n; i++) {
        if (!isnan(g->entry[i]->error))
            error[n++] = g->entry[i]->error;
    }
    wkb_sort(error, n);
    g->median_error = wkb_quantile(error, n, 0.5);
    for (size_t i = 0; i < n; i++) {
        error[i] = fabs(error[i]);
        near += error[i] <= NEAR;
    }
    wkb_sort(error, n);
    g->median_size = wkb_quantile(error, n, 0.5);
    g->near = n ? (double)near / (double)n : NAN;
    wkb_arena_rewind(&p->call, mark);
    return WK_OK;
}

/* Every other entry of the group, in the order of the file, derives. */
static void
deal(const wkp_validation *v, wkb_str group)
{
    bool derives = true;
    for (size_t i = 0; i < v->n; i++) {
        wkp_entry *e = &v->entry[i];
        if (isnan(e->error) || !wkb_str_eq(e->group, group))
            continue;
        e->derives = derives;
        derives = !derives;
    }
}

static wk_status
find_range(wk_project *p, wkp_group *g)
{
    const wkb_mark mark = wkb_arena_mark(&p->call);
    double *x = WKB_NEW(&p->call, double, g->n_compared);
    if (!x)
        return WK_ENOMEM;
    for (size_t i = 0; i < g->n; i++) {
        if (g->entry[i]->derives)
            x[g->n_derive++] = g->entry[i]->efficiency;
    }
    wkb_sort(x, g->n_derive);
    g->low = wkb_quantile(x, g->n_derive, LOW);
    g->mid = wkb_quantile(x, g->n_derive, 0.5);
    g->high = wkb_quantile(x, g->n_derive, HIGH);
    g->n_tried = g->n_compared - g->n_derive;
    g->has_range = g->n_derive >= LEAST_TO_DERIVE;
    for (size_t i = 0; i < g->n; i++) {
        const wkp_entry *e = g->entry[i];
        g->n_inside +=
            !e->derives && e->efficiency >= g->low && e->efficiency <= g->high;
    }
    wkb_arena_rewind(&p->call, mark);
    return WK_OK;
}

/* The entries of one group, or of all where name is empty. */
static wk_status
fill_group(wk_project *p, const wkp_validation *v, wkb_str name, wkp_group *g)
{
    *g = (wkp_group){.name = name,
                     .entry = WKB_NEW(&p->call, const wkp_entry *, v->n)};
    if (!g->entry)
        return WK_ENOMEM;
    for (size_t i = 0; i < v->n; i++) {
        if (name.n == 0 || wkb_str_eq(v->entry[i].group, name))
            g->entry[g->n++] = &v->entry[i];
    }
    sort_entries(g->entry, g->n);
    count(g);
    return sum_errors(p, g);
}

static bool
is_new(const wkp_validation *v, wkb_str group)
{
    for (size_t i = 0; i < v->n_groups; i++) {
        if (wkb_str_eq(v->group[i].name, group))
            return false;
    }
    return true;
}

static wk_status
make_groups(wk_project *p, wkp_validation *v)
{
    v->group = WKB_NEW(&p->call, wkp_group, v->n);
    if (!v->group)
        return WK_ENOMEM;
    for (size_t i = 0; i < v->n; i++) {
        const wkb_str name = v->entry[i].group;
        wkp_group *g = &v->group[v->n_groups];
        if (!is_new(v, name))
            continue;
        deal(v, name);
        WKB_TRY(fill_group(p, v, name, g));
        WKB_TRY(find_range(p, g));
        v->n_groups++;
    }
    WKB_TRY(fill_group(p, v, (wkb_str){0}, &v->all));
    for (size_t i = 0; i < v->n_groups; i++) {
        const wkp_group *g = &v->group[i];
        v->all.n_derive += g->has_range ? g->n_derive : 0;
        v->all.n_tried += g->has_range ? g->n_tried : 0;
        v->all.n_inside += g->has_range ? g->n_inside : 0;
    }
    return WK_OK;
}

wk_status
wk_validate(
    wk_project *p, const char *by, wk_format format, wk_sink_fn sink, void *ud)
{
    wkb_out out = wkb_out_to(sink, ud);
    wkp_validation v = {.by = by ? wkb_str_of(by) : WKB_STR("quantity")};
    WKB_TRY(wkp_begin(p));
    const wk_status read = gather(p, &v);
    if (read == WK_ENOMEM || v.n == 0)
        return read;
    if (!v.has_column)
        return no_column(p, v.by);
    WKB_TRY(make_groups(p, &v));
    if (format == WK_JSON)
        wkp_json_validation(p, &out, &v);
    else
        WKB_TRY(wkp_show_validation(p, &out, &v));
    return out.status == WK_OK ? read : out.status;
}
