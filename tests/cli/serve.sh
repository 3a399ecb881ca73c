#!/bin/sh
# plywood serve: its calls, its guard, its limits, as curl sees them; in short, one page and one call.
. tests/tap.sh
out=$temp/out

# start OPTION…: a server on a port of its own; $base is its address without the last slash.
start() {
    : >"$temp/server" # what an earlier one has said there is not to be taken for this one's
    "$plywood" serve "$@" >"$temp/server" 2>"$temp/server.err" &
    server=$!
    patiently grep -q http "$temp/server"
    base=$(sed -n 's/.* \(http:[^ ]*\)\/\(?[^ ]*\)\{0,1\} .*/\1/p' "$temp/server")
}
# stop: ends it as Ctrl-C does; $status is its exit status.
stop() {
    kill -INT "$server"
    wait "$server"
    status=$?
    command="plywood serve"
}
trap 'kill "$server" 2>/dev/null; rm -rf "$temp"' EXIT

if ! thoroughly; then
    it "a page and a call are answered, and an interrupt ends it"
    start
    cat >"$temp/client.py" <<'END'
import json, sys, urllib.request
ask = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
with ask(sys.argv[1] + "/") as page:
    assert page.headers["Content-Type"].startswith("text/html"), page.headers
    assert "Plywood" in page.read().decode()
with ask(sys.argv[1] + "/api/games") as games:
    names = [game["name"] for game in json.load(games)["games"]]
    assert sorted(names) == ["fruit", "halma", "laser", "reversi"], names
with ask(sys.argv[1] + "/api/new", b'{"game":"fruit","size":4}') as fresh:
    assert json.load(fresh)["position"]["size"] == 4
END
    demand "answers" "$python" -IS "$temp/client.py" "$base"
    stop
    status_is 0
    finish
fi

# get PATH [OPTION…], post PATH BODY [OPTION…]: the answer is in $out, its status in $code.
get() {
    path=$1
    shift
    command="GET $path"
    code=$(curl -s -m "$patience" --path-as-is -o "$out" -D "$temp/head" -w '%{http_code}' "$@" "$base$path")
}
post() {
    path=$1 body=$2
    shift 2
    get "$path" -d "$body" "$@"
}
code_is() { same "status of $command" "$1" "$code"; }
# json EXPRESSION…, lines EXPRESSION…: the answer is JSON, or lines of it, and they hold for d.
json() { demand "JSON of $command" "$python" -IS "$tools/readjson.py" "$@" <"$out"; }
lines() {
    grep -v '^$' "$out" >"$temp/lines"
    demand "JSON lines of $command" "$python" -IS "$tools/readjson.py" --lines "$@" <"$temp/lines"
}
# member NAME: the text of the first member of that name, as JSON writes it.
member() { grep -o "\"$1\":\"[^\"]*\"" "$out" | sed -n '1s/^[^:]*:"\(.*\)"$/\1/p'; }

for setup in "fruit --size 5" "reversi --size 6" "laser --size 5" "halma --plies 20"; do
    # shellcheck disable=SC2086 # a game and its options
    set -- $setup
    "$plywood" match "$@" plywood greedy --games 2 --nodes 100 --seed 3 --record "$temp/$1.rec" >"$temp/match" 2>&1
done
mkdir "$temp/records"
mv "$temp/halma.rec" "$temp/laser.rec" "$temp/records"
echo "no record" >"$temp/records/other"
# a nap that no other test takes
nap=98765$$
start --record "$temp/fruit.rec" --record "$temp/reversi.rec" --records "$temp/records" \
    --opponent fruit/greedy=greedy --opponent fruit/broken=cmd:false \
    --opponent "fruit/sleeper=cmd:sleep $nap" \
    --opponent "fruit/counter=cmd:echo >>playdata.txt; [ \$(wc -l <playdata.txt) -lt 3 ] && $plywood move --agent greedy" \
    --opponent "fruit/clock=cmd:grep -q '^60' input.txt && exit 4; exit 3"

it "serves the pages and nothing else"
get /
code_is 200
grep -qi '^content-type: text/html' "$temp/head" || problem "no HTML"
for path in /nothing /../Makefile /..%2fMakefile /serve/pages/index.html /%2e%2e/%2e%2e/etc/passwd //etc/passwd; do
    get "$path"
    case $code in 404 | 400) ;; *) problem "$path got status $code" ;; esac
done
get /play/anything
code_is 200

it "every answer has the strict headers"
for path in / /api/games /api/nothing /nothing; do
    get "$path"
    for header in "content-security-policy: default-src 'self'" "x-content-type-options: nosniff" \
        "referrer-policy: no-referrer" "x-frame-options: deny"; do
        grep -qi "^$header" "$temp/head" || problem "$path lacks $header"
    done
done

it "style and script within the document are ours by a word that is new each time"
nonces=""
for _ in 1 2; do
    get /
    nonce=$(sed -n "s/.*script-src 'self' 'nonce-\([0-9a-f]\{32\}\)'; style-src 'self' 'nonce-\1'.*/\1/p" "$temp/head")
    [ -n "$nonce" ] || problem "no nonce: $(cat "$temp/head")"
    case $nonces in *"$nonce"*) problem "the nonce $nonce comes again" ;; esac
    nonces="$nonces $nonce"
    same "elements with it" 3 "$(grep -c "nonce=\"$nonce\"" "$out")"
    same "elements with any" 3 "$(grep -c '<[a-z]* nonce=' "$out")"
    grep -qi unsafe "$temp/head" && problem "the policy is lax"
    grep -q '{{' "$out" && problem "something is left open in the document"
done
get /style.css
grep -qi nonce "$temp/head" && problem "a file has a nonce"

