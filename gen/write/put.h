/* What every writer puts: escaped texts, addresses, numbers as they are set. */
#ifndef WKW_PUT_H
#define WKW_PUT_H

#include "write/writer.h"

/* A tree that is deeper is refused with WK_ELIMIT. */
enum { WKW_DEPTH = 1000 };

/* What stands for an ASCII character; NULL: itself. */
typedef struct wkw_escapes {
    const char *of[128];
} wkw_escapes;

/* Puts s with its escapes. Control characters but tab and newline, bad UTF-8
 * and whatever hides or reorders text are shown as \xNN. */
void wkw_put_escaped(wkb_out *out, wkb_str s, const wkw_escapes *e);

/* The byte of s at i, NUL beyond its end. */
char wkw_byte(wkb_str s, size_t i);

/* For HTML, in texts and in attributes between ". */
extern const wkw_escapes wkw_html_escapes;

/* Following href, or loading it, runs nothing and leaves no site without a
 * scheme: not javascript:, data:, vbscript:, file:, blob:, and not //host. */
bool wkw_is_safe(wkb_str href);
/* Puts href with all that may not stand in an address as %XX; of the rest, e
 * says what stands for it. */
void wkw_put_address(wkb_out *out, wkb_str href, const wkw_escapes *e);

#define WKW_NARROW_SPACE "\xe2\x80\xaf" /* U+202F, between number and unit */
#define WKW_FIXED_SPACE  "\xc2\xa0"     /* U+00A0, the same in mono */

/*
 * Puts the text of a number: the space between a figure and what it counts, or
 * behind a first '=', becomes `space`, a hyphen that is a sign or an operation
 * U+2212. Other spaces and the hyphens of dates and names stay.
 */
void wkw_put_number(wkb_out *out,
                    wkb_str s,
                    const char *space,
                    const wkw_escapes *e);

/* A hyphen that subtracts or makes negative, between what stands before and
 * after it in a number. */
bool wkw_is_minus(wkb_str before, wkb_str after);
#define WKW_MINUS "\xe2\x88\x92" /* U+2212 */

/* Is one of the classes of n, which are parted by spaces. */
bool wkw_has_class(const wkt_node *n, const char *name);

/* The page's title: its own, else its first heading, else its path. */
wkb_str wkw_title_of(const wkt_document *doc);

/* How the column of a table is aligned: as the i-th cell of its head says, or
 * that of the row below. */
wkt_align wkw_column_align(const wkt_node *head, size_t i);

/* The address of this page, under its site's base_url; nothing without one. */
void wkw_put_page_url(wkb_out *out, const wkw_request *r, const char *suffix);

#endif
