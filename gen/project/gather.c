/* Gathers the files of a project: given, listed, or added one by one. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "project/project.h"

enum { DEEPEST = 32 }; /* folders within templates/ */

static wk_status
too_late(wk_project *p)
{
    return wkb_error(&p->diag,
                     WK_EUSAGE,
                     WKB_NOWHERE,
                     "nothing can be added once the project is read\n"
                     "add all tables and formulas before the first question");
}

/* bytes stay; NULL: memory is out. */
static wk_status
add(wk_project *p,
    wkp_input_kind kind,
    wkb_str path,
    wkb_str name,
    wkb_str bytes)
{
    wkp_input *in = WKB_PUSH(&p->arena, &p->input);
    if (!in)
        return WK_ENOMEM;
    *in = (wkp_input){.kind = kind,
                      .path = wkb_copy(&p->arena, path),
                      .name = wkb_copy(&p->arena, name),
                      .bytes = bytes};
    return in->path.p && in->name.p && in->bytes.p ? WK_OK : WK_ENOMEM;
}

static wk_status
add_named(wk_project *p,
          wkp_input_kind kind,
          const char *name,
          const char *suffix,
          wkb_str bytes)
{
    wkb_out path = wkb_out_kept(&p->call);
    wkb_str text;
    if (p->is_loaded)
        return too_late(p);
    wkb_print(&path, "%s%s", name, suffix);
    WKB_TRY(wkb_out_text(&path, &text));
    return add(p, kind, text, wkb_str_of(name), wkb_copy(&p->arena, bytes));
}

wk_status
wk_add_csv(wk_project *p, const char *name, const char *bytes, size_t n)
{
    return add_named(p, WKP_CSV, name, ".csv", (wkb_str){bytes, n});
}

wk_status
wk_add_formulas(wk_project *p, const char *name, const char *bytes, size_t n)
{
    return add_named(p, WKP_FORMULAS, name, ".formulas", (wkb_str){bytes, n});
}

/* What a file is, from its path; its name in *name. */
static wkp_input_kind
kind_of(wkb_str path, wkb_str *name)
{
    static const struct {
        wkb_str suffix;
        wkp_input_kind kind;
    } kinds[] = {{{".csv", 4}, WKP_CSV}, {{".formulas", 9}, WKP_FORMULAS}};
    *name = path;
    if (wkb_starts(path, WKB_STR("templates/"))) {
        *name = wkb_sub(path, 10, path.n);
        return wkb_ends(path, WKB_STR(".md")) ? WKP_TEMPLATE : WKP_COPY;
    }
    if (!wkb_starts(path, WKB_STR("data/")))
        return WKP_INPUT_KINDS;
    *name = wkb_sub(path, 5, path.n);
    if (wkb_str_eq(*name, WKB_STR("site.yaml")))
        return WKP_SITE;
    for (size_t i = 0; i < WKB_COUNT(kinds); i++) {
        if (!wkb_ends(*name, kinds[i].suffix))
            continue;
        *name = wkb_sub(*name, 0, name->n - kinds[i].suffix.n);
        return kinds[i].kind;
    }
    return WKP_INPUT_KINDS;
}

static bool
is_data(wkp_input_kind kind)
{
    return kind == WKP_CSV || kind == WKP_FORMULAS;
}

wk_status
wk_add_file(wk_project *p, const char *path, const char *bytes, size_t n)
{
    wkb_str name;
    const wkp_input_kind kind = kind_of(wkb_str_of(path), &name);
    if (kind == WKP_INPUT_KINDS)
        return wkb_error(&p->diag,
                         WK_EUSAGE,
                         WKB_NOWHERE,
                         "%q is no file of a project\nfiles are data/NAME.csv, "
                         "data/NAME.formulas, data/site.yaml, templates/...",
                         wkb_str_of(path));
    if (is_data(kind) ? p->is_loaded : p->has_documents)
        return too_late(p);
    return add(p,
               kind,
               wkb_str_of(path),
               name,
               wkb_copy(&p->arena, (wkb_str){bytes, n}));
}

