#!/bin/sh
# Tier: full
# The agents as one C file each: made, accepted by both compilers without a warning, and playing as
# the programs do from which they come. tests/heavy/onefile.sh has what takes minutes.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh
made=$temp/dist

# makes NAME…: make writes these files.
makes() {
    run make -s --no-print-directory DIST="$made" "$@"
    status_is 0
    err_is ""
    for file in "$@"; do
        demand "$file is there" test -s "$made/$file"
    done
}

# is_readable FILE: lines of at most 120 columns, each source once, nothing of this machine.
is_readable() {
    same "lines beyond 120 columns in $1" "" "$(grep -nE '^.{121}' "$made/$1" | head -n 3)"
    same "sources that stand twice in $1" "" \
        "$(grep -E '^/\* [a-z]+/[a-z0-9_/]+\.[ch] \*/$' "$made/$1" | sort | uniq -d)"
    same "folders of this machine in $1" "" "$(grep -nF "$top" "$made/$1")"
}

# wants_nothing_else FILE: the file includes the C library's headers and itself.
wants_nothing_else() {
    same "other files that $1 includes" "" \
        "$(grep -n '^ *# *include' "$made/$1" | grep -vE 'include (<[a-z_/0-9]+\.h>|SELF)$')"
}

it "make writes one file for the agent of the file games"
makes homework.c
is_readable homework.c
wants_nothing_else homework.c
for text in "MIT License" "make homework.c" "version $(cat VERSION)" "cc -O2 homework.c -o homework -lm"; do
    demand "its head has \"$text\"" grep -qF "$text" "$made/homework.c"
done

it "it holds what the agent needs and no more"
for source in cmd/homework.c agents/agent.c search/tree.c base/text.c; do
    demand "$source is in it" grep -qxF "/* $source */" "$made/homework.c"
done
for source in agents/levels.c agents/tune.c base/json.c game/perft.c search/prove.c; do
    demand "$source is not" sh -c '! grep -qxF "/* $1 */" "$2"' - "$source" "$made/homework.c"
done
for part in lessons.c looks.c plain.c; do
    same "parts named $part" "" "$(grep -E "^/\* games/[a-z]+/$part \*/$" "$made/homework.c")"
done

it "so it does for the agent that talks over pipes"
makes reversi.c
is_readable reversi.c
wants_nothing_else reversi.c

it "and for each of the file games"
games=$(grep -oE '^/\* games/[a-z]+/text\.c' "$made/homework.c" | cut -d/ -f3)
demand "there are at least two of them" test "$(echo "$games" | wc -l)" -ge 2
for game in $games; do
    makes "homework-$game.c"
    is_readable "homework-$game.c"
    same "games in homework-$game.c" "$game" \
        "$(grep -oE '^/\* games/[a-z]+/text\.c' "$made/homework-$game.c" | cut -d/ -f3)"
done

it "clang has no word to say about them, in any folder and under any name"
mkdir "$temp/elsewhere"
for file in homework.c reversi.c; do
    cp "$made/$file" "$temp/elsewhere/handed_in.c"
    cd "$temp" || exit 1
    run clang -fsyntax-only -Wall -Wextra -Werror elsewhere/handed_in.c
    cd "$top" || exit 1
    status_is 0
    err_is ""
done

# A quick build of one game. It plays as homework does, since nodes and not the clock end the search.
it "compiled by gcc, without a warning, one answers as homework does"
game=$(echo "$games" | sed -n 2p)
run gcc -O1 -Wall -Wextra -Werror "$made/homework-$game.c" -o "$temp/homework" -lm
status_is 0
export PLYWOOD_MOVE_NODES=1500
answered=0
for position in "$data/$game"-?.txt "$data/$game-start.txt"; do
    [ -f "$position" ] || continue
    for agent in "$homework" "$temp/homework"; do
        rm -rf "$temp/play" && mkdir "$temp/play" && cp "$position" "$temp/play/input.txt"
        cd "$temp/play" || exit 1
        run "$agent"
        cd "$top" || exit 1
        status_is 0
        cat "$temp/play/output.txt" "$temp/play/playdata.txt" >"$temp/answer.$answered" 2>/dev/null
        answered=$((answered + 1))
    done
    same_file "$temp/answer.$((answered - 2))" "$temp/answer.$((answered - 1))"
done
demand "positions that were tried" test "$answered" -ge 4

finish
