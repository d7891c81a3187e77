#!/bin/sh
# Every example in the manual pages and in README.md: sh tests/docs.sh
# [--write] runs them and compares, or puts in what they print now. Examples
# are transcripts between .Bd -literal and .Ed, or between ```console and ```.
# Those of the README run on the tables of this repository.
. tests/lib/tap.sh
. tests/lib/transcript.sh

plain() { # from roff
    sed -e 's/^\\&//' -e 's/\\e/\\/g'
}
roff() { # from plain
    sed -e 's/\\/\\e/g' -e "s/^[.']/\\\\\\&&/"
}

# examples FILE READER WRITER [--write]
examples() {
    page=$tmp/${1##*/} raw=$tmp/raw inside='' mode=${4:-}
    while IFS= read -r text; do
        case $inside$text in
        '.Bd -literal'* | '```console')
            inside=yes
            : >"$raw"
            write "$text"
            ;;
        yes.Ed | 'yes```')
            inside=
            $2 <"$raw" >"$page"
            transcript "$page" "$mode" >"$raw"
            if [ "$mode" = --write ]; then
                $3 <"$raw"
            else
                cat "$raw"
            fi
            write "$text"
            ;;
        yes*) printf '%s\n' "$text" >>"$raw" ;;
        *) write "$text" ;;
        esac
    done <"$1"
}

mkdir "$tmp/tree"
cp -R data "$tmp/tree"
for doc in README.md gen/man/workings.[1-9]; do
    case $doc in
    *.md) from=cat to=cat folder=$tmp/tree ;;
    *) from=plain to=roff folder=$tmp/fixture ;;
    esac
    if [ "$1" = --write ]; then
        examples "$doc" $from $to --write >"$tmp/new" && cp "$tmp/new" "$doc"
    else
        examples "$doc" $from $to
    fi
done

[ "$1" != --write ] || exit 0

# The README's program builds against both libraries and prints what it says.
sed -n '/^```c$/,/^```$/{/^```/!p;}' README.md >"$tmp/example.c"
says=$(sed -n 's/^It prints `\(.*\)`\..*/\1/p' README.md)
O=${O:-out} B=${B:-out/build}
if [ "$B" = out/build ] && command -v "${CC:=cc}" >/dev/null; then
    draw=$(pkg-config --libs cairo harfbuzz harfbuzz-subset freetype2 fribidi \
        libpng libbrotlienc)
    for libs in "$O/libworkings.a -lcsv -lyaml -lcmark -lcrypto $draw -lm" "-L$O -Wl,-rpath,$PWD/$O -lworkings"; do
        # shellcheck disable=SC2086
        $CC -std=c11 -Wall -Wextra -Werror -Igen -o "$tmp/example" \
            "$tmp/example.c" $libs
        is "README.md: example with $libs" "$says" "$("$tmp/example" 2>&1)"
    done
else
    skip 'README.md: example' 'libraries with a sanitizer in them'
fi

# workings(3) names every public function and every status.
for name in $(sed -n 's/^ *X(\([A-Z]*\), "[^"]*", .*/WK_\1/p' gen/workings.h) \
    $(grep -oE '\bwk_[a-z_]+\(' gen/workings.h | tr -d '('); do
    ok "workings.3: $name" grep -qE "^\.(Dv|Fn) $name( |\$)" gen/man/workings.3
done

exit $tap_failed
