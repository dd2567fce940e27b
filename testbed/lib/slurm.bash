# A Slurm cluster: a munged with its own key, a slurmctld, and a slurmd for its node, or for each of its queues.
# shellcheck shell=bash

# Version 1 of control groups: the hierarchy that limits processor time.
readonly cpu_groups=/sys/fs/cgroup/cpu

# The same for memory.
readonly memory_groups=/sys/fs/cgroup/memory

# Prints the entry of cluster $2 in the setting $1; the list repeats if it is shorter than the number of clusters.
entry_of() {
  local list
  IFS=, read -ra list <<<"${settings[$1]:-0}"
  echo "${list[(${2#cluster} - 1) % ${#list[@]}]}"
}

processors_of() { entry_of processors "$1"; }

# The control group of the jobs of cluster $1, if it has a quota. Others' testbeds have other folders.
quota_group_of() { echo "$cpu_groups/tender-testbed-$(cksum <<<"$dir" | cut -d' ' -f1)-$1"; }

# Slurm runs this script in each job before its command. Its parent becomes the command.
write_task_prolog() {
  local percent=$1 file=$2 group=$3
  cat >"$file.new" <<PROLOG
#!/bin/sh
# Written by testbed/up at each start.
group=$group/\$SLURM_JOB_ID
mkdir -p "\$group"
echo 100000 >"\$group/cpu.cfs_period_us"
echo \$((${percent}000 * \${SLURM_CPUS_ON_NODE:-1})) >"\$group/cpu.cfs_quota_us"
echo "\$PPID" >"\$group/cgroup.procs"
PROLOG
  chmod 755 "$file.new"
  mv "$file.new" "$file"
}

remove_quota_group() {
  local group
  group=$(quota_group_of "$1")
  [[ ! -d $group ]] || find "$group" -depth -type d -exec rmdir {} + || say "$1: cannot remove the control group $group"
}

# Prints the kinds of nodes of cluster $1, one in a line; nothing if it has one node for all processors.
kinds_of() {
  local clusters
  [[ -n ${settings[nodes]:-} ]] || return 0
  IFS=';' read -ra clusters <<<"${settings[nodes]}"
  tr , '\n' <<<"${clusters[(${1#cluster} - 1) % ${#clusters[@]}]}"
}

