/*
 * workings: documents that show their workings.
 *
 * The library loads facts from CSV and formulas from text, checks units and
 * qualifiers, does the arithmetic, and can show for each number the formula,
 * the cells and the sources it came from.
 *
 * Threads: no global state; one project is used by one thread at a time, any
 * number of projects side by side; a call may take 2 MiB of stack. Memory:
 * taken through the caller's allocator; when it is out, the call returns
 * WK_ENOMEM and the project stays usable for wk_close. libcsv and libyaml use
 * malloc. Strings: UTF-8; where a length is asked for, no terminator is
 * needed. The library never exits, aborts, prints or changes the locale.
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
#define WK_STATUS_LIST(X)                                                   \
    X(OK, "ok", "no error")                                                 \
    X(ENOMEM, "memory", "out of memory, or over the project's limit")       \
    X(EUSAGE, "usage", "a call or a command that makes no sense")           \
    X(ESYSTEM, "system", "a file could not be read or written")             \
    X(ELIMIT, "limit", "larger than this program allows")                   \
    X(ESYNTAX, "syntax", "not in the grammar")                              \
    X(ENUMBER, "ambiguous-number", "a number that can be read in two ways") \
    X(EUNIT, "unit", "no such unit")                                        \
    X(EDIMENSION, "dimension", "units of different dimensions")             \
    X(EQUALIFIER, "qualifier", "qualifiers that do not agree")              \
    X(EPERCENT, "percent", "a percentage that can be read in two ways")     \
    X(ERANGE, "range", "a range or number out of order or bounds")          \
    X(ENAME, "name", "no such name")                                        \
    X(EAMBIGUOUS, "ambiguous-name", "a name that means two things")         \
    X(ETYPE, "type", "a value of another kind")                             \
    X(EMANY, "many", "more than one row")                                   \
    X(ENONE, "none", "no row")                                              \
    X(EREFERENCE, "reference", "a reference or text that nothing holds")    \
    X(ECALL, "call", "arguments that do not fit")                           \
    X(EDOMAIN, "domain", "a function outside its domain")                   \
    X(EZERO, "zero", "division by zero")                                    \
    X(ERECURSION, "recursion", "a formula that calls itself")               \
    X(ECLAIMUNIT, "claim-unit", "a stated number without its unit")         \
    X(ECLAIM, "claim", "a statement that the data contradicts")             \
    X(EUNKNOWN, "unknown", "a value that is not known")                     \
    X(EUNDECIDED, "undecided", "a condition true on part of a range")       \
    X(ECSV, "csv", "a file that is not RFC 4180")                           \
    X(EENCODING, "encoding", "not UTF-8, or a character that hides")        \
    X(EHEADING, "heading", "a heading that declares nothing readable")      \
    X(ECELL, "cell", "a cell that is not what its column declares")         \
    X(EDUPLICATE, "duplicate", "a name or id that is taken")                \
    X(EDATE, "date", "not a date")                                          \
    X(ESOURCE, "source", "a source that sources.csv does not have")         \
    X(ESTOP, "stop", "a callback asked to stop")

#define WK_STATUS_ENUM(name, word, text) WK_##name,
typedef enum wk_status {
    WK_STATUS_LIST(WK_STATUS_ENUM) WK_STATUS_COUNT
} wk_status;

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

/* Where a project's files come from, where neither memory nor a directory
 * will do. Paths are relative to the project, with '/' ("data/chips.csv"). */
typedef wk_status (*wk_name_fn)(void *ud, const char *name);
typedef struct wk_files {
    size_t size;
    /* Tells each the names in a folder, in any order; that of a folder within
     * it ends in '/'. A folder that is not there has no names. */
    wk_status (*list)(void *ud,
                      const char *folder,
                      wk_name_fn each,
                      void *each_ud);
    /* Puts the whole of a file. */
    wk_status (*read)(void *ud, const char *path, wk_sink_fn put, void *put_ud);
    void *ud;
} wk_files;

