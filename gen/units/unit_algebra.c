/* The algebra of units, and how what comes of it is shown. */
#include <math.h>

#include "units/inside.h"

wku_unit
wku_one(void)
{
    return (wku_unit){{0}, 1, 0};
}

bool
wku_same_dimension(const wku_unit *a, const wku_unit *b)
{
    for (size_t i = 0; i < WKU_BASES; i++) {
        if (a->exp[i] != b->exp[i])
            return false;
    }
    return true;
}

bool
wku_is_pure(const wku_unit *a)
{
    const wku_unit one = wku_one();
    return wku_same_dimension(a, &one);
}

bool
wku_is_percent(const wku_units *u, const wku_unit *a)
{
    const wku_shown *s = &u->shown.item[a->shown];
    return s->n == 1 && s->f[0].name == WKU_N_PERCENT && s->f[0].exp == 1;
}

/* Composition: the factors of two shown units, while they are joined. */
enum { MIXED = 2 * WKU_FACTORS + 1 };
typedef struct mix {
    const wku_units *u;
    wku_factor f[MIXED];
    size_t n;
    bool prefix_below; /* a decimal prefix stood below the line */
} mix;

static int
clamped(int exp)
{
    return exp > INT8_MAX ? INT8_MAX : exp < -INT8_MAX ? -INT8_MAX : exp;
}

static void
mix_in(mix *m, const wku_shown *s, int sign)
{
    for (size_t i = 0; i < s->n; i++) {
        wku_factor f = s->f[i];
        f.exp = (int8_t)(sign * f.exp);
        if (f.exp < 0 && wku_prefixes[f.prefix].kind != WKU_BINARY)
            m->prefix_below |= f.prefix != 0;
        m->f[m->n++] = f;
    }
}

static void
drop(mix *m, size_t at)
{
    m->n -= 1;
    for (size_t i = at; i < m->n; i++)
        m->f[i] = m->f[i + 1];
}

static void
drop_name(mix *m, uint16_t name)
{
    for (size_t i = m->n; i > 0; i--) {
        if (m->f[i - 1].name == name)
            drop(m, i - 1);
    }
}

static void
dissolve_hertz(mix *m)
{
    for (size_t i = 0; i < m->n; i++) {
        wku_factor *f = &m->f[i];
        if (f->name == WKU_N_HZ)
            *f = (wku_factor){WKU_N_S, 0, (int8_t)-f->exp};
    }
}

static bool
one_dimension(const mix *m, uint16_t a, uint16_t b)
{
    const wku_name *x = &m->u->name.item[a], *y = &m->u->name.item[b];
    for (size_t i = 0; i < WKU_BASES; i++) {
        if (x->exp[i] != y->exp[i])
            return false;
    }
    return true;
}

/* Joins factors of one name, or of one dimension; what is left of them keeps
 * the first name that stands on its side of the line. */
static void
join(mix *m, bool by_name)
{
    for (size_t i = 0; i < m->n; i++) {
        int sum = m->f[i].exp;
        wku_factor above = m->f[i], below = m->f[i];
        for (size_t k = i + 1; k < m->n;) {
            const wku_factor f = m->f[k];
            if (by_name ? f.name != above.name
                        : !one_dimension(m, f.name, above.name)) {
                k++;
                continue;
            }
            if (f.exp > 0 && above.exp < 0)
                above = f;
            if (f.exp < 0 && below.exp > 0)
                below = f;
            sum += f.exp;
            drop(m, k);
        }
        m->f[i] = sum > 0 ? above : below;
        m->f[i].exp = (int8_t)clamped(sum);
    }
    for (size_t i = m->n; i > 0; i--) {
        if (m->f[i - 1].exp == 0)
            drop(m, i - 1);
    }
}

static bool
is_energy(uint16_t name)
{
    return name == WKU_N_J || name == WKU_N_WH || name == WKU_N_W;
}

