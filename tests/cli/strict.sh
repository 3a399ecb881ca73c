#!/bin/sh
# The exact readers: wrong position files and wrong answers are refused, each with its reason; what
# the rules tolerate is not.
. tests/tap.sh
cd "$temp" || exit 1
mkdir work && cd work || exit 1

# state: everything about the files here that a command could change.
state() { ls -il --time-style=full-iso && cat -- *; }

# refused WHAT REASON: input.txt, as it is, is refused by every command that reads it.
refused() {
    it "refused: $1"
    echo "1 1" >output.txt
    state >../before
    for call in "show input.txt" "legal input.txt" "apply input.txt A1" check "move --agent random"; do
        call="$call --strict"
        # shellcheck disable=SC2086 # a list of words
        run "$plywood" $call
        status_is 2
        out_is ""
        err_is "input.txt:$2"
    done
    state >../after
    same_file ../before ../after
}

# bad FILE WHAT SCRIPT REASON: an example, changed by a sed script.
bad() {
    sed "$3" "$data/$1.txt" >input.txt
    refused "${1%%-*}, $2" "$4"
}

# (a 9 on the board leaves no doubt which game it is)
bad fruit-5 "size 0" '1s/.*/0/;4s/.$/9/' '1: expected a board size from 1 to 26, found "0"'
bad fruit-5 "size 27" '1s/.*/27/;4s/.$/9/' '1: expected a board size from 1 to 26, found "27"'
bad fruit-5 "size negative" '1s/.*/-10/;4s/.$/9/' '1: expected a board size from 1 to 26, found "-10"'
bad fruit-5 "size with a fraction" '1s/.*/10.0/;4s/.$/9/' '1: expected a board size from 1 to 26, found "10.0"'
bad fruit-5 "size beyond every number" '1s/.*/99999999999999999999/;4s/.$/9/' '1: expected a board size from 1 to 26, found "99999999999999999999"'
bad fruit-5 "size too small" '1s/.*/9/' '13: expected nothing after 9 rows, found "2200022231"'
bad fruit-5 "size too large" '1s/.*/11/' '14: expected 11 rows, found 10'
bad fruit-5 "no kinds" '2s/.*/0/;4s/.$/9/' '2: expected a number of kinds from 1 to 10, found "0"'
bad fruit-5 "11 kinds" '2s/.*/11/;4s/.$/9/' '2: expected a number of kinds from 1 to 10, found "11"'
bad fruit-5 "time 0" '3s/.*/0/' '3: expected a positive number of seconds, found "0"'
bad fruit-5 "time negative" '3s/.*/-0.5/' '3: expected a positive number of seconds, found "-0.5"'
bad fruit-5 "time not a number" '3s/.*/nan/;4s/.$/9/' '3: expected a positive number of seconds, found "nan"'
bad fruit-5 "time endless" '3s/.*/1e999/' '3: expected a positive number of seconds, found "1e999"'
bad fruit-5 "time in hexadecimal" '3s/.*/0x10/;4s/.$/9/' '3: expected a positive number of seconds, found "0x10"'
bad fruit-5 "time with a unit" '3s/$/ s/;4s/.$/9/' '3: expected a positive number of seconds, found "1.276 s"'
bad fruit-5 "time missing" '3s/.*//;4s/.$/9/' '3: expected a positive number of seconds, found ""'
bad fruit-5 "a short row" '8s/.$//' '8: expected a row of 10 cells, found 9 in "023001101"'
bad fruit-5 "a long row" '8s/$/0/' '8: expected a row of 10 cells, found 11 in "02300110120"'
bad fruit-5 "an empty row" '8s/.*//' '8: expected a row of 10 cells, found 0 in ""'
bad fruit-5 "a strange cell" '8s/1/l/' "8: expected digits and '*', found \"02300l1012\""
bad fruit-5 "a blank for an empty cell" '4s/3/ /' "4: expected digits and '*', found \" 102322310\""
bad fruit-5 "fruit above an empty cell" '5s/^./*/' '4: expected a board after gravity, found fruit above the empty cell A2'
bad fruit-5 "a row missing" '13d' '13: expected 10 rows, found 9'
bad fruit-5 "a line too many" '$a 0000000000' '14: expected nothing after 10 rows, found "0000000000"'
bad fruit-5 "text after the board" '$a bye' '14: expected nothing after 10 rows, found "bye"'
bad fruit-5 "an empty line in the header" '2s/^/\n/;4s/.$/9/' '2: expected a number of kinds from 1 to 10, found ""'