# Prints the nodes of cluster $1: one with its name, or one for each queue, or those of its kinds.
nodes_of() {
  local list queue kind count number=0
  while IFS= read -r kind; do
    for ((count = ${kind%%x*}; count > 0; count--)); do echo "$1n$((++number))"; done
  done < <(kinds_of "$1")
  ((number == 0)) || return 0
  IFS=, read -ra list <<<"${settings[queues]:-}"
  if ((${#list[@]} == 0)); then
    echo "$1"
  fi
  for ((queue = 1; queue <= ${#list[@]}; queue++)); do echo "$1-$queue"; done
}

# Prints the partition of node $1.
partition_of() {
  if [[ $1 == *-* ]]; then echo "queue${1#*-}"; else echo main; fi
}

# Prints the kind of node $1, such as 2x4:4000:gpu=1:avx512; nothing if it has none.
kind_of() {
  local kind before=0
  while IFS= read -r kind; do
    ((before += ${kind%%x*}))
    if ((${1##*n} <= before)); then
      echo "$kind"
      return
    fi
  done < <(kinds_of "${1%n*}")
}

# Prints the processors of node $1: those of its cluster, or a queue's part of them, or those of its kind.
node_processors() {
  local list all sum=0 part kind
  kind=$(kind_of "$1")
  if [[ -n $kind ]]; then
    kind=${kind%%:*}
    echo "${kind#*x}"
    return
  fi
  all=$(processors_of "${1%-*}")
  if [[ $1 != *-* ]]; then
    echo "$all"
    return
  fi
  IFS=, read -ra list <<<"${settings[queues]}"
  for part in "${list[@]}"; do ((sum += part)); done
  echo $((all * list[${1#*-} - 1] / sum))
}

# Prints the nodes and partitions of cluster $1 for its configuration. Without a default time, a job without a time limit would be
# planned to run forever, and no reservation could follow it.
slurm_nodes() {
  local node default=YES
  if [[ -n ${settings[nodes]:-} ]]; then
    slurm_nodes_of_kinds "$@"
    return
  fi
  for node in $(nodes_of "$1"); do
    echo "NodeName=$node NodeHostname=$2 NodeAddr=127.0.0.1 Port=${settings[${node}_slurmd_port]}" \
      "CPUs=$(node_processors "$node") RealMemory=1000"
    echo "PartitionName=$(partition_of "$node") Nodes=$node Default=$default DefaultTime=01:00:00 MaxTime=INFINITE State=UP"
    default=NO
  done
}

# The same for nodes of several kinds, in one partition. A kind is COUNTxCPUS:MIB, and then gpu=COUNT and names of features.
slurm_nodes_of_kinds() {
  local node kind part parts gpus features weight
  for node in $(nodes_of "$1"); do
    kind=$(kind_of "$node")
    IFS=: read -ra parts <<<"$kind"
    gpus=
    features=
    for part in "${parts[@]:2}"; do
      if [[ $part == gpu=* ]]; then gpus=" Gres=gpu:${part#gpu=}"; else features+=${features:+,}$part; fi
    done
    # Jobs that do not need what is scarce get other nodes first.
    weight=1
    [[ -z $features ]] || ((weight += 10))
    [[ -z $gpus ]] || ((weight += 100))
    echo "NodeName=$node NodeHostname=$2 NodeAddr=127.0.0.1 Port=${settings[${node}_slurmd_port]}" \
      "CPUs=${parts[0]#*x} RealMemory=${parts[1]}$gpus${features:+ Feature=$features}" \
      "Weight=$weight"
  done
  echo "PartitionName=main Nodes=$(nodes_of "$1" | paste -sd,) Default=YES DefaultTime=01:00:00 MaxTime=INFINITE State=UP"
  # A job that does not say how much memory it needs would get all of its node.
  echo "DefMemPerCPU=100"
}

# Prints how processors are allocated, and memory if nodes are of several kinds.
slurm_selection() {
  if [[ -z ${settings[nodes]:-} ]]; then
    echo SelectTypeParameters=CR_CPU
    return
  fi
  echo SelectTypeParameters=CR_CPU_Memory
  echo GresTypes=gpu
}

# Control groups limit the memory of jobs if nodes are of several kinds.
task_plugin() {
  if [[ -n ${settings[nodes]:-} && -w $memory_groups ]]; then echo task/cgroup; else echo task/none; fi
}

write_cgroup_conf() {
  cat >"$dir/$1/cgroup.conf" <<CONF
CgroupPlugin=cgroup/v1
CgroupMountpoint=${memory_groups%/*}
ConstrainRAMSpace=yes
CONF
}

# Slurm needs this file if there are GPUs. Each has a file, because Slurm counts files, but it is empty: only the number matters.
write_gres_conf() {
  local home=$dir/$1 node gpus gpu
  for node in $(nodes_of "$1"); do
    gpus=$(kind_of "$node" | sed -n 's/.*:gpu=\([0-9]*\).*/\1/p')
    for ((gpu = 0; gpu < ${gpus:-0}; gpu++)); do
      : >"$home/$node-gpu$gpu"
      echo "NodeName=$node Name=gpu File=$home/$node-gpu$gpu"
    done
  done >"$home/gres.conf"
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
SlurmdSpoolDir=$home/%n
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.%n.pid
SlurmctldLogFile=$home/log/slurmctld.log
SlurmdLogFile=$home/log/slurmd.%n.log

# No control groups, which need privileges and kernel support, unless they limit memory; no MPI, mail or accounting.
ProctrackType=proctrack/linuxproc
TaskPlugin=$(task_plugin)
MpiDefault=none
MailProg=/bin/true
AccountingStorageType=accounting_storage/none

# Allocate whole processors. Schedule often: the clusters are small, and tests wait for them.
SelectType=select/cons_tres
$(slurm_selection)
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,bf_continue,sched_interval=2,batch_sched_delay=0

# A node that returns is used again, for every reason of its absence.
ReturnToService=2
MaxArraySize=100001
MaxJobCount=200000

# The node has the configured number of processors, even if the host has fewer.
SlurmdParameters=config_overrides
$(slurm_nodes "$name" "$host")
CONF
  if (($(entry_of quota "$name") > 0)); then
    write_task_prolog "$(entry_of quota "$name")" "$home/task-prolog" "$(quota_group_of "$name")"
    echo "TaskProlog=$home/task-prolog" >>"$home/slurm.conf.new"
  fi
  write_gres_conf "$name"
  write_cgroup_conf "$name"
  mv "$home/slurm.conf.new" "$home/slurm.conf"
}

# A node is up if it answers and is neither down nor drained; a mark such as a star after the state means no answer.
are_nodes_up() {
  local state states
  states=$(SLURM_CONF=$dir/$1/slurm.conf timeout 10 sinfo -h -N -o %t 2>/dev/null) || return 1
  [[ -n $states ]] || return 1
  for state in $states; do
    [[ $state =~ ^(idle|mix|alloc|resv|comp|plnd)$ ]] || return 1
  done
}

start_cluster() {
  local name=$1 home=$dir/$1 node
  if is_cluster_up "$name"; then return; fi
  mkdir -p "$home"/{state,log}
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
  for node in $(nodes_of "$name"); do
    if ! is_running "$node.slurmd"; then
      forget_lost_jobs "$name" "$node" || fail "$name: slurmctld does not answer" "$home/log/slurmctld.out" || return
      spawn "$node.slurmd" "$home/log/slurmd.out" slurmd -D -f "$home/slurm.conf" -N "$node"
    fi
  done
  wait_until 20 "$name.slurmctld" "$node.slurmd" -- are_nodes_up "$name" ||
    fail "$name: slurmd did not join its cluster" "$home/log/slurmd.out" || return
}

# Jobs that were killed with the cluster would stay "running" forever, because slurmctld does not notice their end while it is
# down. So mark the node as down, as slurmctld does when only the node fails.
forget_lost_jobs() {
  [[ -f $dir/$1/state/job_state && -z $(steps_of "$1") ]] || return 0
  SLURM_CONF=$dir/$1/slurm.conf timeout 20 scontrol update NodeName="$2" State=DOWN Reason=stopped \
    >>"$dir/$1/log/slurmctld.out" 2>&1
}

is_cluster_up() {
  local node
  is_running "$1.munged" && is_running "$1.slurmctld" || return
  for node in $(nodes_of "$1"); do is_running "$node.slurmd" || return; done
}

# Stops the cluster with its jobs, as if its machines lost power; but slurmctld saves its state.
stop_cluster() {
  local daemons=("$1.slurmctld") node
  for node in $(nodes_of "$1"); do daemons+=("$node.slurmd"); done
  stop_processes TERM "${daemons[@]}"
  kill_jobs_of "$1" steps_of
  stop_processes TERM "$1.munged"
  remove_quota_group "$1"
}

# Prints the ids of slurmd's job steps. A step detaches from slurmd immediately and clears its variables, but it stays in
# slurmd's folder (except briefly) and writes to slurmd's log. Other processes may do so too, but have other names.
steps_of() {
  local logs=$dir/$1/log path pid name
  while read -r path; do
    pid=${path#/proc/} pid=${pid%%/*} name=
    read -r name 2>/dev/null <"/proc/$pid/comm" || true
    [[ $name != slurmstepd && $name != slurmd ]] || echo "$pid"
  done < <(find /proc/[0-9]*/{cwd,fd} -maxdepth 1 \( -lname "$logs" -o -lname "$logs/slurmd.*.log" \) 2>/dev/null)
}
