#!/bin/sh
# A fifth game that offers no facet, tests/fifth/five.c, in every command of a plywood that has it.
# What a facet would be needed for is refused with a clear word.
. tests/tap.sh
shipped=$plywood
plywood=$build/fifth/plywood
out=$temp/out
cd "$temp" || exit 1

# json EXPRESSION…: standard output is JSON, and the expressions about d hold; lines: lines of it.
json() { demand "JSON of $command" "$python" -IS "$tools/readjson.py" "$@" <"$out"; }

# refuses WORDS ARGUMENT…: nothing is done, one line says why.
refuses() {
    reason=$1
    shift
    run "$plywood" "$@"
    status_is 2
    out_is ""
    err_is "plywood $1: $reason"
}

empty='.........'
cat >three.txt <<EOF
FIVE
second
$empty
$empty
$empty
...2.....
..111....
....2....
$empty
$empty
$empty
EOF
# nearly full: an open row of three, which first makes an open row of four
cat >win.txt <<EOF
FIVE
first
112211221
221122112
112211221
221122112
2.111...2
221122112
112211221
221122112
1122.1221
EOF
cat >agent.py <<'EOF'
rows = open("input.txt").read().split("\n")[2:11]
square = next((r, c) for r in (4, 3, 5, 2, 6, 1, 7, 0, 8) for c in range(9) if rows[r][c] == ".")
open("output.txt", "w").write("%c%d\n" % (ord("A") + square[1], square[0] + 1))
EOF
start='FIVE\nfirst\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n'

it "what is shipped does not know the game"
run "$shipped" games
! grep -qi five "$out" || problem "it is listed"
run "$shipped" show three.txt
status_is 2

it "games lists it"
run "$plywood" games
status_is 0
out_has "five     Five in a Row    size  9 to  9 (9); 10 s a move (CPU clock)"

it "show draws a position, legal lists its moves, apply makes one"
run "$plywood" show three.txt
out_has " 5  . . 1 1 1 . . . ."
out_has "Five in a Row, 9 x 9. second to move, 76 legal moves."
run "$plywood" legal three.txt
same "moves" 76 "$(wc -l <"$out")"
run "$plywood" apply three.txt F5
out_has "..1112..."
same "mover" first "$(sed -n 2p "$out")"

it "a file that is wrong is told by line"
sed 's/^second/first/' three.txt >wrong.txt
run "$plywood" show wrong.txt --strict
status_is 2
err_is 'wrong.txt:2: 3 and 2 stones: expected second, found "first"'

it "check judges answers"
echo f5 >answer.txt
run "$plywood" check --input three.txt --output answer.txt
status_is 0
echo D5 >answer.txt
run "$plywood" check --input three.txt --output answer.txt
status_is 1
out_has 'expected an empty square of a game that goes on, found "D5"'

it "perft counts, and five in a row end a line"
run "$plywood" perft five 3
out_is "1 81
2 6480
3 511920"

it "compare: all textbook searches agree"
run "$plywood" compare five --depth 2 --json
status_is 0
same "values" 1 "$(grep -o '"value":[-0-9.]*' "$out" | sort -u | wc -l)"

it "every agent makes a legal move"
for agent in random greedy minimax:depth=2 alphabeta:depth=2,caching,ordering plywood:nodes=5000; do
    run "$plywood" move --agent "$agent" --input three.txt --output answer.txt
    status_is 0
    run "$plywood" check --input three.txt --output answer.txt
    status_is 0
done

it "solve proves a forced win near the end"
run "$plywood" solve win.txt
status_is 0
out_has "value +1 for first, exact"
out_has "line F5 "
run "$plywood" move --agent plywood:nodes=5000 --input win.txt --output answer.txt
same "move" F5 "$(cat answer.txt)"

it "lab plays games of it"
run "$plywood" lab five --a plywood:nodes=300 --b random --games 4
status_is 0
json 'd["score"] == 1' 'd["game"] == "five"'

it "bench and demo go without it"
run "$plywood" bench
out_has "signature $(cat "$data/signature.txt")"
run "$plywood" demo --seconds 0.01
status_is 0

it "play in lines: moves, a refusal, the end by five in a row"
printf 'E5\nE5\nquit\n' >typed
run_on typed "$plywood" play five --second greedy --lines
status_is 0
out_has "Five in a Row, 9 x 9."
out_has "Left after 2 plies"
run "$plywood" play five --first plywood:nodes=300 --second random --lines --seed 3
status_is 0
out_has "first wins, 1 to 0"

it "match, record and replay: built-in agents and a program by files"
run "$plywood" match five plywood "cmd:$python -IS $temp/agent.py" --games 2 --nodes 500 --seed 3 \
    --record match.record
status_is 0
out_has "Faults of b      none"
out_has "a                     2      2      0      0   100.0 %"
run "$plywood" replay match.record --list
out_has "a wins (rule)"
run "$plywood" replay match.record --all
status_is 0
out_has "The game is over."
run "$plywood" replay match.record --game 1 --input 2
same "position file" FIVE "$(head -n 1 "$out")"

