#!/bin/sh
# Kind: agents
# The agents as one C file each, built in full: no warning from either compiler, the answers of the
# ordinary programs under a limit in nodes, the same stress test, and what they cost in instructions.
# Seconds decide nothing here; instructions are counted by callgrind, which knows no AVX-512.
# shellcheck disable=SC2154,SC2034 # what tests/tap.sh sets and reads
. tests/tap.sh
patience=1200
made=$temp/dist
positions=${PLYWOOD_POSITIONS:-20} # a game

# builds FOLDER COMPILER FILE OPTION…: into $temp/FOLDER, without a warning. What gcc may note is told
# in the head of the file.
builds() {
    mkdir -p "$temp/$1"
    folder=$1 compiler=$2 file=$3
    shift 3
    began=$(date +%s)
    run "$compiler" -Wall -Wextra -Werror "$@" "$made/$file" -o "$temp/$folder/${file%.c}" -lm
    echo "# $compiler $* $file: $(($(date +%s) - began)) s"
    status_is 0
    same "warnings of $command" "" "$(grep -F warning: "$temp/err" | head -n 3)"
}

# answer_of PROGRAM POSITION: what it writes, says and remembers.
answer_of() {
    rm -rf "$temp/play" && mkdir "$temp/play" && cp "$2" "$temp/play/input.txt"
    cd "$temp/play" || exit 1
    run_on input.txt "$1"
    cd "$top" || exit 1
    cat "$temp/out" "$temp/play/output.txt" "$temp/play/playdata.txt" 2>/dev/null
}

# agrees FOLDER GAME PROGRAM: on every position, the answers of FOLDER's program are the build's.
agrees() {
    differ=0
    for position in "$temp/positions/$2"/*.txt; do
        [ "$(answer_of "$build/$3" "$position")" = "$(answer_of "$temp/$1/$3" "$position")" ] ||
            differ=$((differ + 1))
    done
    same "$2: positions with another answer" 0 "$differ"
}

it "make writes the files"
run make -s --no-print-directory DIST="$made" homework.c reversi.c
status_is 0
for game in fruit halma laser reversi; do
    mkdir -p "$temp/positions/$game"
    "$built_tools/positions" "$game" "$positions" 7 "$temp/positions/$game" || exit 1
done
sed -i '3s/.*/300.0/' "$temp/positions/fruit"/*.txt "$temp/positions/halma"/*.txt # nodes are to limit them

export PLYWOOD_MOVE_NODES=2000
for compiler in gcc clang; do
    it "$compiler -O2 builds homework.c without a warning"
    builds "$compiler" "$compiler" homework.c -O2
    it "$compiler -O2 builds reversi.c without a warning"
    builds "$compiler" "$compiler" reversi.c -O2
    it "what $compiler has built answers as the ordinary programs do"
    for game in fruit halma laser; do
        agrees "$compiler" "$game" homework
    done
    agrees "$compiler" reversi reversi
done

it "the portable form builds and answers alike"
builds portable gcc homework.c -O2 -DPLYWOOD_PORTABLE
for game in fruit halma laser; do
    agrees portable "$game" homework
done

it "nothing in it is without use"
run gcc -w -O0 -DPLYWOOD_PORTABLE -ffunction-sections -fdata-sections -Wl,--gc-sections \
    -Wl,--print-gc-sections "$made/homework.c" -o "$temp/sections" -lm
# of functions in headers that are always parts of their callers nothing is left to remove
same "functions that the linker removes" "" \
    "$(grep "'\.text\.[a-z].*/cc[^/]*\.o'" "$temp/err" | grep -v "'\.text\.unlikely" | head -n 5)"

if command -v aarch64-linux-gnu-gcc >/dev/null; then
    it "a compiler for another processor accepts the file"
    run aarch64-linux-gnu-gcc -fsyntax-only -Wall -Wextra -Werror "$made/homework.c"
    status_is 0
    err_is ""
fi
unset PLYWOOD_MOVE_NODES

# where the wall clock counts, others may be busy; seconds of grace for that
it "it passes the stress test of the ordinary programs"
run sh tests/stress.sh "$positions" 3 --least 0.05 --most 2 --grace 5 --agents "$temp/gcc"
sed 's/^/# /' "$temp/out"
status_is 0

# instructions PROGRAM POSITION: of a search of so many nodes. Fewer where a wall clock limits a move,
# which callgrind must not reach.
instructions() {
    rm -rf "$temp/play" && mkdir "$temp/play" && cp "$2" "$temp/play/input.txt"
    (cd "$temp/play" && PLYWOOD_MOVE_NODES=$nodes valgrind --tool=callgrind \
        --callgrind-out-file=/dev/null "$1" <input.txt 2>&1 >/dev/null) |
        awk '/Collected/ { print $4 }'
}

# costs FOLDER PERCENT PROGRAM NAME…: FOLDER's program works at this part of the build's speed.
costs() {
    folder=$1 least=$2 program=$3
    shift 3
    for name in "$@"; do
        ordinary=$(instructions "$build/$program" "$temp/speed/$name.txt")
        ours=$(instructions "$temp/$folder/$program" "$temp/speed/$name.txt")
        echo "# $name, $folder: $ordinary instructions, $ours in one file: $((100 * ordinary / ours)) %"
        demand "$name: at least $least % of the speed" test $((100 * ordinary)) -ge $((least * ours))
        # much less work for the same answer is another search, and the answer luck
        demand "$name: at most 130 %" test $((100 * ordinary)) -le $((130 * ours))
    done
}

# Boards on which a search of that length is still far from the end.
mkdir "$temp/speed"
awk 'BEGIN { srand(1); print "12\n4\n300.0"; for (i = 0; i < 12; i++) {
    for (j = 0; j < 12; j++) printf "%d", 4 * rand(); print "" } }' >"$temp/speed/fruit.txt"
cp "$data/halma-start.txt" "$temp/speed/halma.txt"
awk 'BEGIN { print 14; for (i = 0; i < 14; i++) print "00000000000000" }' >"$temp/speed/laser.txt"
cp "$data/reversi-8.txt" "$temp/speed/reversi.txt"

if command -v valgrind >/dev/null; then
    it "with plain -O2 it has at least 70 % of the ordinary speed"
    nodes=20000
    costs gcc 70 homework fruit halma laser
    nodes=3000
    costs gcc 70 reversi reversi

    it "with the ordinary options it has the ordinary speed within 5 %"
    level=$(grep -m1 -w avx2 /proc/cpuinfo | grep -qw bmi2 && echo -march=x86-64-v3)
    # shellcheck disable=SC2086 # no word where there is no such level
    builds equal gcc homework.c -std=c17 -O3 -fPIE -static-pie $level
    nodes=20000
    costs equal 95 homework fruit halma laser
fi

finish
