#!/bin/sh
# Tier: full
# plywood serve: games that are kept, matches that are asked for, and what strangers try with both.
. tests/tap.sh
out=$temp/out

# start OPTION…: a server on a port of its own; $base is its address without the last slash.
# start_full OPTION…: likewise, but what it writes fails like on a full disk.
start() { start_with "" "$@"; }
start_full() { start_with 1 "$@"; }
start_with() {
    blocks=$1 # of 512 or 1024 bytes; more cannot be written to a file
    shift
    : >"$temp/server"
    (
        [ -z "$blocks" ] || { ulimit -f "$blocks" && trap '' XFSZ; }
        exec "$plywood" serve "$@" >"$temp/server" 2>"$temp/server.err"
    ) &
    server=$!
    patiently grep -q http "$temp/server"
    base=$(sed -n 's/.* \(http:[^ ]*\)\/\(?[^ ]*\)\{0,1\} .*/\1/p' "$temp/server")
}
stop() {
    kill -INT "$server"
    wait "$server"
    status=$?
    command="plywood serve"
}
trap 'kill "$server" 2>/dev/null; rm -rf "$temp"' EXIT

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
    get "$path" --data-binary "$body" "$@"
}
code_is() { same "status of $command" "$1" "$code"; }
json() { demand "JSON of $command" "$python" -IS "$tools/readjson.py" "$@" <"$out"; }
# keep ID FILE [OPTION…]: hands a record over.
keep() {
    id=$1 file=$2
    shift 2
    post "/api/keep?id=$id" "@$file" "$@"
}
# id NUMBER: sixteen digits
id() { printf '%016x' "$1"; }
no_match_runs() {
    get /api/match "$@"
    grep -q '"running":false' "$out"
}
# finished: waits until no match is played.
finished() {
    patiently no_match_runs "$@" || problem "the match goes on"
}

"$plywood" match fruit greedy random --size 4 --games 1 --seed 3 --record "$temp/good" >"$temp/match" 2>&1
kept=$temp/kept
shelf=$XDG_DATA_HOME/plywood/games

it "games are kept in the user's data directory, as records that every command reads"
start
keep "$(id 1)" "$temp/good"
code_is 200
json 'd == {"kept": True}'
same_file "$temp/good" "$shelf/$(id 1).record"
run "$plywood" replay "$shelf/$(id 1).record" --game 1
status_is 0
same "mode of the folder" 700 "$(stat -c %a "$shelf")"
get /api/kept
json 'd["keeps"] and d["count"] == 1 and d["ids"] == ["%016x" % 1]' \
    'd["records"][0]["names"] == ["greedy", "random"] and d["records"][0]["game"] == "fruit"' \
    'len(d["records"][0]["picture"]["board"]) == 16' 'd["records"][0]["result"]["winner"] in ("a", "b", None)'
get "/api/record?id=$(id 1)&game=1"
json 'd["match"]["id"] == "%016x" % 1 and len(d["games"]) == 1'
get "/api/text?id=$(id 1)"
same_file "$temp/good" "$out"
stop
start --no-keep
keep "$(id 2)" "$temp/good"
json 'd == {"kept": False}'
get /api/kept
json 'd == {"keeps": False, "count": 0, "ids": [], "records": [], "broken": [], "next": None}'
printf 'no record\n' >"$temp/bad"
keep "$(id 2)" "$temp/bad"
code_is 422 # though nobody keeps it here
stop
run "$plywood" serve --keep "$kept" --no-keep
status_is 2

