"""Dates against Python's datetime."""
import datetime

import common


def spelled(r):
    year = "%04d" % r.randrange(1000, 10000)
    month = "%02d" % r.choice([r.randrange(1, 13), r.randrange(0, 14)])
    day = "%02d" % r.choice([r.randrange(1, 29), r.randrange(0, 33)])
    return "-".join([year, month, day][:r.choice([1, 2, 3, 3, 3])])


def parsed(text):
    """Year, month, day as far as stated; None if there is no such date."""
    parts = [int(x) for x in text.split("-")]
    try:
        datetime.date(*(parts + [1, 1])[:3])
    except ValueError:
        return None
    return parts


def wanted(a, b):
    a, b = parsed(a), parsed(b)
    if a is None or b is None:
        return "-"
    n = min(len(a), len(b))
    order = (a[:n] > b[:n]) - (a[:n] < b[:n])
    if n == 1:
        return "%d nan" % order
    if n == 2:
        months = (a[0] - b[0]) * 12 + a[1] - b[1]
        return "%d %.0f" % (order, months * 365.25 / 12 * 86400)
    days = (datetime.date(*a) - datetime.date(*b)).days
    return "%d %.0f" % (order, days * 86400)


def main():
    r, n = common.start("dates", 300000, 20000)
    pairs = [(spelled(r), spelled(r)) for _ in range(n)]
    answers = common.ask("date", ["%s\t%s" % p for p in pairs])
    wrong = 0
    for (a, b), got in zip(pairs, answers):
        want = wanted(a, b)
        if got.replace("-nan", "nan").replace(" -0", " 0") != want:
            wrong += 1
            common.tell(wrong, a, b, "want", want, "got", got)
    common.finish("dates: as datetime", n, wrong)


main()
