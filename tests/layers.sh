#!/bin/sh
# Holds every #include in gen/ to the order of folders in gen/layers.
. tests/lib/tap.sh

standard='assert|errno|float|inttypes|limits|math|stdarg|stdbool|stddef|stdint|stdlib|string|time'

# breaches GEN: one line an include that its folder may not make.
breaches() {
    # shellcheck disable=SC2033
    find "$1" -name '*.[ch]' | sort | xargs grep -n '^#include' |
        sed 's|^.*gen/||; s|:#include *| |' | awk -v standard="$standard" '
        FILENAME != "-" {
            if (!/^#/) {
                rank[$1] = FNR
                for (i = 3; i <= NF; i++)
                    may[$1, "<" $i ">"] = 1
            }
            next
        }
        {
            folder = $1; sub("/.*", "", folder)
            other = $2; gsub("\"", "", other); sub("/.*", "", other)
            if ($2 == "\"workings.h\"" || may[folder, $2])
                next
            if ($2 ~ "^<(" standard ")[.]h>$")
                next
            if ($2 ~ /^"/ && rank[folder] && rank[other] && \
                rank[other] <= rank[folder] && \
                (folder != "cli" || other == "cli"))
                next
            print $1 ": " folder " may not include " $2
        }' "$1/layers" -
}

is 'layers: no include goes down or outside' '' "$(breaches gen)"

# The check itself must see a breach of each kind.
mkdir "$tmp/gen" "$tmp/gen/base" "$tmp/gen/cli"
cp gen/layers "$tmp/gen"
echo '#include "units/unit.h"' >"$tmp/gen/base/down.c"
echo '#include <csv.h>' >"$tmp/gen/base/foreign.c"
echo '#include "base/str.h"' >"$tmp/gen/cli/inside.c"
is 'layers: breaches are found' 'base/down.c:1: base may not include "units/unit.h"
base/foreign.c:1: base may not include <csv.h>
cli/inside.c:1: cli may not include "base/str.h"' "$(breaches "$tmp/gen")"

exit $tap_failed
