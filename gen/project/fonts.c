/* The fonts that pages are read in, cut and packed when the program was made. */
#include "base/file.h"
#include "project/drawing.h"

/* A style sheet being read, and where the fonts are. */
typedef struct reader {
    wk_project *project;
    wkb_arena *arena;
    const char *folder;
    wkb_str rest;
} reader;

static const char begin[] = "url(\"fonts/";

/* The next font that is named, and what stands before; false at the end, with
 * what is left. */
static bool
next_name(reader *r, wkb_str *before, wkb_str *name)
{
    const wkb_str what = wkb_str_of(begin);
    for (size_t i = 0; i + what.n < r->rest.n; i++) {
        wkb_str rest = wkb_sub(r->rest, i, r->rest.n);
        if (!wkb_starts(rest, what))
            continue;
        *before = wkb_sub(r->rest, 0, i);
        rest = wkb_sub(rest, what.n, rest.n);
        *name = wkb_cut(&rest, '"');
        r->rest = rest;
        return true;
    }
    *before = r->rest;
    return false;
}

/* Letters, digits, - and . as our names have. */
static bool
is_name(wkb_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!wkb_is_letter(s.p[i]) && !wkb_is_digit(s.p[i]) && s.p[i] != '-' &&
            s.p[i] != '.')
            return false;
    return wkb_ends(s, WKB_STR(".woff2"));
}

static wk_status
keep(void *ud, const char *p, size_t n)
{
    wkb_out *out = ud;
    wkb_put(out, (wkb_str){p, n});
    return out->status;
}

/* The bytes of a font; of no length if it was not installed. */
static wk_status
read_font(const reader *r, wkb_str name, wkb_str *bytes)
{
    wkb_out path = wkb_out_kept(r->arena), all = wkb_out_kept(r->arena);
    wkb_str whole;
    wkb_dir dir = {r->folder, &r->project->diag};
    const wk_files files = wkb_dir_files(&dir);
    *bytes = (wkb_str){NULL, 0};
    wkb_print(&path, "%s/%S", r->folder, name);
    WKB_TRY(wkb_out_text(&path, &whole));
    if (!is_name(name) || !wkb_file_exists(whole.p))
        return WK_OK;
    WKB_TRY(files.read(files.ud, wkb_copy(r->arena, name).p, keep, &all));
    return wkb_out_text(&all, bytes);
}

static wk_status
begin_reading(reader *r, wk_project *p, wkb_arena *a, wkb_str style)
{
    *r = (reader){p, a, p->fonts_folder.p, style};
    return p->fonts_folder.n ? WK_OK : wkp_fonts_installed(&r->folder, a);
}

wk_status
wkp_each_font(
    wk_project *p, wkb_arena *a, wkb_str style, wkp_font_fn fn, void *ud)
{
    reader r;
    wkb_str before, name, bytes;
    WKB_TRY(begin_reading(&r, p, a, style));
    while (next_name(&r, &before, &name)) {
        WKB_TRY(read_font(&r, name, &bytes));
        if (bytes.n)
            WKB_TRY(fn(ud, name, bytes));
    }
    return WK_OK;
}

wk_status
wkp_style_inside(wkb_str *out, wk_project *p, wkb_arena *a, wkb_str style)
{
    reader r;
    wkb_str before, name, bytes;
    wkb_out o = wkb_out_kept(a);
    WKB_TRY(begin_reading(&r, p, a, style));
    while (next_name(&r, &before, &name)) {
        WKB_TRY(read_font(&r, name, &bytes));
        wkb_put(&o, before);
        wkb_puts(&o, "url(\"");
        if (bytes.n)
            WKB_TRY(wkp_put_data_address(&o, "font/woff2", bytes));
        else
            wkb_print(&o, "fonts/%S", name);
        wkb_putc(&o, '"');
    }
    wkb_put(&o, before);
    return wkb_out_text(&o, out);
}
