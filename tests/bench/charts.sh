#!/bin/sh
# Charts beside gnuplot, rrdtool and Vega-Lite: sh tests/bench/charts.sh [RUNS]
# Prints tables in Markdown. Inputs and outputs are in out/bench. A peer that is
# not installed is skipped (apt: gnuplot-nox rrdtool cmark mawk; npm: vega
# vega-lite markdown-it in out/bench/npm-vega or $VEGA).
cd "$(dirname "$0")/../.." || exit 3
O=${O:-out} B=${B:-out/build} runs=${1:-5} CC=${CC:-cc}
top=$(pwd) work=$(pwd)/out/bench here=$(pwd)/tests/bench
program=$top/$O/workings
export VEGA="${VEGA:-$work/npm-vega}"
mkdir -p "$work/in" "$work/rrd" "$work/gp1" "$work/gp2" "$work/vega"

$CC -O2 -o "$work/gen" "$here/gen.c" -lm || exit 3
$CC -O2 -o "$work/meas" "$here/meas.c" || exit 3
draw='cairo harfbuzz harfbuzz-subset freetype2 fribidi libpng libbrotlienc cmocka'
# shellcheck disable=SC2046,SC2086
$CC -std=c11 -D_GNU_SOURCE= -O2 -Igen -Itests $(pkg-config --cflags $draw) \
    -o "$work/charts" "$here/charts.c" "$B"/gen/draw/*.o "$B/core.a" \
    $(pkg-config --libs $draw) -lcsv -l:libyaml.a -l:libcmark.a \
    -l:libcrypto.a -lm || exit 3
[ -s "$work/in/chips200.csv" ] || "$work/gen" "$work/in" small || exit 3

for job in w1:40 w2:200; do
    folder=$work/${job%:*}
    rm -rf "$folder"
    mkdir -p "$folder/data" "$folder/templates/chips"
    awk -v OUT="$folder" -v JOB="${job%:*}" -f "$here/charts.awk" \
        "$work/in/models20.csv" "$work/in/chips${job#*:}.csv" || exit 3
done
rmdir "$work/w1/templates/chips"

row() { # WHO PREPARE COMMAND...: one line of the table
    who=$1 prepare=$2
    shift 2
    if ! command -v "$1" >/dev/null; then
        echo "| $who | not installed | | | |"
        return
    fi
    "$work/meas" -n "$runs" -w 1 -p "$prepare" -- "$@" |
        awk -F'\t' -v who="$who" '
        $9 != 0 { print "| " who " | not installed, or failed | | | |"; next }
        { printf "| %s | %.4f | %.4f | %.4f-%.4f | %.1f |\n", who, $3, $2, $7, $8, $6 }'
}
part() {
    printf '\n### %s\n\n| | CPU, s | wall, s | min-max | peak, MB |\n' "$1"
    echo '|---|--:|--:|--:|--:|'
}

printf '### A chart after the first, CPU ms\n\n'
echo '| | layout | SVG in a page | SVG file | PDF | PNG, 1.44 megapixels |'
echo '|---|--:|--:|--:|--:|--:|'
"$work/charts" 'bar easy' 'grouped-bar easy' 'stacked-bar easy' 'dot easy' \
    'range easy' 'scatter easy' 'scatter 60' 'line easy' 'line small multiples' \
    'area easy' 'roofline easy' 'timeline easy' 'waffle easy' 'heatmap easy' \
    'slope easy'

cat >"$work/one.yaml" <<'END'
type: bar
title: Rated power of twelve chips
data: chips limit 12
x: tdp
y: name
END
cd "$work/rrd" || exit 3
if command -v rrdtool >/dev/null; then
    rrdtool create a.rrd --start 1000000000 --step 60 DS:a:GAUGE:120:0:U \
        DS:b:GAUGE:120:0:U DS:c:GAUGE:120:0:U DS:d:GAUGE:120:0:U \
        RRA:AVERAGE:0.5:1:100
    for i in 1 2 3 4 5 6 7 8 9 10; do
        rrdtool update a.rrd $((1000000000 + i * 60)):$i:$((i * 2)):$((i * i)):$((i * 3 + 5))
    done
    for format in SVG PNG PDF; do
        for i in 1 2 3 4 5 6 7 8 9 10; do
            echo "graph r$i.$format --imgformat $format --start 1000000000 --end 1000000600 -w 560 -h 300 --title 'chart $i' --vertical-label ms DEF:a=a.rrd:a:AVERAGE DEF:b=a.rrd:b:AVERAGE DEF:c=a.rrd:c:AVERAGE DEF:d=a.rrd:d:AVERAGE LINE2:a#4477aa:one LINE2:b#cc6677:two LINE2:c#117733:three LINE2:d#ddaa33:four"
        done >"ten.$format"
        head -n 1 "ten.$format" >"one.$format"
    done
fi
cd "$top" || exit 3

part 'A process that draws one chart'
for format in svg png pdf; do
    row "**workings** $format" : "$program" -C "$work/w1" -q chart \
        "$work/one.yaml" -o "$work/one.$format"
done
row '**workings**, no chart: a cell of the same data' : "$program" \
    -C "$work/w1" eval chips.c1.tdp
for format in SVG PNG PDF; do
    row "rrdtool $format, four lines" : sh -c \
        "command -v rrdtool && cd $work/rrd && rrdtool - <one.$format"
    row "rrdtool $format, ten charts of four lines" : sh -c \
        "command -v rrdtool && cd $work/rrd && rrdtool - <ten.$format"
done

part 'W1: one report: 20 numbers, a table of 40 rows, 10 charts'
row '**workings** build' "rm -rf $work/w1/out" "$program" -q build "$work/w1"
row '**workings** report, in one file' : "$program" -C "$work/w1" -q report \
    "$work/w1/templates/index.md" -o "$work/w1.html"
row 'gnuplot and cmark' : sh -c "command -v gnuplot cmark mawk &&
    mawk -v OUT=$work/gp1 -f $here/peers/gnuplot_w1.awk $work/in/chips40.csv &&
    gnuplot $work/gp1/charts.gp &&
    cmark --unsafe $work/gp1/report.md >$work/gp1/index.html"
row 'Vega-Lite and markdown-it' : node "$here/peers/vega_w1.mjs" "$work/in" \
    "$work/vega"

part 'W2: 200 pages, each 10 numbers, a table of 20 rows, 2 charts'
row '**workings** build' "rm -rf $work/w2/out" "$program" -q build "$work/w2"
row '**workings** build, nothing changed' : "$program" -q build "$work/w2"
row 'gnuplot and 201 cmark' "rm -rf $work/gp2; mkdir $work/gp2" sh -c "
    command -v gnuplot cmark mawk &&
    mawk -v OUT=$work/gp2 -f $here/peers/gnuplot_w2.awk $work/in/models20.csv \
        $work/in/chips200.csv | gnuplot &&
    mawk -f $here/peers/gnuplot_index.awk $work/in/chips200.csv >$work/gp2/index.md &&
    for f in $work/gp2/*.md; do cmark --unsafe \$f >\${f%.md}.html; done"
