#!/bin/sh
# postgres.sh start DIR | stop DIR | kill DIR - a private PostgreSQL for a test, in a new directory
#
# It listens on a socket in DIR alone, trusts everybody who can reach that, and keeps its data in
# DIR. start prints the URL of its database on standard output; a start after a stop or kill goes on
# with the same data. kill ends it at once, as a machine that fails would. Exit status: 0 done; 77
# there is no PostgreSQL here, or it does not start: standard error says what is missing.
#
# The server refuses to run as root, so root becomes the user postgres for it, and DIR must be a
# place that this user can reach.
set -eu

give_up() {
    echo "postgres.sh: $1" >&2
    exit 77
}

[ $# -eq 2 ] || {
    echo "usage: postgres.sh start|stop|kill DIR" >&2
    exit 2
}
dir=$2

programs=""
for place in /usr/lib/postgresql/*/bin /usr/local/pgsql/bin /usr/pgsql-*/bin; do
    [ ! -x "$place/initdb" ] || programs=$place
done
[ -n "$programs" ] || programs=$(dirname "$(command -v initdb)") 2>/dev/null || true
[ -x "$programs/initdb" ] || give_up "no PostgreSQL server here (Debian: postgresql)"

as=""
if [ "$(id -u)" -eq 0 ]; then
    id postgres >/dev/null 2>&1 || give_up "root cannot run PostgreSQL, and there is no user postgres"
    as="runuser -u postgres --"
fi

start() {
    if [ ! -f "$dir/data/PG_VERSION" ]; then
        mkdir -p "$dir"
        [ -z "$as" ] || chown postgres "$dir"
        # -N: a test's directory need not survive a power cut while it is made
        (cd / && $as "$programs/initdb" -D "$dir/data" -A trust -N -E UTF8 --no-locale -U plywood) \
            >"$dir/initdb.log" 2>&1 || give_up "initdb failed: $(tail -n 1 "$dir/initdb.log")"
    fi
    # a short name: a socket's path has at most 107 bytes
    # after a kill the children of the old one may still be about to end: try again
    tries=0
    until (cd / && $as "$programs/pg_ctl" -D "$dir/data" -w -t 60 -l "$dir/log" \
        -o "-c listen_addresses= -c max_connections=60 -c shared_buffers=16MB -k '$dir'" start) \
        >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 20 ] ||
            give_up "PostgreSQL does not start: $(tail -n 1 "$dir/log" 2>/dev/null)"
        sleep 0.5
    done
    echo "postgresql://plywood@/postgres?host=$dir"
}

case $1 in
start) start ;;
stop) (cd / && $as "$programs/pg_ctl" -D "$dir/data" -w -m fast stop) >/dev/null ;;
kill)
    # the first line is the postmaster's pid; its children end when it is gone
    kill -9 "$(head -n 1 "$dir/data/postmaster.pid")"
    ;;
*) exit 2 ;;
esac