bad halma-3 "mode in lower case" '1s/.*/single/' '1: expected GAME or SINGLE, found "single"'
bad halma-3 "no mode" 1d '1: expected GAME or SINGLE, found "BLACK"'
bad halma-3 "a word after the mode" '1s/$/ MOVE/' '1: expected GAME or SINGLE, found "SINGLE MOVE"'
bad halma-3 "unknown colour" '2s/.*/RED/' '2: expected BLACK or WHITE, found "RED"'
bad halma-3 "time 0" '3s/.*/0.0/' '3: expected a positive number of seconds, found "0.0"'
bad halma-3 "time with a comma" '3s/.*/23,33/' '3: expected a positive number of seconds, found "23,33"'
bad halma-3 "a short row" '4s/.$//' '4: expected 16 of the cells W, B and ., found "WWWWW.........."'
bad halma-3 "a long row" '4s/$/./' '4: expected 16 of the cells W, B and ., found "WWWWW............"'
bad halma-3 "a strange cell" '19s/B$/O/' '19: expected 16 of the cells W, B and ., found "...........BBBBO"'
bad halma-3 "a cell in lower case" '19s/B$/b/' '19: expected 16 of the cells W, B and ., found "...........BBBBb"'
bad halma-3 "joined lines" '5N;s/\n/ /' '5: expected 16 of the cells W, B and ., found "W.W.W........... WWW............."'
bad halma-3 "15 rows" 11d '19: expected 16 rows, found 15'
bad halma-3 "17 rows" '11p' '20: expected nothing after 16 rows, found "...........BBBBB"'
bad halma-3 "18 black pieces" '19s/B$/./' ' expected 19 W and 19 B, found 19 and 18'
bad halma-3 "20 white pieces" '18s/^./W/' ' expected 19 W and 19 B, found 20 and 19'
bad halma-3 "no board" '4,$d' '4: expected 16 rows, found 0'

bad laser-7 "size 65" '1s/.*/65/' '1: expected N from 1 to 64, found "65"'
bad laser-7 "size 0" '1s/.*/0/' '1: expected N from 1 to 64, found "0"'
bad laser-7 "size that is no number" '1s/.*/seven/' '1: expected N from 1 to 64, found "seven"'
bad laser-7 "size too small" '1s/.*/6/' '2: expected a row of 6 digits 0 to 3, found "0000300"'
bad laser-7 "size too large" '1s/.*/8/' '2: expected a row of 8 digits 0 to 3, found "0000300"'
bad laser-7 "a short row" '5s/.$//' '5: expected a row of 7 digits 0 to 3, found "000000"'
bad laser-7 "a strange cell" '5s/.$/x/' '5: expected a row of 7 digits 0 to 3, found "000000x"'
bad laser-7 "blanks between cells" '5s/./& /g' '5: expected a row of 7 digits 0 to 3, found "0 0 0 0 0 0 0"'
bad laser-7 "a row missing" 8d '8: expected a row of 7 digits 0 to 3, found ""'
bad laser-7 "text after the board" '$a bye' '9: expected the end, found "bye"'

