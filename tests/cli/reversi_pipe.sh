#!/bin/sh
# The land-bidding agent on pipes, against a manager of our own (tests/tools/manager.py).
. tests/tap.sh
cd "$temp" || exit 1
reversi=$build/reversi
export PLYWOOD_MOVE_SECONDS=0.02

# games COMMAND…: each game that the manager plays is a test.
games() {
    run "$python" -IS "$tools/manager.py" "$@"
    while read -r verdict rest; do
        it "a game, ${rest%%: *}"
        case $verdict in
        good) ;;
        *) problem "$verdict $rest" ;;
        esac
    done <out
    it "the manager had no trouble of its own"
    status_is 0
    err_is ""
}

# Both readings with both first lines: half of these managers read answers the other way than their
# first line makes one think.
sizes=$(rounds 4,6 4,5,6,8,9)
count=$(rounds 32 80)
games --sizes "$sizes" --readings rc,cr --openings 'bare;-1,0,0,0' --forms list,tuple \
    --colours 1,2 -- "$reversi"
cp out played

it "it beats a random opponent in most games"
same "games" "$count" "$(grep -c ^good played)"
won=$(awk '$(NF - 2) > $NF' played | wc -l)
echo "# won $won of $count"
demand "at least three of four won" test $((4 * won)) -ge $((3 * count))

games --sizes 16 --colours 2 --readings rc -- "$reversi"
PLYWOOD_MOVE_SECONDS=0.005 games --sizes 3,17 --readings rc,cr --ends final -- "$reversi"

