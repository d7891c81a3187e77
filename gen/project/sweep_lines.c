/* The lines of a sweep: CSV that can be read back as a table. */
#include <math.h>

#include "project/sweep.h"
#include "write/csv.h"

/* A cell; not known is empty. */
static void
put_cell(const wk_sweep_run *r, wkb_out *out, const wku_type *t, double v)
{
    const wkl_tables *tables = &r->p->tables;
    if (isnan(v))
        return;
    switch (t->kind) {
    case WKU_DATE:
        wku_date_put(out, v);
        break;
    case WKU_BOOL:
        wkb_puts(out, v != 0 ? "true" : "false");
        break;
    case WKU_TEXT:
        wkw_csv_text(out, tables->texts.text.item[(size_t)v]);
        break;
    case WKU_ROW: {
        const wkl_table *of = tables->table.item[t->table];
        if (of->has_id)
            wkw_csv_text(out, wkl_id(tables, of, (uint32_t)v));
        else
            wkw_csv_number(out, v + 1); /* the row's number */
        break;
    }
    default:
        wkw_csv_number(out, v / t->unit.factor);
        break;
    }
}

/* name [unit qualifier], as a table declares it. */
static void
put_column(wk_sweep_run *r, wkb_out *out, wkb_str name, const wku_type *t)
{
    const wkl_tables *tables = &r->p->tables;
    wkb_put(out, name);
    if (t->kind == WKU_DATE)
        wkb_puts(out, " [date]");
    else if (t->kind == WKU_TEXT || t->kind == WKU_BOOL)
        wkb_puts(out, " [text]");
    else if (t->kind == WKU_ROW && tables->table.item[t->table]->has_id)
        wkb_print(out, " [@%S]", tables->table.item[t->table]->name);
    if (t->kind == WKU_NUMBER)
        wkw_csv_unit(out, &r->p->units, &r->p->axes, t);
}

static void
put_stats_heading(wk_sweep_run *r, wkb_out *out)
{
    const wku_type pure = {.kind = WKU_NUMBER, .unit = wku_one()};
    if (r->by != SIZE_MAX) {
        put_column(r, out, r->name[r->by].name, &r->name[r->by].type);
        wkb_putc(out, ',');
    }
    for (size_t i = 0; i < r->n_stats; i++) {
        const bool is_count = r->stat[i].kind == WKC_STAT_COUNT;
        wkb_puts(out, i ? "," : "");
        put_column(
            r, out, r->stat_name[i], is_count ? &pure : &r->code->result_type);
    }
}

void
wkp_put_heading(wk_sweep_run *r, wkb_out *out)
{
    if (r->has_heading)
        return;
    r->has_heading = true;
    if (r->has_stats) {
        put_stats_heading(r, out);
        wkb_putc(out, '\n');
        return;
    }
    if (r->has_stream)
        wkb_put(out, r->stream.heading);
    for (size_t i = 0; !r->has_stream && i < r->n_inputs; i++) {
        wkb_puts(out, i ? "," : "");
        put_column(r, out, r->name[i].name, &r->name[i].type);
    }
    wkb_putc(out, ',');
    put_column(r, out, WKB_STR("value"), &r->code->result_type);
    if (r->lanes.low) {
        wkb_putc(out, ',');
        put_column(r, out, WKB_STR("low"), &r->code->result_type);
        wkb_putc(out, ',');
        put_column(r, out, WKB_STR("high"), &r->code->result_type);
    }
    wkb_putc(out, '\n');
}

void
wkp_put_line(wk_sweep_run *r, wkb_out *out, size_t lane, size_t row)
{
    const wku_type *t = &r->code->result_type;
    if (r->has_stream)
        wkb_put(out, wkl_stream_row(&r->stream, row));
    for (size_t i = 0; !r->has_stream && i < r->n_inputs; i++) {
        if (i)
            wkb_putc(out, ',');
        put_cell(r, out, &r->name[i].type, r->lanes.input[i][lane]);
    }
    wkb_putc(out, ',');
    put_cell(r, out, t, r->lanes.value[lane]);
    if (r->lanes.low) {
        wkb_putc(out, ',');
        put_cell(r, out, t, r->lanes.low[lane]);
        wkb_putc(out, ',');
        put_cell(r, out, t, r->lanes.high[lane]);
    }
    wkb_putc(out, '\n');
}

/* The value that a group's key stands for. */
static double
group_value(const wk_sweep_run *r, double key)
{
    const wkc_axis *a = &r->grid.axis[r->by];
    if (r->has_stream || isnan(key))
        return key;
    return a->kind == WKC_AXIS_LIST ? a->value[(size_t)key]
                                    : (a->first + key) * a->type.unit.factor;
}