static bool
is_time(const mix *m, uint16_t name)
{
    return one_dimension(m, name, WKU_N_S);
}

/* Powers of W, J and Wh beside each other or beside a time. */
typedef struct energy {
    int watt, total, time; /* total: of W, J, Wh; time: W holds -1 of it */
    size_t n, first;       /* how many there are, and where */
    bool hours;            /* hours or longer, or Wh, are among them */
    bool beside_time;
} energy;

static energy
energy_of(const mix *m)
{
    energy e = {.first = m->n};
    for (size_t i = m->n; i > 0; i--) {
        const wku_factor *f = &m->f[i - 1];
        if (is_energy(f->name)) {
            e.first = i - 1;
            e.n++;
            e.total += f->exp;
            if (f->name == WKU_N_W) {
                e.watt = f->exp;
                e.time -= f->exp;
            }
            e.hours |= f->name == WKU_N_WH;
        } else if (is_time(m, f->name)) {
            e.time += f->exp;
            e.beside_time = true;
            e.hours |= m->u->name.item[f->name].factor >= 3600;
        }
    }
    return e;
}

static void
drop_energy(mix *m, bool with_time)
{
    for (size_t i = m->n; i > 0; i--) {
        const uint16_t name = m->f[i - 1].name;
        if (is_energy(name) || (with_time && is_time(m, name)))
            drop(m, i - 1);
    }
}

/* kW * h is kWh, J / s is W, W / Wh is 1/h; others stay as they are. */
static void
dissolve_energy(mix *m)
{
    const energy e = energy_of(m);
    if (e.n == 0 || (e.n == 1 && !e.beside_time))
        return;
    if (e.total == 0) {
        drop_energy(m, false);
        if (e.watt)
            m->f[m->n++] = (wku_factor){
                e.hours ? WKU_N_H : WKU_N_S, 0, (int8_t)clamped(-e.watt)};
        return;
    }
    if (e.time != 0 && e.time != -e.total)
        return;
    wku_factor f = m->f[e.first];
    if ((f.exp > 0) != (e.total > 0))
        f.prefix = 0;
    f.name = e.time ? WKU_N_W : e.hours ? WKU_N_WH : WKU_N_J;
    if (!wku_takes_prefix(&m->u->name.item[f.name], f.prefix))
        f.prefix = 0;
    f.exp = (int8_t)clamped(e.total);
    drop_energy(m, true);
    m->n++;
    for (size_t i = m->n - 1; i > 0; i--)
        m->f[i] = m->f[i - 1];
    m->f[0] = f;
}

/* Only the first factor above the line keeps a prefix: a binary one always,
 * a decimal one where no prefix went below the line. */
static wku_shown
shown_of_mix(const mix *m)
{
    wku_shown s = {.n = 0};
    if (m->n > WKU_FACTORS)
        return s;
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (size_t i = 0; i < m->n; i++) {
            wku_factor f = m->f[i];
            if ((f.exp > 0) != (sign > 0))
                continue;
            const bool binary = wku_prefixes[f.prefix].kind == WKU_BINARY;
            if (s.n > 0 || sign < 0 || (m->prefix_below && !binary))
                f.prefix = 0;
            s.f[s.n++] = f;
        }
    }
    return s;
}

static wku_shown
composed(const wku_units *u, const wku_shown *a, const wku_shown *b, int sign)
{
    mix m = {.u = u, .n = 0};
    mix_in(&m, a, 1);
    mix_in(&m, b, sign);
    drop_name(&m, WKU_N_PERCENT);
    dissolve_hertz(&m);
    join(&m, true);
    dissolve_energy(&m);
    join(&m, false);
    return shown_of_mix(&m);
}

