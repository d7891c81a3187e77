/* Whole folders: listed, and deleted. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/out.h"
#include "base/store.h"
#include "base/str.h"

enum { DEEPEST = 64 }; /* folders within folders */

typedef struct walk {
    const wkb_store *store;
    wkb_arena *arena;
    wkb_paths *found;
} walk;

static wk_status
fail(const wkb_store *s, const char *what, const char *path, int error)
{
    const char *why = wkb_error_text(error);
    return wkb_error(s->diag,
                     WK_ESYSTEM,
                     WKB_NOWHERE,
                     "cannot %s '%e/%e': %s\ncheck the path and its "
                     "permissions",
                     what,
                     wkb_str_of(s->path),
                     wkb_str_of(path),
                     why);
}

static bool
is_folder(int fd, const struct dirent *e)
{
    struct stat there;
    if (e->d_type != DT_UNKNOWN)
        return e->d_type == DT_DIR;
    return fstatat(fd, e->d_name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISDIR(there.st_mode);
}

static bool
is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Opens a folder below fd; NULL with errno. */
static DIR *
open_folder(int fd, const char *name)
{
    const int folder =
        openat(fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    DIR *dir = folder < 0 ? NULL : fdopendir(folder);
    if (!dir && folder >= 0)
        (void)close(folder);
    return dir;
}

static wk_status list_below(walk *w, DIR *dir, wkb_str prefix, size_t depth);

static wk_status
list_entry(
    walk *w, DIR *dir, const struct dirent *e, wkb_str prefix, size_t depth)
{
    wkb_out out = wkb_out_kept(w->arena);
    wkb_str path;
    const bool deeper = is_folder(dirfd(dir), e);
    wkb_print(&out, deeper ? "%S%s/" : "%S%s", prefix, e->d_name);
    WKB_TRY(wkb_out_text(&out, &path));
    if (!deeper) {
        wkb_str *slot = WKB_PUSH(w->arena, w->found);
        if (!slot)
            return WK_ENOMEM;
        *slot = path;
        return WK_OK;
    }
    if (depth == DEEPEST)
        return fail(w->store, "list", path.p, ELOOP);
    DIR *below = open_folder(dirfd(dir), e->d_name);
    if (!below)
        return fail(w->store, "list", path.p, errno);
    const wk_status status = list_below(w, below, path, depth + 1);
    (void)closedir(below);
    return status;
}

static wk_status
list_below(walk *w, DIR *dir, wkb_str prefix, size_t depth)
{
    for (;;) {
        errno = 0;
        // NOLINTNEXTLINE(concurrency-mt-unsafe): one stream, one thread
        const struct dirent *e = readdir(dir);
        if (!e)
            return errno ? fail(w->store, "list", prefix.p, errno) : WK_OK;
        if (!is_dots(e->d_name))
            WKB_TRY(list_entry(w, dir, e, prefix, depth));
    }
}

static int
compare(const void *a, const void *b)
{
    return wkb_str_cmp(*(const wkb_str *)a, *(const wkb_str *)b);
}

wk_status
wkb_store_list(const wkb_store *s,
               const char *folder,
               wkb_arena *a,
               wkb_paths *out)
{
    walk w = {s, a, out};
    *out = (wkb_paths){0};
    DIR *dir = open_folder(s->fd, folder);
    if (!dir)
        return errno == ENOENT ? WK_OK : fail(s, "list", folder, errno);
    const wk_status status = list_below(&w, dir, WKB_STR(""), 0);
    (void)closedir(dir);
    if (status == WK_OK && out->n)
        qsort(out->item, out->n, sizeof *out->item, compare);
    return status;
}

/* Deletes all in an open folder; false with errno where it cannot. */
static bool
empty(DIR *dir, size_t depth)
{
    for (;;) {
        errno = 0;
        // NOLINTNEXTLINE(concurrency-mt-unsafe): one stream, one thread
        const struct dirent *e = readdir(dir);
        if (!e)
            return errno == 0;
        if (is_dots(e->d_name))
            continue;
        const bool deeper = is_folder(dirfd(dir), e);
        if (deeper) {
            DIR *below =
                depth < DEEPEST ? open_folder(dirfd(dir), e->d_name) : NULL;
            const bool is_empty = below && empty(below, depth + 1);
            if (below)
                (void)closedir(below);
            if (!is_empty)
                return false;
        }
        if (unlinkat(dirfd(dir), e->d_name, deeper ? AT_REMOVEDIR : 0) != 0)
            return false;
    }
}

wk_status
wkb_store_remove(const wkb_store *s, const char *path)
{
    if (unlinkat(s->fd, path, 0) == 0 || errno == ENOENT)
        return WK_OK;
    if (errno != EISDIR && errno != EPERM)
        return fail(s, "delete", path, errno);
    DIR *dir = open_folder(s->fd, path);
    if (!dir)
        return fail(s, "delete", path, errno);
    const bool is_empty = empty(dir, 0);
    const int error = errno;
    (void)closedir(dir);
    if (!is_empty)
        return fail(s, "delete", path, error);
    if (unlinkat(s->fd, path, AT_REMOVEDIR) != 0)
        return fail(s, "delete", path, errno);
    return WK_OK;
}
