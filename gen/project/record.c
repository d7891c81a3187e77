/* Records: lines of a tag and fields, parted by tabs; what the manifest says of
 * a page stands as it is behind a line that tells its length. */
#include "project/record.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"

static const char magic[] = "workings record 3";

/* ---- writing ---- */

static void
put_field(wkb_out *out, wkb_str s)
{
    size_t plain = 0;
    wkb_putc(out, '\t');
    for (size_t i = 0; i < s.n; i++) {
        const char c = s.p[i];
        if (c != '\t' && c != '\n' && c != '\\')
            continue;
        wkb_put(out, wkb_sub(s, plain, i));
        wkb_puts(out, c == '\t' ? "\\t" : c == '\n' ? "\\n" : "\\\\");
        plain = i + 1;
    }
    wkb_put(out, wkb_sub(s, plain, s.n));
}

static void
put_number(wkb_out *out, double v)
{
    wkb_putc(out, '\t');
    if (isfinite(v))
        wkb_put_num(out, v);
    else
        wkb_putc(out, '-');
}

static void
put_span(wkb_out *out, wkb_span at)
{
    put_number(out, at.file);
    put_number(out, at.begin);
    put_number(out, at.end);
}

static void
put_sources(wkb_out *out, const wkc_sources *s)
{
    for (size_t i = 0; i < s->item.n; i++) {
        wkb_puts(out, "source");
        put_field(out, s->item.item[i].id);
        put_field(out, s->item.item[i].locator);
        wkb_putc(out, '\n');
    }
}

void
wkp_put_record_head(wkb_out *out,
                    const wkb_hash *plan,
                    unsigned share,
                    unsigned n_shares,
                    bool is_kept)
{
    wkb_puts(out, magic);
    wkb_putc(out, '\t');
    wkb_put_hash(out, plan);
    put_number(out, share);
    put_number(out, n_shares);
    put_number(out, is_kept);
    wkb_putc(out, '\n');
}

/* A line of one text and, unless NULL, one place. */
static void
put_text(wkb_out *out, const char *tag, wkb_str s, const wkb_span *at)
{
    wkb_puts(out, tag);
    put_field(out, s);
    if (at)
        put_span(out, *at);
    wkb_putc(out, '\n');
}

static void
put_numbers(wkb_out *out, const wkt_document *doc)
{
    size_t n[WKP_NUMBER_KINDS] = {0};
    for (size_t i = 0; i < doc->number.n; i++)
        n[doc->number.item[i].kind]++;
    wkb_puts(out, "numbers");
    for (size_t i = 0; i < WKP_NUMBER_KINDS; i++)
        put_number(out, (double)n[i]);
    wkb_putc(out, '\n');
    for (size_t i = 0; i < doc->number.n; i++) {
        const wkt_number *one = &doc->number.item[i];
        if (one->kind == WKT_BARE)
            put_text(out, "bare", one->text, &one->at);
    }
}

static void
put_held(wkb_out *out, const wkt_document *doc)
{
    for (size_t i = 0; i < doc->held.n; i++) {
        const wkt_held *h = &doc->held.item[i];
        wkb_puts(out, "held");
        put_field(out, h->text);
        put_field(out, h->stated);
        put_field(out, h->now);
        put_number(out, h->holds);
        put_number(out, h->margin);
        put_span(out, h->at);
        wkb_putc(out, '\n');
    }
}

void
wkp_put_page(wkb_out *out,
             const wkt_document *doc,
             wkb_str maker,
             wkb_str manifest)
{
    wkb_puts(out, "page");
    put_field(out, doc->path);
    put_field(out, maker);
    put_field(out, doc->meta.title);
    put_field(out, doc->meta.description);
    put_field(out, doc->meta.date);
    wkb_putc(out, '\n');
    wkb_puts(out, "manifest");
    put_number(out, (double)manifest.n);
    wkb_putc(out, '\n');
    wkb_put(out, manifest);
    wkb_putc(out, '\n');
    put_numbers(out, doc);
    put_held(out, doc);
    for (size_t i = 0; i < doc->anchor.n; i++)
        put_text(out, "anchor", doc->anchor.item[i].id, NULL);
    for (size_t i = 0; i < doc->link.n; i++)
        put_text(out, "link", doc->link.item[i].href, &doc->link.item[i].at);
    put_sources(out, &doc->sources);
}

void
wkp_put_read(wkb_out *out, wkb_str key)
{
    put_text(out, "read", key, NULL);
}

void
wkp_put_needs(wkb_out *out,
              const wkp_need *need,
              size_t n,
              const wkb_hash *made)
{
    for (size_t i = 0; i < n; i++) {
        wkb_puts(out, "need");
        put_number(out, need[i].kind);
        put_number(out, need[i].table);
        put_number(out, need[i].at);
        wkb_putc(out, '\n');
    }
    wkb_puts(out, "made\t");
    wkb_put_hash(out, made);
    wkb_putc(out, '\n');
}

