#!/bin/sh
# Pictures are the same bytes everywhere; browsers show what was measured; what
# draws nothing loads nothing of Cairo.
. tests/lib/tap.sh

O=${O:-out} B=${B:-out/build}
draw=$B/tests/test_painted

# same NAME COMMAND...: the command, with $draw FOLDER N behind it, makes the
# same files as the first run did.
mkdir "$tmp/first"
ok 'paint: pictures are made' "$draw" "$tmp/first" 1
same() {
    same_name=$1
    shift
    rm -rf "$tmp/again"
    mkdir "$tmp/again"
    "$@" && ok "$same_name" diff -r "$tmp/first" "$tmp/again"
}
again="$tmp/again"

# A host whose fonts and colors are all others.
mkdir -p "$tmp/home/.config/fontconfig"
cat >"$tmp/home/.config/fontconfig/fonts.conf" <<'END'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<match target="pattern"><test name="family"><string>Inter</string></test>
<edit name="family" mode="assign" binding="strong"><string>DejaVu Serif</string></edit></match>
<match target="font"><edit name="embolden" mode="assign"><bool>true</bool></edit>
<edit name="hintstyle" mode="assign"><const>hintfull</const></edit></match>
</fontconfig>
END
same 'paint: the same in another run' "$draw" "$again" 1
same 'paint: the same when drawn for the third time' "$draw" "$again" 3
same 'paint: the same in another time zone' env TZ=Asia/Tokyo "$draw" "$again" 1
same 'paint: the same in other locales' env LOCPATH=out/locale \
    LC_ALL=tr_TR.UTF-8 LANG=ar_EG.UTF-8 LANGUAGE=ja "$draw" "$again" 1
same "paint: the same with a user's own fonts" env HOME="$tmp/home" \
    FONTCONFIG_FILE="$tmp/home/.config/fontconfig/fonts.conf" \
    XDG_CONFIG_HOME="$tmp/home/.config" XDG_CACHE_HOME="$tmp/none" \
    "$draw" "$again" 1
same 'paint: the same whatever FreeType and GLib are told' env \
    FREETYPE_PROPERTIES='cff:no-stem-darkening=0 truetype:interpreter-version=35' \
    G_SLICE=always-malloc PANGO_LANGUAGE=ja SOURCE_DATE_EPOCH=1 \
    CAIRO_DEBUG=flush "$draw" "$again" 1
same 'paint: the same with memory that was used before' env \
    MALLOC_PERTURB_=165 "$draw" "$again" 1
if [ "$B" = out/build ]; then
    same 'paint: the same in an empty environment' env -i O="$O" "$draw" \
        "$again" 1
fi

if command -v python3 >/dev/null; then
    # XML, each id once, each reference answered.
    cat >"$tmp/check.py" <<'END'
import re, sys, xml.dom.minidom
ids = []
for name in sys.argv[1:]:
    text = open(name, encoding="utf-8").read()
    xml.dom.minidom.parseString(text)
    own = re.findall(r' id="([^"]*)"', text)
    for ref in re.findall(r'aria-labelledby="([^"]*)"', text):
        assert all(r in own for r in ref.split()), ref
    ids += own
assert len(ids) == 6, ids
END
    sed 's/fig-1/fig-2/g' "$tmp/first/inline.svg" >"$tmp/second.svg"
    ok 'paint: SVG is XML' python3 "$tmp/check.py" "$tmp/first/alone.svg" \
        "$tmp/second.svg"
else
    skip 'paint: SVG is XML' 'no python3'
fi

if command -v qpdf >/dev/null; then
    ok 'paint: PDF is whole' sh -c "qpdf --check '$tmp/first/a.pdf' >/dev/null"
else
    skip 'paint: PDF is whole' 'no qpdf'
fi
if command -v pdftotext >/dev/null; then
    pdftotext "$tmp/first/a.pdf" "$tmp/a.txt"
    is 'paint: PDF has its words, once' '1 1 1 1' \
        "$(for w in 'H100 SXM × 8' '3,350 GB/s (log scale)' 'Straße, École' \
            'Bandwidth, TB/s ≈ 10³'; do grep -c "$w" "$tmp/a.txt"; done | xargs)"
else
    skip 'paint: PDF has its words' 'no pdftotext'
fi

