#!/bin/sh
# plywood match and plywood replay: options, results, records, repetition with the same seed.
. tests/tap.sh
cd "$temp" || exit 1
mkdir work && cd work || exit 1
out=$temp/out err=$temp/err

# json EXPRESSION…: standard output is lines of JSON, and the expressions about d hold.
json() { demand "JSON of $command" "$python" -IS "$tools/readjson.py" --lines "$@" <"$out"; }

# decisions FILE: the lines of JSON in FILE without what is measured.
decisions() { sed 's/,"\(cpu\|wall\|left\)":\[[^]]*\]//g; s/,"\(cpu\|wall\|move_cpu\|move_wall\|switches\|stolen\)":[^,}]*//g' "$1"; }

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
refuses 'a: agent: expected random, greedy, minimax, alphabeta or plywood, found "human"' match fruit human greedy
refuses 'b: agent plywood has no option "speed"' match fruit greedy plywood:speed=9
refuses 'game: expected halma, reversi, fruit or laser, found "chess"' match chess greedy greedy
refuses 'size: expected 3 to 64, found 2' match reversi greedy greedy --size 2
refuses '--kinds: Halma has none' match halma greedy greedy --kinds 3
refuses '--time: expected seconds above 0 or none, found "0"' match fruit greedy greedy --time 0
refuses '--sprt: expected elo0,elo1 such as 0,10, found "5"' match fruit greedy greedy --sprt 5
refuses '--first: expected a or b, found "c"' match fruit greedy greedy --first c
refuses '--sandbox: expected on or off, found "maybe"' match fruit greedy greedy --sandbox maybe
refuses '--jobs: expected 1 to 64, found "0"' match fruit greedy greedy --jobs 0


# a record is nobody's to lose
echo '{"mine":1}' >kept
refuses '--record: kept is not empty and no whole record of a match (kept:1: expected a text "event", found none); --force replaces it' match fruit greedy greedy --depth 1 --size 4 --record kept
it "a record into a pipe that nobody reads is no wait for ever"
mkfifo pipe
run "$plywood" match fruit greedy greedy --depth 1 --size 4 --games 1 --seed 1 --record pipe
status_is 70
err_is "plywood match: pipe: cannot be written: No such device or address"

it "a record without an end is not read for ever"
run "$plywood" replay /dev/zero
status_is 2
err_is "plywood replay: /dev/zero:1: expected at most 4194304 bytes in a line"

it "a record that was refused is as it was; --force replaces it, and an empty file needs none"
[ "$(cat kept)" = '{"mine":1}' ] || problem "it was changed"
run "$plywood" match fruit greedy greedy --depth 1 --size 4 --games 1 --quiet --record kept --force
status_is 0
grep -q '"event":"match"' kept || problem "it was not replaced"
: >empty
run "$plywood" match fruit greedy greedy --depth 1 --size 4 --games 1 --quiet --record empty
status_is 0

# files are counted before the first game: refused with the figure that fits, which then does fit
it "too few open files for --jobs are told before anything is run, with how many jobs fit"
# shellcheck disable=SC3045 # the shells that we use know ulimit -n
(ulimit -n 200 && run "$plywood" match fruit "cmd:touch $PWD/begun" "cmd:touch $PWD/begun" --jobs 60 --sandbox off
    echo "$status" >files.status)
[ "$(cat files.status)" = 2 ] || problem "status $(cat files.status)"
err_has "open files are needed and 200 allowed (ulimit -n); --jobs "
[ ! -e begun ] || problem "something was run"
it "the number of jobs that is said to fit does"
fits=$(sed -n 's/.*--jobs \([0-9]*\) fits.*/\1/p' "$err")
[ "${fits:-0}" -gt 1 ] || problem "$fits jobs fit"
# shellcheck disable=SC3045
(ulimit -n 200 && run "$plywood" match fruit "cmd:$homework" "cmd:$homework" --games "$((3 * fits))" --jobs "$fits" --size 3 --time 5 --json
    echo "$status" >files.status)
