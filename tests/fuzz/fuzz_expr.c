/* Expressions: a failure is told, an answer is the same when asked again, and
 * what can be evaluated can be explained. */
#include "fuzz.h"

static const char chips[] =
    "id,name,kind,memory [GB],bandwidth [GB/s],tdp [W],launched [date],source\n"
    "a,Alpha,gpu,80,3350,700,2022-03,s1\n"
    "b,Beta,gpu,192 GiB,8000,1000 [900..1100],2024,s1; s2\n"
    "c,Gamma,tpu,95,2765,,2023-08-01,s2\n";
static const char peaks[] =
    "chip [@chips],format,dense [TFLOP/s dense],sparse [TFLOP/s sparse]\n"
    "a,bf16,989.4,1978.9\n"
    "b,bf16,2250,4500\n";
static const char formulas[] =
    "read_time(c: chips, share = 1) -> s = share * c.memory / c.bandwidth\n"
    "peak(c: chips) -> TFLOP/s as dense = peaks[chip = c, format = \"bf16\"]"
    ".dense\n";

static wk_project *
open_chips(size_t *n_errors)
{
    wk_project *p = fuzz_open(n_errors);
    fuzz_add(p, "chips", chips);
    fuzz_add(p, "peaks", peaks);
    fuzz_add(p, "sources", "id,title\ns1,One\ns2,Two\n");
    FUZZ_HOLDS(wk_add_formulas(p, "f", formulas, strlen(formulas)) == WK_OK);
    FUZZ_HOLDS(wk_load(p) == WK_OK && *n_errors == 0);
    return p;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static fuzz_text first, again;
    static size_t n_errors;
    static wk_project *p; /* one for all: what was asked leaves no trace */
    const char *expr = (const char *)bytes;
    if (!p)
        p = open_chips(&n_errors);
    first.n = again.n = n_errors = 0;
    const wk_status s = wk_eval(p, expr, n, WK_JSON, fuzz_keep, &first);
    FUZZ_HOLDS(fuzz_is_told(s, n_errors));
    FUZZ_HOLDS(s != WK_OK || n_errors == 0);
    FUZZ_HOLDS(wk_eval(p, expr, n, WK_JSON, fuzz_keep, &again) == s);
    FUZZ_HOLDS(first.n == again.n && !memcmp(first.p, again.p, first.n));
    again.n = 0;
    const wk_status e = wk_explain(p, expr, n, WK_TEXT, fuzz_keep, &again);
    FUZZ_HOLDS(s != WK_OK || e == WK_OK || e == WK_ESTOP);
    return 0;
}
