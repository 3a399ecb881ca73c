#!/bin/sh
# Tier: full
# The store on a real PostgreSQL, which is killed meanwhile; what a password, a missing server and a
# plywood without PostgreSQL come to.
. tests/tap.sh

made_up=$built_tools/made_up
look=$built_tools/store_look
server=$temp/server
chmod 711 "$temp" # the server's user is another one

it "a password is told nowhere, whether the URL is right or wrong"
for url in "postgresql://me:gehe?im@127.0.0.1:1/class" "postgress://me:geheim@127.0.0.1:1/class" \
    "postgresql://127.0.0.1:1/class?user=me&password=ge@heim"; do
    run "$look" "$url"
    status_is 1
    err_is_one_line
    ! grep -q -e gehe -e heim "$temp/err" || problem "$(cat "$temp/err")"
done
for url in "postgresql://me:geheim@127.0.0.1:1/class" "postgresql://me:ge@heim@127.0.0.1:1/class" \
    "postgresql://me@127.0.0.1:1/class?password=geheim" "postgresql://me:geheim@[::1/class" \
    "postgresql://me:geheim@127.0.0.1:1/class?what=ever"; do
    run "$look" "$url"
    status_is 1
    err_is_one_line
    err_has "postgresql://me@"
    ! grep -q "heim" "$temp/err" || problem "$(cat "$temp/err")"
done

it "without libpq's headers PostgreSQL is refused with a word, and nothing of it is linked"
run cc -std=c17 -Isrc -D_GNU_SOURCE -fPIE -c src/tournament/database_postgres.c -o "$temp/without.o"
status_is 0
run cc -pie "$build/tests/tools/store_look.o" "$temp/without.o" "$build/tournament.a" \
    "$build/base.a" -lsqlite3 -lpthread -lm -Wl,--as-needed -o "$temp/look"
status_is 0
run "$temp/look" "postgresql://127.0.0.1/class"
status_is 1
err_is_one_line
err_has "this plywood was built without PostgreSQL: install libpq-dev"

url=$(sh "$tools/postgres.sh" start "$server" 2>"$temp/why") || {
    close_test
    echo "ok $((tests + 1)) # SKIP $(cat "$temp/why")"
    echo "1..$((tests + 1))"
    exit "$failures"
}
trap 'sh "$tools/postgres.sh" stop "$server" 2>/dev/null; rm -rf "$temp"' EXIT

# empty URL: no store is in it any more
empty() { psql -q "$1" -c 'DROP SCHEMA plywood CASCADE' >/dev/null 2>&1; }

it "a tournament whose URL has a password in it: no command tells it, no report either"
secret="postgresql://plywood:geheim@/postgres?host=$server&password=geheim"
run "$plywood" tournament new "$secret" laser random greedy --size 4 --depth 1
status_is 0
out_has "plywood tournament run 'postgresql://plywood@/postgres?host=$server' plays it"
cat "$temp/out" "$temp/err" >"$temp/told"
for words in "run --jobs 2" "status --json" "report" "export" "names" "withdraw nobody"; do
    # shellcheck disable=SC2086 # a part and its words
    set -- $words
    part=$1
    shift
    run "$plywood" tournament "$part" "$secret" "$@"
    cat "$temp/out" "$temp/err" >>"$temp/told"
done
! grep -q geheim "$temp/told" || problem "$(grep geheim "$temp/told")"
empty "$url"

for test in test_store test_store_processes; do
    it "$test holds on PostgreSQL"
    PLYWOOD_POSTGRES=$url
    export PLYWOOD_POSTGRES
    run "$build/tests/tournament/$test"
    status_is 0
    ! grep -q "^not ok" "$temp/out" || problem "$(grep -v '^ok' "$temp/out")"
done

it "a server that is killed again and again in the middle loses and doubles nothing"
empty "$url"
"$made_up" "$url" 20 4000 1 >"$temp/out" 2>"$temp/err" &
writer=$!
is_begun() { "$look" "$url" >"$temp/seen" 2>&1; }
patiently is_begun || problem "the writer did not begin: $(cat "$temp/seen")"
for pause in 0.1 0.3; do
    sleep $pause
    sh "$tools/postgres.sh" kill "$server" || problem "the server was not there"
    sh "$tools/postgres.sh" start "$server" >/dev/null || problem "the server did not come back"
done
wait $writer
status=$?
command=made_up
status_is 0
run "$look" "$url"
status_is 0
out_has "2000 tasks, 4000 games, 190 encounters"
# the moves and results are those of a run on a file with the same seed
run "$made_up" "$temp/file" 20 4000 1
status_is 0
results="SELECT task, number, winner, moves FROM game ORDER BY task, number"
demand "the server's games" psql -q -At -F '|' "$url" -c "SET search_path = plywood" -c "$results"
sort "$temp/demand" >"$temp/games of server"
"$python" -IS -c '
import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]):
    print("|".join(map(str, row)))' "$temp/file" "$results" | sort >"$temp/games of file"
same "how many games the file has" 4000 "$(wc -l <"$temp/games of file")"
command="the games of the server and of the file"
same_file "$temp/games of file" "$temp/games of server"

it "a server that stays away is a clear error in time"
empty "$url"
MADE_UP_PATIENCE=2 "$made_up" "$url" 20 2000000 1 >"$temp/out" 2>"$temp/err" &
writer=$!
sleep 0.5
sh "$tools/postgres.sh" kill "$server"
wait $writer
status=$?
command=made_up
status_is 1
err_is_one_line
err_has "made_up: postgresql://plywood@/postgres?host=$server: "

finish