typedef struct wk_options {
    size_t size; /* sizeof(wk_options): lets the struct grow at its end */
    wk_diag_fn diag;
    void *diag_ud;
    wk_alloc_fn alloc; /* NULL: the C library's */
    void *alloc_ud;
    size_t max_bytes; /* limit of what the project holds; 0: none */
    /* Files that stand for those of the same path, or beside them. */
    const struct wk_given *given;
    size_t n_given;
    const char *fonts; /* folder of the font files; NULL: as installed */
} wk_options;
#define WK_OPTIONS_INIT                                              \
    {                                                                \
        sizeof(wk_options), NULL, NULL, NULL, NULL, 0, NULL, 0, NULL \
    }
typedef struct wk_given {
    const char *path, *bytes;
    size_t n;
} wk_given;

typedef struct wk_project wk_project;

/*
 * Opens a project: empty, from the folder data/ of a directory, or from the
 * caller's files. *out is the caller's, to close with wk_close; NULL on
 * failure. The last two read all data and report every fault before they
 * fail; the status is then that of a fault. Documents are read when they are
 * first asked for: the callbacks of files may be called until wk_close.
 */
WK_API wk_status wk_open(wk_project **out, const wk_options *opts);
WK_API wk_status wk_open_dir(wk_project **out,
                             const char *dir,
                             const wk_options *opts);
WK_API wk_status wk_open_files(wk_project **out,
                               const wk_files *files,
                               const wk_options *opts);
WK_API void wk_close(wk_project *p); /* NULL is fine */

/*
 * Adds a table or a file of formulas from n bytes, which are copied. name is
 * the table's ("chips"); "units" and "qualifiers" add to the language. The
 * texts are read when the first question is asked, or by wk_load, all
 * together, since they refer to each other; after that nothing can be added
 * (WK_EUSAGE).
 */
WK_API wk_status wk_add_csv(wk_project *p,
                            const char *name,
                            const char *bytes,
                            size_t n);
WK_API wk_status wk_add_formulas(wk_project *p,
                                 const char *name,
                                 const char *bytes,
                                 size_t n);
/* Adds a file under its path in a project: "templates/guide/memory.md",
 * "data/site.yaml", "data/chips.csv", "data/time.formulas". Documents can be
 * added until the first of them is made. */
WK_API wk_status wk_add_file(wk_project *p,
                             const char *path,
                             const char *bytes,
                             size_t n);
/* Reads and checks all that was added; reports every fault. */
WK_API wk_status wk_load(wk_project *p);

typedef enum wk_format { WK_TEXT, WK_COLOR, WK_JSON } wk_format;

/*
 * Evaluates what may stand between {{ }}: an expression, with format words
 * behind |, a claim behind ~, or a text with a condition behind `when`.
 * Writes one line: the printed value, or as JSON
 *   {"value":4.77611940299,"unit":"ms","low":null,"high":null,
 *    "text":"4.78 ms","qualifiers":[],"sources":[]}
 * value being in unit. A claim or condition that fails is reported and gives
 * WK_ECLAIM; a value that is not known is no failure.
 */
WK_API wk_status wk_eval(wk_project *p,
                         const char *expr,
                         size_t n,
                         wk_format format,
                         wk_sink_fn sink,
                         void *ud);

/* The derivation: each formula in symbols, with the numbers put in, its
 * result, the cells with file and line, the sources with locator. */
WK_API wk_status wk_explain(wk_project *p,
                            const char *expr,
                            size_t n,
                            wk_format format,
                            wk_sink_fn sink,
                            void *ud);

/* A value for the caller's own use. */
typedef struct wk_value {
    size_t size;
    double value, low, high;    /* in unit; NaN: not known, or not a number */
    const char *unit, *text;    /* NUL-terminated, valid until the next call */
    const char *const *sources; /* ids of sources, n_sources of them */
    size_t n_sources;
} wk_value;
WK_API wk_status wk_get(wk_value *out,
                        wk_project *p,
                        const char *expr,
                        size_t n);

/* What a claim in a table is said to be: the words of its column `verdict`. */
#define WK_VERDICT_LIST(X)                 \
    X(HOLDS, "holds")                      \
    X(ROUNDS, "rounds differently")        \
    X(MISLEADING, "misleading comparison") \
    X(DISPUTED, "disputed")                \
    X(UNCHECKABLE, "not checkable")

