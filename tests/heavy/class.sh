#!/bin/sh
# Kind: course
# A class of 40, good, weak and hopeless in five languages, is graded, killed in the middle and
# resumed: every submission gets what its kind must get, the same as without the kill, in time.
. tests/tap.sh
cd "$temp" || exit 1
mkdir class

# submission NAME COMMAND [BUILD]: a folder with a plywood.json; what goes in there is written after.
submission() {
    mkdir "class/$1" && cd "class/$1" || exit 1
    printf '{"command":"%s"%s}\n' "$2" "${3:+,\"build\":\"$3\"}" >plywood.json
}
written() { cd "$temp" || exit 1; }

# in_c NAME BODY, in_cpp, in_java, in_python, in_shell: a program whose main is this. The weak ones
# answer the first square of the board in input.txt that is free and in no beam.
in_c() {
    submission "$1" ./agent "cc -O1 -o agent agent.c"
    printf '#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(void) {\n%s\nreturn 0; }\n' "$2" >agent.c
    written
}
in_cpp() {
    submission "$1" ./agent "g++ -O1 -o agent agent.cpp"
    printf '#include <fstream>\n#include <iostream>\n#include <string>\n#include <vector>\n#include <stdexcept>\nint main() {\n%s\nreturn 0; }\n' "$2" >agent.cpp
    written
}
in_java() {
    submission "$1" "java -Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp . Agent" "javac Agent.java"
    printf 'import java.nio.file.*;\npublic class Agent { public static void main(String[] a) throws Exception {\n%s\n} }\n' "$2" >Agent.java
    written
}
in_python() {
    submission "$1" "python3 -IS agent.py"
    printf '%s\n' "$2" >agent.py
    written
}
in_shell() {
    submission "$1" "sh agent.sh"
    printf '%s\n' "$2" >agent.sh
    written
}
answer_c='FILE *in = fopen("input.txt", "r"), *out; int n; static char at[100][100];
if (fscanf(in, "%d", &n) != 1) return 1;
for (int r = 0; r < n; r++) if (fscanf(in, "%99s", at[r]) != 1) return 1;
for (int r = 0; r < n; r++) for (int c = 0; c < n; c++) { int lit = at[r][c] != 48;
for (int way = 0; way < 9; way++) for (int step = 1; step < 4; step++) {
int y = r + (way / 3 - 1) * step, x = c + (way % 3 - 1) * step;
if (y < 0 || x < 0 || y >= n || x >= n || at[y][x] == 51) break;
if (at[y][x] != 48) lit = 1; }
if (!lit) { out = fopen("output.txt", "w"); fprintf(out, "%d %d\n", r, c); fclose(out); return 0; } }'
answer_cpp='std::ifstream in("input.txt"); int n; in >> n; std::vector<std::string> at(n);
for (auto &row : at) in >> row;
for (int r = 0; r < n; r++) for (int c = 0; c < n; c++) { bool lit = at[r][c] != 48;
for (int way = 0; way < 9; way++) for (int step = 1; step < 4; step++) {
int y = r + (way / 3 - 1) * step, x = c + (way % 3 - 1) * step;
if (y < 0 || x < 0 || y >= n || x >= n || at[y][x] == 51) break;
if (at[y][x] != 48) lit = true; }
if (!lit) { std::ofstream("output.txt") << r << " " << c << "\n"; return 0; } }'
answer_java='var at = Files.readAllLines(Path.of("input.txt")); int n = Integer.parseInt(at.remove(0).trim());
for (int r = 0; r < n; r++) for (int c = 0; c < n; c++) { boolean lit = at.get(r).charAt(c) != 48;
for (int way = 0; way < 9; way++) for (int step = 1; step < 4; step++) {
int y = r + (way / 3 - 1) * step, x = c + (way % 3 - 1) * step;
if (y < 0 || x < 0 || y >= n || x >= n || at.get(y).charAt(x) == 51) break;
if (at.get(y).charAt(x) != 48) lit = true; }
if (!lit) { Files.writeString(Path.of("output.txt"), r + " " + c + "\n"); return; } }'
answer_python='n, *at = open("input.txt").read().split()
n = int(n)
def lit(r, c):
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            for step in (1, 2, 3):
                y, x = r + step * down, c + step * right
                if not (0 <= y < n and 0 <= x < n) or at[y][x] == "3":
                    break
                if at[y][x] != "0":
                    return True
    return False
