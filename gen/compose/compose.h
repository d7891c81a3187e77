/* Inside compose: a page while it is made. Only this folder includes it. */
#ifndef WKT_COMPOSE_H
#define WKT_COMPOSE_H

#include "compose/document.h"
#include "compose/yaml.h"
#include "compute/answer.h"

/* What stands for a placeholder in the expanded text: U+FDD0 number U+FDD1. */
typedef enum wkt_slot_kind {
    WKT_SLOT_VALUE,     /* {{ ... }} */
    WKT_SLOT_CITE,      /* [@key, locator] */
    WKT_SLOT_NOTE,      /* [^name] */
    WKT_SLOT_DIRECTIVE, /* a fenced block: let is done, the others make nodes */
    WKT_SLOT_BAR,       /* \| in a table */
    WKT_SLOT_BRACES     /* \{{ */
} wkt_slot_kind;

typedef struct wkt_slot {
    wkt_slot_kind kind;
    wkb_span at;        /* all of it, as written */
    wkb_span inner;     /* what stands between the brackets or fences */
    wkb_str word;       /* a directive's name, a footnote's */
    size_t indent;      /* of a directive's lines, in bytes */
    wkc_bindings names; /* what names stood for here */
} wkt_slot;

/* A run of the expanded text and where it came from. */
typedef struct wkt_origin {
    size_t out;
    wkb_span at;
} wkt_origin;

/* A footnote's text, and the number it got when it was first met. */
typedef struct wkt_note {
    wkb_str name;
    wkb_span at, text;
    size_t number;
} wkt_note;

/* An entry of the workings that is there already, for the same expression
 * with the same names. */
typedef struct wkt_entry {
    wkb_str expression, text, anchor;
    wkb_str said; /* how a claim is held, words; empty: it is none */
    const wkc_binding *names;
    size_t n_names;
    wkc_value value;
    bool is_of_chart; /* of a number that only the table of a chart prints */
} wkt_entry;

/* Names, those of an inner list behind those around it. */
typedef struct wkt_bound {
    WKB_LIST(wkc_binding) all;
    wkb_pool *pool; /* of their names; NULL: not kept */
} wkt_bound;

typedef struct wkt_page {
    wkb_arena *arena;
    const wkc_env *env;
    const wkt_template *t;
    wkt_document *doc;
    wk_status worst;
    size_t n_faults;
    /* expanding */
    wkb_out text;
    WKB_LIST(wkt_origin) origin;
    WKB_LIST(wkt_slot) slot;
    WKB_LIST(wkt_note) note;
    wkc_bindings names; /* now */
    wkt_bound bound;    /* where those are that were added last */
    wkb_pool assumed;   /* which of them are assumptions */
    size_t depth;       /* of partials */
    size_t n_stretches; /* of text between tags, and partials */
    bool is_too_long;   /* it is not made */
    size_t n_pictures;  /* of all texts put together */
    wkb_str indent;     /* before each line of the partial at hand */
    wkb_span indent_at;
    wkb_pool asked; /* spans that were parsed, for each row of a list anew */
    WKB_LIST(const wkc_interpolation *) parsed; /* by number of asked */
    /* converting */
    WKB_LIST(wkt_entry) entry;
    wkb_pool entry_key; /* entry i has key i */
    wkb_pool anchors;   /* ids of the page's anchors */
    wkt_known *known, own;
    wkb_str section; /* slug of the heading above */
    size_t n_in_section, n_charts, n_notes;
    bool is_in_chart;
} wkt_page;

#define WKT_MARK_BEGIN "\xef\xb7\x90" /* U+FDD0 */
#define WKT_MARK_END   "\xef\xb7\x91" /* U+FDD1 */

/* Notes a fault; memory, or too many faults, end the page, anything else goes
 * on. */
wk_status wkt_fault(wkt_page *p, wk_status status);
wkb_str wkt_source(const wkt_page *p, wkb_span at); /* text at a span */
wkb_span wkt_span(wkb_span in, wkb_str all, wkb_str part);
wkb_str wkt_kept(wkt_page *p, wkb_out *out);
wkb_str wkt_trim(wkb_str s); /* spaces, tabs and line ends at both ends */
/* numbers.c: what stands between the braces at a span, parsed once a page. */
wk_status
wkt_ask(wkt_page *p, wkb_span at, const wkc_bindings *names, wkc_answer *out);

