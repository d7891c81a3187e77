/* Preloaded into the command: the allocation with the number FAIL_AT fails, in
 * whatever process of it comes there; FAIL_COUNT names a file that is told how
 * many there were when a process ends. The command's own functions stand
 * before these, which they call (gen/cli/memory.c). */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

typedef void *(*take_fn)(size_t n);
typedef void *(*zero_fn)(size_t n, size_t size);
typedef void *(*change_fn)(void *p, size_t n);

static take_fn take;
static zero_fn zero;
static change_fn change;
static unsigned long count, fail_at;

__attribute__((constructor)) static void
begin(void)
{
    const char *at = getenv("FAIL_AT");
    take = (take_fn)dlsym(RTLD_NEXT, "__libc_malloc");
    zero = (zero_fn)dlsym(RTLD_NEXT, "__libc_calloc");
    change = (change_fn)dlsym(RTLD_NEXT, "__libc_realloc");
    fail_at = at ? strtoul(at, NULL, 10) : 0;
    count = 0;
}

__attribute__((destructor)) static void
end(void)
{
    const char *name = getenv("FAIL_COUNT");
    FILE *f = name ? fopen(name, "a") : NULL;
    if (f) {
        (void)fprintf(f, "%lu\n", count);
        (void)fclose(f);
    }
}

static int
fails(void)
{
    if (!change || ++count != fail_at)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);

void *
__libc_malloc(size_t n)
{
    if (!take)
        take = (take_fn)dlsym(RTLD_NEXT, "__libc_malloc");
    return fails() ? NULL : take(n);
}

void *
__libc_calloc(size_t n, size_t size)
{
    if (!zero)
        zero = (zero_fn)dlsym(RTLD_NEXT, "__libc_calloc");
    return fails() ? NULL : zero(n, size);
}

void *
__libc_realloc(void *p, size_t n)
{
    if (!change)
        change = (change_fn)dlsym(RTLD_NEXT, "__libc_realloc");
    return fails() ? NULL : change(p, n);
}