it "the document brings what can be played and a fresh game"
get /
sed -n 's/.*id="known">\(.*\)<\/script>.*/\1/p' "$out" >"$temp/known"
mv "$temp/known" "$out"
json 'len(d["known"]["games"]) == 4' 'd["first"]["position"]["game"] == "fruit"' \
    'd["first"]["position"]["input"] == d["first"]["start"]'
cp "$out" "$temp/known"
get /
sed -n 's/.*id="known">\(.*\)<\/script>.*/\1/p' "$out" | cmp -s - "$temp/known" &&
    problem "two visits got the same board"

it "an address that is none has words for people and for programs"
get /nothing -H 'Accept: text/html,*/*;q=0.8'
code_is 404
grep -q 'id="main"' "$out" || problem "not the document"
get /nothing
code_is 404
json 'd == {"error": "there is no such page"}'
get '/api/<b>' -H 'Accept: text/html'
code_is 404
grep -q '<a href="/">' "$out" || problem "no way back"
get / -H 'Accept: text/html' -H "Host: evil.example"
code_is 403
grep -q '<p>The reason: this server' "$out" || problem "no page: $(cat "$out")"

it "a connection serves several requests, and ends after a fault"
curl -s -m "$patience" -o "$out" -o "$out" -w '%{num_connects} ' "$base/style.css" "$base/api/games" >"$temp/connects"
same "connections opened" "1 0 " "$(cat "$temp/connects")"
curl -s -m "$patience" -o "$out" -o "$out" -w '%{num_connects} ' "$base/nothing" "$base/style.css" >"$temp/connects"
same "connections opened after a fault" "1 1 " "$(cat "$temp/connects")"

it "a page that has not changed is not sent again"
get /style.css
tag=$(sed -n 's/^ETag: \("[^"]*"\).*/\1/p' "$temp/head")
get /style.css -H "If-None-Match: $tag"
code_is 304
get / -I
code_is 200

it "files are compressed for those who take it, and kept for ever under their version"
get /more.js
plain=$(wc -c <"$out")
grep -qi '^content-encoding' "$temp/head" && problem "compressed without being asked"
cp "$out" "$temp/plain"
get /more.js -H 'Accept-Encoding: br, gzip;q=0.5'
grep -qi '^content-encoding: gzip' "$temp/head" || problem "not compressed"
demand "gzip of more.js" gzip -t <"$out"
demand "a third of it" test "$(wc -c <"$out")" -lt $((plain / 2))
gzip -dc <"$out" | cmp -s - "$temp/plain" || problem "compressed it is another file"
get /more.js -H 'Accept-Encoding: gzip;q=0, x-gzip'
grep -qi '^content-encoding' "$temp/head" && problem "compressed against the client's will"
get / -H 'Accept-Encoding: gzip'
grep -qi '^content-encoding: gzip' "$temp/head" || problem "the document is not compressed"
demand "gzip of the document" gzip -t <"$out"
demand "less than 40 kB" test "$(wc -c <"$out")" -lt 40000
gzip -dc <"$out" >"$temp/document"
nonce=$(sed -n "s/.*script-src 'self' 'nonce-\([0-9a-f]\{32\}\)'.*/\1/p" "$temp/head")
same "elements with the nonce" 3 "$(grep -c "nonce=\"$nonce\"" "$temp/document")"
sed -n 's/.*type="importmap">\(.*\)<\/script>.*/\1/p' "$temp/document" >"$out"
json 'd["imports"]["/more.js"].startswith("/more.js?v=")' 'len(d["imports"]) >= 2'
versioned=$(sed -n 's/.*"\/more.js":"\([^"]*\)".*/\1/p' "$temp/document" | sed 's/\\//g')
get "$versioned"
grep -qi '^cache-control: max-age=31536000, immutable' "$temp/head" || problem "$versioned is not kept"
get "/more.js?v=1-1"
grep -qi '^cache-control: no-cache' "$temp/head" || problem "an old version is kept"
get "$(grep -o '/pictures.svg?v=[-0-9]*' "$temp/document" | head -n 1)"
grep -qi '^cache-control: max-age=31536000, immutable' "$temp/head" || problem "the pictures are not kept"
same "versions of the pictures" 1 "$(grep -o '/pictures.svg?v=[-0-9]*' "$temp/document" | sort -u | wc -l)"

it "the whole site is smaller than 300 kB, and 100 kB as it is sent"
total=0
sent=0
site=$temp/site
mkdir "$site"
cp "$top"/src/serve/pages/*.html "$top"/src/serve/pages/*.svg "$site"
for part in first more; do
    "$top/src/serve/bundle" "$top/src/serve/pages/app.js" $part >"$site/$part.js"
done
for module in "$top"/src/games/*/page.js; do
    game=$(basename "$(dirname "$module")")
    "$top/src/serve/bundle" "$top/src/serve/pages/app.js" game "$game" "$module" >"$site/game-$game.js"
done
pictures="$(ls "$top"/src/games/*/pictures/kind*.svg) $(ls "$top"/src/games/*/pictures/icon.svg)"
"$top/src/serve/pictures" svg $pictures >"$site/pictures.svg"
{ "$top/src/serve/tight" "$top/src/serve/pages/style.css" "$top"/src/games/*/page.css && "$top/src/serve/pictures" css $pictures; } >"$site/style.css"
for file in "$site"/*; do
    get "/$(basename "$file")"
    code_is 200
    case $file in
    *.html) ;; # data are put into it
    *) cmp -s "$file" "$out" || problem "$file is not what is served" ;;
    esac
    case $file in
    */first.js | */style.css) continue ;; # no browser asks for them: they are in the document
    esac
    total=$((total + $(wc -c <"$out")))
    get "/$(basename "$file")" -H 'Accept-Encoding: gzip'
    sent=$((sent + $(wc -c <"$out")))
