#!/bin/sh
# Tier: full
# The full screens of play, replay and analyze, in a terminal of tmux: keys, mouse, resizing, colours.
. tests/tap.sh
cd "$temp" || exit 1

unset TMUX
tmux() { command tmux -S "$temp/socket" -f "$temp/tmux.conf" "$@" 2>/dev/null; }
printf 'set -g default-terminal screen-256color\nset -g status off\n' >tmux.conf
# with sanitizers: what the library makes for a terminal that it then does not know is never freed
echo leak:new_prescr >suppressions
export LSAN_OPTIONS="suppressions=$temp/suppressions:print_suppressions=0"
trap 'tmux kill-server; rm -rf "$temp"' EXIT
tmux new-session -d -s keeper cat # so that the server outlives the terminals of the tests
terminals=0

# begin COLUMNS ROWS COMMAND…: a terminal of this size in which the command runs.
begin() {
    tmux kill-session -t "it$terminals"
    terminals=$((terminals + 1))
    columns=$1 rows=$2
    shift 2
    command=$*
    tmux new-session -d -s "it$terminals" -x "$columns" -y "$rows" "$*; echo status \$?; exec cat"
}

keys() { tmux send-keys -t "it$terminals" "$@"; }

# click ROW COLUMN: on a square of the board, where squares are three characters wide.
click() {
    x=$(printf %x $((3 + 3 * $2 + 1 + 33))) y=$(printf %x $((3 + $1 + 33)))
    keys -H 1b 5b 4d 20 "$x" "$y" 1b 5b 4d 23 "$x" "$y" # the button goes down, and up
}

screen() { tmux capture-pane -p -t "it$terminals"; }

screen_meets() { screen | "$@" >/dev/null; }
# until_screen CONDITION…: waits, as long as anybody would, until the screen meets it.
until_screen() {
    patiently screen_meets "$@"
}

# shows TEXT…: each of them is to be seen on the screen, sooner or later.
shows() {
    for text in "$@"; do
        until_screen grep -F -e "$text" || problem "no \"$text\" on the screen of $command
$(screen | grep -v '^ *$' | tail -n 10)"
    done
}

# hides TEXT: it goes away.
hides() {
    until_screen awk -v text="$1" 'index($0, text) { found = 1 } END { exit found }' ||
        problem "\"$1\" stays on the screen of $command"
}

# ends STATUS: the program has come to its end.
ends() {
    shows "status $1"
    hides "q quit"
}

# --- each game: some moves by keys, one by mouse, help, quit ---

it "fruit: a region is taken by keys and by mouse, and the opponent answers"
begin 80 24 "$plywood" play fruit --size 5 --level 1 --seed 3
shows "Fruit Rage, 5 x 5" "> first 0 (you)" "second 0 (First game ever)" "    A  B  C  D  E" "q quit"
keys Up Up Left Left
shows "[" ": +"
keys Enter
shows "  1. A1 "
shows "second plays"
click 4 4
shows "  2. E5 "
keys q q
ends 0
shows "Left after" "plies at"

it "reversi: only legal squares can be chosen"
begin 80 24 "$plywood" play reversi --level 1 --seed 3
shows " 2  .  .  . (.)" " 3  .  . (.) 2  1"
click 0 0
shows "No rival land lies between it and yours."
click 2 3
shows "  1. 2,3 " "second plays" "<2>"
keys u
shows "Taken back." " 2  .  .  . [.] ."
keys Enter
shows "  1. 2,3 " "second plays"
keys q q
ends 0

it "laser: Tab finds a square, space takes it"
begin 80 24 "$plywood" play laser --size 6 --blocks 2 --level 1 --seed 3
shows "Laser Checkmate, 6 x 6"
keys Tab
shows ": +"
keys Space
shows "  1. " "second plays"
click 9 9
keys q q
ends 0

it "halma: a piece is chosen, then its goal; a chain of jumps shows its way"
begin 80 24 "$plywood" play halma --level 1 --seed 3
shows "Halma, 16 x 16" "(B)"
click 0 2
shows "{B}" "Where to?" " 2  B  B  B  B (.)"
click 9 9
shows "No step and no chain of jumps leads there."
keys Escape
hides "{B}"
click 0 2
shows "{B}"
click 2 4
shows "  1. 2,0-4,2" "white plays"
keys q q
ends 0

# --- what else keys do ---

it "a hint names a move, marks it, and gives its reason"
begin 80 24 "$plywood" play reversi --level 1 --seed 3
shows "Land bidding"
keys h
shows "Hint: " "Turns 1 square over and leaves 3 replies"
keys Enter
shows "second plays"
keys q q
ends 0

it "earlier positions can be looked at, by the keys of replay and analyze"
begin 80 24 "$plywood" play reversi --level 1 --seed 3
shows "Land bidding"
click 2 3
shows "  1. 2,3 " "second plays"
keys b
shows "After move 1 of 2." "End back to the game"
keys Left
shows "After move 0 of 2." " 3  .  .  .  2  1"
keys Enter Tab
shows "After move 0 of 2."
keys f
shows "After move 1 of 2."
keys End
shows "Enter move" " (you)"
keys Home
shows "After move 0 of 2."
keys u
shows "Taken back." "Enter move"
keys q
ends 0

