/* Extremes over many ranges: which end of each input moves a goal up or down.
 */
#include "compute/corners.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 8 };

typedef struct search {
    const wkc_corners *c;
    unsigned char *corner; /* of a block of lanes */
    double *goal;          /* of a block of lanes */
    double *base;          /* by goal: where nothing is moved */
    signed char *way[2];   /* goal * k + input: what raising the input does,
                              from all low ends, from all high ones */
} search;

static bool
has_goal(const wkc_goal *goal, size_t n, const wkc_goal *one)
{
    for (size_t i = 0; i < n; i++) {
        if (goal[i].a == one->a &&
            goal[i].is_difference == one->is_difference &&
            (!one->is_difference || goal[i].b == one->b))
            return true;
    }
    return false;
}

static void
add_goal(wkc_goal *goal, size_t *n, wkc_goal one)
{
    if (*n < WKC_MOST_GOALS && !has_goal(goal, *n, &one))
        goal[(*n)++] = one;
}

size_t
wkc_goals_of(const wkc_code *c, wkc_goal out[WKC_MOST_GOALS])
{
    size_t n = 0;
    add_goal(out, &n, (wkc_goal){c->result, 0, false});
    for (size_t i = 0; i < c->n; i++) {
        const wkc_ins *ins = &c->ins[i];
        if (ins->op >= WKC_EQ && ins->op <= WKC_GE)
            add_goal(out, &n, (wkc_goal){ins->a, ins->b, true});
        else if (ins->op == WKC_DIV)
            add_goal(out, &n, (wkc_goal){ins->b, 0, false});
        else if (ins->op == WKC_POW ||
                 (ins->op >= WKC_SQRT && ins->op <= WKC_LOG10))
            add_goal(out, &n, (wkc_goal){ins->a, 0, false});
    }
    for (size_t i = c->n; i-- > 0;) {
        if (c->type[i].kind == WKU_NUMBER && c->ins[i].op != WKC_CONST)
            add_goal(out, &n, (wkc_goal){(uint16_t)i, 0, false});
    }
    return n;
}

static wk_status
run_lanes(search *s, size_t n)
{
    return n ? s->c->run(s->c->ud, s->corner, n, s->goal) : WK_OK;
}

static unsigned char *
lane_of(const search *s, size_t lane)
{
    return s->corner + lane * s->c->k;
}

static signed char
sign_of(double x)
{
    return (signed char)((x > 0) - (x < 0));
}

/* What raising each input alone does to each goal, from a corner; where a
 * goal has no value there nothing is known of it. */
static wk_status
move_each(search *s, const unsigned char *from, signed char *way)
{
    const size_t k = s->c->k, n_goals = s->c->n_goals;
    memcpy(s->corner, from, k);
    WKB_TRY(run_lanes(s, 1));
    memcpy(s->base, s->goal, n_goals * sizeof *s->base);
    for (size_t at = 0; at < k; at += WKC_CORNER_LANES) {
        const size_t left = k - at;
        const size_t n = left < WKC_CORNER_LANES ? left : WKC_CORNER_LANES;
        for (size_t i = 0; i < n; i++) {
            memcpy(lane_of(s, i), from, k);
            lane_of(s, i)[at + i] ^= 1;
        }
        WKB_TRY(run_lanes(s, n));
        for (size_t i = 0; i < n * n_goals; i++) {
            const size_t input = at + i / n_goals, g = i % n_goals;
            const signed char moved = sign_of(s->goal[i] - s->base[g]);
            way[g * k + input] = (signed char)(from[input] ? -moved : moved);
        }
    }
    return WK_OK;
}

/* The corner at which what raises a goal is high and what lowers it low; up:
 * 0 for the other way round. An input that does nothing from one side is
 * judged from the other. */
static void
put_corner(const search *s, size_t goal, int side, bool up, unsigned char *out)
{
    const size_t k = s->c->k;
    for (size_t i = 0; i < k; i++) {
        const signed char first = s->way[side][goal * k + i];
        const signed char way = first ? first : s->way[!side][goal * k + i];
        out[i] = way != 0 && (way > 0) == up;
    }
}

static wk_status
run_together(search *s)
{
    size_t n = 0;
    for (size_t i = 0; i < 4 * s->c->n_goals; i++) {
        put_corner(s, i / 4, (int)(i / 2 % 2), i % 2, lane_of(s, n++));
        if (n == WKC_CORNER_LANES) {
            WKB_TRY(run_lanes(s, n));
            n = 0;
        }
    }
    return run_lanes(s, n);
}

/* Goes on from the best corner of the first goal as long as that helps. */
static wk_status
climb(search *s, bool up, unsigned char *from, signed char *way)
{
    double best = NAN;
    put_corner(s, 0, 0, up, from);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        bool moved = false;
        WKB_TRY(move_each(s, from, way));
        if (isnan(s->base[0]) ||
            (round && (up ? s->base[0] <= best : s->base[0] >= best)))
            break;
        best = s->base[0];
        for (size_t i = 0; i < s->c->k; i++) {
            const unsigned char end =
                way[i] == 0 ? from[i] : (way[i] > 0) == up;
            moved |= end != from[i];
            from[i] = end;
        }
        if (!moved)
            break;
    }
    return WK_OK;
}

/* Whether an input moves the first goal up from one side and down from the
 * other, so that the best corner may be another. */
static bool
turns(const search *s)
{
    for (size_t i = 0; i < s->c->k; i++) {
        if (s->way[0][i] * s->way[1][i] < 0)
            return true;
    }
    return false;
}

wk_status
wkc_extreme_corners(const wkc_corners *c)
{
    const size_t each = c->k * c->n_goals;
    search s = {.c = c,
                .corner =
                    WKB_NEW(c->arena, unsigned char, c->k *WKC_CORNER_LANES),
                .goal = WKB_NEW(c->arena, double, c->n_goals *WKC_CORNER_LANES),
                .base = WKB_NEW(c->arena, double, c->n_goals),
                .way = {WKB_NEW(c->arena, signed char, each),
                        WKB_NEW(c->arena, signed char, each)}};
    unsigned char *from = WKB_NEW(c->arena, unsigned char, c->k);
    signed char *way = WKB_NEW(c->arena, signed char, each);
    if (!s.corner || !s.goal || !s.base || !s.way[0] || !s.way[1] || !from ||
        !way)
        return WK_ENOMEM;
    for (int side = 0; side < 2; side++) {
        memset(from, side, c->k);
        WKB_TRY(move_each(&s, from, s.way[side]));
    }
    WKB_TRY(run_together(&s));
    if (!turns(&s))
        return WK_OK;
    WKB_TRY(climb(&s, true, from, way));
    return climb(&s, false, from, way);
}
