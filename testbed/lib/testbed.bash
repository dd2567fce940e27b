# Loads all of the library, and treats the parts of a testbed alike.
# shellcheck shell=bash

lib=${BASH_SOURCE[0]%/*}
# shellcheck source=lib/common.bash
source "$lib/common.bash"
# shellcheck source=lib/process.bash
source "$lib/process.bash"
# shellcheck source=lib/slurm.bash
source "$lib/slurm.bash"
# shellcheck source=lib/gridengine.bash
source "$lib/gridengine.bash"
# shellcheck source=lib/postgres.bash
source "$lib/postgres.bash"
# shellcheck source=lib/authority.bash
source "$lib/authority.bash"
# shellcheck source=lib/describe.bash
source "$lib/describe.bash"

is_part_up() {
  case $1 in
    postgres) is_running postgres ;;
    gridengine) is_gridengine_up ;;
    *) is_cluster_up "$1" ;;
  esac
}

# Starts the parts named, all at the same time. When one fails, or on an interrupt, all of them are taken down again
# and the command ends.
start_parts() {
  local part starter failed=0
  taken_back=("$@") starters=()
  trap take_back EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  for part in "$@"; do
    start_part "$part" &
    starters+=($!)
  done
  for starter in "${starters[@]}"; do wait "$starter" || failed=1; done
  starters=()
  ((failed == 0)) || exit 1
  trap - EXIT INT TERM
}

start_part() {
  local begin=$EPOCHREALTIME
  # Rather than to be cut short between starting a process and recording it, it ends at the next point where it waits.
  trap 'stopping=yes' TERM
  case $1 in
    postgres) start_postgres ;;
    gridengine) start_gridengine ;;
    *) start_cluster "$1" ;;
  esac
  say "$1 is up after $(seconds_since "$begin") s"
}

take_back() {
  local status=$? starter
  trap - EXIT INT TERM
  for starter in "${starters[@]}"; do kill "$starter" 2>/dev/null || true; done
  wait
  ((${#taken_back[@]} == 0)) || say "taking down what was started: ${taken_back[*]}"
  stop_parts "${taken_back[@]}" || true
  exit "$status"
}

stop_part() {
  case $1 in
    postgres) stop_postgres ;;
    gridengine) stop_gridengine ;;
    *) stop_cluster "$1" ;;
  esac
}

# Stops the parts named, all at the same time.
stop_parts() {
  local part stops=() failed=0
  for part in "$@"; do
    stop_part "$part" &
    stops+=($!)
  done
  for part in "${stops[@]}"; do wait "$part" || failed=1; done
  return "$failed"
}
