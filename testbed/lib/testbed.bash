# Loads the whole library, and starts and stops the components of a testbed.
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
# shellcheck source=lib/ha.bash
source "$lib/ha.bash"
# shellcheck source=lib/backup.bash
source "$lib/backup.bash"
# shellcheck source=lib/s3.bash
source "$lib/s3.bash"
# shellcheck source=lib/keycloak.bash
source "$lib/keycloak.bash"
# shellcheck source=lib/authority.bash
source "$lib/authority.bash"
# shellcheck source=lib/describe.bash
source "$lib/describe.bash"

is_component_up() {
  case $1 in
    postgres) is_running postgres ;;
    ha) is_ha_up ;;
    s3) is_s3_up ;;
    keycloak) is_running keycloak ;;
    gridengine) is_gridengine_up ;;
    *) is_cluster_up "$1" ;;
  esac
}

# Starts the named components in parallel. When one fails, or on an interrupt, all of them are stopped again and the command
# ends.
start_components() {
  local component starter failed=0
  started=("$@") starters=()
  trap stop_started EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  for component in "$@"; do
    start_component "$component" &
    starters+=($!)
  done
  for starter in "${starters[@]}"; do wait "$starter" || failed=1; done
  starters=()
  ((failed == 0)) || exit 1
  trap - EXIT INT TERM
}

start_component() {
  local begin=$EPOCHREALTIME
  # SIGTERM takes effect at the next wait, never between starting a process and recording it.
  trap 'stopping=yes' TERM
  case $1 in
    postgres) start_postgres ;;
    ha) start_ha ;;
    s3) start_s3 ;;
    keycloak) start_keycloak ;;
    gridengine) start_gridengine ;;
    *) start_cluster "$1" ;;
  esac
  say "$1 is up after $(seconds_since "$begin") s"
}

stop_started() {
  local status=$? starter
  trap - EXIT INT TERM
  for starter in "${starters[@]}"; do kill "$starter" 2>/dev/null || true; done
  wait
  ((${#started[@]} == 0)) || say "stopping: ${started[*]}"
  stop_components "${started[@]}" || true
  exit "$status"
}

stop_component() {
  case $1 in
    postgres) stop_postgres ;;
    ha) stop_ha ;;
    s3) stop_s3 ;;
    keycloak) stop_keycloak ;;
    gridengine) stop_gridengine ;;
    *) stop_cluster "$1" ;;
  esac
}

# Stops the named components in parallel.
stop_components() {
  local component stops=() failed=0
  for component in "$@"; do
    stop_component "$component" &
    stops+=($!)
  done
  for component in "${stops[@]}"; do wait "$component" || failed=1; done
  return "$failed"
}
