#!/bin/sh
# The drop-in agent of the file games: which game it sees, what it makes of damaged files, its
# files, its clock.
. tests/tap.sh
cd "$temp" || exit 1
mkdir play && cd play || exit 1
export PLYWOOD_MOVE_SECONDS=0.03

# answer_is_legal FILE: output.txt answers FILE by the rules.
answer_is_legal() {
    run "$plywood" check --input "$1"
    out_is legal
}

# measured: runs homework; sets $cpu and $wall.
measured() {
    run "$built_tools/measure" "$temp/times" "$homework"
    read -r cpu wall status <"$temp/times"
    echo "# $name: $cpu s CPU, $wall s wall"
}

# holds WHAT CONDITION: a comparison of numbers in awk's notation.
holds() {
    awk "BEGIN { exit !($2) }" || problem "$1: $2 does not hold"
}

# --- which game is it? ---

# plays GAME NAME TEXT: the answer to TEXT (as printf prints it) has the form of GAME's answers.
plays() {
    it "$2 is $1"
    # shellcheck disable=SC2059 # the text is a format
    printf "$3" >input.txt
    rm -f output.txt
    run "$homework"
    status_is 0
    case $1 in
    fruit) form='^[A-Z][0-9][0-9]*$' ;;
    halma) form='^[EJ] [0-9]*,[0-9]* [0-9]*,[0-9]*$' ;;
    *) form='^[0-9][0-9]* [0-9][0-9]*$' ;;
    esac
    demand "first line of the answer: $(head -n 1 output.txt)" grep -q "$form" output.txt
    run "$plywood" show --json input.txt
    out_has "\"game\":\"$1\""
    answer_is_legal input.txt
}
repeat() { awk "BEGIN { for (i = 0; i < $2; i++) printf \"%s\", \"$1\" }"; }
plays laser "an empty board of one square" '1\n0\n'
plays fruit "one fruit of one kind" '1\n1\n5.0\n0\n'
plays fruit "one fruit and a whole number of seconds" '1\n1\n5\n0\n'
plays laser "2 x 2 of digits" '2\n00\n00\n'
plays laser "2 x 2 of digits that look like a number of kinds" '2\n03\n33\n'
plays fruit "2 x 2 fruits" '2\n3\n123.6\n01\n21\n'
plays fruit "2 x 2 fruits with few seconds" '2\n2\n5\n01\n10\n'
plays fruit "2 x 2 fruits with ten kinds" '2\n10\n11\n01\n10\n'
plays laser "3 x 3 of zeros" '3\n000\n000\n000\n'
plays fruit "3 x 3 fruits with one empty column" '3\n2\n24.345\n***\n*10\n000\n'
plays laser "3 x 3 without last newline" '3\n000\n000\n000'
plays laser "10 x 10 whose rows are all numbers" "10\\n0000000001\\n$(repeat '0000000000\n' 9)"
plays laser "16 x 16" "16\\n$(repeat '0000000000000000\n' 16)"
for n in 17 31 64; do
    row=$(repeat 0 $n)
    plays laser "$n x $n" "$n\\n$(repeat "$row\n" $n)"
    plays laser "$n x $n, a single square left" "$n\\n$(repeat "$(repeat 3 $n)\n" $((n - 1)))$(repeat 3 $((n - 1)))0\\n"
done
plays fruit "26 x 26" "26\\n9\\n300\\n$(repeat '01234567801234567801234567\n' 26)"
plays fruit "10 x 10 with digits up to 3 only" "10\\n4\\n1.5\\n$(repeat '0123012301\n' 10)"
plays halma "the start of a game" "$(sed 's/$/\\n/' "$data/halma-start.txt" | tr -d '\n')"
plays halma "a game instead of a single move" "$(sed '1s/.*/GAME/;s/$/\\n/' "$data/halma-3.txt" | tr -d '\n')"
plays laser "two extra rows, the first row a small number" "7\\n0000003\\n$(repeat '0000000\n' 8)"
plays laser "a board with the course's extra row" "$(sed 's/$/\\n/' "$data/laser-7-misprint.txt" | tr -d '\n')"
plays reversi "a turn of land bidding" '1\nSCORE 2 2\n[[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]\n'

# --- damaged files are played on ---

