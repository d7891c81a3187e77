/* Reads predictions that stand in tables beside what was measured. */
#include <math.h>

#include "base/num.h"
#include "project/project.h"

bool
wkp_is_predictions(const wkl_table *t)
{
    return wkp_column(t, "measurement", WKU_ROW) != WKL_NONE &&
           wkp_column(t, "quantity", WKU_TEXT) != WKL_NONE &&
           wkp_column(t, "expression", WKU_EXPR) != WKL_NONE;
}

wkb_str
wkp_prediction_name(wk_project *p, const wkp_prediction *q)
{
    const wkl_table *t = q->cell.table;
    const uint32_t c = wkp_column(t, "measurement", WKU_ROW);
    wkb_out out = wkb_out_kept(&p->call);
    if (t->has_id || q->of_row == WKL_NONE)
        return wkp_row_name(p, t, q->cell.row);
    wkb_print(
        &out,
        "%S of %q",
        q->quantity,
        wkl_text_at(&p->tables, wkl_cell_span(&p->tables, t, q->cell.row, c)));
    return wkp_kept(&out);
}

/* Where a fault of a row is shown: the cell of a column. */
static wkb_span
span_of(const wk_project *p, const wkp_prediction *q, const char *column)
{
    const wkl_table *t = q->cell.table;
    return wkl_cell_span(
        &p->tables, t, q->cell.row, wkl_find_column(t, wkb_str_of(column)));
}

static wk_status
find_measurement(wk_project *p, wkp_prediction *q)
{
    const wkl_table *t = q->cell.table;
    const wkl_column *c = &t->col[wkp_column(t, "measurement", WKU_ROW)];
    q->of = p->tables.table.item[c->type.table];
    q->of_row = c->index[q->cell.row];
    if (q->of_row == WKL_NONE)
        return wkb_error(&p->diag,
                         WK_ECELL,
                         span_of(p, q, "measurement"),
                         "%S names no measurement\n"
                         "write the id of a row of '%S'",
                         wkp_row_name(p, t, q->cell.row),
                         q->of->name);
    q->of_column = wkl_find_column(q->of, q->quantity);
    if (q->of_column != WKL_NONE) {
        const wku_kind kind = q->of->col[q->of_column].type.kind;
        if (kind == WKU_NUMBER || kind == WKU_ANY)
            return WK_OK;
    }
    return wkb_error(&p->diag,
                     WK_ENAME,
                     span_of(p, q, "quantity"),
                     "table '%S' has no quantity %q\n"
                     "name a column of that table that holds quantities",
                     q->of->name,
                     q->quantity);
}

static void
read_measured(wkp_prediction *q)
{
    const wkl_column *c = &q->of->col[q->of_column];
    const wkl_extra *extra = wkl_extra_of(c, q->of_row);
    q->unit = extra ? extra->unit : c->type.unit;
    q->measured = extra ? extra->num.v : c->num[q->of_row];
    q->has_unit = extra || c->type.kind == WKU_NUMBER;
}

static wk_status
read_bound(wk_project *p, wkp_prediction *q)
{
    const wkl_table *t = q->cell.table;
    const wkb_str word =
        wkp_cell_text(p, t, q->cell.row, wkp_column(t, "bound", WKU_TEXT));
    q->bound = WKP_ESTIMATE;
    if (wkb_str_eq(word, WKB_STR("ceiling")))
        q->bound = WKP_CEILING;
    else if (wkb_str_eq(word, WKB_STR("floor")))
        q->bound = WKP_FLOOR;
    else if (word.n)
        return wkb_error(&p->diag,
                         WK_ECELL,
                         span_of(p, q, "bound"),
                         "%q is no bound\n"
                         "write ceiling, floor, or nothing for an estimate",
                         word);
    return WK_OK;
}

static wk_status
read_predicted(wk_project *p, wkp_prediction *q)
{
    WKB_TRY(wkp_cell_read(p, &q->cell, &q->is_filled));
    if (!q->is_filled)
        return WK_OK;
    const wku_type *type = &q->cell.value.type;
    if (type->kind != WKU_NUMBER)
        return wkb_error(
            &p->diag,
            WK_ETYPE,
            q->cell.at,
            "the prediction is no quantity, %q was measured in %q\n"
            "predict the quantity that was measured",
            q->quantity,
            wku_unit_text(&p->units, &q->unit));
    if (q->has_unit && !wku_same_dimension(&type->unit, &q->unit))
        return wkb_error(&p->diag,
                         WK_EDIMENSION,
                         q->cell.at,
                         "the prediction is in %q, %q was measured in %q\n"
                         "predict the quantity that was measured",
                         wku_unit_text(&p->units, &type->unit),
                         q->quantity,
                         wku_unit_text(&p->units, &q->unit));
    if (!q->has_unit) /* an empty cell of a column in which each has its own */
        q->unit = type->unit;
    if (q->cell.value.status == WK_OK)
        q->predicted = q->cell.value.num.v;
    return WK_OK;
}

