#!/bin/sh
# Tier: full
# Every command that the front pages show works as printed, in a fresh copy of the tree in which make has
# been run; readme.rules shortens what takes long.
. tests/tap.sh

# fresh_tree: a clone in which make has been run, and makes it the present folder.
tree=$temp/tree
fresh_tree() {
    cd "$top" && rm -rf "$tree" && mkdir -p "$tree/build" || exit 1
    # what a clone has; a tarball of the sources has all but what was built
    if git -c safe.directory='*' ls-files -z >"$temp/files" 2>/dev/null; then
        xargs -0 tar cf - <"$temp/files" | tar xf - -C "$tree"
    else
        tar cf - --exclude=./build . | tar xf - -C "$tree"
    fi
    find "$build" -maxdepth 1 -type f ! -name '*.a' ! -name '*.members' -exec cp {} "$tree/build" \;
    cd "$tree" || exit 1
}
unset PLYWOOD_TOKEN

# what make knows; the goal is one that it does not, so that nothing is made
make -pq no-such-goal >"$temp/targets" 2>/dev/null

# ended: the program in the background has spoken, and ends by an interrupt.
ended() {
    patiently grep -q http "$temp/out" "$temp/err" || problem "no address is told: $(cat "$temp/out" "$temp/err")"
    kill -INT "$pid"
    wait "$pid"
    status=$?
    [ $status -ne 130 ] || status=0
}

# try WAY COMMAND: as commands_of.py tells.
try() {
    command=$2
    case $1 in
    target)
        for word in $command; do
            case $word in
            make | *=*) ;;
            # check-NAME is a target of a pattern
            *) grep -q -e "^$word:" -e "^${word%%-*}-%:" "$temp/targets" || problem "make knows no $word" ;;
            esac
        done
        return
        ;;
    keys)
        : >"$temp/screen"
        {
            patiently grep -q quit "$temp/screen"
            printf q
        } | TERM=xterm timeout "$patience" script -fqec "$2" "$temp/screen" >"$temp/out" 2>"$temp/err"
        status=$?
        grep -q quit "$temp/screen" || problem "nothing is drawn"
        ;;
    speaks)
        sh -c "exec $2" >"$temp/out" 2>"$temp/err" </dev/null &
        pid=$!
        ended
        ;;
    *) run sh -c "$2" ;;
    esac
    [ "$status" -eq 0 ] || { [ "$1" = no ] && [ "$status" -eq 1 ]; } || problem "$2
ended with status $status
$(tail -n 5 "$temp/err")"
}

for page in README.md docs/students.md docs/players.md docs/graders.md docs/engine.md docs/strength.md; do
    fresh_tree
    "$python" -IS "$tools/commands_of.py" tests/cli/readme.rules "$page" >"$temp/commands"
    it "$page shows commands"
    [ "$(wc -l <"$temp/commands")" -ge "$(sed -n "s|^# commands on $page: ||p" tests/cli/readme.rules)" ] || problem "only these are found:
$(cat "$temp/commands")"
    while read -r line way shown <&3; do
        it "$page, line $line: $shown"
        try "$way" "$shown"
    done 3<"$temp/commands"

    it "$page links to files that are there"
    sed -n 's/](\([^)]*\))/\n&\n/gp' "$page" | sed -n 's/^](\([^)#]*\).*/\1/p' | grep -v '^http' >"$temp/links"
    while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || problem "no $link"
    done <"$temp/links"
done

# figures OUTPUT: without the seconds, which differ each time
figures() { sed 's/ [0-9]*\.[0-9]\{3\} / S /; s/  */ /g' "$1"; }
it "docs/students.md shows what compare prints"
"$python" -IS "$tools/commands_of.py" --outputs docs/students.md >"$temp/shown"
run build/plywood compare laser --depth 4
same "figures" "$(figures "$temp/shown")" "$(figures "$temp/out")"

it "docs/strength.md tells the signature of this search"
grep -q "\`build/plywood bench\` | $(cat "$data/signature.txt");" docs/strength.md || problem "it is $(cat "$data/signature.txt")"

finish
