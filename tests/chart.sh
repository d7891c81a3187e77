#!/bin/sh
# The command chart: three formats, the same bytes each time; what goes wrong
# leaves the picture that was there, says why, and ends with the status it
# should. Figures in pages: what stands in them, and beside them.
. tests/lib/tap.sh

O=${O:-out}
cp -R tests/fixture "$tmp/p"
program=$PWD/$O/workings
p=$tmp/p
cat >"$p/bars.yaml" <<'END'
type: bar
title: The H100 reads {{ chips.h100_sxm.bandwidth ~ 3.35 TB/s }}
data: chips where kind = "gpu" sort by launched desc limit 6
x: name
y: bandwidth
END

# drawn FORMAT: what a run leaves, or its status.
drawn() {
    rm -f "$tmp/x.$1"
    "$program" -C "$p" chart "$p/bars.yaml" -o "$tmp/x.$1" 2>&1 ||
        echo "[$?]"
    head -c 4 "$tmp/x.$1" | tr -d '\211'
}
is 'chart: SVG' '<svg' "$(drawn svg)"
is 'chart: PNG' 'PNG' "$(drawn png)"
is 'chart: PDF' '%PDF' "$(drawn pdf)"
for format in svg png pdf; do
    cp "$tmp/x.$format" "$tmp/first.$format"
    (
        TZ=Asia/Tokyo LC_ALL=tr_TR.UTF-8 HOME=/nonexistent
        export TZ LC_ALL HOME
        drawn "$format" >"$tmp/again"
    )
    ok "chart: the same $format elsewhere" cmp -s "$tmp/x.$format" "$tmp/first.$format"
done
is 'chart: nothing else is left' 'x.pdf x.png x.svg' \
    "$(cd "$tmp" && echo x.*)"
is 'chart: in words' \
    'Bar chart: bandwidth of 6 chips, from 819 GB/s (M3 Ultra) to 8 TB/s (Instinct MI350X).' \
    "$("$program" -C "$p" chart -v "$p/bars.yaml" -o "$tmp/x.svg" 2>&1)"
is 'chart: from standard input' '' \
    "$("$program" -C "$p" chart - -o "$tmp/y.svg" <"$p/bars.yaml" 2>&1)"
ok 'chart: the same picture' cmp -s "$tmp/y.svg" "$tmp/x.svg"

# ---- faults ----

# keeps STATUS COMMAND...: ends so, and leaves the picture and nothing else.
echo 'an old picture' >"$tmp/old"
keeps() {
    name=$1 want=$2
    shift 2
    mkdir "$tmp/f"
    cp "$tmp/old" "$tmp/f/x.svg"
    ("$@" >"$tmp/said" 2>&1)
    is "chart: $name: status" "$want" "$?"
    is "chart: $name: what stays" 'an old picture' "$(cat "$tmp"/f/* 2>&1)"
    ok "chart: $name: is told" grep -q 'error: ' "$tmp/said"
    rm -rf "$tmp/f"
}
draw() {
    "$program" -C "$p" chart "$p/bars.yaml" -o "$tmp/f/x.svg"
}
sed 's/~ 3.35/~ 4.35/' "$p/bars.yaml" >"$p/false.yaml"
keeps 'a title that is not true' 1 \
    "$program" -C "$p" chart "$p/false.yaml" -o "$tmp/f/x.svg"
keeps 'no such format' 2 \
    "$program" -C "$p" chart "$p/bars.yaml" -o "$tmp/f/x.gif"
keeps 'no such block' 3 \
    "$program" -C "$p" chart "$p/none.yaml" -o "$tmp/f/x.svg"
full() {
    trap '' XFSZ
    ulimit -f 8 && draw
}
keeps 'a full disk' 3 full
is 'chart: a full disk: by name' '' \
    "$(grep -vE "^workings: error: cannot write '.*x.svg': File too large$|^ *hint: " "$tmp/said")"

# A font that is missing, or is none.
mkdir -p "$tmp/bin/fonts"
cp "$O/workings" "$O/draw.so" "$tmp/bin"
cp "$O"/fonts/*.[ot]tf "$tmp/bin/fonts"
elsewhere() {
    "$tmp/bin/workings" -C "$p" chart "$p/bars.yaml" -o "$tmp/f/x.svg"
}
for font in Inter-Regular.otf Inter-Bold.otf; do
    mv "$tmp/bin/fonts/$font" "$tmp/kept"
    keeps 'a font that is missing' 3 elsewhere
    ok 'chart: a font that is missing: by name' grep -q "$font" "$tmp/said"
    echo 'no font' >"$tmp/bin/fonts/$font"
    keeps 'a font that is none' 3 elsewhere
    mv "$tmp/kept" "$tmp/bin/fonts/$font"
done
rm "$tmp/bin/draw.so"
keeps 'no module' 3 elsewhere

# Memory that ends at any place: a whole picture, or the old one and status 3.
if [ "$O" = out ]; then
    "$program" -C "$p" chart "$p/bars.yaml" -o "$tmp/whole.svg"
    for room in $(seq 12000 500 24000); do
        mkdir "$tmp/f"
        cp "$tmp/old" "$tmp/f/x.svg"
        # shellcheck disable=SC3045
        (ulimit -v $room && draw >"$tmp/said" 2>&1)
        status=$?
        case $status in
        0) want=$tmp/whole.svg ;;
        *) want=$tmp/old ;;
        esac
        ok "chart: memory of $room KiB: a whole picture" \
            cmp -s "$tmp/f/x.svg" "$want"
        case $status in
        0 | 3) ;;
        *) ok "chart: memory of $room KiB: status $status" false ;;
        esac
        ok "chart: memory of $room KiB: is told" \
            test $status = 0 -o -s "$tmp/said"
        is "chart: memory of $room KiB: nothing else" 'x.svg' "$(ls "$tmp/f")"
        rm -rf "$tmp/f"
    done

    # One allocation that fails, wherever it is: what draws must not go on.
    lost() { # FORMAT
        "$program" -C "$p" chart "$p/bars.yaml" -o "$tmp/whole.$1"
        for k in $(seq 1 97 12000); do
            cp "$tmp/old" "$tmp/x.$1"
            FAIL_AT=$k LD_PRELOAD=$tmp/memory.so "$program" -C "$p" chart \
                "$p/bars.yaml" -o "$tmp/x.$1" >"$tmp/said" 2>&1
            case $? in
            0) cmp -s "$tmp/x.$1" "$tmp/whole.$1" || echo "$k: another picture" ;;
            3)
                cmp -s "$tmp/x.$1" "$tmp/old" || echo "$k: the old one is gone"
                [ -s "$tmp/said" ] || echo "$k: not told"
                echo lost >>"$tmp/lost"
                ;;
            *) echo "$k: status $?" ;;
            esac
        done
    }
    if ${CC:-cc} -shared -fPIC -O1 -o "$tmp/memory.so" tests/lib/memory.c; then
        for format in svg png pdf; do
            is "chart: one lost allocation, $format" '' "$(lost $format)"
        done
        ok 'chart: allocations were lost' test "$(wc -l <"$tmp/lost")" -gt 60
    else
        skip 'chart: one lost allocation' 'nothing to preload'
    fi
else
    skip 'chart: memory' 'a sanitizer needs its own'
fi

exit $tap_failed
