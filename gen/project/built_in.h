/* Tables that are made from what the project holds: formulas, parameters,
 * cited, uses (workings(5)). */
#ifndef WKP_BUILT_IN_H
#define WKP_BUILT_IN_H

#include "project/project.h"

/* A table as CSV while it is made. */
typedef struct wkp_made {
    wk_project *project;
    wkb_out csv;
    size_t n_fields; /* of the line so far */
} wkp_made;

/* The next field of a line, its white space run together; and its end. */
void wkp_field(wkp_made *m, wkb_str text);
void wkp_row_end(wkp_made *m);
/* A field: the lines of the documentation that a label ("assumes:") begins;
 * those before any label, where it is empty. A line without label goes on with
 * the one before. */
void wkp_put_doc(wkp_made *m, const wkc_formula *f, const char *label);

/* A name of the project that a text mentions. */
typedef struct wkp_mention {
    const wkc_formula *formula; /* or */
    uint32_t table, row;        /* WKL_NONE: none */
} wkp_mention;
typedef wk_status (*wkp_mention_fn)(void *ud, const wkp_mention *m);

/* mentions.c: the formulas and rows that an expression names, each time; and
 * those that a template and its partials do, with the sources they cite. */
wk_status
wkp_mentions(wk_project *p, wkb_str expr, wkp_mention_fn fn, void *ud);
wk_status wkp_mentions_of_template(wk_project *p,
                                   const wkp_input *in,
                                   wkp_mention_fn fn,
                                   void *ud);

/* used.c, cited.c: the rows of these tables. */
wk_status wkp_put_uses(wkp_made *m);
wk_status wkp_put_cited(wkp_made *m);

/* examples.c: faults at their own places; the first compiles those of a
 * formula, the second evaluates all. */
wk_status wkp_compile_examples(wk_project *p, const wkc_formula *f);
wk_status wkp_check_examples(wk_project *p);

#endif