/* Names of a folder as they are listed. */
typedef struct listing {
    wk_project *p;
    wkb_str folder; /* with its '/' */
    WKB_LIST(wkb_str) path;
} listing;

static wk_status
take_path(listing *l, wkb_str path)
{
    wkb_str *slot = WKB_PUSH(&l->p->call, &l->path);
    if (!slot)
        return WK_ENOMEM;
    *slot = wkb_copy(&l->p->call, path);
    return slot->p ? WK_OK : WK_ENOMEM;
}

static wk_status
take_name(void *ud, const char *name)
{
    listing *l = ud;
    wkb_out path = wkb_out_kept(&l->p->call);
    wkb_str text;
    wkb_print(&path, "%S%s", l->folder, name);
    WKB_TRY(wkb_out_text(&path, &text));
    return take_path(l, text);
}

static int
compare(const void *a, const void *b)
{
    return wkb_str_cmp(*(const wkb_str *)a, *(const wkb_str *)b);
}

static wk_status
put_kept(void *ud, const char *bytes, size_t n)
{
    wkb_out *out = ud;
    wkb_put(out, (wkb_str){bytes, n});
    return out->status;
}

static bool
is_there(const wk_project *p, wkb_str path, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (wkb_str_eq(p->input.item[i].path, path))
            return true;
    }
    return false;
}

/* To where it stays, if its size can be told before. */
static wk_status
read_file(wk_project *p, const char *path, wkb_str *text)
{
    const wkb_mark mark = wkb_arena_mark(&p->call);
    const size_t n = p->dir ? wkb_dir_size(p->dir, path) : 0;
    wkb_out bytes = n ? wkb_out_sized(&p->arena, n) : wkb_out_kept(&p->call);
    WKB_TRY(p->files.read(p->files.ud, path, put_kept, &bytes));
    WKB_TRY(wkb_out_text(&bytes, text));
    if (n == 0)
        *text = wkb_copy(&p->arena, *text);
    wkb_arena_rewind(&p->call, mark);
    return WK_OK;
}

/* Reads a file of a kind that is wanted, unless one of the first n_given
 * inputs stands for it. */
static wk_status
take_file(wk_project *p, wkb_str path, bool wants_data, size_t n_given)
{
    wkb_str name, text;
    const wkp_input_kind kind = kind_of(path, &name);
    if (kind == WKP_INPUT_KINDS || is_data(kind) != wants_data ||
        wkb_ends(path, WKB_STR("/")) || is_there(p, path, n_given))
        return WK_OK;
    WKB_TRY(read_file(p, path.p, &text));
    return add(p, kind, path, name, text);
}

/* Lists a folder; what ends in '/' is one, and comes later in the list. */
static wk_status
list_folder(listing *l, wkb_str folder)
{
    wkb_out name = wkb_out_kept(&l->p->call);
    wkb_str text;
    l->folder = folder;
    wkb_put(&name, wkb_sub(folder, 0, folder.n - 1));
    WKB_TRY(wkb_out_text(&name, &text));
    return l->p->files.list(l->p->files.ud, text.p, take_name, l);
}

static wk_status
list_below(listing *l, wkb_str folder, size_t depth)
{
    const size_t first = l->path.n;
    WKB_TRY(list_folder(l, folder));
    const size_t last = l->path.n;
    for (size_t i = first; i < last; i++) {
        const wkb_str path = l->path.item[i];
        if (!wkb_ends(path, WKB_STR("/")))
            continue;
        if (depth == DEEPEST)
            return wkb_error(&l->p->diag,
                             WK_ELIMIT,
                             WKB_NOWHERE,
                             "%q is too deep\nput its files further up",
                             path);
        WKB_TRY(list_below(l, path, depth + 1));
    }
    return WK_OK;
}

