/* Charts from a few lines of text, laid out with a measure of 0.6 em a code
 * point: what the tests of scenes share.
 *
 *   type bar
 *   x W rated power: 700, 1000, ?, 8..9, 40 [38..43]
 *   y . chip: H100, B200
 *   y many 60 item
 *
 * A channel is "NAME UNIT QUANTITY: values"; UNIT "." is text, "date" dates,
 * "-" pure numbers, "bool" truth. Values are separated by ", ". */
#ifndef SCENE_HELP_H
#define SCENE_HELP_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "test.h"

#include "base/num.h"
#include "scene_measure.h"
#include "units/date.h"

enum { SCENE_ROWS = 600, SCENE_NOTES = 4 };

typedef struct scene_case {
    wkb_arena arena;
    wku_units units;
    wkb_diag diag;
    wkb_out faults;
    wkt_chart chart;
    wkt_mark_note note[SCENE_NOTES];
    wkt_color color[12];
    wkb_str *row_id;
} scene_case;

static inline void
scene_fault(void *ud, const wk_diag *d)
{
    scene_case *c = ud;
    wkb_print(&c->faults, "%s", d->message);
    if (d->hint)
        wkb_print(&c->faults, " | %s", d->hint);
    wkb_putc(&c->faults, '\n');
}

static inline void
scene_open(scene_case *c)
{
    uint32_t file;
    memset(c, 0, sizeof *c);
    wkb_arena_init(&c->arena, NULL, NULL, 0);
    assert_int_equal(wku_units_init(&c->units, &c->arena), WK_OK);
    c->diag.fn = scene_fault;
    c->diag.ud = c;
    c->faults = wkb_out_kept(&c->arena);
    assert_int_equal(wkb_diag_add(&c->diag,
                                  &c->arena,
                                  WKB_STR("chart"),
                                  WKB_STR("type: chart"),
                                  &file),
                     WK_OK);
    c->chart.at = (wkb_span){file, 0, 4};
    c->chart.units = &c->units;
    c->chart.title = WKB_STR("A title");
    for (int i = 0; i < 4; i++)
        c->chart.domain[i / 2][i % 2] = NAN;
    c->row_id = WKB_NEW(&c->arena, wkb_str, SCENE_ROWS);
    assert_non_null(c->row_id);
    for (int i = 0; i < SCENE_ROWS; i++) {
        wkb_out out = wkb_out_kept(&c->arena);
        wkb_print(&out, "row_%d", i + 1);
        assert_int_equal(wkb_out_text(&out, &c->row_id[i]), WK_OK);
    }
    c->chart.row_id = c->row_id;
    c->chart.notes = c->note;
    c->chart.colors = c->color;
}

static inline void
scene_close(scene_case *c)
{
    wkb_arena_clear(&c->arena);
}

/* The text of a value, as compose would print it. */
static inline wkb_str
scene_text(scene_case *c, const wkt_channel *ch, const wku_num *n)
{
    wkb_out out = wkb_out_kept(&c->arena);
    wkb_str text;
    const wku_format f = WKU_FORMAT_INIT;
    assert_int_equal(
        wku_print(&out, &c->units, n, &ch->type, &f, (wkb_str){NULL, 0}, NULL),
        WK_OK);
    assert_int_equal(wkb_out_text(&out, &text), WK_OK);
    return text;
}

static inline void
scene_value(scene_case *c, wkt_channel *ch, size_t i, wkb_str value)
{
    wku_num *n = &((wku_num *)(uintptr_t)ch->num)[i];
    wkb_str *text = &((wkb_str *)(uintptr_t)ch->text)[i];
    wku_unit own;
    bool has_own = false;
    *n = (wku_num){NAN, NAN, NAN};
    *text = wkb_str_eq(value, WKB_STR("-")) ? (wkb_str){NULL, 0} : value;
    if (ch->type.kind == WKU_BOOL)
        n->v = n->lo = n->hi = wkb_str_eq(value, WKB_STR("true"));
    if (ch->type.kind == WKU_DATE && !wkb_str_eq(value, WKB_STR("?"))) {
        assert_int_equal(wku_date_read(&n->v, value, WKB_NOWHERE, &c->diag),
                         WK_OK);
        n->lo = n->hi = n->v;
    }
    if (ch->type.kind != WKU_NUMBER)
        return;
    if (!wkb_str_eq(value, WKB_STR("?")))
        assert_int_equal(wku_read_cell(n,
                                       &own,
                                       &has_own,
                                       &c->units,
                                       &ch->type.unit,
                                       value,
                                       c->chart.at,
                                       &c->diag),
                         WK_OK);
    *text = scene_text(c, ch, n);
}

