#!/bin/sh
# The sentences of the site are held to the data: a cell that changes stops the
# build at the sentences that it makes false, and at no others.
. tests/lib/tap.sh

program=${O:-out}/workings
cell=chips.h100_sxm.bandwidth

mkdir "$tmp/site"
cp -R data templates "$tmp/site"
ok 'held: as the data are, the site is made' \
    "$program" -q -C "$tmp/site" build

sed -i '/^h100_sxm,/s/,3350,/,4000,/' "$tmp/site/data/chips.csv"
"$program" -q -C "$tmp/site" build 2>"$tmp/faults"
is 'held: a faster memory stops the build' 1 $?

grep ': error: ' "$tmp/faults" >"$tmp/errors"
is 'held: each fault is a statement that no longer holds' '' \
    "$(grep -v 'does not hold' "$tmp/errors")"

# Of many cells the first are named.
is 'held: each fault names the cell' "$(wc -l <"$tmp/errors")" \
    "$(grep -c -e "hint: .*$cell (data/chips\.csv:" -e 'hint: .*, \.\.\.$' \
        "$tmp/faults")"

page='s/^templates\/\(.*\)\.md:.*/\1/'
sed "$page" "$tmp/errors" | sort -u >"$tmp/pages"
"$program" uses "$cell" | sed -n 's/^page \([^ ]*\) .*/\1/p' | sort >"$tmp/uses"
is 'held: only on pages that read the cell' '' \
    "$(comm -23 "$tmp/pages" "$tmp/uses")"

# said PAGE STATED: the page has a fault at what it states.
said() {
    ok "held: $1 no longer says $2" \
        grep -q "^templates/$1\.md:.*'~ $2 *'" "$tmp/errors"
}
said why-gpus/memory '4\.8 ms'
said why-gpus/memory 200
said why-gpus/memory 300
said why-gpus/memory '3\.35 TB\/s'
said why-gpus/batching 6700
said why-gpus/batching 295
said why-gpus/other-chips '2\.2'
said cpu-to-gpu/gpu '5\.5'

# A statement about the same chip that the cell has no part in stays.
is 'held: what does not rest on it is left alone' '' \
    "$(grep -e "'~ 989 " -e "'~ 0\.016 ms" -e "'~ 16896" "$tmp/errors")"

exit $tap_failed
