/* A build: its pages, where the site goes, what its shares left. */
#ifndef WKP_PLAN_H
#define WKP_PLAN_H

#include "base/store.h"
#include "project/record.h"
#include "project/site.h"
#include "write/writer.h"

/* A page to make, or a file to copy. */
typedef struct wkp_job {
    const wkp_input *input;
    wkb_str path; /* below the site; of a page without suffix */
    wkt_meta meta;
    bool is_page, has_row;
    uint32_t table, row; /* of a page made from a row */
} wkp_job;

/* The pages that a template makes from the rows of a table. */
typedef struct wkp_row_pages {
    uint32_t table;
    wkb_str *path; /* by row; empty: none */
    size_t n;
} wkp_row_pages;

/* A layout, from its file. */
typedef struct wkp_layout {
    const wkp_input *input;
    wkw_layout layout;
    bool is_good;
} wkp_layout;

/* Where files go. */
typedef enum wkp_target {
    WKP_NOWHERE, /* all is made, nothing written */
    WKP_FOLDER,
    WKP_CALLBACK
} wkp_target;

/* A file kept for a callback. */
typedef struct wkp_file {
    wkb_str path, bytes;
} wkp_file;

/* Faults as they are told, kept to be sorted. */
typedef struct wkp_faults {
    wkb_arena *arena;
    WKB_LIST(wkp_fault) item;
    wk_status status; /* WK_ENOMEM if one could not be kept */
} wkp_faults;

struct wk_plan {
    wk_project *project;
    wkb_arena arena; /* until the plan is freed */
    wkb_arena page;  /* until the page is made */
    wk_build_options options;
    wkp_target target;
    wkp_site site;
    wkt_known known;             /* to its pages */
    WKB_LIST(wkp_layout) layout; /* read so far */
    const wkw_nav *nav;
    size_t n_nav;
    WKB_LIST(wkp_job) job;
    WKB_LIST(wkp_row_pages) row_pages;
    WKB_LIST(wkb_str) draft;  /* paths of pages left out */
    wkb_hash hash;            /* of all inputs and of the program */
    wkp_faults faults;        /* found while planning */
    WKB_LIST(wkb_str) record; /* of shares made by this plan */
    WKB_LIST(wkb_str) taken;  /* those that are published */
    size_t n_kept;            /* of them, those of the last build */
    wkb_str last;             /* .site/reads, once it was read */
    WKB_LIST(wkp_page *) old; /* its pages, by path, once they were read */
    bool has_old;
    struct wkp_contents *contents; /* needs.c: hashes made so far */
    WKB_LIST(wkp_file) kept;
    wkb_store store; /* the folder of a WKP_FOLDER, locked */
    int lock;
};

/* Diagnostics go to faults until wkp_faults_end. */
typedef struct wkp_listener {
    wk_diag_fn fn;
    void *ud;
} wkp_listener;
wkp_listener wkp_faults_begin(wkp_faults *f, wk_project *p);
void wkp_faults_end(wk_project *p, wkp_listener before);
/* Tells them sorted by place, each once; the status of the first error. */
wk_status
wkp_faults_tell(wkp_faults *f, wk_project *p, wk_build_report *report);

/* pages.c: fills plan->job, in the order of paths; faults of front matter are
 * kept. */
wk_status wkp_plan_pages(wk_plan *plan);
/* The navigation, once jobs are known. */
wk_status wkp_plan_nav(wk_plan *plan);
/* The layout a job asks for, NULL if the built-in one; WK_ENAME, reported, if
 * there is none of that name. */
wk_status
wkp_layout_of(const wkw_layout **out, wk_plan *plan, const wkp_job *job);
/* NAME in the folder of `beside` or, failing that, in templates/; or NULL. */
const wkp_input *
wkp_find_beside(wk_plan *plan, const wkp_input *beside, wkb_str name);

/* make.c: a page's tree; set: assumptions to replace, or NULL. */
wk_status wkp_compose(wkt_document **out,
                      wkb_arena *a,
                      wk_plan *plan,
                      const wkp_job *job,
                      const wkc_bindings *set);

/* one.c: a document apart from a site. begin is followed by end, also where
 * it fails; set: "load=60 %", assumptions to replace. */
