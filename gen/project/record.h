/* What a share leaves: for each page what was written, read, printed, linked
 * and found wrong, as one flat text (DESIGN 7). */
#ifndef WKP_RECORD_H
#define WKP_RECORD_H

#include "base/hash.h"
#include "compose/document.h"

/* A file of the site. */
typedef struct wkp_output {
    wkb_str path;
    wkb_hash hash;
    size_t n_bytes;
    bool is_written;    /* it differs from the site's and waits in the share */
    wkb_str maker;      /* the input that made it; empty: none */
    const char *folder; /* of the share; set where a record is taken */
} wkp_output;

/* A diagnostic that was told while a page was made. */
typedef struct wkp_fault {
    wk_level level;
    wk_status status;
    unsigned line, column, width;
    wkb_str file, message, hint, text; /* file, hint empty: none */
} wkp_fault;

/* A number that is typed into the prose. */
typedef struct wkp_bare {
    wkb_str text;
    wkb_span at;
} wkp_bare;

enum { WKP_NUMBER_KINDS = WKT_BARE + 1 };

/* A part of a table that a page rests on: a row with all that it names, or a
 * column; at: its number. */
typedef enum wkp_need_kind { WKP_NEED_ROW, WKP_NEED_COLUMN } wkp_need_kind;
typedef struct wkp_need {
    wkp_need_kind kind;
    uint32_t table, at;
} wkp_need;

typedef struct wkp_page {
    wkb_str path, maker; /* without suffix; the template */
    wkb_str title, description, date;
    WKB_LIST(wkp_output) output;
    wkb_str manifest; /* the page in manifest.json */
    size_t n_numbers[WKP_NUMBER_KINDS];
    WKB_LIST(wkp_bare) bare;
    WKB_LIST(wkt_held) held; /* without sentence, is_condition */
    WKB_LIST(wkb_str) anchor;
    WKB_LIST(wkt_link) link;
    WKB_LIST(wkb_str) read;  /* keys: "cell chips.b200.memory" */
    WKB_LIST(wkp_need) need; /* of the plan that made it */
    bool has_made;           /* the page can be kept if these come to */
    wkb_hash made;
    wkb_str lines; /* its part of the record */
    wkc_sources sources;
} wkp_page;

typedef struct wkp_record {
    wkb_hash plan;
    unsigned share, n_shares;
    bool is_kept;  /* that of the last build stands in its place */
    size_t n_kept; /* pages that are the last build's */
    WKB_LIST(wkp_page *) page;
    WKB_LIST(wkp_output) copy; /* files that no page made */
    WKB_LIST(wkp_fault) fault;
} wkp_record;

void wkp_put_record_head(wkb_out *out,
                         const wkb_hash *plan,
                         unsigned share,
                         unsigned n_shares,
                         bool is_kept);
/* The page as the manifest has it. */
wk_status wkp_manifest_page(wkb_str *out,
                            wkb_arena *a,
                            const wkb_diag *d,
                            const wkt_document *p,
                            wkb_str maker);

/* The page and, behind it, its outputs; what stands before the first page's
 * head belongs to none. */
void wkp_put_page(wkb_out *out,
                  const wkt_document *doc,
                  wkb_str maker,
                  wkb_str manifest);
void wkp_put_read(wkb_out *out, wkb_str key);
/* What the page rests on, and what that came to; without, it is made again in
 * any case. */
void wkp_put_needs(wkb_out *out,
                   const wkp_need *need,
                   size_t n,
                   const wkb_hash *made);
void wkp_put_output(wkb_out *out, const wkp_output *o);
/* How many of the pages before are the last build's. */
void wkp_put_kept(wkb_out *out, size_t n);
/* The part of a record that a page of another one was, as it stands in the
 * site. */
void wkp_put_again(wkb_out *out, const wkp_page *p);
void wkp_put_fault(wkb_out *out, const wkp_fault *f);

/* Reads a whole record; views point into text, which is borrowed. WK_ESYNTAX,
 * not reported, if it is none. */
wk_status wkp_record_read(wkp_record *out, wkb_arena *a, wkb_str text);

#endif