bad reversi-6 "colour 3" '1s/.*/3/' '1: expected 1 or 2, the side to move, or colour,limit,minimax,caching,ordering, found "3"'
bad reversi-6 "four fields" '1s/.*/1,5,0,1/' '1: expected 1 or 2, the side to move, or colour,limit,minimax,caching,ordering, found "1,5,0,1"'
bad reversi-6 "caching 2" '1s/.*/1,5,0,2,0/' '1: expected 1 or 2, the side to move, or colour,limit,minimax,caching,ordering, found "1,5,0,2,0"'
bad reversi-6 "no SCORE" 2d '3: expected a board that begins with "((" or "[[", found nothing more'
bad reversi-6 "SCORE with one number" '2s/ 2$//' '2: expected SCORE and two numbers, found "SCORE 2"'
bad reversi-6 "another SCORE" '2s/2$/3/' '2: expected SCORE 2 2 as on the board, found SCORE 2 3'
it "a 0 byte is a wrong character, not the end of the line"
printf '3\n2\n5.0\n***\n*10\n000\000zzz\n' >input.txt
run "$plywood" show input.txt --strict
status_is 2
err_is 'input.txt:6: expected a row of 3 cells, found 7 in "000\0zzz"'

it "a remark before the fault is left out"
printf '3\n10\n5.0\n***\n*10\n00\n' >input.txt
run "$plywood" show input.txt --strict
status_is 2
err_is_one_line

bad reversi-6 "cell 3" '3s/2/3/' '3: expected a cell 0, 1 or 2, found "3, 1, 0, 0), (0, 0, 1, 2, 0, 0), (0, 0, 0, 0, 0, 0)..."'
bad reversi-6 "brackets that do not match" '3s/)$/]/' '3: expected "," or ")", found "]"'
bad reversi-6 "a bracket missing" '3s/)$//' '4: expected "," or ")", found nothing more'
bad reversi-6 "a row of 5" '3s/0, //' '3: expected 5 cells in row 1, found 6'
bad reversi-6 "five rows" '3s/(0, 0, 0, 0, 0, 0), //' '3: expected as many rows as columns, found 5 and 6'
bad reversi-6 "text after the board" '3s/$/ bye/' '3: expected nothing after the board, found "bye"'
bad reversi-6 "a line after the board" '$a FINAL 2 2' '4: expected nothing after the board, found "FINAL 2 2"'
printf '1\nSCORE 1 1\n((0, 0), (1, 2))\n' >input.txt
refused "reversi, 2 x 2" '3: size: expected 3 to 64, found 2'

none=" expected a position file of one of the games, found none"
: >input.txt
refused "an empty file" "$none"
echo "Dear referee" >input.txt
refused "a letter" "$none"
dd if=/dev/zero of=input.txt bs=65536 count=32 2>/dev/null
refused "2 MiB of zeros" " expected at most 1048576 bytes, found more"
it "refused: a file that is not there, a folder"
run "$plywood" show nowhere.txt
status_is 2
err_is "nowhere.txt: cannot be opened: No such file or directory"
run "$plywood" legal .
status_is 2
err_is ".: cannot be read: Is a directory"
run "$plywood" check --input "$data/laser-7.txt" --output nowhere.txt
status_is 1
out_is "nowhere.txt: cannot be opened: No such file or directory"

# --- wrong answers ---

# wrong FILE WHAT ANSWER REASON [RULES]: the answer, as printf prints it, is no answer to FILE.
wrong() {
    it "illegal: ${1%%-*}, $2"
    # shellcheck disable=SC2059 # the answer is a format
    printf -- "$3" >output.txt
    cp "$data/$1.txt" input.txt 2>/dev/null || cp "$1.txt" input.txt
    state >../before
    run "$plywood" check ${5:+--rules "$5"}
    status_is 1
    out_is "output.txt:$4"
    err_is ""
    run "$plywood" check --json ${5:+--rules "$5"}
    status_is 1
    demand "JSON" "$python" -IS "$tools/readjson.py" 'd["legal"] is False and d["reason"]' <"$temp/out"
    state >../after
    same_file ../before ../after
}

