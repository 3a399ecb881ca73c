#!/bin/sh
# The numbers that decide matches, by simulation; make experiments has it at length.
. tests/tap.sh

it "the sequential test errs in at most 5 % and ends when it is due"
run "$built_tools/sprt" 500
status_is 0
sed 's/^/# /' "$temp/out"

it "intervals hold the truth, and LOS is a likelihood"
run "$built_tools/coverage" 1000
status_is 0
sed 's/^/# /' "$temp/out"

finish
