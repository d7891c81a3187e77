/* Our document tree: plain nodes, from which every format is written. A writer
 * knows nothing of citations, claims or formulas. */
#ifndef WKT_NODE_H
#define WKT_NODE_H

#include "compute/derive.h"

/* Kind, and how it nests: a block holds blocks, a leaf block holds inlines, an
 * inline holds inlines or is text. */
#define WKT_KIND_LIST(X)                                                       \
    X(DOCUMENT) /* blocks */                                                   \
    X(SECTION)  /* blocks under a heading of our own: workings, references;  \
                     cls, id */ \
    X(DIV)      /* blocks; cls, id */                                          \
    X(HEADING)  /* inlines; level 1 to 6, id */                                \
    X(PARAGRAPH)  /* inlines; cls */                                           \
    X(QUOTE)      /* blocks */                                                 \
    X(LIST)       /* ITEM; is_ordered, start, is_loose, cls */                 \
    X(ITEM)       /* blocks; id */                                             \
    X(CODE_BLOCK) /* text, title: the info string */                           \
    X(RULE)       /* a line across */                                          \
    X(HTML_BLOCK) /* text, as it is: only where the project allows it */       \
    X(TABLE)      /* CAPTION or none, then ROW; the first row is the head */   \
    X(ROW)        /* CELL */                                                   \
    X(CELL)       /* inlines; align; is_head: heads its row; cls */            \
    X(CAPTION)    /* inlines */                                                \
    X(DEFS)       /* DEF; cls */                                               \
    X(DEF)        /* TERM, then DETAIL one or more; id, cls */                 \
    X(TERM)       /* inlines */                                                \
    X(DETAIL)     /* inlines, or blocks */                                     \
    X(FIGURE)     /* a chart: `chart`, then what stands for it as a table */   \
    X(TEXT)       /* text; cls "value": put in, "bar": divides no cells */     \
    X(SOFT_BREAK)                                                              \
    X(LINE_BREAK)                                                              \
    X(EMPHASIS)                                                                \
    X(STRONG)                                                                  \
    X(CODE)        /* text */                                                  \
    X(LINK)        /* inlines; href, title, cls, id */                         \
    X(IMAGE)       /* text: the alternative; href, title */                    \
    X(SPAN)        /* inlines; cls, id */                                      \
    X(SUPER)       /* inlines, raised */                                       \
    X(HTML_INLINE) /* text, as it is */                                        \
    X(MATH)        /* inlines and FRACTION, POWER: one line of mathematics */  \
    X(FRACTION)    /* two children: SPAN above, SPAN below */                  \
    X(POWER)       /* two children: base, exponent */

#define WKT_KIND_ENUM(name) WKT_##name,
typedef enum wkt_kind { WKT_KIND_LIST(WKT_KIND_ENUM) WKT_KINDS } wkt_kind;

typedef enum wkt_align {
    WKT_NO_ALIGN,
    WKT_LEFT,
    WKT_CENTER,
    WKT_RIGHT
} wkt_align;

struct wkt_chart;

/* Texts are as shown: a writer escapes, nobody parses. */
typedef struct wkt_node {
    wkt_kind kind;
    uint8_t level;
    wkt_align align;
    bool is_loose, is_ordered, is_head;
    int start;        /* of an ordered list */
    uint32_t number;  /* LINK, TEXT: which of the document's, from 1 */
    uint32_t place;   /* TEXT: where it stands in the expanded text, from 1 */
    bool is_verbatim; /* TEXT: with these bytes; else `place` is before it */
    struct wkt_node *parent, *next, *child, *last;
    wkb_str text, href, id, cls, title;
    wkb_span at;                   /* in the template, through includes */
    const struct wkt_chart *chart; /* of a FIGURE */
} wkt_node;

/* A new last child of parent (parent NULL: a root); NULL when memory is out.
 */
wkt_node *wkt_add(wkb_arena *a, wkt_node *parent, wkt_kind kind);
/* The same, a TEXT. */
wkt_node *wkt_add_text(wkb_arena *a, wkt_node *parent, wkb_str text);
/* Moves n behind the last child of parent. */
void wkt_append(wkt_node *parent, wkt_node *n);
void wkt_remove(wkt_node *n);
/* The text of all below n, as it is read: for titles, slugs, alternatives. */
void wkt_put_text(wkb_out *out, const wkt_node *n);
const char *wkt_kind_name(wkt_kind kind);
/* The tree as indented lines, for tests. */
void wkt_dump(wkb_out *out, const wkt_node *n);

#endif
