#!/bin/sh
# docs/texts.md and docs/reversi.md: each requirement of the courses' texts, by the command that the
# page gives for it.
#
# A row of a page is a test. Its command runs in a fresh directory in which the folders of the
# project have their names, as it would in the top folder of a built clone.
. tests/tap.sh
page=$top/docs/texts.md
cd "$temp" || exit 1

# A table of rows begins with the line of titles below and ends with the first line that is no row.
# Each row becomes rows/ID.command, rows/ID.shows and a line "ID what" in list; what is wrong
# with the page becomes a line in malformed.
cat >extract.awk <<'ROWS'
function bad(why) { print FILENAME ":" FNR ": " why >"malformed" }
function trim(s) { gsub(/^ +| +$/, "", s); return s }
function code(s) {
    if (s !~ /^`[^`]+`$/) { bad("expected one piece of code, found " s); return "" }
    s = substr(s, 2, length(s) - 2)
    gsub("\001", "|", s)
    return s
}
/^\| id \|/ {
    if ($0 != "| id | what the text asks for | command | shows |") bad("expected the titles of a table")
    inside = 1
    letter = ""
    count = 0
    next
}
inside && /^\|(---\|)+$/ { next }
!/^\|/ { inside = 0 }
# a row outside of a table of rows has lost its titles
!inside && /^\| [A-Z][0-9]+ / { bad("expected the titles of a table before this row") }
inside {
    gsub(/\\\|/, "\001")
    cells = split($0, cell, "|") - 2
    id = trim(cell[2])
    if (cells != 4 || trim(cell[6]) != "") { bad("expected 4 cells, found " cells); next }
    if (id !~ /^[A-Z][0-9]+$/ || trim(cell[3]) == "") { bad("expected an id and a requirement"); next }
    if (!letter) {
        letter = substr(id, 1, 1)
        if (letter in seen) bad("a second table of " letter)
        seen[letter] = 1
    }
    if (id != letter (++count)) bad("expected the id " letter count ", found " id)
    total++
    command = code(trim(cell[4]))
    shows = code(trim(cell[5]))
    print command >("rows/" id ".command")
    print shows >("rows/" id ".shows")
    close("rows/" id ".command")
    close("rows/" id ".shows")
    gsub("\001", "|", cell[3])
    print id, trim(cell[3]) >"list"
}
match($0, /\*\*[0-9]+ requirements\*\*/) { promised = substr($0, RSTART + 2) + 0 }
END { if (total != promised) bad("expected the number of rows, " total ", found " promised) }
ROWS

# extract PAGE: fills rows, list and malformed.
extract() {
    rm -rf rows
    mkdir rows
    : >malformed
    : >list
    demand "extract" awk -f extract.awk "$1"
}

# notices WHAT SCRIPT: the page as the sed script leaves it is malformed.
notices() {
    it "a page is refused with $1"
    sed "$2" "$page" >damaged.md
    extract damaged.md
    demand "damaged" test -s malformed
}
notices "a row missing" '/^| F7 /d'
notices "its last row missing" '/^| L39 /d'
notices "a row twice" '/^| F7 /p'
notices "an id twice" 's/^| F8 /| F7 /'
notices "a cell missing" '/^| F7 /s/| [^|]*|$/|/'
notices "a cell too many" '/^| F7 /s/$/ more |/'
notices "a command that is no code" '/^| F7 /s/`build/build/'
# shellcheck disable=SC2016 # backticks are what is looked for
notices "nothing to be shown" '/^| F7 /s/`[^`]*` |$/ |/'
notices "a table without titles" '/^| id /d'

it "every row of the page has its id, a command and what it shows"
extract "$page"
same "malformed" "" "$(cat malformed)"

# scratch: a fresh directory with the folders of the project, which becomes the present one. The
# programs are those under test, also for what finds them beside itself.
scratch() {
    cd "$temp" || exit 1
    rm -rf scratch
    mkdir -p scratch/src/games/reversi
    cd scratch || exit 1
    ln -s "$build" build
    ln -s "$top/tests" "$top/examples" "$top/docs" .
    ln -s "$top/src/games/reversi/agent.py" src/games/reversi
}

# run_rows: the rows that were extracted.
run_rows() {
    while read -r id what; do
        it "$id: $what"
        scratch
        run sh -c "$(cat "$temp/rows/$id.command")"
        cat "$temp/out" "$temp/err" >"$temp/both"
        grep -qF -e "$(cat "$temp/rows/$id.shows")" "$temp/both" || problem "no \"$(cat "$temp/rows/$id.shows")\" in
$(cat "$temp/both")"
    done <"$temp/list"
    cd "$temp" || exit 1
}
run_rows

it "every row about the manager has its id, a command and what it shows"
extract "$top/docs/reversi.md"
same "malformed" "" "$(cat malformed)"
run_rows
finish
