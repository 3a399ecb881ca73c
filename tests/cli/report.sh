#!/bin/sh
# The report of a tournament: one file, well-formed, self-contained, harmless whatever agents are
# called and say, and silent about names where they are hidden.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh

# report STORE ARGUMENTS…: makes it and has it checked.
report() {
    store=$1
    shift
    run "$plywood" tournament report "$store" --output "$temp/report.html"
    status_is 0
    demand "report.py" "$python" -IS "$tools/report.py" "$temp/report.html" "$@"
}

# A field of strangers: names that are markup, a program that never works, and one that fails in
# every game, after a first move that is good.
hostile='</script><script>alert(1)</script>'
turned=$(printf 'ab\342\200\256dc\033[31m"><img src=y onerror=alert(2)>')
cat >"$temp/broken" <<'END'
#!/bin/sh
echo '<b>I never work</b>' >&2
exit 3
END
cat >"$temp/failing" <<END
#!/bin/sh
if [ "\$(tail -n +2 input.txt | tr -cd 12 | wc -c)" -gt 1 ]; then
    echo "<u>my last words</u>" >&2
    exit 3
fi
exec "$plywood" move --agent greedy
END
chmod +x "$temp/broken" "$temp/failing"
cat >"$temp/list" <<END
$hostile = greedy
$turned = cmd:$temp/failing
Nemo = cmd:$temp/broken
Randy = random
END

it "a report is well-formed, asks for nothing, and shows what strangers wrote as text"
run "$plywood" tournament new "$temp/a.store" laser "$temp/list" \
    --size 5 --games 4 --seed 3 --sandbox off --title "<i>Class</i> & co"
status_is 0
run "$plywood" tournament run "$temp/a.store" --jobs 1
status_is 0
report "$temp/a.store" "<i>Class</i> & co" "$hostile" 'ab\u202edc\x1b[31m"><img' "Round robin" \
    "What is certain" "Cross table" "Places" "The assumption" "Failed its smoke test: " Nemo \
    "exit-error" "<u>my last words</u>" "Elo of play alone"
same "chances: two neighbours, six couples in the cross table" 8 \
    "$(grep -o '; stronger with [0-9]* %"' "$temp/report.html" | wc -l)"

it "every game has its replay, from pictures alone"
same "replays" 12 "$(grep -c '"changes":"' "$temp/report.html")"

it "a report of nothing yet says so"
run "$plywood" tournament new "$temp/c.store" laser greedy random --size 4 --seed 3
status_is 0
report "$temp/c.store" "No host has played yet" "No game has been played"
grep -q '</span>4 × 4</p><h1><bdi>Laser Checkmate</bdi></h1>' "$temp/report.html" ||
    problem "the heading: $(grep '<h1>' "$temp/report.html")"

it "an anonymous report tells no name, no path and nothing that programs wrote"
run "$plywood" tournament new "$temp/d.store" laser "$temp/list" \
    --size 5 --games 2 --seed 3 --sandbox off --anonymous
status_is 0
run "$plywood" tournament run "$temp/d.store" --jobs 1
status_is 0
report "$temp/d.store" "aliases" "exit-error" "Failed its smoke test" \
    --not Randy Nemo alert "last words" "never work" "$temp"

# by_alias WHERE: aliases on standard input, a line each, are all of those expected and sorted.
by_alias() {
    cat >"$temp/listed"
    same "aliases of $1" "$(sort "$temp/aliases")" "$(cat "$temp/listed")"
}

it "an anonymous list before the first game tells no order of entry, nor does that of those kept out"
for i in 1 2 3 4 5 6 7 8; do
    mkdir -p "$temp/class/$i" && echo 'exit 3' >"$temp/class/$i/agent.sh"
    echo "agent$i = random"
done >"$temp/class.list"
for words in "--games 2" "--until-certain"; do
    rm -f "$temp/o.store"
    # shellcheck disable=SC2086 # a list of words
    run "$plywood" tournament new "$temp/o.store" laser "$temp/class.list" "$temp/class" --size 4 \
        --anonymous --sandbox off --depth 1 --seed 1 $words
    status_is 0
    "$plywood" tournament names "$temp/o.store" | sed -n 's/\tagent.*//p' >"$temp/aliases"
    "$plywood" tournament status "$temp/o.store" | awk '/random|^ *1 / { print $2 }' | by_alias status
    "$plywood" tournament names "$temp/o.store" | grep -v agent | cut -f 1 >"$temp/aliases"
    "$plywood" tournament status "$temp/o.store" | sed -n 's/^kept out *//p' | by_alias "kept out"