static inline int
scene_channel_number(wkb_str name)
{
    static const char *const names[WKT_CHANNELS] = {
        [WKT_X] = "x",
        [WKT_Y] = "y",
        [WKT_COLOR] = "color",
        [WKT_LABEL] = "label",
        [WKT_SIZE] = "size",
        [WKT_FACET] = "facet",
        [WKT_SECOND] = "detail",
        [WKT_PICK] = "highlight",
        [WKT_ADDRESS] = "link",
    };
    for (int i = 0; i < WKT_CHANNELS; i++) {
        if (wkb_str_eq(name, wkb_str_of(names[i])))
            return i;
    }
    return -1;
}

static inline void
scene_type(scene_case *c, wkt_channel *ch, wkb_str unit)
{
    ch->type.kind = WKU_NUMBER;
    ch->type.unit = wku_one();
    if (wkb_str_eq(unit, WKB_STR(".")))
        ch->type.kind = WKU_TEXT;
    else if (wkb_str_eq(unit, WKB_STR("date")))
        ch->type.kind = WKU_DATE;
    else if (wkb_str_eq(unit, WKB_STR("bool")))
        ch->type.kind = WKU_BOOL;
    else if (!wkb_str_eq(unit, WKB_STR("-")))
        assert_int_equal(
            wku_unit_read(
                &ch->type.unit, &c->units, unit, false, c->chart.at, &c->diag),
            WK_OK);
}

/* "a, b, c" or "many N PREFIX": N values, PREFIX and a number, or of numbers
 * a fixed series. */
static inline void
scene_values(scene_case *c, wkt_channel *ch, wkb_str values)
{
    size_t n = 0;
    ch->num = WKB_NEW(&c->arena, wku_num, SCENE_ROWS);
    ch->text = WKB_NEW(&c->arena, wkb_str, SCENE_ROWS);
    assert_non_null(ch->num);
    assert_non_null(ch->text);
    if (wkb_starts(values, WKB_STR("many "))) {
        wkb_str rest = wkb_sub(values, 5, values.n);
        const wkb_str count = wkb_cut(&rest, ' ');
        double many = 0;
        assert_true(wkb_num_simple(count, &many));
        for (; n < (size_t)many; n++) {
            wkb_out out = wkb_out_kept(&c->arena);
            wkb_str text;
            if (ch->type.kind == WKU_NUMBER)
                wkb_print(&out, "%d", (int)((n * 7919 + 13) % 997) + 1);
            else
                wkb_print(&out, "%S %d", rest, (int)n + 1);
            assert_int_equal(wkb_out_text(&out, &text), WK_OK);
            scene_value(c, ch, n, text);
        }
    } else {
        while (values.n && n < SCENE_ROWS) {
            size_t end = 0;
            while (end < values.n &&
                   !wkb_starts(wkb_sub(values, end, values.n), WKB_STR(", ")))
                end++;
            scene_value(c, ch, n++, wkb_sub(values, 0, end));
            values = end < values.n ? wkb_sub(values, end + 2, values.n)
                                    : (wkb_str){NULL, 0};
        }
    }
    if (c->chart.n_rows && c->chart.n_rows != n)
        fail_msg("%.*s: %zu values, not %zu",
                 (int)ch->name.n,
                 ch->name.p,
                 n,
                 c->chart.n_rows);
    c->chart.n_rows = n;
}

static inline void
scene_channel(scene_case *c, int k, wkb_str name, wkb_str rest)
{
    wkt_channel *ch = &c->chart.channel[k];
    const wkb_str unit = wkb_cut(&rest, ' ');
    const wkb_str quantity = wkb_cut(&rest, ':');
    ch->name = name;
    ch->is_used = true;
    ch->quantity = ch->title = wkb_trim(quantity);
    ch->at = c->chart.at;
    scene_type(c, ch, unit);
    scene_values(c, ch, wkb_trim(rest));
}

static inline wku_num
scene_quantity(scene_case *c, wkb_str text, wku_type *type)
{
    wku_num n;
    bool has_own = false;
    assert_int_equal(wku_read_cell(&n,
                                   &type->unit,
                                   &has_own,
                                   &c->units,
                                   NULL,
                                   text,
                                   c->chart.at,
                                   &c->diag),
                     WK_OK);
    if (!has_own)
        type->unit = wku_one();
    return n;
}

/* "x 576 GB text", "y ...", "xy 3, 4 text" (pure numbers) */
static inline void
scene_note(scene_case *c, wkb_str rest)
{
    wkt_mark_note *n = &c->note[c->chart.n_notes++];
    const wkb_str axes = wkb_cut(&rest, ' ');
    const wkb_str value = wkb_cut(&rest, '=');
    wkb_str v = value;
    wku_type type;
    n->text = wkb_trim(rest);
    for (size_t i = 0; i < axes.n; i++) {
        const int k = axes.p[i] == 'x' ? 0 : 1;
        const wkb_str one = wkb_trim(axes.n > 1 ? wkb_cut(&v, ',') : v);
        n->has[k] = true;
        if (c->chart.channel[k].type.kind == WKU_DATE &&
            c->chart.channel[k].is_used) {
            assert_int_equal(
                wku_date_read(&n->num[k].v, one, WKB_NOWHERE, NULL), WK_OK);
            continue;
        }
        n->num[k] = scene_quantity(c, one, &type);
    }
}

