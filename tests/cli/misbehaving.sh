#!/bin/sh
# What is left of a match when the referee itself is gone. The verdicts are in tests/referee/test_referee.c.
. tests/tap.sh
# copies, by which the processes of this test are told from those of others
agents=$temp/agents
mkdir "$agents" "$temp/tmp" "$temp/work" && cd "$temp/work" || exit 1
for agent in sleeps honest exits_1; do cp "$build/tests/agents/$agent" "$agents" || exit 1; done
export TMPDIR="$temp/tmp"

# offenders: the processes of our agents.
offenders() { find /proc -maxdepth 2 -name exe -lname "$agents/*" 2>/dev/null; }

# groups PID: control groups that a porter of this number has made.
groups() { find /sys/fs/cgroup -maxdepth 5 -type d -name "plywood-$1-*" 2>/dev/null; }

an_offender_runs() { [ -n "$(offenders)" ]; }
nothing_is_left() { [ -z "$(offenders)$(groups "$porter")$(ls "$TMPDIR")" ]; }
what_is_left() { echo "$(offenders) $(groups "$porter") $(ls "$TMPDIR")"; }

# begin_match ARGUMENT…: in which an agent sleeps; sets $referee and $porter when it does.
begin_match() {
    "$plywood" match --seed 1 fruit "cmd:$agents/sleeps" random --games 1 --size 1 --first a "$@" \
        >"$temp/out" 2>"$temp/err" </dev/null &
    referee=$!
    patiently an_offender_runs || problem "no agent was started
$(cat "$temp/out" "$temp/err")"
    porter=""
    read -r porter rest <"/proc/$referee/task/$referee/children" # the line has no end
    [ -n "$porter" ] || {
        echo "Bail out! the referee has no porter"
        exit 1
    }
}

for sandbox in on off; do
    it "a referee that is killed leaves nothing behind, sandbox $sandbox"
    begin_match "--sandbox=$sandbox"
    kill -KILL "$referee"
    wait "$referee" 2>/dev/null
    patiently nothing_is_left || problem "left: $(what_is_left)"
done

for sandbox in on off; do
    it "a porter that is killed leaves nothing behind, sandbox $sandbox"
    begin_match "--sandbox=$sandbox"
    kill -KILL "$porter"
    wait "$referee" 2>/dev/null
    patiently nothing_is_left || problem "left: $(what_is_left)"

    it "what is left when both are killed is swept by the next referee, sandbox $sandbox"
    begin_match "--sandbox=$sandbox"
    kill -KILL "$porter" "$referee"
    wait "$referee" 2>/dev/null
    [ -n "$(ls "$TMPDIR")" ] || problem "nothing was left to be swept"
    mkdir "$TMPDIR/plywood-abcdef" "$TMPDIR/plywood-ABCDEF"
    touch "$TMPDIR/plywood-abcdef/somebody's" "$TMPDIR/plywood-ABCDEF/owner"
    mkdir "$TMPDIR/plywood-oldold" "$TMPDIR/plywood-OLDOLD" # their referees never wrote a word
    touch "$TMPDIR/plywood-oldold/owner"
    touch -d '2 minutes ago' "$TMPDIR/plywood-abcdef" "$TMPDIR/plywood-oldold" "$TMPDIR/plywood-OLDOLD"
    run "$plywood" match --seed 1 fruit "cmd:$agents/honest" random --games 1 --size 1
    status_is 0
    [ "$(ls "$TMPDIR"/plywood-*)" = "$TMPDIR/plywood-ABCDEF:
owner

$TMPDIR/plywood-abcdef:
somebody's" ] || problem "found: $(ls "$TMPDIR"/plywood-*)"
    rm -r "$TMPDIR/plywood-abcdef" "$TMPDIR/plywood-ABCDEF"
    patiently nothing_is_left || problem "left: $(what_is_left)"
done

it "a referee sweeps nothing of one that lives"
begin_match
before=$(ls "$TMPDIR")
run "$plywood" match --seed 1 fruit "cmd:$agents/honest" random --games 1 --size 1
status_is 0
[ "$(ls "$TMPDIR")" = "$before" ] || problem "expected: $before, found: $(ls "$TMPDIR")"
[ -n "$(offenders)" ] || problem "the agent of the other match is gone"
kill -KILL "$referee"
wait "$referee" 2>/dev/null
patiently nothing_is_left || problem "left: $(what_is_left)"

it "a match that ends leaves nothing behind"
run "$plywood" match --seed 1 fruit "cmd:$agents/honest" "cmd:$agents/exits_1" --games 2 --size 1
nothing_is_left || problem "left: $(what_is_left)"

it "--strict refuses where a layer is missing, before anything is run"
for command in "match fruit cmd:true random" "grade fruit cmd:true" "doctor cmd:true fruit"; do
    # shellcheck disable=SC2086 # words
    run "$plywood" $command --strict --sandbox off
    status_is 2
    err_has "--strict: "
    err_has "missing: sandbox"
    out_is ""
done

if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
    it "a /proc that cannot be written to is told: oom_score_adj"
    run unshare -m sh -c 'mount -o remount,bind,ro /proc && exec "$@"' sh \
        "$plywood" match --seed 1 fruit "cmd:$agents/honest" random --games 1 --size 1
    status_is 0
    out_has "oom_score_adj"
    run unshare -m sh -c 'mount -o remount,bind,ro /proc && exec "$@"' sh \
        "$plywood" match --seed 1 fruit "cmd:$agents/honest" random --games 1 --size 1 --strict
    status_is 2
    err_has "oom_score_adj"
fi

it "a failure of ours before the first game is no fault of the program's"
for command in "match fruit cmd:true random" "doctor cmd:true fruit"; do
    # shellcheck disable=SC2086 # words
    run env TMPDIR=/nowhere "$plywood" $command
    status_is 70
    err_has "/nowhere/plywood-"
    # shellcheck disable=SC2086 # words
    run "$plywood" ${command%%true*}no-such-command${command##*true}
    status_is 2
done

finish