done
[ "$total" -lt 300000 ] || problem "$total bytes"
[ "$sent" -lt 100000 ] || problem "$sent bytes are sent"

it "the first game's module is in the document, the others have addresses"
get /
module=$(grep -c "^modules\['/game-.*\.js'\] = " "$out")
same "modules in the document" 1 "$module"
get /api/games
json 'all(g["module"] for g in d["games"])'
get /game-nothing.js
code_is 404

it "a page.js that the first script cannot serve, and odd pictures, are refused when built"
mkdir -p "$temp/odd/pictures"
printf "import { Editor } from '/editor.js';\nexport const page = { Editor };\n" >"$temp/odd/page.js"
run "$top/src/serve/bundle" "$top/src/serve/pages/app.js" game odd "$temp/odd/page.js"
status_is 1
err_has "it imports /editor.js, which is no part of the first script"
run "$top/src/serve/bundle" "$top/src/serve/pages/app.js" game odd "$temp/odd/none.js"
status_is 1
err_has "none.js: cannot read: it is empty or not there"
printf '<svg viewBox="0 0 9 9">\n</svg>\n' >"$temp/odd/pictures/icon.svg"
run "$top/src/serve/pictures" svg "$temp/odd/pictures/icon.svg"
status_is 1
err_has "expected an svg of 64 x 64"
cp "$(ls "$top"/src/games/*/pictures/icon.svg | head -1)" "$temp/odd/pictures/other.svg"
run "$top/src/serve/pictures" css "$temp/odd/pictures/other.svg"
status_is 1
err_has "expected icon.svg or kind0.svg to kind9.svg"

it "refuses other hosts and other pages"
get /api/games -H "Host: evil.example:8642"
code_is 403
get / -H "Host: evil.example"
code_is 403
get /api/games -H "Origin: http://evil.example"
code_is 403
get /api/games -H "Origin: null"
code_is 403
get /api/games -H "Sec-Fetch-Site: cross-site"
code_is 403
get /api/games -H "Origin: $base" -H "Sec-Fetch-Site: same-origin"
code_is 200

it "lists games, levels and opponents"
get /api/games
code_is 200
json 'sorted(g["name"] for g in d["games"]) == ["fruit", "halma", "laser", "reversi"]' \
    'all(len(g["levels"]) >= 6 and g["levels"][-1]["elo"] == 0 for g in d["games"])' \
    '[o["id"] for o in d["opponents"]] == ["greedy", "broken", "sleeper", "counter", "clock"]' \
    'all(o["game"] == "fruit" for o in d["opponents"])'

it "makes new games, the same ones from the same seed"
post /api/new '{"game":"laser","size":7,"blocks":3,"seed":11}'
code_is 200
json 'd["position"]["size"] == 7' 'sum(r.count("#") for r in d["position"]["rows"]) == 3' 'd["seed"] == 11'
cp "$out" "$temp/first"
post /api/new '{"game":"laser","size":7,"blocks":3,"seed":11}'
same_file "$temp/first" "$out"

it "Fruit Rage: a move is a region, its effect and gain are told"
fruit='3\n2\n300.0\n010\n110\n001\n'
striped='4\n4\n300.0\n0123\n0123\n3210\n3210\n'
post /api/position "{\"start\":\"$fruit\",\"moves\":[\"A3\"]}"
code_is 200
json 'd["position"]["game"] == "fruit" and d["position"]["ply"] == 1 and d["position"]["side"] == 1' \
    'd["position"]["score"] == [4, 0]' 'd["position"]["last"]["cells"] == [[2, 0], [2, 1]]' \
    'd["position"]["last"]["gain"] == 4' \
    'sum(len(m["cells"]) for m in d["position"]["legal"]) == 7'

it "Halma: a chain of jumps is a path"
post /api/new '{"game":"halma"}'
start=$(member start)
post /api/position "{\"game\":\"halma\",\"start\":\"$start\"}"
json 'len(d["position"]["legal"]) > 10' \
    'all(m["path"][0] == m["cells"][0] and m["path"][-1] == m["cells"][1] for m in d["position"]["legal"])' \
    'any(m["move"] == "2,0-4,2" and m["cells"] == [[0, 2], [2, 4]] for m in d["position"]["legal"])'

it "Land bidding: flips, and the end in words"
post /api/new '{"game":"reversi","size":4}'
start=$(member start)
json '[m["effect"] for m in d["position"]["legal"] if m["move"] == "0,1"] == [[[1, 1]]]'
post /api/position "{\"game\":\"reversi\",\"start\":\"1\\nSCORE 1 0\\n((1,0,0,0),(0,0,0,0),(0,0,0,0),(0,0,0,0))\\n\"}"
json 'd["position"]["over"] and d["position"]["winner"] == 0 and d["position"]["legal"] == []' \
    'd["position"]["meaning"] == "First wins: the side to move has nothing to claim, which ends the game; more land wins."'

