#!/bin/sh
# templates/gallery.md: a chart of each type, its lines beside it word for
# word, and each block drawn on its own.
. tests/lib/tap.sh

O=${O:-out}
gallery=templates/gallery.md

# blocks WORD: the fenced blocks of that name, each in a file.
blocks() {
    mkdir -p "$tmp/$1"
    awk -v word="$1" -v to="$tmp/$1/" '
        $0 == "```" word { n++; file = sprintf("%s%02d.yaml", to, n); next }
        /^```$/ { file = "" }
        file { print >file }' "$gallery"
}
blocks chart
blocks yaml
ok 'gallery: the lines beside each chart are its own' \
    diff -r "$tmp/chart" "$tmp/yaml"

types=$(sed -n 's/^ *\[WKT_[A-Z_]*\] = "\([a-z-]*\)",$/\1/p' gen/compose/charts.c |
    sed '/^[xy]$/,$d')
is 'gallery: there are thirteen types' 13 "$(echo "$types" | wc -l)"
for type in $types; do
    ok "gallery: shows $type" grep -qx "type: $type" "$gallery"
done
for block in "$tmp"/chart/*.yaml; do
    type=$(sed -n 's/^type: //p' "$block")
    said=$("$O/workings" chart "$block" -v -o "$tmp/x.svg" 2>&1)
    is "gallery: $type on its own" 0 $?
    ok "gallery: $type in words" test "${#said}" -gt 40
done

# The numbers of each chart read back as a table.
mkdir -p "$tmp/p/templates" "$tmp/q/data"
cp -R data "$tmp/p"
awk '/^[^ ]/ { off = /^nav:/ } !off' data/site.yaml >"$tmp/p/data/site.yaml"
cp "$gallery" "$tmp/p/templates"
is 'gallery: builds' '' "$("$O/workings" build "$tmp/p" -q 2>&1)"
for csv in "$tmp"/p/out/site/charts/gallery/*.csv; do
    name=$(basename "$csv" .csv)
    cp "$csv" "$tmp/q/data/chart_${name#f-}.csv"
done
is 'gallery: numbers read back as tables' '14 tables' \
    "$("$O/workings" -C "$tmp/q" check | sed -n 's/, .*//p' | head -n 1)"
is 'gallery: nothing wrong with them' '0 errors, 0 warnings' \
    "$("$O/workings" -C "$tmp/q" check 2>&1 | tail -n 1)"
is 'gallery: a value is what it was' '3.35 TB/s' \
    "$("$O/workings" -C "$tmp/q" eval 'chart_1[name = "H100 SXM5 80 GB"].bandwidth' 2>&1)"

exit $tap_failed
