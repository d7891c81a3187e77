#!/bin/sh
# Runs every test and sums: sh tests/run.sh PROGRAM...
# A test, program or script, prints TAP: `ok NAME`, `not ok NAME`, with
# `# SKIP reason` where it could not run. The last line is the sum of those
# that ran.
cd "$(dirname "$0")/.." || exit 3
export O="${O:-out}" B="${B:-out/build}" CMOCKA_MESSAGE_OUTPUT=TAP
log=$B/tests/log
mkdir -p "$B/tests"
passed=0 failed=0

count() {
    grep -v '# SKIP' "$log" | grep -c "^$1"
}

for test in "$@" tests/*.sh; do
    case $test in
    tests/run.sh) continue ;;
    *.sh) sh "$test" >"$log" 2>&1 </dev/null ;;
    *) "$test" >"$log" 2>&1 </dev/null ;;
    esac
    status=$?
    good=$(count 'ok') bad=$(count 'not ok')
    # A test that died, or ran nothing, has failed.
    if [ "$bad" = 0 ] && { [ "$status" != 0 ] || ! grep -q '^ok' "$log"; }; then
        bad=1
        echo "not ok $test ended with status $status" >>"$log"
    fi
    printf '%-32s %5d passed %5d failed\n' "${test#"$B"/}" "$good" "$bad"
    if [ "$bad" != 0 ]; then
        grep -v '^ok' "$log" | sed 's/^/    /'
    else
        grep '# SKIP' "$log" | sed 's/^/    /'
    fi
    passed=$((passed + good)) failed=$((failed + bad))
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
