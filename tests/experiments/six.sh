#!/bin/sh
# Kind: play
# 6 x 6 land bidding: solved, proven, checked. It takes some minutes and 5 GB. PLYWOOD_PROOF names a file
# to keep the proof in.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh
patience=1800
proof=${PLYWOOD_PROOF:-$temp/proof}

it "6 x 6 land bidding is -4, and its proof holds"
"$plywood" new reversi --size 6 >"$temp/start.txt"
run "$plywood" prove "$temp/start.txt" -o "$proof" --force --handover 10 --memo 25 --hash 4096 --threads 2
status_is 0
out_has "value -4 for first, proven"
sed 's/^/# /' "$temp/out"
echo "# $(wc -c <"$proof") bytes, sha256 $(sha256sum "$proof" | cut -c 1-64)"
run "$build/proofcheck" "$proof"
status_is 0
out_has "proven: the value is -4 for the side to move"

finish