wrong fruit-1 "nothing" '' '1: expected a capital letter and a row number such as G8, found ""'
wrong fruit-1 "lower case" 'b1\n0*\n2*\n' '1: expected a capital letter and a row number such as G8, found "b1"'
wrong fruit-1 "row before column" '1B\n0*\n2*\n' '1: expected a capital letter and a row number such as G8, found "1B"'
wrong fruit-1 "a blank between" 'B 1\n0*\n2*\n' '1: expected a capital letter and a row number such as G8, found "B 1"'
wrong fruit-1 "a leading zero" 'B01\n0*\n2*\n' '1: expected a capital letter and a row number such as G8, found "B01"'
wrong fruit-1 "row 0" 'B0\n0*\n2*\n' '1: expected a capital letter and a row number such as G8, found "B0"'
wrong fruit-1 "row 3 of 2" 'B3\n0*\n2*\n' '1: expected a cell from A1 to B2, found "B3"'
wrong fruit-1 "column C of 2" 'C1\n0*\n2*\n' '1: expected a cell from A1 to B2, found "C1"'
wrong fruit-1 "only the move" 'B1\n' '2: row 1: expected "0*", found the end'
wrong fruit-1 "a row missing" 'B1\n0*\n' '3: row 2: expected "2*", found the end'
wrong fruit-1 "the board before the move" 'B1\n01\n21\n' '2: row 1: expected "0*", found "01"'
wrong fruit-1 "a row too short" 'B1\n0\n2*\n' '2: row 1: expected "0*", found "0"'
wrong fruit-1 "a row too long" 'B1\n0**\n2*\n' '2: row 1: expected "0*", found "0**"'
wrong fruit-1 "an empty line before the board" 'B1\n\n0*\n2*\n' '2: row 1: expected "0*", found ""'
wrong fruit-1 "something after the board" 'B1\n0*\n2*\nB1\n' '4: expected nothing after the board, found "B1"'
wrong fruit-1 "blanks for empty cells" 'B1\n0 \n2 \n' '2: row 1: expected "0*", found "0"'
wrong fruit-3 "an empty cell" 'A1\n***\n*10\n000\n' '1: expected a cell with a fruit, found "A1", which is empty'
wrong fruit-3 "no gravity" 'A3\n***\n*1*\n***\n' '3: row 2: expected "***", found "*1*"'
wrong fruit-5 "the typist's misprint" 'G8\n31*****10\n' '2: row 1: expected "31******10", found "31*****10"'

