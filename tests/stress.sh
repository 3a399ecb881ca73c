#!/bin/sh
# stress.sh [POSITIONS [SEED [OPTION…]]] - many random positions of each game (500 unless told
# otherwise), with times from 0.01 to 5 s, on a busy machine. 'make stress' runs it; it takes
# about ten minutes. OPTIONs go to tests/tools/stress.py: --scale 0.1 makes it ten times faster,
# --agents FOLDER tries the homework and the reversi that are there.
. tests/tap.sh
positions=${1:-500}
seed=${2:-1}
if [ $# -gt 2 ]; then shift 2; else set --; fi

mkdir "$temp/work"
for game in fruit halma laser reversi; do
    mkdir -p "$temp/positions/$game"
    "$built_tools/positions" "$game" "$positions" "$seed" "$temp/positions/$game" || exit 1
done
"$python" -IS "$tools/stress.py" --build "$build" --measure "$built_tools/measure" \
    --positions "$temp/positions" --work "$temp/work" --keep "$build/stress-failures" \
    --seed "$seed" --grace 0.05 "$@"
