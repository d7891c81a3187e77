/* What a person would say of a chart: its kind, what is compared, the lowest
 * and the highest, what is not known. */
#include <math.h>

#include "compose/compose.h"

enum { MOST_GROUPS = 4, MOST_UNKNOWN = 3 };

static const char *const kinds[WKT_CHART_TYPES] = {
    [WKT_BAR] = "Bar chart",
    [WKT_GROUPED_BAR] = "Grouped bar chart",
    [WKT_STACKED_BAR] = "Stacked bar chart",
    [WKT_DOT] = "Dot plot",
    [WKT_RANGE] = "Range chart",
    [WKT_SCATTER] = "Scatter plot",
    [WKT_LINE] = "Line chart",
    [WKT_AREA] = "Area chart",
    [WKT_ROOFLINE] = "Roofline",
    [WKT_TIMELINE] = "Timeline",
    [WKT_WAFFLE] = "Waffle chart",
    [WKT_HEATMAP] = "Heatmap",
    [WKT_SLOPE] = "Slope chart",
};

typedef struct saying {
    wkt_page *p;
    const wkt_chart *c;
    const wkt_channel *value; /* NULL: nothing is measured */
    const wkt_channel *parts; /* names of several expressions; NULL: one */
    size_t n_parts;           /* values a row of the table, at least 1 */
    wkb_out out;
    size_t lowest, highest; /* rows */
    size_t n_known, n_unknown, n_ranges;
} saying;

static bool
is_measure(const wkt_channel *ch)
{
    return ch->is_used && ch->type.kind == WKU_NUMBER;
}

static bool
is_date(const wkt_channel *ch)
{
    return ch->is_used && ch->type.kind == WKU_DATE;
}

/* Of a field of cells the colour is the value; else y, where it is one. */
static const wkt_channel *
value_of(const wkt_chart *c)
{
    static const size_t order[] = {WKT_Y, WKT_X, WKT_SIZE, WKT_COLOR};
    if (c->type == WKT_HEATMAP && is_measure(&c->channel[WKT_COLOR]))
        return &c->channel[WKT_COLOR];
    for (size_t i = 0; i < WKB_COUNT(order); i++) {
        if (is_measure(&c->channel[order[i]]))
            return &c->channel[order[i]];
    }
    return is_date(&c->channel[WKT_X]) ? &c->channel[WKT_X] : NULL;
}

static bool
is_known(const wkt_channel *ch, size_t row)
{
    return ch->answer[row].value.status == WK_OK;
}

/* The value by which a row is the lowest or the highest. */
static double
extent(const wkt_channel *ch, size_t row, bool high)
{
    const wku_num *n = &ch->answer[row].value.num;
    return !isnan(n->v) ? n->v : high ? n->hi : n->lo;
}

static void
find_extremes(saying *s)
{
    for (size_t i = 0; s->value && i < s->c->n_rows; i++) {
        if (!is_known(s->value, i)) {
            s->n_unknown += 1;
            continue;
        }
        if (s->n_known++ == 0)
            s->lowest = s->highest = i;
        if (extent(s->value, i, false) < extent(s->value, s->lowest, false))
            s->lowest = i;
        if (extent(s->value, i, true) > extent(s->value, s->highest, true))
            s->highest = i;
        s->n_ranges += s->value->type.kind == WKU_NUMBER &&
                       wku_is_range(&s->value->answer[i].value.num);
    }
}

/* One name of a row; a bare number says what it counts. */
static void
put_one(saying *s, const wkt_channel *ch, size_t row)
{
    const bool is_bare = is_measure(ch) && wku_is_pure(&ch->type.unit);
    if (is_bare && ch->quantity.n)
        wkb_print(&s->out, "%S ", ch->quantity);
    wkb_put(&s->out, ch->text[row]);
}

/* What a row is called: its label, or what stands beside its value. The label
 * of a tornado is only what its input was set to. */
static bool
put_row(saying *s, const char *before, size_t row)
{
    static const size_t order[] = {
        WKT_LABEL, WKT_FACET, WKT_X, WKT_Y, WKT_COLOR};
    const wkt_channel *const label = &s->c->channel[WKT_LABEL];
    bool put = false;
    for (size_t i = 0; i < WKB_COUNT(order); i++) {
        const wkt_channel *ch = &s->c->channel[order[i]];
        const bool is_color = order[i] == WKT_COLOR && put;
        if (!ch->is_used || ch == s->value || !is_known(ch, row) ||
            (is_color && label->is_used))
            continue;
        wkb_puts(&s->out, put ? ", " : before);
        put_one(s, ch, row);
        put = true;
        if (ch == label && s->c->type != WKT_RANGE)
            return true;
    }
    return put;
}

static void
put_extreme(saying *s, const char *before, size_t row)
{
    wkb_print(&s->out, "%s%S", before, s->value->text[row]);
    if (put_row(s, " (", row))
        wkb_putc(&s->out, ')');
}

/* Several expressions name what they are by themselves. */
static void
find_parts(saying *s)
{
    static const size_t order[] = {WKT_COLOR, WKT_X, WKT_Y};
    s->n_parts = 1;
    for (size_t i = 0; i < WKB_COUNT(order); i++) {
        const wkt_channel *ch = &s->c->channel[order[i]];
        if (ch->is_used && ch->quantity.n == 0 && ch != s->value)
            s->parts = ch;
    }
    while (s->parts && s->n_parts < s->c->n_rows &&
           s->parts->text[s->n_parts].p != s->parts->text[0].p)
        s->n_parts += 1;
}

