#!/bin/sh
# The formula files of this repository are tidy, and tidying a file changes no
# formula: what is squeezed onto one line comes back as it was.
. tests/lib/tap.sh

program=${O:-out}/workings
is 'fmt: data/*.formulas are tidy' '' "$("$program" fmt --check 2>&1)"

for file in data/*.formulas; do
    # Lines that continue are joined; comments and blank lines stay.
    awk '/^ / {sub(/^ +/, " "); printf "%s", $0; next}
        {if (NR > 1) print ""; printf "%s", $0} END {print ""}' "$file" |
        "$program" fmt - >"$tmp/got" 2>&1
    is "fmt: $file from single lines" '' "$(diff "$file" "$tmp/got" | sed 9q)"
done

# A chain as long as the language allows takes no stack: tidied, and explained
# with all of its numbers.
awk 'BEGIN {printf "f(x) -> 1 =\n    x"
    for (i = 1; i < 4000; i++) printf i % 2 ? " - x" : " + 2 * x"
    print ""}' >"$tmp/long"
# shellcheck disable=SC3045 # the shells that there are know it
chain() { (ulimit -s 2048 && "$@"); }
chain "$program" fmt - <"$tmp/long" >"$tmp/got" 2>&1
is 'fmt: a long chain keeps its words' "$(tr -s '\n ' '  ' <"$tmp/long")" \
    "$(tr -s '\n ' '  ' <"$tmp/got")"
is 'fmt: a long chain is tidy' '' \
    "$("$program" fmt - <"$tmp/got" | diff "$tmp/got" - | sed 9q)"
is 'explain: a long chain' '4000 4000' \
    "$(awk 'BEGIN {printf 1; for (i = 0; i < 4000; i++) printf " + 0"; print ""}' |
        (read -r e && chain "$program" explain "$e + 3999") |
        awk '{n = gsub(/[+]/, "+")} NR == 1 {printf "%d ", n - 1}
            /= 4,000$/ {print 4000}')"

# An argument that is named and of a list, too long for a line.
cat >"$tmp/named" <<'END'
f(x) -> 1 = quantile(share = a_column_of_a_long_name * another_one_with_a_name of some_table where known(x))
END
"$program" fmt - <"$tmp/named" >"$tmp/got" 2>&1
is 'fmt: a named argument of a list keeps its words' \
    "$(tr -s '\n ' '  ' <"$tmp/named")" "$(tr -s '\n ' '  ' <"$tmp/got" | sed 's/( /(/g')"

exit $tap_failed
