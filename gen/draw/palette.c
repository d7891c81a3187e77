/* The colours, and the look of each role. */
#include "draw/palette.h"

#define TINT(name, text, light, dark) {text, light, dark},
const wkd_tint wkd_tints[WKD_TOKENS] = {WKD_TOKEN_LIST(TINT)};

/* A token that depends on the mark's color. */
enum { OF_COLOR = WKD_TOKEN_NONE + 1, NONE = WKD_TOKEN_NONE };

typedef struct look {
    int fill, stroke;
    double width, opacity;
    wkd_dash dash;
    bool is_round;
} look;

static const look looks[WKD_ROLES] = {
    [WKD_GRID] = {NONE, WKD_TOKEN_GRIDLINE, 1, 1, WKD_SOLID, false},
    [WKD_AXIS] = {NONE, WKD_TOKEN_RULE_2, 1, 1, WKD_SOLID, false},
    [WKD_ZERO] = {NONE, WKD_TOKEN_INK, 1, 1, WKD_SOLID, false},
    [WKD_SUNK] = {WKD_TOKEN_SUNKEN, NONE, 0, 1, WKD_SOLID, false},
    [WKD_UNDER] = {NONE, WKD_TOKEN_BG, 4, 1, WKD_SOLID, false},
    [WKD_REF] = {NONE, WKD_TOKEN_INK, 1.25, 1, WKD_DASH_REF, false},
    [WKD_LEAD] = {NONE, WKD_TOKEN_INK_2, 1, 1, WKD_SOLID, false},
    [WKD_GHOST] = {NONE, WKD_TOKEN_RULE_2, 1, 1, WKD_DASH_GHOST, false},
    [WKD_HATCH] = {NONE, WKD_TOKEN_RULE, 1, 1, WKD_SOLID, false},
    [WKD_EDGE] = {NONE, WKD_TOKEN_RULE_2, 1, 1, WKD_SOLID, false},
    [WKD_FILL] = {OF_COLOR, NONE, 0, 1, WKD_SOLID, false},
    [WKD_WASH] = {OF_COLOR, NONE, 0, .1, WKD_SOLID, false},
    [WKD_BAND] = {OF_COLOR, NONE, 0, .2, WKD_SOLID, false},
    [WKD_STROKE] = {NONE, OF_COLOR, 2.25, 1, WKD_SOLID, true},
    [WKD_JOIN] = {NONE, OF_COLOR, 2, 1, WKD_SOLID, false},
    [WKD_SPAN] = {NONE, WKD_TOKEN_INK, 2, 1, WKD_SOLID, false},
    [WKD_POINT] = {OF_COLOR, WKD_TOKEN_BG, 1.5, 1, WKD_SOLID, false},
    [WKD_HOLLOW] = {WKD_TOKEN_BG, OF_COLOR, 2, 1, WKD_SOLID, false},
    [WKD_KEY] = {OF_COLOR, NONE, 0, 1, WKD_SOLID, false},
};

/* First tokens of the three uses of a color: fill, text, text inside. */
static wkd_token
of_color(uint8_t color, wkd_token plain, bool inside)
{
    if (color > WKD_D)
        return (inside ? WKD_TOKEN_D1I : WKD_TOKEN_D1) + (color - WKD_D - 1u);
    if (color > WKD_Q)
        return (inside ? WKD_TOKEN_Q1I : WKD_TOKEN_Q1) + (color - WKD_Q - 1u);
    return plain + color;
}

wkd_look
wkd_mark_look(const wkd_mark *m)
{
    const look *l = &looks[m->role];
    const wkd_token c = of_color(m->color, WKD_TOKEN_C0, false);
    return (wkd_look){
        .fill = l->fill == OF_COLOR ? c : (wkd_token)l->fill,
        .stroke = l->stroke == OF_COLOR ? c : (wkd_token)l->stroke,
        .width = l->width,
        .opacity = l->opacity,
        .dash = m->dash ? (wkd_dash)m->dash : l->dash,
        .is_round = l->is_round,
    };
}

wkd_token
wkd_word_look(const wkd_word *w)
{
    static const wkd_token plain[WKD_WORD_ROLES] = {
        [WKD_WORD_TICK] = WKD_TOKEN_INK_2,
        [WKD_WORD_AXIS_TITLE] = WKD_TOKEN_INK_2,
        [WKD_WORD_NAME] = WKD_TOKEN_INK,
        [WKD_WORD_VALUE] = WKD_TOKEN_INK,
        [WKD_WORD_NOTE] = WKD_TOKEN_INK_2,
        [WKD_WORD_UNKNOWN] = WKD_TOKEN_UNK,
        [WKD_WORD_TITLE] = WKD_TOKEN_INK,
        [WKD_WORD_SUBTITLE] = WKD_TOKEN_INK_2,
        [WKD_WORD_CAPTION] = WKD_TOKEN_INK_2,
    };
    if (w->role == WKD_WORD_LABEL)
        return of_color(w->color, WKD_TOKEN_T0, false);
    if (w->role == WKD_WORD_INSIDE)
        return of_color(w->color, WKD_TOKEN_I0, true);
    return plain[w->role];
}

size_t
wkd_dash_lengths(wkd_dash dash, double out[4])
{
    static const struct {
        size_t n;
        double length[4];
    } lengths[WKD_DASHES] = {
        [WKD_SOLID] = {0, {0, 0, 0, 0}},
        [WKD_DASH_LONG] = {2, {7, 4, 0, 0}},
        [WKD_DASH_DOTS] = {2, {2, 4, 0, 0}},
        [WKD_DASH_MIXED] = {4, {9, 3, 2, 3}},
        [WKD_DASH_REF] = {2, {5, 3, 0, 0}},
        [WKD_DASH_GHOST] = {2, {2, 3, 0, 0}},
    };
    for (size_t i = 0; i < 4; i++)
        out[i] = lengths[dash].length[i];
    return lengths[dash].n;
}

size_t
wkd_shape_corners(wkd_shape shape, wkd_point at, double r, wkd_point out[4])
{
    static const struct {
        size_t n;
        wkd_point at[4];
    } shapes[WKD_SHAPES] = {
        [WKD_CIRCLE] = {0, {{0, 0}}},
        [WKD_SQUARE] = {4, {{-.9, -.9}, {.9, -.9}, {.9, .9}, {-.9, .9}}},
        [WKD_TRIANGLE] = {3, {{0, -1.2}, {1.15, .85}, {-1.15, .85}}},
        [WKD_DIAMOND] = {4, {{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}}},
    };
    for (size_t i = 0; i < shapes[shape].n; i++) {
        out[i].x = at.x + r * shapes[shape].at[i].x;
        out[i].y = at.y + r * shapes[shape].at[i].y;
    }
    return shapes[shape].n;
}

#define ROLE_TEXT(name, text) text,

const char *
wkd_role_name(wkd_role role)
{
    static const char *const names[] = {WKD_ROLE_LIST(ROLE_TEXT)};
    return names[role];
}

const char *
wkd_word_role_name(wkd_word_role role)
{
    static const char *const names[] = {WKD_WORD_LIST(ROLE_TEXT)};
    return names[role];
}
