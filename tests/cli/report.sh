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

it "every game has its replay, from pictures alone"
same "replays" 12 "$(grep -c '"changes":"' "$temp/report.html")"

it "a report of nothing yet says so"
run "$plywood" tournament new "$temp/c.store" laser greedy random --size 4 --seed 3
status_is 0
report "$temp/c.store" "No host has played yet" "No game has been played"

it "an anonymous report tells no name, no path and nothing that programs wrote"
run "$plywood" tournament new "$temp/d.store" laser "$temp/list" \
    --size 5 --games 2 --seed 3 --sandbox off --anonymous
status_is 0
run "$plywood" tournament run "$temp/d.store" --jobs 1
status_is 0
report "$temp/d.store" "aliases" "exit-error" "Failed its smoke test" \
    --not Randy Nemo alert "last words" "never work" "$temp"

finish