/* Texts by their bytes, numbers by their value, rows in the order of the list;
 * not known is last. */
static bool
is_before(const wk_sweep_run *r, double x, double y)
{
    if (isnan(x) || isnan(y))
        return !isnan(x);
    if (r->has_stream && r->name[r->by].type.kind == WKU_TEXT) {
        const wkb_str *text = r->p->tables.texts.text.item;
        return wkb_str_cmp(text[(size_t)x], text[(size_t)y]) < 0;
    }
    if (!r->has_stream && r->by != SIZE_MAX &&
        r->name[r->by].type.kind == WKU_NUMBER)
        return group_value(r, x) < group_value(r, y);
    return x < y;
}

/* Numbers of the groups in the order in which they are written. */
static wk_status
order_groups(wk_sweep_run *r, uint32_t **out)
{
    const size_t n = r->tally.group.n;
    const wkc_group *g = r->tally.group.item;
    uint32_t *order = WKB_NEW(&r->own, uint32_t, n);
    *out = order;
    if (!order)
        return WK_ENOMEM;
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t gap = n / 2; gap > 0; gap /= 2) { /* Shell's sort */
        for (size_t i = gap; i < n; i++) {
            const uint32_t x = order[i];
            size_t j = i;
            for (; j >= gap && is_before(r, g[x].key, g[order[j - gap]].key);
                 j -= gap)
                order[j] = order[j - gap];
            order[j] = x;
        }
    }
    return WK_OK;
}

static wk_status
put_group(wk_sweep_run *r, wkb_out *out, uint32_t group)
{
    const wkc_group *g = &r->tally.group.item[group];
    const wku_type pure = {.kind = WKU_NUMBER, .unit = wku_one()};
    if (r->by != SIZE_MAX) {
        put_cell(r, out, &r->name[r->by].type, group_value(r, g->key));
        wkb_putc(out, ',');
    }
    for (size_t i = 0; i < r->n_stats; i++) {
        const double x = wkc_tally_stat(&r->tally, group, i);
        const bool is_count = r->stat[i].kind == WKC_STAT_COUNT;
        if (isinf(x))
            return wkb_error(&r->p->diag,
                             WK_ERANGE,
                             r->expr.at,
                             "%q is too large\nnumbers go up to 1e308",
                             r->stat_name[i]);
        if (i)
            wkb_putc(out, ',');
        put_cell(r, out, is_count ? &pure : &r->code->result_type, x);
    }
    wkb_putc(out, '\n');
    return WK_OK;
}

wk_status
wkp_put_groups(wk_sweep_run *r, wkb_out *out)
{
    uint32_t *order = NULL;
    uint64_t n_unknown = 0;
    size_t n_groups = 0;
    WKB_TRY(order_groups(r, &order));
    wkp_put_heading(r, out);
    for (size_t i = 0; i < r->tally.group.n; i++) {
        const wkc_group *g = &r->tally.group.item[order[i]];
        WKB_TRY(put_group(r, out, order[i]));
        n_unknown += g->n_unknown;
        n_groups += g->n_unknown != 0;
    }
    if (n_unknown)
        wkb_note(&r->p->diag,
                 r->expr.at,
                 "not known: %z of the values, in %z of %z groups, which "
                 "therefore have no statistics\nsupply a value with ??, or "
                 "leave these scenarios out",
                 (size_t)n_unknown,
                 n_groups,
                 r->tally.group.n);
    return out->status;
}

wk_status
wkp_lane_text(wk_sweep_run *r, size_t lane, size_t row, wkb_str *text)
{
    wkb_out out = wkb_out_kept(&r->own);
    if (r->has_stream) {
        wkb_file *f = &r->p->diag.file.item[r->stream.table.file];
        const uint32_t at = r->stream.table.row_at[row];
        const wkb_place place = wkb_place_in(f, at);
        wkb_print(&out,
                  "the scenario is %S:%z",
                  f->name,
                  (size_t)(place.line + f->lines_before));
    }
    for (size_t i = 0; !r->has_stream && i < r->n_inputs; i++) {
        const wku_type *t = &r->name[i].type;
        wkb_print(&out, "%s%S = ", i ? ", " : "", r->name[i].name);
        put_cell(r, &out, t, r->lanes.input[i][lane]);
        if (t->kind == WKU_NUMBER && t->unit.shown)
            wkb_putc(&out, ' ');
        if (t->kind == WKU_NUMBER)
            wku_unit_put(&out, &r->p->units, &t->unit);
    }
    return wkb_out_text(&out, text);
}