[ "$(cat files.status)" = 0 ] || problem "status $(cat files.status)"
json 'd[-1]["voids"] == 0'
it "a soft limit below the hard one is raised"
# shellcheck disable=SC3045
(ulimit -S -n 64 && run "$plywood" match fruit "cmd:$homework" "cmd:$homework" --games 6 --jobs 6 --size 3 --time 5 --json
    echo "$status" >files.status)
[ "$(cat files.status)" = 0 ] || problem "status $(cat files.status)"

# what cannot be run is no loser of games, but a mistake in the call
echo '#!/no/such/interpreter' >orphan
chmod +x orphan
touch plain
mkdir nobody
refuses 'a: "./nowhere": the command cannot be run: No such file or directory' match fruit cmd:./nowhere greedy
refuses 'b: "no-such-command -x": the command cannot be run: No such file or directory' match fruit greedy "cmd:no-such-command -x"
refuses "a: \"$PWD/orphan\": the command cannot be run: No such file or directory" match fruit cmd:./orphan greedy
refuses "a: \"$PWD/plain\": the command cannot be run: Permission denied" match fruit cmd:./plain greedy --sandbox off
refuses 'a: ./plain: expected a directory, a source or an archive with an agent in it; a program is named cmd:COMMAND' match fruit ./plain greedy
refuses 'a: plain: expected a directory, a source or an archive with an agent in it; a program is named cmd:COMMAND' match fruit plain greedy
refuses "a: $PWD/nobody: expected a manifest plywood.json, a Makefile, or a program agent, homework, reversi or hw1cs561s2019 (as it is, or .c .cpp .java .py .sh), found none" match fruit nobody greedy

it "the manual tells how matches of each game are run"
run "$plywood" help --man match
status_is 0
for game in fruit halma laser reversi; do out_has "fB$game"; done
out_has "of 11 on random boards"
out_has "equal land is a draw"

it "trying whether a program can be run does not run it"
run "$plywood" match --seed 1 fruit "cmd:touch $PWD/touched" cmd:./nowhere --sandbox off
status_is 2
[ ! -e touched ] || problem "it was run"

# --- one match of each game, its record, and the same match again ---

for setup in "fruit --size 7" "reversi --size 6" "laser --size 6" "halma --games 2 --plies 60"; do
    # shellcheck disable=SC2086 # a game and its options
    set -- $setup
    it "match $setup: the same decisions with the same seed, whatever --jobs says"
    for jobs in 1 2; do
        run "$plywood" match "$@" plywood greedy --nodes 200 --seed 5 --json --jobs $jobs --record "$1.$jobs"
        status_is 0
        err_is ""
        decisions "$out" >"json.$jobs"
        decisions "$1.$jobs" | grep '"event":"move"' | sort >"moves.$jobs"
    done
    same_file json.1 json.2
    [ "$1" = fruit ] || same_file moves.1 moves.2 # best of 11: a second job may begin one more
    json 'all(list(g)[:8] == ["game","first","winner","ending","score","cpu","plies","seed"] for g in d[:-1])' \
        'all(g["winner"] in ("a", "b", None) for g in d[:-1])' \
        'all(d[i]["first"] != d[i+1]["first"] for i in range(len(d) - 2))' \
        'all(d[i]["seed"] == d[i+1]["seed"] or d[i+1]["attempts"] > 1 or d[i]["attempts"] > 1 for i in range(0, len(d) - 2, 2))' \
        'd[-1]["summary"] and d[-1]["games"] == len(d) - 1' \
        'sum(d[-1]["points"]) == d[-1]["games"]' \
        'sum(d[-1]["pentanomial"]) == (len(d) - 1) // 2' \
        'd[-1]["voids"] == 0 and not d[-1]["stopped"] and d[-1]["faults"] == {"a": {}, "b": {}}'

    it "replay of $setup lists what the match said"
    cp "$out" results
    run "$plywood" replay "$1.1" --list
    status_is 0
    err_is ""
    same "games of $1" "$(($(wc -l <results) - 1))" "$(($(wc -l <"$out") - 1))"
    sed -n 's/.*"first":"\(.\)".*"score":\[\([0-9]*\),\([0-9]*\)\].*"plies":\([0-9]*\),.*"number":\([0-9]*\),.*/\5 \1 \2 \3 \4/p' results >expected
    sed -n '2,$s/^ *\([0-9]*\)  \(.\) first  \([0-9]*\) : \([0-9]*\) after \([0-9]*\) .*/\1 \2 \3 \4 \5/p' "$out" >found
    same_file expected found
