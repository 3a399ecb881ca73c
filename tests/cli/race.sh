#!/bin/sh
# plywood halma race: how many moves a side needs, and what is certain of it.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh

# put_end SIDE: an endgame in $temp/end.txt, this side to move.
put_end() {
    cat >"$temp/end.txt" <<END
GAME
$1
10.0
.WWWW...........
WWWWW...........
WWWW............
WWW.............
WW....W.........
................
................
................
................
................
................
..........B..BB.
.............BBB
............BBBB
...........BBBBB
...........BBB.B
END
}

it "a short race is counted and proven, with its line"
put_end BLACK
run "$plywood" halma race "$temp/end.txt" --nodes 20000
status_is 0
err_is ""
out_has "black needs 4 moves if the other side stands still, proven"
out_has "the sides are decoupled"
out_has "black wins the race by 1 at least, whatever the other side does: proven"

it "the line is played by the rules, move by move"
put_end BLACK
for move in $(sed -n 's/^line //p' "$temp/out"); do
    run "$plywood" apply "$temp/end.txt" "$move"
    status_is 0
    sed 's/^WHITE$/BLACK/' "$temp/out" >"$temp/end.txt"
done
run "$plywood" halma race "$temp/end.txt"
status_is 2
err_has "the game is over"

it "the other side is counted by its name, and a wrong name refused"
put_end BLACK
run "$plywood" halma race "$temp/end.txt" --side white --nodes 20000 --json
status_is 0
out_has '"side":"white"'
out_has '"moves":4,"least":4,"proven":true,"decoupled":true,"won":false'
run "$plywood" halma race "$temp/end.txt" --side red
status_is 2
err_has 'side: expected black or white, found "red"'

it "from the start: no way among the other's pieces, a line and a bound alone on the board"
"$plywood" new halma >"$temp/start.txt"
run "$plywood" halma race "$temp/start.txt" --nodes 2000
status_is 0
out_has "no line was found for black"
out_has "not decoupled"
run "$plywood" halma race "$temp/start.txt" --alone --nodes 60000 --json
status_is 0
out_has '"alone":true'
out_has '"least":28,"proven":false'
moves=$(sed -n 's/.*"moves":\([0-9]*\).*/\1/p' "$temp/out")
[ "$moves" -le 62 ] || problem "$moves moves"

it "a position of another game is refused"
"$plywood" new fruit >"$temp/fruit.txt"
run "$plywood" halma race "$temp/fruit.txt"
status_is 2
err_has "expected a position of Halma, found one of Fruit Rage"

it "the old spelling does the same and names the new one"
run "$plywood" halma race "$temp/end.txt" --nodes 2000 --json
sed 's/"seconds":[^,]*//' "$temp/out" >"$temp/new"
run "$plywood" race "$temp/end.txt" --nodes 2000 --json
status_is 0
err_is "plywood: plywood race is now called plywood halma race"
same "the answer" "$(cat "$temp/new")" "$(sed 's/"seconds":[^,]*//' "$temp/out")"

it "a match's record tells how much longer the winner took than a race"
run "$plywood" match halma plywood:nodes=300,hash=1M greedy --games 2 --quiet --record "$temp/record"
status_is 0
run "$plywood" halma race --record "$temp/record" --at 30 --nodes 20000
status_is 0
out_has "the winner needed"
out_has "median gap"
run "$plywood" halma race --record "$temp/record" --at 30 --agent greedy --nodes 20000
status_is 0
out_is "no such game was won after that many moves"

it "who wins otherwise than by coming home was in no race"
run "$plywood" match halma greedy random --games 2 --plies 70 --seed 5 --time 1 --quiet --record "$temp/short"
status_is 0
grep -q '"winner":"[ab]","ending":"move-cap"' "$temp/short" || problem "no game was decided by the time left"
run "$plywood" halma race --record "$temp/short" --at 30 --nodes 2000
status_is 0
out_is "no such game was won after that many moves"

it "options that would do nothing are refused"
run "$plywood" halma race --record "$temp/short" --alone
status_is 2
err_has "--alone"
run "$plywood" halma race "$temp/start.txt" --at 30
status_is 2
err_has "--at and --agent want --record"

it "help shows a part by both names, and knows no other word"
for words in "race" "halma race"; do
    # shellcheck disable=SC2086 # two words
    run "$plywood" help $words
    status_is 0
    out_has "usage: plywood halma race FILE"
done
run "$plywood" help rcae
status_is 2
err_has 'unknown command "rcae"'

finish
