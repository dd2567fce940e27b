# A Grid Engine cell with one host and one queue: its own root below the folder, a sge_qmaster and a sge_execd.
# shellcheck shell=bash

readonly gridengine_programs=/usr/lib/gridengine gridengine_shared=/usr/share/gridengine

# Sets cell_environment to the variables by which Grid Engine's programs find the cell, and by which its daemons stay in the
# foreground.
choose_cell() {
  cell_environment=(SGE_ROOT="$dir/gridengine" SGE_CELL=cell SGE_ND=1
    SGE_QMASTER_PORT="${settings[gridengine_qmaster_port]}" SGE_EXECD_PORT="${settings[gridengine_execd_port]}")
}

in_cell() { env "${cell_environment[@]}" "$@"; }

# The user of the daemons when they do not act for another user; none for root.
cell_administrator() {
  if ((EUID == 0)); then echo none; else id -un; fi
}

# Writes the files that every program reads: the paths, the master host, and the alias of the host's two names, without which
# Grid Engine refuses every client.
write_cell() {
  local home=$dir/gridengine architecture folder
  mkdir -p "$home"/{cell/common,spool/{qmaster,execd},log,bin,lib,utilbin}
  chmod 755 "$home"
  ln -sfn "$gridengine_shared/util" "$home/util"
  architecture=$("$home/util/arch")
  for folder in bin lib utilbin; do ln -sfn "$gridengine_programs" "$home/$folder/$architecture"; done
  cat >"$home/cell/common/bootstrap" <<CONF
Version: 6.2
admin_user              $(cell_administrator)
default_domain          none
ignore_fqdn             true
spooling_method         berkeleydb
spooling_lib            libspoolb
spooling_params         $home/spool/database
binary_path             /usr/sbin
qmaster_spool_dir       $home/spool/qmaster
security_mode           none
listener_threads        1
worker_threads          1
scheduler_threads       1
CONF
  echo localhost >"$home/cell/common/act_qmaster"
  echo "localhost $(uname -n)" >"$home/cell/common/host_aliases"
}

# Prints the package's default configuration with changes. The user who starts the cell may submit, even root. Every running
# job needs its own group id, and Debian's range of a hundred is too small. Jobs do not inherit the daemon's environment, and
# all processes of a job end with it.
cell_configuration() {
  sed -E '/^(execd_spool_dir|min_uid|min_gid|gid_range|execd_params|mailer) /d' "$gridengine_shared/default-configuration"
  cat <<CONF
execd_spool_dir        $dir/gridengine/spool/execd
min_uid                0
min_gid                0
gid_range              800000-808191
execd_params           INHERIT_ENV=false,ENABLE_ADDGRP_KILL=true
mailer                 /bin/true
CONF
}

# Creates the master's database; an incomplete one is created again.
create_cell_database() {
  local home=$dir/gridengine one
  local made=$home/spool/database
  [[ ! -f $home/created ]] || return 0
  rm -rf "$made"
  mkdir -p "$made"
  cell_configuration >"$home/configuration"
  in_cell "$gridengine_programs/spoolinit" berkeleydb libspoolb "$made" init || return
  in_cell "$gridengine_programs/spooldefaults" configuration "$home/configuration" || return
  for one in "complexes $gridengine_shared/util/resources/centry" "usersets $gridengine_shared/util/resources/usersets" \
    "managers $(id -un)"; do
    # shellcheck disable=SC2086 # two arguments
    in_cell "$gridengine_programs/spooldefaults" $one || return
  done
  touch "$home/created"
}

