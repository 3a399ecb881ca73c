#!/bin/sh
# What a command's table says stands everywhere: in --help, in the manual page, in each completion, and
# the parser takes it. A screen of help can be scanned, and its examples run.
. tests/tap.sh
cd "$temp" || exit 1

# parts WHOLE: the names of a command's parts, a line each; nothing if it has none
parts() { "$plywood" "$1" --help | sed -n '/^Parts:/,/^$/s/^  \([a-z]*\)  *.*/\1/p'; }

# commands: a line each, with those that are parts of another
commands() {
    "$plywood" --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p' | while read -r call; do
        found=$(parts "$call")
        if [ -n "$found" ]; then
            for part in $found; do echo "$call $part"; done
        else
            echo "$call"
        fi
    done
}

commands >commands
for shell in bash zsh fish; do "$plywood" help --completion $shell >"$shell"; done
it "there are commands"
demand "many" test "$(wc -l <commands)" -gt 35

# in_help, in_manual, in_bash, in_zsh, in_fish: the options of $call, a line each, sorted. The
# completions of kit have those of grade, too.
in_help() {
    # shellcheck disable=SC2086 # a command and perhaps its part
    "$plywood" $call --help | sed -n 's/^  \(--[^ ].*\)/\1/p' | sed 's/  .*//' | tr ',' '\n' |
        sed -n 's/^ *--\([a-z-]*\).*/\1/p' | sort
}
in_manual() {
    "$plywood" help --man "${call%% *}" | awk -v part="$call" -v is_part="$(expr "$call" : '.* ')" '
        /^\.SH/ { inside = is_part ? $0 == ".SH \"plywood " part "\"" : $2 == "OPTIONS" }
        inside && last == ".TP" && /^\\fB\\-\\-/ { sub(/^\\fB\\-\\-/, ""); sub(/\\fR.*/, ""); gsub(/\\/, ""); print }
        { last = $0 }' | sort
}
in_bash() { sed -n "s/^    '$call') words='\(.*\)' ;;/\1/p" bash | tr ' ' '\n' | sed -n 's/^--//p' | grep -vx help | sort; }
in_zsh() {
    awk -v word="${call##* }" -v whole="_plywood${part:+_${call%% *}}() {" '
        /^_plywood/ { inside = $0 == whole }
        inside && $1 == word ")" { found = 1 }
        found
        found && / ;;$/ { exit }' zsh | sed -n "s/^  *'\**--\([a-z-]*\)\[.*/\1/p" | sort
}
in_fish() { sed -n "s/^complete -c plywood -n '__plywood_is $call' -l \([a-z-]*\).*/\1/p" fish | sort; }

while read -r call; do
    part=$(expr "$call" : '[^ ]* \(.*\)')
    # shellcheck disable=SC2086
    set -- $call

    it "$call: the same options in --help, manual and completions, each once, and the parser has them"
    in_help >help.options
    same "given twice" "" "$(uniq -d help.options)"
    same "in the manual page" "$(cat help.options)" "$(in_manual)"
    in_bash >bash.options
    same "in zsh's completion" "$(cat bash.options)" "$(in_zsh)"
    same "in fish's completion" "$(cat bash.options)" "$(in_fish)"
    [ "$call" = kit ] || same "in bash's completion" "$(cat help.options)" "$(cat bash.options)"
    same "missing in bash's completion" "" "$(comm -23 help.options bash.options)"
    while read -r option; do
        run "$plywood" "$@" "--$option" --help --help # the first may be its value
        demand "--$option: $(head -n 1 "$temp/err")" test "$(grep -c 'unknown option' "$temp/err")" -eq 0
    done <help.options

    it "$call --help is a screen: 56 lines of 80 columns at most"
    run "$plywood" "$@" --help
    status_is 0
    cp out screen
    demand "lines" test "$(wc -l <screen)" -le 56
    same "wide lines" "" "$(LC_ALL=C.UTF-8 grep '.\{81\}' screen)"
    same "it begins with the usage" "usage: plywood $call" "$(head -n 1 screen | cut -c "1-$((15 + ${#call}))")"

    it "$call: the parser takes the defaults that --help shows"
    sed -n 's/^  --\([a-z-]*\) .*(default \(.*\))$/\1 \2/p' screen >defaults
    while read -r option default; do
        run "$plywood" "$@" "--$option" "$default" --help
        status_is 0
    done <defaults

    it "$call: the parser takes the examples"
    sed -n '/^$/,/^$/s/^  plywood \(.*\)/\1/p' screen >examples
    demand "one or two" test "$(wc -l <examples)" -ge 1 -a "$(wc -l <examples)" -le 2
    while read -r example; do
        rm -rf scratch && mkdir scratch
        (
            cd scratch && mkdir class || exit 1
            printf '#!/bin/sh\n' | tee agent class/agent >/dev/null
            chmod 755 agent class/agent
            case $call in
            *race) "$plywood" new halma -o input.txt ;;
            solve | prove) "$plywood" new laser --size 3 -o input.txt ;;
            *) "$plywood" new fruit --size 4 -o input.txt ;;
            esac
            # the program may go on for ever: a server, a game with a person
            # shellcheck disable=SC2086 # words of a call
            timeout -k 9 1 "$plywood" $example >../out 2>../err </dev/null
        )
        same "plywood $example" "" \
            "$(grep -E 'unknown option|needs a value|unexpected argument|argument is missing|: expected .* found "' err)"
    done <examples
done <commands

finish
