/* The command: options, the choice of a command, the exit status. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum {
    FORMAT = 256,
    MAX_ERRORS,
    VERSION,
    TODAY, /* from here on those that not every command takes */
    BY,
    CHECK,
    DATA,
    DRAFTS,
    SET,
    SHARD,
    OVER,
    RANDOM,
    SEED,
    FROM,
    STATS,
    OUTPUT, /* -o */
    JOBS    /* -j */
};
#define OWN(option) (1u << ((option)-TODAY))
#define OWN_SWEEP                                                             \
    (OWN(BY) | OWN(OVER) | OWN(RANDOM) | OWN(SEED) | OWN(FROM) | OWN(STATS) | \
     OWN(OUTPUT) | OWN(JOBS))

static const struct option options[] = {
    {"directory", required_argument, NULL, 'C'},
    {"quiet", no_argument, NULL, 'q'},
    {"verbose", no_argument, NULL, 'v'},
    {"format", required_argument, NULL, FORMAT},
    {"max-errors", required_argument, NULL, MAX_ERRORS},
    {"today", required_argument, NULL, TODAY},
    {"by", required_argument, NULL, BY},
    {"check", no_argument, NULL, CHECK},
    {"data", required_argument, NULL, DATA},
    {"drafts", no_argument, NULL, DRAFTS},
    {"set", required_argument, NULL, SET},
    {"shard", required_argument, NULL, SHARD},
    {"over", required_argument, NULL, OVER},
    {"random", required_argument, NULL, RANDOM},
    {"seed", required_argument, NULL, SEED},
    {"from", required_argument, NULL, FROM},
    {"stats", required_argument, NULL, STATS},
    {"output", required_argument, NULL, OUTPUT},
    {"jobs", required_argument, NULL, JOBS},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, VERSION},
    {NULL, 0, NULL, 0},
};
enum { N_OPTIONS = sizeof options / sizeof options[0] - 1 };

// clang-format off
static const cli_command commands[] = {
    {"build", "[DIR] [-j N] [--shard I/N] [--drafts]",
     "the site, from templates/ into out/site/",
     0, 1, OWN(DRAFTS) | OWN(JOBS) | OWN(SHARD), cli_build},
    {"merge", "[DIR] [--drafts]", "the site, from the shares of build --shard",
     0, 1, OWN(DRAFTS), cli_merge},
    {"report", "TEMPLATE -o FILE [--data NAME=FILE] [--set NAME=VALUE]",
     "one document, .html or .md, with all it needs inside",
     1, 1, OWN(OUTPUT) | OWN(DATA) | OWN(SET), cli_report},
    {"chart", "FILE -o X.{svg,png,pdf}",
     "one chart: a block in YAML, or a template with one",
     1, 1, OWN(OUTPUT) | OWN(DATA) | OWN(SET), cli_chart},
    {"eval", "EXPR...", "a value, a claim, a condition; - reads one a line",
     1, -1, 0, cli_eval},
    {"explain", "EXPR...", "its formula, numbers, cells and sources",
     1, -1, 0, cli_explain},
    {"check", "[--today DATE]", "data, formulas and documents, all of them",
     0, 0, OWN(TODAY) | OWN(DRAFTS), cli_check},
    {"uses", "CELL", "what depends on a cell, such as chips.h100_sxm.memory",
     1, 1, 0, cli_uses},
    {"fmt", "[--check] [FILE]...", "tidies formula files; - is standard input",
     0, -1, OWN(CHECK), cli_fmt},
    {"validate", "[--by COLUMN]", "predictions beside what was measured",
     0, 0, OWN(BY), cli_validate},
    {"sweep", "EXPR --over x=1:256", "an expression over scenarios, as CSV",
     1, 1, OWN_SWEEP, cli_sweep},
    {"new", "DIR", "a project of three files that builds at once",
     1, 1, 0, cli_new},
};
// clang-format on
enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

static const char help_sweep[] =
    "\n"
    "      --over x=1:256 GB    whole steps; 1:1e6*13 equal ratios; 1,2,4 GB "
    "a\n"
    "                           list; c=TABLE [where ...] rows; every mixture\n"
    "                           of several, the first slowest\n"
    "      --random N           N draws instead; then also x=1..200 GB\n"
    "      --seed S             of the draws (default: 0)\n"
    "      --from FILE          a CSV file of scenarios; - is standard input\n"
    "      --by NAME            statistics for each of its values:\n"
    "      --stats LIST         count min max sum mean median p90\n"
    "  -o, --output FILE        (default: standard output)\n"
    "  -j, --jobs N             processes (default: one a processor)\n";

static const char help_options[] =
    "\n"
    "  -C, --directory DIR      the project, which holds data/ (default: .)\n"
    "  -q, --quiet              errors only, no warnings, notes, summaries\n"
    "  -v, --verbose            also what was read\n"
    "      --format FORMAT      text or json\n"
    "      --max-errors N       show the first N errors (default: all)\n"
    "      --help, --version\n"
    "\n"
    "Exit status: 0 clean, 1 the data or a claim is wrong, 2 usage, 3 "
    "system.\n";