# salvages WHAT FILE SCRIPT COMPLAINT: after the sed script the answer is still one to FILE.
salvages() {
    it "plays on: ${2%.txt}, $1"
    sed "$3" "$data/$2" >input.txt
    rm -f output.txt
    run "$homework"
    status_is 0
    err_has "input.txt:$4"
    answer_is_legal "$data/$2"
}
salvages "no time" fruit-5.txt '3s/.*//' '3: expected a positive number of seconds, found ""'
salvages "time that is no number" fruit-5.txt '3s/.*/soon/' '3: expected a positive number of seconds, found "soon"'
salvages "negative time" fruit-5.txt '3s/.*/-5/' '3: expected a positive number of seconds, found "-5"'
salvages "endless time" fruit-5.txt '3s/.*/inf/' '3: expected a positive number of seconds, found "inf"'
salvages "size too large" fruit-5.txt '1s/.*/27/' '1: expected a board size from 1 to 26, found "27"'
salvages "size wrong" fruit-5.txt '1s/.*/9/' '13: expected nothing after 9 rows, found "2200022231"'
salvages "no size" fruit-5.txt '1s/.*//' '1: expected a board size from 1 to 26, found ""'
salvages "no kinds" fruit-5.txt '2s/.*/many/' '2: expected a number of kinds from 1 to 10, found "many"'
salvages "line missing in the header" fruit-5.txt 2d '2: expected a number of kinds from 1 to 10, found "1.276"'
salvages "text after the board" fruit-5.txt '$a end' '14: expected nothing after 10 rows, found "end"'
salvages "blanks between cells" fruit-5.txt '4,$s/./& /g' '4: expected a row of 10 cells, found 19 in "3 1 0 '
salvages "empty lines between rows" fruit-5.txt '4,$s/^/\n/' '14: expected nothing after 10 rows, found ""'
salvages "no time" fruit-3.txt '3s/.*//' '3: expected a positive number of seconds, found ""'
salvages "size wrong" fruit-3.txt '1s/.*/4/' '7: expected 4 rows, found 3'
salvages "a short row" fruit-3.txt '4s/.$//' '4: expected a row of 3 cells, found 2 in "**"'
salvages "a strange cell" fruit-3.txt '4s/.$/x/' "4: expected digits and '*', found \"**x\""
salvages "no mode" halma-3.txt 1d '1: expected GAME or SINGLE, found "BLACK"'
salvages "mode in lower case" halma-3.txt '1s/.*/single/' '1: expected GAME or SINGLE, found "single"'
salvages "unknown colour" halma-3.txt '2s/.*/RED/' '2: expected BLACK or WHITE, found "RED"'
salvages "no time" halma-3.txt 3d '3: expected a positive number of seconds, found "WWWWW..........."'
salvages "time zero" halma-3.txt '3s/.*/0/' '3: expected a positive number of seconds, found "0"'
salvages "no header at all" halma-3.txt 1,3d '1: expected GAME or SINGLE, found "WWWWW..........."'
salvages "a short row" halma-3.txt '10s/....$//' '10: expected 16 of the cells W, B and ., found ".......W...."'
salvages "a long row" halma-3.txt '10s/$/..../' '10: expected 16 of the cells W, B and ., found ".......W............"'
salvages "a strange cell" halma-3.txt '9s/^./x/' '9: expected 16 of the cells W, B and ., found "x..............."'
salvages "cells in lower case" halma-3.txt '4,$y/BW/bw/' '4: expected 16 of the cells W, B and ., found "wwwww..........."'
salvages "two rows on one line" halma-3.txt '5N;s/\n/ /' '5: expected 16 of the cells W, B and ., found "W.W.W........... WWW.....'
salvages "text after the board" halma-3.txt '$a end' '20: expected nothing after 16 rows, found "end"'
salvages "empty lines between rows" halma-3.txt '4,$s/^/\n/' '4: expected 16 of the cells W, B and ., found ""'
salvages "blanks between cells" halma-3.txt '4,$s/./& /g' '4: expected 16 of the cells W, B and ., found "W W W W W '
salvages "no header at all" fruit-3.txt 1,3d '1: expected a board size from 1 to 26, found "***"'
salvages "a cell of another game" laser-7.txt '4s/^./7/' '4: expected a row of 7 digits 0 to 3, found "7000030"'
salvages "no size" laser-7.txt 1d '1: expected N from 1 to 64, found "0000300"'
salvages "size that is no number" laser-7.txt '1s/.*/seven/' '1: expected N from 1 to 64, found "seven"'
salvages "size too large" laser-7.txt '1s/.*/9/' '2: expected a row of 9 digits 0 to 3, found "0000300"'
salvages "size too small" laser-7.txt '1s/.*/5/' '2: expected a row of 5 digits 0 to 3, found "0000300"'
salvages "a strange cell" laser-7.txt '3s/.$/x/' '3: expected a row of 7 digits 0 to 3, found "000000x"'
salvages "a short row" laser-7.txt '3s/.$//' '3: expected a row of 7 digits 0 to 3, found "000000"'
salvages "text after the board" laser-7.txt '$a end' '9: expected the end, found "end"'

