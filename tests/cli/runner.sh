#!/bin/sh
# The tests' own tools: what tests/machine calls unfit, what tests/run tells and returns.
. tests/tap.sh

# --- tests/machine ---

it "a machine that is fit is not complained about"
run tests/machine
status_is 0
out_is ""

# unfit WORDS COMMAND…: tests/machine says so after these commands, in a mount namespace of its own.
unfit() {
    words=$1
    run unshare -rm sh -c "$2 && exec tests/machine"
    status_is 1
    out_has "this machine is unfit for the tests: $words"
}
if unshare -rm mount -t tmpfs tmpfs "$temp" 2>/dev/null; then
    it "what is unfit about a machine is named"
    mkdir "$temp/small"
    echo x >"$temp/file"
    unfit "/dev/null is not a character device" "mount --bind '$temp/file' /dev/null"
    unfit "/proc is not mounted" "mount -t tmpfs tmpfs /proc"
    unfit "$temp/small has 4 MiB of disk left" "mount -t tmpfs -o size=4m tmpfs '$temp/small' && export TMPDIR='$temp/small'"
    unfit "programs in $temp/small cannot be run" "mount -t tmpfs -o noexec tmpfs '$temp/small' && export TMPDIR='$temp/small'"
    echo "MemAvailable: 204800 kB" >"$temp/meminfo"
    unfit "200 MiB of memory are available" "mount --bind '$temp/meminfo' /proc/meminfo"
    unfit "the loopback interface is down" "mount -t tmpfs tmpfs /sys/class/net && mkdir /sys/class/net/lo && echo 0x8 >/sys/class/net/lo/flags"
else
    echo "# no mount namespaces here: some of what is unfit is not tried"
fi

it "a folder for temporary files that is not there is unfit, and so are few open files"
run env TMPDIR="$temp/nowhere" tests/machine
status_is 1
out_has "this machine is unfit for the tests: $temp/nowhere cannot be written to"
run sh -c 'ulimit -n 100 && exec tests/machine'
status_is 1
out_has "100 open files are allowed"

# --- tests/run: a tree of its own, whose tests are made for it ---

tree=$temp/tree
mkdir -p "$tree/tests/cli" "$tree/tests/heavy"
cp tests/run tests/machine "$tree/tests"
printf 'variants:\n\t@:\nall tests: variants\n' >"$tree/Makefile"
# script NAME LINE…: a test that consists of these lines.
script() {
    script=$tree/tests/$1.sh
    shift
    printf '%s\n' "$@" >"$script"
}
cd "$tree" || exit 1
script cli/good 'echo "ok 1 - a"' 'echo "ok 2 - b"'
script cli/skips 'echo "ok 1 # SKIP not here"'

it "the last line is the tally, and passed tests are success"
run tests/run
status_is 0
same "the last line" "2 passed, 0 failed, 1 skipped" "$(tail -n 1 "$temp/out")"
out_has "building: release, portable, checked (sanitizers), clang"
out_has "[2 of 2] cli/"

it "each line tells how many are done and how much is left, and long tests begin first"
for letter in a b c d; do script cli/$letter "echo $letter >>started" 'echo "ok 1 - x"'; done
printf 'cli/a 1\ncli/b 200\ncli/c 2\ncli/d 100\n' >build/tests-seconds
core=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//') # on one core there are two at once
run taskset -c "$core" tests/run cli/a cli/b cli/c cli/d
status_is 0
same "those that begin first" "b d " "$(head -n 2 started | sort | tr '\n' ' ')"
out_has "[1 of 4] cli/"
out_has " left"
same "the last one" 1 "$(grep -c '^\[4 of 4\] cli/[a-d]: 1 passed, 0 failed, [0-9]* s, [0-9]* of CPU$' "$temp/out")"

