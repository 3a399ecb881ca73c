#!/bin/sh
# plywood new and plywood kit: input files, and what a course hands out.
. tests/tap.sh
cd "$temp" || exit 1
games="fruit halma laser reversi"

for game in $games; do
    it "new $game: a position that can be read, the same for the same seed"
    run "$plywood" new "$game" --random 5 --seed 7
    status_is 0
    cp out first.txt
    run "$plywood" new "$game" --random 5 --seed 7 -o second.txt
    status_is 0
    same_file first.txt second.txt
    run "$plywood" legal second.txt
    status_is 0
    demand "moves" test -s out
    run "$plywood" new "$game" --random 5 --seed 8
    demand "another seed, another position" sh -c '! cmp -s first.txt out'
done

it "new: what cannot be is refused"
run "$plywood" new fruit --size 2 --kinds 1 --random 9
status_is 2
err_is_one_line
run "$plywood" new nobody
status_is 2
run "$plywood" new fruit -o /nonexistent/file
status_is 70
run "$plywood" games -o x
status_is 2
err_has "unknown option -o"

it "kit: a directory that is not empty is refused and stays as it is"
mkdir full
echo mine >full/homework.c
run "$plywood" kit student fruit -o full
status_is 2
err_is "plywood kit: full: expected a new or empty directory, found homework.c in it"
same "files" 1 "$(find full -type f | wc -l)"

it "kit: what is missing is told"
run "$plywood" kit student fruit
status_is 2
err_is "plywood kit: -o DIR says where it is put"
run "$plywood" kit teacher fruit -o new
status_is 2
run "$build/fifth/plywood" kit student five -o new
status_is 2
err_is "plywood kit: there is no kit for Five in a Row"
demand "nothing is made" test ! -e new

# The kits that grade. tests/heavy/kits.sh runs them; here is what they are made of.
it "grade --plan: the parts, and nothing is run"
run "$plywood" grade laser --plan --games 2
status_is 0
same "parts" 3 "$(grep -c 'points' out)"
run "$plywood" grade laser --plan random
status_is 2
err_is "plywood grade: this only plans a grading: no AGENT, --each, --format, --output, --summary, --force, --resume or --bundles here"
run "$plywood" grade laser
status_is 2
err_is "plywood grade: an AGENT is missing; see plywood grade --help"

it "kit gradescope: a zip that the standard readers read, the same each time"
run "$plywood" kit gradescope fruit -o one.zip --time 20 --games 3 --languages c,python \
    --packages python3-numpy --budget 4m
status_is 0
out_has "majority of games against random, 3 cases"
run "$plywood" kit gradescope fruit --time 20 --games 3 --languages c,python \
    --packages python3-numpy --budget 240 --output=two.zip
status_is 0
same_file one.zip two.zip
cat >unzip.py <<'END'
import os, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
for info in archive.infolist():
    archive.extract(info, sys.argv[2])
    os.chmod(os.path.join(sys.argv[2], info.filename), info.external_attr >> 16 & 0o777)
    print("%o %s" % (info.external_attr >> 16, info.filename))
END
run "$python" -IS unzip.py one.zip grader
status_is 0
out_is "100644 README.md
100755 plywood-grader
100755 run_autograder
100644 settings
100755 setup.sh"
demand "the grader is the one beside plywood" cmp "$build/plywood-grader" grader/plywood-grader
demand "packages" grep -qxF 'missing=$(lacking gcc libc6-dev make python3 unzip bzip2 xz-utils zstd python3-numpy)' grader/setup.sh
same "settings" "--budget 4m --time 20 --games 3" "$(tr '\n' ' ' <grader/settings | sed 's/ $//')"
demand "scripts without a mistake in form" sh -n grader/setup.sh
demand "scripts without a mistake in form" sh -n grader/run_autograder
demand "no mark is left" sh -c '! grep -n "{[a-z]*}" grader/README.md grader/setup.sh grader/run_autograder'
demand "it needs no library" sh -c '! readelf -lWd grader/plywood-grader | grep -E "INTERP|NEEDED"'
run grader/plywood-grader grade fruit --plan
status_is 0
run grader/plywood-grader doctor --machine --json
demand "it knows the machine" grep -q '"metering":' out
run grader/plywood-grader serve
status_is 2
err_has 'plywood-grader: unknown command "serve"'

