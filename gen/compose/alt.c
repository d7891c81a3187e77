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

/* What a row is called: its label, or what stands beside its value. */
static bool
put_row(saying *s, const char *before, size_t row)
{
    static const size_t order[] = {WKT_FACET, WKT_X, WKT_Y, WKT_COLOR};
    const wkt_channel *const label = &s->c->channel[WKT_LABEL];
    bool put = false;
    if (label->is_used && label != s->value) {
        wkb_print(&s->out, "%s%S", before, label->answer[row].text);
        return true;
    }
    for (size_t i = 0; i < WKB_COUNT(order); i++) {
        const wkt_channel *ch = &s->c->channel[order[i]];
        if (!ch->is_used || ch == s->value || !is_known(ch, row))
            continue;
        wkb_print(&s->out, "%s%S", put ? ", " : before, ch->answer[row].text);
        put = true;
    }
    return put;
}

static void
put_extreme(saying *s, const char *before, size_t row)
{
    wkb_print(&s->out, "%s%S", before, s->value->answer[row].text);
    if (put_row(s, " (", row))
        wkb_putc(&s->out, ')');
}

/* A call is named by its formula. */
wkb_str
wkt_quantity(wkt_page *p, const wkt_channel *ch)
{
    const wkb_str text = ch->expression;
    const size_t open = wkb_find(text, '(');
    if (ch->quantity.n)
        return ch->quantity;
    if (open && open < text.n && wkb_is_word(wkb_sub(text, 0, open)))
        return wkt_column_title(p, wkb_sub(text, 0, open));
    return wkt_column_title(p, text);
}

/* "memory bandwidth", with a capital where a sentence begins. */
static void
put_name(saying *s, const wkt_channel *ch, bool begins)
{
    const wkb_str name = ch->quantity;
    const bool small = name.n && name.p[0] >= 'a' && name.p[0] <= 'z';
    if (begins && small)
        wkb_putc(&s->out, (char)(name.p[0] - 'a' + 'A'));
    wkb_put(&s->out, wkb_sub(name, begins && small, name.n));
}

static void
put_count(saying *s)
{
    const wkb_str table = s->c->table;
    wkb_print(&s->out, " of %z ", s->c->n_rows);
    if (!wkb_ends(table, WKB_STR("s")) || s->c->n_rows == 1)
        wkb_puts(&s->out, s->c->n_rows == 1 ? "row of " : "rows of ");
    for (size_t i = 0; i < table.n; i++)
        wkb_putc(&s->out, table.p[i] == '_' ? ' ' : table.p[i]);
}

/* "over launched" where one measure stands against another. */
static void
put_base(saying *s)
{
    const wkt_channel *x = &s->c->channel[WKT_X];
    if (x == s->value || !(is_measure(x) || is_date(x)))
        return;
    wkb_puts(&s->out, s->c->type == WKT_SCATTER ? " against " : " over ");
    put_name(s, x, false);
}

static size_t
find_groups(const saying *s, wkb_str group[MOST_GROUPS + 1])
{
    const wkt_channel *ch = &s->c->channel[WKT_COLOR];
    size_t n = 0;
    for (size_t i = 0; i < s->c->n_rows && n <= MOST_GROUPS; i++) {
        size_t k = 0;
        while (k < n && !wkb_str_eq(group[k], ch->answer[i].text))
            k++;
        if (k == n)
            group[n++] = ch->answer[i].text;
    }
    return n;
}

static void
put_groups(saying *s)
{
    wkb_str group[MOST_GROUPS + 1];
    const wkt_channel *ch = &s->c->channel[WKT_COLOR];
    if (!ch->is_used || ch == s->value || is_measure(ch))
        return;
    const size_t n = find_groups(s, group);
    wkb_puts(&s->out, ", by ");
    put_name(s, ch, false);
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
        wkb_puts(&s->out, ": none is known");
    else if (s->n_known == 1)
        put_extreme(s, ": ", s->lowest);
    else if (are_equal)
        wkb_print(&s->out, ": all are %S", s->value->answer[s->lowest].text);
    else {
        put_extreme(s, ": from ", s->lowest);
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

static void
put_title(saying *s)
{
    const wkb_str title = s->c->title;
    const char last = title.n ? title.p[title.n - 1] : '\0';
    wkb_print(&s->out, "%s: %S", kinds[s->c->type], title);
    if (last != '.' && last != '!' && last != '?')
        wkb_putc(&s->out, '.');
    wkb_putc(&s->out, ' ');
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
    put_title(&s);
    if (s.value)
        put_name(&s, s.value, true);
    else
        wkb_puts(&s.out, "A picture");
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
