#!/bin/sh
# Kind: statistics
# Do the intervals hold the truth in 95 % of matches of any length, and is LOS a likelihood?
# shellcheck disable=SC2034,SC2154 # what tests/tap.sh reads and sets
. tests/tap.sh
patience=600

it "intervals miss the truth in at most 5 %, and LOS is right as often as it says"
run "$built_tools/coverage" 20000
sed 's/^/# /' "$temp/out"
status_is 0

finish