it "what fails is told, named at the end, and failure"
script cli/bad 'echo "ok 1 - a"' 'echo "not ok 2 - the reason"' 'exit 1'
script cli/silent 'echo "ok 1 - a"' 'exit 3'
script cli/killed 'kill -SEGV $$'
run tests/run good bad silent killed
status_is 1
same "the last line" "4 passed, 3 failed" "$(tail -n 1 "$temp/out")"
out_has "not ok 2 - the reason"
out_has "not ok 0 - cli/silent ended with status 3"
out_has "not ok 0 - cli/killed ended with status -11"
same "names at the end" 3 "$(grep '^failed: ' "$temp/out" | wc -w | awk '{ print $1 - 1 }')"

it "no test at all is no success"
run tests/run nonesuch
status_is 1
same "the last line" "0 passed, 0 failed" "$(tail -n 1 "$temp/out")"

it "a build that fails is told, and nothing is run"
printf '#!/bin/sh\necho the compiler says no\nexit 2\n' >no-compiler
chmod +x no-compiler
run env MAKE=./no-compiler tests/run
status_is 1
out_has "the compiler says no"
same "the last line" "0 passed, 1 failed" "$(tail -n 1 "$temp/out")"

it "an unfit machine ends it before anything is built"
run env TMPDIR="$temp/nowhere" tests/run
status_is 1
out_has "cannot be written to"
! grep -q building "$temp/out" || problem "it was built"
same "the last line" "0 passed, 1 failed" "$(tail -n 1 "$temp/out")"

it "a machine that becomes unfit ends it, and what runs is ended with it"
script cli/long "echo \$\$ >'$temp/pid'" 'touch unfit' 'sleep 100000'
printf '#!/bin/sh\n[ ! -e unfit ] || { echo "the disk is full"; exit 1; }\n' >tests/machine
run tests/run cli/long
status_is 1
out_has "the disk is full"
same "the last line" "0 passed, 1 failed" "$(tail -n 1 "$temp/out")"
! kill -0 "$(cat "$temp/pid")" 2>/dev/null || problem "the test goes on"
rm -f unfit

it "a clock that jumps is told, and only once"
cat >"$temp/jump.py" <<'END'
import importlib.machinery, importlib.util
loader = importlib.machinery.SourceFileLoader("run", "tests/run")
run = importlib.util.module_from_spec(importlib.util.spec_from_loader("run", loader))
loader.exec_module(run)
machine = run.Machine()
assert machine.complaint(now=True) == ""
real = run.time.time
run.time.time = lambda: real() - 3600
assert machine.complaint(now=True) == ""
assert machine.complaint(now=True) == ""
END
run "$python" -IS "$temp/jump.py"
status_is 0
out_is "the clock of this machine has jumped by -3600 s"

it "an interrupt ends what runs and tells how far it came"
script cli/long "echo \$\$ >'$temp/pid'" 'sleep 100000'
rm -f "$temp/pid"
tests/run cli/long >"$temp/out" 2>&1 &
runner=$!
patiently test -s "$temp/pid" || problem "the test does not begin"
kill -TERM $runner
wait $runner
status=$?
command="tests/run, interrupted"
status_is 1
out_has "interrupted after 0 of 1 tests"
! kill -0 "$(cat "$temp/pid")" 2>/dev/null || problem "the test goes on"

it "heavy scripts run kind by kind, and each kind's time is told"
for kind in one two three; do script heavy/$kind "# Kind: $kind" 'echo "ok 1 - x"'; done
script heavy/four '# Kind: one' 'echo "ok 1 - x"'
run tests/run --heavy
status_is 0
same "the order" "1 1 1 1" "$(grep -c four "$temp/out") $(grep -c '^one: ' "$temp/out") $(grep -c '^two: ' "$temp/out") $(grep -c '^three: ' "$temp/out")"
sed -n 's/^\[.*\] heavy\/\([a-z]*\): .*/\1/p' "$temp/out" | tr '\n' ' ' >"$temp/order"
grep -qE '^(four one|one four) three two $' "$temp/order" || problem "the order is $(cat "$temp/order")"
run tests/run --heavy three
same "the last line" "1 passed, 0 failed" "$(tail -n 1 "$temp/out")"

it "an unknown option is refused"
run tests/run --slow
status_is 2
err_has "unknown option"

finish