/* "memory bandwidth"; of several expressions "weights, cache". */
static void
put_name(saying *s, const wkt_channel *ch)
{
    wkb_put(&s->out, ch->quantity);
    for (size_t i = 0; s->parts && ch->quantity.n == 0 && i < s->n_parts; i++)
        wkb_print(&s->out, "%s%S", i ? ", " : "", s->parts->text[i]);
}

static void
put_count(saying *s)
{
    const wkb_str table = s->c->table;
    const size_t n = s->c->n_rows / s->n_parts;
    wkb_print(&s->out, " of %z ", n);
    if (!wkb_ends(table, WKB_STR("s")) || n == 1)
        wkb_puts(&s->out, n == 1 ? "row of " : "rows of ");
    for (size_t i = 0; i < table.n; i++)
        wkb_putc(&s->out, (char)(table.p[i] == '_' ? ' ' : table.p[i]));
}

/* "over launched" where one measure stands against another. */
static void
put_base(saying *s)
{
    const wkt_channel *x = &s->c->channel[WKT_X];
    if (x == s->value || !(is_measure(x) || is_date(x)))
        return;
    wkb_puts(&s->out, s->c->type == WKT_SCATTER ? " against " : " over ");
    put_name(s, x);
}

static size_t
find_groups(const saying *s, wkb_str group[MOST_GROUPS + 1])
{
    const wkt_channel *ch = &s->c->channel[WKT_COLOR];
    size_t n = 0;
    for (size_t i = 0; i < s->c->n_rows && n <= MOST_GROUPS; i++) {
        size_t k = 0;
        while (k < n && !wkb_str_eq(group[k], ch->text[i]))
            k++;
        if (k == n)
            group[n++] = ch->text[i];
    }
    return n;
}

static void
put_groups(saying *s)
{
    wkb_str group[MOST_GROUPS + 1];
    const wkt_channel *ch = &s->c->channel[WKT_COLOR];
    if (!ch->is_used || ch == s->value || is_measure(ch) || ch == s->parts)
        return;
    const size_t n = find_groups(s, group);
    wkb_puts(&s->out, ", by ");
    put_name(s, ch);
    if (n > MOST_GROUPS)
        return;
    for (size_t i = 0; i < n; i++)
        wkb_print(&s->out, "%s%S", i ? ", " : " (", group[i]);
    wkb_putc(&s->out, ')');
}

static void
put_extremes(saying *s)
{
    const bool are_equal =
        s->n_known > 1 && extent(s->value, s->lowest, false) ==
                              extent(s->value, s->highest, true);
    if (s->n_known == 0)
        wkb_puts(&s->out, ", none of it known");
    else if (s->n_known == 1)
        put_extreme(s, ", ", s->lowest);
    else if (are_equal)
        wkb_print(&s->out, ", all %S", s->value->text[s->lowest]);
    else {
        put_extreme(s, ", from ", s->lowest);
        put_extreme(s, " to ", s->highest);
    }
    wkb_putc(&s->out, '.');
}

static void
put_unknown(saying *s)
{
    size_t put = 0;
    if (s->n_unknown == 0 || s->n_known == 0)
        return;
    if (s->n_unknown > MOST_UNKNOWN) {
        wkb_print(
            &s->out, " Not known of %z of %z.", s->n_unknown, s->c->n_rows);
        return;
    }
    for (size_t i = 0; i < s->c->n_rows; i++) {
        if (!is_known(s->value, i) &&
            put_row(s, put ? "; " : " Not known: ", i))
            put += 1;
    }
    if (put)
        wkb_putc(&s->out, '.');
}

/* What bounds a roofline. */
static void
put_roof(saying *s)
{
    const wkt_roof *r = &s->c->roof;
    if (r->is_used)
        wkb_print(
            &s->out, " Bounds: %S and %S.", r->bandwidth_text, r->peak_text);
}

wk_status
wkt_chart_alt(wkt_page *p, wkt_chart *c)
{
    saying s = {
        .p = p, .c = c, .value = value_of(c), .out = wkb_out_kept(p->arena)};
    find_extremes(&s);
    find_parts(&s);
    wkb_print(&s.out, "%s", kinds[c->type]);
    if (c->n_rows == 0 && c->roof.is_used) { /* the roof alone */
        wkb_putc(&s.out, '.');
        put_roof(&s);
        c->alt = wkt_kept(p, &s.out);
        return p->text.status;
    }
    wkb_puts(&s.out, ": ");
    if (s.value)
        put_name(&s, s.value);
    else
        wkb_puts(&s.out, "a picture");
    put_count(&s);
    put_base(&s);
    put_groups(&s);
    if (s.value)
        put_extremes(&s);
    else
        wkb_putc(&s.out, '.');
    if (s.value)
        put_unknown(&s);
    if (s.n_ranges)
        wkb_print(&s.out,
                  s.n_ranges == 1 ? " %z is a range." : " %z are ranges.",
                  s.n_ranges);
    put_roof(&s);
    c->alt = wkt_kept(p, &s.out);
    return p->text.status;
}
