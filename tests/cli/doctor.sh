#!/bin/sh
# plywood doctor: our agents are healthy, and each fault is found and named.
. tests/tap.sh
agents=$build/tests/agents
cd "$temp" || exit 1
out=$temp/out

# examine AGENT GAME…: leaves what was found, without what is ok, in $temp/out.
examine() {
    run "$plywood" doctor "$@"
    grep -v '^  ok ' "$out" >found
    mv found "$out"
}

# clean COMMAND GAME: nothing is wrong with it, and nothing is left behind.
clean() {
    it "nothing is wrong with $1 on $2"
    examine "cmd:$1" "$2" --time 10
    status_is 0
    same "findings" 1 "$(grep -c ' tried, 0 wrong or slow, 0 odd$' "$out")"
    same "lines" 4 "$(wc -l <"$out")"
    [ ! -e plywood-faults ] || problem "a directory for faults that did not happen"
}
for game in fruit halma laser; do
    clean "env PLYWOOD_MOVE_SECONDS=0.05 $homework" $game
done
clean "env PLYWOOD_MOVE_SECONDS=0.02 $build/reversi" reversi
clean "$agents/doctor_fruit" fruit
clean "$agents/doctor_pipes" reversi

# finds FAULT COUNT TRAP WORDS…: the fruit agent with this fault is found out so many times; the
# first time in this trap, and the words are said.
finds() {
    it "finds the fault $agent has: $1"
    rm -rf plywood-faults
    examine "cmd:$agents/$agent $1" "$game" --time 1
    status_is 1
    same "wrong or slow" "$2" "$(sed -n 's/.* tried, \([0-9]*\) wrong or slow.*/\1/p' "$out")"
    same "first trap" "$3" "$(sed -n 's/^  \(wrong\|slow\)  *\(.*[^ ]\)  *[0-9.]* s$/\2/p' "$out" | head -n 1)"
    shift 3
    for words in "$@"; do out_has "$words"; done
}
agent=doctor_fruit game=fruit
finds crlf 2 "input.txt with CRLF line ends" 'drop a \r at their end' "sh plywood-faults/doctor-fruit-crlf/rerun.sh"
! thoroughly ||
    finds time 2 "0.01 s left" "the clock: with next to no time" "used more time than was left"
finds gravity 20 "the text's own example, 10 x 10" "It looks as if the board was written before gravity"
finds bottom 23 "the text's own example, 10 x 10" "It looks as if rows are counted from the bottom"
finds large 4 "26 x 26" "SIGABRT" "the size of arrays"
finds playdata 4 "the middle of a game without playdata.txt" "exit status 6" "it may be missing at any time"
finds append 1 "an old output.txt lies there" "do not append to it"
finds kinds 1 "a digit that is not below p" "whatever p is"
agent=doctor_pipes game=reversi
! thoroughly ||
    finds silent 4 "a game as player 1, read as column and row" "never flushed" "after every answer"
finds row 4 "16 x 16" "It looks as if row and column are exchanged"
finds lists 5 "the board as tuples" "brackets of either kind"
finds five 2 "a bare 1 as the first line" "the text says a number, alone"
finds final 2 "the end of the input instead of FINAL" "leave quietly"

# advises AGENT GAME WORDS…: the plain question fails, and the words are said.
advises() {
    it "$1 on $2: advice that fits"
    examine "cmd:$1" "$2" --time 1
    status_is 1
    shift 2
    for words in "$@"; do out_has "$words"; done
    lacks "the format: "
}
# lacks WORDS: they are not in the output.
lacks() { if grep -qF "$1" "$out"; then problem "\"$1\" was said"; fi; }
advises true fruit "Look at: output.txt: write it in the directory you are started in"
advises true reversi "Look at: a line with its name first, then a line for every turn"
advises "echo no >&2; exit 3" laser "Look at: what it wrote to stderr" "It said: no"
advises "kill -SEGV \$\$" halma "Look at: the program itself, in a debugger"
! thoroughly || advises "sleep 100" reversi "Look at: what it waits for: flush after every answer"

