#!/bin/sh
# try.sh - builds the agents, asks each about every sample, and lets it play against a random one.
# PLYWOOD is the program plywood (if it is not in PATH), GAMES how many games each plays (2).
set -u
cd "$(dirname "$0")" || exit 1
case $PWD in
*[!A-Za-z0-9_./-]*)
    echo "try.sh: move this folder to a path without blanks and other special characters" >&2
    exit 1
    ;;
esac
here=$PWD plywood=${PLYWOOD:-plywood} failed=0
temp=$(mktemp -d) || exit 1
trap 'rm -rf "$temp"' EXIT

for source in *.c; do
    ${CC:-cc} -O2 -Wall -o "${source%.c}" "$source" || failed=1
done
while read -r line <&3; do
    command=$(printf '%s\n' "$line" | sed "s|{dir}|$here|g")
    for sample in samples/*.txt; do
        rm -rf "$temp/run"
        mkdir "$temp/run"
        cp "$sample" "$temp/run/input.txt"
        # an agent on pipes reads the same text from its standard input and says its name, then
        # its move
        (cd "$temp/run" && sh -c "$command" <input.txt >said.txt)
        [ -f "$temp/run/output.txt" ] || sed -n 2p "$temp/run/said.txt" >"$temp/run/output.txt"
        verdict=$("$plywood" check --input "$sample" --output "$temp/run/output.txt") || failed=1
        echo "$line, $sample: $verdict"
    done
    # shellcheck disable=SC2046 # the options are words
    "$plywood" match {game} "cmd:$command" random $(cat match-options 2>/dev/null) \
        --games "${GAMES:-2}" --json >"$temp/match.json" ||
        failed=1
    if grep -q '"faults":{"a":{}' "$temp/match.json"; then
        echo "$line, ${GAMES:-2} games: without a fault"
    else
        echo "$line, ${GAMES:-2} games:"
        grep -o '"detail":"[^"]*"' "$temp/match.json"
        failed=1
    fi
done 3<programs
exit $failed
