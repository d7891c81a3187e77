/* What is said of a word that names no unit: a question, or the spelling. */
#include <assert.h>
#include <string.h>

#include "units/inside.h"

/* Whole words, as they are written. %S in a hint is the word. */
typedef struct answer {
    const char *words; /* separated by spaces */
    const char *what, *hint;
} answer;

/* clang-format off */
static const char counts[] = "counts are pure numbers";
static const char figures[] = "numbers are written out";
static const answer answers[] = {
    {"dozen dozens hundred hundreds", figures, "write the whole number"},
    {"k thousand", figures, "write e3 behind the number, as in 8e3"},
    {"M MM mn mio mil million millions", figures,
     "write e6 behind the number, as in 3e6"},
    {"G bn mrd bil billion billions", figures,
     "write e9 behind the number, as in 8e9"},
    {"T tn trn trillion trillions", figures,
     "write e12 behind the number, as in 15e12"},
    {"P E Z Y quadrillion", figures,
     "write an exponent behind the number, as in 2e15"},
    {"e E", "an exponent has digits", "write them, as in 3e6"},
    {"x X times fold", "a factor is a pure number", "leave '%S' out"},
    {"gpu gpus GPU GPUs chip chips device devices node nodes rack racks "
     "server servers core cores cpu cpus CPU CPUs TPU tpu socket sockets die",
     counts, "leave '%S' out"},
    {"req reqs request requests query queries seq seqs sequence sequences "
     "sample samples image images user users call calls batch layer layers "
     "head heads expert experts step steps epoch epochs word words person "
     "people item items row rows transistor transistors",
     counts, "leave '%S' out"},
    {"rps qps fps IOPS iops rpm", "counts are pure numbers",
     "write '1/s', or '1/h' and the like"},
    {"tps", "a rate is written in full", "write 'token/s'"},
    {"percent pct pc pp", "a share is written with a sign", "write '%%'"},
    {"ppm", figures, "write e-6 behind the number, as in 40e-6"},
    {"ppb", figures, "write e-9 behind the number, as in 40e-9"},
    {"bp bips", figures, "write '%%': a basis point is 0.01 %%"},
    {"ppt", "trillion or thousand?", "write e-12 or e-3 behind the number"},
    {"t ton tons tonne tonnes", "mass or emissions?",
     "write 'Mg' for a tonne of mass, 'tCO2e' for one of emissions"},
    {"CO2 CO2e CO2eq", "in which mass?", "write 'kgCO2e' or 'tCO2e'"},
    {"C degC celsius Celsius \xc2\xb0""C degF \xc2\xb0""F", "K alone is built in",
     "add 273.15 to degrees Celsius and write 'K'"},
    {"kelvin Kelvin", NULL, "write 'K'"},
    {"$ US$ dollar dollars buck bucks Dollar Dollars", NULL, "write 'USD'"},
    {"\xe2\x82\xac euro euros Euro Euros", NULL, "write 'EUR'"},
    {"\xc2\xa3 pound pounds sterling quid", NULL, "write 'GBP'"},
    {"\xc2\xa5 yen Yen", "JPY or CNY?", "write 'JPY' for yen, 'CNY' for yuan"},
    {"yuan Yuan RMB rmb renminbi", NULL, "write 'CNY'"},
    {"cent cents ct \xc2\xa2", "in which currency?",
     "write a hundredth of it, as in 0.05 USD"},
    {"CHF AUD CAD INR KRW SEK NOK DKK TWD HKD SGD",
     "this currency is not built in",
     "define %q in units.csv, with an empty definition"},
    {"mo mos mth", NULL, "write 'month'"},
    {"y yr yrs a annum", NULL, "write 'year'"},
    {"wk wks w", NULL, "write 'week'"},
    {"day days dy", NULL, "write 'd'"},
    {"hour hours hr hrs", NULL, "write 'h'"},
    {"minute minutes mins", NULL, "write 'min'"},
    {"quarter quarters qtr", NULL, "write 3 month for each"},
    {"decade decades", NULL, "write 10 year for each"},
    {"century centuries", NULL, "write 100 year for each"},
    {"PF-day PF-days pfd petaflop-day", NULL,
     "write 'PFLOP/s*d': 1 PFLOP/s for a day is 8.64e19 FLOP"},
    {"per p", "a rate is written with /", "write '/', as in 'USD/h'"},
};

