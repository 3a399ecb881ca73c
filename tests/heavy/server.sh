#!/bin/sh
# Kind: server
# The server's cost and its promptness, measured against nginx and against itself in one run.
#
# Figures go to lines that start with "#". Limits are ratios within the run, and generous: machines
# differ, and others may use this one.
# shellcheck disable=SC2154 # what tests/tap.sh sets
. tests/tap.sh

nginx=$(PATH=$PATH:/usr/sbin command -v nginx) || nginx=""
wrk=$(command -v wrk) || wrk=""
server="" other=""
trap 'kill $server $other 2>/dev/null; rm -rf "$temp"' EXIT

start() {
    "$plywood" serve >"$temp/server" 2>&1 &
    server=$!
    for _ in $(seq 100); do
        grep -q http "$temp/server" && break
        sleep 0.1
    done
    port=$(sed -n 's/.*:\([0-9]*\)\/ .*/\1/p' "$temp/server")
}

# processor PID: the ticks of processor time that it and its threads have used.
processor() { sed 's/.*) //' "/proc/$1/stat" | awk '{print $12 + $13}'; }

# cost PID URL: microseconds of processor time a request; one connection, then many.
cost() {
    ticks=$(processor "$1")
    requests=$("$wrk" -t 1 -c 8 -d 5 -H 'Accept-Encoding: gzip' "$2" | sed -n 's/ *\([0-9]*\) requests in.*/\1/p')
    used=$(($(processor "$1") - ticks))
    awk -v used=$used -v requests="${requests:-1}" -v hertz="$(getconf CLK_TCK)" \
        'BEGIN { printf "%.2f", 1e6 * used / hertz / requests }'
}

it "a file costs less than three times what it costs nginx"
if [ -z "$nginx" ] || [ -z "$wrk" ]; then
    echo "# skipped: nginx or wrk is not installed (packages nginx-light, wrk)"
else
    start
    mkdir "$temp/site"
    for file in style.css more.js icon.svg; do
        curl -s "http://127.0.0.1:$port/$file" >"$temp/site/$file"
        gzip -9 -k "$temp/site/$file"
    done
    chmod -R a+rX "$temp"
    listen=$((port + 1000))
    cat >"$temp/nginx.conf" <<EOC
worker_processes 1;
daemon off;
pid $temp/nginx.pid;
error_log $temp/nginx.log;
events { worker_connections 256; }
http {
    access_log off;
    gzip_static on;
    keepalive_requests 100000000;
    types { text/css css; text/javascript js; image/svg+xml svg; }
    client_body_temp_path $temp/a; proxy_temp_path $temp/b; fastcgi_temp_path $temp/c;
    uwsgi_temp_path $temp/d; scgi_temp_path $temp/e;
    server { listen 127.0.0.1:$listen; root $temp/site; }
}
EOC
    "$nginx" -c "$temp/nginx.conf" -e "$temp/nginx.log" >"$temp/nginx.out" 2>&1 &
    other=$!
    for _ in $(seq 100); do
        curl -s -o "$temp/out" "http://127.0.0.1:$listen/icon.svg" && break
        sleep 0.1
    done
    worker=$(tr -d " " <"/proc/$other/task/$other/children")
    for file in icon.svg style.css more.js; do
        ours=$(cost "$server" "http://127.0.0.1:$port/$file")
        theirs=$(cost "${worker:-$other}" "http://127.0.0.1:$listen/$file")
        ratio=$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.2f", a / b }')
        echo "# $file: $ours us of processor time a request, nginx $theirs us, ratio $ratio"
        awk -v r="$ratio" 'BEGIN { exit !(r < 3) }' || problem "$file costs $ratio times what it costs nginx"
    done
    kill "$other" "$server"
    wait "$other" "$server" 2>/dev/null
fi

it "pages, files and calls are answered while 32 searches run"
start
run "$python" -I "$tools/latency.py" "$port" "$top/examples/halma.txt" 32 200
status_is 0
sed 's/^/# /' "$temp/out"
awk '$2 == "idle" { idle[$1] = $4 } $2 == "busy" && $1 != "busy" { print "# " $1 ": p95 busy / idle " $4 / idle[$1] }' "$temp/out"
lines=$(sed -n 's/^busy lines //p' "$temp/out")
[ "${lines:-0}" -ge 32 ] || problem "32 searches told ${lines:-no} lines"
# a search that crowded answers out would cost them its own time, hundreds of times an idle answer's
awk '$2 == "idle" { idle[$1] = $3 } $2 == "busy" && $1 != "busy" { seen++; if ($3 > 100 * idle[$1]) bad = 1 }
     END { exit bad || seen < 3 }' "$temp/out" || problem "answers are crowded out: more than 100 times an idle one's median"
kill "$server"
wait "$server" 2>/dev/null

finish