/* In the order of their bytes, whatever the folder's. */
static wk_status
take_listed(wk_project *p, listing *l, bool wants_data)
{
    if (l->path.n)
        qsort(l->path.item, l->path.n, sizeof *l->path.item, compare);
    const size_t n_given = p->input.n;
    for (size_t i = 0; i < l->path.n; i++)
        WKB_TRY(take_file(p, l->path.item[i], wants_data, n_given));
    return WK_OK;
}

static int
compare_inputs(const void *a, const void *b)
{
    const wkp_input *x = a, *y = b;
    return wkb_str_cmp(x->path, y->path);
}

static void
sort_inputs(wk_project *p)
{
    if (p->input.n)
        qsort(p->input.item, p->input.n, sizeof *p->input.item, compare_inputs);
}

static wk_status
take_data(wk_project *p, const wk_options *opts)
{
    listing l = {.p = p};
    for (size_t i = 0; opts && i < opts->n_given; i++) {
        const wk_given *g = &opts->given[i];
        WKB_TRY(wk_add_file(p, g->path, g->bytes, g->n));
    }
    WKB_TRY(list_folder(&l, WKB_STR("data/")));
    WKB_TRY(take_listed(p, &l, true));
    sort_inputs(p);
    return wk_load(p);
}

wk_status
wk_open_files(wk_project **out, const wk_files *files, const wk_options *opts)
{
    WKB_TRY(wk_open(out, opts));
    (*out)->files = *files;
    const wk_status status = take_data(*out, opts);
    if (status != WK_OK) {
        wk_close(*out);
        *out = NULL;
    }
    return status;
}

/* The project's own, since documents are read later. */
static wk_status
take_dir(wk_project *p, const char *dir, const wk_options *opts)
{
    wkb_dir *d = WKB_NEW(&p->arena, wkb_dir, 1);
    const wkb_str path = wkb_copy(&p->arena, wkb_str_of(dir));
    if (!d || !path.p)
        return WK_ENOMEM;
    *d = (wkb_dir){path.p, &p->diag};
    p->dir = d;
    p->files = wkb_dir_files(d);
    return take_data(p, opts);
}

wk_status
wk_open_dir(wk_project **out, const char *dir, const wk_options *opts)
{
    WKB_TRY(wk_open(out, opts));
    const wk_status status = take_dir(*out, dir, opts);
    if (status != WK_OK) {
        wk_close(*out);
        *out = NULL;
    }
    return status;
}

/* Documents get a number among the files that diagnostics point into. */
static wk_status
number_documents(wk_project *p)
{
    p->diag.file.n = p->n_files;
    sort_inputs(p);
    for (size_t i = 0; i < p->input.n; i++) {
        wkp_input *in = &p->input.item[i];
        if (!is_data(in->kind))
            WKB_TRY(wkb_diag_add(
                &p->diag, &p->arena, in->path, in->bytes, &in->file));
    }
    p->n_files = p->diag.file.n;
    return WK_OK;
}

wk_status
wkp_documents(wk_project *p)
{
    listing l = {.p = p};
    WKB_TRY(wkp_begin(p));
    if (p->has_documents)
        return WK_OK;
    if (p->files.list) {
        WKB_TRY(list_folder(&l, WKB_STR("data/")));
        WKB_TRY(list_below(&l, WKB_STR("templates/"), 0));
        WKB_TRY(take_listed(p, &l, false));
    }
    WKB_TRY(number_documents(p));
    p->has_documents = true;
    for (size_t i = 0; i < p->input.n; i++) {
        if (p->input.item[i].kind == WKP_TEMPLATE)
            WKB_TRY(wkp_built_in(p, p->input.item[i].bytes));
    }
    return WK_OK;
}

const wkp_input *
wkp_find_input(const wk_project *p, wkb_str path)
{
    const wkp_input key = {.path = path};
    if (p->input.n == 0)
        return NULL;
    return bsearch(&key, p->input.item, p->input.n, sizeof key, compare_inputs);
}
