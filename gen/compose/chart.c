/* What a chart's parts have in common: its files, its columns. */
#include "compose/chart.h"

#include "compose/document.h"

void
wkt_chart_path(wkb_out *out, wkb_str page, wkb_str chart, const char *suffix)
{
    wkb_print(out, "charts/%S/%S%s", page, chart, suffix);
}

static bool
is_number(const wkt_channel *ch)
{
    return ch->type.kind == WKU_NUMBER;
}

/* The same expression under two names is one column. */
static bool
is_among(const wkt_chart *c, const size_t *column, size_t n, size_t channel)
{
    for (size_t i = 0; i < n; i++) {
        if (wkb_str_eq(c->channel[column[i]].expression,
                       c->channel[channel].expression))
            return true;
    }
    return false;
}

size_t
wkt_chart_columns(const wkt_chart *c, size_t out[WKT_SHOWN])
{
    static const size_t order[2][WKT_SHOWN] = {
        {WKT_LABEL, WKT_SECOND, WKT_FACET, WKT_X, WKT_Y, WKT_COLOR, WKT_SIZE},
        {WKT_X, WKT_Y, WKT_SIZE, WKT_COLOR, WKT_LABEL, WKT_SECOND, WKT_FACET}};
    size_t n = 0;
    for (size_t pass = 0; pass < WKB_COUNT(order); pass++) {
        for (size_t i = 0; i < WKT_SHOWN; i++) {
            const wkt_channel *ch = &c->channel[order[pass][i]];
            if (ch->is_used && is_number(ch) == (pass == 1) &&
                !is_among(c, out, n, order[pass][i]))
                out[n++] = order[pass][i];
        }
    }
    return n;
}
