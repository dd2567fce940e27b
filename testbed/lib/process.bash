# Processes that are started here are recorded, and only recorded ones are ever stopped.
# shellcheck shell=bash
#
# A record is the file run/ID in the testbed's folder, with the process id and the moment the process started. The
# kernel gives ids out again; with the moment, a stranger who got one is not taken for ours.

# Sets state, parent, session and started from the kernel's line about process $1, or fails if there is none. The
# name of the program comes second, in parentheses, and may hold anything; so count from the last parenthesis.
inspect() {
  local line fields
  { line=$(<"/proc/$1/stat"); } 2>/dev/null || return 1
  read -ra fields <<<"${line##*) }"
  state=${fields[0]} parent=${fields[1]} session=${fields[3]} started=${fields[19]}
}

# Starts a program, away from this terminal, in the background and records it as ID. A shell lets its background
# processes ignore an interrupt, which jobs would inherit; env gives them the default back. Nothing else is
# inherited but what stands before -- as NAME=VALUE.
spawn() {
  local id=$1 log=$2 environment=(PATH="$PATH" LC_ALL=C.UTF-8)
  local state parent session started
  shift 2
  while [[ $1 != -- ]]; do
    environment+=("$1")
    shift
  done
  shift
  env -i --default-signal=INT,QUIT "${environment[@]}" setsid "$@" </dev/null >>"$log" 2>&1 9>&- &
  inspect $! || true
  echo "$! ${started:-0}" >"$dir/run/$id"
}

# Sets pid to the process recorded as ID, or fails if it does not run any more.
is_running() {
  local recorded state parent session started
  read -r pid recorded 2>/dev/null <"$dir/run/$1" || return 1
  inspect "$pid" || return 1
  [[ $started == "$recorded" && $state != [ZX] ]]
}

is_stopped() { ! is_running "$1"; }

# Sends signal $1 to the processes recorded under the other arguments, waits for them to end, and kills those that
# have not after ten seconds.
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
      wait_until 10 -- is_stopped "$id" || say "process $pid cannot be killed."
    fi
    rm -f "$dir/run/$id"
  done
}

# Prints the ids of all processes with the value $2 for $1, which is parent or session.
processes_with() {
  local path state parent session started
  for path in /proc/[0-9]*; do
    inspect "${path##*/}" || continue
    [[ ${!1} != "$2" || $state == [ZX] ]] || echo "${path##*/}"
  done
}
