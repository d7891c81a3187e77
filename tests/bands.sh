#!/bin/sh
# Bands of plausibility: what `check` cannot see of data/bands.csv, and that it
# sees a cell that leaves its band.
. tests/lib/tap.sh

program=${O:-out}/workings
tail -n +2 data/bands.csv | cut -d, -f1 >"$tmp/ids"

# The condition says what the columns low and high say.
sed 's/$/ true/' "$tmp/ids" >"$tmp/want"
sed 's/.*/bands.&.expression >= bands.&.low and bands.&.expression <= bands.&.high/' \
    "$tmp/ids" | "$program" -q eval - 2>&1 | paste -d' ' "$tmp/ids" - >"$tmp/got"
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
"$program" -q -C "$tmp/project" check 2>&1 |
    sed -n 's/^data\/bands\.csv[^ ]* error: //p' >"$tmp/got"
is 'bands: cells out of their band are noticed' \
    "'work_most' does not hold: 2.00 <= 1.1 is false
'work_exceptions' does not hold: 4 = 3 is false
'mfu_most' does not hold: 96.2 % <= 60 % is false
'pue_t5' does not hold: 0.9 >= 1.05 is false
'decode_bandwidth' does not hold: 1.35 <= 100 % is false" "$(cat "$tmp/got")"

exit $tap_failed
