/* Lists folders and reads files below a directory. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

enum { PATH_BYTES = 4096, BLOCK = 65536 };

static wk_status
no_file(const wkb_dir *d, const char *what, const char *path, int error)
{
    const char *why = wkb_error_text(error);
    return wkb_error(d->diag,
                     WK_ESYSTEM,
                     WKB_NOWHERE,
                     "cannot %s %q: %s\ncheck the path and its permissions",
                     what,
                     wkb_str_of(path),
                     why);
}

static wk_status
join(const wkb_dir *d, const char *name, char out[PATH_BYTES])
{
    const size_t n = strlen(d->path), m = strlen(name);
    if (n + m + 2 > PATH_BYTES)
        return no_file(d, "open", name, ENAMETOOLONG);
    memcpy(out, d->path, n);
    out[n] = '/';
    memcpy(out + n + 1, name, m + 1);
    return WK_OK;
}

/* The name of a folder ends in '/'. */
static wk_status
tell_name(DIR *dir, const struct dirent *entry, wk_name_fn each, void *ud)
{
    char name[sizeof entry->d_name + 1];
    struct stat there;
    bool is_folder = entry->d_type == DT_DIR;
    if (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN)
        is_folder = fstatat(dirfd(dir), entry->d_name, &there, 0) == 0 &&
                    S_ISDIR(there.st_mode);
    if (!is_folder)
        return each(ud, entry->d_name);
    const size_t n = strlen(entry->d_name);
    memcpy(name, entry->d_name, n);
    memcpy(name + n, "/", 2);
    return each(ud, name);
}

static wk_status
tell_names(
    const wkb_dir *d, DIR *dir, const char *path, wk_name_fn each, void *ud)
{
    for (;;) {
        errno = 0;
        // NOLINTNEXTLINE(concurrency-mt-unsafe): one stream, one thread
        const struct dirent *entry = readdir(dir);
        if (!entry)
            return errno ? no_file(d, "list", path, errno) : WK_OK;
        if (entry->d_name[0] != '.')
            WKB_TRY(tell_name(dir, entry, each, ud));
    }
}

static wk_status
list_folder(void *ud, const char *folder, wk_name_fn each, void *each_ud)
{
    const wkb_dir *d = ud;
    char path[PATH_BYTES];
    struct stat there;
    WKB_TRY(join(d, folder, path));
    DIR *dir = opendir(path);
    if (!dir && errno == ENOENT && stat(d->path, &there) == 0)
        return WK_OK;
    if (!dir)
        return no_file(d, "open", path, errno);
    const wk_status status = tell_names(d, dir, path, each, each_ud);
    (void)closedir(dir);
    return status;
}

static wk_status
read_all(const wkb_dir *d, int fd, const char *path, wk_sink_fn put, void *ud)
{
    char block[BLOCK];
    for (;;) {
        const ssize_t n = read(fd, block, sizeof block);
        if (n == 0)
            return WK_OK;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return no_file(d, "read", path, errno);
        WKB_TRY(put(ud, block, (size_t)n));
    }
}

static wk_status
read_file(void *ud, const char *name, wk_sink_fn put, void *put_ud)
{
    const wkb_dir *d = ud;
    char path[PATH_BYTES];
    WKB_TRY(join(d, name, path));
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return no_file(d, "open", path, errno);
    const wk_status status = read_all(d, fd, path, put, put_ud);
    (void)close(fd);
    return status;
}

wk_files
wkb_dir_files(wkb_dir *dir)
{
    return (wk_files){sizeof(wk_files), list_folder, read_file, dir};
}

size_t
wkb_dir_size(const wkb_dir *dir, const char *name)
{
    char path[PATH_BYTES];
    struct stat there;
    const bool fits = strlen(dir->path) + strlen(name) + 2 <= sizeof path;
    const bool is_file = fits && join(dir, name, path) == WK_OK &&
                         stat(path, &there) == 0 && S_ISREG(there.st_mode);
    return is_file && there.st_size > 0 ? (size_t)there.st_size : 0;
}

bool
wkb_dir_exists(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

bool
wkb_file_exists(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

bool
wkb_put_file_mark(wkb_out *out, const char *path)
{
    struct stat there;
    if (stat(path, &there) != 0)
        return false;
    wkb_print(out,
              "%z %z %z %z.%z",
              (size_t)there.st_dev,
              (size_t)there.st_ino,
              (size_t)there.st_size,
              (size_t)there.st_ctim.tv_sec,
              (size_t)there.st_ctim.tv_nsec);
    return true;
}

void
wkb_put_program_folder(wkb_out *out)
{
    char path[PATH_BYTES];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    size_t end = n > 0 && (size_t)n < sizeof path ? (size_t)n : 0;
    while (end && path[end - 1] != '/')
        end--;
    wkb_put(out, (wkb_str){path, end ? end - 1 : 0});
}
