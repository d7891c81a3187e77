#!/bin/sh
# workings.h compiles alone, as C11 and as C++, without a warning.
. tests/lib/tap.sh

echo '#include "workings.h"' >"$tmp/header.c"
cp "$tmp/header.c" "$tmp/header.cc"

strict='-Igen -Wall -Wextra -Wpedantic -Werror -fsyntax-only'
# shellcheck disable=SC2086
ok 'header: C11' ${CC:-cc} -std=c11 $strict "$tmp/header.c"
if command -v c++ >/dev/null; then
    # shellcheck disable=SC2086
    ok 'header: C++' c++ -std=c++11 $strict "$tmp/header.cc"
else
    skip 'header: C++' 'no c++'
fi

exit $tap_failed
