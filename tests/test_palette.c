/* The palette: contrast (WCAG 2.2), and colors told apart with four kinds of
 * sight and in grey, in both themes. */
#include <math.h>
#include <stdio.h>

#include "test.h"

#include "draw/palette.h"

typedef struct rgb {
    double c[3]; /* linear */
} rgb;

typedef enum sight { NORMAL, DEUTAN, PROTAN, TRITAN, GREY, SIGHTS } sight;

/* Machado, Oliveira and Fernandes 2009, full severity, on linear RGB. */
static const double machado[SIGHTS][3][3] = {
    [DEUTAN] = {{.367322, .860646, -.227968},
                {.280085, .672501, .047413},
                {-.011820, .042940, .968881}},
    [PROTAN] = {{.152286, 1.052583, -.204868},
                {.114503, .786281, .099216},
                {-.003882, -.048116, 1.051998}},
    [TRITAN] = {{1.255528, -.076749, -.178779},
                {-.078411, .930809, .147602},
                {.004733, .691367, .303900}},
};

static rgb
color_of(int token, bool dark)
{
    const uint32_t hex = dark ? wkd_tints[token].dark : wkd_tints[token].light;
    rgb out;
    for (int i = 0; i < 3; i++) {
        const double v = (double)(hex >> (16 - 8 * i) & 255) / 255;
        out.c[i] = v <= .04045 ? v / 12.92 : pow((v + .055) / 1.055, 2.4);
    }
    return out;
}

static double
luminance(const rgb *x)
{
    return .2126 * x->c[0] + .7152 * x->c[1] + .0722 * x->c[2];
}

static double
contrast(int a, int b, bool dark)
{
    const rgb x = color_of(a, dark), y = color_of(b, dark);
    const double p = luminance(&x) + .05, q = luminance(&y) + .05;
    return p > q ? p / q : q / p;
}

static rgb
seen(rgb x, sight s)
{
    rgb out = x;
    for (int i = 0; i < 3; i++) {
        double v = s == GREY ? luminance(&x) : 0;
        for (int k = 0; k < 3 && s != GREY; k++)
            v += machado[s][i][k] * x.c[k];
        if (s != NORMAL)
            out.c[i] = fmin(1, fmax(0, v));
    }
    return out;
}

static double
cube(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

static void
lab_of(const rgb *x, double lab[3])
{
    const double fx =
        cube((.4124564 * x->c[0] + .3575761 * x->c[1] + .1804375 * x->c[2]) /
             .95047);
    const double fy = cube(luminance(x));
    const double fz =
        cube((.0193339 * x->c[0] + .1191920 * x->c[1] + .9503041 * x->c[2]) /
             1.08883);
    lab[0] = 116 * fy - 16;
    lab[1] = 500 * (fx - fy);
    lab[2] = 200 * (fy - fz);
}

static double
angle(double b, double a)
{
    const double degrees = atan2(b, a) * 180 / acos(-1);
    return degrees < 0 ? degrees + 360 : degrees;
}

static double
cosine(double degrees)
{
    return cos(degrees * acos(-1) / 180);
}

/* CIEDE2000. */
static double
difference(const double p[3], const double q[3])
{
    const double c = (hypot(p[1], p[2]) + hypot(q[1], q[2])) / 2;
    const double g = .5 * (1 - sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7))));
    const double a1 = p[1] * (1 + g), a2 = q[1] * (1 + g);
    const double c1 = hypot(a1, p[2]), c2 = hypot(a2, q[2]);
    const double h1 = angle(p[2], a1), h2 = angle(q[2], a2);
    const bool grey = c1 * c2 < 1e-9;
    double dh = grey ? 0 : h2 - h1;
    dh += dh > 180 ? -360 : dh < -180 ? 360 : 0;
    const double dl = q[0] - p[0], dc = c2 - c1;
    const double dbig = 2 * sqrt(c1 * c2) * sin(dh / 2 * acos(-1) / 180);
    const double lm = (p[0] + q[0]) / 2, cm = (c1 + c2) / 2;
    const double hm = grey ? h1 + h2 : h1 + dh / 2;
    const double t = 1 - .17 * cosine(hm - 30) + .24 * cosine(2 * hm) +
                     .32 * cosine(3 * hm + 6) - .20 * cosine(4 * hm - 63);
    const double far = (lm - 50) * (lm - 50);
    const double sl = 1 + .015 * far / sqrt(20 + far);
    const double sc = 1 + .045 * cm, sh = 1 + .015 * cm * t;
    const double around = fmod(hm + 360, 360) - 275;
    const double rt = -sin(60 * exp(-around * around / 625) * acos(-1) / 180) *
                      2 * sqrt(pow(cm, 7) / (pow(cm, 7) + pow(25, 7)));
    return sqrt(dl / sl * dl / sl + dc / sc * dc / sc + dbig / sh * dbig / sh +
                rt * dc / sc * dbig / sh);
}

static double
apart(int a, int b, sight s, bool dark)
{
    double p[3], q[3];
    const rgb x = seen(color_of(a, dark), s), y = seen(color_of(b, dark), s);
    lab_of(&x, p);
    lab_of(&y, q);
    return difference(p, q);
}

