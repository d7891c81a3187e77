#!/bin/sh
# Published sums: each row of cases/worked_examples.tsv, through the program.
. tests/lib/tap.sh

cases=tests/cases/worked_examples.tsv
program=${O:-out}/workings

# One line a row: its fields, then the value and the unit that came out.
tail -n +2 "$cases" | cut -f2 | "$program" -q eval --format json - \
    >"$tmp/json" 2>"$tmp/errors"
sed 's/^{"value":\([^,]*\),"unit":"\([^"]*\)".*/\1\t\2/' "$tmp/json" >"$tmp/got"
tail -n +2 "$cases" | paste - "$tmp/got" >"$tmp/rows"
sed 5q "$tmp/errors" | sed 's/^/# /'
is 'worked examples: every row has a value' \
    "$(tail -n +2 "$cases" | wc -l)" "$(wc -l <"$tmp/got")"

# The value within 1e-5 of the expected one, in its unit.
awk -F '\t' '
    function off(a, b) { return a > b ? a - b : b - a }
    {
        n = split($3, want, " ")
        size = want[1] < 0 ? -want[1] : want[1]
        if ($8 !~ /^-?[0-9]/ || off($8, want[1]) > 1e-5 * size ||
            $9 != (n > 1 ? want[2] : ""))
            print $1 ": want " $3 ", got " $8 " " $9
    }' "$tmp/rows" >"$tmp/wrong"
is 'worked examples: values as expected' '' "$(cat "$tmp/wrong")"

# What was printed: within one unit of its last figure where the row says that
# it matches or was cut off; trailing zeros of a whole number are no figures.
awk -F '\t' '
    $4 == "match" || $4 == "truncated" {
        split($5, printed, " ")
        n = split(tolower(printed[1]), part, "e")
        exponent = n > 1 ? part[2] + 0 : 0
        if (index(part[1], "."))
            exponent -= length(part[1]) - index(part[1], ".")
        else
            for (s = part[1]; s ~ /0$/; s = substr(s, 1, length(s) - 1))
                exponent++
        step = 10 ^ exponent
        off = $8 - printed[1]
        if (off < 0)
            off = -off
        if (off > step * (1 + 1e-9))
            print $1 ": printed " $5 ", got " $8 " " $9
    }' "$tmp/rows" >"$tmp/wrong"
is 'worked examples: within one unit of the last figure printed' '' \
    "$(cat "$tmp/wrong")"

# What was printed wrongly is told from the right figure: by a quarter of a
# percent in the nearest case.
awk -F '\t' '
    $4 == "mismatch" {
        split($5, printed, " ")
        off = ($8 - printed[1]) / $8
        if (off < 0)
            off = -off
        if (off < 0.0025)
            print $1 ": printed " $5 ", got " $8 " " $9
    }' "$tmp/rows" >"$tmp/wrong"
is 'worked examples: a wrong figure is told from the right one' '' \
    "$(cat "$tmp/wrong")"

exit $tap_failed
