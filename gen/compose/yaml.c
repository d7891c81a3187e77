/* Reads YAML through the events of libyaml into a tree with places. */
#include "compose/yaml.h"

#include <string.h>
#include <yaml.h>

#include "base/out.h"
#include "base/str.h"

typedef struct reader {
    yaml_parser_t parser;
    wkb_arena *arena;
    wkb_diag *diag;
    wkb_str bytes; /* of the whole file */
    wkb_span text;
    size_t index, at; /* code points of the text, and the byte there */
    size_t n_nodes, depth;
    wkt_yaml *open[WKT_YAML_DEPTH + 1];  /* lists and maps around */
    wkt_yaml **tail[WKT_YAML_DEPTH + 1]; /* where the next child goes */
    wkb_str key;                         /* read, its value not yet */
    wkb_span key_at;
    bool has_key;
    wkt_yaml *root;
    wk_status status; /* of the last fault */
} reader;

/* What libyaml says, and what it means to someone who writes a page. */
typedef struct saying {
    const char *theirs, *ours;
    bool opened; /* the place is where it was opened */
} saying;
static const saying sayings[] = {
    {"mapping values are not allowed in this context",
     "a ':' where no key can stand\nput a text that holds ': ' in quotes",
     false},
    {"could not find expected ':'",
     "a line without the ':' of a key\nwrite key: value, one a line",
     false},
    {"did not find expected key",
     "neither a key nor the end of the block\nput a text that begins with a "
     "quote, {, [ or holds ': ' in quotes, and indent alike",
     false},
    {"did not find expected '-' indicator",
     "a list that goes on without '-'\nbegin every item with '- '",
     false},
    {"did not find expected ',' or ']'",
     "a list that is not closed\nwrite [a, b]",
     true},
    {"did not find expected ',' or '}'",
     "braces that are not closed\nput a text that begins with { in quotes",
     true},
    {"found character that cannot start any token",
     "a character that cannot begin a text\nput the text in quotes",
     false},
    {"found unexpected end of stream",
     "a quote that is not closed\nclose it on the same line",
     true},
    {"block sequence entries are not allowed in this context",
     "a list that begins on the line of its key\nbegin it on the next line, "
     "or write [a, b]",
     false},
    {"found unknown escape character",
     "an escape that there is not\nwrite \\\\ for a backslash, or use single "
     "quotes",
     false},
    {"control characters are not allowed",
     "a control character\ndelete it",
     false},
};

static wk_status
fail(reader *r, wk_status status, wkb_span at, const char *message)
{
    r->status = wkb_error(r->diag, status, at, "%s", message);
    return r->status;
}

/* The byte of the file where a mark points: marks count code points. */
static uint32_t
offset_of(reader *r, size_t index)
{
    while (r->index < index && r->at < r->text.end) {
        r->at++;
        while (r->at < r->text.end && (r->bytes.p[r->at] & 0xc0) == 0x80)
            r->at++;
        r->index++;
    }
    while (r->index > index && r->at > r->text.begin) {
        r->at--;
        while (r->at > r->text.begin && (r->bytes.p[r->at] & 0xc0) == 0x80)
            r->at--;
        r->index--;
    }
    return (uint32_t)r->at;
}

static wkb_span
span_of(reader *r, const yaml_event_t *e)
{
    const uint32_t begin = offset_of(r, e->start_mark.index);
    const uint32_t end = offset_of(r, e->end_mark.index);
    return (wkb_span){r->text.file, begin, end < begin ? begin : end};
}

static wk_status
fail_parse(reader *r)
{
    const yaml_parser_t *p = &r->parser;
    const char *theirs = p->problem ? p->problem : "not YAML";
    wkb_span at = r->text;
    if (p->error == YAML_MEMORY_ERROR)
        return r->status = WK_ENOMEM;
    if (p->error == YAML_READER_ERROR)
        at.begin += (uint32_t)p->problem_offset;
    else
        at.begin = offset_of(r, p->problem_mark.index);
    if (at.begin > r->text.end)
        at.begin = r->text.end;
    at.end = at.begin + (at.begin < r->text.end);
    for (size_t i = 0; i < WKB_COUNT(sayings); i++) {
        if (strcmp(theirs, sayings[i].theirs) != 0)
            continue;
        if (sayings[i].opened)
            at.begin = offset_of(r, p->context_mark.index);
        at.end = at.begin + (at.begin < r->text.end);
        return fail(r, WK_ESYNTAX, at, sayings[i].ours);
    }
    r->status = wkb_error(r->diag,
                          WK_ESYNTAX,
                          at,
                          "%s\nput texts with signs in quotes, and indent "
                          "with spaces",
                          theirs);
    return r->status;
}

