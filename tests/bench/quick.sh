#!/bin/sh
# How long the usual jobs take, each the best of five: sh tests/bench/quick.sh
workings=${O:-out}/workings
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/data"

# best NAME COMMAND...
best() {
    name=$1 least=
    shift
    for _ in 1 2 3 4 5; do
        begin=$(date +%s%N)
        "$@" >/dev/null 2>&1
        spent=$((($(date +%s%N) - begin) / 10000))
        [ -n "$least" ] && [ "$least" -le "$spent" ] || least=$spent
    done
    printf '%-44s %4d.%02d ms\n' "$name" $((least / 100)) $((least % 100))
}

many() {
    yes 'chips.h100_sxm.memory / chips.h100_sxm.bandwidth' | head -n 10000 |
        "$workings" eval -
}

# 100,000 rows in 12 columns.
awk 'BEGIN {
    print "id,name,kind,a [GB/s],b [GB],c [W],d [USD],e [date],f,g [%],h [TFLOP/s dense],note"
    for (i = 0; i < 100000; i++)
        printf "r%d,Row %d,gpu,%d,%d,%d,%d.5,2024-05,%d,%d,%d,\"a note, quoted\"\n", \
            i, i, i % 4000, i % 200, i % 700, i, i, i % 100, i % 2000
}' >"$tmp/data/t.csv"

best 'eval of a literal, no tables' "$workings" -C "$tmp/data" eval '1 + 1'
best 'eval of a literal, all tables' "$workings" eval '1 + 1'
best 'explain of a formula' "$workings" explain \
    'weight_read_time(models.llama_3_8b, chips.h100_sxm, formats.bf16)'
best 'check' "$workings" check
best '10,000 expressions from standard input' many
best 'the catalog' sh templates/catalog.sh "$workings" "$tmp/site"
best 'sum over 100,000 rows of 12 columns' "$workings" -C "$tmp" eval \
    'sum(b of t where a > 100 GB/s)'
