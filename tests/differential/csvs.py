"""CSV against Python's csv module, on generated files."""
import csv
import io
import os
import sys
import tempfile

import common

PIECES = ["a", "B", "7", " ", ",", '"', '""', "\n", "\r\n", "\r", ";", "\t",
          "\u00e9", "\u4e2d", "'", "x" * 70]


def written(r):
    """As a program would write it."""
    out = io.StringIO()
    w = csv.writer(out, lineterminator=r.choice(["\n", "\r\n", "\r"]),
                   quoting=r.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    columns = r.randrange(1, 6)
    for _ in range(r.randrange(0, 8)):
        w.writerow(["".join(r.choice(PIECES) for _ in range(r.randrange(0, 6)))
                    for _ in range(columns)])
    text = out.getvalue()
    return text.rstrip("\r\n") if r.random() < 0.2 else text


def typed(r):
    """As a person might."""
    return "".join(r.choice(PIECES) for _ in range(r.randrange(0, 30)))


def coded(field):
    return "".join(chr(b) if chr(b).isalnum() and b < 128 or b == 95
                   else "\\x%02x" % b for b in field.encode())


def wanted(text):
    """The rows, an empty line among them being one without fields."""
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    return ["".join("\t" + coded(f) for f in row) for row in rows]


def main():
    r, n = common.start("csv", 10000, 1500)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        texts = [written(r) if i % 4 else typed(r) for i in range(n)]
        paths = [os.path.join(folder, "%d.csv" % i) for i in range(n)]
        for path, text in zip(paths, texts):
            with open(path, "wb") as f:
                f.write(text.encode())
        answers = iter(common.ask("csv", paths))
        n_typed = 0
        for i, text in enumerate(texts):
            got = []
            for line in answers:
                if line in ("end", "fault"):
                    break
                got.append(line)
            if line == "fault":
                good = i % 4 == 0  # a person's text may be refused
                want = None
            else:
                want = wanted(text)
                good = got == want
                n_typed += i % 4 == 0
            if not good:
                wrong += 1
                common.tell(wrong, repr(text), "want", want, "got", got)
    print("# typed and not refused:", n_typed)
    common.finish("csv: as Python's module", n, wrong)


main()