done

# repeats GAME A B OPTIONS…: 22 games between two programs come out the same, byte for byte.
repeats() {
    it "22 games of $1 between two programs: the same decisions with the same seed"
    for round in 1 2 3; do
        run "$plywood" match --seed 1 "$@" --games 22 --time none --json --jobs $((2 - round % 2)) \
            --record programs.$round --force
        status_is 0
        json 'len(d) == 23' 'd[-1]["faults"] == {"a": {}, "b": {}}'
        decisions "$out" >"json.$round"
        decisions programs.$round | grep -e '"event":"move"' -e '"event":"start"' | sort >"moves.$round"
    done
    for round in 2 3; do
        same_file json.1 json.$round
        same_file moves.1 moves.$round
    done
}
repeats fruit "cmd:$plywood move --agent plywood:nodes=100" \
    "cmd:$plywood move --agent minimax:depth=2" --size 4
repeats reversi "cmd:env PLYWOOD_MOVE_NODES=400 $build/reversi" \
    "cmd:env PLYWOOD_MOVE_NODES=100 $build/reversi" --size 6
demand "22 games that are not one game" \
    test "$(grep -o '"plies":[0-9]*' json.1 | sort -u | wc -l)" -gt 2

it "a fault of a program: its name, a bundle to run the move again"
run "$plywood" match --seed 1 fruit "cmd:printf 'one\\ntwo\\033[1m\\377\\n' >&2; exit 3" greedy --games 2 --size 4 --record faulty
status_is 0
out_has "a: exit-error: "
out_has "   a said: two\x1b[1m\xff"
out_has "Faults of a      exit-error 2"
out_has "  plywood-faults/fruit-1-a"
for file in input.txt fault.json rerun.sh; do
    demand "$file in the bundle" test -s plywood-faults/fruit-2-a/$file
done
run "$plywood" replay faulty --game 2 --all
out_has "It said: two\x1b[1m\xff"
out_has "Repro bundle: plywood-faults/fruit-2-a"
run "$plywood" replay faulty --game 2 --input 0
tail -n +4 "$out" >expected
tail -n +4 plywood-faults/fruit-2-a/input.txt >found
same_file expected found
run sh plywood-faults/fruit-2-a/rerun.sh
status_is 1
out_has "Metered and confined by cgroup"
same "findings" 1 "$(sed -n 's/^\(Then\|Now\): *//p' "$out" | uniq | wc -l)"
out_has "exit status 3"
out_has "  two\x1b[1m\xff"
run "$plywood" match --seed 1 fruit "cmd:exit 3;" greedy --games 1 --size 4 --bundles elsewhere --json
json 'd[0]["bundle"] == "elsewhere/fruit-1-a"' 'd[0]["fault"] == "a"' 'd[1]["faults"]["a"] == {"exit-error": 1}'
rm -r elsewhere plywood-faults

