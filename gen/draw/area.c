/* Areas one upon the other: at each x the parts of all series, from the
 * bottom. */
#include <math.h>
#include <stdlib.h>

#include "draw/curves.h"

typedef struct heap {
    double *x;
    size_t n_x;
    double *v;     /* n_x by series; NaN: not known */
    uint32_t *row; /* the same */
} heap;

static int
ascending(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static wk_status
take_heap(wkd_lay *l, heap *h)
{
    const size_t n = wkd_n_series(l);
    size_t k = 0;
    h->n_x = 0;
    h->x = WKB_NEW(l->a, double, l->c->n_rows);
    if (!h->x)
        return WK_ENOMEM;
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        const double x = wkd_best(&l->num[WKT_X][i]);
        if (wkd_in_panel(l, i) && !isnan(x))
            h->x[k++] = x;
    }
    qsort(h->x, k, sizeof *h->x, ascending);
    for (size_t i = 0; i < k; i++) {
        if (h->n_x == 0 || h->x[i] != h->x[h->n_x - 1])
            h->x[h->n_x++] = h->x[i];
    }
    h->v = WKB_NEW(l->a, double, h->n_x *n);
    h->row = WKB_NEW(l->a, uint32_t, h->n_x * n);
    if (!h->v || !h->row)
        return WK_ENOMEM;
    for (size_t i = 0; i < h->n_x * n; i++)
        h->v[i] = NAN;
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        const double x = wkd_best(&l->num[WKT_X][i]);
        const double *at = wkd_in_panel(l, i) && !isnan(x)
                               ? bsearch(&x, h->x, h->n_x, sizeof x, ascending)
                               : NULL;
        if (!at)
            continue;
        const size_t cell =
            (size_t)(at - h->x) * n + (l->series.n ? l->series_of[i] : 0);
        h->v[cell] = wkd_best(&l->num[WKT_Y][i]);
        h->row[cell] = i;
    }
    return WK_OK;
}

static bool
is_whole(const heap *h, size_t i, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (isnan(h->v[i * n + k]))
            return false;
    }
    return true;
}

static double
sum_to(const heap *h, size_t i, size_t n, size_t k)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++)
        sum += h->v[i * n + j];
    return sum;
}

static wk_status
refuse_negative(const wkd_lay *l)
{
    for (uint32_t i = 0; i < l->c->n_rows; i++) {
        if (wkd_best(&l->num[WKT_Y][i]) < 0)
            return wkb_error(l->d,
                             WK_EDOMAIN,
                             l->c->channel[WKT_Y].at,
                             "row %q has %S, which an area cannot show\n"
                             "write type: line",
                             l->c->row_id ? l->c->row_id[i]
                                          : l->c->channel[WKT_X].text[i],
                             l->c->channel[WKT_Y].text[i]);
    }
    return WK_OK;
}

static wk_status
prepare_area(wkd_lay *l)
{
    heap h;
    const size_t n = wkd_n_series(l), panels = l->panels.n ? l->panels.n : 1;
    double hi = -INFINITY;
    WKB_TRY(wkd_take_x(l));
    WKB_TRY(refuse_negative(l));
    WKB_TRY(wkd_take_axis(l, 1, WKT_Y));
    for (l->panel = 0; l->panel < panels; l->panel++) {
        WKB_TRY(take_heap(l, &h));
        for (size_t i = 0; i < h.n_x; i++) {
            if (is_whole(&h, i, n))
                hi = fmax(hi, sum_to(&h, i, n, n));
        }
    }
    l->panel = 0;
    WKB_TRY(wkd_check_measured(l, 1, 0, hi));
    WKB_TRY(wkd_set_domain(l, 1, 0, hi, true));
    l->axis[1].is_whole = wkd_is_free_domain(l);
    return wkd_curve_head(l, l->panels.n > 1 ? WKD_KEY_FILLS : WKD_NO_KEY);
}