it "what is deleted is gone, can be had back, and what is not there cannot be deleted"
start --keep "$kept"
# a match that is larger than what a browser may hand over
{ sed '$d' "$temp/good" && yes '{"event":"remark"}' | head -n 20000 && tail -n 1 "$temp/good"; } >"$temp/large"
keep "$(id 8)" "$temp/good"
cp "$temp/large" "$kept/$(id 7).record"
touch -d '1 hour ago' "$kept/$(id 7).record"
post "/api/forget?id=$(id 7)" ''
code_is 200
[ ! -e "$kept/$(id 7).record" ] || problem "it is still there"
post "/api/forget?id=$(id 7)" ''
code_is 404
get /api/kept
json 'd["ids"] == ["%016x" % 8] and d["broken"] == []'
post "/api/restore?id=$(id 7)" ''
code_is 200
same_file "$temp/large" "$kept/$(id 7).record"
get /api/kept
json 'd["ids"] == ["%016x" % 8, "%016x" % 7]'
post "/api/restore?id=$(id 7)" ''
code_is 404
for i in 7 8; do
    post "/api/forget?id=$(id $i)" ''
    code_is 200
done

it "names never become paths, and only records are kept"
for odd in ../../evil 0000000000000001.record /etc/passwd 000000000000000G 00000000000000001 '' \
    '..%2f..%2f..%2f..%2fx' '0000000000000001%00' visitors; do
    keep "$odd" "$temp/good"
    case $code in 400 | 422) ;; *) problem "the id $odd got $code" ;; esac
    for call in record text forget restore; do
        if [ $call = forget ] || [ $call = restore ]; then post "/api/$call?id=$odd" ''; else get "/api/$call?id=$odd"; fi
        case $code in 400 | 404) ;; *) problem "$call of $odd got $code" ;; esac
    done
done
printf 'no record\n' >"$temp/bad"
keep "$(id 3)" "$temp/bad"
code_is 422
head -n 1 "$temp/good" >"$temp/bad"
keep "$(id 3)" "$temp/bad"
code_is 422
sed 's/"move":"[A-Z][0-9]*"/"move":"Z26"/' "$temp/good" >"$temp/bad"
keep "$(id 3)" "$temp/bad"
code_is 422
json '"line 3" in d["error"] and "'"$temp"'" not in d["error"]'
same "files" ".gone-$(id 7) .gone-$(id 8)" "$(ls -A "$kept" | paste -sd ' ' -)"

it "foreign and damaged files in the folder harm nothing"
echo nonsense >"$kept/$(id 4).record"
mkdir "$kept/$(id 5).record"
mkfifo "$kept/$(id 6).record"
ln -s /etc/passwd "$kept/$(id 8).record"
ln -s "$temp/good" "$kept/$(id 9).record"
touch "$kept/notes.txt" "$kept/.new-left"
touch -d '2 days ago' "$kept/.new-left"
keep "$(id 10)" "$temp/good"
code_is 200
get /api/kept
json 'd["count"] == 2 and [r["id"] for r in d["records"]] == ["%016x" % 10]' \
    '[b["id"] for b in d["broken"]] == ["%016x" % 4]'
get "/api/text?id=$(id 8)"
code_is 404
get "/api/record?id=$(id 5)"
code_is 404
[ -e "$kept/notes.txt" ] || problem "a foreign file was removed"
[ ! -e "$kept/.new-left" ] || problem "what was left by a crash is still there"
[ -d "$kept/$(id 5).record" ] || problem "a directory was removed"
stop

it "a list is told some at a time, and what comes and goes meanwhile is no gap in it"
rm -rf "$kept"
start --keep "$kept"
"$plywood" match fruit greedy random --size 4 --games 2 --seed 3 --record "$temp/two" >"$temp/match" 2>&1
mkdir "$kept"
for i in $(seq 15); do
    case $i in 1) cp "$temp/two" "$kept/$(id $i).record" ;; *) cp "$temp/good" "$kept/$(id $i).record" ;; esac
    touch -d "$((60 - i)) minutes ago" "$kept/$(id $i).record"