/* expand.c */
/* Copies what stands at a span; puts a placeholder. */
wk_status wkt_put_raw(wkt_page *p, wkb_span at);
wk_status wkt_put_placeholder(wkt_page *p, wkt_slot s);
/* scan.c: one text into the expanded one */
wk_status wkt_scan(wkt_page *p, wkb_span body);
wk_status wkt_expand(wkt_page *p, wkb_span body);
/* Where a byte of the expanded text came from. */
wkb_span wkt_origin_of(const wkt_page *p, size_t out, size_t n);
/* Adds a name to those that are known from here on. */
wk_status wkt_bind(wkt_page *p, const wkc_binding *b);
/* block tags, from expand.c: conditions and lists */
wk_status wkt_truth(wkt_page *p, wkb_span text, bool *out);
wk_status wkt_list(wkt_page *p,
                   wkb_span text,
                   const wkc_bindings *names,
                   uint32_t *table,
                   const uint32_t **row,
                   size_t *n);

/* parse.c: cmark ends here */
wk_status wkt_parse(wkt_page *p, wkb_str text, size_t first, wkt_node *into);
/* pieces.c: placeholders in texts that hold no nodes */
/* The slot of the placeholder that s begins with, of n bytes; or NULL. */
const wkt_slot *wkt_slot_at(const wkt_page *p, wkb_str s, size_t *n);
/* Answers as plain text, or (in code) their source. */
wk_status
wkt_plain_pieces(wkt_page *p, wkb_str text, bool is_code, wkb_str *out);
/* Raw HTML: answers escaped, in tags and scripts only numbers. */
wk_status wkt_html_pieces(wkt_page *p, wkb_str text, wkb_str *out);
/* href.c */
/* The address of a link or picture, checked as far as it can be here. */
wk_status wkt_lead_to(wkt_page *p, wkt_node *n, wkb_str href, wkb_span at);
/* tables.c */
wk_status wkt_pipe_tables(wkt_page *p, wkt_node *root);
/* Gives a cell that begins with a verdict its shape. */
wk_status wkt_mark_verdict(wkt_page *p, wkt_node *cell);

/* numbers.c */
/* A TEXT that was put in: nothing in it is read as anything else. */
wkt_node *wkt_add_value(wkb_arena *a, wkt_node *into, wkb_str text);
wk_status wkt_put_slot(wkt_page *p, const wkt_slot *s, wkt_node *into);
/* The same where no link may stand: its text alone. */
wk_status wkt_put_plain(wkt_page *p, const wkt_slot *s, wkb_out *out);
/* A number that was computed: a link to its workings, added to into. */
wk_status wkt_put_number(wkt_page *p,
                         const wkc_answer *r,
                         wkb_str text,
                         wkb_span at,
                         const wkc_bindings *names,
                         wkt_node *into);
/* A scalar whose braces can be read where they stand, or that has none. */
wk_status wkt_plain_of(const wkt_yaml *n, wkb_diag *d);
/* Of a name or a heading, in which nothing is computed. */
wk_status wkt_no_braces(wkb_str text, wkb_span at, wkb_diag *d);
/* The text of a directive with interpolations answered, as plain text; numbers
 * typed into it are bare. */
wk_status
wkt_texts(wkt_page *p, wkb_span text, const wkc_bindings *names, wkb_str *out);
/* The same for what is no prose: an address, the title of a page. */
wk_status wkt_address(wkt_page *p,
                      wkb_span text,
                      const wkc_bindings *names,
                      wkb_str *out);

/* workings.c */
wk_status wkt_workings_entry(wkt_page *p,
                             const wkc_answer *r,
                             wkb_str expression,
                             wkb_str text,
                             const wkc_bindings *names,
                             wkb_str *anchor);
