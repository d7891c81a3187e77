/* Sweeps: an expression over scenarios, by shares that can be made side by
 * side. */
#include "project/sweep.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 16 * WKC_BLOCK }; /* lanes that make one record */

static wk_status
usage(wk_project *p, const char *message)
{
    return wkb_error(&p->diag, WK_EUSAGE, WKB_NOWHERE, "%s", message);
}

static wk_status
check_options(wk_project *p, const wk_sweep_options *o)
{
    if (o->from && (o->n_over || o->n_random))
        return usage(p,
                     "scenarios come from a file or from a grid, not both\n"
                     "leave out --from, or --over and --random");
    if (!o->from && o->n_over == 0)
        return usage(p,
                     "no scenarios\nname values with --over x=1:256, or a file "
                     "with --from");
    if (o->by && !o->stats)
        return usage(p,
                     "groups without statistics\nadd --stats min,median,max");
    return WK_OK;
}

static wk_status
check_taken(wk_project *p, const wkc_axis *axis, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (wkb_str_eq(axis[i].name, axis[n].name))
            return wkb_error(&p->diag,
                             WK_EDUPLICATE,
                             WKB_NOWHERE,
                             "%q is swept twice\ngive each name one --over",
                             axis[n].name);
    }
    return WK_OK;
}

/* Lanes are counted in 32 bits, and so are values. */
static wk_status
count_lanes(wk_sweep_run *r, uint64_t n_random)
{
    uint64_t n = 1;
    r->grid.draws = n_random != 0;
    for (size_t i = 0; i < r->grid.n_axes && n <= UINT32_MAX; i++)
        n *= r->grid.axis[i].n;
    r->grid.n_lanes = n_random ? n_random : n;
    if (r->grid.n_lanes <= UINT32_MAX)
        return WK_OK;
    return wkb_error(&r->p->diag,
                     WK_ELIMIT,
                     WKB_NOWHERE,
                     "more than 4 billion scenarios\ntake fewer values, or "
                     "draw some with --random");
}

static wk_status
read_axes(wk_sweep_run *r, const wk_sweep_options *o)
{
    wkc_axis *axis = WKB_NEW(&r->own, wkc_axis, o->n_over);
    if (!axis)
        return WK_ENOMEM;
    for (size_t i = 0; i < o->n_over; i++) {
        WKB_TRY(wkp_read_over(
            r->p, &r->own, o->over[i], o->n_random != 0, &axis[i]));
        WKB_TRY(check_taken(r->p, axis, i));
    }
    r->grid = (wkc_grid){.axis = axis, .n_axes = o->n_over, .seed = o->seed};
    r->n_inputs = o->n_over;
    return count_lanes(r, o->n_random);
}

static wk_status
open_stream(wk_sweep_run *r, const wk_sweep_options *o)
{
    const char *name = o->from_name ? o->from_name : "scenarios";
    r->has_stream = true;
    WKB_TRY(wkl_stream_open(&r->stream,
                            &r->p->tables,
                            &r->own,
                            wkb_str_of(name),
                            o->from,
                            o->from_ud));
    r->n_inputs = r->stream.table.n_col;
    return WK_OK;
}

static wk_status
bind_names(wk_sweep_run *r)
{
    r->name = WKB_NEW(&r->own, wkc_binding, r->n_inputs);
    if (!r->name)
        return WK_ENOMEM;
    for (size_t i = 0; i < r->n_inputs; i++) {
        const wkl_column *c = &r->stream.table.col[i];
        const wkc_axis *a = &r->grid.axis[i];
        r->name[i] = (wkc_binding){.name = r->has_stream ? c->name : a->name,
                                   .kind = WKC_BIND_INPUT,
                                   .input = (uint32_t)i,
                                   .type = r->has_stream ? c->type : a->type};
    }
    return WK_OK;
}

static wk_status
find_by(wk_sweep_run *r, const char *by)
{
    r->by = SIZE_MAX;
    if (!by)
        return WK_OK;
    for (size_t i = 0; i < r->n_inputs; i++) {
        if (wkb_str_eq(r->name[i].name, wkb_str_of(by)))
            r->by = i;
    }
    if (r->by == SIZE_MAX)
        return wkb_error(&r->p->diag,
                         WK_ENAME,
                         WKB_NOWHERE,
                         "no scenario has a name '%s'\ngroup by a name of "
                         "--over, or a column of --from",
                         by);
    if (!r->has_stream && r->grid.axis[r->by].kind == WKC_AXIS_DRAWN)
        return wkb_error(&r->p->diag,
                         WK_EUSAGE,
                         WKB_NOWHERE,
                         "'%s' is drawn from a range: each draw would be a "
                         "group\ngroup by a name that has a list of values",
                         by);
    return WK_OK;
}

