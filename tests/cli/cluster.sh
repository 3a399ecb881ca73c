#!/bin/sh
# Tier: full
# A tournament on a real PostgreSQL and two nodes of a real Slurm, both started here on loopback:
# the same games as on this machine alone. Nothing depends on how fast the machine is.
# shellcheck disable=SC2034,SC2154 # what tests/tap.sh reads and sets
. tests/tap.sh

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

# A program of somebody's: its files reach the nodes through the store alone.
mkdir "$temp/blind"
cp "$homework" "$temp/blind/homework"
echo '{"name": "blind", "command": "./homework --agent greedy"}' >"$temp/blind/plywood.json"
field="random greedy minimax:depth=1 plywood:nodes=100 $temp/blind"
how="--time none --depth 2 --size 4 --games 2 --seed 11"

it "a tournament on this machine, in a file"
# shellcheck disable=SC2086 # lists
run "$plywood" tournament new "$temp/local.db" laser $field $how
status_is 0
run "$plywood" tournament run "$temp/local.db" --quiet
status_is 0
run "$plywood" tournament export "$temp/local.db" --format json --output "$temp/local.json"
status_is 0

it "the same on PostgreSQL by two workers that Slurm starts, game for game"
# shellcheck disable=SC2086 # lists
run "$plywood" tournament new "$url" laser $field $how
status_is 0
run "$plywood" tournament run "$url" --slurm --workers 2 --sbatch --exclusive --quiet
status_is 0
run "$plywood" tournament export "$url" --format json --output "$temp/cluster.json"
status_is 0
demand "the same games" "$python" -IS "$tools/same_games.py" "$temp/local.json" "$temp/cluster.json" 20

# Workers end by themselves when they find nothing to do, which may be after the tournament has.
no_job_is_left() { [ -z "$(squeue -h -t running,pending,configuring,completing)" ]; }

it "its hosts are the nodes, and no job is left"
run "$plywood" tournament status "$url" --json
status_is 0
demand "hosts" "$python" -IS -c 'import json, sys
hosts = [h["name"] for h in json.load(open(sys.argv[1]))["hosts"]]
assert hosts and set(hosts) <= {"n1", "n2", "n3", "n4"}, hosts' "$temp/out"
patiently no_job_is_left || problem "there are jobs: $(squeue -h)"

it "running it again finds nothing to do"
run "$plywood" tournament run "$url" --slurm --workers 2 --quiet
status_is 0
patiently no_job_is_left || problem "there are jobs: $(squeue -h)"

finish
