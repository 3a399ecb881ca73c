#!/bin/sh
# grade.sh - grades the repository in the current directory; results/junit.xml and
# results/summary.md are what comes out. Exit status 1 if there are fewer than {pass} points, 70 if
# the grading itself failed.
set -u
umask 022
here=$(cd "$(dirname "$0")" && pwd) || exit 70
top=$PWD
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
rm -rf results
mkdir results || exit 70

# The submission is built and run in a copy without what is ours.
name=$(printf '%s' "${GITHUB_REPOSITORY:-submission}" | sed 's|.*/||' | tr -c 'A-Za-z0-9._-' -)
mkdir "$work/submissions" "$work/submissions/$name" || exit 70
tar -cf - --exclude=./.git --exclude=./.github --exclude=./results . |
    tar -xf - -C "$work/submissions/$name" || exit 70
cd "$here" || exit 70
cp plywood-grader "$work/plywood-grader" && chmod 755 "$work/plywood-grader" || exit 70
set --
while IFS= read -r word; do
    set -- "$@" "$word"
done <settings
"$work/plywood-grader" doctor --machine
timeout -k 5 {guard} "$work/plywood-grader" grade {game} "$work/submissions/$name" \
    --format junit --output "$top/results/junit.xml" --force --bundles "$top/results/faults" "$@"
status=$?
cd "$top" || exit 70

# value NAME: of one of the properties with which the suite begins
value() { sed -n "s|.*<property name=\"$1\" value=\"\([^\"]*\)\"/>.*|\1|p" results/junit.xml | head -n 1; }
if [ ! -s results/junit.xml ]; then
    cat >results/junit.xml <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="grading" tests="1" failures="0" errors="1" skipped="0">
    <testcase classname="{game}" name="grading">
      <error type="our-failure" message="the grading itself failed; this is not the submission's fault"/>
    </testcase>
  </testsuite>
</testsuites>
END
    echo "grade.sh: the grading itself failed (exit status $status)" >&2
    exit 70
fi
points=$(value points) maximum=$(value maximum)
{
    echo "## {title}: $points of $maximum points"
    echo
    awk '
        /<testcase / { test = $0; sub(/.* name="/, "", test); sub(/".*/, "", test) }
        /<(failure|error) / {
            reason = $0
            sub(/.*message="/, "", reason)
            sub(/".*/, "", reason)
            gsub(/\|/, "\\&#124;", reason)
            if (!rows++)
                print "| case | why it was not passed |\n|---|---|"
            print "| " test " | " reason " |"
        }' results/junit.xml
} >results/summary.md
cat results/summary.md
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat results/summary.md >>"$GITHUB_STEP_SUMMARY"
case $status in
0 | 124 | 137) awk "BEGIN { exit !($points >= {pass}) }" ;;
*) exit 70 ;;
esac
