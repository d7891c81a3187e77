/* Formula files: a failure is told; tidying leaves a file as sound as it was,
 * and tidying twice changes nothing more. */
#include "fuzz.h"

static wk_status
load(const char *bytes, size_t n)
{
    size_t n_errors = 0;
    wk_project *p = fuzz_open(&n_errors);
    fuzz_add(p, "chips", "id,memory [GB],bandwidth [GB/s]\na,80,3350\n");
    FUZZ_HOLDS(wk_add_formulas(p, "f", bytes, n) == WK_OK);
    const wk_status s = wk_load(p);
    FUZZ_HOLDS(fuzz_is_told(s, n_errors));
    FUZZ_HOLDS(s != WK_OK || n_errors == 0);
    wk_close(p);
    return s;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static fuzz_text tidy, twice;
    const char *text = (const char *)bytes;
    size_t n_errors = 0;
    wk_project *p = fuzz_open(&n_errors);
    tidy.n = twice.n = 0;
    const wk_status s = wk_fmt(p, text, n, fuzz_keep, &tidy);
    FUZZ_HOLDS(fuzz_is_told(s, n_errors));
    if (s == WK_OK) {
        FUZZ_HOLDS(load(text, n) == load(tidy.p, tidy.n));
        FUZZ_HOLDS(wk_fmt(p, tidy.p, tidy.n, fuzz_keep, &twice) == WK_OK);
        FUZZ_HOLDS(tidy.n == twice.n && !memcmp(tidy.p, twice.p, tidy.n));
    }
    wk_close(p);
    return 0;
}
