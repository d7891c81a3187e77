#!/bin/sh
# What a chart block may say, and what is refused of it, with place and remedy.
. tests/lib/tap.sh

O=$(cd "${O:-out}" && pwd)
mkdir -p "$tmp/data"
cat >"$tmp/data/chips.csv" <<'END'
id,name,maker,power [W],memory [GB],launched [date],source
a,A,One,400,40,2020-05,s
b,B,One,700,80,2022-03,s
c,C,Two,,0,2024,s
END
cat >"$tmp/data/sources.csv" <<'END'
id,title,author,date,url,kind
s,A source,Someone,2024-01-01,https://example.org/,report
END

# drawn LINES: how drawing them ends, or the first fault and its remedy.
drawn() {
    printf '%s\n' 'title: A title' "$@" >"$tmp/c.yaml"
    (cd "$tmp" && "$O/workings" chart c.yaml -o c.svg 2>&1) |
        sed -n 's/^c.yaml:\([0-9]*:[0-9]*\): error: /\1 /p; s/^   hint: / | /p' |
        head -2 | tr -d '\n'
    test -f "$tmp/c.svg" && echo drawn && rm "$tmp/c.svg"
}

bar='type: bar
data: chips
x: power
y: name'

is 'requests: a bar' drawn "$(drawn "$bar")"
is 'requests: all that a chart may say' drawn "$(drawn "$bar" \
    'color: maker' 'highlight: id = "b"' 'link: id' 'zero: x' 'drop: note' \
    'titles: {x: rated power}' 'colors: {One: 6, Two: 2}' \
    'domain: {x: [0 W, 1 kW]}' 'facet: maker' \
    'annotate: [{x: chips.b.power, text: "most: {{ 700 W }}"}]')"
is 'requests: several expressions' drawn "$(drawn 'type: grouped-bar' \
    'data: chips' 'y: name' 'x: {rated: power, half: power / 2}')"
is 'requests: the sides of a slope' drawn "$(drawn 'type: slope' \
    'data: chips where known(power)' 'label: name' \
    'y: {rated: power, half: power / 2}')"
is 'requests: a tornado' drawn "$(drawn 'type: range' 'data: chips' \
    'y: name' 'x: {low: power, high: power * 2}' 'base: 500 W')"
is 'requests: a roof without rows' drawn "$(drawn 'type: roofline' \
    'peak: 989 TFLOP/s' 'bandwidth: 3.35 TB/s')"

is 'requests: an unknown key' "6:1 no key 'highlite' here | did you mean \
'highlight'?" "$(drawn "$bar" 'highlite: id = "a"')"
is 'requests: unlike dimensions' "3:12 the values of 'x' are in 'W' and in \
'GB' | draw one quantity an axis" \
    "$(drawn 'type: dot' 'x: [power, memory]' 'data: chips' 'y: name')"
is 'requests: two that have several' "4:4 one of x and y may have several \
expressions | write one for the other" \
    "$(drawn 'type: dot' 'x: [power, power]' 'y: [name, id]' 'data: chips')"
is 'requests: a color beside several' "5:8 'color' stands for the several \
expressions of 'x' | leave it out" "$(drawn 'type: dot' 'x: [power, power]' \
    'y: name' 'color: maker' 'data: chips')"
is 'requests: a domain of another dimension' "6:14 the axis is in 'W', this \
in 'GB' | write a value of the axis's dimension" \
    "$(drawn "$bar" 'domain: {x: [0 GB, 1 GB]}')"
is 'requests: a domain with one end' "6:13 a domain has two ends | write \
[low, high]" "$(drawn "$bar" 'domain: {x: [0 W]}')"
is 'requests: no such color' "7:15 '9' is no color | write a number from 1 \
to 8" "$(drawn "$bar" 'color: maker' 'colors: {One: 9}')"
is 'requests: an annotation nowhere' "6:12 an annotation stands at a value | \
write x: or y: and an expression" "$(drawn "$bar" 'annotate: [{text: here}]')"
is 'requests: a drop without a note' "6:7 rows are dropped with a note alone \
| write drop: note" "$(drawn "$bar" 'drop: yes')"
is 'requests: a roofline without its roof' "1:1 a roofline needs bandwidth | \
write peak: and bandwidth:, as of one chip" \
    "$(drawn 'type: roofline' 'peak: 1 TFLOP/s')"
is 'requests: an encoding without rows' "5:4 'x' is computed for each row | \
write data: and a table" "$(drawn 'type: roofline' 'peak: 989 TFLOP/s' \
    'bandwidth: 3.35 TB/s' 'x: 3')"
is 'requests: a roof of another dimension' "6:4 the roof is in 'FLOP/B' here, x \
in 'GB' | along x stands peak divided by bandwidth" "$(drawn 'type: roofline' \
    'peak: 989 TFLOP/s' 'bandwidth: 3.35 TB/s' 'data: chips' 'x: memory')"
is 'requests: a subtitle that the data contradict' "6:36 the value is 700 W, \
which does not hold '~ 600 W', off by 17 % | correct the statement, or what it \
rests on: chips.b.power (data/chips.csv:3)" \
    "$(drawn "$bar" 'subtitle: at most {{ chips.b.power ~ 600 W }}')"
is 'requests: zero on a log axis' "4:4 row 'c' has the memory 0 GB, which a \
logarithmic axis cannot show | write drop: note to leave such rows out, or \
take x out of log:" "$(drawn 'type: dot' 'data: chips' \
    'x: memory' 'y: name' 'log: x')"
is 'requests: zero left out' drawn "$(drawn 'type: dot' 'data: chips' \
    'x: memory' 'y: name' 'log: x' 'drop: note')"

exit $tap_failed