/* Other spellings of units; the prefix before them may be a word. */
static const struct {
    const char *words;
    const char *unit;
} spellings[] = {
    {"byte bytes Byte Bytes BYTE octet octets", "B"},
    {"bits Bit Bits", "bit"},
    {"bps", "bit/s"},
    {"Bps", "B/s"},
    {"tok toks tks Tok Token Tokens tokens", "token"},
    {"params parameter parameters Param Params weight weights", "param"},
    {"MACs mac macs MADD MADDs FMA FMAs", "MAC"},
    {"sec secs second seconds Sec", "s"},
    {"watt watts Watt Watts", "W"},
    {"watthour watthours Whr Whrs", "Wh"},
    {"joule joules Joule Joules", "J"},
    {"hertz Hertz", "Hz"},
    {"gram grams gramme grammes gr", "g"},
    {"metre metres meter meters", "m"},
    {"gCO2 gCO2eq gCO2-eq gCO2E gco2e", "gCO2e"},
    {"tCO2 tCO2eq tCO2-eq", "tCO2e"},
};

/* Prefixes in words. */
static const struct {
    const char *word, *prefix;
} prefix_words[] = {
    {"kilo", "k"}, {"mega", "M"}, {"giga", "G"}, {"tera", "T"},
    {"peta", "P"}, {"exa", "E"}, {"zetta", "Z"}, {"yotta", "Y"},
    {"milli", "m"}, {"micro", "u"}, {"nano", "n"}, {"pico", "p"},
    {"femto", "f"}, {"kibi", "Ki"}, {"mebi", "Mi"}, {"gibi", "Gi"},
    {"tebi", "Ti"}, {"pebi", "Pi"}, {"exbi", "Ei"},
    {"\xc2\xb5", "u"}, {"\xce\xbc", "u"},
};
/* clang-format on */

/* Whether a list of words separated by spaces holds the word. */
static bool
listed(const char *words, wkb_str word)
{
    wkb_str rest = wkb_str_of(words);
    while (rest.n) {
        if (wkb_str_eq(wkb_cut(&rest, ' '), word))
            return true;
    }
    return false;
}

/* What goes on over the questions: none found yet. */
typedef struct asking {
    const wku_units *u;
    const wku_word *w;
    wkb_diag *d;
} asking;

static wk_status
ask(const asking *a, const char *what, const char *hint, wkb_str s, wkb_str t)
{
    char fmt[256] = "%q is no unit";
    size_t n = strlen(fmt);
    assert(hint);
    const char *const parts[] = {
        what ? ": " : "", what ? what : "", "\n", hint};
    for (size_t i = 0; i < WKB_COUNT(parts); i++) {
        const size_t more = strlen(parts[i]);
        if (n + more >= sizeof fmt)
            break;
        memcpy(fmt + n, parts[i], more + 1);
        n += more;
    }
    return wkb_error(a->d, WK_EUNIT, a->w->at, fmt, a->w->word, s, t, s, t);
}

/* Splits text into a prefix (number, 0 for none; K counts as k) and the rest:
 * the longest prefix of which the rest is in the list. */
