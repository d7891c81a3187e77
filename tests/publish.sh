#!/bin/sh
# A build that is killed, meets a full disk or another build leaves a whole
# old or a whole new site, and the next one cleans up.
. tests/lib/tap.sh

O=${O:-out}
program=$PWD/$O/workings
p=$tmp/p
site=$p/out/site
seed=2026
mkdir "$p"

# version A|B: the project as it was, or as it is.
version() {
    rm -rf "$p/data" "$p/templates"
    mkdir -p "$p/data" "$p/templates/sub"
    printf 'title: Test\nbase_url: https://example.org/t\n' >"$p/data/site.yaml"
    printf 'id,name,power [W]\nsmall,small,1000\nlarge,large,%s\n' \
        "$(if [ "$1" = A ]; then echo 2200; else echo 2300; fi)" \
        >"$p/data/kettles.csv"
    for page in index same sub/same sub/other; do
        printf -- '---\ntitle: Page\n---\n\n## Text\n\nAlways the same.\n' \
            >"$p/templates/$page.md"
    done
    printf -- '---\ntitle: Power\ndate: 2026-01-02\n---\n\n## P\n\n{{ kettles.large.power }}\n' \
        >"$p/templates/power.md"
    # shellcheck disable=SC2016
    printf -- '---\ntitle: Kettle\neach: k in kettles\n---\n\n## K\n\n{{ k.power }}\n' \
        >"$p/templates/kettle.md"
    if [ "$1" = A ]; then
        mkdir "$p/templates/turns"
        cp "$p/templates/same.md" "$p/templates/turns/leaf.md"
        cp "$p/templates/same.md" "$p/templates/gone.md"
    else
        echo 'a file' >"$p/templates/turns"
        mkdir "$p/templates/new"
        cp "$p/templates/same.md" "$p/templates/new/leaf.md"
    fi
}

build() {
    "$program" build "$p" -q
}

# What a folder holds, by name and content.
state() {
    (cd "$1" && find . -type f | sort | xargs sha256sum | sha256sum) 2>&1
}
# The files that no version changes: inode and time.
kept() {
    (cd "$site" && stat -c '%i %y %n' index.html same.html sub/*.html \
        style.css robots.txt kettle/small.html)
}
# Nothing is left over, and the twins agree.
left() {
    (cd "$p/out/.site" && find . -maxdepth 1 ! -name lock ! -name reads \
        ! -name stage ! -name twin ! -name . | sort)
    find "$p/out" -name '.part' -o -path '*/site/.*'
    [ "$(state "$site")" = "$(state "$p/out/.site/stage")" ] ||
        echo 'the twins differ'
}

version B && build && b=$(state "$site")
version A && build && a=$(state "$site")
is 'publish: another version is another site' different \
    "$([ "$a" != "$b" ] && echo different)"
was=$(kept)

# whole WHAT: the site is A or B, and what never changed was not touched.
whole() {
    now=$(state "$site")
    if [ "$now" != "$a" ] && [ "$now" != "$b" ]; then
        echo "$1: torn"
    fi
    [ "$(kept)" = "$was" ] || echo "$1: touched"
}
# cleaned WHAT STATE: the next build ends in that state, and nothing is left.
cleaned() {
    build || echo "$1: the next build fails"
    [ "$(state "$site")" = "$2" ] || echo "$1: the next build is wrong"
    left
    [ "$(kept)" = "$was" ] || echo "$1: touched by the next build"
}

# ---- killed at 200 random moments ----

milliseconds() {
    echo $(($(date +%s%N) / 1000000))
}
begin=$(milliseconds)
for v in B A B A; do
    version $v && build
done
length=$((($(milliseconds) - begin) / 4 + 2))
echo "# a build takes about $length ms; seed $seed"
killed=0
faults=$(
    awk -v seed=$seed -v most=$length 'BEGIN {
        srand(seed)
        for (i = 0; i < 200; i++)
            printf "%.4f\n", rand() * most / 1000
    }' | while read -r delay; do
        if [ $((killed % 2)) = 0 ]; then v=B want=$b; else v=A want=$a; fi
        version $v
        build 2>/dev/null &
        pid=$!
        sleep "$delay"
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        whole "kill $killed after $delay s"
        [ $((killed % 4)) != 3 ] || cleaned "kill $killed" "$want"
        killed=$((killed + 1))
    done 2>&1 | grep -v Killed
)
is 'publish: killed at 200 random moments' '' "$faults"
version A && build