it "a board with missing rows is played on as far as it goes"
sed '13d' "$data/fruit-5.txt" >input.txt
run "$homework"
status_is 0
err_has "input.txt:13: expected 10 rows, found 9"

it "fruit that floats above empty cells is taken, and falls"
printf '2\n2\n5.0\n0*\n*1\n' >input.txt
run "$homework"
status_is 0
err_is "input.txt:4: expected a board after gravity, found fruit above the empty cell A2"
case $(tr '\n' ' ' <output.txt) in
"A1 ** *1 " | "B2 ** 0* ") ;;
*) problem "answer: $(cat output.txt)" ;;
esac

it "Halma pieces that are missing are done without"
sed '19s/B/./' "$data/halma-3.txt" >input.txt
run "$homework"
status_is 0
err_is "input.txt: expected 19 W and 19 B, found 19 and 18"

# --- nothing to play on ---

# refuses WHAT MESSAGE: input.txt is as it is; an old answer stays as it was.
refuses() {
    it "nothing to play on: $1"
    rm -rf output.txt
    echo "an old answer" >output.txt
    inode=$(ls -i output.txt)
    run "$homework"
    status_is 2
    out_is ""
    err_is "$2"
    same "output.txt" "an old answer" "$(cat output.txt)"
    same "inode of output.txt" "$inode" "$(ls -i output.txt)"
    same "files" "input.txt output.txt" "$(echo *)"
    rm -rf input.txt
}
rm -rf input.txt playdata.txt
it "nothing to play on: no input.txt"
echo "an old answer" >output.txt
run "$homework"
status_is 2
err_is "input.txt: cannot be opened: No such file or directory"
same "output.txt" "an old answer" "$(cat output.txt)"

none="input.txt: expected a position of one of the games, found none"
over="input.txt: expected a position with a legal move, found a finished game"
mkdir input.txt
refuses "a folder" "input.txt: cannot be read: Is a directory"
mkfifo input.txt
refuses "a pipe that nobody writes to" "$none"
: >input.txt
refuses "an empty file" "$none"
printf '\n\n\n' >input.txt
refuses "empty lines" "$none"
echo "Dear agent, please make a move." >input.txt
refuses "a letter" "$none"
dd if=/dev/zero of=input.txt bs=65536 count=32 2>/dev/null
refuses "2 MiB of zeros" "input.txt: expected at most 1048576 bytes, found more"
dd if=/dev/zero of=input.txt bs=65536 count=8 2>/dev/null
refuses "half a MiB of zeros" "$none"
"$python" -IS -c 'import random, sys
sys.stdout.buffer.write(random.Random(1).randbytes(60000))' >input.txt
refuses "random bytes" "$none"
printf '3\n2\n24.345\n***\n***\n***\n' >input.txt
refuses "an empty board" "$over"
printf '3\n000\n010\n000\n' >input.txt
refuses "a board covered by beams" "$over"
printf '2\n33\n33\n' >input.txt
refuses "a board of blocks" "$over"
printf '65\n%s\n' "$(repeat 0 65)" >input.txt
refuses "a laser board of 65" 'input.txt:1: expected N from 1 to 64, found "65"'
printf 'SINGLE\nBLACK\n1.0\n' >input.txt
refuses "a Halma header without board" "input.txt:4: expected 16 rows, found 0"

# --- output.txt ---

it "output.txt is replaced, never changed"
cp "$data/fruit-5.txt" input.txt
echo "an old answer" >output.txt
ln output.txt kept
run "$homework"
status_is 0
same "the old file" "an old answer" "$(cat kept)"
answer_is_legal input.txt
rm -f kept