it "a move is run again confined as in the match, or it says that it is not"
agents=$build/tests/agents
run "$plywood" match --seed 1 fruit "cmd:$agents/opens_socket" random --games 1 --size 1 --first a
run sh plywood-faults/fruit-1-a/rerun.sh
status_is 1
out_has "Now:  system-call: made the system call socket(2, …), which is forbidden in the sandbox"
same "what is said before" "It may read $agents" "$(grep '^It may read ' "$out")"
run sh plywood-faults/fruit-1-a/rerun.sh --sandbox off
status_is 0
out_has "WARNING: IT IS NOT CONFINED"
out_has "WARNING: THEN IT WAS METERED AND CONFINED BY "
sed 's/"sandbox":true/"sandbox":false/; s/"verdict":"/&\\u009b\\u001b/' plywood-faults/fruit-1-a/fault.json >fault
mv fault plywood-faults/fruit-1-a/fault.json
run "$plywood" replay plywood-faults/fruit-1-a
status_is 1
out_has "Then it had no sandbox; now it has one, unless you say --sandbox off"
out_has "Then: \x9b\x1bsystem-call: "
out_has "Now:  system-call: made the system call socket(2, …), which is forbidden in the sandbox"
mkdir bin
for tool in sh dirname mktemp cat cp timeout; do ln -s "$(command -v $tool)" bin/$tool; done
sed -i "s|'*$plywood'*|/no/plywood|" plywood-faults/fruit-1-a/rerun.sh
PATH=$PWD/bin run "$PWD/bin/sh" plywood-faults/fruit-1-a/rerun.sh
out_has "NOT CONFINED: there is no plywood here"
rm -r bin
run "$plywood" match --seed 1 reversi "cmd:$agents/answers_illegal" random --games 1 --size 4 --first a --time none
run sh plywood-faults/reversi-1-a/rerun.sh
status_is 1
same "findings" 1 "$(sed -n 's/^\(Then\|Now\): *//p' "$out" | uniq | wc -l)"
rm -r plywood-faults
refuses "nobody: expected a bundle's fault.json, found nothing" replay nobody
for option in "--game 1" "--from 0" "--input 0" --all --step --list; do
    # shellcheck disable=SC2086 # an option and its value
    refuses "nobody is a bundle, which has one question: no --game, --from, --all, --step, --list or --input" \
        replay nobody $option
done
refuses '--sandbox: expected on or off, found "maybe"' replay nobody --sandbox maybe
refuses "--sandbox is for a bundle: no program is run to show a record" replay fruit.1 --sandbox off

it "a program that failed to begin is asked its first turn when it is repaired"
echo 'exit 3' >starter.sh
run "$plywood" match --seed 1 reversi "cmd:sh starter.sh" random --games 1 --size 4 --first a
echo 'echo me; read a; read b; read c; echo 3 2; read d' >starter.sh
run sh plywood-faults/reversi-1-a/rerun.sh
status_is 0
out_has "Now:  no fault"
rm -r plywood-faults

it "--sandbox=off is on the record"
run "$plywood" match --seed 1 fruit "cmd:exit 3;" greedy --games 1 --size 4 --sandbox=off --bundles . --record bare
demand "the record" sh -c 'head -n 1 bare | grep -q "\"rung\":\[\"[^\"]*sandbox off"'

it "--seed draws other boards"
run "$plywood" match fruit greedy greedy --size 5 --depth 1 --seed 6 --json
cp "$out" six
run "$plywood" match fruit greedy greedy --size 5 --depth 1 --seed 7 --json
if cmp -s six "$out"; then problem "the same games with seeds 6 and 7"; fi

it "--first, --games: who begins, and all games are played"
for first in a b; do
    run "$plywood" match --seed 1 fruit plywood random --depth 1 --size 5 --games 13 --first $first --json
    status_is 0
    json "[g['first'] for g in d[:-1]] == (['$first', '$(echo $first | tr ab ba)'] * 7)[:13]" \
        'sum(d[-1]["pentanomial"]) == 6'
done

it "a table for people: score, seats, Elo, pairs, CPU, faults"
run "$plywood" match reversi greedy random --size 4 --depth 1 --games 5 --seed 3
status_is 0
err_is ""
out_has "Land bidding, 5 games, no clock, seed 3"
out_has "                  games    won  drawn   lost    score"
out_has "a moving second "
out_has "Elo of a over b  "
out_has "Pairs            2: a has 0 points in "
out_has "Faults of b      none"
if grep -q "$(printf '\033')" "$out"; then problem "an escape sequence where there is no terminal"; fi
run "$plywood" match reversi greedy random --size 4 --depth 1 --games 5 --seed 3 --quiet
same "the first line of --quiet" "" "$(head -n 1 "$out")"

it "--sprt ends when the test is decided"
run "$plywood" match --seed 1 reversi plywood random --size 6 --nodes 1000 --sprt 0,100 --json
status_is 0
json 'd[-1]["decision"] == "accepted"' 'd[-1]["llr"] >= 2.94' 'd[-1]["games"] < 200'