typedef struct wkp_one {
    wk_plan plan;
    wkp_input input;
    wkp_job job; /* is_page: a template; else one chart block */
    wkt_document *doc;
    size_t n_files;
} wkp_one;
wk_status wkp_one_begin(
    wkp_one *one, wk_project *p, const char *name, wkb_str bytes, bool is_page);
wk_status wkp_one_compose(wkp_one *one, const char *const *set, size_t n_set);
void wkp_one_end(wkp_one *one);

enum { WKP_MOST_SHARES = 4096 };
/* Below the store; all of it goes when a site is published, or cannot be. */
#define WKP_SHARES ".site/shares"

/* A share: where its files wait, what it says of them. */
typedef struct wkp_share {
    wk_plan *plan;
    const char *folder; /* in the store: ".site/shares/0-of-1" */
    wkb_out record;
    const wkp_faults *faults; /* of pages, told so far */
    size_t n_told;            /* before the page that is being made */
    size_t n_kept;            /* pages of the last build */
} wkp_share;
wk_status
wkp_share_folder(wkb_str *out, wk_plan *plan, unsigned share, unsigned n);
wk_status
wkp_put_file(wkp_share *s, wkb_str path, wkb_str bytes, wkb_str maker);
/* charts.c: the files of a page's charts. */
wk_status
wkp_put_charts(wkp_share *s, const wkp_job *job, const wkt_document *doc);
/* What stands before the last part of a path, with its '/'. */
wkb_str wkp_folder_of(wkb_str path);
/* "../" for each folder that a page's path has. */
wk_status wkp_root_of(wkb_str *out, wkb_arena *a, wkb_str path);

/* across.c: what looks across pages. */
typedef struct wkp_gathered {
    WKB_LIST(wkp_page *) page;   /* in the order of paths */
    size_t n_kept;               /* of them, pages of the last build */
    WKB_LIST(wkp_output) output; /* in the order of paths */
    wkp_faults faults;
    const char *folder; /* of the share that is being taken; NULL: the site */
} wkp_gathered;
wk_status wkp_make_across(wkp_share *s, const wkp_gathered *g);
/* links.c */
/* The file of the site that an address on a page means; false if it leads out
 * of the site. */
bool wkp_resolve(wkb_out *out, wkb_str page, wkb_str href);
/* Faults are kept. */
wk_status wkp_check_links(wk_plan *plan, wkp_gathered *g);
const wkp_output *wkp_find_output(const wkp_gathered *g, wkb_str path);
/* ages.c: warns of sources past their shelf life. */
wk_status wkp_check_ages(wk_plan *plan, wkp_gathered *g);
/* manifest.c */
wk_status wkp_manifest(wkb_str *out, wk_plan *plan, const wkp_gathered *g);

/* again.c: the text of .site/reads, for the next build: all records. */
wk_status wkp_put_reads(wkb_str *out, wk_plan *plan);
/* The record of the last build's share, in plan->arena; WK_ENONE, not reported,
 * if there is none of this plan, this program and as many shares. */
wk_status wkp_last_record(wkp_record *out,
                          wkb_str *text,
                          wk_plan *plan,
                          unsigned share,
                          unsigned n_shares);
/* The page of the last build, if what it rests on comes to the same and the
 * site has its files as they were made; else NULL. */
wk_status wkp_last_page(wkp_page **out, wk_plan *plan, const wkp_job *job);
/* Whether there is one, and the site has its files as they were made. */
bool wkp_still_stands(wk_plan *plan, unsigned share, unsigned n_shares);

/* twin.c: the folder. */

/* Makes the folder ready: finishes what a kill left, removes the shares of
 * other plans. */
wk_status wkp_recover(wk_plan *plan);
/* shares.c: removes what is not a share of this plan; how many shares this
 * plan's are of, WK_ENONE or WK_EMANY, reported, if that is not one number. */
wk_status wkp_keep_shares(wk_plan *plan);
wk_status wkp_count_shares(wk_plan *plan, unsigned *n_shares);
/* Puts the outputs in place, in one step; what is not among them goes. */
wk_status
wkp_put_in_place(wk_plan *plan, const wkp_gathered *g, wk_build_report *report);

#endif