/* The unit of a product whose dimension is in `dimension`, shown as s. */
static wk_status
product(wku_unit *out,
        wku_units *u,
        const wku_unit *dimension,
        const wku_shown *s)
{
    *out = wku_one();
    if (wku_is_pure(dimension))
        return WK_OK;
    wku_unit made;
    const wk_status status = s->n ? wku_show(&made, u, s) : WK_ELIMIT;
    if (status == WK_ENOMEM)
        return status;
    if (status == WK_OK && wku_same_dimension(&made, dimension)) {
        *out = made;
        return WK_OK;
    }
    *out = *dimension; /* too much to be shown: in base units */
    out->factor = 1;
    out->shown = 0;
    return WK_OK;
}

static wk_status
add_exponents(wku_unit *out, const wku_unit *a, const wku_unit *b, int sign)
{
    *out = wku_one();
    for (size_t i = 0; i < WKU_BASES; i++) {
        const int sum = a->exp[i] + sign * b->exp[i];
        if (sum > INT8_MAX || sum < -INT8_MAX)
            return WK_ELIMIT;
        out->exp[i] = (int8_t)sum;
    }
    return WK_OK;
}

static wk_status
combine(
    wku_unit *out, wku_units *u, const wku_unit *a, const wku_unit *b, int sign)
{
    wku_unit dimension;
    *out = wku_one();
    WKB_TRY(add_exponents(&dimension, a, b, sign));
    if (wku_is_pure(b) && !wku_is_pure(a)) {
        *out = *a;
        return WK_OK;
    }
    if (wku_is_pure(a))
        return wku_unit_pow(out, u, b, sign);
    const wku_shown x = wku_shown_of(u, a), y = wku_shown_of(u, b);
    const wku_shown s = composed(u, &x, &y, sign);
    return product(out, u, &dimension, &s);
}

wk_status
wku_unit_mul(wku_unit *out, wku_units *u, const wku_unit *a, const wku_unit *b)
{
    return combine(out, u, a, b, 1);
}

wk_status
wku_unit_div(wku_unit *out, wku_units *u, const wku_unit *a, const wku_unit *b)
{
    return combine(out, u, a, b, -1);
}

/* s with every power times n; % goes unless n is 1. */
static wku_shown
raised(const wku_shown *s, int n)
{
    wku_shown made = {.n = 0};
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (size_t i = 0; i < s->n; i++) {
            wku_factor f = s->f[i];
            const int exp = clamped(f.exp * n);
            if ((exp > 0) != (sign > 0) || exp == 0)
                continue;
            if (f.name == WKU_N_PERCENT && n != 1)
                continue;
            f.exp = (int8_t)exp;
            made.f[made.n++] = f;
        }
    }
    return made;
}

wk_status
wku_unit_pow(wku_unit *out, wku_units *u, const wku_unit *a, int n)
{
    wku_unit dimension = wku_one();
    *out = wku_one();
    for (size_t i = 0; i < WKU_BASES; i++) {
        const long exp = (long)a->exp[i] * n;
        if (exp > INT8_MAX || exp < -INT8_MAX)
            return WK_ELIMIT;
        dimension.exp[i] = (int8_t)exp;
    }
    if (n == 0)
        return WK_OK;
    const wku_shown s = wku_shown_of(u, a);
    const wku_shown powers = raised(&s, n);
    return product(out, u, &dimension, &powers);
}

wk_status
wku_unit_sqrt(wku_unit *out, wku_units *u, const wku_unit *a)
{
    wku_unit dimension = wku_one();
    *out = wku_one();
    for (size_t i = 0; i < WKU_BASES; i++) {
        if (a->exp[i] % 2)
            return WK_EDIMENSION;
        dimension.exp[i] = (int8_t)(a->exp[i] / 2);
    }
    wku_shown s = wku_shown_of(u, a);
    for (size_t i = 0; i < s.n; i++) {
        if (s.f[i].exp % 2) {
            s.n = 0; /* J/g: shown by its base units */
            break;
        }
        s.f[i].exp = (int8_t)(s.f[i].exp / 2);
    }
    return product(out, u, &dimension, &s);
}
