#!/bin/sh
# The catalog of chips in Markdown, until there are documents:
#   sh templates/catalog.sh PROGRAM FOLDER
# Plans an expression for every number, lets the program evaluate them all in
# one process, and lays out the answers: a page a chip, and an index.
set -eu
program=$1 out=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
tab=$(printf '\t')

# answer PLAN: its lines, each with the JSON of the expression in its last
# field put in the place of that field.
answer() {
    sed "s/.*$tab//" "$1" | "$program" eval -q --format json - >"$tmp/json"
    sed "s/${tab}[^$tab]*\$//" "$1" | paste - "$tmp/json"
}

# Ids of the chips, and the keys of their peaks: CHIP,FORMAT,UNIT.
sed 1d data/chips.csv | grep -oE '^[a-z][a-z0-9_]*,' | tr -d , >"$tmp/ids"
sed 1d data/peaks.csv | grep -oE '^[a-z0-9_]+,[a-z0-9_]+,[a-z]+,' >"$tmp/keys"

# CHIP, PART, LABEL, EXPRESSION
awk -F, '
function plan(part, label, expression) {
    print id "\t" part "\t" label "\t" expression
}
FNR == NR {
    keys[$1] = keys[$1] $2 "," $3 " "
    next
}
{
    id = $1
    chip = "chips." id
    plan("name", "", chip ".name")
    plan("vendor", "", chip ".vendor")
    plan("row", "Launched", chip ".launched")
    plan("row", "Memory", chip ".memory")
    plan("row", "Memory bandwidth", chip ".bandwidth")
    plan("row", "Link, both ways", chip ".link_bandwidth")
    plan("row", "Link, one way", chip ".link_bandwidth to one_way")
    plan("row", "Design power", chip ".tdp")
    plan("row", "Time to read the memory", chip ".memory / " chip ".bandwidth")
    plan("row", "Bandwidth a watt", chip ".bandwidth / " chip ".tdp to GB/s/W")
    n = split(keys[id], key, " ")
    for (i = 1; i <= n; i++) {
        split(key[i], by, ",")
        peak = "peaks[chip = \"" id "\", format = \"" by[1] "\", unit = \"" \
            by[2] "\"]"
        label = by[1] ", " by[2]
        plan("dense", label, peak ".dense")
        plan("sparse", label, peak ".sparse")
        plan("byte", label, peak ".dense / " chip ".bandwidth to FLOP/B")
        plan("joule", label, peak ".dense / " chip ".tdp to GFLOP/J")
    }
}' "$tmp/keys" "$tmp/ids" >"$tmp/plan"
cut -f4 "$tmp/plan" >"$tmp/expressions"
answer "$tmp/plan" | paste - "$tmp/expressions" >"$tmp/numbers"

# ID, PART, EXPRESSION, for every source that is cited.
grep -oE '"sources":\[[^]]*\]' "$tmp/numbers" | grep -oE '"[^",:]+"' |
    tr -d '"' | sort -u | awk '$1 != "sources" {
        split("authors title year url accessed", part, " ")
        for (i = 1; i <= 5; i++)
            print $1 "\t" part[i] "\tsources[\"" $1 "\"]." part[i]
    }' >"$tmp/plan"
answer "$tmp/plan" >"$tmp/sources"

rm -rf "$out"
mkdir -p "$out/chips"
awk -F'\t' -v out="$out" '
# The text of a member of a JSON object.
function member(json, name,    at, text) {
    at = index(json, "\"" name "\":\"")
    text = substr(json, at + length(name) + 4)
    gsub(/\\\\/, "\001", text)
    gsub(/\\"/, "\002", text)
    sub(/".*/, "", text)
    gsub(/\002/, "\"", text)
    gsub(/\001/, "\\", text)
    gsub(/\|/, "\\|", text)
    return text
}
function value(json) {
    if (json ~ /"status":"unknown"/)
        return "not known"
    return member(json, "text")
}
# Numbers of the sources of an answer, each listed once a page.
function cites(json,    ids, id, n, i, text) {
    ids = json
    sub(/.*"sources":\[/, "", ids)
    sub(/\].*/, "", ids)
    gsub(/"/, "", ids)
    n = split(ids, id, ",")
    for (i = 1; i <= n; i++) {
        if (!((chip, id[i]) in number)) {
            number[chip, id[i]] = ++cited[chip]
            list[chip] = list[chip] cited[chip] ". " source[id[i]] "\n"
        }
        text = text "[" number[chip, id[i]] "]"
    }
    return text
}
function known(json) {
    return json ~ /"status":"unknown"/ ? "" : member(json, "text")
}
function begin_page() {
    page = out "/chips/" chip ".md"
    print "# " name[chip] "\n\n" vendor[chip] ", row `" chip \
        "` of `data/chips.csv`.\n\n## From its row\n\n" \
        "| quantity | value | computed as | sources |\n| --- | --: | --- | --- |" \
        > page
}
function end_page() {
    if (!page)
        return
    print "\n## Sources\n\n" list[chip] > page
    close(page)
}
FILENAME ~ /sources$/ {
    part[$2] = known($3)
    if ($2 == "accessed") {
        text = part["title"]
        if (part["authors"])
            text = part["authors"] ": " text
        if (part["year"])
            text = text " (" part["year"] ")"
        if (part["url"])
            text = text ", <" part["url"] ">"
        if (part["accessed"])
            text = text ", read " part["accessed"]
        source[$1] = text "."
    }
    next
}
$2 == "name" {
    end_page()
    chip = $1
    page = ""
    name[chip] = value($4)
    order[++n_chips] = chip
    next
}
$2 == "vendor" {
    vendor[chip] = value($4)
    begin_page()
    next
}
$2 == "row" {
    at_row[chip, $3] = value($4)
    print "| " $3 " | " value($4) " | `" $5 "` | " cites($4) " |" > page
    next
}
$2 == "dense" {
    if (!has_peaks[chip]++)
        print "\n## From its peaks\n\n" \
            "Dense peak rates; operations for each byte of memory bandwidth, " \
            "and for each joule of design power.\n\n" \
            "| format, unit | dense | with sparsity | a byte | a joule | sources |\n" \
            "| --- | --: | --: | --: | --: | --- |" > page
    printf "| %s | %s", $3, value($4) > page
    mark = cites($4)
    next
}
{
    printf " | %s", value($4) > page
    if ($2 == "joule")
        print " | " mark " |" > page
}
END {
    end_page()
    index_page = out "/index.md"
    print "# Chips\n\nEvery number is computed by `workings` from `data/`; " \
        "the page of a chip tells how, and from which sources.\n\n" \
        "| chip | vendor | launched | memory | bandwidth | reads its memory in | design power |\n" \
        "| --- | --- | --- | --: | --: | --: | --: |" > index_page
    for (i = 1; i <= n_chips; i++) {
        chip = order[i]
        print "| [" name[chip] "](chips/" chip ".md) | " vendor[chip] " | " \
            at_row[chip, "Launched"] " | " at_row[chip, "Memory"] " | " \
            at_row[chip, "Memory bandwidth"] " | " \
            at_row[chip, "Time to read the memory"] " | " \
            at_row[chip, "Design power"] " |" > index_page
    }
}' "$tmp/sources" "$tmp/numbers"
echo "$out/index.md and $(wc -l <"$tmp/ids") pages, $(wc -l <"$tmp/expressions") numbers"
