#!/bin/sh
# What the libraries show, hold and call, read from the objects.
. tests/lib/tap.sh

O=${O:-out} B=${B:-out/build}
if [ "$B" != out/build ]; then
    skip symbols 'a sanitizer adds its own'
    exit 0
fi

banned='exit|_exit|abort|signal|v?f?printf|vdprintf|dprintf|puts|fputs|putchar|perror|setlocale|strtod|atof|atoi|strtok|v?sscanf|gets|strcpy|strcat|v?sprintf'

# Each of these prints what should not be there.
shown() { # LIBRARY, -D (dynamic) or -a
    nm -g "$2" --defined-only "$1" | awk 'NF == 3 {print $3}' | grep -v '^wk_'
}
writable() { # OBJECT...
    objdump -t "$@" |
        grep -E ' \.t?(data|bss)(\.rel(\.local)?)?[[:space:]]+0*[1-9a-f]' |
        grep -v ' \.tbss[[:space:]].* parsing$' # of compose/parse.c alone
}
called() { # OBJECT
    nm -u "$1" | sed 's/__\(.*\)_chk$/\1/' | grep -Ewo "($banned)"
}
allocation='cli/memory.o: (malloc|calloc|realloc|memalign|aligned_alloc)$'
misnamed() { # GEN, FOLDER OF ITS OBJECTS
    grep -v '^#' "$1/layers" | while read -r folder prefix _; do
        for o in "$2/$folder"/*.o; do
            [ ! -e "$o" ] || nm -g --defined-only "$o" |
                awk -v o="$o" 'NF == 3 {print o ": " $3}' |
                grep -Ev ": ($prefix|main\$)|$allocation"
        done
    done
}

is 'symbols: the shared library shows only wk_' '' \
    "$(shown "$O/libworkings.so" -D)"
is 'symbols: the static library shows only wk_' '' \
    "$(shown "$O/libworkings.a" -a)"
is 'symbols: no variable can be written' '' "$(writable "$O/libworkings.a")"
is 'symbols: nothing banned is called' '' "$(called "$O/libworkings.a")"
is 'symbols: globals bear the prefix of their folder' '' \
    "$(misnamed gen "$B/gen")"

# The checks themselves must see a breach of each kind.
mkdir -p "$tmp/base"
cat >"$tmp/bad.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
int counter = 1;
static const char *name = "a pointer that can be changed";
const char **helper(void);
const char **helper(void) {
    static int calls;
    printf("%d%d%s", calls++, counter++, name);
    if (calls > 9)
        abort();
    return &name;
}
END
if ${CC:-cc} -fPIC -O1 -c -o "$tmp/base/bad.o" "$tmp/bad.c"; then
    is 'symbols: breaches are found' 'counter helper
calls counter name
abort printf
2' "$(shown "$tmp/base/bad.o" -a | sort | xargs
    writable "$tmp/base/bad.o" | awk '{sub(/[.].*/, "", $NF); print $NF}' |
        sort | xargs
    called "$tmp/base/bad.o" | sort | xargs
    misnamed gen "$tmp" | wc -l)"
else
    skip 'symbols: breaches are found' 'no compiler'
fi

exit $tap_failed
