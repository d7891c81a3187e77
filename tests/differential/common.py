"""What the differential tests share: a series of random numbers with a fixed
seed, the library's answers, TAP."""
import os
import random
import subprocess
import sys

SEED = 20260301


def start(name, full, quick):
    n = full if os.environ.get("DIFFERENTIAL") == "full" else quick
    print("# %s: %d cases, seed %d" % (name, n, SEED))
    return random.Random(SEED), n


def ask(what, lines):
    """The library's answer to each line."""
    tool = os.path.join(os.environ.get("B", "out/build"),
                        "tests/differential/tool")
    out = subprocess.run([tool, what], input="\n".join(lines) + "\n",
                         stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return out.stdout.split("\n")[:-1]


def tell(n, *what):
    if n <= 10:
        print("#", *what)


def finish(name, n, wrong):
    print("%s %s, %d cases" % ("not ok" if wrong or n == 0 else "ok", name, n))
    sys.exit(1 if wrong or n == 0 else 0)