it "a long thought can be cut short, or left for good"
begin 80 24 "$plywood" play --seed 1 reversi --seconds 600
shows "Land bidding"
click 2 3
shows "> second 1 (plywood)  thinking"
keys .
shows "second plays"
keys Tab
keys Enter
shows "(plywood)  thinking"
keys q q
ends 0

it "somebody's program answers"
begin 80 24 "$plywood" play laser --size 6 --seed 3 --second "'cmd:$build/homework'"
shows "> first"
keys Tab Space
shows "second plays"
keys u
shows "Taken back."
keys Tab Space
shows "second plays"
keys q y
ends 0

it "a program that sleeps is not waited for by those who leave or take back"
begin 80 24 "$plywood" play --seed 1 laser --size 6 --second "cmd:$build/tests/agents/sleeps"
shows "> first"
keys Tab Space
shows thinking
keys .
shows "A program takes the time"
keys u
shows "Taken back."
hides thinking
keys Tab Space
shows thinking
keys q y
ends 0

it "a program's fault ends the game with its verdict, and a new one can begin"
begin 120 24 "$plywood" play --seed 1 laser --size 6 --second "cmd:$build/tests/agents/segfaults"
shows "> first"
keys Tab Space
shows "second was ended by a signal"
keys n y
shows "A new game."
keys q
ends 0

it "resigning and a new game are asked for"
begin 80 24 "$plywood" play --seed 1 reversi --level 1
shows "Land bidding"
keys r
shows "Resign? y: yes"
keys n
hides "Resign?"
keys r
keys y
shows "second wins" "the other side resigned"
keys n
keys y
shows "A new game."
keys q
ends 0
shows "Left after 0 plies at 2 to 2."

it "a game that is under way is not left by a slip of the finger"
begin 80 24 "$plywood" play halma --level 1 --seed 3
shows "> black 0 of 19 (you)" "white 0 of 19 (First game ever)"
click 0 2
shows "{B}"
click 2 4
shows "white plays"
keys q
shows "Leave this game?"
keys x
hides "Leave this game?"
keys q
shows "Leave this game?"
keys y
ends 0
shows "Left after 2 plies at 0 of 19 to 0 of 19."
begin 80 24 "$plywood" play --seed 1 fruit --level 1
shows "Fruit Rage"
keys q
ends 0

it "the help tells the keys and goes away"
begin 80 24 "$plywood" play --seed 1 fruit --level 1
shows "Fruit Rage"
keys '?'
shows "take back your last move" "Any key: back"
keys x
hides "Any key"
shows "q quit"

it "rubbish is no harm"
keys -l 'xyzXYZ12345!$%&/()=[]{}~#'
keys -H 1b 5b 39 39 39 7e 1b 4f 1b 5b 4d 7e 7e 7e ff fe 00 01 02
keys F1 F12 Delete Insert M-x C-a C-z
keys Escape
shows "q quit" "A  B  C  D"
keys C-c
ends 0

it "clocks run, and a person's can run out"
begin 80 24 "$plywood" play --seed 1 laser --size 5 --level 1 --time 2
shows "(you, 0:0" "(First game ever, 0:02)"
shows "second wins" "the other side ran out of time"
keys q
ends 0

it "agents can be watched to the end"
begin 80 24 "$plywood" play --seed 1 laser --size 5 --first greedy --second random
shows "wins" "after"
keys q
ends 0

it "two people share a board"
begin 80 24 "$plywood" play --seed 1 reversi --size 4 --second human
shows "> first 2 (a person)"
click 0 1
shows "> second 1 (a person)"
keys q q
ends 0

# --- terminals ---

it "a resized terminal shows more or less"
begin 80 24 "$plywood" play --seed 1 fruit --size 26 --level 1
shows "Fruit Rage, 26 x 26" "13 "
tmux resize-window -t "it$terminals" -x 110 -y 40
shows "26 " "A  B" "Y  Z"
tmux resize-window -t "it$terminals" -x 45 -y 14
shows "q quit"
keys -N 13 Down
keys -N 13 Right
shows "26 " "Y Z"
tmux resize-window -t "it$terminals" -x 20 -y 8
shows "This needs a" "terminal of 40 x 12;" "it has 20 x 8."
keys Enter
click 1 1
tmux resize-window -t "it$terminals" -x 80 -y 24
shows "Fruit Rage, 26 x 26"
keys q # once, as no move was made on a board that nobody saw
ends 0

it "a tiny terminal says what it needs from the start"
begin 20 8 "$plywood" play --seed 1 halma --level 1
shows "This needs a" "terminal of 40 x 12;"
keys q
ends 0