# A page as a site has it: our style sheet, the served fonts.
if command -v chromium >/dev/null && [ "$B" = out/build ]; then
    {
        printf '<!DOCTYPE html><meta charset=utf-8><style>'
        fonts=$(cd "$O/fonts" && pwd)
        sed "s|src: local(\"Inter Regular\")[^;]*;|src: url($fonts/inter-400.woff2);|
            s|src: local(\"Inter Bold\")[^;]*;|src: url($fonts/inter-700.woff2);|
            s|src: local(\"Inter Italic\")[^;]*;|src: url($fonts/inter-400-italic.woff2);|
            s|url(\"*[^)]*fonts/\([a-z0-9-]*.woff2\)\"*)|url($fonts/\1)|
            s|\"Inter\"|\"Served\"|" templates/style.css
        printf '</style><p style="font:400 12px Served">a<b>b</b><i>c</i></p>'
        cat "$tmp/first/charts.html"
    } >"$tmp/page.html"
    chromium --headless --no-sandbox --disable-gpu --allow-file-access-from-files \
        --virtual-time-budget=5000 --dump-dom "file://$tmp/page.html" \
        >"$tmp/dom.html" 2>/dev/null
    n=$(grep -c . "$tmp/first/words.txt")
    is 'paint: a page of charts has the words, as wide as measured' \
        "<pre id=\"off\">$n words, as wide as measured</pre>" \
        "$(grep -o '<pre id="off">.*</pre>' "$tmp/dom.html")"
    sed -n '/<pre id="words">/,/<\/pre>/p' "$tmp/dom.html" |
        sed 's/.*<pre id="words">//; s/<\/pre>.*//; s/&nbsp;/ /g; s/&amp;/\&/g
            s/&lt;/</g; s/&gt;/>/g' >"$tmp/shown.txt"
    ok 'paint: a page of charts shows the right words' \
        diff "$tmp/first/words.txt" "$tmp/shown.txt"
else
    skip 'paint: a page of charts' 'no chromium'
fi

# The program and its module.
if [ "$B" = out/build ]; then
    is 'paint: the program is not linked to what draws' '' \
        "$(ldd "$O/workings" | grep -E 'cairo|harfbuzz|freetype|png')"
    ok 'paint: the module is' sh -c "ldd $O/draw.so | grep -q cairo"
    is 'paint: what draws nothing loads nothing' '' \
        "$(LD_DEBUG=files "$O/workings" eval '2 GB / 1 GB/s to s' 2>&1 |
            grep -E 'draw\.so|cairo')"
    is 'paint: the module shows one name' wkp_drawing \
        "$(nm -D --defined-only "$O/draw.so" | awk '{print $3}' | xargs)"

    # The fonts of pages: those that the style sheet names.
    mkdir -p "$tmp/site/templates"
    printf -- '---\ntitle: Page\n---\n\nText.\n' >"$tmp/site/templates/index.md"
    "$O/workings" -q build "$tmp/site"
    is 'paint: a site serves the fonts of its style sheet' '' \
        "$(for f in $(sed -n 's/.*url("fonts\/\([^"]*\)".*/\1/p' \
            "$tmp/site/out/site/style.css"); do
            cmp "$O/fonts/$f" "$tmp/site/out/site/fonts/$f"; done 2>&1)"
    is 'paint: there are six of them' 6 \
        "$(find "$tmp/site/out/site/fonts" -name '*.woff2' | grep -c .)"
    "$O/workings" -q -C "$tmp/site" report "$tmp/site/templates/index.md" \
        -o "$tmp/report.html"
    is 'paint: a report has its fonts inside' '0 6' \
        "$({ grep -c 'url("fonts/' "$tmp/report.html"
            grep -o 'url("data:font/woff2;base64,d09GM' "$tmp/report.html" |
                grep -c .; } | xargs)"
    # A program that opens the module, beside it and as it is installed.
    # shellcheck disable=SC2046
    ${CC:-cc} -std=c11 -D_GNU_SOURCE= -Igen $(pkg-config --cflags cairo) \
        -o "$O/probe" tests/paint/probe.c "$B/gen/project/module_open.o" \
        "$B/core.a" && mkdir -p "$tmp/usr/local/bin"
    ok 'paint: a program opens the module beside it' "$O/probe"
    make -s install DESTDIR="$tmp" CC="${CC:-cc}" >"$tmp/log" 2>&1
    mv "$O/probe" "$tmp/usr/local/bin"
    ok 'paint: a program opens the module that is installed' \
        "$tmp/usr/local/bin/probe"
    mv "$tmp/usr/local/lib/workings/fonts/Inter-Bold.otf" "$tmp"
    is 'paint: a font that is missing is told' "3: cannot open \
'Inter-Bold.otf': No such file or directory" \
        "$("$tmp/usr/local/bin/probe" | sed "s|'[^']*/\([^/']*\)'|'\1'|")"
    rm "$tmp/usr/local/lib/workings/draw.so"
    is 'paint: a module that is missing is told' '3: the part that draws cannot' \
        "$("$tmp/usr/local/bin/probe" | cut -c 1-29)"
fi

exit $tap_failed
