#!/bin/sh
# Bands of plausibility: each row of data/bands.csv holds, and a cell that
# leaves its band is noticed.
. tests/lib/tap.sh

program=${O:-out}/workings

# sed command to make an expression of each id: `&` is the id.
tried() {
    tail -n +2 data/bands.csv | cut -d, -f1 | sed "s/.*/$1/" |
        "$program" -q -C "$2" eval - 2>"$tmp/errors"
    sed 5q "$tmp/errors" | sed 's/^/# /'
}

tail -n +2 data/bands.csv | cut -d, -f1 >"$tmp/ids"
sed 's/$/ true/' "$tmp/ids" >"$tmp/want"

tried 'bands.&.holds' . | paste -d' ' "$tmp/ids" - >"$tmp/got"
is 'bands: each holds' '' "$(diff "$tmp/want" "$tmp/got")"

# The condition says what the columns low and high say.
tried 'bands.&.expression >= bands.&.low and bands.&.expression <= bands.&.high' . |
    paste -d' ' "$tmp/ids" - >"$tmp/got"
is 'bands: each value lies between low and high' '' \
    "$(diff "$tmp/want" "$tmp/got")"

# Cells out of their band: a site without overhead, a utilization above 60 %,
# a lone reader faster than the memory, training work of twice the rule.
mkdir "$tmp/project"
cp -R data "$tmp/project"
sed -i 's/^t5_pue,1\.12,/t5_pue,0.9,/' "$tmp/project/data/facts.csv"
sed -i '/^palm_540b_run,/s/,46\.2,/,96.2,/' "$tmp/project/data/training_runs.csv"
sed -i '/^gptfast_l2_7b_bf16,/s/,104\.9,/,204.9,/' \
    "$tmp/project/data/measured_inference.csv"
sed -i '/^llama_3_1_405b,/s/,3\.8e+25,/,7.6e+25,/' "$tmp/project/data/models.csv"
tried 'bands.&.holds' "$tmp/project" | paste -d' ' "$tmp/ids" - |
    sed -n 's/ false$//p' >"$tmp/got"
is 'bands: cells out of their band are noticed' \
    "work_most
work_exceptions
mfu_most
pue_t5
decode_bandwidth" "$(cat "$tmp/got")"

exit $tap_failed
