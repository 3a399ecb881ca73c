#!/bin/sh
# A tournament's whole way on one machine: who gets in, playing, interrupts, changes, equal results
# however it is played, and nothing that a hostile agent or name could break.
. tests/tap.sh
mkdir "$temp/tmp" "$temp/work" && cd "$temp/work" || exit 1
export TMPDIR="$temp/tmp"

built_in="random greedy alphabeta:depth=1 minimax:depth=2 plywood:nodes=200"

# new STORE ARGUMENT…: of the built-in agents on a small board.
new() {
    store=$1
    shift
    # shellcheck disable=SC2086 # a list of words
    run "$plywood" tournament new "$store" laser $built_in --size 5 --depth 2 --seed 7 "$@"
    status_is 0
}

# games STORE: a line for each game that counts, without times and places.
games() {
    "$plywood" tournament export "$1" --format json | "$python" -IS -c '
import json, sys
for line in sys.stdin:
    g = json.loads(line)
    print(g["key"], *g["agents"], g["start"], g["result"], g["ending"], g["moves"])' |
        sort
}

# field STORE NAME: of the status as JSON.
field() {
    "$plywood" tournament status "$1" --quick --json |
        "$python" -IS -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$2"
}

it "a round robin is planned, played and told"
new whole --games 6
out_has "round-robin of 5 agents, seed 7"
run "$plywood" tournament run whole
status_is 0
out_has "60 of 60 games; finished"
same "games" 60 "$(games whole | wc -l)"
same "couples" 10 "$(games whole | awk '{ print $2 < $3 ? $2 " " $3 : $3 " " $2 }' | sort -u | wc -l)"
same "games of each start and seat" "10" "$(games whole | awk '$4 == 2' | awk '{ print $2, $3 }' |
    sort | uniq -c | awk '$1 == 1' | wc -l | awk '{ print $1 / 2 }')"

it "the status tells how sure each couple's order is"
run "$plywood" tournament status whole --json
status_is 0
same "chances" "5 True True" "$("$python" -IS -c '
import json, sys
s = json.load(open(sys.argv[1]))
x, elo = s["superiority"], [row["rating"]["elo"] for row in s["standings"]]
couples = [(i, k) for i in range(5) for k in range(5)]
print(len(x), all(abs(x[i][k] + x[k][i] - 1) < 0.002 for i, k in couples),
      all(x[i][k] > 0.5 for i, k in couples if elo[i] > elo[k] + 60))' "$temp/out")"

it "a hint is a command that a shell understands, whatever the store is called"
run "$plywood" tournament new "it's a \$HOME" laser random greedy --size 4 --depth 1
status_is 0
demand "the hint" sed -n "s/^plywood tournament run \(.*\) plays it\$/echo \1/p" "$temp/out"
same "its word" "it's a \$HOME" "$(sh "$temp/demand")"

it "running again is resuming: nothing is played twice"
run "$plywood" tournament run whole
status_is 0
same "games" 60 "$(games whole | wc -l)"

it "jobs and workers change no game"
new jobs --games 6
run "$plywood" tournament run jobs --jobs 2 --quiet
status_is 0
new workers --games 6
"$plywood" worker --store workers --quiet &
other=$!
run "$plywood" worker --store workers --jobs 2 --quiet
status_is 0
wait $other || problem "the other worker failed"
games whole >"$temp/expected"
for store in jobs workers; do
    games $store >"$temp/found"
    same_file "$temp/expected" "$temp/found"
done

it "an interrupt saves what was played and tells how to go on"
new cut --games 6
for signal in INT TERM; do
    "$plywood" tournament run cut >"$temp/out" 2>"$temp/err" &
    pid=$!
    while [ ! -e cut-wal ] && kill -0 $pid 2>/dev/null; do sleep 0.01; done # it has the store open
    kill -$signal $pid
    wait $pid
    status=$?
    command="run, ended by $signal"
    [ $status -eq 0 ] || status_is 130
    [ $status -eq 0 ] || err_has "plywood tournament run cut goes on from there"
done
run "$plywood" tournament run cut --quiet
status_is 0
games cut >"$temp/found"
same_file "$temp/expected" "$temp/found"

it "killed at any moment, it loses no game and counts none twice"
new killed --games 6
for moment in 0.02 0.05 0.08 0.15 0.2; do
    "$plywood" tournament run killed --jobs 2 --quiet &
    pid=$!
    sleep $moment
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
done
run "$plywood" tournament run killed --quiet
status_is 0
games killed >"$temp/found"
same_file "$temp/expected" "$temp/found"

