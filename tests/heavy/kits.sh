#!/bin/sh
# Kind: course
# The kits that grade, end to end: a submission lies where the platform puts it, in a fresh Debian in
# a chroot, without network and without control groups of its own, with half a processor and 768 MB; as
# root with a container's capabilities, and as an ordinary user.
. tests/tap.sh
cd "$temp" || exit 1
chmod 755 "$temp"
roots=$top/build/debian
patience=400

if [ "$(id -u)" -ne 0 ] || ! unshare -m true 2>/dev/null; then
    echo "ok 1 # SKIP it takes root to make a root"
    exit 0
fi
it "there is a fresh Debian"
run "$tools/debian_root" "$roots"
status_is 0
[ "$status" -eq 0 ] || finish

# --- half a processor and 768 MB, where control groups can be made ---

groups=""
leave() {
    for group in $groups; do rmdir "$group" 2>/dev/null || sleep 1; rmdir "$group" 2>/dev/null; done
    rm -rf "$temp"
}
trap leave EXIT

# limit DIRECTORY FILE VALUE [FILE VALUE]: a group in a hierarchy, with this in its files
limit() {
    group=$1/plywood-kits-$$
    mkdir -p "$group" 2>/dev/null || return 1
    case $groups in *"$group"*) ;; *) groups="$groups $group" ;; esac
    shift
    while [ $# -gt 0 ]; do
        echo "$2" 2>/dev/null >"$group/$1" || return 1
        shift 2
    done
}
top_group=/sys/fs/cgroup
it "half a processor and 768 MB"
if [ -e $top_group/cpu ] && limit $top_group/cpu cpu.cfs_period_us 100000 cpu.cfs_quota_us 50000 &&
    limit $top_group/memory memory.limit_in_bytes 805306368; then
    :
elif [ -e $top_group/cgroup.procs ] &&
    limit $top_group cpu.max "50000 100000" memory.max 805306368; then
    :
else
    name="half a processor and 768 MB # SKIP no control groups can be made here"
fi

# confined COMMAND…: in the root, within the limits, offline; --bind as in_root has it
confined() {
    # shellcheck disable=SC2016,SC2086 # for the inner shell; words
    run sh -c 'for group in $1; do echo 0 >"$group/cgroup.procs" || exit 99; done; shift; exec "$@"' sh \
        "$groups" "$tools/in_root" "$roots/build" --offline "$@"
}

# --- submissions ---

# submission KIND DIRECTORY
submission() {
    mkdir -p "$2"
    case $1 in
    good) cp "$homework" "$2/homework" ;;
    weak) cp "$top/src/games/fruit/kit/homework.py" "$2/" ;;
    looping)
        echo 'int main(void) { for (volatile int i = 0;; i++) {} }' >"$2/loop.c"
        echo '{"command": "./loop", "build": "cc -O1 -o loop loop.c"}' >"$2/plywood.json"
        ;;
    broken)
        echo 'int main(void) { return nothing; }' >"$2/loop.c"
        echo '{"command": "./loop", "build": "cc -O1 -o loop loop.c"}' >"$2/plywood.json"
        ;;
    esac
}

# The platform's own description of results.json: what may be in it, of which kind.
cat >results.py <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
number = (int, float)
shown = ("hidden", "after_due_date", "after_published", "visible")
formats = ("text", "html", "simple_format", "md", "ansi")
whole = {"score": number, "max_score": number, "execution_time": number, "output": str,
         "output_format": formats, "test_output_format": formats, "test_name_format": formats,
         "visibility": shown, "stdout_visibility": shown, "extra_data": dict, "tests": list,
         "leaderboard": list}
test = {"score": number, "max_score": number, "status": ("passed", "failed"), "name": str,
        "name_format": formats, "number": str, "output": str, "output_format": formats,
        "tags": list, "visibility": shown, "extra_data": dict}
row = {"name": str, "value": (int, float, str), "order": ("asc", "desc")}

def judge(what, known):
    for key, value in what.items():
        assert key in known, "no field of the format: " + key
        kind = known[key]
        if isinstance(kind, tuple) and isinstance(kind[0], str):
            assert value in kind, (key, value)
        else:
            assert isinstance(value, kind) and not isinstance(value, bool), (key, value)

judge(result, whole)
assert "score" in result or all("score" in t for t in result["tests"])
for t in result.get("tests", []):
    judge(t, test)
    assert 0 <= t["score"] <= t["max_score"], t
for r in result.get("leaderboard", []):
    judge(r, row)
print("%g of %g in %d tests" % (result["score"],
    sum(t["max_score"] for t in result["tests"]), len(result["tests"])))
for t in result["tests"]:
    print("%g" % t["score"], t["name"], t["output"].replace("\n", " "))
print(result.get("output", "").replace("\n", " "))
END

# --- the autograder's zip ---

