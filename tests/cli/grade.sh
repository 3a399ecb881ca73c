#!/bin/sh
# plywood grade: points and reasons, formats, many agents, interrupts.
. tests/tap.sh
agents=$build/tests/agents
cd "$temp" || exit 1
out=$temp/out

# json EXPRESSION…: standard output is a line of JSON an agent, and the expressions about d hold.
json() { demand "JSON of $command" "$python" -IS "$tools/readjson.py" --lines "$@" <"$out"; }

# refuses REASON ARGUMENT…
refuses() {
    reason=$1
    shift
    it "plywood grade $*: refused"
    run "$plywood" grade "$@"
    status_is 2
    out_is ""
    err_is "plywood grade: $reason"
}
refuses '--format: expected table, json, gradescope or junit, found "pdf"' fruit greedy --format pdf
refuses '--format gradescope: several agents need --output DIR' fruit greedy random --format gradescope
refuses 'size: expected 3 to 64, found 2' reversi greedy --size 2
refuses 'size: expected at most 16, found 17: only boards that the first player is shown to win are graded, and larger ones are not solved' laser greedy --size 17
refuses '--sandbox: expected on or off, found "x"' reversi greedy --sandbox x
refuses 'ada: no submission, and no built-in agent: agent: expected random, greedy, minimax, alphabeta or plywood, found "ada"' fruit greedy ada
mkdir nobody
refuses '--each: nobody has no submissions in it' fruit nobody --each

mkdir -p cohort/eve cohort/fay
echo 'exit 1' >cohort/eve/agent.sh
cp cohort/eve/agent.sh cohort/fay/
refuses 'cohort: no agent, but a directory of agents: --each grades them all' fruit cohort

# --- the four games ---

# full GAME AGENT OPTIONS…: this agent gets all points.
full() {
    it "our agent gets all points in $1"
    run "$plywood" grade "$@" --format json --quiet
    status_is 0
    err_is ""
    json 'len(d) == 1 and d[0]["points"] == 100 and d[0]["maximum"] == 100 and d[0]["voids"] == 0' \
        'all(c["status"] == "passed" for c in d[0]["cases"])'
}
if thoroughly; then
    full fruit "cmd:$homework" --time 4 --games 1 --seed 3 --jobs 2
    full halma "cmd:env PLYWOOD_MOVE_SECONDS=0.02 $homework" --time 20 --games 1
fi
full laser "cmd:env PLYWOOD_MOVE_SECONDS=1 $homework" --games 3
if thoroughly; then
    full reversi "cmd:env PLYWOOD_MOVE_SECONDS=0.05 $build/reversi" --games 2 --size 6
fi

it "the same agent gets the same grade, whatever --jobs says"
for jobs in 1 2; do
    run "$plywood" grade laser "cmd:$agents/doctor_fruit" greedy random --format json --jobs $jobs
    status_is 0
    sed 's/,"cpu":[^,}]*//g; s/,"bundle":"[^"]*"//g' "$out" >"grades.$jobs"
done
same_file grades.1 grades.2
json 'd[0]["points"] == 0 and d[1]["points"] > d[2]["points"]'

it "a majority ends its part"
run "$plywood" grade fruit greedy --format json --size 5 --positions 1 --games 5
json '[p["points"] for p in d[0]["parts"]][:2] == [25, 25]' \
    '[c["status"] for c in d[0]["cases"] if c["part"] == "random"].count("passed") == 3' \
    'd[0]["cases"][1]["detail"].startswith("won ")'

# --- many agents, some of them broken ---

mkdir class class/ada class/bob class/cy class/dan
cp "$agents/doctor_fruit" class/ada/agent
echo '{"name":"B\u00f6b <&>","command":"./agent","build":"echo \"agent.c:1: error\" >&2; false"}' >class/bob/plywood.json
cp "$agents/segfaults" class/cy/agent
echo '{"name":"Dan","command":"./agent gravity","build":"mv program agent || test -x agent"}' >class/dan/plywood.json
cp "$agents/doctor_fruit" class/dan/program

small="--positions 4 --games 1 --size 4 --time 5"

it "broken submissions get their points and reasons and stop nobody"
# shellcheck disable=SC2086 # options
run "$plywood" grade fruit class --each --format json --jobs 2 $small --quiet
status_is 0
err_is ""
json '[a["agent"] for a in d] == ["class/ada", "class/bob", "class/cy", "class/dan"]' \
    'd[0]["parts"][0]["points"] == 25' \
    'd[1]["points"] == 0 and "agent.c:1: error" in d[1]["trouble"]' \
    'd[2]["points"] == 0 and [c.get("verdict") for c in d[2]["cases"]] == 3 * ["crashed"] + 3 * [None]' \
    'all(c["status"] == "forfeited" and "3 cases in a row had ended by crashed" in c["detail"] for c in d[2]["cases"][3:])' \
    'any(c.get("verdict") == "wrong-board" for c in d[3]["cases"])' \
    'd[3]["name"] == "dan"' "'calls itself \"Dan\"' in d[3][\"program\"]"
