/* What a child of the command does when memory is out. HarfBuzz and Cairo go
 * on after an allocation that failed, and may then draw another picture
 * without saying so; no picture is better than a wrong one. The functions here
 * stand before those of the C library, for all that the program loads. */
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED
#endif

#ifdef IS_SANITIZED /* it has allocation functions of its own */

void
cli_end_without_memory(void)
{
}

void
cli_take_memory(void)
{
}

#else

#define SHOWN __attribute__((visibility("default")))

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t alignment, size_t n);
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

static bool is_to_end;

void
cli_end_without_memory(void)
{
    is_to_end = true;
}

/* None of it is given back to the system, and large pieces come from it too.
 * Where it fails nothing is lost but time. */
void
cli_take_memory(void)
{
    enum { ROOM = 3 << 19, LARGEST = 1 << 25, PAGE = 4096 };
    (void)mallopt(M_MMAP_THRESHOLD, LARGEST);
    (void)mallopt(M_TRIM_THRESHOLD, LARGEST);
    char *p = malloc(ROOM);
    if (!p)
        return;
    char *first = p + (PAGE - (uintptr_t)p % PAGE);
    (void)madvise(first, ROOM - PAGE, MADV_POPULATE_WRITE);
    free(p);
}

static void *
given(void *p, size_t n)
{
    if (!p && n && is_to_end)
        _exit(CLI_SYSTEM); /* told by who waits for it: cli_wait */
    return p;
}

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
SHOWN void *
malloc(size_t n)
{
    return given(__libc_malloc(n), n);
}

SHOWN void *
calloc(size_t n, size_t size)
{
    return given(__libc_calloc(n, size), n && size);
}

SHOWN void *
realloc(void *p, size_t n)
{
    return given(__libc_realloc(p, n), n);
}

SHOWN void *
memalign(size_t alignment, size_t n)
{
    return given(__libc_memalign(alignment, n), n);
}

SHOWN void *
aligned_alloc(size_t alignment, size_t n)
{
    return given(__libc_memalign(alignment, n), n);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)

#endif
