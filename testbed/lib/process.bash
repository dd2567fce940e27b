# Starts, records and stops processes. Only recorded processes are ever stopped.
# shellcheck shell=bash
#
# A record is the file run/ID in the testbed's folder, with the process id and the start time. The kernel reuses ids; the
# start time distinguishes our process from a later one with the same id.

# Sets process_state, _parent, _session and _started from /proc for process $1, or fails if it does not exist. The second
# field is the program's name in parentheses, which may contain any character; so fields are counted from the last parenthesis.
inspect() {
  local line='' fields
  { IFS='' read -rd '' line <"/proc/$1/stat"; } 2>/dev/null || [[ -n $line ]] || return 1
  read -ra fields <<<"${line##*) }"
  process_state=${fields[0]} process_parent=${fields[1]}
  process_session=${fields[3]} process_started=${fields[19]}
}

# Starts a program in the background, detached from this terminal and in the folder of its log, and records it as ID. A shell
# lets background processes ignore interrupts, and jobs would inherit this; env restores the default of these signals. The
# program inherits no variables.
spawn() {
  local id=$1 log=$2
  shift 2
  env -i --default-signal=INT,QUIT --chdir="${log%/*}" PATH="$PATH" LC_ALL=C.UTF-8 \
    setsid "$@" </dev/null >>"$log" 2>&1 9>&- &
  inspect $! || process_started=0
  echo "$! $process_started" >"$dir/run/$id"
}

# Sets pid to the process recorded as ID, or fails if it no longer runs.
is_running() {
  local recorded
  read -r pid recorded 2>/dev/null <"$dir/run/$1" || return 1
  inspect "$pid" || return 1
  [[ $process_started == "$recorded" && $process_state != [ZX] ]]
}

is_stopped() { ! is_running "$1"; }

# Sends signal $1 to the processes recorded under the other arguments, waits for their end, and kills those that still run
# after ten seconds.
stop_processes() {
  local signal=$1 id pid
  shift
  for id in "$@"; do
    if is_running "$id"; then kill "-$signal" "$pid" 2>/dev/null || true; fi
  done
  for id in "$@"; do
    if ! wait_until 10 -- is_stopped "$id" && is_running "$id"; then
      say "$id (process $pid) did not end on SIG$signal within 10 s; killing it."
      kill -KILL "$pid" 2>/dev/null || true
      wait_until 10 -- is_stopped "$id" || say "cannot kill process $pid."
    fi
    rm -f "$dir/run/$id"
  done
}

# Prints the ids of the child processes of $1.
children_of() {
  local path
  for path in /proc/[0-9]*; do
    inspect "${path##*/}" || continue
    [[ $process_parent != "$1" ]] || echo "${path##*/}"
  done
}

# Prints the ids of the living processes in the given sessions and of their descendants, which may have their own session.
members_of() {
  local path pid sessions=" $* " grown=yes
  local -A parents=() members=()
  for path in /proc/[0-9]*; do
    pid=${path##*/}
    if ! inspect "$pid" || [[ $process_state == [ZX] ]]; then continue; fi
    parents[$pid]=$process_parent
    [[ $sessions != *" $process_session "* ]] || members[$pid]=yes
  done
  while [[ -n $grown ]]; do
    grown=
    for pid in "${!parents[@]}"; do
      if [[ ! -v members[$pid] && -v members[${parents[$pid]}] ]]; then members[$pid]=yes grown=yes; fi
    done
  done
  ((${#members[@]} == 0)) || printf '%s\n' "${!members[@]}"
}

# Kills the jobs of component $1: their supervisors, whose ids the command $2 prints for the component, and all processes in
# their sessions or started by these. Repeats until none is left, because a job may be starting.
kill_jobs_of() {
  local component=$1 supervisors=$2 one sessions=() victims
  for _ in {1..100}; do
    while read -r one; do
      if inspect "$one" && [[ " ${sessions[*]} " != *" $process_session "* ]]; then sessions+=("$process_session"); fi
    done < <("$supervisors" "$component")
    mapfile -t victims < <(members_of "${sessions[@]}")
    ((${#victims[@]} > 0)) || return 0
    kill -KILL "${victims[@]}" 2>/dev/null || true
    sleep 0.05
  done
  say "$component: cannot kill these job processes: ${victims[*]}"
  return 1
}
