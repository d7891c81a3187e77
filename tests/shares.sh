#!/bin/sh
# A build in shares, by children or by processes of their own, in one folder or
# brought together from several, makes the same site.
. tests/lib/tap.sh

O=${O:-out}
program=$PWD/$O/workings
p=$tmp/p
mkdir -p "$p/data" "$p/templates/sub"
printf 'title: Test\n' >"$p/data/site.yaml"
printf 'id,name,power [W]\na,A,1000\nb,B,2000\nc,C,3000\nd,D,4000\n' \
    >"$p/data/kettles.csv"
printf -- '---\ntitle: All\n---\n```table\ndata: kettles\ncolumns: [name, power]\n```\n' \
    >"$p/templates/index.md"
printf -- '---\ntitle: "{{ k.name }}"\neach: k in kettles\n---\nIt draws {{ k.power }}.\n' \
    >"$p/templates/kettle.md"
echo body >"$p/templates/sub/plain.txt"

state() {
    (cd "$1" && find . -type f | LC_ALL=C sort | xargs sha256sum)
}
"$program" build "$p" -q
whole=$(state "$p/out/site")
is 'shares: there is a site to compare with' yes \
    "$([ -n "$whole" ] && echo yes)"

rm -rf "$p/out"
"$program" build "$p" -q -j 3
is 'shares: three children make the same site' "$whole" "$(state "$p/out/site")"
is 'shares: and leave nothing' '' "$(ls "$p/out/.site/shares" 2>/dev/null)"

# One folder, one process after the other.
rm -rf "$p/out"
"$program" build "$p" -q --shard 1/2
is 'shares: a share is no site' no "$([ -d "$p/out/site" ] && echo yes || echo no)"
is 'shares: merge asks for what is not made' \
    'workings: error: share 0 of 2 is not made
   hint: make all shares of this plan, then publish 2' \
    "$("$program" merge "$p" -q 2>&1) $("$program" merge "$p" -q 2>/dev/null; echo $?)"
"$program" build "$p" -q --shard 0/2
"$program" merge "$p" -q
is 'shares: two processes make the same site' "$whole" "$(state "$p/out/site")"
is 'shares: merge leaves nothing' '' "$(ls "$p/out/.site/shares" 2>/dev/null)"

# At the same time.
rm -rf "$p/out"
for i in 0 1 2 3; do
    "$program" build "$p" -q --shard $i/4 &
done
wait
"$program" merge "$p" -q
is 'shares: four processes at once make the same site' "$whole" \
    "$(state "$p/out/site")"

# Two machines, one of which has a site already.
cp -r "$p" "$tmp/q"
rm -rf "$tmp/q/out"
"$program" build "$tmp/q" -q --shard 0/2
"$program" build "$p" -q --shard 1/2
cp -r "$p/out/.site/shares/." "$tmp/q/out/.site/shares"
"$program" merge "$tmp/q" -q
is 'shares: brought together from two folders' "$whole" \
    "$(state "$tmp/q/out/site")"

# What did not change is not touched.
before=$(stat -c '%i %y' "$p/out/site/kettle/a.html")
sed -i 's/3000/3500/' "$p/data/kettles.csv"
"$program" build "$p" -q --shard 0/2
"$program" build "$p" -q --shard 1/2
"$program" merge "$p" -q
is 'shares: a page that did not change keeps its file' "$before" \
    "$(stat -c '%i %y' "$p/out/site/kettle/a.html")"
is 'shares: one that did is new' yes \
    "$(grep -q '3,500' "$p/out/site/index.html" && echo yes)"

# Of another plan.
"$program" build "$p" -q --shard 0/2
sed -i 's/3500/3600/' "$p/data/kettles.csv"
is 'shares: those of another plan are no shares' \
    'workings: error: there is no share of this plan
   hint: make them: workings build --shard 0/2, then 1/2' \
    "$("$program" merge "$p" -q 2>&1)"
"$program" build "$p" -q --shard 0/2
"$program" build "$p" -q --shard 0/3
is 'shares: of two numbers' \
    'workings: error: there are shares of 2 and shares of 3
   hint: make all of one number' "$("$program" merge "$p" -q 2>&1)"

# A fault in one share is told by merge, and the old site stays.
old=$(state "$p/out/site")
rm -rf "$p/out/.site/shares"
printf -- '---\ntitle: x\n---\n{{ kettles.a.power ~ 5 W }}\n' >"$p/templates/z.md"
"$program" build "$p" -q --shard 0/2 && "$program" build "$p" -q --shard 1/2
is 'shares: a fault is told when they are merged' \
    'templates/z.md:4:20: error: the value is 1,000 W' \
    "$("$program" merge "$p" -q 2>&1 | head -n 1 | cut -d, -f 1-2)"
is 'shares: and the old site stays' "$old" "$(state "$p/out/site")"
is 'shares: children tell it too, with exit 1' 1 \
    "$("$program" build "$p" -q -j 2 2>/dev/null; echo $?)"
# Children write beside each other.
rm "$p/templates/z.md"
"$program" build "$p" -q
old=$(state "$p/out/site")
many() {
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        rm -rf "$p/out"
        "$program" build "$p" -q -j 4 || echo "$i: status $?"
        [ "$(state "$p/out/site")" = "$old" ] || echo "$i: another site"
    done
}
is 'shares: of many at once each is its own' '' "$(many 2>&1)"
is 'shares: 3/3 is none' 2 "$("$program" build "$p" --shard 3/3 2>/dev/null; echo $?)"

exit $tap_failed
