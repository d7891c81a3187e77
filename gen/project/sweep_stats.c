/* What --stats says. */
#include "base/num.h"
#include "project/sweep.h"

static const struct {
    const char *word;
    wkc_stat stat;
} words[] = {
    {"count", {WKC_STAT_COUNT, 0}},
    {"min", {WKC_STAT_MIN, 0}},
    {"max", {WKC_STAT_MAX, 0}},
    {"sum", {WKC_STAT_SUM, 0}},
    {"mean", {WKC_STAT_MEAN, 0}},
    {"median", {WKC_STAT_QUANTILE, 0.5}},
};

/* p90, p99.9 */
static bool
is_percentile(wkb_str word, wkc_stat *out)
{
    const wkb_str digits = wkb_sub(word, 1, word.n);
    double percent = 0;
    if (word.n < 2 || word.p[0] != 'p' || wkb_num_length(digits) != digits.n ||
        wkb_num_read(digits, &percent) != WK_OK || percent > 100)
        return false;
    *out = (wkc_stat){WKC_STAT_QUANTILE, percent / 100};
    return true;
}

static bool
find_stat(wkb_str word, wkc_stat *out)
{
    for (size_t i = 0; i < WKB_COUNT(words); i++) {
        if (wkb_str_eq(word, wkb_str_of(words[i].word))) {
            *out = words[i].stat;
            return true;
        }
    }
    return is_percentile(word, out);
}

wk_status
wkp_read_stats(wk_sweep_run *r, const char *text)
{
    wkb_span at;
    wk_project *p = r->p;
    WKB_TRY(wkp_text(p, "--stats", text, wkb_str_of(text).n, &at));
    wkb_str left = p->diag.file.item[at.file].bytes;
    bool more = true;
    while (more) {
        more = wkb_find(left, ',') < left.n;
        const wkb_str word = wkb_trim(wkb_cut(&left, ','));
        if (r->n_stats == WKC_MOST_STATS)
            return wkb_error(&p->diag,
                             WK_ELIMIT,
                             at,
                             "more than %d statistics\nleave some out",
                             (int)WKC_MOST_STATS);
        if (!find_stat(word, &r->stat[r->n_stats]))
            return wkb_error(&p->diag,
                             WK_EUSAGE,
                             at,
                             "no statistic is called %q\nthere are count, min, "
                             "max, sum, mean, median, and p0 to p100",
                             word);
        for (size_t i = 0; i < r->n_stats; i++) {
            if (wkb_str_eq(r->stat_name[i], word))
                return wkb_error(&p->diag,
                                 WK_EDUPLICATE,
                                 at,
                                 "%q is asked for twice\nleave one out",
                                 word);
        }
        r->stat_name[r->n_stats++] = word;
    }
    r->has_stats = true;
    return WK_OK;
}
