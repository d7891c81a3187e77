/* Tidies a formula file: spaces, line breaks, blank lines; comments stay. */
#include "project/project.h"

enum { WIDTH = 80, INDENT = 4 };

static void
put_type(wkb_out *out, const wkc_type_text *t)
{
    wkb_put(out, t->text);
    for (size_t i = 0; i < t->n_quals; i++)
        wkb_print(out, " as %S", t->qual[i]);
}

static void
put_signature(wkb_out *out, const wkc_formula *f)
{
    const wkc_printer p = {.out = out};
    wkb_print(out, "%S(", f->name);
    for (size_t i = 0; i < f->n_params; i++) {
        const wkc_param *param = &f->param[i];
        wkb_print(out, "%s%S", i ? ", " : "", param->name);
        if (param->written.text.n) {
            wkb_puts(out, ": ");
            put_type(out, &param->written);
        }
        if (param->has_fallback) {
            wkb_puts(out, " = ");
            wkc_put_expr(&p, param->fallback.root);
        }
    }
    wkb_puts(out, ") -> ");
    put_type(out, &f->written);
    wkb_puts(out, " =");
}

/* Whether a line may end at this space: behind an operator or comma. */
static bool
may_break(wkb_str s, size_t i)
{
    static const wkb_str signs = {"+-*/=<>,", 8};
    return i && s.p[i] == ' ' && wkb_find(signs, s.p[i - 1]) < signs.n;
}

/* Offset of the space at which the line that begins at s should end. */
static size_t
line_end(wkb_str s, size_t width)
{
    size_t best = s.n;
    bool quoted = false;
    for (size_t i = 0; i < s.n; i++) {
        quoted ^= s.p[i] == '"';
        if (quoted || !may_break(s, i))
            continue;
        if (i > width && best != s.n)
            return best;
        best = i;
        if (i > width)
            return best;
    }
    return s.n > width ? best : s.n;
}

static void
put_wrapped(wkb_out *out, wkb_str s)
{
    size_t indent = INDENT;
    while (s.n) {
        const size_t n = line_end(s, WIDTH - indent);
        for (size_t i = 0; i < indent; i++)
            wkb_putc(out, ' ');
        wkb_print(out, "%S\n", wkb_sub(s, 0, n));
        s = n < s.n ? wkb_sub(s, n + 1, s.n) : (wkb_str){0};
        indent = 2 * (size_t)INDENT;
    }
}

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
    wkb_out head = wkb_out_kept(a), tail = wkb_out_kept(a);
    const wkc_printer p = {.out = &tail};
    wkb_str signature, body;
    if (has_comment(text)) {
        while (text.n)
            wkb_print(out, "%S\n", without_end(wkb_cut(&text, '\n')));
        return WK_OK;
    }
    put_signature(&head, f);
    wkc_put_expr(&p, f->body.root);
    WKB_TRY(wkb_out_text(&head, &signature));
    WKB_TRY(wkb_out_text(&tail, &body));
    if (signature.n + 1 + body.n <= WIDTH) {
        wkb_print(out, "%S %S\n", signature, body);
        return WK_OK;
    }
    wkb_print(out, "%S\n", signature);
    put_wrapped(out, body);
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
