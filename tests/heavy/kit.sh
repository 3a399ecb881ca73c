#!/bin/sh
# The first agents that 'plywood kit' hands out play 50 games each without a fault.
. tests/tap.sh
cd "$temp" || exit 1
patience=1500
for game in fruit halma laser reversi; do
    "$plywood" kit student "$game" -o "$game" >/dev/null || exit 1
    for source in "$game"/*.c; do
        cc -O2 -o "${source%.c}" "$source" || exit 1
    done
    options=$(cat "$game/match-options" 2>/dev/null)
    while read -r line <&3; do
        it "$game: $line plays 50 games"
        # shellcheck disable=SC2086 # the options are words
        run "$plywood" match "$game" "cmd:$(printf '%s\n' "$line" | sed "s|{dir}|$temp/$game|")" \
            random $options --games 50 --json
        status_is 0
        out_has '"faults":{"a":{}'
    done 3<"$game/programs"
done
finish
