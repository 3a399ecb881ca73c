#!/bin/sh
# Kind: tournaments
# The report of a large tournament, 300 agents and 500,000 games that were never played: at most ten
# seconds of processor time (wall time would tell of whoever else uses the machine), well-formed, of
# a reasonable size, and it says which replays it leaves out.
# shellcheck disable=SC2154,SC2034 # what tests/tap.sh sets and uses
. tests/tap.sh

patience=1500

# processor_seconds COMMAND…: of the command, user and system.
processor_seconds() {
    sh -c '"$@" >&2; times' sh "$@" 2>"$temp/err" |
        awk 'NR == 2 { gsub(/[ms]/, " "); print $1 * 60 + $2 + $3 * 60 + $4 }'
}

it "500,000 games of 300 agents: a report within ten seconds"
cat >"$temp/settings.json" <<'END'
{"title":"A class of 300","format":"round-robin","games":2,"best_of":false,"rounds":0,"top":0,
"most_games":0,"anonymous":false,"game":"laser","rules":"default","size":5,
"options":[-1,-1,-1,-1],"time":0,"cap":0,"opening_plies":0,"ply_limit":0,"seed":1,
"limits":{"sandbox":true,"grace":0,"memory":0,"disk":0,"processes":0,"output":0,"nodes":0,
"depth":0,"wall_ratio":0,"calibrate":0,"exact":false}}
END
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
