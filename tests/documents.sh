#!/bin/sh
# Documents as they come out: sh tests/documents.sh [--write] builds the
# project in tests/documents and compares its pages with those in want/, or
# rewrites them; the diff is read.
. tests/lib/tap.sh

program=$PWD/${O:-out}/workings
want=$PWD/tests/documents/want
cp -R tests/documents/data tests/documents/templates "$tmp"

cd "$tmp" || exit 3
says=$("$program" build . 2>&1)
status=$?
is 'documents: the project builds' 0 "$status"
[ "$status" = 0 ] || printf '%s\n' "$says" | sed 's/^/# /'

cd out/site || exit 3
printf '%s\n' "$says" | sed '$d' >said.txt
grep '^{"text"' manifest.json >numbers.txt
find . -name '*.html' ! -name 404.html -o -name '*.md' -o -name '*.xml' \
    -o -name said.txt -o -name numbers.txt | sed 's|^\./||' | LC_ALL=C sort >"$tmp/list"
if [ "$1" = --write ]; then
    rm -rf "$want"
    while read -r page; do
        mkdir -p "$want/$(dirname "$page")" && cp "$page" "$want/$page"
    done <"$tmp/list"
    exit 0
fi
is 'documents: the pages' \
    "$(cd "$want" && find . -type f | sed 's|^\./||' | LC_ALL=C sort)" \
    "$(cat "$tmp/list")"
while read -r page; do
    ok "documents: $page" cmp -s "$want/$page" "$page"
    diff "$want/$page" "$page" | sed 's/^/# /'
done <"$tmp/list"

exit $tap_failed
