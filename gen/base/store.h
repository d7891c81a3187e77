/* A folder that is written to: files beside their target and renamed, links,
 * exchange, locks. Paths are relative to it, with '/'. */
#ifndef WKB_STORE_H
#define WKB_STORE_H

#include "base/diag.h"

typedef struct wkb_store {
    int fd;           /* of the folder; -1: not open */
    const char *path; /* borrowed, for diagnostics */
    wkb_diag *diag;
} wkb_store;

/*
 * Faults of the system are reported without a place: WK_ESYSTEM. A path is
 * refused (WK_EUSAGE) if it is absolute or has a part '.' or '..'.
 */

/* Opens a folder, made with those above it if it is not there. */
wk_status wkb_store_open(wkb_store *s, const char *path, wkb_diag *diag);
void wkb_store_close(wkb_store *s);

/* The whole of a file, in the arena. WK_ENONE, not reported, if there is
 * none. */
wk_status wkb_store_read(const wkb_store *s,
                         const char *path,
                         wkb_arena *a,
                         wkb_str *out);
/* Writes a file beside its target and renames it; makes its folders. */
wk_status wkb_store_write(const wkb_store *s, const char *path, wkb_str bytes);
/* Whether the file is there with just these bytes. */
bool wkb_store_has(const wkb_store *s, const char *path, wkb_str bytes);
bool wkb_store_exists(const wkb_store *s, const char *path);

typedef WKB_LIST(wkb_str) wkb_paths;
/* The files below a folder, in the order of their bytes, relative to it; none
 * if there is no such folder. */
wk_status wkb_store_list(const wkb_store *s,
                         const char *folder,
                         wkb_arena *a,
                         wkb_paths *out);

/* Moves a file over another or to where none is; makes its folders. */
wk_status wkb_store_move(const wkb_store *s, const char *from, const char *to);
/* Makes `to`, there already or not, another name of the file `from`; its
 * folders too. Where the file system has no links: a copy with the same time,
 * and *copied is set. */
wk_status wkb_store_link(const wkb_store *s,
                         const char *from,
                         const char *to,
                         bool *copied);
/* Two folders change places, at once; WK_ENONE, not reported, where the file
 * system cannot. */
wk_status wkb_store_exchange(const wkb_store *s, const char *a, const char *b);
/* Deletes a file, or a folder with all in it; nothing if it is not there. */
wk_status wkb_store_remove(const wkb_store *s, const char *path);
/* Deletes the folders above a path that are empty, up to `top`. */
void wkb_store_prune(const wkb_store *s, const char *path, const char *top);

/* What tells a file from any other that ever had this name; 0 if there is
 * none: its inode. */
uint64_t wkb_store_inode(const wkb_store *s, const char *path);

/* Waits until no other process holds the lock, or with `shared` none but those
 * that share it too; held until *lock is closed. *waited: whether it had to. */
wk_status wkb_store_lock(
    const wkb_store *s, const char *path, bool shared, int *lock, bool *waited);
void wkb_store_unlock(int *lock);

#endif
