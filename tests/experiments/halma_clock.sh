#!/bin/sh
# Kind: play
# Does the drop-in agent ever lose a game of Halma on time or by a rule?
# shellcheck disable=SC2034,SC2154 # what tests/tap.sh reads and sets
. tests/tap.sh
patience=900

# is_clean GAMES OPTION…: homework plays the textbook's greedy agent, and no game ends by a fault.
is_clean() {
    games=$1
    shift
    run "$plywood" match halma "cmd:$homework" greedy --games "$games" --seed 11 --json \
        --bundles "$temp/faults" "$@"
    status_is 0
    grep '"summary":true' "$temp/out" >"$temp/summary"
    same "faults" '"faults":{"a":{},"b":{}}' "$(grep -o '"faults":{"a":{[^}]*},"b":{[^}]*}}' "$temp/summary")"
    same "games" "$games" "$(grep -o '"games":[0-9]*' "$temp/summary" | cut -d : -f 2)"
    same "lost" "0" "$(grep -c '"winner":"b"' "$temp/out")"
}

it "100 games of half a second a side"
is_clean 100 --time 0.5

it "20 games of two seconds, and 20 by the addendum"
is_clean 20 --time 2
is_clean 20 --time 0.5 --rules addendum

finish
