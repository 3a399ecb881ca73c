#!/bin/sh
# The subcommands of plywood: help, options, JSON, games between agents and with a person.
. tests/tap.sh
cd "$temp" || exit 1
mkdir work && cd work || exit 1
out=$temp/out err=$temp/err
export PLYWOOD_MOVE_SECONDS=0.05

# json EXPRESSION…: standard output is JSON, and the expressions about d hold.
json() { demand "JSON of $command" "$python" -IS "$tools/readjson.py" "$@" <"$out"; }

# --- help and options ---

it "--help lists every command"
run "$plywood" --help
status_is 0
err_is ""
for c in games show legal apply check perft move play compare demo lab bench; do
    out_has "  $c "
done
commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' "$out")
cp "$out" ../usage
run "$plywood" help
status_is 0
same_file ../usage "$out"

it "no command, an unknown command: how it is used, exit status 2"
run "$plywood"
status_is 2
out_is ""
same_file ../usage "$err"
run "$plywood" dance
status_is 2
out_is ""
err_has 'plywood: unknown command "dance"'

for c in $commands; do
    it "$c --help"
    for option in --help -h; do
        run "$plywood" "$c" $option
        status_is 0
        out_has "usage: plywood $c"
        err_is ""
    done

    it "$c refuses options it does not know"
    run "$plywood" "$c" --dance
    status_is 2
    out_is ""
    err_is "plywood $c: unknown option --dance; see plywood $c --help"
    run "$plywood" "$c" --json=yes
    status_is 2
    out_is ""
    err_is_one_line
    case $c in grade | kit | tournament | halma) continue ;; esac # any number of agents; parts of its own
    run "$plywood" "$c" one two three four
    status_is 2
    out_is ""
    err_has "plywood $c: unexpected argument"
    err_has "$("$plywood" "$c" --help | head -n 1)"
done

# refuses REASON ARGUMENT…
refuses() {
    reason=$1
    shift
    it "plywood $*: refused"
    run "$plywood" "$@"
    status_is 2
    out_is ""
    err_is "plywood $1: $reason"
}
refuses "--size needs a value; see plywood play --help" play fruit --size
refuses '--size: expected 1 to 64, found "0"' play fruit --size 0
refuses "size: expected 1 to 26, found 27" play fruit --size 27
refuses '--size: expected 1 to 64, found "ten"' play fruit --size ten
refuses '--size: expected 1 to 64, found ""' play fruit --size ""
refuses '--size: expected 1 to 64, found "5.5"' play fruit --size 5.5
refuses '--size: expected 1 to 64, found "65"' play laser --size 65
refuses "size: expected 3 to 64, found 2" perft reversi 1 --size 2

it "solve: a clear word beyond the sizes that are solved"
{ echo 17 && awk 'BEGIN { for (i = 0; i < 17; i++) print "00000000000000000" }'; } >laser-17.txt
run "$plywood" solve laser-17.txt
status_is 2
err_is "plywood solve: Laser Checkmate is solved on boards up to 16 x 16; this one is 17 x 17"
rm laser-17.txt
refuses "size: expected 16, found 8" perft halma 1 --size 8
refuses '--kinds: expected 1 to 10, found "11"' play fruit --kinds 11
refuses "blocks: expected 0 to 9, found 10" play laser --size 3 --blocks 10
refuses '--seed: expected a whole number, found "-1"' play fruit --seed -1
refuses '--seed: expected a whole number, found "18446744073709551616"' play fruit --seed 18446744073709551616
refuses '--seconds: expected seconds above 0, found "0"' play fruit --seconds 0
refuses '--seconds: expected seconds above 0, found "-1"' play fruit --seconds -1
refuses '--seconds: expected seconds above 0, found "nan"' play fruit --seconds nan
refuses '--time: expected seconds above 0, found "soon"' play fruit --time soon
refuses '--plies: expected 0 to 100000, found "-1"' play halma --plies -1
refuses '--depth: expected 1 to 20, found "0"' compare reversi --depth 0
refuses 'depth: expected 0 to 60, found "61"' perft reversi 61
refuses 'depth: expected 0 to 60, found "deep"' perft reversi deep
refuses 'game: expected halma, reversi, fruit or laser, found "chess"' play chess
refuses 'game: expected halma, reversi, fruit or laser, found ""' compare ""
refuses 'rules: expected default or addendum, found "othello"' play halma --rules othello
refuses 'rules: expected bidding or othello, found "chess"' play reversi --rules chess
refuses 'rules: expected default, found "other"' compare fruit --rules other
refuses '--rules: expected default, found "othello"' show "$data/fruit-5.txt" --rules othello
refuses '--sprt: expected elo0,elo1 such as 0,10, found "5,0"' lab fruit --sprt 5,0
refuses '--games: expected 2 to 10000000, found "0"' lab fruit --games 0
refuses "agent: expected random, greedy, minimax, alphabeta or plywood, found \"human\"" lab fruit --b human
refuses "--json is for games between agents" play fruit --json

