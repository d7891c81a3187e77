/* A page: its tree, and what the project has to know of it. */
#ifndef WKT_DOCUMENT_H
#define WKT_DOCUMENT_H

#include "compose/chart.h"

/* Front matter (LANGUAGE 8). */
typedef struct wkt_meta {
    wkb_str title, description, lang, layout;
    wkb_str date; /* as written, or empty */
    wkb_span date_at, layout_at;
    bool html, markdown, pdf; /* formats: */
    bool is_strict, is_draft;
    wkb_str each_name;  /* each: NAME in LIST */
    wkb_span each_list; /* the list's text; begin = end: none */
} wkt_meta;

/* What the pages of a site have in common. */
typedef struct wkt_site {
    wkb_str title, base_url, license, author;
    bool html;           /* raw HTML is allowed */
    bool is_strict;      /* unless a page says otherwise */
    const wkb_str *term; /* names that may hold digits */
    size_t n_terms;
} wkt_site;

typedef enum wkt_number_kind {
    WKT_COMPUTED,
    WKT_CLAIMED,
    WKT_PLAIN, /* a bare literal: meant as typed */
    WKT_BARE   /* typed into the prose */
} wkt_number_kind;

/* A number that is typed, as it stands between braces to be printed so: without
 * grouping, or, where that would print otherwise, as a text. */
wkb_str wkt_meant(wkb_arena *a, wkb_str number);

/* A number of the page. */
typedef struct wkt_number {
    wkt_number_kind kind;
    wkb_str text;            /* as printed */
    wkb_str expression;      /* as written; empty if bare */
    wkb_str unit;            /* printed with it */
    double value, low, high; /* in unit; NaN: none */
    wkb_str anchor;          /* of its workings, without #; empty: none */
    uint32_t sentence;       /* of document->sentence; UINT32_MAX: none */
    wkc_sources sources;
    uint32_t held; /* which of document->held it is, from 1; 0: none */
    wkb_span at;
} wkt_number;

/* A claim, or words held to a condition. */
typedef struct wkt_held {
    wkb_str text, stated, now; /* words or number; as written; value now */
    bool holds, is_condition;
    double margin;
    uint32_t sentence;
    wkb_span at;
} wkt_held;

typedef struct wkt_anchor {
    wkb_str id;
    wkb_span at;
} wkt_anchor;

/* A link to another page or address, to be checked once all pages are known. */
typedef struct wkt_link {
    wkb_str href;
    wkb_span at;
} wkt_link;

/* A heading, for a table of contents. */
typedef struct wkt_heading {
    wkb_str text, id;
    uint8_t level;
} wkt_heading;

typedef struct wkt_document {
    wkt_meta meta;
    wkt_node *root;
    wkb_str path; /* of the page, without suffix: "guide/memory" */
    WKB_LIST(wkt_number) number;
    WKB_LIST(wkt_held) held;
    WKB_LIST(wkt_anchor) anchor;
    WKB_LIST(wkt_link) link;
    WKB_LIST(wkt_heading) heading;
    WKB_LIST(wkb_str) sentence; /* in the order of the page, as printed */
    WKB_LIST(const wkt_chart *) chart;
    wkc_sources sources; /* cited or rested on, in the order of the page */
    size_t n_left_out;
} wkt_document;

/* charts/PAGE/ID and a suffix: a chart's file below the site's root. */
void wkt_chart_path(wkb_out *out,
                    wkb_str page,
                    wkb_str chart, /* its id */
                    const char *suffix);

/* Names that may hold digits, of a site and its tables: gathered when a page
 * first asks, for all that come after it. */
typedef struct wkt_run wkt_run;
typedef struct wkt_known {
    wkb_arena *arena;
    bool is_made;
    wkb_pool name, digits;
    WKB_LIST(wkt_run) run;    /* of digits in names */
    WKB_LIST(uint32_t) first; /* by digits: of the runs, and 1 */
} wkt_known;
void wkt_known_init(wkt_known *k, wkb_arena *a);

/* A template: its text is number `file` of the diag's list. partial gives the
 * text of `_name.md` beside it or in templates/, WK_ENAME if there is none. */
typedef struct wkt_template {
    uint32_t file;
    wkb_str path; /* of the page it makes, without suffix */
    wk_status (*partial)(void *ud, wkb_str name, uint32_t *file);
    /* The path of the page that is made from a row, without suffix; empty if
     * there is none. NULL: rows have no pages. */
    wkb_str (*row_page)(void *ud, uint32_t table, uint32_t row);
    void *ud;
    const wkt_site *site;
    wkt_known *known; /* NULL: the page gathers its own */
    /* For a page made from a row: its name and what it stands for. */
    wkc_bindings given;
    /* --set NAME=VALUE: assumptions to replace */
    wkc_bindings set;
} wkt_template;

/* Reads the front matter alone. */
wk_status wkt_read_meta(wkt_meta *out,
                        uint32_t *body, /* offset behind it */
                        wkb_arena *a,
                        const wkc_env *e,
                        uint32_t file,
                        const wkt_site *site);

/*
 * Makes the page's tree. Every fault is reported with its place in the
 * template; the status is the last one's. A claim that does not hold is one.
 */
wk_status wkt_compose(wkt_document **out,
                      wkb_arena *page,
                      const wkc_env *e,
                      const wkt_template *t);

/* The same of a text that is one chart block: a document of one figure. */
wk_status wkt_compose_chart(wkt_document **out,
                            wkb_arena *page,
                            const wkc_env *e,
                            const wkt_template *t);

#endif