/* The appendix, at the end of the page. */
wk_status wkt_put_workings(wkt_page *p);
/* The id of the number that an entry w-... leads back to: n-... */
wk_status wkt_number_id(wkt_page *p, wkb_str anchor, wkb_str *id);
bool wkt_is_assumed(const wkt_page *p, wkb_str name);
/* A step's formula: its name, what it means, its sources. */
wk_status wkt_put_formula(wkt_page *p, wkt_node *into, const wkc_step *s);
/* A formula line: symbols, numbers put in. */
void wkt_sum_of(const wkc_derivation *d, wkb_str *symbols, wkb_str *numbers);

/* cite.c */
/* Length of the id of a source that text begins with; 0: of none. */
size_t wkt_known_source(const wkt_page *p, wkb_str text);
wk_status wkt_put_cite(wkt_page *p, const wkt_slot *s, wkt_node *into);
/* Number (from 1) of a source among the references; adds it. */
wk_status wkt_refer(wkt_page *p, wkb_str id, size_t *number);
/* A link to it: [3], or with a place in the source [3, table 2]. */
wk_status
wkt_put_reference(wkt_page *p, wkb_str id, wkb_str locator, wkt_node *into);
wk_status wkt_references(wkt_page *p, wkt_node *root);
/* The field of a source, empty if it has none; its authors, or its title. */
wkb_str wkt_source_field(const wkt_page *p, wkb_str id, const char *column);
wkb_str wkt_author(const wkt_page *p, wkb_str id);

/* directives.c: the keys of a block. */
wk_status wkt_read_block(wkt_page *p, const wkt_slot *s, wkt_yaml **out);
/* directives.c, charts.c */
wk_status wkt_define(wkt_page *p, const wkt_slot *s); /* let, calc, assume */
/* Whether each --set replaced an assumption; it is a fault otherwise. */
wk_status wkt_check_sets(wkt_page *p);
/* A name that may be given here: no word of the language, not taken. */
wk_status wkt_check_name(const wkt_page *p, wkb_span name);
wk_status wkt_put_directive(wkt_page *p, const wkt_slot *s, wkt_node *into);
wk_status wkt_put_table(wkt_page *p, const wkt_slot *s, wkt_node *into);
wk_status wkt_put_chart(wkt_page *p, const wkt_slot *s, wkt_node *into);
/* figure.c: the figure of a chart whose request is complete; fills its alt,
 * sources and href. The entry of its workings, into their section. */
wk_status
wkt_put_figure(wkt_page *p, const wkt_slot *s, wkt_chart *c, wkt_node *into);
wk_status wkt_put_chart_entry(wkt_page *p, const wkt_chart *c, wkt_node *into);
/* alt.c: what the chart shows, in words, from its values. */
wk_status wkt_chart_alt(wkt_page *p, wkt_chart *c);
bool wkt_is_directive(wkb_str word);

/* cells.c: tables whose columns have one unit. What a column is called: its
 * last name in words, or the expression; the text of a number without its
 * unit, the answer then being in it; the head, with it. */
wkb_str wkt_column_title(wkt_page *p, wkb_str expression);
wk_status wkt_without_unit(wkt_page *p,
                           const wku_unit *unit,
                           wkc_answer *r,
                           wkb_str *number);
wk_status wkt_put_unknown(wkt_page *p, wkt_node *cell);
wk_status wkt_put_column_head(wkt_page *p,
                              wkt_node *row,
                              wkb_str title,
                              const wku_unit *unit, /* NULL: none */
                              bool is_number);

/* A heading whose inlines are complete. */
wk_status wkt_take_heading(wkt_page *p, wkt_node *n);
/* scan.c: the end of {{ ... }} that begins at `at`; 0 if it has none. */
size_t wkt_tag_end(wkb_str all, size_t at);
/* known.c: whether a name covers text[begin, end), where a number stands. */
wk_status
wkt_is_in_name(wkt_page *p, wkb_str text, size_t begin, size_t end, bool *is);
/* finish.c: the numbers typed into a text that stands as it is at a span. */
wk_status wkt_bare_text(wkt_page *p, wkb_str text, wkb_span at);
/* finish.c: headings, anchors, sentences, bare numbers */
wk_status wkt_add_anchor(wkt_page *p, wkb_str id, wkb_span at);
wk_status wkt_finish(wkt_page *p);

#endif