it "a position of another game than the named one is refused"
run "$plywood" perft fruit 2 --position "$data/halma-start.txt"
status_is 2
out_is ""
err_is_one_line

printf '1\n1\n5.0\n*\n' >over.txt
it "nothing to search or to move in a finished game"
run "$plywood" compare fruit --position over.txt
status_is 2
err_is "plywood compare: the game is over, there is nothing to search"
run "$plywood" move --input over.txt
status_is 2
err_is "plywood move: over.txt: the game is over, there is no move"
run "$plywood" play fruit --position over.txt --first random --second random
status_is 0
out_has "A draw, 0 to 0, after 0 plies"

it "an answer that cannot be written"
run "$plywood" move --input "$data/fruit-1.txt" --output nowhere/output.txt
status_is 70
err_is "nowhere/output.txt: cannot be written: No such file or directory"

# --- agents ---

# no_agent SPEC REASON
no_agent() {
    it "agent \"$1\": refused"
    run "$plywood" move --agent "$1" --input "$data/fruit-1.txt"
    status_is 2
    out_is ""
    err_is "plywood move: $2"
    same "files" over.txt "$(echo *)"
    run "$plywood" play fruit --first "$1" --second random
    status_is 2
    out_is ""
    err_is "plywood play: $2"
}
kinds="agent: expected random, greedy, minimax, alphabeta or plywood, found"
no_agent "" "$kinds \"\""
no_agent stockfish "$kinds \"stockfish\""
no_agent Minimax "$kinds \"Minimax\""
no_agent minima "$kinds \"minima\""
no_agent minimax3 "$kinds \"minimax3\""
no_agent " minimax" "$kinds \" minimax\""
no_agent "minimax depth=3" "$kinds \"minimax depth=3\""
no_agent :depth=3 "$kinds \"\""
no_agent minimax:depth 'agent minimax: option depth: expected 1 to 99, found ""'
no_agent minimax:depth= 'agent minimax: option depth: expected 1 to 99, found ""'
no_agent minimax:depth=0 'agent minimax: option depth: expected 1 to 99, found "0"'
no_agent minimax:depth=100 'agent minimax: option depth: expected 1 to 99, found "100"'
no_agent minimax:depth=-1 'agent minimax: option depth: expected 1 to 99, found "-1"'
no_agent minimax:depth=3x 'agent minimax: option depth: expected 1 to 99, found "3x"'
no_agent minimax:depth=99999999999999999999 'agent minimax: option depth: expected 1 to 99, found "99999999999999999999"'
no_agent minimax:deep=3 'agent minimax has no option "deep"'
no_agent minimax:depth=3,ordering 'agent minimax has no option "ordering"'
no_agent alphabeta:caching=1 'agent alphabeta: option caching: expected no value, found "1"'
no_agent greedy:depth=2 'agent greedy has no option "depth"'
no_agent random:seed=x 'agent random: option seed: expected a whole number, found "x"'
no_agent plywood:hash=0 'agent plywood: option hash: expected a size such as 64M, found "0"'
no_agent plywood:hash=64X 'agent plywood: option hash: expected a size such as 64M, found "64X"'
no_agent plywood:hash=64MB 'agent plywood: option hash: expected a size such as 64M, found "64MB"'
no_agent plywood:hash=1048577G 'agent plywood: option hash: expected a size such as 64M, found "1048577G"'
no_agent plywood:nodes=1e6 'agent plywood: option nodes: expected a whole number, found "1e6"'

