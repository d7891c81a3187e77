/* The file system: the only place that opens files. */
#ifndef WKB_FILE_H
#define WKB_FILE_H

#include "base/diag.h"
#include "base/out.h"

/* The files below a directory, as wk_files; dir is borrowed. Faults are
 * reported without a place, status WK_ESYSTEM. */
typedef struct wkb_dir {
    const char *path;
    wkb_diag *diag;
} wkb_dir;
wk_files wkb_dir_files(wkb_dir *dir);
/* How many bytes a file seems to have; 0 if it cannot be told. */
size_t wkb_dir_size(const wkb_dir *dir, const char *name);
bool wkb_dir_exists(const char *path);
bool wkb_file_exists(const char *path);
/* Puts what tells a file from any that ever had its name, and from itself
 * before it changed: its number, size and time of change. False if there is
 * none. */
bool wkb_put_file_mark(wkb_out *out, const char *path);
/* The folder of the program that runs; of no length if it cannot be told. */
void wkb_put_program_folder(wkb_out *out);

#endif
