# shellcheck shell=sh disable=SC2034
# TAP for shell tests: `. tests/lib/tap.sh`, then calls of the functions
# below, then `exit $tap_failed`. Runs in the top folder of the tree.

# Our program is tried under the locale of the caller; the tools are not.
awk() { LC_ALL=C command awk "$@"; }
grep() { LC_ALL=C command grep "$@"; }
sed() { LC_ALL=C command sed "$@"; }
sort() { LC_ALL=C command sort "$@"; }

tap_failed=0
tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT

# ok NAME COMMAND...: the command succeeds.
ok() {
    tap_name=$1
    shift
    if "$@"; then
        printf 'ok %s\n' "$tap_name"
    else
        printf 'not ok %s\n' "$tap_name"
        tap_failed=1
    fi
}

# is NAME WANT GOT: the texts are equal.
is() {
    [ "$2" = "$3" ]
    ok "$1" test $? = 0
    if [ "$2" != "$3" ]; then
        printf '%s\n' "$2" | sed 's/^/# want: /'
        printf '%s\n' "$3" | sed 's/^/# got:  /'
    fi
}

# skip NAME WHY
skip() {
    echo "ok $1 # SKIP $2"
}