it "whoever reads output.txt at any time sees a whole, legal answer"
printf '26\n5\n100\n' >input.txt
awk 'BEGIN { srand(7); for (r = 0; r < 26; r++) { for (c = 0; c < 26; c++) printf "%d", 5 * rand(); print "" } }' >>input.txt
rm -f output.txt
run "$homework" # a legal answer to begin with
mkdir seen
PLYWOOD_MOVE_SECONDS=0.8 "$python" -IS "$tools/watch.py" output.txt seen "$homework" >watched 2>&1
echo "# $(cat watched)"
demand "status" grep -q 'missing=0 .*status=0' watched
demand "new files" grep -q 'inodes=[2-9]' watched
for answer in seen/*; do
    run "$plywood" check --output "$answer"
    out_is legal
done
same "files left" "input.txt output.txt playdata.txt seen watched" "$(echo *)"
rm -rf seen watched

it "killed in the midst, it leaves a legal answer"
cp "$data/halma-start.txt" input.txt
rm -f output.txt
PLYWOOD_MOVE_SECONDS=60 "$homework" &
victim=$!
patiently test -e output.txt
kill -9 $victim
wait $victim 2>/dev/null
same "status" 137 $?
answer_is_legal input.txt

it "a folder in place of output.txt: our failure, with its reason"
cp "$data/fruit-1.txt" input.txt
rm -f output.txt playdata.txt
mkdir output.txt
run "$homework"
status_is 70
err_is "output.txt: cannot be written: Is a directory"
same "files left" "input.txt output.txt" "$(echo *)"
rmdir output.txt

it "a full disk: our failure, with its reason, and the old answer stays"
echo "an old answer" >output.txt
command="homework with no room for files"
(
    trap "" XFSZ
    ulimit -f 0
    exec "$homework"
) 2>&1 | cat >"$temp/err"
err_is "output.txt: cannot be written: File too large"
same "output.txt" "an old answer" "$(cat output.txt)"
rm -f output.txt ./*.new

it "a folder that may not be written to: our failure, with its reason"
mkdir ../locked
cp input.txt "$homework" ../locked
chmod 755 "$temp"
chmod 555 ../locked
# root may write everywhere, so be nobody
run "$python" -IS -c 'import os, sys
os.chdir(sys.argv[1])
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
os.execv("./homework", ["homework"])' "$temp/locked"
status_is 70
err_is "output.txt: cannot be written: Permission denied"
chmod 755 ../locked

# --- PLYWOOD_MOVE_SECONDS ---

rm -f playdata.txt calibration.txt
cp "$data/halma-start.txt" input.txt
for seconds in 0.05 0.5; do
    it "PLYWOOD_MOVE_SECONDS=$seconds caps 100 s of a single move"
    PLYWOOD_MOVE_SECONDS=$seconds measured
    holds "CPU time" "$cpu < $seconds"
    holds "time is used" "$cpu > $seconds / 10"
    answer_is_legal input.txt
done

it "PLYWOOD_MOVE_SECONDS caps the minute of Laser Checkmate"
printf '16\n' >input.txt
repeat '0000000000000000\n' 16 >>input.txt
PLYWOOD_MOVE_SECONDS=0.3 measured
holds "CPU time" "$cpu < 0.3"
holds "wall time" "$wall < 10"

for seconds in fast -1 0 nan 1e999 "0.1 s"; do
    it "PLYWOOD_MOVE_SECONDS=$seconds is ignored with a word"
    cp "$data/fruit-1.txt" input.txt
    PLYWOOD_MOVE_SECONDS=$seconds run "$homework"
    status_is 0
    err_is "PLYWOOD_MOVE_SECONDS: expected seconds above 0, found \"$seconds\": ignored"
done

it "an empty PLYWOOD_MOVE_SECONDS is none"
PLYWOOD_MOVE_SECONDS='' run "$homework"
status_is 0
err_is ""

# --- little time ---

unset PLYWOOD_MOVE_SECONDS
for file in fruit-5 halma-3 halma-start; do
    for seconds in 0.000000001 1e-9 0.001 0.01 0.05 0.2; do
        it "$file with $seconds s"
        sed "3s/.*/$seconds/" "$data/$file.txt" >input.txt
        rm -f output.txt
        measured
        status_is 0
        answer_is_legal input.txt
        # below that it is the start of the program that counts, which is no one's choice
        holds "CPU time" "$cpu < ($seconds < 0.05 ? 0.1 : $seconds)"
    done
