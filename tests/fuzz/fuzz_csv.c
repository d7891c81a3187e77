/* Tables: a failure is told, a sound table can be checked, and sources and
 * definitions are read as any table is. */
#include "fuzz.h"

/* The first byte says which table the rest is. */
static const char *const names[] = {
    "t", "sources", "rivals", "units", "qualifiers"};

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    size_t n_errors = 0;
    if (n == 0)
        return 0;
    const size_t which = bytes[0] % (sizeof names / sizeof names[0]);
    wk_project *p = fuzz_open(&n_errors);
    const wk_status added =
        wk_add_csv(p, names[which], (const char *)bytes + 1, n - 1);
    FUZZ_HOLDS(fuzz_is_told(added, n_errors));
    fuzz_add(p, "chips", "id,memory [GB]\na,80\nb,\n");
    if (which != 1)
        fuzz_add(p, "sources", "id,title\ns1,One\ns2,Two\n");
    const wk_status loaded = wk_load(p);
    FUZZ_HOLDS(fuzz_is_told(loaded, n_errors));
    FUZZ_HOLDS(loaded != WK_OK || n_errors == 0);
    if (loaded == WK_OK) {
        wk_check_options o = WK_CHECK_OPTIONS_INIT;
        wk_check_report r;
        const wk_status checked = wk_check(p, &o, &r);
        FUZZ_HOLDS(fuzz_is_told(checked, n_errors));
    }
    wk_close(p);
    return 0;
}