it "a board set up by hand is written as its game's position file"
post /api/compose "{\"start\":\"$fruit\",\"cells\":[[0,0,0],[5,0,1],[1,2,3]]}"
code_is 200
json 'd == {"input": "3\n5\n300.0\n***\n4*0\n012\n"}'
post /api/compose "{\"game\":\"reversi\",\"start\":\"$start\",\"side\":1,\"cells\":[[1,0,0,0],[0,2,2,0],[0,0,0,0],[0,0,0,0]]}"
json 'd == {"input": "2\nSCORE 1 2\n((1, 0, 0, 0), (0, 2, 2, 0), (0, 0, 0, 0), (0, 0, 0, 0))\n"}'
post /api/compose '{"game":"laser","start":"2\n00\n00\n","cells":[[1,3],[2,0]]}'
json 'd == {"input": "2\n13\n20\n"}'
get '/api/record?id=halma.rec'
camps=$(sed -n 's/.*"start":"\([^"]*\)".*/\1/p' "$out" | head -n 1)
empty=$(yes '[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],' | head -n 15 | tr -d '\n')
post /api/compose "{\"start\":\"$camps\",\"side\":0,\"cells\":[$empty[1,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]}"
json 'd["input"] == "GAME\nBLACK\n300.0\n" + 15 * (16 * "." + "\n") + "BW" + 14 * "." + "\n"'
get /api/games
json 'all(g["brushes"][0] == {"name": "empty", "paint": 0} for g in d["games"])' \
    '{g["name"]: len(g["brushes"]) for g in d["games"]} == {"fruit": 11, "halma": 3, "reversi": 3, "laser": 4}' \
    'sorted(g["name"] for g in d["games"] if g["has_mover"]) == ["halma", "reversi"]' \
    '[g["name"] for g in d["games"] if not g["counts"]] == ["halma"]'

it "every level answers with a legal move"
for level in 1 2 3 4 5 6 7 8; do
    post /api/move "{\"game\":\"reversi\",\"start\":\"$start\",\"level\":$level,\"seconds\":0.2}"
    code_is 200
    json 'd["move"] in ("0,1", "1,0", "2,3", "3,2")' 'd["line"][0] == d["move"]'
done

it "an opponent that the server was started with moves, and no other"
post /api/move "{\"start\":\"$fruit\",\"opponent\":\"greedy\"}"
code_is 200
json 'd["move"] in ("A1", "A3", "B3", "A2", "C2", "C1", "B1", "C3")'
post /api/move "{\"start\":\"$fruit\",\"opponent\":\"broken\"}"
code_is 502
json '"error" in d and d["verdict"] in ("exit-error", "no-answer")'
post /api/move "{\"start\":\"$fruit\",\"opponent\":\"cmd:touch $temp/started\"}"
code_is 400
[ ! -e "$temp/started" ] || problem "a program was started"

it "a move comes with the position after it, as /api/position has it"
for game in fruit halma reversi laser; do
    post /api/new "{\"game\":\"$game\"}"
    asked="\"game\":\"$game\",\"start\":\"$(member start)\""
    by="\"level\":1"
    moves=
    for _ in 1 2 3; do
        post /api/move "{$asked,\"moves\":[$moves],$by}"
        code_is 200
        moves="$moves${moves:+,}\"$(member move)\""
        cp "$out" "$temp/moved"
        post /api/position "{$asked,\"moves\":[$moves]}"
        printf '[%s,%s]' "$(cat "$temp/moved")" "$(cat "$out")" >"$temp/both"
        cp "$temp/both" "$out"
        json 'd[0]["position"] == d[1]["position"]'
        [ "$game" = fruit ] && by="\"opponent\":\"greedy\""
    done
done

it "an opponent keeps its playdata.txt for a game, and for that game alone"
made=""
for _ in 1 2; do
    post /api/move "{\"start\":\"$striped\",\"moves\":[$made],\"opponent\":\"counter\"}"
    code_is 200
    made="$made${made:+,}\"$(member move)\""
    post /api/move "{\"start\":\"$striped\",\"moves\":[$made],\"level\":1}"
    made="$made,\"$(member move)\""
done
post /api/move "{\"start\":\"$fruit\",\"opponent\":\"counter\"}"
code_is 200
post /api/move "{\"start\":\"$striped\",\"moves\":[$made],\"opponent\":\"counter\"}"
code_is 502
json 'd["verdict"] == "exit-error"'
post /api/move "{\"start\":\"$striped\",\"moves\":[$made],\"opponent\":\"counter\"}"
code_is 200

it "a seat is no good for a game in which its own move was taken back"
made=""
for _ in 1 2; do
    post /api/move "{\"start\":\"$striped\",\"moves\":[$made],\"opponent\":\"counter\"}"
    code_is 200
    before=$made
    answer=$(member move)
    made="$made${made:+,}\"$answer\""
    post /api/move "{\"start\":\"$striped\",\"moves\":[$made],\"level\":1}"
    made="$made,\"$(member move)\""
done
post /api/position "{\"start\":\"$striped\",\"moves\":[$before]}"
other=$(sed 's/.*"legal"://' "$out" | grep -o '"move":"[^"]*"' | grep -v "\"$answer\"" | sed -n '1s/"move"://p')
made="$before,$other"
post /api/move "{\"start\":\"$striped\",\"moves\":[$made],\"level\":1}"
made="$made,\"$(member move)\""
post /api/move "{\"start\":\"$striped\",\"moves\":[$made],\"opponent\":\"counter\"}"
code_is 200

it "an opponent has a minute for its move at the most, whatever the clock says"
post /api/move "{\"start\":\"$fruit\",\"opponent\":\"clock\",\"clock\":{\"remaining\":1e6},\"seconds\":86400}"
json 'd["detail"] == "ended with exit status 4"'
post /api/move "{\"start\":\"$fruit\",\"opponent\":\"clock\",\"clock\":{\"remaining\":59}}"
json 'd["detail"] == "ended with exit status 3"'

it "a hint has its reason"
post /api/hint "{\"start\":\"$fruit\",\"seconds\":2}"
json 'd["proven"] and d["reason"].startswith("Takes ") and "a proven " in d["reason"]'
post /api/hint "{\"game\":\"reversi\",\"start\":\"$start\",\"seconds\":0.1}"
json 'd["reason"].startswith("Turns 1 square over and leaves 3 replies; ")'

