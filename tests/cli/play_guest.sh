#!/bin/sh
# A person against somebody's program: plywood play with cmd: and directories, in line mode. The
# full screen is in terminal.sh.
. tests/tap.sh
cd "$temp" || exit 1
export PLYWOOD_MOVE_SECONDS=0.02
sins=$build/tests/agents
yes 1 2>/dev/null | head -n 300 >ones

# against WHAT ARGUMENTS…: a person who always takes the first move plays to the end.
against() {
    it "$1"
    shift
    run_on ones "$plywood" play "$@" --lines
    status_is 0
    tail -n 2 out >last # the result, and how the same game begins again
}
last_has() { grep -qF -e "$1" last || problem "no \"$1\" in $(cat last)"; }

against "a file agent as second" fruit --size 4 --seed 3 --second "cmd:$homework"
last_has "no move is left"
against "a file agent as first" laser --size 5 --first "cmd:$homework" --second human
last_has "no move is left"
against "a pipe agent" reversi --size 4 --second "cmd:$build/reversi --agent random"
last_has "no move is left"
mkdir folder
cp "$homework" folder
against "a directory" halma --second folder --plies 6
last_has "A draw"

against "its time is the referee's" fruit --size 4 --time 1 --second "cmd:$sins/burns"
last_has "first wins"
last_has "second used more time than was left"
against "an illegal move ends the game" fruit --size 4 --second "cmd:$sins/answers_illegal"
last_has "first wins"
last_has "answers_illegal: output.txt:2"
against "a crash ends the game" laser --size 6 --second "cmd:$sins/segfaults"
last_has "first wins"
last_has "second was ended by a signal"
against "so does silence" fruit --size 4 --second "cmd:$sins/answers_nothing"
last_has "ended without writing output.txt"
against "and one that begins and fails" fruit --size 4 --first "cmd:$sins/exits_1" --second human
last_has "second wins"
last_has "after 0 plies"

it "a move taken back: the program answers anew"
printf '1\nback\n2\nquit\n' >in
run_on in "$plywood" play laser --size 6 --second "cmd:$homework" --lines
status_is 0
same "moves of the program" 2 "$(grep -c '^2\. second:' out)"

it "two programs, for programs"
run "$plywood" play reversi --size 4 --first "cmd:$build/reversi --agent random:seed=1" \
    --second "cmd:$build/reversi" --json
status_is 0
out_has '"ending":"score"'
run "$plywood" play laser --size 6 --first "cmd:$homework" --second "cmd:$sins/segfaults" --json
out_has '"winner":"first","ending":"crashed"'

it "a program that is not there is told before the game"
run "$plywood" play laser --second cmd:./nobody
status_is 2
err_is_one_line
err_has "the command cannot be run"

finish
