/* What lines and areas share: their axes, and the names at the right ends. */
#include <math.h>
#include <stdlib.h>

#include "draw/curves.h"

enum { LINE_STEP = 15, BESIDE = 8 };

wk_status
wkd_take_x(wkd_lay *l)
{
    double lo, hi;
    WKB_TRY(wkd_take_axis(l, 0, WKT_X));
    wkd_span_of(l, WKT_X, &lo, &hi);
    wkd_date_span(l, WKT_X, &lo, &hi);
    return wkd_set_domain(l, 0, lo, hi, false);
}

wk_status
wkd_curve_head(wkd_lay *l, int key)
{
    wkd_set_ticks(l, &l->axis[1], 240, false);
    wkd_head(l, l->x0, &l->axis[1], key);
    l->y += 23;
    return l->status;
}

bool
wkd_is_free_domain(const wkd_lay *l)
{
    return isnan(l->c->domain[1][0]) && isnan(l->c->domain[1][1]);
}

/* Beside the plot: the names of the lines, or the last value. */
double
wkd_room_for_names(wkd_lay *l)
{
    double most = 0;
    if (l->panels.n > 1)
        return 12;
    for (size_t i = 0; i < l->series.n && l->status == WK_OK; i++)
        most = fmax(most, wkd_width(l, l->series.item[i], WKD_BOLD, 12));
    for (uint32_t i = 0; l->series.n == 0 && i < l->c->n_rows; i++) {
        const double v = wkd_best(&l->num[WKT_Y][i]);
        const wku_num best = {v, v, v};
        const wkb_str text = wkd_number(l, &l->axis[1], &best);
        if (!isnan(v))
            most = fmax(most, wkd_width(l, text, WKD_BOLD, 12));
    }
    return fmin(most + BESIDE + 2, .38 * (l->x1 - l->x0));
}

double
wkd_curve_height(const wkd_lay *l)
{
    return l->panels.n > 1 ? 160 : 250;
}

wk_status
wkd_curve_finish(wkd_lay *l)
{
    wkd_foot(l);
    return l->status;
}

static int
by_want(const void *a, const void *b)
{
    const wkd_end_label *p = a, *q = b;
    return (p->want > q->want) - (p->want < q->want);
}

wkd_word
wkd_end_word(const wkd_end_label *label)
{
    wkd_word w = wkd_say(WKD_WORD_LABEL, label->text, 0, 0);
    w.color = label->color;
    return w;
}

static size_t
keep_near(wkd_end_label *label, size_t n, double edge)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (label[i].x >= edge)
            label[kept++] = label[i];
    }
    return kept;
}

void
wkd_put_end_labels(wkd_lay *l, wkd_end_label *label, size_t n)
{
    const wkd_box plot = wkd_plot_box(l);
    const double lo = plot.y0 - 4, hi = plot.y1;
    const size_t most = (size_t)((hi - lo) / LINE_STEP);
    double *y = WKB_NEW(l->a, double, n);
    if (!y)
        return;
    n = keep_near(label, n, plot.x1 - 16);
    if (n > most) {
        wkd_drop(l, n - most);
        n = most;
    }
    qsort(label, n, sizeof *label, by_want);
    for (size_t i = 0; i < n; i++)
        y[i] = label[i].want;
    (void)wkd_spread(y, n, LINE_STEP, lo, hi);
    for (size_t i = 0; i < n; i++) {
        if (fabs(y[i] - label[i].want) > 8)
            wkd_segment(l,
                        WKD_LEAD,
                        label[i].x + 5,
                        label[i].want,
                        plot.x1 + BESIDE - 2,
                        y[i]);
        wkd_word w = wkd_end_word(&label[i]);
        w.x = plot.x1 + BESIDE;
        w.y = y[i] + 4;
        w.s = wkd_fit(l, w.s, WKD_BOLD, 12, l->x1 - w.x);
        wkd_add_free(l, w);
    }
}