done

it "ids are drawn, so neither games nor their order tell who was entered first"
names=""
for i in 1 2 3; do
    rm -f "$temp/o.store"
    run "$plywood" tournament new "$temp/o.store" laser "$temp/class.list" --size 4 --anonymous \
        --depth 1 --seed 1 --games 2
    status_is 0
    names="$names$("$plywood" tournament names "$temp/o.store" | cut -f 2 | tr '\n' ' ')
"
done
same "orders of entry" 3 "$(printf '%s' "$names" | sort -u | wc -l)"
run "$plywood" tournament run "$temp/o.store" --quiet
status_is 0
report "$temp/o.store" aliases
cat >"$temp/orders.py" <<'END'
import json, re, sys
data = json.loads(re.search(r'id="data">(.*?)</script>', open(sys.argv[1]).read(), re.S).group(1))
both = {(g["a"], g["b"]) for g in data["games"]}
sys.exit(0 if all((b, a) in both for a, b in both) else "a couple is told in one order alone")
END
demand "couples in both orders" "$python" -IS "$temp/orders.py" "$temp/report.html"
for format in csv json; do
    run "$plywood" tournament export "$temp/o.store" --format $format
    cp "$temp/out" "$temp/export.$format"
done
"$python" -IS - "$temp/o.store" >"$temp/secrets" <<'END'
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
for key, seed in store.execute("SELECT key, seed FROM game"):
    print(key, seed, sep="\n")
END
[ -s "$temp/secrets" ] || problem "no keys"
! grep -qFf "$temp/secrets" "$temp/export.csv" "$temp/export.json" || problem "a key or a seed is told"

thoroughly || finish # what follows needs curl

# start OPTION…: a server; $base is its address without the last slash.
server=""
trap 'kill "$server" 2>/dev/null; rm -rf "$temp"' EXIT
start() {
    : >"$temp/server"
    "$plywood" serve "$@" >"$temp/server" 2>"$temp/server.err" &
    server=$!
    patiently grep -q http "$temp/server"
    base=$(sed -n 's/.* \(http:[^ ]*\)\/ .*/\1/p' "$temp/server")
}

# told PATH EXPRESSION…: the answer is JSON and these hold for d.
told() {
    path=$1
    shift
    run curl -s -m "$patience" "$base$path"
    status_is 0
    cp "$temp/out" "$temp/told"
    demand "$path" "$python" -IS "$tools/readjson.py" "$@" <"$temp/told"
}

it "the page's calls tell standings, cross table and games, and no name of an anonymous tournament"
start --tournament "$temp/d.store"
told /api/tournament "d['tournament']['games'] == 6" "d['tournament']['finished']" \
    "len(d['tournament']['rows']) == 3" "d['tournament']['rows'][0]['worst'] <= 3"
cat "$temp/told" >"$temp/all"
told /api/tournament/cross "len(d['cross']) == 3" "d['cross'][0].startswith('2:')"
cat "$temp/told" >>"$temp/all"
told /api/tournament/games "len(d['games']) == 6" "d['games'][0]['id'] > d['games'][5]['id']"
cat "$temp/told" >>"$temp/all"
told "/api/tournament/games?id=3" "[g['id'] for g in d['games']] == [3]"
told "/api/tournament/games?of=nobody" "d['games'] == []"
alias=$("$plywood" tournament names "$temp/d.store" | sed -n 's/\tRandy$//p')
told "/api/tournament/games?of=$alias" "len(d['games']) == 4" \
    "all('$alias' in g['names'] for g in d['games'])"
told "/api/tournament/games?of=$alias&and=nobody" "d['games'] == []"
told "/api/tournament/games?of=nobody&and=$alias" "d['games'] == []"
told "/api/tournament/games?of=Randy" "d['games'] == []"
told "/api/tournament/games?id=99" "d['games'] == []"
for id in -1 0 x 99999999999999999999 ""; do
    told "/api/tournament/games?id=$id" "'expected a game' in d['error']"
done
for word in Randy Nemo alert "last words" "$temp"; do
    grep -qF -e "$word" "$temp/all" && problem "a call tells $word"
done
kill "$server"
wait "$server" 2>/dev/null

it "a server without a tournament says so, and one that cannot read it does not start"
start
told /api/tournament "d['tournament'] is None"
told /api/tournament/cross "'without a tournament' in d['error']"
kill "$server"
wait "$server" 2>/dev/null
run "$plywood" serve --tournament "$temp/nowhere"
status_is 2
err_is_one_line

finish