static bool
split(wkb_str text, const char *words, uint8_t *prefix)
{
    *prefix = 0;
    if (listed(words, text))
        return true;
    for (size_t i = 0; i < WKB_COUNT(prefix_words); i++) {
        const wkb_str begins = wkb_str_of(prefix_words[i].word);
        if (wkb_starts(text, begins) &&
            listed(words, wkb_sub(text, begins.n, text.n))) {
            *prefix = wku_prefix_find(wkb_str_of(prefix_words[i].prefix));
            return true;
        }
    }
    for (size_t n = 1; n <= 2 && n < text.n; n++) {
        const wkb_str begins = wkb_sub(text, 0, n);
        *prefix = wkb_str_eq(begins, WKB_STR("K")) ? WKU_P_K
                                                   : wku_prefix_find(begins);
        if (*prefix && listed(words, wkb_sub(text, n, text.n)))
            return true;
    }
    return false;
}

/* Behind a number and a / even a known slip may be a name: 16 GB/t, 1 s/x. */
static bool
may_be_name(const asking *a)
{
    return a->w->in_sum && a->w->before && a->w->word.n == 1;
}

static wk_status
ask_count(const asking *a)
{
    const wkb_str word = a->w->word;
    if (a->w->in_sum && a->w->before)
        return wkb_error(a->d,
                         WK_EUNIT,
                         a->w->at,
                         "%q is no unit: %s\n"
                         "leave '%S' out, or put spaces round %s to reckon "
                         "with a value of that name",
                         word,
                         counts,
                         word,
                         a->w->before == '/' ? "/" : "*");
    return ask(a, counts, "leave '%S' out", word, word);
}

static bool
ask_whole_word(const asking *a, wk_status *status)
{
    const wkb_str word = a->w->word;
    for (size_t i = 0; i < WKB_COUNT(answers); i++) {
        if (!listed(answers[i].words, word))
            continue;
        if (may_be_name(a))
            return false;
        if (answers[i].what == counts &&
            wkb_starts(wkb_str_of(answers[i].hint), WKB_STR("leave")))
            *status = ask_count(a);
        else
            *status = ask(a, answers[i].what, answers[i].hint, word, word);
        return true;
    }
    return false;
}

/* FLOPS and its kind: a count or a rate? */
static bool
ask_operations(const asking *a, wk_status *status)
{
    static const struct {
        const char *words, *what, *hint;
    } kinds[] = {
        {"FLOPS FLOPs Flops flops FLOPs/s",
         "%SFLOP or %SFLOP/s?",
         "write '%SFLOP' for a count, '%SFLOP/s' for a rate"},
        {"OPS OPs Ops ops",
         "%SOP or %SOP/s?",
         "write '%SOP' for a count, '%SOP/s' for a rate"},
    };
    for (size_t i = 0; i < WKB_COUNT(kinds); i++) {
        uint8_t prefix = 0;
        if (split(a->w->word, kinds[i].words, &prefix)) {
            const wkb_str p = wku_prefixes[prefix].text;
            *status = ask(a, kinds[i].what, kinds[i].hint, p, p);
            return true;
        }
    }
    return false;
}

static char
upper(char c)
{
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    return c;
}

/* b, kb, Gb, Gib: bits or bytes? */
static bool
ask_bits(const asking *a, wk_status *status)
{
    const wkb_str word = a->w->word;
    if (word.n == 0 || word.n > 3 || word.p[word.n - 1] != 'b')
        return false;
    char text[2] = {upper(word.p[0]), 'i'};
    if (word.n == 3 && word.p[1] != 'i')
        return false;
    if (text[0] == 'K' && word.n == 2)
        text[0] = 'k';
    const wkb_str prefix = {text, word.n - 1};
    if (word.n > 1 && !wku_prefix_find(prefix))
        return false;
    *status = ask(a,
                  "%Sbit or %SB?",
                  "write '%Sbit' for bits, '%SB' for bytes",
                  prefix,
                  prefix);
    return true;
}

static bool
ask_transfers(const asking *a, wk_status *status)
{
    uint8_t prefix = 0;
    if (!split(a->w->word, "T", &prefix) || a->w->word.n != 2)
        return false;
    *status = ask(a,
                  "a transfer has no fixed size",
                  "write the rate of the link in 'GB/s' or 'Gbit/s'",
                  a->w->word,
                  a->w->word);
    return true;
}