[ -n "$(find plywood-faults -path '*/cy-*-positions-1/rerun.sh')" ] || problem "no bundle of cy's first case"

it "the table tells points, reasons and the way to see them again"
# shellcheck disable=SC2086
run "$plywood" grade fruit class --each $small
status_is 0
out_has "   25.00 of  25.00  positions  single positions: 4 of 4 passed"
out_has "The agent cannot be run: build:"
out_has "1: crashed: ended by signal 11"
out_has "In all"
same "agents" 4 "$(sed '1,/^In all/d' "$out" | wc -l)"

it "Gradescope gets a results.json an agent"
# shellcheck disable=SC2086
run "$plywood" grade fruit class --each $small --format gradescope --visibility after_due_date --output scope
status_is 0
same "agents" "ada bob cy dan" "$(cd scope && echo *)"
for who in ada bob cy dan; do
    demand "results.json of $who" "$python" -IS "$tools/readjson.py" \
        'd["max_score"] == 100 and d["score"] == sum(t["score"] for t in d["tests"])' \
        'sum(t["max_score"] for t in d["tests"]) == 100 and len(d["tests"]) == 6' \
        'all(sorted(t) == ["max_score", "name", "output", "output_format", "score", "status", "visibility"] for t in d["tests"])' \
        'all(t["visibility"] == "after_due_date" for t in d["tests"]) and d["stdout_visibility"] == "hidden"' \
        'd["leaderboard"][0] == {"name": "Points", "value": d["score"], "order": "desc"}' \
        <scope/$who/results.json
done
run "$plywood" grade laser greedy --games 1 --format gradescope --output results.json
demand "one results.json" "$python" -IS "$tools/readjson.py" 'd["max_score"] == 100' <results.json

it "results that are there are spared; --force replaces them"
cp results.json kept.json
run "$plywood" grade laser random --games 1 --format gradescope --output results.json
status_is 2
err_is "plywood grade: --output: results.json is not empty; --force replaces it"
same_file kept.json results.json
# shellcheck disable=SC2086
run "$plywood" grade fruit class --each $small --format gradescope --output scope
status_is 2
err_has "/results.json is not empty; --force replaces it"
run "$plywood" grade laser random --games 1 --format gradescope --output results.json --force
status_is 0
cmp -s kept.json results.json && problem "nothing was replaced"

it "JUnit's XML is well-formed and counts right"
# shellcheck disable=SC2086
run "$plywood" grade fruit class --each $small --format junit --output junit.xml
status_is 0
cat >count.py <<'END'
import pyexpat, sys
seen = {}
parser = pyexpat.ParserCreate()
def start(name, attributes):
    seen[name] = seen.get(name, 0) + 1
    if name == "testsuite":
        for kind in ("failures", "errors", "skipped"):
            seen[kind] = seen.get(kind, 0) + int(attributes[kind])
parser.StartElementHandler = start
parser.Parse(sys.stdin.buffer.read(), True)
assert seen["testsuites"] == 1 and seen["testsuite"] == 4 and seen["testcase"] == 24, seen
assert seen["failures"] == seen["failure"] and seen["errors"] == 0, seen
END
demand "JUnit" "$python" -IS count.py <junit.xml

it "what an agent said last is in every form of its grade"
mkdir sad
echo 'printf "so sad\033[1m\n" >&2; exit 4' >sad/agent.sh
for format in table json gradescope junit; do
    # shellcheck disable=SC2086
    run "$plywood" grade fruit sad $small --format $format --resume words
    status_is 0
    grep -qE "so sad\\\\+x1b\[1m" "$out" || problem "no last words in $format"
done

it "a single position says that it is single, a game that it is a game"
run "$plywood" grade halma "cmd:head -n 3 input.txt | tr '\\n' ' ' >&2; exit 1" --positions 2 --games 1 --bundles talk
status_is 0
same "headers" "GAME WHITE SINGLE BLACK SINGLE WHITE " \
    "$(sed -n 's/.*it said: \([A-Z]* [A-Z]*\) .*/\1/p' "$out" | sort | tr '\n' ' ')"

it "an agent is built once"
mkdir once
echo '{"command":"sh agent.sh","build":"date +%s.%N >stamp"}' >once/plywood.json
echo 'cat "$(dirname "$0")/stamp" >&2; exit 1' >once/agent.sh
# shellcheck disable=SC2086
run "$plywood" grade fruit once $small --format json
json 'len({c["stderr"] for c in d[0]["cases"] if c["status"] == "failed"}) == 1'

# --- going on ---

