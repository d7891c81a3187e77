#!/bin/sh
# Sweeps beyond golden/sweep.txt: the same bytes from any number of processes,
# lines that read back, files of many pieces.
. tests/lib/tap.sh

program=$(pwd)/${O:-out}/workings

# The golden commands, by so many processes.
run() { # JOBS
    (cd tests/fixture && grep '^[$]' ../golden/sweep.txt |
        while IFS= read -r line; do
            eval "'$program' sweep -j $1 ${line#'$ workings sweep'}" 2>&1
        done)
}
run 1 >"$tmp/one"
ok 'sweep: one process' test -s "$tmp/one"
for jobs in 2 3; do
    run "$jobs" >"$tmp/more"
    ok "sweep: the same bytes from $jobs processes" cmp "$tmp/one" "$tmp/more"
done

# What is written reads back: a sweep over the lines of a sweep.
sweep() {
    "$program" -C tests/fixture sweep "$@"
}
sweep 'm / c.bandwidth to ms' --over 'c=chips where known(bandwidth)' \
    --over 'm=16,32 GB' >"$tmp/lines.csv"
is 'sweep: its lines are scenarios' '0' \
    "$(sweep 'abs(value - m / c.bandwidth) / value > 1e-11' \
        --from "$tmp/lines.csv" | grep -c true)"
is 'sweep: from a pipe as from a file' "$(sweep value --from "$tmp/lines.csv")" \
    "$(sweep value --from - <"$tmp/lines.csv" | cat)"
is 'sweep: from a pipe that cannot be read twice' \
    "$(sweep value --from "$tmp/lines.csv" --by c --stats median)" \
    "$(grep -v nothing "$tmp/lines.csv" |
        sweep value --from - --by c --stats median)"
sweep x --over x=1:9 -o "$tmp/out.csv"
is 'sweep: into a file' "$(sweep x --over x=1:9)" "$(cat "$tmp/out.csv")"
sweep 1/x --over x=-9:9 -o "$tmp/out.csv" 2>/dev/null
is 'sweep: a fault leaves the file as it was' "$(sweep x --over x=1:9)" \
    "$(cat "$tmp/out.csv")"
is 'sweep: and nothing beside it' 1 "$(find "$tmp" -name 'out.csv*' | wc -l)"

# A file of many pieces: lines are counted through them, and quotes skipped.
awk 'BEGIN { print "x,note"; for (i = 1; i <= 60000; i++)
    print i (i % 7 ? "," : ",\"two\nlines \"\"" i "\"\"\"") }' >"$tmp/many.csv"
is 'sweep: every row of many pieces' '60000,1,60000,1800030000' \
    "$(sweep x --from "$tmp/many.csv" --stats count,min,max,sum -j 3 | tail -1)"
is 'sweep: rows stand as they stood' "$(sed 1d "$tmp/many.csv" | cksum)" \
    "$(sweep x --from "$tmp/many.csv" -j 2 | sed 1d | sed 's/,[0-9]*$//' |
        cksum)"
is 'sweep: the line of a fault in a later piece' 'many.csv:62998' \
    "$(sweep '1/(x-55123)' --from "$tmp/many.csv" 2>&1 |
        grep -o 'many.csv:[0-9]*')"

# Lines may end in CR alone, as in a table.
printf 'x,n\r1,"a\rb"\r3,\r' >"$tmp/cr.csv"
is 'sweep: lines that end in CR' 'x,n,value|1,"a?b",2|3,,6' \
    "$(sweep 'x * 2' --from "$tmp/cr.csv" | tr '\r\n' '?|' | sed 's/|$//')"
is 'sweep: faults in them have a line' 'cr.csv:4' \
    "$(sweep '1/(x-3)' --from "$tmp/cr.csv" 2>&1 | grep -o 'cr.csv:[0-9]*')"
tr '\n' '\r' <"$tmp/many.csv" >"$tmp/cr.csv"
is 'sweep: pieces of them' '60000,1,60000,1800030000' \
    "$(sweep x --from "$tmp/cr.csv" --stats count,min,max,sum -j 2 | tail -1)"

exit $tap_failed
