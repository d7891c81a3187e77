#!/bin/sh
# Claims of the two documents: each row of data/claims.csv that is tried comes
# out as its verdict says, and a cell that makes a claim false is noticed.
. tests/lib/tap.sh

program=${O:-out}/workings

# tried FOLDER: `ID RESULT` for each row that is tried, RESULT true or false.
tried() {
    sed 's/\(.*\) claim$/holds(claims.\1.expression, claims.\1.stated)/
        s/\(.*\) condition$/claims.\1.expression/' "$tmp/tried" |
        "$program" -q -C "$1" eval - 2>"$tmp/errors" >"$tmp/results"
    sed 5q "$tmp/errors" | sed 's/^/# /'
    cut -d' ' -f1 "$tmp/tried" | paste -d' ' - "$tmp/results"
}

# column NAME: its cells, in the order of the rows.
column() {
    sed "s/.*/claims.&.$1/" "$tmp/ids" | "$program" -q eval -
}

tail -n +2 data/claims.csv | cut -d, -f1 >"$tmp/ids"
column tried | paste -d' ' "$tmp/ids" - >"$tmp/all"
grep -v ' no$' "$tmp/all" >"$tmp/tried"
column verdict | paste -d' ' "$tmp/ids" - >"$tmp/verdicts"
is 'claims: 374 printed, 54 implied' '374 54' \
    "$(grep -vc '_i[0-9]*$' "$tmp/ids") $(grep -c '_i[0-9]*$' "$tmp/ids")"

is 'claims: verdicts of five kinds' \
    "$(printf '%s\n' disputed holds 'misleading comparison' 'not checkable' \
        'rounds differently')" \
    "$(cut -d' ' -f2- "$tmp/verdicts" | LC_ALL=C sort -u)"

tried . >"$tmp/got"
is 'claims: each expression has a value' "$(wc -l <"$tmp/tried")" \
    "$(grep -c ' \(true\|false\)$' "$tmp/got")"

# What holds is true, what rounds differently is false; the other verdicts
# judge more than the sum, which may come out either way.
sed -n 's/ holds$/ true/p; s/ rounds differently$/ false/p' \
    "$tmp/verdicts" >"$tmp/want"
cut -d' ' -f1 "$tmp/want" | sort >"$tmp/strict"
sort "$tmp/got" | join "$tmp/strict" - >"$tmp/strict_got"
is 'claims: each verdict is reproduced' '' \
    "$(sort "$tmp/want" | diff - "$tmp/strict_got")"

# A slower memory, a longer stretch of training, a later contest: what was
# claimed of them turns, and nothing else does.
mkdir "$tmp/project"
cp -R data "$tmp/project"
sed -i '/^h100_sxm,/s/,3350,/,2000,/' "$tmp/project/data/chips.csv"
sed -i 's/^llama3_snapshot_days,54 d,/llama3_snapshot_days,108 d,/' \
    "$tmp/project/data/facts.csv"
sed -i 's/^alexnet,2012-09,/alexnet,2013-09,/' "$tmp/project/data/timeline.csv"
tried "$tmp/project" >"$tmp/moved"
diff "$tmp/got" "$tmp/moved" | sed -n 's/^> //; s/ false$//p' >"$tmp/turned"
is 'claims: a changed cell turns its claims, no others' \
    "gpus_003 gpus_063 gpus_064 gpus_070 gpus_074 gpus_078 gpus_079 gpus_080
gpus_095 gpus_150 gpus_i12 gpus_i15 gpus_i16 gpus_i22 gpus_i45 gpus_i46
gpus_i48 gpus_i49 gpus_i55 cpu_to_gpu_085" \
    "$(paste -sd' ' "$tmp/turned" | fold -sw 72 | sed 's/ $//')"

# `check` reports those of them whose verdict it contradicts, and no others.
"$program" -q -C "$tmp/project" check 2>&1 |
    sed -n "s/^data\/claims\.csv[^ ]* error: '\([^']*\)' .*/\1/p" |
    sort >"$tmp/reported"
is 'claims: check reports what turned' \
    "$(sort "$tmp/turned" | join - "$tmp/strict")" "$(cat "$tmp/reported")"

exit $tap_failed
