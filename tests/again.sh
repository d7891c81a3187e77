#!/bin/sh
# A build makes again what rests on what changed, and nothing else; what it
# keeps is what a build from nothing makes, byte for byte.
. tests/lib/tap.sh

program=$PWD/${O:-out}/workings
p=$tmp/p
jobs=1

# page NAME: a page of that name, its text from standard input.
page() {
    mkdir -p "$(dirname "$p/templates/$1.md")"
    { printf -- '---\ntitle: %s\n---\n\n' "$1" && cat; } >"$p/templates/$1.md"
}

mkdir -p "$p/data" "$p/templates"
echo 'title: Kettles' >"$p/data/site.yaml"
cat >"$p/data/makers.csv" <<'END'
id,name,country [text],source
north,North Ltd,Norway,book
south,South Inc,Chile,paper
END
cat >"$p/data/kettles.csv" <<'END'
id,name,maker [@makers],power [W],heat [kJ],price [USD],price.source,rule [expr],source,locator,note
small,Small one,north,1000,270,20,shop,kettles.small.power / 2,book,p. 1,a remark
large,Large one,south,2200,570,35..45,shop,2 * kettles.large.power,book,p. 2,
old,Old one,north,1500,500,,,kettles.small.power,paper,table 3,rarely sold
quick,Quick one,south,3000,570,60,,kettles.quick.power,paper; book,,
END
cat >"$p/data/prices.csv" <<'END'
kettle [@kettles],day [date],paid [USD],source
small,2024-01-02,19,shop
small,2025-01-02,21,shop
large,2025-03-01,40,paper
END
cat >"$p/data/sources.csv" <<'END'
id,kind,authors,title,container,year [date],url,accessed [date],note
book,book,A. Author,The book of kettles,,2020,https://example.org/book,2026-01-01,
paper,paper,B. Writer,On boiling,,2021,https://example.org/paper,2026-01-01,
shop,web,C. Seller,A shop,,2022,https://example.org/shop,2026-01-01,
END
cat >"$p/data/heat.formulas" <<'END'
# Time to boil. [@paper]
boil_time(k: kettles) -> s = k.heat / k.power
END
echo 'A partial: {{ kettles.old.power }}.' >"$p/templates/_part.md"
page plain <<'END'
No number at all.
END
page one <<'END'
The small one has {{ kettles.small.power }}, as in [@book].
END
page sums <<'END'
In all {{ sum(power of kettles) }}, of the north
{{ sum(power of kettles where maker.country = "Norway") }}, the dearest
{{ max(price of kettles where known(price)) }}; {{ count(kettles) }} kettles,
paid {{ sum(paid of prices where kettle = kettles.small) }}.
END
page sorted <<'END'
```table
data: kettles sort by power desc limit 2
columns:
  - Name: name
  - Maker: maker.name
  - Power: power
```

