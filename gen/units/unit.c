/* The registry of units: built-in names, prefixes, what units.csv adds. */
#include "units/unit.h"

#include <math.h>

#include "units/inside.h"

#define TEXT(literal)                \
    {                                \
        literal, sizeof(literal) - 1 \
    }

/* clang-format off */
const wku_prefix wku_prefixes[WKU_PREFIXES] = {
    {TEXT(""),   0,          0,   1},
    {TEXT("k"),  WKU_UP,     3,   1e3},
    {TEXT("M"),  WKU_UP,     6,   1e6},
    {TEXT("G"),  WKU_UP,     9,   1e9},
    {TEXT("T"),  WKU_UP,     12,  1e12},
    {TEXT("P"),  WKU_UP,     15,  1e15},
    {TEXT("E"),  WKU_UP,     18,  1e18},
    {TEXT("Z"),  WKU_UP,     21,  1e21},
    {TEXT("Y"),  WKU_UP,     24,  1e24},
    {TEXT("m"),  WKU_DOWN,   -3,  1e-3},
    {TEXT("u"),  WKU_DOWN,   -6,  1e-6},
    {TEXT("n"),  WKU_DOWN,   -9,  1e-9},
    {TEXT("p"),  WKU_DOWN,   -12, 1e-12},
    {TEXT("f"),  WKU_DOWN,   -15, 1e-15},
    {TEXT("Ki"), WKU_BINARY, 10,  1024.0},
    {TEXT("Mi"), WKU_BINARY, 20,  1048576.0},
    {TEXT("Gi"), WKU_BINARY, 30,  1073741824.0},
    {TEXT("Ti"), WKU_BINARY, 40,  1099511627776.0},
    {TEXT("Pi"), WKU_BINARY, 50,  1125899906842624.0},
    {TEXT("Ei"), WKU_BINARY, 60,  1152921504606846976.0},
};

enum { USD = WKU_BUILT_IN_BASES, EUR, GBP, JPY, CNY, FIRST_FREE_BASE };
enum { UP = WKU_UP, DOWN = WKU_DOWN, BINARY = WKU_BINARY };
#define TIME_1        {[WKU_TIME] = 1}
#define INFORMATION_1 {[WKU_INFORMATION] = 1}
#define OPERATION_1   {[WKU_OPERATION] = 1}
#define CO2E_1        {[WKU_CO2E] = 1}
#define ENERGY_1      {[WKU_MASS] = 1, [WKU_LENGTH] = 2, [WKU_TIME] = -2}
#define POWER_1       {[WKU_MASS] = 1, [WKU_LENGTH] = 2, [WKU_TIME] = -3}

static const wku_name built_in[WKU_N_BUILT_IN] = {
    [WKU_N_PERCENT]  = {TEXT("%"), {0}, 0.01, 0, false},
    [WKU_N_S]        = {TEXT("s"), TIME_1, 1, DOWN, false},
    [WKU_N_MIN]      = {TEXT("min"), TIME_1, 60, 0, false},
    [WKU_N_H]        = {TEXT("h"), TIME_1, 3600, 0, false},
    [WKU_N_D]        = {TEXT("d"), TIME_1, 86400, 0, false},
    [WKU_N_WEEK]     = {TEXT("week"), TIME_1, 604800, 0, false},
    [WKU_N_MONTH]    = {TEXT("month"), TIME_1, 2629800, 0, false},
    [WKU_N_YEAR]     = {TEXT("year"), TIME_1, 31557600, 0, false},
    [WKU_N_YEAR_365] = {TEXT("year_365"), TIME_1, 31536000, 0, false},
    [WKU_N_BIT]      = {TEXT("bit"), INFORMATION_1, 1, UP | BINARY, false},
    [WKU_N_B]        = {TEXT("B"), INFORMATION_1, 8, UP | BINARY, false},
    [WKU_N_FLOP]     = {TEXT("FLOP"), OPERATION_1, 1, UP, false},
    [WKU_N_OP]       = {TEXT("OP"), OPERATION_1, 1, UP, false},
    [WKU_N_MAC]      = {TEXT("MAC"), OPERATION_1, 2, UP, false},
    [WKU_N_TOKEN]    = {TEXT("token"), {[WKU_TOKEN] = 1}, 1, UP, true},
    [WKU_N_PARAM]    = {TEXT("param"), {[WKU_PARAM] = 1}, 1, UP, true},
    [WKU_N_G]        = {TEXT("g"), {[WKU_MASS] = 1}, 1, UP | DOWN, false},
    [WKU_N_M]        = {TEXT("m"), {[WKU_LENGTH] = 1}, 1, UP | DOWN, false},
    [WKU_N_K]        = {TEXT("K"), {[WKU_TEMPERATURE] = 1}, 1, 0, false},
    [WKU_N_GCO2E]    = {TEXT("gCO2e"), CO2E_1, 1, UP, false},
    [WKU_N_TCO2E]    = {TEXT("tCO2e"), CO2E_1, 1e6, 0, false},
    [WKU_N_J]        = {TEXT("J"), ENERGY_1, 1000, UP | DOWN, false},
    [WKU_N_W]        = {TEXT("W"), POWER_1, 1000, UP | DOWN, false},
    [WKU_N_WH]       = {TEXT("Wh"), ENERGY_1, 3600000, UP, false},
    [WKU_N_HZ]       = {TEXT("Hz"), {[WKU_TIME] = -1}, 1, UP, false},
    [WKU_N_USD]      = {TEXT("USD"), {[USD] = 1}, 1, UP, true},
    [WKU_N_EUR]      = {TEXT("EUR"), {[EUR] = 1}, 1, UP, true},
    [WKU_N_GBP]      = {TEXT("GBP"), {[GBP] = 1}, 1, UP, true},
    [WKU_N_JPY]      = {TEXT("JPY"), {[JPY] = 1}, 1, UP, true},
    [WKU_N_CNY]      = {TEXT("CNY"), {[CNY] = 1}, 1, UP, true},
};
/* clang-format on */