wk_status
wkp_prediction_read(wk_project *p,
                    wkp_prediction *out,
                    const wkl_table *t,
                    uint32_t row)
{
    *out = (wkp_prediction){
        .cell = {.table = t,
                 .row = row,
                 .column = wkp_column(t, "expression", WKU_EXPR)},
        .quantity =
            wkp_cell_text(p, t, row, wkp_column(t, "quantity", WKU_TEXT)),
        .note = wkp_cell_text(p, t, row, wkp_column(t, "note", WKU_TEXT)),
        .measured = NAN,
        .predicted = NAN};
    WKB_TRY(find_measurement(p, out));
    read_measured(out);
    WKB_TRY(read_bound(p, out));
    return read_predicted(p, out);
}

bool
wkp_is_beyond(const wkp_prediction *q)
{
    if (isnan(q->measured) || isnan(q->predicted) ||
        wkb_same(q->measured, q->predicted))
        return false;
    return (q->bound == WKP_CEILING && q->measured > q->predicted) ||
           (q->bound == WKP_FLOOR && q->measured < q->predicted);
}

wk_status
wkp_put_quantity(wk_project *p,
                 wkb_out *out,
                 double value,
                 const wku_unit *unit)
{
    const wku_num n = {value, value, value};
    const wku_type type = {.kind = WKU_NUMBER, .unit = *unit};
    wku_format f = WKU_FORMAT_INIT;
    f.rounding = WKU_SF;
    f.figures = 3;
    f.has_unit = true;
    f.unit = *unit;
    return wku_print(out, &p->units, &n, &type, &f, (wkb_str){0}, NULL);
}

/* What cannot be predicted, or is measured beyond its bound, is explained. */
static wk_status
check_note(wk_project *p, const wkp_prediction *q)
{
    const wkb_str name = wkp_prediction_name(p, q);
    if (q->note.n)
        return WK_OK;
    if (!q->is_filled)
        return wkb_error(&p->diag,
                         WK_ECELL,
                         q->cell.at,
                         "%S has no expression and no note\n"
                         "say in the note why it cannot be predicted",
                         name);
    if (!wkp_is_beyond(q))
        return WK_OK;
    wkb_out measured = wkb_out_kept(&p->call);
    wkb_out predicted = wkb_out_kept(&p->call);
    wkb_str m, f;
    WKB_TRY(wkp_put_quantity(p, &measured, q->measured, &q->unit));
    WKB_TRY(wkp_put_quantity(p, &predicted, q->predicted, &q->unit));
    WKB_TRY(wkb_out_text(&measured, &m));
    WKB_TRY(wkb_out_text(&predicted, &f));
    return wkb_error(&p->diag,
                     WK_ECLAIM,
                     q->cell.at,
                     "%S was measured at %S, %s of %S\n"
                     "say in the note how that can be, or correct one of them",
                     name,
                     m,
                     q->bound == WKP_CEILING ? "above its ceiling"
                                             : "below its floor",
                     f);
}

wk_status
wkp_check_predictions(wk_project *p, const wkl_table *t, wk_check_report *out)
{
    wk_status worst = WK_OK;
    for (uint32_t row = 0; row < t->n_row && worst != WK_ENOMEM; row++) {
        wkp_prediction q;
        const wkb_mark mark = wkb_arena_mark(&p->call);
        wk_status status = wkp_prediction_read(p, &q, t, row);
        if (status == WK_OK)
            status = check_note(p, &q);
        wkb_arena_rewind(&p->call, mark);
        out->n_expressions += q.is_filled;
        out->n_predictions += q.is_filled;
        worst = status == WK_OK ? worst : status;
    }
    return worst;
}

static wkb_str
key_text(const wk_project *p, const wkl_table *t, uint32_t row, uint32_t column)
{
    const wkl_column *c = &t->col[column];
    if (c->type.kind == WKU_TEXT)
        return wkl_text(&p->tables, c, row);
    return wkl_text_at(&p->tables, wkl_cell_span(&p->tables, t, row, column));
}

bool
wkp_prediction_key(const wk_project *p,
                   const wkp_prediction *q,
                   wkb_str by,
                   wkb_str *out)
{
    const wkl_table *t = q->cell.table;
    uint32_t row = q->cell.row;
    *out = (wkb_str){0};
    for (bool is_first = true; by.n; is_first = false) {
        const wkb_str name = wkb_cut(&by, '.');
        uint32_t c = wkl_find_column(t, name);
        if (c == WKL_NONE && is_first) {
            t = q->of;
            row = q->of_row;
            c = wkl_find_column(t, name);
        }
        if (c == WKL_NONE || (by.n && t->col[c].type.kind != WKU_ROW))
            return false;
        if (by.n == 0)
            *out = key_text(p, t, row, c);
        else if (t->col[c].index[row] == WKL_NONE)
            return true;
        else {
            row = t->col[c].index[row];
            t = p->tables.table.item[t->col[c].type.table];
        }
    }
    return true;
}
