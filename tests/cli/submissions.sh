#!/bin/sh
# Programs as students hand them in: every form, how they are named, built, refused; clocks that an
# interpreter can meet; waiting for a core that counts against nobody.
. tests/tap.sh
cd "$temp" || exit 1
out=$temp/out

json() { demand "JSON of $command" "$python" -IS "$tools/readjson.py" --lines "$@" <"$out"; }

# One question with one answer.
printf '1\n1\n9.0\n0\n' >one.txt
# asks SPEC OPTION…: grades a submission by it.
asks() { run "$plywood" grade fruit "$@" --cases one.txt --format json; }

# passes NAME PROGRAM: the one submission has all points, is called this and tells that.
passes() {
    status_is 0
    json 'len(d) == 1 and d[0]["points"] == 100' "d[0][\"name\"] == \"$1\"" \
        "d[0].get(\"program\", \"\").startswith(\"$2\")"
}

c='#include <stdio.h>
int main(void) { FILE *f = fopen("output.txt", "w"); fputs("A1\n*\n", f); return fclose(f); }'
cpp='#include <fstream>
int main() { auto text = "A1\n*\n"; std::ofstream("output.txt") << text; }'
py='open("output.txt", "w").write("A1\n*\n")'
java='import java.nio.file.*;
public class homework {
    public static void main(String[] words) throws Exception {
        Files.write(Paths.get("output.txt"), "A1\n*\n".getBytes());
    }
}'

# put DIR FILE TEXT
put() {
    mkdir -p "$1"
    printf '%s\n' "$3" >"$1/$2"
}

# --- forms ---

put ada homework.c "$c"
ls -l ada >before
it "a bare homework.c is built and run, and its folder stays as it is"
asks ada
passes ada "homework.c, built by gcc"
ls -l ada >after
same_file before after

it "a single file is called like its folder if its own name is the course's"
asks ada/homework.c
passes ada "homework.c, built by gcc"

put . "Bob B.py" "$py"
it "a single file is called as it is otherwise"
asks "./Bob B.py"
passes "Bob B" "Bob_B.py, run by python3"

if thoroughly; then # g++, javac and unzip come with make full
    put cy homework11.cpp "$cpp"
    it "homework11.cpp is C++11"
    asks cy
    passes cy "homework11.cpp, built by g++"
fi

put dee homework3.py "$py"
put dee homework.py 'print "two"'
it "of two programs one is taken by rule, and the other named"
asks dee
passes dee "homework3.py, run by python3; homework.py is not used"

put eve/src homework.c "$c"
put eve README.txt "read me"
(cd eve && "$python" -IS -m zipfile -c ../eve.zip README.txt src/homework.c && tar -czf ../eva.tar.gz src)
it "a program one folder deep"
asks eve
passes eve "homework.c, built by gcc"
it "a tar.gz"
asks eva.tar.gz
passes eva "homework.c, built by gcc"
if thoroughly; then
    it "a zip"
    asks eve.zip
    passes eve "homework.c, built by gcc"
    mkdir fay
    cp eve.zip fay/
    it "a folder with nothing but a zip"
    asks fay
    passes fay "homework.c, built by gcc"
fi

put gus main.c "$c"
put gus Makefile 'homework: main.c
	cc -o $@ main.c'
it "a Makefile"
asks gus
passes gus "main.c, built by make"

put hal tool.c "$c"
put hal other.c "int unused;"
it "--build and --run for programs of any name"
asks hal --build "cc -o x tool.c" --run ./x
passes hal "built by cc -o x tool.c"

if thoroughly && command -v javac >/dev/null 2>&1; then
    put ivy homework.java "$java"
    cp ivy/homework.java ivan.java
    it "Java, within the default limits, and its start is granted"
    asks ivy
    passes ivy "homework.java, built by javac; the start of java costs "
    it "a Java file that was renamed on its way"
    asks ./ivan.java
    passes ivan "homework.java, built by javac"
fi

# --- what is wrong with them ---

put joe homework.c 'int main(void) {
    int x = 1
    return y;
}'
it "a failed build is told by the first error"
asks joe
status_is 0
json 'd[0]["points"] == 0' 'd[0]["name"] == "joe"' \
    'd[0]["trouble"].startswith("build: ") and "homework.c:3:5: error: expected" in d[0]["trouble"]'

put kim homework.py 'import sys
print "A1"'
it "Python 2 is our lack where there is none, and said"
asks kim
status_is 70
json 'd[0]["voids"] == 1' '"Python 2" in d[0]["trouble"] and "homework.py:2: " in d[0]["trouble"]'

put kit agent.py 'print "A1"'
it "Python 2 by a name that no text means that by is its author's fault"
asks kit
status_is 0
json 'd[0]["points"] == 0 and d[0]["voids"] == 0 and "agent.py:1: SyntaxError" in d[0]["trouble"]'

put kay homework.py "def x(: # SyntaxError: Missing parentheses in call to 'print'"
it "so is what is no Python at all, by any name"
asks kay
status_is 0
json 'd[0]["points"] == 0 and d[0]["voids"] == 0 and d[0]["trouble"].startswith("build: ")'

put lea homework3.py 'def x(:'
it "a syntax error in Python 3 is its author's"
asks lea
status_is 0
json 'd[0]["points"] == 0 and "homework3.py:1: SyntaxError" in d[0]["trouble"]'

mkdir bin
for tool in sh cc make tar unzip python3; do
    path=$(command -v $tool) && ln -sf "$path" bin/
done
it "a compiler that is not here is our lack"
run env PATH="$temp/bin" "$plywood" grade fruit ada --cases one.txt --format json
status_is 70
json 'd[0]["voids"] == 1 and d[0]["trouble"].endswith("this machine does not have gcc")'

