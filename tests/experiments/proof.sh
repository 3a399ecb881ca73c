#!/bin/sh
# Kind: play
# Proofs of the values in docs/solved.md, made and checked anew; that of 6 x 6 is six.sh's.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh
patience=900
solved=$top/docs/solved.md

# The rows of the table: | what | command of the position | options | value | …
sed -n 's/^| [^|]* | `\(new [^`]*\)` | `prove \([^`]*\)` | \([-+0-9]*\) |.*/\1|\2|\3/p' "$solved" \
    >"$temp/rows"
while IFS='|' read -r start options value <&3; do
    [ "$start" != "new reversi --size 6" ] || continue
    it "$start: proven to be $value"
    # shellcheck disable=SC2086 # words
    "$plywood" $start >"$temp/start.txt"
    # shellcheck disable=SC2086
    run "$plywood" prove "$temp/start.txt" -o "$temp/proof" --force $options
    status_is 0
    out_has "value $value for first, proven"
    sed 's/^/# /' "$temp/out"
    echo "# $(wc -c <"$temp/proof") bytes, hash $(sha256sum "$temp/proof" | cut -c 1-16)"
    run "$build/proofcheck" "$temp/proof"
    status_is 0
    out_has "proven: the value is $value for"
done 3<"$temp/rows"

it "the table has rows"
[ "$(wc -l <"$temp/rows")" -ge 12 ] || problem "$(wc -l <"$temp/rows") rows in docs/solved.md"

finish