static void
need(double got, double least, const char *what, int token, bool dark)
{
    if (got < least)
        fail_msg("%s of %s, %s: %.2f, not %.2f",
                 what,
                 wkd_tints[token].name,
                 dark ? "dark" : "light",
                 got,
                 least);
}

static void
test_contrast(void **state)
{
    static const int plain[] = {
        WKD_TOKEN_INK, WKD_TOKEN_INK_2, WKD_TOKEN_INK_3, WKD_TOKEN_UNK};
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        for (size_t i = 0; i < WKB_COUNT(plain); i++)
            need(contrast(plain[i], WKD_TOKEN_BG, dark),
                 4.5,
                 "text",
                 plain[i],
                 dark);
        for (int i = 0; i <= WKD_HIGHLIGHT; i++) {
            need(contrast(WKD_TOKEN_T0 + i, WKD_TOKEN_BG, dark),
                 4.5,
                 "label",
                 WKD_TOKEN_T0 + i,
                 dark);
            need(contrast(WKD_TOKEN_C0 + i, WKD_TOKEN_BG, dark),
                 3,
                 "mark",
                 WKD_TOKEN_C0 + i,
                 dark);
            need(contrast(WKD_TOKEN_I0 + i, WKD_TOKEN_C0 + i, dark),
                 4.5,
                 "text inside",
                 WKD_TOKEN_C0 + i,
                 dark);
        }
        for (int i = 0; i < WKD_STEPS; i++) {
            need(contrast(WKD_TOKEN_Q1 + i, WKD_TOKEN_Q1I + i, dark),
                 4.5,
                 "ink on a step",
                 WKD_TOKEN_Q1 + i,
                 dark);
            need(contrast(WKD_TOKEN_D1 + i, WKD_TOKEN_D1I + i, dark),
                 4.5,
                 "ink on a step",
                 WKD_TOKEN_D1 + i,
                 dark);
        }
        need(contrast(WKD_TOKEN_RULE_2, WKD_TOKEN_BG, dark),
             3,
             "edge",
             WKD_TOKEN_RULE_2,
             dark);
    }
}

/* All eight series, with every kind of sight; four of them in grey too. */
static void
test_series(void **state)
{
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        for (int a = 1; a <= WKD_SERIES; a++) {
            for (int b = a + 1; b <= WKD_SERIES; b++) {
                for (sight s = NORMAL; s < GREY; s++)
                    need(apart(WKD_TOKEN_C0 + a, WKD_TOKEN_C0 + b, s, dark),
                         9.5,
                         "distance",
                         WKD_TOKEN_C0 + b,
                         dark);
                if (b <= 4)
                    need(apart(WKD_TOKEN_C0 + a, WKD_TOKEN_C0 + b, GREY, dark),
                         7.5,
                         "distance in grey",
                         WKD_TOKEN_C0 + b,
                         dark);
            }
        }
        for (sight s = NORMAL; s < SIGHTS; s++)
            need(apart(WKD_TOKEN_CH, WKD_TOKEN_C0, s, dark),
                 10,
                 "distance from neutral",
                 WKD_TOKEN_CH,
                 dark);
    }
}

/* Steps of a ramp rise in lightness and are told apart from their neighbours;
 * both ends of the diverging one from each other. */
static void
test_ramps(void **state)
{
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        for (int i = 1; i < WKD_STEPS; i++) {
            for (sight s = NORMAL; s < GREY; s++)
                need(apart(WKD_TOKEN_Q1 + i - 1, WKD_TOKEN_Q1 + i, s, dark),
                     6,
                     "distance from the step before",
                     WKD_TOKEN_Q1 + i,
                     dark);
            const rgb a = color_of(WKD_TOKEN_Q1 + i - 1, dark);
            const rgb b = color_of(WKD_TOKEN_Q1 + i, dark);
            assert_true(dark ? luminance(&b) > luminance(&a)
                             : luminance(&b) < luminance(&a));
        }
        for (sight s = NORMAL; s < GREY; s++)
            need(apart(WKD_TOKEN_D1, WKD_TOKEN_D7, s, dark),
                 30,
                 "distance of the ends",
                 WKD_TOKEN_D1,
                 dark);
    }
}

/* The measure itself: pairs of Sharma, Wu and Dalal 2005. */
static void
test_measure(void **state)
{
    static const double pairs[][7] = {
        {50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425},
        {50, 2.4900, -.0010, 50, -2.4900, .0009, 7.1792},
        {60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644},
        {2.0776, .0795, -1.1350, .9033, -.0636, -.5514, .9082}};
    (void)state;
    for (size_t i = 0; i < WKB_COUNT(pairs); i++)
        assert_true(fabs(difference(pairs[i], pairs[i] + 3) - pairs[i][6]) <
                    1e-4);
    assert_true(fabs(contrast(WKD_TOKEN_I1, WKD_TOKEN_I1, false) - 1) < 1e-9);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measure),
        cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_series),
        cmocka_unit_test(test_ramps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
