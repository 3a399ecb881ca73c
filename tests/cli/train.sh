#!/bin/sh
# Learning land bidding's patterns and Halma's net, making its book: the same call gives the same set.
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

halma="$build/halma_train"

# net FILE JOBS SEED
net() { run "$halma" --games 6 --rounds 2 --nodes 60 --width 5 --epochs 2 --seed "$3" --jobs "$2" --commit 0123abc --write "$1"; }

it "a net is written with the call that made it"
net one.net 1 5
status_is 0
same "call" "// halma_train --games 6 --rounds 2 --nodes 60 --width 5 --epochs 2 --seed 5" \
    "$(sed -n 2p one.net)"
same "commit" "// by the search of commit 0123abc" "$(sed -n 3p one.net)"

it "the same call gives the same net, by one thread or two"
net two.net 2 5
status_is 0
same "nets" "$(cat one.net)" "$(cat two.net)"

it "another seed gives another net"
net three.net 1 6
status_is 0
same "how cmp ends" 1 "$(cmp -s one.net three.net; echo $?)"

it "what halma_train does not know is refused"
run "$halma" --commit yesterday
status_is 2
err_has "--commit"
run "$halma" --games 0
status_is 2
err_has "--games"
run "$halma" more
status_is 2
err_has "not an option"

book="$build/halma_book"

it "a book is written with the call that made it, for both rule sets, in the order of its keys"
run "$book" --entries 3 --nodes 2000 --commit 0123abc --write one.book
status_is 0
same "call" "// halma_book --entries 3 --nodes 2000" "$(sed -n 2p one.book)"
same "commit" "// by the search of commit 0123abc" "$(sed -n 3p one.book)"
same "entries" 6 "$(grep -c '^{0x' one.book)"
same "order" "$(grep '^{0x' one.book)" "$(grep '^{0x' one.book | sort)"

it "the same call gives the same book again"
run "$book" --entries 3 --nodes 2000 --commit 0123abc --write two.book
status_is 0
same "books" "$(cat one.book)" "$(cat two.book)"

it "what halma_book does not know is refused"
run "$book" --entries 0 --write x.book
status_is 2
err_has "--entries"
run "$book" --commit yesterday --write x.book
status_is 2
err_has "--commit"
run "$book" --entries 3
status_is 2
err_has "--write"
demand "no book" test ! -e x.book

it "a book that cannot be written is our failure"
run "$book" --entries 1 --nodes 100 --write missing/x.book
status_is 70
err_has "cannot be written"

finish
