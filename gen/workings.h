/*
 * workings: documents that show their workings.
 *
 * The library loads facts from CSV and formulas from text, checks units and
 * qualifiers, does the arithmetic, and can show for each number the formula,
 * the cells and the sources it came from.
 *
 * Threads: no global state; one project is used by one thread at a time, any
 * number of projects side by side. Memory: taken through the caller's
 * allocator; when it is out, the call returns WK_ENOMEM and the project stays
 * usable for wk_close. libcsv uses malloc. Strings: UTF-8; where a length is
 * asked for, no terminator is needed. The library never exits, aborts, prints
 * or changes the locale.
 */
#ifndef WORKINGS_H
#define WORKINGS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define WK_API __attribute__((visibility("default")))
#else
#define WK_API
#endif

#define WK_VERSION "0.1.0"

/* One line a status: its name, its word in JSON, its meaning. */
#define WK_STATUS_LIST(X)                                                      \
    X(OK, "ok", "no error")                                                    \
    X(ENOMEM, "memory", "out of memory, or over the project's limit")          \
    X(EUSAGE, "usage", "a call or a command that makes no sense")              \
    X(ESYSTEM, "system", "a file could not be read or written")                \
    X(ELIMIT, "limit", "larger than this program allows")                      \
    X(ESYNTAX, "syntax", "not in the grammar")                                 \
    X(ENUMBER, "ambiguous-number", "a number that can be read in two ways")    \
    X(EUNIT, "unit", "no such unit")                                           \
    X(EDIMENSION, "dimension", "units of different dimensions")                \
    X(EQUALIFIER, "qualifier", "qualifiers that do not agree")                 \
    X(EPERCENT, "percent", "a percentage that can be read in two ways")        \
    X(ERANGE, "range", "a range or number out of order or bounds")             \
    X(ENAME, "name", "no such name")                                           \
    X(EAMBIGUOUS, "ambiguous-name", "a name that means two things")            \
    X(ETYPE, "type", "a value of another kind")                                \
    X(EMANY, "many", "more than one row")                                      \
    X(ENONE, "none", "no row")                                                 \
    X(EREFERENCE, "reference", "a reference or text that nothing holds")       \
    X(ECALL, "call", "arguments that do not fit")                              \
    X(EDOMAIN, "domain", "a function outside its domain")                      \
    X(EZERO, "zero", "division by zero")                                       \
    X(ERECURSION, "recursion", "a formula that calls itself")                  \
    X(ECLAIMUNIT, "claim-unit", "a stated number without its unit")            \
    X(ECLAIM, "claim", "a statement that the data contradicts")                \
    X(EUNKNOWN, "unknown", "a value that is not known")                        \
    X(EUNDECIDED, "undecided", "a condition true on part of a range")          \
    X(ECSV, "csv", "a file that is not RFC 4180")                              \
    X(EENCODING, "encoding", "not UTF-8, or a character that hides")           \
    X(EHEADING, "heading", "a heading that declares nothing readable")         \
    X(ECELL, "cell", "a cell that is not what its column declares")            \
    X(EDUPLICATE, "duplicate", "a name or id that is taken")                   \
    X(EDATE, "date", "not a date")                                             \
    X(ESOURCE, "source", "a source that sources.csv does not have")            \
    X(ESTOP, "stop", "a callback asked to stop")

#define WK_STATUS_ENUM(name, word, text) WK_##name,
typedef enum wk_status { WK_STATUS_LIST(WK_STATUS_ENUM) WK_STATUS_COUNT } wk_status;

/* The word and the meaning of a status; static. */
WK_API const char *wk_status_word(wk_status s);
WK_API const char *wk_status_text(wk_status s);
WK_API const char *wk_version(void);

/* Allocates (p NULL), resizes, or frees (new_n 0); both sizes are known. */
typedef void *(*wk_alloc_fn)(void *ud, void *p, size_t old_n, size_t new_n);

/* Takes n bytes; anything but WK_OK stops the writer. */
typedef wk_status (*wk_sink_fn)(void *ud, const char *bytes, size_t n);

typedef enum wk_level {
    WK_LEVEL_NOTE,
    WK_LEVEL_WARNING,
    WK_LEVEL_ERROR
} wk_level;

/* A diagnostic, valid during the call that tells it. */
typedef struct wk_diag {
    size_t size;
    wk_level level;
    wk_status status;
    const char *file;      /* NULL: no place */
    unsigned line, column; /* from 1, column in code points */
    unsigned width;        /* code points to mark, at least 1 */
    const char *message;
    const char *hint; /* or NULL */
    const char *text; /* the line, text_n bytes, not terminated */
    size_t text_n;
} wk_diag;
typedef void (*wk_diag_fn)(void *ud, const wk_diag *d);

#ifdef __cplusplus
}
#endif

#endif