it "without colours there are none, with them there are"
begin 80 24 "$plywood" play --seed 1 fruit --level 1
shows "Fruit Rage"
tmux capture-pane -e -p -t "it$terminals" >plain
demand "no colours" test "$(grep -c '48;5;' plain)" -eq 0
begin 80 24 env NO_COLOR= "$plywood" play --seed 1 fruit --level 1
shows "Fruit Rage"
tmux capture-pane -e -p -t "it$terminals" >coloured
demand "colours" grep -q '48;5;' coloured
begin 80 24 env NO_COLOR= TERM=xterm "$plywood" play --seed 1 fruit --level 1
shows "Fruit Rage"
tmux capture-pane -e -p -t "it$terminals" >eight
demand "eight colours" grep -qE '\[(.*;)?4[0-7](;.*)?m' eight
keys q
ends 0

it "a dumb or unknown terminal, and --lines, get the line mode"
for start in "env TERM=dumb $plywood play fruit" "env TERM=nonesuch $plywood play fruit" \
    "$plywood play fruit --lines"; do
    begin 80 40 "$start --level 1"
    shows "first>"
    keys quit Enter
    shows "status 0"
done

it "no list of games is wider than 80 columns"
same "wide lines of games" "" "$("$plywood" games | grep '.\{81\}')"

it "levels are listed, and --level finds its seat"
run "$plywood" play --seed 1 fruit --levels
status_is 0
same "number of levels" 8 "$(grep -c '^ *[1-9]  ' "$temp/out")"
same "lines beyond 80 columns" "" "$(grep '.\{81\}' "$temp/out")"
out_has "First game ever"
out_has "Full strength"
run "$plywood" play --seed 1 fruit --level 9
status_is 2
err_is 'plywood play: --level: expected 1 to 8, found "9"'
run "$plywood" play --seed 1 fruit --level 3 --first greedy --second random
status_is 2
err_is 'plywood play: --level: both seats are taken by --first and --second'
begin 80 24 "$plywood" play --seed 1 laser --size 5 --second human --level 2
shows "(Beginner)" "(you)" "first plays"

# --- replay ---

it "replay: forth and back, live analysis, the other game"
run "$plywood" match laser greedy random --size 5 --games 2 --seed 4 --record record
status_is 0
begin 80 24 "$plywood" replay record
shows "game 1: a greedy, b random" "ply 0 of" "moves first." "a: analysis"
keys Right
shows "ply 1 of" "Ply 1 of"
keys a
shows "depth" "thousand nodes" "1. " "2. " "proven"
keys +
shows "4. "
keys Left
shows "ply 0 of"
keys End
shows "The game is over." "wins (score)"
keys n
shows "game 2: " "ply 0 of"
keys n
shows "game 2: "
keys p
shows "game 1: "
tmux resize-window -t "it$terminals" -x 20 -y 8
shows "This needs a"
tmux resize-window -t "it$terminals" -x 80 -y 24
shows "game 1: "
keys x '?'
shows "live analysis" "Any key"
keys x q
ends 0

# --- analyze ---

it "analyze: lines with values, moves by number and by mouse, back again"
begin 90 24 "$plywood" analyze "$top/examples/laser.txt"
shows "Laser Checkmate" "ply 0 of 0" "for first" "thousand nodes" "1. " "2. " "3. " "proven"
keys -- -
hides "3. "
keys 1
shows "ply 1 of 1" "first played" "<1>"
keys Left
shows "ply 0 of 1"
click 0 4
shows "ply 1 of 1" "first played 0,4"
click 0 0
shows "No legal move there."
keys a
shows "a: analysis"
keys Tab Enter
shows "ply 2 of 2" "second played"
keys u
shows "ply 1 of 1"
keys h
shows "Hint: " "overs " "; a proven "
keys q
ends 0

it "analyze: what the exact solver can prove is proven, for every line"
{
    echo 9
    for _ in 1 2 3 4 5 6 7 8 9; do echo 000000000; done
} >empty
begin 90 24 "$plywood" analyze empty
shows ", proven" "1. won by 5 proven 4,4" "2. " "3. "
demand "three proven lines" test "$(screen | grep -c '[123]\. [a-z]* *[a-z]* *[0-9]* proven')" -eq 3
keys q
ends 0

it "analyze: a move without a choice is worth what follows it"
printf '2\n2\n300.0\n**\n00\n' >forced
begin 90 24 "$plywood" analyze forced
shows "for first, depth 0, proven" "1. won by 4 proven"
keys 1
shows "The game is over."
keys q
ends 0
run "$plywood" analyze "$temp/nonesuch"
status_is 2

it "analyze: a race that is won is told as won, not as the moves that are left"
{
    printf 'GAME\nBLACK\n300.0\n'
    for _ in 1 2 3 4 5; do echo ................; done
    for _ in 1 2 3; do echo WWWW............; done
    printf '%s\n' WWWW.......B.... WWW............. ................ ...............B \
        .............BBB ............BBBB ...........BBBBB ...........BBBBB
} >won
begin 120 24 "$plywood" analyze won --lines 1
shows "1. won "
keys h
shows " win in 3 moves."
keys 1
shows "1. lost "
keys q
ends 0

finish
