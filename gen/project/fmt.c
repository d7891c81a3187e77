/* Tidies a formula file: formulas, blank lines, ends of lines; comments
 * stay. */
#include "project/layout.h"

/* A comment inside a formula has no place in the tree: such a formula stays
 * as it is. */
static bool
has_comment(wkb_str s)
{
    bool quoted = false;
    for (size_t i = 0; i < s.n; i++) {
        quoted ^= s.p[i] == '"';
        if (!quoted && s.p[i] == '#')
            return true;
    }
    return false;
}

static wkb_str
without_end(wkb_str line)
{
    while (line.n && (line.p[line.n - 1] == ' ' || line.p[line.n - 1] == '\t' ||
                      line.p[line.n - 1] == '\r'))
        line.n--;
    return line;
}

static wk_status
put_formula(wkb_out *out, wkb_arena *a, const wkc_formula *f, wkb_str text)
{
    if (!has_comment(text))
        return wkp_lay_out(out, a, f);
    while (text.n)
        wkb_print(out, "%S\n", without_end(wkb_cut(&text, '\n')));
    return WK_OK;
}

/* What stands between formulas: no line ends in space, no two are blank. */
static void
put_between(wkb_out *out, wkb_str text, bool *was_blank)
{
    while (text.n) {
        const wkb_str line = without_end(wkb_cut(&text, '\n'));
        if (line.n || !*was_blank)
            wkb_print(out, "%S\n", line);
        *was_blank = line.n == 0;
    }
}

static wk_status
put_file(wkb_out *out, wkb_arena *a, const wkc_formulas *f, wkb_str text)
{
    size_t at = 0;
    bool was_blank = true; /* none at the top */
    for (size_t i = 0; i < f->formula.n; i++) {
        const wkc_formula *one = f->formula.item[i];
        put_between(out, wkb_sub(text, at, one->whole.begin), &was_blank);
        WKB_TRY(put_formula(
            out, a, one, wkb_sub(text, one->whole.begin, one->whole.end)));
        was_blank = false;
        at = one->whole.end;
    }
    put_between(out, wkb_sub(text, at, text.n), &was_blank);
    return out->status;
}

wk_status
wk_fmt(wk_project *p, const char *text, size_t n, wk_sink_fn sink, void *ud)
{
    wkb_span at;
    wkc_formulas f;
    wkb_out out = wkb_out_to(sink, ud);
    WKB_TRY(wkp_begin(p));
    WKB_TRY(wkp_text(p, "formulas", text, n, &at));
    const wkb_str bytes = p->diag.file.item[at.file].bytes;
    wkc_formulas_init(&f, &p->call);
    WKB_TRY(wkc_formulas_read(&f, bytes, at.file, &p->diag));
    return put_file(&out, &p->call, &f, bytes);
}
