#!/bin/sh
# Predictions beside measurements: data/predictions.csv has one row for each
# quantity that data/measured_inference.csv measures.
. tests/lib/tap.sh

program=${O:-out}/workings
"$program" validate --format json 2>"$tmp/errors" |
    sed 's/.*"predictions":\[//; s/\],"groups".*//; s/},{/}\
{/g' >"$tmp/rows"
"$program" validate --format json 2>/dev/null | sed 's/.*"all"://' >"$tmp/all"
is 'predictions: nothing is wrong with them' '' "$(cat "$tmp/errors")"

# field NAME FILE
field() {
    sed "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/" "$2"
}

# Each row of measurements has one of the three quantities.
tail -n +2 data/measured_inference.csv | cut -d, -f1 | sort >"$tmp/want"
field measurement "$tmp/rows" | sort >"$tmp/got"
is 'predictions: one for each measurement' '' "$(diff "$tmp/want" "$tmp/got")"
is 'predictions: every measurement is known' 0 \
    "$(grep -c '"measured":null' "$tmp/rows")"
is 'predictions: what has no value was left out' \
    "$(field left_out "$tmp/all")" "$(grep -c '"predicted":null' "$tmp/rows")"
is 'predictions: a measurement beyond its bound' 0 "$(field beyond "$tmp/all")"

# The range that half of the rows give holds most of the others: it spans
# eight tenths of those it was derived from.
is 'predictions: the range of efficiency holds up' yes "$(
    tried=$(field tried "$tmp/all") inside=$(field inside "$tmp/all")
    [ $((10 * inside)) -ge $((7 * tried)) ] && echo yes
)"

# By hand: 6.738 billion weights of 2 B and half of 205 tokens of cache at
# 524,288 B, read at 2,039 GB/s; and a prompt of 2,048 tokens at 312 TFLOP/s.
is 'predictions: by hand' '151 token/s
92.0 ms' "$("$program" eval 'predictions[measurement = "gptfast_l2_7b_bf16"].expression' \
    'predictions[measurement = "trtllm_ttft_llama_2_7b_a100_sxm_80_x1_2048"].expression')"

exit $tap_failed
