#!/bin/sh
# Kind: tournaments
# Twelve agents over four nodes of a real Slurm on a real PostgreSQL, one node truly lost in the
# middle: the same standings, game for game, as on this machine alone. Half of the agents are
# programs that do not look at the clock.
# shellcheck disable=SC2034,SC2154 # what tests/tap.sh reads and sets
. tests/tap.sh
patience=900

skip() {
    echo "ok 1 # SKIP $1"
    echo "1..1"
    exit 0
}

chmod 755 "$temp" # the server has a user of its own
url=$(sh tests/tools/postgres.sh start "$temp/pg" 2>"$temp/why") || skip "$(cat "$temp/why")"
trap 'sh tests/tools/postgres.sh stop "$temp/pg"; rm -rf "$temp"' EXIT
conf=$(sh tests/tools/slurm.sh start "$temp/slurm" 2>"$temp/why") || skip "$(cat "$temp/why")"
trap 'sh tests/tools/slurm.sh stop "$temp/slurm"; sh tests/tools/postgres.sh stop "$temp/pg"; rm -rf "$temp"' EXIT
export SLURM_CONF="$conf"

mkdir "$temp/class"
for agent in greedy minimax:depth=1 minimax:depth=2 alphabeta:depth=3; do
    folder="$temp/class/p-$(echo "$agent" | tr -c 'a-z0-9\n' -)"
    mkdir "$folder"
    cp "$homework" "$folder/homework"
    echo "{\"command\": \"./homework --agent $agent\"}" >"$folder/plywood.json"
done
field="$temp/class random greedy minimax:depth=1 alphabeta:depth=2 alphabeta:depth=3,caching
    plywood:nodes=50 plywood:nodes=400 plywood:nodes=3000"
how="--time none --depth 3 --size 6 --games 6 --seed 2026"
games=$((12 * 11 / 2 * 6))

# played STORE: how many games are there
played() {
    "$plywood" tournament status "$1" --quick --json |
        "$python" -IS -c 'import json, sys; print(json.load(sys.stdin)["games"])'
}

it "twelve agents on this machine alone"
# shellcheck disable=SC2086 # lists
run "$plywood" tournament new "$temp/local.db" laser $field $how
status_is 0
run "$plywood" tournament run "$temp/local.db" --jobs 2 --quiet
status_is 0
run "$plywood" tournament export "$temp/local.db" --format json --output "$temp/local.json"
status_is 0

it "the same on four nodes, one of which is lost in the middle: the same games"
# shellcheck disable=SC2086 # lists
run "$plywood" tournament new "$url" laser $field $how
status_is 0
"$plywood" tournament run "$url" --slurm --workers 4 --sbatch --exclusive --quiet >"$temp/run.out" 2>"$temp/run.err" &
coordinator=$!
while [ "$(played "$url")" -lt 60 ] && kill -0 $coordinator; do sleep 0.3; done
node=$(squeue -h -t running -o %N | head -n 1)
[ -n "$node" ] || problem "nothing runs"
there=$(played "$url")
sh tests/tools/slurm.sh lose "$temp/slurm" "$node"
[ "$there" -lt "$games" ] || problem "it was over before the node was lost"
wait $coordinator
status=$? command="tournament run --slurm"
cp "$temp/run.err" "$temp/err"
status_is 0
echo "# lost $node with $there of $games games there"
run "$plywood" tournament export "$url" --format json --output "$temp/cluster.json"
status_is 0
demand "the same games" "$python" -IS "$tools/same_games.py" "$temp/local.json" "$temp/cluster.json" "$games"

it "and the same standings; more than one node has played"
n=0
for store in "$temp/local.db" "$url"; do
    n=$((n + 1))
    "$plywood" tournament status "$store" --json | "$python" -IS -c 'import json, sys
d = json.load(sys.stdin)
for s in d["standings"]: print(s["rank"], s["name"], s["points"], s["rating"], s["place"])
print(*sorted(h["name"] for h in d["hosts"]), file=sys.stderr)' >"$temp/standings.$n" 2>"$temp/hosts"
done
same_file "$temp/standings.1" "$temp/standings.2"
sed 's/^/# hosts: /' "$temp/hosts"
[ "$(wc -w <"$temp/hosts")" -ge 2 ] || problem "one host alone has played"

finish
