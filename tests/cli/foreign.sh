#!/bin/sh
# What strangers write, in names, answers, files, messages and records: nothing of it reaches a
# terminal as it is, and no number that is too large is taken for another.
. tests/tap.sh
cd "$temp" || exit 1
out=$temp/out err=$temp/err

# Every kind of character that commands a terminal, moves text about, or cannot be seen.
evil=$(printf 'E\033[31m\033]0;t\007\302\233m\342\200\256R\342\201\246\342\200\213\342\200\250\357\273\277\363\240\201\201\r\010X')
bytes=$(printf '%s\377\300\200\2331m' "$evil") # and bytes that are no UTF-8
json_evil='E\u001b[31m\u001b]0;t\u0007\u009bm\u202eR\u2066\u200b\u2028\ufeff\udb40\udc41\r\bX'

# fit WHAT…: what the last command has printed can be shown.
fit() { demand "bytes of the last command" "$python" -IS "$tools/fit.py" "$out" "$err" "$@"; }

# evil_agent DIR ANSWER: a program that answers so, and complains on stderr, in a folder with a
# manifest of many odd members. A fault leaves a bundle.
evil_agent() {
    mkdir "$1"
    printf '%s' "$bytes" >"$1/complaint"
    printf '%s\0\n' "$2" >"$1/answer"
    printf '{"name":"%s","command":"sh agent.sh","%s":1,"build":"true"}' "$json_evil" "$json_evil" >"$1/plywood.json"
    # shellcheck disable=SC2016 # for the program's own shell
    printf 'here=$(dirname "$0")\ncat "$here/complaint" >&2\ncat "$here/answer" >output.txt\n' >"$1/agent.sh"
}
evil_agent answers "$bytes"
mkdir fails
printf '{"name":"%s","command":"./x","build":"cat complaint >&2; exit 3"}' "$json_evil" >fails/plywood.json
printf '%s' "$bytes" >fails/complaint

it "match: a name, a manifest's remark, stderr and an answer are told fit to be seen"
run "$plywood" match fruit answers greedy --games 2 --size 4 --record record --bundles "bundles-$evil"
status_is 0
fit
out_has 'a  E\x1b[31m\x1b]0;t\x07\x9bm\u202eR\u2066\u200b\u2028\ufeff\U000e0041\r\x08X'
out_has 'a said: E\x1b'
err_has 'E\x1b[31m'
fit record
it "JSON: harmless to see, and nothing of the name is lost"
run "$plywood" match fruit answers greedy --games 1 --size 4 --json --bundles json-bundles
fit
"$python" -IS -c 'import json,sys
name = json.loads(open(sys.argv[1]).readline())["name"][0]
sys.exit(name != json.loads("\"" + sys.argv[2] + "\""))' record "$json_evil" || problem "the name is another"

it "match: a build that fails, a command and a directory that are not there"
run "$plywood" match fruit fails greedy
status_is 2
fit
err_is_one_line
for spec in "cmd:./$bytes" "./$bytes" "$bytes"; do
    run "$plywood" match fruit "$spec" greedy
    fit
done

it "doctor: names, answers, stderr, bundles"
run "$plywood" doctor answers fruit --bundles "doctor-$evil"
status_is 1
fit
out_has 'It said: E\x1b[31m'
run "$plywood" doctor answers laser --json --bundles doctor-json
fit
run "$plywood" doctor fails fruit
status_is 2
fit

it "grade: every format"
for format in table json gradescope junit; do
    run "$plywood" grade fruit answers --games 1 --positions 2 --format $format --bundles "grade-$evil"
    status_is 0
    fit
    run "$plywood" grade fruit fails --games 1 --positions 1 --format $format
    fit
done

it "replay: a record's names and reasons, its list, its games, its bundle"
for call in "" "--game 1" "--game 1 --all"; do
    # shellcheck disable=SC2086 # options
    run "$plywood" replay record $call
    status_is 0
    fit
done
run "$plywood" replay "bundles-$evil/fruit-1-a"
fit
out_has 'On stderr:'
out_has '  E\x1b[31m'
cp record "rec-$evil"
run "$plywood" replay "rec-$evil" --game 1
status_is 0
fit
out_has "Game 1: a E"
printf '%s\n' "$bytes" >"broken-$evil"
run "$plywood" replay "broken-$evil"
status_is 2
fit

