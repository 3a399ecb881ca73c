#!/bin/sh
# Tier: full
# make lint: every source is as clang-format writes it, and clang-tidy has nothing to say.
. tests/tap.sh

it "clang-format would change nothing, and clang-tidy finds nothing"
patience=1800
run make -s lint
status_is 0
grep -E 'error:|warning:' "$temp/out" "$temp/err" >"$temp/found"
same "findings" "" "$(cat "$temp/found")"

finish
