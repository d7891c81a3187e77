/* new: a project of three files that builds at once and shows how. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

static const struct {
    const char *path, *text;
} files[] = {
    {"data/sources.csv",
     "id,kind,authors,title,container,year [date],url,accessed [date],note\n"
     "iea-2020,report,IEA,\"Electricity of a kettle, a worked example\",,2020,"
     "https://example.org/kettle,2026-01-15,replace it by a source of yours\n"},
    {"data/kettles.csv",
     "id,name,power [W],volume [g],source,locator\n"
     "small,small kettle,1000,800,iea-2020,table 1\n"
     "large,large kettle,2200,1700,iea-2020,table 1\n"},
    {"templates/index.md",
     "---\n"
     "title: How long a kettle takes\n"
     "date: 2026-01-31\n"
     "---\n"
     "\n"
     "The numbers of this page are computed from `data/kettles.csv` when the\n"
     "site is built. Follow one to see how, and from which source.\n"
     "\n"
     "```let\n"
     "heat = 4.18 J/g/K\n"
     "warmer = 80 K\n"
     "large = kettles.large\n"
     "time = heat * large.volume * warmer / large.power\n"
     "```\n"
     "\n"
     "## One kettle\n"
     "\n"
     "The {{ large.name }} draws {{ large.power }} and brings its water from\n"
     "{{ 20 }} to {{ 100 }} degrees in {{ time | min 2sf }}. This sentence is "
     "held to the\n"
     "data: {{ \"it is done within five minutes\" when time < 5 min }}, and "
     "it\n"
     "takes about {{ time ~ 260 s }}. Change the power in the table, and the\n"
     "build tells you which sentence is no longer true.\n"
     "\n"
     "```calc\n"
     "energy = heat * large.volume * warmer to kJ\n"
     "time_taken = energy / large.power to s\n"
     "```\n"
     "\n"
     "## All of them\n"
     "\n"
     "```table\n"
     "data: kettles sort by power\n"
     "columns: [name, power, volume]\n"
     "```\n"
     "\n"
     "The powers are printed by their maker [@iea-2020, table 1].\n"},
};
enum { N_FILES = sizeof files / sizeof files[0] };

static void
cannot(cli *c, const char *what, const char *path, const char *hint)
{
    char message[4400], why[256] = "";
    const char *text = errno ? strerror_r(errno, why, sizeof why) : "";
    (void)snprintf(message,
                   sizeof message,
                   "%s '%s'%s%s",
                   what,
                   path,
                   errno ? ": " : "",
                   text);
    cli_complain(c, WK_ESYSTEM, message, hint);
}

static bool
make_folder(cli *c, const char *dir, const char *name)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s%s", dir, name);
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    cannot(c, "cannot make the folder", path, "check the path");
    return false;
}

/* Refuses to write over a file: "x" fails where there is one. */
static bool
write_new(cli *c, const char *path, const char *text)
{
    FILE *f = fopen(path, "wx");
    if (!f) {
        cannot(c, "cannot write", path, "choose a folder without this file");
        return false;
    }
    const bool written = fputs(text, f) >= 0;
    if (fclose(f) == 0 && written)
        return true;
    cannot(c, "cannot write", path, "make room on the disk");
    return false;
}

int
cli_new(cli *c, int n, char **operand)
{
    char path[4096];
    const char *dir = operand[0];
    (void)n;
    if (strlen(dir) > sizeof path - 64) {
        cli_complain(c, WK_EUSAGE, "the path is too long", NULL);
        return c->status;
    }
    if (!make_folder(c, dir, "") || !make_folder(c, dir, "/data") ||
        !make_folder(c, dir, "/templates"))
        return c->status;
    for (size_t i = 0; i < N_FILES; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", dir, files[i].path);
        if (!write_new(c, path, files[i].text))
            return c->status;
        if (!c->quiet && !c->json)
            (void)printf("%s\n", path);
    }
    if (!c->quiet && !c->json)
        (void)printf("now: workings build %s\n", dir);
    return c->status;
}
