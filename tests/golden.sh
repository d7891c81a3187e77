#!/bin/sh
# The command as it is seen, in tests/golden/*.txt: sh tests/golden.sh
# [--write] checks all of them, or rewrites them.
. tests/lib/tap.sh
. tests/lib/transcript.sh

for golden in tests/golden/*.txt; do
    if [ "$1" = --write ]; then
        transcript "$golden" --write >"$tmp/new" && cp "$tmp/new" "$golden"
    else
        transcript "$golden"
    fi
done

exit $tap_failed