# A position file is a conversation of one turn.
mkdir turns
"$built_tools/positions" reversi 24 5 turns || exit 1
for turn in turns/*.txt; do
    it "a turn on $(sed -n 3p "$turn" | tr -cd '(' | wc -c | awk '{ print $1 - 1 }') rows, legal"
    "$reversi" <"$turn" 2>err | sed 1d >answer
    run "$plywood" check --input "$turn" --output answer
    status_is 0
done
games --sizes 6 --rules othello --readings cr --games 3 -- "$reversi" --rules othello

# --- the settings of the first line ---

# obeys OPENING SIZE AGENT: with this first line it plays the moves of that agent.
obeys() {
    it "first line with $1 on $2 x $2: the moves of $3"
    rm -rf log
    mkdir log
    # time enough, so that it is the settings that limit the search
    PLYWOOD_MOVE_SECONDS=8 run "$python" -IS "$tools/manager.py" --sizes "$2" --openings="${1#?,}" \
        --colours "${1%%,*}" --ends close --log log --games 4 -- "$reversi"
    status_is 0
    turns=0
    for move in log/*.move; do
        turns=$((turns + 1))
        PLYWOOD_MOVE_SECONDS=8 run "$plywood" move --agent "$3" --input "${move%.move}.txt" --output -
        status_is 0
        same "${move%.move}" "$(cat out)" "$(cat "$move")"
    done
    echo "# $turns turns compared"
    demand "turns" test $turns -ge 8
}
obeys 1,3,1,0,0 6 minimax:depth=3
obeys 2,2,1,1,0 8 minimax:depth=2,caching
obeys 1,5,0,1,1 6 alphabeta:depth=5,caching,ordering
obeys 2,4,0,0,1 5 alphabeta:depth=4,ordering
obeys 2,-1,0,0,0 4 plywood

it "minimax without a depth limit still answers in time"
PLYWOOD_MOVE_SECONDS=0.1 run "$python" -IS "$tools/manager.py" --sizes 8 --openings=-1,1,0,0 --colours 1 -- "$reversi"
status_is 0

# --- how a conversation may go wrong ---

board='((0, 0, 0, 0), (0, 2, 1, 0), (0, 1, 2, 0), (0, 0, 0, 0))'

# conversation WHAT TEXT ANSWERS COMPLAINT: the agent says its name and so many answers.
conversation() {
    it "$1"
    # shellcheck disable=SC2059 # the text is a format
    printf "$2" >in
    run_on in "$reversi"
    status_is 0
    same "name" Plywood "$(head -n 1 out)"
    same "answers" "$3" "$(sed 1d out | grep -cx '[0-3] [0-3]')"
    same "lines" $(($3 + 1)) "$(wc -l <out)"
    err_is "$4"
}
conversation "a turn" "1\nSCORE 2 2\n$board\n" 1 ""
conversation "a turn and FINAL" "1\nSCORE 2 2\n$board\nFINAL 2 2\n" 1 ""
conversation "nothing is answered after FINAL" "1\nFINAL 2 2\nSCORE 2 2\n$board\n" 0 ""
conversation "CRLF" "1\r\nSCORE 2 2\r\n$board\r\nFINAL 2 2\r\n" 1 ""
conversation "no SCORE line" "1\n$board\n" 1 ""
conversation "empty lines" "1\n\n\nSCORE 2 2\n$board\n\n" 1 ""
conversation "a first line with blanks" "1, 5, 0, 1, 1\nSCORE 2 2\n$board\n" 1 ""
conversation "the same turn twice" "1\nSCORE 2 2\n$board\nSCORE 2 2\n$board\n" 2 ""
conversation "garbage between the turns" "1\nhello\nSCORE 2 2\n$board\n12\n" 1 \
    'turn: expected a board that begins with "((" or "[[", found "hello"
turn: expected a board that begins with "((" or "[[", found "12"'
conversation "a strange cell" "1\nSCORE 2 2\n((9, 0, 0, 0), (0, 2, 1, 0), (0, 1, 2, 0), (0, 0, 0, 0))\n" 1 \
    'turn: expected a cell 0, 1 or 2, found "9, 0, 0, 0), (0, 2, 1, 0), (0, 1, 2, 0), (0, 0, 0, ..."'
conversation "a board without a claim for us" \
    "1\nSCORE 1 15\n((2, 2, 2, 2), (2, 2, 2, 2), (2, 2, 2, 2), (2, 2, 2, 1))\nSCORE 2 2\n$board\n" 1 \
    "turn: expected a board with a legal claim for us, found none"
conversation "a board that is too small" "1\nSCORE 1 1\n((1, 2), (0, 0))\n" 0 \
    "turn: size: expected 3 to 64, found 2"

for line in 0 3 x -1 "1 5 0 1 1" 1,5,0,1 1,5,0,1,1,1 1,5,0,2,1 3,5,0,1,1 ""; do
    it "first line \"$line\": not understood"
    printf '%s\nSCORE 2 2\n%s\n' "$line" "$board" >in
    run_on in "$reversi"
    status_is 2
    out_is Plywood
    err_is "first line: expected 1, 2 or colour,limit,minimax,caching,ordering, found \"$line\""
done

it "wherever the input ends, it ends quietly"
printf '1\nSCORE 2 2\n%s\n' "$board" >whole
length=0
total=$(wc -c <whole)
while [ $length -le "$total" ]; do
    head -c $length whole >in
    run_on in "$reversi"
    status_is 0
    same "name" Plywood "$(head -n 1 out)"
    # within a line the agent may make of it what it can; between lines there is nothing to say
    case $length in
    0 | 1 | 2 | 11 | 12)
        err_is ""
        out_is Plywood
        ;;
    "$total" | $((total - 1)))
        err_is ""
        same "answers" 1 "$(sed 1d out | grep -c '^[0-3] [0-3]$')"
        ;;
    esac
    length=$((length + 1))
done

it "a name comes before any input"
mkfifo pipe
timeout "$patience" "$reversi" <pipe >said &
exec 3>pipe
patiently test -s said
same "name" Plywood "$(cat said)"
exec 3>&-
wait $!
same "status" 0 $?

it "wrong arguments"
run "$reversi" --help
status_is 2
err_is "usage: reversi [--rules bidding|othello] [--agent SPEC]"
run "$reversi" --rules chess
status_is 2
err_is "usage: reversi [--rules bidding|othello] [--agent SPEC]"

# --- other agents ---

games --sizes 4,7 --readings rc,cr --openings 'bare;-1,0,0,0' -- "$reversi" --agent random
games --sizes 6 --colours 1 -- "$reversi" --agent minimax:depth=2 --rules bidding

it "random is Randy and does not always do the same"
printf '1\nSCORE 2 2\n%s\nFINAL 2 2\n' "$board" >in
rm -f answers
for i in 1 2 3 4 5 6 7 8 9 10; do
    run_on in "$reversi" --agent random
    same "name" Randy "$(head -n 1 out)"
    tail -n 1 out >>answers
done
demand "different answers" test "$(sort -u answers | wc -l)" -gt 1

it "a seed is obeyed"
for i in 1 2 3; do
    run_on in "$reversi" --agent random:seed=7
    cat out >>seeded
done
same "different lines" 2 "$(sort -u seeded | wc -l)"

it "the others have the names of their kind"
run_on in "$reversi" --agent alphabeta:depth=3,ordering
same "name" alphabeta "$(head -n 1 out)"

it "an agent that is none is refused before a word is said"
run_on in "$reversi" --agent nobody
status_is 2
out_is ""
err_is 'reversi: agent: expected random, greedy, minimax, alphabeta or plywood, found "nobody"'

# --- agent.py ---

mkdir course
cp "$top/src/games/reversi/agent.py" "$reversi" course
games --sizes 6 --readings cr --openings=-1,0,0,0 -- python3 course/agent.py

it "agent.py finds the program in build/"
mkdir -p tree/src/games/reversi tree/build
cp "$top/src/games/reversi/agent.py" tree/src/games/reversi
cp "$reversi" tree/build
run_on whole python3 tree/src/games/reversi/agent.py
status_is 0
same "lines" 2 "$(wc -l <out)"

finish