/* The first member of a map with that key, or NULL. */
static const wkt_yaml *
find(const wkt_yaml *map, wkb_str key)
{
    for (const wkt_yaml *n = map->child; n; n = n->next) {
        if (wkb_str_eq(n->key, key))
            return n;
    }
    return NULL;
}

const wkt_yaml *
wkt_yaml_find(const wkt_yaml *map, const char *key)
{
    return map ? find(map, wkb_str_of(key)) : NULL;
}

static bool
in_map(const reader *r)
{
    return r->depth && r->open[r->depth - 1]->kind == WKT_YAML_MAP;
}

/* A new node where the reader stands; NULL with the status set. */
static wkt_yaml *
add(reader *r, wkt_yaml_kind kind, wkb_span at)
{
    if (r->n_nodes++ == WKT_YAML_NODES) {
        (void)fail(r,
                   WK_ELIMIT,
                   at,
                   "too many values in one block\nmake it a table in data/");
        return NULL;
    }
    wkt_yaml *n = WKB_NEW(r->arena, wkt_yaml, 1);
    if (!n) {
        r->status = WK_ENOMEM;
        return NULL;
    }
    n->kind = kind;
    n->at = at;
    if (in_map(r)) {
        n->key = r->key;
        n->key_at = r->key_at;
        r->has_key = false;
    }
    if (r->depth) {
        *r->tail[r->depth - 1] = n;
        r->tail[r->depth - 1] = &n->next;
    } else {
        r->root = n;
    }
    return n;
}

/* Anchors and tags: their place is the beginning of the event. */
static void
refuse_marks(reader *r,
             const yaml_event_t *e,
             const void *anchor,
             const void *tag)
{
    wkb_span at = span_of(r, e);
    at.end = at.begin + 1;
    if (anchor)
        (void)fail(r,
                   WK_ESYNTAX,
                   at,
                   "an anchor\nwrite the value out where it is needed, or put "
                   "a text that begins with & in quotes");
    else if (tag)
        (void)fail(r,
                   WK_ESYNTAX,
                   at,
                   "a tag\nleave it out, or put a text that begins with ! in "
                   "quotes");
}

static void
take_begin(reader *r, const yaml_event_t *e, wkt_yaml_kind kind)
{
    const wkb_span at = span_of(r, e);
    if (in_map(r) && !r->has_key) {
        (void)fail(r,
                   WK_ESYNTAX,
                   at,
                   "a key that is no plain text\nput a text that begins with "
                   "{ or [ in quotes");
        r->has_key = true; /* what follows is read as its value */
    } else if (r->depth == WKT_YAML_DEPTH) {
        (void)fail(r, WK_ELIMIT, at, "nested too deeply\nwrite it flat");
        return;
    }
    wkt_yaml *n = add(r, kind, at);
    if (!n)
        return;
    r->open[r->depth] = n;
    r->tail[r->depth++] = &n->child;
}

static void
take_end(reader *r, const yaml_event_t *e)
{
    wkt_yaml *n = r->open[--r->depth];
    const uint32_t end = span_of(r, e).end;
    n->at.end = end > n->at.begin ? end : n->at.begin;
    while (n->at.end > n->at.begin &&
           strchr(" \t\r\n", r->bytes.p[n->at.end - 1]))
        n->at.end--;
}

static void
take_key(reader *r, wkb_str text, wkb_span at)
{
    const wkt_yaml *before = find(r->open[r->depth - 1], text);
    r->key = text;
    r->key_at = at;
    r->has_key = true;
    if (before)
        r->status = wkb_error(
            r->diag,
            WK_EDUPLICATE,
            at,
            "the key %q stands there twice\nit is also in line %d; keep one",
            text,
            (int)wkb_place_of(r->bytes, before->key_at.begin).line);
}

/* Escapes may write what no text may hold: control characters but tab and
 * line end, noncharacters. */
static wk_status
check_characters(const reader *r, wkb_str text, wkb_span at)
{
    for (size_t i = 0, n = 1; i < text.n; i += n) {
        uint32_t cp = 0;
        n = wkb_utf8(wkb_sub(text, i, text.n), &cp);
        const bool is_control =
            (cp < ' ' && cp != '\t' && cp != '\n') || (cp >= 0x7f && cp < 0xa0);
        if (n && !is_control && (cp & 0xfffe) != 0xfffe &&
            !(cp >= 0xfdd0 && cp <= 0xfdef))
            continue;
        n = n ? n : 1;
        return wkb_error(r->diag,
                         WK_EENCODING,
                         at,
                         "a character that no text may hold, %q\nremove it",
                         wkb_sub(text, i, i + n));
    }
    return WK_OK;
}

