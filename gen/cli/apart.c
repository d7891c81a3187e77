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

/* What is written, and errno of what failed. */
typedef struct target {
    FILE *f;
    int error;
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

static void
finish(cli *c, target *t, wk_status s)
{
    if (s == WK_OK && fclose(t->f) != 0)
        t->error = errno;
    if (!t->error) {
        (void)cli_note(c, s);
        return;
    }
    errno = t->error;
    cli_complain_of_file(c, "write", c->output);
}

/* In the child: the work, its faults, its exit status. */
static _Noreturn void
work(cli *c, int fd, cli_make_fn make, void *ud)
{
    target t = {fdopen(fd, "wb"), 0};
    if (t.f)
        finish(c, &t, make(c, put, &t, ud));
    else
        cli_complain_of_file(c, "write", c->output);
    cli_show_faults(c);
    (void)fflush(stdout);
    _exit(c->status);
}

bool
cli_ends(const char *s, const char *with)
{
    const size_t n = strlen(s), m = strlen(with);
    return n >= m && strcmp(s + n - m, with) == 0;
}

/* How the child ended. */
static int
wait_for(cli *c, pid_t pid)
{
    char message[128];
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    (void)snprintf(message,
                   sizeof message,
                   "ended by signal %d, as when memory is out",
                   WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    cli_complain(c, WK_ESYSTEM, message, "what was there before stays");
    return CLI_SYSTEM;
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
    const int fd = open_beside(beside, sizeof beside, c->output);
    if (fd < 0) {
        cli_complain_of_file(c, "write", c->output);
        return;
    }
    cli_show_faults(c); /* else the child shows them too */
    (void)fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0)
        work(c, fd, make, ud);
    if (pid < 0)
        cli_complain(c, WK_ESYSTEM, "cannot start a process", NULL);
    const int status = pid < 0 ? CLI_SYSTEM : wait_for(c, pid);
    if (status > c->status)
        c->status = status;
    if (c->status == CLI_CLEAN)
        put_in_place(c, fd, beside);
    else
        (void)unlink(beside);
    (void)close(fd);
}
