/* Opens projects: gathers their files, reads them in the order they need. */
#include "project/project.h"
#include "project/drawing.h"

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
    wkb_pool_init(&p->cited, &p->arena);
    WKB_TRY(wku_units_init(&p->units, &p->arena));
    wkl_tables_init(&p->tables, &p->arena, &p->units, &p->axes, &p->diag);
    wkc_formulas_init(&p->formulas, &p->arena);
    p->env = (wkc_env){.tables = &p->tables,
                       .formulas = &p->formulas,
                       .diag = &p->diag,
                       .spare = &p->spare};
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
    wkb_arena_init(&p->spare, o->alloc, o->alloc_ud, o->max_bytes);
    wk_status status = begin(p);
    if (status == WK_OK && o->fonts) {
        p->fonts_folder = wkb_copy(&p->arena, wkb_str_of(o->fonts));
        status = p->fonts_folder.p ? WK_OK : WK_ENOMEM;
    }
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
    wkp_drawing_close(p);
    wkb_arena_clear(&p->call);
    wkb_arena_clear(&p->spare);
    wkb_arena_clear(&own);
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
    return in->kind == WKP_CSV &&
           s == (is_definition(in) ? DEFINITIONS : TABLES);
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
