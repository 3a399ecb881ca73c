#!/bin/sh
# Learning the patterns of land bidding: the same call gives the same set.
. tests/tap.sh
train="$build/reversi_train"
cd "$temp" || exit 1

# learn FILE JOBS SEED
learn() { run "$train" --size 6 --games 8 --rounds 2 --nodes 30 --solve 8 --seed "$3" --jobs "$2" --commit 0123abc --write "$1"; }

it "a set is written with the call that made it"
learn one.inc 1 5
status_is 0
out_has "positions, loss"
same "call" "// reversi_train --size 6 --rules bidding --games 8 --rounds 2 --nodes 30 --solve 8 --seed 5" \
    "$(sed -n 2p one.inc)"
same "commit" "// by the search and the solver of commit 0123abc" "$(sed -n 3p one.inc)"

it "the same call gives the same set again"
learn again.inc 1 5
status_is 0
same "sets" "$(cat one.inc)" "$(cat again.inc)"

it "the same call gives the same set, by one thread or two"
learn two.inc 2 5
status_is 0
same "sets" "$(cat one.inc)" "$(cat two.inc)"

it "another seed gives another"
learn three.inc 1 6
status_is 0
same "how cmp ends" 1 "$(cmp -s one.inc three.inc; echo $?)"

it "boards without patterns, unknown rules and options are refused"
run "$train" --size 7
status_is 2
err_has "--size"
run "$train" --rules go
status_is 2
err_has "--rules"
run "$train" --commit yesterday
status_is 2
err_has "--commit"
run "$train" --games 0
status_is 2
err_has "--games"
run "$train" --loud
status_is 2
run "$train" more
status_is 2
err_has "not an option"

finish