r, c = next((r, c) for r in range(n) for c in range(n) if at[r][c] == "0" and not lit(r, c))
open("output.txt", "w").write("%d %d\n" % (r, c))'
# shellcheck disable=SC2016 # of awk
answer_shell='awk "NR == 1 { n = \$1 } NR > 1 { at[NR - 2] = \$1 }
function see(r, c) { return r < 0 || c < 0 || r >= n || c >= n ? 3 : substr(at[r], c + 1, 1) }
function lit(r, c, y, x, step) { for (y = -1; y < 2; y++) for (x = -1; x < 2; x++)
for (step = 1; step < 4 && see(r + y * step, c + x * step) != 3; step++)
if (see(r + y * step, c + x * step) != 0) return 1; return 0 }
END { for (r = 0; r < n; r++) for (c = 0; c < n; c++)
if (see(r, c) == 0 && !lit(r, c)) { print r, c; exit } }" input.txt >output.txt'

for n in 1 2 3 4; do
    submission good$n "env PLYWOOD_MOVE_SECONDS=0.2 ./homework"
    cp "$homework" homework
    written
done
for n in 1 2; do
    in_c weak-c$n "$answer_c"
    in_cpp weak-cpp$n "$answer_cpp"
    in_java weak-java$n "$answer_java"
    in_python weak-python$n "$answer_python"
    in_shell weak-shell$n "$answer_shell"
done
in_c crash-c 'volatile int *p = 0; return *p;'
in_cpp crash-cpp 'throw std::runtime_error("no idea");'
in_java raise-java 'throw new IllegalStateException("no idea");'
in_python raise-python 'raise ValueError("no idea")'
in_shell crash-shell 'kill -SEGV $$'
in_c loop-c 'for (volatile int i = 0;; i++) { }'
in_cpp loop-cpp 'for (volatile int i = 0;; i = i + 1) { }'
in_java loop-java 'for (long i = 0; i >= 0; i = (i + 1) & 7) { }'
in_python loop-python 'while True: pass'
in_shell loop-shell 'while :; do :; done'
in_c sleep-c 'sleep(1000);'
in_python sleep-python 'import time; time.sleep(1000)'
in_shell sleep-shell 'trap "" TERM; sleep 1000'
in_c broken-c 'int x = ;'
in_cpp broken-cpp 'std::strin x;'
in_java broken-java 'Strin x = null;'
in_c disk-c 'char name[20], block[65536] = {1}; for (int i = 0;; i++) { sprintf(name, "f%d", i); FILE *f = fopen(name, "w");
if (!f) return 0; for (int k = 0; k < 100; k++) if (fwrite(block, 1, sizeof block, f) < sizeof block) return 0; fclose(f); }'
in_python disk-python 'for i in range(40): open("f%d" % i, "wb").write(bytes(8000000))'
in_shell disk-shell 'for i in $(seq 40); do head -c 8000000 /dev/zero >f$i; done'
in_c flood-c 'static char more[65536] = "more"; for (;;) fwrite(more, 1, sizeof more, stdout);'
in_python flood-python 'while True: print("more" * 100000)'
in_shell flood-shell 'yes more and more and more >&2'
in_cpp illegal-cpp 'std::ofstream("output.txt") << "99 99\n";'
in_python illegal-python 'open("output.txt", "w").write("99 99\n")'
in_shell silent-shell 'exit 0'
in_java format-java 'Files.writeString(Path.of("output.txt"), "I pass\n");'

it "the class has 40 submissions"
same "submissions" 40 "$(find class -mindepth 1 -maxdepth 1 | wc -l)"