it "kit gradescope: the course's own cases go with it"
mkdir boards
"$plywood" new fruit --random 3 --seed 1 -o boards/b.txt
"$plywood" new fruit --random 3 --seed 2 -o boards/a.txt
run "$plywood" kit gradescope fruit -o cases.zip --cases boards --lenient
status_is 0
out_has "given positions, 2 cases"
run "$python" -IS unzip.py cases.zip cases
out_has "100644 cases/0001-a.txt"
demand "the file" cmp boards/b.txt cases/cases/0002-b.txt
demand "settings" grep -qx -e --cases cases/settings
demand "settings" grep -qx -e --lenient cases/settings

it "kit gradescope: what cannot be is refused, and nothing is written"
# refused MESSAGE OPTION…
refused() {
    message=$1
    shift
    run "$plywood" kit gradescope fruit -o no.zip "$@"
    status_is 2
    err_is "plywood kit: $message"
    demand "nothing is made" test ! -e no.zip
}
refused '--time: expected seconds above 0, found "x"' --time x
refused 'this only plans a grading: no AGENT, --each, --format, --output, --summary, --force, --resume or --bundles here' somebody
refused '--plan is no setting: it would run nothing, ever' --plan
refused '--plan is no setting: it would run nothing, ever' -- --plan
refused 'unknown option --budg; see plywood kit --help' --budg 20m
refused 'unknown option --see=3; see plywood kit --help' --see=3
refused '--languages: expected some of c,c++,java,python, found "c,go"' --languages c,go
refused '--packages: "a;b" is no name of a package' --packages 'a;b'
refused '--budget: expected 30 s to 6 h, such as 9m, found "5"' --budget 5
refused '--grader: nobody: No such file or directory' --grader nobody
echo text >text
refused 'text: no program for Linux on x86-64' --grader text
run "$plywood" kit gradescope fruit -o one.zip
status_is 2
err_is "plywood kit: --output: one.zip is not empty; --force replaces it"
run "$plywood" kit gradescope fruit
status_is 2
err_is "plywood kit: -o says where it is put"
mkdir alone
cp "$plywood" alone/
run alone/plywood kit gradescope fruit -o no.zip
status_is 70
err_has "plywood-grader, which goes into the kit, is not there (looked for $temp/alone/plywood-grader"
err_is_one_line
mkdir -p usual/bin usual/libexec/plywood
cp "$plywood" usual/bin/
cp "$build/plywood-grader" usual/libexec/plywood/
run usual/bin/plywood kit gradescope fruit -o installed.zip
status_is 0

it "kit github: a workflow beside what is there"
mkdir repository
echo mine >repository/homework.c
run "$plywood" kit github laser -o repository --games 1 --pass 50
status_is 0
same "files" ".github/plywood/README.md
.github/plywood/grade.sh
.github/plywood/plywood-grader
.github/plywood/settings
.github/plywood/setup.sh
.github/workflows/grade.yml
homework.c" "$(cd repository && find . -type f | sed 's|^./||' | sort)"
demand "no mark is left" sh -c '! grep -rn "{[a-z]*}" repository/.github/workflows repository/.github/plywood/*.sh repository/.github/plywood/*.md'
demand "scripts without a mistake in form" sh -n repository/.github/plywood/grade.sh
run "$plywood" kit github laser -o repository
status_is 2
err_is "plywood kit: repository/.github/plywood/README.md is there already; --force replaces it"

it "kit github: the summary has each reason, and nothing else of its line"
# a grader that writes this document
cat >repository/.github/plywood/plywood-grader <<'END'
#!/bin/sh
[ "$1" = grade ] || exit 0
while [ "$1" != --output ]; do shift; done
cat >"$2" <<'XML'
<testsuites><testsuite name="x">
<property name="points" value="60"/>
<property name="maximum" value="100"/>
<testcase classname="laser" name="games 1">
<failure type="lost" message="lost 3 : 4">To see it again: plywood grade</failure></testcase>
<testcase classname="laser" name="games 2">
<failure type="crashed" message="crashed"/></testcase>
</testsuite></testsuites>
XML
END
(cd repository && sh .github/plywood/grade.sh) >out 2>err
status=$? command=grade.sh
status_is 0
out_is "## Laser Checkmate: 60 of 100 points