# Creates one queue with all slots; a job may use several slots. The scheduler runs often and uses only the users' priorities
# (-p), which have no effect without a weight.
configure_cell() {
  local home=$dir/gridengine
  if in_cell qconf -sq main.q >/dev/null; then return; fi
  printf 'group_name @allhosts\nhostlist localhost\n' >"$home/hosts"
  in_cell qconf -sq | sed -E -e 's/^(qname) .*/\1 main.q/' -e 's/^(hostlist) .*/\1 @allhosts/' \
    -e "s/^(slots) .*/\1 ${settings[gridengine]}/" -e 's/^(load_thresholds) .*/\1 NONE/' \
    -e 's/^(pe_list) .*/\1 smp/' -e 's/^(notify) .*/\1 0:0:5/' >"$home/queue"
  in_cell qconf -ssconf | sed -E -e 's/^(schedule_interval) .*/\1 0:0:1/' -e 's/^(flush_(submit|finish)_sec) .*/\1 1/' \
    -e 's/^(weight_(urgency|ticket)) .*/\1 0/' -e 's/^(weight_priority) .*/\1 1/' >"$home/scheduler"
  in_cell qconf -as localhost && in_cell qconf -Ahgrp "$home/hosts" &&
    in_cell qconf -Ap "$gridengine_shared/util/resources/pe/smp" && in_cell qconf -Msconf "$home/scheduler" &&
    in_cell qconf -Aq "$home/queue" && configure_memory
}

# Makes Grid Engine count the memory of jobs, if the testbed has a number for it. A job without a request gets an equal part for
# each slot: without a default, Grid Engine would limit it to 10 MiB.
configure_memory() {
  local home=$dir/gridengine memory=${settings[gridengine_memory]:-0}
  ((memory > 0)) || return 0
  in_cell qconf -sc |
    sed -E "s/^(h_vmem .*<= +YES +)NO +0 /\\1YES $((memory / settings[gridengine]))M /" >"$home/attributes"
  in_cell qconf -Mc "$home/attributes" &&
    in_cell qconf -mattr exechost complex_values "h_vmem=${memory}M" localhost
}

is_qmaster_answering() { in_cell timeout 10 qconf -sh >/dev/null 2>&1; }

# The host is up if its load is known and its queue has no state letter.
is_host_up() {
  local state
  state=$(in_cell timeout 10 qstat -f -q main.q 2>/dev/null | sed -n 3p) || return 1
  read -ra state <<<"$state"
  [[ ${state[0]:-} == main.q@* && ${state[3]:-} != -NA- && -z ${state[5]:-} ]]
}

start_gridengine() {
  local home=$dir/gridengine cell_environment
  if is_gridengine_up; then return; fi
  choose_cell
  write_cell
  if ! is_running gridengine.qmaster; then
    create_cell_database >>"$home/log/create.out" 2>&1 ||
      fail "gridengine: cannot create the database" "$home/log/create.out" || return
    spawn gridengine.qmaster "$home/log/qmaster.out" env "${cell_environment[@]}" sge_qmaster
    wait_until 20 gridengine.qmaster -- is_qmaster_answering ||
      fail "gridengine: sge_qmaster did not start" "$home/log/qmaster.out" || return
  fi
  configure_cell >>"$home/log/configure.out" 2>&1 ||
    fail "gridengine: cannot configure the cell" "$home/log/configure.out" || return
  if ! is_running gridengine.execd; then
    spawn gridengine.execd "$home/log/execd.out" env "${cell_environment[@]}" sge_execd
  fi
  wait_until 30 gridengine.qmaster gridengine.execd -- is_host_up ||
    fail "gridengine: sge_execd did not join its cell" "$home/log/execd.out" || return
}

is_gridengine_up() { is_running gridengine.qmaster && is_running gridengine.execd; }

# Stops the cell with its jobs, as if its machines lost power. The master's state is in its database; an orderly stop would
# take eight seconds.
stop_gridengine() {
  stop_processes KILL gridengine.execd
  kill_jobs_of gridengine shepherds
  stop_processes KILL gridengine.qmaster
}

# Prints the ids of sge_execd's shepherds, one for each job. Their working folder is the job's folder below the cell's.
shepherds() {
  local path pid name
  while read -r path; do
    pid=${path#/proc/} pid=${pid%%/*} name=
    read -r name 2>/dev/null <"/proc/$pid/comm" || true
    [[ $name != sge_shepherd && $name != sge_execd ]] || echo "$pid"
  done < <(find /proc/[0-9]*/cwd -maxdepth 0 -lname "$dir/gridengine/spool/execd/*" 2>/dev/null)
}
