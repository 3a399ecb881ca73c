#!/bin/sh
# plywood lesson: lost games become folders with a small position, good moves and a command that shows
# the error.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh
cd "$temp" || exit 1
export PLYWOOD="$plywood"

match() { "$plywood" match "$@" --jobs 1 >match.out 2>&1 || cat match.out; }
match fruit plywood:nodes=3000 greedy --games 2 --size 6 --seed 4 --record fruit.record

it "a lost game becomes a folder that shows the error"
run "$plywood" lesson fruit.record --agent greedy -o made
status_is 0
out_has "no single further reduction shows the error"
out_has "greedy plays "
folder=$(find made -mindepth 1 -maxdepth 1 | sort | head -n 1)
for file in input.txt good.txt try.sh README.md; do
    [ -s "$folder/$file" ] || problem "$file is missing"
done
run "$plywood" show --strict "$folder/input.txt"
status_is 0
[ "$(sed -n 1p "$folder/input.txt")" -lt 6 ] || problem "it is as large as it was"
run sh "$folder/try.sh"
status_is 1
out_has "which is none of the good moves"

it "another agent may know better, from wherever it is asked"
(cd / && sh "$temp/$folder/try.sh" plywood) >out 2>err || problem "$(cat out err)"
grep -q "which is a good move" out || problem "$(cat out)"

it "the good moves are those that keep the proven value"
"$plywood" solve "$folder/input.txt" --json >solved.json
best=$("$python" -IS -c 'import json; print(json.load(open("solved.json"))["low"])')
"$plywood" legal "$folder/input.txt" >legal.txt
while read -r move _; do
    "$plywood" apply "$folder/input.txt" "$move" >after.txt
    gain=$("$python" -IS -c '
import sys
count = lambda path: sum(c != "*" for line in open(path).read().split()[3:] for c in line)
print((count(sys.argv[1]) - count("after.txt")) ** 2)' "$folder/input.txt")
    rest=0
    if sed 1,3d after.txt | grep -q "[0-9]"; then
        rest=$("$plywood" solve after.txt --json | "$python" -IS -c 'import json,sys; print(json.load(sys.stdin)["low"])')
    fi
    [ $((gain - rest)) -eq "$best" ] && echo "$move"
done <legal.txt | sort >expected.txt
sort "$folder/good.txt" >good.txt
same_file expected.txt good.txt

it "nothing that is there is replaced without --force"
cp "$folder/README.md" before.md
run "$plywood" lesson fruit.record --agent greedy -o made
status_is 2
err_has "--force replaces it"
same_file before.md "$folder/README.md"
run "$plywood" lesson fruit.record --agent greedy -o made --force
status_is 0

it "the same call gives the same lesson; --limit and --json"
run "$plywood" lesson fruit.record --agent greedy -o again --limit 1 --json
status_is 0
same "lessons" 1 "$(find again -name try.sh | wc -l)"
same_file "made/${folder#made/}/input.txt" "again/${folder#made/}/input.txt"
out_has '"minimal":true'
out_has '"lesson":true'

it "records that differ in their ending have lessons of their own"
mkdir namesakes
match fruit plywood:nodes=300 random --games 1 --first a --size 3 --seed 4 --record namesakes/a.record
for other in a a.old a.old.txt b.record; do cp namesakes/a.record namesakes/$other; done
run "$plywood" lesson namesakes --agent random -o own
status_is 0
out_has "5 lessons in own"
same "lessons" "a-1 a.old-1 a.old.txt-1 a.record-1 b-1" "$(cd own && echo *)"

if thoroughly; then
    it "a program is asked in the sandbox, a directory of records is read"
    mkdir records
    match fruit plywood:nodes=3000 "cmd:python3 $top/examples/agent.py" --games 1 --first b --size 5 --seed 9 \
        --record records/one.record
    echo text >records/notes.txt
    run "$plywood" lesson records --agent "cmd:python3 $top/examples/agent.py" -o programs --budget 30
    [ "$status" -le 1 ] || problem "status $status"
    err_has "left out: "
    err_has "asked, in the sandbox: "
    out_has "lost 1 of 1 games"

    it "a program that sleeps uses the time up"
    mkdir sleeper
    cp "$top/examples/agent.py" sleeper/
    echo '{"command":"sleep 2; python3 agent.py"}' >sleeper/plywood.json
    sed "s|cmd:python3 $top/examples/agent.py|sleeper|g; s|python3 $top/examples/agent.py|sleeper|g" records/one.record >slept.record
    run "$plywood" lesson slept.record --agent sleeper -o slept --budget 5
    status_is 0
    out_has "the time ran out before every reduction was tried"
fi

it "who answers by chance gets the position as it was, and that is said"
match fruit plywood:nodes=3000 random --games 1 --size 6 --seed 4 --record random.record
run "$plywood" lesson random.record --agent random -o chance
status_is 0
out_has "not shrunk: "

it "a record without a spec, and one that is overridden"
sed 's/"spec":\[[^]]*\],//' fruit.record >bare.record
run "$plywood" lesson bare.record --agent greedy -o bare --limit 1
status_is 0
out_has "not shrunk: the loser cannot be asked again"
run "$plywood" lesson bare.record --agent greedy -o bare --limit 1 --spec greedy --force
status_is 0
out_has "no single further reduction shows the error"

it "wrong calls are told"
run "$plywood" lesson fruit.record
status_is 2
err_has "--agent NAME says whose losses are looked at"
run "$plywood" lesson fruit.record --agent nobody
status_is 2
err_has 'nobody is called "nobody"'
run "$plywood" lesson fruit.record --agent plywood:nodes=3000 -o none
status_is 1
out_has "0 lessons in none"
run "$plywood" lesson nowhere.record --agent greedy
status_is 2
run "$plywood" lesson --try "$folder"
status_is 2
err_has "--spec SPEC says who is asked"

finish
