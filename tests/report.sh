#!/bin/sh
# A report is one file with all it needs inside: nothing is loaded from
# elsewhere, every number of the site's page stands in it, every anchor that it
# links to is there.
. tests/lib/tap.sh

O=${O:-out}
program=$PWD/$O/workings
p=$tmp/p
"$program" new "$p" -q
"$program" build "$p" -q
template=$p/templates/index.md
"$program" -C "$p" report "$template" -o "$tmp/r.html"
"$program" -C "$p" report "$template" -o "$tmp/r.md"
"$program" -C "$p" report "$template" -o "$tmp/again.html"

is 'report: the same bytes again' same \
    "$(cmp -s "$tmp/r.html" "$tmp/again.html" && echo same)"
is 'report: nothing is loaded' '' \
    "$(grep -Eo '<(link|script|img|iframe|object)[^>]*|url\([^)]*\)|@import[^;]*' \
        "$tmp/r.html" | grep -v 'data:')"
is 'report: the styles are inside' 1 "$(grep -c '<style>' "$tmp/r.html")"
is 'report: links to pages of the site are none' '' \
    "$(grep -Eo 'href="[^"#]*\.html[^"]*"' "$tmp/r.html")"

# numbers FILE: what its links to workings show.
numbers() {
    grep -Eo '<a [^>]*class="n[^>]*>[^<]*' "$1" | sed 's/.*>//' | sort
}
is 'report: the numbers of the page' "$(numbers "$p/out/site/index.html")" \
    "$(numbers "$tmp/r.html")"
is 'report: there are some' yes \
    "$([ "$(numbers "$tmp/r.html" | wc -l)" -gt 5 ] && echo yes)"

# Read back: the value in the table, computed by hand in the shell.
watt=$(sed -n 's/^large,[^,]*,\([0-9]*\),.*/\1/p' "$p/data/kettles.csv")
gram=$(sed -n 's/^large,[^,]*,[0-9]*,\([0-9]*\),.*/\1/p' "$p/data/kettles.csv")
want=$(awk -v w="$watt" -v g="$gram" \
    'BEGIN { printf "%.2g", 4.18 * g * 80 / w / 60 }')
is 'report: the time in Markdown' "[$want min]" \
    "$(grep -o "\[$want min\]" "$tmp/r.md" | head -n 1)"
is 'report: and in HTML' "$want" \
    "$(grep -o ">${want}[^<]*min<" "$tmp/r.html" | head -n 1 | grep -o '[0-9.]*[0-9]')"

anchors() {
    grep -Eo "$1" "$2" | sed 's/.*[#"]\([^"#]*\)"$/\1/' | sort -u
}
anchors 'href="#[^"]*"' "$tmp/r.html" >"$tmp/to"
anchors ' id="[^"]*"' "$tmp/r.html" >"$tmp/at"
is 'report: every anchor is there' '' "$(comm -23 "$tmp/to" "$tmp/at")"

# An assumption set from outside, and one that is not there.
printf -- '---\ntitle: x\n---\n```assume\nload:\n  value: 60 %%\n  why: a guess\n```\n%s\n' \
    '{{ load * 100 W }}' >"$tmp/a.md"
"$program" -C "$p" report "$tmp/a.md" --set 'load=80 %' -o "$tmp/a.html.md"
is 'report: an assumption that is set' 1 \
    "$(grep -c '^.*\[80.0 W\]' "$tmp/a.html.md")"
is 'report: one of another dimension is refused' 1 \
    "$("$program" -C "$p" report "$tmp/a.md" --set 'load=80 W' -o "$tmp/b.md" \
        2>/dev/null; echo $?)"
is 'report: and nothing is written' no \
    "$([ -e "$tmp/b.md" ] && echo yes || echo no)"

# A name that is mistyped, or given twice, would leave the report as it was.
sets() { # OPTION...
    "$program" -C "$p" report "$tmp/a.md" "$@" -o "$tmp/b.md" 2>&1 |
        grep -c 'error:'
    "$program" -C "$p" report "$tmp/a.md" "$@" -o "$tmp/b.md" 2>&1 | sed -n 1p
}
is 'report: a set name that nothing assumes' \
    "1
--set:1:1: error: nothing here assumes 'laod'" "$(sets --set 'laod=80 %')"
is 'report: a name set twice' \
    "1
--set:1:6: error: 'load' is set twice" "$(sets --set 'load=80 %' --set 'load=70 %')"
is 'report: a value of another dimension is told once' \
    "1
--set:1:6: error: the assumption is in '%', this value in 'W'" "$(sets --set 'load=80 W')"
printf -- '---\ntitle: x\n---\n```assume\nload:\n  value: 60 %%\nfrom:\n  value: 2024-01\nchip:\n  value: kettles.small\n```\n' >"$tmp/a.md"
is 'report: a number for a percentage' \
    "1
--set:1:6: error: the assumption is in '%', this value has no unit" "$(sets --set 'load=80')"
is 'report: a number for a date' \
    "1
--set:1:6: error: the assumption is 'a date', this value 'a pure number'" "$(sets --set 'from=2024')"
is 'report: a row of another table' \
    "1
--set:1:6: error: the assumption is 'a row of kettles', this value 'a row of sources'" \
    "$(sets --set 'chip=sources["iea-2020"]')"

exit $tap_failed
