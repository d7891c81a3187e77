#!/bin/sh
# Documents as they come out: sh tests/documents.sh [--write] builds the
# project in tests/documents and compares its pages with those in want/, or
# rewrites them; the diff is read.
. tests/lib/tap.sh

here=$PWD
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
# How a picture looks is for other tests.
while read -r page; do
    sed -i -e 's|<svg .*</svg>|<svg></svg>|' -e 's/-[0-9a-f]\{8\}\.png/.png/' "$page"
done <"$tmp/list"
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

# One digit of one cell: what it makes untrue is told, the site stays.
inodes() {
    find "$tmp/out" -type f ! -name lock -exec stat -c '%i %y %n' {} + |
        LC_ALL=C sort
}
rm -f said.txt numbers.txt
before=$(inodes)
sed -i 's/^large,\(.*\),2200,/large,\1,2700,/' "$tmp/data/kettles.csv"
(cd "$tmp" && "$program" build . >said 2>&1)
is 'documents: a changed digit is status 1' 1 $?
is 'documents: a changed digit is told' "$(cat "$here/tests/documents/changed.txt")" \
    "$(cat "$tmp/said")"
is 'documents: a changed digit leaves the site as it was' "$before" "$(inodes)"

# Every number of the manifest, read back from HTML and Markdown.
read_back() {
    python3 -B "$here/tests/read_back.py" "$1" 2>&1
}
if command -v python3 >/dev/null && command -v cmark >/dev/null; then
    is 'documents: numbers read back' 196 "$(read_back .)"
    cp -R "$here/data" "$here/templates" "$tmp/out"
    "$program" build -q "$tmp/out"
    read_back "$tmp/out/out/site" >"$tmp/said"
    is 'documents: numbers of our own site read back' '' "$(sed '$d' "$tmp/said")"
    ok 'documents: our own site has numbers' test "$(tail -n 1 "$tmp/said")" -gt 1000
else
    skip 'documents: numbers read back' 'no python3, or no cmark'
fi

exit $tap_failed