# A program that takes the first free square of Laser Checkmate, beams or not.
it "a mistake that right answers rule out is not suspected"
cat >first.sh <<'END'
{ read -r n; row=0
while read -r line; do
    line=$(printf %s "$line" | tr -d '\r ')
    before=${line%%0*}
    [ "$before" = "$line" ] || { echo "$row ${#before}" >output.txt; exit 0; }
    row=$((row + 1))
done; } <input.txt
END
examine "cmd:sh first.sh" laser --time 5
status_is 1
out_has "expected a square no beam covers"
lacks "It looks as if"
lacks "the goal: "

it "pipes in a game without conversation are the agent's fault, told before anything is tried"
mkdir -p piped
printf '%s' '{"command":"sh agent.sh","protocol":"pipes"}' >piped/plywood.json
echo "echo me" >piped/agent.sh
examine piped fruit
status_is 2
err_has 'protocol: expected "files" for Fruit Rage'

it "what is accepted but not exact is odd, and no fault"
examine "cmd:$agents/doctor_fruit newline" fruit
status_is 0
out_has "a stricter grader might not: the last line does not end with a newline"
out_has "tried, 0 wrong or slow, 1 odd"

# An honest agent of Fruit Rage (its answers are those of doctor_fruit) whose form is not exact.
mkdir -p sloppy messy
cp "$agents/doctor_fruit" sloppy/honest
cp "$agents/doctor_fruit" messy/honest
cat >sloppy/agent.sh <<'END'
"${0%/*}/honest" && sed 's/$/\r/' output.txt >with && mv with output.txt
END
it "what is not to the letter is wrong, as it is graded"
examine sloppy fruit
status_is 1
out_has "output.txt: line 1, byte 4: carriage return (0x0d)"

echo '"${0%/*}/honest" && date >log.txt' >messy/agent.sh
it "a file that the text does not name is odd"
examine messy fruit
status_is 0
out_has "it leaves a file that the text does not name: log.txt"

it "the bundle asks the same question again, with the files that lay there"
examine "cmd:$agents/doctor_fruit append" fruit
run sh plywood-faults/doctor-fruit-stale/rerun.sh
status_is 1
same "findings" 1 "$(sed -n 's/^\(Then\|Now\): *//p' "$out" | uniq | wc -l)"
same "answer" "  A1" "$(sed '1,/^Its answer/d' "$out" | head -n 1)"
same "lines" 14 "$(sed '1,/^Its answer/d' "$out" | wc -l)"
crlf <"$data/fruit-5.txt" | tail -n +4 >expected
examine "cmd:$agents/doctor_fruit crlf" fruit
tail -n +4 plywood-faults/doctor-fruit-crlf/input.txt >found
same_file expected found

it "only games that the program knows are examined"
run "$plywood" doctor "cmd:$agents/doctor_fruit" --json --time 5
status_is 0
same "games" '"game":"fruit"' "$(grep -o '"game":"[a-z]*"' "$out" | sort -u)"
demand "JSON" "$python" -IS "$tools/readjson.py" --lines 'all(f["finding"] == "ok" for f in d)' <"$out"

it "a program that knows no game is told so"
run "$plywood" doctor "cmd:true" --time 5
status_is 1
out_has "answers no game's plain question"
same "games" 4 "$(grep -c '^  wrong ' "$out")"

it "what cannot be run cannot be examined, and what can is built once"
run "$plywood" doctor cmd:./nowhere fruit
status_is 2
err_is 'plywood doctor: "./nowhere": the command cannot be run: No such file or directory'
mkdir once
echo '{"command":"sh agent.sh","build":"date +%s.%N >stamp"}' >once/plywood.json
echo 'cat "$(dirname "$0")/stamp" >&2; exit 1' >once/agent.sh
run "$plywood" doctor once fruit --bundles once-faults
status_is 1
same "builds" 1 "$(grep -h . once-faults/*/stderr.txt | sort -u | wc -l)"

it "an agent of ours is no patient"
run "$plywood" doctor greedy
status_is 2
err_is "plywood doctor: greedy: expected a program, as cmd:COMMAND or as it is handed in: a directory, a source, an archive"

it "a program that does not build cannot be examined"
mkdir broken
echo '{"command":"./agent","build":"echo no such compiler >&2; false"}' >broken/plywood.json
run "$plywood" doctor broken fruit
status_is 2
err_has "no such compiler"

finish
