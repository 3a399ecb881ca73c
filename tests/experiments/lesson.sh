#!/bin/sh
# At least four of five losses of weak agents become lessons, each within 60 s of processor time, and the
# error of each holds under an independent look with ten times the nodes, or the solver.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh
cd "$temp" || exit 1
patience=600

# losses GAME SPEC NUMBER: plays so many games; their lessons are in $temp/lessons.json.
losses() {
    rm -rf lessons one.record
    "$plywood" match "$1" plywood:nodes=20000 "$2" --games "$3" --seed 977 --jobs 1 \
        --record one.record >match.out 2>&1 || cat match.out
    "$plywood" lesson one.record --agent "$2" --json >lessons.json 2>lessons.err || cat lessons.err
}

while read -r game number spec; do
    it "$spec learns from its losses in $game"
    losses "$game" "$spec" "$number"
    "$python" -IS - "$plywood" "$game" lessons.json >found.txt 2>&1 <<'PROGRAM' || problem "$(cat found.txt)"
import json, subprocess, sys
plywood, game, path = sys.argv[1:]
rows = [json.loads(line) for line in open(path)]
lessons = [row for row in rows if row["lesson"]]
assert rows, "no game was lost"
assert 5 * len(lessons) >= 4 * len(rows), f"{len(lessons)} lessons of {len(rows)} losses"
assert all(row["seconds"] <= 60 for row in lessons), [row["seconds"] for row in lessons]
assert all(row["minimal"] for row in lessons), "not minimal"
held = 0
for row in lessons:
    out = subprocess.run([plywood, "lesson", "--try", row["folder"], "--spec",
                          "plywood:nodes=2500000"], capture_output=True, text=True)
    assert out.returncode in (0, 1), out.stderr
    held += out.returncode == 0
    assert f" {row['move']}," not in out.stdout, f"{row['move']} is best: {row['input']}"
assert 5 * held >= 4 * len(lessons), f"{held} of {len(lessons)} lessons hold"
print(f"{len(lessons)} of {len(rows)} losses, {held} hold")
PROGRAM
    sed 's/^/# /' found.txt
done <<EOT
fruit 2 greedy
fruit 2 minimax:depth=2
fruit 2 cmd:python3 $top/examples/agent.py
halma 2 greedy
halma 2 minimax:depth=2
reversi 2 greedy
reversi 2 minimax:depth=2
laser 4 greedy
laser 4 minimax:depth=2
EOT

finish