/* One part over one run of whole stacks. */
static void
put_part(wkd_lay *l, const heap *h, size_t k, size_t from, size_t to)
{
    const size_t n = wkd_n_series(l);
    const uint8_t color = l->series.n ? l->color[k] : 1;
    const uint32_t row = h->row[from * n + k];
    const wkb_str name =
        l->series.n ? l->series.item[k] : l->c->channel[WKT_Y].quantity;
    const double gap = k ? 1.5 : 0;
    wkd_begin(l, WKD_AREA, WKD_FILL, color);
    for (size_t i = from; i < to; i++)
        wkd_to(l,
               wkd_at(&l->axis[0], h->x[i]),
               wkd_at(&l->axis[1], sum_to(h, i, n, k + 1)));
    for (size_t i = to; i-- > from;) {
        const double top = wkd_at(&l->axis[1], sum_to(h, i, n, k + 1));
        const double base = wkd_at(&l->axis[1], sum_to(h, i, n, k));
        wkd_to(l, wkd_at(&l->axis[0], h->x[i]), fmax(top, base - gap));
    }
    if (l->status == WK_OK)
        wkd_last(l)->datum = wkd_datum_text(l, row, (wkb_str){NULL, 0}, name);
}

/* A stack between two gaps is a line a part. */
static void
put_lone_stack(wkd_lay *l, const heap *h, size_t i)
{
    const size_t n = wkd_n_series(l);
    const double x = wkd_at(&l->axis[0], h->x[i]);
    for (size_t k = 0; k < n && l->status == WK_OK; k++) {
        const wkb_str name = l->series.n
                                 ? l->series.item[k]
                                 : l->c->channel[WKT_X].text[h->row[i * n + k]];
        const uint32_t datum = wkd_datum_of(l, h->row[i * n + k], name, WKT_Y);
        wkd_begin(l, WKD_SEGMENTS, WKD_JOIN, l->series.n ? l->color[k] : 1);
        wkd_to(l, x, wkd_at(&l->axis[1], sum_to(h, i, n, k)));
        wkd_to(l, x, wkd_at(&l->axis[1], sum_to(h, i, n, k + 1)));
        if (l->status == WK_OK)
            wkd_last(l)->datum = datum;
    }
}

static void
put_heap(wkd_lay *l, const heap *h)
{
    const size_t n = wkd_n_series(l);
    for (size_t from = 0; from < h->n_x; from++) {
        size_t to = from;
        while (to < h->n_x && is_whole(h, to, n))
            to++;
        for (size_t k = 0; k < n && to - from > 1; k++)
            put_part(l, h, k, from, to);
        if (to - from == 1)
            put_lone_stack(l, h, from);
        from = to > from ? to : from;
    }
}

/* The name of each part beside the middle of its last height. */
static wk_status
label_parts(wkd_lay *l, const heap *h)
{
    const size_t n = wkd_n_series(l);
    size_t last = h->n_x;
    wkd_end_label *label = WKB_NEW(l->a, wkd_end_label, n);
    if (!label)
        return WK_ENOMEM;
    while (last && !is_whole(h, last - 1, n))
        last--;
    if (last == 0 || l->series.n == 0)
        return WK_OK;
    for (size_t k = 0; k < n; k++) {
        const double a = sum_to(h, last - 1, n, k);
        const double b = sum_to(h, last - 1, n, k + 1);
        label[k] = (wkd_end_label){.want = wkd_at(&l->axis[1], (a + b) / 2),
                                   .x = wkd_at(&l->axis[0], h->x[last - 1]),
                                   .text = l->series.item[k],
                                   .color = l->color[k]};
    }
    wkd_put_end_labels(l, label, n);
    return l->status;
}

static wk_status
draw_area(wkd_lay *l)
{
    heap h;
    wkd_plot(l, wkd_curve_height(l), l->series.n ? wkd_room_for_names(l) : 12);
    WKB_TRY(l->status);
    WKB_TRY(take_heap(l, &h));
    put_heap(l, &h);
    if (l->panels.n < 2)
        WKB_TRY(label_parts(l, &h));
    wkd_annotate(l);
    return l->status;
}

const wkd_family wkd_area = {prepare_area, draw_area, wkd_curve_finish};