static inline void
scene_roof(scene_case *c, wkb_str rest)
{
    wkt_roof *r = &c->chart.roof;
    wku_type slope = {.kind = WKU_NUMBER};
    r->is_used = true;
    r->peak_type.kind = r->ridge_type.kind = WKU_NUMBER;
    r->peak_text = wkb_trim(wkb_cut(&rest, ','));
    r->bandwidth_text = wkb_trim(rest);
    r->peak = scene_quantity(c, r->peak_text, &r->peak_type);
    r->bandwidth = scene_quantity(c, r->bandwidth_text, &slope);
    assert_int_equal(
        wku_unit_div(
            &r->ridge_type.unit, &c->units, &r->peak_type.unit, &slope.unit),
        WK_OK);
}

static inline void
scene_domain(scene_case *c, wkb_str rest)
{
    const int k = wkb_starts(rest, WKB_STR("x")) ? 0 : 1;
    wku_type type;
    (void)wkb_cut(&rest, ' ');
    const wkb_str lo = wkb_cut(&rest, ',');
    c->chart.domain[k][0] = scene_quantity(c, wkb_trim(lo), &type).v;
    c->chart.domain[k][1] = scene_quantity(c, wkb_trim(rest), &type).v;
}

static inline void
scene_given_color(scene_case *c, wkb_str rest)
{
    wkt_color *to = &c->color[c->chart.n_colors++];
    to->color = (uint8_t)(rest.p[0] - '0');
    to->series = wkb_sub(rest, 2, rest.n);
    to->at = c->chart.at;
}

static inline void
scene_line(scene_case *c, wkb_str line)
{
    wkb_str rest = line;
    wkt_chart *chart = &c->chart;
    const wkb_str word = wkb_cut(&rest, ' ');
    const int k = scene_channel_number(word);
    wku_type type;
    if (k >= 0) {
        scene_channel(c, k, word, rest);
    } else if (wkb_str_eq(word, WKB_STR("type"))) {
        for (int t = 0; t < WKT_CHART_TYPES; t++) {
            if (wkb_str_eq(rest,
                           wkb_str_of(wkt_chart_type_name((wkt_chart_type)t))))
                chart->type = (wkt_chart_type)t;
        }
    } else if (wkb_str_eq(word, WKB_STR("title"))) {
        chart->title = rest;
    } else if (wkb_str_eq(word, WKB_STR("subtitle"))) {
        chart->subtitle = rest;
    } else if (wkb_str_eq(word, WKB_STR("caption"))) {
        chart->caption = rest;
    } else if (wkb_str_eq(word, WKB_STR("log"))) {
        chart->log_x = wkb_find(rest, 'x') < rest.n;
        chart->log_y = wkb_find(rest, 'y') < rest.n;
    } else if (wkb_str_eq(word, WKB_STR("zero"))) {
        chart->zero_x = wkb_find(rest, 'x') < rest.n;
        chart->zero_y = wkb_find(rest, 'y') < rest.n;
    } else if (wkb_str_eq(word, WKB_STR("sorted"))) {
        chart->is_sorted = true;
    } else if (wkb_str_eq(word, WKB_STR("drop"))) {
        chart->drop = true;
    } else if (wkb_str_eq(word, WKB_STR("base"))) {
        chart->has_base = true;
        chart->base = scene_quantity(c, rest, &type);
    } else if (wkb_str_eq(word, WKB_STR("mark"))) {
        scene_note(c, rest);
    } else if (wkb_str_eq(word, WKB_STR("roof"))) {
        scene_roof(c, rest);
    } else if (wkb_str_eq(word, WKB_STR("domain"))) {
        scene_domain(c, rest);
    } else if (wkb_str_eq(word, WKB_STR("paint"))) {
        scene_given_color(c, rest);
    } else {
        fail_msg("what is '%.*s'?", (int)line.n, line.p);
    }
}

/* Lines up to an empty one. */
static inline void
scene_read(scene_case *c, wkb_str text)
{
    while (text.n) {
        const wkb_str line = wkb_cut(&text, '\n');
        if (line.n)
            scene_line(c, line);
    }
}

static inline wk_status
scene_lay_out(scene_case *c, double width, bool is_whole, wkd_scene **out)
{
    const wkd_measure m = {NULL, scene_measure};
    return wkd_layout(
        out, &c->arena, &c->chart, &m, (wkd_size){width, is_whole}, &c->diag);
}

#endif
