/* Files of a folder that is written to. */
#include "base/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/out.h"
#include "base/str.h"

enum { PATH_BYTES = 4096, FOLDER_MODE = 0777, FILE_MODE = 0666 };

static wk_status
fail(const wkb_store *s, const char *what, const char *path, int error)
{
    const char *why = wkb_error_text(error);
    const char *hint = error == ENOSPC || error == EDQUOT
                           ? "make room on the disk"
                           : "check the path and its permissions";
    return wkb_error(s->diag,
                     WK_ESYSTEM,
                     WKB_NOWHERE,
                     "cannot %s '%e/%e': %s\n%s",
                     what,
                     wkb_str_of(s->path),
                     wkb_str_of(path),
                     why,
                     hint);
}

/* No path leads out of the folder. */
static wk_status
check(const wkb_store *s, const char *path)
{
    wkb_str rest = wkb_str_of(path);
    const bool is_good = rest.n > 0 && rest.n < PATH_BYTES - 16;
    while (is_good && rest.p) {
        const wkb_str part = wkb_cut(&rest, '/');
        if (part.n == 0 || wkb_str_eq(part, WKB_STR(".")) ||
            wkb_str_eq(part, WKB_STR("..")))
            break;
        if (!rest.p)
            return WK_OK;
    }
    return wkb_error(s->diag,
                     WK_EUSAGE,
                     WKB_NOWHERE,
                     "%q is no path inside '%e'\nwrite a/b/c",
                     wkb_str_of(path),
                     wkb_str_of(s->path));
}