| case | why it was not passed |
|---|---|
| games 1 | lost 3 : 4 |
| games 2 | crashed |"

# graded STATUS: the autograder's script with a grader that writes a result and ends with this status.
# This grader does not say that programs have a file system of their own.
graded() {
    rm -rf place
    mkdir place place/submission place/results place/source
    sed "s|^place=.*|place=$temp/place|" grader/run_autograder >place/run
    cp grader/settings place/source/
    cat >place/source/plywood-grader <<END
#!/bin/sh
[ "\$1" = grade ] || exit 0
while [ "\$1" != --output ]; do shift; done
echo '{"score": 77}' >"\$2"
exit $1
END
    run env TMPDIR=/tmp sh place/run
    status_is 0
    out_has "plywood-grader ended with exit status $1"
    same "files" results.json "$(ls place/results)"
}
it "kit gradescope: a result is taken from a grader that has ended by itself"
for ended in 0 70; do
    graded $ended
    same "result" '{"score": 77}' "$(cat place/results/results.json)"
done
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    graded 137
    demand "ours" "$python" -IS "$tools/readjson.py" 'd["score"] == 0' 'd["output"]' <place/results/results.json
    same "owner" 0 "$(stat -c %u place/results/results.json)"
fi

it "kit gradescope: no languages, no packages; --rules is seen in both spellings"
run "$plywood" kit gradescope fruit -o none.zip --languages ""
status_is 0
run "$python" -IS unzip.py none.zip none
demand "no package" grep -qxF 'missing=$(lacking )' none/setup.sh
demand "no word is missing" sh -c '! grep -n "(null)" none/README.md none/setup.sh'
mkdir othello
"$plywood" new reversi --rules othello --random 3 -o othello/a.txt
run "$plywood" kit gradescope reversi -o rules.zip --cases othello --rules=othello
status_is 0
run "$python" -IS unzip.py rules.zip rules
demand "settings" grep -qx -e --rules=othello rules/settings

# has GAME FILE…: the names that the texts demand.
has() {
    it "kit $1: the files"
    folder=kit-$1
    run "$plywood" kit student "$1" -o "$folder"
    status_is 0
    shift
    for file in README.md rules.md try.sh programs samples/1.txt samples/1.answer "$@"; do
        demand "$file" test -s "$folder/$file"
    done
    demand "no mark is left" sh -c '! grep -n "{game}\|{title}" "$1"/README.md "$1"/try.sh' sh "$folder"
    for answer in "$folder"/samples/*.answer; do
        run "$plywood" check --input "${answer%.answer}.txt" --output "$answer"
        out_is legal
    done
    for source in "$folder"/*.c "$folder"/*.py; do
        demand "$source is short" test "$(wc -l <"$source")" -le 150
    done
}
has fruit homework.c homework.py homework3.py calibrate.py
has halma homework.c homework.py homework3.py calibrate.py
has laser homework.c hw1cs561s2019.py
has reversi agent.c agent.py

for game in $(rounds laser "fruit laser reversi"); do
    it "kit $game: try.sh finds nothing wrong"
    PLYWOOD=$plywood GAMES=1 run sh "kit-$game/try.sh"
    status_is 0
    same "verdicts" 6 "$(grep -c ': legal$' out)"
    same "programs that played" 2 "$(grep -c 'without a fault$' out)"
done

it "kit: try.sh tells of an agent that answers wrongly"
sed 's/row + 1/row + 2/' kit-fruit/homework.py >wrong.py
cp wrong.py kit-fruit/homework.py
PLYWOOD=$plywood GAMES=1 run sh kit-fruit/try.sh
status_is 1

it "calibrate.py leaves calibration.txt"
run "$python" -IS kit-halma/calibrate.py
status_is 0
demand "calibration.txt" test -s calibration.txt

finish