#define WK_VERDICT_ENUM(name, text) WK_VERDICT_##name,
typedef enum wk_verdict {
    WK_VERDICT_LIST(WK_VERDICT_ENUM) WK_VERDICT_COUNT
} wk_verdict;

/* The words of a verdict; static. */
WK_API const char *wk_verdict_text(wk_verdict v);

typedef struct wk_check_report {
    size_t size;
    size_t n_tables, n_rows, n_cells, n_formulas, n_expressions, n_rivals;
    size_t n_sources, n_unused_sources;
    size_t n_verified, n_with_status; /* rows that have a status */
    size_t n_conditions;              /* cells of columns named `holds` */
    size_t n_claims, n_by_verdict[WK_VERDICT_COUNT];
    size_t n_predictions;
    size_t n_errors, n_warnings;
} wk_check_report;

/* Everything about data and formulas that can be checked without documents:
 * also every cell that is an expression, the conditions, claims and
 * predictions in tables, and which sources nothing cites (of documents, those
 * count that were made before: wk_build). */
WK_API wk_status wk_check(wk_check_report *out, wk_project *p);

/*
 * Predictions beside what was measured (workings(5)), each with its error,
 * grouped by a column of the predictions or of the measurements (NULL: by
 * `quantity`), and how well a range of efficiency found on every other row
 * holds for the rest. A prediction that is not known stays so.
 * Errors: WK_ENONE if no table holds predictions, WK_ENAME if none has the
 * column; a cell that cannot be evaluated is told, and the others are shown.
 */
WK_API wk_status wk_validate(
    wk_project *p, const char *by, wk_format format, wk_sink_fn sink, void *ud);

/* The formulas, cells and pages that depend on a cell
 * ("chips.h100_sxm.bandwidth"), one a line with its place. */
WK_API wk_status wk_uses(wk_project *p,
                         const char *cell,
                         size_t n,
                         wk_format format,
                         wk_sink_fn sink,
                         void *ud);

/* Tidies the text of a formula file. Text that does not parse is reported and
 * nothing is written. Tidying twice changes nothing more. */
WK_API wk_status
wk_fmt(wk_project *p, const char *text, size_t n, wk_sink_fn sink, void *ud);

/*
 * Documents and the site. A build has three steps: a plan lists the pages; a
 * share makes those whose number leaves I when divided by N, both counted
 * from 0; publishing reads what all shares left, makes what looks across
 * pages, and puts the site in place, in one step. Faults of documents are told
 * when publishing, sorted; if there is an error, what was there stays.
 */
typedef enum wk_change { WK_NEW, WK_CHANGED, WK_GONE } wk_change;
typedef void (*wk_change_fn)(void *ud, const char *path, wk_change what);
/* Takes a file of the site; anything but WK_OK stops. */
typedef wk_status (*wk_file_fn)(void *ud,
                                const char *path,
                                const char *bytes,
                                size_t n);

/* A statement that was held to the data. */
typedef struct wk_claim {
    size_t size;
    const char *file; /* of the template */
    unsigned line, column;
    const char *text;   /* as printed */
    const char *stated; /* as written behind ~, or the condition */
    const char *now;    /* the value now */
    double margin;      /* (value - stated) / stated; NaN: a condition */
    int holds;
} wk_claim;
typedef void (*wk_claim_fn)(void *ud, const wk_claim *c);

typedef struct wk_build_options {
    size_t size;
    /* Where the site goes: the folders site/ and .site/ of this folder, or to
     * a callback, each file in the order of paths, manifest.json last. With
     * neither, all is made and checked and nothing written. */
    const char *out;
    wk_file_fn file;
    void *file_ud;
    wk_change_fn change; /* told of each file of a folder that changed */
    void *change_ud;
    wk_claim_fn claim; /* told of each claim */
    void *claim_ud;
    const char *today; /* "YYYY-MM-DD": sources past their shelf life then */
    int drafts;        /* pages with draft: true too */
    int bare;          /* warn of every number that is typed, not computed */
    /* Shares are made here and not published; other processes may make others
     * of this plan in the same folder at the same time, or in other folders
     * from which .site/shares/ is brought together. */
    int shares_only;
} wk_build_options;
#define WK_BUILD_OPTIONS_INIT                                               \
    {                                                                       \
        sizeof(wk_build_options), NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
            NULL, 0, 0, 0                                                   \
    }

