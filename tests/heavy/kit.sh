#!/bin/sh
# Kind: course
# The first agents that 'plywood kit' hands out play without a fault: those in C 50 games each, those
# in Python, which have to be started for every move, 10.
. tests/tap.sh
cd "$temp" || exit 1
patience=600
for game in fruit halma laser reversi; do
    "$plywood" kit student "$game" -o "$game" >/dev/null || exit 1
    for source in "$game"/*.c; do
        cc -O2 -o "${source%.c}" "$source" || exit 1
    done
    options=$(cat "$game/match-options" 2>/dev/null)
    while read -r line <&3; do
        case $line in
        python3*) games=10 line="$python -IS${line#python3}" ;;
        *) games=50 ;;
        esac
        it "$game: $line plays $games games"
        # shellcheck disable=SC2086 # the options are words
        run "$plywood" match "$game" "cmd:$(printf '%s\n' "$line" | sed "s|{dir}|$temp/$game|")" \
            random $options --games $games --jobs 2 --seed 1 --json
        status_is 0
        out_has '"faults":{"a":{}'
    done 3<"$game/programs"
done
finish
