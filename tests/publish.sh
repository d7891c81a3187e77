#!/bin/sh
# A build that is killed, meets a full disk or another build leaves a whole
# old or a whole new site, and the next one cleans up. QUICK=1 tries a tenth of
# the moments.
. tests/lib/tap.sh

O=${O:-out}
program=$PWD/$O/workings
p=$tmp/p
site=$p/out/site
seed=2026
kills=${QUICK:+20} times=${QUICK:+10}
kills=${kills:-200} times=${times:-1}

# make_version A|B: the project as it was, or as it is.
make_version() {
    v=$tmp/$1
    mkdir -p "$v/data" "$v/templates/sub"
    printf 'title: Test\n' >"$v/data/site.yaml"
    printf 'id,name,power [W]\nsmall,small,1000\nlarge,large,%s\n' "$2" \
        >"$v/data/kettles.csv"
    for page in index same sub/same sub/other; do
        printf -- '---\ntitle: Page\n---\n\n## Text\n\nAlways the same.\n' \
            >"$v/templates/$page.md"
    done
    printf -- '---\ntitle: Power\ndate: 2026-01-02\n---\n\n## P\n\n%s\n' \
        '{{ kettles.large.power }}' >"$v/templates/power.md"
    printf -- '---\ntitle: Kettle\neach: k in kettles\n---\n\n## K\n\n%s\n' \
        '{{ k.power }}' >"$v/templates/kettle.md"
}
make_version A 2200
mkdir "$tmp/A/templates/turns"
cp "$tmp/A/templates/same.md" "$tmp/A/templates/turns/leaf.md"
cp "$tmp/A/templates/same.md" "$tmp/A/templates/gone.md"
make_version B 2300
echo 'a folder once' >"$tmp/B/templates/turns"
mkdir "$tmp/B/templates/new" "$p"
cp "$tmp/B/templates/same.md" "$tmp/B/templates/new/leaf.md"
ln -s ../now/data ../now/templates "$p"

