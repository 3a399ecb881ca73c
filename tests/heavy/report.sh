#!/bin/sh
# The report of a large tournament, 300 agents and 500,000 games that were never played: at most ten
# seconds of processor time (wall time would tell of whoever else uses the machine), well-formed, of
# a reasonable size, and it says which replays it leaves out.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh

patience=1500

# processor_seconds COMMAND…: user and system time.
processor_seconds() {
    { TIMEFORMAT='%U %S' && time -p timeout "$patience" "$@" >"$temp/out" 2>"$temp/err"; } 2>&1 |
        awk '/^(user|sys)/ { sum += $2 } END { printf "%.2f", sum }'
}

it "500,000 games of 300 agents: a report within ten seconds"
run "$plywood" tournament new "$temp/settings.store" laser greedy random --size 5 --games 2 --seed 1
status_is 0
run "$built_tools/store_look" "$temp/settings.store" settings
cp "$temp/out" "$temp/settings.json"
run "$built_tools/made_up" "$temp/large.store" 300 500000 1 "$temp/settings.json"
status_is 0
used=$(processor_seconds "$plywood" tournament report "$temp/large.store" --output "$temp/large.html")
bytes=$(wc -c <"$temp/large.html")
echo "# report: $used s of processor time, $bytes bytes"
awk -v used="$used" 'BEGIN { exit !(used > 0 && used < 10) }' || problem "it took $used s"
[ "$bytes" -lt 20000000 ] || problem "$bytes bytes"

it "it is well-formed and tells what was left out"
demand "report.py" "$python" -IS "$tools/report.py" "$temp/large.html" "500,000" "are left out" \
    "plywood tournament export"

finish