it "out of time is a fault with a name"
run "$plywood" match --seed 1 fruit plywood plywood --time 0.0000001 --games 2 --json
status_is 0
json 'all(g["ending"] == "out-of-time" and g["fault"] == g["first"] != g["winner"] for g in d[:-1])' \
    'd[-1]["faults"] == {"a": {"out-of-time": 1}, "b": {"out-of-time": 1}}'

it "a record that cannot be written: status 70 and the reason"
run "$plywood" match --seed 1 fruit greedy greedy --depth 1 --record nowhere/record
status_is 70
err_is "plywood match: nowhere/record: cannot be written: No such file or directory"
if [ -w /dev/full ]; then
    run "$plywood" match --seed 1 fruit greedy greedy --depth 1 --size 4 --quiet --record /dev/full
    status_is 70
    err_is "plywood match: /dev/full: cannot be written: No space left on device"
fi

it "an interrupt ends the match with its results so far"
timeout "$patience" "$plywood" match --seed 1 halma plywood plywood --depth 2 --games 10000 --json --record long >long.out 2>"$err" &
match=$!
while ! grep -qs '"number":2' long.out && kill -0 $match; do sleep 0.05; done
kill -INT $match
wait $match
status=$?
command="an interrupted match"
status_is 130
err_is ""
cp long.out "$out"
json 'd[-1]["stopped"] and d[-1]["games"] == len(d) - 1 >= 2'
run "$plywood" replay long --list
status_is 0
out_has "left when the match was over"

it "an interrupt does not wait for a program that thinks"
timeout -k 5 "$patience" "$plywood" match --seed 1 fruit "cmd:sleep 1000" greedy --first b --json --record asleep >asleep.out 2>"$err" &
match=$!
while ! grep -qs '"event":"move"' asleep && kill -0 $match; do sleep 0.05; done
kill -INT $match
wait $match
status=$?
command="an interrupted match"
status_is 130
err_is ""
cp asleep.out "$out"
json 'len(d) == 1 and d[0]["stopped"] and d[0]["games"] == 0'
run "$plywood" replay asleep --list
status_is 0
out_has "left when the match was over"

# --- a match that was cut off goes on ---

# The results of a record: what counts of each game, by number.
results() {
    "$python" -IS - "$1" <<'END'
import json, sys
ends = {}
for line in open(sys.argv[1]):
    event = json.loads(line)
    if event["event"] == "end":
        ends[event["number"]] = [event[k] for k in ("first", "winner", "ending", "score", "plies", "seed")]
    if event["event"] == "summary":
        last = [event[k] for k in ("games", "points", "pentanomial", "a_first", "a_second", "stopped")]
for number in sorted(ends):
    print(number, ends[number])
print(last)
END
}
cut_match="match laser plywood:nodes=150 greedy --nodes 100 --size 6 --games 9 --jobs 2"

it "a record that ends anywhere is continued by the same call, to the same results"
run "$plywood" $cut_match --seed 77 --record whole --quiet
status_is 0
results whole >whole.results
bytes=$(wc -c <whole)
for share in 0 7 23 50 71 96 99; do
    # within the first line there is no match yet: the smallest cut is behind it
    first=$(head -n 1 whole | wc -c)
    head -c $((first + (bytes - first) * share / 100)) whole >cut
    run "$plywood" $cut_match --record cut --quiet # the seed is the record's
    status_is 0
    err_has "plywood match: cut: going on; "
    results cut >cut.results
    cmp -s whole.results cut.results || problem "cut at $share %: $(diff whole.results cut.results)"
    run "$plywood" replay cut --list
    status_is 0
done

it "a match that has ended, another match, another seed: the record stays, and the difference is told"
cp whole kept
run "$plywood" $cut_match --record kept --quiet
status_is 2
err_is "plywood match: --record: kept holds a match that has come to its end; --force replaces it"
head -n 40 whole >kept
cp kept kept.before
run "$plywood" match laser plywood:nodes=150 greedy --nodes 100 --size 7 --games 9 --record kept --quiet
status_is 2
err_is 'plywood match: --record: kept holds another match: "size 6" there, "size 7" here; --force replaces it'
run "$plywood" $cut_match --seed 78 --record kept --quiet
status_is 2
err_has '"seed 77" there, "seed 78" here'
cmp -s kept kept.before || problem "it was changed"