```chart
type: bar
title: Power
data: kettles
x: power
y: name
```
END
page boil <<'END'
{{#each k in kettles where known(price)}}
- {{ k.name }}: {{ boil_time(k) }}, {{ k.rule }}
{{/each}}

The large one takes {{ boil_time(kettles.large) ~ 259 s }}.
END
page part <<'END'
{{> part}}
END
page cited <<'END'
{{#each c in cited}}
- {{ c.cites }}
{{/each}}
END
cat >"$p/templates/kettle.md" <<'END'
---
title: "{{ k.name }}"
each: k in kettles
---

{{ k.name }} of {{ k.maker.name }}: {{ k.power }}.
END
"$program" -q -C "$p" build || exit 3

# built WHAT [MADE]: what is built now is what is built from nothing, and that
# many pages of it were made (any number where it is not said).
built() {
    rm -rf "$tmp/clean"
    mkdir "$tmp/clean"
    cp -R "$p/data" "$p/templates" "$tmp/clean"
    "$program" --format json -C "$p" build -j "$jobs" >"$tmp/again" 2>"$tmp/again.told"
    again=$?
    "$program" --format json -C "$tmp/clean" build >"$tmp/new" 2>"$tmp/new.told"
    is "again: $1: ends as from nothing" $? $again
    is "again: $1: tells what is told from nothing" \
        "$(cat "$tmp/new.told")" "$(cat "$tmp/again.told")"
    [ $again = 0 ] || return
    ok "again: $1: the site is that from nothing" \
        diff -r "$p/out/site" "$tmp/clean/out/site"
    [ -z "$2" ] || is "again: $1: pages made" "$2" \
        "$(sed 's/.*"made":\([0-9]*\).*/\1/' "$tmp/again")"
}
# edit WHAT MADE FILE SCRIPT: for sed.
edit() {
    sed -i "$4" "$p/$3"
    built "$1" "$2"
}

built 'nothing' 0
edit 'a cell' 6 data/kettles.csv 's/^small,Small one,north,1000/small,Small one,north,1100/'
edit 'a cell that two pages read' 2 data/prices.csv 's/^large,2025-03-01,40/large,2025-03-01,41/'
edit 'a remark' '' data/kettles.csv 's/a remark/another/'
edit 'a name that is referred to' '' data/makers.csv 's/North Ltd/North plc/'
edit 'a condition' '' data/makers.csv 's/Chile/Norway/'
edit 'an author' '' data/sources.csv 's/A. Author/A. N. Other/'
edit 'a place in a source' '' data/kettles.csv 's/table 3/table 4/'
edit 'an expression in a cell' '' data/kettles.csv 's/2 \* kettles/3 * kettles/'
edit 'rows in another order' '' data/kettles.csv '2{h;d};3{G}'
edit 'a row at the end' '' data/kettles.csv '$a last,Last one,north,900,200,9,shop,,book,,'
edit 'a row at the start' '' data/kettles.csv '1a first,First one,south,800,200,9,shop,,book,,'
edit 'a row less' '' data/kettles.csv '/^first,/d'
edit 'a column more' 12 data/makers.csv '1s/$/,remark/;2,$s/$/,x/'
edit 'a unit' 12 data/kettles.csv '1s/power \[W\]/power [kW]/;1s/heat \[kJ\]/heat [MJ]/'
edit 'a text' 1 templates/plain.md 's/No number/Not a number/'
edit 'a partial' 12 templates/_part.md 's/A partial/The partial/'
edit 'a formula' 12 data/heat.formulas 's/Time to/The time to/'
edit 'the name of the site' 12 data/site.yaml 's/Kettles/Pots/'

page more <<'END'
Of {{ count(kettles) }}, {{ count(kettles where price > 15 USD) }} are dear.
END
built 'a page more' 13
built 'a page of which something is told' 1
rm "$p/templates/more.md"
built 'a page less' 12

edit 'a statement that no longer holds' '' data/kettles.csv 's/,570,35/,600,35/'
edit 'a statement that holds again' '' data/kettles.csv 's/,600,35/,570,35/'
rm "$p/out/site/one.html"
built 'a file that is gone' 1
echo x >>"$p/out/site/plain.html"
built 'a file that is not as it was made' 1
head -c 2000 "$p/out/.site/reads" >"$tmp/some"
cp "$tmp/some" "$p/out/.site/reads"
edit 'half of what was read' '' data/prices.csv 's/,41,/,42,/'
rm "$p/out/.site/reads"
edit 'nothing of what was read' 12 data/prices.csv 's/,42,/,43,/'

# Digits changed at random, of one cell each time; in two processes.
jobs=2
LC_ALL=C awk 'BEGIN { srand(7); for (i = 0; i < 30; i++)
    print int(4 * rand()), int(3 * rand()), int(7 * rand()), int(10 * rand()) }' \
    >"$tmp/digits"
while read -r table row column digit; do
    set -- kettles makers prices sources
    shift "$table"
    LC_ALL=C awk -F, -v OFS=, -v r="$row" -v c="$column" -v d="$digit" '
        NR == r + 2 && c + 2 <= NF && !/"/ { sub(/[0-9]/, d ? d : 1, $(c + 2)) }
        { print }' "$p/data/$1.csv" >"$tmp/edited"
    cp "$tmp/edited" "$p/data/$1.csv"
    built "a digit of $1, row $row, column $column" </dev/null
done <"$tmp/digits"
exit $tap_failed
