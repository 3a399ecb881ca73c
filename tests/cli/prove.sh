#!/bin/sh
# plywood prove, plywood verify and proofcheck, which needs nothing of the rest.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh
proofcheck=$build/proofcheck
mkdir "$temp/out.d"

# start GAME OPTION…: a position file in $temp/start.txt.
start() { "$plywood" new "$@" >"$temp/start.txt"; }

# both_verify FILE VALUE: the two checkers agree that this is the value.
both_verify() {
    run "$plywood" verify "$1"
    status_is 0
    out_has "proven: the value is $2 for the side to move"
    cp "$temp/out" "$temp/first"
    run "$proofcheck" "$1"
    status_is 0
    same_file "$temp/first" "$temp/out"
}

it "4 x 4 land bidding is proven to be -6"
start reversi --size 4
run "$plywood" prove "$temp/start.txt" -o "$temp/bidding"
status_is 0
out_has "value -6 for first, proven"
both_verify "$temp/bidding" -6

it "4 x 4 by Othello's rules is -10, the empty squares given to the winner"
run "$plywood" prove "$temp/start.txt" --rules othello -o "$temp/othello" --json
status_is 0
out_has '"value":-10'
both_verify "$temp/othello" -10

it "laser and fruit boards are proven as well"
start laser --size 6 --blocks 0
run "$plywood" prove "$temp/start.txt" -o "$temp/laser"
status_is 0
both_verify "$temp/laser" +3
start fruit --size 4 --seed 1
run "$plywood" prove "$temp/start.txt" -o "$temp/fruit"
status_is 0
both_verify "$temp/fruit" +16

it "the same proof is written again, byte for byte"
run "$plywood" prove "$temp/start.txt" -o "$temp/again"
same_file "$temp/fruit" "$temp/again"

it "a smaller handover makes a longer proof of the same value"
run "$plywood" prove "$temp/start.txt" -o "$temp/long" --handover 0
status_is 0
both_verify "$temp/long" +16
[ "$(wc -c <"$temp/long")" -gt "$(wc -c <"$temp/fruit")" ] || problem "it is not longer"

it "a proof that holds something else is kept unless --force is given"
run "$plywood" prove "$temp/start.txt" -o "$temp/long"
status_is 2
run "$plywood" prove "$temp/start.txt" -o "$temp/long" --force
status_is 0
same_file "$temp/fruit" "$temp/long"

it "a changed proof is rejected with one line and status 1"
sed 's/^value 16 16/value 17 17/' "$temp/fruit" >"$temp/false"
for checker in "$plywood verify" "$proofcheck"; do
    # shellcheck disable=SC2086 # a program and its command
    run $checker "$temp/false"
    status_is 1
    out_is ""
    err_is_one_line
    err_has "not proven"
done

it "what is no proof, and what is not there, is told"
run "$plywood" verify "$temp/start.txt"
status_is 1
err_has 'it does not begin with "plywood proof 1"'
run "$plywood" verify "$temp/nothing"
status_is 2
err_has "cannot be read: No such file"
run "$proofcheck" "$temp/nothing"
status_is 2
run "$proofcheck"
status_is 2

it "what cannot be solved or checked is refused"
start halma
run "$plywood" prove "$temp/start.txt" -o "$temp/out.d/x"
status_is 2
err_has "can go in circles"
start laser --size 12
run "$plywood" prove "$temp/start.txt" -o "$temp/out.d/x"
status_is 2
err_has "no plain rules of Laser Checkmate for this board"
start reversi --size 4
run "$plywood" prove "$temp/start.txt"
status_is 2
err_has "-o FILE is missing"
same "files left" "" "$(ls "$temp/out.d")"

it "a proof that cannot be written is our failure, and leaves nothing"
run "$plywood" prove "$temp/start.txt" -o "$temp/no/folder"
status_is 70
err_is_one_line

it "an interrupt and a spent budget leave no file"
start reversi --size 8
run timeout -s INT 1 "$plywood" prove "$temp/start.txt" -o "$temp/out.d/x"
err_has "stopped before the proof was whole"
same "files left" "" "$(ls "$temp/out.d")"
run "$plywood" prove "$temp/start.txt" -o "$temp/out.d/x" --budget 0.1
status_is 1
same "files left" "" "$(ls "$temp/out.d")"

it "proofcheck holds no code of the solver, of the fast rules, or of base"
run nm "$proofcheck"
status_is 0
out_has "plain_reversi"
out_has "walk_prove"
for symbol in solver_ game_ reversi_ laser_ fruit_ table_ text_ memory_; do
    ! grep -q " [A-Za-z] $symbol" "$temp/out" || problem "it has $symbol"
done

it "the checker has at most 600 lines beside the plain rules"
lines=$(find verify -name '*.[ch]' ! -name plain.h -exec cat {} + | wc -l)
[ "$lines" -le 600 ] || problem "it has $lines"

finish