void
wkp_put_output(wkb_out *out, const wkp_output *o)
{
    wkb_puts(out, "out");
    put_field(out, o->path);
    wkb_putc(out, '\t');
    wkb_put_hash(out, &o->hash);
    put_number(out, (double)o->n_bytes);
    put_number(out, o->is_written);
    put_field(out, o->maker);
    wkb_putc(out, '\n');
}

void
wkp_put_kept(wkb_out *out, size_t n)
{
    wkb_puts(out, "kept");
    put_number(out, (double)n);
    wkb_putc(out, '\n');
}

/* All but the outputs, which are not written again. The manifest's part has
 * lines of its own, none of which begins with a tag. */
void
wkp_put_again(wkb_out *out, const wkp_page *p)
{
    for (wkb_str rest = p->lines; rest.n;) {
        const wkb_str line = wkb_cut(&rest, '\n');
        if (wkb_starts(line, WKB_STR("out\t")))
            continue;
        wkb_put(out, line);
        wkb_putc(out, '\n');
    }
    for (size_t i = 0; i < p->output.n; i++) {
        wkp_output o = p->output.item[i];
        o.is_written = false;
        wkp_put_output(out, &o);
    }
}

void
wkp_put_fault(wkb_out *out, const wkp_fault *f)
{
    wkb_puts(out, "fault");
    put_number(out, f->level);
    put_number(out, f->status);
    put_number(out, f->line);
    put_number(out, f->column);
    put_number(out, f->width);
    put_field(out, f->file);
    put_field(out, f->message);
    put_field(out, f->hint);
    put_field(out, f->text);
    wkb_putc(out, '\n');
}

/* ---- reading ---- */

typedef struct reader {
    wkp_record *record;
    wkb_arena *arena;
    wkp_page *page; /* the last one; NULL before the first */
    wkb_str rest;   /* fields of the line */
    wkb_str text;   /* what follows the line */
    wk_status status;
} reader;

static wkb_str
unescaped(reader *r, wkb_str s)
{
    char *to = WKB_NEW(r->arena, char, s.n + 1);
    size_t n = 0;
    if (!to) {
        r->status = WK_ENOMEM;
        return (wkb_str){NULL, 0};
    }
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '\\' && i + 1 < s.n) {
            c = s.p[++i];
            c = (char)(c == 't' ? '\t' : c == 'n' ? '\n' : c);
        }
        to[n++] = c;
    }
    return (wkb_str){to, n};
}

static wkb_str
take(reader *r)
{
    if (!r->rest.p && r->status == WK_OK)
        r->status = WK_ESYNTAX;
    const wkb_str s = wkb_cut(&r->rest, '\t');
    return wkb_find(s, '\\') < s.n ? unescaped(r, s) : s;
}

/* The same, terminated: what a callback is told. */
static wkb_str
take_ended(reader *r)
{
    const wkb_str s = wkb_copy(r->arena, take(r));
    if (!s.p)
        r->status = WK_ENOMEM;
    return s;
}

static double
take_number(reader *r)
{
    wkb_str s = take(r);
    double v = NAN;
    const bool negative = wkb_starts(s, WKB_STR("-"));
    s = wkb_sub(s, negative, s.n);
    if (s.n == 0)
        return NAN;
    if (wkb_num_length(s) != s.n || wkb_num_read(s, &v) != WK_OK)
        r->status = WK_ESYNTAX;
    return negative ? -v : v;
}

static uint32_t
take_count(reader *r)
{
    const double v = take_number(r);
    if (v >= 0 && v <= UINT32_MAX)
        return (uint32_t)v;
    r->status = WK_ESYNTAX;
    return 0;
}

static size_t
take_size(reader *r)
{
    const double v = take_number(r);
    if (v >= 0 && v < 9e15)
        return (size_t)v;
    r->status = WK_ESYNTAX;
    return 0;
}

static wkb_span
take_span(reader *r)
{
    wkb_span at;
    at.file = take_count(r);
    at.begin = take_count(r);
    at.end = take_count(r);
    return at;
}

static void
take_hash(reader *r, wkb_hash *out)
{
    if (!wkb_hash_read(out, take(r)))
        r->status = WK_ESYNTAX;
}

/* A new last element of a list, or one that is thrown away. */
#define ADD(r, list) WKB_PUSH((r)->arena, (list))

static void
read_page(reader *r)
{
    wkp_page **slot = ADD(r, &r->record->page);
    wkp_page *p = slot ? WKB_NEW(r->arena, wkp_page, 1) : NULL;
    if (!p) {
        r->status = WK_ENOMEM;
        return;
    }
    *slot = r->page = p;
    p->path = take(r);
    p->maker = take(r);
    p->title = take(r);
    p->description = take(r);
    p->date = take(r);
}

static void
read_output(reader *r)
{
    wkp_output *o =
        r->page ? ADD(r, &r->page->output) : ADD(r, &r->record->copy);
    if (!o) {
        r->status = WK_ENOMEM;
        return;
    }
    o->path = take_ended(r);
    take_hash(r, &o->hash);
    o->n_bytes = take_size(r);
    o->is_written = take_count(r) != 0;
    o->maker = take(r);
}