it "an analysis comes in lines and ends when all is proven"
post /api/analyze "{\"start\":\"$fruit\",\"lines\":3}"
code_is 200
lines 'd[-1]["done"] and d[-1]["proven"]' 'len(d[-1]["lines"]) == 3' \
    'all(l["proven"] for l in d[-1]["lines"])' \
    'all(x["value"] >= y["value"] for x, y in zip(d[-1]["lines"], d[-1]["lines"][1:]))'

it "a review goes from the last move to the first and sums up"
moves='"A3","C2","A3","A3"'
post /api/review "{\"start\":\"$fruit\",\"moves\":[$moves],\"seconds_per_move\":0.2}"
lines 'd[0] == {"plies": 4}' '[m["ply"] for m in d[1:-1]] == [3, 2, 1, 0]' \
    'all(m["loss"] >= 0 and m["proven"] for m in d[1:-1])' \
    'd[3]["best"] == "A3" and d[3]["best_value"] == 9 and d[3]["value"] == -15 and d[3]["loss"] == 24' \
    'd[3]["verdict"] == "this was won by 9; now it is lost by 15"' \
    'd[-1]["summary"]["costliest"][0]["loss"] == 24' \
    'd[-1]["summary"]["accuracy"][1] < 60'

it "records: listed, read and watched by their ids alone"
get /api/records
json '[r["id"] for r in d["records"]] == ["fruit.rec", "reversi.rec", "halma.rec", "laser.rec"]' \
    'all(r["finished"] == 2 and not r["running"] and sum(r["score"]) == 2 for r in d["records"])'
get '/api/record?id=reversi.rec'
json 'len(d["games"]) == 2' 'all(len(g["moves"]) == g["plies"] == len(g["values"]) for g in d["games"])' \
    'd["games"][0]["names"] == d["games"][1]["names"][::-1]' 'd["summary"]["games"] == 2'
for id in other ../fruit.rec "$temp/fruit.rec" /etc/passwd ''; do
    get "/api/record?id=$id"
    code_is 404
    get "/api/watch?id=$id"
    code_is 404
done

it "a record is watched while it is being written"
head -n 5 "$temp/fruit.rec" >"$temp/records/live.rec"
: >"$temp/events" # a shell empties it only when it comes to the call
curl -s -N -m "$patience" "$base/api/watch?id=live.rec&from=3" >"$temp/events" &
watcher=$!
patiently grep -q '^id: 5$' "$temp/events"
sed -n '6,$p' "$temp/fruit.rec" >>"$temp/records/live.rec"
wait $watcher
same "events" "$(sed -n '3,$p' "$temp/fruit.rec")" "$(sed -n 's/^data: \({"event.*\)/\1/p' "$temp/events")"
same "end" "event: end" "$(grep event: "$temp/events" | tail -n 1)"
same "first id" "id: 3" "$(grep '^id:' "$temp/events" | head -n 1)"

it "a record that is cut or replaced is told anew, from its beginning"
head -n 5 "$temp/fruit.rec" >"$temp/records/live.rec"
: >"$temp/events" # a shell empties it only when it comes to the call
curl -s -N -m "$patience" "$base/api/watch?id=live.rec&from=3" >"$temp/events" &
watcher=$!
patiently grep -q '^id: 5$' "$temp/events"
head -n 1 "$temp/reversi.rec" >"$temp/records/live.rec"
patiently grep -q '^event: anew$' "$temp/events"
sed -n '2,$p' "$temp/reversi.rec" >>"$temp/records/live.rec"
wait $watcher
same "lines before and after" "3 4 5 anew 1 2" \
    "$(sed -n '/^event: writer/d; s/^id: //p; s/^event: //p' "$temp/events" | head -n 6 | tr '\n' ' ' | sed 's/ $//')"
same "the end" "event: end" "$(grep event: "$temp/events" | tail -n 1)"

it "no line of a record begins a field of its own, and no number of a line overflows"
printf '{"event":"match"}\n{"a":1}\rid: 999\revent: end\rdata: evil\r\rdata: {}\n{"event":"summary"}\n' \
    >"$temp/records/live.rec"
get '/api/watch?id=live.rec'
same "ids" "1 2 3" "$(sed -n 's/^id: //p' "$out" | tr '\n' ' ' | sed 's/ $//')"
same "carriage returns" 0 "$(tr -cd '\r' <"$out" | wc -c)"
same "ends" 1 "$(grep -c '^event: end' "$out")"
for last in 9223372036854775807 9223372036854775808 99999999999999999999999999 2147483647 -1 x; do
    get '/api/watch?id=live.rec' -H "Last-Event-ID: $last"
    first=1
    [ $last != 2147483647 ] || first=""
    same "first line after $last" "$first" "$(sed -n 's/^id: //p' "$out" | head -n 1)"
done

it "what a record's lines hold commands no terminal: it is escaped as JSON does it"
printf '{"event":"match","a":"\033]0;t\007\177\302\233m\342\200\256\377\363\240\201\201"}\n{"event":"summary"}\n' \
    >"$temp/records/live.rec"
get '/api/watch?id=live.rec'
out_has '"a":"\u001b]0;t\u0007\u007f\u009bm\u202e\ufffd\udb40\udc41"}'
same "other bytes" 0 "$(tr -d '\n -~' <"$out" | wc -c)"
head -n 5 "$temp/fruit.rec" >"$temp/records/live.rec"

it "an agent's games are summed up over the records"
get '/api/agent?id=greedy'
json 'sorted(g["game"] for g in d["games"]) == ["fruit", "halma", "laser", "reversi"]' \
    'all(g["reviewed"] == g["played"] >= 2 for g in d["games"])' \
    'all(sum(p["moves"] for p in g["by_phase"]) == sum(s["moves"] for s in g["by_seat"]) > 0 for g in d["games"])'

