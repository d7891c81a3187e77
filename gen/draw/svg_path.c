/* Reads the paths in Cairo's SVG, and writes them again in few bytes. */
#include <math.h>
#include <string.h>

#include "draw/svg.h"

/* A position in 1/100 px. */
typedef struct spot {
    long x, y;
} spot;

/* ---- numbers ---- */

/* Digits [. digits], as Cairo writes them; moves *rest behind it. */
static double
read_number(wkb_str *rest)
{
    double v = 0, unit = 1;
    bool is_fraction = false;
    const bool is_negative = rest->n && *rest->p == '-';
    size_t i = is_negative;
    for (; i < rest->n && (wkb_is_digit(rest->p[i]) || rest->p[i] == '.'); i++)
        if (rest->p[i] == '.') {
            is_fraction = true;
        } else {
            v = v * 10 + (rest->p[i] - '0');
            unit = is_fraction ? unit * 10 : unit;
        }
    *rest = wkb_sub(*rest, i, rest->n);
    return is_negative ? -v / unit : v / unit;
}

/* A number of hundredths, without needless figures; returns its length. */
static size_t
write_hundredths(char *out, long v)
{
    char digit[24];
    size_t n = 0, m = 0;
    unsigned long u = v < 0 ? 0ul - (unsigned long)v : (unsigned long)v;
    if (v < 0)
        out[n++] = '-';
    const unsigned long part = u % 100;
    for (u /= 100; u; u /= 10)
        digit[m++] = (char)('0' + u % 10);
    if (m == 0 && part == 0)
        digit[m++] = '0';
    while (m)
        out[n++] = digit[--m];
    if (part) {
        out[n++] = '.';
        out[n++] = (char)('0' + part / 10);
        if (part % 10)
            out[n++] = (char)('0' + part % 10);
    }
    return n;
}

/* A coordinate that no picture has becomes 0. */
static long
hundredths(double v)
{
    static const double most = 1e9;
    return fabs(v) < most ? lround(v * 100) : 0;
}

void
wkd_put_px(wkb_out *out, double v)
{
    char text[32];
    wkb_put(out, (wkb_str){text, write_hundredths(text, hundredths(v))});
}

/* ---- the stream ---- */

/* Offset of what in s, or s.n. */
static size_t
find(wkb_str s, const char *what)
{
    const size_t n = strlen(what);
    for (size_t i = 0; i + n <= s.n; i++)
        if (s.p[i] == *what && memcmp(s.p + i, what, n) == 0)
            return i;
    return s.n;
}

/* rgb(R%,G%,B%) in whole 255ths. */
static size_t
read_mark(wkb_str element)
{
    static const char begin[] = "rgb(";
    size_t mark = 0;
    size_t at = find(element, begin) + sizeof begin - 1;
    if (at > element.n)
        return WKD_MAX_MARKS;
    wkb_str rest = wkb_sub(element, at, element.n);
    for (int i = 0; i < 3; i++) {
        const double percent = read_number(&rest);
        mark = mark << 8 | ((size_t)lround(percent * 2.55) & 255);
        while (rest.n && (*rest.p == '%' || *rest.p == ',' || *rest.p == ' '))
            rest = wkb_sub(rest, 1, rest.n);
    }
    return mark;
}

static wkb_str
read_path(wkb_str element)
{
    static const char begin[] = " d=\"";
    const size_t at = find(element, begin) + sizeof begin - 1;
    if (at > element.n)
        return (wkb_str){"", 0};
    wkb_str rest = wkb_sub(element, at, element.n);
    return wkb_cut(&rest, '"');
}

/* What stands round the paths and changes nothing of them. */
static bool
is_frame(wkb_str element)
{
    static const char *const frames[] = {"?xml", "svg", "/svg", "/g", "g"};
    wkb_str rest = element;
    const wkb_str name = wkb_cut(&rest, ' ');
    if (wkb_str_eq(name, WKB_STR("g")) && rest.n)
        return wkb_starts(rest, WKB_STR("id=\"surface"));
    for (size_t i = 0; i < WKB_COUNT(frames); i++)
        if (wkb_str_eq(name, wkb_str_of(frames[i])))
            return true;
    return false;
}

wk_status
wkd_drawn_next(wkd_drawn *out, wkb_str *rest, bool *is_end)
{
    *is_end = false;
    for (;;) {
        (void)wkb_cut(rest, '<');
        if (rest->n == 0) {
            *is_end = true;
            return WK_OK;
        }
        const wkb_str element = wkb_cut(rest, '>');
        if (is_frame(element))
            continue;
        if (!wkb_starts(element, WKB_STR("path ")))
            return WK_ESYSTEM;
        out->mark = read_mark(element);
        out->path = read_path(element);
        if (out->path.n)
            return WK_OK;
    }
}

/* ---- paths ---- */

/* A step of a path: M, L, C or Z, and where to. */
typedef struct step {
    char what;
    size_t n; /* of spots */
    double x[3], y[3];
} step;