for spec in random random:seed=7 greedy minimax minimax:depth=2,caching,heuristic alphabeta \
    alphabeta:depth=4,caching,ordering,heuristic plywood plywood:depth=3 plywood:nodes=1000 \
    plywood:depth=4,nodes=5000,hash=1M plywood:hash=64k; do
    it "agent $spec answers each game"
    for example in fruit-5 halma-3 laser-7 reversi-8; do
        run "$plywood" move --json --agent "$spec" --input "$data/$example.txt"
        status_is 0
        json "d['agent'] == '$spec'" "d['depth'] >= 0 and d['nodes'] >= 0 and d['seconds'] >= 0"
        run "$plywood" check --input "$data/$example.txt"
        out_is legal
    done
done

it "a depth or node limit of plywood is kept"
run "$plywood" move --json --agent plywood:depth=3 --input "$data/halma-start.txt" --seconds 20
json "d['depth'] == 3"
run "$plywood" move --json --agent plywood:nodes=5000 --input "$data/halma-start.txt" --seconds 20
json "1000 < d['nodes'] < 50000"

it "the same seed, the same moves; another seed, others"
for seed in 1 1 2; do
    run "$plywood" play halma --first random:seed=$seed --second random:seed=$seed --plies 30 --json
    cp "$out" ../game.$seed
    grep -o '"moves".*' "$out" >>../all
done
same "different games" 2 "$(sort -u ../all | wc -l)"

# --- JSON ---

it "games --json"
run "$plywood" games --json
status_is 0
json "[g['name'] for g in d] == ['halma', 'reversi', 'fruit', 'laser']" \
    "all(g['size']['min'] <= g['size']['default'] <= g['size']['max'] for g in d)" \
    "d[0]['rules'] == ['default', 'addendum'] and d[1]['rules'] == ['bidding', 'othello']" \
    "[g['clock'] for g in d] == ['cpu', 'wall', 'cpu', 'wall']"

for example in fruit-5 halma-3 laser-7 reversi-6 reversi-16; do
    game=${example%%-*}
    it "show, legal, apply, perft --json of $example"
    run "$plywood" show --json "$data/$example.txt"
    status_is 0
    json "d['game'] == '$game' and d['over'] is False and len(d['board']) == d['size']" \
        "all(len(row) == d['size'] for row in d['board'])"
    run "$plywood" legal --json "$data/$example.txt"
    status_is 0
    cp "$out" ../legal
    json "len(d['moves']) == len(set(d['moves'])) > 0"
    run "$plywood" legal "$data/$example.txt"
    count=$(wc -l <"$out")
    move=$(tail -n 1 "$out")
    demand "as many moves" "$python" -IS "$tools/readjson.py" "len(d['moves']) == $count" <../legal
    run "$plywood" apply --json "$data/$example.txt" "$move"
    status_is 0
    json "d['move'] == '$move' and d['game'] == '$game' and d['position'].endswith('\\n')"
    run "$plywood" perft --json "$game" 2 --position "$data/$example.txt"
    status_is 0
    json --lines "[line['depth'] for line in d] == [1, 2]" "d[0]['count'] == $count"
done

