/* What the library makes of each line of its input, for tests/differential:
 *   num    a decimal number: the double in hexadecimal, its shortest text
 *   unit   a unit: its factor to base units, or - if it is refused
 *   date   two dates and a tab: their order, and the seconds between them
 *   csv    names of files: each file's fields, in Python's spelling of bytes
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "load/reader.h"

static void
num(wkb_str s)
{
    double v = 0;
    char text[WKB_NUM_MAX];
    if (wkb_num_length(s) != s.n || wkb_num_read(s, &v) != WK_OK) {
        (void)puts("-");
        return;
    }
    const size_t n = wkb_num_write(text, v);
    (void)printf("%a %.*s\n", v, (int)n, text);
}

static void
unit(wku_units *u, wkb_str s)
{
    wku_unit out;
    if (wku_unit_read(&out, u, s, true, WKB_NOWHERE, NULL) == WK_OK)
        (void)printf("%.17g\n", out.factor);
    else
        (void)puts("-");
}

static void
date(wkb_str s)
{
    double a = 0, b = 0;
    const wkb_str first = wkb_cut(&s, '\t');
    if (wku_date_read(&a, first, WKB_NOWHERE, NULL) != WK_OK ||
        wku_date_read(&b, s, WKB_NOWHERE, NULL) != WK_OK)
        (void)puts("-");
    else
        (void)printf(
            "%d %.0f\n", wku_date_compare(a, b), wku_date_difference(a, b));
}

/* A field as its bytes: those that are no plain letter or digit as \xNN. */
static void
put_field(wkb_str raw, bool doubled)
{
    (void)putchar('\t');
    for (size_t i = 0; i < raw.n; i++) {
        const unsigned char c = (unsigned char)raw.p[i];
        if (wkb_is_digit(raw.p[i]) || wkb_is_letter(raw.p[i]))
            (void)putchar(c);
        else
            (void)printf("\\x%02x", c);
        if (doubled && c == '"')
            i++;
    }
}

static bool
put_row(void *ud, const wkl_row *row)
{
    const wkb_str *bytes = ud;
    for (size_t i = 0; i < row->n; i++)
        put_field(wkb_sub(*bytes, row->field[i].begin, row->field[i].end),
                  row->field[i].doubled);
    (void)putchar('\n');
    return true;
}

static void
csv(wkb_str path)
{
    static char bytes[1 << 20];
    char name[1024];
    (void)snprintf(name, sizeof name, "%.*s", (int)path.n, path.p);
    FILE *f = fopen(name, "rb");
    if (!f)
        return;
    const wkb_str text = {bytes, fread(bytes, 1, sizeof bytes, f)};
    (void)fclose(f);
    wkl_faults faults = {.file = UINT32_MAX};
    wkl_csv_read(&faults, text, put_row, (void *)(uintptr_t)&text);
    (void)printf("%s\n", faults.n ? "fault" : "end");
}

int
main(int argc, char **argv)
{
    static char line[4096];
    wkb_arena a;
    wku_units u;
    const char *what = argc > 1 ? argv[1] : "";
    wkb_arena_init(&a, NULL, NULL, 0);
    if (wku_units_init(&u, &a) != WK_OK)
        return 3;
    while (fgets(line, sizeof line, stdin)) {
        const wkb_str s = {line, strcspn(line, "\n")};
        if (strcmp(what, "num") == 0)
            num(s);
        else if (strcmp(what, "unit") == 0)
            unit(&u, s);
        else if (strcmp(what, "date") == 0)
            date(s);
        else
            csv(s);
    }
    wkb_arena_clear(&a);
    return 0;
}