# ---- at every call that changes the file system ----

systematic=1
if [ "${B:-out/build}" != out/build ] || ! ${CC:-cc} -shared -fPIC -O1 \
    -o "$tmp/fault.so" tests/lib/fault.c 2>"$tmp/log"; then
    systematic=0
fi
# preloaded FAULT AT: a build under a fault.
preloaded() {
    LD_PRELOAD=$tmp/fault.so FAULT=$1 FAULT_AT=$2 "$program" build "$p" -q
}
# calls: how many a build from A to B makes.
calls() {
    version A && build && version B
    FAULT_COUNT=$tmp/count LD_PRELOAD=$tmp/fault.so "$program" build "$p" -q
    cat "$tmp/count"
}
# every FAULT STATUS: one build for each moment.
every() {
    n=$(calls)
    [ "$n" -gt 20 ] || echo "only $n calls"
    k=1
    while [ $k -le "$n" ]; do
        version A && build
        version B
        preloaded "$1" $k 2>"$tmp/err"
        status=$?
        case $1:$status in
        full:3) grep -q 'make room on the disk' "$tmp/err" ||
            echo "$1 $k: no remedy" ;;
        full:0 | kill:137) ;;
        *) echo "$1 $k: status $status" ;;
        esac
        whole "$1 $k"
        cleaned "$1 $k" "$b"
        k=$((k + 1))
    done 2>&1 | grep -v Killed
}
if [ $systematic = 1 ]; then
    is 'publish: killed at every moment' '' "$(every kill)"
    is 'publish: the disk is full from every moment on' '' "$(every full)"
    export NOEXCHANGE=1
    was_kept=$was
    is 'publish: killed at every moment of two renames' '' \
        "$(every kill | grep -Ev ': (torn|touched)$')"
    unset NOEXCHANGE
    version A && build && version B
    preloaded noexchange 0 >"$tmp/log" 2>&1
    is 'publish: without exchange the site is right' "$b" "$(state "$site")"
    is 'publish: and nothing is left' '' "$(left)"
    was=$was_kept
    version A && build && version B
    said=$(LD_PRELOAD=$tmp/fault.so FAULT=nolink "$program" build "$p" 2>&1)
    is 'publish: without links the site is right' "$b" "$(state "$site")"
    ok 'publish: without links it is said' \
        test "${said#*no hard links}" != "$said"
else
    skip 'publish: killed at every moment' 'nothing to preload'
fi

# ---- two at once ----

version A && build
faults=$(
    for i in 1 2 3 4 5 6 7 8 9 10; do
        if [ $((i % 2)) = 0 ]; then version A; else version B; fi
        build &
        build &
        build &
        wait
        left
        now=$(state "$site")
        if [ "$now" != "$a" ] && [ "$now" != "$b" ]; then echo "$i: torn"; fi
    done
)
is 'publish: three builds at once' '' "$faults"

# ---- faults leave the old site ----

version A && build
whole_before=$(cd "$p/out" && find site -type f | sort | xargs stat -c '%i %y %n')
# shellcheck disable=SC2016
printf -- '---\ntitle: Power\n---\n\n## P\n\nIt draws {{ kettles.large.power ~ 3000 W }} [here](nowhere.html).\n' \
    >"$p/templates/power.md"
"$program" build "$p" >"$tmp/out" 2>"$tmp/err"
is 'publish: a false claim is status 1' 1 $?
ok 'publish: template, line and column of the claim' \
    grep -q '^templates/power.md:7:14: error: ' "$tmp/err"
is 'publish: the old site is untouched' "$whole_before" \
    "$(cd "$p/out" && find site -type f | sort | xargs stat -c '%i %y %n')"

exit $tap_failed