it "apply prints a position that can be read again, move after move"
cp "$data/reversi-8.txt" now.txt
moves=0
while :; do
    run "$plywood" legal now.txt
    status_is 0
    if [ ! -s "$out" ] || [ $moves -ge 70 ]; then break; fi
    move=$(tail -n 1 "$out")
    run "$plywood" apply now.txt "$move"
    status_is 0
    err_is ""
    cp "$out" now.txt
    moves=$((moves + 1))
done
run "$plywood" show --json now.txt
json "d['over'] is True and sum(d['score']) == 4 + $moves"

it "demo plays the four games"
run "$plywood" demo --seconds 0.005 --json
status_is 0
json "[g['game'] for g in d] == ['fruit', 'halma', 'reversi', 'laser']" "all(g['plies'] > 5 for g in d)"
run "$plywood" demo --seconds 0.002
status_is 0
out_has "Next:"

it "bench --json: a signature that is the sum of all nodes, and the same each time"
run "$plywood" bench --json
status_is 0
json "d['signature'] == sum(g['nodes'] for g in d.values() if isinstance(g, dict)) > 0"
signature=$(grep -o '"signature":[0-9]*' "$out")
run "$plywood" bench
status_is 0
same "signature" "$signature" "$(sed -n 's/^signature /"signature":/p' "$out")"

it "lab: pairs of games, the same result with one job or two"
run "$plywood" lab reversi --size 4 --games 6 --depth 2 --b random --jobs 1
status_is 0
json "d['games'] == 6 and sum(d['pentanomial']) == 3 and 0 <= d['score'] <= 1" \
    "sum(d['a_first'].values()) == sum(d['a_second'].values()) == 3"
cp "$out" ../lab
run "$plywood" lab reversi --size 4 --games 6 --depth 2 --b random --jobs 2
same_file ../lab "$out"
run "$plywood" lab fruit --games 2 --depth 3 --b random
status_is 0
json "d['score'] == 1 and d['elo'] is None" # no number is infinite

# --- pictures ---

for example in fruit-5 fruit-3 halma-3 laser-7 reversi-9 reversi-16; do
    it "show --svg $example is well-formed"
    run "$plywood" show --svg "$data/$example.txt"
    status_is 0
    demand "XML" "$python" -IS "$tools/wellformed.py" <"$out"
done

it "show draws the board"
run "$plywood" show "$data/laser-7.txt"
status_is 0
out_has "Laser Checkmate, 7 x 7"
out_has "first to move, 46 legal moves."
demand "no colours in a file" sh -c "! grep -q '$(printf '\033')' '$out'"

# --- compare ---

# compares ARGUMENT…: every method finds the same value.
compares() {
    it "compare $*: all methods find one value, and each idea saves nodes"
    run "$plywood" compare "$@" --json
    status_is 0
    json "len(d) == 6" "len({m['value'] for m in d}) == 1" "len({m['move'] for m in d if 'ordering' not in m['method'] and 'both' not in m['method']}) == 1" \
        "all(m['nodes'] <= d[0]['nodes'] for m in d)" "d[2]['nodes'] < d[0]['nodes']"
}
compares reversi
compares reversi --depth 6
compares reversi --size 4 --depth 12
compares reversi --size 9 --depth 4
compares reversi --rules othello --size 4 --depth 13
json "d[0]['value'] == -10"
compares fruit --size 6 --depth 4
compares fruit --size 18 --kinds 6 --depth 2
compares fruit --position "$data/fruit-5.txt"
compares halma --depth 2
compares halma --position "$data/halma-3.txt" --depth 2
compares halma --rules addendum --depth 2
compares laser --size 6 --seed 5
compares laser --position "$data/laser-7.txt" --depth 2
run "$plywood" compare laser --size 4 --depth 2
it "compare prints a table"
status_is 0
same "lines" 8 "$(wc -l <"$out")"

# --- games between agents ---