static wk_status
compile(wk_sweep_run *r, const char *expr, size_t n)
{
    wkb_span at;
    wk_project *p = r->p;
    const wkc_bindings names = {.item = r->name, .n = r->n_inputs};
    WKB_TRY(wkp_text(p, "expression", expr, n, &at));
    WKB_TRY(wkc_parse(
        &r->expr, &r->own, p->diag.file.item[at.file].bytes, at, &p->diag));
    WKB_TRY(wkc_compile(&r->code, &r->own, &p->env, &r->expr, &names));
    if (!r->has_stats)
        return WK_OK;
    if (r->code->result_type.kind != WKU_NUMBER)
        return wkb_error(&p->diag,
                         WK_ETYPE,
                         r->expr.at,
                         "statistics are of quantities\nleave out --stats, or "
                         "give a number: if(condition, 1, 0)");
    if (r->code->n_ranged)
        return wkb_error(&p->diag,
                         WK_EUNDECIDED,
                         r->expr.at,
                         "the values are ranges, which have no statistics\n"
                         "state single values, or leave out --stats for the "
                         "ends of each");
    return WK_OK;
}

/* Whether an inner or outer program reads an input. */
static bool
reads_input(const wkc_code *c, size_t input)
{
    for (size_t i = 0; i < c->n; i++) {
        const wkc_ins *ins = &c->ins[i];
        if (ins->op == WKC_INPUT && (size_t)ins->k == input)
            return true;
        if (ins->op == WKC_SOLVE && reads_input(c->solve[ins->c], input))
            return true;
        if (ins->op != WKC_FOLD)
            continue;
        const wkc_fold *f = &c->fold[ins->c];
        if ((f->where && reads_input(f->where, input)) ||
            (f->sort && reads_input(f->sort, input)) ||
            (f->term && reads_input(f->term, input)))
            return true;
    }
    return false;
}

static wk_status
want_columns(wk_sweep_run *r)
{
    bool *wanted = WKB_NEW(&r->own, bool, r->n_inputs);
    if (!wanted)
        return WK_ENOMEM;
    for (size_t i = 0; i < r->n_inputs; i++)
        wanted[i] = i == r->by || reads_input(r->code, i);
    wkl_stream_want(&r->stream, wanted);
    return WK_OK;
}

/* A value that stands in a list twice makes one group. */
static wk_status
join_equals(wk_sweep_run *r)
{
    const wkc_axis *a =
        r->has_stream || r->by == SIZE_MAX ? NULL : &r->grid.axis[r->by];
    if (!a || a->kind != WKC_AXIS_LIST)
        return WK_OK;
    uint32_t *order = WKB_NEW(&r->own, uint32_t, a->n);
    r->first = WKB_NEW(&r->own, uint32_t, a->n);
    if (!order || !r->first)
        return WK_ENOMEM;
    for (size_t i = 0; i < a->n; i++)
        order[i] = (uint32_t)i;
    for (size_t gap = a->n / 2; gap > 0; gap /= 2) { /* Shell's sort */
        for (size_t i = gap; i < a->n; i++) {
            const uint32_t x = order[i];
            size_t j = i;
            for (; j >= gap && a->value[x] < a->value[order[j - gap]]; j -= gap)
                order[j] = order[j - gap];
            order[j] = x;
        }
    }
    for (size_t i = 0; i < a->n; i++) {
        const bool is_same =
            i > 0 && a->value[order[i]] == a->value[order[i - 1]];
        r->first[order[i]] = is_same ? r->first[order[i - 1]] : order[i];
    }
    return WK_OK;
}

static wk_status
begin(wk_sweep_run *r, const wk_sweep_options *o, const char *expr, size_t n)
{
    WKB_TRY(check_options(r->p, o));
    WKB_TRY(o->from ? open_stream(r, o) : read_axes(r, o));
    WKB_TRY(bind_names(r));
    WKB_TRY(find_by(r, o->by));
    if (o->stats)
        WKB_TRY(wkp_read_stats(r, o->stats));
    WKB_TRY(compile(r, expr, n));
    if (r->has_stream)
        WKB_TRY(want_columns(r));
    WKB_TRY(join_equals(r));
    WKB_TRY(
        wkc_lanes_init(&r->lanes, &r->own, &r->p->env, r->code, r->n_inputs));
    r->key = WKB_NEW(&r->own, double, WKC_BLOCK);
    if (!r->key)
        return WK_ENOMEM;
    return wkc_tally_init(&r->tally,
                          &r->own,
                          r->stat,
                          r->n_stats,
                          r->has_stream ? 0 : r->grid.n_lanes);
}

