#!/bin/sh
# setup.sh - run once as root: installs what the students' languages and archives need, for which apt
# needs a network unless all of it is there, and sees that the grader runs on this machine.
set -eu
cd "$(dirname "$0")"

# lacking PACKAGE…: those that are not installed
lacking() {
    for package in "$@"; do
        status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
        [ "$status" = "install ok installed" ] || printf ' %s' "$package"
    done
}
missing=$(lacking {packages})
if [ -n "$missing" ]; then
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # a list of words
    if apt-get update -qq; then
        apt-get install -y -qq --no-install-recommends $missing || true
    fi
    # shellcheck disable=SC2086
    missing=$(lacking $missing)
    [ -z "$missing" ] || {
        echo "setup.sh: apt-get could not install$missing (above it says why): submissions that" \
            "need them would not be built; plywood kit --languages leaves some out" >&2
        exit 1
    }
fi

# Ubuntu keeps ordinary users from making user namespaces, which confine a student's program.
switch=/proc/sys/kernel/apparmor_restrict_unprivileged_userns
if [ -e "$switch" ] && ! echo 0 2>/dev/null >"$switch"; then
    echo "setup.sh: user namespaces stay restricted here"
fi

chmod 755 plywood-grader
version=$(./plywood-grader --version) || {
    echo "setup.sh: plywood-grader does not run here: it is a program for Linux on x86-64" >&2
    exit 1
}
case $version in
*x86-64-v3*)
    grep -qw avx2 /proc/cpuinfo || {
        echo "setup.sh: this processor has no AVX2, which this plywood-grader needs; make PORTABLE=1" \
            "builds one without, and plywood kit --grader build/portable/plywood-grader takes it" >&2
        exit 1
    }
    ;;
esac
echo "$version"
./plywood-grader doctor --machine || true # what is missing is no failure; the log tells it