it "so is a program that unpacks, by the first bytes of what it would unpack"
printf '\3757zXZ\0' >una.tar.xz
printf 'BZh9' >una.tar.bz2
printf '\050\265\057\375' >una.tar.zst
printf '\037\213' >una.tar.gz
for packer in xz bzip2:bz2 zstd:zst gzip:gz; do
    run env PATH="$temp/bin" "$plywood" grade fruit "una.tar.${packer#*:}" --cases one.txt --format json
    status_is 70
    json "d[0][\"trouble\"].endswith(\"this machine does not have ${packer%:*}, to unpack it\")"
done

ln -s /etc/passwd link
mkdir -p evil/sub
printf '%s\n' "$py" >evil/homework.py
ln -s ../../../../../etc/passwd evil/stolen.py
tar -cf evil.tar --absolute-names -C evil homework.py stolen.py --transform 's,^stolen.py,../../escaped.py,' "$temp/link"
it "an archive cannot reach out of its place"
asks evil.tar
demand "nothing beside it" test ! -e escaped.py -a ! -e "$temp/../escaped.py"

put oda homework.py 'import os, sys
here = os.path.dirname(os.path.abspath(sys.argv[0]))
if os.path.lexists(here + "/a/b/x") and not os.path.lexists(here + "/y"):
    '"$py"
mkdir -p oda/a/b
ln -s ../.. oda/a/b/x
ln -s a/b/x/../.. oda/y
tar -cf oda.tar -C oda .
it "nor can its links, one by way of another"
asks oda.tar
passes oda "homework.py, run by python3"

if thoroughly; then
    "$python" -IS -c 'import zipfile
with zipfile.ZipFile("bomb.zip", "w", zipfile.ZIP_DEFLATED) as z:
    for i in range(6):
        z.writestr("%d" % i, bytes(60 << 20))'
    it "a zip bomb is bounded"
    asks bomb.zip
    status_is 0
    json 'd[0]["points"] == 0 and "filled its directory" in d[0]["trouble"]'
fi

# --- a whole class ---

mkdir class class/__MACOSX class/zoe
packed=$(rounds eva.tar.gz eve.zip)
cp "$packed" "class/eve.${packed#*.}"
cp ada/homework.c class/ann.c
cp ada/homework.c class/zoe/
echo none >class/README.txt
echo none >class/.DS_Store
it "--each takes folders, files and archives by name, and leaves out what is none"
run "$plywood" grade fruit class --each --cases one.txt --format json --quiet
status_is 0
json '[x["name"] for x in d] == ["ann", "eve", "zoe"]' 'all(x["points"] == 100 for x in d)'
same "what is left out" "plywood grade: class/.DS_Store is no submission, left out
plywood grade: class/README.txt is no submission, left out
plywood grade: class/__MACOSX is no submission, left out" "$(cat "$temp/err")"

it "a tournament calls them alike"
run "$plywood" tournament new t.db fruit class --size 1 --kinds 1
status_is 0
for agent in ann eve zoe; do # which do not play, but answer
    err_has "$agent is kept out: bad-format"
done

put mia homework.c '#include <stdio.h>
int main(void) { fputs("no answer\n", stderr); return 3; }'
it "a bundle builds the program again"
run "$plywood" grade fruit mia --cases one.txt
run sh "$(echo plywood-faults/mia-*)/rerun.sh"
status_is 1
out_has "It is built or unpacked again from $temp/mia"
out_has "Now:  exit-error: ended with exit status 3"

# --- clocks ---

printf '1\n1\n0.001\n0\n' >tiny.txt
it "an interpreter can meet the smallest clock, and its floor is told"
run "$plywood" grade fruit "cmd:$python -IS $temp/dee/homework3.py" --cases tiny.txt --format json
status_is 0
json 'd[0]["points"] == 100 and "the start of python" in d[0]["program"]'
put ned python3 '#!/bin/sh
printf "A1\n*\n" >output.txt'
chmod +x ned/python3
put ned plywood.json '{"command": "./python3"}'
it "what calls itself an interpreter is not measured"
asks ned
passes ned "the start of " # of the shell that runs it
json '"python" not in d[0]["program"]'
it "a native program has none"
gcc -O2 -o native ada/homework.c
run "$plywood" grade fruit ./native --cases one.txt --format json
json 'd[0]["points"] == 100 and "program" not in d[0]'

# Five others on the same core: an answer of 2 s of CPU time takes 4 s or more, however cores are shared.
put nan agent.py 'import os, sys, time
print("nan", flush=True)
sys.stdin.readline()
while sys.stdin.readline()[:5] == "SCORE":
    sys.stdin.readline()
    if os.fork() == 0:
        while time.process_time() < 2:
            pass
        os._exit(0)
    os.wait()
    print("9 9", flush=True)'
if thoroughly && taskset -c 0 true 2>/dev/null; then
    pids=""
    for i in 1 2 3 4 5; do
        taskset -c 0 "$python" -IS -c 'while True: pass' &
        pids="$pids $!"
    done
    # shellcheck disable=SC2086 # a list
    trap 'kill $pids 2>/dev/null; rm -rf "$temp"' EXIT
    it "waiting for a core counts against no limit of the wall clock, in a child too"
    run taskset -c 0 "$plywood" match reversi "cmd:$python -IS $temp/nan/agent.py" random --size 4 \
        --games 1 --first a --move-time 3 --json
    json '"illegal-move" in str(d[0])' 'd[0]["wall"][0] > 3'
    # shellcheck disable=SC2086 # a list
    kill $pids
fi
finish