it "what is graded already is not run again, for the same program only"
cp "$agents/doctor_fruit" player
# shellcheck disable=SC2086
run "$plywood" grade fruit "cmd:./player" $small --resume state --format json
cp "$out" first
cp state before
# shellcheck disable=SC2086
run "$plywood" grade fruit "cmd:./player" $small --resume state --format json
same_file first "$out"
same_file before state
same "cases" 6 "$(wc -l <state)"
# shellcheck disable=SC2086
run "$plywood" grade fruit "cmd:./player" $small --positions 5 --resume state --format json
same "cases, one more" 7 "$(wc -l <state)"
cp "$agents/segfaults" player
# shellcheck disable=SC2086
run "$plywood" grade fruit "cmd:./player" $small --resume state --format json
json 'd[0]["points"] == 0'
same "cases of both" 10 "$(wc -l <state)"

it "equal programs keep results of their own"
mkdir -p equal/ada equal/bob
for one in ada bob; do # each time another share of the cases is passed
    printf '%s\n' 'n=$(date +%N); [ $((n / 1000 % 2)) = 0 ] && exit 1' "exec $agents/doctor_fruit" >equal/$one/agent.sh
    echo '{"command":"sh agent.sh"}' >equal/$one/plywood.json
done
# shellcheck disable=SC2086
run "$plywood" grade fruit equal --each $small --positions 8 --resume equal.state --format json --give-up 0
cp "$out" first
# shellcheck disable=SC2086
run "$plywood" grade fruit equal --each $small --positions 8 --resume equal.state --format json --give-up 0
same_file first "$out"

if thoroughly; then
    it "an interrupted run goes on where it was"
    slow="--positions 1 --games 9 --size 10 --time 60"
    # shellcheck disable=SC2086
    "$plywood" grade fruit alphabeta:depth=5 $slow --resume half --format json >/dev/null 2>&1 &
    grading=$!
    touch half
    while [ "$(wc -l <half)" -lt 2 ] && kill -0 $grading 2>/dev/null; do sleep 0.02; done
    kill -KILL $grading
    wait $grading 2>/dev/null
    cp half before
    # shellcheck disable=SC2086
    run "$plywood" grade fruit alphabeta:depth=5 $slow --resume half --format json
    status_is 0
    head -n "$(wc -l <before)" half >found
    same_file before found
    json 'len(d[0]["cases"]) == 19'
fi

it "of a state that was cut short what is whole is kept, and the rest is told"
# shellcheck disable=SC2086
run "$plywood" grade fruit greedy $small --resume whole --format json
cp "$out" first
"$python" - <<'EOF'
lines = open("whole").read().splitlines()
glued = lines[0] + "\n" + lines[1][:60] + lines[2] + "\n" + lines[3][:40] + "\n" + "\n".join(lines[4:])
open("glued", "w").write(glued[:-30])
EOF
# shellcheck disable=SC2086
run "$plywood" grade fruit greedy $small --resume glued --format json
status_is 0
err_has "plywood grade: glued:2: damaged; what is not whole is dropped, and graded again"
err_has "plywood grade: glued:3: damaged"
err_has "plywood grade: glued:$(($(wc -l <whole) - 1)): damaged"
same "warnings" 3 "$(wc -l <"$temp/err")"
sort whole | sed 's/"cpu":[^,]*//' >expected
sort glued | sed 's/"cpu":[^,]*//' >found
same_file expected found
# shellcheck disable=SC2086
run "$plywood" grade fruit greedy $small --resume glued --format json
status_is 0
same "silence" "" "$(cat "$temp/err")"

it "a short write, the disk being full, is told, and the rest is recovered"
if mkdir disk && mount -t tmpfs -o size=4k tmpfs disk 2>/dev/null; then
    # shellcheck disable=SC2086
    run "$plywood" grade fruit greedy $small --games 9 --resume disk/state --format json
    status_is 70
    err_has "disk/state: cannot be written: No space left on device"
    cp disk/state full
    umount disk
    # shellcheck disable=SC2086
    run "$plywood" grade fruit greedy $small --games 9 --resume full --format json
    status_is 0
    json 'd[0]["voids"] == 0'
else
    echo "# not mounted here: no full disk to try"
fi

it "a state of somebody else is refused and left alone"
echo hello >foreign
run "$plywood" grade laser greedy --games 1 --resume foreign
status_is 2
err_is "plywood grade: foreign:1: expected a line that plywood grade has written"
same "foreign" hello "$(cat foreign)"

it "what we cannot do is our failure and counts against nobody"
# shellcheck disable=SC2086
TMPDIR=$temp/nowhere run "$plywood" grade fruit "cmd:$agents/doctor_fruit" greedy $small --resume ours --format json --quiet
status_is 70
err_is "plywood grade: 6 cases failed on our side and must be graded again (--resume does just these)"
json 'd[0]["voids"] == 6 and all(c["status"] == "void" for c in d[0]["cases"])' 'd[1]["voids"] == 0'
# shellcheck disable=SC2086
run "$plywood" grade fruit "cmd:$agents/doctor_fruit" $small --resume ours --format json
status_is 0
json 'd[0]["voids"] == 0 and d[0]["points"] >= 25'