static void
read_fault(reader *r)
{
    wkp_fault *f = ADD(r, &r->record->fault);
    if (!f) {
        r->status = WK_ENOMEM;
        return;
    }
    f->level = (wk_level)take_count(r);
    f->status = (wk_status)take_count(r);
    f->line = take_count(r);
    f->column = take_count(r);
    f->width = take_count(r);
    f->file = take_ended(r);
    f->message = take_ended(r);
    f->hint = take_ended(r);
    f->text = take(r);
}

static void
read_manifest(reader *r)
{
    const size_t n = take_size(r);
    if (r->status != WK_OK || n >= r->text.n || r->text.p[n] != '\n') {
        r->status = WK_ESYNTAX;
        return;
    }
    r->page->manifest = wkb_sub(r->text, 0, n);
    r->text = wkb_sub(r->text, n + 1, r->text.n);
}

static void
read_numbers(reader *r)
{
    for (size_t i = 0; i < WKP_NUMBER_KINDS; i++)
        r->page->n_numbers[i] = take_size(r);
}

static void
read_bare(reader *r)
{
    wkp_bare *b = ADD(r, &r->page->bare);
    if (!b) {
        r->status = WK_ENOMEM;
        return;
    }
    b->text = take(r);
    b->at = take_span(r);
}

static void
read_held(reader *r)
{
    wkt_held *h = ADD(r, &r->page->held);
    if (!h) {
        r->status = WK_ENOMEM;
        return;
    }
    h->text = take_ended(r);
    h->stated = take_ended(r);
    h->now = take_ended(r);
    h->holds = take_count(r) != 0;
    h->margin = take_number(r);
    h->at = take_span(r);
}

static void
read_link(reader *r)
{
    wkt_link *l = ADD(r, &r->page->link);
    if (!l) {
        r->status = WK_ENOMEM;
        return;
    }
    l->href = take(r);
    l->at = take_span(r);
}

static void
read_source(reader *r)
{
    wkc_source *s = ADD(r, &r->page->sources.item);
    if (!s) {
        r->status = WK_ENOMEM;
        return;
    }
    s->id = take(r);
    s->locator = take(r);
}

static void
read_anchor(reader *r)
{
    wkb_str *s = ADD(r, &r->page->anchor);
    if (s)
        *s = take(r);
    else
        r->status = WK_ENOMEM;
}

static void
read_key(reader *r)
{
    wkb_str *s = ADD(r, &r->page->read);
    if (s)
        *s = take(r);
    else
        r->status = WK_ENOMEM;
}

static void
read_need(reader *r)
{
    wkp_need *n = ADD(r, &r->page->need);
    if (!n) {
        r->status = WK_ENOMEM;
        return;
    }
    n->kind = take_count(r) == WKP_NEED_ROW ? WKP_NEED_ROW : WKP_NEED_COLUMN;
    n->table = take_count(r);
    n->at = take_count(r);
}

static void
read_made(reader *r)
{
    take_hash(r, &r->page->made);
    r->page->has_made = true;
}

/* It stands behind the last page. */
static void
read_kept(reader *r)
{
    r->record->n_kept = take_size(r);
    r->page = NULL;
}

static const struct {
    const char *tag;
    void (*read)(reader *r);
    bool of_page;
} lines[] = {
    {"page", read_page, false},
    {"out", read_output, false},
    {"fault", read_fault, false},
    {"kept", read_kept, false},
    {"manifest", read_manifest, true},
    {"numbers", read_numbers, true},
    {"bare", read_bare, true},
    {"held", read_held, true},
    {"anchor", read_anchor, true},
    {"link", read_link, true},
    {"source", read_source, true},
    {"read", read_key, true},
    {"need", read_need, true},
    {"made", read_made, true},
};

static void
read_line(reader *r)
{
    const wkb_str tag = wkb_cut(&r->rest, '\t');
    for (size_t i = 0; i < WKB_COUNT(lines); i++) {
        if (!wkb_str_eq(tag, wkb_str_of(lines[i].tag)))
            continue;
        if (lines[i].of_page && !r->page)
            break;
        lines[i].read(r);
        return;
    }
    r->status = WK_ESYNTAX;
}

/* The line that began at `begin` is the page's. */
static void
note_lines(const reader *r, const wkp_page *before, const char *begin)
{
    wkp_page *p = r->page;
    if (!p)
        return;
    if (p != before)
        p->lines.p = begin;
    p->lines.n = (size_t)(r->text.p - p->lines.p);
}

wk_status
wkp_record_read(wkp_record *out, wkb_arena *a, wkb_str text)
{
    reader r = {.record = out, .arena = a, .text = text};
    *out = (wkp_record){0};
    r.rest = wkb_cut(&r.text, '\n');
    if (!wkb_str_eq(take(&r), wkb_str_of(magic)))
        return WK_ESYNTAX;
    take_hash(&r, &out->plan);
    out->share = take_count(&r);
    out->n_shares = take_count(&r);
    out->is_kept = take_count(&r) != 0;
    while (r.text.n && r.status == WK_OK) {
        const char *begin = r.text.p;
        wkp_page *before = r.page;
        r.rest = wkb_cut(&r.text, '\n');
        read_line(&r);
        note_lines(&r, before, begin);
    }
    return r.status;
}
