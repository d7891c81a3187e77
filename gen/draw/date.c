/* Dates on an axis: days, counted in the Gregorian calendar. */
#include <math.h>

#include "draw/layout.h"

/* Days from the first of March of year 0. */
static double
day_number(long year, int month, int day)
{
    const long y = month > 2 ? year : year - 1;
    const long m = (month + 9) % 12;
    const long days =
        365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1;
    return (double)days;
}

double
wkd_day_of_year(long year, int month)
{
    return day_number(year + (month - 1) / 12, (month - 1) % 12 + 1, 1);
}

double
wkd_day_of(double date)
{
    if (!(date > 0 && date < 1e8))
        return NAN;
    const int whole = (int)date, month = whole / 100 % 100, day = whole % 100;
    const long year = whole / 10000;
    if (month == 0)
        return (wkd_day_of_year(year, 1) + wkd_day_of_year(year + 1, 1)) / 2;
    if (day == 0)
        return (wkd_day_of_year(year, month) +
                wkd_day_of_year(year, month + 1)) /
               2;
    return day_number(year, month, day);
}

void
wkd_year_of(double day, long *year, int *month, int *day_of_month)
{
    *year = (long)floor(day / 365.2425);
    while (wkd_day_of_year(*year + 1, 1) <= day)
        ++*year;
    while (wkd_day_of_year(*year, 1) > day)
        --*year;
    *month = 1;
    while (*month < 12 && wkd_day_of_year(*year, *month + 1) <= day)
        ++*month;
    *day_of_month = (int)(day - wkd_day_of_year(*year, *month)) + 1;
}

const char *
wkd_month_name(int month)
{
    static const char *const names[] = {"Jan",
                                        "Feb",
                                        "Mar",
                                        "Apr",
                                        "May",
                                        "Jun",
                                        "Jul",
                                        "Aug",
                                        "Sep",
                                        "Oct",
                                        "Nov",
                                        "Dec"};
    return names[month - 1];
}