# --- to the letter ---

mkdir sloppy
cp "$agents/doctor_fruit" sloppy/honest
cat >sloppy/agent.sh <<'END'
"${0%/*}/honest" && sed 's/$/\r/' output.txt >with && mv with output.txt
END
it "an answer that is not to the letter gets no points, and the reason names the byte"
run "$plywood" grade fruit sloppy --positions 3 --games 1 --size 3 --time 20 --format json --resume letter.jsonl --give-up 0
status_is 0
json 'd[0]["points"] == 0' \
    'all(c["verdict"] == "bad-format" and ": carriage return (0x0d)" in c["detail"] for c in d[0]["cases"])'
grep -q '"detail":"output.txt: line 1, byte [34]: carriage return (0x0d)"' "$out" || problem "no byte is named"

it "the bundle of such a fault is judged to the letter again"
run sh "$(ls -d plywood-faults/sloppy-*-positions-1)/rerun.sh"
status_is 1
out_has "carriage return (0x0d)"

it "--lenient reads it, and is another case for --resume"
run "$plywood" grade fruit sloppy --positions 3 --games 1 --size 3 --time 20 --format json --resume letter.jsonl --lenient
status_is 0
json 'd[0]["parts"][0]["points"] == 25'

it "match is lenient unless it is told not to be"
run "$plywood" match --seed 1 fruit sloppy random --size 2 --games 1 --time 20 --json
json 'd[0]["ending"] != "bad-format"'
run "$plywood" match --seed 1 fruit sloppy random --size 2 --games 1 --time 20 --json --exact
json 'd[0]["ending"] == "bad-format" and d[0]["fault"] == "a"' '"carriage return (0x0d)" in d[0]["detail"]'

# --- hopeless agents, and what is kept of them ---

it "three faults of a kind in a row are enough; --give-up 0 never gives up"
run "$plywood" grade fruit class/cy --positions 9 --games 1 --size 4 --time 5 --format json --give-up 0 --bundles kept
status_is 0
json 'all(c["verdict"] == "crashed" for c in d[0]["cases"])' 'sum("bundle" in c for c in d[0]["cases"]) == 3'
same "bundles" 3 "$(find kept -name rerun.sh | wc -l)"
run "$plywood" grade fruit class/cy --positions 9 --games 1 --size 4 --time 5 --give-up 2
out_has "positions  single positions: 0 of 9 passed, 7 forfeited"
out_has " 3: forfeited: not run: 2 cases in a row had ended by crashed before it"

it "the command beside a case runs this case again, with its clock"
again=$(sed -n 's/^ *again: plywood //p' "$out" | head -n 1)
same "command" "grade fruit class/cy --only positions:1@0.0833333333 --size 4" "$again"
# shellcheck disable=SC2086 # words
run "$plywood" $again --format json
status_is 0
json 'len(d[0]["cases"]) == 1 and d[0]["cases"][0]["verdict"] == "crashed" and d[0]["maximum"] == 25'
refuses '--only: expected PART:NUMBER, or PART:NUMBER@SECONDS, found "x"' fruit greedy --only x
refuses '--only: expected cases of this grading, each once, such as positions:1' fruit greedy --only x:1

# --- a class ---

it "a class has a line each on stderr, a summary as CSV and as a page"
# shellcheck disable=SC2086
run "$plywood" grade fruit class --each $small --summary class.csv --summary class.html --bundles class-faults
status_is 0
err_has "cy: 0.00 of 100 points; 3 of 4 submissions, "
same "lines" 4 "$(wc -l <"$temp/err")"
same "states left" "" "$(ls plywood-grade-* 2>/dev/null)"
demand "CSV" "$python" -IS -c '
import csv, sys
rows = list(csv.DictReader(open("class.csv", newline="")))
assert [r["agent"] for r in rows] == ["class/ada", "class/bob", "class/cy", "class/dan"], rows
assert [r["state"] for r in rows] == ["graded", "cannot be run", "graded", "graded"], rows
assert rows[2]["fault_kinds"] == "crashed 3" and rows[2]["forfeited"] == "3", rows
assert float(rows[0]["positions"]) == 25 and "agent.c:1: error" in rows[1]["reason"], rows
'
demand "the page" "$python" -IS -c '
import xml.dom.minidom
text = open("class.html").read()
xml.dom.minidom.parseString(text.replace("<!DOCTYPE html>", ""))
for word in ("<bdi>dan</bdi>", "agent.c:1: error", "Distribution", "class-faults", "--only positions:1@"):
    assert word in text, word
assert "<script" not in text and "http://" not in text.replace("http://www.w3.org/1999/xhtml", "")
'
refuses '--summary: expected a file that ends in .csv or .html, found "x.pdf"' fruit greedy --summary x.pdf

