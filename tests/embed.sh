#!/bin/sh
# The example of embedding, against the library as it is installed: in C and
# C++ through pkg-config, shared and static, and from Python.
. tests/lib/tap.sh

want='4.78 ms (4.77611940299 ms)
source: nvidia-2023'

MAKEFLAGS='' make -s install B="$B" CC="${CC:-cc}" DESTDIR="$tmp" \
    prefix=/usr/local >"$tmp/log" 2>&1
ok 'embed: install' test $? = 0
so=$tmp/usr/local/lib/libworkings.so
if grep -qE '(asan|tsan|gcov)_init' "$so" 2>/dev/null; then
    skip 'embed: examples' 'the library needs the runtime of a sanitizer'
    exit $tap_failed
fi
if ! command -v pkg-config >/dev/null; then
    skip 'embed: examples' 'no pkg-config'
    exit $tap_failed
fi

export PKG_CONFIG_PATH="$tmp/usr/local/lib/pkgconfig"
export PKG_CONFIG_SYSROOT_DIR="$tmp"
# The host's own library has no part in this.
flags=$(pkg-config --cflags workings)
libs=$(pkg-config --libs workings)
static=$(pkg-config --static --libs workings | sed 's/-lworkings/-l:libworkings.a/')
strict='-Wall -Wextra -Wpedantic -Werror'

# try NAME COMPILER... : compiles and runs what follows.
try() {
    try_name=$1
    shift
    rm -f "$tmp/example"
    ok "$try_name: compiles" "$@"
    is "$try_name: runs" "$want" \
        "$(LD_LIBRARY_PATH=$tmp/usr/local/lib "$tmp/example" 2>&1)"
}

# shellcheck disable=SC2086
{
    try 'embed: C, shared' ${CC:-cc} -std=c11 $strict $flags -o "$tmp/example" \
        tests/embed/example.c $libs
    try 'embed: C, static' ${CC:-cc} -std=c11 $strict $flags -o "$tmp/example" \
        tests/embed/example.c $static
    if command -v c++ >/dev/null; then
        try 'embed: C++' c++ -std=c++11 $strict $flags -o "$tmp/example" \
            -x c++ tests/embed/example.c -x none $libs
    else
        skip 'embed: C++' 'no c++'
    fi
}
if command -v python3 >/dev/null; then
    is 'embed: Python' "$want" "$(python3 tests/embed/example.py "$so" 2>&1)"
else
    skip 'embed: Python' 'no python3'
fi

exit $tap_failed