wk_status
wku_units_init(wku_units *u, wkb_arena *a)
{
    *u = (wku_units){.arena = a, .n_bases = FIRST_FREE_BASE};
    wkb_pool_init(&u->factors, a);
    wku_unit none; /* number 0: no shown form */
    WKB_TRY(wku_show(&none, u, &(wku_shown){.n = 0}));
    for (size_t i = 0; i < WKU_N_BUILT_IN; i++) {
        wku_name *name = WKB_PUSH(a, &u->name);
        if (!name)
            return WK_ENOMEM;
        *name = built_in[i];
    }
    return WK_OK;
}

uint8_t
wku_prefix_find(wkb_str text)
{
    for (size_t i = 1; i < WKU_PREFIXES; i++) {
        if (wkb_str_eq(text, wku_prefixes[i].text))
            return (uint8_t)i;
    }
    return 0;
}

bool
wku_takes_prefix(const wku_name *name, uint8_t prefix)
{
    return prefix == 0 || (name->prefixes & wku_prefixes[prefix].kind);
}

/* A name spelled whole comes before a prefix and a name: min is no milli-in. */
bool
wku_find(const wku_units *u, wkb_str text, wku_factor *out)
{
    for (size_t i = 0; i < u->name.n; i++) {
        if (wkb_str_eq(text, u->name.item[i].name)) {
            *out = (wku_factor){(uint16_t)i, 0, 1};
            return true;
        }
    }
    for (size_t i = 0; i < u->name.n; i++) {
        const wku_name *name = &u->name.item[i];
        if (!name->prefixes || !wkb_ends(text, name->name))
            continue;
        const wkb_str rest = wkb_sub(text, 0, text.n - name->name.n);
        const uint8_t prefix = wku_prefix_find(rest);
        if (prefix && wku_takes_prefix(name, prefix)) {
            *out = (wku_factor){(uint16_t)i, prefix, 1};
            return true;
        }
    }
    return false;
}

bool
wku_is_unit_name(const wku_units *u, wkb_str text)
{
    wku_factor found;
    return wku_find(u, text, &found);
}

bool
wku_is_language_word(wkb_str s)
{
    static const char *const words[] = {"and",
                                        "or",
                                        "not",
                                        "to",
                                        "as",
                                        "of",
                                        "where",
                                        "sort",
                                        "by",
                                        "desc",
                                        "limit",
                                        "in",
                                        "when",
                                        "within"};
    for (size_t i = 0; i < WKB_COUNT(words); i++) {
        if (wkb_str_eq(s, wkb_str_of(words[i])))
            return true;
    }
    return false;
}

wkb_span
wku_span(wkb_span at, size_t from, size_t to)
{
    const size_t room = (size_t)(at.end - at.begin);
    from = from < room ? from : room;
    to = to < room ? to : room;
    return (wkb_span){
        at.file, at.begin + (uint32_t)from, at.begin + (uint32_t)to};
}

wkb_str
wku_rest(const wku_cursor *c)
{
    return wkb_sub(c->text, c->at, c->text.n);
}

wkb_span
wku_from_here(const wku_cursor *c)
{
    return wku_span(c->span, c->at, c->text.n);
}

/* units.csv */

