#!/bin/sh
# The same bytes whatever the host's language and the processor's arithmetic:
# a program that called setlocale prints all that the case files ask.
. tests/lib/tap.sh

program=${B:-out/build}/tests/test_locale

LC_ALL=C "$program" print >"$tmp/want"
ok 'locale: prints' test "$(wc -l <"$tmp/want")" -gt 1000

for language in C de_DE.UTF-8 fr_FR.UTF-8 tr_TR.UTF-8; do
    if [ "$language" != C ] &&
        [ "$(LC_ALL=$language locale charmap 2>/dev/null)" != UTF-8 ]; then
        skip "locale: $language" 'not installed'
        continue
    fi
    LC_ALL=$language "$program" print >"$tmp/got"
    ok "locale: $language" cmp "$tmp/want" "$tmp/got"
    LC_ALL=$language GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2 \
        "$program" print >"$tmp/got"
    ok "locale: $language without FMA and AVX2" cmp "$tmp/want" "$tmp/got"
done

exit $tap_failed
