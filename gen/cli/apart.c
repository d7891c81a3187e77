/* Work that may end its process is done in a child, which writes beside the
 * target; only what is whole takes the target's place. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"

/* What a child ends with is its exit status and this, to tell it from that of
 * a library that gave up. */
enum { OWN = 64 };

pid_t
cli_start(cli *c, cli_work_fn work, void *ud)
{
    cli_show_faults(c); /* else the child shows them too */
    (void)fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        cli_end_without_memory();
        work(c, ud);
        cli_show_faults(c);
        (void)fflush(stdout);
        _exit(OWN + c->status);
    }
    if (pid < 0)
        cli_complain(c, WK_ESYSTEM, "cannot start a process", NULL);
    return pid;
}

void
cli_wait(cli *c, pid_t pid)
{
    char message[128];
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) >= OWN) {
        if (WEXITSTATUS(status) - OWN > c->status)
            c->status = WEXITSTATUS(status) - OWN;
        return;
    }
    if (pid <= 0)
        return;
    (void)snprintf(
        message,
        sizeof message,
        WIFSIGNALED(status) ? "ended by signal %d, as when memory is out"
                            : "ended with status %d, as when memory is out",
        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    cli_complain(c, WK_ESYSTEM, message, "what was there before stays");
}

/* ---- a file that is whole, or not there ---- */

/* What is written, by what, and errno of what failed. */
typedef struct target {
    int fd, error;
    FILE *f;
    cli_make_fn make;
    void *ud;
} target;

/* A wk_sink_fn; ud is the target. */
static wk_status
put(void *ud, const char *bytes, size_t n)
{
    target *t = ud;
    if (fwrite(bytes, 1, n, t->f) == n)
        return WK_OK;
    t->error = errno;
    return WK_ESYSTEM;
}

/* A cli_work_fn. */
static void
make_file(cli *c, void *ud)
{
    target *t = ud;
    wk_status s = WK_ESYSTEM;
    cli_take_memory();
    t->f = fdopen(t->fd, "wb");
    if (t->f)
        s = t->make(c, put, t, t->ud);
    if (!t->f || (s == WK_OK && fclose(t->f) != 0))
        t->error = errno;
    if (!t->error) {
        (void)cli_note(c, s);
        return;
    }
    errno = t->error;
    cli_complain_of_file(c, "write", c->output);
}

bool
cli_ends(const char *s, const char *with)
{
    const size_t n = strlen(s), m = strlen(with);
    return n >= m && strcmp(s + n - m, with) == 0;
}

/* A new file beside the target, or -1. */
static int
open_beside(char *beside, size_t room, const char *name)
{
    const int n = snprintf(beside, room, "%s.XXXXXX", name);
    if (n < 0 || (size_t)n >= room) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return mkstemp(beside);
}

static void
put_in_place(cli *c, int fd, const char *beside)
{
    const mode_t mask = umask(0);
    (void)umask(mask);
    if (fchmod(fd, 0666 & ~mask) != 0 || rename(beside, c->output) != 0) {
        cli_complain_of_file(c, "write", c->output);
        (void)unlink(beside);
    }
}

void
cli_make_apart(cli *c, cli_make_fn make, void *ud)
{
    char beside[4096];
    target t = {.make = make, .ud = ud};
    t.fd = open_beside(beside, sizeof beside, c->output);
    if (t.fd < 0) {
        cli_complain_of_file(c, "write", c->output);
        return;
    }
    cli_wait(c, cli_start(c, make_file, &t));
    if (c->status == CLI_CLEAN)
        put_in_place(c, t.fd, beside);
    else
        (void)unlink(beside);
    (void)close(t.fd);
}