/* What the command line asks for. */
typedef struct request {
    const cli_command *command;
    int n; /* operands, without the command */
    char **operand;
    bool help, version;
    unsigned own; /* bits: options that not every command takes */
} request;

static void
complain_of(cli *c, const char *what, const char *word, const char *nearest)
{
    char message[512], hint[128];
    (void)snprintf(message, sizeof message, "%s '%s'", what, word);
    if (nearest)
        (void)snprintf(hint, sizeof hint, "did you mean '%s'?", nearest);
    cli_complain(c,
                 WK_EUSAGE,
                 message,
                 nearest ? hint : "'workings --help' lists what there is");
}

static void
unknown_option(cli *c, const char *word)
{
    const char *name[N_OPTIONS];
    for (size_t i = 0; i < N_OPTIONS; i++)
        name[i] = options[i].name;
    char bare[64];
    (void)snprintf(bare, sizeof bare, "%s", word + strspn(word, "-"));
    bare[strcspn(bare, "=")] = '\0';
    const char *nearest = cli_nearest(bare, name, N_OPTIONS);
    char full[64];
    if (nearest)
        (void)snprintf(full, sizeof full, "--%s", nearest);
    complain_of(c, "unknown option", word, nearest ? full : NULL);
}

static void
take_count(cli *c, const char *text)
{
    char *end = NULL;
    const unsigned long n = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || n > UINT32_MAX)
        complain_of(c, "not a number of errors:", text, NULL);
    c->max_errors = n;
}

static void
take_format(cli *c, const char *text)
{
    if (strcmp(text, "json") == 0)
        c->json = true;
    else if (strcmp(text, "text") == 0)
        c->json = false;
    else
        complain_of(c, "not a format, text or json:", text, NULL);
}

static uint64_t
take_whole(cli *c, const char *text, uint64_t most)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long n = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || n > most || errno)
        complain_of(c, "not a whole number, or too large:", text, NULL);
    return n;
}

static void
take_over(cli *c, const char *text)
{
    cli_sweep_request *s = &c->sweep;
    if (s->n_over == CLI_MOST_OVER)
        complain_of(c, "too many names, with", text, NULL);
    else
        s->over[s->n_over++] = text;
}

static void
take_sweep_option(cli *c, int option)
{
    cli_sweep_request *s = &c->sweep;
    switch (option) {
    case OVER:
        take_over(c, optarg);
        break;
    case RANDOM:
        s->n_random = take_whole(c, optarg, UINT32_MAX);
        if (s->n_random == 0)
            complain_of(c, "not a number of draws:", optarg, NULL);
        break;
    case SEED:
        s->seed = take_whole(c, optarg, UINT64_MAX);
        break;
    case FROM:
        s->from = optarg;
        break;
    case STATS:
        s->stats = optarg;
        break;
    default:
        s->jobs = (unsigned)take_whole(c, optarg, CLI_MOST_JOBS);
        break;
    }
}

static bool
is_day(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    for (size_t i = 0; i < sizeof form; i++) {
        const bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (form[i] == 'd' ? !is_digit : text[i] != form[i])
            return false;
    }
    return true;
}

/* I/N, counted from 0. */
static void
take_shard(cli *c, const char *text)
{
    char *slash = NULL, *end = NULL;
    const unsigned long i = strtoul(text, &slash, 10);
    const unsigned long n = *slash == '/' ? strtoul(slash + 1, &end, 10) : 0;
    if (text[0] < '0' || text[0] > '9' || !end || end == slash + 1 || *end ||
        i >= n || n > CLI_MOST_SHARDS)
        complain_of(c, "not a share such as 0/4:", text, NULL);
    c->shard = (unsigned)i;
    c->n_shards = (unsigned)n;
}

/* NAME=VALUE, one of many. */
static void
take_listed(cli *c, cli_list *list, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
        complain_of(c, "not NAME=VALUE:", text, NULL);
    else if (list->n == CLI_LISTED)
        complain_of(c, "too many options before", text, NULL);
    else
        list->item[list->n++] = text;
}

static void
take_own_option(cli *c, int option)
{
    switch (option) {
    case TODAY:
        if (!is_day(optarg))
            complain_of(c, "not a day, such as 2026-11-30:", optarg, NULL);
        c->today = optarg;
        break;
    case BY:
        c->by = optarg;
        break;
    case CHECK:
        c->check = true;
        break;
    case DATA:
        take_listed(c, &c->data, optarg);
        break;
    case SET:
        take_listed(c, &c->set, optarg);
        break;
    case SHARD:
        take_shard(c, optarg);
        break;
    case DRAFTS:
        c->drafts = true;
        break;
    case OUTPUT:
        c->output = optarg;
        break;
    default:
        take_sweep_option(c, option);
        break;
    }
}

