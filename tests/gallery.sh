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

exit $tap_failed