done
get /api/kept
json '[r["id"] for r in d["records"]] == ["%016x" % i for i in range(15, 3, -1)] and d["count"] == 15'
next=$(sed -n 's/.*"next":"\([^"]*\)".*/\1/p' "$out")
post "/api/forget?id=$(id 4)" '' # the last that was told
post "/api/forget?id=$(id 15)" ''
keep "$(id 16)" "$temp/good"
get "/api/kept?after=$next"
json '[r["id"] for r in d["records"]] == ["%016x" % i for i in (3, 2, 1)] and d["next"] is None' 'd["ids"] == []'
get '/api/kept?least=2'
json '[r["id"] for r in d["records"]] == ["%016x" % 1] and d["next"] is None'
for odd in x 1 1.1 1.1.x -1.1.0000000000000001 99999999999999999999.1.0000000000000001; do
    get "/api/kept?after=$odd"
    json 'len(d["records"]) == 12'
done

it "a list shows the board before the move that a whole review has found"
get /api/kept
json 'd["records"][0]["picture"]["ply"] == d["records"][0]["result"]["plies"] // 2'
"$python" -IS -c 'import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
print(json.dumps({"game": "fruit", "start": lines[1]["input"],
                  "moves": [line["move"] for line in lines if line["event"] == "move"]}))' "$temp/good" >"$temp/line"
post /api/review "@$temp/line"
deciding=$(sed -n 's/.*"deciding":\([0-9]*\).*/\1/p' "$out")
get /api/kept
json 'd["records"][0]["picture"]["ply"] == '"${deciding:--1}" 'd["records"][0]["result"]["plies"] // 2 != '"${deciding:--1}"

it "a match without a summary runs only while somebody writes it"
grep -v '"event":"summary"' "$temp/two" >"$kept/$(id 20).record"
get "/api/kept?least=2"
json '[r["running"] for r in d["records"]] == [False, False]'
get "/api/record?id=$(id 20)"
json 'd["match"]["running"] is False and not any(g["running"] for g in d["games"])'
: >"$temp/watched"
curl -sN -m "$patience" "$base/api/watch?id=$(id 20)" >"$temp/watched" &
watcher=$!
patiently grep -q 'data: false' "$temp/watched"
mkfifo "$temp/lock"
flock -x "$kept/$(id 20).record" cat "$temp/lock" &
holder=$!
runs() {
    get "/api/kept?least=2"
    grep -q '"running":true' "$out"
}
patiently runs
get "/api/record?id=$(id 20)"
json 'd["match"]["running"] is True'
patiently grep -q 'data: true' "$temp/watched"
post "/api/forget?id=$(id 20)" ''
code_is 409
: >"$temp/lock"
wait "$holder"
ends() { ! runs; }
patiently ends
post "/api/forget?id=$(id 20)" ''
code_is 200
kill "$watcher"
wait "$watcher" 2>/dev/null
stop

it "the oldest make room, and two servers share a folder"
rm -rf "$kept"
start --keep "$kept" --keep-games 3
first=$server first_base=$base
start --keep "$kept" --keep-games 3
for i in 1 2 3 4 5; do
    keep "$(id $i)" "$temp/good"
    code_is 200
    touch -d "$((10 - i)) minutes ago" "$kept/$(id $i).record"
done
base=$first_base
get /api/kept
json 'd["ids"] == ["%016x" % i for i in (5, 4, 3)]'
keep "$(id 6)" "$temp/good"
same "files" 3 "$(ls "$kept" | wc -l)"
[ -e "$kept/$(id 6).record" ] || problem "the newest went"
before=$(ls "$kept")
keep "$(id 7)" "$temp/bad"
code_is 422
same "files after one that is refused" "$before" "$(ls -A "$kept")"
stop
server=$first
stop

it "a folder that cannot be written is told, and harms no game"
echo "no folder" >"$temp/file"
start --keep "$temp/file/games"
keep "$(id 1)" "$temp/good"
code_is 507
json '"cannot keep the game" in d["error"]'
post /api/new '{"game":"fruit","size":4}'
code_is 200
post /api/match/begin '{"game":"fruit","size":4,"a":"agent:random","b":"agent:greedy","games":2}'
code_is 200 # its record is a passing one
finished
stop
status_is 0