wk_status
wk_sweep_begin(wk_sweep_run **out,
               wk_project *p,
               const char *expr,
               size_t n,
               const wk_sweep_options *opts)
{
    static const wk_sweep_options none = WK_SWEEP_OPTIONS_INIT;
    *out = NULL;
    WKB_TRY(wkp_begin(p));
    WKB_TRY(wkp_built_in(p, (wkb_str){expr, n}));
    wk_sweep_run *r = WKB_NEW(&p->call, wk_sweep_run, 1);
    if (!r)
        return WK_ENOMEM;
    r->p = p;
    wkb_arena_init(&r->own, p->call.fn, p->call.ud, p->call.max_bytes);
    const wk_status status = begin(r, opts ? opts : &none, expr, n);
    if (status == WK_OK)
        *out = r;
    else
        wk_sweep_end(r);
    return status;
}

void
wk_sweep_end(wk_sweep_run *r)
{
    if (!r)
        return;
    if (r->has_stream)
        wkl_stream_close(&r->stream);
    wkb_arena_clear(&r->own);
}

/* The share that is being made. */
typedef struct share {
    wk_sweep_run *r;
    wkb_out sink; /* the caller's */
    wkb_out text; /* of a record of lines */
    wkc_tally *part;
} share;

/* Rows of the stream's piece from `first` on, as inputs. */
static void
fill_from_rows(wk_sweep_run *r, size_t first, size_t n)
{
    for (size_t i = 0; i < r->n_inputs; i++) {
        const wkl_column *c = &r->stream.table.col[i];
        double *to = r->lanes.input[i];
        if (c->num)
            memcpy(to, c->num + first, n * sizeof *to);
        for (size_t k = 0; c->index && k < n; k++)
            to[k] = c->index[first + k] == WKL_NONE
                        ? (double)NAN
                        : (double)c->index[first + k];
    }
    for (size_t k = 0; k < n; k++)
        r->key[k] = r->by == SIZE_MAX ? 0 : r->lanes.input[r->by][k];
}

static wk_status
report(wk_sweep_run *r, const wkc_cause *cause, size_t lane, size_t row)
{
    wkb_str where;
    WKB_TRY(wkp_lane_text(r, lane, row, &where));
    if (cause->code)
        return wkc_report_cause_of(&r->p->env, cause, where);
    wkb_note(&r->p->diag, WKB_NOWHERE, "the fault is where %e", where);
    return WK_OK;
}

static wk_status
tell_tally(wk_sweep_run *r, wk_status status)
{
    if (status == WK_ELIMIT)
        return wkb_error(&r->p->diag,
                         status,
                         WKB_NOWHERE,
                         "more than %d groups\ngroup by a name with fewer "
                         "values",
                         (int)WKC_MOST_GROUPS);
    return status;
}

/* One block whose inputs are filled; first: its first row in the piece. */
static wk_status
make_block(share *s, size_t first, size_t n)
{
    wk_sweep_run *r = s->r;
    size_t lane = 0;
    wkc_cause cause;
    const wk_status status = wkc_lanes_run(&r->lanes, n, &lane, &cause);
    if (status == WK_ENOMEM)
        return status;
    if (status != WK_OK) {
        (void)report(r, &cause, lane, first + lane);
        return status;
    }
    if (s->part)
        return tell_tally(r, wkc_tally_add(s->part, r->key, r->lanes.value, n));
    for (size_t i = 0; i < n; i++)
        wkp_put_line(r, &s->text, i, first + i);
    return s->text.status;
}

/* Hands over the lines of a chunk. */
static wk_status
end_chunk(share *s)
{
    wkb_str text;
    if (s->part)
        return WK_OK;
    WKB_TRY(wkb_out_text(&s->text, &text));
    wkb_put(&s->sink, text);
    s->text.n = 0;
    return s->sink.status;
}

