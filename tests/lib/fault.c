/* Preloaded into the program: at the FAULT_AT-th call that changes the file
 * system, the process is killed (FAULT=kill), or from it on the disk is full
 * (FAULT=full); FAULT=nolink, FAULT=noexchange: there is no such thing. With
 * FAULT_COUNT the number of calls is written to that file at exit. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long calls;

static bool
is(const char *fault)
{
    const char *wanted = getenv("FAULT");
    return wanted && strcmp(wanted, fault) == 0;
}

/* Whether the call fails for want of room. */
static bool
count(bool needs_room)
{
    const char *at = getenv("FAULT_AT");
    const long k = at ? strtol(at, NULL, 10) : 0;
    calls++;
    if (is("kill") && calls == k)
        (void)raise(SIGKILL);
    if (!is("full") || calls < k || !needs_room)
        return false;
    errno = ENOSPC;
    return true;
}

__attribute__((destructor)) static void
tell(void)
{
    const char *path = getenv("FAULT_COUNT");
    FILE *f = path ? fopen(path, "w") : NULL;
    if (f) {
        (void)fprintf(f, "%ld\n", calls);
        (void)fclose(f);
    }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int
openat(int fd, const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (flags & O_CREAT && count(true))
        return -1;
    return REAL(openat)(fd, path, flags, mode);
}

ssize_t
write(int fd, const void *bytes, size_t n)
{
    if (fd > 2 && count(true))
        return -1;
    return REAL(write)(fd, bytes, n);
}

int
mkdirat(int fd, const char *path, mode_t mode)
{
    return count(true) ? -1 : REAL(mkdirat)(fd, path, mode);
}

int
linkat(int from, const char *a, int to, const char *b, int flags)
{
    if (count(true))
        return -1;
    if (is("nolink")) {
        errno = EPERM;
        return -1;
    }
    return REAL(linkat)(from, a, to, b, flags);
}

int
renameat(int from, const char *a, int to, const char *b)
{
    (void)count(false);
    return REAL(renameat)(from, a, to, b);
}

int
renameat2(int from, const char *a, int to, const char *b, unsigned flags)
{
    (void)count(false);
    if (flags && (is("noexchange") || getenv("NOEXCHANGE"))) {
        errno = EINVAL;
        return -1;
    }
    return REAL(renameat2)(from, a, to, b, flags);
}

int
unlinkat(int fd, const char *path, int flags)
{
    (void)count(false);
    return REAL(unlinkat)(fd, path, flags);
}
