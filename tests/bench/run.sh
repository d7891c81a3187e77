#!/bin/sh
# Our program beside its peers: sh tests/bench/run.sh [RUNS], or make bench.
# Prints a table in Markdown: medians of whole processes from start to end.
# Inputs are made in out/bench, once. A peer that is not installed is skipped
# and said to be (apt: units qalc python3-pint python3-pandas mawk; npm:
# @duckdb/node-api in npm-duckdb/ of out/bench or $DUCKDB).
cd "$(dirname "$0")/../.." || exit 3
O=${O:-out} B=${B:-out/build} runs=${1:-5} CC=${CC:-cc}
top=$(pwd) work=$(pwd)/out/bench
here=tests/bench
program=$top/$O/workings
export PEERS="${DUCKDB:-$work}"
mkdir -p "$work/in" "$work/empty/data" "$work/p4/data" "$work/p6/data"

build() { # NAME SOURCE FLAGS...
    name=$1 source=$2
    shift 2
    $CC "$@" -o "$work/$name" "$source" -lm -lcsv || exit 3
}
build gen $here/gen.c -O2
build meas $here/meas.c -O2
build w4 $here/peers/floor_w4.c -O3 -march=native -ffast-math \
    -fno-finite-math-only -pthread -w
build w6 $here/peers/floor_w6.c -O3 -march=native -pthread -w
build csv $here/peers/libcsv.c -O2
echo 'int main(void) { return 0; }' | $CC -O2 -xc -o "$work/nothing" - || exit 3
$CC -O2 -D_GNU_SOURCE -Igen -o "$work/inside" $here/inside.c "$B"/core.a \
    "$B"/gen/project/module_open.o -l:libcsv.a -l:libyaml.a -l:libcmark.a \
    -l:libcrypto.a -lm || exit 3
[ -s "$work/in/big200.csv" ] || "$work/gen" "$work/in" || exit 3

# The same data, as a project declares them.
awk -F, 'NR == 1 { print "id,name,bandwidth [GB/s],peak [TFLOP/s]" }
    NR > 1 { print "c" NR - 1 "," $1 "," $6 "," $7 }' \
    "$work/in/chips40.csv" >"$work/p4/data/chips.csv"
[ -s "$work/in/scenarios.csv" ] || sed '1s/.*/chip [@chips],weights [GB],flops [GFLOP],kv [MB],batch/; 2,$s/^/c/' \
    "$work/in/sweep2m.csv" >"$work/in/scenarios.csv"
[ -s "$work/p6/data/big.csv" ] || sed '1s/^id,date,/number,day [text],/' \
    "$work/in/big200.csv" >"$work/p6/data/big.csv"
w4='max(weights / chip.bandwidth, flops / chip.peak) + kv * batch / chip.bandwidth to ms'

row() { # WHO -- COMMAND...: one line of the table
    who=$1
    shift 2
    if ! command -v "$1" >/dev/null; then
        echo "| $who | not installed | | | |"
        return
    fi
    "$work/meas" -n "$runs" -w 1 -- "$@" | awk -F'\t' -v who="$who" '
        $9 != 0 { print "| " who " | not installed, or failed | | | |"; next }
        { printf "| %s | %.4f | %.4f | %.4f-%.4f | %.1f |\n", who, $3, $2, $7, $8, $6 }'
}
ours() { # WHAT [OPTION] -- ARGUMENTS...
    who="**workings** $1"
    shift 2
    row "$who" -- "$program" "$@"
}
part() {
    printf '\n### %s\n\n| | CPU, s | wall, s | min-max | peak, MB |\n' "$1"
    echo '|---|--:|--:|--:|--:|'
}
python=/usr/bin/python3

part 'One value, cold'
ours 'a literal, no data' -- -C "$work/empty" eval '16 GB / 3350 GB/s to ms'
ours 'a cell, all our data' -- eval '16 GB / chips.h100_sxm.bandwidth to ms'
row 'a program that does nothing' -- "$work/nothing"
row 'GNU units' -- units -t '16 gigabyte / (3350 gigabyte/s)' ms
row qalc -- qalc -t '16 GB / (3350 GB/s) to ms'
row pint -- $python $here/peers/units_pint.py cold

part 'W4a: 10 million scenarios drawn, min, median, max by chip'
for jobs in 1 2; do
    ours "-j $jobs" -- -C "$work/p4" sweep "$w4" --over chip=chips \
        --over 'weights=1..200 GB' --over 'flops=1..400 GFLOP' \
        --over 'kv=0.1..50.1 MB' --over batch=1:256 --random 10000000 \
        --by chip --stats min,median,max -j $jobs
done
for threads in 1 2; do
    row "minimal C, fused, $threads threads" -- "$work/w4" fused 10000000 \
        $threads "$work/in"
done
row 'numpy and pandas' -- $python $here/peers/numpy_w4.py mem "$work/in"
row 'DuckDB, 2 threads' -- node $here/peers/duckdb.mjs w4view "$work/in" 2

part 'W4b: 2 million scenarios from CSV (57 MB), the same'
for jobs in 1 2; do
    ours "-j $jobs" -- -C "$work/p4" sweep "$w4" \
        --from "$work/in/scenarios.csv" --by chip --stats min,median,max \
        -j $jobs
done
row 'minimal C, streamed twice, 2 threads' -- "$work/w4" csv2 \
    "$work/in/sweep2m.csv" 2 "$work/in"
row 'pandas' -- $python $here/peers/numpy_w4.py csv "$work/in"
row 'DuckDB, 2 threads' -- node $here/peers/duckdb.mjs w4csv "$work/in" 2
row 'mawk, min and max only' -- mawk -v AGG=1 -f $here/peers/w4.awk \
    "$work/in/chips40.csv" "$work/in/sweep2m.csv"

part 'A million lines out'
ours '-j 2' -- -C "$work/p4" sweep 'x / c.bandwidth to ms' \
    --over 'c=chips limit 10' --over 'x=1:100000 GB' -j 2

part 'W6: 200 MB of CSV, three sums'
ours 'as a table, checked' -- -C "$work/p6" eval 'sum(bandwidth of big)' \
    'sum(flops of big)' 'sum(watts of big)'
for jobs in 1 2; do
    ours "as scenarios, the sum of three, -j $jobs" -- -C "$work/p4" sweep \
        'bandwidth + flops + watts' --from "$work/p6/data/big.csv" \
        --stats sum -j $jobs
done
row 'libcsv alone, fields counted' -- "$work/csv" "$work/in/big200.csv"
row 'minimal C, 1 thread' -- "$work/w6" sumr "$work/in/big200.csv" 1
# shellcheck disable=SC2016 # the fields are awk's
row mawk -- mawk -F, 'NR > 1 { a += $4; b += $5; c += $6 }
    END { printf "%.3f %.2f %.1f\n", a, b, c }' "$work/in/big200.csv"
row 'DuckDB, 2 threads' -- node $here/peers/duckdb.mjs w6 "$work/in" 2

printf '\n### Inside a running process (CPU)\n\n| | |\n|---|--:|\n'
"$work/inside" . | awk -F'\t' '{ print "| " $1 " | " $2 " |" }'