/* The text of a scalar: a view where the file has it as it is. */
static wk_status
text_of(reader *r, const yaml_event_t *e, wkb_span *at, wkb_str *text)
{
    const bool quoted =
        e->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
        e->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    const wkb_str read = {(const char *)e->data.scalar.value,
                          e->data.scalar.length};
    if (quoted && at->end >= at->begin + 2) {
        at->begin++;
        at->end--;
    }
    const wkb_str there = wkb_sub(r->bytes, at->begin, at->end);
    WKB_TRY(check_characters(r, read, *at));
    *text = wkb_str_eq(there, read) ? there : wkb_copy(r->arena, read);
    return text->p || !text->n ? WK_OK : WK_ENOMEM;
}

static void
take_scalar(reader *r, const yaml_event_t *e)
{
    wkb_span at = span_of(r, e);
    wkb_str text;
    refuse_marks(r, e, e->data.scalar.anchor, e->data.scalar.tag);
    const wk_status status = text_of(r, e, &at, &text);
    if (status != WK_OK) {
        r->status = status;
        return;
    }
    if (in_map(r) && !r->has_key) {
        take_key(r, text, at);
        return;
    }
    wkt_yaml *n = add(r, WKT_YAML_SCALAR, at);
    if (!n)
        return;
    n->text = text;
    n->verbatim = text.p == r->bytes.p + at.begin;
    n->quoted = e->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
}

static void
take_document(reader *r, const yaml_event_t *e)
{
    wkb_span at = span_of(r, e);
    at.end = at.begin + 1;
    if (r->root)
        (void)fail(r,
                   WK_ESYNTAX,
                   at,
                   "a second document\none block holds one; take out '---'");
    else if (e->data.document_start.version_directive ||
             e->data.document_start.tag_directives.start !=
                 e->data.document_start.tag_directives.end)
        (void)fail(r, WK_ESYNTAX, at, "a directive of YAML\nleave it out");
}

static void
take(reader *r, const yaml_event_t *e)
{
    wkb_span at;
    switch (e->type) {
    case YAML_SCALAR_EVENT:
        take_scalar(r, e);
        break;
    case YAML_SEQUENCE_START_EVENT:
        refuse_marks(
            r, e, e->data.sequence_start.anchor, e->data.sequence_start.tag);
        take_begin(r, e, WKT_YAML_LIST);
        break;
    case YAML_MAPPING_START_EVENT:
        refuse_marks(
            r, e, e->data.mapping_start.anchor, e->data.mapping_start.tag);
        take_begin(r, e, WKT_YAML_MAP);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        take_end(r, e);
        break;
    case YAML_DOCUMENT_START_EVENT:
        take_document(r, e);
        break;
    case YAML_ALIAS_EVENT:
        at = span_of(r, e);
        (void)fail(r,
                   WK_ESYNTAX,
                   at,
                   "an alias\nwrite the value out, or put a text that begins "
                   "with * in quotes");
        break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        break;
    }
}

/* Faults after which what follows would only be their echo. */
static bool
must_stop(const reader *r)
{
    return r->status == WK_ENOMEM || r->status == WK_ELIMIT ||
           r->status == WK_ESYNTAX;
}

static wk_status
read_events(reader *r)
{
    bool more = true;
    while (more && !must_stop(r)) {
        yaml_event_t e;
        if (!yaml_parser_parse(&r->parser, &e))
            return fail_parse(r);
        more = e.type != YAML_STREAM_END_EVENT;
        take(r, &e);
        yaml_event_delete(&e);
    }
    return r->status;
}

/* Tabs where only spaces may stand: libyaml's words would not say so. */
static wk_status
refuse_tabs(reader *r)
{
    bool leads = true;
    for (uint32_t i = r->text.begin; i < r->text.end; i++) {
        const char c = r->bytes.p[i];
        if (c == '\t' && leads)
            return fail(r,
                        WK_ESYNTAX,
                        (wkb_span){r->text.file, i, i + 1},
                        "a tab in the indentation\nindent with spaces");
        leads = c == '\n' || c == '\r' || (leads && c == ' ');
    }
    return WK_OK;
}

