#!/bin/sh
# Tier: full
# tests/requirements/*.tsv: each requirement of the courses' texts, by the command that its row gives.
#
# A row has four columns with a tab between: an id, what the text asks for, a command, and a piece of what
# the command prints. The command runs in a fresh directory in which the folders of the project have
# their names, as in the top folder of a built clone.
. tests/tap.sh
lists=$top/tests/requirements
cd "$temp" || exit 1

# Of a list: "ID what" for each row into list, a command and what it shows into rows/, and a line in
# malformed for each mistake. The ids of a letter are numbered from 1.
cat >extract.awk <<'ROWS'
BEGIN { FS = "\t" }
function bad(why) { print FILENAME ":" FNR ": " why >"malformed" }
/^#/ { next }
NF != 4 { bad("expected 4 columns, found " NF); next }
{
    letter = substr($1, 1, 1)
    for (i = 1; i <= 4; i++)
        if ($i == "")
            bad("column " i " is empty")
    if ($1 !~ /^[A-Z][0-9]+$/ || $1 != letter (++count[letter]))
        bad("expected the id " letter count[letter] ", found " $1)
    print $3 >("rows/" $1 ".command")
    print $4 >("rows/" $1 ".shows")
    close("rows/" $1 ".command")
    close("rows/" $1 ".shows")
    print $1, $2 >"list"
}
ROWS

# extract LIST…: fills rows, list and malformed.
extract() {
    rm -rf rows
    mkdir rows
    : >malformed
    : >list
    demand "extract" awk -f extract.awk "$@"
}

# notices WHAT SCRIPT: the list of Fruit Rage as the sed script leaves it is malformed.
notices() {
    it "a list is refused with $1"
    sed "$2" "$lists/fruit.tsv" >damaged.tsv
    extract damaged.tsv
    demand "damaged" test -s malformed
}
tab=$(printf '\t')
notices "a row missing" "/^F7$tab/d"
notices "a row twice" "/^F7$tab/p"
notices "an id twice" "s/^F8$tab/F7$tab/"
notices "a column missing" "/^F7$tab/s/$tab[^$tab]*\$//"
notices "a column too many" "/^F7$tab/s/\$/${tab}more/"
notices "nothing to be shown" "/^F7$tab/s/$tab[^$tab]*\$/$tab/"

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

it "every row has its id, a command and what it shows"
extract "$lists"/*.tsv
same "malformed" "" "$(cat malformed)"
same "rows by list, as docs/requirements.md tells" \
    "$(sed -n 's/^| \[\([a-z]*\.tsv\)\].* | \([0-9]*\) |$/\1 \2/p' "$top/docs/requirements.md" | sort)" \
    "$(for file in "$lists"/*.tsv; do echo "${file##*/} $(grep -vc '^#' "$file")"; done | sort)"
same "rows in all" "$(sed -n 's/.*\*\*\([0-9]*\) requirements\*\*.*/\1/p' "$top/docs/requirements.md")" "$(wc -l <list)"

while read -r id what; do
    it "$id: $what"
    scratch
    run sh -c "$(cat "$temp/rows/$id.command")"
    cat "$temp/out" "$temp/err" >"$temp/both"
    grep -qF -e "$(cat "$temp/rows/$id.shows")" "$temp/both" || problem "no \"$(cat "$temp/rows/$id.shows")\" in
$(cat "$temp/both")"
done <"$temp/list"

cd "$temp" || exit 1
finish
