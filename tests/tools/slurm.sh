#!/bin/sh
# slurm.sh start DIR       a Slurm of four nodes (n1 to n4, two processors each) on this machine's
#                          loopback, with all it writes in DIR; prints the path of its slurm.conf,
#                          which belongs into SLURM_CONF
# slurm.sh lose DIR NODE   that node is lost: its daemon, the steps that it runs and their processes
#                          end without a word
# slurm.sh return DIR NODE it is started again
# slurm.sh stop DIR        ends everything that start and return have started
#
# Needs root, slurm-wlm and munge. Exit status 77: it cannot be had here, and standard error says why.
set -u

fail() {
    echo "slurm.sh: $1" >&2
    exit "${2:-1}"
}

[ $# -ge 2 ] || fail "usage: slurm.sh start|lose|return|stop DIR [NODE]" 2
dir=$2
nodes="n1 n2 n3 n4"

# Free ports, all asked for at once so that they differ.
ports() {
    python3 -IS -c 'import socket, sys
sockets = [socket.socket() for _ in range(int(sys.argv[1]))]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*[s.getsockname()[1] for s in sockets])' "$1"
}

write_conf() {
    # shellcheck disable=SC2046 # five words
    set -- $(ports 5)
    host=$(hostname -s)
    cat >"$dir/slurm.conf" <<END
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$1
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/%n
SlurmctldPidFile=$dir/ctld.pid
SlurmdPidFile=$dir/%n.pid
SlurmctldLogFile=$dir/ctld.log
SlurmdLogFile=$dir/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SlurmdTimeout=5
KillWait=5
ReturnToService=2
SchedulerParameters=sched_interval=1
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$2 CPUs=2 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$3 CPUs=2 State=UNKNOWN
NodeName=n3 NodeHostname=$host NodeAddr=127.0.0.1 Port=$4 CPUs=2 State=UNKNOWN
NodeName=n4 NodeHostname=$host NodeAddr=127.0.0.1 Port=$5 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES
END
}

# munged wants a user of its own, and folders that nobody else may write.
start_munge() {
    mkdir -p "$dir/munge" || return
    head -c 128 /dev/urandom >"$dir/munge/key"
    chmod 400 "$dir/munge/key"
    chown -R munge "$dir/munge"
    chmod 755 "$dir/munge"
    runuser -u munge -- munged --socket="$dir/munge/socket" --key-file="$dir/munge/key" \
        --pid-file="$dir/munge/pid" --log-file="$dir/munge/log" --seed-file="$dir/munge/seed" \
        --num-threads=4 2>"$dir/munge.err"
}

start() {
    [ "$(id -u)" -eq 0 ] || fail "a Slurm for tests needs root" 77
    for program in munged slurmctld slurmd sbatch; do
        command -v "$program" >/dev/null || fail "$program is not installed" 77
    done
    # munged refuses a socket below a folder that others may write
    mkdir -p "$dir/state" || fail "$dir cannot be made"
    chmod 755 "$dir"
    for node in $nodes; do mkdir -p "$dir/$node"; done
    start_munge || fail "munged: $(head -n 1 "$dir/munge.err")" 77
    write_conf
    export SLURM_CONF="$dir/slurm.conf"
    slurmctld 2>"$dir/start.err" || fail "slurmctld: $(head -n 1 "$dir/start.err")" 77
    for node in $nodes; do
        slurmd -N "$node" 2>"$dir/start.err" || fail "slurmd: $(head -n 1 "$dir/start.err")" 77
    done
    tries=0
    until [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 4 ]; do
        tries=$((tries + 1))
        [ $tries -lt 120 ] || {
            sinfo >&2
            fail "its nodes do not come up" 77
        }
        sleep 0.5
    done
    echo "$dir/slurm.conf"
}

# Processes of this Slurm: its daemons and steps by their configuration or by where they write, jobs
# by what Slurm tells them; those of one node alone if it is given.
processes() {
    python3 -IS - "$dir" "$@" <<'END'
import os, sys
folder, node = sys.argv[1], (sys.argv[2:] or [None])[0]
conf = f"SLURM_CONF={folder}/slurm.conf".encode()
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        words = open(f"/proc/{pid}/environ", "rb").read().split(b"\0")
        name = open(f"/proc/{pid}/comm").read().strip()
        files = [os.readlink(f"/proc/{pid}/fd/{f}") for f in os.listdir(f"/proc/{pid}/fd")]
    except OSError:
        continue  # it has gone, or is none of ours
    of_node = f"SLURMD_NODENAME={node}".encode() in words
    if name.startswith("slurm"):
        where = f"{folder}/{node}" if node else folder
        if any(f == where or f.startswith((where + "/", where + ".")) for f in files):
            print(pid)
    elif conf in words and (of_node or not node and any(w.startswith(b"SLURMD_NODENAME=") for w in words)):
        print(pid)
END
}

lose() {
    # shellcheck disable=SC2046 # a list
    kill -KILL $(processes "$1") 2>/dev/null
    true
}

stop() {
    export SLURM_CONF="$dir/slurm.conf"
    pids="$(processes) $(cat "$dir/munge/pid" 2>/dev/null)"
    # shellcheck disable=SC2086 # a list
    kill -TERM $pids 2>/dev/null
    sleep 1
    # shellcheck disable=SC2086 # a list
    kill -KILL $pids 2>/dev/null
    true
}

case $1 in
start) start ;;
lose) lose "$3" ;;
return) SLURM_CONF="$dir/slurm.conf" slurmd -N "$3" ;;
stop) stop ;;
*) fail "usage: slurm.sh start|lose|return|stop DIR [NODE]" 2 ;;
esac