it "in a Swiss tournament and a knock-out nobody is replaced after the first round"
for format in swiss knock-out; do
    new "late-$format" --format $format --games 2
    run "$plywood" tournament replace "late-$format" random alphabeta:depth=2
    status_is 0
    run "$plywood" tournament run "late-$format" --quiet
    status_is 0
    games "late-$format" >"$temp/expected_rest"
    run "$plywood" tournament replace "late-$format" random greedy
    status_is 2
    err_has "nobody can be replaced any more; withdraw takes an agent out"
    games "late-$format" >"$temp/found"
    same_file "$temp/expected_rest" "$temp/found"
done

it "copies of one deterministic program are given up by until-certain"
run "$plywood" tournament new copies laser plywood:nodes=50 plywood:nodes=50 --size 5 --depth 2 \
    --until-certain --seed 7
status_is 0
run "$plywood" tournament run copies
status_is 0
out_has "408 of 408 games, round 15; finished"
out_has "their pairs practically always split"

it "an agent that is withdrawn or replaced: its games alone do not count, or are played anew"
cp whole changed
run "$plywood" tournament withdraw changed greedy
status_is 0
same "games" 36 "$(games changed | wc -l)"
run "$plywood" tournament replace changed random alphabeta:depth=2
status_is 0
same "finished" False "$(field changed finished)"
run "$plywood" tournament run changed --quiet
status_is 0
same "games" 36 "$(games changed | wc -l)"
games whole | grep -v -e ' greedy ' -e ' random ' >"$temp/expected_rest"
games changed | grep -v ' random ' >"$temp/found"
same_file "$temp/expected_rest" "$temp/found"
run "$plywood" tournament replace changed random random
run "$plywood" tournament replace changed greedy greedy
same "games that are there again" 60 "$(field changed games)"
run "$plywood" tournament run changed --quiet
status_is 0
games changed >"$temp/found"
same_file "$temp/expected" "$temp/found"

it "an agent that is added meets everybody"
cp whole added
run "$plywood" tournament add added alphabeta:depth=2 --name late
status_is 0
run "$plywood" tournament run added --quiet
status_is 0
same "games" 90 "$(games added | wc -l)"
same "its own" 30 "$(games added | grep -c ' late ')"
run "$plywood" tournament add added random
status_is 2
err_has 'there is an agent "random" already'

it "the other formats come to their end, whoever plays them"
for words in "--format swiss --rounds 3 --games 2" "--format knock-out --games 4" \
    "--ladder greedy --ladder alphabeta:depth=2 --games 2" "--until-certain --top 1 --most-games 300"; do
    rm -f one* two*
    # shellcheck disable=SC2086 # a list of words
    new one $words
    # shellcheck disable=SC2086
    new two $words
    run "$plywood" tournament run one
    status_is 0
    out_has "finished"
    "$plywood" worker --store two --quiet &
    other=$!
    run "$plywood" worker --store two --quiet
    status_is 0
    wait $other
    games one >"$temp/one"
    games two >"$temp/two"
    same_file "$temp/one" "$temp/two"
    [ -s "$temp/one" ] || problem "$words: no game"
done

it "a best of eleven is the preset of its course: it ends early, and one has won more than half"
run "$plywood" tournament new eleven fruit greedy random --size 4 --depth 1 --seed 2
status_is 0
run "$plywood" tournament run eleven
status_is 0
out_has "best of 11 games"
count=$(games eleven | wc -l)
{ [ "$count" -ge 6 ] && [ "$count" -le 11 ]; } || problem "found $count games"
most=$(games eleven | awk '{ won[$5 == "1-0" ? $2 : $3]++ } END { print (won["greedy"] > won["random"] ? won["greedy"] : won["random"]) }')
same "games won by the winner" 6 "$most"

# sql STORE STATEMENT…
sql() {
    "$python" -IS -c 'import sqlite3, sys, time
d = sqlite3.connect(sys.argv[1])
for s in sys.argv[2:]: d.execute(s.replace("@now", str(time.time())))
d.commit()' "$@"
}

# A program that plays the first legal square, or the last.
cat >first.sh <<'END'
awk -v last="${LAST:-}" 'NR == 1 { n = $1 + 0; next } NR <= n + 1 { cell[NR - 2] = $1 }
function at(r, c) { return substr(cell[r], c + 1, 1) }
END {
    for (r = 0; r < n; r++) for (c = 0; c < n; c++) if (at(r, c) ~ /[12]/)
        for (y = -1; y <= 1; y++) for (x = -1; x <= 1; x++) for (k = 1; k <= 3; k++) {
            if (r + k * y < 0 || r + k * y >= n || c + k * x < 0 || c + k * x >= n) break
            if (at(r + k * y, c + k * x) == "3") break
            lit[r + k * y, c + k * x] = 1
        }
    for (r = 0; r < n; r++) for (c = 0; c < n; c++)
        if (at(r, c) == "0" && !((r, c) in lit) && (last || !found)) { found = 1; a = r; b = c }
    print a, b >"output.txt"
}' input.txt
END
hostile=$(printf 'esc\033[2J\033]0;x\007ape')
mkdir -p field/ada field/bob field/crash field/link field/empty "field/$hostile" \
    "field/<img src=x onerror=alert(1)>\"',=1+1"
