"""Units against GNU units, every one that both know."""
import subprocess

import common

NAMES = ("s min h d week month year bit B g m K J W Wh Hz %").split()
PREFIXES = ("", "k", "M", "G", "T", "P", "E", "Z", "Y", "m", "u", "n", "p",
            "f", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
# Base units of each, as GNU units writes them.
BASES = {"s": "s", "min": "s", "h": "s", "d": "s", "week": "s", "month": "s",
         "year": "s", "bit": "bit", "B": "bit", "g": "g", "m": "m", "K": "K",
         "J": "g m^2/s^2", "W": "g m^2/s^3", "Wh": "g m^2/s^2", "Hz": "1/s",
         "%": "1"}
# GNU's year is the tropical one; ours has 365.25 days, and 12 months.
OTHERS = {"year": 365.25 * 86400 / 31556925.9747, "month": None}
OTHERS["month"] = OTHERS["year"]


def gnu(pairs):
    """What GNU units makes of `1 from` in `to`; None where it knows none."""
    lines = "".join("%s\n%s\n" % p for p in pairs)
    out = subprocess.run(["units", "-t", "-q", "-o", "%.17g"], input=lines,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         encoding="utf-8", check=False)
    return out.stdout.split("\n")[:-1]


def alone(text, base):
    out = subprocess.run(["units", "-t", "-o", "%.17g", text, base],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         encoding="utf-8", check=False)
    try:
        return float(out.stdout) if out.returncode == 0 else None
    except ValueError:
        return None


def main():
    r, n = common.start("units", 3000, 300)
    # name, the same for GNU units, base, correction
    known = [(p + name, (p + name).replace("%", "percent"), BASES[name],
              OTHERS.get(name, 1)) for name in NAMES for p in PREFIXES]
    answers = common.ask("unit", [k[0] for k in known])
    known = [k for k, a in zip(known, answers) if a != "-"]
    both = [k for k in known if alone(k[1], k[2]) is not None]
    print("# both know %d of %d" % (len(both), len(known)))
    cases = list(both)
    while len(cases) < n:
        a, b, c = r.choice(both), r.choice(both), r.choice(both)
        cases.append(("%s*%s/%s" % (a[0], b[0], c[0]),
                      "%s*%s/%s" % (a[1], b[1], c[1]),
                      "(%s) (%s)/(%s)" % (a[2], b[2], c[2]),
                      a[3] * b[3] / c[3]))
    ours = common.ask("unit", [c[0] for c in cases])
    theirs = gnu([(c[1], c[2]) for c in cases])
    # A unit that cancels another one is refused where a unit is read.
    refused = sum(a == "-" for a in ours[len(both):])
    print("# refused:", refused)
    wrong = 0 if len(ours) == len(theirs) == len(cases) else 1
    for case, got, want in zip(cases, ours, theirs):
        if got == "-" and case not in both:
            continue
        want = float(want) * case[3]
        if got == "-" or abs(float(got) - want) > 1e-12 * abs(want):
            wrong += 1
            common.tell(wrong, case[0], "want", want, "got", got)
    common.finish("units: as GNU units", len(cases) - refused, wrong)


main()