# --- what must not go through ---

# refuses STATUS BODY [PATH]
refuses() {
    post "${3:-/api/position}" "$2"
    same "status of $2" "$1" "$code"
    json '"error" in d'
}
it "analysed lines come with their squares"
post /api/analyze "{\"start\":\"$fruit\",\"lines\":2,\"seconds\":2}"
lines 'all(len(l["cells"]) == len(l["line"]) for report in d for l in report["lines"])' \
    'all([2, 0] in l["cells"][0] for l in d[-1]["lines"] if l["move"] == "A3")'

it "what was touched and is no move has a reason"
laser='7\n0000300\n0000000\n0000030\n0000020\n0000000\n0000000\n0030000\n'
post /api/why "{\"start\":\"$laser\",\"touch\":[[3,3]]}"
json 'd["why"] == "A beam from 3,5 covers it."'
post /api/why "{\"start\":\"$laser\",\"touch\":[[0,4]]}"
json 'd["why"] == "A block stands here."'
post /api/why '{"game":"fruit","start":"1\n1\n9\n0\n","moves":["A1"],"touch":[[0,0]]}'
json 'd["why"] == "The game is over."'
for touch in '[]' '[[7,0]]' '[[0]]' '[[0,-1]]' '[[0,0],[0,0],[0,0]]' '[[0,"1"]]' '7'; do
    refuses 400 "{\"start\":\"$laser\",\"touch\":$touch}" /api/why
done
refuses 400 "{\"start\":\"$laser\"}" /api/why

it "lessons come with the positions to try them on"
get "/api/lessons?game=halma"
code_is 200
json 'sum("position" in l for l in d["lessons"]) >= 3' 'all(l["title"] and l["words"] for l in d["lessons"])' \
    'all(l["move"] is None or l["move"] in [m["move"] for m in l["position"]["legal"]] for l in d["lessons"] if "start" in l)' \
    'sum(map(len, d["lessons"][1]["position"]["ground"])) == 256'
get "/api/lessons?game=chess"
code_is 404

it "malformed requests get an answer that says so"
refuses 400 ''
refuses 400 'rubbish'
refuses 400 '[]'
refuses 400 '{"start":5}'
refuses 400 '{"start":"x"}'
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n","moves":[5]}'
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n","moves":["A3","A3","C3","A3","A3"]}'
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n","moves":["Q9"]}'
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n","game":"halma"}'
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n","rules":"othello"}'
refuses 400 '{"start":"","start":""}'
refuses 400 '{"game":"chess"}' /api/new
refuses 400 '{"game":"fruit","size":27}' /api/new
refuses 400 '{"game":"fruit","size":1e99}' /api/new
refuses 400 '{"game":"laser","size":3,"blocks":10}' /api/new
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n"}' /api/move
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n","level":9}' /api/move
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n","level":1,"clock":{"remaining":-1}}' /api/move
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n","lines":9}' /api/analyze
refuses 400 '{"start":"3\n2\n300.0\n010\n110\n001\n"}' /api/review
refuses 400 '{"start":"1\n1\n1\n*\n"}' /api/hint
for cells in '[]' '[[0,0,0],[0,0,0]]' '[[0,0],[0,0],[0,0]]' '[[0,0,0],[0,0],[0,0,0]]' '[[0,0,0],[0,0,0],[0,0,11]]' \
    '[[0,0,0],[0,0,0],[0,0,-1]]' '[[0,0,0],[0,0,0],[0,0,"1"]]' '[0,0,0]' '"***"' 'null'; do
    refuses 400 "{\"start\":\"$fruit\",\"cells\":$cells}" /api/compose
done
refuses 400 "{\"start\":\"$fruit\",\"side\":2,\"cells\":[[0,0,0],[0,0,0],[0,0,0]]}" /api/compose
refuses 400 '{"cells":[[0]]}' /api/compose
refuses 404 '{}' /api/nothing
refuses 405 '{}' /api/games
get /api/new
code_is 405
get / -X DELETE
code_is 405
printf '%s' '{"start":"\xff\xfe"}' >"$temp/body"
get /api/position --data-binary "@$temp/body"
code_is 400

it "bodies and headers are bounded"
head -c 300000 /dev/zero | tr '\0' ' ' >"$temp/huge"
get /api/position --data-binary "@$temp/huge" -H 'Expect:'
code_is 413
get /api/position --data-binary "@$temp/huge" -H 'Expect:' -H 'Transfer-Encoding: chunked'
code_is 413
head -c 200000 /dev/zero | tr '\0' '[' >"$temp/deep"
get /api/position --data-binary "@$temp/deep" -H 'Expect:'
code_is 400
get "/$(head -c 30000 /dev/zero | tr '\0' a)"
case $code in 4?? | 000) ;; *) problem "a long address got $code" ;; esac

it "what is no request for us gets no answer from anybody else"
get /api/games -X OPTIONS -H "Origin: http://evil.example" -H 'Access-Control-Request-Method: POST'
case $code in 4??) ;; *) problem "OPTIONS got $code" ;; esac
get /api/games -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13' \
    -H 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
case $code in 4?? | 200) ;; *) problem "an upgrade got $code" ;; esac
grep -qi '^access-control' "$temp/head" && problem "other pages are let in"
get /play%0d%0aX-Evil:1
case $code in 4?? | 200) ;; *) problem "a line end got $code" ;; esac
grep -qi '^x-evil' "$temp/head" && problem "a header was smuggled in"

it "requests that no browser sends are understood in one way or refused"
demand "requests byte by byte" "$python" -IS "$tools/odd_requests.py" "${base##*:}"