cat >check.py <<'CHECK'
import csv, sys
kinds = {"good": None, "weak": None, "crash": {"crashed"}, "raise": {"exit-error"},
         "loop": {"out-of-time", "wall-budget"}, "sleep": {"out-of-time", "wall-budget"},
         "broken": None, "disk": {"disk"}, "flood": {"output"}, "illegal": {"illegal-move"},
         "silent": {"no-answer"}, "format": {"bad-format"}}
steady = ("agent", "state", "points", "maximum", "random", "greedy", "minimax", "passed", "failed", "forfeited",
          "not graded", "void", "faults", "fault_kinds")

def read(path):
    return list(csv.DictReader(open(path, newline="")))

def check(rows):
    assert len(rows) == 40, len(rows)
    for row in rows:
        name = row["agent"].split("/")[1]
        kind = name.rstrip("1234").split("-")[0]
        verdicts = {word.rsplit(" ", 1)[0] for word in row["fault_kinds"].split(", ") if word}
        points = float(row["points"])
        if kind == "broken":
            assert row["state"] == "cannot be run" and "rror" in row["reason"], row
        else:
            assert row["state"] == "graded", row
        if kind == "good":
            assert points == 100 and not verdicts, row
        elif kind == "weak":
            assert not verdicts, row
        elif kinds[kind]:
            assert points == 0 and verdicts and verdicts <= kinds[kind], row
            assert row["faults"] == "3" and row["forfeited"] == "3", row
    weak = {row["points"] for row in rows if "/weak-" in row["agent"]}
    assert len(weak) == 1, weak  # the same moves in every language

if sys.argv[1] == "same":
    one, two = ([tuple(r[k] for k in steady) for r in read(path)] for path in sys.argv[2:4])
    assert one == two, [pair for pair in zip(one, two) if pair[0] != pair[1]]
elif sys.argv[1] == "hurried":  # a second each: whoever fails always, fails now too
    rows = read(sys.argv[2])
    assert len(rows) == 40, len(rows)
    for row in rows:
        assert float(row["points"]) == 0 or row["agent"].split("/")[1].startswith(("good", "weak")), row
else:
    check(read(sys.argv[2]))
CHECK

patience=900
call="grade laser class --each --jobs 2 --size 4 --games 2 --time 4 --budget 30m"
it "left alone, everybody gets what its kind must get, and no hopeless one costs minutes"
# shellcheck disable=SC2086 # words
run "$plywood" $call --summary whole.csv --summary whole.html --output whole.txt --bundles faults
status_is 0
err_has "; 40 of 40 submissions, 240 of 240 cases, "
demand "the summary" "$python" -IS check.py kinds whole.csv
demand "bundles are bounded" [ "$(find faults -name rerun.sh | wc -l)" -le $((23 * 3)) ]

it "killed in the middle and resumed it is the same"
# shellcheck disable=SC2086
"$plywood" $call --resume state --summary killed.csv --output killed.txt --quiet >/dev/null 2>&1 &
grading=$!
touch state
while [ "$(wc -l <state)" -lt 60 ] && kill -0 $grading 2>/dev/null; do sleep 0.1; done
kill -KILL $grading
wait $grading 2>/dev/null
before=$(wc -l <state)
demand "a summary of what there is" "$python" -IS -c 'import csv; assert 0 < len(list(csv.DictReader(open("killed.csv", newline="")))) < 40'
# shellcheck disable=SC2086
run "$plywood" $call --resume state --summary killed.csv --output killed.txt
status_is 0
err_has " known)"
[ "$(wc -l <state)" -gt "$before" ] || problem "nothing was left to do"
demand "the summary" "$python" -IS check.py kinds killed.csv
demand "the same grades" "$python" -IS check.py same whole.csv killed.csv

it "with a second for each it ends in time, with a row for everybody"
began=$(date +%s)
run "$plywood" grade laser class --each --jobs 2 --size 4 --budget 45s --summary hurried.csv --summary hurried.html --output hurried.txt --quiet
took=$(($(date +%s) - began))
status_is 0
[ $took -le 50 ] || problem "took $took s of 45 s"
demand "the summary" "$python" -IS check.py hurried hurried.csv
grep -q "45 s in all" hurried.html || problem "the page does not tell the budget"
echo "# the last one took $took s of 45 s"

finish
