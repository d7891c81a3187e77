/* Opens projects: gathers their files, reads them in the order they need. */
#include "project/project.h"

#include <string.h>

#include "base/file.h"

#define STATUS_WORD(name, word, text) [WK_##name] = (word),
#define STATUS_TEXT(name, word, text) [WK_##name] = (text),

const char *
wk_status_word(wk_status s)
{
    static const char *const words[] = {WK_STATUS_LIST(STATUS_WORD)};
    return (size_t)s < WKB_COUNT(words) ? words[s] : "unknown";
}

const char *
wk_status_text(wk_status s)
{
    static const char *const texts[] = {WK_STATUS_LIST(STATUS_TEXT)};
    return (size_t)s < WKB_COUNT(texts) ? texts[s] : "no such status";
}

const char *
wk_version(void)
{
    return WK_VERSION;
}

static wk_status
begin(wk_project *p)
{
    wku_axes_init(&p->axes);
    WKB_TRY(wku_units_init(&p->units, &p->arena));
    wkl_tables_init(&p->tables, &p->arena, &p->units, &p->axes, &p->diag);
    wkc_formulas_init(&p->formulas, &p->arena);
    p->env = (wkc_env){
        .tables = &p->tables, .formulas = &p->formulas, .diag = &p->diag};
    return WK_OK;
}

wk_status
wk_open(wk_project **out, const wk_options *opts)
{
    static const wk_options none = WK_OPTIONS_INIT;
    const wk_options *o = opts ? opts : &none;
    wkb_arena first;
    *out = NULL;
    wkb_arena_init(&first, o->alloc, o->alloc_ud, o->max_bytes);
    wk_project *p = WKB_NEW(&first, wk_project, 1);
    if (!p)
        return WK_ENOMEM;
    p->arena = first; /* it holds the project itself */
    p->diag = (wkb_diag){.fn = o->diag, .ud = o->diag_ud};
    wkb_arena_init(&p->call, o->alloc, o->alloc_ud, o->max_bytes);
    const wk_status status = begin(p);
    if (status == WK_OK)
        *out = p;
    else
        wk_close(p);
    return status;
}

void
wk_close(wk_project *p)
{
    if (!p)
        return;
    wkb_arena own = p->arena; /* outside the memory that goes */
    wkb_arena_clear(&p->call);
    wkb_arena_clear(&own);
}

static wk_status
too_late(wk_project *p)
{
    return wkb_error(&p->diag,
                     WK_EUSAGE,
                     WKB_NOWHERE,
                     "nothing can be added once the project is read\n"
                     "add all tables and formulas before the first question");
}

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
    *in = (wkp_input){kind,
                      wkb_copy(&p->arena, path),
                      wkb_copy(&p->arena, name),
                      wkb_copy(&p->arena, bytes)};
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
    return add(p, kind, text, wkb_str_of(name), bytes);
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

/* The file that a name belongs to: units, qualifiers, a table. */
static bool
is_definition(const wkp_input *in)
{
    return wkb_str_eq(in->name, WKB_STR("units")) ||
           wkb_str_eq(in->name, WKB_STR("qualifiers"));
}

static wk_status
read_csv(wk_project *p, const wkp_input *in)
{
    if (wkb_str_eq(in->name, WKB_STR("units")))
        return wkl_read_units(&p->tables, in->path, in->bytes);
    if (wkb_str_eq(in->name, WKB_STR("qualifiers")))
        return wkl_read_qualifiers(&p->tables, in->path, in->bytes);
    return wkl_read(&p->tables, in->path, in->name, in->bytes);
}

static wk_status
read_formulas(wk_project *p, const wkp_input *in)
{
    uint32_t file = 0;
    WKB_TRY(wkb_diag_add(&p->diag, &p->arena, in->path, in->bytes, &file));
    WKB_TRY(wkl_check_text(&p->diag, file, in->bytes));
    return wkc_formulas_read(&p->formulas, in->bytes, file, &p->diag);
}

/* Definitions first, since headings need them; then tables; then formulas. */
typedef enum stage { DEFINITIONS, TABLES, FORMULAS } stage;

static bool
is_due(const wkp_input *in, stage s)
{
    if (in->kind == WKP_FORMULAS)
        return s == FORMULAS;
    return s == (is_definition(in) ? DEFINITIONS : TABLES);
}

static wk_status
read_stage(wk_project *p, stage s)
{
    wk_status worst = WK_OK;
    for (size_t i = 0; i < p->input.n; i++) {
        const wkp_input *in = &p->input.item[i];
        if (!is_due(in, s))
            continue;
        const wk_status status =
            s == FORMULAS ? read_formulas(p, in) : read_csv(p, in);
        if (status == WK_ENOMEM)
            return status;
        worst = status == WK_OK ? worst : status;
    }
    return worst;
}

