#!/bin/sh
# The workload W2 without charts: a site of 200 pages, each with ten numbers and
# a table of 20 rows, and an index. sh tests/bench/w2.sh [RUNS]: makes it in
# out/bench/w2text and prints medians of a clean build, of one after a cell changed,
# and of one after nothing did.
cd "$(dirname "$0")/../.." || exit 3
O=${O:-out} runs=${1:-5} CC=${CC:-cc}
work=$PWD/$O/bench p=$PWD/$O/bench/w2text
program=$PWD/$O/workings
mkdir -p "$work/in" "$p/data" "$p/templates"
for tool in gen meas; do
    $CC -O2 -o "$work/$tool" tests/bench/$tool.c -lm || exit 3
done
[ -s "$work/in/chips200.csv" ] || "$work/gen" "$work/in" small || exit 3

awk -F, 'NR == 1 { print "id,name,bandwidth [GB/s],peak [TFLOP/s]" }
    NR > 1 { printf "chip%03d,%s,%s,%s\n", NR - 1, $1, $6, $7 }' \
    "$work/in/chips200.csv" >"$p/data/chips.csv"
awk -F, 'NR == 1 { print "id,name,params,width,flops" }
    NR > 1 { printf "m%d,%s,%s,%s,%s\n", NR - 1, $1, $2, $3, $5 }' \
    "$work/in/models20.csv" >"$p/data/models.csv"
echo 'title: Chips' >"$p/data/site.yaml"
cat >"$p/templates/chip.md" <<'END'
---
title: "{{ c.name }}"
each: c in chips
---
A page of **Markdown** for one chip.

{{#each m in models limit 10}}
{{ m.name }} on {{ c.name }}: {{ m.params * m.width * 1 GB / c.bandwidth | ms 3dp }} a token at batch one.

{{/each}}

```table
data: models
columns:
  - model: name
  - weights: params * width * 1 GB | GB 2dp
  - bandwidth: params * width * 1 GB / c.bandwidth | ms 3dp
  - arithmetic: flops * 1 GFLOP / c.peak | ms 4dp
  - ratio: params * width * 1 GB / c.bandwidth / (flops * 1 GFLOP / c.peak) | 1dp
```
END
cat >"$p/templates/index.md" <<'END'
---
title: Chips
---
```table
data: chips
columns:
  - name
  - read: 16 GB / bandwidth | ms 3dp
```
END

row() { # WHAT PREPARE
    "$work/meas" -n "$runs" -w 1 -p "$2" -- "$program" build "$p" -q |
        awk -F'\t' -v what="$1" '$9 != 0 { print what ": failed"; next }
            { printf "| %s | %.4f | %.4f | %.4f-%.4f | %.1f |\n",
                what, $3, $2, $7, $8, $6 }'
}
echo '| | CPU, s | wall, s | min-max | peak, MB |'
echo '|---|--:|--:|--:|--:|'
row 'W2 without charts, clean' "rm -rf $p/out"
row 'one cell changed' "sed -i '2s/\$/1/' $p/data/chips.csv" # one digit more
row 'nothing changed' true