it "a disk that is full is told, and what was kept stays"
rm -rf "$kept"
start --keep "$kept"
keep "$(id 1)" "$temp/good"
stop
start_full --keep "$kept"
keep "$(id 2)" "$temp/good"
code_is 507
same_file "$temp/good" "$kept/$(id 1).record"
same "files" 1 "$(ls -A "$kept" | wc -l)"
get /api/kept
json 'd["count"] == 1 and len(d["records"]) == 1'
post /api/match/begin '{"game":"fruit","size":8,"a":"agent:random","b":"agent:greedy","games":2}'
code_is 200
finished
json 'd["why"].startswith("cannot be written: ")' # where it lies is nobody's business
stop

it "a match is played by those the server knows, and its record is kept"
start --keep "$kept" --opponent "fruit/Friend=cmd:$plywood move --agent greedy"
get /api/match
json 'd["running"] is False and d["limits"] == {"games": 1000}' 'len(d["agents"]) >= 4'
post /api/match/begin '{"game":"fruit","size":4,"a":"level:2","b":"program:Friend","games":3,"seconds":5}'
code_is 200
match=$(sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p' "$out")
[ -e "$kept/$match.record" ] || problem "there is nothing to watch yet"
finished
run "$plywood" replay "$kept/$match.record" --game 3
status_is 0
get "/api/record?id=$match"
json 'd["match"]["names"] == ["Plywood, Beginner", "Friend"] and d["match"]["finished"] == 3' \
    'd["match"]["running"] is False'
grep -q "$plywood" "$kept/$match.record" && problem "the record tells where the program lies"

it "nothing that a browser sends starts another program"
for who in "cmd:touch $temp/started" "program:cmd:touch $temp/started" "program:" "program:Fr" "friend" \
    "agent:cmd:touch $temp/started" "level:0" "level:9" "level:3:x" "plywood:weights=/etc/passwd" "$temp" \
    "program:../Friend" "agent:greedy " "program:Friend\\u0000" "" "greedy" "random:seed=1"; do
    post /api/match/begin "{\"game\":\"fruit\",\"a\":\"$who\",\"b\":\"agent:random\"}"
    case $code in 400) ;; *) problem "the contender $who got $code" ;; esac
    post /api/match/begin "{\"game\":\"fruit\",\"a\":\"agent:random\",\"b\":\"$who\"}"
    case $code in 400) ;; *) problem "the contender $who got $code as b" ;; esac
done
for wish in '' '[]' '{}' '{"game":"chess","a":"level:1","b":"level:1"}' '{"game":"fruit"}' \
    '{"game":"fruit","a":["level:1"],"b":"level:1"}' '{"game":"fruit","a":"level:1","b":"level:1","games":1001}' \
    '{"game":"fruit","a":"level:1","b":"level:1","games":0}' '{"game":"fruit","a":"level:1","b":"level:1","size":99}' \
    '{"game":"fruit","a":"level:1","b":"level:1","seconds":-1}' '{"game":"fruit","rules":"x","a":"level:1","b":"level:1"}' \
    '{"game":"fruit","a":"level:1","b":"level:1","pace":61}' \
    '{"game":"halma","a":"program:Friend","b":"level:1"}'; do
    post /api/match/begin "$wish"
    same "status of $wish" 400 "$code"
done
post /api/match/begin '{"game":"fruit","a":"level:1","b":"level:1"}' -H 'Origin: http://evil.example'
code_is 403
[ ! -e "$temp/started" ] || problem "a program was started"
post '/api/match/tell?wish=stop' ''
code_is 409
post '/api/match/tell?wish=rm' ''
code_is 400