cp first.sh field/ada/agent.sh
{ echo 'LAST=1'; cat first.sh; } >field/bob/agent.sh
cp first.sh "field/$hostile/agent.sh"
cp field/bob/agent.sh "field/<img src=x onerror=alert(1)>\"',=1+1/agent.sh"
cp field/bob/agent.sh field/carl.sh
echo 'exit 3' >field/crash/agent.sh
cp first.sh field/link/agent.sh
ln -s /etc/passwd field/link/passwd
echo 'no program' >field/readme.txt

it "programs are found, named by folder or file, and tried; what fails is kept out with its reason"
rm -rf "$TMPDIR"/plywood-* # of those that were killed above
run "$plywood" tournament new programs laser field random --size 4 --games 2 --time none --seed 3
status_is 0
out_has "round-robin of 6 agents"
err_has "crash is kept out: exit-error: ended with exit status 3"
err_has "link is kept out: passwd: "
err_has "empty is kept out"
err_has "readme.txt: neither a folder nor a program"
run "$plywood" tournament run programs --jobs 2
status_is 0
out_has "30 of 30 games; finished"
out_has "kept out   crash: exit-error"
out_has "ada"
out_has "carl"
same "what is left of them" "" "$(ls "$TMPDIR")"

it "hostile names command no terminal and break no format"
run "$plywood" tournament status programs
if LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$temp/out"; then
    problem "a control character in the status"
fi
out_has 'esc\x1b[2J\x1b]0;x\x07ap'
run "$plywood" tournament status programs --json
demand "JSON" "$python" -IS -c 'import json, sys; json.load(open(sys.argv[1]))' "$temp/out"
run "$plywood" tournament report programs -o report.html
status_is 0
grep -q '<img src=x' report.html && problem "markup of a name in the report"

it "programs with the same bytes are the same, wherever they lie, and play the same games"
mkdir -p elsewhere/ada
cp first.sh elsewhere/ada/agent.sh
run "$plywood" tournament replace programs ada elsewhere/ada
status_is 0
out_has "ada: that is the program it has"
run "$plywood" tournament replace programs ada field/crash
status_is 1
out_has "ada: not replaced; the program it has and its games stand"
run "$plywood" tournament status programs --quick
grep -q "kept out   ada" "$temp/out" && problem "a good program was thrown out for a bad one"

it "an agent that cannot be prepared: void games, told, and played when it can be"
for store in voids elsewhere.db; do
    run "$plywood" tournament new $store laser field/ada field/bob random --size 4 --games 2 --time none --seed 5
    status_is 0
    sql $store "CREATE TABLE kept AS SELECT * FROM program" "UPDATE program SET archive = x'00' WHERE hash = (SELECT hash FROM version WHERE id = 1)"
done
run "$plywood" tournament run voids --quiet
status_is 70
err_has "4 games are void, by a failure on our side: the program "
run "$plywood" tournament run voids --jobs 2
status_is 70
out_has "2 of 6 games, 4 void; finished"
sql voids "UPDATE program SET archive = (SELECT archive FROM kept WHERE kept.hash = program.hash)"
run "$plywood" tournament run voids --quiet
status_is 0
same "void games" 0 "$(field voids voids)"
same "games" 6 "$(field voids games)"

it "a host on which an agent cannot be prepared leaves its games to the others, while they live"
sql elsewhere.db "INSERT INTO host (id, name, confinement, missing, speed, detail, alive) VALUES (1, 'x', '', '', 1, '', @now + 1e6)"
"$plywood" tournament run elsewhere.db --quiet 2>"$temp/err" &
pid=$!
while [ "$(field elsewhere.db games)" -lt 2 ] && kill -0 $pid 2>/dev/null; do sleep 0.1; done
sleep 0.5
same "void games while there is another host" 0 "$(field elsewhere.db voids)"
sql elsewhere.db "UPDATE host SET alive = 0 WHERE id = 1"
wait $pid
status=$?
command="run, when the other host is gone"
status_is 70
err_has "left to other hosts: the program "
err_has "4 games are void"