/* mbps means Mbit/s: a prefix the unit does not take is read as its capital,
 * or left out. */
static wkb_str
likely_prefix(const wku_units *u, uint8_t prefix, wkb_str unit)
{
    wku_factor f;
    const wkb_str text = wku_prefixes[prefix].text;
    const bool known = wku_find(u, wkb_cut(&unit, '/'), &f);
    if (known && wku_takes_prefix(&u->name.item[f.name], prefix))
        return text;
    return prefix == WKU_P_MILLI ? WKB_STR("M") : WKB_STR("");
}

static bool
ask_spelling(const asking *a, wk_status *status)
{
    for (size_t i = 0; i < WKB_COUNT(spellings); i++) {
        uint8_t prefix = 0;
        if (!split(a->w->word, spellings[i].words, &prefix))
            continue;
        const wkb_str unit = wkb_str_of(spellings[i].unit);
        const wkb_str p = likely_prefix(a->u, prefix, unit);
        *status = ask(a, NULL, "write '%S%S'", p, unit);
        return true;
    }
    return false;
}

/* K before a unit; for bits and bytes it is asked which k is meant. */
static bool
ask_kilo(const asking *a, wk_status *status)
{
    const wkb_str word = a->w->word;
    wku_factor f;
    if (word.n < 2 || word.p[0] != 'K')
        return false;
    const wkb_str rest = wkb_sub(word, 1, word.n);
    if (!wku_find(a->u, rest, &f) || f.prefix)
        return false;
    const wku_name *name = &a->u->name.item[f.name];
    if (name->prefixes & WKU_BINARY)
        *status = ask(a,
                      "k%S or Ki%S?",
                      "write 'k%S' for 1000, 'Ki%S' for 1024",
                      rest,
                      rest);
    else if (name->prefixes & WKU_UP)
        *status = ask(a, "the prefix is k", "write 'k%S'", rest, rest);
    else
        return false;
    return true;
}

/* Every prefix there is before a name that does not take it. */
static bool
ask_prefix(const asking *a, wk_status *status)
{
    const wkb_str word = a->w->word;
    for (size_t n = 2; n > 0; n--) {
        wku_factor f;
        if (word.n <= n)
            continue;
        const wkb_str rest = wkb_sub(word, n, word.n);
        const uint8_t prefix = wku_prefix_find(wkb_sub(word, 0, n));
        if ((!prefix && !(n == 1 && strchr("cdhRQ", word.p[0]))) ||
            !wku_find(a->u, rest, &f) || f.prefix)
            continue;
        const wkb_str p = wkb_sub(word, 0, n);
        const bool milli = p.p[0] == 'm' && n == 1 &&
                           (a->u->name.item[f.name].prefixes & WKU_UP);
        if (milli && wkb_str_eq(rest, WKB_STR("B")))
            *status = ask(a,
                          "there is no milli-byte",
                          "write 'MB' for a million bytes",
                          p,
                          rest);
        else if (milli)
            *status = ask(a,
                          "'%S' does not stand before '%S'",
                          "write 'M' for a million, or an exponent, as in "
                          "3e-3",
                          p,
                          rest);
        else
            *status = ask(a,
                          "'%S' does not stand before '%S'",
                          wku_prefixes[prefix].kind == WKU_DOWN
                              ? "write an exponent behind the number, as in "
                                "3e-6"
                              : "write an exponent behind the number, as in "
                                "3e3",
                          p,
                          rest);
        return true;
    }
    return false;
}

/* A micro sign is written u. */
static bool
ask_micro(const asking *a, wk_status *status)
{
    const wkb_str word = a->w->word;
    if (word.n < 3 || (!wkb_starts(word, WKB_STR("\xc2\xb5")) &&
                       !wkb_starts(word, WKB_STR("\xce\xbc"))))
        return false;
    const wkb_str rest = wkb_sub(word, 2, word.n);
    if (!wku_is_unit_name(a->u, rest))
        return false;
    *status = ask(a, "the prefix is u", "write 'u%S'", rest, rest);
    return true;
}

