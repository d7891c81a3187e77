#!/bin/sh
# Exit statuses, from tests/cases/status.tsv: the same with -q and with JSON,
# for which what is written must be one object a line.
. tests/lib/tap.sh
. tests/lib/transcript.sh

tab='	'
grep -v '^#' tests/cases/status.tsv >"$tmp/cases"
while IFS=$tab read -r want arguments; do
    for options in '' '-q' '--format json' '-q --format json'; do
        (
            cd "$folder" &&
                sh -c "workings $options $arguments" >"$tmp/out" 2>"$tmp/err" </dev/null
        )
        is "status: workings $options $arguments" "$want" $?
        case $options in
        *json)
            is "json: workings $options $arguments" '' \
                "$(grep -vE '^\{"level":.*\}$' "$tmp/err")"
            ;;
        esac
    done
done <"$tmp/cases"

exit $tap_failed
