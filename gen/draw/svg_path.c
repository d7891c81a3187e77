/* Writes Cairo's paths as those of SVG, in few bytes. */
#include <math.h>

#include "draw/svg.h"

/* A position in 1/100 px. */
typedef struct spot {
    long x, y;
} spot;

/* ---- numbers ---- */

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

/* ---- paths ---- */

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

static spot
spot_of(const cairo_path_data_t *d)
{
    return (spot){hundredths(d->point.x), hundredths(d->point.y)};
}

static void
put_curve(pen *p, const cairo_path_data_t *d)
{
    long v[6], dv[6];
    for (size_t i = 0; i < 3; i++) {
        const spot at = spot_of(&d[i]);
        v[2 * i] = at.x;
        v[2 * i + 1] = at.y;
        dv[2 * i] = at.x - p->at.x;
        dv[2 * i + 1] = at.y - p->at.y;
    }
    put_step(p, 'C', v, 'c', dv, 6);
    p->at = spot_of(&d[2]);
}

/* d[0] says what it is, d[1] to d[3] where to. */
static void
put_part(pen *p, const cairo_path_data_t *d)
{
    if (d->header.type == CAIRO_PATH_MOVE_TO) {
        p->at = p->begin = spot_of(&d[1]);
        p->is_moved = true;
        return;
    }
    put_move(p);
    if (d->header.type == CAIRO_PATH_CURVE_TO) {
        put_curve(p, &d[1]);
    } else if (d->header.type == CAIRO_PATH_LINE_TO) {
        put_line(p, spot_of(&d[1]));
    } else {
        wkb_putc(p->out, 'Z');
        p->last = 0;
        p->at = p->begin;
    }
}

void
wkd_put_path(wkb_out *out, const cairo_path_t *path)
{
    pen p = {.out = out};
    for (int i = 0; i < path->num_data; i += path->data[i].header.length)
        put_part(&p, &path->data[i]);
}

/* The ends of the curves that a path has, if it has nothing else. */
static size_t
read_ends(const cairo_path_t *path, wkd_point *end, size_t room)
{
    size_t n = 0;
    const cairo_path_data_t *d;
    for (int i = 0; i < path->num_data; i += d->header.length) {
        d = &path->data[i];
        if (d->header.type == CAIRO_PATH_CLOSE_PATH)
            return n;
        if (i == 0)
            continue;
        if (d->header.type != CAIRO_PATH_CURVE_TO || n == room)
            return 0;
        end[n++] = (wkd_point){d[3].point.x, d[3].point.y};
    }
    return 0;
}

bool
wkd_path_circle(const cairo_path_t *path, wkd_point *center, double *radius)
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
