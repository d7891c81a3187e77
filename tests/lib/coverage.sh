#!/bin/sh
# sh tests/lib/coverage.sh out/coverage: how much of each folder the tests
# reached, by gcov; the lines they did not go to out/coverage/missed.
top=$1
cd "$(dirname "$0")/../.." || exit 3
case $top in /*) ;; *) top=$PWD/$top ;; esac
: >"$top/missed"
printf '%-10s %7s %7s %9s %9s\n' folder lines reached branches reached
for folder in base units load compute project; do
    for f in gen/"$folder"/*.c; do
        gcov -t -b -c -o "$top/${f%.c}.o" "$f" 2>/dev/null
    done | awk -v folder=$folder -v missed="$top/missed" '
        /^ +-: +0:Source:/ { file = substr($0, index($0, "Source:") + 7) }
        /^branch/ { all++; if ($3 == "taken" && $4 > 0) taken++ }
        /^ *([0-9]+\*?|#####|=====|\$\$\$\$\$|%%%%%): *[0-9]+:/ {
            lines++
            if ($1 ~ /^[0-9]/) hit++
            else print file ":" substr($0, 11) >> missed
        }
        END {
            printf "%-10s %7d %6.1f%% %9d %8.1f%%\n", folder, lines,
                100 * hit / lines, all, 100 * taken / all
        }'
done
echo "not reached: $(wc -l <"$top/missed") lines, in $top/missed"
