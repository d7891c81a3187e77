/* What a chart costs after the first, in one process: charts CASE..., names of
 * tests/cases/scenes.txt. CPU time, the best of five rounds. */
#include <time.h>

#include "../paint_help.h"
#include "../scene_help.h"

enum { ROUNDS = 5 };

static double
now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static wk_status
count(void *ud, const char *p, size_t n)
{
    (void)p;
    *(size_t *)ud += n;
    return WK_OK;
}

typedef struct subject {
    easel *e;
    scene_case *c;
    wkd_measure m;
    wkd_scene *scene;
} subject;

typedef wk_status (*job_fn)(subject *s, wkb_out *o);

static wk_status
lay_out(subject *s, wkb_out *o)
{
    (void)o;
    return wkd_layout(&s->scene,
                      &s->c->arena,
                      &s->c->chart,
                      &s->m,
                      (wkd_size){640, false},
                      &s->c->diag);
}

static wk_status
put_inline(subject *s, wkb_out *o)
{
    return wkd_svg(o, s->scene, WKB_STR("chart"), false, s->e->fonts);
}

static wk_status
put_alone(subject *s, wkb_out *o)
{
    return wkd_svg(o, s->scene, WKB_STR("chart"), true, s->e->fonts);
}

static const wkd_about about = {
    {"Maker 2023", 10}, {"a,b\n1,2\n", 8}, {"2026-11-30", 10}};

static wk_status
put_pdf(subject *s, wkb_out *o)
{
    return wkd_pdf(o, s->scene, &about, s->e->fonts);
}

/* As many pixels as 1600 x 900. */
static wk_status
put_png(subject *s, wkb_out *o)
{
    const double scale =
        sqrt(1600. * 900 / (s->scene->width * s->scene->height));
    return wkd_png(o, s->scene, scale, WKD_LIGHT, &about, s->e->fonts);
}

/* Prints what a job takes once it has been done before; n times a round. */
static void
measure_job(subject *s, job_fn job, int n)
{
    double best = 1e9;
    size_t bytes = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double begin = now_ms();
        for (int i = 0; i < n; i++) {
            const wkb_mark mark = wkb_arena_mark(&s->c->arena);
            bytes = 0;
            wkb_out o = wkb_out_to(count, &bytes);
            if (job(s, &o) != WK_OK)
                exit(3);
            if (job != lay_out || i + 1 < n)
                wkb_arena_rewind(&s->c->arena, mark);
        }
        const double spent = (now_ms() - begin) / n;
        best = spent < best ? spent : best;
    }
    if (bytes)
        printf(" %.3f (%.1f kB) |", best, (double)bytes / 1e3);
    else
        printf(" %.3f |", best);
}

static void
measure_case(easel *e, const char *name, const char *text)
{
    subject s = {
        e, calloc(1, sizeof(scene_case)), wkd_fonts_measure(e->fonts), NULL};
    const char *end = strstr(text, "\n\n");
    scene_open(s.c);
    scene_read(s.c, (wkb_str){text, end ? (size_t)(end - text) : strlen(text)});
    printf("| %s |", name);
    measure_job(&s, lay_out, 200);
    measure_job(&s, put_inline, 200);
    measure_job(&s, put_alone, 100);
    measure_job(&s, put_pdf, 50);
    measure_job(&s, put_png, 4);
    printf("\n");
    scene_close(s.c);
    free(s.c);
}

int
main(int argc, char **argv)
{
    static char text[1 << 20];
    easel e;
    FILE *f = fopen("tests/cases/scenes.txt", "r");
    if (!f)
        return 3;
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    (void)fclose(f);
    easel_init(&e, 640, 400);
    for (int i = 1; i < argc; i++) {
        char head[80];
        (void)snprintf(head, sizeof head, "== %s\n", argv[i]);
        const char *at = strstr(text, head);
        if (at)
            measure_case(&e, argv[i], at + strlen(head));
    }
    easel_clear(&e);
    return 0;
}