done

for file in fruit-5 halma-3; do
    for seconds in 0 -5 1e-400; do
        it "$file with $seconds s, which is none, is answered at once"
        sed "3s/.*/$seconds/" "$data/$file.txt" >input.txt
        rm -f output.txt
        measured
        status_is 0
        answer_is_legal "$data/$file.txt"
        holds "CPU time" "$cpu < 0.1"
    done
done

it "little memory is enough for an answer"
sed "3s/.*/0.2/" "$data/fruit-5.txt" >input.txt
rm -f output.txt
(ulimit -v 60000 && "$homework")
answer_is_legal input.txt

it "fifteen random positions of each game, with 0.01 to 0.2 s: none late, none illegal"
mkdir "$temp/stress" "$temp/random"
for game in fruit halma laser; do
    mkdir "$temp/random/$game"
    demand "$game positions" "$built_tools/positions" "$game" 15 2 "$temp/random/$game"
done
# wall time is at the mercy of whatever else runs here, so that clock is only to be about right
run "$python" -IS "$tools/stress.py" --build "$build" --measure "$built_tools/measure" --quiet-machine \
    --positions "$temp/random" --work "$temp/stress" --most 0.2 --grace 2
status_is 0
sed 's/^/# /' "$temp/out"

# --- calibration.txt ---

it "calibrate writes what homework reads"
rm -f playdata.txt
run "$build/calibrate"
status_is 0
out_is ""
err_is ""
same "first line" "plywood calibration 1" "$(head -n 1 calibration.txt)"
same "names" "fruit halma laser overhead reversi " "$(sed 1d calibration.txt | cut -d ' ' -f 1 | sort | tr '\n' ' ')"
sed 1d calibration.txt >figures
while read -r word value; do
    holds "$word" "$value > 0"
done <figures
same "files left" "calibration.txt figures input.txt output.txt" "$(echo *)"
cp calibration.txt good.txt
sed 's/^/# /' good.txt

it "calibrate tells when it cannot write"
mkdir sealed
cd sealed || exit 1
mkdir calibration.txt
run "$build/calibrate"
status_is 70
err_is "calibration.txt: cannot be written: Is a directory"
cd .. && rm -r sealed

# With the largest overhead that is believed, a quarter of a second leaves little to think.
sed '3s/.*/0.25/' "$data/halma-start.txt" >input.txt
careful="plywood calibration 1
overhead 0.09
halma 1000000"
it "an overhead in calibration.txt is left aside"
echo "$careful" >calibration.txt
measured
status_is 0
answer_is_legal input.txt
holds "CPU time" "$cpu < 0.11"

# ignored WHAT: calibration.txt, as it is, changes nothing.
ignored() {
    it "calibration.txt is ignored: $1"
    measured
    status_is 0
    err_is ""
    answer_is_legal input.txt
    holds "time is used" "$cpu > 0.13"
    holds "CPU time" "$cpu < 0.25"
    rm -rf calibration.txt
}
rm -f calibration.txt
ignored "not there"
echo "$careful" | sed '1s/1$/2/' >calibration.txt
ignored "another version"
echo "$careful" | sed 1d >calibration.txt
ignored "no first line"
echo "$careful" | sed 's/0.09/9/' >calibration.txt
ignored "an overhead beyond belief"
echo "$careful" | sed 's/0.09/0.09x/' >calibration.txt
ignored "an overhead that is no number"
echo "$careful" | sed 's/0.09/nan/' >calibration.txt
ignored "not a number"
echo "$careful" | sed 's/0.09/-0.09/' >calibration.txt
ignored "a negative overhead"
printf 'plywood calibration 1\noverh' >calibration.txt
ignored "cut off"
: >calibration.txt
ignored "empty"
mkdir calibration.txt
ignored "a folder"
"$python" -IS -c 'import random, sys
sys.stdout.buffer.write(random.Random(2).randbytes(60000))' >calibration.txt
ignored "random bytes"
dd if=/dev/zero of=calibration.txt bs=65536 count=32 2>/dev/null
ignored "2 MiB of zeros"

it "with its own calibration it is in time"
cp good.txt calibration.txt
measured
status_is 0
answer_is_legal input.txt
holds "CPU time" "$cpu < 0.25"
rm -f calibration.txt good.txt figures