static wk_status
make_from_grid(share *s, unsigned own, unsigned n_shares)
{
    wk_sweep_run *r = s->r;
    const uint64_t step = (uint64_t)CHUNK * n_shares;
    for (uint64_t at = (uint64_t)CHUNK * own; at < r->grid.n_lanes;
         at += step) {
        for (size_t done = 0; done < CHUNK && at + done < r->grid.n_lanes;
             done += WKC_BLOCK) {
            const uint64_t left = r->grid.n_lanes - at - done;
            const size_t n = left < WKC_BLOCK ? (size_t)left : WKC_BLOCK;
            wkc_grid_fill(
                &r->grid, at + done, n, r->lanes.input, r->key, r->by);
            for (size_t k = 0; r->first && k < n; k++)
                r->key[k] = r->first[(size_t)r->key[k]];
            WKB_TRY(make_block(s, 0, n));
        }
        WKB_TRY(end_chunk(s));
    }
    return WK_OK;
}

static wk_status
make_from_stream(share *s, unsigned own, unsigned n_shares)
{
    wk_sweep_run *r = s->r;
    bool more = true;
    wkl_stream_rewind(&r->stream);
    for (uint64_t piece = 0; more; piece++) {
        const bool is_own = piece % n_shares == own;
        WKB_TRY(wkl_stream_next(&r->stream, is_own, &more));
        if (!more || !is_own)
            continue;
        const size_t n_row = r->stream.table.n_row;
        for (size_t at = 0; at < n_row; at += WKC_BLOCK) {
            const size_t n = n_row - at < WKC_BLOCK ? n_row - at : WKC_BLOCK;
            fill_from_rows(r, at, n);
            WKB_TRY(make_block(s, at, n));
        }
        WKB_TRY(end_chunk(s));
    }
    return WK_OK;
}

static wk_status
make(share *s, unsigned own, unsigned n_shares)
{
    return s->r->has_stream ? make_from_stream(s, own, n_shares)
                            : make_from_grid(s, own, n_shares);
}

wk_status
wk_sweep_share(
    wk_sweep_run *r, unsigned own, unsigned n_shares, wk_sink_fn sink, void *ud)
{
    wkb_arena arena;
    wkc_tally part;
    if (own >= n_shares)
        return wkb_error(&r->p->diag,
                         WK_EUSAGE,
                         WKB_NOWHERE,
                         "there is no share %z of %z\nshares are counted from "
                         "0",
                         (size_t)own,
                         (size_t)n_shares);
    wkb_arena_init(&arena, r->own.fn, r->own.ud, r->own.max_bytes);
    share s = {.r = r,
               .sink = wkb_out_to(sink, ud),
               .text = wkb_out_kept(&arena),
               .part = r->has_stats ? &part : NULL};
    wk_status status = WK_OK;
    if (s.part)
        status = wkc_tally_part(&part, &r->tally, &arena, &s.sink);
    if (status == WK_OK)
        status = make(&s, own, n_shares);
    if (status == WK_OK && s.part)
        status = wkc_tally_end(&part);
    wkb_arena_clear(&arena);
    return status;
}

wk_status
wk_sweep_take(
    wk_sweep_run *r, const char *record, size_t n, wk_sink_fn sink, void *ud)
{
    wkb_out out = wkb_out_to(sink, ud);
    if (r->has_stats)
        return tell_tally(r, wkc_tally_take(&r->tally, (wkb_str){record, n}));
    wkp_put_heading(r, &out);
    wkb_put(&out, (wkb_str){record, n});
    return out.status;
}

wk_status
wk_sweep_next(wk_sweep_run *r, int *again, wk_sink_fn sink, void *ud)
{
    wkb_out out = wkb_out_to(sink, ud);
    bool more = false;
    *again = 0;
    if (r->has_stats)
        WKB_TRY(wkc_tally_next(&r->tally, &more));
    *again = more;
    if (more)
        return WK_OK;
    if (r->has_stats)
        return wkp_put_groups(r, &out);
    wkp_put_heading(r, &out);
    return out.status;
}

/* Records go straight back into the run. */
typedef struct taking {
    wk_sweep_run *r;
    wk_sink_fn sink;
    void *ud;
} taking;

static wk_status
take(void *ud, const char *record, size_t n)
{
    const taking *t = ud;
    return wk_sweep_take(t->r, record, n, t->sink, t->ud);
}

wk_status
wk_sweep(wk_project *p,
         const char *expr,
         size_t n,
         const wk_sweep_options *opts,
         wk_sink_fn sink,
         void *ud)
{
    taking t = {.sink = sink, .ud = ud};
    int again = 1;
    WKB_TRY(wk_sweep_begin(&t.r, p, expr, n, opts));
    wk_status status = WK_OK;
    while (status == WK_OK && again) {
        status = wk_sweep_share(t.r, 0, 1, take, &t);
        if (status == WK_OK)
            status = wk_sweep_next(t.r, &again, sink, ud);
    }
    wk_sweep_end(t.r);
    return status;
}