/* Makes the folders above a path. */
static wk_status
make_folders(const wkb_store *s, const char *path)
{
    char part[PATH_BYTES];
    (void)memcpy(part, path, strlen(path) + 1);
    for (char *at = strchr(part, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        if (mkdirat(s->fd, part, FOLDER_MODE) != 0 && errno != EEXIST)
            return fail(s, "make the folder", part, errno);
        *at = '/';
    }
    return WK_OK;
}

static wk_status
make_path(wkb_diag *diag, const char *path)
{
    const wkb_store root = {AT_FDCWD, ".", diag};
    char part[PATH_BYTES];
    const size_t n = strlen(path);
    if (n + 2 > PATH_BYTES)
        return fail(&root, "make the folder", path, ENAMETOOLONG);
    (void)memcpy(part, path, n + 1);
    part[n] = '/';
    part[n + 1] = '\0';
    for (char *at = strchr(part + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        if (mkdir(part, FOLDER_MODE) != 0 && errno != EEXIST)
            return fail(&root, "make the folder", part, errno);
        *at = '/';
    }
    return WK_OK;
}

wk_status
wkb_store_open(wkb_store *s, const char *path, wkb_diag *diag)
{
    const wkb_store root = {AT_FDCWD, ".", diag};
    *s = (wkb_store){-1, path, diag};
    WKB_TRY(make_path(diag, path));
    s->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return s->fd < 0 ? fail(&root, "open", path, errno) : WK_OK;
}

void
wkb_store_close(wkb_store *s)
{
    if (s->fd >= 0)
        (void)close(s->fd);
    s->fd = -1;
}

/* Takes blocks of a file; anything but WK_OK stops. */
typedef wk_status (*block_fn)(void *ud, const char *bytes, size_t n);

static wk_status
read_blocks(const wkb_store *s, int fd, const char *path, block_fn fn, void *ud)
{
    char block[65536];
    for (;;) {
        const ssize_t n = read(fd, block, sizeof block);
        if (n == 0)
            return WK_OK;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(s, "read", path, errno);
        WKB_TRY(fn(ud, block, (size_t)n));
    }
}

static wk_status
keep_block(void *ud, const char *bytes, size_t n)
{
    wkb_out *out = ud;
    wkb_put(out, (wkb_str){bytes, n});
    return out->status;
}

/* Reads n bytes, or what there is, to where they stay. */
static wk_status
read_whole(const wkb_store *s, int fd, const char *path, wkb_out *out, size_t n)
{
    while (out->status == WK_OK && out->n < n) {
        const ssize_t got = read(fd, out->p + out->n, n - out->n);
        if (got == 0)
            break;
        if (got < 0 && errno != EINTR)
            return fail(s, "read", path, errno);
        out->n += got > 0 ? (size_t)got : 0;
        out->p[out->n] = '\0';
    }
    return out->status;
}

wk_status
wkb_store_read(const wkb_store *s, const char *path, wkb_arena *a, wkb_str *out)
{
    struct stat there;
    *out = (wkb_str){NULL, 0};
    WKB_TRY(check(s, path));
    const int fd = openat(s->fd, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? WK_ENONE
                   : fail(s, "open", path, errno);
    const bool has_size = fstat(fd, &there) == 0 && there.st_size > 0;
    const size_t n = has_size ? (size_t)there.st_size : 0;
    wkb_out bytes = wkb_out_sized(a, n);
    wk_status status = read_whole(s, fd, path, &bytes, n);
    if (status == WK_OK) /* it may have grown */
        status = read_blocks(s, fd, path, keep_block, &bytes);
    (void)close(fd);
    return status == WK_OK ? wkb_out_text(&bytes, out) : status;
}

/* What is left to be found in a file. */
static wk_status
compare_block(void *ud, const char *bytes, size_t n)
{
    wkb_str *rest = ud;
    if (n > rest->n || memcmp(bytes, rest->p, n) != 0)
        return WK_ENONE;
    *rest = wkb_sub(*rest, n, rest->n);
    return WK_OK;
}

bool
wkb_store_has(const wkb_store *s, const char *path, wkb_str bytes)
{
    const wkb_store quiet = {s->fd, s->path, NULL};
    struct stat there;
    const int fd = openat(s->fd, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return false;
    bool same = fstat(fd, &there) == 0 && S_ISREG(there.st_mode) &&
                (uintmax_t)there.st_size == bytes.n;
    if (same)
        same = read_blocks(&quiet, fd, path, compare_block, &bytes) == WK_OK &&
               bytes.n == 0;
    (void)close(fd);
    return same;
}

bool
wkb_store_exists(const wkb_store *s, const char *path)
{
    return faccessat(s->fd, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

enum { PART_NAME = 200 }; /* of the 255 bytes that a name may have */

/* The name under which a file is made before it gets its own; another file's
 * is another, since several processes may write into one folder. */
static void
beside(const char *path, char out[PATH_BYTES + 8])
{
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - path) : 0;
    size_t n = strlen(path) - folder;
    n = n < PART_NAME ? n : PART_NAME;
    (void)memcpy(out, path, folder + n);
    (void)memcpy(out + folder + n, ".part", sizeof ".part");
}

static wk_status
put_bytes(const wkb_store *s, int fd, const char *path, wkb_str bytes)
{
    while (bytes.n) {
        const ssize_t n = write(fd, bytes.p, bytes.n);
        if (n < 0 && errno != EINTR)
            return fail(s, "write", path, errno);
        if (n > 0)
            bytes = wkb_sub(bytes, (size_t)n, bytes.n);
    }
    return WK_OK;
}

static wk_status
rename_over(const wkb_store *s, const char *from, const char *to)
{
    if (renameat(s->fd, from, s->fd, to) == 0)
        return WK_OK;
    const int error = errno;
    (void)unlinkat(s->fd, from, 0);
    return fail(s, "write", to, error);
}

/* Whether an error says that a folder above is not there: it is made then,
 * since most often it is. */
static bool
lacks_folder(int error)
{
    return error == ENOENT || error == ENOTDIR;
}

wk_status
wkb_store_write(const wkb_store *s, const char *path, wkb_str bytes)
{
    enum { HOW = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC };
    char part[PATH_BYTES + 8];
    WKB_TRY(check(s, path));
    beside(path, part);
    int fd = openat(s->fd, part, HOW, FILE_MODE);
    if (fd < 0 && lacks_folder(errno)) {
        WKB_TRY(make_folders(s, path));
        fd = openat(s->fd, part, HOW, FILE_MODE);
    }
    if (fd < 0)
        return fail(s, "write", path, errno);
    wk_status status = put_bytes(s, fd, path, bytes);
    if (close(fd) != 0 && status == WK_OK)
        status = fail(s, "write", path, errno);
    if (status == WK_OK)
        return rename_over(s, part, path);
    (void)unlinkat(s->fd, part, 0);
    return status;
}

wk_status
wkb_store_move(const wkb_store *s, const char *from, const char *to)
{
    WKB_TRY(check(s, from));
    WKB_TRY(check(s, to));
    if (renameat(s->fd, from, s->fd, to) == 0)
        return WK_OK;
    if (lacks_folder(errno))
        WKB_TRY(make_folders(s, to));
    if (renameat(s->fd, from, s->fd, to) != 0)
        return fail(s, "move", from, errno);
    return WK_OK;
}

static wk_status
copy_block(void *ud, const char *bytes, size_t n)
{
    const int *to = ud;
    const wkb_store quiet = {-1, "", NULL};
    return put_bytes(&quiet, *to, "", (wkb_str){bytes, n});
}

/* For file systems without links. */
static wk_status
copy(const wkb_store *s, const char *from, const char *to)
{
    struct stat there;
    const int in = openat(s->fd, from, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return fail(s, "read", from, errno);
    int out =
        openat(s->fd, to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, FILE_MODE);
    wk_status status =
        out < 0 ? WK_ESYSTEM : read_blocks(s, in, from, copy_block, &out);
    if (status == WK_OK && fstat(in, &there) == 0) {
        const struct timespec times[2] = {there.st_atim, there.st_mtim};
        (void)futimens(out, times);
    }
    if (out >= 0 && close(out) != 0)
        status = WK_ESYSTEM;
    (void)close(in);
    return status == WK_OK ? WK_OK : fail(s, "copy", from, errno);
}

/* Errors that say the file system has no links, or no more for this file. */
static bool
has_no_links(int error)
{
    return error == EPERM || error == EOPNOTSUPP || error == ENOSYS ||
           error == EMLINK || error == EXDEV;
}

wk_status
wkb_store_link(const wkb_store *s,
               const char *from,
               const char *to,
               bool *copied)
{
    char part[PATH_BYTES + 8];
    WKB_TRY(check(s, from));
    WKB_TRY(check(s, to));
    if (linkat(s->fd, from, s->fd, to, 0) == 0)
        return WK_OK;
    WKB_TRY(make_folders(s, to));
    beside(to, part);
    (void)unlinkat(s->fd, part, 0);
    if (linkat(s->fd, from, s->fd, part, 0) != 0) {
        if (!has_no_links(errno))
            return fail(s, "link", from, errno);
        *copied = true;
        WKB_TRY(copy(s, from, part));
    }
    WKB_TRY(rename_over(s, part, to));
    /* Renaming one name of a file over another leaves both. */
    (void)unlinkat(s->fd, part, 0);
    return WK_OK;
}

wk_status
wkb_store_exchange(const wkb_store *s, const char *a, const char *b)
{
    WKB_TRY(check(s, a));
    WKB_TRY(check(s, b));
    if (renameat2(s->fd, a, s->fd, b, RENAME_EXCHANGE) == 0)
        return WK_OK;
    if (errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP)
        return WK_ENONE;
    return fail(s, "exchange", a, errno);
}

void
wkb_store_prune(const wkb_store *s, const char *path, const char *top)
{
    char part[PATH_BYTES];
    const size_t keep = strlen(top);
    if (check(s, path) != WK_OK)
        return;
    (void)memcpy(part, path, strlen(path) + 1);
    for (;;) {
        char *slash = strrchr(part, '/');
        if (!slash || (size_t)(slash - part) <= keep)
            return;
        *slash = '\0';
        if (unlinkat(s->fd, part, AT_REMOVEDIR) != 0)
            return;
    }
}

uint64_t
wkb_store_inode(const wkb_store *s, const char *path)
{
    struct stat there;
    if (fstatat(s->fd, path, &there, AT_SYMLINK_NOFOLLOW) != 0)
        return 0;
    return (uint64_t)there.st_ino;
}

wk_status
wkb_store_lock(
    const wkb_store *s, const char *path, bool shared, int *lock, bool *waited)
{
    const int kind = shared ? LOCK_SH : LOCK_EX;
    *waited = false;
    *lock = -1;
    WKB_TRY(check(s, path));
    WKB_TRY(make_folders(s, path));
    *lock = openat(s->fd, path, O_RDWR | O_CREAT | O_CLOEXEC, FILE_MODE);
    if (*lock < 0)
        return fail(s, "lock", path, errno);
    if (flock(*lock, kind | LOCK_NB) == 0)
        return WK_OK;
    *waited = true;
    while (flock(*lock, kind) != 0) {
        if (errno == EINTR)
            continue;
        const int error = errno;
        wkb_store_unlock(lock);
        return fail(s, "lock", path, error);
    }
    return WK_OK;
}

void
wkb_store_unlock(int *lock)
{
    if (*lock >= 0)
        (void)close(*lock);
    *lock = -1;
}
