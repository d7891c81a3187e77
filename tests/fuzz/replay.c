/* Runs a fuzz target over its corpus, with any compiler: each file of
 * tests/fuzz/NAME is given to fuzz_NAME once. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void
replay(const char *path)
{
    static uint8_t bytes[1 << 20];
    FILE *f = fopen(path, "rb");
    if (!f) {
        printf("not ok %s cannot be read\n", path);
        return;
    }
    const size_t n = fread(bytes, 1, sizeof bytes, f);
    (void)fclose(f);
    (void)LLVMFuzzerTestOneInput(bytes, n);
    printf("ok %s\n", path);
}

int
main(int argc, char **argv)
{
    const char *name = argc ? strrchr(argv[0], '/') : NULL;
    char folder[256], path[1024];
    if (!name || strncmp(name, "/fuzz_", 6) != 0)
        return 2;
    (void)snprintf(folder, sizeof folder, "tests/fuzz/%s", name + 6);
    DIR *d = opendir(folder);
    if (!d) {
        printf("not ok %s has no corpus\n", folder);
        return 1;
    }
    for (const struct dirent *e; (e = readdir(d));) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.')
            replay(path);
    }
    (void)closedir(d);
    return 0;
}
