/* Dates: years, months and days as whole numbers yyyymmdd. */
#include "units/date.h"

#include <math.h>

static bool
digits_at(wkb_str s, size_t from, size_t n)
{
    if (s.n < from + n)
        return false;
    for (size_t i = from; i < from + n; i++) {
        if (!wkb_is_digit(s.p[i]))
            return false;
    }
    return true;
}

static bool
digit_at(wkb_str s, size_t i)
{
    return i < s.n && wkb_is_digit(s.p[i]);
}

size_t
wku_date_length(wkb_str s)
{
    if (!digits_at(s, 0, 4) || s.n < 7 || s.p[4] != '-' || !digits_at(s, 5, 2))
        return 0;
    if (s.n >= 10 && s.p[7] == '-' && digits_at(s, 8, 2))
        return digit_at(s, 10) ? 0 : 10;
    return digit_at(s, 7) ? 0 : 7;
}

static int
number_at(wkb_str s, size_t from, size_t n)
{
    int v = 0;
    for (size_t i = from; i < from + n; i++)
        v = v * 10 + (s.p[i] - '0');
    return v;
}

static bool
is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int
days_in(int year, int month)
{
    static const int days[12] = {
        31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Digits with some of these marks between them. */
static bool
is_numbers_with(wkb_str s, const char *marks)
{
    const wkb_str set = wkb_str_of(marks);
    size_t n_marks = 0;
    for (size_t i = 0; i < s.n; i++) {
        const bool mark = wkb_find(set, s.p[i]) < set.n;
        if (!wkb_is_digit(s.p[i]) && !mark)
            return false;
        n_marks += mark;
    }
    return n_marks > 0 && wkb_is_digit(s.p[0]);
}

static wk_status
other_spelling(wkb_str text, wkb_span at, wkb_diag *d)
{
    const char *hint = "write a year, a month or a day, as in 2022, 2022-03 "
                       "or 2022-03-22; leave the cell empty if it is not known";
    if (text.n == 8 && digits_at(text, 0, 8))
        hint = "write it with hyphens, as in 2022-03-22";
    else if (is_numbers_with(text, "-") && digits_at(text, 0, 4))
        hint = "write two digits for month and day, as in 2022-03-02";
    else if (is_numbers_with(text, "/") && digits_at(text, 0, 4))
        hint = "write hyphens, as in 2022-03-22";
    else if (is_numbers_with(text, "/.-"))
        return wkb_error(d,
                         WK_EDATE,
                         at,
                         "%q is no date: which of them is the month?\n"
                         "write year-month-day, as in 2022-03-22",
                         text);
    return wkb_error(d, WK_EDATE, at, "%q is no date\n%s", text, hint);
}

static wk_status
impossible(wkb_str text, wkb_span at, wkb_diag *d, const char *hint, int n)
{
    return wkb_error(
        d, WK_EDATE, at, "there is no date %q\n%s%d", text, hint, n);
}

wk_status
wku_date_read(double *out, wkb_str text, wkb_span at, wkb_diag *d)
{
    *out = NAN;
    const bool year_alone = text.n == 4 && digits_at(text, 0, 4);
    if (text.n == 0)
        return wkb_error(
            d, WK_EDATE, at, "no date stands here\nwrite one, as in 2022-03");
    if (!year_alone && wku_date_length(text) != text.n)
        return other_spelling(text, at, d);
    const int year = number_at(text, 0, 4);
    const int month = text.n >= 7 ? number_at(text, 5, 2) : 0;
    const int day = text.n == 10 ? number_at(text, 8, 2) : 0;
    if (year == 0)
        return impossible(text, at, d, "years go from 0001 to ", 9999);
    if (text.n >= 7 && (month < 1 || month > 12))
        return impossible(text, at, d, "months go from 01 to ", 12);
    if (text.n == 10 && (day < 1 || day > days_in(year, month)))
        return impossible(text,
                          at,
                          d,
                          "days of that month go from 01 to ",
                          days_in(year, month));
    *out = year * 10000.0 + month * 100.0 + day;
    return WK_OK;
}

/* A date taken apart; month and day 0 where they are not stated. */
typedef struct parts {
    int year, month, day;
} parts;

static parts
parts_of(double date)
{
    const int whole = date > 0 && date < 1e8 ? (int)date : 0;
    return (parts){whole / 10000, whole / 100 % 100, whole % 100};
}

static void
put_digits(wkb_out *out, int v, int n)
{
    char text[4];
    for (int i = n; i > 0; i--, v /= 10)
        text[i - 1] = (char)('0' + v % 10);
    wkb_put(out, (wkb_str){text, (size_t)n});
}

void
wku_date_put(wkb_out *out, double date)
{
    const parts p = parts_of(date);
    put_digits(out, p.year, 4);
    if (p.month) {
        wkb_putc(out, '-');
        put_digits(out, p.month, 2);
    }
    if (p.day) {
        wkb_putc(out, '-');
        put_digits(out, p.day, 2);
    }
}

bool
wku_date_has_month(double date)
{
    return parts_of(date).month != 0;
}

bool
wku_date_has_day(double date)
{
    return parts_of(date).day != 0;
}

int
wku_date_compare(double a, double b)
{
    const parts p = parts_of(a), q = parts_of(b);
    if (p.year != q.year || !p.month || !q.month)
        return (p.year > q.year) - (p.year < q.year);
    if (p.month != q.month || !p.day || !q.day)
        return (p.month > q.month) - (p.month < q.month);
    return (p.day > q.day) - (p.day < q.day);
}

/* Days from the first of March of year 0 in the Gregorian calendar. */
static long
day_number(parts p)
{
    const long year = p.month > 2 ? p.year : p.year - 1;
    const long month = (p.month + 9) % 12;
    return 365 * year + year / 4 - year / 100 + year / 400 +
           (153 * month + 2) / 5 + p.day;
}

double
wku_date_difference(double a, double b)
{
    const parts p = parts_of(a), q = parts_of(b);
    if (!p.month || !q.month)
        return NAN;
    if (p.day && q.day)
        return 86400.0 * (double)(day_number(p) - day_number(q));
    return 2629800.0 * (double)((p.year - q.year) * 12 + p.month - q.month);
}