# --- playdata.txt ---

export PLYWOOD_MOVE_SECONDS=0.03

# remembers WHAT KEYS: after a move playdata.txt is sound and holds so many keys, besides the turn: the
# time and the board after the move.
remembers() {
    run "$homework"
    status_is 0
    answer_is_legal input.txt
    same "$1: title" "plywood playdata 5 halma" "$(sed -n 1,2p playdata.txt | tr '\n' ' ' | sed 's/ $//')"
    same "$1: keys" "$2" "$(grep -cx '[0-9a-f]\{16\}' playdata.txt)"
    same "$1: lines" "$(($2 + 24))" "$(grep -vc '^readings ' playdata.txt)"
}

it "a single move of Halma leaves no playdata.txt"
cp "$data/halma-3.txt" input.txt
rm -f playdata.txt
run "$homework"
status_is 0
demand "no playdata.txt" test ! -e playdata.txt

it "laser-7 leaves no playdata.txt"
cp "$data/laser-7.txt" input.txt
run "$homework"
status_is 0
demand "no playdata.txt" test ! -e playdata.txt

it "Fruit Rage remembers the rival and the board it left him"
cp "$data/fruit-5.txt" input.txt
PLYWOOD_MOVE_SECONDS=0.2 run "$homework"
status_is 0
answer_is_legal input.txt
same "title" "plywood playdata 5 fruit keys 0" "$(sed -n 1,3p playdata.txt | tr '\n' ' ' | sed 's/ $//')"
belief=$(sed -n 4p playdata.txt | cut -d ' ' -f 1-7)
same "the rival's line" 1 "$(echo "$belief" | grep -cE '^rival( 0\.[0-9]+){6}$')"
taken=$(($(sed 1,3d input.txt | tr -dc 0-9 | wc -c) - $(sed 1d output.txt | tr -dc 0-9 | wc -c)))
same "the score" "score $((taken * taken)) 0" "$(sed -n 5p playdata.txt)"
same "the board after the move" "$(sed 1d output.txt)" "$(sed -n 9,18p playdata.txt)"
run "$plywood" apply input.txt "$(sed -n 1p output.txt)"
cp "$temp/out" input.txt
run "$plywood" move --input input.txt --agent minimax:depth=3 --output reply.txt
run "$plywood" apply input.txt "$(sed -n 1p reply.txt)"
cp "$temp/out" input.txt
PLYWOOD_MOVE_SECONDS=0.2 run "$homework"
status_is 0
answer_is_legal input.txt
demand "the belief has moved" test "$belief" != "$(sed -n 4p playdata.txt | cut -d ' ' -f 1-7)"
rm -f playdata.txt

# reply: our move is made, and a random one of the opponent's.
reply() {
    run "$plywood" apply input.txt "$(sed -n '1s/^[EJ] \(.*\) .*/\1/p' output.txt)-$(sed -n '$s/.* //p' output.txt)"
    status_is 0
    cp "$temp/out" input.txt
    run "$plywood" move --input input.txt --agent random --output reply.txt
    run "$plywood" apply input.txt "$(tr '\n' ';' <reply.txt)"
    status_is 0
    cp "$temp/out" input.txt
}

it "in a game of Halma playdata.txt grows by the positions before and after each move"
sed '1s/.*/GAME/' "$data/halma-start.txt" >input.txt
remembers "first move" 2
for keys in 4 6 8; do
    reply
    sed -n 4,5p playdata.txt >before
    remembers "move $((keys / 2))" $keys
    same "the first keys" "$(cat before)" "$(sed -n 4,5p playdata.txt)"
done

it "a turn that is asked for again counts once"
remembers "again" 8
cp playdata.txt good.txt
reply

it "an opponent's move that the addendum forbids is remembered: nobody judges by it"
# refuted MOVE READINGS: our move and the opponent's; the next turn tells which readings of the
# rules the game has refuted.
refuted() {
    run "$plywood" apply input.txt "$(sed -n '1s/^[EJ] \(.*\) .*/\1/p' output.txt)-$(sed -n '$s/.* //p' output.txt)"
    cp "$temp/out" input.txt
    run "$plywood" apply input.txt "$1"
    status_is 0
    cp "$temp/out" input.txt
    run "$homework"
    status_is 0
    same "after $1" "$2" "$(sed -n 's/^readings //p' playdata.txt)"
}
mkdir bold
cd bold || exit
sed '1s/.*/GAME/' "$data/halma-start.txt" >input.txt
run "$homework"
refuted 4,1-5,2 ""
refuted 5,2-5,1 1
refuted 3,2-4,2 1
cd .. || exit