# plays GAME ARGUMENT…: a game between agents ends, and its record is consistent.
plays() {
    it "play $*"
    run "$plywood" play "$@" --json
    status_is 0
    err_is ""
    json "d['game'] == '$1' and d['plies'] == len(d['moves'])" "d['ending'] in ('score', 'rule', 'repetition', 'move-cap')" \
        "d['ending'] in ('repetition', 'move-cap') and d['winner'] is None or d['winner'] == ({1: ['first', 'black'], -1: ['second', 'white'], 0: [None]}[(d['score'][0] > d['score'][1]) - (d['score'][0] < d['score'][1])] + [None])[d['game'] == 'halma']"
}
for size in 1 2 10 16 17 26; do
    plays fruit --size $size --kinds 3 --seed $size --first greedy --second random
done
plays fruit --size 5 --kinds 1 --first random --second random
plays fruit --size 12 --kinds 10 --first plywood:depth=2 --second alphabeta:depth=2
plays fruit --position "$data/fruit-5.txt" --first greedy --second minimax:depth=2
plays halma --first random --second random
plays halma --first greedy --second greedy
plays halma --rules addendum --first plywood:depth=1 --second random
plays halma --position "$data/halma-1.txt" --first plywood:depth=2 --second random
plays halma --plies 7 --first random --second random
for size in 4 5 8 9 16; do
    plays reversi --size $size --first random --second greedy
    plays reversi --size $size --first greedy --second random --rules othello
done
plays reversi --position "$data/reversi-6-figure2.txt" --first plywood:depth=4 --second random
for size in 1 2 8 16; do
    plays laser --size $size --seed $size --first greedy --second random
done
plays laser --size 10 --blocks 0 --first plywood:nodes=2000 --second minimax:depth=2
plays laser --size 3 --blocks 9 --first random --second random
plays laser --position "$data/laser-7.txt" --first random:seed=3 --second greedy

# replayed GAME FILE: the moves of a game, made one by one, lead to the score it ended with. Sorted,
# because a file of Laser Checkmate calls whoever is to move the first.
scores() { grep -o '"score":[^a-z]*' "$1" | grep -o '[0-9]*' | sort -n; }
replayed() {
    it "the moves of a game of $1 lead to its score"
    run "$plywood" play "$1" --position "$data/$2.txt" --first greedy --second random --json
    cp "$out" ../record
    tr ']' '\n' <../record | sed -n 's/.*"moves":\[//p' | tr -d '"' | sed 's/\([^,]*,[^,]*\),/\1\n/g' >../moves
    cp "$data/$2.txt" now.txt
    while read -r move; do
        run "$plywood" apply now.txt "$move"
        status_is 0
        cp "$out" now.txt
    done <../moves
    run "$plywood" show --json now.txt
    json "d['over'] is True"
    same "score" "$(scores ../record)" "$(scores "$out")"
}
replayed reversi reversi-6
replayed laser laser-7

it "a seat belongs to the one who starts, whatever colour that is"
run "$plywood" play halma --position "$data/halma-1.txt" --first plywood:depth=1 --second random --seconds 0.5
status_is 0
out_has "1. white: "

it "a game clock"
run "$plywood" play fruit --size 6 --time 0.5 --first plywood --second plywood --json
status_is 0
json "d['ending'] == 'score'" "all(0 < t < 0.5 for t in d['cpu'])"

it "play shows boards, or only the result"
run "$plywood" play fruit --size 3 --first random --second random
status_is 0
demand "boards" test "$(wc -l <"$out")" -gt 15
run "$plywood" play fruit --size 3 --first random --second random --quiet --seed 1
same "lines" 1 "$(wc -l <"$out")"

# --- with a person ---

