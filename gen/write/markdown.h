/* The parts of the Markdown writer. */
#ifndef WKW_MARKDOWN_H
#define WKW_MARKDOWN_H

#include "write/put.h"

/* What stands before each line of a block: "> " of a quote, the marker of an
 * item and then its width in spaces. */
typedef struct wkw_frame {
    const struct wkw_frame *outer;
    wkb_str mark;
    bool is_quote;
    bool *is_begun; /* an item's marker has been put */
} wkw_frame;

/* What the last character was, as emphasis asks. */
typedef enum wkw_edge {
    WKW_SPACE,    /* or the end of the line */
    WKW_LETTER,   /* or a digit, of ASCII */
    WKW_MARK,     /* ASCII punctuation */
    WKW_OTHER,    /* what we do not know to be either */
    WKW_TICK,     /* the end of code: another tick would join it */
    WKW_DELIMITER /* a star, or something of which nothing is known */
} wkw_edge;

typedef struct wkw_md {
    wkb_out *out;
    const wkw_request *r;
    const wkw_frame *frame;
    size_t depth;
    char list_before; /* marker of the list that ended just now, or NUL */
    /* the line being written */
    bool is_block_new; /* no line of the block stands before this one */
    bool is_line_new;  /* only what stands before it has been put */
    bool has_text;     /* more than tags stands in the line */
    bool is_soft;      /* the line ends before what follows */
    size_t n_hard;     /* the same, and shows */
    bool owes_space;   /* spaces are put when something follows */
    bool is_counting;  /* only digits so far */
    size_t n_w;        /* w's at its end: a point would make an address */
    bool in_table, in_heading, in_link;
    bool in_number; /* a hyphen may be a minus */
    bool ends;      /* nothing follows the text at hand in its line */
    size_t n_strong, n_emphasis;
    wkw_edge last;
    const wkt_node *anchored; /* its anchors stand already */
} wkw_md;

/* Begins a line (what stands before it) and ends it. */
void wkw_md_begin_line(wkw_md *m);
void wkw_md_end_line(wkw_md *m);

/* Puts a text so that Markdown reads it as it is, runs of space as one. */
void wkw_md_text(wkw_md *m, wkb_str s);
/* Puts what is Markdown itself; the last character of it is `last`. */
void wkw_md_raw(wkw_md *m, const char *s, wkw_edge last);
void wkw_md_anchor(wkw_md *m, wkb_str id);

/* Puts the inlines below n. */
void wkw_md_inlines(wkw_md *m, const wkt_node *n);
/* They begin or end with a space, of any kind, which stars cannot touch. */
bool wkw_md_has_blank_edge(const wkt_node *n);

/* How a text begins and ends. */
wkw_edge wkw_edge_of_first(wkb_str s);
wkw_edge wkw_edge_of_last(wkb_str s);

#endif
