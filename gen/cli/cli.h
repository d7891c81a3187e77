/* What the commands share: their options, their faults, their output. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "workings.h"

/* Exit statuses, each worse than the one before. */
enum { CLI_CLEAN, CLI_WRONG, CLI_USAGE, CLI_SYSTEM };

/* A diagnostic that was told, kept until it is shown. */
typedef struct cli_fault {
    wk_level level;
    wk_status status;
    unsigned line, column, width;
    const char *file, *message, *hint, *text; /* as in wk_diag */
    size_t text_n;
    size_t order; /* of arrival */
} cli_fault;

/* What the options of sweep say. */
enum { CLI_MOST_OVER = 64, CLI_MOST_JOBS = 64, CLI_MOST_SHARDS = 4096 };
typedef struct cli_sweep_request {
    const char *over[CLI_MOST_OVER];
    size_t n_over;
    uint64_t n_random, seed;
    const char *from, *stats;
    unsigned jobs; /* 0: as many as there are processors */
} cli_sweep_request;

/* Values of an option that may be given many times. */
enum { CLI_LISTED = 64 };
typedef struct cli_list {
    const char *item[CLI_LISTED];
    size_t n;
} cli_list;

typedef struct cli {
    const char *dir;    /* -C: the project's folder */
    const char *today;  /* --today; NULL */
    const char *by;     /* --by; NULL */
    const char *input;  /* the text at hand, where the library cannot name it */
    unsigned line;      /* of it, before which the text begins */
    const char *output; /* -o; NULL */
    cli_list data, set; /* NAME=VALUE */
    unsigned shard, n_shards; /* --shard I/N; n_shards 0: none */
    bool quiet, verbose, json, check, drafts;
    cli_sweep_request sweep;
    size_t max_errors;           /* 0: all */
    size_t n_errors, n_warnings; /* shown or beyond max_errors */
    int status;                  /* the worst so far */
    cli_fault *fault;
    size_t n_fault, cap;
} cli;

typedef struct cli_command {
    const char *name, *operands, *does;
    int least, most;      /* operands; most < 0: any number */
    unsigned own_options; /* bits: those that not every command takes */
    int (*run)(cli *c, int n, char **operand);
} cli_command;

int cli_eval(cli *c, int n, char **operand);
int cli_explain(cli *c, int n, char **operand);
int cli_check(cli *c, int n, char **operand);
int cli_validate(cli *c, int n, char **operand);
int cli_uses(cli *c, int n, char **operand);
int cli_fmt(cli *c, int n, char **operand);
int cli_build(cli *c, int n, char **operand);
int cli_merge(cli *c, int n, char **operand);
int cli_report(cli *c, int n, char **operand);
int cli_chart(cli *c, int n, char **operand);
int cli_new(cli *c, int n, char **operand);
int cli_sweep(cli *c, int n, char **operand);

/* wk_eval and wk_explain, for each expression in turn; - stands for those on
 * standard input, one a line, but for blank lines and # comments. */
typedef wk_status (*cli_show_fn)(wk_project *p,
                                 const char *expr,
                                 size_t n,
                                 wk_format format,
                                 wk_sink_fn sink,
                                 void *ud);
int cli_each(cli *c, int n, char **operand, cli_show_fn show, wk_format format);

/* The whole of a file, - being standard input, for free(); NULL, with a complaint, if there is none.
 */
char *cli_read(cli *c, const char *path, size_t *n);
/* "1,454 rows", "1 row", behind `before`. */
void cli_put_grouped(size_t n); /* 1,454 */
void cli_put_count(const char *before, size_t n, const char *one);
/* Opens the project in c->dir, with the tables of c->data; NULL, with the
 * faults told, if it cannot. */
wk_project *cli_open(cli *c);
/* What a build came to: pages, files, how its numbers are covered. */
void cli_put_build(const cli *c, const wk_build_report *r);
/* Remembers what s says about the exit status, tells of a failure that nobody
 * told of, and returns s. */
wk_status cli_note(cli *c, wk_status s);
/* One line a diagnostic of the command's own, without a place. */
void cli_complain(cli *c, wk_status s, const char *message, const char *hint);
/* Shows and forgets what was told: sorted, without echoes. */
void cli_show_faults(cli *c);
void cli_free_faults(cli *c);
/* The same, of a file: "cannot read 'x': no such file", from errno. */
void cli_complain_of_file(cli *c, const char *what, const char *name);
/* A wk_diag_fn; ud is the cli. */
void cli_take_fault(void *ud, const wk_diag *d);
/* A wk_sink_fn; ud is a FILE. */
wk_status cli_put(void *ud, const char *bytes, size_t n);
/* Whether to color what goes to f: a terminal, and nothing speaks against. */
bool cli_colors(FILE *f);

/* From now on this process ends at the first allocation that fails. */
void cli_end_without_memory(void);
/* Takes the memory that drawing needs, with all its pages: one that is first
 * met by the way costs far more (tests/bench). */
void cli_take_memory(void);
/* Works in a child process, whose faults are shown and whose status is exit
 * status here once it was waited for; -1 and a complaint if there is none. */
typedef void (*cli_work_fn)(cli *c, void *ud);
pid_t cli_start(cli *c, cli_work_fn work, void *ud);
void cli_wait(cli *c, pid_t pid); /* -1 is fine */
/* Whether a name ends with a suffix. */
bool cli_ends(const char *s, const char *with);
/* Makes a file out of what it puts into the sink. */
typedef wk_status (*cli_make_fn)(cli *c,
                                 wk_sink_fn sink,
                                 void *sink_ud,
                                 void *ud);
/* Makes c->output in a child process: it is whole, or what was there before.
 * Faults are shown. */
void cli_make_apart(cli *c, cli_make_fn make, void *ud);

/* Of n names the one nearest to s, or NULL if none is near. */
const char *cli_nearest(const char *s, const char *const *name, size_t n);

/* One fault as a person reads it, and as a line of JSON. */
void cli_print_fault(FILE *f, const cli_fault *fault, bool color);
void cli_json_fault(FILE *f, const cli_fault *fault);

#endif