leg='expected "E x,y x,y" or "J x,y x,y" with x and y from 0 to 15, found'
wrong halma-start "nothing" '' ' expected a move, found nothing'
wrong halma-start "an empty line first" '\nE 11,15 10,15\n' "1: $leg \"\""
wrong halma-start "lower case" 'e 11,15 10,15\n' "1: $leg \"e 11,15 10,15\""
wrong halma-start "another letter" 'M 11,15 10,15\n' "1: $leg \"M 11,15 10,15\""
wrong halma-start "no letter" '11,15 10,15\n' "1: $leg \"11,15 10,15\""
wrong halma-start "a short name" '11,15-10,15\n' "1: $leg \"11,15-10,15\""
wrong halma-start "two blanks" 'E  11,15 10,15\n' "1: $leg \"E  11,15 10,15\""
wrong halma-start "a blank after the comma" 'E 11, 15 10, 15\n' "1: $leg \"E 11, 15 10, 15\""
wrong halma-start "brackets" 'E (11,15) (10,15)\n' "1: $leg \"E (11,15) (10,15)\""
wrong halma-start "a square too few" 'E 11,15\n' "1: $leg \"E 11,15\""
wrong halma-start "off the board" 'E 15,15 16,15\n' "1: $leg \"E 15,15 16,15\""
wrong halma-start "negative" 'E 11,15 -1,15\n' "1: $leg \"E 11,15 -1,15\""
wrong halma-start "an empty square" 'E 8,8 9,8\n' '1: expected a white piece to move, found no piece at 8,8'
wrong halma-start "a piece of the opponent" 'E 4,1 5,1\n' '1: expected a white piece to move, found a black piece at 4,1'
wrong halma-start "x and y exchanged" 'E 15,11 15,10\nE 15,10 15,9\n' '2: expected nothing after a step, found "E 15,10 15,9"'
wrong halma-start "a step onto a piece" 'E 11,15 12,15\n' '1: expected an empty square to move to, found a white piece at 12,15'
wrong halma-start "a step of two" 'E 11,15 9,15\n' '1: expected a step to one of the eight neighbours of 11,15, found 9,15'
wrong halma-start "a step to nowhere" 'E 11,15 11,15\n' '1: expected a step to one of the eight neighbours of 11,15, found 11,15'
wrong halma-start "a step called a jump" 'J 11,15 10,15\n' '1: expected a jump from 11,15 by two squares along a row, a column or a diagonal, found 10,15'
wrong halma-start "a jump called a step" 'E 12,15 10,13\n' '1: expected a step to one of the eight neighbours of 12,15, found 10,13'
wrong halma-start "a jump over nothing" 'J 11,15 9,15\n' '1: expected a piece to jump over, found none at 10,15'
wrong halma-start "a jump of three" 'J 13,15 10,15\n' '1: expected a jump from 13,15 by two squares along a row, a column or a diagonal, found 10,15'
wrong halma-start "a knight'\''s jump" 'J 12,15 10,14\n' '1: expected a jump from 12,15 by two squares along a row, a column or a diagonal, found 10,14'
wrong halma-start "a jump onto a piece" 'J 13,15 11,15\n' '1: expected an empty square to move to, found a white piece at 11,15'
wrong halma-start "a jump there and back" 'J 12,15 10,13\nJ 10,13 12,15\n' '2: expected the piece to end on another square, found its start at 12,15'
wrong halma-start "a jump after a step" 'E 11,15 10,15\nJ 10,15 8,15\n' '2: expected nothing after a step, found "J 10,15 8,15"'
wrong halma-start "a step after a jump" 'J 12,15 10,13\nE 10,13 9,13\n' '2: expected only jumps after a jump, found "E 10,13 9,13"'
wrong halma-3 "jumps that do not join" 'J 9,9 11,9\nJ 11,11 13,13\n' '2: expected the next jump to start at 11,9, found 11,11'
wrong halma-3 "a jump on over nothing" 'J 9,9 11,9\nJ 11,9 13,9\n' '2: expected a piece to jump over, found none at 12,9'
wrong halma-1 "out of the opposing camp" 'E 4,1 5,1\n' '1: expected the piece to stay in the opposing camp, found an end outside it at 5,1'
wrong halma-3 "an empty line after the move" 'J 9,9 11,9\n\nJ 11,9 11,11\n' "2: $leg \"\""

# One white piece has left its camp; there is a free square in it now.
sed '19s/.*/..........W.WWWW/' "$data/halma-start.txt" >halma-camp.txt
wrong halma-camp "into one'\''s own camp" 'E 10,15 11,15\n' '1: expected no piece to enter its own camp, found an end inside it at 11,15' addendum

it "illegal: halma, about in one's own camp"
cp halma-camp.txt input.txt
echo "E 12,15 11,15" >output.txt
run "$plywood" check --rules addendum
status_is 1
out_has "output.txt:1: expected a piece to move out of its own camp, or onward in it if none can leave, such as "
out_has ", found 12,15-11,15"
for move in "E 10,15 11,15" "E 12,15 11,15"; do
    echo "$move" >output.txt
    run "$plywood" check
    out_is legal
done

it "legal: a chain of jumps that passes its start"
printf 'SINGLE\nBLACK\n1.0\n' >input.txt
awk 'BEGIN {
    for (y = 0; y < 16; y++) {
        row = "................"
        if (y == 0) row = "BBBBBBBBBBBBBBBB"
        if (y == 1) row = "BB.............."
        if (y == 4) row = ".....W.........."
        if (y == 5) row = "....B..........."
        if (y == 6) row = "...W.W.........."
        if (y == 15) row = "WWWWWWWWWWWWWWWW"
        print row
    }
}' >>input.txt
printf 'J 4,5 6,7\nJ 6,7 4,5\nJ 4,5 6,3\n' >output.txt
run "$plywood" check --json
status_is 0
out_is '{"legal":true,"move":"4,5-6,3"}'