if thoroughly; then
    it "on a terminal the progress is drawn anew, and is no part of the results"
    cat >terminal.py <<'END'
import os, pty, sys
pid, screen = pty.fork()
if pid == 0:
    results = os.open("results", os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(results, 1)
    os.execv(sys.argv[1], sys.argv[1:])
shown = b""
while True:
    try:
        more = os.read(screen, 4096)
    except OSError:
        break
    if not more:
        break
    shown += more
os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
END
    run "$python" -IS terminal.py "$plywood" grade fruit class/ada "cmd:sleep 2" --positions 1 --games 1 --size 4 --time 5 --format json
    out_has "of 2 submissions, "
    out_has "  cmd:sleep 2: "
    grep -q "$(printf '\033')\[[0-9]*A" "$out" || problem "nothing was drawn anew"
    demand "two results" "$python" -IS -c 'import json; assert len([json.loads(line) for line in open("results")]) == 2'
fi

it "an interrupt ends it, tells what is saved and how to go on; that call does"
mkdir slow slow/a slow/b
echo 'sleep 1000' >slow/a/agent.sh
cp slow/a/agent.sh slow/b/agent.sh
timeout -k 5 "$patience" "$plywood" grade fruit cohort/eve slow/a slow/b --positions 4 --games 1 --time 60 --format json --output part.json >/dev/null 2>said &
grading=$!
# three cases of eve, who fails, and then the sleeper has begun
patiently grep -q '^eve: ' said || problem "eve is not done: $(cat said)"
kill -TERM $grading
wait $grading
same "exit status" 130 $?
state=$(ls plywood-grade-*.jsonl)
cp said "$temp/err"
err_has "plywood grade: interrupted; 3 cases are saved in $state; to go on: plywood grade fruit cohort/eve slow/a slow/b --positions 4 --games 1 --time 60 --format json --output part.json --resume $state"
cp part.json "$out"
json 'd[0]["agent"] == "cohort/eve" and "unfinished" not in d[0]'
run "$plywood" grade fruit cohort/eve --positions 4 --games 1 --time 60 --resume "$state" --format json
same "saved" 3 "$(wc -l <"$state")"
rm "$state"

# --- a budget ---

# within SECONDS AGENT…: a grading with this budget ends; what does not heed it takes 1000 s, and the
# two minutes are for a machine that others use.
uptime_seconds() { sed 's/[. ].*//' /proc/uptime; }
within() {
    seconds=$1
    shift
    began=$(uptime_seconds)
    run "$plywood" grade "$@" --budget "${seconds}s" --format json --output budget.json --force --quiet
    took=$(($(uptime_seconds) - began))
    status_is 0
    [ $took -le $((seconds + 120)) ] || problem "took $took s of $seconds s"
    cp budget.json "$out"
}
mkdir hopeless hopeless/sleeps hopeless/loops hopeless/builds hopeless/forks hopeless/calibrates
echo 'trap "" TERM INT HUP; sleep 1000' >hopeless/sleeps/agent.sh
echo 'while :; do :; done' >hopeless/loops/agent.sh
echo '{"command":"true","build":"sleep 1000"}' >hopeless/builds/plywood.json
echo 'for i in 1 2 3 4 5; do sleep 1000 & done; wait' >hopeless/forks/agent.sh
echo '{"command":"sh sleep.sh","calibrate":"sh sleep.sh"}' >hopeless/calibrates/plywood.json
echo 'sleep 1000' >hopeless/calibrates/sleep.sh
if thoroughly; then
    it "a budget is kept, whatever a submission does"
    for who in sleeps builds; do
        within 4 fruit hopeless/$who
        json 'd[0]["points"] == 0 and d[0]["budget"]["seconds"] == 4' \
            'all(c["status"] in ("not graded", "forfeited") or d[0].get("trouble") for c in d[0]["cases"])'
    done
    within 10 fruit hopeless --each --jobs 2
    json '[a["agent"] for a in d] == ["hopeless/%s" % a for a in ("builds", "calibrates", "forks", "loops", "sleeps")]' \
        'all(a["points"] == 0 for a in d)' 'all(a["budget"] == d[0]["budget"] for a in d)' \
        '"was not done after" in d[0].get("trouble", "was not done after its share")'

    it "a class that is cut short is kept, and the call that goes on is told"
    state=$(ls plywood-grade-*.jsonl)
    err_has " saved in $state; to go on: plywood grade fruit hopeless --each --jobs 2"
    rm -f "$state"
fi

# Twelve questions with one answer; the last one is told by its fruit.
mkdir twelve
for n in 01 02 03 04 05 06 07 08 09 10 11; do printf '1\n1\n0.1\n0\n' >twelve/$n.txt; done
printf '1\n4\n0.1\n3\n' >twelve/12.txt
answers="printf 'A1\n*\n' >output.txt"

it "whatever cuts a submission short has its reason, and the command that grades it without a budget"
mkdir short short/builds short/waits
echo '{"command":"true","build":"sleep 1000","name":"waits"}' >short/builds/plywood.json
cp short/builds/plywood.json short/waits/
run "$plywood" grade fruit short --each --positions 1 --games 1 --size 4 --time 5 --budget 2s --summary short.csv --summary short.html --format gradescope --output short.out --resume short.jsonl --force
status_is 0
demand "reasons" "$python" -IS -c '
import csv, json
rows = list(csv.DictReader(open("short.csv", newline="")))
assert [(r["name"], r["state"]) for r in rows] == [("builds", "cut short"), ("waits", "cut short")], rows
for row in rows:
    again = "to grade it without a budget: plywood grade fruit short/%s --positions 1" % row["name"]
    output = json.load(open("short.out/%s/results.json" % row["name"]))
    for text in (row["reason"], output["output"] + output["tests"][0]["output"]):
        assert "its time was used up, 0" in text and "while building it" in text, text
    assert again in row["reason"], row
    assert again[3:] in output["output"], output
assert "while building it" in open("short.html").read()
'

it "a submission with too many files harms nobody but itself"
mkdir crowd crowd/filler crowd/heap crowd/plain
echo '{"command":"true","build":"mkdir d; cd d; seq 20001 | xargs touch"}' >crowd/filler/plywood.json
(cd crowd/heap && echo '{"command":"true","build":"true"}' >plywood.json && seq 20001 | xargs touch)
printf '%s\n' "$answers" >crowd/plain/agent.sh
run "$plywood" grade fruit crowd --each --cases twelve/01.txt --format json --quiet
status_is 0
json '"it may hold 1024 MB, 20000 files" in d[0]["trouble"]' \
    '"has more than 1024 MB or 20000 files" in d[1]["trouble"]' 'd[2]["points"] == 100'

it "submissions of one name are told apart, and by a name that a shell reads back"
mkdir names names/ada names/ada2
odd=$(printf 'n\nw;\377x')
echo 'exit 1' >names/ada.sh
cp names/ada.sh names/ada/agent.sh
cp names/ada.sh "names/$odd.sh"
echo '{"name":"ada","command":"true"}' >names/ada2/plywood.json
run "$plywood" grade fruit names --each --cases twelve/01.txt --summary names.csv --summary names.html
status_is 0
same "names" "ada (names/ada) ada (names/ada.sh) ada2 " "$(cut -d, -f2 names.csv | sed -n 2,4p | tr '\n' ' ')"
for who in "ada (names/ada)" "ada (names/ada.sh)" ada2; do
    out_has "  $who"
    grep -qF "<bdi>$who</bdi>" names.html || problem "$who is not on the page"
    err_has "$who: 0.00 of 100 points"
done
if command -v bash >/dev/null; then
    again=$(sed -n 's/^ *again: plywood //p' "$out" | grep -F 'n\012w' | head -n 1)
    same "command" "grade fruit \$'names/n\\012w\\073\\377x.sh' " "${again%%--only*}"
    run bash -c "'$plywood' $again --format json"
    status_is 0
    json 'len(d[0]["cases"]) == 1 and d[0]["cases"][0]["status"] == "failed"'
fi

it "a grading that goes on has the clocks with which it was begun, on however many processors"
if taskset -c 0 true 2>/dev/null; then
    clocks="--budget 60s --size 4 --positions 2 --games 1 --resume planned --format json"
    # shellcheck disable=SC2086 # words
    run taskset -c 0 "$plywood" grade fruit greedy --jobs 2 $clocks
    status_is 0
    cp planned before
    # shellcheck disable=SC2086 # words
    run "$plywood" grade fruit greedy --jobs 2 $clocks
    status_is 0
    same_file before planned
fi

if thoroughly; then
    it "whoever uses its time up by sleeping forfeits what is left"
    mkdir sleeper
    printf 'sleep 2\nexec %s\n' "$homework" >sleeper/agent.sh
    within 8 fruit sleeper --jobs 1 --sandbox off
    json '"not graded" not in {c["status"] for c in d[0]["cases"]}' \
        'any(c["status"] == "forfeited" and "was idle for" in c["detail"] for c in d[0]["cases"])' \
        'all(p["points"] == 0 for p in d[0]["parts"] if p["name"] == "minimax")'

    it "an agent's time runs when the one before it is done; who sleeps past its end forfeits that case"
    mkdir dozer snail
    printf '%s\n' "[ \$(sed -n 4p input.txt) = 0 ] || sleep 1000; $answers" >dozer/agent.sh
    printf '%s\n' "sleep 0.4; $answers" >snail/agent.sh
    # The dozer's share of 4 s ends while it sleeps in its last case, and the snail, which needs 2.4 s on
    # both threads, has been waiting meanwhile for most of its own.
    within 45 fruit dozer snail greedy greedy greedy greedy greedy greedy greedy greedy \
        --cases twelve --jobs 2
    json 'len(d[0]["cases"]) < 12 or d[0]["cases"][-1]["status"] == "forfeited"' \
        'len(d[0]["cases"]) < 12 or "was idle for" in d[0]["cases"][-1]["detail"]' \
        'all(c["status"] == "passed" for c in d[0]["cases"][:11] + d[1]["cases"])'

    it "a build and a calibrate command that sleep are idle too"
    mkdir dawdler
    echo '{"command":"sh agent.sh","build":"sleep 0.8","calibrate":"sleep 0.4"}' >dawdler/plywood.json
    echo 'while :; do :; done' >dawdler/agent.sh
    within 9 fruit dawdler greedy --cases twelve --jobs 1
    json 'all(c["status"] == "forfeited" and "was idle for" in c["detail"] for c in d[0]["cases"])' \
        'all(c["status"] == "passed" for c in d[1]["cases"])'
fi

it "two copies of a program under one name have bundles of their own"
mkdir twins twins/a twins/a/ada twins/b twins/b/ada
echo 'exit 3' >twins/a/ada/agent.sh
cp twins/a/ada/agent.sh twins/b/ada/
run "$plywood" grade laser twins/a/ada twins/b/ada --games 1 --format json --quiet --bundles twins/faults
status_is 0
json 'len({c["bundle"] for a in d for c in a["cases"] if "bundle" in c}) == sum("bundle" in c for a in d for c in a["cases"]) > 1' \
    'not {c["bundle"].split("/")[2] for c in d[0]["cases"] if "bundle" in c} & {c["bundle"].split("/")[2] for c in d[1]["cases"] if "bundle" in c}'

it "a case that is run again takes the place of its bundle"
find twins/faults -name rerun.sh | sort >before
run "$plywood" grade laser twins/a/ada twins/b/ada --games 1 --format json --quiet --bundles twins/faults
find twins/faults -name rerun.sh | sort >after
same_file before after
[ -s before ] || problem "there is no bundle"

it "bundles are bounded over several calls"
seq -f "twins/full/old-%g" 998 | xargs mkdir -p
for old in twins/full/old-*; do : >"$old/rerun.sh"; done
run "$plywood" grade fruit class/cy --positions 3 --games 1 --size 4 --time 5 --format json --bundles twins/full
same "bundles" 1000 "$(find twins/full -name rerun.sh | wc -l)"
json 'sum("bundle" in c for c in d[0]["cases"]) == 2'

it "what was scaled is told, and an agent that keeps its clocks is graded in full"
run "$plywood" grade fruit greedy --budget 4m --size 5 --quiet
status_is 0
out_has "Budget: 240 s in all, 225.0 s for each agent; cases and clocks were fitted to it"
out_has "minimax    11 of 11 cases, a clock of "
out_has " s instead of 300 s"
grep -q "not graded" "$out" && problem "something was cut"
run "$plywood" grade fruit --plan --budget 9m
out_has "random     11 of 11 cases, a clock of "
refuses '--budget: expected a time such as 9m, 540s or 1h, found "9x"' fruit greedy --budget 9x

# --- calibrate, once ---

mkdir careful
cp "$agents/doctor_fruit" careful/honest
echo '{"command":"sh agent.sh","calibrate":"sh measure.sh"}' >careful/plywood.json
echo "ls -d ../../*/home >$temp/homes; echo run >>$temp/runs; echo 1234 >calibration.txt" >careful/measure.sh
cat >careful/agent.sh <<'END'
grep -q 1234 calibration.txt && echo changed >>calibration.txt && "${0%/*}/honest"
END

# runs WANTED: how often calibrate was run since the last look.
runs() {
    same "runs of calibrate" "$1" "$(wc -l <"$temp/runs")"
    : >"$temp/runs"
}
: >"$temp/runs"

it "calibrate is run once for a grading, and its file is there in every case and game"
run "$plywood" grade fruit careful --positions 4 --games 1 --size 3 --time 20 --format json --jobs 2 --sandbox off --resume once.jsonl
status_is 0
json 'd[0]["parts"][0]["points"] == 25 and not [c for c in d[0]["cases"] if c["verdict"] == "exit-error"]' \
    '" of at most 300 s" in d[0]["calibrate"]'
runs 1
same "guests at once" 1 "$(wc -l <"$temp/homes")"

it "and not at all where every case is known"
run "$plywood" grade fruit careful --positions 4 --games 1 --size 3 --time 20 --format json --jobs 2 --sandbox off --resume once.jsonl
runs 0

it "and once more where its bound is another one: the cases depend on it"
run "$plywood" grade fruit careful --positions 4 --games 1 --size 3 --time 20 --format json --jobs 2 --sandbox off --resume once.jsonl --calibrate 200
runs 1

it "and once for a match of four games"
run "$plywood" match --seed 1 fruit careful random --size 3 --games 4 --time 20 --sandbox off --record careful.rec
status_is 0
out_has "a  its calibrate command took "
grep -q '"faults":{"a":{},"b":{}}' careful.rec || problem "the agent failed"
demand "the record" grep -q '"calibrate":\["took [^"]* of at most 300 s",""\]' careful.rec
runs 1

it "and once by the doctor"
run "$plywood" doctor careful fruit --sandbox off
out_has "its calibrate command took "
runs 1

it "a calibrate that runs over its bound is told, and the file is not there"
echo "while :; do :; done" >careful/measure.sh
echo '[ ! -e calibration.txt ] && "${0%/*}/honest"' >careful/agent.sh
run "$plywood" grade fruit careful --positions 2 --games 1 --size 3 --time 20 --calibrate 0.3
status_is 0
out_has "Its calibrate command exceeded its limit: "
out_has " of 0.3 s; there is no calibration.txt"
run "$plywood" match --seed 1 fruit careful random --size 2 --games 2 --time 20 --calibrate 0.3 --json
status_is 0
err_has "a: its calibrate command: exceeded its limit: "
json 'd[-1]["faults"] == {"a": {}, "b": {}}'

it "and so is one that fails, or leaves no file"
echo "echo 1 >calibration.txt; exit 3" >careful/measure.sh
run "$plywood" match --seed 1 fruit careful random --size 2 --games 2 --time 20 --json
err_is "plywood match: a: its calibrate command: ended with exit status 3; there is no calibration.txt"
json 'd[-1]["faults"] == {"a": {}, "b": {}}'
echo "mkdir calibration.txt" >careful/measure.sh
run "$plywood" match --seed 1 fruit careful random --size 2 --games 2 --time 20 --json
err_is "plywood match: a: its calibrate command: expected it to leave a file calibration.txt, found a directory; there is no calibration.txt"

# --- given cases ---

mkdir cases mixed
cp "$data/laser-7.txt" cases/1.txt
printf '5\n00000\n03000\n00100\n00000\n00003\n' >cases/2.txt
for n in 1 2 3; do cp "$data/halma-$n.txt" mixed/single-$n.txt; done
sed '1s/.*/GAME/;3s/.*/20.0/' "$data/halma-3.txt" >mixed/game.txt
printf '2\n33\n33\n' >full.txt

refuses '--cases: nowhere: cannot be opened: No such file or directory' laser greedy --cases nowhere
refuses '--cases: mixed/game.txt: expected a position of Laser Checkmate, found one of Halma' laser greedy --cases mixed
refuses '--cases: full.txt: expected a position with a legal move, found a finished game' laser greedy --cases full.txt
refuses '--positions and --games are for drawn cases, not with --cases' laser greedy --cases cases --games 2

it "Laser Checkmate: a game from each given board, which the agent begins"
run "$plywood" grade laser "cmd:env PLYWOOD_MOVE_SECONDS=0.5 $homework" random --cases cases --format json --quiet
status_is 0
err_is ""
json '[(p["name"], p["maximum"]) for p in d[0]["parts"]] == [("games", 100)]' \
    '[c["input"] for c in d[0]["cases"]] == ["cases/1.txt", "cases/2.txt"]' \
    'all("moving first" in c["detail"] for g in d for c in g["cases"])' \
    'd[0]["points"] in (50, 100) and d[0]["points"] == 50 * sum(c["status"] == "passed" for c in d[0]["cases"])'

it "Halma: the file says whether it is a single move or a game"
run "$plywood" grade halma plywood:nodes=200 --cases mixed --format json
status_is 0
json '[(p["name"], p["maximum"]) for p in d[0]["parts"]] == [("positions", 75), ("games", 25)]' \
    '[c["input"] for c in d[0]["cases"]] == ["mixed/single-%d.txt" % n for n in (1, 2, 3)] + ["mixed/game.txt"]' \
    'd[0]["parts"][0]["points"] == 75'

it "Fruit Rage: single positions"
run "$plywood" grade fruit "cmd:$homework" --cases "$data/fruit-[1-5].txt" --format json
status_is 0
json '[(p["name"], p["points"]) for p in d[0]["parts"]] == [("positions", 100)]' 'len(d[0]["cases"]) == 5'

it "land bidding: games"
run "$plywood" grade reversi greedy --cases "$data/reversi-6.txt" --format json
status_is 0
json 'len(d[0]["cases"]) == 1 and d[0]["cases"][0]["part"] == "games"'

it "--resume knows a given case by its board, not by its name"
run "$plywood" grade laser greedy --cases cases --resume given.jsonl
status_is 0
cp given.jsonl before
mv cases/1.txt cases/0.txt
run "$plywood" grade laser greedy --cases cases --resume given.jsonl
same_file before given.jsonl
sed -i '2s/^0/3/' cases/0.txt
run "$plywood" grade laser greedy --cases cases --resume given.jsonl
same "cases in the state" 3 "$(wc -l <given.jsonl)"

finish