it "still answers after all that"
get /api/games
code_is 200

# --- searches at once ---

# threads: how many searches the server has: each is a thread of that name
threads() { cat "/proc/$server"/task/*/comm 2>/dev/null | grep -c '^errand$'; }

# abandon CALL BODY: asks, waits for a second, and closes the connection in the midst of it.
abandon() {
    curl -s -o "$temp/stream" -m 1 -d "$2" "$base/api/$1"
    same "status of curl after a second of /api/$1" 28 $?
}
threads_at_most() { [ "$(threads)" -le "$1" ]; }
# threads_fall_to COUNT: sooner or later there are at most so many threads.
threads_fall_to() {
    patiently threads_at_most "$1" || problem "$(threads) threads, expected at most $1"
}
# sleepers: how many opponents take their nap.
sleepers() {
    for process in /proc/[0-9]*/cmdline; do
        tr '\0' ' ' <"$process"
        echo
    done 2>/dev/null | grep -c "^sleep $nap "
}
a_sleeper_is_there() { [ "$(sleepers)" -ge 1 ]; }
nobody_sleeps() { [ "$(sleepers)" -eq 0 ]; }

halma=$(awk '{printf "%s\\n", $0}' "$top/examples/halma.txt")

it "an abandoned search stops"
idle=$(threads)
get '/api/record?id=halma.rec&game=1'
game="\"start\":\"$(member start)\",\"moves\":$(sed -n 's/.*"moves":\(\[[^]]*\]\).*/\1/p' "$out")"
for call in analyze move review hint; do
    abandon $call "{\"game\":\"halma\",$game,\"level\":8,\"seconds\":50,\"seconds_per_move\":10,\"clock\":{\"remaining\":3000}}"
done
threads_fall_to "$idle"

it "an opponent that is abandoned ends, and keeps nobody else waiting"
for _ in 1 2; do
    abandon move "{\"start\":\"$fruit\",\"opponent\":\"sleeper\",\"clock\":{\"remaining\":1e6}}"
done
threads_fall_to "$idle"
patiently nobody_sleeps || problem "$(sleepers) sleepers are left"
post /api/move "{\"start\":\"$fruit\",\"opponent\":\"greedy\"}"
code_is 200

it "a question that is given up before its turn leaves the turn to whom it belongs"
curl -s -m "$patience" -o "$temp/stream" -d "{\"start\":\"$fruit\",\"opponent\":\"sleeper\",\"clock\":{\"remaining\":1e6}}" "$base/api/move" &
first=$!
patiently a_sleeper_is_there || problem "no opponent sleeps"
for _ in 1 2; do
    abandon move "{\"start\":\"$fruit\",\"opponent\":\"greedy\"}"
    sleep 0.5
done
same "sleepers" 1 "$(sleepers)"
kill "$first"
wait "$first" 2>/dev/null
post /api/move "{\"start\":\"$fruit\",\"opponent\":\"greedy\"}"
code_is 200
threads_fall_to "$idle"

# close_tabs: ends the clients in $tabs.
close_tabs() {
    # shellcheck disable=SC2086 # a list of processes
    kill $tabs 2>/dev/null
    # shellcheck disable=SC2086
    wait $tabs 2>/dev/null
}
it "twenty open tabs all get on, and a page comes while they do"
tabs=""
for i in $(seq 20); do
    curl -s -N -m "$patience" -o "$temp/tab.$i" -d "{\"start\":\"$halma\",\"lines\":2,\"seconds\":$patience}" "$base/api/analyze" &
    tabs="$tabs $!"
done
for i in $(seq 20); do
    patiently grep -qs '"depth":[1-9]' "$temp/tab.$i" || problem "tab $i got nothing"
done
get /
code_is 200
# shellcheck disable=SC2086 # a list of processes
demand "all tabs are still open" kill -0 $tabs
close_tabs
threads_fall_to "$idle"

it "the number of searches is bounded"
tabs=""
for i in $(seq 60); do
    curl -s -N -m "$patience" -o "$temp/many.$i" -w '%{http_code}\n' -d "{\"start\":\"$halma\",\"seconds\":$patience}" \
        "$base/api/analyze" >"$temp/code.$i" &
    tabs="$tabs $!"
done
a_search_was_refused() { cat "$temp"/code.* | grep -q 503; }
patiently a_search_was_refused || problem "none of 60 searches at once was refused"
close_tabs

it "ends cleanly when interrupted, even while somebody searches and watches"
threads_fall_to "$idle"
rm -f "$temp/stream" "$temp/stream2"
curl -s -N -m "$patience" -o "$temp/stream" -d "{\"start\":\"$halma\",\"seconds\":$patience}" "$base/api/analyze" &
tabs=$!
head -n 5 "$temp/fruit.rec" >"$temp/records/live.rec"
curl -s -N -m "$patience" -o "$temp/stream2" "$base/api/watch?id=live.rec" &
tabs="$tabs $!"
curl -s -N -m "$patience" -o "$temp/stream3" -d "{\"start\":\"$fruit\",\"opponent\":\"sleeper\",\"seconds\":60}" "$base/api/move" &
tabs="$tabs $!"
patiently a_sleeper_is_there || problem "no opponent sleeps"
patiently test -s "$temp/stream" -a -s "$temp/stream2" || problem "nobody is told anything"
stop
status_is 0
for tab in $tabs; do
    wait "$tab"
    [ $? -ne 28 ] || problem "the server waited for a client"
done
same "sleepers" 0 "$(sleepers)"
same "standard error" "" "$(cat "$temp/server.err")"

