#!/bin/sh
# Does the sequential test keep its error rates? Ten thousand matches for each truth.
. tests/tap.sh
patience=900

it "wrong decisions at either bound are at most 5 % within chance"
run "$built_tools/sprt" 1000
sed 's/^/# /' "$temp/out"
status_is 0

finish
