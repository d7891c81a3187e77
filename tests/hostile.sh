#!/bin/sh
# Texts that would do harm where they were read as HTML or Markdown, in every
# place of a page that data can reach: the site has the same elements and
# attributes as with plain words, and shows the texts.
. tests/lib/tap.sh

name='hostile: nothing in a text of the data is interpreted'
program=$PWD/${O:-out}/workings
if ! command -v python3 >/dev/null; then
    skip "$name" 'no python3'
    exit 0
fi
python3 -B tests/hostile/make.py "$tmp" || exit 3
for site in good bad; do
    is "hostile: $site builds" '' "$("$program" build -q "$tmp/$site" 2>&1)"
done
is "$name" '' \
    "$(python3 -B tests/hostile/compare.py "$tmp/bad/out/site" "$tmp/good/out/site" 2>&1)"
for reader in cmark cmark-gfm; do
    command -v $reader >/dev/null || skip "hostile: Markdown" "no $reader"
done

# What no table may hold is refused where it is read.
refused() {
    printf 'id,text [text]\na,x%sy\n' "$2" >"$tmp/good/data/t.csv"
    ok "hostile: $1 is refused" sh -c \
        "! '$program' build -q '$tmp/good' >'$tmp/said' 2>&1 && grep -q '^data/t.csv:2:' '$tmp/said'"
}
refused 'a control character' "$(printf '\001')"
refused 'a noncharacter' "$(printf '\357\267\220')"
refused 'another noncharacter' "$(printf '\357\277\277')"
refused 'a byte that is no UTF-8' "$(printf '\377')"

exit $tap_failed
