#!/bin/sh
# The examples and figures of the course's own texts.
. tests/tap.sh
export PLYWOOD_MOVE_SECONDS=0.2
cd "$temp" || exit 1

# answers FILE CHECKED: the drop-in agent answers FILE, and its answer is legal in CHECKED.
answers() {
    cp "$1" input.txt
    rm -f output.txt
    run "$homework"
    status_is 0
    run "$plywood" check --input "$2"
    status_is 0
    out_is legal
}

for example in fruit-1 fruit-2 fruit-3 fruit-4 fruit-5 halma-start halma-1 halma-2 halma-3 laser-7 \
    laser-7-misprint; do
    it "homework answers $example"
    answers "$data/$example.txt" "$data/$example.txt"

    it "homework answers $example with CRLF"
    crlf <"$data/$example.txt" >crlf.txt
    answers crlf.txt "$data/$example.txt"
    run "$plywood" check --input crlf.txt
    status_is 0
done

for example in halma-start halma-1 halma-2 halma-3; do
    it "homework answers $example as the typesetter left it"
    answers "$data/$example-typeset.txt" "$data/$example.txt"
done

it "the ellipsis for three dots is read without complaint"
run "$plywood" apply "$data/halma-start-typeset.txt" "E 11,15 10,15"
status_is 0
err_is ""

it "joined lines are played on, with a complaint that names the line"
cp "$data/halma-3-typeset.txt" input.txt
run "$homework"
status_is 0
err_has "input.txt:5: expected 16 of the cells W, B and ., found "

for size in 4 5 6 8 9 16; do
    it "land bidding starts with four claims on $size x $size"
    run "$plywood" legal "$data/reversi-$size.txt"
    status_is 0
    k=$((size / 2 - 1))
    same "claims" "$(printf '%s\n' "$((k - 1)),$k" "$k,$((k - 1))" "$((k + 1)),$((k + 2))" \
        "$((k + 2)),$((k + 1))" | sort)" "$(sort out)"
    run "$plywood" move --input "$data/reversi-$size.txt"
    status_is 0
    run "$plywood" check --input "$data/reversi-$size.txt"
    out_is legal
done

# --- the texts' own answers ---

# legal INPUT ANSWER MOVE
legal() {
    it "the text's answer $2 is legal"
    run "$plywood" check --input "$data/$1" --output "$data/$2"
    status_is 0
    out_is legal
    run "$plywood" check --json --input "$data/$1" --output "$data/$2"
    out_is "{\"legal\":true,\"move\":\"$3\"}"
}
legal fruit-1.txt fruit-1.answer B2
legal fruit-2.txt fruit-2.answer B3
legal fruit-3.txt fruit-3.answer A3
legal fruit-4.txt fruit-4.answer A3
legal fruit-5.txt fruit-5.answer C10
legal halma-start.txt halma-start-step.answer "11,15-10,15"
legal halma-start.txt halma-start-jump.answer "12,15-10,13"
legal halma-1.txt halma-1.answer "4,3-3,2"
legal halma-2.txt halma-2.answer "4,3-2,1"
legal halma-3.txt halma-3.answer "9,9-13,13"
legal laser-7.txt laser-7.answer "3,5"
legal laser-7-misprint.txt laser-7.answer "3,5"

it "the misprinted row of Fruit Rage's example 5 is rejected, with the right one"
run "$plywood" check --input "$data/fruit-5.txt" --output "$data/fruit-5-misprint.answer"
status_is 1
out_is "$data/fruit-5-misprint.answer:2: row 1: expected \"31******10\", found \"31*****10\""

it "two jumps on one line are rejected"
run "$plywood" check --input "$data/halma-3.txt" --output "$data/halma-3-misprint.answer"
status_is 1
out_has "misprint.answer:1: expected \"E x,y x,y\" or \"J x,y x,y\""

it "the misprinted 10 kinds of example 4 and its reading are remarked on"
run "$plywood" show "$data/fruit-4.txt"
status_is 0
err_is "$data/fruit-4.txt:2: 10 kinds of fruit, though the rules stop at 9"

it "the eighth row of the laser example is remarked on"
run "$plywood" show "$data/laser-7-misprint.txt"
status_is 0
err_is "$data/laser-7-misprint.txt:9: read 7 rows, 8 found"

# --- the texts' figures ---

it "Fruit Rage, figures 1 to 3: G8 earns 196"
run "$plywood" apply "$data/fruit-5.txt" G8
status_is 0
cp out figure3.txt
sed 1d "$data/fruit-5.answer" >expected
sed 1,3d figure3.txt >found
same_file expected found
run "$plywood" apply --json "$data/fruit-5.txt" G8
out_has '"score":[196,0]'

it "Fruit Rage, figures 4 and 5: the reply earns 144"
run "$plywood" apply figure3.txt D5
status_is 0
sed 1,3d out >found
same_file "$data/fruit-5-figure5.board" found
run "$plywood" apply --json figure3.txt D5
out_has '"score":[144,0]'

it "Halma: the step and the jump from the start give the text's boards"
run "$plywood" apply "$data/halma-start.txt" "E 11,15 10,15"
same "header" "SINGLE BLACK 100.000" "$(sed -n 1,3p out | tr '\n' ' ' | sed 's/ $//')"
same "last row" "..........W.WWWW" "$(sed -n 19p out)"
same "other rows" "$(sed -n 4,18p "$data/halma-start.txt")" "$(sed -n 4,18p out)"
run "$plywood" apply "$data/halma-start.txt" "J 12,15 10,13"
same "row 13" "..........W.WWWW" "$(sed -n 17p out)"
same "row 15" "...........W.WWW" "$(sed -n 19p out)"

it "Halma: the three jumps of example 3 end on 13,13"
run "$plywood" apply "$data/halma-3.txt" "J 9,9 11,9 J 11,9 11,11 J 11,11 13,13"
status_is 0
same "row 9" "..........W....." "$(sed -n 13p out)"
same "row 13" "............BBBB" "$(sed -n 17p out)"

it "Laser Checkmate, figure 3: (3,5) covers 15 squares and leaves 31"
run "$plywood" apply "$data/laser-7.txt" "3 5"
cp out figure3.txt
run "$plywood" show --json figure3.txt
out_has '"side":"first","score":[0,15]'
run "$plywood" legal figure3.txt
same "moves" 31 "$(wc -l <out)"

it "Laser Checkmate, figure 4: (1,2) covers 17 squares and leaves 19"
run "$plywood" apply figure3.txt "1 2"
cp out figure4.txt
run "$plywood" show --json figure4.txt
out_has '"side":"first","score":[15,17]'
run "$plywood" legal figure4.txt
same "moves" 19 "$(wc -l <out)"

it "land bidding, figure 2: the claim and the board after it"
run "$plywood" apply "$data/reversi-6-list.txt" "4 3"
status_is 0
same_file "$data/reversi-6-figure2.txt" out

finish
