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

exit $tap_failed