it "kit gradescope"
run "$plywood" kit gradescope fruit -o autograder.zip --budget 60 --time 3 --positions 2 --games 1 \
    --memory 256 --languages c,python
status_is 0
cat >unzip.py <<'END'
import sys, zipfile
zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])
END
run "$python" -IS unzip.py autograder.zip source
status_is 0

# The capabilities of a container as Docker makes it: CAP_SYS_ADMIN is not among them.
container="setpriv --inh-caps=-all --bounding-set=-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service,+net_raw,+sys_chroot,+mknod,+audit_write,+setfcap"
user="setpriv --reuid=1000 --regid=1000 --clear-groups --inh-caps=-all"

# grades WHO KIND: as the platform does it. Leaves the reading of results.json in $temp/reading.
grades() {
    it "autograder: $2, $1"
    place=$temp/autograder
    rm -rf "$place"
    mkdir -p "$place/results"
    submission "$2" "$place/submission"
    cp -R source "$place/source" # without the permissions, as some unpack it
    cp source/run_autograder "$place/"
    chmod 755 "$place/run_autograder"
    as=$container
    [ "$1" = root ] || as=$user
    [ "$1" = root ] || chown -R 1000:1000 "$place"
    cp -R "$place/submission" before
    # shellcheck disable=SC2016,SC2086 # for the inner shell; words
    confined --bind "$place" /autograder sh -c \
        'sh /autograder/source/setup.sh && exec "$@"' sh $as /autograder/run_autograder
    status_is 0
    out_has "for Linux on x86-64"
    out_has "exact CPU metering: by ptrace"
    out_has "plywood-grader ended with exit status 0"
    cp out log
    demand "what was handed in stays as it is" diff -r before "$place/submission"
    rm -rf before
    run "$python" -IS results.py "$place/results/results.json"
    status_is 0
    cp out reading
}
# points LEAST MOST
points() {
    got=$(sed -n '1s/ of .*//p' reading)
    awk "BEGIN { exit !(${got:-0} >= $1 && ${got:-0} <= $2) }" || problem "expected $1 to $2 points
$(cat reading)
$(tail -n 5 log)"
}
says() { grep -qiF -e "$1" reading || problem "no \"$1\" in the results: $(cat reading)"; }
for who in root user; do
    # on a machine that others use too the budget may end the last game
    grades $who good
    points 25 100
    grades $who weak
    points 10 95
    grades $who broken
    points 0 0
    says nothing
    grades $who looping
    points 0 0
    says time
done

it "setup.sh: a compiler that cannot be installed is named"
run "$tools/in_root" "$roots/base" --offline --bind "$temp/source" /autograder/source \
    sh /autograder/source/setup.sh
status_is 1
err_has "setup.sh: apt-get could not install gcc libc6-dev make"

# --- the repository's workflow ---

it "kit github"
mkdir repository bin
submission weak repository
run "$plywood" kit github fruit -o repository --budget 60 --time 3 --positions 2 --games 1 --memory 256 \
    --languages c,python --pass 10
status_is 0
printf '#!/bin/sh\nexec "$@"\n' >bin/sudo # the steps are root's here
chmod 755 bin/sudo
sed -n 's/^ *run: //p' repository/.github/workflows/grade.yml >steps
same "steps" 2 "$(wc -l <steps)"

# pushes KIND: the workflow's steps, the first as root by sudo, the second as the runner's user
pushes() {
    it "workflow: $1"
    rm -rf checkout
    cp -R repository checkout
    rm checkout/homework.py
    submission "$1" checkout
    chown -R 1001:1001 checkout
    # shellcheck disable=SC2016 # for the inner shell
    confined --bind "$temp/checkout" /home/runner/work --bind "$temp/bin" /usr/local/bin sh -c \
        'cd /home/runner/work && export GITHUB_REPOSITORY=course/homework-ada && sh -ec "$1" &&
         exec setpriv --reuid=1001 --regid=1001 --clear-groups sh -ec "$2"' sh \
        "$(sed -n 1p steps)" "$(sed -n 2p steps)"
    cp out log
}
# suite: JUnit's XML can be read, and its counts are those of its cases
cat >suite.py <<'END'
import sys, xml.etree.ElementTree
root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
assert root.tag == "testsuites", root.tag
for suite in root.iter("testsuite"):
    cases = list(suite.iter("testcase"))
    assert int(suite.get("tests")) == len(cases)
    for kind in ("failure", "error"):
        assert int(suite.get(kind + "s")) == sum(1 for c in cases if c.find(kind) is not None)
    print(len(cases), "cases")
END
pushes weak
status_is 0
run "$python" -IS suite.py checkout/results/junit.xml
status_is 0
demand "summary" grep -q 'points' checkout/results/summary.md
pushes broken
status_is 1
run "$python" -IS suite.py checkout/results/junit.xml
status_is 0
demand "why" grep -q 'nothing' checkout/results/summary.md

finish
