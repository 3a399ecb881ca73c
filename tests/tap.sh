# shellcheck shell=sh disable=SC2034 # what is set here is used by the scripts that read this file
# tap.sh - what the scripts in tests/cli share; each reads it with ". tests/tap.sh"
#
# A script is a list of tests. A test begins with its name and is a number of demands, all of which
# must hold; what does not hold is told on a line that starts with "#":
#
#     it "refuses a board without rows"
#     run "$plywood" show "$temp/input.txt"
#     status_is 2
#     err_is "input.txt:4: expected 3 rows, found 0"
#
#     finish
#
# Scripts run from the top folder and use the programs in PLYWOOD_BUILD (build). $temp is a folder
# of the script's own; it is removed in the end.
#
# make test gives a script few seconds and no programs but those of a plain build, libraries and python3.
# A script that needs more has the line "# Tier: full" in its head, or a short form:
#
#     thoroughly || finish               # the tests below are left to make full
#     if thoroughly; then ...; fi        # so is this one
#     for n in $(rounds "4" "4 6 8"); do # the words in short, the words at full length
#
# The log then says that the script was shortened, and tests/run --rest runs it again at full length.
set -u

top=$(pwd)
[ -f "$top/tests/tap.sh" ] || {
    echo "Bail out! run this from the top folder of the project"
    exit 1
}
case ${PLYWOOD_BUILD:-build} in
/*) build=${PLYWOOD_BUILD} ;;
*) build=$top/${PLYWOOD_BUILD:-build} ;;
esac
plywood=$build/plywood
homework=$build/homework
data=$top/tests/data
tools=$top/tests/tools # their sources, and those in Python; $built_tools has the programs
built_tools=$build/tests/tools
# the interpreter itself: what stands for it in PATH may be a slow wrapper. Call it as "$python" -IS
python=$(python3 -c 'import sys; print(sys.executable)') || exit 1
export LC_ALL=C NO_COLOR=1
unset PLYWOOD_MOVE_SECONDS CDPATH MAKEFLAGS MFLAGS MAKELEVEL

temp=$(mktemp -d) || exit 1
trap 'rm -rf "$temp"' EXIT
# what is kept for a user is kept for this test
export XDG_DATA_HOME="$temp/data"
trap 'exit 1' HUP INT TERM

tests=0 failures=0 name="" problems="" shortened=""

# Nothing here takes longer than seconds on a quiet machine. A program that hangs is to be a failure,
# and this is so long that only one that hangs exceeds it, however busy the machine is.
patience=600

close_test() {
    [ -n "$name" ] || return 0
    tests=$((tests + 1))
    if [ -z "$problems" ]; then
        echo "ok $tests - $name"
    else
        failures=$((failures + 1))
        echo "not ok $tests - $name"
        printf '%s' "$problems"
    fi
    name=""
}

it() {
    close_test
    name=$1
    problems=""
}

finish() {
    close_test
    echo "1..$tests"
    [ "$failures" -eq 0 ]
    exit
}

# thoroughly: true unless the script is to be short; says so in the log if it is.
thoroughly() {
    [ -n "${PLYWOOD_QUICK:-}" ] || return 0
    [ -n "$shortened" ] || echo "# shortened" >&2 # $(rounds ...) takes the other output
    shortened=1
    return 1
}

# rounds SHORT FULL: prints one of the two.
rounds() { if thoroughly; then echo "$2"; else echo "$1"; fi; }

# problem TEXT: the present test fails for this reason.
problem() {
    problems="$problems$(printf '%s\n' "$1" | head -n 12 | cut -c 1-300 | sed 's/^/# /')
"
}

# patiently COMMAND…: until it succeeds. In a test that has failed already there is no long wait again.
patiently() {
    attempts=$((patience * 20))
    [ -z "$problems" ] || attempts=200
    until "$@"; do
        attempts=$((attempts - 1))
        [ $attempts -gt 0 ] || return 1
        sleep 0.05
    done
}

# run COMMAND…: its output goes to $temp/out and $temp/err, its exit status to $status.
run() {
    timeout "$patience" "$@" >"$temp/out" 2>"$temp/err" </dev/null
    status=$?
    command=$*
}

# run_on FILE COMMAND…: the same with FILE as standard input.
run_on() {
    command=$*
    input=$1
    shift
    timeout "$patience" "$@" >"$temp/out" 2>"$temp/err" <"$input"
    status=$?
}

status_is() {
    [ "$status" -eq "$1" ] || problem "$command
expected exit status $1, found $status
$(head -n 3 "$temp/err")"
}

# same WHAT EXPECTED FOUND
same() {
    [ "$2" = "$3" ] || problem "$1
expected: $2
found:    $3"
}

# same_file EXPECTED FOUND
same_file() {
    cmp -s "$1" "$2" || problem "$command
$(diff "$1" "$2" 2>&1)"
}

out_is() { same "standard output of $command" "$1" "$(cat "$temp/out")"; }
err_is() { same "standard error of $command" "$1" "$(cat "$temp/err")"; }

# out_has TEXT, err_has TEXT: a line contains this text.
out_has() { grep -qF -e "$1" "$temp/out" || problem "no \"$1\" in standard output of $command
$(cat "$temp/out")"; }
err_has() { grep -qF -e "$1" "$temp/err" || problem "no \"$1\" in standard error of $command
$(cat "$temp/err")"; }

# err_is_one_line: a program that refuses says why in one line.
err_is_one_line() {
    [ "$(wc -l <"$temp/err")" -eq 1 ] || problem "expected one line of $command on standard error, found
$(cat "$temp/err")"
}

# demand WHAT COMMAND…: the command must succeed.
demand() {
    what=$1
    shift
    "$@" >"$temp/demand" 2>&1 || problem "$what
$(cat "$temp/demand")"
}

# crlf: the lines of standard input as Windows ends them.
crlf() { awk '{ printf "%s\r\n", $0 }'; }