version() {
    ln -sfn "$1" "$tmp/now"
}
build() {
    "$program" build "$p" -q
}
# What a folder holds, by name and content.
state() {
    (cd "$1" && sha256sum -- * */* 2>/dev/null)
}
# The files that no version changes: inode and time.
kept() {
    (cd "$site" && stat -c '%i %y %n' index.html same.html sub/*.html \
        style.css robots.txt kettle/small.html)
}
# Nothing is left over, and the twins agree.
left() {
    (cd "$p/out" && find . .site -maxdepth 1 ! -name lock ! -name reads \
        ! -name stage ! -name twin ! -name . ! -name .site ! -name site &&
        find . -name '*.part')
    [ "$(state "$site")" = "$(state "$p/out/.site/stage")" ] ||
        echo 'the twins differ'
}

version B && build && b=$(state "$site")
version A && build && a=$(state "$site")
is 'publish: another version is another site' different \
    "$([ "$a" != "$b" ] && echo different)"
was=$(kept)
is 'publish: nothing is left' '' "$(left)"

# ---- what stands is not made again ----

reads=$p/out/.site/reads
number=$(stat -c %i "$reads")
build
is 'publish: the records of what stands are kept' "$number" \
    "$(stat -c %i "$reads")"
# remade WHAT: the next build makes the pages, and the site is A.
remade() {
    number=$(stat -c %i "$reads")
    build
    [ "$(state "$site")" = "$a" ] || echo "$1: not made again"
    [ "$(stat -c %i "$reads")" != "$number" ] || echo "$1: taken as it was"
    left
}
rm "$site/power.html" && echo wrong >"$site/power.html"
is 'publish: a page that was changed by hand' '' "$(remade changed)"
rm "$site/kettle/large.html"
is 'publish: a page that was deleted' '' "$(remade deleted)"
head -c 900 "$reads" >"$tmp/cut" && mv "$tmp/cut" "$reads"
is 'publish: records that are cut off' '' "$(remade cut)"
version B && build && version A && build
is 'publish: there and back again' "$a" "$(state "$site")"

# whole WHAT: the site is A or B, and what never changed was not touched.
whole() {
    now=$(state "$site")
    [ "$now" = "$a" ] || [ "$now" = "$b" ] || echo "$1: torn"
    [ "$(kept)" = "$was" ] || echo "$1: touched"
}
# cleaned WHAT STATE: the next build ends in that state, and nothing is left.
cleaned() {
    build || echo "$1: the next build fails"
    [ "$(state "$site")" = "$2" ] || echo "$1: the next build is wrong"
    left
    [ "$(kept)" = "$was" ] || echo "$1: touched by the next build"
}
# turn I: the version that is not the one before.
turn() {
    if [ $(($1 % 2)) = 0 ]; then
        version B
        want=$b
    else
        version A
        want=$a
    fi
}

# ---- killed at random moments ----

milliseconds() {
    echo $(($(date +%s%N) / 1000000))
}
begin=$(milliseconds)
for i in 0 1 2 3; do
    turn $i
    build
done
length=$((($(milliseconds) - begin) / 4 + 2))
killed() {
    awk -v seed=$seed -v most=$length -v kills=$kills 'BEGIN {
        srand(seed)
        for (i = 0; i < kills; i++)
            printf "%d %.4f\n", i, rand() * most / 1000
    }' | while read -r i delay; do
        turn "$i"
        "$program" build "$p" -q 2>/dev/null &
        sleep "$delay"
        kill -9 $! 2>/dev/null
        wait $! 2>/dev/null
        whole "kill $i after $delay s, seed $seed"
        [ $((i % 10)) != 9 ] || cleaned "kill $i, seed $seed" "$want"
    done
}
is "publish: killed at $kills random moments" '' "$(killed 2>&1 | grep -v Killed)"
version A && build

# ---- at every call that changes the file system ----

# preloaded FAULT AT: a build under a fault.
preloaded() {
    LD_PRELOAD=$tmp/fault.so FAULT=$1 FAULT_AT=$2 "$program" build "$p" -q
}
# every FAULT STEP: one build for each moment, or every second, from A to B and
# back.
every() {
    version B
    FAULT_COUNT=$tmp/count preloaded none 0
    n=$(cat "$tmp/count")
    version A && build
    [ "$n" -gt 20 ] || echo "only $n calls"
    k=1 i=0
    while [ $k -le "$n" ]; do
        turn $i
        i=$((i + 1))
        preloaded "$1" $k 2>"$tmp/err"
        case $1:$? in
        full:3)
            grep -q 'make room on the disk' "$tmp/err" || echo "$1 $k: no remedy"
            ;;
        full:0 | kill:0 | kill:137) ;;
        kill:3) grep -q "ended by signal 9" "$tmp/err" || echo "kill $k: not told" ;;
        *) echo "$1 $k: another status" ;;
        esac
        whole "$1 $k"
        cleaned "$1 $k" "$want"
        k=$((k + $2 * times))
    done 2>&1 | grep -v Killed
    version A && build
}
if [ "${B:-out/build}" = out/build ] &&
    ${CC:-cc} -shared -fPIC -O1 -o "$tmp/fault.so" tests/lib/fault.c; then
    is 'publish: killed at every moment' '' "$(every kill 1)"
    is 'publish: the disk is full from any moment on' '' "$(every full 2)"
    # Between two renames the site is away; the next build completes them.
    is 'publish: killed between two renames' '' \
        "$(NOEXCHANGE=1 every kill 3 | grep -Ev ': (torn|touched)$| cd:')"
    version B
    preloaded nolink 0
    is 'publish: without links the site is right' "$b" "$(state "$site")"
    version A
    LD_PRELOAD=$tmp/fault.so FAULT=nolink "$program" build "$p" \
        >"$tmp/out" 2>"$tmp/err"
    ok 'publish: without links it is said' \
        grep -q 'no hard links: files were copied' "$tmp/err"
else
    skip 'publish: killed at every moment' 'nothing to preload'
fi

# ---- several at once ----

several() {
    for i in 0 1 2 3 4 5; do
        turn $i
        build &
        build &
        build &
        wait
        left
        [ "$(state "$site")" = "$want" ] || echo "$i: torn"
    done
}
is 'publish: three builds at once' '' "$(several)"

# ---- faults leave the old site ----

inodes() {
    (cd "$site" && stat -c '%i %y %n' -- * */*)
}
version A && build
before=$(inodes)
printf -- '---\ntitle: Power\n---\n\n## P\n\nIt draws %s.\n' \
    '{{ kettles.large.power ~ 3000 W }}' >"$tmp/A/templates/power.md"
printf -- '---\ntitle: Links\n---\n\n[a](same.html#txt), [b](sme.html).\n' \
    >"$tmp/A/templates/same.md"
"$program" build "$p" >"$tmp/out" 2>"$tmp/err"
is 'publish: a false claim is status 1' 1 $?
is 'publish: faults of all pages, in order' \
    'templates/power.md:7:1: note: a sentence that is not true: '\''It draws 3,000 W.'\''
templates/power.md:7:33: error: the value is 2,200 W, which does not hold
templates/same.md:5:5: error: no heading or number #txt in '\''same'\''
templates/same.md:5:25: error: no page or file '\''sme.html'\'' in the site' \
    "$(grep '^templates' "$tmp/err" | sed "s/ '~ 3000.*//")"
is 'publish: the old site is untouched' "$before" "$(inodes)"

exit $tap_failed