static bool
ask_plural(const asking *a, wk_status *status)
{
    const wkb_str word = a->w->word;
    if (word.n < 3 || word.p[word.n - 1] != 's')
        return false;
    const wkb_str one = wkb_sub(word, 0, word.n - 1);
    if (!wku_is_unit_name(a->u, one))
        return false;
    *status = ask(a, "units are singular", "write '%S'", one, one);
    return true;
}

static bool
same_folded(wkb_str word, wkb_str prefix, wkb_str name)
{
    if (word.n != prefix.n + name.n)
        return false;
    for (size_t i = 0; i < word.n; i++) {
        const char *c = i < prefix.n ? prefix.p + i : name.p + (i - prefix.n);
        if (wkb_lower(word.p[i]) != wkb_lower(*c))
            return false;
    }
    return true;
}

/* Units that differ in case alone: one is proposed, of two it is asked. */
static bool
ask_case(const asking *a, wk_status *status)
{
    wku_factor found[2];
    size_t n = 0;
    for (size_t i = 0; i < a->u->name.n && n < 2; i++) {
        const wku_name *name = &a->u->name.item[i];
        for (uint8_t p = 0; p < WKU_PREFIXES && n < 2; p++) {
            if (wku_takes_prefix(name, p) &&
                same_folded(a->w->word, wku_prefixes[p].text, name->name))
                found[n++] = (wku_factor){(uint16_t)i, p, 1};
        }
    }
    if (n == 0)
        return false;
    const wkb_str p = wku_prefixes[found[0].prefix].text;
    const wkb_str name = a->u->name.item[found[0].name].name;
    if (n == 1)
        *status = ask(a, "case has a meaning", "write '%S%S'", p, name);
    else
        *status = wkb_error(a->d,
                            WK_EUNIT,
                            a->w->at,
                            "%q is no unit: %S%S or %S%S?\n"
                            "write one of them: case has a meaning",
                            a->w->word,
                            p,
                            name,
                            wku_prefixes[found[1].prefix].text,
                            a->u->name.item[found[1].name].name);
    return true;
}

static wkb_str
name_by_number(const void *ud, size_t i)
{
    const wku_units *u = ud;
    return u->name.item[i].name;
}

static bool
ask_nearest(const asking *a, wk_status *status)
{
    const size_t n = a->u->name.n;
    const size_t near = wkb_nearest(a->w->word, name_by_number, a->u, n);
    if (near == n)
        return false;
    const wkb_str name = a->u->name.item[near].name;
    *status = ask(a, NULL, "did you mean '%S'?", name, name);
    return true;
}

static wk_status
ask_nothing(const asking *a)
{
    const wkb_str word = a->w->word;
    if (a->w->in_sum && a->w->before == '/')
        return ask(a, NULL, "put spaces round / to divide by %q", word, word);
    if (a->w->in_sum && a->w->before == '*')
        return ask(a, NULL, "put spaces round * to multiply by %q", word, word);
    return ask(a,
               NULL,
               "leave it out if it counts things, or define %q in units.csv",
               word,
               word);
}

wk_status
wku_no_unit(const wku_units *u, const wku_word *w, wkb_diag *d)
{
    static bool (*const questions[])(const asking *,
                                     wk_status *) = {ask_whole_word,
                                                     ask_operations,
                                                     ask_bits,
                                                     ask_transfers,
                                                     ask_spelling,
                                                     ask_kilo,
                                                     ask_prefix,
                                                     ask_micro,
                                                     ask_plural,
                                                     ask_case,
                                                     ask_nearest};
    const asking a = {u, w, d};
    wk_status status = WK_EUNIT;
    for (size_t i = 0; i < WKB_COUNT(questions); i++) {
        if (questions[i](&a, &status))
            return status;
    }
    return ask_nothing(&a);
}