static void
take_option(cli *c, request *r, int option)
{
    if (option == 'o' || option == 'j')
        option = option == 'o' ? OUTPUT : JOBS;
    if (option >= TODAY) {
        r->own |= OWN(option);
        take_own_option(c, option);
        return;
    }
    switch (option) {
    case 'C':
        c->dir = optarg;
        break;
    case 'q':
        c->quiet = true;
        break;
    case 'v':
        c->verbose = true;
        break;
    case FORMAT:
        take_format(c, optarg);
        break;
    case MAX_ERRORS:
        take_count(c, optarg);
        break;
    case VERSION:
        r->version = true;
        break;
    default:
        r->help = true;
        break;
    }
}

/* -3 * 2 begins with a minus and is an expression all the same. */
static bool
is_operand(const char *word)
{
    return word[0] != '-' || !strchr("-Cqvhoj", word[1]) || word[1] == '\0';
}

/* Takes options wherever they stand; what is left, in order, moves to the
 * front of argv. */
static void
read_arguments(cli *c, request *r, int argc, char **argv)
{
    int n = 1;
    opterr = 0;
    while (optind < argc) {
        char *word = argv[optind];
        if (is_operand(word)) {
            argv[n++] = argv[optind++];
            continue;
        }
        const int option =
            getopt_long(argc, argv, "-:C:qvho:j:", options, NULL);
        if (option == -1) /* after -- */
            break;
        if (option == ':')
            complain_of(c, "no value for option", word, NULL);
        else if (option == '?')
            unknown_option(c, word);
        else
            take_option(c, r, option);
    }
    while (optind < argc)
        argv[n++] = argv[optind++];
    r->operand = argv + 2;
    r->n = n - 2;
}

static const cli_command *
find_command(cli *c, const char *word)
{
    const char *name[N_COMMANDS];
    for (size_t i = 0; i < N_COMMANDS; i++) {
        name[i] = commands[i].name;
        if (strcmp(word, name[i]) == 0)
            return &commands[i];
    }
    complain_of(
        c, "unknown command", word, cli_nearest(word, name, N_COMMANDS));
    return NULL;
}

static void
print_help(FILE *f, const cli_command *only)
{
    (void)fputs("usage: workings [OPTION]... COMMAND [OPERAND]...\n\n", f);
    for (size_t i = 0; i < N_COMMANDS; i++) {
        const cli_command *k = &commands[i];
        char left[128];
        (void)snprintf(left, sizeof left, "%s %s", k->name, k->operands);
        if (only && only != k)
            continue;
        if (strlen(left) > 24)
            (void)fprintf(f, "  %s\n  %-24s %s\n", left, "", k->does);
        else
            (void)fprintf(f, "  %-24s %s\n", left, k->does);
    }
    if (only && only->own_options == OWN_SWEEP)
        (void)fputs(help_sweep, f);
    (void)fputs(help_options, f);
}

/* Whether the operands and options are such as the command takes. */
static bool
fits(cli *c, const request *r)
{
    const cli_command *k = r->command;
    const char *wrong = NULL;
    if (r->own & ~k->own_options)
        wrong = "an option that this command does not take";
    else if (r->n < k->least)
        wrong = "too few operands";
    else if (k->most >= 0 && r->n > k->most)
        wrong = "too many operands";
    if (!wrong)
        return true;
    char hint[128];
    const char *space = k->operands[0] ? " " : "";
    (void)snprintf(
        hint, sizeof hint, "workings %s%s%s", k->name, space, k->operands);
    cli_complain(c, WK_EUSAGE, wrong, hint);
    return false;
}

static void
run(cli *c, int argc, char **argv)
{
    request r = {0};
    read_arguments(c, &r, argc, argv);
    if (c->status != CLI_CLEAN)
        return;
    if (r.version) {
        (void)printf("workings %s\n", wk_version());
        return;
    }
    if (r.n < 0 && !r.help) {
        cli_complain(c, WK_EUSAGE, "no command", "workings --help");
        return;
    }
    if (r.n >= 0)
        r.command = find_command(c, argv[1]);
    if (r.help && c->status == CLI_CLEAN)
        print_help(stdout, r.command);
    else if (r.command && fits(c, &r))
        r.command->run(c, r.n, r.operand);
}

int
main(int argc, char **argv)
{
    cli c = {.dir = "."};
    run(&c, argc, argv);
    cli_show_faults(&c);
    if (c.max_errors && c.n_errors > c.max_errors && !c.json)
        (void)fprintf(
            stderr, "workings: %zu more errors\n", c.n_errors - c.max_errors);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_complain(&c, WK_ESYSTEM, "cannot write to standard output", NULL);
        cli_show_faults(&c);
    }
    return c.status;
}