static wk_status
read_prefixes(uint8_t *out, wkb_str text, wkb_span at, wkb_diag *d)
{
    static const struct {
        const char *word;
        uint8_t kind;
    } words[] = {{"up", WKU_UP}, {"down", WKU_DOWN}, {"binary", WKU_BINARY}};
    *out = 0;
    while (text.n) {
        const wkb_str word = wkb_cut(&text, ' ');
        size_t i = 0;
        while (i < WKB_COUNT(words) &&
               !wkb_str_eq(word, wkb_str_of(words[i].word)))
            i++;
        if (i == WKB_COUNT(words) && word.n)
            return wkb_error(d,
                             WK_EUNIT,
                             at,
                             "no kind of prefix %q\n"
                             "write up (k M G ...), down (m u n ...), "
                             "binary (Ki Mi Gi ...), or nothing",
                             word);
        if (word.n)
            *out |= words[i].kind;
    }
    return WK_OK;
}

/* No name may be read in two ways: neither as it is nor with its prefixes. */
static wk_status
check_new_name(const wku_units *u,
               const wku_name *name,
               wkb_span at,
               wkb_diag *d)
{
    if (!wkb_is_word(name->name))
        return wkb_error(d,
                         WK_EUNIT,
                         at,
                         "%q is no name for a unit\n"
                         "write a letter, then letters, digits or _",
                         name->name);
    if (wku_is_language_word(name->name))
        return wkb_error(d,
                         WK_EUNIT,
                         at,
                         "%q is a word of the language\n"
                         "choose another name for the unit",
                         name->name);
    for (size_t i = 0; i < WKU_PREFIXES; i++) {
        char text[80];
        const wkb_str prefix = wku_prefixes[i].text;
        size_t n = 0;
        if (!wku_takes_prefix(name, (uint8_t)i) ||
            name->name.n + 2 > sizeof text)
            continue;
        for (size_t k = 0; k < prefix.n; k++)
            text[n++] = prefix.p[k];
        for (size_t k = 0; k < name->name.n; k++)
            text[n++] = name->name.p[k];
        if (wku_is_unit_name(u, (wkb_str){text, n}))
            return wkb_error(d,
                             WK_EDUPLICATE,
                             at,
                             "there is a unit %q already\n"
                             "choose another name%s",
                             (wkb_str){text, n},
                             i ? ", or fewer prefixes" : "");
    }
    return WK_OK;
}

static wk_status
bad_definition(wkb_str definition, wkb_span at, wkb_diag *d)
{
    return wkb_error(d,
                     WK_EUNIT,
                     at,
                     "%q defines no unit\n"
                     "write a number and a unit, as in '7 d', or nothing for "
                     "a dimension of its own",
                     definition);
}

/* "7 d" into exponents and factor. */
static wk_status
read_definition(
    wku_name *name, wku_units *u, wkb_str text, wkb_span at, wkb_diag *d)
{
    const size_t n = wkb_num_length(text);
    double v = 0;
    wku_unit unit;
    if (n == 0 || n + 1 >= text.n || text.p[n] != ' ' ||
        wkb_num_read(wkb_sub(text, 0, n), &v) != WK_OK || !(v > 0))
        return bad_definition(text, at, d);
    WKB_TRY(
        wku_unit_read(&unit, u, wkb_sub(text, n + 1, text.n), false, at, d));
    if (wku_is_pure(&unit) || !isfinite(v * unit.factor))
        return bad_definition(text, at, d);
    for (size_t i = 0; i < WKU_BASES; i++)
        name->exp[i] = unit.exp[i];
    name->factor = v * unit.factor;
    return WK_OK;
}

enum { LONGEST_NAME = 64 };

wk_status
wku_units_define(wku_units *u,
                 wkb_str name,
                 wkb_str definition,
                 wkb_str prefixes,
                 const wkb_span at[3],
                 wkb_diag *d)
{
    wku_name made = {.name = name, .factor = 1};
    if (name.n > LONGEST_NAME || u->name.n >= UINT16_MAX)
        return wkb_error(
            d, WK_ELIMIT, at[0], "too long a name, or too many units");
    WKB_TRY(read_prefixes(&made.prefixes, prefixes, at[2], d));
    WKB_TRY(check_new_name(u, &made, at[0], d));
    if (wkb_trim(definition).n) {
        WKB_TRY(read_definition(&made, u, wkb_trim(definition), at[1], d));
    } else {
        if (u->n_bases == WKU_BASES)
            return wkb_error(d,
                             WK_ELIMIT,
                             at[0],
                             "no room for another dimension (%d are taken)\n"
                             "define %q by a number and a unit",
                             (int)WKU_BASES,
                             name);
        made.exp[u->n_bases++] = 1;
    }
    made.name = wkb_copy(u->arena, name);
    wku_name *slot = made.name.p ? WKB_PUSH(u->arena, &u->name) : NULL;
    if (!slot)
        return WK_ENOMEM;
    *slot = made;
    return WK_OK;
}