wrong laser-7 "nothing" '' '1: expected a row and a column separated by a blank, found ""'
wrong laser-7 "a comma" '3,5\n' '1: expected a row and a column separated by a blank, found "3,5"'
wrong laser-7 "brackets" '(3, 5)\n' '1: expected a row and a column separated by a blank, found "(3, 5)"'
wrong laser-7 "one number" '3\n' '1: expected a row and a column separated by a blank, found "3"'
wrong laser-7 "three numbers" '3 5 1\n' '1: expected a row and a column separated by a blank, found "3 5 1"'
wrong laser-7 "two blanks" '3  5\n' '1: expected a row and a column separated by a blank, found "3  5"'
wrong laser-7 "a leading blank" ' 3 5\n' '1: expected a row and a column separated by a blank, found " 3 5"'
wrong laser-7 "fractions" '3.0 5.0\n' '1: expected a row and a column separated by a blank, found "3.0 5.0"'
wrong laser-7 "row 7 of 7" '7 0\n' '1: expected a row from 0 to 6, found 7'
wrong laser-7 "column 7 of 7" '0 7\n' '1: expected a column from 0 to 6, found 7'
wrong laser-7 "a negative row" '-1 0\n' '1: expected a row from 0 to 6, found -1'
wrong laser-7 "a block" '0 4\n' '1: expected a free square, found a block on 0,4'
wrong laser-7 "two moves" '3 5\n1 2\n' '2: expected the end, found "1 2"'
printf '7\n0000300\n0020000\n0000030\n0000010\n0000000\n0000000\n0030000\n' >laser-figure4.txt
wrong laser-figure4 "an emitter of one'\''s own" '3 5\n' '1: expected a free square, found an emitter of first on 3,5'
wrong laser-figure4 "an emitter of the opponent" '1 2\n' '1: expected a free square, found an emitter of second on 1,2'
wrong laser-figure4 "in a beam of one'\''s own" '4 4\n' '1: expected a square no beam covers, found 4,4 in the beam of first from 3,5'
wrong laser-figure4 "in a beam of the opponent" '1 0\n' '1: expected a square no beam covers, found 1,0 in the beam of second from 1,2'

wrong reversi-6 "nothing" '' '1: expected row and column, two numbers, found nothing more'
wrong reversi-6 "a comma" '1,2\n' '1: expected row and column, two numbers, found "1,2"'
wrong reversi-6 "one number" '1\n' '1: expected row and column, two numbers, found "1"'
wrong reversi-6 "out of the board" '6 2\n' '1: expected row and column from 0 to 5, found 6,2, out of the board'
wrong reversi-6 "occupied" '2 2\n' '1: expected an empty square, found 2,2, occupied by player 2'
wrong reversi-6 "brackets nothing" '0 0\n' '1: expected a claim that brackets the opponent'\''s land, found 0,0, which brackets nothing'
wrong reversi-6 "the other colour'\''s claim" '1 3\n' '1: expected a claim that brackets the opponent'\''s land, found 1,3, which brackets nothing'
wrong reversi-6 "a pass" 'pass\n' '1: expected a claim, found a pass, which these rules do not know'
wrong reversi-6 "a pass while there are claims" 'pass\n' '1: expected a claim, found a pass although 4 can be made' othello
wrong reversi-6 "two moves" '1 2\n1 2\n' '2: expected nothing after the move, found "1 2"'

it "illegal: any answer to a finished game"
printf '3\n000\n010\n000\n' >input.txt
echo "0 0" >output.txt
run "$plywood" check
status_is 1
out_is "output.txt:1: expected a square no beam covers, found 0,0 in the beam of first from 1,1"

# --- wrong moves on the command line ---

