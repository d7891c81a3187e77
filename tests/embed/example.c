/* A value with its sources, from tables and formulas in memory. */
#include <stdio.h>
#include <string.h>

#include <workings.h>

static const char chips[] = "id,bandwidth [TB/s],source,locator\n"
                            "h100,3.35,nvidia-2023,p. 39\n";
static const char sources[] = "id,title\n"
                              "nvidia-2023,Hopper architecture\n";
static const char formulas[] =
    "read_time(n: B, c: chips) -> s = n / c.bandwidth\n";

static void
complain(void *ud, const wk_diag *d)
{
    (void)ud;
    fprintf(stderr, "%s:%u: %s\n", d->file ? d->file : "", d->line, d->message);
}

int
main(void)
{
    const char *question = "read_time(16 GB, chips.h100)";
    wk_options options = WK_OPTIONS_INIT;
    wk_project *p;
    wk_value v;
    options.diag = complain;
    if (wk_open(&p, &options) != WK_OK)
        return 3;
    wk_add_csv(p, "chips", chips, strlen(chips));
    wk_add_csv(p, "sources", sources, strlen(sources));
    wk_add_formulas(p, "read", formulas, strlen(formulas));
    if (wk_get(&v, p, question, strlen(question)) == WK_OK) {
        printf("%s (%.12g %s)\n", v.text, v.value, v.unit);
        for (size_t i = 0; i < v.n_sources; i++)
            printf("source: %s\n", v.sources[i]);
    }
    wk_close(p);
    return 0;
}
