#!/bin/sh
# plywood new and plywood kit: input files, and what a course hands out.
. tests/tap.sh
cd "$temp" || exit 1
games="fruit halma laser reversi"

for game in $games; do
    it "new $game: a position that can be read, the same for the same seed"
    run "$plywood" new "$game" --random 5 --seed 7
    status_is 0
    cp out first.txt
    run "$plywood" new "$game" --random 5 --seed 7 -o second.txt
    status_is 0
    same_file first.txt second.txt
    run "$plywood" legal second.txt
    status_is 0
    demand "moves" test -s out
    run "$plywood" new "$game" --random 5 --seed 8
    demand "another seed, another position" sh -c '! cmp -s first.txt out'
done

it "new: what cannot be is refused"
run "$plywood" new fruit --size 2 --kinds 1 --random 9
status_is 2
err_is_one_line
run "$plywood" new nobody
status_is 2
run "$plywood" new fruit -o /nonexistent/file
status_is 70
run "$plywood" games -o x
status_is 2
err_has "unknown option -o"

it "kit: a directory that is not empty is refused and stays as it is"
mkdir full
echo mine >full/homework.c
run "$plywood" kit student fruit -o full
status_is 2
err_is "plywood kit: full: expected a new or empty directory, found homework.c in it"
same "files" 1 "$(find full -type f | wc -l)"

it "kit: what is missing is told"
run "$plywood" kit student fruit
status_is 2
err_is "plywood kit: -o DIR says where it is put"
run "$plywood" kit teacher fruit -o new
status_is 2
run "$build/fifth/plywood" kit student five -o new
status_is 2
err_is "plywood kit: there is no kit for Five in a Row"
demand "nothing is made" test ! -e new

# has GAME FILE…: the names that the texts demand.
has() {
    it "kit $1: the files"
    folder=kit-$1
    run "$plywood" kit student "$1" -o "$folder"
    status_is 0
    shift
    for file in README.md rules.md try.sh programs samples/1.txt samples/1.answer "$@"; do
        demand "$file" test -s "$folder/$file"
    done
    demand "no mark is left" sh -c '! grep -n "{game}\|{title}" "$1"/README.md "$1"/try.sh' sh "$folder"
    for answer in "$folder"/samples/*.answer; do
        run "$plywood" check --input "${answer%.answer}.txt" --output "$answer"
        out_is legal
    done
    for source in "$folder"/*.c "$folder"/*.py; do
        demand "$source is short" test "$(wc -l <"$source")" -le 150
    done
}
has fruit homework.c homework.py homework3.py calibrate.py
has halma homework.c homework.py homework3.py calibrate.py
has laser homework.c hw1cs561s2019.py
has reversi agent.c agent.py

for game in fruit laser reversi; do
    it "kit $game: try.sh finds nothing wrong"
    PLYWOOD=$plywood GAMES=1 run sh "kit-$game/try.sh"
    status_is 0
    same "verdicts" 6 "$(grep -c ': legal$' out)"
    same "programs that played" 2 "$(grep -c 'without a fault$' out)"
done

it "kit: try.sh tells of an agent that answers wrongly"
sed 's/row + 1/row + 2/' kit-fruit/homework.py >wrong.py
cp wrong.py kit-fruit/homework.py
PLYWOOD=$plywood GAMES=1 run sh kit-fruit/try.sh
status_is 1

it "calibrate.py leaves calibration.txt"
run "$python" -IS kit-halma/calibrate.py
status_is 0
demand "calibration.txt" test -s calibration.txt

finish
