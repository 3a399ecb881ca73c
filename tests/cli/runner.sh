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
mkdir -p "$tree/tests/cli" "$tree/tests/heavy" "$tree/tests/experiments" "$tree/tests/engine"
cp tests/machine "$tree/tests"
# this one looks at the machine all the time
sed 's/^LOOK_AGAIN = .*/LOOK_AGAIN = 0.2/' tests/run >"$tree/tests/run"
chmod +x "$tree/tests/run"
cat >"$tree/Makefile" <<'END'
variant-release variants list-programs all tests:
	@:
variant-readers:
	@echo readers $(READERS) >>build/readers
build/tests/engine/test_program:
	@mkdir -p $(@D)
	@printf '#!/bin/sh\necho "ok 1 - a program"\n' >$@
	@chmod +x $@
END
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
out_has "building: release, and what reads files with sanitizers"
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

run tests/run --experiments
status_is 1
same "no experiment" "0 passed, 0 failed" "$(tail -n 1 "$temp/out")"

# --- tiers ---

rm tests/cli/* tests/heavy/*
script cli/quick 'echo "ok 1 - a"'
script cli/shortens 'if [ -n "${PLYWOOD_QUICK:-}" ]; then echo "# shortened"; else echo "ok 2 - b"; fi' 'echo "ok 1 - a"'
script cli/long '# Tier: full' 'echo "ok 1 - a"'
# tests_run: those that ran, as the output tells
tests_run() { sed -n 's/^\[.*\] \([a-z/]*\): .*/\1/p' "$temp/out" | sort | tr '\n' ' '; }

it "without an option a script for make full is left out, and others may be short"
run tests/run
status_is 0
same "tests" "cli/quick cli/shortens " "$(tests_run)"
same "the last line" "2 passed, 0 failed" "$(tail -n 1 "$temp/out")"
out_has "1 of 2 tests took a short form"

it "--rest runs what was left out or shortened, at full length, and then nothing"
run tests/run --rest
status_is 0
same "tests" "cli/long cli/shortens " "$(tests_run)"
same "the last line" "3 passed, 0 failed" "$(tail -n 1 "$temp/out")"
run tests/run --rest
status_is 0
out_has "nothing is left"
same "the last line" "0 passed, 0 failed" "$(tail -n 1 "$temp/out")"

it "--full leaves nothing"
run tests/run --full
status_is 0
same "tests" "cli/long cli/quick cli/shortens " "$(tests_run)"
run tests/run --rest
out_has "nothing is left"

it "--rest runs again what has failed, and what was interrupted"
script cli/fails '[ -e mended ] || { echo "not ok 1 - a"; exit 1; }' 'echo "ok 1 - a"'
run tests/run
status_is 1
touch build/mended # not of the tree
script cli/fails '[ -e build/mended ] || { echo "not ok 1 - a"; exit 1; }' 'echo "ok 1 - a"'
rm build/mended
run tests/run
status_is 1
touch build/mended
mv build/tests-log/cli-quick.tap build/tests-log/cli-quick.tap.part
run tests/run --rest
status_is 0
out_has "4 tests are left"
same "tests" "cli/fails cli/long cli/quick cli/shortens " "$(tests_run)"

it "--rest runs everything if a file has changed since"
run tests/run
echo "# another line" >>tests/cli/quick.sh
run tests/run --rest
status_is 0
out_has "the tree has changed"
same "tests" "cli/fails cli/long cli/quick cli/shortens " "$(tests_run)"

it "a tier that does not exist is refused"
script cli/odd '# Tier: weekly' 'echo "ok 1 - a"'
run tests/run
status_is 1
err_has "tests/cli/odd.sh: the tiers of scripts are test and full, found weekly"
rm tests/cli/odd.sh

it "the readers are built with sanitizers, programs that are no readers are not"
mkdir -p tests/referee
touch tests/engine/test_program.c tests/referee/test_judge.c tests/referee/test_match.c
rm -f build/readers
run tests/run cli/quick
same "READERS" "readers build/checked/tests/referee/test_judge" "$(cat build/readers)"
rm -r tests/referee

it "--check runs one test, a script before a program, and tells what else is called so"
script heavy/quick 'echo "ok 1 - the heavy one"'
run tests/run --check quick
status_is 0
out_has "tests/cli/quick.sh; of this name there are also heavy-quick"
same "tests" "quick " "$(tests_run)"
run tests/run --check heavy-quick
status_is 0
out_has "ok 1 - the heavy one"
for one in test_program program engine-test_program; do
    run tests/run --check $one
    status_is 0
    out_has "ok 1 - a program"
done

it "--check of a test that does not exist tells which there are"
run tests/run --check quic
status_is 2
out_has "there is no test quic"
same "names" "  tests/cli: quick" "$(grep '^  tests/cli' "$temp/out")"
run tests/run --check nothing
status_is 2
out_has "there is no test nothing"
out_has "  tests/engine: test_program"

it "an unknown option is refused"
run tests/run --slow
status_is 2
err_has "unknown option"

finish
