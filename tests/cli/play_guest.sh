#!/bin/sh
# A person against somebody's program: plywood play with cmd: and directories, in line mode. The
# full screen is in terminal.sh.
. tests/tap.sh
cd "$temp" || exit 1
export PLYWOOD_MOVE_SECONDS=0.02
agents=$build/tests/agents
yes 1 2>/dev/null | head -n 300 >ones

# against WHAT ARGUMENTS…: a person who always takes the first move plays to the end.
against() {
    it "$1"
    shift
    run_on ones "$plywood" play --seed 1 "$@" --lines
    status_is 0
    tail -n 2 out >last # the result, and how the same game begins again
}
last_has() { grep -qF -e "$1" last || problem "no \"$1\" in $(cat last)"; }

against "a file agent as second" fruit --size 4 --seed 3 --second "cmd:$homework"
last_has "no move is left"
against "a file agent as first" laser --size 5 --first "cmd:$homework" --second human
last_has "no move is left"
against "a pipe agent" reversi --size 4 --second "cmd:$build/reversi --agent random"
grep -qE "no move is left|nothing to claim, which ends the game" last || problem "$(cat last)"
mkdir folder
cp "$homework" folder
against "a directory" halma --second folder --plies 6 --time 3
last_has "A draw"

it "a draw is decided by the time left only where both have a clock"
quick="cmd:env PLYWOOD_MOVE_SECONDS=.1 $homework"
run "$plywood" play halma --seed 1 --first "$quick" --second greedy --plies 4
out_has "A draw, "
run "$plywood" play halma --seed 1 --first "$quick" --second greedy --plies 4 --time 20
out_has "(a draw, decided by the time left)"
run "$plywood" play halma --seed 1 --first "$quick" --second "$quick" --plies 4 --json
out_has '"on_time":true'

it "calibrate is run once, before the first question, and told"
mkdir careful
echo '{"command":"sh agent.sh","calibrate":"sh measure.sh"}' >careful/plywood.json
echo "echo 1234 >calibration.txt" >careful/measure.sh
printf 'grep -q 1234 calibration.txt && "${0%%/*}/homework"\n' >careful/agent.sh
cp "$homework" careful
run_on /dev/null "$plywood" play --seed 1 fruit --size 4 --second careful --lines # and leaves at once
status_is 0
err_has "plywood play: careful: its calibrate command took "
against "its file is there in the game" fruit --size 3 --seed 3 --second careful
last_has "no move is left"
it "a calibrate that fails is told"
echo "exit 3" >careful/measure.sh
run_on /dev/null "$plywood" play --seed 1 fruit --size 4 --second careful --lines
err_has "careful: its calibrate command: ended with exit status 3; there is no calibration.txt"

against "its time is the referee's" fruit --size 4 --time 1 --second "cmd:$agents/burns"
last_has "first wins"
last_has "second used more time than was left"
against "an illegal move ends the game" fruit --size 4 --second "cmd:$agents/answers_illegal"
last_has "first wins"
last_has "answers_illegal: output.txt:2"
against "a crash ends the game" laser --size 6 --second "cmd:$agents/segfaults"
last_has "first wins"
last_has "second was ended by a signal"
against "so does silence" fruit --size 4 --second "cmd:$agents/answers_nothing"
last_has "ended without writing output.txt"
against "and one that begins and fails" fruit --size 4 --first "cmd:$agents/exits_1" --second human
last_has "second wins"
last_has "after 0 plies"

it "a move taken back: the program answers anew"
printf '1\nback\n2\nquit\n' >in
run_on in "$plywood" play --seed 1 laser --size 6 --second "cmd:$homework" --lines
status_is 0
same "moves of the program" 2 "$(grep -c '^2\. second:' out)"

it "two programs, for programs"
run "$plywood" play --seed 1 reversi --size 4 --first "cmd:$build/reversi --agent random:seed=1" \
    --second "cmd:$build/reversi" --json
status_is 0
out_has '"ending":"score"'
run "$plywood" play --seed 1 laser --size 6 --first "cmd:$homework" --second "cmd:$agents/segfaults" --json
out_has '"winner":"first","ending":"crashed"'

it "a program that is not there is told before the game"
run "$plywood" play --seed 1 laser --second cmd:./nobody
status_is 2
err_is_one_line
err_has "the command cannot be run"

finish
