#!/bin/sh
# Kind: play
# Published scores of long end games, and values on which two ways to solve agree.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh
patience=600

it "FFO 40 to 44 get their published scores"
run "$built_tools/endgames" ffo
sed 's/^/# /' "$temp/out"
status_is 0

finish