it "a record that is broken or missing is named, and the others are shown"
mkdir "$temp/mixed"
cp "$temp/fruit.rec" "$temp/mixed/good.rec"
head -n 1 "$temp/fruit.rec" >"$temp/mixed/bad.rec"
echo '{"event":"move","number":7}' >>"$temp/mixed/bad.rec"
head -n 1 "$temp/fruit.rec" | sed 's/"game":"fruit"/"game":"\\u001b[31mfruit"/' >"$temp/mixed/worse.rec"
start --records "$temp/mixed" --record "$temp/nowhere.rec"
get /api/records
json '[r["id"] for r in d["records"]] == ["good.rec"]' \
    '[r["id"] for r in d["broken"]] == ["bad.rec", "worse.rec"]' \
    'd["broken"][0]["error"].startswith("line 2: ")'
get /api/records
stop
grep -q "nowhere.rec cannot be read" "$temp/server.err" || problem "the missing one is not named"
same "lines about the broken one" 1 "$(grep -c "no record: $temp/mixed/bad.rec:2: " "$temp/server.err")"
same "lines about the worse one" 1 "$(grep -c "no record: $temp/mixed/worse.rec:1: .*\[31mfruit" "$temp/server.err")"
grep -q "$(printf '\033')" "$temp/server.err" && problem "a record writes on the terminal as it likes"

it "elsewhere a token is demanded"
run "$plywood" serve --listen 0.0.0.0
status_is 2
err_is "plywood serve: an address that others can reach demands a token"
run "$plywood" serve --listen 127.0.0.1 --token short
status_is 2
start --listen 127.0.0.1 --token correct-horse
get /api/games
code_is 401
get / -H "Host: some.name"
code_is 401
get /api/games -H 'Authorization: Bearer wrong-horse-1'
code_is 401
get /api/games -H 'Authorization: Bearer correct-horse' -H "Host: some.name"
code_is 200
get '/play?token=correct-horse'
code_is 303
cookie=plywood_token_${base##*:}
grep -qi "^set-cookie: $cookie=correct-horse; HttpOnly; SameSite=Strict; Path=/" "$temp/head" || problem "no cookie"
# leads_to LOCATION: where the answer sends the browser
leads_to() { same "address after $command" "$1" "$(tr -d '\r' <"$temp/head" | sed -n 's/^Location: //p')"; }
leads_to /play
get '/watch?id=a%20b.rec&token=correct-horse&game=2&&%74oken=correct-horse'
code_is 401 # which of the two?
get '/watch?id=a%20b.rec&token=correct-horse&game=2&&to=1'
leads_to '/watch?id=a%20b.rec&game=2&to=1'
get '/?%74oken=correct-horse'
leads_to /
get '//evil.example/?token=correct-horse&x=1'
leads_to /
get '/play?token=wrong-horse-1'
code_is 401
get '/play%0d%0aX-Evil:1?token=correct-horse'
grep -qi '^x-evil' "$temp/head" && problem "a header was smuggled in"
get /api/games -H "Cookie: $cookie=correct-horse"
code_is 200
get /api/games -H 'Cookie: plywood_token_1=correct-horse' # another server's
code_is 401
get /api/games -H "Cookie: $cookie=correct-horse" -H 'Origin: http://evil.example'
code_is 403
demand "requests byte by byte" "$python" -IS "$tools/odd_requests.py" "${base##*:}" correct-horse
stop

it "the environment can tell the token, which then is not on the command line"
run env PLYWOOD_TOKEN=short "$plywood" serve --listen 0.0.0.0
status_is 2
err_has "token: expected 8 or more"
PLYWOOD_TOKEN=battery-staple
export PLYWOOD_TOKEN
start --listen 127.0.0.1
unset PLYWOOD_TOKEN
get /api/games
code_is 401
get /api/games -H 'Authorization: Bearer battery-staple'
code_is 200
stop

it "an opponent is calibrated before the server listens, once for all games, and told"
mkdir "$temp/careful"
echo '{"command":"sh agent.sh","calibrate":"sh measure.sh"}' >"$temp/careful/plywood.json"
echo "echo 1234 >calibration.txt" >"$temp/careful/measure.sh"
printf 'grep -q 1234 calibration.txt && "${0%%/*}/homework"\n' >"$temp/careful/agent.sh"
cp "$homework" "$temp/careful"
start --opponent careful="$temp/careful" --opponent fruit/hasty="cmd:$homework"
same "what is said" 1 "$(grep -c '^plywood serve: careful: its calibrate command took ' "$temp/server.err")"
same "lines" 1 "$(wc -l <"$temp/server.err")"
get /api/games
json '[o["id"] for o in d["opponents"]].count("careful") == len(d["games"])'
for game in fruit laser; do
    post /api/new "{\"game\":\"$game\",\"size\":4}"
    post /api/move "{\"start\":\"$(member start)\",\"opponent\":\"careful\"}"
    code_is 200
done
stop
status_is 0

it "two records of one name have two ids, one record given twice has one"
cp "$temp/reversi.rec" "$temp/records/fruit.rec"
start --record "$temp/fruit.rec" --record "$temp/records/fruit.rec" --record "$temp/fruit.rec" --records "$temp/records"
get /api/records
json '[(r["id"], r["game"]) for r in d["records"]][:2] == [("fruit.rec", "fruit"), ("fruit.rec.2", "reversi")]' \
    'sum("fruit.rec" in r["id"] for r in d["records"]) == 2'
get '/api/record?id=fruit.rec.2'
json 'd["match"]["game"] == "reversi"'
stop

it "takes the next port that is free, unless one is given"
start
other=$server
first=$base
start
[ "$first" != "$base" ] || problem "both are at $base"
run "$plywood" serve --port "${base##*:}"
status_is 2
err_has "cannot be opened"
stop
server=$other
stop
status_is 0

finish
