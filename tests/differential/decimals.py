"""Numbers as the library reads and writes them, against exact fractions."""
import struct
import sys
from fractions import Fraction

import common


def a_double(r):
    while True:
        v = struct.unpack("<d", struct.pack("<Q", r.getrandbits(63)))[0]
        if v == v and v != float("inf"):
            return v


def halfway(r):
    """The decimal of the number exactly between two doubles."""
    v = r.uniform(0.5, 1) * 2.0 ** r.randrange(-60, 60)
    between = (Fraction(v) + Fraction(next_up(v))) / 2
    return "%de-120" % (between * 10 ** 120)


def next_up(v):
    n = struct.unpack("<Q", struct.pack("<d", v))[0]
    return struct.unpack("<d", struct.pack("<Q", n + 1))[0]


def spelled(r):
    kind = r.randrange(6)
    if kind == 0:
        return str(r.randrange(10 ** r.randrange(1, 19)))
    if kind == 1:
        return "%d.%0*d" % (r.randrange(10 ** r.randrange(1, 8)),
                            (d := r.randrange(1, 12)), r.randrange(10 ** d))
    if kind == 2:
        return repr(a_double(r))
    if kind == 3:
        return "%d.%de%d" % (r.randrange(10), r.randrange(10 ** 17),
                             r.randrange(-330, 312))
    if kind == 4:
        return "%de%+d" % (r.getrandbits(80), r.randrange(-60, 60))
    return halfway(r)


def main():
    r, n = common.start("numbers", 1000000, 20000)
    texts = [spelled(r) for _ in range(n)]
    wrong = 0
    for text, got in zip(texts, common.ask("num", texts)):
        exact = Fraction(text)
        try:
            want = float(exact)
        except OverflowError:
            want = None
        if want is not None and want == 0 and exact != 0:
            want = None
        if want is None:
            good = got == "-"
        elif got == "-":
            good = want < sys.float_info.min  # smaller ones may be refused
        else:
            read, written = got.split(" ")
            figures = [s.split("e")[0].replace(".", "").strip("0")
                       for s in (written, repr(want))]
            good = (float.fromhex(read) == want and float(written) == want
                    and len(figures[0]) == len(figures[1]))
        if not good:
            wrong += 1
            common.tell(wrong, text, want, got)
    common.finish("numbers: as exact fractions", n, wrong)


main()