it "an interrupted match goes on, and so does one that was killed"
for signal in INT KILL; do
    rm -f halted
    "$plywood" match halma plywood plywood --depth 1 --plies 30 --games 400 --seed 3 --quiet --record halted >/dev/null 2>&1 &
    match=$!
    while ! grep -qs '"event":"end".*"number":3,' halted && kill -0 $match; do sleep 0.05; done
    kill -$signal $match
    wait $match 2>/dev/null
    there=$(grep -c '"event":"end"' halted)
    run "$plywood" match halma plywood plywood --depth 1 --plies 30 --games 400 --seed 3 --quiet --record halted
    status_is 0
    err_is "plywood match: halted: going on; $there games are there"
    results halted >halted.$signal
    same "ends in the record" 400 "$(grep -c '"event":"end"' halted)"
done
cmp -s halted.INT halted.KILL || problem "not the same results"

it "two matches do not write one record"
"$plywood" match halma plywood plywood --depth 2 --games 10000 --seed 3 --quiet --record one >/dev/null 2>&1 &
match=$!
while ! grep -qs '"event":"move"' one && kill -0 $match; do sleep 0.05; done
run "$plywood" match halma plywood plywood --depth 2 --games 10000 --seed 3 --quiet --record one
status_is 70
err_has "one: another match is writing it"
kill -INT $match
wait $match

# --- replay ---

it "replay --all shows every position, and the result"
run "$plywood" replay reversi.1 --all --game 2
status_is 0
plies=$(sed -n 's/^Game 2: [0-9]* : [0-9]* after \([0-9]*\) plies, .*/\1/p' "$out")
same "positions" "$((plies + 1))" "$(grep -c '^Land bidding, 6 x 6' "$out")"
out_has "Ply $plies of $plies: "
run "$plywood" replay reversi.1 --game 2 --from "$plies"
same "positions" 1 "$(grep -c '^Land bidding, 6 x 6' "$out")"

it "replay --step goes where the keys say"
printf '\n\n\nb%sq' "$" >keys
run_on keys "$plywood" replay fruit.1 --step
status_is 0
last=$(grep -o 'of [0-9]*:' "$out" | head -n 1 | tr -dc 0-9)
same "plies" "1 2 3 2 $last" "$(sed -n 's/^Ply \([0-9]*\) of.*/\1/p' "$out" | tr '\n' ' ' | sed 's/ $//')"
printf 'n\033[C\033[Dp' >keys
run_on keys "$plywood" replay fruit.1 --step
same "games" "1 2 2 1" "$(sed -n 's/^Game \([0-9]*\): a .*/\1/p' "$out" | tr '\n' ' ' | sed 's/ $//')"

it "replay --input gives the position file of a ply"
run "$plywood" replay halma.1 --input 0
status_is 0
tail -n +4 "$data/halma-start.txt" >expected
tail -n +4 "$out" >found
same_file expected found
run "$plywood" replay fruit.1 --game 2 --input 3
cp "$out" input.txt
run "$plywood" legal input.txt
status_is 0
move=$(sed -n 's/.*"number":2,"ply":3,.*"move":"\([^"]*\)".*/\1/p' fruit.1)
out_has "$move"

refuses "--game: the record has no game 99" replay fruit.1 --game 99
refuses "one of --all, --step, --list and --input, not several" replay fruit.1 --all --list
refuses "no-such-file: cannot be read: No such file or directory" replay no-such-file
refuses "--input: game 1 has 60 plies, found 61" replay halma.1 --input 61

it "replay names the line of a move that is not legal"
sed '4s/"move":"[^"]*"/"move":"Z26"/' fruit.1 >false
run "$plywood" replay false --list
status_is 2
err_has "plywood replay: false:4: game 1, ply 1: "