static bool
next_step(step *out, wkb_str *rest)
{
    *rest = wkb_trim(*rest);
    if (rest->n == 0)
        return false;
    out->what = *rest->p;
    out->n = out->what == 'C' ? 3 : out->what == 'Z' ? 0 : 1;
    *rest = wkb_trim(wkb_sub(*rest, 1, rest->n));
    for (size_t i = 0; i < out->n; i++) {
        out->x[i] = read_number(rest);
        *rest = wkb_trim(*rest);
        out->y[i] = read_number(rest);
        *rest = wkb_trim(*rest);
    }
    return true;
}

/* A path being written. */
typedef struct pen {
    wkb_out *out;
    spot at, begin; /* now, and where the figure began */
    char last;      /* the letter that need not be said again */
    bool is_moved;  /* M is due when something is drawn */
} pen;

/* One way to write a step. */
typedef struct spelling {
    char letter;
    char text[160];
    size_t n;
} spelling;

static void
spell(spelling *s, const pen *p, char letter, const long *v, size_t n)
{
    bool is_open = letter == p->last; /* a number stands before */
    s->letter = letter;
    s->n = 0;
    if (!is_open)
        s->text[s->n++] = letter;
    for (size_t i = 0; i < n; i++) {
        if (is_open && v[i] >= 0)
            s->text[s->n++] = ' ';
        s->n += write_hundredths(s->text + s->n, v[i]);
        is_open = true;
    }
}

/* Writes the shorter of a step's two spellings. */
static void
put_step(pen *p,
         char absolute,
         const long *v,
         char relative,
         const long *dv,
         size_t n)
{
    spelling a, r;
    spell(&a, p, absolute, v, n);
    spell(&r, p, relative, dv, n);
    const spelling *best = r.n < a.n ? &r : &a;
    wkb_put(p->out, (wkb_str){best->text, best->n});
    p->last = best->letter;
}

static void
put_move(pen *p)
{
    if (!p->is_moved)
        return;
    spelling s;
    const long v[] = {p->at.x, p->at.y};
    p->last = 0;
    spell(&s, p, 'M', v, 2);
    wkb_put(p->out, (wkb_str){s.text, s.n});
    p->is_moved = false;
}

static void
put_line(pen *p, spot to)
{
    const long v[] = {to.x, to.y};
    const long dv[] = {to.x - p->at.x, to.y - p->at.y};
    if (dv[1] == 0)
        put_step(p, 'H', v, 'h', dv, 1);
    else if (dv[0] == 0)
        put_step(p, 'V', v + 1, 'v', dv + 1, 1);
    else
        put_step(p, 'L', v, 'l', dv, 2);
    p->at = to;
}

static void
put_curve(pen *p, const step *s)
{
    long v[6], dv[6];
    for (size_t i = 0; i < 3; i++) {
        v[2 * i] = hundredths(s->x[i]);
        v[2 * i + 1] = hundredths(s->y[i]);
        dv[2 * i] = v[2 * i] - p->at.x;
        dv[2 * i + 1] = v[2 * i + 1] - p->at.y;
    }
    put_step(p, 'C', v, 'c', dv, 6);
    p->at = (spot){v[4], v[5]};
}

void
wkd_put_path(wkb_out *out, wkb_str path)
{
    pen p = {out, {0, 0}, {0, 0}, 0, false};
    step s;
    while (next_step(&s, &path)) {
        if (s.what == 'M') {
            p.at = p.begin = (spot){hundredths(s.x[0]), hundredths(s.y[0])};
            p.is_moved = true;
            continue;
        }
        put_move(&p);
        if (s.what == 'Z') {
            wkb_putc(out, 'Z');
            p.last = 0;
            p.at = p.begin;
        } else if (s.what == 'C') {
            put_curve(&p, &s);
        } else {
            put_line(&p, (spot){hundredths(s.x[0]), hundredths(s.y[0])});
        }
    }
}

/* The ends of the curves that a path has, if it has nothing else. */
static size_t
read_ends(wkb_str path, wkd_point *end, size_t room)
{
    size_t n = 0;
    step s;
    bool is_closed = false;
    for (size_t i = 0; next_step(&s, &path) && !is_closed; i++) {
        is_closed = s.what == 'Z';
        if (is_closed || i == 0)
            continue;
        if (s.what != 'C' || n == room)
            return 0;
        end[n++] = (wkd_point){s.x[2], s.y[2]};
    }
    return is_closed ? n : 0;
}

bool
wkd_path_circle(wkb_str path, wkd_point *center, double *radius)
{
    enum { MAX_ENDS = 64 };
    static const double slack = .02;
    wkd_point end[MAX_ENDS];
    const size_t n = read_ends(path, end, MAX_ENDS);
    if (n < 2)
        return false;
    *center = (wkd_point){0, 0};
    for (size_t i = 0; i < n; i++) {
        center->x += end[i].x / (double)n;
        center->y += end[i].y / (double)n;
    }
    *radius = 0;
    for (size_t i = 0; i < n; i++)
        *radius +=
            hypot(end[i].x - center->x, end[i].y - center->y) / (double)n;
    for (size_t i = 0; i < n; i++)
        if (fabs(hypot(end[i].x - center->x, end[i].y - center->y) - *radius) >
            slack)
            return false;
    return true;
}
