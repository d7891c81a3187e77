/* sweep: an expression over scenarios. The shares are made by children of the
 * command, whose records come back through pipes, in turn. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"

enum { PIPE_BYTES = 1 << 20 };

typedef struct child {
    pid_t pid;
    int fd; /* -1: it has no more records */
    bool failed;
} child;

typedef struct job {
    cli *c;
    wk_sweep_run *run;
    FILE *out;
    unsigned n; /* children */
    child child[CLI_MOST_JOBS];
    char *record;
    size_t room;
    uint64_t n_taken;
} job;

static bool
write_all(int fd, const void *bytes, size_t n)
{
    const char *p = bytes;
    while (n) {
        const ssize_t wrote = write(fd, p, n);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        p += wrote;
        n -= (size_t)wrote;
    }
    return true;
}

/* False at the end, too. */
static bool
read_all(int fd, void *bytes, size_t n)
{
    char *p = bytes;
    while (n) {
        const ssize_t got = read(fd, p, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        p += got;
        n -= (size_t)got;
    }
    return true;
}

/* A wk_sink_fn: a record behind its length; ud is the pipe. */
static wk_status
put_record(void *ud, const char *record, size_t n)
{
    const int *fd = ud;
    return write_all(*fd, &n, sizeof n) && write_all(*fd, record, n)
               ? WK_OK
               : WK_ESYSTEM;
}

/* A wk_sink_fn: takes a record at once; ud is the job. */
static wk_status
take_record(void *ud, const char *record, size_t n)
{
    job *j = ud;
    j->n_taken++;
    return wk_sweep_take(j->run, record, n, cli_put, j->out);
}

static bool
start_child(job *j, unsigned share)
{
    int fd[2];
    child *one = &j->child[share];
    if (pipe2(fd, O_CLOEXEC) != 0)
        return false;
#ifdef F_SETPIPE_SZ
    (void)fcntl(fd[1], F_SETPIPE_SZ, (int)PIPE_BYTES);
#endif
    const pid_t pid = fork();
    if (pid == 0) {
        for (unsigned i = 0; i < share; i++)
            (void)close(j->child[i].fd);
        (void)close(fd[0]);
        const wk_status s =
            wk_sweep_share(j->run, share, j->n, put_record, &fd[1]);
        _exit(s == WK_OK ? CLI_CLEAN
                         : CLI_WRONG); /* its faults are not shown */
    }
    (void)close(fd[1]);
    *one = (child){.pid = pid, .fd = fd[0]};
    if (pid < 0)
        (void)close(fd[0]);
    return pid >= 0;
}

static void
end_child(child *one)
{
    int status = 0;
    if (one->fd < 0)
        return;
    (void)close(one->fd);
    one->fd = -1;
    while (waitpid(one->pid, &status, 0) < 0 && errno == EINTR)
        ;
    one->failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static void
stop_children(job *j)
{
    for (unsigned i = 0; i < j->n; i++) {
        if (j->child[i].fd >= 0)
            (void)kill(j->child[i].pid, SIGTERM);
        end_child(&j->child[i]);
    }
}

/* The next record of a child is taken; its end ends the child. */
static wk_status
next_record(job *j, child *one)
{
    size_t n = 0;
    if (!read_all(one->fd, &n, sizeof n)) {
        end_child(one);
        return WK_OK;
    }
    if (n > j->room) {
        char *more = realloc(j->record, n);
        if (!more)
            return WK_ENOMEM;
        j->record = more;
        j->room = n;
    }
    if (!read_all(one->fd, j->record, n)) {
        end_child(one);
        one->failed = true;
        return WK_OK;
    }
    return take_record(j, j->record, n);
}

/* A wk_sink_fn that drops what it is given. */
static wk_status
drop(void *ud, const char *bytes, size_t n)
{
    (void)ud;
    (void)bytes;
    (void)n;
    return WK_OK;
}

/* Makes again what a child failed at, so that the fault is told as without
 * children. */
static wk_status
tell_failure(job *j)
{
    const bool has_lines = j->c->sweep.stats == NULL;
    const wk_status s =
        has_lines ? wk_sweep_share(
                        j->run, (unsigned)j->n_taken, UINT32_MAX, drop, NULL)
                  : wk_sweep_share(j->run, 0, 1, drop, NULL);
    if (s == WK_OK)
        cli_complain(j->c, WK_ESYSTEM, "a process of the sweep died", NULL);
    return s == WK_OK ? WK_ESYSTEM : s;
}

/* Records are taken in turn. Where they are lines, the first that is missing
 * is the first fault. */
static wk_status
collect(job *j)
{
    const bool has_lines = j->c->sweep.stats == NULL;
    wk_status s = WK_OK;
    unsigned n_open = j->n;
    bool failed = false;
    for (unsigned i = 0; s == WK_OK && n_open; i = (i + 1) % j->n) {
        child *one = &j->child[i];
        if (one->fd < 0)
            continue;
        s = next_record(j, one);
        n_open -= one->fd < 0;
        failed |= one->failed;
        if (failed && has_lines)
            break;
    }
    stop_children(j);
    return s == WK_OK && failed ? tell_failure(j) : s;
}

static wk_status
pass(job *j)
{
    if (j->n == 1)
        return wk_sweep_share(j->run, 0, 1, take_record, j);
    for (unsigned i = 0; i < j->n; i++)
        j->child[i].fd = -1;
    (void)fflush(j->out);
    for (unsigned i = 0; i < j->n; i++) {
        if (!start_child(j, i)) {
            stop_children(j);
            cli_complain(j->c, WK_ESYSTEM, "cannot start a process", NULL);
            return WK_ESYSTEM;
        }
    }
    return collect(j);
}

static unsigned
n_jobs(const cli *c)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    if (c->sweep.jobs)
        return c->sweep.jobs;
    return n < 1 ? 1 : n > CLI_MOST_JOBS ? CLI_MOST_JOBS : (unsigned)n;
}

/* A wk_read_at_fn; ud is the file's number. */
static wk_status
read_at(void *ud, uint64_t at, char *bytes, size_t room, size_t *n)
{
    const int *fd = ud;
    ssize_t got = 0;
    do
        got = pread(*fd, bytes, room, (off_t)at);
    while (got < 0 && errno == EINTR);
    *n = got < 0 ? 0 : (size_t)got;
    return got < 0 ? WK_ESYSTEM : WK_OK;
}

/* What cannot be read twice, as a file that can; -1 if that fails. */
static int
spool(int fd)
{
    char block[1 << 16];
    ssize_t n = 0;
    FILE *f = tmpfile();
    const int to = f ? fileno(f) : -1; /* open until the command ends */
    while (to >= 0 && (n = read(fd, block, sizeof block)) > 0) {
        if (!write_all(to, block, (size_t)n))
            return -1;
    }
    return n < 0 ? -1 : to;
}

/* Reading one fails, and spool() tells why. */
static bool
is_folder(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Opens --from; false, with the fault told, if that fails. */
static bool
open_from(cli *c, int *fd, wk_sweep_options *o)
{
    const char *name = c->sweep.from;
    const bool is_input = strcmp(name, "-") == 0;
    *fd = is_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    if (*fd >= 0 && (is_folder(*fd) || lseek(*fd, 0, SEEK_CUR) != 0))
        *fd = spool(*fd);
    if (*fd < 0) {
        cli_complain_of_file(c, "read", name);
        return false;
    }
    o->from = read_at;
    o->from_ud = fd;
    o->from_name = is_input ? "standard input" : name;
    return true;
}

static wk_status
run(cli *c, wk_project *p, const char *expr, FILE *out)
{
    job j = {.c = c, .out = out, .n = n_jobs(c)};
    wk_sweep_options o = WK_SWEEP_OPTIONS_INIT;
    int fd = -1, again = 1;
    o.over = c->sweep.over;
    o.n_over = c->sweep.n_over;
    o.n_random = c->sweep.n_random;
    o.seed = c->sweep.seed;
    o.by = c->by;
    o.stats = c->sweep.stats;
    if (c->sweep.from && !open_from(c, &fd, &o))
        return WK_ESYSTEM;
    wk_status s = wk_sweep_begin(&j.run, p, expr, strlen(expr), &o);
    while (s == WK_OK && again) {
        s = pass(&j);
        if (s == WK_OK)
            s = wk_sweep_next(j.run, &again, cli_put, out);
    }
    wk_sweep_end(j.run);
    free(j.record);
    return s;
}

/* Beside the target, then renamed, so that nobody finds half of it. */
static wk_status
run_to_file(cli *c, wk_project *p, const char *expr)
{
    char beside[4096];
    const char *name = c->output;
    const mode_t mask = umask(0);
    (void)umask(mask);
    const int len = snprintf(beside, sizeof beside, "%s.XXXXXX", name);
    const int fd =
        len > 0 && (size_t)len < sizeof beside ? mkstemp(beside) : -1;
    FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!f) {
        cli_complain_of_file(c, "write", name);
        return WK_ESYSTEM;
    }
    const wk_status s = run(c, p, expr, f);
    const bool kept = fchmod(fd, 0666 & ~mask) == 0;
    const bool closed = fclose(f) == 0 && kept;
    if (s == WK_OK && closed && rename(beside, name) == 0)
        return s;
    if (s == WK_OK)
        cli_complain_of_file(c, "write", name);
    (void)unlink(beside);
    return s == WK_OK ? WK_ESYSTEM : s;
}

int
cli_sweep(cli *c, int n, char **operand)
{
    wk_project *p = cli_open(c);
    (void)n;
    if (!p)
        return c->status;
    const wk_status s = c->output ? run_to_file(c, p, operand[0])
                                  : run(c, p, operand[0], stdout);
    (void)cli_note(c, s);
    wk_close(p);
    return c->status;
}