# impossible FILE MOVE REASON
impossible() {
    it "apply ${1%%-*}, \"$2\""
    run "$plywood" apply "$data/$1.txt" "$2"
    status_is 1
    out_is ""
    err_is "$3"
}
impossible fruit-3 A1 'expected a cell with a fruit, found "A1", which is empty'
impossible fruit-3 D1 'expected a cell from A1 to C3, found "D1"'
impossible fruit-3 "" 'expected a letter and a row number such as G8, found ""'
impossible fruit-3 3,3 'expected a letter and a row number such as G8, found "3,3"'
impossible halma-3 9,9-8,12 'expected a square that 9,9 reaches by a step or by jumps, found 8,12'
impossible halma-3 9,9-12,12 'expected an empty square to move to, found a black piece at 12,12'
impossible halma-3 0,0-1,1 'expected a black piece to move, found a white piece at 0,0'
impossible halma-3 8,8-9,8 'expected a black piece to move, found no piece at 8,8'
impossible halma-3 "north" 'expected a move like 1,2-3,4 or E 1,2 2,2 or J 1,2 3,2, found "north"'
impossible laser-7 0,4 'expected a free square, found a block on 0,4'
impossible laser-7 7,7 'expected a row from 0 to 6, found 7'
impossible laser-7 "" 'expected row,col, found ""'
impossible reversi-8 pass 'expected a claim, found a pass, which these rules do not know'
impossible reversi-8 3,3 'expected an empty square, found 3,3, occupied by player 2'
impossible reversi-8 0,0 'expected a claim that brackets the opponent'\''s land, found 0,0, which brackets nothing'
impossible reversi-8 a1 'expected a claim that brackets the opponent'\''s land, found 0,0, which brackets nothing'
impossible reversi-8 a99 'expected row and column from 0 to 7, found 98,0, out of the board'
impossible reversi-8 d3x 'expected row,column, a square such as d3, or pass, found "d3x"'

# --- tolerated ---

# same_board WHAT FILE TEXT-COMMAND…: the output of the command is read as FILE is.
same_board() {
    it "accepted: ${2%%-*}, $1"
    run "$plywood" show "$data/$2.txt"
    cp "$temp/out" ../expected
    file=$2
    shift 2
    "$@" <"$data/$file.txt" >input.txt
    run "$plywood" show input.txt
    status_is 0
    err_is ""
    same_file ../expected "$temp/out"
}
# shellcheck disable=SC2317 # these are called by name
without_last_newline() { printf '%s' "$(cat)"; }
with_blanks() { sed 's/$/ \t /'; }
with_empty_lines() { cat && printf '\n\n   \n\r\n'; }
for file in fruit-3 fruit-5 halma-3 laser-7 reversi-6 reversi-9; do
    same_board "CRLF" "$file" crlf
    same_board "no last newline" "$file" without_last_newline
    same_board "blanks at line ends" "$file" with_blanks
    same_board "empty lines at the end" "$file" with_empty_lines
done
same_board "an ellipsis for three dots" halma-3 sed '4,$s/\.\.\./…/g'
same_board "a time with an exponent" fruit-5 sed '3s/.*/1.5e2/'
same_board "a time without fraction" halma-3 sed '3s/.*/7/'
same_board "lists" reversi-6 sed '3y/()/[]/'
same_board "no blanks" reversi-6 sed '3s/ //g'
same_board "more blanks" reversi-6 sed '3s/[0-9]/  &  /g'
same_board "commas before brackets" reversi-6 sed '3s/)/,)/g'
same_board "a board on several lines" reversi-6 sed '3s/), /),\n /g'
same_board "five fields" reversi-6 sed '1s/.*/1,-1,0,0,0/'

it "accepted: standard input"
run sh -c "\"$plywood\" show - <\"$data/laser-7.txt\""
status_is 0
out_has "46 legal moves"
run sh -c "echo nonsense | \"$plywood\" show -"
status_is 2
err_is "standard input: expected a position file of one of the games, found none"