# person LINES ARGUMENT…: plays with these lines typed in.
person() {
    # shellcheck disable=SC2059 # the lines are a format
    printf "$1" >../typed
    shift
    run_on ../typed "$plywood" play "$@"
    err_is ""
}
# fruit: a small board, always the same
printf '3\n2\n24.345\n***\n*10\n000\n' >small.txt

it "a person moves by number and by name, in either case, until the end"
person '1\n1\n' fruit --position small.txt --second human
status_is 0
demand "a result" grep -q 'wins, [0-9]* to [0-9]*, after 2 plies' "$out"
person 'C2\nB3\n' fruit --position small.txt --second human
out_has "first wins, 16 to 1, after 2 plies"
person '  b2  \r\na3\n' fruit --position small.txt --second human
out_has "second wins, 16 to 1, after 2 plies"

it "a person plays against an agent"
person 'C2\n' fruit --position small.txt
status_is 0
out_has "first wins, 16 to 1, after 2 plies (no move is left; the higher score wins). You win."
person 'B3\n' fruit --position small.txt --first greedy --second human
out_has "first wins, 16 to 1, after 2 plies (no move is left; the higher score wins). You lose."

it "rubbish is answered with what is wrong with it"
person 'dance\nA1\nD9\n0\n99\n-1\n\n   \n%%s%%n\nC2\nB3\n' fruit --position small.txt --second human
status_is 0
out_has 'expected a letter and a row number such as G8, found "dance" (help lists what can be typed)'
out_has 'expected a cell with a fruit, found "A1", which is empty'
out_has 'expected a cell from A1 to C3, found "D9"'
out_has 'found "99"'
out_has 'found "%s%n"'
out_has "first wins, 16 to 1, after 2 plies"

it "a line without end is no danger"
awk 'BEGIN { for (i = 0; i < 5000; i++) printf "x"; print ""; print "C2"; print "B3" }' >../typed
run_on ../typed "$plywood" play fruit --position small.txt --second human
status_is 0
out_has "first wins, 16 to 1, after 2 plies"

# --- solve ---

it "solve proves a value and shows a line of best play"
run "$plywood" solve "$data/reversi-4.txt"
status_is 0
out_has "value -6 for first, exact"
out_has "line "
run "$plywood" solve "$data/reversi-4.txt" --rules othello --json
status_is 0
json "d['solved'] is True" "d['low'] == -10 and d['high'] == -10" "len(d['line']) > 8"
run "$plywood" solve "$data/fruit-3.txt"
status_is 0
out_has "value +15 for first, exact"

it "the empty squares of a finished game are the winner's in othello, nobody's in land bidding"
printf '1\nSCORE 3 11\n((1, 2, 2, 1), (0, 2, 2, 2), (0, 2, 2, 2), (1, 2, 2, 2))\n' >ended.txt
run "$plywood" show ended.txt --rules othello
out_has "first 3, second 13. The game is over."
run "$plywood" show ended.txt --rules othello --json
json "d['score'] == [3, 13]"
run "$plywood" show ended.txt
out_has "first 3, second 11. The game is over."
run "$plywood" play reversi --size 4 --rules othello --first minimax:depth=12 --second minimax:depth=12 --json
json "d['score'] == [3, 13]"
run "$plywood" match reversi --size 4 --rules othello minimax:depth=12 minimax:depth=12 --games 2 --seed 1 --record ended.jsonl
out_has " 3 : 13"
out_has "13 : 3 "
run "$plywood" replay ended.jsonl --list
out_has "13 : 3 "

it "solve --win only asks who wins; --budget ends it with what is known"
run "$plywood" solve "$data/laser-7.txt" --win
status_is 0
out_has "or more for first"
run "$plywood" solve "$data/fruit-5.txt" --budget 0.05 --json
status_is 0
json "d['solved'] is False" "d['line'] == []"

it "solve --threads, --progress: the same value, and a line about how far it is"
run "$plywood" solve "$data/reversi-5.txt" --threads 2 --progress --hash 4
status_is 0
out_has "value +9 for first, exact"
err_has " M nodes, "
err_has "value -25 to +25"