# forgets WHAT: playdata.txt, as it is, is not believed; the next one starts afresh.
forgets() {
    it "playdata.txt is not believed: $1"
    remembers "afresh" 2
    err_is ""
}
sed 4d good.txt >playdata.txt
forgets "a key is missing"
sed '5s/^./x/' good.txt >playdata.txt
forgets "a key is no number"
sed '5y/0123456789abcdef/123456789abcdef0/' good.txt >playdata.txt
forgets "a key was changed"
sed '2s/.*/fruit/' good.txt >playdata.txt
forgets "another game"
sed '1s/.*/plywood playdata 1/' good.txt >playdata.txt
forgets "another version"
sed '$d' good.txt >playdata.txt
forgets "no check"
head -c 100 good.txt >playdata.txt
forgets "cut off"
: >playdata.txt
forgets "empty"
"$python" -IS -c 'import random, sys
sys.stdout.buffer.write(random.Random(3).randbytes(60000))' >playdata.txt
forgets "random bytes"
{ sed '$d' good.txt; awk 'BEGIN { for (i = 0; i < 3000; i++) printf "%016x\n", i }'; sed -n '$p' good.txt; } >playdata.txt
forgets "more keys than a game has"

it "a good playdata.txt is believed, CRLF or not"
crlf <good.txt >playdata.txt
remembers "CRLF" 10

# Sound, but left from another game: the present position cannot follow.
mv input.txt next.txt
cp good.txt playdata.txt
sed '3s/.*/1000/' next.txt >input.txt
forgets "there was less time than there is now"
cp good.txt playdata.txt
sed '1s/.*/GAME/' "$data/halma-start.txt" >input.txt
forgets "a new game has begun"
cp good.txt playdata.txt
sed 's/BLACK/white/; s/WHITE/BLACK/; s/white/WHITE/' next.txt >input.txt
forgets "it was the other side's"
cp next.txt input.txt
run "$homework"
reply
cp good.txt playdata.txt
forgets "a move of each side is missing"

it "where nobody can win any more it says so"
mv input.txt next.txt
{
    printf 'GAME\nBLACK\n2.0\n'
    for row in 0 1 2 3 4; do echo ................; done
    printf 'WWWWWWWWWWW.....\n................\n................\nB.B.B.B.B.B.B.B.\nB...............\n'
    printf '................\n..............BB\n.............BBB\n............BWWW\n...........BBWWW\n...........BBWW.\n'
} >input.txt
rm -f playdata.txt
run "$homework"
status_is 0
answer_is_legal input.txt
run "$homework"
err_is "input.txt: White's pieces at home seal 15,15: while they stay nobody can win there; playing for the time left"
mv next.txt input.txt

it "a folder in place of playdata.txt: a word, and the answer all the same"
rm -f playdata.txt output.txt
mkdir playdata.txt
run "$homework"
status_is 0
err_is "playdata.txt: cannot be written: Is a directory"
answer_is_legal input.txt
rmdir playdata.txt

# --- other agents ---

cp "$data/fruit-5.txt" input.txt
it "--agent greedy answers as the reference agent does"
run "$homework" --agent greedy
status_is 0
cp output.txt greedy.txt
run "$plywood" move --agent greedy --input input.txt --output -
same_file "$temp/out" greedy.txt

it "--agent random is legal and does not always do the same"
rm -f answers
for i in 1 2 3 4 5 6; do
    run "$homework" --agent random
    status_is 0
    answer_is_legal input.txt
    head -n 1 output.txt >>answers
done
demand "different answers" test "$(sort -u answers | wc -l)" -gt 1

it "an agent that is none is refused, and the old answer stands"
cp output.txt before.txt
run "$homework" --agent nobody
status_is 2
err_is 'homework: agent: expected random, greedy, minimax, alphabeta or plywood, found "nobody"'
same_file before.txt output.txt
run "$homework" --agent
status_is 2

it "a grader's stray argument does not keep it from playing"
rm output.txt
run "$homework" stray
status_is 0
answer_is_legal input.txt

finish