it "accepted: answers with CRLF, blanks at line ends, without last newline"
for example in fruit-1 fruit-5 halma-3 laser-7; do
    for change in crlf with_blanks without_last_newline with_empty_lines; do
        $change <"$data/$example.answer" >output.txt
        run "$plywood" check --input "$data/$example.txt"
        status_is 0
        out_is legal
    done
done

it "remarked on, but accepted: more kinds on the board than announced"
sed '2s/.*/2/' "$data/fruit-5.txt" >input.txt
run "$plywood" show input.txt
status_is 0
err_is "input.txt:4: fruit 3 at A1, though there are 2 kinds"

# --- what is not strict reads what homework reads ---

for call in "show FILE" "legal FILE" "apply FILE 9,9-11,9" "check --input FILE --output $data/halma-3.answer" \
    "move --agent greedy --input FILE --output -" "perft halma 1 --position FILE" \
    "compare halma --depth 1 --position FILE --json" \
    "play halma --position FILE --first greedy --second greedy --plies 2 --json --seed 1"; do
    it "salvaged: $call"
    # shellcheck disable=SC2046,SC2086 # a list of words
    run "$plywood" $(echo $call | sed "s,FILE,$data/halma-3.txt,")
    status_is 0
    err_is ""
    sed 's/,"\(cpu\|seconds\|ms\)":[^]}]*//g' "$temp/out" >../plain
    # shellcheck disable=SC2046,SC2086
    run "$plywood" $(echo $call | sed "s,FILE,$data/halma-3-typeset.txt,")
    status_is 0
    sed 's/,"\(cpu\|seconds\|ms\)":[^]}]*//g' "$temp/out" >../mended
    same_file ../plain ../mended
    err_has 'halma-3-typeset.txt:5: expected 16 of the cells W, B and .'
    err_has "halma-3-typeset.txt is not as it should be; this is what was made of it (--strict refuses it)"
    # shellcheck disable=SC2046,SC2086
    run "$plywood" $(echo $call | sed "s,FILE,$data/halma-3-typeset.txt,") --strict
    status_is 2
    err_is_one_line
done

# --- answers to the letter ---

# letter WHAT ANSWER REASON: legal, but --exact rejects it, and says which byte it was.
letter() {
    it "to the letter: $1"
    # shellcheck disable=SC2059 # escapes are meant
    printf "$2" >output.txt
    run "$plywood" check --input "$data/$game.txt"
    status_is 0
    out_is legal
    err_is "output.txt: $3: not to the letter (--exact rejects it)"
    run "$plywood" check --input "$data/$game.txt" --exact
    status_is 1
    out_is "output.txt: $3"
    err_is ""
}
game=fruit-1
letter "CRLF" 'B1\r\n0*\r\n2*\r\n' "line 1, byte 3: carriage return (0x0d)"
letter "a blank after the move" 'B1 \n0*\n2*\n' "line 1, byte 3: a blank after the line (0x20)"
letter "a byte-order mark" '\357\273\277B1\n0*\n2*\n' "line 1, byte 1: byte-order mark (0xef)"
letter "a tab" 'B1\n0*\t\n2*\n' "line 2, byte 3: tab (0x09)"
letter "an empty line at the end" 'B1\n0*\n2*\n\n' "line 4, byte 1: an empty line (0x0a)"
game=laser-7
letter "a zero in front" '03 5\n' "line 1, byte 1: a zero before a number (0x30)"
letter "a carriage return alone" '3 5\r' "line 1, byte 4: carriage return (0x0d)"
game=halma-1
letter "CRLF in Halma" 'E 4,3 3,2\r\n' "line 1, byte 10: carriage return (0x0d)"
game=reversi-6
letter "two blanks" '1  2\n' "line 1, byte 3: a second blank (0x20)"

it "to the letter: with a last newline and without"
for game in fruit-1 fruit-5 halma-1 halma-2 halma-3 laser-7; do
    for form in cat "head -c -1"; do
        $form <"$data/$game.answer" >output.txt
        run "$plywood" check --input "$data/$game.txt" --exact
        status_is 0
        out_is legal
        err_is ""
    done
done

finish