# serve_and_end GAMES WORDS SIGNAL: a match that is served, without a record of its own, is ended
# when it has said the words.
serve_and_end() {
    mkdir passing
    : >"$err"
    TMPDIR=$PWD/passing timeout "$patience" "$plywood" match --seed 1 halma random random --games "$1" --plies 40 \
        --serve >"$out" 2>"$err" </dev/null &
    patiently grep -q "$2" "$err"
    err_has "$2"
    same "records while it is served" 1 "$(find passing -name 'plywood-match-*' | wc -l)"
    kill "-$3" "$(pgrep -P $!)"
    wait $!
    status=$?
    same "records left" "" "$(ls passing)"
    rmdir passing
}
it "a served match without a record leaves none behind"
serve_and_end 1 "the match is over and still to be seen at http" INT
status_is 0
serve_and_end 100000 "watch it at http" TERM
status_is 130

it "replay reads a record that is being written"
head -c 3000 fruit.1 >growing
run "$plywood" replay growing --list
status_is 0
out_has "still running"

# --- what is drawn ---

it "without --seed a match draws one, prints it, and can be repeated with it"
for i in 1 2; do
    run "$plywood" match fruit greedy random --size 6 --depth 1 --games 4 --json
    status_is 0
    decisions "$out" >"drawn.$i"
done
if cmp -s drawn.1 drawn.2; then problem "two matches with the same board"; fi
seed=$(sed -n 's/.*"summary":true.*"seed":\([0-9]*\).*/\1/p' drawn.2)
run "$plywood" match fruit greedy random --size 6 --depth 1 --games 4 --json --seed "$seed"
decisions "$out" >again
same_file drawn.2 again
run "$plywood" match reversi greedy random --size 4 --depth 1 --games 2
out_has ", no clock, seed "
run "$plywood" match reversi greedy random --size 4 --depth 1 --games 2 --quiet
out_has "Seed             "

it "and so does a game of play"
for i in 1 2; do
    run "$plywood" play fruit --first greedy --second greedy --size 6 --json
    status_is 0
    sed 's/,"cpu":[^]]*]//' "$out" >"game.$i"
done
if cmp -s game.1 game.2; then problem "two games on the same board"; fi
seed=$(sed 's/.*"seed":\([0-9]*\).*/\1/' game.2)
run "$plywood" play fruit --first greedy --second greedy --size 6 --json --seed "$seed"
sed 's/,"cpu":[^]]*]//' "$out" >again
same_file game.2 again
run "$plywood" play fruit --first greedy --second greedy --size 6 --quiet
demand "the seed" grep -q '^--seed [0-9]* begins the same game.$' "$out"
run "$plywood" play fruit --first greedy --second greedy --size 6 --quiet --seed 1
same "lines with --seed" 1 "$(wc -l <"$out")"

it "Halma's colours are drawn for every pair, whoever opens, and the record tells"
run "$plywood" match halma greedy random --depth 1 --plies 6 --games 24 --seed 5 --record colours
status_is 0
demand "the colours" "$python" -IS -c '
import json
starts = [e for e in map(json.loads, open("colours")) if e["event"] == "start"]
colour = [e["input"].split()[1] for e in starts]
assert colour[::2] == colour[1::2], "a pair has one start"
assert {(e["first"], c) for e, c in zip(starts, colour)} == {(f, c) for f in "ab" for c in ("BLACK", "WHITE")}
assert 3 <= colour[::2].count("WHITE") <= 9, colour
'
run "$plywood" replay colours
status_is 0

# --- games from given boards ---