static wk_status
read_text(reader *r)
{
    yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r->parser,
                                 (const unsigned char *)r->bytes.p +
                                     r->text.begin,
                                 r->text.end - r->text.begin);
    WKB_TRY(read_events(r));
    if (!r->root) /* nothing but comments */
        (void)add(r, WKT_YAML_MAP, r->text);
    return r->status;
}

wk_status
wkt_yaml_read(
    wkt_yaml **out, wkb_arena *a, wkb_str bytes, wkb_span text, wkb_diag *d)
{
    reader r = {.arena = a, .diag = d, .bytes = bytes, .text = text};
    *out = NULL;
    if (text.end - text.begin > WKT_YAML_BYTES)
        return fail(&r,
                    WK_ELIMIT,
                    text,
                    "a block of more than 1 MiB\nmake it a table in data/");
    if (text.begin == 0 && wkb_starts(bytes, WKB_STR("\xef\xbb\xbf")) &&
        text.end >= 3)
        r.text.begin = 3;
    r.at = r.text.begin;
    WKB_TRY(refuse_tabs(&r));
    if (!yaml_parser_initialize(&r.parser))
        return WK_ENOMEM;
    const wk_status status = read_text(&r);
    yaml_parser_delete(&r.parser);
    if (status == WK_OK)
        *out = r.root;
    return status;
}

static wkb_str
known_name(const void *ud, size_t i)
{
    return wkb_str_of(((const char *const *)ud)[i]);
}

/* "title, date, lang" into the hint. */
static void
put_known(wkb_out *out, const char *const *known, size_t n)
{
    for (size_t i = 0; i < n; i++)
        wkb_print(out, "%s%s", i ? ", " : "", known[i]);
}

static wk_status
refuse_key(const wkt_yaml *n,
           const char *const *known,
           size_t n_known,
           wkb_diag *d)
{
    const size_t near = wkb_nearest(n->key, known_name, known, n_known);
    char text[512];
    wkb_fixed fixed = {text, sizeof text, 0};
    wkb_out all = wkb_out_to(wkb_put_fixed, &fixed);
    if (near < n_known)
        return wkb_error(d,
                         WK_ENAME,
                         n->key_at,
                         "no key %q here\ndid you mean '%s'?",
                         n->key,
                         known[near]);
    put_known(&all, known, n_known);
    return wkb_error(d,
                     WK_ENAME,
                     n->key_at,
                     "no key %q here\nthere are %S",
                     n->key,
                     (wkb_str){text, fixed.n});
}

wk_status
wkt_yaml_unknown(const wkt_yaml *map,
                 const char *const *known,
                 size_t n_known,
                 wkb_diag *d)
{
    wk_status status = wkt_yaml_expect(map, WKT_YAML_MAP, d);
    if (status != WK_OK)
        return status;
    for (const wkt_yaml *n = map->child; n; n = n->next) {
        bool is_known = false;
        for (size_t i = 0; i < n_known && !is_known; i++)
            is_known = wkb_str_eq(n->key, wkb_str_of(known[i]));
        if (!is_known)
            status = refuse_key(n, known, n_known, d);
    }
    return status;
}

wk_status
wkt_yaml_expect(const wkt_yaml *node, wkt_yaml_kind kind, wkb_diag *d)
{
    static const char *const names[] = {
        [WKT_YAML_SCALAR] = ("one text\nwrite it behind the key, without "
                             "[ ] or { }"),
        [WKT_YAML_LIST] = "a list\nwrite [a, b], or one '- ' a line",
        [WKT_YAML_MAP] = "keys with values\nwrite key: value, one a line"};
    if (node->kind == kind)
        return WK_OK;
    if (node->key.n)
        return wkb_error(d,
                         WK_ETYPE,
                         node->key_at,
                         "%q should be %s",
                         node->key,
                         names[kind]);
    return wkb_error(d, WK_ETYPE, node->at, "here should be %s", names[kind]);
}

wk_status
wkt_yaml_bool(bool *out, const wkt_yaml *node, wkb_diag *d)
{
    WKB_TRY(wkt_yaml_expect(node, WKT_YAML_SCALAR, d));
    *out = wkb_str_eq(node->text, WKB_STR("true"));
    if (!node->quoted && (*out || wkb_str_eq(node->text, WKB_STR("false"))))
        return WK_OK;
    return wkb_error(d,
                     WK_ETYPE,
                     node->at,
                     "neither true nor false: %q\nwrite true or false",
                     node->text);
}