it "an agent that misbehaves in its games loses them, and harms nothing else"
mkdir -p bad/flood
{
    echo 'if [ "$(head -n 1 input.txt)" = 4 ]; then'
    echo '    yes "$(printf "\033[2J<script>\007")" | head -c 300000 >&2; sleep 100 & exit 7'
    echo 'fi'
    cat first.sh
} >bad/flood/agent.sh
run "$plywood" tournament new bad.db laser bad/flood field/ada field/bob --size 4 --games 2 --time none
status_is 0
out_has "of 3 agents"
run "$plywood" tournament run bad.db
status_is 0
out_has "6 of 6 games, 4 faults; finished"
err_has "fault: flood: exit-error"
if cat "$temp/out" "$temp/err" | LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')"; then
    problem "a control character on the terminal"
fi
same "games of the others" 2 "$(games bad.db | grep -v -c ' flood ')"
same "games that it won" 0 "$(games bad.db | awk '($2 == "flood" && $5 == "1-0") || ($3 == "flood" && $5 == "0-1")' | wc -l)"

it "an interrupt does not wait for a program that thinks"
mkdir -p slow
{
    echo 'if [ "$(head -n 1 input.txt)" = 4 ]; then : >output.txt; sleep 1000; fi'
    cat first.sh
} >slow/agent.sh
run "$plywood" tournament new slow.db laser slow random --size 4 --games 2
status_is 0
"$plywood" worker --store slow.db >"$temp/out" 2>"$temp/err" &
pid=$!
command="worker, ended by SIGTERM"
sleep 1 # by then it thinks; if not, the same holds
kill -TERM $pid
wait $pid
status=$?
status_is 130
err_has "0 games are saved"
same "tasks that somebody holds" 0 "$(field slow.db tasks_leased)"

it "an anonymous tournament shows aliases, which staff can look up"
run "$plywood" tournament new secret laser field/ada field/bob --size 4 --games 2 --time none --anonymous
status_is 0
run "$plywood" tournament run secret
status_is 0
! grep -q -w -e ada -e bob "$temp/out" || problem "a name: $(cat "$temp/out")"
alias=$("$plywood" tournament names secret | sed -n 's/	ada$//p')
out_has "$alias"

it "nothing is written onto the tournament itself, under whatever name"
cp whole own
ln -s own link
for words in "report own --output own" "export own --output link" "report link --output ./own"; do
    # shellcheck disable=SC2086 # a list of words
    run "$plywood" tournament $words
    status_is 2
    err_is_one_line
    err_has "is the tournament's own file"
done
same "games" 60 "$(games own | wc -l)"

it "games that fail on our side are told by the status, in silence too"
run "$plywood" tournament new ours laser field/ada random --size 4 --games 2 --time none
status_is 0
"$python" -IS -c 'import sqlite3
store = sqlite3.connect("ours")
store.execute("UPDATE program SET archive = ?", (b"no archive",))
store.commit()'
run "$plywood" worker --store ours --quiet
status_is 70
run "$plywood" tournament run ours --quiet
status_is 70
err_is_one_line

it "lists that name themselves or one another are refused"
echo 'a = ring1' >ring2
echo 'a = ring2' >ring1
echo ring >ring
for list in ring ring1; do
    run "$plywood" tournament new x laser $list random --size 4
    status_is 2
    err_is_one_line
    err_has "a list in a list"
done

it "a store whose maker was killed is no tournament, and can be made again"
new half
sql half "UPDATE meta SET settings = ''" "DELETE FROM agent" "DELETE FROM version"
run "$plywood" tournament run half
status_is 2
err_has "there is no tournament in it"
new half
out_has "of 5 agents"
for moment in 0.01 0.02 0.03 0.05; do
    # shellcheck disable=SC2086 # a list of words
    "$plywood" tournament new "kill$moment" laser $built_in field/ada --size 4 --time none >/dev/null 2>&1 &
    pid=$!
    sleep $moment
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    if "$plywood" tournament status "kill$moment" --quick >/dev/null 2>&1; then
        same "agents" 6 "$("$plywood" tournament names "kill$moment" | wc -l)"
    else
        new "kill$moment"
    fi
done

it "what is wrong is refused in one line"
run "$plywood" tournament new whole laser random greedy
status_is 2
err_is_one_line
err_has "whole is there already"
run "$plywood" tournament run nowhere
status_is 2
err_is_one_line
run "$plywood" tournament run whole --slurm
status_is 2
err_has "--slurm needs a store that all nodes reach"
run "$plywood" tournament new x laser random greedy --format odd
status_is 2
err_is_one_line
run "$plywood" tournament new x laser random greedy --format knock-out --games 3
status_is 2
err_has "a knock-out has an even number of games"
run "$plywood" tournament new x laser random greedy --best-of --games 255
status_is 2
err_is_one_line
err_has "an encounter has at most 254 games, not 255"
run "$plywood" tournament new x laser nosuchagent greedy
status_is 2
[ ! -e x ] || problem "a store was left"
run "$plywood" tournament odd whole
status_is 2
run "$plywood" worker
status_is 2
err_is_one_line

finish