it "show, legal, apply, check, move, solve, analyze: a file's lines and its name"
printf '3\n2\n300.0\n0%s\n110\n001\n' "$bytes" >"position-$bytes"
printf '3\n2\n300.0\n010\n110\n001\n' >good
printf 'A\0001%s\n' "$bytes" >"answer-$bytes" # a 0 byte and a 1
for call in show legal solve; do
    run "$plywood" $call "position-$bytes" --strict
    status_is 2
    fit
    run "$plywood" $call "position-$bytes" # with words about what was put right
    status_is 0
    fit
done
run "$plywood" apply good "$bytes"
status_is 1
fit
run "$plywood" check --input good --output "answer-$bytes"
status_is 1
fit
out_has 'found "A\01E\x1b[31m'
run "$plywood" check --input good --output "answer-$bytes" --json
fit
run "$plywood" move "position-$bytes" --output "to-$evil"
fit
printf '{"id":"%s","start":"%s","%s":1}\n{"%s"\n' "$json_evil" "$json_evil" "$json_evil" "$bytes" >questions
run_on questions "$plywood" analyze
fit

it "play in lines: what is typed, and whom one plays against"
printf '%s\nhelp\n%s\nquit\n' "$bytes" "$evil" >typed
run_on typed "$plywood" play fruit --size 3 --first human --second greedy
fit
run_on typed "$plywood" play fruit --size 3 --first "$bytes" --second human
fit

it "play on a terminal and replay there: names and files"
if command -v script >/dev/null; then
    cp "rec-$evil" rec
    : >typescript
    {
        patiently grep -q quit typescript
        printf q
    } | TERM=xterm timeout "$patience" script -fqec "$plywood replay rec" typescript >/dev/null 2>&1
    sed -e '1d' -e '$d' typescript >screen
    demand "bytes of a screen" "$python" -IS "$tools/fit.py" --screen screen
    grep -q 'x1b' screen || problem "the name is not on the screen"
fi

it "options, commands and the environment"
for call in "games --$bytes" "$bytes" "match $bytes a b" "match fruit greedy greedy --time $bytes" \
    "match fruit greedy greedy --record no-such/$evil" "serve --records no-such-$evil --port 99999"; do
    # shellcheck disable=SC2086 # words
    (IFS=' ' && run "$plywood" $call)
    fit
done
mkdir move && cp good move/input.txt
(cd move && PLYWOOD_MOVE_SECONDS=$bytes PLYWOOD_MOVE_NODES=4294967298x "$homework") >"$out" 2>"$err"
fit

it "numbers that are too large are no other numbers"
# shellcheck disable=SC2016 # for the program's own shell
printf '#!/bin/sh\necho name\nread x\nwhile read x; do case $x in "["*|"("*) echo "4294967298 4294967299";; esac; done\n' >large
chmod +x large
run "$plywood" match reversi cmd:./large greedy --size 4 --games 1 --first a --time 5 --json
out_has 'found \"4294967298 4294967299\"'
for game in fruit halma laser reversi; do
    case $game in
    fruit) answer=A4294967297 ;;
    halma) answer='E 4294967296,0 1,1' ;;
    laser) answer='4294967297 4294967298' ;;
    reversi) answer='4294967298 4294967299' ;;
    esac
    echo "$answer" >output.txt
    run "$plywood" check --input "$top/examples/$game.txt"
    status_is 1
    out_has "$answer"
done
for call in "--games 4294967298" "--seed 18446744073709551617" "--jobs 4294967297" "--size 4294967304" \
    "--sprt 0,inf" "--sprt nan,5" "--sprt 0x1,5" "--time 1e999" "--depth 18446744073709551617"; do
    # shellcheck disable=SC2086 # words
    run "$plywood" match fruit greedy greedy $call
    status_is 2
done
sed 's/^-\{0,1\}[0-9]*,/-99999999999999999999,/' "$top/src/games/fruit/weights.inc" >weights
run "$plywood" lab fruit --a plywood:weights=weights --b plywood --games 2 --nodes 10
status_is 2
fit

finish
