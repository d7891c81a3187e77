/* The colors of charts, in light and dark: contrast after WCAG 2.2, and how
 * far apart series are (CIEDE2000) to five kinds of sight, the simulations
 * after Machado, Oliveira and Fernandes (2009) at full severity. */
#include <math.h>

#include "test.h"

#include "draw/palette.h"

typedef struct triple {
    double x, y, z;
} triple;

typedef enum sight { NORMAL, DEUTAN, PROTAN, TRITAN, GREY, SIGHTS } sight;

static const double pi = 3.14159265358979323846;

static double
linear(unsigned v)
{
    const double u = v / 255.;
    return u <= .04045 ? u / 12.92 : pow((u + .055) / 1.055, 2.4);
}

static triple
linear_of(uint32_t rgb)
{
    return (triple){
        linear(rgb >> 16 & 255), linear(rgb >> 8 & 255), linear(rgb & 255)};
}

static double
luminance(triple c)
{
    return .2126 * c.x + .7152 * c.y + .0722 * c.z;
}

static uint32_t
color(bool dark, wkd_token t)
{
    return dark ? wkd_tints[t].dark : wkd_tints[t].light;
}

static double
contrast(bool dark, wkd_token a, wkd_token b)
{
    const double x = luminance(linear_of(color(dark, a))) + .05;
    const double y = luminance(linear_of(color(dark, b))) + .05;
    return x > y ? x / y : y / x;
}

static double
clamp(double v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

static triple
seen(uint32_t rgb, sight s)
{
    static const double m[SIGHTS][9] = {
        [PROTAN] = {.152286,
                    1.052583,
                    -.204868,
                    .114503,
                    .786281,
                    .099216,
                    -.003882,
                    -.048116,
                    1.051998},
        [DEUTAN] = {.367322,
                    .860646,
                    -.227968,
                    .280085,
                    .672501,
                    .047413,
                    -.011820,
                    .042940,
                    .968881},
        [TRITAN] = {1.255528,
                    -.076749,
                    -.178779,
                    -.078411,
                    .930809,
                    .147602,
                    .004733,
                    .691367,
                    .303900},
    };
    const triple c = linear_of(rgb);
    const double *k = m[s], l = luminance(c);
    if (s == NORMAL)
        return c;
    if (s == GREY)
        return (triple){l, l, l};
    return (triple){clamp(k[0] * c.x + k[1] * c.y + k[2] * c.z),
                    clamp(k[3] * c.x + k[4] * c.y + k[5] * c.z),
                    clamp(k[6] * c.x + k[7] * c.y + k[8] * c.z)};
}

static double
curve(double t)
{
    return t > 216. / 24389 ? cbrt(t) : (24389. / 27 * t + 16) / 116;
}

/* CIE L*a*b* of linear sRGB. */
static triple
lab(triple c)
{
    const double fx =
        curve((.4124564 * c.x + .3575761 * c.y + .1804375 * c.z) / .95047);
    const double fy = curve(luminance(c));
    const double fz =
        curve((.0193339 * c.x + .1191920 * c.y + .9503041 * c.z) / 1.08883);
    return (triple){116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)};
}

static double
degrees(double y, double x)
{
    const double d = atan2(y, x) * 180 / pi;
    return d < 0 ? d + 360 : d;
}

static double
cosine(double d)
{
    return cos(d * pi / 180);
}

/* CIEDE2000. */
static double
apart(triple p, triple q)
{
    const double c = (hypot(p.y, p.z) + hypot(q.y, q.z)) / 2;
    const double g = .5 * (1 - sqrt(pow(c, 7) / (pow(c, 7) + pow(25, 7))));
    p.y *= 1 + g;
    q.y *= 1 + g;
    const double c1 = hypot(p.y, p.z), c2 = hypot(q.y, q.z);
    const double h1 = degrees(p.z, p.y), h2 = degrees(q.z, q.y);
    const bool is_grey = c1 * c2 < 1e-9;
    const double dh = is_grey ? 0 : fmod(h2 - h1 + 540, 360) - 180;
    const double dl = q.x - p.x, dc = c2 - c1;
    const double dbig = 2 * sqrt(c1 * c2) * sin(dh / 2 * pi / 180);
    const double lm = (p.x + q.x) / 2 - 50, cm = (c1 + c2) / 2;
    const double hm = is_grey ? h1 + h2 : fmod(h1 + dh / 2 + 360, 360);
    const double t = 1 - .17 * cosine(hm - 30) + .24 * cosine(2 * hm) +
                     .32 * cosine(3 * hm + 6) - .2 * cosine(4 * hm - 63);
    const double sl = 1 + .015 * lm * lm / sqrt(20 + lm * lm);
    const double sc = 1 + .045 * cm, sh = 1 + .015 * cm * t;
    const double turn = 60 * exp(-pow((hm - 275) / 25, 2));
    const double rt = -sin(turn * pi / 180) * 2 *
                      sqrt(pow(cm, 7) / (pow(cm, 7) + pow(25, 7)));
    return sqrt(dl / sl * (dl / sl) + dc / sc * (dc / sc) +
                dbig / sh * (dbig / sh) + rt * dc / sc * dbig / sh);
}