typedef struct wk_build_report {
    size_t size;
    size_t n_pages, n_files, n_new, n_changed, n_gone;
    size_t n_numbers, n_computed, n_claimed, n_plain, n_bare;
    size_t n_claims, n_links, n_sources;
    size_t n_errors, n_warnings;
    size_t n_made; /* pages; the others rest on nothing that changed */
} wk_build_report;

typedef struct wk_plan wk_plan;
/* *out is the caller's, to free with wk_plan_free before wk_close. Where the
 * site goes to a folder, other builds of it wait until then. */
WK_API wk_status wk_plan_new(wk_plan **out,
                             wk_project *p,
                             const wk_build_options *o);
WK_API size_t wk_plan_pages(const wk_plan *plan);
/* Status: of what stops a build (memory, disk); faults of documents are
 * recorded. */
WK_API wk_status wk_plan_make(wk_plan *plan, unsigned share, unsigned n_shares);
/* n_shares 0: as many as were left in the folder by this plan, whoever made
 * them. */
WK_API wk_status wk_plan_publish(wk_build_report *out,
                                 wk_plan *plan,
                                 unsigned n_shares);
WK_API void wk_plan_free(wk_plan *plan); /* NULL is fine */
/* All three steps. */
WK_API wk_status wk_build(wk_build_report *out,
                          wk_project *p,
                          const wk_build_options *o);

typedef enum wk_document_format { WK_HTML, WK_MARKDOWN } wk_document_format;

typedef struct wk_report_options {
    size_t size;
    wk_document_format format;
    const char *const *set; /* "load=60 %": assumptions to replace */
    size_t n_set;
    wk_sink_fn sink; /* takes the document */
    void *ud;
} wk_report_options;
#define WK_REPORT_OPTIONS_INIT                                  \
    {                                                           \
        sizeof(wk_report_options), WK_HTML, NULL, 0, NULL, NULL \
    }

/* One document from n bytes of a template, named for diagnostics, with all it
 * needs inside. Faults are told; nothing is written then. */
WK_API wk_status wk_report(wk_project *p,
                           const char *name,
                           const char *bytes,
                           size_t n,
                           const wk_report_options *o);

/*
 * One chart on its own. Drawing needs the fonts that were installed with the
 * library and, in the program, its drawing module, which is opened when the
 * first chart is made. Cairo and HarfBuzz use malloc; where memory is out
 * they may end the process, so a caller that must not die draws in another.
 */
/* As in cairo.h. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
typedef struct _cairo cairo_t;

typedef enum wk_picture_format { WK_SVG, WK_PNG, WK_PDF } wk_picture_format;

typedef struct wk_chart_options {
    size_t size;
    const char *const *set; /* "load=60 %": assumptions to replace */
    size_t n_set;
    double width; /* px of the drawing: 640, or 360 for a phone; 0: 640 */
    double scale; /* pixels of a PNG to a px; 0: 2 */
} wk_chart_options;
#define WK_CHART_OPTIONS_INIT                       \
    {                                               \
        sizeof(wk_chart_options), NULL, 0, 0.0, 0.0 \
    }

typedef struct wk_chart wk_chart;
/*
 * Reads n bytes, named for diagnostics, evaluates and lays out: a chart block
 * (workings(5)), or if name ends in ".md" a template with one chart. *out is
 * the caller's, to free with wk_chart_free before wk_close; NULL on failure.
 * Errors: what the data, the block or the drawing refuse, told with its place.
 */
WK_API wk_status wk_chart_new(wk_chart **out,
                              wk_project *p,
                              const char *name,
                              const char *bytes,
                              size_t n,
                              const wk_chart_options *o);
/* What the chart shows, in words, for who does not see it; until
 * wk_chart_free. */