it "solve --keep goes on where an earlier run has left"
run "$plywood" solve "$data/reversi-5.txt" --keep kept --json
status_is 0
json "d['low'] == 9 and d['high'] == 9" "d['nodes'] > 100000"
[ "$(wc -l <kept)" -ge 3 ] || problem "fewer than two answers are kept"
printf '0000000000000' >>kept # a line that was cut off
run "$plywood" solve "$data/reversi-5.txt" --keep kept --json
status_is 0
json "d['low'] == 9 and d['high'] == 9" "d['nodes'] < 400000"
run "$plywood" solve "$data/reversi-4.txt" --keep kept
status_is 2
err_is_one_line
echo nonsense >>kept
run "$plywood" solve "$data/reversi-5.txt" --keep kept
status_is 2
err_is_one_line
run "$plywood" solve "$data/laser-7.txt" --keep kept
status_is 2
err_is_one_line

it "solve refuses what it cannot follow to the end"
run "$plywood" solve "$data/halma-start.txt"
status_is 2
err_is_one_line

it "help, moves, hint"
person 'help\n?\nmoves\nhint\nquit\n' fruit --position small.txt --second human
status_is 0
same "help twice" 2 "$(grep -c 'take back your last move' "$out")"
same "the list of moves twice" 2 "$(grep -c ' 1) ' "$out")"
out_has "A3. Takes"
out_has "; a proven win by 15."
out_has "Left after 0 plies at 0 to 0."

it "back takes back the last move of the one who types it"
person 'back\nC2\nback\nB2\nA3\n' fruit --position small.txt --second human
status_is 0
out_has "There is no move of yours to take back."
out_has "second wins, 16 to 1, after 2 plies"
person 'A1\nback\nquit\n' fruit --size 4 --seconds 0.05
status_is 0
out_has "Left after 0 plies at 0 to 0."

it "quit and the end of the input leave the game"
person 'quit\n' halma --second human
status_is 0
out_has "Left after 0 plies at 0 of 19 to 0 of 19."
person '' halma --second human
status_is 0
out_has "Left after 0 plies at 0 of 19 to 0 of 19."
person '1\n' reversi --seconds 0.05
status_is 0
out_has "Left after 2 plies at "

it "moves as the course writes them"
person 'E 4,0 5,0\nJ 15,13 15,9\nJ 12,15 10,13\nq\n' halma --second human
status_is 0
out_has "1. black: 4,0-5,0"
out_has "2. white: 12,15-10,13"
out_has "expected a jump from 15,13 by two squares"
person '3 5\n(1, 2)\nq\n' laser --position "$data/laser-7.txt" --second human
out_has "1. first: 3,5"
out_has "2. second: 1,2"
person '2 3\n2,2\nq\n' reversi --second human
out_has "1. first: 2,3"
out_has "2. second: 2,2"

it "a person passes in Othello when there is nothing to claim"
printf '1\nSCORE 1 14\n((2, 2, 2, 2), (2, 2, 2, 2), (2, 2, 1, 2), (2, 2, 2, 0))\n' >pass.txt
person '3,3\npass\nq\n' reversi --rules othello --position pass.txt --second human
status_is 0
out_has "expected a pass, as nothing can be claimed, found 3,3"
out_has "1. first: pass"
out_has "second to move, 1 legal move."

it "legal prints nothing where the game is over; apply ends cleanly where a move is not legal"
printf '3\n2\n300.0\n***\n***\n***\n' >"$temp/over.txt"
run "$plywood" legal "$temp/over.txt"
status_is 0
out_is ""
err_is ""
printf '3\n2\n300.0\n010\n110\n001\n' >"$temp/three.txt"
run "$plywood" apply "$temp/three.txt" Z9
status_is 1
err_is 'expected a cell from A1 to C3, found "Z9"'

finish
