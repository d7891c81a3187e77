/* Faults as they come in: kept, sorted, freed of echoes, shown. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static void
out_of_memory(cli *c)
{
    (void)fputs("workings: error: out of memory\n", stderr);
    c->status = CLI_SYSTEM;
}

/* Copies n bytes and a NUL to *to, moves *to behind them. */
static const char *
keep(char **to, const char *from, size_t n)
{
    char *at = *to;
    if (!from)
        return NULL;
    memcpy(at, from, n);
    at[n] = '\0';
    *to = at + n + 1;
    return at;
}

static size_t
length(const char *s)
{
    return s ? strlen(s) : 0;
}

/* The texts of a fault are one block, which begins with its message. */
static bool
copy_texts(cli_fault *f, const wk_diag *d, const char *file)
{
    const size_t message_n = length(d->message), hint_n = length(d->hint);
    const size_t file_n = length(file);
    char *to = malloc(message_n + hint_n + file_n + d->text_n + 4);
    if (!to)
        return false;
    f->message = keep(&to, d->message ? d->message : "", message_n);
    f->hint = keep(&to, d->hint, hint_n);
    f->file = keep(&to, file, file_n);
    f->text = keep(&to, d->text, d->text_n);
    f->text_n = d->text_n;
    return true;
}

/* What the library calls a text that it was handed. */
static bool
is_given(const char *file)
{
    return strcmp(file, "expression") == 0 || strcmp(file, "formulas") == 0;
}

void
cli_take_fault(void *ud, const wk_diag *d)
{
    cli *c = ud;
    if (c->quiet && d->level != WK_LEVEL_ERROR)
        return;
    if (c->n_fault == c->cap) {
        const size_t cap = c->cap ? c->cap * 2 : 16;
        cli_fault *grown = realloc(c->fault, cap * sizeof *grown);
        if (!grown) {
            out_of_memory(c);
            return;
        }
        c->fault = grown;
        c->cap = cap;
    }
    cli_fault *f = &c->fault[c->n_fault];
    *f = (cli_fault){.level = d->level,
                     .status = d->status,
                     .line = d->line,
                     .column = d->column,
                     .width = d->width,
                     .order = c->n_fault};
    const bool is_ours = c->input && d->file && is_given(d->file);
    if (is_ours)
        f->line += c->line;
    if (copy_texts(f, d, is_ours ? c->input : d->file))
        c->n_fault++;
    else
        out_of_memory(c);
}

void
cli_complain(cli *c, wk_status s, const char *message, const char *hint)
{
    const wk_diag d = {.size = sizeof d,
                       .level = WK_LEVEL_ERROR,
                       .status = s,
                       .message = message,
                       .hint = hint};
    cli_take_fault(c, &d);
    (void)cli_note(c, s);
}

void
cli_complain_of_file(cli *c, const char *what, const char *name)
{
    char message[4400];
    (void)snprintf(message,
                   sizeof message,
                   "cannot %s '%s': %s",
                   what,
                   name,
                   strerror(errno));
    cli_complain(c, WK_ESYSTEM, message, NULL);
}

static bool
has_error(const cli *c)
{
    for (size_t i = 0; i < c->n_fault; i++) {
        if (c->fault[i].level == WK_LEVEL_ERROR)
            return true;
    }
    return false;
}

wk_status
cli_note(cli *c, wk_status s)
{
    int status = CLI_WRONG;
    if (s == WK_OK)
        return s;
    if (s == WK_EUSAGE)
        status = CLI_USAGE;
    else if (s == WK_ENOMEM || s == WK_ESYSTEM || s == WK_ESTOP)
        status = CLI_SYSTEM;
    if (status > c->status)
        c->status = status;
    if (!has_error(c))
        cli_complain(c, s, wk_status_text(s), NULL);
    return s;
}

static int
compare_places(const cli_fault *a, const cli_fault *b)
{
    const int file = strcmp(a->file ? a->file : "", b->file ? b->file : "");
    if (file)
        return file;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->column > b->column) - (a->column < b->column);
}

/* By place; at one place the worst level first, then as they came. */
static int
compare(const void *x, const void *y)
{
    const cli_fault *a = x, *b = y;
    const int place = compare_places(a, b);
    if (place)
        return place;
    if (a->level != b->level)
        return a->level > b->level ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* At the place of an earlier one, or the same words on the same line. */
static bool
is_echo(const cli_fault *fault, size_t i)
{
    const cli_fault *f = &fault[i];
    for (size_t j = i; j-- > 0;) {
        const cli_fault *before = &fault[j];
        if (f->line != before->line ||
            strcmp(f->file ? f->file : "", before->file ? before->file : "") !=
                0)
            return false;
        if (f->file && f->column == before->column)
            return true;
        if (strcmp(f->message, before->message) == 0)
            return true;
    }
    return false;
}

static void
show(cli *c, const cli_fault *f, bool color)
{
    c->n_errors += f->level == WK_LEVEL_ERROR;
    c->n_warnings += f->level == WK_LEVEL_WARNING;
    if (c->max_errors && f->level == WK_LEVEL_ERROR &&
        c->n_errors > c->max_errors)
        return;
    if (c->json)
        cli_json_fault(stderr, f);
    else
        cli_print_fault(stderr, f, color);
}

void
cli_show_faults(cli *c)
{
    const bool color = cli_colors(stderr);
    (void)fflush(stdout);
    if (c->n_fault)
        qsort(c->fault, c->n_fault, sizeof *c->fault, compare);
    for (size_t i = 0; i < c->n_fault; i++) {
        if (!is_echo(c->fault, i))
            show(c, &c->fault[i], color);
    }
    cli_free_faults(c);
}

void
cli_free_faults(cli *c)
{
    for (size_t i = 0; i < c->n_fault; i++)
        free((void *)c->fault[i].message);
    free(c->fault);
    c->fault = NULL;
    c->n_fault = c->cap = 0;
}

bool
cli_colors(FILE *f)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return !(no && *no) && term && strcmp(term, "dumb") != 0 &&
           isatty(fileno(f));
}
