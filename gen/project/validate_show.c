/* Writes predictions beside measurements: as columns of text, or as JSON. */
#include <math.h>

#include "project/validate.h"

enum { MOST_COLUMNS = 9 };

/* Where the text goes, which also learns that memory is out. */
typedef struct sheet {
    wk_project *p;
    wkb_out *out;
} sheet;

/* Rows of texts that are written in columns. */
typedef struct grid {
    wkb_str *text; /* n_rows times n_columns */
    size_t n_rows, n_columns;
    unsigned left; /* set of the columns that begin at the left */
} grid;

static wk_status
begin_grid(wk_project *p, grid *g, size_t n_rows)
{
    g->text = WKB_NEW(&p->call, wkb_str, n_rows * g->n_columns);
    return g->text ? WK_OK : WK_ENOMEM;
}

static void
put_spaces(wkb_out *out, size_t n)
{
    while (n--)
        wkb_putc(out, ' ');
}

static void
put_grid(wkb_out *out, const grid *g, const char *indent)
{
    size_t width[MOST_COLUMNS] = {0};
    for (size_t i = 0; i < g->n_rows * g->n_columns; i++) {
        const size_t n = wkb_utf8_count(g->text[i]);
        const size_t c = i % g->n_columns;
        width[c] = n > width[c] ? n : width[c];
    }
    for (size_t row = 0; row < g->n_rows; row++) {
        size_t gap = 0; /* spaces owed, so that no line ends in them */
        wkb_puts(out, indent);
        for (size_t c = 0; c < g->n_columns; c++) {
            const wkb_str s = g->text[row * g->n_columns + c];
            const size_t room = width[c] - wkb_utf8_count(s);
            const bool is_left = g->left >> c & 1;
            gap += is_left ? 0 : room;
            if (s.n) {
                put_spaces(out, gap);
                gap = 0;
            }
            wkb_put_shown(out, s);
            gap += (width[c] ? 2 : 0) + (is_left ? room : 0);
        }
        wkb_putc(out, '\n');
    }
}

/* The next free text of a grid. */
static void
add(grid *g, size_t *at, wkb_str text)
{
    g->text[(*at)++] = text;
}

static void
add_heads(grid *g, size_t *at, const char *const *head)
{
    for (size_t c = 0; c < g->n_columns; c++)
        add(g, at, wkb_str_of(head[c]));
    g->n_rows++;
}

static wkb_str
kept(const sheet *s, wkb_out *text)
{
    wkb_str made;
    if (wkb_out_text(text, &made) != WK_OK)
        s->out->status = WK_ENOMEM;
    return made;
}

static wkb_str
number_text(const sheet *s, size_t n)
{
    wkb_out out = wkb_out_kept(&s->p->call);
    wkb_print(&out, "%z", n);
    return kept(s, &out);
}

/* "+44 %"; signed, so that too much and too little stand apart. */
static wkb_str
share_text(const sheet *s, double share, bool is_signed)
{
    wkb_out out = wkb_out_kept(&s->p->call);
    if (isnan(share))
        return WKB_STR("");
    if (is_signed && share > 0)
        wkb_putc(&out, '+');
    (void)wkc_put_share(&out, &s->p->units, share);
    return kept(s, &out);
}

static wkb_str
measured_text(const sheet *s, const wkp_entry *e)
{
    wkb_out out = wkb_out_kept(&s->p->call);
    const wkl_column *c = &e->of->col[e->of_column];
    const wkl_extra *extra = wkl_extra_of(c, e->of_row);
    const double x = c->num[e->of_row];
    const wku_num num = extra ? extra->num : (wku_num){x, x, x};
    const wku_type type = {.kind = WKU_NUMBER, .unit = e->unit};
    const wku_format plain = WKU_FORMAT_INIT;
    const wkb_span at =
        wkl_cell_span(&s->p->tables, e->of, e->of_row, e->of_column);
    (void)wku_print(&out,
                    &s->p->units,
                    &num,
                    &type,
                    &plain,
                    wkl_text_at(&s->p->tables, at),
                    NULL);
    return kept(s, &out);
}

static wkb_str
predicted_text(const sheet *s, const wkp_entry *e)
{
    wkb_out out = wkb_out_kept(&s->p->call);
    if (e->is_left_out)
        return WKB_STR("not predicted");
    if (isnan(e->predicted))
        return WKB_STR("not known");
    (void)wkp_put_quantity(s->p, &out, e->predicted, &e->unit);
    return kept(s, &out);
}

static wkb_str
beyond_text(const wkp_entry *e)
{
    if (!e->is_beyond)
        return WKB_STR("");
    return e->bound == WKP_CEILING ? WKB_STR("above its ceiling")
                                   : WKB_STR("below its floor");
}