mkdir boards
cp "$data/laser-7.txt" boards/1.txt
printf '5\n00000\n03000\n00100\n00000\n00003\n' >boards/2.txt
printf '2\n33\n33\n' >full.txt
echo nonsense >nonsense.txt
refuses '--position: nowhere.txt: cannot be opened: No such file or directory' match laser greedy greedy --position nowhere.txt
refuses "--position: $data/fruit-1.txt: expected a position of Laser Checkmate, found one of Fruit Rage" match laser greedy greedy --position boards --position "$data/fruit-1.txt"
refuses '--position: full.txt: expected a position with a legal move, found a finished game' match laser greedy greedy --position full.txt
refuses '--position: nonsense.txt:1: expected N from 1 to 64, found "nonsense"' match laser greedy greedy --position nonsense.txt
refuses "--position: $data/halma-3-typeset.txt:5: expected 16 of the cells W, B and ., found \"W.W.W\xe2\x80\xa6\xe2\x80\xa6\xe2\x80\xa6.. WWW\xe2...\"" match halma greedy greedy --position "$data/halma-3-typeset.txt"
refuses "--position: boards/*.none: expected a pattern of position files, found none" match laser greedy greedy --position "boards/*.none"
mkdir hollow
refuses "--position: hollow: expected position files in it, found none" match laser greedy greedy --position hollow
it "a board and its size cannot both be given"
run "$plywood" match laser greedy greedy --position boards --size 5
status_is 2
err_has "are for a new game, not with --position"

# starts RECORD: number, who begins, the file and its first line of every game.
starts() { "$python" -IS -c '
import json, sys
for e in map(json.loads, open(sys.argv[1])):
    if e["event"] == "start":
        print(e["number"], e["first"], e["position"], e["input"].split("\n")[0])
' "$1"; }

it "pairs go through the given boards, both seats on each, and the record can be replayed"
run "$plywood" match laser plywood greedy --nodes 200 --position boards --games 6 --first a --seed 5 --record given --json
status_is 0
json '[g["position"] for g in d[:-1]] == ["boards/1.txt"] * 2 + ["boards/2.txt"] * 2 + ["boards/1.txt"] * 2'
cp "$out" given.json
same "starts" "1 a boards/1.txt 7
2 b boards/1.txt 7
3 a boards/2.txt 5
4 b boards/2.txt 5
5 a boards/1.txt 7
6 b boards/1.txt 7" "$(starts given)"
demand "boards as given" "$python" -IS -c '
import json
inputs = [e["input"] for e in map(json.loads, open("given")) if e["event"] == "start"]
assert inputs[0] == open("boards/1.txt").read() and inputs[2] == open("boards/2.txt").read(), inputs
'
run "$plywood" replay given
status_is 0

it "a pattern and single files give the same match"
decisions given.json >one
run "$plywood" match laser plywood greedy --nodes 200 --position "boards/[12].txt" --games 6 --first a --seed 5 --json
decisions "$out" >two
same_file one two
run "$plywood" match laser plywood greedy --nodes 200 --position boards/1.txt --position boards/2.txt --games 6 --first a --seed 5 --json --jobs 2
decisions "$out" >two
same_file one two

for given in halma-3 fruit-5 reversi-6-figure2; do
    game=${given%%-*}
    it "match $game --position: the side to move there belongs to whoever begins"
    run "$plywood" match "$game" plywood greedy --nodes 50 --plies 8 --position "$data/$given.txt" --games 2 --first a --seed 5 --record "given.$game"
    status_is 0
    demand "the start" "$python" -IS -c '
import json, sys
events = list(map(json.loads, open(sys.argv[1])))
starts = [e for e in events if e["event"] == "start"]
moves = [e for e in events if e["event"] == "move"]
assert [e["first"] for e in starts] == ["a", "b"] and starts[0]["input"] == starts[1]["input"]
assert [m["by"] for m in moves if m["ply"] == 0] == ["a", "b"]
assert not any("opening" in m for m in moves)
' "given.$game"
    run "$plywood" replay "given.$game"
    status_is 0
done
demand "black begins" grep -q '"input":"GAME\\nBLACK' given.halma

it "two programs on given boards, whose input is the given board"
printf 'cat input.txt >>%s\n%s move --agent greedy\n' "$PWD/told" "$plywood" >teller.sh
run "$plywood" match laser "cmd:sh $PWD/teller.sh" greedy --position boards/2.txt --games 1 --first a --seed 5 --sandbox off --json
status_is 0
json 'd[0]["ending"] in ("score", "tie")'
head -n 6 told >asked
same_file boards/2.txt asked

finish
