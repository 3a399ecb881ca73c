#!/bin/sh
# Kind: tournaments
# Killed with -9 at any instant, on either backend, a tournament goes on with no game lost and none
# counted twice; so it does after a full disk.
# shellcheck disable=SC2034,SC2154 # what tests/tap.sh reads and sets
. tests/tap.sh
patience=600

field="random greedy minimax:depth=1 minimax:depth=2 plywood:nodes=50 plywood:nodes=500 plywood:nodes=2000 plywood:nodes=5000"
how="--time none --depth 3 --size 7 --games 40 --seed 7"
games=$((8 * 7 / 2 * 40))

# pause SEED: a random moment, up to what the whole run took here and 1.5 s at most.
pause() {
    sleep "$(awk -v s="$1" -v most="$long" \
        'BEGIN { srand(s); print 0.02 + (most < 1500 ? most : 1500) / 1000 * rand() }')"
}

left() { # left STORE: games that are still to be played
    "$plywood" tournament status "$1" --quick --json |
        "$python" -IS -c 'import json, sys; d = json.load(sys.stdin); print(0 if d["finished"] else 1)'
}

it "a run that is left alone"
# shellcheck disable=SC2086 # lists
run "$plywood" tournament new "$temp/whole.db" laser $field $how
status_is 0
began=$(date +%s%3N)
run "$plywood" tournament run "$temp/whole.db" --jobs 2 --quiet
status_is 0
long=$(($(date +%s%3N) - began)) # milliseconds
run "$plywood" tournament export "$temp/whole.db" --format json --output "$temp/whole.json"
demand "every game once" "$python" -IS "$tools/same_games.py" "$temp/whole.json" "$temp/whole.json" $games

it "fifty kills of a local run: every game once, and the same games"
kills=0 stores=0
while [ $kills -lt 50 ]; do
    stores=$((stores + 1))
    store="$temp/killed$stores.db"
    # shellcheck disable=SC2086 # lists
    run "$plywood" tournament new "$store" laser $field $how
    status_is 0
    while [ $kills -lt 50 ] && [ "$(left "$store")" = 1 ]; do
        "$plywood" tournament run "$store" --jobs 2 --lease 3 --quiet >/dev/null 2>&1 &
        pause $((kills + 1000 * stores)) # never the same again: it may have been too long
        kill -KILL $! 2>/dev/null && kills=$((kills + 1))
        wait $! 2>/dev/null
    done
    run "$plywood" tournament run "$store" --jobs 2 --lease 3 --quiet
    status_is 0
    run "$plywood" tournament export "$store" --format json --output "$temp/killed.json"
    demand "the same games" "$python" -IS "$tools/same_games.py" "$temp/whole.json" "$temp/killed.json" $games
done
echo "# $kills kills in $stores tournaments"

it "a disk that is full in the middle: it says so, and goes on when there is room"
if [ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null; then
    mkdir "$temp/small"
    # shellcheck disable=SC2086 # lists
    run "$plywood" tournament new "$temp/full.db" laser $field $how
    cat >"$temp/full.sh" <<END
mount -t tmpfs -o size=256k tmpfs "$temp/small" || exit 9
cp "$temp/full.db" "$temp/small/t.db"
"$plywood" tournament run "$temp/small/t.db" --jobs 2 --quiet >/dev/null 2>"$temp/full.err"
echo \$? >"$temp/full.status"
mount -o remount,size=64m "$temp/small"
"$plywood" tournament run "$temp/small/t.db" --jobs 2 --lease 3 --quiet || exit 8
"$plywood" tournament export "$temp/small/t.db" --format json --output "$temp/full.json"
END
    run unshare -m sh "$temp/full.sh"
    status_is 0
    same "exit status with a full disk" 70 "$(cat "$temp/full.status")"
    sed 's/^/# /' "$temp/full.err"
    grep -qi "full\|space" "$temp/full.err" || problem "it does not say that the disk is full"
    demand "the same games" "$python" -IS "$tools/same_games.py" "$temp/whole.json" "$temp/full.json" $games
fi

chmod 755 "$temp" # the server has a user of its own
if url=$(sh tests/tools/postgres.sh start "$temp/pg" 2>"$temp/why"); then
    trap 'sh tests/tools/postgres.sh stop "$temp/pg"; rm -rf "$temp"' EXIT
    it "twenty kills of worker, coordinator and server on PostgreSQL: every game once"
    worker=0 coordinator=0 kills=0 servers=0 stores=0
    while [ $kills -lt 20 ]; do
        stores=$((stores + 1))
        psql -q "$url" -c "CREATE DATABASE killed$stores" || problem "there is no further database"
        store=$(echo "$url" | sed "s,/postgres?,/killed$stores?,")
        # shellcheck disable=SC2086 # lists
        run "$plywood" tournament new "$store" laser $field $how
        status_is 0
        [ -z "$problems" ] || break
        while [ $kills -lt 20 ] && [ "$(left "$store")" = 1 ]; do
            kill -0 $coordinator 2>/dev/null && [ $coordinator -ne 0 ] || {
                "$plywood" tournament run "$store" --lease 3 --quiet >>"$temp/run.err" 2>&1 &
                coordinator=$!
            }
            kill -0 $worker 2>/dev/null && [ $worker -ne 0 ] || {
                "$plywood" worker --store "$store" --lease 3 --quiet >>"$temp/worker.err" 2>&1 &
                worker=$!
            }
            pause $((kills + 100))
            kills=$((kills + 1))
            case $((kills % 3)) in
            0) kill -KILL $worker 2>/dev/null && wait $worker 2>/dev/null ;;
            1) kill -KILL $coordinator 2>/dev/null && wait $coordinator 2>/dev/null ;;
            2)
                servers=$((servers + 1))
                sh tests/tools/postgres.sh kill "$temp/pg"
                sh tests/tools/postgres.sh start "$temp/pg" >/dev/null || problem "PostgreSQL does not come back"
                ;;
            esac
        done
        kill -TERM $worker $coordinator 2>/dev/null
        wait $worker $coordinator 2>/dev/null
        worker=0 coordinator=0
        run "$plywood" tournament run "$store" --lease 3 --jobs 2 --quiet
        status_is 0
        run "$plywood" tournament export "$store" --format json --output "$temp/postgres.json"
        demand "the same games" "$python" -IS "$tools/same_games.py" "$temp/whole.json" "$temp/postgres.json" $games
    done
    echo "# $kills kills in $stores tournaments, $servers of them of the server"
else
    echo "# no PostgreSQL here: $(cat "$temp/why")"
fi

finish
