#!/bin/sh
# Kind: statistics
# Does the sequential test keep its error rates, and decide when it should? Ten thousand matches for
# each truth, two minutes on two cores.
# shellcheck disable=SC2034,SC2154 # what tests/tap.sh reads and sets
. tests/tap.sh
patience=1200

it "wrong decisions at either bound are at most 5 % within chance, and come when they are due"
run "$built_tools/sprt" 10000
sed 's/^/# /' "$temp/out"
status_is 0

# games ELO1 LEAST MOST: how long equal players play where the first has 250 Elo and nothing is drawn
games() {
    mean=$(sed -n "s/^decisive, first move 250 Elo 0,$1 truth 0 .* games *\([0-9]*\) (.*/\1/p" \
        "$temp/out")
    [ "${mean:-0}" -ge "$2" ] && [ "${mean:-0}" -le "$3" ] ||
        problem "0,$1: expected $2 to $3 games, found ${mean:-none}"
}

it "equal players whose first move is worth 250 Elo take some 4,000 games for 0,10, 174 for 0,50"
games 10 3800 4200
games 50 165 183

finish