static wk_status
put_group(const sheet *s, const wkp_group *g, bool by_quantity)
{
    static const char *const head[] = {
        "", "", "measured", "predicted", "error", ""};
    grid rows = {.n_columns = 6, .left = 1 | 1 << 1 | 1 << 5};
    size_t at = 0;
    WKB_TRY(begin_grid(s->p, &rows, g->n + 1));
    add_heads(&rows, &at, head);
    for (size_t i = 0; i < g->n; i++) {
        const wkp_entry *e = g->entry[i];
        add(&rows, &at, e->id);
        add(&rows, &at, by_quantity ? WKB_STR("") : e->quantity);
        add(&rows, &at, measured_text(s, e));
        add(&rows, &at, predicted_text(s, e));
        add(&rows, &at, share_text(s, e->error, true));
        add(&rows, &at, beyond_text(e));
        rows.n_rows++;
    }
    wkb_print(s->out, "%e\n", g->name);
    put_grid(s->out, &rows, "  ");
    wkb_putc(s->out, '\n');
    return WK_OK;
}

static void
add_summary(const sheet *s, grid *rows, size_t *at, const wkp_group *g)
{
    add(rows, at, g->name);
    add(rows, at, number_text(s, g->n_compared));
    add(rows, at, share_text(s, g->median_error, true));
    add(rows, at, share_text(s, g->median_size, false));
    add(rows, at, share_text(s, g->near, false));
    add(rows, at, number_text(s, g->n_beyond));
    add(rows, at, number_text(s, g->n_unknown + g->n_left_out));
    add(rows, at, share_text(s, g->worst ? g->worst->error : NAN, true));
    add(rows, at, g->worst ? g->worst->id : WKB_STR(""));
    rows->n_rows++;
}

static wk_status
put_summary(const sheet *s, const wkp_validation *v)
{
    const char *const head[] = {"",
                                "compared",
                                "median error",
                                "median absolute error",
                                "within 25 %",
                                "beyond",
                                "no value",
                                "worst",
                                ""};
    grid rows = {.n_columns = 9, .left = 1 | 1 << 8};
    size_t at = 0;
    wkp_group all = v->all;
    WKB_TRY(begin_grid(s->p, &rows, v->n_groups + 2));
    add_heads(&rows, &at, head);
    rows.text[0] = v->by;
    for (size_t i = 0; i < v->n_groups; i++)
        add_summary(s, &rows, &at, &v->group[i]);
    all.name = WKB_STR("all");
    if (v->n_groups > 1)
        add_summary(s, &rows, &at, &all);
    put_grid(s->out, &rows, "");
    wkb_putc(s->out, '\n');
    return WK_OK;
}

static void
add_range(const sheet *s, grid *rows, size_t *at, const wkp_group *g)
{
    add(rows, at, g->name);
    add(rows, at, share_text(s, g->low, false));
    add(rows, at, share_text(s, g->mid, false));
    add(rows, at, share_text(s, g->high, false));
    add(rows, at, number_text(s, g->n_derive));
    add(rows, at, number_text(s, g->n_tried));
    add(rows, at, number_text(s, g->n_inside));
    add(rows,
        at,
        share_text(s, (double)g->n_inside / (double)g->n_tried, false));
    rows->n_rows++;
}

/* The efficiency that half of the rows show, and how the others fare. */
static wk_status
put_ranges(const sheet *s, const wkp_validation *v)
{
    static const char *const head[] = {
        "efficiency", "10 %", "median", "90 %", "from", "tried", "inside", ""};
    grid rows = {.n_columns = 8, .left = 1};
    size_t at = 0;
    wkp_group all = v->all;
    if (all.n_derive == 0)
        return WK_OK;
    WKB_TRY(begin_grid(s->p, &rows, v->n_groups + 2));
    add_heads(&rows, &at, head);
    for (size_t i = 0; i < v->n_groups; i++) {
        if (v->group[i].has_range)
            add_range(s, &rows, &at, &v->group[i]);
    }
    all.name = WKB_STR("all");
    all.low = all.mid = all.high = NAN;
    if (rows.n_rows > 2)
        add_range(s, &rows, &at, &all);
    put_grid(s->out, &rows, "");
    wkb_putc(s->out, '\n');
    return WK_OK;
}