/* Each stage needs the one before it to be sound: what follows from a fault
 * is not reported beside it. */
static wk_status
load(wk_project *p)
{
    WKB_TRY(read_stage(p, DEFINITIONS));
    WKB_TRY(read_stage(p, TABLES));
    WKB_TRY(wkl_link(&p->tables));
    const wk_status read = read_stage(p, FORMULAS);
    if (read == WK_ENOMEM)
        return read;
    WKB_TRY(wkc_formulas_link(&p->formulas, &p->tables));
    const wk_status sound = wkc_formulas_check(&p->env, &p->formulas, &p->call);
    return read == WK_OK ? sound : read;
}

wk_status
wk_load(wk_project *p)
{
    if (p->is_loaded)
        return p->loaded;
    p->loaded = load(p);
    p->is_loaded = true;
    p->n_files = p->diag.file.n;
    return p->loaded;
}

wk_status
wkp_begin(wk_project *p)
{
    WKB_TRY(wk_load(p));
    p->diag.file.n = p->n_files;
    wkb_arena_clear(&p->call);
    return WK_OK;
}

wk_status
wkp_text(
    wk_project *p, const char *name, const char *text, size_t n, wkb_span *out)
{
    const wkb_str copy = wkb_copy(&p->call, (wkb_str){text, n});
    if (!copy.p)
        return WK_ENOMEM;
    out->begin = 0;
    out->end = (uint32_t)n;
    return wkb_diag_add(
        &p->diag, &p->arena, wkb_str_of(name), copy, &out->file);
}

/* Names of data/ as they are listed. */
typedef struct listing {
    wk_project *p;
    WKB_LIST(wkb_str) name;
} listing;

static wk_status
take_name(void *ud, const char *name)
{
    listing *l = ud;
    const wkb_str s = wkb_str_of(name);
    if (!wkb_ends(s, WKB_STR(".csv")) && !wkb_ends(s, WKB_STR(".formulas")))
        return WK_OK;
    wkb_str *slot = WKB_PUSH(&l->p->call, &l->name);
    if (!slot)
        return WK_ENOMEM;
    *slot = wkb_copy(&l->p->call, s);
    return slot->p ? WK_OK : WK_ENOMEM;
}

/* In the order of their bytes, whatever the folder's. */
static void
sort_names(wkb_str *name, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const wkb_str s = name[i];
        size_t j = i;
        for (; j && wkb_str_cmp(name[j - 1], s) > 0; j--)
            name[j] = name[j - 1];
        name[j] = s;
    }
}

static wk_status
put_kept(void *ud, const char *bytes, size_t n)
{
    wkb_out *out = ud;
    wkb_put(out, (wkb_str){bytes, n});
    return out->status;
}

static wk_status
take_file(wk_project *p, const wk_files *files, wkb_str name)
{
    const wkb_mark mark = wkb_arena_mark(&p->call);
    wkb_out path = wkb_out_kept(&p->call), bytes = wkb_out_kept(&p->call);
    wkb_str at, text;
    wkb_print(&path, "data/%S", name);
    WKB_TRY(wkb_out_text(&path, &at));
    WKB_TRY(files->read(files->ud, at.p, put_kept, &bytes));
    WKB_TRY(wkb_out_text(&bytes, &text));
    const wkb_str formulas = WKB_STR(".formulas");
    const bool is_formulas = wkb_ends(name, formulas);
    const size_t suffix = is_formulas ? formulas.n : 4;
    const wk_status status = add(p,
                                 is_formulas ? WKP_FORMULAS : WKP_CSV,
                                 at,
                                 wkb_sub(name, 0, name.n - suffix),
                                 text);
    wkb_arena_rewind(&p->call, mark);
    return status;
}

static wk_status
take_files(wk_project *p, const wk_files *files)
{
    listing l = {.p = p};
    WKB_TRY(files->list(files->ud, "data", take_name, &l));
    sort_names(l.name.item, l.name.n);
    for (size_t i = 0; i < l.name.n; i++)
        WKB_TRY(take_file(p, files, l.name.item[i]));
    return wk_load(p);
}

wk_status
wk_open_files(wk_project **out, const wk_files *files, const wk_options *opts)
{
    WKB_TRY(wk_open(out, opts));
    const wk_status status = take_files(*out, files);
    if (status != WK_OK) {
        wk_close(*out);
        *out = NULL;
    }
    return status;
}

wk_status
wk_open_dir(wk_project **out, const char *dir, const wk_options *opts)
{
    wkb_diag diag = {0};
    if (opts) {
        diag.fn = opts->diag;
        diag.ud = opts->diag_ud;
    }
    wkb_dir d = {dir, &diag};
    const wk_files files = wkb_dir_files(&d);
    return wk_open_files(out, &files, opts);
}