it "one match at a time; it pauses, goes on, stops at once, and cannot be deleted meanwhile"
post /api/match/begin '{"game":"halma","a":"level:8","b":"level:8","games":2}'
code_is 200
match=$(sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p' "$out")
post /api/match/begin '{"game":"fruit","a":"level:1","b":"level:1"}'
code_is 409
patiently test -s "$kept/$match.record"
post "/api/forget?id=$match" ''
code_is 409
keep "$match" "$temp/good"
code_is 422
niced=$(for task in /proc/"$server"/task/*; do
    [ "$(cat "$task/comm")" != match ] || sed 's/.*) //' "$task/stat" | cut -d' ' -f17
done | sort -u)
same "niceness of the match's threads" 15 "$niced"
post '/api/match/tell?wish=pause' ''
json 'd["paused"]'
post '/api/match/tell?wish=go-on' ''
json 'not d["paused"]'
post '/api/match/tell?wish=stop' ''
code_is 200
finished
grep -q '"event":"summary".*"stopped":true' "$kept/$match.record" || problem "no summary"
post "/api/forget?id=$match" ''
code_is 200

it "a match keeps the pace that was asked for, and is stopped at once all the same"
began=$(date +%s%3N)
post /api/match/begin '{"game":"reversi","size":4,"a":"agent:random","b":"agent:random","games":2,"pace":0.1}'
code_is 200
match=$(sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p' "$out")
finished
moves=$(grep -c '"event":"move"' "$kept/$match.record")
[ "$(($(date +%s%3N) - began))" -ge "$((100 * moves))" ] || problem "$moves moves came too fast"
post /api/match/begin '{"game":"reversi","size":4,"a":"agent:random","b":"agent:random","games":2,"pace":60}'
match=$(sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p' "$out")
patiently grep -q '"event":"move"' "$kept/$match.record"
post '/api/match/tell?wish=stop' ''
code_is 200
finished
same "moves before a long wait" 1 "$(grep -c '"event":"move"' "$kept/$match.record")"

it "a match ends with its server"
post /api/match/begin '{"game":"halma","a":"level:8","b":"level:8","games":2}'
match=$(sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p' "$out")
patiently test -s "$kept/$match.record"
stop
status_is 0
grep -q '"stopped":true' "$kept/$match.record" || problem "its record is not complete"

# --- where others can come in ---

start --listen 127.0.0.1 --token correct-horse --keep "$temp/others"
token='Authorization: Bearer correct-horse'
# visitor NAME: a browser's first visit; its cookie is in $temp/NAME
visitor() {
    get / -H "$token"
    sed -n 's/^[Ss]et-[Cc]ookie: \(plywood_key=[0-9a-f]*\);.*/Cookie: \1/p' "$temp/head" >"$temp/$1"
}

it "a visitor is known by a key that the server draws and no script sees"
visitor one
visitor two
grep -qE '^Cookie: plywood_key=[0-9a-f]{32}$' "$temp/one" || problem "no key: $(cat "$temp/head")"
cmp -s "$temp/one" "$temp/two" && problem "two visitors have one key"
grep -qi '^set-cookie: .*; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000' "$temp/head" || problem "a lax cookie"
get / -H "$token" -H "$(cat "$temp/one")"
grep -q "$(sed 's/.*=//' "$temp/one")" "$temp/head" || problem "the key changes"
get / -H "$token" -H 'Cookie: plywood_key=../../etc'
grep -qE '^[Ss]et-[Cc]ookie: plywood_key=[0-9a-f]{32};' "$temp/head" || problem "a made-up key is kept"

it "each sees, gets and deletes his own alone"
keep "$(id 1)" "$temp/good" -H "$token" -H "$(cat "$temp/one")"
json 'd == {"kept": True}'
get /api/kept -H "$token" -H "$(cat "$temp/one")"
json 'd["count"] == 1'
for who in "$(cat "$temp/two")" 'Cookie: plywood_key=00000000000000000000000000000000' 'X: y' \
    'Cookie: plywood_key=../visitors'; do
    get /api/kept -H "$token" -H "$who"
    json 'd["count"] == 0 and d["records"] == []'
    get "/api/record?id=$(id 1)" -H "$token" -H "$who"
    code_is 404
    get "/api/text?id=$(id 1)" -H "$token" -H "$who"
    code_is 404
    get "/api/watch?id=$(id 1)" -H "$token" -H "$who"
    code_is 404
    post "/api/forget?id=$(id 1)" '' -H "$token" -H "$who"
    code_is 404
done
post "/api/forget?id=$(id 1)" '' -H "$token" -H "$(cat "$temp/one")"
code_is 200
post "/api/restore?id=$(id 1)" '' -H "$token" -H "$(cat "$temp/two")"
code_is 404
post "/api/restore?id=$(id 1)" '' -H "$token" -H "$(cat "$temp/one")"
code_is 200
keep "$(id 2)" "$temp/good" -H "$token"
json 'd == {"kept": False}'
key=$(sed 's/.*=//' "$temp/one")
grep -rq "$key" "$temp/others" && problem "the key lies on the disk"
ls -R "$temp/others" | grep -q "$key" && problem "the key is a name on the disk"
same "shelves" 1 "$(ls "$temp/others/visitors" | wc -l)"
get /api/kept
code_is 401

it "strangers' matches are bounded, everybody may watch them, and who started one may stop it"
one=$(cat "$temp/one") two=$(cat "$temp/two")
for wish in '"games":21' '"games":2,"seconds":61' '"games":2'; do
    post /api/match/begin "{\"game\":\"fruit\",\"a\":\"level:1\",\"b\":\"level:1\",$wish}" -H "$token" -H "$one"
    code_is 400
done
post /api/match/begin '{"game":"halma","a":"level:8","b":"level:8","games":20,"seconds":60}' -H "$token"
code_is 403
post /api/match/begin '{"game":"halma","a":"level:8","b":"level:8","games":20,"seconds":60}' -H "$token" -H "$one"
code_is 200
json 'd["mine"] and d["limits"]["seconds"] == 600'
match=$(sed -n 's/.*"id":"\([0-9a-f]*\)".*/\1/p' "$out")
get /api/match -H "$token" -H "$two"
json 'd["running"] and not d["mine"]'
get "/api/text?id=$match" -H "$token" -H "$two"
code_is 200
for wish in stop pause go-on; do
    post "/api/match/tell?wish=$wish" '' -H "$token" -H "$two"
    code_is 403
done
sleep 3 # the rest after it is as long as the match
seconds_up() { cut -d . -f 1 /proc/uptime; }
stopped=$(seconds_up)
post '/api/match/tell?wish=stop' '' -H "$token" -H "$one"
code_is 200
finished -H "$token" -H "$two"
json '0 <= d["rest"] <= 600'
rest=$(sed -n 's/.*"rest":\([0-9]*\).*/\1/p' "$out")
post /api/match/begin '{"game":"fruit","a":"level:1","b":"level:1","games":1,"seconds":5}' -H "$token" -H "$two"
# on a busy machine the rest may be over before the question comes
if [ $(($(seconds_up) - stopped)) -lt "$((${rest:-1} - 1))" ]; then
    code_is 409
    json '"rests" in d["error"]'
fi
stop
status_is 0
same "standard error" "" "$(cat "$temp/server.err")"

it "why a match has failed is told to its owner alone"
start_full --listen 127.0.0.1 --token correct-horse --keep "$temp/full"
visitor one
visitor two
one=$(cat "$temp/one") two=$(cat "$temp/two")
post /api/match/begin '{"game":"fruit","a":"agent:random","b":"agent:greedy","games":2,"seconds":5}' -H "$token" -H "$one"
code_is 200
finished -H "$token" -H "$one"
json 'd["why"].startswith("cannot be written: ")'
get /api/match -H "$token" -H "$two"
json 'd["why"] == "" and not d["mine"]'
stop

finish
