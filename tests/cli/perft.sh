#!/bin/sh
# Every count of tests/data/perft.txt through plywood perft.
. tests/tap.sh
cd "$data" || exit 1

grep -v '^#' perft.txt >"$temp/cases"
while IFS=: read -r arguments counts; do
    # shellcheck disable=SC2086 # arguments and counts are lists of words
    set -- $counts
    depth=$#
    it "perft $arguments to depth $depth"
    d=0
    : >"$temp/expected"
    for count in "$@"; do
        d=$((d + 1))
        echo "$d $count" >>"$temp/expected"
    done
    # shellcheck disable=SC2086
    set -- $arguments
    game=$1
    shift
    run "$plywood" perft "$game" "$depth" "$@"
    status_is 0
    same_file "$temp/expected" "$temp/out"
done <"$temp/cases"

finish
