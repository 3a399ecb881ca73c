#!/bin/sh
# Every program that make builds, as it lies there: at any address, read-only tables, no code on the
# stack, guarded stacks and checked copies. text_add_list() stands for our own code: it is in all of them
# but proofcheck, where plain_read() and verify_proof() do, has an array on its stack and prints into it. What the C
# library does inside does not count.
. tests/tap.sh

if ! command -v readelf >/dev/null || ! command -v objdump >/dev/null; then
    echo "ok 1 # SKIP no readelf and objdump here (they come with binutils)"
    exit 0
fi

# has WHAT PATTERN FILE: a line of the file matches.
has() { grep -qE -e "$2" "$3" || problem "$program: no $1"; }

check() {
    program=$1
    readelf -hlWd "$program" >"$temp/headers" 2>&1
    case $program in
    */proofcheck)
        objdump -d "$program" |
            awk '/^[0-9a-f]+ <.*>:$/ { ours = /<(plain_read|verify_proof)>/ } ours' >"$temp/code"
        ;;
    *) objdump -d --disassemble=text_add_list "$program" >"$temp/code" 2>&1 ;;
    esac
    has "position-independent executable (PIE)" '\(FLAGS_1\).* PIE' "$temp/headers"
    has "RELRO segment" '^ *GNU_RELRO' "$temp/headers"
    has "BIND_NOW" '\(FLAGS_1\).* NOW' "$temp/headers"
    has "stack without code" '^ *GNU_STACK .* RW ' "$temp/headers"
    has "guarded stack" '<__stack_chk_fail' "$temp/code"
    has "checked copies (_FORTIFY_SOURCE)" '<_+[a-z]+_chk[@>]' "$temp/code"
}

# programs FOLDER: those of this variant of the build
programs() {
    for program in "$1"/* "$1"/fifth/*; do
        if [ -f "$program" ] && [ -x "$program" ]; then
            echo "$program"
        fi
    done
}

# variant NAME FOLDER: all programs of it; there are at least plywood and two agents
variant() {
    it "programs are hardened: $1"
    found=$(programs "$2")
    [ "$(echo "$found" | grep -c .)" -ge 3 ] || problem "too few programs in $2: $found"
    for program in $found; do
        check "$program"
    done
}

# What users have is the first; tests/run builds the others before it calls this.
variant release "$build"
for kind in portable clang; do
    [ ! -d "$build/$kind" ] || variant "$kind" "$build/$kind"
done

it "libraries have read-only tables and no code on the stack"
for program in "$build"/*.so; do
    readelf -lWd "$program" >"$temp/headers" 2>&1
    has "RELRO segment" '^ *GNU_RELRO' "$temp/headers"
    has "BIND_NOW" '\(FLAGS_1\).* NOW' "$temp/headers"
    has "stack without code" '^ *GNU_STACK .* RW ' "$temp/headers"
done

it "the agents are static and at any address at once: they run wherever they are copied"
for program in "$build/homework" "$build/calibrate"; do
    readelf -lWd "$program" >"$temp/headers" 2>&1
    grep -qE 'INTERP|NEEDED' "$temp/headers" && problem "$program needs a loader"
    has "position-independent executable (PIE)" '\(FLAGS_1\).* PIE' "$temp/headers"
done

finish
