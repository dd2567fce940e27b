# A Slurm cluster with one node: a munged with its own key, a slurmctld and a slurmd.
# shellcheck shell=bash

# Prints the processors of cluster $1; the list repeats if it is shorter than the number of clusters.
processors_of() {
  local list
  IFS=, read -ra list <<<"${settings[processors]}"
  echo "${list[(${1#cluster} - 1) % ${#list[@]}]}"
}

write_slurm_conf() {
  local name=$1 home=$dir/$1 user host
  user=$(id -un)
  host=$(uname -n)
  host=${host%%.*}
  cat >"$home/slurm.conf.new" <<CONF
# Written by testbed/up at each start.
ClusterName=$name
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${settings[${name}_slurmctld_port]}

# Both daemons run as the user who starts them. That user may create reservations and change priorities. If it is root, other
# users may submit too, and their jobs run as these users.
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$home/munge.socket

# Listen on loopback only, not on all addresses of the host.
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny

StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.pid
SlurmctldLogFile=$home/log/slurmctld.log
SlurmdLogFile=$home/log/slurmd.log

# No control groups, which need privileges and kernel support; no MPI, mail or accounting.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
MailProg=/bin/true
AccountingStorageType=accounting_storage/none

# Allocate whole processors. Schedule often: the clusters are small, and tests wait for them.
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,bf_continue,sched_interval=2,batch_sched_delay=0

# A node that returns is used again, for every reason of its absence.
ReturnToService=2
MaxArraySize=100001
MaxJobCount=200000

# The node has the configured number of processors, even if the host has fewer.
SlurmdParameters=config_overrides
NodeName=$name NodeHostname=$host NodeAddr=127.0.0.1 Port=${settings[${name}_slurmd_port]} CPUs=$(processors_of "$name") RealMemory=1000

# Without a default, a job without a time limit would be planned to run forever, and no reservation could follow it.
PartitionName=main Nodes=$name Default=YES DefaultTime=01:00:00 MaxTime=INFINITE State=UP
CONF
  mv "$home/slurm.conf.new" "$home/slurm.conf"
}

# The node is up if it answers and is neither down nor drained; a mark such as a star after the state means no answer.
is_node_up() {
  local state
  state=$(SLURM_CONF=$dir/$1/slurm.conf timeout 10 sinfo -h -n "$1" -o %t 2>/dev/null) || return 1
  [[ $state =~ ^(idle|mix|alloc|resv|comp|plnd)$ ]]
}

start_cluster() {
  local name=$1 home=$dir/$1
  if is_cluster_up "$name"; then return; fi
  mkdir -p "$home"/{state,spool,log}
  chmod 755 "$home"
  if [[ ! -s $home/munge.key ]]; then
    (umask 077 && head -c 128 /dev/urandom >"$home/munge.key.new")
    mv "$home/munge.key.new" "$home/munge.key"
  fi
  write_slurm_conf "$name"

  # One after the other: a daemon that cannot reach its peer retries only after a second.
  if ! is_running "$name.munged"; then
    rm -f "$home/munge.socket"
    spawn "$name.munged" "$home/log/munged.out" munged --foreground --key-file="$home/munge.key" \
      --socket="$home/munge.socket" --pid-file="$home/munged.pid" --seed-file="$home/munge.seed" \
      --log-file="$home/log/munged.log"
    wait_until 10 "$name.munged" -- test -S "$home/munge.socket" ||
      fail "$name: munged did not start" "$home/log/munged.out" || return
  fi
  if ! is_running "$name.slurmctld"; then
    spawn "$name.slurmctld" "$home/log/slurmctld.out" slurmctld -D -f "$home/slurm.conf"
    wait_until 20 "$name.slurmctld" -- is_listening "${settings[${name}_slurmctld_port]}" ||
      fail "$name: slurmctld did not start" "$home/log/slurmctld.out" || return
  fi
  if ! is_running "$name.slurmd"; then
    forget_lost_jobs "$name" || fail "$name: slurmctld does not answer" "$home/log/slurmctld.out" || return
    spawn "$name.slurmd" "$home/log/slurmd.out" slurmd -D -f "$home/slurm.conf" -N "$name"
  fi
  wait_until 20 "$name.slurmctld" "$name.slurmd" -- is_node_up "$name" ||
    fail "$name: slurmd did not join its cluster" "$home/log/slurmd.out" || return
}

# Jobs that were killed with the cluster would stay "running" forever, because slurmctld does not notice their end while it is
# down. So mark the node as down, as slurmctld does when only the node fails.
forget_lost_jobs() {
  [[ -f $dir/$1/state/job_state && -z $(steps_of "$1") ]] || return 0
  SLURM_CONF=$dir/$1/slurm.conf timeout 20 scontrol update NodeName="$1" State=DOWN Reason=stopped \
    >>"$dir/$1/log/slurmctld.out" 2>&1
}

is_cluster_up() {
  is_running "$1.munged" && is_running "$1.slurmctld" && is_running "$1.slurmd"
}

# Stops the cluster with its jobs, as if its machines lost power; but slurmctld saves its state.
stop_cluster() {
  stop_processes TERM "$1.slurmctld" "$1.slurmd"
  kill_jobs_of "$1" steps_of
  stop_processes TERM "$1.munged"
}

# Prints the ids of slurmd's job steps. A step detaches from slurmd immediately and clears its variables, but it stays in
# slurmd's folder (except briefly) and writes to slurmd's log. Other processes may do so too, but have other names.
steps_of() {
  local logs=$dir/$1/log path pid name
  while read -r path; do
    pid=${path#/proc/} pid=${pid%%/*} name=
    read -r name 2>/dev/null <"/proc/$pid/comm" || true
    [[ $name != slurmstepd && $name != slurmd ]] || echo "$pid"
  done < <(find /proc/[0-9]*/{cwd,fd} -maxdepth 1 \( -lname "$logs" -o -lname "$logs/slurmd.log" \) 2>/dev/null)
}
