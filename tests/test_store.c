/* Hashes, and a folder that is written to. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/store.h"
#include "base/str.h"
#include "test.h"

typedef struct folder {
    wkb_arena arena;
    wkb_diag diag;
    wkb_out said;
    wkb_store store;
    char path[64];
} folder;

static void
hear(void *ud, const wk_diag *d)
{
    folder *f = ud;
    wkb_print(&f->said, "%s\n", d->message);
}

static int
begin(void **state)
{
    folder *f = calloc(1, sizeof *f);
    *state = f;
    wkb_arena_init(&f->arena, NULL, NULL, 0);
    f->said = wkb_out_kept(&f->arena);
    f->diag = (wkb_diag){.fn = hear, .ud = f};
    (void)strcpy(f->path, "/tmp/workings-XXXXXX");
    assert_non_null(mkdtemp(f->path));
    return wkb_store_open(&f->store, f->path, &f->diag) != WK_OK;
}

static int
end(void **state)
{
    folder *f = *state;
    wkb_store_close(&f->store);
    char *slash = strrchr(f->path, '/');
    wkb_store top;
    *slash = '\0';
    assert_int_equal(wkb_store_open(&top, f->path, NULL), WK_OK);
    assert_int_equal(wkb_store_remove(&top, slash + 1), WK_OK);
    wkb_store_close(&top);
    wkb_arena_clear(&f->arena);
    free(f);
    return 0;
}

static void
write_text(const folder *f, const char *path, const char *text)
{
    assert_int_equal(wkb_store_write(&f->store, path, wkb_str_of(text)), WK_OK);
}

static void
assert_files(folder *f, const char *below, const char *want)
{
    wkb_paths found;
    wkb_out got = wkb_out_kept(&f->arena);
    assert_int_equal(wkb_store_list(&f->store, below, &f->arena, &found),
                     WK_OK);
    for (size_t i = 0; i < found.n; i++)
        wkb_print(&got, i ? " %S" : "%S", found.item[i]);
    assert_text(&got, want);
}

static void
test_hash(void **state)
{
    static const char want[] =
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    folder *f = *state;
    wkb_out out = wkb_out_kept(&f->arena);
    wkb_hash h, again;
    wkb_hash_of(&h, WKB_STR("abc"));
    wkb_put_hash(&out, &h);
    assert_text(&out, want);
    assert_true(wkb_hash_read(&again, wkb_str_of(want)));
    assert_true(wkb_hash_eq(&h, &again));
    assert_false(wkb_hash_read(&again, WKB_STR("ba78")));
    assert_false(wkb_hash_read(&again, (wkb_str){"g", 1}));
}

static void
test_files(void **state)
{
    folder *f = *state;
    wkb_str bytes;
    write_text(f, "a/b/c.txt", "one");
    write_text(f, "a/b/c.txt", "two");
    write_text(f, "a/z", "");
    assert_files(f, "a", "b/c.txt z");
    assert_files(f, "nothing", "");
    assert_int_equal(wkb_store_read(&f->store, "a/b/c.txt", &f->arena, &bytes),
                     WK_OK);
    assert_true(wkb_str_eq(bytes, WKB_STR("two")));
    assert_int_equal(wkb_store_read(&f->store, "a/none", &f->arena, &bytes),
                     WK_ENONE);
    assert_true(wkb_store_has(&f->store, "a/b/c.txt", WKB_STR("two")));
    assert_false(wkb_store_has(&f->store, "a/b/c.txt", WKB_STR("twi")));
    assert_false(wkb_store_has(&f->store, "a/b/c.txt", WKB_STR("twos")));
    assert_false(wkb_store_has(&f->store, "a/b", WKB_STR("")));
    assert_int_equal(wkb_store_remove(&f->store, "a/b/c.txt"), WK_OK);
    wkb_store_prune(&f->store, "a/b/c.txt", "a");
    assert_false(wkb_store_exists(&f->store, "a/b"));
    assert_true(wkb_store_exists(&f->store, "a"));
    assert_int_equal(wkb_store_remove(&f->store, "a"), WK_OK);
    assert_int_equal(wkb_store_remove(&f->store, "a"), WK_OK);
    assert_text(&f->said, "");
}

/* No path leads out of the folder. */
static void
test_paths(void **state)
{
    static const char *const paths[] = {
        "", "/etc/x", "../x", "a/../../x", "a//b", "./x", "a/.", "a/"};
    folder *f = *state;
    for (size_t i = 0; i < WKB_COUNT(paths); i++)
        assert_int_equal(wkb_store_write(&f->store, paths[i], WKB_STR("x")),
                         WK_EUSAGE);
    assert_files(f, ".", "");
}

static void
test_links(void **state)
{
    folder *f = *state;
    bool copied = false;
    write_text(f, "a/x", "x");
    write_text(f, "b/y", "y");
    assert_int_equal(wkb_store_link(&f->store, "a/x", "b/x", &copied), WK_OK);
    assert_int_equal(wkb_store_link(&f->store, "a/x", "b/y", &copied), WK_OK);
    assert_int_equal(wkb_store_link(&f->store, "a/x", "b/y", &copied), WK_OK);
    assert_false(copied);
    assert_files(f, "b", "x y");
    assert_int_equal(wkb_store_inode(&f->store, "a/x"),
                     wkb_store_inode(&f->store, "b/y"));
    assert_int_equal(wkb_store_inode(&f->store, "none"), 0);
    assert_int_equal(wkb_store_exchange(&f->store, "a", "b"), WK_OK);
    assert_files(f, "a", "x y");
    assert_files(f, "b", "x");
    assert_int_equal(wkb_store_move(&f->store, "a/y", "c/d/y"), WK_OK);
    assert_files(f, ".", "a/x b/x c/d/y");
}

static void
test_lock(void **state)
{
    folder *f = *state;
    int lock = -1;
    bool waited = true;
    assert_int_equal(wkb_store_lock(&f->store, "deep/lock", false, &lock, &waited),
                     WK_OK);
    assert_false(waited);
    wkb_store_unlock(&lock);
    assert_int_equal(lock, -1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_hash, begin, end),
        cmocka_unit_test_setup_teardown(test_files, begin, end),
        cmocka_unit_test_setup_teardown(test_paths, begin, end),
        cmocka_unit_test_setup_teardown(test_links, begin, end),
        cmocka_unit_test_setup_teardown(test_lock, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