WK_API const char *wk_chart_text(const wk_chart *c);
/* Its size, in px. */
WK_API void wk_chart_size(const wk_chart *c, double *width, double *height);
/* The picture with title, caption and fonts inside. Errors: WK_ESYSTEM for a
 * font that cannot be read, that of the sink; what was put until then is no
 * picture. */
WK_API wk_status wk_chart_write(wk_chart *c,
                                wk_picture_format format,
                                wk_sink_fn sink,
                                void *ud);
/* Paints it from the origin of cr on, a unit a px; cr is as it was then. */
WK_API wk_status wk_chart_paint(wk_chart *c, cairo_t *cr);
WK_API void wk_chart_free(wk_chart *c); /* NULL is fine */

/* Puts at most room bytes of a file from byte `at` on; *n = 0: its end. The
 * same bytes each time, in any order. */
typedef wk_status (*wk_read_at_fn)(
    void *ud, uint64_t at, char *bytes, size_t room, size_t *n);

/* The scenarios of a sweep, and what is asked of them. */
typedef struct wk_sweep_options {
    size_t size;
    /* "x=1:256", "x=1:1e6*13 GB", "x=1,2,4 GB", "x=1..200 GB" (with n_random),
     * "c=chips where kind = \"gpu\"": every combination, the first name
     * slowest; or n_random draws of all, from the seed alone. */
    const char *const *over;
    size_t n_over;
    uint64_t n_random, seed;
    /* In their place a CSV file, whose headings declare names and units like
     * any table's; read piece by piece. from_name: for diagnostics. */
    wk_read_at_fn from;
    void *from_ud;
    const char *from_name;
    const char *by;    /* statistics for each value of a name, or NULL */
    const char *stats; /* "count,min,max,sum,mean,median,p90", or NULL: all
                          values, a line a scenario */
} wk_sweep_options;
#define WK_SWEEP_OPTIONS_INIT                                                 \
    {                                                                         \
        sizeof(wk_sweep_options), NULL, 0, 0, 0, NULL, NULL, NULL, NULL, NULL \
    }

/*
 * Evaluates an expression, in which the names stand for a scenario's values,
 * over all scenarios, and writes CSV that reads back as a table. Not known is
 * an empty cell; where ranges come in there are columns low and high, and
 * `value` is empty without a best value. A scenario at fault is reported and
 * ends the sweep.
 */
WK_API wk_status wk_sweep(wk_project *p,
                          const char *expr,
                          size_t n,
                          const wk_sweep_options *opts,
                          wk_sink_fn sink,
                          void *ud);

/*
 * The same in parts, for a caller that spreads them over processes: the
 * library makes neither processes nor threads. The output does not depend on
 * the number of shares.
 *
 *   wk_sweep_begin(&run, ...)
 *   do
 *       for each share, in any process that is a copy of this one by now:
 *           wk_sweep_share(run, share, n_shares, ...)  -> records
 *       for each record, the first of each share, then the second, ...:
 *           wk_sweep_take(run, record, ...)            -> lines
 *       wk_sweep_next(run, &again, ...)                -> lines
 *   while (again)
 *   wk_sweep_end(run)
 *
 * A record is one call of the sink of wk_sweep_share. Of the project only
 * these functions may be called until wk_sweep_end, which follows also a
 * failure of all but wk_sweep_begin.
 */
typedef struct wk_sweep_run wk_sweep_run;
WK_API wk_status wk_sweep_begin(wk_sweep_run **out,
                                wk_project *p,
                                const char *expr,
                                size_t n,
                                const wk_sweep_options *opts);
WK_API wk_status wk_sweep_share(wk_sweep_run *r,
                                unsigned share,
                                unsigned n_shares,
                                wk_sink_fn sink,
                                void *ud);
WK_API wk_status wk_sweep_take(
    wk_sweep_run *r, const char *record, size_t n, wk_sink_fn sink, void *ud);
WK_API wk_status wk_sweep_next(wk_sweep_run *r,
                               int *again,
                               wk_sink_fn sink,
                               void *ud);
WK_API void wk_sweep_end(wk_sweep_run *r); /* NULL is fine */

#ifdef __cplusplus
}
#endif

#endif