static double
distance(bool dark, wkd_token a, wkd_token b, sight s)
{
    return apart(lab(seen(color(dark, a), s)), lab(seen(color(dark, b), s)));
}

/* The nearest pair of the first n series. */
static double
nearest(bool dark, unsigned n, sight s)
{
    double least = 1e9;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++) {
            const double d =
                distance(dark, WKD_TOKEN_C1 + i, WKD_TOKEN_C1 + k, s);
            least = d < least ? d : least;
        }
    return least;
}

static void
need(bool dark, wkd_token a, wkd_token b, double least)
{
    if (contrast(dark, a, b) < least)
        fail_msg("%s: %s on %s is %.2f",
                 dark ? "dark" : "light",
                 wkd_tints[a].name,
                 wkd_tints[b].name,
                 contrast(dark, a, b));
}

static void
test_formulas(void **state)
{
    (void)state;
    /* pairs of the paper that defines CIEDE2000 */
    const triple a = {50, 2.6772, -79.7751}, b = {50, 0, -82.7485};
    const triple c = {50, 2.5, 0}, d = {73, 25, -18};
    assert_true(fabs(apart(a, b) - 2.0425) < 1e-4);
    assert_true(fabs(apart(c, d) - 27.1492) < 1e-4);
    assert_true(fabs(luminance(linear_of(0xFFFFFF)) - 1) < 1e-9);
}

static void
test_contrast(void **state)
{
    static const wkd_token words[] = {
        WKD_TOKEN_INK, WKD_TOKEN_INK_2, WKD_TOKEN_INK_3, WKD_TOKEN_UNK};
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        for (size_t i = 0; i < WKB_COUNT(words); i++) {
            need(dark, words[i], WKD_TOKEN_BG, 4.5);
            need(dark, words[i], WKD_TOKEN_SUNKEN, 4.5);
        }
        for (unsigned i = 0; i <= WKD_TOKEN_CH - WKD_TOKEN_C0; i++) {
            need(dark, WKD_TOKEN_C0 + i, WKD_TOKEN_BG, 3);
            need(dark, WKD_TOKEN_T0 + i, WKD_TOKEN_BG, 4.5);
            need(dark, WKD_TOKEN_I0 + i, WKD_TOKEN_C0 + i, 4.5);
        }
        for (unsigned i = 0; i < WKD_STEPS; i++) {
            need(dark, WKD_TOKEN_Q1I + i, WKD_TOKEN_Q1 + i, 4.5);
            need(dark, WKD_TOKEN_D1I + i, WKD_TOKEN_D1 + i, 4.5);
        }
        /* pale steps have an edge, which is seen as lines are */
        need(dark, WKD_TOKEN_RULE_2, WKD_TOKEN_BG, 3);
    }
}

static void
test_series_are_told_apart(void **state)
{
    static const struct {
        unsigned n;
        double least[2][SIGHTS];
    } rows[] = {
        {2, {{52.5, 63.3, 55.8, 58.5, 20.3}, {46.3, 55.9, 50.4, 64.7, 8.2}}},
        {4, {{32.6, 14.2, 14.6, 13.3, 8.2}, {37.3, 24.1, 22.6, 17.3, 7.6}}},
        {6, {{20, 13.8, 10.2, 10.8, 2.4}, {15.2, 10.7, 16.8, 9.6, 3.2}}},
        {8, {{17.1, 10.1, 9.5, 9.7, 2.1}, {15.2, 10.7, 11.5, 9.6, 3.2}}},
    };
    (void)state;
    for (size_t i = 0; i < WKB_COUNT(rows); i++)
        for (int dark = 0; dark < 2; dark++)
            for (sight s = NORMAL; s < SIGHTS; s++) {
                const double d = nearest(dark, rows[i].n, s);
                if (d < rows[i].least[dark][s])
                    fail_msg("%u series, %s, sight %d: %.2f",
                             rows[i].n,
                             dark ? "dark" : "light",
                             (int)s,
                             d);
            }
}

static void
test_highlight_and_ramps(void **state)
{
    (void)state;
    for (int dark = 0; dark < 2; dark++) {
        for (sight s = NORMAL; s < GREY; s++)
            assert_true(distance(dark, WKD_TOKEN_CH, WKD_TOKEN_C0, s) > 27);
        assert_true(distance(dark, WKD_TOKEN_CH, WKD_TOKEN_C0, GREY) > 11);
        for (unsigned i = 0; i + 1 < WKD_STEPS; i++) {
            const triple a = lab(linear_of(color(dark, WKD_TOKEN_Q1 + i)));
            const triple b = lab(linear_of(color(dark, WKD_TOKEN_Q2 + i)));
            assert_true(apart(a, b) > 6);
            assert_true(dark ? b.x > a.x + 5 : b.x < a.x - 5);
        }
        for (sight s = NORMAL; s < GREY; s++)
            assert_true(distance(dark, WKD_TOKEN_D1, WKD_TOKEN_D7, s) > 40);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_series_are_told_apart),
        cmocka_unit_test(test_highlight_and_ramps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