it "a program's fault is judged in this game, too"
run "$plywood" match --seed 1 five greedy "cmd:echo Z9 >output.txt" --games 2 --quiet --json
status_is 0
out_has "illegal"

it "analyze answers questions about it"
printf '%s\n' "{\"id\":\"q\",\"start\":\"$start\",\"moves\":[\"E5\"],\"nodes\":2000}" >questions
run_on questions "$plywood" analyze
status_is 0
json 'd["turnNumber"] == 1 and d["side"] == 1 and len(d["lines"]) == 1'

it "doctor, grade and tune say what the game does not offer"
refuses "doctor knows no traps for Five in a Row" doctor cmd:true five
refuses "Five in a Row: there is no course that grades it" grade five greedy
refuses "Five in a Row: its estimate has no weights to fit" tune five
printf '// five: by hand\n1,\n' >weights
run "$plywood" move --agent plywood:weights="$temp/weights" --input three.txt
status_is 2
err_has "Five in a Row: its estimate has no weights"

it "doctor without a game passes it over"
run "$plywood" doctor cmd:false
status_is 1
! grep -q "Five" "$out" || problem "it is examined"

it "lesson: a loss becomes a lesson, whole, for nothing can be taken away; it can be tried"
run "$plywood" match five plywood random --games 2 --nodes 500 --seed 3 --record lost.record
run "$plywood" lesson lost.record --agent random --limit 1 -o learned
status_is 0
out_has "not shrunk: nothing can be taken from a position of this game"
run "$plywood" lesson --try "$(find learned -mindepth 1 -maxdepth 1)" --spec plywood:nodes=500
out_has "plywood:nodes=500 answers "

thoroughly || finish # what follows needs curl and tmux

# --- the playground ---

"$plywood" serve --record match.record --opponent "five/own=cmd:$python -IS $temp/agent.py" \
    >server 2>server.err &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$temp"' EXIT
patiently grep -q http server
base=$(sed -n 's/.* \(http:[^ ]*\)\/ .*/\1/p' server)
# ask PATH [BODY]: the last line of the answer is in $out.
ask() {
    command="$1 $2"
    curl -s -m "$patience" -d "$2" "$base/api/$1" | grep -v '^ *$' | tail -n 1 >"$out"
}

it "serve: games, a new game, a position"
curl -s -m "$patience" "$base/api/games" >"$out"
json '[g["title"] for g in d["games"] if g["name"] == "five"] == ["Five in a Row"]' \
    '[len(g["levels"]) for g in d["games"] if g["name"] == "five"] == [8]'
ask new '{"game":"five"}'
json 'd["position"]["size"] == 9 and len(d["position"]["legal"]) == 81'
ask position "{\"start\":\"$start\",\"moves\":[\"E5\",\"D4\"]}"
json 'd["position"]["rows"][4] == "....1...." and d["position"]["rows"][3] == "...2....."' \
    'd["position"]["side"] == 0 and d["position"]["over"] is False'

it "serve: moves of levels and of a program, a hint, an analysis, a review"
ask move "{\"start\":\"$start\",\"moves\":[\"E5\"],\"level\":1}"
json 'd["move"] != "E5"'
ask move "{\"start\":\"$start\",\"moves\":[\"E5\"],\"opponent\":\"own\"}"
json 'd["move"] == "A5"'
ask hint "{\"start\":\"$start\",\"moves\":[\"E5\"],\"seconds\":0.2}"
json '"Changes 1 square" in d["reason"]'
ask analyze "{\"start\":\"$start\",\"moves\":[\"E5\"],\"nodes\":2000}"
json 'd["done"] is True and d["lines"][0]["cells"][0]'
ask review "{\"start\":\"$start\",\"moves\":[\"E5\",\"E6\",\"D5\"],\"nodes\":300}"
json 'd["summary"]["moves"] == [2, 1]'

it "serve: the record of its match is shown"
curl -s -m "$patience" "$base/api/records" >"$out"
out_has '"five"'
kill -INT "$server"
wait "$server"
same "exit status of plywood serve" 0 $?

# --- the terminal ---

it "the full screen plays it: a move by keys, an answer, the end"
unset TMUX
tmux() { command tmux -S "$temp/socket" -f /dev/null "$@" 2>/dev/null; }
trap 'tmux kill-server; rm -rf "$temp"' EXIT
tmux new-session -d -s it -x 80 -y 24 "$plywood play five --level 1 --seed 3; echo status \$?; exec cat"
on_screen() { tmux capture-pane -p -t it | grep -qF -e "$1"; }
# shows TEXT: it is to be seen sooner or later.
shows() {
    patiently on_screen "$1" || problem "no \"$1\" on the screen
$(tmux capture-pane -p -t it | grep -v '^ *$')"
}
shows "Five in a Row, 9 x 9"
shows "q quit"
tmux send-keys -t it Enter
shows "  1. "
shows "second plays"
tmux send-keys -t it q q
shows "status 0"

finish
