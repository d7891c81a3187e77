# shellcheck shell=sh disable=SC2154
# Transcripts, after `. tests/lib/tap.sh`. They look as a terminal does:
# `$ COMMAND`, continued by lines that begin with `> `; what it prints, to
# both outputs; and [STATUS] unless that is 0. A line that begins with # after a
# blank one is a comment. Commands run in $folder, a copy of tests/fixture unless it is set;
# `workings` is the program under test.

cp -R tests/fixture "$tmp/fixture"
folder=$tmp/fixture
PATH=$PWD/${O:-out}:$PATH
export PATH

# run_command COMMAND: both outputs, then the status.
run_command() {
    (
        cd "$folder" && sh -c "$1" 2>&1 </dev/null
        status=$?
        [ "$status" = 0 ] || echo "[$status]"
    )
}

# write LINE, if that is what we are about.
write() {
    [ "$mode" != --write ] || printf '%s\n' "$1"
}

# What the command at hand gives, against what the file says.
end_command() {
    [ -n "$command" ] || return 0
    got=$(run_command "$command")
    if [ "$mode" = --write ]; then
        [ -z "$got" ] || write "$got"
        case $want in
        "$nl" | *"$nl$nl") write '' ;;
        esac
    else
        is "$name: $(printf '%s' "$command" | head -n 1)" \
            "$(printf '%s' "$want")" "$got"
    fi
    command=
}

# transcript FILE [--write]: checks a file, or prints it with the outputs as
# they are now.
transcript() {
    name=${1##*/} mode=${2:-} command='' want='' blank=yes nl='
'
    while IFS= read -r line; do
        case $line in
        '$ '*)
            end_command
            command=${line#'$ '} want=''
            write "$line"
            ;;
        '>' | '> '*)
            line=${line#'>'}
            command=$command$nl${line#' '}
            write ">$line"
            ;;
        *)
            if [ -z "$command" ]; then
                write "$line"
            elif [ "$blank" ] && [ "${line#'#'}" != "$line" ]; then
                end_command
                write "$line"
            else
                want=$want$line$nl
            fi
            ;;
        esac
        blank=
        [ "$line" ] || blank=yes
    done <"$1"
    end_command
}
