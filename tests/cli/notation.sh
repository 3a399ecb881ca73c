#!/bin/sh
# Othello's notations as inputs: boards of X, O and -, OBF, GGF.
. tests/tap.sh
cd "$temp" || exit 1

json() { demand "JSON of $command" "$python" -IS "$tools/readjson.py" "$@" <"$temp/out"; }

# The positions 40 to 44 of the FFO collection: number, board, side to move, best moves.
cat >ffo <<'END'
40 O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X first 12 32 a2
41 -OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X first 14 28 h4
42 --OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X first 9 33 g2
43 --XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O second 26 15 g3 c7
44 --O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O second 20 21 d2 b8
END
while read -r number board side mover first second best; do
    it "FFO $number: discs, side to move, rules, and its best moves are legal"
    printf '%s %s\n' "$board" "$side" >board.txt
    run "$plywood" show board.txt --json
    status_is 0
    err_is "board.txt: Othello's notation: read by the rules othello"
    json "d['rules'] == 'othello' and d['side'] == '$mover'" "d['score'] == [$first, $second]"
    for move in $best; do
        run "$plywood" apply board.txt "$move" --rules othello
        status_is 0
        err_is ""
    done
    cp board.txt "ffo-$number.txt"
done <ffo

it "a board of eight lines, small letters and dots, the side in words, with comments"
{
    echo '% from a collection'
    printf '%s\n' "$(sed -n 1p ffo | cut -d' ' -f2)" | tr 'XO-' 'xo.' | fold -w 8
    printf '\n# black is X\n  Black\n'
} >lines.txt
run "$plywood" show lines.txt
cp out shown
run "$plywood" show ffo-40.txt
same "pictures" "$(cat shown)" "$(cat out)"

it "OBF: what is known of the moves is not looked at"
sed 's/$/; A2:+38; B1:-2;/' ffo-40.txt >obf.txt
run "$plywood" show obf.txt
same "pictures" "$(cat shown)" "$(cat out)"

it "--rules decides if it is given, and then nothing is said"
run "$plywood" show ffo-40.txt --rules bidding --json
err_is ""
json "d['rules'] == 'bidding'"

start='---------------------------O*------*O---------------------------'
it "GGF: a game is the position after its last move"
printf '(;GM[Othello]PC[a \\] b]DT[2001]PB[x]PW[y]TY[8]RE[?]BO[8 %s *]\nB[f5/3.20/1.20]W[d6]\nB[C3//0.5];)\n' "$start" >game.ggf
run "$plywood" show game.ggf --json
status_is 0
json "d['side'] == 'second' and d['score'] == [5, 2]"
it "GGF: a position alone, and 6 x 6"
printf '(;GM[Othello]BO[6 --------------O*----*O-------------- O];)' >six.ggf
run "$plywood" legal six.ggf
same "moves" "1,3 2,4 3,1 4,2" "$(paste -sd' ' out)"

it "solve, move and analyze read them, and say by which rules"
printf 'XOO- ---- ---- OX-- X\n' >small.txt
run "$plywood" solve small.txt
status_is 0
out_has "rules: othello"
run "$plywood" solve small.txt --rules bidding --json
json "d['rules'] == 'bidding' and d['solved']"
run "$plywood" move --input small.txt --output - --rules othello
status_is 0
printf '{"id":"a","start":"XOO- ---- ---- OX-- X\\n","nodes":1000}\n' >ask
run_on ask "$plywood" analyze
status_is 0
out_has '"proven":true'

it "what an empty square is worth in the end: +16 in othello for the whole of 4 x 4"
printf 'XO-- ---- ---- ---- X\n' >wipe.txt
run "$plywood" solve wipe.txt --json
json "d['low'] == 16 and d['high'] == 16"
run "$plywood" solve wipe.txt --rules bidding --json
json "d['low'] == 3 and d['high'] == 3"

# refuses MESSAGE TEXT
refuses() {
    it "refused: $1"
    printf '%b' "$2" >wrong.txt
    run "$plywood" show wrong.txt --rules othello
    status_is 2
    err_is "wrong.txt:$1"
}
refuses "1: expected a square board of 4 x 4 to 16 x 16 and the side to move, found 19 squares" 'XO-----------------X\n'
refuses '1: expected the side to move, X or O, found nothing more' 'XO--------------\n'
refuses '1: expected the side to move, X or O, found "Q"' 'XO-------------- Q\n'
refuses '1: expected the side to move, X or O, behind 16 squares, found "-"' 'XO-------------- -\n'
refuses '2: expected one position and nothing behind it, found "XO-------------- O"' 'XO-------------- X\nXO-------------- O\n'
refuses '1: expected one position and nothing behind it, found "rubbish"' 'XO-------------- X rubbish\n'
refuses '1: expected a game with BO, its start, found none' '(;GM[Othello];)\n'
refuses '1: expected BO, the start, before the first move, found "B[d3];)"' '(;B[d3];)\n'
refuses '1: expected the board'"'"'s edge, 4 to 16, found "9999 -*]B[d3];)"' '(;BO[9999 -*]B[d3];)\n'
refuses '1: expected 8 x 8 squares in BO, found 4 x 4' '(;BO[8 XO-------------- X];)\n'
refuses '1: expected a square such as d3, or PA, found "zz];)"' "(;BO[8 $start *]B[zz];)\n"
refuses '2: expected a claim that brackets the opponent'"'"'s land, found 0,0, which brackets nothing' "(;BO[8 $start *]\nB[a1];)\n"
refuses '1: expected a move of B, whose turn it is, found "W[d3];)"' "(;BO[8 $start *]W[d3];)\n"
refuses '1: expected a claim, found a pass although 4 can be made' "(;BO[8 $start *]B[pa];)\n"
refuses '1: expected one BO, found "8 - *];)"' "(;BO[8 $start *]BO[8 - *];)\n"
refuses '1: expected a property such as B[d3], or ";)", found "rubbish"' '(;rubbish\n'
refuses '1: expected "]", found nothing more' '(;GM[Othello\n'
refuses '1: expected ";)", found nothing more' "(;BO[8 $start *]\n"
refuses '2: expected one game and nothing behind it, found "(;GM[O];)"' "(;BO[8 $start *];)\n(;GM[O];)\n"

it "squares are understood where moves are typed"
run "$plywood" apply "$data/reversi-6.txt" d5
status_is 0
cp out by_square
run "$plywood" apply "$data/reversi-6.txt" 4,3
same "positions" "$(cat by_square)" "$(cat out)"
finish
