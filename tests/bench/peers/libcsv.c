/* libcsv and nothing else: counts fields and rows of a file. */
#include <csv.h>
#include <stdio.h>

static void
on_field(void *p, size_t n, void *ud)
{
    unsigned long long *count = ud;
    (void)p;
    (void)n;
    count[0]++;
}

static void
on_row(int c, void *ud)
{
    unsigned long long *count = ud;
    (void)c;
    count[1]++;
}

int
main(int argc, char **argv)
{
    static char block[1 << 16];
    unsigned long long count[2] = {0, 0};
    struct csv_parser p;
    size_t n = 0;
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!f || csv_init(&p, CSV_STRICT | CSV_STRICT_FINI) != 0)
        return 1;
    while ((n = fread(block, 1, sizeof block, f)) > 0) {
        if (csv_parse(&p, block, n, on_field, on_row, count) != n)
            return 1;
    }
    (void)csv_fini(&p, on_field, on_row, count);
    csv_free(&p);
    (void)fclose(f);
    (void)printf("%llu fields, %llu rows\n", count[0], count[1]);
    return 0;
}
