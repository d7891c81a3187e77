#!/bin/sh
# The library against other programs: Python's fractions, csv and datetime,
# GNU units. A part of the cases; all with DIFFERENTIAL=full.
. tests/lib/tap.sh

if ! command -v python3 >/dev/null; then
    skip 'differential: numbers, dates, csv, units' 'no python3'
    exit 0
fi
for what in decimals dates csvs units; do
    if [ $what = units ] && ! command -v units >/dev/null; then
        skip 'units: as GNU units' 'no GNU units'
        continue
    fi
    python3 -B tests/differential/$what.py || tap_failed=1
done

exit $tap_failed
