/* Numbers as they are set: the space before a unit, the true minus. */
#include "write/put.h"

#include <string.h>

#include "base/str.h"

static bool
starts_with_any(wkb_str s, const char *const *prefix, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (wkb_starts(s, wkb_str_of(prefix[i])))
            return true;
    }
    return false;
}

/* A raised digit, in UTF-8. */
static bool
ends_raised(wkb_str s)
{
    const unsigned char last = (unsigned char)wkw_byte(s, s.n - 1);
    if (last < 0x80)
        return false;
    if (wkb_ends(wkb_sub(s, 0, s.n - 1), WKB_STR("\xc2")))
        return last == 0xb2 || last == 0xb3 || last == 0xb9; /* 2, 3, 1 */
    return wkb_ends(wkb_sub(s, 0, s.n - 1), WKB_STR("\xe2\x81")) &&
           (last == 0xb0 || (last >= 0xb4 && last <= 0xb9));
}

/* What ends a figure: a digit, a raised one, or a range's ')' behind one. */
static bool
is_figure_before(wkb_str before)
{
    if (wkb_ends(before, WKB_STR(")")))
        before.n -= 1;
    return (before.n && wkb_is_digit(before.p[before.n - 1])) ||
           ends_raised(before);
}

/* What a figure counts: letters, %, or a sign such as those of micro, degree,
 * ohm, euro; not the words that join two numbers. */
static bool
is_unit_after(wkb_str after)
{
    static const char *const join[] = {"and ", "or ", "of ", "to ", "in "};
    static const char *const sign[] = {
        "%", "$", "\xc2\xb5", "\xc2\xb0", "\xce", "\xe2\x82"};
    if (starts_with_any(after, join, WKB_COUNT(join)))
        return false;
    return (after.n && wkb_is_letter(after.p[0])) ||
           starts_with_any(after, sign, WKB_COUNT(sign));
}

/* Behind nothing, a space, a bracket or a sign, and before a term. */
bool
wkw_is_minus(wkb_str before, wkb_str after)
{
    const unsigned char last = (unsigned char)wkw_byte(before, before.n - 1);
    const char next = wkw_byte(after, 0);
    return (last == '\0' || last > '\x7f' || strchr(" ([/*^=<>~", last)) &&
           next != '\0' &&
           (wkb_is_digit(next) || wkb_is_letter(next) || strchr(" (.", next));
}

void
wkw_put_number(wkb_out *out, wkb_str s, const char *space, const wkw_escapes *e)
{
    size_t begin = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != ' ' && s.p[i] != '-')
            continue;
        const wkb_str before = wkb_sub(s, 0, i), after = wkb_sub(s, i + 1, s.n);
        const char *set = NULL;
        const bool is_result = wkb_str_eq(before, WKB_STR("="));
        if (s.p[i] == ' ' &&
            (is_result || (is_figure_before(before) && is_unit_after(after))))
            set = space;
        else if (s.p[i] == '-' && wkw_is_minus(before, after))
            set = WKW_MINUS;
        if (!set)
            continue;
        wkw_put_escaped(out, wkb_sub(s, begin, i), e);
        wkb_puts(out, set);
        begin = i + 1;
    }
    wkw_put_escaped(out, wkb_sub(s, begin, s.n), e);
}