static void
put_beyond(wkb_out *out, const wkp_group *all)
{
    const char *between = ": ";
    if (all->n_beyond == 0)
        wkb_puts(out, "no measurement lies beyond the bound of its prediction");
    else
        wkb_print(out,
                  all->n_beyond == 1
                      ? "%z measurement lies beyond the bound of its prediction"
                      : "%z measurements lie beyond the bound of their "
                        "predictions",
                  all->n_beyond);
    for (size_t i = 0; i < all->n; i++) {
        if (!all->entry[i]->is_beyond)
            continue;
        wkb_print(out,
                  "%s%e of %e",
                  between,
                  all->entry[i]->quantity,
                  all->entry[i]->id);
        between = ", ";
    }
    wkb_putc(out, '\n');
}

wk_status
wkp_show_validation(wk_project *p, wkb_out *out, const wkp_validation *v)
{
    const sheet s = {p, out};
    const bool by_quantity = wkb_str_eq(v->by, WKB_STR("quantity"));
    for (size_t i = 0; i < v->n_groups; i++)
        WKB_TRY(put_group(&s, &v->group[i], by_quantity));
    WKB_TRY(put_summary(&s, v));
    WKB_TRY(put_ranges(&s, v));
    put_beyond(out, &v->all);
    return out->status;
}

static const char *
bound_text(wkp_bound bound)
{
    static const char *const texts[] = {[WKP_ESTIMATE] = "estimate",
                                        [WKP_CEILING] = "ceiling",
                                        [WKP_FLOOR] = "floor"};
    return texts[bound];
}

static void
json_entry(const sheet *s, wkb_json *j, const wkp_entry *e)
{
    wkb_out unit = wkb_out_kept(&s->p->call);
    wku_unit_put(&unit, &s->p->units, &e->unit);
    wkb_json_begin(j, NULL, '{');
    wkb_json_str(j, "id", e->id);
    wkb_json_str(j, "group", e->group);
    wkb_json_str(j, "measurement", wkl_id(&s->p->tables, e->of, e->of_row));
    wkb_json_str(j, "quantity", e->quantity);
    wkb_json_num(j, "measured", e->measured / e->unit.factor);
    wkb_json_num(j, "predicted", e->predicted / e->unit.factor);
    wkb_json_str(j, "unit", kept(s, &unit));
    wkb_json_num(j, "error", e->error);
    wkb_json_str(j, "bound", wkb_str_of(bound_text(e->bound)));
    wkb_json_bool(j, "beyond", e->is_beyond);
    wkb_json_bool(j, "left_out", e->is_left_out);
    wkb_json_end(j, '}');
}

static void
json_group(wkb_json *j, const char *key, const wkp_group *g)
{
    wkb_json_begin(j, key, '{');
    if (!key)
        wkb_json_str(j, "group", g->name);
    wkb_json_num(j, "compared", (double)g->n_compared);
    wkb_json_num(j, "median_error", g->median_error);
    wkb_json_num(j, "median_absolute_error", g->median_size);
    wkb_json_num(j, "within_25_percent", g->near);
    wkb_json_num(j, "beyond", (double)g->n_beyond);
    wkb_json_num(j, "unknown", (double)g->n_unknown);
    wkb_json_num(j, "left_out", (double)g->n_left_out);
    wkb_json_num(j, "worst_error", g->worst ? g->worst->error : (double)NAN);
    wkb_json_str(j, "worst", g->worst ? g->worst->id : (wkb_str){0});
    wkb_json_begin(j, "efficiency", '{');
    if (g->has_range) {
        wkb_json_num(j, "low", g->low);
        wkb_json_num(j, "median", g->mid);
        wkb_json_num(j, "high", g->high);
    }
    wkb_json_num(j, "derived_from", (double)g->n_derive);
    wkb_json_num(j, "tried", (double)g->n_tried);
    wkb_json_num(j, "inside", (double)g->n_inside);
    wkb_json_end(j, '}');
    wkb_json_end(j, '}');
}

void
wkp_json_validation(wk_project *p, wkb_out *out, const wkp_validation *v)
{
    const sheet s = {p, out};
    wkb_json j = {.out = out};
    wkb_json_begin(&j, NULL, '{');
    wkb_json_str(&j, "by", v->by);
    wkb_json_begin(&j, "predictions", '[');
    for (size_t i = 0; i < v->n_groups; i++) {
        for (size_t k = 0; k < v->group[i].n; k++)
            json_entry(&s, &j, v->group[i].entry[k]);
    }
    wkb_json_end(&j, ']');
    wkb_json_begin(&j, "groups", '[');
    for (size_t i = 0; i < v->n_groups; i++)
        json_group(&j, NULL, &v->group[i]);
    wkb_json_end(&j, ']');
    json_group(&j, "all", &v->all);
    wkb_json_end(&j, '}');
    wkb_putc(out, '\n');
}
