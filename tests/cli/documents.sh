#!/bin/sh
# The documents: links, paths, commands, targets of make and lengths. Each kind of fault is tried first on a
# small tree.
. tests/tap.sh

documents() { run "$python" -IS "$tools/documents.py" "$1" "$plywood"; }

# finds TEXT LINE…: a document of these lines is told to have this fault, and no other.
finds() {
    fault=$1
    shift
    rm -rf "$temp/tree"
    mkdir -p "$temp/tree/docs" "$temp/tree/src/base"
    touch "$temp/tree/src/base/text.c"
    printf 'here:\n\techo here\n' >"$temp/tree/Makefile"
    printf '# Other\n\n## A heading\n' >"$temp/tree/docs/other.md"
    printf '%s\n' "$@" >"$temp/tree/docs/page.md"
    documents "$temp/tree"
    [ -n "$fault" ] && status_is 1 || status_is 0
    out_is "$fault"
}

it "a document without faults passes"
finds "" '[other](other.md#a-heading) and `src/base/text.c`, `base/text.c`' '' \
    '    build/plywood match fruit greedy random --games 2    # --nothing' '' 'Run `make here` or `plywood bench --json`.'

it "faults are found: links, anchors, paths, commands, options, targets, long cells"
finds 'docs/page.md:1: no none.md' '[none](none.md)'
finds 'docs/page.md:1: no heading #none in other.md' '[other](other.md#none)'
finds 'docs/page.md:1: no src/base/gone.c' '`src/base/gone.c`'
finds 'docs/page.md:2: no base/gone.c' '' '`base/gone.c`'
finds 'docs/page.md:1: plywood has no command mtach' '`plywood mtach fruit`'
finds 'docs/page.md:1: plywood match has no option --gmaes' '    build/plywood match --gmaes 2'
finds 'docs/page.md:1: make knows no there' '`make there`'
finds 'docs/page.md:1: a cell of 201 characters' "| $(printf '%0201d' 0) | b |"

it "the documents of the project have none"
documents "$top"
status_is 0
out_is ""

finish
