#!/bin/sh
# plywood tune, and the lab with the weights it writes.
. tests/tap.sh
cd "$temp" || exit 1

few="--games 5 --nodes 300 --size 8"

it "the same call gives the same bytes, however many jobs there are"
# shellcheck disable=SC2086 # a list of options
run "$plywood" tune fruit $few --write one.inc --data one.txt
status_is 0
out_has "plywood tune fruit --games 5 --nodes 300 --seed 1 --size 8"
out_has "loss in training: "
out_has "loss held out: "
out_has "regions of 3"
# shellcheck disable=SC2086
run "$plywood" tune fruit $few --jobs 2 --write two.inc --data two.txt
status_is 0
same_file one.inc two.inc
same_file one.txt two.txt

it "weights and data that are there are spared; --force replaces them"
# shellcheck disable=SC2086
run "$plywood" tune fruit $few --seed 2 --write one.inc
status_is 2
err_is "plywood tune: --write: one.inc is not empty; --force replaces it"
same_file one.inc two.inc
# shellcheck disable=SC2086
run "$plywood" tune fruit $few --seed 2 --data one.txt
status_is 2
err_is "plywood tune: --data: one.txt is not empty; --force replaces it"
same_file one.txt two.txt
# shellcheck disable=SC2086
run "$plywood" tune fruit $few --write two.inc --data two.txt --force
status_is 0
same_file one.inc two.inc

it "the weights file tells the call and the data it comes from"
demand "the game" grep -q "^// fruit: " one.inc
demand "the call" grep -q "^// plywood tune fruit --games 5 --nodes 300 --seed 1 --size 8$" one.inc
demand "the data" grep -q "^// data: .* hash [0-9a-f]\{16\}$" one.inc
same "as many weights as features" "$(grep -c '^-\{0,1\}[0-9]*, // ' one.inc)" \
    "$(awk -F '\t' 'NR == 1 { print NF - 3 }' one.txt)"

it "--json: losses, weights and the number of positions"
# shellcheck disable=SC2086
run "$plywood" tune fruit $few --seed 2 --json
status_is 0
demand "JSON" "$python" -IS -c '
import json, sys
d = json.load(open(sys.argv[1]))
assert d["game"] == "fruit" and d["trained"] > 10 and len(d["hash"]) == 16, d
assert 0 < d["after"]["train"] <= d["before"]["train"], d
assert all(type(w["after"]) is int and w["name"] for w in d["weights"]), d' "$temp/out"

it "the lab takes the file, and tells the margin of pairs"
run "$plywood" lab fruit --a plywood:weights=one.inc --b plywood --games 4 --nodes 300 --size 8
status_is 0
demand "JSON" "$python" -IS -c '
import json, sys
d = json.load(open(sys.argv[1]))
low, high = d["pair_margin"]["interval"]
assert low <= d["pair_margin"]["mean"] <= high, d
assert abs(d["pair_margin"]["mean"] - 2 * d["margin"]) < 1e-6, d' "$temp/out"

it "every game has weights; a file fits the others' sizes too"
run "$plywood" tune halma --games 2 --nodes 100 --write halma.inc
status_is 0
out_has "in the own camp"
run "$plywood" tune reversi --games 5 --nodes 100 --size 6 --write reversi.inc
status_is 0
out_has "half full: corners"
run "$plywood" tune laser --games 5 --nodes 100 --size 13 --write laser.inc
status_is 0
out_has "being to move"
for game in halma reversi laser; do
    run "$plywood" lab "$game" --a "plywood:weights=$game.inc" --b plywood --games 2 --nodes 100
    status_is 0
done

it "weights from nothing, in rounds; a file to go on from"
# shellcheck disable=SC2086
run "$plywood" tune fruit $few --weights none --rounds 2 --write three.inc
status_is 0
out_has "--weights none --rounds 2"
err_has "round 1: loss in training "
demand "the call" grep -q "^// plywood tune fruit .* --size 8 --weights none --rounds 2$" three.inc
# shellcheck disable=SC2086
run "$plywood" tune fruit $few --weights three.inc
status_is 0
out_has "--weights three.inc"
run "$plywood" tune reversi --games 1 --weights three.inc
status_is 2
err_is "plywood tune: --weights: these are weights of fruit"
run "$plywood" tune fruit --games 1 --weights no/such/file
status_is 2
err_is_one_line

it "says so where there is nothing to train with"
run "$plywood" tune laser --size 4 --nodes 100 --games 3
status_is 2
err_is "plywood tune: these games have no position to train with: all are solved at once"

it "refuses files that are none, weights of another game"
run "$plywood" lab fruit --a plywood:weights=one.txt
status_is 2
err_has "one.txt:1: expected \"// GAME: \""
run "$plywood" lab fruit --a plywood:weights=-
status_is 2
err_is_one_line
run "$plywood" lab halma --a plywood:weights=one.inc
status_is 2
err_is "plywood lab: agent plywood: these are weights of fruit"

it "a file that cannot be written is our failure"
# shellcheck disable=SC2086
run "$plywood" tune fruit $few --write no/such/folder
status_is 70
err_is_one_line

finish
