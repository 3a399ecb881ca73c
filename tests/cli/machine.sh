#!/bin/sh
# plywood doctor --machine, in the circumstances in which a referee may find itself. What stands is the
# referee's own word, so what is missing here is what a match calls missing, too.
. tests/tap.sh
cd "$temp" || exit 1
chmod 755 "$temp"
grader=$temp/plywood-grader # where everybody can read it
cp "$build/plywood-grader" "$grader"
chmod 755 "$grader"

# reading FILE: of the JSON, prints root, chroot, and the names of what is missing, each in a line
cat >reading.py <<'END'
import json, sys
machine = json.load(open(sys.argv[1]))
for row in machine["rows"]:
    assert row["state"] in ("ok", "note", "missing"), row
    assert (row["state"] == "ok") == ("follows" not in row), row
missing = [row for row in machine["rows"] if row["state"] == "missing"]
assert len(missing) == machine["missing"]
print("root" if machine["root"] else "user", "chroot" if machine["chroot"] else "whole")
for row in missing:
    print(row["name"] + ("" if row["mend"] else ": nothing mends it"))
END
reading() { "$python" -IS reading.py "$temp/out"; }

# looks WHAT COMMAND…: doctor --machine --json by this command, its reading in $temp/reading; the
# exit status is that of what is missing.
looks() {
    it "doctor --machine $1"
    shift
    run "$@" "$grader" doctor --machine --json
    cp "$temp/out" "$temp/json"
    if reading >"$temp/reading" 2>"$temp/why"; then
        status_is "$([ "$(wc -l <"$temp/reading")" -eq 1 ] && echo 0 || echo 1)"
    else
        problem "no reading: $(cat "$temp/why" "$temp/err")"
    fi
}
is_missing() { grep -qF -e "$1" reading || problem "$1 is not missing: $(cat reading)"; }
stands() { ! grep -qF -e "$1" reading || problem "$1 is missing"; }
mends() { grep -qF -e "$1" json || problem "no line with $1: $(cat json)"; }

looks "as we are"
run "$plywood" doctor --machine
out_has "exact CPU metering: by "
same "rows" "$(grep -o '"state"' json | wc -l)" "$(grep -cE '^  (ok|note|missing) ' out)"
# a match has the same word for it
run "$plywood" match laser "cmd:true" random --games 1 --size 4 --strict --json
if [ "$(wc -l <reading)" -eq 1 ]; then
    status_is 0
else
    status_is 2
    for row in $(sed -n '2s/ .*//p' reading); do err_has "$row"; done
fi

it "doctor --machine: what does not go with it is refused"
for words in "somebody" "--time 3" "--strict" "--sandbox off"; do
    # shellcheck disable=SC2086 # words
    run "$plywood" doctor --machine $words
    status_is 2
    err_is "plywood doctor: --machine looks at the machine alone: it goes with --json, and with nothing else"
done
run "$plywood" doctor
status_is 2
err_is "plywood doctor: an AGENT is missing; see plywood doctor --help"

it "doctor --machine: where no program can be run, that is said"
TMPDIR=$temp/nowhere run "$plywood" doctor --machine
status_is 70
err_is_one_line
err_has "no program can be run here: "

if [ "$(id -u)" -ne 0 ] || ! unshare -m true 2>/dev/null; then
    it "other circumstances # SKIP they take root"
    finish
fi
export TMPDIR=/tmp # nobody writes there too
nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"

# shellcheck disable=SC2086 # words
looks "as an ordinary user" $nobody
same "who" "user whole" "$(head -n 1 reading)"
stands "exact CPU metering"
stands "freezer"
is_missing "memory limit by control group"

# In a user namespace that allows no other.
# shellcheck disable=SC2086,SC2016 # words; for the inner shell
if $nobody unshare --map-root-user true 2>/dev/null; then
    looks "without user namespaces" $nobody unshare --map-root-user sh -c \
        'echo 0 >/proc/sys/user/max_user_namespaces && exec setpriv --inh-caps=-all --bounding-set=-all "$@"' sh
    is_missing "user namespace"
    is_missing "pid namespace"
    is_missing "own file system"
    stands "seccomp"
    stands "exact CPU metering"
    mends "user.max_user_namespaces=15000"
else
    echo "# an ordinary user may make no user namespaces here: that part is left out"
fi

# shellcheck disable=SC2016 # for the inner shell
looks "without control groups" unshare -m sh -c 'umount -R /sys/fs/cgroup; exec "$@"' sh
is_missing "memory limit by control group"
is_missing "share of the processor by control group"
stands "exact CPU metering"
stands "freezer"

# A chroot that is no mount point.
mkdir -p root/inner
cp "$grader" root/inner/
cat >enter.sh <<'END'
set -e
cd root/inner
for part in usr bin lib lib64 dev proc; do
    [ -e "/$part" ] || continue
    mkdir -p $part
    mount --rbind "/$part" $part
done
mkdir -p tmp
shift
exec chroot . /plywood-grader "$@"
END
looks "in a chroot" unshare -m sh enter.sh
same "who" "root chroot" "$(head -n 1 reading)"
is_missing "user namespace"
stands "pid namespace"
is_missing "memory limit by control group"
mends "systemd-nspawn -D ROOT"

finish
