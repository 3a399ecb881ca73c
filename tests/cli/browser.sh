#!/bin/sh
# Tier: full
# The playground in a real browser: tests/browser, with the packages it needs put into the build.
. tests/tap.sh

# setup COMMAND…: a step without which there is nothing to test.
setup() {
    "$@" >"$temp/out" 2>"$temp/err" || {
        echo "not ok 1 - $*"
        sed 's/^/# /' "$temp/out" "$temp/err"
        echo "1..1"
        exit 1
    }
}
setup scripts/setup browser
setup tests/browser/install "$build/browser"
PLYWOOD_BROWSER=$(cat "$temp/out")
export PLYWOOD_BROWSER

records=$temp/records
mkdir "$records"
setup "$plywood" match reversi plywood greedy --size 6 --nodes 500 --games 4 --seed 5 --quiet \
    --record "$records/reversi.record"
setup "$plywood" match fruit plywood greedy --size 6 --nodes 500 --games 4 --seed 5 --quiet \
    --record "$records/fruit.record"
node tests/browser/run.mjs "$plywood" "$build/fifth/plywood" "$records" "$build/screens"
