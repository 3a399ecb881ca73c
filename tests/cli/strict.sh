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
    for call in "show input.txt" "show --json input.txt" "show --svg input.txt" "legal input.txt" \
        "apply input.txt A1" check "move --agent random"; do
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
bad fruit-5 "a strange cell" '8s/1/l/' "8: expected digits and '*', found \"0230011012\""
bad fruit-5 "a blank for an empty cell" '4s/3/ /' "4: expected digits and '*', found \" 102322310\""
bad fruit-5 "fruit above an empty cell" '5s/^./*/' '4: expected a board after gravity, found fruit above the empty cell A2'
bad fruit-5 "a row missing" '13d' '13: expected 10 rows, found 9'
bad fruit-5 "a line too many" '$a 0000000000' '14: expected nothing after 10 rows, found "0000000000"'
bad fruit-5 "text after the board" '$a bye' '14: expected nothing after 10 rows, found "bye"'
bad fruit-5 "an empty line in the header" '2s/^/\n/' '2: expected a number of kinds from 1 to 10, found ""'

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

bad laser-7 "size 17" '1s/.*/17/' '1: expected N from 1 to 16, found "17"'
bad laser-7 "size 0" '1s/.*/0/' '1: expected N from 1 to 16, found "0"'
bad laser-7 "size that is no number" '1s/.*/seven/' '1: expected N from 1 to 16, found "seven"'
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
bad reversi-6 "no SCORE" 2d '2: expected SCORE and two numbers, found'
bad reversi-6 "SCORE with one number" '2s/ 2$//' '2: expected SCORE and two numbers, found "SCORE 2"'
bad reversi-6 "another SCORE" '2s/2$/3/' '2: expected SCORE 2 2 as on the board, found SCORE 2 3'
bad reversi-6 "cell 3" '3s/2/3/' '3: expected a cell 0, 1 or 2, found'
bad reversi-6 "brackets that do not match" '3s/)$/]/' '3: expected "," or ")", found "]"'
bad reversi-6 "a bracket missing" '3s/)$//' '3: expected "," or ")", found nothing more'
bad reversi-6 "a row of 5" '3s/0, //' '3: expected 5 cells in row 1, found 6'
bad reversi-6 "five rows" '3s/(0, 0, 0, 0, 0, 0), //' '3: expected as many rows as columns, found 5 and 6'
bad reversi-6 "text after the board" '3s/$/ bye/' '3: expected nothing after the board, found "bye"'
bad reversi-6 "a line after the board" '$a FINAL 2 2' '4: expected nothing after the board, found "FINAL 2 2"'
printf '1\nSCORE 1 1\n((0, 0, 0), (0, 1, 2), (0, 0, 0))\n' >input.txt
refused "reversi, 3 x 3" '3: size: expected 4 to 16, found 3'

none=" expected a position file of one of the games, found none"
: >input.txt
refused "an empty file" "$none"
echo "Dear referee" >input.txt
refused "a letter" "$none"
dd if=/dev/zero of=input.txt bs=65536 count=32 2>/dev/null
refused "2 MiB of zeros" " expected at most 1048576 bytes, found more"
finish
