/* Units in words, for "about 3,000 years". */
#include "units/inside.h"

/* clang-format off */
static const struct {
    const char *one, *many;
} names[WKU_N_BUILT_IN] = {
    [WKU_N_PERCENT]  = {"%", "%"},
    [WKU_N_S]        = {"second", "seconds"},
    [WKU_N_MIN]      = {"minute", "minutes"},
    [WKU_N_H]        = {"hour", "hours"},
    [WKU_N_D]        = {"day", "days"},
    [WKU_N_WEEK]     = {"week", "weeks"},
    [WKU_N_MONTH]    = {"month", "months"},
    [WKU_N_YEAR]     = {"year", "years"},
    [WKU_N_YEAR_365] = {"year of 365 days", "years of 365 days"},
    [WKU_N_BIT]      = {"bit", "bits"},
    [WKU_N_B]        = {"byte", "bytes"},
    [WKU_N_FLOP]     = {"FLOP", "FLOP"},
    [WKU_N_OP]       = {"operation", "operations"},
    [WKU_N_MAC]      = {"multiply-add", "multiply-adds"},
    [WKU_N_TOKEN]    = {"token", "tokens"},
    [WKU_N_PARAM]    = {"parameter", "parameters"},
    [WKU_N_G]        = {"gram", "grams"},
    [WKU_N_M]        = {"metre", "metres"},
    [WKU_N_K]        = {"kelvin", "kelvins"},
    [WKU_N_GCO2E]    = {"gCO2e", "gCO2e"},
    [WKU_N_TCO2E]    = {"tonne of CO2e", "tonnes of CO2e"},
    [WKU_N_J]        = {"joule", "joules"},
    [WKU_N_W]        = {"watt", "watts"},
    [WKU_N_WH]       = {"watt-hour", "watt-hours"},
    [WKU_N_HZ]       = {"hertz", "hertz"},
    [WKU_N_USD]      = {"US dollar", "US dollars"},
    [WKU_N_EUR]      = {"euro", "euros"},
    [WKU_N_GBP]      = {"pound sterling", "pounds sterling"},
    [WKU_N_JPY]      = {"yen", "yen"},
    [WKU_N_CNY]      = {"yuan", "yuan"},
};

static const char *const prefixes[WKU_PREFIXES] = {
    "",      "kilo",  "mega", "giga", "tera",  "peta", "exa",
    "zetta", "yotta", "milli", "micro", "nano", "pico", "femto",
    "kibi",  "mebi",  "gibi", "tebi", "pebi",  "exbi",
};
/* clang-format on */

/* Names that stay symbols in prose keep a symbol before them: TFLOP, MUSD. */
static bool
is_symbol(const wku_factor *f)
{
    return f->name >= WKU_N_BUILT_IN || f->name == WKU_N_FLOP ||
           f->name == WKU_N_GCO2E || (f->name >= WKU_N_USD && f->prefix);
}

static void
put_name(wkb_out *out, const wku_units *u, const wku_factor *f, bool one)
{
    if (is_symbol(f)) {
        wkb_put(out, wku_prefixes[f->prefix].text);
        wkb_put(out, u->name.item[f->name].name);
    } else {
        wkb_puts(out, prefixes[f->prefix]);
        wkb_puts(out, one ? names[f->name].one : names[f->name].many);
    }
    const int power = f->exp < 0 ? -f->exp : f->exp;
    if (power == 2)
        wkb_puts(out, " squared");
    else if (power > 2)
        wkb_print(out, " to the power %d", power);
}

void
wku_put_words(wkb_out *out, const wku_units *u, const wku_unit *unit, bool one)
{
    const wku_shown s = wku_shown_of(u, unit);
    for (size_t i = 0; i < s.n; i++) {
        const bool below = s.f[i].exp < 0;
        wkb_puts(out, below ? " per " : i ? "-" : " ");
        put_name(out, u, &s.f[i], one || below);
    }
}
